//! Registers: vectors of a thread's values, elements that several threads hold, and conversions, equal complete enumeration.

use std::collections::{BTreeMap, BTreeSet};

use layout_core::copy::{
    CopyCost, CopyOperand, CopyPass, CopyRoute, CopySearch, CopySpace, Device, DeviceCopy,
    MemorySpace,
};
use layout_core::memory::{Access, Instruction};
use layout_core::{BitLayout, Coord, Layout, LayoutError, Shuffle, Swizzle};

use crate::brute;
use crate::devices::devices;
use crate::draw::Random;

/// A thread-value layout of a tile: the elements of each thread.
struct Held {
    layout: Layout,
    threads: i64,
    values: i64,
}

impl Held {
    fn new(layout: Layout) -> Self {
        let threads = layout.mode(0).unwrap().size();
        Self { layout, threads, values: layout.size() / threads }
    }

    fn at(&self, thread: i64, value: i64) -> i64 {
        self.layout.index(&Coord::leaf(thread + self.threads * value)).unwrap()
    }
}

/// The digits of a tile, divided among threads and values in any order, with some strides of 0.
fn held(random: &mut Random, digits: &[i64], threads: Option<i64>) -> Option<Held> {
    let (mut modes, mut stride) = (Vec::new(), 1);
    for extent in digits {
        modes.push((*extent, stride));
        stride *= extent;
    }
    for _ in 0..random.of(&[0, 0, 1, 2]) {
        modes.push((random.of(&[2, 2, 3]), 0));
    }
    modes.sort_by_key(|_| random.next());
    let (mut of_threads, mut of_values) = (vec![], vec![]);
    for mode in modes {
        (if random.below(2) == 0 { &mut of_threads } else { &mut of_values }).push(mode);
    }
    let mode = |all: &[(i64, i64)]| {
        let list = |f: fn(&(i64, i64)) -> i64| {
            all.iter().map(|mode| f(mode).to_string()).collect::<Vec<_>>().join(",")
        };
        if all.is_empty() {
            ("1".to_owned(), "0".to_owned())
        } else {
            (format!("({})", list(|mode| mode.0)), format!("({})", list(|mode| mode.1)))
        }
    };
    let ((a, b), (c, d)) = (mode(&of_threads), mode(&of_values));
    let held = Held::new(format!("({a},{c}):({b},{d})").parse().unwrap());
    (held.threads <= 64 && threads.is_none_or(|threads| held.threads == threads)).then_some(held)
}

/// The least cost of a copy between registers and a memory, whose coordinate `x` has the address `place(x)`, and `order(x)` before
/// swizzles.
///
/// A thread moves each address once, and of several threads the first one writes. A vector has the same registers in all threads, in
/// the order of addresses before swizzles.
fn cost(
    held: &Held,
    order: &dyn Fn(i64) -> i64,
    place: &dyn Fn(i64) -> i64,
    to: (MemorySpace, Instruction),
    (element, width): (i64, i64),
    device: &Device<'_>,
) -> Option<CopyCost> {
    let is_store = to.1 == Instruction::Store;
    let mut least: Option<CopyCost> = None;
    let mut owners = BTreeMap::new();
    for thread in (0..held.threads).rev() {
        for value in 0..held.values {
            owners.insert(held.at(thread, value), thread);
        }
    }
    // The values of thread 0 by address, once each.
    let mut by_address = BTreeMap::new();
    for value in (0..held.values).rev() {
        by_address.insert(order(held.at(0, value)), value);
    }
    let values: Vec<i64> = by_address.into_values().collect();
    for bytes in [16, 12, 8, 4, 2, 1] {
        let count = bytes / element;
        let Ok(access) = Access::new(element, bytes) else { continue };
        let access = access.with(to.1);
        let (from, into) =
            if is_store { (MemorySpace::Registers, to.0) } else { (to.0, MemorySpace::Registers) };
        let is_served = to.0 == MemorySpace::Global || device.shared.served(&access).is_ok();
        if device.find(from, into, bytes).is_none() || !is_served || bytes > width {
            continue;
        }
        let chunks: Vec<_> = values.chunks(count as usize).collect();
        let mut cost = CopyCost::NONE;
        let lanes = i64::from(device.shared.lanes);
        let mut is_legal = values.len().is_multiple_of(count as usize);
        let mut moved = 0;
        for first in (0..held.threads).step_by(lanes as usize) {
            for chunk in &chunks {
                let mut addresses = BTreeMap::new();
                for thread in first..held.threads.min(first + lanes) {
                    let all: Vec<_> = chunk.iter().map(|v| held.at(thread, *v)).collect();
                    let start = place(all[0]);
                    is_legal &= start.rem_euclid(bytes & -bytes) == 0;
                    is_legal &= all
                        .iter()
                        .enumerate()
                        .all(|(k, x)| place(*x) == start + k as i64 * element);
                    if !is_store || owners[&all[0]] == thread {
                        addresses.insert(thread - first, start);
                        moved += count;
                    }
                }
                if !addresses.is_empty() && is_legal {
                    cost.instructions += 1;
                    brute::request(&addresses, to.0, &access, device, &mut cost);
                }
            }
        }
        cost.masked = held.threads * values.len() as i64 - moved;
        if is_legal && least.is_none_or(|least| cost < least) {
            least = Some(cost);
        }
    }
    least
}

