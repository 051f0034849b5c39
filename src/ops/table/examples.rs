//! Examples of the `try_` methods: a run-time integer that is accepted, and one that is refused.

/// The example of an operation's `try_` method, empty for an operation without a row.
macro_rules! try_example {
    (compose) => {
        $crate::ops::table::try_example! {
            "layout!((n, 8):(8, 1)).try_compose(layout!(8:2))"
            4 "(2,4):(16,1)"
            3 "2 does not divide 3"
        }
    };
    (logical_divide) => {
        $crate::ops::table::try_example! {
            "layout!((n, 6):(6, 1)).try_logical_divide(tile!(4, 3))"
            8 "((4,2),(3,2)):((6,24),(1,3))"
            9 "4 does not divide 9"
        }
    };
    (zipped_divide) => {
        $crate::ops::table::try_example! {
            "layout!((n, 6):(6, 1)).try_zipped_divide(tile!(4, 3))"
            8 "((4,3),(2,2)):((6,1),(24,3))"
            9 "4 does not divide 9"
        }
    };
    (tiled_divide) => {
        $crate::ops::table::try_example! {
            "layout!((n, 6):(6, 1)).try_tiled_divide(tile!(4, 3))"
            8 "((4,3),2,2):((6,1),24,3)"
            9 "4 does not divide 9"
        }
    };
    (flat_divide) => {
        $crate::ops::table::try_example! {
            "layout!((n, 6):(6, 1)).try_flat_divide(tile!(4, 3))"
            8 "(4,3,2,2):(6,1,24,3)"
            9 "4 does not divide 9"
        }
    };
    (tile_count) => {
        $crate::ops::table::try_example! {
            "layout!((n, 6):(6, 1)).try_tile_count(tile!(4, 3))"
            8 "4"
            9 "4 does not divide 9"
        }
    };
    (complement) => {
        $crate::ops::table::try_example! {
            "layout!(4:1).try_complement(n)"
            24 "6:4"
            18 "complement_padded rounds up to 20"
        }
    };
    (complement_padded) => {
        $crate::ops::table::try_example! {
            "layout!((2, 2):(1, n)).try_complement_padded(shape!(24))"
            4 "(1,2,3):(1,2,8)"
            1 "the modes overlap"
        }
    };
    (logical_product) => {
        $crate::ops::table::try_example! {
            "layout!((n, 3):(3, 1)).try_logical_product(layout!(4:1))"
            2 "((2,3),4):((3,1),6)"
            0 "an extent is 0"
        }
    };
    (zipped_product) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_zipped_product(layout!(4:1))"
            3 "((2,3),(1,1,4)):((3,1),(1,3,6))"
            2 "the modes overlap"
        }
    };
    (tiled_product) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_tiled_product(layout!(4:1))"
            3 "((2,3),1,1,4):((3,1),1,3,6)"
            2 "the modes overlap"
        }
    };
    (flat_product) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_flat_product(layout!(4:1))"
            3 "(2,3,1,1,4):(3,1,1,3,6)"
            2 "the modes overlap"
        }
    };
    (blocked_product) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_blocked_product(layout!((2, 2):(1, 2)))"
            3 "((2,(1,1,2)),(3,(1,1,2))):((3,(1,3,6)),(1,(2,6,12)))"
            2 "the modes overlap"
        }
    };
    (raked_product) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_raked_product(layout!((2, 2):(1, 2)))"
            3 "(((1,1,2),2),((1,1,2),3)):(((1,3,6),3),((2,6,12),1))"
            2 "the modes overlap"
        }
    };
    (left_inverse) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_left_inverse()"
            3 "(1,3,2):(0,2,1)"
            1 "the modes overlap"
        }
    };
    (inverse) => {
        $crate::ops::table::try_example! {
            "layout!((2, 3):(n, 1)).try_inverse()"
            3 "(3,2):(2,1)"
            1 "the modes overlap"
        }
    };
    (upcast) => {
        $crate::ops::table::try_example! {
            "layout!((8, 4):(1, n)).try_upcast::<4>()"
            8 "(2,4):(1,2)"
            6 "neither a multiple of 4 nor divides it"
        }
    };
    (reshape) => {
        $crate::ops::table::try_example! {
            "layout!((n, 4):(4, 1)).try_reshape(shape!(2, 8))"
            4 "(2,(4,2)):(8,(1,4))"
            3 "the sizes 12 and 16 differ"
        }
    };
    (broadcast_to) => {
        $crate::ops::table::try_example! {
            "layout!((n, 4):(4, 1)).try_broadcast_to(shape!(2, 3, 4))"
            3 "(2,3,4):(0,4,1)"
            5 "neither 1 nor 3"
        }
    };
    (tile_to_shape) => {
        $crate::ops::table::try_example! {
            "layout!((4, 2):(1, 4)).try_tile_to_shape(shape!(n, 6))"
            8 "((4,2),(2,3)):((1,8),(4,16))"
            9 "the next multiple is 12"
        }
    };
    ($other:ident) => {
        ""
    };
    ($call:literal $good:literal $text:literal $bad:literal $message:literal) => {
        concat!(
            "\n\n```\nuse static_layout::*;\nlet result = |n: usize| ",
            $call,
            ";\nassert_eq!(result(",
            $good,
            ").unwrap().to_string(), \"",
            $text,
            "\");\nassert!(result(",
            $bad,
            ").unwrap_err().to_string().contains(\"",
            $message,
            "\"));\n```",
        )
    };
}

pub(crate) use try_example;
