//! [`Network`]: what messages and bytes cost.

use alloc::vec::Vec;
use core::fmt;

use super::counts::Flow;
use super::mesh::Mesh;
use crate::error::LayoutError;
use crate::value::limit::MAX_RANK;

/// The costs by which [`route`](super::route) chooses, and the devices that share a node.
///
/// All costs are in bytes: a message costs its bytes and a latency, the bytes that travel in the time of an empty message. A
/// message between two nodes costs several times as much. The bytes of a term count twice for their receiver, because it also
/// combines them. A step costs what the busiest of four devices of each mesh sends or receives, whichever is more: the first device, the last
/// one, and two between them. A route costs the sum of its steps.
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
    shares_memory: bool,
    nodes: Option<(Mesh, Vec<usize>)>,
    /// The number in `nodes` of each device. Empty: its own number.
    names: Vec<usize>,
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
        Self { latency, across: 1, shares_memory: false, nodes: None, names: Vec::new() }
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

    /// The network in which the devices of a node share memory: equal elements that a device sends to several of them are written
    /// once, and cost their bytes once.
    ///
    /// ```
    /// use layout_core::sharding::{Network, Sharding, route};
    /// let of = |text: &str| text.parse::<Sharding>();
    /// let (one, all) = (of("(4000000) on [x=1]")?, of("(4000000) on [x=4]")?);
    /// let steps = |network: &Network| Ok::<_, layout_core::LayoutError>(route(&one, &all, 8, network)?.steps().len());
    /// // A scatter and an all-gather; in shared memory every device reads one copy.
    /// assert_eq!((steps(&Network::default())?, steps(&Network::default().with_shared_memory())?), (2, 1));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn with_shared_memory(self) -> Self {
        Self { shares_memory: true, ..self }
    }

    /// The network of some of the devices, which have the numbers 0, 1, .. in it.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Network};
    /// let mesh = Mesh::new(&[("node", 2), ("gpu", 4)])?;
    /// let network = Network::new(1 << 14).with_nodes(&mesh, &["gpu"], 10)?.of_devices(&[6, 2, 3]);
    /// assert!(network.same_node(1, 2) && !network.same_node(0, 1));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn of_devices(&self, devices: &[usize]) -> Self {
        let names = devices.iter().map(|&device| self.name(device)).collect();
        Self { names, ..self.clone() }
    }

    fn name(&self, device: usize) -> usize {
        self.names.get(device).copied().unwrap_or(device)
    }

    /// Whether two devices share a node.
    pub fn same_node(&self, one: usize, other: usize) -> bool {
        one == other || self.node(one) == self.node(other)
    }

    /// The node of a device: the position in the mesh of its first device, or the device itself outside of the mesh.
    fn node(&self, device: usize) -> (bool, usize) {
        let Some((mesh, inside)) = &self.nodes else { return (true, 0) };
        let device = self.name(device);
        let Some(position) = mesh.position(device) else { return (false, device) };
        let mut coords = mesh.coords(position);
        inside.iter().for_each(|&axis| coords[axis] = 0);
        (true, mesh.at(&coords))
    }

    /// The axes of a mesh that join nodes: devices share a node if their coordinates along these axes are equal. `Some(None)`
    /// if all devices share one, `None` for nodes of another mesh.
    pub(super) fn outside(&self, mesh: &Mesh) -> Option<Option<Vec<usize>>> {
        let Some((nodes, inside)) = &self.nodes else { return Some(None) };
        let outside = || (0..mesh.rank()).filter(|axis| !inside.contains(axis)).collect();
        (self.names.is_empty() && nodes == mesh).then(|| Some(outside()))
    }

    /// Whether an axis of a mesh joins devices of one node, seen from the mesh's first device.
    pub(super) fn is_inside(&self, mesh: &Mesh, axis: usize) -> bool {
        let mut coords = [0; MAX_RANK];
        coords[axis] = mesh.size(axis) - 1;
        self.nodes.is_some() && self.same_node(mesh.device(0), mesh.device(mesh.at(&coords)))
    }

    /// What a device pays for its messages in one direction, of which it combines some elements. At most [`u128::MAX`].
    pub(super) fn cost(&self, flow: &Flow, combined: u128, item: u64) -> u128 {
        let bytes = |elements: u128| elements.saturating_mul(item.into());
        let of = |messages: u64, elements: u128| {
            (u128::from(messages) * u128::from(self.latency)).saturating_add(bytes(elements))
        };
        let elements = if self.shares_memory {
            flow.elements_written
        } else {
            flow.elements - flow.elements_across
        };
        let inside = of(flow.messages - flow.messages_across, elements);
        let across = of(flow.messages_across, flow.elements_across);
        let across = across.saturating_mul(self.across.into());
        inside.saturating_add(across).saturating_add(bytes(combined))
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
        if self.shares_memory {
            f.write_str(", shared memory")?;
        }
        let Some((mesh, inside)) = &self.nodes else { return Ok(()) };
        f.write_str(", nodes of ")?;
        for (k, &axis) in inside.iter().enumerate() {
            write!(f, "{}{}", if k > 0 { "," } else { "" }, mesh.name(axis))?;
        }
        write!(f, " in {mesh}, {} between them", self.across)?;
        if self.names.is_empty() { Ok(()) } else { write!(f, ", devices {:?}", self.names) }
    }
}
