//! What is launched: the source of a kernel, its numbers and its blocks, of the plans of its operands.

use super::source::product::{Factor, matmul_warp, matmul_warpgroup, warpgroup_bytes};
use super::source::{self, Function};
use super::{CudaNumber, TensorCoreElement};
use crate::copy::{CopyPlan, plan_copy};
use crate::matmul::ProductPlan;
use crate::reduce::check_sizes;
use crate::shader::{RunLeaf, leaves};
use crate::tensor::OperandPlan;
use crate::{GpuError, Reduction};

/// A kernel: its source, its run-time numbers, and its blocks of 256 threads.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Launch {
    pub text: String,
    pub numbers: Vec<u64>,
    pub blocks: u64,
    /// Bytes of shared memory that the kernel does not declare.
    pub shared: u32,
}

impl Launch {
    fn new((text, numbers): (String, Vec<u64>), blocks: u64) -> Self {
        Self { text, numbers, blocks, shared: 0 }
    }
}

/// What multiplies: a warp from capability 8.0 on, a warpgroup on 9.0 alone.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorCores {
    Warp,
    Warpgroup,
}

/// The kernel of a copy; nothing for no elements.
pub(super) fn copy(
    from: &OperandPlan,
    to: &OperandPlan,
    bytes: usize,
) -> Result<Option<Launch>, GpuError> {
    map(from, to, Function { element: source::word(bytes), bytes, text: "x" })
}

/// The kernel of a transformation; nothing for no elements.
pub(super) fn transform<T: CudaNumber>(
    from: &OperandPlan,
    to: &OperandPlan,
    f: &str,
) -> Result<Option<Launch>, GpuError> {
    check_sizes(from, to)?;
    source::expression::check(f)?;
    map(from, to, Function { element: T::NAME, bytes: size_of::<T>(), text: f })
}

fn map(
    from: &OperandPlan,
    to: &OperandPlan,
    function: Function<'_>,
) -> Result<Option<Launch>, GpuError> {
    let widest = (16 / function.bytes).max(1) as i64;
    Ok(match plan_copy(from, to)? {
        CopyPlan::Nothing => None,
        CopyPlan::Linear { a, b } => {
            let pack = widest_pack(widest, |pack| {
                are_packs(from, &a, 0, 0, pack) && are_packs(to, &b, 0, 0, pack)
            });
            let ((from, a), (to, b)) = (in_packs(from, &a, pack), in_packs(to, &b, pack));
            let count = a[0].iter().map(|leaf| leaf.extent.0 as u64).product::<u64>();
            let text = source::map_linear((&from, &a), (&to, &b), count, pack as u64, function)?;
            Some(Launch::new(text, count.div_ceil(1024)))
        }
        CopyPlan::Tiles { a, b, width, height } => {
            let wide = [are_packs(from, &a, 0, 0, 2), are_packs(to, &b, 1, 0, 2)];
            let batch = from.size() / (width * height);
            let blocks = width.div_ceil(64) * height.div_ceil(64) * batch;
            let text = source::map_tiles((from, &a), (to, &b), [width, height], wide, function)?;
            Some(Launch::new(text, blocks))
        }
    })
}

/// The kernels of a reduction: to an element of each block, and of these to one.
pub(super) fn reduce<T: CudaNumber>(
    plan: &OperandPlan,
    reduction: Reduction,
) -> Result<[Launch; 2], GpuError> {
    reduction.check(plan)?;
    let size = plan.size();
    let mut order = leaves(&plan.plain);
    order.retain(|leaf| leaf.extent.0 != 1);
    order.sort_by_key(|leaf| leaf.stride.0.unsigned_abs());
    let order = [order];
    let element = Function { element: T::NAME, bytes: size_of::<T>(), text: "x" };
    let widest = (16 / element.bytes).max(1) as i64;
    let pack = widest_pack(widest, |pack| are_packs(plan, &order, 0, 0, pack));
    let (plan, order) = in_packs(plan, &order, pack);
    let count = size / pack as u64;
    let blocks = count.div_ceil(2048).clamp(1, 1024);
    let many = source::reduce(Some((&plan, &order)), count, pack as u64, element, reduction)?;
    let one = source::reduce(None, blocks, 1, element, reduction)?;
    Ok([Launch::new(many, blocks), Launch::new(one, 1)])
}

