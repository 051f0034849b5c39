//! [`Moves`]: the plan of the core library, as copies of this rank and messages to others.

use std::collections::HashMap;

use layout_core::sharding::{Sharding, Transfer, plan};

use crate::comm::{Comm, Expected};
use crate::local::strides;
use crate::message::Element;
use crate::parts::{Part, parts};
use crate::transport::Transport;
use crate::{DistError, Result};

/// What a rank sends, receives and copies to bring an array from one sharding to another; planned once, run many times.
pub(crate) struct Moves {
    sends: Vec<Move>,
    receives: Vec<Move>,
    /// What this rank holds before and after.
    kept: Vec<Kept>,
    fills: bool,
}

/// What one rank sends to another, in messages of at most [`PART`] bytes.
struct Move {
    peer: usize,
    term: usize,
    count: usize,
    parts: Vec<Part>,
}

/// The most bytes of a message: so few that it stays in the caches between the copy into it, the transfer and the copy out of it.
const PART: usize = 256 << 10;

/// The messages that a rank sends, and expects, at one time.
const WINDOW: usize = 8;

/// What this rank holds before and after, in parts.
struct Kept {
    term: usize,
    parts: Vec<Part>,
}

/// How terms of partial values become one.
pub(crate) struct Combine<'a, T> {
    pub(crate) f: &'a dyn Fn(T, T) -> T,
    pub(crate) neutral: T,
}

impl Moves {
    /// The moves of a rank, for elements of `item` bytes in memories of these strides.
    pub(crate) fn new(
        rank: usize,
        item: usize,
        from: (&Sharding, &[i64]),
        to: (&Sharding, &[i64]),
    ) -> Result<Self> {
        let size = (item, (PART / item.max(1)).max(1));
        let orders = [from.0.order(), to.0.order()];
        let plan = plan(from.0, to.0)?;
        let takes_part = |sharding: &Sharding| sharding.mesh().position(rank).is_some();
        let mut moves = Self {
            sends: Vec::new(),
            receives: Vec::new(),
            kept: Vec::new(),
            fills: takes_part(to.0) && plan.fills(rank),
        };
        if takes_part(from.0) {
            for transfer in plan.sends(rank)? {
                let (peer, term) = (transfer.target(), transfer.term());
                if peer == rank {
                    let parts = parts(&transfer, [from.1, to.1], orders, size)?;
                    moves.kept.push(Kept { term, parts });
                    continue;
                }
                // The strides there decide nothing here.
                let parts = parts(&transfer, [from.1, &strides(to.0, peer)?], orders, size)?;
                moves.sends.push(Move::new(&transfer, peer, parts));
            }
            // Each rank begins with another target.
            moves.sends.sort_by_key(|sent| (sent.peer < rank, sent.peer));
        }
        if takes_part(to.0) {
            for transfer in plan.receives(rank)?.iter().filter(|transfer| transfer.source() != rank)
            {
                let peer = transfer.source();
                let parts = parts(transfer, [&strides(from.0, peer)?, to.1], orders, size)?;
                moves.receives.push(Move::new(transfer, peer, parts));
            }
        }
        Ok(moves)
    }

    /// The elements that this rank sends to others.
    pub(crate) fn sent(&self) -> usize {
        self.sends.iter().map(|sent| sent.count).sum()
    }

