//! Functions on layouts that are types, and on layouts that are texts: `tests/codegen.rs` compares their instructions.
use static_layout::{LayoutOps as _, View, layout as typed, tile as typed_tile};
use static_layout_const::{Layout, layout, slice, tile, tile_of};
use static_layout_kernels::sum;
use std::hint::black_box;

macro_rules! pair {
    ($types:ident $texts:ident ($($argument:ident: $of:ty),*) -> $result:ty { $typed:expr } { $text:expr }) => {
        #[unsafe(no_mangle)]
        #[inline(never)]
        fn $types($($argument: $of),*) -> $result { $typed }
        #[unsafe(no_mangle)]
        #[inline(never)]
        fn $texts($($argument: $of),*) -> $result { $text }
    };
}

pair! { index_types index_texts (i: usize, j: usize) -> usize
    { typed!((8, (4, 16)):(64, (1, 4))).index((i, j)) }
    { Layout::<"(8,(4,16)):(64,(1,4))">.index((i, j)) }
}
pair! { linear_types linear_texts (i: usize) -> usize
    { typed!((8, 16, 4):(16, 1, 128)).index(i) }
    { Layout::<"(8,16,4):(16,1,128)">.index(i) }
}
pair! { swizzled_types swizzled_texts (i: usize, j: usize) -> usize
    { typed!(Sw<3,4,3> o 0 o (8,64):(64,1)).index((i, j)) }
    { layout!(Sw<3,4,3> o 0 o (8,64):(64,1)).index((i, j)) }
}
pair! { mixed_types mixed_texts (n: usize, i: usize, j: usize) -> usize
    { typed!((n, 64):(64, 1)).zipped_divide(typed_tile!(8, 16)).index((i, j)) }
    { layout!((n, 64):(64, 1)).zipped_divide(tile!(8, 16)).index((i, j)) }
}
pair! { divided_types divided_texts (i: usize, j: usize) -> usize
    { typed!((128, 64):(1, 128)).zipped_divide(typed_tile!(16, 8)).index((i, j)) }
    { Layout::<"(128,64):(1,128)">.zipped_divide(tile!(16, 8)).index((i, j)) }
}
pair! { element_types element_texts (data: &[f32], i: usize, j: usize) -> f32
    { View::new(data, typed!((16, 32):(32, 1))).map_or(0.0, |view| view.get((i, j)).copied().unwrap_or(0.0)) }
    { View::new(data, Layout::<"(16,32):(32,1)">).map_or(0.0, |view| view.get((i, j)).copied().unwrap_or(0.0)) }
}
pair! { sum_types sum_texts (data: &[f32; 512]) -> f32
    { View::new(data, typed!((16, 32):(32, 1))).map_or(0.0, sum) }
    { View::new(data, Layout::<"(16,32):(32,1)">).map_or(0.0, sum) }
}
pair! { tile_types tile_texts (data: &[f32; 512], i: usize, j: usize) -> f32
    { View::new(data, typed!((16, 32):(32, 1))).map_or(0.0, |view| sum(view.tile(typed_tile!(4, 8), (i, j)))) }
    { View::new(data, Layout::<"(16,32):(32,1)">).map_or(0.0, |view| sum(tile_of(view, tile!(4, 8), (i, j)))) }
}

fn main() {
    let data = black_box([1.0; 512]);
    let (i, j, n) = black_box((1, 2, 64));
    println!("{} {}", index_types(i, j), index_texts(i, j));
    println!("{} {}", linear_types(i), linear_texts(i));
    println!("{} {}", swizzled_types(i, j), swizzled_texts(i, j));
    println!("{} {}", mixed_types(n, i, j), mixed_texts(n, i, j));
    println!("{} {}", divided_types(i, j), divided_texts(i, j));
    println!("{} {}", element_types(&data, i, j), element_texts(&data, i, j));
    println!("{} {}", sum_types(&data), sum_texts(&data));
    println!("{} {}", tile_types(&data, i, j), tile_texts(&data, i, j));
    let view = View::new(&data, Layout::<"(16,32):(32,1)">)
        .map(|view| sum(slice(view, static_layout_const::coord!(1, _))));
    println!("{view:?}");
}
