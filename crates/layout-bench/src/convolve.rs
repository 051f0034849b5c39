//! Convolutions of `f32` with filters of 3 by 3, compared with the product on the layout of the windows, hand-written
//! loops and oneDNN.

#![allow(clippy::needless_range_loop, reason = "`x` and `k` are places in several arrays")]

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::{Convolution, convolve2d, convolve2d_with, image_to_columns, matmul};

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::{limits, native};

/// Rows, columns and channels of an image, the number of results, and the rows and columns of zeros around the image.
#[derive(Clone, Copy)]
struct Case {
    image: [usize; 3],
    results: usize,
    padding: usize,
}

/// The rows and columns of all filters.
const WINDOW: usize = 3;

impl Case {
    /// The rows and columns of the result.
    fn windows(self) -> [usize; 2] {
        let [rows, columns, _] = self.image;
        [rows, columns].map(|extent| extent + 2 * self.padding + 1 - WINDOW)
    }
}

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    // Channels fastest, static.
    macro_rules! channels_last {
        ($($h:literal, $w:literal, $c:literal, $k:literal => $p:literal, $q:literal;)*) => {$(
            case(
                bench,
                concat!("nhwc/", $h, "x", $w, "x", $c, "/", $k),
                Case { image: [$h, $w, $c], results: $k, padding: 0 },
                layout!(($h, $w, $c):row),
                layout!((3, 3, $c, $k):row),
                layout!(($p, $q, $k):row),
            );
        )*};
    }
    channels_last! {
        56, 56, 64, 64 => 54, 54;
        28, 28, 128, 128 => 26, 26;
        58, 58, 16, 32 => 56, 56;
        112, 112, 3, 32 => 110, 110;
    }
    let [h, w, c, k] = black_box([56, 56, 64, 64]);
    let [p, q] = [h - 2, w - 2];
    let of = Case { image: [h, w, c], results: k, padding: 0 };
    let (image, filter) = (layout!((h, w, c):row), layout!((3, 3, c, k):row));
    case(bench, "run-time/nhwc/56x56x64/64", of, image, filter, layout!((p, q, k):row));
    let padded = Case { padding: 1, ..of };
    case(bench, "padded/nhwc/56x56x64/64", padded, image, filter, layout!((h, w, k):row));
    // Columns fastest, channels and results outside, filters of results, channels, rows, columns.
    case(
        bench,
        "nchw/56x56x64/64",
        of,
        layout!((56, 56, 64):(56, 1, 3136)),
        layout!((3, 3, 64, 64):(3, 1, 9, 576)),
        layout!((54, 54, 64):(54, 1, 2916)),
    );
}

fn case<A: PlainLayout, B: PlainLayout, C: PlainLayout>(
    bench: &Bench,
    name: &str,
    of: Case,
    image_layout: A,
    filter_layout: B,
    result_layout: C,
) {
    if !bench.wants(name) {
        return;
    }
    let [rows, columns, channels] = of.image;
    let [p, q] = of.windows();
    let value = |i: usize| ((i.wrapping_mul(0x9e37_79b9) >> 7) % 9) as f32 / 4.0 - 1.0;
    let image = AlignedBuffer::from_fn(rows * columns * channels, value);
    let filter =
        AlignedBuffer::from_fn(WINDOW * WINDOW * channels * of.results, |i| value(i + 1000));
    let mut to = AlignedBuffer::<f32>::new(p * q * of.results);
    let to = to.as_mut_ptr();
    let expected = convolved(of, &image, image_layout, &filter, filter_layout, result_layout);
    let work = (2 * p * q * of.results * WINDOW * WINDOW * channels) as f64;
    let image_view = View::new(&image, image_layout).expect("an image of the case");
    let filter_view = View::new(&filter, filter_layout).expect("a filter of the case");
    // SAFETY: `to` points to the elements of the result, and one contender runs at a time.
    let result = move || unsafe { ViewMut::from_raw_parts(to, result_layout) };
    let mut sides = Vec::new();
    for (machine, limit) in limits() {
        sides.push(Contender::ours(machine, move |times| {
            limit();
            for _ in 0..times {
                let (image, filter) = (black_box(image_view), black_box(filter_view));
                if of.padding == 0 {
                    convolve2d(image, filter, &mut result());
                } else {
                    let how = Convolution { padding: [of.padding; 2], stride: [1, 1] };
                    convolve2d_with(how, image, filter, &mut result());
                }
            }
        }));
        if of.padding > 0 {
            continue;
        }
        sides.push(Contender::limit("product", machine, work, move |times| {
            limit();
            let windows = image_to_columns(image_layout, WINDOW, WINDOW);
            for _ in 0..times {
                let (image, filter) = (black_box(image_view), black_box(filter_view));
                // SAFETY: the windows have the elements of the image, and modes in a group keep their elements.
                unsafe {
                    matmul(
                        View::from_raw_parts(image.as_ptr(), windows),
                        View::from_raw_parts(
                            filter.as_ptr(),
                            LayoutOps::group::<0, 3>(filter.layout()),
                        ),
                        &mut ViewMut::from_raw_parts(to, LayoutOps::group::<0, 2>(result_layout)),
                    );
                }
            }
        }));
    }
    let is_by_channels = image_layout.plain().stride().value(2) == 1;
    if of.padding == 0 && is_by_channels {
        let by_hand = by_hand();
        let (image, filter) = (image.as_ptr(), filter.as_ptr());
        sides.push(Contender::new("by hand", move |times| {
            let (by_hand, image, filter, to) = black_box((by_hand, image, filter, to));
            for _ in 0..times {
                // SAFETY: the arrays have the elements of the case, with the last mode fastest.
                unsafe { by_hand(image, filter, to, rows, columns, channels, of.results) };
            }
        }));
    }
    #[cfg(onednn)]
    if is_by_channels {
        let convolution = onednn::OneDnn::new(of, &image, &filter, to);
        sides.push(Contender::new("oneDNN", move |times| {
            (0..times).for_each(|_| convolution.run());
        }));
    }
    for side in &mut sides {
        // SAFETY: `to` points to as many elements, and no contender is running.
        let to = unsafe { std::slice::from_raw_parts_mut(to, expected.len()) };
        to.fill(f32::NAN);
        side.once();
        assert!(to == expected, "{name}: {} computes another convolution", side.name());
    }
    bench.compare(name, work, sides);
}

