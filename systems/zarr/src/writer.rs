//! [`ZarrWriter`]: an array that is being written.

use crate::array::{ZarrArray, wide};
use crate::checked::check;
use crate::element::NamedElement;
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::journal::{self, CLAIMED, Journal, MISSING, SEEN, WRITTEN, has_metadata, place};
use crate::metadata::of_version_3;
use crate::operation::{EMPTY, Operation, hash};
use crate::store::{Store, sync_folders, sync_names};
use crate::tile::{RowMajor, axes, extents};
use crate::work::zeros;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Map, Value, json};
use static_layout::{AnyLayout, Layout, PlainLayout, Tensor, View, ViewMut, tile};
use static_layout_kernels::copy;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use typenum::U1;
use zarrs::array::codec::GzipCodec;
use zarrs::array::{Array, ArrayBuilder, CodecOptions};

/// The extents and the chunks of a new array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewArray {
    shape: Vec<usize>,
    chunk: Vec<usize>,
    inner: Option<Vec<usize>>,
    gzip: Option<u32>,
}

impl NewArray {
    /// An array of these extents in chunks of these extents, not compressed.
    pub fn new(shape: &[usize], chunk: &[usize]) -> Self {
        Self { shape: shape.to_vec(), chunk: chunk.to_vec(), inner: None, gzip: None }
    }

    /// Makes each chunk a shard: one file of chunks of these extents, which are read one by one.
    pub fn with_shards_of(mut self, chunk: &[usize]) -> Self {
        self.inner = Some(chunk.to_vec());
        self
    }

    /// Compresses by gzip, with a level from 0 to 9.
    pub fn with_gzip(mut self, level: u32) -> Self {
        self.gzip = Some(level);
        self
    }

    /// The chunks.
    pub(crate) fn grid(&self) -> Result<Grid, ZarrError> {
        Grid::new(&self.shape, &self.chunk)
    }

    /// The array of `zarrs` in a folder. Nothing is written.
    fn build<T: NamedElement>(
        &self,
        path: &Path,
        attributes: Map<String, Value>,
    ) -> Result<(Array<Store>, Grid), ZarrError> {
        let grid = self.grid()?;
        let refused = |reason: String| ZarrError::Array(path.to_path_buf(), reason);
        let (data_type, zero) = T::of_zarrs();
        let mut builder = ArrayBuilder::new(wide(&self.shape), wide(grid.chunk()), data_type, zero);
        builder.attributes(attributes);
        if let Some(inner) = &self.inner {
            let fits = inner.len() == grid.chunk().len()
                && inner
                    .iter()
                    .zip(grid.chunk())
                    .all(|(inner, chunk)| *inner > 0 && chunk % inner == 0);
            if !fits {
                return Err(ZarrError::Shape(format!(
                    "chunks of {} do not divide a shard of {}",
                    tuple(inner),
                    tuple(grid.chunk())
                )));
            }
            builder.subchunk_shape(wide(inner));
        }
        if let Some(level) = self.gzip {
            let codec = GzipCodec::new(level).map_err(|error| refused(error.to_string()))?;
            builder.bytes_to_bytes_codecs(vec![Arc::new(codec)]);
        }
        let store = Store::new(path).into();
        let array = builder.build(store, "/").map_err(|error| refused(error.to_string()))?;
        let metadata = serde_json::to_value(array.metadata());
        let metadata = metadata.map_err(|error| refused(error.to_string()))?;
        // What readers refuse is not begun.
        let (mut metadata, data_type) = of_version_3(&metadata).map_err(refused)?;
        data_type.make_bits(&mut metadata).map_err(refused)?;
        check(&mut metadata, &grid, size_of::<T>()).map_err(refused)?;
        Ok((array, grid))
    }
}

/// An array that is being written, each chunk once. Threads may share it.
///
/// Readers find no array until [`finish`](Self::finish): its metadata is written last. Each chunk is written under
/// another name first, so its file is whole or not there.
#[derive(Debug)]
pub struct ZarrWriter<T> {
    array: Array<Store>,
    path: PathBuf,
    grid: Grid,
    state: Mutex<State>,
    element: PhantomData<fn() -> T>,
}

