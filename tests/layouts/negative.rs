//! Negative strides, static and at run time: computed if they have a meaning, otherwise refused.

use static_layout::typenum::{U4, U24};
use static_layout::*;

/// Checks that text and offsets equal the results on plain integers.
fn agrees<L: AnyLayout + PlainLayout>(found: L, expected: &str) {
    let plain: dynamic::Layout = expected.parse().unwrap();
    assert_eq!(found.to_dynamic(), plain);
    for i in 0..plain.size() {
        assert_eq!(
            found.offset(i as usize) as i64,
            plain.index(&i.into()).unwrap(),
            "{plain} at {i}"
        );
    }
}

macro_rules! rows {
    ($($found:expr => $expected:literal;)*) => {
        $(agrees($found, $expected);)*
    };
}

#[test]
fn on_the_left() {
    let a = layout!((4,6):(-6,1));
    let (m, s) = (4, 6);
    let mixed = layout!((m,6):(-s,1));
    let all = layout!((m,{6}):(-s,{1}));
    rows! {
        a.coalesce() => "(4,6):(-6,1)";
        mixed.coalesce() => "(4,6):(-6,1)";
        layout!((2,3):(-1,-2)).coalesce() => "6:-1";
        a.compose(layout!((2,3):(2,4))) => "(2,3):(-12,1)";
        mixed.compose(layout!((2,3):(2,4))) => "((2,1),(1,3)):((-12,1),(-24,1))";
        a.compose(tile!(2:2, 3)) => "(2,3):(-12,1)";
        all.compose(tile!(2:2, 3)) => "(2,3):(-12,1)";
        a.zipped_divide(tile!(2, 3)) => "((2,3),(2,2)):((-6,1),(-12,3))";
        mixed.zipped_divide(tile!(2, 3)) => "((2,3),(2,2)):((-6,1),(-12,3))";
        all.zipped_divide(tile!(2, 3)) => "((2,3),(2,2)):((-6,1),(-12,3))";
        all.tiled_divide(tile!(2, 3)) => "((2,3),2,2):((-6,1),-12,3)";
        a.zipped_divide_padded(tile!(3, 4)).layout() => "((3,4),(2,2)):((-6,1),(-18,4))";
        mixed.zipped_divide_padded(tile!(3, 4)).layout() => "((3,4),(2,2)):((-6,1),(-18,4))";
        a.select::<Shape!(1,0)>() => "(6,4):(1,-6)";
        mixed.append(layout!(2:-24)) => "(4,6,2):(-6,1,-24)";
        all.group::<0, 2>() => "((4,6)):((-6,1))";
        a.slice(coord!(_, 3)).0 => "(4):(-6)";
        mixed.slice(coord!(2, _)).0 => "(6):(1)";
        a.filter() => "(4,6):(-6,1)";
    }
    assert_eq!(
        (a.index((3, 5)), a.cosize(), mixed.index((3, 5)), mixed.cosize()),
        (-13, 24, -13, 24)
    );
    assert_eq!((a.min_offset(), a.max_offset()), (-18, 5));
    assert_eq!((mixed.min_offset(), mixed.max_offset()), (-18, 5));
    let none = layout!((0, 3):(-2, 1));
    assert_eq!((none.min_offset(), none.max_offset(), none.cosize()), (0, -1, 0));
    assert_eq!((a.slice(coord!(2, _)).1, mixed.slice(coord!(2, _)).1), (-12, -12));
    let i: typenum::N13 = a.index_static(coord!(3, 5));
    assert_eq!(i, typenum::N13::new());
}

#[test]
fn refused_where_offsets_from_0_on_are_needed() {
    let (m, s) = (4, 6);
    let mixed = layout!((m,6):(-s,1));
    let negative = |refusal: LayoutError| {
        let text = refusal.to_string();
        assert!(text.contains("the stride -6 is negative"), "{text}");
    };
    negative(mixed.try_complement(U24::new()).unwrap_err());
    negative(mixed.try_complement_padded(U24::new()).unwrap_err());
    negative(mixed.try_logical_product(layout!(2:1)).unwrap_err());
    negative(mixed.try_blocked_product(layout!((2,2):(1,2))).unwrap_err());
    let plain = layout!(24:1);
    negative(plain.try_compose(layout!(m:-s)).unwrap_err());
    negative(plain.try_logical_divide(layout!(m:-s)).unwrap_err());
    // A single element takes no step.
    let one = 1;
    agrees(plain.compose(layout!(one:-s)), "1:-6");
    let _ = U4::new();
}
