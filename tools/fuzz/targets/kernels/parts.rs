//! Tiles and shares: what is written through all of them is what one copy writes.

use static_layout::*;
use static_layout_kernels::{copy_if, try_copy};

use crate::case::{Case, Refusal};

/// Tiles, padded tiles and clipped tiles. A macro, because the bounds on the nesting differ.
macro_rules! tiles {
    ($case:expr, $tile:expr) => {
        $case.check(
            "tiles",
            Refusal::Any,
            |_, from, _| from,
            |from, to| {
                let tiles = from.try_tiles($tile)?.zip(to.try_tiles_mut($tile)?);
                tiles
                    .collect::<Vec<_>>()
                    .into_iter()
                    .try_for_each(|(from, mut to)| try_copy(from, &mut to))
            },
        );
        $case.check(
            "padded tiles",
            Refusal::Any,
            |_, from, _| from,
            |from, to| {
                let tiles = from.try_tiles_padded($tile)?.zip(to.try_tiles_padded_mut($tile)?);
                tiles.for_each(|(from, mut to)| copy_if(from, &mut to, |_| true));
                Ok(())
            },
        );
        $case.check(
            "clipped tiles",
            Refusal::Any,
            |_, from, _| from,
            |from, to| {
                let tiles = from.try_tiles_padded($tile)?.zip(to.try_tiles_padded_mut($tile)?);
                for (from, mut to) in tiles {
                    if let (Some(from), Some(mut to)) = (from.clip(), to.clip_mut()) {
                        try_copy(from, &mut to)?;
                    }
                }
                Ok(())
            },
        );
    };
}

/// Tiles and shares along one mode.
pub fn line<A: PlainLayout, B: PlainLayout>(case: &Case<u32, A, B>, [tile, shares]: [usize; 2]) {
    let tile = Layout::new((tile,), (1,));
    tiles!(case, tile);
    let threads = Layout::new((shares,), (1,));
    case.check(
        "shares of both",
        Refusal::Any,
        |_, from, _| from,
        |from, to| {
            // The other side has one mode of equal extent, so the threads also divide it.
            let shares = to.try_partition_mut(threads)?;
            // Any order of the shares writes all elements.
            let mut shares = from.shares(threads).zip(shares).collect::<Vec<_>>();
            shares.reverse();
            shares.into_iter().try_for_each(|(from, mut to)| try_copy(from, &mut to))
        },
    );
    case.check(
        "shares",
        Refusal::Any,
        |k, _, _| k as u32,
        |_, to| {
            let mut all = to.try_partition_mut(threads)?.collect::<Vec<_>>();
            // Share `t` has the coordinates `t`, `t + shares`, ..
            for (t, share) in all.iter_mut().enumerate() {
                let mut k = 0;
                share.update(|element| {
                    *element = (t + k * shares) as u32;
                    k += 1;
                });
            }
            Ok(())
        },
    );
}

/// Tiles of two modes.
pub fn matrix<A: PlainLayout, B: PlainLayout>(case: &Case<u32, A, B>, [m, n]: [usize; 2]) {
    tiles!(case, Tile::new((Layout::new((m,), (1,)), Layout::new((n,), (1,)))));
}
