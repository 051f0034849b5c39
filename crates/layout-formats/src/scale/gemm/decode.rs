//! Weights of few bits, decoded in vectors.

use super::weights::{SHORT, Weights};
use crate::element::PackedElement;
use crate::scale::ScaleElement;
use static_layout::AnyLayout;
use static_layout_kernels::simd::{Machine, Task, dispatch};

/// Writes the weights of the rows from `first` on, times their scales, to the rows of `panel`. `scales` is memory for the
/// scales of one row; `IS_SHORT` is whether a group has [`SHORT`] weights.
pub(super) fn decode<const IS_SHORT: bool, E: PackedElement, S: ScaleElement, L: AnyLayout>(
    rows: &Weights<'_, E, S, L>,
    first: usize,
    scales: &mut [f32],
    panel: &mut [f32],
) {
    dispatch(Decode::<IS_SHORT, E, S, L> { rows, first, scales, panel })
}

struct Decode<'a, 'w, const IS_SHORT: bool, E, S: ScaleElement, L> {
    rows: &'a Weights<'w, E, S, L>,
    first: usize,
    scales: &'a mut [f32],
    panel: &'a mut [f32],
}

impl<const IS_SHORT: bool, E: PackedElement, S: ScaleElement, L: AnyLayout> Task
    for Decode<'_, '_, IS_SHORT, E, S, L>
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { rows, first, scales, panel } = self;
        for (row, to) in (first..).zip(panel.chunks_exact_mut(rows.padded())) {
            rows.read_scales(row, scales);
            let (bytes, group) = (rows.row(row), rows.group());
            if IS_SHORT {
                // A loop over a short group would be as short as the group.
                decode_scaled::<E>(bytes, 1.0, to);
                for (to, scale) in to.chunks_mut(SHORT).zip(&*scales) {
                    to.iter_mut().for_each(
                        #[inline(always)]
                        |to| *to *= scale,
                    );
                }
            } else {
                let groups = bytes.chunks(group * E::BITS / 8).zip(to.chunks_mut(group));
                for ((bytes, to), scale) in groups.zip(&*scales) {
                    decode_scaled::<E>(bytes, *scale, to);
                }
            }
            // The last byte may have one more, times a scale that may be infinite.
            to[rows.columns()..].fill(0.0);
        }
    }
}

/// The weights in some bytes, times their scale.
#[inline(always)]
fn decode_scaled<E: PackedElement>(bytes: &[u8], scale: f32, to: &mut [f32]) {
    let value = |code: u8| E::from_bits(code).to_f32();
    if E::BITS == 4 {
        for (byte, to) in bytes.iter().zip(to.chunks_exact_mut(2)) {
            (to[0], to[1]) = (value(byte & 15) * scale, value(byte >> 4) * scale);
        }
    } else {
        for (byte, to) in bytes.iter().zip(to) {
            *to = value(*byte) * scale;
        }
    }
}
