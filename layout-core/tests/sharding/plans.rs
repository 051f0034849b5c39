//! Plans compared with enumeration: every element arrives once, at its place.

use std::collections::BTreeMap;

use layout_core::sharding::{Mesh, Plan, Sharding, Split, Transfer, plan, relabel};

use crate::draw::{Draw, cases};
use crate::elements::{Held, enumerated, terms};

/// The elements of each place of a device's memory: `(row-major offset in the array, term)`.
pub(crate) type Memory = Vec<Vec<(i64, usize)>>;

pub(crate) fn memory(array: &Sharding, one: &Held) -> Memory {
    let strides = array.local_layout(one.device).unwrap();
    let mut memory = vec![Vec::new(); strides.size() as usize];
    for (local, global) in one.elements() {
        let place: i64 = local.iter().enumerate().map(|(k, i)| i * strides.leaf(k).1).sum();
        let offset = global.iter().zip(&array.shape()[..]).fold(0, |offset, (i, n)| offset * n + i);
        memory[place as usize].push((offset, one.term));
    }
    memory
}

/// Moves the elements of one transfer, counted.
pub(crate) fn moved(transfer: &Transfer, from: &Memory, to: &mut Memory) -> i64 {
    let mut count = 0;
    for pair in transfer.pairs().unwrap() {
        assert_eq!(pair.source.shape(), pair.target.shape());
        for (source, target) in pair.source.iter().zip(pair.target.iter()) {
            let values = &from[(pair.source_offset + source) as usize];
            to[(pair.target_offset + target) as usize].extend(values);
            count += 1;
        }
    }
    assert_eq!(count, transfer.elements());
    count
}

fn same(a: &Transfer, b: &Transfer) -> bool {
    (a.source(), a.target(), a.term()) == (b.source(), b.target(), b.term())
        && a.pairs().unwrap() == b.pairs().unwrap()
}

/// Runs a plan on every device, and compares the memories with those of the second sharding.
pub(crate) fn check(plan: &Plan) {
    let (from, to) = (plan.from(), plan.to());
    let name = format!("{from} -> {to}");
    let before: BTreeMap<usize, Memory> =
        enumerated(from).iter().map(|one| (one.device, memory(from, one))).collect();
    let (mut sends, mut receives) = (Vec::new(), Vec::new());
    let (mut kept, mut across, mut messages) = (0, 0, std::collections::BTreeSet::new());
    for device in from.mesh().devices() {
        sends.extend(plan.sends(device).unwrap());
    }
    for one in &enumerated(to) {
        let expected = memory(to, one);
        let mut got = vec![Vec::new(); expected.len()];
        let received = plan.receives(one.device).unwrap();
        for transfer in &received {
            assert_eq!(transfer.target(), one.device);
            let runs = (0..from.rank()).flat_map(|axis| transfer.runs(axis));
            let mut rest = runs.flat_map(|run| run.modes().iter().skip(1));
            assert!(rest.all(|mode| mode.0 > 1), "{name}");
            let first = got.iter().map(Vec::len).sum::<usize>();
            let count = moved(transfer, &before[&transfer.source()], &mut got);
            assert_eq!(got.iter().map(Vec::len).sum::<usize>() - first, count as usize);
            if transfer.source() == one.device {
                kept += count;
            } else {
                across += count;
                messages.insert((transfer.source(), one.device, transfer.term()));
            }
        }
        let reach: Vec<usize> = (0..terms(from)).filter(|r| r % terms(to) == one.term).collect();
        assert_eq!(plan.fills(one.device), reach.is_empty(), "{name}");
        for (got, expected) in got.iter_mut().zip(&expected) {
            let (element, _) = expected[0];
            got.sort_unstable();
            let all: Vec<_> = reach.iter().map(|&term| (element, term)).collect();
            assert_eq!(*got, all, "{name} on {}", one.device);
        }
        receives.extend(received);
    }
    // The sender and the receiver know equal transfers, with equal pairs.
    let key = |t: &Transfer| (t.source(), t.target(), t.term());
    sends.sort_by_key(key);
    receives.sort_by_key(key);
    assert_eq!(sends.len(), receives.len(), "{name}");
    assert!(sends.iter().zip(&receives).all(|(a, b)| same(a, b)), "{name}");
    let totals = plan.totals().unwrap();
    assert_eq!((totals.moved, totals.kept), (across as u128, kept as u128), "{name}");
    assert_eq!(totals.messages, messages.len() as u64, "{name}");
    plan.check().unwrap();
}

