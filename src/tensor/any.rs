//! What every tensor has, read and written through a view of it.

use super::walk::CoordOf;
use super::{Elements, ElementsMut, Entries, EntriesMut, Fits, View, ViewMut};
use crate::judge;
use crate::layout::{AnyLayout, CoordinateFits};
use crate::tuple::Coordinate;
use layout_core::LayoutError;

/// Elements with a layout: [`View`], [`ViewMut`], `Owned`, `Boxed`.
///
/// ```
/// use static_layout::*;
/// fn trace<X: Tensor<Element = f64>>(matrix: &X, n: usize) -> f64 {
///     (0..n).map(|i| matrix.at((i, i))).sum()
/// }
/// let data = [1.0, 2.0, 3.0, 4.0];
/// assert_eq!(trace(&View::new(&data, layout!((2, 2):(2, 1))).unwrap(), 2), 5.0);
/// ```
pub trait Tensor {
    /// The type of the elements.
    type Element;
    /// The layout.
    type Layout: AnyLayout;

    /// The elements, to be read.
    fn view(&self) -> View<'_, Self::Element, Self::Layout>;

    /// The layout.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
    /// assert_eq!(view.layout().to_string(), "(2,2):(2,1)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    fn layout(&self) -> Self::Layout {
        self.view().layout()
    }

    /// The element at offset 0; without coordinates, a pointer to none.
    ///
    /// ```
    /// # use static_layout::*;
    /// let data = [1, 2, 3, 4];
    /// let row = View::new(&data, layout!((2, 2):(2, 1)))?.slice(coord!(1, _));
    /// assert_eq!(row.as_ptr(), &data[2]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    fn as_ptr(&self) -> *const Self::Element {
        self.view().as_ptr()
    }

    /// The element at a coordinate, for code that is generic over the layout: there
    /// `tensor[coord]` cannot prove that the coordinate fits, and this finds out when it is
    /// instantiated. Panics when the coordinate lies outside the shape; a static one that does, in a
    /// static shape, does not compile.
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
    fn at<C: Coordinate>(&self, coord: C) -> &Self::Element {
        self.view().at(coord)
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
    fn get<C: Coordinate>(&self, coord: C) -> Option<&Self::Element>
    where
        Fits<C, Self::Layout>: CoordinateFits,
    {
        self.view().get(coord)
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
    unsafe fn get_unchecked<C: Coordinate>(&self, coord: C) -> &Self::Element {
        // SAFETY: the caller vouches for the coordinate.
        unsafe { self.view().get_unchecked(coord) }
    }

    /// The elements in linear order: the leftmost mode varies fastest. Where the layout maps two
    /// coordinates to one offset, the element there comes twice.
    ///
    /// From one element to the next the iterator counts by leaf, without a division; `for_each`, `fold`
    /// and `sum` are plain nested loops.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
    /// assert!(view.iter().eq(&[0, 2, 1, 3]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    fn iter(&self) -> Elements<'_, Self::Element, Self::Layout> {
        self.view().iter()
    }

    /// The natural coordinates and their elements, in linear order; nothing is checked for them.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
    /// let upper: Vec<_> = view.entries().filter(|((i, j), _)| i < j).collect();
    /// assert_eq!(upper, [((0, 1), &1)]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    fn entries(&self) -> Entries<'_, Self::Element, Self::Layout> {
        self.view().entries()
    }

    /// `f` of the elements of both at each coordinate, in linear order: plain nested loops. Shapes that are
    /// nested otherwise, or static and different, do not compile.
    ///
    /// ```
    /// # use static_layout::*;
    /// let (a, b) = ([1, 2, 3, 4], [5, 6, 7, 8]);
    /// let rows = View::new(&a, layout!((2, 2):(2, 1)))?;
    /// let columns = View::new(&b, layout!((2, 2):(1, 2)))?;
    /// let mut dot = 0;
    /// rows.for_each_with(&columns, |x, y| dot += x * y);
    /// assert_eq!(dot, 1 * 5 + 2 * 7 + 3 * 6 + 4 * 8);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When run-time extents differ.
    #[inline]
    #[track_caller]
    fn for_each_with<X: Tensor>(&self, other: &X, f: impl FnMut(&Self::Element, &X::Element)) {
        self.view().pairs(other.view(), f)
    }
}

/// A [`Tensor`] whose elements may be written.
///
/// ```
/// use static_layout::*;
/// fn clear_diagonal<X: TensorMut<Element = f64>>(matrix: &mut X, n: usize) {
///     (0..n).for_each(|i| *matrix.at_mut((i, i)) = 0.0);
/// }
/// let mut data = [1.0, 2.0, 3.0, 4.0];
/// clear_diagonal(&mut ViewMut::new(&mut data, layout!((2, 2):(2, 1))).unwrap(), 2);
/// assert_eq!(data, [0.0, 2.0, 3.0, 0.0]);
/// ```
pub trait TensorMut: Tensor {
    /// The elements, to be written.
    fn view_mut(&mut self) -> ViewMut<'_, Self::Element, Self::Layout>;

