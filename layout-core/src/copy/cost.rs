//! [`CopyCost`]: what a walk costs on a device.

use core::fmt;

use crate::copy::device::{Device, MemorySpace};
use crate::copy::modes::{CopyModes, MAX_COPY_MODES, leaf};
use crate::copy::walk::{CopyWalk, WalkTarget};
use crate::memory::access::unswizzled;
use crate::memory::cost::Counter;
use crate::memory::{Access, AccessPattern, Instruction, MAX_LANES, Request, Served};
use crate::solve::linear::LinearAccess;

/// The cost of a copy. Costs are compared number by number, in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CopyCost {
    /// The sectors of global memory, summed over requests.
    pub sectors: i64,
    /// The lines of global memory, summed over requests.
    pub lines: i64,
    /// The wavefronts of shared memory.
    pub wavefronts: i64,
    /// The instructions of warps.
    pub instructions: i64,
    /// The values of threads that are masked.
    pub masked: i64,
}

impl CopyCost {
    /// The cost of nothing.
    pub const NONE: Self = Self { sectors: 0, lines: 0, wavefronts: 0, instructions: 0, masked: 0 };

    /// The cost of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            sectors: self.sectors + other.sectors,
            lines: self.lines + other.lines,
            wavefronts: self.wavefronts + other.wavefronts,
            instructions: self.instructions + other.instructions,
            masked: self.masked + other.masked,
        }
    }

    const fn minus(self, other: &Self) -> Self {
        Self { sectors: self.sectors - other.sectors, lines: self.lines - other.lines, ..self }
    }

    const fn numbers(&self) -> [i64; 5] {
        [self.sectors, self.lines, self.wavefronts, self.instructions, self.masked]
    }

    /// Whether this cost is less.
    pub const fn is_less(&self, other: &Self) -> bool {
        let (a, b, mut k) = (self.numbers(), other.numbers(), 0);
        while k < a.len() {
            if a[k] != b[k] {
                return a[k] < b[k];
            }
            k += 1;
        }
        false
    }

    /// The sectors and lines alone.
    pub(crate) const fn traffic(&self) -> Self {
        Self { wavefronts: 0, instructions: 0, masked: 0, ..*self }
    }
}

/// `s` unless there is one.
pub(crate) const fn s(count: i64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// `64 sectors in 16 lines, 16 wavefronts, 16 instructions`. Numbers of 0 are left out, but for instructions.
impl fmt::Display for CopyCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sectors, lines, wavefronts, instructions, masked } = *self;
        if sectors > 0 {
            write!(f, "{sectors} sector{} in {lines} line{}, ", s(sectors), s(lines))?;
        }
        if wavefronts > 0 {
            write!(f, "{wavefronts} wavefront{}, ", s(wavefronts))?;
        }
        write!(f, "{instructions} instruction{}", s(instructions))?;
        if masked > 0 { write!(f, ", {masked} masked value{}", s(masked)) } else { Ok(()) }
    }
}

/// Coordinates of the modes, and their offset in an operand.
#[derive(Clone, Copy)]
struct WalkPoint {
    at: [i64; MAX_COPY_MODES],
    offset: i64,
}

impl WalkPoint {
    const NONE: Self = Self { at: [0; MAX_COPY_MODES], offset: 0 };

    /// Whether the sum of both is within the extents.
    const fn is_inside(&self, other: &Self, modes: &CopyModes) -> bool {
        let mut k = 0;
        while k < modes.all().len() {
            if self.at[k] + other.at[k] >= modes.all()[k].extent {
                return false;
            }
            k += 1;
        }
        true
    }
}

/// The instructions of a walk: one from operand to operand, or a load and a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    Direct,
    Registers,
}

impl Via {
    /// The instructions of loads and stores, of which one side may have none.
    pub(crate) const fn instructions(self, loads: i64, stores: i64) -> i64 {
        match self {
            Self::Direct => {
                if loads > stores {
                    loads
                } else {
                    stores
                }
            }
            Self::Registers => loads + stores,
        }
    }
}

impl CopyModes {
    /// The elements that an access of operand `side` moves in vectors of `count`.
    const fn elements(&self, walk: &CopyWalk, side: usize) -> i64 {
        let repeats = self.all()[walk.vector].steps[side] == 0;
        if repeats && !self.places[side].is(MemorySpace::Registers) { 1 } else { walk.count }
    }

