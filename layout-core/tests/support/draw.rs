//! Random numbers from a seed, and all small swizzles.

use layout_core::Swizzle;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: i64) -> i64 {
        (self.next() % n as u64) as i64
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as i64) as usize]
    }
}

/// Every swizzle of up to `bits` bits from bit `low` to `end`, and the identity, in order.
pub fn swizzles(bits: i64, low: i64, end: i64) -> Vec<Swizzle> {
    let mut all = vec![Swizzle::IDENTITY];
    for b in 1..=bits {
        for m in low..end {
            for s in b..end - m - b + 1 {
                all.push(Swizzle::new(b, m, s).unwrap());
                all.push(Swizzle::new(b, m, -s).unwrap());
            }
        }
    }
    all
}
