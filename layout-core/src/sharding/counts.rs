//! [`Counts`]: the messages and bytes of one device, and the cost of a step.
//!
//! The peers of a device are a product of the shards of each axis of the array, the terms and the copies. So one count for each axis
//! of the mesh is enough. Where two meshes, or the nodes of another mesh, decide which copy sends, peers are counted one by one.

use alloc::vec::Vec;
use core::iter::StepBy;
use core::ops::Range;

use super::array::{Sharding, at_most};
use super::cut::Axis;
use super::held::Held;
use super::meet::common;
use super::network::Network;
use super::place::{Place, coordinates};
use super::plan::{MOST_OF_DEVICE, Plan, Spent};
use crate::error::{LayoutError, Operation};
use crate::value::limit::MAX_RANK;

/// The messages of one device in one direction, and their elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// The messages from or to other devices.
    pub messages: u64,
    /// The messages of them from or to other nodes.
    pub messages_across: u64,
    /// The elements in all messages.
    pub elements: u128,
    /// The elements in messages from or to other nodes.
    pub elements_across: u128,
    /// The elements in messages inside the node, counted once where several devices get the same ones.
    pub elements_written: u128,
}

impl Flow {
    fn add(&mut self, elements: u128, is_across: bool) {
        self.messages += 1;
        self.elements += elements;
        if is_across {
            self.messages_across += 1;
            self.elements_across += elements;
        }
    }

    /// The messages inside the node.
    fn messages_inside(&self) -> u64 {
        self.messages - self.messages_across
    }
}

/// What one device sends and receives in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// What it sends to others.
    pub sent: Flow,
    /// What it receives from others.
    pub received: Flow,
}

/// The devices of a mesh whose costs are compared: the first, the last and others between them.
const SEEN: usize = 4;

impl Plan {
    /// What a device sends to and receives from others, without the layouts of the elements. Nothing for a device of neither mesh.
    ///
    /// ```
    /// use layout_core::sharding::{Counts, Network, Sharding, plan};
    /// let (terms, parts): (Sharding, Sharding) = ("(12) sum x on [x=4]".parse()?, "(12/x) on [x=4]".parse()?);
    /// let plan = plan(&terms, &parts)?;
    /// let counts = plan.counts(0, &Network::default())?;
    /// assert_eq!((counts.received.messages, counts.received.elements), (3, 9));
    /// assert_eq!(plan.counts(4, &Network::default())?, Counts::default());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::TooMany`](crate::ShardRule::TooMany) for more than `2^18` shards along an axis, terms, or messages between two
    /// meshes or between nodes of another mesh, or more than `2^24` intervals that shards share.
    pub fn counts(&self, device: usize, network: &Network) -> Result<Counts, LayoutError> {
        self.counts_within(MOST_OF_DEVICE, device, network)
    }

    /// [`counts`](Self::counts), with at most `most` messages that are counted one by one.
    fn counts_within(
        &self,
        most: i64,
        device: usize,
        network: &Network,
    ) -> Result<Counts, LayoutError> {
        let (from, to) = (&self.from, &self.to);
        let mut counts = Counts::default();
        let here = [from, to].map(|array| array.mesh.position(device));
        let is_across = |peer: usize| !network.same_node(peer, device);
        if let Some(position) = here[1] {
            let place = to.place_at(position);
            let terms = (place.term..self.terms.from).step_by(self.terms.to);
            let peers = Peers::new(from, &to.held(&place), terms, here[0])?;
            // One copy of each term sends: that along whose free axes the device lies.
            let same = |axis| from.is_free(axis);
            counts.received = match peers.others(network, &same) {
                Some(flow) => flow,
                None => peers.each(&same, most, |peer, elements, flow| {
                    let source = from.mesh.device(self.source(position, peer.shards, peer.term));
                    if source != device {
                        flow.add(elements, is_across(source));
                    }
                })?,
            };
        }
        if let Some(position) = here[0] {
            let place = from.place_at(position);
            let term = place.term % self.terms.to;
            let peers = Peers::new(to, &from.held(&place), (term..term + 1).step_by(1), here[1])?;
            let is_one_mesh = from.mesh == to.mesh;
            let same = |axis| is_one_mesh && from.is_free(axis);
            // Between two meshes the numbers of the devices decide which copy sends.
            let is_product = is_one_mesh || from.copies() == 1;
            counts.sent = match is_product.then(|| peers.others(network, &same)).flatten() {
                Some(flow) => flow,
                None => peers.each(&same, most, |peer, elements, flow| {
                    let target = to.at(&peer);
                    let peer = to.mesh.device(target);
                    if peer != device && self.source(target, place.shards, place.term) == position {
                        flow.add(elements, is_across(peer));
                    }
                })?,
            };
        }
        Ok(counts)
    }

