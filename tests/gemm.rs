//! Products of matrices against the definition, on every machine there is: sizes 1 to 40, every order,
//! offsets, negative strides, padded, nested, swizzled.

use static_layout::simd::{Element, Machine, Portable};
use static_layout::*;
use std::fmt::Debug;

/// Elements that small whole numbers can be made into, so that every sum here is exact.
trait Number: Element + Debug {
    fn of(x: i32) -> Self;
    fn value(self) -> i64;
    /// What no sum here gives, and what would spoil a sum that it is added to.
    const SPOILED: Self;
}
macro_rules! number {
    ($($t:ty, $spoiled:expr;)*) => {$(
        impl Number for $t {
            fn of(x: i32) -> $t {
                x as $t
            }
            fn value(self) -> i64 {
                self as i64
            }
            const SPOILED: $t = $spoiled;
        }
    )*};
}
number! { f32, f32::NAN; f64, f64::NAN; i32, 1 << 30; }

/// A matrix over elements of its own.
struct Storage<T, L> {
    data: Vec<T>,
    origin: usize,
    layout: L,
}

impl<T: Number, L: AnyLayout> Storage<T, L> {
    /// Elements that are no coordinate's are spoiled, as are those on both sides.
    fn new(layout: L, [rows, columns]: [usize; 2], f: impl Fn(usize, usize) -> T) -> Self {
        let coords = || (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let offsets = || coords().map(|c| layout.offset(c));
        let least = offsets().min().unwrap_or(0).min(0);
        let most = offsets().max().unwrap_or(0).max(0);
        let origin = (3 - least) as usize;
        let mut data = vec![T::SPOILED; origin + most as usize + 4];
        for (i, j) in coords() {
            data[origin.wrapping_add_signed(layout.offset((i, j)))] = f(i, j);
        }
        Storage { data, origin, layout }
    }
    fn view(&self) -> View<'_, T, L> {
        View::with_origin(&self.data, self.origin, self.layout).unwrap()
    }
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        ViewMut::with_origin(&mut self.data, self.origin, self.layout).unwrap()
    }
}

#[allow(clippy::eq_op, reason = "only what is not a number differs from itself")]
fn same<T: Number>(x: T, y: T) -> bool {
    x == y || !(x == x || y == y)
}

fn element<T: Number>(seed: usize, i: usize, j: usize) -> T {
    T::of((seed * 31 + i * 7 + j * 5) as i32 % 9 - 4)
}

/// One product on one machine, with each update.
fn check_on<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    [m, n, k]: [usize; 3],
    (a, b, c): (A, B, C),
    run: impl Fn(T, View<'_, T, A>, View<'_, T, B>, T, &mut ViewMut<'_, T, C>),
) {
    let a = Storage::new(a, [m, k], |i, l| element::<T>(1, i, l));
    let b = Storage::new(b, [k, n], |l, j| element::<T>(2, l, j));
    for (alpha, beta) in [(1, 0), (1, 1), (2, -3)] {
        let old = |i, j| if beta == 0 { T::SPOILED } else { element::<T>(3, i, j) };
        let expected = Storage::new(c, [m, n], |i, j| {
            let sum: i64 =
                (0..k).map(|l| element::<T>(1, i, l).value() * element::<T>(2, l, j).value()).sum();
            let old = if beta == 0 { 0 } else { old(i, j).value() };
            T::of(alpha * sum as i32 + beta * old as i32)
        });
        let mut c = Storage::new(c, [m, n], old);
        run(T::of(alpha), a.view(), b.view(), T::of(beta), &mut c.view_mut());
        for (at, (&x, &y)) in c.data.iter().zip(&expected.data).enumerate() {
            assert!(
                same(x, y),
                "{} times {} into {}, {alpha} and {beta}: {x:?} for {y:?} at {at}",
                a.layout,
                b.layout,
                c.layout,
            );
        }
    }
}

/// One product on every machine.
fn check<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    sizes: [usize; 3],
    layouts: (A, B, C),
) {
    fn on<M: Machine, T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
        machine: M,
        sizes: [usize; 3],
        layouts: (A, B, C),
    ) {
        check_on::<T, _, _, _>(sizes, layouts, |alpha, a, b, beta, c| {
            gemm_on(machine, alpha, a, b, beta, c);
        });
    }
    on::<_, T, _, _, _>(Portable, sizes, layouts);
    #[cfg(target_arch = "x86_64")]
    {
        use static_layout::simd::{Avx2, Avx512};
        if let Some(machine) = Avx512::detect() {
            on::<_, T, _, _, _>(machine, sizes, layouts);
        }
        if let Some(machine) = Avx2::detect() {
            on::<_, T, _, _, _>(machine, sizes, layouts);
        }
    }
}

