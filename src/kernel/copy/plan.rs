//! How a copy goes: which loops, in which order, and what the innermost ones do.

use crate::kernel::nest::{Loop, Nest};
use crate::kernel::side::Described;
use core::fmt;
use layout_core::{Layout, Rule};

/// Bytes from which on a destination is written past the caches, which it would only wash out.
pub(crate) const STREAM_FROM: usize = 8 << 20;

/// What the inner loops of a copy do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyStep {
    /// Neighbours in the source are neighbours in the destination: the innermost loop moves vectors.
    Run,
    /// The innermost loop has its neighbours in the destination, the next one in the source: both move
    /// square tiles through registers.
    Transpose,
    /// The innermost loop writes neighbours that are all one element of the source.
    Splat,
    /// The elements are moved one by one.
    Each,
}

/// The loops of a copy, found from the two layouts.
///
/// ```
/// use static_layout::*;
/// let plan = copy_plan::<f32, _, _>(layout!((64, 32):(1, 64)), layout!((64, 32):(32, 1)))?;
/// assert_eq!(plan.step(), CopyStep::Transpose);
/// assert_eq!(
///     plan.to_string(),
///     "transpose tiles of elements of 4 bytes\n\
///      loop of 32: 64 in the source, 1 in the destination\n\
///      loop of 64: 1 in the source, 32 in the destination"
/// );
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CopyPlan {
    /// Side 0 is the source, side 1 the destination.
    pub(crate) nest: Nest<2>,
    pub(crate) step: CopyStep,
    /// At most so many neighbours are moved at once; fewer than the loop has only beside a swizzle.
    pub(crate) together: usize,
    /// The destination is written past the caches.
    pub(crate) streams: bool,
    /// Bytes of an element.
    bytes: usize,
}

impl CopyPlan {
    /// The plan for elements of `bytes` bytes; refused when the layouts have no coordinates in common,
    /// and when the destination seems to have one element for two of them, unless it is known to be
    /// injective.
    pub(crate) const fn of(
        [from, to]: [&Described; 2],
        bytes: usize,
        injective: bool,
    ) -> Result<Self, Rule> {
        let mut nest = match Nest::of([from, to]) {
            Ok(nest) => nest,
            Err(rule) => return Err(rule),
        };
        nest.order(1);
        if !injective && let Err(rule) = distinct(&nest) {
            return Err(rule);
        }
        let mut step = step(&mut nest);
        order_rest(&mut nest, if matches!(step, CopyStep::Transpose) { 2 } else { 1 });
        let together = together(&nest, step, from, to);
        if together == 1 {
            step = CopyStep::Each;
        }
        let streams = nest.size().saturating_mul(bytes) >= STREAM_FROM;
        Ok(Self { nest, step, together, streams, bytes })
    }

    /// What the inner loops do.
    pub const fn step(&self) -> CopyStep {
        self.step
    }

    /// Extent, stride of the source and stride of the destination of each loop, the innermost one first.
    pub fn loops(&self) -> impl ExactSizeIterator<Item = (usize, isize, isize)> + '_ {
        self.nest.loops().iter().map(|each| (each.extent, each.strides[0], each.strides[1]))
    }

    /// The greatest number of neighbours that stay together on both sides: the width of a vector, if one of
    /// the machine is not shorter. CuTe: `max_common_vector`.
    pub const fn vector(&self) -> usize {
        match self.step {
            CopyStep::Each => 1,
            _ => {
                let extent = self.nest.get(0).extent;
                if extent < self.together { extent } else { self.together }
            }
        }
    }
}

/// The plan at run time, if nothing has to be refused or looked at again.
#[inline(never)]
pub(crate) fn found(from: &Described, to: &Described, bytes: usize) -> Option<CopyPlan> {
    CopyPlan::of([from, to], bytes, false).ok()
}

