//! Tiles of a tensor that its edges may cut: views with the layout [`PaddedTile`].

use super::bounds::offset;
use super::padded::{PaddedTile, PaddedTilePartitioning, PartialLayout};
use super::parts::{PaddedTiles, PaddedTilesMut};
use super::walk::NaturalCoord;
use super::{View, ViewMut};
use crate::ops::{Clipped, zipped_divide_padded};
use crate::types::{AnyLayout, Coordinate, Inside, IntTuple, Tiler, check};
use core::ptr::NonNull;
use layout_core::{LayoutError, MAX_LEAVES};

/// The methods of each tensor that return tiles that its edges may cut, expanded as [`tile_methods`](super::tiles).
macro_rules! padded_tile_methods {
    ([$($pub:tt)?] $Of:ident<$a:lifetime, $T:ty, $L:ty>, $self:ident = $view:expr) => { crate::at_caller::at_caller! { @$Of
        /// The tiles in linear order, for every extent: their number is rounded up, and the edges may cut the last ones.
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
        /// [`whole`](View::whole) gives a tile that is not cut, with the static layout of the tile.
        /// [`clip`](View::clip) gives a cut tile, with run-time extents. [`get`](View::get), [`entries`](View::entries)
        /// and `copy_if` of `static-layout-kernels` read the elements that are inside.
        ///
        /// # Panics
        /// When [`zipped_divide_padded`](crate::Layout::zipped_divide_padded) is refused for run-time integers.
        /// [`try_tiles_padded`](Self::try_tiles_padded) returns the error instead.
        /// A tensor without elements is refused: test `size() == 0` first.
        ///
        /// # Compile errors
        /// When it is refused for static integers:
        /// ```compile_fail,E0080
        /// use static_layout::*;
        /// let data = [0; 12];
        /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
        /// View::new(&data, layout!(12:1)).unwrap().tiles_padded(layout!(4:0));
        /// ```
        #[inline]
        #[track_caller]
        $($pub)? fn tiles_padded<K: Tiler>(&$self, tiler: K) -> PaddedTiles<$a, $T, $L, K> {
            const { zipped_divide_padded::check::<$L, K>() };
            let view = $view;
            unwrap_or_panic(view.divide_into_padded_tiles(tiler))
        }

        /// [`tiles_padded`](Self::tiles_padded) that returns an error instead of a panic.
        ///
        /// ```
        /// use static_layout::*;
        /// let (data, n) = ([0, 1, 2, 3, 4, 5], 6);
        /// let view = View::new(&data, layout!((n):(1)))?;
        /// assert_eq!(view.try_tiles_padded(tile!(4))?.count(), 2);
        /// let stride = 0;
        /// assert!(view.try_tiles_padded(layout!(4:stride)).is_err());
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Errors
        /// When the padded divide is refused for run-time integers.
        ///
        /// # Compile errors
        /// When the padded divide is refused for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn try_tiles_padded<K: Tiler>(
            &$self,
            tiler: K,
        ) -> Result<PaddedTiles<$a, $T, $L, K>, LayoutError> {
            const { zipped_divide_padded::check::<$L, K>() };
            let view = $view;
            view.divide_into_padded_tiles(tiler)
        }

        /// The padded tiles as a parallel iterator of `rayon`. See [`tiles_padded`](Self::tiles_padded).
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
        ///
        /// # Panics
        /// When the padded divide is refused for run-time integers.
        ///
        /// # Compile errors
        /// When the padded divide is refused for static integers.
        #[cfg(feature = "rayon")]
        #[inline]
        #[track_caller]
        $($pub)? fn par_tiles_padded<K: Tiler>(
            &$self,
            tiler: K,
        ) -> ParParts<PaddedTiles<$a, $T, $L, K>>
        where
            $T: Sync,
        {
            const { zipped_divide_padded::check::<$L, K>() };
            let view = $view;
            unwrap_or_panic(view.divide_into_padded_tiles(tiler)).into_par_iter()
        }

        /// The tile at a coordinate of the grid of tiles; the edges may cut it. See [`tiles_padded`](Self::tiles_padded).
        ///
        /// ```
        /// use static_layout::*;
        /// let grid = Boxed::from_offsets(layout!((3, 5):(5, 1)), |i| i);
        /// let tile = grid.tile_padded(tile!(2, 4), (1, 0));
        /// assert_eq!((tile.get((0, 3)), tile.get((1, 3))), (Some(&13), None));
        /// ```
        ///
        /// # Panics
        /// When the padded divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
        ///
        /// # Compile errors
        /// When the padded divide is refused for static integers, or the coordinate is nested differently from the grid of tiles.
        #[inline]
        #[track_caller]
        $($pub)? fn tile_padded<K: Tiler, C: Coordinate>(
            &$self,
            tiler: K,
            coord: C,
        ) -> View<$a, $T, PaddedTileOf<$L, K>> {
            const { check_padded_tile::<$L, K, C>() };
            let view = $view;
            let whole = view.layout();
            let divided = zipped_divide_padded::compute_or_panic(whole, tiler);
            let (tile, offset) = PaddedTilePartitioning { whole, divided }.at(coord);
            // SAFETY: V3: the coordinates inside a tile are coordinates of this layout, with their offsets, and
            // `offset` is the offset of the first one, or 0 if none is inside (V4).
            unsafe { view.moved(offset, tile) }
        }
    } };
}
pub(super) use padded_tile_methods;

impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// The tiles of a padded divide. The caller has checked a static layout by `zipped_divide_padded::check`.
    ///
    /// # Errors
    /// When the padded divide is refused for run-time integers.
    #[inline]
    #[track_caller]
    pub(super) fn divide_into_padded_tiles<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<PaddedTiles<'a, T, L, K>, LayoutError> {
        let whole = self.layout();
        let divided = zipped_divide_padded::compute(whole, tiler)?;
        // SAFETY: V3: the coordinates inside a padded divide are the coordinates of this layout, with their offsets.
        Ok(unsafe { self.parts(PaddedTilePartitioning { whole, divided }) })
    }
}

impl<'a, T, L: AnyLayout> ViewMut<'a, T, L> {
    /// The tiles of a padded divide, to be written. The caller has checked a static layout by `check_padded_tiles_mut`.
    ///
    /// # Errors
    /// When the padded divide is refused, or two coordinates share an element.
    #[inline]
    #[track_caller]
    pub(super) fn into_padded_tiles<K: Tiler>(
        self,
        tiler: K,
    ) -> Result<PaddedTilesMut<'a, T, L, K>, LayoutError> {
        let whole = self.layout();
        let divided = zipped_divide_padded::compute(whole, tiler)?;
        // SAFETY: V3: `whole` of padded tiles is this layout.
        unsafe { self.into_parts(PaddedTilePartitioning { whole, divided }) }
    }
}

macro_rules! padded_tile {
    ($View:ident) => {
        impl<'a, T, L: AnyLayout, G: Inside> $View<'a, T, PaddedTile<L, G>> {
            /// The layout of the tile, which tells which coordinates are inside.
            #[inline(always)]
            pub fn padded_tile(&self) -> PaddedTile<L, G> {
                *self.layout_ref()
            }

            /// Whether each coordinate of the tile is inside.
            #[inline]
            pub fn is_whole(&self) -> bool {
                self.layout_ref().is_whole()
            }

            /// A pointer to the element at a coordinate.
            ///
            /// # Safety
            /// The coordinate lies in the shape, and is inside.
            #[inline(always)]
            unsafe fn element_at<C: Coordinate>(&self, coord: C) -> NonNull<T> {
                let layout = self.layout_ref().whole();
                // SAFETY: V1: the caller promises that the coordinate lies in the shape and is inside.
                unsafe { self.first().offset(offset(layout, coord)) }
            }
        }
    };
}
padded_tile! { View }
padded_tile! { ViewMut }

