//! Nearest neighbours from a matrix of inner products.

use static_layout::*;

/// How many rows have the label of their nearest other row, by the distance `|a - b|^2 = G(a,a) + G(b,b) - 2 G(a,b)`,
/// where `products` is `G`.
///
/// If several rows have the least distance, the first one counts.
pub(crate) fn leave_one_out(products: &[f32], labels: &[u8]) -> Result<usize, LayoutError> {
    let m = labels.len();
    let rows = View::new(products, layout!((m, m):(m, 1)))?;
    let norms = View::new(products, layout!(m:{m + 1}))?;
    let correct = |&a: &usize| {
        let distance = |b: usize| norms[b] - 2.0 * rows[(a, b)];
        let others = (0..m).filter(|&b| b != a);
        let nearest = others.min_by(|&b, &c| distance(b).total_cmp(&distance(c)));
        nearest.is_some_and(|b| labels[a] == labels[b])
    };
    Ok((0..m).filter(correct).count())
}
