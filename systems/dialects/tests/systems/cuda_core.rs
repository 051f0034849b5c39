//! Golden rows of cuda.core's `StridedLayout`.

use layout_core::{
    ArrayRule, AxisList, Layout, LayoutError, Rule, Slice, StrideOrder, StridedLayout,
};
use serde_json::{Value, json};

use crate::{EQUAL, REFUSED, RowVerdict, every_row, integers, outcomes};

#[test]
fn rows() {
    every_row("cuda_core", check);
}

fn listed(list: &Value) -> Result<AxisList, LayoutError> {
    AxisList::new(&integers(list))
}

fn array(json: &Value) -> Result<StridedLayout, LayoutError> {
    let (shape, item_size) = (listed(&json["shape"])?, json["itemsize"].as_i64().unwrap());
    let array = if json["strides"].is_null() {
        StridedLayout::implicit(&shape, item_size)?
    } else {
        StridedLayout::from_strides(&shape, &listed(&json["strides"])?, item_size)?
    };
    array.with_offset(json["slice_offset"].as_i64().unwrap_or(0))
}

/// How the array of a row compares with this library's array. Strides of extents of 1 do not matter.
fn same(ours: &StridedLayout, theirs: &Value, item_size: i64) -> bool {
    let mut theirs = theirs.clone();
    if theirs["itemsize"].is_null() {
        theirs["itemsize"] = json!(item_size);
    }
    array(&theirs).is_ok_and(|theirs| theirs == *ours)
}

enum ArrayAnswer {
    Array(StridedLayout),
    Value(Value),
}

fn order(json: &Value) -> Option<StrideOrder> {
    Some(match json.as_str() {
        None => StrideOrder::Axes(listed(json).ok()?),
        Some("C") => StrideOrder::C,
        Some("F") => StrideOrder::F,
        Some("K") => StrideOrder::K,
        Some(_) => return None,
    })
}

fn slice(json: &Value) -> Slice {
    match json.as_i64() {
        Some(index) => Slice::Index(index),
        None => Slice::Range {
            start: json["start"].as_i64(),
            stop: json["stop"].as_i64(),
            step: json["step"].as_i64().unwrap_or(1),
        },
    }
}

fn list(axes: AxisList) -> Value {
    json!(&axes[..])
}

fn properties(a: &StridedLayout) -> Result<Value, LayoutError> {
    let (least, greatest) = a.offset_bounds();
    let mut all = json!({
        "ndim": a.rank(), "shape": list(a.shape()), "strides": a.explicit_strides().map(list),
        "strides_in_bytes": a.explicit_strides().map(|_| a.strides_in_bytes().map(list)).transpose()?,
        "volume": a.volume(),
        "itemsize": a.item_size(), "slice_offset": a.offset(),
        "slice_offset_in_bytes": a.offset_in_bytes()?, "stride_order": list(a.stride_order()),
        "is_unique": a.is_unique()?, "is_contiguous_c": a.is_contiguous_c(),
        "is_contiguous_f": a.is_contiguous_f(), "is_contiguous_any": a.is_contiguous_any(),
        "is_dense": a.is_dense(), "offset_bounds": [least, greatest],
        "min_offset": least, "max_offset": greatest,
        "flattened_axis_mask": a.flattened_axis_mask(),
    });
    all["required_size_in_bytes"] = json!(a.required_size_in_bytes().ok());
    Ok(all)
}

