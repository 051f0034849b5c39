//! The mean of a square around each element, by tiles with a halo.

use static_layout::*;
use static_layout_kernels::copy;

type Image = Layout!((?, ?):(?, 1));

/// `out(i, j)` is the mean of `2 R + 1` by `2 R + 1` elements from `(i, j)` of `image` on. Tiles of `BM` by `BN` divide
/// `out`, and `image` has `2 R` more rows and columns.
pub(crate) fn box_blur<const BM: usize, const BN: usize, const R: usize>(
    image: View<'_, f32, Image>,
    out: &mut ViewMut<'_, f32, Image>,
) where
    Extent<BM>: Static,
    Extent<BN>: Static,
    Extent<R>: Static,
{
    let square = layout!(({const 2 * R + 1}, {const 2 * R + 1}));
    for ([i, j], mut out) in out.tiles_mut(tile!(BM, BN)).with_coords() {
        let mut halo =
            Owned::filled(layout!(({const BM + 2 * R}, {const BN + 2 * R}):row), 0.0_f32);
        let origin = [i * BM, j * BN].map(|x| x as isize);
        copy(image.window(origin, halo.sizes()), &mut halo);
        layout!((BM, BN)).coords().for_each(|(i, j)| {
            let sum: f32 = square.coords().map(|(y, x)| halo.at((i + y, j + x))).sum();
            *out.at_mut((i, j)) = sum / square.size() as f32;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_with_a_halo_have_the_means() {
        let (m, n) = (16, 24);
        let image = Boxed::from_coords(layout!(({ m + 4 }, { n + 4 }):row), |(i, j)| {
            ((5 * i + j * j) % 17) as f32
        });
        let mut out = Boxed::filled(layout!((m, n):row), -1.0);
        box_blur::<8, 12, 2>(image.view(), &mut out.view_mut());
        for (i, j) in layout!((m, n)).coords() {
            let square = layout!((5, 5)).coords().map(|(y, x)| image[(i + y, j + x)]);
            assert_eq!(out[(i, j)], square.sum::<f32>() / 25.0, "({i},{j})");
        }
    }
}
