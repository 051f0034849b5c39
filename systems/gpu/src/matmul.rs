//! Products of matrices, and of batches of them.
//!
//! A workgroup computes a tile of C. Each step along k brings a tile of A and of B into one of two buffers of workgroup memory
//! while the other one is multiplied. Their units are vectors along m or n, which a thread stores and reads at once, in a
//! layout without bank conflicts ([`Stage`]). Vectors are also read from A and B, and written to C, where their layouts prove
//! aligned neighbours.

use std::array;

use crate::error::GpuErrorKind;
use crate::map::check_distinct;
use crate::packs::{PARTS, are_packs, in_packs, parts, vector_of};
use crate::plan::OperandPlan;
use crate::reduce::modes;
use crate::request::Request;
use crate::shader::{Module, OperandFunction, RunLeaf, least_stride};
use crate::step::Kernel;
use crate::tensor::FloatElement;
use crate::tile::{Load, Stage};
use crate::view::{DeviceRead, DeviceWrite, Operand, check_apart};
use crate::{Gpu, GpuError, Tile};

/// The operands of a product, whose extents agree: the leaves of both modes of each, and of the batch.
pub(crate) struct ProductPlan {
    pub(crate) a: [Vec<RunLeaf>; 3],
    pub(crate) b: [Vec<RunLeaf>; 3],
    pub(crate) c: [Vec<RunLeaf>; 3],
    /// M, N and K.
    pub(crate) extents: [u64; 3],
    pub(crate) batch: u64,
}

impl ProductPlan {
    /// Checks that A is (m, k), B (k, n) and C (m, n), each with a third mode or without, and that C has an element for each
    /// coordinate of its own.
    pub(crate) fn of(a: &OperandPlan, b: &OperandPlan, c: &OperandPlan) -> Result<Self, GpuError> {
        let [of_a, of_b, of_c] = [matrix(a)?, matrix(b)?, matrix(c)?];
        let sizes =
            |modes: &[Vec<RunLeaf>]| modes.iter().map(|mode| extent(mode)).collect::<Vec<_>>();
        let [in_a, in_b, in_c] = [sizes(&of_a), sizes(&of_b), sizes(&of_c)];
        let (m, k, n) = (in_a[0], in_a[1], in_b[1]);
        let batch = in_c.get(2).copied();
        // A factor without a batch is the same in all products.
        let fits = |sizes: &[u64]| sizes.get(2).is_none_or(|&own| Some(own) == batch);
        if [in_b[0], in_c[0], in_c[1]] != [k, m, n] || !fits(&in_a) || !fits(&in_b) {
            let text =
                |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            return Err(GpuError::layout(format!(
                "cannot multiply ({}) by ({}) into ({})",
                text(&in_a),
                text(&in_b),
                text(&in_c)
            )));
        }
        check_distinct(c)?;
        let batch = batch.unwrap_or(1);
        let whole = |modes: Vec<Vec<RunLeaf>>| {
            let mut modes = modes.into_iter();
            array::from_fn(|_| {
                let same = RunLeaf { extent: (batch as i64, false), stride: (0, true) };
                modes.next().unwrap_or_else(|| vec![same])
            })
        };
        let [a, b, c] = [whole(of_a), whole(of_b), whole(of_c)];
        Ok(Self { a, b, c, extents: [m, n, k], batch })
    }
}

/// The leaves of the modes of a matrix, or of a batch of matrices.
fn matrix(plan: &OperandPlan) -> Result<Vec<Vec<RunLeaf>>, GpuError> {
    let modes = modes(plan)?;
    if matches!(modes.len(), 2 | 3) {
        return Ok(modes);
    }
    Err(GpuError::layout(format!(
        "{plan} is not a matrix or a batch of them: it has {} modes",
        modes.len()
    )))
}

/// The product of the extents.
fn extent(leaves: &[RunLeaf]) -> u64 {
    leaves.iter().map(|leaf| leaf.extent.0 as u64).product()
}

/// A matrix in a kernel: its buffer, and the vectors that are accessed at once.
struct Matrix<'a> {
    name: &'a str,
    operand: Operand<'a>,
    /// Leaves of m or n, of k or n, and of the batch, without those of extent 1.
    modes: [Vec<RunLeaf>; 3],
    /// The mode of the vectors, and their elements; 1 for single elements.
    along: usize,
    vector: u32,
}

