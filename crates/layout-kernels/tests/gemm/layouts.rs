//! Operands that are not compact: padded, reversed, repeated, nested, swizzled.

use static_layout::*;
use static_layout_kernels::matmul;

use crate::check::{check, check_vectors, check_widest};

#[test]
fn strides_that_are_not_compact() {
    let s = 3_usize;
    // Padded, with and without a unit stride.
    check_widest::<f32, _, _, _>(
        [9, 7, 5],
        (layout!((9, 5):(1, 11)), layout!((5, 7):(9, 1)), layout!((9, 7):(1, 12))),
    );
    check_widest::<f32, _, _, _>(
        [9, 7, 5],
        (layout!((9, 5):(2, 20)), layout!((5, 7):(21, 3)), layout!((9, 7):(2, 19))),
    );
    check_widest::<f32, _, _, _>(
        [9, 7, 5],
        (layout!((9, 5):(s, 31)), layout!((5, 7):(23, s)), layout!((9, 7):(s, 40))),
    );
    // Run-time strides that are 1, and that are not.
    for (rows, columns) in [(1_usize, 20_usize), (20, 1), (2, 40)] {
        check_widest::<f32, _, _, _>(
            [18, 17, 6],
            (
                layout!((18, 6):(rows, columns)),
                layout!((6, 17):(rows, columns)),
                layout!((18, 17):(rows, columns)),
            ),
        );
    }
}

#[test]
fn negative_strides() {
    check_widest::<f32, _, _, _>(
        [19, 6, 5],
        (layout!((19, 5):(-1, 19)), layout!((5, 6):(-6, -1)), layout!((19, 6):(-1, -19))),
    );
    check_widest::<f32, _, _, _>(
        [19, 6, 5],
        (layout!((19, 5):(1, -19)), layout!((5, 6):(-6, 1)), layout!((19, 6):(1, -19))),
    );
    let n = 7;
    check_widest::<f32, _, _, _>(
        [7, 6, 5],
        (layout!((7, 5):(1, -n)), layout!((5, 6):(1, 5)), layout!((7, 6):(-6, 1))),
    );
}

/// A stride of 0 repeats a row or a column.
#[test]
fn repeated_operands() {
    check_repeated(layout!((17, 6):(1, 0)), layout!((6, 5):(0, 1)));
    check_repeated(layout!((17, 6):(0, 1)), layout!((6, 5):(1, 0)));

    fn check_repeated<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
        let x: Vec<f32> = (0..17).map(|x| x as f32).collect();
        let mut y = [f32::NAN; 85];
        let c = layout!((17, 5):(1, 17));
        matmul(
            View::new(&x, a).unwrap(),
            View::new(&x, b).unwrap(),
            &mut ViewMut::new(&mut y, c).unwrap(),
        );
        for (i, j) in (0..17).flat_map(|i| (0..5).map(move |j| (i, j))) {
            let at = |layout: isize| x[layout as usize];
            let sum: f32 = (0..6).map(|l| at(a.offset((i, l))) * at(b.offset((l, j)))).sum();
            assert_eq!(y[c.index((i, j))], sum);
        }
    }
}

#[test]
fn nested_modes() {
    check_widest::<f32, _, _, _>(
        [12, 10, 6],
        (
            layout!(((3, 4), 6):((1, 18), 3)),
            layout!((6, (2, 5)):(10, (5, 1))),
            layout!(((3, 4), (2, 5)):((20, 1), (4, 60))),
        ),
    );
    // Modes that continue each other form one mode.
    check_widest::<f32, _, _, _>(
        [12, 10, 6],
        (
            layout!(((3, 4), (2, 3)):((1, 3), (12, 24))),
            layout!(((2, 3), 10):((1, 2), 6)),
            layout!(((2, 6), 10):((1, 2), 12)),
        ),
    );
    // Adjacent tiles of 8 by 8.
    check_widest::<f32, _, _, _>(
        [16, 24, 8],
        (
            layout!(((8, 2), 8):((1, 64), 8)),
            layout!((8, (8, 3)):(1, (8, 64))),
            layout!(((8, 2), (8, 3)):((1, 64), (8, 128))),
        ),
    );
}

