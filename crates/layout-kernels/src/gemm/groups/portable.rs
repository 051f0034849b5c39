//! Packs groups of lanes of any strides, on any processor.

use super::numbers_of_group;
use crate::gemm::strided::Open;

/// Packs panels of `LANES` lanes, one after the other, of `groups` groups, and changes the bits `sign` of each group. The lanes and
/// the numbers that are not there are 0 before the change.
///
/// # Safety
/// There must be rows valid for reads, no longer than `groups` groups, and `to` for writes of the groups of whole panels.
#[inline(never)]
pub unsafe fn pack<N: Copy, const LANES: usize>(
    from: Open<N>,
    groups: usize,
    sign: i32,
    to: *mut i32,
) {
    let [count, all] = from.extents;
    let four = const { numbers_of_group::<N>() };
    for lane in 0..count.next_multiple_of(LANES) {
        for group in 0..groups {
            let mut bits = 0;
            if lane < count {
                for (number, depth) in (four * group..all).take(four).enumerate() {
                    let to = (&raw mut bits).cast::<N>();
                    // SAFETY: a lane and a depth of the rows, and a number of the group.
                    unsafe { to.add(number).write_unaligned(*from.at(lane, depth)) };
                }
            }
            let at = LANES * (lane / LANES * groups + group) + lane % LANES;
            // SAFETY: a group of a lane of a panel, which the caller guarantees to be writable.
            unsafe { to.add(at).write(bits ^ sign) };
        }
    }
}
