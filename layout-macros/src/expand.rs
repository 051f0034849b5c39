//! Writes types and values, with absolute paths into `static_layout`.

use crate::ast::{
    CEIL, Constant, Expr, LayoutText, LeafExpr, ModeExpr, Node, StridesExpr, SwizzleExpr, TupleExpr,
};
use crate::integer::numeral;
use crate::tokens::{Code, Site};
use crate::valid::fits_anywhere;

/// The type of a tuple. `?` is a run-time leaf.
pub(crate) fn tuple_type(tree: &TupleExpr) -> Code {
    match &tree.node {
        Node::Tuple(parts) => Code::default().parens(list(parts.iter().map(tuple_type))),
        Node::Leaf(leaf) => leaf_type(leaf),
    }
}

fn leaf_type(leaf: &LeafExpr) -> Code {
    let text = |text: &str| Code::default().text(text);
    match leaf {
        // 128 is written as `::static_layout::typenum::U128`.
        LeafExpr::Static(value) => text(&numeral(*value)),
        LeafExpr::Constant { constant, negative: false } => constant_type(constant),
        LeafExpr::Constant { constant, negative: true } => {
            text("::static_layout::__private::Negated<").code(constant_type(constant)).text(">")
        }
        LeafExpr::Keep => text("::static_layout::Keep"),
        LeafExpr::Unit { number, path } => {
            // 0 has no basis, and a constant may be 0.
            let unit = match **number {
                LeafExpr::Constant { .. } => "::static_layout::__private::Units",
                _ => "::static_layout::int::Basis",
            };
            path.iter().fold(leaf_type(number), |number, index| {
                let index = numeral(*index as i64);
                text(&format!("{unit}<")).code(number).text(format!(",{index}>"))
            })
        }
        LeafExpr::Hole { facts, .. } if !facts.is_none() => {
            let most = if facts.most() == i64::MAX { 0 } else { facts.most() };
            let (divisor, most) = (numeral(facts.divisor()), numeral(most));
            text(&format!("::static_layout::int::Multiple<{divisor},{most}>"))
        }
        LeafExpr::Runtime { negative: true, .. } | LeafExpr::Hole { negative: true, .. } => {
            text("::static_layout::int::Negative")
        }
        // A type has no place for values, which `parse` has reported.
        LeafExpr::Runtime { .. }
        | LeafExpr::Numeral { .. }
        | LeafExpr::Hole { .. }
        | LeafExpr::Wrong => text("::core::primitive::usize"),
    }
}

/// The numeral of a constant.
fn constant_type(constant: &Constant) -> Code {
    match constant {
        Constant::Name { place, .. } => Code::default()
            .text_at("::static_layout::Numeral<", Site::at(*place))
            .expr(*place)
            .text_at(">", Site::at(*place)),
        Constant::Numeral { place, .. } => Code::default().expr(*place),
        Constant::Integer(value) => Code::default().text(numeral(*value)),
        Constant::Binary(left, operator, right) => {
            let function = match *operator {
                '+' => "Sum",
                '-' => "Difference",
                '*' => "Product",
                '/' => "Quotient",
                CEIL => "CeilQuotient",
                _ => "Remainder",
            };
            Code::default()
                .text(format!("::static_layout::numeral::{function}<"))
                .code(constant_type(left))
                .text(",")
                .code(constant_type(right))
                .text(">")
        }
        Constant::Expr { place } => Code::default()
            .text("::static_layout::__private::constant!")
            .parens(Code::default().inside(*place)),
        Constant::Type { place } => Code::default().inside(*place),
    }
}

/// The type of a layout.
pub(crate) fn layout_type(layout: &LayoutText) -> Code {
    let generic = |name: &str, arguments: Code| {
        Code::default().text(format!("::static_layout::{name}<")).code(arguments).text(">")
    };
    let shape = tuple_type(&layout.shape);
    match &layout.strides {
        StridesExpr::Given(stride) => generic("Layout", shape.text(",").code(tuple_type(stride))),
        StridesExpr::Row => generic("ops::RowMajor", shape),
        StridesExpr::Order(order) => {
            generic("ops::Ordered", shape.text(",").code(tuple_type(order)))
        }
        // `valid` has replaced the format of a static shape by its strides.
        StridesExpr::Format { frame, c0, .. } => {
            let format = Code::default().text(format!("::static_layout::frames::{frame:?},"));
            generic("frames::Framed", format.code(shape).text(format!(",{}", numeral(*c0))))
        }
        StridesExpr::Col | StridesExpr::Wrong => generic("ops::ColMajor", shape),
    }
}

/// The type of a layout, swizzled or not.
pub(crate) fn expr_type(expr: &Expr) -> Code {
    match expr {
        Expr::Layout(layout) => layout_type(layout),
        Expr::Swizzled { swizzle, offset, operand } => Code::default()
            .text("::static_layout::ComposedLayout<")
            .code(swizzle_type(swizzle))
            .text(",")
            .code(tuple_type(offset))
            .text(",")
            .code(expr_type(operand))
            .text(">"),
        // `Layout!` accepts no operations.
        _ => Code::default(),
    }
}

fn swizzle_type(swizzle: &SwizzleExpr) -> Code {
    let [bits, base, shift] = swizzle.numbers.each_ref().map(leaf_type);
    Code::default()
        .text("::static_layout::Swizzle<")
        .code(bits)
        .text(",")
        .code(base)
        .text(",")
        .code(shift)
        .text(">")
}

