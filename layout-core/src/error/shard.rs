//! The rules of meshes, shardings and plans: a row each, with its numbers and its words.

use crate::error::words::rules;
use crate::value::DimName;

rules! {
    /// A rule of arrays on many devices, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum ShardRule {
        /// A name of a mesh axis that is empty or too long.
        Name { length: usize, most: usize }: "the name of a mesh axis has 1 to {most} bytes, not {length}";
        /// A name of a mesh axis that no text can have.
        NameBytes { name: DimName }: "the name {name} of a mesh axis has bytes other than letters, digits and `_`";
        /// A mesh axis that is not there.
        NoAxis { name: DimName }: "the mesh has no axis {name}";
        /// A mesh axis that appears twice.
        AxisTwice { name: DimName }: "the mesh axis {name} appears twice";
        /// A mesh axis that cuts the array, or has partial values, already.
        AxisTaken { name: DimName }: "the mesh axis {name} is used twice";
        /// A mesh axis without devices.
        NoDevices { name: DimName }: "the mesh axis {name} has no devices";
        /// Another number of names than of axes.
        Names { names: usize, axes: usize }: "{names} names for {axes} mesh axes";
        /// A mesh axis of another size.
        AxisSize { name: DimName, found: usize, expected: usize }:
            "the mesh axis {name} has {found} devices, not {expected}";
        /// Another number of devices than the mesh has positions.
        Devices { found: usize, expected: usize }: "{found} devices for {expected} positions of the mesh";
        /// More devices than are numbered.
        ManyDevices { most: usize }: "a mesh has at most {most} devices";
        /// A device at two positions of the mesh.
        DeviceTwice { device: i64 }: "device {device} appears twice";
        /// A negative number of a device.
        NegativeDevice { device: i64 }: "the device {device} is negative";
        /// A device outside of the mesh.
        NoDevice { device: usize }: "device {device} is not in the mesh";
        /// An axis of the array that is not there.
        NoArrayAxis { axis: usize, rank: usize }: "the array has {rank} axes, and none has number {axis}";
        /// An axis of the array that is too long.
        Long { axis: usize, extent: i64, most: i64 }: "the extent {extent} of axis {axis} is past {most}";
        /// A block of no elements.
        Block { block: i64 }: "a block of {block} elements: it must have 1 or more";
        /// A strided cut without a chunk.
        Chunks { chunks: i64 }: "a cut of {chunks} chunks: it must have 1 or more";
        /// The shard of the first block.
        First { first: usize, parts: usize }: "the first block is on shard {first} of {parts}";
        /// A cut of parts that are dealt round-robin.
        AfterCyclic { axis: usize }: "axis {axis} is cut again after a cyclic cut, so a shard is not a contiguous run of blocks";
        /// Partial values with two reductions.
        Reductions { from: &'static str, to: &'static str }: "partial values of {from} are not partial values of {to}";
        /// Terms of an average that are not whole groups of others.
        Averages { from: usize, to: usize }: "{to} terms of an average do not follow from {from}: their number must divide it";
        /// Two numbers of axes.
        Ranks { from: usize, to: usize }: "the arrays have {from} and {to} axes";
        /// Two extents of an axis.
        Extents { axis: usize, from: i64, to: i64 }: "axis {axis} has {from} elements before and {to} after";
        /// A coordinate outside of the array.
        PastExtent { axis: usize, index: i64, extent: i64 }:
            "the index {index} is out of range for axis {axis}, whose extent is {extent}";
        /// Strides that are not one for each axis.
        Strides { found: usize, rank: usize }: "{found} strides for {rank} axes";
        /// Elements that do not all arrive, or arrive twice.
        Arrives { axis: usize, found: i64, expected: i64 }:
            "on axis {axis} {found} of {expected} elements arrive";
        /// More devices, messages, intervals, pairs or steps than an operation takes or returns, and what to do instead.
        TooMany { count: i64, what: &'static str, most: i64, instead: &'static str }:
            "{count} {what} are more than {most}: {instead}";
        /// Shards of an axis without one layout.
        Nested { axis: usize }: "axis {axis} is cut unevenly, twice or in chunks, so its shards have different layouts";
        /// What a text of another system cannot express.
        Inexpressible { what: &'static str }: "{what}";
    }
}
