//! The equations of operations that keep the offsets.

use layout_core::Layout;

use super::{CaseResult, Check};
use crate::soundness::naive::{leaves, offsets, sorted};

/// The function is the same. The depth is at most 1, no extent is 1 next to others, and no mode continues the mode
/// before it.
pub(in super::super) const COALESCE: Check = |a, _| {
    CaseResult::exactly(
        a.layout.coalesce(),
        |r| {
            let modes: Vec<(i64, i64)> = leaves(&r).collect();
            let single = modes.len() == 1;
            r.depth() <= 1
                && (single || modes.iter().all(|mode| mode.0 != 1))
                && modes.windows(2).all(|pair| pair[0].0 * pair[0].1 != pair[1].1)
                && offsets(leaves(&r)) == a.offsets
        },
        || true,
    )
};

/// The set of offsets is the same, and no stride is 0. As in CuTe, modes of stride 0 are also removed from an empty
/// layout.
pub(in super::super) const FILTER: Check = |a, _| {
    CaseResult::exactly(
        a.layout.filter(),
        |r| {
            let mut found = sorted(offsets(leaves(&r)));
            let kept = leaves(&a.layout).filter(|&(extent, stride)| extent != 1 && stride != 0);
            let mut all = sorted(offsets(kept));
            let repeats = leaves(&r).any(|(extent, stride)| extent > 1 && stride == 0);
            found.dedup();
            all.dedup();
            !repeats && found == all
        },
        || true,
    )
};

/// The offsets are the same, and the strides are sorted. Negative strides are rejected.
pub(in super::super) const SORT: Check = |a, _| {
    let negative = leaves(&a.layout).any(|(_, stride)| stride < 0);
    CaseResult::exactly(
        a.layout.sort(),
        |r| {
            let strides = leaves(&r).filter(|mode| mode.0 != 1).map(|mode| mode.1);
            strides.is_sorted() && sorted(offsets(leaves(&r))) == a.sorted
        },
        || !negative,
    )
};

/// The function is the same, and the depth at most 1.
pub(in super::super) const FLATTEN: Check = |a, _| {
    let same = |r: Layout| r.depth() <= 1 && offsets(leaves(&r)) == a.offsets;
    CaseResult::exactly(a.layout.flatten(), same, || true)
};
