//! The parts of a view of packed elements: slices, tiles, the shares of threads.

use super::parts::{PackedParts, PackedShares, PackedTiles};
use super::view::{Packed, PackedView};
use crate::element::PackedElement;
use layout_core::LayoutError;
use static_layout::internal::{derived, unwrap_or_panic};
use static_layout::ops::bounds::{CoordinateFits, IsCoordOf};
use static_layout::ops::{InnerPartition, OuterPartition, Partition, Slice, ZippedDivide};
use static_layout::{AnyLayout, IntTuple, Tiler};

/// The parts of a view live as long as its bytes.
#[layout_macros::at_caller]
impl<'a, E: PackedElement, L: AnyLayout> PackedView<'a, E, L> {
    /// The modes that `_` keeps, at the given coordinates of the others. See [`View::slice`](static_layout::View::slice).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::new(&[0x10, 0x32, 0x54], layout!((2, 3):(3, 1)))?;
    /// let row = view.slice(coord!(1, _));
    /// assert!(row.iter().map(f32::from).eq([3.0, 4.0, 5.0]));
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
    pub fn slice<C: IntTuple>(&self, coord: C) -> PackedView<'a, E, Slice<L, C>>
    where
        IsCoordOf<C, L>: CoordinateFits,
    {
        const { derived::check_slice::<L, C>() };
        self.into_slice(coord)
    }

