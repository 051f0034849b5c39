//! The plan of random problems is the first one of least cost, and copies each element once.

use std::collections::BTreeMap;

use layout_core::copy::{
    CopyCost, CopyOperand, CopyPass, CopyRoute, CopySearch, CopySpace, Device, DeviceCopy,
    MemorySpace, plan_copy,
};
use layout_core::{ComposedLayout, Coord, Layout, Swizzle};

use crate::brute::{self, Mode, Sides};
use crate::devices::devices;
use crate::draw::Random;

/// Modes with a stride for each, in any order, with gaps.
fn strides(random: &mut Random, extents: &[i64], repeats: bool) -> Vec<i64> {
    let indices: Vec<usize> = (0..extents.len()).collect();
    let order = random
        .of(&brute::permutations(&indices).iter().map(Vec::as_slice).collect::<Vec<_>>())
        .to_vec();
    let (mut out, mut next) = (vec![0; extents.len()], random.of(&[1, 1, 1, 2]));
    for k in order {
        out[k] = next;
        next = next * extents[k] + random.of(&[0, 0, 0, 1, 4]);
    }
    if repeats && random.below(4) == 0 {
        let k = random.below(extents.len() as i64) as usize;
        out[k] = 0;
    }
    out
}

fn layout(extents: &[i64], strides: &[i64]) -> Layout {
    let list = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    format!("({}):({})", list(extents), list(strides)).parse().unwrap()
}

struct Case {
    operands: [CopyOperand; 2],
    sides: Sides,
    threads: i64,
}

fn case(random: &mut Random, places: [MemorySpace; 2], extents: &[i64]) -> Case {
    let element = random.of(&[1, 2, 4, 4, 8]);
    let steps = [strides(random, extents, true), strides(random, extents, false)];
    let mut swizzles = [Swizzle::IDENTITY; 2];
    let operands = [0, 1].map(|side| {
        if places[side] == MemorySpace::Shared && random.below(3) == 0 {
            swizzles[side] = Swizzle::new(1, random.below(3), random.of(&[1, 2, -1, 3])).unwrap();
        }
        let plain = layout(extents, &steps[side]);
        CopyOperand::new(places[side], &ComposedLayout::new(swizzles[side], 0, plain).unwrap())
    });
    let modes =
        (0..extents.len()).map(|k| Mode { extent: extents[k], steps: [steps[0][k], steps[1][k]] });
    let sides = Sides::new(modes.collect(), places, swizzles, element);
    Case { operands, sides, threads: random.of(&[1, 2, 3, 4, 6, 8, 12, 16, 32]) }
}

/// Each element of the tile is copied once: its offsets are those of the operands, and the guard masks the rest.
pub fn copies_each_once(pass: &CopyPass<'_>, threads: i64, operands: [&ComposedLayout; 2]) {
    let (source, destination) = (pass.source().unwrap(), pass.destination().unwrap());
    let (guard, tile) = (pass.guard().unwrap(), pass.tile());
    let extents: Vec<i64> = pass.extents().collect();
    assert_eq!(guard.mode(0).unwrap().size(), threads);
    let (mut found, mut masked) = (BTreeMap::new(), 0);
    for index in 0..guard.size() {
        let coordinate = Coord::leaf(index);
        let at = guard.image(&coordinate).unwrap();
        let is_inside = extents.iter().enumerate().all(|(k, extent)| {
            let at = if at.rank() == 0 || at.leaf_count() <= k { 0 } else { at.value(k) };
            at < *extent
        });
        if !is_inside {
            masked += 1;
            continue;
        }
        let offsets = [source.index(&coordinate).unwrap(), destination.index(&coordinate).unwrap()];
        let before = found.insert(offsets[1], offsets[0]);
        assert!(before.is_none(), "{} is written twice", offsets[1]);
        if let Ok(tile) = &tile {
            let at = tile.index(&coordinate).unwrap();
            for side in 0..2 {
                let expected = operands[side].plain().index(&Coord::leaf(at)).unwrap();
                assert_eq!(offsets[side], expected);
            }
        }
    }
    assert_eq!(masked, pass.masked());
    let expected: BTreeMap<i64, i64> = (0..operands[0].size())
        .map(|at| {
            let at = Coord::leaf(at);
            (operands[1].plain().index(&at).unwrap(), operands[0].plain().index(&at).unwrap())
        })
        .collect();
    assert_eq!(found, expected);
}

fn checked(case: &Case, plan: &DeviceCopy<'_>, expected: CopyCost, name: &str) {
    let operands = &case.operands;
    let text = || {
        let [from, to] = operands;
        let layouts = (from.layout(), to.layout());
        format!("{layouts:?} {:?} by {} on {name}\n{plan}", case.sides, case.threads)
    };
    assert!(plan.is_exhausted() && plan.bound() == plan.cost());
    assert_eq!(plan.cost(), expected, "{}", text());
}

