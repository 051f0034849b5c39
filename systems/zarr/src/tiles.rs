//! Operations that write their result tile by tile: the choice of the tiles, and the loop over them.

use crate::array::ZarrArray;
use crate::element::Element;
use crate::error::ZarrError;
use crate::grid::{Grid, Region, boxes};
use crate::new::NewArray;
use crate::operation::Operation;
use crate::strided::Strided;
use crate::work::{Coders, Work, candidates, touched, unit};
use crate::writer::{Begun, ZarrWriter};
use std::path::Path;

/// What makes the tiles of a result.
pub(crate) struct Plan {
    /// The extents of a tile: multiples of the chunks of the result.
    pub(crate) tile: Vec<usize>,
    /// The threads that decode and encode.
    pub(crate) coders: Coders,
    /// The steps that progress reports for each tile: the last one when it is written, the others by what makes it.
    pub(crate) steps: u64,
}

/// The bytes of a writer.
#[derive(Clone, Copy)]
pub(crate) struct Held {
    /// The bytes of each thread that encodes a chunk.
    pub(crate) encoding: usize,
    /// The bytes in addition to those of threads: the list of chunks.
    pub(crate) list: usize,
}

impl Held {
    pub(crate) fn of<T>(new: &NewArray, grid: &Grid) -> Self {
        Self { encoding: new.chunks().encoding::<T>(grid), list: grid.chunk_count() }
    }
}

/// Writes the result of an operation: chooses tiles by `plan`, and writes the elements that `make` returns for the region of each,
/// with their strides. An earlier call is continued.
pub(crate) fn write_tiles<T: Element>(
    operation: &Operation<'_>,
    to: &Path,
    new: &NewArray,
    work: &Work<'_>,
    plan: impl FnOnce(&Grid, Held) -> Result<Plan, ZarrError>,
    make: impl Fn(&Region, &Plan) -> Result<Strided<Vec<T>>, ZarrError>,
) -> Result<ZarrArray<T>, ZarrError> {
    let grid = new.grid()?;
    if let Some(array) = ZarrWriter::finished(to, new, operation)? {
        return Ok(work.was_done(array));
    }
    let plan = plan(&grid, Held::of::<T>(new, &grid))?;
    let writer = match ZarrWriter::create_for(to, new, operation)? {
        Begun::Now(writer) => writer,
        Begun::Before(array) => return Ok(work.was_done(array)),
    };
    // An iterator, because a list would not be in the memory that `work` allows.
    let shape = grid.shape();
    let counts: Vec<usize> = shape.iter().zip(&plan.tile).map(|(n, m)| n.div_ceil(*m)).collect();
    let tiles = || {
        boxes(vec![0; shape.len()], counts.clone()).map(|at| {
            let start: Vec<usize> = at.iter().zip(&plan.tile).map(|(k, m)| k * m).collect();
            let inside = start.iter().zip(shape).zip(&plan.tile);
            let extents: Vec<usize> = inside.map(|((at, n), m)| (n - at).min(*m)).collect();
            Region::new(&start, &extents)
        })
    };
    let done = tiles().filter(|tile| writer.has(tile)).count() as u64;
    let count = counts.iter().product::<usize>() as u64;
    work.progress.begin(count.saturating_mul(plan.steps), done.saturating_mul(plan.steps));
    for tile in tiles().filter(|tile| !writer.has(tile)) {
        let made = make(&tile, &plan)?;
        let part = Strided { elements: &made.elements[..], strides: made.strides };
        plan.coders.run(|| writer.write_part(&tile, &part, writer.missing(&tile)))?;
        work.progress.step();
    }
    operation.check(to)?;
    let array = writer.finish()?;
    work.progress.end();
    Ok(array)
}

/// An axis of the result, and of the arrays that it is read from.
#[derive(Clone)]
pub(crate) struct Axis {
    /// The extent of all of them.
    pub(crate) extent: usize,
    /// The extent of the chunks of the result.
    pub(crate) to: usize,
    /// The extents of the chunks of each source.
    pub(crate) from: Vec<usize>,
}

/// The bytes that an operation holds.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    /// The bytes of each thread that decodes a chunk.
    pub(crate) decoding: usize,
    /// The bytes for each element of a tile.
    pub(crate) element: usize,
    /// The bytes of each thread for each element of a tile.
    pub(crate) element_of_thread: usize,
}

/// The plan of an operation. `chunks` are the bytes of a chunk of each source.
pub(crate) fn plan_tiles(
    axes: &[Axis],
    chunks: &[usize],
    grid: &Grid,
    held: Held,
    costs: Costs,
    memory: usize,
) -> Result<Plan, ZarrError> {
    let smallest =
        axes.iter().fold(1_usize, |size, axis| size.saturating_mul(axis.to.min(axis.extent)));
    let least = smallest.saturating_mul(costs.element).saturating_add(held.list);
    let each = costs.decoding.saturating_add(held.encoding);
    let of_thread = smallest.saturating_mul(costs.element_of_thread);
    let coders = Coders::within(memory, least, each.saturating_add(of_thread))?;
    let fixed = coders.count().saturating_mul(each).saturating_add(held.list);
    let of_threads = coders.count().saturating_mul(costs.element_of_thread);
    let element = costs.element.saturating_add(of_threads);
    let needed = smallest.saturating_mul(element).saturating_add(fixed);
    let tile = memory.checked_sub(fixed).and_then(|free| choose(axes, chunks, free / element));
    // An array without elements has no tiles.
    let none = || grid.chunk_count() == 0 && needed <= memory;
    let tile = tile.or_else(|| none().then(|| grid.chunk().to_vec()));
    let tile = tile.ok_or(ZarrError::Memory { needed, allowed: memory })?;
    Ok(Plan { tile, coders, steps: 1 })
}

