//! Heat on a plate on four ranks: each has a block of the grid and a halo of one cell, and computes the inner part of its block
//! while the edges are under way.
//!
//! ```text
//! cargo run --release -p static-layout-mpi --example stencil                       # four threads
//! cargo build --release -p static-layout-mpi --features mpi --example stencil && mpirun -n 4 target/release/examples/stencil
//! ```
//!
//! Prints the heat at the centre, and whether every cell has the bits that one rank alone computes.

mod common;

use std::error::Error;
use std::ops::Range;

use layout_core::sharding::{Mesh, Sharding, Split};
use static_layout::{Layout, TensorMut};
use static_layout_mpi::{Comm, Edge, HaloTensor, Transport};

/// The grid with its halo: rows are adjacent.
type Grid = Layout!((?, ?):(?, 1));
type Plate = HaloTensor<f64, Grid>;

const CELLS: i64 = 513;
const STEPS: usize = 100;

fn main() -> std::process::ExitCode {
    common::on_four_ranks(heat, heat)
}

fn heat<X: Transport>(ranks: &mut Comm<X>) -> Result<String, Box<dyn Error>> {
    let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    // Blocks of 257 and 256 cells.
    let blocks = Sharding::replicated(&mesh, &[CELLS, CELLS])?
        .split(0, &["x"], Split::Block)?
        .split(1, &["y"], Split::Block)?;
    let end = simulate(ranks, blocks)?.gather(ranks, 0)?;
    let Some(end) = end else { return Ok(String::new()) };
    // One rank alone.
    let mesh = Mesh::new(&[("x", 1)])?;
    let alone = static_layout_mpi::Threads::run(1, |ranks| {
        let whole =
            Sharding::replicated(&mesh, &[CELLS, CELLS]).map_err(|error| error.to_string())?;
        simulate(ranks, whole)
            .and_then(|plate| Ok(plate.gather(ranks, 0)?))
            .map_err(|error| error.to_string())
    });
    let alone = alone.into_iter().next().expect("one rank")?.expect("rank 0 has the grid");
    if alone != end {
        return Err("the grid differs from that of one rank alone".into());
    }
    let centre = end[(CELLS * (CELLS / 2) + CELLS / 2) as usize];
    Ok(format!(
        "{CELLS} x {CELLS} cells, {STEPS} steps: {centre:.6} at the centre, equal to one rank alone"
    ))
}

fn simulate<X: Transport>(ranks: &mut Comm<X>, cut: Sharding) -> Result<Plate, Box<dyn Error>> {
    let widths = [[1, 1], [1, 1]];
    let mut old: Plate = HaloTensor::zeros(ranks, cut.clone(), &widths, Edge::Fixed)?;
    let mut new: Plate = HaloTensor::zeros(ranks, cut, &widths, Edge::Fixed)?;
    // A hot square in the middle of a cold plate.
    let middle = CELLS / 2 - 60..CELLS / 2 + 60;
    old.update(|at, cell| {
        *cell = if at.iter().all(|at| middle.contains(at)) { 100.0 } else { 0.0 }
    })?;
    let [m, n] = [old.shape_of_block()[0] as usize, old.shape_of_block()[1] as usize];
    for _ in 0..STEPS {
        let exchange = old.start(ranks)?;
        // Cells of the block are 1..=m by 1..=n of the memory. The inner ones need no halo.
        step(&old, &mut new, 2..m, 2..n);
        old.finish(ranks, exchange)?;
        step(&old, &mut new, 1..2, 1..n + 1);
        step(&old, &mut new, m..m + 1, 1..n + 1);
        step(&old, &mut new, 2..m, 1..2);
        step(&old, &mut new, 2..m, n..n + 1);
        std::mem::swap(&mut old, &mut new);
    }
    Ok(old)
}

/// One step of explicit Euler in some rows and columns.
fn step(old: &Plate, new: &mut Plate, rows: Range<usize>, columns: Range<usize>) {
    let (old, mut new) = (old.view(), new.view_mut());
    for i in rows {
        for j in columns.clone() {
            let around = old[(i - 1, j)] + old[(i + 1, j)] + old[(i, j - 1)] + old[(i, j + 1)];
            *new.at_mut((i, j)) = old[(i, j)] + 0.2 * (around - 4.0 * old[(i, j)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use static_layout_mpi::Threads;

    #[test]
    fn four_ranks_compute_the_bits_of_one() {
        let texts = Threads::run(4, |ranks| heat(ranks).unwrap());
        assert!(texts[0].ends_with(", equal to one rank alone"), "{}", texts[0]);
    }
}
