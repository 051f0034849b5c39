//! [`save`] and [`load`]: an array of many ranks as a Zarr array, whose chunks the ranks write and read at once.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use layout_core::sharding::{Mesh, Sharding, Split};
use static_layout_zarr::{ChunkWriter, Chunks, Grid, NamedElement, NewArray, Region, ZarrArray};
use static_layout_zarr::{ZarrError, ZarrWriter};

use crate::comm::Comm;
use crate::local::{LocalLayout, each_place, local_shape, strides};
use crate::message::Element;
use crate::redistribution::check_whole;
use crate::steps::Steps;
use crate::tensor::zeroed;
use crate::transport::Transport;
use crate::{DistError, DistErrorKind, DistTensor, Result};

/// Writes the array into a folder that all ranks see. Each rank writes some of the chunks, each chunk is written by one rank.
///
/// The elements move to the ranks that write them first, so a rank needs memory for its share of the array once more, and for one
/// chunk. Readers, [`load`] among them, find the array when all chunks are there: a program that is killed leaves none, and the
/// same call begins anew. A power failure is covered as `ZarrWriter` says.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// use static_layout::{Layout, layout};
/// use static_layout_mpi::{DistError, DistTensor, Threads, load, save};
///
/// # let folder = std::env::temp_dir().join(format!("static-layout-mpi-save-{}", std::process::id()));
/// type Local = Layout!((?, ?):(?, ?));
/// let rows = |ranks: usize| {
///     let whole = Sharding::replicated(&Mesh::new(&[("x", ranks)])?, &[6, 8])?;
///     whole.split(0, &["x"], Split::Block)
/// };
/// Threads::run(4, |ranks| {
///     let a = DistTensor::<f64, Local>::from_fn(ranks, rows(4)?, |at| (10 * at[0] + at[1]) as f64)?;
///     save(ranks, &a, &folder, [2, 4])
/// }).into_iter().collect::<Result<(), DistError>>()?;
/// // Resume on three ranks.
/// Threads::run(3, |ranks| {
///     let a: DistTensor<f64, Local> = load(ranks, &folder, rows(3)?)?;
///     assert_eq!(a.view()[(1, 7)], (10 * (2 * ranks.rank() + 1) + 7) as f64);
///     Ok(())
/// }).into_iter().collect::<Result<(), DistError>>()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`File`](DistErrorKind::File) when a rank cannot write, or a complete array is there; [`Layout`](DistErrorKind::Layout) for partial
/// values, and for chunks that the array cannot have; [`Memory`](DistErrorKind::Memory); and the errors of [`Comm`].
pub fn save<T, L, S, X>(
    comm: &mut Comm<X>,
    tensor: &DistTensor<T, L, S>,
    path: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
) -> Result<()>
where
    T: Element + NamedElement,
    L: LocalLayout,
    S: Borrow<Sharding>,
    X: Transport,
{
    let (from, path) = (tensor.sharding(), path.as_ref());
    let shape: Option<Vec<usize>> = from.shape().iter().map(|n| usize::try_from(*n).ok()).collect();
    let chunks: Chunks = chunks.into();
    let new = NewArray::new(&shape.unwrap_or_default(), &chunks);
    comm.agree(&format!(
        "save {} of `{from}` to {} in {chunks:?}",
        std::any::type_name::<T>(),
        path.display()
    ))?;
    let rank = comm.rank();
    let file = file(comm.name(rank));
    let moves = (|| {
        check_whole(from)?;
        let grid = new.grid().map_err(&file)?;
        let to = in_chunks(&grid, comm.size())?;
        let steps = strides(&to, rank)?;
        let ends = [(from, tensor.strides()), (&to, &steps[..])];
        let moves = Steps::new(rank, size_of::<T>(), comm.network(), ends[0], ends[1])?;
        let size = local_shape(&to, rank)?.iter().product();
        let elements: Vec<T> = zeroed(size, comm.name(rank), &to)?;
        Ok((grid, to, moves, elements))
    })();
    let (grid, to, moves, mut elements) = moves.map_err(|error| comm.fail(error))?;
    comm.guard(|comm| moves.run(comm, tensor.elements(), &mut elements, None, None))?;
    // The first rank begins the array, and ends it when all have written.
    let writer = match rank {
        0 => Some(ZarrWriter::<T>::create(path, &new)),
        _ => None,
    };
    let writer = writer.transpose().map_err(|error| comm.fail(file(error)))?;
    comm.patiently(|comm| comm.agree("save: begun"))?;
    let written = ChunkWriter::join(path, &new)
        .map_err(&file)
        .and_then(|writer| write(&writer, &to, rank, &elements, &file));
    written.map_err(|error| comm.fail(error))?;
    comm.patiently(|comm| comm.agree("save: written"))?;
    if let Some(writer) = writer {
        let ended = writer.add_written(grid.chunks()).and_then(|()| writer.finish());
        ended.map_err(|error| comm.fail(file(error)))?;
    }
    comm.patiently(|comm| comm.agree("save: ended"))
}

