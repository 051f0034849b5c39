//! Products in groups of four depths and in pairs, compared with the definition, of all sizes around those of groups, panels,
//! tiles and blocks.

use super::groups::ByteGroups;
use super::*;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512};
use crate::simd::{FullMachine, Machine, Portable};
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

/// Compares products of all bytes with the definition. The elements around C stay.
fn check(
    extents: [usize; 3],
    [turns_a, turns_b, turns_c]: [bool; 3],
    gap: usize,
    functions: &[Function],
) {
    for are_signed in SIGNS {
        let numbers: [&dyn Fn(usize) -> u8; 2] = [&mixed, &|i| mixed(i + 5)];
        check_of(are_signed, extents, [turns_a, turns_b, turns_c], gap, numbers, functions);
    }
}

/// `i8` and `u8`, by each other.
const SIGNS: [[bool; 2]; 4] = [[true, true], [false, true], [true, false], [false, false]];

/// The number of a byte.
fn read(byte: i8, is_signed: bool) -> i32 {
    if is_signed { byte.into() } else { (byte as u8).into() }
}

/// [`check`] of bytes with a sign or without.
fn check_of(
    are_signed: [bool; 2],
    extents: [usize; 3],
    [turns_a, turns_b, turns_c]: [bool; 3],
    gap: usize,
    [of_a, of_b]: [&dyn Fn(usize) -> u8; 2],
    functions: &[Function],
) {
    let [m, n, k] = extents;
    let mut x: Vec<i8> = (0..gap * m * k).map(|i| of_a(i) as i8).collect();
    let mut y: Vec<i8> = (0..gap * k * n).map(|i| of_b(i) as i8).collect();
    let (a, b, c) = (
        strides([m, k], turns_a, gap),
        strides([k, n], turns_b, gap),
        strides([m, n], turns_c, gap),
    );
    let at = |[down, across]: [isize; 2], i: usize, j: usize| {
        (i as isize * down + j as isize * across) as usize
    };
    let mut entries = Vec::new();
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let sum = (0..k).fold(0_i32, |sum, p| {
            let (x, y) = (x[at(a, i, p)], y[at(b, p, j)]);
            sum.wrapping_add(read(x, are_signed[0]) * read(y, are_signed[1]))
        });
        entries.push((at(c, i, j), sum));
    }
    for scale in [Scale::Integer(1), Scale::Integer(-3), Scale::Float(0.5)] {
        let mut sums = vec![7; gap * m * n];
        let mut expected = sums.clone();
        entries.iter().for_each(|&(at, sum)| expected[at] = scale.apply(sum));
        let problem = ByteProblem {
            a: Open { start: x.as_mut_ptr(), extents: [m, k], strides: a },
            b: Open { start: y.as_mut_ptr(), extents: [k, n], strides: b },
            c: Open { start: sums.as_mut_ptr(), extents: [m, n], strides: c },
            update: ByteUpdate { are_signed, scale },
        };
        for multiply in functions {
            sums.fill(7);
            // The buffers hold the elements of these extents and strides.
            multiply(&problem);
            assert!(
                sums == expected,
                "{are_signed:?} {extents:?} {turns_a} {turns_b} {turns_c} {gap} {scale:?}"
            );
        }
    }
}

/// All bytes, among them the least squared.
fn mixed(i: usize) -> u8 {
    (i * 73 + 128) as u8
}

#[test]
fn small_universe() {
    let functions = &of_groups();
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for m in (1..=8).chain([13, 15, 16, 17]) {
            for n in [1, 2, 3, 5, 15, 16, 17, 33, 48, 63, 64, 65] {
                for k in (0..=6).chain([15, 16, 17]) {
                    // The processor is emulated.
                    if cfg!(target_arch = "aarch64") && (m + 3 * n + 5 * k + order) % 7 > 0 {
                        continue;
                    }
                    check([m, n, k], turns, 1, functions);
                }
            }
        }
    }
}

#[test]
fn gaps_and_blocks() {
    let functions = &functions();
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for extents in [[5, 18, 9], [18, 5, 9], [66, 70, 7], [7, 3, 515], [70, 3, 33], [3, 70, 33]]
        {
            check(extents, turns, 3, functions);
        }
        for k in [511, 512, 513, 1030, 2050] {
            check([7, 18, k], turns, 1, functions);
            check([18, 7, k], turns, 1, functions);
        }
        // The rows of a block of tiles and of vectors.
        for block in [512, 1024] {
            check([block + 1, 3, 5], turns, 1, functions);
            check([block - 1, 20, 2], turns, 1, functions);
        }
    }
}

