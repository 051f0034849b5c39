//! Packing of panels of A and B: the elements that a register tile reads in one step become adjacent.
//!
//! ```text
//! to[step * width + lane] = from[lane, step]
//!   runs of a step adjacent        side_by_side: copy them in vectors
//!   elements of a lane adjacent    across: transpose squares in registers
//!   other offsets                  SubMatrix::copy: the loops of the offsets, as `copy` moves them
//!   elements to convert            one by one
//! ```

use super::offsets::SubMatrix;
use crate::gemm::input::Input;
use crate::parts::Range;
use crate::simd::{Element, Vectors, prefetch};
use static_layout::internal::{NoMap, OffsetMap};

/// The bytes of a line of a cache.
const LINE: usize = 64;

/// The number of steps by which prefetching is ahead of packing.
const AHEAD: usize = 16;

/// The source of a panel: a part of the matrix whose offset 0 is at `from`.
#[derive(Clone, Copy)]
pub struct Source<'a, S, X> {
    pub from: *const S,
    pub block: SubMatrix<'a, X>,
}

impl<'a, S, X: OffsetMap> Source<'a, S, X> {
    /// The source as one of elements `T`, which are those of `S`, without its map, which is the identity.
    pub fn plain<T>(&self) -> Source<'a, T, NoMap> {
        Source { from: self.from.cast(), block: self.block.plain() }
    }

    /// Returns the address of the first element.
    ///
    /// # Panics
    /// If the part has no elements.
    pub fn first(&self) -> *const S {
        self.from.wrapping_offset(self.block.at(0, 0))
    }

    /// Whether [`SubMatrix::copy`] packs several panels of `width` lanes in less time than [`pack`] one after the other: neither the
    /// steps nor the lanes of a panel have neighbours, and those of its elements are in other panels, which would read the same lines.
    pub fn packs_together<T: Element>(&self, width: usize) -> bool
    where
        S: Input<T>,
    {
        let (block, steps) = (self.block, Range::all(self.block.steps()));
        if !S::IS_ELEMENT || steps.len == 0 || block.lanes() < 2 * width {
            return false;
        }
        let panel = block.part(Range::all(width), steps);
        !has_runs(panel)
            && panel.steps_run().is_none()
            && block.comes_near(width, LINE / size_of::<T>())
    }
}

/// Packs a panel: element `(lane, step)` goes to `to[step * width + lane]`. Missing lanes become zeros.
///
/// # Safety
/// The elements of the block must be valid for reads, and `to` for writes of `width` elements for each step. The block
/// must have at most `width` lanes.
#[inline(always)]
pub unsafe fn pack<T: Element, I: Input<T>, V: Vectors<T>, X: OffsetMap>(
    v: V,
    width: usize,
    Source { from, block }: Source<'_, I, X>,
    to: *mut T,
) {
    let (lanes, steps) = (block.lanes(), block.steps());
    if lanes == 0 || steps == 0 {
        return;
    }
    // SAFETY: the caller promises that the elements at the offsets of the block may be read, and that the panel has room
    // for `width` elements of each step.
    unsafe {
        if has_runs(block) {
            let mut first = 0;
            while first < lanes {
                let run = Range { first, len: block.run(first, lanes - first) };
                let part = block.part(run, Range::all(steps));
                side_by_side(v, width, from, part, to.add(first));
                first += run.len;
            }
            return clear::<T>(lanes..width, steps, width, to);
        }
        if let Some(stride) = block.steps_run() {
            let panel = Across { from: from.offset(block.at(0, 0)), stride, lanes, steps };
            if width.is_multiple_of(V::LANES) {
                return across(v, width, panel, to);
            }
            if width.is_multiple_of(<V::Half as Vectors<T>>::LANES) {
                return across(v.half(), width, panel, to);
            }
        }
        if const { I::IS_ELEMENT } {
            block.copy(from.cast::<T>(), to, width);
            return clear::<T>(lanes..width, steps, width, to);
        }
        for step in 0..steps {
            for lane in 0..width {
                let inside = lane < lanes;
                let x = if inside { (*from.offset(block.at(lane, step))).widen() } else { T::ZERO };
                *to.add(step * width + lane) = x;
            }
        }
    }
}

/// The fewest lanes of a step that are copied in vectors.
const LEAST_RUN: usize = 8;

/// Whether the lanes of each step begin with neighbours.
fn has_runs<X: OffsetMap>(block: SubMatrix<'_, X>) -> bool {
    let lanes = block.lanes();
    block.run(0, lanes) >= LEAST_RUN.min(lanes)
}

