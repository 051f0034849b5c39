//! Tensors whose elements are coordinates.

use super::bounds::{offset, position, sub};
use super::parting::{self, Parting, has_shares, has_tile, in_shares};
use super::{Fits, Tensor, out_of_range};
use crate::check::unwrap_or_panic;
use crate::layout::{AnyLayout, CoordinateFits, Layout, Strided};
use crate::ops::{self, InnerPartition, Partition};
use crate::tuple::{Coordinate, IntTuple};
use crate::types::Tiler;

/// A tensor of coordinates: its element at `c` is `c`, in the shape `S`. Tiles and partitions of it are
/// those of a tensor of this shape, and say which elements these hold: for tests whether an element is
/// inside, for what depends on the place. CuTe's identity tensor.
///
/// It takes no storage: an element is the linear index that the layout leads to, as a coordinate. With
/// static extents that is a multiplication and a shift by leaf; run-time extents are divided by.
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
    /// What the linear indices count in.
    shape: S,
    /// The linear index at offset 0.
    origin: usize,
    /// From coordinates to linear indices.
    layout: L,
}

#[layout_macros::at_caller]
impl<S: Strided<ColMajor = D>, D: IntTuple> Coordinates<S, Layout<S, D>> {
    /// All coordinates of a shape.
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

    /// The coordinates of a tensor.
    #[inline]
    #[track_caller]
    pub fn of_tensor<X: Tensor<Layout: AnyLayout<Shape = S>>>(tensor: &X) -> Self {
        Self::of(tensor.layout().shape())
    }
}

#[layout_macros::at_caller]
impl<S: IntTuple, L: AnyLayout> Coordinates<S, L> {
    /// From coordinates of this tensor to linear indices of the shape that it is of.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    #[inline(always)]
    fn element(&self, offset: isize) -> S::Coord {
        self.shape.last_digits(self.origin.wrapping_add_signed(offset))
    }

    #[inline(always)]
    fn moved<M>(self, layout: M, offset: isize) -> Coordinates<S, M> {
        let origin = self.origin.wrapping_add_signed(offset);
        Coordinates { shape: self.shape, origin, layout }
    }

    /// The coordinate at a coordinate. Panics when that lies outside the shape of this tensor.
    #[inline(always)]
    #[track_caller]
    pub fn at<C: Coordinate>(&self, coord: C) -> S::Coord {
        const {
            ops::fits::<L, C>();
            crate::check::in_range::<L, C>();
        };
        match position(self.layout, coord) {
            Some(offset) => self.element(offset),
            None => out_of_range(self.layout, coord),
        }
    }

    /// The same of a coordinate that need not lie in the shape: what the equation gives there.
    #[inline(always)]
    pub fn at_unchecked<C: Coordinate>(&self, coord: C) -> S::Coord {
        const { ops::fits::<L, C>() };
        self.element(offset(self.layout, coord))
    }

    /// See [`View::slice`](super::View::slice).
    #[inline]
    #[track_caller]
    pub fn slice<C: IntTuple>(self, coord: C) -> Coordinates<S, ops::Slice<L, C>>
    where
        Fits<C, L>: CoordinateFits,
    {
        let (layout, offset) = sub(self.layout, coord);
        self.moved(layout, offset)
    }

    /// See [`View::tile`](super::View::tile).
    #[inline]
    #[track_caller]
    pub fn tile<K: Tiler, C: IntTuple>(
        self,
        tiler: K,
        coord: C,
    ) -> Coordinates<S, InnerPartition<L, K, C>> {
        const { has_tile::<L, K, C>() };
        let (layout, offset) = unwrap_or_panic(parting::tile(self.layout, tiler, coord));
        self.moved(layout, offset)
    }

    /// See [`View::partition`](super::View::partition).
    #[inline]
    #[track_caller]
    pub fn partition<R: AnyLayout>(
        self,
        threads: R,
        thread: usize,
    ) -> Coordinates<S, Partition<L, R>> {
        const { has_shares::<L, R>() };
        let shares = unwrap_or_panic(in_shares(self.layout, threads));
        assert!(thread < shares.count(), "{threads} has no thread {thread}");
        let (layout, offset) = shares.part(thread);
        self.moved(layout, offset)
    }

    /// The elements in linear order.
    ///
    /// ```
    /// # use static_layout::*;
    /// let share = Coordinates::of(shape!(4, 4)).partition(layout!((2, 2)), 1);
    /// assert!(share.iter().eq([(1, 0), (3, 0), (1, 2), (3, 2)]));
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = S::Coord> {
        let mut walk = super::walk::Walk::of(self.layout);
        core::iter::from_fn(move || walk.next().map(|(_, offset)| self.element(offset)))
    }
}
