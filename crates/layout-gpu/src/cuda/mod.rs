//! Tensors on CUDA, with products on tensor cores. The driver and NVRTC are loaded when a program runs.

pub(crate) mod source;

use std::collections::HashMap;
use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DeviceRepr, LaunchConfig, PushKernelArg,
    ValidAsZeroBits,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use static_layout::AnyLayout;

use crate::GpuError;
use crate::copy::{CopyPlan, check_distinct, plan_copy};
use crate::error::GpuErrorKind;
use crate::matmul::{extent, modes};
use crate::shader::RunLeaf;
use crate::tensor::OperandPlan;
use source::{Factor, TABLE};

/// The types of elements on CUDA.
pub trait CudaElement:
    DeviceRepr + ValidAsZeroBits + Copy + Default + crate::tensor::Sealed
{
}

impl crate::tensor::Sealed for half::bf16 {}
impl CudaElement for f32 {}
impl CudaElement for u32 {}
impl CudaElement for i32 {}
impl CudaElement for half::bf16 {}

/// The types of elements that tensor cores multiply, into `f32`.
pub trait TensorCoreElement: CudaElement {
    /// The instruction of PTX.
    #[doc(hidden)]
    const INSTRUCTION: &'static str;
}

impl TensorCoreElement for half::bf16 {
    const INSTRUCTION: &'static str = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32";
}

/// As TF32: the instruction reads 10 bits of the mantissa.
impl TensorCoreElement for f32 {
    const INSTRUCTION: &'static str = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32";
}

/// A CUDA device from compute capability 8.0 on, with the kernels that it has compiled.
pub struct Cuda {
    stream: Arc<CudaStream>,
    context: Arc<CudaContext>,
    name: String,
    architecture: &'static str,
    kernels: Mutex<HashMap<String, CudaFunction>>,
}

/// Elements on a CUDA device. Element `c` is at `origin + layout(c)`, as of [`DeviceTensor`](crate::DeviceTensor).
pub struct CudaTensor<T, L> {
    memory: CudaSlice<T>,
    plan: OperandPlan,
    layout: L,
    elements: PhantomData<T>,
}

impl<T: CudaElement, L: AnyLayout> CudaTensor<T, L> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }
}

/// The run-time numbers of a kernel, passed by value.
#[repr(C)]
#[derive(Clone, Copy)]
struct NumberTable([u64; TABLE]);

// SAFETY: an array of integers, which CUDA C declares as `struct { unsigned long long v[128]; }`.
unsafe impl DeviceRepr for NumberTable {}

