//! Recasts: the layout of unchanged memory with wider or narrower elements.
//!
//! ```text
//! upcast by n (n elements become one):          for each leaf s:d
//!     d = 0:                s:0
//!     n divides d:          s : d/n             # strides in units of n
//!     d divides n:          ceil(s / (n/d)) : 1 # n/d steps stay in one group
//!     otherwise             refuse              # Group
//!     refuse unless the leaves below n together stay in one group    # Straddle
//!
//! downcast by n (one element becomes n):
//!     grow the first leaf of stride 1, s:1 -> s*n:1, or else a leaf of one element
//!     all other leaves:     s : d*n
//! ```
//!
//! A recast from `old` to `new` bits divides both by their gcd, groups by the new width, and splits by the old one.

use crate::algebra::notes::{Notes, note, off};
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::modes::{extent, stride};
use crate::number::{ceil_div, gcd, tri};
use crate::value::{Layout, Num};

impl Layout {
    /// Joins groups of `n` adjacent elements to one, CuTe's `upcast<n>`. Offsets are then in units of `n` elements.
    /// `n/d` coordinates of a mode of a stride `d < n` fall into one group. A partial group at its end counts.
    ///
    /// With `m = n/d` for such a mode, and 1 for all others: `R(c_0/m_0, c_1/m_1, ..) = floor(A(c) / n)`.
    ///
    /// ```text
    /// 12:1  by 4     0 1 2 3 | 4 5 6 7 | 8 9 10 11     3:1
    ///                   0         1         2
    /// ```
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(8,(4,3)):(1,(8,64))".parse()?;
    /// assert_eq!(a.upcast(4)?.to_string(), "(2,(4,3)):(1,(2,16))");
    /// let refused = "(4,5):(1,6)".parse::<Layout>()?.upcast(4).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot upcast (4,5):(1,6) by 4: the stride 6 is neither a multiple of 4 nor divides it"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] unless `n` is positive, [`Rule::NegativeStride`] and [`Rule::Group`] where a stride is neither
    /// a multiple of `n` nor divides it, [`Rule::Divides`] where a known extent has a run-time stride that `n` does
    /// not divide, [`Rule::Straddle`] where modes below `n` together pass the end of a group, and [`Rule::Unit`]
    /// where a stride has a basis.
    pub const fn upcast(&self, n: i64) -> Result<Self, LayoutError> {
        self.binary(Operation::Upcast, Operand::Integer(n), self.grouped(n, off!()))
    }

