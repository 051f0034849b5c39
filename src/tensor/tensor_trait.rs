//! [`Tensor`]: the methods of every tensor, each by way of a view of it.

use super::padded::check_padded_tiles;
use super::pair::check_equal_shapes;
#[cfg(feature = "rayon")]
use super::par::ParParts;
use super::partition::{check_shares, check_tiles};
use super::parts::{PaddedTiles, Shares, Tiles};
use super::{Elements, Entries, View};
use crate::ops::{self, LayoutOps};
use crate::types::check::{self, unwrap_or_panic};
use crate::types::{AnyLayout, Coordinate, CoordinateFits, Tiler};
#[cfg(feature = "rayon")]
use rayon::iter::IntoParallelIterator;

/// Elements with a layout, to be read: [`View`], [`ViewMut`](super::ViewMut), `Owned` and `Boxed`.
///
/// `tensor[c] = storage[layout(c)]`, where the storage is
///
/// | | a borrowed slice | an array on the stack | an array on the heap |
/// |---|---|---|---|
/// | to read | [`View`] | `Owned`, static layouts | `Boxed`, any layout |
/// | to read and write | [`ViewMut`](super::ViewMut) | `Owned` | `Boxed` |
///
/// ```
/// use static_layout::*;
/// fn trace<X: Tensor<Element = f64>>(matrix: &X, n: usize) -> f64 {
///     (0..n).map(|i| matrix.at((i, i))).sum()
/// }
/// let data = [1.0, 2.0, 3.0, 4.0];
/// assert_eq!(trace(&View::new(&data, layout!((2, 2):(2, 1))).unwrap(), 2), 5.0);
/// ```
///
/// A tensor with a known layout is indexed by `tensor[coord]`; generic code uses [`at`](Tensor::at). Methods that make
/// another view of the elements ([`View::slice`], [`View::reshape`], [`View::compose`]) are those of the [`view`].
///
/// [`view`]: Tensor::view
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor",
    label = "an operand is a view, or a reference to a tensor: `view`, `&owned`, `&boxed`"
)]
#[layout_macros::at_caller]
pub trait Tensor {
    /// The type of the elements.
    type Element;
    /// The type of the layout, from coordinates to offsets in elements.
    type Layout: AnyLayout;

    /// A read-only view of all elements.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tile = Owned::<i32, Layout!((2, 2):(2, 1))>::from_offsets(|i| i as i32);
    /// assert_eq!(tile.view().transpose().to_string(), "0 2\n1 3");
    /// ```
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

