//! Random collectives of four ranks compared with enumeration, for threads and for processes.

use layout_core::sharding::{Mesh, Network, Order, Reduce, Sharding, Split};
use static_layout::Layout;
use static_layout_mpi::{Comm, DistTensor, Redistribution, Reduction, Result, Transport};

type Matrix = DistTensor<f64, Layout!((?, ?):(?, ?))>;

pub const RANKS: usize = 4;

/// The number of random cases: that of the variable `COLLECTIVES`, or few.
pub fn cases() -> usize {
    std::env::var("COLLECTIVES").map_or(400, |cases| cases.parse().expect("a number of cases"))
}

/// A generator of numbers, SplitMix64, equal on all ranks.
pub struct Draw(pub u64);

impl Draw {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn mesh(&mut self) -> Mesh {
        let axes: &[(&str, usize)] = match self.below(6) {
            0 => &[("x", 4)],
            1 => &[("x", 3)],
            2 => &[("x", 1)],
            3 => &[("x", 2), ("y", 1)],
            _ => &[("x", 2), ("y", 2)],
        };
        let count = axes.iter().map(|axis| axis.1).product();
        let mut devices: Vec<usize> = (0..RANKS).collect();
        if self.below(2) == 0 {
            (1..RANKS).for_each(|k| devices.swap(k, self.below(k + 1)));
        }
        Mesh::with_devices(axes, &devices[..count]).unwrap()
    }

    /// A sharding of which each mesh axis cuts, has terms or copies.
    fn sharding(&mut self, mesh: &Mesh, shape: [i64; 2], partial: Option<Reduce>) -> Sharding {
        let mut array = Sharding::replicated(mesh, &shape).unwrap();
        let mut names: Vec<&str> = (0..mesh.rank()).map(|axis| mesh.name(axis)).collect();
        if self.below(2) == 0 {
            names.reverse();
        }
        let groups = if self.below(3) == 0 {
            vec![names]
        } else {
            names.chunks(1).map(<[_]>::to_vec).collect()
        };
        for names in groups {
            let split = match self.below(3) {
                0 => Split::Block,
                1 => Split::Strided(1 + self.below(3) as i64),
                _ => Split::cyclic(1 + self.below(3) as i64),
            };
            array = match (self.below(3), partial) {
                (0, Some(reduce)) => array.partial(&names, reduce).unwrap(),
                (0 | 1, _) => array,
                _ => array.clone().split(self.below(2), &names, split).unwrap_or(array),
            };
        }
        array.with_order([Order::RowMajor, Order::ColumnMajor][self.below(2)])
    }
}

/// The number of the term that a rank has, row-major along the axes of partial values.
fn term(sharding: &Sharding, rank: usize) -> usize {
    let mesh = sharding.mesh();
    let Some(position) = mesh.position(rank) else { return 0 };
    let coordinate = |axis: usize| {
        let faster: usize = (axis + 1..mesh.rank()).map(|axis| mesh.size(axis)).product();
        position / faster % mesh.size(axis)
    };
    let axes = sharding.partial_axes().iter();
    axes.fold(0, |term, &axis| term * mesh.size(axis) + coordinate(axis))
}

fn terms(sharding: &Sharding) -> usize {
    sharding.partial_axes().iter().map(|&axis| sharding.mesh().size(axis)).product()
}

/// Moves and reduces arrays of random shardings, and compares each element with its value by definition.
pub fn random_collectives<X: Transport>(ranks: &mut Comm<X>, cases: usize) -> Result<()> {
    let (mut draw, rank) = (Draw(3), ranks.rank());
    for case in 0..cases {
        let shape = [1 + draw.below(12) as i64, draw.below(12) as i64];
        let (mesh, other) = (draw.mesh(), draw.mesh());
        let other = if draw.below(2) == 0 { mesh.clone() } else { other };
        let how = [Reduce::Sum, Reduce::Product, Reduce::Min, Reduce::Max, Reduce::Average]
            [draw.below(5)];
        let from = draw.sharding(&mesh, shape, Some(how));
        // No value is neutral to averages.
        let partial = Some(how).filter(|how| *how != Reduce::Average);
        let to = draw.sharding(&other, shape, partial);
        if draw.below(8) == 0 {
            let network = Network::new([0, 1 << 14][draw.below(2)]);
            let shared = network.clone().with_shared_memory();
            let network = if draw.below(2) == 0 { shared } else { network };
            let inside: &[&str] = if draw.below(2) == 0 { &["x"] } else { &[] };
            ranks.set_network(network.with_nodes(&mesh, inside, 10)?)?;
        }
        let value =
            |at: &[i64], term: usize| ((at[0] * 5 + at[1] * 3 + term as i64 * 7) % 4 + 1) as f64;
        let mine = term(&from, rank);
        let a: Matrix = DistTensor::from_fn(ranks, from.clone(), |at| value(at, mine))?;
        let mut found: Matrix = match (from.reduce().or(to.reduce()), draw.below(2)) {
            (None, 0) => a.redistribute(ranks, to.clone())?,
            (_, 0) => a.reduce(ranks, to.clone())?,
            (reduce, _) => in_two_halves(ranks, &a, &to, reduce)?,
        };
        if terms(&to) > 1 {
            let whole = Sharding::replicated(&other, &shape)?;
            found = found.reduce(ranks, whole)?;
        }
        found.update(|at, found| {
            let all = (0..terms(&from)).map(|term| value(at, term));
            let expected = match how {
                Reduce::Sum => all.sum::<f64>(),
                Reduce::Product => all.product(),
                Reduce::Min => all.fold(f64::INFINITY, f64::min),
                Reduce::Max => all.fold(f64::NEG_INFINITY, f64::max),
                Reduce::Average => all.sum::<f64>() / terms(&from) as f64,
            };
            assert_eq!(*found, expected, "case {case}: {from} to {to} at {at:?}");
        })?;
    }
    Ok(())
}

