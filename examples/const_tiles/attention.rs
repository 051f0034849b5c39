//! One head of attention, softmax(Q Kᵀ / √d) V, by blocks of keys with the maximum and the sum of each row so far.

use static_layout::*;
use static_layout_kernels::{matmul, matmul_add};

/// One row for each token, with `D` numbers.
type Tokens<const D: usize> = Layout!((?, D):(D, 1));

/// `out = softmax(q kᵀ / sqrt(D)) v`, `BR` queries and `BC` keys at a time, which divide the tokens.
pub(crate) fn attention<const BR: usize, const BC: usize, const D: usize>(
    q: View<'_, f32, Tokens<D>>,
    k: View<'_, f32, Tokens<D>>,
    v: View<'_, f32, Tokens<D>>,
    out: &mut ViewMut<'_, f32, Tokens<D>>,
) where
    Extent<BR>: Static,
    Extent<BC>: Static,
    Extent<D>: Static,
{
    let scale = 1.0 / (D as f32).sqrt();
    let blocks = k.shape().0 / BC;
    for (row, mut out) in out.tiles_mut(tile!(BR, D)).enumerate() {
        let q = q.tile(tile!(BR, D), (row, 0));
        let mut scores = Owned::filled(layout!((BR, BC):row), 0.0_f32);
        let mut sum = Owned::filled(layout!((BR, D):row), 0.0_f32);
        let (mut most, mut weight) = ([f32::NEG_INFINITY; BR], [0.0; BR]);
        for block in 0..blocks {
            let keys = k.tile(tile!(BC, D), (block, 0));
            matmul(q, keys.transpose(), &mut scores);
            for i in 0..BR {
                let greatest = (0..BC).map(|j| scores[(i, j)] * scale).fold(most[i], f32::max);
                let shrink = (most[i] - greatest).exp();
                most[i] = greatest;
                weight[i] *= shrink;
                (0..D).for_each(|d| sum[(i, d)] *= shrink);
                for j in 0..BC {
                    scores[(i, j)] = (scores[(i, j)] * scale - greatest).exp();
                    weight[i] += scores[(i, j)];
                }
            }
            matmul_add(&scores, v.tile(tile!(BC, D), (block, 0)), &mut sum);
        }
        // The nesting of a tile of a generic layout is known for each caller alone: `at_mut` instead of brackets.
        for (i, weight) in weight.iter().enumerate() {
            (0..D).for_each(|d| *out.at_mut((i, d)) = sum[(i, d)] / weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_softmax_of_whole_rows() {
        const D: usize = 16;
        let rows = 24;
        let of = |seed: usize| {
            Boxed::from_coords(layout!((rows, D):row), |(i, d)| {
                ((i * 7 + d * seed) % 11) as f32 / 5.0 - 1.0
            })
        };
        let (q, k, v) = (of(3), of(5), of(2));
        let mut out = of(1);
        attention::<8, 4, D>(q.view(), k.view(), v.view(), &mut out.view_mut());
        for i in 0..rows {
            let score = |j: usize| (0..D).map(|d| q[(i, d)] * k[(j, d)]).sum::<f32>() / 4.0;
            let weights: Vec<f32> = (0..rows).map(|j| score(j).exp()).collect();
            for d in 0..D {
                let sum: f32 = (0..rows).map(|j| weights[j] * v[(j, d)]).sum();
                let expected = sum / weights.iter().sum::<f32>();
                assert!((out[(i, d)] - expected).abs() < 1e-5, "({i},{d})");
            }
        }
    }
}