/// The plan of elements of this many bytes, by instructions of up to `width` bytes.
fn planned<'a>(
    [from, to]: [&CopyOperand; 2],
    (element, width): (i64, i64),
    threads: i64,
    device: &'a Device<'a>,
) -> Result<DeviceCopy<'a>, LayoutError> {
    let space = CopySpace { width, ..CopySpace::DEFAULT };
    let mut search = CopySearch::new(from, to, element, threads, device, space)?;
    let mut last: Option<CopyCost> = None;
    // The bounds of early ends are bounds of the cost.
    while !search.advance(1) {
        if let Ok(early) = search.plan() {
            assert!(early.bound() <= early.cost());
            last = last.max(Some(early.bound()));
        }
    }
    let plan = search.plan()?;
    assert!(last.is_none_or(|last| last <= plan.cost()), "{last:?} is not a bound: {plan}");
    Ok(plan)
}

/// The thread-value layout of the tile has what each thread's registers hold: a load fills each of them, and a store reads each
/// element from one register.
fn elements(held: &Held, pass: &CopyPass<'_>, is_store: bool, text: &str) {
    let Ok(tile) = pass.tile() else { return };
    let found = Held { values: tile.size() / held.threads, layout: tile, threads: held.threads };
    for thread in 0..held.threads {
        let sorted = |held: &Held| {
            let mut all: Vec<i64> = (0..held.values).map(|v| held.at(thread, v)).collect();
            all.sort_unstable();
            if is_store {
                all.dedup();
            }
            all
        };
        assert_eq!(sorted(&found), sorted(held), "{tile}: {text}");
        // Values past those of the source repeat them.
        let loaded = pass.source().unwrap().size() / held.threads;
        assert!(is_store && loaded == found.values || found.values % loaded == 0, "{text}");
    }
}

