//! Computes the addresses that the threads of a warp access at once.

use std::fmt;

use layout_core::Swizzle;

use crate::{Failure, MaybeSwizzled};

/// The threads of a warp.
pub const WARP: i64 = 32;

/// The most values of a thread-value layout, over all threads.
const MOST: i64 = 1 << 18;

/// The bytes of an element, and the bytes that one instruction moves for each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    element: i64,
    width: i64,
}

impl Access {
    /// An access of `width` bytes to elements of `element` bytes.
    ///
    /// # Errors
    ///
    /// A number of bytes other than 1, 2, 4, 8 and 16, or a width below the element.
    pub fn new(element: i64, width: i64) -> Result<Self, Failure> {
        for (what, bytes) in [("an element", element), ("an access", width)] {
            if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
                return Err(Failure::new(format!(
                    "{what} has 1, 2, 4, 8 or 16 bytes, not {bytes}"
                )));
            }
        }
        if width < element {
            return Err(Failure::new(format!(
                "an access of {width} bytes is less than an element of {element}"
            )));
        }
        Ok(Self { element, width })
    }

    /// The bytes of an element.
    pub fn element(&self) -> i64 {
        self.element
    }

    /// The bytes that an instruction moves for a thread.
    pub fn width(&self) -> i64 {
        self.width
    }

    /// The elements that an instruction moves for a thread.
    pub fn elements(&self) -> i64 {
        self.width / self.element
    }
}

/// The accesses of one instruction of one warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The index of the warp.
    pub warp: i64,
    /// The first value that each thread moves.
    pub value: i64,
    /// The bytes of each access.
    pub access: Access,
    /// The access of each thread.
    pub lanes: Vec<Lane>,
}

impl Request {
    /// Applies a swizzle to all addresses. The swizzle must keep the bytes of an access together.
    pub fn swizzled(&self, swizzle: &Swizzle) -> Self {
        let lane = |lane: &Lane| Lane { address: swizzle.apply(lane.address), ..*lane };
        Self { lanes: self.lanes.iter().map(lane).collect(), ..*self }
    }
}

/// The access of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The index of the thread.
    pub thread: i64,
    /// The address of the first byte.
    pub address: i64,
}

/// Computes the requests of all warps, one for each group of values that an instruction moves. Addresses are in bytes
/// from the start of the memory, which is aligned.
///
/// # Errors
///
/// * A thread-value layout of more than two modes, or of more than `2^20` values.
/// * A coordinate outside the memory layout.
/// * An access whose values are not contiguous, or whose address is not a multiple of its width.
pub fn requests(
    held: &MaybeSwizzled,
    memory: &MaybeSwizzled,
    access: Access,
) -> Result<Vec<Request>, Failure> {
    let layout = held.plain();
    let threads = match layout.rank() {
        2 => layout.mode(0).map_or(0, |mode| mode.size()),
        _ if layout.rank() < 2 => layout.size(),
        rank => {
            return Err(Failure::new(format!(
                "a thread-value layout has two modes, threads and values; {held} has {rank}"
            ))
            .help("group its modes: ((threads),(values)):((..),(..))"));
        }
    };
    if held.size() == 0 {
        return Ok(Vec::new());
    }
    if held.size() > MOST {
        return Err(Failure::new(format!("{held} has more than {MOST} values")));
    }
    let values = held.size() / threads;
    if values % access.elements() != 0 {
        return Err(Failure::new(format!(
            "an access of {} bytes moves {} values of a thread, and each has {values}",
            access.width,
            access.elements()
        )));
    }
    let mut all = Vec::new();
    for warp in 0..(threads + WARP - 1) / WARP {
        for value in (0..values).step_by(usize::try_from(access.elements()).unwrap_or(1)) {
            let lanes = (warp * WARP..threads.min((warp + 1) * WARP)).map(|thread| {
                let place = HeldValues { held, memory, threads, thread };
                place.address(value, access).map(|address| Lane { thread, address })
            });
            all.push(Request { warp, value, access, lanes: lanes.collect::<Result<_, _>>()? });
        }
    }
    Ok(all)
}

/// Locates the values of one thread.
struct HeldValues<'a> {
    held: &'a MaybeSwizzled,
    memory: &'a MaybeSwizzled,
    threads: i64,
    thread: i64,
}

impl HeldValues<'_> {
    /// The offset of a value in memory, in elements.
    fn offset(&self, value: i64) -> Result<i64, Failure> {
        let coordinate = self.held.offset(self.thread + self.threads * value);
        let inside = coordinate.filter(|i| (0..self.memory.size()).contains(i));
        inside.and_then(|i| self.memory.offset(i)).ok_or_else(|| {
            let at = coordinate.map_or("no number".to_owned(), |i| i.to_string());
            Failure::new(format!(
                "thread {}, value {value} is coordinate {at}, and {} has offsets at 0 to {}",
                self.thread,
                self.memory,
                self.memory.size() - 1
            ))
        })
    }

    /// The address in bytes of the access that starts with a value.
    fn address(&self, value: i64, access: Access) -> Result<i64, Failure> {
        let first = self.offset(value)?;
        for k in 1..access.elements() {
            let next = self.offset(value + k)?;
            if next != first + k {
                return Err(Failure::new(format!(
                    "an access of {} bytes moves neighbours, and values {value} and {} of thread {} are at the \
                     offsets {first} and {next}",
                    access.width,
                    value + k,
                    self.thread
                ))
                .help("a narrower access, or values along the mode with stride 1"));
            }
        }
        // Addresses below `i64::MAX / 2` cannot overflow when a swizzle or the end of an access is added.
        let address =
            first.checked_mul(access.element).filter(|address| address.abs() < i64::MAX / 2);
        let address = address.ok_or_else(|| {
            Failure::new(format!("value {value} of thread {} is past the addresses", self.thread))
        })?;
        if address % access.width != 0 {
            return Err(Failure::new(format!(
                "an access of {} bytes begins at a multiple of them, and value {value} of thread {} is at byte \
                 {address}",
                access.width, self.thread
            )));
        }
        Ok(address)
    }
}

/// `warp 0, values 0 to 7`.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.value + self.access.elements() - 1;
        match self.access.elements() {
            1 => write!(f, "warp {}, value {}", self.warp, self.value),
            _ => write!(f, "warp {}, values {} to {last}", self.warp, self.value),
        }
    }
}
