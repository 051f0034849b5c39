//! Products of fixed sizes.

use std::hint::black_box;

use super::*;
use crate::buffer::AlignedBuffer;
use crate::measure::Contender;
use crate::peak;

pub(crate) fn run<T: BenchElement>(bench: &Bench) {
    macro_rules! run {
        ($(($m:tt, $n:tt, $k:tt))*) => { $( case::<T, $m, $n, $k>(bench); )* };
    }
    shapes::shapes!(run);
}

fn case<T: BenchElement, const M: usize, const N: usize, const K: usize>(bench: &Bench) {
    let quarter = |i| T::from(element(i)) / T::from(4);
    let a = AlignedBuffer::from_fn(M * K, quarter);
    let b = AlignedBuffer::from_fn(K * N, |i| quarter(i + 1000));
    for order in MatrixOrder::ALL {
        let name = format!("fixed/{}/{M}x{N}x{K}/{}", T::NAME, order.name());
        if !bench.wants(&name) {
            continue;
        }
        let mut c = AlignedBuffer::<T>::new(M * N);
        let c = c.as_mut_ptr();
        let mut sides = ours::fixed([M, N, K], order, &a, &b, c);
        let mut functions = vec![("by hand", by_hand::fixed::<T, M, N, K>(order))];
        #[cfg(feature = "peers")]
        functions.extend(rust::fixed::<T, M, N, K>(order));
        functions.extend(foreign::fixed::<T, M, N, K>(order));
        for (peer, multiply) in functions {
            // `(A B)^T = B^T A^T`: a column-major function multiplies row-major matrices with its operands swapped.
            let (first, second) = match multiply {
                PeerProduct::InOrder(_) => (&a, &b),
                PeerProduct::Swapped(_) => (&b, &a),
            };
            let (PeerProduct::InOrder(multiply) | PeerProduct::Swapped(multiply)) = multiply;
            sides.push(Contender::new(peer, move |times| {
                // Hides the function from the compiler, so it is called as a library function is.
                let (multiply, a, b, c) = black_box((multiply, first.as_ptr(), second.as_ptr(), c));
                for _ in 0..times {
                    // SAFETY: the matrices have the sizes that the function was chosen for.
                    unsafe { multiply(a, b, c) };
                }
            }));
        }
        #[cfg(feature = "peers")]
        sides.push(rust::nano_gemm([M, N, K], order, &a, &b, c));
        let expected = product([M, N, K], order, &a, &b);
        for side in &mut sides {
            // SAFETY: `c` points to the `M * N` elements of the buffer above, and no contender is running.
            let c = unsafe { std::slice::from_raw_parts_mut(c, M * N) };
            c.fill(T::from(0) / T::from(0));
            side.once();
            assert!(c == expected, "{name}: {} computes another product", side.name());
        }
        sides.extend(peak::sides::<T>(1));
        bench.compare(&name, (2 * M * N * K) as f64, sides);
    }
}

/// The product by the definition.
fn product<T: BenchElement>([m, n, k]: Shape, order: MatrixOrder, a: &[T], b: &[T]) -> Vec<T> {
    let at = |i: usize, j: usize, rows: usize, columns: usize| {
        let [down, across] = order.strides(rows, columns);
        i * down as usize + j * across as usize
    };
    let mut c = vec![T::ZERO; m * n];
    for i in 0..m {
        for j in 0..n {
            c[at(i, j, m, n)] = (0..k).map(|l| a[at(i, l, m, k)] * b[at(l, j, k, n)]).sum();
        }
    }
    c
}
