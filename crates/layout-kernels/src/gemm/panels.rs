//! The loops around a tile of a small product: parts of the depth, panels of rows, tiles of columns.
//!
//! ```text
//! for each part of the depth        DEPTH long if A or B is copied and the depth is longer; else all of it at once
//!   for each panel of rows of C     up to 3 atoms of rows; A is copied to the stack unless the atom reads it in place
//!     for each tile of columns      up to 24 columns; B is copied to the stack unless the atom reads it in place
//!       for each step of the depth  tile::tile: the sums of the tile stay in registers
//!         for each atom             C += a vector of rows of A * one element of B
//!       update C with the sums
//! ```
//!
//! * `beta` applies to the first part of the depth; later parts add to C.
//! * If the depth is short ([`LoopConstants::short`]), the rows of A stay in registers and the inner loops swap:
//!   [`strip`] computes column after column.
//! * The rest of a static extent is one narrower panel or tile. The rest of a run-time number of columns is tiles of 4,
//!   2 and 1 columns; the rest of a run-time number of rows is one panel with as few atoms as hold it.

use super::atom::{Adjacent, Atom, Part};
use super::block::{Columns, Depth, Panel, block, in_place};
use super::constants::{LoopConstants, Of, Problem, Types};
use super::input::Input;
use super::operand::{Operand, Transposed};
use super::pack::{DEPTH, PackBuffer, pack};
use super::strip::strip;
use super::tiled::{Repeats, TiledMma};
use super::update::{Blend, Update};
use crate::simd::Element;

/// Updates C with the product of A and B.
///
/// # Safety
/// The elements of `a` and `b` must be valid for reads and those of `c` for reads and writes. No element of `c` may
/// overlap one of `a` or `b`. The extents must agree.
#[inline(always)]
pub unsafe fn multiply_in_panels<T, X, R, A, B, C, U>(
    mma: TiledMma<X, R>,
    problem: Problem<A, B, C, U>,
) where
    T: Element,
    X: Atom<T>,
    R: Repeats,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    // SAFETY: the caller guarantees valid elements of all three matrices, and that C overlaps neither A nor B.
    unsafe { in_parts::<Of<T, X, R, A, B, C>, U>(mma.atom(), problem) }
}

/// Runs [`panels`] for each part of the depth, at most [`DEPTH`] long where an operand is copied.
#[inline(always)]
unsafe fn in_parts<P: Types, U: Update<P::T>>(atom: P::X, problem: Problem<P::A, P::B, P::C, U>) {
    const { LoopConstants::<P>::HAS_ROOM };
    // If one extent of C is 0, the other may be any number, and a loop over it would not end soon.
    if problem.c.extents().contains(&0) {
        return;
    }
    let depth = problem.a.extents()[1];
    if const { LoopConstants::<P>::WHOLE_DEPTH } {
        // SAFETY: the caller's contract covers all elements, and the part is the full depth.
        unsafe { panels::<P, U>(atom, problem, Depth { start: 0, len: depth }) };
        return;
    }
    let Blend { alpha, mut beta } = problem.update.blend();
    let Problem { a, b, c, .. } = problem;
    let mut k = 0;
    loop {
        let part = Depth { start: k, len: DEPTH.min(depth - k) };
        // SAFETY: the caller's contract covers all elements; `k + part.len <= depth`.
        unsafe { panels::<P, _>(atom, Problem { a, b, c, update: Blend { alpha, beta } }, part) };
        (k, beta) = (k + part.len, P::T::ONE);
        if k == depth {
            return;
        }
    }
}

/// Computes all panels of C for one part of the depth.
#[inline(always)]
unsafe fn panels<P: Types, U: Update<P::T>>(
    atom: P::X,
    problem: Problem<P::A, P::B, P::C, U>,
    depth: Depth,
) {
    let (atom_rows, tall) = const { (LoopConstants::<P>::ATOM_ROWS, LoopConstants::<P>::TALL) };
    let m = problem.c.extents()[0];
    let (whole, rest) = LoopConstants::<P>::panels(m);
    // SAFETY: `whole * tall + rest == m`, so each panel has only rows of C, which the caller's contract covers.
    unsafe {
        for i in 0..whole {
            let panel = const { panel_of::<P, U>(LoopConstants::<P>::ROW_ATOMS) };
            panel(atom, problem, i * tall, atom_rows, depth);
        }
        if rest > 0 {
            let panel = const {
                if LoopConstants::<P>::ROWS_ARE_STATIC {
                    panel_of::<P, U>(LoopConstants::<P>::REST_ROWS)
                } else {
                    last_panel::<P, U>
                }
            };
            panel(atom, problem, whole * tall, (rest - 1) % atom_rows + 1, depth);
        }
    }
}

// The functions are chosen in `const`, so that the compiler builds only those. It would also build the callees of
// branches that are never taken.

/// A [`panel`] of a fixed number of atoms.
type OfPanel<P, U> = unsafe fn(<P as Types>::X, OfTypes<P, U>, usize, usize, Depth);
/// A function of columns of a panel: of all, of the last, or a [`block`] of fixed width.
type OfColumns<P, U> = unsafe fn(Columns<P, U>);
/// The [`Problem`] of `P`, with the update `U`.
type OfTypes<P, U> = Problem<<P as Types>::A, <P as Types>::B, <P as Types>::C, U>;

/// Returns [`panel`] for a number of atoms along the rows; for 0 atoms, a function that does nothing.
const fn panel_of<P: Types, U: Update<P::T>>(atoms: usize) -> OfPanel<P, U> {
    match atoms {
        0 => no_panel::<P, U>,
        1 => panel::<P, U, 1>,
        2 => panel::<P, U, 2>,
        3 => panel::<P, U, 3>,
        4 => panel::<P, U, 4>,
        5 => panel::<P, U, 5>,
        _ => panel::<P, U, 6>,
    }
}

