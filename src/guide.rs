//! Longer examples.
//!
//! # Generic code
//!
//! A function, a type or an iterator over any layout has the bound `L:` [`AnyLayout`](crate::AnyLayout), and
//! for a tiler `T:` [`Tiler`](crate::Tiler). No other bound is necessary. Results are layouts again;
//! [`ops`](crate::ops) names them, and the methods come with the traits of the crate.
//!
//! Here the tiles of a layout are an iterator. It divides and slices; `sums` composes each tile with an
//! order, multiplies, and indexes. Static layouts, run-time ones and swizzled ones pass through
//! the same lines.
//!
//! ```
//! use static_layout::*;
//!
//! /// The tiles of a layout, and where each begins.
//! struct Tiles<L: AnyLayout, T: Tiler> {
//!     tiled: ops::ZippedDivide<L, T>,
//!     next: usize,
//! }
//!
//! impl<L: AnyLayout, T: Tiler> Tiles<L, T> {
//!     fn new(layout: L, tile: T) -> Self {
//!         Tiles { tiled: layout.zipped_divide(tile), next: 0 }
//!     }
//! }
//!
//! impl<L: AnyLayout, T: Tiler> Iterator for Tiles<L, T> {
//!     type Item = (ops::Slice<ops::ZippedDivide<L, T>, (Keep, usize)>, usize);
//!
//!     fn next(&mut self) -> Option<Self::Item> {
//!         let tile = self.next;
//!         self.next += 1;
//!         let exists = tile < self.tiled.mode::<1>().size();
//!         exists.then(|| self.tiled.slice((Keep, tile)))
//!     }
//! }
//!
//! /// The sum of each row of each tile of 2 x 4 elements.
//! fn sums<L: AnyLayout>(layout: L, data: &[usize]) -> Vec<usize> {
//!     let by_rows = layout!((2, 4):(4, 1));
//!     let mut sums = Vec::new();
//!     for (tile, offset) in Tiles::new(layout, layout!(8:1)) {
//!         let tile = tile.compose(by_rows);
//!         for row in 0..2 {
//!             sums.push((0..4).map(|i| data[tile.index((row, i)) + offset]).sum());
//!         }
//!     }
//!     sums
//! }
//!
//! /// The same over two copies of the layout, one behind the other.
//! fn sums_of_two<L: AnyLayout>(layout: L, data: &[usize]) -> Vec<usize> {
//!     sums(layout.logical_product(layout!(2:1)), data)
//! }
//!
//! let data: Vec<usize> = (0..64).collect();
//! let columns = layout!((4, 8):(1, 4));
//! assert_eq!(sums(columns, &data)[..4], [6, 22, 38, 54]);
//! assert_eq!(sums_of_two(columns, &data).len(), 16);
//!
//! // The same with extents of run time ..
//! let (m, n) = (4, 8);
//! assert_eq!(sums(layout!((m, n):(1, m)), &data), sums(columns, &data));
//! assert_eq!(sums_of_two(layout!((m, n):(1, m)), &data), sums_of_two(columns, &data));
//!
//! // .. and through a swizzle, which moves elements within their group of four.
//! let swizzled = layout!(Sw<2,0,2> o 0 o (4, 8):(1, 4));
//! assert_eq!(sums(swizzled, &data), sums(columns, &data));
//! assert_eq!(sums_of_two(swizzled, &data), sums_of_two(columns, &data));
//! ```
//!
//! # Partial tiles
//!
//! Where the tiles do not divide, the padded divides round their number up and know which
//! coordinates have an element. Whole tiles run without a test, the others over what there is; where
//! every tile is whole and the extents are static, the second branch is compiled away.
//!
//! ```
//! use static_layout::*;
//!
//! fn scale<L: AnyLayout>(layout: L, data: &mut [f32]) {
//!     let tiles = layout.zipped_divide_padded(layout!(4:1));
//!     let divided = tiles.layout();
//!     for tile in 0..divided.mode::<1>().size() {
//!         if tiles.is_whole((Keep, tile)) {
//!             (0..4).for_each(|i| data[divided.index((i, tile))] *= 2.0);
//!         } else {
//!             tiles.coords((Keep, tile)).for_each(|c| data[divided.index(c)] *= 2.0);
//!         }
//!     }
//! }
//!
//! let (n, mut data) = (10, [1.0; 12]);
//! scale(layout!(n:1), &mut data);
//! assert_eq!(data[8..], [2.0, 2.0, 1.0, 1.0]);
//! scale(layout!(12:1), &mut data);
//! assert_eq!(data[8..], [4.0, 4.0, 2.0, 2.0]);
//! ```
//!
//! # Tensors
//!
//! A view lends its tiles to be written at the same time, because its layout keeps them apart; rows that fill
//! no tile are split off before. Tiles of the coordinates say where the elements of a tile are.
//!
//! ```
//! use static_layout::*;
//!
//! let (rows, mut data) = (6, [0; 24]);
//! let mut matrix = ViewMut::new(&mut data, layout!((rows, 4):(4, 1)))?;
//! // Ones above the diagonal: four rows in tiles, each on a thread of its own, and the two that are left.
//! let (mut whole, mut rest) = matrix.split_mut::<0>(rows / 4 * 4);
//! let places = Coordinates::of_tensor(&whole);
//! std::thread::scope(|scope| {
//!     for (k, mut tile) in whole.tiles_mut(tile!(4, 2)).enumerate() {
//!         let places = places.tile(tile!(4, 2), k);
//!         scope.spawn(move || {
//!             tile.update_entries(|c, x| {
//!                 let (i, j) = places.at(c);
//!                 *x = i32::from(i < j);
//!             })
//!         });
//!     }
//! });
//! rest.fill(2);
//! assert_eq!(matrix.to_string(), "0 1 1 1\n0 0 1 1\n0 0 0 1\n0 0 0 0\n2 2 2 2\n2 2 2 2");
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # Shapes and coordinates
//!
//! Shapes, strides and coordinates are tuples of integers, and have functions of their own:
//! [`TupleOps`](crate::ops::TupleOps). What is static stays static.
//!
//! ```
//! use static_layout::{ops::TupleOps, *};
//!
//! /// How many tiles cover a shape, and where tile `i` begins.
//! fn origin<S: IntTuple, T: IntTuple>(shape: S, tile: T, i: usize) -> String {
//!     let grid = shape.ceil_div(tile);
//!     let origin = i.idx2crd(grid).elem_scale(tile);
//!     format!("{:#} of {:#}", origin.display(), grid.display())
//! }
//!
//! let n = 100;
//! assert_eq!(origin(shape!(128, n), shape!(16, 8), 9), "(16,8) of (_8,13)");
//! ```
