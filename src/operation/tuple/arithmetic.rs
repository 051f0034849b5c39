//! Functions of tuples of integers: sums, products, division, coordinates.

use crate::check::{tuple as check, unwrap_or_panic};
use crate::num::Bool;
use crate::ops::tuple as ops;
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

/// A function `O` of this tuple and the operands `R`, a tuple of them, as the judge asks about it.
pub trait AsksTuple<O, R>: IntTuple {
    /// Nothing speaks against it, as far as the operands are known.
    const PASSES: bool;
    /// Stops the compiler with the refusal; evaluated only where there is one.
    const REFUSAL: value::Text;
}

/// `$judge` asks the judge about the function `Asked`: written where the macro is used, so that the
/// compiler's messages point there and do not unfold the macro.
macro_rules! functions {
    ($($operands:tt judge $judge:block { $(
        $(#[$doc:meta])*
        $method:ident, $try_method:ident -> $Out:ident, $ask:ident;
    )* })*) => {
        $($(functions! { @asks $operands $Out $ask })*)*

        /// Arithmetic of tuples of integers, for shapes, strides and coordinates.
        ///
        /// A result is a tuple again: its leaves are numerals where the operands' are, otherwise `usize`.
        /// [`ops::tuple`](crate::ops::tuple) names the results. Where run-time integers are refused, the
        /// `try_` method returns the error and the other one panics with its text; where static ones
        /// are, that text is a compile error.
        ///
        /// ```
        /// use static_layout::*;
        /// let n = 10;
        /// let grid = shape!(128, n).ceil_div(shape!(16, 4));
        /// assert_eq!(format!("{:#}", grid.display()), "(_8,3)");
        /// ```
        #[layout_macros::at_caller]
        pub trait TupleArithmetic: IntTuple {$($(
            functions! { @method $operands $judge $(#[$doc])* $method $try_method $Out $ask }
        )*)*}
        impl<T: IntTuple> TupleArithmetic for T {}
    };
    (@asks ($($b:ident: $B:ident),*) $Out:ident $ask:ident) => {
        enum $Out {}
        impl<A: IntTuple $(, $B: IntTuple)*> AsksTuple<$Out, ($($B,)*)> for A {
            const PASSES: bool = check::passes::<(A, $($B),*), ops::$Out<A $(, $B)*>>(
                &A::DESC.$ask($(&$B::DESC),*),
            );
            const REFUSAL: value::Text = check::refusal::<(A, $($B),*), ops::$Out<A $(, $B)*>>([
                &A::DESC.$ask($(&$B::DESC),*),
                &A::DESC.with_unknown_leaves(0).$ask($(&$B::DESC.with_unknown_leaves(0)),*),
                &A::DESC.with_unknown_leaves(1).$ask($(&$B::DESC.with_unknown_leaves(1)),*),
            ]);
        }
    };
    (@method ($($b:ident: $B:ident),*) $judge:block $(#[$doc:meta])* $method:ident $try_method:ident
        $Out:ident $ask:ident) => {
        $(#[$doc])*
        #[layout_macros::at_caller]
        #[inline(always)]
        #[track_caller]
        fn $method<$($B: IntTuple),*>(self $(, $b: $B)*) -> ops::$Out<Self $(, $B)*> {
            type Asked = $Out;
            $judge;
            unwrap_or_panic(functions! { @answer self, $ask $(, $b: $B)* })
        }

        #[doc = concat!("[`", stringify!($method), "`](Self::", stringify!($method), "), with the \
            refusal of run-time integers as an error.")]
        #[layout_macros::at_caller]
        #[inline(always)]
        fn $try_method<$($B: IntTuple),*>(
            self $(, $b: $B)*
        ) -> Result<ops::$Out<Self $(, $B)*>, LayoutError> {
            type Asked = $Out;
            $judge;
            functions! { @answer self, $ask $(, $b: $B)* }
        }
    };
    (@answer $self:ident, $ask:ident $(, $b:ident: $B:ident)*) => {
        <<(Self, $($B),*) as IntTuple>::IsStatic as Bool>::try_static_value_or(|| {
            check::fill($self.plain().$ask($(&$b.plain()),*))
        })
    };
}

functions! {
    () judge { const { check::check::<Self, Asked, ()>() } } {
    /// The product of the leaves; refused when it passes `2^63 - 1`.
    ///
    /// ```
    /// use static_layout::{typenum::U24, *};
    /// let size: U24 = shape!(2, (3, 4)).size();
    /// ```
    size, try_size -> Size, product_of;

    /// The sum of the leaves; refused when it passes `2^63 - 1`. One that is known at run time only and
    /// negative is refused, too: it has no place in `usize`.
    ///
    /// ```
    /// use static_layout::{typenum::U9, *};
    /// let sum: U9 = shape!(2, (3, 4)).sum();
    /// ```
    sum, try_sum -> Sum, sum_of;

    /// The integers of a tuple of depth 1 in rising order; their order must be known to the compiler.
    ///
    /// ```
    /// use static_layout::*;
    /// let sorted: Shape!(2, 3, 5) = shape!(5, 2, 3).sort();
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let n = 5;
    /// // the order of run-time integers is not known to the compiler
    /// shape!(n, 2).sort();
    /// ```
    sort, try_sort -> Sort, sort;

    /// The size of each mode, as a tuple; that of the integer `n` is `(n,)`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, (3, 4)).product_each().display().to_string(), "(2,12)");
    /// ```
    product_each, try_product_each -> ProductEach, product_each;
    }
    (b: B) judge { const { check::check::<Self, Asked, (B,)>() } } {
    /// `sum a_i * b_i`, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::*;
    /// let i = 2;
    /// assert_eq!(shape!(i, 3).inner_product(shape!(1, 8)), 26);
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no inner product of (2,3) and 4: the nesting differs
    /// shape!(2, 3).inner_product(shape!(4));
    /// ```
    inner_product, try_inner_product -> InnerProduct, inner_product_of;

    /// The size of what faces each leaf of `guide`, nested as the guide; refused unless this tuple
    /// refines the guide's nesting.
    ///
    /// ```
    /// use static_layout::*;
    /// let sizes = shape!((2, 3), (4, 5)).product_like(shape!(0, (0, 0)));
    /// assert_eq!(sizes.display().to_string(), "(6,(4,5))");
    /// ```
    product_like, try_product_like -> ProductLike, product_like;

    /// `a_i + b_i`, leaf by leaf, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (shape!((5, 8), 3), shape!((1, 2), 3));
    /// assert_eq!(a.elem_add(b).display().to_string(), "((6,10),6)");
    /// assert_eq!(a.elem_sub(b).display().to_string(), "((4,6),0)");
    /// assert_eq!(a.elem_min(b).display().to_string(), "((1,2),3)");
    /// assert_eq!(a.elem_max(b).display().to_string(), "((5,8),3)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot add to (1,2) the tuple 3: the nesting differs
    /// shape!(1, 2).elem_add(shape!(3));
    /// ```
    elem_add, try_elem_add -> ElemAdd, elem_add;

    /// `a_i - b_i`, leaf by leaf, of tuples nested alike. A negative difference is refused where it
    /// is known at run time only.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(1, 2).elem_sub(shape!(3, 1)).display().to_string(), "(-2,1)");
    /// let n = 1;
    /// assert!(shape!(n, 2).try_elem_sub(shape!(3, 1)).is_err());
    /// ```
    elem_sub, try_elem_sub -> ElemSub, elem_sub;

    /// The smaller one of each pair of leaves, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::*;
    /// let rows = 10;
    /// let part = shape!(rows, 64).elem_min(shape!(16, 16));
    /// assert_eq!(format!("{:#}", part.display()), "(10,_16)");
    /// ```
    elem_min, try_elem_min -> ElemMin, elem_min;

    /// The greater one of each pair of leaves, of tuples nested alike.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(5, (8, 1)).elem_max(shape!(6, (2, 1))).display().to_string(), "(6,(8,1))");
    /// ```
    elem_max, try_elem_max -> ElemMax, elem_max;

    /// `a_i * |b_i|`: each leaf times the size of what it faces; refused where a tuple faces an integer.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(2, 3).elem_scale(shape!(4, (5, 2))).display().to_string(), "(8,30)");
    /// ```
    elem_scale, try_elem_scale -> ElemScale, elem_scale;

    /// What is left of this shape after `b` of it: an integer is consumed from left to right, a tuple
    /// mode by mode, a tuple that faces an integer by its size.
    ///
    /// Refused unless, at every step, one of the two integers divides the other.
    ///
    /// ```text
    /// (6,2) / 3 = (2,2)     (6,2) / 12 = (1,1)     (8,10) / (2,5) = (4,2)     24 / (2,3) = 4
    /// (6,2) % 3 = (3,1)     (6,2) % 12 = (6,2)     (8,10) % (2,5) = (2,5)     24 % (2,3) = 6
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(4, 5, 6).shape_div(shape!(40)).display().to_string(), "(1,1,3)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot divide the shape 2 by 3: 3 does not divide 2; ceil_div rounds up
    /// shape!(2).shape_div(shape!(3));
    /// ```
    shape_div, try_shape_div -> ShapeDiv, shape_div;

    /// The first `b` elements of this shape: what [`shape_div`](Self::shape_div) takes away, and refused
    /// where that is. The sizes of both multiply to that of the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(3, 6, 2, 8).shape_mod(shape!(9)).display().to_string(), "(3,3,1,1)");
    /// ```
    shape_mod, try_shape_mod -> ShapeMod, shape_mod;

    /// How many tiles of `b` cover this shape: `ceil(|a|/|b|)` at each leaf of the one that is nested
    /// less deeply. Modes past those of `b` stay.
    ///
    /// An integer covers a tuple by its size, so that the tiles are enough, and no more than needed;
    /// [`ceil_div_by_mode`](Self::ceil_div_by_mode) is CuTe's `ceil_div`. Refused for a tile of 0, and when
    /// `b` has more modes.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(10, 8).ceil_div(shape!(4, 3)).display().to_string(), "(3,3)");
    /// assert_eq!(shape!(10, 8).ceil_div(shape!(4)).display().to_string(), "20");
    /// assert_eq!(shape!(10, 8).ceil_div_by_mode(shape!(4)).display().to_string(), "(3,8)");
    /// ```
    ceil_div, try_ceil_div -> CeilDiv, ceil_div;

    /// [`ceil_div`](Self::ceil_div), but an integer goes through the leaves of a tuple from left to
    /// right and rounds up at each: CuTe's `ceil_div`, which is no number of tiles. `(10,8)` by 4 gives
    /// `(3,8)`, where 20 are enough; `(2,3)` by 5 gives `(1,1)`, where two are needed.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(10, 8).ceil_div_by_mode(shape!(4)).display().to_string(), "(3,8)");
    /// assert_eq!(shape!(10, 8).ceil_div_by_mode(shape!(4, 3)).display().to_string(), "(3,3)");
    /// ```
    ceil_div_by_mode, try_ceil_div_by_mode -> CeilDivByMode, ceil_div_by_mode;

    /// The smallest multiple of `b` that covers this shape: [`ceil_div`](Self::ceil_div) times the
    /// tile, and refused where that is. Modes past those of `b` stay.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(shape!(10, 8).round_up(shape!(4, 3)).display().to_string(), "(12,9)");
    /// ```
    round_up, try_round_up -> RoundUp, round_up;

    /// The natural coordinate, nested as `shape`, of this one: of a linear index, or of a tuple whose
    /// integers are linear in the modes that they face. The last digit of each has no bound. Refused when
    /// the coordinate does not fit the shape, and for negative integers.
    ///
    /// ```
    /// use static_layout::*;
    /// let shape = shape!(3, (2, 3));
    /// assert_eq!(coord!(16).idx2crd(shape).display().to_string(), "(1,(1,2))");
    /// assert_eq!(coord!(1, 5).idx2crd(shape).display().to_string(), "(1,(1,2))");
    /// let i = 16;
    /// assert_eq!(i.idx2crd(shape), (1, (1, 2)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // coordinate (1,2) does not fit shape 4
    /// coord!(1, 2).idx2crd(shape!(4));
    /// ```
    idx2crd, try_idx2crd -> Idx2Crd, idx2crd;

    /// The linear index of this coordinate in `shape`: colexicographic, the leftmost digit fastest. Bounds
    /// are not checked. Refused when the coordinate does not fit the shape.
    ///
    /// ```
    /// use static_layout::{typenum::U16, *};
    /// let index: U16 = coord!(1, (1, 2)).crd2idx(shape!(3, (2, 3)));
    /// ```
    crd2idx, try_crd2idx -> Crd2Idx, crd2idx_of;
    }
    (from: B, to: C) judge { const { check::check::<Self, Asked, (B, C)>() } } {
    /// The coordinate in the shape `to` of the element at this coordinate of the shape `from`: the
    /// one with the same linear index. Refused when the coordinate does not fit the shape `from`.
    ///
    /// ```
    /// use static_layout::*;
    /// let c = coord!(3, 1).crd2crd(shape!(4, 2), shape!(2, 4));
    /// assert_eq!(c.display().to_string(), "(1,3)");
    /// ```
    crd2crd, try_crd2crd -> Crd2Crd, crd2crd;
    }
}
