//! Layouts at the edges of integers: strides and extents next to 2^16, 2^31, 2^32 and 2^63 in every place, and facts that make
//! extents 0 and 1. Index, inverse and bounds test are compared with sums of 128 bits: the expressions, the PTX, the C,
//! compiled by clang with UBSan, and the Rust, which panics where a sum is past the integers. `EMIT_EDGES` sets the number of
//! layouts.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::c::{Passing, compare, run, rust_library};
use common::{Numbers, edge};
use static_layout_emit::Language;

#[test]
fn functions_hold_at_the_edges_of_integers() {
    let mut numbers = Numbers::of_environment();
    let wanted = std::env::var("EMIT_EDGES").map_or(1500, |count| count.parse().unwrap());
    let (mut edges, mut drawn) = (Vec::new(), 0);
    while edges.len() < wanted {
        drawn += 1;
        edges.extend(edge::draw(&mut numbers));
    }
    let mut source = String::from(
        "typedef unsigned int uint; typedef unsigned long ulong;
#define mul_hi(x, y) (ulong)(((unsigned __int128)(x) * (y)) >> 64)
#define MODULAR __attribute__((no_sanitize(\"unsigned-integer-overflow\", \"unsigned-shift-base\")))\n",
    );
    let (mut strict, mut inverses, mut narrow, mut single) = (0, 0, 0, 0);
    // Of 32 and of 64 bits, with run-time leaves.
    let mut proved = [0, 0];
    let mut subjects = Vec::new();
    // A third with multipliers.
    edges
        .iter_mut()
        .step_by(3)
        .for_each(|edge| edge.functions = edge.functions.with_fast_division());
    let mut divisors = 0;
    for (k, edge) in edges.iter().enumerate() {
        divisors += edge.functions.fast_divisors(&edge.values).unwrap().len();
        let calls = edge.calls(&mut numbers);
        edge.check(&calls);
        source.push_str(&edge.c(&format!("a{k}"), &mut strict));
        inverses += usize::from(edge.functions.inverse().is_ok());
        narrow += usize::from(edge.functions.width() == 32);
        if edge.functions.is_width_proved() && !edge.values.is_empty() {
            proved[usize::from(edge.functions.width() == 64)] += 1;
        }
        single +=
            usize::from(edge.groups.iter().flatten().any(|leaf| leaf.0 == 1 && leaf.1 > 1 << 31));
        subjects.push((&edge.functions, calls));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit-edges");
    fs::create_dir_all(&folder).unwrap();
    let (file, object) = (folder.join("all.c"), folder.join("all.o"));
    fs::write(&file, source).unwrap();
    let sanitizers =
        ["-fsanitize=undefined,integer", "-fsanitize-trap=all", "-O1", "-Wall", "-Werror"];
    run(Command::new("clang-19").args(sanitizers).args(["-c", "-o"]).arg(&object).arg(&file));
    let count = compare(&subjects, &folder, &object, Passing::Structure);
    let rust: String = (0..)
        .zip(&edges)
        .map(|(k, edge)| edge.functions.text(Language::Rust, &format!("a{k}")).unwrap())
        .collect();
    assert_eq!(
        compare(&subjects, &folder, &rust_library(&rust, &folder), Passing::Structure),
        count
    );
    println!(
        "{drawn} drawn, {count} calls, {inverses} inverses, {narrow} of 32 bits, {proved:?} with leaves \
         proved for 32 and 64 bits, {divisors} divisors with multipliers, {single} with one element at a far stride, {strict} functions that must not wrap"
    );
    let least = wanted / 10;
    assert!(
        inverses > least && narrow > least && single > least && strict > least,
        "too few of a kind"
    );
    assert!(divisors > wanted / 10, "{divisors}");
    assert!(proved.iter().all(|&count| count > wanted / 20), "{proved:?}");
}
