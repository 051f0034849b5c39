//! Operations of `cute` and `fly`: their types have the layouts.
//!
//! | text | facts |
//! |---|---|
//! | an operation of the algebra | the claim that its result type is the exact result |
//! | the destination of `copy`, `memref.store`, `memref.store_vec` | a layout that is written |
//! | `cute.tiled.copy.partition_S`, `partition_D` of a copy of a fixed width | the access of its threads |
//! | `cute.slice` | that each kept mode equals the mode of the operand |
//! | a layout with `?` | the claim about the integers that are known, where the algebra of names has a result |
//! | other types with `?`, `ldmatrix` and TMA atoms | left out: run time knows the integers, hardware the threads |

use layout_core::{Coord, IntTuple, Layout};
use static_layout_dialects::source::{Language, Source};
use static_layout_dialects::statement::{self, Program, Statement};
use static_layout_dialects::{CuteLayout, CuteType};

use super::super::fact::{Claim, Fact, Memory, ThreadAccess};
use super::super::{Checked, accesses};
use super::{memref, operation, source_value, takes_tiler, tiler, triton};
use crate::MaybeSwizzled;
use crate::dialect::in_elements;
use crate::language::Value;
use layout_core::memory::Access;

/// The facts of a program of MLIR.
pub(super) fn read(text: &str, facts: &mut Vec<Fact>, checked: &mut Checked) {
    let program = statement::mlir(text);
    triton::attributes(text, &program, facts);
    for found in &program.operations {
        let Some((dialect, name)) = found.name.split_once('.') else { continue };
        match dialect {
            "cute" | "fly" => algebra(found, name, facts, checked),
            "ttg" | "tt" => triton::read(found, name, &program, facts, checked),
            _ => memref::read(found, facts, checked),
        }
    }
    memories(&program, facts);
}

/// The operations of `cute` and `fly`.
fn algebra(found: &Statement<'_>, name: &str, facts: &mut Vec<Fact>, checked: &mut Checked) {
    let span = found.span.clone();
    let written = match name {
        "copy" => found.operands.get(2),
        "memref.store" => found.operands.first(),
        "memref.store_vec" => found.operands.get(1),
        _ => None,
    };
    if let Some(TypeOf { layout: Value::Layout(layout), .. }) = written.and_then(|of| type_of(of)) {
        // An element is stored through one coordinate of a broadcast.
        let layout = if name == "memref.store" { layout.filter_zeros() } else { layout };
        let layout = MaybeSwizzled::from(layout);
        facts.push(Fact::Memory(Memory { span, layout, is_written: true, is_narrow: true }));
        return;
    }
    if matches!(name, "tiled.copy.partition_S" | "tiled.copy.partition_D") {
        match access(found) {
            Some(access) => facts.push(Fact::Access(access)),
            None => checked.skipped += 1,
        }
        return;
    }
    let claim = match name {
        "slice" => slice(found),
        _ => operation(name).map(|(operation, rounds)| claim(found, operation, rounds)),
    };
    match claim {
        Some(Some(claim)) => facts.push(Fact::Operation(claim)),
        Some(None) => checked.skipped += 1,
        None => {}
    }
}

/// What a type says: the layout or another value, and of memory the rest.
struct TypeOf<'a> {
    layout: Value,
    /// The element type, and the memory.
    memory: Option<(&'a str, &'a str)>,
    /// The swizzle of the pointer, of bytes.
    swizzle: Option<layout_core::Swizzle>,
}

impl TypeOf<'_> {
    fn plain(layout: impl Into<Value>) -> Self {
        Self { layout: layout.into(), memory: None, swizzle: None }
    }
}

