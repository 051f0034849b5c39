//! Compares permutations, other chunks, functions and reductions with plain loops, in the least memory and in more.

use half::{bf16, f16};
use serde_json::{Map, Value, json};
use static_layout_zarr::{
    Chunks, Element, NamedElement, NewArray, Number, Reduction, Region, Work, ZarrArray, ZarrError,
    ZarrWriter, map, map_two, permute, rechunk, reduce, transpose,
};
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir_in};

/// A folder in memory where there is one: each file is synchronized.
fn tempdir() -> std::io::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempdir_in(memory) } else { tempfile::tempdir() }
}

/// A pseudo-random number below `n`.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
    fn extents(&mut self, rank: usize, most: usize) -> Vec<usize> {
        (0..rank).map(|_| 1 + self.below(most)).collect()
    }
    /// Chunks of these extents, stored in one of the ways.
    fn chunks(&mut self, extents: &[usize]) -> Chunks {
        match self.below(5) {
            0 => Chunks::new(extents).with_gzip(1),
            1 => Chunks::new(extents).with_zstd(1).with_crc32c(),
            2 => {
                let shard: Vec<usize> = extents.iter().map(|n| n * (1 + self.below(2))).collect();
                Chunks::new(&shard).with_shards_of(extents).with_crc32c()
            }
            _ => Chunks::new(extents),
        }
    }
}

fn size(shape: &[usize]) -> usize {
    shape.iter().product()
}

fn whole(shape: &[usize]) -> Region {
    Region::new(&vec![0; shape.len()], shape)
}

/// The coordinate of element `k` in row-major order.
fn coordinate(mut k: usize, shape: &[usize]) -> Vec<usize> {
    let mut at = vec![0; shape.len()];
    for axis in (0..shape.len()).rev() {
        (at[axis], k) = (k % shape[axis], k / shape[axis]);
    }
    at
}

fn number(at: &[usize], shape: &[usize]) -> usize {
    at.iter().zip(shape).fold(0, |k, (at, n)| k * n + at)
}

fn write<T: Element>(path: &Path, new: &NewArray, shape: &[usize], all: &[T]) -> ZarrArray<T> {
    let writer = ZarrWriter::create(path, new).unwrap();
    writer.write_region(&whole(shape), all).unwrap();
    writer.finish().unwrap()
}

