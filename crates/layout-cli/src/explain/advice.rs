//! Suggests operations and operands near a rejected one that are accepted.

use layout_core::{IntTuple, Layout, Mode, Rule, Tiler};

use crate::language::{TraceStep, Value};

/// The number of extents that are tried on each side.
const REACH: i64 = 64;

/// Lines of help for a rejected operation. Each suggestion was evaluated and is accepted.
pub fn advice(step: &TraceStep) -> Vec<String> {
    let Err(failure) = &step.answer else { return Vec::new() };
    let plain = |value: &Value| value.as_layout();
    let (Some(a), Some(right)) = (step.operands.first().and_then(plain), step.operands.get(1))
    else {
        return Vec::new();
    };
    match (step.operation.name, tiler(right)) {
        ("compose", Some(b)) => compose(&a, &b),
        ("complement", _) => complement(&a, right),
        (name, Some(t)) if name.ends_with("_divide") => {
            // The error may name the nearest extents already.
            divide(name, &a, &t, failure.help_lines().is_empty())
        }
        _ => Vec::new(),
    }
}

/// Why no layout at all is a refused composition: the first coordinate whose offset no layout has.
pub(super) fn no_layout(step: &TraceStep) -> Option<String> {
    if step.operation.name != "compose" || step.answer.is_ok() {
        return None;
    }
    let a = step.operands.first()?.as_layout()?;
    let error = a.compose_exact(&tiler(step.operands.get(1)?)?).err()?;
    matches!(error.rule(), Rule::NoFit { .. }).then(|| error.to_string())
}

fn tiler(value: &Value) -> Option<Tiler> {
    match value {
        Value::Tiler(tiler) => Some(*tiler),
        _ => value.as_layout().map(Tiler::whole),
    }
}

fn compose(a: &Layout, b: &Tiler) -> Vec<String> {
    let exact = a.compose_exact(b).ok();
    let exact = exact.map(|exact| format!("compose_exact compares all offsets and finds {exact}"));
    let near = near(a, b, 'o', |a, b| a.compose(&Tiler::whole(b)).ok());
    exact.into_iter().chain(near).collect()
}

fn divide(name: &str, a: &Layout, t: &Tiler, search: bool) -> Vec<String> {
    let padded = match name {
        "zipped_divide" => a.zipped_divide_padded(t),
        "tiled_divide" => a.tiled_divide_padded(t),
        "flat_divide" => a.flat_divide_padded(t),
        _ => a.logical_divide_padded(t),
    };
    let padded = padded.ok().map(|padded| {
        let layout = padded.layout();
        format!("{name}_padded rounds the number of tiles up: {layout}")
    });
    let mut lines: Vec<_> = padded.into_iter().collect();
    if search {
        lines.extend(near(a, t, '/', |a, t| a.logical_divide(&Tiler::whole(t)).ok()));
    }
    lines
}

/// The nearest accepted operands, mode by mode for a tiler.
fn near(
    a: &Layout,
    b: &Tiler,
    sign: char,
    answer: impl Fn(&Layout, Layout) -> Option<Layout>,
) -> Vec<String> {
    let line =
        |a: &Layout, (other, found): (Layout, Layout)| format!("{a} {sign} {other} = {found}");
    let Some(modes) = modes_of(b) else {
        let near = nearest(&whole_of(b), |b| answer(a, b));
        return near.into_iter().map(|pair| line(a, pair)).collect();
    };
    let mut lines = Vec::new();
    for (i, mode) in modes.iter().enumerate() {
        let (Mode::Layout(tile), Ok(part)) = (mode, a.mode(i)) else { continue };
        if answer(&part, *tile).is_none() {
            let near = nearest(tile, |tile| answer(&part, tile));
            lines.extend(near.into_iter().map(|pair| format!("mode {i}: {}", line(&part, pair))));
        }
    }
    lines
}

fn complement(a: &Layout, range: &Value) -> Vec<String> {
    let Value::Tuple(range) = range else { return Vec::new() };
    let Ok(m) = range.size() else { return Vec::new() };
    let padded = a.complement_padded(m).ok();
    padded.map(|free| format!("complement_padded rounds up: {free}")).into_iter().collect()
}

/// The accepted layouts with the nearest extents below and above, and their results. `b` must have one mode.
fn nearest(b: &Layout, answer: impl Fn(Layout) -> Option<Layout>) -> Vec<(Layout, Layout)> {
    if b.leaf_count() != 1 || b.depth() != 0 {
        return Vec::new();
    }
    let (extent, stride) = b.leaf(0);
    let other = |extent: i64| {
        let layout = Layout::new(IntTuple::from(extent), IntTuple::from(stride)).ok()?;
        Some((layout, answer(layout)?))
    };
    let below = (2.max(extent.saturating_sub(REACH))..extent).rev().find_map(other);
    let above = (extent.saturating_add(1)..=extent.saturating_add(REACH)).find_map(other);
    below.into_iter().chain(above).collect()
}

/// The modes of a tiler by mode. `None` if the tiler is a layout.
fn modes_of(tiler: &Tiler) -> Option<Vec<Mode>> {
    if tiler.as_whole().is_some() {
        return None;
    }
    let text = tiler.to_string();
    let inside = text.strip_prefix('<')?.strip_suffix('>')?;
    let mut modes = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, sign) in inside.char_indices().chain([(inside.len(), ',')]) {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 && start < at => {
                let mode = &inside[start..at];
                start = at + 1;
                modes.push(match mode {
                    "_" => Mode::Keep,
                    _ => Mode::Layout(mode.parse().ok()?),
                });
            }
            _ => {}
        }
    }
    Some(modes)
}

/// The layout of a tiler that is a layout.
fn whole_of(tiler: &Tiler) -> Layout {
    let one = IntTuple::leaf(1);
    tiler.as_whole().copied().unwrap_or_else(|| Layout::new(one, one).expect("one element"))
}
