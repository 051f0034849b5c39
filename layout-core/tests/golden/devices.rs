//! What an NVIDIA H200 counted: wavefronts of shared memory, sectors of global memory.

use std::collections::BTreeMap;
use std::fs;

use layout_core::memory::{Access, Instruction, NVIDIA, NVIDIA_GLOBAL, Request};
use serde_json::Value;

/// Whether each lane accesses what the lane `xor` away does.
fn agrees(addresses: &[i64], xor: usize) -> bool {
    (0..addresses.len())
        .all(|lane| addresses.get(lane ^ xor).is_none_or(|at| *at == addresses[lane]))
}

#[test]
fn memory_of_an_h200() {
    let path = super::folder().join("devices/memory.jsonl");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (operation, width) = (row["op"].as_str().unwrap(), row["args"][0].as_i64().unwrap());
        let addresses: Vec<i64> =
            row["args"][1].as_array().unwrap().iter().map(|at| at.as_i64().unwrap()).collect();
        let found = row["out"].as_i64().unwrap();
        let instruction = match operation {
            "ld.shared" | "ld.global" => Instruction::Load,
            "st.shared" | "st.global" => Instruction::Store,
            "ldmatrix" | "ldmatrix.trans" => Instruction::LoadMatrix,
            _ => Instruction::StoreMatrix,
        };
        // A lane has the address of a row of 16 bytes.
        let width = if operation.contains("matrix") { 16 } else { width };
        let access = Access::new(width, width).unwrap().with(instruction);
        if addresses.contains(&-1) {
            *counts.entry("lanes that are off").or_default() += 1;
            continue;
        }
        let request = Request::of(access, &addresses).unwrap();
        let count = match operation.contains("global") {
            true => NVIDIA_GLOBAL.traffic(&request).sectors,
            false => NVIDIA.cost(&request).unwrap().wavefronts,
        };
        let is_joined = operation == "ld.shared"
            && width > 4
            && [1, 2].iter().any(|xor| agrees(&addresses, *xor));
        match is_joined {
            // The model keeps phases apart that the device joins: it never counts less.
            true => assert!(found <= count, "{line}: {count}"),
            false => assert_eq!(found, count, "{line}"),
        }
        *counts.entry(if is_joined { "phases may join" } else { "equal" }).or_default() += 1;
    }
    let expected = [("equal", 1974), ("lanes that are off", 357), ("phases may join", 85)];
    assert_eq!(counts, BTreeMap::from(expected));
}
