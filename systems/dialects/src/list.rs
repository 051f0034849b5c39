//! [`ArrayVec`], a list of fixed capacity without allocation.

use core::fmt;
use layout_core::{ArrayRule, IntTuple, LayoutError, MAX_RANK, Operation, Rule};

/// A list of at most `MOST` elements.
#[derive(Clone, Copy)]
pub(crate) struct ArrayVec<T, const MOST: usize = MAX_RANK> {
    items: [T; MOST],
    len: usize,
}

impl<T: Copy, const MOST: usize> ArrayVec<T, MOST> {
    /// The empty list. `unused` fills its unused places.
    pub(crate) const fn empty(unused: T) -> Self {
        Self { items: [unused; MOST], len: 0 }
    }

    /// Appends an element.
    ///
    /// # Errors
    /// `TooMany` beyond the capacity.
    pub(crate) fn push(&mut self, item: T) -> Result<(), LayoutError> {
        let Some(place) = self.items.get_mut(self.len) else {
            let rule = Rule::Array(ArrayRule::TooMany { most: MOST });
            return Err(LayoutError::alone(Operation::Parse, rule));
        };
        *place = item;
        self.len += 1;
        Ok(())
    }

    /// Keeps the first `len` elements.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<T: Copy + PartialEq, const MOST: usize> PartialEq for ArrayVec<T, MOST> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const MOST: usize> Eq for ArrayVec<T, MOST> {}

impl<T: Copy + fmt::Debug, const MOST: usize> fmt::Debug for ArrayVec<T, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// Integers of one level of a tuple.
pub(crate) type Integers = ArrayVec<i64>;

impl Integers {
    pub(crate) const EMPTY: Self = Self::empty(0);

    pub(crate) fn of(values: &[i64]) -> Result<Self, LayoutError> {
        let mut list = Self::EMPTY;
        values.iter().try_for_each(|&value| list.push(value))?;
        Ok(list)
    }

    /// The tuple of depth 1 of these integers.
    pub(crate) fn tuple(&self) -> Result<IntTuple, LayoutError> {
        let mut leaves = ArrayVec::<_>::empty(IntTuple::leaf(0));
        self.as_slice().iter().try_for_each(|&value| leaves.push(IntTuple::leaf(value)))?;
        IntTuple::tuple(leaves.as_slice())
    }
}
