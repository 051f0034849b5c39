//! Codecs that trust no number of a file.
//!
//! A [`Checked`] codec stands for one of `zarrs`, or next to it:
//! * The partial decoders of `zarrs` skip checksums: they strip the bytes of the checksum from the part that is read.
//! * Its gzip decompresses as far as a file goes, which may be a thousand times the chunk.
//! * It adds the offsets and sizes in the index of a shard without a check, and reads a part of a chunk past the size there.
//!
//! None has a partial decoder of its own. The default one of `zarrs` decodes, and so checks, all bytes of a chunk, or of a
//! chunk of a shard.

use flate2::bufread::GzDecoder;
use serde_json::{Value, json};
use std::any::Any;
use std::borrow::Cow;
use std::io::Read;
use std::sync::{Arc, Once};
use zarrs::array::codec::api::{
    BytesToBytesCodecTraits, Codec, CodecError, CodecMetadataOptions, CodecRuntimePluginV3,
    CodecTraits, CodecTraitsV3, PartialDecoderCapability, PartialEncoderCapability,
    RecommendedConcurrency, register_codec_v3,
};
use zarrs::array::codec::{Crc32cCodec, GzipCodec};
use zarrs::array::{Array, ArrayBytesRaw, ArrayMetadata, BytesRepresentation, CodecOptions};
use zarrs::metadata::Configuration;
use zarrs::plugin::{ExtensionName, ZarrVersion};

/// The codecs of arrays that are read. `zarrs` registers more, some of which panic on numbers of a file.
const ALLOWED: [&str; 6] = ["bytes", "endian", "transpose", "gzip", "crc32c", "sharding_indexed"];

/// The codecs that are replaced.
const REPLACED: [&str; 2] = ["crc32c", "gzip"];

/// The codecs that keep each element where it can be read alone. `endian` is an old name of `bytes`.
const PLAIN: [&str; 3] = ["bytes", "endian", "transpose"];

/// The prefix of the name by which `zarrs` makes a checked codec. A file with such a name is refused.
const PREFIX: &str = "static-layout.checked.";

/// The most bytes of a chunk, and the greatest offset in a shard: `zarrs` adds and multiplies them without checks.
const MOST: u64 = 1 << 56;

/// Refuses metadata, of version 2 or 3, that names a grid, an encoding of keys or a codec that is not allowed. `zarrs` makes
/// what is named when it opens the array, so this comes before.
pub(crate) fn check_names(metadata: &Value) -> Result<(), String> {
    let is_other =
        |field: &Value, names: &[&str]| !field.is_null() && !names.contains(&name(field));
    let grid = &metadata["chunk_grid"];
    if is_other(grid, &["regular"]) {
        return Err(format!("its chunk grid is `{}`, not `regular`", name(grid)));
    }
    // An encoding with a suffix may lead out of the folder.
    let keys = &metadata["chunk_key_encoding"];
    if is_other(keys, &["default", "v2"]) {
        return Err(format!("its keys of chunks are `{}`, not `default` or `v2`", name(keys)));
    }
    let lists = [&metadata["codecs"], &metadata["filters"]].map(|list| list.as_array());
    for codec in lists.into_iter().flatten().flatten().chain([&metadata["compressor"]]) {
        if codec.is_null() {
            continue;
        }
        if is_other(codec, &ALLOWED) {
            return Err(format!(
                "it has the codec `{}`, which is not one of {ALLOWED:?}",
                name(codec)
            ));
        }
        let inner = &codec["configuration"];
        check_names(&json!({ "codecs": inner["codecs"], "filters": inner["index_codecs"] }))?;
    }
    Ok(())
}

