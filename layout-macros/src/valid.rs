//! What the numbers and the nesting must satisfy. Static integers are judged, and compact strides
//! computed, by `layout-core`.

use crate::ast::{Expr, LayoutText, Leaf, Mode, Node, Problem, Strides, Swizzle, Tree};
use crate::tokens::Site;
use layout_core::{ComposedLayout, IntTuple, Layout, LayoutError, MAX_LEAVES, MAX_NODES, MAX_RANK};

pub(crate) fn expr(expr: &mut Expr, problems: &mut Vec<Problem>) {
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

/// The numbers of a swizzle and, if the layout that is swizzled is `sound`, its offsets.
fn swizzled(
    swizzle: &Swizzle,
    offset: &Tree,
    operand: &Expr,
    sound: bool,
    problems: &mut Vec<Problem>,
) {
    let [bits, base, shift] = swizzle.numbers;
    let value = match layout_core::Swizzle::new(bits, base, shift) {
        Ok(value) => value,
        Err(error) => {
            problems.push(Problem { site: swizzle.site, message: error.to_string() });
            return;
        }
    };
    if let (Node::Leaf(Leaf::Static(offset)), Expr::Layout(text), true) =
        (&offset.node, operand, sound)
        && let Some(plain) = judged(text)
        && let Err(error) = ComposedLayout::new(value, *offset, plain)
    {
        let site = swizzle.site.to(text.site());
        problems.push(Problem { site, message: error.to_string() });
    }
}

/// A static layout whose strides are given by now.
fn judged(layout: &LayoutText) -> Option<Layout> {
    match &layout.strides {
        Strides::Given(stride) if layout.shape.is_static() && stride.is_static() => {
            Layout::new(integers(&layout.shape).ok()?, integers(stride).ok()?).ok()
        }
        _ => None,
    }
}

/// Whether all numbers of a static layout fit an offset of 32 bits. What is judged here is judged on the machine that
/// compiles: whether a longer one fits, only the target knows.
pub(crate) fn fits_anywhere(layout: &LayoutText) -> bool {
    let fits = |value: i64| value.unsigned_abs() <= i32::MAX as u64;
    let all = |tuple: &IntTuple| (0..tuple.leaf_count()).all(|k| fits(tuple.value(k)));
    judged(layout).is_none_or(|layout| {
        all(&layout.shape())
            && all(&layout.stride())
            && fits(layout.size())
            && fits(layout.cosize())
    })
}

pub(crate) fn tile(modes: &mut [Mode], problems: &mut Vec<Problem>) {
    if modes.len() > MAX_RANK {
        let message = format!("{} modes in one tile: at most {MAX_RANK}", modes.len());
        problems.push(Problem { site: Site::CALL, message });
    }
    for mode in modes {
        if let Mode::Layout(text) = mode {
            layout(text, problems);
        }
    }
}

/// A layout by itself. Compact strides are filled in where they are known: in a static shape, and
/// in a single runtime extent.
pub(crate) fn layout(layout: &mut LayoutText, problems: &mut Vec<Problem>) {
    let known = problems.len();
    let site = layout.site();
    format(layout, problems);
    let LayoutText { shape, strides } = layout;
    tuple(shape, problems);
    match strides {
        Strides::Given(stride) => {
            tuple(stride, problems);
            congruent(shape, stride, problems);
            one_codomain(stride, problems);
        }
        Strides::Order(order) => ordered(shape, order, problems),
        Strides::Col | Strides::Row | Strides::Format { .. } | Strides::Wrong => {}
    }
    if problems.len() > known {
        return;
    }
    if !shape.is_static() {
        let compact = matches!(strides, Strides::Col | Strides::Row | Strides::Order(_));
        if compact && matches!(shape.node, Node::Leaf(Leaf::Runtime { .. } | Leaf::Hole { .. })) {
            *strides = Strides::Given(Tree::leaf(shape.site, Leaf::Static(1)));
        }
        return;
    }
    let judged = match &*strides {
        Strides::Given(stride) if !stride.is_static() => return,
        Strides::Order(order) if !order.is_static() => return,
        Strides::Format { .. } | Strides::Wrong => return,
        Strides::Given(stride) => {
            integers(shape).and_then(|s| integers(stride).and_then(|d| Layout::new(s, d)))
        }
        Strides::Order(order) => {
            integers(shape).and_then(|s| integers(order).and_then(|o| Layout::ordered(s, o)))
        }
        Strides::Col => integers(shape).and_then(Layout::col_major),
        Strides::Row => integers(shape).and_then(Layout::row_major),
    };
    match judged {
        Err(error) => problems.push(Problem { site, message: error.to_string() }),
        Ok(_) if matches!(strides, Strides::Given(_)) => {}
        Ok(judged) => *strides = Strides::Given(with_leaves(shape, &judged.stride())),
    }
}

/// The layout that a format has for the shape of a matrix, or a batch of matrices.
fn format(layout: &mut LayoutText, problems: &mut Vec<Problem>) {
    let Strides::Format { site, frame, c0 } = layout.strides else { return };
    let extents: Option<Vec<i64>> = match &layout.shape.node {
        Node::Tuple(parts) => parts.iter().map(extent).collect(),
        Node::Leaf(_) => None,
    };
    let made = match extents.as_deref() {
        Some([row, column]) => frame.layout(*row, *column, c0),
        Some([batch, row, column]) => frame.batched(*batch, *row, *column, c0),
        _ => {
            let message = format!(
                "`{frame}` takes the integers of `(rows,columns)` or `(batch,rows,columns)`, not {}",
                layout.shape
            );
            problems.push(Problem { site: layout.shape.site, message });
            return;
        }
    };
    match made {
        Ok(made) => {
            let shape = tree(layout.shape.site, &made.shape());
            layout.strides = Strides::Given(Tree { site, ..with_leaves(&shape, &made.stride()) });
            layout.shape = shape;
        }
        Err(error) => problems.push(Problem { site: layout.site(), message: error.to_string() }),
    }
}

/// A static extent.
fn extent(part: &Tree) -> Option<i64> {
    if let Node::Leaf(Leaf::Static(extent)) = part.node { Some(extent) } else { None }
}

/// Limits on the number of parts.
pub(crate) fn tuple(tree: &Tree, problems: &mut Vec<Problem>) {
    let known = problems.len();
    levels(tree, problems);
    if problems.len() > known {
        return;
    }
    let (leaves, nodes) = (tree.leaves(), tree.nodes());
    if leaves > MAX_LEAVES {
        let message = format!("{leaves} integers in one tuple: at most {MAX_LEAVES}");
        problems.push(Problem { site: tree.site, message });
    } else if nodes > MAX_NODES {
        let message = format!("{nodes} integers and tuples in one tuple: at most {MAX_NODES}");
        problems.push(Problem { site: tree.site, message });
    }
}

fn levels(tree: &Tree, problems: &mut Vec<Problem>) {
    let Node::Tuple(parts) = &tree.node else { return };
    if parts.len() > MAX_RANK {
        let message = format!("{} modes at one level: at most {MAX_RANK}", parts.len());
        problems.push(Problem { site: tree.site, message });
        return;
    }
    parts.iter().for_each(|part| levels(part, problems));
}

/// Stride and shape nest in the same way.
fn congruent(shape: &Tree, stride: &Tree, problems: &mut Vec<Problem>) {
    let Some((s, d)) = mismatch(shape, stride) else { return };
    let mut message = format!("stride {stride} is not congruent with shape {shape}");
    if s.site != shape.site {
        message += &format!(": {d} stands where the shape has {s}");
    }
    problems.push(Problem { site: stride.site, message });
}

/// Strides add up: all count in elements of one coordinate, or none does. A 0 counts in nothing.
fn one_codomain(stride: &Tree, problems: &mut Vec<Problem>) {
    fn leaves<'a>(tree: &'a Tree, out: &mut Vec<(&'a Tree, &'a Leaf)>) {
        match &tree.node {
            Node::Leaf(leaf) => out.push((tree, leaf)),
            Node::Tuple(parts) => parts.iter().for_each(|part| leaves(part, out)),
        }
    }
    fn path(leaf: &Leaf) -> &[usize] {
        match leaf {
            Leaf::Unit { path, .. } => path,
            _ => &[],
        }
    }
    let mut all = Vec::new();
    leaves(stride, &mut all);
    all.retain(|(_, leaf)| !matches!(leaf, Leaf::Static(0) | Leaf::Wrong));
    for (k, (tree, leaf)) in all.iter().enumerate() {
        // Innermost first: what ends with the other's path is a part of it.
        let disagrees = |other: &&Leaf| {
            let (a, b) = (path(leaf), path(other));
            a.len() != b.len() && (a.ends_with(b) || b.ends_with(a))
        };
        if let Some(other) = all[..k].iter().map(|(_, other)| *other).find(disagrees) {
            let number = path(leaf).is_empty() || path(other).is_empty();
            let what =
                if number { "a number and a coordinate" } else { "an element and a part of it" };
            let message = format!("the strides {other} and {leaf} do not add up: {what}");
            problems.push(Problem { site: tree.site, message });
        }
    }
}

