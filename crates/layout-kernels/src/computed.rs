//! Operands whose elements are computed while a kernel reads them.

use super::nest::Sides;
use super::reduce::{ReduceTask, Terms};
use super::side::Side;
use super::transform::{Inputs, Sources, Tensors, combine_all, try_combine_all};
use crate::simd::Element;
use crate::views::{Readable, Writable};
use layout_core::LayoutError;
use static_layout::internal::{self, Form};

/// `e(i) = f((a(i), b(i), ..))` for all linear indices `i`: elements that are computed when they are read, and stored nowhere.
/// [`computed`] makes it.
///
/// | to | call |
/// |---|---|
/// | store the elements | [`copy_to`](Self::copy_to) |
/// | combine them into one | [`sum`](Self::sum), [`reduce`](Self::reduce) |
/// | compute with them | [`map`](Self::map) |
#[derive(Clone, Copy, Debug)]
#[must_use = "no element is computed before it is read"]
pub struct Computed<I, F> {
    inputs: I,
    f: F,
}

/// Elements `f((a(i), b(i), ..))` of one to eight tensors: scaled, converted, conjugated, an expression of several. The layouts have
/// common modes, as [`combine_all`] requires. mdspan: an accessor; CUTLASS: `TransformAccessor`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::computed;
/// let (x, y) = ([1_i8, 2, 3, 4], [0.5_f32, 1.5, 2.5, 3.5]);
/// let (x, y) = (View::new(&x, layout!((2, 2):row))?, View::new(&y, layout!((2, 2):col))?);
/// let products = computed((x, y), |(x, y)| f32::from(x) * y);
/// assert_eq!(products.sum(), 0.5 + 2.0 * 2.5 + 3.0 * 1.5 + 4.0 * 3.5);
///
/// let mut doubled = [0.0; 4];
/// products.map(|x| 2.0 * x).copy_to(&mut ViewMut::new(&mut doubled, layout!((2, 2):row))?);
/// assert_eq!(doubled, [1.0, 10.0, 9.0, 28.0]);
/// # Ok::<(), LayoutError>(())
/// ```
#[inline(always)]
pub const fn computed<I: Tensors, F: FnMut(I::Elements) -> V, V>(
    inputs: I,
    f: F,
) -> Computed<I, F> {
    Computed { inputs, f }
}

