//! Runs a product along its [route](super::route): on a machine and its threads, with vectors along one mode of C, with an atom.
//!
//! ```text
//! Executor::execute     where the product runs, and its entry         `Entry`
//! ProductTask           packed blocks or register tiles               `Route::may_block`
//! oriented              vectors along the rows of C or its columns    `Route::along`
//! Kernel                the atom, or the one that the user gave       `Route::atom`, `Route::halvings`
//! ```
//!
//! Each step is a function that returns the function to call, by a `match` over the route in `const`: the compiler would build the
//! callees of branches that are never taken. Each of the `unsafe` functions has the contract of [`multiply_in_panels`].

use super::atom::{Atom, Broadcast, Dot, Quads};
use super::converted;
use super::fours::{has_no_gaps, multiply_fours};
use super::input::Input;
#[cfg(feature = "alloc")]
use super::large::{self, LargeProblem, LargeTypes};
use super::operand::{FourApart, Matrix, Operand, Step};
use super::panels::multiply_in_panels;
use super::problem::{AnyProblem, Problem, ProblemOfViews};
#[cfg(feature = "alloc")]
use super::route::pays_in_blocks;
use super::route::{Along, AtomChoice, Entry, Numbers, entry, route_of};
#[cfg(feature = "rayon")]
use super::shared::{self, Threads};
use super::strided;
use super::tiled::{AnyMma, Fitting, Repeats, TiledMma};
use super::update::{Set, Update};
use super::vector;
use crate::crate_only::CrateOnly;
#[cfg(feature = "alloc")]
use crate::simd::dispatch;
use crate::simd::{
    Element, Machine, Task, TaskOfParts, Vectors, dispatch_parts, has_whole_vectors,
};
use static_layout::internal::Form;
use static_layout::{View, ViewMut};

/// An element type of C, for elements `I` of A and `J` of B: each [`Element`] is a `ProductOf` two of its [`Input`]s.
///
/// One bound covers all three types, so that the compiler reports a mismatch once.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul;
/// use static_layout_kernels::gemm::ProductOf;
/// fn square<T: ProductOf<I, I>, I>(x: View<'_, I, Layout!((2, 2):row)>) -> [T; 4] {
///     let mut out = [T::ZERO; 4];
///     matmul(x, x, &mut ViewMut::new(&mut out, layout!((2, 2):row)).unwrap());
///     out
/// }
/// let x = [1, 1, 0, 1];
/// assert_eq!(square::<i32, _>(View::new(&x, layout!((2, 2):row)).unwrap()), [1, 2, 0, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "products of `{I}` and `{J}` cannot be summed in `{Self}`",
    label = "C has elements `f32`, `f64` or `i32`; A and B have those of C, and for `f32` also `bf16` or `f16`, with the feature `half`",
    note = "`gemm_i8(1, a, b, &mut c)` multiplies `i8` and `u8` into `i32` or `f32`"
)]
pub trait ProductOf<I, J>: Element {
    /// Multiplies two views into a third, whose static extents the caller has checked.
    #[doc(hidden)]
    #[track_caller]
    fn multiply_views<E: Executor<Self>, U: Update<Self>, A: Form, B: Form, C: Form>(
        _: CrateOnly,
        executor: E,
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, Self, C>,
        update: U,
    );
}

#[diagnostic::do_not_recommend]
impl<T: Element, I: Input<T>, J: Input<T>> ProductOf<I, J> for T {
    #[inline(always)]
    #[track_caller]
    fn multiply_views<E: Executor<T>, U: Update<T>, A: Form, B: Form, C: Form>(
        _: CrateOnly,
        executor: E,
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, T, C>,
        update: U,
    ) {
        executor.execute(Problem::of_views(a, b, c, update, E::agree))
    }
}

/// The threads and the machine that compute a product.
pub trait Executor<T: Element> {
    /// Whether the extents of A, B and C agree.
    #[inline(always)]
    fn agree<P: ProblemOfViews<T = T>>(problem: &P) -> bool {
        problem.problem().agrees()
    }
    /// Computes the product.
    fn execute<P: ProblemOfViews<T = T>>(self, problem: P);
}

