//! The composition of a leaf with modes that continue each other by run-time integers alone.
//!
//! The form has a leaf for each mode that is not known to be passed, and the walk may divide none of
//! them although it divides what they are together: `(m,n):(1,m)` with `8:1`, `m` being 6. Then the
//! modes are merged by value, walked, and the runs put into the leaves that the form has.

use crate::algebra::compose::{Walk, step};
use crate::error::Rule;
use crate::layout::builder::Builder;
use crate::layout::modes::Modes;
use crate::number::basis::Basis;
use crate::number::limit::MAX_LEAVES;
use crate::number::{Num, tri};

/// Modes that continue no other: merged by value.
pub(crate) struct Merged {
    pub(crate) modes: Modes,
    /// The first of the modes that became one.
    pub(crate) first: [usize; MAX_LEAVES],
}

impl Merged {
    pub(crate) const fn of(modes: &Modes) -> Self {
        let mut out = Self { modes: Modes::EMPTY, first: [0; MAX_LEAVES] };
        let mut k = 0;
        while k < modes.len {
            let (m, len) = (modes.extents[k], out.modes.len);
            if m != 1 {
                let d = modes.stride(k);
                out.modes.set(len, Num::known(m), Num { known: true, ..d });
                if len > 0 && out.modes.continues(len - 1, len) {
                    // Past the integers only for the last mode, whose extent bounds nothing.
                    out.modes.extents[len - 1] = out.modes.extents[len - 1].saturating_mul(m);
                } else {
                    out.first[len] = k;
                    out.modes.len = len + 1;
                }
            }
            k += 1;
        }
        out
    }
}

/// What a leaf walks: runs that remain to be put into leaves of the form.
struct Runs {
    modes: Modes,
    next: usize,
}

impl Runs {
    /// `n` values of the next run in steps of its stride, which counts in `basis`; `n` must divide it.
    const fn part(&mut self, n: i64, basis: Basis) -> Option<i64> {
        if n == 1 {
            return Some(0);
        }
        if !self.counts_in(basis) || self.modes.extents[self.next] % n != 0 {
            return None;
        }
        let stride = self.modes.strides[self.next];
        self.modes.extents[self.next] /= n;
        if self.modes.extents[self.next] == 1 {
            self.next += 1;
            return Some(stride);
        }
        match stride.checked_mul(n) {
            Some(rest) => {
                self.modes.strides[self.next] = rest;
                Some(stride)
            }
            None => None,
        }
    }

    /// Whether there is a next run, with a stride that counts in `basis`.
    const fn counts_in(&self, basis: Basis) -> bool {
        self.next < self.modes.len
            && (self.modes.strides[self.next] == 0 || self.modes.bases.get(self.next).equals(basis))
    }

    /// Whether the next run may stand in a leaf whose own stride is `d`: the leaf keeps its sign, which is
    /// part of its type.
    const fn has_sign_of(&self, d: Num) -> bool {
        let stride = self.modes.strides[self.next];
        stride == 0 || stride.signum() == d.value.signum()
    }

    /// The next run as the leaf `n:d`, as far as the form leaves these open.
    const fn put(&mut self, n: Num, d: Num) -> Option<(Num, Num)> {
        if n.known {
            return match self.part(n.value, d.basis) {
                Some(value) if !d.known && (value == 0 || value.signum() == d.value.signum()) => {
                    Some((n, Num { value, ..d }))
                }
                Some(stride) if n.value == 1 || stride == d.value => Some((n, d)),
                _ => None,
            };
        }
        let fits = self.counts_in(d.basis)
            && self.has_sign_of(d)
            && (!d.known || d.value == self.modes.strides[self.next]);
        if !fits {
            return Some((Num::unknown(1), if d.known { d } else { Num { value: 0, ..d } }));
        }
        let k = self.next;
        self.next += 1;
        let (extent, stride) = (self.modes.extents[k], self.modes.strides[k]);
        Some((Num::unknown(extent), Num { value: stride, ..d }))
    }
}

impl Walk {
    /// The runs of the leaf `s:r` through the merged modes, with their digits.
    const fn runs(&mut self, mut s: i64, mut r: i64) -> Result<Runs, Rule> {
        let merged = Merged::of(&self.modes);
        let (mut runs, mut i) = (Runs { modes: Modes::EMPTY, next: 0 }, 0);
        if merged.modes.len == 0 && s > 1 {
            tri!(runs.modes.push(Num::known(s), Num::ZERO));
            return Ok(runs);
        }
        while s > 1 {
            let (taken, next) = if i + 1 < merged.modes.len {
                tri!(step(s, r, merged.modes.extents[i]))
            } else {
                (s, 1)
            };
            if taken > 1 {
                let stride = tri!(Num::known(r).times(merged.modes.stride(i)));
                tri!(runs.modes.push(Num::known(taken), stride));
                self.digits[merged.first[i]] += (taken as i128 - 1) * r as i128;
            }
            (s, r) = (s / taken, next);
            i += 1;
        }
        Ok(runs)
    }

    /// Adds the leaves of the form of `s:r` to the modes of `out`, filled with what it walks by value.
    /// `rule` is why the modes one by one were refused.
    pub(crate) const fn fit(
        &mut self,
        mut s: Num,
        mut r: Num,
        rule: Rule,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let Ok(mut runs) = self.runs(s.value, r.value) else { return Err(rule) };
        let (last, mut i) = (self.modes.len - 1, 0);
        while i < last {
            let m = self.modes.extent(i);
            if r.known && m.known && r.value >= m.value {
                if r.value % m.value != 0 {
                    return Err(rule);
                }
                r.value /= m.value;
                i += 1;
                continue;
            }
            let known = s.known && r.known && m.known;
            let (taken, next) = if known { tri!(step(s.value, r.value, m.value)) } else { (1, 1) };
            if known && taken == s.value {
                break;
            }
            tri!(self.slot(i, Num::plain(taken, known), r, rule, &mut runs, out));
            s = Num::plain(s.value / taken, known);
            r = Num::plain(next, r.known && (m.known || r.value == 1));
            i += 1;
        }
        tri!(self.slot(i, s, r, rule, &mut runs, out));
        if runs.next < runs.modes.len { Err(rule) } else { Ok(()) }
    }

    /// One leaf of the form: `n` values of mode `i` in steps of `r`.
    const fn slot(
        &self,
        i: usize,
        n: Num,
        r: Num,
        rule: Rule,
        runs: &mut Runs,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let d = tri!(r.times(self.modes.stride(i)));
        match runs.put(n, d) {
            Some((extent, stride)) => out.layout.modes.push(extent, stride),
            None => Err(rule),
        }
    }
}
