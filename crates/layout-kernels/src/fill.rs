//! Fills a layout with one value.

use super::nest::{Nest, Sides};
use super::side::Side;
use crate::simd::{Machine, Task, dispatch};
use static_layout::internal::{self, OffsetMap};
use static_layout::{AnyLayout, ViewMut};

/// `to(i) = value` for all linear indices `i`. Elements in the gaps of the layout keep their values. CuTe: `fill`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::fill;
/// let mut data = [0; 8];
/// fill(&mut ViewMut::new(&mut data, layout!((2, 3):(1, 3)))?, 7);
/// assert_eq!(data, [7, 7, 0, 7, 7, 0, 7, 7]);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn fill<T: Copy, L: AnyLayout>(to: &mut ViewMut<'_, T, L>, value: T) {
    let layout = to.layout();
    let to = Side { origin: to.as_mut_ptr(), outer: layout.parts().0 };
    // Never an error: the modes of one layout are common modes.
    internal::unwrap_or_panic((layout,).with(|nest| dispatch(FillTask { nest, to, value })))
}

/// The task of [`fill`].
struct FillTask<'n, T, L> {
    nest: &'n Nest<1>,
    to: Side<*mut T, L>,
    value: T,
}

impl<T: Copy, L: OffsetMap> Task for FillTask<'_, T, L> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { nest, to, value } = self;
        nest.rows(
            #[inline(always)]
            |[at], n, [step]| {
                for i in 0..n as isize {
                    // SAFETY: the nest visits coordinates of the view (rule K), which has an element for each (rule
                    // V1).
                    unsafe { to.at(at + i * step).write(value) };
                }
            },
        );
    }
}
