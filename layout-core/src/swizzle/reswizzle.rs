//! A layout after a swizzled layout: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`, where `A` carries each
//! bit that the swizzle moves to one bit of its own.

use crate::algebra::complement::End;
use crate::algebra::compose::Walk;
use crate::algebra::fit::Merged;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::builder::Builder;
use crate::layout::modes::Modes;
use crate::number::{Num, add, tri};
use crate::swizzle::bits::Swizzle;
use crate::swizzle::composed::ComposedLayout;
use crate::tuple::profile::Profile;

/// What carries a swizzle over: modes that continue no other, the last one unbounded, as a walk has
/// gone through them.
struct Carrier<'a> {
    walk: &'a Walk,
    merged: Merged,
    swizzle: Swizzle,
}

/// A run of bits: it becomes the bits of the offset from `at` on, those of the mode `mode`.
#[derive(Clone, Copy)]
struct Run {
    at: u32,
    mode: usize,
}

impl Carrier<'_> {
    /// Where the run of bits from `first` on goes: into one mode, with a stride that is a power of 2 and
    /// none of the bits cut by its ends.
    const fn run(&self, first: u32) -> Result<Run, Rule> {
        let (modes, swizzle) = (&self.merged.modes, self.swizzle);
        let (mut low, mut mode) = (1_i128, 0);
        while mode < modes.len {
            let (extent, stride) = (modes.extents[mode] as i128, modes.strides[mode]);
            let (last, high) = (mode + 1 == modes.len, low * extent);
            if last || high > 1 << first {
                if low.count_ones() != 1 || stride <= 0 || stride.count_ones() != 1 {
                    break;
                }
                let whole = high.trailing_zeros();
                if !last && whole < first + swizzle.bits() {
                    if high.count_ones() == 1 {
                        return Err(Rule::Bits { swizzle });
                    }
                    let bit = if whole < first { first } else { whole };
                    return Err(Rule::Bit { bit, swizzle });
                }
                let at = first - low.trailing_zeros() + stride.trailing_zeros();
                if at + swizzle.bits() > i64::BITS - 1 {
                    return Err(Rule::Bits { swizzle });
                }
                return Ok(Run { at, mode });
            }
            low = high;
            mode += 1;
        }
        Err(Rule::Bit { bit: first, swizzle })
    }

    /// The most that the walk adds to the offset in a mode.
    const fn most(&self, mode: usize) -> i128 {
        let first = &self.merged.first;
        let end =
            if mode + 1 == self.merged.modes.len { self.walk.modes.len } else { first[mode + 1] };
        let (mut most, mut k) = (0_i128, first[mode]);
        while k < end {
            let stride = self.walk.modes.strides[k].unsigned_abs() as i128;
            most = most.saturating_add(self.walk.digits[k].saturating_mul(stride));
            k += 1;
        }
        most
    }

    /// Whether the bits of a run stay what they are, whatever else is added to the offset: multiples of
    /// what is above them, and all the rest together less than the first of them.
    const fn stays(&self, run: Run, beside: &Modes) -> bool {
        let (first, above) = (1_i128 << run.at, 1_i128 << (run.at + self.swizzle.bits()));
        let modes = &self.merged.modes;
        let (mut below, mut k) = (0_i128, 0);
        while k < modes.len {
            let (stride, most) = (modes.strides[k], self.most(k));
            let own = first - stride as i128;
            below = below.saturating_add(if k != run.mode {
                under(above, stride, most)
            } else if most < own {
                most
            } else {
                own
            });
            k += 1;
        }
        k = 0;
        while k < beside.len {
            let (steps, stride) = (beside.extents[k] as i128 - 1, beside.strides[k]);
            let most = steps * stride.unsigned_abs() as i128;
            below = below.saturating_add(under(above, stride, most));
            k += 1;
        }
        below < first
    }

    /// The swizzle of the offsets, the offsets of `beside` being added to them.
    const fn carried(&self, beside: &Modes) -> Result<Swizzle, Rule> {
        let swizzle = self.swizzle;
        if swizzle.is_identity() {
            return Ok(Swizzle::IDENTITY);
        }
        let from = tri!(self.run(swizzle.from_mask().trailing_zeros()));
        let onto = tri!(self.run(swizzle.onto_mask().trailing_zeros()));
        if !self.stays(from, beside) || !self.stays(onto, beside) {
            return Err(Rule::Bits { swizzle });
        }
        let base = if from.at < onto.at { from.at } else { onto.at };
        let shift = from.at as i64 - onto.at as i64;
        match Swizzle::checked(swizzle.bits() as i64, base as i64, shift) {
            Ok(swizzle) => Ok(swizzle),
            Err(_) => Err(Rule::Bits { swizzle }),
        }
    }
}

