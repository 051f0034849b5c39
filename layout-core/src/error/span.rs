//! The span of an error in a parsed text, and its picture.

use core::fmt;
use core::ops::Range;

use crate::error::LayoutError;
#[cfg(feature = "sharding")]
use crate::error::Rule;

/// The bytes `start..end` of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl LayoutError {
    /// The bytes of the parsed text that are refused. Empty at the end of the text where something is missing. `None`
    /// for an error that is not of a text.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let text = "(2,(2,2)):(4,1)";
    /// let refused = text.parse::<Layout>().unwrap_err();
    /// assert_eq!(&text[refused.span().unwrap()], "(4,1)");
    ///
    /// let a: Layout = "(6,4):(4,1)".parse()?;
    /// assert_eq!(a.mode(2).unwrap_err().span(), None);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn span(&self) -> Option<Range<usize>> {
        match self.span {
            Some(Span { start, end }) => Some(start..end),
            None => None,
        }
    }

    /// The message, then the line of the parsed `text` with the [span](Self::span) underlined. The message alone
    /// without a span, and for a text that does not contain it.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let text = "(2,(2,2)):(4,1)";
    /// let refused = text.parse::<Layout>().unwrap_err();
    /// let picture = "\
    /// stride (4,1) is not congruent with shape (2,(2,2))
    ///   |
    /// 1 | (2,(2,2)):(4,1)
    ///   |           ^^^^^";
    /// assert_eq!(refused.render(text).to_string(), picture);
    /// ```
    pub const fn render<'a>(&'a self, text: &'a str) -> impl fmt::Display + 'a {
        Rendered { error: self, text }
    }

    /// This error with a span.
    pub(crate) const fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// This error of a text that begins at byte `first` of another.
    #[cfg(feature = "sharding")]
    pub(crate) const fn moved(mut self, first: usize) -> Self {
        if let Some(Span { start, end }) = self.span {
            self.span = Some(Span { start: first + start, end: first + end });
        }
        if let Rule::Syntax { position, expected } = self.rule {
            self.rule = Rule::Syntax { position: first + position, expected };
        }
        self
    }
}

struct Rendered<'a> {
    error: &'a LayoutError,
    text: &'a str,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        match self.error.span() {
            Some(span) => write_underlined(f, self.text, span),
            None => Ok(()),
        }
    }
}

/// Prints the line of `text` with the bytes `span` underlined, below what is written. Nothing for a text without them.
pub fn write_underlined(f: &mut fmt::Formatter<'_>, text: &str, span: Range<usize>) -> fmt::Result {
    let (Some(before), Some(refused)) = (text.get(..span.start), text.get(span)) else {
        return Ok(());
    };
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let number = before.matches('\n').count() + 1;
    let margin = number.ilog10() as usize + 1;
    // Each character is one column. A tab remains one, so that both lines have the same width.
    let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
    let carets = refused.lines().next().unwrap_or_default().chars().count().max(1);
    write!(f, "\n{:margin$} |\n{number} | {line}\n{:margin$} | ", "", "")?;
    before[start..].chars().try_for_each(|c| fmt::Write::write_char(f, blank(c)))?;
    (0..carets).try_for_each(|_| fmt::Write::write_char(f, '^'))
}
