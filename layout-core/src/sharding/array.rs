//! [`Sharding`]: what each device holds of an array.

use alloc::vec::Vec;

use super::cut::{Axis, Held, Level, Split};
use super::mesh::Mesh;
use crate::algebra::padded::Padded;
use crate::error::{ArrayRule, LayoutError, Operation, Rule, ShardRule};
use crate::layout::Layout;
use crate::layout::tiler::Tiler;
use crate::number::limit::{Limit, MAX_RANK};
use crate::number::multiply;
use crate::strided::AxisList;
use crate::tuple::IntTuple;

/// The greatest extent of an axis of a sharded array.
const MAX_EXTENT: i64 = 1 << 61;

/// The reduction that makes one value of the terms on several devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    /// The sum, neutral 0.
    Sum,
    /// The product, neutral 1.
    Product,
    /// The least, neutral the greatest value.
    Min,
    /// The greatest, neutral the least value.
    Max,
}

impl Reduce {
    /// The name: `sum`, `product`, `min`, `max`.
    ///
    /// ```
    /// use layout_core::sharding::Reduce;
    /// assert_eq!(Reduce::Sum.name(), "sum");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Product => "product",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}

/// The order of elements in the memory of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The last axis is the fastest, as in C and NumPy.
    #[default]
    RowMajor,
    /// The first axis is the fastest, as in Fortran and ScaLAPACK.
    ColumnMajor,
}

