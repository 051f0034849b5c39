//! Routes compared with enumeration: the terms of every element arrive once, and no more elements move than the collectives need.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use layout_core::sharding::{
    Counts, Flow, Mesh, Network, Plan, Reduce, Route, Sharding, Split, plan, route,
};

use crate::draw::{Draw, cases};
use crate::elements::{enumerated, terms};
use crate::plans::{Memory, check, memory, moved};

/// Runs one step on the memories of all devices.
fn run(step: &Plan, before: &BTreeMap<usize, Memory>) -> BTreeMap<usize, Memory> {
    let mut after = BTreeMap::new();
    for device in step.to().mesh().devices() {
        let size = step.to().local_size(device).unwrap() as usize;
        let mut memory = vec![Vec::new(); size];
        for transfer in step.receives(device).unwrap() {
            moved(&transfer, &before[&transfer.source()], &mut memory);
        }
        memory.iter_mut().for_each(|values| values.sort_unstable());
        after.insert(device, memory);
    }
    after
}

/// Runs a route, and compares the memories at its end with those of `to`.
fn check_route(from: &Sharding, to: &Sharding, route: &Route) {
    let name = route.to_string();
    let mut memories: BTreeMap<usize, Memory> =
        enumerated(from).iter().map(|one| (one.device, memory(from, one))).collect();
    for step in route.steps() {
        memories = run(step, &memories);
    }
    // The terms of each element by those of `to`, of which each has many copies.
    let mut found: BTreeMap<(i64, usize), Vec<(i64, usize)>> = BTreeMap::new();
    for one in &enumerated(to) {
        for (place, expected) in memory(to, one).iter().enumerate() {
            let values = &memories[&one.device][place];
            assert!(values.iter().all(|value| value.0 == expected[0].0), "{name}");
            let first = found.entry(expected[0]).or_insert_with(|| values.clone());
            assert_eq!(first, values, "{name}");
        }
    }
    let mut all: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for ((element, _), values) in found {
        all.entry(element).or_default().extend(values.into_iter().map(|value| value.1));
    }
    assert_eq!(all.len() as i64, to.size(), "{name}");
    for found in all.values_mut() {
        found.sort_unstable();
        assert!(found.iter().copied().eq(0..terms(from)), "{name}: {found:?}");
    }
}

fn network(draw: &mut Draw, mesh: &Mesh) -> Network {
    let network = Network::new([0, 1, 100, 16 << 10][draw.below(4)]);
    let network = if draw.below(2) == 0 { network.with_shared_memory() } else { network };
    let names: Vec<&str> = (0..mesh.rank()).map(|axis| mesh.name(axis)).collect();
    let inside: Vec<&str> = names.into_iter().filter(|_| draw.below(2) == 0).collect();
    network.with_nodes(mesh, &inside, [1, 10][draw.below(2)]).unwrap()
}

/// Two shardings of one array, of one mesh or of two.
fn two_shardings(draw: &mut Draw, is_one_mesh: bool) -> [Sharding; 2] {
    let shape = draw.shape();
    let from = draw.sharding(&shape);
    loop {
        let to = draw.sharding(&shape);
        if !is_one_mesh {
            return [from, to];
        }
        if let Ok(to) = to.with_mesh(from.mesh()) {
            return [from, to];
        }
    }
}

#[test]
fn random_routes_move_every_term_once() {
    let (mut draw, mut long) = (Draw(11), 0);
    for k in 0..cases() / 2 {
        let [from, to] = two_shardings(&mut draw, k % 2 == 1);
        let found =
            route(&from, &to, 1 + draw.below(8) as u64, &network(&mut draw, to.mesh())).unwrap();
        check_route(&from, &to, &found);
        found.steps().iter().for_each(check);
        long += usize::from(found.steps().len() > 1);
    }
    assert!(long > cases() / 40, "{long} routes of several steps");
}

