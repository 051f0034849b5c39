//! [`Facts`]: what is known of a run-time integer.

use core::fmt;

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::gcd;
use crate::value::{Facts, Text};

/// The bound of an integer of 32 bits.
pub(crate) const I32: i64 = i32::MAX as i64;

/// The high bits of each [`Facts::code`], which an integer seldom has.
const CODE: i64 = 5;
/// The bits of a divisor in a code. Those of the bound are above them.
const DIVISOR_BITS: u32 = 24;
const BOUND_BITS: u32 = 31;

impl Facts {
    /// Nothing is known: the divisor 1, and no bound.
    pub const NONE: Self = Self { divisor: 1, most: i64::MAX };

    /// A divisor and a bound; below 1 or 0 they are 1 and 0.
    #[must_use]
    pub const fn new(divisor: i64, most: i64) -> Self {
        Self {
            divisor: if divisor < 1 { 1 } else { divisor },
            most: if most < 0 { 0 } else { most },
        }
    }

    /// What divides the integer.
    pub const fn divisor(&self) -> i64 {
        self.divisor
    }

    /// The greatest value that the integer can have.
    pub const fn most(&self) -> i64 {
        self.most
    }

    /// What is known of an integer that is itself known, 1 or more.
    #[doc(hidden)]
    pub const fn of_known(value: i64) -> Self {
        Self::new(value, value)
    }

    /// The greatest divisor that a type states.
    #[doc(hidden)]
    pub const MOST_DIVISOR: i64 = (1 << DIVISOR_BITS) - 1;
    /// The greatest bound that a type states.
    #[doc(hidden)]
    pub const MOST_BOUND: i64 = I32;

    /// The facts that a type states of an unknown leaf, as the value of that leaf: 0 where nothing is known.
    ///
    /// # Panics
    /// If the divisor or the bound is past what a type states.
    #[doc(hidden)]
    pub const fn code(&self) -> i64 {
        if self.is_none() {
            return 0;
        }
        let most = if self.most == i64::MAX { 0 } else { self.most };
        assert!(self.divisor <= Self::MOST_DIVISOR && most <= Self::MOST_BOUND);
        (CODE << BOUND_BITS | most) << DIVISOR_BITS | self.divisor
    }

    /// The facts of a [`code`](Self::code). Nothing is known where `code` is another integer.
    #[doc(hidden)]
    pub const fn of_code(code: i64) -> Self {
        if code >> (DIVISOR_BITS + BOUND_BITS) != CODE {
            return Self::NONE;
        }
        let most = code >> DIVISOR_BITS & Self::MOST_BOUND;
        Self::new(code & Self::MOST_DIVISOR, if most == 0 { i64::MAX } else { most })
    }

    /// Whether nothing is known.
    pub const fn is_none(&self) -> bool {
        self.divisor == 1 && self.most == i64::MAX
    }

    /// Checks that the facts are true of `value`, an integer that is not negative.
    ///
    /// # Errors
    /// [`Rule::NoMultiple`], [`Rule::PastBound`]; [`Rule::Integer`] for `i64::MIN`, the code of an integer past
    /// `i64::MAX`.
    pub const fn check(&self, value: i64) -> Result<(), LayoutError> {
        match self.refuse(value) {
            None => Ok(()),
            Some(rule) => Err(LayoutError::unary(Operation::Make, Operand::Facts(*self), rule)),
        }
    }

    /// The fact that is false of `value`.
    pub(crate) const fn refuse(&self, value: i64) -> Option<Rule> {
        if value == i64::MIN {
            Some(Rule::Integer)
        } else if value % self.divisor != 0 {
            Some(Rule::NoMultiple { value, divisor: self.divisor })
        } else if value > self.most {
            Some(Rule::PastBound { value, most: self.most })
        } else {
            None
        }
    }

    /// Whether these facts imply `other`.
    pub const fn implies(&self, other: &Self) -> bool {
        self.divisor % other.divisor == 0 && self.most <= other.most
    }

    /// The facts of an integer for which both hold: the least common multiple of the divisors, and the lower bound. A multiple past
    /// `i64::MAX` keeps the divisor of `self`.
    #[must_use]
    pub const fn and(&self, other: &Self) -> Self {
        let multiple = (self.divisor / gcd(self.divisor, other.divisor)).checked_mul(other.divisor);
        let divisor = match multiple {
            Some(multiple) => multiple,
            None => self.divisor,
        };
        Self { divisor, most: if self.most < other.most { self.most } else { other.most } }
    }

    /// The facts of the quotient by `by > 0`, which divides the integer.
    #[must_use]
    pub const fn quotient(&self, by: i64) -> Self {
        Self { divisor: self.divisor / gcd(self.divisor, by), most: self.bound(by, false) }
    }

    /// The facts of the quotient by `by > 0`, rounded up.
    #[must_use]
    pub const fn quotient_up(&self, by: i64) -> Self {
        let divisor = if self.divisor % by == 0 { self.divisor / by } else { 1 };
        Self { divisor, most: self.bound(by, true) }
    }

    const fn bound(&self, by: i64, up: bool) -> i64 {
        if self.most == i64::MAX {
            return i64::MAX;
        }
        self.most / by + (up && self.most % by != 0) as i64
    }

    /// The facts of `by > 0` times the integer.
    #[must_use]
    pub const fn product(&self, by: i64) -> Self {
        Self {
            divisor: match self.divisor.checked_mul(by) {
                Some(divisor) => divisor,
                None => self.divisor,
            },
            most: match self.most.checked_mul(by) {
                Some(most) if self.most != i64::MAX => most,
                _ => i64::MAX,
            },
        }
    }

    /// The facts of the product with an integer that has the facts `other`.
    #[must_use]
    pub const fn times(&self, other: &Self) -> Self {
        let divisor = self.product(other.divisor).divisor;
        if self.most == i64::MAX || other.most == i64::MAX {
            return Self { divisor, most: i64::MAX };
        }
        match self.most.checked_mul(other.most) {
            Some(most) => Self { divisor, most },
            None => Self { divisor, most: i64::MAX },
        }
    }

    /// Prints `{div=8 <=4096}`; nothing where nothing is known.
    pub(crate) const fn write(&self, text: &mut Text) {
        if self.is_none() {
            return;
        }
        text.char('{');
        let mut space = "";
        if self.most == I32 {
            text.str("i32");
            space = " ";
        }
        if self.divisor != 1 {
            text.str(space);
            text.str("div=");
            text.integer(self.divisor);
            space = " ";
        }
        if self.most != I32 && self.most != i64::MAX {
            text.str(space);
            text.str("<=");
            text.integer(self.most);
        }
        text.char('}');
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text);
        text.fmt(f)
    }
}
