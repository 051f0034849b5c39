//! Views through a layout of which not even the nesting is known to the compiler.

use super::{View, ViewMut};
use core::ptr::NonNull;
use layout_core::{Coord, Layout, LayoutError};

/// Whether a slice of `len` elements holds the layout from `origin` on; without coordinates everything
/// does, and the origin is 0.
fn checked_origin(len: usize, origin: usize, layout: &Layout) -> Result<usize, LayoutError> {
    layout.exists()?;
    if layout.size() == 0 {
        return Ok(0);
    }
    let (shape, stride) = (layout.shape(), layout.stride());
    let down = |k| (shape.value(k) - 1) * stride.value(k).min(0);
    let below: i64 = (0..shape.leaf_count()).map(down).sum();
    // A layout that exists reaches over at most `isize::MAX`.
    let (below, cosize) = (below.unsigned_abs() as usize, layout.cosize() as usize);
    let fits = !layout.is_coordinate()
        && below <= origin
        && origin <= len
        && cosize <= len - (origin - below);
    if fits { Ok(origin) } else { Err(layout.too_long_for(len, origin)) }
}

macro_rules! dynamic {
    ($View:ident<$a:lifetime>, $slice:ty) => {
        impl<$a, T> $View<$a, T, Layout> {
            /// The layout over `data`, offset 0 being `data[origin]`.
            ///
            /// ```
            /// use static_layout::*;
            /// let layout: dynamic::Layout = "(2,(2,2)):(4,(1,2))".parse()?;
            /// let mut data = [0, 1, 2, 3, 4, 5, 6, 7];
            /// let view = View::dynamic(&data, 0, layout)?;
            /// assert_eq!(view.try_at(&"(1,3)".parse()?), Ok(&7));
            /// let mut view = ViewMut::dynamic(&mut data, 0, layout)?;
            /// *view.try_at_mut(&"(1,(1,1))".parse()?)? = 9;
            /// assert_eq!(data[7], 9);
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When `origin` plus an offset is not in `0..data.len()`, and when the layout maps to
            /// coordinates.
            pub fn dynamic(
                data: $slice,
                origin: usize,
                layout: Layout,
            ) -> Result<Self, LayoutError> {
                let origin = checked_origin(data.len(), origin, &layout)?;
                // SAFETY: `checked_origin` returns at most `data.len()`.
                let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
                // SAFETY: it found that the offsets from there on are elements of the slice.
                Ok(unsafe { $View::over(origin, layout) })
            }

            /// The layout.
            pub fn dynamic_layout(&self) -> Layout {
                *self.layout_ref()
            }

            /// The element at a coordinate.
            ///
            /// # Errors
            /// When the coordinate does not fit the shape, or lies outside.
            pub fn try_at(&self, coord: &Coord) -> Result<&T, LayoutError> {
                let offset = self.layout_ref().try_index(coord)?;
                // SAFETY: the coordinate lies in the shape, so by the module's invariant this is an
                // element.
                Ok(unsafe { self.first().offset(offset as isize).as_ref() })
            }

            /// The elements in linear order.
            ///
            /// ```
            /// use static_layout::*;
            /// let view = View::dynamic(&[1, 2, 3, 4], 0, "(2,2):(2,1)".parse()?)?;
            /// assert!(view.elements().eq(&[1, 3, 2, 4]));
            /// # Ok::<(), LayoutError>(())
            /// ```
            pub fn elements(&self) -> impl Iterator<Item = &T> {
                // SAFETY: the offsets are those of the coordinates in the shape.
                let element = |offset| unsafe { self.first().offset(offset as isize).as_ref() };
                self.layout_ref().iter().map(element)
            }
        }
    };
}
dynamic! { View<'a>, &'a [T] }
dynamic! { ViewMut<'a>, &'a mut [T] }

// SAFETY: as of other layouts; this one is integers, too.
unsafe impl<T: Sync> Send for View<'_, T, Layout> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for View<'_, T, Layout> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for ViewMut<'_, T, Layout> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for ViewMut<'_, T, Layout> {}

impl<T> ViewMut<'_, T, Layout> {
    /// The element at a coordinate, to be written.
    ///
    /// # Errors
    /// When the coordinate does not fit the shape, or lies outside.
    pub fn try_at_mut(&mut self, coord: &Coord) -> Result<&mut T, LayoutError> {
        let offset = self.layout_ref().try_index(coord)?;
        // SAFETY: the coordinate lies in the shape, so by the module's invariant this is an element, and
        // ours.
        Ok(unsafe { self.first().offset(offset as isize).as_mut() })
    }
}
