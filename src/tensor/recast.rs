//! [`View::recast`]: the same memory as elements of another type, for types that `bytemuck` marks as plain bytes.

use super::{View, ViewMut};
use crate::types::{
    AnyLayout, Bool, Extent, Mapping, Nat, Oct, PlainLayout, Reduced, Static, check,
};
use bytemuck::{AnyBitPattern, NoUninit};
use core::fmt;
use layout_core::LayoutError;

/// The number of bits of an element type as a type, for [`View::recast`].
///
/// ```
/// use static_layout::{interop::*, *};
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Complex(f32, f32);
/// impl ElementBits for Complex {
///     type Bits = Extent<64>;
/// }
/// ```
///
/// # Compile errors
/// When `Bits` is not the size of the type, where it is used.
pub trait ElementBits: Sized {
    /// The number of bits: `Extent<32>` for 32.
    type Bits: Static;
}
/// The types of other crates, which features name.
#[cfg(any(feature = "half", feature = "num-complex"))]
macro_rules! foreign {
    ($($T:ty: $bits:literal;)*) => {$(
        impl ElementBits for $T {
            type Bits = Extent<$bits>;
        }
        const _: i64 = bits::<$T>();
    )*};
}
#[cfg(feature = "half")]
foreign! { half::f16: 16; half::bf16: 16; }
#[cfg(feature = "num-complex")]
foreign! { num_complex::Complex<f32>: 64; num_complex::Complex<f64>: 128; }

macro_rules! bits {
    ($($bits:tt: $($T:ident)*;)*) => {$($(
        impl ElementBits for $T {
            type Bits = Extent<$bits>;
        }
        const _: i64 = bits::<$T>();
        bits! { @arrays $T, $bits }
    )*)*};
    (@arrays $T:ident, 8) => { bits! { @array $T, 2 16, 4 32, 8 64, 16 128, 32 256, 64 512 } };
    (@arrays $T:ident, 16) => { bits! { @array $T, 2 32, 4 64, 8 128, 16 256, 32 512 } };
    (@arrays $T:ident, 32) => { bits! { @array $T, 2 64, 4 128, 8 256, 16 512 } };
    (@arrays $T:ident, 64) => { bits! { @array $T, 2 128, 4 256, 8 512 } };
    (@arrays $T:ident, 128) => { bits! { @array $T, 2 256, 4 512 } };
    (@array $T:ident, $($n:tt $bits:tt),*) => {$(
        impl ElementBits for [$T; $n] {
            type Bits = Extent<$bits>;
        }
        const _: i64 = bits::<[$T; $n]>();
    )*};
}
bits! {
    8: u8 i8;
    16: u16 i16;
    32: u32 i32 f32;
    64: u64 i64 f64;
    128: u128 i128;
}
/// The number of bits of `T` as an octal numeral.
type BitsOf<T> = <<<T as ElementBits>::Bits as Static>::Numeral as Nat>::Oct;
/// The layout of elements `U` in the memory of elements `T` with the layout `L`.
pub type RecastLayout<L, T, U> =
    <L as PlainLayout>::Recast<Reduced<BitsOf<U>, BitsOf<T>>, Reduced<BitsOf<T>, BitsOf<U>>>;

/// Why memory cannot be viewed as elements of another type, by [`View::recast`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RecastError {
    /// The layout cannot be recast.
    Layout(LayoutError),
    /// The element at offset 0 is not aligned for the new type.
    Alignment {
        /// The address of the element modulo the alignment, in bytes.
        rest: usize,
        /// The alignment in bytes.
        alignment: usize,
    },
    /// The new elements would not consist of exactly the old ones, each once.
    Cover {
        /// The number of bytes of the old elements.
        found: usize,
        /// The number of bytes of the new elements.
        needed: usize,
    },
}
impl fmt::Display for RecastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecastError::Layout(error) => error.fmt(f),
            RecastError::Alignment { rest, alignment } => write!(
                f,
                "cannot recast: the element at offset 0 is {rest} bytes past a multiple of {alignment}, \
                 the alignment of the new elements"
            ),
            RecastError::Cover { found, needed } => write!(
                f,
                "cannot recast: the new elements take {needed} bytes, the view has {found}, each to be \
                 used once"
            ),
        }
    }
}
error_of_layouts! { RecastError }