#[layout_macros::at_caller]
impl<I: Tensors, V: Copy, F: FnMut(I::Elements) -> V> Computed<I, F> {
    /// The elements `g(e(i))`.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_kernels::computed;
    /// let x = View::new(&[1.0_f32, -3.0, 2.0], layout!(3:1))?;
    /// let greatest = computed((x,), |(x,)| x).map(f32::abs).reduce(0.0, f32::max);
    /// assert_eq!(greatest, 3.0);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn map<W>(self, g: impl FnMut(V) -> W) -> Computed<I, impl FnMut(I::Elements) -> W> {
        let Self { inputs, mut f } = self;
        let mut g = g;
        computed(
            inputs,
            #[inline(always)]
            move |elements| g(f(elements)),
        )
    }

    /// Stores the elements: `to(i) = e(i)`, in an order that the layouts determine.
    ///
    /// # Panics
    /// As [`combine_all`]; [`try_copy_to`](Self::try_copy_to) returns the error instead.
    ///
    /// # Compile errors
    /// As [`combine_all`].
    #[inline]
    #[track_caller]
    pub fn copy_to<L: Form, B: Writable<Element = V, Layout = L>>(self, to: &mut B)
    where
        I: Inputs<L>,
    {
        combine_all(self.inputs, to, self.f)
    }

    /// [`copy_to`](Self::copy_to), which returns a refusal as an error.
    ///
    /// # Errors
    /// As [`try_combine_all`]. Nothing is written then.
    ///
    /// # Compile errors
    /// As [`combine_all`].
    #[inline]
    pub fn try_copy_to<L: Form, B: Writable<Element = V, Layout = L>>(
        self,
        to: &mut B,
    ) -> Result<(), LayoutError>
    where
        I: Inputs<L>,
    {
        try_combine_all(self.inputs, to, self.f)
    }

    /// All elements combined into one value, in the order of [`reduce`](fn@crate::reduce) on the first input.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_kernels::computed;
    /// let (x, y) = ([1.0, 2.0, 3.0], [1.0, 2.0, 5.0]);
    /// let (x, y) = (View::new(&x, layout!(3:1))?, View::new(&y, layout!(3:1))?);
    /// let distance = computed((x, y), |(x, y)| f64::abs(x - y)).reduce(0.0, f64::max);
    /// assert_eq!(distance, 2.0);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If run-time layouts have different sizes or no common modes; [`try_reduce`](Self::try_reduce) returns the error instead.
    ///
    /// # Compile errors
    /// If the layouts have different sizes or no common modes whatever their run-time integers are.
    #[inline]
    #[track_caller]
    pub fn reduce(self, identity: V, g: impl FnMut(V, V) -> V) -> V {
        const { I::CHECKED };
        internal::unwrap_or_panic(self.try_reduce(identity, g))
    }

    /// [`reduce`](Self::reduce), which returns a refusal as an error.
    ///
    /// # Errors
    /// If the sizes differ, or if a mode of one layout ends within a mode of another one without dividing it.
    ///
    /// # Compile errors
    /// If the layouts have different sizes or no common modes whatever their run-time integers are.
    #[inline]
    pub fn try_reduce(self, identity: V, g: impl FnMut(V, V) -> V) -> Result<V, LayoutError> {
        const { I::CHECKED };
        self.inputs.reduce_terms(self.f, identity, g)
    }

    /// The sum of all elements, in the order of [`reduce`](Self::reduce). Integers wrap around.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_kernels::computed;
    /// let (x, y) = ([1, 2, 3], [4, 5, 6]);
    /// let (x, y) = (View::new(&x, layout!(3:1))?, View::new(&y, layout!(3:1))?);
    /// assert_eq!(computed((x, y), |(x, y)| x * y).sum(), 32);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As [`reduce`](Self::reduce).
    ///
    /// # Compile errors
    /// As [`reduce`](Self::reduce).
    #[inline]
    #[track_caller]
    pub fn sum(self) -> V
    where
        V: Element,
    {
        const { I::CHECKED };
        internal::unwrap_or_panic(self.try_reduce(V::ZERO, V::add))
    }
}

/// What a function makes of the elements of sources.
struct Values<S, F> {
    from: S,
    f: F,
}

impl<S: Sources<K>, V: Copy, F: FnMut(S::Elements) -> V, const K: usize> Terms<K> for Values<S, F> {
    type Term = V;
    #[inline(always)]
    unsafe fn term(&mut self, at: [isize; K], i: isize, step: [isize; K]) -> V {
        // SAFETY: the caller's guarantee.
        (self.f)(unsafe { self.from.read(at, i, step) })
    }
}

/// Implements [`Tensors`] for tuples of `$K - 1` tensors. Operand `$K - 1` of their loops is the first one again: it determines the
/// order, as what is written does elsewhere.
macro_rules! tensors {
    ($($K:literal: $($T:ident $k:tt),*;)*) => {$(
        #[layout_macros::at_caller]
        #[diagnostic::do_not_recommend]
        impl<$($T: Readable<Element: Copy>),*> Tensors for ($($T,)*) {
            type Elements = ($($T::Element,)*);
            const CHECKED: () = {
                let _ = &<($($T::Layout,)* A::Layout) as Sides<$K>>::STATIC;
            };

            #[inline(always)]
            fn reduce_terms<V: Copy>(
                self,
                f: impl FnMut(Self::Elements) -> V,
                identity: V,
                g: impl FnMut(V, V) -> V,
            ) -> Result<V, LayoutError> {
                let views = ($(self.$k.readable(),)*);
                let layouts = ($(views.$k.layout(),)* views.0.layout());
                let from = ($(Side::new(views.$k.as_ptr(), views.$k.layout()),)*);
                layouts.run(ReduceTask::<_, _, _> { from: Values { from, f }, identity, f: g })
            }
        }
    )*};
}
tensors! {
    2: A 0;
    3: A 0, B 1;
    4: A 0, B 1, C 2;
    5: A 0, B 1, C 2, D 3;
    6: A 0, B 1, C 2, D 3, E 4;
    7: A 0, B 1, C 2, D 3, E 4, F 5;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
