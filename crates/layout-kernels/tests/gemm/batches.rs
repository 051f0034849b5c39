//! Many products in one call.

use static_layout::*;
use static_layout_kernels::{gemm_batched, matmul_batched};

/// A third mode that counts matrices: nested, of stride 0, of a negative stride, swizzled.
#[test]
fn batches() {
    fn check<A: AnyLayout, B: AnyLayout, C: AnyLayout>(a: A, b: B, c: C) {
        let [m, k] = [a.mode::<0>().size(), a.mode::<1>().size()];
        let [n, l] = [c.mode::<1>().size(), c.mode::<2>().size()];
        let x: Vec<i32> = (0..400).map(|i| i * 7 % 23 - 11).collect();
        let y: Vec<i32> = (0..400).map(|i| i * 5 % 19 - 9).collect();
        let mut z = vec![1; 400];
        let (va, vb) =
            (View::with_origin(&x, 200, a).unwrap(), View::with_origin(&y, 100, b).unwrap());
        gemm_batched(3, va, vb, 2, &mut ViewMut::with_origin(&mut z, 50, c).unwrap());
        let mut expected = vec![1; 400];
        let at = |origin: isize, offset: isize| (origin + offset) as usize;
        for l in 0..l {
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: i32 = (0..k)
                    .map(|p| x[at(200, a.offset((i, p, l)))] * y[at(100, b.offset((p, j, l)))])
                    .sum();
                let to = &mut expected[at(50, c.offset((i, j, l)))];
                *to = 3 * sum + 2 * *to;
            }
        }
        assert_eq!(z, expected, "{a} by {b} into {c}");
    }
    let (n, batch) = (5_usize, 3_usize);
    check(
        layout!((4, 3, (2, 3)):(1, 4, (12, 24))),
        layout!((3, 5, (2, 3)):(1, 3, (0, 15))),
        layout!((4, 5, (2, 3)):(5, 1, (20, 40))),
    );
    check(
        layout!((4, 3, batch):(3, 1, -12)),
        layout!((3, n, batch):(n, 1, 0)),
        layout!((4, n, batch):(n, 1, 40)),
    );
    check(
        layout!(Sw<2,0,3> o 0 o (4, 8, 2):(8, 1, 32)),
        layout!((8, 4, 2):(4, 1, 0)),
        layout!(Sw<2,0,3> o 0 o (4, 4, 2):(4, 1, 16)),
    );
}

#[test]
#[should_panic(expected = "A has a batch of 3 matrices and C of 2")]
fn batches_that_do_not_agree() {
    let (x, mut y, l) = ([0; 12], [0; 8], 3);
    let a = View::new(&x, layout!((2, 2, l):(1, 2, 4))).unwrap();
    matmul_batched(a, a, &mut ViewMut::new(&mut y, layout!((2, 2, 2):(1, 2, 4))).unwrap());
}