/// Computes on the current thread, with the widest vectors of this machine.
pub struct Dispatched;
impl<T: Element> Executor<T> for Dispatched {
    #[inline(always)]
    fn execute<P: ProblemOfViews<T = T>>(self, problem: P) {
        (const { entry_fn::<P>() })(problem);
    }
}

/// Chooses the function of the entry.
const fn entry_fn<P: AnyProblem>() -> fn(P) {
    // SAFETY of these functions: either the operands are views, C is a `ViewMut`, `of_views` has compared the extents, and the offsets
    // of a layout of two modes are sums of a row part and a column part; or the caller of `multiply_operands` guarantees all this.
    match entry(&P::FORMS) {
        // SAFETY: as above.
        Entry::Strided => |problem| unsafe { strided::multiply(&strided::of(problem)) },
        // SAFETY: as above. The functions convert the elements of A and B.
        Entry::Converted => |problem| unsafe { converted::multiply(&converted::of(problem)) },
        Entry::Vector => execute_vector,
        Entry::Typed => execute_typed,
    }
}

/// `C = A B` of an A that is not a view, and of the elements of B and C with their layouts.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. C shares no element with A or B, and no
/// two coordinates of C have one offset. The extents must agree.
///
/// `a.sum(i, j) = rows(i) + columns(j)` for some functions `rows` and `columns`, because packed blocks read A at sums of one offset
/// for each row and one for each column (`large::offsets`). The layout of a view has such sums: its modes are rows and columns.
pub(crate) unsafe fn multiply_operands<T: Element, A: Operand<Element = T>, B: Form, C: Form>(
    a: A,
    (b, of_b): (*const T, B),
    (c, of_c): (*mut T, C),
) {
    // B is only read.
    let (b, c) = (Matrix::new(b.cast_mut(), of_b), Matrix::new(c, of_c));
    // SAFETY: the caller guarantees the requirements of this function.
    unsafe { multiply_any(Problem { a, b, c, update: Set }) }
}

/// Updates C with the product of any operands.
///
/// # Safety
/// As [`multiply_operands`], also for B and C.
#[inline(always)]
pub(crate) unsafe fn multiply_any<P: AnyProblem>(problem: P) {
    (const { entry_fn::<P>() })(problem)
}

/// Updates C with the product of matrices of more than two strides, as tables of offsets: packed blocks read them once, where tiles
/// would pack B again for each panel of rows.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may be one of A or B.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) unsafe fn multiply_tables<P: LargeTypes>(problem: LargeProblem<'_, P>) {
    dispatch(InBlocks(problem));
}

/// The task of [`multiply_tables`], whose caller guarantees its requirements.
#[cfg(feature = "alloc")]
struct InBlocks<'a, P: LargeTypes>(LargeProblem<'a, P>);

#[cfg(feature = "alloc")]
impl<P: LargeTypes> Task for InBlocks<'_, P> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: the creator of this task guarantees the requirements.
        unsafe { large::multiply_tables(machine, &large::Alone, self.0) };
    }
}

/// Multiplies a matrix by a vector, if the problem turns out to be one.
#[inline(always)]
fn execute_vector<P: AnyProblem>(problem: P) {
    if Numbers::of(&problem.problem()).is_for_vector() {
        // SAFETY: as in `entry_fn`. `is_for_vector` has found the mode of neighbours.
        unsafe { vector::multiply(&vector::of(problem)) }
    } else {
        execute_typed(problem);
    }
}

/// Runs loops for the types of the problem.
#[inline(always)]
fn execute_typed<P: AnyProblem>(problem: P) {
    dispatch_parts(ProductTask(problem.problem(), CurrentThread));
}

/// Computes on the current thread, with the vectors of a given machine.
pub struct OnMachine<M>(pub M);
impl<M: Machine, T: Element> Executor<T> for OnMachine<M> {
    #[inline(always)]
    fn execute<P: ProblemOfViews<T = T>>(self, problem: P) {
        self.0.run_parts(ProductTask(problem.problem(), CurrentThread));
    }
}

