//! The names of this library in `COMPARE.md`, and a program that names each of them.
//!
//! The program names each function without its parameters (`let _ = <Layout!(..)>::compose;`). A missing function has
//! its own error number; errors about parameters that cannot be inferred are ignored.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::compiler::CompilerError;
use super::root;

/// The error numbers for a missing or private name: of a type, and of a path.
const MISSING: [&str; 6] = ["E0599", "E0624", "E0432", "E0433", "E0412", "E0603"];

/// Types on which a section's names are functions: static, and of plain integers.
const TUPLES: [&str; 2] = ["(usize, (usize, usize))", "dynamic::IntTuple"];
const LAYOUTS: [&str; 2] = ["Layout!((4, (2, 3)):(1, (4, 8)))", "dynamic::Layout"];
/// The type before the name of a constructor.
const CONSTRUCTORS: [&str; 2] = ["Layout<(), ()>", "dynamic::Layout"];
const SWIZZLED: [&str; 2] = ["Layout!(Sw<2,0,3> o 0 o (8, 8):(1, 8))", "dynamic::ComposedLayout"];
const SWIZZLES: [&str; 2] = ["Swizzle<U2, U0, U3>", "dynamic::Swizzle"];

/// The sections on other systems, and the modules of their names with a path.
const SYSTEMS: [&str; 7] =
    ["cuda.core and NumPy", "XLA", "Mojo", "MoYe", "Ascend C", "Triton", "MLIR and the CuTe DSL"];
const MODULES: [(&str, &[&str]); 5] = [
    ("static_layout::narrow", &["Narrow"]),
    ("static_layout::frames", &["framed", "Format"]),
    (
        "static_layout::dynamic",
        &[
            "StridedLayout",
            "StrideOrder",
            "AxisList",
            "Slice",
            "Slices",
            "Table",
            "Frame",
            "BitLayout",
            "BitMatrix",
        ],
    ),
    (
        "static_layout_dialects::xla",
        &[
            "ElementType",
            "XlaShape",
            "XlaLayout",
            "XlaTree",
            "ShapeEquality",
            "TileSize",
            "Bitcast",
        ],
    ),
    (
        "static_layout_dialects",
        &[
            "Mojo",
            "MoYe",
            "OneBased",
            "StridedAttr",
            "MemRef",
            "CuteLayout",
            "Location",
            "Stored",
            "ItemLayout",
            "C0Of",
            "Tagged",
        ],
    ),
];

/// Items of the crate in these sections that are not types.
const ITEMS: [&str; 6] = ["copy", "gemm", "axpby", "ops", "gemm::Atom", "gemm::TiledMma"];

/// Items, and modules, of `static_layout_kernels`.
const KERNELS: [&str; 3] = ["copy", "gemm", "axpby"];

/// Items of `static_layout::int`.
const INTEGERS: [&str; 2] = ["Basis", "Negative"];

/// The path of a name in a section on another system.
fn path(span: &str) -> Option<String> {
    let item = span.split("::").next()?;
    let module = MODULES.iter().find(|(_, items)| items.contains(&item));
    module.map(|(module, _)| format!("{module}::{span}"))
}

