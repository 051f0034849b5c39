//! MoYe: a copy kernel, coordinates and offsets from 1 on. Above each line is its own in Julia.

use std::fmt::Write;

use static_layout::dynamic::Layout as Dynamic;
use static_layout::*;
use static_layout_dialects::{MoYe, OneBased};
use static_layout_kernels::copy;

use crate::Result;

/// Each of four threads copies its share of a tile, tile by tile.
pub fn show(out: &mut String) -> Result<()> {
    // a_layout = @Layout (12, 16); thread_layout = @Layout (2, 2)
    let (matrix, threads) = (layout!((12, 16)), layout!((2, 2)));
    let source: Vec<usize> = (1..=192).collect();
    let mut target = vec![0; 192];
    let a = View::new(&source, matrix)?;
    let mut b = ViewMut::new(&mut target, matrix)?;
    for (number, mut b_tile) in b.tiles_mut(tile!(6, 8)).enumerate() {
        // a_tile = @tile a (static(6), static(8)) (bx, by)
        let a_tile = a.tile(tile!(6, 8), (number % 2, number / 2));
        for (thread, mut share) in b_tile.partition_mut(threads).enumerate() {
            // copyto!(@parallelize(b_tile, thread_layout, tid), @parallelize(a_tile, thread_layout, tid))
            copy(a_tile.partition(threads, thread), &mut share);
        }
    }
    assert_eq!(target, source);

    // Thread 2 there is thread 1 here, and its first element 2 is at offset 1.
    let share = a.tile(tile!(6, 8), (0, 0)).partition(threads, 1);
    let (of, layout) = (MoYe(threads.to_dynamic()), MoYe(share.layout().to_dynamic()));
    writeln!(out, "MoYe\nthread 2 of {of} has {layout} from the element {} on", share.at((0, 0)))?;
    let one_based = OneBased::new(matrix.to_dynamic());
    let index = OneBased::<Dynamic>::index(&one_based, &"(2,3)".parse()?)?;
    assert_eq!(index.to_string(), "26");
    writeln!(out, "the index of (2, 3) is {index}")?;
    write!(out, "{}", MoYe(layout!((2, 4)).to_dynamic()).table()?)?;
    writeln!(out)?;
    Ok(())
}
