//! Products of large square matrices.

use super::*;
use crate::buffer::AlignedBuffer;
use crate::peak;

const SIZES: [usize; 15] =
    [16, 32, 64, 128, 200, 256, 300, 401, 512, 768, 1000, 1024, 1536, 2048, 4096];

pub(crate) fn run<T: BenchElement>(bench: &Bench) {
    let all = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    for (threads, label) in [(1, "one"), (all, "all")] {
        for size in SIZES {
            for order in MatrixOrder::ALL {
                let name = format!("large/{}/{size}/{}/{label}", T::NAME, order.name());
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
    #[cfg(feature = "peers")]
    sides.extend(rust::large(size, order, threads, a, b, c));
    #[cfg(any(blis, openblas))]
    sides.extend(foreign::large(size, order, threads, a, b, c));
    let mut expected: Option<Vec<T>> = None;
    for side in &mut sides {
        // SAFETY: `c` points to the `size * size` elements of the buffer above, and no contender is running.
        let c = unsafe { std::slice::from_raw_parts_mut(c, size * size) };
        c.fill(T::from(0) / T::from(0));
        side.once();
        let equal = expected.get_or_insert_with(|| c.to_vec()) == c;
        assert!(equal, "{name}: {} does not compute the product of the first", side.name());
    }
    drop(expected);
    sides.extend(peak::sides::<T>(threads));
    bench.compare(name, 2.0 * (size as f64).powi(3), sides);
}
