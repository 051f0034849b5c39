//! The functions for JavaScript. For a question in JSON: [`reserve`] bytes for it, [`answer`] it, and read the answer
//! from [`answered`]. For cells: call [`window`], and read its bytes from [`answered`].

use std::sync::Mutex;

use crate::drawing::{self, Window};

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

/// Computes the cells of a window of a drawing, and returns their number.
#[unsafe(no_mangle)]
extern "C" fn window(id: u32, panel: f64, row: f64, rows: f64, column: f64, columns: f64) -> usize {
    let Ok(mut text) = TEXT.lock() else { return 0 };
    let [panel, row, rows, column, columns] =
        [panel, row, rows, column, columns].map(|number| number as i64);
    drawing::window(id, Window { panel, row, rows, column, columns }, &mut text)
}

/// The address of the answer, valid until the next [`reserve`].
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    TEXT.lock().map_or(std::ptr::null(), |text| text.as_ptr())
}
