//! Products of run-time extents and strides, compiled with this crate.
//!
//! A program that multiplies matrices of run-time extents builds none of the loops: it passes pointers, extents and strides. The
//! loops need few constants of a layout:
//!
//! ```text
//! few          few numbers, where panels would be copied: element by element (`few`)
//! vector       C has one row or one column (`vector`)
//! outer        the depth is 1: columns of C, each a multiple of A
//! blocks       great extents: packed blocks (`large`)
//! C^T = B^T A^T, if the rows of C have another stride than 1 and its columns have 1
//! in place     the rows of A and C have stride 1: vectors read and write them. Compiled twice: the columns of B have stride 1,
//!              so that its elements for one step are neighbours, or another stride
//! dots         A and B have stride 1 along a great depth, and C few elements: vectors along the depth
//! staged       other A: panels are copied to the stack. Other C: blocks of the sums are computed there
//! ```
//!
//! Static extents choose tiles, and keep the loops of their own.

use super::atom::{Broadcast, Dot};
use super::few::Few;
#[cfg(feature = "alloc")]
use super::large;
use super::operand::{MatrixForm, Operand, Step, Transposed};
use super::pack::{DEPTH, even, pack};
use super::panels::multiply_in_panels;
use super::problem::{AnyProblem, Problem};
#[cfg(feature = "alloc")]
use super::route::pays_in_blocks;
use super::route::{GemmPath, Numbers};
use super::tiled::{Fitting, TiledMma};
use super::update::{Blend, Decided, SetOrBlend, Update};
use super::vector;
use crate::compiled::compiled;
#[cfg(feature = "rayon")]
use crate::parts::Range;
use crate::simd::{Element, Machine, Task, Vectors, dispatch};
use core::mem::MaybeUninit;
use static_layout::internal::NoMap;

/// A matrix as extents and strides. With `UNIT_ROWS`, the stride from row to row is 1.
#[derive(Clone, Copy)]
pub struct Strided<T, const UNIT_ROWS: bool> {
    pub(crate) start: *mut T,
    pub(crate) extents: [usize; 2],
    pub(crate) strides: [isize; 2],
}

/// A matrix of any two strides.
pub type Open<T> = Strided<T, false>;
/// A matrix whose rows have stride 1.
type UnitRows<T> = Strided<T, true>;

/// A product of matrices as extents and strides.
pub type StridedProblem<T> = Problem<Open<T>, Open<T>, Open<T>, Blend<T>>;

impl<T: Copy, const UNIT_ROWS: bool> Operand for Strided<T, UNIT_ROWS> {
    type Element = T;
    type Through = NoMap;
    const FORM: MatrixForm = MatrixForm {
        steps: [if UNIT_ROWS { Step::Unit } else { Step::Open }, Step::Open],
        extents: [None, None],
        runs: [1; 2],
        divides: false,
    };

    #[inline(always)]
    fn start(self) -> *mut T {
        self.start
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        self.extents
    }
    #[inline(always)]
    fn through(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        let (rows, columns) = (self.row_stride() as usize, self.strides[1] as usize);
        row.wrapping_mul(rows).wrapping_add(column.wrapping_mul(columns))
    }
    #[inline(always)]
    fn row_stride(self) -> isize {
        if UNIT_ROWS { 1 } else { self.strides[0] }
    }
    #[inline(always)]
    fn column_stride(self) -> isize {
        self.strides[1]
    }
}

