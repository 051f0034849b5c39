//! Products in groups of four depths, compared with the definition, of all sizes around those of groups, panels, tiles and blocks.

use super::*;
use std::vec;
use std::vec::Vec;

/// Two strides for a matrix of these extents: by rows or by columns, with steps of `gap`.
fn strides([rows, columns]: [usize; 2], is_turned: bool, gap: usize) -> [isize; 2] {
    if is_turned {
        [gap as isize, (gap * rows) as isize]
    } else {
        [(gap * columns) as isize, gap as isize]
    }
}

/// Compares a product with the definition, of numbers that `number` makes of their places. The elements around C stay.
fn check(
    extents: [usize; 3],
    [turns_a, turns_b, turns_c]: [bool; 3],
    gap: usize,
    number: fn(usize) -> i8,
) {
    let Some(vnni) = Vnni::detect() else { return };
    let [m, n, k] = extents;
    let (mut x, mut y): (Vec<i8>, Vec<i8>) =
        ((0..gap * m * k).map(number).collect(), (0..gap * k * n).map(|i| number(i + 5)).collect());
    let (a, b, c) = (
        strides([m, k], turns_a, gap),
        strides([k, n], turns_b, gap),
        strides([m, n], turns_c, gap),
    );
    let at = |[down, across]: [isize; 2], i: usize, j: usize| {
        (i as isize * down + j as isize * across) as usize
    };
    for scale in [Scale::Integer(1), Scale::Integer(-3), Scale::Float(0.5)] {
        let mut sums = vec![7; gap * m * n];
        let mut expected = sums.clone();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum = (0..k).fold(0_i32, |sum, p| {
                sum.wrapping_add(i32::from(x[at(a, i, p)]) * i32::from(y[at(b, p, j)]))
            });
            expected[at(c, i, j)] = scale.apply(sum);
        }
        let problem = ByteProblem {
            a: Open { start: x.as_mut_ptr(), extents: [m, k], strides: a },
            b: Open { start: y.as_mut_ptr(), extents: [k, n], strides: b },
            c: Open { start: sums.as_mut_ptr(), extents: [m, n], strides: c },
            update: scale,
        };
        // SAFETY: the buffers hold the elements of these extents and strides.
        unsafe { multiply(vnni, &problem) };
        assert!(sums == expected, "{extents:?} {turns_a} {turns_b} {turns_c} {gap} {scale:?}");
    }
}

/// The numbers from -128 to 127, among them the least squared.
fn mixed(i: usize) -> i8 {
    (i * 73 + 128) as u8 as i8
}

#[test]
fn small_universe() {
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for m in (1..=8).chain([13, 15, 16, 17]) {
            for n in [1, 2, 3, 5, 15, 16, 17, 33, 48, 63, 64, 65] {
                for k in (0..=6).chain([15, 16, 17]) {
                    check([m, n, k], turns, 1, mixed);
                }
            }
        }
    }
}

#[test]
fn gaps_and_blocks() {
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for extents in [[5, 18, 9], [18, 5, 9], [66, 70, 7], [7, 3, 515], [70, 3, 33], [3, 70, 33]]
        {
            check(extents, turns, 3, mixed);
        }
        for k in [511, 512, 513, 1030] {
            check([7, 18, k], turns, 1, mixed);
            check([18, 7, k], turns, 1, mixed);
        }
        check([BLOCK + 1, 3, 5], turns, 1, mixed);
        check([BLOCK - 1, 20, 2], turns, 1, mixed);
    }
}

/// Sums of the least number squared are exact up to the range of `i32`, and wrap around past it.
#[test]
fn the_least_numbers() {
    for k in [4, 513, 131_071, 131_072, 131_080] {
        check([2, 3, k], [false; 3], 1, |_| i8::MIN);
        check([2, 3, k], [false, true, false], 1, |_| i8::MIN);
    }
}
