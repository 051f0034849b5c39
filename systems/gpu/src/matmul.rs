//! Products of matrices of `f32`.

use layout_core::Layout;
use static_layout::internal::Form;

use crate::copy::check_distinct;
use crate::device::Kernel;
use crate::error::GpuErrorKind;
use crate::request::Request;
use crate::shader::{Module, RunLeaf};
use crate::tensor::OperandPlan;
use crate::{DeviceTensor, Gpu, GpuError};

/// The tile of C that a workgroup computes, and the step along k. Each thread has `each` by `each` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Rows of C.
    pub m: u32,
    /// Columns of C.
    pub n: u32,
    /// Columns of A and rows of B in workgroup memory at a time.
    pub k: u32,
    /// Rows and columns of C of one thread.
    pub each: u32,
}

impl Tile {
    /// The tiles that [`Gpu::matmul`] tries, the largest first.
    pub const ALL: [Self; 3] = [
        Self { m: 64, n: 64, k: 16, each: 4 },
        Self { m: 32, n: 32, k: 16, each: 4 },
        Self { m: 16, n: 16, k: 8, each: 2 },
    ];

    /// The first of [`ALL`](Self::ALL) with at most these threads and bytes of workgroup memory; without one the last.
    ///
    /// ```
    /// use static_layout_gpu::Tile;
    /// assert_eq!(Tile::largest(1024, 48 << 10), Tile::ALL[0]);
    /// // The least limits that WebGPU allows: 64 by 64 needs 256 threads and 16 KiB.
    /// assert_eq!(Tile::largest(256, 16 << 10), Tile::ALL[0]);
    /// assert_eq!(Tile::largest(128, 16 << 10), Tile::ALL[1]);
    /// assert_eq!(Tile::largest(256, 4 << 10), Tile::ALL[2]);
    /// ```
    pub fn largest(threads: u32, bytes: u32) -> Self {
        let fits = |tile: &Self| tile.threads() <= threads && tile.shared_bytes() <= bytes;
        Self::ALL.into_iter().find(fits).unwrap_or(Self::ALL[Self::ALL.len() - 1])
    }

    /// The threads of a workgroup.
    pub const fn threads(self) -> u32 {
        match (self.m.checked_div(self.each), self.n.checked_div(self.each)) {
            (Some(rows), Some(columns)) => rows.saturating_mul(columns),
            _ => 0,
        }
    }

    /// The bytes of workgroup memory: two buffers of both tiles, of `f32`.
    pub const fn shared_bytes(self) -> u32 {
        self.k.saturating_mul(self.m.saturating_add(self.n)).saturating_mul(8)
    }
}

/// The operands of a product, whose extents agree: the leaves of both modes of each.
pub(crate) struct ProductPlan {
    pub(crate) a: [Vec<RunLeaf>; 2],
    pub(crate) b: [Vec<RunLeaf>; 2],
    pub(crate) c: [Vec<RunLeaf>; 2],
    /// M, N and K.
    pub(crate) extents: [u64; 3],
}

impl ProductPlan {
    /// Checks that A is (m, k), B (k, n) and C (m, n), and that C has an element for each coordinate of its own.
    pub(crate) fn of(a: &OperandPlan, b: &OperandPlan, c: &OperandPlan) -> Result<Self, GpuError> {
        let (of_a, of_b, of_c) = (modes(a)?, modes(b)?, modes(c)?);
        let (m, k, n) = (extent(&of_a[0]), extent(&of_a[1]), extent(&of_b[1]));
        let found = [extent(&of_b[0]), extent(&of_c[0]), extent(&of_c[1])];
        if found != [k, m, n] {
            return Err(GpuError::layout(format!(
                "cannot multiply ({m},{k}) by ({},{n}) into ({},{})",
                found[0], found[1], found[2]
            )));
        }
        check_distinct(c)?;
        Ok(Self { a: of_a, b: of_b, c: of_c, extents: [m, n, k] })
    }
}

/// The leaves of both modes of a matrix.
fn modes(plan: &OperandPlan) -> Result<[Vec<RunLeaf>; 2], GpuError> {
    let layout: &Layout = &plan.plain;
    if layout.rank() != 2 || layout.depth() == 0 {
        return Err(GpuError::layout(format!(
            "{layout} is no matrix: it has {} modes",
            layout.rank()
        )));
    }
    let shape = layout.shape();
    let first = shape.mode(0)?.leaf_count();
    let all = crate::shader::leaves(layout);
    Ok([all[..first].to_vec(), all[first..].to_vec()])
}

/// The product of the extents.
fn extent(leaves: &[RunLeaf]) -> u64 {
    leaves.iter().map(|leaf| leaf.extent.0 as u64).product()
}