impl<T: Copy> Open<T> {
    /// Another matrix as extents and strides. If its elements have another type, the strides count those.
    #[inline(always)]
    pub fn of<M: Operand>(matrix: M) -> Self {
        let strides = [matrix.row_stride(), matrix.column_stride()];
        Self { start: matrix.start().cast(), extents: matrix.extents(), strides }
    }
    /// The address of an element.
    #[inline(always)]
    pub fn at(self, row: usize, column: usize) -> *mut T {
        self.start.wrapping_offset(self.offset(row, column))
    }
    /// The matrix, whose stride from row to row is 1.
    #[inline(always)]
    fn unit_rows(self) -> UnitRows<T> {
        debug_assert!(self.strides[0] == 1);
        let Self { start, extents, strides } = self;
        UnitRows { start, extents, strides }
    }
    /// The transposed matrix.
    #[inline(always)]
    pub fn transposed(self) -> Self {
        let ([m, n], [rows, columns]) = (self.extents, self.strides);
        Self { start: self.start, extents: [n, m], strides: [columns, rows] }
    }
    /// Rows and columns from `first` on, with their extents.
    #[inline(always)]
    pub fn part(self, first: [usize; 2], extents: [usize; 2]) -> Self {
        // Wrapping, because a matrix without depth has no element there.
        Self { start: self.at(first[0], first[1]), extents, ..self }
    }
}

/// A problem as extents and strides.
#[inline(always)]
pub fn of_any<P: AnyProblem>(problem: P) -> StridedProblem<P::T> {
    let Problem { a, b, c, update } = problem.problem();
    Problem { a: Open::of(a), b: Open::of(b), c: Open::of(c), update: update.blend() }
}

/// A problem as extents and strides, transposed where vectors run along the columns of C.
#[inline(always)]
pub fn of<P: AnyProblem>(problem: P) -> StridedProblem<P::T> {
    let problem = of_any(problem);
    if Numbers::of(&problem).runs_along_columns() { swapped(problem) } else { problem }
}

/// The transposed problem.
#[inline(always)]
pub fn swapped<T: Element>(problem: StridedProblem<T>) -> StridedProblem<T> {
    let Problem { a, b, c, update } = problem;
    Problem { a: b.transposed(), b: a.transposed(), c: c.transposed(), update }
}

/// Whether a product has loops of its own: one of a few numbers, of a matrix and a vector, or of some sums along a great depth.
#[cfg(feature = "rayon")]
pub fn is_special<T: Element>(problem: &StridedProblem<T>) -> bool {
    matches!(Numbers::of(problem).path(), GemmPath::Few | GemmPath::Dots | GemmPath::Vector)
}

// `multiply` calls `multiply_here::<f32>`, or the function of another element type: this crate has compiled each.
compiled! {
    /// Updates C with the product, on the widest vectors of this machine.
    ///
    /// # Safety
    /// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may overlap one of A or
    /// B. The extents must agree.
    pub multiply<T>: [unsafe fn](problem: &StridedProblem<T>) = multiply_here;
}

/// The body of [`multiply`].
#[inline(always)]
unsafe fn multiply_here<T: Element>(problem: &StridedProblem<T>) {
    match Numbers::of(problem).path() {
        GemmPath::Few => dispatch(Few(problem)),
        // SAFETY: the caller guarantees the elements. The path has found the mode of neighbours.
        GemmPath::Vector => unsafe { vector::multiply(&vector::of(*problem)) },
        GemmPath::Dots => dispatch(Dots(problem)),
        GemmPath::Outer => dispatch(Outer(problem)),
        // `path` leaves blocks to the task, which knows the machine.
        GemmPath::Tiles | GemmPath::Blocks => dispatch(StridedTask(problem)),
    }
}

/// The task of [`multiply`], whose caller guarantees its requirements.
struct StridedTask<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for StridedTask<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let problem = self.0;
        #[cfg(feature = "alloc")]
        if pays_in_blocks::<_, T::On<M>>(problem) {
            // SAFETY: the creator of this task guarantees the requirements of `multiply`.
            return unsafe { large::multiply_in_blocks(machine, &large::Alone, *problem) };
        }
        // SAFETY: the creator of this task guarantees the requirements of `multiply`.
        unsafe { multiply_small(machine, problem) };
    }
}