/// Which chunks are written, or claimed by a thread that writes them.
#[derive(Debug)]
struct State {
    journal: Journal,
    /// By the number of the chunk: [`MISSING`], [`CLAIMED`] or [`WRITTEN`].
    chunks: Vec<u8>,
}

/// The attribute of a finished array that tells what it is made from.
const MADE: &str = "static-layout-zarr";

/// How an operation begins.
pub(crate) enum Begun<T> {
    /// With chunks to be written.
    Now(ZarrWriter<T>),
    /// An earlier call finished the array.
    Before(ZarrArray<T>),
}

impl<T: NamedElement> ZarrWriter<T> {
    /// Begins an array in a folder, or continues the same one that was not finished. Its chunks that have a file are written
    /// then; those of zeros have none, and are written again.
    ///
    /// # Errors
    /// [`ZarrError::Exists`], [`ZarrError::Busy`], [`ZarrError::OtherWork`] when another array was begun there, and
    /// [`ZarrError::Shape`].
    pub fn create(path: impl AsRef<Path>, array: &NewArray) -> Result<Self, ZarrError> {
        Self::begin(path.as_ref(), array, &work::<T>("array", array), Map::new())
    }

    /// [`create`](Self::create) of the result of an operation. Its journal and its attributes tell what it is made from.
    ///
    /// # Errors
    /// [`ZarrError::SourceChanged`] when it was begun, or finished, with other sources.
    pub(crate) fn create_for(
        path: &Path,
        new: &NewArray,
        operation: &Operation<'_, T>,
    ) -> Result<Begun<T>, ZarrError> {
        let (work, made) = made(new, operation);
        let attributes = Map::from_iter([(MADE.to_string(), made)]);
        let begun = Self::begin(path, new, &format!("{work}{SEEN}{}", operation.seen), attributes);
        match begun {
            Err(ZarrError::Exists(_)) => {
                Self::result(path, new, operation)?.map(Begun::Before).ok_or(exists(path))
            }
            begun => begun.map(Begun::Now),
        }
    }

    /// The result of an operation, if an earlier call finished it and removed its journal.
    pub(crate) fn finished(
        path: &Path,
        new: &NewArray,
        operation: &Operation<'_, T>,
    ) -> Result<Option<ZarrArray<T>>, ZarrError> {
        if path.join(journal::NAME).exists() {
            return Ok(None);
        }
        Self::result(path, new, operation)
    }

    /// The result of an operation, if there is an array.
    ///
    /// # Errors
    /// [`ZarrError::SourceChanged`] when it has other sources, and [`ZarrError::Exists`] when it is another array.
    pub(crate) fn result(
        path: &Path,
        new: &NewArray,
        operation: &Operation<'_, T>,
    ) -> Result<Option<ZarrArray<T>>, ZarrError> {
        if !has_metadata(path)? {
            return Ok(None);
        }
        let (_, made) = made(new, operation);
        let there = ZarrArray::open(path).ok();
        let found = there.as_ref().and_then(|array| array.attributes().get(MADE));
        match found {
            Some(found) if *found == made => Ok(there),
            Some(found) if found["operation"] == made["operation"] => {
                Err(ZarrError::SourceChanged(path.into()))
            }
            _ => Err(exists(path)),
        }
    }