    /// Runs the moves, after all ranks have agreed on them.
    pub(crate) fn run<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        combine: Option<Combine<'_, T>>,
    ) -> Result<()> {
        match combine {
            None => self.stream(comm, from, to),
            Some(combine) => self.combine(comm, from, to, combine),
        }
    }

    /// Sends and receives a window of messages at a time. Copies the elements that stay on this rank while it would
    /// wait.
    fn stream<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
    ) -> Result<()> {
        // One message to each other rank in turn.
        let mut queue: Vec<(usize, usize)> = Vec::new();
        queue.extend(
            self.sends
                .iter()
                .enumerate()
                .flat_map(|(k, sent)| (0..sent.parts.len()).map(move |part| (part, k))),
        );
        queue.sort_unstable();
        let mut queue = queue.into_iter().peekable();
        let mut kept = self.kept.iter().flat_map(|kept| &kept.parts);
        let ahead = (WINDOW / self.receives.len().max(1)).max(2);
        let mut expected: Vec<Expected<X, (usize, usize)>> = Vec::new();
        // Messages of one rank are taken in the order of the receives, so these begin in the order of the parts, whichever
        // part arrives first.
        let mut begun = vec![0; self.receives.len()];
        let mut expect = |comm: &mut Comm<X>, expected: &mut Vec<_>, k: usize| {
            let received: &Move = &self.receives[k];
            if let Some(message) = received.parts.get(begun[k]) {
                expected.push(comm.expect::<T, _>(received.peer, message.count, (k, begun[k]))?);
                begun[k] += 1;
            }
            Ok::<(), DistError>(())
        };
        for k in 0..self.receives.len() {
            (0..ahead).try_for_each(|_| expect(comm, &mut expected, k))?;
        }
        let mut patience = comm.patience();
        while queue.peek().is_some() || !expected.is_empty() {
            let mut idle = true;
            if comm.sending()? < WINDOW
                && let Some((part, k)) = queue.next()
            {
                let (peer, part) = (self.sends[k].peer, &self.sends[k].parts[part]);
                let mut message = comm.message_to::<T>(peer, part.count)?;
                part.source.pack(from, message.elements_mut());
                comm.send(peer, message)?;
                idle = false;
            }
            while let Some(((k, part), message)) = comm.arrived(&mut expected)? {
                self.receives[k].parts[part].target.unpack(message.elements(), to);
                comm.recycle(message);
                expect(comm, &mut expected, k)?;
                idle = false;
            }
            if !idle {
                patience = comm.patience();
            } else if let Some(part) = kept.next() {
                part.source.copy_to(from, &part.target, to);
            } else {
                comm.wait(&mut patience, || {
                    expected.iter().map(|expected| expected.from).collect()
                })?;
            }
        }
        kept.for_each(|part| part.source.copy_to(from, &part.target, to));
        Ok(())
    }

    /// Combines terms in their order, so sums of floating-point numbers are equal in every run.
    fn combine<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        Combine { f, neutral }: Combine<'_, T>,
    ) -> Result<()> {
        let mut expected = Vec::new();
        for (k, received) in self.receives.iter().enumerate() {
            for (number, part) in received.parts.iter().enumerate() {
                expected.push(comm.expect::<T, _>(received.peer, part.count, (k, number))?);
            }
        }
        for sent in &self.sends {
            for part in &sent.parts {
                let mut message = comm.message_to::<T>(sent.peer, part.count)?;
                part.source.pack(from, message.elements_mut());
                comm.send(sent.peer, message)?;
            }
        }
        if self.fills {
            to.fill(neutral);
        }
        let mut terms: Vec<(usize, Term<'_>)> = Vec::new();
        terms.extend(
            self.receives
                .iter()
                .enumerate()
                .map(|(k, received)| (received.term, Term::Received(k))),
        );
        terms.extend(self.kept.iter().map(|kept| (kept.term, Term::Kept(kept))));
        terms.sort_by_key(|(term, _)| *term);
        let mut arrived = HashMap::new();
        for (term, values) in terms {
            let parts = match values {
                Term::Kept(kept) => &kept.parts,
                Term::Received(k) => &self.receives[k].parts,
            };
            for (number, part) in parts.iter().enumerate() {
                let message = match values {
                    Term::Kept(_) => {
                        let mut message = comm.message::<T>(part.count)?;
                        part.source.pack(from, message.elements_mut());
                        message
                    }
                    Term::Received(k) => loop {
                        if let Some(message) = arrived.remove(&(k, number)) {
                            break message;
                        }
                        let (key, message) =
                            comm.next(&mut expected)?.expect("this message has not arrived");
                        arrived.insert(key, message);
                    },
                };
                match term {
                    0 => part.target.unpack(message.elements(), to),
                    _ => part.target.combine(message.elements(), to, f),
                }
                comm.recycle(message);
            }
        }
        Ok(())
    }
}