/// Computes on the current thread, with the vectors of the atom.
impl<X: Atom<T>, R: Repeats, T: Element> Executor<T> for TiledMma<X, R> {
    #[inline(always)]
    fn execute<P: ProblemOfViews<T = T>>(self, problem: P) {
        self.atom().vectors().machine().run(ProductBy(self, problem));
    }
}

/// Computes on all threads of the current rayon pool.
#[cfg(feature = "rayon")]
pub struct Shared;
#[cfg(feature = "rayon")]
impl<T: Element> Executor<T> for Shared {
    #[inline(always)]
    fn execute<P: ProblemOfViews<T = T>>(self, problem: P) {
        if const { matches!(entry(&P::FORMS), Entry::Strided) } {
            // SAFETY: as in `entry_fn`. `of_views` has checked that C has an element for each coordinate.
            unsafe { shared::multiply_strided(&strided::of(problem)) }
        } else {
            dispatch(ProductTask(problem, Threads));
        }
    }
}

/// A product on the threads `D`.
pub struct ProductTask<P, D>(pub P, pub D);

#[layout_macros::at_caller]
impl<P: AnyProblem, D: Threading> Task for ProductTask<P, D> {
    type Output = ();
    // A small product is inlined where the machine is known, and its matrices are not passed in memory.
    const HAS_LARGE_FRAME: bool = P::FORMS.may_copy();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `of_views` has compared the extents and checked
        // that C has an element for each coordinate, so that threads write different elements.
        unsafe { (const { size_fn::<P, M, D>() })(machine, self.1, self.0) };
    }
}

impl<T, A, B, C, U> TaskOfParts for ProductTask<Problem<A, B, C, U>, CurrentThread>
where
    Problem<A, B, C, U>: AnyProblem<T = T>,
{
    type A = A;
    type B = B;
    type C = C;
    type D = U;
    const IS_SHORT: bool = <Problem<A, B, C, U> as AnyProblem>::FORMS.is_short();
    #[inline(always)]
    fn into_parts(self) -> (A, B, C, U) {
        let Problem { a, b, c, update } = self.0;
        (a, b, c, update)
    }
    #[inline(always)]
    fn from_parts(a: A, b: B, c: C, update: U) -> Self {
        ProductTask(Problem { a, b, c, update }, CurrentThread)
    }
}

/// A product with a given atom.
struct ProductBy<K, P>(K, P);

impl<X: Atom<P::T>, R: Repeats, P: AnyProblem> Task for ProductBy<TiledMma<X, R>, P> {
    type Output = ();
    const HAS_LARGE_FRAME: bool = true;
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: the elements are those of views, C's is a `ViewMut`, and `of_views` has compared the extents.
        unsafe { oriented(self.0, self.1) };
    }
}

/// The threads of a product: the current one or several.
pub trait Threading: Copy {
    /// Updates C with the product, in tiles of the given atom.
    ///
    /// # Safety
    /// The contract of [`multiply_in_panels`]. Several threads also require that no two coordinates of C name one element.
    unsafe fn multiply_tiles<P: AnyProblem, K: AnyMma<P::T>>(self, mma: K, problem: P);
    /// The workers of a large product.
    #[cfg(feature = "alloc")]
    fn workers(self) -> impl large::Workers;
}

/// The current thread.
#[derive(Clone, Copy)]
pub struct CurrentThread;

impl Threading for CurrentThread {
    #[inline(always)]
    unsafe fn multiply_tiles<P: AnyProblem, K: AnyMma<P::T>>(self, mma: K, problem: P) {
        // SAFETY: the caller's contract covers these matrices.
        unsafe { multiply_in_panels(mma, problem) }
    }
    #[cfg(feature = "alloc")]
    fn workers(self) -> impl large::Workers {
        large::Alone
    }
}

