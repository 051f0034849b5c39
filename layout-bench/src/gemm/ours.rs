//! This crate's side. Everything else of the program is indifferent to how it multiplies.

use static_layout::*;

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

/// The product of large square matrices; nothing until there is a kernel.
pub(crate) fn large<'a, T: large::Element>(
    _size: usize,
    _order: Order,
    _threads: usize,
    _a: &'a [T],
    _b: &'a [T],
    _c: *mut T,
) -> Vec<Side<'a>> {
    Vec::new()
}
