//! The tables equal CUTLASS's traits and AMD's calculator, `tests/golden/atoms`, in both directions.

use std::collections::HashMap;

use layout_cli::atoms::{Instruction, InstructionOperand};
use layout_cli::{MaybeSwizzled, picture::TileExtents};
use serde_json::Value;

const CUTLASS: &str = include_str!("../../../../tests/golden/atoms/cutlass.jsonl");
const COPIES: &str = include_str!("../../../../tests/golden/atoms/copies.jsonl");
const AMD: &str = include_str!("../../../../tests/golden/atoms/amd.jsonl");

/// Operands of CUTLASS that no instruction has, with what PTX ISA says.
const WRONG: [(&str, &str, &str); 2] = [
    // The stride of a thread is 32, so that values 4 to 7 are those of its neighbour: 8 values along k need 64.
    ("SM80_16x8x32_S32", "B", "((4,8),(8)):((32,1),(8))"),
    // The strides are nested deeper than the extents.
    ("SM80_16x8x128_S32", "A", "((4,8),(32,2)):((512,1),((16,8)))"),
];

/// Names of ours in CUTLASS's form that its release of the rows lacks.
const NEWER: [&str; 1] = ["SM75_16x8x8_F16F16F16F16_TN"];

/// Short names beside the first of a row.
const SHORT: [&str; 11] = [
    "SM80_16x8x8_F16",
    "SM80_16x8x8_BF16",
    "SM80_8x8x16_S8",
    "SM80_16x8x16_BF16",
    "SM89_16x8x32_F8",
    "STMATRIX_X1",
    "STMATRIX_X2",
    "STMATRIX_X4",
    "STMATRIX_X1_TRANS",
    "STMATRIX_X2_TRANS",
    "STMATRIX_X4_TRANS",
];

fn rows(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn names(row: &Value) -> impl Iterator<Item = &str> {
    row["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap())
}

/// The name without namespaces and template arguments.
fn base(name: &str) -> &str {
    name.split('<').next().unwrap().rsplit("::").next().unwrap()
}

fn operand<'a>(atom: &'a Instruction, name: &str) -> Option<&'a InstructionOperand> {
    atom.operands.iter().find(|operand| operand.name == name)
}

/// Whether two thread-value layouts have the same extents of threads and values, and the same elements.
fn are_equal(a: &MaybeSwizzled, b: &MaybeSwizzled) -> bool {
    let extents = |layout: &MaybeSwizzled| {
        let plain = layout.plain();
        [0, 1].map(|mode| plain.mode(mode).unwrap().size())
    };
    a.to_string() == b.to_string()
        || extents(a) == extents(b) && (0..a.size()).all(|i| a.offset(i) == b.offset(i))
}

/// Whether each thread sees the whole tile, column by column: it lies in shared memory.
fn is_shared(layout: &MaybeSwizzled, tile: TileExtents) -> bool {
    let threads = layout.plain().mode(0).unwrap().size();
    let TileExtents { rows, columns } = tile;
    let whole = format!("({threads},({rows},{columns})):(0,(1,{rows}))");
    threads > 1 && are_equal(layout, &MaybeSwizzled::read(&whole).unwrap())
}