/// Opens an array anew with checked codecs, if it has any. A chunk has `size` elements of `element` bytes.
pub(crate) fn checked<S: ?Sized>(
    array: Array<S>,
    size: usize,
    element: usize,
) -> Result<Array<S>, String> {
    let refused = |error: serde_json::Error| error.to_string();
    let mut metadata = serde_json::to_value(array.metadata()).map_err(refused)?;
    if !check(&mut metadata, size, element)? {
        return Ok(array);
    }
    static REGISTER: Once = Once::new();
    REGISTER.call_once(|| {
        let matches = |name: &str| {
            let name = name.strip_prefix(PREFIX);
            name.is_some_and(|name| ["crc32c", "gzip", "index", "whole"].contains(&name))
        };
        register_codec_v3(CodecRuntimePluginV3::new(matches, |metadata| {
            let name = metadata.name().strip_prefix(PREFIX).unwrap_or_default().to_string();
            let number = |name: &str| metadata.configuration()?.get(name)?.as_u64();
            let kind = match name.as_str() {
                "gzip" => Kind::Gzip,
                "crc32c" => Kind::Checksum,
                "whole" => Kind::Whole,
                _ => Kind::Index { is_big: number("big") == Some(1), size: number("size") },
            };
            let mut metadata = metadata.clone();
            metadata.set_name(name);
            // Not by their names: the registry is locked here.
            let codec = match kind {
                Kind::Gzip => GzipCodec::create(&metadata)?,
                _ => Codec::BytesToBytes(Arc::new(Crc32cCodec::new())),
            };
            Ok(match codec {
                Codec::BytesToBytes(of) => Codec::BytesToBytes(Arc::new(Checked { kind, of })),
                other => other,
            })
        }));
    });
    let metadata = serde_json::from_value::<ArrayMetadata>(metadata).map_err(refused)?;
    let path = array.path().as_str();
    Array::new_with_metadata(array.storage(), path, metadata).map_err(|error| error.to_string())
}

/// Puts checked codecs into metadata. Returns whether there are any.
///
/// # Errors
/// When `zarrs` would overflow with numbers of the chunks.
pub(crate) fn check(metadata: &mut Value, size: usize, element: usize) -> Result<bool, String> {
    let chunk = Chunk { size: size as u64, element: element as u64, bound: element as u64 };
    chunk.times(size as u64)?.check(&mut metadata["codecs"])
}

/// What codecs make bytes of.
#[derive(Clone, Copy)]
struct Chunk {
    /// The number of elements.
    size: u64,
    /// The bytes of an element.
    element: u64,
    /// The most bytes that `zarrs` computes for the chunk. It multiplies the bytes of a shard by the number of its chunks.
    bound: u64,
}

impl Chunk {
    fn times(self, count: u64) -> Result<Self, String> {
        let bound = self.bound.checked_mul(count).filter(|bound| *bound <= MOST);
        Ok(Self { bound: bound.ok_or("its chunks are too large")?, ..self })
    }

    /// Puts checked codecs into a list. Returns whether there are any.
    fn check(self, codecs: &mut Value) -> Result<bool, String> {
        let mut found = false;
        for codec in codecs.as_array_mut().into_iter().flatten() {
            match name(codec) {
                "sharding_indexed" => self.check_shard(&mut codec["configuration"])?,
                replaced if REPLACED.contains(&replaced) => {
                    let name = format!("{PREFIX}{replaced}");
                    match codec {
                        Value::Object(fields) => drop(fields.insert("name".into(), name.into())),
                        _ => *codec = name.into(),
                    }
                }
                _ => continue,
            }
            found = true;
        }
        Ok(found)
    }

    fn check_shard(self, shard: &mut Value) -> Result<(), String> {
        let extents = shard["chunk_shape"].as_array().into_iter().flatten();
        let size = extents.map(Value::as_u64).try_fold(1_u64, |size, n| size.checked_mul(n?));
        let size = size.filter(|size| (1..=self.size).contains(size));
        let size = size.ok_or("the chunks of a shard are larger than the shard")?;
        let inner = Self { size, ..self }.times(self.size / size)?;
        inner.check(&mut shard["codecs"])?;
        // The size of chunks whose parts are read one by one. Others are decoded as a whole.
        let codecs = shard["codecs"].as_array_mut().ok_or("a shard has no codecs")?;
        let is_plain = codecs.iter().all(|codec| PLAIN.contains(&name(codec)));
        let size = is_plain.then(|| size * self.element);
        if !is_plain && !codecs.iter().any(|codec| name(codec).starts_with(PREFIX)) {
            codecs.push(json!({ "name": format!("{PREFIX}whole") }));
        }
        let index = &mut shard["index_codecs"];
        self.check(index)?;
        let codecs = index.as_array_mut().ok_or("a shard has no codecs of its index")?;
        let names: Vec<&str> = codecs.iter().map(name).collect();
        if !names.first().is_some_and(|name| ["bytes", "endian"].contains(name))
            || names[1..].iter().any(|name| !name.starts_with(PREFIX))
        {
            return Err(format!("the index of a shard has the codecs {}", names.join(", ")));
        }
        let is_big = codecs[0]["configuration"]["endian"] == "big";
        let configuration = json!({ "big": u64::from(is_big), "size": size });
        let codec = json!({ "name": format!("{PREFIX}index"), "configuration": configuration });
        codecs.insert(1, codec);
        Ok(())
    }
}

