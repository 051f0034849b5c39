//! Elements between the host and the device: [`Gpu::download`], [`Gpu::start_download`], [`Gpu::write`].

use std::future::Future;
use std::pin::Pin;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};

use static_layout::TensorMut;

use crate::error::GpuErrorKind;
use crate::health::{Health, TIMEOUT};
use crate::map::check_sizes;
use crate::plan::OperandPlan;
use crate::view::{DeviceRead, DeviceWrite};
use crate::{Element, Gpu, GpuError};

/// A download that has begun: the elements as they were then, once the device has done its earlier work.
///
/// It is a future, and a handle: [`is_ready`](Self::is_ready) asks, [`wait`](Self::wait) waits. Any number may be under way.
/// [`Gpu::start_download`] makes it.
#[must_use = "the elements arrive through `wait` or `.await`"]
pub struct Download<T> {
    staging: wgpu::Buffer,
    /// The bytes before the first element.
    skipped: usize,
    count: usize,
    /// Room for the elements.
    data: Vec<T>,
    mapping: Arc<Mapping>,
    submission: wgpu::SubmissionIndex,
    health: Arc<Health>,
    watch: Watch,
    is_watched: bool,
}

impl<T> std::fmt::Debug for Download<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Download").field("count", &self.count).finish_non_exhaustive()
    }
}

/// Whether a staging buffer is mapped, and the task that waits for it.
#[derive(Default)]
struct Mapping {
    state: Mutex<MappingState>,
    changed: Condvar,
}

#[derive(Default)]
struct MappingState {
    result: Option<Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

impl Mapping {
    fn lock(&self) -> MutexGuard<'_, MappingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the result, if there is none, and wakes the task.
    fn set(&self, result: Result<(), wgpu::BufferAsyncError>) {
        let mut state = self.lock();
        state.result.get_or_insert(result);
        let waker = state.waker.take();
        drop(state);
        self.changed.notify_all();
        waker.into_iter().for_each(Waker::wake);
    }
}

/// The thread that waits for the device in the place of futures: `wgpu` calls back only while somebody polls. It begins with
/// the first future, and ends with its [`Gpu`] and all its downloads.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<OnceLock<Sender<Watched>>>);

/// The work after which a staging buffer is mapped.
type Watched = (wgpu::SubmissionIndex, Arc<Mapping>);

impl Watch {
    fn add(&self, health: &Arc<Health>, submission: wgpu::SubmissionIndex, mapping: Arc<Mapping>) {
        let sender = self.0.get_or_init(|| {
            let (sender, receiver) = mpsc::channel::<Watched>();
            let health = Arc::clone(health);
            std::thread::spawn(move || {
                for (submission, mapping) in receiver {
                    if health.wait(Some(submission)).is_err() {
                        mapping.set(Err(wgpu::BufferAsyncError));
                    }
                }
            });
            sender
        });
        // The thread receives as long as there is a sender.
        let _ = sender.send((submission, mapping));
    }
}

impl<T: Element> Download<T> {
    /// Whether [`wait`](Self::wait) has its result: the elements, or the loss of the device. Polls the device, and does not wait
    /// for its work.
    pub fn is_ready(&self) -> bool {
        let is_alive = self.health.check().is_ok();
        !is_alive || self.mapping.lock().result.is_some()
    }

    /// Waits for the elements.
    ///
    /// # Errors
    /// [`GpuErrorKind::Lost`] for a lost device.
    pub fn wait(mut self) -> Result<Vec<T>, GpuError> {
        self.health.wait(Some(self.submission.clone()))?;
        // Another thread that waits for the device may have taken the notice, and not have passed it on yet.
        let waited =
            self.mapping
                .changed
                .wait_timeout_while(self.mapping.lock(), TIMEOUT, |state| state.result.is_none());
        drop(waited);
        self.finish()
    }

    /// The elements, of a mapped buffer.
    fn finish(&mut self) -> Result<Vec<T>, GpuError> {
        self.health.check()?;
        let Some(Ok(())) = self.mapping.lock().result.take() else {
            self.health.wait(None)?;
            return Err(GpuError::new(
                GpuErrorKind::Lost,
                format!("{}: {} elements could not be read back", self.health.name, self.count),
            ));
        };
        let mut data = std::mem::take(&mut self.data);
        data.resize(self.count, T::zeroed());
        let target: &mut [u8] = bytemuck::cast_slice_mut(&mut data);
        let range = self.skipped..self.skipped + target.len();
        target.copy_from_slice(&self.staging.slice(..).get_mapped_range()[range]);
        self.staging.unmap();
        Ok(data)
    }
}

impl<T: Element> Future for Download<T> {
    type Output = Result<Vec<T>, GpuError>;

    /// # Panics
    /// After it was ready.
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        assert!(self.count != usize::MAX, "polled after it was ready");
        if let Err(error) = self.health.check() {
            return Poll::Ready(Err(error));
        }
        let mut state = self.mapping.lock();
        if state.result.is_none() {
            state.waker = Some(context.waker().clone());
            drop(state);
            if !self.is_watched {
                self.is_watched = true;
                let (submission, mapping) = (self.submission.clone(), Arc::clone(&self.mapping));
                self.watch.add(&self.health, submission, mapping);
            }
            return Poll::Pending;
        }
        drop(state);
        let data = self.finish();
        self.count = usize::MAX;
        Poll::Ready(data)
    }
}

