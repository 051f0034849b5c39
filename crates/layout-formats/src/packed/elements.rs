//! [`PackedElements`]: the elements of a view in linear order.

use super::view::PackedView;
use crate::element::PackedElement;
use core::iter::FusedIterator;
use static_layout::internal::Indexed;
use static_layout::internal::derived::Walk;

/// An iterator over packed elements in linear order, the leftmost mode fastest. See [`PackedView::iter`].
#[must_use = "iterators are lazy: call `next`, or use it in a loop"]
pub struct PackedElements<'a, E, L: Indexed> {
    view: PackedView<'a, E, L>,
    walk: L::Walk,
}

impl<'a, E: PackedElement, L: Indexed> PackedElements<'a, E, L> {
    pub(super) fn of(view: PackedView<'a, E, L>) -> Self {
        PackedElements { view, walk: Walk::of(view.layout()) }
    }

    /// The element at an offset that the walk has yielded.
    #[inline(always)]
    fn at(&self, offset: isize) -> E {
        let (bytes, origin) = self.view.start();
        // SAFETY: P1: a `Walk` yields the offsets of the coordinates of the view.
        unsafe { bytes.read(origin.wrapping_add_signed(offset)) }
    }
}

impl<E: PackedElement, L: Indexed> Iterator for PackedElements<'_, E, L> {
    type Item = E;
    #[inline(always)]
    fn next(&mut self) -> Option<E> {
        let (_, offset) = self.walk.next()?;
        Some(self.at(offset))
    }
    #[inline]
    fn nth(&mut self, count: usize) -> Option<E> {
        self.walk.skip(count);
        self.next()
    }
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.len(), Some(self.walk.len()))
    }
    /// Nested loops.
    #[inline(always)]
    fn fold<A, F: FnMut(A, E) -> A>(self, start: A, mut f: F) -> A {
        self.walk.fold(start, |sum, offset| f(sum, self.at(offset)))
    }
}
impl<E: PackedElement, L: Indexed> DoubleEndedIterator for PackedElements<'_, E, L> {
    #[inline]
    fn next_back(&mut self) -> Option<E> {
        let (_, offset) = self.walk.next_back()?;
        Some(self.at(offset))
    }
}
impl<E: PackedElement, L: Indexed> ExactSizeIterator for PackedElements<'_, E, L> {}
impl<E: PackedElement, L: Indexed> FusedIterator for PackedElements<'_, E, L> {}
