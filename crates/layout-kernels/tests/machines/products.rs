//! Products of run-time extents and strides, compared with the definition: neighbours along rows, along columns, or along neither, in
//! each of the three matrices.

use super::{Random, numbers};
use static_layout::*;
use static_layout_kernels::simd::Element;
use static_layout_kernels::{gemm, matmul, matmul_add};
use std::fmt::Debug;

pub(crate) fn all() {
    let mut random = Random(7);
    // Around vectors, tiles, and the columns and the depth of what is staged.
    let extents = [0, 1, 2, 3, 4, 5, 8, 13, 16, 17, 31, 33, 49, 64, 70];
    for case in 0..162 {
        let [m, n] = [0; 2].map(|_| extents[random.below(extents.len())]);
        let k = [extents[random.below(extents.len())], 129][random.below(8) / 7];
        let orders = [case % 3, case / 3 % 3, case / 9 % 3];
        match random.below(3) {
            0 => one::<f32>(&mut random, [m, n, k], orders, 1),
            1 => one::<f64>(&mut random, [m, n, k], orders, 1),
            _ => one::<i32>(&mut random, [m, n, k], orders, 1),
        }
    }
    // Few numbers, in each order.
    for case in 0..27 * 27 {
        let [m, n, k] = [27, 27 * 3, 27 * 9].map(|digit| [1, 3, 5][case / digit % 3]);
        let orders = [case % 3, case / 3 % 3, case / 9 % 3];
        match case / 5 % 3 {
            0 => one::<f32>(&mut random, [m, n, k], orders, 1),
            1 => one::<f64>(&mut random, [m, n, k], orders, 1),
            _ => one::<i32>(&mut random, [m, n, k], orders, 1),
        }
    }
    // Outer products.
    for [m, n] in [[32, 3], [70, 1], [3, 90], [129, 40]] {
        one::<f32>(&mut random, [m, n, 1], [0, 1, 0], 1);
        one::<f64>(&mut random, [m, n, 1], [1, 1, 1], 1);
        one::<i32>(&mut random, [m, n, 1], [2, 0, 0], 1);
    }
    macro_rules! fixed {
        ($t:ty: $([$m:literal $n:literal $k:literal])*) => {$(
            fixed::<$t, _, _, _>([$m, $n, $k], layout!(($m, $k):col), layout!(($k, $n):col), layout!(($m, $n):col));
            fixed::<$t, _, _, _>([$m, $n, $k], layout!(($m, $k):row), layout!(($k, $n):col), layout!(($m, $n):row));
        )*};
    }
    fixed!(f32: [1 1 1] [3 3 3] [4 4 4] [4 6 4] [6 5 7] [12 12 12] [17 9 20]);
    // Dots, extents of 1, and copies to the stack of each length.
    fixed!(f32: [1 1 2] [1 1 7] [1 1 8] [1 1 40] [3 1 3] [1 5 6] [2 3 4] [7 31 5] [20 20 20] [3 3 300] [5 9 40]);
    fixed!(f64: [2 2 2] [4 4 4] [8 8 8] [1 1 3] [3 3 3] [4 2 300]);
    let one_row = layout!((1, 6):(7, 2));
    fixed::<f32, _, _, _>([1, 6, 3], layout!((1, 3):(5, 2)), layout!((3, 6):col), one_row);
    fixed::<f32, _, _, _>(
        [6, 1, 3],
        layout!((6, 3):row),
        layout!((3, 1):(2, 9)),
        layout!((6, 1):(2, 7)),
    );
    let n = 6_usize;
    fixed::<f32, _, _, _>(
        [1, 6, 3],
        layout!((1, 3):row),
        layout!((3, 6):col),
        layout!((1, n):(n, 1)),
    );
    // Few sums along a great depth.
    for [m, n, k] in
        [[3, 3, 300], [2, 8, 256], [8, 8, 1000], [5, 12, 257], [1, 1, 40], [1, 1, 4097]]
    {
        one::<f32>(&mut random, [m, n, k], [1, 0, 1], 1);
        one::<f64>(&mut random, [m, n, k], [1, 0, 0], 1);
        one::<f32>(&mut random, [m, n, k], [0, 1, 2], 1);
    }
    fixed!(i32: [4 4 4] [9 3 5]);
    #[cfg(feature = "half")]
    for case in 0..54 {
        use half::{bf16, f16};
        // Around blocks, and deep ones of few rows and columns.
        let sizes = [
            [1, 1, 1],
            [2, 3, 0],
            [0, 9, 3],
            [5, 7, 9],
            [16, 16, 16],
            [64, 65, 66],
            [3, 1, 1400],
            [70, 2, 130],
            [130, 140, 67],
        ];
        let (extents, orders) = (sizes[random.below(9)], [case % 3, case / 3 % 3, case / 9 % 3]);
        match case / 18 {
            0 => converted(&mut random, extents, orders, 1, bf16::from_f32, bf16::from_f32),
            1 => converted(&mut random, extents, orders, 1, f16::from_f32, bf16::from_f32),
            _ => converted(&mut random, extents, orders, 1, f16::from_f32, |x| x),
        }
    }
    // In packed blocks. Some elements are compared.
    #[cfg(feature = "half")]
    converted(
        &mut random,
        [1100, 65, 1000],
        [1, 0, 1],
        1009,
        half::bf16::from_f32,
        half::f16::from_f32,
    );
    one::<f32>(&mut random, [410, 411, 412], [0, 0, 0], 1009);
    one::<f64>(&mut random, [410, 411, 412], [1, 2, 2], 1009);
}

