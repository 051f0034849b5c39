//! Small products on several threads: each thread computes parts of C, of whole register tiles.
//!
//! ```text
//! cut C into parts of rows, or of rows and columns
//! each thread: for each next part            panels::multiply_in_panels of the part
//! ```
//!
//! A part has the static extents of the full matrix, so that its tiles are those that one thread would compute, and the
//! result does not depend on the number of threads.

use super::atom::Atom;
use super::large::{self, Pool, Workers};
use super::operand::{MatrixForm, Operand, as_inside};
use super::panels::multiply_in_panels;
use super::problem::{AnyProblem, Problem};
use super::route::pays_in_blocks;
use super::run::Threading;
use super::strided::{self, StridedProblem};
use super::tiled::AnyMma;
use super::tiling::tiling;
use super::update::{Blend, Update};
use crate::compiled::compiled;
use crate::parts::{Parts, Range};
use crate::pool;
use crate::simd::{Element, Machine, Task, Vectors, dispatch};

/// The least size (see [`size`]) for which a second thread pays: 116 of `f32` in each extent, some 25 microseconds of one
/// thread. Waking another thread takes five.
const LEAST: usize = 6 << 20;
/// The least size of a part: about 4 microseconds.
const LEAST_OF_PART: usize = 1 << 20;
/// The most parts for each thread. Many, because a thread that wakes up late computes fewer, and the last part is waited for.
const PARTS: usize = 16;

/// Runs the product on the current thread and others of the current rayon pool.
#[derive(Clone, Copy)]
pub struct Threads;

impl Threading for Threads {
    #[inline(always)]
    unsafe fn multiply_tiles<P: AnyProblem, K: AnyMma<P::T>>(self, mma: K, problem: P) {
        const { assert!(size_of::<K>() == 0, "an atom on several threads has no data") };
        let multiply = const {
            if may_pay::<P::T>(P::FORMS.extents()) {
                in_parts::<P, K>
            } else {
                multiply_in_panels::<P, K>
            }
        };
        // SAFETY: the caller's contract covers these matrices.
        unsafe { multiply(mma, problem) }
    }
    fn workers(self) -> impl Workers {
        Pool
    }
}

/// Computes the product on as many threads as pay.
///
/// # Safety
/// The contract of [`Threading::multiply_tiles`] for several threads.
unsafe fn in_parts<P: AnyProblem, K: AnyMma<P::T>>(mma: K, problem: P) {
    let Problem { a, b, c, update } = problem.problem();
    let [m, n, k] = problem.problem().extents();
    let tile = const { whole_tiles::<P, K>() }.map(|extent| extent.unwrap_or(m.max(n)));
    // Small products do not start a pool.
    let threads = if size::<P::T>([m, n, k]) < LEAST { 1 } else { Pool.count() };
    let cut = PartCut::of::<P::T>([m, n, k], tile, threads);
    let machine = mma.atom().vectors().machine();
    let whole = Whole { mma, problem: Problem { a, b, c, update: update.blend() } };
    pool::each_apart(threads, cut.count(), |i| {
        machine.run(PartOf { whole: &whole, place: cut.get(i) });
    });
}

/// The numbers whose multiples are the rows and columns of each part of C except the last, or `None` for all.
///
/// Tiles of the last panel may have another width, so that parts end where tiles of all widths do. The last panel may
/// also be taller than the others, and then no part may end before it.
const fn whole_tiles<P: AnyProblem, K: AnyMma<P::T>>() -> [Option<usize>; 2] {
    let tiling = tiling::<P, K>();
    let (mut atoms, most) = match tiling.rest_rows() {
        0 => (1, tiling.row_atoms),
        rest => (rest, rest),
    };
    let mut columns = tiling.columns(tiling.row_atoms);
    while atoms <= most {
        columns = least_common_multiple(columns, tiling.columns(atoms));
        atoms += 1;
    }
    let rows = if tiling.merges() { None } else { Some(tiling.tall()) };
    [rows, Some(columns)]
}

const fn least_common_multiple(x: usize, y: usize) -> usize {
    let mut multiple = x;
    while !multiple.is_multiple_of(y) {
        multiple += x;
    }
    multiple
}

/// The size of a product: the bytes of A times the columns of B.
const fn size<T>([m, n, k]: [usize; 3]) -> usize {
    m.saturating_mul(n).saturating_mul(k).saturating_mul(size_of::<T>())
}

/// Whether a second thread may pay, given the static extents.
const fn may_pay<T>(extents: [Option<usize>; 3]) -> bool {
    match extents {
        [Some(m), Some(n), Some(k)] => size::<T>([m, n, k]) >= LEAST,
        _ => true,
    }
}

/// The parts of C.
#[derive(Clone, Copy, Debug)]
struct PartCut {
    rows: Parts,
    columns: Parts,
}

