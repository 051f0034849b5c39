//! Finds the smallest swizzle of a layout of shared memory that removes bank conflicts.

use layout_core::Swizzle;
use layout_core::memory::{Access, Cost, Request, SharedMemory};

use crate::memory::{pattern, requests};
use crate::{Failure, MaybeSwizzled};

/// A swizzle of offsets in elements, and the same swizzle of addresses in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundSwizzle {
    /// The swizzle of offsets in elements.
    pub swizzle: Swizzle,
    /// The swizzle of addresses in bytes. Its base is larger by `log2` of the bytes of an element.
    pub in_bytes: Swizzle,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// The cost without a swizzle.
    pub before: Cost,
    /// The cost with the best swizzle.
    pub after: Cost,
    /// The smallest swizzle without conflicts, or the smallest of least cost if all have conflicts.
    pub best: FoundSwizzle,
    /// The number of swizzles tried, including the identity. Each smaller one than the best has more conflicts.
    pub tried: usize,
}

/// Finds the first swizzle with which all thread-value layouts access the memory layout without conflicts.
///
/// The candidates are ordered by the number of bits, then by base, then by the length of the shift, positive shifts
/// first. They have as many bits as select a bank at most, which all lie within the offsets of the layout and above the bits that one access
/// keeps together. The identity, the first candidate, is written like the published swizzles without bits: `Sw<0,4,3>`
/// for accesses of 16 bytes.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::memory::search;
/// use layout_core::memory::{Access, NVIDIA};
/// // Eight threads read a 16-byte chunk each, of eight rows of 64 halves.
/// let (rows, memory) = (MaybeSwizzled::read("(8,8):(1,8)")?, MaybeSwizzled::read("(8,64):(64,1)")?);
/// let found = search::find(&[rows], &memory, Access::new(2, 16)?, &NVIDIA)?;
/// assert_eq!(found.best.in_bytes.to_string(), "Sw<3,4,3>");
/// assert_eq!(found.before.to_string(), "8-way conflict, 8 wavefronts instead of 1");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// # Errors
///
/// A memory layout with a swizzle, with negative strides, or that maps to coordinates; accesses that [`pattern`]
/// and [`requests`] reject, and those that the machine serves in no published way.
pub fn find(
    held: &[MaybeSwizzled],
    memory: &MaybeSwizzled,
    access: Access,
    machine: &SharedMemory<'_>,
) -> Result<Search, Failure> {
    let plain = memory.plain();
    if (0..plain.leaf_count()).any(|k| plain.leaf(k).1 < 0) {
        return Err(Failure::new(format!(
            "{memory} has negative strides, whose bits no swizzle keeps apart"
        )));
    }
    if let MaybeSwizzled::Swizzled(_) = memory {
        return Err(Failure::new(format!("{memory} has a swizzle already"))
            .help(format!("look for one of {plain}")));
    }
    let mut all: Vec<Request> = Vec::new();
    for held in held {
        all.extend(requests(&pattern(held, memory, access)?, machine.lanes)?);
    }
    let total = |all: &[Request]| -> Result<Cost, Failure> {
        all.iter().try_fold(Cost::NONE, |sum, request| Ok(sum.plus(machine.cost(request)?)))
    };
    let before = total(&all)?;
    // A swizzle of more bits than select the bank moves no further word to another bank.
    let banks = machine.served(&access)?.banks;
    let (bank_bits, row) = (log2_up(banks), log2_up(banks) + log2_up(machine.word));
    let (element, base) = (access.element().ilog2(), access.alignment().ilog2());
    // The end of the address bits. All swizzles here are of addresses.
    let end = (plain.cosize() - 1).max(0).checked_ilog2().map_or(0, |top| top + 1) + element;
    let nothing = Swizzle::new(0, base.into(), row.saturating_sub(base).into());
    let (mut best, mut after, mut tried) = (nothing?, before, 1);
    for swizzle in candidates(bank_bits, base, end) {
        if after.is_free() {
            break;
        }
        let swizzled: Vec<Request> = all.iter().map(|request| request.swizzled(&swizzle)).collect();
        let cost = total(&swizzled)?;
        if cost.wavefronts < after.wavefronts {
            (best, after) = (swizzle, cost);
        }
        tried += 1;
    }
    let (bits, low, shift) = (best.bits(), best.base() - element, best.shift());
    let swizzle = Swizzle::new(bits.into(), low.into(), shift.into())?;
    Ok(Search { before, after, best: FoundSwizzle { swizzle, in_bytes: best }, tried })
}

/// The swizzles of the bits from `base` to `end`, smallest first.
fn candidates(bank_bits: u32, base: u32, end: u32) -> impl Iterator<Item = Swizzle> {
    (1..=bank_bits).flat_map(move |bits| {
        (base..end).flat_map(move |low| {
            let shifts = (bits..end).filter(move |shift| low + bits + shift <= end);
            shifts.flat_map(move |shift| {
                [i64::from(shift), -i64::from(shift)]
                    .into_iter()
                    .filter_map(move |shift| Swizzle::new(bits.into(), low.into(), shift).ok())
            })
        })
    })
}

/// The bits of the numbers below `n`.
fn log2_up(n: i64) -> u32 {
    (n - 1).checked_ilog2().map_or(0, |top| top + 1)
}
