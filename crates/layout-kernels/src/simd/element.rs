//! The element types of vectors.

use super::sealed::Number;
use super::{Machine, Vectors};

/// A number that every machine has vectors of: `f32`, `f64` or `i32`. Integers wrap around.
///
/// # Compile errors
/// An implementation for another type:
/// ```compile_fail,E0277
/// # use static_layout_kernels::simd::{Element, Machine, Portable, Vectors};
/// # use static_layout::typenum::U64;
/// #[derive(Clone, Copy, PartialEq)]
/// struct Mine(u64);
/// // only `static_layout_kernels::simd` decides what vectors can hold
/// impl Element for Mine {
///     const ZERO: Self = Mine(0);
///     const ONE: Self = Mine(1);
/// #   const NUMBER: static_layout_kernels::simd::NumberType = <f32 as Element>::NUMBER;
///     type On<M: Machine> = Portable;
///     // ..
/// #     fn vectors<M: Machine>(_: M) -> Portable { Portable }
/// #     fn add(self, other: Self) -> Self { other }
/// #     fn mul(self, other: Self) -> Self { other }
/// }
/// # type Lots = [Mine; 64];
/// # impl Vectors<Mine> for Portable {
/// #     type Vector = Lots;
/// #     type Lanes = U64;
/// #     const REGISTERS: usize = 4;
/// #     type Half = Portable;
/// #     type Machine = Portable;
/// #     fn machine(self) -> Portable { self }
/// #     fn half(self) -> Portable { self }
/// #     fn splat(self, x: Mine) -> Lots { [x; 64] }
/// #     unsafe fn load(self, _: *const Mine) -> Lots { [Mine(0); 64] }
/// #     unsafe fn load_part(self, _: *const Mine, _: usize) -> Lots { [Mine(0); 64] }
/// #     unsafe fn store(self, _: *mut Mine, _: Lots) {}
/// #     unsafe fn store_part(self, _: *mut Mine, _: Lots, _: usize) {}
/// #     fn add(self, x: Lots, _: Lots) -> Lots { x }
/// #     fn mul(self, x: Lots, _: Lots) -> Lots { x }
/// #     fn min(self, x: Lots, _: Lots) -> Lots { x }
/// #     fn max(self, x: Lots, _: Lots) -> Lots { x }
/// #     fn mul_add(self, x: Lots, _: Lots, _: Lots) -> Lots { x }
/// #     fn exchange<const S: usize>(self, x: Lots, y: Lots) -> (Lots, Lots) { (x, y) }
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element of vectors",
    label = "vectors are of `f32`, `f64` or `i32`; `reduce`, `transform` and `combine` take any type"
)]
// Sealed: for a type `T` of its own, another crate could implement `Vectors<T>` for a token, with more lanes than
// buffers have.
pub trait Element: Copy + PartialEq + Send + Sync + Number + 'static {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The type as a value.
    #[doc(hidden)]
    const NUMBER: NumberType;
    /// The machine `M` as a type with vectors of this element.
    type On<M: Machine>: Vectors<Self>;
    /// The machine's vectors of this type.
    fn vectors<M: Machine>(machine: M) -> Self::On<M>;
    /// The number of elements of a vector of the machine.
    #[inline(always)]
    fn lanes<M: Machine>() -> usize {
        <Self::On<M> as Vectors<Self>>::LANES
    }
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self * other`.
    fn mul(self, other: Self) -> Self;
}

/// The types that implement [`Element`].
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum NumberType {
    F32,
    F64,
    I32,
}

macro_rules! element {
    ($($t:ty, $number:ident, $zero:literal, $one:literal, $add:expr, $mul:expr;)*) => {$(
        impl Number for $t {}
        #[diagnostic::do_not_recommend]
        impl Element for $t {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const NUMBER: NumberType = NumberType::$number;
            type On<M: Machine> = M;
            #[inline(always)]
            fn vectors<M: Machine>(machine: M) -> M {
                machine
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $add(self, other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                $mul(self, other)
            }
        }
    )*};
}
element! {
    f32, F32, 0.0, 1.0, core::ops::Add::add, core::ops::Mul::mul;
    f64, F64, 0.0, 1.0, core::ops::Add::add, core::ops::Mul::mul;
    i32, I32, 0, 1, i32::wrapping_add, i32::wrapping_mul;
}