    /// The tile at a coordinate of the grid of tiles. See [`View::tile`](static_layout::View::tile).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let bytes: [u8; 12] = std::array::from_fn(|i| i as u8);
    /// let view = PackedView::<U4, _>::new(&bytes, layout!((4, 6):row))?;
    /// let tile = view.tile(tile!(2, 2), (1, 2));
    /// assert_eq!((tile.origin(), tile.layout().to_string()), (2 * 6 + 4, "(2,2):(6,1)".into()));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide is refused for run-time integers ([`try_tile`](Self::try_tile) returns the error instead), or the
    /// coordinate lies outside the grid of tiles.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, a static coordinate lies outside a static grid of tiles, or a coordinate is nested
    /// differently from the grid.
    #[inline]
    #[track_caller]
    #[doc(alias = "local_tile")]
    pub fn tile<K: Tiler, C: IntTuple>(
        &self,
        tiler: K,
        coord: C,
    ) -> PackedView<'a, E, InnerPartition<L, K, C>> {
        const { derived::check_tile::<L, K, C, ZippedDivide<L, K>>() };
        unwrap_or_panic(self.into_tile(tiler, coord))
    }

    /// [`tile`](Self::tile) that returns the refusal of the divide as an error.
    ///
    /// # Errors
    /// When the divide is refused for run-time integers.
    ///
    /// # Panics
    /// When the coordinate lies outside the grid of tiles.
    ///
    /// # Compile errors
    /// As [`tile`](Self::tile).
    #[inline]
    #[track_caller]
    pub fn try_tile<K: Tiler, C: IntTuple>(
        &self,
        tiler: K,
        coord: C,
    ) -> Result<PackedView<'a, E, InnerPartition<L, K, C>>, LayoutError> {
        const { derived::check_tile::<L, K, C, ZippedDivide<L, K>>() };
        self.into_tile(tiler, coord)
    }

    /// The tiles in linear order. See [`View::tiles`](static_layout::View::tiles).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U2, _>::new(&[0b11_10_01_00], layout!((2, 2):(1, 2)))?;
    /// let firsts: Vec<f32> = view.tiles(tile!(2, 1)).map(|tile| tile.at(0).to_f32()).collect();
    /// assert_eq!(firsts, [0.0, 2.0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide is refused for run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers.
    #[inline]
    #[track_caller]
    pub fn tiles<K: Tiler>(&self, tiler: K) -> PackedTiles<'a, E, L, K> {
        const { derived::check_tiles::<L, K>() };
        unwrap_or_panic(self.all_tiles(tiler))
    }

    /// [`tiles`](Self::tiles) that returns an error instead of a panic.
    ///
    /// # Errors
    /// When the divide is refused for run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers.
    #[inline]
    #[track_caller]
    pub fn try_tiles<K: Tiler>(&self, tiler: K) -> Result<PackedTiles<'a, E, L, K>, LayoutError> {
        const { derived::check_tiles::<L, K>() };
        self.all_tiles(tiler)
    }

    /// The tiles. The caller has checked the divide in `const`.
    ///
    /// # Errors
    /// When the divide is refused for run-time integers.
    #[inline]
    fn all_tiles<K: Tiler>(&self, tiler: K) -> Result<PackedTiles<'a, E, L, K>, LayoutError> {
        let parts = derived::tiles_of(self.layout(), tiler)?;
        // SAFETY: a divide keeps the offsets of this layout.
        Ok(unsafe { PackedParts::of(*self, parts) })
    }

    /// The elements at one place of each tile. See [`View::outer_partition`](static_layout::View::outer_partition).
    ///
    /// # Panics
    /// When the divide is refused for run-time integers, or the coordinate lies outside the tile.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, a static coordinate lies outside a static tile, or a coordinate is
    /// nested differently from the tile.
    #[inline]
    #[track_caller]
    pub fn outer_partition<K: Tiler, C: IntTuple>(
        &self,
        tiler: K,
        coord: C,
    ) -> PackedView<'a, E, OuterPartition<L, K, C>> {
        const { derived::check_place::<L, K, C, ZippedDivide<L, K>>() };
        let (layout, offset) = unwrap_or_panic(derived::place_at(self.layout(), tiler, coord));
        // SAFETY: a divide keeps the offsets of this layout, and a slice of it has some of them.
        unsafe { self.moved(offset, layout) }
    }

    /// The share of one thread: the elements at its place in each tile. See
    /// [`View::partition`](static_layout::View::partition).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let view = PackedView::<U4, _>::new(&[0x10, 0x32, 0x54, 0x76], layout!(8:1))?;
    /// let share = view.partition(layout!(4:1), 3);
    /// assert!(share.iter().map(f32::from).eq([3.0, 7.0]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers, and when
    /// `thread` is not below the number of threads.
    ///
    /// # Compile errors
    /// When the divide is refused, or `threads` has no inverse, for static integers.
    #[inline]
    #[track_caller]
    #[doc(alias = "local_partition")]
    pub fn partition<T: AnyLayout>(
        &self,
        threads: T,
        thread: usize,
    ) -> PackedView<'a, E, Partition<L, T>> {
        const { derived::check_shares::<L, T>() };
        let (layout, offset) = derived::share_of(self.layout(), threads, thread);
        // SAFETY: a divide keeps the offsets of this layout, and a share is a slice of it.
        unsafe { self.moved(offset, layout) }
    }

    /// The share of each thread, in the order of the threads. See [`partition`](Self::partition).
    ///
    /// # Panics
    /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers.
    ///
    /// # Compile errors
    /// When the divide is refused, or `threads` has no inverse, for static integers.
    #[inline]
    #[track_caller]
    pub fn shares<T: AnyLayout>(&self, threads: T) -> PackedShares<'a, E, L, T> {
        const { derived::check_shares::<L, T>() };
        let parts = unwrap_or_panic(derived::try_share_partitioning(self.layout(), threads));
        // SAFETY: a divide keeps the offsets of this layout.
        unsafe { PackedParts::of(*self, parts) }
    }
}

impl<R, E: PackedElement, L: AnyLayout> Packed<R, E, L> {
    /// The slice of either kind of view. The caller has checked the coordinate in `const`.
    #[inline]
    #[track_caller]
    pub(super) fn into_slice<C: IntTuple>(self, coord: C) -> Packed<R, E, Slice<L, C>> {
        let (layout, offset) = derived::slice_at(self.layout(), coord);
        // SAFETY: a slice has the offsets of the coordinates that it keeps.
        unsafe { self.moved(offset, layout) }
    }

    /// The tile of either kind of view. The caller has checked the divide in `const`.
    ///
    /// # Errors
    /// When the divide is refused for run-time integers.
    #[inline]
    #[track_caller]
    #[allow(clippy::type_complexity, reason = "the layout of the part")]
    pub(super) fn into_tile<K: Tiler, C: IntTuple>(
        self,
        tiler: K,
        coord: C,
    ) -> Result<Packed<R, E, InnerPartition<L, K, C>>, LayoutError> {
        let (layout, offset) = derived::tile_at(self.layout(), tiler, coord)?;
        // SAFETY: a divide keeps the offsets of this layout, and a tile is a slice of it.
        Ok(unsafe { self.moved(offset, layout) })
    }
}
