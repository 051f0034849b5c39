//! Codecs that trust no number of a file.
//!
//! A [`Checked`] codec stands for one of `zarrs`, or next to it:
//! * The partial decoders of `zarrs` skip checksums: they strip the bytes of the checksum from the part that is read.
//! * Its decompressors go as far as a file goes, which may be a thousand times the chunk.
//! * It adds the offsets and sizes in the index of a shard without a check, and reads a part of a chunk past the size there.
//! * It reads a part of a chunk from a file that ends before the chunk does.
//!
//! A part of a chunk, or of a chunk of a shard, is taken from all of it, decoded and so checked. Only of plain chunks are the
//! bytes of the part read.

use crate::array::wide;
use crate::codec::{Number, Packer, Rule, Sum, bits, convert, reversed, shuffled, unpack};
use crate::grid::Grid;
use crate::metadata::name;
use serde_json::{Value, json};
use std::any::Any;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::{Arc, Once};
use zarrs::array::codec::api::{
    BytesPartialDecoderTraits, BytesToBytesCodecTraits, Codec, CodecError, CodecMetadataOptions,
    CodecRuntimePluginV3, CodecTraits, PartialDecoderCapability, PartialEncoderCapability,
    RecommendedConcurrency, register_codec_v3,
};
use zarrs::array::{ArrayBytesRaw, BytesRepresentation, CodecOptions};
use zarrs::metadata::Configuration;
use zarrs::plugin::{ExtensionName, ZarrVersion};
use zarrs::storage::StorageError;
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};

/// The prefix of the name by which `zarrs` makes a checked codec. A file with such a name is refused.
const PREFIX: &str = "static-layout.checked.";

/// The most bytes of a chunk, and the greatest offset in a shard: `zarrs` adds and multiplies them without checks.
const MOST: u64 = 1 << 56;

/// Puts checked codecs into metadata of version 3. Returns the lengths that the file of a chunk may have, and the bytes that
/// decoding a part of a chunk holds at most, in addition to that part.
///
/// # Errors
/// When `zarrs` would overflow with numbers of the chunks, or chunks of a shard do not divide it.
pub(crate) fn check(
    metadata: &mut Value,
    grid: &Grid,
    element: usize,
) -> Result<(RangeInclusive<u64>, usize), String> {
    static REGISTER: Once = Once::new();
    REGISTER.call_once(|| {
        let matches = |name: &str| name.starts_with(PREFIX);
        register_codec_v3(CodecRuntimePluginV3::new(matches, |metadata| {
            let name = metadata.name().strip_prefix(PREFIX).unwrap_or_default();
            let keys = metadata.configuration().map(serde_json::to_value).transpose();
            let keys = keys.unwrap_or_default().unwrap_or_default();
            Ok(Codec::BytesToBytes(Arc::new(Checked::of(name, &keys))))
        }));
    });
    let (size, element) = (grid.chunk_size() as u64, element as u64);
    let chunk = Chunk { extents: wide(grid.chunk()), size, element, bound: element };
    let bytes = chunk.times(size)?.check(&mut metadata["codecs"])?;
    let least = if bytes.is_exact { bytes.most } else { 0 };
    Ok((least..=bytes.most, usize::try_from(bytes.held).unwrap_or(usize::MAX)))
}

/// The number of bytes between two codecs.
#[derive(Clone, Copy)]
struct Bytes {
    most: u64,
    is_exact: bool,
    /// The bytes that decoding a part of the chunk holds at most, in addition to that part.
    held: u64,
}

/// What codecs make bytes of.
struct Chunk {
    /// The extents, after the codecs so far.
    extents: Vec<u64>,
    /// The number of elements.
    size: u64,
    /// The bytes of an element.
    element: u64,
    /// The most bytes that `zarrs` computes for the chunk. It multiplies the bytes of a shard by the number of its chunks.
    bound: u64,
}

/// A product or sum of bytes, if it is not too large.
fn bounded(bytes: Option<u64>) -> Result<u64, String> {
    bytes.filter(|bytes| *bytes <= MOST).ok_or_else(|| "its chunks are too large".into())
}

impl Chunk {
    fn times(self, count: u64) -> Result<Self, String> {
        Ok(Self { bound: bounded(self.bound.checked_mul(count))?, ..self })
    }

