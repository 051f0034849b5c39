//! What every tensor has, read through a view of it.

use super::padded::check_padded_tiles;
use super::pair::check_equal_shapes;
#[cfg(feature = "rayon")]
use super::par::ParParts;
use super::partition::{check_shares, check_tiles};
use super::parts::{PaddedTiles, Shares, Tiles};
use super::{Elements, Entries, View};
use crate::check::unwrap_or_panic;
use crate::layout::{AnyLayout, CoordinateFits};
use crate::tuple::Coordinate;
use crate::types::Tiler;
#[cfg(feature = "rayon")]
use rayon::iter::IntoParallelIterator;

/// Elements with a layout: [`View`], [`ViewMut`](super::ViewMut), `Owned`, `Boxed`.
///
/// ```
/// use static_layout::*;
/// fn trace<X: Tensor<Element = f64>>(matrix: &X, n: usize) -> f64 {
///     (0..n).map(|i| matrix.at((i, i))).sum()
/// }
/// let data = [1.0, 2.0, 3.0, 4.0];
/// assert_eq!(trace(&View::new(&data, layout!((2, 2):(2, 1))).unwrap(), 2), 5.0);
/// ```
#[layout_macros::at_caller]
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
        C::Fits<<Self::Layout as AnyLayout>::Shape>: CoordinateFits,
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
        const { check_equal_shapes::<Self::Layout, X::Layout>() };
        self.view().for_each_pair(other.view(), f)
    }

    /// The tiles in linear order: see [`View::tiles`].
    #[inline]
    #[track_caller]
    fn tiles<K: Tiler>(&self, tiler: K) -> Tiles<'_, Self::Element, Self::Layout, K> {
        const { check_tiles::<Self::Layout, K>() };
        unwrap_or_panic(self.view().divide_into_tiles(tiler))
    }

    /// The tiles in linear order, of which the edges may cut the last ones: see [`View::tiles_padded`].
    ///
    /// ```
    /// use static_layout::*;
    /// let grid = Owned::<u8, Layout!((3, 5):(5, 1))>::filled(7);
    /// let sizes: Vec<usize> =
    ///     grid.tiles_padded(tile!(2, 4)).map(|tile| tile.entries().count()).collect();
    /// assert_eq!(sizes, [8, 4, 2, 1]);
    /// ```
    #[inline]
    #[track_caller]
    fn tiles_padded<K: Tiler>(&self, tiler: K) -> PaddedTiles<'_, Self::Element, Self::Layout, K> {
        const { check_padded_tiles::<Self::Layout, K>() };
        unwrap_or_panic(self.view().divide_into_padded_tiles(tiler))
    }

    /// The elements of each thread: see [`View::shares`].
    #[inline]
    #[track_caller]
    fn shares<R: AnyLayout>(&self, threads: R) -> Shares<'_, Self::Element, Self::Layout, R> {
        const { check_shares::<Self::Layout, R>() };
        unwrap_or_panic(self.view().divide_into_shares(threads))
    }

    /// [`tiles`](Self::tiles) in parallel, on the threads of rayon.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4, 5, 6, 7, 8];
    /// let view = View::new(&data, layout!((2, 4)))?;
    /// let sums: Vec<i32> = view.par_tiles(tile!(2, 2)).map(|tile| tile.iter().sum()).collect();
    /// assert_eq!(sums, [10, 26]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    fn par_tiles<K: Tiler>(&self, tiler: K) -> ParParts<Tiles<'_, Self::Element, Self::Layout, K>>
    where
        Self::Element: Sync,
    {
        const { check_tiles::<Self::Layout, K>() };
        unwrap_or_panic(self.view().divide_into_tiles(tiler)).into_par_iter()
    }
}
