//! Layouts of few leaves. If the extents of two are equal, their common modes are the leaves, and need no search: the
//! plan of a small run-time copy takes most of its time. Two loops that no plan improves need none, and neither do rows
//! of neighbours (`rows`) and a transposed matrix (`matrix`).

use super::known::RuntimePlan;
use super::panel::opaque;
use crate::nest::{Loop, Nest};
use crate::side::Side;
use core::mem::MaybeUninit;
use static_layout::IntTuple;
use static_layout::internal::{Form, NoMap, OffsetMap};

/// The maximum number of leaves.
pub(super) const FEW: usize = 4;

/// A stride that no loop exceeds, times the size of an element.
const LONGEST: isize = 1 << (isize::BITS - 6);

/// The leaves of a layout that has at most [`FEW`], followed by extents of 1.
#[derive(Clone, Copy)]
pub(super) struct FewLeaves {
    extents: [usize; FEW],
    /// In two's complement.
    strides: [usize; FEW],
}

/// Whether layouts of this type have at most [`FEW`] leaves and no swizzle.
pub(super) const fn has_few<L: Form>() -> bool {
    L::Outer::IS_IDENTITY && L::FORM.leaf_count() <= FEW
}

impl FewLeaves {
    /// The leaves of a layout that [`has_few`].
    #[inline(always)]
    pub(super) fn of<L: Form>(layout: L) -> Self {
        let mut leaves = FewLeaves { extents: [1; FEW], strides: [0; FEW] };
        layout.write_words(&mut leaves.extents, &mut leaves.strides);
        leaves
    }

    /// These strides with the extents of a shape that is nested alike.
    #[inline(always)]
    pub(super) fn with_extents(mut self, shape: impl IntTuple) -> Self {
        shape.words(&mut self.extents, 0);
        self
    }

    /// The strides of the leaves in two's complement, followed by strides of 0.
    #[inline(always)]
    pub(super) fn strides(&self) -> [usize; FEW] {
        self.strides
    }

    /// Adds a loop for each leaf to `nest`, and returns true, if the extents of both layouts are equal and none is 0.
    /// Otherwise returns false, and leaves `nest` with some of the loops.
    #[inline]
    pub(super) fn add_common([from, to]: [&Self; 2], nest: &mut Nest<2>) -> bool {
        // Reads word by word: the words were just written one at a time, and a wider read would stall until they are in
        // the cache.
        for (k, &extent) in from.extents.iter().enumerate() {
            if extent == 0 || to.extents[k] != extent {
                return false;
            }
            let strides = [from.strides[k] as isize, to.strides[k] as isize];
            nest.add(Loop { extent, strides });
        }
        true
    }
}

/// Two loops, the one with the shorter stride in the destination first. No two coordinates share an element of the
/// destination.
#[derive(Clone, Copy)]
pub(super) struct Pair(pub(super) [Loop<2>; 2]);

impl Pair {
    /// The loops of two layouts of at most two modes, if each has extents of at least 1 and positive strides, and no two
    /// coordinates share an element of `to`.
    #[inline(always)]
    pub(super) fn of([from, to]: [&FewLeaves; 2]) -> Option<Self> {
        let each = |k: usize| {
            let strides = [from.strides[k] as isize, to.strides[k] as isize];
            let extent = from.extents[k];
            // The strides of one step do not matter. Long ones make it the outer loop.
            Loop { extent, strides: if extent == 1 { [LONGEST; 2] } else { strides } }
        };
        // Word by word, as `add_common`.
        let differ = from.extents.iter().zip(&to.extents).any(|(x, y)| x != y);
        if differ || from.extents[2] != 1 || from.extents[3] != 1 {
            return None;
        }
        let (x, y) = (each(0), each(1));
        let [inner, outer] = if x.strides[1] <= y.strides[1] { [x, y] } else { [y, x] };
        let [[a, b], [c, d]] = [inner.strides, outer.strides];
        // At least 1 each, so that no product below is 0.
        let are_positive = a > 0 && b > 0 && c > 0 && inner.extent > 0 && outer.extent > 0;
        // The reach of the inner loop fits `isize`, as all offsets of a layout do.
        let is_distinct = are_positive && d > (inner.extent as isize - 1) * b;
        is_distinct.then_some(Pair([inner, outer]))
    }

    /// Whether no loop moves neighbours: none has a stride of 1 on both sides, and not each one of them on one side.
    #[inline(always)]
    pub(super) fn is_scattered(&self) -> bool {
        let [[a, b], [c, _]] = self.0.map(|each| each.strides);
        !(b == 1 && (a == 1 || c == 1))
    }

