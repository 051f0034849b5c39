//! [`NewArray`] and [`Chunks`]: what a new array is, and how it is stored.

use crate::array::{MADE, ZarrArray};
use crate::checked::check;
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::grid::Grid;
use crate::metadata::of_version_3;
use crate::operation::{EMPTY, hash};
use crate::store::{Place, Store};
use serde_json::{Map, Value, json};
use zarrs::array::{Array, ArrayMetadata};

/// How the elements of a new array are stored: the extents of its chunks, shards, and codecs.
///
/// ```
/// use static_layout_zarr::{Chunks, NewArray};
/// let chunks = Chunks::new(&[512, 512]).with_shards_of(&[64, 64]).with_zstd(3).with_crc32c();
/// let array = NewArray::new(&[4096, 4096], chunks).with_dimension_names(&[Some("y"), Some("x")]);
/// # let _ = array;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunks {
    chunk: Vec<usize>,
    inner: Option<Vec<usize>>,
    compressor: Option<Compressor>,
    has_checksum: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compressor {
    Gzip(u32),
    Zstd(i32),
}

impl Chunks {
    /// Chunks of these extents, not compressed.
    pub fn new(chunk: &[usize]) -> Self {
        Self { chunk: chunk.to_vec(), inner: None, compressor: None, has_checksum: false }
    }

    /// Makes each chunk a shard: one file of chunks of these extents, which are read one by one.
    pub fn with_shards_of(mut self, chunk: &[usize]) -> Self {
        self.inner = Some(chunk.to_vec());
        self
    }

    /// Compresses by gzip, with a level from 0 to 9.
    pub fn with_gzip(mut self, level: u32) -> Self {
        self.compressor = Some(Compressor::Gzip(level));
        self
    }

    /// Compresses by Zstandard, with a level from -131072 to 22.
    pub fn with_zstd(mut self, level: i32) -> Self {
        self.compressor = Some(Compressor::Zstd(level));
        self
    }

    /// Adds the checksum CRC-32C to each chunk.
    pub fn with_crc32c(mut self) -> Self {
        self.has_checksum = true;
        self
    }

    /// The bytes that a thread needs to encode a chunk: the chunk, what it is encoded to, and the tables of a compressor.
    pub(crate) fn encoding<T>(&self, grid: &Grid) -> usize {
        let chunk = grid.chunk_size().saturating_mul(size_of::<T>());
        let tables = match self.compressor {
            None => 0,
            Some(Compressor::Gzip(_)) => 1 << 19,
            // `ZSTD_defaultCParameters` has two tables of words, which a short chunk does not fill.
            Some(Compressor::Zstd(level)) => {
                let most: usize = match level {
                    ..=3 => 1 << 20,
                    4..=8 => 6 << 20,
                    9..=12 => 48 << 20,
                    13..=19 => 84 << 20,
                    20.. => 640 << 20,
                };
                most.min(chunk.saturating_mul(24)).saturating_add(1 << 20)
            }
        };
        chunk.saturating_mul(2).saturating_add(tables)
    }

    /// The codecs in metadata of version 3.
    fn codecs(&self, grid: &Grid) -> Result<Value, ZarrError> {
        let bytes = json!({ "name": "bytes", "configuration": { "endian": "little" } });
        let mut codecs = vec![bytes.clone()];
        codecs.extend(self.compressor.map(|compressor| match compressor {
            Compressor::Gzip(level) => {
                json!({ "name": "gzip", "configuration": { "level": level } })
            }
            Compressor::Zstd(level) => {
                json!({ "name": "zstd", "configuration": { "level": level, "checksum": false } })
            }
        }));
        let checksum = json!({ "name": "crc32c" });
        codecs.extend(self.has_checksum.then(|| checksum.clone()));
        let Some(inner) = &self.inner else { return Ok(codecs.into()) };
        let divides = |(inner, chunk): (&usize, &usize)| *inner > 0 && chunk % inner == 0;
        if inner.len() != grid.chunk().len() || !inner.iter().zip(grid.chunk()).all(divides) {
            return Err(ZarrError::Shape(format!(
                "chunks of {} do not divide a shard of {}",
                tuple(inner),
                tuple(grid.chunk())
            )));
        }
        let shard = json!({
            "chunk_shape": inner,
            "codecs": codecs,
            "index_codecs": [bytes, checksum],
            "index_location": "end",
        });
        Ok(json!([{ "name": "sharding_indexed", "configuration": shard }]))
    }
}

