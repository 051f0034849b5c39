//! Layouts as matrices of bits, and the swizzle of fewest xors for accesses.

use layout_core::memory::{Access, NVIDIA};
use layout_core::{BankSwizzle, BitLayout, BitMatrix, Layout, LayoutError};

use crate::{Failure, MaybeSwizzled};

/// The bytes of a word.
const WORD: i64 = NVIDIA.word;
/// The bits of the number of banks.
const BANK_BITS: u32 = 5;

/// Reads a layout as a matrix: `shape:stride` with or without a swizzle, or the text of a matrix such as
/// `{lane: (1) (2)} -> {x: 2}`.
///
/// # Errors
///
/// Text that does not parse, or a layout that is not a matrix.
///
/// ```
/// let bits = layout_cli::bits::read("(2,4):(4,1)")?;
/// assert_eq!(bits.to_string(), "{mode0: (4), mode1: (1) (2)} -> {offset: 3}");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn read(text: &str) -> Result<BitLayout, Failure> {
    if text.trim_start().starts_with('{') {
        return text.parse().map_err(|error| Failure::of(&error, text));
    }
    Ok(match MaybeSwizzled::read(text)? {
        MaybeSwizzled::Plain(layout) => BitLayout::of_layout(&layout)?,
        MaybeSwizzled::Swizzled(layout) => BitLayout::of(&layout)?,
    })
}

/// The swizzle of word addresses that frees the accesses of `threads` to `memory` of bank conflicts with the fewest xors.
/// The words that one instruction of a thread moves stay together.
///
/// # Errors
///
/// Layouts that are not matrices, elements of more than 4 bytes, and accesses that no such swizzle frees.
///
/// ```
/// use layout_cli::bits;
/// use layout_core::memory::Access;
/// let (threads, memory) = ("32:32".parse()?, "(32,32):(1,32)".parse()?);
/// let found = bits::fewest_xors(&threads, &memory, Access::new(4, 4)?)?;
/// assert_eq!((found.xors(), found.matrix().columns()[5]), (5, 0b100001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fewest_xors(
    threads: &Layout,
    memory: &Layout,
    access: Access,
) -> Result<BankSwizzle, Failure> {
    if access.element() > WORD {
        let message = "xors are searched for elements of at most 4 bytes";
        return Err(Failure::new(message));
    }
    let (held, memory) = (BitLayout::of_layout(threads)?, BitLayout::of_layout(memory)?);
    let lanes =
        if held.inputs().rank() == 2 { held.inputs().width(0) } else { held.inputs().bits() };
    // Wide accesses are served for a part of a warp at a time: 128 bytes.
    let log = |bytes: i64| 63 - (bytes.max(1) as u64).leading_zeros();
    let at_once = (log(128) - log(access.width().max(WORD))).min(lanes);
    let dropped = log(WORD) - log(access.element());
    let address = |bit: u32| {
        let coordinate = held.matrix().columns().get(bit as usize).copied().unwrap_or(0);
        memory.matrix().apply(coordinate) >> dropped
    };
    let values = lanes..lanes + log(access.elements());
    let columns: Vec<u64> =
        (0..at_once).chain(values).map(address).filter(|column| *column != 0).collect();
    let rows = memory.matrix().outputs().saturating_sub(dropped).max(BANK_BITS);
    let kept = log(access.width().max(WORD)) - log(WORD);
    Ok(BankSwizzle::find(&[BitMatrix::new(rows, &columns)?], BANK_BITS, kept)?)
}

/// The sentence of the rule, without the operation before it.
pub fn reason(error: &LayoutError) -> String {
    let failure = Failure::refused(error);
    let message = failure.message();
    message.split_once(": ").map_or(message, |(_, reason)| reason).to_owned()
}
