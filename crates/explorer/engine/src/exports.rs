//! What JavaScript calls: it writes a question to [`reserve`]d bytes, has it [`answer`]ed, and reads from [`answered`].

use std::sync::Mutex;

/// The question before [`answer`], the answer after it. There is one thread.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Where `length` bytes of a question may be written.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    let Ok(mut text) = TEXT.lock() else { return std::ptr::null_mut() };
    *text = vec![0; length];
    text.as_mut_ptr()
}

/// Answers the question in the reserved bytes: the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let Ok(mut text) = TEXT.lock() else { return 0 };
    *text = crate::answer(&String::from_utf8_lossy(&text)).into_bytes();
    text.len()
}

/// Where the answer stands until the next question.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    TEXT.lock().map_or(std::ptr::null(), |text| text.as_ptr())
}
