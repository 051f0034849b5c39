//! Comparisons of tuples.

use crate::check::tuple::{are_integers, nested_alike};
use crate::check::unwrap_or_panic;
use crate::num::Bool;
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

type Ask = fn(&value::IntTuple, &value::IntTuple) -> Result<bool, LayoutError>;
type Words = [usize; value::MAX_LEAVES];

/// `holds` of the leaves of two tuples that are nested alike; `ask` where one can be negative: in words,
/// an integer past the largest one would be taken for a negative one.
#[inline(always)]
#[track_caller]
fn compare<A: IntTuple, B: IntTuple>(
    a: A,
    b: B,
    ask: Ask,
    holds: impl FnOnce(&Words, &Words) -> bool,
) -> bool {
    if A::IsSigned::VALUE || B::IsSigned::VALUE {
        return unwrap_or_panic(ask(&a.plain(), &b.plain()));
    }
    let (mut left, mut right) = ([0; value::MAX_LEAVES], [0; value::MAX_LEAVES]);
    a.words(&mut left, 0);
    b.words(&mut right, 0);
    holds(&left, &right)
}

/// `holds` of each pair of words, of two tuples nested as `T`.
#[inline(always)]
fn each<T: IntTuple>(holds: impl Fn(usize, usize) -> bool) -> impl FnOnce(&Words, &Words) -> bool {
    move |left, right| {
        let (mut all, mut k) = (true, 0);
        while k < T::LEAVES {
            all &= holds(left[k], right[k]);
            k += 1;
        }
        all
    }
}

/// Comparisons of tuples that are nested alike, and of shapes.
///
/// Tuples that are not nested alike do not compile, but where two shapes are compared; beside a negative
/// integer, one past `2^63 - 1` panics.
#[layout_macros::at_caller]
pub trait TupleOrder: IntTuple {
    /// Whether every `a_i < b_i`: the test of a coordinate against a shape.
    ///
    /// The four `elem_` comparisons ask every leaf; `elem_geq` is not "not less", as in CuTe: `(1,5)` and
    /// `(5,1)` are in no order.
    ///
    /// ```
    /// use static_layout::*;
    /// let (m, n) = (10, 4);
    /// assert!((9, 3).elem_less(shape!(m, n)) && !(9, 4).elem_less(shape!(m, n)));
    /// assert!(!(1, 5).elem_leq((5, 1)) && !(1, 5).elem_geq((5, 1)));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot compare (?,?) with (3,4,5): the nesting differs
    /// (1, 2).elem_less(shape!(3, 4, 5));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn elem_less<B: IntTuple>(self, b: B) -> bool {
        const { nested_alike::<Self, B>() };
        compare(self, b, value::IntTuple::elem_less, each::<Self>(|x, y| x < y))
    }

    /// Whether every `a_i <= b_i`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!((4, (1, 2)).elem_leq((4, (1, 3))) && !(5, (1, 2)).elem_leq((4, (1, 3))));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn elem_leq<B: IntTuple>(self, b: B) -> bool {
        const { nested_alike::<Self, B>() };
        compare(self, b, value::IntTuple::elem_leq, each::<Self>(|x, y| x <= y))
    }

    /// Whether every `a_i > b_i`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!((5, 3).elem_gtr((4, 2)) && !(5, 2).elem_gtr((4, 2)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn elem_gtr<B: IntTuple>(self, b: B) -> bool {
        const { nested_alike::<Self, B>() };
        compare(self, b, value::IntTuple::elem_gtr, each::<Self>(|x, y| x > y))
    }

    /// Whether every `a_i >= b_i`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!((5, 2).elem_geq((4, 2)) && !(5, 1).elem_geq((4, 2)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn elem_geq<B: IntTuple>(self, b: B) -> bool {
        const { nested_alike::<Self, B>() };
        compare(self, b, value::IntTuple::elem_geq, each::<Self>(|x, y| x >= y))
    }

    /// Whether the first leaf that differs is less: the order of words.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!((1, 5).lex_less((5, 1)) && !(1, 5).colex_less((5, 1)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn lex_less<B: IntTuple>(self, b: B) -> bool {
        const { nested_alike::<Self, B>() };
        compare(self, b, value::IntTuple::lex_less, |left, right| {
            left[..Self::LEAVES] < right[..Self::LEAVES]
        })
    }

    /// Whether the last leaf that differs is less: the order of linear indices.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!((5, 1).colex_less((1, 5)) && (1, 5).colex_less((2, 5)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn colex_less<B: IntTuple>(self, b: B) -> bool {
        const { nested_alike::<Self, B>() };
        compare(self, b, value::IntTuple::colex_less, |left, right| {
            left[..Self::LEAVES].iter().rev().lt(right[..Self::LEAVES].iter().rev())
        })
    }

    /// Whether `b` refines the nesting, and each leaf here divides the size of what it faces there.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(2, 4).weakly_compatible(shape!(6, (2, 4))));
    /// assert!(!shape!(2, 4).weakly_compatible(shape!(6, (2, 3))));
    /// ```
    #[inline]
    fn weakly_compatible<B: IntTuple>(self, b: B) -> bool {
        const { are_integers::<(Self, B)>() };
        self.plain().weakly_compatible(&b.plain())
    }

    /// Whether tiles of `tile` fit this shape without a rest: each leaf of the tile divides the size
    /// of what it faces here; modes past those of the tile are not cut.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(12, (4, 6)).evenly_divides(shape!(4, 8)));
    /// assert!(!shape!(12, (4, 6)).evenly_divides(shape!(5, 8)));
    /// ```
    #[inline]
    fn evenly_divides<B: IntTuple>(self, tile: B) -> bool {
        const { are_integers::<(Self, B)>() };
        self.plain().evenly_divides(&tile.plain())
    }
}
impl<T: IntTuple> TupleOrder for T {}
