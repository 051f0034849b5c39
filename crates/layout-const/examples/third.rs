//! x
use static_layout_const::*;
fn main() {
    let (n, ld) = (4, 7);
    let a = layout!((n, 64):(64, 1));
    println!("{a} {}", core::any::type_name_of_val(&a));
    let b = layout!((n, ld):row);
    println!("{b} {}", core::any::type_name_of_val(&b));
    let b = layout!((2, 3));
    println!("{b} {}", core::any::type_name_of_val(&b));
    let b = layout!((n, 3, 2):order(1, 0, 2));
    println!("{b} {}", core::any::type_name_of_val(&b));
    let b = layout!(Sw<3,4,3> o 0 o (8,64):row);
    println!("{b} {}", core::any::type_name_of_val(&b));
    let b = layout!((4, n):(-ld, 1));
    println!("{b} {}", core::any::type_name_of_val(&b));
    let b = layout!((4, 6):(1@0, 1@1));
    println!("{b} {}", core::any::type_name_of_val(&b));
    let c: Layout!((?, 64):row) = a;
    println!("{} {}", c.index((1, 2)), c.slice(coord!({ n - 3 }, _)).0);
    println!("{}", a.logical_divide(tile!(2, _)).compose(layout!(4:1)));
    println!("{}", a.logical_divide(tile!(n, 8:2)));
}
