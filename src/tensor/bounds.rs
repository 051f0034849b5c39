//! The reach of a layout in memory, and the offset of a coordinate: the checks that establish rule V1 of views.

use crate::ops::{self, LayoutOps};
use crate::types::{
    AnyLayout, Coordinate, Form, IntTuple, Mapping, OffsetMap, PlainLayout, check, is_static,
};
use layout_core::{Layout, LayoutError, MAX_LEAVES};

/// The reach of a layout in elements: its offsets lie in `-below .. cosize - below`.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The distance from offset 0 down to the least offset.
    pub below: usize,
    /// The number of elements from the least offset to the greatest, both included; 0 without coordinates.
    pub cosize: usize,
}

impl Bounds {
    /// The reach of a layout.
    ///
    /// # Errors
    /// When the reach or the size does not fit `isize`.
    #[inline]
    pub fn of<L: Form>(layout: L) -> Result<Self, LayoutError> {
        match Self::find(layout) {
            Some(bounds) => Ok(bounds),
            None => Err(unbounded(layout)),
        }
    }

    /// The reach of a layout; `None` when the size or the reach does not fit `isize`.
    #[inline(always)]
    fn find<L: Form>(layout: L) -> Option<Self> {
        let (below, cosize) = layout.reach()?;
        if cosize == 0 {
            return Some(Bounds { below: 0, cosize: 0 });
        }
        let (below, cosize) = layout.outer().reach(below, cosize)?;
        Some(Bounds { below, cosize })
    }

    /// The reach of a layout whose offsets are a range, each of one coordinate; `None` for another layout.
    #[inline]
    pub fn of_range<L: AnyLayout>(layout: L) -> Option<Self> {
        // Most such layouts are compact. The search for equal offsets takes 50 times as long as this test.
        if let Some(cosize) = compact_size(layout) {
            return Some(Bounds { below: 0, cosize });
        }
        Self::of_any_range(layout)
    }

    /// [`of_range`](Self::of_range) of a layout in any order.
    #[inline]
    fn of_any_range<L: AnyLayout>(layout: L) -> Option<Self> {
        let bounds = Self::find(layout)?;
        // The offsets fill the range if there are as many as places from the least to the greatest, and no two are
        // equal.
        let fills = bounds.cosize == LayoutOps::size(layout)
            && LayoutOps::try_is_injective(layout).is_ok_and(|is_injective| is_injective);
        fills.then_some(bounds)
    }

    /// Returns `origin` if the reach around it lies in a slice of `len` elements; 0 if there is no element.
    #[inline(always)]
    pub(crate) fn origin(self, len: usize, origin: usize) -> Option<usize> {
        if self.cosize == 0 {
            return Some(0);
        }
        // The subtraction cannot wrap: the conditions before it hold `below <= origin <= len`.
        let fits =
            origin <= len && self.below <= origin && self.cosize <= len - (origin - self.below);
        fits.then_some(origin)
    }
}

/// The number of coordinates of a layout with run-time integers that is compact by columns or by rows, apart from the
/// strides of extents of 1; `None` for another layout. Its offsets are `0 .. size`, each of one coordinate.
///
/// ```text
/// (2,3,4):(1,2,6)     by columns: each stride is the product of the extents before it
/// (2,3,4):(12,4,1)    by rows: each stride is the product of the extents after it
/// ```
#[inline(always)]
fn compact_size<L: Form>(layout: L) -> Option<usize> {
    // Of a static layout, the general test is a constant.
    if !L::Outer::IS_IDENTITY || const { is_static::<L>() } {
        return None;
    }
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.write_words(&mut extents, &mut strides);
    let leaves = const { L::FORM.leaf_count() };
    let next = |size: usize, k: usize| {
        let follows = strides[k] == size || extents[k] == 1;
        if follows { size.checked_mul(extents[k]) } else { None }
    };
    let size = (0..leaves).try_fold(1, next).or_else(|| (0..leaves).rev().try_fold(1, next))?;
    isize::try_from(size).is_ok().then_some(size)
}

/// The error for a layout whose size or reach does not fit `isize`.
#[cold]
#[inline(never)]
fn unbounded<L: Form>(layout: L) -> LayoutError {
    let plain = layout.with_words();
    match Layout::new(plain.shape(), plain.stride()) {
        Err(error) => error,
        Ok(_) => check::too_short(layout, 0, 0),
    }
}

/// Returns `origin` if `origin + layout(c)` is an index of a slice of `len` elements for each coordinate `c`; 0 if the
/// layout has no coordinates. `None` when an offset lies outside the slice, or the reach does not fit `isize`.
#[inline(always)]
pub fn checked_origin<L: Form>(len: usize, origin: usize, layout: L) -> Option<usize> {
    Bounds::find(layout)?.origin(len, origin)
}

/// The error of a view whose origin [`checked_origin`] does not accept. Returns the `Result` of its caller: an error
/// has 1.6 kB, and the caller would otherwise reserve space for it.
///
/// # Errors
/// Always.
#[cold]
#[inline(never)]
pub(super) fn refuse_origin<L: Form, V>(
    len: usize,
    origin: usize,
    layout: L,
) -> Result<V, LayoutError> {
    Err(match Bounds::find(layout) {
        Some(_) => check::too_short(layout, len, origin),
        None => unbounded(layout),
    })
}

/// The offset of a coordinate in elements, or `None` outside the shape.
#[inline(always)]
pub fn checked_offset<L: Form, C: Coordinate>(layout: L, coord: C) -> Option<isize> {
    layout.find(coord).map(|offset| layout.outer().apply(offset) as isize)
}

/// The offset of a coordinate in elements; for a coordinate outside the shape, the result of the equation, modulo
/// `2^N`.
#[inline(always)]
pub(super) fn offset<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> isize {
    let (outer, plain) = layout.parts();
    outer.apply(coord.dot(plain.shape(), plain.stride())) as isize
}

/// Stops the compiler for a static coordinate outside static extents, where `_` keeps modes.
#[track_caller]
pub const fn check_slice<L: AnyLayout, C: IntTuple>() {
    check::part_in_range::<C>("", &L::FORM)
}

/// The layout of the modes that `_` keeps, and the offset of its coordinate 0 in `layout`; 0 if it has no coordinates
/// (rule V4).
///
/// # Panics
/// When a leaf of the coordinate is out of range.
#[inline]
#[track_caller]
pub fn slice_at<L: AnyLayout, C: IntTuple>(layout: L, coord: C) -> (ops::Slice<L, C>, isize) {
    if !coord.lies_in(layout.shape()) {
        check::refuse_part(layout.parts().1, coord)
    }
    let (part, offset) = ops::sliced(layout, coord);
    start_of_part(part, offset as isize)
}

/// A part of a layout, and the offset of its coordinate 0 in the whole; 0 if it has no coordinates (rule V4).
#[inline(always)]
pub(super) fn start_of_part<L: AnyLayout>(part: L, offset: isize) -> (L, isize) {
    (part, if part.shape().count() == 0 { 0 } else { offset })
}
