//! Typical operations with a recursion limit of 50, at which rust-analyzer's trait solver stops and shows `{unknown}`.
//! The compiler's next solver nests as deeply (`tools/ci/next-solver.sh shallow`, nightly); the stable one less deeply.
#![recursion_limit = "50"]

use static_layout::*;

#[test]
fn divides() {
    let a = layout!((128, 64):(1, 128));
    assert_layout!(a.zipped_divide(tile!(16, 8)), ((16,8),(8,8)):((1,128),(16,1024)));
    assert_layout!(a.logical_divide(tile!(16, 8)), ((16,8),(8,8)):((1,16),(128,1024)));
    let square = layout!((512, 512):(1, 512));
    let tiles = square.zipped_divide(tile!(64, 64));
    assert_layout!(tiles, ((64,64),(8,8)):((1,512),(64,32768)));
    assert_eq!(tiles.index(((3, 2), (1, 1))), 3 + 2 * 512 + 64 + 32768);
}

#[test]
fn recasts() {
    let a = layout!((128, 64):(1, 128));
    assert_layout!(a.upcast::<4>(), (32,64):(1,32));
    assert_layout!(a.downcast::<2>(), (256,64):(1,256));
}

#[test]
fn multiplies() {
    let a = layout!((8, 8):(1, 8)).logical_product(layout!((8, 8):(8, 1)));
    assert_layout!(a, ((8,8),(8,8)):((1,8),(512,64)));
    let a = layout!((8, 8):(8, 1)).blocked_product(layout!((4, 4):(1, 4)));
    assert_layout!(a, ((8,4),(8,4)):((8,64),(1,256)));
}

#[test]
fn composes_and_inverts() {
    let a = layout!((128, 64):(1, 128)).compose(layout!((16, 8):(8, 128)));
    assert_layout!(a, (16,8):(8,128));
    let holes = layout!((8, 4):(1, 32)).complement(typenum::U256::default());
    assert_layout!(holes, (4,2):(8,128));
    let rows = layout!((64, 32):(32, 1));
    assert_layout!(rows.right_inverse(), (32,64):(64,1));
    assert_layout!(rows.left_inverse(), (32,64):(64,1));
    assert_layout!(layout!((64, (32, 2)):(32, (1, 2048))).coalesce(), (64,32,2):(32,1,2048));
}
