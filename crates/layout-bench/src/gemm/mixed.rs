//! Products of which one extent is known at run time only, beside the same with all of them static.

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::matmul;

use super::*;
use crate::buffer::Buffer;
use crate::measure::Side;

/// Rows, columns and depth where they are static.
const N: usize = 64;

pub(crate) fn run(bench: &Bench) {
    // The compiler shall not know.
    let n = black_box(N);
    macro_rules! cases {
        ($($order:ident)*) => { $(
            let all = || side("all static", layout!((64, 64):$order), layout!((64, 64):$order), layout!((64, 64):$order));
            let case = |name: &str, side: Side<'_>| {
                let name = format!("mixed/{name}/{}", stringify!($order));
                if bench.wants(&name) {
                    bench.compare(&name, 2.0 * (N as f64).powi(3), vec![side, all()]);
                }
            };
            case("rows", side("ours", layout!((n, 64):$order), layout!((64, 64):$order), layout!((n, 64):$order)));
            case("columns", side("ours", layout!((64, 64):$order), layout!((64, n):$order), layout!((64, n):$order)));
            case("depth", side("ours", layout!((64, n):$order), layout!((n, 64):$order), layout!((64, 64):$order)));
        )* };
    }
    cases!(col row);
}

/// The product of matrices of these layouts.
fn side<A: AnyLayout + 'static, B: AnyLayout + 'static, C: AnyLayout + 'static>(
    name: &'static str,
    a_layout: A,
    b_layout: B,
    c_layout: C,
) -> Side<'static> {
    let a = Buffer::from_fn(N * N, |i| f32::from(element(i)) / 4.0);
    let b = Buffer::from_fn(N * N, |i| f32::from(element(i + 1000)) / 4.0);
    let mut c = Buffer::<f32>::new(N * N);
    Side::new(name, move |times| {
        for _ in 0..times {
            let a = View::new(black_box(&a[..]), a_layout).expect("64 x 64 elements");
            let b = View::new(black_box(&b[..]), b_layout).expect("64 x 64 elements");
            let mut c = ViewMut::new(&mut c[..], c_layout).expect("64 x 64 elements");
            matmul(a, b, &mut c);
        }
    })
}
