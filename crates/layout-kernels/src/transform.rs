//! Applies a function to each element, and writes the results to another layout.

use super::nest::{Nest, Sides};
use super::side::Side;
use super::written::Written;
use crate::simd::{Machine, Task, dispatch};
use layout_core::LayoutError;
use static_layout::internal::{self, OffsetMap};
use static_layout::{AnyLayout, Tensor, TensorMut};

/// `to(i) = f(from(i))` for all linear indices `i`, in an order that the layouts determine. CuTe: `transform`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::transform;
/// let data = [1_u8, 2, 3, 4, 5, 6];
/// let mut halves = [0.0_f32; 6];
/// transform(
///     View::new(&data, layout!((2, 3):(3, 1)))?,
///     &mut ViewMut::new(&mut halves, layout!((2, 3):(1, 2)))?,
///     |x| f32::from(x) / 2.0,
/// );
/// assert_eq!(halves, [0.5, 2.0, 1.0, 2.5, 1.5, 3.0]);
/// # Ok::<(), LayoutError>(())
/// ```
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_transform`], which
/// returns the error instead.
///
/// # Compile errors
/// If static layouts have different sizes or no common modes, or two coordinates of the destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transform<T: Copy, U: Copy, A: AnyLayout, B: AnyLayout>(
    from: impl Tensor<Element = T, Layout = A>,
    to: &mut impl TensorMut<Element = U, Layout = B>,
    f: impl FnMut(T) -> U,
) {
    let (from, to) = (from.view(), &mut to.view_mut());
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const { (&<(A, B) as Sides<2>>::STATIC, Written::<B>::CHECKED) };
    internal::unwrap_or_panic(try_transform(from, to, f))
}

/// [`transform`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_transform;
/// let (mut squares, n) = ([0; 6], 5);
/// let refused = try_transform(
///     View::new(&[1, 2, 3, 4, 5], layout!(n:1))?,
///     &mut ViewMut::new(&mut squares, layout!(6:1))?,
///     |x| x * x,
/// ).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot combine 5:1 with 6:1: the sizes 5 and 6 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of the other without dividing it, or
/// if two coordinates of the destination share an element. Nothing is written then.
///
/// # Compile errors
/// If static layouts have different sizes or no common modes, or two coordinates of the destination share an element.
#[layout_macros::at_caller]
#[inline]
pub fn try_transform<T: Copy, U: Copy, A: AnyLayout, B: AnyLayout>(
    from: impl Tensor<Element = T, Layout = A>,
    to: &mut impl TensorMut<Element = U, Layout = B>,
    f: impl FnMut(T) -> U,
) -> Result<(), LayoutError> {
    let (from, to) = (from.view(), &mut to.view_mut());
    let _ = const { &<(A, B) as Sides<2>>::STATIC };
    let (a, b) = (from.layout(), to.layout());
    Written::check(b)?;
    let source = Side::new(from.as_ptr(), a);
    let written = Side::new(to.as_mut_ptr(), b);
    (a, b).with(|nest| dispatch(TransformTask { nest, from: source, to: written, f }))
}

/// `to(i) = f(a(i), b(i))` for all linear indices `i`, in an order that the layouts determine. CuTe: `transform` with
/// two inputs.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::combine;
/// let (x, y, mut sum) = ([1, 2, 3, 4], [10, 20], [0; 4]);
/// let rows = layout!((2, 2):(2, 1));
/// combine(
///     View::new(&x, rows)?,
///     View::new(&y, layout!((2, 2):(0, 1)))?, // one row for all
///     &mut ViewMut::new(&mut sum, rows)?,
///     |x, y| x + y,
/// );
/// assert_eq!(sum, [11, 22, 13, 24]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_combine`], which
/// returns the error instead.
///
/// # Compile errors
/// If static layouts have different sizes or no common modes, or two coordinates of the destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn combine<T: Copy, U: Copy, V: Copy, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: impl Tensor<Element = T, Layout = A>,
    b: impl Tensor<Element = U, Layout = B>,
    to: &mut impl TensorMut<Element = V, Layout = C>,
    f: impl FnMut(T, U) -> V,
) {
    let (a, b, to) = (a.view(), b.view(), &mut to.view_mut());
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const { (&<(A, B, C) as Sides<3>>::STATIC, Written::<C>::CHECKED) };
    internal::unwrap_or_panic(try_combine(a, b, to, f))
}

