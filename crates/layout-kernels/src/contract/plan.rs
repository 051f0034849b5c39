//! The matrices of a contraction: its indices in four groups, each one mode of the matrices.
//!
//! ```text
//! rows M      indices of A and C           A  (M, K, L)
//! columns N   indices of B and C           B  (K, N, L)
//! depth K     indices of A and B, or of    C  (M, N, L)
//!             one of them alone
//! batch L     indices of A, B and C
//! ```
//!
//! A mode of a matrix is the modes of its indices side by side, coalesced: no element moves. A tensor without an index of a group
//! has stride 0 there.
//!
//! # Order
//! The order of the indices within a group is free, because the matrices share it. It decides what is adjacent:
//!
//! * If the least stride of C belongs to a column, A and B are exchanged: `C^T = B^T A^T`.
//! * Rows are in the order of their strides in C, so that tiles of C are runs of neighbours. Where other rows are neighbours in A,
//!   this is the order of the first [`ROWS_OF_C`] only, and the others are in the order of A: panels that share the lines of a cache
//!   follow each other. An index that is longer is split: `a: 48, b: 144, a: 3` for `c[a,b,n] = a[b,k,a] * b[k,n]` with 144 each.
//! * Columns have the same order, with B and [`COLUMNS_OF_C`], or none of these if they are far apart in C.
//! * Depth is in the order of its strides in A or B, whichever has the least.

use super::indices::{Indices, MAX_INDICES};
use super::tensor::{Loops, Tensor, add, add_strides, extent_of, least_stride, offset_in};
use crate::list::List;
use layout_core::{self as value, MAX_RANK};

/// The groups of indices.
pub const ROWS: usize = 0;
pub const COLUMNS: usize = 1;
pub const DEPTH: usize = 2;
pub const BATCH: usize = 3;

/// The matrices of a contraction.
#[derive(Clone, Copy)]
pub struct Matrices {
    /// The loops of A, B and C: rows and columns, the columns and rows of the product, and the batch.
    loops: [[Loops; 3]; 3],
    /// The numbers of rows and columns, the depth and the number of products.
    pub sizes: [usize; 4],
    /// Whether the first matrix is B.
    pub is_turned: bool,
}

impl Matrices {
    /// Arranges tensors that fit the indices. `None` if they do not.
    pub const fn of(indices: &Indices<'_>, tensors: &[Tensor; 3]) -> Option<Self> {
        let Some(sizes) = sizes(indices, tensors) else { return None };
        let [mut rows, mut columns, mut depth, mut batch] = groups(indices);
        // The least stride of each index in each tensor, and whether it is one loop in all.
        let (mut strides, mut t) = ([[usize::MAX; PARTS]; 3], 0);
        let mut is_loop = [true; MAX_INDICES];
        while t < 3 {
            let mut i = 0;
            while i < indices.names.len() {
                let Some(part) = part(indices, tensors, &sizes, t, i) else { return None };
                strides[t][i] = least_stride(&part);
                is_loop[i] &= part.len() <= 1;
                i += 1;
            }
            t += 1;
        }
        let is_turned =
            least(&strides[2], columns.as_slice()) < least(&strides[2], rows.as_slice());
        let [first, second] = if is_turned { [1, 0] } else { [0, 1] };
        if is_turned {
            (rows, columns) = (columns, rows);
        }
        let extents = [
            size(&rows, &sizes),
            size(&columns, &sizes),
            size(&depth, &sizes),
            size(&batch, &sizes),
        ];
        let near_a = least(&strides[first], depth.as_slice());
        let near_b = least(&strides[second], depth.as_slice());
        sort(depth.as_mut_slice(), &strides[if near_b < near_a { second } else { first }]);
        sort(batch.as_mut_slice(), &strides[2]);
        sort(rows.as_mut_slice(), &strides[2]);
        sort(columns.as_mut_slice(), &strides[2]);
        let mut splits = [Split::NONE; 2];
        // `gemm` on packed blocks does not compute other contractions.
        if extents[ROWS] > 1 && extents[COLUMNS] > 1 && extents[DEPTH] > 1 {
            let parts = (&sizes, &is_loop);
            let are_far = least(&strides[2], columns.as_slice()) >= FAR_COLUMNS;
            let columns_of_c = if are_far { Neighbours::NONE } else { COLUMNS_OF_C };
            splits = [
                bring_nearest(&mut rows, ROWS_OF_C, parts, (&mut strides[first], near_a)),
                bring_nearest(&mut columns, columns_of_c, parts, (&mut strides[second], near_b)),
            ];
        }
        let (mut loops, mut t) = ([[Loops::new(); 3]; 3], 0);
        let [m, n] = [(&rows, splits[0]), (&columns, splits[1])];
        let [k, l] = [(&depth, Split::NONE), (&batch, Split::NONE)];
        let modes = [[m, k, l], [k, n, l], [m, n, l]];
        while t < 3 {
            let mut k = 0;
            while k < 3 {
                let tensor = [first, second, 2][t];
                join(&mut loops[t][k], (indices, tensors, &sizes), tensor, modes[t][k]);
                k += 1;
            }
            t += 1;
        }
        Some(Self { loops, sizes: extents, is_turned })
    }

