//! A layout after a swizzled layout: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`, where `A` carries each
//! bit that the swizzle moves to one bit of its own.

use crate::algebra::complement::End;
use crate::algebra::compose::Walk;
use crate::builder::Builder;
use crate::layout::Layout;
use crate::modes::Modes;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::number::{Num, add, tri};
use crate::profile::Profile;
use crate::swizzle::bits::Swizzle;
use crate::swizzle::composed::ComposedLayout;

/// Which bits a sum of natural numbers may set, and the greatest it may be.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    mask: u64,
    most: u128,
}

impl Reach {
    const NONE: Self = Self { mask: 0, most: 0 };
    const ANY: Self = Self { mask: u64::MAX, most: u64::MAX as u128 };

    /// The sum with a number of the bits `mask` that is at most `most`.
    const fn plus(self, term: Self) -> Self {
        let most = self.most + term.most;
        let (both, meet) = (self.mask | term.mask, self.mask & term.mask);
        if meet == 0 {
            return Self { mask: both, most };
        }
        // Carries start where both may set a bit and go up from there.
        let below = (1 << meet.trailing_zeros()) - 1;
        Self { mask: both & below | up_to(most) & !below, most }
    }

    /// Multiples of `stride` by a number of the bits `digit` that is at most `most`.
    const fn multiples(digit: u64, most: u128, stride: i64) -> Self {
        if digit == 0 || stride == 0 {
            return Self::NONE;
        }
        let (low, greatest) = (stride.trailing_zeros(), most * stride.unsigned_abs() as u128);
        if stride < 0 || greatest > u64::MAX as u128 {
            return Self::ANY;
        }
        if stride.count_ones() == 1 {
            return Self { mask: digit << low, most: greatest };
        }
        let first = low + digit.trailing_zeros();
        Self { mask: up_to(greatest) & !((1 << first) - 1), most: greatest }
    }

    /// Whether one of these bits may be set.
    pub(crate) const fn meets(self, bits: i64) -> bool {
        self.mask & bits as u64 != 0
    }

    /// The offsets of modes.
    const fn of(modes: &Modes) -> Self {
        let (mut reach, mut k) = (Self::NONE, 0);
        while k < modes.len {
            if modes.extents[k] > 1 {
                let most = (modes.extents[k] - 1) as u128;
                reach = reach.plus(Self::multiples(up_to(most), most, modes.strides[k]));
            }
            k += 1;
        }
        reach
    }
}

/// The bits of the numbers up to `most`.
const fn up_to(most: u128) -> u64 {
    let free = most.leading_zeros();
    if free <= 64 { u64::MAX } else { (1 << (128 - free)) - 1 }
}

/// What carries a swizzle over: modes, the last one unbounded.
struct Carrier<'a> {
    modes: &'a Modes,
    swizzle: Swizzle,
}

