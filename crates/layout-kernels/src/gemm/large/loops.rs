//! The five loops around a tile of a large product, from the outermost cache inwards.
//!
//! ```text
//! product:
//!   turns 1, 2, ..: for each block of columns of C, for each part of the depth     (loops 1 and 2)
//!     parts of a turn: for each block of rows, or a share of its columns           (loop 3, shared by the workers)
//!       MultiplyBlock::columns:
//!         for each panel of NR columns                                             (loop 4)
//!           b = the panel of B: read in place, already packed, or packed now
//!           for each panel of MV vectors of rows                                   (loop 5)
//!             MultiplyBlock::tile:
//!               first panel of columns   pack A: while the tile reads it in place, or before
//!               later panels             read the packed A, prefetch the next panel of B
//!               C = alpha * A * B + beta * C
//! ```
//!
//! * `beta` applies to the first part of the depth; later parts add to C.
//! * B is packed once in each turn, by the parts of the first block of rows. With several workers there are two
//!   buffers, so that workers pack the next turn while others read this one ([`Schedule`] orders them).
//! * B is read in place if the elements of its columns are adjacent, its columns are evenly apart and A has few blocks
//!   of rows. Only a panel with fewer than NR columns is then packed.
//! * Each part packs its block of A into the buffer of its worker, unless the worker's last part had the same block. If the rows of
//!   A are adjacent and its columns evenly apart, the first tile of a panel multiplies vectors read in place and stores them to the
//!   packed panel.

use super::blocks::{Blocks, RegisterTile, VECTORS};
use super::buffer::{Buffer, whole_lines};
use super::cut::{BlockCut, packed};
use super::grid::{Grid, Place};
use super::offsets::SubMatrix;
use super::pack::{Source, pack};
use super::problem::{LargeProblem, LargeTypes};
use super::tile::{Asks, Packs, Target, update};
use super::turns::Schedule;
use super::workers::Workers;
use crate::gemm::atom::Part;
use crate::gemm::input::Input;
use crate::gemm::update::Blend;
use crate::parts::{Parts, Range};
use crate::simd::{Element, Machine, Task, Vectors};

/// Where workers write packed panels.
///
/// Either a block of B, whose panels are written by one worker each before [`Schedule`] lets others read them, or the
/// buffer of one worker, with its block of A and an incomplete panel of B.
struct Panels<T>(*mut T);
// SAFETY: one worker writes each panel, and `Schedule` orders its writes before all reads. `Workers::each` returns after
// all parts, so the buffer outlives the accesses.
unsafe impl<T: Element> Sync for Panels<T> {}

impl<T> Panels<T> {
    fn at(&self, place: usize) -> *mut T {
        self.0.wrapping_add(place)
    }
}

/// The buffer of a worker, whose last panels are its own.
struct Own<T> {
    room: Buffer<T>,
    /// The number of elements before the panels of this worker.
    shared: usize,
    /// The block of rows and the part of the depth of the packed block of A.
    block_of_a: Option<[usize; 2]>,
}

impl<T: Element> Own<T> {
    fn new(shared: usize, own: usize) -> Self {
        Self { room: Buffer::new(shared + own), shared, block_of_a: None }
    }
    fn panels(&mut self) -> Panels<T> {
        Panels(self.room.as_mut_ptr().wrapping_add(self.shared))
    }
}