/// The first parts, outermost first, that nest differently.
fn mismatch<'a>(a: &'a Tree, b: &'a Tree) -> Option<(&'a Tree, &'a Tree)> {
    match (&a.node, &b.node) {
        (Node::Leaf(Leaf::Wrong), _) | (_, Node::Leaf(Leaf::Wrong)) => None,
        (Node::Leaf(_), Node::Leaf(_)) => None,
        (Node::Tuple(x), Node::Tuple(y)) if x.len() == y.len() => {
            x.iter().zip(y).find_map(|(x, y)| mismatch(x, y))
        }
        _ => Some((a, b)),
    }
}

/// An order nests as the shape does, or stops above its leaves: what is below is column-major.
fn ordered(shape: &Tree, order: &Tree, problems: &mut Vec<Problem>) {
    let Some((s, o)) = mismatch_above(shape, order) else { return };
    let mut message = format!("order {order} does not fit shape {shape}");
    if s.site != shape.site {
        message += &format!(": {o} stands where the shape has {s}");
    }
    problems.push(Problem { site: order.site, message });
}

fn mismatch_above<'a>(shape: &'a Tree, order: &'a Tree) -> Option<(&'a Tree, &'a Tree)> {
    match (&shape.node, &order.node) {
        (Node::Leaf(Leaf::Wrong), _) | (_, Node::Leaf(_)) => None,
        (Node::Tuple(s), Node::Tuple(o)) if s.len() == o.len() => {
            s.iter().zip(o).find_map(|(s, o)| mismatch_above(s, o))
        }
        _ => Some((shape, order)),
    }
}