impl<'a> Matrix<'a> {
    /// Vectors of `vector` elements along the mode that is near in memory, or along `along`, if the layout proves them.
    fn of(
        name: &'a str,
        operand: Operand<'a>,
        mut modes: [Vec<RunLeaf>; 3],
        along: Option<usize>,
        vector: u32,
    ) -> Self {
        modes.iter_mut().for_each(|leaves| leaves.retain(|leaf| leaf.extent.0 != 1));
        let is_second_near = least_stride(&modes[1]) < least_stride(&modes[0]);
        let along = along.unwrap_or(usize::from(is_second_near));
        let is_proved = are_packs(operand.plan, &modes, along, 0, vector.into());
        Self { name, operand, modes, along, vector: if is_proved { vector } else { 1 } }
    }

    /// Adds the buffer and its index function, whose coordinate along `along` counts vectors.
    fn declare(&self, module: &mut Module, is_written: bool) -> Result<OperandFunction, GpuError> {
        let vector = i64::from(self.vector);
        module.bind(self.name, &vector_of(self.operand.element, vector), is_written);
        let (plan, modes) = in_packs(self.operand.plan, &self.modes, self.along, vector);
        module.operand(&format!("at_{}", self.name), &plan, &modes)
    }
}

/// The function that loads a tile of A or B: rows of m or n, columns of k. Elements outside of the matrix are 0.
fn load(
    stage: &Stage,
    matrix: &Matrix<'_>,
    at: &OperandFunction,
    threads: u32,
    [extent, extent_k]: [&str; 2],
) -> String {
    let Stage { load, shape: [vectors, k], vector: v, .. } = *stage;
    let (name, unit) = (matrix.name, unit(v));
    let (near, far, columns) = match load {
        Load::Elements { along_k: false } | Load::Along => ("c", "l", vectors),
        Load::Elements { along_k: true } => ("l", "c", k),
        Load::Across => ("l", "c", k / v),
    };
    let of_k = if load == Load::Across { format!(" * {v}u") } else { String::new() };
    let lines: String = match load {
        Load::Elements { .. } => parts(v.into())
            .iter()
            .enumerate()
            .map(|(e, part)| {
                let from = at.call(&format!("row + {e}u, k0 + at_k, z"));
                format!(
                    "
        if (row + {e}u < {extent} && k0 + at_k < {extent_k}) {{ x{part} = f32({name}[{from}]); }}"
                )
            })
            .collect(),
        Load::Along => {
            let from = at.call(&format!("row / {v}u, k0 + at_k, z"));
            format!(
                "
        if (row < {extent} && k0 + at_k < {extent_k}) {{ x = {unit}({name}[{from}]); }}"
            )
        }
        Load::Across => (0..v)
            .map(|e| {
                let from = at.call(&format!("row + {e}u, (k0 + at_k) / {v}u, z"));
                format!(
                    "
        var x{e} = {unit}();
        if (row + {e}u < {extent} && k0 + at_k < {extent_k}) {{ x{e} = {unit}({name}[{from}]); }}"
                )
            })
            .collect(),
    };
    let store = |e: u32, value: &str| {
        format!("\n        tile_{name}[stage][stage_{name}_index(c, at_k + {e}u)] = {value};")
    };
    let stores: String = match load {
        Load::Across => (0..v)
            .map(|e| {
                let turned: Vec<String> =
                    (0..v).map(|row| format!("x{row}{}", PARTS[e as usize])).collect();
                store(e, &format!("{unit}({})", turned.join(", ")))
            })
            .collect(),
        _ => store(0, "x"),
    };
    let begin = if load == Load::Across { String::new() } else { format!("var x = {unit}();") };
    format!(
        "fn load_{name}(stage: u32, row0: u32, k0: u32, z: u32, thread: u32) {{
    for (var at = thread; at < {loads}u; at += {threads}u) {{
        let {near} = at % {columns}u;
        let {far} = at / {columns}u;
        let at_k = l{of_k};
        let row = row0 + c * {v}u;
        {begin}{lines}{stores}
    }}
}}
",
        loads = stage.loads(),
    )
}

/// A unit of workgroup memory.
fn unit(vector: u32) -> String {
    vector_of("f32", vector.into())
}

