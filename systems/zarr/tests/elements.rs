//! The types of elements, in both versions and both orders of bytes: named ones, and the bits of all others under their name. Fill
//! values are read in each spelling that zarr-python 3.1.6 and tensorstore 0.1.86 write.

use half::{bf16, f16};
use num_complex::Complex;
use static_layout_zarr::{
    Element, NamedElement, NewArray, Region, Work, ZarrArray, ZarrError, ZarrWriter, transpose,
};
use std::fs;
use tempfile::tempdir;

/// Metadata of two chunks of one element.
fn third(data_type: &str, fill: &str, endian: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": {data_type}, "fill_value": {fill},
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [1]}}}}, "chunk_key_encoding": {{"name": "v2"}},
        "codecs": [{{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}]}}"#
    )
}

fn second(dtype: &str, fill: &str) -> String {
    format!(
        r#"{{"zarr_format": 2, "shape": [2], "chunks": [1], "dtype": {dtype}, "fill_value": {fill}, "order": "C",
        "filters": null, "compressor": null}}"#
    )
}

/// The name of the type and the elements of an array whose second chunk is missing.
fn read<T: Element>(
    file: &str,
    metadata: &str,
    chunk: &[u8],
) -> Result<(String, Vec<T>), ZarrError> {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join(file), metadata).unwrap();
    fs::write(folder.path().join("0"), chunk).unwrap();
    let array = ZarrArray::<T>::open(folder.path())?;
    let elements = array.read(&Region::new(&[0], &[2]))?.into_vec();
    Ok((array.data_type().to_string(), elements))
}

/// The chunk with units in the other order.
fn reversed(chunk: &[u8], unit: usize) -> Vec<u8> {
    chunk.chunks(unit).flat_map(|part| part.iter().rev().copied()).collect()
}

/// Reads an element and a fill value of a type from both versions and in both orders, as `T` and as bits. An empty name is not of
/// this version. `unit` bytes are in an order together.
#[track_caller]
fn check<T: Element, const N: usize>(
    [in_third, in_second]: [&str; 2],
    fill: &str,
    unit: usize,
    expected: [T; 2],
) {
    let bits: Vec<[u8; N]> =
        expected.iter().map(|x| bytemuck::bytes_of(x).try_into().unwrap()).collect();
    let mut little = bits[0].to_vec();
    if cfg!(target_endian = "big") {
        little = reversed(&little, unit);
    }
    let big = reversed(&little, unit);
    let mut rows = Vec::new();
    if !in_third.is_empty() {
        rows.push(("zarr.json", third(in_third, fill, "little"), &little));
        rows.push(("zarr.json", third(in_third, fill, "big"), &big));
    }
    if !in_second.is_empty() {
        rows.push((".zarray", second(in_second, fill), &little));
        if in_second.starts_with("\"<") {
            rows.push((".zarray", second(&in_second.replacen('<', ">", 1), fill), &big));
        }
    }
    for (file, metadata, chunk) in rows {
        let (name, found) = read::<T>(file, &metadata, chunk).unwrap();
        let found: Vec<&[u8]> = found.iter().map(bytemuck::bytes_of).collect();
        assert_eq!(found, bits, "{metadata}");
        let (again, found) = read::<[u8; N]>(file, &metadata, chunk).unwrap();
        assert_eq!((&again, &found), (&name, &bits), "{metadata}");
        let stated = serde_json::from_str::<serde_json::Value>(&metadata).unwrap();
        let stated = if file == "zarr.json" { &stated["data_type"] } else { &stated["dtype"] };
        // Types that both versions have are named as in version 3.
        let is_named = format!("\"{name}\"") == in_third;
        let is_stated = stated.as_str().map_or_else(|| stated.to_string(), str::to_string) == name;
        assert!(is_named || is_stated, "{name}: {metadata}");
    }
}

/// [`check`] of bits.
#[track_caller]
fn bits_of<const N: usize>(names: [&str; 2], fill: &str, unit: usize, expected: [[u8; N]; 2]) {
    check::<[u8; N], N>(names, fill, unit, expected);
}

