//! Triton's layout attributes, and its operations on linear layouts.

use layout_core::{BitDims, BitLayout, BitMatrix};
use serde_json::Value;
use static_layout_dialects::TritonLayout;

use crate::{EQUAL, RowVerdict, every_row, integers};

/// `{"inputs": [[name, images], ..], "outputs": [[name, bits], ..]}`.
fn layout(value: &Value) -> BitLayout {
    let list = |key: &str| value[key].as_array().unwrap();
    let width = |pair: &Value| u32::try_from(pair[1].as_u64().unwrap()).unwrap();
    let outputs: Vec<_> =
        list("outputs").iter().map(|pair| (pair[0].as_str().unwrap(), width(pair))).collect();
    let outputs = BitDims::new(&outputs).unwrap();
    let (mut inputs, mut columns) = (Vec::new(), Vec::new());
    for pair in list("inputs") {
        let images = pair[1].as_array().unwrap();
        inputs.push((pair[0].as_str().unwrap(), images.len() as u32));
        for image in images {
            let image: Vec<_> = integers(image).into_iter().map(|value| value as u64).collect();
            columns.push(outputs.join(&image).unwrap());
        }
    }
    let inputs = BitDims::new(&inputs).unwrap();
    BitLayout::new(inputs, outputs, BitMatrix::new(outputs.bits(), &columns).unwrap()).unwrap()
}

/// The images of the bits of an input, by dimension of the output.
fn images(a: &BitLayout, name: &str) -> Vec<Vec<i64>> {
    let dims = a.inputs();
    let Some(i) = (0..dims.rank()).find(|&i| dims.name(i).as_str() == name) else { return vec![] };
    (0..dims.width(i))
        .map(|bit| {
            let mut coord = vec![0; dims.rank()];
            coord[i] = 1 << bit;
            let image = a.index(&coord).unwrap();
            image[..a.outputs().rank()].iter().map(|&value| value as i64).collect()
        })
        .collect()
}

fn attribute(row: &Value) -> Result<(), String> {
    let text = row["text"].as_str().unwrap();
    let parsed = TritonLayout::parse(text).map_err(|error| error.to_string())?;
    if parsed.to_string() != text {
        return Err(format!("it is printed as {parsed}"));
    }
    let bits = parsed.bits(&integers(&row["shape"])).map_err(|error| error.to_string())?;
    for (name, expected) in row["images"].as_object().unwrap() {
        let expected: Vec<_> = expected.as_array().unwrap().iter().map(integers).collect();
        let found = images(&bits, name);
        if found != expected {
            return Err(format!("{name}: {found:?}"));
        }
    }
    Ok(())
}