/// The elements that a device receives on all steps, at most.
fn most_received(route: &Route) -> u128 {
    let last = route.steps().last().unwrap();
    let received = |device| {
        let counts = route.counts(device, &Network::default()).unwrap();
        counts.iter().map(|step| step.received.elements).sum()
    };
    last.to().mesh().devices().map(received).max().unwrap()
}

/// A sharding whose cuts are even, and mesh axes that it leaves free.
fn even(draw: &mut Draw) -> (Sharding, Vec<&'static str>) {
    let names = ["a", "b", "c"];
    let axes: Vec<_> = names.iter().map(|name| (*name, 1 + draw.below(3))).collect();
    let mesh = Mesh::new(&axes).unwrap();
    // Every product of three sizes and a block divides it.
    let mut array = Sharding::replicated(&mesh, &[2592, 1 + draw.below(3) as i64]).unwrap();
    let mut free = Vec::new();
    for name in names {
        let split = match draw.below(2) {
            0 => Split::Block,
            _ => Split::cyclic(1 + draw.below(4) as i64),
        };
        let cut = array.clone().split(0, &[name], split);
        match cut {
            Ok(cut) if draw.below(3) == 0 => array = cut,
            _ => free.push(name),
        }
    }
    (array, free)
}

/// All-reduces, reduce-scatters, all-gathers and broadcasts of random shardings receive what the best algorithms do.
#[test]
fn collectives_receive_no_more_than_their_bounds() {
    let (mut draw, network) = (Draw(5), Network::new(0));
    for _ in 0..cases() / 4 {
        let (array, free) = even(&mut draw);
        let parts: usize =
            free.iter().map(|name| array.mesh().size(array.mesh().axis(name).unwrap())).product();
        let (n, p) = (array.local_size(0).unwrap() as u128, parts as u128);
        let terms = array.clone().partial(&free, Reduce::Sum).unwrap();
        let of = |from: &Sharding, to: &Sharding| {
            let found = route(from, to, 4, &network).unwrap();
            (most_received(&found), found.to_string())
        };
        let (received, name) = of(&terms, &array);
        assert_eq!(received, 2 * (n - n / p), "all-reduce {name}");
        // An axis that is cut in a round-robin has no cut within its shards.
        if let Ok(scattered) = array.clone().split(0, &free, Split::Block) {
            let (received, name) = of(&terms, &scattered);
            assert_eq!(received, n - n / p, "reduce-scatter {name}");
            let (received, name) = of(&scattered, &array);
            assert_eq!(received, n - n / p, "all-gather {name}");
        }
        let one = Mesh::with_devices(&[("one", 1)], &[draw.below(array.mesh().device_count())]);
        let one = Sharding::replicated(&one.unwrap(), &array.shape()).unwrap();
        let found = route(&one, &array, 4, &network).unwrap();
        let root = found.counts(one.mesh().device(0), &network).unwrap();
        let sent: u128 = root.iter().map(|step| step.sent.elements).sum();
        let all = array.size() as u128;
        assert!(sent <= 2 * all && most_received(&found) <= n, "broadcast {found}");
    }
}

/// Uneven shards: each device receives the largest shard from each other one, twice.
#[test]
fn uneven_all_reduces_receive_whole_shards() {
    let (mut draw, network) = (Draw(17), Network::new(0));
    for _ in 0..cases() {
        let p = 2 + draw.below(15);
        let shape: Vec<i64> = (0..1 + draw.below(3)).map(|_| 1 + draw.below(90) as i64).collect();
        let mesh = Mesh::new(&[("x", p)]).unwrap();
        let array = Sharding::replicated(&mesh, &shape).unwrap();
        let terms = array.clone().partial(&["x"], Reduce::Sum).unwrap();
        let shard =
            |extent: &i64| array.size() / extent * (extent + p as i64 - 1).div_euclid(p as i64);
        let least = shape.iter().map(shard).min().unwrap() as u128;
        let direct = most_received(&Route::direct(plan(&terms, &array).unwrap()));
        let received = most_received(&route(&terms, &array, 4, &network).unwrap());
        assert!(received <= direct.min(2 * (p as u128 - 1) * least), "{array}: {received}");
    }
}

