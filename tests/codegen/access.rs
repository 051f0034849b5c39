//! Loops over run-time views that are passed by reference, of which each access is checked.

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
