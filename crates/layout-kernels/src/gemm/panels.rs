//! The loops around a tile of a small product: parts of the depth, panels of rows, tiles of columns.
//!
//! ```text
//! for each part of the depth        DEPTH long if A or B is copied and the depth is longer; else all of it at once
//!   for each panel of rows of C     2 atoms of rows, up to 3 (6 on NEON) of static rows; A is copied to the stack unless
//!                                   the atom reads it in place
//!     for each tile of columns      up to 24 columns; B is copied to the stack unless the atom reads it in place
//!       for each step of the depth  tile::tile: the sums of the tile stay in registers
//!         for each atom             C += a vector of rows of A * one element of B
//!       update C with the sums
//! ```
//!
//! * `beta` applies to the first part of the depth; later parts add to C.
//! * If the depth is short ([`Tiling::short`](super::tiling::Tiling::short)), the rows of A stay in registers and the inner loops swap:
//!   [`strip`] computes column after column.
//! * The rest of a static extent is one narrower panel or tile. The rest of a run-time number of columns is tiles of 4,
//!   2 and 1 columns; the rest of a run-time number of rows is one panel with as few atoms as hold it.

use super::atom::{Adjacent, Atom, Part};
use super::block::{Columns, Depth, Panel, block, in_place};
use super::operand::{Operand, Transposed};
use super::pack::{DEPTH, PackBuffer, pack};
use super::problem::{AnyProblem, Problem};
use super::strip::strip;
use super::tiled::AnyMma;
use super::tiling::tiling;
use super::update::{Blend, Update};
use crate::simd::Element;

/// Updates C with the product of A and B.
///
/// # Safety
/// The elements of `a` and `b` must be valid for reads and those of `c` for reads and writes. No element of `c` may
/// overlap one of `a` or `b`. The extents must agree.
#[inline(always)]
pub unsafe fn multiply_in_panels<P: AnyProblem, K: AnyMma<P::T>>(mma: K, problem: P) {
    let Problem { a, b, c, update } = problem.problem();
    // If one extent of C is 0, the other may be any number, and a loop over it would not end soon.
    if c.extents().contains(&0) {
        return;
    }
    let (atom, depth) = (mma.atom(), a.extents()[1]);
    if const { tiling::<P, K>().has_one_pass() } {
        // SAFETY: the caller's contract covers all elements, and the part is the full depth.
        unsafe { panels::<P, K>(atom, problem, Depth { start: 0, len: depth }) };
        return;
    }
    // Later parts of the depth add to the sums of the first, which alone applies `beta`.
    let Blend { alpha, mut beta } = update.blend();
    let mut k = 0;
    loop {
        let part = Depth { start: k, len: DEPTH.min(depth - k) };
        let problem = Problem { a, b, c, update: Blend { alpha, beta } };
        // SAFETY: the caller's contract covers all elements; `k + part.len <= depth`.
        unsafe { panels::<_, K>(atom, problem, part) };
        (k, beta) = (k + part.len, P::T::ONE);
        if k == depth {
            return;
        }
    }
}

/// Computes all panels of C for one part of the depth.
#[inline(always)]
unsafe fn panels<P: AnyProblem, K: AnyMma<P::T>>(atom: K::Atom, problem: P, depth: Depth) {
    let (atom_rows, tall) = const { (tiling::<P, K>().atom.rows, tiling::<P, K>().tall()) };
    let m = problem.problem().c.extents()[0];
    let (whole, rest) = tiling::<P, K>().panels(m);
    // SAFETY: `whole * tall + rest == m`, so each panel has only rows of C, which the caller's contract covers.
    unsafe {
        for i in 0..whole {
            let panel = const { panel_of::<P, K>(tiling::<P, K>().row_atoms) };
            panel(atom, problem, i * tall, atom_rows, depth);
        }
        if rest > 0 {
            // A static rest has one number of atoms; otherwise the panel counts the atoms that hold the rest.
            let panel = const {
                if tiling::<P, K>().extents[0].is_some() {
                    panel_of::<P, K>(tiling::<P, K>().rest_rows())
                } else {
                    last_panel::<P, K>
                }
            };
            panel(atom, problem, whole * tall, (rest - 1) % atom_rows + 1, depth);
        }
    }
}

