//! The modes of a copy: extents that both operands have, with a step in each.
//!
//! # From operands to modes
//! Two memories are cut at the same places, until each mode has one step in both:
//!
//! ```text
//! (4,6):(1,4) and (24):(1)    ->    4: 1, 1    6: 4, 4    ->    24: 1, 1
//! ```
//!
//! The modes are sorted by the step in global memory, or else in the destination, and joined where the next one continues both
//! steps. What remains of the coordinates of the tile is the list of parts of each mode. Registers have a thread-value layout, which
//! composition turns into steps in the memory: its leaves are the modes, and their threads and values are given.

use crate::copy::CopyOperand;
use crate::copy::device::MemorySpace;
use crate::copy::held::HeldTile;
use crate::error::{LayoutError, MemoryRule, Operation, Rule};
use crate::number::{check, tri};
use crate::value::limit::{Limit, MAX_LEAVES, MAX_RANK};
use crate::value::{IntTuple, Layout, Swizzle, Tiler};

/// The most modes of a copy: as many as a coordinate has.
pub(crate) const MAX_COPY_MODES: usize = MAX_RANK;

/// What walks a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walker {
    /// Threads and values, as the plan distributes them.
    Any,
    /// Threads, in the order of the modes: registers say so.
    Threads,
    /// The values of each thread.
    Values,
}

/// A mode of both operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyMode {
    /// The coordinates that are copied.
    pub(crate) extent: i64,
    /// The threads of a mode of [`Walker::Threads`]: more than the extent where several of them have one element.
    pub(crate) threads: i64,
    /// The steps in the source and in the destination, in elements; 0 in registers.
    pub(crate) steps: [i64; 2],
    pub(crate) walker: Walker,
    /// The parts of the mode in the tile.
    pub(crate) part: usize,
    pub(crate) parts: usize,
}

impl CopyMode {
    pub(super) const NONE: Self =
        Self { extent: 1, threads: 1, steps: [0; 2], walker: Walker::Any, part: 0, parts: 0 };

    /// Whether `next` continues this mode in both operands.
    const fn continues(&self, next: &Self) -> bool {
        let [a, b] = self.steps;
        let are_alike = self.walker as u8 == next.walker as u8
            && (self.threads == self.extent) == (next.threads == next.extent);
        are_alike
            && a.saturating_mul(self.extent) == next.steps[0]
            && b.saturating_mul(self.extent) == next.steps[1]
    }
}

/// The modes of a copy, and what both operands add to their steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyModes {
    list: [CopyMode; MAX_COPY_MODES],
    len: usize,
    /// The extent and the step in the tile of each part.
    parts: [(i64, i64); MAX_LEAVES],
    pub(crate) places: [MemorySpace; 2],
    /// The offsets before the swizzles, and the swizzles.
    pub(crate) starts: [i64; 2],
    pub(crate) swizzles: [Swizzle; 2],
    /// The bytes of an element.
    pub(crate) element: i64,
    /// The first and the end of the parts that registers of a thread repeat: they hold what another one of them loads.
    copies: (usize, usize),
}

/// Extents that two layouts have, with their strides.
struct CommonLeaves {
    leaves: [(i64, [i64; 2]); MAX_LEAVES],
    len: usize,
}

impl CommonLeaves {
    /// The coarsest common leaves, without leaves of extent 1.
    const fn of(a: &Layout, b: &Layout) -> Result<Self, Rule> {
        let mut out = Self { leaves: [(1, [0; 2]); MAX_LEAVES], len: 0 };
        let sides = [a, b];
        let (mut next, mut rest) = ([0; 2], [(1_i64, 0_i64); 2]);
        loop {
            let mut side = 0;
            while side < 2 {
                while rest[side].0 == 1 && next[side] < sides[side].leaf_count() {
                    rest[side] = sides[side].leaf(next[side]);
                    next[side] += 1;
                }
                side += 1;
            }
            let [(a, step), (b, other)] = rest;
            let extent = if a < b { a } else { b };
            if extent == 1 {
                return if a == b { Ok(out) } else { Err(Rule::Sizes { left: a, right: b }) };
            }
            let longer = if a < b { b } else { a };
            if longer % extent != 0 {
                return Err(Rule::Divides { divisor: extent, dividend: longer });
            }
            if out.len == MAX_LEAVES {
                return Err(Rule::Full { limit: Limit::Leaves });
            }
            out.leaves[out.len] = (extent, [step, other]);
            out.len += 1;
            // Past the last extent the step is not used, and may be past the integers.
            rest =
                [(a / extent, step.wrapping_mul(extent)), (b / extent, other.wrapping_mul(extent))];
        }
    }
}

