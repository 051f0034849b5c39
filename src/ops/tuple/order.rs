//! Comparisons of tuples: by leaves as words, or by the engine if a leaf can be negative.

use crate::types::check::unwrap_or_panic;
use crate::types::{Bool, IntTuple};
use layout_core::{self as value, LayoutError};

pub(super) type Compare = fn(&value::IntTuple, &value::IntTuple) -> Result<bool, LayoutError>;
pub(super) type Words = [usize; value::MAX_LEAVES];

/// Whether `holds` is true for the leaves of two tuples that are nested alike, compared as words. If a leaf can be
/// negative, the engine decides, because a word past the largest `isize` would read as a negative integer.
#[inline(always)]
#[track_caller]
pub(super) fn compare<A: IntTuple, B: IntTuple>(
    a: A,
    b: B,
    by_engine: Compare,
    holds: impl FnOnce(&Words, &Words) -> bool,
) -> bool {
    if A::IsSigned::VALUE || B::IsSigned::VALUE {
        return unwrap_or_panic(by_engine(&a.plain(), &b.plain()));
    }
    let (mut left, mut right) = ([0; value::MAX_LEAVES], [0; value::MAX_LEAVES]);
    a.words(&mut left, 0);
    b.words(&mut right, 0);
    holds(&left, &right)
}

/// `holds` of each pair of words of two tuples that are nested like `T`.
#[inline(always)]
pub(super) fn each<T: IntTuple>(
    holds: impl Fn(usize, usize) -> bool,
) -> impl FnOnce(&Words, &Words) -> bool {
    move |left, right| {
        let (mut all, mut k) = (true, 0);
        while k < T::LEAVES {
            all &= holds(left[k], right[k]);
            k += 1;
        }
        all
    }
}
