//! A block of two axes, moved in tiles.
//!
//! ```text
//! tiles(rows, columns):
//!     if rows or columns are fewer than a tile, or a swizzle keeps fewer together:
//!         tiles of the next shorter registers, or elements one by one
//!     for each panel in the order of the plan:           # `TileOrder::visit`; whole lines of both sides, or one tile
//!         prefetch the rows of a later panel, if the order says so
//!         for each strip of tiles across the panel:
//!             transpose its tiles in registers       # through a stage, if rows crowd and a tile is half a line
//!         move the rows and columns beside it that are fewer than a tile
//! ```
//!
//! The pointers of a strip add the distance of two tiles, so that the decisions and multiplications of a run-time plan are
//! taken once a strip. They would take longer than the tiles.
//!
//! The last tile of a row or column moves back until it ends where the block ends, and writes some elements twice. One or
//! two remaining rows or columns are moved one by one instead. Beside a swizzle all of them are, because chunks begin at
//! multiples of their length there.

use super::axis::TileAxis;
use super::cut::{Cut, Steps};
use super::known::{PlanConst, may_be_around_inside, may_be_narrower, may_crowd};
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

/// The offset, of which the compiler cannot tell how it was computed unless the plan is a constant. Otherwise it keeps a
/// pointer to each row of a tile through a strip, more than there are registers, and reads them from the stack for each
/// tile.
#[inline(always)]
fn opaque<K: PlanConst>(offset: isize) -> isize {
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
const fn is_line([side, width]: [usize; 2], size: usize) -> bool {
    side * size == LINE && width * size == LINE
}

/// Whether a tile is half of a line of elements of `size` bytes on both sides.
const fn is_half_of_line([side, width]: [usize; 2], size: usize) -> bool {
    side * size * 2 == LINE && width * size * 2 == LINE
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
        let cut = Cut::of::<R, SIZE>(
            [(i0, i1), (j0, j1)],
            self.order,
            self.together,
            A::IS_IDENTITY && B::IS_IDENTITY,
        );
        // `rest` gets copies in memory, so that the loops keep their own in registers.
        let for_rest = (*self, cut);
        self.order.visit(
            cut.panels,
            self.order.backwards(self.apart(i0, j0), cut.panel[0] * SIZE, cut.panels[1]),
            #[inline(always)]
            |row, column, backwards| {
                let (i, j) = (i0 + row * cut.panel[0], j0 + column * cut.panel[1]);
                // SAFETY: the panel begins before the ends of the cut, so that each of its tiles, moved back to these
                // ends, lies in the ranges. `expect_later` and `rest` get the cut of the caller's ranges.
                unsafe {
                    if A::IS_IDENTITY && self.order.ahead {
                        self.expect_later(registers, &cut, [row, column], backwards);
                    }
                    self.panel::<K, R, SIZE, EACH>(registers, &cut, [i, j]);
                    if cut.has_rest && cut.ends_group([row, column]) {
                        for_rest.0.rest(&for_rest.1, [row, column]);
                    }
                }
            },
        );
    }

    /// Moves the tiles of the panel at a row and a column, strip by strip. The last ones move back until they end where
    /// the cut ends, and write some elements again, with equal values.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles). The row and the column are less than the ends of the cut, which has the
    /// rows and columns of a tile.
    #[inline(always)]
    unsafe fn panel<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        cut: &Cut,
        start: [usize; 2],
    ) {
        let tile = tile_extents::<R>(SIZE);
        if const { is_line(tile_extents::<R>(SIZE), SIZE) } {
            let i = start[0].min(cut.ends[0] - tile[0]);
            let j = start[1].min(cut.ends[1] - tile[1]);
            // SAFETY: the panel is one tile, and this one ends within the cut.
            return unsafe { self.tile::<R, SIZE, EACH, false>(registers, i, j) };
        }
        if const { A::IS_IDENTITY && B::IS_IDENTITY && may_crowd::<K>() }
            && const { is_half_of_line(tile_extents::<R>(SIZE), SIZE) }
            && self.order.is_crowded()
            && start[0] + 2 * tile[0] <= cut.ends[0]
            && start[1] + 2 * tile[1] <= cut.ends[1]
        {
            // SAFETY: the square lies within the cut, by the line above.
            return unsafe { self.staged::<R, SIZE, EACH>(registers, start[0], start[1]) };
        }
        let steps =
            |axis: usize| Steps::of(start[axis], cut.panel[axis], cut.ends[axis], tile[axis]);
        let (rows, columns, down) = (steps(0), steps(1), self.order.goes_down());
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

    /// Prefetches the rows of a panel [`AHEAD`] steps later on the diagonal.
    ///
    /// # Safety
    /// `cut` is of ranges of this block.
    #[inline(always)]
    unsafe fn expect_later<R: Registers>(
        &self,
        registers: R,
        cut: &Cut,
        [row, column]: [usize; 2],
        backwards: bool,
    ) {
        let [rows, columns] = cut.panels;
        let next = if backwards { row.wrapping_sub(AHEAD) } else { row + AHEAD };
        let aside = if backwards { columns - AHEAD % columns } else { AHEAD };
        if next < rows {
            let at = [next, (column + aside) % columns];
            let [(i, side), (j, _)] = [0, 1].map(
                #[inline(always)]
                |axis| {
                    let (start, end) = (cut.starts[axis], cut.ends[axis]);
                    let side = cut.panel[axis].min(end - start);
                    ((start + at[axis] * cut.panel[axis]).min(end - side), side)
                },
            );
            // SAFETY: `i + side` is at most the end of the cut, which lies in the block.
            unsafe { self.expect(registers, side, i, j) };
        }
    }

    /// Moves the rows and columns after the last tiles that are beside a group of panels, one by one, while their lines
    /// are in the first-level cache. Not inlined, so that the loops over the tiles keep their registers.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles) for the ranges that were cut. `panel` is the last one of a group.
    #[cold]
    #[inline(never)]
    unsafe fn rest(&self, cut: &Cut, panel: [usize; 2]) {
        let [beside_rows, beside_columns] = cut.groups_before(panel);
        let ([i_end, j_end], [i1, j1]) = (cut.ends, cut.untils);
        // SAFETY: ranges between a group of panels and the ends of the ranges that were cut.
        unsafe {
            if let Some(rows) = beside_rows {
                self.each(rows, (j_end, j1));
            }
            if let Some((first, until)) = beside_columns {
                // The last group has the corner, too.
                let until = if until == j_end { j1 } else { until };
                for i in i_end..i1 {
                    self.each((i, i + 1), (first, until));
                }
            }
        }
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
        }
    )*};
}
rows! {
    *const T, *const u8;
    *mut T, *mut u8;
}
