//! Bank conflicts, transactions and swizzles of every known memory equal the results of direct enumeration.

use std::collections::{BTreeMap, BTreeSet};

use layout_cli::MaybeSwizzled;
use layout_cli::memory::{pattern, requests, search};
use layout_core::memory::{Access, Cost, NVIDIA, NVIDIA_GLOBAL, SHARED, SharedMemory};
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

    /// The address of each thread, for each warp of `lanes` and access, computed from coordinates.
    fn addresses(&self, warp_lanes: i64) -> Vec<BTreeMap<i64, i64>> {
        let n = self.width / self.element;
        let (threads, values) =
            (self.held.mode(0).unwrap().size(), self.held.mode(1).unwrap().size());
        let mut all = Vec::new();
        for warp in 0..(threads + warp_lanes - 1) / warp_lanes {
            for group in 0..values / n {
                let lanes =
                    (warp_lanes * warp..(warp_lanes * (warp + 1)).min(threads)).map(|thread| {
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
fn wavefronts(memory: &SharedMemory<'_>, addresses: &BTreeMap<i64, i64>, access: &Access) -> i64 {
    let served = memory.served(access).unwrap();
    let mut count = 0;
    let agree = |xor: u32| {
        addresses.iter().all(|(thread, address)| {
            addresses.get(&(thread ^ i64::from(xor))).is_none_or(|other| other == address)
        })
    };
    let joined = served.joins.iter().any(|xor| agree(*xor));
    for phases in served.phases.chunks(if joined { 2 } else { 1 }) {
        let phase = phases.iter().fold(0, |all, phase| all | phase);
        let mut wanted: BTreeSet<i64> = BTreeSet::new();
        for (thread, address) in addresses {
            if phase >> (thread % i64::from(memory.lanes)) & 1 == 1 {
                wanted.extend((*address..address + access.width()).map(|byte| byte / memory.word));
            }
        }
        while !wanted.is_empty() {
            for bank in 0..served.banks {
                let first = wanted.iter().copied().find(|word| word % served.banks == bank);
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
    fn costs_are_those_of_direct_enumeration(
        case in any::<bool>().prop_flat_map(case),
        row in any::<proptest::sample::Index>(),
    ) {
        let rows: Vec<_> = SHARED.iter().flat_map(|memory| {
            let narrow = |bytes: i64| bytes == case.width || bytes == 4 && case.width < 4;
            memory.served.iter().filter(move |row| narrow(row.bytes)).map(move |row| (memory, row.instruction))
        }).collect();
        let (machine, instruction) = *row.get(&rows);
        let access = case.access().with(instruction);
        let pattern = pattern(&MaybeSwizzled::Plain(case.held), &case.memory, access).unwrap();
        let requests = requests(&pattern, machine.lanes).unwrap();
        let direct = case.addresses(machine.lanes.into());
        prop_assert_eq!(requests.len(), direct.len());
        for (request, addresses) in requests.iter().zip(&direct) {
            let lanes: BTreeMap<i64, i64> =
                (request.first_thread()..).zip(request.addresses().iter().copied()).collect();
            prop_assert_eq!(&lanes, addresses);
            let cost = machine.cost(request).unwrap();
            prop_assert_eq!(cost.wavefronts, wavefronts(machine, addresses, &access));
            prop_assert_eq!(cost.is_free(), cost.ways == 1);
            let bytes: BTreeSet<i64> =
                addresses.values().flat_map(|address| *address..address + case.width).collect();
            let blocks = |size: i64| bytes.iter().map(|byte| byte / size).collect::<BTreeSet<_>>().len() as i64;
            let traffic = NVIDIA_GLOBAL.traffic(request);
            prop_assert_eq!((traffic.sectors, traffic.lines), (blocks(32), blocks(128)));
            prop_assert_eq!(traffic.bytes, bytes.len() as i64);
            prop_assert_eq!(traffic.least_sectors, (bytes.len() as i64 + 31) / 32);
        }
        let total = pattern.cost(machine).unwrap();
        let all = direct.iter().map(|lanes| wavefronts(machine, lanes, &access)).sum::<i64>();
        prop_assert_eq!(total.wavefronts, all);
        match pattern.conflict(machine).unwrap() {
            None => prop_assert!(total.is_free()),
            Some(worst) => {
                prop_assert_eq!(worst.words().len() as i64, total.ways);
                let banks = machine.served(&access).unwrap().banks;
                prop_assert!(worst.words().iter().all(|(word, _)| word.rem_euclid(banks) == worst.bank()));
                prop_assert!(worst.words().is_sorted());
                let (a, b) = worst.pair().unwrap();
                prop_assert!(worst.threads(worst.words()[0].1).any(|thread| thread == a));
                prop_assert!(worst.threads(worst.words()[1].1).any(|thread| thread == b));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_smaller_swizzle_does(case in case(false)) {
        let held = MaybeSwizzled::Plain(case.held);
        let found = search::find(&[held], &case.memory, case.access(), &NVIDIA).unwrap();
        let cost = |swizzle: Swizzle| {
            let memory = case.memory.swizzled(swizzle).unwrap();
            pattern(&held, &memory, case.access()).unwrap().cost(&NVIDIA).unwrap()
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
    let access = Access::new(element, width).unwrap();
    search::find(&held, &MaybeSwizzled::read(memory).unwrap(), access, &NVIDIA).unwrap()
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
            Err(error) => return error.to_string(),
        };
        let (held, memory) =
            (MaybeSwizzled::read(held).unwrap(), MaybeSwizzled::read(memory).unwrap());
        let all = pattern(&held, &memory, access).and_then(|pattern| requests(&pattern, 32));
        all.unwrap_err().message().to_owned()
    };
    let count = "no count of memory accesses";
    assert_eq!(
        refused("32:1", "32:1", 3, 4),
        format!("{count}: an element has 1, 2, 4, 8 or 16 bytes, not 3")
    );
    assert_eq!(
        refused("32:1", "32:1", 8, 4),
        format!("{count}: an access of 4 bytes is less than an element of 8")
    );
    assert_eq!(
        refused("32:1", "16:1", 4, 4),
        "cannot access 16:1 by 32:1: thread 16, value 0 is coordinate 16, and the memory has 16"
    );
    assert_eq!(
        refused("(8,4):(4,1)", "32:2", 4, 16),
        "cannot access 32:2 by (8,4):(4,1): an access of 16 bytes moves neighbours, and value 1 of thread 0 is at offset 2 in an \
         access from 0 on: take a narrower access, or values along the mode with stride 1"
    );
    assert_eq!(
        refused("(4,4):(5,1)", "32:1", 4, 16),
        "cannot access 32:1 by (4,4):(5,1): an access of 16 bytes begins at a multiple of them, and value 0 of thread 1 is at \
         byte 20"
    );
    assert_eq!(
        refused("(8,3):(1,8)", "32:1", 4, 16),
        "cannot access 32:1 by (8,3):(1,8): an access of 16 bytes moves 4 values of a thread, and each has 3"
    );
    assert!(refused("(2,2,2)", "32:1", 4, 4).contains("a thread-value layout has two modes"));
    assert!(refused("32:1", "(32,1):(1@0,1@1)", 4, 4).contains("counts in units of a coordinate"));
    for memory in ["8:-1", "Sw<1,0,1> o 8:1", "8:1@0"] {
        let (held, memory) =
            (MaybeSwizzled::read("8:1").unwrap(), MaybeSwizzled::read(memory).unwrap());
        let access = Access::new(4, 4).unwrap();
        assert!(search::find(&[held], &memory, access, &NVIDIA).is_err(), "{memory}");
    }
    // An empty layout makes no request.
    for empty in ["0:1", "(0,4):(4,1)", "(4,0):(1,4)"] {
        let (empty, memory) =
            (MaybeSwizzled::read(empty).unwrap(), MaybeSwizzled::read("4:1").unwrap());
        let pattern = pattern(&empty, &memory, Access::new(4, 4).unwrap()).unwrap();
        assert_eq!(pattern.cost(&NVIDIA).unwrap(), Cost::NONE);
    }
}

#[test]
fn a_model_with_a_wrong_key_is_refused() {
    let text = "name = \"mine\" # a comment with \"quotes\"\nlanes = 8\nword = 4\n\n[[served]]\ninstruction = \"load\"\n\
                bytes = 4\nbanks = 8\nphases = [\"0-3,6\", \"4-5, 7\"]\nsource = \"a # in a text\"\n";
    let memory = layout_cli::memory::model(text).unwrap();
    assert_eq!((memory.name, memory.served[0].phases), ("mine", &[0b100_1111, 0b1011_0000][..]));
    assert_eq!(memory.served[0].source, "a # in a text");
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from));
        let failure = layout_cli::memory::model(&text.replace(from, to)).unwrap_err();
        failure.message().to_owned()
    };
    let unknown = refused("word = 4", "word = 4\nwords = 4");
    assert_eq!(unknown, "unknown field `words`, expected one of `name`, `lanes`, `word`, `served`");
    assert_eq!(refused("word = 4", "word = 4\nword = 4"), "duplicate key");
    assert_eq!(refused("word = 4\n", ""), "missing field `word`");
    assert_eq!(
        refused("banks = 8", "banks = 8.5"),
        "invalid type: floating point `8.5`, expected i64"
    );
    assert_eq!(refused("\"load\"", "\"read\""), "no instruction is called \"read\"");
    for words in ["banks 8", "banks = eight", "banks = 99999999999999999999"] {
        refused("banks = 8", words);
    }
    refused("[[served]]", "[served]");
    for list in ["[\"0-3,6\" \"4-5, 7\"]", "[\"0-3,6\", 4]", "\"0-7\""] {
        refused("[\"0-3,6\", \"4-5, 7\"]", list);
    }
    for list in ["3-0", "0-64", "", "-", "7,"] {
        let words = format!("{list:?} is no list of lanes below 64");
        assert_eq!(refused("4-5, 7", list), words);
    }
    let joins = |list| refused("source =", &format!("joins = {list}\nsource ="));
    assert!(joins("[8]").ends_with("phases of load, 4 bytes, join by lanes 1 to 7, not 8"));
    assert!(joins("[1, 0]").ends_with("not 0"));
    joins("[-1]");
    assert!(refused("4-5, 7", "4-5").ends_with("lane 7 is in no phase of load, 4 bytes"));
    assert!(refused("4-5, 7", "3-5,7").ends_with("lane 3 is in two phases of load, 4 bytes"));
    assert!(refused("lanes = 8", "lanes = 65").ends_with("a warp has 1 to 64 lanes, not 65"));
    refused("lanes = 8", "lanes = -1");
    assert!(refused("word = 4", "word = 6").ends_with("a word has 4, 8, 16, .. bytes, not 6"));
    assert!(refused("bytes = 4", "bytes = 5").contains("an access has 1, 2, 4, 8, 12 or 16 bytes"));
    assert!(refused("banks = 8", "banks = 0").contains("a memory has 1 to 2^20 banks, not 0"));
}
