//! Errors that known integers decide, whatever the values of the unknown ones.
//!
//! Such an error must not name a number that depends on an unknown leaf. So the operation runs twice, with two
//! different numbers in the unknown leaves. Where both runs print the same message, its numbers come from known
//! leaves.

use crate::error::{ArrayRule, LayoutError, Rule};
use crate::value::{ComposedLayout, IntTuple, Layout, Text, Tiler, low_bits};

/// Three pairs of numbers for unknown leaves. The usual extents divide those of the first pair. The smaller pairs
/// serve layouts whose size would overflow.
const UNKNOWN_LEAVES: [[i64; 2]; 3] = [[1024 * 3 * 5 * 7, 2048 * 9 * 5 * 7], [12, 24], [2, 3]];

/// Integers for the open leaves of two operands.
struct Sample {
    /// The open extents; where `chains` is set, those at a known stride reach the next known stride.
    extents: [i64; 2],
    /// The open strides.
    strides: [Strides; 2],
    chains: bool,
}

#[derive(Clone, Copy)]
enum Strides {
    /// The size of the leaves before, from the left.
    Left,
    /// The size of the leaves after, from the right.
    Right,
    One(i64),
}

const fn sample(extent: i64, strides: Strides, second: i64, second_strides: Strides) -> Sample {
    Sample { extents: [extent, second], strides: [strides, second_strides], chains: false }
}

const fn chain(extent: i64, strides: Strides, second: i64, second_strides: Strides) -> Sample {
    Sample { chains: true, ..sample(extent, strides, second, second_strides) }
}

/// What most operations accept: large operands that small ones divide, with strides of a compact layout; then fewer elements.
const SAMPLES: [Sample; 18] = {
    use Strides::{Left, One, Right};
    [
        sample(24, Left, 1, One(1)),
        sample(24, Right, 1, One(1)),
        sample(24, Left, 2, One(1)),
        sample(24, Left, 4, Left),
        chain(24, Left, 1, One(1)),
        chain(2, Right, 1, One(1)),
        chain(24, Left, 2, Left),
        chain(24, Right, 2, Right),
        sample(64, Left, 2, One(2)),
        sample(64, Right, 2, One(1)),
        sample(720_720, Left, 1, One(1)),
        sample(720_720, One(720_720), 1, One(1)),
        sample(12, Left, 12, One(1)),
        sample(4, Left, 2, One(4)),
        // `Layout::TWOS`.
        sample(2, Left, 2, One(0)),
        sample(1, Left, 1, One(1)),
        sample(1, One(1), 1, One(0)),
        sample(1, Left, 1, One(0)),
    ]
};

impl Layout {
    /// The number of samples of [`with_sample`](Self::with_sample).
    #[doc(hidden)]
    pub const SAMPLES: usize = 2 + SAMPLES.len();
    /// The sample of 2 for each open leaf.
    #[doc(hidden)]
    pub const TWOS: usize = 16;
    /// The number of samples of [`fitted`](Self::fitted).
    #[doc(hidden)]
    pub const FITS: usize = 12;

    /// The layout with sample number `k` in its unknown leaves, which remain unknown; the first two are those of
    /// [`with_unknown_leaves`](Self::with_unknown_leaves). `second` is the right operand.
    #[doc(hidden)]
    pub const fn with_sample(&self, k: usize, second: bool) -> Self {
        if k < 2 {
            return self.with_unknown_leaves(k);
        }
        let k = if k < Self::SAMPLES { k } else { 2 };
        let (sample, mut layout) = (&SAMPLES[k - 2], *self);
        let mut leaf = 0;
        while leaf < layout.modes.len {
            if !self.known(leaf).0 {
                layout.modes.extents[leaf] = match self.up_to_next_stride(leaf) {
                    Some(extent) if sample.chains => extent,
                    _ => sample.extents[second as usize],
                };
            }
            leaf += 1;
        }
        layout.with_strides(sample.strides[second as usize])
    }

    /// The extent with which a leaf at a known stride reaches the next greater known stride.
    const fn up_to_next_stride(&self, leaf: usize) -> Option<i64> {
        let (stride, mut next, mut k) = (self.modes.strides[leaf], i64::MAX, 0);
        if !self.known(leaf).1 || stride <= 0 {
            return None;
        }
        while k < self.modes.len {
            let other = self.modes.strides[k];
            if self.known(k).1 && other > stride && other < next {
                next = other;
            }
            k += 1;
        }
        if next == i64::MAX || next % stride != 0 { None } else { Some(next / stride) }
    }

    const fn with_strides(mut self, strides: Strides) -> Self {
        let (mut covered, mut at) = (1_i64, 0);
        while at < self.modes.len {
            let from_right = matches!(strides, Strides::Right);
            let leaf = if from_right { self.modes.len - 1 - at } else { at };
            if !self.known(leaf).1 {
                let stride = if let Strides::One(stride) = strides { stride } else { covered };
                self.modes.strides[leaf] = signed(self.modes.strides[leaf], stride);
            }
            covered = match covered.checked_mul(self.modes.extents[leaf]) {
                Some(covered) => covered,
                None => 1,
            };
            at += 1;
        }
        self
    }

