//! Layouts with offsets of a chosen integer type: every offset equals the offset of the layout, and a layout is refused
//! exactly if the type lacks an offset.

use static_layout::narrow::Narrow;
use static_layout::*;
use std::hint::black_box;

fn accepts<I: Offset>(extent: usize, stride: usize) -> bool {
    Narrow::<I, _>::try_new(layout!((2, extent):(0, stride))).is_ok()
}

#[test]
fn the_last_offset_that_fits() {
    let most = u32::MAX as usize;
    for (extent, stride, i, u) in [
        (1, most + 1, true, true),
        (2, most, false, true),
        (2, most + 1, false, false),
        (2, most / 2, true, true),
        (2, most / 2 + 1, false, true),
        (most + 1, 1, false, true),
        (most + 2, 1, false, false),
        (0, most + 1, true, true),
    ] {
        let found = (accepts::<i32>(extent, stride), accepts::<u32>(extent, stride));
        assert_eq!(found, (i, u), "{extent}:{stride}");
        assert!(accepts::<i64>(extent, stride) && accepts::<u64>(extent, stride));
    }
}

#[test]
fn strides_below_zero() {
    let down = Narrow::<i32, _>::new(layout!((3, 4):(-8, 2)));
    let found: Vec<i32> = (0..12).map(|i| down.index(i)).collect();
    let expected: Vec<i32> = (0..12).map(|i| down.layout().index(i) as i32).collect();
    assert_eq!((found, down.try_index((3, 0)).is_err()), (expected, true));
    let step = black_box(1_usize << 31);
    assert!(Narrow::<i32, _>::try_new(layout!((2, 2):(-step, 1))).is_ok());
    let step = black_box((1_usize << 31) + 1);
    let refused = Narrow::<i32, _>::try_new(layout!((2, 2):(-step, 1))).unwrap_err();
    assert!(refused.to_string().contains("the offset -2147483649 is not in"), "{refused}");
    assert!(Narrow::<u32, _>::try_new(layout!((2, 2):(-step, 1))).is_err());
}

#[test]
fn offsets_are_those_of_the_layout() {
    let n = black_box(5);
    let a = layout!((n, (2, 3)):(7, (1, 40)));
    let narrow = Narrow::<u32, _>::new(a);
    for i in 0..a.size() {
        assert_eq!(narrow.index(i) as usize, a.index(i));
        assert_eq!(narrow.try_index(i).map(|at| at as usize), a.try_index(i));
    }
    assert_eq!(size_of_val(&narrow), size_of_val(&a));
}
