//! [`VectorPlan`]: the vectors of a layout, proven from its type.
//!
//! The elements of a layout are vectors of `n` neighbours where one leaf has the stride 1 and an extent that `n` divides,
//! and `n` divides each other stride. No two vectors share an element where each stride is past the elements of the leaves
//! below it. Both follow from known leaves and from facts; one run-time stride is compared with the elements below it.

use crate::value::{Facts, Layout};

/// The vectors of a layout as terms of its leaves.
#[derive(Clone, Copy, Debug)]
pub struct VectorPlan {
    /// The elements of a vector.
    count: i64,
    /// The leaf of stride 1.
    unit: usize,
    /// The leaf of the run-time stride, which must be past the elements of all other leaves.
    pitch: Option<usize>,
}

impl VectorPlan {
    /// Whether the plan holds for the extents and the strides of the layout, whose leaves are `leaves`.
    #[inline(always)]
    pub const fn holds(&self, extents: &[usize], strides: &[usize], leaves: usize) -> bool {
        let Some(pitch) = self.pitch else { return true };
        let (mut last, mut k) = (0_usize, 0);
        while k < leaves {
            if k != pitch {
                // Fits, since the cosize of the layout does.
                last = last.wrapping_add(extents[k].saturating_sub(1).wrapping_mul(strides[k]));
            }
            k += 1;
        }
        strides[pitch] > last
    }

    /// The extent `k` in vectors, for an extent in elements.
    #[inline(always)]
    pub const fn extent(&self, k: usize, elements: usize) -> i64 {
        (if k == self.unit { elements / self.count as usize } else { elements }) as i64
    }

    /// The stride `k` in vectors, for a stride in elements.
    #[inline(always)]
    pub const fn stride(&self, k: usize, elements: usize) -> i64 {
        (if k == self.unit { 1 } else { elements / self.count as usize }) as i64
    }
}

impl Layout {
    /// The vectors of `count` elements of a layout of this type, whose upcast has the type `result`. `None` where known
    /// leaves and facts do not prove them. The value of an unknown leaf of a type is its facts.
    #[doc(hidden)]
    pub const fn plan_vectors(&self, count: i64, result: &Self) -> Option<VectorPlan> {
        if count < 1 || !self.profile.equals(&result.profile) || self.modes.bases.units != 0 {
            return None;
        }
        let (mut unit, mut pitch, mut k) = (None, None, 0);
        while k < self.modes.len {
            let ((extent, stride), (is_extent, is_stride)) = (self.leaf(k), self.known(k));
            if is_extent && extent < 1 || stride < 0 {
                return None;
            }
            let (elements, step) = self.facts(k);
            let is_single = is_extent && extent == 1;
            let is_unit = !is_single && unit.is_none() && is_stride && stride == 1;
            if is_unit {
                if elements.divisor() % count != 0 {
                    return None;
                }
                unit = Some(k);
            } else if !is_single {
                if is_stride && stride == 0 || step.divisor() % count != 0 {
                    return None;
                }
                if !is_stride {
                    if pitch.is_some() {
                        return None;
                    }
                    pitch = Some(k);
                }
            }
            let vectors = if is_unit { elements.quotient(count) } else { elements };
            let is_one = is_single || is_unit && is_extent && extent == count;
            let step = if is_one {
                Facts::of_known(0)
            } else if is_unit {
                step
            } else {
                step.quotient(count)
            };
            let ((extent, stride), (known_extent, known_stride)) =
                (result.leaf(k), result.known(k));
            if !agrees(extent, known_extent, &vectors, is_extent)
                || !agrees(stride, known_stride, &step, is_stride || is_one)
            {
                return None;
            }
            k += 1;
        }
        match unit {
            Some(unit) if self.is_ascending(pitch) => Some(VectorPlan { count, unit, pitch }),
            _ => None,
        }
    }

    /// What is known of the extent and the stride of leaf `k` of a type. A known integer is its own bound.
    const fn facts(&self, k: usize) -> (Facts, Facts) {
        let ((extent, stride), (is_extent, is_stride)) = (self.leaf(k), self.known(k));
        (
            if is_extent { Facts::of_known(extent) } else { Facts::of_code(extent) },
            if is_stride { Facts::of_known(stride) } else { Facts::of_code(stride) },
        )
    }

    /// Whether each stride is past the elements of the leaves of smaller strides, for all values of unknown leaves. Does
    /// not look at leaf `pitch`, nor at leaves of extent 1.
    const fn is_ascending(&self, pitch: Option<usize>) -> bool {
        let (mut last, mut below) = (0, 0);
        loop {
            // The least stride above those that the loop has looked at.
            let (mut next, mut k) = (None, 0);
            while k < self.modes.len {
                let ((extent, stride), (is_extent, _)) = (self.leaf(k), self.known(k));
                let is_skipped = is_extent && extent == 1 || matches!(pitch, Some(p) if p == k);
                if !is_skipped && stride > below {
                    match next {
                        Some((_, least)) if least < stride => {}
                        // Two leaves of one stride share elements.
                        Some((_, least)) if least == stride => return false,
                        _ => next = Some((k, stride)),
                    }
                }
                k += 1;
            }
            let Some((k, stride)) = next else { return true };
            if stride <= last {
                return false;
            }
            let most = self.facts(k).0.most();
            let reach = if most == i64::MAX { None } else { (most - 1).checked_mul(stride) };
            let sum = match reach {
                Some(reach) => reach.checked_add(last),
                None => None,
            };
            last = match sum {
                Some(sum) => sum,
                None => i64::MAX,
            };
            below = stride;
        }
    }
}

/// Whether a leaf of the type of a result, `value`, is what follows: `facts`, of a known integer or an unknown one.
const fn agrees(value: i64, is_known: bool, facts: &Facts, should_be_known: bool) -> bool {
    if should_be_known {
        is_known && value == facts.most()
    } else {
        !is_known && facts.implies(&Facts::of_code(value))
    }
}
