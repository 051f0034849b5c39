//! The elements of a [`Transfer`] as messages of a bounded size: [`parts`].
//!
//! The elements are the product, over the axes, of the indices that two shards share. Both ranks find the order of the elements,
//! and where a message ends, from the two shardings alone; the strides of a memory decide offsets only.
//!
//! Where both memories have neighbours along one axis, that axis has all its runs of indices in a row for each coordinate of
//! the others: a column is read from its first row to its last. Run by run, each with all its columns, the copy would come
//! back to a column many times.

use std::rc::Rc;
use std::sync::Arc;

use layout_core::sharding::{Order, Run, Transfer};

use crate::strided::{List, Pieces};
use crate::{DistError, Result};

/// The least bytes of a run, on average, for which the runs of the fastest axis are read in a row.
const RUN: i64 = 64;

/// A message: pieces of the source and of the target.
pub(crate) struct Part {
    pub(crate) count: usize,
    pub(crate) source: Pieces,
    pub(crate) target: Pieces,
}

/// How many, and the steps in the source and in the target.
#[derive(Clone, Copy)]
struct Mode {
    extent: i64,
    steps: [i64; 2],
}

/// Indices of some axes: the first place in the source and in the target, and modes, the fastest first.
#[derive(Clone)]
struct Indices {
    first: [i64; 2],
    modes: Vec<Mode>,
}

/// Runs of the fastest axis, all of them at each of the other coordinates.
struct Block {
    fast: Rc<[Indices]>,
    slow: Indices,
}

/// Cuts a transfer into messages of at most `most` elements, each of `item` bytes. The strides belong to the memories
/// of the source and of the target, one for each axis; `orders` are the orders of the two shardings.
pub(crate) fn parts(
    transfer: &Transfer,
    strides: [&[i64]; 2],
    orders: [Order; 2],
    (item, most): (usize, usize),
) -> Result<Vec<Part>> {
    let kept = transfer.source() == transfer.target();
    let rank = strides[0].len();
    let axes: Vec<usize> = match orders[1] {
        Order::RowMajor => (0..rank).rev().collect(),
        Order::ColumnMajor => (0..rank).collect(),
    };
    let axis = |axis: usize| -> Vec<Indices> {
        let steps = [strides[0][axis], strides[1][axis]];
        let mut runs = transfer.runs(axis).to_vec();
        runs.sort_unstable_by_key(Run::target);
        runs.iter().map(|run| indices(run, steps)).collect()
    };
    // Without an axis there is one element.
    let point = || Indices { first: [0; 2], modes: Vec::new() };
    let in_a_row = orders[0] == orders[1]
        && axes.first().is_some_and(|first| are_long(transfer.runs(*first), item));
    let fast = match axes.first() {
        None => vec![point()],
        Some(&first) => in_a_row
            .then(|| in_order(transfer.runs(first), [strides[0][first], strides[1][first]]))
            .flatten()
            .unwrap_or_else(|| axis(first)),
    };
    let mut slow = vec![point()];
    for next in axes.iter().skip(1) {
        let next = axis(*next);
        slow = next.iter().flat_map(|next| slow.iter().map(|slow| slow.then(next))).collect();
    }
    let lists: Vec<Rc<[Indices]>> = match in_a_row {
        true => vec![fast.into()],
        false => fast.into_iter().map(|one| Rc::from([one])).collect(),
    };
    // All messages have these runs.
    let shared = lists.first().filter(|fast| fast.len() > 1).cloned();
    let mut cut = Cut { most: most as i64, count: 0, parts: Vec::new() };
    if lists.iter().all(|list| !list.is_empty()) {
        for slow in slow {
            lists
                .iter()
                .for_each(|fast| cut.push(Block { fast: fast.clone(), slow: slow.clone() }));
        }
    }
    let shared = match &shared {
        Some(fast) => Some([list(fast, 0, alike(kept, 0))?, list(fast, 1, alike(kept, 1))?]),
        None => None,
    };
    cut.parts.iter().map(|blocks| part(blocks, kept, shared.as_ref())).collect()
}

/// The places of a run in memories of these steps.
fn indices(run: &Run, steps: [i64; 2]) -> Indices {
    let mut modes: Vec<Mode> = run
        .modes()
        .iter()
        .filter(|mode| mode.0 > 1)
        .map(|&(extent, source, target)| Mode { extent, steps: [source, target] })
        .collect();
    // By places on the axis, not in a memory, because the places are equal for both ranks.
    modes.sort_by_key(|mode| (mode.steps[1], mode.steps[0]));
    for mode in &mut modes {
        mode.steps = [mode.steps[0] * steps[0], mode.steps[1] * steps[1]];
    }
    Indices { first: [run.source() * steps[0], run.target() * steps[1]], modes }
}

/// The most runs that are listed one by one.
const LISTED: i64 = 4096;

