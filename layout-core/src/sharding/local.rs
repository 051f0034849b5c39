//! What a device holds of a [`Sharding`]: extents, bytes, coordinates, and the devices of a coordinate.

use alloc::vec::Vec;
use core::ops::Range;

use super::array::{Order, Sharding, at_most, few_devices, list, of, refused};
use super::cut::{Axis, Level, Split};
use super::held::Held;
use super::meet::{common, steps};
use super::place::Place;
use crate::algebra::padded::Padded;
use crate::error::{ArrayRule, LayoutError, Operation, Rule, ShardRule};
use crate::number::multiply;
use crate::strided::AxisList;
use crate::value::limit::MAX_RANK;
use crate::value::{IntTuple, Layout, Tiler};

/// The greatest number of intervals that are compared.
const MOST_COMPARED: i64 = 1 << 24;

impl Sharding {
    /// The extents that a device holds.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`].
    pub fn local_shape(&self, device: usize) -> Result<AxisList, LayoutError> {
        let held = self.held(&self.place(device)?);
        Ok(list(held.iter().take(self.rank()).map(Held::count)))
    }

    /// The indices of an axis that a device holds, in ascending order, as ranges that do not touch. The numbers of the axis in
    /// local memory count them.
    ///
    /// ```
    /// use layout_core::sharding::Sharding;
    /// let a: Sharding = "(10/x:2,4) on [x=2]".parse()?;
    /// assert!(a.ranges(1, 0)?.eq([2..4, 6..8]));
    /// assert!(a.ranges(1, 1)?.eq([0..4]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`] and [`ShardRule::NoArrayAxis`].
    pub fn ranges(
        &self,
        device: usize,
        axis: usize,
    ) -> Result<impl Iterator<Item = Range<i64>> + use<>, LayoutError> {
        let (place, rank) = (self.place(device)?, self.rank());
        let cut = self.axes.get(axis).ok_or(of(ShardRule::NoArrayAxis { axis, rank }))?;
        Ok(cut.held(place.shards[axis]).ranges())
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
        list(self.axes.iter().map(Axis::most))
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
    /// [`ShardRule::Ranks`] and [`ShardRule::PastExtent`] outside of the array, and [`ShardRule::TooMany`] for more than
    /// `2^24` devices.
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
        let (what, instead) = ("devices of an element", "`global` has the elements of a device");
        few_devices(Operation::Local, terms * copies, what, instead)?;
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
    /// assert!(of("(12/x/y) on [x=2,y=3]")?.holds_like(&of("(12/z:2) on [z=6]")?)?);
    /// assert!(!of("(10/x/y) on [x=2,y=3]")?.holds_like(&of("(10/z) on [z=6]")?)?); // 2, 2, 1, 2, .. and 2, 2, 2, 2, ..
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::TooMany`] for unequal shardings of more than `2^24` devices each, if they have one shape and as many
    /// terms: the devices are compared one by one. Also for more than `2^24` intervals that unlike blocks of these devices share.
    pub fn holds_like(&self, other: &Self) -> Result<bool, LayoutError> {
        let mut spent = 0;
        let mut alike = |a: &Held, b: &Held| {
            if a == b || a.count() != b.count() || a.is_empty() {
                return Ok(a.count() == b.count());
            }
            // One list of indices may be several lists of blocks.
            spent = steps(a, b).saturating_add(spent);
            let (what, instead) = ("intervals to compare", "`ranges` has those of one device");
            at_most(Operation::Local, spent, what, MOST_COMPARED, instead)?;
            Ok(common(a, b) == a.count())
        };
        let count = self.mesh.device_count();
        if self.shape() != other.shape()
            || (self.reduce, self.terms()) != (other.reduce, other.terms())
            || count != other.mesh.device_count()
        {
            return Ok(false);
        }
        if self == other {
            return Ok(true);
        }
        let instead = "`local_shape` and `global` compare one";
        few_devices(Operation::Local, count, "devices to compare", instead)?;
        for position in 0..count {
            let Some(there) = other.mesh.position(self.mesh.device(position)) else {
                return Ok(false);
            };
            let (one, another) = (self.place_at(position), other.place_at(there));
            if one.term != another.term {
                return Ok(false);
            }
            for (a, b) in self.held(&one).iter().zip(&other.held(&another)) {
                if !alike(a, b)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
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
    /// [`ShardRule::NoArrayAxis`], [`ShardRule::Nested`] where several cuts, or a strided one, leave shards of several sizes,
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
            // Chunks that each have equal parts.
            [Level { split: Split::Strided(chunks), .. }]
                if extent > 0 && extent / parts % chunks == 0 && extent % parts == 0 =>
            {
                (extent / parts / chunks, chunks)
            }
            // Several cuts are one where each of them is even.
            [_, _, ..] | [Level { split: Split::Strided(_), .. }]
                if extent % parts != 0 || !cut.is_blocks() =>
            {
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
