//! What a thread does while it waits for others.

/// Pauses between two checks: a part may take milliseconds, and its worker may be descheduled.
pub(crate) fn pause(looks: usize) {
    #[cfg(feature = "std")]
    if looks >= 100 {
        return std::thread::yield_now();
    }
    let _ = looks;
    core::hint::spin_loop();
}
