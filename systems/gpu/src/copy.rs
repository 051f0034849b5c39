//! Copies between any two layouts. The strides decide the order: neighbouring threads write neighbouring elements. If
//! the source has its neighbours along another mode, tiles of both modes pass through workgroup memory.

use layout_core::Layout;
use static_layout::internal::Form;

use crate::device::Kernel;
use crate::request::Request;
use crate::shader::{Module, RunLeaf, leaves};
use crate::tensor::OperandPlan;
use crate::{DeviceTensor, Element, Gpu, GpuError};

/// The layout of a tile of 32 by 32 elements of four bytes in workgroup memory. Neither its rows nor its columns have bank
/// conflicts: 32 threads access 32 banks.
pub const TRANSPOSE_TILE: &str = "Sw<5,0,5> o 0 o (32,32):(1,32)";

/// Threads of a workgroup that do not share memory.
const THREADS: u64 = 256;
/// The elements of a thread of such a workgroup.
const EACH: u64 = 4;

/// The leaves of both layouts, where each leaf of one is a leaf of the other: the shapes are flattened, and leaves that
/// continue each other in both are joined. `None` if the extents differ.
fn paired(source: &Layout, target: &Layout) -> Option<Vec<(RunLeaf, RunLeaf)>> {
    let (a, b) = (leaves(source), leaves(target));
    let is_more = |leaf: &RunLeaf| leaf.extent.0 != 1;
    let (a, b): (Vec<_>, Vec<_>) =
        (a.into_iter().filter(is_more).collect(), b.into_iter().filter(is_more).collect());
    if a.len() != b.len() || a.iter().zip(&b).any(|(a, b)| a.extent.0 != b.extent.0) {
        return None;
    }
    Some(a.into_iter().zip(b).collect())
}

/// Joins leaves that continue each other in both layouts. The integers may be run-time ones: the result is run-time too.
fn joined(pairs: Vec<(RunLeaf, RunLeaf)>) -> Vec<(RunLeaf, RunLeaf)> {
    let mut out: Vec<(RunLeaf, RunLeaf)> = Vec::new();
    for pair in pairs {
        if let Some(last) = out.last_mut() {
            let continues = |low: &RunLeaf, high: &RunLeaf| {
                low.extent.0.checked_mul(low.stride.0) == Some(high.stride.0)
            };
            if continues(&last.0, &pair.0) && continues(&last.1, &pair.1) {
                for (low, high) in [(&mut last.0, &pair.0), (&mut last.1, &pair.1)] {
                    let known = low.extent.1 && high.extent.1;
                    low.extent = (low.extent.0 * high.extent.0, known);
                }
                continue;
            }
        }
        out.push(pair);
    }
    out
}

/// How a copy runs. `a` and `b` are the leaves of source and target, by coordinate of the kernel.
pub(crate) enum CopyPlan {
    /// There are no elements.
    Nothing,
    /// One linear index, in the order of the target.
    Linear { a: Vec<Vec<RunLeaf>>, b: Vec<Vec<RunLeaf>> },
    /// Tiles of `width` by `height`: the mode of the source's neighbours, the mode of the target's, and the others.
    Tiles { a: Vec<Vec<RunLeaf>>, b: Vec<Vec<RunLeaf>>, width: u64, height: u64 },
}

