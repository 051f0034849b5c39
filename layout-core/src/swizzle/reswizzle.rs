//! The composition of a layout with a swizzled layout, which is a swizzled layout again:
//! `A o (Sw o f o L) = Sw' o A(f) o (A o L)`.
//!
//! # Why it works, and when
//! `Sw` xors the bits `Y` of a linear index of `A` onto its bits `Z`. Suppose `A` maps each of these bits to one bit
//! of its offset: bit `k` lies in a mode `2^a : 2^d` that starts at linear index `2^p`, so it becomes bit
//! `k - p + d`. Then xor before `A` is xor of the images after `A`. `Sw'` has those bits.
//!
//! # Algorithm
//! ```text
//! walk A by L, and by the offset f                  # ModeWalk, as in compose
//! merge the modes of A that continue each other     # MergedModes
//! for the run of bits Y, and for Z:
//!     find the mode that contains all its bits      # else Bits, or Bit
//!     refuse unless its start and its stride are powers of 2
//!     refuse unless everything else that adds to the offset stays clear of the run:
//!         it is a multiple of what lies above the run, or
//!         all of it together is below the run       # no carry into the run
//! Sw' = the swizzle of the image of Y onto the image of Z
//! ```

use crate::algebra::complement::ComplementEnd;
use crate::algebra::compose::ModeWalk;
use crate::algebra::fit::MergedModes;
use crate::algebra::notes::off;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{add, tri};
use crate::value::{ComposedLayout, Layout, Modes, Num, Profile, Swizzle};

/// The modes through which a swizzle is carried: merged, the last one without bound, after a walk.
struct Carrier<'a> {
    walk: &'a ModeWalk<'a, 0>,
    merged: MergedModes,
    swizzle: Swizzle,
}

/// The image of a run of bits: the bits of the offset from `at` on, in the mode `mode`.
#[derive(Clone, Copy)]
struct BitRun {
    at: u32,
    mode: usize,
}

