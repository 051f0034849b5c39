//! [`Plan`]: what moves from one sharding to another.
//!
//! The elements that device `s` holds before and device `t` after are the product, over the axes of the array, of the indices
//! that one shard of each cut share (`meet`). Shards of one axis are disjoint, and their sizes add up to the extent; [`plan`]
//! checks it for both cuts. So the elements that reach a device from different shards are different ones, and
//! [`Plan::receives`] checks that they are as many as the device holds.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::array::{Order, Reduce, Sharding, at_most, few_devices};
use super::cut::Axis;
use super::held::Held;
use super::meet::{Run, common, common_in_runs, meet, steps};
use super::place::{Place, coordinates};
use super::transfer::Transfer;
use crate::error::{LayoutError, Operation, Rule, ShardRule};
use crate::value::limit::MAX_RANK;

/// The greatest number of messages of a device, and of intervals that it shares with others. An interval has 120 bytes, a
/// message some 300.
pub(super) const MOST_OF_DEVICE: i64 = 1 << 18;

/// What to do about too many intervals.
const FEW_INTERVALS: &str = "fewer shards, and blocks one of which divides the other, share fewer";

/// The greatest number of pairs of shards of all devices that are compared.
const MOST_PAIRS: i64 = 1 << 28;

/// The greatest number of intervals of all devices that are added up, beyond one for each pair of shards.
const MOST_SHARED: i64 = 1 << 24;

/// What moves from one sharding to another, made by [`plan`].
///
/// [`sends`](Self::sends) and [`receives`](Self::receives) take time for each message of the device, and for each interval of an
/// axis that the device shares with another one. Blocks of coprime sizes share as many intervals as they have elements.
/// More than `2^18` messages or intervals are refused.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split, plan};
/// let mesh = Mesh::new(&[("x", 4)])?;
/// let whole = Sharding::replicated(&mesh, &[1_000_000, 1_000_000])?;
/// let rows = whole.clone().split(0, &["x"], Split::Block)?;
/// let columns = whole.split(1, &["x"], Split::Block)?;
/// let plan = plan(&rows, &columns)?;
/// let [own, other, ..] = &plan.receives(0)?[..] else { panic!() };
/// assert_eq!((own.source(), other.source(), other.elements()), (0, 1, 62_500_000_000));
/// let pair = &other.pairs()?[0];
/// assert_eq!(pair.source.to_string(), "(250000,250000):(1,1000000)");
/// assert_eq!((pair.target_offset, pair.target.to_string()), (62_500_000_000, "(250000,250000):(1,250000)".into()));
/// // A quarter of the elements stays.
/// assert_eq!(plan.totals()?.kept, 250_000_000_000);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone)]
pub struct Plan {
    pub(super) from: Sharding,
    pub(super) to: Sharding,
    pub(super) terms: Terms,
}

/// How the terms of partial values reach theirs: term `r` of `from` goes to term `r mod to`.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// What moves from `from` to `to`.
///
/// Terms of partial values that meet on a device are to be combined by [`Plan::reduce`]. Where `to` is partial and `from` is
/// not, one device of each group gets the values, and [`Plan::fills`] names the others.
///
/// # Errors
/// [`ShardRule::Ranks`] and [`ShardRule::Extents`] unless both arrays have one shape, [`ShardRule::Reductions`] for
/// partial values of two reductions, [`ShardRule::Averages`] for terms of an average whose number does not divide the number
/// before, and [`ShardRule::TooMany`] for a mesh of more than `2^24` devices: the refusal names it.
pub fn plan(from: &Sharding, to: &Sharding) -> Result<Plan, LayoutError> {
    let plan = joined(from, to)?;
    for array in [from, to] {
        for (axis, cut) in array.axes.iter().enumerate() {
            cut.adds_up(axis)?;
        }
    }
    Ok(plan)
}