/// Chooses the function of a product by its static extents, so that the loops of large products are not built for small ones.
const fn size_fn<P: AnyProblem, M: Machine, D: Threading>() -> unsafe fn(M, D, P) {
    #[cfg(feature = "alloc")]
    if route_of::<P, <P::T as Element>::On<M>>().may_block {
        return of_any_size;
    }
    small
}

/// Computes a product without packed blocks.
#[inline(always)]
unsafe fn small<P: AnyProblem, M: Machine, D: Threading>(machine: M, threads: D, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe { oriented(AutoAtom(P::T::vectors(machine), threads), problem) };
}

/// Computes a product in packed blocks, if they pay.
#[cfg(feature = "alloc")]
#[inline(always)]
unsafe fn of_any_size<P: AnyProblem, M: Machine, D: Threading>(machine: M, threads: D, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if pays_in_blocks::<P, <P::T as Element>::On<M>>(&problem) {
            large::multiply_in_blocks(machine, &threads.workers(), problem);
        } else {
            small(machine, threads, problem);
        }
    }
}

/// Computes a product whose vectors run along the rows of C.
pub trait Kernel<T: Element>: Copy {
    /// Updates C with the product.
    ///
    /// # Safety
    /// The contract of [`multiply_in_panels`].
    unsafe fn multiply_oriented<P: AnyProblem<T = T>>(self, problem: P);
}

/// Updates C with the product; vectors run along the mode of C with unit stride.
///
/// # Safety
/// The contract of [`multiply_in_panels`].
#[inline(always)]
pub unsafe fn oriented<K: Kernel<P::T>, P: AnyProblem>(kernel: K, problem: P) {
    let multiply = const {
        match P::FORMS.along() {
            Along::Rows => K::multiply_oriented::<P>,
            Along::Columns => along_columns::<K, P>,
            Along::Either => along_either::<K, P>,
        }
    };
    // SAFETY: the caller's contract covers these matrices.
    unsafe { multiply(kernel, problem) }
}

/// Multiplies the transposed problem.
#[inline(always)]
unsafe fn along_columns<K: Kernel<P::T>, P: AnyProblem>(kernel: K, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe { kernel.multiply_oriented(problem.problem().transposed()) }
}

/// Compares the run-time strides of C with 1, then multiplies along its rows or its columns.
#[inline(always)]
unsafe fn along_either<K: Kernel<P::T>, P: AnyProblem>(kernel: K, problem: P) {
    let problem = problem.problem();
    let c = problem.c;
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if const { matches!(P::C::FORM.steps[0], Step::Open) } && c.row_stride() == 1 {
            kernel.multiply_oriented(problem.with_unit_rows());
        } else if const { matches!(P::C::FORM.steps[1], Step::Open) } && c.column_stride() == 1 {
            kernel.multiply_oriented(problem.transposed().with_unit_rows());
        } else {
            kernel.multiply_oriented(problem);
        }
    }
}

/// A kernel with a given atom and tile.
impl<T: Element, X: Atom<T>, R: Repeats> Kernel<T> for TiledMma<X, R> {
    #[inline(always)]
    unsafe fn multiply_oriented<P: AnyProblem<T = T>>(self, problem: P) {
        // SAFETY: the caller's contract covers these matrices.
        unsafe { multiply_in_panels(self, problem) }
    }
}

/// The kernel with the atom of the route, on vectors `V` and threads `D`.
#[derive(Clone, Copy)]
pub struct AutoAtom<V, D>(pub V, pub D);

impl<T: Element, V: Vectors<T>, D: Threading> Kernel<T> for AutoAtom<V, D> {
    #[inline(always)]
    unsafe fn multiply_oriented<P: AnyProblem<T = T>>(self, problem: P) {
        // SAFETY: the caller's contract covers these matrices.
        unsafe { (const { atom_fn::<V, D, P>() })(self, problem) }
    }
}

/// A function that computes a product with a fixed atom.
type KernelFn<V, D, P> = unsafe fn(AutoAtom<V, D>, P);