/// Computes the product: the loops over blocks of columns, parts of the depth and blocks of rows.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may be one of A
/// or B. With several workers, no two coordinates of C may name one element.
pub unsafe fn product<P: LargeTypes, M: Machine, W: Workers>(
    machine: M,
    workers: &W,
    problem: &LargeProblem<'_, P>,
) {
    let (m, n, k) = (problem.c.lanes(), problem.c.steps(), problem.a.block.steps());
    if m == 0 || n == 0 {
        return;
    }
    let cut = BlockCut::of::<P::T, M>([m, n, k]);
    let stride_of_b = stride_in_place(problem, &cut);
    let cut = cut.for_workers(m, workers.count());
    let BlockCut { tile, rows, columns, depth } = cut;
    let grid = Grid::of(&cut, workers.count(), stride_of_b.is_none());
    // One buffer is enough for a single worker: it packs after it has read the previous contents.
    let rooms = workers.count().min(2);
    let turns = Schedule::new(columns.count() * depth.count(), grid.counts(), rooms);

    // The allocation of this thread: first the shared blocks of B, if B is packed; then a panel of B, if it is not, and a block of
    // A. Other workers have the last two in an allocation of their own, which is near them and kept for the next product.
    let [block, panel, len_a] =
        [cut.packed_b(), packed(tile.columns, 1, depth.len), cut.packed_a()]
            .map(|layout| whole_lines::<P::T>(layout.size()));
    let [len_b, len_panel] = if stride_of_b.is_some() { [0, panel] } else { [block, 0] };
    let mut own = Own::<P::T>::new(rooms * len_b, len_panel + len_a);
    let packed_b = Panels(own.room.as_mut_ptr());

    let part_of_turn = |own: &mut Own<P::T>, turn: usize, part: usize| {
        let block_of_columns = columns.get(turn / depth.count());
        let Some(Place { rows: row, columns: share, packs }) = grid.get(part, block_of_columns)
        else {
            return;
        };
        let block_of_a = Some([row, turn % depth.count()]);
        let has_a = own.block_of_a == block_of_a;
        let panels = own.panels();
        let (rows, depth) = (rows.get(row), depth.get(turn % depth.count()));
        let columns = Range { first: block_of_columns.first + share.first, ..share };
        let beta = if depth.first == 0 { problem.update.beta } else { P::T::ONE };
        let at = packed_b.at(turn % rooms * len_b + share.first * depth.len);
        let panels_of_b = match stride_of_b {
            Some(stride) => PanelsOfB::InPlace { stride, last: panels.at(0) },
            None => PanelsOfB::Packed { at, packs },
        };
        let block = BlockOfC::<P> {
            a: Source { block: problem.a.block.part(rows, depth), ..problem.a },
            b: Source { block: problem.b.block.part(columns, depth), ..problem.b },
            panels_of_b,
            c: problem.c.part(rows, columns),
            to: problem.to,
            update: Blend { beta, ..problem.update },
        };
        machine.run(MultiplyBlock { block, packed_a: panels.at(len_panel), has_a });
        own.block_of_a = block_of_a;
    };
    let new = || Own::new(0, len_panel + len_a);
    workers.each(&mut own, new, turns.parts(), |own, i| {
        turns.run(i, |turn, part| part_of_turn(own, turn, part));
    });
}

/// The distance of the columns of B, if its panels are read in place; otherwise `None`.
///
/// Reading in place is as fast as reading packed panels: each step reads the neighbours of the step before.
fn stride_in_place<P: LargeTypes>(problem: &LargeProblem<'_, P>, cut: &BlockCut) -> Option<isize> {
    let block = problem.b.block;
    let bytes = block.lanes().saturating_mul(block.steps()).saturating_mul(size_of::<P::T>());
    let may = P::J::IS_ELEMENT && block.steps() > 0;
    if may && !Blocks::packs_b(cut.tile, cut.rows.count(), bytes) {
        block.steps_run()
    } else {
        None
    }
}

/// A block of C and its operands. `product` makes it from the elements of its caller and places in its buffers.
struct BlockOfC<'a, P: LargeTypes> {
    a: Source<'a, P::I, P::A>,
    b: Source<'a, P::J, P::B>,
    panels_of_b: PanelsOfB<P::T>,
    c: SubMatrix<'a, P::C>,
    to: *mut P::T,
    update: Blend<P::T>,
}