impl Cuda {
    /// The first device.
    ///
    /// # Errors
    /// [`GpuErrorKind::NoAdapter`] without the driver, without NVRTC, or for a compute capability below 8.0.
    pub fn new() -> Result<Self, GpuError> {
        let missing = |message: String| GpuError::new(GpuErrorKind::NoAdapter, message);
        // SAFETY: loads the libraries, whose initialization is the vendor's.
        let (driver, compiler) = unsafe {
            (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present())
        };
        if !driver || !compiler {
            let names = [("libcuda.so", driver), ("libnvrtc.so", compiler)];
            let names: Vec<_> = names.iter().filter(|name| !name.1).map(|name| name.0).collect();
            return Err(missing(format!("not found: {}", names.join(", "))));
        }
        let failed =
            |error: cudarc::driver::DriverError| missing(format!("no CUDA device: {error:?}"));
        let context = CudaContext::new(0).map_err(failed)?;
        let name = context.name().map_err(failed)?;
        let (major, minor) = context.compute_capability().map_err(failed)?;
        let architecture = match (major, minor) {
            (..8, _) => {
                return Err(missing(format!(
                    "{name} has compute capability {major}.{minor}, below 8.0"
                )));
            }
            (8, _) => "compute_80",
            _ => "compute_90",
        };
        let stream = context.default_stream();
        Ok(Self { stream, context, name, architecture, kernels: Mutex::new(HashMap::new()) })
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn memory_error(&self, bytes: u64, error: impl Display) -> GpuError {
        GpuError::new(GpuErrorKind::Memory, format!("{bytes} bytes on {}: {error}", self.name))
    }

    fn lost(&self, error: impl Display) -> GpuError {
        GpuError::new(GpuErrorKind::Lost, format!("{}: {error}", self.name))
    }

    /// A tensor of zeros.
    ///
    /// # Errors
    /// For a layout whose elements take more memory than there is.
    pub fn zeros<T: CudaElement, L: AnyLayout>(
        &self,
        layout: L,
    ) -> Result<CudaTensor<T, L>, GpuError> {
        let plan = OperandPlan::of(layout)?;
        let bytes = plan.span.saturating_mul(size_of::<T>() as u64);
        if bytes > isize::MAX as u64 {
            return Err(self.memory_error(bytes, "beyond the address space"));
        }
        let memory = self
            .stream
            .alloc_zeros::<T>((plan.span as usize).max(1))
            .map_err(|error| self.memory_error(bytes, error))?;
        Ok(CudaTensor { memory, plan, layout, elements: PhantomData })
    }

    /// Copies `data` to the device as it is.
    ///
    /// # Errors
    /// If the layout reaches past `data`, and as [`zeros`](Self::zeros).
    pub fn upload<T: CudaElement, L: AnyLayout>(
        &self,
        data: &[T],
        layout: L,
    ) -> Result<CudaTensor<T, L>, GpuError> {
        let mut tensor = self.zeros::<T, L>(layout)?;
        let span = tensor.plan.span;
        let Some(data) = usize::try_from(span).ok().and_then(|span| data.get(..span)) else {
            return Err(GpuError::layout(format!(
                "{layout} reaches {span} elements, and the slice has {}",
                data.len()
            )));
        };
        if !data.is_empty() {
            self.stream.memcpy_htod(data, &mut tensor.memory).map_err(|error| self.lost(error))?;
        }
        Ok(tensor)
    }

    /// The elements, as [`upload`](Self::upload) takes them.
    ///
    /// # Errors
    /// For a lost device.
    pub fn download<T: CudaElement, L: AnyLayout>(
        &self,
        tensor: &CudaTensor<T, L>,
    ) -> Result<Vec<T>, GpuError> {
        let mut data = self.stream.memcpy_dtov(&tensor.memory).map_err(|error| self.lost(error))?;
        data.truncate(tensor.plan.span as usize);
        Ok(data)
    }

    /// Waits until all work is done.
    ///
    /// # Errors
    /// For a lost device, and for an error of an earlier kernel.
    pub fn wait(&self) -> Result<(), GpuError> {
        self.context.synchronize().map_err(|error| self.lost(error))
    }

    /// Compiles the kernel `run` of a source, unless it is compiled.
    fn kernel(&self, source: &str) -> Result<CudaFunction, GpuError> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = kernels.get(source) {
            return Ok(kernel.clone());
        }
        let options = CompileOptions { arch: Some(self.architecture), ..Default::default() };
        let ptx = compile_ptx_with_opts(source, options)
            .map_err(|error| GpuError::new(GpuErrorKind::Shader, error.to_string()))?;
        let module = self.context.load_module(ptx).map_err(|error| self.lost(error))?;
        let kernel = module.load_function("run").map_err(|error| self.lost(error))?;
        kernels.insert(source.to_owned(), kernel.clone());
        Ok(kernel)
    }

