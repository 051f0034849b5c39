//! Golden rows of XLA's shapes.

use layout_core::LayoutError;
use serde_json::{Value, json};
use static_layout_dialects::xla::{
    Bitcast, ElementType, ShapeEquality, XlaLayout, XlaShape, XlaTree,
};

use crate::{EQUAL, REFUSED, RowVerdict, every_row, integers, outcomes};

#[test]
fn rows() {
    every_row("xla", check);
}

fn list(tuple: layout_core::IntTuple) -> Value {
    (0..tuple.leaf_count()).map(|k| tuple.value(k)).collect()
}

fn text(value: impl ToString) -> Value {
    json!(value.to_string())
}

fn sizes(list: &Value) -> Vec<usize> {
    integers(list).into_iter().map(|value| value as usize).collect()
}

fn parsed(text: &str) -> Result<Value, LayoutError> {
    let shape: XlaShape = text.parse()?;
    let printed = shape.to_string();
    assert_eq!(printed.parse::<XlaShape>(), Ok(shape));
    let dynamic: Value = (0..shape.rank()).map(|k| u8::from(shape.is_dynamic(k))).collect();
    let dimensions: Value = shape
        .dimensions()
        .iter()
        .enumerate()
        .map(|(k, &extent)| if shape.is_unbounded(k) { i64::MIN } else { extent })
        .collect();
    let without_layout = printed.split('{').next().unwrap();
    Ok(json!({
        "text": printed, "without_layout": without_layout,
        "element_type": shape.element_type().name().to_uppercase(), "dimensions": dimensions,
        "dynamic": dynamic, "layout": fields(shape.layout()),
    }))
}

fn fields(layout: &XlaLayout) -> Value {
    let tiles: Value = (0..4)
        .filter_map(|k| layout.tile(k))
        .map(|sizes| {
            let size = |size: &_| match size {
                static_layout_dialects::xla::TileSize::Of(size) => json!(size),
                static_layout_dialects::xla::TileSize::Merged => json!("*"),
            };
            sizes.iter().map(size).collect::<Value>()
        })
        .collect();
    json!({
        "minor_to_major": layout.minor_to_major(), "tiles": tiles,
        "element_size_in_bits": layout.element_size_in_bits(),
        "memory_space": layout.memory_space(),
        "tail_padding_alignment_in_elements": layout.tail_padding_alignment(),
        "dynamic_shape_metadata_prefix_bytes": layout.metadata_bytes(),
    })
}

/// Every index of a shape in row-major order.
fn indices(shape: &XlaShape) -> Vec<Vec<i64>> {
    let mut index = vec![0; shape.rank()];
    let mut all = vec![index.clone()];
    while shape.bump(&mut index).unwrap() {
        all.push(index.clone());
    }
    all
}

/// The number of the element, in row-major order, at each offset without tiles.
fn memory(shape: &XlaShape) -> Vec<i64> {
    let all = indices(shape);
    let mut memory = vec![0; all.len()];
    for (k, index) in all.iter().enumerate() {
        memory[shape.linear_index(index).unwrap() as usize] = k as i64;
    }
    memory
}

