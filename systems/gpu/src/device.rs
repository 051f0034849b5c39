//! [`Gpu`], a device with the pipelines that it has compiled.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::GpuErrorKind;
use crate::request::{Kept, Request};
use crate::{GpuError, Tile};

/// A device. Pipelines are compiled once for each pair of layout types, and kept.
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    limits: wgpu::Limits,
    name: String,
    pipelines: Mutex<HashMap<String, wgpu::ComputePipeline>>,
    steps: Kept<Vec<Step>>,
    lost: Arc<Mutex<Option<String>>>,
    /// Held from the first scope to the last: a device has one stack of scopes for all threads.
    scopes: Mutex<()>,
    /// A number that no other `Gpu` has, because a buffer of another `Gpu` is invalid here.
    pub(crate) number: u64,
}

/// How long the work of a device may take.
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(600);

static NUMBERS: AtomicU64 = AtomicU64::new(1);

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gpu").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A kernel: its module, its parameters, and the groups of its threads.
pub(crate) struct Kernel {
    pub(crate) source: String,
    pub(crate) parameters: Vec<u32>,
    pub(crate) groups: [u32; 3],
}

/// A compiled kernel, with its parameters on the device.
pub(crate) struct Step {
    pipeline: wgpu::ComputePipeline,
    parameters: wgpu::Buffer,
    pub(crate) groups: [u32; 3],
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
        let limits = adapter.limits();
        let descriptor =
            wgpu::DeviceDescriptor { required_limits: limits.clone(), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| GpuError::new(GpuErrorKind::NoAdapter, error.to_string()))?;
        let lost = Arc::new(Mutex::new(None));
        let notice = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            *notice.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(format!("{reason:?}: {message}"));
        });
        let notice = Arc::clone(&lost);
        // By default `wgpu` panics. What no scope catches is an error of the device.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *notice.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }));
        let pipelines = Mutex::new(HashMap::new());
        let (name, scopes) = (adapter.get_info().name, Mutex::new(()));
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let steps = Kept::default();
        Ok(Self { device, queue, limits, name, pipelines, steps, lost, scopes, number })
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.name
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
        for (found, most, what) in [
            (tile.threads(), threads, "threads in a workgroup"),
            (tile.shared_bytes(), bytes, "bytes of workgroup memory"),
        ] {
            if found > most {
                return Err(GpuError::new(
                    GpuErrorKind::Limit,
                    format!("{tile:?} takes {found} {what}, and {} has {most}", self.name),
                ));
            }
        }
        Ok(())
    }

    /// Checks that tensors are of this device, by the numbers of theirs.
    pub(crate) fn check_own(&self, numbers: &[u64]) -> Result<(), GpuError> {
        match numbers.iter().find(|&&number| number != self.number) {
            None => Ok(()),
            Some(other) => Err(GpuError::new(
                GpuErrorKind::Foreign,
                format!(
                    "a tensor of device {other} on device {}, {}: download it there, and upload it here",
                    self.number, self.name
                ),
            )),
        }
    }

    /// Runs `work`, and returns the error that the device reports of it. `work` must not call it again.
    pub(crate) fn scoped<T>(&self, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        self.check_lost()?;
        let alone = self.scopes.lock().unwrap_or_else(PoisonError::into_inner);
        self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let result = work();
        let mut found = None;
        for _ in 0..3 {
            let error = pollster::block_on(self.device.pop_error_scope());
            found = error.or(found);
        }
        drop(alone);
        self.check_lost()?;
        match found {
            None => Ok(result),
            Some(wgpu::Error::OutOfMemory { source }) => Err(GpuError::new(
                GpuErrorKind::Memory,
                format!("{}: out of memory: {source}", self.name),
            )),
            Some(error) => Err(GpuError::new(GpuErrorKind::Shader, error.to_string())),
        }
    }

    fn check_lost(&self) -> Result<(), GpuError> {
        // The device tells its loss when it is polled.
        let _ = self.device.poll(wgpu::PollType::Poll);
        match &*self.lost.lock().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some(reason) => {
                Err(GpuError::new(GpuErrorKind::Lost, format!("{} is lost: {reason}", self.name)))
            }
        }
    }

    /// A buffer of `bytes` bytes, at least four.
    pub(crate) fn buffer(&self, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
        let most = self.max_buffer_bytes();
        if bytes > most {
            return Err(GpuError::new(
                GpuErrorKind::Memory,
                format!("a tensor of {bytes} bytes: a buffer of {} has at most {most}", self.name),
            ));
        }
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        let size = bytes.max(4).next_multiple_of(4);
        self.scoped(|| {
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        })
    }

    fn pipeline(&self, source: &str) -> Result<wgpu::ComputePipeline, GpuError> {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipeline) = pipelines.get(source) {
            return Ok(pipeline.clone());
        }
        let pipeline = self.scoped(|| {
            let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(source.into()),
            });
            self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: Some("main"),
                compilation_options: Default::default(),
                cache: None,
            })
        })?;
        pipelines.insert(source.to_owned(), pipeline.clone());
        Ok(pipeline)
    }

    /// Compiles the module, unless it is compiled.
    fn step(&self, kernel: Kernel) -> Result<Step, GpuError> {
        let Kernel { source, parameters: mut values, groups } = kernel;
        let most = self.limits.max_compute_workgroups_per_dimension;
        if let Some(groups) = groups.iter().find(|&&groups| groups > most) {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{groups} workgroups in a dimension: {} has at most {most}", self.name),
            ));
        }
        let pipeline = self.pipeline(&source)?;
        values.push(0);
        let parameters = self.buffer(4 * values.len() as u64)?;
        self.scoped(|| self.queue.write_buffer(&parameters, 0, bytemuck::cast_slice(&values)))?;
        Ok(Step { pipeline, parameters, groups })
    }

    /// The steps of an operation, made once for the layouts and sizes of its operands.
    pub(crate) fn steps<K: IntoIterator<Item = Kernel>>(
        &self,
        request: Request,
        kernels: impl FnOnce() -> Result<K, GpuError>,
    ) -> Result<Arc<Vec<Step>>, GpuError> {
        let steps = || kernels()?.into_iter().map(|kernel| self.step(kernel)).collect();
        self.steps.find_or_make(request, steps)
    }

    /// Runs a step. Binding 0 has the parameters, 1, 2, .. the buffers.
    pub(crate) fn run(&self, step: &Step, buffers: &[&wgpu::Buffer]) -> Result<(), GpuError> {
        self.scoped(|| {
            let buffers = std::iter::once(&step.parameters).chain(buffers.iter().copied());
            let entries: Vec<wgpu::BindGroupEntry<'_>> = buffers
                .enumerate()
                .map(|(k, buffer)| wgpu::BindGroupEntry {
                    binding: k as u32,
                    resource: buffer.as_entire_binding(),
                })
                .collect();
            let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &step.pipeline.get_bind_group_layout(0),
                entries: &entries,
            });
            let mut encoder = self.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&step.pipeline);
            pass.set_bind_group(0, &group, &[]);
            let [x, y, z] = step.groups;
            pass.dispatch_workgroups(x, y, z);
            drop(pass);
            self.queue.submit([encoder.finish()]);
        })
    }

    /// Runs a module on `input` (binding 0) with an output of `words` words (binding 1).
    ///
    /// # Errors
    /// As the operations of tensors.
    #[doc(hidden)]
    pub fn run_module(
        &self,
        source: &str,
        input: &[u32],
        words: usize,
        groups: u32,
    ) -> Result<Vec<u32>, GpuError> {
        let output = self.buffer(4 * words as u64)?;
        let step = self.step(Kernel {
            source: source.to_owned(),
            parameters: input.to_vec(),
            groups: [groups, 1, 1],
        })?;
        self.run(&step, &[&output])?;
        self.read(&output, words as u64)
    }

    /// `count` groups of threads, spread over two dimensions: their linear index is `x + y * groups[0]`.
    pub(crate) fn spread(&self, count: u64) -> Result<[u32; 3], GpuError> {
        let most = u64::from(self.limits.max_compute_workgroups_per_dimension);
        let y = count.div_ceil(most).max(1);
        if y > most {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{count} workgroups: {} has at most {}", self.name, most * most),
            ));
        }
        Ok([count.div_ceil(y) as u32, y as u32, 1])
    }

    /// Waits until all submitted work is done.
    ///
    /// # Errors
    /// [`GpuErrorKind::Lost`] if the device is lost before, or does not finish within ten minutes.
    pub fn wait(&self) -> Result<(), GpuError> {
        let timeout = Some(TIMEOUT);
        let waited = self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout });
        self.check_lost()?;
        waited.map(|_| ()).map_err(|error| {
            GpuError::new(GpuErrorKind::Lost, format!("{} does not answer: {error:?}", self.name))
        })
    }

    /// Writes to a buffer from its first byte on, through a staging buffer: `Queue::write_buffer` loses the device if there is
    /// no memory for its own staging buffer.
    pub(crate) fn write<T: bytemuck::Pod>(
        &self,
        buffer: &wgpu::Buffer,
        data: &[T],
    ) -> Result<(), GpuError> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        let size = (bytes.len() as u64).max(4).next_multiple_of(4);
        let staging = self.scoped(|| {
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            })
        })?;
        staging.slice(..).get_mapped_range_mut()[..bytes.len()].copy_from_slice(bytes);
        staging.unmap();
        self.scoped(|| {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&staging, 0, buffer, 0, size);
            self.queue.submit([encoder.finish()]);
        })
    }

    /// The first `count` elements of a buffer.
    pub(crate) fn read<T: bytemuck::Pod>(
        &self,
        buffer: &wgpu::Buffer,
        count: u64,
    ) -> Result<Vec<T>, GpuError> {
        let bytes = count.saturating_mul(size_of::<T>() as u64);
        let mut data = room_for(count)?;
        let size = bytes.max(4).next_multiple_of(4);
        let staging = self.scoped(|| {
            let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, size);
            self.queue.submit([encoder.finish()]);
            staging
        })?;
        let (notice, mapped) = std::sync::mpsc::channel();
        staging.slice(..).map_async(wgpu::MapMode::Read, move |result| {
            let _ = notice.send(result);
        });
        self.wait()?;
        // Another thread that waits for the device may have taken the notice, and not have passed it on yet.
        match mapped.recv_timeout(TIMEOUT) {
            Ok(Ok(())) => {}
            result => {
                return Err(GpuError::new(
                    GpuErrorKind::Lost,
                    format!("{}: {size} bytes could not be read back: {result:?}", self.name),
                ));
            }
        }
        data.resize(count as usize, T::zeroed());
        let target: &mut [u8] = bytemuck::cast_slice_mut(&mut data);
        target.copy_from_slice(&staging.slice(..).get_mapped_range()[..bytes as usize]);
        staging.unmap();
        Ok(data)
    }
}

