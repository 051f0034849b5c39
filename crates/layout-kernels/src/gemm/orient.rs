//! Which way vectors run, and on which atom.

use super::atom::{Atom, Broadcast, Dot, Quads};
use super::input::Input;
use super::operand::{FourApart, Operand, Step, Transposed, UnitRows};
use super::panels::multiply;
use super::plan::{self, Multiplication, Of, Problem, Types};
use super::tiled::{Fitting, Repeats, TiledMma};
use super::update::Update;
use crate::simd::{Element, Vectors};

/// What multiplies, once it is known that vectors run along the rows of C.
pub trait Kernel<T: Element>: Copy {
    /// Updates C with the product.
    ///
    /// # Safety
    /// As [`panels::multiply`](multiply).
    unsafe fn multiply<P: Multiplication<T = T>>(self, problem: P);
}

impl<T: Element, X: Atom<T>, R: Repeats> Kernel<T> for TiledMma<X, R> {
    #[inline(always)]
    unsafe fn multiply<P: Multiplication<T = T>>(self, problem: P) {
        // SAFETY: the caller's matrices.
        unsafe { multiply(self, problem.problem()) }
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
type Way<V, D, P> = unsafe fn(Chosen<V, D>, P);

impl<T: Element, V: Vectors<T>, D: Runner> Kernel<T> for Chosen<V, D> {
    #[inline(always)]
    unsafe fn multiply<P: Multiplication<T = T>>(self, problem: P) {
        // SAFETY: the caller's matrices.
        unsafe { (const { way::<V, D, P>() })(self, problem) }
    }
}

const fn way<V, D, P>() -> Way<V, D, P>
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    if is_for_dot::<P>(V::LANES) {
        return dot;
    }
    let has_quads = V::HAS_HALVES || <V::Half as Vectors<P::T>>::HAS_HALVES;
    if has_quads && is_for_quads::<P>() {
        if matches!(P::C::EXTENTS[0], Some(4)) {
            return quads::<V, D, P>();
        }
        return apart;
    }
    broadcast::<V, D, P>()
}

/// By [`Quads`], of vectors of eight lanes.
const fn quads<V, D, P>() -> Way<V, D, P>
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    if V::HAS_HALVES { quads_of_all } else { quads_of_halves }
}

/// By [`Broadcast`], of the vectors that suit the rows.
const fn broadcast<V, D, P>() -> Way<V, D, P>
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    match plan::halvings(P::C::EXTENTS[0], V::LANES, V::LANES * size_of::<P::T>()) {
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
        unsafe fn $name<V, D, P>(Chosen($v, runner): Chosen<V, D>, problem: P)
        where
            V: Vectors<P::T>,
            D: Runner,
            P: Multiplication,
        {
            // SAFETY: the caller's matrices.
            unsafe {
                runner.multiply::<Of<P::T, _, _, P::A, P::B, P::C>, P::U>(
                    TiledMma::new($atom, Fitting),
                    problem.problem(),
                )
            }
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
unsafe fn apart<V, D, P>(chosen: Chosen<V, D>, problem: P)
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    let Problem { a, b, c, update } = problem.problem();
    let above = Problem { a: FourApart::<_, false>(a), b, c: FourApart::<_, false>(c), update };
    let last = Problem { a: FourApart::<_, true>(a), b, c: FourApart::<_, true>(c), update };
    // SAFETY: some rows of the caller's matrices, and the others.
    unsafe {
        (const { broadcast::<V, D, Apart<P, false>>() })(chosen, above);
        (const { quads::<V, D, Apart<P, true>>() })(chosen, last);
    }
}

/// The last four rows of a product, or those before them.
type Apart<P, const LAST: bool> = Problem<
    FourApart<<P as Multiplication>::A, LAST>,
    <P as Multiplication>::B,
    FourApart<<P as Multiplication>::C, LAST>,
    <P as Multiplication>::U,
>;

/// Whether rows of A and columns of B are best multiplied where they are.
const fn is_for_dot<P: Multiplication>(lanes: usize) -> bool {
    let adjacent = matches!((P::A::COLUMNS, P::B::ROWS), (Step::Unit, Step::Unit));
    let is_even = !matches!(P::A::ROWS, Step::Uneven) && !matches!(P::B::COLUMNS, Step::Uneven);
    let is_narrow = match P::C::EXTENTS[1] {
        Some(columns) => columns <= FEW_COLUMNS,
        None => false,
    };
    let is_deep = match P::A::EXTENTS[1] {
        Some(depth) => depth >= lanes,
        None => true,
    };
    in_place::<P>() && adjacent && is_even && is_narrow && is_deep
}

/// Whether vectors of several depths pay for the last four rows: these are less than a vector, and few vectors come
/// before them; and sums are long enough for what is done at their end.
const fn is_for_quads<P: Multiplication>() -> bool {
    let adjacent =
        matches!((P::A::ROWS, P::B::ROWS, P::C::ROWS), (Step::Unit, Step::Unit, Step::Unit));
    let is_even = !matches!(P::A::COLUMNS, Step::Uneven)
        && !matches!(P::B::COLUMNS, Step::Uneven)
        && !matches!(P::C::COLUMNS, Step::Uneven);
    let is_wide = match P::C::EXTENTS {
        [Some(rows), Some(columns)] => rows % 8 == 4 && rows < 32 && columns >= 8,
        _ => false,
    };
    let is_deep = match P::A::EXTENTS[1] {
        Some(depth) => depth >= 12 && depth % 4 == 0,
        None => false,
    };
    in_place::<P>() && adjacent && is_even && is_wide && is_deep
}

/// Whether A and B can be multiplied as they are in memory.
const fn in_place<P: Multiplication>() -> bool {
    <<P::A as Operand>::Element as Input<P::T>>::IS_ELEMENT
        && <<P::B as Operand>::Element as Input<P::T>>::IS_ELEMENT
}

/// Updates C with the product, vectors running along whatever mode of C has a unit stride.
///
/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
pub unsafe fn oriented<K: Kernel<P::T>, P: Multiplication>(kernel: K, problem: P) {
    // SAFETY: the caller's matrices.
    unsafe { (const { direction::<K, P>() })(kernel, problem) }
}

/// Along the rows of C, unless its columns are known to be adjacent, or may be.
const fn direction<K: Kernel<P::T>, P: Multiplication>() -> unsafe fn(K, P) {
    match (P::C::ROWS, P::C::COLUMNS) {
        (Step::Unit, _) => K::multiply,
        (_, Step::Unit) => along_columns,
        (Step::Open, _) | (_, Step::Open) => along_either,
        _ => K::multiply,
    }
}

/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
unsafe fn along_columns<K: Kernel<P::T>, P: Multiplication>(kernel: K, problem: P) {
    // SAFETY: the caller's matrices.
    unsafe { kernel.multiply(transposed(problem.problem())) }
}

/// Along what is found to be adjacent.
///
/// # Safety
/// As [`panels::multiply`](multiply).
#[inline(always)]
unsafe fn along_either<K: Kernel<P::T>, P: Multiplication>(kernel: K, problem: P) {
    let problem = problem.problem();
    let c = problem.c;
    // SAFETY: the caller's matrices.
    unsafe {
        if const { matches!(P::C::ROWS, Step::Open) } && c.row_stride() == 1 {
            kernel.multiply(with_unit_rows(problem));
        } else if const { matches!(P::C::COLUMNS, Step::Open) } && c.column_stride() == 1 {
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
