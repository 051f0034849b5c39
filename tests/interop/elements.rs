//! Each element type through each format that has it, both ways, and the refusals of those that do not.

use super::{coord, indices, refusal};
use bytemuck::{CheckedBitPattern, NoUninit};
use safetensors::{Dtype, SafeTensors};
use static_layout::interop::{ArrayElement, DlpackTensor, Npz};
use static_layout::*;
use std::fmt::Debug;

type Columns = Layout!((3, 2):(1, 3));

/// Three rows of two elements, their columns contiguous.
fn columns<T: Copy>(values: [T; 6]) -> Boxed<T, Columns> {
    Boxed::from_slice(layout!((3, 2):(1, 3)), &values).unwrap()
}

/// Checks that the view has the elements of [`columns`] at every coordinate.
fn equal<T: PartialEq + Debug>(view: View<'_, T, dynamic::Layout>, values: [T; 6]) {
    for at in indices(&[3, 2]) {
        assert_eq!(view.try_at(&coord(&at)), Ok(&values[at[0] + 3 * at[1]]));
    }
}

/// The file with the bytes of each part of an element reversed, and the sign of the other order.
fn swapped(file: &[u8], unit: usize) -> Vec<u8> {
    let mut file = file.to_vec();
    let sign = file.iter().position(|byte| *byte == b'<').unwrap();
    file[sign] = b'>';
    let start = file.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    file[start..].chunks_exact_mut(unit).for_each(<[u8]>::reverse);
    file
}

/// A copy of the file at a multiple of 16, and the same with each part of another order.
fn npy<T>(values: [T; 6], descr: &str, unit: usize)
where
    T: ArrayElement + CheckedBitPattern + NoUninit + PartialEq + Debug,
{
    let ours = columns(values);
    let file = ours.to_npy_copied().unwrap();
    let text = String::from_utf8_lossy(&file[10..80]).into_owned();
    assert!(text.starts_with(&format!("{{'descr': '{descr}', ")), "{text}");
    let mut room = vec![0_u128; file.len().div_ceil(16)];
    let bytes = &mut bytemuck::cast_slice_mut(&mut room)[..file.len()];
    bytes.copy_from_slice(&file);
    equal(View::<T, dynamic::Layout>::from_npy(bytes).unwrap(), values);
    if unit > 1 {
        let other = swapped(&file, unit);
        let read = Boxed::<T, dynamic::Layout>::from_npy_copied(&other).unwrap();
        equal(read.view(), values);
        assert!(refusal(View::<T, dynamic::Layout>::from_npy(&other)).contains("the other order"));
        let archive = Npz::write([("a", &other), ("b", &file)]).unwrap();
        let archive = Npz::new(&archive).unwrap();
        for name in ["a", "b"] {
            let file = archive.npy_copied(name).unwrap();
            equal(Boxed::<T, dynamic::Layout>::from_npy_copied(&file).unwrap().view(), values);
        }
    }
    // Names without a size.
    for (code, name) in
        [("c8", "complex64"), ("c16", "complex128"), ("f2", "float16"), ("b1", "bool")]
    {
        if &descr[1..] != code {
            continue;
        }
        let header = format!("{{'descr': '{name}', 'fortran_order': False, 'shape': (3, 2)}}");
        let mut named = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        named.extend(format!("{header:117}\n").bytes());
        named.extend(&file[file.len() - 6 * size_of::<T>()..]);
        let read = Boxed::<T, dynamic::Layout>::from_npy_copied(&named);
        equal(read.unwrap().view(), values);
    }
}

fn safetensors<T>(values: [T; 6], dtype: Dtype)
where
    T: ArrayElement + CheckedBitPattern + NoUninit + PartialEq + Debug,
{
    let ours = columns(values);
    let file = safetensors::serialize([("w", ours.view().to_safetensors_copied().unwrap())], None);
    let file = file.unwrap();
    let file = SafeTensors::deserialize(&file).unwrap();
    let tensor = file.tensor("w").unwrap();
    assert_eq!(tensor.dtype(), dtype);
    equal(Boxed::<T, dynamic::Layout>::from_safetensors_copied(&tensor).unwrap().view(), values);
}

fn dlpack<T>(values: [T; 6], code: u8)
where
    T: ArrayElement + CheckedBitPattern + PartialEq + Debug,
{
    let ours = columns(values);
    let tensor = ours.view().to_dlpack().unwrap();
    let dtype = tensor.as_raw().dtype;
    assert_eq!((dtype.code, usize::from(dtype.bits), dtype.lanes), (code, 8 * size_of::<T>(), 1));
    let tensor: DlpackTensor = ours.view().to_dlpack_copied().unwrap();
    equal(View::<T, dynamic::Layout>::from_dlpack(&tensor).unwrap(), values);
    equal(Boxed::<T, dynamic::Layout>::from_dlpack_copied(&tensor).unwrap().view(), values);
}

#[test]
fn truth_values() {
    let values = [true, false, false, true, true, false];
    npy(values, "|b1", 1);
    safetensors(values, Dtype::BOOL);
    dlpack(values, 6);
}