/// [`combine`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_combine;
/// let (x, y, mut sum, n) = ([1, 2, 3, 4], [10, 20], [0; 4], 2);
/// let refused = try_combine(
///     View::new(&x, layout!(4:1))?,
///     View::new(&y, layout!(n:1))?,
///     &mut ViewMut::new(&mut sum, layout!(4:1))?,
///     |x, y| x + y,
/// ).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot combine 4:1 with 2:1: the sizes 4 and 2 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of another one without dividing it, or
/// if two coordinates of the destination share an element. Nothing is written then.
///
/// # Compile errors
/// If static layouts have different sizes or no common modes, or two coordinates of the destination share an element.
#[layout_macros::at_caller]
#[inline]
pub fn try_combine<T: Copy, U: Copy, V: Copy, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: impl Tensor<Element = T, Layout = A>,
    b: impl Tensor<Element = U, Layout = B>,
    to: &mut impl TensorMut<Element = V, Layout = C>,
    f: impl FnMut(T, U) -> V,
) -> Result<(), LayoutError> {
    let (a, b, to) = (a.view(), b.view(), &mut to.view_mut());
    let _ = const { &<(A, B, C) as Sides<3>>::STATIC };
    let layouts = (a.layout(), b.layout(), to.layout());
    Written::check(layouts.2)?;
    let (a, b) = (Side::new(a.as_ptr(), layouts.0), Side::new(b.as_ptr(), layouts.1));
    let to = Side::new(to.as_mut_ptr(), layouts.2);
    layouts.with(|nest| dispatch(CombineTask { nest, a, b, to, f }))
}

/// The task of [`transform`].
struct TransformTask<'n, T, U, A, B, F> {
    nest: &'n Nest<2>,
    from: Side<*const T, A>,
    to: Side<*mut U, B>,
    f: F,
}

impl<T: Copy, U: Copy, A: OffsetMap, B: OffsetMap, F: FnMut(T) -> U> Task
    for TransformTask<'_, T, U, A, B, F>
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { nest, from, to, mut f } = self;
        nest.rows(
            #[inline(always)]
            |[a, b], n, [x, y]| {
                for i in 0..n as isize {
                    // SAFETY: the nest visits coordinates of both views (rule K), which have an element for each (rule
                    // V1).
                    unsafe { to.at(b + i * y).write(f(*from.at(a + i * x))) };
                }
            },
        );
    }
}

/// The task of [`combine`].
struct CombineTask<'n, T, U, V, A, B, C, F> {
    nest: &'n Nest<3>,
    a: Side<*const T, A>,
    b: Side<*const U, B>,
    to: Side<*mut V, C>,
    f: F,
}

impl<T: Copy, U: Copy, V: Copy, A: OffsetMap, B: OffsetMap, C: OffsetMap, F: FnMut(T, U) -> V> Task
    for CombineTask<'_, T, U, V, A, B, C, F>
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { nest, a, b, to, mut f } = self;
        nest.rows(
            #[inline(always)]
            |at, n, [x, y, z]| {
                for i in 0..n as isize {
                    // SAFETY: the nest visits coordinates of all three views (rule K), which have an element for each
                    // (rule V1).
                    unsafe {
                        let value = f(*a.at(at[0] + i * x), *b.at(at[1] + i * y));
                        to.at(at[2] + i * z).write(value);
                    }
                }
            },
        );
    }
}