// The functions are chosen in `const`, so that the compiler builds only those. It would also build the callees of
// branches that are never taken.

/// A [`panel`] of a fixed number of atoms.
type PanelFn<P, K> = unsafe fn(<K as AnyMma<<P as AnyProblem>::T>>::Atom, P, usize, usize, Depth);
/// A function of columns of a panel: of all, of the last, or a [`block`] of fixed width.
type ColumnsFn<P, K> = unsafe fn(Columns<P, K>);

/// Returns [`panel`] for a number of atoms along the rows; for 0 atoms, a function that does nothing.
const fn panel_of<P: AnyProblem, K: AnyMma<P::T>>(atoms: usize) -> PanelFn<P, K> {
    match atoms {
        0 => no_panel::<P, K>,
        1 => panel::<P, K, 1>,
        2 => panel::<P, K, 2>,
        3 => panel::<P, K, 3>,
        4 => panel::<P, K, 4>,
        5 => panel::<P, K, 5>,
        _ => panel::<P, K, 6>,
    }
}

/// Returns [`block`] for a number of columns; for 0 columns, a function that does nothing.
const fn block_of<P: AnyProblem, K: AnyMma<P::T>, const R: usize>(
    columns: usize,
) -> ColumnsFn<P, K> {
    macro_rules! of {
        ($($n:literal)*) => {
            match columns {
                $($n => block::<P, K, R, $n>,)*
                _ => no_block::<P, K>,
            }
        };
    }
    of!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
}

#[inline(always)]
unsafe fn no_panel<P: AnyProblem, K: AnyMma<P::T>>(_: K::Atom, _: P, _: usize, _: usize, _: Depth) {
}
#[inline(always)]
unsafe fn no_block<P: AnyProblem, K: AnyMma<P::T>>(_: Columns<P, K>) {}

/// Computes the rows of C from `row` on with as few atoms as hold them. The number of rows is not static, so a panel has 2 atoms, or
/// the 1 to 3 that the user gave (`tiling::row_atoms`).
#[inline(always)]
unsafe fn last_panel<P: AnyProblem, K: AnyMma<P::T>>(
    atom: K::Atom,
    problem: P,
    row: usize,
    last: usize,
    depth: Depth,
) {
    let rest = problem.problem().c.extents()[0] - row;
    let atom_rows = const { tiling::<P, K>().atom.rows };
    // SAFETY: the caller's contract; the atoms chosen hold `rest` rows, of which `last` are in the last atom.
    unsafe {
        if const { tiling::<P, K>().row_atoms > 2 } && rest > 2 * atom_rows {
            panel::<P, K, 3>(atom, problem, row, last, depth);
        } else if const { tiling::<P, K>().row_atoms > 1 } && rest > atom_rows {
            panel::<P, K, 2>(atom, problem, row, last, depth);
        } else {
            panel::<P, K, 1>(atom, problem, row, last, depth);
        }
    }
}

