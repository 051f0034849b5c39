//! [`StridedLayout`] in the notation of cuda.core: `StridedLayout(shape=(5, 4), strides=(6, 1), itemsize=4,
//! _slice_offset=1)`.

use core::fmt;
use core::str::FromStr;

use crate::error::LayoutError;
use crate::notation::scan::{Scanner, expected_at, read_whole};
use crate::strided::{AxisList, StridedLayout};

/// A tuple in Python's notation: `(5, 4)`, `(5,)` or `()`.
struct Python(AxisList);

impl fmt::Display for Python {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.0.len;
        f.write_str("(")?;
        for k in 0..len {
            write!(f, "{}{}", if k > 0 { ", " } else { "" }, self.0[k])?;
        }
        f.write_str(if len == 1 { ",)" } else { ")" })
    }
}

/// Prints cuda.core's notation, without the underscore that the class has in cuda.core 1.2. [`StridedLayout::layout`] prints as
/// `S:D`.
///
/// ```
/// use layout_core::StridedLayout;
/// let a = StridedLayout::new(&"(5,4):(6,1)".parse()?, 4)?.with_offset(1)?;
/// let text = "StridedLayout(shape=(5, 4), strides=(6, 1), itemsize=4, _slice_offset=1)";
/// assert_eq!(a.to_string(), text);
/// assert_eq!(text.parse::<StridedLayout>()?, a);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
impl fmt::Display for StridedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StridedLayout(shape={}, strides=", Python(self.shape()))?;
        match self.explicit_strides() {
            Some(strides) => Python(strides).fmt(f)?,
            None => f.write_str("None")?,
        }
        write!(f, ", itemsize={}", self.item_size())?;
        if self.offset() != 0 {
            write!(f, ", _slice_offset={}", self.offset())?;
        }
        f.write_str(")")
    }
}

crate::value::text::debug_as_display!(StridedLayout);

/// Reads cuda.core's notation, with arguments in any order or by position. `strides=None` is
/// [`StridedLayout::implicit`], and with `divide_strides=True` strides are in bytes.
///
/// ```
/// use layout_core::StridedLayout;
/// let a: StridedLayout = "StridedLayout(shape=(5, 4), strides=None, itemsize=2)".parse()?;
/// assert_eq!(a.layout()?.to_string(), "(5,4):(4,1)");
/// // cuda.core 1.2 has an underscore before the name.
/// let b: StridedLayout = "_StridedLayout((5, 4), itemsize=2, strides=None)".parse()?;
/// assert_eq!(a, b);
/// let refused = "StridedLayout(shape=(5), strides=None)".parse::<StridedLayout>().unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "at byte 22: expected `,`: a Python tuple of one element has a comma"
/// );
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
impl FromStr for StridedLayout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.eat("_");
            scanner.expect("StridedLayout", "`StridedLayout(`")?;
            scanner.expect("(", "`(`")?;
            let mut read = Arguments::default();
            while !scanner.eat(")") {
                if read.count > 0 {
                    scanner.expect(",", "`,` or `)`")?;
                    if scanner.eat(")") {
                        break;
                    }
                }
                read.argument(scanner)?;
            }
            let (Some(shape), Some(strides), Some(item_size)) =
                (read.shape, read.strides, read.item_size)
            else {
                return Err(scanner.expected("`shape=`, `strides=` and `itemsize=` before it"));
            };
            let array = match strides {
                None => Self::implicit(&shape, item_size)?,
                Some(strides) if read.is_in_bytes == Some(true) => {
                    Self::from_byte_strides(&shape, &strides, item_size)?
                }
                Some(strides) => Self::from_strides(&shape, &strides, item_size)?,
            };
            array.with_offset(read.offset.unwrap_or(0))
        })
    }
}

/// The arguments of `StridedLayout(..)`.
#[derive(Default)]
struct Arguments {
    shape: Option<AxisList>,
    strides: Option<Option<AxisList>>,
    item_size: Option<i64>,
    is_in_bytes: Option<bool>,
    offset: Option<i64>,
    count: usize,
    is_named: bool,
}

impl Arguments {
    /// Their names, in the order of their positions. The last one has none.
    const NAMES: [&str; 5] = ["shape", "strides", "itemsize", "divide_strides", "_slice_offset"];

    fn argument(&mut self, scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
        const EXPECTED: &str =
            "shape, strides, itemsize, divide_strides or _slice_offset, each once";
        let place = scanner.position();
        let mut ahead = scanner.clone();
        let name = ahead.word();
        let mut k = Some(self.count).filter(|&k| !self.is_named && k < 4);
        if !name.is_empty() && ahead.eat("=") {
            (*scanner, self.is_named) = (ahead, true);
            k = Self::NAMES.iter().position(|known| *known == name);
        }
        self.count += 1;
        let is_new = match k {
            Some(0) => self.shape.replace(AxisList::read(scanner, true)?).is_none(),
            Some(1) => {
                let strides = match scanner.eat("None") {
                    true => None,
                    false => Some(AxisList::read(scanner, true)?),
                };
                self.strides.replace(strides).is_none()
            }
            Some(2) => self.item_size.replace(scanner.natural("the item size")?).is_none(),
            Some(3) => {
                let is_true = scanner.eat("True");
                if !is_true {
                    scanner.expect("False", "`True` or `False`")?;
                }
                self.is_in_bytes.replace(is_true).is_none()
            }
            Some(4) => self.offset.replace(scanner.integer("the offset")?).is_none(),
            _ => false,
        };
        if is_new { Ok(()) } else { Err(expected_at(place, EXPECTED)) }
    }
}