/// Between nodes an all-reduce moves what each device has after the reduction in the node.
#[test]
fn all_reduces_of_nodes_cross_them_with_a_part_each() {
    for (text, inside) in [("[node=4,gpu=8]", "gpu"), ("[gpu=8,node=4]", "gpu")] {
        let mesh: Mesh = text.parse().unwrap();
        let network = Network::default().with_nodes(&mesh, &[inside], 8).unwrap();
        let n: u128 = 1 << 22;
        let array = Sharding::replicated(&mesh, &[n as i64]).unwrap();
        for names in [["node", "gpu"], ["gpu", "node"]] {
            let terms = array.clone().partial(&names, Reduce::Sum).unwrap();
            let found = route(&terms, &array, 4, &network).unwrap();
            assert_eq!(found.steps().len(), 4, "{found}");
            for device in [0, 13, 31] {
                let counts = found.counts(device, &network).unwrap();
                let sum =
                    |f: fn(&Flow) -> u128| counts.iter().map(|c| f(&c.received)).sum::<u128>();
                assert_eq!(sum(|flow| flow.elements_across), 2 * (n / 8) * 3 / 4, "{found}");
                assert_eq!(sum(|flow| flow.elements), 2 * (n - n / 32), "{found}");
                assert_eq!(sum(|flow| flow.messages.into()), 2 * (7 + 3), "{found}");
                assert_eq!(sum(|flow| flow.messages_across.into()), 2 * 3, "{found}");
            }
        }
    }
}

/// Small arrays take few messages: one step of many, or a tree.
#[test]
fn small_arrays_take_few_messages() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let network = Network::default();
    let sum = route(&of("(100) sum x on [x=16]"), &of("(100) on [x=16]"), 4, &network).unwrap();
    // A lone axis of 16 is two of 4.
    assert_eq!(sum.steps().len(), 2, "{sum}");
    let counts = sum.counts(7, &network).unwrap();
    assert!(counts.iter().all(|step| step.received.messages == 3 && step.sent.messages == 3));
    let sum = route(&of("(100) sum x on [x=4]"), &of("(100) on [x=4]"), 4, &network).unwrap();
    assert_eq!(sum.steps().len(), 1, "{sum}");
    let spread = route(&of("(100) on [one=1]{5}"), &of("(100) on [x=16]"), 4, &network).unwrap();
    assert_eq!(spread.steps().len(), 4, "{spread}");
    for device in 0..16 {
        let counts = spread.counts(device, &network).unwrap();
        assert!(counts.iter().all(|step| step.sent.messages <= 1 && step.received.messages <= 1));
    }
    let spread =
        route(&of("(1000000) on [one=1]{5}"), &of("(1000000) on [x=16]"), 4, &network).unwrap();
    assert_eq!(
        spread.to_string(),
        "(1000000) on [one=1]{5} -> (1000000/x) on [x=16] -> (1000000) on [x=16]"
    );
}

/// FSDP to tensor parallelism on 4,096 devices.
#[test]
fn rows_to_columns_of_many_devices_take_two_steps() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let network = Network::default();
    for (rows, columns, few) in [
        ("(8192/(x,y),8192) on [x=64,y=64]", "(8192,8192/(x,y)) on [x=64,y=64]", 126),
        ("(8192/(x,y),8192) on [x=64,y=64]", "(8192,8192/(y,x)) on [x=64,y=64]", 126),
        // Shards that are uneven, or empty.
        ("(9000/(x,y),8192) on [x=64,y=64]", "(9000,8192/(x,y)) on [x=64,y=64]", 130),
        ("(16384/x,4096) on [x=16]", "(16384,4096/x) on [x=16]", 15),
        ("(8192/x,8192) on [x=4096]", "(8192,8192/x) on [x=4096]", 126),
    ] {
        let (rows, columns) = (of(rows), of(columns));
        let found = route(&rows, &columns, 4, &network).unwrap();
        for device in [0, 1, 15] {
            let counts = found.counts(device, &network).unwrap();
            let messages: u64 = counts.iter().map(|step| step.received.messages).sum();
            assert!(messages <= few, "{found}: {messages}");
        }
    }
}