/// What multiples of `stride`, up to `most`, may add below the bit of value `above`. Steps down borrow
/// from there.
const fn under(above: i128, stride: i64, most: i128) -> i128 {
    if most == 0 || stride as i128 % above == 0 {
        0
    } else if stride < 0 {
        i128::MAX
    } else {
        most
    }
}

impl Walk {
    /// Walks to the linear index `offset`, which is added to what leaves walk; where that is.
    const fn start(&mut self, offset: Num) -> Result<Num, Rule> {
        if offset.value < 0 {
            return Err(Rule::Offset { offset: offset.value });
        }
        let (mut at, mut rest, mut k) = (0, offset.value, 0);
        while k < self.modes.len {
            let last = k + 1 == self.modes.len;
            let extent = self.modes.extents[k];
            let digit = if last { rest } else { rest % extent };
            self.digits[k] += digit as i128;
            let step = tri!(Num::known(digit).times(self.modes.stride(k)));
            at = tri!(add(at, step.value));
            rest /= extent;
            k += 1;
        }
        let known = offset.known && (offset.value == 0 || self.modes.all_known());
        Ok(Num::plain(at, known))
    }

    /// The walk of all of `b`, added to `out`, and the swizzle and offset that it ends in.
    const fn swizzled(
        &mut self,
        b: &ComposedLayout,
        beside: &Modes,
        out: &mut Builder,
    ) -> Result<(Swizzle, Num), Rule> {
        tri!(self.subtree(&b.layout, Profile::ROOT, b.layout.end(), out));
        let offset = tri!(self.start(b.offset));
        tri!(self.no_carry());
        let merged = Merged::of(&self.modes);
        let carrier = Carrier { walk: self, merged, swizzle: b.swizzle };
        Ok((tri!(carrier.carried(beside)), offset))
    }
}

impl Layout {
    /// `R(c) = A^(B(c))` for a swizzled `B = Sw o f o L`: the swizzle of the offsets of this layout,
    /// after `A(f) + (A o L)(c)`.
    ///
    /// Refused like [`Layout::compose`] with `L`, and unless this layout carries each bit that the
    /// swizzle reads or changes to one bit of its own, both runs staying runs.
    ///
    /// ```
    /// use layout_core::{ComposedLayout, Layout};
    /// let b: ComposedLayout = "Sw<2,0,3> o 0 o (4,8):(1,8)".parse()?;
    /// let rows: Layout = "(8,8):(16,1)".parse()?;
    /// assert_eq!(rows.compose_swizzled(&b)?.to_string(), "Sw<2,0,-4> o 0 o (4,8):(16,1)");
    /// let bends: Layout = "(6,8):(8,1)".parse()?;
    /// assert_eq!(
    ///     bends.compose_swizzled(&"Sw<1,0,2> o 0 o 8:1".parse()?).unwrap_err().to_string(),
    ///     "cannot compose (6,8):(8,1) with Sw<1,0,2> o 0 o 8:1: 6 does not divide 8"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn compose_swizzled(
        &self,
        b: &ComposedLayout,
    ) -> Result<ComposedLayout, LayoutError> {
        let result = self.after_swizzled(b);
        checked(Operation::Compose, Operand::Layout(*self), b, result)
    }

    pub(crate) const fn after_swizzled(&self, b: &ComposedLayout) -> Result<ComposedLayout, Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(self.modes.integral(0, self.modes.len));
        let mut walk = Walk::new(tri!(self.modes.coalesced(0, self.modes.len)));
        let mut out = Builder::EMPTY;
        let (swizzle, offset) = tri!(walk.swizzled(b, &Modes::EMPTY, &mut out));
        tri!(walk.no_detour());
        Ok(ComposedLayout { swizzle, offset, layout: tri!(out.checked()) })
    }

    /// `(A, A+ o B)` for a swizzled `B`: copies of this layout in the order of `B`, as one swizzle of
    /// them all. (CuTe: `logical_product`.)
    ///
    /// Refused like [`Layout::logical_product`] and [`Layout::compose_swizzled`], and when this layout
    /// sets bits that the swizzle would move.
    ///
    /// ```
    /// use layout_core::{ComposedLayout, Layout};
    /// let tile: Layout = "4:1".parse()?;
    /// let product = tile.logical_product_swizzled(&"Sw<2,0,2> o 0 o 16:1".parse()?)?;
    /// assert_eq!(product.to_string(), "Sw<2,2,2> o 0 o (4,16):(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn logical_product_swizzled(
        &self,
        b: &ComposedLayout,
    ) -> Result<ComposedLayout, LayoutError> {
        let result = self.repeated_swizzled(b);
        checked(Operation::Product, Operand::Layout(*self), b, result)
    }

    const fn repeated_swizzled(&self, b: &ComposedLayout) -> Result<ComposedLayout, Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(self.modes.integral(0, self.modes.len));
        let mut walk = Walk::new(tri!(self.modes.free(0, self.modes.len, End::Never)));
        let mut out = Builder::EMPTY;
        out.open(2);
        out.whole(self);
        let (swizzle, offset) = tri!(walk.swizzled(b, &self.modes, &mut out));
        Ok(ComposedLayout { swizzle, offset, layout: tri!(out.checked()) })
    }
}