fn answer(operation: &str, args: &Value) -> Result<Value, LayoutError> {
    let shape = || args["shape"].as_str().unwrap().parse::<XlaShape>();
    let from = || args["from"].as_str().unwrap().parse::<XlaShape>();
    let to = || args["to"].as_str().unwrap().parse::<XlaShape>();
    let layout = || args["layout"].as_str().unwrap().parse::<XlaLayout>();
    let number = |name: &str| args[name].as_i64().unwrap();
    let index = || integers(&args["index"]);
    let permutation = || integers(&args["permutation"]);
    Ok(match operation {
        "parse_shape" => parsed(args["text"].as_str().unwrap())?,
        "parse_layout" => {
            let layout: XlaLayout = args["text"].as_str().unwrap().parse()?;
            let mut fields = fields(&layout);
            fields["text"] = text(layout);
            fields
        }
        "multi_to_linear" => json!(shape()?.linear_index(&index())?),
        "linear_to_multi" => {
            let mut index = vec![0; shape()?.rank()];
            shape()?.multi_index(number("linear"), &mut index)?;
            json!(index)
        }
        "bump_indices" => {
            let mut index = index();
            let bumped = shape()?.bump(&mut index)?;
            json!({ "bumped": bumped, "index": index })
        }
        "index_in_bounds" => json!(shape()?.contains(&index())),
        "compare_indices" => {
            json!(XlaShape::compare(&integers(&args["lhs"]), &integers(&args["rhs"])) as i64)
        }
        "dimension_stride" => json!(shape()?.dimension_stride(number("dim") as usize)?),
        "dimension_strides" => {
            let shape = shape()?;
            let stride = |dimension| shape.dimension_stride(dimension).unwrap();
            (0..shape.rank()).map(stride).collect()
        }
        "for_each_index" => {
            let (mut seen, list) = (Vec::new(), |name: &str| integers(&args[name]));
            shape()?.for_each_index(&list("base"), &list("count"), &list("incr"), |index| {
                seen.push(index.to_vec());
            })?;
            json!(seen)
        }
        "physical_offset" | "linear_index_tiled" => {
            let (shape, index) = (shape()?, index());
            if let Ok(layout) = shape.to_layout() {
                let coordinates: Vec<String> = index.iter().map(i64::to_string).collect();
                let comma = if index.len() == 1 { "," } else { "" };
                let coordinate = format!("({}{comma})", coordinates.join(",")).parse()?;
                assert_eq!(layout.index(&coordinate), shape.offset(&index), "{shape}");
            }
            json!(shape.offset(&index)?)
        }
        "offsets" => {
            let shape = shape()?;
            let offsets: Vec<i64> =
                indices(&shape).iter().map(|index| shape.offset(index).unwrap()).collect();
            json!(offsets)
        }
        "memory" => json!(memory(&shape()?)),
        "memory_bytes_s4" => {
            // Elements -8, -7, .., two in a byte, the low half first.
            let nibbles: Vec<i64> = memory(&shape()?).iter().map(|k| (k - 8) & 15).collect();
            let byte = |pair: &[i64]| pair[0] | pair.get(1).unwrap_or(&0) << 4;
            nibbles.chunks(2).map(byte).collect()
        }
        "padded_offset" | "padded_memory" => {
            let element = ElementType::of("s32").unwrap();
            let order = XlaLayout::new(&integers(&args["minor_to_major"]))?;
            let padded = XlaShape::new(element, &integers(&args["padded_dimensions"]), order)?;
            if operation == "padded_offset" {
                return Ok(json!(padded.offset(&index())?));
            }
            let rows = args["values"].as_array().unwrap();
            let count = padded.element_count()? as usize;
            let mut memory = vec![args["padding_value"].clone(); count];
            for (i, row) in rows.iter().enumerate() {
                for (j, value) in row.as_array().unwrap().iter().enumerate() {
                    memory[padded.offset(&[i as i64, j as i64])? as usize] = value.clone();
                }
            }
            json!(memory)
        }
        "elements_in" => json!(shape()?.element_count()?),
        "is_zero_element_array" => json!(shape()?.element_count()? == 0),
        "byte_size_of" | "byte_size_of_elements" => json!(shape()?.element_size_in_bytes()?),
        "element_size_in_bits" => json!(shape()?.element_bits()),
        "array_size" => json!(shape()?.allocation_size_in_bytes()?),
        "array_data_size" => json!(shape()?.data_size_in_bytes()?),
        "byte_strides" => shape()?.byte_strides()?.map_or(Value::Null, list),
        "pack_subbyte" => text(shape()?.packed()),
        "true_num_dimensions" => json!(shape()?.true_rank()),
        "packed_factor_1d" => match shape()?.interleaved() {
            Some(factor) => json!(factor),
            None => Value::Null,
        },
        "memory_space" => json!(shape()?.layout().memory_space()),
        "has_custom_element_size_in_bits" => {
            json!(shape()?.layout().element_size_in_bits() != 0)
        }
        "get_dimension" => json!(shape()?.dimension(number("dim"))?),
        "make_descending_layout" => text(XlaLayout::descending(number("rank") as usize)?),
        "make_ascending_layout" => text(XlaLayout::ascending(number("rank") as usize)?),
        "has_descending_layout" => json!(layout()?.has_descending_order()),
        "layout_move_dim_to_major" => text(layout()?.move_to_major(number("dim") as usize)?),
        "layout_equal_minor_to_major_only" => {
            let other: XlaLayout = args["other"].as_str().unwrap().parse()?;
            json!(ShapeEquality::ORDER.layouts(&layout()?, &other))
        }
        "copy_layout" => text(to()?.with_layout(*from()?.layout())?),
        "validate_layout_for_shape" => {
            shape()?.with_layout(layout()?)?;
            json!("ok")
        }
        "validate_shape" => {
            shape()?;
            json!("ok")
        }
        "permute_dimensions" => text(shape()?.permute(&permutation())?),
        "move_dim_to_major" => {
            let shape = shape()?;
            text(shape.with_layout(shape.layout().move_to_major(number("dim") as usize)?)?)
        }
        "has_degenerate_dimensions" => json!(shape()?.has_degenerate_dimensions()),
        "drop_degenerate_dimensions" => text(shape()?.drop_degenerate_dimensions()?),
        "delete_dimensions" => text(shape()?.delete_dimensions(&sizes(&args["dims"]))?),
        "insert_dimension_at_index" => {
            text(shape()?.insert_dimension(number("dim") as usize, number("bound"))?)
        }
        "prepend_major_dimension" => text(shape()?.prepend_major_dimension(number("bound"))?),
        "descending_with_same_physical_layout" => text(shape()?.physically_ordered()?),
        "is_effectively_most_major_dimension" => {
            json!(shape()?.is_effectively_most_major(number("dim") as usize))
        }
        "reshape_is_bitcast" => json!(from()?.reshape_is_bitcast(&to()?)?),
        "transpose_is_bitcast" => json!(from()?.transpose_is_bitcast(&to()?, &permutation())?),
        "is_reshape_or_transpose_bitcast" => {
            let found = from()?.bitcast(&to()?)?;
            json!(matches!(found, Some(Bitcast::Reshape | Bitcast::Transpose(_))))
        }
        "deduce_transpose" => from()?.transpose_for_bitcast(&to()?)?.map_or(Value::Null, list),
        "decompose_bitcast" => match from()?.bitcast(&to()?)? {
            Some(Bitcast::Reshape) => json!({ "kind": "reshape" }),
            Some(Bitcast::Transpose(dims)) => json!({ "kind": "transpose", "dims": list(dims) }),
            other => json!(format!("{other:?}")),
        },
        "align_layouts" => from()?.aligned(to()?.dimensions())?.map_or(Value::Null, text),
        "dimensions_unmodified_by_reshape" => {
            json!(from()?.unmodified_dimensions(&to()?).collect::<Vec<_>>())
        }
        "reshape_leaves_dimensions_unmodified" => {
            let pairs: Vec<_> = from()?.unmodified_dimensions(&to()?).collect();
            let kept = |d: usize| pairs.iter().find(|pair| pair.0 == d).map(|pair| pair.1);
            json!(sizes(&args["dims"]).into_iter().map(kept).collect::<Option<Vec<_>>>())
        }
        "inserted_or_deleted_1_sized" => {
            let (from, to) = (from()?, to()?);
            let pairs: Vec<_> = from.unmodified_dimensions(&to).collect();
            let rest = |shape: &XlaShape, side: fn(&(usize, usize)) -> usize| {
                let kept = |d: &usize| !pairs.iter().any(|pair| side(pair) == *d);
                (0..shape.rank()).filter(kept).collect::<Vec<_>>()
            };
            let (deleted, inserted) = (rest(&from, |pair| pair.0), rest(&to, |pair| pair.1));
            let ones = |shape: &XlaShape, which: &[usize]| {
                which.iter().all(|&d| shape.dimensions()[d] == 1)
            };
            match ones(&from, &deleted) && ones(&to, &inserted) {
                true => json!({ "deleted": deleted, "inserted": inserted }),
                false => Value::Null,
            }
        }
        "normalized_transpose" => {
            let (dims, permutation) = from()?.normalized_transpose(&permutation())?;
            json!({ "dims": list(dims), "permutation": list(permutation) })
        }
        "compatible" => {
            json!(ShapeEquality::COMPATIBLE.shapes(&from()?, &to()?))
        }
        "equal" => json!(from()? == to()?),
        other => panic!("an unknown operation: {other}"),
    })
}

