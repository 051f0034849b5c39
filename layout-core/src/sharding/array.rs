//! [`Sharding`]: what each device holds of an array.

use alloc::vec::Vec;

use super::cut::{Axis, Level, MOST_BLOCKS, Split};
use super::mesh::{MAX_LISTED, Mesh};
use crate::error::{LayoutError, Operation, Rule, ShardRule};
use crate::strided::AxisList;
use crate::value::limit::{Limit, MAX_RANK};

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
    /// The sum divided by the number of terms. Has no neutral value.
    Average,
}

impl Reduce {
    /// The name: `sum`, `product`, `min`, `max`, `average`.
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
            Self::Average => "average",
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
    /// [`ShardRule::Block`] and [`ShardRule::First`] for wrong numbers of a cyclic cut, [`ShardRule::Chunks`] for a strided cut
    /// without a chunk, [`ShardRule::AfterCyclic`] for an axis that is cut cyclically already, and [`ShardRule::TooMany`] for
    /// shards of more than `2^20` blocks together, where a cut is strided.
    pub fn split(
        mut self,
        axis: usize,
        names: &[&str],
        mut split: Split,
    ) -> Result<Self, LayoutError> {
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
        if let Split::Strided(chunks) = split {
            if chunks < 1 {
                return Err(of(ShardRule::Chunks { chunks }));
            }
            if chunks == 1 || parts == 1 {
                split = Split::Block;
            }
        }
        let cut = &mut self.axes[axis];
        if cut.levels.last().is_some_and(|level| matches!(level.split, Split::Cyclic { .. })) {
            return Err(of(ShardRule::AfterCyclic { axis }));
        }
        // No mesh axes cut nothing.
        if !taken.is_empty() && !cut.cut(taken, parts, split) {
            let most = MOST_BLOCKS as i64;
            let (what, instead) =
                ("or more blocks of shards", "fewer devices or chunks have fewer");
            at_most(Operation::Shard, most + 1, what, most, instead)?;
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
    pub(super) fn is_free(&self, axis: usize) -> bool {
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
}

/// At most 12 integers as a list.
pub(super) fn list(values: impl Iterator<Item = i64>) -> AxisList {
    let mut list = AxisList::EMPTY;
    for value in values.take(MAX_RANK) {
        list.values[list.len] = value;
        list.len += 1;
    }
    list
}

pub(super) fn refused(rule: Rule) -> LayoutError {
    LayoutError::alone(Operation::Shard, rule)
}

pub(super) fn of(rule: ShardRule) -> LayoutError {
    refused(Rule::Sharding(rule))
}

/// Refuses an operation on more things than it takes.
pub(super) fn at_most(
    operation: Operation,
    count: i64,
    what: &'static str,
    most: i64,
    instead: &'static str,
) -> Result<(), LayoutError> {
    let rule = Rule::Sharding(ShardRule::TooMany { count, what, most, instead });
    if count <= most { Ok(()) } else { Err(LayoutError::alone(operation, rule)) }
}

/// Refuses devices that are too many to compare or to list one by one.
pub(super) fn few_devices(
    operation: Operation,
    count: usize,
    what: &'static str,
    instead: &'static str,
) -> Result<(), LayoutError> {
    at_most(operation, count as i64, what, MAX_LISTED as i64, instead)
}
