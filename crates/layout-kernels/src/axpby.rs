//! The update `y = alpha * x + beta * y`.

use super::compiled::compiled;
use super::crate_only::CrateOnly;
use super::nest::{Nest, NestTask, Sides, run_nest};
use super::scaled::ScaledBy;
use super::side::Side;
use super::transform::CombineTask;
use super::written::Written;
use crate::simd::{Element, Machine};
use crate::views::{Readable, Writable};
use layout_core::LayoutError;
use static_layout::internal::{self, Form, NoMap, OffsetMap};

/// `y(i) = alpha * x(i) + beta * y(i)` for all linear indices `i`. If `beta` is 0, `y` is not read, so that a NaN in it
/// has no effect. BLAS and CuTe: `axpby`.
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
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of `y`
/// share an element: see [`try_axpby`], which returns
/// the error instead.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static `y` share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn axpby<
    T: Element + ScaledBy<P, Q>,
    P,
    Q,
    A: Readable<Element = T>,
    B: Writable<Element = T>,
>(
    alpha: P,
    x: A,
    beta: Q,
    y: &mut B,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ =
        const { (&<(A::Layout, B::Layout) as Sides<2>>::STATIC, Written::<B::Layout>::CHECKED) };
    internal::unwrap_or_panic(try_axpby(alpha, x, beta, y))
}

/// [`axpby`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_axpby;
/// let (mut y, n) = ([0.0; 4], 5);
/// let x = View::new(&[1.0; 5], layout!(n:1))?;
/// let refused = try_axpby(1.0, x, 1.0, &mut ViewMut::new(&mut y, layout!(4:1))?).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot combine 5:1 with 4:1: the sizes 5 and 4 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of the other without dividing it, or
/// if two coordinates of `y` share an element. Nothing is written then.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static `y` share an element.
#[layout_macros::at_caller]
#[inline]
pub fn try_axpby<
    T: Element + ScaledBy<P, Q>,
    P,
    Q,
    A: Readable<Element = T>,
    B: Writable<Element = T>,
>(
    alpha: P,
    x: A,
    beta: Q,
    y: &mut B,
) -> Result<(), LayoutError> {
    let (x, y) = (x.readable(), &mut y.writable());
    let _ = const { &<(A::Layout, B::Layout) as Sides<2>>::STATIC };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    let (a, b) = (x.layout(), y.layout());
    Written::check(b)?;
    let x = Side::new(x.as_ptr(), a);
    let y = Side::new(y.as_mut_ptr(), b);
    // Loops for these types, of static layouts or with a swizzle; otherwise loops that are compiled with this crate.
    if const {
        let are_plain =
            <A::Layout as Form>::Outer::IS_IDENTITY && <B::Layout as Form>::Outer::IS_IDENTITY;
        <(A::Layout, B::Layout) as Sides<2>>::FOUND.is_some() || !are_plain
    } {
        return (a, b).run(AxpbyTask { alpha, x, beta, y });
    }
    let (x, y) = (x.with_origin(x.origin), y.with_origin(y.origin));
    let mut task = AxpbyTask { alpha, x, beta, y };
    (a, b).run_open(
        #[inline(always)]
        |nest| run_strides(&mut task, nest),
    )
}

compiled! {
    /// Runs the loops of run-time layouts on the widest vectors of this machine.
    run_strides<T>: [fn](task: &mut AxpbyTask<T, NoMap, NoMap>, nest: &Nest<2>) = run_nest;
}

/// The task of [`axpby`].
pub struct AxpbyTask<T, A, B> {
    alpha: T,
    x: Side<*const T, A>,
    beta: T,
    y: Side<*mut T, B>,
}

impl<T: Element, A: OffsetMap, B: OffsetMap> NestTask<2> for AxpbyTask<T, A, B> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, machine: M, nest: &Nest<2>) {
        let Self { alpha, x, beta, y } = *self;
        if beta == T::ZERO {
            let f = |(x,): (T,), _: *mut T| alpha.mul(x);
            CombineTask::new((x,), y, f).run(machine, nest)
        } else {
            // SAFETY: the place of the result, an element of `y` (rule K).
            let f = |(x,): (T,), y: *mut T| alpha.mul(x).add(beta.mul(unsafe { *y }));
            CombineTask::new((x,), y, f).run(machine, nest)
        }
    }
}
