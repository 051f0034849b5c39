//! `.npy`, `.npz`, `safetensors`.

use super::{Dynamic, coord, indices, refusal};
use proptest::prelude::*;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use static_layout::*;
use static_layout::{interop::ArrayElement, interop::ArrayError, interop::Npz};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// Bytes at an address `offset` bytes after a multiple of 64.
struct Aligned {
    room: Vec<u8>,
    start: usize,
    len: usize,
}

impl Aligned {
    fn at(bytes: &[u8], offset: usize) -> Self {
        let mut room = vec![0; bytes.len() + 128];
        let start = room.as_ptr().align_offset(64) + offset;
        room[start..start + bytes.len()].copy_from_slice(bytes);
        Aligned { room, start, len: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        &self.room[self.start..self.start + self.len]
    }
}

/// A file of version 1.0.
fn npy(dictionary: &str, elements: &[u8]) -> Vec<u8> {
    let mut text = dictionary.to_string();
    while !(text.len() + 11).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend((text.len() as u16).to_le_bytes());
    out.extend(text.as_bytes());
    out.extend(elements);
    out
}

fn header(descr: &str, order: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}")
}

/// The refusal of a view of bytes at a multiple of 64.
fn refused<T: ArrayElement + bytemuck::CheckedBitPattern>(file: &[u8]) -> String {
    let file = Aligned::at(file, 0);
    refusal(View::<T, dynamic::Layout>::from_npy(file.bytes()))
}

proptest! {
    #[test]
    fn npy_and_back(
        extents in proptest::collection::vec(0_usize..5, 0..4), fortran in any::<bool>(), big in any::<bool>()
    ) {
        let count: usize = extents.iter().product();
        let values: Vec<i32> = (0..count as i32).map(|i| 70_000 * i - 1).collect();
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| if big { value.to_be_bytes() } else { value.to_le_bytes() })
            .collect();
        let shape: String = extents.iter().map(|extent| format!("{extent},")).collect();
        let order = if fortran { "True" } else { "False" };
        let file = npy(&header(if big { ">i4" } else { "<i4" }, order, &format!("({shape})")), &bytes);
        let file = Aligned::at(&file, 0);
        let naive = |index: &[usize]| {
            let axes = index.iter().zip(&extents);
            let fold = |position, (i, extent): (&usize, &usize)| position * extent + i;
            values[if fortran { axes.rev().fold(0, fold) } else { axes.fold(0, fold) }]
        };
        let view = Dynamic::from_npy(file.bytes());
        if big {
            prop_assert_eq!(view.err(), Some(ArrayError::ByteOrder));
        } else {
            let view = view.unwrap();
            for index in indices(&extents) {
                prop_assert_eq!(view.try_at(&coord(&index)), Ok(&naive(&index)));
            }
            // This library writes C order.
            let again = view.to_npy_copied().unwrap();
            let again = Aligned::at(&again, 0);
            let back = Dynamic::from_npy(again.bytes()).unwrap();
            prop_assert!(indices(&extents).all(|index| back.try_at(&coord(&index)) == Ok(&naive(&index))));
        }
        if let [rows, columns] = extents[..] {
            // Unaligned, in either order.
            let apart = Aligned::at(file.bytes(), 1);
            let copied = Boxed::<i32, Layout!((?, ?):(1, ?))>::from_npy_copied(apart.bytes()).unwrap();
            prop_assert!(indices(&[rows, columns]).all(|index| copied[(index[0], index[1])] == naive(&index)));
        }
    }

    #[test]
    fn safetensors_and_back(extents in proptest::collection::vec(0_usize..5, 0..4)) {
        let count: usize = extents.iter().product();
        let bytes: Vec<u8> = (0..count).flat_map(|i| (i as f32 / 2.0).to_le_bytes()).collect();
        let bytes = Aligned::at(&bytes, 0);
        let tensor = TensorView::new(Dtype::F32, extents.clone(), bytes.bytes()).unwrap();
        let view = View::<f32, dynamic::Layout>::from_safetensors(&tensor).unwrap();
        for (i, index) in indices(&extents).enumerate() {
            prop_assert_eq!(view.try_at(&coord(&index)), Ok(&(i as f32 / 2.0)));
        }
        prop_assert_eq!(&view.to_safetensors().unwrap(), &tensor);
        let file = safetensors::serialize([("w", view.to_safetensors_copied().unwrap())], None).unwrap();
        let file = SafeTensors::deserialize(&file).unwrap();
        prop_assert_eq!(file.tensor("w").unwrap(), tensor);
    }
}

