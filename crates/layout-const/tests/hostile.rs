//! Texts, words and operands that are wrong in ways that only a run finds, and texts that could be read as others.

use static_layout::View;
use static_layout_const::*;

fn refused<T>(result: Result<T, LayoutError>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_default()
}

/// Leaves of one name are one integer, also where a value comes from a layout of other names.
#[test]
fn leaves_of_one_name_are_equal() {
    let a = Layout::<"(?,?):(?,1)">::with([4, 5, 5]);
    assert_eq!(
        refused(a.as_type::<"(n,n):(n,1)">()),
        "cannot read (4,5):(5,1) as (4,4):(4,1): 5 is not 4"
    );
    assert!(Layout::<"(n,n):(n,1)">::from_dynamic(&a.to_dynamic()).is_err());
    assert!(Layout::<"(4,4):(?,-?)">::with([2, 3]).as_type::<"(4,4):(n,-n)">().is_err());
    assert!(Layout::<"(?,?):(1,1)">::with([1 << 32, 1]).as_type::<"(n,n):(1,1)">().is_err());
    let b = Layout::<"Sw<2,0,2> o n o (m,4):(4,1)">::with([5, 6]);
    assert!(b.as_type::<"Sw<2,0,2> o n o (n,4):(4,1)">().is_err());
    assert_eq!(a.as_type::<"(n,m):(m,1)">().unwrap().words(), [4, 5]);
}

/// A leaf keeps its name only where no other integer can take its place.
#[test]
fn names_do_not_outlive_their_integers() {
    let a = Layout::<"(n,m):(m,1)">::with([1, 12]);
    let padded = a.zipped_divide_padded(Tile::<"<2,_>">);
    let engine = a.to_dynamic().zipped_divide_padded(&"<2,_>".parse().unwrap()).unwrap();
    assert_eq!(padded.layout().to_string(), engine.layout().to_string());
    let b = Layout::<"Sw<2,0,2> o n o (4,4):(4,1)">::with([4]);
    assert_eq!(b.upcast::<2>().to_string(), "Sw<1,0,2> o 2 o (4,2):(2,1)");
}

/// The offset before a swizzle has the facts, the sign and the reach of its text.
#[test]
fn offsets_before_a_swizzle_are_checked() {
    type Offset = Layout<"Sw<2,0,2> o n o (4,4):(4,1)">;
    assert!(Offset::try_with([usize::MAX]).is_err());
    assert!(Offset::try_with([isize::MAX as usize]).is_err());
    assert!(Offset::try_with([1 << 40]).is_ok());
    assert!(Layout::<"Sw<2,0,2> o ?{div=64} o (4,4):(4,1)">::try_with([3]).is_err());
    assert!(Layout::<"Sw<2,0,2> o n{<=3} o (4,4):(4,1)">::try_with([300]).is_err());
    let far = Layout::<"Sw<2,0,2> o n o (m,4):(4,1)">::with([(1 << 62) + (1 << 61), 4]);
    assert!(far.try_logical_product(Layout::<"k:1">::with([1 << 58])).is_err());
}

#[test]
fn words_are_what_the_text_says() {
    assert!(Layout::<"(n,64):(64,1)">::try_with([usize::MAX]).is_err());
    assert!(Layout::<"(n,n):(n,1)">::try_with([1 << 40]).is_err());
    assert!(Layout::<"(4,4):(?,1)">::try_with([usize::MAX]).is_err());
    assert!(Layout::<"(4,?{div=8}):(1,4)">::try_with([12]).is_err());
    assert_eq!(Layout::<"(4,n):(-n,1)">::with([3]).to_string(), "(4,3):(-3,1)");
}

#[test]
#[should_panic(expected = "3 is not a multiple of 4")]
fn facts_of_tiles_are_checked() {
    let _ = Tile::<"<k{div=4},_>">::with([3]);
}

#[test]
#[should_panic(expected = "24 is not a multiple of 5")]
fn facts_of_shapes_are_checked() {
    let _ = Tuple::<"(n{div=5},8)">::with([24]);
}

/// An operation that run-time integers refuse is refused, also where its result has no integer of run time.
#[test]
fn results_without_words_are_checked() {
    let of = |stride| Layout::<"((2,1,6),7,8):((84,42,7),1,s)">::with([stride]).try_left_inverse();
    assert_eq!(
        refused(of(0)),
        "no left inverse of ((2,1,6),7,8):((84,42,7),1,0): the extent 8 at stride 0 repeats elements"
    );
    assert!(of(168).is_ok());
}

#[test]
fn coordinates_of_empty_layouts_do_not_divide_by_zero() {
    assert_eq!(Layout::<"(0,4,5):(1,3,7)">.index((0, 1, 2)), 17);
    let _ = Layout::<"(0,4,5):(1,3,7)">.index(5);
    let _ = Layout::<"(n,4,5):(1,3,7)">::with([0]).index(5);
}

/// Tiles of views have elements of the views, whatever the leaves are named.
#[test]
fn tiles_lie_in_their_views() {
    let data: Vec<usize> = (0..64).collect();
    for ld in 0..16 {
        let layout = Layout::<"(n):(rows)">::with([4, ld]);
        let view = View::new(&data, layout).unwrap();
        let tile = tile_of(view, Layout::<"2:1">, 1);
        assert!(tile.iter().copied().eq([2 * ld, 3 * ld]), "{ld}");
    }
}
