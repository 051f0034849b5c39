//! The error of every function of this crate.

use std::fmt;
use std::ops::Range;

use layout_core::internal::write_underlined;
use layout_core::{LayoutError, Rule};

/// An error message for the terminal: one line that names the problem, the input with the span underlined, and lines of
/// help.
///
/// ```
/// let refused = layout_cli::language::evaluate("(4,8):(1,4,2)").unwrap_err();
/// let picture = "\
/// stride (1,4,2) is not congruent with shape (4,8)
///   |
/// 1 | (4,8):(1,4,2)
///   |       ^^^^^^^";
/// assert_eq!(refused.to_string(), picture);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Failure {
    message: String,
    place: Option<SourceSpan>,
    help: Vec<String>,
}

/// A byte range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SourceSpan {
    text: String,
    span: Range<usize>,
}

impl Failure {
    /// An error without a span. Newlines in `message` are escaped, so that it stays one line.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into().replace('\n', "\\n");
        Self { message, place: None, help: Vec::new() }
    }

    /// Sets the underlined bytes `span` of `text`, unless a span is set already. An empty span marks the position where
    /// something is missing.
    #[must_use]
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        if text.get(span.clone()).is_some() {
            self.place.get_or_insert_with(|| SourceSpan { text: text.to_owned(), span });
        }
        self
    }

    /// Underlines the bytes `span` of a text of which the underlined one is a part.
    pub(crate) fn moved(mut self, text: &str, span: Range<usize>) -> Self {
        self.place = None;
        self.at(text, span)
    }

    /// Appends a line of help.
    #[must_use]
    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// Converts an error of the algebra, with its help.
    pub fn refused(error: &LayoutError) -> Self {
        // `Display` shows the position, so the message does not repeat it.
        if let Rule::Syntax { expected, .. } = error.rule() {
            return Self::new(format!("expected {expected}"));
        }
        let words = error.message_with_help().to_string();
        let mut lines = words.lines();
        let failure = Self::new(lines.next().unwrap_or_default());
        lines.fold(failure, |all, line| all.help(line.strip_prefix("help: ").unwrap_or(line)))
    }

    /// Converts an error of parsing `text`, and underlines the span that the error names.
    pub fn of(error: &LayoutError, text: &str) -> Self {
        match error.span() {
            Some(span) => Self::refused(error).at(text, span),
            None => Self::refused(error),
        }
    }

    /// As [`of`](Self::of), with the word that was found instead of the expected one.
    pub fn found(error: &LayoutError, text: &str) -> Self {
        let mut failure = Self::of(error, text);
        let word = failure.span().and_then(|span| text.get(span)).unwrap_or("");
        if let Rule::Syntax { .. } = error.rule() {
            failure.message += &match word {
                "" => ", found the end".into(),
                word => format!(", found `{word}`"),
            };
        }
        failure
    }

    /// The first line, which names the problem.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The underlined byte range.
    pub fn span(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|place| place.span.clone())
    }

    /// The lines of help.
    pub fn help_lines(&self) -> &[String] {
        &self.help
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(place) = &self.place {
            write_underlined(f, &place.text, place.span.clone())?;
        }
        self.help.iter().try_for_each(|line| write!(f, "\nhelp: {line}"))
    }
}

// `unwrap` and `main() -> Result<(), Failure>` print `Debug`.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Failure {}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        Self::refused(&error)
    }
}
