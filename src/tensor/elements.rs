//! Iterators over the elements of a tensor, with their coordinates or without.

use super::walk::{CoordOf, Walk, walking};
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
            walk: Walk<L>,
            life: PhantomData<$ref>,
        }

        impl<'a, T, L: AnyLayout> $Iter<'a, T, L> {
            /// # Safety
            /// `origin` and `layout` are those of a view that lives for `'a`, and that no one else uses if
            /// the items can be written; then the offsets of the layout differ.
            #[inline]
            pub(super) unsafe fn of(origin: NonNull<T>, layout: L) -> Self {
                $Iter { origin, walk: Walk::of(layout), life: PhantomData }
            }
        }

        walking! { $Iter<'a> -> $Item, |this, $coord, offset| {
            // SAFETY: the offset is that of a coordinate of the view; each is met once, so that no element
            // is lent for writing a second time.
            let $element = unsafe { this.origin.offset(offset).$get() };
            $item
        } }
    )*};
}
iterators! {
    /// The elements in linear order, the leftmost mode fastest: see [`Tensor::iter`](super::Tensor::iter).
    ///
    /// `fold` and what is made of it (`for_each`, `sum`, ..) are plain nested loops.
    Elements, &'a T, |_coord, element, as_ref| &'a T = element;
    /// [`Elements`], to be written: see [`TensorMut::iter_mut`](super::TensorMut::iter_mut).
    ElementsMut, &'a mut T, |_coord, element, as_mut| &'a mut T = element;
    /// The natural coordinates and their elements in linear order: see
    /// [`Tensor::entries`](super::Tensor::entries).
    Entries, &'a T, |coord, element, as_ref| (CoordOf<L>, &'a T) = (coord, element);
    /// [`Entries`], to be written: see [`TensorMut::entries_mut`](super::TensorMut::entries_mut).
    EntriesMut, &'a mut T, |coord, element, as_mut| (CoordOf<L>, &'a mut T) = (coord, element);
}

macro_rules! shared {
    ($($Iter:ident)*) => {$(
        impl<T, L: AnyLayout> Clone for $Iter<'_, T, L> {
            fn clone(&self) -> Self {
                $Iter { origin: self.origin, walk: self.walk, life: PhantomData }
            }
        }
        // SAFETY: the items are `&T`; the rest is a copy of the layout and its counters (`Conjure`).
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
