//! Sums elements through layouts, and with the constants of the layout written by hand.

use std::hint::black_box;

use static_layout::*;

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::{native, widest};

type SumFn = unsafe extern "C" fn(*const u32, *mut u32);

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    let cases: [(&str, usize, SumFn, SumFn); 6] = [
        ("contiguous/64x64", 4096, contiguous(), contiguous_by_hand()),
        ("rows/64x64", 4096, rows(), rows_by_hand()),
        ("padded/60x60", 3600, padded(), padded_by_hand()),
        ("nested/(2,(4,8))x64", 4096, nested(), nested_by_hand()),
        ("tiles/8x8 of 64x64", 4096, tiles(), tiles_by_hand()),
        ("swizzled/64x32", 2048, swizzled(), swizzled_by_hand()),
    ];
    let data = AlignedBuffer::from_fn(4096, |i| i as u32);
    let mut sums = AlignedBuffer::<u32>::new(2);
    let (data, sums) = (&data[..], sums.as_mut_ptr());
    for (name, elements, ours, by_hand) in cases {
        if !bench.wants(name) {
            continue;
        }
        let run = |sum: SumFn, place: usize| {
            move |times| {
                let (sum, data, sums) = black_box((sum, data.as_ptr(), sums.wrapping_add(place)));
                for _ in 0..times {
                    // SAFETY: the offsets of all layouts are below 4096, the length of `data`, and `place` is below 2,
                    // the length of `sums`.
                    unsafe { sum(data, sums) };
                }
            }
        };
        let mut sides = vec![
            Contender::ours(widest(), run(ours, 0)),
            Contender::new("by hand", run(by_hand, 1)),
        ];
        sides.iter_mut().for_each(Contender::once);
        // SAFETY: `sums` points to two initialized elements, and no contender is running.
        let [first, second] = unsafe { sums.cast::<[u32; 2]>().read() };
        assert_eq!(first, second, "{name}: the sums differ");
        bench.compare(name, elements as f64, sides);
    }
}

/// Defines the sum over all coordinates `(i, j)`, through `$layout` and by the expression `$offset`.
macro_rules! sum {
    ($name:ident, $by_hand:ident: $rows:literal by $columns:literal, $layout:expr,
     |$i:ident, $j:ident| $offset:expr) => {
        native! {
            fn $name(data: *const u32, to: *mut u32) {
                let layout = $layout;
                let mut sum = 0u32;
                for j in 0..$columns {
                    for i in 0..$rows {
                        // SAFETY: `data` has as many elements as the cosize of the layout, which bounds its offsets.
                        sum = sum.wrapping_add(unsafe { *data.add(layout.index((i, j))) });
                    }
                }
                // SAFETY: `to` points to an element that nothing else accesses.
                unsafe { *to = sum };
            }
        }
        native! {
            fn $by_hand(data: *const u32, to: *mut u32) {
                let mut sum = 0u32;
                for $j in 0..$columns {
                    for $i in 0..$rows {
                        // SAFETY: `$offset` is the offset of the layout, below its cosize.
                        sum = sum.wrapping_add(unsafe { *data.add($offset) });
                    }
                }
                // SAFETY: `to` points to an element that nothing else accesses.
                unsafe { *to = sum };
            }
        }
    };
}

sum!(contiguous, contiguous_by_hand: 64usize by 64usize, layout!((64, 64):col), |i, j| i + j * 64);
sum!(rows, rows_by_hand: 64usize by 64usize, layout!((64, 64):row), |i, j| i * 64 + j);
sum!(padded, padded_by_hand: 60usize by 60usize, layout!((60, 60):(1, 64)), |i, j| i + j * 64);
sum!(nested, nested_by_hand: 64usize by 64usize, layout!(((2, (4, 8)), 64):((4, (1, 8)), 64)),
    |i, j| i % 2 * 4 + i / 2 % 4 + i / 8 * 8 + j * 64);
sum!(tiles, tiles_by_hand: 64usize by 64usize,
    layout!((64, 64):col).zipped_divide(tile!(8, 8)),
    |i, j| i % 8 + i / 8 * 64 + j % 8 * 8 + j / 8 * 512);
sum!(swizzled, swizzled_by_hand: 64usize by 32usize, layout!(Sw<3, 2, 3> o 0 o (64, 32):row),
    |i, j| (i * 32 + j) ^ (i % 8 * 4));