/// `f32[2]` in a tuple, and a token: no single arrays.
fn no_array(args: &Value) -> bool {
    let written = args["text"].as_str().or(args["shape"].as_str()).unwrap_or("");
    written.starts_with('(') || written.starts_with("token") || written.starts_with("opaque")
}

/// Whether every field that exists here is equal.
fn agrees(ours: &Value, theirs: &Value) -> bool {
    match (ours.as_object(), theirs.as_object()) {
        (Some(ours), Some(_)) => ours.iter().all(|(name, value)| agrees(value, &theirs[name])),
        _ => ours == theirs,
    }
}

/// Orders that are not permutations, tiles of 0, negative numbers, missing parentheses, sparse levels.
const UNCHECKED: [&str; 8] = [
    "f32[2,3]{0,0}",
    "f32[2,3]{7,9}",
    "f32[2,3]{1,0:D(D,C)}",
    "f32[2,3]{1,0:T(0,2)}",
    "f32[2]{0:E(-1)S(-1)}",
    "f32[2,3]{1,0:T(8,128}",
    "f32[2,3]{1,0:T}",
    "{-1,0}",
];

fn negative(args: &Value) -> bool {
    integers(&args["index"]).iter().any(|&index| index < 0)
}

/// The bytes up to the last element, by enumeration.
fn data_size(args: &Value) -> i64 {
    let shape: XlaShape = args["shape"].as_str().unwrap().parse().unwrap();
    if shape.element_count() == Ok(0) {
        return 0;
    }
    let end = indices(&shape).iter().map(|index| shape.offset(index).unwrap() + 1).max().unwrap();
    end * shape.element_bits() / 8
}