/// A padded tile as a view: [`View::whole_or_clip`], [`whole_or_clip!`](macro@crate::whole_or_clip).
#[derive(Clone, Copy, Debug)]
pub enum WholeOrClipped<W, C> {
    /// No edge cuts the tile: a view with its static layout.
    Whole(W),
    /// An edge cuts the tile: a view of the elements inside, with run-time extents.
    Clipped(C),
}

/// Panics: the coordinates inside are not a box.
#[cold]
#[track_caller]
fn not_a_box<L: AnyLayout>(layout: L) -> ! {
    panic!(
        "the edge cuts a mode of the tile {layout} that has several leaves: `entries` and `update_entries` visit it"
    )
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout, G: Inside> View<'a, T, PaddedTile<L, G>> {
    /// The tile with its static layout, or `None` if the edges cut it.
    #[inline]
    pub fn whole(self) -> Option<View<'a, T, L>> {
        // SAFETY: V1: `is_whole` found that each coordinate is inside, so it has an element.
        self.is_whole().then(|| unsafe { View::over(self.first(), self.layout_ref().layout()) })
    }

    /// The elements inside as a view with run-time extents, also if the tile is whole.
    ///
    /// `None` if they do not form a box ([`extents`](PaddedTile::extents)). Tiles by `tile!(8, 16)` always have one.
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
        // SAFETY: V3: `clipped` has the strides of the tile and only coordinates that are inside.
        Some(unsafe { View::over(self.first(), layout) })
    }

    /// The tile with its static layout, or the elements inside if the edges cut it. The macro
    /// [`whole_or_clip!`](macro@crate::whole_or_clip) runs one body on either.
    ///
    /// # Panics
    /// When the edge cuts the tile, and [`clip`](Self::clip) is `None`.
    #[inline]
    #[track_caller]
    pub fn whole_or_clip(self) -> WholeOrClipped<View<'a, T, L>, View<'a, T, Clipped<L>>> {
        match self.whole() {
            Some(whole) => WholeOrClipped::Whole(whole),
            None => match self.clip() {
                Some(clipped) => WholeOrClipped::Clipped(clipped),
                None => not_a_box(self.layout_ref().layout()),
            },
        }
    }

    /// The element at a coordinate of the tile, or `None` outside.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the tile.
    #[inline]
    pub fn get<C: Coordinate>(self, coord: C) -> Option<&'a T> {
        // SAFETY: `contains` found that the coordinate lies in the shape and is inside. V1: the element is valid for
        // `'a`.
        self.layout_ref().contains(coord).then(|| unsafe { self.element_at(coord).as_ref() })
    }

    /// [`entries`](Self::entries) with each coordinate by mode, as an array. See
    /// [`Tensor::indexed`](crate::Tensor::indexed).
    ///
    /// # Compile errors
    /// When the tile has more or fewer modes than the array has places.
    #[inline]
    pub fn indexed<const N: usize>(self) -> impl Iterator<Item = ([usize; N], &'a T)> {
        const { check::has_modes::<L, N>() };
        let shape = self.layout_ref().layout().shape();
        self.entries().map(move |(coord, element)| (check::by_mode(shape, coord), element))
    }

    /// The coordinates of the tile that are inside, with their elements, in linear order.
    ///
    /// ```
    /// use static_layout::*;
    /// let last = View::new(&[1, 2, 3, 4, 5], layout!(5:1))?.tile_padded(tile!(3), 1);
    /// assert!(last.entries().eq([((0,), &4), ((1,), &5)]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn entries(self) -> impl Iterator<Item = (NaturalCoord<L>, &'a T)> {
        let coords = self.padded_tile().coords();
        // SAFETY: `coords` yields the coordinates that are inside. V1: the elements are valid for `'a`.
        coords.map(move |coord| (coord, unsafe { self.element_at(coord).as_ref() }))
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout, G: Inside> ViewMut<'a, T, PaddedTile<L, G>> {
    /// A read-only view of the tile, while this view is borrowed.
    #[inline(always)]
    pub fn to_view(&self) -> View<'_, T, PaddedTile<L, G>> {
        // SAFETY: V1 of this view; it is borrowed, so nothing writes the elements as long as the result lives.
        unsafe { View::over(self.first(), *self.layout_ref()) }
    }

    /// A mutable view of the tile with its static layout, or `None` if the edges cut it.
    #[inline]
    pub fn whole_mut(&mut self) -> Option<ViewMut<'_, T, L>> {
        // SAFETY: V1: `is_whole` found that each coordinate is inside, so it has an element. V2: this view is
        // borrowed exclusively.
        self.is_whole().then(|| unsafe { ViewMut::over(self.first(), self.layout_ref().layout()) })
    }

    /// The elements inside as a mutable view with run-time extents. See [`View::clip`].
    #[inline]
    pub fn clip_mut(&mut self) -> Option<ViewMut<'_, T, Clipped<L>>> {
        let layout = self.layout_ref().clipped()?;
        // SAFETY: V3: `clipped` has the strides of the tile and only coordinates that are inside. V2: this view is
        // borrowed exclusively.
        Some(unsafe { ViewMut::over(self.first(), layout) })
    }

    /// The tile with its static layout, or the elements inside if the edges cut it, as mutable views. See
    /// [`View::whole_or_clip`].
    ///
    /// # Panics
    /// When the edge cuts the tile, and [`clip_mut`](Self::clip_mut) is `None`.
    #[inline]
    #[track_caller]
    pub fn whole_or_clip(
        &mut self,
    ) -> WholeOrClipped<ViewMut<'_, T, L>, ViewMut<'_, T, Clipped<L>>> {
        if self.is_whole() {
            let Some(whole) = self.whole_mut() else { unreachable!("a whole tile has a view") };
            return WholeOrClipped::Whole(whole);
        }
        let layout = self.layout_ref().layout();
        match self.clip_mut() {
            Some(clipped) => WholeOrClipped::Clipped(clipped),
            None => not_a_box(layout),
        }
    }

    /// A mutable reference to the element at a coordinate of the tile, or `None` outside.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the tile.
    #[inline]
    pub fn get_mut<C: Coordinate>(&mut self, coord: C) -> Option<&mut T> {
        // SAFETY: `contains` found that the coordinate lies in the shape and is inside. V2: this view is borrowed
        // exclusively.
        self.layout_ref().contains(coord).then(|| unsafe { self.element_at(coord).as_mut() })
    }

    /// [`update_entries`](Self::update_entries) with each coordinate by mode, as an array. See
    /// [`TensorMut::update_indexed`](crate::TensorMut::update_indexed).
    ///
    /// # Compile errors
    /// When the tile has more or fewer modes than the array has places.
    #[inline]
    pub fn update_indexed<const N: usize>(&mut self, mut f: impl FnMut([usize; N], &mut T)) {
        const { check::has_modes::<L, N>() };
        let shape = self.layout_ref().layout().shape();
        self.update_entries(|coord, element| f(check::by_mode(shape, coord), element));
    }

    /// Calls `f(c, &mut self[c])` for each coordinate `c` of the tile that is inside, along the smallest stride. The order
    /// of the calls is not specified.
    #[inline]
    pub fn update_entries(&mut self, mut f: impl FnMut(NaturalCoord<L>, &mut T)) {
        if let Some(clipped) = self.clip_mut() {
            return clipped.for_each_entry(|coord, element| {
                let mut words = [0; MAX_LEAVES];
                coord.words(&mut words, 0);
                f(IntTuple::read(&|leaf| words[leaf] as i64, 0), element)
            });
        }
        for coord in self.padded_tile().coords() {
            // SAFETY: `coords` yields the coordinates that are inside. V2: `f` returns, which ends the borrow, before
            // the next element is borrowed.
            f(coord, unsafe { self.element_at(coord).as_mut() })
        }
    }
}