/// One product on the longest vectors, or on the portable ones: each machine is code of its own, and layouts of
/// many types are compared with each.
fn check_widest<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    sizes: [usize; 3],
    layouts: (A, B, C),
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = simd::Avx512::detect() {
        return check_on::<T, _, _, _>(sizes, layouts, |alpha, a, b, beta, c| {
            gemm_on(machine, alpha, a, b, beta, c);
        });
    }
    check_on::<T, _, _, _>(sizes, layouts, |alpha, a, b, beta, c| {
        gemm_on(Portable, alpha, a, b, beta, c);
    });
}

/// Every order of the three matrices, `m`, `n` and `k` being what `layout!` takes.
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

/// The sizes beside one that goes from 1 to 40.
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

/// Other elements: all columns, all rows, and one that is copied.
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

/// Deeper than what is packed at once.
#[test]
fn deep() {
    for k in [127_usize, 128, 129, 257] {
        let (m, n) = (5_usize, 3_usize);
        every_order!(f32, [m n k]);
    }
}

/// The widest machine only, and three orders: every static size is code of its own.
macro_rules! static_sizes {
    ($t:ty: $([$m:tt $n:tt $k:tt])*) => {$(
        static_sizes!(@ $t, [$m $n $k], col, col, col);
        static_sizes!(@ $t, [$m $n $k], row, row, row);
        static_sizes!(@ $t, [$m $n $k], row, col, col);
    )*};
    (@ $t:ty, [$m:tt $n:tt $k:tt], $a:tt, $b:tt, $c:tt) => {
        check_widest::<$t, _, _, _>(
            [$m, $n, $k],
            (layout!(($m, $k):$a), layout!(($k, $n):$b), layout!(($m, $n):$c)),
        )
    };
}

#[test]
fn static_sizes() {
    static_sizes! { f32:
        [1 1 1] [3 3 3] [4 4 4] [7 8 9] [8 8 8] [16 16 16] [17 5 3]
        [24 10 6] [31 33 2] [40 29 7] [16 4 64] [9 4 36] [1 40 5] [40 1 33]
    }
    static_sizes! { f64: [3 3 3] [13 9 4] }
    static_sizes! { i32: [4 4 4] [6 5 7] }
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
fn strides_that_are_not_compact() {
    let s = 3_usize;
    // Padded, with and without a unit stride.
    check_widest::<f32, _, _, _>(
        [9, 7, 5],
        (layout!((9, 5):(1, 11)), layout!((5, 7):(9, 1)), layout!((9, 7):(1, 12))),
    );
    check_widest::<f32, _, _, _>(
        [9, 7, 5],
        (layout!((9, 5):(2, 20)), layout!((5, 7):(21, 3)), layout!((9, 7):(2, 19))),
    );
    check_widest::<f32, _, _, _>(
        [9, 7, 5],
        (layout!((9, 5):(s, 31)), layout!((5, 7):(23, s)), layout!((9, 7):(s, 40))),
    );
    // Strides known at run time that happen to be 1, and that do not.
    for (rows, columns) in [(1_usize, 20_usize), (20, 1), (2, 40)] {
        check_widest::<f32, _, _, _>(
            [18, 17, 6],
            (
                layout!((18, 6):(rows, columns)),
                layout!((6, 17):(rows, columns)),
                layout!((18, 17):(rows, columns)),
            ),
        );
    }
}

#[test]
fn negative_strides() {
    check_widest::<f32, _, _, _>(
        [19, 6, 5],
        (layout!((19, 5):(-1, 19)), layout!((5, 6):(-6, -1)), layout!((19, 6):(-1, -19))),
    );
    check_widest::<f32, _, _, _>(
        [19, 6, 5],
        (layout!((19, 5):(1, -19)), layout!((5, 6):(-6, 1)), layout!((19, 6):(1, -19))),
    );
    let n = 7;
    check_widest::<f32, _, _, _>(
        [7, 6, 5],
        (layout!((7, 5):(1, -n)), layout!((5, 6):(1, 5)), layout!((7, 6):(-6, 1))),
    );
}

/// A stride of 0 repeats a row or a column.
#[test]
fn repeated_operands() {
    check_repeated(layout!((17, 6):(1, 0)), layout!((6, 5):(0, 1)));
    check_repeated(layout!((17, 6):(0, 1)), layout!((6, 5):(1, 0)));

    fn check_repeated<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
        let x: Vec<f32> = (0..17).map(|x| x as f32).collect();
        let mut y = [f32::NAN; 85];
        let c = layout!((17, 5):(1, 17));
        matmul(
            View::new(&x, a).unwrap(),
            View::new(&x, b).unwrap(),
            &mut ViewMut::new(&mut y, c).unwrap(),
        );
        for (i, j) in (0..17).flat_map(|i| (0..5).map(move |j| (i, j))) {
            let at = |layout: isize| x[layout as usize];
            let sum: f32 = (0..6).map(|l| at(a.offset((i, l))) * at(b.offset((l, j)))).sum();
            assert_eq!(y[c.index((i, j))], sum);
        }
    }
}

