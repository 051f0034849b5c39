//! A block of two axes, moved in tiles.
//!
//! ```text
//! tiles(rows, columns):
//!     if rows or columns are fewer than a tile, or a swizzle keeps fewer together:
//!         tiles of the next shorter registers, or elements one by one
//!     for each square in the order of the plan:          # `TileOrder::visit`; whole lines of both sides, or one tile
//!         prefetch the rows of a later square, if the order says so
//!         transpose its tiles in registers
//! ```
//!
//! The last tile of a row or column moves back until it ends where the block ends, and writes some elements twice. One or
//! two remaining rows or columns are moved one by one instead. Beside a swizzle all of them are, because chunks begin at
//! multiples of their length there.

use super::axis::TileAxis;
use super::known::{PlanConst, may_be_around_inside, may_be_narrower};
use super::order::{LINE, TileOrder};
use super::registers::{Registers, RowPointers, tile_extents, transpose};
use crate::side::Side;
use crate::simd::{Machine, Task};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// The number of tiles along a diagonal between a prefetch and the tile that reads the rows: the time of a memory
/// access.
const AHEAD: usize = 6;

/// The number of rows or columns up to which elements are moved one by one faster than by another tile.
const FEW: usize = 2;

/// A part of the two axes, at one step of the loops outside.
#[derive(Clone, Copy)]
pub(super) struct TileBlock<T, A, B, X> {
    pub(super) from: Side<*const T, A>,
    pub(super) to: Side<*mut T, B>,
    /// The plain offsets of its first element on both sides.
    pub(super) at: [isize; 2],
    /// The axis of neighbours in the destination, with their offsets in the source.
    pub(super) rows: X,
    /// The axis of neighbours in the source, with their offsets in the destination.
    pub(super) columns: X,
    /// The number of neighbours that may be moved at once.
    pub(super) together: usize,
    pub(super) order: TileOrder,
}

/// A function that moves a range of rows and a range of columns of a block.
type MoveTiles<B, R> = unsafe fn(&B, R, (usize, usize), (usize, usize));

impl<T: Copy, A: OffsetMap, B: OffsetMap, X: TileAxis> TileBlock<T, A, B, X> {
    /// Moves the elements of a range of rows and a range of columns, one by one.
    ///
    /// # Safety
    /// The block consists of coordinates of both sides, which do not overlap, and both ranges lie within its axes.
    #[inline(always)]
    pub(super) unsafe fn each(&self, (i0, i1): (usize, usize), (j0, j1): (usize, usize)) {
        for j in j0..j1 {
            for i in i0..i1 {
                // SAFETY: row `i` and column `j` are a coordinate of both sides, by the caller's guarantee.
                // `MaybeUninit` permits padding.
                unsafe {
                    let from = self.from.at(self.at[0] + self.rows.offset(i) + j as isize);
                    let to = self.to.at(self.at[1] + self.columns.offset(j) + i as isize);
                    *to.cast() = *from.cast::<MaybeUninit<T>>();
                }
            }
        }
    }

