//! Copies of the elements at sums of two offsets, of a row and of a column, in the loops that the offsets allow.
//!
//! ```text
//! offsets   2 3 | 16 17 18 19 32 33 34 35 | 48      pieces   2:1   (4,2):(1,16)   1:0
//! ```
//!
//! A *piece* of a mode is a part whose offsets are those of nested loops, in the source and in the destination. Two pieces are the
//! loops of a copy, which moves vectors or transposes squares where one of them has neighbours.

use crate::copy::{ModeLoops, copy_part};
use crate::list::List;
use crate::nest::Loop;
use static_layout::internal::OffsetMap;

/// The places of a mode in the destination: coordinate `i` is at `i % width * step + i / width * apart`.
#[derive(Clone, Copy)]
struct Places {
    width: usize,
    step: usize,
    apart: usize,
}

impl Places {
    fn at(self, i: usize) -> usize {
        i % self.width * self.step + i / self.width * self.apart
    }
}

/// Nested loops over the coordinates `first..first + len` of a mode, from the offset `start` on.
#[derive(Clone, Copy)]
struct Piece {
    first: usize,
    len: usize,
    start: isize,
    loops: ModeLoops,
}

impl Piece {
    /// The piece at the beginning of a table. Each loop repeats the offsets inside as often as the table does. A piece that leaves a
    /// panel begins with one, and has whole panels.
    fn of(offsets: &[isize], first: usize, places: Places) -> Self {
        let (offsets, room) = (&offsets[first..], places.width - first % places.width);
        let mut piece = Self { first, len: 1, start: offsets[0], loops: List::new() };
        while piece.len < offsets.len() && !piece.loops.is_full() {
            let (inside, stride) = (piece.len, offsets[piece.len].wrapping_sub(offsets[0]));
            let most = match inside < room {
                true => room / inside,
                false if room == places.width => usize::MAX,
                false => 1,
            };
            let nexts = offsets.chunks_exact(inside).zip(offsets[inside..].chunks_exact(inside));
            let continues = |(one, next): &(&[isize], &[isize])| {
                one.iter().zip(*next).all(|(x, y)| y.wrapping_sub(*x) == stride)
            };
            let steps = 1 + nexts.take(most - 1).take_while(continues).count();
            if steps == 1 {
                break;
            }
            let strides = [stride, places.at(inside) as isize];
            piece.loops.push(Loop { extent: steps, strides });
            piece.len *= steps;
        }
        piece
    }
}

/// The pieces of a table of offsets.
fn pieces(offsets: &[isize], places: Places) -> impl Iterator<Item = Piece> {
    let next =
        move |first: usize| (first < offsets.len()).then(|| Piece::of(offsets, first, places));
    core::iter::successors(next(0), move |piece| next(piece.first + piece.len))
}

/// The fewest elements of a piece whose plan takes less time than its elements one by one.
const FEW: usize = 64;

/// Copies the elements at the sums of two offsets, of a row and of a column, to panels of `width` rows, one after the other:
///
/// ```text
/// to[row / width][column][row % width] = from[rows[row] + columns[column]]
/// ```
///
/// # Safety
/// Each sum, with the map applied, must be the offset of an element, valid for reads. `to` must be valid for writes of as many panels
/// as hold the rows, and share no element with them.
pub unsafe fn copy_table<T: Copy, X: OffsetMap>(
    (from, outer): (*const T, X),
    [rows, columns]: [&[isize]; 2],
    to: *mut T,
    width: usize,
) {
    let across = Places { width: usize::MAX, step: width, apart: 0 };
    let down = Places { width, step: 1, apart: width * columns.len() };
    for column in pieces(columns, across) {
        for row in pieces(rows, down) {
            // SAFETY: the pieces are parts of the caller's rows and columns, and so are their places in `to`.
            unsafe {
                if row.len * column.len >= FEW {
                    let start = row.start.wrapping_add(column.start);
                    let to = to.wrapping_add(across.at(column.first) + down.at(row.first));
                    copy_part((from, outer), start, [&row.loops, &column.loops], to);
                    continue;
                }
                for (k, y) in columns.iter().enumerate().skip(column.first).take(column.len) {
                    for (i, x) in rows.iter().enumerate().skip(row.first).take(row.len) {
                        let offset = outer.apply(x.wrapping_add(*y) as usize) as isize;
                        to.add(across.at(k) + down.at(i)).write(*from.offset(offset));
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

    /// The pieces of every part of small nested modes have each offset once, in order, and copies of them to panels of any width each
    /// element.
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
                let least = *rows.iter().min().unwrap();
                let rows: Vec<_> = rows.iter().map(|x| x - least).collect();
                assert!(rows.iter().all(|x| x + 22 < 1000));
                let columns = [0, 20, 1, 21, 2, 22, 3, 4];
                for width in [1, 2, 3, 4, 6, 8, len, len + 2] {
                    let places = Places { width, step: 1, apart: width * columns.len() };
                    let mut found = Vec::new();
                    for piece in pieces(&rows, places) {
                        assert_eq!(piece.first, found.len());
                        let start = places.at(piece.first) as isize;
                        let mut offsets = vec![[piece.start, start]];
                        for &Loop { extent, strides: [from, to] } in piece.loops.as_slice() {
                            let inside = offsets.clone();
                            for step in 1..extent as isize {
                                let next = |[x, y]: &[isize; 2]| [x + step * from, y + step * to];
                                offsets.extend(inside.iter().map(next));
                            }
                        }
                        assert_eq!(offsets.len(), piece.len);
                        found.extend(offsets);
                    }
                    let wanted = rows.iter().enumerate().map(|(i, x)| [*x, places.at(i) as isize]);
                    assert!(found.into_iter().eq(wanted), "{e:?} {s:?} {first} {len} {width}");
                    let mut to = vec![-1; len.div_ceil(width) * places.apart];
                    let mut expected = to.clone();
                    for (k, &column) in columns.iter().enumerate() {
                        for (i, &row) in rows.iter().enumerate() {
                            expected[places.at(i) + k * width] = data[(row + column) as usize];
                        }
                    }
                    let from = (data.as_ptr(), static_layout::internal::NoMap);
                    // SAFETY: the sums of offsets are less than the 1000 elements, as asserted; `to` has the panels.
                    unsafe { copy_table(from, [&rows, &columns], to.as_mut_ptr(), width) };
                    assert_eq!(to, expected, "{e:?} {s:?} {first} {len} {width}");
                }
            }
        }
    }
}
