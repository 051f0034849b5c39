//! Limits of the expressions of callers, in WGSL and in CUDA C.
//!
//! Compilers call themselves for each operand: the tree of `x + x + ..` is as deep as it has sums, and a deep one overflows
//! the stack, which ends the process.

use crate::GpuError;
use crate::error::GpuErrorKind;

/// The most tokens of an expression: words and numbers, and every other character.
pub(crate) const MOST_TOKENS: usize = 512;
/// The most parentheses, brackets and braces that are open at once.
pub(crate) const MOST_LEVELS: usize = 64;

/// Checks the size of an expression.
///
/// # Errors
/// [`GpuErrorKind::Shader`] with the limit.
pub(crate) fn check_limits(text: &str) -> Result<(), GpuError> {
    let refused = |what: &str, most: usize| {
        let message = format!("an expression of more than {most} {what}, in {} bytes", text.len());
        Err(GpuError::new(GpuErrorKind::Shader, message))
    };
    let (mut tokens, mut levels, mut is_in_word) = (0, 0_usize, false);
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        tokens += usize::from(!(c.is_whitespace() || is_word && is_in_word));
        is_in_word = is_word;
        match c {
            '(' | '[' | '{' => levels += 1,
            ')' | ']' | '}' => levels = levels.saturating_sub(1),
            _ => {}
        }
        if tokens > MOST_TOKENS {
            return refused("tokens", MOST_TOKENS);
        }
        if levels > MOST_LEVELS {
            return refused("nested parentheses", MOST_LEVELS);
        }
    }
    Ok(())
}
