//! What is launched: the source of a kernel, its numbers and its blocks, of the plans of its operands.

use super::source::product::{Factor, matmul_warp, matmul_warpgroup, warpgroup_bytes};
use super::source::{self, Function};
use super::{CudaNumber, TensorCoreElement};
use crate::map::{MapPlan, check_sizes, plan_map};
use crate::matmul::ProductPlan;
use crate::packs::{are_packs, in_packs, widest_pack};
use crate::plan::OperandPlan;
use crate::shader::{RunLeaf, leaves};
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
    check_sizes("copy", from, to)?;
    map(from, to, Function { element: source::word(bytes), bytes, text: "x" })
}

/// The kernel of a transformation; nothing for no elements.
pub(super) fn transform<T: CudaNumber>(
    from: &OperandPlan,
    to: &OperandPlan,
    f: &str,
) -> Result<Option<Launch>, GpuError> {
    check_sizes("transform", from, to)?;
    source::expression::check(f)?;
    map(from, to, Function { element: T::NAME, bytes: size_of::<T>(), text: f })
}

fn map(
    from: &OperandPlan,
    to: &OperandPlan,
    function: Function<'_>,
) -> Result<Option<Launch>, GpuError> {
    let widest = (16 / function.bytes).max(1) as i64;
    Ok(match plan_map(&[from], to)? {
        MapPlan::Nothing => None,
        MapPlan::Linear(leaves) => {
            let [a, b] = of_two(leaves);
            let pack = widest_pack(widest, |pack| {
                are_packs(from, &a, 0, 0, pack) && are_packs(to, &b, 0, 0, pack)
            });
            let ((from, a), (to, b)) = (in_packs(from, &a, 0, pack), in_packs(to, &b, 0, pack));
            let count = a[0].iter().map(|leaf| leaf.extent.0 as u64).product::<u64>();
            let text = source::map_linear((&from, &a), (&to, &b), count, pack as u64, function)?;
            Some(Launch::new(text, count.div_ceil(1024)))
        }
        MapPlan::Tiles { leaves, width, height } => {
            let [a, b] = of_two(leaves);
            let wide = [are_packs(from, &a, 0, 0, 2), are_packs(to, &b, 1, 0, 2)];
            let batch = from.size() / (width * height);
            let blocks = width.div_ceil(64) * height.div_ceil(64) * batch;
            let text = source::map_tiles((from, &a), (to, &b), [width, height], wide, function)?;
            Some(Launch::new(text, blocks))
        }
    })
}

/// The leaves of the source and of the target.
fn of_two(leaves: Vec<Vec<Vec<RunLeaf>>>) -> [Vec<Vec<RunLeaf>>; 2] {
    leaves.try_into().expect("a source and a target")
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
    let (plan, order) = in_packs(plan, &order, 0, pack);
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
    let ProductPlan { a: [a_m, a_k, _], b: [b_k, b_n, _], c: [c_m, c_n, _], extents, batch } =
        ProductPlan::of(a, b, c)?;
    if batch != 1 {
        return Err(GpuError::layout(format!(
            "a batch of {batch} products: one is computed at a time"
        )));
    }
    let (of_a, of_c) = ([a_m, a_k], [c_m, c_n]);
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