/// Runs in the least memory, which it returns, and in more.
fn within<T: Element + std::fmt::Debug>(
    act: impl Fn(&Path, &Work<'_>) -> Result<ZarrArray<T>, ZarrError>,
    check: impl Fn(&ZarrArray<T>),
) {
    let folder = tempdir().unwrap();
    let needed = match act(&folder.path().join("none"), &Work::new(0)) {
        Err(ZarrError::Memory { needed, allowed: 0 }) => needed,
        other => panic!("{other:?}"),
    };
    assert!(!folder.path().join("none").exists());
    let less = act(&folder.path().join("less"), &Work::new(needed - 1));
    assert!(matches!(less, Err(ZarrError::Memory { .. })), "{less:?}");
    for (k, memory) in [needed, needed + needed / 2, 64 << 20].into_iter().enumerate() {
        let path = folder.path().join(k.to_string());
        check(&act(&path, &Work::new(memory)).unwrap());
        // It is there already.
        check(&act(&path, &Work::new(memory)).unwrap());
    }
}

fn orders(rank: usize) -> Vec<Vec<usize>> {
    let all = (0..rank.pow(rank as u32)).map(|k| coordinate(k, &vec![rank; rank]));
    all.filter(|order| (0..rank).all(|axis| order.contains(&axis))).collect()
}

/// All orders of up to four axes.
#[test]
fn axes_in_each_order() {
    let mut random = Random(1);
    for order in (0..=4).flat_map(orders) {
        let rank = order.len();
        let (shape, most) = (random.extents(rank, 7), if rank > 3 { 3 } else { 4 });
        let chunk = random.extents(rank, most);
        let from = random.chunks(&chunk);
        let chunk = random.extents(rank, most);
        let to = random.chunks(&chunk);
        let folder = tempdir().unwrap();
        let all: Vec<i32> = (0..size(&shape) as i32).collect();
        let a = write(&folder.path().join("a"), &NewArray::new(&shape, from), &shape, &all);
        let permuted: Vec<usize> = order.iter().map(|axis| shape[*axis]).collect();
        let expected: Vec<i32> = (0..all.len())
            .map(|k| {
                let (of_b, mut of_a) = (coordinate(k, &permuted), vec![0; rank]);
                order.iter().zip(of_b).for_each(|(axis, at)| of_a[*axis] = at);
                all[number(&of_a, &shape)]
            })
            .collect();
        within(
            |path, work| permute(&a, path, &order, &to, work),
            |b| {
                assert_eq!(b.shape(), permuted);
                let found = b.read(&whole(&permuted)).unwrap();
                assert_eq!(found.as_slice(), expected, "{shape:?} {order:?} {to:?}");
            },
        );
    }
}

#[test]
fn other_chunks() {
    let mut random = Random(2);
    for case in 0..40 {
        let rank = case % 4;
        let shape = random.extents(rank, 9);
        let [from, to] = [5, 5].map(|most| {
            let chunk = random.extents(rank, most);
            random.chunks(&chunk)
        });
        let folder = tempdir().unwrap();
        let all: Vec<f16> = (0..size(&shape)).map(|k| f16::from_f32(k as f32)).collect();
        let a = write(&folder.path().join("a"), &NewArray::new(&shape, from), &shape, &all);
        within(
            |path, work| rechunk(&a, path, &to, work),
            |b| assert_eq!(b.read(&whole(&shape)).unwrap().as_slice(), all, "{shape:?} {to:?}"),
        );
    }
}

#[test]
fn functions_of_elements() {
    let mut random = Random(3);
    for case in 0..24 {
        let rank = case % 4;
        let shape = random.extents(rank, 8);
        let [of_a, of_b, to] = [4, 4, 4].map(|most| {
            let chunk = random.extents(rank, most);
            random.chunks(&chunk)
        });
        let folder = tempdir().unwrap();
        let all: Vec<i32> = (0..size(&shape) as i32).collect();
        let halves: Vec<f64> = all.iter().map(|x| f64::from(*x) / 2.0).collect();
        let a = write(&folder.path().join("a"), &NewArray::new(&shape, of_a), &shape, &all);
        let b = write(&folder.path().join("b"), &NewArray::new(&shape, of_b), &shape, &halves);
        within(
            |path, work| map(&a, path, &to, "is odd", |x| x % 2 == 1, work),
            |c| {
                let odd: Vec<bool> = all.iter().map(|x| x % 2 == 1).collect();
                assert_eq!(c.read(&whole(&shape)).unwrap().as_slice(), odd);
            },
        );
        within(
            |path, work| map_two(&a, &b, path, &to, "a - b", |a, b| f64::from(a) - b, work),
            |c| assert_eq!(c.read(&whole(&shape)).unwrap().as_slice(), halves),
        );
    }
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let a = write(&at("a"), &NewArray::new(&[2], [1]), &[2], &[1_u8, 2]);
    let b = write(&at("b"), &NewArray::new(&[3], [1]), &[3], &[1_u8, 2, 3]);
    let work = Work::new(1 << 20);
    let error = map_two(&a, &b, at("c"), [1], "a + b", |a, b| a + b, &work).unwrap_err();
    assert_eq!(error.to_string(), "A of (2) and B of (3) have different extents");
    map(&a, at("c"), [1], "x + 1", |x| x + 1, &work).unwrap();
    // Another function is another work, finished or not.
    let error = map(&a, at("c"), [1], "x + 2", |x| x + 2, &work).unwrap_err();
    assert!(matches!(error, ZarrError::Exists(_)), "{error}");
}

/// The sum in the order that `reduce` states.
fn sum(all: &[f32], shape: &[usize], chunk: &[usize], along: &[usize], at: &[usize]) -> f64 {
    let inner: Vec<usize> = along.iter().map(|axis| shape[*axis]).collect();
    let mut terms: Vec<(Vec<usize>, Vec<usize>)> = (0..size(&inner))
        .map(|k| {
            let k = coordinate(k, &inner);
            (k.iter().zip(along).map(|(k, axis)| k / chunk[*axis]).collect(), k)
        })
        .collect();
    terms.sort();
    let mut total = 0.0;
    for chunk in terms.chunk_by(|a, b| a.0 == b.0) {
        let mut part = 0.0;
        for (_, k) in chunk {
            let mut whole = vec![0; shape.len()];
            let mut kept = at.iter();
            for (axis, at) in whole.iter_mut().enumerate() {
                *at = match along.iter().position(|along| *along == axis) {
                    Some(place) => k[place],
                    None => *kept.next().unwrap(),
                };
            }
            part += f64::from(all[number(&whole, shape)]);
        }
        total += part;
    }
    total
}

/// All sets of up to three axes: sums of numbers that round, in any memory.
#[test]
fn sums_along_axes() {
    let mut random = Random(4);
    for case in 0..16 {
        let rank = case % 4;
        let shape = random.extents(rank, 8);
        let chunk = random.extents(rank, 4);
        let folder = tempdir().unwrap();
        let all: Vec<f32> = (0..size(&shape))
            .map(|_| (random.below(1 << 20) as f32 - 5e5) * [1e-9, 1.0, 1e9][random.below(3)])
            .collect();
        let a = write(&folder.path().join("a"), &NewArray::new(&shape, &chunk), &shape, &all);
        for set in 0..1 << rank {
            let along: Vec<usize> = (0..rank).filter(|axis| set >> axis & 1 == 1).collect();
            let kept: Vec<usize> = (0..rank).filter(|axis| set >> axis & 1 == 0).collect();
            let rest: Vec<usize> = kept.iter().map(|axis| shape[*axis]).collect();
            let to = random.extents(rest.len(), 3);
            let to = random.chunks(&to);
            let sums: Vec<f64> = (0..size(&rest))
                .map(|k| sum(&all, &shape, &chunk, &along, &coordinate(k, &rest)))
                .collect();
            let count: usize = along.iter().map(|axis| shape[*axis]).product();
            for reduction in [Reduction::Sum, Reduction::Mean] {
                let divisor = if reduction == Reduction::Mean { count as f64 } else { 1.0 };
                let expected: Vec<f32> = sums.iter().map(|sum| (sum / divisor) as f32).collect();
                within(
                    |path, work| reduce(&a, path, &to, &along, reduction, work),
                    |b| {
                        let found = b.read(&whole(&rest)).unwrap();
                        assert_eq!(found.as_slice(), expected, "{shape:?} {chunk:?} {along:?}");
                    },
                );
            }
        }
    }
}

/// The reduction of all elements.
fn of_all<T: Number>(all: &[T], reduction: Reduction) -> Result<T, ZarrError> {
    let folder = tempdir().unwrap();
    let shape = [all.len()];
    let a = write(&folder.path().join("a"), &NewArray::new(&shape, [2]), &shape, all);
    let b = reduce(&a, folder.path().join("b"), [], &[0], reduction, &Work::new(1 << 20))?;
    Ok(b.read(&whole(&[])).unwrap().as_slice()[0])
}

#[test]
fn rules_of_reductions() {
    use Reduction::{Max, Mean, Min, Sum};
    let nan = f32::NAN;
    for k in 0..5 {
        let mut all = [3.0, -1.0, 7.0, 2.0, -8.0];
        assert_eq!([of_all(&all, Min).unwrap(), of_all(&all, Max).unwrap()], [-8.0, 7.0]);
        all[k] = nan;
        for reduction in [Sum, Min, Max, Mean] {
            assert!(of_all(&all, reduction).unwrap().is_nan(), "{k} {reduction:?}");
        }
    }
    let ends = [f32::NEG_INFINITY; 3];
    assert_eq!([of_all(&ends, Min).unwrap(), of_all(&ends, Max).unwrap()], [ends[0]; 2]);
    assert_eq!(of_all(&[200_u8, 100], Sum).unwrap(), 44);
    assert_eq!(of_all(&[200_u8, 101], Mean).unwrap(), 150);
    assert_eq!(of_all(&[-3_i64, 0], Mean).unwrap(), -1);
    assert_eq!(of_all(&[i64::MAX, i64::MAX, 1], Mean).unwrap(), 6_148_914_691_236_517_205);
    assert_eq!(of_all(&[0_i8; 0], Sum).unwrap(), 0);
    assert!(of_all(&[0_f32; 0], Mean).unwrap().is_nan());
    let error = of_all(&[0_i8; 0], Mean).unwrap_err();
    assert_eq!(error.to_string(), "an array of (0) has no elements to reduce along (0)");
    assert!(of_all(&[0_f64; 0], Min).is_err() && of_all(&[0_f64; 0], Max).is_err());
    let halves = [f16::from_f32(60000.0), f16::from_f32(60000.0)];
    // The sum is rounded once, after it is divided.
    assert_eq!(of_all(&halves, Mean).unwrap(), halves[0]);
    // Above the middle of 2048 and 2050, and of 256 and 258, by less than `f32` has.
    let above = [2048.0, 1.0, 2_f32.powi(-24)].map(f16::from_f32);
    assert_eq!(of_all(&above, Sum).unwrap(), f16::from_f32(2050.0));
    let above = [256.0, 1.0, 2_f32.powi(-30)].map(bf16::from_f32);
    assert_eq!(of_all(&above, Sum).unwrap(), bf16::from_f32(258.0));
    let folder = tempdir().unwrap();
    let a =
        write(&folder.path().join("a"), &NewArray::new(&[2, 2], [1, 1]), &[2, 2], &[1, 2, 3, 4]);
    for along in [&[0, 0][..], &[2]] {
        let error = reduce(&a, folder.path().join("b"), [1], along, Sum, &Work::new(4096));
        assert!(error.unwrap_err().to_string().ends_with("are not axes of an array of (2,2)"));
    }
    let error = permute(&a, folder.path().join("b"), &[0, 0], [1, 1], &Work::new(4096));
    let words = "(0,0) is not an order of the axes of an array of (2,2)";
    assert_eq!(error.unwrap_err().to_string(), words);
}

fn attributes() -> Map<String, Value> {
    let value = json!({ "units": "K", "nested": { "list": [1, 2.5, null] } });
    value.as_object().unwrap().clone()
}

/// Attributes, names of axes, the type and the fill value go with the elements.
#[test]
fn descriptions_are_kept() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let new = NewArray::new(&[2, 3, 4], [1, 2, 2])
        .with_fill_value(json!("NaN"))
        .with_attributes(attributes())
        .with_dimension_names(&[Some("t"), None, Some("x")]);
    let all: Vec<f32> = (0..24).map(|k| k as f32).collect();
    let a = write(&at("a"), &new, &[2, 3, 4], &all);
    let work = Work::new(1 << 20);
    let is_like = |b: &ZarrArray<f32>, names: &[Option<&str>]| {
        assert_eq!(b.attributes().unwrap(), &attributes());
        let found: Vec<Option<&str>> = b.dimension_names().iter().map(Option::as_deref).collect();
        assert_eq!(found, names);
        fs::read_to_string(b.path().join("zarr.json")).unwrap()
    };
    is_like(&a, &[Some("t"), None, Some("x")]);
    let b = permute(&a, at("b"), &[2, 0, 1], [2, 2, 2], &work).unwrap();
    assert!(is_like(&b, &[Some("x"), Some("t"), None]).contains(r#""fill_value": "NaN""#));
    let c = reduce(&b, at("c"), [2, 2], &[1], Reduction::Max, &work).unwrap();
    assert!(!is_like(&c, &[Some("x"), None]).contains("NaN"));
    let d = map(&c, at("d"), [3, 3], "x", |x| x, &work).unwrap();
    is_like(&d, &[Some("x"), None]);
    // A chunk of the fill value has no file.
    let e = map(&a, at("e"), [2, 3, 4], "NaN", |_| f32::NAN, &work).unwrap();
    assert!(e.path().join("c").exists());
    let new = NewArray::new(&[2], [2]).with_fill_value(json!("NaN"));
    write(&at("f"), &new, &[2], &[f32::NAN; 2]);
    assert!(!at("f").join("c").exists());
    // The journal tells descriptions from others.
    let new = NewArray::new(&[2], [1]);
    drop(ZarrWriter::<f32>::create(at("g"), &new.clone().with_attributes(attributes())).unwrap());
    let other = ZarrWriter::<f32>::create(at("g"), &new);
    assert!(matches!(other, Err(ZarrError::OtherWork { .. })), "{other:?}");
    ZarrWriter::<f32>::create(at("g"), &new.with_attributes(attributes())).unwrap();
}

/// Attributes of version 2, which are in a file of their own.
#[test]
fn attributes_of_version_2() {
    let folder = tempdir().unwrap();
    let a = folder.path().join("a");
    fs::create_dir(&a).unwrap();
    let text = r#"{"zarr_format": 2, "shape": [1, 2], "chunks": [1, 2], "dtype": "<f4", "fill_value": null, "order": "C",
        "filters": null, "compressor": null}"#;
    fs::write(a.join(".zarray"), text).unwrap();
    fs::write(a.join("0.0"), [1.0_f32, 2.0].map(f32::to_le_bytes).concat()).unwrap();
    assert!(ZarrArray::<f32>::open(&a).unwrap().attributes().unwrap().is_empty());
    fs::write(a.join(".zattrs"), r#"{"units": "m", "_ARRAY_DIMENSIONS": ["y", "x"]}"#).unwrap();
    let array = ZarrArray::<f32>::open(&a).unwrap();
    let b = transpose(&array, folder.path().join("b"), [2, 1], &Work::new(4096)).unwrap();
    assert_eq!(Value::from(b.attributes().unwrap().clone()), json!({ "units": "m" }));
    assert_eq!(b.dimension_names(), [Some("x".to_string()), Some("y".to_string())]);
    assert_eq!(b.read(&whole(&[2, 1])).unwrap().as_slice(), [1.0, 2.0]);
    // The elements are read where the attributes are not JSON, and no operation loses them.
    for (text, words) in [
        ("{\"a\": NaN}", ".zattrs: expected value"),
        ("[]", "its attributes are not an object"),
        ("{\"a\": 1, \"a\": 2}", "the key `a` is there twice"),
    ] {
        fs::write(a.join(".zattrs"), text).unwrap();
        let array = ZarrArray::<f32>::open(&a).unwrap();
        assert_eq!(array.read(&whole(&[1, 2])).unwrap().as_slice(), [1.0, 2.0]);
        let error = array.attributes().unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        let to = folder.path().join("c");
        let error = transpose(&array, to, [2, 1], &Work::new(4096)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// Arrays of bits of each type, of both versions, keep their type, fill value and elements.
#[test]
fn bits_keep_their_type() {
    fn row<const N: usize>(data_type: &Value, fill_value: &Value, second: Option<&str>)
    where
        [u8; N]: Element,
    {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let all: Vec<[u8; N]> =
            (0..6).map(|k| std::array::from_fn(|byte| (10 * k + byte) as u8 % 2)).collect();
        let a = match second {
            None => {
                let new = NewArray::new(&[2, 3], [1, 2])
                    .with_data_type(data_type.clone())
                    .with_fill_value(fill_value.clone());
                write(&at("a"), &new, &[2, 3], &all)
            }
            Some(dtype) => {
                fs::create_dir(at("a")).unwrap();
                let dtype: Value =
                    serde_json::from_str(dtype).unwrap_or_else(|_| Value::from(dtype));
                let text = json!({"zarr_format": 2, "shape": [2, 3], "chunks": [2, 3], "dtype": dtype,
                    "fill_value": fill_value, "order": "C", "filters": null, "compressor": null});
                fs::write(at("a").join(".zarray"), text.to_string()).unwrap();
                fs::write(at("a").join("0.0"), all.concat()).unwrap();
                ZarrArray::open(at("a")).unwrap()
            }
        };
        let work = Work::new(4096);
        let b = permute(&a, at("b"), &[1, 0], [2, 2], &work).unwrap();
        let c = rechunk(&b, at("c"), Chunks::new(&[3, 2]).with_shards_of(&[1, 1]), &work).unwrap();
        let found = c.read(&whole(&[3, 2])).unwrap();
        let expected: Vec<[u8; N]> = (0..6).map(|k| all[k % 2 * 3 + k / 2]).collect();
        assert_eq!(found.as_slice(), expected, "{data_type} {second:?}");
        let text = fs::read_to_string(at("c").join("zarr.json")).unwrap();
        let text: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&text["data_type"], &text["fill_value"]), (data_type, fill_value));
    }
    let named =
        |name: &str, n: u32| json!({ "name": name, "configuration": { "length_bytes": n } });
    let time = |scale: u32| {
        let keys = json!({ "unit": "s", "scale_factor": scale });
        json!({ "name": "numpy.datetime64", "configuration": keys })
    };
    let fields = json!({ "fields": [["a", "int16"], ["b", "uint8"]] });
    let record = json!({ "name": "structured", "configuration": fields });
    row::<3>(&json!("r24"), &json!([1, 2, 3]), None);
    row::<4>(&json!("float32"), &json!("NaN"), None);
    row::<8>(&json!("complex64"), &json!([1.0, 0.0]), None);
    row::<1>(&json!("float8_e4m3fn"), &json!("0x3c"), None);
    row::<1>(&json!("bool"), &json!(false), None);
    row::<8>(&time(1), &json!("NaT"), None);
    row::<8>(&time(25), &json!(7), Some("<M8[25s]"));
    row::<3>(&record, &json!("AQAC"), None);
    row::<3>(&record, &json!("AQAC"), Some(r#"[["a", "<i2"], ["b", "|u1"]]"#));
    row::<4>(&named("null_terminated_bytes", 4), &json!("YWI="), Some("|S4"));
    row::<5>(&named("raw_bytes", 5), &json!("AQIDBAU="), Some("|V5"));
    row::<8>(&named("fixed_length_utf32", 8), &json!("é"), Some("<U2"));
    row::<2>(&json!("bfloat16"), &json!(1.5), Some("bfloat16"));

    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let error = ZarrWriter::<[u8; 3]>::create(at("a"), &NewArray::new(&[1], [1])).unwrap_err();
    assert_eq!(error.to_string(), "elements of [u8; 3] need the name of a type");
    for (data_type, words) in [
        (json!("float32"), "has elements of float32, not of [u8; 3]"),
        (json!("string"), "has elements of string, not of [u8; 3]"),
    ] {
        let new = NewArray::new(&[1], [1]).with_data_type(data_type);
        let error = ZarrWriter::<[u8; 3]>::create(at("a"), &new).unwrap_err();
        assert!(error.to_string().ends_with(words), "{error}");
    }
    let new = NewArray::new(&[1], [1]).with_data_type(json!("float64"));
    assert!(matches!(ZarrWriter::<i64>::create(at("a"), &new), Err(ZarrError::Element { .. })));
    let new = NewArray::new(&[1], [1]).with_fill_value(json!("x"));
    let error = ZarrWriter::<f64>::create(at("a"), &new).unwrap_err();
    assert!(error.to_string().ends_with(r#"its fill value "x" is not of float64"#), "{error}");
    assert!(!at("a").exists());
}

/// A continued operation has the elements of one that ran at once.
#[test]
fn operations_continue() {
    struct Stop(std::sync::atomic::AtomicUsize);
    impl static_layout_zarr::Progress for Stop {
        fn begin(&self, _: u64, _: u64) {}
        fn step(&self) {
            use std::sync::atomic::Ordering::Relaxed;
            assert!(self.0.fetch_sub(1, Relaxed) > 1, "stopped");
        }
        fn end(&self) {}
    }
    fn act<T: NamedElement + Number + std::fmt::Debug>(
        name: &str,
        a: &ZarrArray<T>,
        to: &Path,
        work: &Work<'_>,
    ) -> Result<ZarrArray<T>, ZarrError> {
        match name {
            "permute" => permute(a, to, &[2, 0, 1], [1, 1, 1], work),
            "rechunk" => rechunk(a, to, [1, 1, 1], work),
            "map" => map(a, to, [1, 1, 1], "x", |x| x, work),
            "map two" => map_two(a, a, to, [1, 1, 1], "y", |_, y| y, work),
            _ => reduce(a, to, [1, 1], &[1], Reduction::Sum, work),
        }
    }
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let all: Vec<f32> = (0..60).map(|k| 1.0 / (k + 1) as f32).collect();
    let a = write(&at("a"), &NewArray::new(&[3, 4, 5], [2, 2, 2]), &[3, 4, 5], &all);
    for name in ["permute", "rechunk", "map", "map two", "reduce"] {
        let needed = match act(name, &a, &at("none"), &Work::new(0)) {
            Err(ZarrError::Memory { needed, .. }) => needed,
            other => panic!("{other:?}"),
        };
        let once = act(name, &a, &at(&format!("{name} once")), &Work::new(1 << 20)).unwrap();
        let path = at(name);
        let mut turns = 0;
        let done = loop {
            let stop = Stop(4.into());
            let work = Work::new(needed).with_progress(&stop);
            let run = || act(name, &a, &path, &work);
            turns += 1;
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
                Ok(done) => break done.unwrap(),
                Err(_) => {
                    let open = ZarrArray::<f32>::open(&path);
                    assert!(matches!(open, Err(ZarrError::Unfinished { .. })), "{name}: {open:?}");
                }
            }
        };
        assert!(turns > 3, "{name}: {turns} turns");
        let [done, once] = [done, once].map(|b| b.read(&whole(b.shape())).unwrap().into_vec());
        assert_eq!(done, once, "{name}");
    }
}