/// A layout from (device, local coordinate) to the coordinate of an array: for each axis of the array, how it is cut
/// over axes of a [`Mesh`].
///
/// Along a mesh axis that cuts nothing the devices hold copies, or terms of [partial](Self::partial) values. The elements
/// of a device are compact in its memory, in the [`Order`] of the sharding.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// let mesh = Mesh::new(&[("x", 2), ("y", 3)])?;
/// let a = Sharding::replicated(&mesh, &[5, 7])?.split(0, &["x"], Split::Block)?;
/// // Rows 0, 1, 2 on devices 0, 1, 2, and rows 3, 4 on devices 3, 4, 5.
/// assert_eq!(a.local_shape(4)?.to_string(), "(2,7)");
/// assert_eq!(a.global(4, &[1, 6])?.to_string(), "(4,6)");
/// assert_eq!(a.bytes(4, 8)?, 112);
/// let owners: Vec<usize> = a.owners(&[4, 6])?.map(|(device, _)| device).collect();
/// assert_eq!(owners, [3, 4, 5]);
/// assert!(!a.is_partition());
/// // The shape, each axis with its cut, and the mesh.
/// assert_eq!(a.to_string(), "(5/x,7) on [x=2,y=3]");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Sharding {
    pub(super) mesh: Mesh,
    pub(super) axes: Vec<Axis>,
    /// The mesh axes of partial values.
    pub(super) partial: Vec<usize>,
    pub(super) reduce: Option<Reduce>,
    pub(super) order: Order,
}

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
    /// The array of this shape, whole on every device.
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12 axes, [`Rule::NegativeExtent`], [`ShardRule::Long`] for an extent past `2^61`,
    /// and [`Rule::Overflow`] where the number of elements is past [`i64::MAX`].
    pub fn replicated(mesh: &Mesh, shape: &[i64]) -> Result<Self, LayoutError> {
        if shape.len() > MAX_RANK {
            return Err(refused(Rule::Full { limit: Limit::Rank }));
        }
        let mut size = 1_i64;
        for (axis, &extent) in shape.iter().enumerate() {
            if extent < 0 {
                return Err(refused(Rule::NegativeExtent { extent }));
            }
            if extent > MAX_EXTENT {
                return Err(of(ShardRule::Long { axis, extent, most: MAX_EXTENT }));
            }
            let factor = extent.max(1);
            let overflow = Rule::Overflow { a: size, operator: '*', b: factor };
            size = size.checked_mul(factor).ok_or(refused(overflow))?;
        }
        Ok(Self {
            mesh: mesh.clone(),
            axes: shape.iter().map(|&extent| Axis::whole(extent)).collect(),
            partial: Vec::new(),
            reduce: None,
            order: Order::RowMajor,
        })
    }

    /// The sharding with axis `axis` of the array cut over mesh axes, the first of which is the slowest. An axis that is cut
    /// already is cut again, shard by shard: DTensor's several `Shard(0)`, each with the sizes of its own shard.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Sharding, Split};
    /// let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    /// let whole = Sharding::replicated(&mesh, &[10])?;
    /// let once = whole.clone().split(0, &["x", "y"], Split::Block)?; // 3, 3, 3, 1
    /// let twice = whole.split(0, &["x"], Split::Block)?.split(0, &["y"], Split::Block)?; // 3, 2, 3, 2
    /// assert_eq!((once.local_size(1)?, twice.local_size(1)?), (3, 2));
    /// let refused = once.split(0, &["y"], Split::Block).unwrap_err();
    /// assert_eq!(refused.to_string(), "no sharding: the mesh axis y is used twice");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::NoArrayAxis`], [`ShardRule::NoAxis`] and [`ShardRule::AxisTaken`] for wrong axes,
    /// [`ShardRule::Block`] and [`ShardRule::First`] for wrong numbers of a cyclic cut, and [`ShardRule::AfterCyclic`] for
    /// an axis that is cut cyclically already.
    pub fn split(mut self, axis: usize, names: &[&str], split: Split) -> Result<Self, LayoutError> {
        let rank = self.rank();
        if axis >= rank {
            return Err(of(ShardRule::NoArrayAxis { axis, rank }));
        }
        let taken = self.take(names)?;
        let parts = taken.iter().map(|&k| self.mesh.size(k)).product();
        if let Split::Cyclic { block, first } = split {
            if block < 1 {
                return Err(of(ShardRule::Block { block }));
            }
            if first >= parts {
                return Err(of(ShardRule::First { first, parts }));
            }
        }
        let cut = &mut self.axes[axis];
        if cut.levels.last().is_some_and(|level| level.split != Split::Block) {
            return Err(of(ShardRule::AfterCyclic { axis }));
        }
        // No mesh axes cut nothing.
        if !taken.is_empty() {
            cut.levels.push(Level { axes: taken.len(), parts, split });
            cut.mesh_axes.extend(taken);
            cut.parts *= parts;
        }
        Ok(self)
    }

    /// The sharding whose devices along these mesh axes hold the terms of a reduction, not copies.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Reduce, Sharding};
    /// let mesh = Mesh::new(&[("x", 2)])?;
    /// let a = Sharding::replicated(&mesh, &[4])?.partial(&["x"], Reduce::Sum)?;
    /// assert_eq!(a.to_string(), "(4) sum x on [x=2]");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::NoAxis`] and [`ShardRule::AxisTaken`] for wrong axes, and [`ShardRule::Reductions`] for a second
    /// reduction.
    pub fn partial(mut self, names: &[&str], reduce: Reduce) -> Result<Self, LayoutError> {
        if let Some(have) = self.reduce
            && have != reduce
        {
            return Err(of(ShardRule::Reductions { from: have.name(), to: reduce.name() }));
        }
        let taken = self.take(names)?;
        if !taken.is_empty() {
            self.partial.extend(taken);
            self.reduce = Some(reduce);
        }
        Ok(self)
    }

    /// The mesh axes of these names, each of which is free.
    fn take(&self, names: &[&str]) -> Result<Vec<usize>, LayoutError> {
        let mut taken = Vec::new();
        for name in names {
            let axis = self.mesh.axis(name).map_err(|error| refused(error.rule()))?;
            if !self.is_free(axis) || taken.contains(&axis) {
                return Err(of(ShardRule::AxisTaken { name: self.mesh.dim_name(axis) }));
            }
            taken.push(axis);
        }
        Ok(taken)
    }

    /// Whether a mesh axis cuts nothing and has no terms.
    fn is_free(&self, axis: usize) -> bool {
        !self.partial.contains(&axis) && self.axes.iter().all(|cut| !cut.mesh_axes.contains(&axis))
    }

    /// The mesh axes along which the devices hold copies.
    pub(super) fn free(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.mesh.rank()).filter(|&axis| self.is_free(axis))
    }

    /// The sharding with another order of the elements in local memory. It is row-major at first.
    pub const fn with_order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// The sharding with other devices: a mesh of equal names and sizes.
    ///
    /// # Errors
    /// [`ShardRule::Names`], [`ShardRule::NoAxis`] and [`ShardRule::AxisSize`] for another mesh.
    pub fn with_mesh(&self, mesh: &Mesh) -> Result<Self, LayoutError> {
        self.mesh.has_sizes(mesh)?;
        Ok(Self { mesh: mesh.clone(), ..self.clone() })
    }

    /// The mesh.
    pub const fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The shape of the array.
    pub fn shape(&self) -> AxisList {
        list(self.axes.iter().map(|axis| axis.extent))
    }

    /// The number of axes of the array.
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// The number of elements of the array.
    pub fn size(&self) -> i64 {
        self.axes.iter().map(|axis| axis.extent).product()
    }

    /// The order of the elements in local memory.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The reduction of partial values. `None` where every device holds whole values.
    pub const fn reduce(&self) -> Option<Reduce> {
        self.reduce
    }

    /// The cuts of an axis of the array: the mesh axes of each, by number, and how they cut. None for a whole axis.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Sharding, Split};
    /// let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    /// let a = Sharding::replicated(&mesh, &[10])?.split(0, &["y", "x"], Split::cyclic(2))?;
    /// assert_eq!(a.cuts(0), [(vec![1, 0], Split::cyclic(2))]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn cuts(&self, axis: usize) -> Vec<(Vec<usize>, Split)> {
        let (axis, mut from) = (&self.axes[axis], 0);
        let cut = |level: &Level| {
            let taken = axis.mesh_axes[from..from + level.axes].to_vec();
            from += level.axes;
            (taken, level.split)
        };
        axis.levels.iter().map(cut).collect()
    }

    /// The mesh axes of partial values, by number.
    pub fn partial_axes(&self) -> &[usize] {
        &self.partial
    }

    /// The number of shards of an axis of the array.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn parts(&self, axis: usize) -> usize {
        self.axes[axis].parts
    }

    /// The extents that a device holds.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`].
    pub fn local_shape(&self, device: usize) -> Result<AxisList, LayoutError> {
        let held = self.held(&self.place(device)?);
        Ok(list(held.iter().take(self.rank()).map(Held::count)))
    }

    /// The greatest extents that a device holds: the shape of XLA's padded shard.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Sharding, Split};
    /// let mesh = Mesh::new(&[("x", 4)])?;
    /// let a = Sharding::replicated(&mesh, &[9, 2])?.split(0, &["x"], Split::Block)?;
    /// assert_eq!((a.shard_shape().to_string(), a.local_shape(3)?.to_string()), ("(3,2)".into(), "(0,2)".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn shard_shape(&self) -> AxisList {
        let most = |axis: &Axis| {
            // The shard of index 0 has at least as many indices as any other.
            if axis.extent == 0 { 0 } else { axis.held(axis.owner(0).0).count() }
        };
        list(self.axes.iter().map(most))
    }

    /// The number of elements that a device holds.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`].
    pub fn local_size(&self, device: usize) -> Result<i64, LayoutError> {
        Ok(self.local_shape(device)?.iter().product())
    }

    /// The number of bytes that a device holds.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`], [`ArrayRule::ItemSize`] for an item size below 1, and [`Rule::Overflow`].
    pub fn bytes(&self, device: usize, item_size: i64) -> Result<i64, LayoutError> {
        bytes(self.local_size(device)?, item_size)
    }

    /// The layout of a device's memory: the local shape, compact in the order of the sharding.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Order, Sharding, Split};
    /// let mesh = Mesh::new(&[("x", 2)])?;
    /// let a = Sharding::replicated(&mesh, &[5, 7])?.split(0, &["x"], Split::Block)?;
    /// assert_eq!(a.local_layout(1)?.to_string(), "(2,7):(7,1)");
    /// assert_eq!(a.with_order(Order::ColumnMajor).local_layout(1)?.to_string(), "(2,7):(1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`], and [`Rule::Overflow`] past [`isize::MAX`].
    pub fn local_layout(&self, device: usize) -> Result<Layout, LayoutError> {
        let shape = self.local_shape(device)?.to_tuple()?;
        match self.order {
            Order::RowMajor => Layout::row_major(shape),
            Order::ColumnMajor => Layout::col_major(shape),
        }
    }

    /// The coordinate in the array of a local coordinate of a device.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`], [`ShardRule::Ranks`] for another number of axes, and [`ShardRule::PastExtent`] outside of
    /// the local shape.
    pub fn global(&self, device: usize, local: &[i64]) -> Result<AxisList, LayoutError> {
        let held = self.held(&self.place(device)?);
        let shape = list(held.iter().take(self.rank()).map(Held::count));
        within(local, &shape)?;
        Ok(list(held.iter().zip(local).map(|(held, &index)| held.global(index))))
    }

    /// The row-major offset in the array of a local coordinate of a device.
    ///
    /// # Errors
    /// As [`global`](Self::global).
    pub fn offset(&self, device: usize, local: &[i64]) -> Result<i64, LayoutError> {
        let global = self.global(device, local)?;
        Ok(self.axes.iter().zip(&global[..]).fold(0, |offset, (axis, &i)| offset * axis.extent + i))
    }

    /// Every device that holds an element, or a term of it, and the local coordinate there, by position in the mesh.
    ///
    /// # Errors
    /// [`ShardRule::Ranks`] and [`ShardRule::PastExtent`] outside of the array.
    pub fn owners(
        &self,
        coordinate: &[i64],
    ) -> Result<impl Iterator<Item = (usize, AxisList)> + '_, LayoutError> {
        within(coordinate, &self.shape())?;
        let mut shards = [0; MAX_RANK];
        let mut local = list(coordinate.iter().copied());
        for (k, axis) in self.axes.iter().enumerate() {
            (shards[k], local.values[k]) = axis.owner(coordinate[k]);
        }
        let (terms, copies) = (self.terms(), self.copies());
        let mut positions: Vec<usize> = (0..terms * copies)
            .map(|k| self.at(&Place { shards, term: k / copies, copy: k % copies }))
            .collect();
        positions.sort_unstable();
        Ok(positions.into_iter().map(move |position| (self.mesh.device(position), local)))
    }

    /// Whether each element is on exactly one device: no mesh axis has copies or terms. `true` for an empty array.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Sharding, Split};
    /// let mesh = Mesh::new(&[("x", 3), ("y", 1)])?;
    /// let whole = Sharding::replicated(&mesh, &[2])?;
    /// assert!(!whole.is_partition());
    /// assert!(whole.split(0, &["x"], Split::Block)?.is_partition());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn is_partition(&self) -> bool {
        self.size() == 0 || self.terms() * self.copies() == 1
    }

    /// Whether each device has equal local coordinates for equal elements here and in another sharding, and the terms of equal
    /// numbers. The names of mesh axes and the order in local memory do not count.
    ///
    /// ```
    /// use layout_core::sharding::Sharding;
    /// let of = |text: &str| text.parse::<Sharding>();
    /// assert!(of("(12/x/y) on [x=2,y=3]")?.holds_like(&of("(12/z:2) on [z=6]")?));
    /// assert!(!of("(10/x/y) on [x=2,y=3]")?.holds_like(&of("(10/z) on [z=6]")?)); // 2, 2, 1, 2, .. and 2, 2, 2, 2, ..
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn holds_like(&self, other: &Self) -> bool {
        let alike = |a: &Held, b: &Held| a == b || (a.is_empty() && b.is_empty());
        let same = |position: usize| {
            let Some(there) = other.mesh.position(self.mesh.device(position)) else { return false };
            let (one, another) = (self.place_at(position), other.place_at(there));
            let (held, others) = (self.held(&one), other.held(&another));
            one.term == another.term && held.iter().zip(&others).all(|(a, b)| alike(a, b))
        };
        self.shape() == other.shape()
            && (self.reduce, self.terms()) == (other.reduce, other.terms())
            && self.mesh.device_count() == other.mesh.device_count()
            && (0..self.mesh.device_count()).all(same)
    }

    /// The cut of an axis as a padded division of `extent:1`: the modes (local, shard), and the test of what is inside. It has
    /// no coordinates for empty shards at the end.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Sharding, Split};
    /// let mesh = Mesh::new(&[("x", 2)])?;
    /// let a = Sharding::replicated(&mesh, &[11])?.split(0, &["x"], Split::cyclic(2))?;
    /// let cut = a.axis_layout(0)?;
    /// assert_eq!(cut.layout().to_string(), "((2,3),2):((1,4),2)"); // local (1,2) of shard 1 is 11
    /// assert!(cut.inside(&"((0,2),1)".parse()?)? && !cut.inside(&"((1,2),1)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::NoArrayAxis`], [`ShardRule::Nested`] where several cuts leave shards of several sizes,
    /// [`ShardRule::First`] where the first block is not on the first shard, [`Rule::Empty`] for an extent of 0, and
    /// [`Rule::Overflow`].
    pub fn axis_layout(&self, axis: usize) -> Result<Padded, LayoutError> {
        let rank = self.rank();
        let cut = self.axes.get(axis).ok_or(of(ShardRule::NoArrayAxis { axis, rank }))?;
        let (extent, parts) = (cut.extent, cut.parts as i64);
        let (block, cycles) = match cut.levels[..] {
            [Level { split: Split::Cyclic { first, .. }, parts, .. }] if first != 0 => {
                return Err(of(ShardRule::First { first, parts }));
            }
            [Level { split: Split::Cyclic { block, .. }, .. }] if extent > 0 => {
                let block = block.min(extent);
                (block, (extent - 1) / block / parts + 1)
            }
            // Several cuts are one where each of them is even.
            [_, _, ..] if extent % parts != 0 || !cut.is_blocks() => {
                return Err(of(ShardRule::Nested { axis }));
            }
            _ => (((extent - 1) / parts + 1).max(1), 1),
        };
        let tile = if cycles == 1 {
            Layout::new(block.into(), 1.into())?
        } else {
            let step = multiply(block, parts).map_err(refused)?;
            let pair = |a: i64, b: i64| IntTuple::tuple(&[a.into(), b.into()]);
            Layout::new(pair(block, cycles)?, pair(1, step)?)?
        };
        Layout::new(extent.into(), 1.into())?.zipped_divide_padded(&Tiler::whole(tile))
    }

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
        let mut held = [Held::run(0, 0); MAX_RANK];
        for ((held, axis), &shard) in held.iter_mut().zip(&self.axes).zip(&place.shards) {
            *held = axis.held(shard);
        }
        held
    }
}