    /// The layout with integers in its unknown leaves by which it fits `shape`, an operand: its leaves are those of `shape`, from
    /// the left or from the right; its size is, by the first or the last unknown extent; the size of each mode is.
    #[doc(hidden)]
    pub const fn fitted(&self, shape: &IntTuple, k: usize) -> Self {
        if k >= 8 {
            return self.with_sample(2 + (k >= 10) as usize * 3, false);
        }
        if k >= 6 {
            return self.fitted_by_mode(shape).with_strides(if k == 6 {
                Strides::Left
            } else {
                Strides::Right
            });
        }
        let (mut layout, len, leaves) = (*self, self.modes.len, shape.leaf_count());
        let (mut wanted, mut known, mut leaf) = (1_i64, 1_i64, 0);
        while leaf < leaves {
            wanted = wanted.saturating_mul(shape.value(leaf));
            leaf += 1;
        }
        leaf = 0;
        while leaf < len {
            if self.known(leaf).0 {
                known = known.saturating_mul(self.modes.extents[leaf]);
            }
            leaf += 1;
        }
        let (mut at, mut is_first) = (0, true);
        while at < len {
            let leaf = if k.is_multiple_of(2) { at } else { len - 1 - at };
            if !self.known(leaf).0 {
                let facing =
                    if k.is_multiple_of(2) { leaf } else { (leaf + leaves).wrapping_sub(len) };
                layout.modes.extents[leaf] = if k < 2 {
                    if facing < leaves { shape.value(facing) } else { 1 }
                } else if is_first && known > 0 && wanted % known == 0 {
                    wanted / known
                } else {
                    1
                };
                is_first = false;
            }
            at += 1;
        }
        layout.with_strides(if k < 4 { Strides::Left } else { Strides::Right })
    }
}

impl Layout {
    const fn fitted_by_mode(mut self, shape: &IntTuple) -> Self {
        let (mut leaf, mut i) = (0, 0);
        while i < self.rank() && i < shape.rank() {
            let (Ok(mode), Ok(to)) = (self.mode(i), shape.mode(i)) else { return self };
            let part = mode.fitted(&to, 2);
            let mut k = 0;
            while k < part.modes.len {
                self.modes.extents[leaf] = part.modes.extents[k];
                leaf += 1;
                k += 1;
            }
            i += 1;
        }
        self
    }
}

impl IntTuple {
    /// The shape with integers in its unknown leaves by which it fits the layout `a`, whose samples are those of
    /// [`Layout::fitted`] from 8 on.
    #[doc(hidden)]
    pub const fn fitting(&self, a: &Layout, k: usize) -> Self {
        if k < 8 {
            return self.with_sample(2);
        }
        let (mut shape, mut leaf, leaves) = (*self, 0, self.leaf_count());
        let (a, times) = (a.fitted(self, k), if k % 4 < 2 { 1 } else { 6 });
        while leaf < leaves {
            let facing =
                if k.is_multiple_of(2) { leaf } else { (leaf + a.modes.len).wrapping_sub(leaves) };
            if !self.is_known(leaf) {
                let extent = if facing < a.modes.len { a.modes.extents[facing] } else { 2 };
                shape.set_value(leaf, extent * times);
            }
            leaf += 1;
        }
        shape
    }
}

impl ComposedLayout {
    /// [`Layout::with_sample`] of the plain layout.
    #[doc(hidden)]
    pub const fn with_sample(&self, k: usize) -> Self {
        Self { layout: self.layout.with_sample(k, false), ..*self }
    }

    /// [`Layout::fitted`] of the plain layout.
    #[doc(hidden)]
    pub const fn fitted(&self, shape: &IntTuple, k: usize) -> Self {
        Self { layout: self.layout.fitted(shape, k), ..*self }
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
        let k = if k < Layout::SAMPLES { k } else { 2 };
        let (mut tuple, mut leaf) = (*self, 0);
        while leaf < self.leaf_count() {
            if !self.is_known(leaf) {
                tuple.set_value(leaf, SAMPLES[k - 2].extents[0]);
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

    /// Whether a rule that is broken by known leaves is broken for all run-time integers: the rule is about the nesting, a basis, a
    /// sign, an extent of 0, one axis or a swizzle. Rules about steps, gaps and carries depend on the modes beside:
    /// the engine decides them at run time.
    #[doc(hidden)]
    pub const fn is_of_the_form(&self) -> bool {
        matches!(
            self.rule,
            Rule::Nesting
                | Rule::Nested
                | Rule::Fit
                | Rule::OrderFit
                | Rule::BlockRank { .. }
                | Rule::Ranks { .. }
                | Rule::LeafCount { .. }
                | Rule::Full { .. }
                | Rule::Sizes { .. }
                | Rule::Unit { .. }
                | Rule::NoElement { .. }
                | Rule::Mixture { .. }
                | Rule::NegativeStride { .. }
                | Rule::Broadcast { .. }
                | Rule::Empty
                | Rule::NoPower { .. }
                | Rule::Swizzles { .. }
                | Rule::Between { .. }
                | Rule::Array(
                    ArrayRule::Broadcast { .. }
                        | ArrayRule::BroadcastRank { .. }
                        | ArrayRule::Index { .. }
                        | ArrayRule::Slice { .. }
                        | ArrayRule::Slices { .. }
                        | ArrayRule::Step
                        | ArrayRule::TwoInferred
                )
        )
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
