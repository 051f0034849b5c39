//! Writes types and values, with absolute paths into `static_layout`.

use crate::ast::{
    BinaryOperation, Expr, LayoutText, LeafExpr, ModeExpr, Node, StridesExpr, SwizzleExpr,
    TupleExpr,
};
use crate::integer::numeral;
use crate::tokens::Code;
use crate::valid::fits_anywhere;

/// The type of a tuple. `?` is a run-time leaf.
pub(crate) fn tuple_type(tree: &TupleExpr) -> String {
    match &tree.node {
        Node::Tuple(parts) => tuple_of(parts.iter().map(tuple_type)),
        Node::Leaf(LeafExpr::Static(value)) => numeral(*value),
        Node::Leaf(LeafExpr::Keep) => "::static_layout::Keep".into(),
        Node::Leaf(LeafExpr::Unit { number, path }) => {
            let number = tuple_type(&TupleExpr::leaf(tree.site, (**number).clone()));
            path.iter().fold(number, |number, index| basis(&number, *index))
        }
        Node::Leaf(
            LeafExpr::Runtime { negative: true, .. } | LeafExpr::Hole { negative: true },
        ) => "::static_layout::Negative".into(),
        Node::Leaf(LeafExpr::Runtime { .. } | LeafExpr::Hole { .. } | LeafExpr::Wrong) => {
            "::core::primitive::usize".into()
        }
    }
}

fn tuple_of(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::from("(");
    for part in parts {
        text += &part;
        text += ",";
    }
    text + ")"
}

/// The type of `number` times the basis vector of element `index`.
fn basis(number: &str, index: usize) -> String {
    format!("::static_layout::Basis<{number},{}>", numeral(index as i64))
}

/// The type of a layout.
pub(crate) fn layout_type(layout: &LayoutText) -> String {
    let shape = tuple_type(&layout.shape);
    match &layout.strides {
        StridesExpr::Given(stride) => {
            format!("::static_layout::Layout<{shape},{}>", tuple_type(stride))
        }
        StridesExpr::Row => format!("::static_layout::ops::RowMajor<{shape}>"),
        StridesExpr::Order(order) => {
            format!("::static_layout::ops::Ordered<{shape},{}>", tuple_type(order))
        }
        // `valid` has replaced the format by its strides.
        StridesExpr::Col | StridesExpr::Format { .. } | StridesExpr::Wrong => {
            format!("::static_layout::ops::ColMajor<{shape}>")
        }
    }
}

/// The type of a layout, swizzled or not.
pub(crate) fn expr_type(expr: &Expr) -> String {
    match expr {
        Expr::Layout(layout) => layout_type(layout),
        Expr::Swizzled { swizzle, offset, operand } => format!(
            "::static_layout::ComposedLayout<{},{},{}>",
            swizzle_type(swizzle),
            tuple_type(offset),
            expr_type(operand)
        ),
        // `Layout!` accepts no operations.
        _ => String::new(),
    }
}

fn swizzle_type(swizzle: &SwizzleExpr) -> String {
    let [bits, base, shift] = swizzle.numbers.map(numeral);
    format!("::static_layout::Swizzle<{bits},{base},{shift}>")
}

/// The type of the basis vector of element `index`, for a call.
fn basis_of(index: usize) -> String {
    format!("::static_layout::Basis::<_,{}>", numeral(index as i64))
}

/// The value of a tuple. A static part of any size is one call, which the compiler evaluates in `const`.
pub(crate) fn tuple(tree: &TupleExpr) -> Code {
    match &tree.node {
        Node::Leaf(LeafExpr::Runtime { place, negative, .. }) => {
            let integer = Code::default().integer(*place);
            if *negative {
                Code::default().text("::static_layout::__private::negative").parens(integer)
            } else {
                integer
            }
        }
        Node::Leaf(LeafExpr::Keep) => Code::default().text("::static_layout::Keep"),
        Node::Leaf(LeafExpr::Unit { number, path }) if !tree.is_static() => {
            let number = tuple(&TupleExpr::leaf(tree.site, (**number).clone()));
            path.iter().fold(number, |number, index| {
                Code::default().text(format!("{}::new", basis_of(*index))).parens(number)
            })
        }
        Node::Tuple(parts) if parts.is_empty() || !tree.is_stateless() => {
            Code::default().parens(list(parts.iter().map(tuple)))
        }
        Node::Leaf(_) | Node::Tuple(_) => static_value(&tuple_type(tree)),
    }
}