#[test]
fn registers_and_memories() {
    let (mut random, mut count, mut vectors, mut copies) = (Random(3), 0, 0, 0);
    for device in devices() {
        for round in 0..400 {
            let digits: Vec<i64> =
                (0..2 + random.below(3)).map(|_| random.of(&[2, 2, 2, 3, 4, 5, 7])).collect();
            if digits.iter().product::<i64>() > 512 {
                continue;
            }
            let Some(held) = held(&mut random, &digits, None) else { continue };
            let element = random.of(&[1, 2, 4, 8]);
            let mut order: Vec<usize> = (0..digits.len()).collect();
            if round % 3 > 0 {
                order.sort_by_key(|_| random.next());
            }
            let (mut strides, mut next) = (vec![0; digits.len()], 1);
            for k in order {
                strides[k] = next;
                next = next * digits[k] + random.of(&[0, 0, 0, 0, 1, 4]);
            }
            let is_store = random.below(2) == 0;
            if !is_store && random.below(4) == 0 {
                strides[0] = 0;
            }
            let list = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            let memory: Layout =
                format!("({}):({})", list(&digits), list(&strides)).parse().unwrap();
            let place = random.of(&[MemorySpace::Global, MemorySpace::Shared]);
            let swizzle = match (place, random.below(3)) {
                (MemorySpace::Shared, 0) => {
                    Swizzle::new(1, random.below(3), random.of(&[1, 2, -1, 3])).unwrap()
                }
                _ => Swizzle::IDENTITY,
            };
            let memory = memory.swizzled(swizzle).unwrap();
            let at = |x: i64| memory.index(&Coord::leaf(x)).unwrap() * element;
            let instruction = if is_store { Instruction::Store } else { Instruction::Load };
            let before = |x: i64| memory.plain().index(&Coord::leaf(x)).unwrap();
            let width = random.of(&[4, 8, 12, 16, 16]).max(element);
            let sizes = (element, width);
            let expected = cost(&held, &before, &at, (place, instruction), sizes, &device);
            let matrix = match place {
                MemorySpace::Shared => matrices(&held, &at, is_store, sizes, &device),
                _ => None,
            };
            let expected = expected.map(|cost| matrix.map_or(cost, |matrix| matrix.min(cost)));
            let registers = CopyOperand::registers(&held.layout).unwrap();
            let memory_operand = CopyOperand::new(place, &memory);
            let (from, to) = if is_store {
                (&registers, &memory_operand)
            } else {
                (&memory_operand, &registers)
            };
            let plan = planned([from, to], sizes, held.threads, &device);
            let text = format!("{} and {memory} of {element} on {}", held.layout, device.name);
            let Some(expected) = expected else {
                assert!(plan.is_err(), "{text}");
                continue;
            };
            let plan = plan.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(plan.cost(), expected, "{text}\n{plan}");
            assert_eq!(plan.route(), CopyRoute::Direct);
            elements(&held, plan.first().unwrap(), is_store, &text);
            count += 1;
            vectors += usize::from(plan.first().unwrap().vector() > 1);
            copies +=
                usize::from((0..held.layout.leaf_count()).any(|k| held.layout.leaf(k).1 == 0));
        }
    }
    assert!(count > 1_000 && vectors > 150 && copies > 300, "{count} {vectors} {copies}");
}

/// What a warp holds after `ldmatrix`, or stores by `stmatrix`: from the addresses of eight rows of 16 bytes to the address of byte
/// `byte` of the register of a lane (PTX ISA).
fn fragment(rows: &[i64; 8], lane: i64, byte: i64, is_transposed: bool) -> i64 {
    match is_transposed {
        false => rows[(lane / 4) as usize] + lane % 4 * 4 + byte,
        true => rows[(lane % 4 * 2 + byte / 2) as usize] + lane / 4 * 2 + byte % 2,
    }
}

