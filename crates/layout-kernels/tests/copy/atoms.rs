//! Atoms that the user names.

use crate::flat::*;
use static_layout::typenum::{U2, U8};
use static_layout::*;
use static_layout_kernels::{TileTranspose, VectorMove, copy, copy_with, try_copy_with};

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
        try_copy_with(VectorMove::<typenum::U16>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U3>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U0>::new(), source, &mut to),
    ];
    let both = "cannot copy (64,64):(64,1) to (64,(8,8)):(8,(1,512)): an atom of ";
    for (refused, rest) in refused.into_iter().zip([
        "8 neighbours does not fit, 1",
        "16 neighbours does not fit, 8",
        "3 neighbours does not fit, 8",
        "0 neighbours does not fit, 8",
    ]) {
        assert_eq!(refused.unwrap_err().to_string(), format!("{both}{rest} stay together"));
    }
}
