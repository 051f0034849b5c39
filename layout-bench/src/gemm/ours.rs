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
                unsafe { naive($a, a, $b, b, $c, c) }
            }
            multiply
        }};
    }
    shapes::shapes!(functions)
}

/// The definition, until there is a kernel.
unsafe fn naive<A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a_layout: A,
    a: *const f32,
    b_layout: B,
    b: *const f32,
    c_layout: C,
    c: *mut f32,
) {
    for j in 0..c_layout.mode::<1>().size() {
        for i in 0..c_layout.mode::<0>().size() {
            let mut sum = 0.0;
            for l in 0..a_layout.mode::<1>().size() {
                // SAFETY: the coordinates are inside the matrices, which have these layouts.
                unsafe { sum += *a.add(a_layout.index((i, l))) * *b.add(b_layout.index((l, j))) };
            }
            // SAFETY: as above.
            unsafe { *c.add(c_layout.index((i, j))) = sum };
        }
    }
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
