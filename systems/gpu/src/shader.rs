//! Modules in WGSL: the index functions of operands, and the table of their run-time leaves.

use std::fmt::Write;

use layout_core::Layout;
use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};

use crate::GpuError;
use crate::plan::OperandPlan;
use crate::step::Kernel;

/// A module that grows by its operands.
#[derive(Default)]
pub(crate) struct Module {
    functions: String,
    bindings: String,
    has_halves: bool,
    /// For each buffer whether it is written.
    pub(crate) buffers: Vec<bool>,
    pub(crate) parameters: Vec<u32>,
}

/// The expression of run-time number `k`: the numbers are vectors, because a uniform array has elements of 16 bytes.
fn number_at(k: usize) -> String {
    format!("numbers_[{}].{}", k / 4, ['x', 'y', 'z', 'w'][k % 4])
}

/// The leaves of a layout in some order: extent and stride, each with whether a type contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunLeaf {
    pub(crate) extent: (i64, bool),
    pub(crate) stride: (i64, bool),
}

pub(crate) fn leaves(layout: &Layout) -> Vec<RunLeaf> {
    (0..layout.leaf_count())
        .map(|k| {
            let ((extent, stride), (known_extent, known_stride)) =
                (layout.leaf(k), layout.known(k));
            RunLeaf { extent: (extent, known_extent), stride: (stride, known_stride) }
        })
        .collect()
}

/// The distance of the nearest neighbours along the leaves; `u64::MAX` where all elements are one, or one place.
pub(crate) fn least_stride(leaves: &[RunLeaf]) -> u64 {
    let long = leaves.iter().filter(|leaf| leaf.extent.0 > 1 && leaf.stride.0 != 0);
    long.map(|leaf| leaf.stride.0.unsigned_abs()).min().unwrap_or(u64::MAX)
}

/// The notation of a layout whose modes are `groups` of leaves, and the values of its run-time leaves.
pub(crate) fn text_of(plan: &OperandPlan, groups: &[Vec<RunLeaf>]) -> (String, Vec<u64>) {
    let mut values = Vec::new();
    let mut tuple = |pick: fn(&RunLeaf) -> (i64, bool)| {
        let modes: Vec<String> = groups
            .iter()
            .map(|group| {
                let leaves: Vec<String> = group
                    .iter()
                    .map(|leaf| match pick(leaf) {
                        (value, true) => value.to_string(),
                        (value, false) => {
                            values.push(value.unsigned_abs());
                            if value < 0 { "-?".to_owned() } else { "?".to_owned() }
                        }
                    })
                    .collect();
                if leaves.is_empty() { "1".to_owned() } else { format!("({})", leaves.join(",")) }
            })
            .collect();
        format!("({})", modes.join(","))
    };
    let shape = tuple(|leaf| leaf.extent).replace("()", "1");
    let stride = tuple(|leaf| leaf.stride);
    let text = format!("{}{shape}:{stride}", plan.before());
    (text, values)
}

/// A function of the module that maps coordinates to elements of a buffer.
pub(crate) struct OperandFunction {
    name: String,
    arguments: String,
    is_signed: bool,
    /// The number that is the place of offset 0, unless that is 0.
    origin: Option<usize>,
}

impl OperandFunction {
    /// The index of the element at the coordinates `at`, separated by commas.
    pub(crate) fn call(&self, at: &str) -> String {
        let mut call = self.test(at);
        if self.is_signed {
            call = format!("bitcast<u32>({call})");
        }
        match self.origin {
            Some(origin) => format!("({call} + {})", number_at(origin)),
            None => call,
        }
    }

    /// The call at the coordinates `at`, as it is.
    fn test(&self, at: &str) -> String {
        format!("{}({at}{})", self.name, self.arguments)
    }

    /// The test whether the coordinates `at` lie in the shape.
    pub(crate) fn inside(&self, at: &str) -> String {
        let name = self.name.trim_end_matches("index");
        format!("{name}inside({at}{})", self.arguments)
    }
}

impl Module {
    /// Adds a run-time number. Returns its expression.
    pub(crate) fn number(&mut self, value: u64) -> Result<String, GpuError> {
        let value = u32::try_from(value).map_err(|_| {
            GpuError::layout(format!("{value} does not fit the 32 bits of WGSL's integers"))
        })?;
        self.parameters.push(value);
        Ok(number_at(self.parameters.len() - 1))
    }

    /// Adds a buffer named `name`, of elements of a type.
    pub(crate) fn bind(&mut self, name: &str, element: &str, is_written: bool) {
        self.buffers.push(is_written);
        self.has_halves |= element.contains("f16");
        let access = if is_written { "read_write" } else { "read" };
        let _ = writeln!(
            self.bindings,
            "@group(0) @binding({}) var<storage, {access}> {name}: array<{element}>;",
            self.buffers.len(),
        );
    }

    /// Adds the index function of an operand whose modes are `groups` of leaves, one coordinate each.
    pub(crate) fn operand(
        &mut self,
        name: &str,
        plan: &OperandPlan,
        groups: &[Vec<RunLeaf>],
    ) -> Result<OperandFunction, GpuError> {
        let (text, values) = text_of(plan, groups);
        let symbolic: SymbolicLayout = text.parse()?;
        let functions = IndexFunctions::new(&symbolic, Domain::Modes, Some(32))?;
        functions.check_width(&values)?;
        self.functions.push_str(&functions.text(Language::Wgsl, name)?);
        let is_signed = functions.index().returns_signed();
        let origin = (is_signed || plan.origin > 0).then_some(self.parameters.len());
        if origin.is_some() {
            self.number(plan.origin)?;
        }
        let mut arguments = String::new();
        for value in values {
            let _ = write!(arguments, ", {}", self.number(value)?);
        }
        Ok(OperandFunction { name: format!("{name}_index"), arguments, is_signed, origin })
    }

    /// Adds the index function of a static layout of workgroup memory.
    pub(crate) fn shared(&mut self, name: &str, layout: &str) -> Result<(), GpuError> {
        let functions = IndexFunctions::new(&layout.parse()?, Domain::Modes, Some(32))?;
        self.functions.push_str(&functions.text(Language::Wgsl, name)?);
        Ok(())
    }

    /// The bindings and the functions.
    pub(crate) fn declarations(&self) -> String {
        format!(
            "@group(0) @binding(0) var<uniform> numbers_: array<vec4<u32>, {}>;\n{}{}",
            self.parameters.len().div_ceil(4).max(1),
            self.bindings,
            self.functions
        )
    }

    /// The kernel with the functions of the module.
    pub(crate) fn kernel(self, text: &str, groups: [u32; 3]) -> Kernel {
        let enabled = if self.has_halves { "enable f16;\n" } else { "" };
        let source = format!("{enabled}{}{text}", self.declarations());
        Kernel { source, parameters: self.parameters, groups, buffers: self.buffers }
    }
}