    /// Moves the first `rows` rows, a multiple of a tile, past the caches.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). The block has `rows` rows, and columns for a tile. Each of its rows
    /// in the destination is aligned to `R::BYTES` at every multiple of a tile.
    #[inline(always)]
    pub(super) unsafe fn streamed<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        rows: usize,
    ) {
        let ([side, _], columns) = (tile_extents::<R>(SIZE), self.columns.len());
        for j in (0..columns).step_by(side) {
            let j = j.min(columns - side);
            for i in (0..rows).step_by(side) {
                // SAFETY: `j <= columns - side` and `i + side <= rows`, so that the square lies in the block. The
                // last one moved back writes some elements again, with equal values. `i` is a multiple of a tile, so that
                // the caller guarantees the alignment.
                unsafe {
                    self.expect(registers, side, i + side, j);
                    self.square::<R, SIZE, EACH, true>(registers, i, j);
                }
            }
        }
    }

    /// Moves the elements of a range of rows and a range of columns in square tiles. Ranges narrower than a tile take
    /// tiles of shorter registers, and elements one by one in the end.
    ///
    /// # Safety
    /// The block consists of coordinates of both sides, which do not overlap, and both ranges lie within its axes. The
    /// bytes of `T` are initialized, `SIZE` is its size, and `EACH * SIZE` is 16.
    #[inline(always)]
    pub(super) unsafe fn tiles<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        (i0, i1): (usize, usize),
        (j0, j1): (usize, usize),
    ) {
        let [side, width] = tile_extents::<R>(SIZE);
        if side > self.together || i1 - i0 < side || j1 - j0 < width {
            // SAFETY: the same ranges and the same requirements.
            return unsafe {
                (const { Self::narrower::<K, R, SIZE, EACH>() })(
                    self,
                    registers,
                    (i0, i1),
                    (j0, j1),
                )
            };
        }
        // The tiles of a square of whole lines on both sides are moved together.
        let line = const { LINE / SIZE };
        let fits = i1 - i0 >= line && j1 - j0 >= line && line <= self.together;
        let [down, along] = if fits { [line / side, line / width] } else { [1; 2] };
        let [rows, columns] = if fits { [line; 2] } else { [side, width] };
        // The last tile moves back, unless that takes longer than to move the rest. Beside a swizzle, neighbours begin at
        // multiples of a tile, so that it cannot.
        let end = |first: usize, end: usize, length: usize| {
            let rest = (end - first) % length;
            if A::IS_IDENTITY && B::IS_IDENTITY && rest > FEW { end } else { end - rest }
        };
        let (i_end, j_end) = (end(i0, i1, side), end(j0, j1, width));
        let extents = [i_end - i0, j_end - j0];
        // Divisions by constants are shifts.
        let squares = if fits {
            extents.map(|extent| extent.div_ceil(line))
        } else {
            [extents[0].div_ceil(side), extents[1].div_ceil(width)]
        };
        // Known extents leave no test in the loop.
        let are_whole = extents == [squares[0] * rows, squares[1] * columns];
        self.order.visit(
            squares,
            self.order.backwards(self.apart(i0, j0), down * R::BYTES, squares[1]),
            #[inline(always)]
            |row, column, backwards| {
                // SAFETY: `i` is at most `i_end - side` and `j` at most `j_end - width`, so that each tile lies in the
                // ranges. The last tile moved back writes some elements again, with equal values. `expect` needs the
                // rows of a square, which the tests above have found. `each` gets the rows and columns after the last
                // tile, within the caller's ranges.
                unsafe {
                    if A::IS_IDENTITY && self.order.ahead {
                        let next = if backwards { row.wrapping_sub(AHEAD) } else { row + AHEAD };
                        let aside = if backwards { squares[1] - AHEAD % squares[1] } else { AHEAD };
                        if next < squares[0] {
                            let (i, j) = (next * rows, (column + aside) % squares[1] * columns);
                            let (i, j) = (i.min(extents[0] - rows), j.min(extents[1] - columns));
                            self.expect(registers, rows, i0 + i, j0 + j);
                        }
                    }
                    let (i, j) = (i0 + row * rows, j0 + column * columns);
                    let [down, along] = if are_whole {
                        [down, along]
                    } else {
                        [
                            down.min((i_end - i).div_ceil(side)),
                            along.min((j_end - j).div_ceil(width)),
                        ]
                    };
                    let crowds = self.order.is_crowded();
                    // Rows that do not crowd are read whole before the next rows.
                    let [outer, inner] = if crowds { [along, down] } else { [down, along] };
                    for x in 0..outer {
                        for y in 0..inner {
                            let (down, along) = if crowds { (y, x) } else { (x, y) };
                            let (i, j) = (i + down * side, j + along * width);
                            let (i, j) = if are_whole {
                                (i, j)
                            } else {
                                (i.min(i_end - side), j.min(j_end - width))
                            };
                            self.tile::<R, SIZE, EACH, false>(registers, i, j);
                        }
                    }
                    // The rows and columns after the last tile, while their lines are in the first-level cache.
                    let [i_next, j_next] = [i_end.min(i + rows), j_end.min(j + columns)];
                    if i_end < i1 && i_next == i_end {
                        for i in i_end..i1 {
                            self.each((i, i + 1), (j, j_next));
                        }
                    }
                    if j_end < j1 && j_next == j_end {
                        self.each((i, i_next), (j_end, j1));
                    }
                }
            },
        );
        // SAFETY: the corner after the last tile, within the caller's ranges.
        unsafe { self.each((i_end, i1), (j_end, j1)) };
    }

    /// The distance in bytes from the first element that the tile at `i` and `j` reads to the first that it writes.
    #[inline(always)]
    fn apart(&self, i: usize, j: usize) -> usize {
        let [source, written] = self.at;
        let (rows, columns) = (self.rows.offset(i), self.columns.offset(j));
        let between = (written + columns + i as isize).wrapping_sub(source + rows + j as isize);
        let origins = self.to.origin.addr().wrapping_sub(self.from.origin.addr());
        origins.wrapping_add((between as usize).wrapping_mul(size_of::<T>()))
    }

    /// The function for ranges narrower than a tile. Selected in `const`, because the compiler would build the tiles of
    /// all shorter registers for a branch that a constant plan never takes.
    const fn narrower<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>()
    -> MoveTiles<Self, R> {
        if R::BYTES > 16 && may_be_narrower::<K>(tile_extents::<R>(SIZE)) {
            Self::narrower_tiles::<K, R, SIZE, EACH>
        } else {
            Self::no_tiles::<R>
        }
    }

    /// Moves ranges in tiles of shorter registers.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles).
    #[inline(always)]
    unsafe fn narrower_tiles<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        rows: (usize, usize),
        columns: (usize, usize),
    ) {
        // SAFETY: the caller's requirements, which do not depend on the registers.
        unsafe { self.tiles::<K, R::Narrow, SIZE, EACH>(registers.narrow(), rows, columns) }
    }

    /// Moves ranges one by one.
    ///
    /// # Safety
    /// The requirements of [`each`](Self::each).
    #[inline(always)]
    unsafe fn no_tiles<R>(&self, _: R, rows: (usize, usize), columns: (usize, usize)) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.each(rows, columns) }
    }

    /// Prefetches the rows that the tile at `i` and `j` reads, or those of the next column of tiles if there are no
    /// such rows. The processor prefetches no strides as long as those of large arrays.
    ///
    /// # Safety
    /// The block has the rows of a tile.
    #[inline(always)]
    unsafe fn expect<R: Registers>(&self, registers: R, side: usize, i: usize, j: usize) {
        let (i, j) = if i + side > self.rows.len() { (0, j + side) } else { (i, j) };
        // SAFETY: `i + side <= self.rows.len()`, by the line above, or by the caller's guarantee for `i = 0`.
        let rows = unsafe { self.rows.part(i, side) };
        for k in 0..side {
            let at = self.at[0].wrapping_add(rows.offset(k)).wrapping_add(j as isize);
            registers.prefetch(self.from.origin.wrapping_offset(at).cast());
        }
    }

    /// Moves the square of as many rows and columns as a tile has rows, at row `i` and column `j`.
    ///
    /// # Safety
    /// The requirements of [`tile`](Self::tile), for each tile of the square.
    #[inline(always)]
    unsafe fn square<R: Registers, const SIZE: usize, const EACH: usize, const STREAM: bool>(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let [side, width] = tile_extents::<R>(SIZE);
        for k in (0..side).step_by(width) {
            // SAFETY: `k + width <= side`, so that the tile lies in the square; the caller's requirements.
            unsafe { self.tile::<R, SIZE, EACH, STREAM>(registers, i, j + k) };
        }
    }

    /// Transposes the tile at row `i` and column `j`.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). The tile lies in the block. If it is streamed, each of its rows in
    /// the destination is aligned to `R::BYTES`.
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
        let [side, width] = tile_extents::<R>(SIZE);
        let [source, written] = self.at;
        // SAFETY: the caller guarantees that the tile lies in the block.
        let (rows, columns) = unsafe { (self.rows.part(i, side), self.columns.part(j, width)) };
        let from = TileRows { side: self.from, at: source + j as isize, axis: rows };
        let to = TileRows { side: self.to, at: written + i as isize, axis: columns };
        // SAFETY: `EACH * SIZE` is 16, and the bytes of `T` are initialized, by the caller's guarantee. `from` has `side`
        // rows of `width` neighbours, `to` has `width` rows of `side` neighbours, aligned if the tile is streamed.
        unsafe { transpose::<R, SIZE, EACH, STREAM>(registers, &from, &to) }
    }
}

