//! C = A B by tiles of C in a fragment, and the tiles of a configuration that is read at run time.

use static_layout::*;
use static_layout_kernels::{copy, matmul, matmul_add};

pub(crate) type Matrix = Layout!((?, ?):(?, 1));

/// C = A B by tiles of `BM` by `BN`, `BK` columns of A at a time. The tiles divide the matrices.
pub(crate) fn gemm<const BM: usize, const BN: usize, const BK: usize>(
    a: View<'_, f32, Matrix>,
    b: View<'_, f32, Matrix>,
    c: &mut ViewMut<'_, f32, Matrix>,
) where
    Extent<BM>: Static,
    Extent<BN>: Static,
    Extent<BK>: Static,
{
    let (m, n) = c.shape();
    let steps = a.shape().1 / BK;
    let grid = layout!(({ m / BM }, { n / BN }));
    for (number, mut c) in c.tiles_mut(tile!(BM, BN)).enumerate() {
        let (row, column) = grid.coord(number);
        let mut sum = Owned::filled(layout!((BM, BN):row), 0.0_f32);
        for step in 0..steps {
            let a = a.tile(tile!(BM, BK), (row, step));
            let b = b.tile(tile!(BK, BN), (step, column));
            matmul_add(a, b, &mut sum);
        }
        copy(&sum, &mut c);
    }
}

/// C = A B by the tiles that a configuration names, if they are among the compiled ones. Returns which product ran.
pub(crate) fn gemm_by_config(
    a: View<'_, f32, Matrix>,
    b: View<'_, f32, Matrix>,
    c: &mut ViewMut<'_, f32, Matrix>,
    tile: (usize, usize),
) -> &'static str {
    dispatch!((BM, BN) = tile in [(16, 16), (32, 32), (64, 32)] => {
        gemm::<BM, BN, 16>(a, b, c);
        "static"
    }, else => {
        matmul(a, b, c);
        "dynamic"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_configuration_has_the_product() {
        let (m, n, k) = (64, 64, 48);
        let a = Boxed::from_coords(layout!((m, k):row), |(i, p)| ((3 * i + p) % 5) as f32);
        let b = Boxed::from_coords(layout!((k, n):row), |(p, j)| ((p * j) % 7) as f32);
        let mut paths = Vec::new();
        for tile in [(16, 16), (32, 32), (64, 32), (7, 9)] {
            let mut c = Boxed::filled(layout!((m, n):row), -1.0);
            paths.push(gemm_by_config(a.view(), b.view(), &mut c.view_mut(), tile));
            for (i, j) in layout!((m, n)).coords() {
                let expected: f32 = (0..k).map(|p| a[(i, p)] * b[(p, j)]).sum();
                assert_eq!(c[(i, j)], expected, "({i},{j}) by {tile:?}");
            }
        }
        assert_eq!(paths, ["static", "static", "static", "dynamic"]);
    }
}
