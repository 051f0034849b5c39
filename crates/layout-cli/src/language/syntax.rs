//! The tree of an expression.

use std::ops::Range;

use layout_core::Swizzle;

/// What is to be done, one after the other: `let a = (4,8):row; a / 4:1`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name that keeps the value.
    pub name: Option<String>,
    /// What the value is.
    pub value: Expression,
}

/// A part of the text, and what it means.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its bytes.
    pub span: Range<usize>,
    /// What it means.
    pub kind: ExpressionKind,
    /// How many expressions lie in each other at most, this one counted.
    pub depth: usize,
}

impl Expression {
    /// An expression of parts that have their depth.
    pub fn new(span: Range<usize>, kind: ExpressionKind) -> Self {
        let deepest = |parts: &[Self]| parts.iter().map(|part| part.depth).max().unwrap_or(0);
        let below = match &kind {
            ExpressionKind::Tuple { elements, .. } | ExpressionKind::Tiler(elements) => {
                deepest(elements)
            }
            ExpressionKind::Layout {
                shape,
                stride: StrideExpression::Of(part) | StrideExpression::Order(part),
            } => shape.depth.max(part.depth),
            ExpressionKind::Layout { shape: part, .. } | ExpressionKind::Complement(part) => {
                part.depth
            }
            ExpressionKind::Call { arguments, .. } => deepest(arguments),
            ExpressionKind::Apply { layout, coordinate } => layout.depth.max(deepest(coordinate)),
            ExpressionKind::Chain { first, rest } => {
                rest.iter().map(|(_, part)| part.depth).fold(first.depth, usize::max)
            }
            ExpressionKind::Integer(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Unit
            | ExpressionKind::Keep
            | ExpressionKind::Name(_)
            | ExpressionKind::Swizzle(_) => 0,
        };
        Self { span, kind, depth: below + 1 }
    }
}

/// What an expression means.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// An integer.
    Integer(i64),
    /// A text between quotation marks.
    Text(String),
    /// An integer that counts in a unit, `3@1@0`, as it is written.
    Unit,
    /// `_`.
    Keep,
    /// A name.
    Name(String),
    /// A swizzle, `Sw<3,4,3>`.
    Swizzle(Swizzle),
    /// Elements in parentheses. A single one without a comma groups, if it is no tuple.
    Tuple {
        /// The elements.
        elements: Vec<Expression>,
        /// A single element without a comma.
        group: bool,
    },
    /// `<4:1,8:2,_>`.
    Tiler(Vec<Expression>),
    /// `shape:stride`.
    Layout {
        /// Left of the colon.
        shape: Box<Expression>,
        /// Right of it.
        stride: StrideExpression,
    },
    /// `~a`.
    Complement(Box<Expression>),
    /// A function or a method, the receiver as its first argument.
    Call {
        /// What is called.
        name: String,
        /// Where the name is.
        at: Range<usize>,
        /// Of what.
        arguments: Vec<Expression>,
    },
    /// A layout at a coordinate, `a(1,2)`.
    Apply {
        /// The layout.
        layout: Box<Expression>,
        /// The coordinate's elements.
        coordinate: Vec<Expression>,
    },
    /// Operands with operators of one rank between them, from left to right.
    Chain {
        /// The first operand.
        first: Box<Expression>,
        /// Each operator and its right operand.
        rest: Vec<(Operator, Expression)>,
    },
}

/// What stands right of a colon.
#[derive(Clone, Debug)]
pub enum StrideExpression {
    /// Strides.
    Of(Box<Expression>),
    /// `col`.
    Column,
    /// `row`.
    Row,
    /// `order(..)`.
    Order(Box<Expression>),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `o`.
    Compose,
    /// `/`.
    Divide,
    /// `*`.
    Multiply,
}

impl Operator {
    /// The operation that it is short for.
    pub fn operation(self) -> &'static str {
        match self {
            Self::Compose => "compose",
            Self::Divide => "logical_divide",
            Self::Multiply => "logical_product",
        }
    }
}
