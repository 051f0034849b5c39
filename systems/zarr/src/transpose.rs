//! [`transpose`]: a transposition in bounded memory.

use crate::array::ZarrArray;
use crate::element::{Element, NamedElement};
use crate::error::ZarrError;
use crate::grid::Region;
use crate::operation::Operation;
use crate::tile::axes;
use crate::work::{Coders, Work, candidates, corners, touched, unit};
use crate::writer::{Begun, NewArray, ZarrWriter, encoding, held};
use std::path::Path;

/// Writes the transposed matrix in chunks of `chunk`: `B(j,i) = A(i,j)`.
///
/// Tiles of B that fit the memory are read from A and written, one after the other. Each chunk of B is written once.
/// The extents of a tile are chosen so that the fewest chunks of A are read; no chunk is read twice if the memory holds
/// whole chunks of both.
///
/// When it is called again after a kill, chunks of B that are on the disk stay, and after a success it returns B at once.
/// A must be the same: B tells A by the names, lengths, times and inodes of its files.
///
/// Example: [the crate](crate).
///
/// # Errors
/// [`ZarrError::Memory`] when a chunk of B and the chunks of A that it needs do not fit,
/// [`ZarrError::SourceChanged`] when A is another than in an earlier call, or changed during this one, and the errors of
/// [`ZarrArray::read`] and [`ZarrWriter::create`].
pub fn transpose<T: NamedElement>(
    from: &ZarrArray<T>,
    to: impl AsRef<Path>,
    chunk: [usize; 2],
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    let [rows, columns] = axes(from.shape())?;
    let new = NewArray::new(&[columns, rows], &chunk);
    let grid = new.grid()?;
    let chunk = axes(grid.chunk())?;
    let operation = Operation::new("transpose", vec![from])?;
    if let Some(array) = ZarrWriter::finished(to.as_ref(), &new, &operation)? {
        return Ok(work.was_done(array));
    }
    let each = from.decoding().saturating_add(encoding::<T>(&grid));
    let least =
        chunk[0].min(columns).saturating_mul(chunk[1].min(rows)).saturating_mul(size_of::<T>());
    let coders = Coders::within(work.memory, least.saturating_add(held(&grid)), each)?;
    let fixed = coders.count().saturating_mul(each).saturating_add(held(&grid));
    let [height, width] = tile(from, chunk, work.memory, fixed)?;
    let count = columns.div_ceil(height) as u64 * rows.div_ceil(width) as u64;
    let writer = match ZarrWriter::create_for(to.as_ref(), &new, &operation)? {
        Begun::Now(writer) => writer,
        Begun::Before(array) => return Ok(work.was_done(array)),
    };
    // An iterator, because a list would not be in the memory that `work` allows.
    let tiles = || {
        let at = corners([columns, rows], [height, width]);
        at.map(|[i, j]| Region::new(&[i, j], &[height.min(columns - i), width.min(rows - j)]))
    };
    let done = tiles().filter(|tile| writer.has(tile)).count();
    work.progress.begin(count, done as u64);
    for tile in tiles().filter(|tile| !writer.has(tile)) {
        let ([i, j], [m, n]) = (axes(tile.start())?, axes(tile.shape())?);
        coders.run(|| {
            let part = from.read(&Region::new(&[j, i], &[n, m]))?;
            writer.write_chunks([i, j], part.matrix()?.transpose(), writer.missing(&tile))
        })?;
        work.progress.step();
    }
    operation.check(to.as_ref())?;
    let array = writer.finish()?;
    work.progress.end();
    Ok(array)
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
    let mut best: Option<(u128, usize, [usize; 2])> = None;
    for m in candidates(columns.div_ceil(height), unit(height, across)) {
        let m = m * height;
        let read = u128::from(touched(columns, m, across));
        for n in candidates(rows.div_ceil(width), unit(width, down)) {
            let n = n * width;
            if bytes(m, n) <= memory {
                // Of tiles that read equally much, takes the smallest, because a kill loses less.
                let cost = (read * u128::from(touched(rows, n, down)), m * n, [m, n]);
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
