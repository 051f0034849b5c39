//! [`Comm`], a communicator: operations of all ranks over a [`Transport`].

use std::any::type_name;
use std::sync::Arc;
use std::time::Duration;

use bytemuck::bytes_of;
use bytemuck::checked::try_pod_read_unaligned;
use layout_core::sharding::{Network, Reduce};

use crate::message::{no_memory, no_value};
use crate::number::Number;
use crate::redistribution::Planned;
use crate::transport::{Tag, Transport};
use crate::{DistError, DistErrorKind, Result};

mod wait;

pub(crate) use wait::Expected;

/// Ranks that call operations together, each rank the same operations in the same order.
///
/// Each operation first compares a digest of the arguments of all ranks, and names the ranks that differ. No operation
/// waits for ever: a rank that ended is an error, and so is a rank that stays silent for longer than the
/// [patience](Comm::with_patience) of the others. After an error the communicator returns that error to every call, and
/// the other ranks also get it. A rank of MPI that returns while the others begin an operation is such an error.
///
/// ```
/// use static_layout_mpi::Threads;
/// let texts = Threads::run(2, |ranks| {
///     let mine = ranks.rank();
///     ranks.agree(&format!("sum of {} elements", 10 + mine)).unwrap_err().to_string()
/// });
/// assert_eq!(texts[1], "the ranks disagree: rank 0 has `sum of 10 elements`, rank 1 has `sum of 11 elements`");
/// ```
pub struct Comm<X: Transport> {
    transport: X,
    patience: Duration,
    tag: Tag,
    /// What runs, for errors.
    running: String,
    failed: Option<DistError>,
    network: Network,
    plans: Vec<Arc<Planned>>,
    /// The operations of two halves that have begun and have not ended.
    open: usize,
}

impl<X: Transport> Drop for Comm<X> {
    /// If the end of a rank waits for the others, as `MPI_Finalize` does, a rank that returns early would keep them
    /// waiting, and its error would not be printed. So the end is an operation that all agree on; before it a rank may
    /// compute for as long as it needs.
    fn drop(&mut self) {
        if self.transport.ends_together() && !std::thread::panicking() {
            // The error of this rank, if it has one, is on its way to the caller.
            let _ = self.end();
        }
    }
}

/// What ranks that end their communicator agree on.
const END: &str = "the end of the program";

/// Tags of operations are `1..TAGS`; 0 is the tag of announcements.
const TAGS: Tag = 30_000;

impl<X: Transport> Comm<X> {
    /// A communicator of all ranks of a transport. Its patience is a minute.
    pub fn new(transport: X) -> Self {
        Self {
            transport,
            patience: Duration::from_secs(60),
            tag: 0,
            running: String::new(),
            failed: None,
            network: Network::default(),
            plans: Vec::new(),
            open: 0,
        }
    }

