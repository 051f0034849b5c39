//! Reads [`Facts`], `{div=8 <=4096}`.

use core::str::FromStr;

use crate::error::LayoutError;
use crate::notation::scan::{Scanner, expected_at, read_whole};
use crate::number::facts::I32;
use crate::value::Facts;

impl Facts {
    /// Reads `{..}` if it is next: `i32`, `i64`, `div=8`, `<=4096`, in any order.
    ///
    /// # Errors
    /// [`Rule::Syntax`](crate::Rule::Syntax).
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
