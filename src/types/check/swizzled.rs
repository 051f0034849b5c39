//! Checks of swizzles and of swizzled layouts.

use super::moves::has_refused_leaf;
use super::{DEFECT, possible, require};
use crate::types::layout::{Mapping, PlainLayout};
use crate::types::num::int::Leaf;
use crate::types::swizzle::OffsetMap;
use layout_core as value;

/// `Swizzle<B, M, S>`; `None` if a number is not static, or if no swizzle within the bits of `usize` has these numbers.
pub(crate) const fn swizzle<B: Leaf, M: Leaf, S: Leaf>() -> Option<value::Swizzle> {
    if !(B::DESC.all_known() && M::DESC.all_known() && S::DESC.all_known()) {
        return None;
    }
    match value::Swizzle::new(B::DESC.value(0), M::DESC.value(0), S::DESC.value(0)) {
        Ok(swizzle) if swizzle.end() < usize::BITS => Some(swizzle),
        _ => None,
    }
}

/// `Swizzle<B, M, S>`. Stops the compiler where [`swizzle`] returns `None`.
#[track_caller]
pub(crate) const fn a_swizzle<B: Leaf, M: Leaf, S: Leaf>() -> value::Swizzle {
    if let Some(swizzle) = swizzle::<B, M, S>() {
        return swizzle;
    }
    possible::<B, (M, S)>();
    require(
        B::DESC.all_known() && M::DESC.all_known() && S::DESC.all_known(),
        "the numbers of a swizzle are static",
    );
    if let Err(error) = value::Swizzle::new(B::DESC.value(0), M::DESC.value(0), S::DESC.value(0)) {
        panic!("{}", error.message().as_str())
    }
    panic!("the swizzle passes the bits of `usize`")
}

/// The first text that is `Some`.
pub(crate) const fn first(texts: [Option<&'static str>; 4]) -> Option<&'static str> {
    let mut k = 0;
    while k < texts.len() {
        if texts[k].is_some() {
            return texts[k];
        }
        k += 1;
    }
    None
}

/// Stops the compiler unless the swizzled layout `swizzle o offset o plain` exists. Ignores a refused offset or leaf.
#[track_caller]
pub(crate) const fn composed_exists(
    swizzle: value::Swizzle,
    offset: &value::IntTuple,
    plain: &value::Layout,
) {
    if offset.value(0) == i64::MIN || has_refused_leaf(plain) {
        // The operation with this result reports the error.
        return;
    }
    if let Err(error) = value::ComposedLayout::new(swizzle, offset.value(0), *plain) {
        panic!("{}", error.message().as_str())
    }
}

/// Asserts that `moved`, the map of a part, has the offset of `outer` plus `first`, the offset of the part's first
/// element. An empty part has no first element, so that its offset is not compared.
#[inline]
pub(crate) fn moved_inside<X: OffsetMap, Y: OffsetMap, R: PlainLayout>(
    moved: X,
    outer: Y,
    first: isize,
    part: R,
) {
    let agrees = moved.offset() == outer.offset().wrapping_add(first as i64);
    assert!(agrees || part.shape().count() == 0, "{DEFECT}");
}
