//! [`Strided`], elements in strided memory, and copies of boxes between two of them.

use crate::error::ZarrError;
use crate::tile::Matrix;
use static_layout::{Layout, View, ViewMut};
use static_layout_kernels::copy;

/// Elements with a stride for each axis.
pub(crate) struct Strided<E> {
    pub(crate) elements: E,
    pub(crate) strides: Vec<usize>,
}

/// The strides of row-major memory.
pub(crate) fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1_usize; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].saturating_mul(shape[axis]);
    }
    strides
}

/// Copies a box of elements from and to strided memory.
///
/// Axes that are neighbours in both memories become one. Of the rest, the axes of the least strides on both sides are the matrix
/// that [`copy`] copies, by rows or by blocks; loops go through the others.
pub(crate) fn copy_box<T: Copy>(
    shape: &[usize],
    (from, from_strides): (&[T], &[usize]),
    (to, to_strides): (&mut [T], &[usize]),
) -> Result<(), ZarrError> {
    if shape.contains(&0) {
        return Ok(());
    }
    // Extents with the strides of both sides, the longest stride of `to` first.
    let mut axes: Vec<(usize, usize, usize)> = Vec::new();
    let all = shape.iter().zip(from_strides).zip(to_strides);
    let mut long: Vec<_> = all.map(|((n, a), b)| (*n, *a, *b)).filter(|axis| axis.0 > 1).collect();
    long.sort_by_key(|axis| std::cmp::Reverse(axis.2));
    for (n, a, b) in long {
        match axes.last_mut() {
            Some(last) if last.1 == a * n && last.2 == b * n => *last = (last.0 * n, a, b),
            _ => axes.push((n, a, b)),
        }
    }
    // The last axis is that of `to`, the one before it that of `from`, if there are two.
    let of_to = axes.pop().unwrap_or((1, 1, 1));
    let least = (0..axes.len()).min_by_key(|axis| (axes[*axis].1, axes.len() - axis));
    let of_from = least.map_or((1, 1, 1), |axis| axes.remove(axis));
    let shape = (of_from.0, of_to.0);
    let source: Matrix = Layout::new(shape, (of_from.1, of_to.1));
    let target: Matrix = Layout::new(shape, (of_from.2, of_to.2));
    let mut at = vec![0; axes.len()];
    loop {
        let offset = |stride: fn(&(usize, usize, usize)) -> usize| -> usize {
            axes.iter().zip(&at).map(|(axis, at)| stride(axis) * at).sum()
        };
        let (a, b) = (offset(|axis| axis.1), offset(|axis| axis.2));
        copy(View::new(&from[a..], source)?, &mut ViewMut::new(&mut to[b..], target)?);
        let Some(next) = (0..axes.len()).rev().find(|axis| at[*axis] + 1 < axes[*axis].0) else {
            return Ok(());
        };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::{copy_box, row_major};

    /// All boxes of up to four axes of extents 1 to 3 in all orders of the axes, against plain loops.
    #[test]
    fn boxes_are_copied() {
        let orders = |rank: usize| -> Vec<Vec<usize>> {
            let all = 0..rank.pow(rank as u32);
            let digits = |k: usize| (0..rank).map(move |d| k / rank.pow(d as u32) % rank);
            let is_order = |order: &Vec<usize>| (0..rank).all(|axis| order.contains(&axis));
            all.map(|k| digits(k).collect()).filter(is_order).collect()
        };
        for rank in 0..=4 {
            for (number, order) in (0..3_usize.pow(rank as u32))
                .flat_map(|k| orders(rank).into_iter().map(move |order| (k, order)))
            {
                let shape: Vec<usize> =
                    (0..rank).map(|d| 1 + number / 3_usize.pow(d as u32) % 3).collect();
                let inner: Vec<usize> = order.iter().map(|axis| shape[*axis]).collect();
                let mut strides = vec![0; rank];
                order.iter().zip(row_major(&inner)).for_each(|(axis, s)| strides[*axis] = s);
                let size = shape.iter().product::<usize>();
                let from: Vec<u32> = (1..=size as u32).collect();
                // Rows of the target have a gap.
                let padded: Vec<usize> = shape.iter().map(|n| n + 1).collect();
                let to_strides = row_major(&padded);
                let mut to = vec![0; padded.iter().product()];
                copy_box(&shape, (&from, &strides), (&mut to, &to_strides)).unwrap();
                let mut expected = vec![0; to.len()];
                for k in 0..size {
                    let (mut rest, mut a, mut b) = (k, 0, 0);
                    for axis in (0..rank).rev() {
                        a += rest % shape[axis] * strides[axis];
                        b += rest % shape[axis] * to_strides[axis];
                        rest /= shape[axis];
                    }
                    expected[b] = from[a];
                }
                assert_eq!(to, expected, "{shape:?} {strides:?}");
            }
        }
    }
}
