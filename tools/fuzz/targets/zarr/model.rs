//! A second encoding and decoding of Zarr's chunks, one element at a time, by the metadata: `bytes`, `transpose`, compressors,
//! checksums and `sharding_indexed`.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use bzip2::bufread::BzDecoder;
use bzip2::write::BzEncoder;
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use half::{bf16, f16};
use serde_json::Value;

/// The most bytes that a chunk decompresses to.
const MOST: u64 = 1 << 16;

/// An element of an array, as little-endian bytes.
#[derive(Debug, PartialEq)]
pub enum Element {
    Bytes(Vec<u8>),
    /// No reader has it: a checksum differs, or its bytes are not there.
    Broken,
    /// The metadata has something that is not decoded here.
    Unknown,
}

pub fn name(codec: &Value) -> &str {
    codec.as_str().or_else(|| codec["name"].as_str()).unwrap_or_default()
}

fn numbers(list: &Value) -> Option<Vec<usize>> {
    list.as_array()?.iter().map(|n| n.as_u64().map(|n| n as usize)).collect()
}

/// The checksum CRC-32C.
pub fn crc32c(bytes: &[u8]) -> [u8; 4] {
    let crc = bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0x82F6_3B78 } else { 0 }
        })
    });
    (!crc).to_le_bytes()
}

/// The number of a place in row-major order.
fn linear(shape: &[usize], at: &[usize]) -> Option<usize> {
    shape
        .iter()
        .zip(at)
        .try_fold(0_usize, |number, (extent, at)| number.checked_mul(*extent)?.checked_add(*at))
}

/// The places of a box in row-major order.
pub fn places(shape: &[usize]) -> Vec<Vec<usize>> {
    let size: usize = shape.iter().product();
    (0..size)
        .map(|mut number| {
            let mut at = shape.to_vec();
            for index in at.iter_mut().rev() {
                (*index, number) = (number % *index, number / *index);
            }
            at
        })
        .collect()
}

fn order(codec: &Value, rank: usize) -> Option<Vec<usize>> {
    let order = numbers(&codec["configuration"]["order"])?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..rank).then_some(order)
}

/// Encodes a chunk, whose elements `element` has as little-endian bytes, `unit` of which are in an order together. `edit` may change
/// the index of a shard.
pub fn encode(
    codecs: &Value,
    shape: &[usize],
    unit: usize,
    element: &dyn Fn(&[usize]) -> Vec<u8>,
    edit: &mut dyn FnMut(&mut [u64]),
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let codecs = codecs.as_array().unwrap();
    let Some((codec, rest)) = codecs.split_first() else { return bytes };
    match name(codec) {
        "transpose" => {
            let order = order(codec, shape.len()).unwrap();
            let shape: Vec<usize> = order.iter().map(|&axis| shape[axis]).collect();
            let element = |at: &[usize]| {
                let mut before = at.to_vec();
                order.iter().zip(at).for_each(|(&axis, index)| before[axis] = *index);
                element(&before)
            };
            return encode(&rest.into(), &shape, unit, &element, edit);
        }
        "bytes" => {
            for at in places(shape) {
                let mut one = element(&at);
                if codec["configuration"]["endian"] == "big" {
                    one.chunks_mut(unit).for_each(<[u8]>::reverse);
                }
                bytes.extend(one);
            }
        }
        _ => {
            let shard = &codec["configuration"];
            let inner = numbers(&shard["chunk_shape"]).unwrap();
            let counts: Vec<usize> = shape.iter().zip(&inner).map(|(n, inner)| n / inner).collect();
            let is_first = shard["index_location"] == "start";
            let checks = shard["index_codecs"].as_array().unwrap().len() - 1;
            let length = counts.iter().product::<usize>() * 16 + 4 * checks;
            let mut index = Vec::new();
            let first = if is_first { length } else { 0 };
            for chunk in places(&counts) {
                let element = |at: &[usize]| {
                    let at = at.iter().zip(&chunk).zip(&inner);
                    element(
                        &at.map(|((at, chunk), extent)| chunk * extent + at).collect::<Vec<_>>(),
                    )
                };
                let one = encode(&shard["codecs"], &inner, unit, &element, edit);
                index.extend([(first + bytes.len()) as u64, one.len() as u64]);
                bytes.extend(one);
            }
            edit(&mut index);
            let is_big = shard["index_codecs"][0]["configuration"]["endian"] == "big";
            let number = |n: &u64| if is_big { n.to_be_bytes() } else { n.to_le_bytes() };
            let mut index: Vec<u8> = index.iter().flat_map(number).collect();
            for _ in 0..checks {
                index.extend(crc32c(&index));
            }
            bytes = if is_first { [index, bytes].concat() } else { [bytes, index].concat() };
        }
    }
    for codec in rest {
        bytes = match name(codec) {
            "crc32c" => [&bytes[..], &crc32c(&bytes)].concat(),
            "numcodecs.adler32" => [&adler32(&bytes), &bytes[..]].concat(),
            "numcodecs.shuffle" => bytes,
            "blosc" => blosc(&codec["configuration"], &bytes),
            name => pack(name, &bytes),
        };
    }
    bytes
}

