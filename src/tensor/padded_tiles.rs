//! Views of tiles that the edges may cut.

use super::bounds::offset;
use super::padded::{
    Clipped, PaddedTile, PaddedTileOf, PaddedTilesOf, PartialLayout, has_padded_tile,
    has_padded_tiles, in_padded_tiles,
};
#[cfg(feature = "rayon")]
use super::par::ParParts;
use super::parts::{PaddedTiles, PaddedTilesMut, Parts};
use super::{View, ViewMut};
use crate::check::{self, unwrap_or_panic};
use crate::layout::{AnyLayout, Inside};
use crate::tuple::{Coordinate, IntTuple};
use crate::types::Tiler;
use core::ptr::NonNull;
use layout_core::LayoutError;
#[cfg(feature = "rayon")]
use rayon::iter::IntoParallelIterator;

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The tiles in linear order, their number rounded up: the edges cut the last ones. As
    /// [`tiles`](Self::tiles), for every extent.
    ///
    /// A tile that is whole is a view of the static tile ([`whole`](View::whole)); one that is cut is a view with
    /// run-time extents ([`clip`](View::clip)), or is read where it has elements ([`get`](View::get),
    /// [`entries`](View::entries), `copy_if` of `static-layout-kernels`).
    ///
    /// ```text
    /// (3,5):(5,1) by <2,4>     0  1  2  3 |  4  .  .  .
    ///                          5  6  7  8 |  9  .  .  .
    ///                         ------------+------------
    ///                         10 11 12 13 | 14  .  .  .
    ///                          .  .  .  . |  .  .  .  .
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// fn total<L: AnyLayout>(tile: View<'_, usize, L>) -> usize {
    ///     tile.iter().sum()
    /// }
    /// let data: [usize; 15] = std::array::from_fn(|i| i);
    /// let view = View::new(&data, layout!((3, 5):(5, 1)))?;
    /// let totals = view.tiles_padded(tile!(2, 4)).map(|tile| match tile.whole() {
    ///     Some(whole) => total(whole), // (2,4), known to the compiler
    ///     None => total(tile.clip().unwrap()),
    /// });
    /// assert!(totals.eq([32, 46, 13, 14]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When the divide is refused, as [`zipped_divide_padded`](crate::Layout::zipped_divide_padded) is:
    /// [`try_tiles_padded`](Self::try_tiles_padded) returns the error instead. What is static does not compile then.
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let data = [0; 12];
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// View::new(&data, layout!(12:1)).unwrap().tiles_padded(layout!(4:0));
    /// ```
    #[inline]
    #[track_caller]
    pub fn tiles_padded<K: Tiler>(self, tiler: K) -> PaddedTiles<'a, T, L, K> {
        const { has_padded_tiles::<L, K>() };
        unwrap_or_panic(self.padded_tiles_by(tiler))
    }

    /// [`tiles_padded`](Self::tiles_padded), with the refusal of run-time integers as an error.
    #[inline]
    #[track_caller]
    pub fn try_tiles_padded<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<PaddedTiles<'a, T, L, K>, LayoutError> {
        const { has_padded_tiles::<L, K>() };
        self.padded_tiles_by(tiler)
    }

    /// [`tiles_padded`](Self::tiles_padded) without the question that `const` answers at the caller's line.
    #[inline]
    #[track_caller]
    pub(super) fn padded_tiles_by<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<PaddedTiles<'a, T, L, K>, LayoutError> {
        // SAFETY: what is inside of the divided layout has the offsets of this one.
        Ok(unsafe { Parts::of(self.first(), in_padded_tiles(self.layout(), tiler)?) })
    }

    /// [`tiles_padded`](Self::tiles_padded) in parallel, on the threads of rayon.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use static_layout::*;
    /// let data = [1; 10];
    /// let view = View::new(&data, layout!(10:1))?;
    /// let sizes: Vec<usize> =
    ///     view.par_tiles_padded(tile!(4)).map(|tile| tile.entries().count()).collect();
    /// assert_eq!(sizes, [4, 4, 2]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    pub fn par_tiles_padded<K: Tiler>(self, tiler: K) -> ParParts<PaddedTiles<'a, T, L, K>>
    where
        T: Sync,
    {
        const { has_padded_tiles::<L, K>() };
        unwrap_or_panic(self.padded_tiles_by(tiler)).into_par_iter()
    }

    /// The tile at a coordinate among the tiles, which the edges may cut: see
    /// [`tiles_padded`](Self::tiles_padded).
    ///
    /// ```
    /// use static_layout::*;
    /// let data: [usize; 15] = std::array::from_fn(|i| i);
    /// let tile = View::new(&data, layout!((3, 5):(5, 1)))?.tile_padded(tile!(2, 4), (1, 0));
    /// assert_eq!((tile.get((0, 3)), tile.get((1, 3))), (Some(&13), None));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As `tiles_padded`, and when the coordinate lies outside the tiles.
    #[inline]
    #[track_caller]
    pub fn tile_padded<K: Tiler, C: Coordinate>(
        self,
        tiler: K,
        coord: C,
    ) -> View<'a, T, PaddedTileOf<L, K>> {
        const { has_padded_tile::<L, K, C>() };
        let (tile, offset) = unwrap_or_panic(in_padded_tiles(self.layout(), tiler)).at(coord);
        // SAFETY: what is inside of the tile has offsets of this layout; if nothing is, the origin stays.
        unsafe { View::over(self.first().offset(offset), tile) }
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// [`tiles_padded`](View::tiles_padded), to be written, all at the same time if need be: no two have an
    /// element in common, by the proof of [`tiles_mut`](crate::TensorMut::tiles_mut).
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
    /// A static layout that names an element twice does not compile:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let mut data = [0; 7];
    /// let mut view = ViewMut::new(&mut data, layout!((4, 4):(1, 1))).unwrap();
    /// // the coordinates (1,0) and (0,1) share the offset 1
    /// view.tiles_padded_mut(tile!(3, 3));
    /// ```
    ///
    /// # Panics
    /// When run-time integers refuse the divide or make two coordinates share an element:
    /// [`try_tiles_padded_mut`](Self::try_tiles_padded_mut) returns the error instead.
    #[inline]
    #[track_caller]
    pub fn tiles_padded_mut<K: Tiler>(&mut self, tiler: K) -> PaddedTilesMut<'_, T, L, K> {
        const {
            has_padded_tiles::<L, K>();
            check::disjoint::<L>()
        };
        unwrap_or_panic(self.reborrow().into_padded_tiles(tiler))
    }

    /// [`tiles_padded_mut`](Self::tiles_padded_mut), with the refusal of run-time integers as an error.
    #[inline]
    #[track_caller]
    pub fn try_tiles_padded_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> Result<PaddedTilesMut<'_, T, L, K>, LayoutError> {
        const {
            has_padded_tiles::<L, K>();
            check::disjoint::<L>()
        };
        self.reborrow().into_padded_tiles(tiler)
    }

    /// [`tiles_padded_mut`](Self::tiles_padded_mut) in parallel, on the threads of rayon.
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
    /// As [`tiles_padded_mut`](Self::tiles_padded_mut).
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    pub fn par_tiles_padded_mut<K: Tiler>(
        &mut self,
        tiler: K,
    ) -> ParParts<PaddedTilesMut<'_, T, L, K>>
    where
        T: Send,
    {
        const {
            has_padded_tiles::<L, K>();
            check::disjoint::<L>()
        };
        unwrap_or_panic(self.reborrow().into_padded_tiles(tiler)).into_par_iter()
    }

    /// The tile at a coordinate among the tiles, to be written: see [`View::tile_padded`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [0; 10];
    /// let mut view = ViewMut::new(&mut data, layout!(10:1))?;
    /// view.tile_padded_mut(tile!(4), 2).update_entries(|_, x| *x = 7);
    /// assert_eq!(data, [0, 0, 0, 0, 0, 0, 0, 0, 7, 7]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As `tile_padded`.
    #[inline]
    #[track_caller]
    pub fn tile_padded_mut<K: Tiler, C: Coordinate>(
        &mut self,
        tiler: K,
        coord: C,
    ) -> ViewMut<'_, T, PaddedTileOf<L, K>> {
        const { has_padded_tile::<L, K, C>() };
        let (tile, offset) = unwrap_or_panic(in_padded_tiles(self.layout(), tiler)).at(coord);
        // SAFETY: what is inside of the tile has offsets of this layout; if nothing is, the origin stays.
        // The view is lent as long as the tile lives.
        unsafe { ViewMut::over(self.first().offset(offset), tile) }
    }

    #[inline]
    #[track_caller]
    pub(super) fn into_padded_tiles<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<PaddedTilesMut<'a, T, L, K>, LayoutError> {
        let parting: PaddedTilesOf<L, K> = in_padded_tiles(self.layout(), tiler)?;
        // SAFETY: the whole is this layout.
        unsafe { self.into_parts(parting) }
    }
}

