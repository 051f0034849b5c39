//! [`PackedViewMut`]: exclusively borrowed packed elements with a layout.

use super::disjoint::apart;
use super::elements::PackedElements;
use super::parts::{PackedParts, PackedSharesMut, PackedTilesMut};
use super::view::{Packed, PackedView};
use crate::element::PackedElement;
use layout_core::LayoutError;
use static_layout::internal::{self as library, derived};
use static_layout::internal::{Form, Indexed, unwrap_or_panic};
use static_layout::ops::bounds::{CoordinateFits, IsCoordOf};
use static_layout::ops::{InnerPartition, Slice};
use static_layout::{AnyLayout, Coordinate, IntTuple, Tiler, ViewMut};

/// Mutable bytes as packed elements with a layout. It also reads: [`get`](Packed::get), `view[coord]`.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let mut bytes = [0; 3];
/// let mut view = PackedViewMut::<F4E2M1, _>::new(&mut bytes, layout!((2, 3):(3, 1)))?;
/// view.set((1, 2), F4E2M1::from_f32(-6.0));
/// view.update((1, 2), |x| F4E2M1::from_f32(x.to_f32() / 2.0));
/// assert_eq!(view[(1, 2)].to_f32(), -3.0);
/// assert_eq!(bytes, [0, 0, 0xD0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// An element has no address, so it has no reference: [`set`](Self::set) writes a value.
pub type PackedViewMut<'a, E, L> = Packed<&'a mut [u8], E, L>;

#[layout_macros::at_caller]
impl<'a, E: PackedElement, L: Form> PackedViewMut<'a, E, L> {
    /// Writes the element at a coordinate. The other elements of its bytes keep their values.
    ///
    /// ```
    /// # use static_layout::*;
    /// # use static_layout_formats::{element::*, packed::*};
    /// let mut bytes = [0xFF];
    /// PackedViewMut::<U1, _>::new(&mut bytes, layout!(8:1))?.set(6, U1::from_bits(0));
    /// assert_eq!(bytes, [0b1011_1111]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    #[track_caller]
    pub fn set<C: Coordinate>(&mut self, coord: C, value: E) {
        const { derived::fits_form::<L, C>() };
        self.put(coord, value)
    }

    /// Writes `f` of the element at a coordinate there.
    ///
    /// # Panics
    /// When the coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the shape.
    #[inline(always)]
    #[track_caller]
    pub fn update<C: Coordinate>(&mut self, coord: C, f: impl FnOnce(E) -> E) {
        const { derived::fits_form::<L, C>() };
        let value = f(self.element(coord));
        self.put(coord, value)
    }

    /// [`set`](Self::set). The caller has checked the type of the coordinate in `const`.
    #[inline(always)]
    #[track_caller]
    fn put<C: Coordinate>(&mut self, coord: C, value: E) {
        match self.index_of(coord) {
            // SAFETY: P1: `index_of` found that the coordinate lies in the shape. P2 of this view, which is borrowed exclusively.
            Some(index) => unsafe { self.start().0.write(index, value) },
            None => self.layout().refuse_coord(coord),
        }
    }

    /// A read-only view of the elements, while this view is borrowed.
    #[inline(always)]
    pub fn as_view(&self) -> PackedView<'_, E, L> {
        let (bytes, origin) = self.start();
        // SAFETY: P1 of this view; it is borrowed, so nothing writes the bytes as long as the result lives.
        unsafe { Packed::over(bytes, origin, self.layout()) }
    }

    /// A read-only view of the elements for the rest of `'a`.
    #[inline(always)]
    pub fn into_view(self) -> PackedView<'a, E, L> {
        let (bytes, origin) = self.start();
        // SAFETY: P1 of this view; it had its bytes alone (P2) and ends here, so nothing writes them during `'a`.
        unsafe { Packed::over(bytes, origin, self.layout()) }
    }

    /// This view for a shorter lifetime, to pass to a function that takes one by value.
    #[inline(always)]
    pub fn reborrow(&mut self) -> PackedViewMut<'_, E, L> {
        let (bytes, origin) = self.start();
        // SAFETY: P1 of this view; it is borrowed exclusively as long as the result lives, which is P2 of the result.
        unsafe { Packed::over(bytes, origin, self.layout()) }
    }

    /// The elements of 8 bits as bytes.
    #[inline(always)]
    pub(super) fn bytes_mut(&mut self) -> ViewMut<'_, u8, L> {
        debug_assert!(E::BITS == 8);
        let (bytes, origin) = self.start();
        // SAFETY: P1: element `origin + layout(c)` of 8 bits is this byte, for each coordinate `c`, which is V1. V2 by P2: this
        // view is borrowed exclusively as long as the result lives.
        unsafe { library::view_mut_of_form(bytes.at(origin), self.layout()) }
    }

    /// The elements in linear order. See [`PackedView::iter`].
    #[inline]
    pub fn iter(&self) -> PackedElements<'_, E, L>
    where
        L: Indexed,
    {
        self.as_view().iter()
    }
}

