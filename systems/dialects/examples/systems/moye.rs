//! MoYe: a copy kernel, coordinates and offsets from 1 on. Above each line is its own in Julia.

use std::fmt::Write;

use static_layout::dynamic::Layout as Dynamic;
use static_layout::*;
use static_layout_dialects::{MoYe, OneBased};
use static_layout_kernels::copy;

use crate::Result;

/// Each of four threads copies its share of a tile, tile by tile.
pub fn show(out: &mut String) -> Result<()> {
    let (source, mut target): (Vec<usize>, _) = ((1..=192).collect(), vec![0; 192]);
    //> a_layout = @Layout (12, 16)
    let a_layout = layout!((12, 16));
    //> thread_layout = @Layout (2, 2)
    let thread_layout = layout!((2, 2));
    //> a = MoYeArray(pointer(source), a_layout)
    let a = View::new(&source, a_layout)?;
    //> b = MoYeArray(pointer(target), a_layout)
    let mut b = ViewMut::new(&mut target, a_layout)?;
    //> for by in 1:2, bx in 1:2
    for (number, mut b_tile) in b.tiles_mut(tile!(6, 8)).enumerate() {
        //>     a_tile = @tile a (static(6), static(8)) (bx, by)
        let a_tile = a.tile(tile!(6, 8), (number % 2, number / 2));
        //>     for tid in 1:4
        for (tid, mut b_share) in b_tile.partition_mut(thread_layout).enumerate() {
            //>         a_share = @parallelize a_tile thread_layout tid
            let a_share = a_tile.partition(thread_layout, tid);
            //>         copyto!(b_share, a_share)
            copy(a_share, &mut b_share);
        }
    }
    //> @assert target == source
    assert_eq!(target, source);

    //> share = @parallelize (@tile a (static(6), static(8)) (1, 1)) thread_layout 2
    let share = a.tile(tile!(6, 8), (0, 0)).partition(thread_layout, 1);
    //> println(share.layout)
    writeln!(out, "MoYe\n{}", MoYe(share.layout().to_dynamic()))?;
    //> @assert share[1] == 2
    assert_eq!(*share.at((0, 0)), 2);

    let of = |text: &str| text.parse::<MoYe<Dynamic>>();
    //> layout = make_layout((2, (2, 2)), (4, (1, 2)))
    let layout = OneBased::new(of("(2, (2, 2)):(4, (1, 2))")?.0);
    //> @assert layout((2, (1, 2))) == 7
    assert_eq!(layout.index(&"(2,(1,2))".parse()?)?.to_string(), "7");
    //> @assert size(make_layout((9, 2), (2, 1))) == 18
    assert_eq!(of("(9, 2):(2, 1)")?.0.size(), 18);
    //> fragment = make_fragment_like(@Layout (4, 2, 12) (0, 1, 8))
    let fragment = of("(_4, _2, _12):(_0, _1, _8)")?.make_fragment_like()?;
    //> @assert stride(fragment) == (1, 4, 8)
    assert_eq!(fragment.stride().to_string(), "(1,4,8)");
    //> tiled = tile_to_shape(@Layout((2, 8), (8, 1)), @Shape(8, 16))
    let tiled = of("(_2, _8):(_8, _1)")?.tile_to_shape(&"(8,16)".parse()?)?;
    //> println(tiled)
    writeln!(out, "{}", MoYe(tiled))?;
    //> @assert colex_less((1, 2, 3), (1, 1, 2, 3))
    assert!(MoYe("(1,2,3)".parse()?).colex_less(&MoYe("(1,1,2,3)".parse()?))?);
    //> print_layout(@Layout (2, 4))
    writeln!(out, "{}", MoYe(layout!((2, 4)).to_dynamic()).table()?)?;
    Ok(())
}
