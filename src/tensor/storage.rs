//! An array on the heap, aligned to 64 bytes.

use alloc::alloc::{alloc, dealloc, handle_alloc_error};
use core::alloc::Layout as Memory;
use core::marker::PhantomData;
use core::num::NonZero;
use core::ptr::NonNull;

/// The alignment in bytes: a cache line, and the widest vector.
const ALIGNMENT: usize = 64;

/// Elements in an array; `Vec<T>` of a stricter alignment, filled once.
pub(super) struct Storage<T> {
    /// The first element: aligned, and of no allocation if that has no bytes.
    start: NonNull<T>,
    /// The number of elements that the allocation was made for.
    room: usize,
    /// The number of initialized elements, `room` once all are made.
    len: usize,
    owned: PhantomData<T>,
}

// SAFETY: it owns its elements, as a box does.
unsafe impl<T: Send> Send for Storage<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Storage<T> {}

#[layout_macros::at_caller]
impl<T> Storage<T> {
    /// The bytes of an array of `len`.
    #[track_caller]
    fn memory(len: usize) -> Memory {
        match Memory::array::<T>(len).and_then(|array| array.align_to(ALIGNMENT)) {
            Ok(memory) => memory,
            Err(_) => panic!("no array has {len} elements of {} bytes", size_of::<T>()),
        }
    }

    #[track_caller]
    fn with_room(room: usize) -> Self {
        let memory = Self::memory(room);
        let start = if memory.size() == 0 {
            NonNull::without_provenance(const { least_address::<T>() })
        } else {
            // SAFETY: the size is not 0.
            let bytes = unsafe { alloc(memory) };
            match NonNull::new(bytes.cast::<T>()) {
                Some(start) => start,
                None => handle_alloc_error(memory),
            }
        };
        Storage { start, room, len: 0, owned: PhantomData }
    }

    /// The elements `f(0)`, `f(1)`, .. Should `f` panic, those that are there by then are dropped.
    #[track_caller]
    pub fn generate(room: usize, mut f: impl FnMut(usize) -> T) -> Self {
        let mut out = Self::with_room(room);
        while out.len < room {
            let element = f(out.len);
            // SAFETY: `len` is below `room`, so that the place is one of the allocation.
            unsafe { out.start.add(out.len).write(element) };
            out.len += 1;
        }
        out
    }

    #[inline(always)]
    pub fn start(&self) -> NonNull<T> {
        self.start
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: `len` initialized elements are at `start`, aligned, and ours.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as in `as_slice`.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T> Drop for Storage<T> {
    fn drop(&mut self) {
        // SAFETY: `len` initialized elements are at `start`, and no one uses them any more.
        unsafe { core::ptr::drop_in_place(self.as_mut_slice()) };
        let memory = Self::memory(self.room);
        if memory.size() > 0 {
            // SAFETY: `with_room` allocated it with this size and alignment.
            unsafe { dealloc(self.start.cast().as_ptr(), memory) };
        }
    }
}

/// An aligned address that is not 0.
const fn least_address<T>() -> NonZero<usize> {
    let alignment = if align_of::<T>() > ALIGNMENT { align_of::<T>() } else { ALIGNMENT };
    match NonZero::new(alignment) {
        Some(address) => address,
        None => unreachable!(),
    }
}