impl From<&[usize]> for Chunks {
    fn from(chunk: &[usize]) -> Self {
        Self::new(chunk)
    }
}

impl From<&Vec<usize>> for Chunks {
    fn from(chunk: &Vec<usize>) -> Self {
        Self::new(chunk)
    }
}

impl<const N: usize> From<&[usize; N]> for Chunks {
    fn from(chunk: &[usize; N]) -> Self {
        Self::new(chunk)
    }
}

impl<const N: usize> From<[usize; N]> for Chunks {
    fn from(chunk: [usize; N]) -> Self {
        Self::new(&chunk)
    }
}

impl From<&Self> for Chunks {
    fn from(chunks: &Self) -> Self {
        chunks.clone()
    }
}

/// A new array: its extents, how it is stored, and what its metadata tells readers.
#[derive(Clone, Debug, PartialEq)]
pub struct NewArray {
    shape: Vec<usize>,
    chunks: Chunks,
    /// The type and the fill value of the elements, if they are not those of the type in Rust, and 0.
    data_type: Option<Value>,
    fill_value: Option<Value>,
    dimension_names: Option<Value>,
    attributes: Map<String, Value>,
    /// Whether its type and its descriptions are those of a source, which tells them.
    is_derived: bool,
}

impl NewArray {
    /// An array of these extents in chunks: of given extents, or [`Chunks`] with codecs.
    pub fn new(shape: &[usize], chunks: impl Into<Chunks>) -> Self {
        Self {
            shape: shape.to_vec(),
            chunks: chunks.into(),
            data_type: None,
            fill_value: None,
            dimension_names: None,
            attributes: Map::new(),
            is_derived: false,
        }
    }

    /// [`Chunks::with_shards_of`].
    pub fn with_shards_of(mut self, chunk: &[usize]) -> Self {
        self.chunks = self.chunks.with_shards_of(chunk);
        self
    }

    /// [`Chunks::with_gzip`].
    pub fn with_gzip(mut self, level: u32) -> Self {
        self.chunks = self.chunks.with_gzip(level);
        self
    }

    /// Sets the type of the elements as metadata of version 3 names it, which arrays of the bits `[u8; N]` need:
    /// `"r64".into()`, or an object with a configuration.
    pub fn with_data_type(mut self, data_type: Value) -> Self {
        self.data_type = Some(data_type);
        self
    }

    /// Sets the fill value, as metadata of version 3 writes it. Whole chunks that have only this value have no
    /// file. Else it is 0.
    pub fn with_fill_value(mut self, value: Value) -> Self {
        self.fill_value = Some(value);
        self
    }

    /// Names the axes, or some of them.
    pub fn with_dimension_names(mut self, names: &[Option<&str>]) -> Self {
        self.dimension_names = Some(names.into());
        self
    }

    /// Sets the attributes.
    pub fn with_attributes(mut self, attributes: Map<String, Value>) -> Self {
        self.attributes = attributes;
        self
    }

    /// Takes the attributes of an array, and the names of its axes: axis `k` of the new array has the name of axis `axes[k]`.
    pub(crate) fn described_by<T: Element>(
        mut self,
        from: &ZarrArray<T>,
        axes: &[usize],
    ) -> Result<Self, ZarrError> {
        self.is_derived = true;
        self.attributes = from.attributes()?.clone();
        let names = from.dimension_names();
        if names.iter().any(Option::is_some) {
            self.dimension_names = Some(axes.iter().map(|axis| names[*axis].as_deref()).collect());
        }
        Ok(self)
    }

    /// Takes the type of the elements of an array, and its fill value.
    pub(crate) fn of_elements_of<T: Element>(mut self, from: &ZarrArray<T>) -> Self {
        let (data_type, fill_value) = from.element_metadata();
        (self.data_type, self.fill_value) = (Some(data_type), fill_value);
        self
    }

    /// The chunks.
    ///
    /// # Errors
    /// [`ZarrError::Shape`], as [`Grid::new`].
    pub fn grid(&self) -> Result<Grid, ZarrError> {
        Grid::new(&self.shape, &self.chunks.chunk)
    }