/// Products of static layouts, compared with the definition.
fn fixed<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    [m, n, k]: [usize; 3],
    a: A,
    b: B,
    c: C,
) {
    let data = |len| -> Vec<T> { numbers(len).into_iter().map(T::of).collect() };
    let [x, y, z] = [m * k, k * n, m * n].map(|elements| data(2 * elements + 16));
    for (alpha, beta) in [(1.0, 0.0), (2.0, 3.0)] {
        let mut found = z.clone();
        let (x_view, y_view) = (View::new(&x, a).unwrap(), View::new(&y, b).unwrap());
        let to = &mut ViewMut::new(&mut found, c).unwrap();
        if beta == 0.0 {
            matmul(x_view, y_view, to);
        } else {
            T::product(T::of(alpha), x_view, y_view, T::of(beta), to);
        }
        for (i, j) in (0..m * n).map(|at| (at / n, at % n)) {
            let sum = (0..k).fold(T::ZERO, |sum, p| {
                let (x, y) = (x[a.offset((i, p)) as usize], y[b.offset((p, j)) as usize]);
                sum.add(x.mul(y))
            });
            let at = c.offset((i, j)) as usize;
            let expected = T::of(alpha).mul(sum).add(T::of(beta).mul(z[at]));
            assert!(found[at] == expected, "{m} by {n} by {k}, {a}, {b}, {c}: ({i},{j})");
        }
    }
}

/// The strides of a matrix: its rows are neighbours, its columns are, or none.
fn strides(random: &mut Random, [m, n]: [usize; 2], order: usize) -> [usize; 2] {
    let gap = random.below(3);
    match order {
        0 => [1, m.max(1) + gap],
        1 => [n.max(1) + gap, 1],
        _ => [2, 2 * m.max(1) + gap],
    }
}

/// `C = alpha * A * B + beta * C`; compares each element of C whose number is a multiple of `every`.
fn one<T: Element + Number>(
    random: &mut Random,
    [m, n, k]: [usize; 3],
    orders: [usize; 3],
    every: usize,
) {
    let shapes = [[m, k], [k, n], [m, n]];
    let [sa, sb, sc] = [0, 1, 2].map(|i| strides(random, shapes[i], orders[i]));
    let room = |[m, n]: [usize; 2], [s, t]: [usize; 2]| m * s + n * t + 1;
    let data = |shape, strides| -> Vec<T> {
        numbers(room(shape, strides)).into_iter().map(T::of).collect()
    };
    let (x, y, z) = (data(shapes[0], sa), data(shapes[1], sb), data(shapes[2], sc));
    let layout = |[m, n]: [usize; 2], [s, t]: [usize; 2]| Layout::new((m, n), (s, t));
    let a = View::new(&x, layout(shapes[0], sa)).unwrap();
    let b = View::new(&y, layout(shapes[1], sb)).unwrap();
    let to = layout(shapes[2], sc);
    let form = format!("{m} by {n} by {k}, strides {sa:?}, {sb:?}, {sc:?}");
    let (alpha, beta) = [(2, 3), (1, 0), (1, 1), (2, 0)][random.below(4)];
    let (alpha_of, beta_of) = (T::of(alpha as f32), T::of(beta as f32));
    let mut found = z.clone();
    let c = &mut ViewMut::new(&mut found, to).unwrap();
    match (alpha, beta) {
        (1, 0) => matmul(a, b, c),
        (1, 1) => matmul_add(a, b, c),
        _ => T::product(alpha_of, a, b, beta_of, c),
    }
    for (i, j) in (0..m * n).step_by(every).map(|at| (at / n, at % n)) {
        let sum = (0..k).fold(T::ZERO, |sum, p| {
            sum.add(x[i * sa[0] + p * sa[1]].mul(y[p * sb[0] + j * sb[1]]))
        });
        let at = i * sc[0] + j * sc[1];
        let expected = alpha_of.mul(sum).add(beta_of.mul(z[at]));
        assert!(found[at] == expected, "{alpha}, {beta}, ({i},{j}): {form}");
    }
    if every == 1 {
        let outside = |at: usize| (0..m).all(|i| (0..n).all(|j| i * sc[0] + j * sc[1] != at));
        let changed = (0..z.len()).find(|&at| found[at] != z[at] && outside(at));
        assert!(changed.is_none(), "{changed:?} is none of C: {form}");
    }
}

