//! [`TensorMut`]: the methods of every tensor to write to, each by way of a view of it.

use super::bounds::{check_slice, slice_at, start_of_part};
use super::composed_view::{check_composition, checked_composition};
use super::disjoint::{check_padded_tiles_mut, check_shares_mut, check_tiles_mut};
use super::featured::featured_methods;
use super::padded::{PaddedTileOf, PaddedTilePartitioning, check_padded_tile};
use super::pair::check_equal_shapes;
#[cfg(feature = "rayon")]
use super::par::ParParts;
use super::partition::{AtTile, Part, check_tile, part_at};
use super::parts::{PaddedTilesMut, SharesMut, TilesMut};
use super::tensor_array::{TensorArray, check_array};
use super::walk::NaturalCoord;
use super::{ElementsMut, EntriesMut, Tensor, ViewMut, ViewedMut};
use crate::ops::bounds::IsCoordOf;
use crate::ops::{
    self, Compose, LayoutOps, Reshape, Slice, SliceAxes, Transpose, Unsqueeze, ZippedDivide,
    reshape, slice_axes, unsqueeze, zipped_divide, zipped_divide_padded,
};
use crate::types::check::{self, unwrap_or_panic};
use crate::types::{
    AnyLayout, Coordinate, CoordinateFits, EachMode, Extent, IntTuple, Is, Position, Project,
    Projected, Tile, Tiler, Tilers,
};
use layout_core::LayoutError;
#[cfg(feature = "rayon")]
use rayon::iter::IntoParallelIterator;