/// Whether neighbours of the first mode are closer in memory than neighbours of the second.
fn is_first_near(modes: &[Vec<RunLeaf>; 2]) -> bool {
    let least = |leaves: &[RunLeaf]| {
        leaves
            .iter()
            .filter(|leaf| leaf.extent.0 > 1)
            .map(|leaf| leaf.stride.0.unsigned_abs())
            .min()
    };
    least(&modes[0]).unwrap_or(u64::MAX) <= least(&modes[1]).unwrap_or(u64::MAX)
}

impl Gpu {
    /// `C = A B`, of `A` (m, k), `B` (k, n) and `C` (m, n) in any layouts. The tile is the largest of [`Tile::ALL`] that
    /// the device has room for.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// let gpu = Gpu::new()?;
    /// let (m, k) = (3, 2);
    /// let a = gpu.upload(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((m, k):(1, m)))?;
    /// let b = gpu.upload(&[1.0_f32, 0.0, 0.0, 1.0], layout!((2, 2):(2, 1)))?;
    /// let mut c = gpu.zeros::<f32, _>(layout!((m, 2):(1, m)))?;
    /// gpu.matmul(&a, &b, &mut c)?;
    /// assert_eq!(gpu.download(&c)?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// If a layout has other than two modes, if the extents disagree, if two coordinates of `C` are one element, and if
    /// an offset needs more than 32 bits; for a tensor of another device.
    pub fn matmul<A: Form, B: Form, C: Form>(
        &self,
        a: &DeviceTensor<f32, A>,
        b: &DeviceTensor<f32, B>,
        c: &mut DeviceTensor<f32, C>,
    ) -> Result<(), GpuError> {
        let [threads, bytes] = self.tile_limits();
        self.matmul_tiled(a, b, c, Tile::largest(threads, bytes))
    }

