//! A block of two axes, whose elements go from one side to the other in square tiles.

use super::axis::Axis;
use super::order::TileOrder;
use super::registers::{Registers, Rows, transpose};
use crate::kernel::side::Side;
use crate::swizzle::Outer;
use core::mem::MaybeUninit;

/// So many tiles along a diagonal the memory is given to bring what they read.
const AHEAD: usize = 6;

/// A part of the two axes, at a place of the loops around it.
#[derive(Clone, Copy)]
pub(super) struct Block<T, A, B, X> {
    pub(super) from: Side<*const T, A>,
    pub(super) to: Side<*mut T, B>,
    /// Where it starts on both sides.
    pub(super) at: [isize; 2],
    /// Neighbours in the destination: where they are in the source.
    pub(super) rows: X,
    /// Neighbours in the source: where they are in the destination.
    pub(super) columns: X,
    /// At most so many neighbours are moved at once.
    pub(super) together: usize,
    pub(super) order: TileOrder,
}

impl<T: Copy, A: Outer, B: Outer, X: Axis> Block<T, A, B, X> {
    /// The elements of some rows and columns, one by one.
    #[inline(always)]
    pub(super) unsafe fn each(&self, (i0, i1): (usize, usize), (j0, j1): (usize, usize)) {
        for j in j0..j1 {
            for i in i0..i1 {
                // SAFETY: a coordinate of both sides. `MaybeUninit`: whatever the bytes are.
                unsafe {
                    let from = self.from.at(self.at[0] + self.rows.offset(i) + j as isize);
                    let to = self.to.at(self.at[1] + self.columns.offset(j) + i as isize);
                    *to.cast() = *from.cast::<MaybeUninit<T>>();
                }
            }
        }
    }

    /// The first rows, whole tiles of them, past the caches.
    #[inline(always)]
    pub(super) unsafe fn streamed<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        rows: usize,
    ) {
        let (side, columns) = (R::BYTES / SIZE, self.columns.len());
        for j in (0..columns).step_by(side) {
            let j = j.min(columns - side);
            for i in (0..rows).step_by(side) {
                // SAFETY: a whole tile of elements, the last one moved back to the end of the columns: the elements it
                // shares with the one before are written twice, and are the same.
                unsafe {
                    self.expect(registers, side, i + side, j);
                    self.tile::<R, SIZE, EACH, true>(registers, i, j);
                }
            }
        }
    }

    /// The elements of some rows and columns in square tiles; what is narrower than a tile in narrower ones,
    /// and one by one in the end.
    #[inline(always)]
    pub(super) unsafe fn tiles<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        (i0, i1): (usize, usize),
        (j0, j1): (usize, usize),
    ) {
        let side = R::BYTES / SIZE;
        if side > self.together || i1 - i0 < side || j1 - j0 < side {
            // SAFETY: the same elements.
            return unsafe {
                if R::BYTES > 16 {
                    self.tiles::<R::Narrow, SIZE, EACH>(registers.narrow(), (i0, i1), (j0, j1))
                } else {
                    self.each((i0, i1), (j0, j1))
                }
            };
        }
        // Chunks beside a swizzle are those of its multiples: the last tile cannot reach back.
        let reaches_back = A::IS_IDENTITY && B::IS_IDENTITY;
        let (i_end, j_end) =
            if reaches_back { (i1, j1) } else { (i1 - (i1 - i0) % side, j1 - (j1 - j0) % side) };
        let tiles = [(i_end - i0).div_ceil(side), (j_end - j0).div_ceil(side)];
        self.order.visit(
            tiles,
            #[inline(always)]
            |row, column| {
                // SAFETY: as in `streamed`.
                unsafe {
                    if A::IS_IDENTITY && self.order.ahead && row + AHEAD < tiles[0] {
                        let (i, j) =
                            (i0 + (row + AHEAD) * side, j0 + (column + AHEAD) % tiles[1] * side);
                        self.expect(registers, side, i.min(i_end - side), j.min(j_end - side));
                    }
                    let (i, j) = (i0 + row * side, j0 + column * side);
                    self.tile::<R, SIZE, EACH, false>(
                        registers,
                        i.min(i_end - side),
                        j.min(j_end - side),
                    );
                }
            },
        );
        // SAFETY: what no tile has.
        unsafe {
            self.each((i_end, i1), (j0, j1));
            self.each((i0, i_end), (j_end, j1));
        }
    }

    /// Asks for what the tile at `i` and `j` reads, or the one after it where the rows end: the strides of large
    /// arrays are too long for the processor to see.
    ///
    /// # Safety
    /// The block has the rows of a tile.
    #[inline(always)]
    unsafe fn expect<R: Registers>(&self, registers: R, side: usize, i: usize, j: usize) {
        let (i, j) = if i + side > self.rows.len() { (0, j + side) } else { (i, j) };
        // SAFETY: the rows of a tile after this one, or those of the first.
        let rows = unsafe { self.rows.part(i, side) };
        for k in 0..side {
            let at = self.at[0].wrapping_add(rows.offset(k)).wrapping_add(j as isize);
            registers.prefetch(self.from.origin.wrapping_offset(at).cast());
        }
    }

    #[inline(always)]
    pub(super) unsafe fn tile<
        R: Registers,
        const SIZE: usize,
        const EACH: usize,
        const STREAM: bool,
    >(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let side = R::BYTES / SIZE;
        let [source, written] = self.at;
        // SAFETY: the caller's tile is one of the block.
        let (rows, columns) = unsafe { (self.rows.part(i, side), self.columns.part(j, side)) };
        let from = Lines { side: self.from, at: source + j as isize, axis: rows };
        let to = Lines { side: self.to, at: written + i as isize, axis: columns };
        // SAFETY: a tile of elements of both sides, of a type whose bytes are initialised.
        unsafe { transpose::<R, SIZE, EACH, STREAM>(registers, &from, &to) }
    }
}

/// The rows of a tile of one side: elements of an axis.
struct Lines<S, X> {
    side: S,
    at: isize,
    axis: X,
}

impl<T, O: Outer, X: Axis> Rows for Lines<Side<*const T, O>, X> {
    type Pointer = *const u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *const u8 {
        // SAFETY: the caller's row is one of coordinates. Where nothing is swizzled it is reached from the first,
        // so that the compiler multiplies nothing for each tile.
        unsafe {
            if O::IS_IDENTITY {
                self.side.at(self.at + self.axis.start()).offset(self.axis.step(i)).cast()
            } else {
                self.side.at(self.at + self.axis.offset(i)).cast()
            }
        }
    }
}

impl<T, O: Outer, X: Axis> Rows for Lines<Side<*mut T, O>, X> {
    type Pointer = *mut u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *mut u8 {
        // SAFETY: the caller's row is one of coordinates. Where nothing is swizzled it is reached from the first,
        // so that the compiler multiplies nothing for each tile.
        unsafe {
            if O::IS_IDENTITY {
                self.side.at(self.at + self.axis.start()).offset(self.axis.step(i)).cast()
            } else {
                self.side.at(self.at + self.axis.offset(i)).cast()
            }
        }
    }
}
