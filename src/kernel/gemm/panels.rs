//! The loops around a tile: panels of rows of C, and tiles of columns in each.

use super::atom::{Atom, Part};
use super::operand::{Operand, Step, Transposed};
use super::pack::{DEPTH, Room, fits, pack};
use super::plan::{self, Repeats};
use super::tile::{Sink, chains, tile};
use super::update::{Blend, Update};
use crate::simd::{Element, Vectors};
use core::marker::PhantomData;
use typenum::Unsigned;

/// Three matrices and their elements, C being `A * B` in shape.
#[derive(Clone, Copy)]
pub struct Problem<T, A, B, C> {
    pub a: (*const T, A),
    pub b: (*const T, B),
    pub c: (*mut T, C),
}

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

/// What is decided when the types are known.
struct Plan<T, X, A, B, C>(PhantomData<(T, X, A, B, C)>);

impl<T: Element, X: Atom<T>, A: Operand, B: Operand, C: Operand> Plan<T, X, A, B, C> {
    const REPEATS: Repeats =
        plan::repeats(C::EXTENTS[0], C::EXTENTS[1], X::Rows::USIZE, X::REGISTERS);
    const ROWS_ARE_STATIC: bool = C::EXTENTS[0].is_some();
    const COLUMNS_ARE_STATIC: bool = C::EXTENTS[1].is_some();
    const PACKS_A: bool = !matches!(A::ROWS, Step::Unit) || matches!(A::COLUMNS, Step::Uneven);
    const PACKS_B: bool = matches!(B::ROWS, Step::Uneven) || matches!(B::COLUMNS, Step::Uneven);
    /// Elements of C go to memory one by one.
    const SCATTERS: bool = !matches!(C::ROWS, Step::Unit) || matches!(C::COLUMNS, Step::Uneven);
    /// All of the depth at once.
    const WHOLE_DEPTH: bool = !Self::PACKS_A && !Self::PACKS_B
        || match A::EXTENTS[1] {
            Some(depth) => depth <= DEPTH,
            None => false,
        };
    /// Atoms along the rows in a panel, in the last one if the rows are static.
    const REST_ROWS: usize = match C::EXTENTS[0] {
        Some(rows) => (rows % Self::TALL).div_ceil(X::Rows::USIZE),
        None => 0,
    };
    /// Columns of the last tile, if they are static.
    const REST_COLUMNS: usize = match C::EXTENTS[1] {
        Some(columns) => columns % Self::REPEATS.columns,
        None => 0,
    };
    /// In how many parts a sum is computed; in one where the edges of C are known at run time, because
    /// there narrow tiles are what is left after wide ones.
    const fn chains(atoms: usize) -> usize {
        if Self::ROWS_ARE_STATIC && Self::COLUMNS_ARE_STATIC { chains(atoms) } else { 1 }
    }
    /// Rows of a panel.
    const TALL: usize = X::Rows::USIZE * Self::REPEATS.rows;
    const HAS_ROOM: () = assert!(
        (!Self::PACKS_A || fits::<T>(Self::TALL))
            && (!Self::PACKS_B || fits::<T>(Self::REPEATS.columns * X::Columns::USIZE)),
        "a packed part has no room"
    );
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
pub unsafe fn multiply<T, V, X, A, B, C, U>(v: V, atom: X, problem: Problem<T, A, B, C>, update: U)
where
    T: Element,
    V: Vectors<T>,
    X: Atom<T>,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    const { Plan::<T, X, A, B, C>::HAS_ROOM };
    let depth = problem.a.1.extents()[1];
    if const { Plan::<T, X, A, B, C>::WHOLE_DEPTH } {
        // SAFETY: all of the caller's elements.
        unsafe { panels(v, atom, problem, Depth { start: 0, len: depth }, update) };
        return;
    }
    let Blend { alpha, mut beta } = update.blend();
    let mut k = 0;
    loop {
        let part = Depth { start: k, len: DEPTH.min(depth - k) };
        // SAFETY: a part of the caller's elements.
        unsafe { panels(v, atom, problem, part, Blend { alpha, beta }) };
        (k, beta) = (k + part.len, T::ONE);
        if k == depth {
            return;
        }
    }
}

