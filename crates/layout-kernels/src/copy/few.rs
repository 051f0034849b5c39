//! Layouts of few leaves, whose plan is found without a search.

use crate::nest::{Loop, Nest};
use static_layout::internal::OffsetMap;
use static_layout::{AnyLayout, IntTuple, PlainLayout};

/// So many are few.
const FEW: usize = 4;

/// The leaves of a layout that has few; extents of 1 after the last.
#[derive(Clone, Copy)]
pub(super) struct Leaves {
    extents: [usize; FEW],
    /// In two's complement.
    strides: [usize; FEW],
}

/// A layout without a swizzle, of few leaves.
pub(super) const fn has_few<L: AnyLayout>() -> bool {
    <L::OffsetMap as OffsetMap>::IS_IDENTITY && <L::Shape as IntTuple>::LEAVES <= FEW
}

impl Leaves {
    /// Those of a layout that [`has_few`].
    #[inline(always)]
    pub(super) fn of<L: AnyLayout>(layout: L) -> Self {
        let plain = layout.parts().1;
        let mut leaves = Leaves { extents: [1; FEW], strides: [0; FEW] };
        plain.shape().words(&mut leaves.extents, 0);
        plain.stride().words(&mut leaves.strides, 0);
        leaves
    }

    /// Adds a loop for each leaf, if the extents of both are the same and there are coordinates: whether they are. Of
    /// others there are some loops then.
    #[inline]
    pub(super) fn add_common([from, to]: [&Self; 2], nest: &mut Nest<2>) -> bool {
        // One by one: they were just written, and a processor waits where it reads several such words at once.
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
