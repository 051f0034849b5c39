//! The least cost of a copy by complete enumeration, from the definitions alone.

use std::collections::{BTreeMap, BTreeSet};

use layout_core::Swizzle;
use layout_core::copy::{CopyCost, CopyRepeats, Device, MemorySpace};
use layout_core::memory::{Access, Instruction};

/// A mode of both operands.
#[derive(Clone, Debug)]
pub struct Mode {
    pub extent: i64,
    pub steps: [i64; 2],
}

/// Two memories.
#[derive(Clone, Debug)]
pub struct Sides {
    pub modes: Vec<Mode>,
    pub places: [MemorySpace; 2],
    pub swizzles: [Swizzle; 2],
    pub element: i64,
}

impl Sides {
    /// Sorts the modes by the step in global memory, else in the destination, and joins those that continue both.
    pub fn new(
        mut modes: Vec<Mode>,
        places: [MemorySpace; 2],
        swizzles: [Swizzle; 2],
        element: i64,
    ) -> Self {
        let by = usize::from(places[0] != MemorySpace::Global || places[1] == MemorySpace::Global);
        modes.retain(|mode| mode.extent > 1);
        modes.sort_by_key(|mode| mode.steps[by].abs());
        let mut joined: Vec<Mode> = Vec::new();
        for mode in modes {
            match joined.last_mut() {
                Some(last) if (0..2).all(|s| last.steps[s] * last.extent == mode.steps[s]) => {
                    last.extent *= mode.extent;
                }
                _ => joined.push(mode),
            }
        }
        if joined.is_empty() {
            joined.push(Mode { extent: 1, steps: [0; 2] });
        }
        Self { modes: joined, places, swizzles, element }
    }

    pub fn size(&self) -> i64 {
        self.modes.iter().map(|mode| mode.extent).product()
    }
}

/// A walk of threads and values.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub order: Vec<usize>,
    pub threads: Vec<i64>,
    pub vector: usize,
    pub count: i64,
    pub repeats: CopyRepeats,
}

impl Walk {
    fn repetitions(&self, sides: &Sides, k: usize) -> i64 {
        let width = if k == self.vector { self.count } else { 1 };
        let vectors = sides.modes[k].extent / width;
        (vectors + self.threads[k] - 1) / self.threads[k]
    }

    /// The coordinates of the first element of a vector.
    pub fn at(&self, sides: &Sides, mut thread: i64, mut repetition: i64) -> Vec<i64> {
        let mut at = vec![0; sides.modes.len()];
        for &k in &self.order {
            let count = self.repetitions(sides, k);
            let (t, r) = (thread % self.threads[k], repetition % count);
            (thread, repetition) = (thread / self.threads[k], repetition / count);
            let vector = match self.repeats {
                CopyRepeats::Strided => t + self.threads[k] * r,
                CopyRepeats::Adjacent => r + count * t,
            };
            at[k] = vector * if k == self.vector { self.count } else { 1 };
        }
        at
    }

    pub fn all_repetitions(&self, sides: &Sides) -> i64 {
        (0..sides.modes.len()).map(|k| self.repetitions(sides, k)).product()
    }
}

pub fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![vec![]];
    }
    let mut out = Vec::new();
    for (k, item) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(k);
        out.extend(permutations(&rest).into_iter().map(|mut tail| {
            tail.insert(0, *item);
            tail
        }));
    }
    out
}

/// The factorisations of `left` threads over modes of these vectors, the greatest first ones first. All but the last mode have at most
/// as many threads as vectors, or as the next divisor of all threads.
fn factors(threads: i64, left: i64, vectors: &[i64]) -> Vec<Vec<i64>> {
    let [first, rest @ ..] = vectors else { return vec![vec![]] };
    if rest.is_empty() {
        return vec![vec![left]];
    }
    let most = (1..=threads).find(|d| threads % d == 0 && d >= first).unwrap_or(threads);
    let divisors = (1..=left).rev().filter(|d| left % d == 0 && *d <= most);
    let longer = divisors.flat_map(|d| {
        factors(threads, left / d, rest).into_iter().map(move |mut rest| {
            rest.insert(0, d);
            rest
        })
    });
    longer.collect()
}

/// Every walk of the space, in its order.
pub fn walks(sides: &Sides, threads: i64) -> Vec<Walk> {
    let mut out = Vec::new();
    let indices: Vec<usize> = (0..sides.modes.len()).collect();
    for bytes in [16, 12, 8, 4, 2, 1] {
        let count = bytes / sides.element;
        if count == 0 || bytes % sides.element != 0 {
            continue;
        }
        let is_vector = |mode: &Mode| {
            mode.steps[1] == 1 && [0, 1].contains(&mode.steps[0]) && mode.extent % count == 0
        };
        let vector = match count {
            1 => Some(0),
            _ => sides.modes.iter().position(is_vector),
        };
        let Some(vector) = vector else { continue };
        for order in permutations(&indices) {
            let width = |k: usize| if k == vector { count } else { 1 };
            let vectors: Vec<_> = order.iter().map(|&k| sides.modes[k].extent / width(k)).collect();
            for shape in factors(threads, threads, &vectors) {
                let mut of = vec![1; indices.len()];
                for (position, &k) in order.iter().enumerate() {
                    of[k] = shape[position];
                }
                for repeats in [CopyRepeats::Strided, CopyRepeats::Adjacent] {
                    let walk =
                        Walk { order: order.clone(), threads: of.clone(), vector, count, repeats };
                    let differs = |k: usize| walk.threads[k] > 1 && walk.repetitions(sides, k) > 1;
                    if repeats == CopyRepeats::Strided || (0..indices.len()).any(differs) {
                        out.push(walk);
                    }
                }
            }
        }
    }
    out
}

