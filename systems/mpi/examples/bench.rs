//! Measures a redistribution and a product of f64 matrices on 4 ranks: the figures compare with
//! `tools/mpi/scalapack.c`.
//!
//! ```text
//! mpirun -n 4 bench redistribute N P Q FROM P Q TO TURNS    blocks of FROM and TO on meshes of P by Q
//! mpirun -n 4 bench matmul       N P Q BLOCK TURNS
//! ```
//!
//! Each line has the seconds of the best turn, from a barrier to the last rank, and of the median. The result is
//! compared with the expected value of each element.

use std::error::Error;
use std::time::Instant;

use layout_core::sharding::{Mesh, Order, Sharding, Split, plan, relabel};
use static_layout::Layout;
use static_layout_mpi::{Comm, DistTensor, Mpi, Redistribution, matmul};

type Matrix = DistTensor<f64, Layout!((?, ?):(1, ?))>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut ranks = Mpi::start()?;
    let numbers = |from: usize| {
        arguments[from..].iter().map(|x| x.parse()).collect::<Result<Vec<usize>, _>>()
    };
    match arguments.first().map(String::as_str) {
        Some("redistribute") if arguments.len() == 9 => redistribute(&mut ranks, &numbers(1)?),
        Some("matmul") if arguments.len() == 6 => product(&mut ranks, &numbers(1)?),
        _ => {
            Err("usage: bench redistribute N P Q FROM P Q TO TURNS | matmul N P Q BLOCK TURNS"
                .into())
        }
    }
}

/// ScaLAPACK's layout: square blocks, the first on device 0, columns adjacent in memory.
fn blocks(n: usize, p: usize, q: usize, block: usize) -> Result<Sharding, Box<dyn Error>> {
    let mesh = Mesh::new(&[("rows", p), ("columns", q)])?;
    let split = Split::cyclic(block as i64);
    let cut = Sharding::replicated(&mesh, &[n as i64; 2])?.split(0, &["rows"], split)?.split(
        1,
        &["columns"],
        split,
    )?;
    Ok(cut.with_order(Order::ColumnMajor))
}

fn redistribute(ranks: &mut Comm<Mpi>, x: &[usize]) -> Result<(), Box<dyn Error>> {
    let &[n, p, q, from, r, s, to, turns] = x else { unreachable!("9 arguments") };
    let element = |at: &[i64]| (at[0] * 8192 + at[1]) as f64;
    let (from, to) = (blocks(n, p, q, from)?, blocks(n, r, s, to)?);
    for (name, to) in [("", to.clone()), (", relabelled", relabel(&from, &to)?)] {
        let a: Matrix = DistTensor::from_fn(ranks, from.clone(), element)?;
        let mut b: Matrix = DistTensor::zeros(ranks, to.clone())?;
        let planned = times(ranks, turns, |ranks| a.redistribute_into(ranks, &mut b))?;
        check(&mut b, element)?;
        let moves = Redistribution::new(ranks, &a, &b)?;
        let kept = times(ranks, turns, |ranks| moves.run(ranks, &a, &mut b))?;
        if ranks.rank() == 0 {
            let totals = plan(&from, &to)?.totals()?;
            println!(
                "redistribute{name} {from} to {to}, {} of {} bytes move",
                8 * totals.moved,
                8 * n * n
            );
            println!("    {}; planned before: {}", planned, kept);
        }
    }
    Ok(())
}

fn product(ranks: &mut Comm<Mpi>, x: &[usize]) -> Result<(), Box<dyn Error>> {
    let &[n, p, q, block, turns] = x else { unreachable!("6 arguments") };
    let cut = blocks(n, p, q, block)?;
    let a: Matrix = DistTensor::from_fn(ranks, cut.clone(), |at| (at[0] % 7) as f64)?;
    let b: Matrix = DistTensor::from_fn(ranks, cut.clone(), |at| (at[1] % 5) as f64)?;
    let mut c: Matrix = DistTensor::zeros(ranks, cut)?;
    let found = times(ranks, turns, |ranks| matmul(ranks, &a, &b, &mut c))?;
    check(&mut c, |at| ((at[0] % 7) * (at[1] % 5)) as f64 * n as f64)?;
    if ranks.rank() == 0 {
        let rate = 2.0 * (n as f64).powi(3) / found.best * 1e-9;
        println!("matmul {n}^3, {p}x{q} blocks of {block}: {found}, {rate:.1} GFLOP/s");
    }
    Ok(())
}

fn check(matrix: &mut Matrix, element: impl Fn(&[i64]) -> f64) -> Result<(), Box<dyn Error>> {
    let mut wrong = 0;
    matrix.update(|at, found| wrong += usize::from(*found != element(at)))?;
    if wrong > 0 { Err(format!("{wrong} wrong elements").into()) } else { Ok(()) }
}

struct Times {
    best: f64,
    median: f64,
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "best {:.4} s, median {:.4} s", self.best, self.median)
    }
}

/// The times of the slowest rank.
fn times(
    ranks: &mut Comm<Mpi>,
    turns: usize,
    mut f: impl FnMut(&mut Comm<Mpi>) -> static_layout_mpi::Result<()>,
) -> Result<Times, Box<dyn Error>> {
    let mut found = Vec::new();
    for _ in 0..turns {
        ranks.barrier()?;
        let start = Instant::now();
        f(ranks)?;
        let seconds = ranks.all_gather(&start.elapsed().as_secs_f64().to_le_bytes())?;
        let slowest = seconds.chunks(8).map(|x| f64::from_le_bytes(x.try_into().unwrap()));
        found.push(slowest.fold(0.0, f64::max));
    }
    found.sort_by(f64::total_cmp);
    Ok(Times { best: found[0], median: found[turns / 2] })
}