#[test]
fn types_are_read_under_their_names() {
    let f16_of = f16::from_f32;
    let bf16_of = bf16::from_f32;
    check::<bool, 1>(["\"bool\"", "\"|b1\""], "true", 1, [true, true]);
    check::<bool, 1>(["\"bool\"", "\"|b1\""], "false", 1, [true, false]);
    for (text, x) in [
        ("1.5", f16_of(1.5)),
        ("-2", f16_of(-2.0)),
        ("\"NaN\"", f16::from_bits(0x7E00)),
        ("\"Infinity\"", f16::INFINITY),
        ("\"-Infinity\"", f16::NEG_INFINITY),
        ("\"0x7c01\"", f16::from_bits(0x7C01)),
        ("\"0x3FC00000\"", f16_of(1.5)),
        ("65520", f16::INFINITY),
        ("true", f16_of(1.0)),
    ] {
        check::<f16, 2>(["\"float16\"", "\"<f2\""], text, 2, [f16_of(-1.25), x]);
    }
    for (text, x) in [
        ("0.0", bf16_of(0.0)),
        ("\"NaN\"", bf16::from_bits(0x7FC0)),
        ("\"0x7fc0\"", bf16::from_bits(0x7FC0)),
        ("\"0xffc1\"", bf16::from_bits(0xFFC1)),
        ("\"-Infinity\"", bf16::NEG_INFINITY),
    ] {
        // Without an order, tensorstore means the one of this machine.
        check::<bf16, 2>(["\"bfloat16\"", "\"bfloat16\""], text, 2, [bf16_of(-1.25), x]);
    }
    check::<f32, 4>(
        ["\"float32\"", "\"<f4\""],
        "\"0x7fc00001\"",
        4,
        [0.1, f32::from_bits(0x7FC0_0001)],
    );
    check::<f64, 8>(["\"float64\"", "\"<f8\""], "\"0x4028000000000000\"", 8, [0.1, 12.0]);
    check::<f64, 8>(["\"float64\"", "\"<f8\""], "\"0x3e00\"", 8, [0.1, 1.5]);
    for (text, re, im) in [
        ("[1.0, 2.0]", 1.0, 2.0),
        ("[0, -0.0]", 0.0, -0.0),
        ("[\"NaN\", \"Infinity\"]", f32::from_bits(0x7FC0_0000), f32::INFINITY),
        ("[\"0x7fc00001\", \"-Infinity\"]", f32::from_bits(0x7FC0_0001), f32::NEG_INFINITY),
    ] {
        let first = Complex::new(0.5, -3.0);
        check::<_, 8>(["\"complex64\"", "\"<c8\""], text, 4, [first, Complex::new(re, im)]);
    }
    let [first, fill] = [Complex::new(0.1, -3.0), Complex::new(f64::INFINITY, 5e-324)];
    check::<_, 16>(["\"complex128\"", "\"<c16\""], "[\"Infinity\", 5e-324]", 8, [first, fill]);
    check::<i8, 1>(["\"int8\"", "\"|i1\""], "-128", 1, [1, -128]);
    check::<u64, 8>(["\"uint64\"", "\"<u8\""], "18446744073709551615", 8, [1 << 60 | 7, u64::MAX]);
}

