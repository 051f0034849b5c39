//! [`CuteLayout`], a layout type of the CuTe DSL and its MLIR dialect: `!cute.layout<"(4,?):(1,?)">`.

use core::fmt;
use core::str::FromStr;

use crate::nested::{Spelling, read_nested, write_leaf, write_nested};
use layout_core::scan::{Scanner, expected_at, read_whole};
use layout_core::{
    Facts, IntTuple, Layout, LayoutError, MAX_LEAVES, Operand, Operation, Rule, SymbolicError,
    SymbolicLayout,
};

/// A layout type of the CuTe DSL. `?` is an integer that is known at run time only, of 32 bits. `?{i64}` has 64, and
/// `?{div=8}` is a multiple of 8.
///
/// ```
/// use layout_core::Layout;
/// use static_layout_dialects::CuteLayout;
/// let a: CuteLayout = r#"!cute.layout<"(4,(2,?)):(1,(4,?))">"#.parse()?;
/// assert_eq!(a.unknown_count(), 2);
/// assert_eq!(a.fill(&[7, 32])?.to_string(), "(4,(2,7)):(1,(4,32))");
/// assert_eq!(a.to_string(), r#"!cute.layout<"(4,(2,?)):(1,(4,?))">"#);
/// let b: CuteLayout = r#"!cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">"#.parse()?;
/// assert_eq!(b.facts().map(|facts| facts.divisor()).collect::<Vec<_>>(), [1, 8, 8]);
/// assert_eq!(b.fill(&[3, 16, 16])?.to_string(), "(3,16):(16,1)");
/// assert_eq!(
///     b.fill(&[3, 12, 12]).unwrap_err().to_string(),
///     "cannot make ?{i32 div=8}: 12 is not a multiple of 8"
/// );
/// // The algebra follows facts, as it follows names.
/// let tiles = b.symbolic()?.zipped_divide(&"<3,4>".parse()?)?;
/// assert_eq!(
///     CuteLayout::from(tiles).to_string(),
///     r#"!cute.layout<"((3,4),(?,?{div=2})):((?{i64 div=8},1),(?{i64 div=24},4))">"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct CuteLayout {
    shape: IntTuple,
    stride: IntTuple,
    /// The types of the run-time extents and strides, by the number of the leaf.
    extents: [RuntimeInt; MAX_LEAVES],
    strides: [RuntimeInt; MAX_LEAVES],
}

/// The type of a run-time integer: 32 bits or 64, and its known divisor.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RuntimeInt {
    is_wide: bool,
    divisor: i64,
}

const SPELLING: Spelling = Spelling { comma: ",", single: "", known: "", unknown: Some("?") };

impl RuntimeInt {
    const PLAIN: Self = Self { is_wide: false, divisor: 1 };

    fn facts(&self) -> Facts {
        let most = if self.is_wide { i64::MAX } else { i64::from(i32::MAX) };
        Facts::new(self.divisor, most)
    }

    /// Reads the facts after `?`: nothing, `{i64}`, `{div=8}` or `{i64 div=8}`.
    fn read(scanner: &mut Scanner<'_>) -> Result<Self, LayoutError> {
        let mut found = Self::PLAIN;
        if !scanner.eat("{") {
            return Ok(found);
        }
        while !scanner.eat("}") {
            let place = scanner.position();
            match scanner.word() {
                "i32" => {}
                "i64" => found.is_wide = true,
                "div" => {
                    scanner.expect("=", "`=` and the divisor")?;
                    found.divisor = scanner.natural("the divisor")?;
                    if found.divisor == 0 {
                        return Err(scanner.expected("a divisor of 1 or more before it"));
                    }
                }
                _ => return Err(expected_at(place, "`i64`, `div=8` or `}`")),
            }
        }
        Ok(found)
    }
}

