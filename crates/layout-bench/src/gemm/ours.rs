//! The products of `static-layout`.

use static_layout::*;
use static_layout_kernels::{gemm, matmul, par_gemm};

use super::*;
use crate::measure::Contender;

/// The product of a fixed size and order.
pub(crate) fn fixed(shape: Shape, order: MatrixOrder) -> MultiplyFn {
    macro_rules! functions {
        ($(($m:tt, $n:tt, $k:tt))*) => {
            match (shape, order) {
                $(
                    ([$m, $n, $k], MatrixOrder::ColumnMajor) => {
                        function!(layout!(($m, $k):col), layout!(($k, $n):col), layout!(($m, $n):col))
                    }
                    ([$m, $n, $k], MatrixOrder::RowMajor) => {
                        function!(layout!(($m, $k):row), layout!(($k, $n):row), layout!(($m, $n):row))
                    }
                )*
                _ => unreachable!("the shapes come from the same table"),
            }
        };
    }
    macro_rules! function {
        ($a:expr, $b:expr, $c:expr) => {{
            unsafe extern "C" fn multiply(a: *const f32, b: *const f32, c: *mut f32) {
                // SAFETY: the caller's matrices have these layouts.
                unsafe { multiply_views($a, a, $b, b, $c, c) }
            }
            multiply
        }};
    }
    shapes::shapes!(functions)
}

/// Multiplies with the instructions that are detected at run time, once for each product.
///
/// # Safety
/// `a`, `b` and `c` point to matrices of these layouts, and nothing else accesses that of `c`.
#[inline(always)]
unsafe fn multiply_views<A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a_layout: A,
    a: *const f32,
    b_layout: B,
    b: *const f32,
    c_layout: C,
    c: *mut f32,
) {
    // SAFETY: the caller promises matrices of these layouts, and exclusive access to that of `c`.
    let (a, b, mut c) = unsafe {
        (
            View::from_raw_parts(a, a_layout),
            View::from_raw_parts(b, b_layout),
            ViewMut::from_raw_parts(c, c_layout),
        )
    };
    matmul(a, b, &mut c);
}

/// The product of large square matrices with run-time extents.
pub(crate) fn large<'a, T: large::BenchElement>(
    n: usize,
    order: MatrixOrder,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    vec![match order {
        MatrixOrder::ColumnMajor => large_of(layout!((n, n):(1, n)), threads, a, b, c),
        MatrixOrder::RowMajor => large_of(layout!((n, n):(n, 1)), threads, a, b, c),
    }]
}

fn large_of<'a, T: large::BenchElement, L: AnyLayout + 'a>(
    layout: L,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Contender<'a> {
    let view = |data| View::new(data, layout).expect("a matrix of the case");
    let (a, b) = (view(a), view(b));
    let (zero, one) = (T::from(0), T::from(1));
    Contender::new("ours", move |times| {
        for _ in 0..times {
            // SAFETY: `c` points to a matrix of this layout, and no other contender is running.
            let mut c = unsafe { ViewMut::from_raw_parts(c, layout) };
            if threads == 1 {
                gemm(one, a, b, zero, &mut c);
            } else {
                par_gemm(one, a, b, zero, &mut c);
            }
        }
    })
}
