//! Loops over layouts. `by_hand.rs` has the same functions with the constants written out.
#![crate_type = "lib"]

use static_layout::ops::TupleOps;
use static_layout::*;

/// A linear index over all elements.
#[unsafe(no_mangle)]
pub fn sum_linear(data: &[f32; 128]) -> f32 {
    let a = layout!((8,16):(16,1));
    let mut sum = 0.0;
    for i in 0..a.size() {
        sum += data[a.index(i)];
    }
    sum
}

/// A loop for each mode.
#[unsafe(no_mangle)]
pub fn sum_by_mode(data: &[f32; 160]) -> f32 {
    let a = layout!((8,16):(20,1));
    let mut sum = 0.0;
    for i in 0..a.mode::<0>().size() {
        for j in 0..a.mode::<1>().size() {
            sum += data[a.index((i, j))];
        }
    }
    sum
}

/// A nested mode, addressed by one index.
#[unsafe(no_mangle)]
pub fn sum_nested(data: &[f32; 64]) -> f32 {
    let a = layout!((4,(4,4)):(4,(1,16)));
    let mut sum = 0.0;
    for i in 0..4 {
        for j in 0..16 {
            sum += data[a.index((i, j))];
        }
    }
    sum
}

/// One element at a static coordinate.
#[unsafe(no_mangle)]
pub fn element(data: &[f32; 8]) -> f32 {
    let view = View::new(data, layout!((2,(2,2)):(4,(1,2)))).unwrap();
    view[coord!(1, (1, 0))]
}

/// The offset of a static coordinate.
#[unsafe(no_mangle)]
pub fn offset() -> usize {
    let i = layout!((4,8):(1,4)).compose(layout!((8,4):(4,1))).index_static(coord!(5, 3));
    value(i)
}

fn value<N: typenum::Unsigned>(_: N) -> usize {
    N::USIZE
}

/// Tile by tile.
#[unsafe(no_mangle)]
pub fn sum_tiles(data: &[f32; 8192], sums: &mut [f32; 64]) {
    let tiled = layout!((128,64):(1,128)).zipped_divide(tile!(16, 8));
    for tile in 0..tiled.mode::<1>().size() {
        let mut sum = 0.0;
        for i in 0..tiled.mode::<0>().size() {
            sum += data[tiled.index((i, tile))];
        }
        sums[tile] = sum;
    }
}

/// Through views, each coordinate checked against the shape.
#[unsafe(no_mangle)]
pub fn transpose(from: &[f32; 128], to: &mut [f32; 128]) {
    let from = View::new(from, layout!((8,16):(16,1))).unwrap();
    let mut to = ViewMut::new(to, layout!((16,8):(8,1))).unwrap();
    for i in 0..8 {
        for j in 0..16 {
            to[(j, i)] = from[(i, j)];
        }
    }
}

/// A layout with one run-time extent, in a register.
#[unsafe(no_mangle)]
pub fn row_major(a: Layout!((?,64):(64,1)), i: usize, j: usize) -> usize {
    a.index((i, j))
}

/// Tiles whose static integers prove that all are whole: no test for each element.
#[unsafe(no_mangle)]
pub fn sum_whole_tiles(data: &[f32; 8192], sums: &mut [f32; 64]) {
    let tiles = layout!((64,128):(1,64)).zipped_divide_padded(tile!(16, 8));
    for tile in 0..64 {
        let mut sum = 0.0;
        for i in 0..128 {
            if tiles.is_whole(coord!(_, tile)) || tiles.inside((i, tile)) {
                sum += data[tiles.layout().index((i, tile))];
            }
        }
        sums[tile] = sum;
    }
}

/// A swizzle: a shift, a mask and an exclusive or.
#[unsafe(no_mangle)]
pub fn swizzled(i: usize, j: usize) -> usize {
    layout!(Sw<3,4,3> o 0 o (8,64):(64,1)).index((i, j))
}

/// A static coordinate: a constant.
#[unsafe(no_mangle)]
pub fn swizzled_element() -> usize {
    layout!(Sw<3,4,3> o 0 o (8,64):(64,1)).index(coord!(3, 5))
}

/// The offset of a row is added before the swizzle.
#[unsafe(no_mangle)]
pub fn swizzled_row(i: usize, j: usize) -> usize {
    let rows = layout!(Sw<2,4,-3> o 8 o (8,64):(64,1));
    rows.part((i, Keep)).index((j,))
}

#[unsafe(no_mangle)]
pub fn in_bounds(rows: usize, i: usize, j: usize) -> bool {
    (i, j).elem_less(shape!(rows, 64))
}

#[unsafe(no_mangle)]
pub fn reversed(i: usize, j: usize, k: usize) -> (usize, (usize, usize)) {
    ((i, j), k).reverse()
}

/// Whether an element lies in 7 by 25 elements, by its coordinate.
#[unsafe(no_mangle)]
pub fn predicate(i: usize) -> bool {
    let (row, column) = layout!((16,8):(2@1,1@0)).index(i);
    (row < 7) & (column < 25)
}

/// The elements of a nested layout, by their iterator.
#[unsafe(no_mangle)]
pub fn sum_elements(data: &[f32; 800]) -> f32 {
    let view = View::new(data, layout!((5,(4,8)):(160,(5,20)))).unwrap();
    view.iter().sum()
}

/// Rows of a reshaped array.
#[unsafe(no_mangle)]
pub fn reshaped(data: &[f32; 60], sums: &mut [f32; 20]) {
    let view = View::new(data, layout!((5,3,4):row)).unwrap().reshape(shape!(20, _));
    for i in 0..20 {
        let mut sum = 0.0;
        for j in 0..3 {
            sum += view[(i, j)];
        }
        sums[i] = sum;
    }
}

/// Every second element, downwards, of inner rows.
#[unsafe(no_mangle)]
pub fn sliced(data: &[f32; 64]) -> f32 {
    let view = View::new(data, layout!((4,16):row)).unwrap().slice_axes(slices!(1..-1, ..; -2));
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..8 {
            sum += view[(i, j)];
        }
    }
    sum
}

/// A row added to each row.
#[unsafe(no_mangle)]
pub fn broadcast(rows: &mut [f32; 128], row: &[f32; 16]) {
    let row = View::new(row, layout!(16:1)).unwrap().broadcast_to(shape!(8, 16));
    let mut rows = ViewMut::new(rows, layout!((8,16):row)).unwrap();
    for i in 0..8 {
        for j in 0..16 {
            rows[(i, j)] += row[(i, j)];
        }
    }
}

/// An offset that is computed in 32 bits.
#[unsafe(no_mangle)]
pub fn offset_of_32_bits(i: u32, j: u32) -> u32 {
    let a = narrow::Narrow::<u32, _>::new(layout!((1000, 4096):(4099, 3)));
    a.index((i as usize, j as usize))
}
