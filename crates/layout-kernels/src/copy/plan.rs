//! Copy planning: finds the loops of a copy, their order, and the step that the innermost loops carry out.
//!
//! ```text
//! loops  = coarsest modes that both layouts have, ordered by stride in the destination
//! reject   unless each stride of the destination exceeds the reach of the loops inside it
//! step   = Run        if the innermost loop has stride 1 in both
//!          Splat      if it has stride 1 in the destination and 0 in the source
//!          Transpose  if it has stride 1 in the destination and another loop has stride 1 in the source
//!          Each       otherwise
//! if step is Transpose: extend both axes of the tiles with loops that continue them, up to MAX_AXIS elements
//! order the remaining loops by the shorter of their two strides
//! together = neighbours that both swizzles keep adjacent; if 1: step = Each
//! ```

use super::few::Leaves;
use super::order::TileOrder;
use crate::nest::{Loop, Nest};
use crate::side::Described;
use core::fmt;
use layout_core::{Layout, Rule};

/// Elements of several loops that are made one axis of a transposed block, at most.
pub(crate) const MAX_AXIS: usize = 576;

/// The reach of each loop of an axis that several make, at most: all of them together, nine that run twice, stay
/// within `i32`.
pub(super) const FAR: usize = 1 << 28;

/// Elements of an axis that are enough.
const WIDE_AXIS: usize = 64;

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
/// use static_layout_kernels::{CopyStep, copy_plan};
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
    /// How many loops there are over neighbours in the destination, and, where tiles are transposed, how many
    /// after these over neighbours in the source.
    pub(crate) axes: [usize; 2],
    /// At most so many neighbours are moved at once; fewer than the loop has only beside a swizzle.
    pub(crate) together: usize,
    /// The destination is written past the caches.
    pub(crate) streams: bool,
    /// Which tile comes after which.
    pub(crate) order: TileOrder,
    /// Bytes of an element.
    bytes: usize,
}

impl CopyPlan {
    /// Nothing is copied.
    pub(crate) const EMPTY: Self = Self {
        nest: Nest::EMPTY,
        step: CopyStep::Each,
        axes: [1, 0],
        together: 1,
        streams: false,
        order: TileOrder::FIRST,
        bytes: 0,
    };

    /// Finds the plan for elements of `bytes` bytes; refused when the layouts have no coordinates in common,
    /// and when the destination seems to have one element for two of them, unless it is known to be
    /// injective. `self` is empty before.
    const fn find(
        &mut self,
        sides: [&Described; 2],
        bytes: usize,
        atom: Option<(CopyStep, usize)>,
        injective: bool,
    ) -> Result<(), Rule> {
        if let Err(rule) = self.nest.find(sides) {
            return Err(rule);
        }
        self.complete(Some(sides), bytes, atom, injective)
    }

    /// The plan of the loops that there are; of sides that are not swizzled, if none are given.
    const fn complete(
        &mut self,
        sides: Option<[&Described; 2]>,
        bytes: usize,
        atom: Option<(CopyStep, usize)>,
        injective: bool,
    ) -> Result<(), Rule> {
        self.nest.order(1);
        if !injective && let Err(rule) = distinct(&self.nest) {
            return Err(rule);
        }
        self.step = step(&mut self.nest);
        if matches!(self.step, CopyStep::Transpose) {
            axes(&mut self.nest, &mut self.axes);
        }
        order_rest(&mut self.nest, self.axes[0] + self.axes[1]);
        self.together = match sides {
            Some(sides) => together(&self.nest, self.step, self.axes, sides),
            None => 1 << (usize::BITS - 1),
        };
        if self.together == 1 {
            self.step = CopyStep::Each;
        }
        self.bytes = bytes;
        self.streams = self.nest.size().saturating_mul(bytes) >= STREAM_FROM;
        self.order = TileOrder::of(&self.nest, self.step, self.axes, bytes, self.streams);
        self.only(atom)
    }

    /// Finds the plan, if nothing has to be refused or looked at again.
    #[inline(never)]
    pub(crate) fn found(
        &mut self,
        sides: [&Described; 2],
        bytes: usize,
        atom: Option<(CopyStep, usize)>,
    ) -> bool {
        self.find(sides, bytes, atom, false).is_ok()
    }

    /// [`found`](Self::found) of plain layouts with these leaves, if their extents are the same: without a search
    /// for common modes.
    #[inline(never)]
    pub(super) fn found_of_leaves(
        &mut self,
        leaves: [&Leaves; 2],
        bytes: usize,
        atom: Option<(CopyStep, usize)>,
    ) -> bool {
        Leaves::add_common(leaves, &mut self.nest)
            && self.complete(None, bytes, atom, false).is_ok()
    }

