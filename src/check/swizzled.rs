//! The judge of swizzles, and of layouts behind one.

use super::moves::has_refused_leaf;
use super::{DEFECT, possible, require};
use crate::layout::{Mapping, PlainLayout};
use crate::num::int::Leaf;
use crate::swizzle::OffsetMap;
use layout_core::{self as value, LayoutError};

/// The swizzle of these numbers, if they are static and those of one.
pub(crate) const fn swizzle<B: Leaf, M: Leaf, S: Leaf>() -> Option<value::Swizzle> {
    if !(B::DESC.all_known() && M::DESC.all_known() && S::DESC.all_known()) {
        return None;
    }
    match value::Swizzle::new(B::DESC.value(0), M::DESC.value(0), S::DESC.value(0)) {
        Ok(swizzle) if swizzle.end() < usize::BITS => Some(swizzle),
        _ => None,
    }
}

/// The same; stops the compiler where there is none.
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

/// Stops the compiler unless two swizzles are one, and the type found the same.
#[track_caller]
pub(crate) const fn merged(
    answer: Result<value::Swizzle, LayoutError>,
    found: Option<value::Swizzle>,
) {
    match (answer, found) {
        (Ok(swizzle), Some(found)) => require(swizzle.equals(&found), DEFECT),
        (Ok(_), None) => panic!("{}", DEFECT),
        (Err(error), _) => panic!("{}", error.message().as_str()),
    }
}

/// The first of these.
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

/// There is this swizzled layout, which is static.
#[track_caller]
pub(crate) const fn composed_exists(
    swizzle: value::Swizzle,
    offset: &value::IntTuple,
    plain: &value::Layout,
) {
    if offset.value(0) == i64::MIN || has_refused_leaf(plain) {
        // The operation says which rule refused.
        return;
    }
    if let Err(error) = value::ComposedLayout::new(swizzle, offset.value(0), *plain) {
        panic!("{}", error.message().as_str())
    }
}

/// The offset of the first element of a part has moved inside, as the types say; of an empty one it is of no
/// meaning.
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
