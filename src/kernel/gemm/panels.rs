//! The loops around a tile: panels of rows of C, and tiles of columns in each.

use super::atom::{Adjacent, Atom, Inside, Part};
use super::input::Input;
use super::operand::{Operand, Transposed};
use super::pack::{DEPTH, Room, pack};
use super::plan::{Of, Plan, Problem, Types};
use super::tile::{Sink, tile};
use super::tiled::{Repeats, TiledMma};
use super::update::{Blend, Set, Update};
use crate::simd::Element;
#[cfg(debug_assertions)]
use crate::simd::{Machine, Task, Vectors};

/// `$do` with `$N` a constant of this value, for a tile's width that is known when types are: nothing is
/// compiled for the other widths. Nothing is done for 0.
macro_rules! for_width {
    ($width:expr, $N:ident => $do:block) => {
        for_width!(@ $width, $N, $do,
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    (@ $width:expr, $N:ident, $do:block, $($n:literal)*) => {
        match const { $width } {
            $($n => {
                const $N: usize = $n;
                $do
            })*
            _ => {}
        }
    };
}

/// Some columns of A and rows of B.
#[derive(Clone, Copy)]
struct Depth {
    start: usize,
    len: usize,
}

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
            let (row, last) = (i * tall, atom_rows);
            match const { Plan::<P>::REPEATS[0] } {
                1 => panel::<P, U, 1>(atom, problem, row, last, depth),
                2 => panel::<P, U, 2>(atom, problem, row, last, depth),
                _ => panel::<P, U, 3>(atom, problem, row, last, depth),
            }
        }
        if rest == 0 {
            return;
        }
        let (row, last) = (whole * tall, (rest - 1) % atom_rows + 1);
        if const { Plan::<P>::ROWS_ARE_STATIC } {
            match const { Plan::<P>::REST_ROWS } {
                0 => {}
                1 => panel::<P, U, 1>(atom, problem, row, last, depth),
                2 => panel::<P, U, 2>(atom, problem, row, last, depth),
                _ => panel::<P, U, 3>(atom, problem, row, last, depth),
            }
        } else if const { Plan::<P>::REPEATS[0] > 2 } && rest > 2 * atom_rows {
            panel::<P, U, 3>(atom, problem, row, last, depth);
        } else if const { Plan::<P>::REPEATS[0] > 1 } && rest > atom_rows {
            panel::<P, U, 2>(atom, problem, row, last, depth);
        } else {
            panel::<P, U, 1>(atom, problem, row, last, depth);
        }
    }
}

/// Rows of A as tiles read them, from `row` on, `last` rows in the last atom.
#[derive(Clone, Copy)]
struct Panel<T> {
    part: Part<*const T>,
    row: usize,
    last: usize,
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
    let n = problem.c.extents()[1];
    let columns = const { Plan::<P>::REPEATS[1] };
    let whole = n / columns;
    let mut column = whole * columns;
    // SAFETY: columns below `n`.
    unsafe {
        for j in 0..whole {
            for_width!(Plan::<P>::REPEATS[1], N => {
                block::<P, U, R, N>(atom, problem, panel, j * columns, depth)
            });
        }
        if const { Plan::<P>::COLUMNS_ARE_STATIC } {
            // A part of the columns ends before what is left of all of them.
            if column < n {
                for_width!(Plan::<P>::REST_COLUMNS, N => {
                    block::<P, U, R, N>(atom, problem, panel, column, depth)
                });
            }
            return;
        }
        while const { Plan::<P>::REPEATS[1] > 4 } && column + 4 <= n {
            block::<P, U, R, 4>(atom, problem, panel, column, depth);
            column += 4;
        }
        if const { Plan::<P>::REPEATS[1] > 2 } && column + 2 <= n {
            block::<P, U, R, 2>(atom, problem, panel, column, depth);
            column += 2;
        }
        while column < n {
            block::<P, U, R, 1>(atom, problem, panel, column, depth);
            column += 1;
        }
    }
}

/// A part of a matrix of elements, from a row and a column on, where it is.
#[inline(always)]
fn in_place<T, M: Operand>(matrix: M, row: usize, column: usize) -> Part<*const T> {
    let (rows, columns) = (matrix.row_stride(), matrix.column_stride());
    let offset = row as isize * rows + column as isize * columns;
    // Wrapping: a matrix without depth has no element there.
    Part { at: matrix.start().cast_const().wrapping_offset(offset).cast(), rows, columns }
}

/// One tile of C: the rows of a panel, `N` columns from `column` on.
#[inline(always)]
unsafe fn block<P: Types, U: Update<P::T>, const R: usize, const N: usize>(
    atom: P::X,
    problem: Problem<P::A, P::B, P::C, U>,
    panel: Panel<P::T>,
    column: usize,
    depth: Depth,
) {
    // Without optimization everything inlined has a place of its own on the stack, for each width of a tile and
    // each vector: here it is a task of its own, whose stack is given back.
    #[cfg(debug_assertions)]
    {
        let machine = atom.vectors().machine();
        machine.run(Block::<P, U, R, N> { atom, problem, panel, column, depth });
    }
    #[cfg(not(debug_assertions))]
    // SAFETY: the caller's.
    unsafe {
        inlined_block::<P, U, R, N>(atom, problem, panel, column, depth)
    }
}

