//! [`ZarrWriter`]: an array that is being written.

use crate::array::{MADE, ZarrArray, wide};
use crate::codec::reversed;
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::journal::{self, CLAIMED, Journal, MISSING, SEEN, WRITTEN, has_metadata, place};
use crate::new::{Built, NewArray};
use crate::operation::{EMPTY, Operation, hash};
use crate::store::{sync_folders, sync_names};
use crate::strided::{Strided, copy_box, row_major};
use crate::tile::{RowMajor, axes, extents};
use crate::work::zeros;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Map, Value, json};
use static_layout::{Layout, PlainLayout, Tensor, ViewMut, tile};
use static_layout_kernels::copy;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use typenum::U1;
use zarrs::array::{ArrayBytes, CodecOptions};
use zarrs::storage::{StoreKey, WritableStorageTraits};

/// An array that is being written, each chunk once. Threads may share it.
///
/// Readers find no array until [`finish`](Self::finish): its metadata is written last. Each chunk is written under
/// another name first, so its file is whole or not there.
#[derive(Debug)]
pub struct ZarrWriter<T> {
    built: Built,
    path: PathBuf,
    state: Mutex<State>,
    element: PhantomData<fn() -> T>,
}

/// Which chunks are written, or claimed by a thread that writes them.
#[derive(Debug)]
struct State {
    journal: Journal,
    /// By the number of the chunk: [`MISSING`], [`CLAIMED`] or [`WRITTEN`].
    chunks: Vec<u8>,
    /// The claimed chunks that have a file.
    stored: Vec<usize>,
}

/// How many chunks are written before the journal lists them: each entry of the journal waits for the disk.
const BATCH: usize = 16;

/// How an operation begins.
pub(crate) enum Begun<T> {
    /// With chunks to be written.
    Now(ZarrWriter<T>),
    /// An earlier call finished the array.
    Before(ZarrArray<T>),
}

