//! `D = max(A B + bias, 0) + residual` in one call and in two, which store `A B`.

use static_layout::*;
use static_layout_kernels::{combine_all, matmul, matmul_epilogue};

use super::*;
use crate::buffer::AlignedBuffer;
use crate::measure::Contender;
use crate::native::widest;

/// The extents M, N and K: A is M by K, B is K by N.
const EXTENTS: [[usize; 3]; 9] = [
    [64, 64, 64],
    [256, 256, 256],
    [512, 512, 512],
    [1024, 1024, 1024],
    [2048, 2048, 32],
    [2048, 2048, 128],
    [2048, 2048, 512],
    [16384, 256, 64],
    [65536, 128, 32],
];

pub(crate) fn run(bench: &Bench) {
    for extents in EXTENTS {
        for order in MatrixOrder::ALL {
            compare(bench, extents, order);
        }
    }
}

fn compare(bench: &Bench, [m, n, k]: [usize; 3], order: MatrixOrder) {
    let name = format!("epilogue/f32/{m}x{n}x{k}/{}", order.name());
    if !bench.wants(&name) {
        return;
    }
    let layout = |rows: usize, columns: usize| {
        let [down, across] = order.strides(rows, columns);
        layout!((rows, columns):({ down as usize }, { across as usize }))
    };
    let filled = |len: usize| AlignedBuffer::from_fn(len, |i| f32::from(element(i)) / 4.0);
    let [a, b, residual, bias] = [filled(m * k), filled(k * n), filled(m * n), filled(n)];
    let a = View::new(&a[..], layout(m, k)).expect("m x k elements");
    let b = View::new(&b[..], layout(k, n)).expect("k x n elements");
    let residual = View::new(&residual[..], layout(m, n)).expect("m x n elements");
    let bias = View::new(&bias[..], layout!((m, n):(0, 1))).expect("n elements");
    let [mut sums, mut d, mut expected] = [(); 3].map(|()| AlignedBuffer::<f32>::new(m * n));
    let f = |sum: f32, bias: f32, residual: f32| (sum + bias).max(0.0) + residual;
    let one = |d: &mut [f32]| {
        let d = &mut ViewMut::new(d, layout(m, n)).expect("m x n elements");
        matmul_epilogue(a, b, (bias, residual), |sum, (x, y)| f(sum, x, y), d);
    };
    let mut two = |d: &mut [f32]| {
        let sums = &mut ViewMut::new(&mut sums[..], layout(m, n)).expect("m x n elements");
        matmul(a, b, sums);
        let d = &mut ViewMut::new(d, layout(m, n)).expect("m x n elements");
        combine_all((&*sums, bias, residual), d, |(sum, x, y)| f(sum, x, y));
    };
    one(&mut d);
    two(&mut expected);
    assert!(
        d.iter().zip(&expected[..]).all(|(x, y)| (x - y).abs() <= y.abs() * 1e-3 + 1e-2),
        "{name}"
    );
    let sides = vec![
        Contender::ours(widest(), |times| (0..times).for_each(|_| one(&mut d))),
        Contender::new("two calls", |times| (0..times).for_each(|_| two(&mut expected))),
    ];
    bench.compare(&name, 2.0 * (m * n * k) as f64, sides);
}