fn operation(row: &Value) -> Result<(), String> {
    let (a, b, expected) = (layout(&row["a"]), layout(&row["b"]), layout(&row["result"]));
    let found = match row["op"].as_str().unwrap() {
        "product" => a.product(&b),
        "compose" => b.after(&a),
        "invert" => a.inverse(),
        _ => a.convert(&b),
    };
    match found {
        Ok(found) if found == expected => Ok(()),
        Ok(found) => Err(found.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn triton() {
    every_row("triton", |row| -> RowVerdict {
        let check = if row["op"] == "attribute" { attribute } else { operation };
        check(row).map(|()| EQUAL)
    });
}

/// The steps of the bits of each coordinate of a layout, from the lowest bit on.
fn steps(a: &layout_core::Layout) -> Vec<Vec<i64>> {
    let leaf = |mode: &layout_core::Layout, k: usize| {
        let (extent, step) = mode.leaf(k);
        (0..extent.trailing_zeros()).map(move |bit| step << bit)
    };
    (0..a.rank())
        .map(|i| {
            let mode = a.mode(i).unwrap();
            (0..mode.leaf_count()).flat_map(|k| leaf(&mode, k)).collect()
        })
        .collect()
}

/// The addresses of a padded layout, which has no bits. One of several blocks has none.
fn padded(row: &Value) -> Result<(), String> {
    let text = row["text"].as_str().unwrap();
    let (parsed, shape) = (TritonLayout::parse(text), integers(&row["shape"]));
    let parsed = parsed.map_err(|error| error.to_string())?;
    if TritonLayout::parse(&parsed.to_string()) != Ok(parsed) {
        return Err(format!("it is printed as {parsed}"));
    }
    let error = parsed.bits(&shape).err().ok_or("bits with gaps")?.to_string();
    if !error.contains("a gap of") {
        return Err(error);
    }
    match (parsed.offsets(&shape), row["steps"].as_array()) {
        (Err(error), None) if error.to_string().contains("block") => Ok(()),
        (Ok(found), Some(expected)) => {
            let expected: Vec<_> = expected.iter().map(integers).collect();
            match steps(&found.plain()) == expected {
                true => Ok(()),
                false => Err(found.to_string()),
            }
        }
        (found, _) => Err(format!("{found:?}")),
    }
}

/// Attributes of all kinds, whose keys are in any order.
#[test]
fn triton_kinds() {
    every_row("triton_kinds", |row| -> RowVerdict {
        if row["op"] == "padded" {
            return padded(row).map(|()| "strides, and no bits");
        }
        let text = row["text"].as_str().unwrap();
        let parsed = TritonLayout::parse(text).map_err(|error| error.to_string())?;
        if TritonLayout::parse(&parsed.to_string()) != Ok(parsed) {
            return Err(format!("it is printed as {parsed}"));
        }
        let bits = parsed.bits(&integers(&row["shape"])).map_err(|error| error.to_string())?;
        for (name, expected) in row["images"].as_object().unwrap() {
            let expected: Vec<_> = expected.as_array().unwrap().iter().map(integers).collect();
            let found = images(&bits, name);
            if found != expected {
                return Err(format!("{name}: {found:?}"));
            }
        }
        Ok(EQUAL)
    });
}

/// The examples of `amd_rotating_shared` in Triton's description of it: the element at each place of a row.
#[test]
fn rotating_rows_are_those_of_its_description() {
    for (keys, rows) in [
        (
            "vec = 1, perPhase = 1, maxPhase = 2",
            [
                [0, 1, 2, 3],
                [5, 4, 7, 6],
                [9, 8, 11, 10],
                [12, 13, 14, 15],
                [16, 17, 18, 19],
                [21, 20, 23, 22],
                [25, 24, 27, 26],
                [28, 29, 30, 31],
            ],
        ),
        (
            "vec = 1, perPhase = 2, maxPhase = 2",
            [
                [0, 1, 2, 3],
                [4, 5, 6, 7],
                [9, 8, 11, 10],
                [13, 12, 15, 14],
                [17, 16, 19, 18],
                [21, 20, 23, 22],
                [24, 25, 26, 27],
                [28, 29, 30, 31],
            ],
        ),
        (
            "vec = 1, perPhase = 1, maxPhase = 4",
            [
                [0, 1, 2, 3],
                [5, 4, 7, 6],
                [10, 11, 8, 9],
                [15, 14, 13, 12],
                [17, 16, 19, 18],
                [20, 21, 22, 23],
                [27, 26, 25, 24],
                [30, 31, 28, 29],
            ],
        ),
    ] {
        let text = format!("#ttg.amd_rotating_shared<{{{keys}, order = [1, 0]}}>");
        let a = bits(&text, &[8, 4]).unwrap();
        for (place, &element) in rows.iter().flatten().enumerate() {
            let found = a.index(&[place as u64]).unwrap();
            assert_eq!(4 * found[0] + found[1], element, "{text} at {place}");
        }
    }
}

/// Before Triton 3.6 three lists said the blocks, and `warpsPerCTA` the warps of an `amd_wmma`.
#[test]
fn older_keys_are_read_as_those_of_today() {
    let blocked = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], ";
    for (old, new) in [
        ("CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [0, 1]", "CGALayout = []"),
        ("CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [0, 1]", "CGALayout = [[1, 0]]"),
        ("CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [0, 1]", "CGALayout = [[0, 0]]"),
        (
            "CTAOrder = [1, 0], CTAsPerCGA = [2, 4], CTASplitNum = [2, 2]",
            "CGALayout = [[0, 1], [0, 0], [1, 0]]",
        ),
    ] {
        let [old, new] = [old, new].map(|keys| format!("{blocked}{keys}}}>"));
        for shape in [[64, 64], [32, 16], [2, 2]] {
            assert_eq!(bits(&old, &shape), bits(&new, &shape), "{old}");
            assert!(bits(&old, &shape).is_ok(), "{old}");
        }
    }
    let wmma = |keys: &str| format!("#ttg.amd_wmma<{{version = 2, isTranspose = false, {keys}}}>");
    let new = wmma("ctaLayout = {warp = [[0, 1], [1, 0], [2, 0]]}");
    assert_eq!(bits(&wmma("warpsPerCTA = [4, 2]"), &[64, 64]), bits(&new, &[64, 64]));
    let new = wmma("ctaLayout = {register = [[0, 1]], warp = [[0, 2], [1, 0]]}");
    let old = wmma("warpsPerCTA = [2, 2], tilesPerWarp = [1, 2]");
    assert_eq!(bits(&old, &[64, 64]), bits(&new, &[64, 64]));
}

/// What Triton refuses, and what is not read, each with the words for it and the text at the mark.
#[test]
fn refusals_name_the_key() {
    let blocked = |rest: &str| {
        format!(
            "#ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]{rest}}}>"
        )
    };
    let shared = |rest: &str| {
        format!(
            "#ttg.amd_rotating_shared<{{vec = 1, perPhase = 1, maxPhase = 2, order = [1, 0]{rest}}}>"
        )
    };
    let one = "CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [0, 1]";
    for (text, words, mark) in [
        (blocked(", CGALayout = [[1]]"), "a number for each dimension", "[[1]]"),
        (blocked(", CGALayout = [[1, 1]]"), "each bit of a coordinate as one image", "[[1, 1]]"),
        (blocked(", CGALayout = [[1, 0], [1, 0]]"), "each bit of a coordinate", "[[1, 0], [1"),
        (blocked(", CGALayout = [[2, 0]]"), "each bit of a coordinate", "[[2, 0]]"),
        (blocked(&format!(", CGALayout = [[1, 0]], {one}")), "next to CGALayout", "[2, 1], CTAS"),
        (blocked(", CTAsPerCGA = [2, 1]"), "CTAsPerCGA, CTASplitNum and CTAOrder together", "}>"),
        (
            blocked(", CTAsPerCGA = [2, 1], CTASplitNum = [4, 1], CTAOrder = [0, 1]"),
            "a divisor of CTAsPerCGA",
            "[4, 1], CTAO",
        ),
        (blocked(", CTAsPerCGA = [3, 1]"), "powers of 2", "[3, 1]"),
        (blocked(", CTAOrder = [0]"), "a number for each dimension", "[0]"),
        (blocked("").replace("[8, 4]", "[8, 3]"), "powers of 2", "[8, 3]"),
        (blocked("").replace("[8, 4]", "[32]"), "a number for each dimension", "[32]"),
        (blocked(", warps = [1]"), "the keys of blocked", "warps ="),
        (blocked(", order = [1, 0]"), "the keys of blocked", "order = [1, 0]}"),
        (
            shared(", CGALayout = [[1, 0]]"),
            "one block of threads of amd_rotating_shared",
            "[[1, 0]]",
        ),
        (shared("").replace("vec = 1", "vec = 3"), "a power of 2", "3,"),
        (
            "#ttg.nvmma_shared<{swizzlingByteWidth = 64, elementBitWidth = 8, fp4Padded = true}>"
                .into(),
            "fp4Padded of a swizzle of 128 bytes",
            "true",
        ),
        (
            "#ttg.padded_shared<[32:+4, 32:+8] {order = [1, 0], shape = [16, 64]}>".into(),
            "the interval of no other gap",
            "32:+8",
        ),
        (
            "#ttg.padded_shared<[32:+3] {order = [0], shape = [16]}>".into(),
            "a gap of a power of 2",
            "3]",
        ),
        ("#ttg.padded_shared<[24:+4] {order = [0], shape = [16]}>".into(), "a power of 2", "24"),
        ("#ttg.padded_shared<[] {order = [0], shape = [16]}>".into(), "a gap, such as", "] {"),
        ("#ttg.padded_shared<[2:+4] {order = [0], shape = [24]}>".into(), "powers of 2", "[24]"),
        ("#ttg.padded_shared<[2:+4] {order = [0]}>".into(), "the keys of padded_shared", "}>"),
        (
            "#ttg.padded_shared<[2:+4] {offset = [[1]], block = [], order = [0]}>".into(),
            "no order and shape next to offset",
            "[0]",
        ),
        (
            "#ttg.padded_shared<[2:+4] {offset = [[1], [3]], block = []}>".into(),
            "each bit of a coordinate as one image",
            "[[1], [3]]",
        ),
        (
            "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[0, 2]]}}>"
                .into(),
            "that reach each coordinate",
            "{warp",
        ),
        (
            "#ttg.amd_wmma<{version = 1, ctaLayout = {warp = []}, warpsPerCTA = [1, 1]}>".into(),
            "no warpsPerCTA and tilesPerWarp next to ctaLayout",
            "[1, 1]",
        ),
        (
            "#ttg.amd_wmma<{version = 1, ctaLayout = {warp = []}, instrShape = [16, 16, 32]}>"
                .into(),
            "an instrShape of this version",
            "[16, 16, 32]",
        ),
        (
            format!("#ttg.dot_op<{{opIdx = 0, parent = {}, kWidth = 2}}>", blocked("")),
            "no kWidth, which a parent of blocked does not have",
            "2}>",
        ),
        (
            format!("#ttg.slice<{{dim = 2, parent = {}}}>", blocked("")),
            "a dimension of the parent",
            "2,",
        ),
        (
            format!("#ttg.slice<{{dim = 0, parent = {}}}>", shared("")),
            "a layout of registers as the parent",
            "#ttg.amd",
        ),
        ("#ttg.slice<{dim = 0, parent = #blocked}>".into(), "no alias", "blocked}"),
        (
            "#ttng.tensor_memory_encoding<blockM = 64, blockN = 8, colStride = 1, twoCTAs = true>"
                .into(),
            "[1, 0] as the first image of CGALayout",
            "true",
        ),
        (
            "#ttng.tensor_memory_encoding<blockM = 64, blockN = 8, colStride = 1, unpacked = true>"
                .into(),
            "the keys of tensor_memory_encoding",
            "unpacked",
        ),
        ("#ttng.blocked<>".into(), "tensor_memory_encoding or", "blocked"),
        ("#ttg.swizzle<{}>".into(), "swizzled_shared", "swizzle<"),
        (blocked("").replace("ttg.", "ttg. "), "without a space in front", "blocked"),
        (blocked("").replace("<{", " <{"), "without a space in front", " <{"),
        (
            format!(
                "#ttg.partitioned_shared<{{numPartitions = 1, numGroups = 1, partitionDim = 0, partitionLayout = {}}}>",
                shared("")
            ),
            "a power of 2 from 2 on",
            "1, numG",
        ),
    ] {
        let error = TritonLayout::parse(&text).expect_err(&text);
        assert!(error.to_string().contains(words), "{text}: {error}");
        let at = error.span().expect("a span").start;
        assert!(text[at..].starts_with(mark), "{text}: {error}, at {}", &text[at..]);
    }
}

/// Products of numbers that are each below 2^32 exceed the integers.
#[test]
fn large_numbers_have_a_result_or_a_refusal() {
    let blocked = "#ttg.blocked<{sizePerThread = [2147483648], threadsPerWarp = [2147483648], warpsPerCTA = [2147483648], order = [0]}>";
    assert_eq!(TritonLayout::parse(blocked).unwrap().shape(), None);
    let mfma = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 2147483648], instrShape = [16, 16], isTransposed = true, tilesPerWarp = [1, 2147483648]}>";
    let error = bits(mfma, &[16, 16]).unwrap_err().to_string();
    assert!(error.contains("70 bits are more than 64"), "{error}");
    let padded = |shape: &str, extents: &[i64]| {
        let order: Vec<_> = (0..shape.split(',').count()).collect();
        let text = format!("#ttg.padded_shared<[32:+4] {{order = {order:?}, shape = [{shape}]}}>");
        TritonLayout::parse(&text).unwrap().offsets(extents).map_err(|error| error.to_string())
    };
    for (last, needed) in [(4, 64), (2, 63)] {
        let error = padded(&format!("{0}, {0}, {last}", 1_i64 << 31), &[1 << 31, 1 << 31, last]);
        assert!(error.unwrap_err().contains(&format!("{needed} bits are more than 62")));
    }
    let error = padded("1", &[i64::MAX, 1]).unwrap_err();
    assert!(error.contains("is past 9223372036854775807"), "{error}");
    // Most offsets have no element.
    let zeros = ", [0]".repeat(63);
    let text = format!("#ttg.shared_linear<{{offset = [[1]{zeros}]}}, alignment = 16>");
    let error = TritonLayout::parse(&text).unwrap().offsets(&[2]).unwrap_err().to_string();
    assert!(error.contains("64 bits are more than 62"), "{error}");
}