#[test]
fn random_plans_move_every_element_once() {
    let mut draw = Draw(7);
    for _ in 0..cases() {
        let shape = draw.shape();
        let (from, to) = (draw.sharding(&shape), draw.sharding(&shape));
        check(&plan(&from, &to).unwrap());
    }
}

/// Every two cuts of at most 8 elements over at most 3 devices.
#[test]
fn every_small_plan_moves_every_element_once() {
    let mut cuts = Vec::new();
    for parts in 1..=3 {
        cuts.push((parts, Split::Block));
        for block in 1..=3 {
            cuts.extend((0..parts).map(|first| (parts, Split::Cyclic { block, first })));
        }
        cuts.extend((2..=4).map(|chunks| (parts, Split::Strided(chunks))));
    }
    let cut = |extent: i64, (parts, split): (usize, Split)| {
        let mesh = Mesh::new(&[("x", parts)]).unwrap();
        Sharding::replicated(&mesh, &[extent]).unwrap().split(0, &["x"], split).unwrap()
    };
    for extent in 0..=8 {
        for &one in &cuts {
            for &other in &cuts {
                check(&plan(&cut(extent, one), &cut(extent, other)).unwrap());
            }
        }
    }
}

/// Long axes, so that blocks of unlike periods meet in every way.
#[test]
fn long_axes_of_blocks_and_blocks() {
    let mut draw = Draw(99);
    for _ in 0..2_000 {
        let extent = draw.below(600) as i64;
        let mut cut = || {
            let mesh = Mesh::new(&[("x", 1 + draw.below(7))]).unwrap();
            let split = if draw.below(3) == 0 {
                Split::Strided(1 + draw.below(40) as i64)
            } else {
                Split::Cyclic { block: 1 + draw.below(30) as i64, first: draw.below(mesh.size(0)) }
            };
            Sharding::replicated(&mesh, &[extent]).unwrap().split(0, &["x"], split).unwrap()
        };
        let (from, to) = (cut(), cut());
        check(&plan(&from, &to).unwrap());
    }
}

