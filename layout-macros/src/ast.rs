//! The syntax tree of the notation. Every node has the site of its tokens.

use crate::tokens::Site;
use layout_core::{Facts, Frame};
use std::fmt;

/// A mistake, and the tokens that it underlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MacroError {
    pub(crate) site: Site,
    pub(crate) message: String,
}

/// A nested tuple: a shape, a stride, an order or a coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TupleExpr {
    pub(crate) site: Site,
    pub(crate) node: Node,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Leaf(LeafExpr),
    Tuple(Vec<TupleExpr>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeafExpr {
    Static(i64),
    /// A constant: static, with a value that only the compiler knows.
    Constant {
        constant: Constant,
        negative: bool,
    },
    /// The expression at `place`, and its text in messages.
    Runtime {
        place: usize,
        text: String,
        negative: bool,
    },
    /// The value of a numeral at `place`: static, and only the compiler knows its type.
    Numeral {
        place: usize,
        negative: bool,
    },
    /// `?`, `-?` or `?{div=8 <=4096}` in a type.
    Hole {
        negative: bool,
        facts: Facts,
    },
    /// A number with a basis, innermost index first: `3@1@0`.
    Unit {
        number: Box<LeafExpr>,
        path: Vec<usize>,
    },
    /// `_` in a coordinate.
    Keep,
    /// A leaf that is already reported. It agrees with everything, so one mistake is one error.
    Wrong,
}

/// The operator of [`Constant::Binary`] for `div_ceil`.
pub(crate) const CEIL: char = '⌈';

/// What `{const ..}`, an identifier in capitals and `{type ..}` name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// The const parameter or constant at a place.
    Name {
        place: usize,
        text: String,
    },
    /// The numeral type at a place.
    Numeral {
        place: usize,
        text: String,
    },
    Integer(i64),
    /// Arithmetic by type functions, because generic code has no other.
    Binary(Box<Constant>, char, Box<Constant>),
    /// Any expression without const parameters, in the braces at a place.
    Expr {
        place: usize,
    },
    /// Any numeral type, in the braces at a place.
    Type {
        place: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayoutText {
    pub(crate) shape: TupleExpr,
    pub(crate) strides: StridesExpr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StridesExpr {
    Given(TupleExpr),
    /// Column-major: omitted, or `col`.
    Col,
    /// Row-major.
    Row,
    /// Compact, in this order of the modes.
    Order(TupleExpr),
    /// A format of Ascend C for the shape of a matrix. Its fractals have `c0` elements in a row.
    Format {
        site: Site,
        frame: Frame,
        c0: i64,
    },
    /// Already reported.
    Wrong,
}

/// One mode of `tile!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ModeExpr {
    Keep,
    Layout(LayoutText),
}

/// `Sw<B,M,S>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SwizzleExpr {
    pub(crate) site: Site,
    pub(crate) numbers: [LeafExpr; 3],
}

/// A layout, or operations on layouts. The sites are the sites of the operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Layout(LayoutText),
    /// A layout in scope, by its place in the input.
    Scope(usize),
    Binary(BinaryOperation, Box<Expr>, Box<Expr>, Site),
    Complement(Box<Expr>, Site),
    /// A swizzle after an offset after a layout.
    Swizzled {
        swizzle: SwizzleExpr,
        offset: TupleExpr,
        operand: Box<Expr>,
    },
    /// Already reported.
    Wrong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOperation {
    Compose,
    Divide,
    Product,
}

impl BinaryOperation {
    /// The method of layouts.
    pub(crate) fn method(self) -> &'static str {
        match self {
            BinaryOperation::Compose => "compose",
            BinaryOperation::Divide => "logical_divide",
            BinaryOperation::Product => "logical_product",
        }
    }
}

impl TupleExpr {
    pub(crate) fn leaf(site: Site, leaf: LeafExpr) -> Self {
        TupleExpr { site, node: Node::Leaf(leaf) }
    }