/// Compares the instruction `name` with a row. Returns whether each operand is equal, or named as wrong.
fn agrees(row: &Value, name: &str) {
    let atom = Instruction::find(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = |key: &str| row[key].as_str().unwrap();
    assert!(are_equal_lines(&atom.threads, text("threads")), "{name}: {}", atom.threads);
    let shape: Vec<i64> =
        row["shape"].as_array().unwrap().iter().map(|one| one.as_i64().unwrap()).collect();
    let (m, n, k, blocks) = (shape[0], shape[1], shape[2], shape.get(3).copied().unwrap_or(1));
    for (key, rows, columns) in [("A", m, k), ("B", n, k), ("C", m, n)] {
        let tile = TileExtents { rows, columns: columns * blocks };
        let held = operand(&atom, key);
        let is_wrong = WRONG.iter().any(|(start, of, layout)| {
            name.starts_with(start) && *of == key && *layout == text(key)
        });
        if is_wrong {
            let held = held.unwrap_or_else(|| panic!("{name} {key}"));
            let found = MaybeSwizzled::read(text(key));
            assert!(found.is_err() || !are_equal(&held.held, &found.unwrap()), "{name} {key}");
            continue;
        }
        let expected = MaybeSwizzled::read(text(key)).unwrap();
        let Some(held) = held else {
            assert!(is_shared(&expected, tile), "{name} has no {key}, CUTLASS has {expected}");
            continue;
        };
        assert_eq!((held.tile.rows, held.tile.columns), (tile.rows, tile.columns), "{name} {key}");
        assert!(
            are_equal(&held.held, &expected),
            "{name} {key}: {}, expected {expected}",
            held.held
        );
    }
}

/// Whether a layout of threads alone equals a text, as a function.
fn are_equal_lines(layout: &MaybeSwizzled, text: &str) -> bool {
    let expected = MaybeSwizzled::read(text).unwrap();
    layout.size() == expected.size()
        && (0..layout.size()).all(|i| layout.offset(i) == expected.offset(i))
}

#[test]
fn each_row_of_cutlass_is_in_the_tables() {
    let mut count = 0;
    for row in rows(CUTLASS) {
        for name in names(&row) {
            agrees(&row, name);
            count += 1;
        }
    }
    // As tests/golden/README.md says.
    assert_eq!(count, 3498);
    for (start, key, layout) in WRONG {
        let is_there =
            |row: &Value| row[key] == *layout && names(row).all(|name| name.starts_with(start));
        assert!(rows(CUTLASS).any(|row| is_there(&row)), "no row {start} {key}");
    }
}

#[test]
fn each_row_of_amd_is_in_the_tables() {
    let mut count = 0;
    for row in rows(AMD) {
        for name in names(&row) {
            agrees(&row, name);
            count += 1;
        }
    }
    assert_eq!(count, 93);
}

/// Each name of the tables has a row, but for those of Intel, the short ones, and instructions of a newer release.
#[test]
fn each_name_of_the_tables_has_a_row() {
    let all: Vec<Value> = rows(CUTLASS).chain(rows(AMD)).collect();
    let known: HashMap<&str, &Value> =
        all.iter().flat_map(|row| names(row).map(move |name| (base(name), row))).collect();
    let copies: Vec<Value> = rows(COPIES).collect();
    let is_copy = |name: &str| copies.iter().any(|row| row["name"] == name);
    for group in Instruction::all_names() {
        let first = Instruction::find(&group[0]).unwrap();
        let is_of_intel = group[0].starts_with("AMX") || group[0].starts_with("XE_");
        let mut with_row = 0;
        for name in &group {
            let found = base(name).replace("MMA_64x", "SM90_64x").replace("GSM90", "GMMA");
            if known.contains_key(found.as_str()) || is_copy(name) {
                with_row += 1;
                continue;
            }
            let is_short = *name == group[0] || SHORT.contains(&name.as_str());
            assert!(is_of_intel || is_short || NEWER.contains(&name.as_str()), "{name} has no row");
            assert!(!first.operands.is_empty());
        }
        assert!(is_of_intel || with_row > 0, "no row for {group:?}");
    }
}

/// Of the families, exactly the members that CUTLASS has are found.
#[test]
fn families_have_the_members_of_cutlass() {
    let all: Vec<Value> = rows(CUTLASS).collect();
    let known: HashMap<String, ()> = all
        .iter()
        .flat_map(names)
        .map(|name| {
            let mut arguments =
                name.split(['<', ',', '>']).filter_map(|one| one.trim().parse().ok());
            let extents: [Option<i64>; 2] = [arguments.next(), arguments.next()];
            (format!("{} {extents:?}", base(name)), ())
        })
        .collect();
    let mut endings: Vec<&str> = all
        .iter()
        .flat_map(names)
        .filter(|name| base(name).starts_with("SM90_64x"))
        .map(|name| base(name).splitn(3, '_').nth(2).unwrap())
        .collect();
    endings.sort_unstable();
    endings.dedup();
    assert_eq!(endings.len(), 40);
    let (mut found, mut refused) = (0, 0);
    let mut compare = |name: &str, key: &str| {
        assert_eq!(Instruction::find(name).is_ok(), known.contains_key(key), "{name}");
        if known.contains_key(key) { found += 1 } else { refused += 1 }
    };
    for (prefix, depths) in
        [("SM90_64x", &[8, 16, 32][..]), ("SM90::GMMA::SPARSE::GMMA_64x", &[16, 32, 64])]
    {
        for ending in &endings {
            for n in [24, 40] {
                for k in depths {
                    let name = format!("{prefix}{n}x{k}_{ending}");
                    let key = format!("{} {:?}", base(&name), [None::<i64>; 2]);
                    compare(&name, &key);
                }
            }
        }
    }
    let mut templates: Vec<&str> = all
        .iter()
        .flat_map(names)
        .map(|name| name.split('<').next().unwrap())
        .filter(|name| base(name).starts_with("SM100_MMA") || name.starts_with("SM103"))
        .collect();
    templates.sort_unstable();
    templates.dedup();
    assert_eq!(templates.len(), 38);
    for template in templates {
        for m in [64, 128, 256] {
            for n in [8, 24, 32] {
                let key = format!("{} {:?}", base(template), [Some(m), Some(n)]);
                compare(&format!("{template}<half_t, half_t, float, {m}, {n}>"), &key);
            }
        }
    }
    assert!(found > 200 && refused > 500, "{found} {refused}");
}

/// A fragment of ours is the place of each element in the matrices; CUTLASS has the bits of both sides. A copy from
/// registers has the sides of `ldmatrix` turned.
#[test]
fn copies_of_matrices_equal_those_of_cutlass() {
    let mut missing = Vec::new();
    for row in rows(COPIES) {
        let name = row["name"].as_str().unwrap();
        let Ok(atom) = Instruction::find(name) else {
            missing.push(name.to_owned());
            continue;
        };
        let [rows, fragment] = ["Rows", "Fragment"].map(|key| operand(&atom, key).unwrap());
        let side = |key: &str| MaybeSwizzled::read(row[key].as_str().unwrap()).unwrap();
        let (memory, registers) = match name.contains("STSM") {
            true => (side("target"), side("source")),
            false => (side("source"), side("target")),
        };
        let matrices = rows.tile.columns;
        assert_eq!(registers.size(), 32 * 32 * matrices, "{name}");
        for t in 0..32 {
            for v in 0..2 * matrices {
                // Bits of an element are neighbours, and each element starts at a multiple of 16 bits.
                let bit = registers.offset(t + 32 * 16 * v).unwrap();
                let (address, column) = (bit / 128, bit % 128 / 16);
                assert_eq!(memory.offset(address), Some(128 * address), "{name}");
                let (row, matrix) = (address % 8, address / 8);
                assert_eq!(rows.held.offset(address), Some(row + 8 * matrix), "{name}");
                let expected =
                    row + 8 * (matrix % 2) + fragment.tile.rows * (column + 8 * (matrix / 2));
                assert_eq!(fragment.held.offset(t + 32 * v), Some(expected), "{name} ({t},{v})");
            }
        }
    }
    // Copies of bytes, of 4 and of 6 bits, which SM100 has.
    assert_eq!(missing.len(), 11, "{missing:?}");
    assert!(missing.iter().all(|name| name.starts_with("SM100_")), "{missing:?}");
}
