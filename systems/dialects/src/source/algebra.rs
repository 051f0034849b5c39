//! Operations on values: results of the engine, compact layouts and orders.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use layout_core::{ComposedLayout, IntTuple, Layout, LayoutError, Mode, Rule, Swizzle, Tiler};

use super::SourceError;
use super::leaf::{Leaf, Nest, Pair};
use super::names::Form;
use super::value::{Evaluated, Value, named, not_numbers, refused, tiler};

/// The type of a value with the value's run-time integers. A static integer of the type must be the value's.
pub(super) fn joined(declared: Value, given: Value, span: &Range<usize>) -> Evaluated {
    match (declared, given) {
        (Value::Leaf(a), Value::Leaf(b)) if !a.names.is_empty() || a == b => Ok(Value::Leaf(b)),
        (Value::Leaf(a), Value::Leaf(b))
            if a.is_static && a.value().is_some() && a.value() == b.value() =>
        {
            Ok(Value::Leaf(a))
        }
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            let parts = a.into_iter().zip(b).map(|(a, b)| joined(a, b, span));
            parts.collect::<Result<_, _>>().map(Value::Tuple)
        }
        _ => Err(SourceError::new("the value does not have the type before it", span.clone())),
    }
}

/// The sum, difference, product or quotient.
pub(super) fn arithmetic(
    operator: char,
    a: &Leaf,
    b: &Leaf,
    span: &Range<usize>,
) -> Evaluated<Leaf> {
    let too_large = || SourceError::new("an integer is past 9223372036854775807", span.clone());
    if operator == '*' {
        return a.times(b).ok_or_else(too_large);
    }
    let (Some(x), Some(y)) = (a.value(), b.value()) else {
        let message = match operator {
            '÷' => "a quotient of names is not read".into(),
            _ => format!("`{operator}` of names is not read"),
        };
        return Err(SourceError::new(message, span.clone()).help("write a name for the result"));
    };
    let value = match operator {
        '+' => x.checked_add(y).ok_or_else(too_large)?,
        '-' => x.checked_sub(y).ok_or_else(too_large)?,
        _ if y == 0 => return Err(SourceError::new("a quotient by 0", span.clone())),
        // C++ and Rust drop the fraction, the others round down.
        '/' => x.checked_div(y).ok_or_else(too_large)?,
        _ => {
            let quotient = x.checked_div(y).ok_or_else(too_large)?;
            quotient - i64::from(x % y != 0 && (x < 0) != (y < 0))
        }
    };
    Ok(Leaf::of(value, a.is_static && b.is_static))
}

/// `inner o outer`.
#[inline(never)]
pub(super) fn composed(inner: Value, outer: Value, span: &Range<usize>) -> Evaluated {
    let message = format!("{} after {} is not read", inner.kind(), outer.kind());
    let (swizzle, offset, layout) = match (inner, outer) {
        // The swizzle before its offset: a swizzled layout that has no layout yet.
        (Value::Swizzle(swizzle), Value::Leaf(offset)) if offset.value().is_some() => {
            (swizzle, offset.factor, UNIT)
        }
        (Value::Swizzle(_), Value::Leaf(_)) => {
            let message = "the offset of a swizzled layout is an integer that is known";
            return Err(SourceError::new(message, span.clone()));
        }
        (Value::Swizzle(swizzle), Value::Bits(bits)) => {
            (of_elements(swizzle, bits, span)?, 0, UNIT)
        }
        (Value::Swizzle(swizzle), Value::Layout(pair, 0)) if pair.is_plain() => {
            (swizzle, 0, pair.layout().map_err(|error| refused(&error, span))?)
        }
        (Value::Swizzled(begun), Value::Layout(pair, 0))
            if pair.is_plain() && begun.plain() == UNIT =>
        {
            let layout = pair.layout().map_err(|error| refused(&error, span))?;
            (begun.swizzle(), begun.offset(), layout)
        }
        (Value::Swizzle(_) | Value::Swizzled(_), Value::Layout(..)) => {
            let message = "a swizzled layout of names is not read";
            return Err(SourceError::new(message, span.clone()));
        }
        (
            a @ Value::Layout(_, 0),
            by @ (Value::Layout(..) | Value::Tuple(_) | Value::Tiles(_) | Value::Leaf(_)),
        ) => {
            let compose = Form::ByTiler(|a, b| a.compose(b));
            return operation(compose, &[a, by], &[span.clone(), span.clone()], span);
        }
        _ => return Err(SourceError::new(message, span.clone())),
    };
    let composed = ComposedLayout::new(swizzle, offset, layout);
    Ok(Value::Swizzled(Box::new(composed.map_err(|error| refused(&error, span))?)))
}

