//! `D = max(A B, 0) C` in one call and in three, which store `A B`.

use static_layout::*;
use static_layout_kernels::{matmul, matmul_chain, transform};

use super::*;
use crate::buffer::AlignedBuffer;
use crate::measure::Contender;
use crate::native::widest;

/// The extents M, N, K and P: A is M by K, B is K by N, C is N by P.
const EXTENTS: [[usize; 4]; 10] = [
    [64, 64, 64, 64],
    [256, 256, 256, 256],
    [512, 512, 512, 512],
    [1024, 1024, 1024, 1024],
    [2048, 2048, 512, 512],
    [4096, 1024, 64, 64],
    [4096, 4096, 64, 64],
    [4096, 1024, 128, 128],
    [16384, 256, 64, 64],
    [65536, 128, 32, 32],
];

pub(crate) fn run(bench: &Bench) {
    for extents in EXTENTS {
        for order in MatrixOrder::ALL {
            compare(bench, extents, order);
        }
    }
}

fn compare(bench: &Bench, extents: [usize; 4], order: MatrixOrder) {
    let [m, n, k, p] = extents;
    let name = format!("chain/f32/{m}x{n}x{k}x{p}/{}", order.name());
    if !bench.wants(&name) {
        return;
    }
    let layout = |rows: usize, columns: usize| {
        let [down, across] = order.strides(rows, columns);
        layout!((rows, columns):({ down as usize }, { across as usize }))
    };
    let filled = |len: usize| AlignedBuffer::from_fn(len, |i| f32::from(element(i)) / 4.0);
    let [a, b, c] = [filled(m * k), filled(k * n), filled(n * p)];
    let a = View::new(&a[..], layout(m, k)).expect("m x k elements");
    let b = View::new(&b[..], layout(k, n)).expect("k x n elements");
    let c = View::new(&c[..], layout(n, p)).expect("n x p elements");
    let [mut sums, mut changed] = [(); 2].map(|()| AlignedBuffer::<f32>::new(m * n));
    let [mut d, mut expected] = [(); 2].map(|()| AlignedBuffer::<f32>::new(m * p));
    let chain = |d: &mut [f32]| {
        let d = &mut ViewMut::new(d, layout(m, p)).expect("m x p elements");
        matmul_chain(a, b, |_, row| row.iter_mut().for_each(|x| *x = x.max(0.0)), c, d);
    };
    let mut three = |d: &mut [f32]| {
        let between = layout(m, n);
        matmul(a, b, &mut ViewMut::new(&mut sums[..], between).expect("m x n elements"));
        let sums = View::new(&sums[..], between).expect("m x n elements");
        let to = &mut ViewMut::new(&mut changed[..], between).expect("m x n elements");
        transform(sums, to, |x| x.max(0.0));
        matmul(&*to, c, &mut ViewMut::new(d, layout(m, p)).expect("m x p elements"));
    };
    chain(&mut d);
    three(&mut expected);
    assert!(d.iter().zip(&expected[..]).all(|(x, y)| (x - y).abs() <= y.abs() * 1e-3), "{name}");
    let sides = vec![
        Contender::ours(widest(), |times| (0..times).for_each(|_| chain(&mut d))),
        Contender::new("three calls", |times| (0..times).for_each(|_| three(&mut expected))),
    ];
    let operations = 2.0 * (m * n) as f64 * (k + p) as f64;
    bench.compare(&name, operations, sides);
}
