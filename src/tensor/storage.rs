//! [`Storage`]: an array on the heap, aligned to 64 bytes.

use alloc::alloc::{alloc, dealloc, handle_alloc_error};
use core::alloc::Layout as Memory;
use core::marker::PhantomData;
use core::num::NonZero;
use core::ptr::NonNull;

/// The least alignment in bytes: a cache line, and the widest vector register.
const ALIGNMENT: usize = 64;

/// A boxed slice of stricter alignment.
///
/// Invariant (rule M of `docs/unsafe.md`): `start` points to an allocation of `memory(room)`, or to none if that size
/// is 0 bytes; its first `len` elements are initialized and owned; `len <= room`.
pub(super) struct Storage<T> {
    /// The first element, aligned.
    start: NonNull<T>,
    /// The number of elements that the allocation has space for.
    room: usize,
    /// The number of initialized elements: `room`, except while `generate` runs.
    len: usize,
    owned: PhantomData<T>,
}

// SAFETY: a storage owns its elements and nothing else points to them, so it may move to another thread if `T` may, as
// `Box<[T]>` may.
unsafe impl<T: Send> Send for Storage<T> {}
// SAFETY: a shared storage gives only `&[T]`, which threads may share where `T` is `Sync`.
unsafe impl<T: Sync> Sync for Storage<T> {}

#[layout_macros::at_caller]
impl<T> Storage<T> {
    /// The size and alignment in bytes of an array of `len` elements.
    ///
    /// # Panics
    /// When the size does not fit `isize`.
    #[track_caller]
    fn memory(len: usize) -> Memory {
        match Memory::array::<T>(len).and_then(|array| array.align_to(ALIGNMENT)) {
            Ok(memory) => memory,
            Err(_) => panic!("no array has {len} elements of {} bytes", size_of::<T>()),
        }
    }

    /// An allocation for `room` elements, none of them initialized. `None` when memory runs out.
    #[track_caller]
    fn with_room(room: usize) -> Option<Self> {
        let memory = Self::memory(room);
        let start = if memory.size() == 0 {
            NonNull::without_provenance(const { least_address::<T>() })
        } else {
            // SAFETY: `alloc` requires a size that is not 0, which the branch has found.
            let bytes = unsafe { alloc(memory) };
            NonNull::new(bytes.cast::<T>())?
        };
        Some(Storage { start, room, len: 0, owned: PhantomData })
    }

    /// The elements `f(0)` to `f(room - 1)`. If `f` panics, the elements made before are dropped.
    #[track_caller]
    pub fn generate(room: usize, f: impl FnMut(usize) -> T) -> Self {
        match Self::try_generate(room, f) {
            Some(out) => out,
            None => handle_alloc_error(Self::memory(room)),
        }
    }

    /// [`generate`](Self::generate), with `None` in place of an abort when memory runs out.
    #[track_caller]
    pub fn try_generate(room: usize, mut f: impl FnMut(usize) -> T) -> Option<Self> {
        let mut out = Self::with_room(room)?;
        while out.len < room {
            let element = f(out.len);
            // SAFETY: the allocation has space for `room` elements, and the loop found `len` below `room`.
            unsafe { out.start.add(out.len).write(element) };
            out.len += 1;
        }
        Some(out)
    }

    /// A pointer to the first element; aligned, and dangling if there are no bytes.
    #[inline(always)]
    pub fn start(&self) -> NonNull<T> {
        self.start
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: M: the first `len` elements at `start` are initialized, aligned and owned by `self`, which is
        // borrowed.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: M: the first `len` elements at `start` are initialized, aligned and owned by `self`, which is
        // borrowed exclusively.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T> Drop for Storage<T> {
    fn drop(&mut self) {
        // SAFETY: M: the first `len` elements are initialized and owned; nothing uses them after `drop`.
        unsafe { core::ptr::drop_in_place(self.as_mut_slice()) };
        let memory = Self::memory(self.room);
        if memory.size() > 0 {
            // SAFETY: M: `with_room` allocated it with the size and alignment of `memory(room)`, and `room` never
            // changes.
            unsafe { dealloc(self.start.cast().as_ptr(), memory) };
        }
    }
}

/// An address that is aligned for `T` and not 0, for arrays without bytes.
const fn least_address<T>() -> NonZero<usize> {
    let alignment = if align_of::<T>() > ALIGNMENT { align_of::<T>() } else { ALIGNMENT };
    NonZero::new(alignment).expect("an alignment is not 0")
}
