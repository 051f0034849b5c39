//! XLA's shardings as shardings of `layout_core`, and back.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::devices::Devices;
use super::tiled::{Last, Tiled};
use super::{HloSharding, Kind, MAX_DEVICES};
use crate::sharding::{MeshRef, SdyDim, ranks, unread, unwritten};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

impl HloSharding {
    /// The sharding of an array of this shape over `devices` devices. Its mesh axes are `d0`, `d1`, .. for the axes of the array
    /// that are cut, `term` and `copy`, or those that the text names.
    ///
    /// ```
    /// use static_layout_dialects::sharding::HloSharding;
    /// let terms: HloSharding = "{unreduced}".parse()?;
    /// assert_eq!(terms.sharding(&[5, 3], 4)?.to_string(), "(5,3) sum term on [term=4]");
    /// let copies: HloSharding = "{mesh['a'=2], replicated}".parse()?;
    /// assert_eq!(copies.sharding(&[5, 3], 2)?.to_string(), "(5,3) on [a=2]");
    /// let open: HloSharding = "{mesh['a'=2], [{'a', ?}, {}]}".parse()?;
    /// assert_eq!(open.sharding(&[5, 3], 2)?.to_string(), "(5/a,3) on [a=2]");
    /// let one: HloSharding = "{maximal device=9}".parse()?;
    /// assert_eq!(one.sharding(&[5], 4).unwrap_err().to_string(), "no sharding: device 9 is not in the mesh");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::Ranks`] for another rank, [`ShardRule::Devices`] for another number of devices,
    /// [`ShardRule::NoDevice`] for a device past it, and [`ShardRule::Inexpressible`] for `manual` and `unknown`, for `manual`
    /// among the last dimensions or the named axes, and for tuples.
    pub fn sharding(&self, shape: &[i64], devices: usize) -> Result<Sharding, LayoutError> {
        let refused = |rule| LayoutError::alone(Operation::Shard, Rule::Sharding(rule));
        let other = |found: usize| refused(ShardRule::Devices { found, expected: devices });
        let by_hand = || unread("a part by hand (`manual`) has an array of its own on each device");
        let tiled = match &self.kind {
            Kind::Replicated => {
                return Sharding::replicated(&Mesh::new(&[("copy", devices)])?, shape);
            }
            &Kind::Maximal(device) if device >= devices => {
                return Err(refused(ShardRule::NoDevice { device }));
            }
            Kind::Maximal(device) => {
                return Sharding::replicated(&Mesh::with_devices(&[], &[*device])?, shape);
            }
            Kind::Other("unreduced") => {
                let terms = Sharding::replicated(&Mesh::new(&[("term", devices)])?, shape)?;
                return terms.partial(&["term"], Reduce::Sum);
            }
            Kind::Other(_) => return Err(unread("the sharding says of no element where it is")),
            Kind::Tuple(_) => {
                return Err(unread(
                    "a tuple has a sharding for each of its parts: see HloSharding::elements",
                ));
            }
            Kind::Named { manual, .. } if !manual.is_empty() => return Err(by_hand()),
            Kind::Named { sharding, .. } => {
                let MeshRef::Inline(mesh) = &sharding.mesh else {
                    return Err(unread("the mesh of the sharding is not in its text"));
                };
                let found = mesh.0.device_count();
                if found != devices {
                    return Err(other(found));
                }
                // XLA tiles an open axis as a closed one, and prints no axes for an array of any rank that is whole.
                let mut closed = sharding.clone().closed();
                if closed.dims.is_empty() {
                    closed.dims = vec![SdyDim::default(); shape.len()];
                }
                return closed.sharding(&mesh.0, shape);
            }
            Kind::Tiled(tiled) => tiled,
        };
        let rank = tiled.rank();
        ranks(rank, shape.len())?;
        let found = tiled.devices.count();
        if found != devices {
            return Err(other(found));
        }
        if tiled.last.contains(&Last::Manual) {
            return Err(by_hand());
        }
        let mut names: Vec<String> = (0..rank).map(|axis| format!("d{axis}")).collect();
        let terms = |last: &Last| if *last == Last::Terms { "term" } else { "copy" };
        names.extend(tiled.last.iter().map(|last| terms(last).into()));
        let axes = names.iter().map(String::as_str).zip(tiled.dims.iter().copied());
        let cut: Vec<_> =
            axes.enumerate().filter(|&(k, (_, size))| k >= rank || size > 1).collect();
        let axes: Vec<_> = cut.iter().map(|&(_, axis)| axis).collect();
        let mesh = match &tiled.devices {
            Devices::Iota(modes) if modes.len() < 2 => Mesh::new(&axes)?,
            devices => Mesh::with_devices(&axes, &devices.list())?,
        };
        let mut array = Sharding::replicated(&mesh, shape)?;
        for (axis, (name, _)) in cut {
            if axis < rank {
                array = array.split(axis, &[name], Split::Block)?;
            } else if name == "term" {
                array = array.partial(&[name], Reduce::Sum)?;
            }
        }
        Ok(array)
    }

