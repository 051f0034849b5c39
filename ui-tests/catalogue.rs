//! Writes `docs/refusals.md` from the programs of `ui-tests`: the mistake of each, the compiler's message, and the fix.
//! `UPDATE=1 cargo test --test ui catalogue` rewrites the page; without `UPDATE` the test compares it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use static_layout_tests::root;

use super::AREAS;

/// The longest message allowed, in lines; its errors and notes count together.
const MOST_LINES: usize = 12;

/// Programs with longer messages: the name, the lines, and the reason.
const LONGER: &[(&str, usize, &str)] = &[
    ("generic_layout", 19, "the compiler lists each trait with a method of this name"),
    (
        "other_layout",
        15,
        "types that differ: the compiler's own message, which shows both and the function",
    ),
    ("spawn_of_tile", 38, "lifetimes: the compiler's own message, at each borrow"),
    ("trait_import", 16, "the compiler proposes the import, and a name that is similar"),
    (
        "tuples_of_layout",
        14,
        "the compiler proposes to bound the rule, which is an associated type",
    ),
    ("tuples_of_view", 14, "the compiler proposes to bound the rule, which is an associated type"),
    ("variable_in_capitals", 22, "two errors of the compiler; the second proposes the braces"),
    ("view_arguments_exchanged", 23, "two arguments; one has the compiler's own message"),
    ("gemm_order", 15, "a factor and a matrix, each in the place of the other"),
    ("view_of_vec", 15, "types that differ: the compiler's own message, which proposes the borrow"),
    ("copy_value", 13, "types that differ: the compiler's own message, which proposes the borrow"),
    ("layout_dbg", 16, "the program prints the table"),
    ("layout_unused", 16, "a warning, made an error by the program, which the compiler shows"),
    ("literal_three_mistakes", 17, "three mistakes, five lines each"),
    ("not_a_layout", 14, "the bound is one of the user's own, which the compiler shows"),
    ("solve_conflict", 21, "the macro is a constant in a constant, and the compiler names both"),
    ("swizzle_in_macro", 23, "four mistakes, five lines each"),
    ("tensor_mut_of_view", 14, "the bound is one of the user's own, which the compiler shows"),
];

/// Programs with a first line that spells out a type of the library, and why the library cannot reword it.
const SPELLED: &[(&str, &str)] = &[
    (
        "view_assign",
        "`IndexMut` is the standard library's: the compiler names the type that does not implement it, even where the \
         missing bound is one of this library",
    ),
    ("view_for", "a loop is part of the language; the message says what to write: `&view`"),
    ("view_of_result", "the program indexes a `Result`, a type of the standard library"),
];

/// The longest first line of an error, in columns.
const MOST_COLUMNS: usize = 160;

/// Programs with a wider first line, and why.
const WIDER: &[(&str, &str)] = &[
    ("axes_merge", "two operations that accept it: a nested mode, and the layouts that have it"),
    ("axes_merge_by", "as `axes_merge`"),
    ("axes_to_flat", "as `axes_merge`"),
    ("compose_exact", "the result exists, so the message names the function that finds it"),
    ("convolve_result_rows", "three operands"),
    ("convolve_windows", "an image, a filter and the least padding"),
    ("convolve_with_results", "three operands"),
    ("inverse", "the rule, and the inverse that may exist"),
    ("inverse_gap", "the rule, and the inverse that exists"),
    ("inverse_generic", "the rule, and the inverse that exists"),
    ("inverse_mixed", "the rule, and the inverse that may exist"),
    ("left_inverse", "the rule, and the inverse that may exist"),
    ("swizzled_twice", "two steps that do it at run time"),
    ("swizzled_twice_mixed", "two steps that do it at run time"),
    ("too_many_leaves", "an operand of 32 leaves"),
    ("view_assign", "the type of a view: see above"),
    ("view_of_result", "the type of a view: see above"),
];

