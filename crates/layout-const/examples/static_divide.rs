//! Layouts of known integers: each is a type, and its value has size 0.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(128,64):(1,128)">;
    let b: Layout<"((16,8),(8,8)):((1,128),(16,1024))"> = a.zipped_divide(tile!(16, 8));
    assert_eq!(size_of_val(&b), 0);
    assert_eq!(b.index(((3, 1), (2, 0))), 3 + 128 + 2 * 16);

    // Two ways to one layout have one type.
    let c: Layout<"(16,8,8,8):(1,128,16,1024)"> = b.flatten();
    assert_eq!(c, a.flat_divide(tile!(16, 8)));
    let d: Layout<"(4,6):(6,1)"> = layout!((4, 6):row);
    let e: Layout<"((2,3),(2,2)):((6,1),(12,3))"> = d.zipped_divide(tile!(2, 3));
    println!("{a}, {b}, {c}, {d}, {e}");

    // A swizzle and strides that count coordinates are part of the text.
    let _: Layout<"Sw<3,4,3> o 0 o ((4,8),(2,8)):((64,1),(256,8))"> =
        Layout::<"Sw<3,4,3> o 0 o (8,64):(64,1)">.zipped_divide(tile!(4, 8));
    let _: Layout<"((2,3),(2,2)):((1@0,1@1),(2@0,3@1))"> =
        layout!((4, 6):(1@0, 1@1)).zipped_divide(tile!(2, 3));
}
