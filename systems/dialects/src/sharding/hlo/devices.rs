//! [`Devices`]: the devices of an array of devices, as a list or as an iota.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::sharding::Joined;

/// The devices of an array of devices, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Devices {
    /// The numbers from 0 on, reshaped and transposed: modes `(extent, stride)`, the slowest first. No two adjacent ones are
    /// one, and none has the extent 1.
    Iota(Vec<(usize, usize)>),
    List(Vec<usize>),
}

impl Devices {
    /// An iota where the list is one.
    pub(super) fn of(list: Vec<usize>) -> Self {
        iota(&list).map_or(Self::List(list), Self::Iota)
    }

    pub(super) fn count(&self) -> usize {
        match self {
            Self::Iota(modes) => modes.iter().map(|mode| mode.0).product(),
            Self::List(list) => list.len(),
        }
    }

    /// Whether the devices are the numbers below their count, in any order.
    pub(super) fn are_first(&self) -> bool {
        match self {
            Self::Iota(_) => true,
            Self::List(list) => list.iter().all(|&device| device < list.len()),
        }
    }

    pub(super) fn list(&self) -> Cow<'_, [usize]> {
        match self {
            Self::Iota(modes) => Cow::Owned(listed(modes)),
            Self::List(list) => Cow::Borrowed(list),
        }
    }

    /// Brings each `size` neighbours into ascending order. XLA writes a list where they are not modes of an iota.
    pub(super) fn sort_each(self, size: usize, left: &mut usize) -> Option<Self> {
        if let Self::Iota(modes) = &self
            && let Some(modes) = sorted_each(modes, size)
        {
            return Some(Self::Iota(modes));
        }
        let mut list = self.into_list(left)?;
        list.chunks_mut(size).for_each(<[usize]>::sort_unstable);
        Some(Self::List(list))
    }

    /// The devices one by one. Takes their number from what is `left`, or is `None`, if no text lists them.
    pub(super) fn into_list(self, left: &mut usize) -> Option<Vec<usize>> {
        match self {
            Self::Iota(modes) => {
                let count = modes.iter().map(|mode| mode.0).product();
                *left = left.checked_sub(count)?;
                Some(listed(&modes))
            }
            Self::List(list) => Some(list),
        }
    }
}

/// The modes `(extent, stride)` of an iota that is reshaped, transposed and reshaped, the slowest first. `None` for other
/// lists.
fn iota(devices: &[usize]) -> Option<Vec<(usize, usize)>> {
    let (mut modes, mut size) = (Vec::new(), 1);
    while size < devices.len() {
        // The next mode starts where the modes below it end, and continues as long as its stride holds.
        let stride = *devices.get(size)?;
        let whole = |k: usize| {
            (0..size).all(|i| devices.get(k * size + i) == Some(&(k * stride + devices[i])))
        };
        let extent = (1..).take_while(|&k| k * size < devices.len() && whole(k)).count() + 1;
        if extent == 1 || !devices.len().is_multiple_of(size * extent) {
            return None;
        }
        modes.push((extent, stride));
        size *= extent;
    }
    let mut rising = modes.clone();
    rising.sort_unstable_by_key(|mode| mode.1);
    let mut covered = 1;
    for (extent, stride) in rising {
        if stride != covered {
            return None;
        }
        covered *= extent;
    }
    modes.reverse();
    (devices.first() == Some(&0)).then_some(modes)
}

/// The devices of an iota.
pub(super) fn listed(modes: &[(usize, usize)]) -> Vec<usize> {
    let mut devices = vec![0];
    for &(extent, stride) in modes {
        let mut next = Vec::with_capacity(devices.len() * extent);
        for device in devices {
            next.extend((0..extent).map(|k| device + k * stride));
        }
        devices = next;
    }
    devices
}

/// The modes without extents of 1, and with adjacent ones as one.
pub(super) fn merged(modes: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (extent, stride) in modes.filter(|mode| mode.0 > 1) {
        match merged.last_mut() {
            Some(last) if last.1 == extent * stride => *last = (last.0 * extent, stride),
            _ => merged.push((extent, stride)),
        }
    }
    merged
}

/// The iota with each `size` neighbours in ascending order. `None` where they are not whole modes, or a part of one.
fn sorted_each(modes: &[(usize, usize)], mut size: usize) -> Option<Vec<(usize, usize)>> {
    let (mut slow, mut fast) = (modes.to_vec(), Vec::new());
    while size > 1 {
        let (extent, stride) = slow.pop()?;
        if extent.is_multiple_of(size) {
            slow.push((extent / size, stride * size));
            fast.push((size, stride));
            break;
        }
        if !size.is_multiple_of(extent) {
            return None;
        }
        fast.push((extent, stride));
        size /= extent;
    }
    fast.sort_unstable_by_key(|mode| core::cmp::Reverse(mode.1));
    Some(merged(slow.into_iter().chain(fast)))
}

/// Prints the modes of an iota: `[4,2]T(1,0)`.
pub(super) struct Iota<'a>(pub(super) &'a [(usize, usize)]);

impl fmt::Display for Iota<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modes = self.0;
        let mut order: Vec<usize> = (0..modes.len()).collect();
        order.sort_unstable_by_key(|&k| core::cmp::Reverse(modes[k].1));
        let shape: Vec<usize> = order.iter().map(|&k| modes[k].0).collect();
        if shape.len() < 2 {
            return write!(f, "[{}]", shape.first().unwrap_or(&1));
        }
        let of = |k: usize| order.iter().position(|&mode| mode == k).unwrap_or(0);
        let transposed: Vec<usize> = (0..modes.len()).map(of).collect();
        write!(f, "[{}]T({})", Joined(&shape, ","), Joined(&transposed, ","))
    }
}