impl<T: Element> ZarrWriter<T> {
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
        operation: &Operation<'_>,
    ) -> Result<Begun<T>, ZarrError> {
        let (work, made) = made::<T>(new, operation);
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
        operation: &Operation<'_>,
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
        operation: &Operation<'_>,
    ) -> Result<Option<ZarrArray<T>>, ZarrError> {
        if !has_metadata(path)? {
            return Ok(None);
        }
        let (_, made) = made::<T>(new, operation);
        let there = ZarrArray::open(path).ok();
        let found = there.as_ref().and_then(ZarrArray::made);
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
        let built = new.build::<T>(path, attributes)?;
        let (array, grid) = (&built.array, &built.grid);
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
        let state = Mutex::new(State { journal, chunks, stored: Vec::new() });
        Ok(Self { built, path: path.to_path_buf(), state, element: PhantomData })
    }

    /// The chunks.
    pub fn grid(&self) -> &Grid {
        &self.built.grid
    }

    /// Whether a chunk is written.
    ///
    /// # Panics
    /// When the grid has no such chunk.
    #[track_caller]
    pub fn is_written(&self, chunk: &[usize]) -> bool {
        assert!(self.built.grid.region(chunk).is_ok(), "the grid has no chunk {}", tuple(chunk));
        self.state().chunks[self.built.grid.number(chunk)] == WRITTEN
    }

    /// Whether all chunks of a region are written.
    pub(crate) fn has(&self, region: &Region) -> bool {
        self.missing(region).next().is_none()
    }

    /// The chunks of a region that are not written.
    pub(crate) fn missing(&self, region: &Region) -> impl Iterator<Item = Vec<usize>> + Send {
        self.built.grid.chunks_of(region).filter(|chunk| !self.is_written(chunk))
    }

    /// Writes one chunk: the elements of its part inside the array, in row-major order.
    ///
    /// # Errors
    /// [`ZarrError::Outside`], [`ZarrError::Twice`], [`ZarrError::Shape`] when the number of elements differs, and
    /// [`ZarrError::Io`].
    pub fn write_chunk(&self, chunk: &[usize], elements: &[T]) -> Result<(), ZarrError> {
        let region = self.grid().region(chunk)?;
        if elements.len() != region.size() {
            return Err(ZarrError::Shape(format!(
                "chunk {} has {} elements inside the array, not {}",
                tuple(chunk),
                region.size(),
                elements.len()
            )));
        }
        let part = Strided { elements, strides: row_major(region.shape()) };
        let stored = self.store(chunk, |whole| self.copy_part(&region, &region, &part, whole));
        stored.and(self.add_stored())
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
        self.grid().check_aligned(&region)?;
        let [height, width] = axes(self.grid().chunk())?;
        self.write_each(self.grid().chunks_of(&region), |chunk, part, whole| {
            let [rows, columns] = axes(part.shape())?;
            let at = (chunk[0] - start[0] / height, chunk[1] - start[1] / width);
            let inside: RowMajor = Layout::new((rows, columns), (width, U1::new()));
            let part = view.tile_padded(tile!({ height }, { width }), at).clip();
            let part = part
                .ok_or_else(|| ZarrError::Shape("rows and columns are single modes".into()))?;
            copy(part, &mut ViewMut::new(whole, inside)?);
            Ok(())
        })
    }

    /// Writes the chunks of a region: its elements in row-major order. Threads write them.
    ///
    /// # Errors
    /// [`ZarrError::Unaligned`] when the region begins or ends inside a chunk, and the errors of
    /// [`write_chunk`](Self::write_chunk).
    pub fn write_region(&self, region: &Region, elements: &[T]) -> Result<(), ZarrError> {
        self.grid().check_aligned(region)?;
        if elements.len() != region.size() {
            let (expected, found) = (region.size(), elements.len());
            return Err(ZarrError::Shape(format!(
                "the region {region} has {expected} elements, not {found}"
            )));
        }
        let part = Strided { elements, strides: row_major(region.shape()) };
        self.write_part(region, &part, self.grid().chunks_of(region))
    }

    /// Writes chunks from the elements of a region around them.
    pub(crate) fn write_part(
        &self,
        region: &Region,
        from: &Strided<&[T]>,
        chunks: impl Iterator<Item = Vec<usize>> + Send,
    ) -> Result<(), ZarrError> {
        self.write_each(chunks, |_, part, whole| self.copy_part(part, region, from, whole))
    }

    /// Copies the elements of a part from those of a region around it, into the memory of a whole chunk.
    fn copy_part(
        &self,
        part: &Region,
        region: &Region,
        from: &Strided<&[T]>,
        whole: &mut [T],
    ) -> Result<(), ZarrError> {
        let distances = part.start().iter().zip(region.start()).zip(&from.strides);
        let offset: usize = distances.map(|((at, start), stride)| (at - start) * stride).sum();
        let elements = from.elements.get(offset..).unwrap_or_default();
        let to = row_major(self.grid().chunk());
        copy_box(part.shape(), (elements, &from.strides), (whole, &to))
    }

    /// Writes chunks, each from zeros that `fill` gets with its place and its part inside the array.
    fn write_each(
        &self,
        chunks: impl Iterator<Item = Vec<usize>> + Send,
        fill: impl Fn(&[usize], &Region, &mut [T]) -> Result<(), ZarrError> + Sync,
    ) -> Result<(), ZarrError> {
        let stored = chunks.par_bridge().try_for_each(|chunk| {
            let region = self.grid().region(&chunk)?;
            self.store(&chunk, |whole| fill(&chunk, &region, whole))
        });
        stored.and(self.add_stored())
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
                first: place(first, &self.built.grid.counts()),
            });
        }
        let io = |error| ZarrError::Io(self.path.clone(), error);
        // Chunks are found after a power failure if the metadata is.
        sync_folders(&self.path.join("c"), &self.built.grid.counts()).map_err(io)?;
        sync_names(&self.path).map_err(io)?;
        let refused = |error: String| ZarrError::Array(self.path.clone(), error);
        let text = serde_json::to_vec_pretty(&self.built.metadata);
        let text = text.map_err(|error| refused(error.to_string()))?;
        let key = StoreKey::new("zarr.json").map_err(|error| refused(error.to_string()))?;
        let stored = self.built.array.storage().set(&key, text.into());
        stored.map_err(|error| refused(error.to_string()))?;
        sync_names(&self.path).map_err(io)?;
        sync_names(&self.path.join("..")).map_err(io)?;
        state.journal.remove()?;
        ZarrArray::open(self.path)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Encodes a whole chunk, and writes its file. `fill` gets zeros.
    fn store(
        &self,
        chunk: &[usize],
        fill: impl FnOnce(&mut [T]) -> Result<(), ZarrError>,
    ) -> Result<(), ZarrError> {
        let number = self.grid().number(chunk);
        match &mut self.state().chunks[number] {
            missing @ &mut MISSING => *missing = CLAIMED,
            _ => return Err(ZarrError::Twice(chunk.to_vec())),
        }
        let stored = self.store_file(chunk, fill);
        let mut state = self.state();
        match stored {
            Ok(()) => state.stored.push(number),
            Err(_) => state.chunks[number] = MISSING,
        }
        stored.and(if state.stored.len() < BATCH { Ok(()) } else { state.add_stored() })
    }

    fn store_file(
        &self,
        chunk: &[usize],
        fill: impl FnOnce(&mut [T]) -> Result<(), ZarrError>,
    ) -> Result<(), ZarrError> {
        let mut whole = zeros(self.grid().chunk_size())?;
        fill(&mut whole)?;
        let bytes: &[u8] = bytemuck::cast_slice(&whole);
        let bytes = match self.built.reversed.map(usize::try_from) {
            Some(Ok(unit)) => Cow::Owned(reversed(bytes, unit)),
            _ => Cow::Borrowed(bytes),
        };
        let options = CodecOptions::default().with_concurrent_target(1);
        let array = &self.built.array;
        let stored = array.store_chunk_opt(&wide(chunk), ArrayBytes::from(bytes), &options);
        stored.map_err(|error| ZarrError::Array(self.path.clone(), error.to_string()))
    }

    /// Adds the chunks that have a file to the journal.
    fn add_stored(&self) -> Result<(), ZarrError> {
        self.state().add_stored()
    }
}

impl State {
    /// Adds the chunks that have a file to the journal.
    fn add_stored(&mut self) -> Result<(), ZarrError> {
        let numbers = std::mem::take(&mut self.stored);
        let added = self.journal.add(&numbers);
        let now = if added.is_ok() { WRITTEN } else { MISSING };
        numbers.into_iter().for_each(|number| self.chunks[number] = now);
        added
    }
}

/// The line of the journal of a work, even if a path in it has more lines.
fn work<T: Element>(operation: &str, new: &NewArray) -> String {
    format!("{operation}: {} of {}", T::name(), new.text()).replace('\n', "\\n")
}

/// The work of an operation, and the attribute of its result.
fn made<T: Element>(new: &NewArray, operation: &Operation<'_>) -> (String, Value) {
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
