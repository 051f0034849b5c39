//! [`permute`], [`transpose`] and [`rechunk`]: the same elements in another order of axes, or in other chunks.

use crate::array::ZarrArray;
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::new::{Chunks, NewArray};
use crate::operation::Operation;
use crate::strided::{Strided, row_major};
use crate::tile::axes;
use crate::tiles::{Axis, Costs, Held, plan_tiles, write_tiles};
use crate::work::Work;
use std::path::Path;

/// Writes the array with its axes in another order: axis `k` of B is axis `order[k]` of A, as NumPy's `transpose(A, order)`.
///
/// Tiles of B that fit the memory are read from A and written, one after the other. Each chunk of B is written once.
/// The extents of a tile are chosen so that the fewest chunks of A are read; no chunk is read twice if the memory holds
/// whole chunks of both. B has the type, the fill value and the attributes of A, and the names of its axes.
///
/// When it is called again after a kill, chunks of B that are on the disk stay, and after a success it returns B at once.
/// A must be the same: B tells A by the names, lengths, times and inodes of its files.
///
/// ```
/// # use static_layout_zarr::{NewArray, Region, Work, ZarrWriter, permute};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-permute-{}", std::process::id()));
/// let new = NewArray::new(&[2, 3, 4], [1, 2, 2]).with_dimension_names(&[Some("t"), Some("y"), Some("x")]);
/// let writer = ZarrWriter::create(folder.join("a"), &new)?;
/// writer.write_region(&Region::new(&[0, 0, 0], &[2, 3, 4]), &(0..24).collect::<Vec<i32>>())?;
/// let a = writer.finish()?;
/// // B(x,t,y) = A(t,y,x)
/// let b = permute(&a, folder.join("b"), &[2, 0, 1], [2, 2, 3], &Work::new(4096))?;
/// assert_eq!((b.shape(), b.dimension_names()[0].as_deref()), (&[4, 2, 3][..], Some("x")));
/// assert_eq!(b.read(&Region::new(&[3, 1, 0], &[1, 1, 3]))?.as_slice(), [15, 19, 23]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ZarrError::Shape`] when `order` is not an order of the axes, [`ZarrError::Memory`] when a chunk of B and the chunks of A that
/// it needs do not fit, [`ZarrError::SourceChanged`] when A is another than in an earlier call, or changed during this one, and the
/// errors of [`ZarrArray::read`] and [`ZarrWriter::create`](crate::ZarrWriter::create).
pub fn permute<T: Element>(
    from: &ZarrArray<T>,
    to: impl AsRef<Path>,
    order: &[usize],
    chunks: impl Into<Chunks>,
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..from.shape().len()) {
        return Err(ZarrError::Shape(format!(
            "{} is not an order of the axes of an array of {}",
            tuple(order),
            tuple(from.shape())
        )));
    }
    reordered(&format!("permute {}", tuple(order)), from, to.as_ref(), order, chunks.into(), work)
}

/// Writes the transposed matrix: `B(j,i) = A(i,j)`, as [`permute`] with the order `[1, 0]`.
///
/// Example: [the crate](crate).
///
/// # Errors
/// [`ZarrError::Shape`] when the array is not a matrix, and those of [`permute`].
pub fn transpose<T: Element>(
    from: &ZarrArray<T>,
    to: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    axes(from.shape())?;
    reordered("transpose", from, to.as_ref(), &[1, 0], chunks.into(), work)
}

/// Writes the array in other chunks, shards or codecs, as [`permute`] in the order of the axes.
///
/// ```
/// # use static_layout_zarr::{Chunks, NewArray, Region, Work, ZarrWriter, rechunk};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-rechunk-{}", std::process::id()));
/// let writer = ZarrWriter::create(folder.join("a"), &NewArray::new(&[6, 4], [1, 4]))?;
/// writer.write_region(&Region::new(&[0, 0], &[6, 4]), &(0..24).collect::<Vec<i32>>())?;
/// let chunks = Chunks::new(&[6, 4]).with_shards_of(&[2, 2]).with_zstd(3);
/// let b = rechunk(&writer.finish()?, folder.join("b"), chunks, &Work::new(8 << 20))?;
/// assert_eq!(b.read(&Region::new(&[4, 0], &[1, 4]))?.as_slice(), [16, 17, 18, 19]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`permute`].
pub fn rechunk<T: Element>(
    from: &ZarrArray<T>,
    to: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    let order: Vec<usize> = (0..from.shape().len()).collect();
    reordered("rechunk", from, to.as_ref(), &order, chunks.into(), work)
}

fn reordered<T: Element>(
    name: &str,
    from: &ZarrArray<T>,
    to: &Path,
    order: &[usize],
    chunks: Chunks,
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    let shape: Vec<usize> = order.iter().map(|axis| from.shape()[*axis]).collect();
    let new = NewArray::new(&shape, chunks).of_elements_of(from).described_by(from, order)?;
    let operation = Operation::new(name, vec![from])?;
    let plan = |grid: &Grid, held: Held| {
        let axes: Vec<Axis> = (order.iter().zip(grid.chunk()))
            .map(|(&axis, &to)| {
                let chunk = from.grid().chunk()[axis];
                Axis { extent: from.shape()[axis], to, from: vec![chunk] }
            })
            .collect();
        let costs =
            Costs { decoding: from.decoding(), element: size_of::<T>(), element_of_thread: 0 };
        plan_tiles(&axes, &[1], grid, held, costs, work.memory)
    };
    write_tiles(&operation, to, &new, work, plan, |tile, plan| {
        let mut region = [vec![0; order.len()], vec![0; order.len()]];
        for (k, &axis) in order.iter().enumerate() {
            (region[0][axis], region[1][axis]) = (tile.start()[k], tile.shape()[k]);
        }
        let part = plan.coders.run(|| from.read(&Region::new(&region[0], &region[1])))?;
        let strides = row_major(&region[1]);
        let strides = order.iter().map(|axis| strides[*axis]).collect();
        Ok(Strided { elements: part.into_vec(), strides })
    })
}
