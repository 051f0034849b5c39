//! From one layout to another: every element is read once and written once. Bytes written a second.
//!
//! `memcpy` is the limit of memory. What else bounds a transposition, measured with loops by hand on a Zen 4:
//!
//! * Where rows are a multiple of 2048 bytes apart, the 16 lines of a tile are in one or two sets of the first cache,
//!   each of which holds 8. Single lines written to rows of 1024 elements came to 21 GB/s, runs of eight lines to 77,
//!   and single lines to rows of 960 to 52; reading is much the same (23, 76 and 35).
//! * It is the first cache alone: of 128 rows of 512 elements, 4096 bytes apart and all in the second one, lines were
//!   read at 25 GB/s a column after another, along diagonals at 45 in groups of 16 rows and at 87 in groups of 8;
//!   written at 30, 32 and 56. With 4160 bytes from row to row each order read and wrote at 95 or more.
//! * Tiles along diagonals come to other sets on both sides. A diagonal that reads next what shares a set with what it has
//!   just written takes twice as long (27 ns a tile became 55 at 512, and 41 became 75 at 1024, in two diagonals of 32 and
//!   of 64): these run backwards. What is read next can be asked for, into the second cache, where nothing crowds: six
//!   tiles ahead 0.52 of `memcpy` became 0.57 at 1024, but 0.78 became 0.74 at 512, which is near enough without. Asked for
//!   into the first one it was 0.22; where what is written was asked for, too, 0.51 and 0.63. The case `transpose/512` went
//!   from 0.73 to 0.76 in three runs to 0.80 to 0.84, `transpose/1024` from 25.0 to 25.6 GB/s.
//! * What holds 1024 back is the number of lines of one set that are under way. With no tiles to be made, groups of 8
//!   rows read and of 4 written, each in another set, come to 0.88 of `memcpy`, 4 and 4 to 0.95, 16 and 16 to 0.38; but a
//!   tile has 16 on both sides. What waits must wait in registers: a buffer of two tiles made 43 GB/s of such groups 34
//!   where 4 lines of 16 went through it, and 29 with 12. Second halves of tiles that wait in registers for one tile came
//!   to 0.84 instead of 0.80 at 512 and to 0.53 instead of 0.57 at 1024; quarters, of which the last waits in a buffer, to
//!   0.75 and to 0.62, and to 0.41 instead of 0.47 in the reversal of 16. Blocks of 32 to 256 rows through a buffer came to
//!   0.26 to 0.39 at 1024, half lines without one to 0.21, lines past the caches to 0.49; huge pages change nothing.
//! * With rows of 528 or 576 elements instead of 512 the same tiles come to 0.98 of `memcpy`, with 1040 or 1088 instead
//!   of 1024 to 0.87 or more. Staging through a buffer in the first cache came to 0.64 at 512 and 0.46 at 1024 at best:
//!   blocks of 64 or 128 by 32 to 128 elements, read in runs and transposed before or after the buffer.
//! * A reversal of five modes of 8 or 16 has the same rows on both sides. With every tile moved at all places of the
//!   middle mode before the next one, 0.35 became 0.70 at 8, and 0.39 became 0.49 at 16; along diagonals in each place of
//!   that mode, which run away from each other as above, 0.51 became 0.54 at 16. Offsets that the compiler knows
//!   instead of a table of them made 0.68 0.74 at 8, as by hand. Where the two sides begin decides as much: a line that is
//!   written in a set that the next tiles are read from costs twice the time. So the loop around the tiles runs away from
//!   these sets: with the destination 128, 256, 512 and 1024 bytes further, modulo 2048, 0.63, 0.58, 0.68 and 0.84 became
//!   0.77, 0.84, 0.86 and 0.86. Nothing was found for both sides in the same sets (0.74): not a buffer, not later writes,
//!   and asking for what is read next brought 0.02. The case `reverse5/8` went from 0.61 to 0.66 in three runs to 0.78.

mod by_hand;
mod ours;
#[cfg(feature = "peers")]
mod rust;

use std::hint::black_box;

use crate::buffer::Buffer;
use crate::measure::{Bench, Side};

/// What is copied. Elements are `f32`; "row-major" has the last mode fastest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A square matrix, row-major to column-major.
    Transpose(usize),
    /// Images with extents (N, C, H, W): channels from the second mode to the fastest.
    NchwToNhwc([usize; 4]),
    /// And back.
    NhwcToNchw([usize; 4]),
    /// A row-major square matrix to 8 by 8 tiles, row-major inside, tile by tile along the rows.
    Tile(usize),
    /// And back.
    Untile(usize),
    /// Five modes of one extent, first fastest, to last fastest.
    Reverse(usize),
    /// So many rows of 32 elements: the four-element chunks of row `r` change places by `xor` with `r % 8`.
    Swizzle(usize),
}

const SMALL_IMAGES: [usize; 4] = [1, 16, 28, 28];
const IMAGES: [usize; 4] = [8, 64, 56, 56];
const PHOTOS: [usize; 4] = [4, 3, 224, 224];

/// All cases.
pub(crate) fn run(bench: &Bench) {
    use Kind::*;
    for size in [64, 128, 256, 512, 1024, 2048, 4096] {
        case(bench, &format!("transpose/{size}"), Transpose(size));
    }
    for [n, c, h, w] in [SMALL_IMAGES, IMAGES, PHOTOS] {
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
}

impl Kind {
    /// The extents, and the strides of both sides before the swizzle.
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

    /// What the definition says.
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

/// From the first to the second, which is as long.
pub(crate) type Copy = unsafe extern "C" fn(*const f32, *mut f32);

fn case(bench: &Bench, name: &str, kind: Kind) {
    if !bench.wants(name) {
        return;
    }
    let len = kind.strided().0.iter().product();
    let from = Buffer::from_fn(len, |i| i as f32);
    let mut to = Buffer::new(len);
    let (from, to) = (&from[..], to.as_mut_ptr());
    let function = |peer, copy: Copy| {
        Side::new(peer, move |times| {
            // The compiler shall not know which function it is.
            let (copy, from, to) = black_box((copy, from.as_ptr(), to));
            for _ in 0..times {
                // SAFETY: both have the elements of the case, and no other side is running.
                unsafe { copy(from, to) };
            }
        })
    };
    let mut sides = vec![function("ours", ours::function(kind))];
    sides.push(Side::new("by hand", by_hand::function(kind, from, to)));
    #[cfg(feature = "peers")]
    sides.extend(rust::sides(kind, from, to));
    let expected = kind.copied(from);
    for side in &mut sides {
        // SAFETY: `to` is the buffer above, and no side is running.
        let to = unsafe { std::slice::from_raw_parts_mut(to, len) };
        to.fill(f32::NAN);
        side.once();
        assert!(to == expected, "{name}: {} copies something else", side.name());
    }
    drop(expected);
    sides.push(Side::new("memcpy", move |times| {
        for _ in 0..times {
            let (from, to) = black_box((from.as_ptr(), to));
            // SAFETY: as above.
            unsafe { to.copy_from_nonoverlapping(from, len) };
        }
    }));
    bench.compare(name, (len * size_of::<f32>()) as f64, sides);
}
