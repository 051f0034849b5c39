//! The ways to move a block: in tiles, in a function of its own, or element by element.

use super::axis::TileAxis;
use super::block::TileBlock;
use super::known::{PlanConst, may_be_around_inside};
use super::registers::{Registers, tile_extents};
use crate::simd::{Machine, Task};
use core::marker::PhantomData;
use static_layout::internal::OffsetMap;

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
