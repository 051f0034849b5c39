//! Loops over run-time views that are passed by reference; each access is checked.

#![crate_type = "lib"]
use static_layout::*;

type Columns = Layout!((?, ?):col);
type Rows = Layout!((?, ?):(?, 1));

#[unsafe(no_mangle)]
pub fn axpy_by_brackets(x: View<'_, f32, Columns>, y: &mut ViewMut<'_, f32, Columns>) {
    let (m, n) = y.shape();
    for j in 0..n {
        for i in 0..m {
            y[(i, j)] += 2.0 * x[(i, j)];
        }
    }
}

#[unsafe(no_mangle)]
pub fn axpy_by_at(x: View<'_, f32, Columns>, y: &mut ViewMut<'_, f32, Columns>) {
    let (m, n) = y.shape();
    for j in 0..n {
        for i in 0..m {
            *y.at_mut((i, j)) += 2.0 * x.at((i, j));
        }
    }
}

#[unsafe(no_mangle)]
pub fn sum_by_at(x: &View<'_, i32, Rows>) -> i32 {
    let (m, n) = x.shape();
    let mut sum = 0;
    for i in 0..m {
        for j in 0..n {
            sum += x.at((i, j));
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn product(a: View<'_, f32, Rows>, b: View<'_, f32, Rows>, c: &mut ViewMut<'_, f32, Rows>) {
    let ((m, n), (_, k)) = (c.shape(), a.shape());
    for i in 0..m {
        for p in 0..k {
            let x = a[(i, p)];
            for j in 0..n {
                c[(i, j)] += x * b[(p, j)];
            }
        }
    }
}

#[unsafe(no_mangle)]
pub fn stencil(a: View<'_, f32, Rows>, c: &mut ViewMut<'_, f32, Rows>) {
    let (m, n) = a.shape();
    for i in 1..m - 1 {
        for j in 1..n - 1 {
            c[(i, j)] = a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] + a[(i, j + 1)];
        }
    }
}

#[unsafe(no_mangle)]
pub fn five_modes(
    x: View<'_, f32, Layout!((?, ?, ?, ?, ?):col)>,
    y: &mut ViewMut<'_, f32, Layout!((?, ?, ?, ?, ?):col)>,
) {
    let (a, b, c, d, e) = x.shape();
    for l in 0..e {
        for k in 0..d {
            for j in 0..c {
                for i in 0..b {
                    for h in 0..a {
                        y[(h, i, j, k, l)] += 2.0 * x[(h, i, j, k, l)];
                    }
                }
            }
        }
    }
}

/// A separate function: as a parameter, the sum is known not to overlap the tiles.
fn add_product<const BM: usize, const BN: usize, const BK: usize>(
    a: View<'_, f32, impl AnyLayout>,
    b: View<'_, f32, impl AnyLayout>,
    sum: &mut [[f32; BM]; BN],
) {
    for k in 0..BK {
        for j in 0..BN {
            for i in 0..BM {
                sum[j][i] += a.at((i, k)) * b.at((j, k));
            }
        }
    }
}

#[inline(always)]
fn by_tiles<const BM: usize, const BN: usize, const BK: usize>(
    a: View<'_, f32, Columns>,
    b: View<'_, f32, Columns>,
    c: &mut ViewMut<'_, f32, Columns>,
) where
    Extent<BM>: Static,
    Extent<BN>: Static,
    Extent<BK>: Static,
{
    let ((m, n), (_, k)) = (c.shape(), a.shape());
    for column in 0..n / BN {
        for row in 0..m / BM {
            let mut sum = [[0.0; BM]; BN];
            for step in 0..k / BK {
                let a = a.tile(tile!(BM, BK), (row, step));
                let b = b.tile(tile!(BN, BK), (column, step));
                add_product::<BM, BN, BK>(a, b, &mut sum);
            }
            let mut c = c.tile_mut(tile!(BM, BN), (row, column));
            layout!((BM, BN)).coords().for_each(|(i, j)| *c.at_mut((i, j)) = sum[j][i]);
        }
    }
}

#[unsafe(no_mangle)]
pub fn product_of_tiles(
    a: View<'_, f32, Columns>,
    b: View<'_, f32, Columns>,
    c: &mut ViewMut<'_, f32, Columns>,
) {
    by_tiles::<16, 8, 8>(a, b, c);
}
