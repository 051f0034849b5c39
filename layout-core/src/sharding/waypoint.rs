//! [`Waypoint`]: a sharding that a route may pass.
//!
//! In each an axis of the mesh has a [`Role`]: its role in `from`, its role in `to`, or it cuts the array once more, between its term
//! in `from` and its copies in `to`. Roles only go forward. So an all-reduce `(n) sum x -> (n)` may pass `(n/x)`, and rows to
//! columns, `(n/(x,y),m) -> (n,m/(x,y))`, may pass `(n/y*4,m/x)`, where the rows of an axis that moved first leave chunks for the axis
//! that remains.
//!
//! The axes inside a node cut first: an all-reduce first reduces in the node, then between nodes what each device then has.

use alloc::vec;
use alloc::vec::Vec;

use super::array::{Order, Reduce, Sharding};
use super::cut::Split;
use super::mesh::Mesh;
use super::network::Network;
use super::place::coordinates;
use super::plan::MOST_OF_DEVICE;

/// The greatest number of shardings between. Beyond it the axes of a node share one role, and the others.
const MOST_BETWEEN: usize = 81;

/// What an axis of the mesh does on the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// What it does in `from`.
    From,
    /// It cuts the array once more.
    Between,
    /// What it does in `to`.
    To,
}

/// A sharding that a route may pass.
pub(super) struct Waypoint {
    pub(super) sharding: Sharding,
    /// The number of its mesh on the way, from 1 for the mesh of `from`, and the role of each group of axes. A step never lowers the
    /// number, and no role returns to an earlier one.
    pub(super) stage: (usize, Vec<Role>),
}

/// The stage of the steps of a tree.
const TREE: usize = 2;

impl Waypoint {
    /// Whether a step from here to `next` is one of a tree, which at most doubles the devices.
    pub(super) fn doubles(&self, next: &Self) -> bool {
        let count = |place: &Self| place.sharding.mesh.device_count();
        (self.stage.0 == TREE || next.stage.0 == TREE) && count(next) <= 2 * count(self)
    }

    /// Whether a step goes from here to `next`. Sums and copies of several axes take no step together: it would have more
    /// messages, and as many bytes.
    pub(super) fn precedes(&self, next: &Self) -> bool {
        if next.stage.0 == TREE && !self.doubles(next) {
            return false;
        }
        let ((one, roles), (other, next)) = (&self.stage, &next.stage);
        if one != other {
            return one < other;
        }
        let changes = || roles.iter().zip(next).filter(|(role, next)| role != next);
        changes().all(|(role, next)| role < next)
            && (changes().count() <= 1
                || changes().all(|change| change == (&Role::From, &Role::To)))
    }
}

/// Adds the shardings that a route may pass, in an order that no step goes back in.
pub(super) fn between(
    from: &Sharding,
    to: &Sharding,
    network: &Network,
    places: &mut Vec<Waypoint>,
) {
    if from.mesh == to.mesh {
        let sides = [Some(from), Some(to)];
        return Ways::new(&from.mesh, sides, to.order, network).add(1, places);
    }
    Ways::new(&from.mesh, [Some(from), None], to.order, network).add(1, places);
    let is_spread = from.mesh.device_count() == 1 && to.free().count() == to.mesh.rank();
    if is_spread && to.mesh.device_count() as i64 <= MOST_OF_DEVICE {
        tree(from, to, places);
    }
    Ways::new(&to.mesh, [None, Some(to)], to.order, network).add(3, places);
}

/// The array whole on twice as many devices each time: a binomial tree from one device.
fn tree(from: &Sharding, to: &Sharding, places: &mut Vec<Waypoint>) {
    let root = from.mesh.device(0);
    let mut devices = vec![root];
    devices.extend(to.mesh.devices().filter(|&device| device != root));
    let mut count = 2;
    while count < devices.len() {
        let mesh = Mesh::with_devices(&[("tree", count)], &devices[..count]);
        let whole = mesh.and_then(|mesh| Sharding::replicated(&mesh, &to.shape()));
        if let Ok(whole) = whole {
            places
                .push(Waypoint { sharding: whole.with_order(to.order), stage: (TREE, Vec::new()) });
        }
        count *= 2;
    }
}