/// Chooses the function of the atom.
const fn atom_fn<V: Vectors<P::T>, D: Threading, P: AnyProblem>() -> KernelFn<V, D, P> {
    match route_of::<P, V>().atom {
        AtomChoice::Dot => dot,
        AtomChoice::Fours => fours,
        AtomChoice::Quads => quads_fn::<V, D, P>(),
        AtomChoice::LastQuads => last_quads_fn::<V, D, P>(),
        AtomChoice::Broadcast => broadcast_fn::<V, D, P>(),
    }
}

/// Multiplies with [`Quads`] on vectors of eight lanes, whole or halved.
const fn quads_fn<V: Vectors<P::T>, D: Threading, P: AnyProblem>() -> KernelFn<V, D, P> {
    if V::HAS_HALVES { quads_of_all } else { quads_of_halves }
}

/// Multiplies the last four rows apart. Where one vector of 64 bytes holds all rows, the processor decides.
const fn last_quads_fn<V: Vectors<P::T>, D: Threading, P: AnyProblem>() -> KernelFn<V, D, P> {
    match P::C::FORM.extents {
        // The vectors run along the rows of C, or of C transposed, which is `P` here.
        [Some(rows), _] if rows <= V::LANES && V::LANES * size_of::<P::T>() == 64 => {
            four_apart_or_whole
        }
        _ => four_apart,
    }
}

/// Multiplies with [`Broadcast`] on vectors halved as often as suits the rows.
const fn broadcast_fn<V: Vectors<P::T>, D: Threading, P: AnyProblem>() -> KernelFn<V, D, P> {
    match route_of::<P, V>().halvings {
        0 => broadcast_to_all,
        1 => broadcast_to_halves,
        _ => broadcast_to_quarters,
    }
}

/// Defines functions that multiply with one atom each.
macro_rules! by_atom {
    ($($name:ident: |$v:ident| $atom:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<V: Vectors<P::T>, D: Threading, P: AnyProblem>(
            AutoAtom($v, threads): AutoAtom<V, D>,
            problem: P,
        ) {
            // SAFETY: the caller's contract covers these matrices.
            unsafe { threads.multiply_tiles(TiledMma::new($atom, Fitting), problem) }
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
#[inline(always)]
unsafe fn fours<V: Vectors<P::T>, D: Threading, P: AnyProblem>(kernel: AutoAtom<V, D>, problem: P) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if !has_no_gaps(problem) {
            (const { broadcast_fn::<V, D, P>() })(kernel, problem);
        } else if const { V::HAS_HALVES } {
            multiply_fours(kernel.0, problem);
        } else {
            multiply_fours(kernel.0.half(), problem);
        }
    }
}

/// Multiplies all rows in one vector of 64 bytes where the processor executes it as a whole. Elsewhere the vector takes as long as
/// two, and [`four_apart`] is faster.
#[inline(always)]
unsafe fn four_apart_or_whole<V: Vectors<P::T>, D: Threading, P: AnyProblem>(
    kernel: AutoAtom<V, D>,
    problem: P,
) {
    // SAFETY: the caller's contract covers these matrices.
    unsafe {
        if has_whole_vectors() {
            broadcast_to_all(kernel, problem);
        } else {
            four_apart(kernel, problem);
        }
    }
}

/// Multiplies the last four rows of C with [`Quads`] and the rows before them with [`Broadcast`].
#[inline(always)]
unsafe fn four_apart<V, D, P>(kernel: AutoAtom<V, D>, problem: P)
where
    V: Vectors<P::T>,
    D: Threading,
    P: AnyProblem,
{
    let Problem { a, b, c, update } = problem.problem();
    let above = Problem { a: FourApart::<_, false>(a), b, c: FourApart::<_, false>(c), update };
    let last = Problem { a: FourApart::<_, true>(a), b, c: FourApart::<_, true>(c), update };
    // SAFETY: the two problems have disjoint rows of the caller's matrices, and the same depth.
    unsafe {
        (const { broadcast_fn::<V, D, _>() })(kernel, above);
        (const { quads_fn::<V, D, _>() })(kernel, last);
    }
}