/// A way to move a block.
pub(super) trait MoveBlock<T, A, B> {
    /// Moves the elements of a block.
    ///
    /// # Safety
    /// The elements of the block must be coordinates of both sides, which do not overlap.
    unsafe fn block<X: TileAxis>(&self, block: TileBlock<T, A, B, X>);
}

/// Moves a block in tiles of elements of `SIZE` initialized bytes, in the registers of a machine.
pub(super) struct InTiles<M, R, K, const SIZE: usize, const EACH: usize> {
    /// The machine that the code is compiled for.
    pub(super) machine: M,
    /// Its registers, or narrower ones.
    pub(super) registers: R,
    /// Whether tiles are written past the caches.
    pub(super) streams: bool,
    pub(super) plan: PhantomData<K>,
}

impl<M, R: Registers, K, const SIZE: usize, const EACH: usize> InTiles<M, R, K, SIZE, EACH> {
    /// The number of elements along a side of a square.
    pub(super) const fn side(&self) -> usize {
        tile_extents::<R>(SIZE)[0]
    }

    /// Whether the block is one square.
    #[inline(always)]
    fn is_square<T, A, B, X: TileAxis>(&self, block: &TileBlock<T, A, B, X>) -> bool {
        let side = self.side();
        [block.rows.len(), block.columns.len()] == [side; 2] && side <= block.together
    }
}

