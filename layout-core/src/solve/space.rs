//! The candidates of a search, in order: the definition that the search and the checker of certificates share.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::order::next_order;
use crate::value::{Layout, Num, Swizzle};

/// The most modes of a layout whose strides are searched.
pub(crate) const MAX_MODES: usize = 8;
/// The bits of an address that swizzles move.
pub(crate) const MAX_END: u32 = 40;

/// What a search may change of a layout.
///
/// The candidates are ordered: by padding, then by order of the modes, then by swizzle. So the first one of least cost has the
/// least padding, and the smallest swizzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The most elements of padding after each mode but the slowest one, up to 2^20. Multiples of the widest access are tried.
    pub padding: i64,
    /// Whether the modes may be stored in any order. Without this and without padding the strides stay as they are.
    pub orders: bool,
    /// The maps of offsets.
    pub maps: Maps,
    /// The most bytes of the memory, at least 1.
    pub bytes: Option<i64>,
}

/// The maps that a search applies to offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Maps {
    /// None.
    Identity,
    /// CuTe's `Sw<B,M,S>`, with at most as many bits as select a bank, all of them within the offsets and above the bits that
    /// the widest access keeps together: by bits, then base, then length of the shift, a positive one first.
    Swizzles,
    /// The modes of NVIDIA's tensor memory accelerator (TMA): none, and 32, 64 and 128 bytes, `Sw<1,4,3>` to `Sw<3,4,3>` of
    /// addresses in bytes. The extent of the fastest mode is at most as many bytes (CUDA driver API, `cuTensorMapEncodeTiled`).
    Tma,
    /// Every invertible linear map over F2 that keeps the widest access, and words, together. Extents and strides are powers of
    /// 2, without padding and orders. An order of the modes whose vectors and words stay together is one of these maps.
    /// [`bytes`](Space::bytes) are at least as many as the bits of the offsets reach.
    Linear,
}

impl Space {
    /// Swizzles of the strides that are there.
    pub const SWIZZLES: Self =
        Self { padding: 0, orders: false, maps: Maps::Swizzles, bytes: None };

    /// These strides, orders and sizes, with other maps.
    #[must_use]
    pub const fn with(self, maps: Maps) -> Self {
        Self { maps, ..self }
    }
}

/// The strides of a space, in order.
pub(crate) struct Strides {
    base: Layout,
    /// The multiple of padding, and the most.
    step: i64,
    most: i64,
    orders: bool,
    /// The leaves from the fastest to the slowest as they are, and the places among these that the candidate takes them from.
    leaves: [usize; MAX_MODES],
    order: [u8; MAX_MODES],
    pads: [i64; MAX_MODES],
    len: usize,
    is_first: bool,
    /// Whether an order has offsets with the paddings of this moment.
    has_offsets: bool,
}

impl Strides {
    pub(crate) const fn new(base: &Layout, space: &Space, step: i64) -> Result<Self, LayoutError> {
        let len = base.leaf_count();
        if len > MAX_MODES {
            return Err(refuse(base, Rule::TooLarge { size: len as i64, most: MAX_MODES as i64 }));
        }
        if space.padding < 0 {
            return Err(refuse(base, Rule::NegativeStride { stride: space.padding }));
        }
        let (mut leaves, mut order) = ([0; MAX_MODES], [0; MAX_MODES]);
        let mut k = 0;
        while k < len {
            let stride = base.leaf(k).1;
            if stride < 0 {
                return Err(refuse(base, Rule::NegativeStride { stride }));
            }
            let mut at = k;
            while at > 0 && base.leaf(leaves[at - 1]).1 > stride {
                leaves[at] = leaves[at - 1];
                at -= 1;
            }
            (leaves[at], order[k]) = (k, k as u8);
            k += 1;
        }
        let (most, orders, pads) = (space.padding, space.orders, [0; MAX_MODES]);
        let base = *base;
        let (is_first, has_offsets) = (true, false);
        Ok(Self { base, step, most, orders, leaves, order, pads, len, is_first, has_offsets })
    }

    /// The next strides, and `None` after the last ones. Those past the offsets of a layout are left out.
    pub(crate) const fn next(&mut self) -> Option<Layout> {
        loop {
            let is_first = self.is_first;
            self.is_first = false;
            if !self.orders && self.most == 0 {
                return if is_first { Some(self.base) } else { None };
            }
            let is_next = is_first
                || self.orders && next_order(self.order.split_at_mut(self.len).0)
                || self.next_pads();
            if !is_next {
                return None;
            }
            if let Some(layout) = self.layout() {
                self.has_offsets = true;
                return Some(layout);
            }
        }
    }

