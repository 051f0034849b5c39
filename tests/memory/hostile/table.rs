//! Each public function of tensors, kernels and arrays of other crates, with values that no caller should pass: a refusal
//! with its words, and nothing else. The elements that the function could write stay what they were.
//!
//! [`every_function_has_a_row`] reads the sources, so a new function needs a row, or a reason in [`WITHOUT_ROW`].

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::{MAX, MOST, said};
use arrow_array::types::Int32Type;
use image::{ImageBuffer, Luma, Rgb};
use nalgebra::DMatrix;
use ndarray::{Array2, Ix1};
use safetensors::{Dtype, tensor::TensorView};
use static_layout::typenum::U4;
use static_layout::{interop::Npz, *};
use static_layout_kernels::gemm::{Broadcast, TiledMma, gemm_blocks};
use static_layout_kernels::simd::{Element, Portable};
use static_layout_kernels::*;

/// A call with a hostile value, and the words of its refusal. A panic begins with `panics: `, a `None` is `none`.
struct Row {
    function: &'static str,
    value: &'static str,
    words: &'static str,
    call: fn(&mut [i32]) -> Option<String>,
}

/// The refusal of a call that returned.
trait Refusal {
    fn words(self) -> Option<String>;
}
impl<T, E: Display> Refusal for Result<T, E> {
    fn words(self) -> Option<String> {
        self.err().map(|error| error.to_string())
    }
}
impl<T> Refusal for Option<T> {
    fn words(self) -> Option<String> {
        self.is_none().then(|| "none".to_string())
    }
}
impl Refusal for () {
    fn words(self) -> Option<String> {
        None
    }
}

macro_rules! rows {
    ($($function:literal, $value:literal => $words:literal: |$data:ident| $call:expr;)*) => {
        const ROWS: &[Row] = &[$(Row {
            function: $function,
            value: $value,
            words: $words,
            call: |$data| Refusal::words($call),
        }),*];
    };
}

type One = Layout!((?,):(?,));
type Two = Layout!((?, ?):(?, ?));
type Three = Layout!((?, ?, ?):(?, ?, ?));
type Flexible<'a> = View<'a, i32, dynamic::Layout>;

/// The elements that kernels read.
const FROM: [i32; 64] = [3; 64];
/// An element count that is too large for an array of `i32`.
const BEYOND: usize = MOST / 2;

fn one(extent: usize, stride: usize) -> One {
    Layout::new((extent,), (stride,))
}
fn two(shape: (usize, usize), stride: (usize, usize)) -> Two {
    Layout::new(shape, stride)
}
/// Four rows of eight elements.
fn rows(data: &[i32]) -> View<'_, i32, Two> {
    View::new(data, two((4, 8), (8, 1))).unwrap()
}
fn rows_mut(data: &mut [i32]) -> ViewMut<'_, i32, Two> {
    ViewMut::new(data, two((4, 8), (8, 1))).unwrap()
}
/// Four rows that are one row.
fn shared(data: &mut [i32]) -> ViewMut<'_, i32, Two> {
    ViewMut::new(data, two((4, 8), (0, 1))).unwrap()
}
/// More coordinates than an array has elements, all of one element.
fn endless(data: &[i32]) -> View<'_, i32, Two> {
    View::new(data, two((BEYOND, 1), (0, 0))).unwrap()
}
/// A tile of `m` by `n`.
fn by(m: usize, n: usize) -> Tile<(One, One)> {
    Tile::new((one(m, 1), one(n, 1)))
}
fn text<T: std::str::FromStr<Err = LayoutError>>(text: &str) -> T {
    text.parse().unwrap()
}
/// Threads and values of a tile of 8.
fn tiled() -> TiledCopy<VectorMove<U4>, Layout!(2:1), Layout!(4:1)> {
    TiledCopy::new(VectorMove::new(), layout!(2:1), layout!(4:1))
}
fn image_of(data: &[i32]) -> View<'_, i32, Three> {
    View::new(data, Layout::new((4, 4, 2), (8, 2, 1))).unwrap()
}
type Four = Layout!((?, ?, ?, ?):(?, ?, ?, ?));
fn filter_of(data: &[i32], channels: usize) -> View<'_, i32, Four> {
    View::new(data, Layout::new((2, 2, channels, 1), (2, 1, 4, 0))).unwrap()
}
/// An `.npy` file of this header.
fn npy(header: &str) -> Vec<u8> {
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file
}
const HUGE: &str = "{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904,), }";
/// Two axes with elements between the rows, which are neither an image nor an array in C order.
fn gaps(data: &[i32]) -> View<'_, i32, Two> {
    View::new(data, two((4, 4), (8, 1))).unwrap()
}
type Nested = Layout!(((?, ?), ?):((?, ?), ?));
/// An axis that is not one extent and one stride.
fn nested(data: &[i32]) -> View<'_, i32, Nested> {
    View::new(data, Layout::new(((2, 2), 2), ((1, 8), 4))).unwrap()
}