/// The cost of a request whose lane has this first byte, of `width` bytes.
pub fn request(
    lanes: &BTreeMap<i64, i64>,
    place: MemorySpace,
    access: &Access,
    device: &Device<'_>,
    cost: &mut CopyCost,
) {
    let bytes = |address: i64| address..address + access.width();
    if place == MemorySpace::Global {
        let blocks = |size: i64| {
            let all = lanes.values().flat_map(|address| bytes(*address));
            all.map(|byte| byte.div_euclid(size)).collect::<BTreeSet<_>>().len() as i64
        };
        cost.sectors += blocks(device.global.sector);
        cost.lines += blocks(device.global.line);
        return;
    }
    let served = device.shared.served(access).unwrap();
    let joins = served.joins.iter().any(|xor| {
        lanes.iter().all(|(lane, address)| {
            lanes.get(&(lane ^ i64::from(*xor))).is_none_or(|other| other == address)
        })
    });
    for phases in served.phases.chunks(if joins { 2 } else { 1 }) {
        let phase = phases.iter().fold(0, |all, phase| all | phase);
        let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
        for (lane, address) in lanes {
            if phase >> lane & 1 == 1 {
                for byte in bytes(*address) {
                    let word = byte.div_euclid(device.shared.word);
                    banks.entry(word.rem_euclid(served.banks)).or_default().insert(word);
                }
            }
        }
        cost.wavefronts += banks.values().map(BTreeSet::len).max().unwrap_or(0) as i64;
    }
}

/// The cost of a walk. `None` if it cannot be run.
pub fn cost(sides: &Sides, walk: &Walk, threads: i64, device: &Device<'_>) -> Option<CopyCost> {
    let elements =
        |side: usize| if sides.modes[walk.vector].steps[side] == 0 { 1 } else { walk.count };
    let mut cost = CopyCost::NONE;
    let (mut requests, lanes) = (0, i64::from(device.shared.lanes));
    for side in 0..2 {
        let access = Access::new(sides.element, elements(side) * sides.element).ok()?;
        let instruction = if side == 0 { Instruction::Load } else { Instruction::Store };
        let access = access.with(instruction);
        if sides.places[side] == MemorySpace::Shared {
            device.shared.served(&access).ok()?;
        }
        requests = 0;
        for first in (0..threads).step_by(lanes as usize) {
            for repetition in 0..walk.all_repetitions(sides) {
                let mut addresses = BTreeMap::new();
                for thread in first..threads.min(first + lanes) {
                    let at = walk.at(sides, thread, repetition);
                    if at.iter().zip(&sides.modes).any(|(at, mode)| *at >= mode.extent) {
                        continue;
                    }
                    let offset: i64 =
                        at.iter().zip(&sides.modes).map(|(at, mode)| at * mode.steps[side]).sum();
                    let place = |k: i64| sides.swizzles[side].apply(offset + k) * sides.element;
                    let address = place(0);
                    let apart =
                        (0..elements(side)).any(|k| place(k) != address + k * sides.element);
                    let alignment = access.width() & -access.width();
                    if apart || address.rem_euclid(alignment) != 0 {
                        return None;
                    }
                    addresses.insert(thread - first, address);
                }
                if !addresses.is_empty() {
                    requests += 1;
                    request(&addresses, sides.places[side], &access, device, &mut cost);
                }
            }
        }
    }
    let [from, to] = sides.places;
    let [read, write] = [0, 1].map(|side| elements(side) * sides.element);
    cost.instructions = if read == write && device.find(from, to, read).is_some() {
        requests
    } else {
        device.find(from, MemorySpace::Registers, read)?;
        device.find(MemorySpace::Registers, to, write)?;
        2 * requests
    };
    cost.masked = threads * walk.all_repetitions(sides) * walk.count - sides.size();
    Some(cost)
}

/// The first walk of least cost.
pub fn best(sides: &Sides, threads: i64, device: &Device<'_>) -> Option<(Walk, CopyCost)> {
    let mut best: Option<(Walk, CopyCost)> = None;
    for walk in walks(sides, threads) {
        if let Some(cost) = cost(sides, &walk, threads, device)
            && best.as_ref().is_none_or(|(_, least)| cost < *least)
        {
            best = Some((walk, cost));
        }
    }
    best
}

/// The least cost through a buffer: over all orders of its modes, swizzles, and pairs of walks.
pub fn staged(sides: &Sides, threads: i64, device: &Device<'_>) -> Option<CopyCost> {
    let indices: Vec<usize> = (0..sides.modes.len()).collect();
    let rows = device.shared.served.iter();
    let banks = rows.map(|row| row.banks).max().unwrap();
    let log2_up = |n: i64| i64::from(64 - (n - 1).leading_zeros());
    let mut least: Option<CopyCost> = None;
    for order in permutations(&indices) {
        let (mut steps, mut next) = (vec![0; indices.len()], 1);
        for k in order {
            steps[k] = next;
            next *= sides.modes[k].extent;
        }
        for swizzle in crate::draw::swizzles(log2_up(banks), 0, log2_up(next)) {
            let pass = |side: usize| {
                let mut pass = sides.clone();
                pass.places[side] = MemorySpace::Shared;
                pass.swizzles[side] = swizzle;
                for (mode, step) in pass.modes.iter_mut().zip(&steps) {
                    mode.steps[side] = *step;
                }
                let all = walks(&pass, threads).into_iter();
                all.filter_map(|walk| cost(&pass, &walk, threads, device)).collect::<Vec<_>>()
            };
            let (stores, loads) = (pass(1), pass(0));
            for store in &stores {
                for load in &loads {
                    let sum = store.plus(*load);
                    if least.is_none_or(|least| sum < least) {
                        least = Some(sum);
                    }
                }
            }
        }
    }
    least
}
