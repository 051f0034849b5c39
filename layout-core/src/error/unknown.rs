//! Refusals that the known integers of the operands decide, whatever the unknown ones are.
//!
//! The operation is asked twice more, with different numbers in place of the unknown ones: a rule that
//! says the same of both has its numbers from what is known.

use crate::error::LayoutError;
use crate::error::text::Text;
use crate::layout::Layout;
use crate::layout::tiler::Tiler;
use crate::number::low_bits;
use crate::swizzle::composed::ComposedLayout;
use crate::tuple::IntTuple;

/// What is put in place of unknown integers, twice: what is usual as an extent divides the first ones. Smaller
/// ones are for layouts that would pass the integers otherwise.
const SUPPOSED: [[i64; 2]; 3] = [[1024 * 3 * 5 * 7, 2048 * 9 * 5 * 7], [12, 24], [2, 3]];

/// `most`, with the sign of `value`.
const fn supposed(value: i64, most: i64) -> i64 {
    if value < 0 { -most } else { most }
}

impl IntTuple {
    /// The tuple with a number, the `k`th of two, in place of each unknown leaf, which stays unknown.
    #[doc(hidden)]
    pub const fn supposing(&self, k: usize) -> Self {
        let (mut tuple, mut leaf) = (*self, 0);
        while leaf < self.leaf_count() {
            if !self.is_known(leaf) {
                tuple.set_value(leaf, supposed(self.value(leaf), SUPPOSED[0][k]));
            }
            leaf += 1;
        }
        tuple
    }
}

impl Layout {
    /// [`IntTuple::supposing`] of shape and stride. Where no two numbers leave a layout, it has one element, or
    /// none: no rule says the same of both.
    #[doc(hidden)]
    pub const fn supposing(&self, k: usize) -> Self {
        let mut pair = 0;
        while pair < SUPPOSED.len() {
            let both = [self.with(SUPPOSED[pair][0], true), self.with(SUPPOSED[pair][1], true)];
            if both[0].validate().is_ok() && both[1].validate().is_ok() {
                return both[k];
            }
            pair += 1;
        }
        self.with(1 - k as i64, false)
    }

    /// With `extent` in place of each unknown extent, and of the size of each unknown stride, or 0.
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
            modes.strides[leaf] = supposed(modes.strides[leaf], most);
            unknown &= unknown - 1;
        }
        layout
    }
}

impl Tiler {
    /// [`Layout::supposing`] of each mode.
    #[doc(hidden)]
    pub const fn supposing(&self, k: usize) -> Self {
        Self { layout: self.layout.supposing(k), ..*self }
    }
}

impl ComposedLayout {
    /// [`Layout::supposing`] of the layout inside.
    #[doc(hidden)]
    pub const fn supposing(&self, k: usize) -> Self {
        Self { layout: self.layout.supposing(k), ..*self }
    }
}

impl LayoutError {
    /// The line for operands with unknown leaves, of which the known ones are refused because of
    /// `reason`: with the numbers, if this refusal and `other`, which suppose different ones in place of
    /// the unknown ones, have the same.
    #[doc(hidden)]
    pub const fn of_known_numbers(&self, other: &Self, reason: &str) -> Text {
        let (text, again) = (self.of_nesting(), other.of_nesting());
        let (bytes, others) = (text.as_str().as_bytes(), again.as_str().as_bytes());
        let (mut same, mut k) = (bytes.len() == others.len(), 0);
        while same && k < bytes.len() {
            same = bytes[k] == others[k];
            k += 1;
        }
        if same { text } else { self.of_known_leaves(reason) }
    }
}