    fn config(&self, blocks: u64) -> Result<LaunchConfig, GpuError> {
        let blocks = u32::try_from(blocks)
            .ok()
            .filter(|&blocks| blocks <= i32::MAX as u32)
            .ok_or_else(|| {
                GpuError::new(
                    GpuErrorKind::Limit,
                    format!("{blocks} blocks: {} has at most {}", self.name, i32::MAX),
                )
            })?;
        Ok(LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (256, 1, 1), shared_mem_bytes: 0 })
    }

    fn table(numbers: &[u64]) -> NumberTable {
        let mut table = [0; TABLE];
        table[..numbers.len()].copy_from_slice(numbers);
        NumberTable(table)
    }

    /// Copies each element of `source` to its coordinate in `target`.
    ///
    /// # Errors
    /// As [`Gpu::copy`](crate::Gpu::copy).
    pub fn copy<T: CudaElement, A: AnyLayout, B: AnyLayout>(
        &self,
        source: &CudaTensor<T, A>,
        target: &mut CudaTensor<T, B>,
    ) -> Result<(), GpuError> {
        let (from, to) = (&source.plan, &target.plan);
        let bytes = size_of::<T>();
        let ((text, numbers), blocks) = match plan_copy(from, to)? {
            CopyPlan::Nothing => return Ok(()),
            CopyPlan::Linear { a, b } => {
                (source::copy_linear((from, &a), (to, &b), bytes)?, from.size().div_ceil(1024))
            }
            CopyPlan::Tiles { a, b, width, height } => {
                let batch = from.size() / (width * height);
                let blocks = width.div_ceil(32) * height.div_ceil(32) * batch;
                (source::copy_tiles((from, &a), (to, &b), [width, height], bytes)?, blocks)
            }
        };
        let kernel = self.kernel(&text)?;
        let table = Self::table(&numbers);
        let mut launch = self.stream.launch_builder(&kernel);
        launch.arg(&source.memory).arg(&mut target.memory).arg(&table);
        // SAFETY: the kernel takes two pointers and the table. Its index functions give offsets of the two layouts plus their
        // origins, which the memory of each tensor contains (`zeros`), for coordinates that it compares with the extents.
        unsafe { launch.launch(self.config(blocks)?) }.map_err(|error| self.lost(error))?;
        Ok(())
    }

    /// `C = A B` on tensor cores, of `A` (m, k), `B` (k, n) and `C` (m, n) in any layouts. Products are summed in `f32`.
    /// Rows of A and columns of B that are contiguous, and a multiple of 16 bytes apart, are read fastest.
    ///
    /// # Errors
    /// As [`Gpu::matmul`](crate::Gpu::matmul).
    pub fn matmul<T: TensorCoreElement, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
        &self,
        a: &CudaTensor<T, A>,
        b: &CudaTensor<T, B>,
        c: &mut CudaTensor<f32, C>,
    ) -> Result<(), GpuError> {
        let (of_a, of_b, of_c) = (modes(&a.plan)?, modes(&b.plan)?, modes(&c.plan)?);
        let (m, k, n) = (extent(&of_a[0]), extent(&of_a[1]), extent(&of_b[1]));
        let found = [extent(&of_b[0]), extent(&of_c[0]), extent(&of_c[1])];
        if found != [k, m, n] {
            return Err(GpuError::layout(format!(
                "cannot multiply ({m},{k}) by ({},{n}) into ({},{})",
                found[0], found[1], found[2]
            )));
        }
        if [m, n, k].iter().any(|&extent| extent > i32::MAX as u64) {
            return Err(GpuError::layout(format!(
                "an extent of ({m},{n},{k}) is above {}",
                i32::MAX
            )));
        }
        check_distinct(&c.plan)?;
        if m == 0 || n == 0 {
            return Ok(());
        }
        let [b_k, b_n] = of_b;
        let bytes = size_of::<T>();
        let left =
            Factor { plan: &a.plan, is_wide: is_wide(&a.plan, &of_a, 1, bytes), modes: of_a };
        let of_b = [b_n, b_k];
        let right =
            Factor { plan: &b.plan, is_wide: is_wide(&b.plan, &of_b, 1, bytes), modes: of_b };
        let (text, numbers) =
            source::matmul(T::INSTRUCTION, bytes, &left, &right, (&c.plan, &of_c), [m, n, k])?;
        let kernel = self.kernel(&text)?;
        let table = Self::table(&numbers);
        let blocks = m.div_ceil(128) * n.div_ceil(128);
        let mut launch = self.stream.launch_builder(&kernel);
        launch.arg(&a.memory).arg(&b.memory).arg(&mut c.memory).arg(&table);
        // SAFETY: as in `copy`. A chunk of 16 bytes is read where `is_wide` finds that its elements are neighbours, that it
        // is aligned, and that the extent of k is a multiple of it; past an edge its size is 0.
        unsafe { launch.launch(self.config(blocks)?) }.map_err(|error| self.lost(error))?;
        Ok(())
    }
}

