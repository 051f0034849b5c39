//! The equations of inverses, common layouts and predicates.

use layout_core::Layout;

use super::{CaseResult, Check, layout, number};
use crate::soundness::naive::{
    are_distinct, is_range, leaves, longest_layout, offsets, unbounded, way_back,
};
use crate::soundness::universe::LeftOperand;

/// Whether `A(R(k)) = k` for every `k`.
fn inverts(r: &[i64], a: &LeftOperand) -> bool {
    r.iter().zip(0..).all(|(&x, k)| x < a.size() && a.at(x) == Some(k))
}

/// `A(R(k)) = k`. The right inverse of an injective layout is the longest.
pub(in super::super) const RIGHT: Check = |a, _| {
    CaseResult::given(a.layout.right_inverse(), |r| {
        let found = offsets(leaves(&r));
        let longest = || longest_layout(&way_back(&a.offsets)) == found.len();
        inverts(&found, a) && (!are_distinct(&a.sorted) || longest())
    })
};

/// `L(A(i)) = i`.
pub(in super::super) const LEFT: Check = |a, _| {
    CaseResult::given(a.layout.left_inverse(), |l| {
        a.offsets.iter().zip(0..).all(|(&offset, i)| unbounded(&l, offset) == Some(i))
    })
};

/// `A(R(k)) = k` with `|R| = |A|`. The inverse exists exactly if the offsets are `0..|A|`, each once, and `|A| > 0`:
/// the last mode of an inverse has no end, so the inverse of an empty layout would claim elements.
pub(in super::super) const BOTH: Check = |a, _| {
    let bijective = is_range(&a.sorted, a.size()) && a.size() > 0;
    CaseResult::exactly(
        a.layout.inverse(),
        |r| {
            let found = offsets(leaves(&r));
            bijective && inverts(&found, a) && found.len() == a.offsets.len()
        },
        || bijective,
    )
};

/// `A(N(i)) = 0`. Without negative strides the nullspace has all such elements, each once.
pub(in super::super) const NULLSPACE: Check = |a, _| {
    CaseResult::given(a.layout.nullspace(), |n| {
        let found = offsets(leaves(&n));
        let zeros = a.offsets.iter().zip(0..).filter(|(offset, _)| **offset == 0);
        let negative = leaves(&a.layout).any(|(extent, stride)| extent > 1 && stride < 0);
        let mut all = found.clone();
        all.sort_unstable();
        if negative {
            are_distinct(&all) && all.iter().all(|&i| a.at(i) == Some(0))
        } else {
            all.into_iter().eq(zeros.map(|(_, i)| i))
        }
    })
};

/// `A(R(i)) = i = B(R(i))`. For injective layouts the result is the longest.
pub(in super::super) const MAX_COMMON: Check = |a, b| {
    let (b, image) = layout(b);
    CaseResult::given(a.layout.max_common_layout(b), |r| {
        let (b, found) = (LeftOperand::new(*b), offsets(leaves(&r)));
        let longest = || {
            let (there, here) = (way_back(&a.offsets), way_back(image));
            let common = there.iter().zip(&here).take_while(|(i, j)| i == j).count();
            longest_layout(&there[..common]) == found.len()
        };
        let injective = are_distinct(&a.sorted) && are_distinct(&b.sorted);
        inverts(&found, a) && inverts(&found, &b) && (!injective || longest())
    })
};

/// The predicate is true exactly for distinct offsets.
pub(in super::super) const IS_INJECTIVE: Check = |a, _| {
    let injective = are_distinct(&a.sorted);
    CaseResult::exactly(a.layout.is_injective(), |said| said == injective, || true)
};

/// Two different coordinates with one offset, or none if all offsets are distinct.
pub(in super::super) const COLLISION: Check = |a, _| {
    let injective = are_distinct(&a.sorted);
    let index = |c: &layout_core::IntTuple| {
        let shape: Vec<i64> = leaves(&a.layout).map(|mode| mode.0).collect();
        let digits = (0..shape.len()).map(|k| (c.value(k), shape[k]));
        digits.rev().fold(0, |above, (digit, extent)| above * extent + digit)
    };
    CaseResult::exactly(
        a.layout.collision(),
        |found| match found {
            None => injective,
            Some((first, second)) => {
                let (i, j) = (index(&first), index(&second));
                i != j && i < a.size() && j < a.size() && a.at(i) == a.at(j)
            }
        },
        || true,
    )
};

/// The predicate is true exactly if every offset in `0..m` occurs.
pub(in super::super) const COVERS: Check = |a, m| {
    let m = number(m);
    let covered = (0..m).all(|offset| a.sorted.binary_search(&offset).is_ok());
    CaseResult::exactly(a.layout.covers(m), |said| said == covered, || true)
};

/// The predicate is true exactly for equal tables of offsets.
pub(in super::super) const SAME_FUNCTION: Check = |a, b| {
    let (b, image) = layout(b);
    CaseResult::of(Layout::same_function(&a.layout, b) == (a.offsets == image))
};
