//! Two tensors of one shape: comparison, and loops over the elements of both.

use super::{Tensor, View, ViewMut};
use crate::layout::each_offset_pair;
use crate::types::{AnyLayout, Bool, IntTuple, ListOf, Structure, check};
use layout_core::{MAX_LEAVES, Text};

impl<T, L: AnyLayout> View<'_, T, L> {
    /// Whether the shapes are equal, static or not, and the elements at each coordinate.
    pub(super) fn equals_view<U, M: AnyLayout>(&self, other: &View<'_, U, M>) -> bool
    where
        T: PartialEq<U>,
    {
        equal_extents(self.layout().shape(), other.layout().shape()) && self.iter().eq(other.iter())
    }
}

impl<T: PartialEq<X::Element>, L: AnyLayout, X: Tensor> PartialEq<X> for View<'_, T, L> {
    /// Whether the shapes and the elements at each coordinate are equal. The strides may differ.
    ///
    /// ```
    /// use static_layout::*;
    /// let (rows, columns) = ([1, 2, 3, 4], [1, 3, 2, 4]);
    /// let a = View::new(&rows, layout!((2, 2):(2, 1)))?;
    /// assert!(a == View::new(&columns, layout!((2, 2):(1, 2)))?);
    /// assert!(a != View::new(&columns, layout!(4:1))?);
    /// # Ok::<(), LayoutError>(())
    /// ```
    fn eq(&self, other: &X) -> bool {
        self.equals_view(&other.view())
    }
}

/// Stops the compiler at shapes that are nested differently, or are static and different.
#[track_caller]
pub(super) const fn check_equal_shapes<L: AnyLayout, M: AnyLayout>() {
    if !check::is_made::<L::Shape, M::Shape>() {
        return;
    }
    if !<<ListOf<L::Shape> as Structure>::Congruent<ListOf<M::Shape>> as Bool>::VALUE {
        let text = Text::of("the two tensors are not nested alike: ");
        let text = text.then_coord(&<L::Shape as IntTuple>::DESC, 0).then(" and ");
        check::stop(text.then_coord(&<M::Shape as IntTuple>::DESC, 0).as_str())
    }
    if static_shapes_differ::<L, M>() {
        let (left, right) = (L::FORM, M::FORM);
        let text = Text::of("the two tensors have different shapes: ").then_layout(&left);
        panic!("{}", text.then(" and ").then_layout(&right).as_str())
    }
}

/// Whether both shapes are static, and differ.
const fn static_shapes_differ<L: AnyLayout, M: AnyLayout>() -> bool {
    <<L::Shape as IntTuple>::IsStatic as Bool>::VALUE
        && <<M::Shape as IntTuple>::IsStatic as Bool>::VALUE
        && !<L::Shape as IntTuple>::DESC.equals(&<M::Shape as IntTuple>::DESC)
}

/// Calls `f` with the offsets of both layouts at each coordinate, along the smallest stride of `l`. The caller has checked
/// the shapes by [`check_equal_shapes`].
///
/// # Panics
/// When the shapes differ.
#[inline(always)]
#[track_caller]
fn each_pair<L: AnyLayout, M: AnyLayout>(l: L, m: M, f: impl FnMut(isize, isize)) {
    // `assert_equal_shapes` skips two static shapes. They are compared here, so the loops do not rely on the caller.
    if const { static_shapes_differ::<L, M>() } {
        shapes_differ(l.shape(), m.shape())
    }
    assert_equal_shapes(l, m);
    each_offset_pair(l, m, f)
}

/// Whether two shapes are equal, static or not, leaf by leaf if they are nested alike.
#[inline(always)]
pub fn equal_extents<S: IntTuple, R: IntTuple>(s: S, r: R) -> bool {
    if !const { <<ListOf<S> as Structure>::Congruent<ListOf<R>> as Bool>::VALUE } {
        return s.plain().equals(&r.plain());
    }
    let (mut left, mut right) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    s.words(&mut left, 0);
    r.words(&mut right, 0);
    let (mut equal, mut k) = (true, 0);
    while k < S::LEAVES {
        equal &= left[k] == right[k];
        k += 1;
    }
    equal
}

/// Panics when the shapes differ. The caller has checked them by [`check_equal_shapes`].
#[inline(always)]
#[track_caller]
pub(super) fn assert_equal_shapes<L: AnyLayout, M: AnyLayout>(l: L, m: M) {
    // Two static shapes were compared at compile time.
    let known = <<<L::Shape as IntTuple>::IsStatic as Bool>::And<
        <M::Shape as IntTuple>::IsStatic,
    > as Bool>::VALUE;
    if !known && !equal_extents(l.shape(), m.shape()) {
        shapes_differ(l.shape(), m.shape())
    }
}

/// Panics with both shapes.
#[cold]
#[track_caller]
fn shapes_differ<S: IntTuple, R: IntTuple>(s: S, r: R) -> ! {
    panic!("the two tensors have different shapes: {} and {}", s.display(), r.display())
}

macro_rules! each_pair_of {
    ($View:ident, $name:ident, $as_ptr:ident, $T:ty, |$here:ident, $x:ident| $element:expr) => {
        impl<'a, T, L: AnyLayout> $View<'a, T, L> {
            /// [`Tensor::for_each_with`], or [`TensorMut::update_with`](super::TensorMut::update_with). The caller has
            /// checked the shapes by [`check_equal_shapes`].
            #[inline(always)]
            #[track_caller]
            #[allow(unused_mut, reason = "a pointer to write needs it")]
            pub(super) fn $name<U, M: AnyLayout>(
                mut self,
                other: View<'_, U, M>,
                mut f: impl FnMut($T, &U),
            ) {
                let ($here, there) = (self.$as_ptr(), other.as_ptr());
                each_pair(self.layout(), other.layout(), |$x, y| {
                    // SAFETY: V1 of both views: `each_pair` found that the shapes are equal, and yields the offsets of
                    // a coordinate in both layouts. V2: a `ViewMut` has its elements alone, and `f` returns before the
                    // next element is borrowed.
                    unsafe { f($element, &*there.offset(y)) }
                });
            }
        }
    };
}
each_pair_of! { View, for_each_pair, as_ptr, &T, |here, x| &*here.offset(x) }
each_pair_of! { ViewMut, for_each_pair_mut, as_mut_ptr, &mut T, |here, x| &mut *here.offset(x) }
