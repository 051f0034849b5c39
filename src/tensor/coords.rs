//! [`Coordinates`]: a tensor whose elements are coordinates.

use super::Tensor;
use super::bounds::{check_slice, checked_offset, offset, slice_at};
use super::partition::{self, Part, ThreadTile, check_shares, check_tile, part_at};
use super::walk::{OffsetWalk, Walk};
use crate::layout::Strided;
use crate::ops::{self, InnerPartition, Partition, zipped_divide};
use crate::types::{
    AnyLayout, Coordinate, CoordinateFits, EachMode, IntTuple, IsCoordOf, Layout, Tiler,
};

/// A tensor of the shape `S` whose element at `c` is the coordinate `c`. CuTe's identity tensor.
///
/// A tile or partition of it holds the coordinates of the elements in the same tile or partition of a tensor. They say
/// which element a thread has: to test whether it is inside a matrix, or to compute a value from its place.
///
/// It has no storage. The layout maps a coordinate to a linear index of `S`, and the element is the coordinate of that
/// index: a multiplication and a shift for each static leaf, a division for each run-time leaf.
///
/// ```
/// use static_layout::*;
/// let data: [usize; 24] = std::array::from_fn(|i| i);
/// let view = View::new(&data, layout!((4, 6):(6, 1)))?;
/// let coords = Coordinates::of_tensor(&view);
/// let (tile, places) = (view.tile(tile!(2, 3), (1, 1)), coords.tile(tile!(2, 3), (1, 1)));
/// assert_eq!(places.at((0, 2)), (2, 5));
/// assert_eq!(*tile.at((0, 2)), view[(2, 5)]);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Coordinates<S, L> {
    /// The shape whose coordinates are the elements.
    shape: S,
    /// The linear index in `shape` at offset 0.
    origin: usize,
    /// The layout from coordinates of this tensor to linear indices of `shape`, relative to `origin`.
    layout: L,
}

#[layout_macros::at_caller]
impl<S: Strided<ColMajor = D>, D: IntTuple> Coordinates<S, Layout<S, D>> {
    /// The coordinates of a shape.
    ///
    /// ```
    /// # use static_layout::*;
    /// let coords = Coordinates::of(shape!(2, (2, 2)));
    /// assert_eq!((coords.at(5), coords.at((1, 2))), ((1, (0, 1)), (1, (0, 1))));
    /// ```
    ///
    /// # Panics
    /// When the size of the shape does not fit `isize`.
    #[inline]
    #[track_caller]
    pub fn of(shape: S) -> Self {
        Coordinates { shape, origin: 0, layout: Layout::col_major(shape) }
    }

    /// The coordinates of the shape of a tensor.
    ///
    /// ```
    /// # use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
    /// assert_eq!(Coordinates::of_tensor(&view).at((1, 0)), (1, 0));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn of_tensor<X: Tensor<Layout: AnyLayout<Shape = S>>>(tensor: &X) -> Self {
        Self::of(tensor.layout().shape())
    }
}

#[layout_macros::at_caller]
impl<S: IntTuple, L: AnyLayout> Coordinates<S, L> {
    /// The layout from coordinates of this tensor to linear indices of the shape, relative to the first one.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The coordinate whose linear index is `offset` after the origin, modulo the size of the shape.
    #[inline(always)]
    fn element(&self, offset: isize) -> S::Coord {
        self.shape.last_digits(self.origin.wrapping_add_signed(offset))
    }

    /// The part that starts `offset` linear indices after the origin.
    #[inline(always)]
    fn moved<M>(self, layout: M, offset: isize) -> Coordinates<S, M> {
        let origin = self.origin.wrapping_add_signed(offset);
        Coordinates { shape: self.shape, origin, layout }
    }

    /// The element at a coordinate: a coordinate of the shape `S`.
    ///
    /// # Panics
    /// When a run-time coordinate lies outside the shape of this tensor.
    ///
    /// # Compile errors
    /// When a static coordinate lies outside a static shape, or is nested differently from the shape.
    #[inline(always)]
    #[track_caller]
    pub fn at<C: Coordinate>(&self, coord: C) -> S::Coord {
        const {
            ops::fits::<L, C>();
            crate::types::check::in_range::<L, C>();
        };
        match checked_offset(self.layout, coord) {
            Some(offset) => self.element(offset),
            None => self.layout.refuse_coord(coord),
        }
    }

    /// The element at a coordinate that need not lie in the shape of this tensor: the result of the layout's equation.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    pub fn at_unchecked<C: Coordinate>(&self, coord: C) -> S::Coord {
        const { ops::fits::<L, C>() };
        self.element(offset(self.layout, coord))
    }

    /// The modes that `_` keeps, at the given coordinates of the others. See [`View::slice`](super::View::slice).
    ///
    /// # Panics
    /// When a leaf of the coordinate is out of range.
    ///
    /// # Compile errors
    /// When a static coordinate is out of range, or a coordinate is nested differently from the shape.
    #[inline]
    #[track_caller]
    pub fn slice<C: IntTuple>(self, coord: C) -> Coordinates<S, ops::Slice<L, C>>
    where
        IsCoordOf<C, L>: CoordinateFits,
    {
        const { check_slice::<L, C>() };
        let (layout, offset) = slice_at(self.layout, coord);
        self.moved(layout, offset)
    }

    /// The tile at a coordinate of the grid of tiles. See [`View::tile`](super::View::tile).
    ///
    /// # Panics
    /// When the divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, a static coordinate lies outside a static grid of tiles, or a
    /// coordinate is nested differently from the grid.
    #[inline]
    #[track_caller]
    pub fn tile<K: Tiler, C: IntTuple>(
        self,
        tiler: K,
        coord: C,
    ) -> Coordinates<S, InnerPartition<L, K, C>> {
        const { check_tile::<L, K, C, ops::ZippedDivide<L, K>>() };
        let divided = zipped_divide::compute_or_panic(self.layout, tiler);
        let (layout, offset) = part_at(divided, (EachMode, coord), coord, Part::Tile);
        self.moved(layout, offset)
    }

    /// The share of one thread. See [`View::partition`](super::View::partition).
    ///
    /// # Panics
    /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers, and
    /// when `thread` is not below the number of threads.
    ///
    /// # Compile errors
    /// When the divide is refused, or `threads` has no inverse, for static integers.
    #[inline]
    #[track_caller]
    pub fn partition<R: AnyLayout>(
        self,
        threads: R,
        thread: usize,
    ) -> Coordinates<S, Partition<L, R>> {
        const { check_shares::<L, R>() };
        let (layout, offset) = partition::share::<L, R, ops::ZippedDivide<L, ThreadTile<R>>, _>(
            self.layout,
            threads,
            thread,
        );
        self.moved(layout, offset)
    }

    /// The elements in linear order, the leftmost mode fastest.
    ///
    /// ```
    /// # use static_layout::*;
    /// let share = Coordinates::of(shape!(4, 4)).partition(layout!((2, 2)), 1);
    /// assert!(share.iter().eq([(1, 0), (3, 0), (1, 2), (3, 2)]));
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = S::Coord> {
        let mut walk = OffsetWalk::of(self.layout);
        core::iter::from_fn(move || walk.next().map(|(_, offset)| self.element(offset)))
    }
}
