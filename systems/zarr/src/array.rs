//! [`ZarrArray`]: a complete array.

use crate::checked::check;
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::ZarrError;
use crate::grid::{Grid, Region};
use crate::journal::{Journal, has_metadata};
use crate::metadata::{Unique, of_version_2, of_version_3};
use crate::store::{LONGEST, Place, Store};
use crate::tile::{Matrix, Tile};
use crate::work::zeros;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use serde_json::{Map, Value};
use static_layout::{TensorMut, ViewMut, tile};
use static_layout_kernels::copy;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use unsafe_cell_slice::UnsafeCellSlice;
use zarrs::array::{
    Array, ArrayBytesDecodeIntoTarget, ArrayBytesFixedDisjointView, ArrayMetadata, ArrayShardedExt,
    ArraySubset,
};
use zarrs::storage::{ReadableStorageTraits, StoreKey};

/// The attribute of a finished array that tells what it is made from.
pub(crate) const MADE: &str = "static-layout-zarr";

/// An array in a folder, in chunks. Threads may share it.
#[derive(Debug)]
pub struct ZarrArray<T> {
    array: Array<Store>,
    path: PathBuf,
    grid: Grid,
    /// The metadata in its folder when it was opened.
    metadata: Value,
    data_type: DataType,
    /// The bytes that a thread holds at most while it decodes a part of a chunk, in addition to that part.
    decoding: usize,
    /// The attributes of the user, or why their file is not read.
    attributes: Result<Map<String, Value>, String>,
    dimension_names: Vec<Option<String>>,
    /// What the result of an operation tells of its sources.
    made: Option<Value>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> ZarrArray<T> {
    /// Opens the array in a folder.
    ///
    /// # Errors
    /// When there is no array or no [regular grid](Grid), its elements are not of `T`, or it is
    /// [unfinished](ZarrError::Unfinished).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ZarrError> {
        Self::open_place(Place::Folder(path.as_ref().to_path_buf()))
    }

    /// Opens the array under a prefix of an object store: of S3, HTTP, memory, and others. What the store says is compared with
    /// what it sends, and both with the lengths that the metadata allows.
    ///
    /// ```
    /// use object_store::{ObjectStore, memory::InMemory};
    /// use static_layout_zarr::{NewArray, Region, ZarrArray, ZarrWriter};
    /// use std::sync::Arc;
    /// let store: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
    /// let writer = ZarrWriter::create_in(store.clone(), "arrays/a", &NewArray::new(&[3], [2]))?;
    /// writer.write_region(&Region::new(&[0], &[3]), &[1_i32, 2, 3])?;
    /// writer.finish()?;
    /// let a = ZarrArray::<i32>::open_in(store, "arrays/a")?;
    /// assert_eq!(a.read(&Region::new(&[1], &[2]))?.as_slice(), [2, 3]);
    /// # Ok::<(), static_layout_zarr::ZarrError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and [`ZarrError::Array`] when the store does not answer.
    #[cfg(feature = "object_store")]
    pub fn open_in(
        store: Arc<dyn object_store::ObjectStore>,
        prefix: &str,
    ) -> Result<Self, ZarrError> {
        Self::open_place(Place::Objects(crate::objects::Objects::new(store, prefix)))
    }

