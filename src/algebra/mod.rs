//! The algebra as type functions: what the result of an operation is.
//!
//! One file a family. Each step of a fold branches on what is *known* of its integers: a trait
//! with one impl for each outcome, so that only the chosen branch is evaluated.

mod coalesce;
mod complement;
mod compose;
mod divide;
mod order;
mod product;
mod range;
mod sound;
mod tiler;

pub use coalesce::{ByProfile, CoalesceBranch, Coalescing, MergeBranch};
pub use complement::{FilterBranch, Holes, InsertBranch, Order, Sorting};
pub use compose::{
    ByLeaf, Composing, EndBranch, PassBranch, PassedBranch, StartBranch, StrideBranch, UnitBranch,
};
pub use divide::{Divide, DividePadded, How, Rest};
pub use order::{BelowBranch, Compact, Compacted, OneBranch, Ranked, Ranking};
pub use product::{Copies, Multiply, SoundProduct, ZipPad};
pub use range::{ByRuns, LeftBranch, RangeBranch, Runs, WithinBranch};
pub use sound::{
    AskCompose, AskFlat, AskLogical, AskTiled, AskZipped, DigitBranch, Possible, Question, Sound,
    Verdict,
};
pub use tiler::{ModeTiler, Tile, Tiler, Tilers};

use crate::num::Maybe;
use typenum::{B0, B1};

/// What can be decided by a comparison: known to hold, known not to, or [`Maybe`].
pub trait Decision:
    MergeBranch
    + InsertBranch
    + BelowBranch
    + PassBranch
    + EndBranch
    + UnitBranch
    + WithinBranch
    + DigitBranch
    + Possible
{
}
impl Decision for B0 {}
impl Decision for B1 {}
impl Decision for Maybe {}

/// What can be decided by a property that a run-time integer is not known to have.
pub trait Choice:
    CoalesceBranch
    + FilterBranch
    + PassedBranch
    + StartBranch
    + StrideBranch
    + OneBranch
    + RangeBranch
    + LeftBranch
    + Verdict
{
}
impl Choice for B0 {}
impl Choice for B1 {}
