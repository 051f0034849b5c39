//! Redistributions, reductions, gathers and products of random shardings, between threads.

use layout_core::sharding::{
    Mesh, Network, Order, Plan, Reduce, Sharding, Split, plan, relabel, route,
};
use proptest::prelude::*;
use proptest::sample::subsequence;
use static_layout::Layout;
use static_layout_dialects::sharding::{Placement, Placements};
use static_layout_mpi::{DistTensor, Result, Threads, matmul};

type Matrix = Layout!((?, ?):(?, ?));

const RANKS: usize = 4;

fn mesh() -> impl Strategy<Value = Mesh> {
    let sizes = prop_oneof![Just([2, 2]), Just([4, 1]), Just([1, 4]), Just([3, 1]), Just([1, 2])];
    (sizes, Just((0..RANKS).collect::<Vec<_>>()).prop_shuffle()).prop_map(|([x, y], devices)| {
        Mesh::with_devices(&[("x", x), ("y", y)], &devices[..x * y]).unwrap()
    })
}

fn split() -> impl Strategy<Value = Split> {
    prop_oneof![
        Just(Split::Block),
        (1..5_i64).prop_map(Split::cyclic),
        (1..4_i64).prop_map(|block| Split::Cyclic { block, first: 0 }),
        (2..5_i64).prop_map(Split::Strided),
    ]
}

/// A sharding of a matrix: each axis of the mesh cuts rows, columns or nothing.
fn sharding(shape: [i64; 2]) -> impl Strategy<Value = Sharding> {
    (mesh(), [0..3_usize, 0..3], [split(), split()], any::<bool>()).prop_map(
        move |(mesh, cuts, splits, columns)| {
            let mut sharding = Sharding::replicated(&mesh, &shape).unwrap();
            if cuts == [0, 0] || cuts == [1, 1] {
                sharding = sharding.split(cuts[0], &["y", "x"], splits[0]).unwrap();
            } else {
                for (axis, (cut, split)) in ["x", "y"].iter().zip(cuts.iter().zip(splits)) {
                    if *cut < 2 {
                        sharding = sharding.split(*cut, &[axis], split).unwrap();
                    }
                }
            }
            sharding.with_order(if columns { Order::ColumnMajor } else { Order::RowMajor })
        },
    )
}

/// PyTorch's placements of a matrix on a mesh of up to three axes: shards of shards, and strided ones of any factor.
fn placements(shape: [i64; 2]) -> impl Strategy<Value = Sharding> {
    let sizes = prop_oneof![
        [1..3_usize, 1..3, 1..3].prop_map(Vec::from),
        [1..3_usize, 1..5].prop_map(Vec::from),
        (1..9_usize).prop_map(|size| vec![size]),
    ];
    let placement = prop_oneof![
        Just(Placement::Replicate),
        (0..2_i64).prop_map(Placement::Shard),
        (0..2_i64, 1..9_i64).prop_map(|(dim, factor)| Placement::Strided(dim, factor)),
        (0..2_i64, 1..9_i64).prop_map(|(dim, factor)| Placement::Strided(dim, factor)),
    ];
    (sizes, [placement.clone(), placement.clone(), placement]).prop_map(
        move |(sizes, placements)| {
            let axes: Vec<_> = ["a", "b", "c"].into_iter().zip(sizes.iter().copied()).collect();
            let placements = Placements(placements[..sizes.len()].to_vec());
            placements.sharding(&Mesh::new(&axes).unwrap(), &shape).unwrap()
        },
    )
}

