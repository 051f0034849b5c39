//! The syntax tree of an expression.

use std::ops::Range;

use layout_core::Swizzle;

/// A statement: `let a = (4,8):row` or an expression.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name that is assigned.
    pub name: Option<String>,
    /// The expression.
    pub value: Expression,
}

/// An expression and its place in the text.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The byte range.
    pub span: Range<usize>,
    /// The node.
    pub kind: ExpressionKind,
    /// The depth of the tree, this node included.
    pub depth: usize,
}

impl Expression {
    /// Builds an expression and computes its depth from its parts.
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

/// The node of an expression.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// An integer.
    Integer(i64),
    /// A string in quotation marks.
    Text(String),
    /// An integer with a basis, `3@1@0`; its text is parsed when it is evaluated.
    Unit,
    /// `_`.
    Keep,
    /// A name.
    Name(String),
    /// A swizzle, `Sw<3,4,3>`.
    Swizzle(Swizzle),
    /// Elements in parentheses. A single element without a comma is grouped, if it is not a tuple.
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
        /// Right of the colon.
        stride: StrideExpression,
    },
    /// `~a`.
    Complement(Box<Expression>),
    /// A function or a method, the receiver as its first argument.
    Call {
        /// The name of the operation.
        name: String,
        /// The byte range of the name.
        at: Range<usize>,
        /// The arguments.
        arguments: Vec<Expression>,
    },
    /// A layout at a coordinate, `a(1,2)`.
    Apply {
        /// The layout.
        layout: Box<Expression>,
        /// The coordinate's elements.
        coordinate: Vec<Expression>,
    },
    /// Operands with operators of one precedence between them, evaluated from left to right.
    Chain {
        /// The first operand.
        first: Box<Expression>,
        /// Each operator and its right operand.
        rest: Vec<(Operator, Expression)>,
    },
}

/// The right side of a colon.
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
    /// The name of the operation.
    pub fn operation(self) -> &'static str {
        match self {
            Self::Compose => "compose",
            Self::Divide => "logical_divide",
            Self::Multiply => "logical_product",
        }
    }
}
