//! Products `C = A B` of `f32` and `f64`: fixed sizes that contenders know at compile time if they can (`fixed`), sizes
//! with one run-time extent (`mixed`), of an A in any layout (`layouts`), of three matrices (`chain`), with a function of the sums (`epilogue`), and large matrices on one thread and on all (`large`). `fixed` and `large` run
//! once for each machine token.

mod bf16;
mod by_hand;
mod bytes;
mod chain;
mod epilogue;
mod fixed;
mod foreign;
mod large;
mod layouts;
mod mixed;
mod ours;
#[cfg(feature = "peers")]
mod rust;
mod shapes;

pub(crate) use large::THIN;

#[cfg(blis)]
pub(crate) use foreign::blis_kernels;
pub(crate) use foreign::{ForeignElement, set_one_thread};

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Div, Mul};

use static_layout_kernels::simd::Element;

use crate::measure::Bench;
use crate::peak::Peak;

/// The order of the elements of A, B and C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatrixOrder {
    ColumnMajor,
    RowMajor,
}

impl MatrixOrder {
    /// Both orders.
    const ALL: [Self; 2] = [Self::ColumnMajor, Self::RowMajor];

    fn name(self) -> &'static str {
        match self {
            Self::ColumnMajor => "col",
            Self::RowMajor => "row",
        }
    }

    /// The strides from row to row and from column to column of a matrix without gaps.
    const fn strides(self, rows: usize, columns: usize) -> [isize; 2] {
        match self {
            Self::ColumnMajor => [1, rows as isize],
            Self::RowMajor => [columns as isize, 1],
        }
    }

    /// The strides of A, B and C.
    #[cfg(feature = "peers")]
    const fn all_strides(self, [m, n, k]: Shape) -> [[isize; 2]; 3] {
        [self.strides(m, k), self.strides(k, n), self.strides(m, n)]
    }
}

/// The extents M, N and K: A is M by K, B is K by N, C is M by N.
pub(crate) type Shape = [usize; 3];

/// A product of matrices A and B of fixed sizes into C, which it overwrites.
pub(crate) type MultiplyFn<T> = unsafe extern "C" fn(*const T, *const T, *mut T);

/// A product, and its operand order. A function for column-major matrices computes row-major products with A and B
/// swapped.
#[derive(Clone, Copy)]
pub(crate) enum PeerProduct<T> {
    InOrder(MultiplyFn<T>),
    Swapped(MultiplyFn<T>),
}

/// An element type that all contenders support.
pub(crate) trait BenchElement:
    Element
    + Default
    + Debug
    + From<i8>
    + Sum
    + Mul<Output = Self>
    + Div<Output = Self>
    + Peak
    + RustElement
    + foreign::ForeignElement
{
    /// The name of the type.
    const NAME: &'static str;
    /// `self * factor + summand`, rounded once.
    fn mul_add(self, factor: Self, summand: Self) -> Self;
}
macro_rules! element {
    ($($element:ident)*) => { $(
        impl BenchElement for $element {
            const NAME: &'static str = stringify!($element);
            #[inline(always)]
            fn mul_add(self, factor: Self, summand: Self) -> Self {
                <$element>::mul_add(self, factor, summand)
            }
        }
    )* };
}
element!(f32 f64);

#[cfg(feature = "peers")]
use rust::RustElement;
/// Any type, because the program is built without peers in Rust.
#[cfg(not(feature = "peers"))]
pub(crate) trait RustElement {}
#[cfg(not(feature = "peers"))]
impl<T> RustElement for T {}

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    fixed::run::<f32>(bench);
    fixed::run::<f64>(bench);
    mixed::run(bench);
    bytes::run(bench);
    layouts::run(bench);
    chain::run(bench);
    epilogue::run(bench);
    bf16::run(bench);
    large::run::<f32>(bench);
    large::run::<f64>(bench);
}

/// A pseudo-random integer from -4 to 4. Callers divide by 4; sums of such products are exact in any order.
fn element(i: usize) -> i8 {
    ((i.wrapping_mul(0x9e37_79b9) >> 7) % 9) as i8 - 4
}