/// Computes one panel: `R` atoms of rows from `row` on, with `last` rows in the last atom.
#[inline(always)]
unsafe fn panel<P: AnyProblem, K: AnyMma<P::T>, const R: usize>(
    atom: K::Atom,
    problem: P,
    row: usize,
    last: usize,
    depth: Depth,
) {
    let a = problem.problem().a;
    let mut room;
    let part = if const { tiling::<P, K>().packs_a } {
        room = PackBuffer::new();
        let (v, to, tall) =
            (atom.vectors(), room.start(), R * const { tiling::<P, K>().atom.rows });
        let rows = (R - 1) * const { tiling::<P, K>().atom.rows } + last;
        // SAFETY: the rows and the depth lie in A; the buffer holds them, since `tiling::checked` and `depth.len <= DEPTH`.
        unsafe {
            // The layout of the copy is the one that the atom loads without gaps.
            if const { matches!(tiling::<P, K>().atom.adjacent[0], Adjacent::Columns) } {
                pack(v, Transposed(a), (depth.start, row), (depth.len, rows), to, DEPTH);
                Part { at: to.cast_const(), rows: DEPTH as isize, columns: 1 }
            } else {
                pack(v, a, (row, depth.start), (rows, depth.len), to, tall);
                Part { at: to.cast_const(), rows: 1, columns: tall as isize }
            }
        }
    } else {
        in_place(a, row, depth.start)
    };
    let panel = Panel { part, row, last };
    // SAFETY: `part` holds the rows of the panel along the depth; the caller's contract covers B and C.
    unsafe {
        (const { columns_of::<P, K, R>() })(Columns { atom, problem, panel, column: 0, depth })
    };
}

/// Returns [`strip`] if the depth is short for `R` atoms of rows, otherwise [`columns`].
const fn columns_of<P: AnyProblem, K: AnyMma<P::T>, const R: usize>() -> ColumnsFn<P, K> {
    macro_rules! of {
        ($($d:literal)*) => {
            match tiling::<P, K>().short(R) {
                $(Some($d) => strip::<P, K, R, $d>,)*
                _ => columns::<P, K, R>,
            }
        };
    }
    of!(1 2 3 4 5 6 7 8)
}

/// Computes the columns of a panel, tile by tile.
#[inline(always)]
unsafe fn columns<P: AnyProblem, K: AnyMma<P::T>, const R: usize>(all: Columns<P, K>) {
    let n = all.problem.problem().c.extents()[1];
    let columns = const { tiling::<P, K>().columns(R) };
    let whole = n / columns;
    // SAFETY: `whole * columns <= n`, so each tile has only columns of C; the caller's contract covers them.
    unsafe {
        for j in 0..whole {
            let block = const { block_of::<P, K, R>(tiling::<P, K>().columns(R)) };
            block(Columns { column: j * columns, ..all });
        }
        let rest = const {
            if tiling::<P, K>().extents[1].is_some() {
                static_rest::<P, K, R>
            } else {
                halved_rest::<P, K, R>
            }
        };
        rest(Columns { column: whole * columns, ..all });
    }
}

/// Computes the last columns of a static number of columns as one tile.
///
/// Does nothing if this part of the columns ends before them.
#[inline(always)]
unsafe fn static_rest<P: AnyProblem, K: AnyMma<P::T>, const R: usize>(rest: Columns<P, K>) {
    if rest.column < rest.problem.problem().c.extents()[1] {
        let block = const { block_of::<P, K, R>(tiling::<P, K>().rest_columns(R)) };
        // SAFETY: `rest_columns` columns are left, and the caller's contract covers them.
        unsafe { block(rest) };
    }
}

/// Computes the last columns in tiles of four, two and one.
#[inline(always)]
unsafe fn halved_rest<P: AnyProblem, K: AnyMma<P::T>, const R: usize>(mut rest: Columns<P, K>) {
    let n = rest.problem.problem().c.extents()[1];
    // SAFETY: each width is checked against `n`; the caller's contract covers columns below `n`.
    unsafe {
        while const { tiling::<P, K>().columns(R) > 4 } && rest.column + 4 <= n {
            block::<P, K, R, 4>(rest);
            rest.column += 4;
        }
        if const { tiling::<P, K>().columns(R) > 2 } && rest.column + 2 <= n {
            block::<P, K, R, 2>(rest);
            rest.column += 2;
        }
        while rest.column < n {
            block::<P, K, R, 1>(rest);
            rest.column += 1;
        }
    }
}
