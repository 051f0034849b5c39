//! `compose_exact` of static layouts.

use static_layout::*;

macro_rules! exact {
    ($($a:tt : $d:tt, $s:literal : $r:literal => $expected:literal;)*) => {$(
        let (a, b) = (layout!($a : $d), layout!($s : $r));
        assert!(a.to_dynamic().compose(&b.to_dynamic().into()).is_err(), "{a} o {b}");
        assert_eq!(a.compose_exact(b).to_string(), $expected, "{a} o {b}");
    )*};
}

/// Every 40th of the 1,312 pairs of `layout-core/tests/properties/universe.rs` that `compose` refuses and
/// `compose_exact` accepts.
#[test]
fn pairs_that_compose_refuses() {
    exact! {
        (2,2,2):(1,1,3), 3:3 => "3:2";
        (2,3,6):(1,1,4), 3:3 => "3:2";
        (3,4,3):(1,1,6), 4:10 => "(2,2):(4,10)";
        (3,4,4):(1,1,6), 8:4 => "8:2";
        (3,4,6):(1,1,6), 4:8 => "4:4";
        (2,3,2):(3,1,8), 3:5 => "3:5";
        (3,6,3):(1,1,8), 5:7 => "5:3";
        (3,3,4):(2,1,8), 3:5 => "3:5";
        (4,3,4):(1,2,8), 3:7 => "3:5";
        (2,3,6):(3,1,8), 3:3 => "3:4";
        (2,2,6):(3,2,8), 3:11 => "3:21";
        (4,3,2):(2,2,12), 3:10 => "3:8";
        (3,4,3):(3,1,12), 4:4 => "4:4";
        (2,4,3):(3,2,12), 3:5 => "3:7";
        (3,4,4):(3,1,12), 4:11 => "4:9";
        (3,4,4):(2,2,12), 4:11 => "4:10";
        (4,2,4):(2,4,12), 4:3 => "(2,2):(6,8)";
        (4,3,6):(2,2,12), 4:11 => "4:10";
        (3,4,6):(2,2,12), 9:8 => "9:8";
        (4,2,6):(2,4,12), 3:6 => "3:8";
        (3,3,2):(6,3,24), 4:4 => "4:9";
        (6,3,2):(2,6,24), 5:8 => "5:10";
        (6,3,3):(3,3,24), 5:8 => "5:9";
        (3,4,3):(4,4,24), 3:8 => "3:16";
        (4,3,3):(3,6,24), 5:6 => "5:12";
        (3,4,4):(6,2,24), 10:4 => "10:8";
        (6,4,4):(2,4,24), 4:11 => "(2,2):(14,20)";
        (6,2,4):(3,6,24), 4:10 => "4:18";
        (2,3,4):(6,6,24), 7:3 => "7:12";
        (6,3,6):(3,3,24), 3:10 => "3:15";
        (2,3,6):(8,4,24), 11:3 => "11:12";
        (6,2,6):(3,6,24), 3:9 => "3:15";
        (4,3,6):(3,6,24), 5:11 => "5:21";
    }
}

/// Runs of a nested operand are found leaf by leaf; runs that continue each other are one.
#[test]
fn runs() {
    assert_layout!(layout!((2, 3, 2):(1, 1, 4)).compose(layout!(4:3)), (2,2):(2,4));
    assert_layout!(layout!((2, 3, 2):(1, 1, 4)).compose_exact(layout!(4:3)), 4:2);
    let r = layout!((6, 2):(8, 2)).compose_exact(layout!((4, (3, 1)):(3, (1, 0))));
    assert_eq!(r.to_string(), "((2,2),(3,1)):((24,2),(8,0))");
}

/// Operands that are not compared element by element are composed by the rules.
#[test]
fn by_rules() {
    let r = layout!((1048576, 4):(0, 1)).compose_exact(layout!(2097152:1));
    assert_eq!(r.to_string(), "(1048576,2):(0,1)");
    let result = |n: usize| layout!((n, 8):(8, 1)).try_compose_exact(layout!(8:2));
    assert_eq!(result(4).unwrap().to_string(), "(2,4):(16,1)");
    assert!(result(3).unwrap_err().to_string().contains("2 does not divide 3"));
}

#[test]
fn a_refusal_of_run_time_integers_names_dynamic_layouts() {
    let n = 4;
    let (a, b) = (layout!((3, n):(1, n)), layout!(2:4));
    let text = "cannot compose (3,4):(1,4) with 2:4: 3 does not divide 4; as dynamic layouts they may compose: to_dynamic()";
    assert_eq!(a.try_compose_exact(b).unwrap_err().to_string(), text);
    assert_eq!(a.try_compose(b).unwrap_err().to_string(), text);
    let dynamic = a.to_dynamic().compose_exact(&b.to_dynamic().into());
    assert_eq!(dynamic.unwrap().to_string(), "2:5");
}
