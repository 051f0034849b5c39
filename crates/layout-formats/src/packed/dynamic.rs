//! Views of packed elements with a run-time layout, `dynamic::Layout`, whose nesting the compiler does not know.

use super::PackedViewMut;
use super::memory::{Bytes, room};
use super::view::{Packed, refuse};
use crate::element::PackedElement;
use core::ptr::NonNull;
use layout_core::{Coord, Layout, LayoutError};
use static_layout::internal::derived;

macro_rules! dynamic {
    ($a:lifetime, $slice:ty) => {
        impl<$a, E: PackedElement> Packed<$slice, E, Layout> {
            /// A view of bytes from element `origin` on with a run-time layout.
            ///
            /// ```
            /// use static_layout::*;
            /// use static_layout_formats::{element::*, packed::*};
            /// let mut bytes = [0x10, 0x32, 0x54, 0x76];
            /// let layout: dynamic::Layout = "(2,(2,2)):(4,(1,2))".parse()?;
            /// let view = PackedView::<U4, _>::dynamic(&bytes, 0, layout)?;
            /// assert_eq!(view.try_at(&"(1,3)".parse()?)?.to_f32(), 7.0);
            /// let mut view = PackedViewMut::<U4, _>::dynamic(&mut bytes, 0, layout)?;
            /// view.try_set(&"(1,(1,1))".parse()?, U4::from_bits(15))?;
            /// assert_eq!(bytes[3], 0xF6);
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an element lies outside the bytes, or the layout maps to coordinates instead of integers.
            pub fn dynamic(
                bytes: $slice,
                origin: usize,
                layout: Layout,
            ) -> Result<Self, LayoutError> {
                let len = bytes.len();
                match derived::checked_dynamic_origin(room::<E>(len), origin, &layout) {
                    // SAFETY: P1: `checked_dynamic_origin` found that each element lies in the bytes, which the view borrows;
                    // P2: a `&mut [u8]` has them alone.
                    Ok(origin) => Ok(unsafe {
                        Self::over(Bytes::new(NonNull::from(bytes).cast()), origin, layout)
                    }),
                    Err(error) => refuse::<E, _>(len, origin, error),
                }
            }
        }
    };
}
dynamic! { 'a, &'a [u8] }
dynamic! { 'a, &'a mut [u8] }

impl<R, E: PackedElement> Packed<R, E, Layout> {
    /// The layout.
    pub fn dynamic_layout(&self) -> Layout {
        *self.layout_ref()
    }

    /// The index of the element at an offset of the layout.
    fn index_at(&self, offset: i64) -> usize {
        self.start().1.wrapping_add_signed(offset as isize)
    }

    /// The element at a coordinate.
    ///
    /// # Errors
    /// When the coordinate is nested differently from the shape, or lies outside it.
    pub fn try_at(&self, coord: &Coord) -> Result<E, LayoutError> {
        let index = self.index_at(self.layout_ref().try_index(coord)?);
        // SAFETY: P1: `try_index` found that the coordinate lies in the shape.
        Ok(unsafe { self.start().0.read(index) })
    }

    /// The elements in linear order, the leftmost mode fastest.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::dynamic(&[0x21, 0x43], 0, "(2,2):(2,1)".parse()?)?;
    /// assert!(view.elements().map(f32::from).eq([1.0, 3.0, 2.0, 4.0]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn elements(&self) -> impl Iterator<Item = E> {
        // SAFETY: P1: `iter` of the layout yields the offsets of the coordinates in the shape.
        let element = |offset| unsafe { self.start().0.read(self.index_at(offset)) };
        self.layout_ref().iter().map(element)
    }
}

impl<E: PackedElement> PackedViewMut<'_, E, Layout> {
    /// Writes the element at a coordinate.
    ///
    /// # Errors
    /// When the coordinate is nested differently from the shape, or lies outside it.
    pub fn try_set(&mut self, coord: &Coord, value: E) -> Result<(), LayoutError> {
        let index = self.index_at(self.layout_ref().try_index(coord)?);
        // SAFETY: P1: `try_index` found that the coordinate lies in the shape. P2 of this view, which is borrowed exclusively.
        unsafe { self.start().0.write(index, value) };
        Ok(())
    }
}
