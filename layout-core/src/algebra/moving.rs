//! Sums of the modes that move: which of them cancel, and which offsets they hit.

use crate::error::Rule;
use crate::layout::modes::Modes;
use crate::number::limit::MAX_LEAVES;
use crate::number::{add, multiply, tri};

/// Most steps of a search.
const MOST_STEPS: i64 = 1 << 16;
/// Widest range of offsets that is looked at one by one.
const MOST_OFFSETS: i64 = 1 << 14;

const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Modes of extents above 1 by falling stride without its sign, and the leaves that they are.
pub(crate) struct Moving {
    pub(crate) len: usize,
    extents: [i64; MAX_LEAVES],
    strides: [i64; MAX_LEAVES],
    pub(crate) leaves: [usize; MAX_LEAVES],
}

impl Moving {
    pub(crate) const fn of(modes: &Modes) -> Self {
        let mut out = Self {
            len: 0,
            extents: [0; MAX_LEAVES],
            strides: [0; MAX_LEAVES],
            leaves: [0; MAX_LEAVES],
        };
        let mut k = 0;
        while k < modes.len {
            if modes.extents[k] != 1 {
                out.insert(modes.extents[k], modes.strides[k].abs(), k);
            }
            k += 1;
        }
        out
    }

    /// Strides in units as numbers: each unit weighs more than any difference of the sums in the units
    /// before it. So a sum of differences is 0 exactly when it is in each unit.
    pub(crate) const fn as_numbers(&mut self, modes: &Modes) -> Result<(), Rule> {
        if modes.integral(0, modes.len).is_ok() {
            return Ok(());
        }
        let (mut weight, mut numbers, mut k) = (1, [false; MAX_LEAVES], 0);
        while k < self.len {
            let (basis, first) = (modes.bases.get(self.leaves[k]), !numbers[k]);
            let (mut reach, mut j) = (0, k);
            while first && j < self.len {
                if modes.bases.get(self.leaves[j]).equals(basis) {
                    reach += (self.extents[j] - 1) * self.strides[j];
                    self.strides[j] = tri!(multiply(self.strides[j], weight));
                    numbers[j] = true;
                }
                j += 1;
            }
            weight = tri!(multiply(weight, tri!(add(tri!(multiply(2, reach)), 1))));
            k += 1;
        }
        self.sort();
        Ok(())
    }

    const fn sort(&mut self) {
        let sorted = Self { ..*self };
        self.len = 0;
        let mut k = 0;
        while k < sorted.len {
            self.insert(sorted.extents[k], sorted.strides[k], sorted.leaves[k]);
            k += 1;
        }
    }

    /// Adds a mode behind those of larger strides.
    const fn insert(&mut self, extent: i64, stride: i64, leaf: usize) {
        let mut j = self.len;
        while j > 0 && self.strides[j - 1] < stride {
            self.copy(j - 1, j);
            j -= 1;
        }
        (self.extents[j], self.strides[j], self.leaves[j]) = (extent, stride, leaf);
        self.len += 1;
    }

    const fn copy(&mut self, from: usize, to: usize) {
        self.extents[to] = self.extents[from];
        self.strides[to] = self.strides[from];
        self.leaves[to] = self.leaves[from];
    }

    const fn remove(&mut self, k: usize) {
        let mut j = k;
        while j + 1 < self.len {
            self.copy(j + 1, j);
            j += 1;
        }
        self.len -= 1;
    }

    /// The greatest sum of the modes from `k` on.
    pub(crate) const fn reach(&self, k: usize) -> i64 {
        let (mut reach, mut j) = (0, k);
        while j < self.len {
            reach += (self.extents[j] - 1) * self.strides[j];
            j += 1;
        }
        reach
    }

    /// The greatest common divisor of the strides from `k` on, but for the mode `except`.
    const fn divisor(&self, k: usize, except: usize) -> i64 {
        let (mut divisor, mut j) = (0, k);
        while j < self.len {
            if j != except {
                divisor = gcd(divisor, self.strides[j]);
            }
            j += 1;
        }
        divisor
    }

    /// A mode whose digit follows from the offset: its stride passes the sum of the others, or its
    /// multiples differ modulo the divisor of the other strides.
    const fn decided(&self) -> Option<usize> {
        let (all, mut k) = (self.reach(0), 0);
        while k < self.len {
            let (s, d) = (self.extents[k], self.strides[k]);
            let divisor = self.divisor(0, k);
            let passes = d > all - (s - 1) * d;
            if passes || d > 0 && divisor > 0 && divisor / gcd(d, divisor) >= s {
                return Some(k);
            }
            k += 1;
        }
        None
    }

