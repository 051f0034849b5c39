//! A product of matrices in blocks, as ScaLAPACK has them, on four threads: the program of the chapter on many machines.

use static_layout_mpi::sharding::{Mesh, Sharding, Split};
use static_layout_mpi::{Comm, DistTensor, Result, Threads, Transport, matmul};

/// What a rank holds of a matrix, with the layout `(?,?):(?,?)`: extents and strides are known at run time.
type Matrix = DistTensor<f64>;

pub(crate) fn main() -> Result<()> {
    // As processes: `product(&mut Mpi::start()?)`, with the feature `mpi`.
    Threads::run(4, product).into_iter().collect()
}

fn product<X: Transport>(ranks: &mut Comm<X>) -> Result<()> {
    let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    let blocks = |m, n, size| {
        let whole = Sharding::replicated(&mesh, &[m, n])?;
        whole.split(0, &["x"], Split::cyclic(size))?.split(1, &["y"], Split::cyclic(size))
    };

    // Rank 0 has a matrix, row-major, and deals it out.
    let numbers: Vec<f64> = (0..100 * 60).map(|k| (k % 7) as f64).collect();
    let given = (ranks.rank() == 0).then_some(&numbers[..]);
    let a = Matrix::scatter(ranks, 0, given, blocks(100, 60, 16)?)?;
    // In other blocks.
    let a: Matrix = a.redistribute(ranks, blocks(100, 60, 24)?)?;
    // Each rank makes its part of B.
    let b = Matrix::from_fn(ranks, blocks(60, 80, 24)?, |at| (at[0] - at[1]) as f64)?;
    let mut c = Matrix::zeros(ranks, blocks(100, 80, 24)?)?;
    matmul(ranks, &a, &b, &mut c)?;

    // The whole product, row-major, on rank 0.
    if let Some(c) = c.gather(ranks, 0)? {
        let last: f64 = (0..60).map(|k| numbers[99 * 60 + k] * (k as f64 - 79.0)).sum();
        assert_eq!(c[99 * 80 + 79], last);
        println!("the last element is {last}");
    }
    Ok(())
}