    /// The loops of a mode of a matrix.
    pub const fn mode(&self, matrix: usize, mode: usize) -> &[(usize, isize)] {
        self.loops[matrix][mode].as_slice()
    }

    /// The offset of a coordinate of a matrix.
    pub fn offset(&self, matrix: usize, coord: [usize; 3]) -> isize {
        let add =
            |sum: usize, k: usize| sum.wrapping_add(offset_in(self.mode(matrix, k), coord[k]));
        (0..3).fold(0, add) as isize
    }

    /// Whether two strides describe each matrix.
    pub const fn are_even(&self) -> bool {
        let mut t = 0;
        while t < 3 {
            if self.mode(t, 0).len() > 1 || self.mode(t, 1).len() > 1 {
                return false;
            }
            t += 1;
        }
        true
    }

    /// The layout of a matrix, with a third mode if there are several products. `None` past the limits of a layout.
    pub const fn layout(&self, matrix: usize) -> Option<value::Layout> {
        let one = value::IntTuple::leaf(1);
        let (mut shape, mut stride, mut k) = ([one; 3], [one; 3], 0);
        while k < 3 {
            (shape[k], stride[k]) = match nested(self.mode(matrix, k)) {
                Some(mode) => mode,
                None => return None,
            };
            k += 1;
        }
        let modes = if self.sizes[BATCH] == 1 { 2 } else { 3 };
        let (shape, stride) = (shape.split_at(modes).0, stride.split_at(modes).0);
        match (value::IntTuple::tuple(shape), value::IntTuple::tuple(stride)) {
            (Ok(shape), Ok(stride)) => Some(value::internal::unchecked_layout(shape, stride)),
            _ => None,
        }
    }
}

/// Shape and stride of a mode with these loops.
const fn nested(loops: &[(usize, isize)]) -> Option<(value::IntTuple, value::IntTuple)> {
    let leaf = value::IntTuple::leaf;
    match loops {
        [] => return Some((leaf(1), leaf(0))),
        [(extent, stride)] => return Some((leaf(*extent as i64), leaf(*stride as i64))),
        _ if loops.len() > MAX_RANK => return None,
        _ => {}
    }
    let (mut shape, mut stride, mut k) = ([leaf(1); MAX_RANK], [leaf(0); MAX_RANK], 0);
    while k < loops.len() {
        (shape[k], stride[k]) = (leaf(loops[k].0 as i64), leaf(loops[k].1 as i64));
        k += 1;
    }
    let (shape, stride) = (shape.split_at(loops.len()).0, stride.split_at(loops.len()).0);
    match (value::IntTuple::tuple(shape), value::IntTuple::tuple(stride)) {
        (Ok(shape), Ok(stride)) => Some((shape, stride)),
        _ => None,
    }
}

/// The most parts of indices: the indices, and the outer part of one that is split.
const PARTS: usize = MAX_INDICES + 1;
/// The outer part of the index that is split.
const OUTER: usize = MAX_INDICES;

type Group = List<usize, PARTS>;

/// How many rows or columns that are neighbours in C come before those of an operand.
#[derive(Clone, Copy)]
struct Neighbours {
    least: usize,
    most: usize,
}