impl Carrier<'_> {
    /// The image of the run of bits from `first` on.
    ///
    /// # Errors
    /// `Bit` and `Bits` unless one mode contains the run, and its start and stride are powers of 2.
    const fn run(&self, first: u32) -> Result<BitRun, Rule> {
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
                return Ok(BitRun { at, mode });
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

    /// Whether nothing else changes the bits of a run: each other summand is a multiple of what lies above the run,
    /// or all of them together stay below its first bit.
    const fn stays(&self, run: BitRun, others: &Modes) -> bool {
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
        while k < others.len {
            let (steps, stride) = (others.extents[k] as i128 - 1, others.strides[k]);
            let most = steps * stride.unsigned_abs() as i128;
            below = below.saturating_add(under(above, stride, most));
            k += 1;
        }
        below < first
    }

    /// The swizzle of the offsets, where the offsets of `others` are added to them.
    const fn carried(&self, others: &Modes) -> Result<Swizzle, Rule> {
        let swizzle = self.swizzle;
        if swizzle.is_identity() {
            return Ok(Swizzle::IDENTITY);
        }
        let from = tri!(self.run(swizzle.from_mask().trailing_zeros()));
        let onto = tri!(self.run(swizzle.onto_mask().trailing_zeros()));
        if !self.stays(from, others) || !self.stays(onto, others) {
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

/// The most that multiples of `stride`, up to `most`, add below the bit of value `above`. A negative stride borrows
/// from above, so it has no bound.
const fn under(above: i128, stride: i64, most: i128) -> i128 {
    if most == 0 || stride as i128 % above == 0 {
        0
    } else if stride < 0 {
        i128::MAX
    } else {
        most
    }
}

impl ModeWalk<'_, 0> {
    /// Walks to the linear index `offset`, to which the leaves add. Returns its image.
    const fn start(&mut self, offset: Num) -> Result<Num, Rule> {
        if offset.value < 0 {
            return Err(Rule::Offset { offset: offset.value });
        }
        let (mut at, mut rest, mut k) = (0, offset.value, 0);
        self.meets = true;
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

    /// Walks `b`, and appends the result to `out`. Returns the carried swizzle and offset.
    const fn swizzled(
        &mut self,
        b: &ComposedLayout,
        others: &Modes,
        out: &mut Builder,
    ) -> Result<(Swizzle, Num), Rule> {
        tri!(self.subtree(&b.layout, Profile::ROOT, b.layout.end(), out));
        let offset = tri!(self.start(b.offset));
        tri!(self.no_carry());
        let merged = MergedModes::of(&self.modes);
        let carrier = Carrier { walk: self, merged, swizzle: b.swizzle };
        Ok((tri!(carrier.carried(others)), offset))
    }
}

impl Layout {
    /// The layout `R` with `R(c) = A(B(c))` for a swizzled `B = Sw o f o L`: the carried swizzle after `A(f) + (A o
    /// L)(c)`.
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
    ///
    /// # Errors
    /// As [`Layout::compose`] with `L`. [`Rule::Bit`] and [`Rule::Bits`] unless this layout maps each bit that the
    /// swizzle reads or changes to one bit of its offset, and both runs to runs. [`Rule::Offset`] for a negative
    /// offset.
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
        let off = off!();
        let mut walk = ModeWalk::new(tri!(self.modes.coalesced(0, self.modes.len)), off);
        let mut out = Builder::EMPTY;
        let (swizzle, offset) = tri!(walk.swizzled(b, &Modes::EMPTY, &mut out));
        tri!(walk.no_detour());
        Ok(ComposedLayout { swizzle, offset, layout: tri!(out.checked()) })
    }

    /// `(A, A+ o B)` for a swizzled `B`, CuTe's `logical_product`: copies of this layout in the order of `B`, with
    /// one swizzle for all.
    ///
    /// ```
    /// use layout_core::{ComposedLayout, Layout};
    /// let tile: Layout = "4:1".parse()?;
    /// let product = tile.logical_product_swizzled(&"Sw<2,0,2> o 0 o 16:1".parse()?)?;
    /// assert_eq!(product.to_string(), "Sw<2,2,2> o 0 o (4,16):(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::logical_product`] and [`Layout::compose_swizzled`], and [`Rule::Bits`] where this layout sets
    /// bits that the swizzle moves.
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
        let (off, end) = (off!(), ComplementEnd::Never);
        let mut walk = ModeWalk::new(tri!(self.modes.free(0, self.modes.len, end)), off);
        let mut out = Builder::EMPTY;
        out.open(2);
        out.whole(self);
        let (swizzle, offset) = tri!(walk.swizzled(b, &self.modes, &mut out));
        Ok(ComposedLayout { swizzle, offset, layout: tri!(out.checked()) })
    }
}

impl ComposedLayout {
    /// The layout `R` with `R(c) = A(B(c))` for a swizzled `B`: [`Layout::compose_swizzled`] of the plain layout of
    /// `A`, with the swizzle of `A` merged.
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
    ///
    /// # Errors
    /// As [`Layout::compose_swizzled`]. [`Rule::Swizzles`] unless the two swizzles [are one swizzle](Swizzle::after),
    /// and [`Rule::Between`] where the offset of `A` has bits that the first swizzle moves.
    pub const fn compose_swizzled(&self, b: &Self) -> Result<Self, LayoutError> {
        let result = match self.layout.after_swizzled(b) {
            Ok(first) => self.merged(&first),
            Err(rule) => Err(rule),
        };
        checked(Operation::Compose, Operand::Composed(*self), b, result)
    }

    /// [`Layout::logical_product_swizzled`] of the plain layout, with the swizzle of this layout merged.
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let a: ComposedLayout = "Sw<1,2,2> o 0 o 4:1".parse()?;
    /// let product = a.logical_product_swizzled(&"Sw<1,1,2> o 0 o 16:1".parse()?)?;
    /// assert_eq!(product.to_string(), "Sw<2,2,2> o 0 o (4,16):(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::logical_product_swizzled`] and [`ComposedLayout::compose_swizzled`].
    pub const fn logical_product_swizzled(&self, b: &Self) -> Result<Self, LayoutError> {
        let result = match self.layout.repeated_swizzled(b) {
            Ok(first) => self.merged(&first),
            Err(rule) => Err(rule),
        };
        checked(Operation::Product, Operand::Composed(*self), b, result)
    }

    /// This layout's swizzle and offset after those of `first`. An offset between two swizzles moves before both, if
    /// it is a multiple of `2^end` of the first: then the first neither reads nor changes its bits, and no sum
    /// carries.
    ///
    /// # Errors
    /// `Swizzles`, and `Between`.
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

/// The result, after a check that its offsets fit `isize`.
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
