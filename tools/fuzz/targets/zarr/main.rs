//! Opens, reads, transposes and multiplies the Zarr array of a folder whose files were damaged, or have any bytes. A read
//! returns the elements that a second decoding of the same files has, or an error of one line. The machine has the low byte first.

#![no_main]

mod model;
#[path = "../../src/said.rs"]
mod said;

use std::fs;
use std::path::Path;
use std::sync::Once;

use half::{bf16, f16};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use model::{Element, Model, crc32c, encode, places};
use num_complex::Complex;
use said::one_line;
use serde_json::{Value, json};
use static_layout::{Layout, ViewMut};
use static_layout_zarr::{NamedElement, Region, Work, ZarrArray, matmul, transpose};

/// The most elements of a region.
const MOST: usize = 256;

/// Integers at which sums and products end.
const EDGES: [u64; 14] = [
    0,
    1,
    3,
    4,
    255,
    1 << 16,
    1 << 31,
    1 << 32,
    (1 << 32) + 1,
    1 << 45,
    1 << 62,
    i64::MAX as u64,
    1 << 63,
    u64::MAX,
];

/// Pieces of metadata.
const PIECES: [&str; 36] = [
    "null",
    "[]",
    "{}",
    "\"\"",
    "-1",
    "1e300",
    "[[1]]",
    "\"crc32c\"",
    "{\"name\":\"crc32c\"}",
    "{\"name\":\"gzip\",\"configuration\":{\"level\":1}}",
    "{\"name\":\"bytes\"}",
    "\"v2\"",
    "\"NaN\"",
    "\"0x7fc00000\"",
    "\"start\"",
    "\"big\"",
    "\"packbits\"",
    "{\"name\":\"zstd\"}",
    "\"blosc\"",
    "\"numcodecs.bz2\"",
    "{\"name\":\"numcodecs.delta\",\"configuration\":{\"dtype\":\"<i4\",\"astype\":\"|i1\"}}",
    "{\"id\":\"delta\",\"dtype\":\"<f4\",\"astype\":\">f8\"}",
    "{\"id\":\"fixedscaleoffset\",\"scale\":0,\"offset\":1,\"dtype\":\"<f4\",\"astype\":\"|u1\"}",
    "{\"name\":\"numcodecs.shuffle\",\"configuration\":{\"elementsize\":4}}",
    "\"/../x\"",
    "\"zarr_format\":2,",
    "\"attributes\":{\"a\":[",
    "true",
    "[1,2]",
    "\"bool\"",
    "\"complex64\"",
    "\"|V3\"",
    "\"<M8[s]\"",
    "{\"name\":\"raw_bytes\",\"configuration\":{\"length_bytes\":3}}",
    "{\"name\":\"numcodecs.pcodec\"}",
    "[[\"a\",\"|b1\"],[\"b\",\"<i2\"]]",
];

/// Codecs of bytes: compressors, checksums, shuffles, or none.
fn packed(u: &mut Unstructured, codecs: &mut Vec<Value>) -> Result<()> {
    for _ in 0..u.int_in_range(0..=2_u8)? {
        codecs.push(match u.int_in_range(0..=13_u8)? {
            0..=2 => json!({ "name": "gzip", "configuration": { "level": 1 } }),
            3..=5 => json!({ "name": "crc32c" }),
            6 => json!({ "name": "zstd", "configuration": { "level": 1, "checksum": true } }),
            7 => json!({ "name": "numcodecs.zlib", "configuration": { "level": 1 } }),
            8 => json!("numcodecs.lz4"),
            9 => json!({ "name": "numcodecs.bz2", "configuration": { "level": 1 } }),
            10 => json!({ "name": "numcodecs.adler32" }),
            11 => {
                let size = u.int_in_range(0..=2_u8)?.min(1);
                json!({ "name": "numcodecs.shuffle", "configuration": { "elementsize": size } })
            }
            // The keys that a reader ignores choose what the model writes.
            _ => {
                let names = ["blosclz", "lz4", "snappy", "zlib", "zstd"];
                let name = names[u.int_in_range(0..=4_usize)?];
                let shuffle = ["noshuffle", "shuffle", "bitshuffle"][u.int_in_range(0..=2_usize)?];
                let [element, block] = [u.int_in_range(1..=9_u8)?, u.arbitrary()?];
                json!({ "name": "blosc", "configuration": {
                    "cname": name, "clevel": 5, "shuffle": shuffle, "typesize": element, "blocksize": block,
                }})
            }
        });
    }
    Ok(())
}

