//! Panics that are expected.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether a panic is expected, which must not stop the fuzzer.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Whether `act` panics. The hook of the fuzzer stops the program at other panics.
pub fn panics(act: impl FnOnce()) -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let stops = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                stops(panic);
            }
        }));
    });
    EXPECTED.set(true);
    let caught = catch_unwind(AssertUnwindSafe(act)).is_err();
    EXPECTED.set(false);
    caught
}