/// Mistakes as CuTe expressions (CUTLASS 4.2.0, `g++` 12.2, `-std=c++17 -fsyntax-only -w`): the program here, the
/// expression in a `main` after `#include <cute/tensor.hpp>`, and the lines and bytes of the message. `None` if the
/// expression compiles.
const CUTE: &[(&str, &str, Figures)] = &[
    (
        "divide",
        "logical_divide(make_layout(make_shape(Int<6>{},Int<4>{}),make_stride(Int<4>{},Int<1>{})), \
         make_layout(Int<4>{},Int<1>{}))",
        None,
    ),
    (
        "compose_divide",
        "composition(make_layout(make_shape(Int<3>{},Int<8>{}),make_stride(Int<8>{},Int<1>{})), \
         make_layout(Int<8>{},Int<2>{}))",
        None,
    ),
    (
        "new_not_congruent",
        "make_layout(make_shape(Int<2>{},make_shape(Int<2>{},Int<2>{})),make_stride(Int<4>{},Int<1>{}))",
        None,
    ),
    (
        "complement_overlap",
        "complement(make_layout(make_shape(Int<2>{},Int<3>{}),make_stride(Int<1>{},Int<1>{})), Int<24>{})",
        Some((10, 1351)),
    ),
    (
        "coordinate_nesting",
        "make_layout(make_shape(Int<2>{},make_shape(Int<2>{},Int<2>{})))(1,1,1)",
        Some((107, 20674)),
    ),
    ("mode", "get<2>(make_layout(make_shape(Int<2>{},Int<4>{})))", Some((76, 10436))),
    (
        "tiler_rank",
        "zipped_divide(make_layout(make_shape(Int<4>{},Int<8>{})), make_shape(Int<2>{},Int<2>{},Int<2>{}))",
        Some((79, 10463)),
    ),
    (
        "reshape_tile",
        "tile_to_shape(make_layout(make_shape(Int<4>{},Int<4>{})), make_shape(Int<6>{},Int<8>{}))",
        Some((17, 1743)),
    ),
    ("reshape_upcast", "upcast<4>(make_layout(Int<8>{},Int<6>{}))", Some((10, 1192))),
    ("swizzle_numbers", "Swizzle<2,0,1>{}", Some((9, 830))),
];

type Figures = Option<(usize, usize)>;

struct Mistake {
    name: String,
    /// The folder of the program.
    area: &'static str,
    operation: String,
    mistake: String,
    fix: String,
    /// The output of the compiler, without the lines that cargo adds.
    message: String,
}

impl Mistake {
    fn lines(&self) -> usize {
        self.message.lines().count()
    }

    /// The text of the first error, after `error: `.
    fn headline(&self) -> &str {
        let line = self.message.lines().next().unwrap_or_default();
        let text = line.split_once(": ").map_or(line, |(_, text)| text);
        text.strip_prefix("evaluation panicked: ").unwrap_or(text)
    }
}

fn catalogue() -> Vec<Mistake> {
    let mistakes_of = |area: &&'static str| {
        super::programs(area).iter().map(|path| mistake(area, path)).collect::<Vec<_>>()
    };
    AREAS.iter().flat_map(mistakes_of).collect()
}

fn mistake(area: &'static str, program: &Path) -> Mistake {
    let name = program.file_stem().unwrap().to_str().unwrap().to_string();
    let text = fs::read_to_string(program).unwrap();
    let mut lines = text.lines();
    let first = lines.next().and_then(|line| line.strip_prefix("//! "));
    let heading = first.and_then(|line| line.split_once(": "));
    let fix = lines.next().and_then(|line| line.strip_prefix("//! Fix: "));
    let (Some((operation, mistake)), Some(fix)) = (heading, fix) else {
        panic!("{name} begins with `//! operation: mistake` and `//! Fix: ..`")
    };
    let message = fs::read_to_string(program.with_extension("stderr"));
    Mistake {
        operation: operation.into(),
        mistake: mistake.into(),
        fix: fix.into(),
        message: message.unwrap_or_else(|_| panic!("{name} has no message yet")),
        name,
        area,
    }
}

/// The median and the maximum.
fn median_and_most(mut numbers: Vec<usize>) -> (usize, usize) {
    numbers.sort_unstable();
    (numbers[numbers.len() / 2], numbers[numbers.len() - 1])
}

fn figures(mistakes: &[Mistake]) -> String {
    let (median, most) = median_and_most(mistakes.iter().map(Mistake::lines).collect());
    let (bytes, most_bytes) = median_and_most(mistakes.iter().map(|m| m.message.len()).collect());
    format!(
        "{} mistakes: the median message has {median} lines and {bytes} bytes, the longest {most} \
         lines and {most_bytes} bytes.",
        mistakes.len()
    )
}

