//! [`Tensor`]: the methods of every tensor, each by way of a view of it.

use super::axes::axis_methods;
use super::bounds::{check_slice, checked_offset, offset, slice_at, start_of_part};
use super::composed_view::{check_composition, checked_composition, compose_methods};
use super::elements::{element_methods, entry_methods};
use super::featured::featured_methods;
use super::misuse::{HasLength, HasRow, HasRows, absent_methods};
use super::padded::{PaddedTileOf, PaddedTilePartitioning, check_padded_tile};
use super::padded_tiles::padded_tile_methods;
use super::pair::check_equal_shapes;
#[cfg(feature = "rayon")]
use super::par::ParParts;
use super::partition::{
    self, AtPlace, AtTile, Part, ThreadTile, TilePartitioning, check_place, check_shares,
    check_tile, part_at, share_partitioning,
};
use super::parts::{PaddedTiles, Shares, Tiles};
use super::tensor_array::{TensorArray, check_array};
use super::tiles::tile_methods;
use super::{Elements, Entries, Indexed, View, Viewed};
use crate::ops::bounds::IsCoordOf;
use crate::ops::{
    self, Append, BroadcastTo, Compose, LayoutOps, Reshape, Slice, SliceAxes, Squeeze, Transpose,
    Unsqueeze, ZippedDivide, broadcast_to, reshape, slice_axes, unsqueeze, zipped_divide,
    zipped_divide_padded,
};
use crate::types::check::{self, unwrap_or_panic};
use crate::types::{
    AnyLayout, Coordinate, CoordinateFits, EachMode, Extent, IntTuple, Is, Layout, Leaf, Position,
    Project, Projected, Tile, Tiler, Tilers,
};
use layout_core::LayoutError;
#[cfg(feature = "rayon")]
use rayon::iter::IntoParallelIterator;
use typenum::U0;

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
/// A tensor with a known layout is indexed by `tensor[coord]`; generic code uses [`at`](Tensor::at).
#[diagnostic::on_unimplemented(
    message = "this is not a tensor",
    label = "an operand is a view, or a reference to a tensor: `view`, `&owned`, `&boxed`; `View::new` returns a `Result`"
)]
#[expect(clippy::type_complexity, reason = "the types of elements and layout are associated types")]
#[expect(clippy::len_without_is_empty, reason = "`len` is a method that no tensor has")]
#[layout_macros::at_caller]
pub trait Tensor:
    Viewed<Value = <Self as Tensor>::Element, Form = <Self as Tensor>::Layout>
{
    /// The type of the elements.
    type Element;
    /// The type of the layout, from coordinates to offsets in elements.
    type Layout: AnyLayout;

    /// A read-only view of all elements.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tile = Owned::from_offsets(layout!((2, 2):(2, 1)), |i| i as i32);
    /// assert_eq!(tile.view().transpose().to_string(), "0 2\n1 3");
    /// ```
    #[inline(always)]
    fn view(&self) -> View<'_, Self::Element, Self::Layout> {
        self.viewed()
    }

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
    /// assert_eq!(mean(&Owned::filled(layout!((4, 8):(1, 16)), 3.0_f32)), 3.0);
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
    /// assert!(is_upper(&Owned::from_coords(layout!((4, 8):row), |(i, j)| (i <= j) as u8 as f32)));
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

    absent_methods! { self }

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

    element_methods! { [] Tensor<'_, Self::Element, Self::Layout>, self = self.view() }
    entry_methods! { [] Tensor<'_, Self::Element, Self::Layout>, self = self.view() }

    /// Calls `f(&self[c], &other[c])` for each coordinate `c`, as nested loops along the smallest stride of `self`.
    ///
    /// The order of the calls is not specified, so a sum of floats may depend on the strides.
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

    /// The elements as an array, a value: `[[T; N]; M]` of the rows of a matrix, `[T; N]` in linear order.
    ///
    /// A loop that computes with an array needs no check of coordinates, and the compiler knows that writes to another
    /// tensor do not change it. [`TensorMut::write_array`](super::TensorMut::write_array) writes one.
    ///
    /// ```
    /// use static_layout::*;
    /// let matrices: [f32; 12] = std::array::from_fn(|i| i as f32);
    /// let view = View::new(&matrices, layout!((2, 2, 3):(2, 1, 4)))?;
    /// let [[a, b], [c, d]]: [[f32; 2]; 2] = view.slice(coord!(_, _, 2)).read_array();
    /// assert_eq!([a, b, c, d], [8.0, 9.0, 10.0, 11.0]);
    /// let columns: [f32; 4] = view.slice(coord!(_, _, 0)).read_array();
    /// assert_eq!(columns, [0.0, 2.0, 1.0, 3.0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When run-time extents differ from the lengths of the array.
    ///
    /// # Compile errors
    /// When static extents differ from them, or the array has another number of modes:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the shape (3,5) is not the shape of an array of 5 by 3
    /// let _: [[u8; 3]; 5] = Owned::filled(layout!((3, 5)), 0_u8).read_array();
    /// ```
    #[inline(always)]
    #[track_caller]
    fn read_array<A: TensorArray<Self::Element>>(&self) -> A
    where
        Self::Element: Clone,
    {
        const { check_array::<Self::Layout, Self::Element, A>() };
        A::read(self.view())
    }

    axis_methods! { [] Tensor<'_, Self::Element, Self::Layout>, self = self.view() }
    compose_methods! { [] Tensor<'_, Self::Element, Self::Layout>, self = self.view() }
    tile_methods! { [] Tensor<'_, Self::Element, Self::Layout>, self = self.view() }
    padded_tile_methods! { [] Tensor<'_, Self::Element, Self::Layout>, self = self.view() }

    featured_methods! { Tensor }
}

/// The parts of a view, even of a `&View`, live as long as its elements: these methods precede the methods of the
/// trait.
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    entry_methods! { [pub] View<'a, T, L>, self = *self }
    axis_methods! { [pub] View<'a, T, L>, self = *self }
    compose_methods! { [pub] View<'a, T, L>, self = *self }
    tile_methods! { [pub] View<'a, T, L>, self = *self }
    padded_tile_methods! { [pub] View<'a, T, L>, self = *self }
}

/// These methods do the same, of layouts of any front end.
impl<'a, T, L: Indexed> View<'a, T, L> {
    element_methods! { [pub] View<'a, T, L>, self = *self }
}

/// A reference to a tensor, so a kernel reads `&owned` as it reads a view.
///
/// ```
/// use static_layout::*;
/// fn total(x: impl Tensor<Element = i32>) -> i32 {
///     x.iter().sum()
/// }
/// let tile = Owned::filled(layout!((2, 3)), 2);
/// assert_eq!((total(&tile), total(tile.view())), (12, 12));
/// ```
#[diagnostic::do_not_recommend]
impl<X: Tensor> Tensor for &X {
    type Element = X::Element;
    type Layout = X::Layout;
}
