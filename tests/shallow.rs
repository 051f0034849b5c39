//! Every operation, at typical sizes, with a recursion limit of 50, at which rust-analyzer's trait solver stops and
//! shows `{unknown}`. The compiler's next solver nests as deeply (`tools/ci/next-solver.sh shallow`, nightly); the
//! stable solver less deeply. The solver of May 2026 also counts at most 50 levels, and `tools/ci/editor.py` runs
//! rust-analyzer itself.
#![recursion_limit = "50"]

use static_layout::typenum::{U0, U1};
use static_layout::*;

#[test]
fn divides() {
    let a = layout!((128, 64):(1, 128));
    assert_layout!(a.zipped_divide(tile!(16, 8)), ((16,8),(8,8)):((1,128),(16,1024)));
    assert_layout!(a.logical_divide(tile!(16, 8)), ((16,8),(8,8)):((1,16),(128,1024)));
    let square = layout!((512, 512):(1, 512));
    let tiles = square.zipped_divide(tile!(64, 64));
    assert_layout!(tiles, ((64,64),(8,8)):((1,512),(64,32768)));
    assert_eq!(tiles.index(((3, 2), (1, 1))), 3 + 2 * 512 + 64 + 32768);
}

#[test]
fn modes() {
    let n = 3;
    let a = Layout::from_modes((layout!(4:1), layout!((2, 3):(4, 8)), layout!(n:24)));
    assert_eq!(format!("{a:#}"), "(_4,(_2,_3),3):(_1,(_4,_8),_24)");
    let (rows, nested, batches) = a.modes();
    assert_layout!(rows, 4:1);
    assert_layout!(nested, (2,3):(4,8));
    assert_eq!(format!("{batches:#}"), "3:_24");
    assert_layout!(Layout::from_modes((rows,)), (4):(1));
    assert_layout!(Layout::from_modes((nested, rows)), ((2,3),4):((4,8),1));
    let one = layout!(1:0);
    let most = (rows, one, one, one, one, one, one, one, one, one, one, nested);
    let (first, .., last) = Layout::from_modes(most).modes();
    assert_layout!(first, 4:1);
    assert_layout!(last, (2,3):(4,8));
    // The modes of a swizzled layout go through its swizzle.
    let (row, column) = layout!(Sw<3,4,3> o 0 o (8, 64):(64, 1)).modes();
    assert_eq!(
        [row.to_string(), column.to_string()],
        ["Sw<3,4,3> o 0 o 8:64", "Sw<3,4,3> o 0 o 64:1"]
    );
}

#[test]
fn recasts() {
    let a = layout!((128, 64):(1, 128));
    assert_layout!(a.upcast::<4>(), (32,64):(1,32));
    assert_layout!(a.downcast::<2>(), (256,64):(1,256));
    let rows = layout!((32, 32):(32, 1));
    assert_layout!(rows.upcast::<4>(), (32,8):(8,1));
    assert_layout!(layout!((8, 16):(16, 1)).upcast::<2>(), (8,8):(8,1));
    assert_layout!(layout!((8, 4):(1, 8)).recast_bits::<16, 32>(), (4,4):(1,4));
    assert_layout!(layout!((8, 4):(4, 1)).recast_bits::<32, 16>(), (8,8):(8,1));
}

#[test]
fn tiles_of_run_time_rows() {
    let (data, n) = ([0.0_f32; 256 * 256], 256);
    let view = View::new(&data, layout!((n, n):(n, 1))).unwrap();
    let tile = view.tile(tile!(64, 64), (1, 2));
    assert_eq!(tile.layout().to_string(), "(64,64):(256,1)");
    assert_eq!(tile.partition(layout!((8, 8)), 3).layout().to_string(), "(8,8):(2048,8)");
    assert_eq!(view.tile(tile!(128, 128), (1, 1)).layout().to_string(), "(128,128):(256,1)");
    let places = view.outer_partition(tile!(64, 64), (1, 2));
    assert_eq!(places.layout().to_string(), "(4,4):(16384,64)");
}

