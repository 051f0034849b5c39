//! Kernels over elements, `f32`: fills, updates, functions of several inputs and reductions, compared with hand-written
//! loops. The figure is bytes read and written per second.

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::{axpby, combine, computed, fill, maximum, minimum, sum, transform};

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::{limits, native};

/// Runs on the elements of `x` and `y`, which hold the elements of the layouts, and returns a number that depends on
/// the result.
type ElementsFn = unsafe fn(*const f32, *mut f32) -> f32;
/// [`ElementsFn`] in C's convention, with a place for the number.
type HandFn = unsafe extern "C" fn(*const f32, *mut f32, *mut f32);

/// The elements of each buffer.
const ROOM: usize = 512 * 512;

/// Defines a function over static layouts of `x` and `y`.
macro_rules! ours {
    ([$($x:tt)*], [$($y:tt)*], |$from:ident, $to:ident| $body:expr) => {{
        unsafe fn run(x: *const f32, y: *mut f32) -> f32 {
            // SAFETY: both buffers hold the elements of their layouts, and nothing else accesses the buffer of `y`.
            #[allow(unused_mut, unused_variables, reason = "a reduction writes nothing, a fill reads nothing")]
            let ($from, mut $to) = unsafe {
                (View::from_raw_parts(x, layout!($($x)*)), ViewMut::from_raw_parts(y, layout!($($y)*)))
            };
            $body
        }
        run as ElementsFn
    }};
}

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    let cases: [(&str, usize, ElementsFn, HandFn); 11] = [
        (
            "fill/64x48",
            4 * 64 * 48,
            ours!([(64, 48):row], [(64, 48):row], |x, y| {
                fill(&mut y, 2.0);
                0.0
            }),
            fill_by_hand(),
        ),
        (
            "axpby/64x48",
            12 * 64 * 48,
            ours!([(64, 48):row], [(64, 48):row], |x, y| {
                axpby(2.0, x, 0.5, &mut y);
                0.0
            }),
            axpby_by_hand(),
        ),
        (
            "transform/64x48",
            8 * 64 * 48,
            ours!([(64, 48):row], [(64, 48):row], |x, y| {
                transform(x, &mut y, |x| x * x + 1.0);
                0.0
            }),
            transform_by_hand(),
        ),
        (
            "maximum/64x48",
            4 * 64 * 48,
            ours!([(64, 48):row], [1:1], |x, y| maximum(x).unwrap_or(0.0)),
            maximum_by_hand(),
        ),
        ("sum/64x48", 4 * 64 * 48, ours!([(64, 48):row], [1:1], |x, y| sum(x)), sum_by_hand()),
        (
            "computed/dot of 64x48",
            8 * 64 * 48,
            ours!([(64, 48):row], [(64, 48):row], |x, y| {
                computed((x, y), |(x, y)| x * y).sum()
            }),
            dot_by_hand(),
        ),
        (
            "computed/scaled and squared 64x48",
            8 * 64 * 48,
            ours!([(64, 48):row], [(64, 48):row], |x, y| {
                computed((x,), |(x,)| 0.5 * x).map(|x| x * x).copy_to(&mut y);
                0.0
            }),
            scaled_by_hand(),
        ),
        (
            "minimum/rows of 48, 80 apart",
            4 * 64 * 48,
            ours!([(64, 48):(80, 1)], [1:1], |x, y| minimum(x).unwrap_or(0.0)),
            minimum_by_hand(),
        ),
        (
            "axpby/turned 512x512",
            12 * 512 * 512,
            ours!([(512, 512):row], [(512, 512):col], |x, y| {
                axpby(2.0, x, 0.5, &mut y);
                0.0
            }),
            turned_by_hand(),
        ),
        (
            "transform/turned 512x512",
            8 * 512 * 512,
            ours!([(512, 512):row], [(512, 512):col], |x, y| {
                transform(x, &mut y, |x| x * x + 1.0);
                0.0
            }),
            transform_turned_by_hand(),
        ),
        (
            "combine/turned 512x512",
            12 * 512 * 512,
            ours!([(512, 512):row], [(512, 512):col], |x, y| {
                combine(x, x.transpose(), &mut y, |x, y| x * y);
                0.0
            }),
            combine_turned_by_hand(),
        ),
    ];
    let x = AlignedBuffer::from_fn(ROOM, |i| ((i * 37 + 11) % 101) as f32 - 50.0);
    for (name, bytes, ours, by_hand) in cases {
        if !bench.wants(name) {
            continue;
        }
        let mut results = [0, 1].map(|_| AlignedBuffer::from_fn(ROOM, |i| (i % 7) as f32));
        let mut numbers = [0.0_f32; 2];
        let [first, second] = &mut results;
        // SAFETY: the buffers hold the elements of each case.
        unsafe {
            numbers[0] = ours(x.as_ptr(), first.as_mut_ptr());
            by_hand(x.as_ptr(), second.as_mut_ptr(), &mut numbers[1]);
        }
        assert!(first[..] == second[..] && numbers[0] == numbers[1], "{name}: the results differ");
        let (x, y, number) = (x.as_ptr(), first.as_mut_ptr(), &raw mut numbers[1]);
        let mut sides = Vec::new();
        for (machine, limit) in limits() {
            sides.push(Contender::ours(machine, move |times| {
                limit();
                let (ours, x, y) = black_box((ours, x, y));
                for _ in 0..times {
                    // SAFETY: the buffers hold the elements of each case, and one contender runs at a time.
                    black_box(unsafe { ours(x, y) });
                }
            }));
        }
        sides.push(Contender::new("by hand", move |times| {
            let (by_hand, x, y, number) = black_box((by_hand, x, y, number));
            for _ in 0..times {
                // SAFETY: the buffers hold the elements of each case, and one contender runs at a time.
                unsafe { by_hand(x, y, number) };
            }
        }));
        bench.compare(name, bytes as f64, sides);
    }
}