impl Neighbours {
    const NONE: Self = Self { least: 1, most: 1 };
}

/// A line of a cache with elements of four bytes, up to a panel of packed blocks.
const ROWS_OF_C: Neighbours = Neighbours { least: 16, most: 48 };
/// A panel of packed blocks, within a page of C.
const COLUMNS_OF_C: Neighbours = Neighbours { least: 8, most: 8 };
/// The stride in C from which on a panel of columns is longer than a page with elements of four bytes.
const FAR_COLUMNS: usize = 128;

/// An index that is split in two: its first `inner` coordinates, and [`OUTER`].
#[derive(Clone, Copy)]
struct Split {
    index: usize,
    inner: usize,
}

impl Split {
    /// Each index is whole.
    const NONE: Self = Self { index: OUTER, inner: 1 };
}

/// Orders indices, sorted by their strides in C, by the strides of an operand after the first neighbours of C. Nothing changes where
/// the depth, whose least stride is `depth`, or these neighbours are nearest in the operand.
const fn bring_nearest(
    group: &mut Group,
    of_c: Neighbours,
    parts: (&[usize; MAX_INDICES], &[bool; MAX_INDICES]),
    (strides, depth): (&mut [usize; PARTS], usize),
) -> Split {
    let (count, inner) = neighbours(group, of_c, parts);
    let (first, _) = group.as_slice().split_at(count);
    let (nearest, of_first) = (least(strides, group.as_slice()), least(strides, first));
    if nearest >= depth || nearest == of_first {
        return Split::NONE;
    }
    let mut split = Split::NONE;
    if inner > 1 {
        split = Split { index: first[count - 1], inner };
        strides[OUTER] = strides[split.index].saturating_mul(inner);
        group.push(OUTER);
    }
    sort(group.as_mut_slice().split_at_mut(count).1, strides);
    split
}

/// The number of indices of the first neighbours of C, and how many coordinates of the last one are among them if it is split; otherwise 1.
const fn neighbours(
    group: &Group,
    of_c: Neighbours,
    (sizes, is_loop): (&[usize; MAX_INDICES], &[bool; MAX_INDICES]),
) -> (usize, usize) {
    let (mut len, mut k) = (1_usize, 0);
    while k < group.len() {
        let index = group.as_slice()[k];
        let longer = len.saturating_mul(sizes[index]);
        if longer > of_c.most {
            // The coordinates of this index that end the neighbours at a multiple of the least number.
            let mut most = of_c.most;
            while is_loop[index] && most >= of_c.least {
                let inner = most / len;
                if inner > 1 && inner * len == most && sizes[index] % inner == 0 {
                    return (k + 1, inner);
                }
                most -= of_c.least;
            }
            return (if len < of_c.least { k + 1 } else { k }, 1);
        }
        (len, k) = (longer, k + 1);
    }
    (k, 1)
}

/// The indices of rows, columns, depth and batch.
const fn groups(indices: &Indices<'_>) -> [Group; 4] {
    let (mut groups, mut i) = ([Group::new(); 4], 0);
    while i < indices.names.len() {
        let group = match (indices.has(0, i), indices.has(1, i), indices.has(2, i)) {
            (true, true, true) => BATCH,
            (true, false, true) => ROWS,
            (false, _, true) => COLUMNS,
            (_, _, false) => DEPTH,
        };
        groups[group].push(i);
        i += 1;
    }
    groups
}

/// The extent of each index. `None` if two modes disagree, or a tensor has another number of modes.
const fn sizes(indices: &Indices<'_>, tensors: &[Tensor; 3]) -> Option<[usize; MAX_INDICES]> {
    let (mut sizes, mut found) = ([0; MAX_INDICES], [false; MAX_INDICES]);
    let mut t = 0;
    while t < 3 {
        let mut k = 0;
        while k < indices.modes(t) {
            if let Some(index) = indices.alone(t, k) {
                let extent = extent_of(&tensors[t].mode(k));
                if found[index] && sizes[index] != extent {
                    return None;
                }
                (sizes[index], found[index]) = (extent, true);
            }
            k += 1;
        }
        t += 1;
    }
    Some(sizes)
}

