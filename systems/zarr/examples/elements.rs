//! Prints the elements of arrays and writes arrays, for programs that compare them: `tools/compare/zarr_files.py`.
//!
//! Each line of the standard input is the name of a type and a folder. Its answer is one line: the extents of the chunks inside
//! shards, the bytes of the elements in row-major order as hexadecimal digits, and the name of the type in the metadata; or why
//! they are not read. The types are those of Zarr, and `raw5` for elements of five bytes. A part of an array is also read: it has
//! the same elements, or the program ends.
//!
//! A line may go on with what is to be written there: `{"shape": [5], "chunk": [2], "inner": null, "gzip": 1, "bytes": ".."}`.

use half::{bf16, f16};
use num_complex::Complex;
use serde_json::Value;
use static_layout_zarr::{
    Element, NamedElement, NewArray, Region, ZarrArray, ZarrError, ZarrWriter,
};
use std::io::BufRead;
use std::path::Path;

/// The most elements of an array.
const MOST: usize = 1 << 16;

fn elements<T: Element>(path: &Path) -> Result<String, ZarrError> {
    let array = ZarrArray::<T>::open(path)?;
    let shape = array.shape();
    let whole = Region::new(&vec![0; shape.len()], shape);
    if whole.size() > MOST {
        return Err(ZarrError::Allocation(whole.size()));
    }
    let bytes = |list: &[T]| bytemuck::cast_slice::<T, u8>(list).to_vec();
    let read = array.read(&whole);
    // From each corner, and one chunk.
    let mut parts: Vec<Region> = (0..1_usize << shape.len().min(4))
        .map(|corner| {
            let part = |(axis, n): (usize, &usize)| {
                if corner >> axis & 1 == 0 { (0, n / 2) } else { (n / 2, n - n / 2) }
            };
            let (start, shape): (Vec<_>, Vec<_>) = shape.iter().enumerate().map(part).unzip();
            Region::new(&start, &shape)
        })
        .collect();
    parts.extend(array.grid().chunks().next().and_then(|at| array.grid().region(&at).ok()));
    for part in parts {
        let Ok(found) = array.read(&part) else {
            assert!(read.is_err(), "{}: {part} is refused", path.display());
            continue;
        };
        let Ok(read) = &read else { continue };
        let expected = (0..part.size()).map(|k| read.as_slice()[place(k, &part, shape)]);
        let expected: Vec<T> = expected.collect();
        assert_eq!(bytes(found.as_slice()), bytes(&expected), "{}: {part}", path.display());
    }
    let inner = array.inner_grid()?.map_or(Vec::new(), |grid| grid.chunk().to_vec());
    let digits: String = bytes(read?.as_slice()).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{inner:?} {digits} {}", array.data_type()))
}

/// Writes an array chunk by chunk, each from its part of the elements.
fn write<T: NamedElement>(path: &Path, what: &Value) -> Result<String, ZarrError> {
    let list = |key: &str| -> Option<Vec<usize>> {
        what[key].as_array()?.iter().map(|n| Some(n.as_u64()? as usize)).collect()
    };
    let [shape, chunk] = ["shape", "chunk"].map(|key| list(key).expect("extents"));
    let mut new = NewArray::new(&shape, &chunk);
    if let Some(inner) = list("inner") {
        new = new.with_shards_of(&inner);
    }
    if let Some(level) = what["gzip"].as_u64() {
        new = new.with_gzip(level as u32);
    }
    let digits = what["bytes"].as_str().expect("digits").as_bytes().chunks(2);
    let byte = |two: &[u8]| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap();
    let bytes: Vec<u8> = digits.map(byte).collect();
    let bits: Vec<T::Bits> =
        bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect();
    let all = T::checked(bits).expect("elements");
    let writer = ZarrWriter::<T>::create(path, &new)?;
    for at in writer.grid().chunks() {
        let part = writer.grid().region(&at)?;
        let of_part = (0..part.size()).map(|k| all[place(k, &part, &shape)]);
        writer.write_chunk(&at, &of_part.collect::<Vec<T>>())?;
    }
    writer.finish()?;
    elements::<T>(path)
}

/// The number of element `k` of a part in an array.
fn place(mut k: usize, part: &Region, shape: &[usize]) -> usize {
    let mut at = vec![0; shape.len()];
    for axis in (0..shape.len()).rev() {
        at[axis] = part.start()[axis] + k % part.shape()[axis];
        k /= part.shape()[axis];
    }
    at.iter().zip(shape).fold(0, |k, (at, n)| k * n + at)
}

/// Reads, or writes what the rest of the line says.
fn act<T: NamedElement>(path: &Path, what: &Value) -> Result<String, ZarrError> {
    if what.is_null() { elements::<T>(path) } else { write::<T>(path, what) }
}

/// A table of functions that read the bits of types of these sizes.
macro_rules! bits {
    ($($size:literal)*) => {
        |size: usize, path: &Path| match size {
            $($size => elements::<[u8; $size]>(path),)*
            _ => Err(ZarrError::Shape(format!("elements of {size} bytes"))),
        }
    };
}

fn main() -> std::io::Result<()> {
    let bits = bits! { 1 2 3 4 5 6 7 8 9 10 12 14 16 18 20 24 28 32 36 40 };
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (name, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (path, what) = rest.split_once(' ').unwrap_or((rest, "null"));
        let (path, what) = (Path::new(path), serde_json::from_str(what)?);
        let answer = match name {
            "bool" => act::<bool>(path, &what),
            "int8" => act::<i8>(path, &what),
            "int16" => act::<i16>(path, &what),
            "int32" => act::<i32>(path, &what),
            "int64" => act::<i64>(path, &what),
            "uint8" => act::<u8>(path, &what),
            "uint16" => act::<u16>(path, &what),
            "uint32" => act::<u32>(path, &what),
            "uint64" => act::<u64>(path, &what),
            "float16" => act::<f16>(path, &what),
            "bfloat16" => act::<bf16>(path, &what),
            "float32" => act::<f32>(path, &what),
            "float64" => act::<f64>(path, &what),
            "complex64" => act::<Complex<f32>>(path, &what),
            "complex128" => act::<Complex<f64>>(path, &what),
            raw => bits(raw.trim_start_matches("raw").parse().unwrap_or_default(), path),
        };
        match answer {
            Ok(text) => println!("read {text}"),
            Err(error) => println!("refused {}", error.to_string().replace('\n', " ")),
        }
    }
    Ok(())
}
