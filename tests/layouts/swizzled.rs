//! Swizzled layouts as types: static, with a run-time offset or run-time leaves, and in generic code. Each result is
//! compared with the algebra on plain integers.

use static_assertions::assert_type_eq_all;
use static_layout::dynamic::ComposedLayout as Dynamic;
use static_layout::typenum::{U0, U1, U2, U3, U4, U8};
use static_layout::*;
use std::hint::black_box;

/// An integer that the compiler does not know.
fn n(value: usize) -> usize {
    black_box(value)
}

fn dynamic(text: &str) -> Dynamic {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks that the result has the text and the offsets of the result on plain integers.
#[track_caller]
fn agree<L: AnyLayout>(ours: L, theirs: &Dynamic) {
    assert_eq!(ours.to_string(), theirs.to_string());
    assert!(LayoutOps::iter(ours).eq(theirs.iter().map(|offset| offset as usize)), "{ours}");
}

/// Checks that the offsets are equal. Unknown integers are not merged, so the text may differ.
#[track_caller]
fn same_offsets<L: AnyLayout>(ours: L, theirs: &Dynamic) {
    assert!(LayoutOps::iter(ours).eq(theirs.iter().map(|offset| offset as usize)), "{ours}");
}

#[test]
fn every_operation_goes_through() {
    let a = layout!(Sw<2,1,2> o 4 o (4,(8,2)):(8,(1,64)));
    let d = dynamic("Sw<2,1,2> o 4 o (4,(8,2)):(8,(1,64))");
    assert_eq!((size_of_val(&a), a.to_dynamic()), (0, d));
    agree(a, &d);
    agree(a.coalesce(), &d.coalesce().unwrap());
    agree(a.coalesce_by(shape!(1, 1)), &d.coalesce_by(&"(1,1)".parse().unwrap()).unwrap());
    agree(a.flatten(), &d.flatten().unwrap());
    agree(a.mode::<1>(), &d.mode(1).unwrap());
    agree(a.get(coord!(1, 0)), &d.get(&[1, 0]).unwrap());
    agree(a.select::<(U1, U0)>(), &d.select(&[1, 0]).unwrap());
    agree(a.take::<0, 1>(), &d.take(0, 1).unwrap());
    agree(a.group::<0, 2>(), &d.group(0, 2).unwrap());
    let b = "4:256".parse().unwrap();
    agree(a.append(layout!(4:256)), &d.append(&b).unwrap());
    agree(a.prepend(layout!(4:256)), &d.prepend(&b).unwrap());
    agree(a.concat(layout!(4:256)), &d.concat(&b).unwrap());
    agree(a.replace::<1, _>(layout!(4:256)), &d.replace(1, &b).unwrap());
    let tile = "<2,4:2>".parse().unwrap();
    agree(a.compose(tile!(2, 4:2)), &d.compose(&tile).unwrap());
    agree(a.logical_divide(tile!(2, 4:2)), &d.logical_divide(&tile).unwrap());
    agree(a.zipped_divide(tile!(2, 4:2)), &d.zipped_divide(&tile).unwrap());
    agree(a.tiled_divide(tile!(2, 4:2)), &d.tiled_divide(&tile).unwrap());
    agree(a.flat_divide(tile!(2, 4:2)), &d.flat_divide(&tile).unwrap());
    let tile = "<3,8>".parse().unwrap();
    let (ours, theirs) =
        (a.zipped_divide_padded(tile!(3, 8)), d.zipped_divide_padded(&tile).unwrap());
    agree(ours.layout(), &theirs.layout());
    assert!((0..64).all(|i| ours.inside(i) == theirs.inside(&(i as i64).into()).unwrap()));
    let b = "(2,3):(1,2)".parse().unwrap();
    agree(a.logical_product(layout!((2,3):(1,2))), &d.logical_product(&dynamic_tiler(b)).unwrap());
    agree(a.zipped_product(layout!((2,3):(1,2))), &d.zipped_product(&dynamic_tiler(b)).unwrap());
    agree(a.tiled_product(layout!((2,3):(1,2))), &d.tiled_product(&dynamic_tiler(b)).unwrap());
    agree(a.flat_product(layout!((2,3):(1,2))), &d.flat_product(&dynamic_tiler(b)).unwrap());
    agree(a.blocked_product(layout!((2,3):(1,2))), &d.blocked_product(&b).unwrap());
    agree(a.raked_product(layout!((2,3):(1,2))), &d.raked_product(&b).unwrap());
    let (ours, zero) = a.slice(coord!(_, (3, _)));
    let (theirs, _) = d.slice(&"(_,(3,_))".parse().unwrap()).unwrap();
    agree(ours, &theirs);
    assert_eq!(zero, 0);
}

fn dynamic_tiler(layout: dynamic::Layout) -> dynamic::Tiler {
    layout.into()
}

#[test]
fn results_are_types() {
    type A = Layout!(Sw<3,4,3> o 0 o (8,64):(64,1));
    assert_type_eq_all!(
        ops::ZippedDivide<A, Tile<(Layout!(4:1), Layout!(8:1))>>,
        Layout!(Sw<3,4,3> o 0 o ((4,8),(2,8)):((64,1),(256,8)))
    );
    // The offset of a static coordinate stays static.
    assert_type_eq_all!(ops::Slice<A, (U2, Keep)>, Layout!(Sw<3,4,3> o 128 o (64):(1)));
    assert_type_eq_all!(
        ops::Slice<ops::Slice<A, (U2, Keep)>, (U3,)>,
        Layout!(Sw<3,4,3> o 131 o ():())
    );
    assert_type_eq_all!(ops::Slice<A, (usize, Keep)>, Layout!(Sw<3,4,3> o ? o (64):(1)));
    let a = layout!(Sw<3,4,3> o 0 o (8,64):(64,1));
    let (row, _) = a.slice((n(2), Keep));
    assert_eq!(format!("{row:#}"), "Sw<3,4,3> o 128 o (_64):(_1)");
    assert_eq!((size_of_val(&row), row.index(3)), (8, a.index((2, 3))));
    assert_eq!(format!("{:#}", a.part(coord!(2, _))), "Sw<3,4,3> o _128 o (_64):(_1)");
}

#[test]
fn run_time_leaves() {
    let (offset, rows) = (n(64), n(5));
    let a = layout!(Sw<2,0,3> o offset o (rows, 8):(8, 1));
    let d = dynamic("Sw<2,0,3> o 64 o (5,8):(8,1)");
    assert_eq!(format!("{a:#}"), "Sw<2,0,3> o 64 o (5,_8):(_8,_1)");
    assert_eq!(size_of_val(&a), 16);
    agree(a, &d);
    agree(a.compose(tile!(_, 4)), &d.compose(&"<_,4>".parse().unwrap()).unwrap());
    same_offsets(a.logical_divide(tile!(5)), &d.logical_divide(&"<5>".parse().unwrap()).unwrap());
    agree(a.part((n(3), Keep)), &d.slice(&"(3,_)".parse().unwrap()).unwrap().0);
    type Same = Layout!(Sw<2,0,3> o ? o (?,8):(8,1));
    let again: Same = a;
    assert_eq!(Same::from_dynamic(&a.to_dynamic()), Ok(again));
    let other = Same::from_dynamic(&dynamic("Sw<2,0,4> o 64 o (5,8):(8,1)")).unwrap_err();
    assert_eq!(
        other.to_string(),
        "cannot read Sw<2,0,4> o 64 o (5,8):(8,1) as Sw<2,0,3> o ? o (?,8):(8,1): Sw<2,0,4> is not Sw<2,0,3>"
    );
    let plain = layout!((rows, 8):(8, 1));
    let again = layout!(Sw<2,0,3> o { n(64) } o plain);
    assert_eq!(again, a);
    let huge = n(usize::MAX / 2);
    assert!(ComposedLayout::try_new(Swizzle::<U2, U0, U3>::new(), huge, layout!(8:1)).is_err());
}

#[test]
fn out_of_range() {
    let a = layout!(Sw<2,0,2> o 0 o (4,4):(4,1));
    assert_eq!(a.try_index((3, 3)), Ok(12));
    let refused = a.try_index((4, 0)).unwrap_err();
    assert!(refused.to_string().contains("4 is not below 4"), "{refused}");
}

/// Every operation in generic code, for swizzled layouts and others, with one bound.
fn tile_sum<L: AnyLayout>(l: L) -> Vec<usize> {
    let tiled = l.zipped_divide(tile!(2, 2));
    let (tile, rest) = (tiled.mode::<0>(), tiled.mode::<1>());
    assert_eq!(tile.size() * rest.size(), l.size());
    let (first, offset) = tiled.slice(coord!(_, 1));
    let coalesced = first.coalesce();
    (0..first.size()).map(|i| offset + coalesced.index(i)).collect()
}

#[test]
fn generic_code() {
    assert_eq!(tile_sum(layout!((4,4):(4,1))), [8, 12, 9, 13]);
    assert_eq!(tile_sum(layout!(Sw<2,0,2> o 0 o (4,4):(4,1))), [10, 15, 11, 14]);
    let start = n(0);
    assert_eq!(tile_sum(layout!(Sw<2,0,2> o start o (4,4):(4,1))), [10, 15, 11, 14]);
}

#[test]
fn layouts_after_swizzles() {
    let b = layout!(Sw<2,0,3> o 0 o (4,8):(1,8));
    let r = layout!((8,8):(16,1)).compose(b);
    let _: Layout!(Sw<2,0,-4> o 0 o (4,8):(16,1)) = r;
    assert!(LayoutOps::iter(r).eq(LayoutOps::iter(b).map(|x| layout!((8,8):(16,1)).index(x))));
    // As an operator, and in generic code.
    let a = layout!((8,8):(16,1));
    assert_eq!(layout!(a o b), r);
    assert_eq!(LayoutOps::compose(a, b), r);
    assert_type_eq_all!(
        ops::Compose<Layout!((8,8):(16,1)), Layout!(Sw<2,0,3> o 0 o (4,8):(1,8))>,
        Layout!(Sw<2,0,-4> o 0 o (4,8):(16,1))
    );
    // The offset is an element of the left layout.
    let r = layout!((8,8):(16,1)).compose(layout!(Sw<1,0,4> o 9 o (2,2):(2,16)));
    let _: Layout!(Sw<1,1,-3> o 17 o (2,2):(32,2)) = r;
    let at = n(9);
    let mixed = layout!((8,8):(16,1)).compose(layout!(Sw<1,0,4> o at o (2,2):(2,16)));
    assert_eq!(format!("{mixed:#}"), "Sw<1,1,-3> o 17 o (_2,_2):(_32,_2)");
    // A swizzle of 0 bits is the identity.
    let r = layout!((4,8):(8,1)).compose(layout!(Sw<0,2,3> o 0 o 4:1));
    let _: Layout!(Sw<0,0,0> o 0 o 4:8) = r;
    // Run-time extents past the bits that move.
    let rows = n(3);
    let r = layout!((64, rows):(1, 100)).compose(layout!(Sw<2,0,2> o 0 o 16:1));
    assert_eq!(r.to_string(), "Sw<2,0,2> o 0 o 16:1");
    // Whether the modes after them keep the bits may depend on a run-time stride.
    let beside = |pitch| layout!((64, rows):(1, pitch)).try_compose(layout!(Sw<2,0,2> o 0 o 128:1));
    assert_eq!(beside(n(112)).unwrap().to_string(), "Sw<2,0,2> o 0 o (64,2):(1,112)");
    assert_eq!(
        beside(n(100)).unwrap_err().to_string(),
        "cannot compose (64,3):(1,100) with Sw<2,0,2> o 0 o 128:1: the bits that Sw<2,0,2> moves mix with others, or are not contiguous"
    );
    // A run that continues in a mode of run-time integers.
    let across = |pitch| layout!((64, rows):(1, pitch)).try_compose(layout!(Sw<2,0,5> o 0 o 128:1));
    assert_eq!(across(n(64)).unwrap().to_string(), "Sw<2,0,5> o 0 o (64,2):(1,64)");
    assert!(across(n(128)).is_err());
}

/// A product with a swizzled layout equals the product of dynamic layouts.
#[test]
fn products_with_swizzles() {
    let product = |a: &str, b: &str| {
        a.parse::<dynamic::Layout>().unwrap().logical_product_swizzled(&dynamic(b)).unwrap()
    };
    let r = product("4:1", "Sw<2,0,2> o 0 o 16:1");
    assert_eq!(r.to_string(), "Sw<2,2,2> o 0 o (4,16):(1,4)");
    let r = product("(4,2):(2,1)", "Sw<2,0,2> o 1 o 8:1");
    assert_eq!(r.to_string(), "Sw<2,3,2> o 8 o ((4,2),8):((2,1),8)");
}

#[test]
fn swizzled_views_reach_no_further_than_the_slice() {
    let a = layout!(Sw<2,0,2> o 0 o 9:1);
    assert_eq!(
        View::new(&[0; 10], a).unwrap_err().to_string(),
        "cannot view a slice through Sw<2,0,2> o 0 o 9:1: it reaches from 0 to 10 around element 0 of 10"
    );
    let data: [usize; 11] = core::array::from_fn(|i| i);
    let view = View::new(&data, a).unwrap();
    assert!((0..9).all(|i| view[i] == a.index(i)));
    let column = View::new(&data, layout!(Sw<1,0,1> o 0 o (2,4):(4,1))).unwrap();
    let row = column.slice((n(1), Keep));
    assert!(row.iter().eq(&[4, 5, 7, 6]));
    let mut data = [0; 16];
    let mut tile = ViewMut::new(&mut data, layout!(Sw<2,0,2> o 0 o (4,4):(4,1))).unwrap();
    tile[(3, 0)] = 7;
    assert_eq!(data[15], 7);
    // Exact for any offset.
    for offset in 0..40 {
        for len in 0..80 {
            let layout = layout!(Sw<2,1,3> o offset o (3,4):(4,1));
            let reaches = LayoutOps::iter(layout).max().unwrap();
            let made = View::new(&vec![0; len], layout).is_ok();
            assert!(!made || reaches < len, "{layout} in {len}");
            assert!(made || layout.to_dynamic().bounds().1 >= len as i64, "{layout} in {len}");
        }
    }
}

/// A view with an offset out of range is refused, or stays in bounds.
#[test]
fn offsets_out_of_range() {
    let huge = n(usize::MAX / 2 + 9);
    assert!(ComposedLayout::try_new(Swizzle::<U2, U0, U3>::new(), huge, layout!(():())).is_err());
    let a = layout!(Sw<1,0,1> o 8 o (4,4):(-2,1));
    let part = a.part((n(3), Keep));
    assert_eq!(part.to_string(), "Sw<1,0,1> o 2 o (4):(1)");
    assert_eq!(part.to_dynamic().bounds().1, 5);
    let below = a.part((n(5), Keep));
    assert_eq!(below.to_string(), "Sw<1,0,1> o -2 o (4):(1)");
    let data: [usize; 16] = core::array::from_fn(|i| i);
    assert!(View::new(&data, below).is_err());
    let view = View::with_origin(&data, 4, below).unwrap();
    assert!(view.iter().eq(&[3, 2, 4, 5]), "{:?}", view.iter().collect::<Vec<_>>());
    for far in [usize::MAX, usize::MAX / 2, usize::MAX / 2 + 1, 1 << 62] {
        let far = a.part((n(far), Keep));
        for origin in [0, 7, 1 << 62, 1 << 63, usize::MAX] {
            if let Ok(view) = View::with_origin(&data, origin, far) {
                assert!(view.iter().count() == 4);
            }
        }
    }
}

#[test]
fn swizzles_after_swizzles() {
    macro_rules! merged {
        ($($b:ident $m:ident, $c:ident $n:ident;)*) => {$({
            use typenum::U4 as S;
            let (second, first) = (Swizzle::<typenum::$b, typenum::$m, S>::new(), Swizzle::<typenum::$c, typenum::$n, S>::new());
            let both = second.to_dynamic().after(&first.to_dynamic()).unwrap();
            assert!((0..1 << 12).all(|x| both.apply(x as i64) == second.apply(first.apply(x)) as i64));
        })*};
    }
    merged! {
        U1 U0, U1 U1; U1 U1, U1 U0; U2 U1, U1 U3; U1 U3, U2 U1; U2 U1, U1 U1; U1 U1, U2 U1;
        U3 U0, U1 U2; U1 U2, U3 U0; U2 U1, U2 U1; U0 U3, U2 U1; U2 U1, U0 U3; U0 U1, U0 U2;
    }
}

#[test]
#[cfg(feature = "owned")]
fn owned_tiles() {
    let mut tile = Owned::filled(layout!(Sw<2,0,2> o 0 o (4,4):(4,1)), 0_usize);
    tile[(2, 1)] = 7;
    assert_eq!(tile.as_slice()[11], 7);
    let tile = Owned::from_offsets(layout!(Sw<2,0,2> o 0 o (4,4):(4,1)), |i| i);
    assert!((0..16).all(|i| tile[i] == tile.layout().index(i)));
}

#[test]
fn swizzles_as_values() {
    let sw = Swizzle::<U1, U2, U3>::default();
    for x in 0..256 {
        assert_eq!(sw.apply(x), sw.to_dynamic().apply(x as i64) as usize);
    }
    let a = layout!((8,4):(4,1)).swizzled(sw);
    assert_eq!((a.swizzle(), a.inner_offset(), a.plain()), (sw, U0::new(), layout!((8,4):(4,1))));
    assert_eq!(a, layout!(Sw<1,2,3> o 0 o (8,4):(4,1)));
    let _: ComposedLayout<Swizzle<U1, U2, U3>, U4, Layout<U8, U1>> = layout!(Sw<1,2,3> o 4 o 8:1);
    type Up = Swizzle<U2, U0, typenum::NInt<U2>>;
    let _: ComposedLayout<Up, U0, Layout<U8, U1>> = layout!(Sw<2,0,-2> o 0 o 8:1);
}

/// Inherent methods of the type: the result against the algebra on plain integers.
#[test]
fn recasts() {
    let a = layout!(Sw<2,2,3> o 16 o (8,(4,2)):(8,(1,64)));
    let d = a.to_dynamic();
    agree(a.upcast::<1>(), &d.upcast(1).unwrap());
    agree(a.upcast::<2>(), &d.upcast(2).unwrap());
    agree(a.upcast::<4>(), &d.upcast(4).unwrap());
    agree(a.upcast::<8>(), &d.upcast(8).unwrap());
    agree(a.upcast::<16>(), &d.upcast(16).unwrap());
    agree(a.downcast::<2>(), &d.downcast(2).unwrap());
    agree(a.downcast::<16>(), &d.downcast(16).unwrap());
    agree(a.recast_bits::<16, 32>(), &d.recast_bits(16, 32).unwrap());
    agree(a.recast_bits::<16, 4>(), &d.recast_bits(16, 4).unwrap());
    agree(a.recast_bits::<8, 8>(), &d.recast_bits(8, 8).unwrap());
    let up = layout!(Sw<1,0,-3> o 0 o 64:4).upcast::<4>();
    let _: Layout!(Sw<0,0,-3> o 0 o 64:1) = up;
    let (offset, rows) = (n(32), n(6));
    let a = layout!(Sw<2,2,3> o offset o (rows, 8):(8, 1));
    let d = a.to_dynamic();
    assert_eq!(format!("{:#}", a.upcast::<4>()), "Sw<2,0,3> o 8 o (6,_2):(_2,_1)");
    same_offsets(a.downcast::<4>(), &d.downcast(4).unwrap());
    same_offsets(a.recast_bits::<32, 8>(), &d.recast_bits(32, 8).unwrap());
    let odd = n(34);
    let refused = layout!(Sw<2,2,3> o odd o (rows, 8):(8, 1)).try_upcast::<4>().unwrap_err();
    assert!(refused.to_string().contains("4 does not divide 34"), "{refused}");
}

#[test]
fn inverses() {
    macro_rules! inverses {
        ($($layout:tt),*) => {$(
            let a = layout! $layout;
            let d = a.to_dynamic();
            agree(a.right_inverse(), &d.right_inverse().unwrap());
            agree(a.left_inverse(), &d.left_inverse().unwrap());
            agree(a.inverse(), &d.inverse().unwrap());
        )*};
    }
    inverses! {
        (Sw<3,0,3> o 0 o (8,8):(8,1)),
        (Sw<2,0,2> o 0 o (4,(2,8)):(16,(1,2))),
        (Sw<1,0,-2> o 0 o (8,8):(1,8)),
        (Sw<0,4,3> o 0 o (8,8):(8,1)),
        (Sw<2,0,4> o 0 o 256:1)
    }
    let a = layout!(Sw<1,0,2> o 0 o (8,4):(1,16));
    let l = a.left_inverse();
    assert_eq!(l.to_string(), a.to_dynamic().left_inverse().unwrap().to_string());
    assert!((0..32).all(|i| l.index(a.index(i)) == i));
    let columns = n(3);
    let a = layout!(Sw<2,0,2> o 0 o (16, columns):(1, 16));
    let r = a.right_inverse();
    assert!((0..48).all(|k| a.index(r.index(k)) == k), "{r}");
    let at = n(1);
    assert!(layout!(Sw<2,0,2> o at o 16:1).try_inverse().is_err());
    assert!(layout!(Sw<2,0,2> o {n(0)} o 16:1).try_inverse().is_ok());
    assert_eq!(a.max_common_vector(layout!((16,3):(1,16))), 1);
    assert_eq!(layout!(Sw<2,3,2> o 4 o 64:1).max_common_vector(layout!(64:1)), 4);
    assert_eq!(layout!(Sw<2,3,2> o 0 o 64:1).max_alignment(), 8);
}

#[test]
fn reshaped() {
    let a = layout!(Sw<2,0,2> o 0 o (4,4):(4,1));
    let d = a.to_dynamic();
    let shape = "(8,8)".parse().unwrap();
    agree(a.tile_to_shape(shape!(8, 8)), &d.tile_to_shape(&shape).unwrap());
    agree(a.with_shape(shape!(2, 8)), &d.with_shape(&"(2,8)".parse().unwrap()).unwrap());
    agree(a.permute::<(U1, U0)>(), &d.permute(&[1, 0]).unwrap());
    assert!(a.is_injective());
}

/// Every operation of generic code gives the offsets of the same operation on plain integers.
fn all_operations<L: AnyLayout>(l: L, d: &Dynamic) {
    same_offsets(l, d);
    same_offsets(l.coalesce(), &d.coalesce().unwrap());
    same_offsets(l.coalesce_by(shape!(1, 1)), &d.coalesce_by(&"(1,1)".parse().unwrap()).unwrap());
    same_offsets(l.flatten(), &d.flatten().unwrap());
    same_offsets(l.mode::<0>(), &d.mode(0).unwrap());
    same_offsets(l.select::<(U1, U0)>(), &d.select(&[1, 0]).unwrap());
    same_offsets(l.take::<1, 2>(), &d.take(1, 2).unwrap());
    same_offsets(l.group::<0, 2>(), &d.group(0, 2).unwrap());
    same_offsets(l.append(layout!(3:512)), &d.append(&"3:512".parse().unwrap()).unwrap());
    same_offsets(l.part((1, Keep)), &d.slice(&"(1,_)".parse().unwrap()).unwrap().0);
    let tile = "<4,8:2>".parse().unwrap();
    same_offsets(l.compose(tile!(4, 8:2)), &d.compose(&tile).unwrap());
    same_offsets(l.logical_divide(tile!(4, 8:2)), &d.logical_divide(&tile).unwrap());
    same_offsets(l.zipped_divide(tile!(4, 8:2)), &d.zipped_divide(&tile).unwrap());
    same_offsets(l.tiled_divide(tile!(4, 8:2)), &d.tiled_divide(&tile).unwrap());
    same_offsets(l.flat_divide(tile!(4, 8:2)), &d.flat_divide(&tile).unwrap());
    let (ours, theirs) = (l.zipped_divide_padded(tile!(3, 8)), &"<3,8>".parse().unwrap());
    same_offsets(ours.layout(), &d.zipped_divide_padded(theirs).unwrap().layout());
    let b: dynamic::Layout = "3:1".parse().unwrap();
    same_offsets(l.logical_product(layout!(3:1)), &d.logical_product(&b.into()).unwrap());
    same_offsets(l.raked_product(layout!(3:1)), &d.raked_product(&b).unwrap());
    assert_eq!((l.size(), l.cosize()), (d.size() as usize, d.cosize() as usize));
}

/// Recasts, inverses and compositions with a swizzled layout, in generic code.
fn carried_operations<L: AnyLayout>(l: L, d: &Dynamic) {
    same_offsets(l.upcast::<2>(), &d.upcast(2).unwrap());
    same_offsets(l.downcast::<4>(), &d.downcast(4).unwrap());
    same_offsets(l.recast_bits::<16, 32>(), &d.recast_bits(16, 32).unwrap());
    same_offsets(l.recast_bits::<16, 8>(), &d.recast_bits(16, 8).unwrap());
    assert_eq!(l.max_alignment(), d.max_alignment() as usize);
    let same = "64:1".parse().unwrap();
    assert_eq!(l.max_common_vector(layout!(64:1)), d.max_common_vector(&same).unwrap() as usize);
    let n = l.size();
    let (left, right, back) = (l.left_inverse(), l.right_inverse(), l.inverse());
    assert_eq!(back.size(), n, "{l}");
    assert!((0..n).all(|i| left.index(l.index(i)) == i && back.index(l.index(i)) == i), "{l}");
    assert!((0..right.size()).all(|k| l.index(right.index(k)) == k), "{l}");
    assert_eq!(l.nullspace().size(), 1);
    // A swizzle and its inverse compose to a swizzle of 0 bits.
    let one = d.compose_swizzled(&d.inverse().unwrap()).unwrap();
    assert!(one.iter().eq(0..n as i64), "{l}: {one}");
}

#[test]
fn there_and_back() {
    let (e8, d8, zero) = (n(8), n(8), n(0));
    let d = dynamic("Sw<2,1,3> o 0 o (8,8):(8,1)");
    carried_operations(layout!(Sw<2,1,3> o 0 o (8,8):(8,1)), &d);
    carried_operations(layout!(Sw<2,1,3> o zero o (8,8):(8,1)), &d);
    carried_operations(
        layout!(Sw<2,1,3> o 0 o (8,e8):(1,8)),
        &dynamic("Sw<2,1,3> o 0 o (8,8):(1,8)"),
    );
    let d = dynamic("Sw<1,2,-3> o 0 o (8,8):(8,1)");
    carried_operations(layout!(Sw<1,2,-3> o 0 o (8,8):(8,1)), &d);
    let plain = dynamic("Sw<0,6,0> o 0 o (8,8):(8,1)");
    carried_operations(layout!((8,8):(8,1)), &plain);
    carried_operations(layout!((8,8):(d8,1)), &plain);
    assert_eq!(layout!((8,32):(32,1)).max_common_vector(layout!(Sw<2,3,3> o 0 o (8,32):(32,1))), 8);
    // A run-time offset is checked at run time.
    let refused = layout!(Sw<2,1,3> o e8 o (8,8):(8,1)).try_inverse().unwrap_err();
    assert!(refused.to_string().ends_with("the offset 8 before the swizzle is not 0"), "{refused}");
}

/// An offset between two swizzles of dynamic layouts must keep the bits of the first one.
#[test]
fn two_swizzles() {
    let b = dynamic("Sw<1,1,4> o 0 o (8,8):(8,1)");
    for offset in [0, 1, 4, 16, 48, 64, 1024] {
        let a = |plain| dynamic(&format!("Sw<1,2,4> o {offset} o {plain}"));
        let merged = a("64:1").compose_swizzled(&b);
        assert_eq!(merged.is_ok(), offset % 64 == 0);
        if let Ok(merged) = merged {
            let outer: Vec<i64> = a("64:1").iter().collect();
            assert!(merged.iter().eq(b.iter().map(|offset| outer[offset as usize])), "{merged}");
        }
        assert_eq!(a("4:1").logical_product_swizzled(&b).is_ok(), offset % 256 == 0);
    }
}

/// The offset of the first element of a slice of axes is added inside the swizzle. It is a numeral if all operands are
/// static.
#[test]
fn slices_of_axes() {
    macro_rules! parts {
        ($([$($a:tt)*] [$($s:tt)*] => $text:literal;)*) => {$({
            let a = layout!($($a)*);
            let (part, offset) = a.slice_axes(slices!($($s)*));
            assert_eq!((part.to_string(), offset, size_of_val(&part)), ($text.into(), 0, 0));
            let (inside, first) = a.plain().slice_axes(slices!($($s)*));
            for i in 0..inside.size() {
                let at = first + 16 + LayoutOps::offset(inside, i);
                assert_eq!(LayoutOps::offset(part, i), a.swizzle().apply(at as usize) as isize);
            }
        })*};
    }
    parts! {
        [Sw<2,0,2> o 16 o (4,6):(6,1)] [1..-1, ..;-2] => "Sw<2,0,2> o 27 o (2,3):(6,-2)";
        [Sw<2,0,2> o 16 o (4,6):(6,1)] [-1, 2..] => "Sw<2,0,2> o 36 o (4):(1)";
        [Sw<1,1,-3> o 16 o (4,6,2):(1,4,24)] [.., 1..;3] => "Sw<1,1,-3> o 20 o (4,2,2):(1,12,24)";
        [Sw<1,1,-3> o 16 o (4,6):(1,4)] [3..1, 5] => "Sw<1,1,-3> o 36 o (0):(0)";
        [Sw<1,0,2> o 16 o (8,):(2,)] [6..1;-3] => "Sw<1,0,2> o 28 o (2):(-6)";
    }
    let (i, start, rows) = (n(2), n(1), n(4));
    let (part, offset) = layout!(Sw<2,0,2> o 16 o (rows,6):(6,1)).slice_axes(slices!(i, start..));
    assert_eq!((part.to_string(), offset), ("Sw<2,0,2> o 29 o (5):(1)".into(), 0));
    let data: [usize; 64] = std::array::from_fn(|k| k);
    let view = View::new(&data, layout!(Sw<2,0,2> o 0 o (8,8):row)).unwrap();
    let part = view.slice_axes(slices!(i, ..;-3));
    assert!((0..3).all(|k| part[k] == view[(2, 7 - 3 * k)]));
    // An empty part is accepted wherever it starts, because no element is read.
    let part = view.slice_axes(slices!(3..start, 5));
    assert_eq!(part.layout().size(), 0);
}

/// Types, run-time leaves and plain integers have equal results.
#[test]
fn static_mixed_and_dynamic() {
    let d = dynamic("Sw<2,1,3> o 16 o (8,(4,4)):(16,(1,4))");
    let (offset, e8, e4, d16, d4) = (n(16), n(8), n(4), n(16), n(4));
    all_operations(layout!(Sw<2,1,3> o 16 o (8,(4,4)):(16,(1,4))), &d);
    all_operations(layout!(Sw<2,1,3> o offset o (8,(4,4)):(16,(1,4))), &d);
    all_operations(layout!(Sw<2,1,3> o 16 o (e8,(4,4)):(16,(1,4))), &d);
    all_operations(layout!(Sw<2,1,3> o 16 o (8,(4,4)):(d16,(1,4))), &d);
    all_operations(layout!(Sw<2,1,3> o offset o (e8,(4,e4)):(d16,(1,d4))), &d);
    let d = dynamic("Sw<2,0,-3> o 0 o (4,16):(16,1)");
    let (e4, d16) = (n(4), n(16));
    all_operations(layout!(Sw<2,0,-3> o 0 o (4,16):(16,1)), &d);
    all_operations(layout!(Sw<2,0,-3> o 0 o (e4,16):(d16,1)), &d);
}

/// The offset of a static coordinate is a numeral.
#[test]
fn static_offsets() {
    let a = layout!(Sw<3,4,3> o 0 o (8,64):(64,1));
    assert_type_eq_all!(ops::Index<Layout!(Sw<2,0,2> o 0 o (4,4):(4,1)), (U3, U2)>, typenum::U13);
    let _: typenum::U242 = a.index_static(coord!(3, 34));
    macro_rules! agree {
        ($([$($a:tt)*] [$($c:tt)*];)*) => {$({
            let (a, c) = (layout!($($a)*), coord!($($c)*));
            assert_eq!(a.index_static(c).display().to_string(), a.index(c).to_string(), "{a}");
            let first = a.index_static(coord!(0)).display().to_string();
            assert_eq!(first, a.index(0).to_string());
        })*};
    }
    agree! {
        [Sw<0,0,0> o 5 o 8:1] [7];
        [Sw<1,0,1> o 0 o 8:1] [7];
        [Sw<1,0,-1> o 0 o 8:1] [7];
        [Sw<3,4,3> o 0 o (8,64):(64,1)] [7, 63];
        [Sw<3,4,3> o 16 o (8,64):(64,1)] [5, 17];
        [Sw<3,4,-3> o 16 o (8,64):(64,1)] [5, 17];
        [Sw<5,3,-7> o 1000 o (32,(8,4)):(32,(1,8))] [21, (3, 2)];
        [Sw<2,1,4> o 3 o (5,7):(13,65)] [4, 6];
        [Sw<20,0,30> o 0 o (2,1048576):(1152921504606846976,1048576)] [1, 1048575];
    }
}

/// The type moves a swizzle over run-time integers exactly when the same integers, all known, allow it.
#[test]
fn carried_at_run_time() {
    macro_rules! agree {
        ($try_method:ident $method:ident $a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            match (a.$try_method(b), a.to_dynamic().$method(&b.to_dynamic())) {
                (Ok(ours), Ok(theirs)) => same_offsets(ours, &theirs),
                (ours, theirs) => assert_eq!(ours.err(), theirs.err(), "{a} {b}"),
            }
        }};
    }
    let (mut answered, mut refused) = (0, 0);
    for extent in 1..=9 {
        for stride in [0, 1, 2, 3, 8, 16, 100, 128] {
            for (rows, columns, offset) in [(8, 8, 0), (4, 2, 0), (3, 9, 8), (8, 3, 3), (16, 2, 0)]
            {
                let b = layout!(Sw<2,0,3> o offset o (rows, columns):(1, 8));
                agree!(try_compose compose_swizzled layout!((64, extent):(1, stride)), b);
                agree!(try_compose compose_swizzled layout!((8, 8, extent):(16, 1, stride)), b);
                let a = layout!((64, extent):(2, stride)).try_compose(b);
                *if a.is_ok() { &mut answered } else { &mut refused } += 1;
            }
        }
    }
    assert!(answered > 100 && refused > 50, "{answered} {refused}");
}