    /// Puts checked codecs into a list. Returns the bytes that they decode.
    fn check(mut self, codecs: &mut Value) -> Result<Bytes, String> {
        let most = bounded(self.size.checked_mul(self.element))?;
        // Parts are gathered from pieces, which makes two copies.
        let mut bytes = Bytes { most, is_exact: true, held: most.saturating_mul(2) };
        let Some(codecs) = codecs.as_array_mut() else { return Ok(bytes) };
        // `zarrs` has no order of no axes.
        let is_none = |codec: &Value| codec["configuration"]["order"] == json!([]);
        let (has_axes, mut is_transposed) = (!self.extents.is_empty(), false);
        codecs.retain(|codec| has_axes || name(codec) != "transpose" || !is_none(codec));
        for codec in codecs {
            let name = name(codec).to_string();
            let keys = &mut codec["configuration"];
            let (most, is_exact) = match name.as_str() {
                "transpose" => {
                    self.extents = transposed(&self.extents, &keys["order"])?;
                    is_transposed = true;
                    continue;
                }
                "bytes" => continue,
                "sharding_indexed" => {
                    bytes = self.check_shard(keys)?;
                    // Next to the file: its elements, which are transposed then.
                    bytes.held = bytes.held.saturating_add(if is_transposed { most } else { 0 });
                    continue;
                }
                "shuffle" | "reversed" => (Some(bytes.most), bytes.is_exact),
                "crc32c" | "crc32" | "adler32" | "fletcher32" => {
                    (bytes.most.checked_add(4), bytes.is_exact)
                }
                "packbits" => (Some(packed(bytes.most)), bytes.is_exact),
                "convert" => {
                    let [from, to] = ["from", "to"].map(|key| number(keys, key).size() as u64);
                    ((bytes.most / to).checked_mul(from), bytes.is_exact)
                }
                // Also for each page, if they have few numbers.
                "pcodec" => {
                    let most = (bytes.most / number(keys, "of").size() as u64)
                        .checked_div(keys["equal_pages_up_to"].as_u64().unwrap_or(1 << 18).max(1))
                        .and_then(|pages| {
                            pages.checked_mul(128)?.checked_add(bytes.most / 8 + 1024)
                        })
                        .and_then(|more| more.checked_add(bytes.most));
                    (most, false)
                }
                // The most that a compressor adds to noise.
                _ => (bytes.most.checked_add(bytes.most / 8 + 1024), false),
            };
            if let Value::Object(keys) = keys {
                keys.insert("most".into(), bytes.most.into());
                keys.insert("exact".into(), bytes.is_exact.into());
            }
            let most = bounded(most)?;
            // A checksum is decoded from a copy of the chunk. What decompresses grows into a buffer of up to twice the
            // chunk, from one that is half as large. bzip2 and pcodec have a memory of their own.
            let held = match name.as_str() {
                "crc32c" | "crc32" | "adler32" | "fletcher32" => bytes.most.saturating_mul(3),
                "bz2" | "pcodec" => bytes.most.saturating_mul(4).saturating_add(4 << 20),
                _ => bytes.most.max(most).saturating_mul(4),
            };
            codec["name"] = format!("{PREFIX}{name}").into();
            bytes = Bytes { most, is_exact, held: bytes.held.max(held) };
        }
        Ok(bytes)
    }

