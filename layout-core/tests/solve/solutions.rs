//! The cost of a solution is the least by enumeration, and no candidate before it costs as little.

use layout_core::certificate;
use layout_core::memory::{Access, NVIDIA, SharedMemory};
use layout_core::solve::{AccessUse, Map, Maps, Problem, Search, Space};
use layout_core::{Layout, Swizzle};

use crate::brute;
use crate::draw::Random;
use crate::random::{Case, models};

pub const STEPS: i64 = 1 << 40;

fn log2_up(n: i64) -> i64 {
    i64::from(64 - (n - 1).leading_zeros())
}

/// The least cost over strides and swizzles.
pub fn least(case: &Case, space: &Space) -> i64 {
    let element = case.uses[0].access.element();
    let widest = case.uses.iter().map(|access| access.access.alignment()).max().unwrap();
    let banks = case
        .uses
        .iter()
        .map(|access| case.memory.served(&access.access).unwrap().banks)
        .max()
        .unwrap();
    let mut least = i64::MAX;
    for layout in brute::strides(&case.layout, space.padding, space.orders, widest / element) {
        let offsets = |swizzle: Swizzle| {
            move |at: i64| swizzle.apply(layout.index(&at.into()).unwrap() * element)
        };
        let (low, end) = (i64::from(widest.ilog2()), log2_up(layout.cosize()) + log2_up(element));
        let row = (0..layout.leaf_count()).map(|k| layout.leaf(k)).rfind(|leaf| leaf.1 == 1);
        let row = row.map_or(0, |leaf| leaf.0 * element);
        let swizzles =
            match space.maps {
                Maps::Identity => vec![Swizzle::IDENTITY],
                Maps::Tma => [(0, 1 << 40), (1, 32), (2, 64), (3, 128)]
                    .into_iter()
                    .filter(|(bits, most)| row <= *most && (*bits == 0 || low <= 4))
                    .map(|(bits, _)| {
                        if bits == 0 {
                            Swizzle::IDENTITY
                        } else {
                            Swizzle::new(bits, 4, 3).unwrap()
                        }
                    })
                    .collect(),
                _ => crate::draw::swizzles(log2_up(banks), low, end),
            };
        for swizzle in swizzles {
            let elements = Swizzle::new(
                swizzle.bits().into(),
                i64::from(swizzle.base()) - log2_up(element),
                swizzle.shift().into(),
            );
            let elements = if swizzle.is_identity() { Ok(Swizzle::IDENTITY) } else { elements };
            let bounds = layout.swizzled(elements.unwrap()).unwrap().bounds();
            if space.bytes.is_some_and(|most| (bounds.1 + 1) * element > most) {
                continue;
            }
            if let Some(cost) = brute::cost(&case.uses, &case.memory, &offsets(swizzle)) {
                least = least.min(cost);
            }
        }
    }
    least
}

#[test]
fn swizzles_and_strides_of_random_problems() {
    let (mut random, mut free, mut paid, mut moved) = (Random(1), 0, 0, 0);
    for memory in models() {
        for round in 0..150 {
            let case = Case::new(&mut random, memory, round % 2 == 0);
            let vector = case.layout.leaf(0).0;
            let space = Space {
                padding: if round % 3 == 0 { vector } else { 0 },
                orders: round % 4 == 0,
                maps: random.of(&[Maps::Identity, Maps::Swizzles]),
                bytes: None,
            };
            let problem = Problem::new(case.layout, &case.uses, &case.memory, space).unwrap();
            let found = problem.solve(STEPS).unwrap();
            let expected = least(&case, &space);
            assert!(found.is_exhausted() && found.bound() == found.cost());
            assert_eq!(found.cost(), expected, "{} of {} in {space:?}", case.layout, memory.name);
            // The answer has this cost.
            let composed = found.composed().unwrap();
            let element = case.uses[0].access.element();
            let place = |at: i64| composed.index(&at.into()).unwrap() * element;
            assert_eq!(brute::cost(&case.uses, &case.memory, &place), Some(expected));
            moved += usize::from(found.cost() < found.before());
            let phases = Problem::new(
                case.layout,
                &case.uses,
                &case.memory,
                Space { padding: 0, orders: false, maps: Maps::Identity, bytes: None },
            );
            *(if found.place() == 0 { &mut free } else { &mut paid }) += 1;
            assert!(phases.unwrap().solve(STEPS).unwrap().cost() == found.before());
        }
    }
    assert!(free > 100 && paid > 100 && moved > 100, "{free} {paid} {moved}");
}

