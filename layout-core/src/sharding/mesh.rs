//! [`Mesh`]: devices with named axes.

use alloc::vec::Vec;

use crate::error::{LayoutError, Operation, Rule, ShardRule};
use crate::value::limit::{Limit, MAX_RANK};
use crate::value::name::{DimName, MAX_NAME};
use crate::value::{IntTuple, Layout, Tiler};

/// The greatest number of devices of a mesh.
const MAX_DEVICES: usize = 1 << 31;

/// The greatest number of devices that are listed, or compared one by one.
pub(super) const MAX_LISTED: usize = 1 << 24;

/// Devices with named axes: a function from the coordinates of the mesh to the numbers of devices, given as a layout or as
/// a list.
///
/// A *position* is the row-major number of a coordinate of the mesh: the last axis is the fastest.
///
/// ```
/// use layout_core::{Layout, sharding::Mesh};
/// let a = Mesh::new(&[("x", 2), ("y", 4)])?;
/// assert_eq!((a.device_count(), a.device(5), a.to_string()), (8, 5, "[x=2,y=4]".into()));
/// // XLA's `[4,2]<=[2,4]T(1,0)`: the columns of the numbers 0..8.
/// let b = Mesh::with_layout(&["x", "y"], &Layout::parse("(4,2):(1,4)")?)?;
/// assert_eq!((b.device(1), b.position(4)), (4, Some(1)));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone)]
pub struct Mesh {
    names: Vec<DimName>,
    sizes: Vec<usize>,
    devices: Devices,
}

/// The device at each position.
#[derive(Clone)]
enum Devices {
    /// The position itself.
    Iota,
    /// Mode `k` of the layout is axis `k` of the mesh.
    Layout(Layout),
    /// By position; and the positions in order of their devices.
    List { devices: Vec<usize>, positions: Vec<usize> },
}