/// The runs of neighbours in the order of their indices, which both memories share, unless they are too many.
fn in_order(runs: &[Run], steps: [i64; 2]) -> Option<Vec<Indices>> {
    if runs.iter().map(count_of_runs).sum::<i64>() > LISTED {
        return None;
    }
    let mut found = Vec::new();
    for run in runs {
        let mut places = vec![[run.target(), run.source()]];
        for &(extent, source, target) in run.modes().iter().filter(|mode| !is_next(mode)) {
            let repeat =
                |[a, b]: [i64; 2]| (0..extent).map(move |k| [a + k * target, b + k * source]);
            places = places.into_iter().flat_map(repeat).collect();
        }
        found.extend(places.into_iter().map(|place| (place, neighbours(run))));
    }
    found.sort_unstable();
    let indices = |([target, source], extent): ([i64; 2], i64)| {
        let modes = if extent > 1 { vec![Mode { extent, steps }] } else { Vec::new() };
        Indices { first: [source * steps[0], target * steps[1]], modes }
    };
    Some(found.into_iter().map(indices).collect())
}

/// Whether the indices of a mode are neighbours on both sides.
fn is_next(mode: &(i64, i64, i64)) -> bool {
    (mode.1, mode.2) == (1, 1)
}

/// The neighbours of a run.
fn neighbours(run: &Run) -> i64 {
    run.modes().iter().find(|mode| is_next(mode)).map_or(1, |mode| mode.0.max(1))
}

fn count_of_runs(run: &Run) -> i64 {
    run.size() / neighbours(run)
}

/// Whether runs of the fastest axis have enough neighbours to be copied one by one.
fn are_long(runs: &[Run], item: usize) -> bool {
    let elements: i64 = runs.iter().map(Run::size).sum();
    elements * item as i64 >= RUN * runs.iter().map(count_of_runs).sum::<i64>()
}

impl Indices {
    fn count(&self) -> i64 {
        self.modes.iter().map(|mode| mode.extent).product()
    }

    /// These indices at each of others, which are slower.
    fn then(&self, slower: &Indices) -> Indices {
        let first = [0, 1].map(|k| self.first[k] + slower.first[k]);
        Indices { first, modes: [&self.modes[..], &slower.modes].concat() }
    }

    /// Calls `f` with parts of at most `most` indices. `most` is at least 1.
    fn cut(&self, most: i64, f: &mut dyn FnMut(Indices)) {
        let Some((last, inner)) = self.modes.split_last().filter(|_| self.count() > most) else {
            return f(self.clone());
        };
        let inside: i64 = inner.iter().map(|mode| mode.extent).product();
        let at = |k: i64| [0, 1].map(|side| self.first[side] + k * last.steps[side]);
        if inside > most {
            for k in 0..last.extent {
                Indices { first: at(k), modes: inner.to_vec() }.cut(most, f);
            }
            return;
        }
        // Whole steps of the slowest mode.
        let step = most / inside;
        for k in (0..last.extent).step_by(step as usize) {
            let extent = step.min(last.extent - k);
            let mut modes = inner.to_vec();
            modes.push(Mode { extent, ..*last });
            f(Indices { first: at(k), modes });
        }
    }
}

/// Blocks on their way into messages.
struct Cut {
    most: i64,
    /// The elements of the last message.
    count: i64,
    parts: Vec<Vec<Block>>,
}

impl Cut {
    fn push(&mut self, block: Block) {
        let each: i64 = block.fast.iter().map(Indices::count).sum();
        let most = self.most;
        if each <= most {
            block.slow.cut(most / each.max(1), &mut |slow| {
                self.add(Block { fast: block.fast.clone(), slow });
            });
            return;
        }
        // The runs at one coordinate are too many for a message.
        block.slow.cut(1, &mut |slow| {
            for fast in block.fast.iter() {
                fast.cut(most, &mut |fast| {
                    self.add(Block { fast: Rc::from([fast]), slow: slow.clone() });
                });
            }
        });
    }

    fn add(&mut self, block: Block) {
        let count = block.fast.iter().map(Indices::count).sum::<i64>() * block.slow.count();
        if self.parts.is_empty() || self.count + count > self.most {
            self.parts.push(Vec::new());
            self.count = 0;
        }
        self.count += count;
        self.parts.last_mut().expect("there is one since the first block").push(block);
    }
}

/// The memories in which modes continue each other: pieces between two memories are alike in both, and pieces of a
/// message are as long as its memory allows.
fn alike(kept: bool, side: usize) -> [usize; 2] {
    if kept { [0, 1] } else { [side; 2] }
}

