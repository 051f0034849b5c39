//! One row of A: each chunk of weights is decoded into registers and multiplied there.
//!
//! The low and the high four bits of bytes are decoded apart, so the weights of a chunk are `0 2 4 .. 1 3 5 ..`. The row of A is copied
//! in the same order: a sum over K has no order of its own.

use super::weights::Weights;
use crate::element::PackedElement;
use crate::scale::ScaleElement;
use alloc::vec;
use static_layout::AnyLayout;
use static_layout_kernels::simd::{Machine, Task, dispatch};

/// Writes the products of the row `a` with each row of weights, in chunks of `2 * LANES` with `PER` scales: 1, or 2 of 4 bits.
/// `scales` is memory for the scales of one row.
pub(super) fn products<
    const LANES: usize,
    const PER: usize,
    E: PackedElement,
    S: ScaleElement,
    L: AnyLayout,
>(
    a: &[f32],
    rows: &Weights<'_, E, S, L>,
    scales: &mut [f32],
    sums: &mut [f32],
) {
    let mut in_order = vec![0.0; a.len()];
    for (from, to) in a.chunks(2 * LANES).zip(in_order.chunks_mut(2 * LANES)) {
        let half = from.len().div_ceil(2);
        for (k, x) in from.iter().enumerate() {
            to[if E::BITS == 4 { k % 2 * half + k / 2 } else { k }] = *x;
        }
    }
    dispatch(Products::<LANES, PER, E, S, L> { a: &in_order, rows, scales, sums })
}

struct Products<'a, 'w, const LANES: usize, const PER: usize, E, S: ScaleElement, L> {
    a: &'a [f32],
    rows: &'a Weights<'w, E, S, L>,
    scales: &'a mut [f32],
    sums: &'a mut [f32],
}

impl<const LANES: usize, const PER: usize, E: PackedElement, S: ScaleElement, L: AnyLayout> Task
    for Products<'_, '_, LANES, PER, E, S, L>
{
    type Output = ();
    #[allow(clippy::needless_range_loop, reason = "lanes of several arrays")]
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { a, rows, scales, sums } = self;
        let (size, group_bytes) = (2 * LANES * E::BITS / 8, rows.group() * E::BITS / 8);
        for (row, sum) in sums.iter_mut().enumerate() {
            rows.read_scales(row, scales);
            let (mut totals, mut a) = ([0.0; LANES], a.chunks_exact(2 * LANES));
            let groups = rows.row(row).chunks(PER * group_bytes).zip(scales.chunks(PER));
            for (group, scales) in groups {
                // The lanes are pairs of neighbours, so each half of them has a scale.
                let mut of_lanes = [scales[0]; LANES];
                of_lanes[LANES / PER..].fill(*scales.last().unwrap_or(&0.0));
                let mut chunks = group.chunks_exact(size);
                for (bytes, a) in (&mut chunks).zip(&mut a) {
                    multiply::<LANES, E, M>(bytes, a, &of_lanes, &mut totals);
                }
                let rest = chunks.remainder();
                if rest.is_empty() {
                    continue;
                }
                if let Some(a) = a.next() {
                    let mut bytes = [0; 32];
                    bytes[..rest.len()].copy_from_slice(rest);
                    // No weight of these lanes has a scale, which may be infinite.
                    of_lanes[rest.len().min(LANES)..].fill(0.0);
                    multiply::<LANES, E, M>(&bytes, a, &of_lanes, &mut totals);
                }
            }
            *sum = totals.iter().sum();
        }
    }
}

/// Adds the products of a chunk of weights.
#[inline(always)]
fn multiply<const LANES: usize, E: PackedElement, M: Machine>(
    bytes: &[u8],
    a: &[f32],
    scales: &[f32; LANES],
    totals: &mut [f32; LANES],
) {
    let value = |code: u8| E::from_bits(code).to_f32();
    let (mut low, mut high) = ([0.0; LANES], [0.0; LANES]);
    if E::BITS == 4 {
        for (lane, byte) in bytes[..LANES].iter().enumerate() {
            low[lane] = value(byte & 15);
            high[lane] = value(byte >> 4);
        }
    } else {
        for lane in 0..LANES {
            low[lane] = value(bytes[lane]);
            high[lane] = value(bytes[LANES + lane]);
        }
    }
    let (even, odd) = a[..2 * LANES].split_at(LANES);
    for lane in 0..LANES {
        let product = mul_add::<M>(high[lane], odd[lane], low[lane] * even[lane]);
        totals[lane] = mul_add::<M>(product, scales[lane], totals[lane]);
    }
}

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