/// The type of a tiler.
pub(crate) fn tile_type(modes: &[ModeExpr]) -> Code {
    let modes = list(modes.iter().map(|mode| match mode {
        ModeExpr::Keep => Code::default().text("::static_layout::Keep"),
        ModeExpr::Layout(layout) => layout_type(layout),
    }));
    let modes = Code::default().parens(modes);
    Code::default().text("::static_layout::Tile<").code(modes).text(">")
}

/// The type of the basis vector of element `index`, for a call.
fn basis_of(index: usize) -> String {
    format!("::static_layout::int::Basis::<_,{}>", numeral(index as i64))
}

/// The value of a tuple. A static part of any size is one call, which the compiler evaluates in `const`.
pub(crate) fn tuple(tree: &TupleExpr) -> Code {
    match &tree.node {
        Node::Leaf(LeafExpr::Runtime { place, negative, .. }) => {
            let integer = Code::default().integer(*place);
            if *negative { negated(integer) } else { integer }
        }
        Node::Leaf(LeafExpr::Numeral { place, negative }) => {
            let numeral = Code::default()
                .text("::static_layout::__private::numeral")
                .parens(Code::default().inside(*place));
            if *negative { negated(numeral) } else { numeral }
        }
        Node::Leaf(LeafExpr::Keep) => Code::default().text("::static_layout::Keep"),
        Node::Leaf(LeafExpr::Unit { number, path }) if !tree.is_stateless() => {
            let number = tuple(&TupleExpr::leaf(tree.site, (**number).clone()));
            path.iter().fold(number, |number, index| {
                Code::default().text(format!("{}::new", basis_of(*index))).parens(number)
            })
        }
        Node::Tuple(parts) if parts.is_empty() || !tree.is_stateless() => {
            Code::default().parens(list(parts.iter().map(tuple)))
        }
        Node::Leaf(_) | Node::Tuple(_) => static_value(tuple_type(tree)),
    }
}

fn negated(number: Code) -> Code {
    Code::default().text("::static_layout::__private::negative").parens(number)
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
        _ if is_stateless(layout) => static_layout(layout_type(layout), fits_anywhere(layout)),
        StridesExpr::Given(stride) => {
            call("__private::layout", shape.text(",").code(tuple(stride)))
        }
        StridesExpr::Row => call("Layout::row_major", shape),
        StridesExpr::Order(order) => call("Layout::ordered", shape.text(",").code(tuple(order))),
        StridesExpr::Format { frame, c0, .. } => call(
            &format!("frames::framed::<::static_layout::frames::{frame:?},{},_>", numeral(*c0)),
            shape,
        ),
        StridesExpr::Col | StridesExpr::Wrong => call("Layout::col_major", shape),
    }
}

/// Whether the type of the layout alone determines its value.
fn is_stateless(layout: &LayoutText) -> bool {
    let stride = match &layout.strides {
        StridesExpr::Given(stride) | StridesExpr::Order(stride) => stride.is_stateless(),
        _ => true,
    };
    stride && layout.shape.is_stateless()
}

/// The only value of a static type.
fn static_value(type_: Code) -> Code {
    static_layout(type_, true)
}

/// The only value of the type of a static layout, swizzled or not.
fn static_layout(type_: Code, fits: bool) -> Code {
    if fits {
        // A path, which the compiler also reads in the place of a type.
        return Code::default()
            .text("<")
            .code(type_)
            .text(" as ::static_layout::__private::a_type_has_a_capital_letter>::VALUE");
    }
    Code::default()
        .text("::static_layout::__private::fitting::<")
        .code(type_)
        .text(">")
        .parens(Code::default())
}

/// The value of a by-mode tiler.
pub(crate) fn tile(modes: &[ModeExpr]) -> Code {
    let is_static = |mode: &ModeExpr| match mode {
        ModeExpr::Keep => true,
        ModeExpr::Layout(layout) => is_stateless(layout) && fits_anywhere(layout),
    };
    if modes.iter().all(is_static) {
        return static_value(tile_type(modes));
    }
    let modes = list(modes.iter().map(|mode| match mode {
        ModeExpr::Keep => Code::default().text("::static_layout::Keep"),
        ModeExpr::Layout(text) => layout(text),
    }));
    Code::default().text("::static_layout::Tile::new").parens(Code::default().parens(modes))
}

/// The number of bits that a swizzle reads or changes, if the macro knows it.
fn reach(swizzle: &SwizzleExpr) -> Option<i64> {
    match swizzle.numbers {
        [LeafExpr::Static(bits), LeafExpr::Static(base), LeafExpr::Static(shift)] => {
            Some(bits + base + shift.abs())
        }
        _ => None,
    }
}

/// The value of operations on layouts: method calls with the spans of the operators.
pub(crate) fn expr(expr: &Expr) -> Code {
    match expr {
        Expr::Layout(text) => layout(text),
        Expr::Scope(place) => Code::default().expr(*place),
        Expr::Binary(operation, left, right, operator) => self::expr(left)
            .text_at(format!(".{}", operation.method()), *operator)
            .parens_at(self::expr(right), right.site()),
        Expr::Complement(operand, operator) => Code::default()
            .text_at("::static_layout::__private::complement", *operator)
            .parens_at(self::expr(operand), operand.site()),
        Expr::Swizzled { swizzle, offset, operand } => {
            if offset.is_stateless()
                && let Expr::Layout(layout) = &**operand
                && is_stateless(layout)
            {
                let fits = matches!(offset.node, Node::Leaf(LeafExpr::Static(0..=0x7FFF_FFFF)))
                    && fits_anywhere(layout)
                    && reach(swizzle).is_some_and(|bits| bits < 32);
                return static_layout(expr_type(expr), fits);
            }
            let arguments = static_value(swizzle_type(swizzle))
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
