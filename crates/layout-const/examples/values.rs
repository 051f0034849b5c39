//! What a layout says of itself: slices, tests, padded divides, other types of the same value, errors as values.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(4,(2,3)):(6,(3,1))">;
    let (row, offset): (Layout<"((2,3)):((3,1))">, usize) = a.slice(Tuple::<"(2,_)">);
    assert_eq!((row.size(), offset), (6, 12));
    let n = std::env::args().count();
    let (column, offset): (Layout<"(4,3):(6,1)">, usize) = a.slice(coord!(_, (n, _)));
    assert_eq!((column.size(), offset), (12, 3));

    assert!(a.is_injective() && a.tile_count(tile!(2, _)) == 2);
    println!("{:?}", Layout::<"(2,2):(1,1)">.collision());

    let padded = Layout::<"(n,6):(6,1)">::with([10 * n]).zipped_divide_padded(tile!(4, 4));
    assert!(padded.inside(((1, 2), (2, 0))) && !padded.inside(((2, 2), (2, 0))));
    println!("{}", padded.layout());

    // Another type of this value says more or less of it.
    let b = Layout::<"(n,6):(6,1)">::with([4]).as_type::<"(4,6):(?,1)">().unwrap();
    assert_eq!(b, Layout::<"(4,6):(6,1)">);
    println!("{}", Layout::<"(n,6):(6,1)">::try_with([usize::MAX]).unwrap_err());
}
