//! Chunks of weights, decoded in vectors: multiplied in registers, or stored in a panel.

use super::weights::Weights;
use crate::element::PackedElement;
use crate::scale::ScaleElement;
use static_layout::AnyLayout;
use static_layout_kernels::simd::{Machine, Task, dispatch};

/// `x * y + z`, rounded once where the machine has an instruction for it.
#[cfg_attr(
    not(feature = "std"),
    expect(
        clippy::extra_unused_type_parameters,
        reason = "the standard library alone has `f32::mul_add`"
    )
)]
#[inline(always)]
fn mul_add<M: Machine>(x: f32, y: f32, z: f32) -> f32 {
    #[cfg(feature = "std")]
    if const { !matches!(M::NAME.as_bytes(), b"portable") } {
        return x.mul_add(y, z);
    }
    x * y + z
}

/// The weights of a chunk of `2 * LANES`: of 4 bits, those in the low bits of the bytes and those in the high ones; of 8 bits, the
/// first and the second half.
#[inline(always)]
fn halves<E: PackedElement, const LANES: usize>(bytes: &[u8]) -> [[f32; LANES]; 2] {
    let mut halves = [[0.0; LANES]; 2];
    let value = |code: u8| E::from_bits(code).to_f32();
    if E::BITS == 4 {
        for (lane, byte) in bytes[..LANES].iter().enumerate() {
            halves[0][lane] = value(byte & 15);
            halves[1][lane] = value(byte >> 4);
        }
    } else {
        for (to, byte) in halves.as_flattened_mut().iter_mut().zip(&bytes[..2 * LANES]) {
            *to = value(*byte);
        }
    }
    halves
}

/// Calls `f` with the halves of each chunk of a row and the scale of its group. A row is filled with zeros to whole chunks.
#[inline(always)]
fn each_chunk<E: PackedElement, S: ScaleElement, M: AnyLayout, const LANES: usize>(
    rows: &Weights<'_, E, S, M>,
    row: usize,
    mut f: impl FnMut([[f32; LANES]; 2], f32),
) {
    let size = 2 * LANES * E::BITS / 8;
    for (group, scale) in rows.row(row).chunks(rows.group_bytes()).zip(rows.scales(row)) {
        let mut chunks = group.chunks_exact(size);
        for bytes in &mut chunks {
            f(halves::<E, LANES>(bytes), scale);
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut bytes = [0; 32];
            bytes[..rest.len()].copy_from_slice(rest);
            f(halves::<E, LANES>(&bytes), scale);
        }
    }
}

/// Writes the products of one row of A with each row of weights. The weights stay in registers.
pub(super) fn products<const LANES: usize, E: PackedElement, S: ScaleElement, M: AnyLayout>(
    a: &[f32],
    rows: &Weights<'_, E, S, M>,
    sums: &mut [f32],
) {
    dispatch(Products::<LANES, E, S, M> { a, rows, sums })
}

struct Products<'a, 'w, const LANES: usize, E, S: ScaleElement, L> {
    a: &'a [f32],
    rows: &'a Weights<'w, E, S, L>,
    sums: &'a mut [f32],
}

impl<const LANES: usize, E: PackedElement, S: ScaleElement, L: AnyLayout> Task
    for Products<'_, '_, LANES, E, S, L>
{
    type Output = ();
    #[allow(clippy::needless_range_loop, reason = "lanes of several arrays")]
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        for (row, sum) in self.sums.iter_mut().enumerate() {
            let (mut totals, mut a) = ([0.0; LANES], self.a.chunks_exact(LANES));
            each_chunk::<E, S, L, LANES>(
                self.rows,
                row,
                #[inline(always)]
                |[low, high], scale| {
                    let (Some(even), Some(odd)) = (a.next(), a.next()) else { return };
                    for lane in 0..LANES {
                        let product = mul_add::<M>(high[lane], odd[lane], low[lane] * even[lane]);
                        totals[lane] = mul_add::<M>(product, scale, totals[lane]);
                    }
                },
            );
            *sum = totals.iter().sum();
        }
    }
}

/// Writes the products of the rows of A and the rows of a panel of weights: `sums[j * m + i]` of row `i` of A, of which there are
/// `m`, and row `j` of the panel.
pub(super) fn dots(a: &[f32], panel: &[f32], padded: usize, sums: &mut [f32]) {
    dispatch(Dots { a, panel, padded, sums })
}

struct Dots<'a> {
    a: &'a [f32],
    panel: &'a [f32],
    padded: usize,
    sums: &'a mut [f32],
}

impl Task for Dots<'_> {
    type Output = ();
    #[allow(clippy::needless_range_loop, reason = "lanes of several arrays")]
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        /// Sums that do not wait for each other.
        const SUMS: usize = 64;
        let m = self.a.len() / self.padded;
        for (weights, sums) in
            self.panel.chunks_exact(self.padded).zip(self.sums.chunks_exact_mut(m))
        {
            for (a, sum) in self.a.chunks_exact(self.padded).zip(sums) {
                let mut totals = [0.0; SUMS];
                let (mut xs, mut ys) = (a.chunks_exact(SUMS), weights.chunks_exact(SUMS));
                for (x, y) in (&mut xs).zip(&mut ys) {
                    for lane in 0..SUMS {
                        totals[lane] = mul_add::<M>(x[lane], y[lane], totals[lane]);
                    }
                }
                let rest = xs.remainder().iter().zip(ys.remainder());
                *sum = totals.iter().sum::<f32>() + rest.map(|(x, y)| x * y).sum::<f32>();
            }
        }
    }
}

/// Writes the weights of the rows from `first` on, times their scales, to the rows of `panel`.
pub(super) fn decode<const LANES: usize, E: PackedElement, S: ScaleElement, M: AnyLayout>(
    rows: &Weights<'_, E, S, M>,
    first: usize,
    panel: &mut [f32],
) {
    dispatch(Decode::<LANES, E, S, M> { rows, first, panel })
}

struct Decode<'a, 'w, const LANES: usize, E, S: ScaleElement, L> {
    rows: &'a Weights<'w, E, S, L>,
    first: usize,
    panel: &'a mut [f32],
}

impl<const LANES: usize, E: PackedElement, S: ScaleElement, L: AnyLayout> Task
    for Decode<'_, '_, LANES, E, S, L>
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let padded = self.rows.padded();
        for (row, to) in self.panel.chunks_exact_mut(padded).enumerate() {
            let mut to = to.chunks_exact_mut(2 * LANES);
            each_chunk::<E, S, L, LANES>(
                self.rows,
                self.first + row,
                #[inline(always)]
                |halves, scale| {
                    if let Some(to) = to.next() {
                        for (to, value) in to.iter_mut().zip(halves.as_flattened()) {
                            *to = value * scale;
                        }
                    }
                },
            );
        }
    }
}