    /// The same in steps of an atom of this kind that takes so many neighbours, if one is named.
    const fn only(&mut self, atom: Option<(CopyStep, usize)>) -> Result<(), Rule> {
        let Some((step, needed)) = atom else { return Ok(()) };
        if self.nest.size() == 0 {
            return Ok(());
        }
        let found = match (step, self.step) {
            (CopyStep::Transpose, CopyStep::Transpose) => self.narrowest(),
            (CopyStep::Run, CopyStep::Run) => self.vector(),
            _ => 1,
        };
        // Whole vectors, which a swizzle does not cut; tiles may be short of their last rows.
        let extent = self.nest.get(0).extent;
        let cut = matches!(step, CopyStep::Run)
            && !(extent.is_multiple_of(needed)
                && (found == extent || found.is_multiple_of(needed)));
        if needed == 0 || found < needed || cut {
            return Err(Rule::Atom { needed: needed as i64, found: found as i64 });
        }
        self.together = needed;
        Ok(())
    }

    /// The elements of the two axes.
    pub(super) const fn extents(&self) -> [usize; 2] {
        let [inner, around] = [self.axes[0], self.axes[0] + self.axes[1]];
        [self.nest.extent(0, inner), self.nest.extent(inner, around)]
    }

    /// The fewest neighbours of the two axes.
    const fn narrowest(&self) -> usize {
        let [rows, columns] = self.extents();
        let least = if rows < columns { rows } else { columns };
        if self.together < least { self.together } else { least }
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
            CopyStep::Transpose => self.narrowest(),
            _ => {
                let extent = self.nest.get(0).extent;
                if extent < self.together { extent } else { self.together }
            }
        }
    }
}

/// The plan, or why there is none; `written` is the layout of the destination without its swizzle.
pub(crate) const fn checked(
    sides: [&Described; 2],
    bytes: usize,
    atom: Option<(CopyStep, usize)>,
    written: &Layout,
) -> Result<CopyPlan, Rule> {
    let mut plan = CopyPlan::EMPTY;
    let Err(rule) = plan.find(sides, bytes, atom, false) else { return Ok(plan) };
    if !matches!(rule, Rule::Overlap { .. }) {
        return Err(rule);
    }
    match written.is_injective() {
        Ok(true) => {}
        Ok(false) => return Err(rule),
        Err(error) => return Err(error.rule()),
    }
    plan = CopyPlan::EMPTY;
    match plan.find(sides, bytes, atom, true) {
        Ok(()) => Ok(plan),
        Err(rule) => Err(rule),
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

/// Puts behind each of the two innermost loops those that continue it on its own side, as long as an axis is
/// narrow and neither is long: a tile needs neighbours, whatever loops they are of. How many there are of each.
const fn axes(nest: &mut Nest<2>, axes: &mut [usize; 2]) {
    *axes = [1, 1];
    let mut axis = 0;
    while axis < 2 {
        let Loop { extent, strides } = nest.get(axis);
        let far = strides[axis].unsigned_abs().saturating_mul(extent);
        if extent > MAX_AXIS || far > FAR {
            return;
        }
        axis += 1;
    }
    loop {
        let before = axes[0] + axes[1];
        let mut axis = 0;
        while axis < 2 {
            // The first axis has its neighbours in the destination, the second one in the source.
            let (side, first) = (1 - axis, axis * axes[0]);
            let extent = nest.extent(first, first + axes[axis]);
            let mut k = axes[0] + axes[1];
            while extent < WIDE_AXIS && k < nest.loops().len() {
                let next = nest.get(k);
                let far = next.strides[1 - side].unsigned_abs().saturating_mul(next.extent);
                if next.strides[side] == extent as isize
                    && extent * next.extent <= MAX_AXIS
                    && far <= FAR
                {
                    nest.bring(k, first + axes[axis]);
                    axes[axis] += 1;
                    break;
                }
                k += 1;
            }
            axis += 1;
        }
        if axes[0] + axes[1] == before {
            return;
        }
    }
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
const fn together(
    nest: &Nest<2>,
    step: CopyStep,
    axes: [usize; 2],
    sides: [&Described; 2],
) -> usize {
    let (mut bits, mut s) = (usize::BITS - 1, 0);
    while s < 2 {
        // The loops over neighbours on this side.
        let (first, until) = match (step, s) {
            (CopyStep::Transpose, 0) => (axes[0], axes[0] + axes[1]),
            _ => (0, axes[0]),
        };
        let mut here = sides[s].together(nest.starts[s]);
        let mut k = 0;
        while k < nest.loops().len() {
            let zeros = nest.get(k).strides[s].trailing_zeros();
            let is_along = first <= k && k < until;
            if !is_along && here < usize::BITS - 1 && zeros < here {
                here = zeros;
            }
            k += 1;
        }
        let stands = s == 0 && matches!(step, CopyStep::Splat);
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
