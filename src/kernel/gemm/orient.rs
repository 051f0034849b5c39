//! Which way vectors run, and on which atom.

use super::atom::{Atom, Broadcast, Dot, Quads};
use super::input::Input;
use super::operand::{FourApart, Operand, Step, Transposed, UnitRows};
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

/// How a product is made. The compiler looks at no other way than the one that is called: a branch that is never
/// taken would cost it as much as this one.
type Way<V, D, A, B, C, U> = unsafe fn(Chosen<V, D>, Problem<A, B, C, U>);

impl<T: Element, V: Vectors<T>, D: Runner> Kernel<T> for Chosen<V, D> {
    #[inline(always)]
    unsafe fn multiply<A, B, C, U>(self, problem: Problem<A, B, C, U>)
    where
        A: Operand<Element: Input<T>>,
        B: Operand<Element: Input<T>>,
        C: Operand<Element = T>,
        U: Update<T>,
    {
        // SAFETY: the caller's matrices.
        unsafe { (const { way::<T, V, D, A, B, C, U>() })(self, problem) }
    }
}

const fn way<T, V, D, A, B, C, U>() -> Way<V, D, A, B, C, U>
where
    T: Element,
    V: Vectors<T>,
    D: Runner,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    if is_for_dot::<T, A, B, C>(V::LANES) {
        return dot::<T, V, D, A, B, C, U>;
    }
    let has_quads = V::HAS_HALVES || <V::Half as Vectors<T>>::HAS_HALVES;
    if has_quads && is_for_quads::<T, A, B, C>() {
        if matches!(C::EXTENTS[0], Some(4)) {
            return quads::<T, V, D, A, B, C, U>();
        }
        return apart::<T, V, D, A, B, C, U>;
    }
    broadcast::<T, V, D, A, B, C, U>()
}

/// By [`Quads`], of vectors of eight lanes.
const fn quads<T, V, D, A, B, C, U>() -> Way<V, D, A, B, C, U>
where
    T: Element,
    V: Vectors<T>,
    D: Runner,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    if V::HAS_HALVES { quads_of_all } else { quads_of_halves }
}

/// By [`Broadcast`], of the vectors that suit the rows.
const fn broadcast<T, V, D, A, B, C, U>() -> Way<V, D, A, B, C, U>
where
    T: Element,
    V: Vectors<T>,
    D: Runner,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    match plan::halvings(C::EXTENTS[0], V::LANES, V::LANES * size_of::<T>()) {
        0 => broadcast_to_all,
        1 => broadcast_to_halves,
        _ => broadcast_to_quarters,
    }
}

/// Ways of one atom.
macro_rules! by_atom {
    ($($name:ident: |$v:ident| $atom:expr;)*) => {$(
        /// # Safety
        /// As [`panels::multiply`](multiply).
        #[inline(always)]
        unsafe fn $name<T, V, D, A, B, C, U>(Chosen($v, runner): Chosen<V, D>, problem: Problem<A, B, C, U>)
        where
            T: Element,
            V: Vectors<T>,
            D: Runner,
            A: Operand<Element: Input<T>>,
            B: Operand<Element: Input<T>>,
            C: Operand<Element = T>,
            U: Update<T>,
        {
            // SAFETY: the caller's matrices.
            unsafe { runner.multiply::<Of<T, _, _, A, B, C>, U>(TiledMma::new($atom, Fitting), problem) }
        }
    )*};
}
by_atom! {
    dot: |v| Dot(v);
    quads_of_all: |v| Quads(v);
    quads_of_halves: |v| Quads(v.half());
    broadcast_to_all: |v| Broadcast(v);
    broadcast_to_halves: |v| Broadcast(v.half());
    broadcast_to_quarters: |v| Broadcast(v.half().half());
}

/// The last four rows of C by [`Quads`], those before them by [`Broadcast`].
///
/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
unsafe fn apart<T, V, D, A, B, C, U>(chosen: Chosen<V, D>, problem: Problem<A, B, C, U>)
where
    T: Element,
    V: Vectors<T>,
    D: Runner,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    let Problem { a, b, c, update } = problem;
    let above = Problem { a: FourApart::<A, false>(a), b, c: FourApart::<C, false>(c), update };
    let last = Problem { a: FourApart::<A, true>(a), b, c: FourApart::<C, true>(c), update };
    // SAFETY: some rows of the caller's matrices, and the others.
    unsafe {
        (const { broadcast::<T, V, D, FourApart<A, false>, B, FourApart<C, false>, U>() })(
            chosen, above,
        );
        (const { quads::<T, V, D, FourApart<A, true>, B, FourApart<C, true>, U>() })(chosen, last);
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

/// Whether vectors of several depths pay for the last four rows: these are less than a vector, and few vectors come
/// before them; and sums are long enough for what is done at their end.
const fn is_for_quads<T, A, B, C>() -> bool
where
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand,
{
    let in_place = <A::Element as Input<T>>::IS_ELEMENT && <B::Element as Input<T>>::IS_ELEMENT;
    let adjacent = matches!((A::ROWS, B::ROWS, C::ROWS), (Step::Unit, Step::Unit, Step::Unit));
    let is_even = !matches!(A::COLUMNS, Step::Uneven)
        && !matches!(B::COLUMNS, Step::Uneven)
        && !matches!(C::COLUMNS, Step::Uneven);
    let is_wide = match C::EXTENTS {
        [Some(rows), Some(columns)] => rows % 8 == 4 && rows < 32 && columns >= 8,
        _ => false,
    };
    let is_deep = match A::EXTENTS[1] {
        Some(depth) => depth >= 12 && depth % 4 == 0,
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
    // SAFETY: the caller's matrices.
    unsafe { (const { direction::<T, K, A, B, C, U>() })(kernel, problem) }
}

/// Along the rows of C, unless its columns are known to be adjacent, or may be.
const fn direction<T, K, A, B, C, U>() -> unsafe fn(K, Problem<A, B, C, U>)
where
    T: Element,
    K: Kernel<T>,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    match (C::ROWS, C::COLUMNS) {
        (Step::Unit, _) => K::multiply::<A, B, C, U>,
        (_, Step::Unit) => along_columns::<T, K, A, B, C, U>,
        (Step::Open, _) | (_, Step::Open) => along_either::<T, K, A, B, C, U>,
        _ => K::multiply::<A, B, C, U>,
    }
}

/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
unsafe fn along_columns<T, K, A, B, C, U>(kernel: K, problem: Problem<A, B, C, U>)
where
    T: Element,
    K: Kernel<T>,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    // SAFETY: the caller's matrices.
    unsafe { kernel.multiply(transposed(problem)) }
}

/// Along what is found to be adjacent.
///
/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
unsafe fn along_either<T, K, A, B, C, U>(kernel: K, problem: Problem<A, B, C, U>)
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
        if const { matches!(C::ROWS, Step::Open) } && c.row_stride() == 1 {
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