impl ComposedLayout {
    /// `R(c) = A(B(c))` for a swizzled `B`: what [`Layout::compose_swizzled`] makes of the plain layout in
    /// `A`, its swizzle and that of `A` as one.
    ///
    /// Refused like that one, and unless the two [are one swizzle](Swizzle::after) and the offset of `A`
    /// leaves the bits alone that the first of them moves.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// assert_eq!(a.compose_swizzled(&a.inverse()?)?.to_string(), "Sw<0,0,3> o 0 o (8,8):(1,8)");
    /// let b: ComposedLayout = "Sw<1,0,2> o 0 o 64:1".parse()?;
    /// assert_eq!(
    ///     b.compose_swizzled(&"Sw<1,1,1> o 0 o 64:1".parse()?).unwrap_err().to_string(),
    ///     "cannot compose Sw<1,0,2> o 0 o 64:1 with Sw<1,1,1> o 0 o 64:1: no swizzle is Sw<1,0,2> after \
    ///      Sw<1,1,1>: their shifts differ"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn compose_swizzled(&self, b: &Self) -> Result<Self, LayoutError> {
        let result = match self.layout.after_swizzled(b) {
            Ok(first) => self.merged(&first),
            Err(rule) => Err(rule),
        };
        checked(Operation::Compose, Operand::Composed(*self), b, result)
    }

    /// [`Layout::logical_product_swizzled`] of the plain layout, its swizzle and that of this layout as
    /// one; refused like that, and like [`ComposedLayout::compose_swizzled`].
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<1,2,2> o 0 o 4:1".parse()?;
    /// let product = a.logical_product_swizzled(&"Sw<1,1,2> o 0 o 16:1".parse()?)?;
    /// assert_eq!(product.to_string(), "Sw<2,2,2> o 0 o (4,16):(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn logical_product_swizzled(&self, b: &Self) -> Result<Self, LayoutError> {
        let result = match self.layout.repeated_swizzled(b) {
            Ok(first) => self.merged(&first),
            Err(rule) => Err(rule),
        };
        checked(Operation::Product, Operand::Composed(*self), b, result)
    }

    /// The swizzle and the offset of this layout after `first`. What is added between two swizzles may be
    /// added before both if the first one neither reads nor changes its bits, nor those it carries into.
    const fn merged(&self, first: &Self) -> Result<Self, Rule> {
        let swizzle = match self.swizzle.after(&first.swizzle) {
            Ok(swizzle) => swizzle,
            Err(_) => {
                let (left, right) = (self.swizzle, first.swizzle);
                return Err(Rule::Swizzles { left, right });
            }
        };
        let commutes = self.offset.value.trailing_zeros() >= first.swizzle.end();
        if !(commutes || first.swizzle.is_identity()) {
            return Err(Rule::Between { offset: self.offset.value, swizzle: first.swizzle });
        }
        let value = tri!(add(self.offset.value, first.offset.value));
        let offset = Num::plain(value, self.offset.known && first.offset.known);
        Ok(Self { swizzle, offset, ..*first })
    }
}

/// The result, if its offsets fit `isize`.
const fn checked(
    operation: Operation,
    left: Operand,
    right: &ComposedLayout,
    result: Result<ComposedLayout, Rule>,
) -> Result<ComposedLayout, LayoutError> {
    let rule = match result {
        Ok(composed) => match composed.interval() {
            Ok(_) => return Ok(composed),
            Err(rule) => rule,
        },
        Err(rule) => rule,
    };
    Err(LayoutError::refused(operation, left, Operand::Composed(*right), rule))
}
