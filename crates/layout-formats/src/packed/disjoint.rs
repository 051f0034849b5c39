//! Whether no two parts of packed elements have bits in one byte.
//!
//! Elements may differ while their bytes do not, so a divided layout without equal offsets is not enough:
//!
//! ```text
//! whole       ((3),(2)):((1),(3))          tiles of 3 elements of 4 bits      | 0 1 2 | 3 4 5 |
//! bytes       upcast by 2                                                      | 0 0 1 | 1 2 2 |
//! ```
//!
//! 1. `G` elements fill whole bytes. The engine's `upcast` by `G` is the layout of these groups. If it leaves the extents of the mode that
//!    numbers the parts unchanged and is injective, two parts have different groups. A constant, of a static layout.
//! 2. Parts that lie one after the other, with room for `G - 1` elements between two of them, share no byte, wherever the first
//!    one begins. The strides say it.
//! 3. Otherwise the neighbours of each element in its bytes are searched for in the other parts, which decides exactly, and
//!    finds the two coordinates of the refusal.

use super::memory::{bytes_of, group};
use crate::element::PackedElement;
use core::marker::PhantomData;
use layout_core::{Coord, IntTuple, Layout, LayoutError, MAX_LEAVES, Operand, Operation, Rule};
use static_layout::internal::{Form, OffsetMap, derived, is_static};

/// The most elements that the search looks at.
const STEPS: i64 = 1 << 24;

/// Checks that no two parts of `divided`, at different coordinates of mode `MODE`, share an element or a byte. `divided` is
/// `layout` divided, and `origin` the element at offset 0. The caller has checked a static layout in `const` by
/// [`derived::check_tiles_mut`] or [`derived::check_shares_mut`].
///
/// # Errors
/// When two coordinates share an element, or two parts a byte, or the search takes too long.
#[inline]
pub(super) fn apart<E: PackedElement, Z: Form, L: Form, const MODE: usize>(
    divided: Z,
    layout: L,
    origin: usize,
) -> Result<(), LayoutError> {
    derived::try_disjoint_divided(divided, layout)?;
    let aligned = origin.is_multiple_of(group::<E>());
    if aligned && (const { Static::<E, Z, MODE>::APART }) {
        return Ok(());
    }
    decide::<E, Z>(divided, origin, MODE, aligned)
}

/// The proof for a static layout whose origin begins a byte.
struct Static<E, Z, const MODE: usize>(PhantomData<(E, Z)>);

impl<E: PackedElement, Z: Form, const MODE: usize> Static<E, Z, MODE> {
    const APART: bool = is_static::<Z>()
        && Z::FORM.are_integers()
        && keeps_groups::<E, Z>(Z::Outer::OFFSET.value(0))
        && in_groups(&Z::FORM, group::<E>() as i64, MODE);
}

/// Whether the offset map moves whole groups, with `offset` added before its swizzle.
const fn keeps_groups<E: PackedElement, Z: Form>(offset: i64) -> bool {
    let size = group::<E>() as i64;
    Z::Outer::IS_IDENTITY || (1 << Z::Outer::SWIZZLE.base()) >= size && offset % size == 0
}

/// Whether parts at different coordinates of mode `mode` have different groups of `size` elements.
const fn in_groups(divided: &Layout, size: i64, mode: usize) -> bool {
    if size == 1 {
        return true;
    }
    let Ok(groups) = divided.upcast(size) else { return false };
    match (groups.mode(mode), divided.mode(mode)) {
        (Ok(parts), Ok(all)) => parts.size() == all.size() && groups.disjoint().is_ok(),
        _ => false,
    }
}

/// Whether two parts at different coordinates of mode `mode` lie one after the other, with room for `size - 1` elements between
/// them: the last element of one and the first of the other are `size` elements apart, so their groups differ.
fn are_spaced(divided: &Layout, size: i64, mode: usize) -> bool {
    let (Ok(parts), Ok(tile)) = (divided.mode(mode), divided.mode(1 - mode)) else { return false };
    let leaves = |of: &Layout| -> [(i128, i128); MAX_LEAVES] {
        core::array::from_fn(|k| {
            let (extent, stride) = if k < of.leaf_count() { of.leaf(k) } else { (1, 0) };
            (i128::from(extent), i128::from(stride).abs())
        })
    };
    let reach = |(extent, stride): (i128, i128)| (extent - 1) * stride;
    let (mut parts, tile) = (leaves(&parts), leaves(&tile));
    if parts.iter().chain(&tile).any(|&(extent, _)| extent < 1) {
        return false;
    }
    // The elements from the first one of a part, or of several, to the first place of the next one.
    let mut taken = tile.into_iter().map(reach).sum::<i128>() + i128::from(size);
    parts.sort_unstable_by_key(|&(_, stride)| stride);
    parts.into_iter().filter(|&(extent, _)| extent > 1).all(|leaf| {
        let is_past = leaf.1 >= taken;
        taken += reach(leaf);
        is_past
    })
}

/// [`apart`] without the constant.
#[cold]
#[inline(never)]
fn decide<E: PackedElement, Z: Form>(
    divided: Z,
    origin: usize,
    mode: usize,
    aligned: bool,
) -> Result<(), LayoutError> {
    let (plain, outer) = (divided.with_words().set_known(), divided.outer());
    if aligned
        && keeps_groups::<E, Z>(outer.offset())
        && in_groups(&plain, group::<E>() as i64, mode)
    {
        return Ok(());
    }
    if Z::Outer::IS_IDENTITY && are_spaced(&plain, group::<E>() as i64, mode) {
        return Ok(());
    }
    let refused = |coord, rule| {
        let left = outer.composed(plain).map_or(Operand::Layout(plain), Operand::Composed);
        Err(LayoutError::refused(Operation::PackedParts, left, coord, rule))
    };
    let index = |i: i64| -> Result<usize, LayoutError> {
        let offset = plain.index(&Coord::from(IntTuple::leaf(i)))?;
        Ok(origin.wrapping_add(outer.apply(offset as usize)))
    };
    let tile = plain.mode(0)?.size();
    let part = |i: i64| if mode == 0 { i % tile } else { i / tile };
    let mut steps = 0;
    for i in 0..plain.size() {
        let here = index(i)?;
        let [_, last] = bytes_of::<E>(here);
        // The elements after this one that begin in its last byte.
        let neighbours = (here + 1..).take_while(|&there| bytes_of::<E>(there)[0] == last);
        for there in neighbours {
            steps += 1;
            let offset = (there as i64).wrapping_sub(origin as i64);
            let found = match plain.coord_of(offset) {
                _ if !Z::Outer::IS_IDENTITY => None,
                Ok(coord) => Some(coord.crd2idx(&plain.shape())?),
                Err(error) if matches!(error.rule(), Rule::Unreached { .. }) => continue,
                Err(_) => None,
            };
            let found = match found {
                Some(other) => Some(other),
                // Modes that overlap, and swizzles, have no inverse in closed form.
                None => {
                    steps += plain.size();
                    (0..plain.size()).find(|&j| index(j).is_ok_and(|at| at == there))
                }
            };
            match found {
                Some(other) if part(other) != part(i) => {
                    let coord = Operand::Tuple(plain.coord(i)?);
                    return refused(coord, Rule::SharedByte { other, byte: last as i64 });
                }
                _ if steps > STEPS => {
                    return refused(Operand::None, Rule::Undecided { most: STEPS });
                }
                _ => {}
            }
        }
    }
    Ok(())
}
