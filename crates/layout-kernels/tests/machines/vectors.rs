//! Products of a matrix and a vector, compared with the definition: rows and columns of run-time extents, in both orders, with gaps.

use super::numbers;
use static_layout::*;
use static_layout_kernels::gemm;

pub(crate) fn all() {
    // Around the blocks and the parts of the loops; the last ones exceed the caches.
    for [lanes, depth] in [
        [1, 1],
        [5, 0],
        [3, 31],
        [4, 32],
        [7, 65],
        [19, 513],
        [513, 37],
        [700, 200],
        [1, 33],
        [1, 700],
        [1, 140_001],
        [129, 1030],
    ] {
        for lanes_first in [true, false] {
            for gap in [0, 3] {
                one(lanes, depth, lanes_first, gap);
                #[cfg(feature = "half")]
                {
                    converted([lanes, depth], lanes_first, gap, half::bf16::from_f32);
                    converted([lanes, depth], lanes_first, gap, half::f16::from_f32);
                }
            }
        }
    }
}

/// `C = 2 * A * B + 3 * C`, with C as one row and as one column.
fn one(lanes: usize, depth: usize, lanes_first: bool, gap: usize) {
    let [across, along] =
        if lanes_first { [1, lanes.max(1) + gap] } else { [depth.max(1) + gap, 1] };
    let (matrix, x) =
        (numbers((lanes * across + depth * along).max(1)), numbers(depth * (gap + 1) + 1));
    let (step, space) = (gap + 1, lanes * (gap + 1));
    let mut expected = numbers(space);
    for lane in 0..lanes {
        let sum: f32 = (0..depth).map(|k| x[k * step] * matrix[lane * across + k * along]).sum();
        expected[lane * step] = 2.0 * sum + 3.0 * expected[lane * step];
    }
    let (mut row, mut column) = (numbers(space), numbers(space));
    let one = 1_usize;
    let rows = Layout::new((depth, lanes), (along, across));
    let columns = Layout::new((lanes, depth), (across, along));
    let [far, near] = [space.max(1), depth * step + 1];
    gemm(
        2.0,
        View::new(&x, Layout::new((one, depth), (near, step))).unwrap(),
        View::new(&matrix, rows).unwrap(),
        3.0,
        &mut ViewMut::new(&mut row, Layout::new((one, lanes), (far, step))).unwrap(),
    );
    gemm(
        2.0,
        View::new(&matrix, columns).unwrap(),
        View::new(&x, Layout::new((depth, one), (step, near))).unwrap(),
        3.0,
        &mut ViewMut::new(&mut column, Layout::new((lanes, one), (step, far))).unwrap(),
    );
    let form = format!("{lanes} by {depth}, lanes first: {lanes_first}, gaps of {gap}");
    assert!(row == expected, "a row: {form}");
    assert!(column == expected, "a column: {form}");
}

/// `C = C + A * B` of elements that are converted, with C as one row and as one column.
#[cfg(feature = "half")]
fn converted<I: static_layout_kernels::gemm::Input<f32>>(
    [lanes, depth]: [usize; 2],
    lanes_first: bool,
    gap: usize,
    of: impl Fn(f32) -> I,
) {
    let [across, along] =
        if lanes_first { [1, lanes.max(1) + gap] } else { [depth.max(1) + gap, 1] };
    let data = |len| -> Vec<I> { numbers(len).into_iter().map(&of).collect() };
    let (matrix, x) = (data((lanes * across + depth * along).max(1)), data(depth * (gap + 1) + 1));
    let step = gap + 1;
    let mut expected = numbers(lanes);
    for (lane, to) in expected.iter_mut().enumerate() {
        let products =
            (0..depth).map(|k| x[k * step].widen() * matrix[lane * across + k * along].widen());
        *to += products.sum::<f32>();
    }
    let (mut row, mut column) = (numbers(lanes.max(1)), numbers(lanes.max(1)));
    let one = 1_usize;
    let near = depth * step + 1;
    static_layout_kernels::matmul_add(
        View::new(&x, Layout::new((one, depth), (near, step))).unwrap(),
        View::new(&matrix, Layout::new((depth, lanes), (along, across))).unwrap(),
        &mut ViewMut::new(&mut row, Layout::new((one, lanes), (lanes.max(1), one))).unwrap(),
    );
    static_layout_kernels::matmul_add(
        View::new(&matrix, Layout::new((lanes, depth), (across, along))).unwrap(),
        View::new(&x, Layout::new((depth, one), (step, near))).unwrap(),
        &mut ViewMut::new(&mut column, Layout::new((lanes, one), (one, lanes.max(1)))).unwrap(),
    );
    let form = format!("{lanes} by {depth}, lanes first: {lanes_first}, gaps of {gap}, converted");
    assert!(row[..lanes] == expected, "a row: {form}");
    assert!(column[..lanes] == expected, "a column: {form}");
}
