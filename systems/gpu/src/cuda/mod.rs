//! Tensors on CUDA, with products on tensor cores. The driver and NVRTC are loaded when a program runs.

mod launch;
pub(crate) mod source;

use std::collections::HashMap;
use std::fmt::Display;
use std::marker::PhantomData;
use std::slice;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as MAX_DYNAMIC_SHARED_SIZE_BYTES;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DeviceRepr, LaunchConfig, PushKernelArg,
    ValidAsZeroBits,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use static_layout::internal::Form;

use crate::error::GpuErrorKind;
use crate::plan::OperandPlan;
use crate::request::{Kept, Request};
use crate::transfer::room_for;
use crate::{GpuError, Reduction};
pub use launch::{Launch, TensorCores};
use source::TABLE;

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
impl CudaElement for half::f16 {}

/// The types of elements that [`Cuda::reduce`] and [`Cuda::transform`] compute with.
pub trait CudaNumber: CudaElement {
    /// The name in CUDA C.
    #[doc(hidden)]
    const NAME: &'static str;
}
impl CudaNumber for f32 {
    const NAME: &'static str = "float";
}
impl CudaNumber for u32 {
    const NAME: &'static str = "unsigned int";
}
impl CudaNumber for i32 {
    const NAME: &'static str = "int";
}

/// The types of elements that tensor cores multiply, into `f32`.
pub trait TensorCoreElement: CudaElement {
    /// The instruction of PTX.
    #[doc(hidden)]
    const INSTRUCTION: &'static str;
}

impl TensorCoreElement for half::bf16 {
    const INSTRUCTION: &'static str = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32";
}

impl TensorCoreElement for half::f16 {
    const INSTRUCTION: &'static str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
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
    cores: TensorCores,
    kernels: Mutex<HashMap<String, CudaFunction>>,
    ready: Kept<Vec<Ready>>,
}

/// A compiled kernel with its arguments.
struct Ready {
    kernel: CudaFunction,
    table: NumberTable,
    config: LaunchConfig,
}

/// Elements on a CUDA device. Element `c` is at `origin + layout(c)`, as in [`DeviceTensor`](crate::DeviceTensor).
pub struct CudaTensor<T, L> {
    memory: CudaSlice<T>,
    plan: OperandPlan,
    layout: L,
    elements: PhantomData<T>,
}