/// Reads an array that [`save`] or another program wrote, each rank the elements that it holds. The sharding, and the number of
/// ranks, may differ from those that wrote it. A rank reads each chunk that has elements of its own once at most.
///
/// Example: [`save`].
///
/// # Errors
/// [`File`](DistErrorKind::File) when a rank cannot read the array, or it is not complete; [`Layout`](DistErrorKind::Layout) when its
/// shape is not the shape of the sharding; and the errors of [`DistTensor::zeros`] and [`Comm`].
pub fn load<T, L, S, X>(
    comm: &mut Comm<X>,
    path: impl AsRef<Path>,
    sharding: S,
) -> Result<DistTensor<T, L, S>>
where
    T: Element + NamedElement,
    L: LocalLayout,
    S: Borrow<Sharding>,
    X: Transport,
{
    let path = path.as_ref();
    let text = format!("load {} to `{}`", std::any::type_name::<T>(), sharding.borrow());
    comm.agree(&format!("{text} from {}", path.display()))?;
    let rank = comm.rank();
    let file = file(comm.name(rank));
    let read = (|| {
        check_whole(sharding.borrow())?;
        let array = ZarrArray::<T>::open(path).map_err(&file)?;
        let shape = sharding.borrow().shape();
        if !shape.iter().copied().eq(array.shape().iter().map(|n| *n as i64)) {
            let found = array.shape();
            let held = sharding.borrow();
            return Err(DistError::layout(format!(
                "{} has {found:?}, not the shape of `{held}`",
                path.display()
            )));
        }
        let mut tensor = DistTensor::zeros(comm, sharding)?;
        read(&array, rank, &mut tensor, &file)?;
        Ok(tensor)
    })();
    let tensor = read.map_err(|error| comm.fail(error))?;
    comm.patiently(|comm| comm.agree("load: ended"))?;
    Ok(tensor)
}

/// The error of a rank that reads or writes files.
fn file(rank: usize) -> impl Fn(ZarrError) -> DistError {
    move |error| {
        let kind = match error {
            ZarrError::Shape(_) => DistErrorKind::Layout,
            ZarrError::Allocation(_) => DistErrorKind::Memory,
            _ => DistErrorKind::File,
        };
        DistError::new(kind, format!("rank {rank}: {error}"))
    }
}

/// A sharding over `size` ranks in which each holds whole chunks, in turn along each axis: of the axes with the most chunks for a
/// rank, so that the ranks have about as many each.
fn in_chunks(grid: &Grid, size: usize) -> Result<Sharding> {
    let shape: Vec<i64> = grid.shape().iter().map(|n| *n as i64).collect();
    let counts = grid.counts();
    // Some ranks hold nothing where fewer make the most chunks of a rank fewer: 1 of 13 ranks for 4 by 4 by 4 chunks.
    let most = |parts: &Vec<usize>| -> usize {
        counts.iter().zip(parts).map(|(n, parts)| n.div_ceil(*parts)).product()
    };
    let parts = (1..=size).map(|ranks| parts_of(&counts, ranks)).min_by_key(most);
    let parts = parts.unwrap_or_else(|| vec![1; counts.len()]);
    let names: Vec<String> = (0..parts.len()).map(|axis| format!("c{axis}")).collect();
    let mesh: Vec<(&str, usize)> =
        names.iter().map(String::as_str).zip(parts.iter().copied()).collect();
    let mesh = if mesh.is_empty() { Mesh::new(&[("c", 1)])? } else { Mesh::new(&mesh)? };
    let mut sharding = Sharding::replicated(&mesh, &shape)?;
    for (axis, name) in names.iter().enumerate().filter(|(axis, _)| parts[*axis] > 1) {
        sharding = sharding.split(axis, &[name], Split::cyclic(grid.chunk()[axis] as i64))?;
    }
    Ok(sharding)
}

/// As many parts as ranks, along the axes with the most chunks for a part; the greatest prime factors first.
fn parts_of(counts: &[usize], mut ranks: usize) -> Vec<usize> {
    let (mut factors, mut factor) = (Vec::new(), 2);
    while factor * factor <= ranks {
        while ranks.is_multiple_of(factor) {
            factors.push(factor);
            ranks /= factor;
        }
        factor += 1;
    }
    factors.push(ranks);
    let mut parts = vec![1; counts.len()];
    for factor in factors.into_iter().rev() {
        let most = (0..counts.len()).max_by_key(|axis| counts[*axis] / parts[*axis]);
        if let Some(axis) = most {
            parts[axis] *= factor;
        }
    }
    parts
}

