//! Compressors: each stops at the size that a chunk has.

use super::blosc;
use super::filter::{Number, reversed};
use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use pco::metadata::DeltaEncoding;
use pco::standalone::{DecompressorItem, FileDecompressor};
use std::io::Read;

/// What a chunk, or a block of Blosc, is compressed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packer {
    Gzip,
    Zlib,
    Bz2,
    Zstd,
    /// A block of LZ4 after its size, as numcodecs writes it.
    Lz4,
    Blosc,
    /// Numbers of this type.
    Pcodec(Number),
}

/// The most bytes that a byte of LZ4 adds: to the length of a copy.
const MOST_OF_LZ4: usize = 255;

/// The logarithm of the longest window of pcodec. Writers have 2^15 numbers.
const WINDOW_OF_PCODEC: u32 = 16;

/// Unpacks a chunk of at most `most` bytes.
pub(crate) fn unpack(packer: Packer, bytes: &[u8], most: u64) -> Result<Vec<u8>, String> {
    let mut rest = bytes;
    let found = match packer {
        Packer::Gzip => read(MultiGzDecoder::new(&mut rest), most)?,
        Packer::Zlib => read(ZlibDecoder::new(&mut rest), most)?,
        Packer::Bz2 => read(MultiBzDecoder::new(&mut rest), most)?,
        Packer::Blosc => return blosc::unpack(bytes, most),
        Packer::Lz4 => {
            let (size, block) = bytes.split_first_chunk().ok_or("a chunk of LZ4 has no size")?;
            let size = u32::from_le_bytes(*size);
            if u64::from(size) > most {
                return Err(format!("it decompresses to {size} bytes, more than {most}"));
            }
            if size as usize / MOST_OF_LZ4 > block.len() {
                return Err(format!("{} bytes do not decompress to {size}", block.len()));
            }
            let mut found = room(size as usize)?;
            lz4(block, &mut found)?;
            return Ok(found);
        }
        Packer::Zstd => return zstd(bytes, most),
        Packer::Pcodec(number) => {
            let unpack = match number.name().as_str() {
                "uint16" => pcodec::<u16>,
                "uint32" => pcodec::<u32>,
                "uint64" => pcodec::<u64>,
                "int16" => pcodec::<i16>,
                "int32" => pcodec::<i32>,
                "int64" => pcodec::<i64>,
                "float16" => pcodec::<half::f16>,
                "float32" => pcodec::<f32>,
                "float64" => pcodec::<f64>,
                name => return Err(format!("pcodec has no numbers of {name}")),
            };
            return unpack(bytes, most);
        }
    };
    if found.len() as u64 > most {
        return Err(format!("it decompresses to more than {most} bytes"));
    }
    if rest.is_empty() { Ok(found) } else { Err(format!("{} bytes follow its end", rest.len())) }
}

/// Unpacks a block, which fills `to`.
pub(super) fn into(packer: Packer, bytes: &[u8], to: &mut [u8]) -> Result<(), String> {
    let found = unpack(packer, bytes, to.len() as u64)?;
    if found.len() != to.len() {
        return Err(format!("a block has {} bytes, not {}", found.len(), to.len()));
    }
    to.copy_from_slice(&found);
    Ok(())
}

/// Unpacks a block of LZ4, which fills `to`.
pub(super) fn lz4(bytes: &[u8], to: &mut [u8]) -> Result<(), String> {
    match lz4_flex::block::decompress_into(bytes, to) {
        Ok(count) if count == to.len() => Ok(()),
        Ok(count) => Err(format!("a block has {count} bytes, not {}", to.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// What a decoder returns, up to one byte more than a chunk has: the end of the file, with the checksum, is read if it ends
/// there.
fn read(decoder: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut found = Vec::new();
    let read = decoder.take(most.saturating_add(1)).read_to_end(&mut found);
    read.map(|_| found).map_err(|error| error.to_string())
}

/// Frames of zstd, within the room of a list: no window is allocated. The room grows with what fits into it, because neither a
/// chunk of the metadata nor the size in a frame says that so many bytes follow.
fn zstd(bytes: &[u8], most: u64) -> Result<Vec<u8>, String> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut decoder = zstd::bulk::Decompressor::new().map_err(|error| error.to_string())?;
    let mut size = bytes.len().saturating_mul(16).clamp(1 << 16, usize::MAX).min(most);
    loop {
        let mut found = Vec::new();
        found.try_reserve_exact(size).map_err(|_| format!("cannot allocate {size} bytes"))?;
        match decoder.decompress_to_buffer(bytes, &mut found).map_err(|error| error.to_string()) {
            Ok(_) => return Ok(found),
            Err(words) if !words.starts_with("Destination buffer") => return Err(words),
            Err(_) if size == most => {
                return Err(format!("it decompresses to more than {most} bytes"));
            }
            Err(_) => size = size.saturating_mul(8).min(most),
        }
    }
}

/// Numbers in the order with the low byte first, batch by batch.
fn pcodec<T: pco::data_types::Number + bytemuck::Pod>(
    bytes: &[u8],
    most: u64,
) -> Result<Vec<u8>, String> {
    let refused = |error: pco::errors::PcoError| error.to_string();
    let (file, mut rest) = FileDecompressor::new(bytes).map_err(refused)?;
    let version = file.format_version();
    let (pages, _) = pco::wrapped::FileDecompressor::new(&[version.major, version.minor][..])
        .map_err(refused)?;
    let (mut found, mut batch) = (Vec::new(), [T::zeroed(); pco::FULL_BATCH_N]);
    loop {
        // After the type and the number of a chunk's numbers, before memory is taken for its dictionary and its window.
        if let Some(chunk) = rest.get(4..).filter(|_| rest[0] != 0) {
            // Four bits of its mode, and 25 of the length of a dictionary.
            let first = chunk.first_chunk().map_or(0, |first| u32::from_le_bytes(*first));
            let words = first >> 4 & 0x1FF_FFFF;
            if first & 15 == 4 && words as usize > chunk.len() / size_of::<T>() {
                return Err(format!("a chunk of pcodec ends in its dictionary of {words} numbers"));
            }
            let (chunk, _) = pages.chunk_decompressor::<T, _>(chunk).map_err(refused)?;
            if let DeltaEncoding::Lookback { config, .. } = &chunk.meta().delta_encoding
                && config.window_n_log > WINDOW_OF_PCODEC
            {
                return Err(format!("a chunk of pcodec has a window of 2^{}", config.window_n_log));
            }
        }
        let mut chunk = match file.chunk_decompressor::<T, _>(rest).map_err(refused)? {
            DecompressorItem::Chunk(chunk) => chunk,
            DecompressorItem::EndOfData([]) => return Ok(found),
            DecompressorItem::EndOfData(rest) => {
                return Err(format!("{} bytes follow its end", rest.len()));
            }
        };
        loop {
            let progress = chunk.read(&mut batch).map_err(refused)?;
            let numbers: &[u8] = bytemuck::cast_slice(&batch[..progress.n_processed]);
            if found.len() as u64 + numbers.len() as u64 > most {
                return Err(format!("it decompresses to more than {most} bytes"));
            }
            if cfg!(target_endian = "big") {
                found.extend(reversed(numbers, size_of::<T>()));
            } else {
                found.extend_from_slice(numbers);
            }
            if progress.finished {
                break;
            }
        }
        rest = chunk.into_src();
    }
}

/// So many zeros.
pub(super) fn room(count: usize) -> Result<Vec<u8>, String> {
    crate::work::zeros(count).map_err(|error| error.to_string())
}
