//! [`Transport`], which moves messages between ranks.

use crate::message::{Message, Pool};
use crate::{DistError, DistErrorKind, Result};

/// The number of an operation, so messages of two operations never meet.
pub type Tag = u16;

/// What moves messages between `size` ranks. Nothing blocks: [`Comm`](crate::Comm) waits, and ends after its patience.
///
/// Messages of one tag between two ranks arrive in the order in which they were sent. A transport owns the messages
/// that it sends and the room for messages that it receives, so an operation that fails may leave them behind.
pub trait Transport {
    /// A receive that has begun.
    type Receipt;

    /// The number of this rank, below [`size`](Transport::size).
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// The number that errors give a rank: in a group the rank of the communicator that the group is a part of.
    fn name(&self, rank: usize) -> usize {
        rank
    }

    /// Memory for messages.
    fn pool(&mut self) -> &mut Pool;

    /// Memory for a message of `len` bytes to some ranks, with any contents: where all share memory, in it. The receivers must take
    /// such a message in the operation in which it was sent.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn message(&mut self, to: &[usize], len: usize) -> Result<Message> {
        let _ = to;
        self.pool().message(len)
    }

    /// Begins to send a message to several ranks, which may share its memory.
    ///
    /// # Errors
    /// If another rank ended, or if there is no memory for a copy.
    fn send_all(&mut self, to: &[usize], tag: Tag, message: Message) -> Result<()> {
        let Some((last, others)) = to.split_last() else { return Ok(()) };
        for other in others {
            let mut copy = self.message(&[*other], message.len())?;
            copy.bytes_mut().copy_from_slice(message.bytes());
            self.send(*other, tag, copy)?;
        }
        self.send(*last, tag, message)
    }

    /// Begins to send a message.
    ///
    /// # Errors
    /// If the other rank ended, or if there is no memory for a copy.
    fn send(&mut self, to: usize, tag: Tag, message: Message) -> Result<()>;

    /// Begins to receive a message of `len` bytes.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn receive(&mut self, from: usize, tag: Tag, len: usize) -> Result<Self::Receipt>;

    /// The message, if it has arrived. A receipt whose message was returned has no other message.
    ///
    /// # Errors
    /// If the message has another length, or if the other rank ended before it sent.
    fn poll(&mut self, receipt: &mut Self::Receipt) -> Result<Option<Message>>;

    /// A rank that has not taken all messages sent to it, or `None`.
    ///
    /// # Errors
    /// If that rank ended.
    fn unsent(&mut self) -> Result<Option<usize>>;

    /// The number of messages whose memory is in use: messages that [`unsent`](Transport::unsent) has not found taken,
    /// and messages in shared memory.
    fn in_flight(&self) -> usize;

    /// Lets other threads and processes run for a moment, and looks for ranks that ended.
    fn pause(&mut self);

    /// Tells the other ranks, as far as they are there, that this rank ends.
    fn announce(&mut self, reason: &str);

    /// Whether the end of this transport waits for the other ranks. A [`Comm`](crate::Comm) that is dropped without an error
    /// then first compares with them that all end.
    fn ends_together(&self) -> bool {
        false
    }
}

/// The error of `rank`, which needs another one that ended for a reason, or without one.
pub(crate) fn gone(ended: usize, rank: usize, reason: &str) -> DistError {
    let message = match reason {
        "" => format!("rank {ended} ended while rank {rank} waits for it"),
        // The rank ended because of another one: the first is named.
        reason if reason.starts_with("rank ") && reason.contains(" ended") => reason.into(),
        reason => format!("rank {ended} ended: {reason}"),
    };
    DistError::new(DistErrorKind::Gone, message)
}