/// An operation of the engine. A function of its own, because errors of the engine are large, and the evaluator recurses.
#[inline(never)]
pub(super) fn operation(
    form: Form,
    values: &[Value],
    spans: &[Range<usize>],
    span: &Range<usize>,
) -> Evaluated {
    let a = engine_layout(&values[0], &spans[0])?;
    let result = match form {
        Form::Unary(run) => run(&a),
        Form::ByTiler(run) => run(&a, &tiler(&values[1], &spans[1])?),
        Form::ByLayout(run) => run(&a, &engine_layout(&values[1], &spans[1])?),
        _ => Ok(a),
    };
    engine(result, span)
}

/// A layout of integers.
pub(super) fn engine_layout(value: &Value, span: &Range<usize>) -> Evaluated<Layout> {
    match value {
        Value::Layout(pair, 0) if pair.is_plain() => {
            pair.layout().map_err(|error| refused(&error, span))
        }
        Value::Layout(..) => Err(not_numbers(span)),
        other => {
            let message = format!("a layout is expected, and this is {}", other.kind());
            Err(SourceError::new(message, span.clone()))
        }
    }
}

#[inline(never)]
pub(super) fn swizzle([bits, base, shift]: [i64; 3], span: &Range<usize>) -> Evaluated {
    let swizzle = Swizzle::new(bits, base, shift).map_err(|error| refused(&error, span))?;
    Ok(Value::Swizzle(swizzle))
}

/// The layout in the place of one that follows.
pub(super) const UNIT: Layout =
    layout_core::internal::unchecked_layout(IntTuple::leaf(1), IntTuple::leaf(0));

/// A swizzle of addresses in bytes as a swizzle of elements.
pub(super) fn of_elements(swizzle: Swizzle, bits: i64, span: &Range<usize>) -> Evaluated<Swizzle> {
    let message = format!("{swizzle} of addresses does not keep elements of {bits} bits whole");
    let whole = bits > 0 && bits.count_ones() == 1;
    // Base 4 of bytes is base 7 of bits.
    let base = i64::from(swizzle.base()) + 3 - i64::from(bits.trailing_zeros());
    if !whole || base < 0 {
        return Err(SourceError::new(message, span.clone()));
    }
    Swizzle::new(swizzle.bits().into(), base, swizzle.shift().into())
        .map_err(|error| refused(&error, span))
}

pub(super) fn engine(result: Result<Layout, LayoutError>, span: &Range<usize>) -> Evaluated {
    result
        .and_then(|layout| Pair::of(&layout))
        .map(|pair| Value::Layout(pair, 0))
        .map_err(|error| refused(&error, span))
}

/// A layout, checked here so that an error is at its cause.
#[inline(never)]
pub(super) fn with_stride(
    shape: Nest,
    stride: Nest,
    span: &Range<usize>,
    stride_span: &Range<usize>,
) -> Evaluated {
    if !shape.is_congruent(&stride) {
        let (shape, stride) = (shape.notation(), stride.notation());
        let message = format!("stride {stride} is not congruent with shape {shape}");
        return Err(SourceError::new(message, stride_span.clone()));
    }
    let pair = Pair { shape, stride };
    if pair.is_plain() {
        pair.layout().map_err(|error| {
            let is_stride = matches!(error.rule(), Rule::Syntax { .. });
            refused(&error, if is_stride { stride_span } else { span })
        })?;
    } else {
        pair.symbolic().map_err(|error| named(&error, span))?;
    }
    Ok(Value::Layout(pair, 0))
}

