//! Equality of layouts, swizzles, tilers and tuples of different types, compared with equality of their texts.

use std::hint::black_box;

use static_layout::*;

/// An integer that the compiler does not know.
fn n(value: usize) -> usize {
    black_box(value)
}

/// Calls the macro `$then` with each ordered pair of `$all`.
macro_rules! each_pair {
    ($then:ident: $([$($a:tt)*])*) => { each_pair!(@ $then $({$($a)*})*; ($({$($a)*})*)) };
    (@ $then:ident $({$($a:tt)*})*; $all:tt) => { $(each_pair!(@@ $then {$($a)*} $all);)* };
    (@@ $then:ident $a:tt ($($b:tt)*)) => { $($then!($a $b);)* };
}

macro_rules! by_text {
    ({$($a:tt)*} {$($b:tt)*}) => {
        let (a, b) = (layout!($($a)*), layout!($($b)*));
        assert_eq!(a == b, a.to_string() == b.to_string(), "{a:#} and {b:#}");
    };
}

/// `==` has the answer of both texts, whatever is static.
#[test]
fn layouts_are_equal_by_text() {
    let (four, eight, one) = (n(4), n(8), n(1));
    each_pair! { by_text:
        [(4, 8):(8, 1)]
        [(4, 8):(1, 4)]
        [(four, 8):(8, 1)]
        [(four, eight):(eight, one)]
        [(4, eight):(1, four)]
        [(4, (2, 4)):(8, (4, 1))]
        [((4, 8)):((8, 1))]
        [32:1]
        [(32):(1)]
        [4:1]
        [4:-1]
        [four:-one]
        [(4, 8):(1@0, 1@1)]
        [(4, 8):(1@1, 1@0)]
        [(1, 8):(0, 1)]
        [({n(1)}, 8):({n(0)}, 1)]
        [Sw<2,0,2> o 0 o (4,8):(8,1)]
        [Sw<2,0,2> o 0 o (four,8):(8,1)]
        [Sw<2,0,2> o 8 o (4,8):(8,1)]
        [Sw<2,0,2> o eight o (4,8):(8,1)]
        [Sw<1,0,2> o 0 o (4,8):(8,1)]
        [Sw<0,0,2> o 0 o (4,8):(8,1)]
    };
}

#[test]
fn layouts_equal_in_const() {
    type Rows = Layout!((4, 8):(8, 1));
    const ROWS: Rows = layout!((4, 8):row);
    const { assert!(ROWS.equals(layout!((4, 8):(8, 1)))) };
    const { assert!(!ROWS.equals(layout!((4, 8):(1, 4)))) };
    const { assert!(!ROWS.equals(layout!(Sw<2,0,2> o 0 o (4,8):(8,1)))) };
    const { assert!(layout!(Sw<2,0,2> o 8 o 16:1).equals(layout!(Sw<2,0,2> o 8 o 16:1))) };
    const { assert!(!layout!(Sw<2,0,2> o 8 o 16:1).equals(layout!(Sw<2,0,3> o 8 o 16:1))) };
}

#[test]
fn layouts_equal_values_of_the_engine() {
    let read: dynamic::Layout = "(4,8):(8,1)".parse().unwrap();
    assert_eq!(layout!((4, 8):row), read);
    assert_eq!(layout!((4, { n(8) }):row), read);
    assert_ne!(layout!((4, 8)), read);
    let read: dynamic::ComposedLayout = "Sw<2,0,2> o 8 o (4,8):(8,1)".parse().unwrap();
    assert_eq!(layout!(Sw<2,0,2> o 8 o (4,8):row), read);
    assert_ne!(layout!(Sw<2,0,2> o 0 o (4,8):row), read);
}

#[test]
fn a_failed_assertion_has_both_texts() {
    let caught = std::panic::catch_unwind(|| assert_eq!(layout!((4, 8):row), layout!((4, 8))));
    let message = caught.unwrap_err();
    let message = message.downcast_ref::<String>().unwrap();
    assert!(message.ends_with("left: (4,8):(8,1)\n right: (4,8):(1,4)"), "{message}");
}

#[test]
fn tilers_and_tuples_are_equal_by_numbers() {
    assert_eq!(tile!(16, 8), tile!({ n(16) }, 8));
    assert_ne!(tile!(16, 8), tile!({ n(8) }, 16));
    assert_ne!(tile!(16, 8), tile!(16, _));
    assert_eq!(tile!(_, 8), tile!(_, { n(8) }));
    assert_ne!(tile!(16, 8), Tile::new((layout!(16:2), layout!(8))));

    assert!(shape!(4, (2, 8)).equals((n(4), (n(2), n(8)))));
    assert!(!shape!(4, (2, 8)).equals((n(4), (n(8), n(2)))));
    assert!(!shape!(4, 16).equals(shape!(4, (2, 8))));
    assert!(!shape!(4).equals(shape!(4,)));
    assert!(layout!((4, { n(8) })).shape().equals(shape!(4, 8)));
}
