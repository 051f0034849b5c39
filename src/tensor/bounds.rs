//! How far a layout reaches, and where its coordinates lead.

use crate::check;
use crate::layout::{AnyLayout, Codomain, Mapping, PlainLayout, PlainOf};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::{Coordinate, IntTuple};
use layout_core::{LayoutError, MAX_LEAVES};

/// How far a layout reaches, in elements.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// From the origin down to the least offset.
    pub below: usize,
    /// The number of elements from the least offset to the greatest; 0 without coordinates.
    pub cosize: usize,
}

impl Bounds {
    /// Refused when the reach does not fit `isize`.
    #[inline]
    pub fn of<L: AnyLayout>(layout: L) -> Result<Self, LayoutError> {
        // Whoever makes a tensor has said so in `const`, at the user's line.
        assert!(<PlainOf<L> as PlainLayout>::Codomain::IS_NUMBER);
        let (outer, plain) = layout.parts();
        match Self::of_plain(plain) {
            Some(Bounds { cosize: 0, .. }) => Ok(Bounds { below: 0, cosize: 0 }),
            Some(plain) => match outer.reach(plain.below, plain.cosize) {
                Some((below, cosize)) => Ok(Bounds { below, cosize }),
                None => Err(check::too_short(layout, 0, 0)),
            },
            None => match check::valid(plain) {
                Err(error) => Err(error),
                Ok(()) => Err(check::too_short(layout, 0, 0)),
            },
        }
    }

    /// Nothing when the size or the reach does not fit `isize`.
    #[inline(always)]
    fn of_plain<L: PlainLayout>(layout: L) -> Option<Self> {
        let (shape, stride) = (layout.shape(), layout.stride());
        if <L::IsStatic as Bool>::VALUE {
            // Judged in `const`.
            let is_empty = shape.count() == 0;
            let cosize = if is_empty { 0 } else { 1 + shape.span(stride) };
            let below = if is_empty { 0 } else { shape.below(stride) };
            return Some(Bounds { below, cosize });
        }
        let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
        shape.words(&mut extents, 0);
        stride.words(&mut strides, 0);
        let leaves = extents.iter().zip(strides).take(L::Shape::LEAVES);
        if leaves.clone().any(|(&extent, _)| extent == 0) {
            return Some(Bounds { below: 0, cosize: 0 });
        }
        let (mut size, mut below, mut span) = (1_usize, 0, 0_usize);
        for (&extent, stride) in leaves {
            let stride = stride as isize;
            let reach = (extent - 1).checked_mul(stride.unsigned_abs())?;
            size = size.checked_mul(extent)?;
            span = span.checked_add(reach)?;
            // No more than `span`.
            below += if stride < 0 { reach } else { 0 };
        }
        let cosize = span.checked_add(1)?;
        (isize::try_from(size).is_ok() && isize::try_from(cosize).is_ok())
            .then_some(Bounds { below, cosize })
    }
}

/// The element of a slice of `len` that `origin` is, if all offsets from there on are elements, too. A
/// layout without coordinates asks for nothing and starts at element 0.
#[inline]
pub(super) fn origin_in<L: AnyLayout>(
    len: usize,
    origin: usize,
    layout: L,
) -> Result<usize, LayoutError> {
    let bounds = Bounds::of(layout)?;
    if bounds.cosize == 0 {
        return Ok(0);
    }
    // Neither side wraps: `below` and `cosize` fit `isize`.
    let fits =
        origin <= len && bounds.below <= origin && bounds.cosize <= len - (origin - bounds.below);
    if fits { Ok(origin) } else { Err(check::too_short(layout, len, origin)) }
}

/// The offset of a coordinate, in two's complement, if it lies in the shape.
#[inline(always)]
pub(super) fn position<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> Option<isize> {
    coord.lies_in(layout.shape()).then(|| offset(layout, coord))
}

/// The offset of a coordinate.
#[inline(always)]
pub(super) fn offset<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> isize {
    let (outer, plain) = layout.parts();
    outer.apply(coord.dot(plain.shape(), plain.stride())) as isize
}

/// The part that `_` keeps, and how far its origin is from that of the whole. Panics when another leaf of
/// the coordinate is out of range.
#[inline]
#[track_caller]
pub(super) fn sub<L: AnyLayout, C: IntTuple>(layout: L, coord: C) -> (ops::Slice<L, C>, isize) {
    if !coord.lies_in(layout.shape()) {
        panic!("{}", check::out_of_range(layout.parts().1, coord))
    }
    let (part, offset) = ops::sliced(layout, coord);
    // The origin of a part without coordinates stays where it is: there is no element to move to.
    (part, if part.shape().count() == 0 { 0 } else { offset as isize })
}