impl fmt::Display for RuntimeInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_wide, self.divisor) {
            (false, 1) => f.write_str("?"),
            (true, 1) => f.write_str("?{i64}"),
            (false, divisor) => write!(f, "?{{div={divisor}}}"),
            (true, divisor) => write!(f, "?{{i64 div={divisor}}}"),
        }
    }
}

/// Reads a tuple, and the types of its run-time leaves to `types`.
fn read_side(
    scanner: &mut Scanner<'_>,
    types: &mut [RuntimeInt; MAX_LEAVES],
) -> Result<IntTuple, LayoutError> {
    read_nested(scanner, |scanner, leaf| {
        if !scanner.eat("?") {
            return leaf_of_text(scanner);
        }
        let found = RuntimeInt::read(scanner)?;
        if scanner.peek() == b'@' {
            return Err(
                scanner.expected("no `@`: a step along a coordinate is a known integer here")
            );
        }
        if let Some(place) = types.get_mut(leaf) {
            *place = found;
        }
        Ok(IntTuple::unknown(0))
    })
}

/// Reads an integer, or a step along a coordinate: `2@1@0`.
fn leaf_of_text(scanner: &mut Scanner<'_>) -> Result<IntTuple, LayoutError> {
    let before = scanner.rest();
    let scale = scanner.integer("an integer, `?` or `(`")?;
    if scanner.peek() != b'@' {
        return Ok(IntTuple::leaf(scale));
    }
    let place = scanner.position();
    while scanner.eat("@") {
        scanner.natural("the number of a coordinate")?;
    }
    let text = &before[..before.len() - scanner.rest().len()];
    IntTuple::parse(text.trim_end()).map_err(|_| expected_at(place, "at most 8 numbers up to 11"))
}

/// Reads a tuple of known integers.
pub(crate) fn read_tuple(scanner: &mut Scanner<'_>) -> Result<IntTuple, LayoutError> {
    read_nested(scanner, |scanner, _| match scanner.peek() {
        b'?' => Err(scanner.expected("a known integer: a tuple has no `?` here")),
        _ => leaf_of_text(scanner),
    })
}

/// Reads a tuple with `?`, which has facts but is not under `@`.
pub(crate) fn read_unknowns(scanner: &mut Scanner<'_>) -> Result<IntTuple, LayoutError> {
    read_side(scanner, &mut [RuntimeInt::PLAIN; MAX_LEAVES])
}

/// Prints a tuple with the types of its run-time leaves.
fn write_side(
    f: &mut fmt::Formatter<'_>,
    side: &IntTuple,
    types: &[RuntimeInt; MAX_LEAVES],
) -> fmt::Result {
    write_nested(f, side, &SPELLING, |f, leaf| {
        if side.is_known(leaf) { write_leaf(f, side, leaf) } else { write!(f, "{}", types[leaf]) }
    })
}

impl CuteLayout {
    /// Reads the text between the quotes.
    pub(crate) fn read(scanner: &mut Scanner<'_>) -> Result<Self, LayoutError> {
        let mut types = [[RuntimeInt::PLAIN; MAX_LEAVES]; 2];
        let place = scanner.position();
        let shape = read_side(scanner, &mut types[0])?;
        if (0..shape.leaf_count()).any(|k| shape.is_known(k) && shape.value(k) < 1) {
            return Err(expected_at(place, "a shape of extents of 1 or more"));
        }
        let is_known = (0..shape.leaf_count()).all(|k| shape.is_known(k));
        if is_known && scanner.peek() != b':' {
            // A shape alone is its compact layout.
            return Layout::col_major(shape).map(Self::from);
        }
        scanner.expect(":", "`:` and the stride")?;
        let stride = read_side(scanner, &mut types[1])?;
        if !shape.congruent(&stride) {
            return Err(LayoutError::refused(
                Operation::Make,
                Operand::TuplePattern(shape),
                Operand::TuplePattern(stride),
                Rule::Congruence,
            ));
        }
        let [extents, strides] = types;
        Ok(Self { shape, stride, extents, strides })
    }

