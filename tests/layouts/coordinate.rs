//! Layouts that map to coordinates.

use static_layout::int::Basis;
use static_layout::typenum::{U0, U1, U2, U3, U4, U5, U6, U8};
use static_layout::*;
use std::panic::catch_unwind;

#[test]
fn the_identity_is_a_type() {
    type I = ops::Identity<Shape!(4, (2, 3))>;
    let a: I = Layout::identity(shape!(4, (2, 3)));
    assert_eq!(size_of_val(&a), 0);
    let same: Layout!((4,(2,3)):(1@0,(1@0@1,1@1@1))) = a;
    assert_eq!(format!("{same:#}"), "(_4,(_2,_3)):(_1@0,(_1@0@1,_1@1@1))");
    assert_eq!(a.to_dynamic(), dynamic::Layout::identity("(4,(2,3))".parse().unwrap()).unwrap());
    let (m, n) = (4, 3);
    let mixed = Layout::identity(shape!(m, (2, n)));
    assert_eq!(size_of_val(&mixed), 16);
    for i in 0..a.size() {
        assert_eq!(a.index(i), a.coord(i));
        assert_eq!(mixed.index(i), a.coord(i));
    }
    assert_eq!(Layout::identity(shape!(7)).to_string(), "7:1");
    assert_eq!(Layout::identity(shape!(7,)).index(3), (3,));
    assert_eq!(Layout::identity(shape!((2, 1), 1)).index(1), ((1, 0), 0));
}

#[test]
fn images_are_tuples() {
    let a = layout!((4,(2,3)):(2@1,(1@0@2,-1@1@2)));
    // No stride counts in element 0, so it is 0.
    assert_eq!(a.index((3, (1, 2))), (0, 6, (1, -2)));
    let (s, t) = (2, 1);
    let mixed = layout!((4,(2,3)):(s@1,(1@0@2,-t@1@2)));
    assert_eq!(size_of_val(&mixed), 16);
    assert_eq!(format!("{mixed:#}"), "(_4,(_2,_3)):(2@1,(_1@0@2,-1@1@2))");
    for i in 0..24 {
        assert_eq!(a.index(i), mixed.index(i));
        assert_eq!(a.try_index(i), Ok(a.index(i)));
    }
    assert!(a.iter().eq(mixed));
    assert_eq!(a.iter().next_back(), Some((0, 6, (1, -2))));
    assert!(a.try_index(24).is_err() && mixed.try_index((4, 0)).is_err());
    let i = a.index_static(coord!(3, (1, 2)));
    let _: (U0, U6, (U1, typenum::N2)) = i;
    let (part, start) = mixed.slice(coord!(2, (_, 1)));
    assert_eq!((part.to_string(), start), ("(2):(1@0@2)".into(), (0, 4, (0, -1))));
}

#[test]
fn sizes() {
    let a = layout!(((8,3),9):((1@1,3@0),2@1));
    let shape: Shape!(7, 24) = a.coshape();
    assert_eq!((shape.display().to_string(), a.cosize()), ("(7,24)".into(), 168));
    type Identity = ops::Identity<Shape!(4, 5)>;
    let _: ops::Cosize<Identity> = typenum::U20::new();
    let n = 5;
    let b = layout!((4,n):(1@0,1@1));
    assert_eq!((b.coshape().display().to_string(), b.cosize()), ("(4,5)".into(), 20));
    let plain: U8 = layout!((2, 4):(1, 2)).coshape();
    assert_eq!(plain, U8::new());
}

#[test]
fn units_are_scaled_and_merged() {
    let a: Layout!((64,128):(1@0,1@1)) = layout!(((16,4),128):((1@0,16@0),1@1)).coalesce();
    assert_eq!(a.index(64), (0, 1));
    let apart: Layout!((4,6):(1@0,4@1)) = layout!((4,6):(1@0,4@1)).coalesce();
    assert_eq!(apart.index(5), (1, 4));
    let t: Layout!(((2,3),(2,2)):((1@0,1@1),(2@0,3@1))) =
        layout!((4,6):(1@0,1@1)).zipped_divide(tile!(2, 3));
    assert_eq!(t.index((5, 3)), (3, 5));
    let n = 6;
    let mixed = Layout::identity(shape!(4, n)).zipped_divide(tile!(2, 3));
    assert_eq!(format!("{mixed:#}"), "((_2,_3),(_2,2)):((_1@0,_1@1),(_2@0,_3@1))");
    let c: Layout!((2,(2,(7,2))):(2@1@1,(1@1@1,(1@0,1@0@1)))) =
        layout!((7,(2,4)):(1@0,(1@0@1,1@1@1))).compose(layout!((2,(2,14)):(28,(14,1))));
    assert_eq!(c.index((1, (1, 13))), (6, (1, 3)));
}

