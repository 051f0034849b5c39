//! The edges of linear maps: addresses past 62 bits, banks of many rows, memories of few bytes, two numbers of banks.

use std::collections::{BTreeMap, BTreeSet};

use layout_core::certificate;
use layout_core::memory::{Access, CDNA4, Instruction, NVIDIA, Served, SharedMemory};
use layout_core::solve::{AccessUse, Map, Maps, Problem, Solution, Space};

use layout_core::LayoutError;

use crate::brute;
use crate::draw::Random;
use crate::random::Case;
use crate::solutions::STEPS;

const LINEAR: Space = Space::SWIZZLES.with(Maps::Linear);

/// The answer of a search for accesses of 4 bytes, whose certificate holds.
fn search(
    layout: &str,
    threads: &[&str],
    memory: &SharedMemory<'_>,
    space: Space,
) -> Result<Solution, LayoutError> {
    let access = Access::new(4, 4)?;
    let uses: Result<Vec<_>, _> =
        threads.iter().map(|text| AccessUse::new(&text.parse()?, access, 1)).collect();
    let uses = uses?;
    let problem = Problem::new(layout.parse()?, &uses, memory, space)?;
    let found = problem.solve(STEPS)?;
    let mut text = String::new();
    certificate::write(&problem, &found, &mut text).unwrap();
    assert_eq!(certificate::check(&text).map(|claim| claim.cost), Ok(found.cost()), "{text}");
    Ok(found)
}

/// A memory of this many banks, whose warps are one phase.
const fn wide(banks: i64) -> [Served<'static>; 1] {
    let phases: &[u64] = &[0xffff_ffff];
    [Served { instruction: Instruction::Load, bytes: 4, banks, phases, joins: &[], source: "" }]
}

#[test]
fn addresses_past_62_bits_are_refused() {
    let refused = |layout: &str, threads: &str, space: Space| {
        search(layout, &[threads], &NVIDIA, space).unwrap_err().to_string()
    };
    let far = "(2,2):(1,4611686018427387904)";
    assert_eq!(
        refused(far, "2:1", LINEAR),
        format!(
            "cannot search layouts for {far}: 4611686018427387906 elements are more than the 1152921504606846976 that the search allows"
        )
    );
    // The second thread of a column is at byte 2^64, which is not byte 0.
    assert!(refused(far, "4:1", Space::SWIZZLES).contains("past the addresses"));
    let text = format!(
        "layout certificate 1\nlayout {far}\nspace padding 0 orders false maps linear bytes 0\n\
         machine x lanes 32 word 4\naccess 2:1 element 4 width 4 times 1 banks 32 phases ffffffff\n\
         answer {far} swizzle Sw<0,0,0>\ncost 1 place 0\nrows 5\nend 0\n"
    );
    let error = certificate::check(&text).unwrap_err();
    assert_eq!(error.to_string(), "line 7: the space is not one of linear maps");
}

#[test]
fn banks_of_many_rows() {
    // 2^16 words in 2^10 banks: a swizzle must move each of the bits 10 to 15, by 6 to 10 places, onto a bit that the last
    // access changes along with it.
    let served = wide(1 << 10);
    let memory = SharedMemory { name: "wide", lanes: 32, word: 4, served: &served };
    let bits = |masks: [u64; 5]| {
        format!("((2,2,2,2,2),1):(({}),0)", masks.map(|mask| mask.to_string()).join(","))
    };
    let high = bits([10, 11, 12, 13, 14].map(|bit| 1 << bit));
    let highest = bits([15, 0, 1, 2, 3].map(|bit| 1 << bit));
    let pairs = bits([(10, 4), (12, 5), (14, 6), (11, 2), (13, 3)].map(|(a, b)| 1 << a | 1 << b));
    let threads = [&*high, &*highest, &*pairs];
    let found = search("65536:1", &threads, &memory, LINEAR).unwrap();
    assert!(matches!(found.map(), Map::Linear(_)));
    assert_eq!((found.cost(), found.is_exhausted()), (3, true));
    let served = wide(1 << 21);
    let memory = SharedMemory { served: &served, ..memory };
    let refused = search("65536:1", &threads, &memory, LINEAR).unwrap_err();
    assert!(refused.to_string().contains("a memory has 1 to 2^20 banks, not 2097152"));
}

