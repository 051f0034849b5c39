//! CuTe's tutorial `sgemm_1` with this library: a product of matrices whose extents are run-time integers, by tiles and
//! shares of threads that the compiler knows.
//!
//! ```text
//! cargo run --release --example sgemm_1 [M N K]
//! ```
//!
//! Prints the largest error against the definition, and the speed on one thread. `layout-bench tutorial` compares with
//! the same loops written by hand.

mod gemm;

use std::process::ExitCode;
use std::time::Instant;

use gemm::gemm_nt;

fn main() -> ExitCode {
    let given: Result<Vec<usize>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let (m, n, k) = match given.as_deref() {
        Ok([]) => (256, 384, 64),
        Ok(&[m, n, k]) if m % 128 == 0 && n % 128 == 0 && k % 8 == 0 => (m, n, k),
        _ => {
            eprintln!("usage: sgemm_1 [M N K], M and N multiples of 128, K of 8");
            return ExitCode::FAILURE;
        }
    };
    let (error, seconds) = run((m, n, k));
    let speed = 2.0 * (m * n * k) as f64 / seconds / 1e9;
    println!("({m},{k}) by ({n},{k})^T: largest error {error:.1e}, {speed:.1} GFLOP/s");
    ExitCode::SUCCESS
}

/// The largest error of a product with gaps behind the columns, and its seconds.
fn run((m, n, k): (usize, usize, usize)) -> (f32, f64) {
    let (lda, ldb, ldc) = (m + 3, n + 5, m + 1);
    let element = |i: usize| (i * 37 % 17) as f32 / 17.0 - 0.5;
    let a: Vec<f32> = (0..lda * k).map(element).collect();
    let b: Vec<f32> = (0..ldb * k).map(|i| element(i + 5)).collect();
    let before: Vec<f32> = (0..ldc * n).map(|i| element(i + 11)).collect();
    let mut c = before.clone();
    let (alpha, beta) = (0.5, 2.0);
    let start = Instant::now();
    gemm_nt((m, n, k), alpha, (&a, lda), (&b, ldb), beta, (&mut c, ldc))
        .expect("the slices hold the matrices");
    let seconds = start.elapsed().as_secs_f64();
    let mut error = 0.0_f32;
    for j in 0..n {
        for i in 0..ldc {
            let product: f32 =
                (0..k).map(|p| a[(i + p * lda).min(lda * k - 1)] * b[j + p * ldb]).sum();
            // The gap behind a column is unchanged.
            let is_gap = i >= m;
            let expected = if is_gap {
                before[i + j * ldc]
            } else {
                alpha * product + beta * before[i + j * ldc]
            };
            error = error.max((c[i + j * ldc] - expected).abs());
        }
    }
    (error, seconds)
}

#[cfg(test)]
mod tests {
    use super::{gemm_nt, run};

    #[test]
    fn is_the_product() {
        for shape in [(128, 128, 8), (128, 256, 16), (256, 128, 40)] {
            assert!(run(shape).0 < 1e-5, "{shape:?}");
        }
    }

    /// Extents that are not multiples of the tiles are refused, by the divide.
    #[test]
    #[should_panic = "128 does not divide 200"]
    fn tiles_divide() {
        let (a, b, mut c) = (vec![0.0; 200 * 8], vec![0.0; 128 * 8], vec![0.0; 200 * 128]);
        _ = gemm_nt((200, 128, 8), 1.0, (&a, 200), (&b, 128), 0.0, (&mut c, 200));
    }

    /// A matrix that its slice cannot hold is refused.
    #[test]
    fn slices_hold_the_matrices() {
        let (a, mut c) = (vec![0.0; 128 * 8], vec![0.0; 128 * 128]);
        let short = &a[1..];
        assert!(gemm_nt((128, 128, 8), 1.0, (short, 128), (&a, 128), 0.0, (&mut c, 128)).is_err());
    }
}