#[test]
fn units_on_the_right_walk_the_modes() {
    let a = layout!((4, (2, 3)):(6, (3, 1)));
    let r: Layout!((2,4):(1,6)) = a.compose(layout!((2,4):(1@1@1,1@0)));
    assert_eq!(r.index((1, 3)), 19);
    let transposed: Layout!(((2,3),4):((3,1),6)) = a.compose(layout!((6,4):(1@1,1@0)));
    assert_eq!(transposed.index((5, 3)), a.index((3, 5)));
    let identity: Layout!((4,(2,3)):(6,(3,1))) = a.compose(Layout::identity(shape!(4, (2, 3))));
    assert_eq!(identity, a);
    let (m, n) = (4, 6);
    let mixed = layout!((m, n):(1, m)).compose(layout!((n, m):(1@1,1@0)));
    assert_eq!(format!("{mixed:#}"), "(6,4):(4,_1)");
    // Kept modes, and tiles in units of a mode.
    let tiled: Layout!((2,(4)):(6,(3))) = a.compose(tile!(2:1, (4):(1@0)));
    let _ = tiled;
}

#[test]
fn run_time_carries_are_refused() {
    let (m, n) = (4, 6);
    let a = layout!(((m, n), 2):((1, 5), 1));
    let refused = a.try_compose(layout!((4,2):(1@0,2@0))).unwrap_err().to_string();
    assert!(refused.contains("add up past the extent 4"), "{refused}");
    assert!(a.try_compose(layout!((4,3):(1@0,4@0))).is_ok());
    assert!(catch_unwind(|| a.compose(layout!((4,2):(1@0,2@0)))).is_err());
    let wide = (1_usize << 40, 1_usize << 30);
    assert!(
        Layout::try_new((2, 2), (Basis::<_, U0>::new(wide.0), Basis::<_, U1>::new(wide.1)))
            .is_err()
    );
}

fn image_of_last<L: AnyLayout>(l: L) -> ops::Image<L> {
    l.image(l.size() - 1)
}

#[test]
fn generic_code_asks_for_images() {
    assert_eq!(image_of_last(layout!((4,6):(1@1,1@0))), (5, 3));
    assert_eq!(image_of_last(layout!((4, 6):(6, 1))), 23);
    assert_eq!(image_of_last(layout!((4, 6):(-6, 1))), -13);
    let swizzled =
        ComposedLayout::new(Swizzle::<U2, U0, U2>::default(), U0::new(), layout!((4, 4):(1, 4)));
    assert_eq!(image_of_last(swizzled), 12);
}

#[test]
fn dynamic_layouts_convert() {
    let d: dynamic::Layout = "(4,6):(3@1,1@0)".parse().unwrap();
    let a = <Layout!((4,?):(?@1,1@0))>::from_dynamic(&d).unwrap();
    assert_eq!(a.index((1, 2)), (2, 3));
    assert_eq!(a.to_dynamic(), d);
    let refused = <Layout!((4,?):(?@0,1@1))>::from_dynamic(&d).unwrap_err().to_string();
    assert!(refused.contains("3@1 does not count in 1@0"), "{refused}");
    assert!(<Layout!((4,?):(?,1))>::from_dynamic(&d).is_err());
    let stride = Basis::<_, U1>::new(Basis::<_, U3>::new(U5::new()));
    assert_eq!((stride.display().to_string(), stride.scale().scale()), ("5@3@1".into(), U5::new()));
    let _: Layout<U4, Basis<Basis<U5, U3>, U1>> = Layout::new(U4::new(), stride);
    let _ = U2::new();
}

/// Whether the type of a result has a refused leaf. Other refusals come from the methods alone.
macro_rules! refused {
    ($($alias:ident<$($operand:ty),*>)*) => {$({
        type R = ops::$alias<$($operand),*>;
        let refusals = (
            <<R as AnyLayout>::Shape as IntTuple>::REFUSAL,
            <<R as PlainLayout>::Stride as IntTuple>::REFUSAL,
        );
        assert!(refusals.0.or(refusals.1).is_some(), stringify!($alias<$($operand),*>));
    })*};
}

#[test]
fn what_needs_a_number_has_no_result() {
    type Plain = Layout!((4,6):(1,4));
    type Units = Layout!((4,6):(1@0,1@1));
    type One = Layout!(2:1@0);
    type Mixed = Layout!((4,?):(1@0,?@1));
    type Upcast = ops::Upcast<Units, 2>;
    refused! {
        Coalesce<Upcast>
        Complement<Units, U4>
        ComplementPadded<Mixed, U4>
        LogicalDivide<Plain, One>
        ZippedDivide<Plain, Tile<(One,)>>
        FlatDivide<Mixed, One>
        BlockedProduct<Units, Layout!((2,2):(1,2))>
        TileToShape<Units, Shape!(8,12)>
        Compose<Plain, Layout!(2:1@2)>
        Compose<Layout!(4:1), Layout!(2:1@1)>
        Compose<Plain, Layout<(U2, U2), (Basis<U1, U0>, U1)>>
    }
}
