//! [`Gpu`], a device with the pipelines that it has compiled.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::error::GpuErrorKind;
use crate::health::Health;
use crate::request::Kept;
use crate::step::{Kernel, Step};
use crate::transfer::Watch;
use crate::view::Operand;
use crate::{GpuError, Tile};

/// A device. Pipelines are compiled once for each pair of layout types, and kept.
pub struct Gpu {
    pub(crate) health: Arc<Health>,
    pub(crate) queue: wgpu::Queue,
    pub(crate) limits: wgpu::Limits,
    features: wgpu::Features,
    pub(crate) pipelines: Mutex<HashMap<String, wgpu::ComputePipeline>>,
    pub(crate) steps: Kept<Vec<Step>>,
    /// Kernels of callers, without their numbers.
    pub(crate) kernels: Kept<Kernel>,
    pub(crate) watch: Watch,
    /// A number that no other `Gpu` has, because a buffer of another `Gpu` is invalid here.
    pub(crate) number: u64,
}

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// The features that kernels use where a device has them.
const FEATURES: wgpu::Features = wgpu::Features::SHADER_F16.union(wgpu::Features::SUBGROUP);

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gpu").field("name", &self.name()).finish_non_exhaustive()
    }
}

impl Gpu {
    /// The first device of the system, the fastest kind first. `WGPU_ADAPTER_NAME` selects one by a part of its name.
    ///
    /// ```no_run
    /// let gpu = static_layout_gpu::Gpu::new()?;
    /// println!("{}", gpu.name());
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// [`GpuErrorKind::NoAdapter`] if there is none.
    pub fn new() -> Result<Self, GpuError> {
        Self::with_name(&std::env::var("WGPU_ADAPTER_NAME").unwrap_or_default())
    }

