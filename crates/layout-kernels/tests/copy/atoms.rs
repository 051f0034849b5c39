//! Copies by a given atom.

use crate::check::both;
use crate::flat::*;
use static_layout::typenum::{U2, U4, U8, U16};
use static_layout::*;
use static_layout_kernels::{TileTranspose, TiledCopy, VectorMove, copy, copy_with, try_copy_with};

#[test]
fn atoms_that_the_user_names() {
    let data: Vec<u16> = (0..4096).collect();
    let n = 64_usize;
    let (rows, columns): (Flat2, Flat2) =
        (Layout::new((n, n), (n, 1)), Layout::new((n, n), (1, n)));
    let tiles = Layout::new((n, (8_usize, 8_usize)), (8_usize, (1_usize, 512_usize)));
    let (mut found, mut expected) = (vec![0_u16; 4096], vec![0_u16; 4096]);
    let source = View::new(&data, rows).unwrap();
    copy(source, &mut ViewMut::new(&mut expected, columns).unwrap());
    copy_with(TileTranspose::<U8>::new(), source, &mut ViewMut::new(&mut found, columns).unwrap());
    assert_eq!(found, expected);
    copy(source, &mut ViewMut::new(&mut expected, tiles).unwrap());
    copy_with(VectorMove::<U2>::new(), source, &mut ViewMut::new(&mut found, tiles).unwrap());
    assert_eq!(found, expected);

    let mut to = ViewMut::new(&mut found, tiles).unwrap();
    let refused = [
        try_copy_with(TileTranspose::<U8>::new(), source, &mut to),
        try_copy_with(VectorMove::<U16>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U3>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U0>::new(), source, &mut to),
    ];
    let both = "cannot copy (64,64):(64,1) to (64,(8,8)):(8,(1,512)): an atom ";
    for (refused, rest) in refused.into_iter().zip([
        "needs 8 adjacent elements; at most 1 are adjacent",
        "needs 16 adjacent elements; at most 8 are adjacent",
        "of 3 elements does not divide a row of 8",
        "of 0 elements moves nothing",
    ]) {
        assert_eq!(refused.unwrap_err().to_string(), format!("{both}{rest}"));
    }
}

/// The number of elements before and after a destination, which must keep their values.
const MARGIN: usize = 16;

/// `copied` moves the elements of a layout, whose offsets may be negative, to another slice with the same layout. All other
/// elements keep their values.
fn keeps_its_surroundings<L: AnyLayout>(
    (layout, offsets): (L, Vec<i64>),
    copied: impl FnOnce(View<'_, u32, L>, &mut ViewMut<'_, u32, L>),
) {
    let least = offsets.iter().copied().min().unwrap();
    let most = offsets.iter().copied().max().unwrap();
    let length = (most - least) as usize + 1;
    let data: Vec<u32> = (0..length as u32).map(|i| i + 1).collect();
    let mut written = vec![0; length + 2 * MARGIN];
    let mut expected = written.clone();
    for offset in offsets {
        let place = (offset - least) as usize;
        expected[MARGIN + place] = data[place];
    }
    let origin = least.unsigned_abs() as usize;
    let from = View::with_origin(&data, origin, layout).unwrap();
    let mut to = ViewMut::with_origin(&mut written, MARGIN + origin, layout).unwrap();
    copied(from, &mut to);
    assert_eq!(written, expected, "{layout}");
}

#[test]
fn atoms_stay_within_views_of_negative_strides() {
    let four = VectorMove::<U4>::new();
    keeps_its_surroundings(both!(layout!(8:-1)), |from, to| copy_with(four, from, to));
    keeps_its_surroundings(both!(layout!(8:-1)), |from, to| {
        copy_with(VectorMove::<U2>::new(), from, to)
    });
    keeps_its_surroundings(both!(layout!((8, 3):(-1, 8))), |from, to| copy_with(four, from, to));
    keeps_its_surroundings(both!(layout!((8, 3):(1, -11))), |from, to| copy_with(four, from, to));
    keeps_its_surroundings(both!(layout!((4, 4):(-1, -8))), |from, to| copy_with(four, from, to));
    keeps_its_surroundings(both!(layout!((16, 2):(-1, 24))), |from, to| {
        copy_with(VectorMove::<U8>::new(), from, to)
    });
    for n in [4_usize, 8, 16, 64] {
        keeps_its_surroundings(both!(layout!(n:-1)), |from, to| copy_with(four, from, to));
        let (step, rows) = (1, 80);
        keeps_its_surroundings(both!(layout!((n, 3):(-step, -rows))), |from, to| {
            copy_with(four, from, to)
        });
    }
}

#[test]
fn tiled_copies_stay_within_views_of_negative_strides() {
    let tiled = TiledCopy::new(VectorMove::<U4>::new(), layout!(2:1), layout!(8:1));
    keeps_its_surroundings(both!(layout!(16:-1)), |from, to| tiled.copy(from, to));
    keeps_its_surroundings(both!(layout!(32:-1)), |from, to| tiled.copy(from, to));
    let n = 32_usize;
    keeps_its_surroundings(both!(layout!(n:-1)), |from, to| tiled.copy(from, to));
}
