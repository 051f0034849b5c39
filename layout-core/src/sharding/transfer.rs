//! [`Transfer`]: what one device sends to another, as pairs of layouts of their memories.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::array::at_most;
use super::local::bytes;
use super::meet::Run;
use super::place::coordinates;
use super::plan::of;
use crate::error::{LayoutError, Operation, Rule, ShardRule};
use crate::value::limit::MAX_RANK;
use crate::value::{IntTuple, Layout};

/// The greatest number of pairs of a transfer. A pair has some 2 kB.
const MOST_PAIRS: i64 = 1 << 16;

/// The elements that one device sends to another, as pairs of layouts of their memories.
///
/// The pairs have one order, which depends on the two shardings only. So the sender and the receiver agree on the
/// order of the elements of a message.
#[derive(Clone)]
pub struct Transfer {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) term: usize,
    pub(super) runs: Vec<Arc<[Run]>>,
    pub(super) source_strides: [i64; MAX_RANK],
    pub(super) target_strides: [i64; MAX_RANK],
}

/// Two layouts of equal shape: element `i` of `source` goes to element `i` of `target`.
///
/// The layouts are flat. Modes that continue each other in both are one, and the mode with the least stride in the target
/// is the first. Offsets count elements of the local memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The offset of the first element in the memory of the source.
    pub source_offset: i64,
    /// The other offsets in the source, less the first.
    pub source: Layout,
    /// The offset of the first element in the memory of the target.
    pub target_offset: i64,
    /// The other offsets in the target, less the first.
    pub target: Layout,
}

impl Pair {
    /// The number of elements.
    pub const fn size(&self) -> i64 {
        self.source.size()
    }
}

impl Transfer {
    /// The device that sends.
    pub const fn source(&self) -> usize {
        self.source
    }

    /// The device that receives.
    pub const fn target(&self) -> usize {
        self.target
    }

    /// The number of the term of partial values, from 0 on. The receiver writes the elements of term 0, and combines the
    /// elements of other terms with what is there.
    pub const fn term(&self) -> usize {
        self.term
    }

    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.runs.iter().map(|runs| runs.iter().map(Run::size).sum::<i64>()).product()
    }

    /// The number of bytes.
    ///
    /// # Errors
    /// [`ArrayRule::ItemSize`](crate::ArrayRule::ItemSize) for an item size below 1, and [`Rule::Overflow`].
    pub fn bytes(&self, item_size: i64) -> Result<i64, LayoutError> {
        bytes(self.elements(), item_size)
    }

    /// The indices of an axis that both devices hold, in runs that do not overlap. The elements of the transfer are the
    /// product over the axes. The runs depend on the two shardings only.
    ///
    /// ```
    /// use layout_core::sharding::{Sharding, plan};
    /// let (from, to): (Sharding, Sharding) = ("(12/x:2) on [x=2]".parse()?, "(12/x) on [x=2]".parse()?);
    /// let sent = &plan(&from, &to)?.sends(1)?[0];
    /// // Device 1 has 2, 3, 6, 7, 10, 11, of which device 0 gets 2 and 3.
    /// let runs: Vec<(i64, i64, i64)> = sent.runs(0).iter().map(|run| (run.source(), run.target(), run.size())).collect();
    /// assert_eq!(runs, [(0, 2, 2)]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn runs(&self, axis: usize) -> &[Run] {
        &self.runs[axis]
    }

    /// The pairs of layouts, for memories that are compact in the orders of the two shardings.
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12 modes, [`Rule::Overflow`] past [`isize::MAX`], and [`ShardRule::TooMany`] for more
    /// than `2^16` pairs: the product of the numbers of [runs](Self::runs) of all axes, which are there in any case.
    pub fn pairs(&self) -> Result<Vec<Pair>, LayoutError> {
        let rank = self.runs.len();
        self.pairs_with(&self.source_strides[..rank], &self.target_strides[..rank])
    }

    /// The pairs of layouts, for memories with these strides, one for each axis of the array: with a leading dimension, or
    /// a halo.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Order, Sharding, Split, plan};
    /// let mesh = Mesh::new(&[("x", 2)])?;
    /// let whole = Sharding::replicated(&mesh, &[4, 3])?;
    /// let (rows, columns) = (
    ///     whole.clone().split(0, &["x"], Split::Block)?,
    ///     whole.split(1, &["x"], Split::Block)?,
    /// );
    /// let sent = &plan(&rows, &columns)?.sends(1)?[0];
    /// // A source of leading dimension 8.
    /// let pair = sent.pairs_with(&[1, 8], &[2, 1])?[0];
    /// assert_eq!((pair.source.to_string(), pair.target.to_string()), ("(2,2):(8,1)".into(), "(2,2):(1,2)".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`pairs`](Self::pairs), and [`ShardRule::Strides`] for another number of strides.
    pub fn pairs_with(&self, source: &[i64], target: &[i64]) -> Result<Vec<Pair>, LayoutError> {
        let rank = self.runs.len();
        for strides in [source, target] {
            if strides.len() != rank {
                return Err(of(ShardRule::Strides { found: strides.len(), rank }));
            }
        }
        let count = self.runs.iter().fold(1, |n: i64, runs| n.saturating_mul(runs.len() as i64));
        let instead = "`runs` has the indices of each axis";
        at_most(Operation::Redistribute, count, "pairs of layouts", MOST_PAIRS, instead)?;
        let of_runs = |digits: [usize; MAX_RANK]| {
            let runs = self.runs.iter().zip(digits).map(|(runs, digit)| &runs[digit]);
            pair(runs.zip(source.iter().zip(target)))
        };
        coordinates(self.runs.iter().map(|runs| runs.len())).map(of_runs).collect()
    }
}