    /// The access of operand `side`, a memory: of as many elements.
    pub(crate) const fn access(&self, walk: &CopyWalk, side: usize) -> Option<Access> {
        let bytes = self.elements(walk, side) * self.element;
        match Access::new(self.element, bytes) {
            Ok(access) if side == 0 => Some(access),
            Ok(access) => Some(access.with(Instruction::Store)),
            Err(_) => None,
        }
    }

    /// The instructions of vectors of this walk. `None` where the device has none, or no phases for them.
    pub(crate) const fn through(&self, walk: &CopyWalk, device: &Device<'_>) -> Option<Via> {
        let mut side = 0;
        while side < 2 {
            if self.places[side].is(MemorySpace::Shared) {
                match self.access(walk, side) {
                    Some(access) if device.shared.served(&access).is_ok() => {}
                    _ => return None,
                }
            }
            side += 1;
        }
        let [from, to] = self.places;
        let [read, write] =
            [self.elements(walk, 0) * self.element, self.elements(walk, 1) * self.element];
        if read == write && device.find(from, to, read).is_some() {
            return Some(if self.is_one_sided() { Via::Registers } else { Via::Direct });
        }
        let loads = from.is(MemorySpace::Registers)
            || device.find(from, MemorySpace::Registers, read).is_some();
        let stores = to.is(MemorySpace::Registers)
            || device.find(MemorySpace::Registers, to, write).is_some();
        if loads && stores && !self.is_one_sided() { Some(Via::Registers) } else { None }
    }

    /// Whether one operand is in registers.
    const fn is_one_sided(&self) -> bool {
        self.places[0].is(MemorySpace::Registers) || self.places[1].is(MemorySpace::Registers)
    }

