//! Products of a matrix A in any layout, compared with a copy of A to columns and a product of plain matrices.

use static_layout::*;
use static_layout_kernels::{copy, matmul};

use super::*;
use crate::buffer::AlignedBuffer;
use crate::measure::Contender;
use crate::native::widest;

/// The extents of all matrices. The tiles of a layout are static, and their number is known at run time.
const SIZES: [usize; 4] = [64, 128, 256, 512];

pub(crate) fn run(bench: &Bench) {
    for n in SIZES {
        let case = Case { bench, n };
        case.run("columns", layout!((n, n)));
        case.run("rows", layout!((n, n):row));
        case.run("a pitch", layout!((n, n):(1, {n + 16})));
        case.run("every second", layout!((n, n):(2, {2 * n})));
        case.run("one column", layout!((n, n):(1, 0)));
        case.run("swizzled rows", layout!(Sw<3,2,3> o 0 o (n, n):row));
        case.run("swizzled columns", layout!(Sw<3,2,3> o 0 o (n, n)));
        case.run(
            "swizzled tiles",
            layout!(Sw<2,3,3> o 0 o ((8, {n / 8}), (32, {n / 32})):((32, {8 * n}), (1, 256))),
        );
        case.run("tiles 4x4", layout!(((4, {n / 4}), (4, {n / 4})):((1, 16), (4, {4 * n}))));
        case.run("tiles 8x8", layout!(((8, {n / 8}), (8, {n / 8})):((8, {8 * n}), (1, 64))));
        case.run(
            "tiles 32x32",
            layout!(((32, {n / 32}), (32, {n / 32})):((1, 1024), (32, {32 * n}))),
        );
        case.run("XLA 8x64", layout!(((8, {n / 8}), (64, {n / 64})):((64, {8 * n}), (1, 512))));
        case.run(
            "XLA 8x64, 2x1",
            layout!(((2, 4, {n / 8}), (64, {n / 64})):((1, 128, {8 * n}), (2, 512))),
        );
        case.run("Ascend NZ", layout!((n, n):NZ(16)));
        case.run("Ascend ZN", layout!((n, n):ZN(16)));
        case.run("Ascend ZZ", layout!((n, n):ZZ(16)));
        case.run(
            "oneDNN AB16b16a",
            layout!(((16, {n / 16}), (16, {n / 16})):((1, {16 * n}), (16, 256))),
        );
        case.run(
            "oneDNN AB16a4b",
            layout!(((16, {n / 16}), (4, {n / 4})):((4, {16 * n}), (1, 64))),
        );
        case.run("pairs of the depth", layout!((n, (2, {n / 2})):(2, (1, {2 * n}))));
        case.run("heads", layout!(((64, {n / 64}), n):((1, {64 * n}), 64)));
        case.run("even, then odd", layout!(((2, {n / 2}), n):(({n / 2}, 1), n)));
    }
}

struct Case<'a> {
    bench: &'a Bench,
    n: usize,
}

impl Case<'_> {
    /// Compares the product of A in `layout` with columns B into columns C.
    fn run<L: AnyLayout>(&self, name: &str, layout: L) {
        let Self { bench, n } = *self;
        let name = format!("layouts/{n}/{name}");
        if !bench.wants(&name) {
            return;
        }
        let columns = layout!((n, n));
        let room = layout.cosize();
        let number = |i: usize| f32::from(element(i)) / 4.0;
        let data = AlignedBuffer::from_fn(room, number);
        let other = AlignedBuffer::from_fn(n * n, |i| number(i + 1000));
        let mut plain = AlignedBuffer::<f32>::new(n * n);
        let [mut c, mut expected] = [(); 2].map(|()| AlignedBuffer::<f32>::new(n * n));
        let a = View::new(&data[..], layout).expect("the elements of A");
        let b = View::new(&other[..], columns).expect("n x n elements");
        let ours =
            |c: &mut [f32]| matmul(a, b, &mut ViewMut::new(c, columns).expect("n x n elements"));
        let mut converted = |c: &mut [f32]| {
            copy(a, &mut ViewMut::new(&mut plain[..], columns).expect("n x n elements"));
            let plain = View::new(&plain[..], columns).expect("n x n elements");
            matmul(plain, b, &mut ViewMut::new(c, columns).expect("n x n elements"));
        };
        ours(&mut c);
        converted(&mut expected);
        assert!(c[..] == expected[..], "{name}: the two products differ");
        let sides = vec![
            Contender::ours(widest(), |times| (0..times).for_each(|_| ours(&mut c))),
            Contender::new("copy, then multiply", |times| {
                (0..times).for_each(|_| converted(&mut expected))
            }),
        ];
        bench.compare(&name, 2.0 * (n as f64).powi(3), sides);
    }
}
