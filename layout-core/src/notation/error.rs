//! Refusals: what was asked, of what, and which rule said no.

use core::fmt;

use crate::basis::Basis;
use crate::coord::Coord;
use crate::layout::Layout;
pub use crate::notation::operation::Operation;
use crate::notation::span::Span;
use crate::profile::Limit;
use crate::strided::ArrayRule;
use crate::swizzle::bits::Swizzle;
use crate::swizzle::composed::ComposedLayout;
use crate::tiler::Tiler;
use crate::tuple::IntTuple;

/// Why an operation gave no layout: its `Display` is one line, with the operands in notation, the
/// rule and the numbers that disagree. One that came from a text says [where](Self::span), and
/// [shows it](Self::render).
///
/// ```
/// use layout_core::{Layout, Tiler};
/// let a: Layout = "(6,4):(4,1)".parse()?;
/// let refused = a.logical_divide(&"4:1".parse()?).unwrap_err();
/// assert!(refused.to_string().starts_with("cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutError {
    pub(crate) operation: Operation,
    pub(crate) left: Operand,
    pub(crate) right: Operand,
    pub(crate) rule: Rule,
    /// Of a text that was parsed.
    pub(crate) span: Option<Span>,
}

/// Of what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// The operation has no such operand.
    None,
    /// An integer.
    Integer(i64),
    /// A tuple.
    Tuple(IntTuple),
    /// A layout.
    Layout(Layout),
    /// A swizzle after a layout.
    Composed(ComposedLayout),
    /// A tiler.
    Tiler(Tiler),
    /// A coordinate.
    Coord(Coord),
    /// The bits of an element, before and after.
    #[allow(missing_docs, reason = "stated above")]
    Bits { old: i64, new: i64 },
    /// A layout whose unknown leaves stand for any integer; they print as `?`.
    Pattern(Layout),
    /// A swizzled layout of which the same is true.
    ComposedPattern(ComposedLayout),
    /// A tiler of which the same is true.
    TilerPattern(Tiler),
    /// A tuple of which the same is true.
    TuplePattern(IntTuple),
    /// A coordinate of which the same is true.
    CoordPattern(Coord),
}