/// The checksum Adler-32.
fn adler32(bytes: &[u8]) -> [u8; 4] {
    let (a, b) = bytes.iter().fold((1, 0), |(a, b): (u32, u32), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (a + b) % 65521)
    });
    (b << 16 | a).to_le_bytes()
}

/// What the compressor of a codec, or of a block of Blosc, makes of bytes.
fn pack(name: &str, bytes: &[u8]) -> Vec<u8> {
    match name {
        "gzip" => {
            let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::fast());
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap()
        }
        "numcodecs.zlib" | "zlib" => {
            let mut packed = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap()
        }
        "numcodecs.bz2" => {
            let mut packed = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap()
        }
        "zstd" => zstd::bulk::compress(bytes, 1).unwrap(),
        "numcodecs.lz4" => lz4_flex::block::compress_prepend_size(bytes),
        "lz4" => lz4_flex::block::compress(bytes),
        // Literals of at most 32 bytes.
        "blosclz" => {
            bytes.chunks(32).flat_map(|part| [&[part.len() as u8 - 1], part].concat()).collect()
        }
        _ => unreachable!("{name}"),
    }
}

/// What a compressor made of these bytes, if it is decoded here.
fn unpack(name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    let read =
        |decoder: &mut dyn Read, found: &mut Vec<u8>| decoder.take(MOST).read_to_end(found).ok();
    match name {
        "numcodecs.zlib" | "zlib" => read(&mut ZlibDecoder::new(bytes), &mut found)?,
        "numcodecs.bz2" => read(&mut BzDecoder::new(bytes), &mut found)?,
        "zstd" => {
            let mut decoder = zstd::stream::Decoder::with_buffer(bytes).ok()?;
            decoder.window_log_max(20).ok()?;
            read(&mut decoder, &mut found)?
        }
        "numcodecs.lz4" => {
            let (size, block) = bytes.split_first_chunk()?;
            let size = u32::from_le_bytes(*size) as usize;
            found = lz4_flex::block::decompress(block, Some(size).filter(|n| *n as u64 <= MOST)?)
                .ok()?;
            size
        }
        _ => return None,
    };
    Some(found)
}

