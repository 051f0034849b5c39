//! [`KernelCall`], a kernel of the caller with the index functions of its tensors.

use std::fmt::Write;

use crate::error::GpuErrorKind;
use crate::expression::{check_program, enables_halves};
use crate::health::{caller, stand_in_for};
use crate::reduce::modes;
use crate::request::Request;
use crate::shader::Module;
use crate::step::{Kernel, Step};
use crate::tensor::Sealed;
use crate::view::{DeviceRead, DeviceWrite, Operand, check_apart};
use crate::{Gpu, GpuError};

/// Stack for the compiler, which calls itself for each operand of an expression.
const STACK: usize = 256 << 20;

/// A kernel of the caller in WGSL, with its tensors and numbers. [`Gpu::kernel`] makes it; [`run`](Self::run) runs it,
/// [`encode`](Self::encode) adds it to the work of the caller.
///
/// A tensor `a` of two modes declares, in the text:
///
/// | name | what |
/// |---|---|
/// | `a_load(i, j)` | the element at a coordinate; 0 outside of the shape |
/// | `a_store(i, j, x)` | of a tensor that is written: writes inside of the shape, and nothing outside |
/// | `a_inside(i, j)` | whether a coordinate lies in the shape |
/// | `a_index(i, j)` | the place of an element in `a`, for coordinates inside of the shape |
/// | `a_extent0()`, `a_extent1()` | the extents of the modes, also those of run time |
/// | `a` | the buffer, an array of the elements; its parts may be those of other tensors |
///
/// The text has no bindings of its own. A coordinate is a `u32` for each mode of the top level. A number `n` declares `n()`. The element of an index outside of the
/// *buffer* is another element, or 0: `wgpu` tests that, not the shape. So `a[a_index(i, j)]` reads no other memory, and outside
/// of the shape another element than that of a coordinate; `a_load` and `a_store` test the shape.
#[must_use = "a kernel runs by `run`"]
pub struct KernelCall<'a> {
    gpu: &'a Gpu,
    text: &'a str,
    read: Vec<(&'a str, Operand<'a>)>,
    written: Vec<(&'a str, Operand<'a>)>,
    numbers: Vec<(&'a str, &'static str, u32)>,
}

impl std::fmt::Debug for KernelCall<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KernelCall").field("text", &self.text).finish_non_exhaustive()
    }
}

/// The types of numbers that kernels take: `f32`, `i32` and `u32`.
pub trait KernelNumber: Sealed + Copy {
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    fn bits(self) -> u32;
}
impl KernelNumber for f32 {
    const NAME: &'static str = "f32";
    fn bits(self) -> u32 {
        self.to_bits()
    }
}
impl KernelNumber for i32 {
    const NAME: &'static str = "i32";
    fn bits(self) -> u32 {
        self.cast_unsigned()
    }
}
impl KernelNumber for u32 {
    const NAME: &'static str = "u32";
    fn bits(self) -> u32 {
        self
    }
}

impl Gpu {
    /// A kernel of the caller: a module of WGSL with one entry point, in which tensors and numbers are declared by their names.
    /// [`KernelCall`] has the list. Index functions contain the static leaves of the layouts as integers.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// let gpu = Gpu::new()?;
    /// let (m, n) = (100, 60);
    /// let a = gpu.upload(&vec![1.0_f32; m * n], layout!((m, n):(n, 1)))?;
    /// let mut b = gpu.zeros::<f32, _>(layout!((m, n):(1, m)))?;
    /// // Each element, with the sum of its neighbours in the row.
    /// let blur = "
    /// @compute @workgroup_size(16, 16)
    /// fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    ///     let sum = a_load(at.x, at.y - 1u) + a_load(at.x, at.y + 1u);
    ///     b_store(at.x, at.y, a_load(at.x, at.y) + weight() * sum);
    /// }";
    /// let groups = [m.div_ceil(16) as u32, n.div_ceil(16) as u32, 1];
    /// gpu.kernel(blur).read("a", &a).write("b", &mut b).number("weight", 0.5_f32).run(groups)?;
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    pub fn kernel<'a>(&'a self, text: &'a str) -> KernelCall<'a> {
        KernelCall { gpu: self, text, read: Vec::new(), written: Vec::new(), numbers: Vec::new() }
    }
}

impl<'a> KernelCall<'a> {
    /// Declares a tensor that the kernel reads.
    pub fn read<A: DeviceRead>(mut self, name: &'a str, tensor: &'a A) -> Self {
        self.read.push((name, tensor.operand()));
        self
    }

    /// Declares a tensor that the kernel reads and writes.
    pub fn write<B: DeviceWrite>(mut self, name: &'a str, tensor: &'a mut B) -> Self {
        self.written.push((name, tensor.operand()));
        self
    }

