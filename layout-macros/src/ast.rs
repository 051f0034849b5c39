//! What the notation says, with the site of every part.

use crate::tokens::Site;
use layout_core::Frame;
use std::fmt;

/// A mistake, at the tokens that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) site: Site,
    pub(crate) message: String,
}

/// A nested tuple: a shape, a stride, an order or a coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) site: Site,
    pub(crate) node: Node,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Leaf(Leaf),
    Tuple(Vec<Tree>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    Static(i64),
    /// The expression at `place`, and how messages show it.
    Runtime {
        place: usize,
        text: String,
        negative: bool,
    },
    /// `?` or `-?` in a type.
    Hole {
        negative: bool,
    },
    /// A number of units of the element at `path`, innermost first: `3@1@0`.
    Unit {
        number: Box<Leaf>,
        path: Vec<usize>,
    },
    /// `_` in a coordinate.
    Keep,
    /// Already reported; agrees with everything, so that one mistake is one error.
    Wrong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayoutText {
    pub(crate) shape: Tree,
    pub(crate) strides: Strides,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Strides {
    Given(Tree),
    /// Compact, leftmost mode fastest: omitted or `col`.
    Col,
    /// Compact, rightmost mode fastest.
    Row,
    /// Compact, in this order of the modes.
    Order(Tree),
    /// The format of a matrix, whose fractals have `c0` elements in a row: the shape is that of the matrix.
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
pub(crate) enum Mode {
    Keep,
    Layout(LayoutText),
}

/// `Sw<B,M,S>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Swizzle {
    pub(crate) site: Site,
    pub(crate) numbers: [i64; 3],
}

/// A layout, or operations on layouts. The sites are those of the operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Layout(LayoutText),
    /// A layout in scope, by its place.
    Scope(usize),
    Binary(Operation, Box<Expr>, Box<Expr>, Site),
    Complement(Box<Expr>, Site),
    /// A swizzle after an offset after a layout.
    Swizzled {
        swizzle: Swizzle,
        offset: Tree,
        operand: Box<Expr>,
    },
    /// Already reported.
    Wrong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Compose,
    Divide,
    Product,
}

impl Tree {
    pub(crate) fn leaf(site: Site, leaf: Leaf) -> Self {
        Tree { site, node: Node::Leaf(leaf) }
    }

    pub(crate) fn wrong(site: Site) -> Self {
        Tree::leaf(site, Leaf::Wrong)
    }

    pub(crate) fn leaves(&self) -> usize {
        self.count(&|_| true)
    }

    pub(crate) fn is_static(&self) -> bool {
        self.count(&|leaf| !matches!(leaf.number(), Leaf::Static(_))) == 0
    }

    /// Known from its type alone: static, or static but for kept modes.
    pub(crate) fn is_stateless(&self) -> bool {
        self.count(&|leaf| !matches!(leaf.number(), Leaf::Static(_) | Leaf::Keep)) == 0
    }

    fn count(&self, which: &impl Fn(&Leaf) -> bool) -> usize {
        match &self.node {
            Node::Leaf(leaf) => usize::from(which(leaf)),
            Node::Tuple(parts) => parts.iter().map(|part| part.count(which)).sum(),
        }
    }

    /// Leaves and tuples together.
    pub(crate) fn nodes(&self) -> usize {
        match &self.node {
            Node::Leaf(_) => 1,
            Node::Tuple(parts) => 1 + parts.iter().map(Tree::nodes).sum::<usize>(),
        }
    }
}

impl fmt::Display for Tree {
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

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = |negative: &bool| if *negative { "-" } else { "" };
        match self {
            Leaf::Static(value) => write!(f, "{value}"),
            Leaf::Runtime { text, negative, .. } => write!(f, "{}{text}", minus(negative)),
            Leaf::Hole { negative } => write!(f, "{}?", minus(negative)),
            Leaf::Unit { number, path } => {
                number.fmt(f)?;
                path.iter().try_for_each(|index| write!(f, "@{index}"))
            }
            Leaf::Keep => f.write_str("_"),
            Leaf::Wrong => f.write_str(".."),
        }
    }
}

impl Leaf {
    /// Without the unit that it counts in.
    pub(crate) fn number(&self) -> &Leaf {
        match self {
            Leaf::Unit { number, .. } => number,
            number => number,
        }
    }
}

impl LayoutText {
    /// From the shape to the strides, where they are written.
    pub(crate) fn site(&self) -> Site {
        match &self.strides {
            Strides::Given(tree) | Strides::Order(tree) => self.shape.site.to(tree.site),
            Strides::Format { site, .. } => self.shape.site.to(*site),
            Strides::Col | Strides::Row | Strides::Wrong => self.shape.site,
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
