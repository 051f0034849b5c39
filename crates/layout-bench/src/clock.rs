//! What a turn is measured with.

use std::time::Instant;

/// Time that has passed, or time that this thread was running: the second tells sides apart on a machine that
/// is busy with other things, and knows nothing of other threads of ours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    Wall,
    Thread,
}

impl Clock {
    /// The seconds that something takes.
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

    /// The clock of a name: `wall`, or `thread` where there is one.
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

/// How long this thread has been running.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn thread_seconds() -> f64 {
    /// `CLOCK_THREAD_CPUTIME_ID`.
    const THREAD: i32 = 3;
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    let mut time = [0; 2];
    // SAFETY: a `timespec` of this system is two of these integers.
    let failed = unsafe { clock_gettime(THREAD, &mut time) };
    assert_eq!(failed, 0, "every thread has this clock");
    time[0] as f64 + time[1] as f64 / 1e9
}

/// Never called: `named` makes no such clock here.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn thread_seconds() -> f64 {
    unreachable!("there is no clock of threads here")
}
