//! [`Facts`]: what is known of a run-time integer.

use core::fmt;
use core::str::FromStr;

use crate::algebra::recast::gcd;
use crate::error::text::Text;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::scan::{Scanner, expected_at, read_whole};

/// What is known of a run-time integer: a divisor and a bound. `?{div=8}`, `?{i32}`, `?{div=8 <=4096}`.
///
/// ```
/// use layout_core::Facts;
/// let facts: Facts = "{div=8 <=4096}".parse()?;
/// assert_eq!((facts.divisor(), facts.most()), (8, 4096));
/// assert!(facts.check(64).is_ok());
/// assert_eq!(
///     facts.check(12).unwrap_err().to_string(),
///     "cannot make ?{div=8 <=4096}: 12 is no multiple of 8"
/// );
/// // Facts follow arithmetic.
/// assert_eq!(facts.quotient(4).to_string(), "{div=2 <=1024}");
/// assert_eq!(facts.product(3).to_string(), "{div=24 <=12288}");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// It divides the integer; 1 or more.
    divisor: i64,
    /// The integer is at most this.
    most: i64,
}

/// The bound of an integer of 32 bits.
const I32: i64 = i32::MAX as i64;

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

    /// Whether nothing is known.
    pub const fn is_none(&self) -> bool {
        self.divisor == 1 && self.most == i64::MAX
    }

    /// Checks that the facts are true of `value`, an integer that is not negative.
    ///
    /// # Errors
    /// [`Rule::NoMultiple`], [`Rule::PastBound`].
    pub const fn check(&self, value: i64) -> Result<(), LayoutError> {
        let rule = if value % self.divisor != 0 {
            Rule::NoMultiple { value, divisor: self.divisor }
        } else if value > self.most {
            Rule::PastBound { value, most: self.most }
        } else {
            return Ok(());
        };
        Err(LayoutError::unary(Operation::Make, Operand::Facts(*self), rule))
    }

    /// Whether these facts imply `other`.
    pub const fn implies(&self, other: &Self) -> bool {
        self.divisor % other.divisor == 0 && self.most <= other.most
    }

    /// The facts of an integer of which both are true: the least common multiple, the lower bound. A multiple past
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

    /// Prints `{div=8 <=4096}`; nothing where nothing is known.
    pub(crate) const fn write(&self, text: &mut Text) {
        if self.is_none() {
            return;
        }
        text.char('{');
        if self.most == I32 {
            text.str("i32");
        }
        if self.divisor != 1 {
            text.str(if self.most == I32 { " div=" } else { "div=" });
            text.integer(self.divisor);
        }
        if self.most != I32 && self.most != i64::MAX {
            text.str(if self.divisor == 1 { "<=" } else { " <=" });
            text.integer(self.most);
        }
        text.char('}');
    }

    /// Reads `{..}` if it is next: `i32`, `i64`, `div=8`, `<=4096`, in any order.
    ///
    /// # Errors
    /// [`Rule::Syntax`].
    pub fn read(scanner: &mut Scanner<'_>) -> Result<Self, LayoutError> {
        let mut facts = Self::NONE;
        if !scanner.eat("{") {
            return Ok(facts);
        }
        while !scanner.eat("}") {
            let fact = if scanner.eat("i32") {
                Self::new(1, I32)
            } else if scanner.eat("i64") {
                Self::NONE
            } else if scanner.eat("div") {
                scanner.expect("=", "`=` and the divisor")?;
                let place = scanner.position();
                match scanner.natural("the divisor")? {
                    0 => return Err(expected_at(place, "a divisor of 1 or more")),
                    divisor => Self::new(divisor, i64::MAX),
                }
            } else if scanner.eat("<=") {
                Self::new(1, scanner.natural("the bound")?)
            } else {
                return Err(scanner.expected("`div=8`, `i32`, `<=4096` or `}`"));
            };
            facts = facts.and(&fact);
            scanner.eat(",");
        }
        Ok(facts)
    }
}

impl FromStr for Facts {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, Self::read)
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text);
        text.fmt(f)
    }
}
