//! [`Moves`]: one plan of the core library, as copies of this rank and messages to others.

use std::collections::HashMap;

use layout_core::sharding::{Plan, Reduce, Sharding, Transfer};

use crate::Result;
use crate::comm::{Comm, Expected};
use crate::local::strides;
use crate::message::{Element, Message};
use crate::parts::{Part, parts};
use crate::transport::Transport;

/// What a rank sends, receives and copies in one step; planned once, run many times.
pub(crate) struct Moves {
    sends: Vec<Sent>,
    receives: Vec<Move>,
    /// What this rank holds before and after.
    kept: Vec<Move>,
    fills: bool,
    order: TermOrder,
}

/// What one rank gets from another or has itself, in messages of at most [`PART`] bytes.
struct Move {
    peer: usize,
    term: usize,
    parts: Vec<Part>,
}

/// What several ranks get alike.
struct Sent {
    peers: Vec<usize>,
    count: usize,
    parts: Vec<Part>,
}

/// When a part may be written to the target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TermOrder {
    /// At once: every element arrives once.
    Any,
    /// After the part of the same number of the term before, which has the same elements.
    Parts,
    /// After all parts of the terms before.
    Terms,
}

/// The most bytes of a message: so few that it stays in the caches between the copy into it, the transfer and the copy out of it.
const PART: usize = 256 << 10;

/// The messages that a rank sends, and expects, at one time.
const WINDOW: usize = 8;

/// How terms of partial values become one.
#[derive(Clone, Copy)]
pub(crate) struct Combine<T> {
    /// Combines each element with the element of another term.
    pub(crate) f: fn(&mut [T], &[T], Reduce),
    pub(crate) how: Reduce,
    pub(crate) neutral: T,
}

impl Moves {
    /// The moves of a rank, for elements of `item` bytes in memories of these strides.
    pub(crate) fn new(
        rank: usize,
        item: usize,
        plan: &Plan,
        [source, target]: [&[i64]; 2],
    ) -> Result<Self> {
        let size = (item, (PART / item.max(1)).max(1));
        let (from, to) = (plan.from(), plan.to());
        let orders = [from.order(), to.order()];
        let takes_part = |sharding: &Sharding| sharding.mesh().position(rank).is_some();
        let mut moves = Self {
            sends: Vec::new(),
            receives: Vec::new(),
            kept: Vec::new(),
            fills: takes_part(to) && plan.fills(rank),
            order: TermOrder::Any,
        };
        if takes_part(from) {
            let mut all = plan.sends(rank)?;
            // Each rank begins with another target.
            all.sort_by_key(|sent| (sent.target() < rank, sent.target()));
            let mut last: Option<Transfer> = None;
            for transfer in all {
                let peer = transfer.target();
                if peer == rank {
                    let parts = parts(&transfer, [source, target], orders, size)?;
                    moves.kept.push(Move::new(&transfer, peer, parts));
                    continue;
                }
                // This rank does not use the strides of the target.
                match (&last, moves.sends.last_mut()) {
                    (Some(last), Some(sent)) if alike(last, &transfer, from.rank()) => {
                        sent.peers.push(peer);
                    }
                    _ => {
                        let parts = parts(&transfer, [source, &strides(to, peer)?], orders, size)?;
                        let count = transfer.elements() as usize;
                        moves.sends.push(Sent { peers: vec![peer], count, parts });
                    }
                }
                last = Some(transfer);
            }
        }
        if takes_part(to) {
            let all = plan.receives(rank)?;
            for transfer in all.iter().filter(|transfer| transfer.source() != rank) {
                let peer = transfer.source();
                let parts = parts(transfer, [&strides(from, peer)?, target], orders, size)?;
                moves.receives.push(Move::new(transfer, peer, parts));
            }
            moves.order = TermOrder::of(&all, from.rank());
        }
        Ok(moves)
    }

    /// The elements that this rank sends to others.
    pub(crate) fn sent(&self) -> usize {
        self.sends.iter().map(|sent| sent.count * sent.peers.len()).sum()
    }