/// A container of Blosc: blocks that are not split, of the extents in the configuration.
fn blosc(keys: &Value, bytes: &[u8]) -> Vec<u8> {
    let number = |key: &str| keys[key].as_u64().unwrap() as usize;
    let element = number("typesize");
    let block = number("blocksize").clamp(1, bytes.len().max(1));
    let name = keys["cname"].as_str().unwrap();
    let compressor =
        ["blosclz", "lz4", "snappy", "zlib", "zstd"].iter().position(|one| *one == name);
    let shuffle = match keys["shuffle"].as_str().unwrap() {
        "shuffle" => 1,
        "bitshuffle" => 4,
        _ => 0,
    };
    // There is no block of Snappy: what it would be compressed to is stored.
    let (stored, blocks) = (name == "snappy", bytes.len().div_ceil(block));
    let flags = (compressor.unwrap() as u8) << 5 | 16 | shuffle | if stored { 2 } else { 0 };
    let mut starts = Vec::new();
    let mut packed = Vec::new();
    for part in bytes.chunks(block) {
        starts.extend(((16 + 4 * blocks + packed.len()) as u32).to_le_bytes());
        let shuffled = shuffled(part, element, shuffle);
        let mut one = pack_block(name, &shuffled);
        // A block of as many bytes is stored.
        if one.len() >= part.len() {
            one = shuffled;
        }
        packed.extend((one.len() as u32).to_le_bytes());
        packed.extend(one);
    }
    let body = if stored { bytes.to_vec() } else { [starts, packed].concat() };
    let numbers = [bytes.len(), block, 16 + body.len()].map(|n| (n as u32).to_le_bytes()).concat();
    [&[2, 1, flags, element as u8][..], &numbers, &body].concat()
}

fn pack_block(name: &str, bytes: &[u8]) -> Vec<u8> {
    if name == "snappy" { bytes.to_vec() } else { pack(name, bytes) }
}

/// The bytes of a block, shuffled by bytes or bits.
fn shuffled(bytes: &[u8], element: usize, shuffle: u8) -> Vec<u8> {
    let count = bytes.len() / element;
    let mut found = bytes.to_vec();
    let bit = |at: usize| bytes[at / 8] >> (at % 8) & 1;
    match shuffle {
        1 if element > 1 => {
            for k in 0..count * element {
                found[k % element * count + k / element] = bytes[k];
            }
        }
        4 if count > 0 && count.is_multiple_of(8) => {
            found[..count * element].fill(0);
            for at in 0..8 * count * element {
                let (row, column) = (at % (8 * element), at / (8 * element));
                found[(row * count + column) / 8] |= bit(at) << (column % 8);
            }
        }
        _ => {}
    }
    found
}

/// The array that metadata describes.
pub struct Model {
    pub shape: Vec<usize>,
    pub chunk: Vec<usize>,
    codecs: Value,
    fill: Option<Vec<u8>>,
    size: usize,
    /// The bytes of an element that are in an order together.
    pub unit: usize,
    keys: (bool, String),
}

impl Model {
    /// The array of metadata whose elements have `size` bytes; `None` for what is not decoded here.
    pub fn of(text: &[u8], size: usize) -> Option<Self> {
        let metadata: Value = serde_json::from_slice(text).ok()?;
        let kind = metadata["data_type"].as_str()?;
        let fill = &metadata["fill_value"];
        let single = |fill: &Value| fill.as_f64().map(|fill| (fill as f32).to_le_bytes());
        let fill = match (kind, fill.as_i64()) {
            ("bool", _) => fill.as_bool().map(|fill| vec![fill.into()]),
            ("float16", _) => fill.as_f64().map(|fill| f16::from_f64(fill).to_le_bytes().to_vec()),
            ("bfloat16", _) => {
                fill.as_f64().map(|fill| bf16::from_f64(fill).to_le_bytes().to_vec())
            }
            ("complex64", _) => match fill.as_array().map(Vec::as_slice) {
                Some([re, im]) => {
                    single(re).zip(single(im)).map(|parts| <[_; 2]>::from(parts).concat())
                }
                _ => None,
            },
            ("r24", _) => numbers(fill).map(|list| list.iter().map(|n| *n as u8).collect()),
            ("float32", _) => fill.as_f64().map(|fill| (fill as f32).to_le_bytes().to_vec()),
            ("float64", _) => fill.as_f64().map(|fill| fill.to_le_bytes().to_vec()),
            // Others are read as bits.
            _ if !kind.contains("int") => None,
            (_, fill) => fill.map(|fill| fill.to_le_bytes()[..size].to_vec()),
        };
        let unit = match kind {
            "r24" => 1,
            "complex64" => 4,
            _ => size,
        };
        let keys = &metadata["chunk_key_encoding"];
        let is_default = name(keys) == "default";
        let separator = keys["configuration"]["separator"].as_str();
        let separator = separator.unwrap_or(if is_default { "/" } else { "." });
        let shape = numbers(&metadata["shape"])?;
        let mut chunk = numbers(&metadata["chunk_grid"]["configuration"]["chunk_shape"])?;
        // An axis without elements may have chunks of 0.
        for (extent, n) in chunk.iter_mut().zip(&shape) {
            *extent = (*extent).max(usize::from(*n == 0));
        }
        Some(Self {
            shape,
            chunk,
            codecs: metadata["codecs"].clone(),
            fill,
            size,
            unit,
            keys: (is_default, separator.into()),
        })
    }

