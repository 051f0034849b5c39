//! The same memory as elements of another type, by `bytemuck`.

use super::{View, ViewMut};
use crate::check;
use crate::layout::{AnyLayout, Mapping, PlainLayout, Reshaped};
use crate::num::octal::Oct;
use crate::num::{Bool, Count, Number, Reduced};
use crate::operation::Asks;
use crate::operation::asking::question;
use bytemuck::{AnyBitPattern, NoUninit};
use core::fmt;
use layout_core::LayoutError;

/// An element whose number of bits is known as a numeral. The number is compared with the size of the
/// type where it is used.
///
/// ```
/// use static_layout::*;
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Complex(f32, f32);
/// impl ElementBits for Complex {
///     type Bits = Count<64>;
/// }
/// ```
pub trait ElementBits: Sized {
    /// `Count<32>` for 32 bits.
    type Bits: Number;
}
macro_rules! bits {
    ($($bits:tt: $($T:ident)*;)*) => {$($(
        impl ElementBits for $T {
            type Bits = Count<$bits>;
        }
        bits! { @arrays $T, $bits }
    )*)*};
    (@arrays $T:ident, 8) => { bits! { @array $T, 2 16, 4 32, 8 64, 16 128, 32 256, 64 512 } };
    (@arrays $T:ident, 16) => { bits! { @array $T, 2 32, 4 64, 8 128, 16 256, 32 512 } };
    (@arrays $T:ident, 32) => { bits! { @array $T, 2 64, 4 128, 8 256, 16 512 } };
    (@arrays $T:ident, 64) => { bits! { @array $T, 2 128, 4 256, 8 512 } };
    (@arrays $T:ident, 128) => { bits! { @array $T, 2 256, 4 512 } };
    (@array $T:ident, $($n:tt $bits:tt),*) => {$(
        impl ElementBits for [$T; $n] {
            type Bits = Count<$bits>;
        }
    )*};
}
bits! {
    8: u8 i8;
    16: u16 i16;
    32: u32 i32 f32;
    64: u64 i64 f64;
    128: u128 i128;
}
type BitsOf<T> = <<T as ElementBits>::Bits as Number>::In;
/// The layout of the elements `U` where those of `L` are `T`.
pub type Recast<L, T, U> =
    <L as Reshaped>::Recast<Reduced<BitsOf<U>, BitsOf<T>>, Reduced<BitsOf<T>, BitsOf<U>>>;

/// Why the elements cannot be read as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecastError {
    /// The layout cannot be recast.
    Layout(LayoutError),
    /// The first element is not aligned for the new type.
    Alignment {
        /// Its address modulo the alignment.
        rest: usize,
        /// The alignment in bytes.
        alignment: usize,
    },
    /// The new elements would not be made of whole old ones, each of them once.
    Cover {
        /// The number of bytes of the elements that there are.
        found: usize,
        /// The number of bytes of the new ones.
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
impl core::error::Error for RecastError {}
impl From<LayoutError> for RecastError {
    fn from(error: LayoutError) -> Self {
        RecastError::Layout(error)
    }
}

question! {
    RecastElements[T: ElementBits, U: ElementBits] (T, U); A::IsStatic; Recast<A, T, U>;
    |a| a.recast_bits(bits::<T>(), bits::<U>())
}

/// The number of bits; stops the compiler where it is not that of the type.
const fn bits<T: ElementBits>() -> i64 {
    let bits = <BitsOf<T> as Oct>::VALUE;
    assert!(bits == 8 * size_of::<T>() as u64, "`ElementBits` is not the size of the type");
    bits as i64
}

#[layout_macros::at_caller]
impl<'a, T: ElementBits + NoUninit, L: PlainLayout> View<'a, T, L> {
    /// The same memory as elements `U`: the layout is that of
    /// [`recast_bits`](crate::Layout::recast_bits).
    ///
    /// ```
    /// use static_layout::*;
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
    /// # Errors
    /// When the layout with run-time integers cannot be recast (a static one does not compile then), when
    /// the element at offset 0 is not aligned for `U`, and when wider elements would reach past those of
    /// the view: they must be made of elements of the view alone, each of them once.
    #[inline]
    #[track_caller]
    pub fn recast<U: ElementBits + AnyBitPattern>(
        self,
    ) -> Result<View<'a, U, Recast<L, T, U>>, RecastError> {
        const { check::check::<L, RecastElements, (T, U)>() };
        let to = recast_layout::<T, U, L>(self.layout(), self.as_ptr().addr())?;
        // SAFETY: every bit of `U` may be anything, and `T` has no padding. The new elements lie within
        // the old ones, and are aligned, as found above.
        Ok(unsafe { View::of(self.first().cast(), to) })
    }
}

#[layout_macros::at_caller]
impl<'a, T: ElementBits + NoUninit + AnyBitPattern, L: PlainLayout> ViewMut<'a, T, L> {
    /// [`View::recast`] of elements that may be written; whatever is written as `U` is a value of `T`, too.
    ///
    /// ```
    /// use static_layout::*;
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
    /// As [`View::recast`].
    #[inline]
    #[track_caller]
    pub fn recast_mut<U: ElementBits + NoUninit + AnyBitPattern>(
        &mut self,
    ) -> Result<ViewMut<'_, U, Recast<L, T, U>>, RecastError> {
        const { check::check::<L, RecastElements, (T, U)>() };
        let to = recast_layout::<T, U, L>(self.layout(), self.as_ptr().addr())?;
        // SAFETY: every bit of both may be anything, and neither has padding. The new elements lie within the
        // old ones, and are aligned, as found above; they are this view's, which is borrowed.
        Ok(unsafe { ViewMut::of(self.first().cast(), to) })
    }
}

/// The layout of the elements `U` where those of `from` are `T`, and that at offset 0 is at `address`. The new
/// elements lie within the old ones, and are aligned: that at offset 0 is, and the others are whole numbers of
/// them away.
#[inline]
fn recast_layout<T: ElementBits, U: ElementBits, L: PlainLayout>(
    from: L,
    address: usize,
) -> Result<Recast<L, T, U>, RecastError> {
    let to: Recast<L, T, U> = <L::IsStatic as Bool>::try_static_value_or(|| {
        check::answer(from.plain().recast_bits(bits::<T>(), bits::<U>()))
    })?;
    let found = from.shape().count().saturating_mul(size_of::<T>());
    let needed = to.shape().count().saturating_mul(size_of::<U>());
    // Elements that become parts are there once for each coordinate. Those that become groups are
    // as many as the groups hold only if the groups hold no others: then each is in one group, once.
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
