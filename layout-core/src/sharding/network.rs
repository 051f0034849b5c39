//! [`Network`], what messages and bytes cost, and [`Counts`], the messages and bytes of one device.

use alloc::vec::Vec;
use core::fmt;

use super::array::Sharding;
use super::held::Held;
use super::meet::common;
use super::mesh::Mesh;
use super::place::Place;
use super::plan::{Plan, Spent};
use crate::error::LayoutError;
use crate::value::limit::MAX_RANK;

/// The costs by which [`route`](super::route) chooses, and the devices that share a node.
///
/// All costs are in bytes: a message costs its bytes and a latency, the bytes that travel in the time of an empty message. A
/// message between two nodes costs several times as much. The bytes of a term count twice for their receiver, because it also
/// combines them. A step costs what its busiest device sends or receives, whichever is more; a route costs the sum of its steps.
///
/// ```
/// use layout_core::sharding::{Mesh, Network};
/// let mesh = Mesh::new(&[("node", 2), ("gpu", 4)])?;
/// let network = Network::new(1 << 14).with_nodes(&mesh, &["gpu"], 10)?;
/// assert!(network.same_node(4, 7) && !network.same_node(3, 4));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    latency: u64,
    across: u64,
    nodes: Option<(Mesh, Vec<usize>)>,
}

impl Default for Network {
    /// A latency of 16 KiB, and one node.
    fn default() -> Self {
        Self::new(16 << 10)
    }
}

impl Network {
    /// All devices in one node, with a latency in bytes.
    pub const fn new(latency: u64) -> Self {
        Self { latency, across: 1, nodes: None }
    }

    /// The network in which the devices along some axes of a mesh share a node. A message to another node costs `across` times as much.
    /// A device outside of the mesh is a node of its own.
    ///
    /// # Errors
    /// [`ShardRule::NoAxis`](crate::ShardRule::NoAxis).
    pub fn with_nodes(
        self,
        mesh: &Mesh,
        inside: &[&str],
        across: u64,
    ) -> Result<Self, LayoutError> {
        let axes = inside.iter().map(|name| mesh.axis(name)).collect::<Result<_, _>>()?;
        Ok(Self { across, nodes: Some((mesh.clone(), axes)), ..self })
    }

    /// Whether two devices share a node.
    pub fn same_node(&self, one: usize, other: usize) -> bool {
        one == other || self.node(one) == self.node(other)
    }

    /// The node of a device: the position in the mesh of its first device, or the device itself outside of the mesh.
    fn node(&self, device: usize) -> (bool, usize) {
        let Some((mesh, inside)) = &self.nodes else { return (true, 0) };
        let Some(position) = mesh.position(device) else { return (false, device) };
        let mut coords = mesh.coords(position);
        inside.iter().for_each(|&axis| coords[axis] = 0);
        (true, mesh.at(&coords))
    }

    /// Whether an axis of a mesh joins devices of one node, seen from the mesh's first device.
    pub(super) fn is_inside(&self, mesh: &Mesh, axis: usize) -> bool {
        let mut coords = [0; MAX_RANK];
        coords[axis] = mesh.size(axis) - 1;
        self.nodes.is_some() && self.same_node(mesh.device(0), mesh.device(mesh.at(&coords)))
    }

    /// What a device pays for its messages in one direction, of which it combines some elements.
    fn cost(&self, flow: &Flow, combined: u128, item: u64) -> u128 {
        let of = |messages: u64, elements: u128| {
            u128::from(messages) * u128::from(self.latency) + elements * u128::from(item)
        };
        let inside = of(flow.messages - flow.messages_across, flow.elements - flow.elements_across);
        let across = of(flow.messages_across, flow.elements_across);
        inside + across * u128::from(self.across) + combined * u128::from(item)
    }
}

impl fmt::Display for Network {
    /// ```
    /// use layout_core::sharding::{Mesh, Network};
    /// let mesh = Mesh::new(&[("node", 2), ("gpu", 4)])?;
    /// let network = Network::new(100).with_nodes(&mesh, &["gpu"], 10)?;
    /// assert_eq!(network.to_string(), "latency 100, nodes of gpu in [node=2,gpu=4], 10 between them");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "latency {}", self.latency)?;
        let Some((mesh, inside)) = &self.nodes else { return Ok(()) };
        f.write_str(", nodes of ")?;
        for (k, &axis) in inside.iter().enumerate() {
            write!(f, "{}{}", if k > 0 { "," } else { "" }, mesh.name(axis))?;
        }
        write!(f, " in {mesh}, {} between them", self.across)
    }
}

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
}

