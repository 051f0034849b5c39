//! Iterators over the elements of a tensor, with their coordinates or without, and `for x in &tensor`.

#[cfg(feature = "alloc")]
use super::Boxed;
#[cfg(feature = "owned")]
use super::Owned;
use super::walk::{NaturalCoord, OffsetWalk, offset_iterator};
use super::{Tensor, TensorMut, View, ViewMut};
use crate::types::AnyLayout;
use crate::types::check::{self, unwrap_or_panic};
use core::marker::PhantomData;
use core::ptr::NonNull;

macro_rules! iterators {
    ($($(#[$doc:meta])* $Iter:ident, $ref:ty, |$coord:tt, $element:ident, $get:ident| $Item:ty = $item:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        #[must_use = "iterators are lazy: call `next`, or use it in a loop"]
        pub struct $Iter<'a, T, L: AnyLayout> {
            origin: NonNull<T>,
            walk: OffsetWalk<L>,
            life: PhantomData<$ref>,
        }

        impl<'a, T, L: AnyLayout> $Iter<'a, T, L> {
            /// An iterator over all coordinates.
            ///
            /// # Safety
            /// `origin` and `layout` are those of a view that is valid for `'a` (V1). If the items are mutable, nothing
            /// else uses its elements (V2), and no two coordinates of the layout share an offset (D).
            #[inline]
            pub(super) unsafe fn of(origin: NonNull<T>, layout: L) -> Self {
                $Iter { origin, walk: OffsetWalk::of(layout), life: PhantomData }
            }
        }

        offset_iterator! { $Iter<'a> -> $Item, |this, $coord, offset| {
            // SAFETY: V1: `OffsetWalk` yields the offsets of the coordinates of the view, each coordinate once. If the
            // items are mutable, each has an element of its own (`of`).
            let $element = unsafe { this.origin.offset(offset).$get() };
            $item
        } }
    )*};
}
iterators! {
    /// An iterator over the elements in linear order, the leftmost mode fastest. See [`Tensor::iter`].
    ///
    /// `fold`, `for_each` and `sum` compile to nested loops.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
    /// let mut seen = Vec::new();
    /// for x in &view {
    ///     seen.push(*x);
    /// }
    /// assert_eq!(seen, [0, 2, 1, 3]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    Elements, &'a T, |_coord, element, as_ref| &'a T = element;
    /// An iterator over the mutable elements in linear order. See [`TensorMut::iter_mut`].
    ///
    /// ```
    /// use static_layout::*;
    /// let mut matrix = Boxed::filled(layout!((2, 2):(2, 1)), 0);
    /// for (x, k) in std::iter::zip(&mut matrix, 0..) {
    ///     *x = k;
    /// }
    /// for x in &mut matrix {
    ///     *x += 10;
    /// }
    /// assert_eq!(matrix.as_slice(), [10, 12, 11, 13]);
    /// ```
    ElementsMut, &'a mut T, |_coord, element, as_mut| &'a mut T = element;
    /// An iterator over the natural coordinates and their elements in linear order. See [`Tensor::entries`].
    Entries, &'a T, |coord, element, as_ref| (NaturalCoord<L>, &'a T) = (coord, element);
    /// An iterator over the natural coordinates and their mutable elements in linear order. See
    /// [`TensorMut::entries_mut`].
    EntriesMut, &'a mut T, |coord, element, as_mut| (NaturalCoord<L>, &'a mut T) = (coord, element);
}

macro_rules! shared {
    ($($Iter:ident)*) => {$(
        impl<T, L: AnyLayout> Clone for $Iter<'_, T, L> {
            fn clone(&self) -> Self {
                $Iter { origin: self.origin, walk: self.walk, life: PhantomData }
            }
        }
        // SAFETY: the items are `&T`, which is `Send` where `T` is `Sync`; a walk is a layout and integers.
        unsafe impl<T: Sync, L: AnyLayout> Send for $Iter<'_, T, L> {}
        // SAFETY: a shared iterator gives copies of itself, which are `Send` by the `impl` above.
        unsafe impl<T: Sync, L: AnyLayout> Sync for $Iter<'_, T, L> {}
    )*};
}
shared! { Elements Entries }

