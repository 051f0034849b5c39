//! The element types of contractions, and where a contraction runs.

use super::Names;
use super::agree;
use super::arranged::{Arranged, Contraction, Static};
use super::plan::Matrices;
use super::product::contract_plain;
use super::sweep::Elements;
use super::tensor::Tensor;
use crate::crate_only::CrateOnly;
use crate::gemm::{Add, Batched, Dispatched, Input, ProductOf, Set};
use crate::side::Side;
use crate::simd::Element;
use layout_core::LayoutError;
use static_layout::internal::{self, Form, OffsetMap, view_mut_of_form, view_of_form};
use static_layout::{View, ViewMut};

/// An element type of the result of a contraction, for elements `I` of A and `J` of B.
///
/// `f32`, `f64` and `i32` are multiplied as by [`gemm`](fn@crate::gemm()), also `bf16` and `f16` into `f32`. Other integers have
/// loops.
#[diagnostic::on_unimplemented(
    message = "products of `{I}` and `{J}` cannot be summed in `{Self}`",
    label = "C has elements `f32`, `f64` or of an integer type; A and B have those of C, and for `f32` also `bf16` or `f16`, with the feature `half`"
)]
pub trait SumOf<I, J>: Contract<I, J> {}

#[diagnostic::do_not_recommend]
impl<T: Contract<I, J>, I, J> SumOf<I, J> for T {}

/// How sums are computed: a trait of its own, so that the compiler names no implementation in a message on [`SumOf`].
pub trait Contract<I, J>: Copy + 'static {
    /// The factor of a contraction of one operand.
    const ONE: Self;
    /// Contracts two views into a third, whose static extents the caller has checked.
    ///
    /// # Errors
    /// If run-time layouts do not fit the indices, or two coordinates of a run-time C share an element.
    fn contract_views<N: Names, A: Form, B: Form, C: Form>(
        _: CrateOnly,
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, Self, C>,
    ) -> Result<(), Refused>;
    /// Contracts elements by their matrices.
    ///
    /// # Safety
    /// Each offset of a matrix must lead to an element that is valid for reads, of C also for writes. No two coordinates of C
    /// have one offset, and C shares no element with A or B.
    unsafe fn contract_elements<X: OffsetMap, Y: OffsetMap, Z: OffsetMap>(
        _: CrateOnly,
        elements: Elements<I, J, Self, X, Y, Z>,
        matrices: &Matrices,
    );
}

/// Why run-time layouts are refused.
#[derive(Clone, Copy, Debug)]
pub enum Refused {
    /// They do not fit the indices.
    Misfit,
    /// Two coordinates of C share an element.
    Shared(LayoutError),
}

