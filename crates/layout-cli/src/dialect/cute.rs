//! Reads and writes what CuTe C++ prints of tensors, and the types of the CuTe DSL.
//!
//! ```text
//! printed  := iterator "o" layout | swizzle "o" flag "o" layout | "layout" layout "," "offset" offset | expression
//! iterator := [ swizzle "_" ] pointer | "ArithTuple" tuple | "counting_iter" "(" INT ")" | name "::DescriptorIterator"
//! pointer  := { "smem_" | "gmem_" | "rmem_" | "tmem_" | "trans_" | "sparse<" INT ">_" | swizzle "_" }
//!             ("ptr" | "subptr" | "raw_ptr") bits "(" ADDRESS ")"
//! bits     := "[" BITS "b]" | "_" BITS "b"   // the second before CUTLASS 3.3
//! flag     := "smem_ptr[" BITS "b](unset)"
//! ```
//!
//! | part | what becomes of it |
//! |---|---|
//! | layout, swizzle, offset | read |
//! | the bits of an element | read: an element of this size without a name |
//! | the bits of a `sparse<2>_` or `trans_` pointer | kept with the pointer: an element has another number of bits |
//! | the memory of a pointer | kept as `pointer`, and written by this system only |
//! | the address of a pointer, `unset` | kept with the pointer; no layout has an address |
//! | `_8` and `8` | both are known integers: an expression has no others |
//! | the coordinate of `ArithTuple(..)`, the number of `counting_iter(..)` | read: the offset |
//! | `align<..>` and the memory of a `!cute.memref` | kept, and written by the DSL only |
//! | `?` in a tuple of the DSL | kept, and written by the DSL and FlyDSL only |
//! | `?` in a swizzled layout or under `@` | refused |

use layout_core::{ComposedLayout, IntTuple, Swizzle};
use static_layout_dialects::{CuteLayout, CuteType};

use crate::Failure;
use crate::dialect::foreign::{has_bits, pattern};
use crate::dialect::{Dialect, Element, Foreign, at_whole, named};
use crate::language::{Scope, Value};

/// What CuTe prints before the `ptr` of a pointer, besides `sparse<2>_` and a swizzle.
const PREFIXES: [&str; 5] = ["smem_", "gmem_", "rmem_", "tmem_", "trans_"];

/// An iterator before `o` and a layout.
struct Iterator<'a> {
    /// The text without its swizzle.
    pointer: String,
    bits: Option<i64>,
    swizzle: Option<(Swizzle, &'a str)>,
    offset: IntTuple,
}

/// Reads an expression, or a tensor as CuTe C++ prints it.
pub(super) fn read(text: &str) -> Result<Foreign, Failure> {
    if let Some(inside) = text.trim().strip_prefix("layout ")
        && let Some((layout, offset)) = inside.rsplit_once(", offset ")
    {
        let place = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
        let moved = |failure: Failure, part: &str| match failure.span() {
            Some(span) => failure.moved(text, place(part) + span.start..place(part) + span.end),
            None => failure,
        };
        let written = pattern(offset.trim()).map_err(|failure| moved(failure, offset.trim()))?;
        let is_nested = layout.trim_start().starts_with("layout ");
        let said = match is_nested {
            true => None,
            false => Some(read(layout).map_err(|failure| moved(failure, layout))?),
        };
        let Some(said) = said.filter(Foreign::is_first) else {
            let failure = Failure::new("expected one offset: the layout has another");
            return Err(failure.at(text, place(offset)..place(offset) + offset.len()));
        };
        return Ok(said.with_offset(written));
    }
    let Some(found) = iterator(text, text.trim_start())? else {
        // `Sw<3,4,3> o smem_ptr[16b](unset) o layout`: the flag stands in the place of an offset.
        if let Some((swizzle, after)) = leading_swizzle(text.trim_start())
            && let Some(after) = after.trim_start().strip_prefix("o ")
            && let Some((flag, layout)) = iterator(text, after.trim_start())?
        {
            if flag.bits.is_none() || flag.swizzle.is_some() {
                let message = "a swizzle of bytes is none of the elements of this pointer";
                return Err(Failure::new(message).at(text, 0..text.len()));
            }
            return pointed(text, Iterator { swizzle: Some(swizzle), ..flag }, layout);
        }
        return Scope::expression(text).map(Foreign::from);
    };
    pointed(text, found.0, found.1)
}