/// [`plan`] of two shardings, without the check that the shards of each axis add up.
pub(super) fn joined(from: &Sharding, to: &Sharding) -> Result<Plan, LayoutError> {
    if from.rank() != to.rank() {
        return Err(of(ShardRule::Ranks { from: from.rank(), to: to.rank() }));
    }
    for (mesh, what) in [(&from.mesh, "devices before"), (&to.mesh, "devices after")] {
        let instead = "plan for groups of devices, each as one device of a smaller mesh";
        few_devices(Operation::Redistribute, mesh.device_count(), what, instead)?;
    }
    for (axis, (one, other)) in from.axes.iter().zip(&to.axes).enumerate() {
        if one.extent != other.extent {
            return Err(of(ShardRule::Extents { axis, from: one.extent, to: other.extent }));
        }
    }
    if let (Some(one), Some(other)) = (from.reduce, to.reduce)
        && one != other
    {
        return Err(of(ShardRule::Reductions { from: one.name(), to: other.name() }));
    }
    let terms = Terms { from: from.terms(), to: to.terms() };
    // Terms that are averages combine in groups of one size. No value is neutral to them, so none fills a term.
    if to.reduce == Some(Reduce::Average) && !terms.from.is_multiple_of(terms.to) {
        return Err(of(ShardRule::Averages { from: terms.from, to: terms.to }));
    }
    Ok(Plan { from: from.clone(), to: to.clone(), terms })
}

impl Axis {
    /// Checks that the sizes of the shards add up to the extent.
    fn adds_up(&self, axis: usize) -> Result<(), LayoutError> {
        let found = (0..self.parts).map(|shard| self.held(shard).count()).sum();
        let expected = self.extent;
        if found == expected {
            Ok(())
        } else {
            Err(of(ShardRule::Arrives { axis, found, expected }))
        }
    }
}

/// What an operation on all devices has compared and added up, of [`MOST_PAIRS`] and [`MOST_SHARED`].
#[derive(Default)]
pub(super) struct Spent {
    pairs: i64,
    intervals: i64,
}

impl Spent {
    fn pairs(&mut self, count: usize) -> Result<(), LayoutError> {
        self.pairs += count as i64;
        let (what, instead) = ("or more pairs of shards", "`receives` has those of one device");
        at_most(Operation::Redistribute, self.pairs, what, MOST_PAIRS, instead)
    }

    /// Counts the intervals of a pair of shards beyond the first, which the number of pairs bounds.
    fn intervals(&mut self, one: &Held, other: &Held) -> Result<(), LayoutError> {
        self.intervals = self.intervals.saturating_add(steps(one, other) - 1);
        let what = "or more intervals of all devices";
        at_most(Operation::Redistribute, self.intervals, what, MOST_SHARED, FEW_INTERVALS)
    }

    /// The shards of an axis that share indices with `held`, in order.
    pub(super) fn near(&mut self, axis: &Axis, held: &Held) -> Result<Vec<usize>, LayoutError> {
        let (mut near, is_exact) = axis.near(held);
        self.pairs(near.len())?;
        if !is_exact {
            for &shard in &near {
                self.intervals(&axis.held(shard), held)?;
            }
            near.retain(|&shard| common(&axis.held(shard), held) > 0);
        }
        Ok(near)
    }
}

/// What a plan moves in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The elements that move between two devices.
    pub moved: u128,
    /// The elements that a device keeps, or copies within its memory.
    pub kept: u128,
    /// The pairs of two devices of which one sends to the other.
    pub messages: u64,
    /// The most elements that one device receives from others.
    pub most_received: u128,
}

impl Plan {
    /// The sharding before.
    pub const fn from(&self) -> &Sharding {
        &self.from
    }

    /// The sharding after.
    pub const fn to(&self) -> &Sharding {
        &self.to
    }

    /// The reduction of terms that meet on a device. `None` where each element arrives once.
    pub fn reduce(&self) -> Option<Reduce> {
        if self.terms.from > self.terms.to { self.from.reduce } else { None }
    }

