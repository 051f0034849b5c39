//! A machine whose registers copies do not use: elements are moved one by one, and no function here runs.

use super::{MAX_LANES, Registers};
use crate::simd::{Machine, Portable, Task};

impl Registers for Portable {
    type Register = ();
    type Narrow = Self;
    const BYTES: usize = 0;

    fn narrow(self) -> Self {
        self
    }
    fn call<T: Task>(self, task: T) -> T::Output {
        self.run(task)
    }
    fn zero(self) {}
    unsafe fn load(self, _: *const u8) {}
    unsafe fn load_lanes(self, _: impl Fn(usize) -> *const u8) {}
    unsafe fn store(self, _: *mut u8, _: ()) {}
    unsafe fn stream(self, _: *mut u8, _: ()) {}
    fn fence(self) {}
    fn prefetch(self, _: *const u8) {}
    fn low<const SIZE: usize>(self, _: (), _: ()) {}
    fn high<const SIZE: usize>(self, _: (), _: ()) {}
    fn exchange_lanes(self, square: [(); MAX_LANES]) -> [(); MAX_LANES] {
        square
    }
}