/// Stops the compiler unless the layout can be recast, as far as its integers are known.
#[track_caller]
const fn check<L: PlainLayout, T: ElementBits, U: ElementBits>() {
    let is_static = <L::IsStatic as Bool>::VALUE;
    let layout = match check::numbers(is_static) {
        None => L::FORM,
        Some(k) => L::FORM.with_unknown_leaves(k),
    };
    if !check::passes::<RecastLayout<L, T, U>>(
        is_static,
        &layout.recast_bits(bits::<T>(), bits::<U>()),
    ) {
        refuse::<L, T, U>()
    }
}

/// Stops the compiler with the refusal.
#[track_caller]
const fn refuse<L: PlainLayout, T: ElementBits, U: ElementBits>() {
    if !check::is_layout(&L::FORM) {
        return;
    }
    check::report_refusal::<RecastLayout<L, T, U>>(
        <L::IsStatic as Bool>::VALUE,
        [
            &L::FORM.recast_bits(bits::<T>(), bits::<U>()),
            &L::FORM.with_unknown_leaves(0).recast_bits(bits::<T>(), bits::<U>()),
            &L::FORM.with_unknown_leaves(1).recast_bits(bits::<T>(), bits::<U>()),
        ],
    )
}

/// The number of bits of an element; stops the compiler if it is not the size of the type.
const fn bits<T: ElementBits>() -> i64 {
    let bits = <BitsOf<T> as Oct>::VALUE;
    assert!(bits == 8 * size_of::<T>() as u64, "`ElementBits` is not the size of the type");
    bits as i64
}

#[layout_macros::at_caller]
impl<'a, T: ElementBits + NoUninit, L: PlainLayout> View<'a, T, L> {
    /// A view of the memory as elements `U`. Its layout is the result of
    /// [`Layout::recast_bits`](crate::Layout::recast_bits). CuTe's `recast`, NumPy's `view(dtype)`.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let data = [1_u32, 2, 3, 4, 5, 6, 7, 8];
    /// let view = View::new(&data, layout!((4, 2):(1, 4)))?;
    /// let bytes = view.recast::<u8>()?;
    /// assert_eq!(bytes.layout().to_string(), "(16,2):(1,16)");
    /// assert_eq!(bytes[(0, 1)], if cfg!(target_endian = "little") { 5 } else { 0 });
    /// let back = bytes.recast::<u32>()?;
    /// assert!(back == view);
    /// # Ok::<(), RecastError>(())
    /// ```
    ///
    /// With the feature `num-complex`, pairs of floats along the mode of stride 1 are complex numbers, and back, as NumPy's
    /// `view('complex64')` has it. Their mode has one element left, which `squeeze` drops:
    ///
    #[cfg_attr(feature = "num-complex", doc = "```")]
    #[cfg_attr(not(feature = "num-complex"), doc = "```ignore")]
    /// use num_complex::Complex;
    /// use static_layout::{interop::*, *};
    /// let pairs = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let view = View::new(&pairs, layout!((3, 2):row))?;
    /// let numbers = view.recast::<Complex<f32>>()?.squeeze();
    /// assert_eq!(numbers.layout().to_string(), "(3):(1)");
    /// assert_eq!(numbers[1], Complex::new(3.0, 4.0));
    /// assert_eq!(numbers.recast::<f32>()?.layout().to_string(), "(6):(1)");
    /// # Ok::<(), RecastError>(())
    /// ```
    ///
    /// # Errors
    /// * [`RecastError::Layout`]: run-time extents or strides are not multiples of the wider element.
    /// * [`RecastError::Alignment`]: the element at offset 0 is not aligned for `U`.
    /// * [`RecastError::Cover`]: wider elements would not consist of exactly the elements of the view, each once.
    ///
    /// # Compile errors
    /// When static extents or strides are not multiples of the wider element.
    #[inline]
    #[track_caller]
    pub fn recast<U: ElementBits + AnyBitPattern>(
        self,
    ) -> Result<View<'a, U, RecastLayout<L, T, U>>, RecastError> {
        const { check::<L, T, U>() };
        let to = recast_layout::<T, U, L>(self.layout(), self.as_ptr().addr())?;
        // SAFETY: V1 of the result: `recast_layout` found that the new elements are aligned and lie in the bytes of the
        // old ones. These bytes are initialized (`T: NoUninit`), and any bytes are a value of `U` (`AnyBitPattern`).
        Ok(unsafe { View::over(self.first().cast(), to) })
    }
}

