//! Offsets by definition, as sums over digits. `layout_core` supplies the extents and strides alone.

use layout_core::Layout;

/// The extents and strides of the leaves, leftmost first.
pub(super) fn leaves(a: &Layout) -> impl Iterator<Item = (i64, i64)> + '_ {
    (0..a.leaf_count()).map(|k| a.leaf(k))
}

/// The offsets in colexicographic order: the leftmost digit varies fastest.
pub(super) fn offsets(modes: impl Iterator<Item = (i64, i64)>) -> Vec<i64> {
    let mut out = vec![0];
    for (extent, stride) in modes {
        let below = out.len();
        if extent == 0 {
            out.clear();
        }
        for digit in 1..extent {
            for k in 0..below {
                out.push(out[k] + digit * stride);
            }
        }
    }
    out
}

/// `A^(x)`: the offset of `x` if the last mode with an extent other than 1 has no end. `None` if an extent before that
/// mode is 0.
pub(super) fn unbounded(a: &Layout, mut x: i64) -> Option<i64> {
    let last = leaves(a).enumerate().filter(|(_, (extent, _))| *extent != 1).last();
    let Some((last, _)) = last else { return Some(0) };
    let mut sum = 0;
    for (k, (extent, stride)) in leaves(a).enumerate() {
        let digit = if k == last { x } else { x.checked_rem(extent)? };
        sum += digit * stride;
        x = if k == last { 0 } else { x / extent };
    }
    Some(sum)
}

/// Whether an extent is 0.
pub(super) fn is_empty(a: &Layout) -> bool {
    leaves(a).any(|(extent, _)| extent == 0)
}

pub(super) fn sorted(mut offsets: Vec<i64>) -> Vec<i64> {
    offsets.sort_unstable();
    offsets
}

/// Whether no offset occurs twice.
pub(super) fn are_distinct(sorted: &[i64]) -> bool {
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// Whether the offsets are `0..m`, each once.
pub(super) fn is_range(sorted: &[i64], m: i64) -> bool {
    sorted.iter().copied().eq(0..m)
}

/// Whether a table is the table of offsets of a layout.
///
/// The table must start at 0. The length of its longest linear prefix must divide it, every block of that length must
/// repeat the prefix, and the first offsets of the blocks must also be the table of a layout.
pub(super) fn is_layout(table: &[i64]) -> bool {
    is_layout_by(table, 1)
}

fn is_layout_by(table: &[i64], step: usize) -> bool {
    let at = |x: usize| table[x * step];
    let size = table.len() / step;
    if at(0) != 0 {
        return false;
    }
    if size == 1 {
        return true;
    }
    let run = (0..size).take_while(|&x| at(x) == x as i64 * at(1)).count();
    if run == size {
        return true;
    }
    let repeats = || (0..size).all(|x| at(x) == at(x - x % run) + at(x % run));
    size.is_multiple_of(run) && repeats() && is_layout_by(table, step * run)
}

/// The length of the longest prefix that is the table of a layout.
pub(super) fn longest_layout(table: &[i64]) -> usize {
    (1..=table.len()).rev().find(|&n| is_layout(&table[..n])).unwrap_or(1)
}

/// The linear indices of the offsets 0, 1, .. up to the first offset without one.
pub(super) fn way_back(offsets: &[i64]) -> Vec<i64> {
    let mut at = vec![None; offsets.len()];
    for (i, &offset) in offsets.iter().enumerate() {
        if let Some(place) = usize::try_from(offset).ok().and_then(|k| at.get_mut(k)) {
            *place = Some(i as i64);
        }
    }
    at.into_iter().map_while(|i| i).collect()
}
