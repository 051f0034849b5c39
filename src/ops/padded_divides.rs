//! Divides that round up, for partial tiles.

use super::parts::*;
use super::table::operations;
use crate::types::DividePadded;
use typenum::{B0, B1};

operations! {
    padded_divides:

    /// [`logical_divide`](Self::logical_divide) with the number of tiles rounded up; the result tests
    /// which of its coordinates are inside the original. CuTe's `logical_divide`, without that test.
    ///
    /// ```text
    /// 10:1 by 4:1     tile   0  1  2
    ///                        0  4  8
    ///                        1  5  9
    ///                        2  6  .     not inside
    ///                        3  7  .                     (4,3):(1,4)
    /// ```
    ///
    /// Refused when the tile leaves gaps or repeats an element: no number of tiles fills the layout then.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!(10:1).logical_divide_padded(layout!(4:1));
    /// assert_eq!(r.layout().to_string(), "(4,3):(1,4)");
    /// assert!(r.inside((1, 2)) && !r.inside((2, 2)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).logical_divide_padded(layout!(4:0));
    /// ```
    fn logical_divide_padded, try_logical_divide_padded(tiler t: T) -> LogicalDividePadded
    where (IsTilerOf<T, Self>: TilerFits)
    {
        padded(B1): T::Logical<A, DividePadded>;
        |a| a.logical_divide_padded(&t);
        plan a.plan_logical_divide_padded(&t);
    }

    /// [`zipped_divide`](Self::zipped_divide) with the number of tiles rounded up, mode by mode.
    ///
    /// ```text
    /// (3,5):(5,1) cut in tiles of 2 by 4; `.` is not inside
    ///   0  1  2  3 |  4  .  .  .
    ///   5  6  7  8 |  9  .  .  .
    ///  ------------+------------
    ///  10 11 12 13 | 14  .  .  .
    ///   .  .  .  . |  .  .  .  .
    /// ```
    ///
    /// Refused as [`logical_divide_padded`](Self::logical_divide_padded) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((3, 5):(5, 1)).zipped_divide_padded(tile!(2, 4));
    /// assert_eq!(r.layout().to_string(), "((2,4),(2,2)):((5,1),(10,4))");
    /// assert!(r.inside(((0, 0), (1, 1))) && !r.inside(((1, 0), (1, 1))));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).zipped_divide_padded(layout!(4:0));
    /// ```
    fn zipped_divide_padded, try_zipped_divide_padded(tiler t: T) -> ZippedDividePadded
    where (IsTilerOf<T, Self>: TilerFits)
    {
        padded(B0): T::Zipped<A, DividePadded>;
        |a| a.zipped_divide_padded(&t);
        plan a.plan_zipped_divide_padded(&t);
    }

    /// [`tiled_divide`](Self::tiled_divide) with the number of tiles rounded up. Refused as
    /// [`logical_divide_padded`](Self::logical_divide_padded) is.
    ///
    /// ```text
    /// zipped   ((2,4), (2,2)) : ((5,1), (10,4))
    /// tiled    ((2,4),  2,2 ) : ((5,1),  10,4 )       inside((k, i, j)): element k of tile (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((3, 5):(5, 1)).tiled_divide_padded(tile!(2, 4));
    /// assert_eq!(r.layout().to_string(), "((2,4),2,2):((5,1),10,4)");
    /// assert!(r.inside((0, 1, 1)) && !r.inside((1, 1, 1)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).tiled_divide_padded(layout!(4:0));
    /// ```
    fn tiled_divide_padded, try_tiled_divide_padded(tiler t: T) -> TiledDividePadded
    where (IsTilerOf<T, Self>: TilerFits)
    {
        padded(B0): T::Tiled<A, DividePadded>;
        |a| a.tiled_divide_padded(&t);
        plan a.plan_tiled_divide_padded(&t);
    }

    /// [`flat_divide`](Self::flat_divide) with the number of tiles rounded up. Refused as
    /// [`logical_divide_padded`](Self::logical_divide_padded) is.
    ///
    /// ```text
    /// zipped   ((2,4), (2,2)) : ((5,1), (10,4))
    /// flat     ( 2,4,   2,2 ) : ( 5,1,   10,4 )       inside((a, b, i, j)): element (a, b) of tile (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((3, 5):(5, 1)).flat_divide_padded(tile!(2, 4));
    /// assert_eq!(r.layout().to_string(), "(2,4,2,2):(5,1,10,4)");
    /// assert!(r.inside((0, 0, 1, 1)) && !r.inside((0, 1, 1, 1)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide 12:1 by 4:0: a tiler must not repeat elements, but has extent 4 at stride 0
    /// layout!(12:1).flat_divide_padded(layout!(4:0));
    /// ```
    fn flat_divide_padded, try_flat_divide_padded(tiler t: T) -> FlatDividePadded
    where (IsTilerOf<T, Self>: TilerFits)
    {
        padded(B0): T::Flat<A, DividePadded>;
        |a| a.flat_divide_padded(&t);
        plan a.plan_flat_divide_padded(&t);
    }
}
