//! XLA's shardings, as HLO prints them: `{devices=[2,2]<=[4]}`.
//!
//! | text | what becomes of it |
//! |---|---|
//! | `sharding={..}`, `mhlo.sharding = "{..}"` | read as `{..}` |
//! | `{replicated}`, `{maximal device=3}`, `{unreduced}` | read |
//! | `{manual}`, `{unknown}` | read; of no shape |
//! | `{devices=[2,2]<=[2,2]T(1,0)}`, `{devices=[2,2]0,2,1,3}` | read |
//! | `last_tile_dim_replicate`, `last_tile_dims={manual, unreduced, replicated}` | read; with `manual` it is of no shape |
//! | `shard_as 0`, `shard_like 0` | read and printed; a hint for the compiler, which moves no element |
//! | `metadata={..}` | its keys are checked and ignored: where in a program the sharding comes from |
//! | `{{..}, {..}}`, of a tuple | read; [`HloSharding::elements`] has the parts, none of which is a tuple |
//! | `{mesh['x'=2], [{'x'}]}`, with `device_ids=(..)`, `replicated=`, `unreduced=`, `manual=` | read, as Shardy's |
//! | `{maximal_mesh[device_id=3]}` | read as `{maximal device=3}` |
//! | a kind or key twice, two kinds, a device twice, negative devices | refused; XLA takes the last |

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::sdy::{axis, dim, quoted};
use super::{
    AxisRef, Joined, MeshRef, SdyDim, SdyMesh, SdySharding, count, list, ranks, unread, unwritten,
};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

/// The greatest number of devices of an array of devices.
const MAX_DEVICES: usize = 1 << 24;

/// The greatest number of devices that a text becomes lists of, where it does not list them itself: 32 MiB.
const MAX_LISTED: usize = 1 << 22;

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
    /// The instructions that are to have equal shardings: by which of two rules, and the number of the group.
    group: Option<(&'static str, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Replicated,
    Maximal(usize),
    /// `manual` or `unknown`, which no sharding of a shape is, or `unreduced`: terms of a sum on all devices.
    Other(&'static str),
    Tiled(Tiled),
    /// A sharding over named axes, and the axes of parts by hand.
    Named {
        sharding: SdySharding,
        manual: Vec<AxisRef>,
    },
    Tuple(Vec<HloSharding>),
}

/// An array of devices.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tiled {
    /// The shape: the tiles of each axis, then the sizes of `last`.
    dims: Vec<usize>,
    /// What the last dimensions are, each at most once, in this order.
    last: Vec<Last>,
    devices: Devices,
}

/// The devices of an array of devices, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Devices {
    /// The numbers from 0 on, reshaped and transposed: modes `(extent, stride)`, the slowest first. No two adjacent ones are
    /// one, and none has the extent 1.
    Iota(Vec<(usize, usize)>),
    List(Vec<usize>),
}

impl Devices {
    /// An iota where the list is one.
    fn of(list: Vec<usize>) -> Self {
        iota(&list).map_or(Self::List(list), Self::Iota)
    }

    fn count(&self) -> usize {
        match self {
            Self::Iota(modes) => modes.iter().map(|mode| mode.0).product(),
            Self::List(list) => list.len(),
        }
    }

    fn list(&self) -> Cow<'_, [usize]> {
        match self {
            Self::Iota(modes) => Cow::Owned(listed(modes)),
            Self::List(list) => Cow::Borrowed(list),
        }
    }

    /// Brings each `size` neighbours into ascending order. XLA writes a list where they are not modes of an iota.
    fn sort_each(self, size: usize, left: &mut usize) -> Option<Self> {
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
    fn into_list(self, left: &mut usize) -> Option<Vec<usize>> {
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

/// What one of the last dimensions of an array of devices is, in XLA's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Last {
    /// Each device has an array of its own.
    Manual,
    /// Terms of a sum.
    Terms,
    Copies,
}

impl Last {
    const ALL: [Self; 3] = [Self::Manual, Self::Terms, Self::Copies];

    const fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Terms => "unreduced",
            Self::Copies => "replicated",
        }
    }

    /// The sharding of which all devices are of this kind.
    const fn kind(self) -> Kind {
        match self {
            Self::Copies => Kind::Replicated,
            other => Kind::Other(other.name()),
        }
    }
}

const OTHERS: [&str; 3] = ["manual", "unknown", "unreduced"];
const GROUPS: [&str; 2] = ["shard_as", "shard_like"];

