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
mod fractals;
mod inferring;
mod inverse;
mod leaves;
mod like;
mod order;
mod product;
mod range;
mod recast;
mod refine;
mod slicing;
mod tile;
mod tiler;

pub use axes::{Axes, AxisBranch, AxisMask, ContinuesBranch, Joining};
pub use carry::CarriedBy;
pub use coalesce::{
    ByProfile, CoalesceBranch, Coalesced, Coalescing, Filtered, MergeBranch, Part, Zeroless,
};
pub use complement::{FilterBranch, GapBranch, Holes, InsertBranch, Order, Sorting};
pub use compose::{
    ByLeaf, Composing, DigitsBranch, EndBranch, Lost, PassBranch, PassedBranch, ReachBranch, Seek,
    Seeker, StartBranch, StrideBranch, UnitBranch, Walked,
};
pub use divide::{
    Divide, DividePadded, How, Kept, TileAndRest, TileSplit, TileSplits, TilesAndRests,
};
pub use extents::{AsTilers, Extents};
pub use fractals::Fractals;
pub use inferring::Inferring;
pub use inverse::{
    CommonOf, InLayouts, InVectors, PlaceBranch, Radices, Reading, Starting, StepBranch, Steps,
};
pub use leaves::{
    DoneLeaf, EachLeaf, LeafMap, ManyLeaf, Mapped, MappedModes, MappedPair, SingleBranch,
    SortedLeaves, ZerosToOnes,
};
pub use like::{AsOrder, Fragmented, OrderBranch};
pub use order::{BelowBranch, Compact, Compacted, OneBranch, Ranked, Ranking};
pub use product::{Copies, Multiply, ZipPad};
pub use range::{ByRuns, LeftBranch, RangeBranch, Runs, WithinBranch};
pub use recast::{Group, GroupBranch, RecastBranch, Recasting, Split};
pub use refine::Refining;
pub use slicing::{Direction, Slicing};
pub use tile::{BlockFits, Copied, CopiesIn, TileBranch};
pub use tiler::{LayoutCheck, ModeTiler, Tile, Tiler, Tilers};