    /// This pair as rows of neighbours on both sides, if it has any. Rows that continue each other are one row.
    #[inline(always)]
    pub(super) fn rows(self) -> Option<Self> {
        let Self([inner, outer]) = self;
        if inner.strides != [1; 2] {
            return None;
        }
        Some(if outer.strides == [inner.extent as isize; 2] {
            let extent = inner.extent * outer.extent;
            Self([Loop { extent, ..inner }, Loop::ONCE])
        } else {
            self
        })
    }

    /// Whether the inner loop has its neighbours in the destination, the outer one in the source: a matrix is
    /// transposed.
    #[inline(always)]
    pub(super) fn is_transposed(&self) -> bool {
        let [inner, outer] = self.0;
        let are_turned = inner.strides[1] == 1 && outer.strides[0] == 1 && inner.strides[0] > 1;
        are_turned && inner.extent > 1 && outer.extent > 1
    }

    /// Moves elements of `SIZE` bytes.
    ///
    /// # Safety
    /// `from` and `to` are views of the two layouts that this pair is of, and do not overlap.
    #[inline(never)]
    pub(super) unsafe fn run<const SIZE: usize>(
        self,
        from: Side<*const u8, NoMap>,
        to: Side<*mut u8, NoMap>,
    ) {
        let from = from.with_origin(from.origin.cast::<[MaybeUninit<u8>; SIZE]>());
        let to = to.with_origin(to.origin.cast::<[MaybeUninit<u8>; SIZE]>());
        let Self([inner, outer]) = self;
        // Steps whose elements the compiler addresses by one pointer to each side.
        const TOGETHER: usize = 4;
        for j in 0..outer.extent as isize {
            let mut at = [j * outer.strides[0], j * outer.strides[1]];
            let mut left = inner.extent;
            let step = |at: [isize; 2], k: usize| {
                let [x, y] = inner.strides;
                let (a, b) = (at[0] + k as isize * x, at[1] + k as isize * y);
                // SAFETY: steps `i` and `j` are a coordinate of both views (rule K), by the caller's guarantee: `at` is step
                // `i - k`, and `k < left`.
                unsafe { *to.at(b) = *from.at(a) };
            };
            while left >= TOGETHER {
                for k in 0..TOGETHER {
                    step(at, k);
                }
                for (at, stride) in at.iter_mut().zip(inner.strides) {
                    // After the last step, these offsets are used no more, and may wrap.
                    *at = opaque::<RuntimePlan>(at.wrapping_add(stride * TOGETHER as isize));
                }
                left -= TOGETHER;
            }
            for k in 0..left {
                step(at, k);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::TileOrder;
    use super::super::plan::{CopyPlan, CopyStep};
    use super::{FewLeaves, Pair};
    use static_layout::Layout;

    /// A pair that needs no search has the loops and the order that the search finds.
    #[test]
    fn a_pair_has_the_plan_of_the_search() {
        let [mut transposed, mut rows] = [0; 2];
        let strides = [0_usize, 1, 2, 3, 4, 5, 8, 512, 1024];
        for (m, n) in (0..36_usize).map(|i| (i % 6, i / 6)).chain([(512, 512), (2048, 1024)]) {
            for a in strides.iter().flat_map(|x| strides.map(|y| (*x, y))) {
                for b in strides.iter().flat_map(|x| strides.map(|y| (*x, y))) {
                    let [from, to] = [a, b].map(|strides| Layout::new((m, n), strides));
                    let leaves = [&FewLeaves::of(from), &FewLeaves::of(to)];
                    let Some(pair) = Pair::of(leaves).filter(|pair| !pair.is_scattered()) else {
                        continue;
                    };
                    let mut plan = CopyPlan::new();
                    assert!(plan.found_of_leaves(leaves, 4, None), "{from} to {to}");
                    let searched = (plan.step, plan.nest.loops());
                    if let Some(Pair(pair)) = pair.rows() {
                        let loops = if pair[1].extent == 1 { &pair[..1] } else { &pair[..] };
                        assert_eq!((CopyStep::Run, loops), searched, "{from} to {to}");
                        rows += 1;
                    } else if pair.is_transposed() {
                        assert_eq!((CopyStep::Transpose, &pair.0[..]), searched, "{from} to {to}");
                        assert_eq!(
                            (plan.axes, plan.order),
                            ([1, 1], TileOrder::of_matrix(pair.0, 4))
                        );
                        transposed += 1;
                    }
                }
            }
        }
        assert!(transposed > 1000 && rows > 1000, "{transposed} and {rows}");
    }
}
