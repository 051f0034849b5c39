//! A panel of tiles, moved strip by strip.
//!
//! The pointers of a strip add the distance of two tiles, so that the decisions and multiplications of a run-time plan are
//! taken once a strip. They would take longer than the tiles.

use super::axis::TileAxis;
use super::block::TileBlock;
use super::cut::{Cut, Steps};
use super::known::PlanConst;
use super::order::LINE;
use super::registers::{Registers, RowPointers, has_long_strips, tile_extents, transpose};
use crate::side::Side;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// The offset, hidden from the compiler unless the plan is a constant. A compiler that knows how it was computed keeps a pointer to
/// each row of a tile through a strip, more than there are registers, and reads them from the stack for each tile; for elements
/// one by one as well.
#[inline(always)]
pub(super) fn opaque<K: PlanConst>(offset: isize) -> isize {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if const { K::PLAN.is_none() } {
        let mut offset = offset;
        // SAFETY: the text is a comment, so that no instruction runs, and the register keeps its value.
        unsafe {
            core::arch::asm!(
                "/* {0} */",
                inout(reg) offset,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        return offset;
    }
    offset
}

/// Whether a tile is a line of elements of `size` bytes on both sides.
pub(super) const fn is_line([side, width]: [usize; 2], size: usize) -> bool {
    side * size == LINE && width * size == LINE
}

/// Whether a tile is half of a line of elements of `size` bytes on both sides.
const fn is_half_of_line([side, width]: [usize; 2], size: usize) -> bool {
    side * size * 2 == LINE && width * size * 2 == LINE
}

/// The numbers of tiles along the sides of a square of lines of elements of `size` bytes.
const fn tiles_of_lines([side, width]: [usize; 2], size: usize) -> [usize; 2] {
    [LINE / size / side, LINE / size / width]
}

impl<T: Copy, A: OffsetMap, B: OffsetMap, X: TileAxis> TileBlock<T, A, B, X> {
    /// Moves the tiles of the panel at a row and a column, strip by strip. The last ones move back until they end where
    /// the cut ends, and write some elements again, with equal values.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). The row and the column are less than the ends of the cut, which has the
    /// rows and columns of a tile.
    #[inline(always)]
    pub(super) unsafe fn panel<
        K: PlanConst,
        R: Registers,
        const SIZE: usize,
        const EACH: usize,
        const CROWDED: bool,
        const DEEP: bool,
    >(
        &self,
        registers: R,
        cut: &Cut,
        start: [usize; 2],
    ) {
        let tile = tile_extents::<R>(SIZE);
        if const { is_line(tile_extents::<R>(SIZE), SIZE) && !DEEP } {
            let i = start[0].min(cut.ends[0] - tile[0]);
            let j = start[1].min(cut.ends[1] - tile[1]);
            // SAFETY: the panel is one tile, and this one ends within the cut.
            return unsafe { self.tile::<R, SIZE, EACH, false>(registers, i, j) };
        }
        if const { CROWDED && A::IS_IDENTITY && B::IS_IDENTITY }
            && const { is_half_of_line(tile_extents::<R>(SIZE), SIZE) }
            && start[0] + 2 * tile[0] <= cut.ends[0]
            && start[1] + 2 * tile[1] <= cut.ends[1]
        {
            // SAFETY: the square lies within the cut, by the line above.
            return unsafe { self.staged::<R, SIZE, EACH>(registers, start[0], start[1]) };
        }
        // Not for bytes: two copies of their long tiles are slower than one.
        if const { A::IS_IDENTITY && B::IS_IDENTITY && X::IS_ONE_LOOP && SIZE > 1 }
            && let Some([i, j]) = cut.whole_square(start, SIZE)
        {
            // SAFETY: the square of lines lies within the cut.
            return unsafe { self.lines::<K, R, SIZE, EACH>(registers, i, j) };
        }
        let steps =
            |axis: usize| Steps::of(start[axis], cut.panel[axis], cut.ends[axis], tile[axis]);
        let down = CROWDED
            || !const { has_long_strips::<R>(SIZE) } && self.order.goes_down()
            || cut.panel[1] == tile[1];
        let (rows, columns) = (steps(0), steps(1));
        let (outer, inner) = if down { (columns, rows) } else { (rows, columns) };
        outer.visit(
            tile[down as usize],
            #[inline(always)]
            |x| {
                let first = if down { [inner.first, x] } else { [x, inner.first] };
                // SAFETY: the steps of both axes lead to tiles that end within the cut.
                unsafe { self.strip::<K, R, SIZE, EACH>(registers, first, inner, down) }
            },
        );
    }

    /// Moves the square of two by two tiles at row `i` and column `j`. Its rows crowd on both sides, so that a line leaves
    /// the first-level cache before the next tile uses its other half. Therefore the tiles are collected on the stack, and
    /// each line is read and written once.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). The square lies in the block, a tile is half of a line on both sides,
    /// and no side is swizzled.
    #[inline(always)]
    unsafe fn staged<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let ([side, _], [source, written]) = (tile_extents::<R>(SIZE), self.at);
        let mut stage = Stage([MaybeUninit::uninit(); LINE / 2]);
        let stage: *mut u8 = stage.0.as_mut_ptr().cast();
        for x in 0..2 {
            for y in 0..2 {
                // SAFETY: the tiles lie in the square. The stage has `2 * side` lines, at most `LINE / 2`; tile `(x, y)`
                // has half `x` of `side` lines from line `y * side` on, aligned to a register. The other requirements are
                // the caller's.
                unsafe {
                    let axis = self.rows.part(i + x * side, side);
                    let at = source + (j + y * side) as isize;
                    let from = TileRows { side: self.from, at, axis };
                    let to = StageRows(stage.add(y * side * LINE + x * R::BYTES));
                    transpose::<R, SIZE, EACH, false>(registers, &from, &to);
                }
            }
        }
        for k in 0..2 * side {
            // SAFETY: column `j + k` of the square, with `2 * side` neighbours in the destination, a line; the loops above
            // have written line `k` of the stage.
            unsafe {
                let offset = written + self.columns.offset(j + k) + i as isize;
                let (to, from) = (self.to.at(offset).cast::<u8>(), stage.add(k * LINE));
                let halves = [registers.load(from), registers.load(from.add(R::BYTES))];
                registers.store(to, halves[0]);
                registers.store(to.add(R::BYTES), halves[1]);
            }
        }
    }

    /// Moves the square of lines at row `i` and column `j`, in tiles down the rows.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). The square lies in the block, and no side is swizzled.
    #[inline(always)]
    unsafe fn lines<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let [side, width] = tile_extents::<R>(SIZE);
        let [down, across] = const { tiles_of_lines(tile_extents::<R>(SIZE), SIZE) };
        // SAFETY: the first tile of the square, which lies in the block.
        let (mut from, mut to) = unsafe { self.rows_of_tile::<R, SIZE>(i, j) };
        let [far, wide] = [from.axis.step(side), to.axis.step(width)];
        for _ in 0..across {
            for _ in 0..down {
                // SAFETY: the requirements of `tile`, by the caller's guarantee for each tile of the square.
                unsafe { transpose::<R, SIZE, EACH, false>(registers, &from, &to) };
                from.at = opaque::<K>(from.at.wrapping_add(far));
                to.at = opaque::<K>(to.at.wrapping_add(side as isize));
            }
            // After the last tile, these offsets are used no more, and may wrap.
            from.at =
                from.at.wrapping_add(width as isize).wrapping_sub(far.wrapping_mul(down as isize));
            to.at = to.at.wrapping_add(wide).wrapping_sub((down * side) as isize);
        }
    }

    /// Moves tiles one after the other, from the one at a row and a column on, down the rows or along the columns.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). Each tile lies in the block.
    #[inline(always)]
    unsafe fn strip<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        [i, j]: [usize; 2],
        steps: Steps,
        down: bool,
    ) {
        let length = tile_extents::<R>(SIZE)[!down as usize];
        if const { A::IS_IDENTITY && B::IS_IDENTITY && X::IS_ONE_LOOP } {
            // SAFETY: the tile lies in the block, by the caller's guarantee.
            let (mut from, mut to) = unsafe { self.rows_of_tile::<R, SIZE>(i, j) };
            // The distances on both sides: multiplications once a strip, and not for each tile.
            let distances = |n: usize| {
                let n_ahead = n as isize;
                if down { [from.axis.step(n), n_ahead] } else { [n_ahead, to.axis.step(n)] }
            };
            let (next, back) = (distances(length), distances(steps.back));
            let (mut left, mut moves_back) = (steps.adjacent, steps.back > 0);
            loop {
                for _ in 0..left {
                    // SAFETY: the requirements of `tile`, by the caller's guarantee for each tile of the strip.
                    unsafe { transpose::<R, SIZE, EACH, false>(registers, &from, &to) };
                    // After the last tile, these offsets are used no more, and may wrap.
                    from.at = opaque::<K>(from.at.wrapping_add(next[0]));
                    to.at = opaque::<K>(to.at.wrapping_add(next[1]));
                }
                if !moves_back {
                    return;
                }
                from.at = from.at.wrapping_sub(back[0]);
                to.at = to.at.wrapping_sub(back[1]);
                (left, moves_back) = (1, false);
            }
        }
        steps.visit(
            length,
            #[inline(always)]
            |x| {
                let [i, j] = if down { [x, j] } else { [i, x] };
                // SAFETY: the tile lies in the block, by the caller's guarantee.
                unsafe { self.tile::<R, SIZE, EACH, false>(registers, i, j) }
            },
        );
    }

    /// Moves the square of as many rows and columns as a tile has rows, at row `i` and column `j`.
    ///
    /// # Safety
    /// The requirements of [`tile`](Self::tile), for each tile of the square.
    #[inline(always)]
    pub(super) unsafe fn square<
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
    unsafe fn tile<R: Registers, const SIZE: usize, const EACH: usize, const STREAM: bool>(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        // SAFETY: `EACH * SIZE` is 16, and the bytes of `T` are initialized, by the caller's guarantee. The rows are those
        // of a tile, which the caller guarantees to lie in the block, aligned if it is streamed.
        unsafe {
            let (from, to) = self.rows_of_tile::<R, SIZE>(i, j);
            transpose::<R, SIZE, EACH, STREAM>(registers, &from, &to)
        }
    }

    /// The rows of the tile at row `i` and column `j` on both sides.
    ///
    /// # Safety
    /// The tile lies in the block.
    #[inline(always)]
    unsafe fn rows_of_tile<R: Registers, const SIZE: usize>(
        &self,
        i: usize,
        j: usize,
    ) -> (RowsOf<*const T, A, X>, RowsOf<*mut T, B, X>) {
        let ([side, width], [source, written]) = (tile_extents::<R>(SIZE), self.at);
        // SAFETY: the caller guarantees that the tile lies in the block.
        let (rows, columns) = unsafe { (self.rows.part(i, side), self.columns.part(j, width)) };
        (
            TileRows { side: self.from, at: source + j as isize, axis: rows },
            TileRows { side: self.to, at: written + i as isize, axis: columns },
        )
    }
}

/// Room for a square of whole lines, of elements of at least two bytes.
#[repr(align(64))]
struct Stage([MaybeUninit<[u8; LINE]>; LINE / 2]);

/// Rows of a tile in a [`Stage`], from a pointer on.
struct StageRows(*mut u8);

impl RowPointers for StageRows {
    type Pointer = *mut u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that the tile, a part of the stage, has the row.
        unsafe { self.0.add(i * LINE) }
    }
}

/// The rows of a tile on one side, one for each element of an axis.
struct TileRows<S, X> {
    side: S,
    at: isize,
    axis: X,
}

/// [`TileRows`] of a side with pointers `P`.
type RowsOf<P, O, X> = TileRows<Side<P, O>, X>;

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
            #[inline(always)]
            unsafe fn after(&self, before: $bytes, i: usize) -> $bytes {
                if const { O::IS_IDENTITY && X::IS_ONE_LOOP } {
                    return before.wrapping_byte_offset(self.axis.step(1) * size_of::<T>() as isize);
                }
                // SAFETY: the caller guarantees the row.
                unsafe { self.row(i) }
            }
        }
    )*};
}
rows! {
    *const T, *const u8;
    *mut T, *mut u8;
}