impl PartCut {
    /// Cuts C into at most [`PARTS`] parts for each thread: along its rows, and if they have too few tiles, along its columns as well.
    ///
    /// Parts of few columns read A again, which parts of few rows do not: the tiles below each other read B again in any case.
    fn of<T>([m, n, k]: [usize; 3], [tall, wide]: [usize; 2], threads: usize) -> Self {
        let most = if threads == 1 { 1 } else { PARTS * threads };
        let parts = (size::<T>([m, n, k]) / LEAST_OF_PART).clamp(1, most);
        let cut = |extent: usize, parts: usize, tile: usize| {
            Parts::even(extent, extent.div_ceil(parts).max(1), tile)
        };
        let rows = cut(m, parts, tall);
        Self { rows, columns: cut(n, parts.div_ceil(rows.count()), wide) }
    }
    /// The number of parts.
    fn count(self) -> usize {
        self.rows.count() * self.columns.count()
    }
    /// The rows and columns of part `i`. The first columns of C come first, from the top to the bottom: threads then read one group of
    /// columns of B at a time.
    fn get(self, i: usize) -> [Range; 2] {
        let rows = self.rows.count();
        [self.rows.get(i % rows), self.columns.get(i / rows)]
    }
}

compiled! {
    /// Updates C with a product of run-time extents on as many threads as pay.
    ///
    /// # Safety
    /// The contract of [`strided::multiply`]. No two coordinates of C may name one element.
    pub multiply_strided<T>: [unsafe fn](problem: &StridedProblem<T>) = multiply_here;
}

/// The body of [`multiply_strided`].
#[inline(always)]
unsafe fn multiply_here<T: Element>(problem: &StridedProblem<T>) {
    if !strided::is_special(problem) {
        return dispatch(StridedOnThreads(problem));
    }
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { strided::multiply(problem) }
}

/// The task of [`multiply_strided`], whose caller guarantees its requirements.
struct StridedOnThreads<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for StridedOnThreads<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let [m, n, k] = self.0.extents();
        if pays_in_blocks::<_, T::On<M>>(self.0) {
            // SAFETY: the creator of this task guarantees the requirements of `multiply_strided`.
            return unsafe { large::multiply_in_blocks(machine, &Pool, *self.0) };
        }
        let threads = if size::<T>([m, n, k]) < LEAST { 1 } else { Pool.count() };
        // Two vectors of rows, and a multiple of the columns of tiles on all machines.
        let tile = [2 * T::lanes::<M>(), strided::COLUMNS];
        let cut = PartCut::of::<T>([m, n, k], tile, threads);
        let whole = Whole { mma: (), problem: *self.0 };
        pool::each_apart(threads, cut.count(), |i| {
            let whole = &whole;
            // SAFETY: the creator of this task guarantees the requirements of `multiply` for the full matrices, and parts have
            // different elements of C.
            unsafe { strided::multiply_part(machine, &whole.problem, cut.get(i)) };
        });
    }
}

/// A product and its atom, which threads share.
struct Whole<K, P> {
    mma: K,
    problem: P,
}

// SAFETY: threads only read through the pointers to A and B, and write different elements of C, as the caller of
// `Threading::multiply_tiles` promises. Layouts are integers, elements are `Sync`, and `Threading::multiply_tiles` asserts that the atom has
// no data.
unsafe impl<T: Element, K, A, B, C> Sync for Whole<K, Problem<A, B, C, Blend<T>>> {}

/// A part of a product.
struct PartOf<'a, K, P> {
    whole: &'a Whole<K, P>,
    place: [Range; 2],
}

impl<P: AnyProblem, K: AnyMma<P::T>> Task for PartOf<'_, K, P> {
    type Output = ();
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let (Whole { mma, problem }, [rows, columns]) = (self.whole, self.place);
        let Problem { a, b, c, update } = problem.problem();
        let depth = Range::all(a.extents()[1]);
        let problem = Problem {
            a: Within::new(a, [rows, depth]),
            b: Within::new(b, [depth, columns]),
            c: Within::new(c, [rows, columns]),
            update,
        };
        // SAFETY: `PartCut` made the ranges from the extents, so that these are rows and columns of the caller's matrices.
        unsafe { multiply_in_panels(*mma, problem) }
    }
}

/// Some rows and columns of a matrix.
///
/// Keeps the static extents of the full matrix, because tile sizes derive from them. Every part but the last is a whole
/// number of tiles.
#[derive(Clone, Copy)]
struct Within<M: Operand> {
    of: M,
    /// The first row and column, from the element at [`start`](Operand::start).
    first: [usize; 2],
    start: *mut M::Element,
    extents: [usize; 2],
}

impl<M: Operand> Within<M> {
    #[inline(always)]
    fn new(of: M, [rows, columns]: [Range; 2]) -> Self {
        let extents = [rows.len, columns.len];
        let first = [rows.first, columns.first];
        if const { M::FORM.is_even() } {
            // Wrapping, because a matrix without depth has no element there.
            let start = of.start().wrapping_offset(of.offset(first[0], first[1]));
            Within { of, first: [0, 0], start, extents }
        } else {
            Within { of, first, start: of.start(), extents }
        }
    }
}

impl<M: Operand> Operand for Within<M> {
    type Element = M::Element;
    type Through = M::Through;
    // The runs begin where those of the whole matrix do.
    const FORM: MatrixForm = MatrixForm { runs: [1; 2], ..M::FORM };

    #[inline(always)]
    fn start(self) -> *mut M::Element {
        self.start
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        self.extents
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        self.of.sum(self.first[0] + row, self.first[1] + column)
    }
    as_inside! {
        of:
        through() -> M::Through;
        row_stride() -> isize;
        column_stride() -> isize;
    }
}
