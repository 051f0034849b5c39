//! Multiplies matrices from `.npy` files: extents known when the program runs, tiles when it is compiled.
//!
//! ```text
//! cargo run --release --example sgemm                    # the digits by their transpose
//! cargo run --release --example sgemm -- A.npy B.npy     # a user's own matrices, `<f4`
//! ```
//!
//! Prints the layouts used, the largest error against the `matrixmultiply` crate on the same data and both speeds,
//! single-threaded; the speed on two threads and more, up to all; for the digits, how many have the label of their
//! nearest neighbour, found from the product of the images with each other.

mod knn;
mod npy;
mod product;

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use static_layout::*;

use product::Matrix;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let result = match &arguments[..] {
        [] => digits(),
        [a, b] => files(Path::new(a), Path::new(b)),
        _ => Err("usage: sgemm [A.npy B.npy]".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sgemm: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Multiplies the images by their transpose, and prints what the product shows about the labels.
fn digits() -> Result<()> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
    let images = Loaded::read(&data.join("digits.npy"))?;
    let labels = read::<u8>(&data.join("digits_labels.npy"))?.data;
    let m = images.rows;
    if (images.columns, images.fortran_order, labels.len()) != (64, false, m) {
        return Err("the digits are not a row-major m x 64 matrix with m labels".into());
    }
    let data = &images.data[..];
    let a = Matrix { data, layout: layout!((m, 64):(64, 1)) };
    let b = Matrix { data, layout: layout!((64, m):(1, 64)) };
    let products = report(a, b)?;
    let correct = knn::leave_one_out(&products, &labels)?;
    let percent = 100.0 * correct as f64 / m as f64;
    writeln!(io::stdout(), "leave-one-out nearest neighbour: {correct} of {m} ({percent:.2} %)")?;
    Ok(())
}

/// Multiplies the matrices of two files.
fn files(a: &Path, b: &Path) -> Result<()> {
    let (left, right) = (Loaded::read(a)?, Loaded::read(b)?);
    if left.columns != right.rows {
        return Err(format!(
            "the inner extents differ: {} is {} x {}, {} is {} x {}: {} is not {}",
            a.display(),
            left.rows,
            left.columns,
            b.display(),
            right.rows,
            right.columns,
            left.columns,
            right.rows
        )
        .into());
    }
    report(left.matrix()?, right.matrix()?)?;
    Ok(())
}

/// A matrix as it lies in its file.
struct Loaded {
    rows: usize,
    columns: usize,
    fortran_order: bool,
    data: Vec<f32>,
}

/// Nothing is known before the file is read.
type Runtime = Layout!((?, ?):(?, ?));

impl Loaded {
    fn read(path: &Path) -> Result<Self> {
        let npy::Array { shape, fortran_order, data } = read(path)?;
        let (path, tuple) = (path.display(), npy::Tuple(&shape));
        match shape[..] {
            [0, _] | [_, 0] => Err(format!("{path}: shape {tuple} has no elements").into()),
            [rows, columns] => Ok(Self { rows, columns, fortran_order, data }),
            _ => Err(format!("{path}: shape {tuple} is not that of a matrix").into()),
        }
    }

    /// Row-major or column-major: the strides are run-time integers.
    fn matrix(&self) -> Result<Matrix<'_, Runtime>> {
        let Self { rows, columns, .. } = *self;
        let strides = if self.fortran_order { (1, rows) } else { (columns, 1) };
        Ok(Matrix { data: &self.data, layout: Layout::try_new((rows, columns), strides)? })
    }
}

