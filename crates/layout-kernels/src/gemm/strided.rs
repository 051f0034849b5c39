//! Products whose extents are known at run time, of matrices with one stride in each mode.
//!
//! Their loops read extents and strides as values. So they are compiled with this crate, once for an element type and a
//! machine, and a call costs its program a call:
//!
//! ```text
//! packed blocks for a large product
//! the transposed problem, if the columns of C are adjacent
//! A is read in place if its rows are adjacent, otherwise copied to the stack, panel by panel
//! C is written by vectors if its rows are adjacent, otherwise element by element
//! ```

use super::input::Input;
#[cfg(feature = "alloc")]
use super::large;
use super::operand::{Operand, Step};
use super::orient::{AutoAtom, CurrentThread, Kernel};
use super::plan::{Multiplication, Problem};
use super::update::{Blend, Update};
use crate::simd::{Element, Machine, Task, Vectors, dispatch};
use static_layout::internal::{NoMap, OffsetMap};

/// A matrix with one stride in each mode, all of it known at run time.
#[derive(Clone, Copy)]
pub struct Strided<T> {
    start: *mut T,
    extents: [usize; 2],
    strides: [isize; 2],
}

impl<T> Strided<T> {
    /// The matrix, whose elements are of type `T`, and whose offsets grow by one number along each mode.
    #[inline(always)]
    fn of<M: Operand>(matrix: M) -> Self {
        let extents = matrix.extents();
        // The stride of a single row or column is never used, and 1 counts as adjacent.
        let strides = [
            if extents[0] == 1 { 1 } else { matrix.row_stride() },
            if extents[1] == 1 { 1 } else { matrix.column_stride() },
        ];
        let start = matrix.start().wrapping_offset(matrix.offset(0, 0)).cast();
        Strided { start, extents, strides }
    }

    #[inline(always)]
    fn transposed(self) -> Self {
        let ([rows, columns], [row, column]) = (self.extents, self.strides);
        Strided { extents: [columns, rows], strides: [column, row], ..self }
    }
}

impl<T: Copy> Operand for Strided<T> {
    type Element = T;
    type Through = NoMap;
    const ROW_STEP: Step = Step::Open;
    const COLUMN_STEP: Step = Step::Open;
    const EXTENTS: [Option<usize>; 2] = [None, None];

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
        let [by_row, by_column] = self.strides.map(isize::cast_unsigned);
        row.wrapping_mul(by_row).wrapping_add(column.wrapping_mul(by_column))
    }
    #[inline(always)]
    fn row_stride(self) -> isize {
        self.strides[0]
    }
    #[inline(always)]
    fn column_stride(self) -> isize {
        self.strides[1]
    }
}

/// The problem of three [`Strided`] matrices.
pub type StridedProblem<T> = Problem<Strided<T>, Strided<T>, Strided<T>, Blend<T>>;

/// Whether a product is one of this module: no extent is static, and elements and offsets need no function.
pub const fn is_strided<P: Multiplication>() -> bool {
    const fn is_plain<T: Element, M: Operand<Element: Input<T>>>() -> bool {
        <M::Element as Input<T>>::IS_ELEMENT
            && M::Through::IS_IDENTITY
            && !matches!(M::ROW_STEP, Step::Uneven)
            && !matches!(M::COLUMN_STEP, Step::Uneven)
    }
    matches!((P::C::EXTENTS, P::A::EXTENTS[1]), ([None, None], None))
        && is_plain::<P::T, P::A>()
        && is_plain::<P::T, P::B>()
        && is_plain::<P::T, P::C>()
}

/// The problem with extents and strides as values. `P` must be one of this module.
#[inline(always)]
pub fn strided<P: Multiplication>(problem: P) -> StridedProblem<P::T> {
    const { assert!(is_strided::<P>()) };
    let Problem { a, b, c, update } = problem.problem();
    Problem { a: Strided::of(a), b: Strided::of(b), c: Strided::of(c), update: update.blend() }
}

/// Computes the product, one of this module, with the vectors of `machine`.
///
/// # Safety
/// The contract of [`panels::multiply`](super::panels::multiply).
#[inline(always)]
pub unsafe fn on_machine<P: Multiplication, M: Machine>(machine: M, problem: P) {
    // SAFETY: the caller's contract is the same.
    unsafe { P::T::vectors(machine).multiply_strided(&strided(problem)) }
}

/// Computes the product on the widest vectors of this machine.
///
/// # Safety
/// The contract of [`panels::multiply`](super::panels::multiply).
#[inline(always)]
pub unsafe fn multiply_dispatched<T: Element>(problem: &StridedProblem<T>) {
    dispatch(Product(problem))
}

/// Computes the product with the vectors of `machine`.
///
/// # Safety
/// The contract of [`panels::multiply`](super::panels::multiply).
#[inline(always)]
pub unsafe fn multiply<T: Element, M: Machine>(machine: M, problem: &StridedProblem<T>) {
    machine.run(Product(problem))
}

/// The argument of [`multiply`] and [`multiply_dispatched`], which alone make it, under their contract.
struct Product<'p, T>(&'p StridedProblem<T>);

impl<T: Element> Task for Product<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        #[cfg(feature = "alloc")]
        if large::pays::<T, M, _, _, _, _>(self.0) {
            // SAFETY: this value is made under the contract of this call.
            return unsafe { large::multiply(machine, &large::Alone, *self.0) };
        }
        let Problem { mut a, mut b, mut c, update } = *self.0;
        let ([m, n], [by_row, by_column]) = (c.extents, c.strides);
        // Where both are 1, one extent is 1.
        if by_column == 1 && (by_row != 1 || m < n) {
            (a, b, c) = (b.transposed(), a.transposed(), c.transposed());
        }
        let kernel = AutoAtom(T::vectors(machine), CurrentThread);
        // SAFETY: this value is made under the contract of this call.
        unsafe { kernel.multiply(Problem { a, b, c, update }) }
    }
}