    fn check_shard(&self, shard: &mut Value) -> Result<Bytes, String> {
        let extents = shard["chunk_shape"].as_array().into_iter().flatten();
        let extents: Option<Vec<u64>> = extents.map(Value::as_u64).collect();
        let extents = extents.ok_or("the extents of the chunks of a shard are not integers")?;
        let divides = |(n, extent): (&u64, &u64)| *extent > 0 && n % extent == 0;
        if extents.len() != self.extents.len() || !self.extents.iter().zip(&extents).all(divides) {
            let words =
                format!("chunks of {extents:?} do not divide a shard of {:?}", self.extents);
            return Err(words);
        }
        // Each extent divides one of the shard, so the product is no larger.
        let size = extents.iter().product();
        let count = self.size / size;
        let (bound, element) = (self.bound, self.element);
        let inner = Self { extents, size, element, bound }.times(count)?;
        let inner = inner.check(&mut shard["codecs"])?;
        let codecs = shard["codecs"].as_array_mut().ok_or("a shard has no codecs")?;
        let has_shards = codecs.iter().any(|codec| name(codec) == "sharding_indexed");
        // A chunk whose parts are read one by one is looked at to its end. Others are decoded as a whole.
        if !codecs.iter().any(|codec| name(codec).starts_with(PREFIX)) {
            let name = if has_shards { "whole" } else { "ended" };
            let keys = json!({ "most": inner.most, "exact": inner.is_exact });
            codecs.push(json!({ "name": format!("{PREFIX}{name}"), "configuration": keys }));
        }
        let index = &mut shard["index_codecs"];
        let size = bounded(count.checked_mul(2))?;
        let numbers = Self { extents: Vec::new(), size, element: 8, bound: 8 };
        let codecs = index.as_array().ok_or("a shard has no codecs of its index")?;
        let names: Vec<&str> = codecs.iter().map(name).collect();
        let sums = ["crc32c", "crc32", "adler32", "fletcher32"];
        if names.first() != Some(&"bytes") || names[1..].iter().any(|name| !sums.contains(name)) {
            return Err(format!("the index of a shard has the codecs {}", names.join(", ")));
        }
        let of_index = numbers.check(index)?;
        let codecs = index.as_array_mut().ok_or("a shard has no codecs of its index")?;
        let is_big = codecs[0]["configuration"]["endian"] == "big";
        let least = if inner.is_exact { inner.most } else { 0 };
        let keys = json!({ "big": is_big, "least": least, "most": inner.most });
        codecs.insert(1, json!({ "name": format!("{PREFIX}index"), "configuration": keys }));
        // Twice, because parts may not be used.
        let most = count
            .checked_mul(inner.most)
            .and_then(|most| most.checked_add(of_index.most)?.checked_mul(2));
        let most = bounded(most)?;
        // The file, or two copies of a part; copies of the index; one chunk. A shard in a shard is decoded whole: a copy, and
        // parts of it.
        let held = most.max(self.size.saturating_mul(self.element).saturating_mul(2));
        let held = held.saturating_add(of_index.most.saturating_mul(3)).saturating_add(inner.held);
        let whole = if has_shards { inner.most.saturating_mul(2) } else { 0 };
        Ok(Bytes { most, is_exact: false, held: held.saturating_add(whole) })
    }
}

/// The bytes of so many bits, after the byte that tells how many bits are not used.
fn packed(bits: u64) -> u64 {
    bits.div_ceil(8) + 1
}

/// The extents after a transposition.
fn transposed(extents: &[u64], order: &Value) -> Result<Vec<u64>, String> {
    let refused = || format!("{order} is not an order of {} axes", extents.len());
    let axis = |axis: &Value| usize::try_from(axis.as_u64()?).ok();
    let order: Vec<usize> =
        order.as_array().and_then(|order| order.iter().map(axis).collect()).ok_or_else(refused)?;
    let mut axes = order.clone();
    axes.sort_unstable();
    if !axes.into_iter().eq(0..extents.len()) {
        return Err(refused());
    }
    Ok(order.into_iter().map(|axis| extents[axis]).collect())
}

/// The type of numbers under a key of a configuration that this crate wrote.
fn number(keys: &Value, key: &str) -> Number {
    let number = keys[key].as_str().and_then(Number::parse);
    number.unwrap_or(Number::BYTE)
}

/// What a codec does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Decompresses no more than a chunk has.
    Unpack(Packer),
    /// Compares the checksum, which is before or after the bytes.
    Checksum(Sum, bool),
    /// Reverses so many bytes.
    Reverse(usize),
    /// Makes bytes of bits.
    Bits,
    /// Puts the bytes of elements of a size together.
    Shuffle(usize),
    /// Converts the numbers of a filter to the numbers of the array.
    Convert([Number; 2], Rule),
    /// Checks the offsets and sizes in the index of a shard.
    Index {
        /// Whether the first byte of a number is its highest.
        is_big: bool,
        /// The fewest bytes of a chunk.
        least: u64,
        /// The most bytes of a chunk.
        most: u64,
    },
    /// Looks at the last byte before a part is read.
    Ended,
    /// Nothing: the chunk is decoded as a whole.
    Whole,
}