/// The place of an element along one axis: local and global.
type Place = (usize, usize);

/// The runs of indices that a rank holds along one axis, by the number of their chunk: the first local index, and the global ones.
type Runs = BTreeMap<usize, Vec<(usize, Range<usize>)>>;

/// [`Runs`] along each axis.
fn runs(sharding: &Sharding, rank: usize, grid: &Grid) -> Result<Vec<Runs>> {
    let mut axes = vec![Runs::new(); sharding.rank()];
    for (axis, found) in axes.iter_mut().enumerate() {
        let (mut local, chunk) = (0, grid.chunk()[axis]);
        for range in sharding.ranges(rank, axis)? {
            let (mut start, end) = (range.start as usize, range.end as usize);
            while start < end {
                let stop = end.min((start / chunk + 1) * chunk);
                found.entry(start / chunk).or_default().push((local, start..stop));
                local += stop - start;
                start = stop;
            }
        }
    }
    Ok(axes)
}

/// Calls `act` with each chunk of which a rank holds elements, and their places along each axis.
fn each_chunk(
    axes: &[Runs],
    mut act: impl FnMut(&[usize], &[Vec<Place>]) -> Result<()>,
) -> Result<()> {
    let lists: Vec<Vec<_>> = axes.iter().map(|axis| axis.iter().collect()).collect();
    let sizes: Vec<usize> = lists.iter().map(Vec::len).collect();
    let run = |(local, at): &(usize, Range<usize>)| (*local..).zip(at.clone());
    each_place(&sizes, |at| {
        let chosen = at.iter().zip(&lists).map(|(k, list)| list[*k]);
        let (chunk, places): (Vec<usize>, Vec<Vec<Place>>) =
            chosen.map(|(chunk, runs)| (*chunk, runs.iter().flat_map(run).collect())).unzip();
        act(&chunk, &places)
    })
}

/// Writes the chunks of a rank.
fn write<T: Element + NamedElement>(
    writer: &ChunkWriter<T>,
    sharding: &Sharding,
    rank: usize,
    elements: &[T],
    file: impl Fn(ZarrError) -> DistError,
) -> Result<()> {
    // An array of rank 0 has one element, which `local_shape` also gives the ranks that are not devices.
    if elements.is_empty() || sharding.mesh().position(rank).is_none() {
        return Ok(());
    }
    let steps: Vec<usize> = strides(sharding, rank)?.iter().map(|step| *step as usize).collect();
    let mut part = Vec::new();
    each_chunk(&runs(sharding, rank, writer.grid())?, |chunk, places| {
        let sizes: Vec<usize> = places.iter().map(|places| places.len()).collect();
        part.clear();
        each_place(&sizes, |at| {
            let offsets = at.iter().zip(places).zip(&steps);
            let offset: usize = offsets.map(|((k, places), step)| places[*k].0 * step).sum();
            part.push(elements[offset]);
            Ok(())
        })?;
        writer.write_chunk(chunk, &part).map_err(&file)
    })
}

/// Reads the elements of a rank.
fn read<T, L, S>(
    array: &ZarrArray<T>,
    rank: usize,
    tensor: &mut DistTensor<T, L, S>,
    file: impl Fn(ZarrError) -> DistError,
) -> Result<()>
where
    T: Element + NamedElement,
    L: LocalLayout,
    S: Borrow<Sharding>,
{
    let steps: Vec<usize> = tensor.strides().iter().map(|step| *step as usize).collect();
    if tensor.elements().is_empty() || tensor.sharding().mesh().position(rank).is_none() {
        return Ok(());
    }
    let axes = runs(tensor.sharding(), rank, array.grid())?;
    each_chunk(&axes, |_, places| {
        let ends = places.iter().map(|places| {
            let least = places.iter().map(|place| place.1).min().unwrap_or(0);
            (least, places.iter().map(|place| place.1 + 1 - least).max().unwrap_or(0))
        });
        let (start, shape): (Vec<usize>, Vec<usize>) = ends.unzip();
        let part = array.read(&Region::new(&start, &shape)).map_err(&file)?;
        let sizes: Vec<usize> = places.iter().map(|places| places.len()).collect();
        each_place(&sizes, |at| {
            let (mut from, mut to) = (0, 0);
            for axis in 0..at.len() {
                let (local, global) = places[axis][at[axis]];
                from = from * shape[axis] + global - start[axis];
                to += local * steps[axis];
            }
            tensor.elements_mut()[to] = part.as_slice()[from];
            Ok(())
        })
    })
}
