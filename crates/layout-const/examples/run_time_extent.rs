//! Integers that only the running program knows: `?` and names are open leaves, and a value has a word for each of them.
use static_layout_const::*;

fn main() {
    let n = std::env::args().count() * 8;
    let x: Layout<"(?,64):(64,1)"> = layout!((n, 64):(64, 1));
    assert_eq!(x.words(), [n]);
    let tiles: Layout<"((4,16),(?,4)):((64,1),(256,16))"> = x.zipped_divide(tile!(4, 16));
    assert_eq!(tiles.words(), [n / 4]);
    assert_eq!(tiles.index(((1, 2), (1, 0))), 64 + 2 + 256);
    assert_eq!(
        layout!((n, 64):(64, 1)).try_zipped_divide(tile!(3, 16)).unwrap_err().to_string(),
        "cannot divide (8,64):(64,1) by <3:1,16:1>: 3 does not divide 8; the padded divide rounds up"
    );

    // A name is one word, wherever it stands.
    let y = Layout::<"(n,m):(m,1)">::with([n, 5]);
    assert_eq!(size_of_val(&y), 16);
    let z: Layout<"(m,n):(1,m)"> = y.permute::<Tuple<"(1,0)">>();
    assert_eq!(z.words(), [5, n]);
    // A name that both operands have can be two integers: the second operand's leaf is `?`.
    let w: Layout<"(n,m,(?,2)):(m,1,(2,1))"> = y.append(Layout::<"(n,2):(2,1)">::with([3]));
    assert_eq!(w.words(), [n, 5, 3]);

    // What is known of an integer, a multiple of 8, decides what is known of the result.
    let d: Layout<"((4,8),(?{div=2},8)):((64,1),(256,8))"> =
        Layout::<"(?{div=8},64):(64,1)">::with([n]).zipped_divide(tile!(4, 8));
    println!("{x}, {tiles}, {y}, {z}, {w}, {d}");
}
