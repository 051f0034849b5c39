//! Products with one run-time extent, compared with the products of static extents.

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::matmul;

use super::*;
use crate::buffer::AlignedBuffer;
use crate::measure::Contender;
use crate::native::widest;

/// All three extents.
const N: usize = 64;

pub(crate) fn run(bench: &Bench) {
    // Hides the extent from the compiler.
    let n = black_box(N);
    macro_rules! cases {
        ($($order:ident)*) => { $(
            let all = || side(true, layout!((64, 64):$order), layout!((64, 64):$order), layout!((64, 64):$order));
            let case = |name: &str, side: Contender<'_>| {
                let name = format!("mixed/{name}/{}", stringify!($order));
                if bench.wants(&name) {
                    bench.compare(&name, 2.0 * (N as f64).powi(3), vec![side, all()]);
                }
            };
            case("rows", side(false, layout!((n, 64):$order), layout!((64, 64):$order), layout!((n, 64):$order)));
            case("columns", side(false, layout!((64, 64):$order), layout!((64, n):$order), layout!((64, n):$order)));
            case("depth", side(false, layout!((64, n):$order), layout!((n, 64):$order), layout!((64, 64):$order)));
        )* };
    }
    cases!(col row);
}

/// A contender that multiplies matrices of these layouts: ours, or the peer if all layouts are static.
fn side<A: AnyLayout + 'static, B: AnyLayout + 'static, C: AnyLayout + 'static>(
    is_static: bool,
    a_layout: A,
    b_layout: B,
    c_layout: C,
) -> Contender<'static> {
    let a = AlignedBuffer::from_fn(N * N, |i| f32::from(element(i)) / 4.0);
    let b = AlignedBuffer::from_fn(N * N, |i| f32::from(element(i + 1000)) / 4.0);
    let mut c = AlignedBuffer::<f32>::new(N * N);
    let run = move |times| {
        for _ in 0..times {
            let a = View::new(black_box(&a[..]), a_layout).expect("64 x 64 elements");
            let b = View::new(black_box(&b[..]), b_layout).expect("64 x 64 elements");
            let mut c = ViewMut::new(&mut c[..], c_layout).expect("64 x 64 elements");
            matmul(a, b, &mut c);
        }
    };
    if is_static { Contender::new("all static", run) } else { Contender::ours(widest(), run) }
}