    /// The cost of the accesses of a walk to operand `side`, a memory, and the number of its requests as instructions. `None` for a
    /// walk whose accesses are not neighbours, or not aligned, and for traffic above `limit`.
    pub(crate) const fn side_cost(
        &self,
        walk: &CopyWalk,
        side: usize,
        threads: i64,
        device: &Device<'_>,
        limit: Option<&CopyCost>,
    ) -> Option<CopyCost> {
        let Some(access) = self.access(walk, side) else { return None };
        let served: Option<&Served<'_>> = match (self.places[side], device.shared.served(&access)) {
            (MemorySpace::Shared, Ok(served)) => Some(served),
            (MemorySpace::Shared, Err(_)) => return None,
            _ => None,
        };
        let lanes = device.shared.lanes as i64;
        let (mut counter, mut cost) = (Counter::new(), CopyCost::NONE);
        let repetitions = walk.values(self) / walk.count;
        let mut first = 0;
        while first < threads {
            let count = if threads - first < lanes { threads - first } else { lanes } as usize;
            let (mut warp, mut lane) = ([WalkPoint::NONE; MAX_LANES], 0);
            while lane < count {
                warp[lane] = self.reached(walk, side, Some(first + lane as i64), 0);
                lane += 1;
            }
            let mut repetition = 0;
            while repetition < repetitions {
                let rest = self.reached(walk, side, None, repetition);
                let (mut addresses, mut lane, mut any) = ([None; MAX_LANES], 0, false);
                while lane < count {
                    if warp[lane].is_inside(&rest, self) {
                        let offset = self.starts[side] + warp[lane].offset + rest.offset;
                        match self.address(side, offset, access.elements()) {
                            Some(address) => addresses[lane] = Some(address),
                            None => return None,
                        }
                        any = true;
                    }
                    lane += 1;
                }
                if any {
                    let request = match Request::of(access, addresses.split_at(count).0) {
                        Ok(request) => request,
                        Err(_) => return None,
                    };
                    cost.instructions += 1;
                    match served {
                        Some(served) => {
                            let found = counter.count(served, device.shared.word, &request);
                            cost.wavefronts += found.wavefronts;
                        }
                        None => {
                            let traffic = device.global.traffic(&request);
                            cost.sectors += traffic.sectors;
                            cost.lines += traffic.lines;
                        }
                    }
                }
                if let Some(limit) = limit
                    && limit.traffic().is_less(&cost.traffic())
                {
                    return None;
                }
                repetition += 1;
            }
            first += lanes;
        }
        Some(cost)
    }

    /// What a thread adds to coordinates and offset, or else a repetition.
    const fn reached(
        &self,
        walk: &CopyWalk,
        side: usize,
        thread: Option<i64>,
        rest: i64,
    ) -> WalkPoint {
        let (mut out, mut i) = (WalkPoint::NONE, 0);
        let mut index = match thread {
            Some(thread) => thread,
            None => rest,
        };
        while i < self.all().len() {
            let k = walk.order[i] as usize;
            let (by_thread, by_repetition) = walk.steps(self, k);
            let (count, step) = match thread {
                Some(_) => (walk.threads[k], by_thread),
                None => (walk.repetitions(self, k), by_repetition),
            };
            out.at[k] = index % count * step;
            // A masked coordinate may be past the integers; its offset is not used.
            let offset = out.at[k].wrapping_mul(self.all()[k].steps[side]);
            out.offset = out.offset.wrapping_add(offset);
            index /= count;
            i += 1;
        }
        out
    }

    /// The address of the elements from an offset on. `None` where a swizzle moves them apart.
    const fn address(&self, side: usize, offset: i64, elements: i64) -> Option<i64> {
        let swizzle = &self.swizzles[side];
        if swizzle.is_identity() {
            return Some(offset * self.element);
        }
        let (first, mut k) = (swizzle.apply(offset), 1);
        while k < elements {
            if swizzle.apply(offset + k) != first + k {
                return None;
            }
            k += 1;
        }
        Some(first * self.element)
    }

    /// The accesses of a walk to operand `side`, in shared memory, if they are linear over F2 and all of its offsets.
    ///
    /// A swizzle that moves bits within a vector moves apart one of these vectors: any two addresses differ in any bits.
    pub(crate) const fn linear(
        &self,
        walk: &CopyWalk,
        side: usize,
        threads: i64,
        device: &Device<'_>,
    ) -> Option<LinearAccess> {
        if self.masked(walk, threads) != 0 || self.starts[side] != 0 {
            return None;
        }
        let (Some(access), Ok(offsets)) =
            (self.access(walk, side), walk.layout(self, WalkTarget::Side(side)))
        else {
            return None;
        };
        let size = self.size();
        match (offsets.cosize() == size && size.count_ones() == 1, unswizzled(&offsets)) {
            (true, Ok(threads)) => match leaf(size, 1) {
                Ok(memory) => match unswizzled(&memory) {
                    Ok(memory) => match AccessPattern::new(&threads, &memory, access) {
                        Ok(pattern) => LinearAccess::of(&pattern, &device.shared),
                        Err(_) => None,
                    },
                    Err(_) => None,
                },
                Err(_) => None,
            },
            _ => None,
        }
    }

    /// The values that a walk masks.
    pub(crate) const fn masked(&self, walk: &CopyWalk, threads: i64) -> i64 {
        threads * walk.values(self) - self.size()
    }

    /// The cost of a walk, its sides together. `None` as [`side_cost`](Self::side_cost), or where it is not below `limit`.
    pub(crate) const fn cost(
        &self,
        walk: &CopyWalk,
        threads: i64,
        device: &Device<'_>,
        limit: Option<&CopyCost>,
    ) -> Option<CopyCost> {
        let Some(through) = self.through(walk, device) else { return None };
        let mut cost = CopyCost { masked: self.masked(walk, threads), ..CopyCost::NONE };
        let (mut counts, mut side) = ([0; 2], 0);
        while side < 2 {
            if !self.places[side].is(MemorySpace::Registers) {
                // The limit is of both sides.
                let rest = match limit {
                    Some(limit) => Some(limit.traffic().minus(&cost)),
                    None => None,
                };
                let found = self.side_cost(walk, side, threads, device, rest.as_ref());
                let Some(found) = found else { return None };
                counts[side] = found.instructions;
                cost = cost.plus(CopyCost { instructions: 0, ..found });
            }
            side += 1;
        }
        cost.instructions = through.instructions(counts[0], counts[1]);
        match limit {
            Some(limit) if !cost.is_less(limit) => None,
            _ => Some(cost),
        }
    }
}