/// A parent is read once, however deep it is.
#[test]
fn nested_parents_are_read_in_linear_time() {
    let ones = format!("[{}]", ["1"; 8].join(", "));
    let blocked = format!(
        "#ttg.blocked<{{sizePerThread = {ones}, threadsPerWarp = {ones}, warpsPerCTA = {ones}, order = [0, 1, 2, 3, 4, 5, 6, 7]}}>"
    );
    let nested = |depth: usize| {
        "#ttg.slice<{dim = 0, parent = ".repeat(depth) + &blocked + &"}>".repeat(depth)
    };
    assert!(bits(&nested(7), &[1]).is_ok());
    for depth in [8, 200, 2000] {
        assert!(bits(&nested(depth), &[1]).is_err(), "{depth}");
    }
}

#[test]
fn hostile_texts_are_refused() {
    for text in [
        "",
        "#ttg.",
        "#ttg.blocked<{}>",
        "#ttg.blocked<{order = [0]}>",
        "#ttg.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [1]}>",
        "#ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "#ttg.dot_op<{opIdx = 2, parent = #ttg.slice<{dim = 0, parent = #ttg.linear<{}>}>, kWidth = 2}>",
        "#ttg.swizzled_shared<{vec = 0, perPhase = 0, maxPhase = 0, order = [1, 0]}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 16, transposed = false, elementBitWidth = 0}>",
        "#ttg.linear<{register = [[1, 2, 3, 4, 5]]}>",
        "#ttg.linear<{register = [[9223372036854775807]], lane = [], warp = [], block = []}>",
        "#ttg.slice<{dim = 9, parent = #ttg.linear<{}>}>",
        "#ttg.linear<{register = [[1]], register = }>",
    ] {
        for shape in [&[][..], &[16], &[16, 16], &[0], &[-1], &[3], &[2; 5]] {
            let asked = TritonLayout::parse(text).and_then(|a| a.bits(shape));
            assert!(asked.is_err(), "{text} of {shape:?}: {asked:?}");
        }
    }
}

