//! Iterators over the elements of a tensor, with their coordinates or without.

#[cfg(feature = "alloc")]
use super::Boxed;
#[cfg(feature = "owned")]
use super::Owned;
use super::walk::{NaturalCoord, OffsetWalk, offset_iterator};
use super::{Tensor, TensorMut, View, ViewMut};
use crate::check::{self, unwrap_or_panic};
use crate::layout::AnyLayout;
use core::marker::PhantomData;
use core::ptr::NonNull;

macro_rules! iterators {
    ($($(#[$doc:meta])* $Iter:ident, $ref:ty, |$coord:tt, $element:ident, $get:ident| $Item:ty = $item:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        #[must_use = "an iterator does nothing until it is asked"]
        pub struct $Iter<'a, T, L: AnyLayout> {
            origin: NonNull<T>,
            walk: OffsetWalk<L>,
            life: PhantomData<$ref>,
        }

        impl<'a, T, L: AnyLayout> $Iter<'a, T, L> {
            /// # Safety
            /// `origin` and `layout` are those of a view that lives for `'a`, and that no one else uses if
            /// the items can be written; then the offsets of the layout differ.
            #[inline]
            pub(super) unsafe fn of(origin: NonNull<T>, layout: L) -> Self {
                $Iter { origin, walk: OffsetWalk::of(layout), life: PhantomData }
            }
        }

        offset_iterator! { $Iter<'a> -> $Item, |this, $coord, offset| {
            // SAFETY: the offset is that of a coordinate of the view; each is met once, so that no element
            // is lent for writing a second time.
            let $element = unsafe { this.origin.offset(offset).$get() };
            $item
        } }
    )*};
}
iterators! {
    /// The elements in linear order, the leftmost mode fastest: see [`Tensor::iter`].
    ///
    /// `fold` and what is made of it (`for_each`, `sum`, ..) are plain nested loops.
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
    /// [`Elements`], to be written: see [`TensorMut::iter_mut`].
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
    /// The natural coordinates and their elements in linear order: see
    /// [`Tensor::entries`].
    Entries, &'a T, |coord, element, as_ref| (NaturalCoord<L>, &'a T) = (coord, element);
    /// [`Entries`], to be written: see [`TensorMut::entries_mut`].
    EntriesMut, &'a mut T, |coord, element, as_mut| (NaturalCoord<L>, &'a mut T) = (coord, element);
}

macro_rules! shared {
    ($($Iter:ident)*) => {$(
        impl<T, L: AnyLayout> Clone for $Iter<'_, T, L> {
            fn clone(&self) -> Self {
                $Iter { origin: self.origin, walk: self.walk, life: PhantomData }
            }
        }
        // SAFETY: the items are `&T`; the rest is a copy of the layout and its counters (`StaticValue`).
        unsafe impl<T: Sync, L: AnyLayout> Send for $Iter<'_, T, L> {}
        // SAFETY: as above.
        unsafe impl<T: Sync, L: AnyLayout> Sync for $Iter<'_, T, L> {}
    )*};
}
shared! { Elements Entries }

macro_rules! exclusive {
    ($($Iter:ident)*) => {$(
        // SAFETY: the items are `&mut T`, each handed out once; the rest is a copy of the layout.
        unsafe impl<T: Send, L: AnyLayout> Send for $Iter<'_, T, L> {}
        // SAFETY: a shared one gives no item.
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
            /// See [`Tensor::iter`].
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
    /// See [`Tensor::iter`].
    #[inline]
    fn into_iter(self) -> Elements<'a, T, L> {
        View::iter(*self)
    }
}

// Not by a macro, which the compiler would name beside a refusal.
#[layout_macros::at_caller]
impl<'v, T, L: AnyLayout> IntoIterator for &'v mut ViewMut<'_, T, L> {
    type Item = &'v mut T;
    type IntoIter = ElementsMut<'v, T, L>;
    /// See [`TensorMut::iter_mut`].
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
    /// See [`TensorMut::iter_mut`].
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
    /// See [`TensorMut::iter_mut`].
    #[inline]
    #[track_caller]
    fn into_iter(self) -> ElementsMut<'v, T, L> {
        const { check::disjoint::<L>() };
        unwrap_or_panic(self.view_mut().into_elements())
    }
}
