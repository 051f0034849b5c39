//! A tile of sums in registers.

use super::{Groups, Lanes, Open};
use crate::simd::prefetch;
use core::mem::MaybeUninit;

/// Which part of the depth a tile multiplies.
#[derive(Clone, Copy)]
pub struct Part {
    /// Whether C has no sums of other parts yet.
    pub is_first: bool,
    pub is_last: bool,
}

/// The packed panels of a tile, and what becomes of its sums.
#[derive(Clone, Copy)]
pub struct Tile<K> {
    /// The groups of the depth.
    pub groups: usize,
    /// The first row, in a panel.
    pub a: *const i32,
    /// The panels of the columns.
    pub b: *const i32,
    /// Where the sum of each row starts.
    pub start: *const i32,
    pub part: Part,
    pub kernel: K,
}

/// Computes a tile, and writes the rows and columns of C, whose columns are neighbours.
pub type TileFn<K> = unsafe fn(&Tile<K>, Open<<K as Groups>::Sum>);

/// The least groups for which C is prefetched.
const PREFETCHED: usize = 32;

/// The most sums of a tile.
const MOST_SUMS: usize = 16 * 64;

impl<K: Groups> Tile<K> {
    /// Computes the rows and columns of C.
    ///
    /// # Safety
    /// C must have 1 to `ROWS` rows and 1 to `LANES * VECTORS` columns, valid for reads and writes; `a`, `b` and `start` must be
    /// packed panels of as many, and the first sums of these rows.
    #[inline(always)]
    pub unsafe fn multiply(self, c: Open<K::Sum>) {
        let ([rows, columns], [down, across]) = (c.extents, c.strides);
        let function = K::tile(rows, columns.div_ceil(K::LANES));
        if across == 1 {
            // SAFETY: the guarantee of the caller. The kernel proves the instructions (rule I).
            return unsafe { function(&self, c) };
        }
        const { assert!(K::ROWS * K::LANES * K::VECTORS <= MOST_SUMS) };
        let mut sums = MaybeUninit::<[K::Sum; MOST_SUMS]>::uninit();
        let to = Open { start: sums.as_mut_ptr().cast(), strides: [columns as isize, 1], ..c };
        let coordinates =
            || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let at = |row: usize, column: usize| {
            c.start.wrapping_offset(row as isize * down + column as isize * across)
        };
        // SAFETY: rows and columns of C, and the sums have room for as many. The kernel proves the instructions (rule I).
        unsafe {
            if self.kernel.reads(self.part) {
                coordinates().for_each(|(row, column)| to.at(row, column).write(*at(row, column)));
            }
            function(&self, to);
            coordinates().for_each(|(row, column)| at(row, column).write(*to.at(row, column)));
        }
    }
}

/// Computes a tile of at most `R` rows and `V` vectors, inside a function with the instructions of the kernel.
///
/// # Safety
/// The requirements of [`Tile::multiply`], for at most `R` rows and `V` vectors of columns; the columns of C must be neighbours, and
/// the processor have the instructions of the kernel.
#[inline(always)]
pub unsafe fn compute<K: Lanes, const R: usize, const V: usize>(tile: &Tile<K>, c: Open<K::Sum>) {
    let Tile { groups, a, b, start, part, kernel } = *tile;
    let mut sums = [[kernel.splat(0); V]; R];
    for (row, sums) in sums.iter_mut().enumerate() {
        // SAFETY: the first sums of a panel of rows are there.
        *sums = [unsafe { kernel.start(start.wrapping_add(row)) }; V];
    }
    if groups >= PREFETCHED {
        // C has arrived when the sums are complete.
        for row in 0..R.min(c.extents[0]) {
            for vector in 0..V {
                prefetch(c.at(row, vector * K::LANES));
            }
        }
    }
    for group in 0..groups {
        let mut columns = [kernel.splat(0); V];
        for (panel, columns) in columns.iter_mut().enumerate() {
            // SAFETY: a group of the lanes of a panel of B.
            *columns = unsafe { kernel.load(b.add(K::LANES * (panel * groups + group))) };
        }
        for (row, sums) in sums.iter_mut().enumerate() {
            // SAFETY: a group of a row of a panel of A.
            let x = kernel.splat(unsafe { *a.add(K::LANES * group + row) });
            for (sum, columns) in sums.iter_mut().zip(columns) {
                *sum = kernel.dot(*sum, x, columns);
            }
        }
    }
    let ([rows, columns], down) = (c.extents, c.strides[0]);
    let last = columns - (V - 1) * K::LANES;
    if [rows, last] == [R, K::LANES] && kernel.sets(part) {
        // Without the branches of parts of vectors and of factors.
        for (row, sums) in sums.into_iter().enumerate() {
            for (vector, sum) in sums.into_iter().enumerate() {
                // SAFETY: a row of C, and a vector of its columns.
                unsafe { kernel.store(c.at(row, 0).wrapping_add(vector * K::LANES), sum) };
            }
        }
        return;
    }
    for (row, sums) in sums.into_iter().enumerate() {
        if row >= rows {
            return;
        }
        for (vector, sum) in sums.into_iter().enumerate() {
            let to = c.start.wrapping_offset(row as isize * down).wrapping_add(vector * K::LANES);
            let lanes = if vector + 1 == V { last } else { K::LANES };
            // SAFETY: a row of C, and those lanes of a vector of its columns that are inside.
            unsafe { kernel.write(part, to, lanes, sum) };
        }
    }
}

/// Defines [`Groups::tile`] by functions compiled for `$features`: of tiles of `$rows` rows, in ascending order, and of each of the
/// numbers of vectors.
macro_rules! tiles {
    ($features:literal: $($rows:literal)*; $vectors:tt) => {
        #[inline(always)]
        fn tile(rows: usize, vectors: usize) -> $crate::gemm::groups::TileFn<Self> {
            /// Computes a tile with these instructions.
            ///
            /// # Safety
            /// The requirements of [`compute`]($crate::gemm::groups::compute).
            #[target_feature(enable = $features)]
            unsafe fn on<K: $crate::gemm::groups::Lanes, const R: usize, const V: usize>(
                tile: &$crate::gemm::groups::Tile<K>,
                c: $crate::gemm::strided::Open<K::Sum>,
            ) {
                // SAFETY: the function called has the requirements of this one, which the caller guarantees.
                unsafe { $crate::gemm::groups::compute::<K, R, V>(tile, c) }
            }
            $(
                if rows <= $rows {
                    return $crate::gemm::groups::tiles!(@vectors on, $rows, vectors, $vectors);
                }
            )*
            unreachable!("a tile of {rows} rows")
        }
    };
    (@vectors $on:ident, $rows:literal, $of:ident, ($($vectors:literal)*)) => {
        match $of {
            $($vectors => $on::<Self, $rows, $vectors>,)*
            _ => unreachable!("a tile of {} vectors", $of),
        }
    };
}
pub(in crate::gemm) use tiles;
