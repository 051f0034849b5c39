//! Inverses of swizzled layouts: `inverse(L) o Sw`, written as a swizzled layout `Sw' o inverse(L)`.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::value::{ComposedLayout, Layout, Modes, Num};

impl ComposedLayout {
    /// The layout `R` with `A(R(k)) = k` for every `k` below its size: the right inverse of the plain layout after
    /// the swizzle.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// assert_eq!(a.right_inverse()?.to_string(), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
    /// let refused = "Sw<1,2,1> o 0 o 12:1".parse::<ComposedLayout>()?.right_inverse().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "no right inverse of Sw<1,2,1> o 0 o 12:1: Sw<1,2,1> does not map 0..12 onto itself"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::right_inverse`]. [`Rule::Offset`] unless the offset is 0, [`Rule::Leaves`] unless the swizzle
    /// maps the range of the inverse onto itself, and [`Rule::Bit`] or [`Rule::Bits`] as
    /// [`Layout::compose_swizzled`].
    pub const fn right_inverse(&self) -> Result<Self, LayoutError> {
        self.undone(Operation::RightInverse, self.layout.right_inverse())
    }

    /// The layout `L` with `L(A(i)) = i` for every `i` below the size of `A`.
    ///
    /// # Errors
    /// As [`Layout::left_inverse`] and [`ComposedLayout::right_inverse`].
    pub const fn left_inverse(&self) -> Result<Self, LayoutError> {
        self.undone(Operation::LeftInverse, self.layout.left_inverse())
    }

    /// The inverse of a bijection onto `[0, size)`.
    ///
    /// # Errors
    /// As [`Layout::inverse`] and [`ComposedLayout::right_inverse`].
    pub const fn inverse(&self) -> Result<Self, LayoutError> {
        self.undone(Operation::Inverse, self.layout.inverse())
    }

    /// [`Layout::nullspace`] of the plain layout: `A(N(i)) = A(0)`, because a swizzle is injective.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (16,3):(1,0)".parse()?;
    /// assert_eq!(a.nullspace()?.to_string(), "3:16");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::nullspace`].
    pub const fn nullspace(&self) -> Result<Layout, LayoutError> {
        match self.layout.nullspace() {
            Ok(nullspace) => Ok(nullspace),
            Err(error) => Err(self.named(error)),
        }
    }

    const fn undone(
        &self,
        operation: Operation,
        inverse: Result<Layout, LayoutError>,
    ) -> Result<Self, LayoutError> {
        let inverse = match inverse {
            Ok(inverse) => inverse,
            Err(error) => return Err(self.named(error)),
        };
        match self.unswizzled(&inverse) {
            Ok(composed) => Ok(composed),
            Err(rule) => Err(LayoutError::unary(operation, Operand::Composed(*self), rule)),
        }
    }

    /// `inverse o Sw` as a swizzled layout.
    const fn unswizzled(&self, inverse: &Layout) -> Result<Self, Rule> {
        if self.offset.value != 0 {
            return Err(Rule::Offset { offset: self.offset.value });
        }
        let size = tri!(inverse.modes.size(0, inverse.modes.len));
        if !self.swizzle.keeps(size.value) {
            return Err(Rule::Leaves { swizzle: self.swizzle, size: size.value });
        }
        let mut range = Modes::EMPTY;
        tri!(range.push(size, Num::ONE));
        let range = Self { layout: tri!(range.layout()), ..*self };
        let composed = tri!(inverse.after_swizzled(&range));
        // The composed layout is the inverse, perhaps with other modes.
        Ok(Self { layout: *inverse, ..composed })
    }

    /// The number of elements that are contiguous in this layout and in `b` at the same coordinates. It is at most the
    /// number of the plain layout, at most `2^M`, and at most what the offset aligns.
    ///
    /// ```
    /// use layout_core::{ComposedLayout, Layout};
    /// let a: ComposedLayout = "Sw<2,3,3> o 0 o (8,32):(32,1)".parse()?;
    /// assert_eq!(a.max_common_vector(&"(8,32):(32,1)".parse()?)?, 8);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::max_common_vector`].
    pub const fn max_common_vector(&self, b: &Layout) -> Result<i64, LayoutError> {
        let common = match self.layout.max_common_vector(b) {
            Ok(common) => common,
            Err(error) => return Err(self.named(error)),
        };
        if self.swizzle.is_identity() {
            return Ok(common);
        }
        let aligned = self.offset.value.trailing_zeros();
        let bits = if aligned < self.swizzle.base() { aligned } else { self.swizzle.base() };
        Ok(if bits < 63 && common > 1 << bits { 1 << bits } else { common })
    }

    /// Whether different coordinates have different offsets: as in the plain layout, because a swizzle is injective.
    ///
    /// # Errors
    /// As [`Layout::is_injective`].
    pub const fn is_injective(&self) -> Result<bool, LayoutError> {
        match self.layout.is_injective() {
            Ok(injective) => Ok(injective),
            Err(error) => Err(self.named(error)),
        }
    }
}