/// Whether the permutation maps every element to its own offset.
fn stays(args: &Value) -> bool {
    let shape = |name: &str| args[name].as_str().unwrap().parse::<XlaShape>().unwrap();
    let (from, to) = (shape("from"), shape("to"));
    let Ok(Some(Bitcast::Transpose(permutation))) = from.bitcast(&to) else { return false };
    indices(&to).iter().all(|index| {
        let mut source = vec![0; index.len()];
        for (i, &at) in index.iter().enumerate() {
            source[permutation.value(i) as usize] = at;
        }
        from.offset(&source) == to.offset(index)
    })
}

/// The outcome of a row about a tuple, a token or an opaque value.
fn check_tree(row: &Value) -> RowVerdict {
    let text = row["args"]["text"].as_str().unwrap();
    match (XlaTree::parse(text), row["out"]["text"].as_str()) {
        (Err(_), None) => Ok(REFUSED),
        (Ok(tree), Some(theirs)) if tree.to_string() == theirs => Ok(EQUAL),
        (ours, _) => Err(format!("{ours:?}")),
    }
}

fn check(row: &Value) -> RowVerdict {
    let (operation, args) = (row["op"].as_str().unwrap(), &row["args"]);
    if no_array(args) {
        return check_tree(row);
    }
    let (exact, theirs) = (&row["exact"], &row["out"]);
    match answer(operation, args) {
        Err(_) if row.get("error").is_some() => Ok(REFUSED),
        Ok(ours) if !exact.is_null() => match &ours == exact {
            true => Ok("wrong, answered rightly"),
            false => Err(format!("{ours}")),
        },
        Ok(Value::Null) if row.get("error").is_some() => Ok(REFUSED),
        Ok(ours) if row.get("error").is_none() && agrees(&ours, theirs) => Ok(EQUAL),
        Err(_) if UNCHECKED.contains(&args["text"].as_str().unwrap_or("")) => {
            Ok("read without a check, refused here")
        }
        Ok(_) if args["text"] == "f32[]{}" => Ok("the empty layout of a scalar is read"),
        Ok(Value::Bool(false)) if operation == "index_in_bounds" && negative(args) => {
            Ok("a negative index is not inside")
        }
        Ok(ours) if operation == "array_data_size" && ours == json!(data_size(args)) => {
            Ok("the data size by all tiles, not by the first")
        }
        Ok(Value::Bool(true)) if operation == "is_reshape_or_transpose_bitcast" && stays(args) => {
            Ok("a transpose that moves nothing, not found there")
        }
        Err(error) => Err(format!("refused: {error}")),
        Ok(ours) => Err(format!("{ours}")),
    }
}

