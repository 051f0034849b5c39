//! `y = alpha * x + beta * y`.

use super::nest::{Nest, Sides};
use super::ours::Ours;
use super::scaled::ScaledBy;
use super::side::Side;
use crate::simd::{Element, Machine, Task, dispatch};
use layout_core::LayoutError;
use static_layout::internal::{self, OffsetMap};
use static_layout::{AnyLayout, View, ViewMut};

/// `y(i) = alpha * x(i) + beta * y(i)` for all linear indices `i`; with `beta` 0, `y` is not read, so that
/// what it held before does not matter, NaN included. (BLAS and CuTe: `axpby`.)
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::axpby;
/// let x = [1.0_f32, 2.0, 3.0, 4.0];
/// let mut y = [10.0_f32, 20.0, 30.0, 40.0];
/// axpby(
///     2.0,
///     View::new(&x, layout!((2, 2):(2, 1)))?,
///     0.5,
///     &mut ViewMut::new(&mut y, layout!((2, 2):(1, 2)))?,
/// );
/// assert_eq!(y, [7.0, 16.0, 19.0, 28.0]);
/// # Ok::<(), LayoutError>(())
/// ```
/// The element of a `y` that has one for several coordinates is updated for each of them.
///
/// # Panics
/// When the layouts have no modes in common, or different sizes; static ones do not compile then.
/// [`try_axpby`] returns the error instead.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn axpby<T: Element + ScaledBy<P, Q>, P, Q, A: AnyLayout, B: AnyLayout>(
    alpha: P,
    x: View<'_, T, A>,
    beta: Q,
    y: &mut ViewMut<'_, T, B>,
) {
    // Asked here, so that the compiler points at the caller's line.
    let _ = const { &<(A, B) as Sides<2>>::STATIC };
    internal::unwrap_or_panic(try_axpby(alpha, x, beta, y))
}

/// [`axpby`], with a refusal as an error.
///
/// # Errors
/// When sizes differ, and when a mode of one layout ends within one of the other without dividing it.
#[layout_macros::at_caller]
#[inline]
pub fn try_axpby<T: Element + ScaledBy<P, Q>, P, Q, A: AnyLayout, B: AnyLayout>(
    alpha: P,
    x: View<'_, T, A>,
    beta: Q,
    y: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    let _ = const { &<(A, B) as Sides<2>>::STATIC };
    let (alpha, beta) = T::factors(alpha, beta, Ours);
    let (a, b) = (x.layout(), y.layout());
    let x = Side { origin: x.as_ptr(), outer: a.parts().0 };
    let y = Side { origin: y.as_mut_ptr(), outer: b.parts().0 };
    (a, b).with(|nest| dispatch(Updating { nest, alpha, x, beta, y }))
}

/// [`axpby`], once its loops are known.
struct Updating<'n, T, A, B> {
    nest: &'n Nest<2>,
    alpha: T,
    x: Side<*const T, A>,
    beta: T,
    y: Side<*mut T, B>,
}

impl<T: Element, A: OffsetMap, B: OffsetMap> Task for Updating<'_, T, A, B> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let (alpha, beta) = (self.alpha, self.beta);
        if beta == T::ZERO {
            self.rows(
                #[inline(always)]
                |x, _| alpha.mul(x),
                false,
            )
        } else {
            self.rows(
                #[inline(always)]
                |x, y| alpha.mul(x).add(beta.mul(y)),
                true,
            )
        }
    }
}

impl<T: Element, A: OffsetMap, B: OffsetMap> Updating<'_, T, A, B> {
    /// `f` of the elements of both; those of `y` are read only if it `reads` them.
    #[inline(always)]
    fn rows(self, f: impl Fn(T, T) -> T, reads: bool) {
        let Self { nest, x, y, .. } = self;
        nest.rows(
            #[inline(always)]
            |[a, b], n, [dx, dy]| {
                for i in 0..n as isize {
                    // SAFETY: a coordinate of both sides.
                    unsafe {
                        let (x, y) = (x.at(a + i * dx), y.at(b + i * dy));
                        y.write(f(*x, if reads { *y } else { T::ZERO }));
                    }
                }
            },
        );
    }
}