#[layout_macros::at_caller]
impl<'a, T: ElementBits + NoUninit + AnyBitPattern, L: PlainLayout> ViewMut<'a, T, L> {
    /// A mutable view of the memory as elements `U`. See [`View::recast`].
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let mut data = [0_u32; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(1, 2)))?;
    /// let mut bytes = view.recast_mut::<u8>()?;
    /// assert_eq!(bytes.layout().to_string(), "(8,2):(1,8)");
    /// bytes.fill(1);
    /// assert_eq!(data, [0x01010101; 4]);
    /// # Ok::<(), RecastError>(())
    /// ```
    ///
    /// # Errors
    /// * [`RecastError::Layout`]: run-time extents or strides are not multiples of the wider element.
    /// * [`RecastError::Alignment`]: the element at offset 0 is not aligned for `U`.
    /// * [`RecastError::Cover`]: wider elements would not consist of exactly the elements of the view, each once.
    ///
    /// # Compile errors
    /// When static extents or strides are not multiples of the wider element.
    #[inline]
    #[track_caller]
    pub fn recast_mut<U: ElementBits + NoUninit + AnyBitPattern>(
        &mut self,
    ) -> Result<ViewMut<'_, U, RecastLayout<L, T, U>>, RecastError> {
        const { check::<L, T, U>() };
        let to = recast_layout::<T, U, L>(self.layout(), self.as_ptr().addr())?;
        // SAFETY: V1 of the result: `recast_layout` found that the new elements are aligned and lie in the bytes of the
        // old ones. Both types have no uninitialized bytes (`NoUninit`) and take any bytes (`AnyBitPattern`), so
        // what is written as one is a value of the other. V2: this view is borrowed exclusively.
        Ok(unsafe { ViewMut::over(self.first().cast(), to) })
    }
}

/// The layout of elements `U` in the memory of elements `T` with the layout `from`; `address` is the address of the
/// element at offset 0. The new elements lie in the bytes of the old ones, and are aligned: the element at offset 0 is,
/// and the others are multiples of their size away.
///
/// # Errors
/// The errors of [`View::recast`].
#[inline]
fn recast_layout<T: ElementBits, U: ElementBits, L: PlainLayout>(
    from: L,
    address: usize,
) -> Result<RecastLayout<L, T, U>, RecastError> {
    let to: RecastLayout<L, T, U> = <L::IsStatic as Bool>::try_static_value_or(|| {
        check::answer(from.plain().recast_bits(bits::<T>(), bits::<U>()))
    })?;
    let found = from.shape().count().saturating_mul(size_of::<T>());
    let needed = to.shape().count().saturating_mul(size_of::<U>());
    // New elements whose size divides the size of the old elements are parts of one old element each, and lie in its
    // bytes. Wider elements are groups of old elements. If the view is injective and has as many bytes as the groups,
    // each old element is in one group, and the groups have no other bytes.
    if size_of::<U>() > size_of::<T>() || !size_of::<T>().is_multiple_of(size_of::<U>()) {
        if found != needed {
            return Err(RecastError::Cover { found, needed });
        }
        from.plain().disjoint()?;
    }
    let alignment = align_of::<U>();
    if !address.is_multiple_of(alignment) {
        return Err(RecastError::Alignment { rest: address % alignment, alignment });
    }
    Ok(to)
}
