//! Applies a function to the elements of one or more layouts, and writes the results to another one.

use super::nest::{Nest, NestTask, Sides, TILE, step};
use super::side::Side;
use super::stage::{Place, Stage, staged};
use super::written::Written;
use crate::simd::Machine;
use crate::views::{Readable, Writable};
use core::mem::MaybeUninit;
use layout_core::LayoutError;
use static_layout::ViewMut;
use static_layout::internal::{self, Form, OffsetMap};

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
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transform<T: Copy, U: Copy, A: Readable<Element = T>, B: Writable<Element = U>>(
    from: A,
    to: &mut B,
    f: impl FnMut(T) -> U,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ =
        const { (&<(A::Layout, B::Layout) as Sides<2>>::STATIC, Written::<B::Layout>::CHECKED) };
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
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
pub fn try_transform<T: Copy, U: Copy, A: Readable<Element = T>, B: Writable<Element = U>>(
    from: A,
    to: &mut B,
    f: impl FnMut(T) -> U,
) -> Result<(), LayoutError> {
    let mut f = f;
    let _ = const { &<(A::Layout, B::Layout) as Sides<2>>::STATIC };
    (from,).combine_into(
        &mut to.writable(),
        #[inline(always)]
        |(x,)| f(x),
    )
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
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn combine<
    T: Copy,
    U: Copy,
    V: Copy,
    A: Readable<Element = T>,
    B: Readable<Element = U>,
    C: Writable<Element = V>,
>(
    a: A,
    b: B,
    to: &mut C,
    f: impl FnMut(T, U) -> V,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const {
        (&<(A::Layout, B::Layout, C::Layout) as Sides<3>>::STATIC, Written::<C::Layout>::CHECKED)
    };
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
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
pub fn try_combine<
    T: Copy,
    U: Copy,
    V: Copy,
    A: Readable<Element = T>,
    B: Readable<Element = U>,
    C: Writable<Element = V>,
>(
    a: A,
    b: B,
    to: &mut C,
    f: impl FnMut(T, U) -> V,
) -> Result<(), LayoutError> {
    let mut f = f;
    let _ = const { &<(A::Layout, B::Layout, C::Layout) as Sides<3>>::STATIC };
    (a, b).combine_into(
        &mut to.writable(),
        #[inline(always)]
        |(x, y)| f(x, y),
    )
}

/// `to(i) = f((a(i), b(i), ..))` for all linear indices `i` and one to eight inputs, in an order that the layouts determine.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::combine_all;
/// let (mask, x, y, mut chosen) = ([true, false, true, false], [1, 2, 3, 4], [10, 20], [0; 4]);
/// let rows = layout!((2, 2):(2, 1));
/// combine_all(
///     (
///         View::new(&mask, rows)?,
///         View::new(&x, rows)?,
///         View::new(&y, layout!((2, 2):(0, 1)))?, // one row for all
///     ),
///     &mut ViewMut::new(&mut chosen, rows)?,
///     |(first, x, y)| if first { x } else { y },
/// );
/// assert_eq!(chosen, [1, 20, 3, 20]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_combine_all`], which returns the error instead.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn combine_all<I: Inputs<L>, V: Copy, L: Form, B: Writable<Element = V, Layout = L>>(
    inputs: I,
    to: &mut B,
    f: impl FnMut(I::Elements) -> V,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    const { I::FITS };
    internal::unwrap_or_panic(try_combine_all(inputs, to, f))
}

/// [`combine_all`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_combine_all;
/// let (x, n, mut sum) = ([1, 2, 3, 4], 2, [0; 4]);
/// let four = View::new(&x, layout!(4:1))?;
/// let refused = try_combine_all(
///     (four, four, View::new(&x, layout!(n:1))?),
///     &mut ViewMut::new(&mut sum, layout!(4:1))?,
///     |(x, y, z)| x + y + z,
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
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
pub fn try_combine_all<I: Inputs<L>, V: Copy, L: Form, B: Writable<Element = V, Layout = L>>(
    inputs: I,
    to: &mut B,
    f: impl FnMut(I::Elements) -> V,
) -> Result<(), LayoutError> {
    const { I::FITS };
    inputs.combine_into(&mut to.writable(), f)
}

/// [`transform`] on all threads of the current rayon pool. Few elements are computed by the calling thread.
///
/// The result equals the result of `transform`, if `f` depends on its argument alone. The threads share `f`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::par_transform;
/// let n = 300;
/// let data: Vec<i32> = (0..n as i32 * 300).collect();
/// let mut squares = vec![0; 90_000];
/// par_transform(
///     View::new(&data, layout!((n, n):(n, 1)))?,
///     &mut ViewMut::new(&mut squares, layout!((n, n):(1, n)))?,
///     |x| x.wrapping_mul(x),
/// );
/// assert_eq!((squares[1], squares[300]), (90_000, 1));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If `f` panics, and as [`transform`].
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn par_transform<
    T: Copy + Send,
    U: Copy + Send,
    A: Readable<Element = T>,
    B: Writable<Element = U>,
>(
    from: A,
    to: &mut B,
    f: impl Fn(T) -> U + Sync,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ =
        const { (&<(A::Layout, B::Layout) as Sides<2>>::STATIC, Written::<B::Layout>::CHECKED) };
    internal::unwrap_or_panic(try_par_transform(from, to, f))
}

/// [`par_transform`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_par_transform;
/// let (mut squares, n) = ([0; 6], 7);
/// let refused = try_par_transform(
///     View::new(&[1; 7], layout!(n:1))?,
///     &mut ViewMut::new(&mut squares, layout!(6:1))?,
///     |x| x * x,
/// ).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot combine 7:1 with 6:1: the sizes 7 and 6 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_transform`]. Nothing is written then.
///
/// # Panics
/// If `f` panics.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
pub fn try_par_transform<
    T: Copy + Send,
    U: Copy + Send,
    A: Readable<Element = T>,
    B: Writable<Element = U>,
>(
    from: A,
    to: &mut B,
    f: impl Fn(T) -> U + Sync,
) -> Result<(), LayoutError> {
    let _ = const { &<(A::Layout, B::Layout) as Sides<2>>::STATIC };
    (from,).spread_into(&mut to.writable(), |(x,)| f(x))
}

/// [`combine`] on all threads of the current rayon pool. Few elements are computed by the calling thread.
///
/// The result equals the result of `combine`, if `f` depends on its arguments alone. The threads share `f`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::par_combine;
/// let n = 300;
/// let (x, y, mut sum) = (vec![1; 90_000], vec![2; 300], vec![0; 90_000]);
/// let rows = layout!((n, n):(n, 1));
/// par_combine(
///     View::new(&x, rows)?,
///     View::new(&y, layout!((n, n):(0, 1)))?, // one row for all
///     &mut ViewMut::new(&mut sum, rows)?,
///     |x, y| x + y,
/// );
/// assert!(sum.iter().all(|sum| *sum == 3));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If `f` panics, and as [`combine`].
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn par_combine<
    T: Copy + Send,
    U: Copy + Send,
    V: Copy + Send,
    A: Readable<Element = T>,
    B: Readable<Element = U>,
    C: Writable<Element = V>,
>(
    a: A,
    b: B,
    to: &mut C,
    f: impl Fn(T, U) -> V + Sync,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const {
        (&<(A::Layout, B::Layout, C::Layout) as Sides<3>>::STATIC, Written::<C::Layout>::CHECKED)
    };
    internal::unwrap_or_panic(try_par_combine(a, b, to, f))
}

/// [`par_combine`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_par_combine;
/// let (x, mut sum, n) = ([1, 2, 3, 4], [0; 4], 3);
/// let refused = try_par_combine(
///     View::new(&x, layout!(4:1))?,
///     View::new(&x, layout!(n:1))?,
///     &mut ViewMut::new(&mut sum, layout!(4:1))?,
///     |x, y| x + y,
/// ).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot combine 4:1 with 3:1: the sizes 4 and 3 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_combine`]. Nothing is written then.
///
/// # Panics
/// If `f` panics.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
pub fn try_par_combine<
    T: Copy + Send,
    U: Copy + Send,
    V: Copy + Send,
    A: Readable<Element = T>,
    B: Readable<Element = U>,
    C: Writable<Element = V>,
>(
    a: A,
    b: B,
    to: &mut C,
    f: impl Fn(T, U) -> V + Sync,
) -> Result<(), LayoutError> {
    let _ = const { &<(A::Layout, B::Layout, C::Layout) as Sides<3>>::STATIC };
    (a, b).spread_into(&mut to.writable(), |(x, y)| f(x, y))
}

/// [`combine_all`] on all threads of the current rayon pool. Few elements are computed by the calling thread.
///
/// The result equals the result of `combine_all`, if `f` depends on its argument alone. The threads share `f`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::par_combine_all;
/// let (x, n, mut sum) = (vec![2; 90_000], 90_000, vec![0; 90_000]);
/// let x = View::new(&x, layout!(n:1))?;
/// par_combine_all((x, x, x), &mut ViewMut::new(&mut sum, layout!(n:1))?, |(x, y, z)| x * y + z);
/// assert!(sum.iter().all(|sum| *sum == 6));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If `f` panics, and as [`combine_all`].
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn par_combine_all<
    I: Inputs<L, Elements: Send>,
    V: Copy + Send,
    L: Form,
    B: Writable<Element = V, Layout = L>,
>(
    inputs: I,
    to: &mut B,
    f: impl Fn(I::Elements) -> V + Sync,
) {
    // Evaluated here as well, so that the compiler points at the caller's line.
    const { I::FITS };
    internal::unwrap_or_panic(try_par_combine_all(inputs, to, f))
}

/// [`par_combine_all`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_par_combine_all;
/// let (x, n, mut sum) = ([1, 2, 3, 4], 1, [0; 4]);
/// let four = View::new(&x, layout!(4:1))?;
/// let refused = try_par_combine_all(
///     (four, four, View::new(&x, layout!(n:1))?),
///     &mut ViewMut::new(&mut sum, layout!(4:1))?,
///     |(x, y, z)| x + y + z,
/// ).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot combine 4:1 with 1:1: the sizes 4 and 1 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_combine_all`]. Nothing is written then.
///
/// # Panics
/// If `f` panics.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
pub fn try_par_combine_all<
    I: Inputs<L, Elements: Send>,
    V: Copy + Send,
    L: Form,
    B: Writable<Element = V, Layout = L>,
>(
    inputs: I,
    to: &mut B,
    f: impl Fn(I::Elements) -> V + Sync,
) -> Result<(), LayoutError> {
    const { I::FITS };
    inputs.spread_into(&mut to.writable(), f)
}

/// The inputs of [`computed`](crate::computed()): a tuple of one to eight tensors, whose elements are `Copy`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to eight tensors whose elements are `Copy`",
    label = "the inputs are a tuple: `(&a, &b, &c)`, `(&a,)`"
)]
pub trait Tensors: Sized {
    /// A tuple with an element of each input.
    type Elements;
    /// Stops the compiler at static layouts that do not fit each other.
    #[doc(hidden)]
    const CHECKED: ();
    /// The body of [`Computed::try_reduce`](crate::Computed::try_reduce).
    #[doc(hidden)]
    fn reduce_terms<V: Copy>(
        self,
        f: impl FnMut(Self::Elements) -> V,
        identity: V,
        g: impl FnMut(V, V) -> V,
    ) -> Result<V, LayoutError>;
}