/// The tensor of an iterator and the text of a layout.
fn pointed(text: &str, iterator: Iterator<'_>, layout: &str) -> Result<Foreign, Failure> {
    let start = text.len() - layout.len();
    let value = Scope::expression(layout).map_err(|failure| match failure.span() {
        Some(span) => failure.moved(text, start + span.start..start + span.end),
        None => failure,
    })?;
    let value = match iterator.swizzle {
        None => value,
        Some((swizzle, written)) => {
            let at = text.find(written).unwrap_or(0);
            let failed = |failure: Failure| failure.at(text, at..at + written.len());
            let bits = iterator.bits.unwrap_or(8);
            swizzled(&value, in_elements(swizzle, bits).map_err(failed)?)?
        }
    };
    let mut said = Foreign::from(value);
    if !iterator.pointer.is_empty() {
        said = said.with_other(Dialect::Cute, "pointer", &iterator.pointer);
    }
    said.element = iterator.bits.map(Element::of_bits);
    Ok(said.with_offset(iterator.offset))
}

/// Converts the swizzle of a pointer, which moves bytes, to a swizzle of a layout, which moves elements.
pub(crate) fn in_elements(swizzle: Swizzle, bits: i64) -> Result<Swizzle, Failure> {
    if bits < 1 || bits.count_ones() != 1 {
        return Err(Failure::new(format!("a swizzle of bytes is none of elements of {bits} bits")));
    }
    let base = i64::from(swizzle.base()) + 3 - i64::from(bits.trailing_zeros());
    if base < 0 {
        return Err(Failure::new(format!("the swizzle moves parts of elements of {bits} bits")));
    }
    Ok(Swizzle::new(i64::from(swizzle.bits()), base, i64::from(swizzle.shift()))?)
}

fn swizzled(value: &Value, swizzle: Swizzle) -> Result<Value, Failure> {
    match value.as_layout() {
        Some(layout) => Ok(ComposedLayout::new(swizzle, 0, layout)?.into()),
        None => Err(Failure::new(format!("a layout was expected, and this is {}", value.kind()))),
    }
}

/// The swizzle that a text starts with, and the text after it.
fn leading_swizzle(text: &str) -> Option<((Swizzle, &str), &str)> {
    let end = text.starts_with("Sw<").then(|| text.find('>'))?? + 1;
    let swizzle = text[..end].parse().ok()?;
    Some(((swizzle, &text[..end]), &text[end..]))
}

