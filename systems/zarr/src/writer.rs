//! [`ZarrWriter`]: an array that is being written.

use crate::array::{MADE, ZarrArray};
use crate::chunk_writer::{ChunkWriter, work};
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::journal::{self, CLAIMED, Journal, MISSING, SEEN, WRITTEN, has_metadata, place};
use crate::new::NewArray;
use crate::operation::{EMPTY, Operation, hash};
use crate::store::{Place, sync_folders, sync_names};
use crate::strided::{Strided, row_major};
use crate::tile::{RowMajor, axes, extents};
use crate::work::zeros;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Map, Value, json};
use static_layout::{Layout, PlainLayout, Tensor, ViewMut, tile};
use static_layout_kernels::copy;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use typenum::U1;

/// An array that is being written, each chunk once. Threads may share it.
///
/// Readers find no array until [`finish`](Self::finish): its metadata is written last. Each chunk is written under
/// another name first, so its file is whole or not there.
#[derive(Debug)]
pub struct ZarrWriter<T> {
    chunks: ChunkWriter<T>,
    state: Mutex<State>,
}

/// Which chunks are written, or claimed by a thread that writes them.
#[derive(Debug)]
struct State {
    /// Of an array in a folder.
    journal: Option<Journal>,
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
    /// then; chunks of the fill value have none, and are written again.
    ///
    /// # Errors
    /// [`ZarrError::Exists`], [`ZarrError::Busy`], [`ZarrError::OtherWork`] when another array was begun there, and
    /// [`ZarrError::Shape`].
    pub fn create(path: impl AsRef<Path>, array: &NewArray) -> Result<Self, ZarrError> {
        Self::begin(path.as_ref(), array, &work::<T>("array", array), Map::new())
    }

    /// Begins an array under a prefix of an object store.
    ///
    /// Each chunk is one object, which is whole or not there, and readers find the array when all its chunks are written. There is
    /// no lock and no journal: a program that is killed begins anew, two writers of one array replace the chunks of each other,
    /// and the second one that finishes is refused if the store creates objects on condition (S3, memory; HTTP does not).
    /// Operations, which continue after a kill, have results in folders only.
    ///
    /// # Errors
    /// [`ZarrError::Exists`], [`ZarrError::Array`] when the store does not answer, and [`ZarrError::Shape`].
    #[cfg(feature = "object_store")]
    pub fn create_in(
        store: std::sync::Arc<dyn object_store::ObjectStore>,
        prefix: &str,
        array: &NewArray,
    ) -> Result<Self, ZarrError> {
        let objects = crate::objects::Objects::new(store, prefix);
        let path = objects.path();
        let writer =
            ChunkWriter::new(array.build::<T>(Place::Objects(objects.clone()), Map::new())?);
        let refused = |reason| ZarrError::Array(path.clone(), reason);
        for file in ["zarr.json", ".zarray"] {
            let key =
                zarrs::storage::StoreKey::new(file).map_err(|error| refused(error.to_string()))?;
            if objects.about(&key).map_err(refused)?.is_some() {
                return Err(ZarrError::Exists(path));
            }
        }
        let chunks = zeros(writer.grid().chunk_count())?;
        let state = Mutex::new(State { journal: None, chunks, stored: Vec::new() });
        Ok(Self { chunks: writer, state })
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
        let writer = ChunkWriter::new(new.build::<T>(Place::Folder(path.into()), attributes)?);
        let grid = writer.grid();
        let chunks = zeros(grid.chunk_count())?;
        let (journal, mut chunks) = Journal::open(path, work, &grid.counts(), chunks)?;
        // A power failure keeps the line of a chunk and loses the name of its file, until `finish` synchronizes the names.
        if !has_metadata(path)? {
            let written = chunks.iter_mut().enumerate().filter(|(_, chunk)| **chunk == WRITTEN);
            for (number, chunk) in written {
                let file = writer.file(&place(number, &grid.counts()));
                if !file.try_exists().map_err(|error| ZarrError::Io(file, error))? {
                    *chunk = MISSING;
                }
            }
        }
        let state = Mutex::new(State { journal: Some(journal), chunks, stored: Vec::new() });
        Ok(Self { chunks: writer, state })
    }