/// All panels of C, for a part of the depth.
#[inline(always)]
unsafe fn panels<T, V, X, A, B, C, U>(
    v: V,
    atom: X,
    problem: Problem<T, A, B, C>,
    depth: Depth,
    update: U,
) where
    T: Element,
    V: Vectors<T>,
    X: Atom<T>,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    let (atom_rows, tall) = (X::Rows::USIZE, const { Plan::<T, X, A, B, C>::TALL });
    let m = problem.c.1.extents()[0];
    let (whole, rest) = (m / tall, m % tall);
    // SAFETY: rows below `m`.
    unsafe {
        for i in 0..whole {
            let (row, last) = (i * tall, atom_rows);
            match const { Plan::<T, X, A, B, C>::REPEATS.rows } {
                1 => panel::<1, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update),
                2 => panel::<2, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update),
                _ => panel::<3, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update),
            }
        }
        if rest == 0 {
            return;
        }
        let (row, last) = (whole * tall, (rest - 1) % atom_rows + 1);
        if const { Plan::<T, X, A, B, C>::ROWS_ARE_STATIC } {
            match const { Plan::<T, X, A, B, C>::REST_ROWS } {
                0 => {}
                1 => panel::<1, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update),
                2 => panel::<2, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update),
                _ => panel::<3, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update),
            }
        } else if rest > atom_rows {
            panel::<2, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update);
        } else {
            panel::<1, T, V, X, A, B, C, U>(v, atom, problem, row, last, depth, update);
        }
    }
}

