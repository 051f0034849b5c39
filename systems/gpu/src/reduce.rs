//! Reductions, of all elements and along modes.
//!
//! A workgroup has 256 threads for some results, the same number for each ([`Lanes`]). A thread reduces its elements, then the
//! threads of a result reduce theirs in a tree, or in subgroups. Where there are few results, workgroups share one: a second
//! kernel reduces what they have found.

use crate::map::check_distinct;
use crate::packs::{are_packs, in_packs, parts, vector_of, widest_pack};
use crate::plan::OperandPlan;
use crate::request::Request;
use crate::shader::{Module, RunLeaf, least_stride, leaves};
use crate::step::Kernel;
use crate::view::{DeviceRead, DeviceWrite, Operand, check_apart};
use crate::words::Words;
use crate::{Gpu, GpuError};

const THREADS: u64 = 256;

/// What a reduction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum; integers wrap. 0 of no elements.
    Sum,
    /// The least element, or one that is not a number if there is one. NumPy: `min`.
    Min,
    /// The greatest element, or one that is not a number if there is one. NumPy: `max`.
    Max,
}

impl Reduction {
    /// Checks that there is an element, which a sum does not need.
    pub(crate) fn check(self, plan: &OperandPlan) -> Result<(), GpuError> {
        if plan.size() > 0 || self == Self::Sum {
            return Ok(());
        }
        Err(GpuError::layout(format!("{plan} has no elements to reduce")))
    }

    pub(crate) fn of(self, a: &str, b: &str) -> String {
        match self {
            Self::Sum => format!("{a} + {b}"),
            Self::Min => format!("min({a}, {b})"),
            Self::Max => format!("max({a}, {b})"),
        }
    }

    /// The function of all lanes of a subgroup.
    fn of_subgroup(self) -> &'static str {
        match self {
            Self::Sum => "subgroupAdd",
            Self::Min => "subgroupMin",
            Self::Max => "subgroupMax",
        }
    }
}

/// The threads of a workgroup and the parts of a reduction.
struct Lanes {
    /// Results of a workgroup, and threads of each.
    of_results: u64,
    each: u64,
    /// Whether neighbouring threads have neighbouring elements of a result, or else neighbouring results.
    along_elements: bool,
    /// The workgroups of a result.
    parts: u64,
}

impl Lanes {
    fn of(results: u64, elements: u64, along_elements: bool) -> Self {
        let each = if along_elements { elements.next_power_of_two().clamp(1, THREADS) } else { 8 };
        let of_results = THREADS / each;
        // Enough workgroups for a device, each with eight elements a thread.
        let wanted = (THREADS / results.div_ceil(of_results).max(1)).max(1);
        let parts = elements.div_ceil(each * 8).clamp(1, wanted);
        let chunk = elements.div_ceil(parts).max(1);
        Self { of_results, each, along_elements, parts: elements.div_ceil(chunk).max(1) }
    }
}

/// The leaves of a reduction: those of the results in the source and in the target, and those that are reduced.
struct Axes {
    results: Vec<RunLeaf>,
    target: Vec<RunLeaf>,
    reduced: Vec<RunLeaf>,
}

impl Axes {
    /// The leaves of `source`, which is reduced along modes, and of `target`, whose shape has the other modes.
    fn of(source: &OperandPlan, axes: &[usize], target: &OperandPlan) -> Result<Self, GpuError> {
        let refused = |reason: String| {
            Err(GpuError::layout(format!(
                "cannot reduce {source} along {axes:?} into {target}: {reason}"
            )))
        };
        let rank = source.plain.rank();
        for (k, &axis) in axes.iter().enumerate() {
            if axis >= rank {
                return refused(format!("there are {rank} modes"));
            }
            if axes[..k].contains(&axis) {
                return refused(format!("mode {axis} is given twice"));
            }
        }
        let modes = modes(source)?;
        let extent = |leaves: &[RunLeaf]| leaves.iter().map(|leaf| leaf.extent.0).product::<i64>();
        let (mut kept, mut with_ones) = (Vec::new(), Vec::new());
        let mut all =
            Self { results: Vec::new(), target: leaves(&target.plain), reduced: Vec::new() };
        for (k, mode) in modes.iter().enumerate() {
            if axes.contains(&k) {
                with_ones.push(1);
                all.reduced.extend(mode);
            } else {
                kept.push(extent(mode));
                with_ones.push(extent(mode));
                all.results.extend(mode);
            }
        }
        let found: Vec<i64> = self::modes(target)?.iter().map(|mode| extent(mode)).collect();
        let is_one = kept.is_empty() && target.size() == 1;
        if found != kept && found != with_ones && !is_one {
            return refused(format!("its modes have the extents {found:?}, not {kept:?}"));
        }
        Ok(all)
    }

