//! Checks the expression of a caller, which becomes a part of a kernel.
//!
//! A kernel may not reach memory outside its tensors, so the expression is arithmetic alone: numbers, `x`, operators
//! and calls of functions on numbers. It has no type names, brackets or braces, and `*` and `&` need an operand on
//! their left: nothing in it is a pointer.

use crate::GpuError;
use crate::error::GpuErrorKind;
use crate::expression::check_limits;

/// The functions that an expression may call. Their arguments and results are numbers.
const FUNCTIONS: &[&str] = &[
    "abs",
    "acos",
    "acosf",
    "asin",
    "asinf",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "cbrt",
    "cbrtf",
    "ceil",
    "ceilf",
    "copysign",
    "copysignf",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "erf",
    "erfc",
    "erfcf",
    "erff",
    "exp",
    "exp10f",
    "exp2",
    "exp2f",
    "expf",
    "expm1",
    "expm1f",
    "fabs",
    "fabsf",
    "floor",
    "floorf",
    "fma",
    "fmaf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fmod",
    "fmodf",
    "hypot",
    "hypotf",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log10",
    "log10f",
    "log1p",
    "log1pf",
    "log2",
    "log2f",
    "logf",
    "max",
    "min",
    "pow",
    "powf",
    "rint",
    "rintf",
    "round",
    "roundf",
    "rsqrt",
    "rsqrtf",
    "sin",
    "sinf",
    "sinh",
    "sinhf",
    "sqrt",
    "sqrtf",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "trunc",
    "truncf",
    "umax",
    "umin",
    "__brev",
    "__clz",
    "__cosf",
    "__expf",
    "__fdividef",
    "__ffs",
    "__float2int_rn",
    "__float2int_rz",
    "__float2uint_rn",
    "__float2uint_rz",
    "__float_as_int",
    "__float_as_uint",
    "__int2float_rn",
    "__int_as_float",
    "__log2f",
    "__logf",
    "__mulhi",
    "__popc",
    "__powf",
    "__saturatef",
    "__sinf",
    "__uint2float_rn",
    "__uint_as_float",
    "__umulhi",
];

/// The operators between two operands, longer ones first. The comma also separates arguments.
const BETWEEN: &[&str] = &[
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "&", "|",
    "^", "?", ":", ",",
];

/// Checks that `text` is arithmetic on `x`.
///
/// # Errors
/// [`GpuErrorKind::Shader`] with the first place that is something else, or with the limit of its size.
pub(crate) fn check(text: &str) -> Result<(), GpuError> {
    check_limits(text)?;
    let (mut rest, mut open, mut has_operand) = (text.trim_start(), 0, false);
    while !rest.is_empty() {
        let word = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let word = &rest[..word.unwrap_or(rest.len())];
        let token = if has_operand {
            if rest.starts_with(')') && open > 0 {
                open -= 1;
                1
            } else {
                has_operand = false;
                BETWEEN.iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len())
            }
        } else if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            has_operand = true;
            number(rest)
        } else if word == "x" {
            has_operand = true;
            1
        } else if FUNCTIONS.contains(&word) && rest[word.len()..].trim_start().starts_with('(') {
            // The parenthesis is the next token.
            word.len()
        } else if rest.starts_with('(') {
            open += 1;
            1
        } else {
            usize::from(rest.starts_with(['+', '-', '!', '~']))
        };
        if token == 0 {
            return Err(refused(text, rest));
        }
        rest = rest[token..].trim_start();
    }
    if has_operand && open == 0 { Ok(()) } else { Err(refused(text, rest)) }
}

/// The bytes of a number, with its exponent and its suffix; 0 for a point alone.
fn number(text: &str) -> usize {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut before = ' ';
    let ends = |c: char| {
        let is_sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !is_hexadecimal;
        before = c;
        !(c.is_ascii_alphanumeric() || c == '.' || is_sign)
    };
    let len = text.find(ends).unwrap_or(text.len());
    if text[..len].contains(|c: char| c.is_ascii_digit()) { len } else { 0 }
}

#[cold]
fn refused(text: &str, rest: &str) -> GpuError {
    let found = rest.chars().next().map_or("its end".to_owned(), |c| format!("`{c}`"));
    let at = text.len() - rest.len();
    GpuError::new(
        GpuErrorKind::Shader,
        format!("`{text}` is not arithmetic on `x`: {found} at byte {at}"),
    )
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn arithmetic() {
        for text in [
            "x",
            " x * 2 + 1 ",
            "x+1.0f",
            "-x",
            "x > 0.0f ? x : expf(x) - 1.0f",
            "fmaxf(x, 0.f)",
            "(x & 3u) << 2",
            "x * 1e-3f * .5f",
            "0x1F ^ x",
            "max(min(x, 7), -7)",
            "(((x)))",
            "!x || ~x == 0",
            "sqrtf (x)",
        ] {
            assert!(check(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn anything_else() {
        for (text, found) in [
            ("", "its end at byte 0"),
            ("x +", "its end at byte 3"),
            ("(x", "its end at byte 2"),
            ("x)", "`)` at byte 1"),
            // Memory at an address, or next to the argument.
            ("*(float*)16", "`*` at byte 0"),
            ("x + *(float*)16", "`*` at byte 4"),
            ("(float)x", "`f` at byte 1"),
            ("*(&x + 100)", "`*` at byte 0"),
            ("(&x)[100]", "`&` at byte 1"),
            ("x[100]", "`[` at byte 1"),
            ("x <: 100 :>", "`:` at byte 3"),
            ("x && &x", "`&` at byte 5"),
            ("x = 1", "`=` at byte 2"),
            // Statements and functions of the kernel.
            ("x; } __device__ void g() {", "`;` at byte 1"),
            ("x, ({ asm(\"\"); x; })", "`{` at byte 4"),
            ("asm(x)", "`a` at byte 0"),
            ("from", "`f` at byte 0"),
            ("expf", "`e` at byte 0"),
            ("x // ", "`/` at byte 3"),
            ("x /* ", "`*` at byte 3"),
            ("x \\\n", "`\\` at byte 2"),
            ("x ??( x", "`?` at byte 3"),
            ("x <% x", "`%` at byte 3"),
            ("f(x)", "`f` at byte 0"),
            ("modf(x, x)", "`m` at byte 0"),
            ("xx", "`x` at byte 0"),
            (".", "`.` at byte 0"),
            ("\u{e9}", "`\u{e9}` at byte 0"),
            ("x \u{e9}", "`\u{e9}` at byte 2"),
        ] {
            let refused = check(text).expect_err(text).to_string();
            assert_eq!(refused, format!("`{text}` is not arithmetic on `x`: {found}"));
        }
    }
}
