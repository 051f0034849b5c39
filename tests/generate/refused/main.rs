//! A program of refused operations: `tests/static_refused.rs` reads what the compiler says about it.

use static_layout::*;

macro_rules! refused {
    (tiler $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        let _ = layout!($($a)*).$method(layout!($($b)*));
    };
    (layout $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        let _ = layout!($($a)*).$method(layout!($($b)*));
    };
    (by_mode $method:ident [$($a:tt)*] {$($b:tt)*}) => {
        let _ = layout!($($a)*).$method(tile!($($b)*));
    };
    (extent $method:ident [$($a:tt)*] $m:literal) => {
        let _ = layout!($($a)*).$method(shape!($m));
    };
    (misfit $method:ident [$($a:tt)*] {$($b:tt)*}) => {
        generic::$method(layout!($($a)*), tile!($($b)*));
    };
}

macro_rules! rows {
    ($($kind:ident $method:ident [$($a:tt)*] $b:tt => $text:literal;)*) => {
        fn main() {
            $(refused!($kind $method [$($a)*] $b);)*
        }
    };
}

/// The methods as generic code has them, without the bounds on nesting.
mod generic {
    use static_layout::*;

    macro_rules! methods {
        ($($family:ident: $($method:ident)*;)*) => {$($(
            pub fn $method<A: AnyLayout, T: Tiler>(a: A, t: T) {
                let _ = $family::$method(a, t);
            }
        )*)*};
    }
    methods! {
        TiledBy: compose logical_divide zipped_divide tiled_divide flat_divide
            logical_product zipped_product tiled_product flat_product;
        DividePaddedBy: logical_divide_padded zipped_divide_padded tiled_divide_padded
            flat_divide_padded;
    }
}

include!("rows.rs");
