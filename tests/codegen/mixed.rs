//! Operations on a layout with one run-time leaf. `codegen.rs` counts their instructions.
#![crate_type = "lib"]

use static_layout::*;

type MixedRows = Layout!((?, 64):(64, 1));
type Eight = Layout!(8:1);
type Sixteen = Layout!(16:1);
type BlockTile = Tile<(Eight, Sixteen)>;
type ThreadGrid = Layout!((8, 16):(16, 1));

#[unsafe(no_mangle)]
pub fn zipped_divide(a: MixedRows) -> ops::ZippedDivide<MixedRows, BlockTile> {
    a.zipped_divide(tile!(8, 16))
}

#[unsafe(no_mangle)]
pub fn tile(
    view: View<'_, f32, MixedRows>,
    i: usize,
    j: usize,
) -> View<'_, f32, ops::InnerPartition<MixedRows, BlockTile, (usize, usize)>> {
    view.tile(tile!(8, 16), (i, j))
}

#[unsafe(no_mangle)]
pub fn tile_element(view: View<'_, f32, MixedRows>, i: usize, j: usize) -> f32 {
    view.tile(tile!(8, 16), (i, j))[(3, 5)]
}

#[unsafe(no_mangle)]
pub fn partition(
    view: View<'_, f32, MixedRows>,
    thread: usize,
) -> View<'_, f32, ops::Partition<MixedRows, ThreadGrid>> {
    view.partition(layout!((8, 16):(16, 1)), thread)
}

#[unsafe(no_mangle)]
pub fn outer_partition(
    view: View<'_, f32, MixedRows>,
    i: usize,
    j: usize,
) -> View<'_, f32, ops::OuterPartition<MixedRows, BlockTile, (usize, usize)>> {
    view.outer_partition(tile!(8, 16), (i, j))
}

#[unsafe(no_mangle)]
pub fn tiles(view: View<'_, f32, MixedRows>) -> usize {
    view.tiles(tile!(8, 16)).len()
}

#[unsafe(no_mangle)]
pub fn new(rows: usize) -> MixedRows {
    layout!((rows, 64):(64, 1))
}

type FactRows = Layout!((?{div=64}, 64):(64, 1));

#[unsafe(no_mangle)]
pub fn zipped_divide_of_multiple(a: FactRows) -> ops::ZippedDivide<FactRows, BlockTile> {
    a.zipped_divide(tile!(8, 16))
}

#[unsafe(no_mangle)]
pub fn tile_of_multiple(
    view: View<'_, f32, FactRows>,
    i: usize,
    j: usize,
) -> View<'_, f32, ops::InnerPartition<FactRows, BlockTile, (usize, usize)>> {
    view.tile(tile!(8, 16), (i, j))
}

#[unsafe(no_mangle)]
pub fn partition_of_multiple(
    view: View<'_, f32, FactRows>,
    thread: usize,
) -> View<'_, f32, ops::Partition<FactRows, ThreadGrid>> {
    view.partition(layout!((8, 16):(16, 1)), thread)
}

#[unsafe(no_mangle)]
pub fn slice_of_multiple(
    view: View<'_, f32, FactRows>,
    j: usize,
) -> View<'_, f32, ops::Slice<FactRows, (Keep, usize)>> {
    view.slice((Keep, j))
}

#[unsafe(no_mangle)]
pub fn slice_of_rows(
    view: View<'_, f32, MixedRows>,
    j: usize,
) -> View<'_, f32, ops::Slice<MixedRows, (Keep, usize)>> {
    view.slice((Keep, j))
}

#[unsafe(no_mangle)]
pub fn tile_element_of_multiple(view: View<'_, f32, FactRows>, i: usize, j: usize) -> f32 {
    view.tile(tile!(8, 16), (i, j))[(3, 5)]
}

/// # Safety
/// `rows` is a multiple of 8, and `data` has `rows` rows of 64 elements.
#[unsafe(no_mangle)]
pub unsafe fn tile_element_by_hand(data: *const f32, rows: usize, i: usize, j: usize) -> f32 {
    assert!(i < rows / 8);
    assert!(j < 4);
    // SAFETY: the tile is inside of the rows, by the asserts, and so is its element (3, 5).
    unsafe { *data.add((8 * i + 3) * 64 + 16 * j + 5) }
}

type BoundedRows = Layout!((?{div=8 <=65536}, 64):(64, 1));
type PitchedRows = Layout!((?{<=4096}, 64):(?{div=8 <=4096}, 1));

