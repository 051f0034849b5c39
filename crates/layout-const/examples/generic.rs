//! Functions of const parameters. With a bound, the caller's line is refused when the program is checked. Through `at_build` no bound
//! is needed: a refusal stops the build.
#![feature(adt_const_params, unsized_const_params, min_generic_const_args, generic_const_args)]
#![allow(incomplete_features, reason = "functions of const parameters rest on them")]
use static_layout_const::*;

type Tiles<const L: &'static str> = Layout<{ zipped_divide::RESULT::<L, Tile<"<16,8>">> }>;

fn with_bound<const L: &'static str>(a: Layout<L>) -> Tiles<L>
where
    (): Accepts<{ zipped_divide::REFUSAL::<L, Tile<"<16,8>">> }>,
{
    a.zipped_divide(Tile::<"<16,8>">)
}

fn without_bound<const L: &'static str>(a: Layout<L>) -> Tiles<L> {
    a.at_build().zipped_divide(Tile::<"<16,8>">)
}

fn count<const L: &'static str, T: Tiler>(a: Layout<L>, tile: T) -> usize {
    a.at_build().zipped_divide(tile).at_build().mode::<1>().size()
}

fn main() {
    let a = Layout::<"(64,32):(1,64)">;
    let b: Layout<"((16,8),(4,4)):((1,64),(16,512))"> = with_bound(a);
    assert_eq!(b, without_bound(a));
    assert_eq!(count(a, tile!(16, 8)), 16);
    let n = std::env::args().count() * 16;
    println!("{b} {}", with_bound(layout!((n, 32):(32, 1))));
}
