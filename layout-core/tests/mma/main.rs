//! Tiled matrix instructions and copies: the results of CuTe, and what they are by definition.

mod definition;
mod fits;
mod golden;
mod refusals;

use layout_core::mma::{MmaAtom, TiledMma, rows};
use layout_core::{Coord, Layout};

/// Every instruction of the table that multiplies dense matrices, and some of warp groups.
fn atoms() -> Vec<(&'static str, MmaAtom)> {
    let of_table = rows().filter_map(|row| Some((row.names().next()?, row.atom().ok()?)));
    let groups = [(8, 16), (24, 8), (64, 32)];
    let groups = groups.map(|(n, k)| ("SM90", MmaAtom::warp_group(n, k).unwrap()));
    let all: Vec<_> = of_table.chain(groups).collect();
    assert_eq!(all.len(), 63);
    all
}

/// The offset of (thread, value).
#[track_caller]
fn at(layout: &Layout, thread: i64, value: i64) -> i64 {
    layout.index(&Coord::tuple(&[thread.into(), value.into()]).unwrap()).unwrap()
}

fn size(layout: &Layout, mode: usize) -> i64 {
    layout.mode(mode).unwrap().size()
}

fn tiled(atom: &MmaAtom, warps: &str) -> TiledMma {
    TiledMma::of(atom, &warps.parse().unwrap()).unwrap()
}
