//! The elements of a [`Transfer`] as messages of a bounded size: [`parts`].
//!
//! The elements are the product, over the axes, of the indices that two shards share. Both ranks find the order of the elements,
//! and where a message ends, from the two shardings alone; the strides of a memory decide offsets only.
//!
//! Where both memories have neighbours along one axis, that axis has all its runs of indices in a row for each coordinate of
//! the others: a column is read from its first row to its last. Run by run, each with all its columns, the copy would come
//! back to a column many times.

use std::rc::Rc;

use layout_core::sharding::{Order, Run, Transfer};

use crate::strided::Pieces;
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

/// Cuts a transfer into messages of at most `most` elements, each of `item` bytes. The strides are those of the memories of the source
/// and of the target, one for each axis; `orders` are those of the two shardings.
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
    let fast = axes.first().map_or_else(|| vec![point()], |first| axis(*first));
    let in_a_row = orders[0] == orders[1]
        && axes.first().is_some_and(|first| are_long(transfer.runs(*first), item));
    let mut slow = vec![point()];
    for next in axes.iter().skip(1) {
        let next = axis(*next);
        slow = next.iter().flat_map(|next| slow.iter().map(|slow| slow.then(next))).collect();
    }
    let lists: Vec<Rc<[Indices]>> = match in_a_row {
        true => vec![fast.into()],
        false => fast.into_iter().map(|one| Rc::from([one])).collect(),
    };
    let mut cut = Cut { most: most as i64, count: 0, parts: Vec::new() };
    if lists.iter().all(|list| !list.is_empty()) {
        for slow in slow {
            lists
                .iter()
                .for_each(|fast| cut.push(Block { fast: fast.clone(), slow: slow.clone() }));
        }
    }
    cut.parts.iter().map(|blocks| part(blocks, kept)).collect()
}

/// The places of a run in memories of these steps.
fn indices(run: &Run, steps: [i64; 2]) -> Indices {
    let mut modes: Vec<Mode> = run
        .modes()
        .iter()
        .filter(|mode| mode.0 > 1)
        .map(|&(extent, source, target)| Mode { extent, steps: [source, target] })
        .collect();
    // By places on the axis, not in a memory: those are equal for both ranks.
    modes.sort_by_key(|mode| (mode.steps[1], mode.steps[0]));
    for mode in &mut modes {
        mode.steps = [mode.steps[0] * steps[0], mode.steps[1] * steps[1]];
    }
    Indices { first: [run.source() * steps[0], run.target() * steps[1]], modes }
}

/// Whether runs of the fastest axis have enough neighbours to be copied one by one.
fn are_long(runs: &[Run], item: usize) -> bool {
    let neighbours = |run: &Run| {
        let modes = run.modes().iter();
        modes.filter(|mode| (mode.1, mode.2) == (1, 1)).map(|mode| mode.0).max().unwrap_or(1)
    };
    let (mut elements, mut count) = (0, 0);
    for run in runs {
        elements += run.size();
        count += run.size() / neighbours(run).max(1);
    }
    elements * item as i64 >= RUN * count
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

fn part(blocks: &[Block], kept: bool) -> Result<Part> {
    let mut sides = [Pieces::default(), Pieces::default()];
    let mut count = 0;
    for block in blocks {
        count += block.fast.iter().map(Indices::count).sum::<i64>() * block.slow.count();
        for (side, pieces) in sides.iter_mut().enumerate() {
            // Pieces between two memories are alike in both; those of a message are as long as its memory allows.
            let alike = if kept { [0, 1] } else { [side; 2] };
            push(pieces, block, side, alike)?;
        }
    }
    let [source, target] = sides;
    Ok(Part { count: count as usize, source, target })
}

/// Adds the part of a block that one memory has.
fn push(pieces: &mut Pieces, block: &Block, side: usize, alike: [usize; 2]) -> Result<()> {
    let lists = |modes: &[Mode]| -> Result<(Vec<usize>, Vec<usize>)> {
        let extents = modes.iter().map(|mode| number(mode.extent));
        let strides = modes.iter().map(|mode| number(mode.steps[side]));
        Ok((extents.collect::<Result<_>>()?, strides.collect::<Result<_>>()?))
    };
    if let [fast] = &*block.fast {
        let all = fast.then(&block.slow);
        let modes = joined(&all.modes, alike);
        let (extents, strides) = lists(&modes)?;
        pieces.push_block(number(all.first[side])?, &extents, &strides);
        return Ok(());
    }
    let mut blocks = Vec::new();
    for fast in block.fast.iter() {
        let (extents, strides) = lists(&joined(&fast.modes, alike))?;
        blocks.push((number(fast.first[side] + block.slow.first[side])?, extents, strides));
    }
    let (extents, strides) = lists(&block.slow.modes)?;
    let blocks =
        blocks.iter().map(|(offset, extents, strides)| (*offset, &extents[..], &strides[..]));
    pieces.push_repeated((&extents, &strides), blocks);
    Ok(())
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
    usize::try_from(x).map_err(|_| DistError::layout(format!("{x} is no place of a memory")))
}
