//! Sizes from 1 to 40 in every order, and those without elements.

use static_layout::*;

use crate::check::{check, check_vectors, check_widest};

/// Every order of the three matrices. `m`, `n` and `k` are tokens for `layout!`.
macro_rules! every_order {
    ($t:ty, [$m:tt $n:tt $k:tt]) => {
        every_order!(@a $t, [$m $n $k], col);
        every_order!(@a $t, [$m $n $k], row);
    };
    (@a $t:ty, [$m:tt $n:tt $k:tt], $a:tt) => {
        every_order!(@b $t, [$m $n $k], $a, col);
        every_order!(@b $t, [$m $n $k], $a, row);
    };
    (@b $t:ty, [$m:tt $n:tt $k:tt], $a:tt, $b:tt) => {
        every_order!(@c $t, [$m $n $k], $a, $b, col);
        every_order!(@c $t, [$m $n $k], $a, $b, row);
    };
    (@c $t:ty, [$m:tt $n:tt $k:tt], $a:tt, $b:tt, $c:tt) => {
        check::<$t, _, _, _>(
            [$m, $n, $k],
            (layout!(($m, $k):$a), layout!(($k, $n):$b), layout!(($m, $n):$c)),
        )
    };
}

/// The other two sizes for a size from 1 to 40.
const OTHERS: [[usize; 2]; 3] = [[3, 9], [17, 2], [6, 21]];

#[test]
fn rows_from_1_to_40() {
    for m in 1..=40_usize {
        for [n, k] in OTHERS {
            every_order!(f32, [m n k]);
        }
    }
}

#[test]
fn columns_from_1_to_40() {
    for n in 1..=40_usize {
        for [m, k] in OTHERS {
            every_order!(f32, [m n k]);
        }
    }
}

#[test]
fn depths_from_1_to_40() {
    for k in 0..=40_usize {
        for [m, n] in OTHERS {
            every_order!(f32, [m n k]);
        }
    }
}

/// Elements of another type: all matrices by columns, all by rows, and with one that is copied.
macro_rules! some_orders {
    ($t:ty, [$m:tt $n:tt $k:tt]) => {
        every_order!(@c $t, [$m $n $k], col, col, col);
        every_order!(@c $t, [$m $n $k], row, row, row);
    };
}

#[test]
fn other_elements() {
    for (m, n, k) in [(1_usize, 1_usize, 1_usize), (5, 7, 3), (19, 13, 8), (9, 33, 17), (40, 3, 5)]
    {
        some_orders!(f64, [m n k]);
        some_orders!(i32, [m n k]);
    }
}

/// A depth greater than the depth of a packed block.
#[test]
fn deep() {
    for k in [127_usize, 128, 129, 257] {
        let (m, n) = (5_usize, 3_usize);
        every_order!(f32, [m n k]);
    }
}

/// In three orders, on each width of vectors: each static size has its own code, whose tile depends on the registers.
macro_rules! static_sizes {
    ($t:ty: $([$m:tt $n:tt $k:tt])*) => {$(
        static_sizes!(@ $t, [$m $n $k], col, col, col);
        static_sizes!(@ $t, [$m $n $k], row, row, row);
        static_sizes!(@ $t, [$m $n $k], row, col, col);
    )*};
    (@ $t:ty, [$m:tt $n:tt $k:tt], $a:tt, $b:tt, $c:tt) => {
        check_vectors::<$t, _, _, _>(
            [$m, $n, $k],
            (layout!(($m, $k):$a), layout!(($k, $n):$b), layout!(($m, $n):$c)),
        )
    };
}

#[test]
fn static_sizes() {
    static_sizes! { f32:
        [1 1 1] [3 3 3] [4 4 4] [7 8 9] [8 8 8] [16 16 16] [17 5 3]
        [24 10 6] [31 33 2] [40 29 7] [16 4 64] [9 4 36] [1 40 5] [40 1 33] [17 17 17] [52 14 20]
        [12 12 12] [20 8 16] [64 7 8] [16 3 9]
    }
    static_sizes! { f64: [3 3 3] [13 9 4] [10 13 18] [20 7 40] }
    static_sizes! { i32: [4 4 4] [6 5 7] }
}

