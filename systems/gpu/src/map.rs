//! Element-wise functions between any layouts: copies, functions of one element and of several. The strides decide the order:
//! neighbouring threads write neighbouring elements. Tiles of sources that have their neighbours along another mode pass
//! through workgroup memory.

use std::fmt::Write;

use layout_core::Layout;

use crate::error::GpuErrorKind;
use crate::expression::check_limits;
use crate::packs::{PARTS, are_packs, in_packs, parts, vector_of, widest_pack};
use crate::plan::OperandPlan;
use crate::request::Request;
use crate::shader::{Module, RunLeaf, leaves};
use crate::step::Kernel;
use crate::view::{DeviceRead, DeviceWrite, Operand, check_apart};
use crate::{Gpu, GpuError};

/// The layout of a tile of 32 by 32 elements of four bytes in workgroup memory. Neither its rows nor its columns have bank
/// conflicts: 32 threads access 32 banks.
pub const TRANSPOSE_TILE: &str = "Sw<5,0,5> o 0 o (32,32):(1,32)";

/// Threads of a workgroup that do not share memory.
const THREADS: u64 = 256;
/// The elements of a thread of such a workgroup, or vectors of them.
const EACH: u64 = 4;
/// How a map runs: the leaves of each operand, the target last, by coordinate of the kernel.
pub(crate) enum MapPlan {
    /// There are no elements.
    Nothing,
    /// One linear index, in the order of the target.
    Linear(Vec<Vec<Vec<RunLeaf>>>),
    /// Tiles of `width` by `height`: the mode of the neighbours of some sources, the mode of the target's, and the others.
    Tiles { leaves: Vec<Vec<Vec<RunLeaf>>>, width: u64, height: u64 },
}

/// The leaves of the layouts, where each leaf of one is a leaf of the others: the shapes are flattened. Each row has a leaf of
/// each layout. `None` if the extents differ.
fn rows(layouts: &[&Layout]) -> Option<Vec<Vec<RunLeaf>>> {
    let is_more = |leaf: &RunLeaf| leaf.extent.0 != 1;
    let all: Vec<Vec<RunLeaf>> =
        layouts.iter().map(|layout| leaves(layout).into_iter().filter(is_more).collect()).collect();
    let (first, others) = all.split_first()?;
    let extents = |leaves: &[RunLeaf]| leaves.iter().map(|leaf| leaf.extent.0).collect::<Vec<_>>();
    if others.iter().any(|other| extents(other) != extents(first)) {
        return None;
    }
    Some((0..first.len()).map(|k| all.iter().map(|leaves| leaves[k]).collect()).collect())
}

/// Joins leaves that continue each other in all layouts. The integers may be run-time ones: the result is run-time too.
fn joined(rows: Vec<Vec<RunLeaf>>) -> Vec<Vec<RunLeaf>> {
    let mut out: Vec<Vec<RunLeaf>> = Vec::new();
    let continues = |(low, high): (&RunLeaf, &RunLeaf)| {
        low.extent.0.checked_mul(low.stride.0) == Some(high.stride.0)
    };
    for row in rows {
        match out.last_mut() {
            Some(last) if last.iter().zip(&row).all(continues) => {
                for (low, high) in last.iter_mut().zip(&row) {
                    let known = low.extent.1 && high.extent.1;
                    low.extent = (low.extent.0 * high.extent.0, known);
                }
            }
            _ => out.push(row),
        }
    }
    out
}

/// Chooses how to map. The caller has checked that the sizes agree.
///
/// # Errors
/// If two coordinates of the target are one element.
pub(crate) fn plan_map(sources: &[&OperandPlan], to: &OperandPlan) -> Result<MapPlan, GpuError> {
    check_distinct(to)?;
    if to.size() == 0 {
        return Ok(MapPlan::Nothing);
    }
    let layouts: Vec<&Layout> = sources.iter().map(|from| &from.plain).chain([&to.plain]).collect();
    let Some(mut rows) = rows(&layouts).map(joined) else {
        return Ok(MapPlan::Linear(layouts.iter().map(|layout| vec![leaves(layout)]).collect()));
    };
    let target = sources.len();
    let column =
        |rows: &[Vec<RunLeaf>], k: usize| rows.iter().map(|row| row[k]).collect::<Vec<_>>();
    // The mode of a source whose neighbours are not along that of the target's.
    let turned = (0..target).find_map(|k| transposed(&rows, k, target));
    if let Some((x, y)) = turned {
        let rest: Vec<Vec<RunLeaf>> =
            (0..rows.len()).filter(|&k| k != x && k != y).map(|k| rows[k].clone()).collect();
        let of = |k: usize| vec![vec![rows[x][k]], vec![rows[y][k]], column(&rest, k)];
        return Ok(MapPlan::Tiles {
            leaves: (0..=target).map(of).collect(),
            width: rows[x][0].extent.0 as u64,
            height: rows[y][0].extent.0 as u64,
        });
    }
    // The order of the target: neighbouring threads write neighbours.
    rows.sort_by_key(|row| row[target].stride.0.unsigned_abs());
    Ok(MapPlan::Linear((0..=target).map(|k| vec![column(&rows, k)]).collect()))
}

