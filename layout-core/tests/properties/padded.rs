//! Partial tiles: which coordinates are inside, overall and in each tile, and which tiles are whole.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Padded, Tiler};

type PaddedDivideFn = fn(&Layout, &Tiler) -> Result<Padded, LayoutError>;

const DIVIDES: [PaddedDivideFn; 4] = [
    Layout::logical_divide_padded,
    Layout::zipped_divide_padded,
    Layout::tiled_divide_padded,
    Layout::flat_divide_padded,
];

fn layouts() -> Vec<Layout> {
    let mut all: Vec<Layout> = (1..=12).map(|n| layout(&format!("{n}:1"))).collect();
    for (m, n) in (1..=6).flat_map(|m| (1..=5).map(move |n| (m, n))) {
        all.push(layout(&format!("({m},{n}):({n},1)")));
        all.push(layout(&format!("(({m},2),{n}):((1,0),7)")));
    }
    all
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn tilers() -> Vec<Tiler> {
    let mut all: Vec<String> = (1..=7).map(|n| format!("{n}:1")).collect();
    all.extend(
        ["3:2", "(2,2):(1,4)", "(2,2):(4,1)", "<3:2>", "<_,2>", "<(2,2):(1,4),3>"]
            .map(String::from),
    );
    all.extend((1..=4).flat_map(|m| (1..=4).map(move |n| format!("<{m},{n}>"))));
    all.iter().map(|text| text.parse().unwrap()).collect()
}

/// Whether the original has the element that a coordinate of the divided identity names.
fn check(a: &Layout, t: &Tiler, divide: PaddedDivideFn) -> Option<Padded> {
    let padded = divide(a, t).ok()?;
    let r = padded.layout();
    let keep = Coord::KEEP;
    let inside: Vec<IntTuple> = (0..r.size())
        .map(|i| r.coord(i).unwrap())
        .filter(|c| padded.inside(&(*c).into()).unwrap())
        .collect();
    assert_eq!(inside.len() as i64, a.size(), "{a} by {t}");
    assert!(padded.coords(&keep).unwrap().eq(inside.iter().copied()), "{a} by {t}");
    assert_eq!(padded.all_whole(), r.size() == a.size(), "{a} by {t}");
    assert_eq!(padded.is_whole(&keep), Ok(padded.all_whole()));
    Some(padded)
}

#[test]
fn coordinates_inside_and_whole_tiles() {
    let (mut tiles, mut whole) = (0, 0);
    for (a, t) in layouts().iter().flat_map(|a| tilers().into_iter().map(move |t| (a, t))) {
        for divide in DIVIDES {
            check(a, &t, divide);
        }
        let Some(padded) = check(a, &t, Layout::zipped_divide_padded) else { continue };
        let r = padded.layout();
        let (tile, rest) = (r.mode(0).unwrap(), r.mode(1).unwrap());
        let mut found = 0;
        for j in 0..rest.size() {
            let c = Coord::tuple(&[Coord::KEEP, j.into()]).unwrap();
            let inside = |i: &i64| {
                let c = IntTuple::tuple(&[(*i).into(), j.into()]).unwrap();
                padded.inside(&c.into()).unwrap()
            };
            let expected: Vec<i64> = (0..tile.size()).filter(inside).collect();
            let coords: Vec<IntTuple> = padded.coords(&c).unwrap().collect();
            let linear: Vec<i64> =
                coords.iter().map(|c| c.crd2idx(&r.shape()).unwrap() - j * tile.size()).collect();
            assert_eq!(linear, expected, "tile {j} of {a} by {t}");
            let is_whole = padded.is_whole(&c).unwrap();
            assert_eq!(is_whole, expected.len() as i64 == tile.size(), "tile {j} of {a} by {t}");
            found += expected.len() as i64;
            tiles += 1;
            whole += usize::from(is_whole);
        }
        assert_eq!(found, a.size());
        let past = Coord::tuple(&[Coord::KEEP, rest.size().into()]).unwrap();
        assert_eq!(padded.coords(&past).unwrap().count(), 0);
        assert_eq!(padded.is_whole(&past), Ok(false));
        assert!(padded.is_whole(&"(_,_,_,_,_)".parse().unwrap()).is_err());
    }
    assert!(tiles > 2000 && whole > 500 && whole < tiles, "{tiles} {whole}");
}