#[test]
fn catalogue_of_short_messages() {
    let mistakes = catalogue();
    println!("{}", figures(&mistakes));
    let mut wrong = Vec::new();
    for mistake in &mistakes {
        let (name, lines) = (&mistake.name, mistake.lines());
        let longer = LONGER.iter().find(|(longer, ..)| longer == name);
        let most = longer.map_or(MOST_LINES, |(_, most, _)| *most);
        if lines > most || (longer.is_some() && lines <= MOST_LINES) {
            wrong.push(format!("{name}: {lines} lines, listed are {most}"));
        }
        if !mistake.message.contains(&format!("--> {}/{name}.rs", mistake.area)) {
            wrong.push(format!("{name}: not the line of the program"));
        }
        if mistake.message.contains("--> $WORKSPACE/") {
            wrong.push(format!("{name}: a line of the library"));
        }
        let errors = mistake.message.lines().filter(|line| line.starts_with("error"));
        let spelled: Vec<&str> = errors.filter(|line| line.contains("UInt<")).collect();
        let errors = mistake.message.lines().filter(|line| line.starts_with("error"));
        let is_wide = errors.map(|line| line.chars().count()).max() > Some(MOST_COLUMNS);
        if is_wide != WIDER.iter().any(|(wider, _)| wider == name) {
            wrong.push(format!(
                "{name}: a first line of more than {MOST_COLUMNS} columns: {is_wide}"
            ));
        }
        let listed = SPELLED.iter().any(|(spelled, _)| spelled == name);
        if listed == spelled.is_empty() {
            wrong.push(format!("{name}: listed {listed}, {spelled:?}"));
        }
    }
    let names = LONGER
        .iter()
        .map(|(longer, ..)| longer)
        .chain(SPELLED.iter().chain(WIDER).map(|(name, _)| name));
    wrong.extend(names.filter_map(|name| {
        let is_there = mistakes.iter().any(|mistake| mistake.name == *name);
        (!is_there).then(|| format!("{name} is no program"))
    }));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const INTRODUCTION: &str = "\
# Mistakes, and what the compiler says

Each row is a program of `ui-tests` that does not compile, its message a snapshot beside it. This page is \
made of them by `UPDATE=1 cargo test --test ui catalogue`, and a test compares both.

The message is the first line; below it the compiler shows the line of the program. `cargo check` reports \
mistakes of nesting, `cargo build` mistakes in numbers, because those depend on integers that are known only when \
generic code is instantiated. A message on nesting is the text of a bound that does not hold: it names the rule, and \
the user's line has the operands. Such a text can name a type only as the compiler prints it, not as `S:D`. A check in \
`const` could print `S:D`, as the checks of numbers do, but it would move these mistakes from `cargo check`, and from \
what an editor shows, to `cargo build`. Generic code reports both kinds at `cargo build`, with the operands \
(`coordinate (?,?) does not fit shape (4,8,2)`). After `while instantiating` the compiler prints the function with \
its types. In a terminal it shortens long types and adds three lines that say so.

The lines of the library that refuse are not shown, in incremental builds of a path in the workspace neither. A message \
that is the same at several calls appears once, with a note for each call.
";

/// The section that compares these messages with CuTe's messages.
fn beside_cute(mistakes: &[Mistake]) -> String {
    let mut table = String::from(
        "\n## The same mistakes in CuTe\n\nCUTLASS 4.2.0 under `g++` 12.2 (`-std=c++17 -fsyntax-only -w`), \
         each expression alone in `main`. Bytes of ours are those of the snapshots, with types in full.\n\n\
         | mistake | in CuTe | lines, bytes | here |\n|---|---|---|---|\n",
    );
    for (name, expression, message) in CUTE {
        let ours = mistakes.iter().find(|mistake| mistake.name == *name);
        let ours = ours.unwrap_or_else(|| panic!("{name} is no program"));
        let theirs = match message {
            None => "compiles".to_string(),
            Some((lines, bytes)) => format!("{lines}, {bytes}"),
        };
        let here = format!("{}, {}", ours.lines(), ours.message.len());
        writeln!(table, "| {} | `{expression}` | {theirs} | {here} |", ours.mistake).unwrap();
    }
    table
}

fn page(mistakes: &[Mistake]) -> String {
    let mut page = format!("{INTRODUCTION}\n{}\n", figures(mistakes));
    if !LONGER.is_empty() {
        page += &format!("\nLonger than {MOST_LINES} lines:\n\n");
        for (name, lines, reason) in LONGER {
            writeln!(page, "* `{name}`, {lines} lines: {reason}").unwrap();
        }
    }
    page += "\nFirst lines that name a type as the compiler spells it:\n\n";
    for (name, reason) in SPELLED {
        writeln!(page, "* `{name}`: {reason}").unwrap();
    }
    page += "\n| operation | mistake | message | fix |\n|---|---|---|---|\n";
    let mut rows: Vec<&Mistake> = mistakes.iter().collect();
    rows.sort_by_key(|mistake| (mistake.operation.to_lowercase(), mistake.name.clone()));
    for mistake in rows {
        let Mistake { name, area, operation, mistake: text, fix, .. } = mistake;
        let headline = mistake.headline().replace('`', "").replace('|', "\\|");
        let program = format!("[{text}](../ui-tests/{area}/{name}.rs)");
        writeln!(page, "| `{operation}` | {program} | `{headline}` | {fix} |").unwrap();
    }
    page + &beside_cute(mistakes)
}

#[test]
fn catalogue_as_a_page() {
    let (path, page) = (root().join("docs/refusals.md"), page(&catalogue()));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "docs/refusals.md is stale: UPDATE=1 cargo test --test ui catalogue");
}