/// Checks that no two coordinates are one element: two threads would write it.
pub(crate) fn check_distinct(plan: &OperandPlan) -> Result<(), GpuError> {
    if plan.size() > 1 && !plan.plain.is_injective()? {
        return Err(GpuError::layout(format!("two coordinates of {plan} are one element")));
    }
    Ok(())
}

/// Checks that an operation has as many elements on both sides.
pub(crate) fn check_sizes(
    verb: &str,
    from: &OperandPlan,
    to: &OperandPlan,
) -> Result<(), GpuError> {
    if from.size() == to.size() {
        return Ok(());
    }
    let into = if verb == "copy" { "to" } else { "into" };
    Err(GpuError::layout(format!(
        "cannot {verb} {} elements of {from} {into} {} of {to}",
        from.size(),
        to.size()
    )))
}

/// Checks that `f` is only an expression: without statements, loops or a second function. The compiler of WGSL does the
/// rest: memory has bounds there, and functions do not call themselves.
fn check_wgsl(f: &str) -> Result<(), GpuError> {
    check_limits(f)?;
    match f.find([';', '{', '}', '@']) {
        None => Ok(()),
        Some(at) => Err(GpuError::new(
            GpuErrorKind::Shader,
            format!("`{}` is not part of an expression of x: {f}", &f[at..=at]),
        )),
    }
}

/// The modes of a transposition: the first has the least stride in a source, the second in the target.
fn transposed(rows: &[Vec<RunLeaf>], source: usize, target: usize) -> Option<(usize, usize)> {
    let least = |of: usize| {
        let strides = (0..rows.len()).filter(|&k| rows[k][of].stride.0 != 0);
        strides.min_by_key(|&k| rows[k][of].stride.0.unsigned_abs())
    };
    let (x, y) = (least(source)?, least(target)?);
    let is_long = |k: usize| rows[k][0].extent.0 >= 8;
    (x != y && is_long(x) && is_long(y)).then_some((x, y))
}

/// Whether the neighbours of a source are along mode 0 of a tile, and not along mode 1.
fn is_turned(leaves: &[Vec<RunLeaf>]) -> bool {
    let [x, y] = [0, 1].map(|mode| leaves[mode][0].stride.0.unsigned_abs());
    x != 0 && (y == 0 || x < y)
}

/// What [`Gpu::combine`] reads: two, three or four tensors, as a tuple of references.
pub trait Sources: crate::tensor::Sealed {
    #[doc(hidden)]
    fn operands(&self) -> Vec<Operand<'_>>;
}

macro_rules! sources {
    ($($T:ident $k:tt),*) => {
        impl<$($T),*> crate::tensor::Sealed for ($(&$T,)*) {}
        impl<$($T: DeviceRead),*> Sources for ($(&$T,)*) {
            fn operands(&self) -> Vec<Operand<'_>> {
                vec![$(self.$k.operand()),*]
            }
        }
    };
}
sources! { A 0, B 1 }
sources! { A 0, B 1, C 2 }
sources! { A 0, B 1, C 2, D 3 }

impl Gpu {
    /// Copies each element of `source` to `target`: `target(i) = source(i)` for each linear index. The shapes may differ, as
    /// those of `copy` on the CPU.
    ///
    /// # Errors
    /// If the sizes differ, if two coordinates of `target` are one element, if an offset needs more than 32 bits, for a
    /// tensor of another device, and for a target in the buffer of the source.
    pub fn copy<A: DeviceRead, B: DeviceWrite<Element = A::Element>>(
        &self,
        source: &A,
        target: &mut B,
    ) -> Result<(), GpuError> {
        self.map("copy", &[source.operand()], target.operand(), "x")
    }

