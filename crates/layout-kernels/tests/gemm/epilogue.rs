//! `matmul_epilogue` equals its definition, and calls its function once for each element of D.

use static_layout::*;
use static_layout_kernels::matmul_epilogue;

fn number(seed: usize, i: usize, j: usize) -> i32 {
    (seed * 31 + i * 7 + j * 5) as i32 % 9 - 4
}

/// The elements of a matrix and where its offset 0 is; places that no coordinate has are `kept`.
fn matrix<T: Copy, L: AnyLayout>(
    [rows, columns]: [usize; 2],
    layout: L,
    kept: T,
    element: impl Fn(usize, usize) -> T,
) -> (Vec<T>, usize) {
    let coords = || (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)));
    let offsets = || coords().map(|coord| layout.offset(coord));
    let (least, most) = (offsets().min().unwrap_or(0).min(0), offsets().max().unwrap_or(0).max(0));
    let mut data = vec![kept; (most - least + 1) as usize];
    for (i, j) in coords() {
        data[(layout.offset((i, j)) - least) as usize] = element(i, j);
    }
    (data, -least as usize)
}

/// Compares one product with its definition: a bias of bytes, a residual of `i32`, a D of `i64`.
fn check<A: AnyLayout, B: AnyLayout, X: AnyLayout, Y: AnyLayout, D: AnyLayout>(
    [m, k, n]: [usize; 3],
    (a, b): (A, B),
    (bias, residual): (X, Y),
    d: D,
) {
    const KEPT: i64 = 1 << 40;
    let x = matrix([m, k], a, 0, |i, j| number(1, i, j));
    let y = matrix([k, n], b, 0, |i, j| number(2, i, j));
    let z = matrix([m, n], bias, 0_i8, |i, j| number(3, i, j) as i8);
    let w = matrix([m, n], residual, 0, |i, j| number(4, i, j));
    let mut to = matrix([m, n], d, KEPT, |_, _| KEPT);
    let at = |(data, origin): &(Vec<i32>, usize), offset: isize| {
        data[origin.wrapping_add_signed(offset)]
    };
    let of = |sum: i32, bias: i8, residual: i32| {
        i64::from(sum) * 1000 + i64::from(bias) * 10 + i64::from(residual)
    };
    let mut expected = to.0.clone();
    for i in 0..m {
        for j in 0..n {
            let products = (0..k).map(|l| at(&x, a.offset((i, l))) * at(&y, b.offset((l, j))));
            let bias = z.0[z.1.wrapping_add_signed(bias.offset((i, j)))];
            let residual = at(&w, residual.offset((i, j)));
            expected[to.1.wrapping_add_signed(d.offset((i, j)))] =
                of(products.sum(), bias, residual);
        }
    }
    let mut calls = 0;
    matmul_epilogue(
        View::with_origin(&x.0, x.1, a).unwrap(),
        View::with_origin(&y.0, y.1, b).unwrap(),
        (
            View::with_origin(&z.0, z.1, bias).unwrap(),
            View::with_origin(&w.0, w.1, residual).unwrap(),
        ),
        |sum, (bias, residual)| {
            calls += 1;
            of(sum, bias, residual)
        },
        &mut ViewMut::with_origin(&mut to.0, to.1, d).unwrap(),
    );
    assert_eq!(calls, m * n);
    assert!(to.0 == expected, "{m}x{k}x{n} into {d}");
}

#[test]
fn equals_its_definition() {
    for [m, k, n] in [
        [1, 1, 1],
        [3, 5, 4],
        [64, 7, 33],
        [65, 3, 2],
        [300, 9, 5],
        [1, 40, 130],
        [130, 200, 17],
        [70, 3, 2100],
    ] {
        let row = layout!((m, n):(n, 1));
        let column = layout!((m, n):(1, m));
        let operands = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)));
        check([m, k, n], operands, (layout!((m, n):(1, 0)), column), row);
        check([m, k, n], operands, (layout!((m, n):(0, 1)), row), layout!((m, n):(2, {2 * m + 1})));
        let reversed = layout!((m, n):(-n, 1));
        check([m, k, n], operands, (layout!((m, n):(0, 0)), reversed), reversed);
        let turned = (layout!((m, k):(1, m)), layout!((k, n):(n, 1)));
        check([m, k, n], turned, (row, layout!((m, n):(1, -m))), column);
    }
}

