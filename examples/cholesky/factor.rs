//! The factorisation of Cholesky by blocks, in place: tiles that are read while others are written.

use static_layout::*;
use static_layout_kernels::{copy, gemm};

/// A matrix by rows with any pitch: all of one, or a quadrant.
pub(crate) type Rows = Layout!((?, ?):(?, 1));

/// The rows and columns of a block.
const NB: usize = 32;
/// The columns of a part of the update.
const PART: usize = 128;

type Block = Owned<f64, Layout!((NB, NB):row)>;

/// `A = L L^T` for a symmetric, positive definite A. Reads its lower triangle, which becomes L.
///
/// ```text
/// A11  .       L11                          A11 = L11 L11^T
/// A21 A22  =   L21 L22                      L21 = A21 L11^-T
///                                           A22 - L21 L21^T = L22 L22^T        the same again, on A22
/// ```
pub(crate) fn cholesky(a: &mut ViewMut<'_, f64, Rows>) {
    let [n, _] = a.sizes();
    let nb = n.min(NB);
    let [[mut a11, _], [mut a21, mut a22]] = a.quadrants_mut(nb, nb);
    let mut l11 = factor(&a11);
    a11.update_entries(|(i, j), x| *x = if j <= i { l11[(i, j)] } else { *x });
    if nb == n {
        return;
    }
    // With L11^-1, all of L21 is one product.
    invert(&mut l11);
    let panel = {
        let [rows, columns] = a21.sizes();
        let mut panel = Boxed::filled(layout!((rows, columns):row), 0.0);
        copy(a21.as_view(), &mut panel);
        panel
    };
    gemm(1.0, &panel, l11.view().transpose(), 0.0, &mut a21);
    // Each part of some columns begins at the diagonal: what is above it is not read.
    for first in (0..n - nb).step_by(PART) {
        let l21 = a21.as_view().slice_axes(slices!(first.., ..));
        let top = l21.slice_axes(slices!(..PART, ..));
        let mut part = a22.slice_axes_mut(slices!(first.., first..{ first + PART }));
        gemm(-1.0, l21, top.transpose(), 1.0, &mut part);
    }
    cholesky(&mut a22)
}

/// L of a block, with ones on the diagonal past the edge of a last block that is smaller.
fn factor(a: &ViewMut<'_, f64, Rows>) -> Block {
    let mut l = Block::window(layout!((NB, NB):row), a.as_view(), [0, 0], 0.0);
    (a.sizes::<2>()[0]..NB).for_each(|k| l[(k, k)] = 1.0);
    let mut rows: [[f64; NB]; NB] = l.read_array();
    for j in 0..NB {
        let (done, left) = rows.split_at_mut(j + 1);
        let pivot = &mut done[j];
        pivot[j] = (pivot[j] - dot(&pivot[..j], &pivot[..j])).sqrt();
        for row in left {
            row[j] = (row[j] - dot(&row[..j], &pivot[..j])) / pivot[j];
        }
        pivot[j + 1..].fill(0.0);
    }
    l.write_array(rows);
    l
}

/// The inverse of a lower triangular block, in place.
fn invert(l: &mut Block) {
    let rows: [[f64; NB]; NB] = l.read_array();
    // Row i of the inverse is (e_i - sum of L(i, k) times row k) / L(i, i).
    let mut inverse = [[0.0; NB]; NB];
    for i in 0..NB {
        let (done, left) = inverse.split_at_mut(i);
        let row = &mut left[0];
        for (x, known) in rows[i].iter().zip(&*done) {
            row.iter_mut().zip(known).for_each(|(y, z)| *y -= x * z);
        }
        row[i] += 1.0;
        row.iter_mut().for_each(|y| *y /= rows[i][i]);
    }
    l.write_array(inverse);
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// [`cholesky`] on a slice, with loops by hand.
pub(crate) fn cholesky_by_hand(a: &mut [f64], n: usize) {
    for first in (0..n).step_by(NB) {
        let end = n.min(first + NB);
        for j in first..end {
            let pivot = (a[j * n + j]
                - dot(&a[j * n + first..j * n + j], &a[j * n + first..j * n + j]))
            .sqrt();
            a[j * n + j] = pivot;
            let (done, left) = a.split_at_mut((j + 1) * n);
            let above = &done[j * n + first..j * n + j];
            for row in left.chunks_exact_mut(n) {
                row[j] = (row[j] - dot(&row[first..j], above)) / pivot;
            }
        }
        // The panel by columns: the innermost loop then runs over neighbours in A and in the panel.
        let panel: Vec<f64> = (first..end)
            .flat_map(|k| (end..n).map(move |i| (i, k)))
            .map(|(i, k)| a[i * n + k])
            .collect();
        let rows = n - end;
        for tile in (0..rows).step_by(NB) {
            for i in tile..rows {
                let columns = tile..(tile + NB).min(i + 1);
                let row = &mut a[(end + i) * n + end..][columns.clone()];
                for k in 0..end - first {
                    let (x, column) = (panel[k * rows + i], &panel[k * rows..][columns.clone()]);
                    row.iter_mut().zip(column).for_each(|(y, z)| *y -= x * z);
                }
            }
        }
    }
}
