//! What an NVIDIA H200 answered: wavefronts of shared memory and sectors of global memory, where matrix descriptors read, what
//! tensor maps copy.

use std::collections::BTreeMap;

use layout_core::Layout;
use layout_core::memory::{Access, Instruction, NVIDIA, NVIDIA_GLOBAL, Request};

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

/// The bytes of elements by the number of their type in `CUtensorMapDataType`.
const BYTES: [usize; 13] = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4];
/// The number of TF32.
const TF32: usize = 11;

/// The 19 bits of TF32 that are nearest, in the place of an `f32`.
fn tf32(bits: u32) -> u32 {
    match f32::from_bits(bits).is_nan() {
        true => 0x7fff_e000,
        false => (bits + 0xfff + (bits >> 13 & 1)) & !0x1fff,
    }
}

/// A copy of a box without interleave reads `extents:strides` of global memory from the coordinate on, in steps past the first mode.
/// In shared memory a row takes the span of the swizzle.
#[test]
fn tensor_maps_of_an_h200() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in super::values("devices/tensor_maps.jsonl") {
        let (args, out) = (&row["args"], &row["out"]);
        let list = |name: &str| -> Vec<i64> {
            args[name].as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect()
        };
        let number = |name: &str| args[name].as_u64().unwrap() as usize;
        let kind = match (out.get("refused"), args.get("at"), out.get("stops")) {
            (Some(_), ..) => "refused",
            (_, None, _) => "encoded",
            _ if number("interleave") != 0 => "interleaved",
            (.., Some(_)) => "stops",
            _ => "copied",
        };
        *counts.entry(kind).or_default() += 1;
        let (bytes, coordinate) = match kind {
            "stops" | "copied" => (BYTES[number("type")], list("at")),
            _ => continue,
        };
        let first = coordinate[0] * bytes as i64;
        let is_illegal = out["stops"] == "illegal instruction";
        assert_eq!(is_illegal, first % 16 != 0, "{row}");
        if kind == "stops" {
            continue;
        }
        let (extents, strides, mut steps) = (list("extents"), list("strides"), list("steps"));
        steps[0] = 1;
        let lens: Vec<i64> =
            list("box").iter().zip(&steps).map(|(len, step)| (len + step - 1) / step).collect();
        let span = [0, 32, 64, 128][number("swizzle")];
        let pitch = span.max(lens[0] as usize * bytes);
        let mut memory = vec![0xee; 1 << 16];
        for index in 0..lens.iter().product::<i64>() {
            let (mut rest, mut offset, mut is_inside) = (index, 0, true);
            for mode in 0..lens.len() {
                let x = coordinate[mode] + rest % lens[mode] * steps[mode];
                rest /= lens[mode];
                is_inside &= (0..extents[mode]).contains(&x);
                offset += x * if mode == 0 { bytes as i64 } else { strides[mode - 1] };
            }
            let (column, line) = (index % lens[0], index / lens[0]);
            let to = swizzled(line as usize * pitch + column as usize * bytes, span, 0);
            for byte in 0..bytes {
                let at = offset as usize + byte;
                let word = (at as u32 / 4).wrapping_mul(2_654_435_761);
                let word = if number("type") == TF32 { tf32(word) } else { word };
                memory[to + byte] = match (is_inside, number("fill")) {
                    (true, _) => word.to_le_bytes()[at % 4],
                    (false, 0) => 0,
                    (false, _) => [0xf7, 0x7f][byte % 2],
                };
            }
        }
        assert_eq!(out["hash"], hash(memory), "{row}");
    }
    // Copies and stops are compared with the model. The other rows are counted: the model has no rule for them.
    let expected = [
        ("copied", 717),
        ("encoded", 1037),
        ("interleaved", 131),
        ("refused", 1630),
        ("stops", 96),
    ];
    assert_eq!(counts, expected.into());
}
