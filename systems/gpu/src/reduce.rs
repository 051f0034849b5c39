//! Reductions and element-wise functions.

use static_layout::internal::Form;

use crate::device::Kernel;
use crate::error::GpuErrorKind;
use crate::expression::check_limits;
use crate::request::Request;
use crate::shader::{Module, leaves};
use crate::tensor::OperandPlan;
use crate::{DeviceTensor, Element, Gpu, GpuError};

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
        Err(GpuError::layout(format!("{}{} has no elements to reduce", plan.before(), plan.plain)))
    }

    fn of(self, a: &str, b: &str) -> String {
        match self {
            Self::Sum => format!("{a} + {b}"),
            Self::Min => format!("min({a}, {b})"),
            Self::Max => format!("max({a}, {b})"),
        }
    }
}

/// The words of memory that a reduction reads. Compilers of WGSL may assume that no `f32` is NaN. The least and the greatest
/// one are therefore found by keys: integers in the order of the numbers, with NaN at the end that wins.
#[derive(Clone, Copy)]
struct Words {
    /// The type in WGSL.
    name: &'static str,
    are_keys: bool,
}

impl Words {
    fn of<T: Element>(reduction: Reduction) -> Self {
        let are_keys = T::WGSL == "f32" && reduction != Reduction::Sum;
        Self { name: if are_keys { "u32" } else { T::WGSL }, are_keys }
    }
}

/// The keys, before which `NAN` is defined.
const KEYS: &str = "fn key(b: u32) -> u32 {
    if ((b & 0x7fffffffu) > 0x7f800000u) { return NAN; }
    return select(b | 0x80000000u, ~b, b >= 0x80000000u);
}
fn bits(k: u32) -> u32 {
    if (k == NAN) { return 0x7fc00000u; }
    return select(~k, k & 0x7fffffffu, k >= 0x80000000u);
}
";

/// Checks that `f` is only an expression: without statements, loops or a second function. The compiler of WGSL does the
/// rest: memory has bounds there, and functions do not call themselves.
fn check_wgsl(f: &str) -> Result<(), GpuError> {
    check_limits(f)?;
    match f.find([';', '{', '}', '@']) {
        None => Ok(()),
        Some(at) => Err(GpuError::new(
            GpuErrorKind::Shader,
            format!("`{}` is no part of an expression of x: {f}", &f[at..=at]),
        )),
    }
}

/// Checks that a transformation has as many elements on both sides.
pub(crate) fn check_sizes(from: &OperandPlan, to: &OperandPlan) -> Result<(), GpuError> {
    if from.size() == to.size() {
        return Ok(());
    }
    Err(GpuError::layout(format!(
        "cannot transform {} elements of {}{} into {} of {}{}",
        from.size(),
        from.before(),
        from.plain,
        to.size(),
        to.before(),
        to.plain
    )))
}

impl Gpu {
    /// The sum, the least or the greatest element. Sums of `f32` are added in a tree.
    ///
    /// # Errors
    /// For the least or the greatest element of a tensor without elements, if an offset needs more than 32 bits, and for a tensor of another device.
    pub fn reduce<T: Element, L: Form>(
        &self,
        tensor: &DeviceTensor<T, L>,
        reduction: Reduction,
    ) -> Result<T, GpuError> {
        self.check_own(&[tensor.device])?;
        reduction.check(&tensor.plan)?;
        if tensor.plan.size() == 0 {
            return Ok(T::default());
        }
        let request = Request::new(T::WGSL, &format!("{reduction:?}"), &[&tensor.plan]);
        let steps = self.steps(request, || Self::reductions::<T>(&tensor.plan, reduction))?;
        let [many, one] = &steps[..] else { unreachable!("a reduction is two kernels") };
        let partial = self.buffer(u64::from(many.groups[0]) * size_of::<T>() as u64)?;
        let result = self.buffer(size_of::<T>() as u64)?;
        self.run(many, &[&tensor.buffer, &partial])?;
        self.run(one, &[&partial, &result])?;
        Ok(self.read(&result, 1)?[0])
    }