/// No cost of the space is less than the bound of a search that ends early, wherever it ends.
fn bounded(case: &Case, least: CopyCost, device: &Device<'_>) {
    let ([from, to], element) = (&case.operands, case.sides.element);
    let search = CopySearch::new(from, to, element, case.threads, device, CopySpace::DEFAULT);
    let (mut search, mut steps) = (search.unwrap(), 1);
    while !search.advance(steps) {
        if let Ok(early) = search.plan() {
            let (layouts, threads) = ((from.layout(), to.layout()), case.threads);
            assert!(
                early.bound() <= least && least <= early.cost() && !early.is_exhausted(),
                "{} is not a bound of {least}: {layouts:?} by {threads} on {}",
                early.bound(),
                device.name
            );
        }
        steps += steps / 2 + 1;
    }
}

#[test]
fn random_problems_from_operand_to_operand() {
    let (mut random, mut count, mut vectors, mut masked, mut staged) = (Random(1), 0, 0, 0, 0);
    use MemorySpace::{Global, Shared};
    for device in devices() {
        for round in 0..200 {
            let places =
                [[Global, Shared], [Shared, Global], [Shared, Shared], [Global, Global]][round % 4];
            let rank = 1 + random.below(3) as usize;
            let all: &[i64] = if rank == 3 { &[1, 2, 3, 4, 5] } else { &[2, 3, 4, 5, 7, 8, 16] };
            let extents: Vec<i64> = (0..rank).map(|_| random.of(all)).collect();
            let case = case(&mut random, places, &extents);
            let [from, to] = &case.operands;
            let plan = plan_copy(from, to, case.sides.element, case.threads, &device);
            let Some((walk, least)) = brute::best(&case.sides, case.threads, &device) else {
                assert!(plan.unwrap_err().to_string().contains("has no instruction"));
                continue;
            };
            let plan = plan.unwrap();
            bounded(&case, plan.cost(), &device);
            if plan.route() == CopyRoute::Staged {
                assert!(plan.cost() < least);
                staged += 1;
                continue;
            }
            checked(&case, &plan, least, device.name);
            let pass = plan.first().unwrap();
            copies_each_once(pass, case.threads, [from.layout(), to.layout()]);
            // The first one in the order of the space.
            let guard = pass.guard().unwrap();
            for repetition in 0..walk.all_repetitions(&case.sides) {
                for thread in 0..case.threads {
                    let at = walk.at(&case.sides, thread, repetition);
                    let index = thread + case.threads * repetition * walk.count;
                    let found = guard.image(&Coord::leaf(index)).unwrap();
                    for (k, at) in at.iter().enumerate() {
                        let value = if found.leaf_count() > k { found.value(k) } else { 0 };
                        assert_eq!(value, *at, "{plan}\n{walk:?}");
                    }
                }
            }
            // `max_common_vector` of both operands decides the widest vector.
            if case.sides.modes[walk.vector].steps[0] != 0 {
                let common = from.layout().plain().max_common_vector(&to.layout().plain());
                assert_eq!(common.unwrap() % walk.count, 0, "{plan}");
            }
            count += 1;
            vectors += usize::from(walk.count > 1);
            masked += usize::from(least.masked > 0);
        }
    }
    assert!(
        count > 1_000 && vectors > 100 && masked > 300 && staged > 20,
        "{count} {vectors} {masked} {staged}"
    );
}

#[test]
fn random_problems_through_a_buffer() {
    let (mut random, mut count) = (Random(2), [0; 2]);
    for device in devices() {
        for _ in 0..18 {
            let extents: Vec<i64> = (0..2).map(|_| random.of(&[2, 3, 4, 6, 8])).collect();
            let mut case = case(&mut random, [MemorySpace::Global; 2], &extents);
            case.threads = random.of(&[2, 4, 8]);
            let [from, to] = &case.operands;
            let plan = plan_copy(from, to, case.sides.element, case.threads, &device).unwrap();
            let (_, direct) = brute::best(&case.sides, case.threads, &device).unwrap();
            let staged = brute::staged(&case.sides, case.threads, &device).unwrap();
            checked(&case, &plan, direct.min(staged), device.name);
            bounded(&case, direct.min(staged), &device);
            let is_staged = plan.route() == CopyRoute::Staged;
            assert_eq!(is_staged, staged < direct);
            if let (true, Some(buffer)) = (is_staged, plan.staging()) {
                let passes: Vec<_> = plan.passes().collect();
                copies_each_once(passes[0], case.threads, [from.layout(), buffer]);
                copies_each_once(passes[1], case.threads, [buffer, to.layout()]);
            }
            count[usize::from(is_staged)] += 1;
        }
    }
    assert!(count[0] > 20 && count[1] > 20, "{count:?}");
}
