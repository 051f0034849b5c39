//! [`Mpi`], ranks that are processes of MPI.

use std::collections::BTreeMap;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use mpi::datatype::Equivalence;
use mpi::environment::Universe;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Source};

use crate::message::{Message, Pool};
use crate::transport::{Tag, Transport, gone};
use crate::{Comm, DistError, DistErrorKind, Result};

/// The most bytes of one message of MPI, whose counts are `int`. Longer messages travel in parts.
const MOST: usize = 1 << 30;

/// The tag of announcements.
const ANNOUNCEMENT: i32 = 0;

/// How often a waiting rank looks whether processes of its machine live.
const LOOK: Duration = Duration::from_millis(50);

/// A rank that is a process of MPI, started by `mpirun`.
///
/// A rank that is killed is found by the others: through its entry in `/proc` on one machine, by their patience elsewhere.
/// Programs must not wait for MPI after an error, which waits for all ranks. Therefore a rank that has failed, or that
/// panics, ends without `MPI_Finalize`; `mpirun` then ends the others.
pub struct Mpi {
    /// Taken out, and left to the end of the process, after a failure.
    universe: Option<Universe>,
    world: SimpleCommunicator,
    pool: Pool,
    sending: Vec<(usize, Posted)>,
    failed: bool,
    most: usize,
    /// The state in `/proc` of each other rank of this machine.
    processes: BTreeMap<usize, File>,
    /// Why other ranks ended.
    ended: BTreeMap<usize, String>,
    looked: Instant,
}

/// A message that MPI reads or writes, in one part or more. The memory belongs to it until all requests are complete.
///
/// Dropped earlier, it leaves the memory to MPI for ever.
#[derive(Debug)]
pub struct Posted {
    requests: Vec<ManuallyDrop<Request<'static, [u8], StaticScope>>>,
    peer: usize,
    words: *mut [u128],
    len: usize,
    received: usize,
}

impl Posted {
    /// Gives the parts of a message to `post`, which begins a request for each.
    fn new(
        message: Message,
        peer: usize,
        most: usize,
        post: impl Fn(&'static mut [u8]) -> Request<'static, [u8], StaticScope>,
    ) -> Self {
        let (words, len) = message.into_parts();
        let words = Box::into_raw(words);
        // SAFETY: M: `words` comes from a box that nothing else refers to, and lives until `finish` makes the box anew,
        // which it does after the last request is complete. Until then only the requests use the reference.
        let all: &'static mut [u128] = unsafe { &mut *words };
        let bytes = &mut bytemuck::cast_slice_mut(all)[..len];
        let parts = bytes.chunks_mut(most);
        let requests = parts.map(|part| ManuallyDrop::new(post(part))).collect();
        Self { requests, peer, words, len, received: 0 }
    }

    /// The message, if all requests are complete. Once.
    fn finish(&mut self) -> Option<Message> {
        assert!(!self.words.is_null(), "a message is returned once");
        while let Some(request) = self.requests.pop() {
            match ManuallyDrop::into_inner(request).test() {
                Ok(status) => self.received += status.count(u8::equivalent_datatype()) as usize,
                Err(request) => {
                    self.requests.push(ManuallyDrop::new(request));
                    return None;
                }
            }
        }
        // SAFETY: M: `words` comes from `Box::into_raw`; no request is left that uses the memory, and the null below keeps
        // a second call from making a second box.
        let words = unsafe { Box::from_raw(self.words) };
        self.words = std::ptr::slice_from_raw_parts_mut(std::ptr::null_mut(), 0);
        Some(Message::from_parts(words, self.len))
    }
}

impl Mpi {
    /// Starts MPI, with all ranks that `mpirun` started.
    ///
    /// ```no_run
    /// use static_layout_mpi::Mpi;
    /// let mut ranks = Mpi::start()?;
    /// println!("rank {} of {}", ranks.rank(), ranks.size());
    /// ranks.barrier()?;
    /// # Ok::<(), static_layout_mpi::DistError>(())
    /// ```
    ///
    /// # Errors
    /// If MPI runs already in this process; if a rank does not take part.
    pub fn start() -> Result<Comm<Mpi>> {
        let universe = mpi::initialize().ok_or_else(|| {
            DistError::new(DistErrorKind::Layout, "MPI runs already in this process")
        })?;
        let world = universe.world();
        let mut comm = Comm::new(Mpi {
            universe: Some(universe),
            world,
            pool: Pool::default(),
            sending: Vec::new(),
            failed: false,
            most: MOST,
            processes: BTreeMap::new(),
            ended: BTreeMap::new(),
            looked: Instant::now(),
        });
        // The machine and the process of each rank.
        let machine = mpi::environment::processor_name().unwrap_or_default();
        let mut mine = [0; 72];
        mine[..8].copy_from_slice(&u64::from(std::process::id()).to_le_bytes());
        let name = machine.as_bytes();
        let len = name.len().min(64);
        mine[8..8 + len].copy_from_slice(&name[..len]);
        let all = comm.all_gather(&mine)?;
        let own = comm.rank();
        for (rank, other) in all.chunks(mine.len()).enumerate() {
            if rank != own && other[8..] == mine[8..] {
                let process = u64::from_le_bytes(other[..8].try_into().expect("8 bytes"));
                // An open file stays that of this process, even if its number is used again.
                if let Ok(file) = File::open(format!("/proc/{process}/stat")) {
                    comm.transport_mut().processes.insert(rank, file);
                }
            }
        }
        Ok(comm)
    }