#[test]
fn tiles_of_rows_with_a_run_time_pitch() {
    let (data, pitch) = (vec![0.0_f32; 512 * 600], 600);
    let small = View::new(&data, layout!((64, 64):(pitch, 1))).unwrap();
    assert_eq!(small.tile(tile!(16, 16), (1, 2)).layout().to_string(), "(16,16):(600,1)");
    assert_eq!(
        small.partition(layout!((16, 16):(16, 1)), 3).layout().to_string(),
        "(4,4):(9600,16)"
    );
    let view = View::new(&data, layout!((128, 128):(pitch, 1))).unwrap();
    assert_eq!(view.tile(tile!(32, 64), (1, 1)).layout().to_string(), "(32,64):(600,1)");
    assert_eq!(view.partition(layout!((16, 16)), 3).layout().to_string(), "(8,8):(9600,16)");
    assert_eq!(view.tiles(tile!(8, 8)).len(), 256);
    let large = View::new(&data, layout!((512, 512):(pitch, 1))).unwrap();
    assert_eq!(large.tile(tile!(64, 64), (1, 1)).layout().to_string(), "(64,64):(600,1)");
}

#[test]
fn multiplies() {
    let a = layout!((8, 8):(1, 8)).logical_product(layout!((8, 8):(8, 1)));
    assert_layout!(a, ((8,8),(8,8)):((1,8),(512,64)));
    let a = layout!((8, 8):(8, 1)).blocked_product(layout!((4, 4):(1, 4)));
    assert_layout!(a, ((8,4),(8,4)):((8,64),(1,256)));
}

#[test]
fn composes_and_inverts() {
    let a = layout!((128, 64):(1, 128)).compose(layout!((16, 8):(8, 128)));
    assert_layout!(a, (16,8):(8,128));
    let a = layout!((128, 128):(128, 1)).compose(layout!((32, 64):(128, 1)));
    assert_layout!(a, (32,64):(1,128));
    let a = layout!((512, 512):(512, 1)).compose(layout!((32, 64):(512, 1)));
    assert_layout!(a, (32,64):(1,512));
    let holes = layout!((8, 4):(1, 32)).complement(typenum::U256::default());
    assert_layout!(holes, (4,2):(8,128));
    let rows = layout!((64, 32):(32, 1));
    assert_layout!(rows.right_inverse(), (32,64):(64,1));
    assert_layout!(rows.left_inverse(), (32,64):(64,1));
    assert_layout!(layout!((64, (32, 2)):(32, (1, 2048))).coalesce(), (64,32,2):(32,1,2048));
}

/// Calls each operation, and returns the names.
macro_rules! operations {
    ($($name:ident: $call:expr;)*) => {
        [$({
            // The type of the result is inferred, as in an editor.
            let result = $call;
            let _ = result;
            stringify!($name)
        }),*]
    };
}

