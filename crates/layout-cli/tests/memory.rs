//! Bank conflicts, transactions and swizzles equal the results of direct enumeration.

use std::collections::{BTreeMap, BTreeSet};

use layout_cli::MaybeSwizzled;
use layout_cli::memory::{Access, banks, coalescing, requests, search};
use layout_core::{Coord, Layout, Swizzle};
use proptest::prelude::*;

/// A thread-value layout over a memory layout. The values of one access are contiguous.
#[derive(Clone, Debug)]
struct MemoryCase {
    held: Layout,
    memory: MaybeSwizzled,
    element: i64,
    width: i64,
}

fn case(swizzled: bool) -> impl Strategy<Value = MemoryCase> {
    let extents = (0..5_u32, 0..3_u32, 0..2_u32, 1..6_i64);
    let strides = (0..9_i64, 0..9_i64, 0..9_i64, 0..4_i64);
    let swizzle = (0..4_i64, 0..3_i64, 0..5_i64, any::<bool>());
    (extents, strides, 0..5_u32, 0..5_u32, swizzle, any::<bool>()).prop_map(
        move |(
            (i, j, k, odd),
            (di, dj, dk, pad),
            element,
            width,
            (bits, above, more, down),
            wide,
        )| {
            let (element, width) = (1 << element.min(width), 1_i64 << element.max(width));
            let n = width / element;
            let (i, j, k) = (1_i64 << i, if odd == 5 { 3 } else { 1 << j }, 1_i64 << k);
            // Steps that keep accesses aligned. Powers of two cause conflicts, others do not.
            let step = |d: i64| n * if wide && d > 0 { 1 << (d - 1) } else { d };
            let held =
                format!("(({i},{j}),({n},{k})):(({},{}),(1,{}))", step(di), step(dj), step(dk));
            let held: Layout = held.parse().unwrap();
            let rows = 8 * n;
            let columns = held.cosize() / rows + 1;
            let layout: Layout =
                format!("({rows},{columns}):(1,{})", rows + n * pad).parse().unwrap();
            let base = i64::from(n.ilog2()) + above;
            let shift = (bits + more) * if down { -1 } else { 1 };
            let swizzle = Swizzle::new(bits, base, shift).unwrap();
            let memory = MaybeSwizzled::Plain(layout);
            let memory = if swizzled { memory.swizzled(swizzle).unwrap() } else { memory };
            MemoryCase { held, memory, element, width }
        },
    )
}

impl MemoryCase {
    fn access(&self) -> Access {
        Access::new(self.element, self.width).unwrap()
    }

    /// The address of each thread, for each warp and access, computed from coordinates.
    fn addresses(&self) -> Vec<BTreeMap<i64, i64>> {
        let n = self.width / self.element;
        let (threads, values) =
            (self.held.mode(0).unwrap().size(), self.held.mode(1).unwrap().size());
        let mut all = Vec::new();
        for warp in 0..(threads + 31) / 32 {
            for group in 0..values / n {
                let lanes = (32 * warp..(32 * warp + 32).min(threads)).map(|thread| {
                    let at = Coord::tuple(&[thread.into(), (group * n).into()]).unwrap();
                    let offset = match &self.memory {
                        MaybeSwizzled::Plain(layout) => {
                            layout.index(&self.held.index(&at).unwrap().into())
                        }
                        MaybeSwizzled::Swizzled(layout) => {
                            layout.index(&self.held.index(&at).unwrap().into())
                        }
                    };
                    (thread, offset.unwrap() * self.element)
                });
                all.push(lanes.collect());
            }
        }
        all
    }
}

