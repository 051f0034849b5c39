//! The product of two matrices, blocked by padded divides.
//!
//! The rows of the product are cut into tiles, and tiles are gathered in blocks that fit a cache:
//! both at once, by a tiler with a nested shape. Extents that the blocks do not divide leave
//! partial ones; the padded divides cover them, and their test says what is inside.

use static_layout::typenum::{U0, U1, U64, Unsigned};
use static_layout::*;

use crate::machine::{MAX_LANES, Machine, Task, dispatch};

/// How far a tile goes into the inner extent.
type Depth = U64;
/// `N` tiles of `T` linear indices: `(T,N):(1,T)`.
type Tiles<T, N> = Layout<(T, N), (U1, T)>;
/// Cuts the left matrix, or the right one transposed, into blocks of `((T,N),Depth)`.
type Panel<T, N> = Tile<(Tiles<T, N>, Layout<Depth, U1>)>;
/// Cuts the product into blocks of `((rows,tiles),(columns,tiles))`.
type Blocks<M> = Tile<(
    Tiles<<M as Machine>::Rows, <M as Machine>::RowTiles>,
    Tiles<<M as Machine>::Columns, <M as Machine>::ColumnTiles>,
)>;
/// A packed tile: what meets one element of the other matrix lies side by side.
type Packed<T> = Layout<(T, Depth), (U1, T)>;
/// A packed block: `N` packed tiles, one after the other.
type PackedBlock<T, N> = ops::ZippedProduct<Packed<T>, Layout<N, U1>>;

/// Elements of a slice, from offset 0 on.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a, L> {
    pub(crate) data: &'a [f32],
    pub(crate) layout: L,
}

/// `a` times `b` in `c`, row-major.
///
/// Refused when an extent is 0.
///
/// # Panics
/// When the inner extents differ, or a layout reaches past its slice.
pub(crate) fn multiply<A: AnyLayout, B: AnyLayout>(
    a: Matrix<'_, A>,
    b: Matrix<'_, B>,
    c: &mut [f32],
) -> Result<(), LayoutError> {
    dispatch(Multiply { a, b, c })
}

/// The name of the instructions that `multiply` uses, and its layouts with what they are for.
pub(crate) fn describe<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> Result<Description, LayoutError> {
    dispatch(Describe { a, b })
}

/// What [`describe`] says.
pub(crate) type Description = (&'static str, [(&'static str, String); 6]);

struct Describe<A, B> {
    a: A,
    b: B,
}

impl<A: AnyLayout, B: AnyLayout> Task for Describe<A, B> {
    type Output = Result<Description, LayoutError>;

    fn run<M: Machine>(self, _: M) -> Self::Output {
        let (left, right, product) = divide::<M, A, B>(self.a, self.b)?;
        let layouts = [
            ("A in blocks", notation(left.layout())),
            ("B transposed, in blocks", notation(right.layout())),
            ("C in blocks", notation(product.layout())),
            ("a packed block of A", notation(packed_block::<M::Rows, M::RowTiles>())),
            ("a packed block of B", notation(packed_block::<M::Columns, M::ColumnTiles>())),
            ("accumulators", notation(M::AccumulatorLayout::default())),
        ];
        Ok((M::NAME, layouts))
    }
}

/// A layout with its static leaves marked.
pub(crate) fn notation<L: AnyLayout>(layout: L) -> String {
    format!("{layout:#}")
}

struct Multiply<'a, A, B> {
    a: Matrix<'a, A>,
    b: Matrix<'a, B>,
    c: &'a mut [f32],
}

