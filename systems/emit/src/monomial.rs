//! [`Monomial`], a factor times run-time leaves: the extents and strides of a layout.

use std::fmt::Write;

/// A product `factor * p_i * p_j * ..` of an integer and parameters, which are named by their indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Monomial {
    pub(crate) factor: i128,
    /// Sorted, a name for each power.
    pub(crate) parameters: Vec<usize>,
}

impl Monomial {
    pub(crate) const ONE: Self = Self::constant(1);

    pub(crate) const fn constant(factor: i128) -> Self {
        Self { factor, parameters: Vec::new() }
    }

    pub(crate) fn parameter(parameter: usize) -> Self {
        Self { factor: 1, parameters: vec![parameter] }
    }

    /// The integer, if no parameter occurs.
    pub(crate) fn as_constant(&self) -> Option<i128> {
        self.parameters.is_empty().then_some(self.factor)
    }

    /// The exponent, for a power of two without parameters.
    pub(crate) fn log2(&self) -> Option<u32> {
        let factor = self.as_constant()?;
        (factor > 0 && factor & (factor - 1) == 0).then(|| factor.trailing_zeros())
    }

    /// `factor * p_i * p_j * ..`; `None` beyond 127 bits, so that each factor has a negative.
    pub(crate) fn checked(factor: Option<i128>, parameters: Vec<usize>) -> Option<Self> {
        Some(Self { factor: factor.filter(|&factor| factor != i128::MIN)?, parameters })
    }

    /// `self * other`; `None` beyond 127 bits.
    pub(crate) fn checked_times(&self, other: &Self) -> Option<Self> {
        let factor = self.factor.checked_mul(other.factor);
        if factor == Some(0) {
            return Some(Self::constant(0));
        }
        let mut parameters = [self.parameters.as_slice(), &other.parameters].concat();
        parameters.sort_unstable();
        Self::checked(factor, parameters)
    }

    /// `self / other`, if every value of it is an integer.
    pub(crate) fn exact_quotient(&self, other: &Self) -> Option<Self> {
        if other.factor == 0 || self.factor % other.factor != 0 {
            return None;
        }
        let mut parameters = self.parameters.clone();
        for parameter in &other.parameters {
            let at = parameters.iter().position(|found| found == parameter)?;
            parameters.remove(at);
        }
        Some(Self { factor: self.factor / other.factor, parameters })
    }

    pub(crate) fn negated(&self) -> Self {
        Self { factor: -self.factor, parameters: self.parameters.clone() }
    }

    /// The absolute value: parameters are not negative.
    pub(crate) fn magnitude(&self) -> Self {
        Self { factor: self.factor.abs(), parameters: self.parameters.clone() }
    }

    /// The value with the parameters `values`; `None` beyond 127 bits.
    pub(crate) fn value(&self, values: &[u64]) -> Option<i128> {
        let mut product = self.factor;
        for &parameter in &self.parameters {
            product = product.checked_mul(i128::from(values[parameter]))?;
        }
        Some(product)
    }

    pub(crate) fn write(&self, names: &[&str]) -> String {
        let mut out = String::new();
        if self.parameters.is_empty() || self.factor != 1 {
            let _ = write!(out, "{}", self.factor);
        }
        for &parameter in &self.parameters {
            if !out.is_empty() {
                out.push('*');
            }
            out.push_str(names[parameter]);
        }
        out
    }
}
