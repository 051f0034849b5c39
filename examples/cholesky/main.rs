//! A factorisation by blocks: `cargo run --release --example cholesky`.
//!
//! [`cholesky`] cuts a matrix in four, and reads some parts while it writes others. The same blocks with loops by hand on a
//! slice are measured with it, in turns.

mod factor;

use std::time::{Duration, Instant};

use factor::{cholesky, cholesky_by_hand};
use static_layout::*;

/// A symmetric matrix whose diagonal is greater than the rest of its row.
fn matrix(n: usize) -> Vec<f64> {
    let entry = |i: usize, j: usize| ((i * j + i + j) % 17) as f64 / 17.0;
    (0..n * n).map(|k| entry(k / n, k % n) + if k / n == k % n { n as f64 } else { 0.0 }).collect()
}

fn view(data: &mut [f64], n: usize) -> ViewMut<'_, f64, factor::Rows> {
    ViewMut::new(data, layout!((n, n):(n, 1))).expect("n by n elements")
}

fn main() {
    let n = 1024;
    let a = matrix(n);
    let mut best = [Duration::MAX; 2];
    for _ in 0..20 {
        let (mut ours, mut by_hand) = (a.clone(), a.clone());
        let start = Instant::now();
        cholesky(&mut view(&mut ours, n));
        let middle = Instant::now();
        cholesky_by_hand(&mut by_hand, n);
        best = [best[0].min(middle - start), best[1].min(middle.elapsed())];
    }
    let ratio = best[1].as_secs_f64() / best[0].as_secs_f64();
    println!(
        "Cholesky of {n} by {n}, f64: {:.2?}, by hand {:.2?}, ratio {ratio:.2}",
        best[0], best[1]
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns one by one, without blocks.
    fn naive(a: &mut [f64], n: usize) {
        for j in 0..n {
            for i in j..n {
                let sum: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
                let x = a[i * n + j] - sum;
                a[i * n + j] = if i == j { x.sqrt() } else { x / a[j * n + j] };
            }
        }
    }

    #[test]
    fn blocks_have_the_factors_of_single_columns() {
        for n in [1, 2, 31, 32, 33, 64, 150, 200] {
            let mut expected = matrix(n);
            let (mut ours, mut by_hand) = (expected.clone(), expected.clone());
            naive(&mut expected, n);
            cholesky(&mut view(&mut ours, n));
            cholesky_by_hand(&mut by_hand, n);
            for (found, name) in [(ours, "quadrants"), (by_hand, "by hand")] {
                for (i, j) in (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))) {
                    let error = (found[i * n + j] - expected[i * n + j]).abs();
                    assert!(error < 1e-9, "{name}: {error} at ({i},{j}) of {n}");
                }
            }
        }
    }
}