fn list(parts: impl Iterator<Item = Code>) -> Code {
    parts.fold(Code::default(), |list, part| list.code(part).text(","))
}

/// The value of a layout.
pub(crate) fn layout(layout: &LayoutText) -> Code {
    let call = |path: &str, arguments: Code| {
        Code::default().text(format!("::static_layout::{path}")).parens(arguments)
    };
    let shape = tuple(&layout.shape);
    match &layout.strides {
        StridesExpr::Given(stride) if layout.shape.is_static() && stride.is_static() => {
            static_layout(&layout_type(layout), fits_anywhere(layout))
        }
        StridesExpr::Given(stride) => {
            call("__private::layout", shape.text(",").code(tuple(stride)))
        }
        StridesExpr::Row => call("Layout::row_major", shape),
        StridesExpr::Order(order) => call("Layout::ordered", shape.text(",").code(tuple(order))),
        StridesExpr::Col | StridesExpr::Format { .. } | StridesExpr::Wrong => {
            call("Layout::col_major", shape)
        }
    }
}

/// The static layout of an operand.
fn known(expr: &Expr) -> Option<&LayoutText> {
    match expr {
        Expr::Layout(layout @ LayoutText { shape, strides: StridesExpr::Given(stride) })
            if shape.is_static() && stride.is_static() =>
        {
            Some(layout)
        }
        _ => None,
    }
}

/// The only value of a static type.
fn static_value(type_: &str) -> Code {
    static_layout(type_, true)
}

/// The only value of the type of a static layout, swizzled or not.
fn static_layout(type_: &str, fits: bool) -> Code {
    let function = if fits { "static_value" } else { "fitting" };
    Code::default()
        .text(format!("::static_layout::__private::{function}::<{type_}>"))
        .parens(Code::default())
}

/// The value of a by-mode tiler.
pub(crate) fn tile(modes: &[ModeExpr]) -> Code {
    let is_static = |mode: &ModeExpr| match mode {
        ModeExpr::Keep => true,
        ModeExpr::Layout(layout @ LayoutText { shape, strides: StridesExpr::Given(stride) }) => {
            shape.is_static() && stride.is_static() && fits_anywhere(layout)
        }
        ModeExpr::Layout(_) => false,
    };
    if modes.iter().all(is_static) {
        let modes = tuple_of(modes.iter().map(|mode| match mode {
            ModeExpr::Keep => "::static_layout::Keep".into(),
            ModeExpr::Layout(layout) => layout_type(layout),
        }));
        return static_value(&format!("::static_layout::Tile<{modes}>"));
    }
    let modes = list(modes.iter().map(|mode| match mode {
        ModeExpr::Keep => Code::default().text("::static_layout::Keep"),
        ModeExpr::Layout(text) => layout(text),
    }));
    Code::default().text("::static_layout::Tile::new").parens(Code::default().parens(modes))
}

/// The value of operations on layouts: method calls with the spans of the operators.
pub(crate) fn expr(expr: &Expr) -> Code {
    match expr {
        Expr::Layout(text) => layout(text),
        Expr::Scope(place) => Code::default().expr(*place),
        Expr::Binary(operation, left, right, operator) => {
            let method = match operation {
                BinaryOperation::Compose => "compose",
                BinaryOperation::Divide => "logical_divide",
                BinaryOperation::Product => "logical_product",
            };
            self::expr(left)
                .text_at(format!(".{method}"), *operator)
                .parens_at(self::expr(right), right.site())
        }
        Expr::Complement(operand, operator) => Code::default()
            .text_at("::static_layout::__private::complement", *operator)
            .parens_at(self::expr(operand), operand.site()),
        Expr::Swizzled { swizzle, offset, operand } => {
            if offset.is_static()
                && let Some(layout) = known(operand)
            {
                let [bits, base, shift] = swizzle.numbers;
                let fits = fits_anywhere(layout)
                    && bits + base + shift.abs() < 32
                    && matches!(offset.node, Node::Leaf(LeafExpr::Static(0..=0x7FFF_FFFF)));
                return static_layout(&expr_type(expr), fits);
            }
            let arguments = static_value(&swizzle_type(swizzle))
                .text(",")
                .code(tuple(offset))
                .text(",")
                .code(self::expr(operand));
            Code::default()
                .text_at("::static_layout::ComposedLayout::new", swizzle.site)
                .parens_at(arguments, operand.site())
        }
        // Not printed: an input with problems expands to their errors.
        Expr::Wrong => Code::default(),
    }
}