/// The pair of one run for each axis, with the strides of the axis in both memories.
fn pair<'a>(
    runs: impl Iterator<Item = (&'a Run, (&'a i64, &'a i64))>,
) -> Result<Pair, LayoutError> {
    let product = |a: i64, b: i64| {
        let overflow = Rule::Overflow { a, operator: '*', b };
        a.checked_mul(b).ok_or(LayoutError::alone(Operation::Redistribute, overflow))
    };
    let sum = |a: i64, b: i64| {
        let overflow = Rule::Overflow { a, operator: '+', b };
        a.checked_add(b).ok_or(LayoutError::alone(Operation::Redistribute, overflow))
    };
    let (mut modes, mut source_offset, mut target_offset) = (Vec::new(), 0, 0);
    for (run, (&source, &target)) in runs {
        source_offset = sum(source_offset, product(run.source, source)?)?;
        target_offset = sum(target_offset, product(run.target, target)?)?;
        for &(extent, one, other) in &run.modes[..run.rank] {
            if extent > 1 {
                modes.push((product(other, target)?, product(one, source)?, extent));
            }
        }
    }
    modes.sort_unstable_by_key(|&(target, source, _)| (target.abs(), source.abs()));
    modes.dedup_by(|next, last| {
        // Cannot overflow for a layout that exists; else the modes stay two, and the layout is refused.
        let continues = last.0.checked_mul(last.2) == Some(next.0)
            && last.1.checked_mul(last.2) == Some(next.1);
        if continues {
            last.2 *= next.2;
        }
        continues
    });
    if modes.is_empty() {
        modes.push((0, 0, 1));
    }
    let tuple = |value: fn(&(i64, i64, i64)) -> i64| {
        let leaves: Vec<IntTuple> = modes.iter().map(|mode| value(mode).into()).collect();
        IntTuple::tuple(&leaves)
    };
    let shape = tuple(|mode| mode.2)?;
    Ok(Pair {
        source_offset,
        source: Layout::new(shape, tuple(|mode| mode.1)?)?,
        target_offset,
        target: Layout::new(shape, tuple(|mode| mode.0)?)?,
    })
}
