//! Tiles of a tensor, and the partitions of threads.

/// The methods of each tensor that return a tile, all tiles, or the elements of threads. [`Tensor`](super::Tensor) and
/// [`View`](super::View) expand them: the parts of a `View<'a, ..>` live for `'a`, the parts of other tensors as long
/// as the borrow.
macro_rules! tile_methods {
    ([$($pub:tt)?] $Of:ident<$a:lifetime, $T:ty, $L:ty>, $self:ident = $view:expr) => { crate::at_caller::at_caller! { @$Of
        /// The tile at a coordinate of the grid of tiles: `R[d] = zipped_divide::compute(view, tiler)[(d, coord)]`. `_`
        /// in the coordinate keeps a mode of the grid, after the modes of the tile. CuTe's `local_tile` and
        /// `inner_partition`.
        ///
        /// ```text
        /// (4,6):(1,4) by <2,3>      0  4  8 | 12 16 20
        ///                           1  5  9 | 13 17 21       at (1,0)   2  6 10
        ///                           --------+---------                  3  7 11
        ///                           2  6 10 | 14 18 22
        ///                           3  7 11 | 15 19 23
        /// ```
        ///
        /// ```
        /// use static_layout::*;
        /// let grid = Boxed::from_offsets(layout!((4, 6)), |i| i);
        /// let tile = grid.tile(tile!(2, 3), (1, 0));
        /// assert_eq!(tile.to_string(), " 2  6 10\n 3  7 11");
        /// let row = grid.view().tile(tile!(2, 3), coord!(1, _));
        /// assert_eq!(row.layout().to_string(), "(2,3,2):(1,4,12)");
        /// ```
        ///
        /// The layout `R` of the tile is [`ops::InnerPartition`](crate::ops::InnerPartition); `Z` is the divided layout.
        ///
        /// # Panics
        /// When the divide is refused for run-time integers ([`try_tile`](Self::try_tile) returns the error
        /// instead), or the coordinate lies outside the grid of tiles.
        ///
        /// # Compile errors
        /// When the divide is refused for static integers, a static coordinate lies outside a static grid of tiles, or a
        /// coordinate is nested differently from the grid. A literal in a plain tuple is a run-time number; `coord!` makes it static,
        /// and the coordinate is checked when the program is built:
        /// ```compile_fail,E0080
        /// use static_layout::*;
        /// let view = View::new(&[0; 70], layout!((10, 7):row)).unwrap();
        /// // the grid of tiles: coordinate (2,0) is out of range for shape (2,1): 2 is not below 2
        /// view.tile(tile!(5, 7), coord!(2, 0));
        /// ```
        #[inline]
        #[track_caller]
        #[doc(alias = "local_tile")]
        #[doc(alias = "inner_partition")]
        $($pub)? fn tile<K: Tiler, C: IntTuple, Z: AnyLayout, R: AnyLayout>(
            &$self,
            tiler: K,
            coord: C,
        ) -> View<$a, $T, R>
        where
            ZippedDivide<$L, K>: Is<Z>,
            Slice<Z, AtTile<C>>: Is<R>,
        {
            const { check_tile::<$L, K, C, Z>() };
            let view = $view;
            let divided = zipped_divide::compute_or_panic(view.layout(), tiler).it();
            let (layout, offset) = part_at(divided, (EachMode, coord), coord, Part::Tile);
            // SAFETY: V3: a divide keeps the offsets of this layout, a slice of it has some of them, and `offset` is
            // the offset of its coordinate 0, or 0 if it has none (V4).
            unsafe { view.moved(offset, layout) }
        }

        /// [`tile`](Self::tile) that returns the refusal of the divide as an error. The coordinate is not part of the
        /// `Result`: outside the grid of tiles it panics, as in [`tile`](Self::tile).
        ///
        /// ```
        /// use static_layout::*;
        /// let (data, n) = ([0, 1, 2, 3, 4, 5], 6);
        /// let view = View::new(&data, layout!((n):(1)))?;
        /// assert!(view.try_tile(tile!(3), 1)?.iter().eq(&[3, 4, 5]));
        /// assert!(view.try_tile(tile!(4), 1).is_err());
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Errors
        /// When the divide is refused for run-time integers.
        ///
        /// # Panics
        /// When the coordinate lies outside the grid of tiles.
        ///
        /// # Compile errors
        /// When the divide is refused for static integers, a static coordinate lies outside a static grid of tiles, or a
        /// coordinate is nested differently from the grid.
        #[inline]
        #[track_caller]
        $($pub)? fn try_tile<K: Tiler, C: IntTuple, Z: AnyLayout, R: AnyLayout>(
            &$self,
            tiler: K,
            coord: C,
        ) -> Result<View<$a, $T, R>, LayoutError>
        where
            ZippedDivide<$L, K>: Is<Z>,
            Slice<Z, AtTile<C>>: Is<R>,
        {
            const { check_tile::<$L, K, C, Z>() };
            let view = $view;
            let divided = zipped_divide::compute(view.layout(), tiler)?.it();
            let (layout, offset) = part_at(divided, (EachMode, coord), coord, Part::Tile);
            // SAFETY: V3: a divide keeps the offsets of this layout, a slice of it has some of them, and `offset` is
            // the offset of its coordinate 0, or 0 if it has none (V4).
            Ok(unsafe { view.moved(offset, layout) })
        }

        /// The tile of one operand, by a tiler and a coordinate for all operands: [`tile`](Self::tile) by the modes of both
        /// that [`modes!`](macro@crate::modes) lists. CuTe's `local_tile` with a `Step`.
        ///
        /// ```text
        /// local_tile(mA, cta_tiler, cta_coord, Step<_1, X,_1>{})     a.tile_of(cta_tiler, cta_coord, modes!(0, 2))
        /// ```
        ///
        /// ```
        /// use static_layout::*;
        /// // One block of C = A B^T: A is (M,K), B is (N,K).
        /// let (m, n, k) = (8, 6, 10);
        /// let a = Boxed::from_offsets(layout!((m, k)), |i| i);
        /// let b = Boxed::from_offsets(layout!((n, k)), |i| i);
        /// let mut c = Boxed::filled(layout!((m, n)), 0);
        /// let (tiler, at) = (tile!(4, 3, 5), (1, 0, Keep)); // (BLK_M,BLK_N,BLK_K), (m,n,k)
        /// let block_a = a.view().tile_of(tiler, at, modes!(0, 2)); // (BLK_M,BLK_K,k)
        /// let block_b = b.view().tile_of(tiler, at, modes!(1, 2)); // (BLK_N,BLK_K,k)
        /// let block_c = c.tile_of_mut(tiler, at, modes!(0, 1)); // (BLK_M,BLK_N)
        /// assert_eq!(block_a.layout().to_string(), "(4,5,2):(1,8,40)");
        /// assert_eq!(block_b.layout().to_string(), "(3,5,2):(1,6,30)");
        /// assert_eq!(block_c.layout().to_string(), "(4,3):(1,8)");
        /// ```
        ///
        /// The other methods of tiles take a part of a tiler, [`Tile::select`](crate::Tile::select), and of a coordinate.
        ///
        /// # Panics
        /// As [`tile`](Self::tile).
        ///
        /// # Compile errors
        /// As [`tile`](Self::tile), and when the tiler or the coordinate does not have one of the modes.
        #[inline]
        #[track_caller]
        #[doc(alias = "local_tile")]
        #[doc(alias = "Step")]
        $($pub)? fn tile_of<K, C, I, Z: AnyLayout, R: AnyLayout>(
            &$self,
            tiler: Tile<K>,
            coord: C,
            modes: I,
        ) -> View<$a, $T, R>
        where
            K: Tilers + Project<I, Projected: Tilers>,
            C: Project<I, Projected: IntTuple>,
            ZippedDivide<$L, Tile<Projected<K, I>>>: Is<Z>,
            Slice<Z, AtTile<Projected<C, I>>>: Is<R>,
        {
            const { check_tile::<$L, Tile<Projected<K, I>>, Projected<C, I>, Z>() };
            let (view, tiler, coord) = ($view, tiler.select(modes), coord.project());
            let divided = zipped_divide::compute_or_panic(view.layout(), tiler).it();
            let (layout, offset) = part_at(divided, (EachMode, coord), coord, Part::Tile);
            // SAFETY: V3: a divide keeps the offsets of this layout, a slice of it has some of them, and `offset` is
            // the offset of its coordinate 0, or 0 if it has none (V4).
            unsafe { view.moved(offset, layout) }
        }

        /// The tiles in linear order: the leftmost mode of the grid varies fastest.
        ///
        /// ```
        /// use static_layout::*;
        /// let data = [1, 2, 3, 4, 5, 6, 7, 8];
        /// let view = View::new(&data, layout!((2, 4)))?;
        /// let sums: Vec<i32> = view.tiles(tile!(2, 2)).map(|tile| tile.iter().sum()).collect();
        /// assert_eq!(sums, [10, 26]);
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Panics
        /// When the divide is refused for run-time integers. [`try_tiles`](Self::try_tiles) returns the error
        /// instead.
        /// A tensor without elements is refused: test `size() == 0` first.
        ///
        /// # Compile errors
        /// When the divide is refused for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn tiles<K: Tiler>(&$self, tiler: K) -> Tiles<$a, $T, $L, K> {
            const { zipped_divide::check::<$L, K>() };
            let view = $view;
            // SAFETY: V3: a divide reorders the coordinates of this layout and keeps their offsets.
            unsafe { view.parts(TilePartitioning(zipped_divide::compute_or_panic(view.layout(), tiler))) }
        }

        /// [`tiles`](Self::tiles) that returns an error instead of a panic.
        ///
        /// ```
        /// use static_layout::*;
        /// let (data, n) = ([0, 1, 2, 3, 4, 5], 6);
        /// let view = View::new(&data, layout!((n):(1)))?;
        /// assert_eq!(view.try_tiles(tile!(3))?.count(), 2);
        /// assert!(view.try_tiles(tile!(4)).is_err());
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Errors
        /// When the divide is refused for run-time integers.
        ///
        /// # Compile errors
        /// When the divide is refused for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn try_tiles<K: Tiler>(
            &$self,
            tiler: K,
        ) -> Result<Tiles<$a, $T, $L, K>, LayoutError> {
            const { zipped_divide::check::<$L, K>() };
            let view = $view;
            // SAFETY: V3: a divide reorders the coordinates of this layout and keeps their offsets.
            Ok(unsafe { view.parts(TilePartitioning(zipped_divide::compute(view.layout(), tiler)?)) })
        }

        /// The tiles as a parallel iterator of `rayon`. See [`tiles`](Self::tiles).
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
        $($pub)? fn par_tiles<K: Tiler>(&$self, tiler: K) -> ParParts<Tiles<$a, $T, $L, K>>
        where
            $T: Sync,
        {
            const { zipped_divide::check::<$L, K>() };
            let view = $view;
            // SAFETY: V3: a divide reorders the coordinates of this layout and keeps their offsets.
            unsafe { view.parts(TilePartitioning(zipped_divide::compute_or_panic(view.layout(), tiler))) }.into_par_iter()
        }

        /// The elements at one coordinate of each tile: `R[d] = zipped_divide::compute(view, tiler)[(coord, d)]`. `_`
        /// in the coordinate keeps a mode of the tile, before the modes of the grid. CuTe's `outer_partition`.
        ///
        /// ```
        /// use static_layout::*;
        /// let grid = Boxed::from_offsets(layout!((4, 6)), |i| i);
        /// assert_eq!(grid.outer_partition(tile!(2, 3), (1, 0)).to_string(), " 1 13\n 3 15");
        /// ```
        ///
        /// The layout `R` of the result is [`ops::OuterPartition`](crate::ops::OuterPartition); `Z` is the divided layout.
        ///
        /// # Panics
        /// When the divide is refused for run-time integers, or the coordinate lies outside the tile.
        ///
        /// # Compile errors
        /// When the divide is refused for static integers, a static coordinate lies outside a static tile, or a coordinate
        /// is nested differently from the tile.
        #[inline]
        #[track_caller]
        $($pub)? fn outer_partition<K: Tiler, C: IntTuple, Z: AnyLayout, R: AnyLayout>(
            &$self,
            tiler: K,
            coord: C,
        ) -> View<$a, $T, R>
        where
            ZippedDivide<$L, K>: Is<Z>,
            Slice<Z, AtPlace<C>>: Is<R>,
        {
            const { check_place::<$L, K, C, Z>() };
            let view = $view;
            let divided = zipped_divide::compute_or_panic(view.layout(), tiler).it();
            let (layout, offset) = part_at(divided, (coord, EachMode), coord, Part::Place);
            // SAFETY: V3: a divide keeps the offsets of this layout, a slice of it has some of them, and `offset` is
            // the offset of its coordinate 0, or 0 if it has none (V4).
            unsafe { view.moved(offset, layout) }
        }

        /// The share of one thread: the elements at its place in each tile.
        ///
        /// `threads` maps the places of a tile, which has the shape of `threads`, to threads:
        /// `R[d] = zipped_divide::compute(view, shape(threads))[(inverse(threads)(thread), d)]`. CuTe's `local_partition`.
        ///
        /// ```text
        /// (4,6):(1,4), threads (2,3):(3,1)      t0 t1 t2 | t0 t1 t2
        ///                                       t3 t4 t5 | t3 t4 t5      thread 4    5 17
        ///                                       ---------+---------                  7 19
        ///                                       t0 t1 t2 | t0 t1 t2
        ///                                       t3 t4 t5 | t3 t4 t5
        /// ```
        ///
        /// ```
        /// use static_layout::*;
        /// let grid = Boxed::from_offsets(layout!((4, 6)), |i| i);
        /// assert_eq!(grid.partition(layout!((2, 3):(3, 1)), 4).to_string(), " 5 17\n 7 19");
        /// ```
        ///
        /// The layout `P` of the share is [`ops::Partition`](crate::ops::Partition); `Z` is the divided layout.
        ///
        /// # Panics
        /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers,
        /// and when `thread` is not below the number of threads.
        ///
        /// # Compile errors
        /// When the divide is refused, or `threads` has no inverse, for static integers.
        #[inline]
        #[track_caller]
        #[doc(alias = "local_partition")]
        #[doc(alias = "distribute")]
        $($pub)? fn partition<R: AnyLayout, Z: AnyLayout, P: AnyLayout>(
            &$self,
            threads: R,
            thread: usize,
        ) -> View<$a, $T, P>
        where
            ZippedDivide<$L, ThreadTile<R>>: Is<Z>,
            Slice<Z, AtPlace<usize>>: Is<P>,
        {
            const { check_shares::<$L, R>() };
            let view = $view;
            let (layout, offset) = partition::share(view.layout(), threads, thread);
            // SAFETY: V3: a divide keeps the offsets of this layout, a share is a slice of it, and `offset` is the
            // offset of its coordinate 0 (`Partitioning`).
            unsafe { view.moved(offset, layout) }
        }

        /// The share of each thread, in the order of the threads. See [`partition`](Self::partition).
        ///
        /// ```
        /// use static_layout::*;
        /// let data = [1, 2, 3, 4, 5, 6, 7, 8];
        /// let view = View::new(&data, layout!(8:1))?;
        /// let sums: Vec<i32> = view.shares(layout!(2:1)).map(|share| share.iter().sum()).collect();
        /// assert_eq!(sums, [1 + 3 + 5 + 7, 2 + 4 + 6 + 8]);
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Panics
        /// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers.
        ///
        /// # Compile errors
        /// When the divide is refused, or `threads` has no inverse, for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn shares<R: AnyLayout>(&$self, threads: R) -> Shares<$a, $T, $L, R> {
            const { check_shares::<$L, R>() };
            let view = $view;
            // SAFETY: V3: a divide reorders the coordinates of this layout and keeps their offsets.
            unsafe { view.parts(share_partitioning(view.layout(), threads)) }
        }
    } };
}
pub(super) use tile_methods;
