//! [`Route`]: the steps along mesh axes from one sharding to another.
//!
//! A step is a [`Plan`] between two shardings, so every list of shardings that begins with `from` and ends with `to` is right;
//! the route is the list that costs least. Collectives are steps of few kinds: a reduce-scatter drops a term and adds
//! a cut, an all-gather drops a cut, an all-to-all drops one and adds another.
//!
//! The shardings between (`waypoint`) are in an order that no step goes back in, so one pass over them finds the cheapest list that ends
//! with each: the shortest paths of an acyclic graph.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::array::Sharding;
use super::counts::Counts;
use super::network::Network;
use super::plan::{MOST_OF_DEVICE, Plan, joined, of, plan};
use super::waypoint::{Waypoint, between};
use crate::error::{LayoutError, ShardRule};

/// The greatest number of messages that are counted one by one, of a step that has a cost and does not double the devices.
const MOST_COUNTED: i64 = 1 << 14;

/// The steps from one sharding to another, made by [`route`].
#[derive(Clone)]
pub struct Route {
    steps: Vec<Plan>,
}

/// The cheapest steps along mesh axes from one sharding to another, for elements of `item` bytes.
///
/// An all-reduce of `n` elements on `p` devices is a reduce-scatter and an all-gather where bytes decide: each device receives
/// `2 n (p-1)/p` elements. Where latencies decide it is one step of `n (p-1)`.
///
/// ```
/// use layout_core::sharding::{Mesh, Network, Sharding, route};
/// let of = |text: &str| text.parse::<Sharding>();
/// let network = Network::default();
/// let sum = route(&of("(4000000) sum x on [x=4]")?, &of("(4000000) on [x=4]")?, 8, &network)?;
/// assert_eq!(sum.to_string(), "(4000000) sum x on [x=4] -> (4000000/x) on [x=4] -> (4000000) on [x=4]");
/// let received: u128 = sum.counts(0, &network)?.iter().map(|step| step.received.elements).sum();
/// assert_eq!(received, 2 * 4_000_000 * 3 / 4);
/// // 4,096 devices: two steps of 63 messages each, and not 4,095 messages.
/// let rows = of("(8192/(x,y),8192) on [x=64,y=64]")?;
/// let columns = of("(8192,8192/(x,y)) on [x=64,y=64]")?;
/// let steps = route(&rows, &columns, 4, &network)?;
/// assert_eq!(steps.steps()[0].to().to_string(), "(8192/x,8192/y*64) on [x=64,y=64]");
/// let messages: Vec<u64> = steps.counts(0, &network)?.iter().map(|step| step.received.messages).collect();
/// assert_eq!(messages, [63, 63]);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// # Errors
/// Those of [`plan`].
pub fn route(
    from: &Sharding,
    to: &Sharding,
    item: u64,
    network: &Network,
) -> Result<Route, LayoutError> {
    let (from, to) = &two_axes(from, to);
    let direct = plan(from, to)?;
    // A plan of too many intervals to count has no cost.
    let most = direct.cost(network, item, MOST_COUNTED).unwrap_or(u128::MAX);
    if most == 0 {
        return Ok(Route { steps: vec![direct] });
    }
    let mut places = vec![Waypoint { sharding: from.clone(), stage: (0, Vec::new()) }];
    between(from, to, network, &mut places);
    places.push(Waypoint { sharding: to.clone(), stage: (4, Vec::new()) });
    // The cheapest way to each place: its cost, its number of steps, the place before, the last step.
    type Way = ((u128, usize), usize, Plan);
    let mut ways: Vec<Option<Way>> = vec![None];
    for (k, place) in places.iter().enumerate().skip(1) {
        let mut best: Option<Way> = None;
        for (j, before) in places[..k].iter().enumerate() {
            let Some((paid, steps)) =
                (if j == 0 { Some((0, 0)) } else { ways[j].as_ref().map(|way| way.0) })
            else {
                continue;
            };
            let least = best.as_ref().map_or(most, |best| best.0.0);
            if !before.precedes(place) || paid >= least {
                continue;
            }
            let Ok(step) = joined(&aligned(&before.sharding, &place.sharding), &place.sharding)
            else {
                continue;
            };
            let counted = if before.doubles(place) { MOST_OF_DEVICE } else { MOST_COUNTED };
            let Ok(cost) = step.cost(network, item, counted) else { continue };
            let cost = (paid.saturating_add(cost), steps + 1);
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, j, step));
            }
        }
        ways.push(best);
    }
    let mut steps = Vec::new();
    let mut at = places.len() - 1;
    while at > 0 {
        let Some((_, before, step)) = ways[at].take() else { break };
        // Checked only here: a check looks at every shard.
        steps.push(plan(&step.from, &step.to)?);
        at = before;
    }
    steps.reverse();
    Ok(Route { steps: if steps.is_empty() { vec![direct] } else { steps } })
}

