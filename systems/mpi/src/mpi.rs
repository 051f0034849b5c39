//! [`Mpi`], ranks that are processes of MPI.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::os::unix::fs::FileExt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use mpi::datatype::Equivalence;
use mpi::environment::Universe;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Source};

use crate::message::{Memory, Message, Pool};
use crate::shared::{Address, LEAST, RECEIVERS, SLOT, Slots};
use crate::transport::{Tag, Transport, gone};
use crate::{Comm, DistError, DistErrorKind, Result};

/// The most bytes of one message of MPI, whose counts are `int`. Longer messages travel in parts.
const MOST: usize = 1 << 30;

/// The tag of announcements.
const ANNOUNCEMENT: i32 = 0;

/// The tag of ranks that have printed their error. Tags of operations are smaller.
const LINGERS: i32 = 32_000;

/// The announcement of a rank that has no memory for its reason.
const NO_ROOM: &str = "it failed, and has no memory for the reason";

/// Why a rank ended that announced nothing.
const NO_WORD: &str = "its process is gone";

/// The bytes that give the place of a message in shared memory: the number of its slot, and its length.
const NOTE: usize = 8;

/// How often a waiting rank looks whether processes of its machine live.
const LOOK: Duration = Duration::from_millis(50);

/// A rank that is a process of MPI, started by `mpirun`.
///
/// The others find a rank that is killed: through its entry in `/proc` on one machine, by their patience elsewhere.
/// `MPI_Finalize` waits for all ranks, so a rank which has failed, or panics, ends without it; `mpirun` then ends the
/// others. Ranks first agree that all of them end: if a rank returns early, by an error of its own, the ranks that call
/// an operation get an error.
pub struct Mpi {
    /// Taken out, and left to the end of the process, after a failure.
    universe: Option<Universe>,
    world: SimpleCommunicator,
    pool: Pool,
    sending: Vec<(usize, Posted)>,
    failed: bool,
    most: usize,
    slots: Slots,
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
        (words, len): (Box<[u128]>, usize),
        peer: usize,
        most: usize,
        post: impl Fn(&'static mut [u8]) -> Request<'static, [u8], StaticScope>,
    ) -> Self {
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
            slots: Slots::new(),
            processes: BTreeMap::new(),
            ended: BTreeMap::new(),
            looked: Instant::now(),
        });
        // The machine and the process of each rank.
        let machine = mpi::environment::processor_name().unwrap_or_default();
        let mut mine = [0; Address::BYTES + 64];
        mine[..Address::BYTES].copy_from_slice(&comm.transport().slots.address().to_bytes());
        let name = machine.as_bytes();
        let len = name.len().min(64);
        mine[Address::BYTES..][..len].copy_from_slice(&name[..len]);
        let all = comm.all_gather(&mine)?;
        let (own, size) = (comm.rank(), comm.size());
        // The place of each rank among those of its machine.
        let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
        let mut places = Vec::with_capacity(size);
        for other in all.chunks(mine.len()) {
            let count = counts.entry(&other[Address::BYTES..]).or_default();
            places.push(*count);
            *count += 1;
        }
        let here = comm.transport_mut();
        for (rank, other) in all.chunks(mine.len()).enumerate() {
            let (address, machine) = other.split_first_chunk().expect("an address and a name");
            if rank != own && *machine == mine[Address::BYTES..] {
                let address = Address::from_bytes(*address);
                // An open file belongs to this process, even if its number is used again.
                if let Ok(file) = File::open(format!("/proc/{}/stat", address.process)) {
                    here.processes.insert(rank, file);
                }
                here.slots.open(rank, address);
            }
        }
        // Two ranks share memory after the reader has said so.
        let opened = here.slots.opened(size);
        let all = comm.all_gather(&opened)?;
        let reads = |(opened, place): (&[u8], &usize)| (opened[own] == 1).then_some(*place);
        let readers = all.chunks(size).zip(&places).map(reads).collect();
        comm.transport_mut().slots.set_readers(readers, places[own]);
        let all_read =
            all.iter().enumerate().all(|(k, opened)| k / size == k % size || *opened == 1);
        if all_read && size <= RECEIVERS {
            comm.share_memory();
        }
        Ok(comm)
    }

    /// Runs a program on this rank, and prints its error with the number of the rank. A rank with an error ends when the others have printed
    /// theirs, or after a second: `mpirun` ends all ranks when the first one has ended.
    ///
    /// ```no_run
    /// use static_layout_mpi::Mpi;
    /// fn main() -> std::process::ExitCode {
    ///     Mpi::run(|ranks| {
    ///         println!("rank {} of {}", ranks.rank(), ranks.size());
    ///         ranks.barrier()
    ///     })
    /// }
    /// ```
    pub fn run<E: Display>(f: impl FnOnce(&mut Comm<Mpi>) -> Result<(), E>) -> ExitCode {
        let mut comm = match Mpi::start() {
            Ok(comm) => comm,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        let outcome = f(&mut comm).map_err(|error| error.to_string());
        let Err(error) = outcome.and_then(|()| comm.end().map_err(|error| error.to_string()))
        else {
            return ExitCode::SUCCESS;
        };
        // The others also get an error of the program.
        comm.fail(DistError::new(DistErrorKind::Gone, error.clone()));
        // One write: `eprintln` writes each piece, which mpirun mixes with pieces of other ranks.
        let line = format!("rank {}: {error}\n", comm.rank());
        let _ = std::io::stderr().write_all(line.as_bytes());
        comm.transport_mut().linger();
        ExitCode::FAILURE
    }

    /// Waits until the other ranks also do so, or are gone, for at most a second.
    fn linger(&mut self) {
        let (own, size) = (self.rank(), self.size());
        let mut others: Vec<usize> = (0..size).filter(|rank| *rank != own).collect();
        for &to in &others {
            let process = self.world.process_at_rank(to as i32);
            let none: &'static [u8] = &[];
            let request = process.immediate_send_with_tag(StaticScope, none, LINGERS);
            let _ = request.test().map_err(ManuallyDrop::new);
        }
        let start = Instant::now();
        while !others.is_empty() && start.elapsed() < Duration::from_secs(1) {
            others.retain(|rank| {
                let process = self.world.process_at_rank(*rank as i32);
                process.immediate_probe_with_tag(LINGERS).is_none()
                    && !self.processes.get(rank).is_some_and(is_dead)
            });
            std::thread::sleep(Duration::from_millis(1));
        }
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

    /// Notes the ranks that announce their end, and the ranks of this machine whose processes ended.
    fn look(&mut self) {
        // Before the announcements: a rank that fails announces it, and then its process ends.
        let dead = self.processes.iter().filter(|(_, file)| is_dead(file)).map(|(rank, _)| *rank);
        let dead: Vec<usize> = dead.collect();
        while let Some(status) = self.world.any_process().immediate_probe_with_tag(ANNOUNCEMENT) {
            let from = status.source_rank();
            let (text, _) =
                self.world.process_at_rank(from).receive_vec_with_tag::<u8>(ANNOUNCEMENT);
            self.ended.insert(from as usize, String::from_utf8_lossy(&text).into_owned());
        }
        for rank in dead {
            self.ended.entry(rank).or_insert_with(|| NO_WORD.into());
        }
    }

    /// The error of an operation that needs a rank which ended.
    fn check_there(&self, rank: usize) -> Result<()> {
        let Some(reason) = self.ended.get(&rank) else {
            return Ok(());
        };
        // A process that is gone without a word may have ended because of a rank that said why.
        let mut with_words = self.ended.iter().filter(|(_, reason)| *reason != NO_WORD);
        let (rank, reason) = match reason.as_str() {
            NO_WORD => with_words.next().unwrap_or((&rank, reason)),
            _ => (&rank, reason),
        };
        Err(gone(*rank, self.rank(), reason))
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

/// Memory of this process for a message, and its length.
fn memory(pool: &mut Pool, len: usize) -> Result<(Box<[u128]>, usize)> {
    match pool.message(len)?.into_parts() {
        (Memory::Own(words), len) => Ok((words, len)),
        (Memory::Shared(_), _) => unreachable!("a pool has memory of its process"),
    }
}

/// These bytes in memory of this process.
fn copy(pool: &mut Pool, bytes: &[u8]) -> Result<(Box<[u128]>, usize)> {
    let mut copy = memory(pool, bytes.len())?;
    bytemuck::cast_slice_mut(&mut copy.0)[..bytes.len()].copy_from_slice(bytes);
    Ok(copy)
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

    fn message(&mut self, to: &[usize], len: usize) -> Result<Message> {
        // A message of several parts has no room for the number of a slot in place of its bytes.
        let slot = if len <= self.most { self.slots.take(to, len) } else { None };
        slot.map_or_else(|| self.pool.message(len), |slot| Ok(Message::in_slot(slot, len)))
    }

    fn send(&mut self, to: usize, tag: Tag, message: Message) -> Result<()> {
        self.send_all(&[to], tag, message)
    }

    fn send_all(&mut self, to: &[usize], tag: Tag, message: Message) -> Result<()> {
        let Some((last, others)) = to.split_last() else { return Ok(()) };
        let copies = |pool: &mut Pool, bytes: &[u8], to: &[usize]| {
            to.iter().map(|_| copy(pool, bytes)).collect::<Result<Vec<_>>>()
        };
        let messages = match message.into_parts() {
            (Memory::Own(words), len) => {
                let bytes = &bytemuck::cast_slice(&words)[..len];
                let mut all = copies(&mut self.pool, bytes, others)?;
                all.push((words, len));
                all
            }
            (Memory::Shared(slot), len) => {
                // Before the receivers have the slot: without memory for the notes they never learn of it.
                let mut notes = copies(&mut self.pool, &[0; NOTE], to)?;
                match self.slots.hand_on(to, slot) {
                    Ok(number) => {
                        let text = [number, len as u32].map(u32::to_le_bytes);
                        for note in &mut notes {
                            bytemuck::cast_slice_mut(&mut note.0)[..NOTE]
                                .copy_from_slice(text.as_flattened());
                        }
                        notes
                    }
                    // A message to a rank that its memory is not for.
                    Err(slot) => {
                        copies(&mut self.pool, &bytemuck::cast_slice(slot.words())[..len], to)?
                    }
                }
            }
        };
        for (to, message) in others.iter().chain([last]).zip(messages) {
            let process = self.world.process_at_rank(*to as i32);
            let post = |part: &'static mut [u8]| {
                process.immediate_send_with_tag(StaticScope, &*part, i32::from(tag))
            };
            self.sending.push((*to, Posted::new(message, *to, self.most, post)));
        }
        // Memory of messages that have left.
        self.unsent().map(|_| ())
    }

    fn receive(&mut self, from: usize, tag: Tag, len: usize) -> Result<Posted> {
        let memory = memory(&mut self.pool, len)?;
        let process = self.world.process_at_rank(from as i32);
        let post = |part: &'static mut [u8]| {
            process.immediate_receive_into_with_tag(StaticScope, part, i32::from(tag))
        };
        Ok(Posted::new(memory, from, self.most, post))
    }

    fn poll(&mut self, posted: &mut Posted) -> Result<Option<Message>> {
        let Some(mut message) = posted.finish() else {
            self.check_there(posted.peer)?;
            return Ok(None);
        };
        // The number and the bytes of a slot. A message in place of it is longer.
        if posted.received == NOTE && posted.len >= LEAST {
            let [number, len] = [0, 4].map(|k| {
                u32::from_le_bytes(message.bytes()[k..k + 4].try_into().expect("4 bytes"))
            });
            if let Some(slot) = self.slots.received(posted.peer, number) {
                let shared = Message::in_slot(slot, (len as usize).min(SLOT));
                posted.received = shared.len();
                self.pool.recycle(std::mem::replace(&mut message, shared));
            }
        }
        if posted.received != posted.len {
            let message = format!(
                "rank {} received {} bytes and expects {}",
                self.rank(),
                posted.received,
                posted.len
            );
            return Err(DistError::new(DistErrorKind::Message, message));
        }
        Ok(Some(message))
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
        // A rank that ended never drops a slot, which the next messages need.
        if !self.ended.is_empty() {
            self.slots.borrowers().try_for_each(|rank| self.check_there(rank))?;
        }
        Ok(to)
    }

    fn in_flight(&self) -> usize {
        self.sending.len() + self.slots.lent()
    }

    fn pause(&mut self) {
        if self.looked.elapsed() > LOOK {
            self.looked = Instant::now();
            self.look();
        }
        // More ranks than cores: the others need this core to send the messages that this rank waits for.
        std::thread::yield_now();
    }

    fn announce(&mut self, reason: &str) {
        if std::mem::replace(&mut self.failed, true) {
            return;
        }
        let (own, size) = (self.rank(), self.size());
        // One text for all, which stays until this process ends.
        let text = match copy(&mut self.pool, reason.as_bytes()) {
            Ok((words, len)) => &bytemuck::cast_slice(Box::leak(words))[..len],
            Err(_) => NO_ROOM.as_bytes(),
        };
        for to in (0..size).filter(|to| *to != own) {
            let process = self.world.process_at_rank(to as i32);
            let request = process.immediate_send_with_tag(StaticScope, text, ANNOUNCEMENT);
            // A request that is not complete is left to MPI.
            let _ = request.test().map_err(ManuallyDrop::new);
        }
    }

    /// `MPI_Finalize` waits for all ranks.
    fn ends_together(&self) -> bool {
        true
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