/// This library's array. `None` for a call without an equivalent, such as a slice by text.
fn answer(operation: &str, args: &Value) -> Option<Result<ArrayAnswer, LayoutError>> {
    // An operand that is refused is the answer.
    for name in ["shape", "axis_order"] {
        if let (true, Err(error)) = (args[name].is_array(), listed(&args[name])) {
            return Some(Err(error));
        }
    }
    let list_of = |name: &str| listed(&args[name]).unwrap();
    let number = |name: &str| args[name].as_i64().unwrap();
    let pointer = || number("data_ptr");
    if operation == "new" {
        let shape = list_of("shape");
        let divide = args["divide_strides"] == json!(true) && !args["strides"].is_null();
        let made = if divide {
            StridedLayout::from_byte_strides(&shape, &list_of("strides"), number("itemsize"))
        } else {
            array(args)
        };
        return Some(made.map(ArrayAnswer::Array));
    }
    if operation == "dense" {
        let made = StridedLayout::dense(
            &list_of("shape"),
            number("itemsize"),
            &order(&args["stride_order"])?,
        );
        return Some(made.map(ArrayAnswer::Array));
    }
    let a = match array(&args["layout"]) {
        Ok(a) => a,
        Err(error) => return Some(Err(error)),
    };
    let value = |value: Value| Some(Ok(ArrayAnswer::Value(value)));
    let made = match operation {
        "volume" => return value(json!(a.volume())),
        "flattened_axis_mask" => return value(json!(a.flattened_axis_mask())),
        "eq" => {
            return value(json!(array(&args["other"]).is_ok_and(|other| other.same_fields(&a))));
        }
        "repr" => return value(json!(a.to_string())),
        "strides_in_bytes" => {
            let bytes = a.explicit_strides().map(|_| a.strides_in_bytes()).transpose();
            return Some(bytes.map(|bytes| ArrayAnswer::Value(bytes.map_or(Value::Null, list))));
        }
        "required_size_in_bytes" => {
            return Some(a.required_size_in_bytes().map(|bytes| ArrayAnswer::Value(json!(bytes))));
        }
        "max_compatible_itemsize" => {
            let most = number("max_itemsize");
            let widest = a.max_compatible_item_size(most, pointer(), number("axis"));
            return Some(widest.map(|bytes| ArrayAnswer::Value(json!(bytes))));
        }
        "properties" => return Some(properties(&a).map(ArrayAnswer::Value)),
        "dense_like" | "to_dense" => a.to_dense(&order(&args["stride_order"])?),
        "permuted" => a.permuted(&list_of("axis_order")),
        "flattened" => {
            let mask = args["mask"].as_u64();
            if args["mask"].as_i64().is_some_and(|mask| mask < 0) {
                return None;
            }
            a.flattened(number("start_axis"), number("end_axis"), mask)
        }
        "squeezed" => a.squeezed(),
        "unsqueezed" => match args["axis"].as_i64() {
            Some(axis) => a.unsqueezed(&[axis]),
            None => a.unsqueezed(&integers(&args["axis"])),
        },
        "broadcast_to" => a.broadcast_to(&list_of("shape")),
        "reshaped" => a.reshaped(&list_of("shape")),
        "repacked" => a.repacked(
            number("itemsize"),
            pointer(),
            number("axis"),
            args["keep_dim"] == json!(true),
        ),
        "sliced" => match &args["slices"] {
            Value::String(_) => return None,
            Value::Array(slices) => a.sliced(&slices.iter().map(slice).collect::<Vec<_>>()),
            one => a.sliced(&[slice(one)]),
        },
        other => panic!("an unknown operation: {other}"),
    };
    Some(made.map(ArrayAnswer::Array))
}

/// The properties of a row with another value here. `exact`, where present, replaces the value of the system.
fn differences(ours: &Value, theirs: &Value, exact: &Value) -> Vec<String> {
    let right = |name: &str, value: &Value| exact.get(name).unwrap_or(value) == &ours[name];
    theirs
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, value)| !right(name, value))
        .map(|(name, _)| name.clone())
        .collect()
}

fn has_one(args: &Value) -> bool {
    integers(&args["layout"]["shape"]).contains(&1)
}

/// The mask here joins at least as many axes as the system's, by way of extents of 1, and keeps the elements.
fn merges_ones(args: &Value, ours: &Value, theirs: &Value) -> bool {
    let (ours, theirs) = (ours.as_u64().unwrap(), theirs.as_u64().unwrap());
    let a = array(&args["layout"]).unwrap();
    let merged = a.flattened(0, -1, Some(ours)).unwrap();
    has_one(args)
        && theirs.count_ones() <= ours.count_ones()
        && merged.reshaped(&a.shape()) == Ok(a)
        && merged.rank() as u32 == a.rank() as u32 - ours.count_ones()
}

/// The bytes of the items, in row-major order.
fn bytes(a: &StridedLayout) -> Vec<i64> {
    let mut starts = vec![a.offset() * a.item_size()];
    for (&extent, &stride) in a.shape().iter().zip(&a.strides()[..]) {
        let step = |at: &i64, i: i64| at + i * stride * a.item_size();
        starts = starts.iter().flat_map(|at| (0..extent).map(move |i| step(at, i))).collect();
    }
    starts.iter().flat_map(|&at| at..at + a.item_size()).collect()
}

/// Repacks to the original bytes, although the system looks at the stride of an axis of one item.
fn packs_one(args: &Value, ours: &StridedLayout) -> bool {
    let a = array(&args["layout"]).unwrap();
    let (mut old, mut new) = (bytes(&a), bytes(ours));
    old.sort_unstable();
    new.sort_unstable();
    has_one(args) && old == new
}

/// Accepts at least as many bytes as the system.
fn widens(args: &Value, ours: &Value) -> bool {
    let (a, item_size) = (array(&args["layout"]).unwrap(), ours.as_i64().unwrap());
    let number = |name: &str| args[name].as_i64().unwrap();
    a.repacked(item_size, number("data_ptr"), number("axis"), true).is_ok()
}

/// A view of equal elements with fewer axes than in the system.
fn merged_further(args: &Value, ours: &StridedLayout, theirs: &Value) -> bool {
    let theirs = array(theirs).unwrap();
    has_one(args) && ours.rank() < theirs.rank() && theirs.reshaped(&ours.shape()) == Ok(*ours)
}

const ONES: &str = "extents of 1 hold nothing up";

