//! Products of packed groups in the tiles of AMX: 16 rows by 16 sums.
//!
//! One instruction adds the products of 16 groups to all sums of a tile. A panel of B is that of vectors: its 16 groups of 16 columns
//! are a tile. A tile of A has the 16 groups of a row side by side:
//!
//! ```text
//! panel of A      (row, (group in a tile, tile)):(16, (1, 256))
//! panel of B      (column, group):(1, 16)
//! ```
//!
//! The groups that the depth lacks in the last tile are 0 in both, so that they add nothing.

use super::avx512::{self, LANES};
use super::{Groups, Lanes, Open, Part, Side, Tile, TileFn};
use crate::simd::Tiles;
use core::arch::asm;
use core::arch::x86_64::*;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The bytes of a row of a tile.
const ROW: usize = 64;
/// The groups of a row of a tile, and the rows.
const SIDE: usize = ROW / size_of::<i32>();
/// The groups of a tile.
const SQUARE: usize = SIDE * SIDE;
/// The most panels of B that a tile of A meets.
const PANELS: usize = 4;

/// The products of the tiles of a panel of A by those of panels of B.
#[derive(Clone, Copy)]
pub struct TileProduct {
    /// The tiles of a panel.
    tiles: usize,
    a: *const i32,
    b: *const i32,
    /// The panels of B.
    panels: usize,
    /// The first sum, and the bytes from row to row.
    to: *mut i32,
    stride: isize,
}

/// Writes the sums of a product of tiles: 16 rows of 16 sums for each panel of B.
///
/// # Safety
/// The panels must be packed and valid for reads, the sums be valid for writes, the tiles be configured by [`Tiles`], and `panels` at
/// most [`PANELS`].
pub type TileProductFn = unsafe fn(TileProduct);

/// Instructions whose products of groups tiles have, too.
pub trait TiledLanes: Lanes<Vector = __m512i> {
    /// The function that multiplies tiles of such groups.
    fn product(self) -> TileProductFn;
}

/// A kernel in tiles, which updates C as `K` does.
#[derive(Clone, Copy)]
pub struct Tiled<'t, K> {
    /// Proves that the tiles are configured.
    tiles: PhantomData<&'t Tiles>,
    kernel: K,
}

impl<'t, K> Tiled<'t, K> {
    #[inline(always)]
    pub fn new(_: &'t Tiles, kernel: K) -> Self {
        Self { tiles: PhantomData, kernel }
    }
}

impl<K: TiledLanes> Groups for Tiled<'_, K> {
    type Number = K::Number;
    type Sum = K::Sum;
    const LANES: usize = LANES;
    const ROWS: usize = SIDE;
    const VECTORS: usize = PANELS;
    const MULTIPLE: usize = SIDE;
    // Tiles are multiplied so fast that reading and writing C takes longer than reading panels from the second cache.
    const GROUPS: usize = 512;
    const BLOCK: usize = 512;

    #[inline(always)]
    fn tile(_: usize, _: usize) -> TileFn<Self> {
        multiply
    }

    #[inline(always)]
    unsafe fn pack(self, from: Open<K::Number>, groups: usize, side: Side, to: *mut i32) {
        // SAFETY: the guarantee of the caller. The token that `tiles` comes from proves the instructions (rule I).
        unsafe {
            match side {
                Side::A => pack_rows(from, groups, to),
                Side::B => avx512::pack(from, groups, 0, to),
            }
        }
    }

    #[inline(always)]
    fn reads(self, part: Part) -> bool {
        self.kernel.reads(part)
    }
}

