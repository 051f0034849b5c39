//! `StridedLayout(shape=(5, 4), strides=(6, 1), itemsize=4, _slice_offset=1)`, as cuda.core prints it.

use core::fmt;
use core::str::FromStr;

use crate::dialect::scan::whole;
use crate::layout::Layout;
use crate::notation::error::LayoutError;
use crate::strided::{StrideOrder, StridedLayout};
use crate::tuple::IntTuple;

/// `(5, 4)`, `(5,)` or `()`.
struct Python(IntTuple);

impl fmt::Display for Python {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.0.leaf_count();
        f.write_str("(")?;
        for k in 0..len {
            write!(f, "{}{}", if k > 0 { ", " } else { "" }, self.0.value(k))?;
        }
        f.write_str(if len == 1 { ",)" } else { ")" })
    }
}

/// As cuda.core prints it; [`StridedLayout::layout`] prints as `S:D`.
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
        let (shape, strides) = (Python(self.shape()), Python(self.strides()));
        write!(f, "StridedLayout(shape={shape}, strides={strides}, itemsize={}", self.item_size())?;
        if self.offset() != 0 {
            write!(f, ", _slice_offset={}", self.offset())?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for StridedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what `Display` writes; `strides=None` is row-major without gaps.
///
/// ```
/// use layout_core::StridedLayout;
/// let a: StridedLayout = "StridedLayout(shape=(5, 4), strides=None, itemsize=2)".parse()?;
/// assert_eq!(a.layout().to_string(), "(5,4):(4,1)");
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
        whole(text, |scanner| {
            scanner.need("StridedLayout", "`StridedLayout(`")?;
            scanner.need("(", "`(`")?;
            scanner.need("shape", "`shape=`")?;
            scanner.need("=", "`=` and the shape")?;
            let shape = scanner.python_tuple()?;
            scanner.need(",", "`,` and `strides=`")?;
            scanner.need("strides", "`strides=`")?;
            scanner.need("=", "`=` and the strides")?;
            let strides = match scanner.eat("None") {
                true => None,
                false => Some(scanner.python_tuple()?),
            };
            scanner.need(",", "`,` and `itemsize=`")?;
            scanner.need("itemsize", "`itemsize=`")?;
            scanner.need("=", "`=` and the item size")?;
            let item_size = scanner.natural("the item size")?;
            let mut offset = 0;
            if scanner.eat(",") {
                scanner.need("_slice_offset", "`_slice_offset=`")?;
                scanner.need("=", "`=` and the offset")?;
                offset = scanner.integer("the offset")?;
            }
            scanner.need(")", "`,` or `)`")?;
            let array = match strides {
                None => Self::dense(&shape, item_size, &StrideOrder::C)?,
                Some(strides) => Self::new(&Layout::new(shape, strides)?, item_size)?,
            };
            array.with_offset(offset)
        })
    }
}
