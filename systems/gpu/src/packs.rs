//! Aligned neighbours that a thread moves at once: what `max_common_vector` of the layout and of its linear index proves, and
//! that each of them begins at a multiple of their number.

use crate::plan::OperandPlan;
use crate::shader::RunLeaf;

/// The parts of a vector of WGSL.
pub(crate) const PARTS: [&str; 4] = [".x", ".y", ".z", ".w"];

/// The parts of a pack of `pack` elements, a vector of WGSL; an element is its own part.
pub(crate) fn parts(pack: i64) -> &'static [&'static str] {
    if pack == 1 { &[""] } else { &PARTS[..pack as usize] }
}

/// The type of a pack of `pack` elements in WGSL.
pub(crate) fn vector_of(element: &str, pack: i64) -> String {
    if pack == 1 { element.to_owned() } else { format!("vec{pack}<{element}>") }
}

/// The greatest power of two up to `most` that fits.
pub(crate) fn widest_pack(most: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let mut pack = most;
    while pack > 1 && !fits(pack) {
        pack /= 2;
    }
    pack
}

/// Whether the elements lie in aligned packs of `pack` neighbours along leaf `leaf` of `groups[group]`: its stride is 1 and
/// its extent a multiple of the pack, and so are all other strides and the origin; no swizzle.
pub(crate) fn are_packs(
    plan: &OperandPlan,
    groups: &[Vec<RunLeaf>],
    group: usize,
    leaf: usize,
    pack: i64,
) -> bool {
    let mut others = groups.iter().enumerate().flat_map(|(k, leaves)| {
        leaves.iter().enumerate().filter(move |(at, _)| (k, *at) != (group, leaf))
    });
    let near = groups[group].get(leaf);
    near.is_some_and(|near| near.stride.0 == 1 && near.extent.0 % pack == 0)
        && plan.size() > 0
        && plan.map.is_none()
        && plan.origin.is_multiple_of(pack as u64)
        && others.all(|(_, leaf)| leaf.extent.0 == 1 || leaf.stride.0 % pack == 0)
}

/// The layout of packs of `pack` neighbours along the first leaf of a group, where [`are_packs`] holds.
pub(crate) fn in_packs(
    plan: &OperandPlan,
    groups: &[Vec<RunLeaf>],
    group: usize,
    pack: i64,
) -> (OperandPlan, Vec<Vec<RunLeaf>>) {
    let mut groups = groups.to_vec();
    if pack > 1 {
        for (k, leaves) in groups.iter_mut().enumerate() {
            for (at, leaf) in leaves.iter_mut().enumerate() {
                if (k, at) == (group, 0) {
                    leaf.extent.0 /= pack;
                } else {
                    leaf.stride.0 /= pack;
                }
            }
        }
    }
    (OperandPlan { origin: plan.origin / pack as u64, ..plan.clone() }, groups)
}

#[cfg(test)]
mod tests {
    use layout_core::Layout;

    use super::{are_packs, in_packs};
    use crate::plan::OperandPlan;
    use crate::shader::{RunLeaf, leaves};

    /// The place of linear index `i` in the memory of the tensor.
    fn place(plan: &OperandPlan, leaves: &[RunLeaf], mut i: i64) -> i64 {
        let mut place = plan.origin as i64;
        for leaf in leaves {
            place += i % leaf.extent.0 * leaf.stride.0;
            i /= leaf.extent.0;
        }
        place
    }

    /// For every layout of three leaves of a small universe: its packs begin at multiples of a pack, and have the
    /// elements of the layout in order.
    #[test]
    fn packs_are_aligned_neighbours() {
        let (extents, strides) = ([1, 2, 3, 4, 8], [-8, -6, -4, -1, 0, 1, 2, 4, 6, 8]);
        let mut count = 0;
        for (m, n) in extents.iter().flat_map(|&m| extents.map(move |n| (m, n))) {
            for (s, t) in strides.iter().flat_map(|&s| strides.map(move |t| (s, t))) {
                let plain: Layout = format!("({m},{n},2):(1,{s},{t})").parse().unwrap();
                let origin = -((n - 1) * i64::from(s).min(0) + i64::from(t).min(0)) as u64;
                let span = plain.cosize() as u64;
                let plan = OperandPlan { plain, map: None, origin, span, below: origin };
                let groups = [leaves(&plan.plain)];
                for pack in
                    [2, 4, 8].into_iter().filter(|&pack| are_packs(&plan, &groups, 0, 0, pack))
                {
                    count += 1;
                    // More than neighbours alone: a pack is aligned everywhere.
                    let line = format!("({m},{n},2):(1,{m},{})", m * n).parse().unwrap();
                    if let Ok(common) = plan.plain.max_common_vector(&line) {
                        assert_eq!(common % pack, 0, "{}: {common} neighbours", plan.plain);
                    }
                    let (packed, of_packs) = in_packs(&plan, &groups, 0, pack);
                    for i in 0..plan.size() as i64 {
                        let begin = place(&packed, &of_packs[0], i / pack) * pack;
                        let own = place(&plan, &groups[0], i);
                        assert_eq!(begin + i % pack, own, "{} in packs of {pack}", plan.plain);
                    }
                }
            }
        }
        assert!(count > 500, "{count}");
    }
}