#[test]
fn swizzled() {
    check_widest::<f32, _, _, _>(
        [32, 16, 8],
        (
            layout!(Sw<3,2,3> o 0 o (32, 8):(8, 1)),
            layout!(Sw<2,0,3> o 0 o (8, 16):(16, 1)),
            layout!(Sw<3,2,3> o 0 o (32, 16):(16, 1)),
        ),
    );
}

/// Packed panels: runs along the depth in squares, rows in chunks of a swizzle, offsets that divide by run-time numbers, and the rows
/// and columns after the last whole one.
#[test]
fn packed_in_runs() {
    let (m, n, k) = (40_usize, 9_usize, 48_usize);
    let b = layout!((k, n):(1, {k + 1}));
    let c = layout!((m, n):(1, {m + 2}));
    // Runs of 4, 8 and 16 along the depth; rows apart, nested, and of a number that is not a multiple of a vector.
    let tiles = layout!(((4, {m / 4}), (4, {k / 4})):((4, {4 * k}), (1, 16)));
    check::<f32, _, _, _>([m, n, k], (tiles, b, c));
    let tiles = layout!(((8, {m / 8}), (8, {k / 8})):((8, {8 * k}), (1, 64)));
    check::<f32, _, _, _>([m, n, k], (tiles, b, c));
    check_vectors::<f64, _, _, _>([m, n, k], (tiles, b, c));
    check_vectors::<i32, _, _, _>([m, n, k], (tiles, b, c));
    let m = 37_usize;
    let c = layout!((m, n):(1, {m + 2}));
    let columns = layout!((m, (16, {k / 16})):(16, (1, {16 * m})));
    check_vectors::<f32, _, _, _>([m, n, k], (columns, b, c));
    check_vectors::<f64, _, _, _>([m, n, k], (columns, b, c));
    // A depth that ends within a part of 128, and a B with runs, whose tiles begin anywhere.
    let k = 144_usize;
    let columns = layout!((m, (16, {k / 16})):(16, (1, {16 * m})));
    let b = layout!(((16, {k / 16}), n):((1, {16 * n}), 16));
    check_vectors::<f32, _, _, _>([m, n, k], (columns, b, c));
    check_vectors::<f32, _, _, _>([m, n, k], (columns, b, layout!((m, n):(n, 1))));
    // Chunks of a swizzle: columns that begin at multiples of the chunk, and columns that do not.
    let (m, k) = (64_usize, 16_usize);
    let b = layout!((k, n):(1, k));
    let c = layout!((m, n):(1, m));
    for pitch in [64_usize, 66, 68, 81] {
        check_vectors::<f32, _, _, _>(
            [m, n, k],
            (layout!(Sw<2,2,3> o 0 o (m, k):(1, pitch)), b, c),
        );
        check_vectors::<f64, _, _, _>(
            [m, n, k],
            (layout!(Sw<2,3,2> o 0 o (m, k):(1, pitch)), b, c),
        );
        check_vectors::<f32, _, _, _>(
            [m, n, k],
            (layout!(Sw<1,4,-2> o 0 o (m, k):(1, pitch)), b, c),
        );
        let o = pitch % 5;
        check_vectors::<f32, _, _, _>(
            [m, n, k],
            (layout!(Sw<2,2,3> o {o} o (m, k):(1, pitch)), b, c),
        );
    }
    let m = 50_usize;
    let c = layout!((m, n):(1, m));
    check_vectors::<f32, _, _, _>([m, n, k], (layout!(Sw<2,2,3> o 0 o (m, k):(1, 64)), b, c));
    // Extents inside a mode are known at run time.
    for (d, e) in [(3_usize, 4_usize), (8, 2), (5, 16)] {
        let (m, k) = (9 * d, 2 * e);
        let a = layout!(((d, 9), (e, 2)):((e, {d * k}), (1, {d * e})));
        let b = layout!(((e, 2), n):((1, {e * n}), e));
        check_vectors::<f32, _, _, _>([m, n, k], (a, b, layout!((m, n):(1, m))));
        let a = layout!(Sw<2,2,3> o 0 o ((d, 9), (e, 2)):((e, {d * k}), (1, {d * e})));
        check_vectors::<f64, _, _, _>([m, n, k], (a, b, layout!((m, n):(n, 1))));
    }
}
