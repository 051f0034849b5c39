//! Longer examples.
//!
//! # Generic code
//!
//! A function, a type or an iterator over any layout has the bound `L:` [`AnyLayout`](crate::AnyLayout), and for a
//! tiler `T:` [`Tiler`](crate::Tiler). It needs no other bound. Results are also layouts; [`ops`](crate::ops) names
//! them, and the methods come with the traits of the crate.
//!
//! In this example, an iterator divides a layout and yields its tiles. `sums` composes each tile with an order, and
//! indexes. The code works for static, run-time and swizzled layouts.
//!
//! ```
//! use static_layout::*;
//!
//! /// The tiles of a layout, each with the offset of its first element.
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
//! /// The sums of two copies of the layout, one after the other.
//! fn sums_of_two<L: AnyLayout>(layout: L, data: &[usize]) -> Vec<usize> {
//!     sums(layout.logical_product(layout!(2:1)), data)
//! }
//!
//! let data: Vec<usize> = (0..64).collect();
//! let columns = layout!((4, 8):(1, 4));
//! assert_eq!(sums(columns, &data)[..4], [6, 22, 38, 54]);
//! assert_eq!(sums_of_two(columns, &data).len(), 16);
//!
//! // With run-time extents ..
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
//! If tiles do not divide the extents, the padded divides round the number of tiles up, and tell which coordinates have
//! an element. A loop over a whole tile needs no test; a loop over a partial tile visits the coordinates inside. If the
//! extents are static and every tile is whole, the compiler removes the second branch.
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
//! Several threads may write the tiles of a view, because the compiler checks that the tiles share no element. Rows
//! that do not fill a tile are split off first. Tiles of the coordinates tell which elements a tile has.
//!
//! ```
//! use static_layout::*;
//!
//! let (rows, mut data) = (6, [0; 24]);
//! let mut matrix = ViewMut::new(&mut data, layout!((rows, 4):(4, 1)))?;
//! // Ones above the diagonal: four rows in tiles, each on its own thread, and the remaining two rows.
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
//! Shapes, strides and coordinates are tuples of integers. Their functions are in [`TupleOps`](crate::ops::TupleOps).
//! The result of static integers is static.
//!
//! ```
//! use static_layout::{ops::TupleOps, *};
//!
//! /// The number of tiles that cover a shape, and the origin of tile `i`.
//! fn origin<S: IntTuple, T: IntTuple>(shape: S, tile: T, i: usize) -> String {
//!     let grid = shape.ceil_div(tile);
//!     let origin = i.idx2crd(grid).elem_scale(tile);
//!     format!("{:#} of {:#}", origin.display(), grid.display())
//! }
//!
//! let n = 100;
//! assert_eq!(origin(shape!(128, n), shape!(16, 8), 9), "(16,8) of (_8,13)");
//! ```
