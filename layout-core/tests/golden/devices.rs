//! What an NVIDIA H200 answered: wavefronts of shared memory and sectors of global memory, where matrix descriptors read, what
//! tensor maps copy.

use std::collections::BTreeMap;

use layout_core::Layout;
use layout_core::descriptor::{
    TMA_SM90, TensorMap, TensorMapFill, TensorMapInterleave, TensorMapPromotion, TensorMapSwizzle,
    TensorMapType,
};
use layout_core::memory::{Access, Instruction, NVIDIA, NVIDIA_GLOBAL, Request};
use serde_json::Value;

#[test]
fn memory_of_an_h200() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in super::values("devices/memory.jsonl") {
        let (operation, width) = (row["op"].as_str().unwrap(), row["args"][0].as_i64().unwrap());
        let addresses = row["args"][1].as_array().unwrap().iter();
        let addresses: Vec<_> =
            addresses.map(|at| at.as_i64().filter(|address| *address >= 0)).collect();
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
        let request = Request::of(access, &addresses).unwrap();
        let count = match operation.contains("global") {
            true => NVIDIA_GLOBAL.traffic(&request).sectors,
            false => NVIDIA.cost(&request).unwrap().wavefronts,
        };
        assert_eq!(found, count, "{row}");
        *counts.entry(operation.to_owned()).or_default() += 1;
    }
    let expected = [
        ("ld.global", 295),
        ("ld.shared", 825),
        ("ldmatrix", 196),
        ("ldmatrix.trans", 105),
        ("st.global", 295),
        ("st.shared", 505),
        ("stmatrix", 195),
    ];
    assert_eq!(counts, expected.map(|(operation, count)| (operation.to_owned(), count)).into());
}

/// FNV-1a of 64 bits.
fn hash(bytes: impl IntoIterator<Item = u8>) -> String {
    let sum = bytes.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:016x}")
}

/// An offset in bytes with the xor of a swizzle of `span` bytes, whose rows of 128 bytes are counted from `base` on.
fn swizzled(at: usize, span: usize, base: usize) -> usize {
    at ^ ((at / 128).wrapping_sub(base) & (span / 16).saturating_sub(1)) << 4
}

/// The element (n, k) of the operand B is where PTX's layouts say, and the base offset moves the rows of the xor.
#[test]
fn matrix_descriptors_of_an_h200() {
    let mut counts = [[0; 2]; 4];
    for row in super::values("devices/descriptors.jsonl") {
        let number = |name: &str| row["args"][name].as_u64().unwrap() as usize;
        let [mode, transposed] = ["mode", "transposed"].map(number);
        let (leading, stride) = (number("leading") / 2, number("stride") / 2);
        let span = [0, 128, 64, 32][mode];
        // The 16-bit elements of a row of a swizzle.
        let wide = span / 2;
        let text = match (mode, transposed) {
            (0, 0) => format!("((8,8),(8,2)):((8,{stride}),(1,{leading}))"),
            (0, _) => format!("((8,8),(8,2)):((1,{stride}),(8,{leading}))"),
            (_, 0) => format!("((8,8),16):(({wide},{stride}),1)"),
            _ => format!("(({wide},{}),(8,2)):((1,{leading}),({wide},{stride}))", 64 / wide),
        };
        let layout: Layout = text.parse().unwrap();
        let words = (0..64).flat_map(|n| (0..16).map(move |k| n + 64 * k)).map(|at| {
            let offset = layout.index(&at.into()).unwrap() as usize;
            swizzled(number("start") + 2 * offset, span, number("base")) as u32 / 2
        });
        assert_eq!(row["out"], hash(words.flat_map(u32::to_le_bytes)), "{row}");
        counts[mode][transposed] += 1;
    }
    assert!(counts.as_flattened().iter().all(|count| *count > 50), "{counts:?}");
}

/// The value of an enumeration of the driver. `None` for a number that it does not have.
fn value<T: Copy>(all: &[T], row: &Value, name: &str) -> Option<T> {
    all.get(row["args"][name].as_u64().unwrap() as usize).copied()
}

/// The map of a row. `None` for numbers that the types cannot say, all of which the driver refused.
fn tensor_map(row: &Value) -> Option<TensorMap> {
    let list = |name: &str| -> Vec<i64> {
        row["args"][name].as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect()
    };
    let rank = row["args"]["rank"].as_u64().unwrap() as usize;
    let data_type = value(TensorMapType::ALL, row, "type")?;
    let mut map = TensorMap::new(data_type, &list("extents"), &list("strides"), &list("box"));
    for (step, found) in map.element_strides.iter_mut().zip(list("steps")) {
        *step = found;
    }
    Some(TensorMap {
        rank,
        global_address: row["args"]["address"].as_i64().unwrap(),
        interleave: value(TensorMapInterleave::ALL, row, "interleave")?,
        swizzle: value(TensorMapSwizzle::ALL, row, "swizzle")?,
        l2_promotion: value(TensorMapPromotion::ALL, row, "l2")?,
        oob_fill: value(TensorMapFill::ALL, row, "fill")?,
        ..map
    })
}

/// The driver's answer to each map, its bytes, and what each copy did. No rule here judges copies of interleaved maps.
#[test]
fn tensor_maps_of_an_h200() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in super::values("devices/tensor_maps.jsonl") {
        let (args, out) = (&row["args"], &row["out"]);
        let kind = match (out.get("refused"), args.get("at"), out.get("stops")) {
            (Some(_), ..) => "refused",
            (_, None, _) => "encoded",
            _ if args["interleave"] != 0 => "interleaved",
            (.., Some(_)) => "stops",
            _ => "copied",
        };
        *counts.entry(kind).or_default() += 1;
        let Some(map) = tensor_map(&row) else {
            assert_eq!(kind, "refused", "{row}");
            continue;
        };
        let checked = map.check(&TMA_SM90);
        assert_eq!(checked.is_err(), kind == "refused", "{row}: {checked:?}");
        if let Some(text) = out["map"].as_str() {
            *counts.entry("bytes").or_default() += 1;
            let hex: String =
                map.encode().unwrap()[8..].iter().map(|x| format!("{x:02x}")).collect();
            assert_eq!(hex.trim_end_matches('0'), text, "{row}");
        }
        if kind != "stops" && kind != "copied" {
            continue;
        }
        let at: Vec<i64> =
            args["at"].as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect();
        let mut memory = vec![0xee; 1 << 16];
        let word = |at: i64| (at as u32 / 4).wrapping_mul(2_654_435_761);
        let global = |at: i64| word(at).to_le_bytes()[at as usize % 4];
        let is_illegal = out["stops"] == "illegal instruction";
        assert_eq!(map.check_at(&at).is_err(), is_illegal, "{row}");
        // The other programs ended because the box is past the end of shared memory.
        if kind == "stops" && !is_illegal {
            assert!(map.moves(&at).unwrap().any(|one| one.shared >= 1 << 16), "{row}");
        }
        if kind == "copied" {
            map.load(&at, global, &mut memory).unwrap();
            assert_eq!(out["hash"], hash(memory), "{row}");
            // The count with the step of coordinate 0 waits for other bytes where that has an effect.
            let row_len = map.box_dim[0] + map.element_strides[0] - 1;
            let is_counted = row_len / map.element_strides[0] == map.box_dim[0];
            assert_eq!(out["arrived"], is_counted, "{row}");
        }
    }
    let expected = [
        ("bytes", 256),
        ("copied", 717),
        ("encoded", 1037),
        ("interleaved", 131),
        ("refused", 1630),
        ("stops", 96),
    ];
    assert_eq!(counts, expected.into());
}