    /// The text between the quotes.
    pub(crate) fn inside(&self) -> impl fmt::Display + '_ {
        Inside(self)
    }

    /// The number of `?`.
    pub fn unknown_count(&self) -> usize {
        let unknown =
            |tuple: &IntTuple| (0..tuple.leaf_count()).filter(|&k| !tuple.is_known(k)).count();
        unknown(&self.shape) + unknown(&self.stride)
    }

    /// What the type states of each `?`, in the order of the notation: a width, which is a bound, and a divisor.
    pub fn facts(&self) -> impl Iterator<Item = Facts> + '_ {
        let side = |tuple: &'_ IntTuple, types: &'_ [RuntimeInt; MAX_LEAVES]| {
            let (tuple, types) = (*tuple, *types);
            (0..tuple.leaf_count())
                .filter(move |&k| !tuple.is_known(k))
                .map(move |k| types[k].facts())
        };
        side(&self.shape, &self.extents).chain(side(&self.stride, &self.strides))
    }

    /// The layout whose `?` have the facts of the type, for operations that follow them.
    ///
    /// # Errors
    /// More than 12 `?`.
    pub fn symbolic(&self) -> Result<SymbolicLayout, SymbolicError> {
        SymbolicLayout::of_facts(self.shape, self.stride, self.facts())
    }

    /// The layout with `values` for `?`, in the order of the notation. They are run-time integers of the layout.
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless there are as many values as `?`, [`Rule::NoMultiple`] and [`Rule::PastBound`] if a value
    /// contradicts the type. Otherwise the errors of [`Layout::new`].
    pub fn fill(&self, values: &[i64]) -> Result<Layout, LayoutError> {
        for (facts, &value) in self.facts().zip(values) {
            facts.check(value)?;
        }
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
        let types = [RuntimeInt::PLAIN; MAX_LEAVES];
        Self { shape, stride, extents: types, strides: types }
    }
}

/// The type of a layout of names: each leaf with a name is `?`, of 32 bits if its bound allows that.
impl From<SymbolicLayout> for CuteLayout {
    fn from(layout: SymbolicLayout) -> Self {
        let ((shape, stride), mut facts) = (layout.parts(), layout.facts());
        let mut side = |tuple: &IntTuple| {
            let mut types = [RuntimeInt::PLAIN; MAX_LEAVES];
            for (k, of) in types.iter_mut().enumerate().take(tuple.leaf_count()) {
                if !tuple.is_known(k) {
                    let facts = facts.next().unwrap_or(Facts::NONE);
                    let is_wide = facts.most() > i64::from(i32::MAX);
                    *of = RuntimeInt { is_wide, divisor: facts.divisor() };
                }
            }
            types
        };
        let (extents, strides) = (side(&shape), side(&stride));
        Self { shape, stride, extents, strides }
    }
}

/// Equality of types: equal nesting and integers, and `?` at equal leaves, with equal facts.
impl PartialEq for CuteLayout {
    fn eq(&self, other: &Self) -> bool {
        self.shape.same_form(&other.shape)
            && self.stride.same_form(&other.stride)
            && (self.extents, self.strides) == (other.extents, other.strides)
    }
}

impl Eq for CuteLayout {}

impl fmt::Display for CuteLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "!cute.layout<\"{}\">", self.inside())
    }
}

/// The text between the quotes.
struct Inside<'a>(&'a CuteLayout);

impl fmt::Display for Inside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_side(f, &self.0.shape, &self.0.extents)?;
        f.write_str(":")?;
        write_side(f, &self.0.stride, &self.0.strides)
    }
}

crate::debug_as_display!(CuteLayout);

impl FromStr for CuteLayout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("!cute.layout", "`!cute.layout<\"`")?;
            scanner.expect("<", "`<`")?;
            scanner.expect("\"", "`\"` and a layout")?;
            let layout = Self::read(scanner)?;
            scanner.expect("\"", "`\"` after the layout")?;
            scanner.expect(">", "`>`")?;
            Ok(layout)
        })
    }
}
