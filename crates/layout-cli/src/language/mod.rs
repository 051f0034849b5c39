//! Expressions of layouts: `(12,(4,8)):(59,(13,1)) / <3:4,8:1>`.
//!
//! * Operands are notation (`parse.rs` has the grammar): layouts `(4,8):(8,1)`, `(4,8):row`, tuples, tilers
//!   `<4,8:1,_>`, swizzles `Sw<3,4,3>`, coordinates `(1,_)`.
//! * Operators are `o` (composition), `/` (logical divide), `*` (logical product) and `~` (complement). Every other
//!   [operation](operations) is a function or a method, `coalesce(a)` or `a.coalesce()`.
//! * `let a = ..;` names a value. `a(1,2)` is the offset at a coordinate, `a(1,_)` a slice.
//! * A tuple in place of a layout is the compact layout of that shape; an integer `n` is `n:1`.
//! * A name without a value is a run-time integer of a layout: `(n,64):(64,1) / <8,16>`. Facts follow in braces,
//!   `n{div=8}`, and `?` is an integer without a name.
//! * `#` begins a comment.

mod evaluate;
mod json;
mod operand;
pub mod operations;
mod parse;
mod scope;
pub(crate) mod symbolic;
mod syntax;
mod token;
pub(crate) mod value;

pub use evaluate::TraceStep;
pub use scope::Scope;
pub use value::Value;

use crate::Failure;

/// Evaluates an expression, or several statements to the value of the last.
///
/// # Errors
///
/// Text that does not parse, an unknown name or operation, and operands that an operation rejects.
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

/// Parses `text` without evaluating it.
///
/// # Errors
///
/// Text that does not parse.
pub fn read(text: &str) -> Result<(), Failure> {
    parse::parse(text).map(|_| ())
}
