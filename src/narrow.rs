//! [`Narrow`], a layout whose offsets have an integer type of the user's choice, such as `u32`.

use crate::LayoutError;
use crate::types::{
    AnyLayout, Bool, Coordinate, CoordinateFits, Form, ImageOf, IntTuple, Layout, NarrowIndex,
    Offset, PlainLayout, check,
};
use core::marker::PhantomData;
use layout_core::{self as value, Facts};

/// A layout whose offsets have the type `I`, which holds each of them: Mojo's `linear_idx_type`.
///
/// The offset of a coordinate is computed in `I`. With 32 bits, a loop has twice as many offsets in a vector, and needs no
/// multiplication of 64 bits.
///
/// ```
/// use static_layout::narrow::Narrow;
/// use static_layout::*;
/// let a = Narrow::<u32, _>::new(layout!((64, 128):(128, 1)));
/// let offset: u32 = a.index((3, 5));
/// assert_eq!((offset, size_of_val(&a)), (389, 0));
/// let n = 1 << 20;
/// assert!(Narrow::<u32, _>::try_new(layout!((n, 4096):(4096, 1))).is_ok());
/// assert_eq!(
///     Narrow::<i32, _>::try_new(layout!((n, 4096):(4096, 1))).unwrap_err().to_string(),
///     "no offset of (1048576,4096):(4096,1): the offset 4294967295 is not in -2147483648..=2147483647"
/// );
/// ```
///
/// If the facts of run-time leaves prove that each offset fits, nothing is tested:
///
/// ```
/// use static_layout::int::{Bounded, Multiple};
/// use static_layout::narrow::Narrow;
/// use static_layout::typenum::{U8, U4096, U65536};
/// use static_layout::*;
/// fn offset(rows: Bounded<U65536>, pitch: Multiple<U8, U4096>, i: usize, j: usize) -> u32 {
///     let a = layout!(({fact rows}, 64):({fact pitch}, 1));
///     Narrow::<u32, _>::new(a).index((i, j))
/// }
/// assert_eq!(offset(Bounded::new(10), Multiple::new(80), 3, 5), 245);
/// ```
///
/// A static layout with an offset that `I` does not hold is refused by the compiler:
///
/// ```compile_fail,E0080
/// use static_layout::narrow::Narrow;
/// use static_layout::*;
/// // the offset -3 is not in 0..=4294967295
/// Narrow::<u32, _>::new(layout!(4:-1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Narrow<I, L> {
    layout: L,
    index: PhantomData<I>,
}

/// Whether the facts of the type `form` prove that `least..=most` has every offset.
const fn is_proven(form: &value::Layout, least: i64, most: i64) -> bool {
    let (mut low, mut high, mut k) = (0_i64, 0_i64, 0);
    while k < form.leaf_count() {
        let (extent, stride) = form.leaf(k);
        let (is_extent, is_stride) = form.known(k);
        let extent = if is_extent { extent } else { Facts::of_code(extent).most() };
        let stride = if is_stride { stride } else { Facts::of_code(stride).most() };
        if extent == i64::MAX || stride == i64::MAX || extent < 1 {
            return false;
        }
        let end = if stride < 0 { &mut low } else { &mut high };
        match (extent - 1).checked_mul(stride) {
            Some(span) => match end.checked_add(span) {
                Some(sum) => *end = sum,
                None => return false,
            },
            None => return false,
        }
        k += 1;
    }
    low >= least && high <= most
}

