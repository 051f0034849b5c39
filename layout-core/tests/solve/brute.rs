//! Costs and least costs by complete enumeration, from the definition alone.

use std::collections::{BTreeMap, BTreeSet};

use layout_core::Layout;
use layout_core::memory::SharedMemory;
use layout_core::solve::AccessUse;

/// The wavefronts of an access, where `place` gives the byte address of a linear coordinate. `None` if values of an access are
/// not neighbours, or an address is not aligned.
pub fn wavefronts(
    access: &AccessUse,
    memory: &SharedMemory<'_>,
    place: &dyn Fn(i64) -> i64,
) -> Option<i64> {
    let (element, width) = (access.access.element(), access.access.width());
    let elements = width / element;
    let threads = access.threads.plain().mode(0).unwrap().size();
    let values = access.threads.size() / threads;
    let served = memory.served(&access.access).unwrap();
    let lanes = i64::from(memory.lanes);
    let mut count = 0;
    for warp in 0..(threads + lanes - 1) / lanes {
        for value in (0..values).step_by(elements as usize) {
            let mut first = BTreeMap::new();
            for thread in warp * lanes..threads.min((warp + 1) * lanes) {
                let at = |value: i64| {
                    place(access.threads.index(&(thread + threads * value).into()).unwrap())
                };
                let address = at(value);
                if (0..elements).any(|k| at(value + k) != address + k * element)
                    || address % (width & -width) != 0
                {
                    return None;
                }
                first.insert(thread - warp * lanes, address);
            }
            let joins = served.joins.iter().any(|xor| {
                first.iter().all(|(lane, address)| {
                    first.get(&(lane ^ i64::from(*xor))).is_none_or(|other| other == address)
                })
            });
            for phases in served.phases.chunks(if joins { 2 } else { 1 }) {
                let phase = phases.iter().fold(0, |all, phase| all | phase);
                let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
                for (lane, address) in &first {
                    if phase >> lane & 1 == 1 {
                        for byte in *address..address + width {
                            let word = byte / memory.word;
                            banks.entry(word % served.banks).or_default().insert(word);
                        }
                    }
                }
                count += banks.values().map(BTreeSet::len).max().unwrap_or(0) as i64;
            }
        }
    }
    Some(count)
}

/// The cost of all accesses.
pub fn cost(
    uses: &[AccessUse],
    memory: &SharedMemory<'_>,
    place: &dyn Fn(i64) -> i64,
) -> Option<i64> {
    uses.iter().map(|access| Some(access.times * wavefronts(access, memory, place)?)).sum()
}

/// The strides of each order and padding: of the modes by stride, with `step` between paddings.
pub fn strides(layout: &Layout, padding: i64, orders: bool, step: i64) -> Vec<Layout> {
    if padding == 0 && !orders {
        return vec![*layout];
    }
    let mut modes: Vec<usize> = (0..layout.leaf_count()).collect();
    modes.sort_by_key(|&k| layout.leaf(k).1);
    let mut all = permutations(&modes);
    if !orders {
        all.truncate(1);
    }
    let pads: Vec<i64> = (0..=padding).step_by(step as usize).collect();
    let count = modes.len() - 1;
    let mut out = Vec::new();
    for order in all {
        for code in 0..pads.len().pow(count as u32) {
            let (mut next, mut rest) = (1, code);
            let mut strides = vec![0; modes.len()];
            for mode in &order {
                strides[*mode] = next;
                next = next * layout.leaf(*mode).0 + pads[rest % pads.len()];
                rest /= pads.len();
            }
            let strides: Vec<_> = strides.iter().map(i64::to_string).collect();
            out.push(format!("{}:({})", layout.shape(), strides.join(",")).parse().unwrap());
        }
    }
    out
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
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

/// Every invertible matrix of `n` bits, as its columns.
pub fn invertible(n: u32) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..n {
        let longer = all.iter().flat_map(|columns| {
            let span: BTreeSet<u64> = (0..1_u64 << columns.len())
                .map(|set| {
                    let inside = columns.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
                    inside.fold(0, |sum, (_, column)| sum ^ column)
                })
                .collect();
            (1..1_u64 << n)
                .filter(move |column| !span.contains(column))
                .map(|column| columns.iter().copied().chain([column]).collect())
                .collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all
}

/// The sum of the columns of the bits of `x`.
pub fn apply(columns: &[u64], x: u64) -> u64 {
    let inside = columns.iter().enumerate().filter(|(k, _)| x >> k & 1 == 1);
    inside.fold(0, |sum, (_, column)| sum ^ column)
}
