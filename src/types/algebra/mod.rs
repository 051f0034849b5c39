//! Type functions of layouts: the result type of each operation, a file for each family.
//!
//! A type function recurses over the lists of a shape and its stride (`tuple/list.rs`), or over flat modes
//! (`layout/modes.rs`). A step that depends on integers is a branch with a row for each outcome that the types know
//! (`num/branches.rs`); between run-time integers the outcome is `Unknown`, and its row has run-time extents or
//! strides.

mod axes;
mod carry;
mod coalesce;
mod complement;
mod compose;
mod divide;
mod extents;
mod inverse;
mod leaves;
mod like;
mod order;
mod product;
mod range;
mod recast;
mod reshape;
mod slicing;
mod tiler;

pub use axes::{Axes, AxisBranch, AxisMask, Joining};
pub use carry::CarriedBy;
pub use coalesce::{ByProfile, CoalesceBranch, Coalesced, Coalescing, Filtered, Part, Zeroless};
pub use complement::{GapBranch, Holes, Order, Sorting};
pub use compose::{ComposeBranch, Composing, Lost, Seek, Seeker, Walked};
pub use divide::{
    Divide, DividePadded, How, Kept, TileAndRest, TileSplit, TileSplits, TilesAndRests,
};
pub use extents::{AsTilers, Extents};
pub use inverse::{CommonOf, Fold, InLayouts, InVectors, Starting, StepBranch, Steps};
pub use leaves::{
    ByLeaf, DoneLeaf, LeafMap, ManyLeaf, Mapped, MappedModes, MappedPair, ZerosToOnes,
};
pub use like::{AsOrder, OrderBranch};
pub use order::{Compact, Evaluated, OneBranch};
pub use product::{Copies, CopiesIn, Copying, Multiply, TileBranch};
pub use range::{NoRuns, RangeBranch, Runs};
pub use recast::{Group, RecastBranch, Recasting, Split};
pub use reshape::Reshaping;
pub use slicing::{Direction, Slicing};
pub use tiler::{LayoutCheck, ModeTiler, Tile, Tiler, Tilers};
