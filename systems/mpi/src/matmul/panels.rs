//! [`panels`]: how a product is cut along K, equally on all ranks.

use layout_core::sharding::Sharding;

use super::extents;
use crate::{DistError, Result};

/// The most neighbours along K of a panel. The kernel packs each panel anew, which wide panels make cheap.
const WIDTH: i64 = 512;

/// Neighbours along K that one rank of a row, or of a column, has next to each other.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    /// The first index.
    pub(super) k: i64,
    pub(super) len: i64,
    /// The place in the columns of A, and in the rows of B.
    pub(super) places: [i64; 2],
}

/// What the ranks send each other for a part of the depth.
pub(super) struct Panel {
    pub(super) segments: Vec<Segment>,
    pub(super) width: usize,
}

/// The rank that has an element, and its place along an axis there.
pub(super) fn owner(matrix: &Sharding, coordinate: [i64; 2], axis: usize) -> Result<(usize, i64)> {
    let mut owners = matrix.owners(&coordinate)?;
    let (device, local) = owners.next().expect("each element of a partition is on one rank");
    Ok((device, local[axis]))
}

/// The other ranks that have elements of C in a row, or in a column.
pub(super) fn others(c: &Sharding, index: i64, axis: usize, rank: usize) -> Result<Vec<usize>> {
    let count = extents(c)[1 - axis];
    let mut found = Vec::new();
    let mut k = 0;
    while k < count {
        let at = |k: i64| {
            let mut coordinate = [index; 2];
            coordinate[1 - axis] = k;
            owner(c, coordinate, 1 - axis)
        };
        let device = at(k)?.0;
        if device != rank && !found.contains(&device) {
            found.push(device);
        }
        k += run(k, count, at)?;
    }
    Ok(found)
}

/// How many indices from `k` on one rank has next to each other.
fn run(k: i64, end: i64, at: impl Fn(i64) -> Result<(usize, i64)>) -> Result<i64> {
    let (device, local) = at(k)?;
    // Indices are in order on each rank: if the first and the last are equally far apart on both, so are the indices
    // between.
    let follows = |len: i64| Ok::<_, DistError>(at(k + len - 1)? == (device, local + len - 1));
    let (mut have, mut step) = (1, 1);
    while k + have + step <= end && follows(have + step)? {
        have += step;
        step *= 2;
    }
    while step > 0 {
        if k + have + step <= end && follows(have + step)? {
            have += step;
        }
        step /= 2;
    }
    Ok(have)
}

/// The panels, equal on all ranks.
pub(super) fn panels(a: &Sharding, b: &Sharding) -> Result<Vec<Panel>> {
    let ([m, depth], [_, n]) = (extents(a), extents(b));
    let mut panels: Vec<((usize, usize), Panel)> = Vec::new();
    if m == 0 || n == 0 {
        return Ok(Vec::new());
    }
    let mut k = 0;
    while k < depth {
        // All rows of A are cut alike, and all columns of B.
        let (of_a, of_b) = (|k| owner(a, [0, k], 1), |k| owner(b, [k, 0], 0));
        let mut end = k + run(k, depth, of_a)?.min(run(k, depth, of_b)?);
        let ((x, place), (y, other)) = (of_a(k)?, of_b(k)?);
        let open =
            panels.iter().rposition(|(key, panel)| *key == (x, y) && (panel.width as i64) < WIDTH);
        let at = open.unwrap_or_else(|| {
            panels.push(((x, y), Panel { segments: Vec::new(), width: 0 }));
            panels.len() - 1
        });
        let panel = &mut panels[at].1;
        end = end.min(k + WIDTH - panel.width as i64);
        let len = end - k;
        panel.width += len as usize;
        match panel.segments.last_mut() {
            // Next to the last one in both memories.
            Some(last) if [place, other] == last.places.map(|place| place + last.len) => {
                last.len += len
            }
            _ => panel.segments.push(Segment { k, len, places: [place, other] }),
        }
        k = end;
    }
    Ok(panels.into_iter().map(|(_, panel)| panel).collect())
}