    fn begin(
        path: &Path,
        new: &NewArray,
        work: &str,
        attributes: Map<String, Value>,
    ) -> Result<Self, ZarrError> {
        let (array, grid) = new.build::<T>(path, attributes)?;
        let chunks = zeros(grid.chunk_count())?;
        let (journal, mut chunks) = Journal::open(path, work, &grid.counts(), chunks)?;
        // A power failure keeps the line of a chunk and loses the name of its file, until `finish` synchronizes the names.
        if !has_metadata(path)? {
            let written = chunks.iter_mut().enumerate().filter(|(_, chunk)| **chunk == WRITTEN);
            for (number, chunk) in written {
                let key = array.chunk_key(&wide(&place(number, &grid.counts())));
                let file = array.storage().file(&key);
                if !file.try_exists().map_err(|error| ZarrError::Io(file, error))? {
                    *chunk = MISSING;
                }
            }
        }
        let state = Mutex::new(State { journal, chunks });
        Ok(Self { array, path: path.to_path_buf(), grid, state, element: PhantomData })
    }

    /// The chunks.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether a chunk is written.
    ///
    /// # Panics
    /// When the grid has no such chunk.
    #[track_caller]
    pub fn is_written(&self, chunk: &[usize]) -> bool {
        assert!(self.grid.region(chunk).is_ok(), "the grid has no chunk {}", tuple(chunk));
        self.state().chunks[self.grid.number(chunk)] == WRITTEN
    }

    /// Whether all chunks of a region are written.
    pub(crate) fn has(&self, region: &Region) -> bool {
        self.missing(region).next().is_none()
    }

    /// The chunks of a region that are not written.
    pub(crate) fn missing(&self, region: &Region) -> impl Iterator<Item = Vec<usize>> + Send {
        self.grid.chunks_of(region).filter(|chunk| !self.is_written(chunk))
    }

    /// Writes one chunk: the elements of its part inside the array, in row-major order.
    ///
    /// # Errors
    /// [`ZarrError::Outside`], [`ZarrError::Twice`], [`ZarrError::Shape`] when the number of elements differs, and
    /// [`ZarrError::Io`].
    pub fn write_chunk(&self, chunk: &[usize], elements: &[T]) -> Result<(), ZarrError> {
        let region = self.grid.region(chunk)?;
        if elements.len() != region.size() {
            return Err(ZarrError::Shape(format!(
                "chunk {} has {} elements inside the array, not {}",
                tuple(chunk),
                region.size(),
                elements.len()
            )));
        }
        self.store(chunk, || {
            let mut whole = zeros(self.grid.chunk_size())?;
            if region.shape() == self.grid.chunk() {
                whole.copy_from_slice(elements);
                return Ok(whole);
            }
            let width = region.shape().last().copied().unwrap_or(1);
            for (row, from) in elements.chunks_exact(width).enumerate() {
                let mut rest = row;
                let (mut offset, mut stride) = (0, *self.grid.chunk().last().unwrap_or(&1));
                for (inside, extent) in region.shape().iter().zip(self.grid.chunk()).rev().skip(1) {
                    offset += rest % inside * stride;
                    rest /= inside;
                    stride *= extent;
                }
                whole[offset..offset + width].copy_from_slice(from);
            }
            Ok(whole)
        })
    }

    /// Writes the chunks of a matrix that a tensor of two modes covers, from `start` on. Threads write them.
    ///
    /// # Errors
    /// [`ZarrError::Unaligned`] when the tensor begins or ends inside a chunk, and the errors of
    /// [`write_chunk`](Self::write_chunk).
    pub fn write<L: PlainLayout + Sync>(
        &self,
        start: [usize; 2],
        tensor: impl Tensor<Element = T, Layout = L>,
    ) -> Result<(), ZarrError> {
        let view = tensor.view();
        let [rows, columns] = extents(&view.layout().to_dynamic())?;
        let region = Region::new(&start, &[rows, columns]);
        self.grid.check_aligned(&region)?;
        self.write_chunks(start, view, self.grid.chunks_of(&region))
    }