rows! {
    // Views.
    "View::new", "a slice that is one element short" => "cannot view a slice through (4,8):(8,1): it reaches from 0 to 31 around element 0 of 31": |data| View::new(&data[..31], two((4, 8), (8, 1)));
    "View::new", "a negative stride from the first element on" => "cannot view a slice through 4:-2: it reaches from -6 to 0 around element 0 of 64": |data| View::new(data, layout!(4:-2));
    "View::with_origin", "the greatest origin" => "cannot view a slice through (4,8):(8,1): it reaches from 0 to 31 around element 18446744073709551615 of 64": |data| View::with_origin(data, MAX, two((4, 8), (8, 1)));
    "ViewMut::new", "a slice that is one element short" => "cannot view a slice through (4,8):(8,1): it reaches from 0 to 31 around element 0 of 31": |data| ViewMut::new(&mut data[..31], two((4, 8), (8, 1)));
    "ViewMut::with_origin", "the greatest origin" => "cannot view a slice through (4,8):(8,1): it reaches from 0 to 31 around element 18446744073709551615 of 64": |data| ViewMut::with_origin(data, MAX, two((4, 8), (8, 1)));
    "View::dynamic", "the greatest origin" => "cannot view a slice through (4,8):(8,1): it reaches from 0 to 31 around element 18446744073709551615 of 64": |data| View::dynamic(data, MAX, text("(4,8):(8,1)"));
    "View::dynamic", "a layout that maps to coordinates" => "cannot view a slice through (4,8):(1@0,1@1): the stride 1@0 counts in units of a coordinate, not in offsets": |data| View::dynamic(data, 0, text("(4,8):(1@0,1@1)"));
    "ViewMut::dynamic", "an element past the end" => "cannot view a slice through 64:1: it reaches from 0 to 63 around element 1 of 64": |data| ViewMut::dynamic(data, 1, text("64:1"));
    "try_at", "a coordinate past the shape" => "coordinate (4,0) is out of range for shape (4,8): 4 is not below 4": |data| View::dynamic(data, 0, text("(4,8):(8,1)")).unwrap().try_at(&text("(4,0)"));
    "try_at", "a coordinate of other nesting" => "coordinate ((1,1),1) does not fit shape (4,8)": |data| View::dynamic(data, 0, text("(4,8):(8,1)")).unwrap().try_at(&text("((1,1),1)"));
    "try_at_mut", "a negative coordinate" => "coordinate (-1,0) is out of range for shape (4,8): -1 is negative": |data| ViewMut::dynamic(data, 0, text("(4,8):(8,1)")).unwrap().try_at_mut(&text("(-1,0)"));
    "at", "a coordinate past the shape" => "panics: coordinate (4,0) is out of range for shape (4,8): 4 is not below 4": |data| { let _ = rows(data).at((4, 0)); };
    "at", "the greatest coordinate" => "panics: coordinate (>MOST,>MOST) is out of range for shape (4,8): >MOST is past the end": |data| { let _ = rows(data).at((MAX, MAX)); };
    "at", "the greatest linear index" => "panics: coordinate >MOST is out of range for shape (4,8): >MOST is past the end": |data| { let _ = rows(data).at(MAX); };
    "get", "the greatest coordinate" => "none": |data| rows(data).get((MAX, 0));
    "at_mut", "a coordinate past the shape" => "panics: coordinate (0,8) is out of range for shape (4,8): 8 is not below 8": |data| *rows_mut(data).at_mut((0, 8)) = 1;
    "get_mut", "the greatest linear index" => "none": |data| rows_mut(data).get_mut(MAX).map(|x| *x = 1);
    "slice", "the greatest row" => "panics: coordinate (>MOST,_) is out of range for shape (4,8): >MOST is past the end": |data| { let i = MAX; let _ = rows(data).slice(coord!(i, _)); };
    "slice_mut", "a column past the last" => "panics: coordinate (_,8) is out of range for shape (4,8): 8 is not below 8": |data| { let i = 8; let _ = rows_mut(data).slice_mut(coord!(_, i)); };
    "reshape", "another size" => "panics: cannot reshape (4,8):(8,1) to (5,7): the sizes 32 and 35 differ": |data| { let _ = rows(data).reshape((5, 7)); };
    "reshape", "a size past the greatest" => "panics: cannot reshape (4,8):(8,1) to (>MOST,2): an integer is past MOST": |data| { let _ = rows(data).reshape((MAX, 2)); };
    "reshape_mut", "another size" => "panics: cannot reshape (4,8):(8,1) to (5,7): the sizes 32 and 35 differ": |data| { let _ = rows_mut(data).reshape_mut((5, 7)); };
    "broadcast_to", "an axis that is not 1" => "panics: cannot broadcast (4,8):(8,1) to (8,8): axis 0 has the extent 4, which is neither 1 nor 8": |data| { let _ = rows(data).broadcast_to((8, 8)); };
    "slice_axes", "an index past the axis" => "panics: cannot slice the axes of (4,8):(8,1): the index 4 is out of range for axis 0, whose extent is 4": |data| { let i = 4; let _ = rows(data).slice_axes(slices!(i)); };
    "slice_axes", "a step of 0" => "panics: cannot slice the axes of (4,8):(8,1): a slice cannot step by 0": |data| { let step = 0; let _ = rows(data).slice_axes(slices!(0..4; step)); };
    "try_slice_axes", "the greatest index" => "cannot slice the axes of (4,8):(8,1): the index MOST is out of range for axis 0, whose extent is 4": |data| { let i = MOST; rows(data).try_slice_axes(slices!(i)) };
    "slice_axes_mut", "an index past the axis" => "panics: cannot slice the axes of (4,8):(8,1): the index 4 is out of range for axis 0, whose extent is 4": |data| { let i = 4; let _ = rows_mut(data).slice_axes_mut(slices!(i)); };
    "split_mut", "a place past the mode" => "panics: cannot split (4,8):(8,1) at 5 of mode 0: it has 4": |data| { let _ = rows_mut(data).split_mut::<0>(5); };
    "quadrants_mut", "a row past the mode" => "panics: cannot split (4,8):(8,1) at 5 of mode 0: it has 4": |data| { let _ = rows_mut(data).quadrants_mut(5, 0); };
    "quadrants_mut", "a column past the mode" => "panics: cannot split (2,8):(8,1) at 18446744073709551615 of mode 1: it has 8": |data| { let _ = rows_mut(data).quadrants_mut(2, MAX); };
    "quadrants_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).quadrants_mut(0, 0); };
    "window", "the last coordinates of all" => "none": |data| (rows(data).window([isize::MAX; 2], [MAX; 2]).size() > 0).then_some(());
    "window", "the first coordinates of all" => "none": |data| (rows(data).window([isize::MIN; 2], [MAX / 2; 2]).size() > 0).then_some(());
    "read_array", "another shape" => "panics: the shape (4,8) is not the shape of an array of [4, 7]": |data| { let _: [[i32; 7]; 4] = rows(data).read_array(); };
    "write_array", "another shape" => "panics: the shape (4,8) is not the shape of an array of [31]": |data| rows_mut(data).write_array([1; 31]);
    "split_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).split_mut::<0>(2); };
    "compose", "a layout past the end" => "panics: cannot view a slice through (33):(1): it reaches from 0 to 32 around element 0 of 32": |data| { let _ = rows(data).compose(one(33, 1)); };
    "try_compose", "a stride past the end" => "cannot view a slice through (2):(64): it reaches from 0 to 64 around element 0 of 32": |data| rows(data).try_compose(one(2, 64));
    "compose_mut", "a layout past the end" => "panics: cannot view a slice through (33):(1): it reaches from 0 to 32 around element 0 of 32": |data| { let _ = rows_mut(data).compose_mut(one(33, 1)); };
    "broadcast", "an extent past the greatest size" => "panics: cannot make >MOST:0: an integer is past MOST": |data| { let _ = rows(data).broadcast(MAX); };
    // Tiles and shares.
    "tile", "a tile that does not divide" => "panics: cannot divide (4,8):(8,1) by <(3):(1),(3):(1)>: 3 does not divide 4; the padded divide rounds up": |data| { let _ = rows(data).tile(by(3, 3), (0, 0)); };
    "tile", "a tile past the grid" => "panics: the grid of tiles: coordinate (2,0) is out of range for shape ((1,2),(1,4)): 2 is not below 2": |data| { let _ = rows(data).tile(by(2, 2), (2, 0)); };
    "tile", "a tile of no elements" => "panics: cannot divide (4,8):(8,1) by <(0):(1),(2):(1)>: an extent is 0: there is nothing to work on": |data| { let _ = rows(data).tile(by(0, 2), (0, 0)); };
    "tile_of", "a tile that does not divide" => "panics: cannot divide (4,8):(8,1) by <(3):(1),(3):(1)>: 3 does not divide 4; the padded divide rounds up": |data| { let _ = rows(data).tile_of(by(3, 3), (0, 0), modes!(0, 1)); };
    "tile_of", "a tile past the grid" => "panics: the grid of tiles: coordinate (2,0) is out of range for shape ((1,2),(1,4)): 2 is not below 2": |data| { let _ = rows(data).tile_of(by(2, 2), (2, 0), modes!(0, 1)); };
    "tile_of_mut", "a tile past the grid" => "panics: the grid of tiles: coordinate (2,0) is out of range for shape ((1,2),(1,4)): 2 is not below 2": |data| { let _ = rows_mut(data).tile_of_mut(by(2, 2), (2, 0), modes!(0, 1)); };
    "try_tile", "a tile past the grid" => "panics: the grid of tiles: coordinate (>MOST,0) is out of range for shape ((1,2),(1,4)): >MOST is past the end": |data| rows(data).try_tile(by(2, 2), (MAX, 0));
    "tile_mut", "a tile past the grid" => "panics: the grid of tiles: coordinate (2,0) is out of range for shape ((1,2),(1,4)): 2 is not below 2": |data| rows_mut(data).tile_mut(by(2, 2), (2, 0)).fill(1);
    "tiles", "a tile that does not divide" => "panics: cannot divide (4,8):(8,1) by <(3):(1),(1):(1)>: 3 does not divide 4; the padded divide rounds up": |data| { let _ = rows(data).tiles(by(3, 1)); };
    "try_tiles", "the greatest tile" => "cannot divide (4,8):(8,1) by <(MOST):(1),(1):(1)>: MOST does not divide 4; the padded divide rounds up": |data| rows(data).try_tiles(by(MOST, 1));
    "tiles_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).tiles_mut(by(2, 2)); };
    "try_tiles_mut", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| shared(data).try_tiles_mut(by(2, 2));
    "outer_partition", "a place past the tile" => "panics: the tile: coordinate (0,2) is out of range for shape ((2),(2)): 2 is not below 2": |data| { let _ = rows(data).outer_partition(by(2, 2), (0, 2)); };
    "partition", "a thread past the last" => "panics: (2,2):(2,1) has no thread 4": |data| { let _ = rows(data).partition(two((2, 2), (2, 1)), 4); };
    "partition", "threads that do not divide" => "panics: cannot divide (4,8):(8,1) by <3:1,1:1>: 3 does not divide 4; the padded divide rounds up": |data| { let _ = rows(data).partition(two((3, 1), (1, 3)), 0); };
    "shares", "threads without an inverse" => "panics: no inverse of (2,2):(0,1): the extent 2 at stride 0 repeats elements": |data| { let _ = rows(data).shares(two((2, 2), (0, 1))); };
    "partition_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).partition_mut(two((2, 2), (2, 1))); };
    "try_partition_mut", "threads that do not divide" => "cannot divide (4,8):(8,1) by <3:1,2:1>: 3 does not divide 4; the padded divide rounds up": |data| rows_mut(data).try_partition_mut(two((3, 2), (2, 1)));
    "split_at", "a place past the parts" => "panics: 9 parts of 8": |data| { let _ = rows(data).tiles(by(2, 2)).split_at(9); };
    "into_array", "another number of parts" => "none": |data| rows(data).tiles(by(2, 2)).into_array::<7>().ok();
    "tiles_padded", "a tile of no elements" => "panics: cannot divide (4,8):(8,1) by <(0):(1),(2):(1)>: an extent is 0: there is nothing to work on": |data| { let _ = rows(data).tiles_padded(by(0, 2)); };
    "try_tiles_padded", "a tile past the greatest size" => "cannot divide (4,8):(8,1) by <(MOST):(1),(MOST):(1)>: MOST * 8 is past MOST": |data| rows(data).try_tiles_padded(by(MOST, MOST));
    "tile_padded", "a tile past the grid" => "panics: the grid of tiles: coordinate (2,0) is out of range for shape ((1,2),(1,3)): 2 is not below 2": |data| { let _ = rows(data).tile_padded(by(3, 3), (2, 0)); };
    "tiles_padded_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).tiles_padded_mut(by(3, 3)); };
    "try_tiles_padded_mut", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| shared(data).try_tiles_padded_mut(by(3, 3));
    "tile_padded_mut", "a tile past the grid" => "panics: the grid of tiles: coordinate (0,>MOST) is out of range for shape ((1,2),(1,3)): >MOST is past the end": |data| { let _ = rows_mut(data).tile_padded_mut(by(3, 3), (0, MAX)); };
    "get", "the greatest coordinate of a cut tile" => "none": |data| rows(data).tile_padded(by(3, 3), (1, 2)).get((MAX, 0));
    "get_mut", "a coordinate that the edge cuts off" => "none": |data| rows_mut(data).tile_padded_mut(by(3, 3), (1, 2)).get_mut((1, 0)).map(|x| *x = 1);
    "contains", "a coordinate that the edge cuts off" => "none": |data| rows(data).tile_padded(by(3, 3), (1, 2)).padded_tile().contains((1, 0)).then_some(());
    "whole", "a tile that the edge cuts" => "none": |data| rows(data).tile_padded(by(3, 3), (1, 2)).whole();
    "whole_or_clip", "places of a tile that no rectangle has" => "panics: the edge cuts a mode of the tile (2,2):(1,4) that has several leaves: `entries` and `update_entries` visit it": |data| { let _ = View::new(data, one(13, 1)).unwrap().tile_padded(layout!((2, 2):(1, 4)), 2).whole_or_clip(); };
    "whole_mut", "a tile that the edge cuts" => "none": |data| rows_mut(data).tile_padded_mut(by(3, 3), (1, 2)).whole_mut().map(|mut tile| tile.fill(1));
    "clip", "places of a tile that no rectangle has" => "none": |data| View::new(data, one(13, 1)).unwrap().tile_padded(layout!((2, 2):(1, 4)), 2).clip();
    "clip_mut", "places of a tile that no rectangle has" => "none": |data| ViewMut::new(data, one(13, 1)).unwrap().tile_padded_mut(layout!((2, 2):(1, 4)), 2).clip_mut().map(|mut tile| tile.fill(1));
    "extents", "places of a tile that no rectangle has" => "none": |data| View::new(data, one(13, 1)).unwrap().tile_padded(layout!((2, 2):(1, 4)), 2).padded_tile().extents();
    "recast", "bytes that do not divide" => "cannot recast (4,7):(7,1) from 32 to 64 bits: the stride 7 is neither a multiple of 2 nor divides it": |data| View::new(data, two((4, 7), (7, 1))).unwrap().recast::<u64>();
    "recast_mut", "bytes that do not divide" => "cannot recast (4,7):(7,1) from 32 to 64 bits: the stride 7 is neither a multiple of 2 nor divides it": |data| ViewMut::new(data, two((4, 7), (7, 1))).unwrap().recast_mut::<u64>();
    "vectorize", "elements that are apart" => "cannot upcast (4,8):(16,2) by 4: vectors of 4 have 64 elements, the view 32, each to be used once": |data| View::new(data, two((4, 8), (16, 2))).unwrap().vectorize::<4>();
    // Elements one by one.
    "iter_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).iter_mut(); };
    "try_iter_mut", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| shared(data).try_iter_mut();
    "entries_mut", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| { let _ = shared(data).entries_mut(); };
    "TensorMut::fill", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| TensorMut::fill(&mut shared(data), 1);
    "for_each_with", "a tensor of another shape" => "panics: the two tensors have different shapes: (4,8) and (4,4)": |data| rows(data).for_each_with(&gaps(&FROM), |_, _| ());
    "update_with", "a tensor of another shape" => "panics: the two tensors have different shapes: (4,8) and (4,4)": |data| rows_mut(data).update_with(&gaps(&FROM), |to, _| *to = 1);
    // Tensors with elements of their own.
    "View::map", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| { let _ = endless(data).map(|x| *x); };
    "zip_with", "a tensor of another shape" => "panics: the two tensors have different shapes: (4,8) and (4,4)": |data| { let _ = rows(data).zip_with(&gaps(&FROM), |x, y| x + y); };
    "zip_with", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| { let _ = endless(data).zip_with(&endless(&FROM), |x, y| x + y); };
    "to_boxed", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| { let _ = endless(data).to_boxed(); };
    "Boxed::filled", "a cosize that is no array" => "panics: no array has 4611686018427387903 elements of 4 bytes": |_data| { let _ = Boxed::filled(one(BEYOND, 1), 1_i32); };
    "Boxed::padded", "a part with more rows" => "panics: coordinate (2) is out of range for shape (2): 2 is not below 2": |data| { let _ = Boxed::padded(one(2, 1), View::new(&data[..3], one(3, 1)).unwrap(), 0_i32); };
    "Boxed::from_offsets", "a stride that makes the cosize no array" => "panics: no array has 4611686018427387904 elements of 4 bytes": |_data| { let _ = Boxed::from_offsets(one(2, BEYOND), |_| 1_i32); };
    "Boxed::from_coords", "a cosize that is no array" => "panics: no array has 4611686018427387903 elements of 4 bytes": |_data| { let _ = Boxed::from_coords(one(BEYOND, 1), |_| 1_i32); };
    "Boxed::from_slice", "a slice that is too short" => "cannot view a slice through (9,8):(8,1): it reaches from 0 to 71 around element 0 of 64": |data| Boxed::from_slice(two((9, 8), (8, 1)), data);
    "Owned::from_slice", "a slice that is too short" => "cannot view a slice through (9,8):(8,1): it reaches from 0 to 71 around element 0 of 64": |data| Owned::from_slice(layout!((9, 8):(8, 1)), data);
    // Coordinates as a tensor.
    "Coordinates::of", "a shape past the greatest size" => "panics: cannot order (>MOST,2): 1 * >MOST is past MOST": |_data| { let _ = Coordinates::of((MAX, 2)); };
    "Coordinates::at", "a coordinate past the shape" => "panics: coordinate (4,0) is out of range for shape (4,8): 4 is not below 4": |_data| { let _ = Coordinates::of((4, 8)).at((4, 0)); };
    "Coordinates::slice", "the greatest row" => "panics: coordinate (>MOST,_) is out of range for shape (4,8): >MOST is past the end": |_data| { let i = MAX; let _ = Coordinates::of((4, 8)).slice(coord!(i, _)); };
    "Coordinates::tile", "a tile past the grid" => "panics: the grid of tiles: coordinate (2,0) is out of range for shape ((1,2),(1,4)): 2 is not below 2": |_data| { let _ = Coordinates::of((4, 8)).tile(by(2, 2), (2, 0)); };
    "Coordinates::partition", "a thread past the last" => "panics: (2,2):(2,1) has no thread 18446744073709551615": |_data| { let _ = Coordinates::of((4, 8)).partition(two((2, 2), (2, 1)), MAX); };
    // Copies.
    "copy", "another size" => "panics: cannot copy (4,4):(8,1) to (4,8):(8,1): the sizes 16 and 32 differ": |data| copy(gaps(&FROM), &mut rows_mut(data));
    "try_copy", "shared elements" => "cannot copy (4,8):(8,1) to (4,8):(0,1): the extent 4 at stride 0 repeats elements of the destination": |data| try_copy(rows(&FROM), &mut shared(data));
    "copy_with", "rows that vectors of 4 do not fill" => "panics: cannot copy (4,6):(8,1) to (4,6):(8,1): an atom of 4 elements does not divide a row of 6": |data| copy_with(VectorMove::<U4>::new(), View::new(&FROM, two((4, 6), (8, 1))).unwrap(), &mut ViewMut::new(data, two((4, 6), (8, 1))).unwrap());
    "try_copy_with", "elements that are apart" => "cannot copy (4,8):(16,2) to (4,8):(8,1): an atom needs 4 adjacent elements; at most 1 are adjacent": |data| try_copy_with(VectorMove::<U4>::new(), View::new(&FROM, two((4, 8), (16, 2))).unwrap(), &mut rows_mut(data));
    "copy_if", "another shape" => "panics: cannot copy (4,4):(8,1) to (4,8):(8,1): the sizes 16 and 32 differ": |data| copy_if(gaps(&FROM), &mut rows_mut(data), |_| true);
    "try_copy_if", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| try_copy_if(rows(&FROM), &mut shared(data), |_| true);
    "copy_plan", "another size" => "cannot copy (3):(1) to (4):(1): the sizes 3 and 4 differ": |_data| copy_plan::<i32, _, _>(one(3, 1), one(4, 1));
    "PlannedCopy::new", "shared elements" => "cannot copy (4):(1) to (4):(0): the extent 4 at stride 0 repeats elements of the destination": |_data| PlannedCopy::<i32, _, _>::new(one(4, 1), one(4, 0));
    "PlannedCopy::run", "layouts of other numbers" => "panics: planned from (4,8):(8,1) to (4,8):(8,1), and asked to copy (4,4):(8,1) to (4,4):(8,1)": |data| PlannedCopy::<i32, Two, Two>::new(two((4, 8), (8, 1)), two((4, 8), (8, 1))).unwrap().run(gaps(&FROM), &mut ViewMut::new(data, two((4, 4), (8, 1))).unwrap());
    "TiledCopy::partition", "the greatest thread" => "panics: no thread 18446744073709551615 of 2": |_data| { let _ = tiled().partition(View::new(&FROM, one(64, 1)).unwrap(), MAX); };
    "TiledCopy::partition", "elements that the tile does not divide" => "panics: cannot divide (63):(1) by <8:1>: 8 does not divide 63; the padded divide rounds up": |_data| { let _ = tiled().partition(View::new(&FROM, one(63, 1)).unwrap(), 0); };
    "TiledCopy::try_partitions", "elements that the tile does not divide" => "cannot divide (63):(1) by <8:1>: 8 does not divide 63; the padded divide rounds up": |_data| tiled().try_partitions(View::new(&FROM, one(63, 1)).unwrap());
    "TiledCopy::partitions_mut", "shared elements" => "panics: cannot borrow for writing all elements of (64):(0): the coordinates (1) and (0) share the offset 0": |data| { let _ = tiled().partitions_mut(&mut ViewMut::new(data, one(64, 0)).unwrap()); };
    "TiledCopy::try_partitions_mut", "elements that the tile does not divide" => "cannot divide (63):(1) by <8:1>: 8 does not divide 63; the padded divide rounds up": |data| tiled().try_partitions_mut(&mut ViewMut::new(data, one(63, 1)).unwrap()).map(|_| ());
    "TiledCopy::copy", "shared elements" => "panics: cannot borrow for writing all elements of (64):(0): the coordinates (1) and (0) share the offset 0": |data| tiled().copy(View::new(&FROM, one(64, 1)).unwrap(), &mut ViewMut::new(data, one(64, 0)).unwrap());
    "TiledCopy::try_copy", "another size" => "cannot copy (4,(8)):(1,(8)) to (4,(4)):(1,(8)): the sizes 32 and 16 differ": |data| tiled().try_copy(View::new(&FROM, one(64, 1)).unwrap(), &mut ViewMut::new(data, one(32, 1)).unwrap());
    "transpose", "a result of the shape of the source" => "panics: cannot transpose (4,8):(8,1) into (4,8):(8,1): the sizes 4 and 8 differ": |data| transpose(rows(&FROM), &mut rows_mut(data));
    "try_transpose", "shared elements" => "cannot copy (8,4):(1,8) to (8,4):(1,0): the extent 4 at stride 0 repeats elements of the destination": |data| try_transpose(rows(&FROM), &mut ViewMut::new(data, two((8, 4), (1, 0))).unwrap());
    "transpose_in_place", "a matrix that is not square" => "panics: cannot transpose in place (4,8):(8,1): the sizes 4 and 8 differ": |data| transpose_in_place(&mut rows_mut(data));
    // Functions of elements.
    "fill", "shared elements" => "panics: cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| fill(&mut shared(data), 1);
    "minimum", "no elements" => "none": |_data| minimum(View::new(&FROM, one(0, 1)).unwrap());
    "maximum", "no elements" => "none": |_data| maximum(View::new(&FROM, one(0, MOST)).unwrap());
    "transform", "another size" => "panics: cannot combine (4,4):(8,1) with (4,8):(8,1): the sizes 16 and 32 differ": |data| transform(gaps(&FROM), &mut rows_mut(data), |x| x);
    "try_transform", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| try_transform(rows(&FROM), &mut shared(data), |x: i32| x);
    "combine", "another size" => "panics: cannot combine (4,8):(8,1) with (4,4):(8,1): the sizes 32 and 16 differ": |data| combine(rows(&FROM), gaps(&FROM), &mut rows_mut(data), |x, y| x + y);
    "try_combine", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| try_combine(rows(&FROM), rows(&FROM), &mut shared(data), |x: i32, y: i32| x + y);
    "combine_all", "another size" => "panics: cannot combine (4,4):(8,1) with (4,8):(8,1): the sizes 16 and 32 differ": |data| combine_all((gaps(&FROM), rows(&FROM)), &mut rows_mut(data), |(x, y)| x + y);
    "try_combine_all", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| try_combine_all((rows(&FROM), rows(&FROM)), &mut shared(data), |(x, y)| x + y);
    "axpby", "another size" => "panics: cannot combine (4,4):(8,1) with (4,8):(8,1): the sizes 16 and 32 differ": |data| axpby(1, gaps(&FROM), 1, &mut rows_mut(data));
    "try_axpby", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| try_axpby(1, rows(&FROM), 1, &mut shared(data));
    // Products and convolutions.
    "gemm", "another depth" => "panics: cannot multiply (4,8):(8,1) by (4,4):(8,1) into (4,4):(4,1): A has 8 columns and B has 4 rows": |data| gemm(1, rows(&FROM), gaps(&FROM), 0, &mut ViewMut::new(data, two((4, 4), (4, 1))).unwrap());
    "gemm", "shared elements of the result" => "panics: cannot borrow for writing all elements of (4,4):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| gemm(1, gaps(&FROM), gaps(&FROM), 0, &mut ViewMut::new(data, two((4, 4), (0, 1))).unwrap());
    "gemm_on", "another number of columns" => "panics: cannot multiply (4,4):(8,1) by (4,4):(8,1) into (4,8):(8,1): B has 4 columns and C has 8": |data| gemm_on(Portable, 1, gaps(&FROM), gaps(&FROM), 0, &mut rows_mut(data));
    "gemm_with", "another number of rows" => "panics: cannot multiply (4,4):(8,1) by (4,4):(8,1) into (8,4):(4,1): A has 4 rows and C has 8": |data| gemm_with(TiledMma::new(Broadcast(i32::vectors(Portable)), layout!((1, 4):col)), 1, gaps(&FROM), gaps(&FROM), 0, &mut ViewMut::new(data, two((8, 4), (4, 1))).unwrap());
    "gemm_batched", "another number of matrices" => "panics: cannot multiply (2,2,3):(2,1,4) by (2,2,2):(2,1,4) into (2,2,3):(2,1,4): B has a batch of 2 matrices and C of 3": |data| { let three = |n: usize| Layout::new((2, 2, n), (2, 1, 4)); gemm_batched(1, View::new(&FROM, three(3)).unwrap(), View::new(&FROM, three(2)).unwrap(), 0, &mut ViewMut::new(data, three(3)).unwrap()) };
    "matmul", "another depth" => "panics: cannot multiply (4,8):(8,1) by (4,4):(8,1) into (4,4):(4,1): A has 8 columns and B has 4 rows": |data| matmul(rows(&FROM), gaps(&FROM), &mut ViewMut::new(data, two((4, 4), (4, 1))).unwrap());
    "matmul_add", "shared elements of the result" => "panics: cannot borrow for writing all elements of (4,4):(1,1): the coordinates (1,0) and (0,1) share the offset 1": |data| matmul_add(gaps(&FROM), gaps(&FROM), &mut ViewMut::new(data, two((4, 4), (1, 1))).unwrap());
    "matmul_batched", "matrices that share elements" => "panics: cannot borrow for writing all elements of (2,2,2):(2,1,1): the coordinates (0,1,0) and (0,0,1) share the offset 1": |data| { let three = |far: usize| Layout::new((2, 2, 2), (2, 1, far)); matmul_batched(View::new(&FROM, three(4)).unwrap(), View::new(&FROM, three(4)).unwrap(), &mut ViewMut::new(data, three(1)).unwrap()) };
    "gemm_blocks", "another depth" => "panics: cannot multiply (4,8):(8,1) by (4,4):(4,1) into (4,4):(4,1): A has 8 columns and B has 4 rows": |_data| { let _ = gemm_blocks::<f32, _, _, _>(two((4, 8), (8, 1)), two((4, 4), (4, 1)), two((4, 4), (4, 1))); };
    "image_to_columns", "a window that is longer than the image" => "panics: no window of 5 by 1 elements in an image of 4 by 4": |_data| { let _ = image_to_columns(Layout::new((4, 4, 2), (8, 2, 1)), 5, 1); };
    "image_to_columns", "the greatest window" => "panics: no window of 18446744073709551615 by 1 elements in an image of 4 by 4": |_data| { let _ = image_to_columns(Layout::new((4, 4, 2), (8, 2, 1)), MAX, 1); };
    "convolve2d", "other channels" => "panics: the image has 2 channels and the filter has 3": |data| convolve2d(image_of(&FROM), filter_of(&FROM, 3), &mut ViewMut::new(data, Layout::new((3, 3, 1), (3, 1, 0))).unwrap());
    "convolve2d_with", "a stride of 0" => "panics: cannot move a window of (2,2) over an image of (4,4): axis 0 has the padding 0 and the stride 0; the least stride is 1": |data| convolve2d_with(Convolution { stride: [0, 1], padding: [0, 0] }, image_of(&FROM), filter_of(&FROM, 2), &mut ViewMut::new(data, Layout::new((3, 3, 1), (3, 1, 0))).unwrap());
    "convolve2d_with", "the greatest padding" => "panics: cannot move a window of (2,2) over an image of (4,4): axis 0 has the padding 18446744073709551615 and the stride 1, and a padded image past 9223372036854775807; the greatest padding is 4611686018427387901": |data| convolve2d_with(Convolution { stride: [1, 1], padding: [MAX, 0] }, image_of(&FROM), filter_of(&FROM, 2), &mut ViewMut::new(data, Layout::new((3, 3, 1), (3, 1, 0))).unwrap());
    "windows", "the greatest padding" => "panics: cannot move a window of (2,2) over an image of (4,4): axis 1 has the padding 18446744073709551615 and the stride 1, and a padded image past 9223372036854775807; the greatest padding is 4611686018427387901": |_data| { let _ = Convolution { stride: [1, 1], padding: [0, MAX] }.windows([4, 4], [2, 2]); };
    "try_windows", "the greatest window" => "cannot move a window of (2,>9223372036854775807) over an image of (4,4): an integer is past 9223372036854775807": |_data| Convolution::default().try_windows([4, 4], [2, MAX]).map(|_| ());
    // Arrays of other crates.
    "read_axes", "another static extent" => "cannot read the array (4,8):(8,1) as (5,?):(?,1): axis 0 has the extent 4, not 5": |data| rows(data).read_axes::<Layout!((5, ?):(?, 1))>();
    "read_axes", "an axis without a stride of its own" => "cannot read the array ((2,2),2):((1,8),4) as (?,?):(?,?): axis 0 has no stride of its own: 2:1 continues at 8; a layout with nested modes can have it: Layout::reshape": |data| nested(data).read_axes::<Layout!((?, ?):(?, ?))>();
    "read_axes_copied", "a layout with shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| rows(data).read_axes_copied::<Layout!((4, 8):(0, 1))>();
    "to_flat", "an axis without a stride of its own" => "no flat layout is ((2,2),2):((1,8),4): axis 0 has no stride of its own: 2:1 continues at 8; a layout with nested modes can have it: Layout::reshape": |data| nested(data).to_flat();
    "from_rows", "another number of columns" => "cannot read the array (2,4):(4,1) as (?,3):(3,1): axis 1 has the extent 4, not 3": |_data| View::<i32, Layout!((?, 3):(3, 1))>::from_rows(&[[1; 4]; 2]);
    "ViewMut::from_rows", "another number of columns" => "cannot read the array (2,4):(4,1) as (?,3):(3,1): axis 1 has the extent 4, not 3": |_data| ViewMut::<i32, Layout!((?, 3):(3, 1))>::from_rows(&mut [[1; 4]; 2]).map(|_| ());
    "to_rows", "columns that are apart" => "cannot read the array (4,8):(1,4) as (4,8):(?,1): axis 1 has the stride 4, not 1": |data| View::new(data, two((4, 8), (1, 4))).unwrap().to_rows();
    "to_rows_copied", "three axes" => "no flat layout is (4,4,2):(8,2,1): it has rank 3, the array rank 2": |data| image_of(data).to_rows_copied();
    "from_rows_copied", "rows of unequal lengths" => "cannot read the array (2,2):(2,1): the sizes 1 and 2 differ": |_data| Boxed::<i32, Two>::from_rows_copied(&[vec![1, 2], vec![3]]);
    "from_ndarray", "another rank" => "cannot read the array (2,3):(3,1) as (?):(?): the array has rank 2, the layout rank 1": |_data| View::<i32, One>::from_ndarray(Array2::zeros((2, 3)).view());
    "ViewMut::from_ndarray", "another extent" => "cannot read the array (2,3):(3,1) as (2,4):(?,?): axis 1 has the extent 3, not 4": |_data| ViewMut::<i32, Layout!((2, 4):(?, ?))>::from_ndarray(Array2::zeros((2, 3)).view_mut()).map(|_| ());
    "to_ndarray", "another rank" => "no flat layout is (4,8):(8,1): it has rank 2, the array rank 1": |data| rows(data).to_ndarray::<Ix1>();
    "to_ndarray_copied", "another rank" => "no flat layout is (4,8):(8,1): it has rank 2, the array rank 1": |data| rows(data).to_ndarray_copied::<Ix1>();
    "to_ndarray_mut", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| shared(data).to_ndarray_mut::<ndarray::Ix2>();
    "from_ndarray_copied", "another extent" => "cannot read the array (2,3):(3,1) as (2,4):(4,1): axis 1 has the extent 3, not 4": |_data| Boxed::<i32, Layout!((2, 4):(4, 1))>::from_ndarray_copied(Array2::zeros((2, 3)).view());
    "from_nalgebra", "another extent" => "cannot read the array (2,3):(1,2) as (2,4):(?,?): axis 1 has the extent 3, not 4": |_data| View::<i32, Layout!((2, 4):(?, ?))>::from_nalgebra(&DMatrix::zeros(2, 3)).map(|_| ());
    "ViewMut::from_nalgebra", "another extent" => "cannot read the array (2,3):(1,2) as (2,4):(?,?): axis 1 has the extent 3, not 4": |_data| ViewMut::<i32, Layout!((2, 4):(?, ?))>::from_nalgebra(&mut DMatrix::zeros(2, 3)).map(|_| ());
    "to_nalgebra", "three axes" => "no flat layout is (4,4,2):(8,2,1): it has rank 3, the array rank 2": |data| image_of(data).to_nalgebra();
    "to_nalgebra_copied", "three axes" => "no flat layout is (4,4,2):(8,2,1): it has rank 3, the array rank 2": |data| image_of(data).to_nalgebra_copied();
    "to_nalgebra_mut", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| shared(data).to_nalgebra_mut().map(|_| ());
    "from_nalgebra_copied", "another extent" => "cannot read the array (2,3):(1,2) as (2,4):(4,1): axis 1 has the extent 3, not 4": |_data| Boxed::<i32, Layout!((2, 4):(4, 1))>::from_nalgebra_copied(&DMatrix::zeros(2, 3));
    "from_mdarray", "another extent" => "cannot read the array (2,2):(2,1) as (2,3):(?,?): axis 1 has the extent 2, not 3": |_data| View::<i32, Layout!((2, 3):(?, ?))>::from_mdarray(&mdarray::darray![[1, 2], [3, 4]]).map(|_| ());
    "ViewMut::from_mdarray", "another extent" => "cannot read the array (2,2):(2,1) as (2,3):(?,?): axis 1 has the extent 2, not 3": |_data| ViewMut::<i32, Layout!((2, 3):(?, ?))>::from_mdarray(&mut mdarray::darray![[1, 2], [3, 4]]).map(|_| ());
    "to_mdarray", "another rank" => "no flat layout is (4,8):(8,1): it has rank 2, the array rank 1": |data| rows(data).to_mdarray::<(mdarray::Dyn,)>().map(|_| ());
    "to_mdarray_copied", "another rank" => "no flat layout is (4,8):(8,1): it has rank 2, the array rank 1": |data| rows(data).to_mdarray_copied::<(mdarray::Dyn,)>().map(|_| ());
    "to_mdarray_mut", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |data| shared(data).to_mdarray_mut::<mdarray::DynRank>().map(|_| ());
    "from_mdarray_copied", "another extent" => "cannot read the array (2,2):(2,1) as (2,3):(3,1): axis 1 has the extent 2, not 3": |_data| Boxed::<i32, Layout!((2, 3):(3, 1))>::from_mdarray_copied(&mdarray::darray![[1, 2], [3, 4]]);
    "from_image", "another number of channels" => "cannot read the array (2,2,3):(6,3,1) as (?,?,4):(?,?,1): axis 2 has the extent 3, not 4": |_data| View::<u8, Layout!((?, ?, 4):(?, ?, 1))>::from_image(&ImageBuffer::<Rgb<u8>, _>::new(2, 2)).map(|_| ());
    "ViewMut::from_image", "another number of channels" => "cannot read the array (2,2,3):(6,3,1) as (?,?,4):(?,?,1): axis 2 has the extent 3, not 4": |_data| ViewMut::<u8, Layout!((?, ?, 4):(?, ?, 1))>::from_image(&mut ImageBuffer::<Rgb<u8>, _>::new(2, 2)).map(|_| ());
    "from_flat_samples", "strides past the samples" => "cannot make (3,4,1):(MOST,1,1): 2 * MOST is past MOST": |_data| View::<u8, dynamic::Layout>::from_flat_samples(&image::flat::FlatSamples { samples: vec![0_u8; 12], layout: image::flat::SampleLayout { channels: 1, channel_stride: 1, width: 4, width_stride: 1, height: 3, height_stride: MAX }, color_hint: None }).map(|_| ());
    "to_image", "columns before rows" => "cannot read the array (2,2,3):(3,6,1) as (2,2,3):(6,3,1): axis 0 has the stride 3, not 6": |_data| View::new(&[0_u8; 12], Layout::new((2, 2, 3), (3, 6, 1))).unwrap().to_image::<Rgb<u8>>();
    "to_image_copied", "another number of channels" => "no image of 1 channels has the extents (2,2,3): height, width, channels": |_data| View::new(&[0_u8; 12], Layout::new((2, 2, 3), (3, 6, 1))).unwrap().to_image_copied::<Luma<u8>>();
    "to_image_mut", "columns before rows" => "cannot read the array (2,2,3):(3,6,1) as (2,2,3):(6,3,1): axis 0 has the stride 3, not 6": |_data| ViewMut::new(&mut [0_u8; 12], Layout::new((2, 2, 3), (3, 6, 1))).unwrap().to_image_mut::<Rgb<u8>>().map(|_| ());
    "from_image_copied", "another number of channels" => "cannot read the array (2,2,3):(6,3,1) as (?,?,4):(?,?,1): axis 2 has the extent 3, not 4": |_data| Boxed::<u8, Layout!((?, ?, 4):(?, ?, 1))>::from_image_copied(&ImageBuffer::<Rgb<u8>, _>::new(2, 2));
    "from_arrow", "elements that are null" => "1 elements are null": |_data| View::<i32, One>::from_arrow::<Int32Type>(&arrow_array::Int32Array::from(vec![Some(1), None])).map(|_| ());
    "to_arrow_copied", "no axis" => "an arrow array has an axis": |data| View::new(data, layout!(():())).unwrap().to_arrow_copied::<Int32Type>();
    "from_arrow_copied", "another extent" => "cannot read the array (2):(1) as (3):(1): axis 0 has the extent 2, not 3": |_data| Boxed::<i32, Layout!((3,):(1,))>::from_arrow_copied::<Int32Type>(&arrow_array::Int32Array::from(vec![1, 2]));
    "into_arrow", "columns before rows" => "cannot read the array (2,3):(1,2) as (2,3):(3,1): axis 0 has the stride 1, not 3": |_data| Boxed::filled(two((2, 3), (1, 2)), 1).into_arrow::<Int32Type>();
    "from_dlpack", "elements of another type" => "the elements are of code 0 with 32 bits and 1 lanes, not f32": |_data| View::<f32, dynamic::Layout>::from_dlpack(&Boxed::filled(one(4, 1), 1).into_dlpack().unwrap()).map(|_| ());
    "ViewMut::from_dlpack", "shared elements" => "cannot borrow for writing all elements of (4,8):(0,1): the coordinates (1,0) and (0,0) share the offset 0": |_data| ViewMut::<i32, dynamic::Layout>::from_dlpack(&mut Boxed::filled(two((4, 8), (0, 1)), 1).into_dlpack().unwrap()).map(|_| ());
    "from_dlpack_copied", "another rank" => "cannot read the array (4):(1) as (?,?):(?,?): the array has rank 1, the layout rank 2": |_data| Boxed::<i32, Two>::from_dlpack_copied(&Boxed::filled(one(4, 1), 1).into_dlpack().unwrap());
    "to_dlpack", "an axis without a stride of its own" => "no flat layout is ((2,2),2):((1,8),4): axis 0 has no stride of its own: 2:1 continues at 8; a layout with nested modes can have it: Layout::reshape": |data| nested(data).to_dlpack().map(|_| ());
    "to_dlpack_copied", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| endless(data).to_dlpack_copied().map(|_| ());
    "into_dlpack", "an axis without a stride of its own" => "no flat layout is ((2,2),2):((1,8),4): axis 0 has no stride of its own: 2:1 continues at 8; a layout with nested modes can have it: Layout::reshape": |_data| Boxed::filled(Layout::new(((2, 2), 2), ((1, 8), 4)), 1).into_dlpack().map(|_| ());
    "from_npy", "more elements than bytes" => "the elements take 18446744073709551615 bytes, 0 are there": |_data| Flexible::from_npy(&npy(HUGE)).map(|_| ());
    "from_npy_copied", "more elements than bytes" => "the elements take 18446744073709551615 bytes, 0 are there": |_data| Boxed::<i32, One>::from_npy_copied(&npy(HUGE));
    "to_npy_copied", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| endless(data).to_npy_copied();
    "Npz::new", "a file that is cut off" => "invalid Zip archive: Unexpected end of zip::format::blocks::Zip32CDEBlock": |_data| Npz::new(b"PK\x05\x06");
    "Npz::npy", "a name that is not there" => "specified file not found in archive": |_data| Npz::new(&Npz::write([("a", npy(HUGE))]).unwrap()).unwrap().npy("b").map(|_| ());
    "Npz::npy_copied", "a file past the limit" => "a takes 85 bytes, and at most 8 are taken out": |_data| Npz::new(&Npz::write([("a", npy(HUGE))]).unwrap()).unwrap().at_most(8).npy_copied("a");
    "Npz::write", "a name twice" => "invalid Zip archive: Duplicate filename: EscapeAscii { .. }": |_data| Npz::write([("a", ""), ("a", "")]);
    "from_safetensors", "elements of another type" => "the elements are F32, not i32": |_data| Flexible::from_safetensors(&TensorView::new(Dtype::F32, vec![2], &[0; 8]).unwrap()).map(|_| ());
    "from_safetensors_copied", "another extent" => "cannot read the array (2):(1) as (3):(1): axis 0 has the extent 2, not 3": |_data| Boxed::<i32, Layout!((3,):(1,))>::from_safetensors_copied(&TensorView::new(Dtype::I32, vec![2], &[0; 8]).unwrap());
    "from_npy_bits", "elements of another size" => "the elements are '<i4' of 4 bytes, not u16": |_data| View::<u16, dynamic::Layout>::from_npy_bits(&npy(HUGE)).map(|_| ());
    "from_npy_bits_copied", "more elements than bytes" => "the elements take 18446744073709551615 bytes, 0 are there": |_data| Boxed::<u32, dynamic::Layout>::from_npy_bits_copied(&npy(HUGE)).map(|_| ());
    "from_safetensors_bits", "elements of another size" => "the elements are F32 of 4 bytes, not u16": |_data| View::<u16, dynamic::Layout>::from_safetensors_bits(&TensorView::new(Dtype::F32, vec![2], &[0; 8]).unwrap()).map(|_| ());
    "from_safetensors_bits_copied", "elements that share bytes" => "the elements are F4 of 4 bits, which share bytes, not u8": |_data| Boxed::<u8, dynamic::Layout>::from_safetensors_bits_copied(&TensorView::new(Dtype::F4, vec![2], &[0]).unwrap()).map(|_| ());
    "from_dlpack_bits", "elements of another size" => "the elements are int32 of 32 bits, not u64": |_data| View::<u64, dynamic::Layout>::from_dlpack_bits(&Boxed::filled(one(4, 1), 1).into_dlpack().unwrap()).map(|_| ());
    "from_arrow_tensor", "a column of no tensors" => "the field is no extension type, not arrow.fixed_shape_tensor": |_data| View::<i32, dynamic::Layout>::from_arrow_tensor::<Int32Type>(&arrow_array::Int32Array::from(vec![1]), &arrow_schema::Field::new("a", arrow_schema::DataType::Int32, false)).map(|_| ());
    "from_arrow_tensors", "a column of no tensors" => "the field is no extension type, not arrow.variable_shape_tensor": |_data| View::<i32, dynamic::Layout>::from_arrow_tensors::<Int32Type>(&arrow_array::Int32Array::from(vec![1]), &arrow_schema::Field::new("a", arrow_schema::DataType::Int32, false)).map(|_| ());
    "from_arrow_ipc", "a header past the end" => "the message of Arrow: the header is cut off": |_data| View::<i32, dynamic::Layout>::from_arrow_ipc(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]).map(|_| ());
    "from_arrow_ipc_copied", "a header of no bytes" => "the message of Arrow: Range [0, 4) is out of bounds.": |_data| Boxed::<i32, dynamic::Layout>::from_arrow_ipc_copied(&[0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]).map(|_| ());
    "copied", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| View::dynamic(data, 0, text("4611686018427387903:0")).unwrap().copied().map(|_| ());
    "to_safetensors", "columns before rows" => "cannot read the array (2,3):(1,2) as (2,3):(3,1): axis 0 has the stride 1, not 3": |data| View::new(data, two((2, 3), (1, 2))).unwrap().to_safetensors();
    "to_safetensors_copied", "more elements than an array has" => "panics: no array has 4611686018427387903 elements of 4 bytes": |data| endless(data).to_safetensors_copied().map(|_| ());
}