#[test]
fn npy_files_that_do_not_fit() {
    let good = npy(&header("<f4", "False", "(2, 3)"), &[0; 24]);
    let aligned = Aligned::at(&good, 0);
    assert!(View::<f32, Layout!((2, 3):(3, 1))>::from_npy(aligned.bytes()).is_ok());
    assert_eq!(
        refusal(View::<f32, Layout!((2, 3):(1, 2))>::from_npy(aligned.bytes())),
        "cannot read the array (2,3):(3,1) as (2,3):(1,2): axis 0 has the stride 3, not 1"
    );
    let apart = Aligned::at(&good, 2);
    assert_eq!(
        refusal(View::<f32, dynamic::Layout>::from_npy(apart.bytes())),
        "the first element is 2 bytes past a multiple of 4, the alignment of its type: copy it"
    );
    assert!(Boxed::<f32, Layout!((2, 3):(3, 1))>::from_npy_copied(apart.bytes()).is_ok());
    assert_eq!(
        refused::<f32>(&npy(&header(">f4", "False", "(2, 3)"), &[0; 24])),
        "the bytes of the elements are in the other order: copy them"
    );
    assert_eq!(refused::<f64>(&good), "the elements are '<f4', not f64");
    assert_eq!(refused::<i32>(&good), "the elements are '<f4', not i32");
    assert_eq!(refused::<f32>(&good[..good.len() - 1]), "the elements take 24 bytes, 23 are there");
    assert_eq!(
        refused::<f32>(&[&good[..], &[0]].concat()),
        "the elements take 24 bytes, 25 are there"
    );
    assert_eq!(
        refused::<bool>(&npy(&header("|b1", "False", "(2,)"), &[1, 2])),
        "the bytes of an element are not a value of bool"
    );
    assert_eq!(refused::<f32>(b"P"), r"not an .npy file: it does not begin with \x93NUMPY");
    assert_eq!(
        refused::<f32>(b"\x93NUMPY\x04\x00\x00\x00"),
        "version 4.0 of .npy is not known: 1.0, 2.0 and 3.0 are"
    );
    assert_eq!(
        refused::<f32>(b"\x93NUMPY\x00\x00\x00\x00"),
        "version 0.0 of .npy is not known: 1.0, 2.0 and 3.0 are"
    );
    assert_eq!(
        refused::<f32>(b"\x93NUMPY\x02\x01\x00\x00\x00\x00"),
        "version 2.1 of .npy is not known: 1.0, 2.0 and 3.0 are"
    );
    assert_eq!(
        refused::<f32>(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}"),
        "the .npy header is cut off"
    );
    assert_eq!(refused::<f32>(&good[..9]), "the .npy header is cut off");
    let cases = [
        ("[]", "expected { before \"[]"),
        (
            "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
            "expected a string, as plain types have before",
        ),
        (
            "{'descr': '<f4', 'descr': '<f4'}",
            "expected each of 'descr', 'fortran_order', 'shape' once before",
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'shape': ()}",
            "expected each of 'descr', 'fortran_order', 'shape' once before",
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'order': 'C'}",
            "expected each of 'descr', 'fortran_order', 'shape' once before",
        ),
        (
            "{'descr': '<f4', 'fortran_order': False}",
            "expected each of 'descr', 'fortran_order', 'shape' once before",
        ),
        (
            "{'descr': '<f4', 'fortran_order': 0, 'shape': ()}",
            "expected False before \"0, 'shape': ()}",
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
            "expected an extent before \"-1,)}",
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "expected an extent before",
        ),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': ()} 1", "expected the end before"),
        ("{'descr", "expected the end of a string before"),
    ];
    for (dictionary, expected) in cases {
        let found = refused::<f32>(&npy(dictionary, &[]));
        assert!(found.starts_with(&format!("malformed .npy header: {expected}")), "{found}");
    }
    // Products of extents that wrap, with and without an extent of 0.
    let huge = format!("(4294967296, 4294967296, {})", 1_u64 << 63);
    for shape in
        ["(4294967296, 4294967296)", "(0, 4294967296, 4294967296)", &huge, "(9223372036854775808,)"]
    {
        let found = refused::<f32>(&npy(&header("<f4", "False", shape), &[]));
        assert!(found.starts_with("cannot make"), "{shape}: {found}");
    }
    assert_eq!(
        refused::<f64>(&npy(&header("<f8", "False", "(4611686018427387904,)"), &[])),
        format!("the elements take {} bytes, 0 are there", usize::MAX)
    );
    assert_eq!(
        refused::<u8>(&npy(&header("|u1", "False", &format!("({})", "1,".repeat(13))), &[0])),
        "cannot make: more than 12 modes at one level"
    );
}

