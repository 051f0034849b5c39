//! [`OperandPlan`], the layout of an operand as kernels take it.

use std::fmt;

use layout_core::{ComposedLayout, Layout};
use static_layout::internal::{Form, OffsetMap};

use crate::GpuError;

/// A layout as kernels take it: plain integers; the known ones are part of the shader.
#[derive(Clone, Debug)]
pub(crate) struct OperandPlan {
    pub(crate) plain: Layout,
    /// The swizzle and its offset.
    pub(crate) map: Option<ComposedLayout>,
    /// The place of offset 0 in the buffer.
    pub(crate) origin: u64,
    /// The places from the least to the greatest: `span` of them from `origin - below` on.
    pub(crate) span: u64,
    /// The distance of the least offset below 0.
    pub(crate) below: u64,
}

impl OperandPlan {
    pub(crate) fn of<L: Form>(layout: L) -> Result<Self, GpuError> {
        let plain = layout.with_words();
        plain.exists()?;
        if plain.is_coordinate() {
            return Err(GpuError::layout(format!(
                "{plain} maps to coordinates, which are not elements"
            )));
        }
        let map = layout.outer().composed(plain);
        let (least, most) = match &map {
            Some(map) => map.bounds(),
            None => {
                let (mut least, mut most) = (0, 0);
                for k in 0..plain.leaf_count() {
                    let (extent, stride) = plain.leaf(k);
                    let reach = (extent - 1).max(0) * stride;
                    if reach < 0 { least += reach } else { most += reach }
                }
                (least, most)
            }
        };
        // Without elements there are no places, whatever the strides are.
        let (below, span) = match plain.size() {
            0 => (0, 0),
            _ => {
                let below = least.min(0).unsigned_abs();
                (below, most.max(0) as u64 + below + 1)
            }
        };
        Ok(Self { plain, map, origin: below, span, below })
    }

    /// The plan of a part, whose offset 0 is at the offset `start` of this one.
    ///
    /// # Errors
    /// For a part that reaches places that this one does not.
    pub(crate) fn part<L: Form>(&self, layout: L, start: isize) -> Result<Self, GpuError> {
        let part = Self::of(layout)?;
        if part.span == 0 {
            return Ok(Self { origin: self.origin, ..part });
        }
        let origin = self.origin.checked_add_signed(start as i64);
        let inside = origin.filter(|&origin| {
            let first = origin.checked_sub(part.below);
            first.is_some_and(|first| first >= self.first() && first + part.span <= self.end())
        });
        let origin = inside.ok_or_else(|| {
            GpuError::layout(format!("{part} from offset {start} on reaches outside of {self}"))
        })?;
        Ok(Self { origin, ..part })
    }

    /// The first place in the buffer.
    pub(crate) fn first(&self) -> u64 {
        self.origin - self.below
    }

    /// The place after the last one.
    pub(crate) fn end(&self) -> u64 {
        self.first() + self.span
    }

    /// The number of elements.
    pub(crate) fn size(&self) -> u64 {
        self.plain.size() as u64
    }

    /// The elements of `data` that the layout reaches.
    pub(crate) fn slice<'a, T>(&self, data: &'a [T]) -> Result<&'a [T], GpuError> {
        let reached = usize::try_from(self.span).ok().and_then(|span| data.get(..span));
        reached.ok_or_else(|| {
            GpuError::layout(format!(
                "{self} reaches {} elements, and the slice has {}",
                self.span,
                data.len()
            ))
        })
    }

    /// The places of the elements in linear order, from the least place on.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let Self { plain, map, below, .. } = self.clone();
        let leaves: Vec<(i64, i64)> = (0..plain.leaf_count()).map(|k| plain.leaf(k)).collect();
        let (mut digits, mut offset) = (vec![0; leaves.len()], 0);
        (0..self.size()).map(move |_| {
            let at = match &map {
                Some(map) => map.swizzle().apply(map.offset() + offset),
                None => offset,
            };
            for (digit, (extent, stride)) in digits.iter_mut().zip(&leaves) {
                *digit += 1;
                offset += stride;
                if *digit < *extent {
                    break;
                }
                offset -= extent * stride;
                *digit = 0;
            }
            (at + below as i64) as usize
        })
    }

    /// Adds numbers that differ wherever plans do.
    pub(crate) fn words(&self, out: &mut Vec<u64>) {
        let Self { plain, map, origin, span, below } = self;
        let shape = plain.shape();
        out.extend([*origin, *span, *below, plain.depth() as u64, plain.rank() as u64]);
        out.extend((0..plain.rank()).filter_map(|k| Some(shape.mode(k).ok()?.leaf_count() as u64)));
        for k in 0..plain.leaf_count() {
            let ((extent, stride), known) = (plain.leaf(k), plain.known(k));
            out.extend([extent as u64, stride as u64, u64::from(known.0), u64::from(known.1)]);
        }
        out.push(u64::from(map.is_some()));
        if let Some(map) = map {
            let (swizzle, offset) = (map.swizzle(), map.offset());
            out.extend([swizzle.from_mask() as u64, swizzle.onto_mask() as u64, offset as u64]);
        }
    }

    /// The text of the swizzle, before the plain layout.
    pub(crate) fn before(&self) -> String {
        self.map.map_or_else(String::new, |map| format!("{} o {} o ", map.swizzle(), map.offset()))
    }
}

impl fmt::Display for OperandPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.before(), self.plain)
    }
}

#[cfg(test)]
mod tests {
    use static_layout::layout;

    use super::OperandPlan;

    /// A kernel is kept under the words of its operands.
    #[test]
    fn words_differ_wherever_plans_do() {
        let n = 4_usize;
        let plans = [
            OperandPlan::of(layout!((4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(((4, 2), 8):((16, 8), 1))),
            OperandPlan::of(layout!((4, (2, 8)):(16, (8, 1)))),
            OperandPlan::of(layout!((n, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!((4, 2, 8):({4 * n}, 8, 1))),
            OperandPlan::of(layout!((4, 2, 8):(-16, 8, 1))),
            OperandPlan::of(layout!((4, 2, 8):(16, 8, 2))),
            OperandPlan::of(layout!(Sw<1,0,3> o 0 o (4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(Sw<1,1,3> o 0 o (4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(Sw<1,0,3> o 1 o (4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(64:1)),
        ];
        let mut words: Vec<Vec<u64>> = Vec::new();
        for plan in plans {
            let mut own = Vec::new();
            plan.unwrap().words(&mut own);
            assert!(!words.contains(&own), "{own:?}");
            words.push(own);
        }
    }
}