impl HloSharding {
    /// The shardings of the parts of a tuple. `None` for the sharding of an array.
    ///
    /// ```
    /// use static_layout_dialects::sharding::HloSharding;
    /// let a: HloSharding = "{{replicated}, {devices=[2]<=[2] metadata={op_name=\"x\"}}}".parse()?;
    /// let parts = a.elements().unwrap();
    /// assert_eq!((parts.len(), parts[1].to_string()), (2, "{devices=[2]<=[2]}".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn elements(&self) -> Option<&[Self]> {
        if let Kind::Tuple(parts) = &self.kind { Some(parts) } else { None }
    }

    /// The sharding of an array of this shape over `devices` devices. Its mesh axes are `d0`, `d1`, .. for the axes of the array
    /// that are cut, `term` and `copy`, or those that the text names.
    ///
    /// ```
    /// use static_layout_dialects::sharding::HloSharding;
    /// let terms: HloSharding = "{unreduced}".parse()?;
    /// assert_eq!(terms.sharding(&[5, 3], 4)?.to_string(), "(5,3) sum term on [term=4]");
    /// let copies: HloSharding = "{mesh['a'=2], replicated}".parse()?;
    /// assert_eq!(copies.sharding(&[5, 3], 2)?.to_string(), "(5,3) on [a=2]");
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
                if !sharding.dims.is_empty() {
                    return sharding.sharding(&mesh.0, shape);
                }
                // XLA prints no axes for an array of any rank that is whole.
                let dims = vec![SdyDim::default(); shape.len()];
                return SdySharding { dims, ..sharding.clone() }.sharding(&mesh.0, shape);
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
fn listed(modes: &[(usize, usize)]) -> Vec<usize> {
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
fn merged(modes: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
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

impl Tiled {
    /// The number of axes of the array.
    fn rank(&self) -> usize {
        self.dims.len() - self.last.len()
    }

    /// XLA's form of the sharding: the last dimensions in their order, each kind as one, none of size 1. `None` for more
    /// devices to list than are `left`.
    fn canonical(mut self, left: &mut usize) -> Option<Kind> {
        let rank = self.rank();
        let sizes = self.dims.split_off(rank);
        let is_whole = self.dims.iter().all(|&size| size == 1);
        if let (Some((first, rest)), true) = (self.last.split_first(), is_whole)
            && rest.iter().all(|last| last == first)
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
        // Beside others of size 1. XLA keeps terms as an array of devices until its text is read again.
        if let ([last], true) = (&self.last[..], is_whole) {
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

/// Prints the modes of an iota: `[4,2]T(1,0)`.
struct Iota<'a>(&'a [(usize, usize)]);

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

impl fmt::Display for HloSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        match &self.kind {
            Kind::Replicated => f.write_str("replicated")?,
            Kind::Maximal(device) => write!(f, "maximal device={device}")?,
            Kind::Other(name) => f.write_str(name)?,
            Kind::Tiled(tiled) => tiled.fmt(f)?,
            Kind::Named { sharding, manual } => named_text(f, sharding, manual)?,
            Kind::Tuple(parts) => Joined(parts, ", ").fmt(f)?,
        }
        if let Some((rule, group)) = self.group {
            write!(f, " {rule} {group}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Display for Tiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "devices=[{}]", Joined(&self.dims, ","))?;
        match &self.devices {
            Devices::List(list) => Joined(list, ",").fmt(f)?,
            Devices::Iota(modes) => write!(f, "<={}", Iota(modes))?,
        }
        match &self.last[..] {
            [] => Ok(()),
            [Last::Copies] => f.write_str(" last_tile_dim_replicate"),
            last => {
                let names: Vec<&str> = last.iter().map(|last| last.name()).collect();
                write!(f, " last_tile_dims={{{}}}", Joined(&names, ", "))
            }
        }
    }
}

/// Prints a sharding over named axes, in XLA's quotes.
fn named_text(
    f: &mut fmt::Formatter<'_>,
    sharding: &SdySharding,
    manual: &[AxisRef],
) -> fmt::Result {
    let MeshRef::Inline(mesh) = &sharding.mesh else { return Err(fmt::Error) };
    let mesh = &mesh.0;
    f.write_str("mesh[")?;
    for axis in 0..mesh.rank() {
        let comma = if axis > 0 { "," } else { "" };
        write!(f, "{comma}'{}'={}", mesh.name(axis), mesh.size(axis))?;
    }
    f.write_str("]")?;
    if !mesh.is_row_major() {
        match Devices::of(mesh.devices().collect()) {
            Devices::Iota(modes) => write!(f, ", device_ids=({})", Iota(&modes))?,
            Devices::List(list) => write!(f, ", device_ids=({})", Joined(&list, ","))?,
        }
    }
    let lists = [
        ("replicated", &sharding.replicated[..]),
        ("unreduced", &sharding.unreduced),
        ("manual", manual),
    ];
    if sharding.dims.is_empty() && lists.iter().all(|(_, axes)| axes.is_empty()) {
        return f.write_str(", replicated");
    }
    let quoted = |text: String| text.replace('"', "'");
    write!(f, ", [{}]", quoted(format!("{}", Joined(&sharding.dims, ", "))))?;
    for (name, axes) in lists {
        if !axes.is_empty() {
            write!(f, ", {name}={{{}}}", quoted(format!("{}", Joined(axes, ", "))))?;
        }
    }
    Ok(())
}

impl FromStr for HloSharding {
    type Err = LayoutError;

    /// Reads `{replicated}`, `{maximal device=3}`, `{devices=[2,2]<=[2,2]T(1,0)}`, `{devices=[2,2]0,2,1,3}`, the last two
    /// with `last_tile_dim_replicate` or `last_tile_dims={manual, unreduced, replicated}`, `{manual}`, `{unknown}`,
    /// `{unreduced}`, `{mesh['x'=2], [{'x'}]}`, and tuples of them. `metadata={..}` is ignored.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            if scanner.eat("mhlo.sharding") {
                scanner.expect("=", "`=` and a sharding")?;
                scanner.expect("\"", "`\"` and a sharding")?;
                let found = sharding(scanner)?;
                scanner.expect("\"", "`\"`")?;
                return Ok(found);
            }
            if scanner.eat("sharding") {
                scanner.expect("=", "`=` and a sharding")?;
            }
            sharding(scanner)
        })
    }
}