    /// The first device whose name contains `part`, in any case; the fastest kind first.
    ///
    /// ```
    /// use static_layout_gpu::{Gpu, GpuErrorKind};
    /// let missing = Gpu::with_name("no such device").unwrap_err();
    /// assert_eq!(missing.kind(), GpuErrorKind::NoAdapter);
    /// ```
    ///
    /// # Errors
    /// [`GpuErrorKind::NoAdapter`] if there is none.
    pub fn with_name(part: &str) -> Result<Self, GpuError> {
        let backends = wgpu::Backends::PRIMARY;
        let instance =
            wgpu::Instance::new(&wgpu::InstanceDescriptor { backends, ..Default::default() });
        let mut adapters = instance.enumerate_adapters(backends);
        let count = adapters.len();
        let wanted = part.to_lowercase();
        adapters.retain(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted));
        adapters.sort_by_key(|adapter| match adapter.get_info().device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Cpu => 3,
            wgpu::DeviceType::Other => 4,
        });
        let adapter = adapters.into_iter().next().ok_or_else(|| {
            GpuError::new(
                GpuErrorKind::NoAdapter,
                format!("{count} adapters, none with {part:?} in its name: install a Vulkan driver, such as Debian's mesa-vulkan-drivers"),
            )
        })?;
        Self::of(&adapter)
    }

    fn of(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            required_features: adapter.features() & FEATURES,
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| GpuError::new(GpuErrorKind::NoAdapter, error.to_string()))?;
        Ok(Self::with(Health::of_own(device, adapter.get_info().name), queue))
    }

    fn with(health: Health, queue: wgpu::Queue) -> Self {
        Self {
            queue,
            limits: health.device.limits(),
            features: health.device.features(),
            health: Arc::new(health),
            pipelines: Mutex::default(),
            steps: Kept::default(),
            kernels: Kept::default(),
            watch: Watch::default(),
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// The device of a program that uses `wgpu` already, the host. Limits and features are those of the device. The host
    /// keeps its callbacks for errors and for the loss of the device, and none of its buffers is written, unless it is given
    /// to [`tensor_over`](Self::tensor_over).
    ///
    /// All objects of `wgpu` that a `Gpu` is given come from one `wgpu::Instance`: `wgpu` does not tell those of others apart.
    /// Operations submit their work to `queue`, in the order of the calls, between what the host submits. Their errors are
    /// caught by error scopes: a device of `wgpu` 27 has one stack of them for all threads, so the host does not push or
    /// pop scopes in another thread while an operation runs. An operation may run callbacks of the host, as those of
    /// `map_async`, and such a callback may call other operations.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::{Gpu, wgpu};
    /// # fn guest(device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), static_layout_gpu::GpuError> {
    /// let gpu = Gpu::from_device(device.clone(), queue.clone())?;
    /// let tensor = gpu.zeros::<f32, _>(layout!((64, 64):(64, 1)))?;
    /// assert_eq!(tensor.buffer().size(), 64 * 64 * 4);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`GpuErrorKind::Lost`] for a lost device, [`GpuErrorKind::Limit`] for a device without compute shaders. The queue of
    /// another device is not found here: `wgpu` reports it to the handler of that device, when work is submitted.
    pub fn from_device(device: wgpu::Device, queue: wgpu::Queue) -> Result<Self, GpuError> {
        let health = Health::of_guest(device, "the host's device".to_owned());
        health.check()?;
        let gpu = Self::with(health, queue);
        if gpu.limits.max_compute_workgroups_per_dimension == 0 {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{} allows no workgroups: it has no compute shaders", gpu.name()),
            ));
        }
        Ok(gpu)
    }

    /// This device with reductions by workgroup memory alone, as devices without subgroups have them, for comparisons.
    #[doc(hidden)]
    pub fn without_subgroups(mut self) -> Self {
        self.features.remove(wgpu::Features::SUBGROUP);
        self.steps = Kept::default();
        self
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.health.name
    }

    /// The features of the device. Elements of `f16` need `SHADER_F16`; reductions use `SUBGROUP` where it is there.
    pub fn features(&self) -> wgpu::Features {
        self.features
    }

    /// The bytes that the buffer of a tensor may have.
    pub fn max_buffer_bytes(&self) -> u64 {
        self.limits.max_buffer_size.min(u64::from(self.limits.max_storage_buffer_binding_size))
    }

    /// The most threads in a workgroup, and bytes of its memory.
    pub(crate) fn tile_limits(&self) -> [u32; 2] {
        let limits = &self.limits;
        let threads =
            limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
        [threads, limits.max_compute_workgroup_storage_size]
    }

    /// Checks that a tile fits the limits of the device.
    ///
    /// # Errors
    /// [`GpuErrorKind::Limit`] with the number and the limit.
    pub fn check_tile(&self, tile: Tile) -> Result<(), GpuError> {
        let [threads, bytes] = self.tile_limits();
        if tile.each > Tile::MOST_EACH {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{tile:?}: a thread has at most {0} by {0} elements", Tile::MOST_EACH),
            ));
        }
        self.check_room(tile, tile.threads(), threads, "threads in a workgroup")?;
        self.check_room(tile, tile.shared_bytes(), bytes, "bytes of workgroup memory")
    }

    /// Checks one number of a tile against the limit of the device.
    pub(crate) fn check_room(
        &self,
        tile: Tile,
        found: u32,
        most: u32,
        what: &str,
    ) -> Result<(), GpuError> {
        if found <= most {
            return Ok(());
        }
        Err(GpuError::new(
            GpuErrorKind::Limit,
            format!("{tile:?} takes {found} {what}, and {} has {most}", self.name()),
        ))
    }

    /// Checks that operands are of this device.
    pub(crate) fn check_own(&self, operands: &[Operand<'_>]) -> Result<(), GpuError> {
        match operands.iter().find(|operand| operand.device != self.number) {
            None => Ok(()),
            Some(other) => Err(GpuError::new(
                GpuErrorKind::Foreign,
                format!(
                    "a tensor of device {} on device {}, {}: download it there, and upload it here",
                    other.device,
                    self.number,
                    self.name()
                ),
            )),
        }
    }

    /// `count` groups of threads, spread over two dimensions: their linear index is `x + y * groups[0]`.
    pub(crate) fn spread(&self, count: u64) -> Result<[u32; 3], GpuError> {
        let most = u64::from(self.limits.max_compute_workgroups_per_dimension);
        let y = count.div_ceil(most).max(1);
        if y > most {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{count} workgroups: {} has at most {}", self.name(), most * most),
            ));
        }
        Ok([count.div_ceil(y) as u32, y as u32, 1])
    }

    /// Waits until all submitted work is done.
    ///
    /// # Errors
    /// [`GpuErrorKind::Lost`] if the device is lost before, or does not finish within ten minutes.
    pub fn wait(&self) -> Result<(), GpuError> {
        self.health.wait(None)
    }
}

