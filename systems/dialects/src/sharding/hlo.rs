//! XLA's shardings, as HLO prints them: `{devices=[2,2]<=[4]}`.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, count, list, ranks, unread, unwritten};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

/// The greatest number of devices of a list.
const MAX_DEVICES: usize = 1 << 24;

/// A sharding of XLA (GSPMD): an array of devices whose axes cut the axes of an array, in padded blocks.
///
/// The last dimensions of the array of devices may hold copies (`last_tile_dim_replicate`) or terms of a sum (`unreduced`).
/// Reading brings a text to XLA's own form: copies in ascending order, adjacent dimensions of an iota as one.
///
/// ```
/// use static_layout_dialects::sharding::HloSharding;
/// let a: HloSharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}".parse()?;
/// let rows = a.sharding(&[5, 3], 4)?;
/// assert_eq!(rows.to_string(), "(5/d0,3) on [d0=2,copy=2]{0,2,1,3}");
/// assert_eq!(HloSharding::of(&rows)?, a);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HloSharding {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Replicated,
    Maximal(usize),
    /// `manual`, `unknown` or `unreduced`, which no sharding of a shape is.
    Other(&'static str),
    Tiled(Tiled),
}

/// An array of devices.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tiled {
    /// The shape: the tiles of each axis, then the terms and the copies where there are any.
    dims: Vec<usize>,
    terms: bool,
    copies: bool,
    /// The devices, row-major.
    devices: Vec<usize>,
    /// The iota that the text has: `(extent, stride)`, the slowest first. `None` for a list.
    iota: Option<Vec<(usize, usize)>>,
}

const OTHERS: [&str; 3] = ["manual", "unknown", "unreduced"];