    /// `target(i) = f(source(i))` for each linear index. `f` is an expression of `x` in WGSL, of the type of the target's
    /// elements: `f32(x) * 0.5` for a source of `i32`.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// let gpu = Gpu::new()?;
    /// let a = gpu.upload(&[-1.0_f32, 2.0], layout!(2:1))?;
    /// let mut b = gpu.zeros::<f32, _>(layout!(2:1))?;
    /// gpu.transform(&a, &mut b, "max(x, 0.0) * 3.0")?;
    /// assert_eq!(gpu.download(&b)?, [0.0, 6.0]);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`copy`](Self::copy), and [`GpuErrorKind::Shader`] for a text that is not an expression, with the
    /// compiler's message if it is an expression of a wrong type, and for more than 512 tokens or 64 nested parentheses.
    pub fn transform<A: DeviceRead, B: DeviceWrite>(
        &self,
        source: &A,
        target: &mut B,
        f: &str,
    ) -> Result<(), GpuError> {
        self.map("transform", &[source.operand()], target.operand(), f)
    }

    /// `target(i) = f(a(i), b(i), ..)` for each linear index of two to four tensors. `f` is an expression of `x`, `y`, `z` and
    /// `w` in WGSL, of the type of the target's elements. A mode of stride 0 repeats elements: `(m,n):(1,0)` is a column for
    /// each `j`.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// let gpu = Gpu::new()?;
    /// let a = gpu.upload(&[1.0_f32, 2.0, 3.0, 4.0], layout!((2, 2):(2, 1)))?;
    /// let column = gpu.upload(&[10.0_f32, 20.0], layout!((2, 2):(1, 0)))?;
    /// let mut c = gpu.zeros::<f32, _>(layout!((2, 2):(1, 2)))?;
    /// gpu.combine((&a, &column), &mut c, "x + y")?;
    /// assert_eq!(gpu.download(&c)?, [11.0, 23.0, 12.0, 24.0]);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// As [`transform`](Self::transform).
    pub fn combine<S: Sources, B: DeviceWrite>(
        &self,
        sources: S,
        target: &mut B,
        f: &str,
    ) -> Result<(), GpuError> {
        self.map("combine", &sources.operands(), target.operand(), f)
    }

    /// `target(i) = f(sources(i))`, in the order of the target's memory.
    fn map(
        &self,
        verb: &str,
        sources: &[Operand<'_>],
        target: Operand<'_>,
        f: &str,
    ) -> Result<(), GpuError> {
        let operands: Vec<Operand<'_>> = sources.iter().copied().chain([target]).collect();
        self.check_own(&operands)?;
        check_apart(&operands, 1)?;
        sources.iter().try_for_each(|source| check_sizes(verb, source.plan, target.plan))?;
        check_wgsl(f)?;
        let plans: Vec<&OperandPlan> = operands.iter().map(|operand| operand.plan).collect();
        let types: Vec<&str> = operands.iter().map(|operand| operand.element).collect();
        let request = Request::new("map", &format!("{} {f}", types.join(" ")), &plans);
        let steps =
            self.steps(request, || match plan_map(&plans[..sources.len()], target.plan)? {
                MapPlan::Nothing => Ok(None),
                MapPlan::Linear(leaves) => self.linear(&operands, leaves, f).map(Some),
                MapPlan::Tiles { leaves, width, height } => {
                    self.tiles(&operands, &leaves, [width, height], f).map(Some)
                }
            })?;
        let buffers: Vec<&wgpu::Buffer> = operands.iter().map(|operand| operand.buffer).collect();
        steps.iter().try_for_each(|step| self.run(step, &buffers))
    }

    /// Copies the memory of a tensor by the driver, as a measure of the device's bandwidth.
    #[doc(hidden)]
    pub fn copy_by_driver<A: DeviceRead, B: DeviceWrite<Element = A::Element>>(
        &self,
        source: &A,
        target: &mut B,
    ) -> Result<(), GpuError> {
        let (source, target) = (source.operand(), target.operand());
        self.check_own(&[source, target])?;
        let size = source.plan.span.min(target.plan.span) * size_of::<A::Element>() as u64;
        self.health.scoped(|| {
            let mut encoder = self.health.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(source.buffer, 0, target.buffer, 0, size);
            self.queue.submit([encoder.finish()]);
        })
    }

    fn linear(
        &self,
        operands: &[Operand<'_>],
        leaves: Vec<Vec<Vec<RunLeaf>>>,
        f: &str,
    ) -> Result<Kernel, GpuError> {
        let both = || operands.iter().zip(&leaves);
        // Vectors of WGSL have up to four elements.
        let pack = widest_pack(4, |pack| {
            both().all(|(operand, leaves)| are_packs(operand.plan, leaves, 0, 0, pack))
        });
        let mut module = Module::default();
        let mut places = Vec::new();
        let sources = operands.len() - 1;
        for (k, (operand, leaves)) in both().enumerate() {
            let name = if k == sources { "target_".to_owned() } else { format!("source{k}") };
            module.bind(&name, &vector_of(operand.element, pack), k == sources);
            let (plan, leaves) = in_packs(operand.plan, leaves, 0, pack);
            let at = module.operand(&format!("at{k}"), &plan, &leaves)?;
            places.push(format!("{name}[{}]", at.call("i")));
        }
        let count = operands[sources].plan.size() / pack as u64;
        let size = module.number(count)?;
        let groups = self.spread(count.div_ceil(THREADS * EACH))?;
        let loads: String = (0..sources).map(|k| format!("let v{k} = {}; ", places[k])).collect();
        let element = |part: &str| {
            let arguments: Vec<String> = (0..sources).map(|k| format!("v{k}{part}")).collect();
            format!("f({})", arguments.join(", "))
        };
        let values: Vec<String> = parts(pack).iter().map(|part| element(part)).collect();
        let value =
            format!("{}({})", vector_of(operands[sources].element, pack), values.join(", "));
        let kernel = format!(
            "{function}@compute @workgroup_size({THREADS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) thread: u32) {{
    let first = (group.x + group.y * groups.x) * {block}u + thread;
    for (var k = 0u; k < {EACH}u; k++) {{
        let i = first + k * {THREADS}u;
        if (i < {size}) {{
            {loads}{target} = {value};
        }}
    }}
}}
",
            function = function(operands, f),
            block = THREADS * EACH,
            target = places[sources],
        );
        Ok(module.kernel(&kernel, groups))
    }

