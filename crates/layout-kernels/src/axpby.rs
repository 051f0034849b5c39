//! The update `y = alpha * x + beta * y`.

use super::compiled::compiled;
use super::crate_only::CrateOnly;
use super::nest::{Nest, NestTask, Sides, TILE, run_nest, step};
use super::scaled::ScaledBy;
use super::side::Side;
use super::stage::{Place, Stage, staged};
use super::written::Written;
use crate::simd::{Element, Machine};
use layout_core::LayoutError;
use static_layout::internal::{self, NoMap, OffsetMap};
use static_layout::{AnyLayout, Tensor, TensorMut, Tiler};

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
pub fn axpby<T: Element + ScaledBy<P, Q>, P, Q, A: AnyLayout, B: AnyLayout>(
    alpha: P,
    x: impl Tensor<Element = T, Layout = A>,
    beta: Q,
    y: &mut impl TensorMut<Element = T, Layout = B>,
) {
    let (x, y) = (x.view(), &mut y.view_mut());
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const { (&<(A, B) as Sides<2>>::STATIC, Written::<B>::CHECKED) };
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
pub fn try_axpby<T: Element + ScaledBy<P, Q>, P, Q, A: AnyLayout, B: AnyLayout>(
    alpha: P,
    x: impl Tensor<Element = T, Layout = A>,
    beta: Q,
    y: &mut impl TensorMut<Element = T, Layout = B>,
) -> Result<(), LayoutError> {
    let (x, y) = (x.view(), &mut y.view_mut());
    let _ = const { &<(A, B) as Sides<2>>::STATIC };
    let (alpha, beta) = T::factors(alpha, beta, CrateOnly);
    let (a, b) = (x.layout(), y.layout());
    Written::check(b)?;
    let x = Side::new(x.as_ptr(), a);
    let y = Side::new(y.as_mut_ptr(), b);
    (const { update_fn::<T, A, B>() })((a, b), AxpbyTask { alpha, x, beta, y })
}

/// A function that computes the update for layouts of these types.
type UpdateFn<T, A, B> = fn(
    (A, B),
    AxpbyTask<T, <A as Tiler>::OffsetMap, <B as Tiler>::OffsetMap>,
) -> Result<(), LayoutError>;

/// Chooses loops that are compiled with this crate, for run-time layouts without a swizzle, or loops for these types.
const fn update_fn<T: Element, A: AnyLayout, B: AnyLayout>() -> UpdateFn<T, A, B> {
    let has_maps =
        !(<A::OffsetMap as OffsetMap>::IS_IDENTITY && <B::OffsetMap as OffsetMap>::IS_IDENTITY);
    if <(A, B) as Sides<2>>::FOUND.is_some() || has_maps { by_types } else { by_strides }
}

/// [`UpdateFn`] in loops for these types.
#[inline(always)]
fn by_types<T: Element, A: AnyLayout, B: AnyLayout>(
    sides: (A, B),
    task: AxpbyTask<T, A::OffsetMap, B::OffsetMap>,
) -> Result<(), LayoutError> {
    sides.run(task)
}

/// [`UpdateFn`] in loops that are compiled with this crate. The offset maps must be the identity.
#[inline(always)]
fn by_strides<T: Element, A: AnyLayout, B: AnyLayout>(
    sides: (A, B),
    AxpbyTask { alpha, x, beta, y }: AxpbyTask<T, A::OffsetMap, B::OffsetMap>,
) -> Result<(), LayoutError> {
    let (x, y) = (x.with_origin(x.origin), y.with_origin(y.origin));
    let mut task = AxpbyTask { alpha, x, beta, y };
    sides.run_open(
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
        let (alpha, beta) = (self.alpha, self.beta);
        if beta == T::ZERO {
            self.rows(
                machine,
                nest,
                #[inline(always)]
                |x, _| alpha.mul(x),
                false,
            )
        } else {
            self.rows(
                machine,
                nest,
                #[inline(always)]
                |x, y| alpha.mul(x).add(beta.mul(y)),
                true,
            )
        }
    }
}

impl<T: Element, A: OffsetMap, B: OffsetMap> AxpbyTask<T, A, B> {
    /// Writes `f(x, y)` to each element of `y`, which is read only if `reads` is set.
    #[inline(always)]
    fn rows<M: Machine>(&self, machine: M, nest: &Nest<2>, f: impl Fn(T, T) -> T, reads: bool) {
        let Self { x, y, .. } = *self;
        if !nest.crosses() {
            return nest.rows(
                #[inline(always)]
                |at, n, step| {
                    // SAFETY: the nest visits coordinates of both views (rule K).
                    unsafe { update_row(x, y, &f, reads, at, n, step) }
                },
            );
        }
        let mut room = Stage::new();
        let (rows, columns) = (nest.get(0).strides, nest.get(1).strides);
        nest.tiles(
            #[inline(always)]
            |[a, b], extents| {
                let mut place = Place { at: a, strides: [rows[0], columns[0]] };
                let mut x = x;
                if extents == [TILE; 2] {
                    // SAFETY: the tile has `TILE` steps of both loops, which are coordinates (rule K).
                    (x, place) = unsafe { staged(machine, x, place, &mut room) };
                }
                let mut at = [place.at, b];
                for _ in 0..extents[1] {
                    let strides = [place.strides[0], rows[1]];
                    // SAFETY: the row of the tile consists of coordinates of both views (rule K); a staged `x` has the
                    // elements of the tile.
                    unsafe {
                        if strides == [1; 2] && extents[0] == TILE {
                            update_tile_row(x, y, &f, reads, at);
                        } else {
                            update_row(x, y, &f, reads, at, extents[0], strides);
                        }
                    }
                    step(&mut at, [place.strides[1], columns[1]]);
                }
            },
        );
    }
}

/// Writes `f(x, y)` to `n` elements of `y` from the offsets `at` on.
///
/// # Safety
/// Each of the `n` steps must be the plain offset of a coordinate on both sides, or an element of a staged `x`.
#[inline(always)]
unsafe fn update_row<T: Element, A: OffsetMap, B: OffsetMap>(
    x: Side<*const T, A>,
    y: Side<*mut T, B>,
    f: &impl Fn(T, T) -> T,
    reads: bool,
    [a, b]: [isize; 2],
    n: usize,
    [dx, dy]: [isize; 2],
) {
    for i in 0..n as isize {
        // SAFETY: the caller guarantees coordinates of both views, which have an element for each (rule V1).
        unsafe {
            let (x, y) = (x.at(a + i * dx), y.at(b + i * dy));
            y.write(f(*x, if reads { *y } else { T::ZERO }));
        }
    }
}

/// [`update_row`] for `TILE` elements with strides of 1. All reads come before the writes, so that the compiler makes vector
/// code although it does not know that `x` and `y` do not overlap.
///
/// # Safety
/// The requirements of [`update_row`].
#[inline(always)]
unsafe fn update_tile_row<T: Element, A: OffsetMap, B: OffsetMap>(
    x: Side<*const T, A>,
    y: Side<*mut T, B>,
    f: &impl Fn(T, T) -> T,
    reads: bool,
    [a, b]: [isize; 2],
) {
    let mut values = [T::ZERO; TILE];
    for (i, value) in values.iter_mut().enumerate() {
        // SAFETY: the caller guarantees coordinates of both views, which have an element for each (rule V1).
        unsafe {
            let (x, y) = (x.at(a + i as isize), y.at(b + i as isize));
            *value = f(*x, if reads { *y } else { T::ZERO });
        }
    }
    for (i, value) in values.into_iter().enumerate() {
        // SAFETY: the caller guarantees that the coordinate is in `y`, which may be written (rule V1).
        unsafe { y.at(b + i as isize).write(value) };
    }
}
