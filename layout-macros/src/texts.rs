//! Notation as code of the front end whose types are texts: `layout!((n, 64):(64, 1))` is
//! `Layout::<"(?,64):(64,1)">::with([n])`. The root of a path is that of the crate.

use crate::ast::{
    Expr, LayoutText, LeafExpr, MacroError, ModeExpr, Node, StridesExpr, SwizzleExpr, TupleExpr,
};
use crate::parse::{LeafForm, NotationParser, Role};
use crate::tokens::{Code, MacroToken, Site};
use crate::valid;
use layout_core::internal::{Open, Sources};
use layout_core::{ComposedLayout, Tiler};

/// A text, and the integers of its open leaves from the left.
struct Words {
    text: String,
    words: Vec<Code>,
}

impl Words {
    fn new() -> Self {
        Words { text: String::new(), words: Vec::new() }
    }

    fn tuple(&mut self, tree: &TupleExpr, problems: &mut Vec<MacroError>) {
        match &tree.node {
            Node::Leaf(leaf) => self.leaf(leaf, tree.site, problems),
            Node::Tuple(parts) => {
                self.text.push('(');
                for (i, part) in parts.iter().enumerate() {
                    self.text.push_str(if i == 0 { "" } else { "," });
                    self.tuple(part, problems);
                }
                self.text.push(')');
            }
        }
    }

    fn leaf(&mut self, leaf: &LeafExpr, site: Site, problems: &mut Vec<MacroError>) {
        match leaf {
            LeafExpr::Static(value) => self.text.push_str(&value.to_string()),
            LeafExpr::Keep => self.text.push('_'),
            LeafExpr::Runtime { place, negative, .. } => {
                self.text.push_str(if *negative { "-?" } else { "?" });
                self.words.push(Code::default().integer(*place));
            }
            LeafExpr::Hole { .. } => self.text.push_str(&leaf.to_string()),
            LeafExpr::Unit { number, path } => {
                self.leaf(number, site, problems);
                path.iter().for_each(|index| self.text.push_str(&format!("@{index}")));
            }
            LeafExpr::Constant { .. } | LeafExpr::Numeral { .. } => problems.push(MacroError {
                site,
                message: "a text has no constant that only the compiler knows: write its digits, or leave it to run time"
                    .to_owned(),
            }),
            LeafExpr::Wrong => {}
        }
    }

    fn layout(&mut self, layout: &LayoutText, problems: &mut Vec<MacroError>) {
        self.tuple(&layout.shape, problems);
        match &layout.strides {
            StridesExpr::Given(stride) => {
                self.text.push(':');
                self.tuple(stride, problems);
            }
            StridesExpr::Row => self.text.push_str(":row"),
            StridesExpr::Order(order) => {
                self.text.push_str(":order");
                // An order of one mode is written as a tuple.
                let leaf = matches!(order.node, Node::Leaf(_));
                self.text.push_str(if leaf { "(" } else { "" });
                self.tuple(order, problems);
                self.text.push_str(if leaf { ")" } else { "" });
            }
            StridesExpr::Format { site, .. } => problems.push(MacroError {
                site: *site,
                message: "a format takes a static shape here".to_owned(),
            }),
            StridesExpr::Col | StridesExpr::Wrong => self.text.push_str(":col"),
        }
    }

    fn swizzled(
        &mut self,
        swizzle: &SwizzleExpr,
        offset: &TupleExpr,
        layout: &LayoutText,
        problems: &mut Vec<MacroError>,
    ) {
        self.text.push_str("Sw<");
        for (i, number) in swizzle.numbers.iter().enumerate() {
            self.text.push_str(if i == 0 { "" } else { "," });
            self.leaf(number, swizzle.site, problems);
        }
        self.text.push_str("> o ");
        self.tuple(offset, problems);
        self.text.push_str(" o ");
        self.layout(layout, problems);
    }

    /// `Type::<"text">`, and `with([..])` where a leaf is open.
    fn value(self, path: &str) -> Code {
        let literal = Code::default()
            .text(format!("::static_layout::{path}::<"))
            .literal(self.text)
            .text(">");
        if self.words.is_empty() {
            return literal;
        }
        let words =
            self.words.into_iter().fold(Code::default(), |list, word| list.code(word).text(","));
        literal.text("::with").parens(Code::default().brackets(words))
    }
}

/// The one spelling of a layout.
fn canonical(text: &str, site: Site, problems: &mut Vec<MacroError>) -> String {
    match Open::<ComposedLayout>::parse(text) {
        Ok(open) => open.text(Sources(text, "")).as_str().to_owned(),
        Err(error) => {
            if problems.is_empty() {
                problems.push(MacroError { site, message: error.to_string() });
            }
            String::new()
        }
    }
}

/// `layout!(..)`.
pub(crate) fn layout_value(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut tree = NotationParser::new(tokens, LeafForm::Value, problems).layout_or_expr();
    valid::expr(&mut tree, problems);
    expr(&tree, problems)
}