/// The inputs of [`combine_all`] for a destination of layout `L`: a tuple of one to eight tensors, whose elements are `Copy`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{Inputs, combine_all};
/// type Pair = Layout!(2:1);
/// /// The sums of what `f` makes of all inputs.
/// fn sums<I: Inputs<Pair>>(inputs: I, f: impl FnMut(I::Elements) -> i32) -> i32 {
///     let mut to = [0; 2];
///     combine_all(inputs, &mut ViewMut::new(&mut to, Pair::default()).unwrap(), f);
///     to[0] + to[1]
/// }
/// let x = View::new(&[1, 2], layout!(2:1))?;
/// assert_eq!(sums((x, x), |(x, y)| x * y), 5);
/// # Ok::<(), LayoutError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to eight tensors whose elements are `Copy`",
    label = "the inputs are a tuple: `(&a, &b, &c)`"
)]
pub trait Inputs<L: Form>: Tensors {
    /// Stops the compiler at static layouts that do not fit.
    #[doc(hidden)]
    const FITS: ();
    /// The body of [`try_combine_all`].
    #[doc(hidden)]
    fn combine_into<V: Copy>(
        self,
        to: &mut ViewMut<'_, V, L>,
        f: impl FnMut(Self::Elements) -> V,
    ) -> Result<(), LayoutError>;
    /// The body of `try_par_combine_all`.
    #[cfg(feature = "rayon")]
    #[doc(hidden)]
    fn spread_into<V: Copy + Send>(
        self,
        to: &mut ViewMut<'_, V, L>,
        f: impl Fn(Self::Elements) -> V + Sync,
    ) -> Result<(), LayoutError>
    where
        Self::Elements: Send;
}