    /// Reduces to one element for each group, as many as one group reduces afterwards, and these to one.
    fn reductions<T: Element>(
        plan: &OperandPlan,
        reduction: Reduction,
    ) -> Result<[Kernel; 2], GpuError> {
        let size = plan.size();
        let groups = size.div_ceil(THREADS * 8).clamp(1, THREADS);
        let words = Words::of::<T>(reduction);
        let module = || {
            let mut module = Module::default();
            if words.are_keys {
                module.bind::<u32>("source", false);
                module.bind::<u32>("target_", true);
            } else {
                module.bind::<T>("source", false);
                module.bind::<T>("target_", true);
            }
            module
        };
        let (mut many, mut one) = (module(), module());
        let mut order = leaves(&plan.plain);
        order.sort_by_key(|leaf| leaf.stride.0.unsigned_abs());
        let from = many.operand("from", plan, &[order])?;
        let (count, step) = (many.number(size)?, many.number(groups * THREADS)?);
        let kernel = Self::tree(words, reduction, &from.call("i"), &count, &step);
        let many = many.kernel(&kernel, [groups as u32, 1, 1]);
        let (count, step) = (one.number(groups)?, one.number(THREADS)?);
        let kernel = Self::tree(words, reduction, "i", &count, &step);
        Ok([many, one.kernel(&kernel, [1, 1, 1])])
    }

    /// The kernel of a workgroup: each thread reduces its elements, then the threads in pairs. A thread starts from 0
    /// for `Sum`; for `Min` and `Max` it starts from element 0, because a second copy of it changes nothing.
    fn tree(words: Words, reduction: Reduction, at: &str, count: &str, step: &str) -> String {
        let Words { name, are_keys } = words;
        let functions = match reduction {
            _ if !are_keys => String::new(),
            Reduction::Min => format!("const NAN = 0u;\n{KEYS}"),
            _ => format!("const NAN = 0xffffffffu;\n{KEYS}"),
        };
        let element = |at: &str| {
            if are_keys { format!("key(source[{at}])") } else { format!("source[{at}]") }
        };
        let first = at.replace("(i", "(0u");
        let first = if at == "i" { "0u".to_owned() } else { first };
        let start = match reduction {
            Reduction::Sum => format!("{name}(0)"),
            _ => element(&first),
        };
        format!(
            "{functions}var<workgroup> shared_: array<{name}, {THREADS}>;
@compute @workgroup_size({THREADS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {{
    var sum = {start};
    let first = group.x * {THREADS}u + thread;
    // Counts the steps, because the index after the last one may be past 32 bits.
    var rounds = 0u;
    if (first < {count}) {{
        rounds = ({count} - 1u - first) / {step} + 1u;
    }}
    for (var round = 0u; round < rounds; round++) {{
        let i = first + round * {step};
        sum = {more};
    }}
    shared_[thread] = sum;
    workgroupBarrier();
    for (var half = {half}u; half > 0u; half /= 2u) {{
        if (thread < half) {{
            shared_[thread] = {both};
        }}
        workgroupBarrier();
    }}
    if (thread == 0u) {{
        target_[group.x] = {result};
    }}
}}
",
            more = reduction.of("sum", &element(at)),
            result = if are_keys { "bits(shared_[0])" } else { "shared_[0]" },
            both = reduction.of("shared_[thread]", "shared_[thread + half]"),
            half = THREADS / 2,
        )
    }

    /// `target(i) = f(source(i))` for each linear index. `f` is an expression of `x` in WGSL.
    ///
    /// # Errors
    /// The errors of [`copy`](Self::copy), and [`GpuErrorKind::Shader`] for a text that is not an expression, with the
    /// compiler's message if it is an expression of a wrong type, and for more than 512 tokens or 64 nested parentheses.
    pub fn transform<T: Element, A: Form, B: Form>(
        &self,
        source: &DeviceTensor<T, A>,
        target: &mut DeviceTensor<T, B>,
        f: &str,
    ) -> Result<(), GpuError> {
        check_sizes(&source.plan, &target.plan)?;
        check_wgsl(f)?;
        self.map(source, target, f)
    }
}
