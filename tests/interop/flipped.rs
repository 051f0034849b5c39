//! Small files, cut off at each byte and with each bit flipped, through every reader of files: refused, or equal. A format
//! without a checksum shows a flipped bit of an element, of no other.

use super::{Dynamic, coord, extents, indices};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use static_layout::interop::Npz;
use static_layout::*;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// The elements of each array of a test, `(2,3):(3,1)`.
const ELEMENTS: [i32; 6] = [70_000, -1, 0, 5, i32::MIN, 77];

fn npy() -> Vec<u8> {
    View::new(&ELEMENTS, layout!((2, 3):(3, 1))).unwrap().to_npy_copied().unwrap()
}

/// Bytes at a multiple of 16.
fn aligned(bytes: &[u8]) -> Vec<u128> {
    let mut room = vec![0_u128; bytes.len().div_ceil(16)];
    bytemuck::cast_slice_mut(&mut room)[..bytes.len()].copy_from_slice(bytes);
    room
}

/// Each file that is cut off or has a flipped bit, with the byte that was flipped.
fn spoilt(file: &[u8]) -> impl Iterator<Item = (Option<usize>, Vec<u8>)> {
    let cut = (0..file.len()).map(|len| (None, file[..len].to_vec()));
    let flipped = (0..8 * file.len()).map(|bit| {
        let mut flipped = file.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        (Some(bit / 8), flipped)
    });
    cut.chain(flipped)
}

/// The elements that a reader finds, if it does not refuse.
type Found = Option<(String, Vec<i32>)>;

fn of_view<E>(view: Result<Dynamic<'_, i32>, E>) -> Found {
    let view = view.ok()?;
    let layout = view.dynamic_layout();
    let at = |index: Vec<usize>| *view.try_at(&coord(&index)).unwrap();
    Some((layout.to_string(), indices(&extents(&layout)).map(at).collect()))
}

fn of_owned<E>(owned: Result<Boxed<i32, Layout!((?, ?):(?, 1))>, E>) -> Found {
    let owned = owned.ok()?;
    Some((owned.layout().to_string(), owned.as_slice().to_vec()))
}

/// Reads an `.npy` file in place and copied.
fn read_npy(file: &[u8]) -> [Found; 2] {
    let room = aligned(file);
    let bytes = &bytemuck::cast_slice(&room)[..file.len()];
    [of_view(View::from_npy(bytes)), of_owned(Boxed::from_npy_copied(file))]
}

fn read_safetensors(file: &[u8], name: &str) -> [Found; 2] {
    let Ok(tensors) = SafeTensors::deserialize(file) else { return [None, None] };
    let Ok(tensor) = tensors.tensor(name) else { return [None, None] };
    [of_view(View::from_safetensors(&tensor)), of_owned(Boxed::from_safetensors_copied(&tensor))]
}

/// The file as it is.
fn whole(found: [Found; 2]) -> [(String, Vec<i32>); 2] {
    found.map(|found| found.expect("the whole file is read"))
}

/// Compares what is found with the whole file. A flip inside the elements that begin at `start` shows in its element.
fn check(
    name: &str,
    flipped: Option<usize>,
    start: usize,
    expected: &(String, Vec<i32>),
    found: Found,
) {
    let Some((layout, elements)) = found else { return };
    let at = flipped.unwrap_or_else(|| panic!("{name}: a file that is cut off is read"));
    assert_eq!(layout, expected.0, "{name}: byte {at}");
    let differ = |k: &usize| elements[*k] != expected.1[*k];
    let other: Vec<usize> = (0..elements.len()).filter(differ).collect();
    let allowed = at.checked_sub(start).map(|at| at / 4);
    assert!(other.iter().all(|k| Some(*k) == allowed), "{name}: byte {at} changes {other:?}");
}

#[test]
fn npy_files() {
    let file = npy();
    let start = file.len() - 24;
    let order = file.iter().position(|byte| b"<>".contains(byte)).unwrap();
    let expected = whole(read_npy(&file));
    for (flipped, spoilt) in spoilt(&file) {
        let [viewed, copied] = read_npy(&spoilt);
        check("from_npy", flipped, start, &expected[0], viewed);
        // The other order of bytes is a file of other numbers.
        if flipped != Some(order) {
            check("from_npy_copied", flipped, start, &expected[1], copied);
        }
    }
}

#[test]
fn safetensors_files() {
    let bytes: &[u8] = bytemuck::cast_slice(&ELEMENTS);
    let tensor = TensorView::new(Dtype::I32, vec![2, 3], bytes).unwrap();
    let other = TensorView::new(Dtype::I32, vec![6], &[9; 24]).unwrap();
    let file = safetensors::serialize([("w", tensor), ("b", other)], None).unwrap();
    let start = file.windows(24).position(|window| window == bytes).unwrap();
    let expected = whole(read_safetensors(&file, "w"));
    for (flipped, spoilt) in spoilt(&file) {
        for (found, expected) in read_safetensors(&spoilt, "w").into_iter().zip(&expected) {
            // The other tensor has no element of this one.
            let flipped = flipped.map(|at| if at < start + 24 { at } else { 0 });
            check("safetensors", flipped, start, expected, found);
        }
    }
}

/// Each file in an archive has a checksum.
#[test]
fn archives() {
    let file = npy();
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, method) in
        [("a", zip::CompressionMethod::Stored), ("b", zip::CompressionMethod::Deflated)]
    {
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file(format!("{name}.npy"), options).unwrap();
        archive.write_all(&file).unwrap();
    }
    let by_zip = archive.finish().unwrap().into_inner();
    let ours = Npz::write([("a", &file), ("b", &file)]).unwrap();
    for archive in [by_zip, ours] {
        let mut refused = 0;
        for (_, spoilt) in spoilt(&archive) {
            let Ok(spoilt) = Npz::new(&spoilt) else {
                refused += 1;
                continue;
            };
            for name in spoilt.names() {
                let (viewed, copied) = (spoilt.npy(&name), spoilt.npy_copied(&name));
                refused += usize::from(copied.is_err());
                assert!(viewed.is_err() || viewed == Ok(&file), "{name}");
                assert!(copied.is_err() || copied == Ok(file.clone()), "{name}");
            }
        }
        assert!(refused > archive.len(), "{refused}");
    }
}