/// Codecs of chunks of these extents.
fn codecs(u: &mut Unstructured, shape: &[usize], depth: u32) -> Result<Value> {
    let mut codecs = Vec::new();
    let mut shape = shape.to_vec();
    if !shape.is_empty() && u.ratio(1, 4)? {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        order.rotate_left(u.int_in_range(0..=shape.len() - 1)?);
        shape = order.iter().map(|&axis| shape[axis]).collect();
        codecs.push(json!({ "name": "transpose", "configuration": { "order": order } }));
    }
    let bytes = |u: &mut Unstructured| -> Result<Value> {
        let endian = if u.ratio(1, 4)? { "big" } else { "little" };
        Ok(json!({ "name": "bytes", "configuration": { "endian": endian } }))
    };
    if depth > 0 && u.ratio(1, 2)? {
        let mut inner = Vec::new();
        for &extent in &shape {
            let divisors: Vec<usize> = (1..=extent).filter(|inner| extent % inner == 0).collect();
            inner.push(*u.choose(&divisors)?);
        }
        let mut index = vec![bytes(u)?];
        for _ in 0..u.int_in_range(0..=3_u8)?.min(2) {
            index.push(json!({ "name": "crc32c" }));
        }
        let location = if u.ratio(1, 3)? { "start" } else { "end" };
        codecs.push(json!({ "name": "sharding_indexed", "configuration": {
            "chunk_shape": inner, "codecs": self::codecs(u, &inner, depth - 1)?, "index_codecs": index, "index_location": location,
        }}));
    } else {
        codecs.push(bytes(u)?);
    }
    packed(u, &mut codecs)?;
    Ok(codecs.into())
}

/// The element of a place, a small integer.
fn number(at: &[usize]) -> u8 {
    at.iter().fold(1, |number: u8, at| number.wrapping_mul(7).wrapping_add(*at as u8)) % 11
}

/// Damages a file: bits, numbers, and parts that are cut off, inserted or repeated. The checksum of the whole may be right
/// again.
fn damage(u: &mut Unstructured, bytes: &mut Vec<u8>) -> Result<()> {
    let at = u.int_in_range(0..=bytes.len().saturating_sub(1))?;
    match u.int_in_range(0..=7_u8)? {
        _ if bytes.is_empty() => bytes.extend(u.arbitrary::<[u8; 4]>()?),
        0 | 1 => bytes[at] ^= 1 << u.int_in_range(0..=7_u8)?,
        2 => bytes.truncate(at),
        3 => bytes.resize(bytes.len() + u.int_in_range(1..=40)?, u.arbitrary()?),
        4 => drop(bytes.drain(at..(at + u.int_in_range(1..=16)?).min(bytes.len()))),
        5 => {
            let number = u.choose(&EDGES)?.to_le_bytes();
            let end = (at + 8).min(bytes.len());
            bytes[at..end].copy_from_slice(&number[..end - at]);
        }
        6 => {
            let part = bytes[at..(at + 16).min(bytes.len())].to_vec();
            bytes.splice(at..at, part);
        }
        _ => {
            let end = bytes.len().saturating_sub(4);
            let sum = crc32c(&bytes[..end]);
            bytes.truncate(end);
            bytes.extend(sum);
        }
    }
    Ok(())
}