/// The cost by matrix instructions, if rows exist that give each register what it holds.
fn matrices(
    held: &Held,
    place: &dyn Fn(i64) -> i64,
    is_store: bool,
    (element, width): (i64, i64),
    device: &Device<'_>,
) -> Option<CopyCost> {
    let has = match is_store {
        true => device.name == "sm90",
        false => ["sm75", "sm80", "sm90"].contains(&device.name),
    };
    if !has || width < 4 || held.threads % 32 != 0 || element > 4 || held.values * element % 4 != 0
    {
        return None;
    }
    let registers = held.values * element / 4;
    let byte_of = |thread: i64, register: i64, byte: i64| {
        place(held.at(thread, (4 * register + byte) / element)) + byte % element
    };
    let distinct: BTreeSet<_> = (0..held.threads * held.values)
        .map(|k| held.at(k % held.threads, k / held.threads))
        .collect();
    if distinct.len() as i64 != held.threads * held.values {
        return None;
    }
    let instruction = if is_store { Instruction::StoreMatrix } else { Instruction::LoadMatrix };
    let access = Access::new(16, 16).unwrap().with(instruction);
    let cost = |is_transposed: bool| {
        let mut cost = CopyCost::NONE;
        for warp in (0..held.threads).step_by(32) {
            for register in 0..registers {
                // The rows begin where the lanes hold their first bytes.
                let rows: [i64; 8] = std::array::from_fn(|row| match is_transposed {
                    false => byte_of(warp + 4 * row as i64, register, 0),
                    true => byte_of(warp + row as i64 / 2, register, row as i64 % 2 * 2),
                });
                for lane in 0..32 {
                    for byte in 0..4 {
                        let found = byte_of(warp + lane, register, byte);
                        if found != fragment(&rows, lane, byte, is_transposed) {
                            return None;
                        }
                    }
                }
                if rows.iter().any(|row| row % 16 != 0) {
                    return None;
                }
                let lanes =
                    rows.iter().enumerate().map(|(lane, row)| (lane as i64, *row)).collect();
                brute::request(&lanes, MemorySpace::Shared, &access, device, &mut cost);
            }
            let fits = |count: &i64| registers % count == 0 && 4 * count <= width;
            let count = [4, 2, 1].into_iter().find(fits).unwrap();
            cost.instructions += registers / count;
        }
        Some(cost)
    };
    cost(false).or_else(|| if element == 2 { cost(true) } else { None })
}