/// Chooses how to copy.
///
/// # Errors
/// If the sizes differ, and if two coordinates of the target are one element.
pub(crate) fn plan_copy(from: &OperandPlan, to: &OperandPlan) -> Result<CopyPlan, GpuError> {
    if from.size() != to.size() {
        return Err(GpuError::layout(format!(
            "cannot copy {} elements of {} to {} of {}",
            from.size(),
            from.plain,
            to.size(),
            to.plain
        )));
    }
    check_distinct(to)?;
    if from.size() == 0 {
        return Ok(CopyPlan::Nothing);
    }
    let Some(mut pairs) = paired(&from.plain, &to.plain).map(joined) else {
        return Ok(CopyPlan::Linear { a: vec![leaves(&from.plain)], b: vec![leaves(&to.plain)] });
    };
    let Some((x, y)) = transposed(&pairs) else {
        // The order of the target: neighbouring threads write neighbours.
        pairs.sort_by_key(|(_, target)| target.stride.0.unsigned_abs());
        let (a, b) = pairs.into_iter().unzip();
        return Ok(CopyPlan::Linear { a: vec![a], b: vec![b] });
    };
    let rest = || (0..pairs.len()).filter(|&k| k != x && k != y).map(|k| pairs[k]);
    Ok(CopyPlan::Tiles {
        a: vec![vec![pairs[x].0], vec![pairs[y].0], rest().map(|pair| pair.0).collect()],
        b: vec![vec![pairs[x].1], vec![pairs[y].1], rest().map(|pair| pair.1).collect()],
        width: pairs[x].0.extent.0 as u64,
        height: pairs[y].0.extent.0 as u64,
    })
}

impl Gpu {
    /// Copies each element of `source` to `target`: `target(i) = source(i)` for each linear index. The shapes may differ, as
    /// those of `copy` on the CPU.
    ///
    /// # Errors
    /// If the sizes differ, if two coordinates of `target` are one element, if an offset needs more than 32 bits, and
    /// for a tensor of another device.
    pub fn copy<T: Element, A: Form, B: Form>(
        &self,
        source: &DeviceTensor<T, A>,
        target: &mut DeviceTensor<T, B>,
    ) -> Result<(), GpuError> {
        self.map(source, target, "x")
    }

    /// `target(i) = f(source(i))`, `f` an expression of `x`, in the order of the target's memory.
    pub(crate) fn map<T: Element, A: Form, B: Form>(
        &self,
        source: &DeviceTensor<T, A>,
        target: &mut DeviceTensor<T, B>,
        f: &str,
    ) -> Result<(), GpuError> {
        self.check_own(&[source.device, target.device])?;
        let (from, to) = (&source.plan, &target.plan);
        let request = Request::new(T::WGSL, f, &[from, to]);
        let steps = self.steps(request, || match plan_copy(from, to)? {
            CopyPlan::Nothing => Ok(None),
            CopyPlan::Linear { a, b } => self.linear::<T>((from, &a), (to, &b), f).map(Some),
            CopyPlan::Tiles { a, b, width, height } => {
                self.tiles::<T>((from, &a), (to, &b), [width, height], f).map(Some)
            }
        })?;
        steps.iter().try_for_each(|step| self.run(step, &[&source.buffer, &target.buffer]))
    }

