//! The smallest swizzle of a layout of shared memory that removes bank conflicts.

use layout_core::{LayoutError, Swizzle};

use crate::memory::banks::{self, Cost};
use crate::memory::request::{Access, Request, requests};
use crate::{Failure, MaybeSwizzled};

/// Words have 4 bytes and there are 32 banks: bits 2 to 6 of an address choose the bank. What a swizzle does to
/// more than these 5 bits moves no word to another bank.
const BANK_BITS: u32 = 5;

/// The end of those bits.
const ROW_BITS: u32 = 7;

/// A swizzle in both units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundSwizzle {
    /// The swizzle of offsets in elements.
    pub swizzle: Swizzle,
    /// The same swizzle of addresses in bytes: its base is larger by the bits of an element.
    pub in_bytes: Swizzle,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// What the accesses cost without a swizzle.
    pub before: Cost,
    /// What they cost with the swizzle that was found, or with the best one.
    pub after: Cost,
    /// The smallest swizzle without conflicts, if one has none; otherwise the smallest of least cost.
    pub best: FoundSwizzle,
    /// How many swizzles were tried, no swizzle among them; each one smaller than the best leaves more conflicts.
    pub tried: usize,
}

/// The swizzle of fewest bits, then of the smallest base, then of the shortest shift, bits from above first,
/// with which all thread-value layouts touch the memory layout without conflicts.
///
/// All swizzles are tried in that order whose bits lie in the offsets that the layout has, from the bits
/// on that one access keeps together, and of up to 5 bits, those that choose a bank. No swizzle, the first
/// candidate, is written as the member without bits of the family of the published ones, `Sw<0,4,3>` for
/// accesses of 16 bytes.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::memory::{Access, search};
/// // Eight threads read a 16-byte chunk each, of eight rows of 64 halves.
/// let (rows, memory) = (MaybeSwizzled::read("(8,8):(1,8)")?, MaybeSwizzled::read("(8,64):(64,1)")?);
/// let found = search::find(&[rows], &memory, Access::new(2, 16)?)?;
/// assert_eq!(found.best.in_bytes.to_string(), "Sw<3,4,3>");
/// assert_eq!(found.before.to_string(), "8-way conflict, 8 wavefronts instead of 1");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// Refused where the memory layout has a swizzle, maps to coordinates or has negative strides, and where
/// the accesses are refused.
pub fn find(
    held: &[MaybeSwizzled],
    memory: &MaybeSwizzled,
    access: Access,
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
        all.extend(requests(held, memory, access)?);
    }
    let before = banks::total(&all);
    let (element, base) = (access.element().ilog2(), access.width().ilog2());
    // Of addresses, as all of these.
    let end = (plain.cosize() - 1).max(0).checked_ilog2().map_or(0, |top| top + 1) + element;
    let nothing = Swizzle::new(0, base.into(), (ROW_BITS - base).into());
    let (mut best, mut after, mut tried) = (nothing.map_err(refused)?, before, 1);
    for swizzle in candidates(base, end) {
        if after.is_free() {
            break;
        }
        let swizzled: Vec<Request> = all.iter().map(|request| request.swizzled(&swizzle)).collect();
        let cost = banks::total(&swizzled);
        if cost.wavefronts < after.wavefronts {
            (best, after) = (swizzle, cost);
        }
        tried += 1;
    }
    let (bits, low, shift) = (best.bits(), best.base() - element, best.shift());
    let swizzle = Swizzle::new(bits.into(), low.into(), shift.into()).map_err(refused)?;
    Ok(Search { before, after, best: FoundSwizzle { swizzle, in_bytes: best }, tried })
}

/// The swizzles that keep the bits below `base` and change none from `end` on, smallest first.
fn candidates(base: u32, end: u32) -> impl Iterator<Item = Swizzle> {
    (1..=BANK_BITS).flat_map(move |bits| {
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

fn refused(error: LayoutError) -> Failure {
    Failure::of(&error, "")
}
