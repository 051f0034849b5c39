//! Measures collectives and those of the MPI library in turns of one run.
//!
//! ```text
//! mpirun --oversubscribe -n 4 collectives TURNS [BYTES ..]    BYTES of the whole array, in f32
//! ```
//!
//! A turn begins at a barrier and ends with the last rank. Each line has the best and the median turn of both, in microseconds, and
//! the ratios. The plans are made before the turns; a last column has the median of calls of `reduce` or `redistribute_into`, which compare their arguments. The results of both are compared.

use std::error::Error;
use std::time::Instant;

use layout_core::sharding::{Mesh, Reduce, Sharding, Split};
use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};
use static_layout::Layout;
use static_layout_mpi::{Comm, DistTensor, Mpi, Redistribution, Reduction};

type Array = DistTensor<f32, Layout!((?, ?):(?, 1))>;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|x| x.parse()).collect::<Result<_, _>>()?;
    let Some((&turns @ 1.., sizes)) = numbers.split_first() else {
        return Err("usage: collectives TURNS [BYTES ..], with 1 turn or more".into());
    };
    let mut ranks = Mpi::start()?;
    let all = [64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20];
    for kind in ["all-reduce", "reduce-scatter", "all-gather", "broadcast", "all-to-all"] {
        for &bytes in if sizes.is_empty() { &all } else { sizes } {
            compare(&mut ranks, kind, bytes, turns)?;
        }
    }
    Ok(())
}

/// The shardings before and after. A row of the array is what a rank exchanges with all.
fn ends(kind: &str, ranks: usize, bytes: usize) -> Result<[Sharding; 2], Box<dyn Error>> {
    let mesh = Mesh::new(&[("x", ranks)])?;
    let columns = (bytes / 4 / ranks) as i64;
    let whole = Sharding::replicated(&mesh, &[ranks as i64, columns])?;
    let rows = whole.clone().split(0, &["x"], Split::Block)?;
    let terms = || whole.clone().partial(&["x"], Reduce::Sum);
    Ok(match kind {
        "all-reduce" => [terms()?, whole],
        "reduce-scatter" => [terms()?, rows],
        "all-gather" => [rows, whole],
        "broadcast" => [Sharding::replicated(&Mesh::new(&[("root", 1)])?, &whole.shape())?, whole],
        _ => [rows, whole.split(1, &["x"], Split::Block)?],
    })
}

fn compare(
    ranks: &mut Comm<Mpi>,
    kind: &str,
    bytes: usize,
    turns: usize,
) -> Result<(), Box<dyn Error>> {
    let world = SimpleCommunicator::world();
    let [from, to] = ends(kind, ranks.size(), bytes)?;
    // Sums of small integers have one value in every order.
    let me = ranks.rank();
    let value = move |at: &[i64]| ((at[0] * 31 + at[1]) % 1000) as f32 + me as f32;
    let a: Array = DistTensor::from_fn(ranks, from, value)?;
    let mut b: Array = DistTensor::zeros(ranks, to.clone())?;
    let reduces = kind.contains("reduce");
    let sums = if reduces { Some(Reduction::new(ranks, &a, &b)?) } else { None };
    let moves = if reduces { None } else { Some(Redistribution::new(ranks, &a, &b)?) };
    let mut theirs = vec![0_f32; b.elements().len()];
    let mut times = [const { Vec::new() }; 3];
    for turn in 0..turns + 1 {
        for (way, times) in times.iter_mut().enumerate() {
            world.barrier();
            let start = Instant::now();
            match (way, &sums, &moves) {
                (0, Some(sums), _) => sums.run(ranks, &a, &mut b)?,
                (0, _, Some(moves)) => moves.run(ranks, &a, &mut b)?,
                (1, ..) => {
                    let (sum, mine, found) =
                        (SystemOperation::sum(), a.elements(), &mut theirs[..]);
                    match kind {
                        "all-reduce" => world.all_reduce_into(mine, found, sum),
                        "reduce-scatter" => world.reduce_scatter_block_into(mine, found, sum),
                        "all-gather" => world.all_gather_into(mine, found),
                        "broadcast" => {
                            // From one array into another, on the root as well.
                            if me == 0 {
                                found.copy_from_slice(mine);
                            }
                            world.process_at_rank(0).broadcast_into(found);
                        }
                        _ => world.all_to_all_into(mine, found),
                    }
                }
                (_, Some(_), _) => {
                    drop(a.reduce::<_, Layout!((?, ?):(?, 1)), _>(ranks, to.clone())?)
                }
                _ => a.redistribute_into(ranks, &mut b)?,
            }
            let (mine, mut slowest) = (start.elapsed().as_secs_f64() * 1e6, 0.0);
            world.all_reduce_into(&mine, &mut slowest, SystemOperation::max());
            // The first turn maps memory.
            if turn > 0 {
                times.push(slowest);
            }
        }
        if b.elements() != theirs {
            return Err(format!("{kind} of {bytes} bytes: results differ").into());
        }
    }
    if me == 0 {
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        let [(best, median), (mpi_best, mpi_median), (_, anew)] =
            [0, 1, 2].map(|k: usize| (times[k][0], times[k][turns / 2]));
        println!(
            "{kind:14} {:6} KiB {:2} ranks: {best:9.0} {median:9.0}, MPI {mpi_best:9.0} {mpi_median:9.0}, ratios {:5.2} {:5.2}, \
             called anew {:5.2}",
            bytes >> 10,
            ranks.size(),
            best / mpi_best,
            median / mpi_median,
            anew / mpi_median,
        );
    }
    Ok(())
}