/// Reads a type. A layout with integers of run time is one of names.
fn type_of(text: &str) -> Option<TypeOf<'_>> {
    if text.starts_with("!fly.") {
        let value = source_value(Source::read(Language::FlyDsl, text).ok()?)?;
        return Some(TypeOf::plain(value));
    }
    let value = |layout: CuteLayout| match layout.unknown_count() {
        0 => layout.fill(&[]).ok().map(Value::from),
        _ => layout.symbolic().ok().map(Value::from),
    };
    Some(match CuteType::parse(text).ok()? {
        CuteType::Layout(layout) | CuteType::CoordTensor { layout, .. } => {
            TypeOf::plain(value(layout)?)
        }
        CuteType::Composed(layout) => TypeOf::plain(layout),
        CuteType::Swizzle(swizzle) => TypeOf::plain(swizzle),
        CuteType::Tuple(tuple) => TypeOf::plain(tuple),
        CuteType::Coord(coord) => TypeOf::plain(Value::Coord(coord)),
        CuteType::Tile(tiler) => TypeOf::plain(tiler),
        CuteType::MemRef { element, space, swizzle, layout, .. } => {
            TypeOf { layout: value(layout)?, memory: Some((element, space)), swizzle }
        }
        CuteType::Unknowns(_) => return None,
    })
}

/// The claim of an operation. None where a type is not read, or is known at run time only.
fn claim(found: &Statement<'_>, operation: &'static str, rounds: bool) -> Option<Claim> {
    let values = found.operands.iter().map(|of| type_of(of).map(|of| of.layout));
    let mut operands: Vec<Value> = values.collect::<Option<_>>()?;
    let first = operands.first()?;
    if matches!(first, Value::Tuple(_)) && operation != "size" {
        return None;
    }
    let numbers = numbers(found.attributes);
    let mut operation = operation;
    let leaf = |k: usize| numbers.get(k).map(|&number| Value::from(number));
    match operation {
        // A tuple in the place of a tiler is the compact layout of that shape.
        _ if takes_tiler(operation) && found.name.starts_with("cute.") => {
            if let Some(Value::Tuple(shape)) = operands.get(1) {
                operands[1] = Layout::col_major(*shape).ok()?.into();
            }
        }
        _ if takes_tiler(operation) => {
            if matches!(operands.get(1), Some(Value::Tuple(_))) {
                return None;
            }
            operands[1] = tiler(operands.get(1)?.clone())?;
        }
        "recast_bits" => operands.extend([leaf(1)?, leaf(0)?]),
        "group" => operands.extend([leaf(0)?, leaf(1)?]),
        "mode" => operands.push(leaf(0).filter(|_| numbers.len() == 1)?),
        // A layout of that rank already stays as it is.
        "append_to" | "prepend_to" if rank(first) >= numbers.first().copied()? => {
            (operation, operands) = ("view", vec![first.clone()]);
        }
        "append_to" | "prepend_to" => operands.push(leaf(0)?),
        "select" => operands.push(tuple(&numbers)?),
        "size" if numbers.len() == 1 => operands.push(leaf(0)?),
        "size" | "cosize" if !numbers.is_empty() => return None,
        // By a profile: the same function.
        "coalesce" if operands.len() > 1 || !numbers.is_empty() => {
            (operation, operands) = ("view", vec![first.clone()]);
        }
        _ => {}
    }
    let stated = match found.result {
        Some(result) => Some(type_of(result)?.layout),
        None => None,
    };
    Some(Claim { span: found.span.clone(), operation, operands, stated, rounds })
}

/// The number of modes of a layout.
fn rank(value: &Value) -> i64 {
    let rank = match value {
        Value::Symbolic(layout) => layout.rank(),
        value => value.as_layout().map_or(0, |layout| layout.rank()),
    };
    i64::try_from(rank).unwrap_or(i64::MAX)
}