/// The iterator that `rest` starts with, the end of `text`, and the text of the layout after it. `None` where it starts
/// with none.
fn iterator<'a>(text: &'a str, rest: &'a str) -> Result<Option<(Iterator<'a>, &'a str)>, Failure> {
    let at = |part: &str| text.len() - part.len();
    let mut found =
        Iterator { pointer: String::new(), bits: None, swizzle: None, offset: 0.into() };
    let mut after = rest;
    if let Some((swizzle, behind)) = leading_swizzle(after)
        && let Some(behind) = behind.strip_prefix('_')
    {
        (found.swizzle, after) = (Some(swizzle), behind);
    }
    let name_len = after.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
    let (name, mut behind) = after.split_at(name_len.unwrap_or(after.len()));
    let name = name.trim_end_matches("Sw");
    if name.ends_with("DescriptorIterator") {
        found.pointer = name.to_owned();
    } else if name == "ArithTuple" || name == "ArithmeticTuple" || name == "counting_iter" {
        let end = closing(behind).ok_or_else(|| expected(text, at(behind), "`(` and `)`"))?;
        let inside = &behind[..end];
        let inside = if name == "counting_iter" { &inside[1..end - 1] } else { inside };
        found.offset = Scope::expression(inside)
            .ok()
            .and_then(|value| if let Value::Tuple(tuple) = value { Some(tuple) } else { None })
            .ok_or_else(|| expected(text, at(behind), "integers"))?;
        behind = &behind[end..];
    } else {
        // `smem_Sw<3,4,3>_ptr[16b](..)`, `gmem_sparse<2>_ptr[8b](..)`
        let (mut tail, mut start) = (after, String::new());
        loop {
            let sparse = tail.strip_prefix("sparse<").and_then(|rest| rest.split_once(">_"));
            let sparse = sparse.filter(|(count, _)| count.parse::<u8>().is_ok());
            let next = if let Some(known) = PREFIXES.iter().find(|one| tail.starts_with(**one)) {
                &tail[known.len()..]
            } else if let Some((_, behind)) = sparse {
                behind
            } else if let Some((swizzle, behind)) = leading_swizzle(tail)
                && let Some(behind) = behind.strip_prefix('_')
                && found.swizzle.is_none()
            {
                (found.swizzle, tail) = (Some(swizzle), behind);
                continue;
            } else {
                break;
            };
            start.push_str(&tail[..tail.len() - next.len()]);
            tail = next;
        }
        if found.swizzle.is_some() && !has_bits(&start) {
            let message = "a swizzle of bytes is none of the elements of this pointer";
            return Err(Failure::new(message).at(text, at(after)..at(tail)));
        }
        let kinds = ["ptr", "subptr", "raw_ptr", ""].into_iter().filter_map(|kind| {
            let tail = tail.strip_prefix(kind)?;
            let (close, tail) = match (tail.strip_prefix('['), tail.strip_prefix('_')) {
                (Some(tail), _) => ("b]", tail),
                (_, Some(tail)) if tail.starts_with(|c: char| c.is_ascii_digit()) => ("b", tail),
                _ => return None,
            };
            Some((kind, close, tail))
        });
        let mut kinds = kinds.filter(|(kind, ..)| !kind.is_empty() || !start.is_empty());
        let Some((kind, close, tail)) = kinds.next() else {
            let is_pointer = found.swizzle.is_some() || name.ends_with("ptr") && tail.contains('[');
            let what = "`ptr[`, `smem_ptr[`, `gmem_ptr[`, `rmem_ptr[` or `tmem_[`";
            return if is_pointer { Err(expected(text, at(after), what)) } else { Ok(None) };
        };
        let end = tail.find(close).ok_or_else(|| expected(text, at(tail), "the bits: `16b]`"))?;
        let bits = tail[..end].parse::<i64>().ok().filter(|bits| *bits > 0);
        found.bits = Some(bits.ok_or_else(|| expected(text, at(tail), "the bits of an element"))?)
            .filter(|_| has_bits(&start));
        behind = &tail[end + close.len()..];
        let end =
            closing(behind).ok_or_else(|| expected(text, at(behind), "`(` and an address"))?;
        found.pointer = format!("{start}{kind}[{}b]{}", bits.unwrap_or(0), &behind[..end]);
        behind = &behind[end..];
    }
    let layout =
        behind.trim_start().strip_prefix("o ").or(behind.trim_start().strip_prefix('\u{2218}'));
    let layout = layout.ok_or_else(|| expected(text, at(behind), "`o` and the layout"))?;
    Ok(Some((found, layout.trim_start())))
}

/// Where the parenthesis that a text starts with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn expected(text: &str, at: usize, what: &str) -> Failure {
    Failure::new(format!("expected {what}")).at(text, at..at)
}

/// Writes any value, the pointer of a tensor before it.
pub(super) fn write(said: &Foreign) -> String {
    let pointer = said.other(Dialect::Cute, "pointer").filter(|_| said.is_pointed());
    let tensor = |pointer: String| format!("{pointer} o {}", said.layout);
    let text = pointer.map_or(said.layout.to_string(), |pointer| tensor(pointer.to_owned()));
    let offset = &said.offset;
    match offset.depth() {
        _ if said.is_first() => text,
        depth if depth > 0 && pointer.is_none() && !said.written_offset().contains('?') => {
            tensor(format!("ArithTuple{offset}"))
        }
        _ => format!("layout {text}, offset {}", said.written_offset()),
    }
}

/// The text of a tuple with each `?` spelled anew: one with the word `implied` loses it, and one without gets `other`.
/// A `?` of the DSL has 32 bits, and one of notation 64.
fn respelled(text: &str, implied: &str, other: &str) -> String {
    let mut parts = text.split('?');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let inside = part.strip_prefix('{').and_then(|part| part.split_once('}'));
        let (facts, after) = inside.unwrap_or(("", part));
        let words = facts.split_whitespace().filter(|word| !matches!(*word, "i32" | "i64"));
        let is_implied = facts.split_whitespace().any(|word| word == implied);
        let width = (!is_implied).then_some(other);
        let facts: Vec<_> = width.into_iter().chain(words).collect();
        out.push('?');
        if !facts.is_empty() {
            out.push_str(&format!("{{{}}}", facts.join(" ")));
        }
        out.push_str(after);
    }
    out
}

