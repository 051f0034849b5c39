//! Reads any file as `.npy`, `.npz` and `safetensors`. The result is a view with as many elements as its size, or an
//! error. Copies from an archive equal its arrays.

#![no_main]

use bytemuck::checked::CheckedBitPattern;
use libfuzzer_sys::fuzz_target;
use safetensors::SafeTensors;
use static_layout::*;
use static_layout::{interop::ArrayElement, interop::ArrayError, interop::Npz};
use static_layout_fuzz::said::one_line;

type AnyView<'a, T> = View<'a, T, dynamic::Layout>;
type NpyRowMajor = Layout!((?, ?):(?, 1));
type NpyColumnMajor = Layout!((?, ?):(1, ?));

/// The most bytes of an array from an archive.
const MOST: usize = 1 << 16;

/// Returns the value, or checks that the error has one line.
fn accepted<T>(answer: Result<T, ArrayError>) -> Option<T> {
    answer.map_err(|error| one_line(&error, &error)).ok()
}

/// Checks that each element of the view is in the file.
fn is_inside<T: Copy>(view: &AnyView<'_, T>, file: &[u8]) {
    let inside = file.as_ptr_range();
    let mut count = 0;
    for element in view.elements() {
        let element: *const T = element;
        assert!(inside.start <= element.cast() && element.wrapping_add(1).cast() <= inside.end);
        count += 1;
    }
    assert_eq!(count, view.dynamic_layout().size());
}

/// Checks that both copies of a matrix have the same elements.
fn agree<T: Copy + PartialEq>(
    rows: Option<Boxed<T, NpyRowMajor>>,
    columns: Option<Boxed<T, NpyColumnMajor>>,
) {
    match (rows, columns) {
        (Some(rows), Some(columns)) => {
            // NaN is not equal to itself, so such numbers are skipped.
            assert!(rows.entries().all(|(at, x)| columns[at] == *x || *x != *x));
        }
        (rows, columns) => assert!(rows.is_none() && columns.is_none()),
    }
}

fn npy<T: ArrayElement + CheckedBitPattern + PartialEq>(file: &[u8]) {
    if let Some(view) = accepted(AnyView::<T>::from_npy(file)) {
        is_inside(&view, file);
    }
    agree(
        accepted(Boxed::<T, _>::from_npy_copied(file)),
        accepted(Boxed::<T, _>::from_npy_copied(file)),
    );
}

fn every_npy(file: &[u8]) {
    npy::<f32>(file);
    npy::<u8>(file);
    npy::<i16>(file);
    npy::<bool>(file);
}

fn npz(file: &[u8]) {
    let Some(archive) = accepted(Npz::new(file)) else { return };
    let archive = archive.at_most(MOST);
    for name in archive.names().iter().take(8) {
        let (here, copied) = (accepted(archive.npy(name)), accepted(archive.npy_copied(name)));
        if let Some(copied) = &copied {
            assert!(copied.len() <= MOST);
            every_npy(copied);
        }
        if let (Some(here), Some(copied)) = (here, copied) {
            assert!(here == copied);
        }
    }
}

fn tensors(file: &[u8]) {
    fn check<T: ArrayElement + CheckedBitPattern + PartialEq>(
        tensor: &safetensors::tensor::TensorView<'_>,
        file: &[u8],
    ) {
        if let Some(view) = accepted(AnyView::<T>::from_safetensors(tensor)) {
            is_inside(&view, file);
        }
        agree(
            accepted(Boxed::<T, _>::from_safetensors_copied(tensor)),
            accepted(Boxed::<T, _>::from_safetensors_copied(tensor)),
        );
    }
    let Ok(read) = SafeTensors::deserialize(file) else { return };
    for (_, tensor) in read.tensors() {
        check::<f32>(&tensor, file);
        check::<u8>(&tensor, file);
        check::<i16>(&tensor, file);
        check::<bool>(&tensor, file);
    }
}

/// Splits off the first line as text.
fn parts(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

/// Adds the magic bytes of each format, so that the fuzzer reaches the rest.
fn npy_of(bytes: &[u8]) -> Vec<u8> {
    let (header, elements) = parts(bytes);
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend_from_slice(header);
    file.extend_from_slice(elements);
    file
}

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    match kind % 8 {
        0 => every_npy(rest),
        1 | 2 => every_npy(&npy_of(rest)),
        3 => npz(rest),
        4 => {
            // An archive that the library wrote, with one byte changed.
            let (at, rest) = rest.split_at(rest.len().min(3));
            let mut file = Npz::write([("a", npy_of(rest)), ("b", rest.to_vec())]).unwrap();
            npz(&file);
            if let [low, high, with] = *at {
                let at = usize::from(u16::from_le_bytes([low, high])) % file.len();
                file[at] ^= with;
                npz(&file);
            }
        }
        5 => tensors(rest),
        _ => {
            let (header, elements) = parts(rest);
            let mut file = (header.len() as u64).to_le_bytes().to_vec();
            file.extend_from_slice(header);
            file.extend_from_slice(elements);
            tensors(&file);
        }
    }
});