    /// The extents, nested as the layout.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// let view = View::new(&[1, 2, 3, 4], layout!((n, 2):(2, 1)))?;
    /// assert_eq!(view.shape().0, 2);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    fn shape(&self) -> <Self::Layout as AnyLayout>::Shape {
        self.layout().shape()
    }

    /// The number of coordinates.
    ///
    /// ```
    /// use static_layout::*;
    /// fn mean(x: &impl Tensor<Element = f32>) -> f32 {
    ///     x.iter().sum::<f32>() / x.size() as f32
    /// }
    /// assert_eq!(mean(&Owned::<f32, Layout!((4, 8):(1, 16))>::filled(3.0)), 3.0);
    /// ```
    #[inline(always)]
    fn size(&self) -> usize {
        LayoutOps::size(self.layout())
    }

    /// The size of each mode, as an array of `usize`. NumPy's `shape`.
    ///
    /// ```
    /// use static_layout::*;
    /// fn is_upper(x: &impl Tensor<Element = f32>) -> bool {
    ///     let [m, n] = x.sizes();
    ///     (0..m).all(|i| (0..n.min(i)).all(|j| *x.at((i, j)) == 0.0))
    /// }
    /// assert!(is_upper(&Owned::<f32, Layout!((4, 8):row)>::from_coords(|(i, j)| (i <= j) as u8 as f32)));
    /// ```
    ///
    /// # Compile errors
    /// An array of more or fewer places than the layout has modes.
    #[inline(always)]
    #[track_caller]
    fn sizes<const N: usize>(&self) -> [usize; N] {
        const { check::has_modes::<Self::Layout, N>() };
        check::sizes_of_modes(self.layout())
    }

    /// A pointer to the element at offset 0; it points to no element if there are no coordinates.
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

    /// The element at a coordinate, for code that is generic over the layout.
    ///
    /// `tensor[coord]` needs a bound that the coordinate is nested as the shape. This method has no bound; it checks
    /// the nesting when it is instantiated.
    ///
    /// ```
    /// use static_layout::*;
    /// fn corner<L: AnyLayout>(matrix: View<'_, i32, L>) -> i32 {
    ///     *matrix.at((0, 0))
    /// }
    /// let data = [1, 2, 3, 4];
    /// assert_eq!(corner(View::new(&data, layout!((2, 2):(2, 1))).unwrap()), 1);
    /// ```
    ///
    /// # Panics
    /// When a run-time coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When a static coordinate lies outside a static shape, or is nested unlike the shape.
    #[inline(always)]
    #[track_caller]
    fn at<C: Coordinate>(&self, coord: C) -> &Self::Element {
        const {
            ops::fits::<Self::Layout, C>();
            check::in_range::<Self::Layout, C>()
        };
        self.view().element(coord)
    }

    /// The element at a coordinate, or `None` outside the shape.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
    /// assert_eq!((view.get((1, 0)), view.get((2, 0))), (Some(&3), None));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Compile errors
    /// When the coordinate is nested unlike the shape.
    #[inline(always)]
    fn get<C: Coordinate>(&self, coord: C) -> Option<&Self::Element>
    where
        C::Fits<<Self::Layout as AnyLayout>::Shape>: CoordinateFits,
    {
        self.view().get(coord)
    }

    /// The element at a coordinate, without a check.
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested unlike the shape.
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
        const { ops::fits::<Self::Layout, C>() };
        // SAFETY: the caller promises that the coordinate lies in the shape, which is that of the view, too.
        unsafe { self.view().element_unchecked(coord) }
    }

    /// The elements in linear order: the leftmost mode varies fastest. An element that two coordinates share comes
    /// twice.
    ///
    /// The iterator counts leaf by leaf, without a division. `for_each`, `fold` and `sum` compile to nested loops.
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

    /// The natural coordinates, integers nested as the shape, with their elements, in linear order. NumPy's
    /// `ndenumerate`.
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

    /// Calls `f(&self[c], &other[c])` for each coordinate `c`, as nested loops along the smallest stride of `self`.
    ///
    /// The order of the calls is not specified, so that a sum of floats may depend on the strides.
    /// [`iter`](Self::iter) of both, zipped, has linear order.
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
    ///
    /// # Compile errors
    /// When the shapes are nested differently, or are static and different.
    #[inline]
    #[track_caller]
    fn for_each_with<X: Tensor>(&self, other: &X, f: impl FnMut(&Self::Element, &X::Element)) {
        const { check_equal_shapes::<Self::Layout, X::Layout>() };
        self.view().for_each_pair(other.view(), f)
    }

    /// The tiles in linear order. See [`View::tiles`].
    ///
    /// # Panics
    /// When the divide is refused for run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers.
    #[inline]
    #[track_caller]
    fn tiles<K: Tiler>(&self, tiler: K) -> Tiles<'_, Self::Element, Self::Layout, K> {
        const { check_tiles::<Self::Layout, K>() };
        self.view().divide_into_tiles(tiler)
    }

    /// The tiles in linear order; the edges may cut the last ones. See [`View::tiles_padded`].
    ///
    /// ```
    /// use static_layout::*;
    /// let grid = Owned::<u8, Layout!((3, 5):(5, 1))>::filled(7);
    /// let sizes: Vec<usize> =
    ///     grid.tiles_padded(tile!(2, 4)).map(|tile| tile.entries().count()).collect();
    /// assert_eq!(sizes, [8, 4, 2, 1]);
    /// ```
    ///
    /// # Panics
    /// When the padded divide is refused for run-time integers.
    ///
    /// # Compile errors
    /// When the padded divide is refused for static integers.
    #[inline]
    #[track_caller]
    fn tiles_padded<K: Tiler>(&self, tiler: K) -> PaddedTiles<'_, Self::Element, Self::Layout, K> {
        const { check_padded_tiles::<Self::Layout, K>() };
        unwrap_or_panic(self.view().divide_into_padded_tiles(tiler))
    }

    /// The share of each thread, in the order of the threads. See [`View::shares`].
    ///
    /// # Panics
    /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused, or `threads` has no inverse, for static integers.
    #[inline]
    #[track_caller]
    fn shares<R: AnyLayout>(&self, threads: R) -> Shares<'_, Self::Element, Self::Layout, R> {
        const { check_shares::<Self::Layout, R>() };
        self.view().divide_into_shares(threads)
    }

    /// The tiles as a parallel iterator of `rayon`. See [`View::tiles`].
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
    ///
    /// # Panics
    /// When the divide is refused for run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers.
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    fn par_tiles<K: Tiler>(&self, tiler: K) -> ParParts<Tiles<'_, Self::Element, Self::Layout, K>>
    where
        Self::Element: Sync,
    {
        const { check_tiles::<Self::Layout, K>() };
        self.view().divide_into_tiles(tiler).into_par_iter()
    }
}

/// A reference to a tensor, so that a kernel reads `&owned` as it reads a view.
///
/// ```
/// use static_layout::*;
/// fn total(x: impl Tensor<Element = i32>) -> i32 {
///     x.iter().sum()
/// }
/// let tile = Owned::<i32, Layout!((2, 3))>::filled(2);
/// assert_eq!((total(&tile), total(tile.view())), (12, 12));
/// ```
#[diagnostic::do_not_recommend]
impl<X: Tensor> Tensor for &X {
    type Element = X::Element;
    type Layout = X::Layout;
    #[inline(always)]
    fn view(&self) -> View<'_, X::Element, X::Layout> {
        X::view(self)
    }
}
