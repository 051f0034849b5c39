//! This crate's side. Everything else of the program is indifferent to how it multiplies.

use static_layout::*;
use static_layout_kernels::{gemm, matmul, par_gemm};

use super::*;
use crate::measure::Side;

/// The function for a fixed size and order.
pub(crate) fn fixed(shape: Shape, order: Order) -> Multiply {
    macro_rules! functions {
        ($(($m:tt, $n:tt, $k:tt))*) => {
            match (shape, order) {
                $(
                    ([$m, $n, $k], Order::ColumnMajor) => {
                        function!(layout!(($m, $k):col), layout!(($k, $n):col), layout!(($m, $n):col))
                    }
                    ([$m, $n, $k], Order::RowMajor) => {
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

/// The kernel on the instructions that are found when the program runs, one look a product.
#[inline(always)]
unsafe fn multiply_views<A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a_layout: A,
    a: *const f32,
    b_layout: B,
    b: *const f32,
    c_layout: C,
    c: *mut f32,
) {
    // SAFETY: the caller's matrices have these layouts, and C is no other's.
    let (a, b, mut c) = unsafe {
        (
            View::from_raw_parts(a, a_layout),
            View::from_raw_parts(b, b_layout),
            ViewMut::from_raw_parts(c, c_layout),
        )
    };
    matmul(a, b, &mut c);
}

/// The product of large square matrices whose sizes are known when the program runs.
pub(crate) fn large<'a, T: large::Element>(
    n: usize,
    order: Order,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Side<'a>> {
    vec![match order {
        Order::ColumnMajor => large_of(layout!((n, n):(1, n)), threads, a, b, c),
        Order::RowMajor => large_of(layout!((n, n):(n, 1)), threads, a, b, c),
    }]
}

fn large_of<'a, T: large::Element, L: AnyLayout + 'a>(
    layout: L,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Side<'a> {
    let view = |data| View::new(data, layout).expect("a matrix of the case");
    let (a, b) = (view(a), view(b));
    let (zero, one) = (T::from(0), T::from(1));
    Side::new("ours", move |times| {
        for _ in 0..times {
            // SAFETY: `c` is a matrix of this layout, and no other side is running.
            let mut c = unsafe { ViewMut::from_raw_parts(c, layout) };
            if threads == 1 {
                gemm(one, a, b, zero, &mut c);
            } else {
                par_gemm(one, a, b, zero, &mut c);
            }
        }
    })
}
