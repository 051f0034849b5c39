//! Products of four depths of `bf16` with NEON, `bfmmla`, which adds the products of two rows by two columns to a square of sums.
//!
//! A panel of A and one of B are alike: of eight rows, or columns, a step has four depths.
//!
//! ```text
//! panel       (depth in step, row, step):(1, 4, 32)
//! tile        square[i][j] += (rows 2i and 2i + 1 of A) * (columns 2j and 2j + 1 of B)      for each step
//! ```
//!
//! Eight rows by eight columns are 16 squares, and a step loads eight vectors for them. `bfdot` adds half as many products, and needs
//! a vector that has a pair of A in all lanes.
//!
//! The numbers that the depth lacks in the last step are 0 in both panels, so that they add nothing.

use super::{Bf16Problem, multiply_groups, update_by};
use crate::gemm::groups::{Groups, Part, Side, Tile, TileFn};
use crate::gemm::strided::Open;
use crate::gemm::update::{Blend, SetOrBlend, Update};
use crate::simd::{Neon, NeonBf16, Vectors};
use core::arch::aarch64::*;
use half::bf16;

/// The rows or columns of a panel.
const LANES: usize = 8;
/// The depths of a step.
const DEPTHS: usize = 4;
/// The numbers of a vector: two rows of a step.
const PAIR: usize = 2 * DEPTHS;
/// The sums of a vector of a row of C, which two squares have.
const WIDE: usize = 4;

/// Updates C.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
pub unsafe fn multiply(proof: NeonBf16, problem: &Bf16Problem) {
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { multiply_groups(Squares { proof, update: problem.update }, problem) }
}

/// The instructions, and the update of C.
#[derive(Clone, Copy)]
pub struct Squares {
    proof: NeonBf16,
    update: Blend<f32>,
}

impl Groups for Squares {
    type Number = bf16;
    type Sum = f32;
    const LANES: usize = LANES;
    const ROWS: usize = LANES;
    // A panel of A is in the first cache for all panels of B but the first.
    const VECTORS: usize = 4;
    const MULTIPLE: usize = 2;

    #[inline(always)]
    fn tile(rows: usize, _: usize) -> TileFn<Self> {
        match rows {
            1..=2 => multiply_tile::<1>,
            3..=4 => multiply_tile::<2>,
            5..=6 => multiply_tile::<3>,
            7..=8 => multiply_tile::<4>,
            _ => unreachable!("a tile of {rows} rows"),
        }
    }

    #[inline(always)]
    unsafe fn pack(self, from: Open<bf16>, groups: usize, _: Side, to: *mut i32) {
        // SAFETY: the guarantee of the caller. `self` proves the instructions (rule I).
        unsafe { pack(from, groups / 2, to.cast()) }
    }

    #[inline(always)]
    fn reads(self, part: Part) -> bool {
        update_by(self.update, part).reads()
    }
}

/// Packs panels of so many steps, one after the other. The rows that the last panel lacks are 0.
///
/// # Safety
/// There must be rows valid for reads, no longer than the steps, and `to` for writes of the steps of whole panels.
#[target_feature(enable = "neon")]
unsafe fn pack(from: Open<bf16>, steps: usize, to: *mut bf16) {
    let ([rows, depth], [down, along]) = (from.extents, from.strides);
    for (panel, first) in (0..rows).step_by(LANES).enumerate() {
        let inside = LANES.min(rows - first);
        for step in 0..steps {
            let to = to.wrapping_add(LANES * DEPTHS * (panel * steps + step));
            let at = |row: usize, number: usize| from.at(first + row, DEPTHS * step + number);
            let depths = DEPTHS.min(depth.saturating_sub(DEPTHS * step));
            if [inside, depths] == [LANES, DEPTHS] && down == 1 {
                let of_depth = |number: usize| at(0, number).cast::<u16>();
                // SAFETY: eight neighbours of each of four depths, and a step of the panel.
                unsafe {
                    let [x, y] = [vld1q_u16(of_depth(0)), vld1q_u16(of_depth(1))];
                    let [z, w] = [vld1q_u16(of_depth(2)), vld1q_u16(of_depth(3))];
                    vst4q_u16(to.cast(), uint16x8x4_t(x, y, z, w));
                }
                continue;
            }
            for row in 0..LANES {
                let mut numbers = [bf16::ZERO; DEPTHS];
                if row < inside && depths == DEPTHS && along == 1 {
                    // SAFETY: four neighbours of a row.
                    numbers = unsafe { at(row, 0).cast::<[bf16; DEPTHS]>().read() };
                } else if row < inside {
                    for (number, x) in numbers.iter_mut().enumerate().take(depths) {
                        // SAFETY: a row, and one of its depths.
                        *x = unsafe { *at(row, number) };
                    }
                }
                // SAFETY: a row of a step of the panel.
                unsafe { to.add(DEPTHS * row).cast::<[bf16; DEPTHS]>().write(numbers) };
            }
        }
    }
}

