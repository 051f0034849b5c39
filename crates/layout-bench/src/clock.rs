//! The clocks that measure a turn.

use std::time::Instant;

/// Wall time, or the CPU time of this thread. CPU time is stable on a machine with other load, but ignores the other
/// threads of a contender.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    Wall,
    Thread,
}

impl Clock {
    /// Measures `work` in seconds.
    pub(crate) fn seconds(self, work: impl FnOnce()) -> f64 {
        match self {
            Self::Wall => {
                let start = Instant::now();
                work();
                start.elapsed().as_secs_f64()
            }
            Self::Thread => {
                let start = thread_seconds();
                work();
                thread_seconds() - start
            }
        }
    }

    /// Parses `wall`, or `thread` on systems with that clock.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "wall" => Some(Self::Wall),
            "thread" if cfg!(all(target_os = "linux", target_pointer_width = "64")) => {
                Some(Self::Thread)
            }
            _ => None,
        }
    }
}

/// The CPU time of this thread in seconds.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn thread_seconds() -> f64 {
    /// `CLOCK_THREAD_CPUTIME_ID`.
    const THREAD: i32 = 3;
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    let mut time = [0; 2];
    // SAFETY: on 64-bit Linux a `timespec` is two 64-bit integers, and `time` is valid for the call.
    let failed = unsafe { clock_gettime(THREAD, &mut time) };
    assert_eq!(failed, 0, "every thread has this clock");
    time[0] as f64 + time[1] as f64 / 1e9
}

/// Unreachable, because `named` does not return `Thread` on this system.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn thread_seconds() -> f64 {
    unreachable!("there is no clock of threads here")
}