impl Gpu {
    /// `C = A B`, of `A` (m, k), `B` (k, n) and `C` (m, n) in any layouts. With a third mode of `C`, a batch of products:
    /// `C(i, j, z) = sum over l of A(i, l, z) B(l, j, z)`, where a factor without the third mode is the same in all of them. The
    /// tile is the largest of [`Tile::ALL`] that the device has room for. Sums are of `f32`, also of factors of `f16`.
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
    /// // A batch: A by B, and by its negative.
    /// let both = gpu.upload(&[1.0_f32, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, -1.0], layout!((2, 2, 2):(2, 1, 4)))?;
    /// let mut results = gpu.zeros::<f32, _>(layout!((3, 2, 2):(1, 3, 6)))?;
    /// gpu.matmul(&a, &both, &mut results)?;
    /// assert_eq!(gpu.download(&results)?[6..], [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0]);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// If a layout has other than two or three modes, if the extents disagree, if two coordinates of `C` are one element, and
    /// if an offset needs more than 32 bits; for a tensor of another device, and for `C` in the buffer of a factor.
    pub fn matmul<A, B, C>(&self, a: &A, b: &B, c: &mut C) -> Result<(), GpuError>
    where
        A: DeviceRead<Element: FloatElement>,
        B: DeviceRead<Element = A::Element>,
        C: DeviceWrite<Element: FloatElement>,
    {
        let [threads, bytes] = self.tile_limits();
        self.matmul_tiled(a, b, c, Tile::largest(threads, bytes))
    }

