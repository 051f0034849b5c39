//! Blocks that are moved between packed rows on the stack.
//!
//! Rows a multiple of 4096 bytes apart begin in one set of the first-level cache, which holds fewer lines than a tile has rows.
//! A block of such rows is therefore copied row by row, several lines at a time, which lie in different sets:
//!
//! ```text
//! for each block of the two axes:
//!     if the source is packed:       copy its rows to the stack
//!     move the block in tiles        from the stack or the source, to the stack or the destination
//!     if the destination is packed:  copy its rows from the stack
//! ```

use super::axis::TileAxis;
use super::block::TileBlock;
use super::move_block::MoveBlock;
use super::order::TileOrder;
use super::registers::Registers;
use crate::simd::{Machine, Task};
use core::mem::MaybeUninit;
use core::ptr;
use static_layout::internal::OffsetMap;

/// The size of the room in bytes, which the first-level cache holds.
const ROOM: usize = 32 << 10;

/// Room for a packed block: of one side, or a half for each.
#[repr(align(64))]
struct Room([MaybeUninit<u8>; ROOM]);

/// The number of neighbours in the destination, and of neighbours in the source, of a block of elements of `bytes` bytes, by the
/// sides that are packed. `None` if none is.
pub(super) const fn packed_block(packs: [bool; 2], bytes: usize) -> Option<[usize; 2]> {
    /// The number of elements along the side with shorter runs.
    const SHORT: usize = 64;
    match packs {
        [false, false] => None,
        [true, false] => Some([SHORT, ROOM / 2 / SHORT / bytes]),
        [false, true] => Some([ROOM / SHORT / bytes, SHORT]),
        [true, true] => Some([ROOM / 2 / SHORT / bytes, SHORT]),
    }
}

/// Moves a block by `each` between packed rows.
pub(super) struct Packed<M, E> {
    /// The machine that the code is compiled for.
    pub(super) machine: M,
    /// Whether the source and the destination are packed.
    pub(super) packs: [bool; 2],
    pub(super) each: E,
}

impl<T, A, B, M, E> MoveBlock<T, A, B> for Packed<M, E>
where
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
    M: Registers,
    E: MoveBlock<T, A, B>,
{
    #[inline(always)]
    unsafe fn block<X: TileAxis>(&self, block: TileBlock<T, A, B, X>) {
        if const { !(X::IS_ONE_LOOP && A::IS_IDENTITY && B::IS_IDENTITY) } {
            // SAFETY: the function called has the requirements of this one, which the caller guarantees.
            return unsafe { self.each.block(block) };
        }
        // SAFETY: the caller's requirements. The axes are one loop, and no side is swizzled.
        unsafe { self.packed(&block) }
    }
}

impl<M: Registers, E> Packed<M, E> {
    /// Moves a block between packed rows. Not inlined: the stack of a function as large as the room is touched page by page at
    /// each call, which takes longer than a small copy. What runs here are calls of functions compiled for the registers.
    ///
    /// # Safety
    /// The requirements of [`MoveBlock::block`]. Each axis is one loop, and no side is swizzled.
    #[inline(never)]
    unsafe fn packed<T, A, B, X>(&self, block: &TileBlock<T, A, B, X>)
    where
        T: Copy,
        A: OffsetMap,
        B: OffsetMap,
        X: TileAxis,
        E: MoveBlock<T, A, B>,
    {
        let (rows, columns) = (block.rows.len(), block.columns.len());
        let Some(largest) = packed_block(self.packs, size_of::<T>()) else {
            // SAFETY: the function called has the requirements of this one, which the caller guarantees.
            return unsafe { self.each.block(*block) };
        };
        assert!(rows <= largest[0] && columns <= largest[1], "a block has room on the stack");
        let mut room = Room([MaybeUninit::uninit(); ROOM]);
        let source: *mut T = room.0.as_mut_ptr().cast();
        // SAFETY: half of the room.
        let written: *mut T = unsafe { source.byte_add(if self.packs[0] { ROOM / 2 } else { 0 }) };
        let mut packed = TileBlock { order: TileOrder::PACKED, ..*block };
        let copy_rows = |from: *const T, to: *mut T, steps: [isize; 2], rows: usize, n: usize| {
            let bytes = n * size_of::<T>();
            let steps = steps.map(|step| step * size_of::<T>() as isize);
            let (from, to) = (from.cast(), to.cast());
            self.machine.call(RowsTask { machine: self.machine, from, to, steps, rows, bytes });
        };
        if self.packs[0] {
            let pitch = largest[1];
            // SAFETY: the first row of the block, of a coordinate, by the caller's guarantee.
            let from = unsafe { block.from.at(block.at[0] + block.rows.start()) };
            // The rows of the block, which are coordinates, and as many rows of the room: the largest block fills half of it.
            copy_rows(from, source, [block.rows.step(1), pitch as isize], rows, columns);
            packed.from = block.from.with_elements(source);
            packed.at[0] = 0;
            packed.rows = block.rows.packed(pitch);
        }
        if self.packs[1] {
            packed.to = block.to.with_elements(written);
            packed.at[1] = 0;
            packed.columns = block.columns.packed(largest[0]);
        }
        // SAFETY: the caller guarantees the elements of a side that is not packed. A packed side has its rows in the room: the
        // largest block fills the room, or half of it if the source is packed, and `assert!` has compared this block with it. The
        // elements of a packed source are written above.
        unsafe { self.each.block(packed) };
        if self.packs[1] {
            // SAFETY: the first row of the block in the destination, of a coordinate, by the caller's guarantee.
            let to = unsafe { block.to.at(block.at[1] + block.columns.start()) };
            // The rows of the block, all written by `each`.
            let steps = [largest[0] as isize, block.columns.step(1)];
            copy_rows(written, to, steps, columns, rows);
        }
    }
}

/// The task to copy rows of initialized bytes. Its creator guarantees that both sides have them, without overlap.
struct RowsTask<M> {
    machine: M,
    from: *const u8,
    to: *mut u8,
    /// The distances of two rows.
    steps: [isize; 2],
    rows: usize,
    /// The size of a row.
    bytes: usize,
}

impl<R: Registers> Task for RowsTask<R> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { machine, mut from, mut to, steps, rows, bytes } = self;
        for _ in 0..rows {
            // SAFETY: a row of `bytes` bytes on both sides, initialized and without overlap, by the guarantee of the creator of
            // this `RowsTask`. Each register lies in it: the last one ends with it.
            unsafe {
                if R::BYTES == 0 || bytes < R::BYTES {
                    ptr::copy_nonoverlapping(from, to, bytes);
                } else {
                    let mut at = 0;
                    while at + R::BYTES <= bytes {
                        machine.store(to.add(at), machine.load(from.add(at)));
                        at += R::BYTES;
                    }
                    if at < bytes {
                        let at = bytes - R::BYTES;
                        machine.store(to.add(at), machine.load(from.add(at)));
                    }
                }
            }
            // After the last row, these pointers are used no more.
            from = from.wrapping_offset(steps[0]);
            to = to.wrapping_offset(steps[1]);
        }
    }
}