    /// The results in the order of the source's memory, if both layouts have the same leaves.
    fn sort(&mut self) {
        self.reduced.retain(|leaf| leaf.extent.0 != 1);
        self.reduced.sort_by_key(|leaf| leaf.stride.0.unsigned_abs());
        let extents = |leaves: &[RunLeaf]| {
            leaves
                .iter()
                .map(|leaf| leaf.extent.0)
                .filter(|&extent| extent != 1)
                .collect::<Vec<_>>()
        };
        if extents(&self.results) == extents(&self.target) {
            self.results.retain(|leaf| leaf.extent.0 != 1);
            self.target.retain(|leaf| leaf.extent.0 != 1);
            let mut pairs: Vec<(RunLeaf, RunLeaf)> =
                self.results.drain(..).zip(self.target.drain(..)).collect();
            pairs.sort_by_key(|(source, _)| source.stride.0.unsigned_abs());
            (self.results, self.target) = pairs.into_iter().unzip();
        }
    }

    /// Whether neighbours in memory are elements of one result.
    fn is_near(&self) -> bool {
        self.results.iter().all(|leaf| leaf.extent.0 == 1)
            || least_stride(&self.reduced) < least_stride(&self.results)
    }
}

/// The leaves of each mode of the top level.
pub(crate) fn modes(plan: &OperandPlan) -> Result<Vec<Vec<RunLeaf>>, GpuError> {
    let (shape, mut rest) = (plan.plain.shape(), leaves(&plan.plain));
    if plan.plain.depth() == 0 {
        return Ok(vec![rest]);
    }
    (0..plan.plain.rank())
        .map(|k| {
            let after = rest.split_off(shape.mode(k)?.leaf_count());
            Ok(std::mem::replace(&mut rest, after))
        })
        .collect()
}

impl Gpu {
    /// The sum, the least or the greatest element. Sums of `f32` are added in a tree; sums of `f16` are added as `f32`, and
    /// rounded once. Waits for the result; [`reduce_along`](Self::reduce_along) leaves it on the device.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::{Gpu, Reduction};
    /// let gpu = Gpu::new()?;
    /// let a = gpu.upload(&[1.0_f32, 2.0, 3.0, 4.0], layout!((2, 2):(2, 1)))?;
    /// assert_eq!(gpu.reduce(&a, Reduction::Max)?, 4.0);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// For the least or the greatest element of a tensor without elements, if an offset needs more than 32 bits, and for a tensor of another device.
    pub fn reduce<A: DeviceRead>(
        &self,
        tensor: &A,
        reduction: Reduction,
    ) -> Result<A::Element, GpuError> {
        let source = tensor.operand();
        self.check_own(&[source])?;
        reduction.check(source.plan)?;
        if source.plan.size() == 0 {
            return Ok(A::Element::default());
        }
        let result = self.zeros::<A::Element, _>(static_layout::layout!(1:1))?;
        let axes =
            Axes { results: Vec::new(), target: Vec::new(), reduced: leaves(&source.plan.plain) };
        self.reduce_to(source, reduction, axes, result.operand())?;
        let found = self.download(&result)?;
        Ok(found[0])
    }

