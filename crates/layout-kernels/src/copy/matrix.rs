//! A transposed matrix: two loops that need no plan.
//!
//! A plan has room for as many loops as a layout may have. To write and to read it takes longer than to transpose a small
//! matrix.

use super::axis::LoopAxis;
use super::block::TileBlock;
use super::few::Pair;
use super::known::{PlanConst, RuntimePlan};
use super::move_block::{MoveBlock, OneByOne};
use super::narrow::NarrowAxes;
use super::order::TileOrder;
use super::plan::{ALL, STREAM_FROM};
use super::registers::Registers;
use super::run::{Piece, RegisterCopy};
use super::tiles::{BLOCK, Transposing, parts_of};
use crate::nest::Loop;
use crate::side::Side;
use static_layout::internal::NoMap;

/// A matrix whose neighbours in the source become those of a column of the destination.
#[derive(Clone, Copy)]
pub(super) struct Matrix<T> {
    /// The loop over neighbours in the destination, and the one over neighbours in the source.
    pub(super) pair: Pair,
    /// Whether every byte of the elements is initialized.
    pub(super) initialised: bool,
    pub(super) from: Side<*const T, NoMap>,
    pub(super) to: Side<*mut T, NoMap>,
}

impl<T: Copy> RegisterCopy for Matrix<T> {
    const CALLS: bool = true;
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        let Self { pair: Pair([row, column]), initialised, from, to } = self;
        let apart = column.strides[1] as usize * size_of::<T>();
        let streams = initialised
            && R::BYTES > 0
            && self.size() * size_of::<T>() >= STREAM_FROM
            && (to.origin.addr() | apart).is_multiple_of(R::BYTES);
        let piece = Piece {
            from,
            to,
            at: [0; 2],
            inner: row,
            outer: column,
            together: ALL,
            streams: [streams; 2],
        };
        // SAFETY: the caller's requirements. `Pair::is_transposed` has found the neighbours.
        unsafe { self.any_transposed(registers, piece) };
        if streams {
            registers.fence();
        }
    }
}

impl<T: Copy> Matrix<T> {
    /// Moves elements one by one. Not inlined, because it is the same function for each machine.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`].
    #[inline(never)]
    unsafe fn each(self) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.blocks::<RuntimePlan, _>(BLOCK, OneByOne) }
    }
}

impl<T: Copy> Transposing<T, NoMap, NoMap> for Matrix<T> {
    #[inline(always)]
    fn size(&self) -> usize {
        let Pair([row, column]) = self.pair;
        row.extent * column.extent
    }
    #[inline(always)]
    fn initialised(&self) -> bool {
        self.initialised
    }
    #[inline(always)]
    fn order(&self) -> TileOrder {
        TileOrder::of_matrix(self.pair.0, size_of::<T>())
    }
    #[inline(always)]
    fn single(&self) -> Option<[Loop<2>; 2]> {
        Some(self.pair.0)
    }
    #[inline(always)]
    fn narrow(self, mut f: impl FnMut(NarrowAxes<T, NoMap, NoMap>)) {
        let Self { pair: Pair([row, column]), from, to, .. } = self;
        f(NarrowAxes { from, to, at: [0; 2], row, column })
    }
    #[inline(always)]
    unsafe fn one_by_one<K: PlanConst, R>(self, _: R, _: Piece<T, NoMap, NoMap>) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.each() }
    }
    #[inline(always)]
    unsafe fn blocks<K: PlanConst, E: MoveBlock<T, NoMap, NoMap>>(
        self,
        block: [usize; 2],
        each: E,
    ) {
        let Self { pair: Pair([row, column]), from, to, .. } = self;
        let rows = LoopAxis { first: 0, len: row.extent, stride: row.strides[0] };
        let columns = LoopAxis { first: 0, len: column.extent, stride: column.strides[1] };
        let order = self.order();
        parts_of(
            block,
            rows,
            columns,
            #[inline(always)]
            |[i, j], rows, columns| {
                let at = [j as isize, i as isize];
                // SAFETY: the block is a part of the two loops, whose steps are coordinates of both sides (rule K). The sides
                // do not overlap, by the caller's guarantee.
                unsafe {
                    each.block(TileBlock { from, to, at, rows, columns, together: ALL, order })
                }
            },
        );
    }
}
