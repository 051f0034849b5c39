//! A slice seen through a layout.

use super::{Bounds, Fits, out_of_range, position};
use crate::judge;
use crate::layout::{AnyLayout, CoordinateFits, Mapping, PlainLayout};
use crate::ops;
use crate::swizzle::Outer;
use crate::tuple::{Coordinate, IntTuple};
use core::ops::{Index, IndexMut};
use layout_core::LayoutError;

/// Elements of a slice, addressed by the coordinates of a layout.
///
/// That every coordinate has an element is established when the view is made. An access then only
/// checks that its coordinate lies in the shape; for a static coordinate nothing is left to check.
///
/// ```
/// use static_layout::*;
/// let data = [0, 1, 2, 3, 4, 5];
/// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
/// assert_eq!(rows[(1, 0)], 3);
/// assert_eq!(rows[coord!(0, 2)], 2); // no check
/// assert_eq!(rows.get((2, 0)), None);
/// let column = rows.slice(coord!(_, 1));
/// assert!(column.iter().eq(&[1, 4]));
/// # Ok::<(), LayoutError>(())
/// ```
/// A layout that reaches past the slice is refused:
/// ```
/// # use static_layout::*;
/// let refused = View::new(&[0; 5], layout!((2, 3):(3, 1))).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "cannot view a slice through (2,3):(3,1): it reaches from 0 to 5 around element 0 of 5"
/// );
/// ```
#[derive(Debug)]
pub struct View<'a, T, L> {
    data: &'a [T],
    origin: usize,
    layout: L,
}

/// [`View`] of a slice that may be written through.
///
/// ```
/// use static_layout::*;
/// let mut data = [0; 6];
/// let mut rows = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
/// rows[(1, 2)] = 7;
/// assert_eq!(data, [0, 0, 0, 0, 0, 7]);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Debug)]
pub struct ViewMut<'a, T, L> {
    data: &'a mut [T],
    origin: usize,
    layout: L,
}

impl<T, L: Copy> Clone for View<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L: Copy> Copy for View<'_, T, L> {}

/// Whether a slice of `len` elements holds the layout from `origin` on.
#[inline]
fn reach<L: AnyLayout>(len: usize, origin: Option<usize>, layout: L) -> Result<usize, LayoutError> {
    let bounds = Bounds::of(layout)?;
    let origin = origin.unwrap_or(0);
    if bounds.cosize == 0 {
        return Ok(origin);
    }
    // Neither side wraps: `below < cosize`, and both fit `isize`.
    let fits = bounds.below <= origin
        && origin - bounds.below <= len
        && bounds.cosize <= len - (origin - bounds.below);
    if fits { Ok(origin) } else { Err(judge::too_short(layout, len, origin)) }
}

macro_rules! common {
    ($View:ident<$a:lifetime, $T:ident, $L:ident>) => {
        /// The layout.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
        /// assert_eq!(view.layout().to_string(), "(2,2):(2,1)");
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline(always)]
        pub fn layout(&self) -> $L {
            self.layout
        }

        /// The whole slice, elements that no coordinate names included; offset 0 is element
        /// [`origin`](Self::origin).
        ///
        /// ```
        /// # use static_layout::*;
        /// let row = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?.slice(coord!(1, _));
        /// assert_eq!((row.data(), row.origin()), (&[1, 2, 3, 4][..], 2));
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline(always)]
        pub fn data(&self) -> &[$T] {
            self.data
        }

        /// The element that has offset 0.
        #[inline(always)]
        pub fn origin(&self) -> usize {
            self.origin
        }

        /// The element at a coordinate, for code that is generic over the layout: there
        /// `view[coord]` cannot prove that the coordinate fits, and this finds out when it is
        /// instantiated. Panics when the coordinate lies outside the shape.
        ///
        /// ```
        /// use static_layout::*;
        /// fn corner<L: AnyLayout>(matrix: View<'_, i32, L>) -> i32 {
        ///     *matrix.at((0, 0))
        /// }
        /// let data = [1, 2, 3, 4];
        /// assert_eq!(corner(View::new(&data, layout!((2, 2):(2, 1))).unwrap()), 1);
        /// ```
        #[inline(always)]
        #[track_caller]
        pub fn at<C: Coordinate>(&self, coord: C) -> &$T {
            const {
                crate::operation::fits::<$L, C>();
                judge::in_range::<$L, C>()
            };
            match position(self.layout, self.origin, coord) {
                // SAFETY: the coordinate lies in the shape, so by the module's invariant
                // `at < len`.
                Some(at) => unsafe { self.data.get_unchecked(at) },
                None => out_of_range(self.layout, coord),
            }
        }

        /// The element at a coordinate, unless that lies outside the shape.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
        /// assert_eq!((view.get((1, 0)), view.get((2, 0))), (Some(&3), None));
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline(always)]
        pub fn get<C: Coordinate>(&self, coord: C) -> Option<&$T>
        where
            Fits<C, $L>: CoordinateFits,
        {
            let at = position(self.layout, self.origin, coord)?;
            // SAFETY: the coordinate lies in the shape, so by the module's invariant `at < len`.
            Some(unsafe { self.data.get_unchecked(at) })
        }

        /// The element at a coordinate, unchecked.
        ///
        /// # Safety
        /// The coordinate must lie in the shape.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
        /// // SAFETY: 1 is below both extents.
        /// assert_eq!(unsafe { *view.get_unchecked((1, 1)) }, 4);
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline(always)]
        pub unsafe fn get_unchecked<C: Coordinate>(&self, coord: C) -> &$T
        where
            Fits<C, $L>: CoordinateFits,
        {
            let (outer, plain) = self.layout.split();
            let offset = outer.apply(coord.dot(plain.shape(), plain.stride()));
            // SAFETY: the caller vouches for the coordinate; then the module's invariant holds.
            unsafe { self.data.get_unchecked(self.origin.wrapping_add(offset)) }
        }
    };
}

impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The layout over `data`, offset 0 being `data[0]`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let data = [0, 1, 2, 3, 4, 5];
    /// assert_eq!(View::new(&data, layout!((2, 3):(3, 1)))?[(1, 1)], 4);
    /// assert!(View::new(&data, layout!((2, 3):(4, 1))).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When an offset is negative or not below `data.len()`.
    #[inline]
    pub fn new(data: &'a [T], layout: L) -> Result<Self, LayoutError> {
        const { judge::holds_elements::<L>() };
        let origin = reach(data.len(), None, layout)?;
        Ok(View { data, origin, layout })
    }

    /// The layout over `data`, offset 0 being `data[origin]`: for layouts with negative strides.
    ///
    /// ```
    /// use static_layout::*;
    /// let reversed = View::with_origin(&[1, 2, 3], 2, layout!(3:-1))?;
    /// assert!(reversed.iter().eq(&[3, 2, 1]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `origin` plus an offset is not in `0..data.len()`.
    #[inline]
    pub fn with_origin(data: &'a [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        const { judge::holds_elements::<L>() };
        let origin = reach(data.len(), Some(origin), layout)?;
        Ok(View { data, origin, layout })
    }

    /// The part that `_` keeps. Panics when another leaf of the coordinate is out of range.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3, 4, 5], layout!((2, 3):(3, 1)))?;
    /// let row = view.slice(coord!(1, _));
    /// assert_eq!(row.layout().to_string(), "(3):(1)");
    /// assert!(row.iter().eq(&[3, 4, 5]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn slice<C: IntTuple>(self, coord: C) -> View<'a, T, ops::Slice<L, C>>
    where
        Fits<C, L>: CoordinateFits,
    {
        let (layout, origin) = sub(self.layout, self.origin, coord);
        View { data: self.data, origin, layout }
    }

    /// The elements in linear order: the leftmost mode varies fastest.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
    /// assert!(view.iter().eq(&[0, 2, 1, 3]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a T> + Clone {
        let (outer, plain) = self.layout.split();
        let (shape, stride) = (plain.shape(), plain.stride());
        (0..shape.count()).map(move |i| {
            let at = self.origin.wrapping_add(outer.apply(shape.last_offset(stride, i)));
            // SAFETY: `i` is below the size, so its coordinate lies in the shape.
            unsafe { self.data.get_unchecked(at) }
        })
    }

    common! { View<'a, T, L> }
}

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The layout over `data`, offset 0 being `data[0]`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?[(1, 0)] = 7;
    /// assert_eq!(data, [0, 0, 7, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When an offset is negative or not below `data.len()`.
    #[inline]
    pub fn new(data: &'a mut [T], layout: L) -> Result<Self, LayoutError> {
        const { judge::holds_elements::<L>() };
        let origin = reach(data.len(), None, layout)?;
        Ok(ViewMut { data, origin, layout })
    }

    /// The layout over `data`, offset 0 being `data[origin]`: for layouts with negative strides.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let mut reversed = ViewMut::with_origin(&mut data, 2, layout!(3:-1))?;
    /// reversed[0] = 9;
    /// assert_eq!(data, [1, 2, 9]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `origin` plus an offset is not in `0..data.len()`.
    #[inline]
    pub fn with_origin(data: &'a mut [T], origin: usize, layout: L) -> Result<Self, LayoutError> {
        const { judge::holds_elements::<L>() };
        let origin = reach(data.len(), Some(origin), layout)?;
        Ok(ViewMut { data, origin, layout })
    }

    /// The same elements, to be read.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let view = ViewMut::new(&mut data, layout!(3:1))?;
    /// assert_eq!(view.as_view().iter().sum::<i32>(), 6);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn as_view(&self) -> View<'_, T, L> {
        View { data: self.data, origin: self.origin, layout: self.layout }
    }

    /// The part that `_` keeps. Panics when another leaf of the coordinate is out of range.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
    /// view.slice_mut(coord!(1, _))[1] = 5;
    /// assert_eq!(data, [0, 0, 0, 0, 5, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn slice_mut<C: IntTuple>(&mut self, coord: C) -> ViewMut<'_, T, ops::Slice<L, C>>
    where
        Fits<C, L>: CoordinateFits,
    {
        let (layout, origin) = sub(self.layout, self.origin, coord);
        ViewMut { data: self.data, origin, layout }
    }

    /// The element at a coordinate, unless that lies outside the shape.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// *view.get_mut((1, 0)).unwrap() = 7;
    /// assert_eq!(view.get_mut((2, 0)), None);
    /// assert_eq!(data, [0, 0, 7, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn get_mut<C: Coordinate>(&mut self, coord: C) -> Option<&mut T>
    where
        Fits<C, L>: CoordinateFits,
    {
        let at = position(self.layout, self.origin, coord)?;
        // SAFETY: the coordinate lies in the shape, so by the module's invariant `at < len`.
        Some(unsafe { self.data.get_unchecked_mut(at) })
    }

    common! { ViewMut<'a, T, L> }
}

#[inline]
#[track_caller]
fn sub<L: AnyLayout, C: IntTuple>(layout: L, origin: usize, coord: C) -> (ops::Slice<L, C>, usize) {
    if !coord.lies_in(layout.shape()) {
        panic!("{}", judge::out_of_range(layout.split().1, coord))
    }
    let (part, offset) = crate::operation::sliced(layout, coord);
    (part, origin.wrapping_add(offset))
}

indexed! { View<'_, T, L> }
indexed! { ViewMut<'_, T, L> }
indexed! { mut ViewMut<'_, T, L> }
