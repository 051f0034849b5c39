//! Functions of tuples of integers: sums, products, division, coordinates.

use super::parts::*;
use crate::types::{
    Adding, Covering, CoveringEach, Greater, Int, List, ListOf, Nesting, One, Pairing, Reduce,
    Rounding, Scaling, ShapeDividing, ShapeTaking, SizeOf, Sizing, Smaller, Splitting, Subtracting,
    Times, Z,
};

tuple_operations! {
    arithmetic:

    /// The product of the leaves; refused when it passes `2^63 - 1`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, typenum::U24, *};
    /// let size: U24 = shape!(2, (3, 4)).size();
    /// ```
    fn size, try_size() -> Size
    { computed: <SizeOf<ListOf<A>> as Int>::Leaf; |a| a.product_of(); }

    /// The sum of the leaves; refused when it passes `2^63 - 1`. A negative sum that is known at run time only is also
    /// refused: it has no place in `usize`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, typenum::U9, *};
    /// let sum: U9 = shape!(2, (3, 4)).sum();
    /// ```
    fn sum, try_sum() -> Sum
    { computed: <<ListOf<A> as Reduce>::Sum<Z> as Int>::Leaf; |a| a.sum_of(); }

    /// The integers of a tuple of depth 1 in rising order; their order must be known to the compiler.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let sorted: Shape!(2, 3, 5) = shape!(5, 2, 3).sort();
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// let n = 5;
    /// // the order of run-time integers is not known to the compiler
    /// shape!(n, 2).sort();
    /// ```
    fn sort, try_sort() -> Sort
    { computed: <ListOf<A> as Nesting>::Sort; |a| a.sort(); }

    /// The size of each mode, as a tuple; an integer `n` gives `(n,)`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, (3, 4)).product_each().display().to_string(), "(2,12)");
    /// ```
    fn product_each, try_product_each() -> ProductEach
    { computed: <<ListOf<A> as Reduce>::Sizes as List>::Tuple; |a| a.product_each(); }

    /// `sum a_i * b_i`, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let i = 2;
    /// assert_eq!(shape!(i, 3).inner_product(shape!(1, 8)), 26);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // no inner product of (2,3) and 4: the nesting differs
    /// shape!(2, 3).inner_product(shape!(4));
    /// ```
    fn inner_product, try_inner_product(tuple b: B) -> InnerProduct
    { computed: Sum<<ListOf<A> as Pairing>::With<Times, ListOf<B>>>; |a| a.inner_product_of(&b); }

    /// The size of the part at each leaf of `guide`, nested like the guide; refused unless this tuple refines the
    /// guide's nesting.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let sizes = shape!((2, 3), (4, 5)).product_like(shape!(0, (0, 0)));
    /// assert_eq!(sizes.display().to_string(), "(6,(4,5))");
    /// ```
    fn product_like, try_product_like(tuple b: B) -> ProductLike
    { computed: <ListOf<A> as Pairing>::With<Sizing, ListOf<B>>; |a| a.product_like(&b); }

    /// `a_i + b_i`, leaf by leaf, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let (a, b) = (shape!((5, 8), 3), shape!((1, 2), 3));
    /// assert_eq!(a.elem_add(b).display().to_string(), "((6,10),6)");
    /// assert_eq!(a.elem_sub(b).display().to_string(), "((4,6),0)");
    /// assert_eq!(a.elem_min(b).display().to_string(), "((1,2),3)");
    /// assert_eq!(a.elem_max(b).display().to_string(), "((5,8),3)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot add to (1,2) the tuple 3: the nesting differs
    /// shape!(1, 2).elem_add(shape!(3));
    /// ```
    fn elem_add, try_elem_add(tuple b: B) -> ElemAdd
    { computed: <ListOf<A> as Pairing>::With<Adding, ListOf<B>>; |a| a.elem_add(&b); }

    /// `a_i - b_i`, leaf by leaf, of tuples nested alike. A negative difference that is known at run time only is
    /// refused.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(1, 2).elem_sub(shape!(3, 1)).display().to_string(), "(-2,1)");
    /// let n = 1;
    /// assert!(shape!(n, 2).try_elem_sub(shape!(3, 1)).is_err());
    /// ```
    fn elem_sub, try_elem_sub(tuple b: B) -> ElemSub
    { computed: <ListOf<A> as Pairing>::With<Subtracting, ListOf<B>>; |a| a.elem_sub(&b); }

    /// The smaller one of each pair of leaves, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let rows = 10;
    /// let part = shape!(rows, 64).elem_min(shape!(16, 16));
    /// assert_eq!(format!("{:#}", part.display()), "(10,_16)");
    /// ```
    fn elem_min, try_elem_min(tuple b: B) -> ElemMin
    { computed: <ListOf<A> as Pairing>::With<Smaller, ListOf<B>>; |a| a.elem_min(&b); }

    /// The greater one of each pair of leaves, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(5, (8, 1)).elem_max(shape!(6, (2, 1))).display().to_string(), "(6,(8,1))");
    /// ```
    fn elem_max, try_elem_max(tuple b: B) -> ElemMax
    { computed: <ListOf<A> as Pairing>::With<Greater, ListOf<B>>; |a| a.elem_max(&b); }

    /// `a_i * |b_i|`: each leaf times the size of the part of `b` at its place; refused where `a` has a tuple and `b`
    /// an integer.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(2, 3).elem_scale(shape!(4, (5, 2))).display().to_string(), "(8,30)");
    /// ```
    fn elem_scale, try_elem_scale(tuple b: B) -> ElemScale
    { computed: <ListOf<A> as Pairing>::With<Scaling, ListOf<B>>; |a| a.elem_scale(&b); }

    /// What is left of this shape after `b` elements of it: an integer consumes the shape from left to right, a tuple
    /// mode by mode; a tuple at the place of an integer counts by its size.
    ///
    /// Refused unless, at every step, one of the two integers divides the other.
    ///
    /// ```text
    /// (6,2) / 3 = (2,2)     (6,2) / 12 = (1,1)     (8,10) / (2,5) = (4,2)     24 / (2,3) = 4
    /// (6,2) % 3 = (3,1)     (6,2) % 12 = (6,2)     (8,10) % (2,5) = (2,5)     24 % (2,3) = 6
    /// ```
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(4, 5, 6).shape_div(shape!(40)).display().to_string(), "(1,1,3)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot divide the shape 2 by 3: 3 does not divide 2; ceil_div rounds up
    /// shape!(2).shape_div(shape!(3));
    /// ```
    fn shape_div, try_shape_div(tuple b: B) -> ShapeDiv
    { computed: <ListOf<A> as Pairing>::With<ShapeDividing, ListOf<B>>; |a| a.shape_div(&b); }

    /// The first `b` elements of this shape: the part that [`shape_div`](Self::shape_div) takes away. Refused as
    /// `shape_div` is. The sizes of both results multiply to the size of the shape.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(3, 6, 2, 8).shape_mod(shape!(9)).display().to_string(), "(3,3,1,1)");
    /// ```
    fn shape_mod, try_shape_mod(tuple b: B) -> ShapeMod
    { computed: <ListOf<A> as Pairing>::With<ShapeTaking, ListOf<B>>; |a| a.shape_mod(&b); }

    /// How many tiles of `b` cover this shape: `ceil(|a|/|b|)` at each leaf of the operand that is nested less deeply.
    /// Modes past the modes of `b` are unchanged.
    ///
    /// An integer covers a tuple by its size, so the tiles are enough, and no more than needed;
    /// [`ceil_div_by_mode`](Self::ceil_div_by_mode) is CuTe's `ceil_div`. Refused for a tile of 0, and when `b` has
    /// more modes.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(10, 8).ceil_div(shape!(4, 3)).display().to_string(), "(3,3)");
    /// assert_eq!(shape!(10, 8).ceil_div(shape!(4)).display().to_string(), "20");
    /// assert_eq!(shape!(10, 8).ceil_div_by_mode(shape!(4)).display().to_string(), "(3,8)");
    /// ```
    fn ceil_div, try_ceil_div(tuple b: B) -> CeilDiv
    { computed: <ListOf<A> as Pairing>::With<Covering, ListOf<B>>; |a| a.ceil_div(&b); }

    /// [`ceil_div`](Self::ceil_div), but an integer divides the leaves of a tuple from left to right and rounds up at
    /// each. It is CuTe's `ceil_div`, and does not count tiles: `(10,8)` by 4 gives `(3,8)`, where 20 are enough;
    /// `(2,3)` by 5 gives `(1,1)`, where two are needed.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(10, 8).ceil_div_by_mode(shape!(4)).display().to_string(), "(3,8)");
    /// assert_eq!(shape!(10, 8).ceil_div_by_mode(shape!(4, 3)).display().to_string(), "(3,3)");
    /// ```
    fn ceil_div_by_mode, try_ceil_div_by_mode(tuple b: B) -> CeilDivByMode
    { computed: <ListOf<A> as Pairing>::With<CoveringEach, ListOf<B>>; |a| a.ceil_div_by_mode(&b); }

    /// The smallest multiple of `b` that covers this shape: [`ceil_div`](Self::ceil_div) times the tile. Refused as
    /// `ceil_div` is. Modes past the modes of `b` are unchanged.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert_eq!(shape!(10, 8).round_up(shape!(4, 3)).display().to_string(), "(12,9)");
    /// ```
    fn round_up, try_round_up(tuple b: B) -> RoundUp
    { computed: <ListOf<A> as Pairing>::With<Rounding, ListOf<B>>; |a| a.round_up(&b); }

    /// The natural coordinate, nested as `shape`, of this coordinate: a linear index, or a tuple whose integers are
    /// linear in the modes at their places. The last digit of each has no bound. Refused when the coordinate does not
    /// fit the shape, and for negative integers.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let shape = shape!(3, (2, 3));
    /// assert_eq!(coord!(16).idx2crd(shape).display().to_string(), "(1,(1,2))");
    /// assert_eq!(coord!(1, 5).idx2crd(shape).display().to_string(), "(1,(1,2))");
    /// let i = 16;
    /// assert_eq!(i.idx2crd(shape), (1, (1, 2)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // coordinate (1,2) does not fit shape 4
    /// coord!(1, 2).idx2crd(shape!(4));
    /// ```
    fn idx2crd, try_idx2crd(tuple b: B) -> Idx2Crd
    { computed: <ListOf<A> as Pairing>::With<Splitting, ListOf<B>>; |a| a.idx2crd(&b); }

    /// The linear index of this coordinate in `shape`: colexicographic, the leftmost digit fastest. Bounds
    /// are not checked. Refused when the coordinate does not fit the shape.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, typenum::U16, *};
    /// let index: U16 = coord!(1, (1, 2)).crd2idx(shape!(3, (2, 3)));
    /// ```
    fn crd2idx, try_crd2idx(tuple b: B) -> Crd2Idx
    { computed: <<ListOf<A> as Reduce>::In<ListOf<B>, Z, One> as Int>::Leaf; |a| a.crd2idx_of(&b); }

    /// The coordinate in the shape `to` of the element at this coordinate of the shape `from`: both have the same
    /// linear index. Refused when the coordinate does not fit the shape `from`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let c = coord!(3, 1).crd2crd(shape!(4, 2), shape!(2, 4));
    /// assert_eq!(c.display().to_string(), "(1,3)");
    /// ```
    fn crd2crd, try_crd2crd(tuple from: B, tuple to: C) -> Crd2Crd
    { computed: Idx2Crd<Crd2Idx<A, B>, C>; |a| a.crd2crd(&from, &to); }
}