/// A vector with room for `count` elements.
///
/// # Errors
/// [`GpuErrorKind::Memory`] without memory on the host.
pub(crate) fn room_for<T>(count: u64) -> Result<Vec<T>, GpuError> {
    let mut room = Vec::new();
    let reserved = usize::try_from(count).is_ok_and(|count| room.try_reserve_exact(count).is_ok());
    if reserved {
        return Ok(room);
    }
    let bytes = u128::from(count) * size_of::<T>() as u128;
    let message = format!("no memory for {bytes} bytes on the host");
    Err(GpuError::new(GpuErrorKind::Memory, message))
}

#[cfg(test)]
mod tests {
    use static_layout::layout;

    use super::{Gpu, GpuErrorKind};

    /// The first operation that waits for the device finds the loss, and then every operation: none hangs, none panics.
    #[test]
    fn a_lost_device_is_an_error() {
        let gpu = Gpu::new().expect("a device: Debian's mesa-vulkan-drivers has one on the CPU");
        let a = gpu.upload(&[1.0_f32; 64], layout!((8, 8):(8, 1))).unwrap();
        let mut b = gpu.zeros::<f32, _>(layout!((8, 8):(1, 8))).unwrap();
        gpu.copy(&a, &mut b).unwrap();
        gpu.device.destroy();
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
}
