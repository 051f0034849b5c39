//! Partial tiles of static and mixed layouts: the coordinates inside, and the whole tiles, equal the results on plain
//! integers.

use static_layout::dynamic::{self, Coord};
use static_layout::*;

/// Compares each tile of a zipped divide of rank 2 with the dynamic one.
fn agrees<L: AnyLayout, G: Inside>(tiles: Padded<L, G>, plain: dynamic::Padded) {
    let layout = tiles.layout();
    assert_eq!(layout.to_string(), plain.layout().to_string());
    assert_eq!(tiles.all_whole(), plain.all_whole());
    assert!(!Padded::<L, G>::ALL_WHOLE || tiles.all_whole());
    let all: Vec<String> = tiles.coords(Keep).map(|c| c.display().to_string()).collect();
    let expected = plain.coords(&Coord::KEEP).unwrap();
    assert!(expected.map(|c| c.to_string()).eq(all.iter().cloned()));
    let rests = plain.layout().mode(1).unwrap().size() as usize;
    let mut found = 0;
    for j in 0..rests + 1 {
        let c = Coord::tuple(&[Coord::KEEP, (j as i64).into()]).unwrap();
        assert_eq!(tiles.is_whole(coord!(_, j)), plain.is_whole(&c).unwrap());
        let part: Vec<String> =
            tiles.coords(coord!(_, j)).map(|c| c.display().to_string()).collect();
        assert!(plain.coords(&c).unwrap().map(|c| c.to_string()).eq(part.iter().cloned()));
        for c in tiles.coords(coord!(_, j)) {
            assert!(tiles.inside(c));
            found += 1;
        }
    }
    assert_eq!(found, all.len());
    for i in 0..layout.size() + 2 {
        let inside = plain.inside(&Coord::from(i as i64)).unwrap();
        assert_eq!(tiles.inside(i), inside, "{layout} at {i}");
        if i < layout.size() {
            assert_eq!(tiles.inside(layout.shape().digits(&mut { i })), inside, "{layout} at {i}");
        }
    }
}

macro_rules! tiles {
    ($([$($a:tt)*] $([$($t:tt)*])? $({$($by_mode:tt)*})?;)*) => {$({
        let (a, t) = (layout!($($a)*), $(layout!($($t)*))? $(tile!($($by_mode)*))?);
        let plain = a.to_dynamic().zipped_divide_padded(&t.plain_tiler());
        agrees(a.zipped_divide_padded(t), plain.unwrap());
    })*};
}

#[test]
fn static_tiles() {
    tiles! {
        [10:1] [4:1];
        [12:1] [4:1];
        [(10,4):(4,1)] {8, 4};
        [(10,4):(4,1)] {4, 3};
        [((3,2),5):((1,0),7)] {_, 2};
        [((3,2),5):((2,7),30)] [3:1];
        [(6,5):(1,6)] {(2,2):(1,2), 3};
        [1:1] [3:1];
        [(7,1):(1,0)] {2, 2};
    }
}

#[test]
fn mixed_tiles() {
    let (m, n, k, w) = (10, 6, 4, 20);
    tiles! {
        [m:1] [4:1];
        [m:1] [k:1];
        [(m,4):(4,1)] {8, 4};
        [(10,n):(n,1)] {k, k};
        [(n,5):(1,n)] {2, 3};
        [(8,n):(n,1)] {k, 3};
        [(m,n):(n,1)] {4, 4};
        [(m,w):(w,1)] {4:2, (2,2):(1,6)};
        [(m,n):(n,1)] {_, 4};
        [(m,n):(n,1)] {3, _};
        [(m,n):(n,1)] {(2,2):(4,1)};
        [(m,1):(1,0)] {4, 3};
        [(m,n,k):(1,m,{m * n})] {3, 4, 3};
        [m:n] [(2,2):(1,4)];
    }
}

#[test]
fn whole_divides_are_known_to_be() {
    const fn is_known<L: AnyLayout, G: Inside>(_: &Padded<L, G>) -> bool {
        Padded::<L, G>::ALL_WHOLE
    }
    assert!(is_known(&layout!((128,64):(1,128)).zipped_divide_padded(tile!(16, 8))));
    assert!(is_known(&layout!((128,64):(1,128)).logical_divide_padded(tile!(16, _))));
    assert!(!is_known(&layout!((120,64):(1,120)).zipped_divide_padded(tile!(16, 8))));
}

#[test]
fn a_swizzled_layout_has_partial_tiles_too() {
    let a = layout!(Sw<2,0,2> o 0 o (10,4):(4,1));
    let tiles = a.zipped_divide_padded(tile!(8, 4));
    let mut offsets: Vec<usize> = tiles.coords(Keep).map(|c| tiles.layout().index(c)).collect();
    offsets.sort_unstable();
    assert!(offsets.into_iter().eq(0..40));
    assert!(tiles.is_whole(coord!(_, 0)) && !tiles.is_whole(coord!(_, 1)));
}
