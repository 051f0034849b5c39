//! Blocks that fill a shape.

use super::Asks;
use super::asking::{ask, asked, question};
use crate::check;
use crate::layout::{
    AnyLayout, BlockFitsShape, Layout, OrderFits, PlainLayout, Reshaped, StaticOrder,
};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{Congruence, IntTuple};
use crate::types::{BlockFits, CopiesIn};
use layout_core::LayoutError;

type With<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as IntTuple>::IsStatic>;

question! {
    TileToShape[T: IntTuple] T; With<A, T>; A::TileToShape<T>; |a, shape: T| a.tile_to_shape(&shape)
}
question! {
    TileToShapeOrdered[T: IntTuple, O: IntTuple] (T, O); With<A, T>; A::TileToShapeOrdered<T, O>;
    |a, shape: T| a.tile_to_shape_ordered(&shape, &O::DESC)
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// Copies of this block that fill `shape`, mode by mode: `((A_0,n_0),(A_1,n_1),..)`, the copies
    /// side by side in column-major order. Modes that the block lacks are `1:0`. CuTe's `tile_to_shape`.
    ///
    /// ```text
    /// (2,2):(2,1) to (2,6)      0 1 | 4 5 | 8  9
    ///                           2 3 | 6 7 | 10 11
    /// ```
    ///
    /// Refused when a mode of the block does not divide that of the shape, and where the product of the
    /// block and its copies is refused. A block of more modes than the shape does not compile.
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
    #[inline(always)]
    #[track_caller]
    pub fn tile_to_shape<T: IntTuple>(self, shape: T) -> <Self as Reshaped>::TileToShape<T>
    where
        BlockFits<T, S>: BlockFitsShape,
    {
        ask!(@or_panic self, const { check::check::<Self, TileToShape, T>() }, With<Self, T>, |a| a.tile_to_shape(&shape.plain()))
    }

    /// [`tile_to_shape`](Self::tile_to_shape), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_tile_to_shape<T: IntTuple>(
        self,
        shape: T,
    ) -> Result<<Self as Reshaped>::TileToShape<T>, LayoutError>
    where
        BlockFits<T, S>: BlockFitsShape,
    {
        ask!(self, const { check::check::<Self, TileToShape, T>() }, With<Self, T>, |a| a.tile_to_shape(&shape.plain()))
    }

    /// [`tile_to_shape`](Self::tile_to_shape) with the copies in the order of the integers of `order`,
    /// one for each mode of the shape: the least fastest, as [`ordered`](Layout::ordered) has it.
    ///
    /// ```text
    /// (2,2):(2,1) to (4,4) in the order (1,0)      0 1 | 4 5
    ///                                              2 3 | 6 7
    ///                                              ----+------
    ///                                              8 9 | 12 13
    ///                                            10 11 | 14 15
    /// ```
    ///
    /// Refused as [`tile_to_shape`](Self::tile_to_shape) is; an order that is nested otherwise than the
    /// modes of the shape, or not static, does not compile.
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
    #[inline(always)]
    #[track_caller]
    pub fn tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        shape: T,
        order: O,
    ) -> <Self as Reshaped>::TileToShapeOrdered<T, O>
    where
        BlockFits<T, S>: BlockFitsShape,
        <O::List as Congruence>::Weakly<<CopiesIn<T, S> as IntTuple>::List>: OrderFits,
        O::IsStatic: StaticOrder,
    {
        let _ = order;
        ask!(@or_panic self, const { check::check::<Self, TileToShapeOrdered, (T, O)>() }, With<Self, T>, |a| a
            .tile_to_shape_ordered(&shape.plain(), &O::DESC))
    }

    /// [`tile_to_shape_ordered`](Self::tile_to_shape_ordered), with the refusal of run-time integers as
    /// an error.
    #[inline(always)]
    pub fn try_tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        shape: T,
        order: O,
    ) -> Result<<Self as Reshaped>::TileToShapeOrdered<T, O>, LayoutError>
    where
        BlockFits<T, S>: BlockFitsShape,
        <O::List as Congruence>::Weakly<<CopiesIn<T, S> as IntTuple>::List>: OrderFits,
        O::IsStatic: StaticOrder,
    {
        let _ = order;
        ask!(self, const { check::check::<Self, TileToShapeOrdered, (T, O)>() }, With<Self, T>, |a| a
            .tile_to_shape_ordered(&shape.plain(), &O::DESC))
    }
}

/// Blocks that fill a shape, for every layout.
///
/// ```
/// use static_layout::*;
/// fn wide<L: AnyLayout>(l: L, columns: usize) -> String {
///     l.tile_to_shape(shape!(2, columns)).to_string()
/// }
/// assert_eq!(wide(layout!((2, 2):(2, 1)), 6), "((2,1),(2,3)):((2,0),(1,4))");
/// ```
#[layout_macros::at_caller]
pub trait Tiling: AnyLayout {
    /// See [`Layout::tile_to_shape`].
    #[inline(always)]
    #[track_caller]
    fn tile_to_shape<T: IntTuple>(self, shape: T) -> ops::TileToShape<Self, T> {
        check::unwrap_or_panic(
            asked!(self, const { check::check_any::<Self, TileToShape, T>() }, With<Self::Plain, T>, |a| a.tile_to_shape(&shape.plain())),
        )
    }
    /// See [`Layout::try_tile_to_shape`].
    #[inline(always)]
    #[track_caller]
    fn try_tile_to_shape<T: IntTuple>(
        self,
        shape: T,
    ) -> Result<ops::TileToShape<Self, T>, LayoutError> {
        asked!(self, const { check::check_any::<Self, TileToShape, T>() }, With<Self::Plain, T>, |a| a.tile_to_shape(&shape.plain()))
    }
    /// See [`Layout::tile_to_shape_ordered`].
    #[inline(always)]
    #[track_caller]
    fn tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        shape: T,
        order: O,
    ) -> ops::TileToShapeOrdered<Self, T, O> {
        let _ = order;
        check::unwrap_or_panic(
            asked!(self, const { static_order::<O>(); check::check_any::<Self, TileToShapeOrdered, (T, O)>() }, Ordered<Self::Plain, T, O>, |a| a
            .tile_to_shape_ordered(&shape.plain(), &O::DESC)),
        )
    }
    /// See [`Layout::try_tile_to_shape_ordered`].
    #[inline(always)]
    #[track_caller]
    fn try_tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        shape: T,
        order: O,
    ) -> Result<ops::TileToShapeOrdered<Self, T, O>, LayoutError> {
        let _ = order;
        asked!(self, const { static_order::<O>(); check::check_any::<Self, TileToShapeOrdered, (T, O)>() }, Ordered<Self::Plain, T, O>, |a| a
            .tile_to_shape_ordered(&shape.plain(), &O::DESC))
    }
}
impl<L: AnyLayout> Tiling for L {}

/// Generic code asks for an order of literals where it is instantiated.
#[track_caller]
const fn static_order<O: IntTuple>() {
    check::require(
        <O::IsStatic as Bool>::VALUE,
        "the order is not static: it decides which strides are",
    )
}

/// Layout, shape and order are static.
type Ordered<A, T, O> = <With<A, T> as Bool>::And<<O as IntTuple>::IsStatic>;