    /// Sets how long an operation waits for a silent rank before it ends with [`Timeout`](DistErrorKind::Timeout). It
    /// must be longer than a rank computes between two operations.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.set_patience(patience);
        self
    }

    /// Sets how long an operation waits for a silent rank.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Agrees with all ranks that the program ends, once.
    pub(crate) fn end(&mut self) -> Result<()> {
        if self.running == END {
            return Ok(());
        }
        self.patience = Duration::MAX;
        self.agree(END)
    }

    /// The costs by which operations choose their steps.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Sets the costs by which operations choose their steps, equal ones on all ranks: where latencies, or nodes, differ from
    /// those of the [default](Network::default), which has [shared memory](Network::with_shared_memory) for processes of MPI on one machine.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Network};
    /// use static_layout_mpi::Threads;
    /// let mesh = Mesh::new(&[("node", 2), ("core", 2)])?;
    /// let network = Network::new(1 << 14).with_nodes(&mesh, &["core"], 10)?;
    /// Threads::run(4, |ranks| ranks.set_network(network.clone()).unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`agree`](Self::agree), which compares the costs.
    pub fn set_network(&mut self, network: Network) -> Result<()> {
        self.agree(&format!("set the network: {network}"))?;
        self.network = network;
        self.plans.clear();
        Ok(())
    }

    /// Sets the costs of ranks that read each other's memory, before the first operation.
    #[cfg(feature = "mpi")]
    pub(crate) fn share_memory(&mut self) {
        self.network = Network::default().with_shared_memory();
    }

    /// The plans of operations before, the last one used at the end.
    pub(crate) fn plans(&mut self) -> &mut Vec<Arc<Planned>> {
        &mut self.plans
    }

    /// The number of this rank, from 0.
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// The number of ranks.
    pub fn size(&self) -> usize {
        self.transport.size()
    }

    /// What moves the messages.
    pub fn transport(&self) -> &X {
        &self.transport
    }

    /// What moves the messages, to set it.
    pub fn transport_mut(&mut self) -> &mut X {
        &mut self.transport
    }

    /// Compares a text between all ranks: the operation that they begin, and its arguments.
    ///
    /// # Errors
    /// [`Disagreement`](DistErrorKind::Disagreement), on all ranks, if one has another text. [`Gone`](DistErrorKind::Gone)
    /// and [`Timeout`](DistErrorKind::Timeout) if a rank does not take part.
    pub fn agree(&mut self, text: &str) -> Result<()> {
        self.begin(text)?;
        self.guard(|comm| comm.compare(text))
    }

    /// The bytes of all ranks, one after the other. Every rank gives as many.
    ///
    /// # Errors
    /// [`Disagreement`](DistErrorKind::Disagreement) if the numbers of bytes differ; [`Gone`](DistErrorKind::Gone) and
    /// [`Timeout`](DistErrorKind::Timeout) if a rank does not take part; [`Memory`](DistErrorKind::Memory) if there is none for
    /// the bytes.
    pub fn all_gather(&mut self, mine: &[u8]) -> Result<Vec<u8>> {
        self.agree(&format!("gather {} bytes of each rank", mine.len()))?;
        self.guard(|comm| comm.collect(mine))
    }

    /// One value of the values of all ranks, combined in the order of the ranks. Equal bits on all ranks.
    ///
    /// ```
    /// use layout_core::sharding::Reduce;
    /// use static_layout_mpi::Threads;
    /// let norms = Threads::run(4, |ranks| ranks.all_reduce(0.5 * ranks.rank() as f64, Reduce::Sum).unwrap().sqrt());
    /// assert_eq!(norms, [3.0_f64.sqrt(); 4]);
    /// ```
    ///
    /// # Errors
    /// [`Disagreement`](DistErrorKind::Disagreement) if the types or the reductions differ; [`Gone`](DistErrorKind::Gone) and
    /// [`Timeout`](DistErrorKind::Timeout) if a rank does not take part.
    pub fn all_reduce<T: Number>(&mut self, mine: T, how: Reduce) -> Result<T> {
        self.agree(&format!("{} of {}", how.name(), type_name::<T>()))?;
        let all = self.guard(|comm| comm.collect(bytes_of(&mine)))?;
        let mut found = None;
        for bytes in all.chunks(size_of::<T>()) {
            let value =
                try_pod_read_unaligned(bytes).map_err(|_| self.fail(no_value::<T>(&all)))?;
            found = Some(found.map_or(value, |found: T| found.combine(value, how)));
        }
        let found = found.unwrap_or(mine);
        Ok(if how == Reduce::Average { found.divide(self.size()) } else { found })
    }

    /// Runs `f` on a communicator of some of the ranks, over a part of this one's transport. An error of its operations is also one of
    /// this communicator.
    pub(crate) fn in_part<'a, Y: Transport, R>(
        &'a mut self,
        ranks: &[usize],
        part: impl FnOnce(&'a mut X) -> Y,
        f: impl FnOnce(&mut Comm<Y>) -> Result<R>,
    ) -> Result<R> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let Self { transport, failed, .. } = self;
        let mut comm = Comm {
            transport: part(transport),
            patience: self.patience,
            tag: self.tag,
            running: String::new(),
            failed: None,
            network: self.network.of_devices(ranks),
            plans: Vec::new(),
            open: 0,
        };
        let mut found = f(&mut comm);
        // Its tags are used again, so a message that nothing takes would reach another operation.
        if comm.failed.is_none() && comm.open > 0 {
            let operations = if comm.open == 1 { "operation has" } else { "operations have" };
            let message = format!(
                "{} {operations} begun in a group and not ended there: call `finish` before the group ends",
                comm.open
            );
            found = found.and(Err(comm.fail(DistError::layout(message))));
        }
        *failed = comm.failed.take();
        found
    }

    /// Begins an operation of two halves. Returns its tag.
    pub(crate) fn open(&mut self) -> Tag {
        self.start_again();
        self.open += 1;
        self.tag
    }

    /// Ends an operation of two halves: runs the rest of its communication, with its tag.
    pub(crate) fn close<R>(
        &mut self,
        tag: Tag,
        f: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        self.open = self.open.saturating_sub(1);
        let now = std::mem::replace(&mut self.tag, tag);
        let result = self.guard(f);
        self.tag = now;
        result
    }

    /// The number of a rank in the errors of all ranks.
    pub(crate) fn name(&self, rank: usize) -> usize {
        self.transport.name(rank)
    }

    /// Returns when every rank has called it.
    ///
    /// # Errors
    /// [`Gone`](DistErrorKind::Gone) and [`Timeout`](DistErrorKind::Timeout) if a rank does not.
    pub fn barrier(&mut self) -> Result<()> {
        self.agree("barrier")
    }

    /// Runs the communication of an operation that all ranks have agreed on, until the others have taken all messages.
    pub(crate) fn guard<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.run(|comm| {
            let result = f(comm)?;
            comm.flush()?;
            Ok(result)
        })
    }

    /// Runs communication. The first error ends the communicator.
    pub(crate) fn run<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        f(self).map_err(|error| self.fail(error))
    }

    /// Ends the communicator with an error, which the other ranks also get.
    pub(crate) fn fail(&mut self, error: DistError) -> DistError {
        let error = self.failed.get_or_insert(error).clone();
        self.transport.announce(&error.to_string());
        error
    }

    fn begin(&mut self, text: &str) -> Result<()> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        self.start_again();
        self.running.clear();
        self.running.push_str(text);
        Ok(())
    }

    /// Begins an operation that was agreed on before.
    pub(crate) fn start_again(&mut self) {
        self.tag = self.tag % (TAGS - 1) + 1;
    }

    fn compare(&mut self, text: &str) -> Result<()> {
        let digests = self.collect(&digest(text).to_le_bytes())?;
        let (first, rest) = digests.split_at(8);
        if rest.chunks(8).all(|digest| digest == first) {
            return Ok(());
        }
        // All ranks see the digests, so all come here.
        let lengths = self.collect(&(text.len() as u64).to_le_bytes())?;
        let length = |rank: usize| {
            u64::from_le_bytes(lengths[8 * rank..8 * rank + 8].try_into().unwrap()) as usize
        };
        let longest = (0..self.size()).map(length).max().unwrap();
        let mut padded = text.as_bytes().to_vec();
        padded.resize(longest, 0);
        let texts = self.collect(&padded)?;
        let text = |rank: usize| {
            String::from_utf8_lossy(&texts[longest * rank..][..length(rank)]).into_owned()
        };
        let mut message = format!("the ranks disagree: rank {} has `{}`", self.name(0), text(0));
        let mut seen = vec![text(0)];
        for rank in 1..self.size() {
            let text = text(rank);
            if !seen.contains(&text) {
                message += &format!(", rank {} has `{text}`", self.name(rank));
                seen.push(text);
            }
        }
        Err(DistError::new(DistErrorKind::Disagreement, message))
    }

    /// The bytes of all ranks by dissemination: after step `k` a rank has the bytes of the `2^k` ranks from its own on.
    fn collect(&mut self, mine: &[u8]) -> Result<Vec<u8>> {
        let (rank, size, len) = (self.rank(), self.size(), mine.len());
        let all = size.saturating_mul(len);
        let mut found = Vec::new();
        found.try_reserve_exact(all).map_err(|_| no_memory(all))?;
        found.extend_from_slice(mine);
        let mut have = 1;
        while have < size {
            let count = have.min(size - have);
            self.send_slice((rank + size - have) % size, &found[..count * len])?;
            let message = self.receive_one((rank + have) % size, count * len)?;
            found.extend_from_slice(message.bytes());
            self.recycle(message);
            have += count;
        }
        found.rotate_right(rank * len);
        Ok(found)
    }
}

/// FNV-1a of 64 bits.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
