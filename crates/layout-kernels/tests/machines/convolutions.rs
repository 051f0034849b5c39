use crate::{Random, numbers, strided};
use static_layout::int::Negative;
use static_layout::*;
use static_layout_kernels::{Convolution, convolve2d, convolve2d_with};

/// Defines the comparison of a convolution of random strides. `$C` is the type of the stride of the columns, made of its
/// absolute value by `$signed`, which also returns the offset of the first coordinate.
macro_rules! case {
    ($name:ident, $C:ty, $signed:expr) => {
        fn $name(
            random: &mut Random,
            how: Convolution,
            [h, w, c]: [usize; 3],
            [r, s, k]: [usize; 3],
        ) {
            type Cube = Layout<(usize, usize, usize), (usize, $C, usize)>;
            type Filter = Layout<(usize, usize, usize, usize), (usize, $C, usize, usize)>;
            let signed: fn(usize, usize) -> ($C, usize) = $signed;
            let [p, q] = how.windows([h, w], [r, s]);
            let ([i, j, l], first, size) = strided(random, [h, w, c]);
            let (j, first) = signed(j, first);
            let image: Cube = Layout::new((h, w, c), (i, j, l));
            let x = numbers(size);
            let image_view = View::with_origin(&x, first, image).unwrap();
            let ([i, j, l, m], first, size) = strided(random, [r, s, c, k]);
            let (j, first) = signed(j, first);
            let filter: Filter = Layout::new((r, s, c, k), (i, j, l, m));
            let f = numbers(size);
            let filter_view = View::with_origin(&f, first, filter).unwrap();
            let ([i, j, l], first, size) = strided(random, [p, q, k]);
            let (j, first) = signed(j, first);
            let to: Cube = Layout::new((p, q, k), (i, j, l));
            let mut found = vec![0.5; size];
            let mut expected = found.clone();
            let mut result = ViewMut::with_origin(&mut found, first, to).unwrap();
            if how == Convolution::default() {
                convolve2d(image_view, filter_view, &mut result);
            } else {
                convolve2d_with(how, image_view, filter_view, &mut result);
            }
            let mut result = ViewMut::with_origin(&mut expected, first, to).unwrap();
            for (i, j, l) in to.coords() {
                let mut sum = 0.0;
                for (di, dj, m) in (0..r * s * c).map(|e| (e % r, e / r % s, e / r / s)) {
                    let y = (i * how.stride[0] + di).checked_sub(how.padding[0]);
                    let z = (j * how.stride[1] + dj).checked_sub(how.padding[1]);
                    if let (Some(y), Some(z)) = (y, z)
                        && y < h
                        && z < w
                    {
                        sum += image_view[(y, z, m)] * filter_view[(di, dj, m, l)];
                    }
                }
                result[(i, j, l)] = sum;
            }
            // Also the gaps.
            assert_eq!(found, expected, "{how:?}: {image} with {filter} into {to}");
        }
    };
}
case!(forward, usize, |stride, _| (stride, 0));
case!(backward, Negative, |stride, first| (Negative::new(stride), first));

/// Extents around the lengths of vectors and tiles, in every order of modes.
pub(crate) fn all() {
    let mut random = Random(7);
    for _ in 0..100 {
        let [r, s, c] = [1 + random.below(3), 1 + random.below(3), 1 + random.below(5)];
        let k = [1, 2, 7, 8, 9, 15, 16, 17, 31, 33][random.below(10)];
        let [h, w] = [r + random.below(4), s + random.below(40)];
        let how = Convolution {
            stride: [1 + random.below(2), 1 + random.below(2)],
            padding: [random.below(3), random.below(3)],
        };
        forward(&mut random, Convolution::default(), [h, w, c], [r, s, k]);
        forward(&mut random, how, [w, h, c], [s, r, k]);
        backward(&mut random, Convolution::default(), [w, h, c], [s, r, k]);
        backward(&mut random, how, [h, w, c], [r, s, k]);
    }
}