/// Changes metadata: a number, a piece between punctuation, or bytes.
fn change(u: &mut Unstructured, text: &mut Vec<u8>) -> Result<()> {
    let is_number = |byte: &u8| byte.is_ascii_digit();
    let starts: Vec<usize> =
        (1..text.len()).filter(|&k| is_number(&text[k]) && !is_number(&text[k - 1])).collect();
    match u.int_in_range(0..=3_u8)? {
        0 | 1 if !starts.is_empty() => {
            let start = *u.choose(&starts)?;
            let end = text[start..]
                .iter()
                .position(|byte| !is_number(byte))
                .map_or(text.len(), |n| start + n);
            let other = if u.ratio(2, 3)? {
                u.choose(&EDGES)?.to_string()
            } else {
                u.int_in_range(0..=12_u8)?.to_string()
            };
            text.splice(start..end, other.into_bytes());
        }
        2 if !text.is_empty() => {
            let at = u.int_in_range(0..=text.len() - 1)?;
            let is_end = |byte: &u8| b",]}".contains(byte);
            let end = text[at..].iter().position(is_end).map_or(text.len(), |n| at + n);
            let start =
                text[..at].iter().rposition(|byte| b",[{:".contains(byte)).map_or(0, |n| n + 1);
            text.splice(start..end.max(start), u.choose(&PIECES)?.bytes());
        }
        _ => damage(u, text)?,
    }
    Ok(())
}

/// A region of an array, of a few elements; sometimes one outside of it.
fn region(u: &mut Unstructured, shape: &[usize]) -> Result<Region> {
    let (mut start, mut extents, mut left) = (Vec::new(), Vec::new(), MOST);
    for &n in shape {
        let from = match u.int_in_range(0..=3_u8)? {
            0 => 0,
            1 => n.saturating_sub(1),
            2 => u.int_in_range(0..=n.saturating_sub(1))?,
            _ => u.int_in_range(0..=n.min(8))?,
        };
        let most = n.saturating_sub(from).min(left);
        let extent = if u.ratio(1, 2)? { most } else { u.int_in_range(0..=most.min(8))? };
        left /= extent.max(1);
        start.push(from);
        extents.push(extent);
    }
    if !shape.is_empty() && u.ratio(1, 16)? {
        extents[0] = *u.choose(&EDGES)? as usize;
        // No region that the array has is that large.
        start[0] = shape[0];
    }
    Ok(Region::new(&start, &extents))
}

/// Compares elements, which a read returned, with those of the model, and with those that were written if no file is damaged.
fn is_right<T: Reads>(
    model: &Model,
    folder: &Path,
    found: &[T],
    is_whole: bool,
    at: impl Iterator<Item = Vec<usize>>,
) {
    let found = T::bytes(found);
    for (found, at) in found.chunks_exact(size_of::<T>()).zip(at) {
        match model.element(folder, &at) {
            Element::Unknown if is_whole => {
                assert_eq!(found, T::bytes(&[T::of(number(&at))]), "at {at:?}")
            }
            Element::Unknown => {}
            expected => assert_eq!(expected, Element::Bytes(found.to_vec()), "at {at:?}"),
        }
    }
}

/// What is done with an array whose elements are of a type.
trait Reads: static_layout_zarr::Element {
    fn of(number: u8) -> Self;
    fn bytes(list: &[Self]) -> Vec<u8> {
        bytemuck::cast_slice(list).to_vec()
    }
    /// Transposes and multiplies the array, if arrays of its type are written.
    fn operate(_: &mut Unstructured, _: Read<'_, Self>) -> Result<()> {
        Ok(())
    }
    /// The product of an array and its transposed one, where products of its type do not overflow.
    fn product(_: &ZarrArray<Self>, _: &ZarrArray<Self>, _: &Path, _: usize) -> Option<Vec<f64>> {
        None
    }
}