fn read<T: npy::Element>(path: &Path) -> Result<npy::Array<T>> {
    npy::read(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Multiplies, compares with `matrixmultiply`, and prints; returns the product, row-major.
fn report<A: AnyLayout, B: AnyLayout>(a: Matrix<'_, A>, b: Matrix<'_, B>) -> Result<Vec<f32>> {
    let ([m, k], [_, n]) = (extents(a.layout), extents(b.layout));
    let all = thread::available_parallelism()?.get();
    let mut out = io::stdout().lock();
    writeln!(out, "layouts (_8 is known to the compiler, 8 is not)")?;
    writeln!(out, "{}", product::describe(a.layout, b.layout)?)?;

    // One thread, two, four, and so on up to all threads.
    let mut sides: Vec<Side> = Vec::new();
    for threads in (0..).map(|i| 1 << i).take_while(|&threads| threads < all).chain([all]) {
        sides.push(Side { threads, product: zeros(m, n)?, best: Duration::MAX });
    }
    let (mut theirs, mut their_best) = (zeros(m, n)?, Duration::MAX);
    let begun = Instant::now();
    // The sides take turns, so all meet the same load; the first turn warms the caches.
    while their_best == Duration::MAX || begun.elapsed() < TIMED {
        for Side { threads, product, best } in &mut sides {
            let start = Instant::now();
            product::multiply(a, b, product, *threads)?;
            *best = start.elapsed().min(*best);
        }
        let start = Instant::now();
        reference(a, b, &mut theirs);
        their_best = start.elapsed().min(their_best);
    }
    let difference =
        |(x, y): (&f32, &f32)| if x.to_bits() == y.to_bits() { 0.0 } else { (x - y).abs() };
    let differences =
        sides.iter().flat_map(|side| side.product.iter().zip(&theirs).map(difference));
    let error = differences.max_by(f32::total_cmp).unwrap_or(0.0);
    let work = 2.0 * m as f64 * k as f64 * n as f64;
    let speed = |time: Duration| work / time.as_secs_f64() / 1e9;
    let ours = sides.remove(0);
    let (one, reference) = (speed(ours.best), speed(their_best));
    writeln!(out, "{m} x {k} by {k} x {n}, one thread, best of the turns in {TIMED:?}")?;
    writeln!(out, "  {:<24} {one:.1} GFLOP/s", "gemm of the library")?;
    writeln!(out, "  {:<24} {reference:.1} GFLOP/s", "matrixmultiply")?;
    writeln!(out, "  {:<24} {:.2}", "ratio", one / reference)?;
    writeln!(out, "  {:<24} {error}", "largest error")?;
    for Side { threads, best, .. } in sides {
        let (speed, times) = (speed(best), speed(best) / one);
        writeln!(
            out,
            "  {:<24} {speed:.1} GFLOP/s, {times:.2} times one",
            format!("{threads} threads")
        )?;
    }
    Ok(ours.product)
}

/// The product on a number of threads, and its best time.
struct Side {
    threads: usize,
    product: Vec<f32>,
    best: Duration,
}

/// How long to measure.
const TIMED: Duration = Duration::from_millis(500);

/// The extents of a matrix.
fn extents<L: AnyLayout>(layout: L) -> [usize; 2] {
    [layout.mode::<0>().size(), layout.mode::<1>().size()]
}

/// An `m x n` matrix, if there is memory for it.
fn zeros(m: usize, n: usize) -> Result<Vec<f32>> {
    let too_large = || format!("there is no memory for a product of {m} x {n}");
    let mut data = Vec::new();
    data.try_reserve_exact(m.checked_mul(n).ok_or_else(too_large)?).map_err(|_| too_large())?;
    data.resize(m * n, 0.0);
    Ok(data)
}

/// The product by the `matrixmultiply` crate.
fn reference<A: AnyLayout, B: AnyLayout>(a: Matrix<'_, A>, b: Matrix<'_, B>, c: &mut [f32]) {
    let ([m, k], [inner, n]) = (extents(a.layout), extents(b.layout));
    assert!(k == inner && c.len() == m * n);
    assert!(a.layout.cosize() <= a.data.len() && b.layout.cosize() <= b.data.len());
    let (c_rows, a_strides, b_strides) = (n as isize, strides(a.layout), strides(b.layout));
    // SAFETY: these extents and strides belong to the layouts, whose elements lie in their slices, as was just checked;
    // the elements of `c` are its `m * n`.
    unsafe {
        matrixmultiply::sgemm(
            m,
            k,
            n,
            1.0,
            a.data.as_ptr(),
            a_strides[0],
            a_strides[1],
            b.data.as_ptr(),
            b_strides[0],
            b_strides[1],
            0.0,
            c.as_mut_ptr(),
            c_rows,
            1,
        );
    }
}

/// The distances between elements one row apart and one column apart.
fn strides<L: AnyLayout>(layout: L) -> [isize; 2] {
    [layout.offset((1, 0)), layout.offset((0, 1))]
}
