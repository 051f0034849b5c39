//! cuda.core's strided layouts as types, compared with layouts on plain integers.

use static_layout::dynamic::{Slices, StridedLayout};
use static_layout::*;
use static_layout_dialects::ItemLayout;

/// The array on plain integers that cuda.core would have.
fn plain(text: &str) -> StridedLayout {
    text.parse().unwrap()
}

fn tuple(text: &str) -> dynamic::AxisList {
    text.parse().unwrap()
}

fn sliced(of: &StridedLayout, text: &str) -> StridedLayout {
    let slices: Slices = text.parse().unwrap();
    of.sliced(&slices).unwrap()
}

macro_rules! equal {
    ($($ours:expr => $theirs:expr;)*) => {
        $(assert_eq!($ours.to_dynamic().unwrap(), $theirs, stringify!($ours));)*
    };
}

#[test]
fn types_agree_with_plain_integers() {
    let a = ItemLayout::<_, 4>::new(layout!((5, 3, 7):row));
    let b =
        plain("StridedLayout(shape=(5, 3, 7), strides=(21, 7, 1), itemsize=4, _slice_offset=0)");
    equal! {
        a => b;
        a.sliced(slices!(1..4)) => sliced(&b, "1:4");
        a.sliced(slices!(.., 2)) => sliced(&b, ":, 2");
        a.sliced(slices!(1.., 1, 2..6; 2)) => sliced(&b, "1:, 1, 2:6:2");
        a.sliced(slices!(-1, .., -3..)) => sliced(&b, "-1, :, -3:");
        a.sliced(slices!(1..)).sliced(slices!(2, 1)) => sliced(&b, "3, 1");
        a.sliced(slices!(2)).permuted::<Shape!(1, 0)>() => sliced(&b, "2").permuted(&tuple("(1, 0)")).unwrap();
        a.reshaped(shape!(15, 7)) => b.reshaped(&tuple("(15, 7)")).unwrap();
        a.sliced(slices!(1..)).reshaped(shape!(2, _)) => sliced(&b, "1:").reshaped(&tuple("(2, 42)")).unwrap();
        a.sliced(slices!(3..4)).broadcast_to(shape!(2, 3, 7)) =>
            sliced(&b, "3:4").broadcast_to(&tuple("(2, 3, 7)")).unwrap();
    }
    equal! {
        a.flattened::<0b110>() => b.flattened(0, -1, Some(0b110)).unwrap();
        a.sliced(slices!(.., 1..)).flattened::<0b110>() =>
            sliced(&b, ":, 1:").flattened(0, -1, Some(0b110)).unwrap();
        a.sliced(slices!(2..3)).squeezed() => sliced(&b, "2:3").squeezed().unwrap();
        a.sliced(slices!(2..3)).unsqueezed::<Shape!(4, 1)>() =>
            sliced(&b, "2:3").unsqueezed(&[4, 1]).unwrap();
    }
    assert_eq!(size_of_val(&a.sliced(slices!(1.., 1, 2..6; 2)).reshaped(shape!(_))), 0);
}

#[test]
fn run_time_extents_and_offsets_are_words() {
    let (rows, first) = (5, 2);
    let a = ItemLayout::<_, 8>::new(layout!((rows, 6):row));
    let b = plain("StridedLayout(shape=(5, 6), strides=(6, 1), itemsize=8, _slice_offset=0)");
    let part = a.sliced(slices!(first, 1..));
    assert_eq!(part.to_dynamic().unwrap(), sliced(&b, "2, 1:"));
    assert_eq!((part.offset(), part.offset_in_bytes(), part.item_size()), (13, 104, 8));
    // The extent 5 is static: only the offset is kept.
    assert_eq!(size_of_val(&part), size_of::<usize>());
    // A negative stride moves the first item below the start.
    let down = ItemLayout::<_, 8>::new(layout!((rows, 6):(-6, 1))).sliced(slices!(first));
    assert_eq!((down.offset(), down.offset_in_bytes()), (-12, -96));
    assert_eq!(down.to_dynamic().unwrap().offset(), -12);
}

/// Each typed repack is the repack on plain integers.
#[test]
fn items_of_another_size() {
    fn plain_repacked(of: StridedLayout, new: usize, axis: isize) -> StridedLayout {
        of.repacked(new as i64, 0, axis as i64, true).unwrap()
    }
    macro_rules! repacked {
        ($($old:literal $layout:expr, $slices:expr => $($new:literal at $axis:literal),+;)*) => {$($(
            let a = ItemLayout::<_, $old>::new($layout).sliced($slices);
            let due = plain_repacked(a.to_dynamic().unwrap(), $new, $axis);
            assert_eq!(a.repacked::<$new, $axis>(0).to_dynamic().unwrap(), due, stringify!($layout, $new));
        )+)*};
    }
    let (n, pitch, first) = (6, 24, 2);
    repacked! {
        4 layout!((5, 8):row), slices!(1..) => 4 at 0, 8 at -1, 16 at 1, 32 at 1, 2 at -1, 1 at 1;
        4 layout!((8, 5):col), slices!(4..) => 8 at 0, 16 at 0, 2 at 0;
        // Pixels of three bytes.
        1 layout!((4, 12):row), slices!(.., 3..) => 3 at 1;
        3 layout!((4, 12):row), slices!(2..) => 1 at 1, 6 at 1, 12 at 1;
        // The last axis is left with one item.
        2 layout!((3, 4, 4):row), slices!(1..) => 8 at 2;
        4 layout!((3, 4, 1):row), slices!(1..) => 2 at 1;
        // Run-time extents, strides and offsets.
        4 layout!((n, 8):row), slices!(first..) => 8 at -1, 16 at 1, 2 at 1;
        4 layout!((n, 8):(pitch, 1)), slices!(1..) => 16 at -1, 2 at 1;
        4 layout!((n, 4):(1, n)), slices!(first..) => 8 at 0, 2 at 0;
    }
    let a = ItemLayout::<_, 4>::new(layout!((5, 8):row)).sliced(slices!(1..));
    assert_eq!(size_of_val(&a.repacked::<16, 1>(0)), 0);
}

#[test]
fn refused_items_of_another_size() {
    let refusal = |error: LayoutError| error.to_string();
    let (n, pitch) = (5, 6);
    let a = ItemLayout::<_, 4>::new(layout!((2, n):(8, 1)));
    assert_eq!(
        a.try_repacked::<16, -1>(0).map(|_| ()).map_err(refusal),
        Err("cannot repack (2,5):(8,1): the extent 5 of axis 1 is not a multiple of 4".into())
    );
    let a = ItemLayout::<_, 4>::new(layout!((n, 4):(pitch, 1)));
    assert_eq!(
        a.try_repacked::<16, -1>(0).map(|_| ()).map_err(refusal),
        Err("cannot repack (5,4):(6,1): the stride 6 of axis 0 is not a multiple of 4".into())
    );
    assert_eq!(
        a.try_repacked::<8, 0>(0).map(|_| ()).map_err(refusal),
        Err("cannot repack (5,4):(6,1): axis 0 steps by 6, not from neighbour to neighbour".into())
    );
    let a = ItemLayout::<_, 4>::new(layout!((1, 4):row));
    assert_eq!(
        a.try_repacked::<2, 0>(0).map(|_| ()).map_err(refusal),
        Err("cannot repack (1,4):(0,1): the type of the result has the new items on another axis than 0; \
             a StridedLayout has them there"
            .into())
    );
}
