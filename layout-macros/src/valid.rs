//! Validates numbers and nesting. `layout-core` checks static integers, and computes compact strides.

use crate::ast::{
    Expr, LayoutText, LeafExpr, MacroError, ModeExpr, Node, StridesExpr, SwizzleExpr, TupleExpr,
};
use crate::tokens::Site;
use layout_core::{ComposedLayout, IntTuple, Layout, LayoutError, MAX_LEAVES, MAX_NODES, MAX_RANK};

pub(crate) fn expr(expr: &mut Expr, problems: &mut Vec<MacroError>) {
    match expr {
        Expr::Layout(text) => layout(text, problems),
        Expr::Binary(_, left, right, _) => {
            self::expr(left, problems);
            self::expr(right, problems);
        }
        Expr::Complement(operand, _) => self::expr(operand, problems),
        Expr::Swizzled { swizzle, offset, operand } => {
            let known = problems.len();
            self::expr(operand, problems);
            swizzled(swizzle, offset, operand, problems.len() == known, problems);
        }
        Expr::Scope(_) | Expr::Wrong => {}
    }
}

/// Validates the numbers of a swizzle, and the offsets of the swizzled layout if the layout is `sound`.
fn swizzled(
    swizzle: &SwizzleExpr,
    offset: &TupleExpr,
    operand: &Expr,
    sound: bool,
    problems: &mut Vec<MacroError>,
) {
    let [LeafExpr::Static(bits), LeafExpr::Static(base), LeafExpr::Static(shift)] = swizzle.numbers
    else {
        return;
    };
    let value = match layout_core::Swizzle::new(bits, base, shift) {
        Ok(value) => value,
        Err(error) => {
            problems.push(MacroError { site: swizzle.site, message: error.to_string() });
            return;
        }
    };
    if let (Node::Leaf(LeafExpr::Static(offset)), Expr::Layout(text), true) =
        (&offset.node, operand, sound)
        && let Some(plain) = static_layout(text)
        && let Err(error) = ComposedLayout::new(value, *offset, plain)
    {
        let site = swizzle.site.to(text.site());
        problems.push(MacroError { site, message: error.to_string() });
    }
}

/// The static layout of a literal whose strides are known.
fn static_layout(layout: &LayoutText) -> Option<Layout> {
    match &layout.strides {
        StridesExpr::Given(stride) if layout.shape.is_static() && stride.is_static() => {
            Layout::new(integers(&layout.shape).ok()?, integers(stride).ok()?).ok()
        }
        _ => None,
    }
}

/// Whether the macro has validated a layout whose numbers all fit an offset of 32 bits. The macro runs on the host:
/// whether a greater number fits depends on the target.
pub(crate) fn fits_anywhere(layout: &LayoutText) -> bool {
    let fits = |value: i64| value.unsigned_abs() <= i32::MAX as u64;
    let all = |tuple: &IntTuple| (0..tuple.leaf_count()).all(|k| fits(tuple.value(k)));
    static_layout(layout).is_some_and(|layout| {
        all(&layout.shape())
            && all(&layout.stride())
            && fits(layout.size())
            && fits(layout.cosize())
    })
}

pub(crate) fn tile(modes: &mut [ModeExpr], problems: &mut Vec<MacroError>) {
    if modes.len() > MAX_RANK {
        let message = format!("{} modes in one tile: at most {MAX_RANK}", modes.len());
        problems.push(MacroError { site: Site::CALL, message });
    }
    for mode in modes {
        if let ModeExpr::Layout(text) = mode {
            layout(text, problems);
        }
    }
}

/// Validates a layout. Fills in compact strides where they are known: for a static shape, and for a single run-time
/// extent.
pub(crate) fn layout(layout: &mut LayoutText, problems: &mut Vec<MacroError>) {
    let known = problems.len();
    let site = layout.site();
    format(layout, problems);
    let LayoutText { shape, strides } = layout;
    tuple(shape, problems);
    match strides {
        StridesExpr::Given(stride) => {
            tuple(stride, problems);
            congruent(shape, stride, problems);
            one_codomain(stride, problems);
        }
        StridesExpr::Order(order) => ordered(shape, order, problems),
        StridesExpr::Col | StridesExpr::Row | StridesExpr::Format { .. } | StridesExpr::Wrong => {}
    }
    if problems.len() > known {
        return;
    }
    if !shape.is_static() {
        let compact =
            matches!(strides, StridesExpr::Col | StridesExpr::Row | StridesExpr::Order(_));
        if compact
            && matches!(shape.node, Node::Leaf(LeafExpr::Runtime { .. } | LeafExpr::Hole { .. }))
        {
            *strides = StridesExpr::Given(TupleExpr::leaf(shape.site, LeafExpr::Static(1)));
        }
        return;
    }
    let checked = match &*strides {
        StridesExpr::Given(stride) if !stride.is_static() => return,
        StridesExpr::Order(order) if !order.is_static() => return,
        StridesExpr::Format { .. } | StridesExpr::Wrong => return,
        StridesExpr::Given(stride) => {
            integers(shape).and_then(|s| integers(stride).and_then(|d| Layout::new(s, d)))
        }
        StridesExpr::Order(order) => {
            integers(shape).and_then(|s| integers(order).and_then(|o| Layout::ordered(s, o)))
        }
        StridesExpr::Col => integers(shape).and_then(Layout::col_major),
        StridesExpr::Row => integers(shape).and_then(Layout::row_major),
    };
    match checked {
        Err(error) => problems.push(MacroError { site, message: error.to_string() }),
        Ok(_) if matches!(strides, StridesExpr::Given(_)) => {}
        Ok(checked) => *strides = StridesExpr::Given(with_leaves(shape, &checked.stride())),
    }
}