    /// Takes tiles of mode 0, along which some sources have their neighbours, and mode 1, along which the target has. Those
    /// sources pass through workgroup memory.
    fn tiles(
        &self,
        operands: &[Operand<'_>],
        leaves: &[Vec<Vec<RunLeaf>>],
        [width, height]: [u64; 2],
        f: &str,
    ) -> Result<Kernel, GpuError> {
        let sources = operands.len() - 1;
        let batch = operands[sources].plan.size() / (width * height);
        let mut module = Module::default();
        let (mut tiles, mut loads, mut values) = (String::new(), String::new(), Vec::new());
        for (k, operand) in operands[..sources].iter().enumerate() {
            module.bind(&format!("source{k}"), operand.element, false);
            let at = module.operand(&format!("at{k}"), operand.plan, &leaves[k])?;
            if !is_turned(&leaves[k]) {
                values.push(format!("source{k}[{}]", at.call("x0 + k, y0 + thread.x, z")));
                continue;
            }
            let from = at.call("x0 + thread.x, y0 + k, z");
            let _ = writeln!(tiles, "var<workgroup> tile{k}: array<{}, 1024>;", operand.element);
            let _ = write!(loads, "tile{k}[tile_index(thread.x, k)] = source{k}[{from}]; ");
            values.push(format!("tile{k}[tile_index(k, thread.x)]"));
        }
        module.bind("target_", operands[sources].element, true);
        let to = module.operand("to", operands[sources].plan, &leaves[sources])?;
        module.shared("tile", TRANSPOSE_TILE)?;
        let (w, h) = (module.number(width)?, module.number(height)?);
        let (across, down) = (width.div_ceil(32), height.div_ceil(32));
        let (across_p, down_p) = (module.number(across)?, module.number(down)?);
        let count = module.number(across * down * batch)?;
        let groups = self.spread(across * down * batch)?;
        let kernel = format!(
            "{tiles}{function}@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_id) thread: vec3<u32>) {{
    let at = group.x + group.y * groups.x;
    let x0 = (at % {across_p}) * 32u;
    let y0 = (at / {across_p} % {down_p}) * 32u;
    let z = at / {across_p} / {down_p};
    let inside = at < {count};
    for (var k = thread.y; k < 32u; k += 8u) {{
        if (inside && x0 + thread.x < {w} && y0 + k < {h}) {{
            {loads}
        }}
    }}
    workgroupBarrier();
    for (var k = thread.y; k < 32u; k += 8u) {{
        if (inside && x0 + k < {w} && y0 + thread.x < {h}) {{
            target_[{to}] = f({values});
        }}
    }}
}}
",
            function = function(operands, f),
            to = to.call("x0 + k, y0 + thread.x, z"),
            values = values.join(", "),
        );
        Ok(module.kernel(&kernel, groups))
    }
}

/// The function `f` of the sources' elements.
fn function(operands: &[Operand<'_>], f: &str) -> String {
    let (target, sources) = operands.split_last().expect("a target");
    let parameters: Vec<String> = sources
        .iter()
        .zip(PARTS)
        .map(|(source, part)| format!("{}: {}", &part[1..], source.element))
        .collect();
    format!("fn f({}) -> {} {{\n    return {f};\n}}\n", parameters.join(", "), target.element)
}