    pub(crate) fn open_place(place: Place) -> Result<Self, ZarrError> {
        let path = place.path();
        // Before the metadata, which a writer adds first: it may remove the journal in between.
        if place.is_folder()
            && let Some(entries) = Journal::read(&path)?
            && !(entries.is_complete() && has_metadata(&path)?)
        {
            return Err(entries.unfinished(path));
        }
        let refused = |reason: String| ZarrError::Array(path.clone(), reason);
        let store = Store::new(place).with_lengths("metadata", 0..=LONGEST);
        let mut found = None;
        let json = |file: &str| -> Result<Option<Value>, String> {
            let key = StoreKey::new(file).map_err(|error| error.to_string())?;
            let Some(text) = store.get(&key).map_err(|error| error.to_string())? else {
                return Ok(None);
            };
            let value = serde_json::from_slice(&text).map(|Unique(value)| Some(value));
            value.map_err(|error| format!("{file}: {error}"))
        };
        let (mut attributes, mut is_second) = (Ok(None), false);
        for (file, read) in
            [("zarr.json", of_version_3 as fn(&Value) -> _), (".zarray", of_version_2)]
        {
            let Some(metadata) = json(file).map_err(refused)? else { continue };
            found = Some(read(&metadata).map_err(refused)?);
            is_second = file == ".zarray";
            attributes = match is_second {
                true => json(".zattrs"),
                false => Ok(metadata.get("attributes").cloned()),
            };
            break;
        }
        let (metadata, data_type) =
            found.ok_or_else(|| refused("it has no metadata: no zarr.json, no .zarray".into()))?;
        if !data_type.is_of::<T>() {
            let found = data_type.name().to_string();
            return Err(ZarrError::Element { path, asked: T::name(), found });
        }
        let extents = |list: &Value, words: &str| {
            let list = list.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
            let list: Vec<u64> = list.ok_or_else(|| format!("{words} are not integers"))?;
            numbers(list.into_iter()).ok_or_else(|| format!("{words} are too large"))
        };
        let shape = extents(&metadata["shape"], "its extents").map_err(refused)?;
        let chunk = &metadata["chunk_grid"]["configuration"]["chunk_shape"];
        let grid =
            Grid::new(&shape, &extents(chunk, "the extents of its chunks").map_err(refused)?)?;
        let mut checked = metadata.clone();
        // The extent 0, as `zarr-python` writes it along an axis without elements.
        if let Some(chunk) = checked.pointer_mut("/chunk_grid/configuration/chunk_shape") {
            *chunk = grid.chunk().into();
        }
        data_type.make_bits(&mut checked).map_err(refused)?;
        let (lengths, decoding) = check(&mut checked, &grid, size_of::<T>()).map_err(refused)?;
        let checked = serde_json::from_value::<ArrayMetadata>(checked);
        let checked = checked.map_err(|error| refused(error.to_string()))?;
        let store = Arc::new(store.with_lengths("a chunk", lengths));
        let array = Array::new_with_metadata(store, "/", checked);
        let array = array.map_err(|error| refused(error.to_string()))?;
        let mut attributes = attributes.and_then(|found| match found {
            None => Ok(Map::new()),
            Some(Value::Object(attributes)) => Ok(attributes),
            Some(_) => Err("its attributes are not an object".into()),
        });
        let mut found = attributes.as_mut().ok();
        let mut take = |key: &str| found.as_mut().and_then(|attributes| attributes.remove(key));
        let made = take(MADE);
        let names = metadata.get("dimension_names").cloned().or_else(|| {
            // As xarray names the axes of version 2.
            if is_second { take("_ARRAY_DIMENSIONS") } else { None }
        });
        let names =
            names.as_ref().and_then(Value::as_array).filter(|names| names.len() == shape.len());
        let name = |axis: usize| names.and_then(|names| names[axis].as_str()).map(str::to_string);
        let dimension_names = (0..shape.len()).map(name).collect();
        Ok(Self {
            array,
            path,
            grid,
            metadata,
            data_type,
            decoding,
            attributes,
            dimension_names,
            made,
            element: PhantomData,
        })
    }

    /// The attributes in the metadata, which is `.zattrs` in version 2.
    ///
    /// # Errors
    /// [`ZarrError::Array`] when the file of version 2 is not JSON.
    pub fn attributes(&self) -> Result<&Map<String, Value>, ZarrError> {
        let refused = |reason: &String| ZarrError::Array(self.path.clone(), reason.clone());
        self.attributes.as_ref().map_err(refused)
    }

    /// The name of each axis, if it has one. In version 2 they are the attribute `_ARRAY_DIMENSIONS` of xarray.
    pub fn dimension_names(&self) -> &[Option<String>] {
        &self.dimension_names
    }

