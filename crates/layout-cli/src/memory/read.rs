//! Reads a layout of memory with the bytes of its elements.

use crate::dialect::source::guessed_tensor;
use crate::dialect::{Foreign, recognised};
use crate::{Failure, MaybeSwizzled};

/// Reads a layout of memory, and the bytes of an element: `bytes`, or the size of the element type in the text. `None` without
/// either.
///
/// ```
/// use layout_cli::memory::read;
/// assert_eq!(read("memref<8x64xf16>", None)?.1, Some(2));
/// assert_eq!(read("(8,64):(64,1)", None)?.1, None);
/// let refused = read("memref<8x64xf16>", Some(4)).unwrap_err();
/// assert_eq!(refused.message(), "the elements of the text are f16, of 16 bits, not of 4 bytes");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// # Errors
///
/// A text that is not a layout, and an element type whose size is not `bytes`, not a whole number of bytes, or not known.
pub fn read(text: &str, bytes: Option<i64>) -> Result<(MaybeSwizzled, Option<i64>), Failure> {
    let layout = MaybeSwizzled::read(text)?;
    let said = recognised(text).and_then(Result::ok).or_else(|| guessed_tensor(text));
    let Some(element) = said.and_then(|said: Foreign| said.element) else {
        return Ok((layout, bytes));
    };
    let refused = |rest: String| {
        let message = format!("the elements of the text are {element}, {rest}");
        Err(Failure::new(message).at(text, 0..text.len()))
    };
    match (element.bits(), bytes) {
        (Some(bits), Some(bytes)) if bytes.checked_mul(8) != Some(bits) => {
            refused(format!("of {bits} bits, not of {bytes} bytes"))
        }
        (Some(bits), None) if bits % 8 != 0 => {
            refused(format!("of {bits} bits, and banks and transactions count bytes"))
        }
        (Some(bits), None) => Ok((layout, Some(bits / 8))),
        (None, None) => refused("whose bytes are not known: --bytes says them".into()),
        (_, bytes) => Ok((layout, bytes)),
    }
}
