//! `computed` equals its definition, and reduces in the order of `reduce`.

use static_layout::*;
use static_layout_kernels::{computed, reduce, sum};

#[test]
fn equals_its_definition() {
    let (x, y): (Vec<i32>, Vec<i32>) =
        ((0..400).map(|i| i * 7 % 31 - 15).collect(), (0..400).map(|i| i % 13 - 6).collect());
    for [m, n] in [[0, 3], [1, 1], [3, 5], [8, 9], [1, 40], [40, 1], [17, 20], [20, 20]] {
        let layouts = [[n, 1], [1, m], [0, 1], [1, 0], [n.max(1), 1]];
        for [a, b] in layouts {
            for [c, d] in layouts {
                let of_x = View::new(&x, layout!((m, n):(a, b))).unwrap();
                let of_y = View::new(&y, layout!((m, n):(c, d))).unwrap();
                let coords = || (0..m).flat_map(move |i| (0..n).map(move |j| (i, j)));
                let products = coords().map(|(i, j)| of_x[(i, j)] * of_y[(i, j)] + 1);
                let both = computed((of_x, of_y), |(x, y)| x * y).map(|x| x + 1);
                assert_eq!(both.sum(), products.sum::<i32>(), "{m}x{n}: {a},{b} and {c},{d}");

                let mut stored = vec![0; m * n];
                let mut to = ViewMut::new(&mut stored, layout!((m, n):(1, m))).unwrap();
                computed((of_x, of_y), |(x, y)| x - y).copy_to(&mut to);
                assert!(coords().all(|(i, j)| to[(i, j)] == of_x[(i, j)] - of_y[(i, j)]));
            }
        }
    }
}

#[test]
fn reduces_in_the_order_of_reduce() {
    let x: Vec<f32> = (0..3000).map(|i| (i as f32 * 0.37).sin() * 1e3).collect();
    for [m, n] in [[3, 2], [7, 1], [50, 60], [1, 3000], [33, 31]] {
        for [a, b] in [[n, 1], [1, m], [0, 1]] {
            let view = View::new(&x, layout!((m, n):(a, b))).unwrap();
            let found = computed((view,), |(x,)| x).reduce(0.0, |x, y| x + y);
            assert_eq!(found.to_bits(), reduce(view, 0.0, |x, y| x + y).to_bits());
            let squares = computed((view, view), |(x, y)| x * y).sum();
            let mut stored = vec![0.0; 3000];
            // Equal strides, so that the loops are in one order.
            if a * b != 0 {
                let mut to = ViewMut::new(&mut stored, layout!((m, n):(a, b))).unwrap();
                computed((view,), |(x,)| x * x).copy_to(&mut to);
                assert_eq!(squares.to_bits(), sum(to.as_view()).to_bits());
            }
        }
    }
}

#[test]
fn three_inputs_of_other_types() {
    let (mask, x, y) = ([true, false, true, true], [1_u8, 2, 3, 4], [10_i64, 20]);
    let square = layout!((2, 2):row);
    let (mask, x) = (View::new(&mask, square).unwrap(), View::new(&x, square).unwrap());
    let y = View::new(&y, layout!((2, 2):(0, 1))).unwrap();
    let masked = |(mask, x, y): (bool, u8, i64)| if mask { i64::from(x) * y } else { 0 };
    assert_eq!(computed((mask, x, y), masked).reduce(0, |x, y| x + y), 10 + 30 + 80);
    assert_eq!(computed((mask, x, y), masked).reduce(i64::MIN, i64::max), 80);
}

#[test]
fn refuses_layouts_without_common_modes() {
    let (x, n) = ([0; 12], 12);
    let (a, b) = (View::new(&x, layout!(n:1)).unwrap(), View::new(&x, layout!(6:1)).unwrap());
    let refused = computed((a, b), |(x, y)| x + y).try_reduce(0, |x, y| x + y).unwrap_err();
    assert_eq!(refused.to_string(), "cannot combine 12:1 with 6:1: the sizes 12 and 6 differ");
    let [p, q, r, s] = [3, 4, 2, 6];
    let a = View::new(&x, layout!((p, q):(1, 4))).unwrap_err().to_string();
    assert!(a.contains("(3,4):(1,4)"), "{a}");
    let (a, b) = (
        View::new(&x, layout!((p, q):(4, 1))).unwrap(),
        View::new(&x, layout!((r, s):(6, 1))).unwrap(),
    );
    let mut to = [0; 12];
    let mut to = ViewMut::new(&mut to, layout!((p, q):(4, 1))).unwrap();
    assert!(computed((a, b), |(x, y)| x + y).try_reduce(0, |x, y| x + y).is_err());
    assert!(computed((a, b), |(x, y)| x + y).try_copy_to(&mut to).is_err());
}
