//! A tile of sums in registers.

use super::{COLUMNS, LANES, Open, Scale, Vnni};
use core::arch::x86_64::*;

/// The vectors of columns of a tile, and its rows: 24 sums, four vectors of B and one number of A are in registers.
pub const VECTORS: usize = 4;
pub const ROWS: usize = 6;

/// The sums of a panel of A and some of B, and what becomes of them.
#[derive(Clone, Copy)]
pub struct Tile {
    /// The groups of the depth.
    pub groups: usize,
    /// The first row, in a panel.
    pub a: *const i32,
    /// The panels of the columns.
    pub b: *const i32,
    /// Where the sum of each row starts.
    pub start: *const i32,
    /// Whether the numbers of A have a sign. Those of B then have none.
    pub is_signed: bool,
    /// Whether C holds sums, to be added.
    pub adds: bool,
    pub scale: Scale,
}

/// Computes a tile, and writes the rows and columns of C, whose columns are neighbours.
type TileFn = unsafe fn(&Tile, Open<i32>);

/// The tiles of 1, 2, 4 and 6 rows, each of 1 to 4 vectors.
type Tiles = [[TileFn; VECTORS]; 4];

macro_rules! tiles {
    ($signed:literal: $($rows:literal)*) => {
        [$([
            compute::<$signed, $rows, 1>,
            compute::<$signed, $rows, 2>,
            compute::<$signed, $rows, 3>,
            compute::<$signed, $rows, 4>,
        ],)*]
    };
}
const TILES_OF_SIGNED: Tiles = tiles!(true: 1 2 4 6);
const TILES_OF_UNSIGNED: Tiles = tiles!(false: 1 2 4 6);

impl Tile {
    /// Computes the rows and columns of C.
    ///
    /// # Safety
    /// C must have 1 to [`ROWS`] rows and 1 to [`COLUMNS`] columns, valid for reads and writes; `a`, `b` and `start` must be packed
    /// panels of as many, of 16 rows or columns each, and the first sums of these rows.
    #[inline(always)]
    pub unsafe fn multiply(self, _: Vnni, c: Open<i32>) {
        let ([rows, columns], [down, across]) = (c.extents, c.strides);
        let tiles = if self.is_signed { TILES_OF_SIGNED } else { TILES_OF_UNSIGNED };
        let tiles = tiles[if rows == 1 { 0 } else { rows.div_ceil(2).min(3) }];
        let function = tiles[columns.div_ceil(LANES) - 1];
        if across == 1 {
            // SAFETY: the guarantee of the caller. The token proves the instructions (rule I).
            return unsafe { function(&self, c) };
        }
        let mut sums = [0; ROWS * COLUMNS];
        let to = Open { start: sums.as_mut_ptr(), strides: [COLUMNS as isize, 1], ..c };
        // SAFETY: the sums have room for the rows and columns of a tile. The token proves the instructions (rule I).
        unsafe { function(&Self { adds: false, scale: Scale::Integer(1), ..self }, to) };
        for (row, sums) in sums.chunks(COLUMNS).enumerate().take(rows) {
            for (column, sum) in sums.iter().enumerate().take(columns) {
                let at = c.start.wrapping_offset(row as isize * down + column as isize * across);
                // SAFETY: a row and a column of C.
                unsafe {
                    let old = if self.adds { *at } else { 0 };
                    at.write(self.scale.apply(sum.wrapping_add(old)));
                }
            }
        }
    }
}

/// Adds four products in each lane, of `x` by `y`, one of which has a sign.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
pub fn dot(is_signed: bool, sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
    let (unsigned, signed) = if is_signed { (y, x) } else { (x, y) };
    _mm512_dpbusd_epi32(sum, unsigned, signed)
}

/// Computes a tile of `R` rows and `V` vectors.
///
/// # Safety
/// The requirements of [`Tile::multiply`], for at most `R` rows and `V` vectors of columns; the columns of C must be neighbours, and
/// the processor have AVX-512 VNNI.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vnni")]
unsafe fn compute<const SIGNED: bool, const R: usize, const V: usize>(tile: &Tile, c: Open<i32>) {
    let Tile { groups, a, b, start, adds, scale, .. } = *tile;
    let mut sums = [[_mm512_setzero_si512(); V]; R];
    for (row, sums) in sums.iter_mut().enumerate() {
        // SAFETY: the first sums of 16 rows are there.
        *sums = [_mm512_set1_epi32(unsafe { *start.add(row) }); V];
    }
    for group in 0..groups {
        let mut columns = [_mm512_setzero_si512(); V];
        for (panel, columns) in columns.iter_mut().enumerate() {
            // SAFETY: a group of the lanes of a panel of B.
            *columns =
                unsafe { _mm512_loadu_si512(b.add(LANES * (panel * groups + group)).cast()) };
        }
        for (row, sums) in sums.iter_mut().enumerate() {
            // SAFETY: a group of a row of a panel of A.
            let x = _mm512_set1_epi32(unsafe { *a.add(LANES * group + row) });
            for (sum, columns) in sums.iter_mut().zip(columns) {
                *sum = dot(SIGNED, *sum, x, columns);
            }
        }
    }
    let ([rows, columns], down) = (c.extents, c.strides[0]);
    let is_whole = [rows, columns] == [R, V * LANES];
    let is_plain = is_whole && !adds && matches!(scale, Scale::Integer(1));
    let last = u16::MAX >> (V * LANES - columns);
    for (row, sums) in sums.into_iter().enumerate() {
        if row >= rows {
            return;
        }
        for (vector, sum) in sums.into_iter().enumerate() {
            let to = c.start.wrapping_offset(row as isize * down).wrapping_add(vector * LANES);
            // SAFETY: a row of C, and a vector of its columns; the last one under a mask of those inside.
            unsafe {
                if is_plain {
                    _mm512_storeu_si512(to.cast(), sum);
                    continue;
                }
                let mask = if vector + 1 == V { last } else { u16::MAX };
                let old =
                    if adds { _mm512_maskz_loadu_epi32(mask, to) } else { _mm512_setzero_si512() };
                let sum = _mm512_add_epi32(sum, old);
                let scaled = match scale {
                    Scale::Integer(1) => sum,
                    Scale::Integer(scale) => _mm512_mullo_epi32(sum, _mm512_set1_epi32(scale)),
                    Scale::Float(scale) => _mm512_castps_si512(_mm512_mul_ps(
                        _mm512_cvtepi32_ps(sum),
                        _mm512_set1_ps(scale),
                    )),
                };
                _mm512_mask_storeu_epi32(to, mask, scaled);
            }
        }
    }
}
