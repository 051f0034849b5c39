//! Run-time layouts of flat modes, in any order.

use static_layout::*;

pub(crate) type Flat4 = Layout!((?,?,?,?):(?,?,?,?));
pub(crate) type Flat3 = Layout!((?,?,?):(?,?,?));
pub(crate) type Flat2 = Layout!((?,?):(?,?));

/// Strides of the extents in the given order, with `pad` unused elements after each mode.
pub(crate) fn strides<const N: usize>(
    extents: [usize; N],
    order: [usize; N],
    pad: [usize; N],
) -> [usize; N] {
    let mut places: Vec<usize> = (0..N).collect();
    places.sort_by_key(|&k| order[k]);
    let (mut next, mut strides) = (1, [0; N]);
    for k in places {
        strides[k] = next;
        next = next * extents[k] + pad[k];
    }
    strides
}

pub(crate) fn flat4(extents: [usize; 4], strides: [usize; 4]) -> Flat4 {
    let ([a, b, c, d], [x, y, z, w]) = (extents, strides);
    Layout::new((a, b, c, d), (x, y, z, w))
}

/// All orders of four modes.
pub(crate) fn permutations() -> Vec<[usize; 4]> {
    let mut all = vec![];
    for i in 0..256 {
        let order = [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6 & 3];
        if (0..4).all(|k| order.contains(&k)) {
            all.push(order);
        }
    }
    all
}
