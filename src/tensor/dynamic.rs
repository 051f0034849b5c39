//! Views with a run-time layout, `dynamic::Layout`, whose nesting the compiler does not know.

use super::bounds::Bounds;
use super::{View, ViewMut};
use core::ptr::NonNull;
use layout_core::{Coord, Layout, LayoutError};

/// Returns `origin` if `origin + layout(c)` is an index of a slice of `len` elements for each coordinate `c`; 0 if the
/// layout has no coordinates.
///
/// # Errors
/// When an offset lies outside the slice, the layout maps to coordinates, or its reach does not fit `isize`.
pub fn checked_origin(len: usize, origin: usize, layout: &Layout) -> Result<usize, LayoutError> {
    layout.exists()?;
    if layout.size() == 0 {
        return Ok(0);
    }
    let (shape, stride) = (layout.shape(), layout.stride());
    let down = |k| (shape.value(k) - 1) * stride.value(k).min(0);
    let below: i64 = (0..shape.leaf_count()).map(down).sum();
    // `exists` found that the reach fits `isize`, so the casts are exact.
    let bounds = Bounds { below: below.unsigned_abs() as usize, cosize: layout.cosize() as usize };
    match bounds.origin(len, origin) {
        Some(origin) if !layout.is_coordinate() => Ok(origin),
        _ => Err(layout.too_long_for(len, origin)),
    }
}

macro_rules! dynamic_view {
    ($View:ident<$a:lifetime>, $slice:ty) => {
        impl<$a, T> $View<$a, T, Layout> {
            /// A view of `data` from `origin` on with a run-time layout: `view[c]` is `data[origin + layout(c)]`.
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
            /// When `origin` plus an offset is not in `0..data.len()`, or the layout maps to coordinates instead of
            /// integers.
            pub fn dynamic(
                data: $slice,
                origin: usize,
                layout: Layout,
            ) -> Result<Self, LayoutError> {
                let origin = checked_origin(data.len(), origin, &layout)?;
                // SAFETY: `checked_origin` returns at most `data.len()`: an element of the slice or one past its end.
                let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
                // SAFETY: V1 and V2: `checked_origin` found that each offset, counted from there, is an element of the
                // slice, which is borrowed for `'a`, exclusively for a `ViewMut`.
                Ok(unsafe { $View::over(origin, layout) })
            }

            /// The layout.
            pub fn dynamic_layout(&self) -> Layout {
                *self.layout_ref()
            }

            /// The element at a coordinate.
            ///
            /// ```
            /// use static_layout::*;
            /// let view = View::dynamic(&[1, 2, 3, 4], 0, "(2,2):(2,1)".parse()?)?;
            /// assert_eq!(view.try_at(&"(1,0)".parse()?)?, &3);
            /// assert!(view.try_at(&"(2,0)".parse()?).is_err());
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When the coordinate is nested differently from the shape, or lies outside it.
            pub fn try_at(&self, coord: &Coord) -> Result<&T, LayoutError> {
                let offset = self.layout_ref().try_index(coord)?;
                // SAFETY: V1: `try_index` found that the coordinate lies in the shape.
                Ok(unsafe { self.first().offset(offset as isize).as_ref() })
            }

            /// The elements in linear order, the leftmost mode fastest.
            ///
            /// ```
            /// use static_layout::*;
            /// let view = View::dynamic(&[1, 2, 3, 4], 0, "(2,2):(2,1)".parse()?)?;
            /// assert!(view.elements().eq(&[1, 3, 2, 4]));
            /// # Ok::<(), LayoutError>(())
            /// ```
            pub fn elements(&self) -> impl Iterator<Item = &T> {
                // SAFETY: V1: `iter` of the layout yields the offsets of the coordinates in the shape.
                let element = |offset| unsafe { self.first().offset(offset as isize).as_ref() };
                self.layout_ref().iter().map(element)
            }
        }
    };
}
dynamic_view! { View<'a>, &'a [T] }
dynamic_view! { ViewMut<'a>, &'a mut [T] }

impl<T> ViewMut<'_, T, Layout> {
    /// A mutable reference to the element at a coordinate.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [1, 2, 3, 4];
    /// let mut view = ViewMut::dynamic(&mut data, 0, "(2,2):(2,1)".parse()?)?;
    /// *view.try_at_mut(&"(1,0)".parse()?)? = 9;
    /// assert!(view.try_at_mut(&"(0,2)".parse()?).is_err());
    /// assert_eq!(data, [1, 2, 9, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the coordinate is nested differently from the shape, or lies outside it.
    pub fn try_at_mut(&mut self, coord: &Coord) -> Result<&mut T, LayoutError> {
        let offset = self.layout_ref().try_index(coord)?;
        // SAFETY: V1: `try_index` found that the coordinate lies in the shape. V2: the view is borrowed exclusively.
        Ok(unsafe { self.first().offset(offset as isize).as_mut() })
    }
}