/// What gives the values of a term.
#[derive(Clone, Copy)]
enum Term<'a> {
    Received(usize),
    Kept(&'a Kept),
}

impl Move {
    fn new(transfer: &Transfer, peer: usize, parts: Vec<Part>) -> Self {
        Self { peer, term: transfer.term(), count: transfer.elements() as usize, parts }
    }
}

#[cfg(test)]
mod tests {
    use layout_core::sharding::{Mesh, Order, Split};

    use super::*;
    use crate::{DistError, DistTensor, Threads};
    use static_layout::{Layout, layout};

    type Matrix = DistTensor<i64, Layout!((?, ?):(?, ?))>;

    /// Each rank sends many messages of a few elements, and some are shorter than the next one.
    #[test]
    fn elements_arrive_in_many_parts() -> Result<()> {
        let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
        let blocks = |x: i64, y: i64, order| {
            let whole = Sharding::replicated(&mesh, &[61, 47])?;
            let cut =
                whole.split(0, &["x"], Split::cyclic(x))?.split(1, &["y"], Split::cyclic(y))?;
            Ok::<_, DistError>(cut.with_order(order))
        };
        let value = |at: &[i64]| 100 * at[0] + at[1];
        for (from, to) in [
            (blocks(6, 4, Order::ColumnMajor)?, blocks(10, 7, Order::ColumnMajor)?),
            // Runs of the fastest axis that are read in a row.
            (blocks(16, 4, Order::ColumnMajor)?, blocks(25, 7, Order::ColumnMajor)?),
            (blocks(4, 16, Order::RowMajor)?, blocks(7, 12, Order::RowMajor)?),
            (blocks(3, 11, Order::RowMajor)?, blocks(1, 2, Order::ColumnMajor)?),
            (blocks(31, 24, Order::RowMajor)?, Sharding::replicated(&mesh, &[61, 47])?),
        ] {
            for most in [1, 7, 50] {
                let messages = Threads::run(4, |ranks| -> Result<usize> {
                    // Memory with gaps, which the other ranks do not know.
                    let shape = from.local_shape(ranks.rank())?.to_vec();
                    let [m, n] = [shape[0] as usize, shape[1] as usize];
                    let (s, t) = match from.order() {
                        Order::ColumnMajor => (1_usize, m + most % 3),
                        Order::RowMajor => (n + most % 3, 1_usize),
                    };
                    let mut a = Matrix::with_layout(ranks, layout!((m, n):(s, t)), from.clone())?;
                    a.update(|at, found| *found = value(at))?;
                    let mut b = Matrix::zeros(ranks, to.clone())?;
                    let ends = ((&from, a.strides()), (&to, &b.strides().to_vec()[..]));
                    let moves = Moves::new(ranks.rank(), PART / most, ends.0, ends.1)?;
                    ranks.guard(|comm| moves.run(comm, a.elements(), b.elements_mut(), None))?;
                    b.update(|at, found| assert_eq!(*found, value(at), "{from} to {to}"))?;
                    Ok(moves.sends.iter().map(|sent| sent.parts.len()).sum())
                });
                for messages in messages {
                    assert!(messages? > 8, "{from} to {to}, {most}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn elements_arrive_in_more_runs_than_a_plan_lists() -> Result<()> {
        let mesh = Mesh::new(&[("x", 2)])?;
        let blocks = |size: i64| {
            Sharding::replicated(&mesh, &[400_000])?.split(0, &["x"], Split::cyclic(size))
        };
        let (from, to) = (blocks(16)?, blocks(24)?);
        for result in Threads::run(2, |ranks| -> Result<()> {
            let a = DistTensor::<i64, Layout!(?:?)>::from_fn(ranks, from.clone(), |at| at[0])?;
            let mut b: DistTensor<i64, Layout!(?:?)> = a.redistribute(ranks, to.clone())?;
            b.update(|at, found| assert_eq!(*found, at[0]))
        }) {
            result?;
        }
        Ok(())
    }
}