/// An attribute of each kind, and the shape of a tensor.
const WHOLE: [(&str, &[i64]); 7] = [
    (
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>",
        &[32, 32],
    ),
    (
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>",
        &[32, 32],
    ),
    ("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", &[64, 64]),
    (
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
        &[64, 64],
    ),
    (
        "#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0]], warp = [[0, 0]], block = []}>",
        &[4, 4],
    ),
    ("#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 1]]}, alignment = 16>", &[4, 4]),
    (
        "#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>}>",
        &[2],
    ),
];

fn bits(text: &str, shape: &[i64]) -> Result<layout_core::BitLayout, layout_core::LayoutError> {
    TritonLayout::parse(text)?.bits(shape)
}

#[test]
fn a_comma_before_the_end_is_refused() {
    for (text, shape) in WHOLE {
        let a = bits(text, shape).unwrap_or_else(|error| panic!("{text}: {error}"));
        let spaced = bits(&text.replace("{", "{ ").replace("}", " }"), shape);
        assert_eq!(spaced.ok(), Some(a), "{text}");
        for wrong in
            [text.replacen('}', ",}", 1), text.replacen('}', ", }", 1), text.replacen('{', "{,", 1)]
        {
            assert!(TritonLayout::parse(&wrong).is_err(), "{wrong}");
        }
    }
}

