//! Errors that known integers decide, whatever the values of the unknown ones.
//!
//! Such an error must not name a number that depends on an unknown leaf. So the operation runs twice, with two
//! different numbers in the unknown leaves. Where both runs print the same message, its numbers come from known
//! leaves.

use crate::error::LayoutError;
use crate::value::{ComposedLayout, IntTuple, Layout, Text, Tiler, low_bits};

/// Three pairs of numbers for unknown leaves. The usual extents divide those of the first pair. The smaller pairs
/// serve layouts whose size would overflow.
const UNKNOWN_LEAVES: [[i64; 2]; 3] = [[1024 * 3 * 5 * 7, 2048 * 9 * 5 * 7], [12, 24], [2, 3]];

/// Integers for the open leaves of two operands.
struct Sample {
    extent: i64,
    /// The strides of the first operand continue each other, from the left or from the right; otherwise they are its extent.
    order: Order,
    second_extent: i64,
    second_stride: i64,
}

#[derive(Clone, Copy)]
enum Order {
    Left,
    Right,
    None,
}

const fn sample(extent: i64, order: Order, second_extent: i64, second_stride: i64) -> Sample {
    Sample { extent, order, second_extent, second_stride }
}

/// What most operations accept: large operands that small ones divide, with strides of a compact layout; then fewer elements.
const SAMPLES: [Sample; 14] = [
    sample(24, Order::Left, 1, 1),
    sample(24, Order::Right, 1, 1),
    sample(24, Order::Left, 2, 1),
    sample(24, Order::Left, 4, 1),
    sample(64, Order::Left, 2, 2),
    sample(64, Order::Right, 2, 1),
    sample(720_720, Order::Left, 1, 1),
    sample(720_720, Order::None, 1, 1),
    sample(12, Order::Left, 12, 1),
    sample(4, Order::Left, 2, 4),
    sample(2, Order::Left, 2, 0),
    sample(1, Order::Left, 1, 1),
    sample(1, Order::None, 1, 0),
    sample(1, Order::Left, 1, 0),
];

impl Layout {
    /// The number of samples of [`with_sample`](Self::with_sample).
    #[doc(hidden)]
    pub const SAMPLES: usize = 2 + SAMPLES.len();

    /// The layout with sample number `k` in its unknown leaves, which remain unknown; the first two are those of
    /// [`with_unknown_leaves`](Self::with_unknown_leaves). `second` is the right operand.
    #[doc(hidden)]
    pub const fn with_sample(&self, k: usize, second: bool) -> Self {
        if k < 2 {
            return self.with_unknown_leaves(k);
        }
        let (sample, mut layout) = (&SAMPLES[k - 2], *self);
        let (modes, len) = (&mut layout.modes, self.modes.len);
        let (mut covered, mut at) = (1_i64, 0);
        while at < len {
            let leaf = if matches!(sample.order, Order::Right) { len - 1 - at } else { at };
            if modes.known_extents >> leaf & 1 == 0 {
                modes.extents[leaf] = if second { sample.second_extent } else { sample.extent };
            }
            let stride = match sample.order {
                _ if second => sample.second_stride,
                Order::None => sample.extent,
                Order::Left | Order::Right => covered,
            };
            if modes.known_strides >> leaf & 1 == 0 {
                modes.strides[leaf] = signed(modes.strides[leaf], stride);
            }
            covered = match covered.checked_mul(modes.extents[leaf]) {
                Some(covered) => covered,
                None => 1,
            };
            at += 1;
        }
        layout
    }
}

impl ComposedLayout {
    /// [`Layout::with_sample`] of the plain layout.
    #[doc(hidden)]
    pub const fn with_sample(&self, k: usize) -> Self {
        Self { layout: self.layout.with_sample(k, false), ..*self }
    }
}

impl Tiler {
    /// [`Layout::with_sample`] of the modes.
    #[doc(hidden)]
    pub const fn with_sample(&self, k: usize) -> Self {
        Self { layout: self.layout.with_sample(k, true), ..*self }
    }
}