/// The name of a codec or another extension in metadata; of version 2, its `id`.
pub(crate) fn name(named: &Value) -> &str {
    let name = named.as_str().or_else(|| named["name"].as_str());
    name.or_else(|| named["id"].as_str()).unwrap_or_default()
}

/// What a codec checks.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The checksum, also of a part.
    Checksum,
    /// That no more bytes come out than a chunk has.
    Gzip,
    /// The offsets and sizes in the index of a shard.
    Index {
        /// Whether the first byte of a number is its highest.
        is_big: bool,
        /// The bytes of each chunk, where they are known.
        size: Option<u64>,
    },
    /// Nothing: the chunk is decoded as a whole.
    Whole,
}

/// A codec whose partial decoder is the default one, which decodes everything.
#[derive(Debug)]
struct Checked {
    kind: Kind,
    /// The codec that it stands for. An index and a whole chunk have none, so it is not used.
    of: Arc<dyn BytesToBytesCodecTraits>,
}

impl ExtensionName for Checked {
    fn name(&self, version: ZarrVersion) -> Option<Cow<'static, str>> {
        self.of.name(version)
    }
}

impl CodecTraits for Checked {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn configuration(
        &self,
        version: ZarrVersion,
        options: &CodecMetadataOptions,
    ) -> Option<Configuration> {
        self.of.configuration(version, options)
    }
    fn partial_decoder_capability(&self) -> PartialDecoderCapability {
        PartialDecoderCapability { partial_read: false, partial_decode: false }
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
        decoded: &BytesRepresentation,
    ) -> Result<RecommendedConcurrency, CodecError> {
        self.of.recommended_concurrency(decoded)
    }
    fn encoded_representation(&self, decoded: &BytesRepresentation) -> BytesRepresentation {
        match self.kind {
            Kind::Checksum | Kind::Gzip => self.of.encoded_representation(decoded),
            Kind::Index { .. } | Kind::Whole => *decoded,
        }
    }
    fn encode<'a>(
        &self,
        decoded: ArrayBytesRaw<'a>,
        options: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        match self.kind {
            Kind::Checksum | Kind::Gzip => self.of.encode(decoded, options),
            Kind::Index { .. } | Kind::Whole => Ok(decoded),
        }
    }
    fn decode<'a>(
        &self,
        encoded: ArrayBytesRaw<'a>,
        decoded: &BytesRepresentation,
        options: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        match self.kind {
            Kind::Checksum => {
                self.of.decode(encoded, decoded, &options.with_validate_checksums(true))
            }
            Kind::Gzip => gunzip(&encoded, decoded).map(Cow::Owned),
            Kind::Index { is_big, size } => {
                check_index(&encoded, is_big, size)?;
                Ok(encoded)
            }
            Kind::Whole => Ok(encoded),
        }
    }
}

/// Decompresses a chunk, up to one byte more than it has: the end of the file, with the checksum, is read if it ends there.
fn gunzip(encoded: &[u8], decoded: &BytesRepresentation) -> Result<Vec<u8>, CodecError> {
    let most = decoded.size().ok_or_else(|| CodecError::Other("chunks of any size".into()))?;
    let mut bytes = Vec::new();
    GzDecoder::new(encoded).take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(CodecError::Other(format!("it decompresses to more than {most} bytes")));
    }
    Ok(bytes)
}

/// Refuses an index with chunks of another size, or past each file. `u64::MAX` twice is a chunk that is not there.
fn check_index(index: &[u8], is_big: bool, size: Option<u64>) -> Result<(), CodecError> {
    let (numbers, _) = index.as_chunks();
    let number = |bytes: &[u8; 8]| {
        if is_big { u64::from_be_bytes(*bytes) } else { u64::from_le_bytes(*bytes) }
    };
    for [start, count] in numbers.as_chunks().0 {
        let (start, count) = (number(start), number(count));
        let is_inside = start.checked_add(count).is_some_and(|end| end <= MOST);
        let is_right = is_inside && size.is_none_or(|size| size == count);
        if !is_right && (start, count) != (u64::MAX, u64::MAX) {
            let words = format!("the index of the shard has {count} bytes at {start}");
            return Err(CodecError::Other(words));
        }
    }
    Ok(())
}