    /// Copies the memory of a tensor by the driver, as a measure of the device's bandwidth.
    #[doc(hidden)]
    pub fn copy_by_driver<T: Element, L: Form>(
        &self,
        source: &DeviceTensor<T, L>,
        target: &mut DeviceTensor<T, L>,
    ) -> Result<(), GpuError> {
        self.check_own(&[source.device, target.device])?;
        let size = source.plan.span.min(target.plan.span) * size_of::<T>() as u64;
        self.scoped(|| {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&source.buffer, 0, &target.buffer, 0, size);
            self.queue.submit([encoder.finish()]);
        })
    }

    fn linear<T: Element>(
        &self,
        (source, a): (&OperandPlan, &[Vec<RunLeaf>]),
        (target, b): (&OperandPlan, &[Vec<RunLeaf>]),
        f: &str,
    ) -> Result<Kernel, GpuError> {
        let mut module = Module::default();
        module.bind::<T>("source", false);
        module.bind::<T>("target_", true);
        let from = module.operand("from", source, a)?;
        let to = module.operand("to", target, b)?;
        let size = module.number(source.size())?;
        let groups = self.spread(source.size().div_ceil(THREADS * EACH))?;
        let kernel = format!(
            "fn f(x: {T}) -> {T} {{
    return {f};
}}
@compute @workgroup_size({THREADS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) thread: u32) {{
    let first = (group.x + group.y * groups.x) * {block}u + thread;
    for (var k = 0u; k < {EACH}u; k++) {{
        let i = first + k * {THREADS}u;
        if (i < {size}) {{
            target_[{to}] = f(source[{from}]);
        }}
    }}
}}
",
            T = T::WGSL,
            block = THREADS * EACH,
            to = to.call("i"),
            from = from.call("i"),
        );
        Ok(module.kernel(&kernel, groups))
    }

    /// Takes tiles of mode 0, along which the source has its neighbours, and mode 1, along which the target has.
    fn tiles<T: Element>(
        &self,
        (source, a): (&OperandPlan, &[Vec<RunLeaf>]),
        (target, b): (&OperandPlan, &[Vec<RunLeaf>]),
        [width, height]: [u64; 2],
        f: &str,
    ) -> Result<Kernel, GpuError> {
        let batch = source.size() / (width * height);
        let mut module = Module::default();
        module.bind::<T>("source", false);
        module.bind::<T>("target_", true);
        let from = module.operand("from", source, a)?;
        let to = module.operand("to", target, b)?;
        module.shared("tile", TRANSPOSE_TILE)?;
        let (w, h) = (module.number(width)?, module.number(height)?);
        let (across, down) = (width.div_ceil(32), height.div_ceil(32));
        let (across_p, down_p) = (module.number(across)?, module.number(down)?);
        let count = module.number(across * down * batch)?;
        let groups = self.spread(across * down * batch)?;
        let kernel = format!(
            "var<workgroup> shared_: array<{T}, 1024>;
fn f(x: {T}) -> {T} {{
    return {f};
}}
@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_id) thread: vec3<u32>) {{
    let at = group.x + group.y * groups.x;
    let x0 = (at % {across_p}) * 32u;
    let y0 = (at / {across_p} % {down_p}) * 32u;
    let z = at / {across_p} / {down_p};
    let inside = at < {count};
    for (var k = thread.y; k < 32u; k += 8u) {{
        if (inside && x0 + thread.x < {w} && y0 + k < {h}) {{
            shared_[tile_index(thread.x, k)] = f(source[{from}]);
        }}
    }}
    workgroupBarrier();
    for (var k = thread.y; k < 32u; k += 8u) {{
        if (inside && x0 + k < {w} && y0 + thread.x < {h}) {{
            target_[{to}] = shared_[tile_index(k, thread.x)];
        }}
    }}
}}
",
            T = T::WGSL,
            from = from.call("x0 + thread.x, y0 + k, z"),
            to = to.call("x0 + k, y0 + thread.x, z"),
        );
        Ok(module.kernel(&kernel, groups))
    }
}

/// Checks that no two coordinates are one element: two threads would write it.
pub(crate) fn check_distinct(plan: &OperandPlan) -> Result<(), GpuError> {
    if plan.size() > 1 && !plan.plain.is_injective()? {
        return Err(GpuError::layout(format!("two coordinates of {} are one element", plan.plain)));
    }
    Ok(())
}

/// The modes of a transposition: the first has the least stride in the source, the second in the target.
fn transposed(pairs: &[(RunLeaf, RunLeaf)]) -> Option<(usize, usize)> {
    let least = |of: fn(&(RunLeaf, RunLeaf)) -> RunLeaf| {
        let strides = (0..pairs.len()).filter(|&k| of(&pairs[k]).stride.0 != 0);
        strides.min_by_key(|&k| of(&pairs[k]).stride.0.unsigned_abs())
    };
    let (x, y) = (least(|pair| pair.0)?, least(|pair| pair.1)?);
    let is_long = |k: usize| pairs[k].0.extent.0 >= 8;
    (x != y && is_long(x) && is_long(y)).then_some((x, y))
}
