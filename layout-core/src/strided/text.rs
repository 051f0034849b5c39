//! [`StridedLayout`] in the notation of cuda.core: `StridedLayout(shape=(5, 4), strides=(6, 1), itemsize=4,
//! _slice_offset=1)`.

use core::fmt;
use core::str::FromStr;

use crate::error::LayoutError;
use crate::notation::scan::read_whole;
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

/// Prints cuda.core's notation. [`StridedLayout::layout`] prints as `S:D`.
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

/// Reads cuda.core's notation. `strides=None` is [`StridedLayout::implicit`].
///
/// ```
/// use layout_core::StridedLayout;
/// let a: StridedLayout = "StridedLayout(shape=(5, 4), strides=None, itemsize=2)".parse()?;
/// assert_eq!(a.layout()?.to_string(), "(5,4):(4,1)");
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
            scanner.expect("StridedLayout", "`StridedLayout(`")?;
            scanner.expect("(", "`(`")?;
            scanner.expect("shape", "`shape=`")?;
            scanner.expect("=", "`=` and the shape")?;
            let shape = AxisList::read(scanner, true)?;
            scanner.expect(",", "`,` and `strides=`")?;
            scanner.expect("strides", "`strides=`")?;
            scanner.expect("=", "`=` and the strides")?;
            let strides = match scanner.eat("None") {
                true => None,
                false => Some(AxisList::read(scanner, true)?),
            };
            scanner.expect(",", "`,` and `itemsize=`")?;
            scanner.expect("itemsize", "`itemsize=`")?;
            scanner.expect("=", "`=` and the item size")?;
            let item_size = scanner.natural("the item size")?;
            let mut offset = 0;
            if scanner.eat(",") {
                scanner.expect("_slice_offset", "`_slice_offset=`")?;
                scanner.expect("=", "`=` and the offset")?;
                offset = scanner.integer("the offset")?;
            }
            scanner.expect(")", "`,` or `)`")?;
            let array = match strides {
                None => Self::implicit(&shape, item_size)?,
                Some(strides) => Self::from_strides(&shape, &strides, item_size)?,
            };
            array.with_offset(offset)
        })
    }
}