    /// The name of a chunk's file.
    pub fn file(&self, chunk: &[usize]) -> String {
        let (is_default, separator) = &self.keys;
        let at: Vec<String> = chunk.iter().map(ToString::to_string).collect();
        let at = at.join(separator);
        match (chunk.is_empty(), *is_default) {
            (true, is_default) => if is_default { "c" } else { "0" }.into(),
            (false, true) => format!("c{separator}{at}"),
            (false, false) => at,
        }
    }

    /// An element of the array in a folder.
    pub fn element(&self, folder: &Path, at: &[usize]) -> Element {
        let chunk: Vec<usize> =
            at.iter().zip(&self.chunk).map(|(at, extent)| at / extent).collect();
        let inside: Vec<usize> =
            at.iter().zip(&self.chunk).map(|(at, extent)| at % extent).collect();
        match fs::read(folder.join(self.file(&chunk))) {
            Ok(bytes) => self.decode(&self.codecs, &bytes, &self.chunk, &inside),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => self.filled(),
            Err(_) => Element::Broken,
        }
    }

    fn filled(&self) -> Element {
        self.fill.clone().map_or(Element::Unknown, Element::Bytes)
    }

    /// An element of a chunk.
    fn decode(&self, codecs: &Value, bytes: &[u8], shape: &[usize], at: &[usize]) -> Element {
        let Some(codecs) = codecs.as_array() else { return Element::Unknown };
        match codecs.as_slice() {
            [codec, rest @ ..] if name(codec) == "transpose" => {
                let Some(order) = order(codec, shape.len()) else { return Element::Unknown };
                let of = |list: &[usize]| order.iter().map(|&axis| list[axis]).collect::<Vec<_>>();
                self.decode(&rest.into(), bytes, &of(shape), &of(at))
            }
            [rest @ .., codec] if name(codec) == "crc32c" => match bytes.split_last_chunk::<4>() {
                Some((bytes, sum)) if crc32c(bytes) == *sum => {
                    self.decode(&rest.into(), bytes, shape, at)
                }
                _ => Element::Broken,
            },
            [rest @ .., codec] if name(codec) == "numcodecs.adler32" => {
                if codec["configuration"]["location"] == "end" {
                    return Element::Unknown;
                }
                match bytes.split_first_chunk::<4>() {
                    Some((sum, bytes)) if adler32(bytes) == *sum => {
                        self.decode(&rest.into(), bytes, shape, at)
                    }
                    _ => Element::Broken,
                }
            }
            [rest @ .., codec]
                if name(codec) == "numcodecs.shuffle"
                    && codec["configuration"]["elementsize"].as_u64().is_some_and(|n| n < 2) =>
            {
                self.decode(&rest.into(), bytes, shape, at)
            }
            [rest @ .., codec]
                if ["zstd", "numcodecs.zlib", "numcodecs.lz4", "numcodecs.bz2"]
                    .contains(&name(codec)) =>
            {
                match unpack(name(codec), bytes) {
                    Some(bytes) => self.decode(&rest.into(), &bytes, shape, at),
                    None => Element::Unknown,
                }
            }
            [rest @ .., codec] if name(codec) == "gzip" => {
                let mut unpacked = Vec::new();
                let read = MultiGzDecoder::new(bytes).take(MOST).read_to_end(&mut unpacked);
                if read.is_err() {
                    return Element::Broken;
                }
                self.decode(&rest.into(), &unpacked, shape, at)
            }
            [codec] if ["bytes", "endian"].contains(&name(codec)) => {
                let start = linear(shape, at).and_then(|number| number.checked_mul(self.size));
                let found = start.and_then(|start| bytes.get(start..start.checked_add(self.size)?));
                let Some(found) = found else { return Element::Broken };
                let mut found = found.to_vec();
                if codec["configuration"]["endian"] == "big" {
                    found.chunks_mut(self.unit).for_each(<[u8]>::reverse);
                }
                Element::Bytes(found)
            }
            [codec] if name(codec) == "sharding_indexed" => {
                self.in_shard(&codec["configuration"], bytes, shape, at)
            }
            _ => Element::Unknown,
        }
    }

