//! The second rule of composition, for a leaf whose steps do not divide the modes of `A`.
//!
//! A step of `t` linear indices adds the digits of `t` to the digits of the index, mode by mode. While no digit reaches
//! its extent, each step adds `A(t)` to the offset.
//!
//! # Algorithm
//! ```text
//! while s > 1:                                   # s steps of t remain
//!     n = s
//!     for m:d in A, except the last; P = the product of the extents up to m:
//!         if P does not divide t:
//!             n = min(n, ceil(P / (t mod P)))    # the step at which the modes up to m carry into the next
//!     refuse unless n divides s
//!     R.append(n : A(t))
//!     digits += (n - 1) * digits of t
//!     s = s / n; t = t * n
//! ```
//!
//! `ModeWalk::no_carry` compares the digits of all leaves with the extents. Where they pass none, `A` of a sum of steps
//! is the sum of the offsets, so the equation of the composition holds.
//!
//! ```text
//! A = (3,4):(1,2),  2:4     4 = 1 + 3 * 1     A(4) = 1 + 2     R = 2:3
//! ```

use crate::algebra::compose::ModeWalk;
use crate::algebra::notes::{Notes, note};
use crate::error::Rule;
use crate::layout::builder::Builder;
use crate::number::{add, ceil_div};
use crate::value::limit::MAX_LEAVES;
use crate::value::{Modes, Num};

/// A leaf as steps of coalesced modes, the last one without bound.
pub(crate) struct DigitSteps {
    /// The modes of the result.
    pub(crate) runs: Modes,
    /// The greatest digit of each mode.
    pub(crate) digits: [i128; MAX_LEAVES],
}

impl DigitSteps {
    /// The leaf of `s` steps of `r` in the modes `a`. `None` where the steps carry, and where a step has strides with a
    /// basis or unknown ones.
    pub(crate) const fn of<const ROOM: usize>(
        a: &Modes,
        s: i64,
        r: i64,
        notes: &mut Notes<ROOM>,
    ) -> Option<Self> {
        let mut found = Self { runs: Modes::EMPTY, digits: [0; MAX_LEAVES] };
        let (mut left, mut step) = (s, r);
        while left > 1 {
            // The longest run of steps whose digits only add. The next run begins where one of them carries.
            let n = steps_before_carry(a, left, step);
            note!(notes.digits(a, left, n, step));
            // A run that does not divide the steps would end in the middle of a mode of the result.
            if left % n != 0 {
                return None;
            }
            let Some(stride) = found.add_steps(a, n, step, notes) else { return None };
            note!(notes.digit_run(n, stride));
            if found.runs.push(Num::known(n), Num::known(stride)).is_err() {
                return None;
            }
            left /= n;
            step = match step.checked_mul(n) {
                Some(step) => step,
                None => return None,
            };
        }
        Some(found)
    }

    /// Adds the digits of `n` steps. Returns the offset of one. `None` also where a digit reaches its extent, which the
    /// steps before and these do only together.
    const fn add_steps<const ROOM: usize>(
        &mut self,
        a: &Modes,
        n: i64,
        step: i64,
        notes: &mut Notes<ROOM>,
    ) -> Option<i64> {
        let (mut offset, mut rest, mut k) = (0, step, 0);
        while k < a.len {
            let last = k + 1 == a.len;
            let digit = if last { rest } else { rest % a.extents[k] };
            if digit != 0 {
                let stride = a.stride(k);
                // The sum of two strides is a number only if both are known and count in the same unit.
                if !stride.known || !stride.basis.is_none() {
                    return None;
                }
                let Ok(part) = Num::known(digit).times(stride) else { return None };
                offset = match add(offset, part.value) {
                    Ok(offset) => offset,
                    Err(_) => return None,
                };
            }
            // Each run alone stays below the extents, but the digits of all runs add.
            let (before, m) = (self.digits[k], a.extents[k]);
            let reached = before + (n as i128 - 1) * digit as i128;
            if !last && reached >= m as i128 {
                note!(notes.passed((m, a.strides[k]), before, reached));
                return None;
            }
            self.digits[k] = reached;
            rest = if last { 0 } else { rest / a.extents[k] };
            k += 1;
        }
        Some(offset)
    }
}

/// How many of `left` steps of `step` carry into no mode.
const fn steps_before_carry(a: &Modes, left: i64, step: i64) -> i64 {
    let (mut n, mut below, mut k) = (left, 1, 0);
    while k + 1 < a.len {
        below *= a.extents[k];
        // A step that is a multiple of `below` leaves the modes up to here at 0, so they never carry.
        if step % below != 0 {
            let carry = ceil_div(below, step % below);
            if carry < n {
                n = carry;
            }
        }
        k += 1;
    }
    n
}

impl<const ROOM: usize> ModeWalk<'_, ROOM> {
    /// Appends the leaves of `s` steps of `r` by the digits of the steps. The extents of the modes must be known, except
    /// the last one.
    ///
    /// # Errors
    /// `rule`, the refusal of the walk mode by mode, where the steps have no such leaves.
    pub(crate) const fn by_digits(
        &mut self,
        s: i64,
        r: i64,
        rule: Rule,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let Some(steps) = DigitSteps::of(&self.modes, s, r, self.notes) else { return Err(rule) };
        let mut k = 0;
        // Where the leaves have no room, the refusal of the walk is returned.
        while k < steps.runs.len {
            if out.layout.modes.push(steps.runs.extent(k), steps.runs.stride(k)).is_err() {
                return Err(rule);
            }
            k += 1;
        }
        // The digits of other leaves add to these, and `no_carry` compares the sums with the extents.
        let mut k = 0;
        while k < self.modes.len {
            self.digits[k] += steps.digits[k];
            k += 1;
        }
        Ok(())
    }
}
