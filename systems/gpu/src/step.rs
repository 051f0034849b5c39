//! [`Kernel`] and [`Step`], what an operation runs: buffers, bindings and pipelines.

use std::sync::{Arc, PoisonError};

use crate::error::GpuErrorKind;
use crate::request::{MOST, Request};
use crate::{Gpu, GpuError};

/// A kernel: its module, its parameters, the groups of its threads, and for each of its buffers whether it is written.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) source: String,
    pub(crate) parameters: Vec<u32>,
    pub(crate) groups: [u32; 3],
    pub(crate) buffers: Vec<bool>,
}

/// A compiled kernel, with its parameters on the device.
pub(crate) struct Step {
    pipeline: wgpu::ComputePipeline,
    parameters: wgpu::Buffer,
    pub(crate) groups: [u32; 3],
}

impl Gpu {
    /// A buffer of `bytes` bytes, at least four.
    pub(crate) fn buffer(&self, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
        self.buffer_for(bytes, wgpu::BufferUsages::COPY_SRC)
    }

    fn buffer_for(&self, bytes: u64, usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, GpuError> {
        let most = self.max_buffer_bytes();
        if bytes > most {
            return Err(GpuError::new(
                GpuErrorKind::Memory,
                format!(
                    "a tensor of {bytes} bytes: a buffer of {} has at most {most}",
                    self.name()
                ),
            ));
        }
        let usage = usage | wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let size = bytes.max(4).next_multiple_of(4);
        self.health.scoped(|| {
            self.health.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        })
    }

    /// Checks that a buffer of the caller is of this device, and not destroyed.
    pub(crate) fn check_buffer(&self, buffer: &wgpu::Buffer) -> Result<(), GpuError> {
        let layout = self.bind_group_layout(&[true])?;
        let parameters = self.buffer_for(16, wgpu::BufferUsages::UNIFORM)?;
        let bound = self.health.scoped(|| {
            let _ = self.bind_group(&layout, [&parameters, buffer]);
        });
        bound.map_err(|error| match error.kind() {
            GpuErrorKind::Shader => GpuError::new(GpuErrorKind::Foreign, error.to_string()),
            _ => error,
        })
    }

    /// The layout of a uniform buffer, and of storage buffers that are written or not.
    fn bind_group_layout(&self, buffers: &[bool]) -> Result<wgpu::BindGroupLayout, GpuError> {
        let (count, most) =
            (buffers.len(), self.limits.max_storage_buffers_per_shader_stage as usize);
        if count > most {
            return Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{count} tensors in a kernel: {} binds at most {most}", self.name()),
            ));
        }
        let kinds = std::iter::once(wgpu::BufferBindingType::Uniform).chain(
            buffers
                .iter()
                .map(|&is_written| wgpu::BufferBindingType::Storage { read_only: !is_written }),
        );
        let entries: Vec<_> = kinds
            .enumerate()
            .map(|(k, ty)| wgpu::BindGroupLayoutEntry {
                binding: k as u32,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        let descriptor = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
        self.health.scoped(|| self.health.device.create_bind_group_layout(&descriptor))
    }

    /// Binding 0 has the parameters, 1, 2, .. the buffers. In a scope.
    pub(crate) fn bind_group<'a>(
        &self,
        layout: &wgpu::BindGroupLayout,
        buffers: impl IntoIterator<Item = &'a wgpu::Buffer>,
    ) -> wgpu::BindGroup {
        let entries: Vec<wgpu::BindGroupEntry<'_>> = buffers
            .into_iter()
            .enumerate()
            .map(|(k, buffer)| wgpu::BindGroupEntry {
                binding: k as u32,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
        self.health.device.create_bind_group(&descriptor)
    }

    /// The pipeline of a module that is compiled.
    pub(crate) fn compiled(&self, source: &str) -> Option<wgpu::ComputePipeline> {
        self.pipelines.lock().unwrap_or_else(PoisonError::into_inner).get(source).cloned()
    }

    /// The pipeline of a module with these buffers, or of those that the module binds.
    pub(crate) fn pipeline(
        &self,
        source: &str,
        buffers: Option<&[bool]>,
    ) -> Result<wgpu::ComputePipeline, GpuError> {
        if let Some(pipeline) = self.compiled(source) {
            return Ok(pipeline);
        }
        let group = buffers.map(|buffers| self.bind_group_layout(buffers)).transpose()?;
        let device = &self.health.device;
        let pipeline = self.health.scoped(|| {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(source.into()),
            });
            let layout = group.map(|group| {
                device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                    label: None,
                    bind_group_layouts: &[&group],
                    push_constant_ranges: &[],
                })
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: layout.as_ref(),
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            })
        })?;
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        if pipelines.len() == MOST {
            pipelines.clear();
        }
        pipelines.insert(source.to_owned(), pipeline.clone());
        Ok(pipeline)
    }

    /// Checks that the device has so many workgroups along each dimension.
    pub(crate) fn check_groups(&self, groups: [u32; 3]) -> Result<(), GpuError> {
        let most = self.limits.max_compute_workgroups_per_dimension;
        match groups.iter().find(|&&groups| groups > most) {
            None => Ok(()),
            Some(groups) => Err(GpuError::new(
                GpuErrorKind::Limit,
                format!("{groups} workgroups in a dimension: {} has at most {most}", self.name()),
            )),
        }
    }

    /// The step of a kernel with its pipeline.
    pub(crate) fn step_with(
        &self,
        kernel: Kernel,
        pipeline: wgpu::ComputePipeline,
    ) -> Result<Step, GpuError> {
        let Kernel { parameters: mut values, groups, .. } = kernel;
        values.resize(values.len().max(1).next_multiple_of(4), 0);
        let usage = wgpu::BufferUsages::UNIFORM;
        let parameters = self.buffer_for(4 * values.len() as u64, usage)?;
        self.write_buffer(&parameters, &values)?;
        Ok(Step { pipeline, parameters, groups })
    }

    /// The steps of an operation, made once for the layouts and sizes of its operands.
    pub(crate) fn steps<K: IntoIterator<Item = Kernel>>(
        &self,
        request: Request,
        kernels: impl FnOnce() -> Result<K, GpuError>,
    ) -> Result<Arc<Vec<Step>>, GpuError> {
        let step = |kernel: Kernel| {
            let pipeline = self.pipeline(&kernel.source, Some(&kernel.buffers))?;
            self.step_with(kernel, pipeline)
        };
        let steps = || kernels()?.into_iter().map(step).collect();
        self.steps.find_or_make(request, steps)
    }

    /// Runs a step. Binding 0 has the parameters, 1, 2, .. the buffers.
    pub(crate) fn run(&self, step: &Step, buffers: &[&wgpu::Buffer]) -> Result<(), GpuError> {
        self.health.scoped(|| {
            let mut encoder = self.health.device.create_command_encoder(&Default::default());
            self.encode(step, buffers, &mut encoder);
            self.queue.submit([encoder.finish()]);
        })
    }

    /// Adds a step to the work of an encoder. In a scope.
    pub(crate) fn encode(
        &self,
        step: &Step,
        buffers: &[&wgpu::Buffer],
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let layout = step.pipeline.get_bind_group_layout(0);
        let buffers = std::iter::once(&step.parameters).chain(buffers.iter().copied());
        let group = self.bind_group(&layout, buffers);
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&step.pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [x, y, z] = step.groups;
        pass.dispatch_workgroups(x, y, z);
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
        let kernel = Kernel {
            source: source.to_owned(),
            parameters: input.to_vec(),
            groups: [groups, 1, 1],
            buffers: Vec::new(),
        };
        self.check_groups(kernel.groups)?;
        let pipeline = self.pipeline(source, None)?;
        self.run(&self.step_with(kernel, pipeline)?, &[&output])?;
        self.start_read(&output, 0, words as u64)?.wait()
    }
}