/// The roles that the axes of one mesh may have.
struct Ways<'a> {
    mesh: &'a Mesh,
    sides: [Option<&'a Sharding>; 2],
    order: Order,
    /// Axes that take one role together, and the roles.
    groups: Vec<(Vec<usize>, Vec<Role>)>,
    /// The axes that may cut once more, and the axis of the array that each cuts, in the order of their cuts.
    extra: Vec<(usize, usize)>,
}

impl<'a> Ways<'a> {
    fn new(
        mesh: &'a Mesh,
        sides: [Option<&'a Sharding>; 2],
        order: Order,
        network: &Network,
    ) -> Self {
        let [from, to] = sides;
        let mut ways = Self { mesh, sides, order, groups: Vec::new(), extra: Vec::new() };
        // Without a side its roles are none.
        let had = from.map_or(vec![], |_| vec![Role::From]);
        let gets = to.map_or(vec![], |_| vec![Role::To]);
        let cuts_again = |axis: &usize| {
            from.is_none_or(|from| from.partial.contains(axis))
                && to.is_none_or(|to| to.is_free(*axis))
        };
        let changes = |axis: &usize| mesh.size(*axis) > 1;
        let mut axes: Vec<usize> = (0..mesh.rank()).filter(changes).collect();
        axes.sort_by_key(|axis| !network.is_inside(mesh, *axis));
        for &axis in axes.iter().filter(|axis| cuts_again(axis)) {
            ways.add_extra(axis);
        }
        let roles = |axis: usize| {
            let again = ways.extra.iter().any(|extra| extra.0 == axis).then_some(Role::Between);
            let all: Vec<Role> =
                had.iter().copied().chain(again).chain(gets.iter().copied()).collect();
            all
        };
        let mut groups: Vec<_> = axes.iter().map(|&axis| (vec![axis], roles(axis))).collect();
        if groups.iter().map(|group| group.1.len()).product::<usize>() > MOST_BETWEEN {
            let (inside, outside) = axes.iter().partition(|axis| network.is_inside(mesh, **axis));
            let all = |axes: Vec<usize>| {
                let mut found: Vec<Role> = axes.iter().flat_map(|&axis| roles(axis)).collect();
                found.sort_unstable();
                found.dedup();
                (axes, found)
            };
            groups =
                [inside, outside].map(all).into_iter().filter(|all| !all.0.is_empty()).collect();
        }
        ways.groups = groups;
        ways
    }

    /// Finds the axis of the array that an axis of the mesh cuts once more, with the smallest shards.
    fn add_extra(&mut self, axis: usize) {
        let role = if self.sides[1].is_some() { Role::To } else { Role::From };
        let mut roles = vec![role; self.mesh.rank()];
        self.extra.iter().for_each(|extra| roles[extra.0] = Role::Between);
        let size = |ways: &Self, roles: &[Role]| {
            let shape = ways.sharding(roles)?.shard_shape();
            Some(shape.iter().map(|&extent| extent as i128).product::<i128>())
        };
        let Some(mut least) = size(self, &roles) else { return };
        roles[axis] = Role::Between;
        let rank = self.sides.iter().flatten().next().map_or(0, |side| side.rank());
        let mut best = None;
        // From the slowest axis on: its shards are neighbours in memory.
        for k in 0..rank {
            let k = if self.order == Order::RowMajor { k } else { rank - 1 - k };
            self.extra.push((axis, k));
            if let Some(found) = size(self, &roles)
                && found < least
            {
                (least, best) = (found, Some(k));
            }
            self.extra.pop();
        }
        self.extra.extend(best.map(|k| (axis, k)));
    }

    /// Adds the sharding of every choice of roles.
    fn add(&self, mesh: usize, places: &mut Vec<Waypoint>) {
        for digits in coordinates(self.groups.iter().map(|group| group.1.len())) {
            let mut roles = vec![Role::From; self.mesh.rank()];
            for ((axes, choices), &digit) in self.groups.iter().zip(&digits) {
                axes.iter().for_each(|&axis| roles[axis] = choices[digit]);
            }
            // An axis of a group may have fewer roles than the group.
            for (axis, role) in roles.iter_mut().enumerate() {
                if *role == Role::Between && !self.extra.iter().any(|extra| extra.0 == axis) {
                    *role = if self.sides[0].is_some() { Role::From } else { Role::To };
                }
            }
            if let Some(sharding) = self.sharding(&roles)
                && places.iter().all(|place| place.sharding != sharding)
            {
                let choice = |(group, digit): (&(_, Vec<Role>), &usize)| group.1[*digit];
                let choices = self.groups.iter().zip(&digits).map(choice).collect();
                places.push(Waypoint { sharding, stage: (mesh, choices) });
            }
        }
    }

    /// The sharding of these roles. `None` for cuts that no sharding has.
    fn sharding(&self, roles: &[Role]) -> Option<Sharding> {
        let side = self.sides.iter().flatten().next()?;
        let mut sharding = Sharding::replicated(self.mesh, &side.shape()).ok()?;
        let sides = self.sides.iter().zip([Role::From, Role::To]);
        let mut partial: Vec<(usize, Reduce)> = Vec::new();
        for (side, role) in sides.clone().filter_map(|(side, role)| Some(((*side)?, role))) {
            let terms = side.partial.iter().filter(|&&axis| roles[axis] == role);
            partial.extend(terms.filter_map(|&axis| Some((axis, side.reduce?))));
        }
        for axis in 0..sharding.rank() {
            let mut cuts: Vec<(Vec<usize>, Split)> = Vec::new();
            for (side, role) in sides.clone().filter_map(|(side, role)| Some(((*side)?, role))) {
                cuts.extend(remaining(side, axis, &|axis| roles[axis] == role));
            }
            let again = self.extra.iter().filter(|extra| extra.1 == axis);
            for &(extra, _) in again.filter(|extra| roles[extra.0] == Role::Between) {
                match cuts.last_mut() {
                    // With a slowest axis more, the blocks of a shard are every so many of those before.
                    Some((axes, Split::Cyclic { .. })) => axes.insert(0, extra),
                    _ => cuts.push((vec![extra], Split::Block)),
                }
            }
            for (axes, split) in cuts {
                let names: Vec<&str> = axes.iter().map(|&axis| self.mesh.name(axis)).collect();
                sharding = sharding.split(axis, &names, split).ok()?;
            }
        }
        for (axis, reduce) in partial {
            sharding = sharding.partial(&[self.mesh.name(axis)], reduce).ok()?;
        }
        Some(sharding.with_order(self.order))
    }
}

/// The cuts of an axis of the array by those mesh axes that `keeps` takes, such that a shard holds the indices of all shards
/// with its coordinates along these axes: exactly for blocks that are even or cyclic.
fn remaining(
    side: &Sharding,
    axis: usize,
    keeps: &dyn Fn(usize) -> bool,
) -> Vec<(Vec<usize>, Split)> {
    let (mut found, mut chunks) = (Vec::new(), 1_i64);
    let extent = side.axes[axis].extent;
    let cuts = side.cuts(axis);
    let size = |axes: &[usize]| axes.iter().map(|&axis| side.mesh.size(axis)).product::<usize>();
    for (axes, split) in &cuts {
        let parts = size(axes);
        let kept: Vec<usize> = axes.iter().copied().filter(|&axis| keeps(axis)).collect();
        let is_even = extent % parts as i64 == 0;
        let (block, first) = match *split {
            Split::Cyclic { block, first } => (block, first),
            // One cut of blocks is cyclic, with one round.
            Split::Block if cuts.len() == 1 && !is_even && kept.len() < axes.len() => {
                (extent / parts as i64 + 1, 0)
            }
            Split::Block | Split::Strided(_) => {
                let each = if let Split::Strided(chunks) = *split { chunks } else { 1 };
                if kept.len() == axes.len() && chunks == 1 {
                    found.push((kept, *split));
                    continue;
                }
                for &axis in axes {
                    if keeps(axis) {
                        found.push((vec![axis], Split::Strided(each.saturating_mul(chunks))));
                        chunks = 1;
                    } else {
                        chunks = chunks.saturating_mul(side.mesh.size(axis) as i64);
                    }
                }
                continue;
            }
        };
        if let Some(last) = axes.iter().rposition(|&axis| keeps(axis)) {
            // Axes that are gone behind the last one that stays make longer blocks of its own.
            let faster = size(&axes[last + 1..]);
            let first = first / faster % size(&kept);
            let block = block.saturating_mul(faster as i64);
            found.push((kept, Split::Cyclic { block, first }));
        }
    }
    found
}