    /// XLA's sharding with the elements of `array` on each device.
    ///
    /// # Errors
    /// [`ShardRule::Inexpressible`] for cyclic cuts, cuts of unlike shards, other reductions than sums, column-major local
    /// memory, and copies on devices that are not numbered from 0 on.
    pub fn of(array: &Sharding) -> Result<Self, LayoutError> {
        if array.order() == Order::ColumnMajor {
            return Err(unwritten("XLA's shardings have no order of local memory"));
        }
        if array.reduce().is_some_and(|reduce| reduce != Reduce::Sum) {
            return Err(unwritten("XLA's unreduced values are sums"));
        }
        let mesh = array.mesh();
        let many = || unwritten("XLA lists at most 2^24 devices here");
        if mesh.device_count() > MAX_DEVICES {
            return Err(many());
        }
        let (mut order, mut dims) = (Vec::new(), Vec::new());
        for axis in 0..array.rank() {
            dims.push(array.parts(axis));
            for (axes, split) in array.cuts(axis) {
                if split != Split::Block {
                    return Err(unwritten("XLA cuts axes in equal padded blocks"));
                }
                order.extend(axes);
            }
        }
        let terms = array.partial_axes();
        order.extend(terms);
        if !terms.is_empty() {
            dims.push(terms.iter().map(|&axis| mesh.size(axis)).product());
        }
        let free: Vec<usize> = (0..mesh.rank()).filter(|axis| !order.contains(axis)).collect();
        let copies = free.iter().map(|&axis| mesh.size(axis)).product();
        order.extend(free);
        if copies > 1 {
            dims.push(copies);
        }
        let devices = permuted(mesh, &order);
        let (kind, count) = if devices.len() == 1 && devices[0] != 0 {
            (Kind::Maximal(devices[0]), devices[0].saturating_add(1))
        } else {
            let count = devices.len();
            let mut last = Vec::new();
            last.extend((!terms.is_empty()).then_some(Last::Terms));
            last.extend((copies > 1).then_some(Last::Copies));
            let tiled = Tiled { dims, last, devices: Devices::of(devices) };
            (tiled.canonical(&mut MAX_DEVICES.clone()).ok_or_else(many)?, count)
        };
        let written = Self { kind, group: None };
        let again = written.sharding(&array.shape(), count)?;
        if !array.holds_like(&again)? {
            let what = match written.kind {
                Kind::Replicated => "XLA's `{replicated}` is all devices from 0 on",
                Kind::Other(_) => "XLA's `{unreduced}` is all devices from 0 on, in order",
                _ => "XLA cuts an axis once, in equal padded blocks",
            };
            return Err(unwritten(what));
        }
        Ok(written)
    }
}

/// The devices of a mesh, row-major over its axes in another order.
fn permuted(mesh: &Mesh, order: &[usize]) -> Vec<usize> {
    let step = |axis: usize| (axis + 1..mesh.rank()).map(|k| mesh.size(k)).product::<usize>();
    let mut positions = vec![0];
    for &axis in order {
        let along = |position| (0..mesh.size(axis)).map(move |k| position + k * step(axis));
        positions = positions.into_iter().flat_map(along).collect();
    }
    positions.into_iter().map(|position| mesh.device(position)).collect()
}