/// Writes zeros to some lanes of each step.
///
/// # Safety
/// `to` must be valid for writes of `width` elements for each step.
#[inline(always)]
unsafe fn clear<T: Element>(
    lanes: core::ops::Range<usize>,
    steps: usize,
    width: usize,
    to: *mut T,
) {
    for step in 0..if lanes.is_empty() { 0 } else { steps } {
        // SAFETY: the caller guarantees the elements of the step.
        lanes.clone().for_each(|lane| unsafe { *to.add(step * width + lane) = T::ZERO });
    }
}

/// Packs lanes that are adjacent in each step.
///
/// # Safety
/// The elements of the block must be valid for reads, and `to` for writes of its lanes, each step `width` elements after the one
/// before. The block must have a step.
#[inline(always)]
unsafe fn side_by_side<T: Element, I: Input<T>, V: Vectors<T>, X: OffsetMap>(
    v: V,
    width: usize,
    from: *const I,
    block: SubMatrix<'_, X>,
    to: *mut T,
) {
    let (lanes, steps) = (block.lanes(), block.steps());
    for step in 0..steps {
        let ahead = from.wrapping_offset(block.at(0, (step + AHEAD).min(steps - 1)));
        (0..lanes).step_by(V::LANES).for_each(|lane| prefetch(ahead.wrapping_add(lane)));
        // SAFETY: the step is in the block, whose lanes are adjacent, and the panel has room for each step.
        unsafe {
            let (from, to) = (from.offset(block.at(0, step)), to.add(step * width));
            if lanes == width {
                // Where `width` is a constant, the compiler uses whole vectors.
                (0..width).for_each(|lane| *to.add(lane) = (*from.add(lane)).widen());
            } else if const { I::IS_ELEMENT } {
                for lane in (0..lanes).step_by(V::LANES) {
                    let len = (lanes - lane).min(V::LANES);
                    v.store_part(to.add(lane), v.load_part(from.cast::<T>().add(lane), len), len);
                }
            } else {
                (0..lanes).for_each(|lane| *to.add(lane) = (*from.add(lane)).widen());
            }
        }
    }
}

/// The source of a panel with adjacent elements in each lane, and lanes `stride` apart.
#[derive(Clone, Copy)]
struct Across<I> {
    from: *const I,
    stride: isize,
    lanes: usize,
    steps: usize,
}

/// The most elements of a square of `LANES` by `LANES`.
const SQUARE: usize = 16 * 16;

/// Packs a panel whose source has adjacent elements in each lane: transposes squares in registers.
///
/// # Safety
/// The contract of [`pack`]; `LANES` must divide `width`.
#[inline(always)]
unsafe fn across<T: Element, I: Input<T>, V: Vectors<T>>(
    v: V,
    width: usize,
    Across { from, stride, lanes, steps }: Across<I>,
    to: *mut T,
) {
    const { assert!(V::LANES * V::LANES <= SQUARE) };
    for first in (0..width).step_by(V::LANES) {
        let inside = lanes.saturating_sub(first).min(V::LANES);
        let from = from.wrapping_offset(first as isize * stride);
        let to = to.wrapping_add(first);
        let squares = if inside == V::LANES { steps / V::LANES * V::LANES } else { 0 };
        // SAFETY: `first + inside` is at most the number of lanes, so that the caller's contract covers the elements that
        // are read; the panel has room for `width` elements of each step.
        unsafe {
            for step in (0..squares).step_by(V::LANES) {
                // Prefetches the panel that is likely to be packed next.
                for lane in width..width + V::LANES {
                    prefetch(from.wrapping_offset(lane as isize * stride + step as isize));
                }
                let (from, to) = (from.add(step), to.add(step * width));
                if I::IS_ELEMENT {
                    v.transpose_tile(from.cast(), stride, to, width as isize);
                    continue;
                }
                let mut square = [T::ZERO; SQUARE];
                for lane in 0..V::LANES {
                    let from = from.offset(lane as isize * stride);
                    let row = &mut square[lane * V::LANES..][..V::LANES];
                    row.iter_mut().enumerate().for_each(|(i, x)| *x = (*from.add(i)).widen());
                }
                v.transpose_tile(square.as_ptr(), V::LANES as isize, to, width as isize);
            }
            for step in squares..steps {
                for lane in 0..V::LANES {
                    let at = from.wrapping_offset(lane as isize * stride + step as isize);
                    *to.add(step * width + lane) =
                        if lane < inside { (*at).widen() } else { T::ZERO };
                }
            }
        }
    }
}
