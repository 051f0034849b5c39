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
//!         move the rows and columns next to it that are fewer than a tile
//! ```
//!
//! The last tile of a row or column moves back until it ends where the block ends, and writes some elements twice. One or
//! two remaining rows or columns are moved one by one instead. Beside a swizzle all of them are, because chunks begin at
//! multiples of their length there.

use super::axis::TileAxis;
use super::cut::Cut;
use super::known::{PlanConst, may_be_narrower, may_crowd, may_pack};
use super::order::TileOrder;
use super::panel::is_line;
use super::registers::{Registers, has_long_strips, tile_extents};
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
        // A long strip for few rows writes most of them twice: they take a strip half as long.
        let end = i1;
        let few = (i1 - i0) % side;
        let is_halved = const { has_long_strips::<R>(SIZE) && A::IS_IDENTITY && B::IS_IDENTITY }
            && 0 < few
            && few <= side / 2;
        let i1 = if is_halved { end - few } else { end };
        let cut = Cut::of::<R, SIZE>(
            [(i0, i1), (j0, j1)],
            self.order,
            self.together,
            A::IS_IDENTITY && B::IS_IDENTITY,
        );
        // SAFETY: `cut` is of these ranges; the caller's requirements. The last `side / 2` rows lie in the range, because it has
        // a tile; those before `i1` are written again, with equal values.
        unsafe {
            if const { may_crowd::<K>() } && self.order.is_crowded() {
                self.diagonals::<K, R, SIZE, EACH>(registers, cut)
            } else {
                (const { Self::panels_way::<K, R, SIZE, EACH>() })(self, registers, cut)
            }
            if is_halved {
                let narrower = const { Self::narrower::<K, R, SIZE, EACH>() };
                narrower(self, registers, (end - side / 2, end), (j0, j1));
            }
        }
    }

    /// The function that moves panels. Only some matrices need deep panels of tiles of a line. Deep panels have a
    /// separate function, because their loops would take registers from the loops of the other panels.
    const fn panels_way<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>()
    -> unsafe fn(&Self, R, Cut) {
        let is_deep = match &K::PLAN {
            Some(plan) => plan.order.is_deep() || may_pack::<K>(),
            None => true,
        };
        if is_deep && is_line(tile_extents::<R>(SIZE), SIZE) {
            Self::shallow_or_deep::<K, R, SIZE, EACH>
        } else {
            Self::panels::<K, R, SIZE, EACH, false>
        }
    }

    /// Moves the panels of `cut`, deep ones or single tiles of a line.
    ///
    /// # Safety
    /// The requirements of [`panels`](Self::panels).
    #[inline(always)]
    unsafe fn shallow_or_deep<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        cut: Cut,
    ) {
        if self.order.is_deep() {
            return registers.call(DeepTask::<K, _, _, SIZE, EACH> {
                registers,
                block: self,
                cut,
                plan: PhantomData,
            });
        }
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.panels::<K, R, SIZE, EACH, false>(registers, cut) }
    }

    /// Moves the panels of `cut`, row by row or column by column. `DEEP` if a tile of a line may be one of several.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles), of the ranges that were cut.
    #[inline(always)]
    unsafe fn panels<
        K: PlanConst,
        R: Registers,
        const SIZE: usize,
        const EACH: usize,
        const DEEP: bool,
    >(
        &self,
        registers: R,
        cut: Cut,
    ) {
        self.order.visit_panels(
            cut.panels,
            cut.has_squares(SIZE),
            #[inline(always)]
            |row, column| {
                // SAFETY: a panel of the cut; the caller's requirements.
                unsafe {
                    self.panel_and_rest::<K, R, SIZE, EACH, false, DEEP>(
                        registers,
                        cut,
                        [row, column],
                    )
                }
            },
        );
    }

    /// Moves the panels of `cut`, whose rows crowd on both sides, along diagonals.
    ///
    /// # Safety
    /// The requirements of [`panels`](Self::panels).
    #[inline(always)]
    unsafe fn diagonals<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        cut: Cut,
    ) {
        let apart = self.apart(cut.starts[0], cut.starts[1]);
        self.order.visit(
            cut.panels,
            self.order.backwards(apart, cut.panel[0] * SIZE, cut.panels[1]),
            #[inline(always)]
            |row, column, backwards| {
                // SAFETY: a panel of the cut; the caller's requirements.
                unsafe {
                    if A::IS_IDENTITY && self.order.ahead {
                        self.expect_later(registers, &cut, [row, column], backwards);
                    }
                    self.panel_and_rest::<K, R, SIZE, EACH, true, false>(
                        registers,
                        cut,
                        [row, column],
                    );
                }
            },
        );
    }

    /// Moves the panel at a row and a column of the panels of `cut`, whose rows crowd on both sides if `CROWDED` is set.
    /// After the last one of a group, moves the rows or columns that remain next to it.
    ///
    /// # Safety
    /// The requirements of [`panels`](Self::panels). `cut` has the panel.
    #[inline(always)]
    unsafe fn panel_and_rest<
        K: PlanConst,
        R: Registers,
        const SIZE: usize,
        const EACH: usize,
        const CROWDED: bool,
        const DEEP: bool,
    >(
        &self,
        registers: R,
        cut: Cut,
        at: [usize; 2],
    ) {
        let i = cut.starts[0] + at[0] * cut.panel[0];
        let j = cut.starts[1] + at[1] * cut.panel[1];
        // SAFETY: the panel begins before the ends of the cut, so that each of its tiles, moved back to these ends, lies in
        // the ranges.
        unsafe {
            self.panel::<K, R, SIZE, EACH, CROWDED, DEEP>(registers, &cut, [i, j]);
            if cut.has_rest && cut.ends_group(at) {
                // By value, so that the loops keep both in registers.
                Self::rest(*self, cut, at);
            }
        }
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
            let place = |axis: usize| {
                let (start, end) = (cut.starts[axis], cut.ends[axis]);
                let side = cut.panel[axis].min(end - start);
                ((start + at[axis] * cut.panel[axis]).min(end - side), side)
            };
            let ((i, side), (j, _)) = (place(0), place(1));
            // SAFETY: `i + side` is at most the end of the cut, which lies in the block.
            unsafe { self.expect(registers, side, i, j) };
        }
    }

    /// Moves the rows and columns after the last tiles that are next to a group of panels, one by one, while their lines
    /// are in the first-level cache. Not inlined, so that the loops over the tiles keep their registers.
    ///
    /// # Safety
    /// The requirements of [`tiles`](Self::tiles) for the ranges that were cut. `panel` is the last one of a group.
    #[cold]
    #[inline(never)]
    unsafe fn rest(self, cut: Cut, panel: [usize; 2]) {
        let [beside_rows, beside_columns] = cut.groups_before(panel);
        let ([i_end, j_end], [i1, j1]) = (cut.ends, cut.untils);
        // SAFETY: ranges between a group of panels and the ends of the ranges that were cut.
        unsafe {
            if let Some(rows) = beside_rows {
                self.each(rows, (j_end, j1));
            }
            if let Some((first, until)) = beside_columns {
                // The last group also has the corner.
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
}

/// The task to move the deep panels of a cut. Its creator guarantees the requirements of [`TileBlock::panels`].
struct DeepTask<'b, K, R, L, const SIZE: usize, const EACH: usize> {
    registers: R,
    block: &'b L,
    cut: Cut,
    plan: PhantomData<K>,
}

impl<K, R, T, A, B, X, const SIZE: usize, const EACH: usize> Task
    for DeepTask<'_, K, R, TileBlock<T, A, B, X>, SIZE, EACH>
where
    K: PlanConst,
    R: Registers,
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
    X: TileAxis,
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // By value, so that the loops keep the block in registers.
        let block = *self.block;
        // SAFETY: the creator of this `DeepTask` guarantees the requirements.
        unsafe { block.panels::<K, R, SIZE, EACH, true>(self.registers, self.cut) }
    }
}
