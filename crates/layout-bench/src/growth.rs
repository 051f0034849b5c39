//! How the cost of kernels grows: with the extents of a matrix by powers of two, and with the number of modes at one
//! size. All layouts are run-time layouts. The figure is bytes read and written per second, compared with a `memcpy` of
//! equally many bytes. The cases `growth/engine` have operations of the engine (`engine.rs`).

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::{axpby, copy, fill, maximum, sum};

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::limits;

/// The extents of the matrices.
const EXTENTS: [usize; 10] = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
/// The binary digits of the number of elements in the cases of several modes.
const DIGITS: u32 = 16;

/// A kernel over matrices `x` and `y` of `n` by `n`.
type MatrixFn = unsafe fn(usize, *const f32, *mut f32);
/// A kernel over tensors `x` and `y` of `2^DIGITS` elements.
type ModesFn = unsafe fn(*const f32, *mut f32);

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    let kernels: [(&str, usize, MatrixFn); 6] = [
        ("fill", 4, fill_matrix),
        ("copy", 8, copy_matrix),
        ("transpose", 8, transpose_matrix),
        ("axpby", 12, axpby_matrix),
        ("sum", 4, sum_matrix),
        ("maximum", 4, maximum_matrix),
    ];
    for n in EXTENTS {
        let len = n * n;
        let wanted: Vec<_> = kernels
            .iter()
            .map(|&(kernel, bytes, run)| (format!("growth/{kernel}/{n}"), bytes, run))
            .filter(|(name, ..)| bench.wants(name))
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let x = AlignedBuffer::from_fn(len, |i| (i % 101) as f32);
        let mut y = AlignedBuffer::<f32>::new(len);
        let (x, y) = (x.as_ptr(), y.as_mut_ptr());
        for (name, bytes, run) in wanted {
            compare(bench, &name, [bytes * len, 4 * len], x, y, move || {
                // SAFETY: the buffers have `n * n` elements, and one contender runs at a time.
                unsafe { run(black_box(n), x, y) }
            });
        }
    }
    let len = 1_usize << DIGITS;
    let x = AlignedBuffer::from_fn(len, |i| (i % 101) as f32);
    let mut y = AlignedBuffer::<f32>::new(len);
    let (x, y) = (x.as_ptr(), y.as_mut_ptr());
    for (modes, run) in MODES {
        let name = format!("growth/reverse/{modes} modes");
        if bench.wants(&name) {
            compare(bench, &name, [8 * len, 4 * len], x, y, move || {
                // SAFETY: the buffers have `2^DIGITS` elements, and one contender runs at a time.
                unsafe { run(x, y) }
            });
        }
    }
    crate::engine::run(bench);
}

/// Compares `run` on each machine with a `memcpy` that reads and writes `bytes` bytes in buffers of `room` bytes.
fn compare(
    bench: &Bench,
    name: &str,
    [bytes, room]: [usize; 2],
    x: *const f32,
    y: *mut f32,
    run: impl Fn() + Copy,
) {
    let mut sides: Vec<_> = limits()
        .into_iter()
        .map(|(machine, limit)| {
            Contender::ours(machine, move |times| {
                limit();
                for _ in 0..times {
                    run();
                }
            })
        })
        .collect();
    sides.push(Contender::new("memcpy", move |times| {
        for _ in 0..times {
            let mut rest = bytes / 2;
            while rest > 0 {
                let (x, y) = black_box((x.cast::<u8>(), y.cast::<u8>()));
                let count = rest.min(room);
                // SAFETY: `x` and `y` are different buffers of `room` bytes.
                unsafe { y.copy_from_nonoverlapping(x, count) };
                rest -= count;
            }
        }
    }));
    bench.compare(name, bytes as f64, sides);
}

/// Defines kernels over two row-major matrices of `n` by `n`.
macro_rules! matrices {
    ($($name:ident: |$n:ident, $x:ident, $y:ident| $body:expr;)*) => {$(
        unsafe fn $name($n: usize, x: *const f32, y: *mut f32) {
            let rows = layout!(($n, $n):row);
            #[allow(unused_mut, unused_variables, reason = "a reduction writes nothing, a fill reads nothing")]
            let ($x, mut $y) =
                // SAFETY: the caller's buffers have `n * n` elements, and nothing else accesses the buffer of `y`.
                unsafe { (View::from_raw_parts(x, rows), ViewMut::from_raw_parts(y, rows)) };
            $body
        }
    )*};
}
matrices! {
    fill_matrix: |n, x, y| fill(&mut y, 2.0);
    copy_matrix: |n, x, y| copy(x, &mut y);
    transpose_matrix: |n, x, y| copy(x.transpose(), &mut y);
    axpby_matrix: |n, x, y| axpby(2.0, x, 0.5, &mut y);
    sum_matrix: |n, x, y| { black_box(sum(x)); };
    maximum_matrix: |n, x, y| { black_box(maximum(x)); };
}

/// Copies a tensor of that many modes, whose extents are powers of two, with its modes in the reverse order.
macro_rules! modes {
    ($($count:literal $name:ident: $($k:literal)*;)*) => {
        const MODES: [(usize, ModesFn); 12] = [$(($count, $name)),*];
        $(
            unsafe fn $name(x: *const f32, y: *mut f32) {
                let (shape, first, last) = black_box(reversed($count));
                let (from, to) = (
                    Layout::new(($(shape[$k],)*), ($(first[$k],)*)),
                    Layout::new(($(shape[$k],)*), ($(last[$k],)*)),
                );
                // SAFETY: the caller's buffers have the elements of both layouts, and do not overlap.
                unsafe { copy(View::from_raw_parts(x, from), &mut ViewMut::from_raw_parts(y, to)) };
            }
        )*
    };
}
modes! {
    1 one: 0;
    2 two: 0 1;
    3 three: 0 1 2;
    4 four: 0 1 2 3;
    5 five: 0 1 2 3 4;
    6 six: 0 1 2 3 4 5;
    7 seven: 0 1 2 3 4 5 6;
    8 eight: 0 1 2 3 4 5 6 7;
    9 nine: 0 1 2 3 4 5 6 7 8;
    10 ten: 0 1 2 3 4 5 6 7 8 9;
    11 eleven: 0 1 2 3 4 5 6 7 8 9 10;
    12 twelve: 0 1 2 3 4 5 6 7 8 9 10 11;
}

/// The extents of `count` modes of `2^DIGITS` elements, and their strides with the first and with the last mode fastest.
fn reversed(count: u32) -> ([usize; 12], [usize; 12], [usize; 12]) {
    let mut shape = [1; 12];
    for (k, extent) in shape.iter_mut().enumerate().take(count as usize) {
        *extent = 1 << (DIGITS / count + u32::from((k as u32) < DIGITS % count));
    }
    let strides = |order: &mut dyn Iterator<Item = usize>| {
        let (mut strides, mut covered) = ([0; 12], 1);
        for k in order {
            strides[k] = covered;
            covered *= shape[k];
        }
        strides
    };
    let count = count as usize;
    (shape, strides(&mut (0..count)), strides(&mut (0..count).rev()))
}
