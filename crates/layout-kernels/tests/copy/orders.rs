//! Modes in every order, long and short.

use crate::check::*;
use crate::flat::*;
use proptest::prelude::*;
use static_layout::*;

#[test]
fn every_permutation_of_four_modes() {
    for from in permutations() {
        for to in permutations() {
            for extents in [[2, 3, 1, 4], [5, 2, 9, 3]] {
                let a = flat4(extents, strides(extents, from, [0; 4]));
                let b = flat4(extents, strides(extents, to, [1, 0, 2, 0]));
                verify::<u32, _, _>(both!(a), both!(b)).unwrap();
            }
        }
    }
}

#[test]
fn transposes_of_every_size() {
    for m in 1..=40 {
        for n in 1..=40 {
            let (a, b): (Flat2, Flat2) =
                (Layout::new((m, n), (1, m + m % 3)), Layout::new((m, n), (n + n % 2, 1)));
            let (a, b) = (both!(a), both!(b));
            verify::<f32, _, _>(a.clone(), b.clone()).unwrap();
            verify::<f64, _, _>(b.clone(), a.clone()).unwrap();
            if m % 3 == 1 || n % 5 == 0 {
                verify::<u16, _, _>(a.clone(), b.clone()).unwrap();
                verify::<u8, _, _>(a, b).unwrap();
            }
        }
    }
}

/// Neighbours of several loops form one axis; two or three neighbours are woven into rows.
#[test]
fn short_modes_in_long_rows() {
    type Flat5 = Layout!((?,?,?,?,?):(?,?,?,?,?));
    let col = |e: [usize; 5]| -> Flat5 {
        let s = [1, e[0], e[0] * e[1], e[0] * e[1] * e[2], e[0] * e[1] * e[2] * e[3]];
        Layout::new((e[0], e[1], e[2], e[3], e[4]), (s[0], s[1], s[2], s[3], s[4]))
    };
    let row = |e: [usize; 5]| -> Flat5 {
        let s = [e[1] * e[2] * e[3] * e[4], e[2] * e[3] * e[4], e[3] * e[4], e[4], 1];
        Layout::new((e[0], e[1], e[2], e[3], e[4]), (s[0], s[1], s[2], s[3], s[4]))
    };
    for e in
        [[8, 8, 3, 8, 8], [2, 2, 2, 2, 2], [3, 5, 4, 2, 7], [5, 900, 1, 3, 6], [2, 3, 700, 1, 5]]
    {
        for (a, b) in [(col(e), row(e)), (row(e), col(e))] {
            verify::<f32, _, _>(both!(a), both!(b)).unwrap();
            verify::<u8, _, _>(both!(a), both!(b)).unwrap();
            verify::<Short, _, _>(both!(a), both!(b)).unwrap();
        }
    }
    for channels in 1..=5 {
        for pixels in [1, 2, 4, 7, 64, 99] {
            // Images of planes, and of pixels with and without a gap after each.
            let planes: Layout!((?,?,?):(?,?,?)) =
                Layout::new((3, channels, pixels), (channels * pixels, pixels, 1));
            for gap in [0, 1] {
                let pitch = channels + gap;
                let woven = Layout::new((3, channels, pixels), (pitch * pixels, 1, pitch));
                verify::<f32, _, _>(both!(planes), both!(woven)).unwrap();
                verify::<u8, _, _>(both!(woven), both!(planes)).unwrap();
            }
        }
    }
}

proptest! {
    #[test]
    fn any_orders_pads_and_sizes(
        extents in prop::array::uniform4(1_usize..14),
        from in prop::sample::select(permutations()),
        to in prop::sample::select(permutations()),
        pad in prop::array::uniform4(0_usize..3),
        gap in prop::array::uniform4(0_usize..3),
    ) {
        let a = flat4(extents, strides(extents, from, pad));
        let b = flat4(extents, strides(extents, to, gap));
        every_size!(a, b)?;
    }
}
