//! Methods of [`View`] and [`ViewMut`] on tensors that own their elements. Their parts are views.
//!
//! [`Tensor`] and [`TensorMut`] cannot have them: `view.tile(..)` of a `&View` would be a view of the reference. Each
//! method checks in its own `const` block, so that the error points at its caller's line, and calls the unchecked method.

#[cfg(feature = "alloc")]
use super::Boxed;
#[cfg(feature = "owned")]
use super::Owned;
use super::composed_view::check_composition;
use super::padded::{PaddedTileOf, check_padded_tile};
use super::partition::{AtPlace, AtTile, ThreadTile, check_shares, check_tile};
use super::{Tensor, TensorMut, View, ViewMut};
use crate::ops::{self, Compose, Slice, ZippedDivide, reshape, slice_axes};
use crate::types::{AnyLayout, Coordinate, CoordinateFits, IntTuple, Is, IsCoordOf, Tiler};

macro_rules! methods_of_views {
    ($Tensor:ident) => {
        #[layout_macros::at_caller($Tensor)]
        impl<T, L: AnyLayout> $Tensor<T, L> {
            /// The modes that `_` keeps, at the given coordinates of the others. See [`View::slice`].
            ///
            /// ```
            /// use static_layout::*;
            /// let tile = Owned::<usize, Layout!((2, 3):(3, 1))>::from_offsets(|i| i);
            /// assert!(tile.slice(coord!(1, _)).iter().eq(&[3, 4, 5]));
            /// ```
            ///
            /// # Panics
            /// When a leaf of the coordinate is out of range.
            ///
            /// # Compile errors
            /// When the coordinate is nested unlike the shape.
            #[inline]
            #[track_caller]
            pub fn slice<C: IntTuple>(&self, coord: C) -> View<'_, T, Slice<L, C>>
            where
                IsCoordOf<C, L>: CoordinateFits,
            {
                self.view().slice(coord)
            }

            /// [`slice`](Self::slice), to be written.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut tile = Owned::<i32, Layout!((2, 3):row)>::filled(0);
            /// tile.slice_mut(coord!(_, 1)).fill(7);
            /// assert_eq!(tile.to_string(), "0 7 0\n0 7 0");
            /// ```
            ///
            /// # Panics
            /// When a leaf of the coordinate is out of range.
            ///
            /// # Compile errors
            /// When the coordinate is nested unlike the shape.
            #[inline]
            #[track_caller]
            pub fn slice_mut<C: IntTuple>(&mut self, coord: C) -> ViewMut<'_, T, Slice<L, C>>
            where
                IsCoordOf<C, L>: CoordinateFits,
            {
                self.view_mut().into_slice(coord)
            }

            /// An index or a range of each axis. See [`View::slice_axes`].
            ///
            /// ```
            /// use static_layout::*;
            /// let grid = Boxed::from_offsets(layout!((3, 4):row), |i| i);
            /// assert_eq!(grid.slice_axes(slices!(1.., 0..2)).to_string(), "4 5\n8 9");
            /// ```
            ///
            /// # Panics
            /// When an index is out of range, or a step is 0, because of run-time integers.
            ///
            /// # Compile errors
            /// When one of these holds for static integers, or there are more slices than axes.
            #[inline]
            #[track_caller]
            pub fn slice_axes<C: IntTuple>(&self, slices: C) -> View<'_, T, ops::SliceAxes<L, C>> {
                const { slice_axes::check::<L, C>() };
                self.view().sliced_axes(slices)
            }

            /// [`slice_axes`](Self::slice_axes), to be written.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut grid = Boxed::filled(layout!((2, 3):row), 0);
            /// grid.slice_axes_mut(slices!(1, ..2)).fill(7);
            /// assert_eq!(grid.to_string(), "0 0 0\n7 7 0");
            /// ```
            ///
            /// # Panics
            /// When an index is out of range, or a step is 0, because of run-time integers.
            ///
            /// # Compile errors
            /// When one of these holds for static integers, or there are more slices than axes.
            #[inline]
            #[track_caller]
            pub fn slice_axes_mut<C: IntTuple>(
                &mut self,
                slices: C,
            ) -> ViewMut<'_, T, ops::SliceAxes<L, C>> {
                const { slice_axes::check::<L, C>() };
                self.view_mut().into_sliced_axes(slices)
            }

            /// The tile at a coordinate of the grid of tiles. See [`View::tile`].
            ///
            /// ```
            /// use static_layout::*;
            /// let grid = Boxed::from_offsets(layout!((4, 6)), |i| i);
            /// assert_eq!(grid.tile(tile!(2, 3), (1, 0)).to_string(), " 2  6 10\n 3  7 11");
            /// ```
            ///
            /// # Panics
            /// When the divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
            ///
            /// # Compile errors
            /// When the divide is refused for static integers, or the coordinate is nested unlike the grid of tiles.
            #[inline]
            #[track_caller]
            pub fn tile<K: Tiler, C: IntTuple, Z: AnyLayout, R: AnyLayout>(
                &self,
                tiler: K,
                coord: C,
            ) -> View<'_, T, R>
            where
                ZippedDivide<L, K>: Is<Z>,
                Slice<Z, AtTile<C>>: Is<R>,
            {
                const { check_tile::<L, K, C, Z>() };
                self.view().tile_at(tiler, coord)
            }

            /// [`tile`](Self::tile), to be written. See [`ViewMut::tile_mut`].
            ///
            /// ```
            /// use static_layout::*;
            /// let mut grid = Boxed::filled(layout!((2, 4):row), 0);
            /// grid.tile_mut(tile!(2, 2), (0, 1)).fill(7);
            /// assert_eq!(grid.to_string(), "0 0 7 7\n0 0 7 7");
            /// ```
            ///
            /// # Panics
            /// When the divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
            ///
            /// # Compile errors
            /// When the divide is refused for static integers, or the coordinate is nested unlike the grid of tiles.
            #[inline]
            #[track_caller]
            pub fn tile_mut<K: Tiler, C: IntTuple, Z: AnyLayout, R: AnyLayout>(
                &mut self,
                tiler: K,
                coord: C,
            ) -> ViewMut<'_, T, R>
            where
                ZippedDivide<L, K>: Is<Z>,
                Slice<Z, AtTile<C>>: Is<R>,
            {
                const { check_tile::<L, K, C, Z>() };
                self.view_mut().into_tile_at(tiler, coord)
            }

            /// The tile at a coordinate of the grid of tiles; the edges may cut it. See [`View::tile_padded`].
            ///
            /// ```
            /// use static_layout::*;
            /// let line = Boxed::from_offsets(layout!(10), |i| i);
            /// assert_eq!(line.tile_padded(tile!(4), 2).get(1), Some(&9));
            /// assert_eq!(line.tile_padded(tile!(4), 2).get(2), None);
            /// ```
            ///
            /// # Panics
            /// When the padded divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
            ///
            /// # Compile errors
            /// When the padded divide is refused for static integers, or the coordinate is nested unlike the grid of tiles.
            #[inline]
            #[track_caller]
            pub fn tile_padded<K: Tiler, C: Coordinate>(
                &self,
                tiler: K,
                coord: C,
            ) -> View<'_, T, PaddedTileOf<L, K>> {
                const { check_padded_tile::<L, K, C>() };
                self.view().padded_tile_at(tiler, coord)
            }

            /// [`tile_padded`](Self::tile_padded), to be written. See [`ViewMut::tile_padded_mut`].
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
            /// When the padded divide is refused for static integers, or the coordinate is nested unlike the grid of tiles.
            #[inline]
            #[track_caller]
            pub fn tile_padded_mut<K: Tiler, C: Coordinate>(
                &mut self,
                tiler: K,
                coord: C,
            ) -> ViewMut<'_, T, PaddedTileOf<L, K>> {
                const { check_padded_tile::<L, K, C>() };
                self.view_mut().into_padded_tile_at(tiler, coord)
            }

            /// The share of one thread: the elements at its place in each tile. See [`View::partition`].
            ///
            /// ```
            /// use static_layout::*;
            /// let grid = Boxed::from_offsets(layout!((4, 6)), |i| i);
            /// assert_eq!(grid.partition(layout!((2, 3):(3, 1)), 4).to_string(), " 5 17\n 7 19");
            /// ```
            ///
            /// # Panics
            /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time
            /// integers, and when `thread` is not below the number of threads.
            ///
            /// # Compile errors
            /// When the divide is refused, or `threads` has no inverse, for static integers.
            #[inline]
            #[track_caller]
            pub fn partition<R: AnyLayout, Z: AnyLayout, P: AnyLayout>(
                &self,
                threads: R,
                thread: usize,
            ) -> View<'_, T, P>
            where
                ZippedDivide<L, ThreadTile<R>>: Is<Z>,
                Slice<Z, AtPlace<usize>>: Is<P>,
            {
                const { check_shares::<L, R>() };
                self.view().share_of(threads, thread)
            }

            /// The elements at the linear indices that `t` gives. See [`View::compose`].
            ///
            /// ```
            /// use static_layout::*;
            /// let grid = Owned::<usize, Layout!((2, 4))>::from_offsets(|i| i);
            /// assert_eq!(grid.compose(tile!(_, 2:2)).to_string(), "0 4\n1 5");
            /// ```
            ///
            /// # Panics
            /// When the composition is refused, or an offset of `t` is not a linear index of the tensor or mode, because
            /// of run-time integers.
            ///
            /// # Compile errors
            /// When one of these holds for static integers.
            #[inline]
            #[track_caller]
            pub fn compose<K: Tiler>(&self, t: K) -> View<'_, T, Compose<L, K>> {
                const { check_composition::<L, K>() };
                self.view().composed(t)
            }

            /// [`compose`](Self::compose), to be written.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut grid = Owned::<i32, Layout!((2, 4))>::filled(0);
            /// grid.compose_mut(tile!(_, 2:2)).fill(7);
            /// assert_eq!(grid.to_string(), "7 0 7 0\n7 0 7 0");
            /// ```
            ///
            /// # Panics
            /// When the composition is refused, or an offset of `t` is not a linear index of the tensor or mode, because
            /// of run-time integers.
            ///
            /// # Compile errors
            /// When one of these holds for static integers.
            #[inline]
            #[track_caller]
            pub fn compose_mut<K: Tiler>(&mut self, t: K) -> ViewMut<'_, T, Compose<L, K>> {
                const { check_composition::<L, K>() };
                self.view_mut().into_composed(t)
            }

            /// The elements, in unchanged row-major order, with another shape. See [`View::reshape`].
            ///
            /// ```
            /// use static_layout::*;
            /// let line = Boxed::from_offsets(layout!(6), |i| i);
            /// assert_eq!(line.reshape(shape!(2, _)).to_string(), "0 1 2\n3 4 5");
            /// ```
            ///
            /// # Panics
            /// When the sizes differ, or the strides admit no such layout, because of run-time integers.
            ///
            /// # Compile errors
            /// When one of these holds for static integers.
            #[inline]
            #[track_caller]
            pub fn reshape<P: IntTuple>(&self, shape: P) -> View<'_, T, ops::Reshape<L, P>> {
                const { reshape::check::<L, P>() };
                self.view().reshaped(shape)
            }

            /// [`reshape`](Self::reshape), to be written.
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
            pub fn reshape_mut<P: IntTuple>(
                &mut self,
                shape: P,
            ) -> ViewMut<'_, T, ops::Reshape<L, P>> {
                const { reshape::check::<L, P>() };
                self.view_mut().into_reshaped(shape)
            }

            /// The axes in reverse order. See [`View::transpose`].
            ///
            /// ```
            /// use static_layout::*;
            /// let grid = Owned::<usize, Layout!((2, 3):row)>::from_offsets(|i| i);
            /// assert_eq!(grid.transpose().to_string(), "0 3\n1 4\n2 5");
            /// ```
            #[inline]
            #[track_caller]
            pub fn transpose(&self) -> View<'_, T, ops::Transpose<L>> {
                self.view().transpose()
            }

            /// [`transpose`](Self::transpose), to be written.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut grid = Owned::<i32, Layout!((2, 3):row)>::filled(0);
            /// grid.transpose_mut()[(2, 0)] = 7;
            /// assert_eq!(grid.to_string(), "0 0 7\n0 0 0");
            /// ```
            #[inline]
            #[track_caller]
            pub fn transpose_mut(&mut self) -> ViewMut<'_, T, ops::Transpose<L>> {
                self.view_mut().into_transposed()
            }
        }
    };
}
#[cfg(feature = "owned")]
methods_of_views! { Owned }
#[cfg(feature = "alloc")]
methods_of_views! { Boxed }