#[cfg(test)]
mod tests {
    use static_layout::{layout, slices};

    use super::{Gpu, GpuErrorKind};
    use crate::Reduction;

    /// The first operation that waits for the device finds the loss, and then every operation: none hangs, none panics.
    #[test]
    fn a_lost_device_is_an_error() {
        let gpu = Gpu::new().expect("a device: Debian's mesa-vulkan-drivers has one on the CPU");
        let a = gpu.upload(&[1.0_f32; 64], layout!((8, 8):(8, 1))).unwrap();
        let mut b = gpu.zeros::<f32, _>(layout!((8, 8):(1, 8))).unwrap();
        gpu.copy(&a, &mut b).unwrap();
        gpu.health.device.destroy();
        for error in [
            gpu.download(&b).unwrap_err(),
            gpu.copy(&a, &mut b).unwrap_err(),
            gpu.zeros::<f32, _>(layout!(4:1)).unwrap_err(),
            gpu.transform(&a, &mut b, "x + 1.0").unwrap_err(),
        ] {
            assert_eq!(error.kind(), GpuErrorKind::Lost, "{error}");
            assert!(error.to_string().contains(gpu.name()), "{error}");
        }
    }

    /// The texts of kernels: vectors where the layouts prove them, subgroups where the device has them.
    #[test]
    fn kernels_move_vectors_and_reduce_in_subgroups() {
        let gpu = Gpu::new().expect("a device: Debian's mesa-vulkan-drivers has one on the CPU");
        let kernels_with = |what: &str| -> String {
            let pipelines = gpu.pipelines.lock().unwrap();
            let texts = pipelines.keys().filter(|text| text.contains(what));
            texts.map(String::as_str).collect::<Vec<_>>().join("\n")
        };
        let (rows, odd) = (layout!((64, 64):(64, 1)), layout!((64, 63):(63, 1)));
        let a = gpu.zeros::<f32, _>(rows).unwrap();
        let mut b = gpu.zeros::<f32, _>(rows).unwrap();
        gpu.copy(&a, &mut b).unwrap();
        assert!(kernels_with("source0: array<vec4<f32>>").contains("target_: array<vec4<f32>>"));
        // A part that begins at 4 has vectors, one that begins at 1 has not.
        let mut c = gpu.zeros::<f32, _>(layout!((64, 32):(32, 1))).unwrap();
        gpu.transform(&a.view().slice_axes(slices!(.., 4..36)), &mut c, "x + 4.0").unwrap();
        gpu.transform(&a.view().slice_axes(slices!(.., 1..33)), &mut c, "x + 1.0").unwrap();
        assert!(kernels_with("x + 4.0").contains("source0: array<vec4<f32>>"));
        assert!(kernels_with("x + 1.0").contains("source0: array<f32>"));
        // Row-major A is loaded along k and turned, B along n; C is written along n.
        let mut d = gpu.zeros::<f32, _>(rows).unwrap();
        gpu.matmul(&a, &b, &mut d).unwrap();
        let product = kernels_with("tile_a");
        for binding in [" a: array<vec4<f32>>", " b: array<vec4<f32>>", " c: array<vec4<f32>>"] {
            assert!(product.contains(binding), "{binding}");
        }
        assert!(product.contains("vec4<f32>(x0.x, x1.x, x2.x, x3.x)"));
        let e = gpu.zeros::<f32, _>(odd).unwrap();
        let mut f = gpu.zeros::<f32, _>(odd).unwrap();
        gpu.matmul(&a, &e, &mut f).unwrap();
        assert!(kernels_with(" b: array<f32>").contains(" a: array<vec4<f32>>"));
        for reduction in [Reduction::Sum, Reduction::Max] {
            gpu.reduce(&a, reduction).unwrap();
        }
        let texts = kernels_with("shared_[thread]") + &kernels_with("subgroup");
        let has_subgroups = gpu.features().contains(wgpu::Features::SUBGROUP);
        assert_eq!(texts.contains("subgroupAdd") && texts.contains("subgroupMax"), has_subgroups);
        assert!(texts.contains("source: array<vec4<f32>>"));
    }
}
