//! `matmul_chain` equals its definition, and calls its function once for each row, in order.

use static_layout::*;
use static_layout_kernels::matmul_chain;

fn number(seed: usize, i: usize, j: usize) -> i32 {
    (seed * 31 + i * 7 + j * 5) as i32 % 9 - 4
}

/// Compares one chain with its definition; each element of D's buffer that D does not have keeps its value.
fn check<A: AnyLayout, B: AnyLayout, C: AnyLayout, D: AnyLayout>(
    [m, k, n, p]: [usize; 4],
    (a, b, c, d): (A, B, C, D),
) {
    const KEPT: i32 = 1 << 20;
    let filled =
        |seed: usize, [rows, columns]: [usize; 2], offset: &dyn Fn(usize, usize) -> isize| {
            let coords = || (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)));
            let least = coords().map(|(i, j)| offset(i, j)).min().unwrap_or(0).min(0);
            let most = coords().map(|(i, j)| offset(i, j)).max().unwrap_or(0).max(0);
            let mut data = vec![KEPT; (most - least + 1) as usize];
            for (i, j) in coords().filter(|_| seed != 0) {
                data[(offset(i, j) - least) as usize] = number(seed, i, j);
            }
            (data, -least as usize)
        };
    let x = filled(1, [m, k], &|i, j| a.offset((i, j)));
    let y = filled(2, [k, n], &|i, j| b.offset((i, j)));
    let z = filled(3, [n, p], &|i, j| c.offset((i, j)));
    let mut w = filled(0, [m, p], &|i, j| d.offset((i, j)));
    let mut calls = 0;
    matmul_chain(
        View::with_origin(&x.0, x.1, a).unwrap(),
        View::with_origin(&y.0, y.1, b).unwrap(),
        |i, row: &mut [i32]| {
            assert_eq!((i, row.len()), (calls, n));
            calls += 1;
            row.iter_mut().enumerate().for_each(|(j, x)| *x = *x * 3 - (i + 2 * j) as i32);
        },
        View::with_origin(&z.0, z.1, c).unwrap(),
        &mut ViewMut::with_origin(&mut w.0, w.1, d).unwrap(),
    );
    assert_eq!(calls, if p == 0 { 0 } else { m });
    let mut expected = vec![KEPT; w.0.len()];
    for i in 0..m {
        // An A or C of repeated elements has those of its last coordinates.
        let at = |(data, origin): &(Vec<i32>, usize), offset: isize| {
            data[origin.wrapping_add_signed(offset)]
        };
        let row: Vec<i32> = (0..n)
            .map(|j| {
                let sum = (0..k).map(|l| at(&x, a.offset((i, l))) * at(&y, b.offset((l, j))));
                sum.sum::<i32>() * 3 - (i + 2 * j) as i32
            })
            .collect();
        for q in 0..p {
            expected[w.1.wrapping_add_signed(d.offset((i, q)))] = (0..n)
                .map(|j| row[j].wrapping_mul(at(&z, c.offset((j, q)))))
                .fold(0, i32::wrapping_add);
        }
    }
    assert_eq!(w.0, expected, "{m} {k} {n} {p}");
}

#[test]
fn small_extents() {
    for code in 0..4_usize.pow(4) {
        let [m, k, n, p] = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
        let row = |rows: usize, columns: usize| layout!((rows, columns):(columns, 1));
        let column = |rows: usize, columns: usize| layout!((rows, columns):(1, rows));
        check([m, k, n, p], (row(m, k), row(k, n), row(n, p), row(m, p)));
        check([m, k, n, p], (column(m, k), column(k, n), column(n, p), column(m, p)));
        check([m, k, n, p], (column(m, k), row(k, n), column(n, p), row(m, p)));
    }
}