impl<A: AnyLayout, B: AnyLayout> Task for Multiply<'_, A, B> {
    type Output = Result<(), LayoutError>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let Self { a, b, c } = self;
        let (left, right, product) = divide::<M, A, B>(a.layout, b.layout)?;
        let blocks = product.layout().mode::<1>();
        let (rows, columns) = (blocks.mode::<0>().size(), blocks.mode::<1>().size());
        let depths = left.layout().mode::<1>().mode::<1>().size();

        let mut packed_left = vec![0.0; packed_block::<M::Rows, M::RowTiles>().cosize()];
        let mut packed_right = vec![0.0; packed_block::<M::Columns, M::ColumnTiles>().cosize()];
        for j in 0..columns {
            for k in 0..depths {
                pack::<_, _, M::Columns, M::ColumnTiles>(b.data, right, (j, k), &mut packed_right);
                for i in 0..rows {
                    pack::<_, _, M::Rows, M::RowTiles>(a.data, left, (i, k), &mut packed_left);
                    multiply_block(machine, &packed_left, &packed_right, product, (i, j), k > 0, c);
                }
            }
        }
        Ok(())
    }
}

/// The matrices in blocks: the left one, the right one transposed, and the row-major product.
#[inline(always)]
fn divide<M: Machine, A: AnyLayout, B: AnyLayout>(
    a: A,
    b: B,
) -> Result<
    (
        Padded<impl AnyLayout, impl Inside>,
        Padded<impl AnyLayout, impl Inside>,
        Padded<impl AnyLayout, impl Inside>,
    ),
    LayoutError,
> {
    let transposed = b.select::<(U1, U0)>();
    let (m, n) = (a.mode::<0>().size(), transposed.mode::<0>().size());
    assert_eq!(a.mode::<1>().size(), transposed.mode::<1>().size(), "the inner extents");
    Ok((
        a.try_zipped_divide_padded(Panel::<M::Rows, M::RowTiles>::default())?,
        transposed.try_zipped_divide_padded(Panel::<M::Columns, M::ColumnTiles>::default())?,
        Layout::try_new((m, n), (n, U1::new()))?.try_zipped_divide_padded(Blocks::<M>::default())?,
    ))
}

/// Copies a block into tiles, zeros where a partial tile has no elements. Tiles that lie outside
/// altogether are left as they are.
#[inline(always)]
fn pack<L: AnyLayout, G: Inside, T: Nat + Default, N: Nat + Default>(
    from: &[f32],
    source: Padded<L, G>,
    (i, k): (usize, usize),
    to: &mut [f32],
) {
    let block = packed_block::<T, N>();
    let packed = block.mode::<0>();
    let (rows, depth) = part_inside(source, (T::USIZE * N::USIZE, Depth::USIZE), (i, k));
    for t in 0..rows.div_ceil(T::USIZE) {
        let to = &mut to[block.index(((0, 0), t))..][..packed.cosize()];
        // In generic code offsets are signed; without negative strides none is below 0.
        let (tile, at) = source.layout().slice(coord!(((_, t), _), (i, k)));
        let from = &from[at..];
        let rows = T::USIZE.min(rows - t * T::USIZE);
        if (rows, depth) == (T::USIZE, Depth::USIZE) {
            let from = &from[..tile.cosize()];
            for r in 0..T::USIZE {
                for d in 0..Depth::USIZE {
                    to[packed.index((r, d))] = from[tile.index((r, d))];
                }
            }
        } else {
            to.fill(0.0);
            for r in 0..rows {
                for d in 0..depth {
                    to[packed.index((r, d))] = from[tile.index((r, d))];
                }
            }
        }
    }
}

/// How many rows and columns of a block are inside. Blocks are cut mode by mode, so what is inside
/// is a box.
#[inline(always)]
fn part_inside<L: AnyLayout, G: Inside>(
    blocks: Padded<L, G>,
    (rows, columns): (usize, usize),
    block: (usize, usize),
) -> (usize, usize) {
    let first_outside = |extent: usize, inside: &dyn Fn(usize) -> bool| {
        let (mut low, mut high) = (0, extent);
        while low < high {
            let middle = low.midpoint(high);
            if inside(middle) { low = middle + 1 } else { high = middle }
        }
        low
    };
    (
        first_outside(rows, &|row| blocks.inside(((row, 0), block))),
        first_outside(columns, &|column| blocks.inside(((0, column), block))),
    )
}

/// Where the tiles of a block are packed: `((T,Depth),N)`.
#[inline(always)]
fn packed_block<T: Nat + Default, N: Nat + Default>() -> PackedBlock<T, N> {
    TiledBy::zipped_product(Packed::<T>::default(), Layout::<N, U1>::default())
}