/// Packs panels of A.
///
/// # Safety
/// The requirements of [`Groups::pack`], and AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn pack_rows<N: Copy>(from: Open<N>, groups: usize, to: *mut i32) {
    let ([rows, depth], along) = (from.extents, from.strides[1]);
    let panels = rows.div_ceil(SIDE);
    if along != 1 {
        // SAFETY: the requirements of this function.
        unsafe { avx512::pack(from, groups, 0, to) };
        for tile in 0..panels * (groups / SIDE) {
            // SAFETY: the tiles of the panels, which have been written.
            unsafe { transpose(to.add(SQUARE * tile)) };
        }
        return;
    }
    let all = depth * size_of::<N>();
    for row in 0..rows {
        let numbers = from.at(row, 0).cast::<i8>();
        let first = row / SIDE * SIDE * groups + row % SIDE * SIDE;
        for tile in 0..groups / SIDE {
            let len = all.saturating_sub(ROW * tile).min(ROW);
            let mask = u64::MAX.checked_shr((ROW - len) as u32).unwrap_or(0);
            // SAFETY: the bytes of this row alone are read, and a row of a tile is written.
            unsafe {
                let bytes = _mm512_maskz_loadu_epi8(mask, numbers.wrapping_add(ROW * tile));
                _mm512_storeu_si512(to.add(first + SQUARE * tile).cast(), bytes);
            }
        }
    }
}

/// Transposes a tile.
///
/// # Safety
/// The groups of a tile must be valid for reads and writes, and the processor have AVX-512.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn transpose(tile: *mut i32) {
    let mut rows = [_mm512_setzero_si512(); SIDE];
    for (i, row) in rows.iter_mut().enumerate() {
        // SAFETY: a row of the tile.
        *row = unsafe { _mm512_loadu_si512(tile.add(SIDE * i).cast()) };
    }
    // Exchanges single groups, then pairs of rows by twos, then quarters of vectors.
    let mut fours = rows;
    for i in (0..SIDE).step_by(4) {
        let [x, y, z, w] = [rows[i], rows[i + 1], rows[i + 2], rows[i + 3]];
        let (low, high) = (_mm512_unpacklo_epi32(x, y), _mm512_unpackhi_epi32(x, y));
        let (low_next, high_next) = (_mm512_unpacklo_epi32(z, w), _mm512_unpackhi_epi32(z, w));
        fours[i] = _mm512_unpacklo_epi64(low, low_next);
        fours[i + 1] = _mm512_unpackhi_epi64(low, low_next);
        fours[i + 2] = _mm512_unpacklo_epi64(high, high_next);
        fours[i + 3] = _mm512_unpackhi_epi64(high, high_next);
    }
    for j in 0..4 {
        // Quarter `q` of `fours[4 * i + j]` has rows `4 * i ..` of column `4 * q + j`.
        let [x, y, z, w] = [fours[j], fours[4 + j], fours[8 + j], fours[12 + j]];
        let (even, odd) = (_mm512_shuffle_i32x4::<0x88>(x, y), _mm512_shuffle_i32x4::<0xDD>(x, y));
        let (even_next, odd_next) =
            (_mm512_shuffle_i32x4::<0x88>(z, w), _mm512_shuffle_i32x4::<0xDD>(z, w));
        let columns = [
            _mm512_shuffle_i32x4::<0x88>(even, even_next),
            _mm512_shuffle_i32x4::<0x88>(odd, odd_next),
            _mm512_shuffle_i32x4::<0xDD>(even, even_next),
            _mm512_shuffle_i32x4::<0xDD>(odd, odd_next),
        ];
        for (quarter, column) in columns.into_iter().enumerate() {
            // SAFETY: a row of the tile.
            unsafe { _mm512_storeu_si512(tile.add(SIDE * (4 * quarter + j)).cast(), column) };
        }
    }
}

/// Sums of a tile, on their way to C.
#[repr(align(64))]
struct Sums([i32; SQUARE * PANELS]);