/// Returns [`block`] for a number of columns; for 0 columns, a function that does nothing.
const fn block_of<P: Types, U: Update<P::T>, const R: usize>(columns: usize) -> OfColumns<P, U> {
    macro_rules! of {
        ($($n:literal)*) => {
            match columns {
                $($n => block::<P, U, R, $n>,)*
                _ => no_block::<P, U>,
            }
        };
    }
    of!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
}

#[inline(always)]
unsafe fn no_panel<P: Types, U>(_: P::X, _: OfTypes<P, U>, _: usize, _: usize, _: Depth) {}
#[inline(always)]
unsafe fn no_block<P: Types, U>(_: Columns<P, U>) {}

/// Computes the rows of C from `row` on with as few atoms as hold them.
#[inline(always)]
unsafe fn last_panel<P: Types, U: Update<P::T>>(
    atom: P::X,
    problem: OfTypes<P, U>,
    row: usize,
    last: usize,
    depth: Depth,
) {
    let (atom_rows, rest) = (const { LoopConstants::<P>::ATOM_ROWS }, problem.c.extents()[0] - row);
    // SAFETY: the caller's contract; the atoms chosen hold `rest` rows, of which `last` are in the last atom.
    unsafe {
        if const { LoopConstants::<P>::ROW_ATOMS > 2 } && rest > 2 * atom_rows {
            panel::<P, U, 3>(atom, problem, row, last, depth);
        } else if const { LoopConstants::<P>::ROW_ATOMS > 1 } && rest > atom_rows {
            panel::<P, U, 2>(atom, problem, row, last, depth);
        } else {
            panel::<P, U, 1>(atom, problem, row, last, depth);
        }
    }
}

/// Computes one panel: `R` atoms of rows from `row` on, with `last` rows in the last atom.
#[inline(always)]
unsafe fn panel<P: Types, U: Update<P::T>, const R: usize>(
    atom: P::X,
    problem: Problem<P::A, P::B, P::C, U>,
    row: usize,
    last: usize,
    depth: Depth,
) {
    let a = problem.a;
    let mut room;
    let part = if const { LoopConstants::<P>::PACKS_A } {
        room = PackBuffer::new();
        let (v, to, tall) =
            (atom.vectors(), room.start(), R * const { LoopConstants::<P>::ATOM_ROWS });
        let rows = (R - 1) * const { LoopConstants::<P>::ATOM_ROWS } + last;
        // SAFETY: the rows and the depth lie in A; the buffer holds them, since `HAS_ROOM` and `depth.len <= DEPTH`.
        unsafe {
            if const { matches!(LoopConstants::<P>::ALONG_A, Adjacent::Columns) } {
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
        (const { columns_of::<P, U, R>() })(Columns { atom, problem, panel, column: 0, depth })
    };
}

/// Returns [`strip`] if the depth is short for `R` atoms of rows, otherwise [`columns`].
const fn columns_of<P: Types, U: Update<P::T>, const R: usize>() -> OfColumns<P, U> {
    macro_rules! of {
        ($($d:literal)*) => {
            match LoopConstants::<P>::short(R) {
                $(Some($d) => strip::<P, U, R, $d>,)*
                _ => columns::<P, U, R>,
            }
        };
    }
    of!(1 2 3 4 5 6 7 8)
}

/// Computes the columns of a panel, tile by tile.
#[inline(always)]
unsafe fn columns<P: Types, U: Update<P::T>, const R: usize>(all: Columns<P, U>) {
    let n = all.problem.c.extents()[1];
    let columns = const { LoopConstants::<P>::columns(R) };
    let whole = n / columns;
    // SAFETY: `whole * columns <= n`, so each tile has only columns of C; the caller's contract covers them.
    unsafe {
        for j in 0..whole {
            let block = const { block_of::<P, U, R>(LoopConstants::<P>::columns(R)) };
            block(Columns { column: j * columns, ..all });
        }
        let rest = const {
            if LoopConstants::<P>::COLUMNS_ARE_STATIC {
                static_rest::<P, U, R>
            } else {
                halved_rest::<P, U, R>
            }
        };
        rest(Columns { column: whole * columns, ..all });
    }
}

/// Computes the last columns of a static number of columns as one tile.
///
/// Does nothing if this part of the columns ends before them.
#[inline(always)]
unsafe fn static_rest<P: Types, U: Update<P::T>, const R: usize>(rest: Columns<P, U>) {
    if rest.column < rest.problem.c.extents()[1] {
        let block = const { block_of::<P, U, R>(LoopConstants::<P>::rest_columns(R)) };
        // SAFETY: `rest_columns` columns are left, and the caller's contract covers them.
        unsafe { block(rest) };
    }
}

/// Computes the last columns in tiles of four, two and one.
#[inline(always)]
unsafe fn halved_rest<P: Types, U: Update<P::T>, const R: usize>(mut rest: Columns<P, U>) {
    let n = rest.problem.c.extents()[1];
    // SAFETY: each width is checked against `n`; the caller's contract covers columns below `n`.
    unsafe {
        while const { LoopConstants::<P>::columns(R) > 4 } && rest.column + 4 <= n {
            block::<P, U, R, 4>(rest);
            rest.column += 4;
        }
        if const { LoopConstants::<P>::columns(R) > 2 } && rest.column + 2 <= n {
            block::<P, U, R, 2>(rest);
            rest.column += 2;
        }
        while rest.column < n {
            block::<P, U, R, 1>(rest);
            rest.column += 1;
        }
    }
}
