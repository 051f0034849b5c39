//! Every production of the expressions in `layout!`, and the operators of Rust.

use static_layout::*;

macro_rules! same {
    ($($found:expr, $expected:expr;)*) => {$(
        assert_eq!(format!("{:#}", $found), format!("{:#}", $expected));
    )*};
}

#[test]
fn operators_are_methods() {
    let a = layout!((4, 2, 3):(2, 1, 8));
    let b = layout!((2, 2):(1, 2));
    same! {
        layout!(a o b), a.compose(b);
        layout!(a / b), a.logical_divide(b);
        layout!(b * a), b.logical_product(a);
        layout!(~b), b.complement(shape!(4));
        layout!(a o 4:1), a.compose(layout!(4:1));
        layout!(a / 4:2), a.logical_divide(layout!(4:2));
        layout!(b * 6:1), b.logical_product(layout!(6:1));
        layout!(~4:1), layout!(1:0);
        layout!(~3:12), layout!(12:1);
        layout!(~(2, 3):(2, 12)), layout!((2, 3):(1, 4));
        layout!((24:1) o (4, 6)), layout!(24:1).compose(layout!((4, 6)));
        layout!((4, 6):row o 2:1), layout!((4, 6):row).compose(layout!(2:1));
        layout!(8:1 / 2:4), layout!(8:1).logical_divide(layout!(2:4));
    }
}

#[test]
fn operators_bind_and_associate() {
    let (a, b) = (layout!((4, 6):(6, 1)), layout!(12:2));
    let (c, d) = (layout!(6:2), layout!(2:1));
    let e = layout!((2, 2):(2, 1));
    same! {
        layout!(a o b o c), layout!((a o b) o c);
        layout!(a o c / d), layout!(a o (c / d));
        layout!(c / d o d), layout!((c / d) o d);
        layout!(c / d / 3:1), layout!((c / d) / 3:1);
        layout!(c * d / d), layout!((c * d) / d);
        layout!(d * c * d), layout!((d * c) * d);
        layout!(d * ~e), layout!(d * (~e));
        layout!(~e * d), layout!((~e) * d);
        layout!(~(d * d)), d.logical_product(d).complement(shape!(4));
        layout!(~~e), layout!(~(~e));
        layout!((a) o (d)), a.compose(d);
    }
}

#[test]
fn names_are_layouts_beside_operators_and_extents_elsewhere() {
    let n = 6;
    let a = layout!((4, n):(1, 4));
    same! {
        layout!(n), layout!({ n }:1);
        layout!(a o 4:1), a.compose(layout!(4:1));
        layout!(a o (2, 2)), a.compose(layout!((2, 2)));
        layout!((n, 4):col / 3:1), layout!((n, 4)).logical_divide(layout!(3:1));
        layout!(a / {n}:1), a.logical_divide(layout!({ n }:1));
    }
}

#[test]
fn swizzled_layouts_are_operands() {
    let (s, b) = (layout!(Sw<2,0,2> o 0 o (4, 4):(1, 4)), layout!((2, 2):(1, 4)));
    same! {
        layout!(s o b), LayoutOps::compose(s, b);
        layout!(s / 4:1), LayoutOps::logical_divide(s, layout!(4:1));
        layout!((Sw<2,0,2> o 0 o (4, 4):(1, 4)) o b), LayoutOps::compose(s, b);
        layout!((Sw<2,0,2> o 0 o (4, 4):(1, 4)) / 4:1), LayoutOps::logical_divide(s, layout!(4:1));
        s / layout!(4:1), LayoutOps::logical_divide(s, layout!(4:1));
    }
}

#[test]
fn rust_operators() {
    let (a, n) = (layout!((4, 2, 3):(2, 1, 8)), 4);
    same! {
        a / layout!(4:2), layout!(a / 4:2);
        a / tile!(2, _), a.logical_divide(tile!(2, _));
        a / layout!(n:2), a.logical_divide(layout!(n:2));
        layout!((2, 2):(4, 1)) * layout!(6:1), layout!((2, 2):(4, 1) * 6:1);
        layout!(2:1) * layout!(2:1) / layout!(2:1), layout!(2:1 * 2:1 / 2:1);
    }
    let plain = a.to_dynamic() / layout!(4:2).to_dynamic();
    assert_eq!(plain.to_string(), (a / layout!(4:2)).to_string());
    let tiler: dynamic::Tiler = "<2,_>".parse().unwrap();
    assert_eq!((a.to_dynamic() / tiler).to_string(), (a / tile!(2, _)).to_string());
}

#[test]
#[should_panic(expected = "cannot divide (5,4):(4,1) by <2:1,_>: 2 does not divide 5")]
fn a_refused_division_panics_with_its_text() {
    let n = 5;
    let _ = layout!((n, 4):(4, 1)) / tile!(2, _);
}

#[test]
#[should_panic(expected = "cannot multiply (2,2):(1,1) by 2:1")]
fn a_refused_product_of_plain_integers_panics_with_its_text() {
    let a: dynamic::Layout = "(2,2):(1,1)".parse().unwrap();
    let b: dynamic::Layout = "2:1".parse().unwrap();
    let _ = a * b;
}