/// A product whose A and B have neighbours along the depth. Its creator guarantees the requirements of [`multiply`].
struct Dots<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for Dots<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let Problem { a, b, c, update } = *self.0;
        let (a, b) = (Transposed(a.transposed().unit_rows()), b.unit_rows());
        let mma = TiledMma::new(Dot(T::vectors(machine)), Fitting);
        // SAFETY: the creator of this task guarantees the requirements of `multiply`.
        unsafe { multiply_in_panels(mma, Problem { a, b, c, update }) };
    }
}

/// A product of depth 1, column by column: tiles would write parts of several columns in turns. Its creator guarantees the
/// requirements of [`multiply`].
struct Outer<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for Outer<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        SetOrBlend::new(self.0.update).decide(OuterColumns(T::vectors(machine), self.0));
    }
}

/// The loops of [`Outer`].
struct OuterColumns<'p, V, T>(V, &'p StridedProblem<T>);

impl<T: Element, V: Vectors<T>> Decided<T> for OuterColumns<'_, V, T> {
    #[inline(always)]
    fn run<U: Update<T>>(self, update: U) {
        let Self(v, &Problem { a, b, c, .. }) = self;
        let [m, n] = c.extents;
        let whole = m - m % V::LANES;
        for j in 0..n {
            // SAFETY: column `j` of B and of C, whose rows are neighbours, as are those of A; the creator guarantees the elements.
            unsafe {
                let y = v.splat(*b.start.offset(b.offset(0, j)));
                let to = c.start.offset(c.offset(0, j));
                for i in (0..whole).step_by(V::LANES) {
                    let at = to.add(i);
                    let sum = v.mul_add(v.load(a.start.add(i)), y, v.zero());
                    update.write(v, at, sum);
                }
                if whole < m {
                    let (at, rest) = (to.add(whole), m - whole);
                    let sum = v.mul_add(v.load_part(a.start.add(whole), rest), y, v.zero());
                    let old = if update.reads() { v.load_part(at, rest) } else { v.zero() };
                    v.store_part(at, update.apply(v, sum, old), rest);
                }
            }
        }
    }
}

/// Updates C with the product, without packed blocks.
///
/// # Safety
/// The requirements of [`multiply`].
#[inline(always)]
unsafe fn multiply_small<T: Element, M: Machine>(machine: M, problem: &StridedProblem<T>) {
    if Numbers::of(problem).has_unit_rows() {
        machine.run(InPlace(problem));
    } else {
        machine.run(Staged(problem));
    }
}

/// Updates some rows and columns of C.
///
/// # Safety
/// The requirements of [`multiply`].
#[cfg(feature = "rayon")]
#[inline(always)]
pub unsafe fn multiply_part<T: Element, M: Machine>(
    machine: M,
    problem: &StridedProblem<T>,
    [rows, columns]: [Range; 2],
) {
    let Problem { a, b, c, update } = *problem;
    let depth = a.extents[1];
    let problem = Problem {
        a: a.part([rows.first, 0], [rows.len, depth]),
        b: b.part([0, columns.first], [depth, columns.len]),
        c: c.part([rows.first, columns.first], [rows.len, columns.len]),
        update,
    };
    // SAFETY: the caller guarantees the elements of the full matrices.
    unsafe { multiply_small(machine, &problem) };
}

/// A product whose A and C have rows of stride 1. Its creator guarantees the requirements of [`multiply`].
struct InPlace<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for InPlace<'_, T> {
    type Output = ();
    // A function of its own, which several callers share.
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let mma = TiledMma::new(Broadcast(T::vectors(machine)), Fitting);
        let Problem { a, b, c, update } = *self.0;
        let (a, c, update) = (a.unit_rows(), c.unit_rows(), SetOrBlend::new(update));
        // SAFETY: the creator of this task guarantees the requirements of `multiply`.
        unsafe {
            if b.strides[1] != 1 {
                multiply_in_panels(mma, Problem { a, b, c, update });
            } else {
                let b = Transposed(b.transposed().unit_rows());
                multiply_in_panels(mma, Problem { a, b, c, update });
            }
        }
    }
}

/// The columns of C whose sums are computed on the stack at once: whole tiles on all machines.
pub const COLUMNS: usize = 48;

