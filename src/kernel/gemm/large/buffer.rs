//! Room for packed panels.

use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Alignment in bytes: a cache line, and the widest vector.
const LINE: usize = 64;

/// Room for elements, without any.
pub struct Buffer<T> {
    at: NonNull<T>,
    layout: Layout,
    elements: PhantomData<T>,
}

impl<T: Copy> Buffer<T> {
    /// Room for `len` elements, aligned to 64 bytes.
    ///
    /// # Panics
    /// When no memory can hold so many.
    pub fn new(len: usize) -> Self {
        let layout = Layout::array::<T>(len.max(1)).and_then(|array| array.align_to(LINE));
        let layout = layout.expect("packed blocks are smaller than half of memory");
        // SAFETY: the size is not 0: no element type of a gemm is without bytes.
        let at = unsafe { alloc(layout) };
        let Some(at) = NonNull::new(at) else { handle_alloc_error(layout) };
        Self { at: at.cast(), layout, elements: PhantomData }
    }

    /// The first place.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.at.as_ptr()
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.at.as_ptr().cast(), self.layout) };
    }
}

// SAFETY: a buffer owns its room as a vector does.
unsafe impl<T: Send> Send for Buffer<T> {}
