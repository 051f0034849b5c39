//! Products of large matrices, square and thin.

use super::*;
use crate::buffer::AlignedBuffer;
use crate::peak;

const SQUARES: [usize; 15] =
    [16, 32, 64, 128, 200, 256, 300, 401, 512, 768, 1000, 1024, 1536, 2048, 4096];

/// Thin and deep products.
pub(crate) const THIN: [Shape; 6] = [
    [1000, 64, 1000],
    [1000, 1000, 64],
    [64, 1000, 1000],
    [1797, 64, 1797],
    [4000, 32, 500],
    [100, 100, 8000],
];

pub(crate) fn run<T: BenchElement>(bench: &Bench) {
    let all = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    for (threads, label) in [(1, "one"), (all, "all")] {
        let squares = SQUARES.map(|n| (n.to_string(), [n; 3]));
        let thin = THIN.map(|shape @ [m, n, k]| (format!("{m}x{n}x{k}"), shape));
        for (size, shape) in squares.into_iter().chain(thin) {
            for order in MatrixOrder::ALL {
                let name = format!("large/{}/{size}/{}/{label}", T::NAME, order.name());
                if bench.wants(&name) {
                    case::<T>(bench, &name, shape, order, threads);
                }
            }
        }
    }
}

fn case<T: BenchElement>(
    bench: &Bench,
    name: &str,
    shape @ [m, n, k]: Shape,
    order: MatrixOrder,
    threads: usize,
) {
    let a = AlignedBuffer::from_fn(m * k, |i| T::from(element(i)) / T::from(4));
    let b = AlignedBuffer::from_fn(k * n, |i| T::from(element(i + 1000)) / T::from(4));
    let mut c = AlignedBuffer::<T>::new(m * n);
    let (a, b, c) = (&a[..], &b[..], c.as_mut_ptr());
    let mut sides = ours::large(shape, order, threads, a, b, c);
    #[cfg(feature = "peers")]
    sides.extend(rust::large(shape, order, threads, a, b, c));
    // OpenBLAS starts its threads before the first product.
    #[cfg(any(blis, openblas))]
    if bench.alone.as_deref().is_none_or(|name| ["OpenBLAS", "BLIS"].contains(&name)) {
        sides.extend(foreign::large(shape, order, threads, a, b, c));
    }
    bench.keep(&mut sides);
    let mut expected: Option<Vec<T>> = None;
    for side in &mut sides {
        // SAFETY: `c` points to the `m * n` elements of the buffer above, and no contender is running.
        let c = unsafe { std::slice::from_raw_parts_mut(c, m * n) };
        c.fill(T::from(0) / T::from(0));
        side.once();
        let equal = expected.get_or_insert_with(|| c.to_vec()) == c;
        assert!(equal, "{name}: {} does not compute the product of the first", side.name());
    }
    drop(expected);
    if bench.alone.is_none() {
        sides.extend(peak::sides::<T>(threads));
    }
    bench.compare(name, 2.0 * (m * n * k) as f64, sides);
}