macro_rules! exclusive {
    ($($Iter:ident)*) => {$(
        // SAFETY: the items are `&mut T`, which is `Send` where `T` is, each yielded once; a walk is a layout and
        // integers.
        unsafe impl<T: Send, L: AnyLayout> Send for $Iter<'_, T, L> {}
        // SAFETY: a shared iterator of mutable items gives no item.
        unsafe impl<T: Sync, L: AnyLayout> Sync for $Iter<'_, T, L> {}
    )*};
}
exclusive! { ElementsMut EntriesMut }

macro_rules! lent {
    ($($(#[$cfg:meta])* $Tensor:ty;)*) => {$(
        $(#[$cfg])*
        impl<'v, T, L: AnyLayout> IntoIterator for &'v $Tensor {
            type Item = &'v T;
            type IntoIter = Elements<'v, T, L>;
            /// The elements in linear order. See [`Tensor::iter`].
            #[inline]
            fn into_iter(self) -> Elements<'v, T, L> {
                Tensor::view(self).iter()
            }
        }
    )*};
}
lent! {
    ViewMut<'_, T, L>;
    #[cfg(feature = "alloc")]
    Boxed<T, L>;
    #[cfg(feature = "owned")]
    Owned<T, L>;
}
impl<'a, T, L: AnyLayout> IntoIterator for &View<'a, T, L> {
    type Item = &'a T;
    type IntoIter = Elements<'a, T, L>;
    /// The elements in linear order. See [`Tensor::iter`].
    #[inline]
    fn into_iter(self) -> Elements<'a, T, L> {
        View::iter(*self)
    }
}

// The three `impl`s for `&mut` are no macro: the compiler would show its expansion in the error about a layout where
// two coordinates share an element.
#[layout_macros::at_caller]
impl<'v, T, L: AnyLayout> IntoIterator for &'v mut ViewMut<'_, T, L> {
    type Item = &'v mut T;
    type IntoIter = ElementsMut<'v, T, L>;
    /// The mutable elements in linear order. See [`TensorMut::iter_mut`].
    ///
    /// # Panics
    /// When two coordinates share an element because of run-time integers.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn into_iter(self) -> ElementsMut<'v, T, L> {
        const { check::disjoint::<L>() };
        unwrap_or_panic(self.view_mut().into_elements())
    }
}
#[cfg(feature = "alloc")]
#[layout_macros::at_caller]
impl<'v, T, L: AnyLayout> IntoIterator for &'v mut Boxed<T, L> {
    type Item = &'v mut T;
    type IntoIter = ElementsMut<'v, T, L>;
    /// The mutable elements in linear order. See [`TensorMut::iter_mut`].
    ///
    /// # Panics
    /// When two coordinates share an element because of run-time integers.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn into_iter(self) -> ElementsMut<'v, T, L> {
        const { check::disjoint::<L>() };
        unwrap_or_panic(self.view_mut().into_elements())
    }
}
#[cfg(feature = "owned")]
#[layout_macros::at_caller]
impl<'v, T, L: AnyLayout> IntoIterator for &'v mut Owned<T, L> {
    type Item = &'v mut T;
    type IntoIter = ElementsMut<'v, T, L>;
    /// The mutable elements in linear order. See [`TensorMut::iter_mut`].
    ///
    /// # Panics
    /// When two coordinates share an element because of run-time integers.
    ///
    /// # Compile errors
    /// When two coordinates of a static layout share an element.
    #[inline]
    #[track_caller]
    fn into_iter(self) -> ElementsMut<'v, T, L> {
        const { check::disjoint::<L>() };
        unwrap_or_panic(self.view_mut().into_elements())
    }
}
