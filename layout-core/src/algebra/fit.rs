//! Composition where modes continue each other by run-time integers alone.
//!
//! The form of a composition has a leaf for each mode with an unknown extent. It is decided without the values, so
//! the leaves exist even where the values make one mode of several. The walk mode by mode then refuses a composition
//! that exists: `(m,n):(1,m)` with `8:1` and `m = 6` has no step that 6 divides, but both modes together are `6n:1`.
//!
//! # Algorithm
//! 1. Merge the modes of `A` that continue each other by value. (`MergedModes`)
//! 2. Walk the leaf `s:r` through the merged modes, or add the digits of its steps (`algebra::digits`). This gives runs
//!    `n:d`. (`ModeWalk::runs`)
//! 3. Go through the modes of the form again. Put a run, or the known part of one, into each leaf. (`ModeWalk::fit`)
//! 4. Refuse where a run has no leaf, or a known leaf differs from its run. The error is that of the walk mode by
//!    mode.

use crate::algebra::compose::{ModeWalk, step};
use crate::algebra::digits::DigitSteps;
use crate::algebra::notes::off;
use crate::error::Rule;
use crate::layout::builder::Builder;
use crate::number::{plain, times, tri};
use crate::value::limit::MAX_LEAVES;
use crate::value::{Basis, MOST, Modes, Num};

/// Modes of which none continues another: modes that do are merged by their values.
pub(crate) struct MergedModes {
    pub(crate) modes: Modes,
    /// For each merged mode, the first of the modes in it.
    pub(crate) first: [usize; MAX_LEAVES],
}

impl MergedModes {
    pub(crate) const fn of(modes: &Modes) -> Self {
        let mut out = Self { modes: Modes::EMPTY, first: [0; MAX_LEAVES] };
        let mut k = 0;
        while k < modes.len {
            let (m, len) = (modes.extents[k], out.modes.len);
            // A run-time extent of 1 separates nothing: the modes around it may merge.
            if m != 1 {
                let d = modes.stride(k);
                // Written after the last mode, to be compared with it: `len` grows only if the two stay apart.
                out.modes.set(len, Num::known(m), Num { known: true, ..d });
                if len > 0 && out.modes.continues(len - 1, len) {
                    // Saturates for the last mode only, whose extent bounds nothing.
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

/// The runs `n:d` of a walk that have no leaf of the form yet.
struct WalkedRuns {
    modes: Modes,
    next: usize,
}

impl WalkedRuns {
    /// Takes `n` steps from the next run. `None` unless `n` divides the run, and its stride has the basis.
    const fn part(&mut self, n: i64, basis: Basis) -> Option<i64> {
        if n == 1 {
            return Some(0);
        }
        // A known part must end where the run can be cut; otherwise the leaf would need a second stride.
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

    /// Whether there is a next run whose stride has the basis.
    const fn counts_in(&self, basis: Basis) -> bool {
        self.next < self.modes.len
            && (self.modes.strides[self.next] == 0 || self.modes.bases.get(self.next).equals(basis))
    }

    /// Whether the next run fits a leaf of stride `d` by sign: the type of a run-time stride has one sign.
    const fn has_sign_of(&self, d: Num) -> bool {
        let stride = self.modes.strides[self.next];
        stride == 0 || stride.signum() == d.value.signum()
    }

    /// Puts the next run into the leaf `n:d`: where `n` or `d` is known, it must agree. `None` where it does not.
    const fn put(&mut self, n: Num, d: Num) -> Option<(Num, Num)> {
        // A known extent takes its part of the run, and a known stride must be that of the run.
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
        // A leaf of an unknown extent may stay empty: extent 1, and any stride that the type allows.
        if !fits {
            return Some((Num::unknown(1), if d.known { d } else { Num { value: 0, ..d } }));
        }
        let k = self.next;
        self.next += 1;
        let (extent, stride) = (self.modes.extents[k], self.modes.strides[k]);
        Some((Num::unknown(extent), Num { value: stride, ..d }))
    }
}

impl<const ROOM: usize> ModeWalk<'_, ROOM> {
    /// The runs of the leaf `s:r` through the merged modes. Adds its digits.
    const fn runs(&mut self, mut s: i64, mut r: i64) -> Result<WalkedRuns, Rule> {
        let leaf = (s, r);
        let merged = MergedModes::of(&self.modes);
        let (mut runs, mut i) = (WalkedRuns { modes: Modes::EMPTY, next: 0 }, 0);
        // Every mode has a single element, so all steps have its offset.
        if merged.modes.len == 0 && s > 1 {
            tri!(runs.modes.push(Num::known(s), Num::ZERO));
            return Ok(runs);
        }
        let digits = self.digits;
        while s > 1 {
            let (taken, next) = if i + 1 < merged.modes.len {
                match step(s, r, merged.modes.extents[i]) {
                    Ok(taken) => taken,
                    // The merged modes do not divide either: takes back the digits of the steps so far, and adds whole steps.
                    Err(rule) => {
                        self.digits = digits;
                        return self.digit_runs(&merged, leaf, rule);
                    }
                }
            } else {
                // The last mode has no bound, so it takes all steps that are left.
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

    /// The runs of the leaf `s:r` by the digits of its steps in the merged modes. Adds its digits.
    ///
    /// # Errors
    /// `rule`, where the steps carry.
    const fn digit_runs(
        &mut self,
        merged: &MergedModes,
        (s, r): (i64, i64),
        rule: Rule,
    ) -> Result<WalkedRuns, Rule> {
        let Some(steps) = DigitSteps::of(&merged.modes, s, r, off!()) else { return Err(rule) };
        let mut i = 0;
        while i < merged.modes.len {
            self.digits[merged.first[i]] += steps.digits[i];
            i += 1;
        }
        Ok(WalkedRuns { modes: steps.runs, next: 0 })
    }

    /// Appends the leaves of the form of `s:r`, filled with its runs. On failure, returns `rule`, the error of the
    /// walk mode by mode.
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
                // A run-time number of steps may be 1, so the form has the rounded step.
                if r.value % m.value != 0 && s.known {
                    return Err(rule);
                }
                r.value /= m.value;
                i += 1;
                continue;
            }
            // Of an unknown integer the form has one leaf in each mode, whatever the values are: the runs fill it.
            let known = s.known && r.known && m.known;
            let (taken, next) = if known { tri!(step(s.value, r.value, m.value)) } else { (1, 1) };
            // All steps stay within this mode: its leaf is the last one.
            if known && taken == s.value {
                break;
            }
            tri!(self.slot(i, Num::plain(taken, known), r, rule, &mut runs, out));
            s = Num::plain(s.value / taken, known);
            r = Num::plain(next, r.known && (m.known || r.value == 1));
            i += 1;
        }
        tri!(self.slot(i, s, r, rule, &mut runs, out));
        // Every run needs a leaf, or elements would be lost.
        if runs.next < runs.modes.len { Err(rule) } else { Ok(()) }
    }

    /// Appends one leaf of the form: `n` steps of `r` in mode `i`.
    const fn slot(
        &self,
        i: usize,
        n: Num,
        r: Num,
        rule: Rule,
        runs: &mut WalkedRuns,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let d = times!(r, self.modes.stride(i));
        match runs.put(n, d) {
            Some((extent, stride)) => out.layout.modes.push(extent, stride),
            None => Err(rule),
        }
    }
}
