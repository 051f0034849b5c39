//! [`Modes`], a flat list of `extent:stride`: the operand of every algorithm of the algebra.

use crate::error::Rule;
use crate::number::{add, check, multiply, plain, tri};
use crate::value::basis::{Bases, Basis};
use crate::value::limit::{Limit, MAX_LEAVES};
use crate::value::{Layout, MOST, Modes, Num, Profile, low_bits, low_mask};

/// [`Modes::extent`] without a call, which `const` evaluation would make for each leaf.
macro_rules! extent {
    ($modes:expr, $k:expr) => {
        $crate::number::plain!($modes.extents[$k], $modes.known_extents >> $k & 1 == 1)
    };
}
pub(crate) use extent;

/// [`Modes::stride`] without a call.
macro_rules! stride {
    ($modes:expr, $k:expr) => {
        $crate::value::Num {
            value: $modes.strides[$k],
            known: $modes.known_strides >> $k & 1 == 1,
            basis: $crate::value::basis::Basis($modes.bases.paths[$k]),
        }
    };
}
pub(crate) use stride;

/// [`Modes::push`] without a call, at the end of a function.
macro_rules! push {
    ($modes:expr, $extent:expr, $stride:expr) => {{
        let k = $modes.len;
        if k == MAX_LEAVES {
            return Err(Rule::Full { limit: Limit::Leaves });
        }
        $modes.extents[k] = $extent.value;
        $modes.strides[k] = $stride.value;
        // After the last mode each path is 0.
        if $stride.basis.0 != 0 {
            $modes.bases.set(k, $stride.basis);
        }
        $modes.known_extents |= ($extent.known as u32) << k;
        $modes.known_strides |= ($stride.known as u32) << k;
        $modes.len = k + 1;
        Ok(())
    }};
}
pub(crate) use push;

/// [`Modes::append`] without a call, as an expression. `const` evaluation does what decides most often first.
macro_rules! append {
    ($modes:expr, $extent:expr, $stride:expr) => {{
        let is_one = $extent.value == 1 && $extent.known;
        let last = if $modes.len == 0 { 0 } else { $modes.len - 1 };
        if is_one {
            Ok(())
        } else if $modes.len != 0
            && $modes.extents[last] as i128 * $modes.strides[last] as i128 == $stride.value as i128
            && $extent.known
            && $stride.known
            && ($modes.known_extents & $modes.known_strides) >> last & 1 == 1
            && $modes.bases.paths[last] == $stride.basis.0
        {
            match multiply($modes.extents[last], $extent.value) {
                Ok(extent) => {
                    $modes.extents[last] = extent;
                    Ok(())
                }
                Err(rule) => Err(rule),
            }
        } else {
            push!($modes, $extent, $stride)
        }
    }};
}

impl Modes {
    pub(crate) const EMPTY: Self = Self {
        len: 0,
        extents: [0; MAX_LEAVES],
        strides: [0; MAX_LEAVES],
        bases: Bases::NONE,
        known_extents: 0,
        known_strides: 0,
    };

    pub(crate) const fn extent(&self, k: usize) -> Num {
        plain!(self.extents[k], self.known_extents >> k & 1 == 1)
    }

    pub(crate) const fn stride(&self, k: usize) -> Num {
        let known = self.known_strides >> k & 1 == 1;
        Num { value: self.strides[k], known, basis: Basis(self.bases.paths[k]) }
    }

    pub(crate) const fn all_known(&self) -> bool {
        self.known_extents & self.known_strides == low_mask!(self.len)
    }

    /// Whether all extents but the last are known, the last mode having no bound.
    pub(crate) const fn bounds_known(&self) -> bool {
        self.len > 0 && low_bits(self.len - 1) & !self.known_extents == 0
    }

    /// Removes all modes, none of which has a basis.
    // Nothing is read: the processor waits for a part of a list that was written as a whole just before.
    #[inline]
    pub(crate) const fn clear(&mut self) {
        self.len = 0;
        self.known_extents = 0;
        self.known_strides = 0;
    }

    /// Keeps the first `len` modes.
    pub(crate) const fn truncate(&mut self, len: usize) {
        self.len = len;
        self.bases.truncate(len);
        let left = low_mask!(len);
        self.known_extents &= left;
        self.known_strides &= left;
    }