/// Adds the product of two packed blocks to a block of `c`, or overwrites it.
#[inline(always)]
fn multiply_block<M: Machine, L: AnyLayout, G: Inside>(
    machine: M,
    left: &[f32],
    right: &[f32],
    product: Padded<L, G>,
    (i, j): (usize, usize),
    add: bool,
    c: &mut [f32],
) {
    let left_block = packed_block::<M::Rows, M::RowTiles>();
    let right_block = packed_block::<M::Columns, M::ColumnTiles>();
    let (tile_rows, tile_columns) = (M::Rows::USIZE, M::Columns::USIZE);
    let extents = (tile_rows * M::RowTiles::USIZE, tile_columns * M::ColumnTiles::USIZE);
    let (rows, columns) = part_inside(product, extents, (i, j));
    for jt in 0..columns.div_ceil(tile_columns) {
        let right = &right[right_block.index(((0, 0), jt))..];
        for it in 0..rows.div_ceil(tile_rows) {
            let left = &left[left_block.index(((0, 0), it))..];
            let sums = multiply_tile(machine, left, right);
            let (tile, at) = product.layout().slice(coord!(((_, it), (_, jt)), (i, j)));
            let c = &mut c[at..];
            let part = (rows - it * tile_rows, columns - jt * tile_columns);
            if part.0 >= tile_rows && part.1 >= tile_columns {
                write(machine, &sums, tile, add, c);
            } else {
                write_part(machine, &sums, tile, part, add, c);
            }
        }
    }
}

/// Adds a whole tile to `c`, or overwrites it.
#[inline(always)]
fn write<M: Machine, L: AnyLayout>(
    machine: M,
    sums: &M::Accumulators,
    tile: L,
    add: bool,
    c: &mut [f32],
) {
    let c = &mut c[..tile.cosize()];
    for row in 0..M::Rows::USIZE {
        for v in 0..M::Vectors::USIZE {
            let to = &mut c[tile.index((row, v * M::Lanes::USIZE))..][..M::Lanes::USIZE];
            let sum = sums[(row, v)];
            let before = |to| machine.mul_add(machine.splat(1.0), machine.load(to), sum);
            machine.store(if add { before(to) } else { sum }, to);
        }
    }
}

/// [`write`] of the first rows and columns of a tile.
#[inline(always)]
fn write_part<M: Machine, L: AnyLayout>(
    machine: M,
    sums: &M::Accumulators,
    tile: L,
    (rows, columns): (usize, usize),
    add: bool,
    c: &mut [f32],
) {
    let mut vector = [0.0; MAX_LANES];
    for row in 0..rows.min(M::Rows::USIZE) {
        for v in 0..M::Vectors::USIZE {
            machine.store(sums[(row, v)], &mut vector);
            let first = v * M::Lanes::USIZE;
            for (column, sum) in (first..columns).zip(&vector[..M::Lanes::USIZE]) {
                let to = &mut c[tile.index((row, column))];
                *to = if add { *to + sum } else { *sum };
            }
        }
    }
}

/// The product of two packed tiles.
#[inline(always)]
fn multiply_tile<M: Machine>(machine: M, left: &[f32], right: &[f32]) -> M::Accumulators {
    let rows = packed_block::<M::Rows, M::RowTiles>().mode::<0>();
    let columns = packed_block::<M::Columns, M::ColumnTiles>().mode::<0>();
    let (left, right) = (&left[..rows.cosize()], &right[..columns.cosize()]);
    let mut sums = machine.zero();
    for d in 0..Depth::USIZE {
        for row in 0..M::Rows::USIZE {
            let x = machine.splat(left[rows.index((row, d))]);
            for v in 0..M::Vectors::USIZE {
                // The loads of a later row find the vectors in registers.
                let y = machine.load(&right[columns.index((v * M::Lanes::USIZE, d))..]);
                sums[(row, v)] = machine.mul_add(x, y, sums[(row, v)]);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests;
