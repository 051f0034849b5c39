//! Which way vectors run, and on which atom.

use super::atom::{Atom, Broadcast, Dot, Quads};
use super::input::Input;
use super::operand::{Operand, Step, Transposed, UnitRows};
use super::panels::multiply;
use super::plan::{self, Of, Problem, Types};
use super::tiled::{Fitting, Repeats, TiledMma};
use super::update::Update;
use crate::simd::{Element, Vectors};

/// What multiplies, once it is known that vectors run along the rows of C.
pub trait Kernel<T: Element>: Copy {
    /// Updates C with the product.
    ///
    /// # Safety
    /// As [`panels::multiply`](multiply).
    unsafe fn multiply<A, B, C, U>(self, problem: Problem<A, B, C, U>)
    where
        A: Operand<Element: Input<T>>,
        B: Operand<Element: Input<T>>,
        C: Operand<Element = T>,
        U: Update<T>;
}

impl<T: Element, X: Atom<T>, R: Repeats> Kernel<T> for TiledMma<X, R> {
    #[inline(always)]
    unsafe fn multiply<A, B, C, U>(self, problem: Problem<A, B, C, U>)
    where
        A: Operand<Element: Input<T>>,
        B: Operand<Element: Input<T>>,
        C: Operand<Element = T>,
        U: Update<T>,
    {
        // SAFETY: the caller's matrices.
        unsafe { multiply(self, problem) }
    }
}

/// Who goes through the tiles of a product, once atom and tile are known.
pub trait Runner: Copy {
    /// Updates C with the product.
    ///
    /// # Safety
    /// As [`panels::multiply`](multiply). Where several threads do it, no two coordinates of C may name one element.
    unsafe fn multiply<P: Types, U: Update<P::T>>(
        self,
        mma: TiledMma<P::X, P::R>,
        problem: Problem<P::A, P::B, P::C, U>,
    );
}

/// The thread that asks, at once.
#[derive(Clone, Copy)]
pub struct Here;

impl Runner for Here {
    #[inline(always)]
    unsafe fn multiply<P: Types, U: Update<P::T>>(
        self,
        mma: TiledMma<P::X, P::R>,
        problem: Problem<P::A, P::B, P::C, U>,
    ) {
        // SAFETY: the caller's matrices.
        unsafe { multiply(mma, problem) }
    }
}

/// The atom that suits the types: vectors as long as the rows of C can use, or, for few columns of
/// adjacent elements, products of rows and columns.
#[derive(Clone, Copy)]
pub struct Chosen<V, D>(pub V, pub D);

/// Few enough columns for [`Dot`]: more of them pay for a transposed copy of A.
const FEW_COLUMNS: usize = 2;

impl<T: Element, V: Vectors<T>, D: Runner> Kernel<T> for Chosen<V, D> {
    #[inline(always)]
    unsafe fn multiply<A, B, C, U>(self, problem: Problem<A, B, C, U>)
    where
        A: Operand<Element: Input<T>>,
        B: Operand<Element: Input<T>>,
        C: Operand<Element = T>,
        U: Update<T>,
    {
        let Chosen(v, runner) = self;
        let (half, quarter) = (v.half(), v.half().half());
        // SAFETY: the caller's matrices.
        unsafe {
            if const { is_for_dot::<T, A, B, C>(V::LANES) } {
                return runner
                    .multiply::<Of<T, _, _, A, B, C>, U>(TiledMma::new(Dot(v), Fitting), problem);
            }
            if const { V::HAS_QUARTERS && is_for_quads::<T, A, B, C>(V::LANES / 4) } {
                return runner.multiply::<Of<T, _, _, A, B, C>, U>(
                    TiledMma::new(Quads(v), Fitting),
                    problem,
                );
            }
            match const { plan::halvings(C::EXTENTS[0], V::LANES, V::LANES * size_of::<T>()) } {
                0 => runner.multiply::<Of<T, _, _, A, B, C>, U>(
                    TiledMma::new(Broadcast(v), Fitting),
                    problem,
                ),
                1 => runner.multiply::<Of<T, _, _, A, B, C>, U>(
                    TiledMma::new(Broadcast(half), Fitting),
                    problem,
                ),
                _ => runner.multiply::<Of<T, _, _, A, B, C>, U>(
                    TiledMma::new(Broadcast(quarter), Fitting),
                    problem,
                ),
            }
        }
    }
}