    /// Replaces mode `k`.
    pub(crate) const fn set(&mut self, k: usize, extent: Num, stride: Num) {
        let bit = 1 << k;
        self.extents[k] = extent.value;
        self.strides[k] = stride.value;
        self.bases.set(k, stride.basis);
        self.known_extents = self.known_extents & !bit | (extent.known as u32) << k;
        self.known_strides = self.known_strides & !bit | (stride.known as u32) << k;
    }

    /// Appends a mode.
    ///
    /// # Errors
    /// `Full` beyond the capacity.
    pub(crate) const fn push(&mut self, extent: Num, stride: Num) -> Result<(), Rule> {
        push!(self, extent, stride)
    }

    /// Appends a mode and coalesces: drops a known extent of 1, and extends the last mode where the new one is known
    /// to continue it.
    ///
    /// # Errors
    /// `Full` beyond the capacity.
    #[inline]
    pub(crate) const fn append(&mut self, extent: Num, stride: Num) -> Result<(), Rule> {
        append!(self, extent, stride)
    }

    /// The modes `from..to`, coalesced. `0:0` where a known extent is 0.
    pub(crate) const fn coalesced(&self, from: usize, to: usize) -> Result<Self, Rule> {
        let mut out = Self::EMPTY;
        check!(self.coalesce_into(from, to, &mut out));
        Ok(out)
    }

    /// [`Modes::coalesced`] in place of what `out` has, without a basis: a result by value is copied in full.
    #[inline]
    pub(crate) const fn coalesce_into(
        &self,
        from: usize,
        to: usize,
        out: &mut Self,
    ) -> Result<(), Rule> {
        let known = self.known_extents & self.known_strides;
        let range = low_mask!(to) & !low_mask!(from);
        if self.bases.units == 0 && known & range == range {
            return self.coalesce_known_into(from, to, out);
        }
        out.clear();
        let mut k = from;
        while k < to {
            let extent = extent!(self, k);
            let stride = stride!(self, k);
            // An empty layout has no offsets, so no other mode matters. A run-time 0 keeps the form of all modes.
            if extent.value == 0 && extent.known {
                out.truncate(0);
                return out.push(Num::ZERO, Num::ZERO);
            }
            check!(append!(out, extent, stride));
            k += 1;
        }
        Ok(())
    }

    /// [`Modes::coalesce_into`] where all integers are known, without a basis.
    #[inline]
    const fn coalesce_known_into(
        &self,
        from: usize,
        to: usize,
        out: &mut Self,
    ) -> Result<(), Rule> {
        // The last mode of the result, which is written when a mode does not continue it. An extent of 1: there is none yet.
        let (mut m, mut d) = (1, 0);
        let (mut len, mut k) = (0, from);
        while k < to {
            let s = self.extents[k];
            match s {
                // An empty layout has no offsets, so no other mode matters.
                0 => {
                    len = 0;
                    m = 0;
                    d = 0;
                    break;
                }
                1 => {}
                _ => {
                    let r = self.strides[k];
                    match m {
                        1 => {
                            m = s;
                            d = r;
                        }
                        _ if m as i128 * d as i128 == r as i128 => m = tri!(multiply(m, s)),
                        _ => {
                            out.extents[len] = m;
                            out.strides[len] = d;
                            len += 1;
                            m = s;
                            d = r;
                        }
                    }
                }
            }
            k += 1;
        }
        match m {
            1 => {}
            _ => {
                out.extents[len] = m;
                out.strides[len] = d;
                len += 1;
            }
        }
        out.len = len;
        // It is 0. A walk reads it next, and would wait for the copy of a whole list.
        out.bases.units = 0;
        out.known_extents = low_mask!(len);
        out.known_strides = out.known_extents;
        Ok(())
    }

    /// These modes with an extent of 1 instead of each extent of 0.
    pub(crate) const fn without_zeros(mut self) -> Self {
        let mut k = 0;
        while k < self.len {
            if self.extents[k] == 0 {
                self.extents[k] = 1;
            }
            k += 1;
        }
        self
    }

