//! Rows with integers that are known at run time.
#![feature(adt_const_params, unsized_const_params, macro_metavar_expr)]
#![allow(incomplete_features, reason = "the front end rests on them")]

#[macro_use]
mod check;

/// `[a] 17 => "(2,(1,2))";`
macro_rules! mixed_coord {
    ($([$($a:tt)*] $i:literal => $e:literal;)*) => {$(
        assert_eq!(layout!($($a)*).coord($i).to_string(), $e);
    )*};
}

/// `[a] [b] => 8;`: a number that is no layout, which this front end does not have.
macro_rules! mixed_vector {
    ($($row:tt)*) => {};
}

written! { agree mixed reshape_agree }