impl Mesh {
    /// The mesh of axes with these names and sizes whose devices are numbered row-major: position `i` is device `i`.
    ///
    /// # Errors
    /// [`ShardRule::Name`] for an empty name or one past 31 bytes, [`ShardRule::NameBytes`] for one of other bytes than ASCII
    /// letters, digits and `_`, [`ShardRule::AxisTwice`] for a name that is there
    /// twice, [`ShardRule::NoDevices`] for a size of 0, [`ShardRule::ManyDevices`] for more than `2^31` devices, and
    /// [`Rule::Full`] for more than 12 axes.
    pub fn new(axes: &[(&str, usize)]) -> Result<Self, LayoutError> {
        if axes.len() > MAX_RANK {
            return Err(refused(Rule::Full { limit: Limit::Rank }));
        }
        let (mut names, mut sizes, mut count) = (Vec::new(), Vec::new(), 1_usize);
        for &(name, size) in axes {
            if name.is_empty() || name.len() > MAX_NAME {
                return Err(of(ShardRule::Name { length: name.len(), most: MAX_NAME }));
            }
            if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return Err(of(ShardRule::NameBytes { name: DimName::new(name) }));
            }
            let name = DimName::new(name);
            if names.contains(&name) {
                return Err(of(ShardRule::AxisTwice { name }));
            }
            if size == 0 {
                return Err(of(ShardRule::NoDevices { name }));
            }
            count = match count.checked_mul(size) {
                Some(count) if count <= MAX_DEVICES => count,
                _ => return Err(of(ShardRule::ManyDevices { most: MAX_DEVICES })),
            };
            names.push(name);
            sizes.push(size);
        }
        Ok(Self { names, sizes, devices: Devices::Iota })
    }

    /// The mesh with an axis for each mode of a layout, whose offsets are the devices. A mode may be nested.
    ///
    /// ```
    /// use layout_core::{Layout, sharding::Mesh};
    /// let twice = Mesh::with_layout(&["x"], &Layout::parse("(4):(0)")?).unwrap_err();
    /// assert_eq!(twice.to_string(), "no mesh: device 0 appears twice");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), [`ShardRule::Names`] for another number of names, [`ShardRule::DeviceTwice`] and
    /// [`ShardRule::NegativeDevice`].
    pub fn with_layout(names: &[&str], devices: &Layout) -> Result<Self, LayoutError> {
        if names.len() != devices.rank() {
            return Err(of(ShardRule::Names { names: names.len(), axes: devices.rank() }));
        }
        let (mut axes, mut least) = (Vec::new(), 0);
        let (mut shapes, mut strides) = (Vec::new(), Vec::new());
        for (k, name) in names.iter().enumerate() {
            let mode = devices.mode(k)?;
            axes.push((*name, mode.size() as usize));
            shapes.push(mode.shape());
            strides.push(mode.stride());
        }
        // A mode for each axis also where the layout is one leaf.
        let devices = Layout::new(IntTuple::tuple(&shapes)?, IntTuple::tuple(&strides)?)?;
        // Strides with a basis have no offset.
        devices.index(&0.into())?;
        for k in 0..devices.leaf_count() {
            let (extent, stride) = devices.leaf(k);
            least += (extent - 1).max(0) * stride.min(0);
        }
        if least < 0 {
            return Err(of(ShardRule::NegativeDevice { device: least }));
        }
        let mut mesh = Self::new(&axes)?;
        if let Some((one, _)) = devices.collision()? {
            return Err(of(ShardRule::DeviceTwice { device: devices.index(&one.into())? }));
        }
        mesh.devices = Devices::Layout(devices);
        if devices.coord_of(0).is_err() {
            // Modes that interleave: no coordinate follows from the strides alone.
            if mesh.device_count() > MAX_LISTED {
                return Err(of(ShardRule::ManyDevices { most: MAX_LISTED }));
            }
            let list: Vec<usize> = mesh.devices().collect();
            return mesh.relabelled(&list);
        }
        if (0..mesh.rank()).all(|k| mesh.step(k) == Some(mesh.row_major_step(k))) {
            mesh.devices = Devices::Iota;
        }
        Ok(mesh)
    }

    /// The mesh of axes with these names and sizes whose devices are a list, row-major.
    ///
    /// ```
    /// use layout_core::sharding::Mesh;
    /// let a = Mesh::with_devices(&[("x", 2), ("y", 2)], &[0, 1, 3, 2])?;
    /// assert_eq!((a.position(2), a.position(4)), (Some(3), None));
    /// assert_eq!(a.to_string(), "[x=2,y=2]{0,1,3,2}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), [`ShardRule::Devices`] for another number of devices, and [`ShardRule::DeviceTwice`].
    pub fn with_devices(axes: &[(&str, usize)], devices: &[usize]) -> Result<Self, LayoutError> {
        Self::new(axes)?.relabelled(devices)
    }

    /// The mesh with other devices: a list by position.
    ///
    /// # Errors
    /// As [`with_devices`](Self::with_devices).
    pub fn relabelled(mut self, devices: &[usize]) -> Result<Self, LayoutError> {
        let expected = self.device_count();
        if devices.len() != expected {
            return Err(of(ShardRule::Devices { found: devices.len(), expected }));
        }
        if devices.iter().copied().eq(0..expected) {
            self.devices = Devices::Iota;
            return Ok(self);
        }
        let mut positions: Vec<usize> = (0..expected).collect();
        positions.sort_unstable_by_key(|&position| devices[position]);
        for pair in positions.windows(2) {
            if devices[pair[0]] == devices[pair[1]] {
                return Err(of(ShardRule::DeviceTwice { device: devices[pair[0]] as i64 }));
            }
        }
        self.devices = Devices::List { devices: devices.to_vec(), positions };
        Ok(self)
    }

    /// The mesh with one axis as several, the slowest first. Every position keeps its device.
    ///
    /// ```
    /// use layout_core::sharding::Mesh;
    /// let a: Mesh = "[x=2,y=4](2,4):(1,2)".parse()?;
    /// let b = a.refined("y", &[("slow", 2), ("fast", 2)])?;
    /// assert_eq!(b.to_string(), "[x=2,slow=2,fast=2](2,2,2):(1,4,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), [`ShardRule::NoAxis`], and [`ShardRule::AxisSize`] for sizes with another product.
    pub fn refined(&self, name: &str, parts: &[(&str, usize)]) -> Result<Self, LayoutError> {
        let axis = self.axis(name).map_err(|error| refused(error.rule()))?;
        let found = parts.iter().fold(1_usize, |all, part| all.saturating_mul(part.1));
        let expected = self.sizes[axis];
        if found != expected {
            return Err(of(ShardRule::AxisSize { name: self.names[axis], found, expected }));
        }
        let whole = |k: usize| (self.name(k), self.sizes[k]);
        let mut axes: Vec<(&str, usize)> = (0..axis).map(whole).collect();
        axes.extend(parts);
        axes.extend((axis + 1..self.rank()).map(whole));
        let mut mesh = Self::new(&axes)?;
        let Devices::Layout(layout) = &self.devices else {
            mesh.devices = self.devices.clone();
            return Ok(mesh);
        };
        let names: Vec<&str> = axes.iter().map(|&(name, _)| name).collect();
        if let Ok(devices) = refined_layout(layout, axis, parts) {
            return Self::with_layout(&names, &devices);
        }
        // A nested mode whose leaves do not end where parts do: no stride for each part.
        if expected > MAX_LISTED / (self.device_count() / expected) {
            return Err(of(ShardRule::ManyDevices { most: MAX_LISTED }));
        }
        mesh.relabelled(&self.devices().collect::<Vec<_>>())
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The name of axis `axis`.
    ///
    /// # Panics
    /// If there is none.
    pub fn name(&self, axis: usize) -> &str {
        self.names[axis].as_str()
    }

    /// The number of devices along axis `axis`.
    ///
    /// # Panics
    /// If there is none.
    pub fn size(&self, axis: usize) -> usize {
        self.sizes[axis]
    }

    /// The number of the axis of this name.
    ///
    /// # Errors
    /// [`ShardRule::NoAxis`].
    pub fn axis(&self, name: &str) -> Result<usize, LayoutError> {
        let found = self.names.iter().position(|have| have.as_str() == name);
        found.ok_or(of(ShardRule::NoAxis { name: DimName::new(name) }))
    }

    pub(super) fn dim_name(&self, axis: usize) -> DimName {
        self.names[axis]
    }

    /// The number of devices.
    pub fn device_count(&self) -> usize {
        self.sizes.iter().product()
    }

    /// The device at a position.
    ///
    /// # Panics
    /// If there is none.
    pub fn device(&self, position: usize) -> usize {
        assert!(position < self.device_count(), "no such position");
        match &self.devices {
            Devices::Iota => position,
            Devices::List { devices, .. } => devices[position],
            Devices::Layout(layout) => {
                let coords = self.coords(position);
                let mut leaves = [IntTuple::leaf(0); MAX_RANK];
                for (leaf, c) in leaves.iter_mut().zip(coords) {
                    *leaf = IntTuple::leaf(c as i64);
                }
                let coord = IntTuple::tuple(&leaves[..self.rank()]);
                match coord.and_then(|coord| layout.index(&coord.into())) {
                    Ok(device) => device as usize,
                    Err(_) => unreachable!("the coordinate is in range"),
                }
            }
        }
    }

    /// The position of a device. `None` for a device outside of the mesh.
    pub fn position(&self, device: usize) -> Option<usize> {
        match &self.devices {
            Devices::Iota => (device < self.device_count()).then_some(device),
            Devices::List { devices, positions } => {
                let found = positions.binary_search_by_key(&device, |&position| devices[position]);
                found.ok().map(|k| positions[k])
            }
            Devices::Layout(layout) => {
                let coord = layout.coord_of(i64::try_from(device).ok()?).ok()?;
                let mut coords = [0; MAX_RANK];
                for (k, c) in coords.iter_mut().enumerate().take(self.rank()) {
                    // The linear index within a nested mode.
                    let (mode, shape) = (coord.mode(k).ok()?, layout.mode(k).ok()?.shape());
                    *c = mode.crd2idx(&shape).ok()? as usize;
                }
                Some(self.at(&coords))
            }
        }
    }

    /// The devices by position.
    pub fn devices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.device_count()).map(|position| self.device(position))
    }

    /// The offsets as a layout, where they are one: `None` for a list.
    ///
    /// ```
    /// use layout_core::sharding::Mesh;
    /// assert_eq!(Mesh::new(&[("x", 2), ("y", 4)])?.layout().unwrap().to_string(), "(2,4):(4,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn layout(&self) -> Option<Layout> {
        match &self.devices {
            Devices::Layout(layout) => Some(*layout),
            Devices::List { .. } => None,
            Devices::Iota => {
                let mut sizes = [IntTuple::leaf(0); MAX_RANK];
                for (leaf, &size) in sizes.iter_mut().zip(&self.sizes) {
                    *leaf = IntTuple::leaf(size as i64);
                }
                Layout::row_major(IntTuple::tuple(&sizes[..self.rank()]).ok()?).ok()
            }
        }
    }

    /// Whether each position is the device of its number.
    pub(super) const fn is_row_major(&self) -> bool {
        matches!(self.devices, Devices::Iota)
    }

    /// Checks that another mesh has axes of these names and sizes.
    pub(super) fn has_sizes(&self, other: &Self) -> Result<(), LayoutError> {
        if other.rank() != self.rank() {
            return Err(of(ShardRule::Names { names: other.rank(), axes: self.rank() }));
        }
        for (axis, &name) in self.names.iter().enumerate() {
            if other.names[axis] != name {
                return Err(of(ShardRule::NoAxis { name }));
            }
            let (found, expected) = (other.sizes[axis], self.sizes[axis]);
            if found != expected {
                return Err(of(ShardRule::AxisSize { name, found, expected }));
            }
        }
        Ok(())
    }

    /// The coordinate of a position.
    pub(super) fn coords(&self, mut position: usize) -> [usize; MAX_RANK] {
        let mut coords = [0; MAX_RANK];
        for k in (0..self.rank()).rev() {
            coords[k] = position % self.sizes[k];
            position /= self.sizes[k];
        }
        coords
    }

    /// The position of a coordinate.
    pub(super) fn at(&self, coords: &[usize; MAX_RANK]) -> usize {
        self.sizes.iter().zip(coords).fold(0, |position, (&size, &c)| position * size + c)
    }

    /// The devices along an axis, from the device at position 0 on, as a coalesced layout. `None` for a list.
    fn line(&self, axis: usize) -> Option<Layout> {
        self.layout()?.mode(axis).ok()?.coalesce().ok()
    }

    /// The step of an axis whose mode is a leaf.
    fn step(&self, axis: usize) -> Option<i64> {
        let Devices::Layout(layout) = &self.devices else { return None };
        let mode = layout.mode(axis).ok()?;
        if mode.size() == 1 {
            return Some(self.row_major_step(axis));
        }
        (mode.leaf_count() == 1).then(|| mode.leaf(0).1)
    }

    fn row_major_step(&self, axis: usize) -> i64 {
        self.sizes[axis + 1..].iter().product::<usize>() as i64
    }
}