/// The rule that refused, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
pub enum Rule {
    /// Shape and stride are not nested alike.
    Congruence,
    /// A step of a walk through the modes is not exact.
    Divides { divisor: i64, dividend: i64 },
    /// The last mode of a complement is not exact.
    Rest { divisor: i64, dividend: i64 },
    /// Offsets between the modes stay uncovered.
    Holes { stride: i64, covered: i64 },
    /// A mode starts before the end of the one below it.
    Overlap { stride: i64, covered: i64 },
    /// Modes of the right operand add past an extent of the left one.
    Carry { extent: i64 },
    /// The right operand reaches past the end, into a run-time extent of 1 with a stride of its own.
    Detour { stride: i64 },
    /// An extent is 0.
    Empty,
    /// No layout has the offsets: the one that fits below the linear index `index` of the right operand
    /// goes on differently.
    NoFit { index: i64, expected: i64, found: i64 },
    /// More elements than are looked at.
    TooLarge { size: i64, most: i64 },
    /// A negative stride where none may be.
    NegativeStride { stride: i64 },
    /// A unit of an element that the left operand has no mode for.
    NoElement { basis: Basis, rank: usize },
    /// Two strides that count in what cannot be added up.
    Mixture { scale: i64, basis: Basis, other_scale: i64, other_basis: Basis },
    /// A stride that counts in units, where a number is needed.
    Unit { scale: i64, basis: Basis },
    /// A stride is no multiple of the next smaller one.
    Uneven { stride: i64, below: i64 },
    /// A mode starts past the end of the ones below it.
    Gap { stride: i64, covered: i64 },
    /// A stride of 0: elements share an offset.
    Repeats { extent: i64 },
    /// A negative stride beside positive ones that do not continue each other from 1 on.
    Downward { stride: i64 },
    /// The coordinate of the right operand and the one with the linear index `other` share an offset.
    Shared { other: i64, offset: i64 },
    /// A question takes more steps than are made.
    Unsettled { most: i64 },
    /// An integer passes `2^63 - 1`; `i64::MIN` stands for it.
    Integer,
    /// A negative extent.
    NegativeExtent { extent: i64 },
    /// The range of a complement is not positive.
    Range { range: i64 },
    /// A tiler with a stride of 0.
    Broadcast { extent: i64 },
    /// A result passes `2^63 - 1`.
    Overflow { a: i64, operator: char, b: i64 },
    /// A capacity would be passed.
    Full { limit: Limit },
    /// No such mode.
    NoMode { index: usize, rank: usize },
    /// No such range of modes.
    NoRange { begin: usize, end: usize, rank: usize },
    /// The right operand has more modes than the left one.
    TooManyModes { modes: usize, rank: usize },
    /// A coordinate is not nested as the shape allows.
    Fit,
    /// A coordinate has a `_` where an integer is needed.
    Kept,
    /// A coordinate is out of range.
    Bounds { value: i64, extent: i64 },
    /// An order is not nested as the shape allows.
    OrderFit,
    /// Offsets of the layout, from an origin on, lie outside a slice.
    Slice { least: i64, greatest: i64, origin: usize, len: usize },
    /// The swizzle is not the pattern's.
    PatternSwizzle { found: Swizzle, expected: Swizzle },
    /// The layout is not nested as the pattern.
    PatternNesting,
    /// A leaf differs from the pattern's.
    PatternLeaf { expected: i64, found: i64 },
    /// A stride counts in other units than the pattern's.
    PatternUnit { scale: i64, found: Basis, expected: Basis },
    /// A leaf has not the sign of the pattern's.
    PatternSign { found: i64 },
    /// A pad to a rank below the layout's own.
    Pad { to: usize, rank: usize },
    /// No swizzle has these numbers.
    Swizzle { bits: i64, base: i64, shift: i64 },
    /// Two swizzles that are not one swizzle.
    Swizzles { left: Swizzle, right: Swizzle },
    /// A layout that does not carry the bits of a swizzle over one by one.
    Bit { bit: u32, swizzle: Swizzle },
    /// Bits that a swizzle reads or changes meet others where it is carried over.
    Bits { swizzle: Swizzle },
    /// A swizzle that does not map a range onto itself.
    Leaves { swizzle: Swizzle, size: i64 },
    /// A swizzle reads bits within what becomes one element, and moves it.
    Within { swizzle: Swizzle, count: i64 },
    /// A count that is no power of 2, beside a swizzle.
    NoPower { count: i64 },
    /// An offset before a swizzle where none may be.
    Offset { offset: i64 },
    /// An offset between two swizzles that moves bits of the first one.
    Between { offset: i64, swizzle: Swizzle },
    /// Two tuples are not nested alike where they must be.
    Nesting,
    /// A tuple is nested where only integers may be.
    Nested,
    /// As many modes are needed as there are leaves.
    Places { modes: usize, places: usize },
    /// No element is at this offset.
    Unreached { offset: i64 },
    /// A block has more modes than the shape that it shall fill.
    BlockRank { modes: usize, rank: usize },
    /// A number of elements or bits that is not positive.
    Count { count: i64 },
    /// A stride that elements in groups would have to share out.
    Group { stride: i64, count: i64 },
    /// Several modes reach past a group of elements together.
    Straddle { reach: i64, count: i64 },
    /// No leaf steps from one element to the next.
    NotAdjacent,
    /// A run-time stride is not above one that the form of the result has before it.
    RuntimeOrder { stride: i64, after: i64 },
    /// A mode is named a second time.
    Twice { index: usize },
    /// A mode is not named where all must be.
    LeftOut { index: usize },
    /// Two numbers of modes that must be equal.
    Ranks { left: usize, right: usize },
    /// An atom of a copy that takes more neighbours at once than stay together.
    Atom { needed: i64, found: i64 },
    /// Two sizes that must be equal.
    Sizes { left: i64, right: i64 },
    /// A profile has not one leaf for each mode.
    LeafCount { leaves: usize, rank: usize },
    /// A rule of arrays.
    Array(ArrayRule),
    /// Text that is not notation.
    Syntax { position: usize, expected: &'static str },
}

impl LayoutError {
    /// A refusal of what works on layouts but is not part of the algebra.
    #[doc(hidden)]
    pub const fn refused(operation: Operation, left: Operand, right: Operand, rule: Rule) -> Self {
        Self { operation, left, right, rule, span: None }
    }

    pub(crate) const fn alone(operation: Operation, rule: Rule) -> Self {
        Self::refused(operation, Operand::None, Operand::None, rule)
    }

    pub(crate) const fn unary(operation: Operation, left: Operand, rule: Rule) -> Self {
        Self::refused(operation, left, Operand::None, rule)
    }

    /// What was asked.
    pub const fn operation(&self) -> Operation {
        self.operation
    }

    /// The left operand.
    pub const fn left(&self) -> Operand {
        self.left
    }

    /// The right operand.
    pub const fn right(&self) -> Operand {
        self.right
    }

    /// The rule that refused.
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message(), f)
    }
}

impl core::error::Error for LayoutError {}