/// Whether chunks of 16 bytes along mode `near` are aligned neighbours: one leaf of stride 1, whose extent is a multiple of
/// the chunk, and the strides of the other mode and the origin multiples of it; no swizzle.
fn is_wide(plan: &OperandPlan, modes: &[Vec<RunLeaf>; 2], near: usize, bytes: usize) -> bool {
    let chunk = (16 / bytes) as i64;
    let other = 1 - near;
    let mut near = modes[near].iter().filter(|leaf| leaf.extent.0 != 1);
    let (first, rest) = (near.next(), near.next());
    let is_row = rest.is_none()
        && first.is_some_and(|leaf| leaf.stride.0 == 1 && leaf.extent.0 % chunk == 0);
    let mut others = modes[other].iter().filter(|leaf| leaf.extent.0 != 1);
    is_row
        && plan.map.is_none()
        && plan.origin.is_multiple_of(chunk as u64)
        && others.all(|leaf| leaf.stride.0 % chunk == 0)
}

/// The sources of the kernels for some layouts, for a test that compiles them without a device.
///
/// # Errors
/// For layouts that a kernel does not have.
#[doc(hidden)]
pub fn sources() -> Result<Vec<(&'static str, String)>, GpuError> {
    use static_layout::layout;
    let (m, n, k) = (1000_usize, 520_usize, 264_usize);
    let rows = OperandPlan::of(layout!((m, n):(n, 1)))?;
    let columns = OperandPlan::of(layout!((m, n):(1, m)))?;
    let mut out = Vec::new();
    for (name, from, to) in [("linear", &rows, &rows), ("transpose", &rows, &columns)] {
        let text = match plan_copy(from, to)? {
            CopyPlan::Nothing => continue,
            CopyPlan::Linear { a, b } => source::copy_linear((from, &a), (to, &b), 4)?.0,
            CopyPlan::Tiles { a, b, width, height } => {
                source::copy_tiles((from, &a), (to, &b), [width, height], 4)?.0
            }
        };
        out.push((name, text));
    }
    let c = OperandPlan::of(layout!((m, n):(n, 1)))?;
    let of_c = modes(&c)?;
    for (name, instruction, bytes, wide) in [
        ("matmul_bf16", <half::bf16 as TensorCoreElement>::INSTRUCTION, 2, true),
        ("matmul_tf32", <f32 as TensorCoreElement>::INSTRUCTION, 4, true),
        ("matmul_bf16_any", <half::bf16 as TensorCoreElement>::INSTRUCTION, 2, false),
    ] {
        let (a, b) = if wide {
            (OperandPlan::of(layout!((m, k):(k, 1)))?, OperandPlan::of(layout!((n, k):(k, 1)))?)
        } else {
            (OperandPlan::of(layout!((m, k):(1, m)))?, OperandPlan::of(layout!((n, k):(1, n)))?)
        };
        let (of_a, of_b) = (modes(&a)?, modes(&b)?);
        if is_wide(&a, &of_a, 1, bytes) != wide {
            return Err(GpuError::layout(format!("{name}: chunks of 16 bytes are {}", !wide)));
        }
        let a = Factor { plan: &a, modes: of_a, is_wide: wide };
        let b = Factor { plan: &b, modes: of_b, is_wide: wide };
        let sizes = [m as u64, n as u64, k as u64];
        out.push((name, source::matmul(instruction, bytes, &a, &b, (&c, &of_c), sizes)?.0));
    }
    Ok(out)
}