/// Many shards with small blocks: each device sends to those alone whose shards meet its own.
#[test]
fn shards_that_meet_are_found() {
    let mut draw = Draw(5);
    let mut counts = [0; 3];
    for _ in 0..600 {
        let most = [4, 40][draw.below(2)];
        let sizes = [1 + draw.below(most), 1 + draw.below(most)];
        let blocks = [1 + draw.below(9), 1 + draw.below(9)];
        let extent = (1 + draw.below(2 + 3 * sizes[0] * blocks[0].max(blocks[1]))) as i64;
        let mut cut = |k: usize| {
            let (inner, outer) = (sizes[k], 1 + draw.below(3));
            let mesh = Mesh::new(&[("y", outer), ("x", inner)]).unwrap();
            let mut cut = Sharding::replicated(&mesh, &[extent]).unwrap();
            if draw.below(2) == 0 {
                cut = cut.split(0, &["y"], Split::Block).unwrap();
            }
            let cyclic = Split::Cyclic { block: blocks[k] as i64, first: draw.below(inner) };
            let split = if draw.below(5) == 0 { Split::Block } else { cyclic };
            cut.split(0, &["x"], split).unwrap()
        };
        let (from, to) = (cut(0), cut(1));
        let made = plan(&from, &to).unwrap();
        let (before, after) = (enumerated(&from), enumerated(&to));
        let (mut sent, mut received, mut met) = (0, 0, 0);
        for one in &before {
            sent += made.sends(one.device).unwrap().len();
        }
        // Each device of `to` receives a shard once, from one of its copies.
        for one in &after {
            let mut shards: Vec<&Vec<i64>> = before.iter().map(|other| &other.axes[0]).collect();
            shards.sort_unstable();
            shards.dedup();
            let own = &one.axes[0];
            let meets = |other: &&Vec<i64>| other.iter().any(|i| own.binary_search(i).is_ok());
            met += shards.into_iter().filter(meets).count();
            received += made.receives(one.device).unwrap().len();
        }
        assert_eq!((sent, received), (met, met), "{from} -> {to}");
        let pairs = before.len() * after.len();
        counts[if met == pairs {
            0
        } else if met * 4 < pairs {
            1
        } else {
            2
        }] += 1;
        made.check().unwrap();
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Plans of 10,000 devices have totals, whose cost does not grow with the array.
#[test]
fn totals_of_many_devices() {
    for (from, to) in [
        ("(N/x,N) on [x=10000]", "(N,N/x) on [x=10000]"),
        ("(NN/x) on [x=10000]", "(NN/x) on [x=9999]"),
        ("(NN/x:1) on [x=10000]", "(NN/x) on [x=10000]"),
        ("(N/x:64,N/y:64) on [x=100,y=100]", "(N/x:48,N/y:48) on [x=50,y=200]"),
        ("(N/x:64,N/y:64) on [x=100,y=100]", "(N/x:63,N/y:63) on [x=100,y=100]"),
        ("(N/x,N/y) on [x=100,y=100]", "(N/x,N) on [x=100,y=100]"),
        ("(N/x,N) sum y on [x=100,y=100]", "(N/x,N/y) on [x=100,y=100]"),
        ("(NN/x:1) on [x=10000]", "(NN/x:1) on [x=10000]"),
    ] {
        for n in [1_000, 31_623, 1_000_000_i64] {
            let of = |text: &str| -> Sharding {
                let text = text.replace("NN", &(n * n).to_string()).replace('N', &n.to_string());
                text.parse().unwrap()
            };
            let (from, to) = (of(from), of(to));
            let made = plan(&from, &to).unwrap();
            let totals = made.totals().unwrap();
            let times = if from.reduce().is_some() || !to.is_partition() { 100 } else { 1 };
            assert_eq!(totals.moved + totals.kept, (n * n * times) as u128, "{from} -> {to}");
            let device = to.mesh().device_count() / 3;
            let received = made.receives(device).unwrap();
            let elements: i64 = received.iter().map(Transfer::elements).sum();
            let each = if from.reduce().is_some() { 100 } else { 1 };
            assert_eq!(elements, to.local_size(device).unwrap() * each, "{from} -> {to}");
        }
    }
}

/// Shards of equal cuts meet themselves alone, however many there are.
#[test]
fn equal_cuts_of_many_devices() {
    for devices in [8192, 262_145] {
        let cut: Sharding = format!("(1000000000/x:1) on [x={devices}]").parse().unwrap();
        let made = plan(&cut, &cut).unwrap();
        for device in [0, devices - 1] {
            let (sent, received) = (made.sends(device).unwrap(), made.receives(device).unwrap());
            assert_eq!((sent.len(), received.len()), (1, 1));
            assert_eq!(sent[0].elements(), cut.local_size(device).unwrap());
        }
        let totals = made.totals().unwrap();
        assert_eq!((totals.moved, totals.kept, totals.messages), (0, 1_000_000_000, 0));
        made.check().unwrap();
        assert!(relabel(&cut, &cut).unwrap() == cut);
    }
}

/// The pairs stay few where one period divides the other, however long the axis.
#[test]
fn pairs_do_not_grow_with_the_array() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    for (from, to, most) in [
        ("(1000000000000/x) on [x=7]", "(1000000000000/x) on [x=11]", 1),
        ("(1000000000000/x:1) on [x=4]", "(1000000000000/x) on [x=4]", 1),
        ("(1000000000000/x:3) on [x=4]", "(1000000000000/x) on [x=4]", 3),
        ("(1000000000000/x:64) on [x=4]", "(1000000000000/x:32) on [x=4]", 2),
        ("(1000000000000/x:1) on [x=4]", "(1000000000000/x:1000000) on [x=4]", 1),
        ("(1000000000000/x:2) on [x=3]", "(1000000000000/x:4) on [x=2]", 2),
        ("(1000000000000/x:2) on [x=2]", "(1000000000000/x:3) on [x=3]", 3),
        ("(1000000000000/x:1) on [x=7]", "(1000000000000/x:1) on [x=11]", 1),
        ("(999999999999/x:64) on [x=4]", "(999999999999/x:48) on [x=6]", 6),
    ] {
        let plan = plan(&of(from), &of(to)).unwrap();
        for transfer in plan.to().mesh().devices().flat_map(|device| plan.receives(device).unwrap())
        {
            let pairs = transfer.pairs().unwrap();
            assert!(pairs.len() <= most, "{from} -> {to}: {pairs:?}");
        }
    }
}

/// Two blocks of 2^40 elements meet each of three shards with blocks of one. The steps are as many as the shards.
#[test]
fn few_long_blocks_meet_all_small_ones() {
    let block = (1_i64 << 40) + 1;
    let n = 3 * block;
    let of = |text: String| text.parse::<Sharding>().unwrap();
    let (from, to) = (of(format!("({n}/x:{block}) on [x=2]")), of(format!("({n}/x:1) on [x=3]")));
    let made = plan(&from, &to).unwrap();
    for device in [0, 1] {
        let sent: Vec<i64> = made.sends(device).unwrap().iter().map(Transfer::elements).collect();
        assert_eq!(sent.len(), 3, "{sent:?}");
        assert_eq!(sent.iter().sum::<i64>(), from.local_size(device).unwrap());
    }
}

/// The greatest sum of entries in different columns, by trying each permutation.
fn best(gain: &[Vec<i64>], row: usize, used: u32) -> i64 {
    if row == gain.len() {
        return 0;
    }
    let free = (0..gain.len()).filter(|column| used >> column & 1 == 0);
    free.map(|column| gain[row][column] + best(gain, row + 1, used | 1 << column)).max().unwrap()
}

/// What each device of `devices` has of what each position of `to` needs.
fn shared(from: &Sharding, to: &Sharding, devices: &[usize]) -> Vec<Vec<i64>> {
    let (had, needs) = (enumerated(from), enumerated(to));
    let of_device = |need: &Held, device: usize| {
        let Some(had) = had.iter().find(|one| one.device == device) else { return 0 };
        if had.term % terms(to) != need.term {
            return 0;
        }
        let axes = had.axes.iter().zip(&need.axes);
        axes.map(|(a, b)| a.iter().filter(|i| b.contains(i)).count() as i64).product()
    };
    needs
        .iter()
        .map(|need| devices.iter().map(|&device| of_device(need, device)).collect())
        .collect()
}

#[test]
fn relabelling_keeps_as_much_as_the_best_permutation() {
    let mut draw = Draw(3);
    let mut saved = 0;
    for _ in 0..2_000 {
        let shape = draw.shape();
        let (from, to) = (draw.sharding(&shape), draw.sharding(&shape));
        if to.mesh().device_count() > 6 {
            continue;
        }
        let devices: Vec<usize> = to.mesh().devices().collect();
        let gain = shared(&from, &to, &devices);
        let better = relabel(&from, &to).unwrap();
        let plan_before = plan(&from, &to).unwrap();
        let plan_after = plan(&from, &better).unwrap();
        assert_eq!(plan_after.totals().unwrap().kept, best(&gain, 0, 0) as u128, "{from} -> {to}");
        saved += plan_after.totals().unwrap().kept - plan_before.totals().unwrap().kept;
        check(&plan_after);
    }
    assert!(saved > 1_000, "{saved}");
}

/// 64 devices have too many permutations to try. A permutation is the best one unless devices along some cycle would each take
/// the place of the next and keep more together: the longest paths of Floyd and Warshall find such a cycle.
#[test]
fn relabelling_of_64_devices_leaves_no_better_cycle() {
    let mut draw = Draw(64);
    let mut saved = 0;
    for case in 0..12 {
        let shape = [40 + draw.below(60), 40 + draw.below(60)];
        let mut cut = |names: [&str; 2]| {
            let [x, y] = [[8, 8], [4, 16], [16, 4], [2, 32]][draw.below(4)];
            let mut splits = [0; 2].map(|_| match draw.below(3) {
                0 => String::new(),
                _ => format!(":{}", 1 + draw.below(9)),
            });
            if case % 3 == 0 {
                splits = [String::new(), String::new()];
            }
            let [m, n] = shape;
            let text = format!(
                "({m}/{}{},{n}/{}{}) on [x={x},y={y}]",
                names[0], splits[0], names[1], splits[1]
            );
            text.parse::<Sharding>().unwrap()
        };
        let (from, to) = (cut(["x", "y"]), cut(["y", "x"]));
        let better = relabel(&from, &to).unwrap();
        let devices: Vec<usize> = better.mesh().devices().collect();
        // The device at position `k` is `devices[k]`: what is gained if it takes the place of that at `l`.
        let gain = shared(&from, &better, &devices);
        let step = |k: usize, l: usize| gain[l][k] - gain[k][k];
        let mut longest: Vec<Vec<i64>> =
            (0..64).map(|k| (0..64).map(|l| step(k, l)).collect()).collect();
        for by in 0..64 {
            for k in 0..64 {
                for l in 0..64 {
                    longest[k][l] = longest[k][l].max(longest[k][by] + longest[by][l]);
                }
            }
            assert!((0..64).all(|k| longest[k][k] <= 0), "{from} -> {better}");
        }
        let kept = |to: &Sharding| plan(&from, to).unwrap().totals().unwrap().kept;
        let diagonal: i64 = (0..64).map(|k| gain[k][k]).sum();
        assert_eq!(kept(&better), diagonal as u128);
        saved += kept(&better) - kept(&to);
    }
    assert!(saved > 1_000, "{saved}");
}