impl<
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
    M: Registers,
    R: Registers,
    K: PlanConst,
    const SIZE: usize,
    const EACH: usize,
> MoveBlock<T, A, B> for InTiles<M, R, K, SIZE, EACH>
{
    #[inline(always)]
    unsafe fn block<X: TileAxis>(&self, block: TileBlock<T, A, B, X>) {
        if const { may_be_around_inside::<K>() }
            && block.order.around_inside
            && self.is_square(&block)
        {
            // SAFETY: the block is one square, by the test above; the caller's requirements are those of `square`. Skips
            // the decisions of `tiles`, which would be taken again for each square.
            return unsafe { block.square::<R, SIZE, EACH, false>(self.registers, 0, 0) };
        }
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { (const { Self::way::<T, A, B, X>() })(self, block) }
    }
}

/// Moves a block in a function of its own, which the loops around it call. `SQUARES` moves blocks of one square in these
/// loops themselves: the compiler then computes the pointers to all rows ahead, which takes longer than it saves unless
/// there are many blocks.
pub(super) struct Called<E, const SQUARES: bool>(pub(super) E);

impl<
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
    M: Registers,
    R: Registers,
    K: PlanConst,
    const SIZE: usize,
    const EACH: usize,
    const SQUARES: bool,
> MoveBlock<T, A, B> for Called<InTiles<M, R, K, SIZE, EACH>, SQUARES>
{
    #[inline(always)]
    unsafe fn block<X: TileAxis>(&self, block: TileBlock<T, A, B, X>) {
        let Self(tiles) = self;
        if SQUARES && tiles.is_square(&block) {
            // SAFETY: the block is one square, by the test above; the caller's requirements are those of `square`.
            return unsafe { block.square::<R, SIZE, EACH, false>(tiles.registers, 0, 0) };
        }
        tiles.machine.call(BlockTask { tiles, block: &block })
    }
}

/// The task to move a block in tiles, whose creator guarantees the requirements of [`MoveBlock::block`].
struct BlockTask<'b, E, L> {
    tiles: &'b E,
    block: &'b L,
}

impl<M, R, K, T, A, B, X, const SIZE: usize, const EACH: usize> Task
    for BlockTask<'_, InTiles<M, R, K, SIZE, EACH>, TileBlock<T, A, B, X>>