    /// What a device sends, also to itself, in the order of targets. Nothing for a device that `from` lacks, and for a copy
    /// that no other needs.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`] for a device of neither mesh, and [`ShardRule::TooMany`] for more than `2^18` messages or
    /// intervals.
    pub fn sends(&self, device: usize) -> Result<Vec<Transfer>, LayoutError> {
        let Some(position) = self.known(device, self.from.mesh.position(device))? else {
            return Ok(Vec::new());
        };
        let place = self.from.place_at(position);
        let held = self.from.held(&place);
        let near = near(&held, &self.to.axes)?;
        let term = place.term % self.terms.to;
        let (mut sent, mut count) = (Vec::new(), 0);
        for shards in product(&near) {
            for copy in 0..self.to.copies() {
                let target = self.to.at(&Place { shards, term, copy });
                if self.source(target, place.shards, place.term) == position {
                    count += 1;
                    if count <= MOST_OF_DEVICE {
                        sent.push((target, shards));
                    }
                }
            }
        }
        few_messages(count, "`receives` has those of each target")?;
        let mut sent: Vec<_> = sent
            .into_iter()
            .map(|(target, shards)| {
                let runs = self.runs(&near, &shards);
                self.transfer(position, place.term / self.terms.to, target, runs)
            })
            .collect();
        sent.sort_by_key(Transfer::target);
        Ok(sent)
    }

    /// What a device receives, also from itself, in the order of terms and of sources. Nothing for a device that `to`
    /// lacks.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`] for a device of neither mesh, and [`ShardRule::TooMany`] for more than `2^18` messages or
    /// intervals. [`ShardRule::Arrives`] unless every element of the device arrives once: no pair of shardings has this error,
    /// and a plan that had it would not be returned.
    pub fn receives(&self, device: usize) -> Result<Vec<Transfer>, LayoutError> {
        let Some(position) = self.known(device, self.to.mesh.position(device))? else {
            return Ok(Vec::new());
        };
        let place = self.to.place_at(position);
        let held = self.to.held(&place);
        let mut near = near(&held, &self.from.axes)?;
        // Found from the target: the runs are those of the source.
        for (k, shards) in near.iter_mut().enumerate() {
            for near in shards.iter_mut() {
                near.runs = meet(&self.from.axes[k].held(near.shard), &held[k]).into();
            }
            let found = shards.iter().map(|near| near.size()).sum();
            let expected = held[k].count();
            if found != expected {
                return Err(of(ShardRule::Arrives { axis: k, found, expected }));
            }
        }
        let mut received = Vec::new();
        let terms = (place.term..self.terms.from).step_by(self.terms.to);
        let count = near.iter().map(|near| near.len() as i64).product::<i64>() * terms.len() as i64;
        few_messages(count, "`sends` has those of each source")?;
        for term in terms {
            let first = received.len();
            for shards in product(&near) {
                let source = self.source(position, shards, term);
                let runs = self.runs(&near, &shards);
                received.push(self.transfer(source, term / self.terms.to, position, runs));
            }
            received[first..].sort_by_key(Transfer::source);
        }
        Ok(received)
    }

