//! Bounds of costs: no walk with vectors of as many elements costs less.

use crate::copy::cost::CopyCost;
use crate::copy::device::{Device, MemorySpace};
use crate::copy::modes::{CopyMode, CopyModes, MAX_COPY_MODES};
use crate::copy::walk::CopyWalk;

impl CopyModes {
    /// A bound of the cost of walks like this one, with vectors of as many elements.
    ///
    /// Each request has at most one vector of each lane, and touches a sector and a line. Each sector of an operand is in a request.
    /// A wavefront serves a phase, or two that join, and a word of each bank.
    pub(crate) const fn bound(
        &self,
        walk: &CopyWalk,
        threads: i64,
        device: &Device<'_>,
    ) -> Option<CopyCost> {
        let Some(through) = self.through(walk, device) else { return None };
        let lanes = device.shared.lanes as i64;
        let vectors = self.size() / walk.count;
        let active = if threads < lanes { threads } else { lanes };
        let requests = (vectors + active - 1) / active;
        let slots = (vectors + threads - 1) / threads * threads * walk.count;
        let mut bound = CopyCost { masked: slots - self.size(), ..CopyCost::NONE };
        let (mut counts, mut side) = ([0; 2], 0);
        while side < 2 {
            if self.places[side].is(MemorySpace::Global) {
                let (sectors, lines) = (
                    self.blocks(side, device.global.sector),
                    self.blocks(side, device.global.line),
                );
                bound.sectors += if sectors > requests { sectors } else { requests };
                bound.lines += if lines > requests { lines } else { requests };
            } else if self.places[side].is(MemorySpace::Shared)
                && let Some(access) = self.access(walk, side)
                && let Ok(served) = device.shared.served(&access)
            {
                let (mut most, mut k) = (1, 0);
                while k < served.phases.len() {
                    let lanes = served.phases[k].count_ones() as i64;
                    most = if lanes > most { lanes } else { most };
                    k += 1;
                }
                most *= if served.joins.is_empty() { 1 } else { 2 };
                let by_lanes = (vectors + most - 1) / most;
                let words = self.blocks(side, device.shared.word);
                let by_words = (words + served.banks - 1) / served.banks;
                bound.wavefronts += if by_lanes > by_words { by_lanes } else { by_words };
            }
            counts[side] = if self.places[side].is(MemorySpace::Registers) { 0 } else { requests };
            side += 1;
        }
        bound.instructions = through.instructions(counts[0], counts[1]);
        Some(bound)
    }

    /// The blocks of `size` bytes that hold the elements of operand `side`, or fewer where they are not simply counted.
    const fn blocks(&self, side: usize, size: i64) -> i64 {
        let (mut steps, mut len, mut k) = ([(1_i64, 0_i64); MAX_COPY_MODES], 0, 0);
        while k < self.all().len() {
            let CopyMode { extent, steps: all, .. } = self.all()[k];
            let step = all[side].saturating_abs();
            if step != 0 && extent > 1 {
                let mut at = len;
                while at > 0 && steps[at - 1].1 > step {
                    steps[at] = steps[at - 1];
                    at -= 1;
                }
                steps[at] = (extent, step);
                len += 1;
            }
            k += 1;
        }
        let (mut count, mut reach, mut k) = (1, 0_i64, 0);
        while k < len {
            let (extent, step) = steps[k];
            if step <= reach {
                // Modes that interlock may have elements in common.
                return 1;
            }
            (count, reach) = (count * extent, reach + (extent - 1) * step);
            k += 1;
        }
        let least = (count * self.element + size - 1) / size;
        if !self.swizzles[side].is_identity() {
            return least;
        }
        // Offsets ascend with the index, from the lowest one on.
        let (mut lowest, mut k) = (self.starts[side], 0);
        while k < self.all().len() {
            let CopyMode { extent, steps, .. } = self.all()[k];
            lowest += if steps[side] < 0 { (extent - 1) * steps[side] } else { 0 };
            k += 1;
        }
        let (mut blocks, mut next, mut index) = (0, i64::MIN, 0);
        while index < count {
            let (mut at, mut rest, mut k) = (lowest, index, 0);
            while k < len {
                at += rest % steps[k].0 * steps[k].1;
                rest /= steps[k].0;
                k += 1;
            }
            let (first, last) = (
                (at * self.element).div_euclid(size),
                (at * self.element + self.element - 1).div_euclid(size),
            );
            let from = if first > next { first } else { next };
            if last >= from {
                blocks += last - from + 1;
                next = last + 1;
            }
            index += 1;
        }
        blocks
    }

    /// The sectors and lines of the operands in global memory: no copy moves fewer.
    pub(crate) const fn least_traffic(&self, device: &Device<'_>) -> CopyCost {
        let (mut cost, mut side) = (CopyCost::NONE, 0);
        while side < 2 {
            if self.places[side].is(MemorySpace::Global) {
                cost.sectors += self.blocks(side, device.global.sector);
                cost.lines += self.blocks(side, device.global.line);
            }
            side += 1;
        }
        cost
    }
}
