//! Divides: a layout cut into tiles.

use super::parts::*;
use super::results::Size;
use super::table::operations;
use crate::types::{Divide, List};
use typenum::U0;

operations! {
    divides:

    /// `(self o t, self o t*)`: the tile, and the rest, which walks from tile to tile; `t*` is the complement of `t` in
    /// the size of `self`. A tiler by mode divides each mode; a mode without a tiler is unchanged.
    ///
    /// ```text
    /// 12:1 by 3:2                         a column is a tile, a row one place in all tiles
    ///  0  1  2  3  4  5  6 ..  11             0  1  6  7
    ///  x     x     x        the tile 3:2      2  3  8  9
    ///  x  x              x  x  the rest       4  5 10 11     (3,(2,2)):(2,(1,6))
    /// ```
    ///
    /// Keeps the size and the set of offsets; mode 0 is the tile. Refused when the tile and its complement
    /// do not make up `[0, size)`, where CuTe rounds up: that is
    /// [`logical_divide_padded`](Self::logical_divide_padded). Also refused when the tile repeats an
    /// element (a stride of 0), and wherever [`compose`](Self::compose) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!(12:1).logical_divide(layout!(3:2));
    /// assert_eq!(r.to_string(), "(3,(2,2)):(2,(1,6))");
    /// let r = layout!((8, 6):(1, 8)).logical_divide(tile!(4, 3));
    /// assert_eq!(r.to_string(), "((4,2),(3,2)):((1,4),(8,24))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6
    /// layout!((6, 4):(4, 1)).logical_divide(layout!(4:1));
    /// ```
    fn logical_divide, try_logical_divide(tiler t: T) -> LogicalDivide
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Logical<A, Divide>;
        |a| a.logical_divide(&t);
        plan a.plan_logical_divide(&t);
        try "layout!((n, 6):(6, 1)).try_logical_divide(tile!(4, 3))"
            8 "((4,2),(3,2)):((6,24),(1,3))"
            9 "4 does not divide 9";
    }

    /// `((tiles), (rests))`: [`logical_divide`](Self::logical_divide) with the tiles of all modes
    /// together. Mode 0 walks one tile, mode 1 walks from tile to tile.
    ///
    /// ```text
    /// (4,6):(1,4) cut in tiles of 2 by 3     zipped: a column is a tile
    ///   0  4  8 | 12 16 20                       0  2 12 14
    ///   1  5  9 | 13 17 21                       1  3 13 15
    ///  ---------+---------                       4  6 16 18
    ///   2  6 10 | 14 18 22                       5  7 17 19
    ///   3  7 11 | 15 19 23                       8 10 20 22
    ///                                            9 11 21 23
    /// ```
    ///
    /// If `t` is a layout, it is `logical_divide`. A mode with the tiler `_` is all tile, and its rest is `1:0`; modes
    /// past the tilers are rests. Refused as `logical_divide` is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
    /// assert_eq!(r.to_string(), "((2,3),(2,2)):((1,4),(2,12))");
    /// let (tile, start) = r.slice(coord!(_, 2));
    /// assert_eq!((tile.to_string(), start), ("((2,3)):((1,4))".into(), 12));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,6):(1,4) by <3:1,3:1>: 3 does not divide 4
    /// layout!((4, 6):(1, 4)).zipped_divide(tile!(3, 3));
    /// ```
    fn zipped_divide, try_zipped_divide(tiler t: T) -> ZippedDivide
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Zipped<A, Divide>;
        |a| a.zipped_divide(&t);
        plan a.plan_zipped_divide(&t);
        try "layout!((n, 6):(6, 1)).try_zipped_divide(tile!(4, 3))"
            8 "((4,3),(2,2)):((6,1),(24,3))"
            9 "4 does not divide 9";
    }

    /// `((tiles), rest_0, rest_1, ..)`: [`zipped_divide`](Self::zipped_divide) with the rests side
    /// by side, one coordinate for each direction of the grid of tiles.
    ///
    /// ```text
    /// zipped   ((2,3), (2,2)) : ((1,4), (2,12))
    /// tiled    ((2,3),  2,2 ) : ((1,4),  2,12 )       index((k, i, j)): element k of tile (i, j)
    /// ```
    ///
    /// Refused as [`logical_divide`](Self::logical_divide) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 6):(1, 4)).tiled_divide(tile!(2, 3));
    /// assert_eq!(r.to_string(), "((2,3),2,2):((1,4),2,12)");
    /// assert_eq!(r.index((5, 1, 0)), 11);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,6):(1,4) by <2:1,4:1>: 4 does not divide 6
    /// layout!((4, 6):(1, 4)).tiled_divide(tile!(2, 4));
    /// ```
    fn tiled_divide, try_tiled_divide(tiler t: T) -> TiledDivide
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Tiled<A, Divide>;
        |a| a.tiled_divide(&t);
        plan a.plan_tiled_divide(&t);
        try "layout!((n, 6):(6, 1)).try_tiled_divide(tile!(4, 3))"
            8 "((4,3),2,2):((6,1),24,3)"
            9 "4 does not divide 9";
    }

    /// `(tile_0, .., rest_0, ..)`: [`zipped_divide`](Self::zipped_divide) with everything side by
    /// side.
    ///
    /// ```text
    /// zipped   ((2,3), (2,2)) : ((1,4), (2,12))
    /// flat     ( 2,3,   2,2 ) : ( 1,4,   2,12 )       index((a, b, i, j)): element (a, b) of tile (i, j)
    /// ```
    ///
    /// Refused as [`logical_divide`](Self::logical_divide) is, and when the result has more than 12 modes.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((4, 6):(1, 4)).flat_divide(tile!(2, 3));
    /// assert_eq!(r.to_string(), "(2,3,2,2):(1,4,2,12)");
    /// assert_eq!(r.index((1, 2, 1, 0)), 11);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,6):(1,4) by <2:1,4:1>: 4 does not divide 6
    /// layout!((4, 6):(1, 4)).flat_divide(tile!(2, 4));
    /// ```
    fn flat_divide, try_flat_divide(tiler t: T) -> FlatDivide
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Flat<A, Divide>;
        |a| a.flat_divide(&t);
        plan a.plan_flat_divide(&t);
        try "layout!((n, 6):(6, 1)).try_flat_divide(tile!(4, 3))"
            8 "(4,3,2,2):(6,1,24,3)"
            9 "4 does not divide 9";
    }

    /// How many tiles there are: the size of mode 1 of [`zipped_divide`](Self::zipped_divide).
    ///
    /// ```text
    /// |self| = |tile| * tile_count(t)          (4,6) in tiles of 2 by 3: 24 = 6 * 4
    /// ```
    ///
    /// It is what a loop over the tiles counts to, and the number of blocks of a launch. The numeral is in the type
    /// [`ops::TileCount`](crate::ops::TileCount) if the extents are static. Refused as `zipped_divide` is;
    /// [`ceil_div`](crate::ops::TupleOps::ceil_div) of the shape also counts partial tiles, mode by mode.
    ///
    /// ```
    /// use static_layout::*;
    /// let count: typenum::U4 = layout!((4, 6):(1, 4)).tile_count(tile!(2, 3));
    /// let rows = 128;
    /// assert_eq!(layout!((rows, 64):(64, 1)).tile_count(tile!(16, 8)), 64);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide (4,9):(1,4) by <2:1,2:1>: 2 does not divide 9
    /// layout!((4, 9):(1, 4)).tile_count(tile!(2, 2));
    /// ```
    fn tile_count, try_tile_count(tiler t: T) -> TileCount
    where (IsTilerOf<T, Self>: TilerFits)
    {
        number: Layout<Size<<T::Zipped<A, Divide> as PlainLayout>::Mode<At<1>>>, U0>;
        |a| a.tile_count(&t);
        first zipped_divide::check::<A, T>();
        answer zipped_divide::compute(a, t).map(|divided| {
            check::counted(divided.shape().list().split_first().1.split_first().0.count())
        });
        uninferred;
        try "layout!((n, 6):(6, 1)).try_tile_count(tile!(4, 3))" 8 "4" 9 "4 does not divide 9";
    }
}
