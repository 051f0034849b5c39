//! Products of bytes as pairs of `i16`.
//!
//! ```text
//! pack     two depths of a row of A, or of a column of B, become a pair of i16 in 32 bits
//! panels   A in panels of as many rows, B in panels of as many columns as a tile has; the pairs of one depth are adjacent
//! tile     sum[i][j] += a[i].0 * b[j].0 + a[i].1 * b[j].1      `vpmaddwd` and an addition
//! ```
//!
//! A tile runs along the whole depth, so that its sums leave the registers once. B is packed once, A panel by panel. The
//! last pair of an odd depth, and the lanes of a panel that the matrix lacks, are 0.

mod pack;
mod tile;

use super::{ByteProblem, ByteUpdate, room};
use crate::simd::Machine;
use pack::pack;
use tile::{ByteTile, MOST_SUMS};

/// Computes a product whose C has elements.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
#[inline(always)]
pub unsafe fn multiply<M: Machine>(problem: &ByteProblem) {
    let ByteProblem { a, b, c, update: ByteUpdate { are_signed, scale } } = *problem;
    let (a, b) = (a, b.transposed());
    let [m, n] = c.extents;
    let tile = ByteTile::of::<M>();
    let depth = a.extents[1];
    let pairs = depth.div_ceil(2);
    let len = |lanes: usize| lanes.checked_mul(pairs).expect("a panel fits the memory");
    let (rows, columns) = (len(tile.rows), len(tile.columns));
    let panels = n.div_ceil(tile.columns);
    let packed = panels.checked_mul(columns).expect("the packed B fits the memory");
    let (mut of_a, mut of_b) = (room(rows), room(packed));
    // All of B at once: each panel of A meets each panel of B.
    for panel in 0..panels {
        let first = panel * tile.columns;
        of_b.resize((panel + 1) * columns, 0);
        let to = &mut of_b[panel * columns..];
        // SAFETY: columns of B, whose numbers the caller guarantees.
        unsafe {
            let part = b.part([first, 0], [tile.columns.min(n - first), depth]);
            pack(part, are_signed[1], tile.columns, to);
        }
    }
    of_a.resize(rows, 0);
    let mut sums = [0; MOST_SUMS];
    for i in (0..m).step_by(tile.rows) {
        let in_tile = tile.rows.min(m - i);
        // SAFETY: rows of A, whose numbers the caller guarantees.
        unsafe { pack(a.part([i, 0], [in_tile, depth]), are_signed[0], tile.rows, &mut of_a) };
        for panel in 0..panels {
            let j = panel * tile.columns;
            let of_b = &of_b[panel * columns..(panel + 1) * columns];
            tile.multiply(pairs, &of_a, of_b, &mut sums);
            for (column, sums) in sums.chunks(tile.rows).enumerate().take(tile.columns.min(n - j)) {
                for (row, &sum) in sums.iter().enumerate().take(in_tile) {
                    // SAFETY: `i + row < m` and `j + column < n`: an element of C, which the caller guarantees to be writable.
                    unsafe { c.at(i + row, j + column).write(scale.apply(sum)) };
                }
            }
        }
    }
}