    /// The chunks.
    pub fn grid(&self) -> &Grid {
        self.chunks.grid()
    }

    /// Whether a chunk is written.
    ///
    /// # Panics
    /// When the grid has no such chunk.
    #[track_caller]
    pub fn is_written(&self, chunk: &[usize]) -> bool {
        assert!(self.grid().region(chunk).is_ok(), "the grid has no chunk {}", tuple(chunk));
        self.state().chunks[self.grid().number(chunk)] == WRITTEN
    }

    /// Whether all chunks of a region are written.
    pub(crate) fn has(&self, region: &Region) -> bool {
        self.missing(region).next().is_none()
    }

    /// The chunks of a region that are not written.
    pub(crate) fn missing(&self, region: &Region) -> impl Iterator<Item = Vec<usize>> + Send {
        self.grid().chunks_of(region).filter(|chunk| !self.is_written(chunk))
    }

    /// Writes one chunk: the elements of its part inside the array, in row-major order.
    ///
    /// # Errors
    /// [`ZarrError::Outside`], [`ZarrError::Twice`], [`ZarrError::Shape`] when the number of elements differs, and
    /// [`ZarrError::Io`].
    pub fn write_chunk(&self, chunk: &[usize], elements: &[T]) -> Result<(), ZarrError> {
        let region = self.grid().region(chunk)?;
        let part = self.chunks.part_of(chunk, &region, elements)?;
        let stored =
            self.store(chunk, |whole| self.chunks.copy_part(&region, &region, &part, whole));
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
            let part =
                part.ok_or_else(|| ZarrError::Shape("rows and columns are single modes".into()))?;
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
        self.write_each(chunks, |_, part, whole| self.chunks.copy_part(part, region, from, whole))
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
        let Self { chunks: writer, state } = self;
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (path, counts) = (writer.path().to_path_buf(), writer.grid().counts());
        if let Some(first) = state.chunks.iter().position(|chunk| *chunk != WRITTEN) {
            return Err(ZarrError::Unfinished {
                path,
                written: state.chunks.iter().filter(|chunk| **chunk == WRITTEN).count(),
                chunks: state.chunks.len(),
                first: place(first, &counts),
            });
        }
        let Some(journal) = state.journal else {
            writer.store_metadata()?;
            return ZarrArray::open_place(writer.place());
        };
        let io = |error| ZarrError::Io(path.clone(), error);
        // Chunks are found after a power failure if the metadata is.
        sync_folders(&path.join("c"), &counts).map_err(io)?;
        sync_names(&path).map_err(io)?;
        writer.store_metadata()?;
        sync_names(&path).map_err(io)?;
        sync_names(&path.join("..")).map_err(io)?;
        journal.remove()?;
        ZarrArray::open(path)
    }

    /// Notes that [`ChunkWriter`]s of other processes have written chunks. Those that are written already stay so.
    ///
    /// # Errors
    /// [`ZarrError::Outside`], [`ZarrError::Twice`] when a thread writes one of them, and [`ZarrError::Io`].
    pub fn add_written(
        &self,
        chunks: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<(), ZarrError> {
        let mut state = self.state();
        let mut numbers = Vec::new();
        for chunk in chunks {
            self.grid().region(&chunk)?;
            let number = self.grid().number(&chunk);
            match state.chunks[number] {
                MISSING => numbers.push(number),
                WRITTEN => (),
                _ => return Err(ZarrError::Twice(chunk)),
            }
        }
        // Only after the last refusal, which leaves all as it was.
        numbers.sort_unstable();
        numbers.dedup();
        numbers.iter().for_each(|number| state.chunks[*number] = CLAIMED);
        state.stored.append(&mut numbers);
        state.add_stored()
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
        let stored = self.chunks.store(chunk, fill);
        let mut state = self.state();
        match stored {
            Ok(()) => state.stored.push(number),
            Err(_) => state.chunks[number] = MISSING,
        }
        stored.and(if state.stored.len() < BATCH { Ok(()) } else { state.add_stored() })
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
        let added = self.journal.as_mut().map_or(Ok(()), |journal| journal.add(&numbers));
        let now = if added.is_ok() { WRITTEN } else { MISSING };
        numbers.into_iter().for_each(|number| self.chunks[number] = now);
        added
    }
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
