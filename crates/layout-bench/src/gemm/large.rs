//! Products of large square matrices.

use std::ops::Div;

use super::*;
use crate::buffer::AlignedBuffer;
use crate::peak::{self, Peak};

/// An element type that all contenders support.
pub(crate) trait BenchElement:
    static_layout_kernels::simd::Element
    + Send
    + Sync
    + Default
    + PartialEq
    + From<i8>
    + Div<Output = Self>
    + Peak
    + RustElement
    + foreign::BlasElement
    + 'static
{
}
impl BenchElement for f32 {}
impl BenchElement for f64 {}

#[cfg(feature = "peers")]
use rust::RustElement;
/// Any type, since the program is built without peers in Rust.
#[cfg(not(feature = "peers"))]
pub(crate) trait RustElement {}
#[cfg(not(feature = "peers"))]
impl<T> RustElement for T {}

const SIZES: [usize; 10] = [128, 192, 256, 512, 768, 1000, 1024, 1536, 2048, 4096];

pub(crate) fn run<T: BenchElement>(bench: &Bench, element: &str) {
    let all = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    for (threads, label) in [(1, "one"), (all, "all")] {
        for size in SIZES {
            for order in MatrixOrder::ALL {
                let name = format!("large/{element}/{size}/{}/{label}", order.name());
                if bench.wants(&name) {
                    case::<T>(bench, &name, size, order, threads);
                }
            }
        }
    }
}

fn case<T: BenchElement>(
    bench: &Bench,
    name: &str,
    size: usize,
    order: MatrixOrder,
    threads: usize,
) {
    let a = AlignedBuffer::from_fn(size * size, |i| T::from(element(i)) / T::from(4));
    let b = AlignedBuffer::from_fn(size * size, |i| T::from(element(i + 1000)) / T::from(4));
    let mut c = AlignedBuffer::<T>::new(size * size);
    let (a, b, c) = (&a[..], &b[..], c.as_mut_ptr());
    let mut sides = ours::large(size, order, threads, a, b, c);
    if sides.is_empty() {
        return;
    }
    #[cfg(feature = "peers")]
    sides.extend(rust::large(size, order, threads, a, b, c));
    #[cfg(openblas)]
    sides.extend(foreign::large(size, order, threads, a, b, c));
    let mut expected: Option<Vec<T>> = None;
    for side in &mut sides {
        // SAFETY: `c` points to the `size * size` elements of the buffer above, and no contender is running.
        let c = unsafe { std::slice::from_raw_parts_mut(c, size * size) };
        c.fill(T::from(0) / T::from(0));
        side.once();
        let equal = expected.get_or_insert_with(|| c.to_vec()) == c;
        assert!(equal, "{name}: {} does not compute the product of ours", side.name());
    }
    drop(expected);
    sides.extend(peak::side::<T>(threads));
    bench.compare(name, 2.0 * (size as f64).powi(3), sides);
}
