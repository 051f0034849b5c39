//! Swizzled layouts: `c -> swizzle(offset + layout(c))`.
//!
//! A [`Swizzle`] is an exclusive or of bits. A [`ComposedLayout`] is a plain layout with an [`OffsetMap`], the
//! function of its offsets. An operation of a swizzled layout computes the plain layout and the map separately: most
//! keep the map, `recast.rs` and `inverse.rs` have the others, `algebra/carry.rs` has
//! a layout after a swizzle.

mod bits;
mod composed;
mod inverse;
mod offset_map;
mod recast;

pub use bits::{Bit, ReadFrom, WrittenFrom};
pub use composed::ComposedLayout;
pub use offset_map::{AtCoord, AtSlices, NoMap, OffsetMap, Start, SwizzleMap};

use crate::types::check;
use crate::types::num::StaticValue;
use crate::types::num::int::Leaf;
use core::fmt;
use core::marker::PhantomData;
use layout_core as value;

/// `x ^ ((x & Y) >> S)`: xors the `B` bits `Y` of an offset onto the `B` bits `Z`. CuTe's `Swizzle<B, M, S>`.
///
/// `Z` begins at bit `M`, `Y` is `S` bits above `Z`. A negative `S` (`NInt<..>`) puts `Z` above `Y`. A swizzle is its
/// own inverse.
///
/// ```text
/// Sw<2,1,3>   bit  .. 6 5 4 3 2 1 0
///                       Y Y   Z Z         B = 2 bits of Z, from bit M = 1 on, change with
///                       |_|_ _|_|         the B bits of Y that are S = 3 places above
/// ```
///
/// All three are numerals, so the size is 0 bytes. Groups of `2^M` adjacent elements stay adjacent.
///
/// ```
/// use static_layout::typenum::{U0, U2};
/// use static_layout::*;
/// let sw = Swizzle::<U2, U0, U2>::new();
/// assert_eq!([4, 5, 6, 7].map(|x| sw.apply(x)), [5, 4, 7, 6]);
/// assert_eq!((sw.to_string(), size_of_val(&sw)), ("Sw<2,0,2>".into(), 0));
/// ```
/// # Compile errors
/// A swizzle whose bits `Y` and `Z` overlap:
/// ```compile_fail,E0080
/// use static_layout::typenum::{U1, U2, U3};
/// use static_layout::*;
/// // no swizzle Sw<2,3,1>: its 2 bits would be read and changed at once
/// Swizzle::<U2, U3, U1>::new();
/// ```
/// A number that is not static:
/// ```compile_fail,E0080
/// use static_layout::typenum::U0;
/// use static_layout::*;
/// // the numbers of a swizzle are static
/// Swizzle::<U0, U0, usize>::new();
/// ```
#[derive(Clone, Copy, Hash)]
pub struct Swizzle<B, M, S>(PhantomData<(B, M, S)>);
// SAFETY: `Swizzle` holds a `PhantomData`, so it is not empty, and no `unsafe` code relies on `new` having checked the
// numbers: a type with others is the identity wherever a swizzle is used.
#[doc(hidden)]
unsafe impl<B: Leaf, M: Leaf, S: Leaf> StaticValue for Swizzle<B, M, S> {}

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, S: Leaf> Swizzle<B, M, S> {
    /// The swizzle on plain integers; a compile error if no swizzle has these numbers.
    pub(crate) const VALUE: value::Swizzle = check::a_swizzle::<B, M, S>();
    /// The swizzle on plain integers; `None` if no swizzle has these numbers.
    pub(crate) const FOUND: Option<value::Swizzle> = check::swizzle::<B, M, S>();
    /// The swizzle on plain integers; the identity in place of none, which only a refused operation returns.
    pub(crate) const OR_IDENTITY: value::Swizzle = match Self::FOUND {
        Some(swizzle) => swizzle,
        None => value::Swizzle::IDENTITY,
    };
    /// The mask of the bits that are read, `Y`.
    const READ: usize = Self::OR_IDENTITY.from_mask() as usize;
    /// The number of bits by which `Y` is shifted up, and down.
    const SHIFT: (u32, u32) = match Self::OR_IDENTITY.shift() {
        up @ ..0 => (up.unsigned_abs(), 0),
        down => (0, down.unsigned_abs()),
    };

    /// The swizzle of this type.
    ///
    /// # Compile errors
    /// If no swizzle has these numbers.
    ///
    /// ```
    /// use static_layout::typenum::{U3, U4};
    /// use static_layout::*;
    /// assert_eq!(Swizzle::<U3, U4, U3>::new().to_string(), "Sw<3,4,3>");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub const fn new() -> Self {
        const {
            let _ = Self::VALUE;
        }
        Swizzle(PhantomData)
    }

    /// The swizzled offset, in elements: one shift, one mask, one exclusive or.
    ///
    /// ```
    /// use static_layout::typenum::{U0, U2};
    /// use static_layout::*;
    /// let swizzle = Swizzle::<U2, U0, U2>::new();
    /// assert_eq!(swizzle.apply(0b1101), 0b1110);
    /// assert_eq!(swizzle.apply(0b1110), 0b1101);
    /// ```
    #[inline(always)]
    pub const fn apply(self, offset: usize) -> usize {
        let (up, down) = const { Self::SHIFT };
        offset ^ ((offset & const { Self::READ }) << up >> down)
    }

    /// The swizzle on plain integers.
    ///
    /// ```
    /// use static_layout::typenum::{U3, U4};
    /// use static_layout::*;
    /// let d = Swizzle::<U3, U4, U3>::new().to_dynamic();
    /// assert_eq!(d, "Sw<3,4,3>".parse::<dynamic::Swizzle>().unwrap());
    /// ```
    #[inline]
    pub const fn to_dynamic(self) -> value::Swizzle {
        Self::VALUE
    }
}

impl<B: Leaf, M: Leaf, S: Leaf> Default for Swizzle<B, M, S> {
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Leaf, M: Leaf, S: Leaf> fmt::Display for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::VALUE.fmt(f)
    }
}
impl<B: Leaf, M: Leaf, S: Leaf> fmt::Debug for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::VALUE.fmt(f)
    }
}
