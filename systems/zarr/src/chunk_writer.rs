//! [`ChunkWriter`]: the files of chunks, of which several processes write some each.

use crate::array::wide;
use crate::codec::reversed;
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region};
use crate::journal::{Journal, has_metadata};
use crate::new::{Built, NewArray};
use crate::store::Place;
use crate::strided::{Strided, copy_box, row_major};
use crate::work::zeros;
use serde_json::Map;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use zarrs::array::{ArrayBytes, CodecOptions};
use zarrs::storage::{StoreKey, WritableStorageTraits};

/// Writes chunks of an array that a [`ZarrWriter`](crate::ZarrWriter) of another process began, and will finish.
///
/// Many processes write chunks of one array at once, each chunk by one of them. Each file is whole or not there. The process that
/// has the `ZarrWriter` learns from them that they are done, calls [`add_written`](crate::ZarrWriter::add_written) with their
/// chunks, and finishes the array.
///
/// ```
/// use static_layout_zarr::{ChunkWriter, NewArray, Region, ZarrWriter};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-chunks-{}", std::process::id()));
/// let new = NewArray::new(&[4], [2]);
/// let first = ZarrWriter::<i32>::create(&folder, &new)?;
/// first.write_chunk(&[0], &[1, 2])?;
/// // Another process.
/// ChunkWriter::<i32>::join(&folder, &new)?.write_chunk(&[1], &[3, 4])?;
/// // The first one, when the other is done.
/// first.add_written([vec![1]])?;
/// assert_eq!(first.finish()?.read(&Region::new(&[0], &[4]))?.as_slice(), [1, 2, 3, 4]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChunkWriter<T> {
    built: Built,
    path: PathBuf,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> ChunkWriter<T> {
    /// Joins the writing of an array in a folder.
    ///
    /// # Errors
    /// [`ZarrError::Array`] when none is begun there, [`ZarrError::Exists`] when it is finished, [`ZarrError::OtherWork`] when another
    /// one is begun, and [`ZarrError::Shape`].
    pub fn join(path: impl AsRef<Path>, array: &NewArray) -> Result<Self, ZarrError> {
        let path = path.as_ref();
        let asked = work::<T>("array", array);
        let begun = Journal::read(path)?.ok_or_else(|| {
            let reason = "no array is begun here: its `ZarrWriter` comes first";
            ZarrError::Array(path.to_path_buf(), reason.into())
        })?;
        if begun.work() != asked {
            let found = begun.work().to_string();
            return Err(ZarrError::OtherWork { path: path.to_path_buf(), found, asked });
        }
        // A kill may leave the journal next to a finished array, whose chunks readers already find.
        if has_metadata(path)? {
            return Err(ZarrError::Exists(path.to_path_buf()));
        }
        Ok(Self::new(array.build::<T>(Place::Folder(path.to_path_buf()), Map::new())?))
    }

    pub(crate) fn new(built: Built) -> Self {
        Self { path: built.array.storage().place().path(), built, element: PhantomData }
    }

    /// The chunks.
    pub fn grid(&self) -> &Grid {
        &self.built.grid
    }

    /// Writes one chunk: the elements of its part inside the array, in row-major order. Replaces its file.
    ///
    /// # Errors
    /// [`ZarrError::Outside`], [`ZarrError::Shape`] when the number of elements differs, and [`ZarrError::Io`].
    pub fn write_chunk(&self, chunk: &[usize], elements: &[T]) -> Result<(), ZarrError> {
        let region = self.grid().region(chunk)?;
        let part = self.part_of(chunk, &region, elements)?;
        self.store(chunk, |whole| self.copy_part(&region, &region, &part, whole))
    }

    /// The elements of a chunk.
    ///
    /// # Errors
    /// [`ZarrError::Shape`] when their number differs.
    pub(crate) fn part_of<'a>(
        &self,
        chunk: &[usize],
        region: &Region,
        elements: &'a [T],
    ) -> Result<Strided<&'a [T]>, ZarrError> {
        if elements.len() == region.size() {
            return Ok(Strided { elements, strides: row_major(region.shape()) });
        }
        Err(ZarrError::Shape(format!(
            "chunk {} has {} elements inside the array, not {}",
            tuple(chunk),
            region.size(),
            elements.len()
        )))
    }

    /// Copies the elements of a part from those of a region around it, into the memory of a whole chunk.
    pub(crate) fn copy_part(
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

    /// Encodes a whole chunk, and writes its file. `fill` gets zeros.
    pub(crate) fn store(
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
        stored.map_err(|error| self.refused(error.to_string()))
    }

    /// The file of a chunk, which a chunk of the fill value does not have.
    pub(crate) fn file(&self, chunk: &[usize]) -> PathBuf {
        let array = &self.built.array;
        array.storage().file(&array.chunk_key(&wide(chunk)))
    }

    /// Writes the metadata.
    pub(crate) fn store_metadata(&self) -> Result<(), ZarrError> {
        let text = serde_json::to_vec_pretty(&self.built.metadata);
        let text = text.map_err(|error| self.refused(error.to_string()))?;
        let key = StoreKey::new("zarr.json").map_err(|error| self.refused(error.to_string()))?;
        let stored = self.built.array.storage().set(&key, text.into());
        stored.map_err(|error| self.refused(error.to_string()))
    }

    pub(crate) fn place(&self) -> Place {
        self.built.array.storage().place().clone()
    }

    /// The folder, or what errors call the objects.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn refused(&self, reason: String) -> ZarrError {
        ZarrError::Array(self.path.clone(), reason)
    }
}

/// The line of the journal of a work, even if a path in it has more lines.
pub(crate) fn work<T: Element>(operation: &str, new: &NewArray) -> String {
    format!("{operation}: {} of {}", T::name(), new.text()).replace('\n', "\\n")
}