/// Moves or reduces an array, with other operations and with other moves that begin before and end after it.
fn in_two_halves<X: Transport>(
    ranks: &mut Comm<X>,
    a: &Matrix,
    to: &Sharding,
    reduce: Option<Reduce>,
) -> Result<Matrix> {
    let line = Mesh::new(&[("x", RANKS)])?;
    let whole = Sharding::replicated(&line, &[5, 6])?;
    let value = |at: &[i64]| (at[0] * 6 + at[1]) as f64;
    let rows = Matrix::from_fn(ranks, whole.clone().split(0, &["x"], Split::cyclic(1))?, value)?;
    let mut columns = Matrix::zeros(ranks, whole.split(1, &["x"], Split::Block)?)?;
    let mut found = Matrix::zeros(ranks, to.clone())?;
    let others = Redistribution::new(ranks, &rows, &columns)?;
    let outer = others.start(ranks, &rows)?;
    if reduce.is_some() {
        let moves = Reduction::new(ranks, a, &found)?;
        let moving = moves.start(ranks, a)?;
        others.run(ranks, &rows, &mut columns)?;
        moves.finish(ranks, moving, &mut found)?;
    } else {
        let moves = Redistribution::new(ranks, a, &found)?;
        let moving = moves.start(ranks, a)?;
        others.run(ranks, &rows, &mut columns)?;
        moves.finish(ranks, moving, &mut found)?;
    }
    columns.elements_mut().fill(0.0);
    others.finish(ranks, outer, &mut columns)?;
    columns.update(|at, found| assert_eq!(*found, value(at)))?;
    Ok(found)
}

/// All-reduces whose sums depend on their order: equal bits on all ranks, in the order of the terms.
pub fn sums_are_in_the_order_of_terms<X: Transport>(ranks: &mut Comm<X>) -> Result<()> {
    let value = |at: i64, rank: usize| 1.0 / (3.0 + at as f64 * 0.37 + rank as f64 * 11.3);
    let (line, square) = (Mesh::new(&[("x", RANKS)])?, Mesh::new(&[("x", 2), ("y", 2)])?);
    let one = Mesh::new(&[("one", 1)])?;
    // Row-major along the axes of the sum: with `y` first, its coordinate is the slower one. To one rank it is one step.
    for (mesh, axes, order, to, extents) in [
        (&line, &["x"][..], [0, 1, 2, 3], &line, &[7, 1000, 200_003][..]),
        (&square, &["x", "y"], [0, 1, 2, 3], &one, &[7]),
        (&square, &["y", "x"], [0, 2, 1, 3], &one, &[7]),
    ] {
        for &n in extents {
            let terms = Sharding::replicated(mesh, &[n, 1])?.partial(axes, Reduce::Sum)?;
            let whole = Sharding::replicated(to, &[n, 1])?;
            let rank = ranks.rank();
            let a: Matrix = DistTensor::from_fn(ranks, terms, |at| value(at[0], rank))?;
            let mut sum: Matrix = a.reduce(ranks, whole)?;
            sum.update(|at, found| {
                let terms = order.iter().map(|rank| value(at[0], *rank));
                let expected = terms.reduce(|sum, term| sum + term).expect("four terms");
                assert_eq!(found.to_bits(), expected.to_bits(), "{axes:?} of {n}");
            })?;
        }
    }
    Ok(())
}