    /// The strides of the order and padding of this moment.
    const fn layout(&self) -> Option<Layout> {
        let (mut stride, mut next, mut k) = (self.base.stride(), 1_i128, 0);
        while k < self.len {
            let leaf = self.leaves[self.order[k] as usize];
            if next > i64::MAX as i128 {
                return None;
            }
            stride.set_num(leaf, Num::known(next as i64));
            next = next * self.base.leaf(leaf).0 as i128 + self.pads[k] as i128;
            k += 1;
        }
        match Layout::new(self.base.shape(), stride) {
            Ok(layout) => Some(layout),
            Err(_) => None,
        }
    }

    /// The next padding: the first mode counts fastest.
    ///
    /// Offsets grow with each padding. So if no order has offsets with the paddings of this moment, larger ones have none either,
    /// and the first mode that is padded jumps to its end. Without this rule a caller may wait for 2^40 turns.
    const fn next_pads(&mut self) -> bool {
        let mut is_past = !self.has_offsets;
        self.has_offsets = false;
        let mut k = 0;
        while k + 1 < self.len {
            if !is_past && self.pads[k] <= self.most - self.step {
                self.pads[k] += self.step;
                return true;
            }
            is_past = is_past && self.pads[k] == 0;
            self.pads[k] = 0;
            k += 1;
        }
        false
    }
}

const fn refuse(base: &Layout, rule: Rule) -> LayoutError {
    LayoutError::unary(Operation::Solve, Operand::Layout(*base), rule)
}

/// The swizzles of a layout, of addresses in bytes, in order. The first one is the identity.
#[derive(Clone, Copy)]
pub(crate) struct Swizzles {
    maps: Maps,
    /// The bits of a bank, the first bit that moves, and the end of the addresses.
    bits: u32,
    low: u32,
    end: u32,
    /// The bytes of the fastest mode.
    row: i64,
    now: Option<(u32, u32, u32, bool)>,
    is_first: bool,
}

impl Swizzles {
    /// The swizzles of `layout`, of elements of `2^element` bytes, whose accesses keep `2^low` bytes together.
    pub(crate) const fn new(
        layout: &Layout,
        maps: Maps,
        element: u32,
        low: u32,
        bits: u32,
    ) -> Self {
        let last = layout.cosize() - 1;
        let end = element + i64::BITS - (if last < 0 { 0 } else { last }).leading_zeros();
        let end = if end < MAX_END { end } else { MAX_END };
        let (mut row, mut k) = (0, 0);
        while k < layout.leaf_count() {
            if layout.leaf(k).1 == 1 {
                row = layout.leaf(k).0.saturating_mul(1 << element);
            }
            k += 1;
        }
        Self { maps, bits, low, end, row, now: None, is_first: true }
    }

    /// The next swizzle, and `None` after the last one.
    pub(crate) const fn next(&mut self) -> Option<Swizzle> {
        if self.is_first {
            self.is_first = false;
            return Some(Swizzle::IDENTITY);
        }
        match self.maps {
            Maps::Identity => None,
            Maps::Tma => self.next_mode(),
            Maps::Swizzles | Maps::Linear => self.next_swizzle(),
        }
    }

    const fn next_mode(&mut self) -> Option<Swizzle> {
        let mut bits = match self.now {
            Some((bits, ..)) => bits + 1,
            None => 1,
        };
        while bits <= 3 {
            self.now = Some((bits, 4, 3, false));
            if self.low <= 4 && self.row <= 16 << bits {
                return swizzle(bits, 4, 3);
            }
            bits += 1;
        }
        None
    }

    const fn next_swizzle(&mut self) -> Option<Swizzle> {
        let (mut bits, mut base, mut shift, mut is_negative) = match self.now {
            Some(now) => now,
            None => (1, self.low, 1, true),
        };
        if is_negative {
            // The first one comes with a shift of its bits, as the counter starts below it.
            shift = if self.now.is_none() { bits } else { shift + 1 };
        }
        is_negative = !is_negative;
        while base + bits + shift > self.end {
            base += 1;
            if base >= self.end {
                (bits, base) = (bits + 1, self.low);
                if bits > self.bits {
                    return None;
                }
            }
            (shift, is_negative) = (bits, false);
        }
        self.now = Some((bits, base, shift, is_negative));
        swizzle(bits, base, if is_negative { -(shift as i64) } else { shift as i64 })
    }
}

const fn swizzle(bits: u32, base: u32, shift: i64) -> Option<Swizzle> {
    match Swizzle::new(bits as i64, base as i64, shift) {
        Ok(swizzle) => Some(swizzle),
        Err(_) => None,
    }
}

