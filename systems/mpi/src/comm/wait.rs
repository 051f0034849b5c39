//! Messages of a [`Comm`]: their memory, and the wait for them.

use std::time::{Duration, Instant};

use super::Comm;
use crate::message::{Element, Message};
use crate::transport::Transport;
use crate::{DistError, DistErrorKind, Result};

/// A receive that has begun, and its purpose.
pub(crate) struct Expected<X: Transport, K> {
    receipt: X::Receipt,
    pub(crate) from: usize,
    pub(crate) key: K,
}

impl<X: Transport> Comm<X> {
    /// Memory for a message of `count` elements to some ranks, with any contents.
    pub(crate) fn message_to<T: Element>(&mut self, to: &[usize], count: usize) -> Result<Message> {
        self.transport.message(to, count.saturating_mul(size_of::<T>()))
    }

    /// Memory of this rank for `count` elements, with any contents.
    pub(crate) fn message<T: Element>(&mut self, count: usize) -> Result<Message> {
        self.transport.pool().message(count.saturating_mul(size_of::<T>()))
    }

    pub(crate) fn recycle(&mut self, message: Message) {
        self.transport.pool().recycle(message);
    }

    pub(crate) fn send(&mut self, to: usize, message: Message) -> Result<()> {
        self.transport.send(to, self.tag, message)
    }

    pub(crate) fn send_all(&mut self, to: &[usize], message: Message) -> Result<()> {
        self.transport.send_all(to, self.tag, message)
    }

    pub(crate) fn send_slice<T: Element>(&mut self, to: usize, elements: &[T]) -> Result<()> {
        let mut message = self.message_to::<T>(&[to], elements.len())?;
        message.elements_mut().copy_from_slice(elements);
        self.send(to, message)
    }

    /// Begins to receive `count` elements.
    pub(crate) fn expect<T: Element, K>(
        &mut self,
        from: usize,
        count: usize,
        key: K,
    ) -> Result<Expected<X, K>> {
        let len = count.saturating_mul(size_of::<T>());
        let receipt = self.transport.receive(from, self.tag, len)?;
        Ok(Expected { receipt, from, key })
    }

    /// The first expected message that arrives, with its key. `None` if none is expected.
    pub(crate) fn next<K>(
        &mut self,
        expected: &mut Vec<Expected<X, K>>,
    ) -> Result<Option<(K, Message)>> {
        let mut patience = Patience::new(self.patience);
        while !expected.is_empty() {
            if let Some(found) = self.arrived(expected)? {
                return Ok(Some(found));
            }
            self.wait(&mut patience, || expected.iter().map(|expected| expected.from).collect())?;
        }
        Ok(None)
    }

    /// An expected message that has arrived. Moves others along.
    pub(crate) fn arrived<K>(
        &mut self,
        expected: &mut Vec<Expected<X, K>>,
    ) -> Result<Option<(K, Message)>> {
        for k in 0..expected.len() {
            if let Some(message) = self.transport.poll(&mut expected[k].receipt)? {
                return Ok(Some((expected.remove(k).key, message)));
            }
        }
        Ok(None)
    }

    pub(super) fn receive_one(&mut self, from: usize, count: usize) -> Result<Message> {
        let mut expected = vec![self.expect::<u8, ()>(from, count, ())?];
        let (_, message) = self.next(&mut expected)?.expect("one message is expected");
        Ok(message)
    }

    /// The messages that the other ranks have not taken.
    pub(crate) fn sending(&mut self) -> Result<usize> {
        self.transport.unsent()?;
        Ok(self.transport.in_flight())
    }

    /// Waits for silent ranks as long as they live: they read or write files.
    #[cfg(feature = "zarr")]
    pub(crate) fn patiently<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let patience = std::mem::replace(&mut self.patience, Duration::MAX);
        let result = f(self);
        self.patience = patience;
        result
    }

    /// A deadline from now on.
    pub(crate) fn patience(&self) -> Patience {
        Patience::new(self.patience)
    }

    /// Waits until the other ranks have taken all messages.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let mut patience = Patience::new(self.patience);
        while let Some(to) = self.transport.unsent()? {
            self.wait(&mut patience, || vec![to])?;
        }
        Ok(())
    }

    /// Waits a moment. `ranks` are the ranks that the wait is for.
    pub(crate) fn wait(
        &mut self,
        patience: &mut Patience,
        ranks: impl FnOnce() -> Vec<usize>,
    ) -> Result<()> {
        if patience.is_over() {
            let mut ranks = ranks();
            ranks.extend(self.transport.unsent()?);
            ranks.sort_unstable();
            ranks.dedup();
            let names: Vec<String> =
                ranks.iter().map(|rank| self.name(*rank).to_string()).collect();
            let message = format!(
                "rank {} has waited {:?} for rank {} in `{}`",
                self.name(self.rank()),
                self.patience,
                names.join(", "),
                self.running
            );
            return Err(DistError::new(DistErrorKind::Timeout, message));
        }
        self.transport.pause();
        Ok(())
    }
}

/// A deadline that is looked at seldom: the first turns of a wait are short.
pub(crate) struct Patience {
    length: Duration,
    turns: u32,
    start: Option<Instant>,
}

impl Patience {
    fn new(length: Duration) -> Self {
        Self { length, turns: 0, start: None }
    }

    fn is_over(&mut self) -> bool {
        self.turns = self.turns.wrapping_add(1);
        match self.start {
            None => {
                self.start = Some(Instant::now());
                false
            }
            Some(start) => self.turns.is_multiple_of(16) && start.elapsed() > self.length,
        }
    }
}