/// Elements with a layout, to be read and written: [`ViewMut`], `Owned` and `Boxed`.
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
///
/// | to write | call | two coordinates may share an element |
/// |---|---|---|
/// | one element | `tensor[coord] = x`, [`get_mut`](TensorMut::get_mut), [`at_mut`](TensorMut::at_mut) in generic code | yes |
/// | one after the other, by a function of each | [`update`](TensorMut::update), [`update_entries`](TensorMut::update_entries), [`update_indexed`](TensorMut::update_indexed), [`update_with`](TensorMut::update_with) | yes |
/// | all elements | [`fill`](TensorMut::fill) | no |
/// | elements at the same time | [`iter_mut`](TensorMut::iter_mut), [`entries_mut`](TensorMut::entries_mut) | no |
/// | parts at the same time | [`tiles_mut`](TensorMut::tiles_mut), [`partition_mut`](TensorMut::partition_mut) | no |
#[diagnostic::on_unimplemented(
    message = "this tensor cannot be written",
    label = "a destination is a `ViewMut`, an `Owned` or a `Boxed`; of one of them, `view_mut()` is a view to write to"
)]
#[layout_macros::at_caller]
pub trait TensorMut: Tensor + ViewedMut {
    /// A mutable view of all elements.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut tile = Owned::filled(layout!((2, 2):(2, 1)), 0);
    /// tile.view_mut().slice_mut(coord!(_, 1)).fill(7);
    /// assert_eq!(tile.to_string(), "0 7\n0 7");
    /// ```
    #[inline(always)]
    fn view_mut(&mut self) -> ViewMut<'_, Self::Element, Self::Layout> {
        self.viewed_mut()
    }

    /// A mutable pointer to the element at offset 0; it points to no element if there are no coordinates.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [1, 2, 3];
    /// let mut view = ViewMut::new(&mut data, layout!(3:1))?;
    /// // SAFETY: coordinate 2 has offset 2.
    /// unsafe { *view.as_mut_ptr().add(2) = 9 };
    /// assert_eq!(data, [1, 2, 9]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    fn as_mut_ptr(&mut self) -> *mut Self::Element {
        self.view_mut().as_mut_ptr()
    }

    /// A mutable reference to the element at a coordinate, for code that is generic over the layout. See [`Tensor::at`].
    ///
    /// # Panics
    /// When a run-time coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When a static coordinate lies outside a static shape, or is nested differently from the shape.
    #[inline(always)]
    #[track_caller]
    fn at_mut<C: Coordinate>(&mut self, coord: C) -> &mut Self::Element {
        const {
            ops::fits::<Self::Layout, C>();
            check::in_range::<Self::Layout, C>()
        };
        self.view_mut().into_element(coord)
    }

    /// A mutable reference to the element at a coordinate, or `None` outside the shape.
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
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    fn get_mut<C: Coordinate>(&mut self, coord: C) -> Option<&mut Self::Element>
    where
        C::Fits<<Self::Layout as AnyLayout>::Shape>: CoordinateFits,
    {
        self.view_mut().try_into_element(coord)
    }

    /// A mutable reference to the element at a coordinate, without a check.
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
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
        const { ops::fits::<Self::Layout, C>() };
        // SAFETY: the caller promises that the coordinate lies in the shape, and the view has the same shape.
        unsafe { self.view_mut().into_element_unchecked(coord) }
    }

    /// Mutable references to the elements in linear order. All of them may be held at the same time, so no two
    /// coordinates may share an element.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?;
    /// view.iter_mut().zip(1..).for_each(|(element, i)| *element = i);
    /// assert_eq!(data, [1, 3, 2, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When two coordinates share an element because of run-time integers. [`try_iter_mut`](Self::try_iter_mut) returns
    /// the error instead.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the coordinates (1,0) and (0,1) share the offset 1
    /// ViewMut::new(&mut [0; 3], layout!((2, 2):(1, 1))).unwrap().iter_mut();
    /// ```
    #[inline]
    #[track_caller]
    fn iter_mut(&mut self) -> ElementsMut<'_, Self::Element, Self::Layout> {
        const { check::disjoint::<Self::Layout>() };
        unwrap_or_panic(self.view_mut().into_elements())
    }

    /// [`iter_mut`](Self::iter_mut) that returns an error instead of a panic.
    ///
    /// # Errors
    /// When two coordinates share an element because of run-time integers.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn try_iter_mut(
        &mut self,
    ) -> Result<ElementsMut<'_, Self::Element, Self::Layout>, LayoutError> {
        const { check::disjoint::<Self::Layout>() };
        self.view_mut().into_elements()
    }

    /// The natural coordinates with mutable references to their elements, in linear order. All of them may be held at the same
    /// time, so no two coordinates may share an element.
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
    /// When two coordinates share an element because of run-time integers.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn entries_mut(&mut self) -> EntriesMut<'_, Self::Element, Self::Layout> {
        const { check::disjoint::<Self::Layout>() };
        unwrap_or_panic(self.view_mut().into_entries())
    }

    /// Calls `f(&mut self[c])` for each coordinate `c`, as nested loops along the smallest stride. An element that two
    /// coordinates share is updated twice.
    ///
    /// The order of the calls is not specified, so a row-major layout is as fast by rows as a column-major layout by
    /// columns. [`iter_mut`](Self::iter_mut) has linear order.
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
        self.view_mut().for_each_element(f)
    }

    /// Calls `f(c, &mut self[c])` for each natural coordinate `c`, as nested loops along the smallest stride. An element
    /// that two coordinates share is updated twice.
    ///
    /// The order of the calls is not specified. [`entries_mut`](Self::entries_mut) has linear order. For a tile by const
    /// parameters, see [`update_indexed`](Self::update_indexed).
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
    fn update_entries(&mut self, f: impl FnMut(NaturalCoord<Self::Layout>, &mut Self::Element)) {
        self.view_mut().for_each_entry(f)
    }

    /// Calls `f([c_0, c_1, ..], &mut self[c])` for each coordinate `c` by mode, as
    /// [`update_entries`](Self::update_entries) does. The type of the coordinate does not depend on the layout, so a tile
    /// by const parameters takes it.
    ///
    /// ```
    /// # use static_layout::*;
    /// fn number<const M: usize, const N: usize>(matrix: &mut ViewMut<'_, usize, Layout!((?, ?):row)>)
    /// where
    ///     Extent<M>: Static,
    ///     Extent<N>: Static,
    /// {
    ///     for mut tile in matrix.tiles_mut(tile!(M, N)) {
    ///         tile.update_indexed(|[i, j], element| *element = 10 * i + j);
    ///     }
    /// }
    /// let (m, n) = (2, 4);
    /// let mut matrix = Boxed::filled(layout!((m, n):row), 0);
    /// number::<1, 4>(&mut matrix.view_mut());
    /// assert_eq!(matrix.to_string(), "0 1 2 3\n0 1 2 3");
    /// ```
    ///
    /// # Compile errors
    /// When the layout has more or fewer modes than the array has places.
    #[inline]
    fn update_indexed<const N: usize>(
        &mut self,
        mut f: impl FnMut([usize; N], &mut Self::Element),
    ) {
        const { check::has_modes::<Self::Layout, N>() };
        let shape = self.view().layout().shape();
        self.view_mut().for_each_entry(|coord, element| f(check::by_mode(shape, coord), element))
    }

    /// Calls `f(&mut self[c], &other[c])` for each coordinate `c`, as nested loops along the smallest stride of `self`.
    ///
    /// The order of the calls is not specified. `iter_mut` and `iter`, zipped, have linear order.
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
    ///
    /// # Compile errors
    /// When the shapes are nested differently, or are static and different.
    #[inline]
    #[track_caller]
    fn update_with<X: Tensor>(
        &mut self,
        other: &X,
        f: impl FnMut(&mut Self::Element, &X::Element),
    ) {
        const { check_equal_shapes::<Self::Layout, X::Layout>() };
        self.view_mut().for_each_pair_mut(other.view(), f)
    }

    /// Sets the elements to those of an array: `[[T; N]; M]` of the rows of a matrix, `[T; N]` in linear order. See
    /// [`Tensor::read_array`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut columns = Owned::filled(layout!((2, 3)), 0_i32);
    /// columns.write_array([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(columns.as_slice(), [1, 4, 2, 5, 3, 6]);
    /// ```
    ///
    /// # Panics
    /// When run-time extents differ from the lengths of the array.
    ///
    /// # Compile errors
    /// When static extents differ from them, or the array has another number of modes.
    #[inline(always)]
    #[track_caller]
    fn write_array<A: TensorArray<Self::Element>>(&mut self, array: A) {
        const { check_array::<Self::Layout, Self::Element, A>() };
        array.write(self.view_mut())
    }

    /// Sets every element that has a coordinate to `value`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 6];
    /// ViewMut::new(&mut data, layout!((2, 2):(1, 3)))?.fill(7);
    /// assert_eq!(data, [7, 7, 0, 7, 7, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When two coordinates share an element because of run-time integers. No element is written then.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the coordinates (1,0) and (0,1) share the offset 1
    /// ViewMut::new(&mut [0; 3], layout!((2, 2):(1, 1))).unwrap().fill(7);
    /// ```
    #[inline]
    #[track_caller]
    fn fill(&mut self, value: Self::Element)
    where
        Self::Element: Clone,
    {
        const { check::disjoint::<Self::Layout>() };
        unwrap_or_panic(check::try_disjoint(self.view().layout()));
        self.update(|element| element.clone_from(&value))
    }

    /// A mutable view of the modes that `_` keeps, at the given coordinates of the others. See [`Tensor::slice`].
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?;
    /// view.slice_mut(coord!(1, _))[1] = 5;
    /// assert_eq!(data, [0, 0, 0, 0, 5, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When a leaf of the coordinate is out of range.
    ///
    /// # Compile errors
    /// When a static coordinate is out of range, or a coordinate is nested differently from the shape.
    #[inline]
    #[track_caller]
    fn slice_mut<C: IntTuple>(
        &mut self,
        coord: C,
    ) -> ViewMut<'_, Self::Element, Slice<Self::Layout, C>>
    where
        IsCoordOf<C, Self::Layout>: CoordinateFits,
    {
        const { check_slice::<Self::Layout, C>() };
        let view = self.view_mut();
        let (layout, offset) = slice_at(view.layout(), coord);
        // SAFETY: V3: a slice has the offsets of the coordinates that it keeps, and `offset` is the offset of its
        // coordinate 0. V4: `slice_at` returns 0 if the slice has no coordinates.
        unsafe { view.moved(offset, layout) }
    }

    /// A mutable view with another shape, in unchanged row-major order. See [`Tensor::reshape`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut line = Boxed::filled(layout!(6), 0);
    /// line.reshape_mut(shape!(2, _))[(1, 0)] = 7;
    /// assert_eq!(line.as_slice(), [0, 0, 0, 7, 0, 0]);
    /// ```
    ///
    /// # Panics
    /// When the sizes differ, or the strides admit no such layout, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    fn reshape_mut<P: IntTuple>(
        &mut self,
        shape: P,
    ) -> ViewMut<'_, Self::Element, Reshape<Self::Layout, P>> {
        const { reshape::check::<Self::Layout, P>() };
        let view = self.view_mut();
        let layout = unwrap_or_panic(reshape::compute(view.layout(), shape));
        // SAFETY: V3: a reshape has the offsets of the layout in another order.
        unsafe { view.moved(0, layout) }
    }

    /// A mutable view of an index or a range of each axis. See [`Tensor::slice_axes`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 6];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):row))?;
    /// view.slice_axes_mut(slices!(1, ..; 2)).fill(7);
    /// assert_eq!(data, [0, 0, 0, 7, 0, 7]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When an index is out of range, or a step is 0, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers, or there are more slices than axes.
    #[inline]
    #[track_caller]
    fn slice_axes_mut<C: IntTuple>(
        &mut self,
        slices: C,
    ) -> ViewMut<'_, Self::Element, SliceAxes<Self::Layout, C>> {
        const { slice_axes::check::<Self::Layout, C>() };
        let view = self.view_mut();
        let (layout, offset) = slice_axes::compute_or_panic(view.layout(), slices);
        let (layout, offset) = start_of_part(layout, offset);
        // SAFETY: V3: `slice_axes` of layouts compares each index with its extent and cuts ranges off at the ends, so
        // each coordinate of the part is a coordinate of this view. V4: `start_of_part` returns 0 if there is none.
        unsafe { view.moved(offset, layout) }
    }

    /// A mutable view with the axes in reverse order. See [`Tensor::transpose`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut grid = Owned::filled(layout!((2, 3):row), 0);
    /// grid.transpose_mut()[(2, 0)] = 7;
    /// assert_eq!(grid.to_string(), "0 0 7\n0 0 0");
    /// ```
    #[inline]
    #[track_caller]
    fn transpose_mut(&mut self) -> ViewMut<'_, Self::Element, Transpose<Self::Layout>> {
        let view = self.view_mut();
        let layout = LayoutOps::transpose(view.layout());
        // SAFETY: V3: the modes in another order have the same offsets.
        unsafe { view.moved(0, layout) }
    }

    /// A mutable view with a new axis of extent 1 as axis `I`. See [`Tensor::unsqueeze`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 3];
    /// let mut vector = ViewMut::new(&mut data, layout!((3,):(1,)))?;
    /// let mut column = vector.unsqueeze_mut::<1>();
    /// assert_eq!(column.layout().to_string(), "(3,1):(1,0)");
    /// column[(2, 0)] = 7;
    /// assert_eq!(data, [0, 0, 7]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Compile errors
    /// When `I` is greater than the number of axes.
    #[inline]
    #[track_caller]
    fn unsqueeze_mut<const I: usize>(
        &mut self,
    ) -> ViewMut<'_, Self::Element, Unsqueeze<Self::Layout, I>>
    where
        Extent<I>: Position,
    {
        const { unsqueeze::check::<Self::Layout, I>() };
        let view = self.view_mut();
        let layout = unwrap_or_panic(unsqueeze::compute::<Self::Layout, I>(view.layout()));
        // SAFETY: V3: an axis of extent 1 adds 0 to each offset.
        unsafe { view.moved(0, layout) }
    }

    /// A mutable view of the elements at the linear indices that `t` gives. See [`Tensor::compose`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 8];
    /// let mut columns = ViewMut::new(&mut data, layout!((2, 4)))?;
    /// columns.compose_mut(layout!(4:2)).fill(1);
    /// assert_eq!(columns.to_string(), "1 1 1 1\n0 0 0 0");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the composition is refused, or an offset of `t` is not a linear index of this tensor or mode, because of
    /// run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    fn compose_mut<K: Tiler>(
        &mut self,
        t: K,
    ) -> ViewMut<'_, Self::Element, Compose<Self::Layout, K>> {
        const { check_composition::<Self::Layout, K>() };
        let view = self.view_mut();
        let layout = unwrap_or_panic(checked_composition(view.layout(), t));
        // SAFETY: V3: `checked_composition` found that each offset of `t` is a linear index of this view, or of its mode
        // of this view, so each offset of the composition is an offset of this view.
        unsafe { view.moved(0, layout) }
    }

    /// The tile at a coordinate of the grid of tiles, to be written. See [`Tensor::tile`].
    ///
    /// Two coordinates may share an element, because only one tile is lent at a time. A second `tile_mut` while the first
    /// tile lives is refused by the compiler (E0499). To hold several tiles:
    ///
    /// | to | call |
    /// |---|---|
    /// | write each tile once | [`tiles_mut`](Self::tiles_mut), with coordinates by [`with_coords`](super::PartsMut::with_coords) |
    /// | write several, by number | `tiles_mut(..).collect::<Vec<_>>()`, then [`get_disjoint_mut`](slice::get_disjoint_mut) |
    /// | write all of a few | `tiles_mut(..)`[`.into_array()`](super::PartsMut::into_array) |
    /// | read some and write others | [`quadrants_mut`](super::ViewMut::quadrants_mut), [`split_mut`](super::ViewMut::split_mut) |
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 16];
    /// let mut view = ViewMut::new(&mut data, layout!((4, 4):(4, 1)))?;
    /// view.tile_mut(tile!(2, 2), (0, 1)).fill(3);
    /// view.tile_mut(tile!(2, 2), coord!(1, _)).fill(5);
    /// assert_eq!(view.to_string(), "0 0 3 3\n0 0 3 3\n5 5 5 5\n5 5 5 5");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// The layout `R` of the tile is [`ops::InnerPartition`](crate::ops::InnerPartition); `Z` is the divided layout.
    ///
    /// # Panics
    /// When the divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, a static coordinate lies outside a static grid of tiles, or a
    /// coordinate is nested differently from the grid.
    #[inline]
    #[track_caller]
    fn tile_mut<K: Tiler, C: IntTuple, Z: AnyLayout, R: AnyLayout>(
        &mut self,
        tiler: K,
        coord: C,
    ) -> ViewMut<'_, Self::Element, R>
    where
        ZippedDivide<Self::Layout, K>: Is<Z>,
        Slice<Z, AtTile<C>>: Is<R>,
    {
        const { check_tile::<Self::Layout, K, C, Z>() };
        let view = self.view_mut();
        let divided = zipped_divide::compute_or_panic(view.layout(), tiler).it();
        let (layout, offset) = part_at(divided, (EachMode, coord), coord, Part::Tile);
        // SAFETY: V3: a divide keeps the offsets of this layout, a slice of it has some of them, and `offset` is the
        // offset of its coordinate 0, or 0 if it has none (V4).
        unsafe { view.moved(offset, layout) }
    }

    /// The tile of one operand to write to, by a tiler and a coordinate for all operands:
    /// [`tile_of`](super::View::tile_of).
    ///
    /// ```
    /// use static_layout::*;
    /// let mut c = Boxed::filled(layout!((4, 4)), 0);
    /// c.tile_of_mut(tile!(2, 2, 8), (0, 1, Keep), modes!(0, 1)).fill(3);
    /// assert_eq!(c.to_string(), "0 0 3 3\n0 0 3 3\n0 0 0 0\n0 0 0 0");
    /// ```
    ///
    /// # Panics
    /// As [`tile_mut`](Self::tile_mut).
    ///
    /// # Compile errors
    /// As [`tile_mut`](Self::tile_mut), and when the tiler or the coordinate does not have one of the modes.
    #[inline]
    #[track_caller]
    fn tile_of_mut<K, C, I, Z: AnyLayout, R: AnyLayout>(
        &mut self,
        tiler: Tile<K>,
        coord: C,
        modes: I,
    ) -> ViewMut<'_, Self::Element, R>
    where
        K: Tilers + Project<I, Projected: Tilers>,
        C: Project<I, Projected: IntTuple>,
        ZippedDivide<Self::Layout, Tile<Projected<K, I>>>: Is<Z>,
        Slice<Z, AtTile<Projected<C, I>>>: Is<R>,
    {
        const { check_tile::<Self::Layout, Tile<Projected<K, I>>, Projected<C, I>, Z>() };
        let (view, tiler, coord) = (self.view_mut(), tiler.select(modes), coord.project());
        let divided = zipped_divide::compute_or_panic(view.layout(), tiler).it();
        let (layout, offset) = part_at(divided, (EachMode, coord), coord, Part::Tile);
        // SAFETY: V3: a divide keeps the offsets of this layout, a slice of it has some of them, and `offset` is the
        // offset of its coordinate 0, or 0 if it has none (V4).
        unsafe { view.moved(offset, layout) }
    }

    /// Mutable views of the tiles in linear order. All of them may be held at the same time, by one thread or several.
    /// See [`View::tiles`](super::View::tiles).
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 16];
    /// let mut view = ViewMut::new(&mut data, layout!((4, 4):(4, 1)))?;
    /// std::thread::scope(|scope| {
    ///     for (k, mut tile) in view.tiles_mut(tile!(2, 2)).enumerate() {
    ///         scope.spawn(move || tile.fill(k));
    ///     }
    /// });
    /// assert_eq!(view.to_string(), "0 0 2 2\n0 0 2 2\n1 1 3 3\n1 1 3 3");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide is refused, or two coordinates share an element, because of run-time integers.
    /// [`try_tiles_mut`](Self::try_tiles_mut) returns the error instead.
    /// A tensor without elements is refused: test `size() == 0` first.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, or two coordinates of a static layout share an element:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let mut data = [0; 7];
    /// let mut view = ViewMut::new(&mut data, layout!((6, 2):(1, 1))).unwrap();
    /// // the coordinates (1,0) and (0,1) share the offset 1
    /// view.tiles_mut(tile!(2, 2));
    /// ```
    #[inline]
    #[track_caller]
    fn tiles_mut<K: Tiler>(&mut self, tiler: K) -> TilesMut<'_, Self::Element, Self::Layout, K> {
        const { check_tiles_mut::<Self::Layout, K>() };
        unwrap_or_panic(self.view_mut().into_tiles(tiler))
    }

    /// [`tiles_mut`](Self::tiles_mut) that returns an error instead of a panic.
    ///
    /// ```
    /// use static_layout::*;
    /// let (mut data, stride) = ([0; 7], 1);
    /// let mut view = ViewMut::new(&mut data, layout!((4, 4):(1, stride)))?;
    /// let refused = view.try_tiles_mut(tile!(2, 2)).unwrap_err().to_string();
    /// assert!(refused.ends_with("the coordinates (1,0) and (0,1) share the offset 1"));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the divide is refused, or two coordinates share an element, because of run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, or two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn try_tiles_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> Result<TilesMut<'_, Self::Element, Self::Layout, K>, LayoutError> {
        const { check_tiles_mut::<Self::Layout, K>() };
        self.view_mut().into_tiles(tiler)
    }

    /// Mutable views of the tiles in linear order; the edges may cut the last ones. All of them may be held at the same
    /// time. See [`Tensor::tiles_padded`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 15];
    /// let mut view = ViewMut::new(&mut data, layout!((3, 5):(5, 1)))?;
    /// std::thread::scope(|scope| {
    ///     for (k, mut tile) in view.tiles_padded_mut(tile!(2, 4)).enumerate() {
    ///         scope.spawn(move || match tile.whole_mut() {
    ///             Some(mut whole) => whole.fill(k),
    ///             None => tile.clip_mut().unwrap().fill(k),
    ///         });
    ///     }
    /// });
    /// assert_eq!(view.to_string(), "0 0 0 0 2\n0 0 0 0 2\n1 1 1 1 3");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the padded divide is refused, or two coordinates share an element, because of run-time integers.
    /// [`try_tiles_padded_mut`](Self::try_tiles_padded_mut) returns the error instead.
    /// A tensor without elements is refused: test `size() == 0` first.
    ///
    /// # Compile errors
    /// When the padded divide is refused for static integers, or two coordinates of a static layout share an element:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let mut data = [0; 7];
    /// let mut view = ViewMut::new(&mut data, layout!((4, 4):(1, 1))).unwrap();
    /// // the coordinates (1,0) and (0,1) share the offset 1
    /// view.tiles_padded_mut(tile!(3, 3));
    /// ```
    #[inline]
    #[track_caller]
    fn tiles_padded_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> PaddedTilesMut<'_, Self::Element, Self::Layout, K> {
        const { check_padded_tiles_mut::<Self::Layout, K>() };
        unwrap_or_panic(self.view_mut().into_padded_tiles(tiler))
    }

    /// [`tiles_padded_mut`](Self::tiles_padded_mut) that returns an error instead of a panic.
    ///
    /// ```
    /// use static_layout::*;
    /// let (mut data, n) = ([0; 6], 1);
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):(3, n)))?;
    /// assert_eq!(view.try_tiles_padded_mut(tile!(2, 2))?.count(), 2);
    /// let n = 0;
    /// let mut view = ViewMut::new(&mut data, layout!((2, 3):(3, n)))?;
    /// assert!(view.try_tiles_padded_mut(tile!(2, 2)).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the padded divide is refused, or two coordinates share an element, because of run-time integers.
    ///
    /// # Compile errors
    /// When the padded divide is refused for static integers, or two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn try_tiles_padded_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> Result<PaddedTilesMut<'_, Self::Element, Self::Layout, K>, LayoutError> {
        const { check_padded_tiles_mut::<Self::Layout, K>() };
        self.view_mut().into_padded_tiles(tiler)
    }

    /// Mutable views of the padded tiles as a parallel iterator of `rayon`. See
    /// [`tiles_padded_mut`](Self::tiles_padded_mut).
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use static_layout::*;
    /// let mut data = [0; 10];
    /// let mut view = ViewMut::new(&mut data, layout!(10:1))?;
    /// let tiles = view.par_tiles_padded_mut(tile!(4)).enumerate();
    /// tiles.for_each(|(k, mut tile)| tile.update_entries(|(i,), x| *x = 10 * k + i));
    /// assert_eq!(data, [0, 1, 2, 3, 10, 11, 12, 13, 20, 21]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the padded divide is refused, or two coordinates share an element, because of run-time integers.
    ///
    /// # Compile errors
    /// When the padded divide is refused for static integers, or two coordinates of a static layout share an element.
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    fn par_tiles_padded_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> ParParts<PaddedTilesMut<'_, Self::Element, Self::Layout, K>>
    where
        Self::Element: Send,
    {
        const { check_padded_tiles_mut::<Self::Layout, K>() };
        unwrap_or_panic(self.view_mut().into_padded_tiles(tiler)).into_par_iter()
    }

    /// A mutable view of the tile at a coordinate of the grid of tiles; the edges may cut it. See [`Tensor::tile_padded`].
    ///
    /// Two coordinates may share an element, because only one tile is lent at a time.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut line = Boxed::filled(layout!(5), 0);
    /// line.tile_padded_mut(tile!(4), 1).update_entries(|_, x| *x = 7);
    /// assert_eq!(line.as_slice(), [0, 0, 0, 0, 7]);
    /// ```
    ///
    /// # Panics
    /// When the padded divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
    ///
    /// # Compile errors
    /// When the padded divide is refused for static integers, a static coordinate lies outside a static grid of tiles, or
    /// a coordinate is nested differently from the grid.
    #[inline]
    #[track_caller]
    fn tile_padded_mut<K: Tiler, C: Coordinate>(
        &mut self,
        tiler: K,
        coord: C,
    ) -> ViewMut<'_, Self::Element, PaddedTileOf<Self::Layout, K>> {
        const { check_padded_tile::<Self::Layout, K, C>() };
        let view = self.view_mut();
        let whole = view.layout();
        let divided = zipped_divide_padded::compute_or_panic(whole, tiler);
        let (tile, offset) = PaddedTilePartitioning { whole, divided }.at(coord);
        // SAFETY: V3: the coordinates inside a tile are coordinates of this layout, with their offsets, and `offset` is
        // the offset of the first one, or 0 if none is inside (V4).
        unsafe { view.moved(offset, tile) }
    }

    /// Mutable views of the share of each thread, in the order of the threads. All of them may be held at the same time.
    /// See [`View::partition`](super::View::partition).
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 8];
    /// let mut view = ViewMut::new(&mut data, layout!((2, 4):(4, 1)))?;
    /// for (thread, mut share) in view.partition_mut(layout!((1, 2):(2, 1))).enumerate() {
    ///     share.fill(thread);
    /// }
    /// assert_eq!(view.to_string(), "0 1 0 1\n0 1 0 1");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide by the shape of `threads` is refused, `threads` has no inverse, or two coordinates share an
    /// element, because of run-time integers. [`try_partition_mut`](Self::try_partition_mut) returns the error instead.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    fn partition_mut<R: AnyLayout>(
        &mut self,
        threads: R,
    ) -> SharesMut<'_, Self::Element, Self::Layout, R> {
        const { check_shares_mut::<Self::Layout, R>() };
        unwrap_or_panic(self.view_mut().into_shares(threads))
    }

    /// [`partition_mut`](Self::partition_mut) that returns an error instead of a panic.
    ///
    /// # Errors
    /// When the divide by the shape of `threads` is refused, `threads` has no inverse, or two coordinates share an
    /// element, because of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers.
    #[inline]
    #[track_caller]
    fn try_partition_mut<R: AnyLayout>(
        &mut self,
        threads: R,
    ) -> Result<SharesMut<'_, Self::Element, Self::Layout, R>, LayoutError> {
        const { check_shares_mut::<Self::Layout, R>() };
        self.view_mut().into_shares(threads)
    }

    /// Mutable views of the tiles as a parallel iterator of `rayon`. See [`tiles_mut`](Self::tiles_mut).
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use static_layout::*;
    /// let mut data = [0; 16];
    /// let mut view = ViewMut::new(&mut data, layout!((4, 4):(4, 1)))?;
    /// view.par_tiles_mut(tile!(2, 2)).enumerate().for_each(|(k, mut tile)| tile.fill(k));
    /// assert_eq!(view.to_string(), "0 0 2 2\n0 0 2 2\n1 1 3 3\n1 1 3 3");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide is refused, or two coordinates share an element, because of run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, or two coordinates of a static layout share an element.
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    fn par_tiles_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> ParParts<TilesMut<'_, Self::Element, Self::Layout, K>>
    where
        Self::Element: Send,
    {
        const { check_tiles_mut::<Self::Layout, K>() };
        unwrap_or_panic(self.view_mut().into_tiles(tiler)).into_par_iter()
    }

    featured_methods! { TensorMut }
}