/// Replaces a format by the layout that it has for the static shape of a matrix or a batch.
fn format(layout: &mut LayoutText, problems: &mut Vec<MacroError>) {
    let StridesExpr::Format { site, frame, c0 } = layout.strides else { return };
    let parts = match &layout.shape.node {
        Node::Tuple(parts) if matches!(parts.len(), 2 | 3) && parts.iter().all(is_number) => parts,
        _ => {
            let message = format!(
                "`{frame}` takes the integers of `(rows,columns)` or `(batch,rows,columns)`, not {}",
                layout.shape
            );
            problems.push(MacroError { site: layout.shape.site, message });
            return;
        }
    };
    let extents: Option<Vec<i64>> = parts.iter().map(extent).collect();
    let made = match extents.as_deref() {
        Some([row, column]) => frame.layout(*row, *column, c0),
        Some([batch, row, column]) => frame.batched(*batch, *row, *column, c0),
        // The type of the format has the run-time leaves.
        _ => return,
    };
    match made {
        Ok(made) => {
            let shape = tree(layout.shape.site, &made.shape());
            layout.strides =
                StridesExpr::Given(TupleExpr { site, ..with_leaves(&shape, &made.stride()) });
            layout.shape = shape;
        }
        Err(error) => problems.push(MacroError { site: layout.site(), message: error.to_string() }),
    }
}

/// Whether the part is an integer, known or not.
fn is_number(part: &TupleExpr) -> bool {
    let Node::Leaf(leaf) = &part.node else { return false };
    matches!(
        leaf,
        LeafExpr::Static(_)
            | LeafExpr::Wrong
            | LeafExpr::Runtime { negative: false, .. }
            | LeafExpr::Hole { negative: false, .. }
            | LeafExpr::Constant { negative: false, .. }
    )
}

/// A static extent.
fn extent(part: &TupleExpr) -> Option<i64> {
    if let Node::Leaf(LeafExpr::Static(extent)) = part.node { Some(extent) } else { None }
}

/// Validates the number of modes, leaves and nodes.
pub(crate) fn tuple(tree: &TupleExpr, problems: &mut Vec<MacroError>) {
    let known = problems.len();
    levels(tree, problems);
    if problems.len() > known {
        return;
    }
    let (leaves, nodes) = (tree.leaves(), tree.nodes());
    if leaves > MAX_LEAVES {
        let message = format!("{leaves} integers in one tuple: at most {MAX_LEAVES}");
        problems.push(MacroError { site: tree.site, message });
    } else if nodes > MAX_NODES {
        let message = format!("{nodes} integers and tuples in one tuple: at most {MAX_NODES}");
        problems.push(MacroError { site: tree.site, message });
    }
}

fn levels(tree: &TupleExpr, problems: &mut Vec<MacroError>) {
    let Node::Tuple(parts) = &tree.node else { return };
    if parts.len() > MAX_RANK {
        let message = format!("{} modes at one level: at most {MAX_RANK}", parts.len());
        problems.push(MacroError { site: tree.site, message });
        return;
    }
    parts.iter().for_each(|part| levels(part, problems));
}

/// Validates that stride and shape have the same nesting.
fn congruent(shape: &TupleExpr, stride: &TupleExpr, problems: &mut Vec<MacroError>) {
    let Some((s, d)) = mismatch(shape, stride) else { return };
    let mut message = format!("stride {stride} is not congruent with shape {shape}");
    if s.site != shape.site {
        message += &format!(": {d} stands where the shape has {s}");
    }
    problems.push(MacroError { site: stride.site, message });
}

