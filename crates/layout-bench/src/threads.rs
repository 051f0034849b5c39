//! Products, copies and functions of elements on all threads of the pool, compared with the same call on one thread.

use static_layout::*;
use static_layout_kernels::{
    Convolution, convolve2d_with, copy, fill, gemm, par_convolve2d_with, par_copy, par_fill,
    par_gemm, par_transform, transform,
};

use crate::buffer::AlignedBuffer;
use crate::gemm::THIN;
use crate::measure::{Bench, Contender};
use crate::native::widest;

/// The extents of square products, next to the thin ones.
const SQUARE_PRODUCTS: [usize; 3] = [300, 512, 1000];

/// The rows and columns of the matrices of the other cases.
const SQUARES: [usize; 3] = [512, 1024, 2048];

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    for shape @ [m, n, k] in THIN.into_iter().chain(SQUARE_PRODUCTS.map(|n| [n; 3])) {
        for (order, is_row) in [("col", false), ("row", true)] {
            let name = format!("threads/gemm/f32/{m}x{n}x{k}/{order}");
            if bench.wants(&name) {
                product(bench, &name, shape, is_row);
            }
        }
    }
    for shape in CONVOLUTIONS {
        convolution(bench, shape);
    }
    for n in SQUARES {
        let (row, col) = (layout!((n, n):(n, 1)), layout!((n, n):(1, n)));
        let mut a = AlignedBuffer::<f32>::new(n * n);
        a.fill(0.5);
        let mut c = AlignedBuffer::<f32>::new(n * n);
        let (a, c) = (View::new(&a[..], row).expect("a square"), c.as_mut_ptr());
        // SAFETY: `c` points to a square of these layouts, and one contender runs at a time.
        let to_row = move || unsafe { ViewMut::from_raw_parts(c, row) };
        // SAFETY: as above.
        let to_col = move || unsafe { ViewMut::from_raw_parts(c, col) };
        let f = |x: f32| x * 0.5 + 1.0;
        let two_sides = (2 * n * n * size_of::<f32>()) as f64;
        compare(
            bench,
            &format!("threads/copy/f32/{n}"),
            two_sides,
            || copy(a, &mut to_row()),
            || par_copy(a, &mut to_row()),
        );
        compare(
            bench,
            &format!("threads/transpose/f32/{n}"),
            two_sides,
            || copy(a, &mut to_col()),
            || par_copy(a, &mut to_col()),
        );
        compare(
            bench,
            &format!("threads/transform/f32/{n}"),
            two_sides,
            || transform(a, &mut to_row(), f),
            || par_transform(a, &mut to_row(), f),
        );
        compare(
            bench,
            &format!("threads/fill/f32/{n}"),
            two_sides / 2.0,
            || fill(&mut to_row(), 1.0),
            || par_fill(&mut to_row(), 1.0),
        );
    }
}

/// Image, window, channels and results of convolutions.
const CONVOLUTIONS: [[usize; 4]; 3] = [[56, 3, 64, 64], [28, 3, 128, 128], [112, 3, 16, 32]];

/// A convolution of rows of channels, with a result for each element of the image.
fn convolution(bench: &Bench, [n, window, channels, results]: [usize; 4]) {
    let name = format!("threads/convolve/f32/{n}x{n}x{channels}/{results}");
    let image = AlignedBuffer::from_fn(n * n * channels, |i| (i % 9) as f32 / 4.0);
    let places = window * window * channels;
    let filter = AlignedBuffer::from_fn(places * results, |i| (i % 7) as f32 / 4.0);
    let mut to = AlignedBuffer::<f32>::new(n * n * results);
    let image = View::new(&image[..], layout!((n, n, channels):row)).expect("an image");
    let filter = View::new(&filter[..], layout!((window, window, channels, results):row));
    let filter = filter.expect("a filter");
    let to = to.as_mut_ptr();
    // SAFETY: `to` points to as many elements, and one contender runs at a time.
    let to = move || unsafe { ViewMut::from_raw_parts(to, layout!((n, n, results):row)) };
    let how = Convolution { padding: [window / 2; 2], ..Convolution::default() };
    compare(
        bench,
        &name,
        2.0 * (n * n * places * results) as f64,
        || convolve2d_with(how, image, filter, &mut to()),
        || par_convolve2d_with(how, image, filter, &mut to()),
    );
}

/// A product of run-time extents.
fn product(bench: &Bench, name: &str, [m, n, k]: [usize; 3], is_row: bool) {
    let a = AlignedBuffer::from_fn(m * k, |i| (i % 9) as f32 / 4.0);
    let b = AlignedBuffer::from_fn(k * n, |i| (i % 7) as f32 / 4.0);
    let mut c = AlignedBuffer::<f32>::new(m * n);
    let layout = |m, n| Layout::new((m, n), if is_row { (n, 1) } else { (1, m) });
    let view = |data, layout| View::new(data, layout).expect("a matrix of the case");
    let (a, b, c) = (view(&a[..], layout(m, k)), view(&b[..], layout(k, n)), c.as_mut_ptr());
    // SAFETY: `c` points to a matrix of this layout, and one contender runs at a time.
    let to = move || unsafe { ViewMut::from_raw_parts(c, layout(m, n)) };
    compare(
        bench,
        name,
        2.0 * (m * n * k) as f64,
        || gemm(1.0, a, b, 0.0, &mut to()),
        || par_gemm(1.0, a, b, 0.0, &mut to()),
    );
}

/// Compares a function on all threads with the function on one.
fn compare(bench: &Bench, name: &str, work: f64, one: impl Fn(), all: impl Fn()) {
    if !bench.wants(name) {
        return;
    }
    let sides = vec![
        Contender::ours(widest(), |times| (0..times).for_each(|_| all())),
        Contender::new("one thread", |times| (0..times).for_each(|_| one())),
    ];
    bench.compare(name, work, sides);
}