/// A tile, the number of its elements, and the number of chunks of each source that tiles like it read.
struct Choice {
    elements: usize,
    reads: Vec<u128>,
    tile: Vec<usize>,
}

impl Choice {
    fn reads_no_more_than(&self, other: &Self) -> bool {
        self.reads.iter().zip(&other.reads).all(|(a, b)| a <= b)
    }
}

/// The extents of the tiles of a result that have `most` elements at most, and read the fewest bytes of the sources, whose chunks
/// have `chunks` bytes. Of tiles that read equally much, the smallest, because a kill loses less. `None` when the smallest tile has
/// more elements.
///
/// The chunks that tiles read are a product over the axes, as the elements of a tile are. So a choice for the first axes that has
/// as many elements as another, and reads as much of each source, is in no better choice for all.
fn choose(axes: &[Axis], chunks: &[usize], most: usize) -> Option<Vec<usize>> {
    let none = Choice { elements: 1, reads: vec![1; chunks.len()], tile: Vec::new() };
    let mut choices = if most > 0 { vec![none] } else { Vec::new() };
    for axis in axes {
        let unit = axis.from.iter().map(|from| unit(axis.to, *from)).max().unwrap_or(1);
        let mut next = Vec::new();
        for count in candidates(axis.extent.div_ceil(axis.to), unit) {
            let extent = count * axis.to;
            let read = |from: &usize| u128::from(touched(axis.extent, extent, *from));
            let reads: Vec<u128> = axis.from.iter().map(read).collect();
            for choice in &choices {
                let elements = choice.elements.saturating_mul(extent.min(axis.extent));
                if elements <= most {
                    let reads = choice.reads.iter().zip(&reads).map(|(a, b)| a.saturating_mul(*b));
                    let tile = choice.tile.iter().copied().chain([extent]).collect();
                    next.push(Choice { elements, reads: reads.collect(), tile });
                }
            }
        }
        next.sort_by(|a, b| (a.elements, &a.reads).cmp(&(b.elements, &b.reads)));
        choices.clear();
        for choice in next {
            // From the last on, which reads the least of one source.
            if !choices.iter().rev().any(|other: &Choice| other.reads_no_more_than(&choice)) {
                choices.push(choice);
            }
        }
    }
    let bytes = |choice: &Choice| {
        let each = choice.reads.iter().zip(chunks);
        each.fold(0_u128, |sum, (n, chunk)| sum.saturating_add(n.saturating_mul(*chunk as u128)))
    };
    choices
        .into_iter()
        .min_by_key(|choice| (bytes(choice), choice.elements))
        .map(|found| found.tile)
}

#[cfg(test)]
mod tests {
    use super::{Axis, choose};
    use crate::work::touched;

    /// All tiles of arrays of two and three axes, against the choice.
    #[test]
    fn tiles_read_the_fewest_bytes() {
        let mut state = 1_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (1 + (state >> 33) % n) as usize
        };
        for case in 0..400 {
            let (rank, sources) = (1 + case % 3, 1 + case % 2);
            let axes: Vec<Axis> = (0..rank)
                .map(|_| Axis {
                    extent: below(15),
                    to: below(5),
                    from: (0..sources).map(|_| below(6)).collect(),
                })
                .collect();
            let chunks: Vec<usize> = (0..sources).map(|_| below(100)).collect();
            let most = below(700);
            let cost = |tile: &[usize]| {
                let of = |s: usize| -> u64 {
                    let each = axes.iter().zip(tile);
                    each.map(|(axis, m)| touched(axis.extent, *m, axis.from[s])).product()
                };
                (0..sources).map(|s| of(s) * chunks[s] as u64).sum::<u64>()
            };
            let size = |tile: &[usize]| -> usize {
                axes.iter().zip(tile).map(|(axis, m)| (*m).min(axis.extent)).product()
            };
            // The extents of an axis are below 16, so all multiples of a chunk are candidates.
            let counts: Vec<usize> =
                axes.iter().map(|axis| axis.extent.div_ceil(axis.to)).collect();
            let tiles = crate::grid::boxes(vec![1; rank], counts).map(|at| {
                at.iter().zip(&axes).map(|(k, axis)| k * axis.to).collect::<Vec<usize>>()
            });
            let best = tiles
                .filter(|tile| size(tile) <= most)
                .map(|tile| (cost(&tile), size(&tile)))
                .min();
            let found = choose(&axes, &chunks, most).map(|tile| (cost(&tile), size(&tile)));
            assert_eq!(found, best, "case {case}");
        }
    }
}
