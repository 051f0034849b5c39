//! Elements that begin where a cache line does.

use std::ops::{Deref, DerefMut};

/// Alignment in bytes.
const LINE: usize = 64;

/// A slice aligned to 64 bytes.
pub(crate) struct Buffer<T> {
    data: Vec<T>,
    first: usize,
    len: usize,
}

impl<T: Copy + Default> Buffer<T> {
    /// `len` elements of 0.
    pub(crate) fn new(len: usize) -> Self {
        let data = vec![T::default(); len + LINE / size_of::<T>()];
        let first = data.as_ptr().align_offset(LINE);
        Self { data, first, len }
    }

    /// `len` elements, each made from its index.
    pub(crate) fn from_fn(len: usize, element: impl FnMut(usize) -> T) -> Self {
        let mut buffer = Self::new(len);
        (0..len).map(element).zip(&mut *buffer).for_each(|(x, to)| *to = x);
        buffer
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.data[self.first..][..self.len]
    }
}

impl<T> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.data[self.first..][..self.len]
    }
}
