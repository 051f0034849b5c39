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

/// The plan of an operation whose threads hold `decoding` bytes each to read, and whose tiles hold `element` bytes for each element.
pub(crate) fn plan_tiles(
    axes: &[Axis],
    grid: &Grid,
    held: Held,
    decoding: usize,
    element: usize,
    memory: usize,
) -> Result<Plan, ZarrError> {
    let each = decoding.saturating_add(held.encoding);
    let least = least(axes).saturating_mul(element);
    let coders = Coders::within(memory, least.saturating_add(held.list), each)?;
    let fixed = coders.count().saturating_mul(each).saturating_add(held.list);
    let needed = least.saturating_add(fixed);
    let tile = memory.checked_sub(fixed).and_then(|free| choose(axes, free / element));
    // An array without elements has no tiles.
    let none = || grid.chunk_count() == 0 && needed <= memory;
    let tile = tile.or_else(|| none().then(|| grid.chunk().to_vec()));
    let tile = tile.ok_or(ZarrError::Memory { needed, allowed: memory })?;
    Ok(Plan { tile, coders, steps: 1 })
}

/// An axis of the result, and of the array that it is read from.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    /// The extent of both.
    pub(crate) extent: usize,
    /// The extent of the chunks of the result.
    pub(crate) to: usize,
    /// The extent of the chunks of the source.
    pub(crate) from: usize,
}

/// A tile, the number of its elements, and the number of chunks that tiles like it read.
#[derive(Clone)]
struct Choice {
    elements: usize,
    read: u128,
    tile: Vec<usize>,
}

/// The extents of the tiles of a result that have `most` elements at most, and read the fewest chunks of the source. Of tiles that
/// read equally much, the smallest, because a kill loses less. `None` when the smallest tile has more elements.
///
/// The chunks that tiles read are a product over the axes, as the elements of a tile are. So a choice for the first axes that has
/// more elements than another, and reads as much, is in no best choice for all.
pub(crate) fn choose(axes: &[Axis], most: usize) -> Option<Vec<usize>> {
    let mut choices = vec![Choice { elements: 1, read: 1, tile: Vec::new() }];
    for axis in axes {
        let mut next = Vec::new();
        for count in candidates(axis.extent.div_ceil(axis.to).max(1), unit(axis.to, axis.from)) {
            let extent = count * axis.to;
            let read = u128::from(touched(axis.extent, extent, axis.from));
            for choice in &choices {
                let elements = choice.elements.saturating_mul(extent.min(axis.extent));
                if elements <= most {
                    let tile = choice.tile.iter().copied().chain([extent]).collect();
                    next.push(Choice { elements, read: choice.read.saturating_mul(read), tile });
                }
            }
        }
        next.sort_by_key(|choice| (choice.elements, choice.read));
        choices.clear();
        for choice in next {
            if choices.last().is_none_or(|last| choice.read < last.read) {
                choices.push(choice);
            }
        }
    }
    choices.pop().map(|choice| choice.tile)
}

/// The elements of the smallest tile.
pub(crate) fn least(axes: &[Axis]) -> usize {
    axes.iter().fold(1, |size, axis| size.saturating_mul(axis.to.min(axis.extent)))
}