/// The swizzle of offsets in elements of `2^element` bytes that a swizzle of addresses is.
pub(crate) const fn of_elements(swizzle: &Swizzle, element: u32) -> Option<Swizzle> {
    if swizzle.is_identity() {
        return Some(Swizzle::IDENTITY);
    }
    match swizzle.base().checked_sub(element) {
        Some(base) => self::swizzle(swizzle.bits(), base, swizzle.shift() as i64),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Maps, Space, Strides, Swizzles};
    use crate::value::Layout;
    use std::collections::BTreeSet;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn strides(text: &str, padding: i64, orders: bool, step: i64) -> Vec<String> {
        let space = Space { padding, orders, ..Space::SWIZZLES };
        let mut all = Strides::new(&text.parse().unwrap(), &space, step).unwrap();
        core::iter::from_fn(|| all.next()).map(|layout| layout.to_string()).collect()
    }

    #[test]
    fn strides_in_order() {
        assert_eq!(strides("(4,6):(9,1)", 0, false, 1), ["(4,6):(9,1)"]);
        assert_eq!(strides("(4,6):(9,1)", 0, true, 1), ["(4,6):(6,1)", "(4,6):(1,4)"]);
        assert_eq!(
            strides("(4,6):(6,1)", 5, true, 2),
            ["(6,1)", "(1,4)", "(8,1)", "(1,6)", "(10,1)", "(1,8)"]
                .map(|d| "(4,6):".to_string() + d)
        );
        // 3! orders, and 3 paddings of each of two modes.
        let all = strides("(2,3,5):(1,2,6)", 2, true, 1);
        assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (54, 54));
    }

    #[test]
    fn paddings_past_the_offsets_are_left_out() {
        for (extents, most, orders) in [
            ([2, 2, 1 << 30, 1 << 30], 7, false),
            ([2, 2, 1 << 30, 1 << 30], 5, true),
            ([3, 1 << 20, 2, 1 << 40], 5, true),
            ([1 << 30, 1 << 30, 2, 2], 3, true),
        ] {
            let shape = extents.map(|extent| extent.to_string()).join(",");
            let found = strides(&std::format!("({shape}):(1,2,3,4)"), most, orders, 1);
            let mut all = Vec::new();
            for code in 0..(most + 1).pow(3) {
                let pads = [0, 1, 2, 3].map(|k| i128::from(code / (most + 1).pow(k) % (most + 1)));
                for order in 0..256 {
                    let order = [6, 4, 2, 0].map(|shift| order >> shift & 3);
                    let is_order = order.iter().collect::<BTreeSet<_>>().len() == 4;
                    if !is_order || !orders && order != [0, 1, 2, 3] {
                        continue;
                    }
                    let (mut stride, mut strides, mut last) = (1_i128, [0; 4], 0);
                    for (mode, pad) in order.into_iter().zip(pads) {
                        strides[mode] = stride;
                        last += stride * (extents[mode] - 1);
                        stride = stride * extents[mode] + pad;
                    }
                    if last < i128::from(i64::MAX) {
                        let strides = strides.map(|stride| stride.to_string()).join(",");
                        all.push(std::format!("({shape}):({strides})"));
                    }
                }
            }
            assert_eq!(found, all);
            let count = (most + 1).pow(3) * if orders { 24 } else { 1 };
            assert!((1..count as usize).contains(&found.len()), "{} of {count}", found.len());
        }
    }

    #[test]
    fn swizzles_in_order() {
        let layout: Layout = "(8,64):(64,1)".parse().unwrap();
        for (low, bits) in [(1, 5), (2, 5), (4, 3), (9, 5), (10, 5), (12, 2)] {
            let mut all = Swizzles::new(&layout, Maps::Swizzles, 1, low, bits);
            let found: Vec<_> = core::iter::from_fn(|| all.next())
                .skip(1)
                .map(|swizzle| swizzle.to_string())
                .collect();
            let mut expected = Vec::new();
            for b in 1..=bits {
                for m in low..10 {
                    for s in b..10 {
                        if m + b + s <= 10 {
                            expected.push(std::format!("Sw<{b},{m},{s}>"));
                            expected.push(std::format!("Sw<{b},{m},-{s}>"));
                        }
                    }
                }
            }
            assert_eq!(found, expected);
        }
        let mut modes = Swizzles::new(&layout, Maps::Tma, 1, 4, 5);
        let found: Vec<_> =
            core::iter::from_fn(|| modes.next()).map(|swizzle| swizzle.to_string()).collect();
        assert_eq!(found, ["Sw<0,0,0>", "Sw<3,4,3>"]);
    }
}