/// Reads `{..}` or, of a tuple, `{{..}, {..}}`.
fn sharding(scanner: &mut Scanner<'_>) -> Result<HloSharding, LayoutError> {
    let mut left = MAX_LISTED;
    let start = scanner.clone();
    scanner.expect("{", "`{` and a sharding of XLA")?;
    if !matches!(scanner.peek(), b'{' | b'}') {
        *scanner = start;
        return sharding_of_array(scanner, &mut left);
    }
    let parts = list(scanner, "}", "`,` or `}`", |scanner| sharding_of_array(scanner, &mut left))?;
    Ok(HloSharding { kind: Kind::Tuple(parts), group: None })
}

/// The refusal of a text of more devices than are listed.
fn many(scanner: &mut Scanner<'_>) -> LayoutError {
    scanner.expected("at most 2^22 devices, of all parts together, where they must be listed")
}

/// Reads `{..}`. Takes the number of devices that it lists from what is `left`.
fn sharding_of_array(
    scanner: &mut Scanner<'_>,
    left: &mut usize,
) -> Result<HloSharding, LayoutError> {
    scanner.expect("{", "`{` and a sharding of XLA")?;
    if matches!(scanner.peek(), b'{' | b'}') {
        return Err(scanner.expected("the sharding of an array"));
    }
    const KINDS: &str =
        "`devices=`, `replicated`, `maximal`, `manual`, `unknown`, `unreduced` or `mesh`, once";
    let (mut kind, mut last, mut metadata, mut group) = (None, None, false, None);
    while !scanner.eat("}") {
        let start = scanner.clone();
        let word = scanner.word();
        let found = match word {
            "replicated" => Parsed::Kind(Kind::Replicated),
            "maximal" => {
                scanner.expect("device=", "`device=` and a device")?;
                Parsed::Kind(Kind::Maximal(count(scanner, "a device")?))
            }
            "maximal_mesh" => {
                scanner.expect("[device_id=", "`[device_id=` and a device")?;
                let device = count(scanner, "a device")?;
                scanner.expect("]", "`]`")?;
                scanner.eat(",");
                Parsed::Kind(Kind::Maximal(device))
            }
            "mesh" => Parsed::Kind(named(scanner, &mut metadata, left)?),
            "devices" => {
                scanner.expect("=", "`=` and sizes")?;
                Parsed::Devices(tiled(scanner)?)
            }
            "last_tile_dim_replicate" if last.is_none() => {
                last = Some(Vec::from([Last::Copies]));
                continue;
            }
            "last_tile_dims" if last.is_none() => {
                scanner.expect("=", "`=` and kinds of dimensions")?;
                scanner.expect("{", "`{`")?;
                last = Some(list(scanner, "}", "`,` or `}`", last_kind)?);
                continue;
            }
            "metadata" if !metadata => {
                scanner.expect("=", "`=` and metadata")?;
                skip_metadata(scanner)?;
                metadata = true;
                continue;
            }
            _ => match OTHERS.into_iter().find(|&name| name == word) {
                Some(name) => Parsed::Kind(Kind::Other(name)),
                None => match GROUPS.into_iter().find(|&name| name == word) {
                    Some(name) if group.is_none() => {
                        group = Some((name, count(scanner, "the number of a group")?));
                        continue;
                    }
                    Some(_) => return Err(start.clone().expected("one group of shardings")),
                    None if ["last_tile_dim_replicate", "last_tile_dims", "metadata"]
                        .contains(&word) =>
                    {
                        return Err(start.clone().expected("each key once"));
                    }
                    None => return Err(start.clone().expected(KINDS)),
                },
            },
        };
        if kind.replace(found).is_some() {
            return Err(start.clone().expected("one kind of sharding, once"));
        }
    }
    let kind = match (kind, last) {
        (Some(Parsed::Devices(tiled)), last) => {
            let last = last.unwrap_or_default();
            if last.len() > tiled.dims.len() {
                return Err(scanner.expected("a size for each of the last dimensions"));
            }
            Tiled { last, ..tiled }.canonical(left).ok_or_else(|| many(scanner))?
        }
        (Some(Parsed::Kind(_)), Some(_)) => {
            return Err(scanner.expected("`devices=` where there are last dimensions"));
        }
        (Some(Parsed::Kind(kind)), None) => kind,
        (None, _) => return Err(scanner.expected(KINDS)),
    };
    Ok(HloSharding { kind, group })
}