type ContractFn<I, J, T, A, B, C> =
    fn(View<'_, I, A>, View<'_, J, B>, &mut ViewMut<'_, T, C>) -> Result<(), Refused>;

#[diagnostic::do_not_recommend]
impl<T: Element, I: Input<T>, J: Input<T>> Contract<I, J> for T {
    const ONE: T = <T as Element>::ONE;
    #[inline(always)]
    fn contract_views<N: Names, A: Form, B: Form, C: Form>(
        _: CrateOnly,
        a: View<'_, I, A>,
        b: View<'_, J, B>,
        c: &mut ViewMut<'_, T, C>,
    ) -> Result<(), Refused> {
        // Chosen in `const`, so that the compiler builds only that function.
        let contract: ContractFn<I, J, T, A, B, C> = const {
            match route::<N, A, B, C>() {
                Route::One => arranged::<N, T, I, J, A, B, C>,
                Route::Batch => arranged_batch::<N, T, I, J, A, B, C>,
                Route::Open => open::<N, T, I, J, A, B, C>,
            }
        };
        contract(a, b, c)
    }
    unsafe fn contract_elements<X: OffsetMap, Y: OffsetMap, Z: OffsetMap>(
        _: CrateOnly,
        elements: Elements<I, J, T, X, Y, Z>,
        matrices: &Matrices,
    ) {
        // SAFETY: the caller guarantees the elements. Inputs that are elements have the type `T`.
        unsafe {
            if const {
                X::IS_IDENTITY && Y::IS_IDENTITY && Z::IS_IDENTITY && I::IS_ELEMENT && J::IS_ELEMENT
            } {
                let Elements { a, b, c, adds } = elements;
                let (a, b) = (a.with_origin(a.origin.cast()), b.with_origin(b.origin.cast()));
                let c = c.with_origin(c.origin);
                contract_plain::<T>(&Elements { a, b, c, adds }, matrices)
            } else {
                elements.contract(matrices)
            }
        }
    }
}

/// Where a contraction runs.
enum Route {
    /// A product of matrices whose layouts are static.
    One,
    /// A batch of these.
    Batch,
    /// Loops over run-time numbers.
    Open,
}

/// The most products of numbers for which matrices with more than two strides have loops of their own. Packed blocks, which are
/// compiled with this crate, read the matrices of larger ones once.
const MOST_UNEVEN: usize = 1 << 12;

const fn route<N: Names, A: Form, B: Form, C: Form>() -> Route {
    let Some(matrices) = &<Contraction<N, A, B, C> as Static>::MATRICES else { return Route::Open };
    let [m, n, k, l] = matrices.sizes;
    let products = m.saturating_mul(n).saturating_mul(k);
    let is_plain = A::Outer::IS_IDENTITY && B::Outer::IS_IDENTITY && C::Outer::IS_IDENTITY;
    let is_uneven = !matrices.are_even() || !is_plain;
    if products == 0 || k == 1 && l > 1 || is_uneven && (m == 1 || n == 1 || products > MOST_UNEVEN)
    {
        return Route::Open;
    }
    if m == 1 && n == 1 && l > 1 {
        return Route::Open;
    }
    if l == 1 { Route::One } else { Route::Batch }
}

/// Multiplies the views of the matrices, in turned order where B is the first one.
macro_rules! arranged {
    ($($name:ident: $executor:expr;)*) => {$(
        #[inline(always)]
        fn $name<N: Names, T: Element, I: Input<T>, J: Input<T>, A: Form, B: Form, C: Form>(
            a: View<'_, I, A>,
            b: View<'_, J, B>,
            c: &mut ViewMut<'_, T, C>,
        ) -> Result<(), Refused> {
            type P<N, A, B, C> = Contraction<N, A, B, C>;
            let to = Arranged::<C, P<N, A, B, C>, 2>::new(c.layout());
            // SAFETY: rules V1 to V3: a matrix has the offsets of the coordinates of its tensor, whose indices are within their
            // extents. C is borrowed mutably.
            let c = &mut unsafe { view_mut_of_form(c.as_mut_ptr(), to) };
            if const { is_turned::<P<N, A, B, C>>() } {
                let first = Arranged::<B, P<N, A, B, C>, 0>::new(b.layout());
                let second = Arranged::<A, P<N, A, B, C>, 1>::new(a.layout());
                // SAFETY: as above.
                let (b, a) = unsafe {
                    (view_of_form(b.as_ptr(), first), view_of_form(a.as_ptr(), second))
                };
                if const { N::ADDS } {
                    T::multiply_views(CrateOnly, $executor, b, a, c, Add);
                } else {
                    T::multiply_views(CrateOnly, $executor, b, a, c, Set);
                }
            } else {
                let first = Arranged::<A, P<N, A, B, C>, 0>::new(a.layout());
                let second = Arranged::<B, P<N, A, B, C>, 1>::new(b.layout());
                // SAFETY: as above.
                let (a, b) = unsafe {
                    (view_of_form(a.as_ptr(), first), view_of_form(b.as_ptr(), second))
                };
                if const { N::ADDS } {
                    T::multiply_views(CrateOnly, $executor, a, b, c, Add);
                } else {
                    T::multiply_views(CrateOnly, $executor, a, b, c, Set);
                }
            }
            Ok(())
        }
    )*};
}
arranged! {
    arranged: Dispatched;
    arranged_batch: Batched;
}

const fn is_turned<P: Static>() -> bool {
    match &P::MATRICES {
        Some(matrices) => matrices.is_turned,
        None => false,
    }
}

/// A contraction of layouts that are known at run time.
///
/// # Errors
/// If they do not fit the indices, or two coordinates of C share an element.
fn open<N: Names, T: Contract<I, J> + Contract<J, I>, I, J, A: Form, B: Form, C: Form>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
) -> Result<(), Refused> {
    let tensors = [Tensor::of(a.layout()), Tensor::of(b.layout()), Tensor::of(c.layout())];
    let matrices = Matrices::of(&N::INDICES, &tensors).ok_or(Refused::Misfit)?;
    internal::try_disjoint(c.layout()).map_err(Refused::Shared)?;
    let a = Side::new(a.as_ptr(), a.layout());
    let b = Side::new(b.as_ptr(), b.layout());
    let c = Side::new(c.as_mut_ptr(), c.layout());
    let adds = const { N::ADDS };
    // SAFETY: the matrices have the offsets of coordinates of the views, whose elements are valid (rules V1 to V3); C is borrowed
    // mutably, and `try_disjoint` has found that no two of its coordinates share an element.
    unsafe {
        if matrices.is_turned {
            let elements = Elements { a: b, b: a, c, adds };
            <T as Contract<J, I>>::contract_elements(CrateOnly, elements, &matrices);
        } else {
            let elements = Elements { a, b, c, adds };
            <T as Contract<I, J>>::contract_elements(CrateOnly, elements, &matrices);
        }
    }
    Ok(())
}

/// Panics with the reason of a refusal.
#[cold]
#[inline(never)]
#[track_caller]
pub fn refuse<N: Names, A: Form, B: Form, C: Form>(refused: &Refused, a: A, b: B, c: C) -> ! {
    if let Refused::Shared(error) = refused {
        panic!("{error}")
    }
    let [a, b, c] =
        [a.with_words(), b.with_words(), c.with_words()].map(|layout| layout.set_known());
    match agree::disagreement(&N::INDICES, [&a, &b, &c]) {
        Some(text) => panic!("{}", text.as_str()),
        None => unreachable!("the layouts were found not to fit"),
    }
}

/// Integers that have no product of matrices.
macro_rules! integers {
    ($($T:ty)*) => {$(
        impl Contract<$T, $T> for $T {
            const ONE: $T = 1;
            #[inline]
            fn contract_views<N: Names, A: Form, B: Form, C: Form>(
                _: CrateOnly,
                a: View<'_, $T, A>,
                b: View<'_, $T, B>,
                c: &mut ViewMut<'_, $T, C>,
            ) -> Result<(), Refused> {
                open::<N, $T, $T, $T, A, B, C>(a, b, c)
            }
            unsafe fn contract_elements<X: OffsetMap, Y: OffsetMap, Z: OffsetMap>(
                _: CrateOnly,
                elements: Elements<$T, $T, $T, X, Y, Z>,
                matrices: &Matrices,
            ) {
                let [m, n, _, l] = matrices.sizes;
                if m != 0 && n != 0 && l != 0 {
                    // SAFETY: the caller guarantees the elements.
                    unsafe { elements.sweep(matrices) }
                }
            }
        }
    )*};
}
integers! { i8 i16 i64 isize u8 u16 u32 u64 usize }
