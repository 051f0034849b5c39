#![feature(adt_const_params, unsized_const_params, min_generic_const_args, generic_const_args)]
#![allow(incomplete_features)]
use static_layout_const::*;
fn main() {
    let a = Layout::<"(128,64):(1,128)">;
    let b: Layout<"((16,8),(8,8)):((1,128),(16,1024))"> = a.zipped_divide(Tile::<"<16,8>">);
    println!("{b} {}", size_of_val(&b));
    let n = std::env::args().count() * 8;
    let c = Layout::<"(n,64):(64,1)">::with([n]);
    let d = c.zipped_divide(Tile::<"<4,_>">);
    println!("{d} {:?} {}", d.words(), core::any::type_name_of_val(&d));
    let e = d.flatten().select::<Tuple<"(1,0)">>();
    println!("{e} {}", core::any::type_name_of_val(&e));
    let e = Layout::<"(?{div=8},64):(64,1)">::with([n]).zipped_divide(Tile::<"<4,8>">).coalesce();
    println!("{e} {}", core::any::type_name_of_val(&e));
    let f = Layout::<"(4,n):(1,4)">::with([n]).logical_product(Layout::<"2:1">);
    println!("{f} {}", core::any::type_name_of_val(&f));
    let g = Layout::<"Sw<3,4,3> o 0 o (8,64):(64,1)">.zipped_divide(Tile::<"<4,8>">);
    println!("{g} {}", core::any::type_name_of_val(&g));
    let h = Layout::<"Sw<3,4,3> o 0 o (8,64):(64,1)">.upcast::<2>();
    println!("{h} {}", core::any::type_name_of_val(&h));
    let i = Layout::<"(n,m):(m,1)">::with([n, 5])
        .append(Layout::<"(k,2):(2,1)">::with([3]))
        .mode::<0>();
    println!("{i} {}", core::any::type_name_of_val(&i));
    let j = Layout::<"(4,6):(6,1)">.reshape(Tuple::<"(2,_)">).permute::<Tuple<"(1,0)">>();
    println!("{j} {}", core::any::type_name_of_val(&j));
    #[cfg(feature = "bad")]
    {
        let x = a.zipped_divide(Tile::<"<3,8>">);
        let y = x.flatten();
    }
    #[cfg(feature = "bad")]
    {
        let x = Layout::<"(2, 3):(1,2)">::with([]);
    }
    #[cfg(feature = "bad")]
    {
        let x: Layout<"(2,3):(1,2)"> = b;
    }
    #[cfg(feature = "bad")]
    {
        let x = c.zipped_divide(Tile::<"<3,5>">);
    }
    #[cfg(feature = "bad")]
    {
        let x = a.zipped_divide(Tile::<"<3,5">);
    }
}
