//! [`FastDivisor`], a divisor as a multiplier, an addend and a shift.

/// A divisor `d` as the numbers with which `x / d = ((x * multiplier + addend) / 2^width) >> shift` for every `x` of `width` bits.
///
/// With `k = floor(log2 d)` and `2^(width+k) = t*d + r`, the multiplier is `t + 1` if its error `d - r` is at most `2^k`
/// (Granlund and Montgomery, "Division by invariant integers using multiplication", theorem 4.2). Otherwise `r < 2^k`: then
/// `t*(x+1) / 2^(width+k)` is below `(x+1)/d` by at most `1/d` (Robison, "N-bit unsigned division via N-bit multiply-add"). A
/// power of two has `2^width - 1` for both numbers. No number has more than `width` bits.
///
/// ```
/// use static_layout_emit::FastDivisor;
/// let seven = FastDivisor::new(7, 32);
/// assert_eq!((seven.multiplier, seven.addend, seven.shift), (2454267026, 2454267026, 2));
/// let x = u32::MAX as u64;
/// assert_eq!((x * seven.multiplier + seven.addend >> 32) >> seven.shift, x / 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastDivisor {
    /// The factor of the dividend.
    pub multiplier: u64,
    /// The summand of the product: 0 or the multiplier.
    pub addend: u64,
    /// The shift of the high half, in bits.
    pub shift: u32,
}

impl FastDivisor {
    /// The numbers of a divisor for dividends of `width` bits, 32 or 64. The quotients of a divisor of 0 are 0.
    ///
    /// # Panics
    /// For a divisor of more bits, for a width of 0, and for one past 64.
    pub const fn new(divisor: u64, width: u32) -> Self {
        assert!(width > 0 && width <= 64, "a width of 1 to 64 bits");
        let most = u64::MAX >> (64 - width);
        assert!(divisor <= most, "a divisor of at most `width` bits");
        if divisor == 0 {
            return Self { multiplier: 0, addend: 0, shift: 0 };
        }
        let shift = divisor.ilog2();
        if divisor.is_power_of_two() {
            return Self { multiplier: most, addend: most, shift };
        }
        // One less has the same quotient: the divisor is not a power of two.
        let all = (1 << (width + shift)) - 1_u128;
        let (quotient, rest) = (all / divisor as u128, all % divisor as u128 + 1);
        let multiplier = quotient as u64;
        if divisor as u128 - rest <= 1 << shift {
            return Self { multiplier: multiplier + 1, addend: 0, shift };
        }
        Self { multiplier, addend: multiplier, shift }
    }

    /// `x / d` for a dividend of `width` bits.
    pub const fn quotient(&self, x: u64, width: u32) -> u64 {
        let product = x as u128 * self.multiplier as u128 + self.addend as u128;
        (product >> width) as u64 >> self.shift
    }
}