impl Kind {
    /// The codec of a name and a configuration that this crate wrote.
    fn of(name: &str, keys: &Value) -> Self {
        let count = |key: &str| keys[key].as_u64().unwrap_or_default();
        let most = count("most");
        let is_first = |first: bool| match keys["location"].as_str() {
            Some(location) => location == "start",
            None => first,
        };
        match name {
            "gzip" => Self::Unpack(Packer::Gzip),
            "zlib" => Self::Unpack(Packer::Zlib),
            "bz2" => Self::Unpack(Packer::Bz2),
            "zstd" => Self::Unpack(Packer::Zstd),
            "lz4" => Self::Unpack(Packer::Lz4),
            "blosc" => Self::Unpack(Packer::Blosc),
            "pcodec" => Self::Unpack(Packer::Pcodec(number(keys, "of"))),
            "crc32c" => Self::Checksum(Sum::Crc32c, is_first(false)),
            "crc32" => Self::Checksum(Sum::Crc32, is_first(true)),
            "adler32" => Self::Checksum(Sum::Adler32, is_first(true)),
            "fletcher32" => Self::Checksum(Sum::Fletcher32, false),
            "packbits" => Self::Bits,
            "reversed" => Self::Reverse(usize::try_from(count("unit")).unwrap_or(usize::MAX)),
            "shuffle" => Self::Shuffle(usize::try_from(count("elementsize")).unwrap_or(usize::MAX)),
            "convert" => {
                let double = |key: &str| keys[key].as_f64().unwrap_or_default();
                let rule = match keys["rule"].as_str() {
                    Some("delta") => Rule::Sum,
                    Some("fixedscaleoffset") => {
                        Rule::Scale { scale: double("scale"), offset: double("offset") }
                    }
                    _ => Rule::Same,
                };
                Self::Convert(["from", "to"].map(|key| number(keys, key)), rule)
            }
            "index" => Self::Index { is_big: keys["big"] == true, least: count("least"), most },
            "ended" => Self::Ended,
            _ => Self::Whole,
        }
    }
}

/// A codec that decodes.
#[derive(Clone, Copy, Debug)]
struct Checked {
    kind: Kind,
    /// The most bytes that it decodes to.
    most: u64,
    /// Whether it must decode to exactly `most` bytes.
    is_exact: bool,
}

impl Checked {
    /// The codec of a name and a configuration that this crate wrote.
    fn of(name: &str, keys: &Value) -> Self {
        let most = keys["most"].as_u64().unwrap_or_default();
        Self { kind: Kind::of(name, keys), most, is_exact: keys["exact"] == true }
    }

    fn decode<'a>(self, encoded: ArrayBytesRaw<'a>) -> Result<ArrayBytesRaw<'a>, String> {
        let found = match self.kind {
            Kind::Unpack(packer) => Cow::Owned(unpack(packer, &encoded, self.most)?),
            Kind::Checksum(sum, is_first) => Cow::Owned(sum.check(&encoded, is_first)?.to_vec()),
            Kind::Bits => Cow::Owned(bits(&encoded)?),
            Kind::Reverse(unit) => Cow::Owned(reversed(&encoded, unit)),
            Kind::Shuffle(element) => Cow::Owned(shuffled(&encoded, element)?),
            Kind::Convert(numbers, rule) => Cow::Owned(convert(&encoded, numbers, rule)?),
            Kind::Index { is_big, least, most } => {
                check_index(&encoded, is_big, least..=most)?;
                return Ok(encoded);
            }
            Kind::Ended | Kind::Whole => encoded,
        };
        // Else a part is read of a chunk that ends after it.
        if self.is_exact && found.len() as u64 != self.most {
            return Err(format!("it decodes to {} bytes, a chunk has {}", found.len(), self.most));
        }
        Ok(found)
    }
}

impl ExtensionName for Checked {
    fn name(&self, _: ZarrVersion) -> Option<Cow<'static, str>> {
        Some(PREFIX.into())
    }
}

impl CodecTraits for Checked {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn configuration(&self, _: ZarrVersion, _: &CodecMetadataOptions) -> Option<Configuration> {
        Some(Configuration::default())
    }
    fn partial_decoder_capability(&self) -> PartialDecoderCapability {
        let is_partial = self.kind == Kind::Ended;
        PartialDecoderCapability { partial_read: is_partial, partial_decode: is_partial }
    }
    fn partial_encoder_capability(&self) -> PartialEncoderCapability {
        PartialEncoderCapability { partial_encode: false }
    }
}