/// The kind of a sharding, as far as it is read.
enum Parsed {
    Kind(Kind),
    /// Without the last dimensions, which follow.
    Devices(Tiled),
}

/// Reads the kind of one of the last dimensions.
fn last_kind(scanner: &mut Scanner<'_>) -> Result<Last, LayoutError> {
    let start = scanner.clone();
    let word = scanner.word();
    let found = Last::ALL.into_iter().find(|last| last.name() == word);
    found.ok_or_else(|| start.clone().expected("`manual`, `unreduced` or `replicated`"))
}

/// Reads `{op_name="x" source_line=3}`, or a list of such, `{{..}, {..}}`.
fn skip_metadata(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    scanner.expect("{", "`{` and metadata")?;
    if scanner.peek() != b'{' {
        return skip_attributes(scanner);
    }
    loop {
        scanner.expect("{", "`{` and metadata")?;
        skip_attributes(scanner)?;
        if scanner.eat("}") {
            return Ok(());
        }
        scanner.expect(",", "`,` or `}`")?;
    }
}

/// Reads `op_name="x" source_line=3}`: each key at most once, with commas between or without.
fn skip_attributes(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    const TEXTS: [&str; 6] = [
        "op_type",
        "op_name",
        "source_file",
        "deduplicated_name",
        "metadata_payload",
        "scheduling_name",
    ];
    const NUMBERS: [&str; 5] =
        ["source_line", "source_end_line", "source_column", "source_end_column", "stack_frame_id"];
    let mut seen = Vec::new();
    while !scanner.eat("}") {
        if !seen.is_empty() {
            scanner.eat(",");
        }
        let start = scanner.clone();
        let key = scanner.word();
        if seen.contains(&key) {
            return Err(start.clone().expected("each key of the metadata once"));
        }
        seen.push(key);
        let known = TEXTS.contains(&key) || NUMBERS.contains(&key) || key == "profile_type";
        if !known {
            return Err(start.clone().expected("a key of metadata, such as `op_name`, or `}`"));
        }
        scanner.expect("=", "`=` and a value")?;
        if TEXTS.contains(&key) {
            skip_string(scanner)?;
        } else if NUMBERS.contains(&key) {
            scanner.integer("an integer")?;
        } else {
            scanner.expect("{", "`{` and integers")?;
            list(scanner, "}", "`,` or `}`", |scanner| scanner.integer("an integer"))?;
        }
    }
    Ok(())
}

