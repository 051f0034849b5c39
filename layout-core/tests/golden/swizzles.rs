//! The layouts of shared memory that other systems choose cost no less than ours, for the same accesses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use layout_core::Layout;
use layout_core::memory::{Access, Instruction, Request, SHARED, SharedMemory};
use layout_core::solve::{AccessUse, Maps, Problem, Space};
use serde_json::Value;

fn number(row: &Value, name: &str) -> i64 {
    row[name].as_i64().unwrap()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

/// The access of a row, and its thread-value layout.
fn access(row: &Value, bytes: i64) -> (Access, Layout) {
    let name = text(row, "instruction");
    let found = Instruction::ALL.into_iter().find(|instruction| instruction.name() == name);
    let access = Access::new(bytes, number(row, "width")).unwrap().with(found.unwrap());
    (access, text(row, "threads").parse().unwrap())
}

/// The wavefronts of the addresses of a row.
fn wavefronts(row: &Value, access: Access, memory: &SharedMemory<'_>) -> i64 {
    let addresses: Vec<_> =
        row["addresses"].as_array().unwrap().iter().map(Value::as_i64).collect();
    let warps = addresses.chunks(memory.lanes as usize);
    let cost = |warp| memory.cost(&Request::of(access, warp).unwrap()).unwrap().wavefronts;
    warps.map(cost).sum()
}

/// Equal elements have equal addresses, and different ones do not overlap.
fn is_a_layout(row: &Value, bytes: i64) -> bool {
    let mut places = BTreeMap::new();
    for used in row["uses"].as_array().unwrap() {
        let (access, threads) = access(used, bytes);
        let addresses = used["addresses"].as_array().unwrap();
        let lanes = addresses.len() as i64;
        for (lane, address) in addresses.iter().enumerate() {
            for value in 0..access.elements() {
                let element = threads.index(&(lane as i64 + lanes * value).into()).unwrap();
                let address = address.as_i64().unwrap() + bytes * value;
                if *places.entry(element).or_insert(address) != address {
                    return false;
                }
            }
        }
    }
    places.values().collect::<BTreeSet<_>>().len() == places.len()
}

/// Our least cost for the accesses of a row.
fn solved(row: &Value, memory: &SharedMemory<'_>, bytes: i64) -> i64 {
    let uses = row["uses"].as_array().unwrap().iter().map(|used| {
        let (access, threads) = access(used, bytes);
        AccessUse::new(&threads, access, number(used, "times")).unwrap()
    });
    let uses: Vec<_> = uses.collect();
    let maps = if text(row, "maps") == "linear" { Maps::Linear } else { Maps::Swizzles };
    let space = Space { padding: number(row, "padding"), ..Space::SWIZZLES.with(maps) };
    let layout = text(row, "memory").parse().unwrap();
    let found = Problem::new(layout, &uses, memory, space).unwrap().solve(1 << 40).unwrap();
    assert!(found.is_exhausted(), "{row}");
    found.cost()
}

/// The rows, the rows that cost the other system more than ours, and the sums of both costs.
#[derive(Default)]
struct Compared {
    rows: usize,
    dearer: usize,
    theirs: i64,
    ours: i64,
    worst: f64,
}

#[test]
fn no_other_system_has_fewer_wavefronts() {
    let mut systems: BTreeMap<(String, String), Compared> = BTreeMap::new();
    for row in super::values("swizzles/rows.jsonl") {
        let (bytes, name) = (number(&row, "bytes"), text(&row, "machine"));
        let memory = SHARED.into_iter().find(|memory| memory.name == name).unwrap();
        let (theirs, ours) = (number(&row, "theirs"), number(&row, "ours"));
        let counted =
            row["uses"].as_array().unwrap().iter().map(|used| {
                number(used, "times") * wavefronts(used, access(used, bytes).0, &memory)
            });
        assert_eq!(counted.sum::<i64>(), theirs, "{row}");
        assert!(is_a_layout(&row, bytes), "{row}");
        assert_eq!(solved(&row, &memory, bytes), ours, "{row}");
        assert!(ours <= theirs, "{row}");
        let system = systems.entry((text(&row, "rival").to_owned(), name.to_owned())).or_default();
        system.rows += 1;
        system.dearer += usize::from(theirs > ours);
        system.theirs += theirs;
        system.ours += ours;
        system.worst = system.worst.max(theirs as f64 / ours as f64);
    }
    let mut table = String::new();
    for ((rival, machine), Compared { rows, dearer, theirs, ours, worst }) in systems {
        let equal = rows - dearer;
        writeln!(
            table,
            "| {rival} | {machine} | {rows} | {equal} | {dearer} | {theirs} | {ours} | {worst:.2} |"
        )
        .unwrap();
    }
    let readme = std::fs::read_to_string(super::folder().join("swizzles/README.md")).unwrap();
    assert!(readme.contains(&table), "tests/golden/swizzles/README.md has other counts:\n{table}");
}