/// The compact layout of a shape.
#[inline(never)]
pub(super) fn compact(shape: Nest, is_left: bool, zeros: bool, span: &Range<usize>) -> Evaluated {
    if zeros && shape.is_plain() {
        let layout = shape.tuple().and_then(|shape| match is_left {
            true => Layout::col_major(shape),
            false => Layout::row_major(shape),
        });
        return engine(layout, span);
    }
    let count = shape.leaves().len();
    let too_large = || SourceError::new("an integer is past 9223372036854775807", span.clone());
    let pair = if is_left {
        Pair::compact(shape, 0..count, zeros)
    } else {
        Pair::compact(shape, (0..count).rev(), zeros)
    };
    let pair = pair.ok_or_else(too_large)?;
    with_stride(pair.shape, pair.stride, span, span)
}

/// Checks that no two modes have the same order: what becomes of them differs by system, and by version.
pub(super) fn without_ties(order: &Value, span: &Range<usize>) -> Evaluated<()> {
    let Some(order) = order.nest() else { return Ok(()) };
    let mut ranks: Vec<_> = order.leaves().into_iter().filter(|leaf| leaf.is_static).collect();
    ranks.sort_unstable_by_key(|leaf| leaf.factor);
    match ranks.windows(2).find(|pair| pair[0].factor == pair[1].factor) {
        Some(tie) => {
            let message = format!("the order {} is given to two modes", tie[0].factor);
            Err(SourceError::new(message, span.clone()))
        }
        None => Ok(()),
    }
}

/// The compact layout of a shape in an order.
#[inline(never)]
pub(super) fn ordered(
    shape: Nest,
    order: &Value,
    zeros: bool,
    span: &Range<usize>,
    order_span: &Range<usize>,
) -> Evaluated {
    let numbers = match order {
        Value::Order(is_left) => return compact(shape, *is_left, zeros, span),
        order => order.nest().filter(Nest::is_plain),
    };
    let Some(order) = numbers else {
        let message = format!("an order is a tuple of integers, and this is {}", order.kind());
        return Err(SourceError::new(message, order_span.clone()));
    };
    let failed = |error| refused(&error, order_span);
    if shape.is_plain() && (zeros || !shape.is_congruent(&order)) {
        let (shape, order) = (shape.tuple().map_err(failed)?, order.tuple().map_err(failed)?);
        return engine(Layout::ordered(shape, order), order_span);
    }
    if !shape.is_congruent(&order) {
        let message = "the order of a shape with names has an integer for each of its integers";
        return Err(SourceError::new(message, order_span.clone()));
    }
    let ranks: Vec<i64> = order.leaves().iter().map(|leaf| leaf.factor).collect();
    let mut by_rank: Vec<usize> = (0..ranks.len()).collect();
    by_rank.sort_unstable_by_key(|&k| (ranks[k], k));
    let pair = Pair::compact(shape, by_rank.into_iter(), zeros);
    let pair = pair
        .ok_or_else(|| SourceError::new("an integer is past 9223372036854775807", span.clone()))?;
    with_stride(pair.shape, pair.stride, span, span)
}

/// The strides of the layout that maps coordinates to themselves.
pub(super) fn identity(shape: &Nest, path: &mut Vec<i64>) -> Nest {
    match shape {
        Nest::Leaf(_) => Nest::Leaf(Leaf { path: path.clone(), ..Leaf::of(1, true) }),
        Nest::Tuple(parts) => Nest::Tuple(
            parts
                .iter()
                .enumerate()
                .map(|(i, part)| {
                    path.push(i as i64);
                    let part = identity(part, path);
                    path.pop();
                    part
                })
                .collect(),
        ),
    }
}

/// The modes of a tiler by mode.
pub(super) fn modes(tiler: &Tiler) -> Evaluated<Vec<Mode>> {
    let text = tiler.to_string();
    let inside = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(&text);
    let (mut depth, mut parts, mut from) = (0, Vec::new(), 0);
    for (k, c) in inside.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == ',' && depth == 0 {
            parts.push(&inside[from..k]);
            from = k + 1;
        }
    }
    parts.push(&inside[from..]);
    let mode = |part: &str| match part {
        "_" => Ok(Mode::Keep),
        part => part.parse().map(Mode::Layout),
    };
    parts.into_iter().map(|part| mode(part).map_err(|error| refused(&error, &(0..0)))).collect()
}
