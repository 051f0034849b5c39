//! [`Steps`]: a route of the core library, its plans one after the other with memories between them.

use layout_core::sharding::{Network, Sharding, route};

use crate::Result;
use crate::comm::Comm;
use crate::local::strides;
use crate::message::{Element, Message};
use crate::moves::{Begun, Combine, Moves};
use crate::transport::Transport;

/// The moves of a rank in each step of a route; planned once, run many times.
pub(crate) struct Steps {
    /// The moves, and the number of elements that this rank has after them.
    steps: Vec<(Moves, usize)>,
}

impl Steps {
    /// The moves of a rank, for elements of `item` bytes in memories of these strides at both ends.
    pub(crate) fn new(
        rank: usize,
        item: usize,
        network: &Network,
        from: (&Sharding, &[i64]),
        to: (&Sharding, &[i64]),
    ) -> Result<Self> {
        let route = route(from.0, to.0, item as u64, network)?;
        let (mut steps, mut before) = (Vec::new(), from.1.to_vec());
        for (k, plan) in route.steps().iter().enumerate() {
            let between = plan.to();
            let after = match k + 1 == route.steps().len() {
                true => to.1.to_vec(),
                false => strides(between, rank)?,
            };
            let moves = Moves::new(rank, item, plan, [&before, &after])?;
            let is_there = between.mesh().position(rank).is_some();
            let count = if is_there { between.local_size(rank)? } else { 0 };
            steps.push((moves, count as usize));
            before = after;
        }
        Ok(Self { steps })
    }

    /// The elements that this rank sends to others in all steps.
    pub(crate) fn sent(&self) -> usize {
        self.steps.iter().map(|step| step.0.sent()).sum()
    }

    /// Begins the first step.
    pub(crate) fn start<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
    ) -> Result<Begun<X>> {
        self.steps.first().map_or(Ok(Vec::new()), |(moves, _)| moves.start(comm, from))
    }

    /// Runs the steps, after all ranks have agreed on them; of a first step that has begun, the rest. Messages of two ranks arrive in
    /// the order in which they were sent, so a rank may begin a step before others have ended the last one.
    pub(crate) fn run<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        from: &[T],
        to: &mut [T],
        combine: Option<Combine<T>>,
        mut begun: Option<Begun<X>>,
    ) -> Result<()> {
        let Some(((last, _), first)) = self.steps.split_last() else { return Ok(()) };
        let mut held: Option<Message> = None;
        for (moves, count) in first {
            let mut next = comm.message::<T>(*count)?;
            let before = held.as_ref().map_or(Ok(from), Message::elements)?;
            moves.run(comm, before, next.elements_mut(), combine, begun.take())?;
            held.replace(next).into_iter().for_each(|message| comm.recycle(message));
        }
        let before = held.as_ref().map_or(Ok(from), Message::elements)?;
        last.run(comm, before, to, combine, begun)?;
        held.into_iter().for_each(|message| comm.recycle(message));
        Ok(())
    }
}
