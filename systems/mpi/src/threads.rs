//! [`Threads`], ranks that are threads of one process.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::message::{Message, Pool};
use crate::transport::{Tag, Transport, gone};
use crate::{Comm, DistError, DistErrorKind, Result};

/// What one rank has been sent, and how it ended.
#[derive(Default)]
struct Mailbox {
    messages: HashMap<(usize, Tag), VecDeque<Message>>,
    /// The reason for which the rank ended, empty without an error.
    ended: Option<String>,
}

struct Shared {
    mailboxes: Mutex<Vec<Mailbox>>,
    changed: Condvar,
}

impl Shared {
    /// The mailboxes. A thread that panics holds no half-made change, because each is one call of a collection.
    fn lock(&self) -> MutexGuard<'_, Vec<Mailbox>> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A rank that is a thread: messages move between threads without a copy.
///
/// A rank ends when its `Threads` is dropped, also by a panic. Others that wait for it get an error at once.
pub struct Threads {
    rank: usize,
    size: usize,
    shared: Arc<Shared>,
    pool: Pool,
    /// The receives that have begun, in order, by sender and tag: the first gets the first message.
    awaited: HashMap<(usize, Tag), VecDeque<u64>>,
    /// The number of the next receive.
    next: u64,
}

impl Threads {
    /// The communicators of `size` ranks, one for each thread.
    ///
    /// ```
    /// use static_layout_mpi::Threads;
    /// let ranks = Threads::ranks(3);
    /// assert_eq!(ranks.iter().map(|rank| rank.rank()).collect::<Vec<_>>(), [0, 1, 2]);
    /// ```
    pub fn ranks(size: usize) -> Vec<Comm<Threads>> {
        let mailboxes = Mutex::new((0..size).map(|_| Mailbox::default()).collect());
        let shared = Arc::new(Shared { mailboxes, changed: Condvar::new() });
        let rank = |rank| Threads {
            rank,
            size,
            shared: shared.clone(),
            pool: Pool::default(),
            awaited: HashMap::new(),
            next: 0,
        };
        (0..size).map(|k| Comm::new(rank(k))).collect()
    }

    /// Runs a function on `size` threads, each of them a rank, and returns the results by rank.
    ///
    /// ```
    /// use static_layout_mpi::Threads;
    /// let sums = Threads::run(4, |ranks| ranks.all_gather(&[ranks.rank() as u8]).unwrap().iter().sum::<u8>());
    /// assert_eq!(sums, [6, 6, 6, 6]);
    /// ```
    ///
    /// # Panics
    /// If the function panics on a rank: with the panic of the lowest such rank, after all ended.
    pub fn run<R: Send>(size: usize, f: impl Fn(&mut Comm<Threads>) -> R + Sync) -> Vec<R> {
        let f = &f;
        std::thread::scope(|scope| {
            let ranks = Threads::ranks(size).into_iter();
            let ranks: Vec<_> = ranks.map(|mut comm| scope.spawn(move || f(&mut comm))).collect();
            let results: Vec<_> = ranks.into_iter().map(|rank| rank.join()).collect();
            let resume = |result: std::thread::Result<R>| {
                result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            results.into_iter().map(resume).collect()
        })
    }

    /// The error of a rank that waits for one that ended.
    fn gone(&self, rank: usize, reason: &str) -> DistError {
        gone(rank, self.rank, reason)
    }

    fn end(&mut self, reason: &str) {
        let mut mailboxes = self.shared.lock();
        mailboxes[self.rank].ended.get_or_insert_with(|| reason.into());
        self.shared.changed.notify_all();
    }
}

/// A message that a thread waits for.
#[derive(Debug)]
pub struct Awaited {
    from: usize,
    tag: Tag,
    len: usize,
    number: u64,
}

impl Transport for Threads {
    type Receipt = Awaited;

    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn pool(&mut self) -> &mut Pool {
        &mut self.pool
    }

    fn send(&mut self, to: usize, tag: Tag, message: Message) -> Result<()> {
        let mut mailboxes = self.shared.lock();
        if let Some(reason) = &mailboxes[to].ended {
            return Err(self.gone(to, reason));
        }
        mailboxes[to].messages.entry((self.rank, tag)).or_default().push_back(message);
        self.shared.changed.notify_all();
        Ok(())
    }

    fn receive(&mut self, from: usize, tag: Tag, len: usize) -> Result<Awaited> {
        let number = self.next;
        self.next += 1;
        self.awaited.entry((from, tag)).or_default().push_back(number);
        Ok(Awaited { from, tag, len, number })
    }

    fn poll(&mut self, awaited: &mut Awaited) -> Result<Option<Message>> {
        let Awaited { from, tag, len, number } = *awaited;
        let first = self.awaited.get(&(from, tag)).and_then(VecDeque::front);
        if first.is_some_and(|first| *first < number) {
            return Ok(None);
        }
        let mut mailboxes = self.shared.lock();
        if let Some(queue) = mailboxes[self.rank].messages.get_mut(&(from, tag)) {
            let message = queue.pop_front();
            if queue.is_empty() {
                mailboxes[self.rank].messages.remove(&(from, tag));
            }
            if let Some(message) = message {
                if let Entry::Occupied(mut awaited) = self.awaited.entry((from, tag)) {
                    awaited.get_mut().pop_front();
                    if awaited.get().is_empty() {
                        awaited.remove();
                    }
                }
                if message.len() != len {
                    let message = format!(
                        "rank {from} sent {} bytes, rank {} expects {len}",
                        message.len(),
                        self.rank
                    );
                    return Err(DistError::new(DistErrorKind::Message, message));
                }
                return Ok(Some(message));
            }
        }
        match &mailboxes[from].ended {
            Some(reason) => Err(self.gone(from, reason)),
            None => Ok(None),
        }
    }

    fn unsent(&mut self) -> Result<Option<usize>> {
        Ok(None)
    }

    fn in_flight(&self) -> usize {
        0
    }

    fn pause(&mut self) {
        let mailboxes = self.shared.lock();
        // A message may have arrived after the search for it, so the wait is short.
        let waited = self.shared.changed.wait_timeout(mailboxes, Duration::from_micros(200));
        drop(waited);
    }

    fn announce(&mut self, reason: &str) {
        self.end(reason);
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let reason = if std::thread::panicking() { "its thread panicked" } else { "" };
        self.end(reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receives_get_messages_in_the_order_in_which_they_began() {
        let mut ranks = Threads::ranks(2);
        let (mut receiver, mut sender) = (ranks.pop().unwrap(), ranks.pop().unwrap());
        let (sender, receiver) = (sender.transport_mut(), receiver.transport_mut());
        let mut first = receiver.receive(0, 5, 1).unwrap();
        let mut second = receiver.receive(0, 5, 2).unwrap();
        for bytes in [&[1_u8][..], &[2, 2]] {
            let mut message = Message::zeroed(bytes.len()).unwrap();
            message.bytes_mut().copy_from_slice(bytes);
            sender.send(1, 5, message).unwrap();
        }
        assert!(receiver.poll(&mut second).unwrap().is_none(), "the first message is not for it");
        assert_eq!(receiver.poll(&mut first).unwrap().unwrap().bytes(), [1]);
        assert_eq!(receiver.poll(&mut second).unwrap().unwrap().bytes(), [2, 2]);
        assert!(receiver.poll(&mut second).unwrap().is_none());
    }
}
