//! The loops around a tile: panels of rows of C, and tiles of columns in each.

use super::atom::{Adjacent, Atom, Part};
use super::block::{Columns, Depth, Panel, block, in_place};
use super::input::Input;
use super::operand::{Operand, Transposed};
use super::pack::{DEPTH, Room, pack};
use super::plan::{Of, Plan, Problem, Types};
use super::strip::strip;
use super::tiled::{Repeats, TiledMma};
use super::update::{Blend, Update};
use crate::simd::Element;

/// Updates C with the product.
///
/// # Safety
/// The elements of `a` and `b` must be valid for reads, those of `c` for reads and writes, and these
/// must not overlap; the extents must agree.
#[inline(always)]
pub unsafe fn multiply<T, X, R, A, B, C, U>(mma: TiledMma<X, R>, problem: Problem<A, B, C, U>)
where
    T: Element,
    X: Atom<T>,
    R: Repeats,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    // SAFETY: the caller's matrices.
    unsafe { in_parts::<Of<T, X, R, A, B, C>, U>(mma.atom(), problem) }
}

/// [`multiply`], as much of the depth at once as there is room for.
#[inline(always)]
unsafe fn in_parts<P: Types, U: Update<P::T>>(atom: P::X, problem: Problem<P::A, P::B, P::C, U>) {
    const { Plan::<P>::HAS_ROOM };
    // Beside an extent of 0 the loop over the other may be any number.
    if problem.c.extents().contains(&0) {
        return;
    }
    let depth = problem.a.extents()[1];
    if const { Plan::<P>::WHOLE_DEPTH } {
        // SAFETY: all of the caller's elements.
        unsafe { panels::<P, U>(atom, problem, Depth { start: 0, len: depth }) };
        return;
    }
    let Blend { alpha, mut beta } = problem.update.blend();
    let Problem { a, b, c, .. } = problem;
    let mut k = 0;
    loop {
        let part = Depth { start: k, len: DEPTH.min(depth - k) };
        // SAFETY: a part of the caller's elements.
        unsafe { panels::<P, _>(atom, Problem { a, b, c, update: Blend { alpha, beta } }, part) };
        (k, beta) = (k + part.len, P::T::ONE);
        if k == depth {
            return;
        }
    }
}

/// All panels of C, for a part of the depth.
#[inline(always)]
unsafe fn panels<P: Types, U: Update<P::T>>(
    atom: P::X,
    problem: Problem<P::A, P::B, P::C, U>,
    depth: Depth,
) {
    let (atom_rows, tall) = const { (Plan::<P>::ATOM_ROWS, Plan::<P>::TALL) };
    let m = problem.c.extents()[0];
    let (whole, rest) = (m / tall, m % tall);
    // SAFETY: rows below `m`.
    unsafe {
        for i in 0..whole {
            let panel = const { panel_of::<P, U>(Plan::<P>::REPEATS[0]) };
            panel(atom, problem, i * tall, atom_rows, depth);
        }
        if rest > 0 {
            let panel = const {
                if Plan::<P>::ROWS_ARE_STATIC {
                    panel_of::<P, U>(Plan::<P>::REST_ROWS)
                } else {
                    last_panel::<P, U>
                }
            };
            panel(atom, problem, whole * tall, (rest - 1) % atom_rows + 1, depth);
        }
    }
}

// What is chosen in `const` is all that the compiler builds. In a branch that is never taken it would still look at
// each of the others, and at what they call.

/// [`panel`] of some number of atoms.
type OfPanel<P, U> = unsafe fn(<P as Types>::X, OfTypes<P, U>, usize, usize, Depth);
/// Columns of a panel: all, the last ones, or [`block`] of some width.
type OfColumns<P, U> = unsafe fn(Columns<P, U>);
type OfTypes<P, U> = Problem<<P as Types>::A, <P as Types>::B, <P as Types>::C, U>;

/// [`panel`] of as many atoms; nothing of none.
const fn panel_of<P: Types, U: Update<P::T>>(atoms: usize) -> OfPanel<P, U> {
    match atoms {
        0 => no_panel::<P, U>,
        1 => panel::<P, U, 1>,
        2 => panel::<P, U, 2>,
        _ => panel::<P, U, 3>,
    }
}

