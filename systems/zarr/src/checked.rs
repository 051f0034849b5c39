//! Checksums that every read checks.
//!
//! The partial decoders of `zarrs` skip checksums: they strip the bytes of the checksum from the part that is read. A
//! [`Checked`] codec decodes as the codec that it wraps, but has no partial decoder of its own. The default partial
//! decoder of `zarrs` decodes, and so checks, all bytes that the checksum covers: a chunk, or a chunk of a shard.

use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, Once};
use zarrs::array::codec::Crc32cCodec;
use zarrs::array::codec::api::{
    BytesToBytesCodecTraits, Codec, CodecError, CodecMetadataOptions, CodecRuntimePluginV3,
    CodecTraits, CodecTraitsV3, PartialDecoderCapability, PartialEncoderCapability,
    RecommendedConcurrency, register_codec_v3,
};
use zarrs::array::{Array, ArrayBytesRaw, ArrayMetadata, BytesRepresentation, CodecOptions};
use zarrs::metadata::Configuration;
use zarrs::plugin::{ExtensionName, ZarrVersion};

/// The checksums of `zarrs`. It has the last two with features that this crate does not ask for.
const CHECKSUMS: [&str; 3] = ["crc32c", "numcodecs.adler32", "numcodecs.fletcher32"];

/// The prefix of the name by which `zarrs` makes a checked codec. It is in no file.
const PREFIX: &str = "static-layout.checked.";

/// Opens an array anew, with checksums that every read checks. Returns one without checksums as it is.
pub(crate) fn checked<S: ?Sized>(array: Array<S>) -> Result<Array<S>, String> {
    let refused = |error: serde_json::Error| error.to_string();
    let mut metadata = serde_json::to_value(array.metadata()).map_err(refused)?;
    if !metadata.get_mut("codecs").is_some_and(rename) {
        return Ok(array);
    }
    static REGISTER: Once = Once::new();
    REGISTER.call_once(|| {
        // The other codecs have no checked version, so their arrays are refused.
        let matches = |name: &str| name.strip_prefix(PREFIX) == Some("crc32c");
        register_codec_v3(CodecRuntimePluginV3::new(matches, |metadata| {
            let mut metadata = metadata.clone();
            metadata.set_name("crc32c".into());
            // Not by its name: the registry is locked here.
            match Crc32cCodec::create(&metadata)? {
                Codec::BytesToBytes(codec) => Ok(Codec::BytesToBytes(Arc::new(Checked(codec)))),
                other => Ok(other),
            }
        }));
    });
    let metadata = serde_json::from_value::<ArrayMetadata>(metadata).map_err(refused)?;
    let path = array.path().as_str();
    Array::new_with_metadata(array.storage(), path, metadata).map_err(|error| error.to_string())
}

/// Renames each text that names a checksum. In the metadata of codecs only a name does.
fn rename(value: &mut Value) -> bool {
    match value {
        Value::String(name) if CHECKSUMS.contains(&name.as_str()) => {
            name.insert_str(0, PREFIX);
            true
        }
        Value::Array(values) => values.iter_mut().fold(false, |found, value| found | rename(value)),
        Value::Object(fields) => {
            fields.values_mut().fold(false, |found, value| found | rename(value))
        }
        _ => false,
    }
}

/// A checksum whose partial decoder is the default one, which decodes everything.
#[derive(Debug)]
struct Checked(Arc<dyn BytesToBytesCodecTraits>);

impl ExtensionName for Checked {
    fn name(&self, version: ZarrVersion) -> Option<Cow<'static, str>> {
        self.0.name(version)
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
        self.0.configuration(version, options)
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
        self.0.recommended_concurrency(decoded)
    }
    fn encoded_representation(&self, decoded: &BytesRepresentation) -> BytesRepresentation {
        self.0.encoded_representation(decoded)
    }
    fn encode<'a>(
        &self,
        decoded: ArrayBytesRaw<'a>,
        options: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        self.0.encode(decoded, options)
    }
    fn decode<'a>(
        &self,
        encoded: ArrayBytesRaw<'a>,
        decoded: &BytesRepresentation,
        options: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        self.0.decode(encoded, decoded, &options.with_validate_checksums(true))
    }
}
