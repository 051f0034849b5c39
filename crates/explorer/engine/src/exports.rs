//! The functions for JavaScript, called in this order: [`reserve`] bytes for the question, [`answer`] it, and read the
//! answer from [`answered`].

use std::sync::Mutex;

/// The question before [`answer`], and the answer after it. WebAssembly runs one thread, so the lock is always free.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Reserves `length` bytes, and returns the address to which the question is written.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    let Ok(mut text) = TEXT.lock() else { return std::ptr::null_mut() };
    *text = vec![0; length];
    text.as_mut_ptr()
}

/// Answers the question in the reserved bytes, and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let Ok(mut text) = TEXT.lock() else { return 0 };
    *text = crate::answer(&String::from_utf8_lossy(&text)).into_bytes();
    text.len()
}

/// The address of the answer, valid until the next [`reserve`].
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    TEXT.lock().map_or(std::ptr::null(), |text| text.as_ptr())
}
