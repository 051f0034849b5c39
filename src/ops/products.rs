//! Products: copies of a layout in the order of another one, or up to a shape.

use super::parts::*;
use super::table::operations;
use crate::types::Multiply;

operations! {
    products:

    /// `(self, self+ o t)`: a copy of `self` for each element of `t`. A tiler by mode multiplies each mode.
    ///
    /// ```text
    /// (2,2):(4,1) by 6:1    copy    0  1  2  3  4  5
    ///                               0  2  8 10 16 18
    ///                               4  6 12 14 20 22
    ///                               1  3  9 11 17 19
    ///                               5  7 13 15 21 23     ((2,2),(2,3)):((4,1),(2,8))
    /// ```
    ///
    /// Mode 0 is `self`; the size is the product of the sizes. `self+` lists the places where copies fit, the gaps of
    /// `self` first, so copies never overlap: if `self` and `t` are injective, so is the product. It needs no
    /// complement: gaps that divide nothing remain unused.
    ///
    /// Refused when `self` overlaps itself, and when `t` does not fit the places as in
    /// [`compose`](Self::compose). A swizzled `t` is not a tiler: `logical_product_swizzled` of
    /// [`dynamic::Layout`](crate::dynamic::Layout) takes it.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(4, 1)).logical_product(layout!(6:1));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// // Rows of 4 with a pitch of 9: the gaps stay.
    /// let r = layout!((5, 4):(1, 9)).logical_product(layout!(3:1));
    /// assert_eq!(r.to_string(), "((5,4),3):((1,9),36)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).logical_product(layout!(3:1));
    /// ```
    fn logical_product, try_logical_product(tiler t: T) -> LogicalProduct
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Logical<A, Multiply>;
        |a| a.logical_product(&t);
        plan a.plan_logical_product(&t);
        try "layout!((n, 3):(3, 1)).try_logical_product(layout!(4:1))"
            2 "((2,3),4):((3,1),6)"
            0 "an extent is 0";
    }

    /// `((self), (copies))`: [`logical_product`](Self::logical_product) with the copies of all modes together. If `t`
    /// is a layout, it is `logical_product`. Refused as `logical_product` is.
    ///
    /// ```text
    /// (2,2):(1,2) by <2:1,3:1>     logical ((2,2),(2,3)) : ((1,4),(2,4))
    ///                              zipped  ((2,2),(2,3)) : ((1,2),(4,4))
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).zipped_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((1,2),(12,4))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).zipped_product(layout!(3:1));
    /// ```
    fn zipped_product, try_zipped_product(tiler t: T) -> ZippedProduct
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Zipped<A, Multiply>;
        |a| a.zipped_product(&t);
        plan a.plan_zipped_product(&t);
        try "layout!((2, 3):(n, 1)).try_zipped_product(layout!(4:1))"
            3 "((2,3),(1,1,4)):((3,1),(1,3,6))"
            2 "the modes overlap";
    }

    /// `((self), copy_0, copy_1, ..)`: [`zipped_product`](Self::zipped_product) with the copies side
    /// by side. Refused as [`logical_product`](Self::logical_product) is.
    ///
    /// ```text
    /// zipped   ((2,2), (2,3)) : ((1,2), (12,4))
    /// tiled    ((2,2),  2,3 ) : ((1,2),  12,4 )       index((k, i, j)): element k of copy (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).tiled_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "((2,2),2,3):((1,2),12,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).tiled_product(layout!(3:1));
    /// ```
    fn tiled_product, try_tiled_product(tiler t: T) -> TiledProduct
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Tiled<A, Multiply>;
        |a| a.tiled_product(&t);
        plan a.plan_tiled_product(&t);
        try "layout!((2, 3):(n, 1)).try_tiled_product(layout!(4:1))"
            3 "((2,3),1,1,4):((3,1),1,3,6)"
            2 "the modes overlap";
    }

    /// `(self_0, .., copy_0, ..)`: [`zipped_product`](Self::zipped_product) with everything side by
    /// side. Refused as [`logical_product`](Self::logical_product) is, and when the result has more than
    /// 12 modes.
    ///
    /// ```text
    /// zipped   ((2,2), (2,3)) : ((1,2), (12,4))
    /// flat     ( 2,2,   2,3 ) : ( 1,2,   12,4 )       index((a, b, i, j)): element (a, b) of copy (i, j)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).flat_product(layout!((2, 3):(3, 1)));
    /// assert_eq!(r.to_string(), "(2,2,2,3):(1,2,12,4)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,4) by 3:1: 2 does not divide 3
    /// layout!((2, 2):(1, 4)).flat_product(layout!(3:1));
    /// ```
    fn flat_product, try_flat_product(tiler t: T) -> FlatProduct
    where (IsTilerOf<T, Self>: TilerFits)
    {
        wrapped: T::Flat<A, Multiply>;
        |a| a.flat_product(&t);
        plan a.plan_flat_product(&t);
        try "layout!((2, 3):(n, 1)).try_flat_product(layout!(4:1))"
            3 "(2,3,1,1,4):(3,1,1,3,6)"
            2 "the modes overlap";
    }

    /// `((a_0, b_0), (a_1, b_1), ..)`: blocks of `self` in the order of `b`. A missing mode is
    /// `1:0`.
    ///
    /// ```text
    /// (2,2):(1,2) by (2,3):(1,2)
    /// blocked                     raked
    ///   0  2 |  8 10 | 16 18        0  8 16  2 10 18
    ///   1  3 |  9 11 | 17 19        4 12 20  6 14 22
    ///  ------+-------+------        1  9 17  3 11 19
    ///   4  6 | 12 14 | 20 22        5 13 21  7 15 23
    ///   5  7 | 13 15 | 21 23
    /// ```
    ///
    /// Has the offsets of [`logical_product`](Self::logical_product), with the modes of both in pairs. Refused as
    /// `logical_product` is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).blocked_product(layout!((2, 3):(1, 2)));
    /// assert_eq!(r.to_string(), "((2,2),(2,3)):((1,4),(2,8))");
    /// assert_eq!(r.index((3, 2)), 13);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,1) by 2:1: the stride 1 is below 2, where the mode below it ends
    /// layout!((2, 2):(1, 1)).blocked_product(layout!(2:1));
    /// ```
    fn blocked_product, try_blocked_product(layout b: B) -> BlockedProduct
    {
        wrapped: <PlainOf<B> as PlainLayout>::BlockedBy<A>;
        |a| a.blocked_product(&b);
        plan a.plan_blocked_product(&b);
        try "layout!((2, 3):(n, 1)).try_blocked_product(layout!((2, 2):(1, 2)))"
            3 "((2,(1,1,2)),(3,(1,1,2))):((3,(1,3,6)),(1,(2,6,12)))"
            2 "the modes overlap";
    }

    /// `((b_0, a_0), (b_1, a_1), ..)`: the elements of `self` spread over `b`, as rakes spread them. A missing mode is
    /// `1:0`. See the picture at [`blocked_product`](Self::blocked_product): its pairs are swapped here. Refused as
    /// `blocked_product` is.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!((2, 2):(1, 2)).raked_product(layout!((2, 3):(1, 2)));
    /// assert_eq!(r.to_string(), "((2,2),(3,2)):((4,1),(8,2))");
    /// assert_eq!(r.index((1, 2)), 20);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot multiply (2,2):(1,1) by 2:1: the stride 1 is below 2, where the mode below it ends
    /// layout!((2, 2):(1, 1)).raked_product(layout!(2:1));
    /// ```
    fn raked_product, try_raked_product(layout b: B) -> RakedProduct
    {
        wrapped: <PlainOf<B> as PlainLayout>::RakedBy<A>;
        |a| a.raked_product(&b);
        plan a.plan_raked_product(&b);
        try "layout!((2, 3):(n, 1)).try_raked_product(layout!((2, 2):(1, 2)))"
            3 "(((1,1,2),2),((1,1,2),3)):(((1,3,6),3),((2,6,12),1))"
            2 "the modes overlap";
    }

    /// Copies of this block that fill `shape`, mode by mode: `((A_0,n_0),(A_1,n_1),..)`, the copies
    /// side by side in column-major order. Modes that the block lacks are `1:0`. CuTe's `tile_to_shape`.
    ///
    /// ```text
    /// (2,2):(2,1) to (2,6)      0 1 | 4 5 | 8  9
    ///                           2 3 | 6 7 | 10 11
    /// ```
    ///
    /// Refused when a mode of the block does not divide the mode of the shape, and when the product of the block and
    /// its copies is refused. A block of more modes than the shape does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let tiled = layout!((2, 2):(2, 1)).tile_to_shape(shape!(2, 6));
    /// assert_eq!(tiled.to_string(), "((2,1),(2,3)):((2,0),(1,4))");
    /// let n = 6;
    /// let tiled = layout!((2, 2):(2, 1)).tile_to_shape(shape!(2, n));
    /// assert_eq!(format!("{tiled:#}"), "((_2,_1),(_2,3)):((_2,_0),(_1,_4))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot tile (2,2):(2,1) to the shape (2,5): 2 does not divide 5; the next multiple is 6
    /// layout!((2, 2):(2, 1)).tile_to_shape(shape!(2, 5));
    /// ```
    fn tile_to_shape, try_tile_to_shape(tuple shape: P) -> TileToShape
    where (IsFilledBy<P, Self>: BlockFitsShape)
    {
        wrapped: A::TileToShape<P>;
        |a| a.tile_to_shape(&shape);
        plan a.plan_tile_to_shape(&shape, &layout_core::IntTuple::leaf(0));
        try "layout!((4, 2):(1, 4)).try_tile_to_shape(shape!(n, 6))"
            8 "((4,2),(2,3)):((1,8),(4,16))"
            9 "the next multiple is 12";
    }

    /// [`tile_to_shape`](Self::tile_to_shape) with the copies in the order of the integers of `order`, one for each
    /// mode of the shape: the mode with the least integer is the fastest, as in [`ordered`](Layout::ordered).
    ///
    /// ```text
    /// (2,2):(2,1) to (4,4) in the order (1,0)      0 1 | 4 5
    ///                                              2 3 | 6 7
    ///                                              ----+------
    ///                                              8 9 | 12 13
    ///                                            10 11 | 14 15
    /// ```
    ///
    /// Refused as [`tile_to_shape`](Self::tile_to_shape) is; an order that is nested differently from the modes of the
    /// shape, or not static, does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let tiled = layout!((2, 2):(2, 1)).tile_to_shape_ordered(shape!(4, 4), shape!(1, 0));
    /// assert_eq!(tiled.to_string(), "((2,2),(2,2)):((2,8),(1,4))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the order does not fit the shape
    /// layout!((2, 2):(2, 1)).tile_to_shape_ordered(shape!(4, 4), shape!(1, 0, 2));
    /// ```
    fn tile_to_shape_ordered, try_tile_to_shape_ordered(tuple shape: P, order order: O) -> TileToShapeOrdered
    where (IsFilledBy<P, Self>: BlockFitsShape, OrdersCopies<O, P, Self>: OrderFits, O::IsStatic: StaticOrder)
    {
        wrapped: A::TileToShapeOrdered<P, O>;
        |a| a.tile_to_shape_ordered(&shape, &order);
        plan a.plan_tile_to_shape(&shape, &order);
        first static_order::<O>();
    }
}

/// Stops the compiler at an order of run-time integers, which generic code can pass.
#[track_caller]
const fn static_order<O: IntTuple>() {
    check::require(
        <O::IsStatic as Bool>::VALUE,
        "the order is not static: it decides which strides are static",
    )
}