impl CopyModes {
    /// The modes of a copy of elements of `element` bytes by `threads` threads. One operand at least is a memory.
    pub(crate) const fn of(
        operands: [&CopyOperand; 2],
        element: i64,
        threads: i64,
    ) -> Result<Self, LayoutError> {
        let mut out = Self {
            list: [CopyMode::NONE; MAX_COPY_MODES],
            len: 0,
            parts: [(1, 0); MAX_LEAVES],
            places: [operands[0].place, operands[1].place],
            starts: [operands[0].layout.offset(), operands[1].layout.offset()],
            swizzles: [operands[0].layout.swizzle(), operands[1].layout.swizzle()],
            element,
            copies: (0, 0),
        };
        let done = if out.places[0].is(MemorySpace::Registers) {
            out.add_held(operands, 0, threads)
        } else if out.places[1].is(MemorySpace::Registers) {
            out.add_held(operands, 1, threads)
        } else {
            out.add_memories(operands)
        };
        match done {
            Ok(()) => Ok(out),
            Err(rule) => Err(LayoutError::refused(
                Operation::Copy,
                operands[0].operand(),
                operands[1].operand(),
                rule,
            )),
        }
    }

    const fn add_memories(&mut self, operands: [&CopyOperand; 2]) -> Result<(), Rule> {
        let layouts = [operands[0].layout.plain(), operands[1].layout.plain()];
        let common = tri!(CommonLeaves::of(&layouts[0], &layouts[1]));
        // The order of global memory counts more than the order of shared memory.
        let is_source =
            self.places[0].is(MemorySpace::Global) && !self.places[1].is(MemorySpace::Global);
        let (mut step, mut k, by) = (1, 0, if is_source { 0 } else { 1 });
        let mut sorted = [(CopyMode::NONE, (1, 0)); MAX_LEAVES];
        while k < common.len {
            let (extent, steps) = common.leaves[k];
            let mode = CopyMode { extent, steps, parts: 1, ..CopyMode::NONE };
            insert(&mut sorted, k, (mode, (extent, step)), by);
            step *= extent;
            k += 1;
        }
        self.join(&sorted, common.len)
    }

    /// The leaves of the thread-value layout of operand `side`, with their steps in the other one.
    const fn add_held(
        &mut self,
        operands: [&CopyOperand; 2],
        side: usize,
        threads: i64,
    ) -> Result<(), Rule> {
        let held = tri!(HeldTile::of(operands[side], threads));
        let memory = operands[1 - side].layout.plain();
        check!(held.covers(memory.size()));
        let placed = match memory.compose(&Tiler::whole(held.layout)) {
            Ok(placed) => placed,
            Err(error) => return Err(error.rule()),
        };
        let common = tri!(CommonLeaves::of(&held.layout, &placed));
        let (mut sorted, mut copies) =
            ([(CopyMode::NONE, (1, 0)); MAX_LEAVES], [(1, 0); MAX_LEAVES]);
        // Leaves of threads keep their order. Those of values have none, so they follow the memory.
        let (mut index, mut len, mut copied, mut k) = (1, 0, 0, 0);
        while k < common.len {
            let (extent, [tile, step]) = common.leaves[k];
            let is_thread = index < threads;
            index *= extent;
            if is_thread {
                // One of several threads with the same element writes it; all of them read it.
                let inside = if tile == 0 && side == 0 { 1 } else { extent };
                let mut mode = CopyMode { extent: inside, threads: extent, ..CopyMode::NONE };
                (mode.walker, mode.parts, mode.steps[1 - side]) = (Walker::Threads, 1, step);
                sorted[len] = (mode, (inside, tile));
                len += 1;
            } else if tile == 0 || step == 0 && side == 1 {
                // Read once, and repeated in registers; written once, from the first of the registers.
                if side == 1 {
                    copies[copied] = (extent, tile);
                    copied += 1;
                }
            } else {
                let mut mode = CopyMode { extent, walker: Walker::Values, ..CopyMode::NONE };
                (mode.parts, mode.steps[1 - side]) = (1, step);
                insert(&mut sorted, len, (mode, (extent, tile)), 1 - side);
                len += 1;
            }
            k += 1;
        }
        check!(self.join(&sorted, len));
        self.copies = (len, len + copied);
        while copied > 0 {
            copied -= 1;
            self.parts[len + copied] = copies[copied];
        }
        Ok(())
    }

    /// Takes sorted modes, each of one part, and joins those that continue each other.
    const fn join(
        &mut self,
        sorted: &[(CopyMode, (i64, i64)); MAX_LEAVES],
        len: usize,
    ) -> Result<(), Rule> {
        let mut k = 0;
        while k < len {
            let (mode, part) = sorted[k];
            self.parts[k] = part;
            if self.len > 0 && self.list[self.len - 1].continues(&mode) {
                let last = &mut self.list[self.len - 1];
                last.extent *= mode.extent;
                last.threads *= mode.threads;
                last.parts += 1;
            } else if self.len == MAX_COPY_MODES {
                let (modes, most) = (len, MAX_COPY_MODES);
                return Err(Rule::Memory(MemoryRule::CopyModes { modes, most }));
            } else {
                self.list[self.len] = CopyMode { part: k, ..mode };
                self.len += 1;
            }
            k += 1;
        }
        if self.len == 0 {
            (self.list[0], self.len) = (CopyMode { parts: 1, ..CopyMode::NONE }, 1);
        }
        Ok(())
    }

