//! [`matmul`]: a matrix product in bounded memory.

use crate::array::ZarrArray;
use crate::element::{Element, NamedElement};
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::new::{Chunks, NewArray};
use crate::operation::Operation;
use crate::strided::Strided;
use crate::tile::{RowMajor, Tile, axes};
use crate::tiles::{Held, Plan, write_tiles};
use crate::work::{Coders, Work, candidates, steps, touched, unit, zeros};
use static_layout::{Layout, ViewMut};
use static_layout_kernels::gemm::ProductOf;
use static_layout_kernels::{ScaledBy, par_gemm};
use std::cell::Cell;
use std::path::Path;
use typenum::U1;

/// Writes `C = A * B` in chunks of `chunk`.
///
/// A tile of C stays in memory while the tiles of A and B along the inner extent pass by; the next tiles are read while
/// two are multiplied. The extents of the tiles are chosen so that the fewest bytes are read in the memory that `work`
/// allows. Sums run along the inner extent in one order, so a product that was interrupted has the same bits.
///
/// When it is called again after a kill, chunks of C that are on the disk stay, and after a success it returns C at once.
/// A and B must be the same: C tells them by the names, lengths, times and inodes of their files.
///
/// ```
/// # use static_layout::*;
/// # use static_layout_zarr::{NewArray, Work, ZarrError, ZarrWriter, matmul};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-product-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let a = ZarrWriter::<f64>::create(folder.join("a"), &NewArray::new(&[2, 3], [1, 2]))?;
/// a.write([0, 0], View::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2, 3):row))?)?;
/// let b = ZarrWriter::<f64>::create(folder.join("b"), &NewArray::new(&[3, 1], [2, 1]))?;
/// b.write([0, 0], View::new(&[1.0, 10.0, 100.0], layout!((3, 1):row))?)?;
/// let c = matmul(&a.finish()?, &b.finish()?, folder.join("c"), [2, 1], &Work::new(4096))?;
/// assert_eq!(c.read(&c.grid().region(&[0, 0])?)?.as_slice(), [321.0, 654.0]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ZarrError::Shape`] when the inner extents differ, [`ZarrError::Memory`] when the smallest tiles do not fit,
/// [`ZarrError::SourceChanged`] when A or B is another than in an earlier call, or changed during this one, and the errors
/// of [`ZarrArray::read`] and [`ZarrWriter::create`](crate::ZarrWriter::create).
pub fn matmul<T>(
    a: &ZarrArray<T>,
    b: &ZarrArray<T>,
    c: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError>
where
    T: NamedElement + ProductOf<T, T> + ScaledBy<T, T> + From<u8>,
{
    let ([m, k], [k_of_b, n]) = (axes(a.shape())?, axes(b.shape())?);
    if k != k_of_b {
        let (a, b) = (tuple(a.shape()), tuple(b.shape()));
        return Err(ZarrError::Shape(format!(
            "A of {a} has {k} columns, B of {b} has {k_of_b} rows"
        )));
    }
    let new = NewArray::new(&[m, n], chunks);
    let operation = Operation::new("product", vec![a, b])?;
    let inner = Cell::new(1);
    let plan = |grid: &Grid, held: Held| {
        let (tiles, coders) = Tiles::choose(a, b, grid, held, work.memory)?;
        inner.set(tiles.inner);
        let steps = k.div_ceil(tiles.inner).max(1) as u64;
        Ok(Plan { tile: vec![tiles.rows, tiles.columns], coders, steps })
    };
    write_tiles(&operation, c.as_ref(), &new, work, plan, |tile, plan| {
        let (at, inner) = (axes(tile.start())?, inner.get());
        let [rows, columns] = axes(tile.shape())?;
        let mut elements = zeros(rows * columns)?;
        let layout: RowMajor = Layout::new((rows, columns), (columns, U1::new()));
        let mut sum = ViewMut::new(&mut elements, layout)?;
        let read = |p: usize| {
            let depth = inner.min(k - p);
            plan.coders.run(|| {
                let a = a.read(&Region::new(&[at[0], p], &[rows, depth]))?;
                let b = b.read(&Region::new(&[p, at[1]], &[depth, columns]))?;
                Ok::<(Tile<T>, Tile<T>), ZarrError>((a, b))
            })
        };
        let mut next = if k > 0 { Some(read(0)?) } else { None };
        for p in steps(k, inner) {
            let Some((left, right)) = next.take() else { break };
            let following = p.saturating_add(inner);
            // This runs within the caller's pool, not on a thread of its own: that thread would read with the global
            // pool, and the worker there may be waiting for it.
            let (product, read) = rayon::join(
                || {
                    let (left, right) = (left.matrix()?, right.matrix()?);
                    par_gemm(T::from(1), left, right, T::from(1), &mut sum);
                    Ok::<(), ZarrError>(())
                },
                || (following < k).then(|| read(following)).transpose(),
            );
            product?;
            next = read?;
            if next.is_some() {
                work.progress.step();
            }
        }
        Ok(Strided { elements, strides: vec![columns, 1] })
    })
}

/// The extents of the tiles of C, and the part of the inner extent that is in memory at a time.
struct Tiles {
    rows: usize,
    columns: usize,
    inner: usize,
}

impl Tiles {
    /// The tiles that fit the memory and read the fewest bytes, and the threads that read them: each row of tiles of C reads
    /// all of B, each column all of A.
    fn choose<T: Element>(
        a: &ZarrArray<T>,
        b: &ZarrArray<T>,
        c: &Grid,
        held: Held,
        memory: usize,
    ) -> Result<(Self, Coders), ZarrError> {
        let ([m, k], [_, n]) = (axes(a.shape())?, axes(b.shape())?);
        let [height, width] = axes(c.chunk())?;
        let (of_a, of_b) = (axes(a.grid().chunk())?, axes(b.grid().chunk())?);
        let tiles = |rows: usize, columns: usize, inner: usize| {
            let (rows, columns, inner) = (rows.min(m), columns.min(n), inner.min(k));
            // Two pairs of tiles: one is multiplied, the next is read. Products pack at most one more.
            let elements = rows.saturating_mul(columns).saturating_add(
                rows.saturating_add(columns).saturating_mul(inner).saturating_mul(3),
            );
            elements.saturating_mul(size_of::<T>()).saturating_add(held.list)
        };
        let step = of_a[1].min(of_b[0]);
        let each = a.decoding().max(b.decoding()).saturating_add(held.encoding);
        let coders = Coders::within(memory, tiles(height, width, step), each)?;
        let fixed = coders.count().saturating_mul(each);
        let bytes = |rows, columns, inner| tiles(rows, columns, inner).saturating_add(fixed);
        let inners: Vec<(usize, u64, u64)> =
            // Sums of nothing are also elements.
            candidates(k.div_ceil(step).max(1), unit(step, of_a[1].max(of_b[0])))
                .into_iter()
                .map(|inner| inner * step)
                .map(|inner| (inner, touched(k, inner, of_a[1]), touched(k, inner, of_b[0])))
                .collect();
        let (chunk_of_a, chunk_of_b) = (a.grid().chunk_size() as f64, b.grid().chunk_size() as f64);
        let mut best: Option<(f64, Self)> = None;
        for rows in candidates(m.div_ceil(height), unit(height, of_a[0])) {
            let rows = rows * height;
            let down = touched(m, rows, of_a[0]) as f64;
            for columns in candidates(n.div_ceil(width), unit(width, of_b[1])) {
                let columns = columns * width;
                let across = touched(n, columns, of_b[1]) as f64;
                for &(inner, in_a, in_b) in &inners {
                    if bytes(rows, columns, inner) > memory {
                        continue;
                    }
                    let read_of_a = down * in_a as f64 * chunk_of_a * n.div_ceil(columns) as f64;
                    let read_of_b = across * in_b as f64 * chunk_of_b * m.div_ceil(rows) as f64;
                    let cost = read_of_a + read_of_b;
                    // If several read equally much, takes the longest inner extent, because the product is faster.
                    if best.as_ref().is_none_or(|(least, tiles)| {
                        cost < *least || cost == *least && inner > tiles.inner
                    }) {
                        best = Some((cost, Self { rows, columns, inner }));
                    }
                }
            }
        }
        match best {
            Some((_, tiles)) => Ok((tiles, coders)),
            None if [m, n].contains(&0) => {
                Ok((Self { rows: height, columns: width, inner: step }, coders))
            }
            None => Err(ZarrError::Memory { needed: bytes(height, width, step), allowed: memory }),
        }
    }
}