    /// The product of the extents `from..to`.
    ///
    /// # Errors
    /// `Overflow` beyond [`MOST`].
    pub(crate) const fn size(&self, from: usize, to: usize) -> Result<Num, Rule> {
        let mut k = from;
        let mut product = 1_i128;
        while k < to && self.known_extents >> k & 1 == 1 {
            product *= self.extents[k] as i128;
            // Neither 0 nor beyond the bound.
            if (product - 1) as u128 >= MOST as u128 {
                break;
            }
            k += 1;
        }
        if k == to {
            return Ok(plain!(product as i64, true));
        }
        let (mut size, mut known, mut empty, mut zero) = (1_i128, true, false, false);
        let (mut k, mut overflow) = (from, None);
        while k < to {
            let extent = self.extents[k];
            let extent_known = self.known_extents >> k & 1 == 1;
            known &= extent_known;
            empty |= extent == 0;
            zero |= extent == 0 && extent_known;
            let next = size * extent as i128;
            if next > MOST as i128 || next < -(MOST as i128) {
                overflow = Some(Rule::Overflow { a: size as i64, operator: '*', b: extent });
            } else {
                size = next;
            }
            k += 1;
        }
        match overflow {
            Some(rule) if !empty => Err(rule),
            _ => Ok(plain!(if empty { 0 } else { size as i64 }, known || zero)),
        }
    }

    /// Checks that no extent of the modes `from..to` is 0.
    #[inline]
    pub(crate) const fn nonempty(&self, from: usize, to: usize) -> Result<(), Rule> {
        let mut k = from;
        while k < to {
            // A `match` compares in place, and `const` evaluation copies the operands of `==`.
            match self.extents[k] {
                0 => return Err(Rule::Empty),
                _ => k += 1,
            }
        }
        Ok(())
    }

    /// Checks that the strides `from..to` have no basis.
    #[inline]
    pub(crate) const fn integral(&self, from: usize, to: usize) -> Result<(), Rule> {
        if self.bases.units == 0 {
            return Ok(());
        }
        match self.bases.first(from, to) {
            None => Ok(()),
            Some(k) => Err(stride!(self, k).is_unit()),
        }
    }

    /// The least and the greatest sum of strides from `origin` on. An extent of 0 counts as 1.
    ///
    /// # Errors
    /// `Unit` for a stride with a basis, and `Overflow` beyond `i64`.
    pub(crate) const fn ends(&self, origin: i64) -> Result<(i64, i64), Rule> {
        let (mut least, mut greatest, mut k) = (origin, origin, 0);
        tri!(self.integral(0, self.len));
        while k < self.len {
            let (extent, stride) = (self.extents[k], self.strides[k]);
            // Cannot overflow: a valid layout has a smaller span.
            let reach = if extent > 0 { (extent - 1) * stride } else { 0 };
            if reach < 0 {
                least = tri!(add(least, reach));
            } else {
                greatest = tri!(add(greatest, reach));
            }
            k += 1;
        }
        Ok((least, greatest))
    }

    /// Whether mode `next` continues mode `i`: the same basis, and `d_next = n_i * d_i`.
    pub(crate) const fn continues(&self, i: usize, next: usize) -> bool {
        self.bases.get(i).equals(self.bases.get(next))
            && continues(self.extents[i], self.strides[i], self.strides[next])
    }

    /// The layout of these modes: of depth 1, of depth 0 for a single mode, and `1:0` for none.
    ///
    /// # Errors
    /// `Full` for more than 12 modes.
    pub(crate) const fn layout(&self) -> Result<Layout, Rule> {
        let mut out = Layout { profile: Profile::EMPTY, modes: *self };
        check!(out.set_flat());
        Ok(out)
    }
}

/// The numbers of some leaves by ascending stride.
pub(crate) struct LeafOrder {
    pub(crate) leaves: [u8; MAX_LEAVES],
    pub(crate) len: usize,
    pub(crate) strides_known: bool,
}

impl LeafOrder {
    pub(crate) const EMPTY: Self = Self { leaves: [0; MAX_LEAVES], len: 0, strides_known: true };

    /// Inserts the leaf `k` of `modes` after those of no greater stride.
    #[inline]
    pub(crate) const fn insert(&mut self, modes: &Modes, k: usize) {
        let (stride, mut j) = (modes.strides[k], self.len);
        while j > 0 && modes.strides[self.leaves[j - 1] as usize] > stride {
            self.leaves[j] = self.leaves[j - 1];
            j -= 1;
        }
        self.leaves[j] = k as u8;
        self.len += 1;
        self.strides_known &= modes.known_strides >> k & 1 == 1;
    }

    /// Whether known strides alone determine the order.
    pub(crate) const fn is_known(&self) -> bool {
        self.strides_known || self.len <= 1
    }
}

/// Whether the stride `next` continues a mode `extent:stride`: `next = extent * stride`.
pub(crate) const fn continues(extent: i64, stride: i64, next: i64) -> bool {
    // In `i128`: `checked_mul` is a call.
    stride as i128 * extent as i128 == next as i128
}
