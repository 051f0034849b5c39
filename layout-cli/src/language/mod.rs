//! Expressions of layouts: `(12,(4,8)):(59,(13,1)) / <3:4,8:1>`.

mod value;

pub use value::Value;

use crate::Failure;

/// The value of an expression.
pub fn evaluate(text: &str) -> Result<Value, Failure> {
    text.parse().map(Value::Layout).map_err(|error| Failure::of(&error, text))
}