#[test]
fn nested_modes() {
    check_widest::<f32, _, _, _>(
        [12, 10, 6],
        (
            layout!(((3, 4), 6):((1, 18), 3)),
            layout!((6, (2, 5)):(10, (5, 1))),
            layout!(((3, 4), (2, 5)):((20, 1), (4, 60))),
        ),
    );
    // Modes that continue each other are one.
    check_widest::<f32, _, _, _>(
        [12, 10, 6],
        (
            layout!(((3, 4), (2, 3)):((1, 3), (12, 24))),
            layout!(((2, 3), 10):((1, 2), 6)),
            layout!(((2, 6), 10):((1, 2), 12)),
        ),
    );
    // Tiles of 8 by 8, side by side.
    check_widest::<f32, _, _, _>(
        [16, 24, 8],
        (
            layout!(((8, 2), 8):((1, 64), 8)),
            layout!((8, (8, 3)):(1, (8, 64))),
            layout!(((8, 2), (8, 3)):((1, 64), (8, 128))),
        ),
    );
}

#[test]
fn swizzled() {
    check_widest::<f32, _, _, _>(
        [32, 16, 8],
        (
            layout!(Sw<3,2,3> o 0 o (32, 8):(8, 1)),
            layout!(Sw<2,0,3> o 0 o (8, 16):(16, 1)),
            layout!(Sw<3,2,3> o 0 o (32, 16):(16, 1)),
        ),
    );
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

#[test]
fn short_forms() {
    let x: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut y = [f32::NAN; 4];
    let a = View::new(&x, layout!((2, 3):row)).unwrap();
    let b = View::new(&x, layout!((3, 2):row)).unwrap();
    let mut c = ViewMut::new(&mut y, layout!((2, 2):row)).unwrap();
    matmul(a, b, &mut c);
    matmul_add(a, b, &mut c);
    assert_eq!(y, [44.0, 56.0, 98.0, 128.0]);
}

/// What is not a number goes on into every element that it takes part in, and into no other.
#[test]
fn not_a_number_and_infinity() {
    for (bad, at) in [(f32::NAN, 0), (f32::INFINITY, 7), (f32::NAN, 29)] {
        for alpha in [0.0, 1.0] {
            let mut x = [1.0_f32; 30];
            x[at] = bad;
            let y = [1.0_f32; 20];
            let mut z = [f32::NAN; 24];
            let a = View::new(&x, layout!((6, 5):col)).unwrap();
            let b = View::new(&y, layout!((5, 4):row)).unwrap();
            let mut c = ViewMut::new(&mut z, layout!((6, 4):row)).unwrap();
            gemm(alpha, a, b, 0.0, &mut c);
            for i in 0..6 {
                for j in 0..4 {
                    let sum = z[i * 4 + j];
                    let expected = alpha * if i == at % 6 { bad } else { 5.0 };
                    assert!(
                        sum == expected || sum.is_nan() && expected.is_nan(),
                        "{sum} {expected}"
                    );
                }
            }
        }
    }
}

#[test]
#[should_panic(
    expected = "cannot multiply (2,3):(1,2) by (4,2):(1,4) into (2,2):(1,2): A has 3 columns and B has 4 rows"
)]
fn extents_that_do_not_agree() {
    let x = [0.0_f32; 8];
    let mut y = [0.0; 4];
    let k = 3;
    let a = View::new(&x, layout!((2, k):(1, 2))).unwrap();
    let b = View::new(&x, layout!((4, 2):(1, 4))).unwrap();
    matmul(a, b, &mut ViewMut::new(&mut y, layout!((2, 2):(1, 2))).unwrap());
}

