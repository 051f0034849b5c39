//! [`Slices`], NumPy's index `1:-1, ::2, 3`, read and printed.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use crate::error::{LayoutError, Operation, Rule};
use crate::notation::scan::{Scanner, read_whole};
use crate::strided::Slice;
use crate::value::limit::{Limit, MAX_AXES};

/// A slice for each axis, in NumPy's notation.
///
/// ```
/// use layout_core::{Layout, Slices};
/// let slices: Slices = "1:-1, ::2, 3".parse()?;
/// let a: Layout = "(5,6,7):(42,7,1)".parse()?;
/// let (part, offset) = a.slice_axes(&slices)?;
/// assert_eq!((part.to_string(), offset), ("(3,3):(42,14)".into(), 45));
/// assert_eq!(slices.to_string(), "1:-1, ::2, 3");
/// assert_eq!("1:x".parse::<Slices>().unwrap_err().to_string(), "at byte 2: expected `,` or the end");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slices {
    slices: [Slice; MAX_AXES],
    len: usize,
}

impl Deref for Slices {
    type Target = [Slice];

    fn deref(&self) -> &[Slice] {
        &self.slices[..self.len]
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, stop, step) = match *self {
            Self::Index(index) => return write!(f, "{index}"),
            Self::Range { start, stop, step } => (start, stop, step),
        };
        if let Some(start) = start {
            write!(f, "{start}")?;
        }
        f.write_str(":")?;
        if let Some(stop) = stop {
            write!(f, "{stop}")?;
        }
        if step != 1 {
            write!(f, ":{step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Slices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, slice) in self.iter().enumerate() {
            write!(f, "{}{slice}", if k > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Slices {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let mut slices = Self { slices: [Slice::FULL; MAX_AXES], len: 0 };
            while scanner.peek() != 0 {
                if !slices.is_empty() {
                    scanner.expect(",", "`,` or the end")?;
                }
                let slice = slice(scanner)?;
                let full = LayoutError::alone(Operation::Parse, Rule::Full { limit: Limit::Axes });
                *slices.slices.get_mut(slices.len).ok_or(full)? = slice;
                slices.len += 1;
            }
            Ok(slices)
        })
    }
}

fn slice(scanner: &mut Scanner<'_>) -> Result<Slice, LayoutError> {
    let start = bound(scanner)?;
    if !scanner.eat(":") {
        return match start {
            Some(index) => Ok(Slice::Index(index)),
            None => Err(scanner.expected("an index or a range such as `1:-1:2`")),
        };
    }
    let stop = bound(scanner)?;
    let step = if scanner.eat(":") { bound(scanner)?.unwrap_or(1) } else { 1 };
    Ok(Slice::Range { start, stop, step })
}

fn bound(scanner: &mut Scanner<'_>) -> Result<Option<i64>, LayoutError> {
    match scanner.peek() {
        b'-' | b'0'..=b'9' => scanner.integer("an integer").map(Some),
        _ => Ok(None),
    }
}