    /// What the step costs the busiest of some devices of both meshes.
    ///
    /// # Errors
    /// The errors of [`counts`](Self::counts), also for more than `most` messages that are counted one by one.
    pub(super) fn cost(
        &self,
        network: &Network,
        item: u64,
        most: i64,
    ) -> Result<u128, LayoutError> {
        let mut cost = 0;
        let combines = self.terms.from > self.terms.to;
        let meshes = [&self.from.mesh, &self.to.mesh];
        let count = if meshes[0] == meshes[1] { 1 } else { 2 };
        for mesh in &meshes[..count] {
            let last = mesh.device_count() - 1;
            for k in 0..=last.min(SEEN - 1) {
                let device = mesh.device(last * k / last.clamp(1, SEEN - 1));
                let counts = self.counts_within(most, device, network)?;
                let combined = if combines { counts.received.elements } else { 0 };
                let received = network.cost(&counts.received, combined, item);
                cost = cost.max(received).max(network.cost(&counts.sent, 0, item));
            }
        }
        Ok(cost)
    }
}

/// The devices that share elements with one: those that have one of these shards along each axis, one of these terms, and any copy.
struct Peers<'a> {
    array: &'a Sharding,
    /// The shards along each axis, and the indices that each shares.
    near: Vec<Vec<(usize, i64)>>,
    terms: StepBy<Range<usize>>,
    /// The position of the device itself.
    own: Option<usize>,
}

impl<'a> Peers<'a> {
    /// The devices of an array that share elements with what a device holds.
    fn new(
        array: &'a Sharding,
        held: &[Held; MAX_RANK],
        terms: StepBy<Range<usize>>,
        own: Option<usize>,
    ) -> Result<Self, LayoutError> {
        few(terms.len(), MOST_OF_DEVICE, "terms of a device")?;
        let mut spent = Spent::default();
        let of_axis = |(axis, held): (&Axis, &Held)| {
            let near = spent.near(axis, held)?;
            few(near.len(), MOST_OF_DEVICE, "shards of a device")?;
            let size = |shard| (shard, common(&axis.held(shard), held));
            Ok(near.into_iter().map(size).filter(|near| near.1 > 0).collect())
        };
        let near = array.axes.iter().zip(held).map(of_axis).collect::<Result<_, _>>()?;
        Ok(Self { array, near, terms, own })
    }

    /// The peers but for the device itself, with its coordinates along the axes `same`. `None` for nodes of another mesh.
    fn others(&self, network: &Network, same: &dyn Fn(usize) -> bool) -> Option<Flow> {
        let all = self.count(same);
        let own = if self.own.is_some() { self.count(&|_| true) } else { (0, 0) };
        let outside = network.outside(&self.array.mesh)?;
        let is_outside = |axis| outside.as_ref().is_some_and(|outside| outside.contains(&axis));
        let near = match &outside {
            None => all,
            Some(_) if self.own.is_none() => (0, 0),
            Some(_) => self.count(&|axis| same(axis) || is_outside(axis)),
        };
        // Of several copies one at least is another device.
        let copies = self.array.free().filter(|&axis| !same(axis) && !is_outside(axis));
        let copies: u128 = copies.map(|axis| self.array.mesh.size(axis) as u128).product();
        let elements_written = if copies > 1 { near.1 / copies } else { near.1 - own.1 };
        Some(Flow {
            messages: all.0 - own.0,
            elements: all.1 - own.1,
            messages_across: all.0 - near.0,
            elements_across: all.1 - near.1,
            elements_written,
        })
    }

