//! Copy planning: finds the loops of a copy, their order, and the step of the innermost ones.
//!
//! A copy may visit the coordinates in any order, because each element of the destination is written once. So the plan
//! ignores the order of the modes, and puts those loops inside whose steps are neighbours in memory.
//!
//! ```text
//! loops  = coarsest modes that both layouts have            Nest::find
//! loops  = with ascending strides in the destination,       Nest::order: reverses loops that run backwards,
//!          none negative                                      merges loops that continue each other
//! reject   unless each stride of the destination exceeds the reach of the loops inside it
//! step   = Run        if the innermost loop has stride 1 in both
//!          Splat      if it has stride 1 in the destination and 0 in the source
//!          Transpose  if it has stride 1 in the destination and another loop has stride 1 in the source
//!          Each       otherwise
//! if step is Transpose: extend both axes of the tiles with loops that continue them, up to MAX_AXIS elements
//! order the remaining loops by the shorter of their two strides
//! together = neighbours that both swizzles keep adjacent; if 1: step = Each
//! ```
//!
//! 1. The test of the strides is sufficient for a destination without repeated elements, and needs one pass. Sorted
//!    strides that fail it can still interlock, as in `(2,3):(3,2)`; only then [`checked`] calls the exact test of
//!    `layout_core`, and plans again.
//! 2. A tile needs several neighbours on both sides, whichever loops they belong to: loops of 4 and 16 neighbours form
//!    one axis of 64.
//! 3. Every function here is `const`: the plan of static layouts costs nothing at run time.

use super::few::FewLeaves;
use super::narrow::NARROW;
use super::order::TileOrder;
use crate::nest::{Loop, Nest};
use crate::side::Described;
use core::fmt;
pub use layout_core::copy::CopyStep;
use layout_core::{Layout, Rule};

/// The maximum number of elements of an axis of tiles that several loops form.
pub(crate) const MAX_AXIS: usize = 576;

/// The maximum of extent times stride for a loop in an axis that several loops form. Nine loops of two steps are the
/// most that [`MAX_AXIS`] permits, and each reaches half of this, so that the sum of their offsets fits `i32`.
pub(super) const FAR: usize = 1 << 28;

/// The number of elements from which on an axis takes no further loop.
const WIDE_AXIS: usize = 64;

/// The size in bytes from which on a destination is written past the caches: it would evict everything else, and would
/// itself be evicted before anything reads it.
pub(crate) const STREAM_FROM: usize = 8 << 20;

/// The number of neighbours that stay together without a swizzle: no limit.
pub(super) const ALL: usize = 1 << (usize::BITS - 1);

/// The loops of a copy, computed from the two layouts. [`copy_plan`](super::copy_plan) returns it.
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
    /// The number of inner loops over neighbours in the destination; for [`CopyStep::Transpose`] also the number of
    /// loops after these over neighbours in the source.
    pub(crate) axes: [usize; 2],
    /// The number of neighbours that may be moved at once: a power of two, which only a swizzle or an atom limits.
    pub(crate) together: usize,
    /// Whether the destination is written past the caches.
    pub(crate) streams: bool,
    /// The order of tiles.
    pub(crate) order: TileOrder,
    /// The size of an element in bytes.
    bytes: usize,
}

