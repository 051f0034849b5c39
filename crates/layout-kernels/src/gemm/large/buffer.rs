//! Buffers for packed blocks.

use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Alignment in bytes: a cache line, and the widest vector.
const LINE: usize = 64;

/// Rounds a number of elements up to whole cache lines.
pub fn whole_lines<T>(len: usize) -> usize {
    len.next_multiple_of((LINE / size_of::<T>()).max(1))
}

/// Uninitialized memory for elements.
///
/// With feature `std` each thread keeps the last buffer that it dropped, because new memory from the system costs about
/// as much as packing into it.
pub struct Buffer<T> {
    room: Option<Allocation>,
    elements: PhantomData<T>,
}

impl<T: Copy> Buffer<T> {
    /// Returns memory for `len` elements, aligned to 64 bytes.
    ///
    /// # Panics
    /// If `len` elements exceed the address space.
    pub fn new(len: usize) -> Self {
        const { assert!(align_of::<T>() <= LINE) };
        let layout = Layout::array::<T>(len.max(1)).and_then(|array| array.align_to(LINE));
        let layout = layout.expect("packed blocks are smaller than half of memory");
        let kept = kept::take().filter(|room| room.layout.size() >= layout.size());
        Self { room: Some(kept.unwrap_or_else(|| Allocation::new(layout))), elements: PhantomData }
    }

    /// Returns the address of the first element.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.room.as_mut().expect("taken when dropped").at.as_ptr().cast()
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        self.room.take().into_iter().for_each(kept::keep);
    }
}

/// An allocation.
struct Allocation {
    at: NonNull<u8>,
    layout: Layout,
}

impl Allocation {
    fn new(layout: Layout) -> Self {
        // SAFETY: the size is not 0, because `Buffer::new` asks for at least one element and elements have bytes.
        let at = unsafe { alloc(layout) };
        let Some(at) = NonNull::new(at) else { handle_alloc_error(layout) };
        Self { at, layout }
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: `new` has allocated this memory with this layout, and nothing uses it after the drop.
        unsafe { dealloc(self.at.as_ptr(), self.layout) };
    }
}

/// The buffer that each thread keeps.
#[cfg(feature = "std")]
mod kept {
    use super::Allocation;
    use std::cell::Cell;

    /// The most bytes to keep: the blocks of a few threads.
    const MOST: usize = 16 << 20;

    std::thread_local! {
        static ROOM: Cell<Option<Allocation>> = const { Cell::new(None) };
    }

    pub fn take() -> Option<Allocation> {
        // A thread that ends has dropped its buffer.
        ROOM.try_with(Cell::take).ok().flatten()
    }
    pub fn keep(room: Allocation) {
        if room.layout.size() <= MOST {
            // Otherwise it is freed.
            let _ = ROOM.try_with(|kept| kept.set(Some(room)));
        }
    }
}

/// Without feature `std` no buffer is kept.
#[cfg(not(feature = "std"))]
mod kept {
    pub fn take() -> Option<super::Allocation> {
        None
    }
    pub fn keep(_: super::Allocation) {}
}