/// What a call did: the words of its refusal.
fn outcome(row: &Row, data: &mut [i32]) -> String {
    match catch_unwind(AssertUnwindSafe(|| (row.call)(data))) {
        Ok(Some(words)) => words,
        Ok(None) => "accepted".to_string(),
        Err(payload) => {
            let words = payload.downcast_ref::<String>().map(String::as_str);
            let words = words.or(payload.downcast_ref::<&str>().copied());
            format!("panics: {}", words.unwrap_or_default())
        }
    }
}

#[test]
fn hostile_values_are_refused_with_their_words() {
    let mut wrong = Vec::new();
    for row in ROWS {
        let mut data = [7; 64];
        let found = outcome(row, &mut data);
        let name = format!("{}, {}", row.function, row.value);
        if data != [7; 64] {
            wrong.push(format!("{name} wrote"));
        }
        let is_as_listed = match row.words {
            "none" => found == "none",
            words => found.contains(&said(words)) && !words.is_empty(),
        };
        if !is_as_listed || found.lines().count() != 1 {
            wrong.push(format!("{name} => {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Functions without a row, and the reason.
const WITHOUT_ROW: &[(&str, &str)] = &[
    ("update", "takes a function; every tensor is accepted"),
    ("update_entries", "takes a function; every tensor is accepted"),
    ("update_indexed", "takes a function; every tensor is accepted"),
    ("unsqueeze_mut", "the position is a constant; a mode of extent 1 reaches nothing new"),
    ("reduce", "takes a function; every tensor is accepted"),
    ("sum", "every tensor is accepted; sums of integers wrap or panic as their `+` does"),
    ("of_range", "every layout is accepted"),
    ("equal_extents", "every pair of shapes is accepted"),
    ("at_most", "every limit is accepted; `npy_copied` has a row past it"),
    ("of_tensor", "every tensor is accepted"),
    ("at_unchecked", "continues the last mode, wrapping, and reads nothing"),
    ("from_generic_array", "the length is a type"),
    ("checked_origin", "only the library calls it"),
    ("checked_offset", "only the library calls it"),
    ("checked_composition", "only the library calls it"),
    ("slice_at", "only the library calls it"),
    ("read", "only the library calls it"),
    ("row_major_axes", "only the library calls it"),
    ("par_tiles", "the parts of `tiles`, for threads"),
    ("par_tiles_mut", "the parts of `tiles_mut`, for threads"),
    ("par_tiles_padded", "the parts of `tiles_padded`, for threads"),
    ("par_tiles_padded_mut", "the parts of `tiles_padded_mut`, for threads"),
    ("par_combine", "the checks of `combine`; `tests/threads` of the kernels"),
    ("par_combine_all", "the checks of `combine_all`; `tests/threads` of the kernels"),
    ("par_convolve2d_with", "the checks of `convolve2d_with`; `tests/threads` of the kernels"),
    ("par_copy", "the checks of `copy`; `tests/threads` of the kernels"),
    ("par_fill", "the checks of `fill`; `tests/threads` of the kernels"),
    ("par_transform", "the checks of `transform`; `tests/threads` of the kernels"),
    ("try_par_combine", "the checks of `try_combine`; `tests/threads` of the kernels"),
    ("try_par_combine_all", "the checks of `try_combine_all`; `tests/threads` of the kernels"),
    ("try_par_transform", "the checks of `try_transform`; `tests/threads` of the kernels"),
    ("try_par_copy", "the checks of `try_copy`; `tests/threads` of the kernels"),
    ("par_gemm", "the checks of `gemm`; `tests/threads` of the kernels"),
];

/// Private modules, whose `pub` functions only the library calls.
const PRIVATE: &[&str] = &[
    "src/tensor/array.rs",
    "src/tensor/derived.rs",
    "src/tensor/first_mode.rs",
    "src/tensor/partition.rs",
    "src/tensor/storage.rs",
    "src/tensor/walk.rs",
    "npy/header.rs",
    "interop/pairs.rs",
];

/// The sources with the functions of users.
const SOURCES: &[&str] = &[
    "src/tensor",
    "crates/layout-kernels/src/axpby.rs",
    "crates/layout-kernels/src/convolve/clip.rs",
    "crates/layout-kernels/src/convolve/mod.rs",
    "crates/layout-kernels/src/copy/copy_if.rs",
    "crates/layout-kernels/src/copy/mod.rs",
    "crates/layout-kernels/src/copy/planned.rs",
    "crates/layout-kernels/src/copy/tiled.rs",
    "crates/layout-kernels/src/fill.rs",
    "crates/layout-kernels/src/gemm/batched.rs",
    "crates/layout-kernels/src/gemm/large/cut.rs",
    "crates/layout-kernels/src/gemm/mod.rs",
    "crates/layout-kernels/src/reduce.rs",
    "crates/layout-kernels/src/transform.rs",
    "crates/layout-kernels/src/transpose.rs",
];

fn files(place: &Path, out: &mut Vec<PathBuf>) {
    if place.is_file() {
        return out.push(place.to_path_buf());
    }
    for entry in std::fs::read_dir(place).unwrap() {
        files(&entry.unwrap().path(), out);
    }
}

/// The safe public functions of a source that take more than a tensor, or whose documentation has errors or panics.
fn functions(text: &str) -> Vec<String> {
    let (mut found, mut can_refuse, mut is_hidden, mut is_trait) =
        (Vec::new(), false, false, false);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        is_trait |= line.starts_with("pub trait ");
        is_trait &= line != "}";
        let line = line.trim_start();
        can_refuse |= line.starts_with("/// # Errors") || line.starts_with("/// # Panics");
        is_hidden |= line == "#[doc(hidden)]";
        // The methods of views are rows of macros, public where the macro is called with `pub`.
        let starts = ["pub fn ", "pub const fn ", "$($pub)? fn "];
        let rest = match starts.iter().find_map(|start| line.strip_prefix(start)) {
            // The name stands where the macro is called, as `pub fn name`.
            Some(rest) if rest.starts_with('$') => continue,
            Some(rest) => rest,
            None if is_trait && line.starts_with("fn ") => &line[3..],
            None => {
                if line.is_empty() || line.starts_with('}') {
                    (can_refuse, is_hidden) = (false, false);
                }
                continue;
            }
        };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut signature = rest.to_string();
        while !signature.contains(['{', ';']) {
            signature += lines.next().expect("a body");
        }
        let arguments = &signature[signature.find('(').unwrap()..];
        let takes_itself_alone =
            ["(self)", "(&self)", "(&$self)", "(&mut self)", "(mut self)", "()"]
                .iter()
                .any(|alone| arguments.starts_with(alone));
        if !is_hidden && (can_refuse || !takes_itself_alone) {
            found.push(name);
        }
        (can_refuse, is_hidden) = (false, false);
    }
    found
}

#[test]
fn every_function_has_a_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = Vec::new();
    SOURCES.iter().for_each(|place| files(&root.join(place), &mut sources));
    let has_row =
        |name: &str| ROWS.iter().any(|row| row.function.rsplit("::").next() == Some(name));
    sources.retain(|source| !PRIVATE.iter().any(|place| source.ends_with(place)));
    let (mut names, mut missing) = (Vec::new(), Vec::new());
    for source in &sources {
        for name in functions(&std::fs::read_to_string(source).unwrap()) {
            if !has_row(&name) && !WITHOUT_ROW.iter().any(|(listed, _)| *listed == name) {
                missing.push(format!("{name} of {}", source.display()));
            }
            names.push(name);
        }
    }
    assert!(missing.is_empty(), "{} functions have no row:\n{}", missing.len(), missing.join("\n"));
    assert!(names.len() > 120, "{} functions", names.len());
    for (name, _) in WITHOUT_ROW {
        assert!(names.iter().any(|listed| listed == name) && !has_row(name), "{name}");
    }
}