/// Insertion before a dimension is just slower than it, and at the end the fastest of all, as XLA has it.
#[test]
fn inserted_dimensions() {
    let rows = [
        ("f32[9,3]{0,1}", 2, 3, "f32[9,3,3]{2,0,1}"),
        ("f32[9,3]{1,0}", 2, 4, "f32[9,3,4]{2,1,0}"),
        ("f32[7,8,6]{2,0,1}", 3, 5, "f32[7,8,6,5]{3,2,0,1}"),
        ("f32[9,7,3,4]{0,2,3,1}", 0, 4, "f32[4,9,7,3,4]{1,0,3,4,2}"),
        ("f32[7,8,6]{2,0,1}", 1, 1, "f32[7,1,8,6]{3,0,2,1}"),
        ("f32[]", 0, 3, "f32[3]{0}"),
    ];
    for (text, at, extent, made) in rows {
        let a: XlaShape = text.parse().unwrap();
        assert_eq!(a.insert_dimension(at, extent).unwrap().to_string(), made);
    }
    let a: XlaShape = "f32[7,8]{0,1}".parse().unwrap();
    assert_eq!(a.append_minor_dimension(6).unwrap().to_string(), "f32[7,8,6]{2,0,1}");
    assert_eq!(a.append_major_dimension(6).unwrap().to_string(), "f32[7,8,6]{0,1,2}");
    assert_eq!(a.prepend_major_dimension(6).unwrap().to_string(), "f32[6,7,8]{1,2,0}");
}

/// A shape admits sizes up to its own. A size fits if it equals the shape's, or is within a bound.
#[test]
fn admitted_sizes() {
    let a: XlaShape = "f32[5,<=3,5,9]".parse().unwrap();
    for (sizes, admitted, had) in [
        ([4, 3, 5, 9], true, false),
        ([5, 3, 5, 9], true, true),
        ([5, 0, 5, 9], true, true),
        ([5, 4, 5, 9], false, false),
        ([6, 3, 5, 9], false, false),
        ([5, 3, 5, -1], false, false),
    ] {
        assert_eq!((a.admits(&sizes), a.has_sizes(&sizes)), (admitted, had), "{sizes:?}");
    }
    assert!(!a.admits(&[5, 3, 5]) && !a.admits(&[]));
    let scalar: XlaShape = "f32[]".parse().unwrap();
    assert!(scalar.admits(&[]) && scalar.has_sizes(&[]));
}

