//! Inputs that other systems compute wrongly, and corner cases: right here, as types and at run time. Types that must
//! be refused are in `crates/typed-tests`.

use static_layout::*;
use std::hint::black_box;

/// An integer that the compiler does not know.
fn n(value: usize) -> usize {
    black_box(value)
}

#[test]
fn right_answers() {
    let r = layout!((4,2,8):(3,12,97)).compose(layout!(3:3));
    let _: Layout!(3:9) = r;
    let r = layout!((10,2):(16,4)).compose(layout!((3,4):(1,5)));
    let _: Layout!((3,(2,2)):(16,(80,4))) = r;
    let r = layout!((2,3):(1,2)).compose(layout!((2,3):(3,1)));
    let _: Layout!((2,3):(3,1)) = r;
}

#[test]
fn right_answers_of_run_time_integers() {
    // Known integers merge `(4,2):(3,12)` into `8:3`, and 3 steps of 3 stay inside it.
    let a = layout!(({ n(4) }, { n(2) }, { n(8) }):({ n(3) }, { n(12) }, { n(97) }));
    let r = a.compose(layout!({ n(3) }:{ n(3) }));
    assert!(r.iter().eq([0, 9, 18]));

    let a = layout!(({n(10)}, 2):(16, {n(4)}));
    let r = a.compose(layout!((3, {n(4)}):(1, {n(5)})));
    assert!(r.iter().eq(layout!((3,(2,2)):(16,(80,4))).iter()));

    let r = layout!((2, 3):(1, {n(2)})).compose(layout!((2, {n(3)}):({n(3)}, 1)));
    assert!(r.iter().eq([0, 3, 1, 4, 2, 5]));
}

#[test]
fn refused_run_time_integers() {
    let refused = layout!(({n(3)}, 8):(8, 1)).try_compose(layout!(8:2)).unwrap_err();
    assert_eq!(refused.to_string(), "cannot compose (3,8):(8,1) with 8:2: 2 does not divide 3");

    let refused = layout!((6, {n(2)}):(1, 7)).try_compose(layout!((3, 2):(2, {n(3)}))).unwrap_err();
    let text = "cannot compose (6,2):(1,7) with (3,2):(2,3): the modes add up past the extent 6";
    assert_eq!(refused.to_string(), text);

    for s in [1, 3, 5] {
        let a = layout!((4, {n(6)}, 8):(2, 3, {n(5)}));
        assert!(a.try_compose(layout!({n(6)}:{n(s)})).is_err());
    }
    let strides = [(12, 4), (15, 3)];
    for (d, s) in strides {
        let a = layout!((4, 2, 8):(3, {n(d)}, 97));
        assert!(a.try_compose(layout!({n(s)}:3)).is_err());
    }
    assert!(layout!((4, 4):({n(24)}, {n(12)})).try_compose(layout!({n(11)}:1)).is_err());

    // CuTe has a layout of size 288 out of 384 here.
    let a = layout!((12, (4, 8)):(7, (1, 30)));
    let refused = a.try_zipped_divide(layout!({n(128)}:1)).unwrap_err();
    assert!(refused.to_string().starts_with("cannot divide (12,(4,8)):(7,(1,30)) by 128:1: "));

    assert!(layout!(({n(2)}, 2):(1, {n(3)})).try_complement(n(24)).is_err());
    assert!(layout!(({n(2)}, 2):(2, {n(3)})).try_complement(n(19)).is_err());
    assert!(layout!({n(4)}:2).try_complement(n(19)).is_err());
    assert_eq!(layout!({n(4)}:2).complement_padded(n(19)).to_string(), "(2,3):(1,8)");

    let a = layout!((({n(2)}), 1):(({n(3)}), 1));
    assert!(a.try_raked_product(layout!((2, 8):(1, {n(2)}))).is_err());
}

#[test]
fn a_carry_is_refused_or_right() {
    let a = layout!((4, {n(3)}):(0, 1));
    if let Ok(r) = a.try_compose(layout!((2, {n(3)}):(2, 1))) {
        assert_eq!(r.index(5), 1);
    }
}

#[test]
fn associativity_fails_outside_the_domain() {
    let a = layout!((5,3):(1,7));
    let _: Layout!(2:7) = a.compose(layout!(4:1).compose(layout!(2:5)));
    let _: Layout!(2:5) = a.compose(layout!(4:1)).compose(layout!(2:5));
}

#[test]
fn strides_in_any_order_at_run_time() {
    // CuTe: "Dynamic-stride complement only for rank-1 layouts".
    let a = layout!(({n(2)}, 3, {n(4)}):({n(4)}, {n(8)}, {n(1)}));
    let holes = a.complement(n(192));
    assert_eq!((holes.size(), holes.shape().display().to_string()), (8, "(1,1,1,8)".into()));
    assert!(holes.iter().eq((0..8).map(|i| 24 * i)));
    let r = layout!((16, 20):({n(20)}, 1)).blocked_product(layout!((7, 5):(1, {n(7)})));
    let expected = layout!((16,20):(20,1)).blocked_product(layout!((7,5):(1,7)));
    assert!(r.iter().eq(expected.iter()));
}

#[test]
fn no_modes_and_no_elements() {
    let empty = layout!(():());
    assert_eq!((empty.size(), empty.cosize(), empty.rank()), (1, 1, 0));
    assert_eq!(empty.coalesce().to_string(), empty.to_dynamic().coalesce().unwrap().to_string());
    assert_eq!(layout!((2,0):(1,2)).coalesce().to_string(), "0:0");
    assert_eq!((layout!((2,0):(1,2)).size(), layout!((2,0):(1,2)).cosize()), (0, 0));
    assert_eq!(
        layout!((2,0,3):(1,2,4)).select::<(typenum::U1, typenum::U0)>().to_string(),
        "(0,2):(2,1)"
    );
    assert!(layout!((2, {n(0)}):(1, 2)).try_compose(layout!(2:1)).is_err());
    assert!(layout!((2, {n(0)}):(1, 2)).try_complement(n(8)).is_err());
    assert!(layout!({n(0)}:1).try_logical_divide(layout!(2:1)).is_err());
    assert!(layout!({n(0)}:1).try_logical_product(layout!(2:1)).is_err());
}

#[test]
fn negative_strides() {
    let a = layout!((4,2):(-1,-4));
    let _: Layout!(8:-1) = a.coalesce();
    let _: Layout!((2,2):(-2,-4)) = a.compose(layout!((2,2):(2,4)));
    assert!(a.iter().eq([0, -1, -2, -3, -4, -5, -6, -7]));
    let mixed = layout!((4, {n(2)}):(-1, -{n(4)}));
    assert_eq!(format!("{mixed:#}"), "(_4,2):(_-1,-4)");
    assert!(mixed.iter().eq(a.iter()));
    assert!(mixed.compose(layout!((2,2):(2,4))).iter().eq([0, -2, -4, -6]));
    assert_eq!(mixed.to_dynamic(), a.to_dynamic());
}