/// The least cost over all invertible matrices that keep the widest access and words together. `None` for more than 3 bits.
pub fn least_linear(case: &Case) -> Option<i64> {
    let element = case.uses[0].access.element();
    let widest = case.uses.iter().map(|access| access.access.width()).max().unwrap();
    let kept = widest.max(case.memory.word).ilog2();
    let bits = log2_up(case.layout.cosize() * element).max(i64::from(kept)) as u32 - kept;
    let address = |at: i64| case.layout.index(&at.into()).unwrap() * element;
    let costs = (bits <= 3).then(|| brute::invertible(bits))?.into_iter().map(|columns| {
        let place = |at: i64| {
            let address = address(at) as u64;
            let high = brute::apply(&columns, address >> kept);
            (high << kept | address & ((1 << kept) - 1)) as i64
        };
        brute::cost(&case.uses, &case.memory, &place).unwrap()
    });
    costs.min()
}

#[test]
fn linear_maps_of_random_problems() {
    let (mut random, mut counts) = (Random(2), [0; 2]);
    for memory in models().into_iter().filter(|memory| memory.name != "odd") {
        for _ in 0..400 {
            let case = Case::new(&mut random, memory, true);
            if case.uses[0].access.width() == 12 {
                continue;
            }
            let Some(least) = least_linear(&case) else { continue };
            let space = Space::SWIZZLES.with(Maps::Linear);
            let problem = Problem::new(case.layout, &case.uses, &case.memory, space).unwrap();
            let found = problem.solve(STEPS).unwrap();
            assert_eq!(found.cost(), least, "{} of {}", case.layout, memory.name);
            let element = case.uses[0].access.element();
            let place = |at: i64| {
                let offset = case.layout.index(&at.into()).unwrap();
                element
                    * match found.map() {
                        Map::Swizzle(swizzle) => swizzle.apply(offset),
                        Map::Linear(matrix) => matrix.apply(offset as u64) as i64,
                        _ => unreachable!(),
                    }
            };
            assert_eq!(brute::cost(&case.uses, &case.memory, &place), Some(least));
            if let Map::Linear(matrix) = found.map() {
                assert!(matrix.inverse().is_ok());
                counts[1] += 1;
            }
            counts[0] += 1;
        }
    }
    assert!(counts[0] > 1_000 && counts[1] > 20, "{counts:?}");
}