/// Reads a text in quotes, in which a backslash precedes a quote.
fn skip_string(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    const EXPECTED: &str = "a text in quotes";
    let rest = scanner.rest().as_bytes();
    let quote = rest.first().copied().filter(|byte| matches!(byte, b'"' | b'\''));
    let Some(quote) = quote else { return Err(scanner.expected(EXPECTED)) };
    let mut is_escaped = false;
    for (at, &byte) in rest.iter().enumerate().skip(1) {
        if byte == quote && !is_escaped {
            scanner.take(at + 1);
            return Ok(());
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    Err(scanner.expected(EXPECTED))
}

/// Reads `['x'=2,'y'=2], device_ids=([2,2]T(1,0)), [{'x'}, {'y', ?}], replicated={'z'}`, after `mesh`.
fn named(
    scanner: &mut Scanner<'_>,
    metadata: &mut bool,
    left: &mut usize,
) -> Result<Kind, LayoutError> {
    scanner.expect("[", "`[` and the axes of a mesh")?;
    let axes = list(scanner, "]", "`,` or `]`", |scanner| {
        let name = quoted(scanner, "the name of a mesh axis in quotes")?;
        scanner.expect("=", "`=` and the size of a mesh axis")?;
        Ok((name, count(scanner, "the size of a mesh axis")?))
    })?;
    let axes: Vec<_> = axes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    let mut mesh = Mesh::new(&axes)?;
    scanner.expect(",", "`,` and the axes of an array")?;
    if scanner.eat("device_ids=(") {
        let devices = if scanner.peek() == b'[' {
            let modes = iota_modes(scanner, mesh.device_count())?;
            Devices::Iota(modes).into_list(left).ok_or_else(|| many(scanner))?
        } else {
            let first = count(scanner, "a device or `[`")?;
            let mut devices = Vec::from([first]);
            while scanner.eat(",") {
                devices.push(count(scanner, "a device")?);
            }
            devices
        };
        scanner.expect(")", "`)`")?;
        mesh = mesh.relabelled(&devices)?;
        scanner.expect(",", "`,` and the axes of an array")?;
    }
    let (mut replicated, mut unreduced, mut manual) = (Vec::new(), Vec::new(), Vec::new());
    let mut dims = Vec::new();
    if !scanner.eat("replicated") {
        scanner.expect("[", "`[` and the axes of an array, or `replicated`")?;
        dims = list(scanner, "]", "`,` or `]`", dim)?;
    }
    if dims.iter().any(|dim| dim.priority.is_some()) {
        return Err(scanner.expected("no priority, which XLA does not have"));
    }
    while scanner.eat(",") {
        let start = scanner.clone();
        let axes = match scanner.word() {
            "replicated" => &mut replicated,
            "unreduced" => &mut unreduced,
            "manual" => &mut manual,
            "metadata" if !*metadata => {
                scanner.expect("=", "`=` and metadata")?;
                skip_metadata(scanner)?;
                *metadata = true;
                continue;
            }
            _ => {
                return Err(start
                    .clone()
                    .expected("`replicated=`, `unreduced=`, `manual=` or `metadata=`, each once"));
            }
        };
        if !axes.is_empty() {
            return Err(start.clone().expected("each list of mesh axes once"));
        }
        scanner.expect("=", "`=` and mesh axes")?;
        scanner.expect("{", "`{` and mesh axes")?;
        *axes = list(scanner, "}", "`,` or `}`", axis)?;
    }
    let axes = dims.iter().flat_map(|dim| &dim.axes).chain(&replicated);
    for axis in axes.chain(&unreduced).chain(&manual) {
        mesh.axis(&axis.name)?;
    }
    let mesh = MeshRef::Inline(SdyMesh(mesh));
    Ok(Kind::Named { sharding: SdySharding { mesh, dims, replicated, unreduced }, manual })
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

fn tiled(scanner: &mut Scanner<'_>) -> Result<Tiled, LayoutError> {
    let dims = sizes(scanner)?;
    let many = "devices that there are sizes for";
    let expected = dims.iter().try_fold(1_usize, |all, &size| {
        all.checked_mul(size).filter(|&all| all <= MAX_DEVICES).ok_or(scanner.expected(many))
    })?;
    let devices = if scanner.eat("<=") {
        Devices::Iota(iota_modes(scanner, expected)?)
    } else {
        let mut list = vec![count(scanner, "`<=` or a device")?];
        while scanner.eat(",") {
            list.push(count(scanner, "a device")?);
        }
        if expected == 1 {
            return Err(scanner.expected("`<=` before one device"));
        }
        // Refuses another number of devices, and a device that occurs twice.
        Mesh::with_devices(&[("all", expected)], &list)?;
        Devices::List(list)
    };
    Ok(Tiled { dims, last: Vec::new(), devices })
}

/// Reads `[4,2]T(1,0)`: the numbers from 0 on, reshaped and transposed.
fn iota_modes(
    scanner: &mut Scanner<'_>,
    expected: usize,
) -> Result<Vec<(usize, usize)>, LayoutError> {
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
    Ok(merged(order.into_iter().map(|axis| (shape[axis], step(axis)))))
}
