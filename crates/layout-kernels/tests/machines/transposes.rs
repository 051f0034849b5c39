//! Transposed copies of elements of each size, compared with the definition: extents around those of tiles, rows with gaps, rows
//! that share a set of the first-level cache, long edges.

use static_layout::*;
use static_layout_kernels::copy;

const EXTENTS: [usize; 9] = [2, 3, 16, 19, 32, 33, 64, 67, 100];
/// Extents of several panels of tiles, with one, two and more elements after them.
const LONG: [usize; 6] = [129, 130, 257, 258, 277, 530];
/// Extents of one tile or two, with one and two elements after them.
const SHORT: [usize; 6] = [9, 17, 18, 33, 34, 66];
/// Bytes between rows that share two sets of the first-level cache.
const CROWDED: usize = 2048;
/// Bytes between rows of which each line lies in one set, so that blocks of them are packed.
const PAGE: usize = 4096;

pub(crate) fn all() {
    for rows in EXTENTS {
        for columns in EXTENTS {
            for gap in [0, 5] {
                each_size(rows, columns, |_| [columns + gap, rows + gap]);
            }
            each_size(rows, columns, |bytes| [CROWDED / bytes; 2]);
            if rows > 32 && columns > 32 {
                each_size(rows, columns, |bytes| [PAGE / bytes; 2]);
                each_size(rows, columns, |bytes| [PAGE / bytes, rows]);
                each_size(rows, columns, |bytes| [columns, PAGE / bytes]);
            }
        }
    }
    for long in LONG {
        for short in SHORT {
            each_size(long, short, |_| [short, long]);
            each_size(short, long, |_| [long, short]);
        }
        each_size(long, long, |_| [long; 2]);
        // Rows that share eight, four or two sets of the first-level cache, on either side.
        // Packed blocks, whole ones and parts, of one side and of both.
        for apart in [
            [512, 8],
            [8, 512],
            [512; 2],
            [1024, 8],
            [8, 1024],
            [1024; 2],
            [CROWDED; 2],
            [PAGE, 8],
            [8, PAGE],
            [PAGE; 2],
        ] {
            let strides =
                |bytes: usize| apart.map(|apart| (long * bytes).next_multiple_of(apart) / bytes);
            each_size(long, 70, strides);
            each_size(70, long, strides);
        }
    }
    // Rows that begin at lines, and squares of lines in groups of two by two, around the ends of both. One side alone does not
    // fit the first-level cache.
    for rows in 94..=131 {
        for columns in [127_usize, 128, 129, 130, 131, 142, 159, 161] {
            let at_lines = |extents: [usize; 2], bytes: usize| {
                extents.map(|extent| extent.next_multiple_of(64 / bytes))
            };
            each_size(rows, columns, |bytes| at_lines([columns, rows], bytes));
            each_size(columns, rows, |bytes| at_lines([rows, columns], bytes));
        }
    }
    // Strips of bytes as long as each register, and a half of one for the last rows.
    for rows in 31..=200 {
        for columns in [15, 16, 17, 19, 33] {
            one(rows, columns, [columns, rows], |i| i as u8);
        }
    }
    // Larger than the caches, in rows that begin within lines.
    one(1453, 1449, [1449, 1453], |i| i as u32);
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
    // Whole tiles of each register, and parts of them. Then rows that collide in the first-level cache, on either side.
    fixed! { 16 16 64 32 19 33 128 96 112 160 2048 70 70 2048 }
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

/// Elements of each size, in rows as far apart as `strides` says of a size in bytes.
fn each_size(rows: usize, columns: usize, strides: impl Fn(usize) -> [usize; 2]) {
    one(rows, columns, strides(1), |i| i as u8);
    one(rows, columns, strides(2), |i| i as u16);
    one(rows, columns, strides(4), |i| i as u32);
    one(rows, columns, strides(8), |i| i as u64);
}

fn one<T: Copy + PartialEq + Default>(
    rows: usize,
    columns: usize,
    [width, height]: [usize; 2],
    element: impl Fn(usize) -> T,
) {
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
        "{rows} by {columns} elements of {} bytes, rows of {width} and {height}",
        size_of::<T>()
    );
}
