//! MoYe: `(_2, 3):(_1, _8)`, where `_2` is known to the compiler and `3` is not.

use core::fmt;
use core::str::FromStr;

use crate::nested::Spelling;
use layout_core::scan::read_whole;
use layout_core::{IntTuple, Layout, LayoutError, Table};

/// A layout or a tuple in MoYe's spelling, that of Julia. Coordinates and offsets count from 1 there:
/// [`OneBased`](crate::OneBased).
///
/// ```
/// use layout_core::Layout;
/// use static_layout_dialects::MoYe;
/// let a: MoYe<Layout> = "(_2, 3):(_1, _8)".parse()?;
/// assert_eq!((a.0.to_string(), a.to_string()), ("(2,3):(1,8)".into(), "(_2, 3):(_1, _8)".into()));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct MoYe<T>(pub T);

const SPELLING: Spelling = Spelling { comma: ", ", single: ",", known: "_", unknown: None };

impl MoYe<Layout> {
    /// The table of offsets that `print_layout` shows, from 1 on. Refused unless the layout has two modes.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::MoYe;
    /// let a: MoYe<Layout> = "(_2, _2):(_1, _2)".parse()?;
    /// assert_eq!(a.table()?.to_string().lines().nth(3), Some(" 1  | 1 | 3 |"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn table(&self) -> Result<impl fmt::Display + use<>, LayoutError> {
        Ok(Titled { title: *self, table: Table::from_base(&self.0, 1)? })
    }
}

struct Titled {
    title: MoYe<Layout>,
    table: Table,
}

impl fmt::Display for Titled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.title, self.table)
    }
}

impl fmt::Display for MoYe<Layout> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SPELLING.write_layout(f, &self.0)
    }
}

impl FromStr for MoYe<Layout> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let (shape, stride) = SPELLING.read_pair(scanner)?;
            Layout::new(shape, stride).map(Self)
        })
    }
}

impl fmt::Display for MoYe<IntTuple> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SPELLING.write(f, &self.0)
    }
}

impl FromStr for MoYe<IntTuple> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let tuple = SPELLING.read(scanner)?;
            Ok(Self(tuple))
        })
    }
}

/// Equal, with the same integers known to the compiler.
impl PartialEq for MoYe<Layout> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.0.same_form(&other.0)
    }
}

impl PartialEq for MoYe<IntTuple> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.0.same_form(&other.0)
    }
}

impl<T> fmt::Debug for MoYe<T>
where
    Self: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
