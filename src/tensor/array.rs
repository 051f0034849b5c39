//! Arrays whose length is a type.

use crate::num::int::Leaf;
use core::mem::{self, MaybeUninit};
use core::{ptr, slice};

/// `N` elements; none if `N` is no natural number known to the compiler, so that no bound is needed. What has
/// no array to be in is refused where one is made, in words of its own.
#[repr(transparent)]
pub(super) struct InlineArray<T, N: Leaf>(N::Cells<T>);

impl<T, N: Leaf> InlineArray<T, N> {
    /// An address has so many bits that a program may use. Of a longer array the compiler would say which type it is.
    pub const IS_POSSIBLE: bool = {
        let most: u128 = if usize::BITS == 64 { 1 << 47 } else { 1 << (usize::BITS - 1) };
        let bytes = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        (N::DESC.value(0) as u128).saturating_mul(bytes as u128) < most
    };

    /// The number of elements: the bytes of as many bytes.
    pub const LEN: usize = if Self::IS_POSSIBLE { size_of::<N::Cells<u8>>() } else { 0 };

    /// The elements lie one behind the other.
    const IS_DENSE: () = assert!(
        !Self::IS_POSSIBLE
            || size_of::<N::Cells<T>>() == Self::LEN * size_of::<T>()
                && align_of::<N::Cells<T>>() == align_of::<T>()
    );

    /// The elements `f(0)`, `f(1)`, .. Should `f` panic, those that are there by then are dropped.
    #[inline(always)]
    pub fn generate(mut f: impl FnMut(usize) -> T) -> Self {
        let () = Self::IS_DENSE;
        assert!(Self::IS_POSSIBLE);
        let mut cells = MaybeUninit::<N::Cells<T>>::uninit();
        let mut made = Made { start: cells.as_mut_ptr().cast::<T>(), len: 0 };
        while made.len < Self::LEN {
            let element = f(made.len);
            // SAFETY: `IS_DENSE` found room for `LEN` elements, and `len` is below.
            unsafe { made.start.add(made.len).write(element) };
            made.len += 1;
        }
        mem::forget(made);
        // SAFETY: all of its `LEN` elements are there, and `IS_DENSE` found nothing else in it, since it is possible.
        InlineArray(unsafe { cells.assume_init() })
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        let () = Self::IS_DENSE;
        // SAFETY: `IS_DENSE` found that the cells are `LEN` elements one behind the other; one that is not possible was
        // never made.
        unsafe { slice::from_raw_parts(ptr::from_ref(&self.0).cast(), Self::LEN) }
    }

    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        let () = Self::IS_DENSE;
        // SAFETY: as above; they are borrowed as long as the array is.
        unsafe { slice::from_raw_parts_mut(ptr::from_mut(&mut self.0).cast(), Self::LEN) }
    }
}

/// The first `len` elements of an array that is being made.
struct Made<T> {
    start: *mut T,
    len: usize,
}
impl<T> Drop for Made<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: so many are written, and nobody else has them.
        unsafe { ptr::slice_from_raw_parts_mut(self.start, self.len).drop_in_place() }
    }
}

impl<T: Clone, N: Leaf> Clone for InlineArray<T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self::generate(|i| self.as_slice()[i].clone())
    }
}
impl<T: Copy, N: Leaf<Cells<T>: Copy>> Copy for InlineArray<T, N> {}

// SAFETY: it is elements, which may go to another thread.
unsafe impl<T: Send, N: Leaf> Send for InlineArray<T, N> {}
// SAFETY: it is elements, which threads may share.
unsafe impl<T: Sync, N: Leaf> Sync for InlineArray<T, N> {}