    /// The type and the fill value of the elements in metadata of version 3.
    pub(crate) fn element_metadata(&self) -> (Value, Option<Value>) {
        let fill_value = self.metadata.get("fill_value").cloned();
        (self.metadata["data_type"].clone(), fill_value.or_else(|| self.data_type.no_fill_value()))
    }

    /// What the result of an operation tells of its sources.
    pub(crate) fn made(&self) -> Option<&Value> {
        self.made.as_ref()
    }

    /// The name of the type of the elements in the metadata: `float32`, `r16`, `|V8`, `<M8[ns]`. In version 2, types that version 3
    /// also has get its names. A type with a configuration or fields is JSON.
    pub fn data_type(&self) -> &str {
        self.data_type.name()
    }

    /// The chunks; the shards of an array in shards.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        self.grid.shape()
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The chunks inside the shards, in the axes of the array, of an array in shards. A read decodes these only.
    ///
    /// # Errors
    /// [`ZarrError::Shape`] when they have too many elements.
    pub fn inner_grid(&self) -> Result<Option<Grid>, ZarrError> {
        let Some(chunk) = self.array.effective_subchunk_shape() else { return Ok(None) };
        let chunk = numbers(chunk.iter().map(|n| n.get()));
        let chunk =
            chunk.ok_or_else(|| ZarrError::Shape("the chunks of a shard are too large".into()))?;
        Grid::new(self.shape(), &chunk).map(Some)
    }

    /// The elements of a region. Several threads decode its chunks.
    ///
    /// Every checksum that covers an element of the region is checked. A part of a chunk with a checksum, or of a chunk of a
    /// shard, so needs the memory for all of it; without checksum and compression only the part is read.
    ///
    /// # Errors
    /// [`ZarrError::Outside`], [`ZarrError::Allocation`] when the elements do not fit the memory, or [`ZarrError::Chunk`] with
    /// the first chunk that cannot be read, or whose checksum differs.
    pub fn read(&self, region: &Region) -> Result<Tile<T>, ZarrError> {
        region.check_inside(self.shape())?;
        match self.decode(region, zeros(region.size())?) {
            Ok(elements) => Ok(Tile { region: region.clone(), elements }),
            Err(reason) => Err(self.broken(region, reason)),
        }
    }

    /// Decodes a region into zeros. `retrieve_array_subset` would hold its elements twice, as bytes and as `T`.
    fn decode(&self, region: &Region, mut elements: Vec<T::Bits>) -> Result<Vec<T>, String> {
        // `zarrs` refuses such a region of an array without elements.
        if elements.is_empty() {
            return Ok(Vec::new());
        }
        let subset = ArraySubset::new_with_start_shape(wide(region.start()), wide(region.shape()))
            .map_err(|error| error.to_string())?;
        let bytes = UnsafeCellSlice::new(bytemuck::cast_slice_mut(&mut elements));
        let whole = ArraySubset::new_with_shape(subset.shape().to_vec());
        // SAFETY: no other view overlaps this one: `bytes` is borrowed from `elements`, and only this view is made of it.
        let view = unsafe {
            ArrayBytesFixedDisjointView::new(bytes, size_of::<T>(), subset.shape(), whole)
        };
        let mut view = view.map_err(|error| error.to_string())?;
        let target = ArrayBytesDecodeIntoTarget::Fixed(&mut view);
        let read = self.array.retrieve_array_subset_into(&subset, target);
        read.map_err(|error| error.to_string())?;
        T::checked(elements)
    }

