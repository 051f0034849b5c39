//! Chooses the mode of C that vectors run along, the atom, and the length of its vectors.

use super::atom::{Atom, Broadcast, Dot, Quads};
use super::constants::{self, Multiplication, Of, Problem, Types};
use super::fours::{has_no_gaps, is_for_fours, multiply_fours};
use super::input::Input;
use super::operand::{FourApart, Operand, Step, Transposed, UnitRows};
use super::panels::multiply_in_panels;
use super::strided::{DEPTH_OF_DOTS, MOST_DOTS};
use super::tiled::{Fitting, Repeats, TiledMma};
use super::update::Update;
use crate::simd::{Element, Vectors};

/// Computes a product whose vectors run along the rows of C.
pub trait Kernel<T: Element>: Copy {
    /// Updates C with the product.
    ///
    /// # Safety
    /// The contract of [`multiply_in_panels`].
    unsafe fn multiply_oriented<P: Multiplication<T = T>>(self, problem: P);
}

impl<T: Element, X: Atom<T>, R: Repeats> Kernel<T> for TiledMma<X, R> {
    #[inline(always)]
    unsafe fn multiply_oriented<P: Multiplication<T = T>>(self, problem: P) {
        // SAFETY: the caller's contract covers these matrices.
        unsafe { multiply_in_panels(self, problem.problem()) }
    }
}

/// Runs the loops over the tiles of a product with a given atom and tile, on one thread or several.
pub trait Runner: Copy {
    /// Updates C with the product.
    ///
    /// # Safety
    /// The contract of [`multiply_in_panels`]. A runner with several threads also requires that no two
    /// coordinates of C name one element.
    unsafe fn multiply_tiles<P: Types, U: Update<P::T>>(
        self,
        mma: TiledMma<P::X, P::R>,
        problem: Problem<P::A, P::B, P::C, U>,
    );
}

/// Runs the product on the current thread.
#[derive(Clone, Copy)]
pub struct CurrentThread;

impl Runner for CurrentThread {
    #[inline(always)]
    unsafe fn multiply_tiles<P: Types, U: Update<P::T>>(
        self,
        mma: TiledMma<P::X, P::R>,
        problem: Problem<P::A, P::B, P::C, U>,
    ) {
        // SAFETY: the caller's contract covers these matrices.
        unsafe { multiply_in_panels(mma, problem) }
    }
}

/// The kernel that chooses its atom from the types.
///
/// [`Dot`] for few columns, or few elements of C along a great depth, and [`Quads`] for four last rows, all of adjacent elements;
/// otherwise [`Broadcast`], with vectors as long as the rows of C can use.
#[derive(Clone, Copy)]
pub struct AutoAtom<V, D>(pub V, pub D);

/// The most columns of C for [`Dot`]: for more columns a transposed copy of A costs less.
const FEW_COLUMNS: usize = 2;

/// A function that computes a product with a fixed atom.
///
/// It is chosen in `const`: a branch that is never taken would cost the compiler as much as the one that is.
type KernelFn<V, D, P> = unsafe fn(AutoAtom<V, D>, P);

impl<T: Element, V: Vectors<T>, D: Runner> Kernel<T> for AutoAtom<V, D> {
    #[inline(always)]
    unsafe fn multiply_oriented<P: Multiplication<T = T>>(self, problem: P) {
        // SAFETY: the caller's contract covers these matrices.
        unsafe { (const { kernel_fn::<V, D, P>() })(self, problem) }
    }
}

/// Chooses by the static layouts: [`multiply_fours`], or an atom: [`Dot`], [`Quads`] for the last four rows, [`Broadcast`].
const fn kernel_fn<V, D, P>() -> KernelFn<V, D, P>
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    if is_for_dot::<P>(V::LANES) {
        return dot;
    }
    let has_halves = V::HAS_HALVES || <V::Half as Vectors<P::T>>::HAS_HALVES;
    if has_halves && is_for_fours::<P>() {
        return fours;
    }
    if has_halves && is_for_quads::<P>(V::REGISTERS) {
        if matches!(P::C::EXTENTS[0], Some(4)) {
            return quads::<V, D, P>();
        }
        return apart;
    }
    broadcast::<V, D, P>()
}

/// Multiplies with [`Quads`] on vectors of eight lanes, whole or halved.
const fn quads<V, D, P>() -> KernelFn<V, D, P>
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    if V::HAS_HALVES { quads_of_all } else { quads_of_halves }
}

/// Multiplies with [`Broadcast`] on vectors halved as often as suits the rows.
const fn broadcast<V, D, P>() -> KernelFn<V, D, P>
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    let bytes = V::LANES * size_of::<P::T>();
    match constants::halvings(P::C::EXTENTS[0], V::LANES, bytes, V::HAS_LOW) {
        0 => broadcast_to_all,
        1 => broadcast_to_halves,
        _ => broadcast_to_quarters,
    }
}