/// An array that was read.
struct Read<'a, T> {
    array: &'a ZarrArray<T>,
    model: Option<&'a Model>,
    folder: &'a Path,
    is_whole: bool,
    /// The number of elements, if they are few.
    elements: Option<usize>,
}

macro_rules! reads {
    ($($T:ty = $of:expr $(, [$float:ident])?;)*) => {$(
        impl Reads for $T {
            fn of(number: u8) -> Self {
                let of: fn(u8) -> $T = $of;
                of(number)
            }
            fn operate(u: &mut Unstructured, read: Read<'_, Self>) -> Result<()> {
                operate(u, read)
            }
            $(fn product(a: &ZarrArray<$float>, b: &ZarrArray<$float>, to: &Path, memory: usize) -> Option<Vec<f64>> {
                match matmul(a, b, to, [2, 3], &Work::new(memory)) {
                    Ok(c) => {
                        let whole = c.read(&Region::new(&[0, 0], c.shape())).unwrap();
                        Some(whole.as_slice().iter().map(|x| f64::from(*x)).collect())
                    }
                    Err(error) => {
                        one_line((), &error);
                        None
                    }
                }
            })?
        }
    )*};
}
reads! {
    u8 = |number| number;
    u16 = u16::from;
    i32 = i32::from;
    f32 = f32::from, [f32];
    f64 = f64::from, [f64];
    bool = |number| number % 2 == 1;
    f16 = f16::from;
    bf16 = |number| bf16::from_f32(number.into());
    Complex<f32> = |number| Complex::new(number.into(), -1.0);
}
impl Reads for [u8; 3] {
    fn of(number: u8) -> Self {
        [number, 1, 2]
    }
}

fn check<T: Reads>(u: &mut Unstructured, folder: &Path, is_whole: bool) -> Result<()> {
    let size = size_of::<T>();
    let a = match ZarrArray::<T>::open(folder.join("a")) {
        Ok(a) => a,
        Err(error) => {
            assert!(!is_whole, "{error}");
            one_line((), &error);
            return Ok(());
        }
    };
    let _ = (a.inner_grid().is_ok(), a.grid().layout().is_ok());
    let text = fs::read(folder.join("a/zarr.json")).unwrap_or_default();
    let model = Model::of(&text, size);
    if let Some(model) = &model {
        assert_eq!((a.shape(), a.grid().chunk()), (&*model.shape, &*model.chunk));
    }
    let shape = a.shape().to_vec();
    let elements =
        shape.iter().try_fold(1_usize, |size, n| size.checked_mul(*n)).filter(|size| *size <= MOST);
    let whole = Region::new(&vec![0; shape.len()], &shape);
    let mut regions = vec![region(u, &shape)?, region(u, &shape)?];
    regions.extend(elements.map(|_| whole));
    for region in regions {
        match a.read(&region) {
            Ok(tile) => {
                assert_eq!(tile.as_slice().len(), region.size());
                if let Some(model) = &model {
                    let at = places(region.shape()).into_iter().map(|mut at| {
                        at.iter_mut().zip(region.start()).for_each(|(at, start)| *at += start);
                        at
                    });
                    is_right(model, &folder.join("a"), tile.as_slice(), is_whole, at);
                }
            }
            Err(error) => {
                let is_outside = !shape.is_empty() && region.start()[0] == shape[0];
                assert!(!is_whole || is_outside, "{region}: {error}");
                one_line((), &error);
            }
        }
    }
    let (model, folder) = (model.as_ref(), folder);
    T::operate(u, Read { array: &a, model, folder, is_whole, elements })
}

