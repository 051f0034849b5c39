//! Runs [`Moves`]: messages in windows, and what arrives in the order of the terms.

use std::collections::HashMap;

use super::{Combine, Move, Moves, PART, Sent, TermOrder};
use crate::Result;
use crate::comm::{Comm, Expected};
use crate::message::{Element, Message};
use crate::transport::Transport;

/// The messages that a rank sends, and expects, at one time.
const WINDOW: usize = 8;

/// Receives that have begun: each part of each receive.
pub(crate) type Begun<X> = Vec<Expected<X, (usize, usize)>>;

impl Moves {
    fn of(&self, source: Values) -> &Move {
        match source {
            Values::Received(k) => &self.receives[k],
            Values::Kept(k) => &self.kept[k],
        }
    }

    /// The parts to send: one message to each other rank in turn.
    fn queue(&self) -> Vec<(usize, usize)> {
        let parts = |(k, sent): (usize, &Sent)| (0..sent.parts.len()).map(move |part| (part, k));
        let mut queue: Vec<_> = self.sends.iter().enumerate().flat_map(parts).collect();
        queue.sort_unstable();
        queue
    }

    /// Begins the moves, after all ranks have agreed on them: sends all messages, and begins to receive all.
    pub(crate) fn start<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
    ) -> Result<Begun<X>> {
        // The first part of each receive first: it arrives first.
        let most = self.receives.iter().map(|received| received.parts.len()).max().unwrap_or(0);
        let mut begun = Vec::new();
        for number in 0..most {
            for (k, received) in self.receives.iter().enumerate() {
                if let Some(part) = received.parts.get(number) {
                    begun.push(comm.expect::<T, _>(received.peer, part.count, (k, number))?);
                }
            }
        }
        for (part, k) in self.queue() {
            let Sent { peers, parts, .. } = &self.sends[k];
            // Not in memory that ranks share: see `HaloTensor::start`.
            let mut message = comm.message::<T>(parts[part].count)?;
            parts[part].source.pack(from, message.elements_mut());
            comm.send_all(peers, message)?;
        }
        Ok(begun)
    }

    /// Runs the moves, after all ranks have agreed on them, or ends moves that have begun. Sends and receives a window of messages at
    /// a time. Copies the elements that stay on this rank while it would wait. Terms are combined in their order, so sums of
    /// floating-point numbers are equal in every run.
    pub(crate) fn run<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        combine: Option<Combine<T>>,
        begun: Option<Begun<X>>,
    ) -> Result<()> {
        if let (true, Some(combine)) = (self.fills, combine) {
            to.fill(combine.neutral);
        }
        let mut arriving = Arriving::new(self, combine);
        let mut queue = match begun {
            Some(begun) => {
                arriving.begin_all(begun);
                Vec::new()
            }
            None => {
                let ahead = match self.order {
                    // A window of parts that wait for those of other ranks could fill before these arrive.
                    TermOrder::Terms => usize::MAX,
                    _ => (WINDOW / self.receives.len().max(1)).max(2),
                };
                for k in 0..self.receives.len() {
                    arriving.expect(comm, k, ahead)?;
                }
                self.queue()
            }
        }
        .into_iter()
        .peekable();
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
    expected: Begun<X>,
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

    /// Takes the receives of all parts.
    fn begin_all(&mut self, begun: Begun<X>) {
        self.begun = self.moves.receives.iter().map(|received| received.parts.len()).collect();
        self.expected = begun;
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
                        target.combine(message.elements()?, to, combine);
                    }
                    _ => target.unpack(message.elements()?, to),
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
                part.target.combine(message.elements()?, to, combine);
                comm.recycle(message);
            }
            _ => part.source.copy_to(from, &part.target, to),
        }
        Ok(())
    }
}
