//! [`PackedView`]: borrowed packed elements with a layout.

use super::elements::PackedElements;
use super::memory::{Bytes, room};
use crate::element::PackedElement;
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;
use layout_core::{LayoutError, Operand, Operation, Rule};
use static_layout::internal::{self as library, derived};
use static_layout::internal::{ElementCoord, Form, Indexed};
use static_layout::ops::bounds::CoordinateFits;
use static_layout::{Coordinate, View};

/// Packed elements `E` with a layout `L`, in bytes that `R` borrows: [`PackedView`] or
/// [`PackedViewMut`](super::PackedViewMut).
#[must_use = "a view does nothing by itself: read its elements, or pass it on"]
pub struct Packed<R, E, L> {
    bytes: Bytes,
    /// The index of the element at offset 0, from the low bit of the first byte on.
    origin: usize,
    layout: L,
    kind: PhantomData<(R, fn() -> E)>,
}

/// Bytes as packed elements `E` with a layout: `view[c]` is element `layout(c)`, read-only and `Copy`.
///
/// ```text
/// bytes     0x21 0x43 0x65             elements of 4 bits     1 2 3 4 5 6
/// layout    (2,3):(3,1)                view                   1 2 3
///                                                             4 5 6
/// ```
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let view = PackedView::<I4, _>::new(&[0x21, 0xF3], layout!((2, 2):(2, 1)))?;
/// assert_eq!(view[(1, 1)], I4::from_bits(0xF)); // -1
/// assert_eq!(view.get((0, 1)).map(f32::from), Some(2.0));
/// assert_eq!(view.get((2, 0)), None);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// A layout that reaches past the bytes is refused:
/// ```
/// # use static_layout::*;
/// # use static_layout_formats::{element::*, packed::*};
/// let refused = PackedView::<F6E2M3, _>::new(&[0; 4], layout!((2, 3):(3, 1))).err().unwrap();
/// assert_eq!(
///     refused.to_string(),
///     "cannot view packed elements through (2,3):(3,1): it reaches from 0 to 5 around element 0, and needs 36 bits of 4 bytes"
/// );
/// ```
pub type PackedView<'a, E, L> = Packed<&'a [u8], E, L>;

impl<R: Copy, E, L: Copy> Clone for Packed<R, E, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Copy, E, L: Copy> Copy for Packed<R, E, L> {}

// SAFETY: a view uses its bytes as the slice `R` does, which is `Send`; two mutable views share no byte (P2). Any thread may
// hold a layout (`Form`), and an element is a byte.
unsafe impl<R: Send, E: PackedElement, L: Form> Send for Packed<R, E, L> {}
// SAFETY: a shared view only reads, as `&R` does, which is `Send` where `R` is `Sync`.
unsafe impl<R: Sync, E: PackedElement, L: Form> Sync for Packed<R, E, L> {}