#[test]
fn matrices_of_static_nested_and_swizzled_layouts() {
    let a = layout!(((2, 3), 4):((1, 8), 2));
    let b = layout!((4, (4, 2)):(8, (1, 4)));
    let nested = layout!(((2, 3), (2, 4)):((1, 20), (10, 2)));
    let swizzled = layout!(Sw<2,0,3> o 0 o ((2, 3), 8):((8, 16), 1));
    check([6, 4, 8], (a, b), (nested, swizzled), layout!((6, 8):(8, 1)));
    check([6, 4, 8], (a, b), (layout!((6, 8):(0, 1)), nested), swizzled);
    check([6, 4, 8], (a, b), (swizzled, layout!((6, 8):(1, 6))), nested);
}

#[test]
fn matrices_without_elements() {
    for [m, k, n] in [[0, 2, 3], [2, 0, 3], [2, 3, 0], [0, 0, 0]] {
        let d = layout!((m, n):(n, 1));
        check([m, k, n], (layout!((m, k)), layout!((k, n))), (d, d), d);
    }
}

#[test]
fn tuples_of_other_lengths() {
    let (a, b) = ([1.0_f32, 2.0], [3.0_f32, 4.0]);
    let (column, row) = (layout!((2, 1):col), layout!((1, 2):row));
    let (a, b) = (View::new(&a, column).unwrap(), View::new(&b, row).unwrap());
    let mut d = [0.0_f64; 4];
    let square = layout!((2, 2):row);
    matmul_epilogue(a, b, (), |x, ()| f64::from(x), &mut ViewMut::new(&mut d, square).unwrap());
    assert_eq!(d, [3.0, 4.0, 6.0, 8.0]);
    let x = [1_u8, 2, 3, 4];
    let x = View::new(&x, square).unwrap();
    let mut to = ViewMut::new(&mut d, square).unwrap();
    matmul_epilogue(a, b, (x,), |s, (x,)| f64::from(s) + f64::from(x), &mut to);
    matmul_epilogue(a, b, (x, x, x), |s, (x, y, z)| f64::from(s) + f64::from(x + y + z), &mut to);
    assert_eq!(d, [6.0, 10.0, 15.0, 20.0]);
    let of = |s, (x, y, z, w): (u8, u8, u8, u8)| f64::from(s) - f64::from(x * y + z * w);
    matmul_epilogue(a, b, (x, x, x, x), of, &mut ViewMut::new(&mut d, square).unwrap());
    assert_eq!(d, [1.0, -4.0, -12.0, -24.0]);
}

#[test]
#[should_panic(
    expected = "cannot combine (3,2):(1,3) with (2,2):(2,1): the input has 3 rows and D has 2"
)]
fn refuses_an_input_of_other_rows() {
    let (x, m, mut d) = ([0.0; 6], 3, [0.0; 4]);
    let a = View::new(&x, layout!((2, 2):col)).unwrap();
    let bias = View::new(&x, layout!((m, 2):(1, 3))).unwrap();
    let mut d = ViewMut::new(&mut d, layout!((2, 2):row)).unwrap();
    matmul_epilogue(a, a, (bias,), |sum, (bias,)| sum + bias, &mut d);
}

#[test]
#[should_panic(expected = "A has 2 columns and B has 3 rows")]
fn refuses_factors_that_do_not_fit() {
    let (x, m, mut d) = ([0.0; 6], 3, [0.0; 4]);
    let a = View::new(&x, layout!((2, 2):col)).unwrap();
    let b = View::new(&x, layout!((m, 2):(1, 3))).unwrap();
    let mut d = ViewMut::new(&mut d, layout!((2, 2):row)).unwrap();
    matmul_epilogue(a, b, (), |sum, ()| sum, &mut d);
}

#[test]
#[should_panic(expected = "share")]
fn refuses_a_result_whose_coordinates_share_an_element() {
    let (x, stride, mut d) = ([0.0; 4], 1, [0.0; 4]);
    let a = View::new(&x, layout!((2, 2):col)).unwrap();
    let mut d = ViewMut::new(&mut d, layout!((2, 2):(stride, 1))).unwrap();
    matmul_epilogue(a, a, (), |sum, ()| sum, &mut d);
}
