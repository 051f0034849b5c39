//! [`Number`], elements that are reduced.

use layout_core::sharding::Reduce;

use crate::message::Element;

/// Elements whose partial values are combined to whole ones.
///
/// An average is a sum of elements of the same type, divided at the end. So the average of integers is wrong if their sum
/// wraps around: sum wider integers, or floats.
///
/// ```
/// use layout_core::sharding::Reduce;
/// use static_layout_mpi::Number;
/// let sum = i32::MAX.combine(i32::MAX, Reduce::Average);
/// assert_eq!((sum, sum.divide(2)), (-2, -1));
/// let sum = i64::from(i32::MAX).combine(i32::MAX.into(), Reduce::Average);
/// assert_eq!(sum.divide(2), i64::from(i32::MAX));
/// ```
pub trait Number: Element {
    /// Combines two terms into one. Integers wrap around, also in an average.
    fn combine(self, other: Self, how: Reduce) -> Self;

    /// Combines each element of `into` with the element of `terms` at its place.
    ///
    /// ```
    /// use layout_core::sharding::Reduce;
    /// use static_layout_mpi::Number;
    /// let mut sums = [1.0, 2.0];
    /// f64::combine_all(&mut sums, &[3.0, 4.0], Reduce::Sum);
    /// assert_eq!(sums, [4.0, 6.0]);
    /// ```
    fn combine_all(into: &mut [Self], terms: &[Self], how: Reduce) {
        // A loop for each reduction, which then has no branch.
        macro_rules! each {
            ($how:expr) => {
                into.iter_mut().zip(terms).for_each(|(one, term)| *one = one.combine(*term, $how))
            };
        }
        match how {
            Reduce::Sum | Reduce::Average => each!(Reduce::Sum),
            Reduce::Product => each!(Reduce::Product),
            Reduce::Min => each!(Reduce::Min),
            Reduce::Max => each!(Reduce::Max),
        }
    }

    /// The value that changes nothing. For averages the neutral value of their sum.
    fn neutral(how: Reduce) -> Self;

    /// The sum of `count` terms as their average. Integers round toward zero.
    fn divide(self, count: usize) -> Self;
}

macro_rules! numbers {
    ($($T:ident: $add:expr, $multiply:expr, $least:expr, $greatest:expr;)*) => {$(
        impl Number for $T {
            #[inline(always)]
            fn combine(self, other: Self, how: Reduce) -> Self {
                match how {
                    Reduce::Sum | Reduce::Average => $add(self, other),
                    Reduce::Product => $multiply(self, other),
                    Reduce::Min => self.min(other),
                    Reduce::Max => self.max(other),
                }
            }

            fn neutral(how: Reduce) -> Self {
                match how {
                    Reduce::Sum | Reduce::Average => 0 as $T,
                    Reduce::Product => 1 as $T,
                    Reduce::Min => $greatest,
                    Reduce::Max => $least,
                }
            }

            fn divide(self, count: usize) -> Self {
                self / count as $T
            }
        }
    )*};
}
numbers! {
    f32: |a, b| a + b, |a, b| a * b, f32::NEG_INFINITY, f32::INFINITY;
    f64: |a, b| a + b, |a, b| a * b, f64::NEG_INFINITY, f64::INFINITY;
    i32: i32::wrapping_add, i32::wrapping_mul, i32::MIN, i32::MAX;
    i64: i64::wrapping_add, i64::wrapping_mul, i64::MIN, i64::MAX;
    u32: u32::wrapping_add, u32::wrapping_mul, u32::MIN, u32::MAX;
    u64: u64::wrapping_add, u64::wrapping_mul, u64::MIN, u64::MAX;
}

/// Numbers of 16 bits: each operation is one of `f32`, rounded.
#[cfg(feature = "half")]
macro_rules! halves {
    ($($T:ident)*) => {$(
        impl Number for half::$T {
            #[inline(always)]
            fn combine(self, other: Self, how: Reduce) -> Self {
                Self::from_f32(self.to_f32().combine(other.to_f32(), how))
            }

            fn neutral(how: Reduce) -> Self {
                Self::from_f32(f32::neutral(how))
            }

            fn divide(self, count: usize) -> Self {
                Self::from_f32(self.to_f32() / count as f32)
            }
        }
    )*};
}
#[cfg(feature = "half")]
halves! { f16 bf16 }