/// Computes a tile of so many pairs of rows, panel by panel of B.
///
/// # Safety
/// The requirements of [`Tile::multiply`].
#[target_feature(enable = "neon,bf16")]
unsafe fn multiply_tile<const PAIRS: usize>(tile: &Tile<Squares>, c: Open<f32>) {
    let [rows, columns] = c.extents;
    for first in (0..columns).step_by(LANES) {
        let inside = LANES.min(columns - first);
        let tile = Tile { b: tile.b.wrapping_add(tile.groups * first), ..*tile };
        // SAFETY: the guarantee of the caller, for a panel of B and its columns of C.
        unsafe {
            let c = c.part([0, first], [rows, inside]);
            if inside <= WIDE {
                multiply_panel::<PAIRS, 1>(&tile, c);
            } else {
                multiply_panel::<PAIRS, 2>(&tile, c);
            }
        }
    }
}

/// Computes the sums of pairs of rows by vectors of columns, and writes those inside C, whose columns are neighbours.
///
/// # Safety
/// C must have more than `2 * (PAIRS - 1)` rows, which is all but the last pair, and more than `WIDE * (VECTORS - 1)` columns, and no
/// more than these pairs and vectors have, valid for reads and writes. `a` and `b` must be packed panels of as many.
#[inline]
#[target_feature(enable = "neon,bf16")]
unsafe fn multiply_panel<const PAIRS: usize, const VECTORS: usize>(
    tile: &Tile<Squares>,
    c: Open<f32>,
) {
    let Tile { groups, a, b, part, kernel: Squares { proof, update }, .. } = *tile;
    let (mut a, mut b) = (a.cast::<u16>(), b.cast::<u16>());
    let mut sums = [[[vdupq_n_f32(0.0); 2]; VECTORS]; PAIRS];
    for _ in 0..groups / 2 {
        let mut columns = [[vdupq_n_u16(0); 2]; VECTORS];
        for (j, columns) in columns.as_flattened_mut().iter_mut().enumerate() {
            // SAFETY: two columns of this step.
            *columns = unsafe { vld1q_u16(b.add(PAIR * j)) };
        }
        for (i, sums) in sums.iter_mut().enumerate() {
            // SAFETY: two rows of this step.
            let rows = unsafe { vld1q_u16(a.add(PAIR * i)) };
            for (sums, columns) in sums.iter_mut().zip(columns) {
                *sums = [dot(sums[0], rows, columns[0]), dot(sums[1], rows, columns[1])];
            }
        }
        (a, b) = (a.wrapping_add(LANES * DEPTHS), b.wrapping_add(LANES * DEPTHS));
    }
    let ([rows, columns], v, update) = (c.extents, proof.machine(), update_by(update, part));
    for (i, sums) in sums.into_iter().enumerate() {
        for (vector, [left, right]) in sums.into_iter().enumerate() {
            let lanes = WIDE.min(columns - WIDE * vector);
            // The first rows of two squares are a row of C, and the second rows.
            let of_rows = Vectors::<f32>::exchange::<2>(v, left, right);
            // SAFETY: rows of C, and those lanes of a vector of its columns that are inside.
            unsafe {
                write(v, update, c.at(2 * i, WIDE * vector), lanes, of_rows.0);
                if 2 * i + 1 < rows {
                    write(v, update, c.at(2 * i + 1, WIDE * vector), lanes, of_rows.1);
                }
            }
        }
    }
}

/// Updates `lanes` neighbours of C.
///
/// # Safety
/// `to` must be valid for reads and writes of 1 to `WIDE` elements, of which there are `lanes`.
#[inline(always)]
unsafe fn write(v: Neon, update: SetOrBlend<f32>, to: *mut f32, lanes: usize, sum: float32x4_t) {
    // SAFETY: the guarantee of the caller.
    unsafe {
        if lanes == WIDE {
            return update.write(v, to, sum);
        }
        let old = if update.reads() { v.load_part(to, lanes) } else { Vectors::<f32>::zero(v) };
        v.store_part(to, update.apply(v, sum, old), lanes);
    }
}

/// Adds the products of two rows by two columns, of four depths, to a square of sums.
///
/// Assembly, because the functions of `core::arch` for this instruction are unstable.
#[inline]
#[target_feature(enable = "neon,bf16")]
pub fn dot(sums: float32x4_t, rows: uint16x8_t, columns: uint16x8_t) -> float32x4_t {
    let mut sums = sums;
    // SAFETY: the function has the feature of the instruction, which only changes `sums`.
    unsafe {
        core::arch::asm!(
            "bfmmla {sums:v}.4s, {rows:v}.8h, {columns:v}.8h",
            sums = inout(vreg) sums,
            rows = in(vreg) rows,
            columns = in(vreg) columns,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}