impl BytesToBytesCodecTraits for Checked {
    fn into_dyn(self: Arc<Self>) -> Arc<dyn BytesToBytesCodecTraits> {
        self
    }
    fn recommended_concurrency(
        &self,
        _: &BytesRepresentation,
    ) -> Result<RecommendedConcurrency, CodecError> {
        Ok(RecommendedConcurrency::new_maximum(1))
    }
    fn encoded_representation(&self, decoded: &BytesRepresentation) -> BytesRepresentation {
        let each = |size: &dyn Fn(u64) -> u64| match *decoded {
            BytesRepresentation::FixedSize(n) => BytesRepresentation::FixedSize(size(n)),
            BytesRepresentation::BoundedSize(n) => BytesRepresentation::BoundedSize(size(n)),
            BytesRepresentation::UnboundedSize => BytesRepresentation::UnboundedSize,
        };
        match self.kind {
            // `check` bounds them, and `zarrs` would multiply the bound.
            Kind::Unpack(_) => BytesRepresentation::UnboundedSize,
            Kind::Checksum(..) => each(&|size| size.saturating_add(4)),
            Kind::Convert([from, to], _) => {
                each(&|size| (size / to.size() as u64).saturating_mul(from.size() as u64))
            }
            Kind::Bits => each(&packed),
            Kind::Reverse(_) | Kind::Shuffle(_) => *decoded,
            Kind::Index { .. } | Kind::Ended | Kind::Whole => *decoded,
        }
    }
    fn encode<'a>(
        &self,
        _: ArrayBytesRaw<'a>,
        _: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        Err(CodecError::Other("arrays are written by the codecs of `zarrs`".into()))
    }
    fn decode<'a>(
        &self,
        encoded: ArrayBytesRaw<'a>,
        _: &BytesRepresentation,
        _: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        Checked::decode(*self, encoded).map_err(CodecError::Other)
    }
    fn partial_decoder(
        self: Arc<Self>,
        input: Arc<dyn BytesPartialDecoderTraits>,
        _: &BytesRepresentation,
        _: &CodecOptions,
    ) -> Result<Arc<dyn BytesPartialDecoderTraits>, CodecError> {
        Ok(Arc::new(Part { input, codec: *self }))
    }
}

/// Decodes parts of a chunk.
struct Part {
    input: Arc<dyn BytesPartialDecoderTraits>,
    codec: Checked,
}

impl BytesPartialDecoderTraits for Part {
    fn exists(&self) -> Result<bool, StorageError> {
        self.input.exists()
    }
    fn size_held(&self) -> usize {
        self.input.size_held()
    }
    fn partial_decode_many(
        &self,
        regions: ByteRangeIterator,
        options: &CodecOptions,
    ) -> Result<Option<Vec<ArrayBytesRaw<'_>>>, CodecError> {
        if self.codec.kind == Kind::Ended {
            // With the last byte: a shard that was cut off ends before it.
            let last = ByteRange::FromStart(self.codec.most.saturating_sub(1), Some(1));
            let parts = self.input.partial_decode_many(Box::new(regions.chain([last])), options)?;
            return Ok(parts.map(|mut parts| {
                parts.pop();
                parts
            }));
        }
        let Some(encoded) = self.input.decode(options)? else { return Ok(None) };
        let decoded = self.codec.decode(encoded).map_err(CodecError::Other)?;
        let size = decoded.len() as u64;
        let part = |region: ByteRange| {
            let inside = match region {
                ByteRange::FromStart(start, None) => Some((start, size)),
                ByteRange::FromStart(start, Some(count)) => {
                    start.checked_add(count).map(|end| (start, end))
                }
                ByteRange::Suffix(count) => size.checked_sub(count).map(|start| (start, size)),
            };
            let part = inside.and_then(|(start, end)| decoded.get(start as usize..end as usize));
            let part = part.map(|part| Cow::Owned(part.to_vec()));
            part.ok_or_else(|| CodecError::Other(format!("a chunk has {size} bytes only")))
        };
        regions.map(part).collect::<Result<_, _>>().map(Some)
    }
    fn supports_partial_decode(&self) -> bool {
        self.codec.kind == Kind::Ended && self.input.supports_partial_decode()
    }
}

/// Refuses an index with chunks of other sizes, or past each file. `u64::MAX` twice is a chunk that is not there.
fn check_index(index: &[u8], is_big: bool, sizes: RangeInclusive<u64>) -> Result<(), String> {
    let (numbers, _) = index.as_chunks();
    let number = |bytes: &[u8; 8]| {
        if is_big { u64::from_be_bytes(*bytes) } else { u64::from_le_bytes(*bytes) }
    };
    for [start, count] in numbers.as_chunks().0 {
        let (start, count) = (number(start), number(count));
        let is_inside = start.checked_add(count).is_some_and(|end| end <= MOST);
        if !(is_inside && sizes.contains(&count)) && (start, count) != (u64::MAX, u64::MAX) {
            return Err(format!("the index of the shard has {count} bytes at {start}"));
        }
    }
    Ok(())
}