    /// Removes modes whose digits are decided, one after the other: the rest is one to one exactly when
    /// all is.
    pub(crate) const fn peel(&mut self) {
        while let Some(k) = self.decided() {
            self.remove(k);
        }
    }

    /// Differences of digits, not all 0, that add up to the offset 0; `None` when there are none.
    pub(crate) const fn cancel(&self) -> Result<Option<[i64; MAX_LEAVES]>, Rule> {
        let mut reach = [0_i128; MAX_LEAVES + 1];
        let mut divisor = [0_i64; MAX_LEAVES + 1];
        let mut k = 0;
        while k <= self.len {
            reach[k] = self.reach(k) as i128;
            divisor[k] = self.divisor(k, MAX_LEAVES);
            k += 1;
        }
        let (mut digit, mut most) = ([0_i64; MAX_LEAVES], [0_i64; MAX_LEAVES]);
        let (mut sum, mut steps, mut k, mut enters) = ([0_i128; MAX_LEAVES + 1], 0, 0, true);
        loop {
            if enters && k == self.len {
                if sum[k] == 0 && !all_zero(&digit, k) {
                    return Ok(Some(digit));
                }
                enters = false;
            } else if enters {
                steps += 1;
                if steps > MOST_STEPS {
                    return Err(Rule::Unsettled { most: MOST_STEPS });
                }
                let possible = divisor[k] == 0 || sum[k] % divisor[k] as i128 == 0;
                let (least, greatest) = self.bounds(k, sum[k], reach[k + 1]);
                // Of the two signs of a solution one is enough.
                let least = if least < 0 && all_zero(&digit, k) { 0 } else { least };
                (digit[k], most[k]) = (least, greatest);
                enters = possible && least <= greatest;
                if enters {
                    sum[k + 1] = sum[k] + least as i128 * self.strides[k] as i128;
                    k += 1;
                }
            } else if k == 0 {
                return Ok(None);
            } else {
                k -= 1;
                if digit[k] < most[k] {
                    digit[k] += 1;
                    sum[k + 1] = sum[k] + digit[k] as i128 * self.strides[k] as i128;
                    k += 1;
                    enters = true;
                }
            }
        }
    }

    /// Digits of mode `k` after which the sum can still be brought to 0 by `rest`.
    const fn bounds(&self, k: usize, sum: i128, rest: i128) -> (i64, i64) {
        let (s, d) = (self.extents[k], self.strides[k] as i128);
        if d == 0 {
            return (1 - s, s - 1);
        }
        let least = -((sum + rest).div_euclid(d));
        let greatest = (rest - sum).div_euclid(d);
        let most = (s - 1) as i128;
        let least = if least < -most { -most } else { least };
        let greatest = if greatest > most { most } else { greatest };
        (least as i64, greatest as i64)
    }

    /// Where the offsets that are hit from 0 on end: an exact bound where no stride is negative.
    pub(crate) const fn covered(&self) -> i64 {
        let (mut covered, mut k) = (1, self.len);
        while k > 0 {
            k -= 1;
            if self.strides[k] > covered {
                break;
            }
            covered += (self.extents[k] - 1) * self.strides[k];
        }
        covered
    }

    /// Whether the sums hit all of `from..to`, looked at one by one.
    pub(crate) const fn hits(&self, from: i64, to: i64) -> Result<bool, Rule> {
        let width = self.reach(0) + 1;
        if to > width {
            return Ok(false);
        }
        if width > MOST_OFFSETS {
            return Err(Rule::Unsettled { most: MOST_OFFSETS });
        }
        let mut hit = [false; MOST_OFFSETS as usize];
        hit[0] = true;
        let (mut below, mut k) = (1, self.len);
        while k > 0 {
            k -= 1;
            let (s, d) = (self.extents[k], self.strides[k]);
            // In twice as many steps each time; downwards, so that no step is taken twice.
            let mut taken = 1;
            while taken < s && d > 0 {
                let more = if taken < s - taken { taken } else { s - taken };
                let mut x = below + (taken + more - 1) * d;
                while x > more * d {
                    x -= 1;
                    hit[x as usize] |= hit[(x - more * d) as usize];
                }
                taken += more;
            }
            below += (s - 1) * d;
        }
        let mut x = from;
        while x < to {
            if !hit[x as usize] {
                return Ok(false);
            }
            x += 1;
        }
        Ok(true)
    }
}

const fn all_zero(digit: &[i64; MAX_LEAVES], to: usize) -> bool {
    let mut k = 0;
    while k < to {
        if digit[k] != 0 {
            return false;
        }
        k += 1;
    }
    true
}