fn check(row: &Value) -> RowVerdict {
    let (operation, args) = (row["op"].as_str().unwrap(), &row["args"]);
    let ours = answer(operation, args);
    let exact = &row["exact"];
    if !exact.is_null() && exact.get("error").is_some() {
        return match ours {
            Some(Err(_)) => Ok("wrong, refused"),
            _ => Err("the exact answer is a refusal".to_string()),
        };
    }
    let refused = row.get("error").is_some() && exact.is_null();
    match ours {
        None if refused => Ok("a question of another type does not compile"),
        Some(Err(_)) if refused => Ok(REFUSED),
        Some(Err(error)) if error.to_string().contains("9223372036854775807") => {
            Ok("offsets past isize: refused when made, not when asked")
        }
        Some(Err(error)) => Err(format!("refused: {error}")),
        Some(Ok(ArrayAnswer::Value(ours))) if !refused => {
            if operation == "properties" {
                let (different, mask) =
                    (differences(&ours, &row["out"], exact), "flattened_axis_mask");
                return match (&different[..], exact.is_null()) {
                    ([], true) => Ok(EQUAL),
                    ([], false) => Ok("wrong, answered rightly"),
                    ([only], _)
                        if only == mask && merges_ones(args, &ours[mask], &row["out"][mask]) =>
                    {
                        Ok(ONES)
                    }
                    _ => Err(format!("{different:?} of {ours}")),
                };
            }
            match operation {
                _ if ours == row["out"] => Ok(EQUAL),
                "flattened_axis_mask" if merges_ones(args, &ours, &row["out"]) => Ok(ONES),
                "max_compatible_itemsize" if has_one(args) && widens(args, &ours) => Ok(ONES),
                _ => Err(format!("{ours}")),
            }
        }
        Some(Ok(ArrayAnswer::Array(ours))) if !refused => {
            let item_size = ours.item_size();
            let theirs = if exact.is_null() { &row["out"] } else { exact };
            match (same(&ours, theirs, item_size), exact.is_null()) {
                (true, true) => Ok(EQUAL),
                (true, false) => Ok("wrong, answered rightly"),
                _ if operation == "flattened" && merged_further(args, &ours, theirs) => Ok(ONES),
                _ => Err(ours.to_string()),
            }
        }
        Some(Ok(ArrayAnswer::Array(ours))) if operation == "repacked" && packs_one(args, &ours) => {
            Ok(ONES)
        }
        Some(Ok(ArrayAnswer::Array(ours))) => Err(ours.to_string()),
        Some(Ok(ArrayAnswer::Value(ours))) => Err(format!("{ours}")),
        None => Err("not asked".to_string()),
    }
}

/// Rows that `tools/compare/cuda_core.py` drew: every one has an outcome that the README counts.
#[test]
#[ignore = "compares the rows of the file that ROWS names: see tools/compare/cuda_core.py"]
fn drawn() {
    let file = std::env::var("ROWS").expect("ROWS names a file of rows");
    let (counts, failures) = outcomes("drawn", &std::fs::read_to_string(file).unwrap(), check);
    println!("{counts:#?}");
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures.join("\n"));
    assert!(!counts.is_empty());
}

fn axes(text: &str) -> AxisList {
    text.parse().unwrap()
}

/// Operations that change nothing keep an array implicit. A missing axis does not prevent repacking to the same item
/// size.
#[test]
fn implicit_strides() {
    let a = StridedLayout::implicit(&axes("(5,4)"), 4).unwrap();
    for kept in
        [a.to_dense(&StrideOrder::C), a.to_dense(&StrideOrder::K), a.repacked(4, 1, 7, true)]
    {
        assert_eq!(kept.unwrap().explicit_strides(), None);
    }
    let made = [
        a.to_dense(&StrideOrder::F),
        a.to_dense(&StrideOrder::Axes(axes("(0,1)"))),
        a.permuted(&axes("(0,1)")),
        a.sliced(&[Slice::FULL]),
        a.broadcast_to(&axes("(5,4)")),
        a.reshaped(&axes("(5,4)")),
        a.squeezed(),
        a.unsqueezed(&[]),
        a.flattened(0, -1, Some(0)),
        a.repacked(2, 0, -1, true),
        StridedLayout::dense(&axes("(5,4)"), 4, &StrideOrder::C),
    ];
    for (k, made) in made.into_iter().enumerate() {
        assert!(made.unwrap().explicit_strides().is_some(), "{k}");
    }
    let explicit = StridedLayout::dense(&axes("(5,4)"), 4, &StrideOrder::C).unwrap();
    assert!(a == explicit && !a.same_fields(&explicit) && a.same_fields(&a));
    assert_eq!(a.to_string().parse::<StridedLayout>().unwrap().explicit_strides(), None);
    let one = StridedLayout::implicit(&axes("(5,)"), 4).unwrap();
    assert_eq!(one.to_dense(&StrideOrder::F).unwrap().explicit_strides(), None);
}

#[test]
fn no_array_is_kept_by_a_new_one() {
    let refused = StridedLayout::dense(&axes("(5,4)"), 4, &StrideOrder::K).unwrap_err();
    assert_eq!(refused.rule(), Rule::Array(ArrayRule::KeptOrder));
    let same = StridedLayout::new(&Layout::parse("(5,4):(4,1)").unwrap(), 4).unwrap();
    assert_eq!(same.repacked(4, 0, 9, true), Ok(same));
    assert!(same.repacked(8, 0, 9, true).is_err() && same.repacked(2, 0, 9, true).is_err());
}
