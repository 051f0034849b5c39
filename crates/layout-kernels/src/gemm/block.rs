//! One tile of C: where its operands are read and how its sums are written.

use super::atom::{Adjacent, Atom, AtomPart, Part};
use super::operand::{Operand, Transposed};
use super::pack::{DEPTH, PackBuffer, pack};
use super::problem::{AnyProblem, Problem};
use super::tile::{LastAtom, Sink, Sums, tile};
use super::tiled::AnyMma;
use super::tiling::tiling;
use super::update::{Decided, Set, Update};
use crate::simd::Element;
#[cfg(debug_assertions)]
use crate::simd::{Machine, Task, Vectors};
use core::marker::PhantomData;
use typenum::Unsigned;

/// A range of the depth: columns of A and rows of B.
#[derive(Clone, Copy)]
pub struct Depth {
    pub start: usize,
    pub len: usize,
}

/// A panel of A as tiles read it: rows from `row` on, with `last` rows in the last atom.
#[derive(Clone, Copy)]
pub struct Panel<T> {
    pub part: Part<*const T>,
    pub row: usize,
    pub last: usize,
}

/// The part of a matrix from a row and a column on, in place.
#[inline(always)]
pub fn in_place<T, M: Operand>(matrix: M, row: usize, column: usize) -> Part<*const T> {
    let (rows, columns) = (matrix.row_stride(), matrix.column_stride());
    let offset = row as isize * rows + column as isize * columns;
    // Wrapping, because a matrix without depth has no element there.
    Part { at: matrix.start().cast_const().wrapping_offset(offset).cast(), rows, columns }
}

/// Columns of C from `column` on, with the panel of A and the range of the depth that they are computed from.
#[derive(Clone, Copy)]
pub struct Columns<P: AnyProblem, K: AnyMma<P::T>> {
    pub atom: K::Atom,
    pub problem: P,
    pub panel: Panel<P::T>,
    pub column: usize,
    pub depth: Depth,
}

/// Computes one tile of C: the rows of a panel, and `N` columns from `column` on.
///
/// # Safety
/// The contract of [`multiply_in_panels`](super::panels::multiply_in_panels); the rows of the panel and the columns must be in C.
#[inline(always)]
pub unsafe fn block<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const N: usize>(
    of: Columns<P, K>,
) {
    // Without optimization, each inlined function has its own place on the stack, for each width of a tile and each
    // vector length. A task of its own returns that stack.
    #[cfg(debug_assertions)]
    of.atom.vectors().machine().run(ColumnsTask::<P, K, R, N>(of));
    #[cfg(not(debug_assertions))]
    // SAFETY: the caller guarantees the contract of `multiply_in_panels`, and rows and columns in C.
    unsafe {
        inlined_block::<P, K, R, N>(of)
    }
}

/// The argument of [`block`], which is the only function that makes it.
#[cfg(debug_assertions)]
struct ColumnsTask<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const N: usize>(Columns<P, K>);

#[cfg(debug_assertions)]
impl<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const N: usize> Task
    for ColumnsTask<P, K, R, N>
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: `block` makes this value, under its own contract.
        unsafe { inlined_block::<P, K, R, N>(self.0) }
    }
}

