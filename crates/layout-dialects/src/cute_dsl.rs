//! The CuTe DSL and its MLIR dialect: `!cute.layout<"(4,?):(1,?)">`.

use core::fmt;
use core::str::FromStr;

use crate::nested::Spelling;
use layout_core::scan::read_whole;
use layout_core::{IntTuple, Layout, LayoutError, Operand, Operation, Rule};

/// A layout type of the CuTe DSL: integers are known to the compiler, each `?` is one that is not.
///
/// ```
/// use layout_core::Layout;
/// use static_layout_dialects::CuteLayout;
/// let a: CuteLayout = r#"!cute.layout<"(4,(2,?)):(1,(4,?))">"#.parse()?;
/// assert_eq!(a.unknown_count(), 2);
/// assert_eq!(a.fill(&[7, 32])?.to_string(), "(4,(2,7)):(1,(4,32))");
/// assert_eq!(a.to_string(), r#"!cute.layout<"(4,(2,?)):(1,(4,?))">"#);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct CuteLayout {
    shape: IntTuple,
    stride: IntTuple,
}

const SPELLING: Spelling = Spelling { comma: ",", single: "", known: "", unknown: Some("?") };

impl CuteLayout {
    /// How many `?` there are.
    pub fn unknown_count(&self) -> usize {
        let unknown =
            |tuple: &IntTuple| (0..tuple.leaf_count()).filter(|&k| !tuple.is_known(k)).count();
        unknown(&self.shape) + unknown(&self.stride)
    }

    /// The layout with these integers for `?`, those of the shape first, from left to right; they stay run-time
    /// integers. Refused unless there are as many.
    pub fn fill(&self, values: &[i64]) -> Result<Layout, LayoutError> {
        let (mut shape, mut stride, mut rest) = (self.shape, self.stride, values);
        for tuple in [&mut shape, &mut stride] {
            for k in 0..tuple.leaf_count() {
                if !tuple.is_known(k)
                    && let [value, later @ ..] = rest
                {
                    tuple.set_value(k, *value);
                    rest = later;
                }
            }
        }
        if values.len() != self.unknown_count() {
            return Err(LayoutError::refused(
                Operation::Make,
                Operand::Tuple(self.shape),
                Operand::None,
                Rule::Ranks { left: self.unknown_count(), right: values.len() },
            ));
        }
        Layout::new(shape, stride)
    }
}

impl From<Layout> for CuteLayout {
    fn from(layout: Layout) -> Self {
        let (mut shape, mut stride) = (layout.shape(), layout.stride());
        for tuple in [&mut shape, &mut stride] {
            for k in 0..tuple.leaf_count() {
                if !tuple.is_known(k) {
                    tuple.set_value(k, 0);
                }
            }
        }
        Self { shape, stride }
    }
}

/// The same type: the same nesting, the same integers, and `?` at the same places.
impl PartialEq for CuteLayout {
    fn eq(&self, other: &Self) -> bool {
        self.shape.same_form(&other.shape) && self.stride.same_form(&other.stride)
    }
}

impl Eq for CuteLayout {}

impl fmt::Display for CuteLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("!cute.layout<\"")?;
        SPELLING.write(f, &self.shape)?;
        f.write_str(":")?;
        SPELLING.write(f, &self.stride)?;
        f.write_str("\">")
    }
}

impl fmt::Debug for CuteLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CuteLayout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("!cute.layout", "`!cute.layout<\"`")?;
            scanner.expect("<", "`<`")?;
            scanner.expect("\"", "`\"` and a layout")?;
            let (shape, stride) = SPELLING.read_pair(scanner)?;
            scanner.expect("\"", "`\"` after the layout")?;
            scanner.expect(">", "`>`")?;
            if !shape.congruent(&stride) {
                return Err(LayoutError::refused(
                    Operation::Make,
                    Operand::TuplePattern(shape),
                    Operand::TuplePattern(stride),
                    Rule::Congruence,
                ));
            }
            Ok(Self { shape, stride })
        })
    }
}
