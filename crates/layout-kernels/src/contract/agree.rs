//! Checks that the modes of A, B and C agree with their indices.

use super::indices::{Indices, MAX_INDICES};
use crate::side::known_extent;
use layout_core::{self as value, Text};
use static_layout::internal::{self, Form};

/// The names of the tensors in messages.
const TENSORS: [&str; 3] = ["A", "B", "C"];

/// Why layouts do not fit the indices, or `None` if their known extents do.
///
/// ```text
/// modes     a tensor has a mode for each of its indices
/// extents   an index has one extent wherever it stands alone
/// sums      the greatest value of a sum is below the extent of its mode, which has one stride
/// repeated  the modes that share an index within a tensor are nested alike
/// ```
pub const fn disagreement(indices: &Indices<'_>, layouts: [&value::Layout; 3]) -> Option<Text> {
    let mut t = 0;
    while t < 3 {
        let (expected, found) = (indices.modes(t), layouts[t].rank());
        // A scalar may also be a layout of one coordinate.
        let is_scalar = expected == 0 && is_one(layouts[t]);
        if expected != found && !is_scalar {
            let text = begin(indices, layouts).then(": ").then(TENSORS[t]).then(" has ");
            let text = counted(text, found, " mode", " modes").then(" and ");
            return Some(counted(text, expected, " index", " indices"));
        }
        t += 1;
    }
    let (mut extents, mut owners) = ([None; MAX_INDICES], [0; MAX_INDICES]);
    let mut t = 0;
    while t < 3 {
        let mut k = 0;
        while k < indices.modes(t) {
            if let (Some(index), Some(extent)) = (indices.alone(t, k), known_extent(layouts[t], k))
            {
                match extents[index] {
                    Some(first) if first != extent => {
                        let text = begin(indices, layouts).then(": ").then(indices.names[index]);
                        let text = text.then(" is ").then_number(first).then(" in ");
                        let text = text.then(TENSORS[owners[index]]).then(" and ");
                        return Some(text.then_number(extent).then(" in ").then(TENSORS[t]));
                    }
                    Some(_) => {}
                    None => (extents[index], owners[index]) = (Some(extent), t),
                }
            }
            k += 1;
        }
        t += 1;
    }
    let mut t = 0;
    while t < 2 {
        let mut k = 0;
        while k < indices.modes(t) {
            if indices.alone(t, k).is_none()
                && let Some(text) = sum_is_outside(indices, layouts, &extents, t, k)
            {
                return Some(text);
            }
            k += 1;
        }
        t += 1;
    }
    repeated_unlike(indices, layouts)
}

/// Whether the layout is known to have one coordinate.
const fn is_one(layout: &value::Layout) -> bool {
    let mut k = 0;
    while k < layout.leaf_count() {
        if !matches!((layout.leaf(k), layout.known(k)), ((1, _), (true, _))) {
            return false;
        }
        k += 1;
    }
    true
}

/// `cannot contract (8,6):(6,1)[m,k] by (5,4):(4,1)[k,n] into (8,4):(4,1)[m,n]`.
const fn begin(indices: &Indices<'_>, layouts: [&value::Layout; 3]) -> Text {
    let mut text = indices.written(Text::of("cannot contract "), 0, layouts[0]);
    // One operand is multiplied by the scalar 1.
    if indices.modes(1) > 0 || layouts[1].leaf_count() > 0 {
        text = indices.written(text.then(" by "), 1, layouts[1]);
    }
    indices.written(text.then(" into "), 2, layouts[2])
}

const fn counted(text: Text, n: usize, one: &str, more: &str) -> Text {
    text.then_number(n as i64).then(if n == 1 { one } else { more })
}

/// The message that a sum of indices passes its mode, or that the mode has more than one stride.
const fn sum_is_outside(
    indices: &Indices<'_>,
    layouts: [&value::Layout; 3],
    extents: &[Option<i64>; MAX_INDICES],
    t: usize,
    k: usize,
) -> Option<Text> {
    if let Some(mode) = known_mode(layouts[t], k)
        && mode.leaf_count() > 1
    {
        let text = indices.written_mode(begin(indices, layouts).then(": the mode "), t, k);
        return Some(text.then(" of ").then(TENSORS[t]).then(" has more than one stride"));
    }
    let Some(extent) = known_extent(layouts[t], k) else { return None };
    let (mut reach, mut j) = (0_i64, 0);
    while let Some((index, factor)) = indices.term(t, k, j) {
        let Some(size) = extents[index] else { return None };
        if size == 0 {
            return None;
        }
        reach = reach.saturating_add((size - 1).saturating_mul(factor));
        j += 1;
    }
    if reach < extent {
        return None;
    }
    let text = indices.written_mode(begin(indices, layouts).then(": "), t, k);
    let text = text.then(" reaches ").then_number(reach).then(" and the mode of ").then(TENSORS[t]);
    Some(text.then(" ends at ").then_number(extent - 1))
}

/// The message that the modes of one index within a tensor are nested differently: no stride is the sum of theirs.
const fn repeated_unlike(indices: &Indices<'_>, layouts: [&value::Layout; 3]) -> Option<Text> {
    let mut t = 0;
    while t < 2 {
        let mut k = 0;
        while k < indices.modes(t) {
            let mut l = 0;
            while l < k {
                if share_index(indices, t, k, l) && !are_alike(indices, layouts[t], t, k, l) {
                    let text = begin(indices, layouts).then(": the modes ").then_number(l as i64);
                    let text = text.then(" and ").then_number(k as i64).then(" of ");
                    let text = text.then(TENSORS[t]).then(" share an index");
                    return Some(text.then(" and are nested differently"));
                }
                l += 1;
            }
            k += 1;
        }
        t += 1;
    }
    None
}

/// Whether modes `k` and `l` of tensor `t` have a common index.
const fn share_index(indices: &Indices<'_>, t: usize, k: usize, l: usize) -> bool {
    let mut i = 0;
    while let Some((index, _)) = indices.term(t, k, i) {
        let mut j = 0;
        while let Some((other, _)) = indices.term(t, l, j) {
            if index == other {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

/// Whether two modes with a common index have one nesting, as far as it is known: a sum has one stride, as `sum_is_outside` checks.
const fn are_alike(indices: &Indices<'_>, a: &value::Layout, t: usize, k: usize, l: usize) -> bool {
    let (Some(x), Some(y)) = (known_mode(a, k), known_mode(a, l)) else { return true };
    if indices.alone(t, k).is_some() && indices.alone(t, l).is_some() {
        x.shape().equals(&y.shape())
    } else {
        x.leaf_count() <= 1 && y.leaf_count() <= 1
    }
}

/// Mode `k`, coalesced, if all its integers are known.
const fn known_mode(layout: &value::Layout, k: usize) -> Option<value::Layout> {
    match layout.mode(k) {
        Ok(mode) if mode.all_known() => match mode.coalesce() {
            Ok(mode) => Some(mode),
            Err(_) => None,
        },
        _ => None,
    }
}

/// Stops the compiler unless the layouts fit the indices, and a static C maps each coordinate to an element of its own.
#[track_caller]
pub const fn check<A: Form, B: Form, C: Form>(indices: &Indices<'_>) {
    if !internal::are_made::<A, B, C>() {
        return;
    }
    if let Some(text) = disagreement(indices, [&A::FORM, &B::FORM, &C::FORM]) {
        panic!("{}", text.as_str())
    }
    internal::disjoint::<C>()
}