impl<T: CudaElement, L: Form> CudaTensor<T, L> {
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
        let (architecture, cores) = match (major, minor) {
            (..8, _) => {
                return Err(missing(format!(
                    "{name} has compute capability {major}.{minor}, below 8.0"
                )));
            }
            (8, _) => ("compute_80", TensorCores::Warp),
            // Instructions of a warpgroup, which later devices do not have.
            (9, 0) => ("compute_90a", TensorCores::Warpgroup),
            _ => ("compute_90", TensorCores::Warp),
        };
        let stream = context.default_stream();
        Ok(Self {
            stream,
            context,
            name,
            architecture,
            cores,
            kernels: Mutex::default(),
            ready: Kept::default(),
        })
    }

    /// This device with products by warps, as devices of other capabilities have them, for comparisons.
    #[doc(hidden)]
    pub fn by_warps(self) -> Self {
        Self { cores: TensorCores::Warp, ready: Kept::default(), ..self }
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
    pub fn zeros<T: CudaElement, L: Form>(&self, layout: L) -> Result<CudaTensor<T, L>, GpuError> {
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
    pub fn upload<T: CudaElement, L: Form>(
        &self,
        data: &[T],
        layout: L,
    ) -> Result<CudaTensor<T, L>, GpuError> {
        let mut tensor = self.zeros::<T, L>(layout)?;
        let data = tensor.plan.slice(data)?;
        if !data.is_empty() {
            self.stream.memcpy_htod(data, &mut tensor.memory).map_err(|error| self.lost(error))?;
        }
        Ok(tensor)
    }

    /// The elements, as [`upload`](Self::upload) takes them.
    ///
    /// # Errors
    /// For a lost device, and without memory on the host.
    pub fn download<T: CudaElement, L: Form>(
        &self,
        tensor: &CudaTensor<T, L>,
    ) -> Result<Vec<T>, GpuError> {
        let mut data = room_for(tensor.memory.len() as u64)?;
        data.resize(tensor.memory.len(), T::default());
        self.stream.memcpy_dtoh(&tensor.memory, &mut data).map_err(|error| self.lost(error))?;
        data.truncate(tensor.plan.span as usize);
        Ok(data)
    }

    /// Copies the memory of a tensor by the driver, as a measure of the device's bandwidth.
    #[doc(hidden)]
    pub fn copy_by_driver<T: CudaElement, L: Form>(
        &self,
        source: &CudaTensor<T, L>,
        target: &mut CudaTensor<T, L>,
    ) -> Result<(), GpuError> {
        let copied = self.stream.memcpy_dtod(&source.memory, &mut target.memory);
        copied.map_err(|error| self.lost(error))
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

    /// Copies each element of `source` to its coordinate in `target`.
    ///
    /// # Errors
    /// As [`Gpu::copy`](crate::Gpu::copy).
    pub fn copy<T: CudaElement, A: Form, B: Form>(
        &self,
        source: &CudaTensor<T, A>,
        target: &mut CudaTensor<T, B>,
    ) -> Result<(), GpuError> {
        let bytes = size_of::<T>();
        let request = Request::new("copy", &bytes.to_string(), &[&source.plan, &target.plan]);
        let ready = self.ready(request, || launch::copy(&source.plan, &target.plan, bytes))?;
        self.launch(&ready, &[&source.memory], &mut target.memory)
    }

    /// The sum, the least or the greatest element. Sums of `f32` are added in a tree; integers wrap.
    ///
    /// # Errors
    /// As [`Gpu::reduce`](crate::Gpu::reduce).
    pub fn reduce<T: CudaNumber, L: Form>(
        &self,
        tensor: &CudaTensor<T, L>,
        reduction: Reduction,
    ) -> Result<T, GpuError> {
        let request = Request::new(T::NAME, &format!("{reduction:?}"), &[&tensor.plan]);
        let ready = self.ready(request, || launch::reduce::<T>(&tensor.plan, reduction))?;
        let [many, one] = &ready[..] else { unreachable!("a reduction is two kernels") };
        let blocks = many.config.grid_dim.0 as usize;
        let failed = |error| self.memory_error((blocks * size_of::<T>()) as u64, error);
        let mut parts = self.stream.alloc_zeros::<T>(blocks).map_err(failed)?;
        let mut result = self.stream.alloc_zeros::<T>(1).map_err(failed)?;
        self.launch(slice::from_ref(many), &[&tensor.memory], &mut parts)?;
        self.launch(slice::from_ref(one), &[&parts], &mut result)?;
        let result = self.stream.clone_dtoh(&result).map_err(|error| self.lost(error))?;
        Ok(result[0])
    }

    /// `target(i) = f(source(i))` for each linear index. `f` is an expression of `x` in CUDA C: numbers, operators and
    /// calls of mathematical functions. Others could reach memory outside of the tensors.
    ///
    /// # Errors
    /// As [`Gpu::transform`](crate::Gpu::transform), also for an expression that is more than arithmetic.
    pub fn transform<T: CudaNumber, A: Form, B: Form>(
        &self,
        source: &CudaTensor<T, A>,
        target: &mut CudaTensor<T, B>,
        f: &str,
    ) -> Result<(), GpuError> {
        let request = Request::new(T::NAME, f, &[&source.plan, &target.plan]);
        let ready =
            self.ready(request, || launch::transform::<T>(&source.plan, &target.plan, f))?;
        self.launch(&ready, &[&source.memory], &mut target.memory)
    }

    /// The compiled kernels of an operation, made once for the layouts and sizes of its operands.
    fn ready<I: IntoIterator<Item = Launch>>(
        &self,
        request: Request,
        launches: impl FnOnce() -> Result<I, GpuError>,
    ) -> Result<Arc<Vec<Ready>>, GpuError> {
        let prepare = |launch: Launch| {
            let mut table = NumberTable([0; TABLE]);
            table.0[..launch.numbers.len()].copy_from_slice(&launch.numbers);
            let mut config = self.config(launch.blocks)?;
            config.shared_mem_bytes = launch.shared;
            let kernel = self.kernel(&launch.text)?;
            kernel
                .set_attribute(MAX_DYNAMIC_SHARED_SIZE_BYTES, launch.shared as i32)
                .map_err(|error| self.lost(error))?;
            Ok(Ready { kernel, table, config })
        };
        self.ready.find_or_make(request, || launches()?.into_iter().map(prepare).collect())
    }

    /// Runs kernels of sources and a target, of blocks of 256 threads.
    fn launch<S: CudaElement, T: CudaElement>(
        &self,
        ready: &[Ready],
        sources: &[&CudaSlice<S>],
        target: &mut CudaSlice<T>,
    ) -> Result<(), GpuError> {
        for Ready { kernel, table, config } in ready {
            let mut builder = self.stream.launch_builder(kernel);
            for source in sources {
                builder.arg(*source);
            }
            builder.arg(&mut *target).arg(table);
            // SAFETY: the kernel takes a pointer for each source, one for the target, and the table, all from the
            // request that it was made for. Its index functions give offsets of the layouts plus their origins, which
            // the memory of each tensor contains (`zeros`), for coordinates that it compares with the extents. It reads
            // and writes neighbours at once if `are_packs` finds that they are aligned, and that the extent is a
            // multiple of them.
            unsafe { builder.launch(*config) }.map_err(|error| self.lost(error))?;
        }
        Ok(())
    }

    /// `C = A B` on tensor cores, of `A` (m, k), `B` (k, n) and `C` (m, n) in any layouts. Products are summed in `f32`.
    /// Rows of A and columns of B that are contiguous, and a multiple of 16 bytes apart, are read fastest.
    ///
    /// # Errors
    /// As [`Gpu::matmul`](crate::Gpu::matmul).
    pub fn matmul<T: TensorCoreElement, A: Form, B: Form, C: Form>(
        &self,
        a: &CudaTensor<T, A>,
        b: &CudaTensor<T, B>,
        c: &mut CudaTensor<f32, C>,
    ) -> Result<(), GpuError> {
        let request = Request::new("matmul", T::INSTRUCTION, &[&a.plan, &b.plan, &c.plan]);
        let ready =
            self.ready(request, || launch::matmul::<T>(self.cores, &a.plan, &b.plan, &c.plan))?;
        self.launch(&ready, &[&a.memory, &b.memory], &mut c.memory)
    }
}

/// The kernels without a device, for tests that compile and emulate them.
///
/// # Errors
/// As the operations.
#[doc(hidden)]
pub mod kernels {
    use static_layout::internal::Form;

    use super::{CudaElement, CudaNumber, Launch, TensorCoreElement, TensorCores, launch};
    use crate::plan::OperandPlan;
    use crate::{GpuError, Reduction};

    pub use super::source::pairs_tile;

    /// Of [`Cuda::copy`](super::Cuda::copy).
    pub fn copy<T: CudaElement>(
        from: impl Form,
        to: impl Form,
    ) -> Result<Option<Launch>, GpuError> {
        launch::copy(&OperandPlan::of(from)?, &OperandPlan::of(to)?, size_of::<T>())
    }

    /// Of [`Cuda::reduce`](super::Cuda::reduce).
    pub fn reduce<T: CudaNumber>(
        of: impl Form,
        reduction: Reduction,
    ) -> Result<[Launch; 2], GpuError> {
        launch::reduce::<T>(&OperandPlan::of(of)?, reduction)
    }

    /// Of [`Cuda::transform`](super::Cuda::transform).
    pub fn transform<T: CudaNumber>(
        from: impl Form,
        to: impl Form,
        f: &str,
    ) -> Result<Option<Launch>, GpuError> {
        launch::transform::<T>(&OperandPlan::of(from)?, &OperandPlan::of(to)?, f)
    }

    /// Of [`Cuda::matmul`](super::Cuda::matmul).
    pub fn matmul<T: TensorCoreElement>(
        cores: TensorCores,
        a: impl Form,
        b: impl Form,
        c: impl Form,
    ) -> Result<Option<Launch>, GpuError> {
        let [a, b, c] = [OperandPlan::of(a)?, OperandPlan::of(b)?, OperandPlan::of(c)?];
        launch::matmul::<T>(cores, &a, &b, &c)
    }
}
