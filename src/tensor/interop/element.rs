//! [`ArrayElement`]: the element types that file formats have names for.

/// An element type that file formats have a name for: `bool`, integers, floating-point numbers, with the feature `half`
/// also `f16` and `bf16`, and with `num-complex` also `Complex<f32>` and `Complex<f64>`.
///
/// ```
/// use static_layout::{interop::*, *};
/// assert_eq!((u8::KIND, f64::KIND), (ElementKind::Unsigned, ElementKind::Float));
/// assert_eq!(f64::NAME, "f64");
/// ```
pub trait ArrayElement: Copy + Send + Sync + 'static + crate::sealed::Sealed {
    /// The meaning of the bits.
    const KIND: ElementKind;
    /// The name of the type in Rust.
    const NAME: &'static str;
}

/// The meaning of the bits of an element. Their number is the size of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementKind {
    /// 0 or 1 in a byte.
    Bool,
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// An IEEE 754 floating-point number.
    Float,
    /// A bfloat16: the upper 16 bits of an `f32`.
    Bfloat,
    /// A complex number: the real part before the imaginary one, each a floating-point number of half the size.
    Complex,
}

/// The number of bytes of a part of an element whose order is that of the machine: a complex number has two parts.
#[allow(dead_code, reason = "the features determine which conversions exist")]
pub(super) const fn unit<T: ArrayElement>() -> usize {
    match T::KIND {
        ElementKind::Complex => size_of::<T>() / 2,
        _ => size_of::<T>(),
    }
}

macro_rules! array_elements {
    ($($kind:ident: $($T:ty = $name:literal)*;)*) => {$($(
        impl ArrayElement for $T {
            const KIND: ElementKind = ElementKind::$kind;
            const NAME: &'static str = $name;
        }
    )*)*};
}
array_elements! {
    Bool: bool = "bool";
    Unsigned: u8 = "u8" u16 = "u16" u32 = "u32" u64 = "u64";
    Signed: i8 = "i8" i16 = "i16" i32 = "i32" i64 = "i64";
    Float: f32 = "f32" f64 = "f64";
}
#[cfg(feature = "half")]
array_elements! {
    Float: half::f16 = "f16";
    Bfloat: half::bf16 = "bf16";
}
#[cfg(feature = "num-complex")]
array_elements! {
    Complex: num_complex::Complex<f32> = "Complex<f32>" num_complex::Complex<f64> = "Complex<f64>";
}
