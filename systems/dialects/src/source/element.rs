//! What the text of a tensor says in addition to its layout: the type of its elements, and their memory.

use core::ops::Range;

use super::names::{self, Form};
use super::parts;
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

/// Types of CuTe's C++ besides those, and MLIR's names.
const CUTE: &[(&str, &str)] =
    &[("float_e4m3_t", "f8E4M3FN"), ("float_e5m2_t", "f8E5M2"), ("tfloat32_t", "tf32")];

/// Types of the CuTe DSL, and MLIR's names.
const DSL: &[(&str, &str)] = &[
    ("Boolean", "i1"),
    ("Int8", "i8"),
    ("Int16", "i16"),
    ("Int32", "i32"),
    ("Int64", "i64"),
    ("Uint8", "ui8"),
    ("Uint16", "ui16"),
    ("Uint32", "ui32"),
    ("Uint64", "ui64"),
    ("Float16", "f16"),
    ("BFloat16", "bf16"),
    ("Float32", "f32"),
    ("TFloat32", "tf32"),
    ("Float64", "f64"),
    ("Float8E5M2", "f8E5M2"),
    ("Float8E4M3FN", "f8E4M3FN"),
    ("Float4E2M1FN", "f4E2M1FN"),
];

/// MLIR's name of a type.
pub(super) fn mlir(language: Language, name: &str) -> Option<&'static str> {
    let tables: &[&[_]] = match language {
        Language::Mojo => &[MOJO],
        Language::CuteDsl => &[DSL],
        Language::Cute => &[CPP, CUTE],
        _ => &[CPP],
    };
    tables.iter().copied().flatten().find(|row| row.0 == name).map(|row| row.1)
}

/// What a text says of a tensor, in its parts.
struct Said<'n, 'a> {
    element: Option<&'n Node<'a>>,
    memory: Option<&'n Node<'a>>,
    /// The memory that the name of a function says.
    named_memory: Option<&'static str>,
    alignment: Option<&'n Node<'a>>,
}

fn said<'n, 'a>(language: Language, parts: &'n [Part<'a>]) -> Option<Said<'n, 'a>> {
    let part = parts.last()?;
    let list =
        |of: Bracket| part.lists.iter().find(|list| list.0 == of).map(|list| list.1.as_slice());
    let first = |items: &'n [Item<'a>]| items.iter().find(|item| item.keyword.is_none());
    let mut out = Said { element: None, memory: None, named_memory: None, alignment: None };
    match names::form(language, part.name)? {
        Form::TensorType | Form::Tensor => {
            let items = list(Bracket::Square)?;
            out.element = Some(&first(items)?.node);
            out.memory = items
                .iter()
                .find(|item| item.keyword == Some("address_space"))
                .map(|item| &item.node);
        }
        Form::Mdspan => out.element = Some(&first(list(Bracket::Angle)?)?.node),
        Form::FlyMemRef => {
            let [element, memory, _, rest @ ..] = list(Bracket::Angle)? else { return None };
            (out.element, out.memory) = (Some(&element.node), Some(&memory.node));
            out.alignment = rest.first().and_then(|item| parts::alignment(&item.node));
        }
        Form::MakeTensor => {
            if let Some(items) = list(Bracket::Angle) {
                out.element = Some(&first(items)?.node);
            } else {
                let (memory, element) = parts::pointer(&list(Bracket::Round)?.first()?.node)?;
                (out.element, out.named_memory) = (element, Some(memory));
            }
        }
        Form::Fragment => {
            out.element = Some(&list(Bracket::Round)?.get(1)?.node);
            out.named_memory = Some("rmem");
        }
        _ => return None,
    }
    Some(out)
}

/// The element and the memory of the tensor that a text is.
pub(super) fn tensor_type<'a>(
    language: Language,
    text: &'a str,
    node: &Node<'a>,
) -> Option<TensorType<'a>> {
    let Kind::Name(parts) = &node.kind else { return None };
    let said = said(language, parts)?;
    let known = |element: &&Node<'a>| match &element.kind {
        // Types of MLIR have its names.
        Kind::Name(parts) if language == Language::FlyDsl => {
            let [Part { name, .. }] = parts.as_slice() else { return None };
            [CPP, CUTE, DSL].into_iter().flatten().find(|row| row.1 == *name).map(|row| row.1)
        }
        Kind::Name(parts) if parts.iter().all(|part| part.lists.is_empty()) => {
            // `dtype` of Mojo is a value, and `DType.int8` a type.
            let is_type = language != Language::Mojo || parts.len() > 1;
            parts.last().filter(|_| is_type).and_then(|part| mlir(language, part.name))
        }
        _ => None,
    };
    let written = |node: &Node<'a>| &text[node.span.clone()];
    // The space that is none: a pointer of it reaches all memory.
    let is_said = |memory: &&str| memory.rsplit('.').next() != Some("GENERIC");
    Some(TensorType {
        element: said.element.map(written).unwrap_or_default(),
        mlir: said.element.as_ref().and_then(known),
        memory_space: said.memory.map(written).filter(is_said).or(said.named_memory),
        alignment: said.alignment.map(written),
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
        Kind::Name(parts) if said(language, parts).is_some() => Some(node.span.clone()),
        Kind::Name(parts) => in_lists(language, parts),
        Kind::List(_, items) => items.iter().find_map(|item| found(language, &item.node)),
        Kind::Binary(_, left, right) => found(language, left).or_else(|| found(language, right)),
        Kind::Negative(of) => found(language, of),
        Kind::Integer(_) | Kind::Unknown(_) | Kind::Text(_) => None,
    }
}
