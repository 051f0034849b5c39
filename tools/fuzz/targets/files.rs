//! Reads any file as `.npy`, `.npz`, `safetensors` and as a message of Arrow's IPC format, by each element type and as bits. The
//! result is a view with as many elements as its size, or an error. Copies from an archive equal its arrays.

#![no_main]

use bytemuck::Pod;
use bytemuck::checked::CheckedBitPattern;
use libfuzzer_sys::fuzz_target;
use safetensors::{SafeTensors, tensor::TensorView};
use static_layout::interop::{ArrayElement, ArrayError, ArrayLayout, Npz};
use static_layout::*;
use static_layout_fuzz::arrays::{AnyCopy, AnyView, Npy, Reader, accepted, every_type, is_inside};

/// The most bytes of an array from an archive.
const MOST: usize = 1 << 16;

fn every_npy(file: &[u8]) {
    every_type(&Npy(file), file);
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

/// A tensor of a `safetensors` file.
struct Safetensors<'a>(TensorView<'a>);

impl Reader for Safetensors<'_> {
    fn view<T: ArrayElement + CheckedBitPattern>(&self) -> Result<AnyView<'_, T>, ArrayError> {
        View::from_safetensors(&self.0)
    }
    fn copied<T: ArrayElement + CheckedBitPattern, L: ArrayLayout>(
        &self,
    ) -> Result<Boxed<T, L>, ArrayError> {
        Boxed::from_safetensors_copied(&self.0)
    }
    fn bits<T: Pod>(&self) -> Result<(AnyView<'_, T>, String), ArrayError> {
        View::from_safetensors_bits(&self.0)
    }
    fn bits_copied<T: Pod>(&self) -> Result<(AnyCopy<T>, String), ArrayError> {
        Boxed::from_safetensors_bits_copied(&self.0)
    }
}

fn tensors(file: &[u8]) {
    let Ok(read) = SafeTensors::deserialize(file) else { return };
    for (_, tensor) in read.tensors() {
        every_type(&Safetensors(tensor), file);
    }
}

/// A tensor in a message of Arrow's IPC format.
fn message(file: &[u8]) {
    fn check<T: ArrayElement + Pod>(file: &[u8]) {
        let copy = accepted(AnyCopy::<T>::from_arrow_ipc_copied(file));
        if let Some((view, names)) = accepted(AnyView::<T>::from_arrow_ipc(file)) {
            is_inside(&view, file);
            let (copy, same) = copy.expect("a copy of what has a view");
            let all = |view: AnyView<'_, T>| {
                view.elements().flat_map(bytemuck::bytes_of).copied().collect::<Vec<u8>>()
            };
            assert_eq!((all(view), names), (all(copy.view()), same));
        }
    }
    check::<u8>(file);
    check::<i16>(file);
    check::<half::f16>(file);
    check::<f32>(file);
    check::<u64>(file);
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
    if kind >= 248 {
        return message(rest);
    }
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