/// A linear map keeps words together, and so does the swizzle that the search answers for elements below a word.
#[test]
fn linear_maps_of_elements_below_a_word() {
    let (mut random, mut counts) = (Random(10), [0; 2]);
    let has_word = |memory: &SharedMemory<'_>| {
        let mut rows = memory.served.iter().filter(|row| row.bytes == memory.word);
        memory.name != "odd" && rows.next().is_some()
    };
    for memory in models().into_iter().filter(has_word) {
        for _ in 0..200 {
            let case = Case::below_a_word(&mut random, memory);
            let space = Space::SWIZZLES.with(Maps::Linear);
            let problem = Problem::new(case.layout, &case.uses, &case.memory, space).unwrap();
            let found = problem.solve(STEPS).unwrap();
            let mut text = String::new();
            certificate::write(&problem, &found, &mut text).unwrap();
            let claim = certificate::check(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(claim.cost, found.cost());
            if let Some(least) = least_linear(&case) {
                assert_eq!(found.cost(), least, "{} of {}", case.layout, memory.name);
                counts[0] += 1;
            }
            counts[1] += usize::from(found.cost() < found.before());
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn the_puzzle() {
    let access = Access::new(4, 4).unwrap();
    let uses = ["(32,16):(16,1)", "((16,2),16):((1,16),32)"]
        .map(|text| AccessUse::new(&text.parse().unwrap(), access, 1).unwrap());
    let layout: Layout = "(16,32):(32,1)".parse().unwrap();
    let problem = Problem::new(layout, &uses, &NVIDIA, Space::SWIZZLES).unwrap();
    let found = problem.solve(STEPS).unwrap();
    assert_eq!(found.map(), Map::Swizzle("Sw<4,1,4>".parse().unwrap()));
    assert_eq!((found.before(), found.cost(), found.place()), (272, 32, 139));
}

#[test]
fn a_search_ends_early_with_a_gap() {
    let access = Access::new(4, 4).unwrap();
    let uses =
        ["32:32", "32:1"].map(|text| AccessUse::new(&text.parse().unwrap(), access, 1).unwrap());
    let layout: Layout = "(32,32):(32,1)".parse().unwrap();
    let problem = Problem::new(layout, &uses, &NVIDIA, Space::SWIZZLES).unwrap();
    let few = problem.solve(1).unwrap();
    assert_eq!((few.cost(), few.bound(), few.is_exhausted(), few.seen()), (33, 2, false, 1));
    // Steps add up, however they are divided.
    let mut search = Search::new(&problem).unwrap();
    while !search.advance(7) {}
    let (a, b) = (search.solution().unwrap(), problem.solve(STEPS).unwrap());
    assert_eq!((a.cost(), a.map(), a.seen()), (b.cost(), b.map(), b.seen()));
}

const fn layout(text: &str) -> Layout {
    match Layout::parse(text) {
        Ok(layout) => layout,
        Err(_) => panic!(),
    }
}

#[test]
fn in_const() {
    const FOUND: Swizzle = {
        const USES: [AccessUse; 1] = {
            let threads = layout("(8,8):(1,8)");
            match Access::new(2, 16) {
                Ok(access) => match AccessUse::new(&threads, access, 1) {
                    Ok(found) => [found],
                    Err(_) => panic!(),
                },
                Err(_) => panic!(),
            }
        };
        let problem = Problem::new(layout("(8,64):(64,1)"), &USES, &NVIDIA, Space::SWIZZLES);
        match problem {
            Ok(problem) => match problem.solve(1 << 10) {
                Ok(found) => match found.map() {
                    Map::Swizzle(swizzle) => swizzle,
                    _ => panic!(),
                },
                Err(_) => panic!(),
            },
            Err(_) => panic!(),
        }
    };
    assert_eq!(FOUND.to_string(), "Sw<3,3,3>");
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let access = Access::new(4, 4).unwrap();
    let one = [AccessUse::new(&"32:1".parse().unwrap(), access, 1).unwrap()];
    let layout: Layout = "(32,32):(32,1)".parse().unwrap();
    let refused = |layout: &Layout, uses: &[AccessUse], memory: &SharedMemory<'_>, space: Space| {
        let result =
            Problem::new(*layout, uses, memory, space).and_then(|problem| problem.solve(STEPS));
        result.unwrap_err().to_string()
    };
    let search = "cannot search layouts for (32,32):(32,1)";
    assert_eq!(
        refused(&layout, &[], &NVIDIA, Space::SWIZZLES),
        format!("{search}: a search takes 1 to 8 accesses, not 0")
    );
    let never = [AccessUse { times: 0, ..one[0] }];
    assert_eq!(
        refused(&layout, &never, &NVIDIA, Space::SWIZZLES),
        format!("{search}: an access happens 1 to 2^20 times, not 0")
    );
    let padded = Space { padding: 1, ..Space::SWIZZLES.with(Maps::Linear) };
    assert_eq!(
        refused(&layout, &one, &NVIDIA, padded),
        format!("{search}: linear maps and TMA's boxes have no padding")
    );
    let odd: Layout = "(33,32):(32,1)".parse().unwrap();
    assert!(
        refused(&odd, &one, &NVIDIA, Space::SWIZZLES.with(Maps::Linear))
            .contains("access 0 is not linear over F2")
    );
    let small = Space { bytes: Some(100), ..Space::SWIZZLES };
    assert!(refused(&layout, &one, &NVIDIA, small).contains("no candidate of the space fits"));
    let outside = [AccessUse::new(&"2048:1".parse().unwrap(), access, 1).unwrap()];
    assert!(
        refused(&layout, &outside, &NVIDIA, Space::SWIZZLES)
            .contains("thread 1024, value 0 is coordinate 1024")
    );
    let negative: Layout = "8:-1".parse().unwrap();
    assert!(
        refused(&negative, &one, &NVIDIA, Space::SWIZZLES).contains("the stride -1 is negative")
    );
}