    /// An element of a shard.
    fn in_shard(&self, shard: &Value, bytes: &[u8], shape: &[usize], at: &[usize]) -> Element {
        let Some(inner) = numbers(&shard["chunk_shape"]) else { return Element::Unknown };
        let divides = |(n, inner): (&usize, &usize)| n.checked_rem(*inner) == Some(0);
        if inner.len() != shape.len() || !shape.iter().zip(&inner).all(divides) {
            return Element::Unknown;
        }
        let counts: Vec<usize> = shape.iter().zip(&inner).map(|(n, inner)| n / inner).collect();
        let Some([first, checks @ ..]) = shard["index_codecs"].as_array().map(Vec::as_slice) else {
            return Element::Unknown;
        };
        if !["bytes", "endian"].contains(&name(first))
            || checks.iter().any(|check| name(check) != "crc32c")
        {
            return Element::Unknown;
        }
        let chunk: Vec<usize> = at.iter().zip(&inner).map(|(at, extent)| at / extent).collect();
        let inside: Vec<usize> = at.iter().zip(&inner).map(|(at, extent)| at % extent).collect();
        let length = counts.iter().try_fold(16_usize, |length, count| length.checked_mul(*count));
        let whole = length.and_then(|length| length.checked_add(4 * checks.len()));
        let from = if shard["index_location"] == "start" {
            Some(0)
        } else {
            whole.and_then(|n| bytes.len().checked_sub(n))
        };
        let index =
            from.zip(whole).and_then(|(from, whole)| bytes.get(from..from.checked_add(whole)?));
        let Some(mut index) = index else { return Element::Broken };
        for _ in checks {
            match index.split_last_chunk::<4>() {
                Some((rest, sum)) if crc32c(rest) == *sum => index = rest,
                _ => return Element::Broken,
            }
        }
        let Some(number) = linear(&counts, &chunk) else { return Element::Broken };
        let is_big = first["configuration"]["endian"] == "big";
        let entry = |k: usize| {
            let bytes = index[8 * k..][..8].try_into().unwrap();
            if is_big { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) }
        };
        let (start, count) = (entry(2 * number), entry(2 * number + 1));
        if (start, count) == (u64::MAX, u64::MAX) {
            return self.filled();
        }
        let range = start.checked_add(count).map(|end| start as usize..end as usize);
        match range.and_then(|range| bytes.get(range)) {
            Some(bytes) => self.decode(&shard["codecs"], bytes, &inner, &inside),
            None => Element::Broken,
        }
    }
}