/// The convolution by the definition.
fn convolved<A: PlainLayout, B: PlainLayout, C: PlainLayout>(
    of: Case,
    image: &[f32],
    image_layout: A,
    filter: &[f32],
    filter_layout: B,
    result_layout: C,
) -> Vec<f32> {
    let strides = |layout: layout_core::Layout, k: usize| {
        (0..k).map(|mode| layout.stride().value(mode) as usize).collect::<Vec<_>>()
    };
    let [a, b] = [strides(image_layout.plain(), 3), strides(filter_layout.plain(), 4)];
    let c = strides(result_layout.plain(), 3);
    let ([rows, columns, channels], [p, q]) = (of.image, of.windows());
    let mut to = vec![0.0; p * q * of.results];
    for (i, j) in (0..p).flat_map(|i| (0..q).map(move |j| (i, j))) {
        for (r, s) in (0..WINDOW).flat_map(|r| (0..WINDOW).map(move |s| (r, s))) {
            let (y, x) = (i + r, j + s);
            if y < of.padding || x < of.padding {
                continue;
            }
            let (y, x) = (y - of.padding, x - of.padding);
            if y >= rows || x >= columns {
                continue;
            }
            for channel in 0..channels {
                let factor = image[y * a[0] + x * a[1] + channel * a[2]];
                for k in 0..of.results {
                    let weight = filter[r * b[0] + s * b[1] + channel * b[2] + k * b[3]];
                    to[i * c[0] + j * c[1] + k * c[2]] += factor * weight;
                }
            }
        }
    }
    to
}

/// The results, and the columns, that the hand-written loop computes at the same time.
const RESULTS: usize = 32;
const COLUMNS: usize = 6;

native! {
    /// The convolution of a row-major image and filter, in tiles of 6 columns by 32 results whose sums stay in registers.
    fn by_hand(
        image: *const f32, filter: *const f32, to: *mut f32,
        rows: usize, columns: usize, channels: usize, results: usize
    ) {
        let (p, q) = (rows + 1 - WINDOW, columns + 1 - WINDOW);
        for first in (0..results).step_by(RESULTS) {
            for i in 0..p {
                let mut j = 0;
                while j < q {
                    // The last tile overlaps the one before.
                    j = j.min(q - COLUMNS);
                    let mut sums = [[0.0_f32; RESULTS]; COLUMNS];
                    for r in 0..WINDOW {
                        for place in 0..WINDOW * channels {
                            for x in 0..COLUMNS {
                                // SAFETY: the caller's arrays have these extents, `results` is a multiple of 32, and
                                // there are at least 6 columns of windows.
                                unsafe {
                                    let factor = *image.add(((i + r) * columns + j + x) * channels + place);
                                    let weights = filter.add((r * WINDOW * channels + place) * results + first);
                                    for k in 0..RESULTS {
                                        sums[x][k] = factor.mul_add(*weights.add(k), sums[x][k]);
                                    }
                                }
                            }
                        }
                    }
                    for x in 0..COLUMNS {
                        for k in 0..RESULTS {
                            // SAFETY: the caller's array of results has these extents.
                            unsafe { *to.add((i * q + j + x) * results + first + k) = sums[x][k] };
                        }
                    }
                    j += COLUMNS;
                }
            }
        }
    }
}

#[cfg(onednn)]
mod onednn {
    use super::{Case, WINDOW};
    use std::ffi::c_void;

    unsafe extern "C" {
        fn onednn_convolution(
            h: i64,
            w: i64,
            c: i64,
            r: i64,
            s: i64,
            k: i64,
            zeros: i64,
            image: *const f32,
            filter: *const f32,
            result: *mut f32,
        ) -> *mut c_void;
        fn onednn_run(convolution: *mut c_void);
        fn onednn_free(convolution: *mut c_void);
    }

    /// A convolution by oneDNN of arrays that outlive it.
    pub(super) struct OneDnn(*mut c_void);

    impl OneDnn {
        pub(super) fn new(of: Case, image: &[f32], filter: &[f32], to: *mut f32) -> Self {
            let [h, w, c, r, s, k, zeros] =
                [of.image[0], of.image[1], of.image[2], WINDOW, WINDOW, of.results, of.padding]
                    .map(|number| number as i64);
            // SAFETY: the arrays have these extents. `case` keeps them longer than the contender.
            Self(unsafe {
                onednn_convolution(h, w, c, r, s, k, zeros, image.as_ptr(), filter.as_ptr(), to)
            })
        }

        pub(super) fn run(&self) {
            // SAFETY: `new` has made the convolution.
            unsafe { onednn_run(self.0) }
        }
    }

    impl Drop for OneDnn {
        fn drop(&mut self) {
            // SAFETY: `new` has made the convolution, which nothing uses any more.
            unsafe { onednn_free(self.0) }
        }
    }
}