    /// Whether `to` gives a device a term of partial values that nothing reaches: the device fills its memory with the
    /// neutral element of the reduction.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Reduce, Sharding, plan};
    /// let mesh = Mesh::new(&[("x", 2)])?;
    /// let whole = Sharding::replicated(&mesh, &[4])?;
    /// let terms = whole.clone().partial(&["x"], Reduce::Sum)?;
    /// let plan = plan(&whole, &terms)?;
    /// assert!(!plan.fills(0) && plan.fills(1) && plan.receives(1)?.is_empty());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn fills(&self, device: usize) -> bool {
        self.to.place(device).is_ok_and(|place| place.term >= self.terms.from)
    }

    /// Checks for every device that each of its elements arrives once a term, as [`receives`](Self::receives) does for one.
    ///
    /// # Errors
    /// [`ShardRule::Arrives`], and [`ShardRule::TooMany`] for more than `2^28` pairs of shards that share indices of an axis,
    /// or more than `2^24` intervals beyond one for each pair.
    pub fn check(&self) -> Result<(), LayoutError> {
        let mut spent = Spent::default();
        for (axis, (from, to)) in self.from.axes.iter().zip(&self.to.axes).enumerate() {
            for shard in 0..to.parts {
                let held = to.held(shard);
                let (mut found, expected) = (0, held.count());
                for other in spent.near(from, &held)? {
                    let other = from.held(other);
                    spent.intervals(&other, &held)?;
                    found += common_in_runs(&other, &held);
                }
                if found != expected {
                    return Err(of(ShardRule::Arrives { axis, found, expected }));
                }
            }
        }
        Ok(())
    }

    /// The elements that move and stay, and the messages.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Sharding, Split, plan};
    /// let mesh = Mesh::new(&[("x", 4)])?;
    /// let whole = Sharding::replicated(&mesh, &[100])?;
    /// let cut = whole.clone().split(0, &["x"], Split::Block)?;
    /// let gather = plan(&cut, &whole)?.totals()?;
    /// assert_eq!((gather.moved, gather.kept, gather.messages), (300, 100, 12));
    /// assert_eq!(plan(&whole, &cut)?.totals()?.moved, 0); // every device has its part
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::TooMany`] for more than `2^28` pairs of shards that share indices of an axis, or more than `2^24` intervals
    /// beyond one for each pair. Two kinds of intervals count: the intervals that a device keeps, and the intervals of two cuts
    /// whose axis ends before both repeat together.
    pub fn totals(&self) -> Result<Totals, LayoutError> {
        let mut spent = Spent::default();
        // How many shards of `from` meet each shard of `to`, by axis.
        let mut meets: Vec<Vec<u64>> = Vec::new();
        for (from, to) in self.from.axes.iter().zip(&self.to.axes) {
            let mut counts = Vec::with_capacity(to.parts);
            for shard in 0..to.parts {
                counts.push(spent.near(from, &to.held(shard))?.len() as u64);
            }
            meets.push(counts);
        }
        let mut totals = Totals::default();
        for position in 0..self.to.mesh.device_count() {
            let place = self.to.place_at(position);
            let terms = (place.term..self.terms.from).step_by(self.terms.to).count();
            let held = self.to.held(&place);
            let size = held.iter().take(self.to.rank()).map(|held| i128::from(held.count()));
            let all = size.product::<i128>() as u128 * terms as u128;
            let kept = self.kept(position, self.to.mesh.device(position), &mut spent)? as u128;
            let sources = meets.iter().zip(&place.shards).map(|(meets, &shard)| meets[shard]);
            let sources = if all == 0 { 0 } else { sources.product::<u64>() * terms as u64 };
            totals.kept += kept;
            totals.moved += all - kept;
            totals.messages += sources - u64::from(kept > 0);
            totals.most_received = totals.most_received.max(all - kept);
        }
        Ok(totals)
    }

    /// The elements of a position of `to` that a device has already.
    pub(super) fn kept(
        &self,
        position: usize,
        device: usize,
        spent: &mut Spent,
    ) -> Result<i64, LayoutError> {
        let Some(source) = self.from.mesh.position(device) else { return Ok(0) };
        let (had, needs) = (self.from.place_at(source), self.to.place_at(position));
        if had.term % self.terms.to != needs.term {
            return Ok(0);
        }
        let mut kept = 1;
        for (k, (from, to)) in self.from.axes.iter().zip(&self.to.axes).enumerate() {
            let (had, needs) = (from.held(had.shards[k]), to.held(needs.shards[k]));
            spent.intervals(&had, &needs)?;
            kept *= common(&had, &needs);
        }
        Ok(kept)
    }

    /// A position in one mesh. `None` for a device of the other mesh alone.
    fn known(&self, device: usize, found: Option<usize>) -> Result<Option<usize>, LayoutError> {
        let known = |mesh: &super::Mesh| mesh.position(device).is_some();
        if found.is_some() || known(&self.from.mesh) || known(&self.to.mesh) {
            return Ok(found);
        }
        Err(of(ShardRule::NoDevice { device }))
    }

    /// The position of `from` that sends a term of shards to a position of `to`: the device along whose free axes the target
    /// lies, so that it is the target itself where that has them, and messages keep to the other axes of the mesh. For a target
    /// that `from` lacks, one of the copies in turn.
    pub(super) fn source(&self, target: usize, shards: [usize; MAX_RANK], term: usize) -> usize {
        let own = self.from.mesh.position(self.to.mesh.device(target));
        let copy = match own {
            Some(own) => self.from.place_at(own).copy,
            None => target % self.from.copies(),
        };
        self.from.at(&Place { shards, term, copy })
    }

    /// The runs of one shard of each axis.
    fn runs(&self, near: &[Vec<Near>], shards: &[usize; MAX_RANK]) -> Vec<Arc<[Run]>> {
        let one = |(near, shard): (&Vec<Near>, &usize)| {
            let found = near.binary_search_by_key(shard, |near| near.shard);
            found.map_or_else(|_| Arc::from([]), |k| near[k].runs.clone())
        };
        near.iter().zip(shards).map(one).collect()
    }

    fn transfer(
        &self,
        source: usize,
        term: usize,
        target: usize,
        runs: Vec<Arc<[Run]>>,
    ) -> Transfer {
        Transfer {
            source: self.from.mesh.device(source),
            target: self.to.mesh.device(target),
            term,
            runs,
            source_strides: strides(&self.from, source),
            target_strides: strides(&self.to, target),
        }
    }
}

/// A shard of one axis, and the indices that it shares with another.
struct Near {
    shard: usize,
    runs: Arc<[Run]>,
}

impl Near {
    fn size(&self) -> i64 {
        self.runs.iter().map(Run::size).sum()
    }
}

/// For each axis the shards of `axes` that share indices with what is held.
///
/// # Errors
/// [`ShardRule::TooMany`] for more than [`MOST_OF_DEVICE`] intervals, before they are found.
fn near(held: &[Held; MAX_RANK], axes: &[Axis]) -> Result<Vec<Vec<Near>>, LayoutError> {
    let mut spent = Spent::default();
    let near = axes.iter().zip(held).map(|(axis, held)| spent.near(axis, held));
    let near: Vec<Vec<usize>> = near.collect::<Result<_, _>>()?;
    let mut count = 0_i64;
    for ((axis, held), near) in axes.iter().zip(held).zip(&near) {
        for &shard in near {
            count = count.saturating_add(steps(held, &axis.held(shard)));
        }
    }
    let what = "intervals of a device";
    at_most(Operation::Redistribute, count, what, MOST_OF_DEVICE, FEW_INTERVALS)?;
    let of_axis = |((axis, held), near): ((&Axis, &Held), Vec<usize>)| {
        let runs = |shard| meet(held, &axis.held(shard)).into();
        near.into_iter().map(|shard| Near { shard, runs: runs(shard) }).collect()
    };
    Ok(axes.iter().zip(held).zip(near).map(of_axis).collect())
}

fn few_messages(count: i64, instead: &'static str) -> Result<(), LayoutError> {
    at_most(Operation::Redistribute, count, "messages of a device", MOST_OF_DEVICE, instead)
}

/// Each choice of one shard for each axis. The last axis is the fastest.
fn product(near: &[Vec<Near>]) -> impl Iterator<Item = [usize; MAX_RANK]> {
    coordinates(near.iter().map(Vec::len)).map(move |mut digits| {
        digits.iter_mut().zip(near).for_each(|(digit, near)| *digit = near[*digit].shard);
        digits
    })
}

/// The strides of a device's memory.
fn strides(sharding: &Sharding, position: usize) -> [i64; MAX_RANK] {
    let held = sharding.held(&sharding.place_at(position));
    let (mut strides, mut step) = ([0; MAX_RANK], 1_i64);
    let mut next = |k: usize| {
        strides[k] = step;
        step = step.saturating_mul(held[k].count().max(1));
    };
    match sharding.order {
        Order::RowMajor => (0..sharding.rank()).rev().for_each(&mut next),
        Order::ColumnMajor => (0..sharding.rank()).for_each(&mut next),
    }
    strides
}

pub(super) fn of(rule: ShardRule) -> LayoutError {
    LayoutError::alone(Operation::Redistribute, Rule::Sharding(rule))
}
