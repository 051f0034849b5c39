//! [`Moves`]: one plan of the core library, as copies of this rank and messages to others. `run` runs them.

use layout_core::sharding::{Plan, Reduce, Sharding, Transfer};

use crate::Result;
use crate::local::strides;
use crate::parts::{Part, parts};

mod run;

pub(crate) use run::Begun;

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
                    ranks.guard(|comm| {
                        moves.run(comm, a.elements(), b.elements_mut(), None, None)
                    })?;
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