/// The plan, or why there is none; `written` is the layout of the destination without its swizzle.
pub(crate) const fn settled(
    sides: [&Described; 2],
    bytes: usize,
    written: &Layout,
) -> Result<CopyPlan, Rule> {
    match CopyPlan::of(sides, bytes, false) {
        Err(Rule::Overlap { stride, covered }) => match written.is_injective() {
            Ok(true) => CopyPlan::of(sides, bytes, true),
            Ok(false) => Err(Rule::Overlap { stride, covered }),
            Err(error) => Err(error.rule()),
        },
        plan => plan,
    }
}

/// Different coordinates have different elements in the destination, because each stride clears what is
/// below it. Sorted strides that do not can still interlock.
const fn distinct(nest: &Nest<2>) -> Result<(), Rule> {
    let (mut reach, mut k) = (0, 0);
    while k < nest.loops().len() {
        let Loop { extent, strides: [_, stride] } = nest.get(k);
        if extent == 0 {
            return Ok(());
        }
        if stride == 0 {
            return Err(Rule::Repeats { extent: extent as i64 });
        }
        if stride <= reach {
            return Err(Rule::Overlap { stride: stride as i64, covered: reach as i64 + 1 });
        }
        reach += (extent as isize - 1) * stride;
        k += 1;
    }
    Ok(())
}

/// What the inner loops do, once those it needs are the inner ones.
const fn step(nest: &mut Nest<2>) -> CopyStep {
    let [source, destination] = nest.get(0).strides;
    if destination != 1 {
        return CopyStep::Each;
    }
    match source {
        1 => return CopyStep::Run,
        0 => return CopyStep::Splat,
        _ => {}
    }
    let mut k = 1;
    while k < nest.loops().len() {
        if nest.get(k).strides[0] == 1 {
            nest.bring(k, 1);
            return CopyStep::Transpose;
        }
        k += 1;
    }
    CopyStep::Each
}

/// Orders the loops from `first` on by the shorter of their two steps: what is near on either side is
/// visited soon.
const fn order_rest(nest: &mut Nest<2>, first: usize) {
    let mut k = first + 1;
    while k < nest.loops().len() {
        let mut to = k;
        while to > first && nearest(nest, k) < nearest(nest, to - 1) {
            to -= 1;
        }
        nest.bring(k, to);
        k += 1;
    }
}

const fn nearest(nest: &Nest<2>, k: usize) -> usize {
    let [source, destination] = nest.get(k).strides;
    let (source, destination) = (source.unsigned_abs(), destination.unsigned_abs());
    // A source that stands still is as near as can be, and says nothing.
    if source != 0 && source < destination { source } else { destination }
}

/// How many neighbours a swizzle leaves together on both sides, from any place that the loops come to.
const fn together(nest: &Nest<2>, step: CopyStep, from: &Described, to: &Described) -> usize {
    let sides = [from, to];
    // The loop over neighbours on each side.
    let along = match step {
        CopyStep::Transpose => [1, 0],
        _ => [0, 0],
    };
    let (mut bits, mut s) = (usize::BITS - 1, 0);
    while s < 2 {
        let stands = s == 0 && matches!(step, CopyStep::Splat);
        let mut here = sides[s].together(nest.starts[s]);
        let mut k = 0;
        while k < nest.loops().len() {
            let zeros = nest.get(k).strides[s].trailing_zeros();
            if k != along[s] && here < usize::BITS - 1 && zeros < here {
                here = zeros;
            }
            k += 1;
        }
        if here < bits && !stands {
            bits = here;
        }
        s += 1;
    }
    1 << bits
}

impl fmt::Display for CopyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.step {
            CopyStep::Run => "move vectors of elements of ",
            CopyStep::Transpose => "transpose tiles of elements of ",
            CopyStep::Splat => "repeat elements of ",
            CopyStep::Each => "move one by one elements of ",
        })?;
        write!(f, "{} bytes", self.bytes)?;
        if self.together < self.nest.get(0).extent && self.step != CopyStep::Each {
            write!(f, ", {} at a time", self.together)?;
        }
        for (extent, from, to) in self.loops() {
            write!(f, "\nloop of {extent}: {from} in the source, {to} in the destination")?;
        }
        Ok(())
    }
}