    /// Writes chunks of a matrix from a view that begins at `start`, a corner of a chunk.
    pub(crate) fn write_chunks<L: AnyLayout + Sync>(
        &self,
        start: [usize; 2],
        view: View<'_, T, L>,
        chunks: impl Iterator<Item = Vec<usize>> + Send,
    ) -> Result<(), ZarrError> {
        let [height, width] = axes(self.grid.chunk())?;
        chunks.par_bridge().try_for_each(|chunk| {
            let [rows, columns] = axes(self.grid.region(&chunk)?.shape())?;
            let at = (chunk[0] - start[0] / height, chunk[1] - start[1] / width);
            self.store(&chunk, || {
                let mut whole = zeros(height * width)?;
                let inside: RowMajor = Layout::new((rows, columns), (width, U1::new()));
                let part = view.tile_padded(tile!({ height }, { width }), at).clip();
                let part = part
                    .ok_or_else(|| ZarrError::Shape("rows and columns are single modes".into()))?;
                copy(part, &mut ViewMut::new(&mut whole, inside)?);
                Ok(whole)
            })
        })
    }

    /// Ends the array: writes its metadata, so readers find it, also after a power failure.
    ///
    /// # Errors
    /// [`ZarrError::Unfinished`] when a chunk is missing, and [`ZarrError::Io`].
    pub fn finish(self) -> Result<ZarrArray<T>, ZarrError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = state.chunks.iter().position(|chunk| *chunk != WRITTEN) {
            return Err(ZarrError::Unfinished {
                path: self.path,
                written: state.chunks.iter().filter(|chunk| **chunk == WRITTEN).count(),
                chunks: state.chunks.len(),
                first: place(first, &self.grid.counts()),
            });
        }
        let io = |error| ZarrError::Io(self.path.clone(), error);
        // Chunks are found after a power failure if the metadata is.
        sync_folders(&self.path.join("c"), &self.grid.counts()).map_err(io)?;
        sync_names(&self.path).map_err(io)?;
        self.array
            .store_metadata()
            .map_err(|error| ZarrError::Array(self.path.clone(), error.to_string()))?;
        sync_names(&self.path).map_err(io)?;
        sync_names(&self.path.join("..")).map_err(io)?;
        state.journal.remove()?;
        ZarrArray::open(self.path)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Encodes a whole chunk, writes its file, and then its number into the journal.
    fn store(
        &self,
        chunk: &[usize],
        elements: impl FnOnce() -> Result<Vec<T>, ZarrError>,
    ) -> Result<(), ZarrError> {
        let number = self.grid.number(chunk);
        match &mut self.state().chunks[number] {
            missing @ &mut MISSING => *missing = CLAIMED,
            _ => return Err(ZarrError::Twice(chunk.to_vec())),
        }
        let options = CodecOptions::default().with_concurrent_target(1);
        let stored = elements().and_then(|elements| {
            let stored = self.array.store_chunk_opt(&wide(chunk), elements, &options);
            stored.map_err(|error| ZarrError::Array(self.path.clone(), error.to_string()))
        });
        let mut state = self.state();
        let stored = stored.and_then(|()| state.journal.add(number));
        state.chunks[number] = if stored.is_ok() { WRITTEN } else { MISSING };
        stored
    }
}

/// The line of the journal of a work, even if a path in it has more lines.
fn work<T: NamedElement>(operation: &str, new: &NewArray) -> String {
    format!("{operation}: {} of {new:?}", T::name()).replace('\n', "\\n")
}

/// The work of an operation, and the attribute of its result.
fn made<T: NamedElement>(new: &NewArray, operation: &Operation<'_, T>) -> (String, Value) {
    let work = work::<T>(&operation.text, new);
    let made = json!({
        "operation": format!("{:032x}", hash(EMPTY, work.as_bytes())),
        "sources": operation.seen,
    });
    (work, made)
}

fn exists(path: &Path) -> ZarrError {
    ZarrError::Exists(path.to_path_buf())
}

/// The bytes that a writer holds while it writes chunks, in addition to those of each thread.
pub(crate) fn held(grid: &Grid) -> usize {
    grid.chunk_count()
}

/// The bytes that a thread needs to encode a chunk.
pub(crate) fn encoding<T>(grid: &Grid) -> usize {
    grid.chunk_size().saturating_mul(2 * size_of::<T>())
}