/// Validates that all strides map to one space: all are numbers, or bases of one level. A 0 fits every space.
fn one_codomain(stride: &TupleExpr, problems: &mut Vec<MacroError>) {
    fn leaves<'a>(tree: &'a TupleExpr, out: &mut Vec<(&'a TupleExpr, &'a LeafExpr)>) {
        match &tree.node {
            Node::Leaf(leaf) => out.push((tree, leaf)),
            Node::Tuple(parts) => parts.iter().for_each(|part| leaves(part, out)),
        }
    }
    fn path(leaf: &LeafExpr) -> &[usize] {
        match leaf {
            LeafExpr::Unit { path, .. } => path,
            _ => &[],
        }
    }
    let mut all = Vec::new();
    leaves(stride, &mut all);
    all.retain(|(_, leaf)| !matches!(leaf, LeafExpr::Static(0) | LeafExpr::Wrong));
    for (k, (tree, leaf)) in all.iter().enumerate() {
        // Paths are innermost first: a path that ends with another path is a part of it.
        let disagrees = |other: &&LeafExpr| {
            let (a, b) = (path(leaf), path(other));
            a.len() != b.len() && (a.ends_with(b) || b.ends_with(a))
        };
        if let Some(other) = all[..k].iter().map(|(_, other)| *other).find(disagrees) {
            let number = path(leaf).is_empty() || path(other).is_empty();
            let what =
                if number { "a number and a coordinate" } else { "an element and a part of it" };
            let message = format!("the strides {other} and {leaf} do not add up: {what}");
            problems.push(MacroError { site: tree.site, message });
        }
    }
}

/// The first parts, outermost first, with different nestings.
fn mismatch<'a>(a: &'a TupleExpr, b: &'a TupleExpr) -> Option<(&'a TupleExpr, &'a TupleExpr)> {
    match (&a.node, &b.node) {
        (Node::Leaf(LeafExpr::Wrong), _) | (_, Node::Leaf(LeafExpr::Wrong)) => None,
        (Node::Leaf(_), Node::Leaf(_)) => None,
        (Node::Tuple(x), Node::Tuple(y)) if x.len() == y.len() => {
            x.iter().zip(y).find_map(|(x, y)| mismatch(x, y))
        }
        _ => Some((a, b)),
    }
}

/// Validates that the nesting of the shape refines the nesting of the order. Below a leaf of the order, strides are
/// column-major.
fn ordered(shape: &TupleExpr, order: &TupleExpr, problems: &mut Vec<MacroError>) {
    let Some((s, o)) = mismatch_above(shape, order) else { return };
    let mut message = format!("order {order} does not fit shape {shape}");
    if s.site != shape.site {
        message += &format!(": {o} stands where the shape has {s}");
    }
    problems.push(MacroError { site: order.site, message });
}

fn mismatch_above<'a>(
    shape: &'a TupleExpr,
    order: &'a TupleExpr,
) -> Option<(&'a TupleExpr, &'a TupleExpr)> {
    match (&shape.node, &order.node) {
        (Node::Leaf(LeafExpr::Wrong), _) | (_, Node::Leaf(_)) => None,
        (Node::Tuple(s), Node::Tuple(o)) if s.len() == o.len() => {
            s.iter().zip(o).find_map(|(s, o)| mismatch_above(s, o))
        }
        _ => Some((shape, order)),
    }
}

fn integers(tree: &TupleExpr) -> Result<IntTuple, LayoutError> {
    match &tree.node {
        Node::Leaf(LeafExpr::Static(value)) => Ok(IntTuple::leaf(*value)),
        Node::Leaf(LeafExpr::Unit { number, path }) => {
            let scale = if let LeafExpr::Static(value) = **number { value } else { 0 };
            let path: Vec<usize> = path.iter().rev().copied().collect();
            IntTuple::unit(scale, &path)
        }
        Node::Leaf(_) => unreachable!("only static tuples have integers"),
        Node::Tuple(parts) => {
            let parts = parts.iter().map(integers).collect::<Result<Vec<_>, _>>()?;
            IntTuple::tuple(&parts)
        }
    }
}

/// A tuple of integers with one site.
fn tree(site: Site, values: &IntTuple) -> TupleExpr {
    let parts = (0..values.rank()).map_while(|k| values.mode(k).ok());
    let node = match values.depth() {
        0 => Node::Leaf(LeafExpr::Static(values.value(0))),
        _ => Node::Tuple(parts.map(|part| tree(site, &part)).collect()),
    };
    TupleExpr { site, node }
}

/// The nesting and the sites of `tree` with other integers.
fn with_leaves(tree: &TupleExpr, values: &IntTuple) -> TupleExpr {
    fn fill(tree: &mut TupleExpr, values: &IntTuple, next: &mut usize) {
        match &mut tree.node {
            Node::Tuple(parts) => parts.iter_mut().for_each(|part| fill(part, values, next)),
            Node::Leaf(leaf) => {
                *leaf = LeafExpr::Static(values.value(*next));
                *next += 1;
            }
        }
    }
    let mut tree = tree.clone();
    fill(&mut tree, values, &mut 0);
    tree
}