/// The arguments of [`block`], which alone makes one.
#[cfg(debug_assertions)]
struct Block<P: Types, U: Update<P::T>, const R: usize, const N: usize> {
    atom: P::X,
    problem: Problem<P::A, P::B, P::C, U>,
    panel: Panel<P::T>,
    column: usize,
    depth: Depth,
}

#[cfg(debug_assertions)]
impl<P: Types, U: Update<P::T>, const R: usize, const N: usize> Task for Block<P, U, R, N> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { atom, problem, panel, column, depth } = self;
        // SAFETY: those of the caller of `block`.
        unsafe { inlined_block::<P, U, R, N>(atom, problem, panel, column, depth) }
    }
}

/// What [`block`] does.
#[inline(always)]
unsafe fn inlined_block<P: Types, U: Update<P::T>, const R: usize, const N: usize>(
    atom: P::X,
    problem: Problem<P::A, P::B, P::C, U>,
    panel: Panel<P::T>,
    column: usize,
    depth: Depth,
) {
    let b = problem.b;
    let mut room;
    let part = if const { Plan::<P>::PACKS_B } {
        room = Room::new();
        let (v, to) = (atom.vectors(), room.start());
        // SAFETY: columns of the tile; `HAS_ROOM`, and the depth is at most `DEPTH`.
        unsafe {
            if const { matches!(Plan::<P>::ALONG_B, Adjacent::Rows) } {
                pack(v, b, (depth.start, column), (depth.len, N), to, DEPTH);
                Part { at: to.cast_const(), rows: 1, columns: DEPTH as isize }
            } else {
                pack(v, Transposed(b), (column, depth.start), (N, depth.len), to, N);
                Part { at: to.cast_const(), rows: N as isize, columns: 1 }
            }
        }
    } else {
        in_place(b, depth.start, column)
    };
    let place = (panel.row, column);
    let sink = Writes::<P, U> { problem, place, last: panel.last };
    // SAFETY: the panel has the rows, `part` the columns of the tile.
    unsafe {
        let (a, last) = (panel.part, panel.last);
        let len = (depth.len, const { Plan::<P>::unroll(R * N) });
        let is_long = depth.len >= 16 * const { Plan::<P>::ATOM_DEPTH };
        match const { Plan::<P>::chains(R * N) } {
            4 if is_long => tile::<P::T, P::X, R, N, 4>(atom, last, len, a, part, (), sink),
            2 if is_long => tile::<P::T, P::X, R, N, 2>(atom, last, len, a, part, (), sink),
            _ => tile::<P::T, P::X, R, N, 1>(atom, last, len, a, part, (), sink),
        }
    }
}

/// Writes a tile to its place in C.
struct Writes<P: Types, U> {
    problem: Problem<P::A, P::B, P::C, U>,
    /// The first row and column.
    place: (usize, usize),
    /// Rows in the last atom.
    last: usize,
}

impl<P: Types, U: Update<P::T>> Sink<P::X, <P::X as Atom<P::T>>::C> for Writes<P, U> {
    #[inline(always)]
    unsafe fn put(
        &self,
        atom: P::X,
        (i, j): (usize, usize),
        is_last: bool,
        sum: <P::X as Atom<P::T>>::C,
    ) {
        let Problem { c, update, .. } = self.problem;
        let atom_rows = const { Plan::<P>::ATOM_ROWS };
        let rows = if is_last { self.last } else { atom_rows };
        let (row, column) = (self.place.0 + i * atom_rows, self.place.1 + j);
        let inside = Inside { rows, depth: const { Plan::<P>::ATOM_DEPTH } };
        if const { Plan::<P>::SCATTERS } {
            // SAFETY: `rows` rows of C from there on.
            unsafe { scatter::<P, U>(atom, sum, inside, c, (row, column), update) };
        } else {
            let (rows, columns) = (c.row_stride(), c.column_stride());
            // SAFETY: `rows` rows of C from there on, adjacent as the atom says.
            unsafe {
                let at = c.start().offset(row as isize * rows + column as isize * columns);
                atom.store(Part { at, rows, columns }, sum, inside, update);
            }
        }
    }
}

/// No atom has more rows.
const MAX_ROWS: usize = 16;

/// Updates elements of C one by one.
#[inline(always)]
unsafe fn scatter<P: Types, U: Update<P::T>>(
    atom: P::X,
    sum: <P::X as Atom<P::T>>::C,
    inside: Inside,
    c: P::C,
    (row, column): (usize, usize),
    update: U,
) {
    const { assert!(Plan::<P>::ATOM_ROWS <= MAX_ROWS) };
    let mut sums = [P::T::ZERO; MAX_ROWS];
    let part = Part { at: sums.as_mut_ptr(), rows: 1, columns: MAX_ROWS as isize };
    // SAFETY: there is room for the rows of an atom.
    unsafe { atom.store(part, sum, inside, Set) };
    for (i, &sum) in sums.iter().enumerate().take(inside.rows) {
        // SAFETY: the element in that row and column of C.
        unsafe {
            let at = c.start().offset(c.offset(row + i, column));
            let old = if update.reads() { at.read() } else { P::T::ZERO };
            at.write(update.apply_one(sum, old));
        }
    }
}
