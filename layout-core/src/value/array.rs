//! Copies and parts of arrays for functions that the compiler evaluates in `const`.

/// `$to[$at..] = $from[..len - $at]`, for arrays of equal length: 32 leaves or 64 nodes. Runs `$full` if
/// `$at` is not an index.
// The compiler runs this in `const`, where one assignment of many elements costs as much as one of a single element, and an
// index more than that. So each `$at` has a pattern of its own.
macro_rules! copy_from {
    (leaves $($row:tt)*) => {
        copy_from! {
            [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31]
            $($row)*
        }
    };
    (nodes $($row:tt)*) => {
        copy_from! {
            [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
                41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63]
            $($row)*
        }
    };
    ([$($k:literal)*] $to:expr, $at:expr, $from:expr, else $full:expr) => {
        copy_from! { @ [$to] [$at] [$from] [$full] { 0 => $to = $from, } [_,] $($k)* }
    };
    (@ [$to:expr] [$at:expr] [$from:expr] [$full:expr] {$($arms:tt)*} [$($skip:tt)*] $k:literal $($more:literal)*) => {
        copy_from! {
            @ [$to] [$at] [$from] [$full]
            {
                $($arms)*
                $k => {
                    let [$($skip)* end @ ..] = &mut $to;
                    let [begin @ .., $($skip)*] = &$from;
                    *end = *begin;
                }
            }
            [$($skip)* _,] $($more)*
        }
    };
    (@ [$to:expr] [$at:expr] [$from:expr] [$full:expr] {$($arms:tt)*} $skip:tt) => {
        match $at {
            $($arms)*
            _ => $full,
        }
    };
}
pub(crate) use copy_from;

/// The first `$len` elements of an array of 32, as a slice. `$k` has the numbers below 12, the largest first.
// In `const`, `split_at` is ten calls, and a pattern none.
macro_rules! prefix {
    ($array:expr, $len:expr, [$($k:literal)*]) => {{
        let [twelve @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = &$array;
        prefix! { @ [twelve] [$array] [$len] { 12 => twelve, } [_,] $($k)* }
    }};
    (@ [$twelve:expr] [$array:expr] [$len:expr] {$($arms:tt)*} [$($skip:tt)*] $k:literal $($more:literal)*) => {
        prefix! {
            @ [$twelve] [$array] [$len]
            { $k => { let [first @ .., $($skip)*] = $twelve; first } $($arms)* }
            [$($skip)* _,] $($more)*
        }
    };
    (@ [$twelve:expr] [$array:expr] [$len:expr] {$($arms:tt)*} $skip:tt) => {
        match $len {
            $($arms)*
            len => $array.split_at(len).0,
        }
    };
}
pub(crate) use prefix;
