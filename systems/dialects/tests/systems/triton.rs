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