/// Atoms and repetitions by name, over sizes that they divide and that they do not.
#[test]
fn atoms_by_name() {
    fn by<X: gemm::Atom<f32>, R: gemm::Repeats>(mma: gemm::TiledMma<X, R>) {
        let (m, n) = (21_usize, 10_usize);
        for k in [1_usize, 8, 16, 35, 130] {
            let run = |alpha,
                       a: View<'_, f32, _>,
                       b: View<'_, f32, _>,
                       beta,
                       c: &mut ViewMut<'_, f32, _>| {
                gemm_with(mma, alpha, a, b, beta, c);
            };
            check_on::<f32, _, _, _>(
                [m, n, k],
                (layout!((m, k):col), layout!((k, n):row), layout!((m, n):col)),
                run,
            );
            let run = |alpha,
                       a: View<'_, f32, _>,
                       b: View<'_, f32, _>,
                       beta,
                       c: &mut ViewMut<'_, f32, _>| {
                gemm_with(mma, alpha, a, b, beta, c);
            };
            check_on::<f32, _, _, _>(
                [m, n, k],
                (layout!((m, k):row), layout!((k, n):col), layout!((m, n):row)),
                run,
            );
        }
    }
    use gemm::{Broadcast, Dot, Fitting, TiledMma};
    by(TiledMma::new(Broadcast(Portable), layout!((3, 4):col)));
    by(TiledMma::new(Dot(Portable), layout!((2, 3):row)));
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = simd::Avx512::detect() {
        by(TiledMma::new(Broadcast(machine), layout!((2, 5):col)));
        let half = <simd::Avx512 as simd::Vectors<f32>>::half(machine);
        by(TiledMma::new(Broadcast(half), Fitting));
        by(TiledMma::new(Dot(machine), layout!((1, 4):col)));
        by(TiledMma::new(gemm::Quads(half), layout!((2, 3):col)));
    }
}

/// Four rows, or the last four of a few vectors, go to the atom of several depths: in tiles of all columns, or with some
/// left over; columns that follow each other, and that do not.
#[test]
fn last_four_rows() {
    macro_rules! both {
        ([$m:tt $n:tt $k:tt]) => {
            check::<f32, _, _, _>(
                [$m, $n, $k],
                (layout!(($m, $k):col), layout!(($k, $n):col), layout!(($m, $n):col)),
            );
            check::<f32, _, _, _>(
                [$n, $m, $k],
                (layout!(($n, $k):row), layout!(($k, $m):row), layout!(($n, $m):row)),
            );
        };
    }
    both!([12 12 12]);
    both!([4 19 16]);
    both!([28 9 20]);
    check::<f32, _, _, _>(
        [12, 10, 16],
        (layout!((12, 16):(1, 15)), layout!((16, 10):(1, -17)), layout!((12, 10):(1, 14))),
    );
    // Extents of C alone are static.
    let (k, m) = (16_usize, 20_usize);
    check::<f32, _, _, _>(
        [20, 8, 16],
        (layout!((m, 16):(1, m)), layout!((k, 8):col), layout!((20, 8):col)),
    );
    check::<f64, _, _, _>(
        [12, 9, 16],
        (layout!((12, 16):col), layout!((16, 9):col), layout!((12, 9):col)),
    );
}

/// Few columns of adjacent elements go to the atom of rows times columns.
#[test]
fn columns_beside_rows() {
    check_widest::<f32, _, _, _>(
        [19, 1, 50],
        (layout!((19, 50):row), layout!((50, 1):col), layout!((19, 1):col)),
    );
    check_widest::<f64, _, _, _>(
        [7, 2, 33],
        (layout!((7, 33):row), layout!((33, 2):col), layout!((7, 2):col)),
    );
    let (m, k) = (6_usize, 70_usize);
    check_widest::<f32, _, _, _>(
        [1, m, k],
        (layout!((1, k):row), layout!((k, m):col), layout!((1, m):row)),
    );
}

/// A third mode that counts matrices: of two numbers, of stride 0, negative, swizzled.
#[test]
fn batches() {
    fn check<A: AnyLayout, B: AnyLayout, C: AnyLayout>(a: A, b: B, c: C) {
        let [m, k] = [a.mode::<0>().size(), a.mode::<1>().size()];
        let [n, l] = [c.mode::<1>().size(), c.mode::<2>().size()];
        let x: Vec<i32> = (0..400).map(|i| i * 7 % 23 - 11).collect();
        let y: Vec<i32> = (0..400).map(|i| i * 5 % 19 - 9).collect();
        let mut z = vec![1; 400];
        let (va, vb) =
            (View::with_origin(&x, 200, a).unwrap(), View::with_origin(&y, 100, b).unwrap());
        gemm_batched(3, va, vb, 2, &mut ViewMut::with_origin(&mut z, 50, c).unwrap());
        let mut expected = vec![1; 400];
        let at = |origin: isize, offset: isize| (origin + offset) as usize;
        for l in 0..l {
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: i32 = (0..k)
                    .map(|p| x[at(200, a.offset((i, p, l)))] * y[at(100, b.offset((p, j, l)))])
                    .sum();
                let to = &mut expected[at(50, c.offset((i, j, l)))];
                *to = 3 * sum + 2 * *to;
            }
        }
        assert_eq!(z, expected, "{a} by {b} into {c}");
    }
    let (n, batch) = (5_usize, 3_usize);
    check(
        layout!((4, 3, (2, 3)):(1, 4, (12, 24))),
        layout!((3, 5, (2, 3)):(1, 3, (0, 15))),
        layout!((4, 5, (2, 3)):(5, 1, (20, 40))),
    );
    check(
        layout!((4, 3, batch):(3, 1, -12)),
        layout!((3, n, batch):(n, 1, 0)),
        layout!((4, n, batch):(n, 1, 40)),
    );
    check(
        layout!(Sw<2,0,3> o 0 o (4, 8, 2):(8, 1, 32)),
        layout!((8, 4, 2):(4, 1, 0)),
        layout!(Sw<2,0,3> o 0 o (4, 4, 2):(4, 1, 16)),
    );
}