    /// Runs the moves, after all ranks have agreed on them. Sends and receives a window of messages at a time. Copies the elements
    /// that stay on this rank while it would wait. Terms are combined in their order, so sums of floating-point numbers
    /// are equal in every run.
    pub(crate) fn run<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        combine: Option<Combine<T>>,
    ) -> Result<()> {
        if let (true, Some(combine)) = (self.fills, combine) {
            to.fill(combine.neutral);
        }
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
        let ahead = match self.order {
            // A window of parts that wait for those of other ranks could fill before these arrive.
            TermOrder::Terms => usize::MAX,
            _ => (WINDOW / self.receives.len().max(1)).max(2),
        };
        let mut arriving = Arriving::new(self, combine);
        for k in 0..self.receives.len() {
            arriving.expect(comm, k, ahead)?;
        }
        let mut patience = comm.patience();
        while queue.peek().is_some() || !arriving.is_over() {
            let mut idle = true;
            // As many messages as one long one before the next look for others, which may let other processes run.
            let mut room = PART / size_of::<T>().max(1);
            while room > 0
                && comm.sending()? < WINDOW
                && let Some((part, k)) = queue.next()
            {
                let (peers, part) = (&self.sends[k].peers, &self.sends[k].parts[part]);
                let mut message = comm.message_to::<T>(peers, part.count)?;
                part.source.pack(from, message.elements_mut());
                comm.send_all(peers, message)?;
                room = room.saturating_sub(part.count);
                idle = false;
            }
            while let Some((key, message)) = comm.arrived(&mut arriving.expected)? {
                let source = arriving.places[0][key.0];
                arriving.waiting.insert(key, message);
                arriving.write(comm, from, to, (source, false))?;
                idle = false;
            }
            if !idle {
                patience = comm.patience();
            } else if !arriving.write_kept(comm, from, to)? {
                comm.wait(&mut patience, || {
                    arriving.expected.iter().map(|one| one.from).collect()
                })?;
            }
        }
        Ok(())
    }
}

impl TermOrder {
    /// The order of the terms that a rank receives.
    fn of(all: &[Transfer], rank: usize) -> Self {
        if all.iter().all(|transfer| transfer.term() == 0) {
            return Self::Any;
        }
        let is_next =
            |two: &[Transfer]| two[0].term() < two[1].term() && alike(&two[0], &two[1], rank);
        if all.windows(2).all(is_next) { Self::Parts } else { Self::Terms }
    }
}

/// Whether two transfers of an array of this rank have the same elements at the same places, and so the same parts.
fn alike(one: &Transfer, other: &Transfer, rank: usize) -> bool {
    (0..rank).all(|axis| one.runs(axis) == other.runs(axis))
}

/// The moves to the memory of this rank, and how far they are.
struct Arriving<'a, X: Transport, T> {
    moves: &'a Moves,
    combine: Option<Combine<T>>,
    /// What gives values, in the order of the terms, and how many parts are written.
    sources: Vec<(Values, usize)>,
    /// The source of each receive, and of what is kept.
    places: [Vec<usize>; 2],
    /// The sources before it are written.
    first: usize,
    /// The parts of each receive that have begun.
    begun: Vec<usize>,
    expected: Vec<Expected<X, (usize, usize)>>,
    waiting: HashMap<(usize, usize), Message>,
}

/// What gives the values of a term, by its number among the receives or among the kept.
#[derive(Clone, Copy)]
enum Values {
    Received(usize),
    Kept(usize),
}

impl<'a, X: Transport, T: Element> Arriving<'a, X, T> {
    fn new(moves: &'a Moves, combine: Option<Combine<T>>) -> Self {
        let received = (0..moves.receives.len()).map(Values::Received);
        let mut sources: Vec<_> =
            received.chain((0..moves.kept.len()).map(Values::Kept)).map(|one| (one, 0)).collect();
        sources.sort_by_key(|source| moves.of(source.0).term);
        let mut places = [vec![0; moves.receives.len()], vec![0; moves.kept.len()]];
        for (s, source) in sources.iter().enumerate() {
            match source.0 {
                Values::Received(k) => places[0][k] = s,
                Values::Kept(k) => places[1][k] = s,
            }
        }
        let mut arriving = Self {
            moves,
            combine,
            sources,
            places,
            first: 0,
            begun: vec![0; moves.receives.len()],
            expected: Vec::new(),
            waiting: HashMap::new(),
        };
        arriving.pass_written();
        arriving
    }

    fn is_over(&self) -> bool {
        self.first == self.sources.len()
    }

    /// Begins to receive the next parts of a receive. Messages of one rank are taken in the order of the receives, so these begin
    /// in the order of the parts, whichever part arrives first.
    fn expect(&mut self, comm: &mut Comm<X>, k: usize, count: usize) -> Result<()> {
        let received = &self.moves.receives[k];
        for part in received.parts.iter().skip(self.begun[k]).take(count) {
            let key = (k, self.begun[k]);
            self.expected.push(comm.expect::<T, _>(received.peer, part.count, key)?);
            self.begun[k] += 1;
        }
        Ok(())
    }

