//! Rows of swizzled layouts.
#![feature(adt_const_params, unsized_const_params, macro_metavar_expr)]
#![allow(incomplete_features, reason = "the front end rests on them")]

#[macro_use]
mod check;

#[macro_use]
#[allow(unused_macros, reason = "three of its tables are written anew below")]
#[path = "../../../typed-tests/check/swizzled.rs"]
mod swizzled_tables;

/// Rows whose right operand is swizzled, which this front end refuses.
macro_rules! swizzled_by {
    ($($row:tt)*) => {};
}

/// `[a] [b] => [result];`, but for a composition with a swizzled layout.
macro_rules! binary {
    (compose $($row:tt)*) => {};
    ($method:ident $Alias:ident; $([$($a:tt)*] [$($b:tt)*] => [$($e:tt)*];)*) => {$({
        let found = layout!($($a)*).$method(layout!($($b)*));
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] => 4;`, but for numbers of two layouts. Behind a swizzle of no bits is the plain layout, which is aligned to more.
macro_rules! swizzled_number {
    (max_common_vector; $($row:tt)*) => {};
    ($method:ident; $([$($a:tt)*] => $e:literal;)*) => {$(
        assert_eq!(layout!($($a)*).$method() % $e, 0);
    )*};
}

/// `[a] => [offset, ..];`
macro_rules! swizzled_offsets {
    ($([$($a:tt)*] => [$($offset:literal),*];)*) => {$({
        assert!(layout!($($a)*).offsets().eq([$($offset),*]));
    })*};
}

written! { swizzled }
