//! Compressors: each stops at the size that a chunk has.

use super::blosc;
use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
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
}

/// The most bytes that a byte of LZ4 adds: to the length of a copy.
const MOST_OF_LZ4: usize = 255;

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

/// So many zeros.
pub(super) fn room(count: usize) -> Result<Vec<u8>, String> {
    crate::work::zeros(count).map_err(|error| error.to_string())
}
