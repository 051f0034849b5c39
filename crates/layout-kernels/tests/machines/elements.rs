//! Element-wise kernels of operands in other orders than the result's.

use crate::{Random, numbers, strided};
use static_layout::int::Negative;
use static_layout::*;
use static_layout_kernels::{axpby, combine, combine_all, transform};

type Cube = Layout<(usize, usize, usize), (usize, usize, usize)>;
type Reversed = Layout<(usize, usize, usize), (usize, Negative, usize)>;

/// A cube of these extents with strides in a random order and random gaps, and the number of elements below it.
fn cube(random: &mut Random, extents: [usize; 3]) -> (Cube, usize) {
    let ([i, j, k], _, size) = strided(random, extents);
    (Layout::new(extents.into(), (i, j, k)), size)
}

fn case(random: &mut Random, extents: [usize; 3]) {
    let (a, size) = cube(random, extents);
    let x = numbers(size);
    let x_view = View::new(&x, a).unwrap();
    let ([i, j, k], origin, size) = strided(random, extents);
    let b: Reversed = Layout::new(extents.into(), (i, Negative::new(j), k));
    let y: Vec<f32> = numbers(size).iter().map(|n| n * 3.0 + 1.0).collect();
    let y_view = View::with_origin(&y, origin, b).unwrap();
    let (to, size) = cube(random, extents);
    let start: Vec<f32> = numbers(size).iter().map(|n| 2.0 - n).collect();

    // `run` of a kernel, compared with `expected` of each coordinate, the gaps included.
    let check =
        |name, run: &dyn Fn(&mut ViewMut<f32, Cube>), expected: &dyn Fn(f32, f32, f32) -> f32| {
            let mut found = start.clone();
            run(&mut ViewMut::new(&mut found, to).unwrap());
            let mut definition = start.clone();
            let mut result = ViewMut::new(&mut definition, to).unwrap();
            for at in to.coords() {
                result[at] = expected(x_view[at], y_view[at], result[at]);
            }
            assert_eq!(found, definition, "{name}: {a} and {b} into {to}");
        };
    check("axpby", &|z| axpby(2.0, x_view, 3.0, z), &|x, _, z| 2.0 * x + 3.0 * z);
    check("axpby, reversed", &|z| axpby(2.0, y_view, -1.0, z), &|_, y, z| 2.0 * y - z);
    check("transform", &|z| transform(x_view, z, |x| x + 0.5), &|x, _, _| x + 0.5);
    check("combine", &|z| combine(x_view, y_view, z, |x, y| x * y), &|x, y, _| x * y);
    check(
        "combine_all",
        &|z| combine_all((x_view, y_view, x_view), z, |(x, y, w)| x - y * w),
        &|x, y, _| x - y * x,
    );
}

pub(crate) fn all() {
    let mut random = Random(11);
    for extents in [[96, 70, 1], [33, 5, 17], [1, 130, 31]] {
        case(&mut random, extents);
    }
    for _ in 0..60 {
        let extents = [0; 3].map(|_| 1 + random.below(20));
        case(&mut random, extents);
    }
}