fn part(blocks: &[Block], kept: bool, shared: Option<&[Arc<List>; 2]>) -> Result<Part> {
    let mut sides = [Pieces::default(), Pieces::default()];
    let mut count = 0;
    for block in blocks {
        count += block.fast.iter().map(Indices::count).sum::<i64>() * block.slow.count();
        for (side, pieces) in sides.iter_mut().enumerate() {
            if let [fast] = &*block.fast {
                let all = fast.then(&block.slow);
                let (extents, strides) = lists(&joined(&all.modes, alike(kept, side)), side)?;
                pieces.push_block(number(all.first[side])?, &extents, &strides);
            } else {
                let (extents, strides) = lists(&block.slow.modes, side)?;
                let shared = shared.expect("blocks of many runs have those of the transfer");
                let origin = number(block.slow.first[side])?;
                pieces.push_repeated(origin, (extents, strides), shared[side].clone());
            }
        }
    }
    let [source, target] = sides;
    Ok(Part { count: count as usize, source, target })
}

/// The runs of the fastest axis in one memory.
fn list(runs: &[Indices], side: usize, alike: [usize; 2]) -> Result<Arc<List>> {
    let mut list = List::default();
    for run in runs {
        let (extents, strides) = lists(&joined(&run.modes, alike), side)?;
        list.push(number(run.first[side])?, &extents, &strides);
    }
    Ok(Arc::new(list))
}

/// The extents and the strides of modes in one memory.
fn lists(modes: &[Mode], side: usize) -> Result<(Vec<usize>, Vec<usize>)> {
    let extents = modes.iter().map(|mode| number(mode.extent));
    let strides = modes.iter().map(|mode| number(mode.steps[side]));
    Ok((extents.collect::<Result<_>>()?, strides.collect::<Result<_>>()?))
}

/// Modes that continue each other in these memories as one.
fn joined(modes: &[Mode], alike: [usize; 2]) -> Vec<Mode> {
    let mut found: Vec<Mode> = Vec::new();
    for mode in modes.iter().filter(|mode| mode.extent > 1) {
        let continues =
            |last: &&mut Mode| alike.iter().all(|k| last.steps[*k] * last.extent == mode.steps[*k]);
        match found.last_mut().filter(continues) {
            Some(last) => last.extent *= mode.extent,
            None => found.push(*mode),
        }
    }
    found
}

fn number(x: i64) -> Result<usize> {
    usize::try_from(x).map_err(|_| DistError::layout(format!("{x} is not a place of a memory")))
}

#[cfg(test)]
mod tests {
    use layout_core::sharding::{Mesh, Sharding, Split, plan};

    use super::*;
    use crate::local::strides;

    /// Both memories are read from their first element to the last, whichever runs repeat.
    #[test]
    fn runs_are_in_the_order_of_both_memories() -> Result<()> {
        let mesh = Mesh::new(&[("x", 2)])?;
        let blocks = |extent: i64, size: i64| {
            Sharding::replicated(&mesh, &[extent])?.split(0, &["x"], Split::cyclic(size))
        };
        for extent in [4096, 5001] {
            for transfer in plan(&blocks(extent, 64)?, &blocks(extent, 100)?)?.sends(1)? {
                assert!(transfer.runs(0).iter().any(|run| run.modes().len() > 1));
                let listed = in_order(transfer.runs(0), [1, 3]).expect("few runs");
                assert_eq!(listed.iter().map(Indices::count).sum::<i64>(), transfer.elements());
                for two in listed.windows(2) {
                    let len = two[0].count();
                    assert!(two[0].first[0] + len <= two[1].first[0]);
                    assert!(two[0].first[1] + 3 * len <= two[1].first[1]);
                }
            }
        }
        // Too many to list.
        let (from, to) = (blocks(400_000, 16)?, blocks(400_000, 24)?);
        for transfer in plan(&from, &to)?.sends(1)? {
            assert!(are_long(transfer.runs(0), 8) && in_order(transfer.runs(0), [1, 1]).is_none());
        }
        Ok(())
    }

    /// A plan is as long as its messages and runs, not as their product.
    #[test]
    fn messages_of_a_transfer_have_one_list_of_runs() -> Result<()> {
        let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
        let blocks = |size: i64| -> Result<Sharding> {
            let split = Split::cyclic(size);
            let whole = Sharding::replicated(&mesh, &[400, 400])?;
            let cut = whole.split(0, &["x"], split)?.split(1, &["y"], split)?;
            Ok(cut.with_order(Order::ColumnMajor))
        };
        let (from, to) = (blocks(16)?, blocks(25)?);
        for transfer in plan(&from, &to)?.sends(0)? {
            let steps = [strides(&from, 0)?, strides(&to, transfer.target())?];
            let orders = [from.order(), to.order()];
            let parts = parts(&transfer, [&steps[0], &steps[1]], orders, (8, 1000))?;
            assert!(parts.len() > 8, "{} messages", parts.len());
            let sources: Vec<&Pieces> = parts.iter().map(|part| &part.source).collect();
            let targets: Vec<&Pieces> = parts.iter().map(|part| &part.target).collect();
            for side in [sources, targets] {
                let first = side[0].lists().next().expect("a message has runs");
                assert!(side.iter().flat_map(|x| x.lists()).all(|list| Arc::ptr_eq(list, first)));
            }
        }
        Ok(())
    }
}