/// At most 12 integers as a list.
fn list(values: impl Iterator<Item = i64>) -> AxisList {
    let mut list = AxisList::EMPTY;
    for value in values.take(MAX_RANK) {
        list.values[list.len] = value;
        list.len += 1;
    }
    list
}

/// Checks that a coordinate is inside a shape.
fn within(coordinate: &[i64], shape: &[i64]) -> Result<(), LayoutError> {
    let refused = |rule| LayoutError::alone(Operation::Local, Rule::Sharding(rule));
    if coordinate.len() != shape.len() {
        return Err(refused(ShardRule::Ranks { from: coordinate.len(), to: shape.len() }));
    }
    for (axis, (&index, &extent)) in coordinate.iter().zip(shape).enumerate() {
        if index < 0 || index >= extent {
            return Err(refused(ShardRule::PastExtent { axis, index, extent }));
        }
    }
    Ok(())
}

/// The bytes of `count` elements.
pub(super) fn bytes(count: i64, item_size: i64) -> Result<i64, LayoutError> {
    let refused = |rule| LayoutError::alone(Operation::Local, rule);
    if item_size < 1 {
        return Err(refused(Rule::Array(ArrayRule::ItemSize { item_size })));
    }
    let overflow = Rule::Overflow { a: count, operator: '*', b: item_size };
    count.checked_mul(item_size).ok_or(refused(overflow))
}

fn refused(rule: Rule) -> LayoutError {
    LayoutError::alone(Operation::Shard, rule)
}

fn of(rule: ShardRule) -> LayoutError {
    refused(Rule::Sharding(rule))
}
