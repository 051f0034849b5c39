//! From notation to types and values, by absolute paths into `static_layout`.

use crate::ast::{Expr, LayoutText, Leaf, Mode, Node, Operation, Strides, Swizzle, Tree};
use crate::integer::numeral;
use crate::tokens::Code;
use crate::valid::fits_anywhere;

/// The type of a tuple; a hole is a runtime leaf.
pub(crate) fn tuple_type(tree: &Tree) -> String {
    match &tree.node {
        Node::Tuple(parts) => tuple_of(parts.iter().map(tuple_type)),
        Node::Leaf(Leaf::Static(value)) => numeral(*value),
        Node::Leaf(Leaf::Keep) => "::static_layout::Keep".into(),
        Node::Leaf(Leaf::Unit { number, path }) => {
            let number = tuple_type(&Tree::leaf(tree.site, (**number).clone()));
            path.iter().fold(number, |number, index| basis(&number, *index))
        }
        Node::Leaf(Leaf::Runtime { negative: true, .. } | Leaf::Hole { negative: true }) => {
            "::static_layout::Negative".into()
        }
        Node::Leaf(Leaf::Runtime { .. } | Leaf::Hole { .. } | Leaf::Wrong) => {
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

/// The type of `number` units of element `index`.
fn basis(number: &str, index: usize) -> String {
    format!("::static_layout::Basis<{number},{}>", numeral(index as i64))
}

/// The type of a layout.
pub(crate) fn layout_type(layout: &LayoutText) -> String {
    let shape = tuple_type(&layout.shape);
    match &layout.strides {
        Strides::Given(stride) => {
            format!("::static_layout::Layout<{shape},{}>", tuple_type(stride))
        }
        Strides::Row => format!("::static_layout::ops::RowMajor<{shape}>"),
        Strides::Order(order) => {
            format!("::static_layout::ops::Ordered<{shape},{}>", tuple_type(order))
        }
        // A format has strides of its own by now.
        Strides::Col | Strides::Format { .. } | Strides::Wrong => {
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
        // A type holds no operations.
        _ => String::new(),
    }
}

fn swizzle_type(swizzle: &Swizzle) -> String {
    let [bits, base, shift] = swizzle.numbers.map(numeral);
    format!("::static_layout::Swizzle<{bits},{base},{shift}>")
}

/// The type of units of element `index`, for a call.
fn basis_of(index: usize) -> String {
    format!("::static_layout::Basis::<_,{}>", numeral(index as i64))
}

/// The value of a tuple. A static part is one call, however large, and as `const` as the rest.
pub(crate) fn tuple(tree: &Tree) -> Code {
    match &tree.node {
        Node::Leaf(Leaf::Runtime { place, negative, .. }) => {
            let integer = Code::default().integer(*place);
            if *negative {
                Code::default().text("::static_layout::__private::negative").parens(integer)
            } else {
                integer
            }
        }
        Node::Leaf(Leaf::Keep) => Code::default().text("::static_layout::Keep"),
        Node::Leaf(Leaf::Unit { number, path }) if !tree.is_static() => {
            let number = tuple(&Tree::leaf(tree.site, (**number).clone()));
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
        Strides::Given(stride) if layout.shape.is_static() && stride.is_static() => {
            static_layout(&layout_type(layout), fits_anywhere(layout))
        }
        Strides::Given(stride) => call("__private::layout", shape.text(",").code(tuple(stride))),
        Strides::Row => call("Layout::row_major", shape),
        Strides::Order(order) => call("Layout::ordered", shape.text(",").code(tuple(order))),
        Strides::Col | Strides::Format { .. } | Strides::Wrong => call("Layout::col_major", shape),
    }
}

/// The layout that an operand is, if it is static.
fn known(expr: &Expr) -> Option<&LayoutText> {
    match expr {
        Expr::Layout(layout @ LayoutText { shape, strides: Strides::Given(stride) })
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

/// The only value of the type of a layout, or of one that swizzles it.
fn static_layout(type_: &str, fits: bool) -> Code {
    let function = if fits { "static_value" } else { "fitting" };
    Code::default()
        .text(format!("::static_layout::__private::{function}::<{type_}>"))
        .parens(Code::default())
}

/// The value of a tiler by mode.
pub(crate) fn tile(modes: &[Mode]) -> Code {
    let is_static = |mode: &Mode| match mode {
        Mode::Keep => true,
        Mode::Layout(layout @ LayoutText { shape, strides: Strides::Given(stride) }) => {
            shape.is_static() && stride.is_static() && fits_anywhere(layout)
        }
        Mode::Layout(_) => false,
    };
    if modes.iter().all(is_static) {
        let modes = tuple_of(modes.iter().map(|mode| match mode {
            Mode::Keep => "::static_layout::Keep".into(),
            Mode::Layout(layout) => layout_type(layout),
        }));
        return static_value(&format!("::static_layout::Tile<{modes}>"));
    }
    let modes = list(modes.iter().map(|mode| match mode {
        Mode::Keep => Code::default().text("::static_layout::Keep"),
        Mode::Layout(text) => layout(text),
    }));
    Code::default().text("::static_layout::Tile::new").parens(Code::default().parens(modes))
}

/// The value of operations on layouts: methods, at their operators.
pub(crate) fn expr(expr: &Expr) -> Code {
    match expr {
        Expr::Layout(text) => layout(text),
        Expr::Scope(place) => Code::default().expr(*place),
        Expr::Binary(operation, left, right, operator) => {
            let method = match operation {
                Operation::Compose => "compose",
                Operation::Divide => "logical_divide",
                Operation::Product => "logical_product",
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
                    && matches!(offset.node, Node::Leaf(Leaf::Static(0..=0x7FFF_FFFF)));
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
        // Never shown: an input with problems expands to its problems.
        Expr::Wrong => Code::default(),
    }
}