/// Where the panels of a block of B are read.
#[derive(Clone, Copy)]
enum PanelsOfB<T> {
    /// In place, with columns `stride` apart. An incomplete panel is packed to `last`.
    InPlace { stride: isize, last: *mut T },
    /// Packed from `at` on, one after the other.
    Packed {
        at: *mut T,
        /// Whether this part packs them. Otherwise another part has packed them.
        packs: bool,
    },
}

/// The most panels of B that are packed together: neighbours in a line of a cache, in a part of the second one.
const TOGETHER: usize = 16;

/// Computes a block of C. `packed_a` is the worker's buffer for a block of A.
struct MultiplyBlock<'a, P: LargeTypes> {
    block: BlockOfC<'a, P>,
    packed_a: *mut P::T,
    /// Whether the block of A is packed there, since the worker's last part had it.
    has_a: bool,
}

impl<P: LargeTypes> Task for MultiplyBlock<'_, P> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let v = P::T::vectors(machine);
        match const { RegisterTile::of::<P::T, M>().columns } {
            8 => self.columns::<<P::T as Element>::On<M>, 8>(v),
            _ => self.columns::<<P::T as Element>::On<M>, 4>(v),
        }
    }
}

impl<P: LargeTypes> MultiplyBlock<'_, P> {
    /// Loops 4 and 5: for each panel of B, which stays in the first cache, all panels of A.
    #[inline(always)]
    fn columns<V: Vectors<P::T>, const NR: usize>(self, v: V) {
        let BlockOfC { b, c, .. } = self.block;
        let tall = VECTORS * V::LANES;
        let ways = Ways::of(&self.block, self.pack_together(tall), NR);
        let panels = Parts::of_length(c.lanes(), tall);
        for columns in Parts::of_length(c.steps(), NR).iter() {
            let panel = Source { block: b.block.part(columns, Range::all(b.block.steps())), ..b };
            let b = self.panel_of_b::<V, NR>(v, columns, panel, ways);
            for rows in panels.iter() {
                match rows.len.div_ceil(V::LANES) {
                    1 => self.tile::<V, 1, NR>(v, (rows, columns), b, ways),
                    2 => self.tile::<V, 2, NR>(v, (rows, columns), b, ways),
                    _ => self.tile::<V, VECTORS, NR>(v, (rows, columns), b, ways),
                }
            }
        }
    }

    /// Packs all whole panels of A, if they are packed together. Returns the number of rows that are packed, now or before.
    fn pack_together(&self, tall: usize) -> usize {
        let a = &self.block.a;
        if self.has_a {
            return a.block.lanes();
        }
        if !a.packs_together::<P::T>(tall) {
            return 0;
        }
        let whole = Range::all(a.block.lanes() / tall * tall);
        let panels = a.block.part(whole, Range::all(a.block.steps()));
        // SAFETY: the elements of A are valid as `product` requires, and of the type of C, since the panels are packed together; the
        // buffer holds whole panels of these rows.
        unsafe { panels.copy(a.from.cast::<P::T>(), self.packed_a, tall) };
        whole.len
    }

    /// Returns a panel of B: in place, or packed now or before.
    #[inline(always)]
    fn panel_of_b<V: Vectors<P::T>, const NR: usize>(
        &self,
        v: V,
        columns: Range,
        panel: Source<'_, P::J, P::B>,
        ways: Ways,
    ) -> Part<*const P::T> {
        let (to, packs) = match self.block.panels_of_b {
            PanelsOfB::InPlace { stride, .. } if columns.len == NR => {
                return Part { at: panel.first().cast(), rows: 1, columns: stride };
            }
            PanelsOfB::InPlace { last, .. } => (last, true),
            PanelsOfB::Packed { at, packs } => {
                (at.wrapping_add(columns.first * panel.block.steps()), packs)
            }
        };
        if packs && ways.packs_b_together && columns.len == NR {
            if columns.first.is_multiple_of(TOGETHER * NR) {
                let b = self.block.b;
                let len = (b.block.lanes() - columns.first).min(TOGETHER * NR) / NR * NR;
                let panels = b.block.part(Range { len, ..columns }, Range::all(b.block.steps()));
                // SAFETY: the elements of B are valid for reads, and of the type of C, since the panels are packed together; the
                // buffer holds these panels, and only this part writes them.
                unsafe { panels.copy(b.from.cast::<P::T>(), to, NR) };
            }
        } else if packs {
            // SAFETY: the elements of B are valid for reads; the buffer holds panels of full width, and only this part
            // writes this one.
            unsafe { pack(v, NR, panel, to) };
        }
        Part { at: to.cast_const(), rows: NR as isize, columns: 1 }
    }

    /// Computes a tile of C.
    ///
    /// The first tile of each row of tiles also packs its panel of A: while it reads the panel, if vectors can read it.
    #[inline(always)]
    fn tile<V: Vectors<P::T>, const MV: usize, const NR: usize>(
        &self,
        v: V,
        (rows, columns): (Range, Range),
        b: Part<*const P::T>,
        ways: Ways,
    ) {
        let block = &self.block;
        let depth = block.a.block.steps();
        let width = MV * V::LANES;
        let c = block.c.part(rows, columns);
        let runs = ways.c_runs || c.lanes_run();
        let target = Target { to: block.to, block: c, runs, update: block.update };
        let panel = Source { block: block.a.block.part(rows, Range::all(depth)), ..block.a };
        let to = self.packed_a.wrapping_add(rows.first * depth);
        let packed = Part { at: to.cast_const(), rows: 1, columns: width as isize };
        // SAFETY: the elements of A, B and C are valid as `product` requires; the buffer holds panels of full width; B
        // is in place or was packed by `panel_of_b` or an earlier part; for `columns.first > 0`, the first tile has
        // packed A, and with `has_a` the part before.
        unsafe {
            if columns.first > 0 || rows.first < ways.packed {
                // A is packed: this tile also prefetches its share of the next panel of B.
                let tall = VECTORS * V::LANES;
                let share = [rows.first / tall, block.c.lanes().div_ceil(tall)];
                let asks = Asks::after(b, [NR, depth], share);
                return update::<_, _, _, _, MV, NR>(v, depth, (packed, b), asks, target);
            }
            match ways.stride_of_a {
                // The tile reads A in place and packs it for the tiles that follow in the same pass. Not the last panel, which
                // may have fewer vectors: a function for each would cost the compiler more than it gains.
                Some(stride) if const { MV == VECTORS } && rows.len == width => {
                    let a = Part { at: panel.first().cast(), rows: 1, columns: stride };
                    update::<_, _, _, _, MV, NR>(v, depth, (a, b), Packs { v, a, to }, target);
                }
                _ => {
                    pack(v, width, panel, to);
                    update::<_, _, _, _, MV, NR>(v, depth, (packed, b), Asks::nothing(b), target);
                }
            }
        }
    }
}

/// How to read A and write C, found once for all tiles of a block.
#[derive(Clone, Copy)]
struct Ways {
    /// Whether the rows of C are adjacent.
    c_runs: bool,
    /// The distance of the columns of A, if its rows are adjacent and its elements those of C: vectors can read them.
    stride_of_a: Option<isize>,
    /// The rows of A that are packed before the first tile.
    packed: usize,
    /// Whether panels of B are packed together.
    packs_b_together: bool,
}

impl Ways {
    fn of<P: LargeTypes>(block: &BlockOfC<'_, P>, packed: usize, width: usize) -> Self {
        let a = block.a.block;
        let is_deep = a.steps() > 0;
        Self {
            c_runs: block.c.lanes_run(),
            stride_of_a: if P::I::IS_ELEMENT && is_deep { a.even_steps() } else { None },
            packed,
            packs_b_together: block.b.packs_together::<P::T>(width),
        }
    }
}