    /// The modes, one at least.
    pub(crate) const fn all(&self) -> &[CopyMode] {
        self.list.split_at(self.len).0
    }

    /// The number of elements that are copied.
    pub(crate) const fn size(&self) -> i64 {
        let (mut size, mut k) = (1, 0);
        while k < self.len {
            size *= self.list[k].extent;
            k += 1;
        }
        size
    }

    /// These modes with other steps in operand `side`, a memory at `place`.
    pub(crate) const fn with(
        &self,
        side: usize,
        place: MemorySpace,
        steps: &Layout,
        swizzle: Swizzle,
    ) -> Self {
        let mut out = *self;
        (out.places[side], out.starts[side], out.swizzles[side]) = (place, 0, swizzle);
        let mut k = 0;
        while k < out.len {
            out.list[k].steps[side] = steps.leaf(k).1;
            k += 1;
        }
        out
    }

    /// The extents of the modes, as a column-major layout.
    pub(crate) const fn shape(&self) -> Result<Layout, LayoutError> {
        let (mut parts, mut k) = ([IntTuple::EMPTY; MAX_COPY_MODES], 0);
        while k < self.len {
            parts[k] = IntTuple::leaf(self.list[k].extent);
            k += 1;
        }
        match IntTuple::tuple(parts.split_at(self.len).0) {
            Ok(shape) => Layout::col_major(shape),
            Err(error) => Err(error),
        }
    }

    /// The coordinates of a mode in the tile: a layout from the coordinate in the mode to the linear index.
    pub(crate) const fn tile_of(&self, k: usize) -> Result<Layout, LayoutError> {
        let (mode, mut modes, mut part) = (&self.list[k], [Layout::EMPTY; MAX_LEAVES], 0);
        while part < mode.parts {
            let (extent, step) = self.parts[mode.part + part];
            modes[part] = tri!(leaf(extent, step));
            part += 1;
        }
        joined(modes.split_at(part).0)
    }

    /// The coordinates in the tile that registers of a thread repeat. `None` for those that hold each element by a load of its own.
    pub(crate) const fn repeated(&self) -> Result<Option<Layout>, LayoutError> {
        let ((first, end), mut modes) = (self.copies, [Layout::EMPTY; MAX_LEAVES]);
        let mut k = first;
        while k < end {
            let (extent, step) = self.parts[k];
            modes[k - first] = tri!(leaf(extent, step));
            k += 1;
        }
        if first == end {
            return Ok(None);
        }
        match joined(modes.split_at(end - first).0) {
            Ok(layout) => Ok(Some(layout)),
            Err(error) => Err(error),
        }
    }

    /// A layout of the tile from steps of the modes in a memory, in the order of the tile.
    pub(crate) const fn of_tile(&self, steps: &Layout) -> Result<Layout, LayoutError> {
        let mut sorted = [(CopyMode::NONE, (1, 0)); MAX_LEAVES];
        let (mut len, mut k) = (0, 0);
        while k < self.len {
            let (mode, mut step) = (&self.list[k], steps.leaf(k).1);
            let mut part = mode.part;
            while part < mode.part + mode.parts {
                let (extent, tile) = self.parts[part];
                let one = CopyMode { extent, steps: [step, tile], ..CopyMode::NONE };
                insert(&mut sorted, len, (one, (extent, tile)), 1);
                (step, part, len) = (step * extent, part + 1, len + 1);
            }
            k += 1;
        }
        let (mut modes, mut k) = ([Layout::EMPTY; MAX_LEAVES], 0);
        while k < len {
            let mode = sorted[k].0;
            modes[k] = tri!(leaf(mode.extent, mode.steps[0]));
            k += 1;
        }
        joined(modes.split_at(len).0)
    }
}

/// `extent:stride`.
pub(crate) const fn leaf(extent: i64, stride: i64) -> Result<Layout, LayoutError> {
    Layout::new(IntTuple::leaf(extent), IntTuple::leaf(stride))
}

/// The layout of these modes, coalesced.
pub(crate) const fn joined(modes: &[Layout]) -> Result<Layout, LayoutError> {
    tri!(Layout::from_modes(modes)).coalesce()
}

/// Inserts a mode after those of no longer step in operand `side`, and after all threads.
pub(super) const fn insert(
    sorted: &mut [(CopyMode, (i64, i64)); MAX_LEAVES],
    len: usize,
    one: (CopyMode, (i64, i64)),
    side: usize,
) {
    let (length, mut at) = (one.0.steps[side].unsigned_abs(), len);
    while at > 0
        && sorted[at - 1].0.walker as u8 == one.0.walker as u8
        && sorted[at - 1].0.steps[side].unsigned_abs() > length
    {
        sorted[at] = sorted[at - 1];
        at -= 1;
    }
    sorted[at] = one;
}