// The bound proves that the layout exists.
#[unsafe(no_mangle)]
pub fn size_of_bounded(rows: int::Multiple<typenum::U8, typenum::U65536>) -> usize {
    let a: BoundedRows = layout!(({fact rows}, 64):(64, 1));
    a.size()
}

// The bounds prove that each offset has 32 bits.
#[unsafe(no_mangle)]
pub fn narrow_index(a: PitchedRows, i: usize, j: usize) -> u32 {
    a.narrow().index((i, j))
}

#[unsafe(no_mangle)]
pub fn vectorize(view: View<'_, f32, MixedRows>) -> Option<View<'_, [f32; 4], ops::Upcast<MixedRows, 4>>> {
    view.vectorize::<4>().ok()
}

type Matrix = Layout!((?, ?):(?, 1));
type Nested = Layout!((2, (1, ?)):(1, (6, 2)));
type Copied = Layout!((8, 4):(4, 1));

#[unsafe(no_mangle)]
pub fn zipped_divide_of_both(a: Matrix) -> ops::ZippedDivide<Matrix, BlockTile> {
    a.zipped_divide(tile!(8, 16))
}

#[unsafe(no_mangle)]
pub fn compose(a: MixedRows) -> ops::Compose<MixedRows, BlockTile> {
    a.compose(tile!(8, 16))
}

#[unsafe(no_mangle)]
pub fn coalesce(a: Nested) -> ops::Coalesce<Nested> {
    a.coalesce()
}

#[unsafe(no_mangle)]
pub fn logical_product(repeats: Matrix) -> ops::LogicalProduct<Copied, Matrix> {
    layout!((8, 4):(4, 1)).logical_product(repeats)
}

#[unsafe(no_mangle)]
pub fn tile_to_shape(rows: usize, columns: usize) -> ops::TileToShape<Copied, (usize, usize)> {
    layout!((8, 4):(4, 1)).tile_to_shape((rows, columns))
}

#[unsafe(no_mangle)]
pub fn slice(a: Matrix, column: usize) -> (ops::Slice<Matrix, (Keep, usize)>, usize) {
    a.slice((Keep, column))
}

#[unsafe(no_mangle)]
pub fn zipped_divide_padded(a: MixedRows) -> ops::ZippedDividePadded<MixedRows, BlockTile> {
    a.zipped_divide_padded(tile!(8, 16))
}

#[unsafe(no_mangle)]
pub fn padded_inside(tiles: ops::ZippedDividePadded<MixedRows, BlockTile>, i: usize) -> bool {
    tiles.inside(((3, 5), (i, 1)))
}

#[unsafe(no_mangle)]
pub fn zipped_divide_padded_of_both(a: Matrix) -> ops::ZippedDividePadded<Matrix, BlockTile> {
    a.zipped_divide_padded(tile!(8, 16))
}

type OpenTile = Tile<(Layout!(?:1), Layout!(?:1))>;

#[unsafe(no_mangle)]
pub fn zipped_divide_by_open(a: Matrix, p: usize, q: usize) -> ops::ZippedDivide<Matrix, OpenTile> {
    a.zipped_divide(tile!(p, q))
}

#[unsafe(no_mangle)]
pub fn zipped_divide_rows_by_open(a: MixedRows, p: usize) -> ops::ZippedDivide<MixedRows, Tile<(Layout!(?:1), Sixteen)>> {
    a.zipped_divide(tile!(p, 16))
}

#[unsafe(no_mangle)]
pub fn tile_by_open(
    view: View<'_, f32, Matrix>,
    (p, q): (usize, usize),
    i: usize,
    j: usize,
) -> View<'_, f32, ops::InnerPartition<Matrix, OpenTile, (usize, usize)>> {
    view.tile(tile!(p, q), (i, j))
}

#[unsafe(no_mangle)]
pub fn slice_axes(
    view: View<'_, f32, Layout!((?, ?):(?, 1))>,
    i: usize,
    j: usize,
) -> View<'_, f32, Layout!((?, ?):(?, 1))> {
    view.slice_axes(slices!({ i }..{ i + 8 }, j..))
}

#[unsafe(no_mangle)]
pub fn new_of_both<'a>(
    data: &'a [f32],
    layout: Layout!((?, ?):(?, 1)),
) -> Result<View<'a, f32, Layout!((?, ?):(?, 1))>, LayoutError> {
    View::new(data, layout)
}