/// Whether rows of A and columns of B are best multiplied where they are.
const fn is_for_dot<T, A, B, C>(lanes: usize) -> bool
where
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand,
{
    let in_place = <A::Element as Input<T>>::IS_ELEMENT && <B::Element as Input<T>>::IS_ELEMENT;
    let adjacent = matches!((A::COLUMNS, B::ROWS), (Step::Unit, Step::Unit));
    let is_even = !matches!(A::ROWS, Step::Uneven) && !matches!(B::COLUMNS, Step::Uneven);
    let is_narrow = match C::EXTENTS[1] {
        Some(columns) => columns <= FEW_COLUMNS,
        None => false,
    };
    let is_deep = match A::EXTENTS[1] {
        Some(depth) => depth >= lanes,
        None => true,
    };
    in_place && adjacent && is_even && is_narrow && is_deep
}

/// Whether vectors of several depths, `deep` of them, pay: four rows are less than a vector, columns of A follow
/// each other, and sums are long enough for what is done at their end.
const fn is_for_quads<T, A, B, C>(deep: usize) -> bool
where
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand,
{
    let in_place = <A::Element as Input<T>>::IS_ELEMENT && <B::Element as Input<T>>::IS_ELEMENT;
    let adjacent = matches!((A::ROWS, B::ROWS, C::ROWS), (Step::Unit, Step::Unit, Step::Unit));
    let is_even = matches!(A::STRIDES[1], Some(4)) && !matches!(B::COLUMNS, Step::Uneven);
    let is_wide = match C::EXTENTS {
        [Some(rows), Some(columns)] => rows == 4 && columns >= 8,
        _ => false,
    };
    let is_deep = match A::EXTENTS[1] {
        Some(depth) => depth >= 4 * deep && depth % deep == 0,
        None => false,
    };
    in_place && adjacent && is_even && is_wide && is_deep
}

/// Updates C with the product, vectors running along whatever mode of C has a unit stride.
///
/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
pub unsafe fn oriented<T, K, A, B, C, U>(kernel: K, problem: Problem<A, B, C, U>)
where
    T: Element,
    K: Kernel<T>,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    let c = problem.c;
    // SAFETY: the caller's matrices.
    unsafe {
        if const { matches!(C::ROWS, Step::Unit) } {
            kernel.multiply(problem);
        } else if const { matches!(C::COLUMNS, Step::Unit) } {
            kernel.multiply(transposed(problem));
        } else if const { matches!(C::ROWS, Step::Open) } && c.row_stride() == 1 {
            kernel.multiply(with_unit_rows(problem));
        } else if const { matches!(C::COLUMNS, Step::Open) } && c.column_stride() == 1 {
            kernel.multiply(with_unit_rows(transposed(problem)));
        } else {
            kernel.multiply(problem);
        }
    }
}

/// `C^T = B^T * A^T`.
#[inline(always)]
fn transposed<A, B, C, U>(
    problem: Problem<A, B, C, U>,
) -> Problem<Transposed<B>, Transposed<A>, Transposed<C>, U> {
    let Problem { a, b, c, update } = problem;
    Problem { a: Transposed(b), b: Transposed(a), c: Transposed(c), update }
}

/// The same with rows of C that were found to be adjacent.
#[inline(always)]
fn with_unit_rows<A, B, C, U>(problem: Problem<A, B, C, U>) -> Problem<A, B, UnitRows<C>, U> {
    let Problem { a, b, c, update } = problem;
    Problem { a, b, c: UnitRows(c), update }
}