/// The layout with mode `axis` as several, the slowest first. The last of them takes every device of the mode in turn.
fn refined_layout(
    layout: &Layout,
    axis: usize,
    parts: &[(&str, usize)],
) -> Result<Layout, LayoutError> {
    let (mut shapes, mut strides) = (Vec::new(), Vec::new());
    let mut push = |mode: Layout| {
        shapes.push(mode.shape());
        strides.push(mode.stride());
    };
    for k in 0..layout.rank() {
        let mode = layout.mode(k)?;
        if k != axis {
            push(mode);
            continue;
        }
        let mut step = mode.size();
        for &(_, size) in parts {
            step /= size as i64;
            push(mode.compose(&Tiler::whole(Layout::new((size as i64).into(), step.into())?))?);
        }
    }
    Layout::new(IntTuple::tuple(&shapes)?, IntTuple::tuple(&strides)?)
}

impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        (&self.names, &self.sizes) == (&other.names, &other.sizes)
            && match (&self.devices, &other.devices) {
                (Devices::Iota, Devices::Iota) => true,
                (Devices::List { .. }, _) | (_, Devices::List { .. }) => {
                    self.devices().eq(other.devices())
                }
                // A mode has one coalesced form: its first stride, and the number of steps before another one.
                _ => (0..self.rank()).all(|axis| self.line(axis) == other.line(axis)),
            }
    }
}

impl Eq for Mesh {}

fn refused(rule: Rule) -> LayoutError {
    LayoutError::alone(Operation::Mesh, rule)
}

fn of(rule: ShardRule) -> LayoutError {
    refused(Rule::Sharding(rule))
}
