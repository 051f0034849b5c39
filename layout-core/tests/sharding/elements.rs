//! What each device holds, by the definition of each cut: lists of indices that are dealt out.

use layout_core::sharding::{Sharding, Split};

/// What a device holds, element by element.
pub(crate) struct Held {
    pub(crate) device: usize,
    /// The indices along each axis.
    pub(crate) axes: Vec<Vec<i64>>,
    /// The number among the terms.
    pub(crate) term: usize,
}

impl Held {
    /// The global coordinate of each local one, row-major.
    pub(crate) fn elements(&self) -> Vec<(Vec<i64>, Vec<i64>)> {
        let mut all = vec![(Vec::new(), Vec::new())];
        for axis in &self.axes {
            let step = |(local, global): (Vec<i64>, Vec<i64>)| {
                axis.iter().enumerate().map(move |(k, &index)| {
                    ([&local[..], &[k as i64]].concat(), [&global[..], &[index]].concat())
                })
            };
            all = all.into_iter().flat_map(step).collect();
        }
        all
    }
}

/// One cut of a list.
fn dealt(list: &[i64], parts: usize, split: Split) -> Vec<Vec<i64>> {
    let mut shards = vec![Vec::new(); parts];
    if let Split::Strided(chunks) = split {
        let size = list.len().div_ceil(chunks as usize).max(1);
        for chunk in list.chunks(size) {
            for (shard, part) in shards.iter_mut().zip(dealt(chunk, parts, Split::Block)) {
                shard.extend(part);
            }
        }
        return shards;
    }
    let size = list.len().div_ceil(parts);
    for (k, &index) in list.iter().enumerate() {
        let shard = match split {
            Split::Block | Split::Strided(_) => k / size,
            Split::Cyclic { block, first } => (k / block as usize + first) % parts,
        };
        shards[shard].push(index);
    }
    shards
}

/// What each device of a sharding holds, by position.
pub(crate) fn enumerated(array: &Sharding) -> Vec<Held> {
    let mesh = array.mesh();
    let mut all = Vec::new();
    for (position, device) in mesh.devices().enumerate() {
        let mut rest = position;
        let mut coords = vec![0; mesh.rank()];
        for axis in (0..mesh.rank()).rev() {
            coords[axis] = rest % mesh.size(axis);
            rest /= mesh.size(axis);
        }
        let number =
            |axes: &[usize]| axes.iter().fold(0, |k, &axis| k * mesh.size(axis) + coords[axis]);
        let axes = (0..array.rank()).map(|axis| {
            let mut list: Vec<i64> = (0..array.shape()[axis]).collect();
            for (axes, split) in array.cuts(axis) {
                let parts = axes.iter().map(|&axis| mesh.size(axis)).product();
                list = dealt(&list, parts, split).swap_remove(number(&axes));
            }
            list
        });
        all.push(Held { device, axes: axes.collect(), term: number(array.partial_axes()) });
    }
    all
}

/// The number of terms of each value.
pub(crate) fn terms(array: &Sharding) -> usize {
    array.partial_axes().iter().map(|&axis| array.mesh().size(axis)).product()
}
