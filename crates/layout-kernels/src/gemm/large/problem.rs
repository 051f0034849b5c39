//! The problem of a large product: the sources of panels of A and B, and C.

use super::offsets::SubMatrix;
use super::pack::Source;
use crate::gemm::input::Input;
use crate::gemm::update::Blend;
use crate::simd::Element;
use static_layout::internal::{NoMap, OffsetMap};

/// The types of the loops: the elements of C, A and B, and the functions applied to their offsets.
///
/// One trait, so that the loops need not repeat the bounds.
pub trait LargeTypes {
    type T: Element;
    type I: Input<Self::T>;
    type J: Input<Self::T>;
    type A: OffsetMap;
    type B: OffsetMap;
    type C: OffsetMap;
    /// Whether the elements of A and B are of the type of C, and no offset is swizzled.
    const IS_PLAIN: bool = Self::I::IS_ELEMENT
        && Self::J::IS_ELEMENT
        && Self::A::IS_IDENTITY
        && Self::B::IS_IDENTITY
        && Self::C::IS_IDENTITY;
}

impl<T, I, J, A, B, C> LargeTypes for (T, I, J, A, B, C)
where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: OffsetMap,
    B: OffsetMap,
    C: OffsetMap,
{
    type T = T;
    type I = I;
    type J = J;
    type A = A;
    type B = B;
    type C = C;
}

/// `C = alpha * A * B + beta * C`. Vectors run along the rows of C.
pub struct LargeProblem<'a, P: LargeTypes> {
    /// A, with its rows as lanes.
    pub a: Source<'a, P::I, P::A>,
    /// B, with its columns as lanes.
    pub b: Source<'a, P::J, P::B>,
    /// C, with its rows as lanes.
    pub c: SubMatrix<'a, P::C>,
    /// The element of C at offset 0.
    pub to: *mut P::T,
    pub update: Blend<P::T>,
}

/// A problem of matrices of `T` without swizzles.
pub type PlainProblem<'a, T> = LargeProblem<'a, (T, T, T, NoMap, NoMap, NoMap)>;

// SAFETY: threads only read through the pointers to A and B. The caller of `product` promises that C has an element for
// each coordinate, and `Schedule` that one thread at a time updates a part of it. Offsets are integers.
unsafe impl<P: LargeTypes> Sync for LargeProblem<'_, P> {}