/// [`block`] of as many columns; nothing of none.
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

/// The last rows of C, as many as it has from `row` on.
#[inline(always)]
unsafe fn last_panel<P: Types, U: Update<P::T>>(
    atom: P::X,
    problem: OfTypes<P, U>,
    row: usize,
    last: usize,
    depth: Depth,
) {
    let (atom_rows, rest) = (const { Plan::<P>::ATOM_ROWS }, problem.c.extents()[0] - row);
    // SAFETY: the caller's rows.
    unsafe {
        if const { Plan::<P>::REPEATS[0] > 2 } && rest > 2 * atom_rows {
            panel::<P, U, 3>(atom, problem, row, last, depth);
        } else if const { Plan::<P>::REPEATS[0] > 1 } && rest > atom_rows {
            panel::<P, U, 2>(atom, problem, row, last, depth);
        } else {
            panel::<P, U, 1>(atom, problem, row, last, depth);
        }
    }
}

/// One panel: `R` atoms of rows from `row` on, `last` rows in the last one.
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
    let part = if const { Plan::<P>::PACKS_A } {
        room = Room::new();
        let (v, to, tall) = (atom.vectors(), room.start(), const { Plan::<P>::TALL });
        let rows = (R - 1) * const { Plan::<P>::ATOM_ROWS } + last;
        // SAFETY: rows of the panel; `HAS_ROOM`, and the depth is at most `DEPTH`.
        unsafe {
            if const { matches!(Plan::<P>::ALONG_A, Adjacent::Columns) } {
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
    // SAFETY: the caller's.
    unsafe {
        (const { columns_of::<P, U, R>() })(Columns { atom, problem, panel, column: 0, depth })
    };
}

/// [`strip`] of a depth that is short for as many rows, [`columns`] of others.
const fn columns_of<P: Types, U: Update<P::T>, const R: usize>() -> OfColumns<P, U> {
    macro_rules! of {
        ($($d:literal)*) => {
            match Plan::<P>::short(R) {
                $(Some($d) => strip::<P, U, R, $d>,)*
                _ => columns::<P, U, R>,
            }
        };
    }
    of!(1 2 3 4 5 6 7 8)
}

/// The columns of a panel, tile by tile.
#[inline(always)]
unsafe fn columns<P: Types, U: Update<P::T>, const R: usize>(all: Columns<P, U>) {
    let n = all.problem.c.extents()[1];
    let columns = const { Plan::<P>::REPEATS[1] };
    let whole = n / columns;
    // SAFETY: columns below `n`.
    unsafe {
        for j in 0..whole {
            let block = const { block_of::<P, U, R>(Plan::<P>::REPEATS[1]) };
            block(Columns { column: j * columns, ..all });
        }
        let rest = const {
            if Plan::<P>::COLUMNS_ARE_STATIC {
                static_rest::<P, U, R>
            } else {
                halved_rest::<P, U, R>
            }
        };
        rest(Columns { column: whole * columns, ..all });
    }
}

/// The columns that are left of a static number of them: a part of the columns ends before.
#[inline(always)]
unsafe fn static_rest<P: Types, U: Update<P::T>, const R: usize>(rest: Columns<P, U>) {
    if rest.column < rest.problem.c.extents()[1] {
        let block = const { block_of::<P, U, R>(Plan::<P>::REST_COLUMNS) };
        // SAFETY: the caller's columns.
        unsafe { block(rest) };
    }
}

/// The columns that are left, by four, by two and one by one.
#[inline(always)]
unsafe fn halved_rest<P: Types, U: Update<P::T>, const R: usize>(mut rest: Columns<P, U>) {
    let n = rest.problem.c.extents()[1];
    // SAFETY: columns below `n`.
    unsafe {
        while const { Plan::<P>::REPEATS[1] > 4 } && rest.column + 4 <= n {
            block::<P, U, R, 4>(rest);
            rest.column += 4;
        }
        if const { Plan::<P>::REPEATS[1] > 2 } && rest.column + 2 <= n {
            block::<P, U, R, 2>(rest);
            rest.column += 2;
        }
        while rest.column < n {
            block::<P, U, R, 1>(rest);
            rest.column += 1;
        }
    }
}
