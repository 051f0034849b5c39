//! A tensor of a contraction as integers: nested loops for each of its modes.

use super::indices::MAX_INDICES;
use crate::list::List;
use crate::side::Described;
use layout_core::{self as value, MAX_RANK};
use static_layout::internal::Form;

/// The most leaves of a mode of a matrix: the leaves of a layout, and one for each index that the tensor lacks.
const MAX_LOOPS: usize = layout_core::MAX_LEAVES + MAX_INDICES;

/// Extents and strides of nested loops, the innermost one first, without extents of 1.
pub type Loops = List<(usize, isize), MAX_LOOPS>;

/// A tensor as integers: its leaves, and where the leaves of each mode begin.
#[derive(Clone, Copy)]
pub struct Tensor {
    leaves: Described,
    starts: [usize; MAX_RANK + 1],
}

impl Tensor {
    /// A tensor of any layout.
    #[inline]
    pub fn of<L: Form>(layout: L) -> Self {
        Self { leaves: Described::of(layout), starts: const { starts(&L::FORM) } }
    }
    /// A tensor of a static layout.
    pub const fn of_type<L: Form>() -> Self {
        Self { leaves: Described::of_type::<L>(), starts: starts(&L::FORM) }
    }
    /// A tensor of a layout that is a value.
    pub fn of_value(layout: &value::Layout) -> Self {
        Self { leaves: Described::of_value(layout), starts: starts(layout) }
    }

    /// The loops of a mode.
    pub(super) const fn mode(&self, k: usize) -> Loops {
        let (mut loops, mut leaf) = (Loops::new(), self.starts[k]);
        while leaf < self.starts[k + 1] {
            let (extent, stride) = self.leaves.leaf(leaf);
            add(&mut loops, extent, stride);
            leaf += 1;
        }
        loops
    }
}

/// The leaf at which each mode begins.
const fn starts(layout: &value::Layout) -> [usize; MAX_RANK + 1] {
    let (mut starts, mut k) = ([0; MAX_RANK + 1], 0);
    while k < layout.rank() {
        starts[k + 1] = starts[k]
            + match layout.mode(k) {
                Ok(mode) => mode.leaf_count(),
                Err(_) => 0,
            };
        k += 1;
    }
    starts
}

/// Adds a loop outside of the others, as part of the last one if it continues that.
pub const fn add(loops: &mut Loops, extent: usize, stride: isize) {
    if extent == 1 {
        return;
    }
    if let Some((inner, step)) = loops.as_mut_slice().last_mut()
        && (*inner as isize).wrapping_mul(*step) == stride
    {
        *inner *= extent;
    } else {
        loops.push((extent, stride));
    }
}

/// The offset of a linear coordinate of nested loops, in two's complement.
#[inline(always)]
pub fn offset_in(loops: &[(usize, isize)], coord: usize) -> usize {
    let (mut offset, mut rest, mut k) = (0_usize, coord, 0);
    while k < loops.len() {
        let (extent, stride) = loops[k];
        // The last loop has what the others leave.
        let digit = if k + 1 == loops.len() { rest } else { rest % extent };
        offset = offset.wrapping_add(digit.wrapping_mul(stride as usize));
        rest = if k + 1 == loops.len() { 0 } else { rest / extent };
        k += 1;
    }
    offset
}

/// The number of coordinates of nested loops.
pub const fn extent_of(loops: &Loops) -> usize {
    let (mut extent, mut k) = (1_usize, 0);
    while k < loops.len() {
        // The product may wrap only if another extent is 0.
        extent = extent.wrapping_mul(loops.as_slice()[k].0);
        k += 1;
    }
    extent
}

/// Adds the strides of loops of the same extents, and returns whether they are.
pub const fn add_strides(to: &mut Loops, other: &Loops) -> bool {
    if to.len() != other.len() {
        return false;
    }
    let mut k = 0;
    while k < other.len() {
        let ((extent, stride), at) = (other.as_slice()[k], &mut to.as_mut_slice()[k]);
        if at.0 != extent {
            return false;
        }
        at.1 = at.1.wrapping_add(stride);
        k += 1;
    }
    true
}

/// The least stride of a part, without its sign; the greatest number for one without loops, or of stride 0.
pub const fn least_stride(part: &Loops) -> usize {
    let (mut least, mut k) = (usize::MAX, 0);
    while k < part.len() {
        let stride = part.as_slice()[k].1.unsigned_abs();
        if stride != 0 && stride < least {
            least = stride;
        }
        k += 1;
    }
    least
}