#[layout_macros::at_caller]
impl<'a, E: PackedElement, L: AnyLayout> PackedViewMut<'a, E, L> {
    /// The modes that `_` keeps, at the given coordinates of the others. See [`PackedView::slice`].
    ///
    /// # Panics
    /// When a leaf of the coordinate is out of range.
    ///
    /// # Compile errors
    /// When a static coordinate is out of range, or a coordinate is nested differently from the shape.
    #[inline]
    #[track_caller]
    pub fn slice_mut<C: IntTuple>(&mut self, coord: C) -> PackedViewMut<'_, E, Slice<L, C>>
    where
        IsCoordOf<C, L>: CoordinateFits,
    {
        const { derived::check_slice::<L, C>() };
        self.reborrow().into_slice(coord)
    }

    /// The tile at a coordinate of the grid of tiles. It may split a byte: one tile at a time is written. See
    /// [`PackedView::tile`].
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let mut bytes = [0; 6];
    /// let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!((4, 3):row))?;
    /// view.tile_mut(tile!(2, 1), (1, 2)).set((1, 0), U4::from_bits(7));
    /// assert_eq!(bytes, [0, 0, 0, 0, 0, 0x70]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
    ///
    /// # Compile errors
    /// As [`PackedView::tile`].
    #[inline]
    #[track_caller]
    pub fn tile_mut<K: Tiler, C: IntTuple>(
        &mut self,
        tiler: K,
        coord: C,
    ) -> PackedViewMut<'_, E, InnerPartition<L, K, C>> {
        const { derived::check_tile::<L, K, C, static_layout::ops::ZippedDivide<L, K>>() };
        unwrap_or_panic(self.reborrow().into_tile(tiler, coord))
    }

    /// The tiles in linear order, each a mutable view: they may be written at the same time, by several threads.
    ///
    /// No byte has bits of two tiles, or it panics. [`try_tiles_mut`](Self::try_tiles_mut) returns the error instead.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let mut bytes = [0; 8];
    /// let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!((4, 4):row))?;
    /// std::thread::scope(|scope| {
    ///     for (mut tile, k) in view.tiles_mut(tile!(2, 2)).zip(1..) {
    ///         scope.spawn(move || tile.set((0, 0), U4::from_bits(k)));
    ///     }
    /// });
    /// assert_eq!(bytes, [1, 3, 0, 0, 2, 4, 0, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When [`try_tiles_mut`](Self::try_tiles_mut) returns an error.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, or two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    pub fn tiles_mut<K: Tiler>(&mut self, tiler: K) -> PackedTilesMut<'_, E, L, K> {
        const { derived::check_tiles_mut::<L, K>() };
        unwrap_or_panic(self.all_tiles_mut(tiler))
    }

    /// [`tiles_mut`](Self::tiles_mut) that returns an error instead of a panic.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let mut bytes = [0; 3];
    /// let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!(6:1))?;
    /// assert_eq!(
    ///     view.try_tiles_mut(tile!(3)).err().unwrap().to_string(),
    ///     "cannot borrow for writing at once the parts of ((3),(2)):((1),(3)): the coordinates ((2),(0)) and ((0),(1)) share \
    ///      the byte 1"
    /// );
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the divide is refused for run-time integers, two coordinates share an element, or two tiles share a byte. Also
    /// when neither is found in 2^24 steps: of many elements in tiles that lie between one another, if the view begins within
    /// a byte, a swizzle moves single elements of one, or a stride is neither a multiple of the elements of a byte nor
    /// divides them.
    ///
    /// # Compile errors
    /// When the divide is refused for static integers, or two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    pub fn try_tiles_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> Result<PackedTilesMut<'_, E, L, K>, LayoutError> {
        const { derived::check_tiles_mut::<L, K>() };
        self.all_tiles_mut(tiler)
    }

    /// The elements of each thread, in the order of the threads, each a mutable view. See
    /// [`TensorMut::partition_mut`](static_layout::TensorMut::partition_mut) and [`tiles_mut`](Self::tiles_mut).
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_formats::{element::*, packed::*};
    /// let mut bytes = [0; 4];
    /// let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!((2, 4):(1, 2)))?;
    /// for (mut share, k) in view.partition_mut(layout!((1, 2):(0, 1))).zip(1..) {
    ///     share.set(0, U4::from_bits(k));
    /// }
    /// // Threads along the elements of a byte:
    /// assert!(view.try_partition_mut(layout!((2, 1):(1, 0))).is_err());
    /// assert_eq!(bytes, [1, 2, 0, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When [`try_partition_mut`](Self::try_partition_mut) returns an error.
    ///
    /// # Compile errors
    /// When the divide is refused, or `threads` has no inverse, for static integers, or two coordinates of a static layout
    /// share an element.
    #[inline]
    #[track_caller]
    pub fn partition_mut<T: AnyLayout>(&mut self, threads: T) -> PackedSharesMut<'_, E, L, T> {
        const { derived::check_shares_mut::<L, T>() };
        unwrap_or_panic(self.all_shares_mut(threads))
    }

    /// [`partition_mut`](Self::partition_mut) that returns an error instead of a panic.
    ///
    /// # Errors
    /// When the divide is refused, `threads` has no inverse, two coordinates share an element, or two threads share a byte, as
    /// in [`try_tiles_mut`](Self::try_tiles_mut).
    ///
    /// # Compile errors
    /// As [`partition_mut`](Self::partition_mut).
    #[inline]
    #[track_caller]
    pub fn try_partition_mut<T: AnyLayout>(
        &mut self,
        threads: T,
    ) -> Result<PackedSharesMut<'_, E, L, T>, LayoutError> {
        const { derived::check_shares_mut::<L, T>() };
        self.all_shares_mut(threads)
    }

    /// The tiles. The caller has checked the divide in `const`.
    ///
    /// # Errors
    /// As [`try_tiles_mut`](Self::try_tiles_mut).
    fn all_tiles_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> Result<PackedTilesMut<'_, E, L, K>, LayoutError> {
        let parts = derived::tiles_of(self.layout(), tiler)?;
        // Tiles are at different coordinates of mode 1.
        apart::<E, _, _, 1>(derived::Partitioning::whole(parts), self.layout(), self.origin())?;
        // SAFETY: a divide keeps the offsets of this layout. `apart` found that no two tiles have bits in one byte.
        Ok(unsafe { PackedParts::of(self.reborrow(), parts) })
    }

    /// The elements of each thread. The caller has checked the divide in `const`.
    ///
    /// # Errors
    /// As [`try_partition_mut`](Self::try_partition_mut).
    fn all_shares_mut<T: AnyLayout>(
        &mut self,
        threads: T,
    ) -> Result<PackedSharesMut<'_, E, L, T>, LayoutError> {
        let parts = derived::try_share_partitioning(self.layout(), threads)?;
        // Threads are at different coordinates of mode 0.
        apart::<E, _, _, 0>(derived::Partitioning::whole(parts), self.layout(), self.origin())?;
        // SAFETY: a divide keeps the offsets of this layout. `apart` found that no two threads have bits in one byte.
        Ok(unsafe { PackedParts::of(self.reborrow(), parts) })
    }
}