    /// The element at offset 0, to be written; without coordinates, a pointer to none.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let mut view = ViewMut::new(&mut data, layout!(3:1))?;
    /// // SAFETY: offset 2 is that of coordinate 2.
    /// unsafe { *view.as_mut_ptr().add(2) = 9 };
    /// assert_eq!(data, [1, 2, 9]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    fn as_mut_ptr(&mut self) -> *mut Self::Element {
        self.view_mut().into_ptr()
    }

    /// The element at a coordinate, to be written, for code that is generic over the layout; see
    /// [`at`](Tensor::at). Panics when the coordinate lies outside the shape.
    #[inline(always)]
    #[track_caller]
    fn at_mut<C: Coordinate>(&mut self, coord: C) -> &mut Self::Element {
        self.view_mut().into_element(coord)
    }

    /// The element at a coordinate, to be written, unless that lies outside the shape.
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
    fn get_mut<C: Coordinate>(&mut self, coord: C) -> Option<&mut Self::Element>
    where
        Fits<C, Self::Layout>: CoordinateFits,
    {
        self.view_mut().try_into_element(coord)
    }

    /// The element at a coordinate, to be written, unchecked.
    ///
    /// # Safety
    /// The coordinate must lie in the shape.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// // SAFETY: 1 is below both extents.
    /// unsafe { *view.get_unchecked_mut((1, 1)) = 4 };
    /// assert_eq!(data, [0, 0, 0, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    unsafe fn get_unchecked_mut<C: Coordinate>(&mut self, coord: C) -> &mut Self::Element {
        // SAFETY: the caller vouches for the coordinate.
        unsafe { self.view_mut().into_element_unchecked(coord) }
    }

    /// The elements in linear order, to be written; all of them may be held at the same time, so that no
    /// two coordinates may share one.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// view.iter_mut().zip(1..).for_each(|(element, i)| *element = i);
    /// assert_eq!(data, [1, 3, 2, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    /// A static layout that is not injective does not compile:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the coordinates (1,0) and (0,1) share the offset 1
    /// ViewMut::new(&mut [0; 3], layout!((2, 2):(1, 1))).unwrap().iter_mut();
    /// ```
    ///
    /// # Panics
    /// When run-time integers make two coordinates share an element:
    /// [`try_iter_mut`](Self::try_iter_mut) returns the error instead.
    #[inline]
    #[track_caller]
    fn iter_mut(&mut self) -> ElementsMut<'_, Self::Element, Self::Layout> {
        const { judge::disjoint::<Self::Layout>() };
        judge::settle(self.view_mut().into_elements())
    }

    /// [`iter_mut`](Self::iter_mut), with elements that are shared as an error.
    #[inline]
    #[track_caller]
    fn try_iter_mut(
        &mut self,
    ) -> Result<ElementsMut<'_, Self::Element, Self::Layout>, LayoutError> {
        const { judge::disjoint::<Self::Layout>() };
        self.view_mut().into_elements()
    }

    /// The natural coordinates and their elements in linear order, to be written; see
    /// [`iter_mut`](Self::iter_mut).
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// view.entries_mut().for_each(|((i, j), element)| *element = 10 * i + j);
    /// assert_eq!(data, [0, 1, 10, 11]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As [`iter_mut`](Self::iter_mut) does.
    #[inline]
    #[track_caller]
    fn entries_mut(&mut self) -> EntriesMut<'_, Self::Element, Self::Layout> {
        const { judge::disjoint::<Self::Layout>() };
        judge::settle(self.view_mut().into_entries())
    }

    /// `f` of each element in linear order, one at a time: elements that coordinates share are met again.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// ViewMut::new(&mut data, layout!((2, 2):(1, 1)))?.update(|element| *element *= 10);
    /// assert_eq!(data, [10, 200, 30]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    fn update(&mut self, f: impl FnMut(&mut Self::Element)) {
        self.view_mut().each(f)
    }

    /// `f` of the natural coordinates and their elements in linear order, one at a time.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// view.update_entries(|(i, j), element| *element = 10 * i + j);
    /// assert_eq!(data, [0, 1, 10, 11]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    fn update_entries(&mut self, f: impl FnMut(CoordOf<Self::Layout>, &mut Self::Element)) {
        self.view_mut().each_entry(f)
    }

    /// `f` of the elements of both at each coordinate, in linear order, one pair at a time; see
    /// [`for_each_with`](Tensor::for_each_with).
    ///
    /// ```
    /// # use static_layout::*;
    /// let (mut a, b) = ([1, 2, 3, 4], [5, 6, 7, 8]);
    /// let columns = View::new(&b, layout!((2, 2):(1, 2)))?;
    /// let mut rows = ViewMut::new(&mut a, layout!((2, 2):(2, 1)))?;
    /// rows.update_with(&columns, |x, y| *x += 10 * y);
    /// assert_eq!(a, [51, 72, 63, 84]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When run-time extents differ.
    #[inline]
    #[track_caller]
    fn update_with<X: Tensor>(
        &mut self,
        other: &X,
        f: impl FnMut(&mut Self::Element, &X::Element),
    ) {
        self.view_mut().pairs_mut(other.view(), f)
    }

    /// Every element becomes `value`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 6];
    /// ViewMut::new(&mut data, layout!((2, 2):(1, 3)))?.fill(7);
    /// assert_eq!(data, [7, 7, 0, 7, 7, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    fn fill(&mut self, value: Self::Element)
    where
        Self::Element: Clone,
    {
        self.update(|element| element.clone_from(&value))
    }
}