#[test]
fn linear_maps_fit_into_the_bytes() {
    let space = |bytes| Space { bytes: Some(bytes), ..LINEAR };
    // The offsets of 32 rows, 64 apart, have 11 bits.
    let refused = search("(32,32):(64,1)", &["32:1"], &NVIDIA, space(8191)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot search layouts for (32,32):(64,1): linear maps reach each of 8192 bytes, and the most is 8191"
    );
    assert_eq!(search("(32,32):(64,1)", &["32:1"], &NVIDIA, space(8192)).unwrap().cost(), 1);
    let access = Access::new(4, 4).unwrap();
    let uses = [AccessUse::new(&"32:1".parse().unwrap(), access, 1).unwrap()];
    let problem =
        Problem::new("(32,32):(64,1)".parse().unwrap(), &uses, &NVIDIA, space(8192)).unwrap();
    let mut text = String::new();
    certificate::write(&problem, &problem.solve(STEPS).unwrap(), &mut text).unwrap();
    let error = certificate::check(&text.replace("bytes 8192", "bytes 8191")).unwrap_err();
    assert_eq!(error.reason, "the space is not one of linear maps");
}

/// An order of the modes may join halves of words, which no linear map of words does: an order is not always such a map.
#[test]
fn orders_of_modes_are_no_linear_maps() {
    let served = wide(16);
    let memory = SharedMemory { name: "wide", lanes: 32, word: 4, served: &served };
    let uses = [AccessUse::new(&"32:2".parse().unwrap(), Access::new(2, 2).unwrap(), 1).unwrap()];
    let layout = "(2,32):(1,2)".parse().unwrap();
    let problem = |space| Problem::new(layout, &uses, &memory, space);
    let cost = |space| problem(space).unwrap().solve(STEPS).unwrap().cost();
    let orders = Space { orders: true, ..LINEAR };
    assert_eq!((cost(LINEAR), cost(orders.with(Maps::Identity))), (2, 1));
    assert_eq!(
        problem(orders).unwrap_err().to_string(),
        "cannot search layouts for (2,32):(1,2): a linear map of the words moves each bit, and knows no orders of the modes: search these with swizzles"
    );
    let mut text = String::new();
    let found = problem(LINEAR).unwrap().solve(STEPS).unwrap();
    certificate::write(&problem(LINEAR).unwrap(), &found, &mut text).unwrap();
    let error = certificate::check(&text.replace("orders false", "orders true")).unwrap_err();
    assert_eq!(error.reason, "linear maps have no orders");
}

/// Nearly all paddings of this layout are past the offsets, and the others are larger than a float.
#[test]
fn paddings_past_the_offsets_end_a_search_and_a_check() {
    let layout = "(2,2,1073741824,1073741824):(1,2,4,4294967296)";
    let uses = [AccessUse::new(&"2:1".parse().unwrap(), Access::new(4, 4).unwrap(), 1).unwrap()];
    let space = Space { padding: 1 << 20, bytes: Some(4), ..Space::SWIZZLES.with(Maps::Identity) };
    let problem = Problem::new(layout.parse().unwrap(), &uses, &NVIDIA, space).unwrap();
    assert_eq!(
        problem.solve(1000).unwrap_err().to_string(),
        format!(
            "cannot search layouts for {layout}: none of the 500 candidates seen so far serves all accesses and fits, and the search has not ended"
        )
    );
    let text = format!(
        "layout certificate 1\nlayout {layout}\nspace padding 1048576 orders false maps identity bytes 4\n\
         machine nvidia lanes 32 word 4\naccess 2:1 element 4 width 4 times 1 banks 32 phases ffffffff\n\
         answer {layout} swizzle Sw<0,0,0>\ncost 1 place 9223372036854775806\n{}end 0\n",
        "large\n".repeat(40)
    );
    let error = certificate::check(&text).unwrap_err();
    assert_eq!(error.to_string(), "line 48: another word is expected");
}

