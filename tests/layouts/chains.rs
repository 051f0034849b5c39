//! Chains of operations, up to 2^20 elements: the deepest nesting of types for the compiler. The next trait solver
//! builds them with the default recursion limit (`tools/ci/next-solver.sh`).

use static_layout::*;

/// Checks that a chain of operations gives one text on types and on integers.
macro_rules! chain {
    ($name:ident: $($layout:tt)+) => {
        let $name = (layout!($($layout)+), stringify!($($layout)+).parse::<dynamic::Layout>().unwrap());
    };
}

macro_rules! then {
    ($chain:ident $(.$operation:ident(<$($tile:tt),+>))*) => {
        let ($chain, value) = $chain;
        $(
            let $chain = $chain.$operation(tile!($($tile),+));
            let tiler = concat!("<", $(stringify!($tile), ","),+).trim_end_matches(',').to_string() + ">";
            let value = value.$operation(&tiler.parse().unwrap()).unwrap();
        )*
        assert_eq!($chain.to_string(), value.to_string());
        let $chain = ($chain, value);
    };
    ($chain:ident $(.$operation:ident($($layout:tt)+))*) => {
        let ($chain, value) = $chain;
        $(
            let $chain = $chain.$operation(layout!($($layout)+));
            let value = value.$operation(&stringify!($($layout)+).parse().unwrap()).unwrap();
        )*
        assert_eq!($chain.to_string(), value.to_string());
        let $chain = ($chain, value);
    };
}

#[test]
fn divides() {
    chain!(a: (1024, 1024):(1024, 1));
    then!(a .zipped_divide(<128, 64>));
    then!(a .logical_divide(<8192, 128>) .logical_divide(<_, 16>));
    assert_eq!(a.0.size(), 1 << 20);
    chain!(b: 1048576:1);
    then!(b .logical_divide(1024:1) .logical_divide(32:1) .logical_divide(8:4) .logical_divide(4:1));
    assert_eq!(b.0.cosize(), 1 << 20);
}

#[test]
fn compositions() {
    chain!(a: (1024, 1024):(1024, 1));
    then!(a .compose((512, 2048):(2048, 1)) .compose((1024, 1024):(1, 1024)) .compose((32, 32768):(32768, 1)));
    assert_eq!(a.0.size(), 1 << 20);
    chain!(b: ((16, 64), (32, 32)):((1, 512), (16, 32768)));
    then!(b .compose((64, 16384):(16384, 1)) .compose(131072:8) .compose((2, 65536):(65536, 1)));
    assert_eq!(b.0.size(), 1 << 17);
}

#[test]
fn products() {
    chain!(a: (4, 8):(8, 1));
    then!(a .logical_product(32:1) .logical_product((16, 8):(8, 1)) .logical_product(8:1));
    assert_eq!(a.0.size(), 1 << 20);
    chain!(b: (2, 4):(4, 1));
    then!(b .logical_product((8, 4):(4, 1)) .logical_product((64, 64):(64, 1)));
    assert_eq!(b.0.size(), 1 << 20);
}

#[test]
fn all_together() {
    chain!(a: (1024, 1024):(1, 1024));
    then!(a .zipped_divide(<64, 32>));
    then!(a .logical_divide(<256, 8>));
    then!(a .compose(1048576:1) .compose((4096, 256):(256, 1)));
    then!(a .logical_divide(<64, 16>));
    assert_eq!(a.0.size(), 1 << 20);
    assert_eq!(a.0.coalesce().to_string(), a.1.coalesce().unwrap().to_string());
}

/// The stride of each leaf depends on all leaves before it.
#[test]
fn orders_of_seven_leaves() {
    chain!(a: (((24, (8, 6, 24, 3)), 24), 24):(((331776, (1728, 2, 7962624, 576)), 12), 13824));
    assert_eq!(a.0.like().to_string(), a.1.like().unwrap().to_string());
    chain!(b: (5, 4, (5, 6, 6, (2, 5))):(7494, 26, (1, 208, 1249, (37470, 5))));
    assert_eq!(b.0.like().to_string(), b.1.like().unwrap().to_string());
}
