//! `--seconds`: the time that a search has.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

/// The most seconds of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seconds(f64);

impl Seconds {
    /// Begins to count.
    pub(super) fn start(self) -> Clock {
        Clock { start: Instant::now(), seconds: self.0 }
    }

    /// Takes steps until one of them returns true, the last one, or the time is over; one step at least. Whether it was the last
    /// one.
    pub(super) fn search(self, mut step: impl FnMut() -> bool) -> bool {
        let clock = self.start();
        loop {
            if step() {
                return true;
            }
            if clock.is_past(1.0) {
                return false;
            }
        }
    }
}

/// Not negative, and a number: `inf` sets no limit.
impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = text.trim().parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
        found.map(Self).ok_or_else(|| "seconds are a number of at least 0, such as 0.5".to_owned())
    }
}

/// `10`.
impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The time since the start of a search.
pub(super) struct Clock {
    start: Instant,
    seconds: f64,
}

impl Clock {
    /// Whether this share of the time is over.
    pub(super) fn is_past(&self, share: f64) -> bool {
        self.start.elapsed().as_secs_f64() >= self.seconds * share
    }
}

#[cfg(test)]
mod tests {
    use super::Seconds;

    #[test]
    fn seconds_are_numbers_of_at_least_zero() {
        for text in ["0", "-0", "0.5", " 2 ", "1e300", "inf"] {
            assert!(text.parse::<Seconds>().is_ok(), "{text}");
        }
        for text in ["-1", "-1e-300", "nan", "-nan", "-inf", "", "ten"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
        assert_eq!("2.50".parse::<Seconds>().unwrap().to_string(), "2.5");
    }

    #[test]
    fn a_search_has_one_step_at_least() {
        let steps = |text: &str, last: i32| {
            let (mut count, seconds) = (0, text.parse::<Seconds>().unwrap());
            let is_whole = seconds.search(|| {
                count += 1;
                count == last
            });
            (count, is_whole)
        };
        assert_eq!(steps("0", 2), (1, false));
        assert_eq!(steps("0", 1), (1, true));
        assert_eq!(steps("1e300", 1000), (1000, true));
        assert_eq!(steps("inf", 1000), (1000, true));
    }
}