    /// Sets the most bytes of one message of MPI; longer ones travel in parts. It is 2^30, and equal on all ranks.
    ///
    /// # Panics
    /// If it is 0 or above 2^31 - 1.
    pub fn set_part(&mut self, most: usize) {
        assert!(
            (1..=i32::MAX as usize).contains(&most),
            "a part has 1 to 2^31 - 1 bytes, not {most}"
        );
        self.most = most;
    }

    /// Notes the ranks that announce their end, and those of this machine whose processes ended.
    fn look(&mut self) {
        while let Some(status) = self.world.any_process().immediate_probe_with_tag(ANNOUNCEMENT) {
            let from = status.source_rank();
            let (text, _) =
                self.world.process_at_rank(from).receive_vec_with_tag::<u8>(ANNOUNCEMENT);
            self.ended.insert(from as usize, String::from_utf8_lossy(&text).into_owned());
        }
        for (rank, file) in &self.processes {
            if is_dead(file) {
                self.ended.entry(*rank).or_insert_with(|| "its process is gone".into());
            }
        }
    }

    /// The error of an operation that needs a rank which ended.
    fn check_there(&self, rank: usize) -> Result<()> {
        match self.ended.get(&rank) {
            Some(reason) => Err(gone(rank, self.rank(), reason)),
            None => Ok(()),
        }
    }
}

/// Whether a process has ended. Its file in `/proc` then has no contents, or the state of a zombie until the parent takes
/// note of it.
fn is_dead(stat: &File) -> bool {
    let mut text = [0; 512];
    match stat.read_at(&mut text, 0) {
        Ok(len) => {
            // The state follows the name of the program, which is in parentheses.
            let text = &text[..len];
            let state = text.iter().rposition(|byte| *byte == b')').and_then(|at| text.get(at + 2));
            matches!(state, None | Some(b'Z' | b'X'))
        }
        Err(_) => true,
    }
}

impl Transport for Mpi {
    type Receipt = Posted;

    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn pool(&mut self) -> &mut Pool {
        &mut self.pool
    }

    fn send(&mut self, to: usize, tag: Tag, message: Message) -> Result<()> {
        let process = self.world.process_at_rank(to as i32);
        let post = |part: &'static mut [u8]| {
            process.immediate_send_with_tag(StaticScope, &*part, i32::from(tag))
        };
        let posted = Posted::new(message, to, self.most, post);
        self.sending.push((to, posted));
        // Memory of messages that have left.
        self.unsent().map(|_| ())
    }

    fn receive(&mut self, from: usize, tag: Tag, len: usize) -> Posted {
        let process = self.world.process_at_rank(from as i32);
        let post = |part: &'static mut [u8]| {
            process.immediate_receive_into_with_tag(StaticScope, part, i32::from(tag))
        };
        Posted::new(self.pool.message(len), from, self.most, post)
    }

    fn poll(&mut self, posted: &mut Posted) -> Result<Option<Message>> {
        let message = posted.finish();
        if message.is_some() && posted.received != posted.len {
            let message = format!(
                "rank {} received {} bytes and expects {}",
                self.rank(),
                posted.received,
                posted.len
            );
            return Err(DistError::new(DistErrorKind::Message, message));
        }
        if message.is_none() {
            self.check_there(posted.peer)?;
        }
        Ok(message)
    }

    fn unsent(&mut self) -> Result<Option<usize>> {
        let mut k = 0;
        while k < self.sending.len() {
            match self.sending[k].1.finish() {
                Some(message) => {
                    self.pool.recycle(message);
                    self.sending.remove(k);
                }
                None => k += 1,
            }
        }
        let to = self.sending.first().map(|(to, _)| *to);
        to.map_or(Ok(()), |to| self.check_there(to))?;
        Ok(to)
    }

    fn in_flight(&self) -> usize {
        self.sending.len()
    }

    fn pause(&mut self) {
        if self.looked.elapsed() > LOOK {
            self.looked = Instant::now();
            self.look();
        }
        // More ranks than cores: the others need this one to receive what it waits for.
        std::thread::yield_now();
    }

    fn announce(&mut self, reason: &str) {
        if std::mem::replace(&mut self.failed, true) {
            return;
        }
        for to in (0..self.size()).filter(|to| *to != self.rank()) {
            let mut text = Message::zeroed(reason.len());
            text.bytes_mut().copy_from_slice(reason.as_bytes());
            let process = self.world.process_at_rank(to as i32);
            let post = |part: &'static mut [u8]| {
                process.immediate_send_with_tag(StaticScope, &*part, ANNOUNCEMENT)
            };
            let mut posted = Posted::new(text, to, MOST, post);
            posted.finish();
        }
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        // `MPI_Finalize` waits for all ranks, which a rank that has failed must not do.
        if self.failed || std::thread::panicking() {
            std::mem::forget(self.universe.take());
        }
    }
}
