//! [`Place`]: a device of the mesh as the shards, the term and the copy that it holds.

use alloc::vec::Vec;
use core::iter::from_fn;

use super::array::Sharding;
use super::held::Held;
use crate::error::{LayoutError, Operation, Rule, ShardRule};
use crate::value::limit::MAX_RANK;

/// What a device is in a sharding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The shard of each axis.
    pub(super) shards: [usize; MAX_RANK],
    /// The number among the terms of partial values.
    pub(super) term: usize,
    /// The number among the copies.
    pub(super) copy: usize,
}

impl Sharding {
    /// What a device is.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`].
    pub(super) fn place(&self, device: usize) -> Result<Place, LayoutError> {
        let rule = Rule::Sharding(ShardRule::NoDevice { device });
        let none = LayoutError::alone(Operation::Local, rule);
        Ok(self.place_at(self.mesh.position(device).ok_or(none)?))
    }

    /// What the device at a position is.
    pub(super) fn place_at(&self, position: usize) -> Place {
        let coords = self.mesh.coords(position);
        let number = |k: usize, axis: usize| k * self.mesh.size(axis) + coords[axis];
        let mut shards = [0; MAX_RANK];
        for (shard, cut) in shards.iter_mut().zip(&self.axes) {
            *shard = cut.mesh_axes.iter().copied().fold(0, number);
        }
        let term = self.partial.iter().copied().fold(0, number);
        Place { shards, term, copy: self.free().fold(0, number) }
    }

    /// The position of what a device is.
    pub(super) fn at(&self, place: &Place) -> usize {
        let mut coords = [0; MAX_RANK];
        let mut put = |mut number: usize, axes: &mut dyn DoubleEndedIterator<Item = usize>| {
            for axis in axes.rev() {
                coords[axis] = number % self.mesh.size(axis);
                number /= self.mesh.size(axis);
            }
        };
        for (cut, &shard) in self.axes.iter().zip(&place.shards) {
            put(shard, &mut cut.mesh_axes.iter().copied());
        }
        put(place.term, &mut self.partial.iter().copied());
        put(place.copy, &mut self.free());
        self.mesh.at(&coords)
    }

    /// The number of terms of each value.
    pub(super) fn terms(&self) -> usize {
        self.partial.iter().map(|&axis| self.mesh.size(axis)).product()
    }

    /// The number of copies of each value, or of each of its terms.
    pub(super) fn copies(&self) -> usize {
        self.free().map(|axis| self.mesh.size(axis)).product()
    }

    /// The indices of each axis at a place.
    pub(super) fn held(&self, place: &Place) -> [Held; MAX_RANK] {
        core::array::from_fn(|k| match self.axes.get(k) {
            Some(axis) => axis.held(place.shards[k]),
            None => Held::run(0, 0),
        })
    }
}

/// The coordinates of a shape, row-major: the last axis is the fastest.
pub(super) fn coordinates(
    extents: impl Iterator<Item = usize>,
) -> impl Iterator<Item = [usize; MAX_RANK]> {
    let extents: Vec<usize> = extents.collect();
    let mut next = (!extents.contains(&0)).then_some([0; MAX_RANK]);
    from_fn(move || {
        let found = next?;
        let grows = (0..extents.len()).rev().find(|&k| found[k] + 1 < extents[k]);
        next = grows.map(|k| {
            let mut next = found;
            next[k] += 1;
            next[k + 1..].fill(0);
            next
        });
        Some(found)
    })
}