/// The constructors, of the slice that a view borrows.
macro_rules! constructors {
    ($View:ident<$a:lifetime>, $slice:ty) => {
        impl<$a, E: PackedElement, L: Form> Packed<$slice, E, L> {
            /// A view of bytes: `view[c]` is element `layout(c)`, counted from the low bit of byte 0 on.
            ///
            /// ```
            /// use static_layout::*;
            /// use static_layout_formats::{element::*, packed::*};
            /// let mut bytes = [0; 3];
            /// let mut view = PackedViewMut::<F6E3M2, _>::new(&mut bytes, layout!(4:1))?;
            /// view.set(1, F6E3M2::from_bits(0x3F));
            /// assert_eq!(bytes, [0xC0, 0x0F, 0]);
            /// assert!(PackedView::<F6E3M2, _>::new(&bytes, layout!(5:1)).is_err());
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an element lies outside the bytes.
            ///
            /// # Compile errors
            /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
            #[inline]
            pub fn new(bytes: $slice, layout: L) -> Result<Self, LayoutError> {
                Self::with_origin(bytes, 0, layout)
            }

            /// A view of bytes from element `origin` on: `view[c]` is element `origin + layout(c)`. For layouts with
            /// negative strides, and for elements that begin within a byte.
            ///
            /// ```
            /// use static_layout::*;
            /// use static_layout_formats::{element::*, packed::*};
            /// let view = PackedView::<U4, _>::with_origin(&[0x21, 0x43], 3, layout!(4:-1))?;
            /// assert!(view.iter().map(f32::from).eq([4.0, 3.0, 2.0, 1.0]));
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an element lies outside the bytes.
            ///
            /// # Compile errors
            /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
            #[inline]
            pub fn with_origin(
                bytes: $slice,
                origin: usize,
                layout: L,
            ) -> Result<Self, LayoutError> {
                const { derived::holds_elements::<L>() };
                let len = bytes.len();
                match derived::checked_origin(room::<E>(len), origin, layout) {
                    // SAFETY: P1: `checked_origin` found that each element lies in the bytes, which the view borrows; P2: a
                    // `&mut [u8]` has them alone.
                    Some(origin) => Ok(unsafe {
                        Self::over(Bytes::new(NonNull::from(bytes).cast()), origin, layout)
                    }),
                    None => refuse::<E, _>(
                        len,
                        origin,
                        derived::too_short(layout, room::<E>(len), origin),
                    ),
                }
            }
        }
    };
}
constructors! { PackedView<'a>, &'a [u8] }
constructors! { PackedViewMut<'a>, &'a mut [u8] }

/// The error of a view of packed elements, made from the error of a view of `room` elements.
///
/// # Errors
/// Always.
#[cold]
#[inline(never)]
pub(super) fn refuse<E: PackedElement, V>(
    bytes: usize,
    origin: usize,
    error: LayoutError,
) -> Result<V, LayoutError> {
    let rule = match error.rule() {
        Rule::Slice { least, greatest, .. } => {
            // An origin past every layout needs more bits than any number says.
            let first = i64::try_from(origin).unwrap_or(i64::MAX);
            let needed = first.saturating_add(greatest).saturating_add(1);
            let bits = needed.saturating_mul(E::BITS as i64).max(0);
            Rule::PackedSlice { least, greatest, origin, bits, bytes }
        }
        rule => rule,
    };
    Err(LayoutError::refused(Operation::ViewPacked, error.left(), Operand::None, rule))
}

impl<R, E, L> Packed<R, E, L> {
    /// A view from its parts.
    ///
    /// # Safety
    /// P1, and P2 if `R` is mutable, as long as `R` lives.
    #[inline(always)]
    pub(super) unsafe fn over(bytes: Bytes, origin: usize, layout: L) -> Self {
        Packed { bytes, origin, layout, kind: PhantomData }
    }

    /// The bytes, and the index of the element at offset 0.
    #[inline(always)]
    pub(super) fn start(&self) -> (Bytes, usize) {
        (self.bytes, self.origin)
    }

    /// The layout, of any kind.
    #[inline(always)]
    pub(super) fn layout_ref(&self) -> &L {
        &self.layout
    }

    /// The part that starts `offset` elements after the origin.
    ///
    /// # Safety
    /// This view has an element at `offset + layout(c)` for each coordinate `c` of `layout`.
    #[inline(always)]
    pub(super) unsafe fn moved<M>(self, offset: isize, layout: M) -> Packed<R, E, M> {
        // SAFETY: the caller guarantees elements of this view, which ends here (P1, P2).
        unsafe { Packed::over(self.bytes, self.origin.wrapping_add_signed(offset), layout) }
    }
}

