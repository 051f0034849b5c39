//! Classifies handwritten digits by one product on four ranks: the images by their transpose. Each rank has a block of
//! both.
//!
//! ```text
//! cargo run --release -p static-layout-mpi --example digits                        # four threads
//! cargo build --release -p static-layout-mpi --features mpi --example digits && mpirun -n 4 target/release/examples/digits
//! ```
//!
//! Rank 0 reads the images and deals them to all. Each rank finds, for its rows of the product and its columns, the nearest
//! other image by `|a - b|^2 = G(a,a) + G(b,b) - 2 G(a,b)`; the ranks of a row of the mesh compare theirs by a reduction.

mod common;

use std::error::Error;

use layout_core::sharding::{Mesh, Reduce, Sharding, Split};
use static_layout::{Layout, View, layout};
use static_layout_mpi::{Comm, DistTensor, Transport, matmul};

type Rows = Layout!((?, ?):(?, 1));
type Columns = Layout!((?, ?):(1, ?));
type Matrix = DistTensor<f32, Rows>;

const IMAGES: &[u8] = include_bytes!("../../../examples/data/digits.npy");
const LABELS: &[u8] = include_bytes!("../../../examples/data/digits_labels.npy");

fn main() -> std::process::ExitCode {
    common::on_four_ranks(classify, classify)
}

fn classify<X: Transport>(ranks: &mut Comm<X>) -> Result<String, Box<dyn Error>> {
    // The header of version 1 of the format: 10 bytes, and as many more as the last two of them state.
    let elements =
        |file: &'static [u8]| &file[10 + usize::from(u16::from_le_bytes([file[8], file[9]]))..];
    let labels = elements(LABELS);
    let m = labels.len();
    let mesh = Mesh::new(&[("rows", 2), ("columns", 2)])?;
    let blocks = |shape: [i64; 2]| {
        let whole = Sharding::replicated(&mesh, &shape)?;
        whole.split(0, &["rows"], Split::Block)?.split(1, &["columns"], Split::Block)
    };
    let images: Option<Vec<f32>> = (ranks.rank() == 0).then(|| {
        elements(IMAGES).chunks(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect()
    });
    let a: Matrix = DistTensor::scatter(ranks, 0, images.as_deref(), blocks([m as i64, 64])?)?;

    // The transpose has the columns of A as its rows; the product needs them cut as the rows of C.
    let b: Matrix = DistTensor::redistribute(&a, ranks, a.sharding().clone())?;
    let b: DistTensor<f32, Columns> = b.transpose()?;
    let mut products: Matrix = DistTensor::zeros(ranks, blocks([m as i64, m as i64])?)?;
    matmul(ranks, &a, &b, &mut products)?;

    // The norms, the diagonal of the product, are whole on every rank after a sum: all others give 0.
    let everywhere = Sharding::replicated(&mesh, &[m as i64, 1])?;
    let terms = everywhere.clone().partial(&["rows", "columns"], Reduce::Sum)?;
    let mut norms: Matrix = DistTensor::zeros(ranks, terms)?;
    products.update(|at, product| {
        if at[0] == at[1] {
            norms.elements_mut()[at[0] as usize] = *product;
        }
    })?;
    let norms: Matrix = norms.reduce(ranks, everywhere.clone())?;

    // The nearest image among the columns of this rank: the least distance, then the least number.
    let far =
        Sharding::replicated(&mesh, &[m as i64, 1])?.partial(&["rows", "columns"], Reduce::Min)?;
    let mut nearest = DistTensor::<u64, Rows>::from_fn(ranks, far, |_| u64::MAX)?;
    products.update(|at, product| {
        let [a, b] = [at[0] as usize, at[1] as usize];
        if a != b {
            let distance = norms.elements()[a] + norms.elements()[b] - 2.0 * *product;
            // Distances of whole pixels are whole and below 2^24; as bits they are in order.
            let key = u64::from(distance.max(0.0).to_bits()) << 32 | b as u64;
            let best = &mut nearest.elements_mut()[a];
            *best = key.min(*best);
        }
    })?;
    let nearest: DistTensor<u64, Rows> = nearest.reduce(ranks, everywhere)?;
    let found = View::new(nearest.elements(), layout!((m, 1):(1, 1)))?;
    let correct = (0..m)
        .filter(|&a| labels[(found[(a, 0)] & u64::from(u32::MAX)) as usize] == labels[a])
        .count();
    let percent = 100.0 * correct as f64 / m as f64;
    Ok(format!(
        "leave-one-out nearest neighbour on {} ranks: {correct} of {m} ({percent:.2} %)",
        ranks.size()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use static_layout_mpi::Threads;

    #[test]
    fn digits_are_classified_as_on_one_rank() {
        // The number of the example `sgemm` of the repository.
        for text in Threads::run(4, |ranks| classify(ranks).unwrap()) {
            assert_eq!(text, "leave-one-out nearest neighbour on 4 ranks: 1776 of 1797 (98.83 %)");
        }
    }
}
