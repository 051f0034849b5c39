//! All elements made one.

use super::nest::{Nest, Sides};
use super::side::Side;
use crate::simd::{Element, Machine, Task, dispatch};
use static_layout::internal::{self, OffsetMap};
use static_layout::{AnyLayout, View};

/// Accumulators of a reduction: as many vectors of any machine as hide the time that an addition takes.
const ACCUMULATORS: usize = 32;

/// `f(f(identity, v(0)), v(1)) ..`, for an `f` that is associative and commutative and an `identity` that
/// changes nothing, in another order of the elements.
///
/// The order is a function of the layout alone, the same on every machine and at every call: the loops in
/// order of stride, element `i` of a row of the innermost one to accumulator `i % 32`; at the end those of
/// the upper half onto those of the lower half, until one is left. Only where rounding makes `f` not quite
/// associative, as sums of floats are, does it show. In linear order, one after another:
/// `view.iter().fold(..)`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::reduce;
/// let data = [3, 1, 4, 1, 5, 9];
/// let view = View::new(&data, layout!((2, 3):(3, 1)))?;
/// assert_eq!(reduce(view, 1, |x, y| x * y), 540);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn reduce<T: Copy, L: AnyLayout>(
    view: View<'_, T, L>,
    identity: T,
    f: impl FnMut(T, T) -> T,
) -> T {
    let layout = view.layout();
    let from = Side { origin: view.as_ptr(), outer: layout.parts().0 };
    // One layout goes with itself.
    internal::unwrap_or_panic((layout,).with(|nest| dispatch(Reducing { nest, from, identity, f })))
}

/// The sum of all elements, reassociated as [`reduce`] says; integers wrap around.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::sum;
/// assert_eq!(sum(View::new(&[1.5_f32, 2.5], layout!((2, 3):(1, 0)))?), 12.0);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn sum<T: Element, L: AnyLayout>(view: View<'_, T, L>) -> T {
    reduce(view, T::ZERO, T::add)
}

/// The least element, or one that is no number (`x != x`) if there is such a one; `None` without elements.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::minimum;
/// assert_eq!(minimum(View::new(&[2, 1, 3], layout!(3:1))?), Some(1));
/// assert!(minimum(View::new(&[2.0, f32::NAN, 3.0], layout!(3:1))?).unwrap().is_nan());
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn minimum<T: Copy + PartialOrd, L: AnyLayout>(view: View<'_, T, L>) -> Option<T> {
    extreme(view, |x, y| x < y)
}

/// The greatest element, or one that is no number (`x != x`) if there is such a one; `None` without elements.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::maximum;
/// assert_eq!(maximum(View::new(&[2, 1, 3], layout!(3:1))?), Some(3));
/// assert_eq!(maximum(View::new(&[2; 0], layout!((0, 3):(1, 1)))?), None);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn maximum<T: Copy + PartialOrd, L: AnyLayout>(view: View<'_, T, L>) -> Option<T> {
    extreme(view, |x, y| x > y)
}

#[inline(always)]
#[allow(clippy::eq_op, reason = "only what is no number differs from itself")]
fn extreme<T: Copy + PartialOrd, L: AnyLayout>(
    view: View<'_, T, L>,
    wins: impl Fn(T, T) -> bool,
) -> Option<T> {
    let first = *view.iter().next()?;
    Some(reduce(
        view,
        first,
        #[inline(always)]
        |x, y| if wins(x, y) || x != x { x } else { y },
    ))
}

/// [`reduce`], once its loops are known.
struct Reducing<'n, T, L, F> {
    nest: &'n Nest<1>,
    from: Side<*const T, L>,
    identity: T,
    f: F,
}

impl<T: Copy, L: OffsetMap, F: FnMut(T, T) -> T> Task for Reducing<'_, T, L, F> {
    type Output = T;

    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> T {
        let Self { nest, from, identity, mut f } = self;
        let mut accumulators = [identity; ACCUMULATORS];
        nest.rows(
            #[inline(always)]
            |[at], n, [step]| {
                let whole = n - n % ACCUMULATORS;
                if step == 1 && whole > 0 {
                    // What the loop below reaches by an index stays in memory, one element at a time; a copy is in
                    // vectors. Elements that are not neighbours would have to be gathered for them.
                    let mut sums = accumulators;
                    // SAFETY: coordinates.
                    unsafe { accumulate(&mut sums, whole, &from, [at, step], &mut f) };
                    accumulators = sums;
                } else {
                    // SAFETY: coordinates.
                    unsafe { accumulate(&mut accumulators, whole, &from, [at, step], &mut f) };
                }
                for (k, sum) in accumulators.iter_mut().enumerate().take(n - whole) {
                    // SAFETY: a coordinate.
                    *sum = f(*sum, unsafe { *from.at(at + (whole + k) as isize * step) });
                }
            },
        );
        let mut rest = ACCUMULATORS;
        while rest > 1 {
            rest /= 2;
            for k in 0..rest {
                accumulators[k] = f(accumulators[k], accumulators[k + rest]);
            }
        }
        accumulators[0]
    }
}

/// The first `whole` elements of a row, each to its accumulator.
///
/// # Safety
/// The offsets from `at` on, `step` apart, must be those of coordinates.
#[inline(always)]
unsafe fn accumulate<T: Copy, L: OffsetMap>(
    sums: &mut [T; ACCUMULATORS],
    whole: usize,
    from: &Side<*const T, L>,
    [at, step]: [isize; 2],
    f: &mut impl FnMut(T, T) -> T,
) {
    for begin in (0..whole).step_by(ACCUMULATORS) {
        for (k, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the caller's.
            *sum = f(*sum, unsafe { *from.at(at + (begin + k) as isize * step) });
        }
    }
}