#[cfg(feature = "half")]
#[test]
fn floats_of_16_bits() {
    use half::{bf16, f16};
    let values = [1.0, -0.5, 65504.0, 0.0, f32::INFINITY, -3.0];
    npy(values.map(f16::from_f32), "<f2", 2);
    safetensors(values.map(f16::from_f32), Dtype::F16);
    safetensors(values.map(bf16::from_f32), Dtype::BF16);
    dlpack(values.map(f16::from_f32), 2);
    dlpack(values.map(bf16::from_f32), 4);
    assert_eq!(
        refusal(columns(values.map(bf16::from_f32)).to_npy_copied()),
        "the elements are not known to NumPy, not bf16"
    );
    // Two bytes of NumPy are bits, with the name of their type.
    let file = columns(values.map(f16::from_f32)).to_npy_copied().unwrap();
    let (bits, name) = Boxed::<u16, dynamic::Layout>::from_npy_bits_copied(&file).unwrap();
    assert_eq!((bits.as_slice()[0], name.as_str()), (f16::ONE.to_bits(), "<f2"));
    let float32 = Boxed::filled(layout!((2,):(1,)), 1.0_f32).into_dlpack().unwrap();
    assert!(refusal(View::<bf16, dynamic::Layout>::from_dlpack(&float32)).contains("not bf16"));
}

#[cfg(feature = "num-complex")]
#[test]
fn complex_numbers() {
    use num_complex::Complex;
    let of = |k: i32| Complex::new(f64::from(k) - 2.5, 1.0 / f64::from(k + 1));
    let wide = [0, 1, 2, 3, 4, 5].map(of);
    let narrow = wide.map(|z| Complex::new(z.re as f32, z.im as f32));
    npy(narrow, "<c8", 4);
    npy(wide, "<c16", 8);
    safetensors(narrow, Dtype::C64);
    assert_eq!(
        refusal(columns(wide).view().to_safetensors_copied()),
        "the elements are not known to the format, not Complex<f64>"
    );
    dlpack(narrow, 5);
    dlpack(wide, 5);
    // Bits of any type of the size.
    let tensor = columns(narrow).into_dlpack().unwrap();
    let (bits, name) = View::<[f32; 2], dynamic::Layout>::from_dlpack_bits(&tensor).unwrap();
    assert_eq!((bits.try_at(&coord(&[1, 1])), name.as_str()), (Ok(&[1.5, 0.2]), "complex64"));
    let tensor = columns(wide).into_dlpack().unwrap();
    let (bits, name) = View::<u128, dynamic::Layout>::from_dlpack_bits(&tensor).unwrap();
    assert_eq!(
        (bits.dynamic_layout().to_string(), name.as_str()),
        ("(3,2):(1,3)".into(), "complex128")
    );
    // Another type of the same size is no complex number.
    let file = columns([1.0_f64; 6]).to_npy_copied().unwrap();
    assert_eq!(
        refusal(Boxed::<Complex<f32>, dynamic::Layout>::from_npy_copied(&file)),
        "the elements are '<f8', not Complex<f32>"
    );
    // Pairs of floats in a file, seen as complex numbers, and written as such.
    let pairs = View::new(&[1.0_f32, 2.0, 3.0, 4.0], layout!((2, 2):row)).unwrap();
    let file = pairs.recast::<Complex<f32>>().unwrap().squeeze().to_npy_copied().unwrap();
    let read = Boxed::<Complex<f32>, Layout!((?,):(1,))>::from_npy_copied(&file).unwrap();
    assert_eq!(read.as_slice(), [Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)]);
    let (floats, _) = Boxed::<[f32; 2], Layout!((?,):(1,))>::from_npy_bits_copied(&file).unwrap();
    assert_eq!(floats.as_slice(), [[1.0, 2.0], [3.0, 4.0]]);
}

/// A byte of `bool` other than 0 and 1 is refused before there is a view.
#[test]
fn bytes_that_are_no_truth_values() {
    let file = columns([2_u8; 6]).to_npy_copied().unwrap();
    let at = file.iter().position(|byte| *byte == b'u').unwrap();
    let mut bools = file.clone();
    bools[at] = b'b';
    let words = "the bytes of an element are not a value of bool";
    assert_eq!(refusal(View::<bool, dynamic::Layout>::from_npy(&bools)), words);
    assert_eq!(refusal(Boxed::<bool, dynamic::Layout>::from_npy_copied(&bools)), words);
    let (bits, name) = View::<u8, dynamic::Layout>::from_npy_bits(&bools).unwrap();
    assert_eq!((bits.elements().max(), name), (Some(&2), "|b1"));
    let tensor = safetensors::tensor::TensorView::new(Dtype::BOOL, vec![2], &[1, 3]).unwrap();
    assert_eq!(refusal(View::<bool, dynamic::Layout>::from_safetensors(&tensor)), words);
    assert_eq!(refusal(Boxed::<bool, dynamic::Layout>::from_safetensors_copied(&tensor)), words);
}