/// Versions 2.0 and 3.0 have a length of four bytes.
#[test]
fn npy_files_of_later_versions() {
    let dictionary = header("<u2", "False", "(2,)");
    for version in [2, 3] {
        let mut file = [b"\x93NUMPY", &[version, 0][..]].concat();
        file.extend((dictionary.len() as u32 + 1).to_le_bytes());
        file.extend([dictionary.as_bytes(), b"\n", &[1, 0, 2, 0]].concat());
        let read = Boxed::<u16, Layout!((2,):(1,))>::from_npy_copied(&file).unwrap();
        assert_eq!(read.as_slice(), [1, 2]);
    }
}

/// An extent of 0 counts as 1 in the strides of the axes before it, as in NumPy.
#[test]
fn strides_beside_no_elements() {
    let file = npy(&header("<f4", "False", "(2, 0, 3)"), &[]);
    let view = View::<f32, dynamic::Layout>::from_npy(&file).unwrap();
    assert_eq!(view.dynamic_layout().to_string(), "(2,0,3):(3,3,1)");
}

/// A file without elements may lie at any address.
#[test]
fn no_elements_need_no_alignment() {
    let file = npy(&header("<f8", "False", "(0,)"), &[]);
    for offset in 0..16 {
        let apart = Aligned::at(&file, offset);
        let view = View::<f64, dynamic::Layout>::from_npy(apart.bytes()).unwrap();
        assert_eq!(view.dynamic_layout().size(), 0, "{offset}");
    }
}

#[test]
fn safetensors_have_a_name_for_each_type() {
    fn name<T: ArrayElement + bytemuck::NoUninit + Default>() -> Dtype {
        View::new(&[T::default(); 2], layout!((2,):(1,))).unwrap().to_safetensors().unwrap().dtype()
    }
    let found = [name::<bool>(), name::<f32>(), name::<f64>()];
    assert_eq!(found, [Dtype::BOOL, Dtype::F32, Dtype::F64]);
    let found = [name::<u8>(), name::<u16>(), name::<u32>(), name::<u64>()];
    assert_eq!(found, [Dtype::U8, Dtype::U16, Dtype::U32, Dtype::U64]);
    let found = [name::<i8>(), name::<i16>(), name::<i32>(), name::<i64>()];
    assert_eq!(found, [Dtype::I8, Dtype::I16, Dtype::I32, Dtype::I64]);
    #[cfg(feature = "half")]
    assert_eq!([name::<half::f16>(), name::<half::bf16>()], [Dtype::F16, Dtype::BF16]);
}

#[test]
fn elements_of_half_a_word_have_names_where_the_format_has() {
    let data = [true, false, true];
    let file = View::new(&data, layout!((3,):(1,))).unwrap().to_npy_copied().unwrap();
    let text = "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }";
    assert!(file[10..].starts_with(text.as_bytes()) && file.len() == 128 + 3);
    assert!(View::<bool, Layout!((3,):(1,))>::from_npy(&file).unwrap()[2]);
    let scalar = View::new(&[1.5_f64], layout!(() : ())).unwrap().to_npy_copied().unwrap();
    assert_eq!(Boxed::<f64, Layout!(() : ())>::from_npy_copied(&scalar).unwrap().as_slice(), [1.5]);
}