/// Moves a matrix from one sharding to another between threads, gathers it, and scatters it again.
fn check_redistribution(ranks: usize, from: &Sharding, to: &Sharding) {
    let sent = all(Threads::run(ranks, |ranks| {
        let a = DistTensor::<i64, Matrix, _>::from_fn(ranks, from, value)?;
        let mut b: DistTensor<i64, Matrix, _> = a.redistribute(ranks, to)?;
        b.update(|at, found| assert_eq!(*found, value(at), "{from} to {to} at {at:?}"))?;
        let whole = b.gather(ranks, 1)?;
        if let Some(whole) = &whole {
            let columns = to.shape()[1] as usize;
            let at = |k: usize| [(k / columns) as i64, (k % columns) as i64];
            assert!(whole.iter().enumerate().all(|(k, x)| *x == value(&at(k))));
        }
        let mut back = DistTensor::<i64, Matrix, _>::scatter(ranks, 1, whole.as_deref(), from)?;
        back.update(|at, found| assert_eq!(*found, value(at)))?;
        let moves = static_layout_mpi::Redistribution::new(ranks, &a, &b)?;
        Ok(moves.sent() as u128)
    }));
    // The ranks send exactly the planned moves, and relabelling never moves more.
    let steps = route(from, to, 8, &Network::default()).unwrap();
    for (rank, sent) in sent.iter().enumerate() {
        let of_step = |step: &Plan| step.counts(rank, &Network::default()).unwrap().sent.elements;
        assert_eq!(*sent, steps.steps().iter().map(of_step).sum(), "{steps}");
    }
    let moved = plan(from, to).unwrap().totals().unwrap().moved;
    let better = relabel(from, to).unwrap();
    assert!(plan(from, &better).unwrap().totals().unwrap().moved <= moved);
}

fn value(at: &[i64]) -> i64 {
    1000 * at[0] + at[1]
}