/// Four rows and a depth of four: two columns in a vector, unless there are gaps between columns or one is left over.
#[test]
fn four_rows_and_steps() {
    macro_rules! columns {
        ($($n:literal)*) => {$(
            static_sizes! { f32: [4 $n 4] }
            static_sizes! { f64: [4 $n 4] }
            check_vectors::<f32, _, _, _>(
                [4, $n, 4],
                (layout!((4, 4):(1, 7)), layout!((4, $n):col), layout!((4, $n):col)),
            );
            check_vectors::<f32, _, _, _>(
                [4, $n, 4],
                (layout!((4, 4):col), layout!((4, $n):(1, 5)), layout!((4, $n):col)),
            );
            check_vectors::<f32, _, _, _>(
                [4, $n, 4],
                (layout!((4, 4):col), layout!((4, $n):(1, -4)), layout!((4, $n):(1, 6))),
            );
        )*};
    }
    columns!(1 2 6 7 16);
    let four = 4_usize;
    check_vectors::<f32, _, _, _>(
        [4, 6, 4],
        (layout!((4, 4):(1, four)), layout!((4, 6):(1, four)), layout!((4, 6):(1, four))),
    );
}

/// Four last rows and whole groups of four steps, for elements whose vectors have the halves that the atom of four rows
/// needs, and for others.
#[test]
fn four_rows_of_each_element() {
    static_sizes! { f32: [4 8 20] [12 9 24] [20 8 12] }
    static_sizes! { f64: [4 8 20] [12 9 24] [20 8 12] }
    static_sizes! { i32: [4 8 20] [12 9 24] }
}

/// Static rows of which the last vector of 64 bytes holds at most half: instructions of 32 bytes multiply, load and store it.
#[test]
fn half_of_the_last_vector() {
    static_sizes! { f32:
        [17 5 9] [18 3 4] [23 9 20] [24 24 3] [24 3 17] [33 2 30] [35 6 5] [40 5 6] [56 4 3]
    }
    static_sizes! { f64: [9 5 7] [10 2 20] [12 20 3] [17 3 9] [28 5 6] }
}

/// A static depth of 1 to 8: a part of A stays in registers, and the columns of C pass by, four at once or fewer.
#[test]
fn short_depths() {
    macro_rules! depths {
        ($($k:literal)*) => {$(
            for m in [1_usize, 5, 16, 17, 40, 50] {
                for n in [1_usize, 2, 7, 8, 35] {
                    check_widest::<f32, _, _, _>(
                        [m, n, $k],
                        (layout!((m, $k):col), layout!(($k, n):col), layout!((m, n):col)),
                    );
                }
            }
        )*};
    }
    depths!(1 2 3 4 5 6 7 8 9);
    for (m, n) in [(3_usize, 21_usize), (24, 17), (33, 40), (8, 0), (0, 8)] {
        check::<f32, _, _, _>(
            [m, n, 4],
            (layout!((m, 4):row), layout!((4, n):row), layout!((m, n):({ n + 1 }, 1))),
        );
        // A is copied; B has a negative stride.
        check::<f64, _, _, _>(
            [m, n, 3],
            (layout!((m, 3):(4, 1)), layout!((3, n):(-1, 5)), layout!((m, n):(1, { m + 2 }))),
        );
    }
    static_sizes! { f32: [16 64 4] [64 33 8] [50 18 3] [7 40 6] }
    static_sizes! { f64: [20 30 2] }
    static_sizes! { i32: [9 25 5] }
}

#[test]
fn mixed_extents() {
    for m in [1_usize, 4, 15, 16, 33, 64] {
        check_widest::<f32, _, _, _>(
            [m, 12, 7],
            (layout!((m, 7):(7, 1)), layout!((7, 12):(12, 1)), layout!((m, 12):(12, 1))),
        );
        check_widest::<f32, _, _, _>(
            [12, m, 7],
            (layout!((12, 7):(1, 12)), layout!((7, m):(1, 7)), layout!((12, m):(1, 12))),
        );
    }
}

#[test]
fn without_elements() {
    let (zero, m) = (0_usize, 3_usize);
    check_widest::<f32, _, _, _>(
        [3, 5, 0],
        (layout!((m, zero):col), layout!((zero, 5):col), layout!((m, 5):col)),
    );
    check_widest::<f32, _, _, _>(
        [0, 5, 4],
        (layout!((zero, 4):col), layout!((4, 5):col), layout!((zero, 5):col)),
    );
    check_widest::<f32, _, _, _>(
        [3, 0, 4],
        (layout!((m, 4):col), layout!((4, zero):col), layout!((m, zero):col)),
    );
}