    /// Splits every element into `n` adjacent ones, CuTe's `downcast<n>`. Offsets are then in units of an `n`th. The
    /// leaf of stride 1 grows: its index `n * i + t` is part `t` of element `i`. `R(.., n * i + t, ..) = n * A(.., i,
    /// ..) + t`.
    ///
    /// Of several leaves of stride 1, the first with more than one element grows. Where there is none, a leaf of one
    /// element grows. A run-time leaf grows only where its type allows it: not a known extent with a run-time
    /// stride, and not a negative run-time stride.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,4):(4,1)".parse()?;
    /// assert_eq!(a.downcast(2)?.to_string(), "(3,8):(8,1)");
    /// assert_eq!(a.downcast(2)?.upcast(2)?, a);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] unless `n` is positive, [`Rule::NotAdjacent`] where no leaf can grow, [`Rule::Unit`] where a
    /// stride has a basis, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn downcast(&self, n: i64) -> Result<Self, LayoutError> {
        self.binary(Operation::Downcast, Operand::Integer(n), self.split(n, &self.set_known()))
    }

    /// The layout of unchanged memory with elements of `new` bits instead of `old`, CuTe's `recast_layout`. With both
    /// numbers in lowest terms, an upcast by the new one, then a downcast by the old one.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let floats: Layout = "(16,8):(1,16)".parse()?;
    /// assert_eq!(floats.recast_bits(32, 128)?.to_string(), "(4,8):(1,4)");
    /// assert_eq!(floats.recast_bits(32, 8)?.to_string(), "(64,8):(1,64)");
    /// let nibbles: Layout = "(48,8):(1,48)".parse()?;
    /// assert_eq!(nibbles.recast_bits(4, 6)?.to_string(), "(32,8):(1,32)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`upcast`](Self::upcast) and [`downcast`](Self::downcast).
    pub const fn recast_bits(&self, old: i64, new: i64) -> Result<Self, LayoutError> {
        let result = match (positive(old), positive(new)) {
            (Ok(()), Ok(())) => {
                let common = gcd(old, new);
                self.in_units(new / common, old / common)
            }
            (Err(rule), _) | (_, Err(rule)) => Err(rule),
        };
        self.binary(Operation::Recast, Operand::Bits { old, new }, result)
    }

    /// Groups of `n` elements, each split into `parts`.
    const fn in_units(&self, n: i64, parts: i64) -> Result<Self, Rule> {
        if n == 1 {
            return self.split(parts, &self.set_known());
        }
        let groups = tri!(self.grouped(n, off!()));
        // The groups as if every integer were known: a single group has stride 0.
        let known = tri!(groups.set_known().grouped(1, off!()));
        groups.split(parts, &known)
    }

    /// A number `n` such that the offsets form groups of `n` adjacent offsets, each starting at a multiple of `n`:
    /// the widest aligned access. CuTe's `max_alignment`. It is the product of the modes that continue each other
    /// from stride 1 on, reduced until every other stride keeps the groups aligned.
    ///
    /// It is the greatest such number where the layout is injective and no stride is negative. Overlapping modes can
    /// form longer groups. 1 for a layout that maps to coordinates.
    ///
    /// ```text
    /// (4,8):(1,6)     0 1 2 3 . . 6 7 8 9 . . 12 ..     gcd(4, 6) = 2
    /// ```
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert_eq!("(4,8):(1,4)".parse::<Layout>()?.max_alignment(), 32);
    /// assert_eq!("(4,8):(1,6)".parse::<Layout>()?.max_alignment(), 2);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn max_alignment(&self) -> i64 {
        let modes = &self.modes;
        if modes.integral(0, modes.len).is_err() {
            return 1;
        }
        let (mut run, mut taken, mut k) = (1_i64, 0_u32, 0);
        while k < modes.len {
            // The stride of a mode in the run is below the run.
            let next = modes.extents[k] > 1 && modes.strides[k] == run;
            match run.checked_mul(modes.extents[k]) {
                Some(longer) if next => {
                    run = longer;
                    taken |= 1 << k;
                    k = 0;
                }
                _ => k += 1,
            }
        }
        let (mut most, mut k) = (run, 0);
        while k < modes.len {
            if taken >> k & 1 == 0 && modes.extents[k] > 1 {
                most = gcd(modes.strides[k], most);
            }
            k += 1;
        }
        most
    }

    pub(crate) const fn grouped<const ROOM: usize>(
        &self,
        n: i64,
        notes: &mut Notes<ROOM>,
    ) -> Result<Self, Rule> {
        tri!(positive(n));
        tri!(self.modes.integral(0, self.modes.len));
        let (mut out, mut reach, mut k) = (*self, 0_i128, 0);
        while k < self.modes.len {
            let s = extent!(self.modes, k);
            let d = stride!(self.modes, k);
            note!(notes.grouped(s, d, n));
            let (extent, stride) = tri!(group(s, d, n));
            // Modes with steps below a group share it: together they must not pass its end.
            if s.value > 1 && 0 < d.value && d.value < n {
                let digits = n / d.value;
                let last = if s.value < digits { s.value } else { digits } - 1;
                reach += last as i128 * d.value as i128;
            }
            out.modes.set(k, extent, stride);
            k += 1;
        }
        if reach >= n as i128 {
            return Err(Rule::Straddle { reach: reach as i64, count: n });
        }
        Ok(out)
    }

    const fn split(&self, n: i64, known: &Self) -> Result<Self, Rule> {
        tri!(positive(n));
        tri!(self.modes.integral(0, self.modes.len));
        // No leaf grows by 1.
        let grows = if n == 1 { self.modes.len } else { tri!(self.grows(known)) };
        let (mut out, mut k) = (*self, 0);
        while k < self.modes.len {
            let s = extent!(self.modes, k);
            let d = stride!(self.modes, k);
            // A run-time leaf of one element continues forwards, whatever its stride was. It cannot where its type
            // has negative strides.
            if k == grows && d.value < 0 && !(s.is(1) || d.known) {
                return Err(Rule::NotAdjacent);
            }
            let (extent, stride) = if k == grows {
                (tri!(s.times(Num::known(n))), Num::plain(1, s.is(1) || d.known))
            } else {
                (s, tri!(d.times(Num::known(n))))
            };
            out.modes.set(k, extent, if extent.is(1) { Num::ZERO } else { stride });
            k += 1;
        }
        match out.validate() {
            Ok(()) => Ok(out),
            Err(rule) => Err(rule),
        }
    }

    /// The leaf that grows: the one that would grow if all integers were known.
    ///
    /// # Errors
    /// `NotAdjacent` where the form, which has known integers only, does not let it grow.
    const fn grows(&self, known: &Self) -> Result<usize, Rule> {
        let Some(leaf) = known.adjacent() else {
            return Err(Rule::NotAdjacent);
        };
        let modes = &self.modes;
        match self.adjacent() {
            Some(known) if known == leaf => Ok(known),
            Some(known) => {
                // A single element grows, too, where only single elements precede the next leaf.
                let mut k = known;
                while k < leaf && modes.extents[k] == 1 {
                    k += 1;
                }
                if k < leaf || known > leaf { Err(Rule::NotAdjacent) } else { Ok(known) }
            }
            None if extent!(modes, leaf).known || stride!(modes, leaf).known => {
                Err(Rule::NotAdjacent)
            }
            None => Ok(leaf),
        }
    }

    /// The leaf that grows, as far as known integers tell.
    const fn adjacent(&self) -> Option<usize> {
        let (mut single, mut unit, mut k) = (None, None, self.modes.len);
        while k > 0 {
            k -= 1;
            if extent!(self.modes, k).is(1) {
                single = Some(k);
                if stride!(self.modes, k).is(1) {
                    unit = single;
                }
            }
        }
        while k < self.modes.len {
            if stride!(self.modes, k).is(1) && !extent!(self.modes, k).is(1) {
                return Some(k);
            }
            k += 1;
        }
        if unit.is_some() { unit } else { single }
    }
}

/// Checks that a number of elements or bits is positive.
pub(crate) const fn positive(count: i64) -> Result<(), Rule> {
    match count {
        1.. => Ok(()),
        i64::MIN => Err(Rule::Integer),
        _ => Err(Rule::Count { count }),
    }
}

/// The leaf `s:d` in groups of `n`.
///
/// # Errors
/// `Group`.
pub(crate) const fn group(s: Num, d: Num, n: i64) -> Result<(Num, Num), Rule> {
    if s.is(1) {
        return Ok((s, Num::ZERO));
    }
    if d.value % n == 0 {
        return Ok((s, Num::plain(d.value / n, d.known)));
    }
    if d.value < 0 {
        return Err(Rule::NegativeStride { stride: d.value });
    }
    if n % d.value != 0 {
        return Err(Rule::Group { stride: d.value, count: n });
    }
    // The number of groups depends on the stride, but a known extent cannot become unknown.
    if s.known && !d.known {
        return Err(Rule::Divides { divisor: n, dividend: d.value });
    }
    let extent = Num::plain(ceil_div(s.value, n / d.value), s.known);
    Ok((extent, if extent.is(1) { Num::ZERO } else { Num::plain(1, d.known) }))
}