#[test]
fn other_types_are_read_as_bits() {
    let of = |name: &str, bytes: usize| {
        format!(r#"{{"configuration":{{"length_bytes":{bytes}}},"name":"{name}"}}"#)
    };
    let bits = *b"\x01\x02\x03\x04\x05";
    bits_of([&of("raw_bytes", 5), "\"|V5\""], "\"YWJjZGU=\"", 1, [bits, *b"abcde"]);
    bits_of(["\"r40\"", ""], "[97, 98, 99, 100, 101]", 1, [bits, *b"abcde"]);
    bits_of(["\"r16\"", ""], "\"/wE=\"", 1, [*b"xy", [255, 1]]);
    bits_of([&of("null_terminated_bytes", 5), "\"|S5\""], "\"YWI=\"", 1, [bits, *b"ab\0\0\0"]);
    bits_of([&of("null_terminated_bytes", 5), "\"|S5\""], "\"\"", 1, [bits, [0; 5]]);
    let chars = |text: [char; 2]| -> [u8; 8] {
        text.map(|c| u32::from(c).to_ne_bytes()).concat().try_into().unwrap()
    };
    bits_of(
        [&of("fixed_length_utf32", 8), "\"<U2\""],
        "\"ß\"",
        4,
        [chars(['語', 'a']), chars(['ß', '\0'])],
    );
    let time = |unit: &str| {
        format!(
            r#"{{"configuration":{{"scale_factor":10,"unit":"{unit}"}},"name":"numpy.datetime64"}}"#
        )
    };
    for (text, ticks) in [("5", 5), ("\"NaT\"", i64::MIN), ("-9223372036854775808", i64::MIN)] {
        let expected = [86_400_i64, ticks].map(i64::to_ne_bytes);
        bits_of([&time("ns"), "\"<M8[10ns]\""], text, 8, expected);
        bits_of([&time("s").replace("datetime", "timedelta"), "\"<m8[10s]\""], text, 8, expected);
    }
    for (name, fill, byte) in [
        ("int4", "-8", 0xF8),
        ("uint4", "15", 15),
        ("int2", "-1", 0xFF),
        ("uint2", "3", 3),
        ("float8_e4m3fn", "\"0x7f\"", 0x7F),
        ("float8_e5m2", "0.0", 0),
        ("float4_e2m1fn", "0", 0),
    ] {
        let name = format!("\"{name}\"");
        bits_of([&name, &name], fill, 1, [[7], [byte]]);
    }
    bits_of(["\"float8_e8m0fnu\"", ""], "\"0x7f\"", 1, [[7], [0x7F]]);
    let parts = [[0x0201, 0x0403], [0x3C00, 0x7E00_u16]];
    let parts =
        parts.map(|parts| -> [u8; 4] { parts.map(u16::to_ne_bytes).concat().try_into().unwrap() });
    bits_of(["\"complex_float16\"", ""], "[1.0, \"NaN\"]", 2, parts);
    bits_of(["\"complex_float8_e5m2\"", ""], "[\"0x3c\", 0.0]", 1, [[1, 2], [0x3C, 0]]);
    // Records: numbers of one byte have no order.
    let fields = r#"{"configuration":{"fields":[["x","uint8"],["y","bool"]]},"name":"structured"}"#;
    bits_of([fields, r#"[["x","|u1"],["y","|b1"]]"#], "\"AgE=\"", 1, [[7, 8], [2, 1]]);
    let text = second(r#"[["a", "<i4"], ["b", "<f8", [2, 2]], ["c", [["d", "|S3"]]]]"#, "null");
    let (name, found) = read::<[u8; 39]>(".zarray", &text, &[9; 39]).unwrap();
    assert_eq!(name, r#"[["a","<i4"],["b","<f8",[2,2]],["c",[["d","|S3"]]]]"#);
    assert_eq!(found, [[9; 39], [0; 39]]);
    // What null is in version 2.
    for (dtype, expected) in [("<M8[s]", i64::MIN), (">m8[s]", i64::MIN), ("<c8", 0), ("|V8", 0)] {
        let text = second(&format!("\"{dtype}\""), "null");
        let (_, found) = read::<[u8; 8]>(".zarray", &text, &[0; 8]).unwrap();
        assert_eq!(found, [[0; 8], expected.to_ne_bytes()], "{dtype}");
    }
}

#[test]
fn types_and_fill_values_that_are_refused() {
    let named = |file: &str, metadata: &str| {
        let errors = [
            read::<bool>(file, metadata, &[0]).unwrap_err(),
            read::<[u8; 2]>(file, metadata, &[0; 2]).unwrap_err(),
            read::<f32>(file, metadata, &[0; 4]).unwrap_err(),
            read::<[u8; 0]>(file, metadata, &[]).unwrap_err(),
        ];
        errors.map(|error| error.to_string())
    };
    for name in [
        "\"string\"",
        "\"bytes\"",
        "\"r12\"",
        "\"r0\"",
        "\"r016\"",
        "\"r99999999999999999999\"",
        "\"<f4\"",
        "\"float128\"",
        "{\"configuration\":{},\"name\":\"other\"}",
    ] {
        for error in named("zarr.json", &third(name, "0", "little")) {
            let name = name.trim_matches('"');
            assert!(error.contains(&format!("has elements of {name}, not of")), "{error}");
        }
    }
    for name in
        ["|O", "<f16", "<c32", "|V0", "<U0", "float32", "bool", "r16", "M8[s]", "<M8s", "<V"]
    {
        for error in named(".zarray", &second(&format!("\"{name}\""), "0")) {
            assert!(error.contains(&format!("has elements of {name}, not of")), "{error}");
        }
    }
    for (name, words) in [
        (r#"{"name": "float32", "configuration": {"x": 1}}"#, "its data type has the key `x`"),
        (r#"{"name": "raw_bytes", "configuration": {"length_bytes": -1}}"#, "of no whole size"),
        (r#"{"name": "raw_bytes"}"#, "of no whole size"),
        (
            r#"{"name": "fixed_length_utf32", "configuration": {"length_bytes": 6}}"#,
            "of no whole size",
        ),
        (
            r#"{"name": "structured", "configuration": {"fields": [["a", "string"]]}}"#,
            "have no size",
        ),
        (r#"{"name": "structured", "configuration": {"fields": {}}}"#, "have no size"),
    ] {
        let error = read::<[u8; 4]>("zarr.json", &third(name, "0", "little"), &[]).unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
    let record = r#"{"name": "structured", "configuration": {"fields": [["a", "int32"]]}}"#;
    let huge = r#"[["a", "|V9223372036854775807", [3]]]"#;
    for (file, metadata, words) in [
        ("zarr.json", third(record, "\"AAAAAA==\"", "big"), "the other byte order are not read"),
        (".zarray", second(r#"[["a", ">i4"]]"#, "null"), "the other byte order are not read"),
        (".zarray", second(huge, "null"), "whose fields have no size"),
        (
            ".zarray",
            second("\"<U9223372036854775807\"", "null"),
            "its dtype is `<U9223372036854775807`",
        ),
    ] {
        let error = read::<[u8; 4]>(file, &metadata, &[1; 4]).unwrap_err().to_string();
        assert!(error.contains(words), "{metadata}: {error}");
    }
    // Values of other types, too long, and out of range.
    for (name, fills) in [
        ("\"float16\"", &["null", "[]", "\"0x123\"", "\"0xzzzz\"", "\"0x+123\"", "{}"][..]),
        ("\"int4\"", &["8", "-9", "1.5", "\"1\""]),
        ("\"float8_e5m2\"", &["1.5", "-0.0", "\"NaN\"", "\"0x3c00x\""]),
        ("\"float8_e8m0fnu\"", &["0", "1"]),
        ("\"bool\"", &["1", "0", "\"true\"", "null", "2"]),
        ("\"uint8\"", &["256", "-1", "1.5", "null"]),
        ("\"int16\"", &["32768", "-32769", "1e300"]),
        ("\"complex_float8_e5m2\"", &["0", "[0]", "[0, 0, 0]", "[0, 1.5]", "[0, null]"]),
        ("\"r16\"", &["0", "\"/w==\"", "\"????\"", "[1]", "[1, 256]", "[1, 2, 3]", "\"AAAA\""]),
    ] {
        for fill in fills {
            let text = third(name, fill, "little");
            let error = match name {
                "\"int4\"" | "\"float8_e5m2\"" | "\"float8_e8m0fnu\"" => {
                    read::<[u8; 1]>("zarr.json", &text, &[]).err()
                }
                "\"bool\"" => read::<bool>("zarr.json", &text, &[]).err(),
                "\"uint8\"" => read::<u8>("zarr.json", &text, &[]).err(),
                _ => read::<[u8; 2]>("zarr.json", &text, &[]).err(),
            };
            let error = error.unwrap().to_string();
            let words = format!("its fill value {fill} is not of {}", name.trim_matches('"'));
            let value: serde_json::Value = serde_json::from_str(fill).unwrap();
            assert!(error.contains(&words.replace(fill, &value.to_string())), "{error}");
        }
    }
}

/// Bytes of booleans, in a chunk, a part of it, and a shard.
#[test]
fn bytes_that_are_no_booleans_are_refused() {
    let folder = tempdir().unwrap();
    for (name, new) in [
        ("plain", NewArray::new(&[4, 4], [2, 4])),
        ("shards", NewArray::new(&[4, 4], [2, 4]).with_shards_of(&[1, 2])),
    ] {
        let path = folder.path().join(name);
        let writer = ZarrWriter::<bool>::create(&path, &new).unwrap();
        (0..2).for_each(|k| writer.write_chunk(&[k, 0], &[true; 8]).unwrap());
        let array = writer.finish().unwrap();
        let file = path.join("c/1/0");
        let mut bytes = fs::read(&file).unwrap();
        let at = bytes.iter().position(|byte| *byte == 1).unwrap();
        bytes[at + 1] = 2;
        fs::write(&file, bytes).unwrap();
        for (start, shape) in [([0, 0], [4, 4]), ([2, 1], [1, 1]), ([2, 0], [2, 2])] {
            let error = array.read(&Region::new(&start, &shape)).unwrap_err();
            assert!(
                matches!(&error, ZarrError::Chunk { chunk, .. } if *chunk == [1, 0]),
                "{error}"
            );
            assert!(error.to_string().ends_with("a byte 2 is neither false nor true"), "{error}");
        }
        assert_eq!(array.read(&Region::new(&[2, 2], &[2, 2])).unwrap().as_slice(), [true; 4]);
        let bits = ZarrArray::<[u8; 1]>::open(&path).unwrap();
        assert_eq!(bits.read(&Region::new(&[2, 0], &[1, 2])).unwrap().as_slice(), [[1], [2]]);
    }
}

/// Writes, reads and transposes elements.
fn written<T: NamedElement + PartialEq + std::fmt::Debug>(
    name: &str,
    element: impl Fn(usize) -> T,
) {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let new = NewArray::new(&[3, 5], [2, 4]).with_shards_of(&[1, 2]).with_gzip(1);
    let writer = ZarrWriter::<T>::create(at("a"), &new).unwrap();
    for chunk in writer.grid().chunks() {
        let part = writer.grid().region(&chunk).unwrap();
        let ([i, j], [m, n]) =
            ([part.start()[0], part.start()[1]], [part.shape()[0], part.shape()[1]]);
        let elements: Vec<T> = (0..m * n).map(|k| element((i + k / n) * 5 + j + k % n)).collect();
        writer.write_chunk(&chunk, &elements).unwrap();
    }
    let a = writer.finish().unwrap();
    assert_eq!(a.data_type(), name);
    let all =
        |array: &ZarrArray<T>| array.read(&Region::new(&[0, 0], array.shape())).unwrap().into_vec();
    assert_eq!(all(&a), (0..15).map(&element).collect::<Vec<T>>(), "{name}");
    let b = transpose(&a, at("b"), [2, 2], &Work::new(1 << 16)).unwrap();
    assert_eq!(b.data_type(), name);
    assert_eq!(all(&b), (0..15).map(|k| element(k % 3 * 5 + k / 3)).collect::<Vec<T>>(), "{name}");
    let error = ZarrArray::<[u8; 3]>::open(at("a")).unwrap_err().to_string();
    assert!(error.ends_with(&format!("has elements of {name}, not of [u8; 3]")), "{error}");
}

#[test]
fn named_types_are_written() {
    written("bool", |k| k % 3 == 0);
    written("float16", |k| f16::from_f32(k as f32 / 4.0));
    written("bfloat16", |k| bf16::from_f32(k as f32 * 3.0));
    written("complex64", |k| Complex::new(k as f32, -0.5));
    written("complex128", |k| Complex::new(0.25, k as f64));
    written("int8", |k| k as i8);
    written("uint64", |k| k as u64);
}
