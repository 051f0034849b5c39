//! [`transpose`]: a transposition in bounded memory.

use crate::array::ZarrArray;
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::grid::Region;
use crate::tile::axes;
use crate::work::{Coders, Work, candidates, touched, unit};
use crate::writer::{NewArray, ZarrWriter};
use std::path::Path;

/// Writes the transposed matrix in chunks of `chunk`: `B(j,i) = A(i,j)`.
///
/// Tiles of B that fit the memory are read from A and written, one after the other. Each chunk of B is written once.
/// The extents of a tile are chosen so that the fewest chunks of A are read; no chunk is read twice if the memory holds
/// whole chunks of both. When it is called again after a kill, chunks of B that are on the disk stay.
///
/// Example: [the crate](crate).
///
/// # Errors
/// [`ZarrError::Memory`] when a chunk of B and the chunks of A that it needs do not fit, and the errors of
/// [`ZarrArray::read`] and [`ZarrWriter::create`].
pub fn transpose<T: Element>(
    from: &ZarrArray<T>,
    to: impl AsRef<Path>,
    chunk: [usize; 2],
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    let [rows, columns] = axes(from.shape())?;
    let operation = format!("transpose of {} {}", from.path().display(), tuple(from.shape()));
    let new = NewArray::new(&[columns, rows], &chunk);
    let writer = ZarrWriter::create_for(to.as_ref(), &new, &operation)?;
    let each = from.decoding().saturating_add(writer.encoding());
    let least =
        chunk[0].min(columns).saturating_mul(chunk[1].min(rows)).saturating_mul(size_of::<T>());
    let coders = Coders::within(work.memory, least, each)?;
    let [height, width] = tile(from, chunk, work.memory, coders.count().saturating_mul(each))?;
    let starts = |n: usize, step| (0..n).step_by(step).collect::<Vec<_>>();
    let tiles: Vec<Region> = starts(columns, height)
        .into_iter()
        .flat_map(|i| starts(rows, width).into_iter().map(move |j| (i, j)))
        .map(|(i, j)| Region::new(&[i, j], &[height.min(columns - i), width.min(rows - j)]))
        .collect();
    let done = tiles.iter().filter(|tile| writer.has(tile)).count();
    work.progress.begin(tiles.len() as u64, done as u64);
    for tile in tiles {
        let missing = writer.missing(&tile);
        if missing.is_empty() {
            continue;
        }
        let ([i, j], [m, n]) = (axes(tile.start())?, axes(tile.shape())?);
        coders.run(|| {
            let part = from.read(&Region::new(&[j, i], &[n, m]))?;
            writer.write_chunks([i, j], part.matrix()?.transpose(), missing)
        })?;
        work.progress.step();
    }
    work.progress.end();
    writer.finish()
}

/// The extents of the tiles of B: multiples of its chunk that fit the memory in addition to `fixed` bytes, and read the
/// fewest chunks of A.
fn tile<T: Element>(
    from: &ZarrArray<T>,
    [height, width]: [usize; 2],
    memory: usize,
    fixed: usize,
) -> Result<[usize; 2], ZarrError> {
    let [rows, columns] = axes(from.shape())?;
    let [across, down] = [from.grid().chunk()[1], from.grid().chunk()[0]];
    let bytes = |m: usize, n: usize| {
        let elements = m.min(columns).saturating_mul(n.min(rows));
        elements.saturating_mul(size_of::<T>()).saturating_add(fixed)
    };
    let mut best: Option<(u64, usize, [usize; 2])> = None;
    for m in candidates(columns.div_ceil(height), unit(height, across)) {
        let m = m * height;
        let read = touched(columns, m, across);
        for n in candidates(rows.div_ceil(width), unit(width, down)) {
            let n = n * width;
            if bytes(m, n) <= memory {
                // Of tiles that read equally much, takes the smallest, because a kill loses less.
                let cost = (read * touched(rows, n, down), m * n, [m, n]);
                if best.is_none_or(|best| cost < best) {
                    best = Some(cost);
                }
            }
        }
    }
    let needed = bytes(height, width);
    match best {
        Some((_, _, tile)) => Ok(tile),
        // An array without elements has no tiles.
        None if rows * columns == 0 => Ok([height, width]),
        None => Err(ZarrError::Memory { needed, allowed: memory }),
    }
}
