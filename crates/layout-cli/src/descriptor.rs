//! Texts of what hardware reads: the calls of `cuTensorMapEncodeTiled`, in CUDA C and in Rust, and JSON.

use std::fmt::Write;

use layout_core::descriptor::{MAX_COORDINATES, MatrixDescriptor, TensorMap, TmaCopy};
use serde_json::{Value, json};

/// The numbers in one line: `512, 4096`.
fn list(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The numbers of the coordinates, and the strides of those after the first.
fn numbers(map: &TensorMap) -> [(&'static str, &[i64]); 4] {
    let rank = map.rank.min(MAX_COORDINATES);
    [
        ("global_dim", &map.global_dim[..rank]),
        ("global_strides", &map.global_strides[..rank.saturating_sub(1)]),
        ("box_dim", &map.box_dim[..rank]),
        ("element_strides", &map.element_strides[..rank]),
    ]
}

/// The names of the enumerations, in the order of the arguments.
fn names(map: &TensorMap) -> [(&'static str, &'static str); 4] {
    [
        ("CUtensorMapInterleave", map.interleave.driver_name()),
        ("CUtensorMapSwizzle", map.swizzle.driver_name()),
        ("CUtensorMapL2promotion", map.l2_promotion.driver_name()),
        ("CUtensorMapFloatOOBfill", map.oob_fill.driver_name()),
    ]
}

/// The call in CUDA C that encodes a map, of which `address` is the tensor.
///
/// ```
/// use layout_core::descriptor::{TensorMap, TensorMapType};
/// let map = TensorMap::new(TensorMapType::F16, &[64, 100], &[128], &[64, 8]);
/// assert!(layout_cli::descriptor::cuda(&map).contains("const cuuint64_t global_strides[] = {128};"));
/// ```
pub fn cuda(map: &TensorMap) -> String {
    let mut out = String::new();
    for (name, numbers) in numbers(map) {
        let kind = if name.starts_with("global") { "cuuint64_t" } else { "cuuint32_t" };
        // C has no empty arrays: a map of one coordinate reads no stride.
        let numbers = if numbers.is_empty() { "0".into() } else { list(numbers) };
        let _ = writeln!(out, "const {kind} {name}[] = {{{numbers}}};");
    }
    let _ = writeln!(out, "CUtensorMap map;");
    let _ = writeln!(out, "CUresult result = cuTensorMapEncodeTiled(");
    let _ = writeln!(out, "    &map, {}, {}, address,", map.data_type.driver_name(), map.rank);
    let _ = writeln!(out, "    global_dim, global_strides, box_dim, element_strides,");
    let names = names(map).map(|(_, name)| format!("    {name}"));
    let _ = writeln!(out, "{});", names.join(",\n"));
    out
}

/// The call in Rust, by the crate `cudarc`, that encodes a map, of which `address` is the tensor.
pub fn rust(map: &TensorMap) -> String {
    let mut out = String::from("use cudarc::driver::sys;\n\n");
    for (name, numbers) in numbers(map) {
        let kind = if name.starts_with("global") { "u64" } else { "u32" };
        let _ = writeln!(out, "let {name}: [{kind}; {}] = [{}];", numbers.len(), list(numbers));
    }
    let (kind, rank) = (map.data_type.driver_name(), map.rank);
    out.push_str("let mut map = std::mem::MaybeUninit::<sys::CUtensorMap>::uninit();\n");
    out.push_str("// SAFETY: the arrays have one number for each coordinate, and the driver writes the whole map or refuses it.\n");
    out.push_str(
        "let result = unsafe {\n    sys::cuTensorMapEncodeTiled(\n        map.as_mut_ptr(),\n",
    );
    let _ = writeln!(
        out,
        "        sys::CUtensorMapDataType::{kind},\n        {rank},\n        address,"
    );
    for (name, _) in numbers(map) {
        let _ = writeln!(out, "        {name}.as_ptr(),");
    }
    for (kind, name) in names(map) {
        let _ = writeln!(out, "        sys::{kind}::{name},");
    }
    out.push_str("    )\n};\n");
    out
}

/// The arguments of a map, its bytes where they were measured, and the copies of a tile.
pub fn tma_json(copy: &TmaCopy) -> Value {
    let map = copy.map();
    let bytes = map.encode().ok();
    let copies = (0..copy.len()).map(|k| {
        let one = copy.instruction(k);
        json!({ "coordinates": one.coordinates[..map.rank], "shared": one.shared })
    });
    let mut out = json!({
        "type": map.data_type.driver_name(),
        "rank": map.rank,
        "map": bytes.map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
        "coordinates": copy.coordinates().ok().map(|layout| layout.to_string()),
        "bytes": map.bytes(),
        "copies": copies.collect::<Vec<_>>(),
    });
    for (name, numbers) in numbers(map) {
        out[name] = json!(numbers);
    }
    for (name, value) in
        ["interleave", "swizzle", "l2_promotion", "oob_fill"].into_iter().zip(names(map))
    {
        out[name] = json!(value.1);
    }
    out
}

/// The fields of a matrix descriptor.
pub fn matrix_json(descriptor: &MatrixDescriptor) -> Value {
    json!({
        "format": descriptor.format.name(),
        "start": descriptor.start,
        "leading": descriptor.leading,
        "stride": descriptor.stride,
        "base": descriptor.base,
        "swizzle": descriptor.swizzle.name(),
        "bits": descriptor.encode().ok().map(|bits| format!("{bits:#018x}")),
    })
}
