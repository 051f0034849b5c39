//! The equations of recasts, which read memory as wider or narrower elements.

use super::{CaseResult, Check, number};
use crate::soundness::naive::{leaves, offsets, sorted};
use crate::soundness::universe::RightOperand;

/// Sorts the offsets and removes duplicates.
fn set(mut offsets: Vec<i64>) -> Vec<i64> {
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// The offsets are the offsets of the groups of `n` that contain an element of `A`.
pub(in super::super) const UPCAST: Check = |a, n| {
    let n = number(n);
    CaseResult::given(a.layout.upcast(n), |r| {
        let groups = a.offsets.iter().map(|offset| offset.div_euclid(n)).collect();
        set(offsets(leaves(&r))) == set(groups)
    })
};

/// The offsets are the offsets of the `n` parts of every element of `A`.
pub(in super::super) const DOWNCAST: Check = |a, n| {
    let n = number(n);
    let adjacent = leaves(&a.layout).any(|(extent, stride)| extent == 1 || stride == 1) || n == 1;
    CaseResult::exactly(
        a.layout.downcast(n),
        |r| {
            let parts = a.offsets.iter().flat_map(|offset| (0..n).map(move |t| n * offset + t));
            sorted(offsets(leaves(&r))) == sorted(parts.collect())
        },
        || adjacent,
    )
};

/// The offsets are the offsets of the elements of `new` bits in all words that contain an element of `old` bits. A word
/// has the least common multiple of both in bits.
pub(in super::super) const RECAST_BITS: Check = |a, bits| {
    let RightOperand::Pair(old, new) = *bits else { unreachable!("the universe has pairs") };
    let word = (1..).map(|n| n * old).find(|bits| bits % new == 0).expect("old times new is one");
    let (olds, news) = (word / old, word / new);
    CaseResult::given(a.layout.recast_bits(old, new), |r| {
        let words = a.offsets.iter().map(|offset| offset.div_euclid(olds));
        let elements = words.flat_map(|word| word * news..(word + 1) * news).collect();
        set(offsets(leaves(&r))) == set(elements)
    })
};
