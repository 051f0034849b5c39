//! Literals: what `layout!`, `Layout!`, `tile!`, `shape!` and `coord!` make of the notation.
use static_layout_const::*;

fn main() {
    let (n, ld) = (4, 7);
    let a: Layout<"(?,64):(64,1)"> = layout!((n, 64):(64, 1));
    let _: Layout<"(?,?):(?,1)"> = layout!((n, ld):row);
    let _: Layout<"(2,3):(1,2)"> = layout!((2, 3));
    let b: Layout<"(?,3,2):(3,1,?)"> = layout!((n, 3, 2):order(1, 0, 2));
    let _: Layout<"Sw<3,4,3> o 0 o (8,64):(64,1)"> = layout!(Sw<3,4,3> o 0 o (8,64):row);
    let c: Layout<"(4,?):(-?,1)"> = layout!((4, n):(-ld, 1));
    assert_eq!(c.words(), [n, ld]);
    let d: Layout!((?, 64):row) = a;
    let (row, offset) = d.slice(coord!({ n - 3 }, _));
    assert_eq!((row.to_string(), offset), ("(64):(1)".to_owned(), 64));
    assert_eq!(a.logical_divide(tile!(2, _)).to_string(), "((2,2),64):((64,128),1)");
    println!("{a}, {b}, {c}, {d}");
}
