//! [`map`] and [`map_two`]: functions of each element in bounded memory.

use crate::array::ZarrArray;
use crate::element::{Element, NamedElement};
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::new::{Chunks, NewArray};
use crate::operation::{Operation, Source};
use crate::strided::{Strided, row_major};
use crate::tiles::{Axis, Costs, Held, plan_tiles, write_tiles};
use crate::work::Work;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::path::Path;

/// Writes `B(i) = f(A(i))`. B has the attributes of A, and the names of its axes.
///
/// `name` tells the function from others: a call that continues an array after a kill, or finds it finished, refuses another name.
/// Tiles, memory and kills are those of [`permute`](crate::permute).
///
/// ```
/// # use static_layout_zarr::{NewArray, Region, Work, ZarrWriter, map};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-map-{}", std::process::id()));
/// let writer = ZarrWriter::create(folder.join("a"), &NewArray::new(&[3], [2]))?;
/// writer.write_region(&Region::new(&[0], &[3]), &[1_i32, 4, 9])?;
/// let work = Work::new(4096);
/// let b = map(&writer.finish()?, folder.join("b"), &[3], "root", |x| f64::from(x).sqrt(), &work)?;
/// assert_eq!(b.read(&Region::new(&[0], &[3]))?.as_slice(), [1.0, 2.0, 3.0]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ZarrError::OtherWork`] and [`ZarrError::Exists`] when another function was begun or finished there, and those of
/// [`permute`](crate::permute).
pub fn map<T: Element, U: NamedElement>(
    a: &ZarrArray<T>,
    to: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
    name: &str,
    f: impl Fn(T) -> U + Sync,
    work: &Work<'_>,
) -> Result<ZarrArray<U>, ZarrError> {
    let f = |region: &Region| {
        let elements = a.read(region)?.into_vec();
        Ok(elements.into_par_iter().with_min_len(GRAIN).map(&f).collect())
    };
    let sources = Sources {
        all: vec![a],
        chunks: vec![a.grid()],
        sizes: vec![size_of::<T>()],
        decoding: a.decoding(),
    };
    let new =
        NewArray::new(a.shape(), chunks).described_by(a, &Vec::from_iter(0..a.shape().len()))?;
    each(&format!("map {name:?}"), sources, to.as_ref(), &new, f, work)
}

/// Writes `C(i) = f(A(i), B(i))`. C has the attributes of A, and the names of its axes.
///
/// `name` tells the function from others, as in [`map`].
///
/// ```
/// # use static_layout_zarr::{NewArray, Region, Work, ZarrWriter, map_two};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-map-two-{}", std::process::id()));
/// let writer = ZarrWriter::create(folder.join("a"), &NewArray::new(&[3], [2]))?;
/// writer.write_region(&Region::new(&[0], &[3]), &[1_i32, 4, 9])?;
/// let a = writer.finish()?;
/// let c = map_two(&a, &a, folder.join("c"), &[3], "a * b", |a, b| a * b, &Work::new(4096))?;
/// assert_eq!(c.read(&Region::new(&[0], &[3]))?.as_slice(), [1, 16, 81]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ZarrError::Shape`] when the extents differ, and those of [`map`].
pub fn map_two<A: Element, B: Element, U: NamedElement>(
    a: &ZarrArray<A>,
    b: &ZarrArray<B>,
    to: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
    name: &str,
    f: impl Fn(A, B) -> U + Sync,
    work: &Work<'_>,
) -> Result<ZarrArray<U>, ZarrError> {
    if a.shape() != b.shape() {
        let (a, b) = (tuple(a.shape()), tuple(b.shape()));
        return Err(ZarrError::Shape(format!("A of {a} and B of {b} have different extents")));
    }
    let f = |region: &Region| {
        let (a, b) = (a.read(region)?.into_vec(), b.read(region)?.into_vec());
        let pairs = a.into_par_iter().zip(b).with_min_len(GRAIN);
        Ok(pairs.map(|(a, b)| f(a, b)).collect())
    };
    let sources = Sources {
        all: vec![a, b],
        chunks: vec![a.grid(), b.grid()],
        sizes: vec![size_of::<A>(), size_of::<B>()],
        decoding: a.decoding().max(b.decoding()),
    };
    let new =
        NewArray::new(a.shape(), chunks).described_by(a, &Vec::from_iter(0..a.shape().len()))?;
    each(&format!("map {name:?}"), sources, to.as_ref(), &new, f, work)
}

/// The fewest elements that a thread maps.
const GRAIN: usize = 1 << 13;

/// The arrays that a function reads.
struct Sources<'a> {
    all: Vec<&'a dyn Source>,
    chunks: Vec<&'a Grid>,
    /// The bytes of an element of each.
    sizes: Vec<usize>,
    decoding: usize,
}

/// Writes the elements that `f` returns for each tile.
fn each<U: NamedElement>(
    name: &str,
    sources: Sources<'_>,
    to: &Path,
    new: &NewArray,
    f: impl Fn(&Region) -> Result<Vec<U>, ZarrError> + Sync,
    work: &Work<'_>,
) -> Result<ZarrArray<U>, ZarrError> {
    let Sources { all, chunks, sizes, decoding } = sources;
    let operation = Operation::new(name, all)?;
    let plan = |grid: &Grid, held: Held| {
        let axis = |k: usize| Axis {
            extent: grid.shape()[k],
            to: grid.chunk()[k],
            from: chunks.iter().map(|chunk| chunk.chunk()[k]).collect(),
        };
        let axes: Vec<Axis> = (0..grid.shape().len()).map(axis).collect();
        let bytes: Vec<usize> = chunks
            .iter()
            .zip(&sizes)
            .map(|(grid, n)| grid.chunk_size().saturating_mul(*n))
            .collect();
        let element = sizes.iter().sum::<usize>() + size_of::<U>();
        let costs = Costs { decoding, element, element_of_thread: 0 };
        plan_tiles(&axes, &bytes, grid, held, costs, work.memory)
    };
    write_tiles(&operation, to, new, work, plan, |tile, plan| {
        let elements = plan.coders.run(|| f(tile))?;
        Ok(Strided { elements, strides: row_major(tile.shape()) })
    })
}