impl HloSharding {
    /// The sharding of an array of this shape over `devices` devices. Its mesh axes are `d0`, `d1`, .. for the axes of the array
    /// that are cut, `term` and `copy`.
    ///
    /// # Errors
    /// [`ShardRule::Ranks`] for another rank, [`ShardRule::Devices`] for another number of devices, and
    /// [`ShardRule::Inexpressible`] for `manual`, `unknown` and `unreduced`.
    pub fn sharding(&self, shape: &[i64], devices: usize) -> Result<Sharding, LayoutError> {
        let tiled = match &self.kind {
            Kind::Replicated => {
                return Sharding::replicated(&Mesh::new(&[("copy", devices)])?, shape);
            }
            Kind::Maximal(device) => {
                return Sharding::replicated(&Mesh::with_devices(&[], &[*device])?, shape);
            }
            Kind::Other(_) => return Err(unread("the sharding says of no element where it is")),
            Kind::Tiled(tiled) => tiled,
        };
        let rank = tiled.rank();
        ranks(rank, shape.len())?;
        if tiled.devices.len() != devices {
            let rule = ShardRule::Devices { found: tiled.devices.len(), expected: devices };
            return Err(LayoutError::alone(Operation::Shard, Rule::Sharding(rule)));
        }
        let mut names: Vec<String> = (0..rank).map(|axis| format!("d{axis}")).collect();
        names.extend(tiled.terms.then(|| "term".into()));
        names.extend(tiled.copies.then(|| "copy".into()));
        let axes = names.iter().map(String::as_str).zip(tiled.dims.iter().copied());
        let cut: Vec<_> =
            axes.enumerate().filter(|&(k, (_, size))| k >= rank || size > 1).collect();
        let axes: Vec<_> = cut.iter().map(|&(_, axis)| axis).collect();
        let mesh = Mesh::with_devices(&axes, &tiled.devices)?;
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
        if mesh.device_count() > MAX_DEVICES {
            return Err(unwritten("XLA lists at most 2^24 devices here"));
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
        let kind = if devices.len() == 1 && devices[0] != 0 {
            Kind::Maximal(devices[0])
        } else {
            let iota = iota(&devices);
            Tiled { dims, terms: !terms.is_empty(), copies: copies > 1, devices, iota }.canonical()
        };
        let written = Self { kind };
        let again = written.sharding(&array.shape(), mesh.device_count())?;
        if !array.holds_like(&again)? {
            let what = match written.kind {
                Kind::Replicated => "XLA's `{replicated}` is all devices from 0 on",
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

/// Whether groups of `size` devices are whole modes of an iota, or a part of one. XLA writes other groups as a list.
fn is_aligned(modes: &[(usize, usize)], mut size: usize) -> bool {
    for &(extent, _) in modes.iter().rev() {
        if extent.is_multiple_of(size) {
            return true;
        }
        if !size.is_multiple_of(extent) {
            return false;
        }
        size /= extent;
    }
    size == 1
}

impl Tiled {
    /// The number of axes of the array.
    fn rank(&self) -> usize {
        self.dims.len() - usize::from(self.terms) - usize::from(self.copies)
    }

    /// XLA's form of the sharding.
    fn canonical(mut self) -> Kind {
        if self.copies && self.dims[..self.dims.len() - 1].iter().all(|&size| size == 1) {
            return Kind::Replicated;
        }
        if self.copies {
            let size = self.dims.last().copied().unwrap_or(1);
            if size == 1 {
                self.dims.pop();
                self.copies = false;
            }
            let aligned = self.iota.as_ref().is_none_or(|modes| is_aligned(modes, size));
            self.devices.chunks_mut(size).for_each(<[usize]>::sort_unstable);
            self.iota = if aligned && self.iota.is_some() { iota(&self.devices) } else { None };
        }
        if self.dims.iter().all(|&size| size == 1) && self.devices == [0] && self.rank() == 0 {
            return Kind::Replicated;
        }
        Kind::Tiled(self)
    }
}

impl fmt::Display for HloSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiled = match &self.kind {
            Kind::Replicated => return f.write_str("{replicated}"),
            Kind::Maximal(device) => return write!(f, "{{maximal device={device}}}"),
            Kind::Other(name) => return write!(f, "{{{name}}}"),
            Kind::Tiled(tiled) => tiled,
        };
        write!(f, "{{devices=[{}]", Joined(&tiled.dims, ","))?;
        match &tiled.iota {
            None => Joined(&tiled.devices, ",").fmt(f)?,
            Some(modes) => {
                let mut order: Vec<usize> = (0..modes.len()).collect();
                order.sort_unstable_by_key(|&k| core::cmp::Reverse(modes[k].1));
                let shape: Vec<usize> = order.iter().map(|&k| modes[k].0).collect();
                if shape.len() < 2 {
                    write!(f, "<=[{}]", tiled.devices.len())?;
                } else {
                    let of = |k: usize| order.iter().position(|&mode| mode == k).unwrap_or(0);
                    let transposed: Vec<usize> = (0..modes.len()).map(of).collect();
                    write!(f, "<=[{}]T({})", Joined(&shape, ","), Joined(&transposed, ","))?;
                }
            }
        }
        f.write_str(match (tiled.terms, tiled.copies) {
            (false, false) => "}",
            (false, true) => " last_tile_dim_replicate}",
            (true, false) => " last_tile_dims={unreduced}}",
            (true, true) => " last_tile_dims={unreduced, replicated}}",
        })
    }
}

impl FromStr for HloSharding {
    type Err = LayoutError;

    /// Reads `{replicated}`, `{maximal device=3}`, `{devices=[2,2]<=[2,2]T(1,0)}`, `{devices=[2,2]0,2,1,3}`, the last two
    /// with `last_tile_dim_replicate` or `last_tile_dims={unreduced, replicated}`, and `{manual}`, `{unknown}`,
    /// `{unreduced}`.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, sharding).map(|kind| Self { kind })
    }
}

fn sharding(scanner: &mut Scanner<'_>) -> Result<Kind, LayoutError> {
    scanner.expect("{", "`{` and a sharding of XLA")?;
    let kind = if scanner.eat("replicated") {
        Kind::Replicated
    } else if let Some(name) = OTHERS.into_iter().find(|name| scanner.eat(name)) {
        Kind::Other(name)
    } else if scanner.eat("maximal") {
        scanner.expect("device=", "`device=` and a device")?;
        Kind::Maximal(count(scanner, "a device")?)
    } else {
        scanner.expect(
            "devices=",
            "`devices=`, `replicated`, `maximal`, `manual`, `unknown` or `unreduced`",
        )?;
        tiled(scanner)?
    };
    scanner.expect("}", "`}`")?;
    Ok(kind)
}

/// Reads a list of sizes above 0.
fn sizes(scanner: &mut Scanner<'_>) -> Result<Vec<usize>, LayoutError> {
    const EXPECTED: &str = "a size of 1 or more";
    scanner.expect("[", "`[` and sizes")?;
    let sizes = list(scanner, "]", "`,` or `]`", |scanner| {
        let before = scanner.clone();
        let size = count(scanner, EXPECTED)?;
        if size == 0 { Err(before.clone().expected(EXPECTED)) } else { Ok(size) }
    })?;
    if sizes.is_empty() { Err(scanner.expected("at least one size")) } else { Ok(sizes) }
}

fn tiled(scanner: &mut Scanner<'_>) -> Result<Kind, LayoutError> {
    let mut dims = sizes(scanner)?;
    let many = "devices that there are sizes for";
    let expected = dims.iter().try_fold(1_usize, |all, &size| {
        all.checked_mul(size).filter(|&all| all <= MAX_DEVICES).ok_or(scanner.expected(many))
    })?;
    let is_iota = scanner.eat("<=");
    let mut devices = if is_iota { iota_devices(scanner, expected)? } else { Vec::new() };
    if !is_iota {
        devices.push(count(scanner, "`<=` or a device")?);
        while scanner.eat(",") {
            devices.push(count(scanner, "a device")?);
        }
    }
    if !is_iota && expected == 1 {
        return Err(scanner.expected("`<=` before one device"));
    }
    // Refuses another number of devices, and a device that occurs twice.
    Mesh::with_devices(&[("all", expected)], &devices)?;
    let (mut terms, mut copies) = (false, scanner.eat("last_tile_dim_replicate"));
    if !copies && scanner.eat("last_tile_dims=") {
        scanner.expect("{", "`{`")?;
        let mut swap = false;
        list(scanner, "}", "`,` or `}`", |scanner| {
            if !terms && scanner.eat("unreduced") {
                (terms, swap) = (true, copies);
            } else if !copies && scanner.eat("replicated") {
                copies = true;
            } else {
                return Err(scanner.expected("`unreduced` or `replicated`, once"));
            }
            Ok(())
        })?;
        if swap && dims.len() >= 2 {
            // XLA has the terms before the copies.
            let [.., a, b] = dims[..] else { return Err(scanner.expected("two sizes more")) };
            for part in devices.chunks_mut(a * b) {
                let transposed: Vec<usize> = (0..a * b).map(|k| part[k % a * b + k / a]).collect();
                part.copy_from_slice(&transposed);
            }
            let end = dims.len();
            dims.swap(end - 2, end - 1);
        }
    }
    if dims.len() < usize::from(terms) + usize::from(copies) {
        return Err(scanner.expected("a size for each of the last dimensions"));
    }
    let iota = if is_iota { iota(&devices) } else { None };
    Ok(Tiled { dims, terms, copies, devices, iota }.canonical())
}

/// Reads `[4,2]T(1,0)`: the numbers from 0 on, reshaped and transposed.
fn iota_devices(scanner: &mut Scanner<'_>, expected: usize) -> Result<Vec<usize>, LayoutError> {
    let shape = sizes(scanner)?;
    let found = shape.iter().try_fold(1_usize, |all, &size| all.checked_mul(size));
    if found != Some(expected) {
        return Err(scanner.expected("as many devices as the sizes have"));
    }
    let mut order: Vec<usize> = (0..shape.len()).collect();
    if scanner.eat("T") {
        scanner.expect("(", "`(` and an order")?;
        order = list(scanner, ")", "`,` or `)`", |scanner| count(scanner, "a dimension"))?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..shape.len()) {
            return Err(scanner.expected("each dimension once"));
        }
    }
    let step = |axis: usize| shape[axis + 1..].iter().product::<usize>();
    let mut devices = vec![0];
    for axis in order {
        let along = |device| (0..shape[axis]).map(move |k| device + k * step(axis));
        devices = devices.into_iter().flat_map(along).collect();
    }
    Ok(devices)
}