/// Defines functions that multiply with one atom each.
macro_rules! by_atom {
    ($($name:ident: |$v:ident| $atom:expr;)*) => {$(
        /// # Safety
        /// The contract of [`multiply_in_panels`].
        #[inline(always)]
        unsafe fn $name<V, D, P>(AutoAtom($v, runner): AutoAtom<V, D>, problem: P)
        where
            V: Vectors<P::T>,
            D: Runner,
            P: Multiplication,
        {
            // SAFETY: the caller's contract covers these matrices.
            unsafe {
                runner.multiply_tiles::<Of<P::T, _, _, P::A, P::B, P::C>, P::U>(
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

/// Multiplies four rows by a depth of four with [`multiply_fours`], unless columns of B or C have gaps between them.
///
/// # Safety
/// The contract of [`multiply_in_panels`].
#[inline(always)]
unsafe fn fours<V, D, P>(chosen: AutoAtom<V, D>, problem: P)
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if !has_no_gaps(problem) {
            (const { broadcast::<V, D, P>() })(chosen, problem);
        } else if const { V::HAS_HALVES } {
            multiply_fours(chosen.0, problem);
        } else {
            multiply_fours(chosen.0.half(), problem);
        }
    }
}

/// Multiplies the last four rows of C with [`Quads`] and the rows before them with [`Broadcast`].
///
/// # Safety
/// The contract of [`multiply_in_panels`].
#[inline(always)]
unsafe fn apart<V, D, P>(chosen: AutoAtom<V, D>, problem: P)
where
    V: Vectors<P::T>,
    D: Runner,
    P: Multiplication,
{
    let Problem { a, b, c, update } = problem.problem();
    let above = Problem { a: FourApart::<_, false>(a), b, c: FourApart::<_, false>(c), update };
    let last = Problem { a: FourApart::<_, true>(a), b, c: FourApart::<_, true>(c), update };
    // SAFETY: the two problems have disjoint rows of the caller's matrices, and the same depth.
    unsafe {
        (const { broadcast::<V, D, Apart<P, false>>() })(chosen, above);
        (const { quads::<V, D, Apart<P, true>>() })(chosen, last);
    }
}

/// The type of the last four rows of a product (`LAST`), or of the rows before them.
type Apart<P, const LAST: bool> = Problem<
    FourApart<<P as Multiplication>::A, LAST>,
    <P as Multiplication>::B,
    FourApart<<P as Multiplication>::C, LAST>,
    <P as Multiplication>::U,
>;

/// Whether [`Dot`] applies: few columns and a depth of at least a vector, or few elements of C and a great depth; and adjacent
/// elements along the depth.
const fn is_for_dot<P: Multiplication>(lanes: usize) -> bool {
    let adjacent = matches!((P::A::COLUMN_STEP, P::B::ROW_STEP), (Step::Unit, Step::Unit));
    let is_even =
        !matches!(P::A::ROW_STEP, Step::Uneven) && !matches!(P::B::COLUMN_STEP, Step::Uneven);
    let is_narrow = match P::C::EXTENTS[1] {
        Some(columns) => columns <= FEW_COLUMNS,
        None => false,
    };
    let is_deep = match P::A::EXTENTS[1] {
        Some(depth) => depth >= lanes,
        None => true,
    };
    // Few elements of C in all, along a great depth.
    let is_small = match (P::C::EXTENTS, P::A::EXTENTS[1]) {
        ([Some(rows), Some(columns)], Some(depth)) => {
            rows.saturating_mul(columns) <= MOST_DOTS && depth >= DEPTH_OF_DOTS
        }
        _ => false,
    };
    in_place::<P>() && adjacent && is_even && (is_narrow && is_deep || is_small)
}

/// Whether [`Quads`] pays for the last four rows.
///
/// They are less than a vector, few vectors of rows come before them, and the depth is long enough for the additions
/// across lanes at the end: longer on 16 registers, whose tiles read B more often in both passes.
const fn is_for_quads<P: Multiplication>(registers: usize) -> bool {
    let adjacent = matches!(
        (P::A::ROW_STEP, P::B::ROW_STEP, P::C::ROW_STEP),
        (Step::Unit, Step::Unit, Step::Unit)
    );
    let is_even = !matches!(P::A::COLUMN_STEP, Step::Uneven)
        && !matches!(P::B::COLUMN_STEP, Step::Uneven)
        && !matches!(P::C::COLUMN_STEP, Step::Uneven);
    let is_wide = match P::C::EXTENTS {
        [Some(rows), Some(columns)] => rows % 8 == 4 && rows < 32 && columns >= 8,
        _ => false,
    };
    let is_alone = matches!(P::C::EXTENTS[0], Some(4));
    let least = if registers < 32 && !is_alone { 20 } else { 12 };
    let is_deep = match P::A::EXTENTS[1] {
        Some(depth) => depth >= least && depth % 4 == 0,
        None => false,
    };
    in_place::<P>() && adjacent && is_even && is_wide && is_deep
}

/// The most multiply-adds of a product that certainly has no packed blocks.
pub const MOST_IN_PLACE: usize = 1 << 20;

/// Whether a product may copy parts of A or B to the stack. If not, it is small, and the chosen atom reads A and B in
/// memory: [`Dot`] and [`Quads`] are only chosen so, and [`Broadcast`] needs vectors of A alone to be adjacent.
pub const fn may_pack<P: Multiplication>() -> bool {
    let is_even = P::A::IS_EVEN && P::B::IS_EVEN;
    // Vectors run along the mode of C that `direction` chooses.
    let is_adjacent = match along::<P::C>() {
        Along::Rows => {
            matches!((P::A::ROW_STEP, P::C::ROW_STEP), (Step::Unit, Step::Unit))
        }
        Along::Columns => matches!(P::B::COLUMN_STEP, Step::Unit),
        Along::Either => false,
    };
    let is_small = match (P::C::EXTENTS, P::A::EXTENTS[1]) {
        ([Some(rows), Some(columns)], Some(depth)) => {
            rows.saturating_mul(columns).saturating_mul(depth) <= MOST_IN_PLACE
        }
        _ => false,
    };
    !(in_place::<P>() && is_even && is_adjacent && is_small)
}

/// The most multiply-adds of a product that takes about as long as a call.
const MOST_SHORT: usize = 64;

/// Whether a product takes about as long as a call.
pub const fn is_short<P: Multiplication>() -> bool {
    match (P::C::EXTENTS, P::A::EXTENTS[1]) {
        ([Some(rows), Some(columns)], Some(depth)) => {
            !may_pack::<P>() && rows * columns * depth <= MOST_SHORT
        }
        _ => false,
    }
}

/// Whether the elements of A and B are those of C, so that atoms can read them in memory.
pub const fn in_place<P: Multiplication>() -> bool {
    <<P::A as Operand>::Element as Input<P::T>>::IS_ELEMENT
        && <<P::B as Operand>::Element as Input<P::T>>::IS_ELEMENT
}

/// Updates C with the product; vectors run along the mode of C with unit stride.
///
/// # Safety
/// The contract of [`multiply_in_panels`].
#[inline(always)]
pub unsafe fn oriented<K: Kernel<P::T>, P: Multiplication>(kernel: K, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe { (const { direction::<K, P>() })(kernel, problem) }
}

/// The mode of C that vectors run along.
enum Along {
    Rows,
    Columns,
    /// The mode whose stride is found to be 1 at run time.
    Either,
}

/// Chooses the mode that vectors run along: the rows of C, unless its columns have unit stride. A mode of one element fills
/// no vector, and is chosen where the other has no unit stride.
const fn along<C: Operand>() -> Along {
    let [one_row, one_column] =
        [matches!(C::EXTENTS[0], Some(1)), matches!(C::EXTENTS[1], Some(1))];
    match (C::ROW_STEP, C::COLUMN_STEP) {
        (Step::Unit, _) if !one_row => Along::Rows,
        (_, Step::Unit) if !one_column => Along::Columns,
        (Step::Open, _) | (_, Step::Open) => Along::Either,
        _ => Along::Rows,
    }
}

/// Chooses the function for the mode that vectors run along. If a stride is known only at run time, the function compares it
/// with 1.
const fn direction<K: Kernel<P::T>, P: Multiplication>() -> unsafe fn(K, P) {
    match along::<P::C>() {
        Along::Rows => K::multiply_oriented,
        Along::Columns => along_columns,
        Along::Either => along_either,
    }
}

/// # Safety
/// The contract of [`multiply_in_panels`].
#[inline(always)]
unsafe fn along_columns<K: Kernel<P::T>, P: Multiplication>(kernel: K, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe { kernel.multiply_oriented(transposed(problem.problem())) }
}

/// Compares the run-time strides of C with 1, then multiplies along its rows or its columns.
///
/// # Safety
/// The contract of [`multiply_in_panels`].
#[inline(always)]
unsafe fn along_either<K: Kernel<P::T>, P: Multiplication>(kernel: K, problem: P) {
    let problem = problem.problem();
    let c = problem.c;
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if const { matches!(P::C::ROW_STEP, Step::Open) } && c.row_stride() == 1 {
            kernel.multiply_oriented(with_unit_rows(problem));
        } else if const { matches!(P::C::COLUMN_STEP, Step::Open) } && c.column_stride() == 1 {
            kernel.multiply_oriented(with_unit_rows(transposed(problem)));
        } else {
            kernel.multiply_oriented(problem);
        }
    }
}

/// The transposed problem, `C^T = B^T * A^T`.
#[inline(always)]
fn transposed<A, B, C, U>(
    problem: Problem<A, B, C, U>,
) -> Problem<Transposed<B>, Transposed<A>, Transposed<C>, U> {
    let Problem { a, b, c, update } = problem;
    Problem { a: Transposed(b), b: Transposed(a), c: Transposed(c), update }
}

/// The problem with [`UnitRows`] for C: its run-time stride from row to row was found to be 1.
#[inline(always)]
fn with_unit_rows<A, B, C, U>(problem: Problem<A, B, C, U>) -> Problem<A, B, UnitRows<C>, U> {
    let Problem { a, b, c, update } = problem;
    Problem { a, b, c: UnitRows(c), update }
}