where
    M: Registers,
    R: Registers,
    K: PlanConst,
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
    X: TileAxis,
{
    type Output = ();

    #[inline(always)]
    fn run<N: Machine>(self, _: N) {
        // SAFETY: the creator of this `BlockTask` guarantees the requirements.
        unsafe {
            (const { InTiles::<M, R, K, SIZE, EACH>::way::<T, A, B, X>() })(self.tiles, *self.block)
        }
    }
}

impl<M: Registers, R: Registers, K: PlanConst, const SIZE: usize, const EACH: usize>
    InTiles<M, R, K, SIZE, EACH>
{
    /// The function that moves a block. A plan that never streams does not compile the code for it.
    const fn way<T: Copy, A: OffsetMap, B: OffsetMap, X: TileAxis>()
    -> unsafe fn(&Self, TileBlock<T, A, B, X>) {
        match &K::PLAN {
            Some(plan) if !plan.streams => Self::cached,
            _ if !A::IS_IDENTITY => Self::cached,
            _ => Self::streamed,
        }
    }

    /// Moves a block through the caches.
    ///
    /// # Safety
    /// The requirements of [`MoveBlock::block`].
    #[inline(always)]
    unsafe fn cached<T: Copy, A: OffsetMap, B: OffsetMap, X: TileAxis>(
        &self,
        block: TileBlock<T, A, B, X>,
    ) {
        let (rows, columns) = (block.rows.len(), block.columns.len());
        // SAFETY: the ranges are the whole block. `Copying::tiled` makes an `InTiles` only for a `T` with initialized
        // bytes, with its size.
        unsafe { block.tiles::<K, R, SIZE, EACH>(self.registers, (0, rows), (0, columns)) }
    }

    /// Moves a block past the caches, as far as it is whole tiles.
    ///
    /// # Safety
    /// The requirements of [`MoveBlock::block`].
    #[inline(always)]
    unsafe fn streamed<T: Copy, A: OffsetMap, B: OffsetMap, X: TileAxis>(
        &self,
        block: TileBlock<T, A, B, X>,
    ) {
        let (rows, columns, side) = (block.rows.len(), block.columns.len(), self.side());
        let mut first = 0;
        // SAFETY: the ranges lie in the block. `self.streams` is set only if `can_stream` found that each row of the
        // destination is aligned to a register; `whole` is a multiple of a tile. The last rows, a tile moved back to an
        // unaligned row, are not streamed.
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

/// Moves a block element by element.
pub(super) struct OneByOne;

impl<T: Copy, A: OffsetMap, B: OffsetMap> MoveBlock<T, A, B> for OneByOne {
    #[inline(always)]
    unsafe fn block<X: TileAxis>(&self, block: TileBlock<T, A, B, X>) {
        /// The side of a square of which both sides fit the first-level cache.
        const SIDE: usize = 32;
        let (rows, columns) = (block.rows.len(), block.columns.len());
        for j in (0..columns).step_by(SIDE) {
            for i in (0..rows).step_by(SIDE) {
                // SAFETY: both ranges end within the axes of the block.
                unsafe { block.each((i, rows.min(i + SIDE)), (j, columns.min(j + SIDE))) };
            }
        }
    }
}

/// The rows of a tile on one side, one for each element of an axis.
struct TileRows<S, X> {
    side: S,
    at: isize,
    axis: X,
}

macro_rules! rows {
    ($($pointer:ty, $bytes:ty;)*) => {$(
        impl<T, O: OffsetMap, X: TileAxis> RowPointers for TileRows<Side<$pointer, O>, X> {
            type Pointer = $bytes;
            #[inline(always)]
            unsafe fn row(&self, i: usize) -> $bytes {
                // SAFETY: row `i` of the tile consists of coordinates, by the caller's guarantee. Without a swizzle the
                // pointer is computed from the first row, so that the compiler needs no multiplication for each tile.
                unsafe {
                    if O::IS_IDENTITY {
                        let start: *const T = self.side.at(self.at + self.axis.start());
                        self.axis.pointer(start, i).cast_mut().cast()
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
