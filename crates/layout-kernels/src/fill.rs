//! Fills a layout with one value.

use super::nest::{Nest, NestTask, Sides};
use super::side::Side;
use super::written::Written;
use crate::simd::Machine;
use crate::views::Writable;
use static_layout::ViewMut;
use static_layout::internal::{self, Form, OffsetMap};

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
///
/// # Panics
/// If two coordinates of a run-time layout share an element.
///
/// # Compile errors
/// If two coordinates of a static layout share an element:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::fill;
/// // cannot borrow for writing all elements of (2,3):(1,1): the coordinates (1,0) and (0,1) share the offset 1
/// fill(&mut ViewMut::new(&mut [0; 8], layout!((2, 3):(1, 1))).unwrap(), 7);
/// ```
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn fill<T: Copy, L: Form>(to: &mut impl Writable<Element = T, Layout = L>, value: T) {
    let to = &mut to.writable();
    // Evaluated here as well, so that the compiler points at the caller's line.
    const { Written::<L>::CHECKED };
    internal::unwrap_or_panic(Written::check(to.layout()));
    filled(to, value)
}

/// [`fill`] on all threads of the current rayon pool. A small layout is filled by the calling thread.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::par_fill;
/// let (mut data, n) = (vec![0.0_f32; 400_000], 600);
/// par_fill(&mut ViewMut::new(&mut data, layout!((n, n):(1, 640)))?, 1.0);
/// assert_eq!((data[599], data[600], data[640]), (1.0, 0.0, 1.0));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If two coordinates of a run-time layout share an element.
///
/// # Compile errors
/// If two coordinates of a static layout share an element, as in [`fill`].
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn par_fill<T: Copy + Send + Sync, L: Form>(
    to: &mut impl Writable<Element = T, Layout = L>,
    value: T,
) {
    let to = &mut to.writable();
    // Evaluated here as well, so that the compiler points at the caller's line.
    const { Written::<L>::CHECKED };
    let layout = to.layout();
    internal::unwrap_or_panic(Written::check(layout));
    if const { size_of::<T>() == 0 } {
        return;
    }
    let to = Side::new(to.as_mut_ptr(), layout);
    // SAFETY: different parts of the loops have different elements, as `check` has found; `T: Send` permits to write them on other
    // threads, and `T: Sync` to copy the value there.
    let filled =
        unsafe { crate::spread::spread((layout,), size_of::<T>(), || FillTask { to, value }) };
    // Never an error: the modes of one layout are common modes.
    internal::unwrap_or_panic(filled)
}

/// [`fill`] of a layout that was checked.
#[inline]
pub(crate) fn filled<T: Copy, L: Form>(to: &mut ViewMut<'_, T, L>, value: T) {
    let layout = to.layout();
    if const { size_of::<T>() == 0 } {
        // Nothing is written, and there may be as many elements as offsets.
        return;
    }
    let to = Side::new(to.as_mut_ptr(), layout);
    // Never an error: the modes of one layout are common modes.
    internal::unwrap_or_panic((layout,).run(FillTask { to, value }))
}

/// The task of [`fill`].
struct FillTask<T, L> {
    to: Side<*mut T, L>,
    value: T,
}

impl<T: Copy, L: OffsetMap> NestTask<1> for FillTask<T, L> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<1>) {
        let Self { to, value } = *self;
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
