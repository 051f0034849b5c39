//! A product to compute: the matrices, and the update of C.

use super::agree;
use super::input::Input;
use super::operand::{Matrix, OfBatch, Operand, Transposed, UnitRows};
use super::route::Forms;
use super::update::Update;
use crate::simd::Element;
use static_layout::internal::{self, Form};
use static_layout::{View, ViewMut};

/// The matrices A, B and C, whose extents agree, and the update of C by `A * B`.
#[derive(Clone, Copy)]
pub struct Problem<A, B, C, U> {
    pub a: A,
    pub b: B,
    pub c: C,
    pub update: U,
}

/// A [`Problem`] whose element types can be multiplied.
///
/// One trait, so that a function that passes a problem on need not repeat the bounds.
pub trait AnyProblem: Copy {
    type T: Element;
    type A: Operand<Element: Input<Self::T>>;
    type B: Operand<Element: Input<Self::T>>;
    type C: Operand<Element = Self::T>;
    type U: Update<Self::T>;
    /// What the compiler knows of the matrices.
    const FORMS: Forms = Forms {
        a: Self::A::FORM,
        b: Self::B::FORM,
        c: Self::C::FORM,
        are_elements: [
            <<Self::A as Operand>::Element as Input<Self::T>>::IS_ELEMENT,
            <<Self::B as Operand>::Element as Input<Self::T>>::IS_ELEMENT,
        ],
        bytes: size_of::<Self::T>(),
    };
    fn problem(self) -> Problem<Self::A, Self::B, Self::C, Self::U>;
}
impl<T, A, B, C, U> AnyProblem for Problem<A, B, C, U>
where
    T: Element,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    type T = T;
    type A = A;
    type B = B;
    type C = C;
    type U = U;
    #[inline(always)]
    fn problem(self) -> Self {
        self
    }
}

impl<A: Operand, B: Operand, C: Operand, U> Problem<A, B, C, U> {
    /// The numbers of rows and columns of C, and the depth.
    #[inline(always)]
    pub fn extents(&self) -> [usize; 3] {
        let ([m, n], [_, k]) = (self.c.extents(), self.a.extents());
        [m, n, k]
    }
    /// Whether A and C have the same rows, B and C the same columns, and A the columns that B has rows.
    #[inline(always)]
    pub fn agrees(&self) -> bool {
        let [[m, k], [inner, n]] = [self.a.extents(), self.b.extents()];
        k == inner && self.c.extents() == [m, n]
    }
    /// The transposed problem, `C^T = B^T * A^T`.
    #[inline(always)]
    pub fn transposed(self) -> Problem<Transposed<B>, Transposed<A>, Transposed<C>, U> {
        let Self { a, b, c, update } = self;
        Problem { a: Transposed(b), b: Transposed(a), c: Transposed(c), update }
    }
    /// The problem with [`UnitRows`] for C: its run-time stride from row to row was found to be 1.
    #[inline(always)]
    pub fn with_unit_rows(self) -> Problem<A, B, UnitRows<C>, U> {
        let Self { a, b, c, update } = self;
        Problem { a, b, c: UnitRows(c), update }
    }
}

/// A [`Problem`] of layouts, which may have a third mode that counts the matrices of a batch.
pub trait ProblemOfViews: AnyProblem {
    /// One product of the batch.
    type One: AnyProblem<T = Self::T>;
    /// The numbers of matrices of A, B and C. `agree::check` has rejected layouts without a third mode.
    fn batches(self) -> [usize; 3];
    /// The product of matrices `batch` of A, B and C, whose layouts have a third mode.
    fn of_batch(self, batch: usize) -> Self::One;
}
impl<T, I, J, A, B, C, U> ProblemOfViews for Problem<Matrix<I, A>, Matrix<J, B>, Matrix<T, C>, U>
where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: Form,
    B: Form,
    C: Form,
    U: Update<T>,
{
    type One = Problem<OfBatch<I, A>, OfBatch<J, B>, OfBatch<T, C>, U>;
    #[inline(always)]
    fn batches(self) -> [usize; 3] {
        [self.a.batches(), self.b.batches(), self.c.batches()]
    }
    #[inline(always)]
    fn of_batch(self, batch: usize) -> Self::One {
        let Problem { a, b, c, update } = self;
        Problem { a: a.of_batch(batch), b: b.of_batch(batch), c: c.of_batch(batch), update }
    }
}

impl<I: Copy, J: Copy, T: Copy, A: Form, B: Form, C: Form, U>
    Problem<Matrix<I, A>, Matrix<J, B>, Matrix<T, C>, U>
{
    /// Makes the problem of three views.
    ///
    /// The caller has checked static extents in `const`, so that the compiler points at the user's line.
    ///
    /// # Panics
    /// If run-time extents disagree, or if a run-time layout of C maps two coordinates to one element.
    #[inline(always)]
    #[track_caller]
    pub fn of_views(
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, T, C>,
        update: U,
        agree: impl Fn(&Self) -> bool,
    ) -> Self {
        let problem = Problem {
            // A and B are only read.
            a: Matrix::new(a.as_ptr().cast_mut(), a.layout()),
            b: Matrix::new(b.as_ptr().cast_mut(), b.layout()),
            c: Matrix::new(c.as_mut_ptr(), c.layout()),
            update,
        };
        if !agree(&problem) {
            agree::refuse(a.layout(), b.layout(), c.layout());
        }
        if let Err(error) = internal::try_disjoint(c.layout()) {
            agree::refuse_repeated(error);
        }
        problem
    }
}
