//! Buffers that are aligned to cache lines.

use std::ops::{Deref, DerefMut};

/// Alignment in bytes.
const LINE: usize = 64;

/// A slice aligned to 64 bytes.
pub(crate) struct AlignedBuffer<T> {
    data: Vec<T>,
    first: usize,
    len: usize,
}

impl<T: Copy + Default> AlignedBuffer<T> {
    /// A buffer of `len` default elements.
    pub(crate) fn new(len: usize) -> Self {
        let data = vec![T::default(); len + LINE / size_of::<T>()];
        let first = data.as_ptr().align_offset(LINE);
        Self { data, first, len }
    }

    /// A buffer of `len` elements, computed from their indices.
    pub(crate) fn from_fn(len: usize, element: impl FnMut(usize) -> T) -> Self {
        let mut buffer = Self::new(len);
        (0..len).map(element).zip(&mut *buffer).for_each(|(x, to)| *to = x);
        buffer
    }
}

impl<T> Deref for AlignedBuffer<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.data[self.first..][..self.len]
    }
}

impl<T> DerefMut for AlignedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.data[self.first..][..self.len]
    }
}
