//! Blosc's container of version 1, without its C library: blocks that are shuffled, split and compressed one by one.

use super::unpack::{Packer, into, lz4, room};

/// The bytes before the starts of the blocks.
const HEADER: usize = 16;

/// Blocks of fewer elements are not split.
const LEAST: usize = 128;

/// Blocks of larger elements are not split.
const MOST_SPLITS: usize = 16;

/// Unpacks a chunk of at most `most` bytes.
pub(super) fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, String> {
    let header = bytes.get(..HEADER).ok_or("a chunk of Blosc ends in its header")?;
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| header[at + k])) as usize;
    let (flags, element) = (header[2], usize::from(header[3]));
    let (size, block, packed) = (number(4), number(8), number(12));
    if header[0] != 2 || flags & 8 != 0 {
        return Err(format!(
            "a chunk of Blosc has the version {} and the flags {flags}",
            header[0]
        ));
    }
    if size as u64 > most {
        return Err(format!("it decompresses to {size} bytes, more than {most}"));
    }
    if packed != bytes.len() {
        return Err(format!("a chunk of Blosc has {packed} bytes, its file has {}", bytes.len()));
    }
    if size == 0 {
        return Ok(Vec::new());
    }
    if block == 0 || block > size || element == 0 {
        return Err(format!("a chunk of Blosc has blocks of {block} bytes, elements of {element}"));
    }
    if flags & 2 != 0 {
        let stored = bytes.get(HEADER..).filter(|stored| stored.len() == size);
        return Ok(stored.ok_or("a chunk of Blosc is not as long as its elements")?.to_vec());
    }
    let unpack: fn(&[u8], &mut [u8]) -> Result<(), String> = match flags >> 5 {
        0 => |from, to| blosclz(from, to).ok_or_else(|| "a block of BloscLZ is damaged".into()),
        1 => lz4,
        3 => |from, to| into(Packer::Zlib, from, to),
        4 => |from, to| into(Packer::Zstd, from, to),
        other => return Err(format!("a chunk of Blosc has the compressor {other}")),
    };
    // A block of zstd takes four bytes, and says that one byte is there 128 times 1024 times.
    let most = if flags >> 5 == 4 { 1 << 15 } else { 1032 };
    if size / most > bytes.len() {
        return Err(format!("{} bytes do not decompress to {size}", bytes.len()));
    }
    let mut found = room(size)?;
    let mut shuffled = room(if flags & 5 != 0 { block } else { 0 })?;
    for (k, to) in found.chunks_mut(block).enumerate() {
        let start = bytes.get(HEADER + 4 * k..).and_then(|rest| rest.first_chunk());
        let start = u32::from_le_bytes(*start.ok_or("a chunk of Blosc ends in its starts")?);
        let mut rest = bytes.get(start as usize..).unwrap_or_default();
        let is_split = flags & 16 == 0
            && element <= MOST_SPLITS
            && block / element >= LEAST
            && to.len() == block;
        let part = if is_split { block / element } else { to.len() };
        if to.len() % part != 0 {
            return Err("a block of Blosc has a part of an element".into());
        }
        // `unshuffle` fills all of `to`.
        let is_bytes = flags & 1 != 0 && element > 1;
        let is_bits = !is_bytes && flags & 4 != 0 && to.len() >= element;
        let len = to.len();
        let plain = if is_bytes || is_bits { &mut shuffled[..len] } else { &mut *to };
        for part in plain.chunks_mut(part) {
            let ended = || "a chunk of Blosc ends in a block".to_string();
            let (count, tail) = rest.split_first_chunk().ok_or_else(ended)?;
            let from = tail.split_at_checked(u32::from_le_bytes(*count) as usize);
            let (from, tail) = from.ok_or_else(ended)?;
            rest = tail;
            if from.len() == part.len() {
                part.copy_from_slice(from);
            } else {
                unpack(from, part)?;
            }
        }
        if is_bytes {
            unshuffle(&shuffled[..len], element, to);
        } else if is_bits {
            unshuffle_bits(&shuffled[..len], element, to);
        }
    }
    Ok(found)
}

/// Puts the bytes of elements together: byte `b` of element `i` is at `b * count + i`. Bytes after the last element stay.
pub(super) fn unshuffle(from: &[u8], element: usize, to: &mut [u8]) {
    let count = from.len() / element;
    for (i, to) in to.chunks_exact_mut(element).enumerate() {
        for (b, to) in to.iter_mut().enumerate() {
            *to = from[b * count + i];
        }
    }
    to[count * element..].copy_from_slice(&from[count * element..]);
}

/// Puts the bits of elements together: bit `k` of the elements, in order, are the bytes from `k * count / 8` on. Only a multiple
/// of eight elements is shuffled.
fn unshuffle_bits(from: &[u8], element: usize, to: &mut [u8]) {
    let count = from.len() / element;
    to.copy_from_slice(from);
    if !count.is_multiple_of(8) {
        return;
    }
    to[..count * element].fill(0);
    for (k, row) in from.chunks_exact(count / 8).take(8 * element).enumerate() {
        for (i, bits) in row.iter().enumerate() {
            for bit in 0..8 {
                let at = (8 * i + bit) * element + k / 8;
                to[at] |= (bits >> bit & 1) << (k % 8);
            }
        }
    }
}

/// Unpacks a block of BloscLZ: literals, and copies of what came before. Returns `None` if the block does not fill `to`.
fn blosclz(from: &[u8], to: &mut [u8]) -> Option<()> {
    /// The greatest distance of the short form.
    const FAR: usize = 8191;
    let mut from = from.iter().map(|byte| usize::from(*byte));
    let mut end = 0;
    let mut control = from.next()? & 31;
    loop {
        if control < 32 {
            for _ in 0..=control {
                *to.get_mut(end)? = from.next()? as u8;
                end += 1;
            }
        } else {
            let mut len = (control >> 5) - 1;
            let mut distance = (control & 31) << 8;
            if len == 6 {
                loop {
                    let more = from.next()?;
                    len += more;
                    // Longer than all that fits: the sum of more bytes may overflow.
                    if len > to.len() {
                        return None;
                    }
                    if more != 255 {
                        break;
                    }
                }
            }
            let low = from.next()?;
            if low == 255 && distance == 31 << 8 {
                distance = (from.next()? << 8) + from.next()? + FAR;
            } else {
                distance += low;
            }
            // A copy may overlap itself.
            for _ in 0..len + 3 {
                *to.get_mut(end)? = *to.get(end.checked_sub(distance + 1)?)?;
                end += 1;
            }
        }
        match from.next() {
            Some(next) => control = next,
            None => return (end == to.len()).then_some(()),
        }
    }
}
