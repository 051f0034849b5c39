//! Prints the elements of arrays, for programs that compare them: `tools/compare/zarr_files.py`.
//!
//! Each line of the standard input is the name of a type and a folder. Its answer is one line: the bytes of the elements in
//! row-major order, as hexadecimal digits, after the extents of the chunks inside shards; or why they are not read. A part of an
//! array is also read: it has the same elements, or the program ends.

use static_layout_zarr::{Element, Region, ZarrArray, ZarrError};
use std::io::BufRead;
use std::path::Path;

/// The most elements of an array.
const MOST: usize = 1 << 16;

fn elements<T: Element + PartialEq>(path: &Path) -> Result<String, ZarrError> {
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
        let expected: Vec<T> = (0..part.size())
            .map(|mut k| {
                let mut at = vec![0; shape.len()];
                for axis in (0..shape.len()).rev() {
                    at[axis] = part.start()[axis] + k % part.shape()[axis];
                    k /= part.shape()[axis];
                }
                read.as_slice()[at.iter().zip(shape).fold(0, |k, (at, n)| k * n + at)]
            })
            .collect();
        assert_eq!(bytes(found.as_slice()), bytes(&expected), "{}: {part}", path.display());
    }
    let inner = array.inner_grid()?.map_or(Vec::new(), |grid| grid.chunk().to_vec());
    let digits: String = bytes(read?.as_slice()).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{inner:?} {digits}"))
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (name, path) = line.split_once(' ').unwrap_or((&line, ""));
        let path = Path::new(path);
        let answer = match name {
            "int8" => elements::<i8>(path),
            "int16" => elements::<i16>(path),
            "int32" => elements::<i32>(path),
            "int64" => elements::<i64>(path),
            "uint8" => elements::<u8>(path),
            "uint16" => elements::<u16>(path),
            "uint32" => elements::<u32>(path),
            "uint64" => elements::<u64>(path),
            "float32" => elements::<f32>(path),
            _ => elements::<f64>(path),
        };
        match answer {
            Ok(text) => println!("read {text}"),
            Err(error) => println!("refused {error}"),
        }
    }
    Ok(())
}