/// The body of [`block`].
#[inline(always)]
unsafe fn inlined_block<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const N: usize>(
    of: Columns<P, K>,
) {
    let Columns { atom, problem, column, depth, .. } = of;
    let b = problem.problem().b;
    let mut room;
    let part = if const { tiling::<P, K>().packs_b } {
        room = PackBuffer::new();
        let (v, to) = (atom.vectors(), room.start());
        // SAFETY: the columns and the depth lie in B; the buffer holds them, since `tiling::checked` and `depth.len <= DEPTH`.
        unsafe {
            if const { matches!(tiling::<P, K>().atom.adjacent[1], Adjacent::Rows) } {
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
    // SAFETY: `part` holds the columns along the depth; the rest is the contract of the caller.
    unsafe { (const { tile_of::<P, K, R, N>() })(of, part) }
}

/// Chooses the chains of a tile: by the static depth, or a function that compares the depth.
const fn tile_of<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const N: usize>()
-> unsafe fn(Columns<P, K>, Part<*const P::T>) {
    match (tiling::<P, K>().chains(R * N), tiling::<P, K>().extents[2].is_some()) {
        (8, true) => tile_in_chains::<P, K, R, N, 8>,
        (4, true) => tile_in_chains::<P, K, R, N, 4>,
        (2, true) => tile_in_chains::<P, K, R, N, 2>,
        (8, false) => tile_of_depth::<P, K, R, N, 8>,
        (4, false) => tile_of_depth::<P, K, R, N, 4>,
        (2, false) => tile_of_depth::<P, K, R, N, 2>,
        _ => tile_in_chains::<P, K, R, N, 1>,
    }
}

/// Computes a tile in `S` chains if the depth pays for them, otherwise in one.
#[inline(always)]
unsafe fn tile_of_depth<
    P: AnyProblem,
    K: AnyMma<P::T>,
    const R: usize,
    const N: usize,
    const S: usize,
>(
    of: Columns<P, K>,
    b: Part<*const P::T>,
) {
    // SAFETY: the contract of the caller.
    unsafe {
        if of.depth.len >= const { tiling::<P, K>().least_depth(R * N, S) } {
            tile_in_chains::<P, K, R, N, S>(of, b);
        } else {
            tile_in_chains::<P, K, R, N, 1>(of, b);
        }
    }
}

/// Computes a tile whose columns of B are at `b`, in `S` chains.
#[inline(always)]
unsafe fn tile_in_chains<
    P: AnyProblem,
    K: AnyMma<P::T>,
    const R: usize,
    const N: usize,
    const S: usize,
>(
    of: Columns<P, K>,
    b: Part<*const P::T>,
) {
    let Columns { atom, problem, panel, column, depth } = of;
    let sink = Writes::<P, K, _>::new(problem, (panel.row, column), panel.last);
    let widens = const { tiling::<P, K>().widens(R, N) };
    let last = LastAtom { inside: tiling::<P, K>().part(panel.last), widens };
    let a = panel.part;
    let len = (depth.len, const { tiling::<P, K>().unroll(R, N) });
    // SAFETY: the panel holds the rows and `b` the columns of the tile along the depth; `sink` is made for this tile.
    unsafe {
        if const { tiling::<P, K>().unroll(R, N) > 1 } {
            tile::<P::T, K::Atom, R, N, S, true>(atom, last, len, a, b, (), sink)
        } else {
            tile::<P::T, K::Atom, R, N, S, false>(atom, last, len, a, b, (), sink)
        }
    }
}

/// The sink that writes the sums of a tile to C.
pub struct Writes<P: AnyProblem, K, U> {
    c: P::C,
    update: U,
    /// The first row and column.
    place: (usize, usize),
    /// The number of rows in the last atom.
    last: usize,
    mma: PhantomData<K>,
}

impl<P: AnyProblem, K> Writes<P, K, P::U> {
    #[inline(always)]
    pub fn new(problem: P, place: (usize, usize), last: usize) -> Self {
        let Problem { c, update, .. } = problem.problem();
        Writes { c, update, place, last, mma: PhantomData }
    }
}

impl<P: AnyProblem, K: AnyMma<P::T>, U: Update<P::T>> Sink<K::Atom, <K::Atom as Atom<P::T>>::C>
    for Writes<P, K, U>
{
    #[inline(always)]
    unsafe fn put(
        &self,
        atom: K::Atom,
        (i, j): (usize, usize),
        is_last: bool,
        sum: <K::Atom as Atom<P::T>>::C,
    ) {
        let Self { c, update, .. } = *self;
        let ((row, column), inside) = self.of_atom((i, j), is_last);
        if const { tiling::<P, K>().scatters } {
            let place = |i| c.start().wrapping_offset(c.offset(row + i, column));
            // SAFETY: the atom is in the tile, so C has `inside.rows` rows from there on.
            unsafe { scatter(atom, sum, inside, place, update) };
        } else {
            // SAFETY: `rows` rows of C from there on, adjacent as the atom says.
            unsafe { atom.store(in_c(c, row, column), sum, inside, update) };
        }
    }
    #[inline(always)]
    unsafe fn put_four(
        &self,
        atom: K::Atom,
        (i, j): (usize, usize),
        is_last: bool,
        sums: [<K::Atom as Atom<P::T>>::C; 4],
    ) {
        if const { tiling::<P, K>().scatters } {
            for (next, sum) in sums.into_iter().enumerate() {
                // SAFETY: the caller's contract holds for each of the four atoms.
                unsafe { self.put(atom, (i, j + next), is_last, sum) };
            }
        } else {
            let ((row, column), inside) = self.of_atom((i, j), is_last);
            let Self { c, update, .. } = *self;
            // SAFETY: C has `inside.rows` rows in each of the four columns, which are adjacent as required: the tiling does
            // not scatter.
            unsafe { atom.store_four(in_c(c, row, column), sums, inside, update) };
        }
    }
    // One comparison for a tile: with one for each atom, the compiler would keep the sums on the stack.
    #[inline(always)]
    unsafe fn put_all(&self, sums: impl Sums<K::Atom, <K::Atom as Atom<P::T>>::C>) {
        self.update.decide(PutAll { writes: self, sums });
    }
}

/// The argument of [`Writes::put_all`], which is the only function that makes it.
struct PutAll<'w, P: AnyProblem, K, U, S> {
    writes: &'w Writes<P, K, U>,
    sums: S,
}

impl<P, K, U, S> Decided<P::T> for PutAll<'_, P, K, U, S>
where
    P: AnyProblem,
    K: AnyMma<P::T>,
    S: Sums<K::Atom, <K::Atom as Atom<P::T>>::C>,
{
    #[inline(always)]
    fn run<W: Update<P::T>>(self, update: W) {
        let Writes { c, place, last, mma, .. } = *self.writes;
        let writes = Writes::<P, K, W> { c, update, place, last, mma };
        // SAFETY: `put_all` makes this value, whose caller guarantees that the sums are of the tile of `writes`.
        unsafe { self.sums.put(&writes) }
    }
}

impl<P: AnyProblem, K: AnyMma<P::T>, U> Writes<P, K, U> {
    /// Returns the place of an atom in C and the part of the atom that lies in C.
    #[inline(always)]
    fn of_atom(&self, (i, j): (usize, usize), is_last: bool) -> ((usize, usize), AtomPart) {
        let atom_rows = const { tiling::<P, K>().atom.rows };
        let rows = if is_last { self.last } else { atom_rows };
        let place = (self.place.0 + i * atom_rows, self.place.1 + j);
        (place, tiling::<P, K>().part(rows))
    }
}

/// The part of C from a row and a column on.
///
/// # Safety
/// C must have that row and column, and even strides.
#[inline(always)]
unsafe fn in_c<C: Operand>(c: C, row: usize, column: usize) -> Part<*mut C::Element> {
    let (rows, columns) = (c.row_stride(), c.column_stride());
    // SAFETY: C has the row and the column, and even strides give its offset.
    let at = unsafe { c.start().offset(row as isize * rows + column as isize * columns) };
    Part { at, rows, columns }
}

/// The most rows of an atom.
pub const MAX_ROWS: usize = 16;

/// Updates the elements of C under an atom one by one; row `i` is at `place(i)`.
///
/// # Safety
/// The elements of the rows inside must be valid for reads and writes.
#[inline(always)]
pub unsafe fn scatter<T: Element, X: Atom<T>>(
    atom: X,
    sum: X::C,
    inside: AtomPart,
    place: impl Fn(usize) -> *mut T,
    update: impl Update<T>,
) {
    const { assert!(<X::Rows as Unsigned>::USIZE <= MAX_ROWS) };
    let mut sums = [T::ZERO; MAX_ROWS];
    let part = Part { at: sums.as_mut_ptr(), rows: 1, columns: MAX_ROWS as isize };
    // All rows, because a store under a mask passes nothing to the loads that follow.
    let all = AtomPart { rows: X::Rows::USIZE, is_static: true, ..inside };
    // SAFETY: `sums` has `MAX_ROWS` elements, at least the rows of an atom.
    unsafe { atom.store(part, sum, all, Set) };
    for (i, &sum) in sums.iter().enumerate().take(inside.rows) {
        // SAFETY: `i < inside.rows`: the caller's element.
        unsafe { update.write_one(place(i), sum) };
    }
}
