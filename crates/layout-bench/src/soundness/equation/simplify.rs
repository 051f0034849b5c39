//! The same offsets in another form.

use layout_core::Layout;

use super::{CaseResult, Check};
use crate::soundness::naive::{leaves, offsets, sorted};

/// The same function; at most one level, no extent of 1 beside others, and no mode that continues the one
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

/// The same offsets as a set, none repeated by a stride of 0: of an empty layout those that it has without its strides
/// of 0, as in CuTe.
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

/// The same offsets, with a rising stride; negative ones are refused.
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

/// The same function.
pub(in super::super) const FLATTEN: Check = |a, _| {
    let same = |r: Layout| r.depth() <= 1 && offsets(leaves(&r)) == a.offsets;
    CaseResult::exactly(a.layout.flatten(), same, || true)
};
