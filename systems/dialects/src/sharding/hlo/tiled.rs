//! [`Tiled`]: an array of devices, and XLA's form of it.

use alloc::vec::Vec;

use super::Kind;
use super::devices::{Devices, listed};

/// An array of devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tiled {
    /// The shape: the tiles of each axis, then the sizes of `last`.
    pub(super) dims: Vec<usize>,
    /// What the last dimensions are, each at most once, in this order.
    pub(super) last: Vec<Last>,
    pub(super) devices: Devices,
}

/// What one of the last dimensions of an array of devices is, in XLA's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Last {
    /// Each device has an array of its own.
    Manual,
    /// Terms of a sum.
    Terms,
    Copies,
}

impl Last {
    pub(super) const ALL: [Self; 3] = [Self::Manual, Self::Terms, Self::Copies];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Terms => "unreduced",
            Self::Copies => "replicated",
        }
    }

    /// The sharding of which all devices are of this kind.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Copies => Kind::Replicated,
            other => Kind::Other(other.name()),
        }
    }
}

impl Tiled {
    /// The number of axes of the array.
    pub(super) fn rank(&self) -> usize {
        self.dims.len() - self.last.len()
    }

    /// XLA's form of the sharding: the last dimensions in their order, each kind as one, none of size 1. `None` for more
    /// devices to list than are `left`.
    pub(super) fn canonical(mut self, left: &mut usize) -> Option<Kind> {
        let rank = self.rank();
        let sizes = self.dims.split_off(rank);
        let is_whole = self.dims.iter().all(|&size| size == 1);
        if let (Some((first, rest)), true) = (self.last.split_first(), is_whole)
            && rest.iter().all(|last| last == first)
            && (*first != Last::Terms || self.devices.are_first())
        {
            return Some(first.kind());
        }
        let mut order: Vec<usize> = (0..sizes.len()).filter(|&k| sizes[k] > 1).collect();
        order.sort_by_key(|&k| self.last[k]);
        if !order.is_sorted() {
            let step = |k: usize| sizes[k + 1..].iter().product::<usize>();
            let places = listed(&order.iter().map(|&k| (sizes[k], step(k))).collect::<Vec<_>>());
            let is_iota = matches!(self.devices, Devices::Iota(_));
            let mut list = self.devices.into_list(left)?;
            for part in list.chunks_mut(places.len()) {
                let moved: Vec<usize> = places.iter().map(|&place| part[place]).collect();
                part.copy_from_slice(&moved);
            }
            self.devices = if is_iota { Devices::of(list) } else { Devices::List(list) };
        }
        let mut last: Vec<Last> = Vec::new();
        for &k in &order {
            if last.last() == Some(&self.last[k]) {
                let end = self.dims.len() - 1;
                self.dims[end] *= sizes[k];
            } else {
                self.dims.push(sizes[k]);
                last.push(self.last[k]);
            }
        }
        self.last = last;
        // Next to dimensions of size 1. `{unreduced}` names no devices, so terms on other devices keep their list.
        if let ([last], true) = (&self.last[..], is_whole)
            && (*last != Last::Terms || self.devices.are_first())
        {
            return Some(last.kind());
        }
        if self.last.last() == Some(&Last::Copies) {
            let size = self.dims.last().copied().unwrap_or(1);
            self.devices = self.devices.sort_each(size, left)?;
        }
        if rank == 0 && self.devices == Devices::Iota(Vec::new()) {
            return Some(Kind::Replicated);
        }
        Some(Kind::Tiled(self))
    }
}
