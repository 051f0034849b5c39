//! A product as the blocks see it: sources of panels, and a place for C.

use super::offsets::Block;
use super::pack::Source;
use crate::gemm::input::Input;
use crate::gemm::update::Blend;
use crate::simd::Element;
use core::marker::PhantomData;
use static_layout::internal::OffsetMap;

/// What the loops need to know of the types: elements of C, A, B, and what their offsets go through.
///
/// One trait, so that the loops need not repeat the bounds.
pub trait Types {
    type T: Element;
    type I: Input<Self::T>;
    type J: Input<Self::T>;
    type A: OffsetMap;
    type B: OffsetMap;
    type C: OffsetMap;
}

/// See [`Types`].
pub struct Of<T, I, J, A, B, C>(PhantomData<(T, I, J, A, B, C)>);

impl<T, I, J, A, B, C> Types for Of<T, I, J, A, B, C>
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
pub struct Problem<'a, P: Types> {
    /// Rows of A as lanes.
    pub a: Source<'a, P::I, P::A>,
    /// Columns of B as lanes.
    pub b: Source<'a, P::J, P::B>,
    /// Rows of C as lanes.
    pub c: Block<'a, P::C>,
    /// The element of C at offset 0.
    pub to: *mut P::T,
    pub update: Blend<P::T>,
}

// SAFETY: threads read behind the pointers to A and B, and at any time write different elements of C, which `product`
// asks of its caller and `Turns` keeps in order; what offsets go through is integers.
unsafe impl<P: Types> Sync for Problem<'_, P> {}