/// More rows than a panel has, and a last panel that is shorter: flat products, and one whose depth needs high panels.
#[test]
fn panels() {
    for [m, k, n, p] in [[77, 3, 3000, 2], [131, 70, 513, 5], [300, 1, 1, 300], [520, 300, 140, 3]]
    {
        let row = |rows: usize, columns: usize| layout!((rows, columns):(columns, 1));
        let column = |rows: usize, columns: usize| layout!((rows, columns):(1, rows));
        check([m, k, n, p], (row(m, k), column(k, n), row(n, p), column(m, p)));
        check([m, k, n, p], (column(m, k), row(k, n), row(n, p), row(m, p)));
    }
}

#[test]
fn any_layouts() {
    let swizzled = layout!(Sw<2, 0, 3> o 0 o (8, 16):(16, 1));
    check(
        [8, 16, 4, 6],
        (
            swizzled,
            layout!(((4, 4), 4):((1, 16), 4)),
            layout!((4, 6):(-6, 1)),
            layout!((8, (2, 3)):(6, (3, 1))),
        ),
    );
    // A whose rows are equal, B of one element, and a D with a swizzle.
    let rows = 200_usize;
    check(
        [200, 16, 8, 16],
        (
            layout!((rows, 16):(0, 1)),
            layout!((16, 8):(0, 0)),
            layout!((8, 16):(1, 8)),
            layout!(Sw<2, 0, 3> o 0 o (200, 16):(16, 1)),
        ),
    );
}

#[test]
fn extents_that_disagree() {
    let refused = |a: [usize; 2], b: [usize; 2], c: [usize; 2], d: [usize; 2]| {
        let run = || {
            let layout = |[rows, columns]: [usize; 2]| layout!((rows, columns):(columns, 1));
            let (x, mut y) = ([0; 64], [0; 64]);
            let view = |extents| View::new(&x, layout(extents)).unwrap();
            let mut d = ViewMut::new(&mut y, layout(d)).unwrap();
            matmul_chain(view(a), view(b), |_, _| {}, view(c), &mut d);
        };
        *std::panic::catch_unwind(run).unwrap_err().downcast::<String>().unwrap()
    };
    let product = "cannot multiply (2,3):(3,1) by";
    assert_eq!(
        refused([2, 3], [4, 5], [5, 6], [2, 6]),
        format!(
            "{product} (4,5):(5,1) by (5,6):(6,1) into (2,6):(6,1): A has 3 columns and B has 4 rows"
        ),
    );
    assert_eq!(
        refused([2, 3], [3, 5], [4, 6], [2, 6]),
        format!(
            "{product} (3,5):(5,1) by (4,6):(6,1) into (2,6):(6,1): B has 5 columns and C has 4 rows"
        ),
    );
    assert_eq!(
        refused([2, 3], [3, 5], [5, 6], [3, 6]),
        format!("{product} (3,5):(5,1) by (5,6):(6,1) into (3,6):(6,1): A has 2 rows and D has 3"),
    );
    assert_eq!(
        refused([2, 3], [3, 5], [5, 6], [2, 7]),
        format!(
            "{product} (3,5):(5,1) by (5,6):(6,1) into (2,7):(7,1): C has 6 columns and D has 7"
        ),
    );
}

/// A function that panics leaves the rows of D before its own.
#[test]
fn a_function_that_panics() {
    let (x, mut y) = (vec![1.0_f32; 300 * 1000], vec![-1.0_f32; 300]);
    let (rows, columns) = (300_usize, 1000_usize);
    let run = std::panic::AssertUnwindSafe(|| {
        matmul_chain(
            View::new(&x, layout!((rows, 1):(1, 1))).unwrap(),
            View::new(&x, layout!((1, columns):(1, 1))).unwrap(),
            |i, _| assert!(i != 299, "row 299"),
            View::new(&x, layout!((columns, 1):(1, 1))).unwrap(),
            &mut ViewMut::new(&mut y, layout!((rows, 1):(1, 1))).unwrap(),
        )
    });
    assert!(std::panic::catch_unwind(run).is_err());
    assert_eq!((y[0], y[299]), (1000.0, -1.0));
}
