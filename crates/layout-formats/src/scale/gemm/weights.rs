//! [`Weights`]: rows of packed weights as bytes, with the scales of their groups.

use crate::element::PackedElement;
use crate::packed::PackedView;
use crate::scale::{ScaleElement, Scaled, Scales};
use alloc::vec::Vec;
use core::marker::PhantomData;
use static_layout::AnyLayout;
use static_layout::internal::OffsetMap;

/// A multiple of the lanes of any vector.
pub(super) const CHUNK: usize = 16;
/// The number of weights of the shortest groups, which NVFP4 has.
pub(super) const SHORT: usize = 16;

/// Rows of weights of 4 or 8 bits, adjacent along K and beginning with a byte, whose scales hold for groups of whole
/// bytes.
pub(super) struct Weights<'a, E, S: ScaleElement, M> {
    bytes: &'a [u8],
    /// The first byte of each row.
    starts: Vec<usize>,
    scales: Scales<'a, S, M>,
    /// The offset of the first scale of each row, and how far after it the scale of each group lies.
    rows: Vec<usize>,
    groups: Vec<usize>,
    /// The numbers of columns, of those in whole chunks, and of those in a group.
    k: usize,
    padded: usize,
    group: usize,
    element: PhantomData<E>,
}

impl<'a, E: PackedElement, S: ScaleElement, M: AnyLayout> Weights<'a, E, S, M> {
    /// The rows; `None` for other weights.
    pub fn of<L: AnyLayout>(
        weights: &Scaled<PackedView<'a, E, L>, Scales<'a, S, M>>,
    ) -> Option<Self> {
        let (data, scales) = (weights.data(), weights.scales());
        if E::BITS != 4 && E::BITS != 8 || !<M::Outer as OffsetMap>::IS_IDENTITY {
            return None;
        }
        let ([n, k], layout) = (weights.sizes(), data.layout());
        let along_k = layout.with_words().mode(1).ok()?.coalesce().ok()?;
        if k > 1 && (along_k.leaf_count() != 1 || along_k.leaf(0).1 != 1) {
            return None;
        }
        // The columns from the first on that have one scale.
        let mode = scales.layout().with_words().mode(1).ok()?.coalesce().ok()?;
        let (extent, stride) = mode.leaf(0);
        let run = if stride == 0 { extent as usize } else { 1 };
        let padded = k.next_multiple_of(2 * CHUNK);
        let group = if run < k { run } else { padded };
        if !group.is_multiple_of(SHORT) {
            return None;
        }
        let (bytes, origin) = data.span()?;
        let mut starts = Vec::with_capacity(n);
        for row in 0..n {
            let bits = (origin + layout.plain_offset([row, 0])) * E::BITS;
            if bits % 8 != 0 {
                return None;
            }
            starts.push(bits / 8);
        }
        let rows = (0..n).map(|row| scales.offset(row, 0)).collect();
        let first = scales.offset(0, 0);
        let groups =
            (0..k.div_ceil(group)).map(|j| scales.offset(0, j * group).wrapping_sub(first));
        let groups = groups.collect();
        let element = PhantomData;
        Some(Weights { bytes, starts, scales, rows, groups, k, padded, group, element })
    }

    /// The number of groups of a row.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of columns.
    #[inline(always)]
    pub fn columns(&self) -> usize {
        self.k
    }

    /// The number of columns in whole chunks.
    pub fn padded(&self) -> usize {
        self.padded
    }

    /// The bytes of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &'a [u8] {
        let start = self.starts[row];
        &self.bytes[start..start + (self.k * E::BITS).div_ceil(8)]
    }

    /// Writes the scales of the groups of a row.
    #[inline(always)]
    pub fn read_scales(&self, row: usize, to: &mut [f32]) {
        /// Scales that are decoded together, in vectors.
        const TOGETHER: usize = 32;
        let first = self.rows[row];
        for (groups, to) in self.groups.chunks(TOGETHER).zip(to.chunks_mut(TOGETHER)) {
            let mut stored = [self.scales.stored(first); TOGETHER];
            for (stored, group) in stored.iter_mut().zip(groups) {
                *stored = self.scales.stored(first.wrapping_add(*group));
            }
            for (to, stored) in to.iter_mut().zip(stored) {
                *to = S::decode(stored);
            }
        }
    }

    /// The number of weights of a group.
    #[inline(always)]
    pub fn group(&self) -> usize {
        self.group
    }
}