/// `C = 2 * A * B + C` of elements that are converted; compares each element of C whose number is a multiple of `every`.
#[cfg(feature = "half")]
fn converted<I, J>(
    random: &mut Random,
    [m, n, k]: [usize; 3],
    orders: [usize; 3],
    every: usize,
    of_a: impl Fn(f32) -> I,
    of_b: impl Fn(f32) -> J,
) where
    I: gemm::Input<f32>,
    J: gemm::Input<f32>,
{
    let shapes = [[m, k], [k, n], [m, n]];
    let [sa, sb, sc] = [0, 1, 2].map(|i| strides(random, shapes[i], orders[i]));
    let data = |[m, n]: [usize; 2], [s, t]: [usize; 2]| numbers(m * s + n * t + 1);
    let (x, y, z) = (data(shapes[0], sa), data(shapes[1], sb), data(shapes[2], sc));
    let (narrow_x, narrow_y): (Vec<I>, Vec<J>) =
        (x.iter().map(|x| of_a(*x)).collect(), y.iter().map(|y| of_b(*y)).collect());
    let layout = |[m, n]: [usize; 2], [s, t]: [usize; 2]| Layout::new((m, n), (s, t));
    let (a, b) = (
        View::new(&narrow_x, layout(shapes[0], sa)).unwrap(),
        View::new(&narrow_y, layout(shapes[1], sb)).unwrap(),
    );
    let (mut found, mut expected) = (z.clone(), z);
    gemm(2.0, a, b, 1.0, &mut ViewMut::new(&mut found, layout(shapes[2], sc)).unwrap());
    let form = format!("{m} by {n} by {k}, strides {sa:?}, {sb:?}, {sc:?}, converted");
    for (i, j) in (0..m * n).step_by(every).map(|at| (at / n, at % n)) {
        let sum: f32 = (0..k).map(|p| x[i * sa[0] + p * sa[1]] * y[p * sb[0] + j * sb[1]]).sum();
        let at = i * sc[0] + j * sc[1];
        expected[at] += 2.0 * sum;
        assert!(found[at] == expected[at], "({i},{j}): {form}");
    }
    assert!(every > 1 || found == expected, "an element that is none of C: {form}");
}

/// An element that small whole numbers are made of.
trait Number: Element + Debug {
    fn of(number: f32) -> Self;
    fn product<A: AnyLayout, B: AnyLayout, C: AnyLayout>(
        alpha: Self,
        a: View<'_, Self, A>,
        b: View<'_, Self, B>,
        beta: Self,
        c: &mut ViewMut<'_, Self, C>,
    );
}
macro_rules! number {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn of(number: f32) -> Self {
                number as $t
            }
            fn product<A: AnyLayout, B: AnyLayout, C: AnyLayout>(
                alpha: Self,
                a: View<'_, Self, A>,
                b: View<'_, Self, B>,
                beta: Self,
                c: &mut ViewMut<'_, Self, C>,
            ) {
                gemm(alpha, a, b, beta, c);
            }
        }
    )*};
}
number!(f32 f64 i32);