#[test]
fn lists_of_blocks_have_a_number_for_each_dimension() {
    for (text, shape) in WHOLE.iter().filter(|(text, _)| !text.contains("linear")) {
        let with = |keys: &str| bits(&text.replace('}', &format!(", {keys}}}")), shape);
        for keys in
            ["CTAsPerCGA = [1, 1]", "CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [0, 1]"]
        {
            assert_eq!(with(keys), bits(text, shape), "{text} {keys}");
        }
        for keys in [
            "CTAOrder = [9]",
            "CTAOrder = [1, 1]",
            "CTAOrder = [1, 2]",
            "CTAsPerCGA = [1]",
            "CTASplitNum = [1, 1, 1]",
            "CTAsPerCGA = []",
        ] {
            assert!(with(keys).is_err(), "{text} {keys}");
        }
    }
}

/// Triton 3.9: "Expected basis of 'block' not found", "requires a permutation matrix layout after removing broadcast
/// bases", "expected to be surjective", "alignment must be a positive power of two".
#[test]
fn linear_layouts_are_checked_as_triton_does() {
    let keys = ["register", "lane", "warp", "block"];
    let text = |images: [&str; 4]| {
        let parts: Vec<_> =
            keys.iter().zip(images).map(|(key, images)| format!("{key} = [{images}]")).collect();
        parts
    };
    let whole = ["[0, 1], [0, 2]", "[1, 0], [2, 0]", "[0, 0]", ""];
    for k in 0..4 {
        let mut parts = text(whole);
        parts.swap(0, k);
        assert!(bits(&format!("#ttg.linear<{{{}}}>", parts.join(", ")), &[4, 4]).is_ok());
        parts.remove(k);
        let error = bits(&format!("#ttg.linear<{{{}}}>", parts.join(", ")), &[4, 4]).unwrap_err();
        assert!(error.to_string().contains("the keys of linear"), "{error}");
    }
    for (k, images, is_read) in [
        (0, "[0, 1]", true),
        (0, "[0, 0], [0, 1], [0, 2]", true),
        (3, "[4, 0]", true),
        (2, "[0, 4], [0, 8]", true),
        (0, "[0, 1], [0, 3]", false),
        (0, "[0, 1], [0, 1]", false),
        (0, "[0, 1], [0, 0], [0, 4]", false),
        (0, "[0, 1], [1, 2]", false),
        (2, "[1, 0]", false),
        (3, "[8, 0]", false),
        (3, "[3, 0]", false),
    ] {
        let mut all = whole;
        all[k] = images;
        let text = format!("#ttg.linear<{{{}}}>", text(all).join(", "));
        assert_eq!(bits(&text, &[4, 4]).is_ok(), is_read, "{text}");
    }
    let shared = |images: &str, rest: &str| {
        bits(&format!("#ttg.shared_linear<{{offset = [{images}]}}{rest}>"), &[4, 4])
    };
    let images = "[0, 1], [0, 2], [1, 0], [2, 0]";
    for (rest, is_read) in [
        (", alignment = 16", true),
        (", alignment = 1", true),
        ("", false),
        (", alignment = 0", false),
        (", alignment = 3", false),
        (", alignment = 24", false),
        (", alignment = 16,", false),
    ] {
        assert_eq!(shared(images, rest).is_ok(), is_read, "{rest}");
    }
    for (images, is_read) in [
        ("[0, 1], [0, 3], [1, 0], [2, 0]", true),
        ("[0, 1], [0, 2], [1, 1], [3, 0]", true),
        ("[0, 1], [0, 2], [1, 0], [2, 0], [0, 0]", true),
        ("[0, 1], [0, 2], [1, 0], [1, 1], [2, 0]", false),
        ("[0, 1], [0, 2], [1, 0], [0, 0], [4, 0]", false),
        ("[0, 3], [0, 2], [1, 0], [1, 1]", false),
    ] {
        let found = shared(images, ", alignment = 16");
        assert_eq!(found.is_ok(), is_read, "{images}: {found:?}");
    }
}
