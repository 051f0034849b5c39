//! What the text of a tensor says in addition to its layout: the type of its elements, and their memory.

use core::ops::Range;

use super::names::{self, Form};
use super::tree::{Bracket, Item, Kind, Node, Part};
use super::{Language, TensorType};

/// Types of C++ whose size no compiler changes, and MLIR's names.
const CPP: &[(&str, &str)] = &[
    ("bool", "i1"),
    ("int8_t", "i8"),
    ("int16_t", "i16"),
    ("short", "i16"),
    ("int", "i32"),
    ("int32_t", "i32"),
    ("int64_t", "i64"),
    ("uint8_t", "ui8"),
    ("uint16_t", "ui16"),
    ("unsigned", "ui32"),
    ("uint32_t", "ui32"),
    ("uint64_t", "ui64"),
    ("__half", "f16"),
    ("half", "f16"),
    ("half_t", "f16"),
    ("float16_t", "f16"),
    ("__nv_bfloat16", "bf16"),
    ("bfloat16_t", "bf16"),
    ("float", "f32"),
    ("float32_t", "f32"),
    ("double", "f64"),
    ("float64_t", "f64"),
];

/// Types of Mojo, and MLIR's names.
const MOJO: &[(&str, &str)] = &[
    ("bool", "i1"),
    ("int8", "i8"),
    ("int16", "i16"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("uint8", "ui8"),
    ("uint16", "ui16"),
    ("uint32", "ui32"),
    ("uint64", "ui64"),
    ("float16", "f16"),
    ("bfloat16", "bf16"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("float8_e5m2", "f8E5M2"),
    ("float8_e4m3fn", "f8E4M3FN"),
    ("float8_e5m2fnuz", "f8E5M2FNUZ"),
    ("float8_e4m3fnuz", "f8E4M3FNUZ"),
];

/// MLIR's name of a type.
pub(super) fn mlir(language: Language, name: &str) -> Option<&'static str> {
    let table = if language == Language::Mojo { MOJO } else { CPP };
    table.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// The arguments of the type of a tensor.
fn arguments<'n, 'a>(language: Language, parts: &'n [Part<'a>]) -> Option<&'n [Item<'a>]> {
    let part = parts.last()?;
    let bracket = match names::form(language, part.name)? {
        Form::TensorType => Bracket::Square,
        Form::Mdspan => Bracket::Angle,
        _ => return None,
    };
    part.lists.iter().find(|list| list.0 == bracket).map(|list| list.1.as_slice())
}

/// The element and the memory of the type that a text is.
pub(super) fn tensor_type<'a>(
    language: Language,
    text: &'a str,
    node: &Node<'a>,
) -> Option<TensorType<'a>> {
    let Kind::Name(parts) = &node.kind else { return None };
    let items = arguments(language, parts)?;
    let element = &items.iter().find(|item| item.keyword.is_none())?.node;
    let known = match &element.kind {
        Kind::Name(parts) if parts.iter().all(|part| part.lists.is_empty()) => {
            // `dtype` of Mojo is a value, and `DType.int8` a type.
            let is_type = language != Language::Mojo || parts.len() > 1;
            parts.last().filter(|_| is_type).and_then(|part| mlir(language, part.name))
        }
        _ => None,
    };
    let memory = items.iter().find(|item| item.keyword == Some("address_space"));
    // The space that is none: a pointer of it reaches all memory.
    let is_said = |memory: &&str| memory.rsplit('.').next() != Some("GENERIC");
    Some(TensorType {
        element: &text[element.span.clone()],
        mlir: known,
        memory_space: memory.map(|item| &text[item.node.span.clone()]).filter(is_said),
    })
}

/// Where the type of a tensor is a part of a text.
pub(super) fn inner(language: Language, node: &Node<'_>) -> Option<Range<usize>> {
    let any = |node: &Node<'_>| found(language, node);
    match &node.kind {
        Kind::Name(parts) => in_lists(language, parts),
        _ => any(node),
    }
}

fn in_lists(language: Language, parts: &[Part<'_>]) -> Option<Range<usize>> {
    let mut items = parts.iter().flat_map(|part| &part.lists).flat_map(|list| &list.1);
    items.find_map(|item| found(language, &item.node))
}

fn found(language: Language, node: &Node<'_>) -> Option<Range<usize>> {
    match &node.kind {
        Kind::Name(parts) if arguments(language, parts).is_some() => Some(node.span.clone()),
        Kind::Name(parts) => in_lists(language, parts),
        Kind::List(_, items) => items.iter().find_map(|item| found(language, &item.node)),
        Kind::Binary(_, left, right) => found(language, left).or_else(|| found(language, right)),
        Kind::Negative(of) => found(language, of),
        Kind::Integer(_) | Kind::Unknown(_) | Kind::Text(_) => None,
    }
}