/// A slice: the layout of the modes that `_` keeps, whatever the other coordinates are.
fn slice(found: &Statement<'_>) -> Option<Option<Claim>> {
    let read = || {
        let of = type_of(found.operands.first()?)?;
        let text = found.operands.get(1)?.split('"').nth(1)?;
        if matches!(of.layout, Value::Swizzled(_)) {
            return None;
        }
        let coord = Coord::parse(&without_facts(text)).ok()?;
        let Value::Layout(layout) = of.layout else { return None };
        let result = type_of(found.result?)?.layout;
        let (kept, _) = if layout.is_coordinate() {
            layout.slice_image(&coord).ok().map(|(kept, _)| (kept, 0))?
        } else {
            layout.slice(&coord).ok()?
        };
        let operands = vec![Value::from(kept)];
        let (span, operation) = (found.span.clone(), "slice");
        Some(Claim { span, operation, operands, stated: Some(result), rounds: false })
    };
    Some(read())
}

/// A coordinate with 0 in the place of each integer of run time: `(?{div=8},_)` becomes `(0,_)`.
fn without_facts(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('?') {
        out.push_str(&rest[..at]);
        out.push('0');
        rest = &rest[at + 1..];
        if rest.starts_with('{') {
            rest = rest.find('}').map_or("", |end| &rest[end + 1..]);
        }
    }
    out + rest
}

/// The integers of the attributes of an operation: those in `<..>` and `{..}` outside the list of operands.
fn numbers(attributes: &str) -> Vec<i64> {
    let mut depth = 0;
    let (mut found, mut digits) = (Vec::new(), String::new());
    for c in attributes.chars() {
        depth += i32::from(c == '<' || c == '{') - i32::from(c == '>' || c == '}');
        if depth > 0 && c.is_ascii_digit() {
            digits.push(c);
        } else if !digits.is_empty() {
            found.extend(digits.parse::<i64>().ok());
            digits.clear();
        }
    }
    found
}

fn tuple(numbers: &[i64]) -> Option<Value> {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    IntTuple::parse(&format!("({})", numbers.join(","))).ok().map(Value::from)
}

/// The access of the threads of a tiled copy to the first tile of a tensor.
fn access(found: &Statement<'_>) -> Option<ThreadAccess> {
    let copy = statement::TiledCopy::parse(found.operands.first()?)?;
    let of = type_of(found.operands.get(1)?)?;
    let (element, space) = of.memory?;
    let is_shared = match space {
        "smem" => true,
        "gmem" => false,
        _ => return None,
    };
    let digits = element.find(|c: char| c.is_ascii_digit())?;
    let bits: i64 = element[digits..].parse().ok().filter(|bits| bits % 8 == 0)?;
    let Value::Tiler(tiler) = type_of(&format!("!cute.tile<\"{}\">", copy.tiler))?.layout else {
        return None;
    };
    let Value::Layout(layout) = of.layout else { return None };
    let tile = tiler.layout().rank();
    let memory = layout.take(0, tile.min(layout.rank())).ok()?.compose(&tiler).ok()?;
    let memory = MaybeSwizzled::from(memory);
    let memory = match of.swizzle {
        Some(swizzle) => memory.swizzled(in_elements(swizzle, bits).ok()?).ok()?,
        None => memory,
    };
    let Value::Layout(threads) = type_of(&format!("!cute.layout<\"{}\">", copy.threads))?.layout
    else {
        return None;
    };
    let access = Access::new(bits / 8, (copy.bits / 8).max(bits / 8)).ok()?;
    accesses::access(found.span.clone(), threads.into(), memory, access, is_shared)
}

/// The layouts of memory that are made: their offsets count in 32 bits.
fn memories(program: &Program<'_>, facts: &mut Vec<Fact>) {
    for found in &program.operations {
        let is_made = matches!(
            found.name,
            "cute.make_layout"
                | "cute.make_view"
                | "cute.get_layout"
                | "cute.crd2idx"
                | "fly.make_layout"
                | "fly.make_view"
        );
        let types = found.operands.iter().copied().chain(found.result);
        for text in types.filter(|_| is_made) {
            if let Some(TypeOf { layout: Value::Layout(layout), .. }) = type_of(text) {
                let (span, layout) = (found.span.clone(), layout.into());
                facts.push(Fact::Memory(Memory {
                    span,
                    layout,
                    is_written: false,
                    is_narrow: true,
                }));
            }
        }
    }
}