/// Transposes and multiplies an array.
fn operate<T: Reads + NamedElement>(u: &mut Unstructured, read: Read<'_, T>) -> Result<()> {
    let Read { array: a, model, folder, is_whole, elements } = read;
    let [rows, columns] = *a.shape() else { return Ok(()) };
    // So few chunks that writing them takes no time.
    let memory = if elements.is_some() {
        u.int_in_range(0..=1_usize << 16)?
    } else {
        u.int_in_range(0..=300)?
    };
    let chunk = [u.int_in_range(1..=4)?, u.int_in_range(1..=4)?];
    let b = match transpose(a, folder.join("b"), chunk, &Work::new(memory)) {
        Ok(b) => b,
        Err(error) => {
            one_line((), &error);
            return Ok(());
        }
    };
    assert_eq!(b.shape(), [columns, rows]);
    if elements.is_none() {
        return Ok(());
    }
    let found = b.read(&Region::new(&[0, 0], b.shape())).unwrap();
    if let Some(model) = model {
        let at = places(b.shape()).into_iter().map(|at| vec![at[1], at[0]]);
        is_right(model, &folder.join("a"), found.as_slice(), is_whole, at);
    }
    if rows * columns > 0 {
        let mut elements = vec![T::default(); rows * columns];
        let layout = Layout::new((rows, columns), (1, rows));
        let mut to = ViewMut::new(&mut elements, layout).unwrap();
        match a.read_into([0, 0], &mut to) {
            Ok(()) => assert_eq!(T::bytes(&elements), T::bytes(found.as_slice())),
            Err(error) => panic!("{error}, although it was transposed"),
        }
    }
    let Some(product) = T::product(a, &b, &folder.join("c"), memory) else { return Ok(()) };
    assert_eq!(product.len(), rows * rows);
    if is_whole {
        let element = |i, j| f64::from(number(&[i, j]));
        for (k, found) in product.iter().enumerate() {
            let sum: f64 = (0..columns).map(|p| element(k / rows, p) * element(k % rows, p)).sum();
            assert_eq!(*found, sum);
        }
    }
    Ok(())
}