    /// The number of peers with the coordinates of the device along the axes `same`, and their elements.
    fn count(&self, same: &dyn Fn(usize) -> bool) -> (u64, u128) {
        let (array, mesh) = (self.array, &self.array.mesh);
        let own = self.own.map_or([0; MAX_RANK], |own| mesh.coords(own));
        // The digits that a number has along the axes `same`: their steps, sizes and values.
        let digits = |axes: &[usize]| {
            let mut step = 1;
            let digit = |&axis: &usize| {
                let size = mesh.size(axis);
                let faster = step;
                step *= size;
                same(axis).then_some((faster, size, own[axis]))
            };
            axes.iter().rev().filter_map(digit).collect::<Vec<_>>()
        };
        let has = |number: usize, digits: &[(usize, usize, usize)]| {
            digits.iter().all(|&(step, size, digit)| number / step % size == digit)
        };
        let of_terms = digits(&array.partial);
        let terms = self.terms.clone().filter(|&term| has(term, &of_terms)).count();
        let copies = array.free().filter(|&axis| !same(axis)).map(|axis| mesh.size(axis));
        let messages = terms as u64 * copies.product::<usize>() as u64;
        let axes = self.near.iter().zip(&array.axes);
        axes.fold((messages, messages.into()), |(messages, elements), (near, cut)| {
            let digits = digits(&cut.mesh_axes);
            let near = near.iter().filter(|near| has(near.0, &digits));
            let (count, sum) = near.fold((0, 0), |(count, sum), near| (count + 1, sum + near.1));
            (messages * count, elements * sum as u128)
        })
    }

    /// Calls `add` with each peer and its elements, among the copies with the coordinates of the device along the axes `same`.
    fn each(
        &self,
        same: &dyn Fn(usize) -> bool,
        most: i64,
        mut add: impl FnMut(Place, u128, &mut Flow),
    ) -> Result<Flow, LayoutError> {
        let mesh = &self.array.mesh;
        let own = self.own.map_or([0; MAX_RANK], |own| mesh.coords(own));
        let free: Vec<usize> = self.array.free().collect();
        let choices = |&axis: &usize| if same(axis) { 1 } else { mesh.size(axis) };
        let sizes = self.near.iter().map(Vec::len).chain([self.terms.len()]);
        let count = sizes.chain(free.iter().map(choices)).fold(1, usize::saturating_mul);
        few(count, most, "messages to count one by one")?;
        let copy = |digits: [usize; MAX_RANK]| {
            let digit = |k: usize, axis: usize| if same(axis) { own[axis] } else { digits[k] };
            let number =
                |n: usize, (k, &axis): (usize, &usize)| n * mesh.size(axis) + digit(k, axis);
            free.iter().enumerate().fold(0, number)
        };
        let copies: Vec<usize> = coordinates(free.iter().map(choices)).map(copy).collect();
        let mut flow = Flow::default();
        for digits in coordinates(self.near.iter().map(Vec::len)) {
            let (mut shards, mut elements) = ([0; MAX_RANK], 1);
            for (k, near) in self.near.iter().enumerate() {
                shards[k] = near[digits[k]].0;
                elements *= near[digits[k]].1 as u128;
            }
            for term in self.terms.clone() {
                let before = flow.messages_inside();
                for &copy in &copies {
                    add(Place { shards, term, copy }, elements, &mut flow);
                }
                // All copies have the same elements.
                if flow.messages_inside() > before {
                    flow.elements_written += elements;
                }
            }
        }
        Ok(flow)
    }
}

fn few(count: usize, most: i64, what: &'static str) -> Result<(), LayoutError> {
    let instead = "`totals` has the messages of all devices";
    at_most(Operation::Redistribute, count as i64, what, most, instead)
}
