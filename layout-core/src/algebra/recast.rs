//! Elements of another width: several become one, one becomes several.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::number::{Num, ceil_div, tri};

impl Layout {
    /// Groups of `n` adjacent elements become one: offsets are in units of `n` elements. Of a mode at
    /// stride `d` below `n`, each `n/d` coordinates fall into one group, and a partial group at its
    /// end counts: `R(c_0/m_0, c_1/m_1, ..) = floor(A(c)/n)`, where `m` is `n/d` for such a mode and 1
    /// for all others.
    ///
    /// ```text
    /// 12:1  by 4     0 1 2 3 | 4 5 6 7 | 8 9 10 11     3:1
    ///                   0         1         2
    /// ```
    ///
    /// Refused when a stride neither divides `n` nor is a multiple of it, when a negative one is no
    /// multiple, and when the modes below `n` reach past a group together. A known extent beside a run-time stride stays: `n` must divide
    /// that stride.
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
    pub const fn upcast(&self, n: i64) -> Result<Self, LayoutError> {
        self.binary(Operation::Upcast, Operand::Integer(n), self.grouped(n))
    }

    /// Every element becomes `n` adjacent ones: offsets are in units of an `n`th. The leaf of stride 1
    /// grows, its `n i + t` being part `t` of its element `i`: `R(.., n i + t, ..) = n A(.., i, ..) + t`.
    ///
    /// Of several leaves of stride 1 the first with more than one element grows; where there is none, a
    /// leaf of one element. Refused when there is none of these either: the parts of an element would
    /// not be adjacent. A run-time leaf grows only where it stays one: a known extent beside a run-time
    /// stride does not, nor does a run-time stride that is negative.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,4):(4,1)".parse()?;
    /// assert_eq!(a.downcast(2)?.to_string(), "(3,8):(8,1)");
    /// assert_eq!(a.downcast(2)?.upcast(2)?, a);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn downcast(&self, n: i64) -> Result<Self, LayoutError> {
        self.binary(Operation::Downcast, Operand::Integer(n), self.split(n, &self.set_known()))
    }

    /// The same memory with elements of `new` bits where they had `old`: with both numbers in lowest
    /// terms, an upcast by the new one, then a downcast by the old one.
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

    /// Groups of `n`, then parts of these.
    const fn in_units(&self, n: i64, parts: i64) -> Result<Self, Rule> {
        if n == 1 {
            return self.split(parts, &self.set_known());
        }
        let groups = tri!(self.grouped(n));
        // What the groups are when all is known: a single one has stride 0.
        let known = tri!(groups.set_known().grouped(1));
        groups.split(parts, &known)
    }

    /// A number `n` such that the offsets are whole groups of `n` adjacent ones, each group starting at
    /// a multiple of `n`: what one access can read. The modes that follow one another from stride 1 on
    /// are such a run; every other stride must keep its groups aligned.
    ///
    /// It is the greatest one where the offsets are different and no stride is negative; modes that
    /// overlap, or meet from both sides, can make up longer groups. 1 for a layout that maps to
    /// coordinates. Never refused.
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
            // The stride of a mode that is taken is below the run.
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

    const fn grouped(&self, n: i64) -> Result<Self, Rule> {
        tri!(positive(n));
        tri!(self.modes.integral(0, self.modes.len));
        let (mut out, mut reach, mut k) = (*self, 0_i128, 0);
        while k < self.modes.len {
            let (s, d) = (self.modes.extent(k), self.modes.stride(k));
            let (extent, stride) = tri!(group(s, d, n));
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
        // By 1 none grows.
        let grows = if n == 1 { self.modes.len } else { tri!(self.grows(known)) };
        let (mut out, mut k) = (*self, 0);
        while k < self.modes.len {
            let (s, d) = (self.modes.extent(k), self.modes.stride(k));
            // A run-time leaf of one element goes on forwards, whatever its stride was: not where its type is of
            // negative strides.
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

    /// The leaf that grows: the one that would grow if all integers were known, as far as the form, which
    /// depends on known ones alone, lets it grow.
    const fn grows(&self, known: &Self) -> Result<usize, Rule> {
        let Some(leaf) = known.adjacent() else {
            return Err(Rule::NotAdjacent);
        };
        let modes = &self.modes;
        match self.adjacent() {
            Some(known) if known == leaf => Ok(known),
            Some(known) => {
                // A single element grows as well, where only single ones stand before the next.
                let mut k = known;
                while k < leaf && modes.extents[k] == 1 {
                    k += 1;
                }
                if k < leaf || known > leaf { Err(Rule::NotAdjacent) } else { Ok(known) }
            }
            None if modes.extent(leaf).known || modes.stride(leaf).known => Err(Rule::NotAdjacent),
            None => Ok(leaf),
        }
    }

    /// The leaf that grows by what is known of it.
    const fn adjacent(&self) -> Option<usize> {
        let (mut single, mut unit, mut k) = (None, None, self.modes.len);
        while k > 0 {
            k -= 1;
            if self.modes.extent(k).is(1) {
                single = Some(k);
                if self.modes.stride(k).is(1) {
                    unit = single;
                }
            }
        }
        while k < self.modes.len {
            if self.modes.stride(k).is(1) && !self.modes.extent(k).is(1) {
                return Some(k);
            }
            k += 1;
        }
        if unit.is_some() { unit } else { single }
    }
}

/// A number of elements or bits is positive.
pub(crate) const fn positive(count: i64) -> Result<(), Rule> {
    match count {
        1.. => Ok(()),
        i64::MIN => Err(Rule::Integer),
        _ => Err(Rule::Count { count }),
    }
}

/// The leaf `s:d` in groups of `n`.
const fn group(s: Num, d: Num, n: i64) -> Result<(Num, Num), Rule> {
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
    if s.known && !d.known {
        return Err(Rule::Divides { divisor: n, dividend: d.value });
    }
    let extent = Num::plain(ceil_div(s.value, n / d.value), s.known);
    Ok((extent, if extent.is(1) { Num::ZERO } else { Num::plain(1, d.known) }))
}

/// The greatest common divisor of any `a` and a positive `b`.
pub(crate) const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while a != 0 {
        (a, b) = ((b % a).abs(), a);
    }
    if b < 0 { -b } else { b }
}
