//! Errors as diagnostics of `miette` (feature `miette`), with the refused part of the source labelled.
//!
//! ```
//! use layout_core::Layout;
//! use miette::Diagnostic;
//! let text = "(2,(2,2)):(4,1)";
//! let refused = text.parse::<Layout>().unwrap_err();
//! let label = refused.labels().unwrap().next().unwrap();
//! assert_eq!((label.offset(), label.len()), (10, 5));
//! assert_eq!(refused.code().unwrap().to_string(), "layout::make");
//! let report = miette::Report::new(refused).with_source_code(text);
//! assert_eq!(report.to_string(), "stride (4,1) is not congruent with shape (2,(2,2))");
//! ```

extern crate std;

use core::fmt::Display;
use std::boxed::Box;
use std::format;

use miette::{Diagnostic, LabeledSpan};

use crate::error::LayoutError;

/// The code is the operation, such as `layout::divide`. The label is the [span](Self::span).
impl Diagnostic for LayoutError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(format!("layout::{:?}", self.operation).to_ascii_lowercase()))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::underline(self.span()?);
        Some(Box::new(core::iter::once(label)))
    }
}