/// A certificate states all that a problem may have: the most padding, and at least a byte.
#[test]
fn the_numbers_of_a_space_have_limits() {
    let space = |padding, bytes| Space { padding, bytes, ..Space::SWIZZLES.with(Maps::Identity) };
    let refused = |space| search("(2,4):(1,2)", &["8:1"], &NVIDIA, space).unwrap_err().to_string();
    let search_of = "cannot search layouts for (2,4):(1,2)";
    for padding in [-1, (1 << 20) + 1, i64::MAX] {
        let expected =
            format!("{search_of}: a search pads by 0 to 1048576 elements, not {padding}");
        assert_eq!(refused(space(padding, None)), expected);
    }
    for bytes in [0, -5, -i64::MAX] {
        let expected = format!("{search_of}: a memory has at least 1 byte, not {bytes}");
        assert_eq!(refused(space(0, Some(bytes))), expected);
        assert_eq!(refused(Space { bytes: Some(bytes), ..LINEAR }), expected);
    }
    assert_eq!(search("(2,4):(1,2)", &["8:1"], &NVIDIA, space(1 << 20, None)).unwrap().cost(), 1);
}

/// CDNA4 reads 16 bytes from 64 banks and writes them to 32.
#[test]
fn reads_and_writes_of_two_numbers_of_banks() {
    let access = Access::new(2, 16).unwrap();
    let tile = |text: &str, instruction| {
        AccessUse::new(&text.parse().unwrap(), access.with(instruction), 1).unwrap()
    };
    let uses = [
        tile("((8,8),8):((512,8),64)", Instruction::Store),
        tile("((16,4),8):((1,512),64)", Instruction::Load),
    ];
    let layout = "(64,64):(64,1)".parse().unwrap();
    let problem = Problem::new(layout, &uses, &CDNA4, LINEAR).unwrap();
    let found = problem.solve(STEPS).unwrap();
    let mut text = String::new();
    certificate::write(&problem, &found, &mut text).unwrap();
    assert_eq!(certificate::check(&text).unwrap().cost, found.cost());
    assert_eq!((found.before(), found.cost(), found.is_exhausted()), (24, 12, true));
}

/// Loads from 8 banks and stores to 2: the first of three rows is the row of the stores, too.
#[test]
fn two_numbers_of_banks_of_random_problems() {
    const BITS: u32 = 4;
    // Each choice of three independent rows, up to the span of all.
    let mut all = BTreeMap::new();
    for rows in 0..1_u64 << (3 * BITS) {
        let rows = [0, 1, 2].map(|k| rows >> (k * BITS) & ((1 << BITS) - 1));
        let span: BTreeSet<u64> = (1..8).map(|set| brute::apply(&rows, set)).collect();
        if span.len() == 7 && !span.contains(&0) {
            all.insert((rows[0], span), rows);
        }
    }
    assert_eq!(all.len(), 15 * 7);
    let (mut random, mut walks) = (Random(8), 0);
    for _ in 0..200 {
        let case = Case::of_two_banks(&mut random);
        let problem = Problem::new(case.layout, &case.uses, &case.memory, LINEAR).unwrap();
        let found = problem.solve(STEPS).unwrap();
        // The rows are the low bits of a word's number, whatever its other bits are.
        let costs = all.values().map(|rows| {
            let place = |at: i64| {
                let bits = (0..3).map(|k| i64::from((rows[k] & at as u64).count_ones() & 1) << k);
                4 * (at << 3 | bits.sum::<i64>())
            };
            brute::cost(&case.uses, &case.memory, &place).unwrap()
        });
        let least = costs.min().unwrap();
        assert_eq!(found.cost(), least);
        let mut text = String::new();
        certificate::write(&problem, &found, &mut text).unwrap();
        assert_eq!(certificate::check(&text).map(|claim| claim.cost), Ok(least), "{text}");
        walks += usize::from(text.lines().filter(|line| line.starts_with("rows ")).count() > 10);
    }
    assert!(walks > 20, "{walks}");
}
