//! What an NVIDIA H200 answered: wavefronts of shared memory and sectors of global memory, where matrix descriptors read, what
//! tensor maps copy.

use std::collections::BTreeMap;

use layout_core::descriptor::{
    MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand, TMA_SM90, TensorMap, TensorMapFill,
    TensorMapInterleave, TensorMapPromotion, TensorMapSwizzle, TensorMapType,
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

/// The element (n, k) of the operand B is where the descriptor says. Without a base offset it is also where its layout says, whose
/// descriptor it is.
#[test]
fn matrix_descriptors_of_an_h200() {
    let (mut counts, mut with_layout) = ([[0; 2]; 4], 0);
    let modes = [
        TensorMapSwizzle::None,
        TensorMapSwizzle::Bytes128,
        TensorMapSwizzle::Bytes64,
        TensorMapSwizzle::Bytes32,
    ];
    for row in super::values("devices/descriptors.jsonl") {
        let number = |name: &str| row["args"][name].as_i64().unwrap();
        let [mode, transposed] = ["mode", "transposed"].map(|name| number(name) as usize);
        let major = [MatrixMajor::K, MatrixMajor::Mn][transposed];
        let operand = MatrixOperand { bits: 16, major, extent: 64 };
        let descriptor = MatrixDescriptor {
            base: number("base"),
            swizzle: modes[mode],
            ..MatrixDescriptor::new(
                MatrixFormat::Wgmma,
                number("start"),
                number("leading"),
                number("stride"),
            )
        };
        let words = (0..64).flat_map(|n| (0..16).map(move |k| (n, k)));
        let words = words.map(|(n, k)| descriptor.address(&operand, n, k) as u32 / 2);
        assert_eq!(row["out"], hash(words.flat_map(u32::to_le_bytes)), "{row}");
        counts[mode][transposed] += 1;
        // A base offset has no effect without a swizzle, and no layout has one.
        if descriptor.base != 0 {
            continue;
        }
        let bits = descriptor.encode().unwrap();
        assert_eq!(MatrixDescriptor::decode(MatrixFormat::Wgmma, bits), Ok(descriptor));
        let layout = descriptor.layout(&operand).unwrap();
        let of = MatrixDescriptor::of(MatrixFormat::Wgmma, &operand, &layout, 0, 0).unwrap();
        // The layout does not have an offset that no element depends on.
        let is_same = |a: i64, b: i64| a == b || a == 0 || a == 16;
        assert!(
            is_same(of.leading, descriptor.leading) && is_same(of.stride, descriptor.stride),
            "{row} {of:?}"
        );
        assert_eq!((of.start, of.swizzle), (descriptor.start, descriptor.swizzle));
        with_layout += 1;
    }
    assert!(counts.as_flattened().iter().all(|count| *count > 50), "{counts:?}");
    assert!(with_layout > 100, "{with_layout}");
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

/// The driver's answer to each map, its bytes, and what each copy did.
#[test]
fn tensor_maps_of_an_h200() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in super::values("devices/tensor_maps.jsonl") {
        let (args, out) = (&row["args"], &row["out"]);
        let kind = match (out.get("refused"), args.get("at"), out.get("stops")) {
            (Some(_), ..) => "refused",
            (_, None, _) => "encoded",
            (.., Some(_)) => "stops",
            _ if args["interleave"] != 0 => "interleaved",
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
        if kind == "refused" || kind == "encoded" {
            continue;
        }
        let at: Vec<i64> =
            args["at"].as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect();
        let mut memory = vec![0xee; 1 << 16];
        let word = |at: i64| (at as u32 / 4).wrapping_mul(2_654_435_761);
        let global = |at: i64| word(at).to_le_bytes()[at as usize % 4];
        let is_illegal = out["stops"] == "illegal instruction";
        assert_eq!(map.check_at(&at).is_err(), is_illegal, "{row}");
        if kind == "stops" {
            // The other programs ended because the box is past the end of shared memory.
            let is_far = || map.moves(&at).unwrap().any(|one| one.shared >= 1 << 16);
            assert!(is_illegal || is_far(), "{row}");
            continue;
        }
        map.load(&at, global, &mut memory).unwrap();
        let is_same = out["hash"] == hash(memory);
        if kind == "interleaved" {
            // The program waited for fewer bytes: it ended before the copy where their number was met on the way.
            assert!(is_same || out["arrived"] == true, "{row}");
            *counts.entry("interleaved in part").or_default() += usize::from(!is_same);
            continue;
        }
        assert!(is_same, "{row}");
        // The count with the step of coordinate 0 waits for other bytes where that has an effect.
        let row_len = map.box_dim[0] + map.element_strides[0] - 1;
        let is_counted = row_len / map.element_strides[0] == map.box_dim[0];
        assert_eq!(out["arrived"], is_counted, "{row}");
    }
    let expected = [
        ("bytes", 257),
        ("copied", 717),
        ("encoded", 1042),
        ("interleaved", 121),
        ("interleaved in part", 3),
        ("refused", 1633),
        ("stops", 106),
    ];
    assert_eq!(counts, expected.into());
}
