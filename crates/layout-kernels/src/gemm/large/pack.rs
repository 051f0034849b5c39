//! A block of A or B as panels: what a tile reads in a step lies side by side, in the order of the steps.

use super::offsets::Block;
use crate::gemm::input::Input;
use crate::simd::{Element, Vectors, prefetch};
use static_layout::internal::OffsetMap;

/// How many steps before it is packed an element is asked for.
const AHEAD: usize = 16;

/// What is packed: some elements of a matrix at `from`.
#[derive(Clone, Copy)]
pub struct Source<'a, S, X> {
    pub from: *const S,
    pub block: Block<'a, X>,
}

impl<S, X: OffsetMap> Source<'_, S, X> {
    /// The first element.
    ///
    /// # Panics
    /// When there is none.
    pub fn first(&self) -> *const S {
        self.from.wrapping_offset(self.block.at(0, 0))
    }
}

/// Writes a panel: element `(lane, step)` goes to `to[step * width + lane]`. Lanes that the block has not
/// are zeros.
///
/// # Safety
/// The elements of the block must be valid for reads, `to` for writes of `width` times as many elements as
/// the block has steps; the block has at most `width` lanes.
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
    // SAFETY: the caller's elements, which lie as the block says.
    unsafe {
        if block.lanes_run() {
            return side_by_side::<T, I, V, X>(width, from, block, to);
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
        for step in 0..steps {
            for lane in 0..width {
                let inside = lane < lanes;
                let x = if inside { (*from.offset(block.at(lane, step))).widen() } else { T::ZERO };
                *to.add(step * width + lane) = x;
            }
        }
    }
}

/// [`pack`] of lanes side by side.
///
/// # Safety
/// As for [`pack`]; the block has a step.
#[inline(always)]
unsafe fn side_by_side<T: Element, I: Input<T>, V: Vectors<T>, X: OffsetMap>(
    width: usize,
    from: *const I,
    block: Block<'_, X>,
    to: *mut T,
) {
    let (lanes, steps) = (block.lanes(), block.steps());
    for step in 0..steps {
        let ahead = from.wrapping_offset(block.at(0, (step + AHEAD).min(steps - 1)));
        (0..width).step_by(V::LANES).for_each(|lane| prefetch(ahead.wrapping_add(lane)));
        // SAFETY: the lanes of this step; its place in the panel.
        unsafe {
            let (from, to) = (from.offset(block.at(0, step)), to.add(step * width));
            if lanes == width {
                // As many as the compiler knows.
                (0..width).for_each(|lane| *to.add(lane) = (*from.add(lane)).widen());
            } else {
                (0..lanes).for_each(|lane| *to.add(lane) = (*from.add(lane)).widen());
                (lanes..width).for_each(|lane| *to.add(lane) = T::ZERO);
            }
        }
    }
}

/// Steps side by side, lanes `stride` apart.
#[derive(Clone, Copy)]
struct Across<I> {
    from: *const I,
    stride: isize,
    lanes: usize,
    steps: usize,
}

/// The most elements of a square of vectors.
const SQUARE: usize = 16 * 16;

/// [`pack`] of steps side by side: squares are transposed in registers.
///
/// # Safety
/// As for [`pack`]; `LANES` divides `width`.
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
        // SAFETY: elements of the caller's, as many lanes as are inside; places of the panel.
        unsafe {
            for step in (0..squares).step_by(V::LANES) {
                // The panel that is likely to be next.
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
