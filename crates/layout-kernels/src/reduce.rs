//! Reductions: all elements combined into one value.

use super::nest::{Nest, Sides};
use super::side::Side;
use crate::simd::{Element, Machine, Task, dispatch};
use static_layout::internal::{self, OffsetMap};
use static_layout::{AnyLayout, Tensor, View};

/// The number of accumulators of a reduction: enough vectors on any machine to hide the latency of an addition.
const ACCUMULATORS: usize = 32;

/// `f(.. f(f(identity, v(0)), v(1)) .., v(n - 1))`, in another order of the elements. Requires an associative and
/// commutative `f`, and `f(identity, x) = x`. NumPy: `ufunc.reduce`.
///
/// The order depends on the layout alone, so that the result is equal on every machine and at every call:
///
/// 1. The loops run in ascending order of their strides.
/// 2. Element `i` of a row of the innermost loop goes to accumulator `i % 32`.
/// 3. In the end, the upper half of the accumulators is combined with the lower half, until one remains.
///
/// The order shows only where rounding makes `f` not associative, as for sums of floating-point numbers. For the linear
/// order, write `view.iter().fold(..)`.
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
    view: impl Tensor<Element = T, Layout = L>,
    identity: T,
    f: impl FnMut(T, T) -> T,
) -> T {
    let view = view.view();
    let layout = view.layout();
    let from = Side::new(view.as_ptr(), layout);
    // Never an error: the modes of one layout are common modes.
    internal::unwrap_or_panic(
        (layout,).with(|nest| dispatch(ReduceTask { nest, from, identity, f })),
    )
}

/// The sum of all elements, in the order of [`reduce`]. Integers wrap around. NumPy: `sum`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::sum;
/// assert_eq!(sum(View::new(&[1.5_f32, 2.5], layout!((2, 3):(1, 0)))?), 12.0);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn sum<T: Element, L: AnyLayout>(view: impl Tensor<Element = T, Layout = L>) -> T {
    let view = view.view();
    reduce(view, T::ZERO, T::add)
}

/// The least element, or an element that is not a number (`x != x`) if there is one. `None` if there are no elements.
/// NumPy: `min`.
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
pub fn minimum<T: Copy + PartialOrd, L: AnyLayout>(
    view: impl Tensor<Element = T, Layout = L>,
) -> Option<T> {
    let view = view.view();
    extreme(view, |x, y| x < y)
}

/// The greatest element, or an element that is not a number (`x != x`) if there is one. `None` if there are no
/// elements. NumPy: `max`.
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
pub fn maximum<T: Copy + PartialOrd, L: AnyLayout>(
    view: impl Tensor<Element = T, Layout = L>,
) -> Option<T> {
    let view = view.view();
    extreme(view, |x, y| x > y)
}

/// The element that `wins` against all others, or one that is not a number.
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

/// The task of [`reduce`].
struct ReduceTask<'n, T, L, F> {
    nest: &'n Nest<1>,
    from: Side<*const T, L>,
    identity: T,
    f: F,
}

impl<T: Copy, L: OffsetMap, F: FnMut(T, T) -> T> Task for ReduceTask<'_, T, L, F> {
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
                    // A local copy of the accumulators is kept in vectors; the array itself, which the loop below
                    // indexes, stays in memory. Only for neighbours: others would have to be gathered into vectors.
                    let mut sums = accumulators;
                    // SAFETY: `whole <= n`: the offsets of steps of a row, all of them coordinates (rule K).
                    unsafe { accumulate(&mut sums, whole, &from, [at, step], &mut f) };
                    accumulators = sums;
                } else {
                    // SAFETY: `whole <= n`: the offsets of steps of a row, all of them coordinates (rule K).
                    unsafe { accumulate(&mut accumulators, whole, &from, [at, step], &mut f) };
                }
                for (k, sum) in accumulators.iter_mut().enumerate().take(n - whole) {
                    // SAFETY: `whole + k < n`: the offset of a step of the row, a coordinate (rule K).
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

/// Combines the first `whole` elements of a row, a multiple of 32, with their accumulators.
///
/// # Safety
/// `at + i * step` must be the plain offset of a coordinate for each `i < whole`.
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
            // SAFETY: `begin + k < whole`, because `whole` is a multiple of the number of accumulators: a coordinate,
            // by the caller's guarantee.
            *sum = f(*sum, unsafe { *from.at(at + (begin + k) as isize * step) });
        }
    }
}
