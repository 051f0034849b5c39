//! Expressions of layouts: `(12,(4,8)):(59,(13,1)) / <3:4,8:1>`.
//!
//! What is written is notation (`parse.rs` has the grammar): layouts `(4,8):(8,1)`, `(4,8):row`, tuples,
//! tilers `<4,8:1,_>`, swizzles `Sw<3,4,3>`, coordinates `(1,_)`. Between them stand `o` (composition), `/`
//! (logical divide), `*` (logical product), `~` (complement); every other [operation](operations) is a function
//! or a method, `coalesce(a)` or `a.coalesce()`. `let a = ..;` names a value, `a(1,2)` is the offset at a
//! coordinate, `a(1,_)` a slice. Where a layout is asked for, a tuple is the compact layout of that shape and an
//! integer `n` is `n:1`. What stands after `#` is not read.

mod evaluate;
mod json;
mod operand;
pub mod operations;
mod parse;
mod scope;
mod syntax;
mod token;
mod value;

pub use evaluate::TraceStep;
pub use scope::Scope;
pub use value::Value;

use crate::Failure;

/// The value of an expression, or of the last of several statements.
///
/// ```
/// use layout_cli::language::evaluate;
/// assert_eq!(evaluate("let a = (10,2):(16,4); a o (5,4):(1,5)")?.to_string(), "(5,(2,2)):(16,(80,4))");
/// assert_eq!(evaluate("coalesce((2,4):(1,2)).size()")?.to_string(), "8");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn evaluate(text: &str) -> Result<Value, Failure> {
    Scope::default().evaluate(text)
}

/// Whether `text` can be read, without asking what it is.
pub fn read(text: &str) -> Result<(), Failure> {
    parse::parse(text).map(|_| ())
}