/// Sums of the least and the greatest numbers are exact up to the range of `i32`, and wrap around past it.
#[test]
fn extremes() {
    let functions = &functions();
    for (are_signed, depth, numbers) in [
        ([true, true], 131_071, [0x80, 0x80]),
        ([false, true], 65_793, [0xFF, 0x80]),
        ([true, false], 65_793, [0x80, 0xFF]),
        ([false, false], 33_025, [0xFF, 0xFF]),
    ] {
        let product = i64::from(read(numbers[0] as i8, are_signed[0]))
            * i64::from(read(numbers[1] as i8, are_signed[1]));
        let fits = |depth: usize| i32::try_from(product * depth as i64).is_ok();
        assert!(fits(depth) && !fits(depth + 1));
        for k in [4, 513, depth, depth + 1] {
            for turns in [[false; 3], [false, true, false]] {
                let bytes: [&dyn Fn(usize) -> u8; 2] = [&|_| numbers[0], &|_| numbers[1]];
                check_of(are_signed, [2, 3, k], turns, 1, bytes, functions);
            }
        }
    }
}

/// Computes the product of `check_of`.
type Function = std::boxed::Box<dyn Fn(&ByteProblem)>;

/// The machines of this processor.
fn machines() -> Vec<FullMachine> {
    let mut machines = vec![Portable.full()];
    #[cfg(target_arch = "x86_64")]
    {
        machines.extend(Avx2::detect().map(Machine::full));
        machines.extend(Avx512::detect().map(Machine::full));
    }
    #[cfg(target_arch = "aarch64")]
    machines.extend(crate::simd::Neon::detect().map(Machine::full));
    machines
}

/// The functions that multiply groups on this processor.
fn of_groups() -> Vec<Function> {
    let groups = machines().into_iter().filter_map(ByteGroups::of);
    #[cfg(target_arch = "x86_64")]
    let groups = groups.chain(ByteGroups::detect().and_then(ByteGroups::in_tiles));
    groups
        .map(|groups| -> Function {
            // SAFETY: `check_of` has the elements of the problem.
            std::boxed::Box::new(move |problem| unsafe { groups.multiply(problem) })
        })
        .collect()
}

/// The functions that multiply groups or pairs on this processor.
fn functions() -> Vec<Function> {
    let pairs = machines().into_iter().map(|machine| -> Function {
        // SAFETY: `check_of` has the elements of the problem. The processor has the instructions of the machine.
        std::boxed::Box::new(move |problem| unsafe {
            match machine {
                #[cfg(target_arch = "x86_64")]
                FullMachine::Avx512(_) => pairs::multiply::<Avx512>(problem),
                #[cfg(target_arch = "x86_64")]
                FullMachine::Avx2(_) => pairs::multiply::<Avx2>(problem),
                #[cfg(target_arch = "aarch64")]
                FullMachine::Neon(_) => pairs::multiply::<crate::simd::Neon>(problem),
                FullMachine::Portable(_) => pairs::multiply::<Portable>(problem),
            }
        })
    });
    of_groups().into_iter().chain(pairs).collect()
}

/// Whether Linux has found AMX.
#[cfg(target_arch = "x86_64")]
fn has_amx() -> bool {
    cfg!(target_os = "linux")
        && std::fs::read_to_string("/proc/cpuinfo").is_ok_and(|text| text.contains(" amx_int8"))
}

/// A processor with the instructions multiplies groups, whatever the types of A and B, and reads few numbers in place. With AMX it
/// multiplies many in tiles.
#[test]
fn groups_are_chosen() {
    for are_signed in SIGNS {
        let (x, sums) = ([0_i8; 64 * 64], [0; 64 * 64]);
        let square = |extent: usize| Open {
            start: x.as_ptr().cast_mut(),
            extents: [extent; 2],
            strides: [64, 1],
        };
        let problem = |extent| ByteProblem {
            a: square(extent),
            b: square(extent),
            c: Open { start: sums.as_ptr().cast_mut(), extents: [extent; 2], strides: [64, 1] },
            update: ByteUpdate { are_signed, scale: Scale::Integer(1) },
        };
        let [small, large, larger] = [4, 32, 64].map(problem);
        #[cfg(target_arch = "x86_64")]
        {
            let [wide, narrow] = [
                std::is_x86_feature_detected!("avx512vnni"),
                std::is_x86_feature_detected!("avxvnni"),
            ];
            if let Some(avx512) = Avx512::detect() {
                let groups = ByteGroups::for_product(avx512, &large);
                assert_eq!(matches!(groups, Some(ByteGroups::Avx512(_))), wide);
                assert!(ByteGroups::for_product(avx512, &small).is_none());
                let tiles = ByteGroups::for_product(avx512, &larger);
                assert_eq!(matches!(tiles, Some(ByteGroups::Amx(..))), has_amx());
            }
            if let Some(avx2) = Avx2::detect() {
                let groups = ByteGroups::for_product(avx2, &large);
                assert_eq!(matches!(groups, Some(ByteGroups::Avx2(_))), narrow);
                assert!(ByteGroups::for_product(avx2, &small).is_none());
            }
        }
        #[cfg(target_arch = "aarch64")]
        if let Some(neon) = crate::simd::Neon::detect() {
            let is_there = std::arch::is_aarch64_feature_detected!("dotprod");
            assert_eq!(ByteGroups::for_product(neon, &large).is_some(), is_there);
            assert!(ByteGroups::for_product(neon, &small).is_none());
        }
        for problem in [&large, &larger] {
            assert!(ByteGroups::for_product(Portable, problem).is_none());
        }
    }
}