/// Simulates the memory: in each wavefront every bank serves one pending word to all threads that access it.
fn wavefronts(addresses: &BTreeMap<i64, i64>, width: i64) -> i64 {
    let together = match width {
        16 => 8,
        8 => 16,
        _ => 32,
    };
    let mut count = 0;
    for phase in 0..32 / together {
        let mut wanted: BTreeSet<i64> = BTreeSet::new();
        for (thread, address) in addresses {
            if thread % 32 / together == phase {
                wanted.extend((*address..address + width).map(|byte| byte / 4));
            }
        }
        while !wanted.is_empty() {
            for bank in 0..32 {
                let first = wanted.iter().copied().find(|word| word % 32 == bank);
                first.map(|word| wanted.remove(&word));
            }
            count += 1;
        }
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn costs_are_those_of_direct_enumeration(case in any::<bool>().prop_flat_map(case)) {
        let requests = requests(&MaybeSwizzled::Plain(case.held), &case.memory, case.access()).unwrap();
        let direct = case.addresses();
        prop_assert_eq!(requests.len(), direct.len());
        for (request, addresses) in requests.iter().zip(&direct) {
            let lanes: BTreeMap<i64, i64> =
                request.lanes.iter().map(|lane| (lane.thread, lane.address)).collect();
            prop_assert_eq!(&lanes, addresses);
            let cost = banks::cost(request);
            prop_assert_eq!(cost.wavefronts, wavefronts(addresses, case.width));
            prop_assert_eq!(cost.is_free(), cost.ways == 1);
            let bytes: BTreeSet<i64> =
                addresses.values().flat_map(|address| *address..address + case.width).collect();
            let blocks = |size: i64| bytes.iter().map(|byte| byte / size).collect::<BTreeSet<_>>().len() as i64;
            let traffic = coalescing::traffic(request);
            prop_assert_eq!((traffic.sectors, traffic.lines), (blocks(32), blocks(128)));
            prop_assert_eq!(traffic.bytes, bytes.len() as i64);
            prop_assert_eq!(traffic.least_sectors, (bytes.len() as i64 + 31) / 32);
        }
        let total = banks::total(&requests);
        prop_assert_eq!(total.wavefronts, direct.iter().map(|lanes| wavefronts(lanes, case.width)).sum::<i64>());
        match banks::worst(&requests) {
            None => prop_assert!(total.is_free()),
            Some(worst) => {
                prop_assert_eq!(worst.words.len() as i64, total.ways);
                prop_assert!(worst.words.iter().all(|(word, _)| word.rem_euclid(32) == worst.bank));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_smaller_swizzle_does(case in case(false)) {
        let held = MaybeSwizzled::Plain(case.held);
        let found = search::find(&[held], &case.memory, case.access()).unwrap();
        let cost = |swizzle: Swizzle| {
            let memory = case.memory.swizzled(swizzle).unwrap();
            banks::total(&requests(&held, &memory, case.access()).unwrap())
        };
        let best = found.best.swizzle;
        prop_assert_eq!(cost(best), found.after);
        prop_assert_eq!(cost(Swizzle::IDENTITY), found.before);
        let size = |swizzle: &Swizzle| (swizzle.bits(), swizzle.base(), swizzle.shift().unsigned_abs(), swizzle.shift() < 0);
        let low = i64::from((case.width / case.element).ilog2());
        let end = (case.memory.plain().cosize() - 1).max(1).ilog2() + 1;
        for bits in 1..=6 {
            for base in low..i64::from(end) {
                for shift in -12..=12 {
                    let Ok(swizzle) = Swizzle::new(bits, base, shift) else { continue };
                    if swizzle.end() > end {
                        continue;
                    }
                    let other = cost(swizzle);
                    prop_assert!(other.wavefronts >= found.after.wavefronts, "{} beats {}", swizzle, best);
                    prop_assert!(
                        other.wavefronts > found.after.wavefronts || best.is_identity() || size(&swizzle) >= size(&best),
                        "{} is smaller than {}", swizzle, best
                    );
                }
            }
        }
    }
}

fn find(held: &[&str], memory: &str, element: i64, width: i64) -> search::Search {
    let held: Vec<MaybeSwizzled> =
        held.iter().map(|text| MaybeSwizzled::read(text).unwrap()).collect();
    search::find(&held, &MaybeSwizzled::read(memory).unwrap(), Access::new(element, width).unwrap())
        .unwrap()
}

/// The swizzles of Hopper's shared-memory layouts: eight rows of 128, 64, 32 and 16 bytes, where eight threads read a
/// chunk of 16 bytes of each row. Units are bytes.
#[test]
fn published_swizzles() {
    for (bytes, published, ways) in
        [(128, "Sw<3,4,3>", 8), (64, "Sw<2,4,3>", 4), (32, "Sw<1,4,3>", 2), (16, "Sw<0,4,3>", 1)]
    {
        for element in [1, 2, 4, 8] {
            let (chunk, row) = (16 / element, bytes / element);
            let held = format!("(8,({chunk},{})):(1,(8,{}))", bytes / 16, 8 * chunk);
            let found = find(&[&held], &format!("(8,{row}):({row},1)"), element, 16);
            assert_eq!(found.best.in_bytes.to_string(), published, "elements of {element} bytes");
            assert_eq!((found.before.ways, found.after.is_free()), (ways, true));
        }
    }
}

#[test]
fn a_transpose_through_shared_memory() {
    // Warps write rows and read columns of 32 by 32 floats.
    let found = find(&["32:32", "32:1"], "(32,32):(32,1)", 4, 4);
    assert_eq!(found.best.swizzle.to_string(), "Sw<5,0,5>");
    assert_eq!((found.before.wavefronts, found.after.wavefronts), (33, 2));
    // A column of padding avoids the conflicts without a swizzle.
    assert!(find(&["32:32", "32:1"], "(32,32):(33,1)", 4, 4).best.swizzle.is_identity());
}

#[test]
fn the_best_of_swizzles_that_do_not_suffice() {
    // The addresses of threads differ in the bits 5 and 6 and in 12 to 14. A swizzle reads only one of these runs.
    let found = find(&["((4,8),1):((32,4096),0)"], "32768:1", 4, 4);
    assert_eq!(found.best.swizzle.to_string(), "Sw<3,0,12>");
    assert_eq!(found.after.to_string(), "4-way conflict, 4 wavefronts instead of 1");
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let refused = |held: &str, memory: &str, element, width| {
        let access = match Access::new(element, width) {
            Ok(access) => access,
            Err(failure) => return failure.message().to_owned(),
        };
        let (held, memory) =
            (MaybeSwizzled::read(held).unwrap(), MaybeSwizzled::read(memory).unwrap());
        requests(&held, &memory, access).unwrap_err().message().to_owned()
    };
    assert_eq!(refused("32:1", "32:1", 3, 4), "an element has 1, 2, 4, 8 or 16 bytes, not 3");
    assert_eq!(refused("32:1", "32:1", 8, 4), "an access of 4 bytes is less than an element of 8");
    assert_eq!(
        refused("32:1", "16:1", 4, 4),
        "thread 16, value 0 is coordinate 16, and 16:1 has offsets at 0 to 15"
    );
    assert_eq!(
        refused("(8,4):(4,1)", "32:2", 4, 16),
        "an access of 16 bytes moves neighbours, and values 0 and 1 of thread 0 are at the offsets 0 and 2"
    );
    assert_eq!(
        refused("(4,4):(5,1)", "32:1", 4, 16),
        "an access of 16 bytes begins at a multiple of them, and value 0 of thread 1 is at byte 20"
    );
    assert_eq!(
        refused("(8,3):(1,8)", "32:1", 4, 16),
        "an access of 16 bytes moves 4 values of a thread, and each has 3"
    );
    assert!(refused("(2,2,2)", "32:1", 4, 4).starts_with("a thread-value layout has two modes"));
    assert!(refused("32:1", "(32,1):(1@0,1@1)", 4, 4).contains("coordinate 0"));
    for memory in ["8:-1", "Sw<1,0,1> o 8:1", "8:1@0"] {
        let (held, memory) =
            (MaybeSwizzled::read("8:1").unwrap(), MaybeSwizzled::read(memory).unwrap());
        assert!(search::find(&[held], &memory, Access::new(4, 4).unwrap()).is_err(), "{memory}");
    }
    // An empty layout makes no request.
    for empty in ["0:1", "(0,4):(4,1)", "(4,0):(1,4)"] {
        let empty = MaybeSwizzled::read(empty).unwrap();
        let requests =
            requests(&empty, &MaybeSwizzled::read("4:1").unwrap(), Access::new(4, 4).unwrap())
                .unwrap();
        assert!(banks::total(&requests).is_free());
    }
}
