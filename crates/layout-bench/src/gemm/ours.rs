//! The products of `static-layout`.

use static_layout::*;
#[cfg(target_arch = "x86_64")]
use static_layout_kernels::simd::{Avx2, Avx512};
use static_layout_kernels::simd::{Machine, Portable};
use static_layout_kernels::{gemm_on, matmul, par_gemm};

use super::*;
use crate::measure::Contender;
use crate::native::{hidden, limits, widest};

/// The product of a fixed size and order with the instructions of each machine token, which `matmul` chooses at each call.
pub(crate) fn fixed<'a, T: BenchElement>(
    shape: Shape,
    order: MatrixOrder,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    let on = |(machine, limit)| fixed_on(machine, limit, shape, order, a, b, c);
    limits().into_iter().map(on).collect()
}

/// The product of a fixed size and order after the machine is limited to a token.
fn fixed_on<'a, T: BenchElement>(
    machine: &'static str,
    limit: fn(),
    shape: Shape,
    order: MatrixOrder,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Contender<'a> {
    macro_rules! contenders {
        ($(($m:tt, $n:tt, $k:tt))*) => {
            match (shape, order) {
                $(
                    ([$m, $n, $k], MatrixOrder::ColumnMajor) => contender!($m $n $k col),
                    ([$m, $n, $k], MatrixOrder::RowMajor) => contender!($m $n $k row),
                )*
                _ => unreachable!("the shapes come from the same table"),
            }
        };
    }
    macro_rules! contender {
        ($m:tt $n:tt $k:tt $order:tt) => {{
            Contender::ours(machine, move |times| {
                limit();
                for _ in 0..times {
                    let [a, b, c] = [a.as_ptr().cast_mut(), b.as_ptr().cast_mut(), c].map(hidden);
                    // SAFETY: the matrices have these layouts, and nothing else accesses the matrix of `c` while a
                    // contender runs.
                    let (a, b, mut c) = unsafe {
                        (
                            View::from_raw_parts(a, layout!(($m, $k):$order)),
                            View::from_raw_parts(b, layout!(($k, $n):$order)),
                            ViewMut::from_raw_parts(c, layout!(($m, $n):$order)),
                        )
                    };
                    matmul(a, b, &mut c);
                }
            })
        }};
    }
    shapes::shapes!(contenders)
}

/// The product of large matrices with run-time extents: on one thread with the instructions of each machine
/// token, on several threads with the instructions that are chosen at run time.
pub(crate) fn large<'a, T: BenchElement>(
    [m, n, k]: Shape,
    order: MatrixOrder,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    macro_rules! of {
        ($by:ident) => {
            large_of(layout!((m, k):$by), layout!((k, n):$by), layout!((m, n):$by), threads, a, b, c)
        };
    }
    match order {
        MatrixOrder::ColumnMajor => of!(col),
        MatrixOrder::RowMajor => of!(row),
    }
}

fn large_of<'a, T: BenchElement, L: AnyLayout + 'a>(
    a_layout: L,
    b_layout: L,
    c_layout: L,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    let view = |data, layout| View::new(data, layout).expect("a matrix of the case");
    let (a, b) = (view(a, a_layout), view(b, b_layout));
    // SAFETY: `c` points to a matrix of this layout, and one contender runs at a time.
    let c = move || unsafe { ViewMut::from_raw_parts(c, c_layout) };
    if threads > 1 {
        return vec![Contender::ours(widest(), move |times| {
            (0..times).for_each(|_| par_gemm(T::ONE, a, b, T::ZERO, &mut c()));
        })];
    }
    macro_rules! on {
        ($machine:expr) => {{
            let machine = $machine;
            Contender::ours(name_of(machine), move |times| {
                (0..times).for_each(|_| gemm_on(machine, T::ONE, a, b, T::ZERO, &mut c()));
            })
        }};
    }
    let mut sides = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        sides.extend(Avx512::detect().map(|machine| on!(machine)));
        sides.extend(Avx2::detect().map(|machine| on!(machine)));
    }
    if sides.is_empty() {
        sides.push(on!(Portable));
    }
    sides
}

fn name_of<M: Machine>(_: M) -> &'static str {
    M::NAME
}