/// One panel: `R` atoms of rows from `row` on, `last` rows in the last one.
#[inline(always)]
unsafe fn panel<const R: usize, T, V, X, A, B, C, U>(
    v: V,
    atom: X,
    problem: Problem<T, A, B, C>,
    row: usize,
    last: usize,
    depth: Depth,
    update: U,
) where
    T: Element,
    V: Vectors<T>,
    X: Atom<T>,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    let (from, a) = problem.a;
    let mut room;
    let part = if const { Plan::<T, X, A, B, C>::PACKS_A } {
        room = Room::new();
        let rows = (R - 1) * X::Rows::USIZE + last;
        let tall = const { Plan::<T, X, A, B, C>::TALL };
        let to = room.start();
        // SAFETY: rows of the panel; `HAS_ROOM`, and the depth is at most `DEPTH`.
        unsafe { pack(v, from, a, (row, depth.start), (rows, depth.len), to, tall) };
        Part { at: to.cast_const(), rows: 1, columns: tall as isize }
    } else {
        let offset = row as isize + depth.start as isize * a.column_stride();
        // Without depth there is no element at the start of the panel.
        Part { at: from.wrapping_offset(offset), rows: 1, columns: a.column_stride() }
    };
    let columns = const { Plan::<T, X, A, B, C>::REPEATS.columns };
    let n = problem.c.1.extents()[1];
    let panel = Panel { part, row, last };
    // SAFETY: columns below `n`.
    unsafe {
        let whole = n / columns;
        for j in 0..whole {
            for_width!(Plan::<T, X, A, B, C>::REPEATS.columns, N => {
                block::<R, N, T, V, X, A, B, C, U>(v, atom, problem, panel, j * columns, depth, update)
            });
        }
        let mut column = whole * columns;
        if const { Plan::<T, X, A, B, C>::COLUMNS_ARE_STATIC } {
            for_width!(Plan::<T, X, A, B, C>::REST_COLUMNS, N => {
                block::<R, N, T, V, X, A, B, C, U>(v, atom, problem, panel, column, depth, update)
            });
            return;
        }
        while column + 4 <= n {
            block::<R, 4, T, V, X, A, B, C, U>(v, atom, problem, panel, column, depth, update);
            column += 4;
        }
        while column < n {
            block::<R, 1, T, V, X, A, B, C, U>(v, atom, problem, panel, column, depth, update);
            column += 1;
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

/// One tile of C: the rows of a panel, `N` columns of atoms from `column` on.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the place of a tile in three loops")]
unsafe fn block<const R: usize, const N: usize, T, V, X, A, B, C, U>(
    v: V,
    atom: X,
    problem: Problem<T, A, B, C>,
    panel: Panel<T>,
    column: usize,
    depth: Depth,
    update: U,
) where
    T: Element,
    V: Vectors<T>,
    X: Atom<T>,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    let (from, b) = problem.b;
    let mut room;
    let part = if const { Plan::<T, X, A, B, C>::PACKS_B } {
        room = Room::new();
        let (wide, to) = (N * X::Columns::USIZE, room.start());
        let (place, part) = ((column, depth.start), (wide, depth.len));
        // SAFETY: columns of the tile; `HAS_ROOM`, and the depth is at most `DEPTH`.
        unsafe { pack(v, from, Transposed(b), place, part, to, wide) };
        Part { at: to.cast_const(), rows: wide as isize, columns: 1 }
    } else {
        let (rows, columns) = (b.row_stride(), b.column_stride());
        let offset = depth.start as isize * rows + column as isize * columns;
        Part { at: from.wrapping_offset(offset), rows, columns }
    };
    let place = (panel.row, column);
    let sink = Writes { problem, place, last: panel.last, update };
    // SAFETY: the panel has the rows, `part` the columns of the tile.
    unsafe {
        let (a, last) = (panel.part, panel.last);
        let is_long = depth.len >= 16 * X::Depth::USIZE;
        match const { Plan::<T, X, A, B, C>::chains(R * N) } {
            4 if is_long => tile::<T, X, R, N, 4>(atom, last, depth.len, a, part, sink),
            2 if is_long => tile::<T, X, R, N, 2>(atom, last, depth.len, a, part, sink),
            _ => tile::<T, X, R, N, 1>(atom, last, depth.len, a, part, sink),
        }
    }
}

/// Writes a tile to its place in C.
struct Writes<T, A, B, C, U> {
    problem: Problem<T, A, B, C>,
    /// The first row and column.
    place: (usize, usize),
    /// Rows in the last atom.
    last: usize,
    update: U,
}

impl<T, X, A, B, C, U> Sink<X, X::C> for Writes<T, A, B, C, U>
where
    T: Element,
    X: Atom<T>,
    A: Operand,
    B: Operand,
    C: Operand,
    U: Update<T>,
{
    #[inline(always)]
    unsafe fn put(&self, atom: X, (i, j): (usize, usize), is_last: bool, sum: X::C) {
        let (to, c) = self.problem.c;
        let rows = if is_last { self.last } else { X::Rows::USIZE };
        let row = self.place.0 + i * X::Rows::USIZE;
        let column = self.place.1 + j * X::Columns::USIZE;
        if const { Plan::<T, X, A, B, C>::SCATTERS } {
            // SAFETY: `rows` rows of C from there on.
            unsafe { scatter(atom, sum, rows, to, c, (row, column), self.update) };
        } else {
            let stride = c.column_stride();
            // SAFETY: `rows` rows of C from there on, which are adjacent.
            unsafe {
                let at = to.offset(row as isize + column as isize * stride);
                atom.store(Part { at, rows: 1, columns: stride }, sum, rows, self.update);
            }
        }
    }
}

/// Updates elements of C one by one.
#[inline(always)]
unsafe fn scatter<T: Element, X: Atom<T>, C: Operand, U: Update<T>>(
    atom: X,
    sum: X::C,
    rows: usize,
    to: *mut T,
    c: C,
    (row, column): (usize, usize),
    update: U,
) {
    let mut sums = [T::ZERO; 16];
    let part = Part { at: sums.as_mut_ptr(), rows: 1, columns: X::Rows::ISIZE };
    // SAFETY: no atom has more than 16 elements of C.
    unsafe { atom.store(part, sum, X::Rows::USIZE, super::update::Set) };
    for j in 0..X::Columns::USIZE {
        for i in 0..rows {
            let sum = sums[j * X::Rows::USIZE + i];
            // SAFETY: the element in that row and column of C.
            unsafe {
                let at = to.offset(c.offset(row + i, column + j));
                let old = if update.reads() { at.read() } else { T::ZERO };
                at.write(update.apply_one(sum, old));
            }
        }
    }
}
