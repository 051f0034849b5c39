//! Reads any file by the reader of the example. The result is an array with as many elements as its shape, or an error. The library
//! reads each element type from the same file, and the same bits.

#![no_main]

use libfuzzer_sys::fuzz_target;
use static_layout_fuzz::arrays::{Npy, every_type};

#[allow(dead_code, reason = "the example reads files, this only bytes")]
// `rustfmt` does not find the modules of a file at a path.
#[rustfmt::skip]
#[path = "../../../examples/sgemm/npy.rs"]
mod npy;

/// A file with the given dictionary and elements.
fn file(version: u8, dictionary: &[u8], elements: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    match version {
        1 => bytes.extend((dictionary.len() as u16).to_le_bytes()),
        _ => bytes.extend((dictionary.len() as u32).to_le_bytes()),
    }
    bytes.extend(dictionary);
    bytes.extend(elements);
    bytes
}

fn check<T: npy::Element>(bytes: &[u8]) {
    match npy::parse::<T>(bytes) {
        Ok(array) => assert_eq!(array.data.len(), array.shape.iter().product::<usize>()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    let bytes = match kind {
        0..64 => rest.to_vec(),
        // The magic bytes and the length are valid, so that the fuzzer reaches the rest.
        64.. => {
            let at = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let (dictionary, elements) = rest.split_at(at);
            file(1 + kind % 3, dictionary, elements.get(1..).unwrap_or_default())
        }
    };
    check::<f32>(&bytes);
    check::<u8>(&bytes);
    every_type(&Npy(&bytes), &bytes);
});