    /// [`matmul`](Self::matmul) with tiles of the caller.
    ///
    /// # Errors
    /// As [`matmul`](Self::matmul), and [`GpuErrorKind::Limit`] for a tile with a number of 0, whose m or n is not a multiple of
    /// `each`, or k of 4, 2 or 1, whatever divides `each`, or that exceeds the limits of [`check_tile`](Self::check_tile).
    pub fn matmul_tiled<A, B, C>(&self, a: &A, b: &B, c: &mut C, tile: Tile) -> Result<(), GpuError>
    where
        A: DeviceRead<Element: FloatElement>,
        B: DeviceRead<Element = A::Element>,
        C: DeviceWrite<Element: FloatElement>,
    {
        let operands = [a.operand(), b.operand(), c.operand()];
        self.check_own(&operands)?;
        check_apart(&operands, 1)?;
        self.check_tile(tile)?;
        if [tile.m, tile.n, tile.k, tile.each].contains(&0) {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{tile:?}: each number of a tile must be at least 1"),
            ));
        }
        let whole = tile.m.is_multiple_of(tile.each)
            && tile.n.is_multiple_of(tile.each)
            && tile.k.is_multiple_of(tile.vector());
        if !whole {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!(
                    "{tile:?}: m and n must be multiples of {}, and k of {}",
                    tile.each,
                    tile.vector()
                ),
            ));
        }
        let types = operands.map(|operand| operand.element).join(" ");
        let plans = operands.map(|operand| operand.plan);
        let request = Request::new("matmul", &format!("{tile:?} {types}"), &plans);
        let steps = self.steps(request, || self.product(operands, tile))?;
        let buffers = operands.map(|operand| operand.buffer);
        steps.iter().try_for_each(|step| self.run(step, &buffers))
    }

    /// The kernel of a product; nothing for no elements of C.
    fn product(&self, [a, b, c]: [Operand<'_>; 3], tile: Tile) -> Result<Option<Kernel>, GpuError> {
        let product = ProductPlan::of(a.plan, b.plan, c.plan)?;
        let ProductPlan { a: of_a, b: [b_k, b_n, b_z], c: of_c, extents: [m, n, k], batch } =
            product;
        if m == 0 || n == 0 || batch == 0 {
            return Ok(None);
        }
        let (Tile { m: bm, n: bn, k: bk, each }, v) = (tile, tile.vector());
        let matrix_a = Matrix::of("a", a, of_a, None, v);
        let matrix_b = Matrix::of("b", b, [b_n, b_k, b_z], None, v);
        let matrix_c = Matrix::of("c", c, of_c, Some(1), v);
        let stage = |matrix: &Matrix<'_>, is_a: bool| {
            let load = match (matrix.along, matrix.vector) {
                (along, 1) => Load::Elements { along_k: along == 1 },
                (0, _) => Load::Along,
                _ => Load::Across,
            };
            Stage::of(tile, is_a, load)
        };
        let (stage_a, stage_b) = (stage(&matrix_a, true)?, stage(&matrix_b, false)?);
        // A swizzle may move units past the end of a tile.
        let bytes = stage_a.bytes().saturating_add(stage_b.bytes());
        self.check_room(tile, bytes, self.tile_limits()[1], "bytes of workgroup memory, swizzled")?;
        let mut module = Module::default();
        let at_a = matrix_a.declare(&mut module, false)?;
        let at_b = matrix_b.declare(&mut module, false)?;
        let at_c = matrix_c.declare(&mut module, true)?;
        module.shared("stage_a", &stage_a.layout.to_string())?;
        module.shared("stage_b", &stage_b.layout.to_string())?;
        let (pm, pn, pk) = (module.number(m)?, module.number(n)?, module.number(k)?);
        let (across, down) = (n.div_ceil(u64::from(bn)), m.div_ceil(u64::from(bm)));
        let workgroups = across.checked_mul(down).and_then(|count| count.checked_mul(batch));
        let workgroups = workgroups.unwrap_or(u64::MAX);
        let (pa, pd) = (module.number(across)?, module.number(down)?);
        let groups = self.spread(workgroups)?;
        let count = module.number(workgroups)?;
        let steps = module.number(k.div_ceil(u64::from(bk)))?;
        let threads = tile.threads();
        // A variable for each vector of sums: compilers keep arrays that a loop indexes in memory.
        let (rows, columns, turns) = (bm / each, bn / each, each / v);
        let unit = unit(v);
        let sum = |row: u32, w: u32| format!("sum_{row}_{w}");
        let all = || (0..each).flat_map(|row| (0..turns).map(move |w| (row, w)));
        let lines = |text: &dyn Fn(u32, u32) -> String| {
            all().map(|(row, w)| text(row, w)).collect::<Vec<_>>().join("\n        ")
        };
        let sums = lines(&|row, w| format!("var {} = {unit}();", sum(row, w)));
        let reads = |side: &str, name: &str, first: &str, apart: u32| -> String {
            (0..turns)
                .map(|u| {
                    format!("let {side}_{u} = tile_{name}[stage][stage_{name}_index({first} + {}u, k)];\n            ", u * apart)
                })
                .collect()
        };
        let products = lines(&|row, w| {
            let part = parts(v.into())[(row % v) as usize];
            let sum = sum(row, w);
            format!("    {sum} = fma({unit}(left_{}{part}), right_{w}, {sum});", row / v)
        });
        let results = lines(&|row, w| {
            let i = format!("m0 + (i0 + {}u) * {v}u + {}u", row / v * rows, row % v);
            let j = format!("n0 + (j0 + {}u) * {v}u", w * columns);
            let inside = format!("at < {count} && {i} < {pm}");
            if matrix_c.vector > 1 {
                let to = at_c.call(&format!("{i}, ({j}) / {v}u, z"));
                let of = vector_of(c.element, matrix_c.vector.into());
                let value = format!("{of}({})", sum(row, w));
                return format!("if ({inside} && {j} < {pn}) {{ c[{to}] = {value}; }}");
            }
            let each: Vec<String> = parts(v.into())
                .iter()
                .enumerate()
                .map(|(e, part)| {
                    let to = at_c.call(&format!("{i}, {j} + {e}u, z"));
                    let value = format!("{}({}{part})", c.element, sum(row, w));
                    format!("if ({inside} && {j} + {e}u < {pn}) {{ c[{to}] = {value}; }}")
                })
                .collect();
            each.join("\n        ")
        });
        let kernel = format!(
            "var<workgroup> tile_a: array<array<{unit}, {units_a}>, 2>;
var<workgroup> tile_b: array<array<{unit}, {units_b}>, 2>;
{load_a}{load_b}@compute @workgroup_size({threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) thread: u32) {{
    let at = group.x + group.y * groups.x;
    let m0 = (at % {pd}) * {bm}u;
    let n0 = (at / {pd} % {pa}) * {bn}u;
    let z = at / {pd} / {pa};
    // Neighbouring threads have neighbouring columns.
    let i0 = thread / {columns}u;
    let j0 = thread % {columns}u;
        {sums}
    var stage = 0u;
    load_a(stage, m0, 0u, z, thread);
    load_b(stage, n0, 0u, z, thread);
    workgroupBarrier();
    // Counts the steps, because the coordinate after the last one may be past 32 bits.
    for (var step = 0u; step < {steps}; step++) {{
        // The next step fills the other buffers while this one is used.
        load_a(1u - stage, m0, (step + 1u) * {bk}u, z, thread);
        load_b(1u - stage, n0, (step + 1u) * {bk}u, z, thread);
        for (var k = 0u; k < {bk}u; k++) {{
            {left}{right}
        {products}
        }}
        workgroupBarrier();
        stage = 1u - stage;
    }}
        {results}
}}
",
            units_a = stage_a.units(),
            units_b = stage_b.units(),
            load_a = load(&stage_a, &matrix_a, &at_a, threads, [&pm, &pk]),
            load_b = load(&stage_b, &matrix_b, &at_b, threads, [&pn, &pk]),
            left = reads("left", "a", "i0", rows),
            right = reads("right", "b", "j0", columns),
        );
        Ok(Some(module.kernel(&kernel, groups)))
    }
}
