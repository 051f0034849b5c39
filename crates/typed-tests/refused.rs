//! A program of refused operations, with the rows in `rows.rs`. `tests/static_refused.rs` reads its errors.

use static_layout::ops::TupleOps;
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
    (shape $method:ident [$($a:tt)*] $m:tt) => {
        let _ = layout!($($a)*).$method(shape!($m));
    };
    (ordered $method:ident [$($a:tt)*] ($m:tt $o:tt)) => {
        let _ = layout!($($a)*).$method(shape!($m), shape!($o));
    };
    (count $method:ident [$($a:tt)*] $n:literal) => {
        let _ = layout!($($a)*).$method::<$n>();
    };
    (bits $method:ident [$($a:tt)*] ($old:literal, $new:literal)) => {
        let _ = layout!($($a)*).$method::<$old, $new>();
    };
    (inverse $method:ident [$($a:tt)*] _) => {
        let _ = layout!($($a)*).$method();
    };
    (swizzled $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        let _ = layout!($($a)*).compose(layout!($($b)*));
    };
    (tuples $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        let _ = shape!($($a)*).$method(shape!($($b)*));
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

/// The methods of generic code, without the bounds on nesting.
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
        LayoutOps: compose logical_divide zipped_divide tiled_divide flat_divide
            logical_product zipped_product tiled_product flat_product;
        LayoutOps: logical_divide_padded zipped_divide_padded tiled_divide_padded
            flat_divide_padded;
    }
}

include!("rows.rs");
