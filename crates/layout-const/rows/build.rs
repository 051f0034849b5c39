//! Writes the rows of `typed-tests` to the output folder.

#[path = "../../typed-tests/generate/mod.rs"]
mod generate;

use std::path::Path;
use std::{env, fs};

fn main() {
    for input in ["build.rs", "../../typed-tests/generate", "../../../tests/golden"] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-env-changed={}", generate::ALL);
    let out = env::var_os("OUT_DIR").expect("cargo names a folder");
    let mut refused: Vec<&str> = [UNDECIDED, OTHERWISE].concat();
    for file in generate::files().0 {
        // The rest of a row is what the other front end says of it.
        let is_kept = |line: &&str| {
            let found = refused.iter().position(|row| line.trim().starts_with(row));
            found.map(|row| refused.remove(row)).is_none()
        };
        let rows: String =
            file.text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
        fs::write(Path::new(&out).join(format!("{}.rs", file.name)), rows).expect("a file of rows");
    }
    assert!(refused.is_empty(), "no longer rows: {refused:?}");
    println!("cargo::rerun-if-env-changed=RANDOM_ROWS");
    println!("cargo::rerun-if-env-changed=SEED");
    let wanted = env::var("RANDOM_ROWS").map_or(60, |rows| rows.parse().expect("a number of rows"));
    let seed = env::var("SEED").unwrap_or_else(|_| "const".to_owned());
    let random = generate::differential::rows(wanted, &seed);
    fs::write(Path::new(&out).join("random.rs"), random).expect("a file of rows");
}

/// Rows with open leaves that this front end refuses: no sample of integers is accepted, and so the engine does not tell the form of
/// the result.
const UNDECIDED: &[&str] = &[
    "[(6,{6},{4}):(48,{8},{1})] {576}",
    "[({1},{12},24,2):({24},48,{1},24)] {{1}:0, (2,3):({2},{4}), _, 2:1}",
    "[({8},6,{2}):(1,8,0)] [(12,4):(2,{24})]",
    "[(16,{2},{8}):({16},8,1)] ({16},({2},{1}),{8})",
    "[((12),4,({6})):(({8}),{3},(12))] ((({1},{12})),{4},({6}))",
    "[({1},{2},6):({12},12,0)] ({1},({2},{1}),({3},{2}))",
    "[({4},{24},1,4,4):({0},16,{384},1,4)] (({4},{1}),({2},{12}),{1},({2},{2}),{4})",
    "[(({3}),{6},3,(60)):((0),{3},{6},(0))] ({3},({2},{3}),({3},{1}),(({4},{15})))",
    "[(1,(8,{2},60)):({1},(1,8,16))] ({3},{2880})",
    "[(4,{2},2):({1},5,{10})] (({2},{2}),{8},{2})",
    "[((((((16,4))))),6):(((((({1},{16}))))),{64})] ({256},{6}) (4,3)",
    "[(6,{60},({2},6)):(3,18,({1080},{2160}))] ({6},({2},{30}),{48}) (4,4,3)",
    "[({6},({2},{4})):({8},({1},{2}))] (2,1,6,8)",
];

/// Slices of a layout behind a swizzle of no bits at offset 0, which here is the plain layout: the offset is beside the part.
const OTHERWISE: &[&str] =
    &["[Sw<0,0,-2> o 0 o (2,20,2):(40,2,1)] (_,16,_)", "[Sw<0,3,4> o 0 o (4,8):(1,4)] (3,_)"];