impl CopyPlan {
    /// The plan of no element.
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self {
            nest: Nest::new(),
            step: CopyStep::Each,
            axes: [1, 0],
            together: 1,
            streams: false,
            order: TileOrder::FIRST,
            bytes: 0,
        }
    }

    /// Finds the plan for elements of `bytes` bytes. `self` is empty before.
    ///
    /// # Errors
    /// If the layouts have no common modes. Unless `injective` says that the caller has checked it, also if the
    /// destination may map two coordinates to one element.
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

    /// Completes the plan from its loops. No side is swizzled if `sides` is `None`.
    pub(super) const fn complete(
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
            None => ALL,
        };
        if self.together == 1 {
            self.step = CopyStep::Each;
        }
        self.finish(bytes);
        self.only(atom)
    }

    /// Sets what follows from the loops and the step.
    const fn finish(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.streams = self.nest.size().saturating_mul(bytes) >= STREAM_FROM;
        self.order = TileOrder::of(&self.nest, self.step, self.axes, bytes, self.streams);
    }

    /// Finds the plan, or returns false: the copy is refused, or only the exact test can accept the destination.
    #[inline(never)]
    pub(crate) fn found(
        &mut self,
        sides: [&Described; 2],
        bytes: usize,
        atom: Option<(CopyStep, usize)>,
    ) -> bool {
        self.find(sides, bytes, atom, false).is_ok()
    }

    /// [`found`](Self::found) for layouts without a swizzle whose leaves have equal extents. Needs no search for common
    /// modes.
    #[inline(never)]
    pub(super) fn found_of_leaves(
        &mut self,
        leaves: [&FewLeaves; 2],
        bytes: usize,
        atom: Option<(CopyStep, usize)>,
    ) -> bool {
        FewLeaves::add_common(leaves, &mut self.nest)
            && self.complete(None, bytes, atom, false).is_ok()
    }

    /// Limits the plan to steps of `atom`, its kind and its number of neighbours.
    ///
    /// # Errors
    /// If the plan has steps of another kind or fewer neighbours.
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
        // A vector must be whole and not cut by a swizzle. A tile may lack its last rows.
        let extent = self.nest.get(0).extent;
        let ends_within = !extent.is_multiple_of(needed);
        let cut = matches!(step, CopyStep::Run)
            && (ends_within || (found != extent && !found.is_multiple_of(needed)));
        if needed == 0 || found < needed || cut {
            let found = if found >= needed && ends_within { extent } else { found };
            return Err(Rule::Atom { needed: needed as i64, found: found as i64 });
        }
        self.together = needed;
        Ok(())
    }

    /// The numbers of elements of the two axes of tiles.
    pub(super) const fn extents(&self) -> [usize; 2] {
        let [inner, around] = [self.axes[0], self.axes[0] + self.axes[1]];
        [self.nest.extent(0, inner), self.nest.extent(inner, around)]
    }

    /// Whether a transposition has rows or columns beyond its tiles, even the shortest ones. The loops of two or three
    /// neighbours have no tiles.
    pub(super) const fn cuts_tiles(&self) -> bool {
        /// The number of rows and columns of the shortest tile.
        const TILE: usize = 4;
        let [rows, columns] = self.extents();
        let is_narrow = rows < NARROW && columns >= NARROW || columns < NARROW && rows >= NARROW;
        matches!(self.step, CopyStep::Transpose)
            && !(is_narrow || rows.is_multiple_of(TILE) && columns.is_multiple_of(TILE))
    }

    /// The size of an element in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The smaller number of neighbours of the two axes.
    const fn narrowest(&self) -> usize {
        let [rows, columns] = self.extents();
        let least = if rows < columns { rows } else { columns };
        if self.together < least { self.together } else { least }
    }

    /// The step of the inner loops.
    pub const fn step(&self) -> CopyStep {
        self.step
    }

    /// The extent, the stride in the source and the stride in the destination of each loop, in elements. The innermost
    /// loop comes first.
    pub fn loops(&self) -> impl ExactSizeIterator<Item = (usize, isize, isize)> + '_ {
        self.nest.loops().iter().map(|each| (each.extent, each.strides[0], each.strides[1]))
    }

    /// The greatest number of elements that are neighbours on both sides: the width of a vector on a machine that has
    /// vectors as long. CuTe: `max_common_vector`.
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

/// The plan, or the rule that refuses the copy. `written` is the layout of the destination without its swizzle.
pub(crate) const fn checked(
    sides: [&Described; 2],
    bytes: usize,
    atom: Option<(CopyStep, usize)>,
    written: &Layout,
) -> Result<CopyPlan, Rule> {
    let mut plan = CopyPlan::new();
    let Err(rule) = plan.find(sides, bytes, atom, false) else { return Ok(plan) };
    if !matches!(rule, Rule::Overlap { .. }) {
        return Err(rule);
    }
    match written.is_injective() {
        Ok(true) => {}
        Ok(false) => return Err(rule),
        Err(error) => return Err(error.rule()),
    }
    plan = CopyPlan::new();
    match plan.find(sides, bytes, atom, true) {
        Ok(()) => Ok(plan),
        Err(rule) => Err(rule),
    }
}

/// Checks that the destination maps different coordinates to different elements: each stride exceeds the reach of the
/// loops inside it. The condition is sufficient, not necessary.
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

/// The step of the inner loops. Brings the second loop of a transposition next to the innermost one.
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

/// Extends each of the two innermost loops, the axes of a tile, by loops that continue it on the side of its
/// neighbours. Writes the number of loops of each axis to `axes`.
///
/// ```text
/// repeat until nothing changes:
///     for each axis with fewer than WIDE_AXIS elements:
///         append the first loop outside whose stride, on the side of this axis, is its number of elements,
///         if the axis keeps at most MAX_AXIS elements
/// ```
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
            // The first axis has its neighbours in the destination (side 1), the second one in the source (side 0).
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

/// Orders the loops from `first` on by the shorter of their two strides, so that a step stays near on at least one
/// side.
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

/// The shorter stride of loop `k`, in elements.
const fn nearest(nest: &Nest<2>, k: usize) -> usize {
    let [source, destination] = nest.get(k).strides;
    let (source, destination) = (source.unsigned_abs(), destination.unsigned_abs());
    // A stride of 0 in the source reads the same element again: only the destination matters.
    if source != 0 && source < destination { source } else { destination }
}

/// The number of neighbours that the swizzles of both sides keep adjacent, at each offset that the loops reach.
///
/// A swizzle keeps `2^base` elements adjacent from an offset that is a multiple of `2^base` on. So the number is the
/// greatest power of two that divides `2^base`, the first offset, and the stride of each loop that is not over
/// neighbours.
const fn together(
    nest: &Nest<2>,
    step: CopyStep,
    axes: [usize; 2],
    sides: [&Described; 2],
) -> usize {
    let (mut bits, mut s) = (usize::BITS - 1, 0);
    while s < 2 {
        // The range of loops over neighbours on this side.
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
        write!(f, "{}elements of {} bytes", self.step.words(), self.bytes)?;
        if self.together < self.nest.get(0).extent && self.step != CopyStep::Each {
            write!(f, ", {} at a time", self.together)?;
        }
        for (extent, from, to) in self.loops() {
            write!(f, "\nloop of {extent}: {from} in the source, {to} in the destination")?;
        }
        Ok(())
    }
}
