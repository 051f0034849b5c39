//! Finds the smallest swizzle of a layout of shared memory that removes bank conflicts.

use layout_core::Swizzle;
use layout_core::memory::{Access, Cost, SharedMemory};
use layout_core::solve::{AccessUse, Map, Problem, Space};

use crate::memory::pattern;
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
    pub tried: i64,
}

/// Finds the first swizzle with which all thread-value layouts access the memory layout without conflicts.
///
/// Tries the candidates of [`Space::SWIZZLES`] in their order. The identity, the first candidate, is written like the
/// published swizzles without bits: `Sw<0,4,3>` for accesses of 16 bytes.
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
/// A memory layout with a swizzle, and the errors of [`Problem::new`] and [`Problem::solve`].
pub fn find(
    held: &[MaybeSwizzled],
    memory: &MaybeSwizzled,
    access: Access,
    machine: &SharedMemory<'_>,
) -> Result<Search, Failure> {
    let plain = unswizzled(memory)?;
    let uses =
        held.iter().map(|held| Ok(AccessUse { threads: held.composed()?, access, times: 1 }));
    let uses = uses.collect::<Result<Vec<_>, Failure>>()?;
    let found = Problem::new(plain, &uses, machine, Space::SWIZZLES)?.solve(i64::MAX)?;
    let total = |memory: &MaybeSwizzled| {
        held.iter().try_fold(Cost::NONE, |sum, held| {
            Ok::<_, Failure>(sum.plus(pattern(held, memory, access)?.cost(machine)?))
        })
    };
    let (before, after) = (total(memory)?, total(&found.composed()?.into())?);
    let Map::Swizzle(swizzle) = found.map() else { unreachable!("the space has swizzles alone") };
    let (element, base) = (access.element().ilog2(), access.alignment().ilog2());
    let best = if swizzle.is_identity() {
        let row = (machine.served(&access)?.banks * machine.word).ilog2();
        let named = |base: u32| {
            Swizzle::new(0, base.into(), row.saturating_sub(access.alignment().ilog2()).into())
        };
        FoundSwizzle { swizzle: named(base - element)?, in_bytes: named(base)? }
    } else {
        let base = i64::from(swizzle.base() + element);
        let in_bytes = Swizzle::new(swizzle.bits().into(), base, swizzle.shift().into())?;
        FoundSwizzle { swizzle, in_bytes }
    };
    Ok(Search { before, after, best, tried: found.seen() })
}

/// The layout, if it has no swizzle.
///
/// # Errors
///
/// A layout with a swizzle.
pub fn unswizzled(memory: &MaybeSwizzled) -> Result<layout_core::Layout, Failure> {
    match memory {
        MaybeSwizzled::Plain(layout) => Ok(*layout),
        MaybeSwizzled::Swizzled(_) => {
            let failure = Failure::new(format!("{memory} has a swizzle already"));
            Err(failure.help(format!("look for one of {}", memory.plain())))
        }
    }
}