    /// The sums, the least or the greatest elements along the modes `axes` of the top level, NumPy's
    /// `a.sum(axis=(0, 2))`: `target(j) = sum over i of source(i, j)` for the axes `[0]`. The modes of `target` are the others
    /// of `source`, in order, or these and modes of extent 1 in the places of `axes`, NumPy's `keepdims`. Does not wait.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::{Gpu, Reduction};
    /// let gpu = Gpu::new()?;
    /// let a = gpu.upload(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2, 3):(3, 1)))?;
    /// let mut sums = gpu.zeros::<f32, _>(layout!((2,):(1,)))?;
    /// gpu.reduce_along(&a, Reduction::Sum, &[1], &mut sums)?;
    /// assert_eq!(gpu.download(&sums)?, [6.0, 15.0]);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// For modes that are not there, or twice; for a target of another shape, or in which two coordinates are one element; for
    /// the least or the greatest of no elements; as [`reduce`](Self::reduce).
    pub fn reduce_along<A: DeviceRead, B: DeviceWrite<Element = A::Element>>(
        &self,
        source: &A,
        reduction: Reduction,
        axes: &[usize],
        target: &mut B,
    ) -> Result<(), GpuError> {
        let (from, to) = (source.operand(), target.operand());
        self.check_own(&[from, to])?;
        check_apart(&[from, to], 1)?;
        let axes = Axes::of(from.plan, axes, to.plan)?;
        if to.plan.size() == 0 {
            return Ok(());
        }
        reduction.check(from.plan)?;
        if from.plan.size() == 0 {
            return self.copy(&self.zeros::<A::Element, _>(target.layout())?, target);
        }
        self.reduce_to(from, reduction, axes, to)
    }

    fn reduce_to(
        &self,
        source: Operand<'_>,
        reduction: Reduction,
        mut axes: Axes,
        target: Operand<'_>,
    ) -> Result<(), GpuError> {
        axes.sort();
        let words = Words::of(reduction, source.element);
        let results = target.plan.size();
        let elements = source.plan.size() / results;
        let groups = [axes.reduced.clone(), axes.results.clone()];
        let near = axes.is_near();
        // Halves of a word are not bound as vectors.
        let most = if words.source() == words.target() && near { 4 } else { 1 };
        let pack = widest_pack(most, |pack| are_packs(source.plan, &groups, 0, 0, pack));
        let lanes = Lanes::of(results, elements / pack as u64, near);
        // The plans have no trace of the axes; the leaves have.
        let text = format!("{reduction:?} {groups:?} {:?}", axes.target);
        let request = Request::new(source.element, &text, &[source.plan, target.plan]);
        let steps = self.steps(request, || {
            check_distinct(target.plan)?;
            let mut first = Module::default();
            first.bind("source", &vector_of(words.source(), pack), false);
            let (plan, groups) = in_packs(source.plan, &groups, 0, pack);
            let at = first.operand("from", &plan, &groups)?.call("k, o");
            let elements = elements / pack as u64;
            let read = match pack {
                1 => words.read(&at),
                _ => parts(pack)
                    .iter()
                    .map(|part| words.of_value(&format!("source[{at}]{part}")))
                    .reduce(|sum, part| reduction.of(&sum, &part))
                    .expect("a pack has elements"),
            };
            let whole = Lanes { parts: 1, ..Lanes::of(results, lanes.parts, true) };
            let last = |module: &mut Module| {
                module.bind("target_", words.target(), true);
                let to = module.operand("to", target.plan, &[axes.target.clone()])?.call("o");
                Ok::<_, GpuError>(format!("target_[{to}] = {};", words.write("shared_[thread]")))
            };
            if lanes.parts == 1 {
                let write = last(&mut first)?;
                return Ok(vec![self.tree(
                    first,
                    &words,
                    &lanes,
                    [results, elements],
                    [&read, &write],
                )?]);
            }
            first.bind("target_", words.sum(), true);
            let parts = first.number(lanes.parts)?;
            let write = format!("target_[o * {parts} + part] = shared_[thread];");
            let first = self.tree(first, &words, &lanes, [results, elements], [&read, &write])?;
            let mut second = Module::default();
            second.bind("source", words.sum(), false);
            let parts = second.number(lanes.parts)?;
            let read = format!("source[o * {parts} + k]");
            let write = last(&mut second)?;
            let counts = [results, lanes.parts];
            Ok(vec![first, self.tree(second, &words, &whole, counts, [&read, &write])?])
        })?;
        match &steps[..] {
            [one] => self.run(one, &[source.buffer, target.buffer]),
            [first, second] => {
                let partial = self.buffer(results * lanes.parts * 4)?;
                self.run(first, &[source.buffer, &partial])?;
                self.run(second, &[&partial, target.buffer])
            }
            _ => unreachable!("a reduction is one kernel or two"),
        }
    }