/// The sides of the inputs: operands `0..K - 1` of a nest, whose last one is written.
pub(crate) trait Sources<const K: usize>: Copy {
    type Elements;
    type Rooms;
    fn rooms() -> Self::Rooms;
    /// The elements at the offsets `at + i * step`.
    ///
    /// # Safety
    /// These must be the plain offsets of a coordinate of each view.
    unsafe fn read(self, at: [isize; K], i: isize, step: [isize; K]) -> Self::Elements;
    /// Stages a whole tile, and changes the offsets and the two lists of strides to those in the rooms.
    ///
    /// # Safety
    /// The requirements of [`staged`] for each side.
    unsafe fn stage<M: Machine>(
        self,
        machine: M,
        at: &mut [isize; K],
        strides: &mut [[isize; K]; 2],
        rooms: &mut Self::Rooms,
    ) -> Self;
}

/// Implements [`Inputs`] and [`Sources`] for tuples of `$K - 1` tensors.
macro_rules! inputs {
    ($($K:literal: $($T:ident $O:ident $k:tt),*;)*) => {$(
        #[layout_macros::at_caller]
        #[diagnostic::do_not_recommend]
        impl<L: Form, $($T: Readable<Element: Copy>),*> Inputs<L> for ($($T,)*) {
            const FITS: () = {
                let _ = &<($($T::Layout,)* L) as Sides<$K>>::STATIC;
                Written::<L>::CHECKED
            };

            #[inline(always)]
            fn combine_into<V: Copy>(
                self,
                to: &mut ViewMut<'_, V, L>,
                f: impl FnMut(Self::Elements) -> V,
            ) -> Result<(), LayoutError> {
                let views = ($(self.$k.readable(),)*);
                let layouts = ($(views.$k.layout(),)* to.layout());
                Written::check(to.layout())?;
                let from = ($(Side::new(views.$k.as_ptr(), views.$k.layout()),)*);
                let to = Side::new(to.as_mut_ptr(), to.layout());
                let mut f = f;
                layouts.run(CombineTask::new(
                    from,
                    to,
                    #[inline(always)]
                    |elements, _| f(elements),
                ))
            }

            #[cfg(feature = "rayon")]
            fn spread_into<V: Copy + Send>(
                self,
                to: &mut ViewMut<'_, V, L>,
                f: impl Fn(Self::Elements) -> V + Sync,
            ) -> Result<(), LayoutError>
            where
                Self::Elements: Send,
            {
                let views = ($(self.$k.readable(),)*);
                let layouts = ($(views.$k.layout(),)* to.layout());
                Written::check(to.layout())?;
                let from = ($(Side::new(views.$k.as_ptr(), views.$k.layout()),)*);
                let to = Side::new(to.as_mut_ptr(), to.layout());
                let bytes = $(size_of::<$T::Element>() +)* size_of::<V>();
                let f = &f;
                let task = || CombineTask::new(from, to, |elements, _: *mut V| f(elements));
                // SAFETY: different parts of the loops have different elements of the destination, as `check` has found, and
                // `V: Send` permits to write them on other threads. Elements of the sources are copied to threads, which `Send`
                // permits, while no one writes them, and `f` is `Sync`.
                unsafe { crate::spread::spread(layouts, bytes, task) }
            }
        }

        impl<$($T: Copy, $O: OffsetMap),*> Sources<$K> for ($(Side<*const $T, $O>,)*) {
            type Elements = ($($T,)*);
            type Rooms = ($(Stage<$T>,)*);
            #[inline(always)]
            fn rooms() -> Self::Rooms {
                ($(Stage::<$T>::new(),)*)
            }
            #[inline(always)]
            unsafe fn read(self, at: [isize; $K], i: isize, step: [isize; $K]) -> Self::Elements {
                // SAFETY: the caller guarantees the offsets of coordinates, which have an element each (rule V1).
                ($(unsafe { *self.$k.at(at[$k] + i * step[$k]) },)*)
            }
            #[inline(always)]
            unsafe fn stage<M: Machine>(
                self,
                machine: M,
                at: &mut [isize; $K],
                strides: &mut [[isize; $K]; 2],
                rooms: &mut Self::Rooms,
            ) -> Self {
                ($({
                    let place = Place { at: at[$k], strides: [strides[0][$k], strides[1][$k]] };
                    // SAFETY: the caller's guarantee covers this side.
                    let (side, place) = unsafe { staged(machine, self.$k, place, &mut rooms.$k) };
                    at[$k] = place.at;
                    [strides[0][$k], strides[1][$k]] = place.strides;
                    side
                },)*)
            }
        }
    )*};
}
inputs! {
    2: A M0 0;
    3: A M0 0, B M1 1;
    4: A M0 0, B M1 1, C M2 2;
    5: A M0 0, B M1 1, C M2 2, D M3 3;
    6: A M0 0, B M1 1, C M2 2, D M3 3, E M4 4;
    7: A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5;
    8: A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6;
    9: A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6, H M7 7;
}

