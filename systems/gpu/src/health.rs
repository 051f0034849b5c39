//! [`Health`], whether a device is lost, and the scopes that catch its errors.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::GpuError;
use crate::error::GpuErrorKind;

/// How long the work of a device may take.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(600);

/// A device, its name in errors, and what is known of its loss.
pub(crate) struct Health {
    pub(crate) device: wgpu::Device,
    pub(crate) name: String,
    notice: Notice,
    scopes: Scopes,
}

/// The turn of a thread to use the scopes of a device, which has one stack of them for all threads. The thread may take it again:
/// callbacks that `wgpu` runs within the scopes of an operation may call operations.
#[derive(Default)]
struct Scopes {
    /// The thread, and how many times it has the turn.
    holder: Mutex<Option<(ThreadId, usize)>>,
    freed: Condvar,
}

thread_local! {
    /// The thread that waits for this one, in whose place it runs.
    static CALLER: Cell<Option<ThreadId>> = const { Cell::new(None) };
}

/// The thread of a call, also in a thread that runs in its place.
pub(crate) fn caller() -> ThreadId {
    CALLER.get().unwrap_or_else(|| thread::current().id())
}

/// Marks this thread as one that runs in the place of `caller`, which waits for its end.
pub(crate) fn stand_in_for(caller: ThreadId) {
    CALLER.set(Some(caller));
}

impl Scopes {
    fn lock(&self) -> MutexGuard<'_, Option<(ThreadId, usize)>> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Turn<'_> {
        let own = caller();
        let is_other = |holder: &mut Option<(ThreadId, usize)>| {
            holder.is_some_and(|(thread, _)| thread != own)
        };
        let holder = self.freed.wait_while(self.lock(), is_other);
        let mut holder = holder.unwrap_or_else(PoisonError::into_inner);
        *holder = Some((own, holder.map_or(0, |(_, times)| times) + 1));
        Turn(self)
    }
}

struct Turn<'a>(&'a Scopes);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut holder = self.0.lock();
        *holder = holder.and_then(|(own, times)| (times > 1).then_some((own, times - 1)));
        self.0.freed.notify_one();
    }
}

/// How a loss is found.
enum Notice {
    /// By the callbacks of a device that a [`Gpu`](crate::Gpu) has made: the reason.
    Callback(Arc<Mutex<Option<String>>>),
    /// By a buffer that a lost device does not map: the callbacks of a guest's device are the host's.
    Probe(wgpu::Buffer),
}

impl Health {
    /// The health of a device that has no other callbacks.
    pub(crate) fn of_own(device: wgpu::Device, name: String) -> Self {
        let lost = Arc::new(Mutex::new(None));
        let set = |lost: &Mutex<Option<String>>, reason: String| {
            *lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
        };
        let notice = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            set(&notice, format!("{reason:?}: {message}"));
        });
        let notice = Arc::clone(&lost);
        // By default `wgpu` panics. What no scope catches is an error of the device.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            set(&notice, error.to_string());
        }));
        Self { device, name, notice: Notice::Callback(lost), scopes: Scopes::default() }
    }

    /// The health of a device whose callbacks are the host's.
    pub(crate) fn of_guest(device: wgpu::Device, name: String) -> Self {
        let probe = new_probe(&device);
        Self { device, name, notice: Notice::Probe(probe), scopes: Scopes::default() }
    }

    /// Checks that the device is not lost.
    ///
    /// # Errors
    /// [`GpuErrorKind::Lost`] with the reason, if there is one.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        // The device tells its loss when it is polled.
        let _ = self.device.poll(wgpu::PollType::Poll);
        let reason = match &self.notice {
            Notice::Callback(lost) => lost.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            Notice::Probe(probe) => {
                let _turn = self.scopes.take();
                self.device.push_error_scope(wgpu::ErrorFilter::Validation);
                // A buffer that another thread was mapping when it was unmapped here is refused, too: a new one decides.
                let is_lost = !maps(probe) && !maps(&new_probe(&self.device));
                let _ = pollster::block_on(self.device.pop_error_scope());
                is_lost.then(|| "it does not map a buffer".to_owned())
            }
        };
        match reason {
            None => Ok(()),
            Some(reason) => {
                Err(GpuError::new(GpuErrorKind::Lost, format!("{} is lost: {reason}", self.name)))
            }
        }
    }

    /// Runs `work`, and returns the error that the device reports of it.
    pub(crate) fn scoped<T>(&self, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        self.check()?;
        let turn = self.scopes.take();
        self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let result = work();
        let mut found = None;
        for _ in 0..3 {
            let error = pollster::block_on(self.device.pop_error_scope());
            found = error.or(found);
        }
        drop(turn);
        self.check()?;
        match found {
            None => Ok(result),
            Some(wgpu::Error::OutOfMemory { source }) => Err(GpuError::new(
                GpuErrorKind::Memory,
                format!("{}: out of memory: {source}", self.name),
            )),
            Some(error) => Err(GpuError::new(GpuErrorKind::Shader, error.to_string())),
        }
    }

    /// Waits until the work up to a submission is done, or all work.
    ///
    /// # Errors
    /// [`GpuErrorKind::Lost`] if the device is lost before, or does not finish within [`TIMEOUT`].
    pub(crate) fn wait(
        &self,
        submission_index: Option<wgpu::SubmissionIndex>,
    ) -> Result<(), GpuError> {
        let timeout = Some(TIMEOUT);
        let waited = self.device.poll(wgpu::PollType::Wait { submission_index, timeout });
        if waited.is_err() {
            // A lost device says so when nothing is under way.
            let all = wgpu::PollType::Wait { submission_index: None, timeout };
            let _ = self.device.poll(all);
        }
        self.check()?;
        waited.map(|_| ()).map_err(|error| {
            GpuError::new(GpuErrorKind::Lost, format!("{} does not answer: {error:?}", self.name))
        })
    }
}

fn new_probe(device: &wgpu::Device) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("static-layout probe"),
        size: 4,
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Whether a device begins to map its buffer. In a scope.
fn maps(probe: &wgpu::Buffer) -> bool {
    let is_refused = Arc::new(AtomicBool::new(false));
    let refused = Arc::clone(&is_refused);
    probe.slice(..).map_async(wgpu::MapMode::Read, move |result| {
        refused.store(result.is_err(), Ordering::Release);
    });
    // A device that works maps later, when it is polled.
    let maps = !is_refused.load(Ordering::Acquire);
    probe.unmap();
    maps
}
