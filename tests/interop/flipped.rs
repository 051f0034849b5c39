//! Small files, damaged at each byte, through every reader of files and of tensors in memory. A format without a checksum shows
//! a flipped bit of an element, of no other.

use super::owners::{taken, theirs};
use super::spoilt::{Damage, damage};
use super::{Dynamic, coord, extents, indices};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use static_layout::interop::{Npz, dlpack::DLPackVersion};
use static_layout::*;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// The elements of each array of a test, `(2,3):(3,1)`. No last byte is 0, as bytes behind a file that is cut off may be.
const ELEMENTS: [i32; 6] = [70_000, -1, 0, 5, i32::MIN, -77];

/// The elements of the second file of an archive.
const OTHERS: [i32; 6] = [-3, 1 << 20, 8, 9, -70_000, 11];

/// A file of version 1, 2 or 3.
fn npy(version: u8, elements: &[i32; 6]) -> Vec<u8> {
    let file = View::new(elements, layout!((2, 3):(3, 1))).unwrap().to_npy_copied().unwrap();
    if version == 1 {
        return file;
    }
    // The length has two bytes more, and the header as many spaces less.
    let (text, elements) = file[10..].split_at(file.len() - 24 - 10);
    let text = [&text[..text.len() - 3], b"\n"].concat();
    let len = (text.len() as u32).to_le_bytes();
    [b"\x93NUMPY", &[version, 0][..], &len, &text, elements].concat()
}

fn safetensors() -> Vec<u8> {
    let tensor = TensorView::new(Dtype::I32, vec![2, 3], bytemuck::cast_slice(&ELEMENTS)).unwrap();
    let other = TensorView::new(Dtype::I32, vec![6], &[9; 24]).unwrap();
    safetensors::serialize([("w", tensor), ("b", other)], None).unwrap()
}

/// An archive of a file that is stored, and of one that is compressed. One flipped bit makes the name of one that of the other.
fn npz() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, method, elements) in [
        ("a", zip::CompressionMethod::Stored, &ELEMENTS),
        ("c", zip::CompressionMethod::Deflated, &OTHERS),
    ] {
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file(format!("{name}.npy"), options).unwrap();
        archive.write_all(&npy(1, elements)).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// The layout and the elements that a reader finds, if it does not refuse.
type Found = Option<(String, Vec<i32>)>;

/// Rows of run-time extents, the type of copies.
type Rows = Layout!((?, ?):(?, 1));

fn of_view<E>(view: Result<Dynamic<'_, i32>, E>) -> Found {
    let view = view.ok()?;
    let layout = view.dynamic_layout();
    let at = |index: Vec<usize>| *view.try_at(&coord(&index)).unwrap();
    Some((layout.to_string(), indices(&extents(&layout)).map(at).collect()))
}

fn of_owned<E>(owned: Result<Boxed<i32, Rows>, E>) -> Found {
    let owned = owned.ok()?;
    Some((owned.layout().to_string(), owned.as_slice().to_vec()))
}

/// In place, at a multiple of 16, and copied.
fn read_npy(file: &[u8]) -> Vec<Found> {
    let mut room = vec![0_u128; file.len().div_ceil(16)];
    let bytes = &mut bytemuck::cast_slice_mut(&mut room)[..file.len()];
    bytes.copy_from_slice(file);
    vec![of_view(View::from_npy(bytes)), of_owned(Boxed::from_npy_copied(file))]
}

fn read_safetensors(file: &[u8]) -> Vec<Found> {
    let file = SafeTensors::deserialize(file);
    let Ok(tensor) = file.and_then(|file| file.tensor("w")) else { return Vec::new() };
    vec![
        of_view(View::from_safetensors(&tensor)),
        of_owned(Boxed::from_safetensors_copied(&tensor)),
    ]
}

/// Each file of an archive in place and copied, and then what is read under other names.
fn read_npz(file: &[u8]) -> Vec<Found> {
    let Ok(archive) = Npz::new(file) else { return Vec::new() };
    let read = |name: &str| {
        let copied = archive.npy_copied(name).ok();
        [archive.npy(name).ok().map(<[u8]>::to_vec), copied]
            .map(|file| read_npy(&file?).swap_remove(1))
    };
    let (ours, names) = (["a", "c"], archive.names());
    let others = names.iter().filter(|name| !ours.contains(&name.as_str()));
    let others = others.flat_map(|name| read(name)).filter(Option::is_some);
    ours.into_iter().flat_map(read).chain(others).collect()
}

/// A tensor of another library, whose version is this file.
fn read_dlpack(version: &[u8]) -> Vec<Found> {
    let Ok(version) = version.try_into() else { return Vec::new() };
    let (version, mut tensor) = (u64::from_le_bytes(version), theirs(0, &[2, 3], None));
    tensor.version = DLPackVersion { major: version as u32, minor: (version >> 32) as u32 };
    taken(tensor).iter().map(|tensor| of_view(View::from_dlpack(tensor))).collect()
}

#[test]
fn files_and_tensors() {
    let bytes: &[u8] = bytemuck::cast_slice(&ELEMENTS);
    let ours = Npz::write([("a", npy(1, &ELEMENTS)), ("c", npy(1, &OTHERS))]).unwrap();
    type Read = fn(&[u8]) -> Vec<Found>;
    let rows: [(&str, Vec<u8>, Read, bool); 7] = [
        // The name, the file, the reader, and whether the file has a checksum.
        ("npy 1", npy(1, &ELEMENTS), read_npy, false),
        ("npy 2", npy(2, &ELEMENTS), read_npy, false),
        ("npy 3", npy(3, &ELEMENTS), read_npy, false),
        ("safetensors", safetensors(), read_safetensors, false),
        ("npz", npz(), read_npz, true),
        ("npz of ours", ours, read_npz, true),
        ("dlpack 1.0", vec![1, 0, 0, 0, 0, 0, 0, 0], read_dlpack, false),
    ];
    for (name, file, read, has_checksum) in rows {
        let start = file.windows(24).position(|window| window == bytes).unwrap_or(file.len());
        let order = file.iter().position(|byte| b"<>".contains(byte));
        let [cut, flipped] = damage(name, &file, 8, read, |Damage { at, is_cut }, whole, found| {
            let is_its_element = |k: usize| k * 4 + start <= at && at < k * 4 + start + 4;
            // The other order of bytes is a file of other numbers.
            let is_order = Some(at) == order && name.starts_with("npy");
            !has_checksum
                && !is_cut
                && whole.0 == found.0
                && (0..6).all(|k| whole.1[k] == found.1[k] || is_its_element(k) || is_order)
        });
        assert_eq!(cut, read(&file).len() * file.len(), "{name}");
        // Half of the flips before the elements at least.
        assert!(flipped >= 4 * start.min(file.len()), "{name}: {flipped}");
    }
}
