//! Vectors as arrays, for any machine.

use super::sealed::Sealed;
use super::{FullMachine, Machine, Task, Vectors};
use core::array;
use typenum::{U2, U4};

/// The machine without special instructions: its vectors are arrays of 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Sealed for Portable {}
impl Machine for Portable {
    const NAME: &'static str = "portable";
    #[inline(always)]
    fn full(self) -> FullMachine {
        FullMachine::Portable(self)
    }
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // Not inlined, as on the other machines, so that the caller stays short.
        #[inline(never)]
        fn compiled<T: Task>(machine: Portable, task: T) -> T::Output {
            if const { T::HAS_LARGE_FRAME } {
                super::reserve_frame();
            }
            task.run(machine)
        }
        compiled(self, task)
    }
}

macro_rules! portable {
    ($($t:ty, $lanes:literal $Lanes:ty, $zero:literal, $add:expr, $mul:expr;)*) => {$(
        impl Vectors<$t> for Portable {
            type Vector = [$t; $lanes];
            type Lanes = $Lanes;
            const REGISTERS: usize = 16;
            type Half = Self;
            type Machine = Self;

            #[inline(always)]
            fn machine(self) -> Self {
                self
            }
            #[inline(always)]
            fn half(self) -> Self {
                self
            }
            #[inline(always)]
            fn splat(self, x: $t) -> Self::Vector {
                [x; $lanes]
            }
            #[inline(always)]
            unsafe fn load(self, from: *const $t) -> Self::Vector {
                // SAFETY: the caller guarantees `LANES` readable elements. The read needs no alignment.
                unsafe { from.cast::<Self::Vector>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn load_part(self, from: *const $t, n: usize) -> Self::Vector {
                // SAFETY: reads lanes below `n` alone, which the caller guarantees.
                array::from_fn(|lane| if lane < n { unsafe { from.add(lane).read() } } else { $zero })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t, vector: Self::Vector) {
                // SAFETY: the caller guarantees `LANES` writable elements. The write needs no alignment.
                unsafe { to.cast::<Self::Vector>().write_unaligned(vector) }
            }
            #[inline(always)]
            unsafe fn store_part(self, to: *mut $t, vector: Self::Vector, n: usize) {
                for (lane, x) in vector.into_iter().enumerate().take(n) {
                    // SAFETY: writes lanes below `n` alone, which the caller guarantees.
                    unsafe { to.add(lane).write(x) };
                }
            }
            #[inline(always)]
            fn add(self, x: Self::Vector, y: Self::Vector) -> Self::Vector {
                array::from_fn(|lane| $add(x[lane], y[lane]))
            }
            #[inline(always)]
            fn mul(self, x: Self::Vector, y: Self::Vector) -> Self::Vector {
                array::from_fn(|lane| $mul(x[lane], y[lane]))
            }
            #[inline(always)]
            fn min(self, x: Self::Vector, y: Self::Vector) -> Self::Vector {
                array::from_fn(|lane| if x[lane] < y[lane] { x[lane] } else { y[lane] })
            }
            #[inline(always)]
            fn max(self, x: Self::Vector, y: Self::Vector) -> Self::Vector {
                array::from_fn(|lane| if x[lane] > y[lane] { x[lane] } else { y[lane] })
            }
            #[inline(always)]
            fn mul_add(self, x: Self::Vector, y: Self::Vector, sum: Self::Vector) -> Self::Vector {
                // Not `f32::mul_add`, which is a function call on targets without such an instruction.
                array::from_fn(|lane| $add($mul(x[lane], y[lane]), sum[lane]))
            }
            #[inline(always)]
            fn exchange<const S: usize>(
                self,
                x: Self::Vector,
                y: Self::Vector,
            ) -> (Self::Vector, Self::Vector) {
                let (mut even, mut odd) = (x, y);
                for lane in 0..$lanes {
                    if lane & S == 0 {
                        (even[lane + S], odd[lane]) = (y[lane], x[lane + S]);
                    }
                }
                (even, odd)
            }
        }
    )*};
}
portable! {
    f32, 4 U4, 0.0, core::ops::Add::add, core::ops::Mul::mul;
    f64, 2 U2, 0.0, core::ops::Add::add, core::ops::Mul::mul;
    i32, 4 U4, 0, i32::wrapping_add, i32::wrapping_mul;
}
