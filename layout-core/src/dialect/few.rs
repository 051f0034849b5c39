//! Lists of few elements, held in place.

use core::fmt;

use crate::notation::error::{LayoutError, Operation, Rule};
use crate::profile::MAX_RANK;
use crate::strided::ArrayRule;
use crate::tuple::IntTuple;

/// At most `MOST` elements.
#[derive(Clone, Copy)]
pub(crate) struct Few<T, const MOST: usize = MAX_RANK> {
    items: [T; MOST],
    len: usize,
}

impl<T: Copy, const MOST: usize> Few<T, MOST> {
    /// No elements; `unused` is what lies in their places.
    pub(crate) const fn empty(unused: T) -> Self {
        Self { items: [unused; MOST], len: 0 }
    }

    /// Adds an element at the end; refused when there are `MOST`.
    pub(crate) fn push(&mut self, item: T) -> Result<(), LayoutError> {
        let Some(place) = self.items.get_mut(self.len) else {
            let rule = Rule::Array(ArrayRule::TooMany { most: MOST });
            return Err(LayoutError::alone(Operation::Parse, rule));
        };
        *place = item;
        self.len += 1;
        Ok(())
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<T: Copy + PartialEq, const MOST: usize> PartialEq for Few<T, MOST> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const MOST: usize> Eq for Few<T, MOST> {}

impl<T: Copy + fmt::Debug, const MOST: usize> fmt::Debug for Few<T, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// Integers of one level, as many as a layout has modes.
pub(crate) type List = Few<i64>;

impl List {
    pub(crate) const EMPTY: Self = Self::empty(0);

    pub(crate) fn of(values: &[i64]) -> Result<Self, LayoutError> {
        let mut list = Self::EMPTY;
        values.iter().try_for_each(|&value| list.push(value))?;
        Ok(list)
    }

    /// As a tuple of depth 1.
    pub(crate) fn tuple(&self) -> Result<IntTuple, LayoutError> {
        let mut leaves = Few::<_>::empty(IntTuple::leaf(0));
        self.as_slice().iter().try_for_each(|&value| leaves.push(IntTuple::leaf(value)))?;
        IntTuple::tuple(leaves.as_slice())
    }
}