impl Flow {
    fn add(&mut self, elements: i64, is_across: bool) {
        self.messages += 1;
        self.elements += elements as u128;
        if is_across {
            self.messages_across += 1;
            self.elements_across += elements as u128;
        }
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

impl Plan {
    /// What a device sends to and receives from others, without the layouts of the elements.
    ///
    /// ```
    /// use layout_core::sharding::{Network, Sharding, plan};
    /// let (terms, parts): (Sharding, Sharding) = ("(12) sum x on [x=4]".parse()?, "(12/x) on [x=4]".parse()?);
    /// let counts = plan(&terms, &parts)?.counts(0, &Network::default())?;
    /// assert_eq!((counts.received.messages, counts.received.elements), (3, 9));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::TooMany`](crate::ShardRule::TooMany) for more than `2^28` pairs of shards, or more than `2^24` intervals that shards share.
    pub fn counts(&self, device: usize, network: &Network) -> Result<Counts, LayoutError> {
        let mut counts = Counts::default();
        if let Some(position) = self.to.mesh.position(device) {
            let place = self.to.place_at(position);
            let near = sizes(&self.to.held(&place), &self.from)?;
            each(&near, &mut |shards, elements| {
                for term in (place.term..self.terms.from).step_by(self.terms.to) {
                    let source = self.from.mesh.device(self.source(position, shards, term));
                    if source != device {
                        counts.received.add(elements, !network.same_node(source, device));
                    }
                }
            });
        }
        if let Some(position) = self.from.mesh.position(device) {
            let place = self.from.place_at(position);
            let near = sizes(&self.from.held(&place), &self.to)?;
            let term = place.term % self.terms.to;
            each(&near, &mut |shards, elements| {
                for copy in 0..self.to.copies() {
                    let target = self.to.at(&Place { shards, term, copy });
                    let to = self.to.mesh.device(target);
                    if to != device && self.source(target, place.shards, place.term) == position {
                        counts.sent.add(elements, !network.same_node(to, device));
                    }
                }
            });
        }
        Ok(counts)
    }

    /// What the step costs its busiest device, of some spread over both meshes.
    ///
    /// # Errors
    /// Those of [`counts`](Self::counts).
    pub(super) fn cost(&self, network: &Network, item: u64) -> Result<u128, LayoutError> {
        let mut cost = 0;
        for mesh in [&self.from.mesh, &self.to.mesh] {
            let last = mesh.device_count() - 1;
            for k in 0..=last.min(SEEN - 1) {
                let device = mesh.device(last * k / last.clamp(1, SEEN - 1));
                let counts = self.counts(device, network)?;
                let combines = self.terms.from > self.terms.to;
                let combined = if combines { counts.received.elements } else { 0 };
                cost = cost.max(network.cost(&counts.received, combined, item)).max(network.cost(
                    &counts.sent,
                    0,
                    item,
                ));
            }
        }
        Ok(cost)
    }
}

/// The devices of a mesh whose costs are compared: the first, the last and others between them.
const SEEN: usize = 4;

/// For each axis the shards that share indices with what is held, and how many.
fn sizes(held: &[Held; MAX_RANK], other: &Sharding) -> Result<Vec<Vec<(usize, i64)>>, LayoutError> {
    let mut spent = Spent::default();
    let of_axis = |(axis, held): (&super::cut::Axis, &Held)| {
        let near = spent.near(axis, held)?;
        let size = |shard| (shard, common(&axis.held(shard), held));
        Ok(near.into_iter().map(size).filter(|near| near.1 > 0).collect())
    };
    other.axes.iter().zip(held).map(of_axis).collect()
}

/// Calls `found` with each choice of one shard for each axis, and the number of elements.
fn each(near: &[Vec<(usize, i64)>], found: &mut dyn FnMut([usize; MAX_RANK], i64)) {
    fn walk(
        near: &[Vec<(usize, i64)>],
        (axis, shards, elements): (usize, [usize; MAX_RANK], i64),
        found: &mut dyn FnMut([usize; MAX_RANK], i64),
    ) {
        let Some(list) = near.get(axis) else { return found(shards, elements) };
        for &(shard, count) in list {
            let mut shards = shards;
            shards[axis] = shard;
            walk(near, (axis + 1, shards, elements * count), found);
        }
    }
    walk(near, (0, [0; MAX_RANK], 1), found);
}
