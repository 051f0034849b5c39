//! Operands that are not compact: padded, reversed, repeated, nested, swizzled.

use static_layout::*;
use static_layout_kernels::matmul;

use crate::check::check_widest;

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
