//! Patterns: layouts whose unknown leaves match any integer, and print as `?`. `static-layout` reads a run-time
//! layout as a type through them.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::value::{ComposedLayout, Facts, IntTuple, Layout, Text, low_bits};

impl Layout {
    /// Checks that this layout has the nesting and the known leaves of `pattern`.
    ///
    /// # Errors
    /// `PatternNesting`, `PatternLeaf`, `PatternUnit` and `PatternSign`.
    #[doc(hidden)]
    pub const fn matches(&self, pattern: &Self) -> Result<(), LayoutError> {
        let rule = if !self.profile.equals(&pattern.profile) {
            Some(Rule::PatternNesting)
        } else {
            match mismatch(&self.shape(), &pattern.shape()) {
                None => mismatch(&self.stride(), &pattern.stride()),
                some => some,
            }
        };
        match rule {
            None => Ok(()),
            Some(rule) => Err(LayoutError::refused(
                Operation::Read,
                Operand::Layout(*self),
                Operand::Pattern(*pattern),
                rule,
            )),
        }
    }

    /// The error of a slice of `len` elements that this layout exceeds, where offset 0 is element `origin`; of a layout
    /// that maps to coordinates, its stride with a basis.
    #[doc(hidden)]
    pub const fn too_long_for(&self, len: usize, origin: usize) -> LayoutError {
        if let Err(rule) = self.modes.integral(0, self.modes.len) {
            return LayoutError::unary(Operation::View, Operand::Layout(*self), rule);
        }
        let (mut least, mut k) = (0, 0);
        while k < self.modes.len {
            if self.modes.strides[k] < 0 {
                least += (self.modes.extents[k] - 1) * self.modes.strides[k];
            }
            k += 1;
        }
        let greatest = least + self.cosize() - 1;
        LayoutError::unary(
            Operation::View,
            Operand::Layout(*self),
            Rule::Slice { least, greatest, origin, len },
        )
    }

    pub(crate) const fn write_pattern(&self, text: &mut Text) {
        self.shape().write_pattern(text);
        text.char(':');
        self.stride().write_pattern(text);
    }
}

impl ComposedLayout {
    /// Checks that this layout has the swizzle, the nesting and the known leaves of `pattern`.
    ///
    /// # Errors
    /// `PatternSwizzle`, and those of [`Layout::matches`].
    #[doc(hidden)]
    pub const fn matches(&self, pattern: &Self) -> Result<(), LayoutError> {
        let (offset, expected) = (IntTuple::single(self.offset), IntTuple::single(pattern.offset));
        let rule = if !self.swizzle.equals(&pattern.swizzle) {
            Rule::PatternSwizzle { found: self.swizzle, expected: pattern.swizzle }
        } else if let Some(rule) = mismatch(&offset, &expected) {
            rule
        } else {
            match self.layout.matches(&pattern.layout) {
                Ok(()) => return Ok(()),
                Err(error) => error.rule,
            }
        };
        Err(LayoutError::refused(
            Operation::Read,
            Operand::Composed(*self),
            Operand::ComposedPattern(*pattern),
            rule,
        ))
    }

    /// The error of a slice of `len` elements that this layout exceeds, where offset 0 is element `origin`.
    #[doc(hidden)]
    pub const fn too_long_for(&self, len: usize, origin: usize) -> LayoutError {
        let (least, greatest) = self.bounds();
        LayoutError::unary(
            Operation::View,
            Operand::Composed(*self),
            Rule::Slice { least, greatest, origin, len },
        )
    }

    pub(crate) const fn write_pattern(&self, text: &mut Text) {
        self.swizzle.write(text);
        text.str(" o ");
        IntTuple::single(self.offset).write_pattern(text);
        text.str(" o ");
        self.layout.write_pattern(text);
    }
}

const fn mismatch(tuple: &IntTuple, pattern: &IntTuple) -> Option<Rule> {
    let mut k = 0;
    while k < tuple.leaf_count() {
        let (found, expected) = (tuple.value(k), pattern.value(k));
        let (unit, units) = (tuple.bases.get(k), pattern.bases.get(k));
        if found != 0 && !unit.equals(units) {
            return Some(Rule::PatternUnit { scale: found, found: unit, expected: units });
        }
        if pattern.is_known(k) && found != expected {
            return Some(Rule::PatternLeaf { expected, found });
        }
        // The value of an unknown leaf of a pattern shows its sign: 0, or negative where the type has no positive
        // value.
        if !pattern.is_known(k) && found != 0 && (found < 0) != (expected < 0) {
            return Some(Rule::PatternSign { found });
        }
        if !pattern.is_known(k)
            && let Some(rule) = Facts::of_code(expected).refuse(found)
        {
            return Some(rule);
        }
        k += 1;
    }
    None
}

impl IntTuple {
    /// Checks that this tuple has the nesting, the known leaves and the signs of `pattern`.
    ///
    /// # Errors
    /// As [`Layout::matches`].
    #[doc(hidden)]
    pub const fn matches(&self, pattern: &Self) -> Result<(), LayoutError> {
        let rule = if !self.profile.equals(&pattern.profile) {
            Some(Rule::PatternNesting)
        } else {
            mismatch(self, pattern)
        };
        match rule {
            None => Ok(()),
            Some(rule) => Err(LayoutError::refused(
                Operation::Read,
                Operand::Tuple(*self),
                Operand::TuplePattern(*pattern),
                rule,
            )),
        }
    }

    pub(crate) const fn write_pattern(&self, text: &mut Text) {
        self.write_leaves(text, 0, low_bits(self.leaf_count()) & !self.known, 0);
    }
}

impl Text {
    /// Appends a layout. Unknown leaves print as `?`.
    #[doc(hidden)]
    pub const fn then_layout(mut self, layout: &Layout) -> Self {
        layout.write_pattern(&mut self);
        self
    }

    /// Appends a coordinate or a shape. Leaves in `kept` print as `_`, other unknown ones as `?`.
    #[doc(hidden)]
    pub const fn then_coord(mut self, coord: &IntTuple, kept: u32) -> Self {
        let unknown = low_bits(coord.leaf_count()) & !coord.known & !kept;
        coord.write_leaves(&mut self, kept, unknown, 0);
        self
    }
}