    /// The kernel that reduces `elements` elements `read`, at `k`, of each result `o`, and does `write`.
    fn tree(
        &self,
        mut module: Module,
        words: &Words,
        lanes: &Lanes,
        [results, elements]: [u64; 2],
        [read, write]: [&str; 2],
    ) -> Result<Kernel, GpuError> {
        let Lanes { of_results, each, along_elements, parts } = lanes;
        let groups = self.spread(results.div_ceil(*of_results) * parts)?;
        let (results, count) = (module.number(results)?, module.number(elements)?);
        let chunk = module.number(elements.div_ceil(*parts))?;
        let parts = module.number(*parts)?;
        let [lane, result, apart] = if *along_elements {
            [format!("thread % {each}u"), format!("thread / {each}u"), "1".to_owned()]
        } else {
            [
                format!("thread / {of_results}u"),
                format!("thread % {of_results}u"),
                of_results.to_string(),
            ]
        };
        // One result: the threads of a subgroup reduce at once.
        let has_subgroups = *each == THREADS && self.features().contains(wgpu::Features::SUBGROUP);
        let (built_in, tree) = if has_subgroups {
            let built_in = "
        @builtin(subgroup_invocation_id) in_subgroup: u32, @builtin(subgroup_id) subgroup: u32,
        @builtin(num_subgroups) subgroups: u32,";
            let all = words.reduction.of("all", "shared_[s]");
            // Without the barrier, threads of a subgroup that have left the loop earlier may reduce apart.
            let tree = format!(
                "workgroupBarrier();
    let of_subgroup = {function}(sum);
    if (in_subgroup == 0u) {{
        shared_[subgroup] = of_subgroup;
    }}
    workgroupBarrier();
    if (thread == 0u) {{
        var all = shared_[0];
        for (var s = 1u; s < subgroups; s++) {{
            all = {all};
        }}
        shared_[0] = all;
    }}",
                function = words.reduction.of_subgroup(),
            );
            (built_in, tree)
        } else {
            let both = words
                .reduction
                .of("shared_[thread]", &format!("shared_[thread + half * {apart}u]"));
            let tree = format!(
                "shared_[thread] = sum;
    workgroupBarrier();
    for (var half = {half}u; half > 0u; half /= 2u) {{
        if (lane < half) {{
            shared_[thread] = {both};
        }}
        workgroupBarrier();
    }}",
                half = each / 2,
            );
            ("", tree)
        };
        let kernel = format!(
            "{functions}var<workgroup> shared_: array<{sum}, {THREADS}>;
@compute @workgroup_size({THREADS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,{built_in}
        @builtin(local_invocation_index) thread: u32) {{
    let at = group.x + group.y * groups.x;
    let part = at % {parts};
    let lane = {lane};
    let o = (at / {parts}) * {of_results}u + {result};
    let begin = part * {chunk};
    var sum = {neutral};
    // Counts the steps, because the index after the last one may be past 32 bits.
    var rounds = 0u;
    if (o < {results} && begin < {count}) {{
        let length = min({chunk}, {count} - begin);
        if (lane < length) {{
            rounds = (length - 1u - lane) / {each}u + 1u;
        }}
    }}
    for (var round = 0u; round < rounds; round++) {{
        let k = begin + lane + round * {each}u;
        sum = {more};
    }}
    {tree}
    if (lane == 0u && o < {results}) {{
        {write}
    }}
}}
",
            functions = words.functions(),
            sum = words.sum(),
            neutral = words.neutral(),
            more = words.reduction.of("sum", read),
        );
        Ok(module.kernel(&kernel, groups))
    }
}