    pub(crate) fn wrong(site: Site) -> Self {
        TupleExpr::leaf(site, LeafExpr::Wrong)
    }

    pub(crate) fn leaves(&self) -> usize {
        self.count(&|_| true)
    }

    /// Whether the macro knows all integers.
    pub(crate) fn is_static(&self) -> bool {
        self.count(&|leaf| !matches!(leaf.number(), LeafExpr::Static(_))) == 0
    }

    /// Whether the type alone determines the value: static leaves and kept modes only.
    pub(crate) fn is_stateless(&self) -> bool {
        let stateless = |leaf: &LeafExpr| {
            matches!(
                leaf.number(),
                LeafExpr::Static(_) | LeafExpr::Constant { .. } | LeafExpr::Keep
            )
        };
        self.count(&|leaf| !stateless(leaf)) == 0
    }

    fn count(&self, which: &impl Fn(&LeafExpr) -> bool) -> usize {
        match &self.node {
            Node::Leaf(leaf) => usize::from(which(leaf)),
            Node::Tuple(parts) => parts.iter().map(|part| part.count(which)).sum(),
        }
    }

    /// The number of leaves and tuples.
    pub(crate) fn nodes(&self) -> usize {
        match &self.node {
            Node::Leaf(_) => 1,
            Node::Tuple(parts) => 1 + parts.iter().map(TupleExpr::nodes).sum::<usize>(),
        }
    }
}

impl fmt::Display for TupleExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Leaf(leaf) => leaf.fmt(f),
            Node::Tuple(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma}{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for LeafExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = |negative: &bool| if *negative { "-" } else { "" };
        match self {
            LeafExpr::Static(value) => write!(f, "{value}"),
            LeafExpr::Constant { constant, negative } => write!(f, "{}{constant}", minus(negative)),
            LeafExpr::Runtime { text, negative, .. } => write!(f, "{}{text}", minus(negative)),
            LeafExpr::Numeral { negative, .. } => write!(f, "{}{{static ..}}", minus(negative)),
            LeafExpr::Hole { negative, facts } => write!(f, "{}?{facts}", minus(negative)),
            LeafExpr::Unit { number, path } => {
                number.fmt(f)?;
                path.iter().try_for_each(|index| write!(f, "@{index}"))
            }
            LeafExpr::Keep => f.write_str("_"),
            LeafExpr::Wrong => f.write_str(".."),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Name { text, .. } | Constant::Numeral { text, .. } => f.write_str(text),
            Constant::Integer(value) => write!(f, "{value}"),
            Constant::Binary(left, CEIL, right) => write!(f, "{left}.div_ceil({right})"),
            Constant::Binary(left, operator, right) => write!(f, "({left} {operator} {right})"),
            Constant::Expr { .. } => f.write_str("{const ..}"),
            Constant::Type { .. } => f.write_str("{type ..}"),
        }
    }
}

impl LeafExpr {
    /// The number without its basis.
    pub(crate) fn number(&self) -> &LeafExpr {
        match self {
            LeafExpr::Unit { number, .. } => number,
            number => number,
        }
    }
}

impl LayoutText {
    /// The tokens from the shape to the strides.
    pub(crate) fn site(&self) -> Site {
        match &self.strides {
            StridesExpr::Given(tree) | StridesExpr::Order(tree) => self.shape.site.to(tree.site),
            StridesExpr::Format { site, .. } => self.shape.site.to(*site),
            StridesExpr::Col | StridesExpr::Row | StridesExpr::Wrong => self.shape.site,
        }
    }
}

impl Expr {
    pub(crate) fn site(&self) -> Site {
        match self {
            Expr::Layout(layout) => layout.site(),
            Expr::Scope(place) => Site::at(*place),
            Expr::Binary(_, left, right, _) => left.site().to(right.site()),
            Expr::Complement(operand, operator) => operator.to(operand.site()),
            Expr::Swizzled { swizzle, operand, .. } => swizzle.site.to(operand.site()),
            Expr::Wrong => Site::CALL,
        }
    }
}
