//! Square matrices that no cache holds, or hardly.

use std::ops::Div;

use super::*;
use crate::buffer::Buffer;
use crate::peak::{self, Peak};

/// What all sides multiply.
pub(crate) trait Element:
    static_layout_kernels::simd::Element
    + Send
    + Sync
    + Default
    + PartialEq
    + From<i8>
    + Div<Output = Self>
    + Peak
    + RustPeer
    + foreign::Peer
    + 'static
{
}
impl Element for f32 {}
impl Element for f64 {}

#[cfg(feature = "peers")]
use rust::Peer as RustPeer;
/// Without peers in Rust, anything.
#[cfg(not(feature = "peers"))]
pub(crate) trait RustPeer {}
#[cfg(not(feature = "peers"))]
impl<T> RustPeer for T {}

const SIZES: [usize; 10] = [128, 192, 256, 512, 768, 1000, 1024, 1536, 2048, 4096];

pub(crate) fn run<T: Element>(bench: &Bench, element: &str) {
    let all = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    for (threads, label) in [(1, "one"), (all, "all")] {
        for size in SIZES {
            for order in Order::ALL {
                let name = format!("large/{element}/{size}/{}/{label}", order.name());
                if bench.wants(&name) {
                    case::<T>(bench, &name, size, order, threads);
                }
            }
        }
    }
}

fn case<T: Element>(bench: &Bench, name: &str, size: usize, order: Order, threads: usize) {
    let a = Buffer::from_fn(size * size, |i| T::from(element(i)) / T::from(4));
    let b = Buffer::from_fn(size * size, |i| T::from(element(i + 1000)) / T::from(4));
    let mut c = Buffer::<T>::new(size * size);
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
        // SAFETY: `c` is the buffer above, and no side is running.
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