/// The task of [`transform`], [`combine`], [`combine_all`] and [`axpby`](crate::axpby()): writes `f` of the elements of the sources
/// and the place of the result, whose old element it may read.
pub(crate) struct CombineTask<S, V, O, F> {
    from: S,
    to: Side<*mut V, O>,
    f: F,
}

impl<S, V, O, F> CombineTask<S, V, O, F> {
    #[inline(always)]
    pub(crate) fn new(from: S, to: Side<*mut V, O>, f: F) -> Self {
        Self { from, to, f }
    }
}

impl<S, V, O, F, const K: usize> NestTask<K> for CombineTask<S, V, O, F>
where
    S: Sources<K>,
    V: Copy,
    O: OffsetMap,
    F: FnMut(S::Elements, *mut V) -> V,
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, machine: M, nest: &Nest<K>) {
        let (from, to, f) = (self.from, self.to, &mut self.f);
        if !nest.crosses() {
            return nest.rows(
                #[inline(always)]
                |at, n, step| {
                    // SAFETY: the nest visits coordinates of all views (rule K).
                    unsafe { write_row(from, to, f, at, n, step) }
                },
            );
        }
        let mut rooms = S::rooms();
        nest.tiles(
            #[inline(always)]
            |mut at, extents| {
                let mut strides = [nest.get(0).strides, nest.get(1).strides];
                let mut from = from;
                if extents == [TILE; 2] {
                    // SAFETY: the tile has `TILE` steps of both loops, which are coordinates (rule K).
                    from = unsafe { from.stage(machine, &mut at, &mut strides, &mut rooms) };
                }
                for _ in 0..extents[1] {
                    // SAFETY: the row of the tile consists of coordinates of all views (rule K); staged sides have the
                    // elements of the tile.
                    unsafe {
                        if strides[0] == [1; K] && extents[0] == TILE {
                            write_tile_row(from, to, f, at);
                        } else {
                            write_row(from, to, f, at, extents[0], strides[0]);
                        }
                    }
                    step(&mut at, strides[1]);
                }
            },
        );
    }
}

