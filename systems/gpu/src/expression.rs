//! Limits of the expressions of callers, in WGSL and in CUDA C, and of the kernels of callers.
//!
//! Compilers call themselves for each operand: the tree of `x + x + ..` is as deep as it has sums, and a deep one overflows
//! the stack, which ends the process.

use crate::GpuError;
use crate::error::GpuErrorKind;

/// The most tokens of an expression: words and numbers, and every other character.
pub(crate) const MOST_TOKENS: usize = 512;
/// The most parentheses, brackets and braces that are open at once.
pub(crate) const MOST_LEVELS: usize = 64;

/// Whether WGSL reads the character as a line break, which ends a comment.
fn is_line_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether WGSL reads the character as a blank. The marks of a direction, which Rust reads as letters, are blanks.
fn is_blank(c: char) -> bool {
    is_line_break(c) || matches!(c, ' ' | '\t' | '\u{200e}' | '\u{200f}')
}

/// Whether a program begins with a directive `enable` that has the name `f16`.
pub(crate) fn enables_halves(text: &str) -> bool {
    text.split(';').any(|statement| {
        let words = statement.split(|c| is_blank(c) || c == ',');
        words.skip_while(|&word| word != "enable").any(|word| word == "f16")
    })
}

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
        tokens += usize::from(!(is_blank(c) || is_word && is_in_word));
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

/// The most operators and brackets of a statement in a kernel, and the most brackets that are open at once.
const MOST_OPERATORS: usize = 4096;
const MOST_OPEN: usize = 256;

/// Checks a program in WGSL: the size of its statements, and that each bracket is closed. A bracket that is not would take
/// what follows the program into it.
///
/// # Errors
/// [`GpuErrorKind::Shader`] with the limit and the line.
pub(crate) fn check_program(text: &str) -> Result<(), GpuError> {
    let refused = |line: usize, what: String| {
        Err(GpuError::new(GpuErrorKind::Shader, format!("line {line} of the kernel: {what}")))
    };
    // For each open bracket its line, and the operators before: a statement begins with those.
    let (mut open, mut operators, mut line) = (Vec::<(char, usize, usize)>::new(), 0, 1);
    let mut is_after_block = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // A block ends a statement, unless `else` continues it: the tree is then deeper.
        if is_after_block && !is_blank(c) && c != '/' {
            is_after_block = false;
            if c != 'e' || chars.peek() != Some(&'l') {
                operators = open.last().map_or(0, |&(_, _, before)| before);
            }
        }
        match (c, chars.peek()) {
            ('\n', _) => line += 1,
            ('/', Some('/')) => while chars.next_if(|&c| !is_line_break(c)).is_some() {},
            ('/', Some('*')) => {
                let (begin, mut depth, mut last) = (line, 1, ' ');
                chars.next();
                while depth > 0 {
                    let Some(c) = chars.next() else {
                        return refused(begin, "a comment without an end".to_owned());
                    };
                    line += usize::from(c == '\n');
                    last = match (last, c) {
                        ('/', '*') => (depth += 1, ' ').1,
                        ('*', '/') => (depth -= 1, ' ').1,
                        _ => c,
                    };
                }
            }
            ('(' | '[' | '{', _) => {
                operators += 1;
                open.push((c, line, operators));
            }
            (')' | ']' | '}', _) => {
                let Some((begin, _, _)) = open.pop() else {
                    return refused(line, format!("`{c}` closes nothing"));
                };
                if !matches!((begin, c), ('(', ')') | ('[', ']') | ('{', '}')) {
                    return refused(line, format!("`{c}` closes `{begin}`"));
                }
                is_after_block = c == '}';
            }
            (';', _) => operators = open.last().map_or(0, |&(_, _, before)| before),
            ('_' | ',', _) => {}
            ('.', Some(digit)) if digit.is_ascii_digit() => {}
            (c, _) if c.is_ascii_punctuation() => operators += 1,
            _ => {}
        }
        if operators > MOST_OPERATORS {
            return refused(line, format!("a statement of more than {MOST_OPERATORS} operators"));
        }
        if open.len() > MOST_OPEN {
            return refused(line, format!("more than {MOST_OPEN} open brackets"));
        }
    }
    match open.pop() {
        None => Ok(()),
        Some((c, line, _)) => refused(line, format!("`{c}` is not closed")),
    }
}

#[cfg(test)]
mod tests {
    use super::{check_program, enables_halves};

    /// The line breaks and the blanks of WGSL.
    const BREAKS: [char; 7] = ['\n', '\u{b}', '\u{c}', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    const BLANKS: [char; 4] = [' ', '\t', '\u{200e}', '\u{200f}'];

    #[test]
    fn comments_and_blanks_hide_nothing() {
        let chain = "if (x) { } else ".repeat(5000) + "{ }";
        for end in BREAKS {
            let refused = check_program(&format!("fn f() {{ //{end}{chain}\n}}")).unwrap_err();
            assert!(refused.to_string().contains("4096 operators"), "{end:?}: {refused}");
        }
        for blank in BREAKS.into_iter().chain(BLANKS) {
            let chain =
                format!("fn f() {{ {} }}", chain.replace("} else", &format!("}}{blank}else")));
            let refused = check_program(&chain).unwrap_err().to_string();
            assert!(refused.contains("4096 operators"), "{blank:?}: {refused}");
        }
    }

    #[test]
    fn halves_are_enabled_in_any_spacing() {
        for text in
            ["enable f16;", "// f\nenable  f16 ;", "enable\tsubgroups,f16;", "enable\u{85}f16;"]
        {
            assert!(enables_halves(text), "{text}");
        }
        for text in ["", "enable f16x;", "f16 enable;", "enable subgroups; f16"] {
            assert!(!enables_halves(text), "{text}");
        }
    }

    #[test]
    fn programs_are_closed_and_bounded() {
        let refused = |text: &str| check_program(text).unwrap_err().to_string();
        assert!(check_program("fn f() { /* { /* ( */ */ } // }").is_ok());
        assert_eq!(refused("\nfn f() {\n"), "line 2 of the kernel: `{` is not closed");
        assert_eq!(refused("fn f() {\n)"), "line 2 of the kernel: `)` closes `{`");
        assert_eq!(refused("fn f() {}\n\n}"), "line 3 of the kernel: `}` closes nothing");
        assert_eq!(refused("\n/* /* */"), "line 2 of the kernel: a comment without an end");
        let sum = |count: usize| format!("fn f() {{ let x = {}; }}", vec!["1"; count].join("+"));
        assert!(check_program(&sum(4000)).is_ok());
        assert!(refused(&sum(5000)).contains("4096 operators"));
        // Many statements are not one.
        assert!(
            check_program(&"fn f() { x = 1 + 2; if (x < 1) { x = 2; } }\n".repeat(5000)).is_ok()
        );
        assert!(
            check_program(&format!("fn f() {{ {} }}", "x = (1 + 2) * 3;".repeat(5000))).is_ok()
        );
        let chain = format!("fn f() {{ {} }}", "if (x) { } else ".repeat(5000) + "{ }");
        assert!(refused(&chain).contains("4096 operators"));
        let list = format!("const A = array<u32, 9000>({});", vec!["1u"; 9000].join(", "));
        assert!(check_program(&list).is_ok());
        let nested = format!("const A = {}1{};", "(".repeat(257), ")".repeat(257));
        assert!(refused(&nested).contains("256 open brackets"));
    }
}
