//! Compares two layouts as functions of the linear index, and finds the first difference.

use std::fmt;

use layout_core::IntTuple;

use crate::{Failure, MaybeSwizzled};

/// The most elements that are compared one by one.
const MOST: i64 = 1 << 24;

/// The number of linear indices listed around the first difference.
const LISTED: i64 = 8;

/// Two layouts and the result of comparing them.
///
/// ```
/// use layout_cli::{MaybeSwizzled, comparison::{Comparison, ComparisonResult}};
/// let (a, b) = (MaybeSwizzled::read("(4,8):(1,4)")?, MaybeSwizzled::read("(4,8):(8,1)")?);
/// let comparison = Comparison::of(a, b)?;
/// assert_eq!(comparison.result, ComparisonResult::Differ { index: 1 });
/// assert!(comparison.to_string().starts_with("not the same function: at (1,0) A is 1 and B is 8\n"));
/// # Ok::<(), layout_cli::Failure>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The left operand.
    pub a: MaybeSwizzled,
    /// The right operand.
    pub b: MaybeSwizzled,
    /// The result.
    pub result: ComparisonResult,
}

/// Whether two layouts map every linear index to the same offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonResult {
    /// They are the same function.
    Same,
    /// They have different numbers of coordinates.
    Sizes,
    /// They differ.
    Differ {
        /// The first linear index with different images.
        index: i64,
    },
}

impl Comparison {
    /// Compares two layouts.
    ///
    /// Plain layouts are compared by their modes first. If that does not prove them equal, the images are compared one
    /// by one.
    ///
    /// # Errors
    ///
    /// Layouts of more than `2^24` elements without a difference in the first `2^24`.
    pub fn of(a: MaybeSwizzled, b: MaybeSwizzled) -> Result<Self, Failure> {
        let same = match (&a, &b) {
            (MaybeSwizzled::Plain(a), MaybeSwizzled::Plain(b)) => a.same_function(b),
            (MaybeSwizzled::Swizzled(a), MaybeSwizzled::Swizzled(b)) if a == b => true,
            _ => false,
        };
        if same || a.size() != b.size() {
            let result = if same { ComparisonResult::Same } else { ComparisonResult::Sizes };
            return Ok(Self { a, b, result });
        }
        let first = (0..a.size().min(MOST)).find(|&i| a.image(i) != b.image(i));
        match first {
            Some(index) => Ok(Self { a, b, result: ComparisonResult::Differ { index } }),
            None if a.size() <= MOST => Ok(Self { a, b, result: ComparisonResult::Same }),
            None => Err(Failure::new(format!(
                "no difference in the first {MOST} of {} elements; more are not compared",
                a.size()
            ))),
        }
    }

    /// The rows of the table: notation, size, cosize and the coalesced form of each layout.
    fn rows(&self) -> Vec<[String; 3]> {
        let both = |name: &str, of: &dyn Fn(&MaybeSwizzled) -> String| {
            [name.to_owned(), of(&self.a), of(&self.b)]
        };
        vec![
            both("", &MaybeSwizzled::to_string),
            both("size", &|layout| layout.size().to_string()),
            both("cosize", &|layout| match layout {
                MaybeSwizzled::Plain(layout) => layout.cosize().to_string(),
                MaybeSwizzled::Swizzled(layout) => layout.cosize().to_string(),
            }),
            both("coalesced", &|layout| {
                match layout {
                    MaybeSwizzled::Plain(layout) => {
                        layout.coalesce().map(|layout| layout.to_string())
                    }
                    MaybeSwizzled::Swizzled(layout) => {
                        layout.coalesce().map(|layout| layout.to_string())
                    }
                }
                .unwrap_or_default()
            }),
        ]
    }

    /// The rows of images around the first difference.
    fn images(&self, index: i64) -> Vec<[String; 3]> {
        let first = (index - 2).max(0);
        let text = |image: Option<IntTuple>| image.map(|i| i.to_string()).unwrap_or_default();
        (first..self.a.size().min(first.saturating_add(LISTED)))
            .map(|i| {
                let (a, b) = (self.a.image(i), self.b.image(i));
                let mark = if a == b { "" } else { " *" };
                [self.coordinate(i), text(a), text(b) + mark]
            })
            .collect()
    }

    /// The coordinate of a linear index in the shape of the left layout.
    fn coordinate(&self, i: i64) -> String {
        self.a.plain().coord(i).map_or_else(|_| i.to_string(), |c| c.to_string())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = self.rows();
        match self.result {
            ComparisonResult::Same => writeln!(f, "the same function")?,
            ComparisonResult::Sizes => {
                let (a, b) = (self.a.size(), self.b.size());
                writeln!(f, "not the same function: A has {a} coordinates and B has {b}")?;
            }
            ComparisonResult::Differ { index } => {
                let [at, a, b] =
                    self.images(index).swap_remove(usize::try_from(index.min(2)).unwrap_or(0));
                let b = b.trim_end_matches(" *");
                writeln!(f, "not the same function: at {at} A is {a} and B is {b}")?;
                rows.push(["at".into(), "A".into(), "B".into()]);
                rows.extend(self.images(index));
            }
        }
        let width =
            |k: usize| rows.iter().map(|row| row[k].chars().count()).max().unwrap_or_default();
        let (names, left) = (width(0), width(1));
        for [name, a, b] in &rows {
            let line = format!("{name:names$}  {a:left$}  {b}");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