fn of_dsl(text: &str) -> String {
    respelled(text, "i64", "i32")
}

fn to_dsl(text: &str) -> String {
    respelled(text, "i32", "i64")
}

/// Reads a type of the CuTe DSL.
pub(super) fn read_dsl(text: &str) -> Result<Foreign, Failure> {
    let read = CuteType::parse(text).map_err(|error| Failure::found(&error, text))?;
    let value = |layout: CuteLayout| match layout.unknown_count() {
        0 => layout.fill(&[]).map(Value::from).map_err(|error| Failure::found(&error, text)),
        _ => layout.symbolic().map(Value::from).map_err(|error| at_whole(named(error), text)),
    };
    Ok(match read {
        CuteType::Layout(layout) => value(layout)?.into(),
        CuteType::Composed(layout) => Value::from(layout).into(),
        CuteType::Swizzle(swizzle) => Value::from(swizzle).into(),
        CuteType::Tuple(tuple) => Value::from(tuple).into(),
        CuteType::Unknowns(tuple) => Foreign::of_unknowns(Dialect::CuteDsl, &of_dsl(tuple)),
        CuteType::Coord(coord) => Value::from(coord).into(),
        CuteType::Tile(tiler) => Value::from(tiler).into(),
        CuteType::CoordTensor { origin, layout } => {
            Foreign::from(value(layout)?).with_first(Dialect::CuteDsl, &of_dsl(origin))?
        }
        CuteType::MemRef { element, space, align, swizzle, layout } => {
            let element = Element::mlir(element);
            let mut value = value(layout)?;
            if let Some(swizzle) = swizzle {
                let bits = element.bits().ok_or_else(|| {
                    Failure::new(format!(
                        "the size of `{element}` is not known, and the swizzle is of bytes"
                    ))
                })?;
                value = swizzled(&value, in_elements(swizzle, bits)?)?;
            }
            let said = Foreign::from(value).with_element(element);
            let said = said.with_other(Dialect::CuteDsl, "memory space", space);
            match align {
                Some(align) => said.with_other(Dialect::CuteDsl, "alignment", &align.to_string()),
                None => said,
            }
        }
    })
}

/// Writes a type of the CuTe DSL: a `memref` where the memory is known.
pub(super) fn write_dsl(said: &Foreign) -> Result<String, Failure> {
    let no_word = || {
        let kind = said.layout.kind();
        Failure::new(format!("{} has no word for {kind}", Dialect::CuteDsl.name()))
    };
    let layout = match &said.layout {
        Value::Tuple(tuple) => return Ok(CuteType::Tuple(*tuple).to_string()),
        Value::Swizzle(swizzle) => return Ok(CuteType::Swizzle(*swizzle).to_string()),
        Value::Text(tuple) if said.is_unknowns() => {
            return Ok(CuteType::Unknowns(&to_dsl(tuple)).to_string());
        }
        Value::Coord(coord) => return Ok(CuteType::Coord(*coord).to_string()),
        Value::Tiler(tiler) => return Ok(CuteType::Tile(*tiler).to_string()),
        Value::Symbolic(layout) => CuteLayout::from(**layout),
        other => match (other.as_layout(), other.as_swizzled()) {
            (Some(layout), _) => CuteLayout::from(layout.set_known()),
            (None, Some(layout)) => CuteLayout::from(layout.plain().set_known()),
            (None, None) => return Err(no_word()),
        },
    };
    let swizzled = said.layout.as_swizzled();
    if let Some(swizzle) = said.dsl_swizzle() {
        let space = said.other(Dialect::CuteDsl, "memory space").unwrap_or_default();
        let element = said.element.as_ref().and_then(|of| of.name_in(Dialect::CuteDsl));
        let align = said.other(Dialect::CuteDsl, "alignment").and_then(|align| align.parse().ok());
        let element = element.unwrap_or_default();
        let written = CuteType::MemRef { element: &element, space, align, swizzle, layout };
        return Ok(written.to_string());
    }
    Ok(match swizzled {
        Some(swizzled) => CuteType::Composed(swizzled).to_string(),
        None if !said.is_first() => {
            let origin = to_dsl(&said.first_coordinate().unwrap_or_default());
            CuteType::CoordTensor { origin: &origin, layout }.to_string()
        }
        None => CuteType::Layout(layout).to_string(),
    })
}