impl Gpu {
    /// The elements of a tensor, as [`upload`](Self::upload) takes them: `View::new(&data, tensor.layout())` is the
    /// tensor if no offset is negative. Waits for them.
    ///
    /// # Errors
    /// For a tensor of another device, for a lost device, for a buffer of the caller without the usage `COPY_SRC`, and where
    /// memory does not suffice.
    pub fn download<A: DeviceRead>(&self, tensor: &A) -> Result<Vec<A::Element>, GpuError> {
        self.start_download(tensor)?.wait()
    }

    /// Copies the elements of a tensor to one of the host, of any layout: `target(i) = tensor(i)` for each linear index. Waits.
    ///
    /// # Errors
    /// If the sizes differ, and as [`download`](Self::download).
    ///
    /// # Compile errors
    /// For a target in which two coordinates are one element.
    pub fn download_to<A: DeviceRead, V: TensorMut<Element = A::Element>>(
        &self,
        tensor: &A,
        target: &mut V,
    ) -> Result<(), GpuError> {
        let plan = tensor.operand().plan;
        check_sizes("copy", plan, &OperandPlan::of(target.layout())?)?;
        let data = self.download(tensor)?;
        let places = plan.places();
        places.zip(target.iter_mut()).for_each(|(place, element)| *element = data[place]);
        Ok(())
    }

    /// Begins a [`download`](Self::download), and does not wait. What the tensor has now arrives, whatever is written to it
    /// later.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// # async fn both() -> Result<(), static_layout_gpu::GpuError> {
    /// let gpu = Gpu::new()?;
    /// let a = gpu.upload(&[1.0_f32; 4], layout!((2, 2):(2, 1)))?;
    /// let (all, row) = (gpu.start_download(&a)?, gpu.start_download(&a.view().slice(coord!(1, _)))?);
    /// assert_eq!((all.await?, row.await?), (vec![1.0; 4], vec![1.0; 2]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`download`](Self::download).
    pub fn start_download<A: DeviceRead>(
        &self,
        tensor: &A,
    ) -> Result<Download<A::Element>, GpuError> {
        let operand = tensor.operand();
        self.check_own(&[operand])?;
        if !operand.buffer.usage().contains(wgpu::BufferUsages::COPY_SRC) {
            return Err(GpuError::layout(format!(
                "the buffer has the usages {:?}, and a download needs COPY_SRC",
                operand.buffer.usage()
            )));
        }
        let size = size_of::<A::Element>() as u64;
        self.start_read(operand.buffer, operand.plan.first() * size, operand.plan.span)
    }

    /// Replaces the elements of a tensor by `data`, which is as [`upload`](Self::upload) takes it. Does not wait.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// let gpu = Gpu::new()?;
    /// let mut a = gpu.zeros::<f32, _>(layout!((2, 2):(2, 1)))?;
    /// // A column: elements 0 and 2 of its memory.
    /// gpu.write(&[1.0, 9.0, 2.0], &mut a.view_mut().slice(coord!(_, 1)))?;
    /// assert_eq!(gpu.download(&a)?, [0.0, 1.0, 0.0, 2.0]);
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// As [`upload`](Self::upload) and [`copy`](Self::copy).
    pub fn write<B: DeviceWrite>(
        &self,
        data: &[B::Element],
        target: &mut B,
    ) -> Result<(), GpuError> {
        let layout = target.layout();
        self.copy(&self.upload(data, layout)?, target)
    }

    /// Writes to a buffer from its first byte on, through a staging buffer: `Queue::write_buffer` loses the device if there is
    /// no memory for its own staging buffer.
    pub(crate) fn write_buffer<T: bytemuck::Pod>(
        &self,
        buffer: &wgpu::Buffer,
        data: &[T],
    ) -> Result<(), GpuError> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        let size = (bytes.len() as u64).max(4).next_multiple_of(4);
        let device = &self.health.device;
        let staging = self.health.scoped(|| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            })
        })?;
        staging.slice(..).get_mapped_range_mut()[..bytes.len()].copy_from_slice(bytes);
        staging.unmap();
        self.health.scoped(|| {
            let mut encoder = device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&staging, 0, buffer, 0, size);
            self.queue.submit([encoder.finish()]);
        })
    }

    /// Begins to read `count` elements of a buffer from a byte on.
    pub(crate) fn start_read<T: Element>(
        &self,
        buffer: &wgpu::Buffer,
        from: u64,
        count: u64,
    ) -> Result<Download<T>, GpuError> {
        let bytes = count.saturating_mul(size_of::<T>() as u64);
        let data = room_for(count)?;
        // A copy begins and ends at multiples of four bytes, and so do buffers.
        let begin = from / 4 * 4;
        let size = (from % 4).saturating_add(bytes).max(4).next_multiple_of(4);
        let device = &self.health.device;
        let mapping = Arc::<Mapping>::default();
        let notice = Arc::clone(&mapping);
        let begun = self.health.scoped(|| {
            let staging = device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let mut encoder = device.create_command_encoder(&Default::default());
            if count > 0 {
                encoder.copy_buffer_to_buffer(buffer, begin, &staging, 0, size);
            }
            let submission = self.queue.submit([encoder.finish()]);
            staging.slice(..).map_async(wgpu::MapMode::Read, move |result| notice.set(result));
            (staging, submission)
        });
        // A lost device says so when nothing is under way.
        let (staging, submission) =
            begun.map_err(|error| self.health.wait(None).err().unwrap_or(error))?;
        Ok(Download {
            staging,
            skipped: (from % 4) as usize,
            count: count as usize,
            data,
            mapping,
            submission,
            health: Arc::clone(&self.health),
            watch: self.watch.clone(),
            is_watched: false,
        })
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
