//! Why there is no answer.

use std::fmt;
use std::ops::Range;

use layout_core::{LayoutError, Rule};

/// A refusal for people: one line that says what is wrong, the text with what is meant underlined, and what
/// would help.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    place: Option<SourceSpan>,
    help: Vec<String>,
}

/// Bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SourceSpan {
    text: String,
    span: Range<usize>,
}

impl Failure {
    /// What is wrong, without a place: one line, also where a text of several is quoted.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into().replace('\n', "\\n");
        Self { message, place: None, help: Vec::new() }
    }

    /// The same, about the bytes `span` of `text`, if none is named yet. An empty span is where something is
    /// missing.
    #[must_use]
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        if text.get(span.clone()).is_some() {
            self.place.get_or_insert_with(|| SourceSpan { text: text.to_owned(), span });
        }
        self
    }

    /// The same with one more line of what would help.
    #[must_use]
    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// A refusal of the algebra, with the help that it knows.
    pub fn refused(error: &LayoutError) -> Self {
        // The place is shown, not counted.
        if let Rule::Syntax { expected, .. } = error.rule() {
            return Self::new(format!("expected {expected}"));
        }
        let words = error.message_with_help().to_string();
        let mut lines = words.lines();
        let failure = Self::new(lines.next().unwrap_or_default());
        lines.fold(failure, |all, line| all.help(line.strip_prefix("help: ").unwrap_or(line)))
    }

    /// A refusal of `text` itself, which was parsed: the part that is meant underlined.
    pub fn of(error: &LayoutError, text: &str) -> Self {
        match error.span() {
            Some(span) => Self::refused(error).at(text, span),
            None => Self::refused(error),
        }
    }

    /// The first line: what is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the text that are meant.
    pub fn span(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|place| place.span.clone())
    }

    /// The lines of what would help.
    pub fn help_lines(&self) -> &[String] {
        &self.help
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(place) = &self.place {
            place.fmt(f)?;
        }
        self.help.iter().try_for_each(|line| write!(f, "\nhelp: {line}"))
    }
}

impl std::error::Error for Failure {}

/// The line of the text, and below it a caret under each character that is meant.
impl fmt::Display for SourceSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, meant) = (&self.text[..self.span.start], &self.text[self.span.clone()]);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let number = (before.matches('\n').count() + 1).to_string();
        let margin = " ".repeat(number.len());
        // A tab stays one, so that the carets stand below what they mean.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let blanks: String = before[start..].chars().map(blank).collect();
        let carets = "^".repeat(meant.lines().next().unwrap_or_default().chars().count().max(1));
        write!(f, "\n{margin} |\n{number} | {line}\n{margin} | {blanks}{carets}")
    }
}
