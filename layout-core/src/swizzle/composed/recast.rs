//! Swizzled layouts of wider or narrower elements.

use crate::algebra::recast::positive;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::gcd;
use crate::number::tri;
use crate::value::{ComposedLayout, Num, Swizzle};

impl ComposedLayout {
    /// [`Layout::upcast`](crate::Layout::upcast): `floor(A(c)/n)`. The swizzle then moves groups of `n` elements.
    /// Bits that it moves within a group disappear.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let up = |text: &str, n| text.parse::<ComposedLayout>()?.upcast(n);
    /// assert_eq!(up("Sw<3,4,3> o 0 o (8,64):(64,1)", 4)?.to_string(), "Sw<3,2,3> o 0 o (8,16):(16,1)");
    /// assert_eq!(up("Sw<3,2,3> o 0 o 256:1", 16)?.to_string(), "Sw<1,0,3> o 0 o 16:1");
    /// assert_eq!(
    ///     up("Sw<1,1,-4> o 0 o 64:1", 8).unwrap_err().to_string(),
    ///     "cannot upcast Sw<1,1,-4> o 0 o 64:1 by 8: Sw<1,1,-4> moves bits within the groups of 8 elements that \
    ///      become one"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::upcast`](crate::Layout::upcast). [`Rule::NoPower`] unless `n` is a power of 2, [`Rule::Divides`]
    /// unless `n` divides the offset, and [`Rule::Within`] where bits from within a group move the whole group.
    pub const fn upcast(&self, n: i64) -> Result<Self, LayoutError> {
        let outer = self.grouped(n);
        self.recast(Operation::Upcast, Operand::Integer(n), outer, self.layout.upcast(n))
    }

    /// [`Layout::downcast`](crate::Layout::downcast): `n * A(c) + t`. The parts of an element remain adjacent.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<3,4,3> o 16 o (8,64):(64,1)".parse()?;
    /// assert_eq!(a.downcast(4)?.to_string(), "Sw<3,6,3> o 64 o (8,256):(256,1)");
    /// assert_eq!(a.downcast(4)?.upcast(4)?, a);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::downcast`](crate::Layout::downcast), and [`Rule::NoPower`] unless `n` is a power of 2.
    pub const fn downcast(&self, n: i64) -> Result<Self, LayoutError> {
        let outer = self.split(n);
        self.recast(Operation::Downcast, Operand::Integer(n), outer, self.layout.downcast(n))
    }

    /// [`Layout::recast_bits`](crate::Layout::recast_bits): with both numbers in lowest terms, an upcast by the new
    /// one, then a downcast by the old one.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let halves: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// let bytes = halves.recast_bits(16, 8)?;
    /// assert_eq!(bytes.to_string(), "Sw<3,4,3> o 0 o (8,128):(128,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`upcast`](Self::upcast) and [`downcast`](Self::downcast).
    pub const fn recast_bits(&self, old: i64, new: i64) -> Result<Self, LayoutError> {
        let plain = self.layout.recast_bits(old, new);
        let common = if old > 0 && new > 0 { gcd(old, new) } else { 1 };
        let outer = match self.grouped(new / common) {
            Ok((swizzle, offset)) => Self { swizzle, offset, ..*self }.split(old / common),
            Err(rule) => Err(rule),
        };
        self.recast(Operation::Recast, Operand::Bits { old, new }, outer, plain)
    }

    const fn recast(
        &self,
        operation: Operation,
        right: Operand,
        outer: Result<(Swizzle, Num), Rule>,
        plain: Result<crate::Layout, LayoutError>,
    ) -> Result<Self, LayoutError> {
        let layout = match plain {
            Ok(layout) => layout,
            Err(error) => return Err(self.named(error)),
        };
        match outer {
            Ok((swizzle, offset)) => Self { swizzle, offset, ..*self }.with_plain(Ok(layout)),
            Err(rule) => {
                Err(LayoutError::refused(operation, Operand::Composed(*self), right, rule))
            }
        }
    }

    /// The swizzle and the offset in units of `n` elements.
    const fn grouped(&self, n: i64) -> Result<(Swizzle, Num), Rule> {
        let bits = tri!(power(n));
        if self.offset.value % n != 0 {
            return Err(Rule::Divides { divisor: n, dividend: self.offset.value });
        }
        let sw = &self.swizzle;
        let lost = bits.saturating_sub(sw.base());
        if sw.shift() < 0 && self.reads_within(lost) {
            return Err(Rule::Within { swizzle: *sw, count: n });
        }
        let swizzle = Swizzle::checked(
            sw.bits().saturating_sub(lost) as i64,
            sw.base().saturating_sub(bits) as i64,
            sw.shift() as i64,
        );
        let offset = Num::plain(self.offset.value / n, self.offset.known);
        Ok((tri!(swizzle), offset))
    }

    /// Whether some coordinate sets one of the `lost` lowest bits that the swizzle reads. The layout has an upcast
    /// past these bits. So its strides below them are powers of 2, and their sums reach each multiple of the least.
    const fn reads_within(&self, lost: u32) -> bool {
        let (base, bits) = (self.swizzle.base(), self.swizzle.bits());
        let read = if lost < bits { lost } else { bits };
        let (modes, mut span, mut k) = (&self.layout.modes, 0_i128, 0);
        while k < modes.len {
            let (extent, stride) = (modes.extents[k] as i128, modes.strides[k] as i128);
            if extent > 0 && stride > 0 && stride < 1 << (base + read) {
                span = span.saturating_add((extent - 1).saturating_mul(stride));
            }
            k += 1;
        }
        read > 0 && span >= 1 << base
    }

    /// The swizzle and the offset in units of an `n`th.
    const fn split(&self, n: i64) -> Result<(Swizzle, Num), Rule> {
        let (sw, bits) = (&self.swizzle, tri!(power(n)));
        let base = (sw.base() + bits) as i64;
        let swizzle = tri!(Swizzle::checked(sw.bits() as i64, base, sw.shift() as i64));
        Ok((swizzle, tri!(self.offset.times(Num::known(n)))))
    }

    /// The greatest common divisor of [`Layout::max_alignment`](crate::Layout::max_alignment) of the plain layout, of
    /// `2^M`, and of the offset: the offsets form groups of that many adjacent offsets.
    pub const fn max_alignment(&self) -> i64 {
        let base = if self.swizzle.base() < 62 { self.swizzle.base() } else { 62 };
        gcd(self.offset.value, gcd(1 << base, self.layout.max_alignment()))
    }
}

/// `log2(n)`.
///
/// # Errors
/// `NoPower`.
const fn power(n: i64) -> Result<u32, Rule> {
    tri!(positive(n));
    if n.count_ones() != 1 {
        return Err(Rule::NoPower { count: n });
    }
    Ok(n.trailing_zeros())
}
