//! [`InlineArray`]: an array whose length is a type.

use crate::types::Leaf;
use core::mem::{self, MaybeUninit};
use core::{ptr, slice};

/// An array of `N` elements.
///
/// If `N` is not a static natural number, or the array is too long, it has no elements instead, so its type needs
/// no bound. `Owned` stops the compiler at such a type with a message of its own.
#[repr(transparent)]
pub(super) struct InlineArray<T, N: Leaf>(N::Cells<T>);

impl<T, N: Leaf> InlineArray<T, N> {
    /// Whether an array of `N` elements fits the address space: 47 bits on 64-bit machines. A longer one would stop the
    /// compiler with a message that names only the type.
    pub const IS_POSSIBLE: bool = {
        let most: u128 = if usize::BITS == 64 { 1 << 47 } else { 1 << (usize::BITS - 1) };
        let bytes = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        (N::DESC.value(0) as u128).saturating_mul(bytes as u128) < most
    };

    /// The number of elements: the size of an array of as many bytes.
    pub const LEN: usize = if Self::IS_POSSIBLE { size_of::<N::Cells<u8>>() } else { 0 };

    /// Asserts that the cells are `LEN` contiguous elements and nothing else.
    const IS_DENSE: () = assert!(
        !Self::IS_POSSIBLE
            || size_of::<N::Cells<T>>() == Self::LEN * size_of::<T>()
                && align_of::<N::Cells<T>>() == align_of::<T>()
    );

    /// The elements `f(0)` to `f(LEN - 1)`. If `f` panics, the elements made before are dropped.
    #[inline(always)]
    pub fn generate(mut f: impl FnMut(usize) -> T) -> Self {
        let () = Self::IS_DENSE;
        assert!(Self::IS_POSSIBLE);
        let mut cells = MaybeUninit::<N::Cells<T>>::uninit();
        let mut made = Made { start: cells.as_mut_ptr().cast::<T>(), len: 0 };
        while made.len < Self::LEN {
            let element = f(made.len);
            // SAFETY: `IS_DENSE` asserts that the cells have space for `LEN` elements, and the loop found `len` below
            // it.
            unsafe { made.start.add(made.len).write(element) };
            made.len += 1;
        }
        mem::forget(made);
        // SAFETY: M: the loop initialized all `LEN` elements, and `IS_DENSE` asserts that the cells are nothing else.
        InlineArray(unsafe { cells.assume_init() })
    }

    /// The elements of an array of equal length.
    ///
    /// # Safety
    /// `A` is an array of `T`: contiguous elements and nothing else.
    #[cfg(feature = "generic-array")]
    #[inline(always)]
    pub unsafe fn from_elements<A>(array: A) -> Self {
        let () = Self::IS_DENSE;
        const { assert!(Self::IS_POSSIBLE && size_of::<A>() == size_of::<Self>()) };
        let array = mem::ManuallyDrop::new(array);
        // SAFETY: both are arrays of `T`, by the caller's promise and by `IS_DENSE`, of one size; the elements of `array`
        // are not dropped, so they have one owner. `read` requires a pointer that is aligned for its result, as a
        // pointer to elements is (`IS_DENSE`).
        unsafe { ptr::read((&raw const *array).cast()) }
    }

    /// The elements as an array of equal length.
    ///
    /// # Safety
    /// `A` is an array of `T`: contiguous elements and nothing else, aligned as `T`.
    #[cfg(feature = "generic-array")]
    #[inline(always)]
    pub unsafe fn into_elements<A>(self) -> A {
        let () = Self::IS_DENSE;
        const { assert!(size_of::<A>() == size_of::<Self>() && align_of::<A>() == align_of::<T>()) };
        let array = mem::ManuallyDrop::new(self);
        // SAFETY: both are arrays of `T`, by the caller's promise and by `IS_DENSE`, of one size and alignment, which the
        // assertion compares; the elements of `self` are not dropped, so they have one owner.
        unsafe { ptr::read((&raw const *array).cast()) }
    }

    /// All elements.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        let () = Self::IS_DENSE;
        // SAFETY: `IS_DENSE` asserts that the cells are `LEN` contiguous elements, and `generate`, the only
        // constructor, initialized them; it panics where `IS_POSSIBLE` is false.
        unsafe { slice::from_raw_parts(ptr::from_ref(&self.0).cast(), Self::LEN) }
    }

    /// All elements as a mutable slice.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        let () = Self::IS_DENSE;
        // SAFETY: `IS_DENSE` asserts that the cells are `LEN` contiguous elements, and `generate`, the only
        // constructor, initialized them; the array is borrowed exclusively.
        unsafe { slice::from_raw_parts_mut(ptr::from_mut(&mut self.0).cast(), Self::LEN) }
    }
}

/// The first `len` elements of an array under construction; dropped if the construction panics.
struct Made<T> {
    start: *mut T,
    len: usize,
}
impl<T> Drop for Made<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: M: `generate` initialized the first `len` elements, and nothing else owns them: it forgets this guard
        // before it hands out the array.
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

// SAFETY: an array is its elements (`IS_DENSE`), which may move to another thread where `T` is `Send`.
unsafe impl<T: Send, N: Leaf> Send for InlineArray<T, N> {}
// SAFETY: an array is its elements (`IS_DENSE`), which threads may share where `T` is `Sync`.
unsafe impl<T: Sync, N: Leaf> Sync for InlineArray<T, N> {}