/// Defines hand-written loops over `x` and `y`, which set `number`.
macro_rules! by_hand {
    ($($name:ident: |$x:ident, $y:ident, $number:ident| $body:block)*) => {$(
        native! {
            fn $name($x: *const f32, $y: *mut f32, $number: *mut f32) {
                // SAFETY: the buffers hold the elements that the loops name, and `number` points to one.
                unsafe {
                    *$number = 0.0;
                    $body
                }
            }
        }
    )*};
}

/// Calls `$body` for each pair below 512, in blocks of 16 by 16.
macro_rules! in_blocks {
    ($i:ident, $j:ident, $body:expr) => {
        for (first_j, first_i) in
            (0..512).step_by(16).flat_map(|j| (0..512).step_by(16).map(move |i| (j, i)))
        {
            for $j in first_j..first_j + 16 {
                for $i in first_i..first_i + 16 {
                    $body
                }
            }
        }
    };
}

by_hand! {
    fill_by_hand: |_x, y, number| {
        for i in 0..64 * 48 {
            *y.add(i) = 2.0;
        }
    }
    axpby_by_hand: |x, y, number| {
        for i in 0..64 * 48 {
            *y.add(i) = 2.0 * *x.add(i) + 0.5 * *y.add(i);
        }
    }
    transform_by_hand: |x, y, number| {
        for i in 0..64 * 48 {
            *y.add(i) = *x.add(i) * *x.add(i) + 1.0;
        }
    }
    maximum_by_hand: |x, _y, number| {
        let mut lanes = [*x; 32];
        for i in (0..64 * 48).step_by(32) {
            for (k, lane) in lanes.iter_mut().enumerate() {
                *lane = if *x.add(i + k) > *lane { *x.add(i + k) } else { *lane };
            }
        }
        *number = lanes.into_iter().fold(*x, f32::max);
    }
    sum_by_hand: |x, _y, number| {
        let mut lanes = [0.0; 32];
        for i in (0..64 * 48).step_by(32) {
            for (k, lane) in lanes.iter_mut().enumerate() {
                *lane += *x.add(i + k);
            }
        }
        *number = lanes.into_iter().sum();
    }
    dot_by_hand: |x, y, number| {
        let mut lanes = [0.0; 32];
        for i in (0..64 * 48).step_by(32) {
            for (k, lane) in lanes.iter_mut().enumerate() {
                *lane += *x.add(i + k) * *y.add(i + k);
            }
        }
        *number = lanes.into_iter().sum();
    }
    scaled_by_hand: |x, y, number| {
        for i in 0..64 * 48 {
            let x = 0.5 * *x.add(i);
            *y.add(i) = x * x;
        }
    }
    minimum_by_hand: |x, _y, number| {
        let mut lanes = [*x; 16];
        for i in 0..64 {
            for j in (0..48).step_by(16) {
                for (k, lane) in lanes.iter_mut().enumerate() {
                    let element = *x.add(80 * i + j + k);
                    *lane = if element < *lane { element } else { *lane };
                }
            }
        }
        *number = lanes.into_iter().fold(*x, f32::min);
    }
    turned_by_hand: |x, y, number| {
        in_blocks!(i, j, {
            let y = y.add(512 * j + i);
            *y = 2.0 * *x.add(512 * i + j) + 0.5 * *y;
        });
    }
    transform_turned_by_hand: |x, y, number| {
        in_blocks!(i, j, {
            let x = *x.add(512 * i + j);
            *y.add(512 * j + i) = x * x + 1.0;
        });
    }
    combine_turned_by_hand: |x, y, number| {
        in_blocks!(i, j, *y.add(512 * j + i) = *x.add(512 * i + j) * *x.add(512 * j + i));
    }
}
