//! Products of `bf16` into `f32`, row-major, of run-time extents: compared with this library's exact products of `bf16` and of
//! `f32`, and with oneDNN.

use std::hint::black_box;

use half::bf16;
use static_layout::*;
use static_layout_kernels::{gemm_bf16, matmul};

use super::element;
use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::limits_with_tiles;

/// The extents M, N and K of each case.
const SHAPES: [[usize; 3]; 12] = [
    [16, 16, 16],
    [24, 24, 24],
    [32, 32, 32],
    [64, 64, 64],
    [128, 128, 128],
    [200, 200, 200],
    [256, 256, 256],
    [512, 512, 512],
    [1000, 1000, 1000],
    [1024, 1024, 1024],
    [4, 1024, 1024],
    [1024, 8, 1024],
];

pub(crate) fn run(bench: &Bench) {
    for shape in SHAPES {
        let [m, n, k] = shape;
        let name = format!("bf16/{m}x{n}x{k}");
        if bench.wants(&name) {
            case(bench, &name, shape);
        }
    }
}

fn case(bench: &Bench, name: &str, [m, n, k]: [usize; 3]) {
    let number = |i: usize| f32::from(element(i)) / 4.0;
    let (wide_a, wide_b) =
        (AlignedBuffer::from_fn(m * k, number), AlignedBuffer::from_fn(k * n, |i| number(i + 5)));
    let narrow = |x: &[f32]| AlignedBuffer::from_fn(x.len(), |i| bf16::from_f32(x[i]));
    let (a, b) = (narrow(&wide_a), narrow(&wide_b));
    let mut c = AlignedBuffer::<f32>::new(m * n);
    let (a, b, c) = (&a[..], &b[..], c.as_mut_ptr());
    let (wide_a, wide_b) = (&wide_a[..], &wide_b[..]);
    let rows = move |rows: usize, columns: usize| Layout::new((rows, columns), (columns, 1_usize));
    let mut sides = Vec::new();
    /// A function that multiplies two matrices so many times.
    macro_rules! run {
        ($limit:expr, $x:ident $y:ident, |$a:ident, $b:ident, $c:ident| $product:expr) => {
            move |times: usize| {
                $limit();
                for _ in 0..times {
                    let [m, n, k] = black_box([m, n, k]);
                    // SAFETY: the buffers hold the elements of these layouts, and one contender runs at a time.
                    let ($a, $b, $c) = unsafe {
                        (
                            View::from_raw_parts($x.as_ptr(), rows(m, k)),
                            View::from_raw_parts($y.as_ptr(), rows(k, n)),
                            &mut ViewMut::from_raw_parts(c, rows(m, n)),
                        )
                    };
                    $product;
                }
            }
        };
    }
    let limits = limits_with_tiles();
    for &(machine, limit) in &limits {
        let run = run!(limit, a b, |a, b, c| gemm_bf16(1.0, a, b, 0.0, c));
        sides.push(Contender::ours(machine, run));
    }
    let limit = limits[0].1;
    sides.push(Contender::new("exact", run!(limit, a b, |a, b, c| matmul(a, b, c))));
    sides.push(Contender::new("f32", run!(limit, wide_a wide_b, |a, b, c| matmul(a, b, c))));
    #[cfg(onednn)]
    let product = onednn::Product::new([m, n, k], a, b, c);
    #[cfg(onednn)]
    sides.push(Contender::new("oneDNN", move |times| (0..times).for_each(|_| product.multiply())));
    let mut expected: Option<Vec<f32>> = None;
    for side in &mut sides {
        // SAFETY: `c` points to the `m * n` elements of the buffer above, and no contender is running.
        let c = unsafe { std::slice::from_raw_parts_mut(c, m * n) };
        c.fill(-1.0);
        side.once();
        let equal = expected.get_or_insert_with(|| c.to_vec()) == c;
        assert!(equal, "{name}: {} does not compute the product of the first", side.name());
    }
    bench.compare(name, 2.0 * (m * n * k) as f64, sides);
}

#[cfg(onednn)]
mod onednn {
    use half::bf16;
    use std::ffi::{c_long, c_void};

    unsafe extern "C" {
        fn onednn_bf16(
            m: c_long,
            n: c_long,
            k: c_long,
            a: *const bf16,
            b: *const bf16,
            c: *mut f32,
        ) -> *mut c_void;
        fn onednn_multiply(product: *mut c_void);
        fn onednn_free_product(product: *mut c_void);
    }

    /// A product of three row-major matrices.
    pub(super) struct Product(*mut c_void);

    impl Product {
        pub(super) fn new([m, n, k]: [usize; 3], a: &[bf16], b: &[bf16], c: *mut f32) -> Self {
            assert!(a.len() == m * k && b.len() == k * n);
            let [m, n, k] = [m, n, k].map(|extent| extent as c_long);
            // SAFETY: the matrices have these extents, and stay until the product is dropped.
            Self(unsafe { onednn_bf16(m, n, k, a.as_ptr(), b.as_ptr(), c) })
        }
        pub(super) fn multiply(&self) {
            // SAFETY: `new` has made the product.
            unsafe { onednn_multiply(self.0) }
        }
    }

    impl Drop for Product {
        fn drop(&mut self) {
            // SAFETY: `new` has made the product, which nobody uses any more.
            unsafe { onednn_free_product(self.0) }
        }
    }
}
