//! The one trait of the operations of tuples.

use super::parts::*;
use super::*;

collect! {
    {
        arithmetic structure
        [$ __tuple_operations:
/// The operations of tuples of integers: of shapes, strides and coordinates.
///
/// A result is again a tuple: its leaves are numerals if the leaves of the operands are, otherwise `usize`.
/// [`ops::tuple`](crate::ops::tuple) has the types of the results.
///
/// * Arithmetic computes integers. If run-time integers are refused, the `try_` method returns the error and the other
///   method panics with its text; if static integers are refused, that text is a compile error.
/// * Functions that take, join and regroup modes compute no integers, and are never refused at run time.
/// * Comparisons take two tuples that are nested alike, or two shapes. Tuples that are not nested alike do not compile,
///   except in a comparison of shapes. If a leaf is negative, an integer past `2^63 - 1` panics.
///
/// ```
/// use static_layout::{ops::TupleOps, *};
/// let n = 10;
/// let grid = shape!(128, n).ceil_div(shape!(16, 4));
/// assert_eq!(format!("{:#}", grid.display()), "(_8,3)");
/// let shape = shape!(2, (n, 5)).flatten().insert::<1, _>(shape!(4));
/// assert_eq!(format!("{:#}", shape.display()), "(_2,_4,10,_5)");
/// ```
pub trait TupleOps: IntTuple {
    /// Whether every `a_i < b_i`: the test of a coordinate against a shape.
    ///
    /// The four `elem_` comparisons compare every leaf. So `elem_geq` is not the negation of `elem_less`, as it is in
    /// CuTe: `(1,5)` and `(5,1)` are in no order.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// let (m, n) = (10, 4);
    /// assert!((9, 3).elem_less(shape!(m, n)) && !(9, 4).elem_less(shape!(m, n)));
    /// assert!(!(1, 5).elem_leq((5, 1)) && !(1, 5).elem_geq((5, 1)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::{ops::TupleOps, *};
    /// // cannot compare (?,?) with (3,4,5): the nesting differs
    /// (1, 2).elem_less(shape!(3, 4, 5));
    /// ```
    ///
    /// # Compile errors
    /// Tuples of different nesting, and tuples with leaves that are not integers.
    #[inline(always)]
    #[track_caller]
    fn elem_less<B: IntTuple>(self, b: B) -> bool {
        const { check::nested_alike::<Self, B>() };
        order::compare(self, b, layout_core::IntTuple::elem_less, order::each::<Self>(|x, y| x < y))
    }

    /// Whether every `a_i <= b_i`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!((4, (1, 2)).elem_leq((4, (1, 3))) && !(5, (1, 2)).elem_leq((4, (1, 3))));
    /// ```
    ///
    /// # Compile errors
    /// Tuples of different nesting, and tuples with leaves that are not integers.
    #[inline(always)]
    #[track_caller]
    fn elem_leq<B: IntTuple>(self, b: B) -> bool {
        const { check::nested_alike::<Self, B>() };
        order::compare(self, b, layout_core::IntTuple::elem_leq, order::each::<Self>(|x, y| x <= y))
    }

    /// Whether every `a_i > b_i`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!((5, 3).elem_gtr((4, 2)) && !(5, 2).elem_gtr((4, 2)));
    /// ```
    ///
    /// # Compile errors
    /// Tuples of different nesting, and tuples with leaves that are not integers.
    #[inline(always)]
    #[track_caller]
    fn elem_gtr<B: IntTuple>(self, b: B) -> bool {
        const { check::nested_alike::<Self, B>() };
        order::compare(self, b, layout_core::IntTuple::elem_gtr, order::each::<Self>(|x, y| x > y))
    }

    /// Whether every `a_i >= b_i`.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!((5, 2).elem_geq((4, 2)) && !(5, 1).elem_geq((4, 2)));
    /// ```
    ///
    /// # Compile errors
    /// Tuples of different nesting, and tuples with leaves that are not integers.
    #[inline(always)]
    #[track_caller]
    fn elem_geq<B: IntTuple>(self, b: B) -> bool {
        const { check::nested_alike::<Self, B>() };
        order::compare(self, b, layout_core::IntTuple::elem_geq, order::each::<Self>(|x, y| x >= y))
    }

    /// Whether the first leaf that differs is less: the order of words.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!((1, 5).lex_less((5, 1)) && !(1, 5).colex_less((5, 1)));
    /// ```
    ///
    /// # Compile errors
    /// Tuples of different nesting, and tuples with leaves that are not integers.
    #[inline(always)]
    #[track_caller]
    fn lex_less<B: IntTuple>(self, b: B) -> bool {
        const { check::nested_alike::<Self, B>() };
        order::compare(self, b, layout_core::IntTuple::lex_less, |left, right| {
            left[..Self::LEAVES] < right[..Self::LEAVES]
        })
    }

    /// Whether the last leaf that differs is less: the order of linear indices.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!((5, 1).colex_less((1, 5)) && (1, 5).colex_less((2, 5)));
    /// ```
    ///
    /// # Compile errors
    /// Tuples of different nesting, and tuples with leaves that are not integers.
    #[inline(always)]
    #[track_caller]
    fn colex_less<B: IntTuple>(self, b: B) -> bool {
        const { check::nested_alike::<Self, B>() };
        order::compare(self, b, layout_core::IntTuple::colex_less, |left, right| {
            left[..Self::LEAVES].iter().rev().lt(right[..Self::LEAVES].iter().rev())
        })
    }

    /// Whether `b` refines the nesting, and each leaf of `self` divides the size of the part of `b` at its place.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!(shape!(2, 4).weakly_compatible(shape!(6, (2, 4))));
    /// assert!(!shape!(2, 4).weakly_compatible(shape!(6, (2, 3))));
    /// ```
    ///
    /// # Compile errors
    /// Tuples with leaves that are not integers.
    #[inline]
    fn weakly_compatible<B: IntTuple>(self, b: B) -> bool {
        const { check::are_integers::<(Self, B)>() };
        self.plain().weakly_compatible(&b.plain())
    }

    /// Whether tiles of `tile` fit this shape without a rest: each leaf of the tile divides the size of the part of the
    /// shape at its place; modes past the modes of the tile are not divided.
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// assert!(shape!(12, (4, 6)).evenly_divides(shape!(4, 8)));
    /// assert!(!shape!(12, (4, 6)).evenly_divides(shape!(5, 8)));
    /// ```
    ///
    /// # Compile errors
    /// Tuples with leaves that are not integers.
    #[inline]
    fn evenly_divides<B: IntTuple>(self, tile: B) -> bool {
        const { check::are_integers::<(Self, B)>() };
        self.plain().evenly_divides(&tile.plain())
    }
}
        ]
    } {} {}
}