#[test]
#[should_panic(expected = "A is 3 matrices and C is 2")]
fn batches_that_do_not_agree() {
    let (x, mut y, l) = ([0; 12], [0; 8], 3);
    let a = View::new(&x, layout!((2, 2, l):(1, 2, 4))).unwrap();
    matmul_batched(a, a, &mut ViewMut::new(&mut y, layout!((2, 2, 2):(1, 2, 4))).unwrap());
}

/// Narrower inputs are widened exactly: every value of each, and a product of each order.
#[cfg(feature = "half")]
#[test]
fn narrow_inputs() {
    use gemm::Input;
    use half::{bf16, f16};
    for bits in 0..=u16::MAX {
        for (wide, expected) in [
            (Input::<f32>::widen(bf16::from_bits(bits)), bf16::from_bits(bits).to_f32()),
            (Input::<f32>::widen(f16::from_bits(bits)), f16::from_bits(bits).to_f32()),
        ] {
            assert!(wide.to_bits() == expected.to_bits() || wide.is_nan() && expected.is_nan());
        }
    }
    fn product<I: gemm::Input<f32>, A: AnyLayout, B: AnyLayout>(of: impl Fn(f32) -> I, a: A, b: B) {
        let x: Vec<I> = (0..200).map(|i| of((i * 7 % 23 - 11) as f32)).collect();
        let mut z = [f32::NAN; 72];
        let c = layout!((9, 8):row);
        let view = |layout| View::new(&x, layout).unwrap();
        let other = View::new(&x, b).unwrap();
        matmul(view(a), other, &mut ViewMut::new(&mut z, c).unwrap());
        for (i, j) in (0..9).flat_map(|i| (0..8).map(move |j| (i, j))) {
            let sum: f32 = (0..20)
                .map(|p| {
                    x[a.offset((i, p)) as usize].widen() * x[b.offset((p, j)) as usize].widen()
                })
                .sum();
            assert_eq!(z[c.index((i, j))], sum);
        }
    }
    product(bf16::from_f32, layout!((9, 20):col), layout!((20, 8):row));
    product(f16::from_f32, layout!((9, 20):row), layout!((20, 8):col));
}

/// Of a C with run-time integers, too: rows upside down or far apart are products, shared elements a refusal.
#[test]
fn a_result_has_an_element_for_each_coordinate() {
    fn product<C: AnyLayout>(c: C) -> bool {
        let (x, mut y) = ([1.0_f32; 64], [0.0; 64]);
        let a = View::new(&x, layout!((4, 3):col)).unwrap();
        let b = View::new(&x, layout!((3, 4):col)).unwrap();
        let mut c = ViewMut::with_origin(&mut y, 32, c).unwrap();
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| matmul(a, b, &mut c))).is_ok()
    }
    let (step, none) = (4, 0);
    assert!(product(layout!((4, 4):({step}, 1))) && product(layout!((4, 4):(-1, {step}))));
    assert!(product(layout!((4, (2, 2)):(1, ({step}, {step * 2})))));
    assert!(!product(layout!(((2, 2), 4):(({step - 1}, {step + 3}), 1))));
    // The stride 3 is too short for the rows, 0 to 6 by 2, and interlocks with them.
    assert!(product(layout!((4, (2, 2)):(2, ({step - 1}, {step + 6})))));
    assert!(!product(layout!((4, 4):(1, {none}))) && !product(layout!((4, 4):({none + 1}, 1))));
    assert!(!product(layout!((4, 4):({step - 1}, 1))) && !product(layout!((4, 4):({step}, -2))));
}
