//! [`Redistribution`]: the plan of the core library, as copies of this rank and messages to others.

use layout_core::sharding::{Order, Plan, Sharding, Transfer, plan};

use crate::comm::Comm;
use crate::message::{Element, Message};
use crate::strided::Pieces;
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

/// A message.
struct Move {
    peer: usize,
    term: usize,
    count: usize,
    pieces: Pieces,
}

struct Kept {
    term: usize,
    count: usize,
    from: Pieces,
    to: Pieces,
}

/// How terms of partial values become one.
pub(crate) struct Combine<'a, T> {
    pub(crate) f: &'a dyn Fn(T, T) -> T,
    pub(crate) neutral: T,
}

impl Moves {
    /// The moves of a rank, whose memories have these strides.
    pub(crate) fn new(
        rank: usize,
        from: (&Sharding, &[i64]),
        to: (&Sharding, &[i64]),
    ) -> Result<Self> {
        let plan = plan(from.0, to.0)?;
        let takes_part = |sharding: &Sharding| sharding.mesh().position(rank).is_some();
        let mut moves = Self {
            sends: Vec::new(),
            receives: Vec::new(),
            kept: Vec::new(),
            fills: takes_part(to.0) && plan.fills(rank),
        };
        if takes_part(from.0) {
            moves.find_sends(&plan, rank, from.1, to.1)?;
        }
        if takes_part(to.0) {
            for transfer in plan.receives(rank)?.iter().filter(|transfer| transfer.source() != rank)
            {
                let own = strides(from.0, transfer.source())?;
                let mut pieces = Pieces::default();
                for pair in transfer.pairs_with(&own, to.1)? {
                    pieces.push(pair.target_offset, &pair.target)?;
                }
                moves.receives.push(Move::new(transfer, transfer.source(), pieces));
            }
        }
        Ok(moves)
    }

    fn find_sends(&mut self, plan: &Plan, rank: usize, from: &[i64], to: &[i64]) -> Result<()> {
        for transfer in plan.sends(rank)? {
            let own = transfer.target() == rank;
            // The order of a message follows from the strides of its target, which are in the order of the sharding.
            let strides = if own { to.to_vec() } else { strides(plan.to(), transfer.target())? };
            let (mut pieces, mut target) = (Pieces::default(), Pieces::default());
            for pair in transfer.pairs_with(from, &strides)? {
                pieces.push(pair.source_offset, &pair.source)?;
                if own {
                    target.push(pair.target_offset, &pair.target)?;
                }
            }
            let moved = Move::new(&transfer, transfer.target(), pieces);
            if own {
                self.kept.push(Kept {
                    term: moved.term,
                    count: moved.count,
                    from: moved.pieces,
                    to: target,
                });
            } else {
                self.sends.push(moved);
            }
        }
        // Each rank begins with another target.
        self.sends.sort_by_key(|sent| (sent.peer < rank, sent.peer));
        Ok(())
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
        let mut expected = Vec::with_capacity(self.receives.len());
        for (k, received) in self.receives.iter().enumerate() {
            expected.push(comm.expect::<T, _>(received.peer, received.count, k));
        }
        for sent in &self.sends {
            let mut message = comm.message::<T>(sent.count);
            sent.pieces.pack(from, message.elements_mut());
            comm.send(sent.peer, message)?;
        }
        let Some(Combine { f, neutral }) = combine else {
            for kept in &self.kept {
                kept.from.copy_to(from, &kept.to, to);
            }
            while let Some((k, message)) = comm.next(&mut expected)? {
                self.receives[k].pieces.unpack(message.elements(), to);
                comm.recycle(message);
            }
            return Ok(());
        };
        if self.fills {
            to.fill(neutral);
        }
        // Terms are combined in their order, so that sums of floating-point numbers are equal in every run.
        let mut terms: Vec<(usize, Term<'_>)> = Vec::new();
        terms.extend(
            self.receives
                .iter()
                .enumerate()
                .map(|(k, received)| (received.term, Term::Received(k))),
        );
        terms.extend(self.kept.iter().map(|kept| (kept.term, Term::Kept(kept))));
        terms.sort_by_key(|(term, _)| *term);
        let mut arrived: Vec<Option<Message>> = self.receives.iter().map(|_| None).collect();
        for (term, part) in terms {
            let (message, pieces) = match part {
                Term::Kept(kept) => {
                    let mut message = comm.message::<T>(kept.count);
                    kept.from.pack(from, message.elements_mut());
                    (message, &kept.to)
                }
                Term::Received(k) => {
                    while arrived[k].is_none() {
                        let (other, message) =
                            comm.next(&mut expected)?.expect("message k has not arrived");
                        arrived[other] = Some(message);
                    }
                    (arrived[k].take().expect("it has arrived"), &self.receives[k].pieces)
                }
            };
            match term {
                0 => pieces.unpack(message.elements(), to),
                _ => pieces.combine(message.elements(), to, f),
            }
            comm.recycle(message);
        }
        Ok(())
    }
}

/// What gives the values of a term.
enum Term<'a> {
    Received(usize),
    Kept(&'a Kept),
}

impl Move {
    fn new(transfer: &Transfer, peer: usize, pieces: Pieces) -> Self {
        Self { peer, term: transfer.term(), count: transfer.elements() as usize, pieces }
    }
}

/// The strides of the compact memory of a device.
pub(crate) fn strides(sharding: &Sharding, device: usize) -> Result<Vec<i64>> {
    let rank = sharding.rank();
    let mut strides = vec![0; rank];
    if sharding.mesh().position(device).is_none() {
        return Ok(strides);
    }
    let shape = sharding.local_shape(device)?;
    let mut step = 1;
    let mut next = |k: usize| {
        strides[k] = step;
        step *= shape[k].max(1);
    };
    match sharding.order() {
        Order::RowMajor => (0..rank).rev().for_each(&mut next),
        Order::ColumnMajor => (0..rank).for_each(&mut next),
    }
    Ok(strides)
}

/// Checks that the devices of a sharding are ranks.
pub(crate) fn check_devices(sharding: &Sharding, size: usize) -> Result<()> {
    match sharding.mesh().devices().find(|device| *device >= size) {
        None => Ok(()),
        Some(device) => Err(DistError::layout(format!(
            "the mesh of `{sharding}` has device {device}, the communicator has the ranks 0 to {}",
            size - 1
        ))),
    }
}