#[layout_macros::at_caller]
impl<R, E: PackedElement, L: Form> Packed<R, E, L> {
    /// The layout, whose offsets count elements.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The number of coordinates.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.layout.count()
    }

    /// The elements of 8 bits as bytes.
    #[inline(always)]
    pub(super) fn bytes(&self) -> View<'_, u8, L> {
        debug_assert!(E::BITS == 8);
        // SAFETY: P1: element `origin + layout(c)` of 8 bits is this byte, for each coordinate `c`, which is V1. It is
        // borrowed as long as the result lives.
        unsafe { library::view_of_form(self.bytes.at(self.origin), self.layout) }
    }

    /// The index of the element at offset 0, counted from the low bit of the first byte on.
    ///
    /// ```
    /// # use static_layout::*;
    /// # use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U2, _>::new(&[0; 4], layout!((4, 4):(4, 1)))?;
    /// assert_eq!(view.slice(coord!(1, _)).origin(), 4);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn origin(&self) -> usize {
        self.origin
    }

    /// The element at a coordinate, for code that is generic over the layout.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// fn corner<E: PackedElement, L: AnyLayout>(view: PackedView<'_, E, L>) -> E {
    ///     view.at((0, 0))
    /// }
    /// let view = PackedView::<U1, _>::new(&[0b101], layout!((2, 2):(1, 2)))?;
    /// assert_eq!(corner(view), U1::from_bits(1));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    #[track_caller]
    pub fn at<C: Coordinate>(&self, coord: C) -> E {
        const { derived::fits_form::<L, C>() };
        self.element(coord)
    }

    /// [`at`](Self::at). The caller has checked the type of the coordinate in `const`.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element<C: Coordinate>(&self, coord: C) -> E {
        match self.find(coord) {
            Some(element) => element,
            None => self.layout.refuse_coord(coord),
        }
    }

    #[inline(always)]
    fn find<C: Coordinate>(&self, coord: C) -> Option<E> {
        let index = self.index_of(coord)?;
        // SAFETY: P1: `index_of` found that the coordinate lies in the shape.
        Some(unsafe { self.bytes.read(index) })
    }

    /// The index of the element at a coordinate; `None` outside the shape.
    #[inline(always)]
    pub(super) fn index_of<C: Coordinate>(&self, coord: C) -> Option<usize> {
        let offset = derived::checked_offset(self.layout, coord)?;
        Some(self.origin.wrapping_add_signed(offset))
    }
}

#[layout_macros::at_caller]
impl<R, E: PackedElement, L: Indexed> Packed<R, E, L> {
    /// The element at a coordinate, or `None` outside the shape.
    ///
    /// ```
    /// # use static_layout::*;
    /// # use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U2, _>::new(&[0b11_10_01_00], layout!(4:1))?;
    /// assert_eq!((view.get(2).map(f32::from), view.get(4)), (Some(2.0), None));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    pub fn get<C: Coordinate>(&self, coord: C) -> Option<E>
    where
        L::Fits<C>: CoordinateFits,
    {
        const { derived::fits_form::<L, C>() };
        self.find(coord)
    }
}

#[layout_macros::at_caller]
impl<R, E: PackedElement, L: Indexed, C: ElementCoord<L>> Index<C> for Packed<R, E, L> {
    type Output = E;
    /// The element at a coordinate: a reference to the value in a table of all values.
    ///
    /// # Panics
    /// When a run-time coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When a static coordinate lies outside a static shape, or a coordinate is nested differently from the shape.
    #[inline(always)]
    #[track_caller]
    fn index(&self, coord: C) -> &E {
        const { derived::check_element::<L, C>() };
        &E::values()[usize::from(self.element(coord.tuple()).to_bits())]
    }
}

impl<'a, E: PackedElement, L: Indexed> PackedView<'a, E, L> {
    /// The elements in linear order, the leftmost mode fastest.
    ///
    /// ```
    /// # use static_layout::*;
    /// # use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::new(&[0x21, 0x43], layout!((2, 2):(2, 1)))?;
    /// assert_eq!(view.iter().map(f32::from).collect::<Vec<_>>(), [1.0, 3.0, 2.0, 4.0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> PackedElements<'a, E, L> {
        PackedElements::of(*self)
    }
}

impl<'a, E: PackedElement, L: Indexed> IntoIterator for PackedView<'a, E, L> {
    type Item = E;
    type IntoIter = PackedElements<'a, E, L>;
    fn into_iter(self) -> PackedElements<'a, E, L> {
        self.iter()
    }
}