    /// Declares a number: `name()` in the text.
    pub fn number<N: KernelNumber>(mut self, name: &'a str, number: N) -> Self {
        self.numbers.push((name, N::NAME, number.bits()));
        self
    }

    /// Runs the kernel with so many workgroups along each dimension. Does not wait.
    ///
    /// # Errors
    /// [`GpuErrorKind::Shader`] with the compiler's message, which has the lines of the caller's text, for more than 4096
    /// operators in a statement, and for more than 256 open brackets; [`GpuErrorKind::Layout`] for names that are not
    /// identifiers or are declared twice, a tensor without modes, a written tensor in the buffer of another one, and offsets of more than 32 bits;
    /// [`GpuErrorKind::Limit`] for more tensors or workgroups than the device allows; [`GpuErrorKind::Foreign`] for a tensor
    /// of another device.
    pub fn run(self, groups: [u32; 3]) -> Result<(), GpuError> {
        let step = self.step(groups)?;
        self.gpu.run(&step, &self.buffers())
    }

    /// Adds the kernel to an encoder of the caller, in a compute pass of its own. It runs when the caller submits the encoder,
    /// to the queue of the [`Gpu`].
    ///
    /// ```no_run
    /// # use static_layout::*;
    /// # use static_layout_gpu::{Gpu, wgpu};
    /// # fn frame(gpu: &Gpu, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), static_layout_gpu::GpuError> {
    /// let mut a = gpu.zeros::<u32, _>(layout!((8, 8):(8, 1)))?;
    /// let text = "@compute @workgroup_size(8, 8)
    /// fn main(@builtin(local_invocation_id) at: vec3<u32>) { a_store(at.x, at.y, at.x + at.y); }";
    /// let mut encoder = device.create_command_encoder(&Default::default());
    /// gpu.kernel(text).write("a", &mut a).encode(&mut encoder, [1, 1, 1])?;
    /// queue.submit([encoder.finish()]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn encode(
        self,
        encoder: &mut wgpu::CommandEncoder,
        groups: [u32; 3],
    ) -> Result<(), GpuError> {
        let step = self.step(groups)?;
        let buffers = self.buffers();
        self.gpu.health.scoped(|| self.gpu.encode(&step, &buffers, encoder))
    }

    /// What tells the declarations of two calls apart, next to the text and the layouts.
    fn declared(&self) -> String {
        let names = |operands: &[(&'a str, Operand<'a>)]| -> Vec<(&'a str, &'static str)> {
            operands.iter().map(|(name, operand)| (*name, operand.element)).collect()
        };
        let numbers: Vec<_> = self.numbers.iter().map(|(name, kind, _)| (name, kind)).collect();
        format!("{:?} {:?} {numbers:?}", names(&self.read), names(&self.written))
    }

    fn buffers(&self) -> Vec<&'a wgpu::Buffer> {
        self.read.iter().chain(&self.written).map(|(_, operand)| operand.buffer).collect()
    }

    /// The compiled kernel.
    fn step(&self, groups: [u32; 3]) -> Result<Step, GpuError> {
        let operands: Vec<Operand<'_>> =
            self.read.iter().chain(&self.written).map(|(_, operand)| *operand).collect();
        self.gpu.check_own(&operands)?;
        check_apart(&operands, self.written.len())?;
        let plans: Vec<_> = operands.iter().map(|operand| operand.plan).collect();
        let text = format!("{} {}", self.declared(), self.text);
        let request = Request::new("kernel", &text, &plans);
        let declared = self.gpu.kernels.find_or_make(request, || self.module())?;
        let mut kernel = Kernel { groups, ..(*declared).clone() };
        kernel.parameters.extend(self.numbers.iter().map(|&(_, _, bits)| bits));
        let gpu = self.gpu;
        gpu.check_groups(groups)?;
        let pipeline = match gpu.compiled(&kernel.source) {
            Some(pipeline) => pipeline,
            None => self.compile(&kernel).map_err(|error| self.explained(error))?,
        };
        gpu.step_with(kernel, pipeline)
    }

    /// The pipeline, compiled with a stack for deep expressions: the process ends where a stack ends.
    fn compile(&self, kernel: &Kernel) -> Result<wgpu::ComputePipeline, GpuError> {
        let (gpu, caller) = (self.gpu, caller());
        std::thread::scope(|scope| {
            let compiler = std::thread::Builder::new().stack_size(STACK);
            let pipeline = compiler.spawn_scoped(scope, move || {
                stand_in_for(caller);
                gpu.pipeline(&kernel.source, Some(&kernel.buffers))
            });
            let pipeline = pipeline.map_err(|error| {
                let message = format!("no thread with a stack of {STACK} bytes: {error}");
                GpuError::new(GpuErrorKind::Memory, message)
            })?;
            pipeline.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// The text of the caller, then the declarations: the lines of messages are the caller's. The numbers of the caller are the
    /// last parameters, and are not there yet.
    fn module(&self) -> Result<Kernel, GpuError> {
        check_program(self.text)?;
        let mut module = Module::default();
        let (mut names, mut functions) = (Vec::new(), String::new());
        let is_written = (0..self.read.len() + self.written.len()).map(|k| k >= self.read.len());
        for ((name, operand), is_written) in self.read.iter().chain(&self.written).zip(is_written) {
            if operand.element == "f16" && !enables_halves(self.text) {
                return Err(GpuError::new(
                    GpuErrorKind::Shader,
                    format!(
                        "the elements of `{name}` are f16: begin the kernel with `enable f16;`"
                    ),
                ));
            }
            let modes = modes(operand.plan)?;
            if modes.is_empty() {
                return Err(GpuError::layout(format!(
                    "`{name}` has no modes: a tensor of a kernel has a coordinate for each mode, at least one"
                )));
            }
            let prefix = format!("layout_{name}");
            let at = module.operand(&prefix, operand.plan, &modes)?;
            module.bind(name, operand.element, is_written);
            let coordinates: Vec<String> = (0..modes.len()).map(|k| format!("c{k}")).collect();
            let list = coordinates.join(", ");
            let typed = coordinates.join(": u32, ") + ": u32";
            let (index, inside, element) = (at.call(&list), at.inside(&list), operand.element);
            let _ = write!(
                functions,
                "fn {name}_index({typed}) -> u32 {{
    return {index};
}}
fn {name}_inside({typed}) -> bool {{
    return {inside};
}}
fn {name}_load({typed}) -> {element} {{
    if (!{inside}) {{ return {element}(0); }}
    return {name}[{index}];
}}
"
            );
            names
                .extend(["", "_index", "_inside", "_load"].map(|suffix| format!("{name}{suffix}")));
            if is_written {
                let _ = write!(
                    functions,
                    "fn {name}_store({typed}, x: {element}) {{
    if ({inside}) {{ {name}[{index}] = x; }}
}}
"
                );
                names.push(format!("{name}_store"));
            }
            for (k, leaves) in modes.iter().enumerate() {
                let extent = leaves.iter().map(|leaf| leaf.extent.0 as u64).product();
                let extent = match leaves.iter().all(|leaf| leaf.extent.1) {
                    true => format!("{extent}u"),
                    false => module.number(extent)?,
                };
                let _ = writeln!(functions, "fn {name}_extent{k}() -> u32 {{ return {extent}; }}");
                names.push(format!("{name}_extent{k}"));
            }
        }
        let own = module.parameters.len();
        for (name, kind, _) in &self.numbers {
            let number = module.number(0)?;
            let _ = writeln!(
                functions,
                "fn {name}() -> {kind} {{ return bitcast<{kind}>({number}); }}"
            );
            names.push((*name).to_owned());
        }
        check_names(&names)?;
        let source = format!("{}\n{}{functions}", self.text, module.declarations());
        module.parameters.truncate(own);
        let Module { parameters, buffers, .. } = module;
        Ok(Kernel { source, parameters, groups: [0; 3], buffers })
    }

    /// Says of an error past the caller's lines where it is.
    fn explained(&self, error: GpuError) -> GpuError {
        let text = error.to_string();
        // `┌─ wgsl:3:5` or `┌─ :3:5`.
        let place = text.split("┌─").nth(1).and_then(|rest| rest.lines().next());
        let line = place.and_then(|place| place.split(':').nth(1)?.parse().ok());
        let lines = self.text.lines().count();
        match line {
            Some(line) if error.kind() == GpuErrorKind::Shader && usize::gt(&line, &lines) => {
                let message = format!(
                    "a name of the kernel, or of a tensor or number, does not fit what is declared after its {lines} lines: {text}"
                );
                GpuError::new(GpuErrorKind::Shader, message)
            }
            _ => error,
        }
    }
}

/// Checks that names are identifiers, and different.
fn check_names(names: &[String]) -> Result<(), GpuError> {
    for (k, name) in names.iter().enumerate() {
        let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_identifier {
            return Err(GpuError::layout(format!("`{name}` is not an identifier of WGSL")));
        }
        if names[..k].contains(name) {
            return Err(GpuError::layout(format!("`{name}` is declared twice in a kernel")));
        }
    }
    Ok(())
}
