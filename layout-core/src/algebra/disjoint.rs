//! Injectivity and coverage: whether two coordinates share an offset, and which offsets a layout reaches.
//!
//! Both are questions about sums `sum x_k * d_k`. Two coordinates share an offset exactly when their difference, with
//! digits `-s_k < x_k < s_k` that are not all 0, has the sum 0.
//!
//! # Algorithm
//! 1. Drop modes of extent 1. Sort the others by descending stride. The sign of a stride does not matter, because the
//!    range of differences is symmetric. (`MovingModes::of`)
//! 2. Peel: remove a mode whose digit follows from the offset. That holds where its stride exceeds the sum of all
//!    others, or where its `s` multiples differ modulo the gcd of the other strides. The rest is injective exactly
//!    when the layout is. A compact layout, and one with gaps, has no rest.
//! 3. Search the rest, depth first, for digits of the sum 0:
//!
//! ```text
//! cancel(k, sum):
//!     return not all digits are 0, if k is past the last mode and sum = 0
//!     fail unless gcd(d_k, d_k+1, ..) divides sum
//!     for x in the digits of mode k for which the other modes can still bring the sum to 0:
//!         cancel(k + 1, sum + x * d_k)
//! ```
//!
//! The search is exact, and stops with `Undecided` after `2^16` steps. Deciding it in general is NP-hard (subset
//! sum).

use crate::error::Rule;
use crate::number::{add, multiply, tri};
use crate::value::Modes;
use crate::value::limit::{MAX_AXES, MAX_LEAVES};

/// The maximum number of steps of a search.
const MOST_STEPS: i64 = 1 << 16;
/// The widest range of offsets that is enumerated.
const MOST_OFFSETS: i64 = 1 << 14;

const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The modes of an extent above 1 by descending absolute stride, and the leaf that each one is.
pub(crate) struct MovingModes<const N: usize = MAX_LEAVES> {
    pub(crate) len: usize,
    extents: [i64; N],
    strides: [i64; N],
    pub(crate) leaves: [usize; N],
}

impl MovingModes {
    pub(crate) const fn of(modes: &Modes) -> Self {
        Self::of_lists(modes.extents.split_at(modes.len).0, &modes.strides)
    }

    /// Replaces strides that have bases by plain numbers. Each basis gets a weight above every difference of sums in
    /// the bases before it. So a sum of differences is 0 exactly when it is 0 in each basis.
    ///
    /// # Errors
    /// `Overflow`.
    pub(crate) const fn as_numbers(&mut self, modes: &Modes) -> Result<(), Rule> {
        if modes.integral(0, modes.len).is_ok() {
            return Ok(());
        }
        let (mut weight, mut numbers, mut k) = (1, [false; MAX_LEAVES], 0);
        // As the digits of one number: the weight of a basis exceeds twice the reach of all bases before it.
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
}

impl<const N: usize> MovingModes<N> {
    /// At most `N` modes.
    pub(crate) const fn of_lists(extents: &[i64], strides: &[i64]) -> Self {
        let mut out = Self { len: 0, extents: [0; N], strides: [0; N], leaves: [0; N] };
        let mut k = 0;
        while k < extents.len() {
            if extents[k] != 1 {
                out.insert(extents[k], strides[k].abs(), k);
            }
            k += 1;
        }
        out
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

    /// Inserts a mode after those of larger strides.
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

    /// The gcd of the strides from `k` on, without that of the mode `except`.
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

    /// A mode whose digit follows from the offset: its stride exceeds the sum of the others, or its multiples differ
    /// modulo the gcd of the other strides.
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

    /// Removes modes whose digits follow from the offset, until none is left. The rest is injective exactly when the
    /// modes are.
    pub(crate) const fn peel(&mut self) {
        while let Some(k) = self.decided() {
            self.remove(k);
        }
    }

    /// Differences of digits, not all 0, with the sum 0. `None` where none exist.
    ///
    /// # Errors
    /// `Undecided` after `2^16` steps.
    pub(crate) const fn cancel(&self) -> Result<Option<[i64; N]>, Rule> {
        if self.len == 0 {
            return Ok(None);
        }
        let mut reach = [0_i128; MAX_AXES + 1];
        let mut divisor = [0_i64; MAX_AXES + 1];
        let mut k = 0;
        while k <= self.len {
            reach[k] = self.reach(k) as i128;
            divisor[k] = self.divisor(k, N);
            k += 1;
        }
        let (mut digit, mut most) = ([0_i64; N], [0_i64; N]);
        let (mut sum, mut steps, mut k, mut enters) = ([0_i128; MAX_AXES + 1], 0, 0, true);
        loop {
            if enters && k == self.len {
                if sum[k] == 0 && !all_zero(&digit, k) {
                    return Ok(Some(digit));
                }
                enters = false;
            } else if enters {
                steps += 1;
                if steps > MOST_STEPS {
                    return Err(Rule::Undecided { most: MOST_STEPS });
                }
                let possible = divisor[k] == 0 || sum[k] % divisor[k] as i128 == 0;
                let (least, greatest) = self.bounds(k, sum[k], reach[k + 1]);
                // `x` and `-x` are both solutions, so the first digit that is not 0 may be positive.
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

    /// The range of digits of mode `k` after which modes of reach `rest` can bring the sum to 0.
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

    /// The end of the contiguous offsets from 0 on. Exact where no stride is negative.
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

    /// Whether the sums reach every offset of `from..to`, by enumeration.
    ///
    /// # Errors
    /// `Undecided` for a range above `2^14`.
    pub(crate) const fn hits(&self, from: i64, to: i64) -> Result<bool, Rule> {
        let width = self.reach(0) + 1;
        if to > width {
            return Ok(false);
        }
        if width > MOST_OFFSETS {
            return Err(Rule::Undecided { most: MOST_OFFSETS });
        }
        let mut hit = [false; MOST_OFFSETS as usize];
        hit[0] = true;
        let (mut below, mut k) = (1, self.len);
        while k > 0 {
            k -= 1;
            let (s, d) = (self.extents[k], self.strides[k]);
            // Adds `1, 2, 4, ..` steps at a time, from the top offset down, so that no step is added twice.
            let mut taken = 1;
            while taken < s && d > 0 {
                let more = if taken < s - taken { taken } else { s - taken };
                let mut x = below + (taken + more - 1) * d;
                while x > more * d {
                    x -= 1;
                    hit[x as usize] |= hit[(x - more * d) as usize];
                }
                // Doubles what is covered, so a mode takes logarithmically many passes.
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

const fn all_zero(digit: &[i64], to: usize) -> bool {
    let mut k = 0;
    while k < to {
        if digit[k] != 0 {
            return false;
        }
        k += 1;
    }
    true
}