#[test]
fn archives_of_npy_files() {
    let a = npy(&header("|u1", "False", "(2, 2)"), &[1, 2, 3, 4]);
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let deflated = stored.compression_method(zip::CompressionMethod::Deflated);
    for (name, options) in [("a.npy", stored), ("b.npy", deflated)] {
        archive.start_file(name, options).unwrap();
        archive.write_all(&a).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let archive = Npz::new(&bytes).unwrap();
    assert_eq!(archive.names(), ["a", "b"]);
    let inside = archive.npy("a").unwrap();
    assert!(bytes.as_ptr_range().contains(&inside.as_ptr()) && inside == a);
    assert_eq!(View::<u8, Layout!((?, 2):(2, 1))>::from_npy(inside).unwrap()[(1, 0)], 3);
    assert_eq!(refusal(archive.npy("b")), "b is compressed: `npy_copied` takes it out");
    assert_eq!(archive.npy_copied("b").unwrap(), a);
    assert_eq!(archive.npy_copied("a").unwrap(), a);
    assert!(archive.npy("c").is_err());
    assert!(Npz::new(b"PK").is_err());
    // A changed byte of the elements: the checksum of the file differs.
    let mut broken = bytes.clone();
    let at = bytes.windows(4).position(|window| window == [1, 2, 3, 4]).unwrap();
    broken[at] = 9;
    assert!(Npz::new(&broken).unwrap().npy_copied("a").is_err());
    assert_eq!(refusal(Npz::new(&broken).unwrap().npy("a")), "Invalid checksum");
    // The size of a file is limited, and must equal the size in the directory at the end.
    let limited = |most| Npz::new(&bytes).unwrap().at_most(most).npy_copied("b");
    assert_eq!(limited(a.len()).unwrap(), a);
    let words = format!("b takes {} bytes, and at most {} are taken out", a.len(), a.len() - 1);
    assert_eq!(refusal(limited(a.len() - 1)), words);
    let entry = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    for wrong in [a.len() - 1, a.len() + 1, 1 << 30] {
        let mut lying = bytes.clone();
        lying[entry + 24..entry + 28].copy_from_slice(&(wrong as u32).to_le_bytes());
        assert!(Npz::new(&lying).unwrap().npy_copied("b").is_err());
    }
    // So must the sizes of a file that is not compressed: the one that is stored, and the other.
    let entry_of_a = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    for wrong in [a.len() - 1, a.len() + 1, 2 * a.len(), 0, 1 << 30] {
        for fields in [&[20][..], &[24], &[20, 24]] {
            let mut lying = bytes.clone();
            for at in fields.iter().map(|field| entry_of_a + field) {
                lying[at..at + 4].copy_from_slice(&(wrong as u32).to_le_bytes());
            }
            let lying = Npz::new(&lying).unwrap();
            assert!(lying.npy("a").is_err(), "{wrong} at {fields:?}");
            assert!(lying.npy_copied("a").is_err(), "{wrong} at {fields:?}");
        }
    }
    // An archive without a limit of its own has the limit of 1 GiB.
    let mut large = bytes.clone();
    large[entry + 24..entry + 28].copy_from_slice(&((1_u32 << 30) + 1).to_le_bytes());
    let words = "b takes 1073741825 bytes, and at most 1073741824 are taken out";
    assert_eq!(refusal(Npz::new(&large).unwrap().npy_copied("b")), words);
}

#[test]
fn archives_of_ours() {
    let doubles = View::new(&[1.0, 2.0, 3.0], layout!((3,))).unwrap().to_npy_copied().unwrap();
    let bytes = View::new(&[4_u8; 5], layout!((5,))).unwrap().to_npy_copied().unwrap();
    let files = [("odd", &bytes), ("numbers", &doubles), ("again", &doubles)];
    let archive = Aligned::at(&Npz::write(files).unwrap(), 0);
    let read = Npz::new(archive.bytes()).unwrap();
    assert_eq!(read.names(), ["odd", "numbers", "again"]);
    for (name, file) in files {
        let inside = read.npy(name).unwrap();
        assert_eq!((inside, inside.as_ptr().align_offset(64)), (&file[..], 0));
        assert_eq!(&read.npy_copied(name).unwrap(), file);
    }
    // Elements of a view must be aligned.
    let view = View::<f64, Layout!((3,):(1,))>::from_npy(read.npy("again").unwrap()).unwrap();
    assert_eq!(view[2], 3.0);
    assert!(Npz::new(&Npz::write([("", ""); 0]).unwrap()).unwrap().names().is_empty());
    assert!(Npz::write([("a", &bytes), ("a", &bytes)]).is_err());
}

#[test]
fn safetensors_that_do_not_fit() {
    let bytes = Aligned::at(&[0; 32], 0);
    let (aligned, apart) = (&bytes.bytes()[..24], &bytes.bytes()[1..25]);
    let tensor = TensorView::new(Dtype::F32, vec![2, 3], aligned).unwrap();
    assert_eq!(
        refusal(View::<f32, Layout!((2, 3):(1, 2))>::from_safetensors(&tensor)),
        "cannot read the array (2,3):(3,1) as (2,3):(1,2): axis 0 has the stride 3, not 1"
    );
    assert_eq!(
        refusal(View::<i32, dynamic::Layout>::from_safetensors(&tensor)),
        "the elements are F32, not i32"
    );
    let tensor = TensorView::new(Dtype::F32, vec![2, 3], apart).unwrap();
    assert_eq!(
        refusal(View::<f32, dynamic::Layout>::from_safetensors(&tensor)),
        "the first element is 1 bytes past a multiple of 4, the alignment of its type: copy it"
    );
    assert!(Boxed::<f32, Layout!((2, 3):(3, 1))>::from_safetensors_copied(&tensor).is_ok());
    let view = View::new(&[1_u8, 2, 3, 4], layout!((2, 2):(1, 2))).unwrap();
    assert_eq!(
        refusal(view.to_safetensors()),
        "cannot read the array (2,2):(1,2) as (2,2):(2,1): axis 0 has the stride 1, not 2"
    );
}
