//! Copies from one layout to another, where every element is read once and written once. The figure is bytes written
//! per second; the limit is `memcpy`. The crate's README lists the measurements that shaped the loops.

mod by_hand;
mod ours;
#[cfg(feature = "array-peers")]
mod rust;
mod small;

use std::hint::black_box;

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::limits;

/// A copy. Elements are `f32`; row-major layouts have the last mode fastest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyCase {
    /// A square matrix, row-major to column-major.
    Transpose(usize),
    /// Images with extents (N, C, H, W), from channels in the second mode to channels fastest.
    NchwToNhwc([usize; 4]),
    /// Images with extents (N, C, H, W), from channels fastest to channels in the second mode.
    NhwcToNchw([usize; 4]),
    /// A row-major square matrix to 8 by 8 tiles. Tiles and their elements are row-major.
    Tile(usize),
    /// 8 by 8 tiles to a row-major square matrix.
    Untile(usize),
    /// Five modes of one extent, from the first fastest to the last fastest.
    Reverse(usize),
    /// Rows of 32 elements. The index of each chunk of four elements in row `r` is xored with `r % 8`.
    Swizzle(usize),
}

const IMAGES_OF_16: [usize; 4] = [4, 16, 56, 56];
const IMAGES_OF_17: [usize; 4] = [4, 17, 56, 56];
const SMALL_IMAGES: [usize; 4] = [1, 16, 28, 28];
const IMAGES: [usize; 4] = [8, 64, 56, 56];
const PHOTOS: [usize; 4] = [4, 3, 224, 224];

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    use CopyCase::*;
    for size in [64, 128, 256, 512, 1024, 2048, 4096] {
        case(bench, &format!("transpose/{size}"), Transpose(size));
    }
    for [n, c, h, w] in [SMALL_IMAGES, IMAGES, IMAGES_OF_16, IMAGES_OF_17, PHOTOS] {
        case(bench, &format!("nchw-nhwc/{n}x{c}x{h}x{w}"), NchwToNhwc([n, c, h, w]));
        case(bench, &format!("nhwc-nchw/{n}x{c}x{h}x{w}"), NhwcToNchw([n, c, h, w]));
    }
    for size in [128, 1024, 4096] {
        case(bench, &format!("tile8x8/{size}"), Tile(size));
        case(bench, &format!("untile8x8/{size}"), Untile(size));
    }
    for extent in [8, 16, 24] {
        case(bench, &format!("reverse5/{extent}"), Reverse(extent));
    }
    for rows in [256, 2048, 65536] {
        case(bench, &format!("swizzle/{rows}x32"), Swizzle(rows));
    }
    small::run(bench);
}

impl CopyCase {
    /// The extents, and the strides of the source and of the destination, before the swizzle.
    fn strided(self) -> (Vec<usize>, [Vec<usize>; 2]) {
        let by_channel = |[_, c, h, w]: [usize; 4]| vec![c * h * w, h * w, w, 1];
        let by_pixel = |[_, c, h, w]: [usize; 4]| vec![h * w * c, 1, w * c, c];
        let tiles = |n: usize| vec![8, n / 8, 8, n / 8];
        let in_rows = |n: usize| vec![n, 8 * n, 1, 8];
        let in_tiles = |n: usize| vec![8, 8 * n, 1, 64];
        match self {
            Self::Transpose(n) => (vec![n, n], [vec![n, 1], vec![1, n]]),
            Self::NchwToNhwc(shape) => (shape.to_vec(), [by_channel(shape), by_pixel(shape)]),
            Self::NhwcToNchw(shape) => (shape.to_vec(), [by_pixel(shape), by_channel(shape)]),
            Self::Tile(n) => (tiles(n), [in_rows(n), in_tiles(n)]),
            Self::Untile(n) => (tiles(n), [in_tiles(n), in_rows(n)]),
            Self::Reverse(e) => {
                let strides: Vec<_> = (0..5).map(|mode| e.pow(mode)).collect();
                (vec![e; 5], [strides.clone(), strides.into_iter().rev().collect()])
            }
            Self::Swizzle(rows) => (vec![rows, 32], [vec![32, 1], vec![32, 1]]),
        }
    }

    /// The result by the definition, one element at a time.
    fn copied(self, from: &[f32]) -> Vec<f32> {
        let (shape, [source, target]) = self.strided();
        let mut to = vec![f32::NAN; from.len()];
        for linear in 0..from.len() {
            let (mut rest, mut at, mut put) = (linear, 0, 0);
            for mode in 0..shape.len() {
                let coordinate = rest % shape[mode];
                rest /= shape[mode];
                at += coordinate * source[mode];
                put += coordinate * target[mode];
            }
            if let Self::Swizzle(_) = self {
                put ^= (put >> 5 & 7) << 2;
            }
            to[put] = from[at];
        }
        to
    }
}

/// Copies from the first array to the second, of the same length.
pub(crate) type CopyFn = unsafe extern "C" fn(*const f32, *mut f32);

fn case(bench: &Bench, name: &str, kind: CopyCase) {
    if !bench.wants(name) {
        return;
    }
    let len = kind.strided().0.iter().product();
    let from = AlignedBuffer::from_fn(len, |i| i as f32);
    let mut to = AlignedBuffer::new(len);
    let (from, to) = (&from[..], to.as_mut_ptr());
    let copy = ours::function(kind);
    let mut sides: Vec<_> = limits()
        .into_iter()
        .map(|(machine, limit)| {
            Contender::ours(machine, move |times| {
                limit();
                // Hides the function from the compiler, so the call is not inlined.
                let (copy, from, to) = black_box((copy, from.as_ptr(), to));
                for _ in 0..times {
                    // SAFETY: `from` and `to` have the elements of the case, and contenders run one after the other, so
                    // nothing else accesses `to`.
                    unsafe { copy(from, to) };
                }
            })
        })
        .collect();
    sides.push(Contender::new("by hand", by_hand::function(kind, from, to)));
    #[cfg(feature = "array-peers")]
    sides.extend(rust::sides(kind, from, to));
    let expected = kind.copied(from);
    for side in &mut sides {
        // SAFETY: `to` points to the `len` elements of the buffer above, and no contender is running.
        let to = unsafe { std::slice::from_raw_parts_mut(to, len) };
        to.fill(f32::NAN);
        side.once();
        assert!(to == expected, "{name}: {} copies something else", side.name());
    }
    drop(expected);
    sides.push(Contender::new("memcpy", move |times| {
        for _ in 0..times {
            let (from, to) = black_box((from.as_ptr(), to));
            // SAFETY: `from` and `to` are different buffers of `len` elements, and no other contender is running.
            unsafe { to.copy_from_nonoverlapping(from, len) };
        }
    }));
    bench.compare(name, (len * size_of::<f32>()) as f64, sides);
}