fn all<R>(results: Vec<Result<R>>) -> Vec<R> {
    results.into_iter().map(|result| result.unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn redistributions_keep_every_element(
        (from, to) in [0..12_i64, 0..12].prop_flat_map(|shape| (sharding(shape), sharding(shape)))
    ) {
        check_redistribution(RANKS, &from, &to);
    }

    #[test]
    fn placements_of_pytorch_keep_every_element(
        (from, to) in [0..20_i64, 0..20].prop_flat_map(|shape| (placements(shape), placements(shape)))
    ) {
        check_redistribution(8, &from, &to);
    }

    #[test]
    fn transposed_matrices_have_the_elements_of_columns(
        (from, to) in [1..9_i64, 1..9].prop_flat_map(|[m, n]| (sharding([m, n]), sharding([n, m])))
    ) {
        all(Threads::run(RANKS, |ranks| {
            let a = DistTensor::<i64, Matrix, _>::from_fn(ranks, &from, value)?;
            let mut t = a.transpose::<Matrix>()?;
            t.update(|at, found| assert_eq!(*found, value(&[at[1], at[0]])))?;
            let mut t: DistTensor<i64, Matrix, _> = t.redistribute(ranks, &to)?;
            t.update(|at, found| assert_eq!(*found, value(&[at[1], at[0]])))
        }));
    }

    #[test]
    fn products_are_those_of_whole_matrices(
        (a, b, c) in [1..14_i64, 0..14, 1..14].prop_flat_map(|[m, k, n]| (sharding([m, k]), sharding([k, n]), sharding([m, n])))
    ) {
        prop_assume!(c.is_partition());
        let [m, k, n] = [c.shape()[0], a.shape()[1], c.shape()[1]];
        let (x, y) = (|at: &[i64]| (at[0] + 2 * at[1] + 1) as f64, |at: &[i64]| (3 * at[0] - at[1]) as f64);
        all(Threads::run(RANKS, |ranks| {
            let a = DistTensor::<f64, Matrix, _>::from_fn(ranks, &a, x)?;
            let b = DistTensor::<f64, Matrix, _>::from_fn(ranks, &b, y)?;
            let mut product = DistTensor::<f64, Matrix, _>::from_fn(ranks, &c, |_| f64::NAN)?;
            matmul(ranks, &a, &b, &mut product)?;
            product.update(|at, found| {
                let sum: f64 = (0..k).map(|k| x(&[at[0], k]) * y(&[k, at[1]])).sum();
                assert_eq!(*found, sum, "{m} x {k} x {n} at {at:?}");
            })
        }));
    }

    #[test]
    fn partial_values_become_whole(
        axes in subsequence(vec!["x", "y"], 1..=2),
        to in sharding([5, 6]),
        how in prop_oneof![
            Just(Reduce::Sum), Just(Reduce::Product), Just(Reduce::Min), Just(Reduce::Max), Just(Reduce::Average),
        ],
    ) {
        let mesh = Mesh::new(&[("x", 2), ("y", 2)]).unwrap();
        let from = Sharding::replicated(&mesh, &[5, 6]).unwrap().partial(&axes, how).unwrap();
        let terms = 2_i64.pow(axes.len() as u32);
        // The term of a rank, by its place along the axes of partial values.
        let term = |rank: i64| match axes[..] {
            ["x"] => rank / 2,
            ["y"] => rank % 2,
            _ => rank,
        };
        let expected = |at: &[i64]| {
            let values = (0..terms).map(|term| value(at) + term);
            match how {
                Reduce::Sum => values.sum::<i64>(),
                Reduce::Product => values.product(),
                Reduce::Min => value(at),
                Reduce::Average => values.sum::<i64>() / terms,
                _ => value(at) + terms - 1,
            }
        };
        all(Threads::run(RANKS, |ranks| {
            let rank = ranks.rank() as i64;
            let a = DistTensor::<i64, Matrix, _>::from_fn(ranks, &from, |at| value(at) + term(rank))?;
            let mut whole: DistTensor<i64, Matrix, _> = a.reduce(ranks, &to)?;
            whole.update(|at, found| assert_eq!(*found, expected(at), "{from} to {to}"))
        }));
    }
}

/// Parts of one row or column, or of none, have the static strides of the others.
#[test]
fn small_parts_have_static_strides() {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    for (extent, axis) in [(1, 0), (5, 0), (3, 1), (4, 1)] {
        let mut shape = [3, 3];
        shape[axis] = extent;
        let cut =
            Sharding::replicated(&mesh, &shape).unwrap().split(axis, &["x"], Split::Block).unwrap();
        all(Threads::run(RANKS, |ranks| {
            let a = DistTensor::<i64, Layout!((?, ?):(?, 1)), _>::from_fn(ranks, &cut, value)?;
            let mut t = a.transpose::<Layout!((?, ?):(1, ?))>()?;
            t.update(|at, found| assert_eq!(*found, value(&[at[1], at[0]])))
        }));
    }
}

/// Products of no rows, of no columns, and of sums without a term.
#[test]
fn products_of_empty_matrices_end() {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    let rows = |m, n| {
        Sharding::replicated(&mesh, &[m, n]).unwrap().split(0, &["x"], Split::Block).unwrap()
    };
    for [m, k, n] in [[0, 3, 2], [2, 3, 0], [0, 3, 0], [2, 0, 3]] {
        all(Threads::run(RANKS, |ranks| {
            let a = DistTensor::<f64, Matrix, _>::from_fn(ranks, rows(m, k), |_| 1.0)?;
            let b = DistTensor::<f64, Matrix, _>::from_fn(ranks, rows(k, n), |_| 1.0)?;
            let mut c = DistTensor::<f64, Matrix, _>::from_fn(ranks, rows(m, n), |_| f64::NAN)?;
            matmul(ranks, &a, &b, &mut c)?;
            c.update(|_, found| assert_eq!(*found, 0.0))
        }));
    }
}

/// What the documentation of `Number` says of averages of integers.
#[test]
fn averages_of_integers_wrap_while_they_are_summed() {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    let whole = Sharding::replicated(&mesh, &[3, 2]).unwrap();
    let terms = whole.clone().partial(&["x"], Reduce::Average).unwrap();
    all(Threads::run(RANKS, |ranks| {
        let a = DistTensor::<i32, Matrix, _>::from_fn(ranks, &terms, |_| i32::MAX)?;
        let mut b: DistTensor<i32, Matrix, _> = a.reduce(ranks, &whole)?;
        b.update(|_, found| assert_eq!(*found, i32::MAX.wrapping_mul(4) / 4))?;
        let a = DistTensor::<i64, Matrix, _>::from_fn(ranks, &terms, |_| i32::MAX.into())?;
        let mut b: DistTensor<i64, Matrix, _> = a.reduce(ranks, &whole)?;
        b.update(|_, found| assert_eq!(*found, i64::from(i32::MAX)))
    }));
}