/// Checks that `least..=most` has every offset.
///
/// # Errors
/// `IndexType` with the first end that is not in the range.
const fn fits(layout: &value::Layout, least: i64, most: i64) -> Result<(), LayoutError> {
    let (mut low, mut high, mut k) = (0_i64, 0_i64, 0);
    while k < layout.leaf_count() && layout.size() > 0 {
        let (extent, stride) = layout.leaf(k);
        // Fits, because the cosize does.
        let span = (extent - 1) * stride;
        if span < 0 {
            low += span;
        } else {
            high += span;
        }
        k += 1;
    }
    let offset = if low < least { low } else { high };
    if offset >= least && offset <= most {
        return Ok(());
    }
    let rule = value::Rule::Array(value::ArrayRule::IndexType { offset, least, most });
    let operand = value::Operand::Layout(*layout);
    Err(LayoutError::refused(value::Operation::Index, operand, value::Operand::None, rule))
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The layout with offsets of 32 bits if its type proves that they hold each offset, otherwise of 64 bits.
    ///
    /// ```
    /// use static_layout::int::Bounded;
    /// use static_layout::typenum::U65536;
    /// use static_layout::*;
    /// let n = 10;
    /// let rows = Bounded::<U65536>::new(n);
    /// let offset: u32 = layout!(({fact rows}, 64):(64, 1)).narrow().index((3, 5));
    /// let wide: u64 = layout!((n, 64):(64, 1)).narrow().index((3, 5));
    /// let signed: i32 = layout!((4, 8):(-8, 1)).narrow().index((3, 5));
    /// assert_eq!((offset, wide, signed), (197, 197, -19));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn narrow(self) -> Narrow<NarrowIndex<Self>, Self> {
        Narrow::new(self)
    }
}

#[layout_macros::at_caller]
impl<I: Offset, S: IntTuple, D: IntTuple> Narrow<I, Layout<S, D>> {
    /// Whether each offset of a static layout fits. `Ok` for a layout with run-time leaves.
    const STATIC: Result<(), LayoutError> =
        if <<Layout<S, D> as AnyLayout>::IsStatic as Bool>::VALUE {
            fits(&<Layout<S, D>>::FORM, I::LEAST, I::MOST)
        } else {
            Ok(())
        };

    /// The layout with offsets of the type `I`.
    ///
    /// # Panics
    /// If an offset of a layout with run-time leaves does not fit.
    ///
    /// # Compile errors
    /// If an offset of a static layout does not fit.
    #[inline]
    #[track_caller]
    pub fn new(layout: Layout<S, D>) -> Self {
        const {
            if let Err(error) = Self::STATIC {
                check::report(&error)
            }
        };
        check::unwrap_or_panic(Self::try_new(layout))
    }

    /// The layout with offsets of the type `I`.
    ///
    /// ```
    /// use static_layout::layout;
    /// use static_layout::narrow::Narrow;
    /// let n = 1_usize << 16;
    /// assert!(Narrow::<i32, _>::try_new(layout!((n, 4):(4, 1))).is_ok());
    /// assert!(Narrow::<i32, _>::try_new(layout!((n, n):(n, 1))).is_err());
    /// ```
    ///
    /// # Errors
    /// If an offset does not fit.
    #[inline]
    pub fn try_new(layout: Layout<S, D>) -> Result<Self, LayoutError> {
        if const { !is_proven(&<Layout<S, D>>::FORM, I::LEAST, I::MOST) } {
            fits(&PlainLayout::plain(layout), I::LEAST, I::MOST)?;
        }
        Ok(Self { layout, index: PhantomData })
    }

    /// The layout.
    pub const fn layout(self) -> Layout<S, D> {
        self.layout
    }

    /// The offset of a coordinate. Outside the shape it is the result of the equation, modulo the range of `I`:
    /// [`Layout::index`].
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the shape.
    #[inline(always)]
    pub fn index<C: Coordinate>(self, coord: C) -> I
    where
        C::Fits<S>: CoordinateFits,
        ImageOf<D>: Offset,
    {
        I::from_word(self.layout.index(coord).word())
    }

    /// The offset of a coordinate inside the shape.
    ///
    /// ```
    /// use static_layout::narrow::Narrow;
    /// use static_layout::*;
    /// let a = Narrow::<i32, _>::new(layout!((4, 8):(-8, 1)));
    /// assert_eq!((a.try_index((3, 7))?, a.try_index((0, 8)).is_err()), (-17, true));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If the coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the shape.
    #[inline]
    pub fn try_index<C: Coordinate>(self, coord: C) -> Result<I, LayoutError>
    where
        C::Fits<S>: CoordinateFits,
        ImageOf<D>: Offset,
    {
        Ok(I::from_word(self.layout.try_index(coord)?.word()))
    }
}
