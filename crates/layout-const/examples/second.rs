//! x
use static_layout_const::*;
fn main() {
    let a = Layout::<"(4,(2,3)):(6,(3,1))">;
    let (row, offset) = a.slice(Tuple::<"(2,_)">);
    println!("{row} {offset} {}", core::any::type_name_of_val(&row));
    let n = std::env::args().count();
    let (c, offset) = a.slice(Tuple::<"(_,(?,_))">::with([n]));
    println!("{c} {offset} {}", core::any::type_name_of_val(&c));
    let (c, offset) = Layout::<"Sw<2,0,2> o 0 o (4,4):(4,1)">.slice(Tuple::<"(?,_)">::with([n]));
    println!("{c} {offset} {:?} {}", c.index(2), core::any::type_name_of_val(&c));
    println!(
        "{} {:?} {}",
        a.is_injective(),
        Layout::<"(2,2):(1,1)">.collision(),
        a.tile_count(Tile::<"<2,_>">)
    );
    let p = Layout::<"(10,6):(1,10)">.zipped_divide_padded(Tile::<"<4,4>">);
    println!("{} {} {}", p.layout(), p.inside(((1, 2), (2, 0))), p.inside(((2, 2), (2, 0))));
    let p = Layout::<"(n,6):(6,1)">::with([10 * n]).zipped_divide_padded(Tile::<"<4,4>">);
    println!(
        "{} {} {} {}",
        p.layout(),
        p.inside(((1, 2), (2, 0))),
        p.inside(((2, 2), (2, 0))),
        core::any::type_name_of_val(&p.layout())
    );
    println!(
        "{} {} {}",
        a == Layout::<"(4,(2,3)):(6,(3,1))">,
        a == Layout::<"4:1">,
        a.index((1, (1, 2)))
    );
    println!("{:?}", Layout::<"(n,6):(6,1)">::with([4]).try_zipped_divide(Tile::<"<3,_>">));
    println!("{:?}", Layout::<"(n,6):(6,1)">::with([4]).as_type::<"(4,6):(?,1)">());
    let d = Layout::<"(n,4):(1,n)">::with([3]).append(Layout::<"(n,m):(m,1)">::with([5, 7]));
    println!("{d} {}", core::any::type_name_of_val(&d));
    println!("{:?}", Layout::<"(n,6):(6,1)">::try_with([usize::MAX]));
}