/// Every field counts until it is ignored.
#[test]
fn graded_equality() {
    let of = |text: &str| text.parse::<XlaShape>().unwrap();
    let a = of("f32[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(1)SC(0:1)M(8)}");
    let all = ShapeEquality::ALL;
    for (other, ignoring) in [
        ("s8[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(1)SC(0:1)M(8)}", all.ignoring_element_type()),
        (
            "f16[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(1)SC(0:1)M(8)}",
            all.ignoring_float_precision(),
        ),
        (
            "f32[2,3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(1)SC(0:1)M(8)}",
            all.ignoring_dynamic_dimensions(),
        ),
        ("f32[2,<=3]{0,1}", all.ignoring_layout()),
        ("f32[2,<=3]{1,0:T(2)L(4)#(u32)*(s64)E(16)S(1)SC(0:1)M(8)}", all.ignoring_tiles()),
        (
            "f32[2,<=3]{1,0:T(2,2)L(8)#(u32)*(s64)E(16)S(1)SC(0:1)M(8)}",
            all.ignoring_tail_alignment(),
        ),
        ("f32[2,<=3]{1,0:T(2,2)L(4)#(u32)*(u64)E(16)S(1)SC(0:1)M(8)}", all.ignoring_index_types()),
        ("f32[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(8)S(1)SC(0:1)M(8)}", all.ignoring_element_size()),
        ("f32[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(5)SC(0:1)M(8)}", all.ignoring_memory_space()),
        ("f32[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(1)SC(1:1)M(8)}", all.ignoring_splits()),
        ("f32[2,<=3]{1,0:T(2,2)L(4)#(u32)*(s64)E(16)S(1)SC(0:1)M(16)}", all.ignoring_metadata()),
    ] {
        let other = of(other);
        assert!(ignoring.shapes(&a, &other) && !all.shapes(&a, &other), "{other} {ignoring:?}");
        assert!(!ignoring.shapes(&a, &of("f32[2,<=4]{1,0}")) && all.shapes(&other, &other));
        let order = ShapeEquality::ORDER.layouts(a.layout(), other.layout());
        assert_eq!(order, a.layout().minor_to_major() == other.layout().minor_to_major());
    }
    assert!(!all.ignoring_float_precision().shapes(&of("f32[2]"), &of("s32[2]")));
}

/// Trees of shapes print as XLA prints them, and are found by their paths.
#[test]
fn trees() {
    let text =
        "(f32[2]{0}, s8[], token[], opaque[], pred[7]{0}, /*index=5*/(u8[3]{0}, ()), f32[<=2]{0})";
    let tree = XlaTree::parse(text).unwrap();
    assert_eq!((tree.to_string(), tree.len(), tree.leaf_count()), (text.to_string(), 7, 7));
    assert_eq!(tree.get(&[5, 0]).unwrap().array().unwrap().to_string(), "u8[3]{0}");
    assert_eq!(tree.get(&[]).unwrap(), tree);
    assert!(tree.get(&[5, 2]).is_err() && tree.get(&[0, 0]).is_err());
    assert_eq!(XlaTree::parse(&text.replace(' ', "")).unwrap(), tree);
    assert_eq!((tree.byte_size(8), tree.get(&[4]).unwrap().byte_size(8)), (Ok(56), Ok(7)));
    assert_eq!((XlaTree::Token.byte_size(8), XlaTree::Opaque.byte_size(8)), (Ok(0), Ok(8)));
    for broken in ["(f32[2]", "(f32[2],,s8[])", "(f32[2] s8[])", ")", "(,)", "(/* f32[2])", "()x"] {
        assert!(XlaTree::parse(broken).is_err(), "{broken}");
    }
    assert!(XlaTree::parse(&"(".repeat(100_000)).is_err());
    let (open, close) = ("(".repeat(16), ")".repeat(16));
    assert!(XlaTree::parse(&format!("{open}f32[]{close}")).is_ok());
    assert!(XlaTree::parse(&format!("({open}f32[]{close})")).is_err());
}

/// Texts that `tools/compare/xla.py` drew: read and printed as by XLA, refused by both, or refused here alone where XLA's
/// own validation would refuse.
#[test]
#[ignore = "compares the rows of the file that ROWS names: see tools/compare/xla.py"]
fn drawn() {
    let file = std::env::var("ROWS").expect("ROWS names a file of rows");
    let rows = std::fs::read_to_string(file).unwrap();
    let (counts, failures) = outcomes("drawn", &rows, |row| {
        let ours = row["text"].as_str().unwrap().parse::<XlaShape>();
        match (ours, row["out"].as_str()) {
            (Err(_), None) => Ok(REFUSED),
            (Ok(ours), Some(theirs)) if ours.to_string() == theirs => Ok(EQUAL),
            (Err(_), Some(_)) if row["unchecked"].is_string() => {
                Ok("read without a check, refused here")
            }
            (Ok(ours), _) => Err(ours.to_string()),
            (Err(error), _) => Err(error.to_string()),
        }
    });
    println!("{counts:#?}");
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures.join("\n"));
    assert!(!counts.is_empty());
}