/// The kernel of a product; nothing for no elements of C.
pub(super) fn matmul<T: TensorCoreElement>(
    cores: TensorCores,
    a: &OperandPlan,
    b: &OperandPlan,
    c: &OperandPlan,
) -> Result<Option<Launch>, GpuError> {
    let ProductPlan { a: of_a, b: [b_k, b_n], c: of_c, extents } = ProductPlan::of(a, b, c)?;
    let [m, n, k] = extents;
    if extents.iter().any(|&extent| extent > i32::MAX as u64) {
        return Err(GpuError::layout(format!("an extent of ({m},{n},{k}) is above {}", i32::MAX)));
    }
    if m == 0 || n == 0 {
        return Ok(None);
    }
    let bytes = size_of::<T>();
    let chunk = (16 / bytes) as i64;
    let of_b = [b_n, b_k];
    // Along k.
    let is_wide = |plan: &OperandPlan, modes: &[Vec<RunLeaf>; 2]| {
        let mut near = modes[1].iter().filter(|leaf| leaf.extent.0 != 1);
        near.next().is_some() && near.next().is_none() && are_packs(plan, modes, 1, 0, chunk)
    };
    let left = Factor { plan: a, is_wide: is_wide(a, &of_a), modes: of_a };
    let right = Factor { plan: b, is_wide: is_wide(b, &of_b), modes: of_b };
    let (name, result) = (T::INSTRUCTION, (c, &of_c));
    let blocks = |columns: u32| m.div_ceil(128) * n.div_ceil(columns.into());
    if cores == TensorCores::Warp {
        let text = matmul_warp(name, bytes, &left, &right, result, extents)?;
        return Ok(Some(Launch::new(text, blocks(128))));
    }
    // Wide blocks read less, where there is one for most of the processors of a device.
    let columns = if blocks(256) < 96 { 128 } else { 256 };
    let text = matmul_warpgroup(name, bytes, columns, &left, &right, result, extents)?;
    Ok(Some(Launch { shared: warpgroup_bytes(columns), ..Launch::new(text, blocks(columns)) }))
}

/// The greatest power of two up to `most` that fits.
fn widest_pack(most: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let mut pack = most;
    while pack > 1 && !fits(pack) {
        pack /= 2;
    }
    pack
}

/// Whether the elements lie in aligned packs of `pack` neighbours along leaf `leaf` of `groups[group]`: its stride is 1 and
/// its extent a multiple of the pack, and so are all other strides and the origin; no swizzle.
fn are_packs(
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
        && plan.map.is_none()
        && plan.origin.is_multiple_of(pack as u64)
        && others.all(|(_, leaf)| leaf.extent.0 == 1 || leaf.stride.0 % pack == 0)
}

/// The layout of packs of `pack` neighbours along the first leaf, where [`are_packs`] holds.
fn in_packs(
    plan: &OperandPlan,
    groups: &[Vec<RunLeaf>],
    pack: i64,
) -> (OperandPlan, Vec<Vec<RunLeaf>>) {
    let mut groups = groups.to_vec();
    if pack > 1 {
        for (k, leaf) in groups.iter_mut().flatten().enumerate() {
            if k == 0 {
                leaf.extent.0 /= pack;
            } else {
                leaf.stride.0 /= pack;
            }
        }
    }
    (OperandPlan { origin: plan.origin / pack as u64, ..plan.clone() }, groups)
}

#[cfg(test)]
mod tests {
    use layout_core::Layout;

    use super::{are_packs, in_packs};
    use crate::shader::{RunLeaf, leaves};
    use crate::tensor::OperandPlan;

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
                let plan = OperandPlan { plain, map: None, origin, span: plain.cosize() as u64 };
                let groups = [leaves(&plan.plain)];
                for pack in
                    [2, 4, 8].into_iter().filter(|&pack| are_packs(&plan, &groups, 0, 0, pack))
                {
                    count += 1;
                    let (packed, of_packs) = in_packs(&plan, &groups, pack);
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