/// A name, and the places where it must exist.
pub struct Name {
    name: String,
    /// Functions of these types; none for items of the crate.
    types: Option<[&'static str; 2]>,
}

fn types_of(section: &str, name: &str) -> [&'static str; 2] {
    match (section, name) {
        (_, "crd2idx" | "idx2crd" | "crd2crd" | "increment") => TUPLES,
        (_, "congruent" | "compatible" | "weakly_congruent" | "weakly_compatible") => TUPLES,
        (_, "shape_div" | "elem_min" | "elem_max" | "elem_less" | "colex_less") => TUPLES,
        (_, "from_masks" | "after") => SWIZZLES,
        (
            _,
            "col_major" | "row_major" | "ordered" | "identity" | "level_by_level" | "from_modes",
        ) => CONSTRUCTORS,
        (_, "compose_swizzled" | "logical_product_swizzled") => LAYOUTS,
        ("Integers and tuples", _) => TUPLES,
        ("Swizzles and composed layouts", _) => SWIZZLED,
        _ => LAYOUTS,
    }
}

/// The names of the dialects, or all others.
pub fn names(of_dialects: bool) -> Vec<Name> {
    let text = fs::read_to_string(root().join("COMPARE.md")).unwrap();
    let (mut section, mut names, mut rows) = ("", Vec::new(), 0);
    for line in text.lines() {
        section = line.strip_prefix("## ").unwrap_or(section);
        let cells: Vec<&str> = line.split('|').collect();
        // CuTe's name, the name here, the difference.
        let [_, _, here, _, _] = cells[..] else { continue };
        rows += 1;
        for span in here.split('`').skip(1).step_by(2) {
            if let Some(name) = path(span).filter(|_| SYSTEMS.contains(&section)) {
                names.push(Name { name, types: None });
                continue;
            }
            let is_item = span.starts_with(char::is_uppercase) && !span.contains("::");
            let is_item = is_item || SYSTEMS.contains(&section) && ITEMS.contains(&span);
            let types = match span {
                "ComposedLayout::new" => Some(SWIZZLED),
                // Numbers and types of Rust, and items of other crates.
                "4" | "usize" | "PartialEq" => continue,
                _ if is_item || span.ends_with('!') || span.starts_with("typenum") => None,
                _ => Some(types_of(section, span)),
            };
            let name = span.trim_end_matches('!').trim_start_matches("ComposedLayout::");
            names.push(Name { name: name.trim_start_matches("Layout::").into(), types });
        }
    }
    assert!(rows > 60);
    names.retain(|name| name.name.starts_with("static_layout_dialects") == of_dialects);
    names
}

/// The function of the program that names `name` on the side `side`, and its text.
fn function(k: usize, name: &Name, side: usize) -> (String, String) {
    let (id, item) = (format!("name_{k}_{side}_"), &name.name);
    let is_kernel = item.split("::").next().is_some_and(|first| KERNELS.contains(&first));
    let path = if item.starts_with("static_layout") {
        item.clone()
    } else if is_kernel {
        format!("static_layout_kernels::{item}")
    } else if INTEGERS.contains(&item.as_str()) {
        format!("static_layout::int::{item}")
    } else {
        format!("static_layout::{item}")
    };
    let body = match name.types {
        Some(types) => format!("let _ = <{}>::{item};", types[side]),
        // A function of a type, otherwise an item.
        None if item.contains("::")
            && item.rsplit("::").next().unwrap().starts_with(char::is_lowercase) =>
        {
            format!("let _ = {path};")
        }
        None => format!("use {path} as _named;"),
    };
    (id.clone(), format!("fn {id}() {{ {body} }}\n"))
}

fn sides(name: &Name) -> std::ops::Range<usize> {
    0..if name.types.is_some() { 2 } else { 1 }
}

/// Writes the program that names `names`.
pub fn program(folder: &Path, names: &[Name]) -> (String, PathBuf) {
    let mut text = String::from(
        "#![allow(unused)]\nuse static_layout::typenum::{U0, U2, U3};\nuse static_layout::ops::TupleOps;\nuse static_layout::*;\nfn main() {}\n",
    );
    for (k, name) in names.iter().enumerate() {
        sides(name).for_each(|side| text += &function(k, name, side).1);
    }
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("names.rs");
    fs::write(&path, text).unwrap();
    ("names".to_string(), path)
}

/// The names that exist nowhere, names of static types alone and names of plain integers alone, by the errors of the
/// program.
pub fn missing(
    names: &[Name],
    errors: &[CompilerError],
) -> (BTreeSet<String>, [BTreeSet<String>; 2]) {
    let errors: Vec<_> = errors.iter().filter(|error| error.program == "names").collect();
    let is_missing = |id: &str| {
        let mine = |error: &&&CompilerError| error.rendered.contains(id);
        errors.iter().filter(mine).any(|error| MISSING.contains(&error.code.as_str()))
    };
    let (mut unknown, mut one_side) = (BTreeSet::new(), [BTreeSet::new(), BTreeSet::new()]);
    for (k, name) in names.iter().enumerate() {
        let missing: Vec<usize> =
            sides(name).filter(|&side| is_missing(&function(k, name, side).0)).collect();
        match (missing.as_slice(), name.types) {
            ([], _) => {}
            (&[side], Some(_)) => _ = one_side[1 - side].insert(name.name.clone()),
            _ => _ = unknown.insert(name.name.clone()),
        }
    }
    (unknown, one_side)
}