/// Writes an array that is valid, then damages its files. Returns the type of its elements, and whether nothing is damaged.
fn write(u: &mut Unstructured, folder: &Path) -> Result<(usize, bool)> {
    const KINDS: [(&str, usize); 10] = [
        ("uint8", 1),
        ("uint16", 2),
        ("int32", 4),
        ("float32", 4),
        ("float64", 8),
        ("bool", 1),
        ("float16", 2),
        ("bfloat16", 2),
        ("complex64", 8),
        ("r24", 3),
    ];
    let kind = u.int_in_range(0..=9_usize)?;
    let (data_type, size) = KINDS[kind];
    let axes = if u.ratio(2, 3)? { 2 } else { u.int_in_range(0..=3)? };
    let (mut shape, mut chunk) = (Vec::new(), Vec::new());
    for _ in 0..axes {
        shape.push(if u.ratio(1, 32)? { 0 } else { u.int_in_range(1..=6_usize)? });
        chunk.push(u.int_in_range(1..=4_usize)?);
    }
    let codecs = codecs(u, &chunk, 2)?;
    let (name, separator) =
        *u.choose(&[("default", "/"), ("default", "."), ("v2", "."), ("v2", "/")])?;
    let fill = u.int_in_range(0..=3_u8)?;
    let fill = match data_type {
        "bool" => json!(fill > 1),
        "complex64" => json!([fill, 0.5]),
        "r24" => json!([fill, 0, 255]),
        _ => fill.into(),
    };
    let metadata = json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": data_type, "fill_value": fill,
        "chunk_grid": { "name": "regular", "configuration": { "chunk_shape": chunk } },
        "chunk_key_encoding": { "name": name, "configuration": { "separator": separator } }, "codecs": codecs,
    });
    let mut text = metadata.to_string().into_bytes();
    let model = Model::of(&text, size).unwrap();
    // An index that is damaged before its checksum is made.
    let index =
        if u.ratio(1, 4)? { Some((u.arbitrary::<u8>()?, *u.choose(&EDGES)?)) } else { None };
    let mut is_whole = index.is_none();
    let counts: Vec<usize> =
        shape.iter().zip(&chunk).map(|(n, chunk)| n.div_ceil(*chunk)).collect();
    let chunks = places(&counts);
    let is_in = |k: usize, damaged: usize| k == damaged % chunks.len().max(1);
    let damaged = u.arbitrary::<u8>()?.into();
    for (k, at) in chunks.iter().enumerate() {
        let element = |inside: &[usize]| {
            let at: Vec<usize> =
                inside.iter().zip(at).zip(&chunk).map(|((i, at), n)| at * n + i).collect();
            let number = number(&at);
            match data_type {
                "uint8" => u8::bytes(&[u8::of(number)]),
                "uint16" => u16::bytes(&[u16::of(number)]),
                "int32" => i32::bytes(&[i32::of(number)]),
                "float32" => f32::bytes(&[f32::of(number)]),
                "float64" => f64::bytes(&[f64::of(number)]),
                "bool" => bool::bytes(&[bool::of(number)]),
                "float16" => f16::bytes(&[f16::of(number)]),
                "bfloat16" => bf16::bytes(&[bf16::of(number)]),
                "complex64" => Complex::bytes(&[Complex::of(number)]),
                _ => <[u8; 3]>::bytes(&[Reads::of(number)]),
            }
        };
        let mut edit = |list: &mut [u64]| {
            if let (Some((at, number)), true) = (index, is_in(k, damaged)) {
                list[usize::from(at) % list.len()] = number;
            }
        };
        let mut bytes = encode(&metadata["codecs"], &chunk, model.unit, &element, &mut edit);
        if is_in(k, damaged) {
            for _ in 0..u.int_in_range(0..=3_u8)?.saturating_sub(1) {
                damage(u, &mut bytes)?;
                is_whole = false;
            }
        }
        let file = folder.join("a").join(model.file(at));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        match u.int_in_range(0..=63_u8)? {
            63 => is_whole = false,
            62 => {
                fs::create_dir(&file).unwrap();
                is_whole = false;
            }
            _ => fs::write(&file, bytes).unwrap(),
        }
    }
    for _ in 0..u.int_in_range(0..=4_u8)?.saturating_sub(1) {
        change(u, &mut text)?;
        is_whole = false;
    }
    fs::create_dir_all(folder.join("a")).unwrap();
    fs::write(folder.join("a/zarr.json"), text).unwrap();
    Ok((kind, is_whole))
}

/// The files of the fuzzer: metadata of version 3 or 2, and the first chunk.
fn write_any(data: &[u8], folder: &Path) -> usize {
    let Some((kind, rest)) = data.split_first() else { return 0 };
    let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
    let chunk = rest.get(end + 1..).unwrap_or_default();
    fs::create_dir_all(folder.join("a/c/0")).unwrap();
    let (file, first) =
        if kind & 8 == 0 { ("a/zarr.json", "a/c/0/0") } else { ("a/.zarray", "a/0.0") };
    fs::write(folder.join(file), &rest[..end]).unwrap();
    fs::write(folder.join(first), chunk).unwrap();
    usize::from(kind % 5 + kind / 128 * 5)
}

fn run(data: &[u8]) -> Result<()> {
    static ONE_THREAD: Once = Once::new();
    ONE_THREAD.call_once(|| rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap());
    let memory = Path::new("/dev/shm");
    let folder =
        if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
    let folder = folder.path();
    let Some((kind, rest)) = data.split_first() else { return Ok(()) };
    let u = &mut Unstructured::new(rest);
    let (kind, is_whole) =
        if kind % 4 > 0 { write(u, folder)? } else { (write_any(rest, folder), false) };
    let checks = [
        check::<u8>,
        check::<u16>,
        check::<i32>,
        check::<f32>,
        check::<f64>,
        check::<bool>,
        check::<f16>,
        check::<bf16>,
        check::<Complex<f32>>,
        check::<[u8; 3]>,
    ];
    checks[kind](u, folder, is_whole)
}

fuzz_target!(|data: &[u8]| {
    let _ = run(data);
});
