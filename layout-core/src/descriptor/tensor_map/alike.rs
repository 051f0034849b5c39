//! Which swizzles of the hardware permute the addresses of a tile as the swizzle of its layout does.

use crate::descriptor::tensor_map::{TensorMapSwizzle, TensorMapType};
use crate::value::{ComposedLayout, MOST, Swizzle};

/// A swizzle of elements of shared memory as one of bytes. An element of half a byte is below the least bit of one that has its base
/// at 0: such a swizzle stays, and no mode is equal to it.
pub(super) const fn in_bytes(swizzle: Swizzle, kind: TensorMapType) -> Swizzle {
    let base = swizzle.base as i64 + kind.shared_bits().trailing_zeros() as i64 - 3;
    if swizzle.is_identity() || base < 0 {
        return swizzle;
    }
    Swizzle { base: base as u32, ..swizzle }
}

/// The mode of the layout's swizzle.
pub(super) const fn own_swizzle(
    shared: &ComposedLayout,
    kind: TensorMapType,
) -> Option<TensorMapSwizzle> {
    let (own, mut k) = (in_bytes(shared.swizzle(), kind), 0);
    while k < TensorMapSwizzle::ALL.len() {
        if let Some(swizzle) = TensorMapSwizzle::ALL[k].of_bytes()
            && (swizzle.equals(&own) || swizzle.is_identity() && own.is_identity())
        {
            return Some(TensorMapSwizzle::ALL[k]);
        }
        k += 1;
    }
    None
}

/// Whether a mode permutes the addresses of the tile as the swizzle of its layout does: the bits that both read of them are the same.
pub(super) const fn permutes_alike(
    shared: &ComposedLayout,
    kind: TensorMapType,
    mode: TensorMapSwizzle,
) -> bool {
    let Some(swizzle) = mode.of_bytes() else { return false };
    let own = in_bytes(shared.swizzle(), kind);
    let bits = address_bits(shared, kind);
    let (a, b) = (swizzle.from_mask() & bits, own.from_mask() & bits);
    a == b && (a == 0 || swizzle.shift == own.shift)
}

/// The bits that an address of the tile may have, before the swizzle.
const fn address_bits(shared: &ComposedLayout, kind: TensorMapType) -> i64 {
    let (plain, size) = (shared.plain(), kind.shared_bits());
    let (mut bits, mut sum, mut is_apart, mut k) = (shared.offset(), shared.offset(), true, 0);
    while k < plain.leaf_count() {
        let (extent, stride) = plain.leaf(k);
        k += 1;
        // Negative strides and offsets, and those past the integers, may set each bit.
        if extent < 2 || stride == 0 {
            continue;
        }
        let reach = (extent - 1).saturating_mul(stride);
        let leaf = if extent == 2 {
            stride
        } else if stride.count_ones() == 1 {
            below_power(extent - 1).saturating_mul(stride)
        } else {
            below_power(reach)
        };
        // Two digits with a bit in common carry.
        is_apart &= bits & leaf == 0 && stride > 0;
        bits |= leaf;
        sum = sum.saturating_add(reach);
    }
    if sum < 0 || sum > MOST / size {
        return i64::MAX;
    }
    // All bytes of an element have the same bits above the bits that count within the element.
    let within = if size < 8 { 0 } else { size / 8 - 1 };
    if is_apart { (bits * size / 8) | within } else { below_power((sum + 1) * size / 8 - 1) }
}

/// The least `2^n - 1` that is at least `x`; all bits for an `x` below 0.
const fn below_power(x: i64) -> i64 {
    if x < 0 { i64::MAX } else { ((1_u128 << (i64::BITS - x.leading_zeros())) - 1) as i64 }
}