const fn size(group: &Group, sizes: &[usize; MAX_INDICES]) -> usize {
    let (mut size, mut k) = (1_usize, 0);
    while k < group.len() {
        size = size.saturating_mul(sizes[group.as_slice()[k]]);
        k += 1;
    }
    size
}

/// The loops over index `i` in tensor `t`: strides add up where it occurs more than once, and are 0 where it does not. `None`
/// unless the tensor fits.
const fn part(
    indices: &Indices<'_>,
    tensors: &[Tensor; 3],
    sizes: &[usize; MAX_INDICES],
    t: usize,
    i: usize,
) -> Option<Loops> {
    let (mut part, mut is_found, mut k) = (Loops::new(), false, 0);
    while k < indices.modes(t) {
        let mode = tensors[t].mode(k);
        let mut j = 0;
        while let Some((index, factor)) = indices.term(t, k, j) {
            j += 1;
            if index != i {
                continue;
            }
            let found = if indices.alone(t, k).is_some() {
                mode
            } else if let Some(term) = term_of_sum(indices, sizes, &mode, (t, k), (i, factor)) {
                term
            } else {
                return None;
            };
            if !is_found {
                part = found;
            } else if !add_strides(&mut part, &found) {
                return None;
            }
            is_found = true;
        }
        k += 1;
    }
    if !is_found {
        add(&mut part, sizes[i], 0);
    }
    Some(part)
}

/// The loop over one index of a sum: `factor` times the stride of the mode. `None` if the mode has more than one stride, or the
/// sum passes it.
const fn term_of_sum(
    indices: &Indices<'_>,
    sizes: &[usize; MAX_INDICES],
    mode: &Loops,
    (t, k): (usize, usize),
    (i, factor): (usize, i64),
) -> Option<Loops> {
    let (mut reach, mut is_empty, mut j) = (0_usize, false, 0);
    while let Some((index, factor)) = indices.term(t, k, j) {
        is_empty |= sizes[index] == 0;
        let steps = sizes[index].saturating_sub(1);
        reach = reach.saturating_add(steps.saturating_mul(factor as usize));
        j += 1;
    }
    if mode.len() > 1 || !is_empty && reach >= extent_of(mode) {
        return None;
    }
    let stride = if mode.len() == 1 { mode.as_slice()[0].1 } else { 0 };
    let mut term = Loops::new();
    add(&mut term, sizes[i], stride.wrapping_mul(factor as isize));
    Some(term)
}

/// The least stride of some indices.
const fn least(strides: &[usize; PARTS], indices: &[usize]) -> usize {
    let (mut least, mut k) = (usize::MAX, 0);
    while k < indices.len() {
        let stride = strides[indices[k]];
        if stride < least {
            least = stride;
        }
        k += 1;
    }
    least
}

/// Sorts indices by their strides. Equal ones keep their order.
const fn sort(indices: &mut [usize], strides: &[usize; PARTS]) {
    let mut k = 1;
    while k < indices.len() {
        let mut at = k;
        while at > 0 && strides[indices[at]] < strides[indices[at - 1]] {
            indices.swap(at, at - 1);
            at -= 1;
        }
        k += 1;
    }
}

/// Adds the loops of a group of indices in tensor `t`, one index after the other. The tensor fits, as `strides` found.
const fn join(
    loops: &mut Loops,
    (indices, tensors, sizes): (&Indices<'_>, &[Tensor; 3], &[usize; MAX_INDICES]),
    t: usize,
    (group, split): (&Group, Split),
) {
    let mut k = 0;
    while k < group.len() {
        let index = group.as_slice()[k];
        let whole = if index == OUTER { split.index } else { index };
        if let Some(part) = part(indices, tensors, sizes, t, whole) {
            let mut j = 0;
            while j < part.len() {
                let (mut extent, mut stride) = part.as_slice()[j];
                if index == OUTER {
                    extent /= split.inner;
                    stride = stride.wrapping_mul(split.inner as isize);
                } else if index == split.index {
                    extent = split.inner;
                }
                add(loops, extent, stride);
                j += 1;
            }
        }
        k += 1;
    }
}
