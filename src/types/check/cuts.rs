//! `slice_axes` of run-time leaves in a few instructions.
//!
//! Where each axis is a leaf, the types say which leaves of the slices cut it: they are compared and multiplied. What it does not answer, the engine does: refusals, nested axes, and leaves with facts.

use super::{Unchecked, states_facts};
use crate::types::layout::{Codomain, PlainLayout};
use crate::types::tuple::{IntTuple, Keeps};
use layout_core::{IntTuple as Integers, MAX_LEAVES, internal};

/// How one axis is cut. The numbers are those of leaves of the slices.
#[derive(Clone, Copy)]
enum Cut {
    Whole,
    At(usize),
    Range { start: Option<usize>, stop: Option<usize>, step: usize },
}

/// The cuts of the axes of `A` by the slices `C`, the part being `R`. `None` where the engine decides.
const fn cuts<A: PlainLayout, C: IntTuple, R: PlainLayout>() -> Option<[Cut; MAX_LEAVES]> {
    let (form, slices, kept) = (&A::FORM, &C::DESC, <C::List as Keeps>::KEPT);
    let is_flat = A::Shape::LEAVES == form.rank() && form.depth() < 2;
    if !is_flat || states_facts(&R::FORM) || !<A::Codomain as Codomain>::IS_NUMBER {
        return None;
    }
    let (mut cuts, mut axis, mut leaf) = ([Cut::Whole; MAX_LEAVES], 0, 0);
    let rank = if slices.depth() == 0 { 1 } else { slices.rank() };
    while axis < rank {
        let leaves = match slices.mode(axis) {
            Ok(mode) => mode.leaf_count(),
            Err(_) => 1,
        };
        cuts[axis] = match leaves {
            1 if is_kept(kept, leaf) => Cut::Whole,
            1 => Cut::At(leaf),
            _ => {
                Cut::Range { start: given(kept, leaf), stop: given(kept, leaf + 1), step: leaf + 2 }
            }
        };
        leaf += leaves;
        axis += 1;
    }
    Some(cuts)
}

const fn is_kept(kept: u32, leaf: usize) -> bool {
    kept >> leaf & 1 == 1
}
const fn given(kept: u32, leaf: usize) -> Option<usize> {
    if is_kept(kept, leaf) { None } else { Some(leaf) }
}

/// The part of `layout`, and the offset of its first element. `None` where the engine decides. The caller has called
/// `slice_axes::check`.
#[inline(always)]
pub(crate) fn cut<A: PlainLayout, C: IntTuple, R: PlainLayout>(
    layout: A,
    slices: C,
) -> Option<(R, isize)> {
    let cuts = const { cuts::<A, C, R>() }?;
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.shape().words(&mut extents, 0);
    layout.stride().words(&mut strides, 0);
    let mut words = [0; MAX_LEAVES];
    slices.words(&mut words, 0);
    let bound = |k: usize| signed(words[k], const { &C::DESC }, k);
    let optional = |k: Option<usize>| match k {
        Some(k) => bound(k).map(Some),
        None => Some(None),
    };

    let (mut counts, mut steps, mut axes, mut offset) =
        ([0; MAX_LEAVES], [0; MAX_LEAVES], 0, 0_i64);
    for axis in 0..A::Shape::LEAVES {
        let (extent, stride) = (extents[axis] as i64, strides[axis] as i64);
        let first = match cuts[axis] {
            Cut::Whole => {
                (counts[axes], steps[axes]) = (extent, stride);
                axes += 1;
                0
            }
            Cut::At(k) => internal::index_in(bound(k)?, extent)?,
            Cut::Range { start, stop, step } => {
                let (start, stop) = (optional(start)?, optional(stop)?);
                let step = bound(step)?;
                let (first, count) = internal::range_in(start, stop, step, extent)?;
                (counts[axes], steps[axes]) = (count, stride.checked_mul(step)?);
                axes += 1;
                if count == 0 { 0 } else { first }
            }
        };
        offset = offset.checked_add(first.checked_mul(stride)?)?;
    }
    let part = R::from_parts(
        IntTuple::read(&|k| counts[k], 0),
        IntTuple::read(&|k| steps[k], 0),
        Unchecked(()),
    );
    Some((part, offset as isize))
}

/// Leaf `k` of slices of the form `form` as a number. `None` past 2^63 - 1 up or down.
#[inline(always)]
fn signed(word: usize, form: &Integers, k: usize) -> Option<i64> {
    let value = word as i64;
    let fits = if form.value(k) < 0 { value <= 0 } else { value >= 0 };
    fits.then_some(value)
}

/// The leaves of `layout` from leaf `first` on, with another extent of the first of them if `count` is given, as a value of
/// the type `R`, which has the modes of these leaves.
#[inline(always)]
pub(crate) fn from_leaf<A: PlainLayout, R: PlainLayout>(
    layout: A,
    first: usize,
    count: Option<usize>,
) -> R {
    const {
        let (found, whole) = (R::FORM.leaf_count(), A::FORM.leaf_count());
        assert!(found == whole || found + 1 == whole, "{}", super::DEFECT);
    }
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.write_words(&mut extents, &mut strides);
    if let Some(count) = count {
        extents[first] = count;
    }
    R::from_parts(
        IntTuple::read(&|k| extents[first + k] as i64, 0),
        IntTuple::read(&|k| strides[first + k] as i64, 0),
        Unchecked(()),
    )
}