fn expr(tree: &Expr, problems: &mut Vec<MacroError>) -> Code {
    match tree {
        Expr::Layout(text) => layout(text, problems),
        Expr::Scope(place) => Code::default().expr(*place),
        Expr::Binary(operation, left, right, operator) => {
            let right_code = expr(right, problems);
            expr(left, problems)
                .text_at(format!(".{}", operation.method()), *operator)
                .parens_at(right_code, right.site())
        }
        Expr::Complement(_, operator) => {
            problems.push(MacroError {
                site: *operator,
                message: "a complement needs a size here: `a.complement(shape!(24))`".to_owned(),
            });
            Code::default()
        }
        Expr::Swizzled { swizzle, offset, operand } => {
            let Expr::Layout(layout) = &**operand else {
                problems.push(MacroError {
                    site: operand.site(),
                    message: "a swizzle stands before a literal here: `a.swizzled(..)` swizzles a layout in scope"
                        .to_owned(),
                });
                return Code::default();
            };
            let mut words = Words::new();
            words.swizzled(swizzle, offset, layout, problems);
            words.text = canonical(&words.text, tree.site(), problems);
            words.value("Layout")
        }
        Expr::Wrong => Code::default(),
    }
}

/// The value of a layout. The strides of a compact one are computed from its shape.
fn layout(layout: &LayoutText, problems: &mut Vec<MacroError>) -> Code {
    let mut words = Words::new();
    words.layout(layout, problems);
    if words.words.is_empty() || matches!(layout.strides, StridesExpr::Given(_)) {
        words.text = canonical(&words.text, layout.site(), problems);
        return words.value("Layout");
    }
    let mut shape = Words::new();
    shape.tuple(&layout.shape, problems);
    let shape = shape.value("Tuple");
    let (function, arguments) = match &layout.strides {
        StridesExpr::Row => ("Layout::row_major", shape),
        StridesExpr::Order(order) => {
            let mut numbers = Words::new();
            numbers.tuple(order, problems);
            ("Layout::ordered", shape.text(",").code(numbers.value("Tuple")))
        }
        _ => ("Layout::col_major", shape),
    };
    Code::default().text(format!("::static_layout::{function}")).parens(arguments)
}

/// `Layout!(..)`.
pub(crate) fn layout_type(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut tree = NotationParser::new(tokens, LeafForm::Type, problems).layout_only();
    valid::expr(&mut tree, problems);
    let mut words = Words::new();
    match &tree {
        Expr::Swizzled { swizzle, offset, operand } => {
            if let Expr::Layout(layout) = &**operand {
                words.swizzled(swizzle, offset, layout, problems);
            }
        }
        Expr::Layout(layout) => words.layout(layout, problems),
        _ => {}
    }
    let text = canonical(&words.text, tree.site(), problems);
    Code::default().text("::static_layout::Layout<").literal(text).text(">")
}

/// `coord!(..)`, `shape!(..)`.
pub(crate) fn tuple_value(
    tokens: &[MacroToken],
    role: Role,
    problems: &mut Vec<MacroError>,
) -> Code {
    let tree = NotationParser::new(tokens, LeafForm::Value, problems).elements(role);
    valid::tuple(&tree, problems);
    let mut words = Words::new();
    words.tuple(&tree, problems);
    words.value("Tuple")
}

/// `slices!(..)`.
pub(crate) fn slices_value(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let tree = NotationParser::new(tokens, LeafForm::Value, problems).slices();
    valid::tuple(&tree, problems);
    let mut words = Words::new();
    words.tuple(&tree, problems);
    words.value("Tuple")
}

/// `Shape!(..)`.
pub(crate) fn tuple_type(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let tree = NotationParser::new(tokens, LeafForm::Type, problems).elements(Role::Wanted);
    valid::tuple(&tree, problems);
    let mut words = Words::new();
    words.tuple(&tree, problems);
    Code::default().text("::static_layout::Tuple<").literal(words.text).text(">")
}

/// `tile!(..)`.
pub(crate) fn tile_value(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut modes = NotationParser::new(tokens, LeafForm::Value, problems).modes();
    valid::tile(&mut modes, problems);
    let mut words = Words::new();
    words.text.push('<');
    for (i, mode) in modes.iter().enumerate() {
        words.text.push_str(if i == 0 { "" } else { "," });
        match mode {
            ModeExpr::Keep => words.text.push('_'),
            ModeExpr::Layout(layout) => words.mode(layout, problems),
        }
    }
    words.text.push('>');
    if problems.is_empty()
        && let Err(error) = Open::<Tiler>::parse(&words.text)
    {
        problems.push(MacroError { site: Site::CALL, message: error.to_string() });
    }
    words.value("Tile")
}

impl Words {
    /// A mode of a tile: an integer `n` is `n:1`.
    fn mode(&mut self, layout: &LayoutText, problems: &mut Vec<MacroError>) {
        let leaf = |tree: &TupleExpr| match tree.node {
            Node::Leaf(LeafExpr::Static(value)) => Some(value),
            _ => None,
        };
        let is_integer = matches!(layout.shape.node, Node::Leaf(_))
            && match &layout.strides {
                StridesExpr::Given(stride) => {
                    leaf(stride) == Some(1)
                        || leaf(stride) == Some(0) && leaf(&layout.shape) == Some(1)
                }
                StridesExpr::Col => true,
                _ => false,
            };
        if is_integer { self.tuple(&layout.shape, problems) } else { self.layout(layout, problems) }
    }
}