/// The elements of a panel up to which moving each costs less than transposing squares of vectors.
const FEW: usize = 64;

/// The bytes of the longest vector.
const MAX_VECTOR: usize = 64;

/// Columns of two of the longest vectors.
#[repr(align(64))]
struct Columns<const N: usize>([[u8; 2 * MAX_VECTOR]; N]);

/// A product whose A or C has rows of another stride than 1. Its creator guarantees the requirements of [`multiply`].
struct Staged<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for Staged<'_, T> {
    type Output = ();
    // Small products in place have no buffers to reserve.
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let Problem { a, b, c, update } = *self.0;
        let ([m, n], [_, depth]) = (c.extents, a.extents);
        // If one extent of C is 0, the other may be any number, and a loop over it would not end soon.
        if m == 0 || n == 0 {
            return;
        }
        let v = T::vectors(machine);
        let tall = const {
            let lanes = <T::On<M> as Vectors<T>>::LANES;
            assert!(lanes * size_of::<T>() <= MAX_VECTOR);
            2 * lanes
        };
        let (packs, scatters) = (a.strides[0] != 1, c.strides[0] != 1);
        let most = if packs { DEPTH } else { depth };
        let (mut panel, mut sums) =
            (MaybeUninit::<Columns<DEPTH>>::uninit(), MaybeUninit::<Columns<COLUMNS>>::uninit());
        let (packed, sums) = (panel.as_mut_ptr().cast(), sums.as_mut_ptr().cast());
        let Blend { alpha, mut beta } = update;
        let mut k = 0;
        loop {
            let len = most.min(depth - k);
            // Two vectors of rows at a time, as in the tiles that follow.
            for row in (0..m).step_by(tall) {
                let rows = tall.min(m - row);
                let mut panel = a.part([row, k], [rows, len]);
                if packs {
                    // SAFETY: the rows and the depth lie in A; the buffer holds `DEPTH` columns of two vectors.
                    unsafe {
                        // Few numbers move one by one, because squares of vectors would be mostly empty.
                        if rows * len <= FEW
                            && rows.min(len) < const { <T::On<M> as Vectors<T>>::LANES }
                        {
                            even(panel.start.cast_const(), a.strides, (rows, len), packed, tall);
                        } else {
                            pack(v, a, (row, k), (rows, len), packed, tall);
                        }
                    }
                    panel = Open { start: packed, strides: [1, tall as isize], ..panel };
                }
                // Without a buffer for the sums, one call computes all columns.
                let wide = if scatters { COLUMNS } else { n };
                for column in (0..n).step_by(wide) {
                    let columns = wide.min(n - column);
                    let b = b.part([k, column], [len, columns]);
                    let c = c.part([row, column], [rows, columns]);
                    if scatters {
                        let update = Blend { alpha: T::ONE, beta: T::ZERO };
                        let staged = Open { start: sums, strides: [1, tall as isize], ..c };
                        machine.run(InPlace(&Problem { a: panel, b, c: staged, update }));
                        // SAFETY: `InPlace` has written `rows` by `columns` sums, and C has as many elements, which the creator
                        // of this task guarantees.
                        unsafe { scatter(staged, c, Blend { alpha, beta }) };
                    } else {
                        machine.run(InPlace(&Problem {
                            a: panel,
                            b,
                            c,
                            update: Blend { alpha, beta },
                        }));
                    }
                }
            }
            (k, beta) = (k + len, T::ONE);
            if k == depth {
                return;
            }
        }
    }
}

/// Updates C with sums of its extents.
///
/// # Safety
/// The elements of both must be valid for reads, and those of C for writes.
#[inline(always)]
unsafe fn scatter<T: Element>(sums: Open<T>, c: Open<T>, update: Blend<T>) {
    let [m, n] = c.extents;
    for j in 0..n {
        for i in 0..m {
            // SAFETY: both matrices have row `i` and column `j`.
            unsafe { update.write_one(c.at(i, j), *sums.at(i, j)) };
        }
    }
}