    /// [`matmul`](Self::matmul) with tiles of the caller.
    ///
    /// # Errors
    /// As [`matmul`](Self::matmul), and [`GpuErrorKind::Limit`] for a tile that its threads do not divide, or that exceeds
    /// the limits of the device.
    pub fn matmul_tiled<A: Form, B: Form, C: Form>(
        &self,
        a: &DeviceTensor<f32, A>,
        b: &DeviceTensor<f32, B>,
        c: &mut DeviceTensor<f32, C>,
        tile: Tile,
    ) -> Result<(), GpuError> {
        self.check_own(&[a.device, b.device, c.device])?;
        self.check_tile(tile)?;
        let whole = tile.each > 0
            && tile.k > 0
            && tile.threads() > 0
            && tile.m.is_multiple_of(tile.each)
            && tile.n.is_multiple_of(tile.each)
            && (tile.m * tile.k).is_multiple_of(tile.threads())
            && (tile.n * tile.k).is_multiple_of(tile.threads());
        if !whole {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{tile:?}: {} threads do not divide its parts", tile.threads()),
            ));
        }
        let plans = [&a.plan, &b.plan, &c.plan];
        let request = Request::new("matmul", &format!("{tile:?}"), &plans);
        let steps = self.steps(request, || self.product(plans, tile))?;
        steps.iter().try_for_each(|step| self.run(step, &[&a.buffer, &b.buffer, &c.buffer]))
    }

    /// The kernel of a product; nothing for no elements of C.
    fn product(
        &self,
        [a, b, c]: [&OperandPlan; 3],
        tile: Tile,
    ) -> Result<Option<Kernel>, GpuError> {
        let product = ProductPlan::of(a, b, c)?;
        let ProductPlan { a: of_a, b: of_b, c: of_c, extents: [m, n, k] } = product;
        if m == 0 || n == 0 {
            return Ok(None);
        }
        let mut module = Module::default();
        module.bind::<f32>("a", false);
        module.bind::<f32>("b", false);
        module.bind::<f32>("c", true);
        let at_a = module.operand("fa", a, &of_a)?;
        let at_b = module.operand("fb", b, &of_b)?;
        let at_c = module.operand("fc", c, &of_c)?;
        let Tile { m: bm, n: bn, k: bk, each } = tile;
        let threads = tile.threads();
        // In workgroup memory both tiles have their long mode first: threads read neighbours.
        module.shared("sa", &format!("({bm},{bk}):(1,{bm})"))?;
        module.shared("sb", &format!("({bk},{bn}):({bn},1)"))?;
        // Loads follow the mode that is near in memory: thread and value to the coordinate of the tile.
        let load = |near_first: bool, rows: u32, columns: u32| {
            if near_first {
                format!("({rows},{columns}):(1,{rows})")
            } else {
                format!("({columns},{rows}):({rows},1)")
            }
        };
        module.shared("la", &load(is_first_near(&of_a), bm, bk))?;
        module.shared("lb", &load(is_first_near(&of_b), bk, bn))?;
        let (pm, pn, pk) = (module.number(m)?, module.number(n)?, module.number(k)?);
        let (across, down) = (n.div_ceil(u64::from(bn)), m.div_ceil(u64::from(bm)));
        let pd = module.number(down)?;
        let count = module.number(across * down)?;
        let steps = module.number(k.div_ceil(u64::from(bk)))?;
        let groups = self.spread(across * down)?;
        // A linear index of the load layout: coordinates `(l % first, l / first)`, whose image is `row + rows * column`.
        let place = |name: &str, near_first: bool, rows: u32, columns: u32| {
            let first = if near_first { rows } else { columns };
            format!("{name}_index(l % {first}u, l / {first}u)")
        };
        let place_a = place("la", is_first_near(&of_a), bm, bk);
        let place_b = place("lb", is_first_near(&of_b), bk, bn);
        // A variable for each element of a thread: compilers keep arrays that a loop indexes in memory.
        let (rows, columns) = (bm / each, bn / each);
        let all = |text: &dyn Fn(u32, u32) -> String| -> String {
            (0..each * each).map(|at| text(at / each, at % each)).collect::<Vec<_>>().join("\n    ")
        };
        let sums = all(&|u, v| format!("var sum_{u}_{v} = 0.0;"));
        let products = all(&|v, u| {
            let left = match v {
                0 => format!("let left_{u} = tile_a[stage][sa_index(i0 + {}u, k)];", u * rows),
                _ => String::new(),
            };
            let right = match u {
                0 => format!("let right_{v} = tile_b[stage][sb_index(k, j0 + {}u)];", v * columns),
                _ => String::new(),
            };
            format!("{left}{right}sum_{u}_{v} = fma(left_{u}, right_{v}, sum_{u}_{v});")
        });
        let results = all(&|u, v| {
            let [i, j] =
                [format!("m0 + i0 + {}u", u * rows), format!("n0 + j0 + {}u", v * columns)];
            let to = at_c.call(&format!("{i}, {j}"));
            format!("if (at < {count} && {i} < {pm} && {j} < {pn}) {{ c[{to}] = sum_{u}_{v}; }}")
        });
        let kernel = format!(
            "var<workgroup> tile_a: array<array<f32, {size_a}>, 2>;
var<workgroup> tile_b: array<array<f32, {size_b}>, 2>;
fn load(stage: u32, m0: u32, n0: u32, k0: u32, thread: u32) {{
    for (var l = thread; l < {size_a}u; l += {threads}u) {{
        let at = {place_a};
        let i = at % {bm}u;
        let k = at / {bm}u;
        var x = 0.0;
        if (m0 + i < {pm} && k0 + k < {pk}) {{
            x = a[{at_a}];
        }}
        tile_a[stage][sa_index(i, k)] = x;
    }}
    for (var l = thread; l < {size_b}u; l += {threads}u) {{
        let at = {place_b};
        let k = at % {bk}u;
        let j = at / {bk}u;
        var x = 0.0;
        if (k0 + k < {pk} && n0 + j < {pn}) {{
            x = b[{at_b}];
        }}
        tile_b[stage][sb_index(k, j)] = x;
    }}
}}
@compute @workgroup_size({threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) thread: u32) {{
    let at = group.x + group.y * groups.x;
    let m0 = (at % {pd}) * {bm}u;
    let n0 = (at / {pd}) * {bn}u;
    // Neighbouring threads have neighbouring columns.
    let i0 = thread / {columns}u;
    let j0 = thread % {columns}u;
    {sums}
    var stage = 0u;
    load(stage, m0, n0, 0u, thread);
    workgroupBarrier();
    // Counts the steps, because the coordinate after the last one may be past 32 bits.
    for (var step = 0u; step < {steps}; step++) {{
        // The next step fills the other buffers while this one is used.
        load(1u - stage, m0, n0, (step + 1u) * {bk}u, thread);
        for (var k = 0u; k < {bk}u; k++) {{
            {products}
        }}
        workgroupBarrier();
        stage = 1u - stage;
    }}
    {results}
}}
",
            size_a = bm * bk,
            size_b = bk * bn,
            columns = bn / each,
            at_a = at_a.call("m0 + i, k0 + k"),
            at_b = at_b.call("k0 + k, n0 + j"),
        );
        Ok(Some(module.kernel(&kernel, groups)))
    }
}
