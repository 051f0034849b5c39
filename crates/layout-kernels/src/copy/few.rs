//! Layouts of few leaves. If the extents of two are equal, their common modes are the leaves, and need no search: the
//! plan of a small run-time copy takes most of its time.

use crate::nest::{Loop, Nest};
use static_layout::internal::OffsetMap;
use static_layout::{AnyLayout, IntTuple, PlainLayout};

/// The maximum number of leaves.
const FEW: usize = 4;

/// The leaves of a layout that has at most [`FEW`], followed by extents of 1.
#[derive(Clone, Copy)]
pub(super) struct FewLeaves {
    extents: [usize; FEW],
    /// In two's complement.
    strides: [usize; FEW],
}

/// Whether layouts of this type have at most [`FEW`] leaves and no swizzle.
pub(super) const fn has_few<L: AnyLayout>() -> bool {
    <L::OffsetMap as OffsetMap>::IS_IDENTITY && <L::Shape as IntTuple>::LEAVES <= FEW
}

impl FewLeaves {
    /// The leaves of a layout that [`has_few`].
    #[inline(always)]
    pub(super) fn of<L: AnyLayout>(layout: L) -> Self {
        let plain = layout.parts().1;
        let mut leaves = FewLeaves { extents: [1; FEW], strides: [0; FEW] };
        plain.shape().words(&mut leaves.extents, 0);
        plain.stride().words(&mut leaves.strides, 0);
        leaves
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