impl Carrier<'_> {
    /// The bit of the offset that bit `bit` of the linear index becomes, if it is one.
    const fn position(&self, bit: u32) -> Option<u32> {
        let (mut low, mut k) = (1_i128, 0);
        while k < self.modes.len {
            let (extent, stride) = (self.modes.extents[k] as i128, self.modes.strides[k]);
            let last = k + 1 == self.modes.len;
            if last || low * extent > 1 << bit {
                // The bit is the mode's, and no digit of it is cut by the end of the mode.
                let whole = last || low * extent % (2 << bit) == 0;
                let clean = low.count_ones() == 1 && whole && stride > 0;
                if !clean || stride.count_ones() != 1 {
                    return None;
                }
                let at = bit - low.trailing_zeros() + stride.trailing_zeros();
                return if at < 63 { Some(at) } else { None };
            }
            low *= extent;
            k += 1;
        }
        None
    }

    /// Where the run of bits from `first` on goes; its bits must stay a run.
    const fn run(&self, first: u32) -> Result<i64, Rule> {
        let (mut bit, mut start) = (first, 0);
        while bit < first + self.swizzle.bits() {
            let Some(at) = self.position(bit) else {
                return Err(Rule::Bit { bit, swizzle: self.swizzle });
            };
            if bit == first {
                start = at;
            } else if at != start + (bit - first) {
                return Err(Rule::Bits { swizzle: self.swizzle });
            }
            bit += 1;
        }
        Ok((((1_u64 << self.swizzle.bits()) - 1) << start) as i64)
    }

    /// What the other bits of the linear indices `reach` add to the offset.
    const fn others(&self, reach: Reach) -> Reach {
        let moved = (self.swizzle.from_mask() | self.swizzle.onto_mask()) as u64;
        let (mut sum, mut low, mut k) = (Reach::NONE, 1_u128, 0);
        while k < self.modes.len && low <= reach.most {
            let extent = self.modes.extents[k] as u128;
            let last = k + 1 == self.modes.len;
            let past = reach.most / low;
            let most = if last || past < extent { past } else { extent - 1 };
            let digit = if low.count_ones() == 1 {
                let bits = (reach.mask & !moved) >> low.trailing_zeros();
                // Only the bits below the odd factor of an extent are those of the index.
                let own = if last || past < extent { u64::MAX } else { up_to(lowest(extent) - 1) };
                (bits & own | !own) & up_to(most)
            } else {
                up_to(most)
            };
            sum = sum.plus(Reach::multiples(digit, most, self.modes.strides[k]));
            low *= extent;
            k += 1;
        }
        sum
    }

    /// The swizzle of the offsets, `beside` what is added to them.
    const fn carried(&self, reach: Reach, beside: Reach) -> Result<Swizzle, Rule> {
        let sw = &self.swizzle;
        if sw.is_identity() {
            return Ok(Swizzle::IDENTITY);
        }
        let from = tri!(self.run(sw.from_mask().trailing_zeros()));
        let onto = tri!(self.run(sw.onto_mask().trailing_zeros()));
        let others = self.others(reach).plus(beside);
        if others.mask & (from | onto) as u64 != 0 || from & onto != 0 {
            return Err(Rule::Bits { swizzle: *sw });
        }
        match Swizzle::from_masks(from, onto) {
            Some(swizzle) => Ok(swizzle),
            None => Err(Rule::Bits { swizzle: *sw }),
        }
    }
}

/// The factor of 2 in `n`.
const fn lowest(n: u128) -> u128 {
    1 << n.trailing_zeros()
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
        beside: Reach,
        out: &mut Builder,
    ) -> Result<(Swizzle, Num), Rule> {
        tri!(self.subtree(&b.layout, Profile::ROOT, b.layout.end(), out));
        let offset = tri!(self.start(b.offset));
        tri!(self.no_carry());
        let reach = b.reach();
        let carrier = Carrier { modes: &self.modes, swizzle: b.swizzle };
        let swizzle = tri!(carrier.carried(reach, beside));
        Ok((swizzle, offset))
    }
}

impl ComposedLayout {
    /// Which bits `offset + L(c)` may set.
    pub(crate) const fn reach(&self) -> Reach {
        if self.offset.value < 0 {
            return Reach::ANY;
        }
        let own = Reach { mask: self.offset.value as u64, most: self.offset.value as u128 };
        Reach::of(&self.layout.modes).plus(own)
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
        self.with_swizzled(Operation::Compose, b, result)
    }

    pub(crate) const fn after_swizzled(&self, b: &ComposedLayout) -> Result<ComposedLayout, Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(self.modes.integral(0, self.modes.len));
        let mut walk = Walk::new(tri!(self.modes.coalesced(0, self.modes.len)));
        let mut out = Builder::EMPTY;
        let (swizzle, offset) = tri!(walk.swizzled(b, Reach::NONE, &mut out));
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
        self.with_swizzled(Operation::Product, b, result)
    }

    const fn repeated_swizzled(&self, b: &ComposedLayout) -> Result<ComposedLayout, Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(self.modes.integral(0, self.modes.len));
        let mut walk = Walk::new(tri!(self.modes.free(0, self.modes.len, End::Never)));
        let mut out = Builder::EMPTY;
        out.open(2);
        out.whole(self);
        let (swizzle, offset) = tri!(walk.swizzled(b, Reach::of(&self.modes), &mut out));
        Ok(ComposedLayout { swizzle, offset, layout: tri!(out.checked()) })
    }

    const fn with_swizzled(
        &self,
        operation: Operation,
        b: &ComposedLayout,
        result: Result<ComposedLayout, Rule>,
    ) -> Result<ComposedLayout, LayoutError> {
        let (left, right) = (Operand::Layout(*self), Operand::Composed(*b));
        let rule = match result {
            Ok(composed) => match composed.interval() {
                Ok(_) => return Ok(composed),
                Err(rule) => rule,
            },
            Err(rule) => rule,
        };
        Err(LayoutError { operation, left, right, rule })
    }
}