/// Computes a tile, and writes the rows and columns of C, whose columns are neighbours.
///
/// # Safety
/// The requirements of [`Tile::multiply`].
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
unsafe fn multiply<K: TiledLanes>(tile: &Tile<Tiled<'_, K>>, c: Open<K::Sum>) {
    let Tile { groups, a, b, part, kernel: Tiled { kernel, .. }, .. } = *tile;
    let ([rows, columns], down) = (c.extents, c.strides[0]);
    let panels = columns.div_ceil(LANES);
    let product = kernel.product();
    let of = TileProduct {
        tiles: groups / SIDE,
        a,
        b,
        panels,
        to: c.start.cast(),
        stride: down * size_of::<K::Sum>() as isize,
    };
    if [rows, columns] == [SIDE, LANES * panels] && kernel.sets(part) {
        // SAFETY: packed panels, and whole tiles of C; `tile` proves the configuration (rule I).
        return unsafe { product(of) };
    }
    let mut sums = MaybeUninit::<Sums>::uninit();
    // SAFETY: the address of a field of memory for sums.
    let from = unsafe { (&raw mut (*sums.as_mut_ptr()).0).cast::<i32>() };
    let stride = LANES * panels;
    // SAFETY: packed panels, and room for their sums; `tile` proves the configuration (rule I).
    unsafe {
        product(TileProduct { to: from, stride: (stride * size_of::<i32>()) as isize, ..of })
    };
    for row in 0..rows {
        for first in (0..columns).step_by(LANES) {
            let to = c.start.wrapping_offset(row as isize * down).wrapping_add(first);
            // SAFETY: sums of the product; a row of C, and those lanes of its columns that are inside.
            unsafe {
                let sum = _mm512_load_si512(from.add(stride * row + first).cast());
                kernel.write(part, to, LANES.min(columns - first), sum);
            }
        }
    }
}

/// Defines functions that multiply tiles by an instruction.
macro_rules! products {
    ($($(#[$doc:meta])* $name:ident: $instruction:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The requirements of a [`TileProductFn`].
        pub unsafe fn $name(product: TileProduct) {
            debug_assert!((1..=PANELS).contains(&product.panels));
            // SAFETY: the guarantee of the caller.
            unsafe {
                match product.panels {
                    1 => products!(@panels product, $instruction,
                        "tmm0" "tmm5" 0),
                    2 => products!(@panels product, $instruction,
                        "tmm0" "tmm5" 0, "tmm1" "tmm6" 64),
                    3 => products!(@panels product, $instruction,
                        "tmm0" "tmm5" 0, "tmm1" "tmm6" 64, "tmm2" "tmm7" 128),
                    _ => products!(@panels product, $instruction,
                        "tmm0" "tmm5" 0, "tmm1" "tmm6" 64, "tmm2" "tmm7" 128, "tmm3" "tmm5" 192),
                }
            }
        }
    )*};
    // The sums of each panel of B, its tiles, and the bytes of its columns in a row of C.
    (@panels $product:ident, $instruction:literal, $($sums:literal $tile:literal $at:literal),*) => {
        asm!(
            $(concat!("tilezero ", $sums),)*
            "test {tiles}, {tiles}",
            "jz 3f",
            "2:",
            "tileloadd tmm4, [{a} + {row}]",
            "mov {at}, {b}",
            $(
                concat!("tileloadd ", $tile, ", [{at} + {row}]"),
                "add {at}, {panel}",
                concat!($instruction, " ", $sums, ", tmm4, ", $tile),
            )*
            "add {a}, 1024",
            "add {b}, 1024",
            "dec {tiles}",
            "jnz 2b",
            "3:",
            $(concat!("tilestored [{to} + {stride} + ", $at, "], ", $sums),)*
            a = inout(reg) $product.a => _,
            b = inout(reg) $product.b => _,
            tiles = inout(reg) $product.tiles => _,
            at = out(reg) _,
            row = in(reg) ROW,
            panel = in(reg) $product.tiles * (SQUARE * size_of::<i32>()),
            to = in(reg) $product.to,
            stride = in(reg) $product.stride,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        )
    };
}
products! {
    /// Multiplies `bf16` by `bf16`.
    #[cfg(feature = "half")]
    bf16_by_bf16: "tdpbf16ps";
    /// Multiplies `i8` by `i8`.
    i8_by_i8: "tdpbssd";
    /// Multiplies `i8` by `u8`.
    i8_by_u8: "tdpbsud";
    /// Multiplies `u8` by `i8`.
    u8_by_i8: "tdpbusd";
    /// Multiplies `u8` by `u8`.
    u8_by_u8: "tdpbuud";
}
