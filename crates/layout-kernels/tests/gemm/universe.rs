//! Every product of a small universe, on each machine: panels, strips and tiles of every length at the edges, with each
//! element of C's buffer compared, in each order of rows and columns.

use static_layout::*;

use crate::check::check;

type Matrix = Layout!((?, ?):(?, ?));

/// By columns or by rows, with a gap.
fn matrix([rows, columns]: [usize; 2], is_across: bool, gap: usize) -> Matrix {
    let strides = if is_across { (columns + gap, 1) } else { (1, rows + gap) };
    Layout::new((rows, columns), strides)
}

#[test]
fn products_of_every_size() {
    for m in 1..=52 {
        for n in [1, 2, 3, 4, 5, 7, 8, 9, 10] {
            for k in [0, 1, 2, 3, 5] {
                // Each order of the three matrices occurs with each length of an edge.
                let order = m + n + k;
                let [a, b, c] = [0, 1, 2].map(|i| order >> i & 1 == 1);
                let layouts = (
                    matrix([m, k], a, order % 2),
                    matrix([k, n], b, order % 3),
                    matrix([m, n], c, order % 2),
                );
                check::<i32, _, _, _>([m, n, k], layouts);
            }
        }
    }
}
