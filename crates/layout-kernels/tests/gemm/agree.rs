//! Checks of the operands of a product: accepted forms, and refusals.

use static_layout::*;
use static_layout_kernels::{matmul, matmul_add};

#[test]
fn short_forms() {
    let x: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut y = [f32::NAN; 4];
    let a = View::new(&x, layout!((2, 3):row)).unwrap();
    let b = View::new(&x, layout!((3, 2):row)).unwrap();
    let mut c = ViewMut::new(&mut y, layout!((2, 2):row)).unwrap();
    matmul(a, b, &mut c);
    matmul_add(a, b, &mut c);
    assert_eq!(y, [44.0, 56.0, 98.0, 128.0]);
}

#[test]
#[should_panic(
    expected = "cannot multiply (2,3):(1,2) by (4,2):(1,4) into (2,2):(1,2): A has 3 columns and B has 4 rows"
)]
fn extents_that_do_not_agree() {
    let x = [0.0_f32; 8];
    let mut y = [0.0; 4];
    let k = 3;
    let a = View::new(&x, layout!((2, k):(1, 2))).unwrap();
    let b = View::new(&x, layout!((4, 2):(1, 4))).unwrap();
    matmul(a, b, &mut ViewMut::new(&mut y, layout!((2, 2):(1, 2))).unwrap());
}

/// A run-time C: reversed rows and distant rows are accepted, shared elements are refused.
#[test]
fn a_result_has_an_element_for_each_coordinate() {
    fn product<C: AnyLayout>(c: C) -> bool {
        let (x, mut y) = ([1.0_f32; 64], [0.0; 64]);
        let a = View::new(&x, layout!((4, 3):col)).unwrap();
        let b = View::new(&x, layout!((3, 4):col)).unwrap();
        let mut c = ViewMut::with_origin(&mut y, 32, c).unwrap();
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| matmul(a, b, &mut c))).is_ok()
    }
    let (step, none) = (4, 0);
    assert!(product(layout!((4, 4):({step}, 1))) && product(layout!((4, 4):(-1, {step}))));
    assert!(product(layout!((4, (2, 2)):(1, ({step}, {step * 2})))));
    assert!(!product(layout!(((2, 2), 4):(({step - 1}, {step + 3}), 1))));
    // The stride 3 is less than the reach of the rows, 0 to 6 by 2, but interlocks with them.
    assert!(product(layout!((4, (2, 2)):(2, ({step - 1}, {step + 6})))));
    assert!(!product(layout!((4, 4):(1, {none}))) && !product(layout!((4, 4):({none + 1}, 1))));
    assert!(!product(layout!((4, 4):({step - 1}, 1))) && !product(layout!((4, 4):({step}, -2))));
}