    /// The region of a matrix that begins at `start`, into the elements of `to`. Threads decode the chunks, each into a
    /// tile of its own.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_into(
        &self,
        start: [usize; 2],
        to: &mut ViewMut<'_, T, Matrix>,
    ) -> Result<(), ZarrError> {
        let (rows, columns) = to.layout().shape();
        let region = Region::new(&start, &[rows, columns]);
        region.check_inside(self.shape())?;
        let [height, width] = crate::tile::axes(self.grid.chunk())?;
        if [start[0] % height, start[1] % width] != [0, 0] {
            copy(self.read(&region)?.matrix()?, to);
            return Ok(());
        }
        let down = rows.div_ceil(height);
        // Tile `k` of the grid of tiles in the linear order of layouts: along the first axis first.
        let tiles = to.par_tiles_padded_mut(tile!({ height }, { width })).enumerate();
        tiles.try_for_each(|(k, mut tile)| {
            let Some(mut tile) = tile.clip_mut() else { return Ok(()) };
            let at = [start[0] + k % down * height, start[1] + k / down * width];
            let (rows, columns) = tile.layout().shape();
            let part = self.read(&Region::new(&at, &[rows, columns]))?;
            copy(part.matrix()?, &mut tile);
            Ok(())
        })
    }

    /// Compares the metadata in the folder with the metadata by which this array decodes.
    ///
    /// # Errors
    /// When it is another one, and the errors of [`open`](Self::open).
    pub(crate) fn check_metadata(&self) -> Result<(), ZarrError> {
        let now = Self::open_place(self.array.storage().place().clone())?;
        if now.metadata == self.metadata
            && now.data_type == self.data_type
            && now.attributes == self.attributes
        {
            return Ok(());
        }
        let reason = "its metadata changed since it was opened: open it again";
        Err(ZarrError::Array(self.path.clone(), reason.into()))
    }

    /// A number that is another one when an object of the array is another. `None` of an array in a folder.
    #[cfg(feature = "object_store")]
    pub(crate) fn objects_fingerprint(&self) -> Option<Result<u128, String>> {
        use rayon::iter::ParallelBridge;
        let Place::Objects(objects) = self.array.storage().place().clone() else { return None };
        let files = ["zarr.json", ".zarray", ".zattrs"]
            .into_iter()
            .map(|file| StoreKey::new(file).map_err(|error| error.to_string()));
        let keys = self.grid.chunks().map(|chunk| Ok(self.array.chunk_key(&wide(&chunk))));
        let one = |key: Result<StoreKey, String>| {
            let Some(about) = objects.about(&key?)? else { return Ok(0) };
            let (at, size, time) = (&about.location, about.size, about.last_modified);
            let text = format!("{at}/{size}/{time:?}/{:?}/{:?}", about.e_tag, about.version);
            Ok(crate::operation::hash(crate::operation::EMPTY, text.as_bytes()))
        };
        let all = files.chain(keys).par_bridge().map(one);
        Some(all.try_reduce(|| 0, |a, b| Ok(u128::wrapping_add(a, b))))
    }

    /// The bytes that a thread needs to decode a part of a chunk.
    pub(crate) fn decoding(&self) -> usize {
        self.decoding
    }

    /// The error of a region: of its first chunk that cannot be read, if there is one. Reads no more of a chunk than the
    /// region has.
    fn broken(&self, region: &Region, reason: String) -> ZarrError {
        for chunk in self.grid.chunks_of(region) {
            let Ok(part) = self.grid.region(&chunk).map(|whole| whole.overlap(region)) else {
                continue;
            };
            let elements = match zeros(part.size()) {
                Ok(elements) => elements,
                Err(error) => return error,
            };
            if let Err(reason) = self.decode(&part, elements) {
                let file = self.array.storage().file(&self.array.chunk_key(&wide(&chunk)));
                return ZarrError::Chunk { chunk, file, reason };
            }
        }
        ZarrError::Array(self.path.clone(), reason)
    }
}

/// Indices as `zarrs` has them.
pub(crate) fn wide(numbers: &[usize]) -> Vec<u64> {
    numbers.iter().map(|&n| n as u64).collect()
}

/// Indices of `zarrs`, where all are `usize`.
fn numbers(numbers: impl Iterator<Item = u64>) -> Option<Vec<usize>> {
    numbers.map(|n| usize::try_from(n).ok()).collect()
}