/// Each row of the table of operations nests at most 50 levels.
#[test]
fn every_operation() {
    let a = layout!((128, 64):(1, 128));
    let rows = layout!((128, 64):(64, 1));
    let block = layout!((8, 8):(8, 1));
    let nested = layout!(((16, 8), (8, 8)):((1, 128), (16, 1024)));
    let mut called = operations! {
        append: a.append(layout!(4:8192));
        append_to: a.append_to::<3, _>(layout!(4:8192));
        blocked_product: block.blocked_product(layout!((16, 8):(1, 16)));
        broadcast_to: layout!((1, 64):(0, 1)).broadcast_to(shape!(128, 64));
        coalesce: nested.coalesce();
        coalesce_by: nested.coalesce_by(shape!(1, 1));
        complement: layout!((16, 8):(1, 128)).complement(typenum::U8192::new());
        complement_padded: layout!((16, 8):(1, 128)).complement_padded(typenum::U8192::new());
        compose: a.compose(layout!((16, 8):(8, 128)));
        concat: a.concat(block);
        dice: nested.dice(coord!((1, 2), _));
        downcast: a.downcast::<2>();
        filter: layout!((128, 64):(0, 1)).filter();
        filter_by: layout!((128, 64):(0, 1)).filter_by(shape!(1, 1));
        filter_zeros: layout!((128, 64):(0, 1)).filter_zeros();
        filter_zeros_by: layout!((128, 64):(0, 1)).filter_zeros_by(shape!(1, 1));
        flat_divide: a.flat_divide(tile!(16, 8));
        flat_divide_padded: a.flat_divide_padded(tile!(48, 24));
        flat_product: block.flat_product(layout!((16, 8):(1, 16)));
        flatten: nested.flatten();
        fragment_like: rows.fragment_like();
        get: nested.get(shape!(0, 1));
        group: layout!((16, 8, 8):(1, 128, 16)).group::<0, 2>();
        inverse: rows.inverse();
        left_inverse: rows.left_inverse();
        like: rows.like();
        logical_divide: a.logical_divide(tile!(16, 8));
        logical_divide_padded: a.logical_divide_padded(tile!(48, 24));
        logical_product: block.logical_product(layout!((16, 8):(1, 16)));
        max_common_layout: a.max_common_layout(layout!((64, 64):(1, 128)));
        merge_axes: layout!((4, 8, 64):(512, 64, 1)).merge_axes::<0, 2>();
        merge_axes_by: layout!((4, 8, 64):(512, 64, 1)).merge_axes_by::<6>();
        mode: nested.mode::<1>();
        nullspace: layout!((128, 64):(0, 1)).nullspace();
        permute: a.permute::<(U1, U0)>();
        prepend: a.prepend(layout!(4:8192));
        prepend_to: a.prepend_to::<3, _>(layout!(4:8192));
        raked_product: block.raked_product(layout!((16, 8):(1, 16)));
        recast_bits: a.recast_bits::<16, 8>();
        refine: a.refine(shape!((16, 8), 64));
        replace: a.replace::<1, _>(layout!(4:8192));
        reshape: rows.reshape(shape!(32, 4, 64));
        right_inverse: rows.right_inverse();
        select: nested.select::<(U1, U0)>();
        sort: rows.sort();
        squeeze: layout!((1, 128, 64):(0, 64, 1)).squeeze();
        take: nested.take::<0, 1>();
        tile_count: a.tile_count(tile!(16, 8));
        tile_to_shape: block.tile_to_shape(shape!(128, 64));
        tile_to_shape_ordered: block.tile_to_shape_ordered(shape!(128, 64), shape!(1, 0));
        tiled_divide: a.tiled_divide(tile!(16, 8));
        tiled_divide_padded: a.tiled_divide_padded(tile!(48, 24));
        tiled_product: block.tiled_product(layout!((16, 8):(1, 16)));
        to_flat: layout!(((16, 8), 64):((64, 1024), 1)).to_flat();
        transpose: nested.transpose();
        unflatten: layout!((16, 8, 64):(1, 16, 128)).unflatten(shape!((0, 0), 0));
        unsqueeze: a.unsqueeze::<1>();
        unsqueeze_axes: a.unsqueeze_axes::<(U0,)>();
        upcast: a.upcast::<4>();
        with_shape: a.with_shape(shape!(64, 128));
        zip: nested.zip();
        zipped_divide: a.zipped_divide(tile!(16, 8));
        zipped_divide_padded: a.zipped_divide_padded(tile!(48, 24));
        zipped_product: block.zipped_product(layout!((16, 8):(1, 16)));
    };
    macro_rules! names {
        ($(($name:ident $($row:tt)*))*) => { [$(stringify!($name)),*] };
    }
    let mut listed = static_layout::__operations!(names);
    called.sort_unstable();
    listed.sort_unstable();
    assert_eq!(called, listed);
}