    /// The next part of a source, if the parts that it waits for are written.
    fn next(&self, s: usize) -> Option<usize> {
        let (source, part) = self.sources[s];
        let of = self.moves.of(source);
        let is_next = part < of.parts.len();
        let waits = match self.moves.order {
            TermOrder::Any => false,
            TermOrder::Parts => s > 0 && self.sources[s - 1].1 <= part,
            TermOrder::Terms => is_next && of.term > self.moves.of(self.sources[self.first].0).term,
        };
        (is_next && !waits).then_some(part)
    }

    fn pass_written(&mut self) {
        let is_written =
            |&(source, written): &(Values, usize)| written == self.moves.of(source).parts.len();
        self.first += self.sources[self.first..].iter().take_while(|one| is_written(one)).count();
    }

    /// Writes the parts of a source that have arrived, and then those that waited for them. If messages need no order, an idle rank
    /// writes one part, and then looks for messages. Returns whether there was a part.
    fn write(
        &mut self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        (s, is_idle): (usize, bool),
    ) -> Result<bool> {
        let is_any = self.moves.order == TermOrder::Any;
        let (mut ready, mut wrote) = (s..s + 1, false);
        while let Some(s) = ready.next() {
            let (first, written) = (self.first, self.sources[s].1);
            while self.write_part(comm, from, to, s)? && !(is_any && is_idle) {}
            wrote |= self.sources[s].1 > written;
            match self.moves.order {
                TermOrder::Parts if self.sources[s].1 > written => {
                    ready = s + 1..self.sources.len().min(s + 2);
                }
                // A term has begun, or fewer sources of it are left.
                TermOrder::Terms if self.first > first => {
                    let term = |s: usize| self.moves.of(self.sources[s].0).term;
                    let rest = self.first..self.sources.len();
                    let count = rest.clone().take_while(|s| term(*s) == term(rest.start)).count();
                    ready = rest.start..rest.start + count;
                }
                _ => {}
            }
        }
        Ok(wrote)
    }

    /// Writes the next part of a source. Returns whether it could.
    fn write_part(
        &mut self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        s: usize,
    ) -> Result<bool> {
        let Some(number) = self.next(s) else { return Ok(false) };
        match self.sources[s].0 {
            Values::Received(k) => {
                let Some(message) = self.waiting.remove(&(k, number)) else { return Ok(false) };
                let received = &self.moves.receives[k];
                let target = &received.parts[number].target;
                match self.combine {
                    Some(combine) if received.term > 0 => {
                        target.combine(message.elements(), to, combine);
                    }
                    _ => target.unpack(message.elements(), to),
                }
                comm.recycle(message);
                self.expect(comm, k, 1)?;
            }
            Values::Kept(k) => self.copy(comm, from, to, (k, number))?,
        }
        self.sources[s].1 += 1;
        self.pass_written();
        Ok(true)
    }

    /// Writes a part of the values of this rank. Returns whether there was one.
    fn write_kept(&mut self, comm: &mut Comm<X>, from: &[T], to: &mut [T]) -> Result<bool> {
        for k in 0..self.moves.kept.len() {
            if self.write(comm, from, to, (self.places[1][k], true))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Copies a part of the values of this rank, or combines it with what is there.
    fn copy(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        (k, number): (usize, usize),
    ) -> Result<()> {
        let (kept, part) = (&self.moves.kept[k], &self.moves.kept[k].parts[number]);
        match self.combine {
            Some(combine) if kept.term > 0 => {
                let mut message = comm.message::<T>(part.count)?;
                part.source.pack(from, message.elements_mut());
                part.target.combine(message.elements(), to, combine);
                comm.recycle(message);
            }
            _ => part.source.copy_to(from, &part.target, to),
        }
        Ok(())
    }
}

impl Moves {
    fn of(&self, source: Values) -> &Move {
        match source {
            Values::Received(k) => &self.receives[k],
            Values::Kept(k) => &self.kept[k],
        }
    }
}

impl Move {
    fn new(transfer: &Transfer, peer: usize, parts: Vec<Part>) -> Self {
        Self { peer, term: transfer.term(), parts }
    }
}

#[cfg(test)]
mod tests {
    use layout_core::sharding::{Mesh, Order, Split, plan};

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
                    let ends = [a.strides(), b.strides()];
                    let moves = Moves::new(ranks.rank(), PART / most, &plan(&from, &to)?, ends)?;
                    ranks.guard(|comm| moves.run(comm, a.elements(), b.elements_mut(), None))?;
                    b.update(|at, found| assert_eq!(*found, value(at), "{from} to {to}"))?;
                    Ok(moves.sends.iter().map(|sent| sent.parts.len() * sent.peers.len()).sum())
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
