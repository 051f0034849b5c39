//! A block of two axes, whose elements go from one side to the other in square tiles.

use super::axis::Axis;
use super::known::{Known, may_be_around_inside, may_be_narrower};
use super::order::TileOrder;
use super::registers::{Registers, Rows, transpose};
use crate::side::Side;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

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

/// What moves some rows and columns of a block.
type Part<B, R> = unsafe fn(&B, R, (usize, usize), (usize, usize));

impl<T: Copy, A: OffsetMap, B: OffsetMap, X: Axis> Block<T, A, B, X> {
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
    pub(super) unsafe fn tiles<K: Known, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        (i0, i1): (usize, usize),
        (j0, j1): (usize, usize),
    ) {
        let side = R::BYTES / SIZE;
        if side > self.together || i1 - i0 < side || j1 - j0 < side {
            // SAFETY: the same elements.
            return unsafe {
                (const { Self::narrower::<K, R, SIZE, EACH>() })(
                    self,
                    registers,
                    (i0, i1),
                    (j0, j1),
                )
            };
        }
        // Chunks beside a swizzle are those of its multiples: the last tile cannot reach back.
        let reaches_back = A::IS_IDENTITY && B::IS_IDENTITY;
        let (i_end, j_end) =
            if reaches_back { (i1, j1) } else { (i1 - (i1 - i0) % side, j1 - (j1 - j0) % side) };
        let tiles = [(i_end - i0).div_ceil(side), (j_end - j0).div_ceil(side)];
        let ahead = [AHEAD; 2];
        let back = [AHEAD.wrapping_neg(), tiles[1] - AHEAD % tiles[1]];
        self.order.visit(
            tiles,
            self.order.backwards(self.apart(i0, j0), R::BYTES, tiles[1]),
            #[inline(always)]
            |row, column, backwards| {
                // SAFETY: as in `streamed`.
                unsafe {
                    let [down, along] = if backwards { back } else { ahead };
                    let next = row.wrapping_add(down);
                    if A::IS_IDENTITY && self.order.ahead && next < tiles[0] {
                        let (i, j) = (i0 + next * side, j0 + (column + along) % tiles[1] * side);
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

    /// How many bytes after what it reads the tile at `i` and `j` is written.
    #[inline(always)]
    fn apart(&self, i: usize, j: usize) -> usize {
        let [source, written] = self.at;
        let (rows, columns) = (self.rows.offset(i), self.columns.offset(j));
        let between = (written + columns + i as isize).wrapping_sub(source + rows + j as isize);
        let origins = self.to.origin.addr().wrapping_sub(self.from.origin.addr());
        origins.wrapping_add((between as usize).wrapping_mul(size_of::<T>()))
    }

    /// What moves elements that are too few for a tile, none of them where the plan has no such. In a branch that is
    /// never taken the compiler would still look at tiles of all registers.
    const fn narrower<K: Known, R: Registers, const SIZE: usize, const EACH: usize>()
    -> Part<Self, R> {
        if R::BYTES > 16 && may_be_narrower::<K>(R::BYTES / SIZE) {
            Self::narrower_tiles::<K, R, SIZE, EACH>
        } else {
            Self::no_tiles::<R>
        }
    }

    #[inline(always)]
    unsafe fn narrower_tiles<K: Known, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        rows: (usize, usize),
        columns: (usize, usize),
    ) {
        // SAFETY: the same elements.
        unsafe { self.tiles::<K, R::Narrow, SIZE, EACH>(registers.narrow(), rows, columns) }
    }

    #[inline(always)]
    unsafe fn no_tiles<R>(&self, _: R, rows: (usize, usize), columns: (usize, usize)) {
        // SAFETY: the same elements.
        unsafe { self.each(rows, columns) }
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

/// What is done with every block.
pub(super) trait Each<T, A, B> {
    /// # Safety
    /// The elements of the block must be coordinates of both sides, which do not overlap.
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>);
}

/// Tiles of elements of `SIZE` bytes, all initialised, in the registers of a machine.
pub(super) struct Tiled<R, K, const SIZE: usize, const EACH: usize> {
    pub(super) registers: R,
    /// Written past the caches.
    pub(super) streams: bool,
    pub(super) plan: PhantomData<K>,
}

impl<R: Registers, K, const SIZE: usize, const EACH: usize> Tiled<R, K, SIZE, EACH> {
    /// Elements of a side of a tile.
    pub(super) const fn side(&self) -> usize {
        R::BYTES / SIZE
    }
}

impl<
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
    R: Registers,
    K: Known,
    const SIZE: usize,
    const EACH: usize,
> Each<T, A, B> for Tiled<R, K, SIZE, EACH>
{
    #[inline(always)]
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>) {
        let (rows, columns) = (block.rows.len(), block.columns.len());
        let side = self.side();
        if const { may_be_around_inside::<K>() }
            && block.order.around_inside
            && [rows, columns] == [side; 2]
            && side <= block.together
        {
            // SAFETY: one tile, which is all of the block. What `tiles` decides would be asked for each of them.
            return unsafe { block.tile::<R, SIZE, EACH, false>(self.registers, 0, 0) };
        }
        // SAFETY: all of the block.
        unsafe { (const { Self::way::<T, A, B, X>() })(self, block) }
    }
}

impl<R: Registers, K: Known, const SIZE: usize, const EACH: usize> Tiled<R, K, SIZE, EACH> {
    /// What is never written past the caches is not compiled for it.
    const fn way<T: Copy, A: OffsetMap, B: OffsetMap, X: Axis>()
    -> unsafe fn(&Self, Block<T, A, B, X>) {
        match &K::PLAN {
            Some(plan) if !plan.streams => Self::cached,
            _ if !A::IS_IDENTITY => Self::cached,
            _ => Self::streamed,
        }
    }

    /// # Safety
    /// As [`Each::block`].
    #[inline(always)]
    unsafe fn cached<T: Copy, A: OffsetMap, B: OffsetMap, X: Axis>(
        &self,
        block: Block<T, A, B, X>,
    ) {
        let (rows, columns) = (block.rows.len(), block.columns.len());
        // SAFETY: all of the block.
        unsafe { block.tiles::<K, R, SIZE, EACH>(self.registers, (0, rows), (0, columns)) }
    }

    /// # Safety
    /// As [`Each::block`].
    #[inline(always)]
    unsafe fn streamed<T: Copy, A: OffsetMap, B: OffsetMap, X: Axis>(
        &self,
        block: Block<T, A, B, X>,
    ) {
        let (rows, columns, side) = (block.rows.len(), block.columns.len(), self.side());
        let mut first = 0;
        // SAFETY: all of the block. It is streamed where `can_stream` found that rows of the destination begin at
        // multiples of a register; what does not, the last tiles, is not.
        unsafe {
            if self.streams && rows >= side && columns >= side {
                let whole = rows - rows % side;
                block.streamed::<R, SIZE, EACH>(self.registers, whole);
                first = if whole < rows { rows - side } else { rows };
            }
            if first < rows {
                block.tiles::<K, R, SIZE, EACH>(self.registers, (first, rows), (0, columns));
            }
        }
    }
}

/// One by one.
pub(super) struct OneByOne;

impl<T: Copy, A: OffsetMap, B: OffsetMap> Each<T, A, B> for OneByOne {
    #[inline(always)]
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>) {
        /// Parts of which both sides stay in the nearest cache.
        const SIDE: usize = 32;
        let (rows, columns) = (block.rows.len(), block.columns.len());
        for j in (0..columns).step_by(SIDE) {
            for i in (0..rows).step_by(SIDE) {
                // SAFETY: all of the block.
                unsafe { block.each((i, rows.min(i + SIDE)), (j, columns.min(j + SIDE))) };
            }
        }
    }
}

/// The rows of a tile of one side: elements of an axis.
struct Lines<S, X> {
    side: S,
    at: isize,
    axis: X,
}

macro_rules! rows {
    ($($pointer:ty, $bytes:ty;)*) => {$(
        impl<T, O: OffsetMap, X: Axis> Rows for Lines<Side<$pointer, O>, X> {
            type Pointer = $bytes;
            #[inline(always)]
            unsafe fn row(&self, i: usize) -> $bytes {
                // SAFETY: the caller's row is one of coordinates. Where nothing is swizzled it is reached from the
                // first, so that the compiler multiplies nothing for each tile.
                unsafe {
                    if O::IS_IDENTITY {
                        self.side.at(self.at + self.axis.start()).offset(self.axis.step(i)).cast()
                    } else {
                        self.side.at(self.at + self.axis.offset(i)).cast()
                    }
                }
            }
        }
    )*};
}
rows! {
    *const T, *const u8;
    *mut T, *mut u8;
}
