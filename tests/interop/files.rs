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

    /// `copy(c) = array(c)` for rows and columns on both sides, gaps, strides backwards, nested modes, and extents beyond and
    /// below a block of a transpose.
    #[test]
    fn copies_in_every_order(
        rows in 1_usize..40, columns in 1_usize..40, gap in 0_usize..3, fortran in any::<bool>(), big in any::<bool>(),
        backwards in any::<bool>(), offset in 0_usize..2,
    ) {
        type Expected = fn(usize, usize) -> u16;
        let value: Expected = |i, j| (300 * i + j) as u16;
        let extents = [rows, columns];
        let all = || indices(&extents).map(|index| (index[0], index[1]));
        let order = if fortran { "True" } else { "False" };
        let bytes = |value: u16| if big { value.to_be_bytes() } else { value.to_le_bytes() };
        let elements: Vec<u8> = if fortran {
            (0..columns).flat_map(|j| (0..rows).flat_map(move |i| bytes(value(i, j)))).collect()
        } else {
            all().flat_map(|(i, j)| bytes(value(i, j))).collect()
        };
        let descr = if big { ">u2" } else { "<u2" };
        let file = npy(&header(descr, order, &format!("({rows}, {columns})")), &elements);
        let file = Aligned::at(&file, offset);
        macro_rules! copies_to {
            ($($layout:ty)*) => {$(
                let copied = Boxed::<u16, $layout>::from_npy_copied(file.bytes()).unwrap();
                prop_assert!(all().all(|at| copied[at] == value(at.0, at.1)), stringify!($layout));
            )*};
        }
        copies_to! {
            Layout!((?, ?):row) Layout!((?, ?):col) Layout!((?, ?):(?, 1)) Layout!((?, ?):(1, 50)) Layout!((?, ?):(3, ?))
            Layout!((?, ?):(50, 1)) Layout!((?, ?):(-1, 41)) Layout!((?, ?):(90, -2))
        }
        let copied = Boxed::<u16, dynamic::Layout>::from_npy_copied(file.bytes()).unwrap();
        prop_assert!(indices(&[rows, columns]).all(|at| copied.view().try_at(&coord(&at)) == Ok(&value(at[0], at[1]))));

        // Views with gaps, forwards and backwards, are written in C order.
        let (down, right) = if fortran { (1, rows + gap) } else { (columns + gap, 1) };
        let mut array = vec![0; (rows + gap) * (columns + gap)];
        all().for_each(|(i, j)| array[i * down + j * right] = value(i, j));
        let (down, right) = (down as isize, right as isize);
        let c_order: Vec<u16> = if backwards {
            all().map(|(i, j)| value(rows - 1 - i, j)).collect()
        } else {
            all().map(|(i, j)| value(i, j)).collect()
        };
        let array = ndarray::ArrayView2::from_shape(
            ndarray::ShapeBuilder::strides((rows, columns), (down as usize, right as usize)), &array,
        ).unwrap();
        let array = array.slice_move(ndarray::s![..;if backwards { -1 } else { 1 }, ..]);
        let view = Dynamic2::from_ndarray(array).unwrap();
        let bytes: Vec<u8> = c_order.iter().flat_map(|x| x.to_ne_bytes()).collect();
        prop_assert!(view.to_npy_copied().unwrap().ends_with(&bytes));
        let data = view.to_safetensors_copied().unwrap();
        prop_assert_eq!(safetensors::View::data(&data), &bytes[..]);
        prop_assert!(view.to_ndarray_copied::<ndarray::Ix2>().unwrap().iter().eq(&c_order));
        let copied = view.copied().unwrap();
        prop_assert!(indices(&[rows, columns]).zip(&c_order).all(|(at, x)| copied.view().try_at(&coord(&at)) == Ok(x)));
        let copied = Boxed::<_, Layout!((?, ?):col)>::from_ndarray_copied(array).unwrap();
        prop_assert!(all().zip(&c_order).all(|(at, x)| copied[at] == *x));
        let texts = array.map(u16::to_string);
        let copied = Boxed::<_, Layout!((?, ?):col)>::from_ndarray_copied(texts.view()).unwrap();
        prop_assert!(all().zip(&c_order).all(|(at, x)| copied[at] == x.to_string()));
        prop_assert!(copied.view().to_ndarray_copied::<ndarray::Ix2>().unwrap() == texts);
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

type Dynamic2<'a> = View<'a, u16, dynamic::Layout>;

/// The leaves of both sides are split into loops of as many steps, if they divide each other.
#[test]
fn copies_of_nested_modes() {
    let data: Vec<u16> = (0..72).collect();
    let naive = |i: usize, j: usize| (12 * j + i) as u16;
    let extents = [12, 6];
    let all = || indices(&extents).map(|index| (index[0], index[1]));
    let flat = View::new(&data, layout!((12, 6):(1, 12))).unwrap();
    let nested = flat.read_axes_copied::<Layout!(((3, 4), (2, 3)):((24, 6), (3, 1)))>().unwrap();
    assert!(all().all(|(i, j)| nested[((i % 3, i / 3), (j % 2, j / 2))] == naive(i, j)));
    assert_eq!(nested.as_slice().len(), 24 * 2 + 6 * 3 + 3 + 2 + 1);
    let nested = nested.view();
    let back = nested.read_axes_copied::<Layout!((?, ?):row)>().unwrap();
    assert!(all().all(|at| back[at] == naive(at.0, at.1)));
    let other = nested.read_axes_copied::<Layout!(((4, 3), (3, 2)):((1, 4), (12, 36)))>().unwrap();
    assert_eq!(other.as_slice(), data);
    let c_order: Vec<u8> = all().flat_map(|(i, j)| naive(i, j).to_ne_bytes()).collect();
    assert!(nested.to_npy_copied().unwrap().ends_with(&c_order));
    assert!(flat.to_npy_copied().unwrap().ends_with(&c_order));
}

/// The characters of long strings are reversed one by one, and so are the parts of short ones.
#[test]
fn long_elements_of_the_other_byte_order() {
    let data: Vec<u8> = (0..160).collect();
    for (size, shape) in [(20, "(2,)"), (2, "(20,)")] {
        let file = npy(&header(&format!(">U{size}"), "False", shape), &data);
        let expected: Vec<u32> =
            data.chunks_exact(4).map(|x| u32::from_be_bytes(x.try_into().unwrap())).collect();
        for offset in 0..2 {
            let file = Aligned::at(&file, offset);
            let found: Vec<u32> = match size {
                20 => {
                    let bits =
                        Boxed::<[u32; 20], dynamic::Layout>::from_npy_bits_copied(file.bytes());
                    bits.unwrap().0.as_slice().concat()
                }
                _ => {
                    let bits =
                        Boxed::<[u32; 2], dynamic::Layout>::from_npy_bits_copied(file.bytes());
                    bits.unwrap().0.as_slice().concat()
                }
            };
            assert_eq!(found, expected);
        }
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
            "{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (2,)}",
            "expected a string, as plain types have before",
        ),
        (
            "{'descr': [('a', 'f')}",
            "expected a type, or a list of fields such as [('a', '<f4')], before",
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
    let record = npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", &[0; 8]);
    assert_eq!(refused::<f32>(&record), "the elements are '[('a', '<f4')]', not f32");
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
        refused::<u8>(&npy(&header("|u1", "False", &format!("({})", "1,".repeat(33))), &[0])),
        "the .npy file has 33 axes, and a layout has at most 32"
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

/// More than 12 axes are groups of 12. Every coordinate has the element that NumPy has there.
#[test]
fn files_of_many_axes() {
    for rank in 12..=32_usize {
        // Most axes have one index, so the array is small.
        let extents: Vec<usize> = (0..rank).map(|k| if k % 4 == 3 { 2 } else { 1 }).collect();
        let count: usize = extents.iter().product();
        let shape: String = extents.iter().map(|extent| format!("{extent},")).collect();
        let bytes: Vec<u8> = (0..count).flat_map(|i| (i as u16).to_be_bytes()).collect();
        for fortran in [false, true] {
            let order = if fortran { "True" } else { "False" };
            let file = npy(&header(">u2", order, &format!("({shape})")), &bytes);
            let read = Boxed::<u16, dynamic::Layout>::from_npy_copied(&file).unwrap();
            let layout = read.dynamic_layout();
            assert_eq!(
                (layout.leaf_count(), layout.rank()),
                (rank, if rank == 12 { 12 } else { rank.div_ceil(12) })
            );
            for index in indices(&extents) {
                let leaves: Vec<dynamic::IntTuple> =
                    index.iter().map(|&i| dynamic::IntTuple::from(i as i64)).collect();
                let groups: Vec<_> =
                    leaves.chunks(12).map(|c| dynamic::IntTuple::tuple(c).unwrap()).collect();
                let at =
                    if rank == 12 { groups[0] } else { dynamic::IntTuple::tuple(&groups).unwrap() };
                let axes: Vec<_> = index.iter().zip(&extents).collect();
                let fold = |position, (i, extent): &(&usize, &usize)| position * **extent + **i;
                let position = if fortran {
                    axes.iter().rev().fold(0, fold)
                } else {
                    axes.iter().fold(0, fold)
                };
                assert_eq!(
                    read.view().try_at(&at.into()),
                    Ok(&(position as u16)),
                    "{layout} {index:?}"
                );
            }
        }
    }
}

/// What is read with more than 12 axes is written with these axes, by each format and crate, in C order.
#[test]
fn arrays_of_many_axes_are_written_as_such() {
    use arrow_array::types::UInt16Type;
    use ndarray::{ArrayView, IxDyn};
    type Run = dynamic::Layout;
    for rank in [13, 24, 25, 32_usize] {
        let extents: Vec<usize> = (0..rank).map(|k| 1 + usize::from(k % 4 == 3)).collect();
        let values: Vec<u16> = (0..extents.iter().product::<usize>() as u16).collect();
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let shape: Vec<String> = extents.iter().map(usize::to_string).collect();
        let shape = format!("({})", shape.join(", "));
        for order in ["False", "True"] {
            let file = npy(&header("<u2", order, &shape), &bytes);
            let read = Boxed::<u16, Run>::from_npy_copied(&file).unwrap();
            let view = read.view();
            // NumPy's array of the same file.
            let strides: Vec<isize> =
                (0..rank).map(|k| view.dynamic_layout().leaf(k).1 as isize).collect();
            let steps = IxDyn(&strides.iter().map(|&d| d as usize).collect::<Vec<_>>());
            let array = ArrayView::from_shape(
                ndarray::ShapeBuilder::strides(IxDyn(&extents), steps),
                &values,
            )
            .unwrap();
            let in_c_order: Vec<u16> = array.iter().copied().collect();
            let bytes_in_c_order: Vec<u8> =
                in_c_order.iter().flat_map(|value| value.to_le_bytes()).collect();
            assert_eq!(in_c_order == values, order == "False");

            let again = view.to_npy_copied().unwrap();
            assert_eq!(again, npy(&header("<u2", "False", &shape), &bytes_in_c_order));
            let again = Boxed::<u16, Run>::from_npy_copied(&again).unwrap();
            assert_eq!(again.as_slice(), in_c_order);
            assert!(again.view().elements().eq(view.elements()));

            let tensor = view.to_safetensors_copied().unwrap();
            let file = safetensors::serialize([("w", tensor)], None).unwrap();
            let file = SafeTensors::deserialize(&file).unwrap();
            let tensor = file.tensor("w").unwrap();
            assert_eq!((tensor.shape(), tensor.data()), (&extents[..], &bytes_in_c_order[..]));
            if order == "False" {
                let tensor = view.to_safetensors().unwrap();
                assert_eq!((tensor.shape(), tensor.data()), (&extents[..], &bytes[..]));
            } else {
                assert!(refusal(view.to_safetensors()).contains("axis 3 has the stride"));
            }

            let lists = view.to_arrow_copied::<UInt16Type>().unwrap();
            let back = View::<u16, Run>::from_arrow::<UInt16Type>(&lists).unwrap();
            assert_eq!(back.dynamic_layout().shape(), view.dynamic_layout().shape());
            assert!(back.elements().eq(view.elements()));

            let tensor = view.to_dlpack_copied().unwrap();
            let axes = tensor.as_raw().dl_tensor;
            assert_eq!(axes.ndim as usize, rank);
            let back = View::<u16, Run>::from_dlpack(&tensor).unwrap();
            assert_eq!(back.dynamic_layout().shape(), view.dynamic_layout().shape());
            assert!(back.elements().eq(view.elements()));
            let tensor = view.to_dlpack().unwrap();
            assert_eq!(tensor.as_raw().ndim as usize, rank);

            assert!(
                View::<u16, Run>::from_ndarray(array.clone())
                    .unwrap()
                    .elements()
                    .eq(view.elements())
            );
            assert_eq!(view.to_ndarray::<IxDyn>().unwrap(), array);
            assert_eq!(view.to_ndarray_copied::<IxDyn>().unwrap(), array);
            assert_eq!(
                view.to_mdarray_copied::<mdarray::DynRank>().unwrap().dims(),
                extents.as_slice()
            );
        }
    }
}

/// An array of more than 12 axes is not one of the groups, as a matrix or an image is read.
#[test]
fn arrays_of_many_axes_are_no_matrices() {
    let bytes: Vec<u8> = (0..1 << 13).map(|i| i as u8).collect();
    for order in ["False", "True"] {
        let file = npy(&header("|u1", order, &format!("({})", "2,".repeat(13))), &bytes);
        let words = "the array has rank 13, the layout rank 2";
        type Matrix = Layout!((?, ?):(?, ?));
        assert!(refusal(View::<u8, Matrix>::from_npy(&file)).ends_with(words));
        assert!(refusal(Boxed::<u8, Matrix>::from_npy_copied(&file)).ends_with(words));
        let view = View::<u8, dynamic::Layout>::from_npy(&file).unwrap();
        let words = "it has rank 13, the array rank 2";
        assert!(refusal(view.to_nalgebra()).ends_with(words));
        assert!(refusal(view.to_nalgebra_copied()).ends_with(words));
        assert!(refusal(view.to_rows()).ends_with(words));
        assert!(refusal(view.to_rows_copied()).ends_with(words));
        assert!(refusal(view.to_ndarray::<ndarray::Ix2>()).ends_with(words));
        assert!(refusal(view.to_ndarray_copied::<ndarray::Ix2>()).ends_with(words));
        assert!(refusal(view.to_mdarray_copied::<(mdarray::Dyn, mdarray::Dyn)>()).ends_with(words));
    }
}

/// The elements of a file of either byte order, at any address, in a layout of run time.
#[test]
fn copies_with_layouts_of_run_time() {
    for extents in [vec![], vec![0], vec![3], vec![2, 3], vec![2, 0, 3], vec![2, 1, 3, 2]] {
        let count: usize = extents.iter().product();
        let shape: String = extents.iter().map(|extent| format!("{extent},")).collect();
        let values: Vec<f32> = (0..count).map(|i| i as f32 - 0.5).collect();
        for (descr, big, fortran) in
            [(">f4", true, false), ("<f4", false, false), (">f4", true, true), ("f4", false, true)]
        {
            let bytes: Vec<u8> = values
                .iter()
                .flat_map(|value| if big { value.to_be_bytes() } else { value.to_le_bytes() })
                .collect();
            let order = if fortran { "True" } else { "False" };
            let file = npy(&header(descr, order, &format!("({shape})")), &bytes);
            let apart = Aligned::at(&file, 1);
            let read = Boxed::<f32, dynamic::Layout>::from_npy_copied(apart.bytes()).unwrap();
            assert_eq!(read.as_slice(), values);
            let (bits, name) =
                Boxed::<u32, dynamic::Layout>::from_npy_bits_copied(apart.bytes()).unwrap();
            assert!(
                bits.as_slice().iter().map(|&bits| f32::from_bits(bits)).eq(values.iter().copied())
            );
            assert_eq!(name, descr);
            for (at, index) in indices(&extents).enumerate() {
                let value = read.view().try_at(&coord(&index)).copied().unwrap();
                assert!(fortran || value == values[at]);
            }
        }
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let apart = Aligned::at(&bytes, 1);
        let tensor = TensorView::new(Dtype::F32, extents.clone(), apart.bytes()).unwrap();
        let read = Boxed::<f32, dynamic::Layout>::from_safetensors_copied(&tensor).unwrap();
        assert_eq!((read.as_slice(), extents.len()), (&values[..], read.dynamic_layout().rank()));
    }
    // Gaps and other directions: C order.
    let data: Vec<i32> = (0..40).collect();
    for (origin, layout) in [(0, "(3,4):(8,2)"), (39, "(3,4):(-8,-1)"), (5, "(3,4):(0,1)")] {
        let view = View::dynamic(&data, origin, layout.parse().unwrap()).unwrap();
        let copied = view.copied().unwrap();
        assert_eq!(copied.dynamic_layout().to_string(), "(3,4):(4,1)");
        assert!(copied.view().elements().eq(view.elements()));
    }
    for (layout, copy) in [
        ("((2,2),3):((1,8),2)", "((2,2),3):((6,3),1)"),
        ("((2,2),3):((1,6),2)", "((2,2),3):((1,6),2)"),
        ("(2,1,3):(3,-7,1)", "(2,1,3):(3,-7,1)"),
        ("(2,1,3):(3,0,2)", "(2,1,3):(3,0,1)"),
        ("(2,3):(2,1)", "(2,3):(3,1)"),
        ("(2,0):(-2,1)", "(2,0):(0,1)"),
    ] {
        let view = View::dynamic(&data, 20, layout.parse().unwrap()).unwrap();
        let copied = view.copied().unwrap();
        assert_eq!(copied.dynamic_layout().to_string(), copy);
        assert!(copied.view().elements().eq(view.elements()), "{layout}");
    }
    let mut columns =
        View::dynamic(&data, 0, "(3,4):(1,3)".parse().unwrap()).unwrap().copied().unwrap();
    *columns.view_mut().try_at_mut(&coord(&[1, 1])).unwrap() = 7;
    assert_eq!(
        (columns.dynamic_layout().to_string(), columns.as_slice()[4]),
        ("(3,4):(1,3)".into(), 7)
    );
}

/// Every text that NumPy reads as a type of ours, and others.
#[test]
fn names_of_element_types() {
    fn reads<T: ArrayElement + bytemuck::CheckedBitPattern>(descr: &str) -> Result<(), String> {
        let file = npy(&header(descr, "False", "()"), &vec![0; size_of::<T>()]);
        let file = Aligned::at(&file, 0);
        View::<T, dynamic::Layout>::from_npy(file.bytes())
            .map(|_| ())
            .map_err(|error| error.to_string())
    }
    for descr in ["f4", "<f4", "=f4", "|f4", "float32", "single", "f", "<f"] {
        assert_eq!(reads::<f32>(descr), Ok(()), "{descr}");
    }
    for descr in ["|u1", ">u1", "=u1", "u1", "uint8", "B", "ubyte"] {
        assert_eq!(reads::<u8>(descr), Ok(()), "{descr}");
    }
    for descr in ["?", "|b1", "b1", "bool", "bool_", "<?"] {
        assert_eq!(reads::<bool>(descr), Ok(()), "{descr}");
    }
    for descr in ["i8", "q", "int64", "longlong", "=q"] {
        assert_eq!(reads::<i64>(descr), Ok(()), "{descr}");
    }
    // `b` is a byte, `b1` a truth value.
    assert_eq!(reads::<i8>("b"), Ok(()));
    assert_eq!(reads::<f64>("float"), Ok(()));
    assert_eq!(
        reads::<f32>(">f4").unwrap_err(),
        "the bytes of the elements are in the other order: copy them"
    );
    for descr in ["<float32", "F4", "f4 ", " f4", "f3", "<", "", "4", "f", "c8", "M8[ns]", "O"] {
        let found = reads::<i32>(descr).unwrap_err();
        assert_eq!(found, format!("the elements are '{descr}', not i32"));
    }
    let found = reads::<i64>("<l").unwrap_err();
    assert_eq!(found, "the elements are '<l', whose size depends on the machine, not i64");
}

#[test]
fn elements_of_other_types_are_bits() {
    type Any<T> = View<'static, T, dynamic::Layout>;
    fn of<T: bytemuck::AnyBitPattern>(
        descr: &str,
        bytes: &[u8],
    ) -> Result<(Vec<T>, String), String> {
        let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,), }}");
        let read = Boxed::<T, dynamic::Layout>::from_npy_bits_copied(&npy(&text, bytes));
        read.map(|(read, name)| (read.as_slice().to_vec(), name)).map_err(|error| error.to_string())
    }
    let eight = [1, 2, 3, 4, 5, 6, 7, 8];
    let sixteen: Vec<u8> = (0..16).collect();
    assert_eq!(of::<u16>("'<V2'", &eight[..4]).unwrap(), (vec![0x0201, 0x0403], "<V2".into()));
    assert_eq!(of::<[u8; 3]>("'|S3'", &eight[..6]).unwrap().0, [[1, 2, 3], [4, 5, 6]]);
    assert_eq!(
        of::<i64>("'>M8[ns]'", &sixteen).unwrap().0,
        [0x0001_0203_0405_0607, 0x0809_0A0B_0C0D_0E0F]
    );
    // The parts of a complex number, and characters, are reversed one by one.
    assert_eq!(of::<[u32; 2]>("'>c8'", &sixteen).unwrap().0[1], [0x0809_0A0B, 0x0C0D_0E0F]);
    assert_eq!(of::<[u32; 2]>("'>U2'", &sixteen).unwrap().0[0], [0x0001_0203, 0x0405_0607]);
    let record = "[('a', '<i2'), (('title', 'b'), '|u1', (2,)), ('', '|V4')]";
    let (read, name) = of::<[u8; 8]>(record, &sixteen).unwrap();
    assert_eq!((read[1], name.as_str()), ([8, 9, 10, 11, 12, 13, 14, 15], record));
    assert_eq!(
        of::<[u8; 8]>("[('a', [('b', '<f4'), ('c', '<f4')])]", &sixteen).unwrap().0.len(),
        2
    );
    assert_eq!(
        of::<[u8; 2]>("[('a', '>i2')]", &eight[..4]).unwrap_err(),
        "fields of the other byte order are not read"
    );
    assert_eq!(of::<u64>("'|O'", &sixteen).unwrap_err(), "the elements are '|O', not u64");
    assert_eq!(
        of::<u32>("'<c8'", &sixteen).unwrap_err(),
        "the elements are '<c8' of 8 bytes, not u32"
    );
    // A string is a code or a name, for NumPy too, at any level.
    let strings = ["\"[('a', '<u8')]\"", "[('a', \"[('b', '<u8')]\")]"];
    let twice = ["[('a', '<i4'), ('a', '<i4')]", "[(('a', 'b'), '<i4'), ('a', '<i4')]"];
    for text in ["[('a', '|O')]", "[('a',)]", "[('a', '<f4'", "[3]", "('<f4', (2,))"]
        .into_iter()
        .chain(strings)
        .chain(twice)
    {
        assert!(of::<u64>(text, &sixteen).is_err(), "{text}");
    }
    let deep = format!("{}'<u8'{}", "[('a', ".repeat(40), ")]".repeat(40));
    assert!(of::<u64>(&deep, &sixteen).is_err());
    let file = npy(&header(">c8", "False", "(1,)"), &eight);
    let apart: &'static [u8] = file.leak();
    assert_eq!(
        refusal(Any::<[u8; 8]>::from_npy_bits(apart)),
        "the bytes of the elements are in the other order: copy them"
    );

    let tensor = TensorView::new(Dtype::F8_E5M2, vec![4, 2], &eight).unwrap();
    let (view, name) = View::<u8, Layout!((?, 2):(2, 1))>::from_safetensors_bits(&tensor).unwrap();
    assert_eq!((view[(3, 0)], name.as_str()), (7, "F8_E5M2"));
    assert_eq!(
        refusal(View::<u16, dynamic::Layout>::from_safetensors_bits(&tensor)),
        "the elements are F8_E5M2 of 1 bytes, not u16"
    );
    let tensor = TensorView::new(Dtype::C64, vec![2], &sixteen).unwrap();
    let (read, _) =
        Boxed::<[u32; 2], dynamic::Layout>::from_safetensors_bits_copied(&tensor).unwrap();
    assert_eq!(read.as_slice()[1], [0x0B0A_0908, 0x0F0E_0D0C]);
    let tensor = TensorView::new(Dtype::F4, vec![4], &eight[..2]).unwrap();
    assert_eq!(
        refusal(View::<u8, dynamic::Layout>::from_safetensors_bits(&tensor)),
        "the elements are F4 of 4 bits, which share bytes, not u8"
    );
}
