//! Transposed copies of elements of each size, beside the definition: extents around those of tiles, rows with gaps.

use static_layout::*;
use static_layout_kernels::copy;

const EXTENTS: [usize; 9] = [2, 3, 16, 19, 32, 33, 64, 67, 100];

pub(crate) fn all() {
    for rows in EXTENTS {
        for columns in EXTENTS {
            for gap in [0, 5] {
                one(rows, columns, gap, |i| i as u8);
                one(rows, columns, gap, |i| i as u16);
                one(rows, columns, gap, |i| i as u32);
                one(rows, columns, gap, |i| i as u64);
            }
        }
    }
    macro_rules! fixed {
        ($($rows:literal $columns:literal)*) => {$({
            type Rows = Layout!(($rows,$columns):($columns,1));
            type Columns = Layout!(($rows,$columns):(1,$rows));
            fixed::<_, Rows, Columns>(|i| i as u8);
            fixed::<_, Rows, Columns>(|i| i as u16);
            fixed::<_, Rows, Columns>(|i| i as u32);
            fixed::<_, Rows, Columns>(|i| i as u64);
        })*};
    }
    // Whole tiles of each register, and parts of them.
    fixed! { 16 16 64 32 19 33 }
}

/// By a plan that is a constant.
fn fixed<T: Copy + PartialEq + Default, A: AnyLayout + Default, B: AnyLayout + Default>(
    element: impl Fn(usize) -> T,
) {
    let (rows, columns) = (A::default(), B::default());
    let from: Vec<T> = (0..rows.size()).map(|i| element(i * 37 + 1)).collect();
    let mut to = vec![T::default(); from.len()];
    let read = View::new(&from, rows).unwrap();
    copy(read, &mut ViewMut::new(&mut to, columns).unwrap());
    let written = View::new(&to, columns).unwrap();
    assert!(read == written, "{rows} of elements of {} bytes", size_of::<T>());
}

fn one<T: Copy + PartialEq + Default>(
    rows: usize,
    columns: usize,
    gap: usize,
    element: impl Fn(usize) -> T,
) {
    let (width, height) = (columns + gap, rows + gap);
    let from: Vec<T> = (0..rows * width).map(|i| element(i * 37 + 1)).collect();
    let (mut to, mut expected) =
        (vec![T::default(); columns * height], vec![T::default(); columns * height]);
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        expected[j * height + i] = from[i * width + j];
    }
    let read = View::new(&from, layout!((rows, columns):(width, 1))).unwrap();
    copy(read, &mut ViewMut::new(&mut to, layout!((rows, columns):(1, height))).unwrap());
    assert!(
        to == expected,
        "{rows} by {columns} elements of {} bytes, gaps of {gap}",
        size_of::<T>()
    );
}