impl<'a, T, P: PartialLayout> View<'a, T, P> {
    /// # Safety
    /// The coordinate lies in the shape, and has an element.
    #[inline(always)]
    unsafe fn element_at<C: Coordinate>(&self, coord: C) -> NonNull<T> {
        let layout = self.layout_ref().whole();
        // SAFETY: the module's invariant.
        unsafe { self.first().offset(offset(layout, coord)) }
    }
}

impl<'a, T, P: PartialLayout> ViewMut<'a, T, P> {
    /// # Safety
    /// As of [`View::element_at`].
    #[inline(always)]
    unsafe fn element_at<C: Coordinate>(&mut self, coord: C) -> NonNull<T> {
        let layout = self.layout_ref().whole();
        // SAFETY: the module's invariant.
        unsafe { self.first().offset(offset(layout, coord)) }
    }
}

macro_rules! padded_tile {
    ($View:ident) => {
        impl<'a, T, L: AnyLayout, G: Inside> $View<'a, T, PaddedTile<L, G>> {
            /// The layout of the tile, and what is inside.
            #[inline(always)]
            pub fn padded_tile(&self) -> PaddedTile<L, G> {
                *self.layout_ref()
            }

            /// Whether nothing of the tile is cut.
            #[inline]
            pub fn is_whole(&self) -> bool {
                self.layout_ref().is_whole()
            }
        }
    };
}
padded_tile! { View }
padded_tile! { ViewMut }

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout, G: Inside> View<'a, T, PaddedTile<L, G>> {
    /// The tile, if nothing of it is cut.
    #[inline]
    pub fn whole(self) -> Option<View<'a, T, L>> {
        // SAFETY: every coordinate is inside.
        self.is_whole().then(|| unsafe { View::of(self.first(), self.layout_ref().layout()) })
    }

    /// What is inside, as a view with run-time extents, if [`extents`](PaddedTile::extents) tell it; of tiles by
    /// `tile!(8, 16)` they always do. Of a tile that is whole, too.
    ///
    /// ```
    /// use static_layout::*;
    /// let data: [usize; 15] = std::array::from_fn(|i| i);
    /// let tile = View::new(&data, layout!((3, 5):(5, 1)))?.tile_padded(tile!(2, 4), (1, 0));
    /// assert_eq!(tile.clip().unwrap().to_string(), "10 11 12 13");
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn clip(self) -> Option<View<'a, T, Clipped<L>>> {
        let layout = self.layout_ref().clipped()?;
        // SAFETY: its coordinates are inside, and have the offsets that they have in the tile.
        Some(unsafe { View::of(self.first(), layout) })
    }

    /// The element at a coordinate of the tile, if it is inside. One with another nesting does not compile.
    #[inline]
    pub fn get<C: Coordinate>(self, coord: C) -> Option<&'a T> {
        // SAFETY: it is inside.
        self.layout_ref().contains(coord).then(|| unsafe { self.element_at(coord).as_ref() })
    }

    /// The coordinates of the tile that are inside and their elements, in linear order.
    #[inline]
    pub fn entries(self) -> impl Iterator<Item = (<L::Shape as IntTuple>::Coord, &'a T)> {
        let coords = self.padded_tile().coords();
        // SAFETY: they are inside.
        coords.map(move |coord| (coord, unsafe { self.element_at(coord).as_ref() }))
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout, G: Inside> ViewMut<'a, T, PaddedTile<L, G>> {
    /// The same tile, to be read.
    #[inline(always)]
    pub fn to_view(&self) -> View<'_, T, PaddedTile<L, G>> {
        // SAFETY: the elements are ours, and shared as long as the result lives.
        unsafe { View::over(self.first(), *self.layout_ref()) }
    }

    /// The tile, to be written, if nothing of it is cut.
    #[inline]
    pub fn whole_mut(&mut self) -> Option<ViewMut<'_, T, L>> {
        // SAFETY: every coordinate is inside; the elements are lent as long as the result lives.
        self.is_whole().then(|| unsafe { ViewMut::of(self.first(), self.layout_ref().layout()) })
    }

    /// What is inside, to be written: see [`View::clip`].
    #[inline]
    pub fn clip_mut(&mut self) -> Option<ViewMut<'_, T, Clipped<L>>> {
        let layout = self.layout_ref().clipped()?;
        // SAFETY: as of `View::clip`; the elements are lent as long as the result lives.
        Some(unsafe { ViewMut::of(self.first(), layout) })
    }

    /// The element at a coordinate of the tile, to be written, if it is inside. One with another nesting does not
    /// compile.
    #[inline]
    pub fn get_mut<C: Coordinate>(&mut self, coord: C) -> Option<&mut T> {
        // SAFETY: it is inside.
        self.layout_ref().contains(coord).then(|| unsafe { self.element_at(coord).as_mut() })
    }

    /// `f` of the coordinates of the tile that are inside and their elements, in linear order, one at a time.
    #[inline]
    pub fn update_entries(&mut self, mut f: impl FnMut(<L::Shape as IntTuple>::Coord, &mut T)) {
        for coord in self.padded_tile().coords() {
            // SAFETY: it is inside; the borrow ends before the next one.
            f(coord, unsafe { self.element_at(coord).as_mut() })
        }
    }
}
