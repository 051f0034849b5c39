//! Texts as facts: each reader finds what it knows, in any file.

mod hlo;
mod memref;
mod mlir;
mod notation;
mod program;
mod triton;

use std::path::Path;

use layout_core::{Layout, Tiler};
use static_layout_dialects::source::{Language, Source};

use super::Checked;
use super::fact::Fact;
use crate::language::Value;

/// The facts of a text.
pub(super) fn facts(path: &str, text: &str, checked: &mut Checked) -> Vec<Fact> {
    let mut facts = Vec::new();
    if ["cute.", "fly.", "memref", "#ttg.", "ttg."].iter().any(|word| text.contains(word)) {
        mlir::read(text, &mut facts, checked);
    }
    if text.contains("HloModule") || has_extension(path, &["hlo"]) {
        hlo::read(text, &mut facts, checked);
    }
    if let Some(language) = language(path, text) {
        program::read(language, text, &mut facts, checked);
    }
    if has_extension(path, &["rs"]) {
        program::read_rust(text, &mut facts, checked);
    }
    notation::read(text, &mut facts);
    facts
}

fn has_extension(path: &str, extensions: &[&str]) -> bool {
    let found = Path::new(path).extension().and_then(|extension| extension.to_str());
    found.is_some_and(|found| extensions.contains(&found))
}

/// The language of a program, by its extension and the packages that it imports.
fn language(path: &str, text: &str) -> Option<Language> {
    if has_extension(path, &["cu", "cuh", "cpp", "hpp", "cc", "h", "cxx"]) {
        return Some(Language::Cute);
    }
    if has_extension(path, &["jl"]) {
        return Some(Language::MoYe);
    }
    if has_extension(path, &["mojo"]) {
        return Some(Language::Mojo);
    }
    has_extension(path, &["py"]).then(|| match () {
        () if text.contains("flydsl") => Language::FlyDsl,
        () if text.contains("cutlass.cute") => Language::CuteDsl,
        () => Language::PyCute,
    })
}

/// The operations that readers know by the names of other systems, the name in the table of operations, and whether
/// the system rounds up.
const OPERATIONS: &[(&str, &str, bool)] = &[
    ("composition", "compose", false),
    ("complement", "complement", true),
    ("coalesce", "coalesce", false),
    ("filter", "filter", false),
    ("filter_zeros", "filter_zeros", false),
    ("flatten", "flatten", false),
    ("right_inverse", "right_inverse", false),
    ("left_inverse", "left_inverse", false),
    ("logical_divide", "logical_divide", true),
    ("zipped_divide", "zipped_divide", true),
    ("tiled_divide", "tiled_divide", true),
    ("flat_divide", "flat_divide", true),
    ("logical_product", "logical_product", false),
    ("zipped_product", "zipped_product", false),
    ("tiled_product", "tiled_product", false),
    ("flat_product", "flat_product", false),
    ("blocked_product", "blocked_product", false),
    ("raked_product", "raked_product", false),
    ("tile_to_shape", "tile_to_shape", false),
    ("recast_layout", "recast_bits", false),
    ("select", "select", false),
    ("group_modes", "group", false),
    ("get", "mode", false),
    ("append_to_rank", "append_to", false),
    ("prepend_to_rank", "prepend_to", false),
    ("size", "size", false),
    ("cosize", "cosize", false),
];

/// The row of an operation.
fn operation(name: &str) -> Option<(&'static str, bool)> {
    let row = OPERATIONS.iter().find(|row| row.0 == name);
    row.map(|&(_, operation, rounds)| (operation, rounds))
}

/// Whether the second operand of an operation is a tiler.
fn takes_tiler(operation: &str) -> bool {
    operation == "compose"
        || operation.ends_with("_divide")
        || matches!(
            operation,
            "logical_product" | "zipped_product" | "tiled_product" | "flat_product"
        )
}

/// A tuple as a tiler of its modes, an integer as a tile of the whole domain.
fn tiler(value: Value) -> Option<Value> {
    let Value::Tuple(tuple) = value else { return Some(value) };
    if tuple.depth() == 0 {
        return Layout::col_major(tuple).ok().map(Value::from);
    }
    let modes = (0..tuple.rank()).map(|k| tuple.get(&[k]).and_then(Layout::col_major));
    let modes: Vec<_> =
        modes.map(|mode| mode.map(layout_core::Mode::Layout)).collect::<Result<_, _>>().ok()?;
    Tiler::by_mode(&modes).ok().map(Value::from)
}

/// The value of a source text, if its integers are known and it begins at offset 0.
fn source_value(source: Source) -> Option<Value> {
    match source {
        Source::Layout(layout, 0) => Some(layout.set_known().into()),
        Source::Tuple(tuple) => Some(tuple.into()),
        Source::Swizzled(layout) => Some(layout.into()),
        Source::Swizzle(swizzle) => Some(swizzle.into()),
        Source::Tiler(tiler) => Some(tiler.into()),
        _ => None,
    }
}