    /// How it is stored.
    pub(crate) fn chunks(&self) -> &Chunks {
        &self.chunks
    }

    /// The text that tells this array from others in a journal, whose lines are short.
    pub(crate) fn text(&self) -> String {
        let Chunks { chunk, inner, compressor, has_checksum } = &self.chunks;
        let gzip = match compressor {
            Some(Compressor::Gzip(level)) => Some(level),
            _ => None,
        };
        let shape = &self.shape;
        // An array without codecs and descriptions has the text that earlier versions of this crate wrote.
        let mut text = format!(
            "NewArray {{ shape: {shape:?}, chunk: {chunk:?}, inner: {inner:?}, gzip: {gzip:?} }}"
        );
        if let Some(Compressor::Zstd(level)) = compressor {
            text += &format!(" zstd {level}");
        }
        text += if *has_checksum { " crc32c" } else { "" };
        let more = (&self.data_type, &self.fill_value, &self.dimension_names, &self.attributes);
        if !self.is_derived && more != (&None, &None, &None, &Map::new()) {
            let (data_type, fill_value, dimension_names, attributes) = more;
            let more = json!([data_type, fill_value, dimension_names, attributes]).to_string();
            text += &format!(" with {:032x}", hash(EMPTY, more.as_bytes()));
        }
        text
    }

    /// The array of `zarrs` in a place, its metadata, and the bytes of an element that `zarrs` does not bring into their order
    /// on this machine. Nothing is written.
    pub(crate) fn build<T: Element>(
        &self,
        place: Place,
        more: Map<String, Value>,
    ) -> Result<Built, ZarrError> {
        let (grid, path) = (self.grid()?, place.path());
        let refused = |reason: String| ZarrError::Array(path.clone(), reason);
        let data_type = self.data_type.clone().or(T::OF_ZARR.map(Value::from));
        let data_type = data_type.ok_or_else(|| {
            ZarrError::Shape(format!("elements of {} need the name of a type", T::name()))
        })?;
        let found = DataType::third(&data_type).map_err(refused)?;
        if !found.is_of::<T>() {
            let found = found.name().to_string();
            return Err(ZarrError::Element { path, asked: T::name(), found });
        }
        let fill_value = self.fill_value.clone();
        let fill_value = fill_value.or_else(|| found.zero()).ok_or_else(|| {
            ZarrError::Shape(format!("elements of {} need a fill value", found.name()))
        })?;
        if self.attributes.contains_key(MADE) {
            return Err(ZarrError::Shape(format!("the attribute `{MADE}` is of this crate")));
        }
        let mut attributes = self.attributes.clone();
        attributes.extend(more);
        let mut metadata = json!({
            "zarr_format": 3,
            "node_type": "array",
            "shape": self.shape,
            "data_type": data_type,
            "chunk_grid": { "name": "regular", "configuration": { "chunk_shape": grid.chunk() } },
            "chunk_key_encoding": { "name": "default", "configuration": { "separator": "/" } },
            "fill_value": fill_value,
            "codecs": self.chunks.codecs(&grid)?,
            "attributes": attributes,
        });
        if let Some(names) = &self.dimension_names {
            metadata["dimension_names"] = names.clone();
        }
        // What readers refuse is not begun.
        let (mut checked, data_type) = of_version_3(&metadata).map_err(refused)?;
        data_type.make_bits(&mut checked).map_err(refused)?;
        let mut of_zarrs = metadata.clone();
        of_zarrs["data_type"] = checked["data_type"].clone();
        of_zarrs["fill_value"] = checked["fill_value"].clone();
        check(&mut checked, &grid, size_of::<T>()).map_err(refused)?;
        let of_zarrs = serde_json::from_value::<ArrayMetadata>(of_zarrs);
        let of_zarrs = of_zarrs.map_err(|error| refused(error.to_string()))?;
        let array = Array::new_with_metadata(Store::new(place).into(), "/", of_zarrs);
        let array = array.map_err(|error| refused(error.to_string()))?;
        let reversed = data_type.reversed(false).map_err(refused)?;
        Ok(Built { array, grid, metadata, reversed })
    }
}

/// What a writer writes by.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) array: Array<Store>,
    pub(crate) grid: Grid,
    pub(crate) metadata: Value,
    /// The bytes that are reversed together before `zarrs` encodes them.
    pub(crate) reversed: Option<u64>,
}
