//! A tile of sums of pairs.

use crate::simd::Machine;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The greatest number of sums of a tile.
pub const MOST_SUMS: usize = 32 * 12;

/// A tile of sums in registers, and the function that computes it.
#[derive(Clone, Copy)]
pub struct ByteTile {
    pub rows: usize,
    pub columns: usize,
    /// Adds up the products of a panel of A and a panel of B, each of `pairs` pairs for each lane, and writes the sums
    /// column by column.
    ///
    /// # Safety
    /// The pointers are valid for `pairs * rows` and `pairs * columns` reads and `rows * columns` writes, and the machine
    /// has the instructions of the function.
    function: unsafe fn(usize, *const i32, *const i32, *mut i32),
}

impl ByteTile {
    /// The tile of a machine.
    #[inline(always)]
    pub fn of<M: Machine>() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use crate::simd::{Avx2, Avx512};
            if typeid::of::<M>() == typeid::of::<Avx512>() {
                return AVX512;
            }
            if typeid::of::<M>() == typeid::of::<Avx2>() {
                return AVX2;
            }
        }
        PORTABLE
    }

    /// The sums of one tile.
    #[inline(always)]
    pub fn multiply(self, pairs: usize, a: &[i32], b: &[i32], sums: &mut [i32; MOST_SUMS]) {
        assert!(a.len() == pairs * self.rows && b.len() == pairs * self.columns);
        assert!(self.rows * self.columns <= MOST_SUMS);
        // SAFETY: the lengths are those that the function requires. `ByteTile::of` has the token of the machine for its
        // instructions (rule I).
        unsafe { (self.function)(pairs, a.as_ptr(), b.as_ptr(), sums.as_mut_ptr()) }
    }
}

const PORTABLE: ByteTile = ByteTile { rows: 8, columns: 4, function: portable };

/// [`ByteTile::function`] on any machine.
///
/// # Safety
/// As [`ByteTile::function`].
unsafe fn portable(pairs: usize, a: *const i32, b: *const i32, to: *mut i32) {
    let mut sums = [[0_i32; 8]; 4];
    for k in 0..pairs {
        // SAFETY: `k < pairs`: eight rows of A and four columns of B, which the caller guarantees.
        let (a, b) =
            unsafe { (*a.add(8 * k).cast::<[i32; 8]>(), *b.add(4 * k).cast::<[i32; 4]>()) };
        for (sums, y) in sums.iter_mut().zip(b) {
            for (sum, x) in sums.iter_mut().zip(a) {
                // Products of two bytes and their sum fit `i32`.
                let products = (x as i16 as i32) * (y as i16 as i32) + (x >> 16) * (y >> 16);
                *sum = sum.wrapping_add(products);
            }
        }
    }
    // SAFETY: the caller guarantees 32 writable sums.
    unsafe { to.cast::<[[i32; 8]; 4]>().write(sums) };
}

