//! Checks with the compiler that each function of the public interface exists without features, or says which feature it
//! needs: that a function behind a feature has its row in a `featured.rs`.
//!
//! The lists in `docs/public-api` have the functions of all features; the program is built with the default ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use static_layout_tests::root;

use super::ERRORS;

/// The types with functions behind features, as the lists write them, and as the program does. Types that a feature
/// adds are not here: of a missing type the compiler itself says the feature.
const TYPES: [(&str, &str); 11] = [
    ("static_layout::Layout<S, D>", "Plain"),
    ("static_layout::ComposedLayout<F, O, L>", "Swizzled"),
    ("static_layout::ComposedLayout<static_layout::Swizzle<B, M, S>, O, L>", "Swizzled"),
    ("static_layout::View<'a, T, L>", "View<'static, u8, Plain>"),
    ("static_layout::ViewMut<'a, T, L>", "ViewMut<'static, u8, Plain>"),
    ("static_layout::Owned<T, L>", "Owned<u8, Plain>"),
    ("static_layout::Boxed<T, L>", "Boxed<u8, Plain>"),
    ("static_layout::iter::Parts<'a, T, P>", "iter::Tiles<'static, u8, Plain, Two>"),
    ("static_layout::iter::PartsMut<'a, T, P>", "iter::TilesMut<'static, u8, Plain, Two>"),
    ("static_layout_kernels", "static_layout_kernels"),
    ("static_layout_kernels::GemmPlan", "static_layout_kernels::GemmPlan"),
];

/// Functions of traits that the program does not import.
const OTHER_TRAITS: [&str; 2] = ["serialize", "deserialize"];

/// The error numbers of functions that do not exist.
const MISSING: [&str; 2] = ["E0599", "E0425"];

/// The functions of the public interface, as the program writes them.
fn functions() -> Vec<String> {
    let mut found = Vec::new();
    for package in ["static-layout", "static-layout-kernels"] {
        let list = root().join(format!("docs/public-api/{package}.txt"));
        for line in fs::read_to_string(list).unwrap().lines() {
            let Some(function) = line.strip_prefix("pub fn ") else { continue };
            // The path ends before its parameters: `static_layout::View<'a, T, L>::recast<U: ..>(self)`.
            for (listed, written) in TYPES {
                let name = function.strip_prefix(listed).and_then(|rest| rest.strip_prefix("::"));
                let name = name.and_then(|rest| rest.split(['<', '(']).next());
                // Functions of the modules and types within a path are not its own.
                let is_function =
                    |name: &&str| !name.contains(|c: char| c == ':' || c.is_uppercase());
                let name = name.filter(is_function).filter(|name| !OTHER_TRAITS.contains(name));
                found.extend(name.map(|name| match written {
                    "static_layout_kernels" => format!("{written}::{name}"),
                    _ => format!("<{written}>::{name}"),
                }));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Writes the program that names each function.
pub fn program(folder: &Path) -> (String, PathBuf) {
    let mut text = String::from(
        "#![allow(unused)]
use core::{cmp::*, convert::*, fmt::Display, iter::*, ops::*};
use static_layout::{*, internal::{Form, FormWalk, Indexed}, prelude::*};
type Plain = Layout!((4, 4):(1, 4));
type Swizzled = Layout!(Sw<1,0,1> o 0 o (4, 4):(1, 4));
type Two = Tile!(2, 2);
fn main() {}
",
    );
    for (k, function) in functions().iter().enumerate() {
        text += &format!("fn function_{k}_() {{ let _ = {function}; }}\n");
    }
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("featured.rs");
    fs::write(&path, text).unwrap();
    ("featured".into(), path)
}

#[test]
fn each_function_behind_a_feature_names_the_feature() {
    let functions = functions();
    let errors = || ERRORS.iter().filter(|error| error.program == "featured");
    let mut features = BTreeMap::<&str, usize>::new();
    let mut missing = Vec::new();
    for (k, function) in functions.iter().enumerate() {
        let mine = || errors().filter(|error| error.rendered.contains(&format!("function_{k}_")));
        let name = function.rsplit(':').next().unwrap();
        let said = format!("`{name}` needs the feature `");
        if let Some(error) = mine().find(|error| error.message.starts_with(&said)) {
            let feature = error.message[said.len()..].split('`').next().unwrap();
            *features.entry(feature).or_default() += 1;
        } else if mine().any(|error| MISSING.contains(&error.code.as_str())) {
            missing.push(function);
        }
    }
    assert!(functions.len() > 400, "{} functions are found", functions.len());
    assert!(missing.is_empty(), "no row in a `featured.rs`: {missing:#?}");
    // All features that add functions but `alloc`, which is a default one.
    let found: Vec<&str> = features.keys().copied().collect();
    let all = "arrow arrow-ipc bytemuck dlpack generic-array half image mdarray nalgebra ndarray npy rayon safetensors svg";
    assert_eq!(found.join(" "), all);
}