impl Route {
    /// The route of one step.
    pub fn direct(step: Plan) -> Self {
        Self { steps: vec![step] }
    }

    /// The steps, each from the sharding after the last one. At least one.
    pub fn steps(&self) -> &[Plan] {
        &self.steps
    }

    /// What a device sends and receives in each step.
    ///
    /// # Errors
    /// [`ShardRule::NoDevice`] for a device of no mesh of the route, and those of [`Plan::counts`].
    pub fn counts(&self, device: usize, network: &Network) -> Result<Vec<Counts>, LayoutError> {
        let knows = |sharding: &Sharding| sharding.mesh.position(device).is_some();
        if !self.steps.iter().any(|step| knows(&step.from) || knows(&step.to)) {
            return Err(of(ShardRule::NoDevice { device }));
        }
        self.steps.iter().map(|step| step.counts(device, network)).collect()
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.steps.first() {
            write!(f, "{}", first.from)?;
        }
        self.steps.iter().try_for_each(|step| write!(f, " -> {}", step.to))
    }
}

/// The least size of a lone axis of a mesh that is two, so that steps have fewer messages.
const LONG: usize = 9;

/// Both shardings on their mesh with its only long axis as two, near the square root. Each device holds what it held.
fn two_axes(from: &Sharding, to: &Sharding) -> (Sharding, Sharding) {
    let whole = || (from.clone(), to.clone());
    let mesh = &from.mesh;
    let mut long = (0..mesh.rank()).filter(|&axis| mesh.size(axis) > 1);
    let (Some(axis), None) = (long.next(), long.next()) else { return whole() };
    let size = mesh.size(axis);
    let slow = (2..size).take_while(|k| k * k <= size).filter(|k| size.is_multiple_of(*k)).last();
    let Some(slow) = slow.filter(|_| size >= LONG && *mesh == to.mesh) else { return whole() };
    let parts = [("_slow", slow), ("_fast", size / slow)];
    let Ok(mesh) = mesh.refined(mesh.name(axis), &parts) else { return whole() };
    let of = |axes: &[usize]| -> Vec<usize> {
        let both = |&k: &usize| k + usize::from(k > axis)..k + 1 + usize::from(k >= axis);
        axes.iter().flat_map(both).collect()
    };
    let on_both = |sharding: &Sharding| {
        let mut found =
            Sharding { mesh: mesh.clone(), partial: of(&sharding.partial), ..sharding.clone() };
        for cut in &mut found.axes {
            let mut before = 0;
            for level in &mut cut.levels {
                let axes = before..before + level.axes;
                before = axes.end;
                level.axes += usize::from(cut.mesh_axes[axes].contains(&axis));
            }
            cut.mesh_axes = of(&cut.mesh_axes);
        }
        found
    };
    (on_both(from), on_both(to))
}

/// `from` with its terms numbered such that those that `to` keeps are the fastest, in the order of `to`: term `r` goes to term
/// `r mod to`, which then is a step along the other axes. Each device holds what it held.
fn aligned(from: &Sharding, to: &Sharding) -> Sharding {
    let mut aligned = from.clone();
    if from.mesh == to.mesh && to.partial.iter().all(|axis| from.partial.contains(axis)) {
        aligned.partial.retain(|axis| !to.partial.contains(axis));
        aligned.partial.extend(&to.partial);
    }
    aligned
}