/// Defines a tile of two vectors of rows by `$columns` columns, whose step is `$step`.
#[cfg(target_arch = "x86_64")]
macro_rules! tiles {
    ($($tile:ident $name:ident: $features:literal, $lanes:literal by $columns:literal;
       $zero:ident $load:ident $splat:ident $store:ident, |$sum:ident, $x:ident, $y:ident| $step:expr;)*) => {$(
        const $tile: ByteTile = ByteTile { rows: 2 * $lanes, columns: $columns, function: $name };

        /// [`ByteTile::function`] of vectors.
        ///
        /// # Safety
        /// As [`ByteTile::function`].
        #[target_feature(enable = $features)]
        unsafe fn $name(pairs: usize, a: *const i32, b: *const i32, to: *mut i32) {
            let mut sums = [[$zero(); 2]; $columns];
            for k in 0..pairs {
                // SAFETY: `k < pairs`: two vectors of rows of A, which the caller guarantees; an unaligned load needs no
                // alignment.
                let rows = unsafe {
                    let a = a.add(2 * $lanes * k);
                    [$load(a.cast()), $load(a.add($lanes).cast())]
                };
                for (column, sums) in sums.iter_mut().enumerate() {
                    // SAFETY: `k < pairs`: a column of B, which the caller guarantees.
                    let $y = $splat(unsafe { *b.add($columns * k + column) });
                    for ($sum, $x) in sums.iter_mut().zip(rows) {
                        *$sum = $step;
                    }
                }
            }
            for (vector, sum) in sums.into_iter().flatten().enumerate() {
                // SAFETY: `vector < 2 * columns`: a vector of the sums that the caller guarantees to be writable; an
                // unaligned store needs no alignment.
                unsafe { $store(to.add($lanes * vector).cast(), sum) };
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
tiles! {
    AVX512 with_avx512: "avx512f,avx512vl,avx512bw,avx512dq", 16 by 12;
    _mm512_setzero_si512 _mm512_loadu_si512 _mm512_set1_epi32 _mm512_storeu_si512,
    |sum, x, y| _mm512_add_epi32(*sum, _mm512_madd_epi16(x, y));
    AVX2 with_avx2: "avx2", 8 by 6;
    _mm256_setzero_si256 _mm256_loadu_si256 _mm256_set1_epi32 _mm256_storeu_si256,
    |sum, x, y| _mm256_add_epi32(*sum, _mm256_madd_epi16(x, y));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gemm::bytes::pairs::pack::pair_of;
    use alloc::{vec, vec::Vec};

    /// Each tile whose instructions are there computes the sums of its definition.
    #[test]
    fn tiles_compute_the_definition() {
        let mut tiles = vec![PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            use crate::simd::{Avx2, Avx512};
            tiles.extend(Avx2::detect().map(|_| AVX2));
            tiles.extend(Avx512::detect().map(|_| AVX512));
        }
        for tile in tiles {
            for pairs in [0, 1, 2, 7, 65] {
                // All bytes, among them the least and the greatest.
                let number = |i: usize| (i * 73 + 128) as u8;
                let signed = |i: usize| pair_of(number(2 * i) as i8, number(2 * i * i) as i8);
                let unsigned = |i: usize| pair_of(number(2 * i), number(2 * i * i + 1));
                let a: Vec<i32> = (0..tile.rows * pairs).map(signed).collect();
                let b: Vec<i32> = (0..tile.columns * pairs).map(unsigned).collect();
                let mut sums = [-1; MOST_SUMS];
                tile.multiply(pairs, &a, &b, &mut sums);
                for (at, &sum) in sums.iter().enumerate().take(tile.rows * tile.columns) {
                    let (row, column) = (at % tile.rows, at / tile.rows);
                    let products = (0..pairs).map(|k| {
                        let (x, y) = (a[k * tile.rows + row], b[k * tile.columns + column]);
                        i32::from(x as i16) * i32::from(y as i16) + (x >> 16) * (y >> 16)
                    });
                    assert_eq!(sum, products.sum::<i32>(), "{pairs} pairs, {row}, {column}");
                }
            }
        }
        let pairs = [pair_of(-1_i8, 2), pair_of(-128_i8, -128), pair_of(255_u8, 128)];
        assert_eq!(pairs, [0x2FFFF, 0xFF80_FF80_u32 as i32, 0x80_00FF]);
    }

    /// Each token has the tile of its instructions.
    #[test]
    fn tiles_are_those_of_the_token() {
        use crate::simd::Portable;
        let lanes = |tile: ByteTile| [tile.rows, tile.columns];
        assert_eq!(lanes(ByteTile::of::<Portable>()), lanes(PORTABLE));
        #[cfg(target_arch = "x86_64")]
        {
            use crate::simd::{Avx2, Avx512};
            assert_eq!(lanes(ByteTile::of::<Avx2>()), lanes(AVX2));
            assert_eq!(lanes(ByteTile::of::<Avx512>()), lanes(AVX512));
        }
    }
}
