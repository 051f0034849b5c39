//! The algebra as type functions: what the result of an operation is.
//!
//! One file a family. Each step of a fold branches on what is *known* of its integers: a trait
//! with one impl for each outcome, so that only the chosen branch is evaluated.

mod axes;
mod carry;
mod coalesce;
mod complement;
mod compose;
mod divide;
mod extents;
mod inferring;
mod inverse;
mod leaves;
mod like;
mod order;
mod pairing;
mod pouring;
mod product;
mod range;
mod recast;
mod slicing;
mod sound;
mod tile;
mod tiler;
mod totals;

pub use axes::{Axes, AxisBranch, GoesOnBranch, Joining};
pub use carry::{CarriedBy, Carry, CarryBranch, Carrying, RunBranch, Width};
pub use coalesce::{
    ByProfile, CoalesceBranch, Coalesced, Coalescing, Filtered, MergeBranch, Part, Zeroless,
};
pub use complement::{FilterBranch, HoleBranch, Holes, InsertBranch, Order, Sorting};
pub use compose::{
    ByLeaf, Composing, EndBranch, PassBranch, PassedBranch, StartBranch, StrideBranch, UnitBranch,
    Walked,
};
pub use divide::{Divide, DividePadded, How, NoTiler, Rest};
pub use extents::{AsTilers, Extents};
pub use inferring::Inferring;
pub use inverse::{
    ChainOf, CommonOf, IsChainWhole, IsRising, PlaceBranch, Radices, Reading, Starting, StepBranch,
    Steps,
};
pub use leaves::{
    Done, DoneLeaf, EachLeaf, LeafMap, Mapped, MappedModes, SingleBranch, SortedLeaves, ZerosToOnes,
};
pub use like::{AsOrder, Fragmented, OrderBranch};
pub use order::{BelowBranch, Compact, Compacted, OneBranch, Ranked, Ranking};
pub use pairing::Pairing;
pub(crate) use pairing::{
    Adding, Covering, CoveringEach, Greater, Rounding, Scaling, ShapeDividing, ShapeTaking, SizeOf,
    Sizing, Smaller, Splitting, Subtracting, Times,
};
pub use pouring::{Digits, LastDigit, Pour, Poured, Pouring, UnitDigit};
pub use product::{Copies, Multiply, SoundProduct, ZipPad};
pub use range::{ByRuns, LeftBranch, RangeBranch, Runs, WithinBranch};
pub use recast::{Euclid, Group, GroupBranch, RecastBranch, Recasting, Reduced, Split};
pub use slicing::{Direction, IndexBranch, Slicing};
pub use sound::{AskCompose, AskLogical, DigitBranch, Possible, Question, Sound, Verdict};
pub use tile::{BlockFits, Copied, CopiesIn, TileBranch};
pub use tiler::{ModeTiler, Tile, Tiler, Tilers};
pub use totals::{Horner, Linear, Totals};

use crate::num::Unknown;
use typenum::{B0, B1};

/// What can be decided by a comparison: known to hold, known not to, or [`Unknown`].
pub trait TernaryBranches:
    MergeBranch
    + InsertBranch
    + HoleBranch
    + BelowBranch
    + PassBranch
    + EndBranch
    + UnitBranch
    + GroupBranch
    + WithinBranch
    + DigitBranch
    + RunBranch
    + crate::tuple::SortBranch
    + PlaceBranch
    + Possible
    + GoesOnBranch
{
}
impl TernaryBranches for B0 {}
impl TernaryBranches for B1 {}
impl TernaryBranches for Unknown {}

/// What can be decided by a property that a run-time integer is not known to have.
pub trait BoolBranches:
    CoalesceBranch
    + FilterBranch
    + PassedBranch
    + StartBranch
    + StrideBranch
    + OneBranch
    + SingleBranch
    + OrderBranch
    + RecastBranch
    + TileBranch
    + RangeBranch
    + LeftBranch
    + StepBranch
    + CarryBranch
    + RunBranch
    + Verdict
    + AxisBranch
    + Direction
    + IndexBranch
{
}
impl BoolBranches for B0 {}
impl BoolBranches for B1 {}