#[test]
fn counts_are_those_of_the_transfers() {
    let mut draw = Draw(23);
    for k in 0..cases() {
        let [from, to] = two_shardings(&mut draw, k % 2 == 1);
        let nodes = [from.mesh(), to.mesh()][draw.below(2)];
        let mut network = network(&mut draw, nodes);
        if draw.below(4) == 0 {
            network = network.of_devices(&[3, 0, 7, 2]);
        }
        let plan = plan(&from, &to).unwrap();
        for device in from.mesh().devices().chain(to.mesh().devices()) {
            let counts = plan.counts(device, &network).unwrap();
            for (all, found, peer) in [
                (plan.sends(device).unwrap(), counts.sent, 1),
                (plan.receives(device).unwrap(), counts.received, 0),
            ] {
                let mut expected = Flow::default();
                let mut written = BTreeSet::new();
                for transfer in &all {
                    let peer = [transfer.source(), transfer.target()][peer];
                    if peer != device {
                        let across = u64::from(!network.same_node(peer, device));
                        let elements = transfer.elements() as u128;
                        expected.messages += 1;
                        expected.elements += elements;
                        expected.messages_across += across;
                        expected.elements_across += elements * u128::from(across);
                        // Copies of one shard have the elements at the same places.
                        let runs: Vec<_> = (0..from.rank()).map(|k| transfer.runs(k)).collect();
                        let mut is_new = || written.insert(format!("{runs:?}"));
                        if across == 0 && (peer == transfer.source() || is_new()) {
                            expected.elements_written += elements;
                        }
                    }
                }
                assert_eq!(found, expected, "{from} -> {to} on {device}");
            }
        }
    }
}

#[test]
fn counts_of_devices_of_neither_mesh_are_nothing() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let network = Network::default();
    let steps = route(&of("(8) on [x=2]{0,1}"), &of("(8) on [x=2]{2,3}"), 4, &network).unwrap();
    assert_eq!(steps.steps()[0].counts(9, &network).unwrap(), Counts::default());
    assert_eq!(
        steps.counts(9, &network).unwrap_err().to_string(),
        "cannot redistribute: device 9 is not in the mesh"
    );
}

/// Costs beyond all integers are equal, and the arrays move.
#[test]
fn costs_beyond_all_integers_have_a_route() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let (terms, whole) = (
        of("(2305843009213693952) sum (x,y) on [x=4,y=4]"),
        of("(2305843009213693952) on [x=4,y=4]"),
    );
    for across in [1, u64::MAX] {
        let network = Network::new(u64::MAX).with_nodes(whole.mesh(), &["x"], across).unwrap();
        let found = route(&terms, &whole, u64::MAX, &network).unwrap();
        assert!(found.steps().last().unwrap().to() == &whole, "{found}");
    }
}

/// A step of 2^18 devices is counted axis by axis, not message by message.
#[test]
fn routes_of_many_devices_are_found_soon() {
    let start = Instant::now();
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let terms = of("(134217728) sum (x,y,z) on [x=64,y=64,z=64]");
    let found = route(&terms, &of("(134217728) on [x=64,y=64,z=64]"), 4, &Network::default());
    let found = found.unwrap();
    let counts = found.counts(5, &Network::default()).unwrap();
    assert!(counts.iter().all(|step| step.received.messages <= 64), "{found}");
    assert_eq!(counts.len(), 6, "{found}");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