/// Writes `f` of `n` elements of each source to `to`, from the offsets `at` on.
///
/// # Safety
/// Each of the `n` steps must be the plain offset of a coordinate of each view, or an element of a staged side.
#[inline(always)]
unsafe fn write_row<S: Sources<K>, V, O: OffsetMap, const K: usize>(
    from: S,
    to: Side<*mut V, O>,
    f: &mut impl FnMut(S::Elements, *mut V) -> V,
    at: [isize; K],
    n: usize,
    step: [isize; K],
) {
    for i in 0..n as isize {
        // SAFETY: the caller guarantees coordinates of all views, which have an element for each (rule V1).
        unsafe {
            let to = to.at(at[K - 1] + i * step[K - 1]);
            to.write(f(from.read(at, i, step), to));
        }
    }
}

/// [`write_row`] for `TILE` elements with strides of 1. All reads come before the writes, so that the compiler makes vector
/// code although it does not know that they do not overlap.
///
/// # Safety
/// The requirements of [`write_row`].
#[inline(always)]
unsafe fn write_tile_row<S: Sources<K>, V, O: OffsetMap, const K: usize>(
    from: S,
    to: Side<*mut V, O>,
    f: &mut impl FnMut(S::Elements, *mut V) -> V,
    at: [isize; K],
) {
    let mut values = [const { MaybeUninit::<V>::uninit() }; TILE];
    for (i, value) in values.iter_mut().enumerate() {
        // SAFETY: the caller guarantees coordinates of all views, which have an element for each (rule V1).
        unsafe {
            value.write(f(from.read(at, i as isize, [1; K]), to.at(at[K - 1] + i as isize)));
        }
    }
    for (i, value) in values.into_iter().enumerate() {
        // SAFETY: the caller guarantees coordinates of `to` (rule V1), and the loop above wrote every value.
        unsafe { to.at(at[K - 1] + i as isize).write(value.assume_init()) };
    }
}