fn integers(tree: &Tree) -> Result<IntTuple, LayoutError> {
    match &tree.node {
        Node::Leaf(Leaf::Static(value)) => Ok(IntTuple::leaf(*value)),
        Node::Leaf(Leaf::Unit { number, path }) => {
            let scale = if let Leaf::Static(value) = **number { value } else { 0 };
            let path: Vec<usize> = path.iter().rev().copied().collect();
            IntTuple::unit(scale, &path)
        }
        Node::Leaf(_) => unreachable!("only static tuples are judged"),
        Node::Tuple(parts) => {
            let parts = parts.iter().map(integers).collect::<Result<Vec<_>, _>>()?;
            IntTuple::tuple(&parts)
        }
    }
}

/// A tuple of integers, all of it at one site.
fn tree(site: Site, values: &IntTuple) -> Tree {
    let parts = (0..values.rank()).map_while(|k| values.mode(k).ok());
    let node = match values.depth() {
        0 => Node::Leaf(Leaf::Static(values.value(0))),
        _ => Node::Tuple(parts.map(|part| tree(site, &part)).collect()),
    };
    Tree { site, node }
}

/// The nesting and the sites of `tree` with other integers.
fn with_leaves(tree: &Tree, values: &IntTuple) -> Tree {
    fn fill(tree: &mut Tree, values: &IntTuple, next: &mut usize) {
        match &mut tree.node {
            Node::Tuple(parts) => parts.iter_mut().for_each(|part| fill(part, values, next)),
            Node::Leaf(leaf) => {
                *leaf = Leaf::Static(values.value(*next));
                *next += 1;
            }
        }
    }
    let mut tree = tree.clone();
    fill(&mut tree, values, &mut 0);
    tree
}
