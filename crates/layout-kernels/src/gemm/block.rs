//! One tile of C: what it reads, and how it is written.

use super::atom::{Adjacent, Atom, AtomPart, Part};
use super::operand::{Operand, Transposed};
use super::pack::{DEPTH, Room, pack};
use super::plan::{Plan, Problem, Types};
use super::tile::{Sink, tile};
use super::update::{Set, Update};
use crate::simd::Element;
#[cfg(debug_assertions)]
use crate::simd::{Machine, Task, Vectors};

/// Some columns of A and rows of B.
#[derive(Clone, Copy)]
pub struct Depth {
    pub start: usize,
    pub len: usize,
}

/// Rows of A as tiles read them, from `row` on, `last` rows in the last atom.
#[derive(Clone, Copy)]
pub struct Panel<T> {
    pub part: Part<*const T>,
    pub row: usize,
    pub last: usize,
}

/// A part of a matrix of elements, from a row and a column on, where it is.
#[inline(always)]
pub fn in_place<T, M: Operand>(matrix: M, row: usize, column: usize) -> Part<*const T> {
    let (rows, columns) = (matrix.row_stride(), matrix.column_stride());
    let offset = row as isize * rows + column as isize * columns;
    // Wrapping: a matrix without depth has no element there.
    Part { at: matrix.start().cast_const().wrapping_offset(offset).cast(), rows, columns }
}

/// Columns of C from `column` on, and what they are made of: rows of A, and how deep they are multiplied.
#[derive(Clone, Copy)]
pub struct Columns<P: Types, U> {
    pub atom: P::X,
    pub problem: Problem<P::A, P::B, P::C, U>,
    pub panel: Panel<P::T>,
    pub column: usize,
    pub depth: Depth,
}

/// One tile of C: the rows of a panel, the first `N` columns.
///
/// # Safety
/// As [`multiply`](super::panels::multiply); the panel and the columns must be there.
#[inline(always)]
pub unsafe fn block<P: Types, U: Update<P::T>, const R: usize, const N: usize>(of: Columns<P, U>) {
    // Without optimization everything inlined has a place of its own on the stack, for each width of a tile and
    // each vector: here it is a task of its own, whose stack is given back.
    #[cfg(debug_assertions)]
    of.atom.vectors().machine().run(Block::<P, U, R, N>(of));
    #[cfg(not(debug_assertions))]
    // SAFETY: the caller's.
    unsafe {
        inlined_block::<P, U, R, N>(of)
    }
}

/// The argument of [`block`], which alone makes one.
#[cfg(debug_assertions)]
struct Block<P: Types, U, const R: usize, const N: usize>(Columns<P, U>);

#[cfg(debug_assertions)]
impl<P: Types, U: Update<P::T>, const R: usize, const N: usize> Task for Block<P, U, R, N> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: those of the caller of `block`.
        unsafe { inlined_block::<P, U, R, N>(self.0) }
    }
}

/// What [`block`] does.
#[inline(always)]
unsafe fn inlined_block<P: Types, U: Update<P::T>, const R: usize, const N: usize>(
    of: Columns<P, U>,
) {
    let Columns { atom, problem, panel, column, depth } = of;
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
pub struct Writes<P: Types, U> {
    pub problem: Problem<P::A, P::B, P::C, U>,
    /// The first row and column.
    pub place: (usize, usize),
    /// Rows in the last atom.
    pub last: usize,
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
        let ((row, column), inside) = self.of_atom((i, j), is_last);
        if const { Plan::<P>::SCATTERS } {
            // SAFETY: `rows` rows of C from there on.
            unsafe { scatter::<P, U>(atom, sum, inside, c, (row, column), update) };
        } else {
            // SAFETY: `rows` rows of C from there on, adjacent as the atom says.
            unsafe { atom.store(in_c(c, row, column), sum, inside, update) };
        }
    }
    #[inline(always)]
    unsafe fn put_four(
        &self,
        atom: P::X,
        (i, j): (usize, usize),
        is_last: bool,
        sums: [<P::X as Atom<P::T>>::C; 4],
    ) {
        if const { Plan::<P>::SCATTERS } {
            for (next, sum) in sums.into_iter().enumerate() {
                // SAFETY: the caller's atoms.
                unsafe { self.put(atom, (i, j + next), is_last, sum) };
            }
        } else {
            let ((row, column), inside) = self.of_atom((i, j), is_last);
            let Problem { c, update, .. } = self.problem;
            // SAFETY: as of `put`, of four columns.
            unsafe { atom.store_four(in_c(c, row, column), sums, inside, update) };
        }
    }
}

impl<P: Types, U> Writes<P, U> {
    /// The place in C of an atom, and how much of it is in there.
    #[inline(always)]
    fn of_atom(&self, (i, j): (usize, usize), is_last: bool) -> ((usize, usize), AtomPart) {
        let atom_rows = const { Plan::<P>::ATOM_ROWS };
        let rows = if is_last { self.last } else { atom_rows };
        let place = (self.place.0 + i * atom_rows, self.place.1 + j);
        (place, AtomPart { rows, depth: const { Plan::<P>::ATOM_DEPTH } })
    }
}

/// C from a row and a column on.
///
/// # Safety
/// It must have them, and even strides.
#[inline(always)]
unsafe fn in_c<C: Operand>(c: C, row: usize, column: usize) -> Part<*mut C::Element> {
    let (rows, columns) = (c.row_stride(), c.column_stride());
    // SAFETY: an element of C.
    let at = unsafe { c.start().offset(row as isize * rows + column as isize * columns) };
    Part { at, rows, columns }
}

/// No atom has more rows.
pub const MAX_ROWS: usize = 16;

/// Updates elements of C one by one.
#[inline(always)]
unsafe fn scatter<P: Types, U: Update<P::T>>(
    atom: P::X,
    sum: <P::X as Atom<P::T>>::C,
    inside: AtomPart,
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
