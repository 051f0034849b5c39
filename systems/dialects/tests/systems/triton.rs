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
        "#ttg.linear<{register = [[9223372036854775807]]}>",
        "#ttg.slice<{dim = 9, parent = #ttg.linear<{}>}>",
        "#ttg.linear<{register = [[1]], register = }>",
    ] {
        for shape in [&[][..], &[16], &[16, 16], &[0], &[-1], &[3], &[2; 5]] {
            let asked = TritonLayout::parse(text).and_then(|a| a.bits(shape));
            let fine = text.contains("linear<{register = [[9");
            assert!(asked.is_err() || fine, "{text} of {shape:?}: {asked:?}");
        }
    }
}