/// Fragments of random matrices: the digits of registers, lanes and rows in any order in memory.
#[test]
fn fragments() {
    let (mut random, mut counts) = (Random(5), BTreeMap::new());
    for device in devices().into_iter().filter(|device| device.name.starts_with("sm")) {
        for _ in 0..400 {
            let element = random.of(&[1, 2, 2, 4]);
            let packed = 4 / element;
            // The tile has the digits of a register, the four lanes of a row, the rows, and further registers and warps.
            let (more, warps) = (random.of(&[1, 2, 3, 4, 8]), random.of(&[1, 1, 2]));
            let digits = [packed, 4, 8, more, warps];
            let held: Layout = format!(
                "((4,8,{warps}),({packed},{more})):(({packed},{},{}),(1,{}))",
                4 * packed,
                32 * packed * more,
                32 * packed
            )
            .parse()
            .unwrap();
            let held = Held::new(held);
            // Rows of memory are along the lanes of a row, along its rows, or anything.
            let mut order = random.of(&[[0, 1, 2, 3, 4], [2, 0, 1, 3, 4], [2, 1, 0, 3, 4]]);
            if random.below(4) == 0 {
                order.sort_by_key(|_| random.next());
            }
            let (mut strides, mut next) = ([0; 5], 1);
            for (k, digit) in order.into_iter().enumerate() {
                strides[digit] = next;
                next *= digits[digit];
                if k == 1 && random.below(3) == 0 {
                    next += random.of(&[2, 16 / element]);
                }
            }
            let list = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            let memory: Layout =
                format!("({}):({})", list(&digits), list(&strides)).parse().unwrap();
            let swizzle = match random.below(2) {
                0 => Swizzle::IDENTITY,
                _ => Swizzle::new(random.of(&[1, 2, 3]), i64::from((16 / element).ilog2()), 3)
                    .unwrap(),
            };
            let memory = memory.swizzled(swizzle).unwrap();
            let at = |x: i64| memory.index(&Coord::leaf(x)).unwrap() * element;
            let before = |x: i64| memory.plain().index(&Coord::leaf(x)).unwrap();
            let is_store = random.below(2) == 0;
            let instruction = if is_store { Instruction::Store } else { Instruction::Load };
            let sizes = (element, random.of(&[4, 8, 12, 16, 16, 16]));
            let plain =
                cost(&held, &before, &at, (MemorySpace::Shared, instruction), sizes, &device);
            let matrix = matrices(&held, &at, is_store, sizes, &device);
            let expected = matrix.map_or(plain.unwrap(), |matrix| matrix.min(plain.unwrap()));
            let registers = CopyOperand::registers(&held.layout).unwrap();
            let memory = CopyOperand::new(MemorySpace::Shared, &memory);
            let (from, to) = if is_store { (registers, memory) } else { (memory, registers) };
            let plan = planned([&from, &to], sizes, held.threads, &device).unwrap();
            let text = format!("{} {:?} on {}\n{plan}", held.layout, memory.layout(), device.name);
            assert_eq!(plan.cost(), expected, "{text}");
            assert!(plan.is_exhausted() && plan.bound() == plan.cost());
            let name = plan.first().unwrap().instructions().0.name;
            *counts.entry(name.split(' ').next().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    let has = |name: &str| counts.get(name).copied().unwrap_or(0) > 5;
    for name in [
        "ldmatrix.m8n8.x4",
        "ldmatrix.m8n8.x2",
        "ldmatrix.m8n8.x4.trans",
        "stmatrix.m8n8.x4",
        "stmatrix.m8n8.x4.trans",
    ] {
        assert!(has(&format!("{name}.b16")), "{name}: {counts:?}");
    }
    assert!(has("ld.shared.b32") && has("ld.shared.b16"), "{counts:?}");
}

/// The matrix of registers, lanes and warps.
fn bits(held: &Held, lanes: i64) -> BitLayout {
    let lanes = lanes.min(held.threads);
    let list = |count: i64, at: &dyn Fn(i64) -> i64| {
        let images = (0..count.ilog2()).map(|bit| format!("({})", at(1 << bit)));
        images.collect::<Vec<_>>().join(" ")
    };
    let parts = [
        ("register", list(held.values, &|v| held.at(0, v))),
        ("lane", list(lanes, &|t| held.at(t, 0))),
        ("warp", list(held.threads / lanes, &|w| held.at(w * lanes, 0))),
    ];
    let parts = parts.map(|(name, images)| format!("{name}: {images}"));
    let size = (0..held.layout.size()).map(|k| held.at(k % held.threads, k / held.threads));
    let size = size.max().unwrap() + 1;
    format!("{{{}}} -> {{x: {}}}", parts.join(", "), size.ilog2()).parse().unwrap()
}

#[test]
fn conversions() {
    let (mut random, mut counts, mut rounds) = (Random(4), BTreeMap::new(), 0);
    for device in devices() {
        let lanes = i64::from(device.shared.lanes);
        for round in 0..120 {
            let digits: Vec<i64> = (0..3 + random.below(3))
                .map(|_| random.of(if round % 2 == 0 { &[2, 2, 4] } else { &[2, 3, 4] }))
                .collect();
            if digits.iter().product::<i64>() > 96 {
                continue;
            }
            let Some(from) = held(&mut random, &digits, None) else { continue };
            let tries = (0..20).find_map(|_| held(&mut random, &digits, Some(from.threads)));
            let Some(to) = tries else { continue };
            let holders = |x: i64| {
                let of = |t: &i64| (0..from.values).any(|v| from.at(*t, v) == x);
                (0..from.threads).filter(of).collect::<BTreeSet<_>>()
            };
            let all = (0..to.threads).flat_map(|t| (0..to.values).map(move |v| (t, v)));
            let all: Vec<_> = all.map(|(t, v)| (t, holders(to.at(t, v)))).collect();
            let (sources, targets) = (most_sources(&to, &from), most_sources(&from, &to));
            let most: usize = random.of(&[1, 2, 2, 4, 64]);
            let expected = if all.iter().all(|(t, holders)| holders.contains(t)) {
                CopyRoute::Renamed
            } else if all.iter().all(|(t, all)| all.iter().any(|s| s / lanes == t / lanes))
                && sources.max(targets) <= most
            {
                CopyRoute::Shuffled
            } else {
                CopyRoute::Staged
            };
            let element = random.of(&[1, 2, 4]);
            let operands = [&from, &to].map(|held| CopyOperand::registers(&held.layout).unwrap());
            let space = CopySpace { shuffled: most as i64, ..CopySpace::DEFAULT };
            let [a, b] = &operands;
            let search = CopySearch::new(a, b, element, from.threads, &device, space);
            let plan = search.and_then(|mut search| {
                search.advance(i64::MAX);
                search.plan()
            });
            let text = format!("{} to {} on {}", from.layout, to.layout, device.name);
            if expected == CopyRoute::Staged && plan.is_err() {
                let access = Access::new(element, element).unwrap();
                assert!(device.shared.served(&access).is_err(), "{text}");
                continue;
            }
            let plan = plan.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(plan.route(), expected, "{text}");
            assert!(plan.is_exhausted(), "{text}");
            *counts.entry(format!("{expected:?}")).or_insert(0) += 1;
            if let Some(found) = plan.rounds() {
                let shuffle = Shuffle::between(&bits(&from, lanes), &bits(&to, lanes)).unwrap();
                assert_eq!(found, shuffle.rounds(), "{text}");
                rounds += 1;
            }
            if expected == CopyRoute::Staged {
                let least = staged(&from, &to, element, &device).unwrap();
                assert_eq!(plan.cost(), least, "{text}\n{plan}");
            }
        }
    }
    assert!(counts.len() == 3 && counts.values().all(|count| *count > 25), "{counts:?}");
    assert!(rounds > 20, "{rounds}");
}

/// The most different sets of threads that hold elements of one thread.
fn most_sources(to: &Held, from: &Held) -> usize {
    let mut holders: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for thread in 0..from.threads {
        for value in 0..from.values {
            holders.entry(from.at(thread, value)).or_default().insert(thread);
        }
    }
    let sources =
        |t: i64| (0..to.values).map(|v| &holders[&to.at(t, v)]).collect::<BTreeSet<_>>().len();
    (0..to.threads).map(sources).max().unwrap()
}

/// The least cost through a buffer in the order of the tile, or of the values of either side, with each swizzle.
fn staged(from: &Held, to: &Held, element: i64, device: &Device<'_>) -> Option<CopyCost> {
    let size = 1
        + (0..to.threads * to.values).map(|k| to.at(k % to.threads, k / to.threads)).max().unwrap();
    // Where each element lies if the values of a thread are neighbours: without repetitions, values count first.
    let by_values = |held: &Held| {
        let mut places = BTreeMap::new();
        for thread in 0..held.threads {
            for value in 0..held.values {
                let next = places.len() as i64;
                places.entry(held.at(thread, value)).or_insert(next);
            }
        }
        (0..size).map(|x| places[&x]).collect::<Vec<_>>()
    };
    let orders = [(0..size).collect(), by_values(from), by_values(to)];
    let banks = device.shared.served.iter().map(|row| row.banks).max().unwrap();
    let log2_up = |n: i64| i64::from(64 - (n - 1).leading_zeros());
    let mut least: Option<CopyCost> = None;
    for order in orders {
        for swizzle in crate::draw::swizzles(log2_up(banks), 0, log2_up(size)) {
            let before = |x: i64| order[x as usize];
            let place = |x: i64| swizzle.apply(before(x)) * element;
            let store = cost(
                from,
                &before,
                &place,
                (MemorySpace::Shared, Instruction::Store),
                (element, 16),
                device,
            )?;
            let load = cost(
                to,
                &before,
                &place,
                (MemorySpace::Shared, Instruction::Load),
                (element, 16),
                device,
            )?;
            let sum = store.plus(load);
            if least.is_none_or(|least| sum < least) {
                least = Some(sum);
            }
        }
    }
    least
}