impl IntTuple {
    /// [`Layout::with_sample`] of a tuple, as a right operand.
    #[doc(hidden)]
    pub const fn with_sample(&self, k: usize) -> Self {
        if k < 2 {
            return self.with_unknown_leaves(k);
        }
        let (mut tuple, mut leaf) = (*self, 0);
        while leaf < self.leaf_count() {
            if !self.is_known(leaf) {
                tuple.set_value(leaf, SAMPLES[k - 2].extent);
            }
            leaf += 1;
        }
        tuple
    }
}

/// `most` with the sign of `value`.
const fn signed(value: i64, most: i64) -> i64 {
    if value < 0 { -most } else { most }
}

impl IntTuple {
    /// The tuple with the `k`th number of a pair in each unknown leaf, which remains unknown.
    #[doc(hidden)]
    pub const fn with_unknown_leaves(&self, k: usize) -> Self {
        let (mut tuple, mut leaf) = (*self, 0);
        while leaf < self.leaf_count() {
            if !self.is_known(leaf) {
                tuple.set_value(leaf, signed(self.value(leaf), UNKNOWN_LEAVES[0][k]));
            }
            leaf += 1;
        }
        tuple
    }
}

impl Layout {
    /// [`IntTuple::with_unknown_leaves`] of shape and stride. Where no pair gives two valid layouts, one of size 1 or
    /// 0, so that the two messages differ.
    #[doc(hidden)]
    pub const fn with_unknown_leaves(&self, k: usize) -> Self {
        let mut pair = 0;
        while pair < UNKNOWN_LEAVES.len() {
            let both = [
                self.with(UNKNOWN_LEAVES[pair][0], true),
                self.with(UNKNOWN_LEAVES[pair][1], true),
            ];
            if both[0].validate().is_ok() && both[1].validate().is_ok() {
                return both[k];
            }
            pair += 1;
        }
        self.with(1 - k as i64, false)
    }

    /// The layout with `extent` in each unknown extent. Unknown strides get that absolute value, or 0.
    const fn with(&self, extent: i64, strides: bool) -> Self {
        let mut layout = *self;
        let modes = &mut layout.modes;
        let mut unknown = !modes.known_extents & low_bits(modes.len);
        while unknown != 0 {
            modes.extents[unknown.trailing_zeros() as usize] = extent;
            unknown &= unknown - 1;
        }
        unknown = !modes.known_strides & low_bits(modes.len);
        while unknown != 0 {
            let leaf = unknown.trailing_zeros() as usize;
            let most = if strides { extent } else { 0 };
            modes.strides[leaf] = signed(modes.strides[leaf], most);
            unknown &= unknown - 1;
        }
        layout
    }
}

impl Tiler {
    /// [`Layout::with_unknown_leaves`] of each mode.
    #[doc(hidden)]
    pub const fn with_unknown_leaves(&self, k: usize) -> Self {
        Self { layout: self.layout.with_unknown_leaves(k), ..*self }
    }
}

impl ComposedLayout {
    /// [`Layout::with_unknown_leaves`] of the plain layout.
    #[doc(hidden)]
    pub const fn with_unknown_leaves(&self, k: usize) -> Self {
        Self { layout: self.layout.with_unknown_leaves(k), ..*self }
    }
}

impl LayoutError {
    /// The line of an error that known leaves decide: this message, where `other`, the error with other numbers in
    /// the unknown leaves, has the same. Otherwise `reason`.
    #[doc(hidden)]
    pub const fn of_known_numbers(&self, other: &Self, reason: &str) -> Text {
        if self.is_alike(other) { self.of_nesting() } else { self.of_known_leaves(reason) }
    }

    /// Whether both errors have the same line, with `?` for unknown leaves.
    #[doc(hidden)]
    pub const fn is_alike(&self, other: &Self) -> bool {
        let (text, again) = (self.of_nesting(), other.of_nesting());
        let (bytes, others) = (text.as_str().as_bytes(), again.as_str().as_bytes());
        let (mut same, mut k) = (bytes.len() == others.len(), 0);
        while same && k < bytes.len() {
            same = bytes[k] == others[k];
            k += 1;
        }
        same
    }
}
