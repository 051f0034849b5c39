//! Copies of the elements at sums of two offsets, of a row and of a column, in the loops that the offsets allow.
//!
//! ```text
//! offsets   2 3 | 16 17 18 19 32 33 34 35 | 48      pieces   2:1   (4,2):(1,16)   1:0
//! ```
//!
//! A *piece* of a mode is a part whose offsets are those of nested loops. Two pieces are the loops of a copy, which moves vectors or
//! transposes squares where one of them has neighbours.

use crate::copy::{Strides, copy_part};
use crate::list::List;
use static_layout::internal::OffsetMap;

/// Nested loops over the coordinates `first..first + len` of a mode, from the offset `start` on.
#[derive(Clone, Copy)]
struct Piece {
    first: usize,
    len: usize,
    start: isize,
    strides: Strides,
}

impl Piece {
    /// The piece at the beginning of a table. Each loop repeats the offsets inside as often as the table does.
    fn of(offsets: &[isize], first: usize) -> Self {
        let offsets = &offsets[first..];
        let mut piece = Self { first, len: 1, start: offsets[0], strides: List::new() };
        while piece.len < offsets.len() && !piece.strides.is_full() {
            let (inside, stride) = (piece.len, offsets[piece.len].wrapping_sub(offsets[0]));
            let nexts = offsets.chunks_exact(inside).zip(offsets[inside..].chunks_exact(inside));
            let continues = |(one, next): &(&[isize], &[isize])| {
                one.iter().zip(*next).all(|(x, y)| y.wrapping_sub(*x) == stride)
            };
            let steps = 1 + nexts.take_while(continues).count();
            if steps == 1 {
                break;
            }
            piece.strides.push((steps, stride));
            piece.len *= steps;
        }
        piece
    }
}

/// The pieces of a table of offsets.
fn pieces(offsets: &[isize]) -> impl Iterator<Item = Piece> {
    let next = |first: usize| (first < offsets.len()).then(|| Piece::of(offsets, first));
    core::iter::successors(next(0), move |piece| next(piece.first + piece.len))
}

/// The fewest elements of a piece whose plan takes less time than its elements one by one.
const FEW: usize = 64;

/// Copies the elements at the sums of two offsets, of a row and of a column, to columns `pitch` elements apart.
///
/// # Safety
/// Each sum, with the map applied, must be the offset of an element, valid for reads. `to` must be valid for writes of as many columns
/// of `pitch` elements, at least the number of rows, and share no element with them.
pub unsafe fn copy_table<T: Copy, X: OffsetMap>(
    (from, outer): (*const T, X),
    [rows, columns]: [&[isize]; 2],
    to: *mut T,
    pitch: usize,
) {
    for column in pieces(columns) {
        for row in pieces(rows) {
            let to = to.wrapping_add(column.first * pitch + row.first);
            // SAFETY: the pieces are parts of the caller's rows and columns, and so are their places in `to`.
            unsafe {
                if row.len * column.len >= FEW {
                    let start = row.start.wrapping_add(column.start);
                    copy_part((from, outer), start, [&row.strides, &column.strides], to, pitch);
                    continue;
                }
                for (k, y) in columns[column.first..][..column.len].iter().enumerate() {
                    for (i, x) in rows[row.first..][..row.len].iter().enumerate() {
                        let offset = outer.apply(x.wrapping_add(*y) as usize) as isize;
                        to.add(k * pitch + i).write(*from.offset(offset));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    /// The pieces of every part of small nested modes have each offset once, in order, and copies of them each element.
    #[test]
    fn pieces_have_each_offset_once() {
        let offset = |i: usize, e: [usize; 2], s: [isize; 3]| {
            let digits = [i % e[0], i / e[0] % e[1], i / e[0] / e[1]];
            (0..3).map(|k| digits[k] as isize * s[k]).sum::<isize>()
        };
        let data: Vec<i32> = (0..1000).collect();
        for (e, s) in [2, 3, 4].into_iter().flat_map(|x| [2, 5].map(|y| [x, y])).flat_map(|e| {
            [[1, 16, 80], [5, 1, 40], [-1, 8, 33], [0, 1, 7], [16, 4, 1], [3, 9, -6]]
                .map(|s| (e, s))
        }) {
            for (first, len) in (0..13).flat_map(|first| (1..25).map(move |len| (first, len))) {
                let rows: Vec<_> = (first..first + len).map(|i| offset(i, e, s)).collect();
                let mut found = Vec::new();
                for piece in pieces(&rows) {
                    assert_eq!(piece.first, found.len());
                    let mut offsets = vec![piece.start];
                    for &(extent, stride) in piece.strides.as_slice() {
                        let inside = offsets.clone();
                        for step in 1..extent as isize {
                            offsets.extend(inside.iter().map(|x| x + step * stride));
                        }
                    }
                    assert_eq!(offsets.len(), piece.len);
                    found.extend(offsets);
                }
                assert_eq!(found, rows);
                let (columns, pitch) = ([0, 20, 1, 21, 2, 22, 3, 4], len + 2);
                let mut to = vec![-1; pitch * columns.len()];
                let mut expected = to.clone();
                let least = *rows.iter().min().unwrap();
                let rows: Vec<_> = rows.iter().map(|x| x - least).collect();
                assert!(rows.iter().all(|x| x + 22 < 1000));
                for (k, &column) in columns.iter().enumerate() {
                    for (i, &row) in rows.iter().enumerate() {
                        expected[k * pitch + i] = data[(row + column) as usize];
                    }
                }
                let from = (data.as_ptr(), static_layout::internal::NoMap);
                // SAFETY: the sums of offsets are less than the 1000 elements, as asserted; `to` has the columns.
                unsafe { copy_table(from, [&rows, &columns], to.as_mut_ptr(), pitch) };
                assert_eq!(to, expected, "{e:?} {s:?} {first} {len}");
            }
        }
    }
}
