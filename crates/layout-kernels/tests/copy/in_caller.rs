//! Copies between layouts of static extents with run-time strides, which are loops in the caller up to some size.

use super::check::{Padding, both, verify};
use static_layout::*;
use static_layout_kernels::{CopyStep, copy_plan, try_copy};

/// Copies elements of 4 bytes, and of 16 bytes with padding.
macro_rules! verify_sizes {
    ($from:expr, $to:expr) => {{
        let (from, to) = (both!($from), both!($to));
        verify::<f32, _, _>(from.clone(), to.clone()).unwrap();
        verify::<Padding, _, _>(from, to).unwrap();
    }};
}

/// Copies each layout of a tile to each other one.
macro_rules! tiles {
    ($(($m:literal, $n:literal))*) => {$(
        for pitch in [32, 40, 51] {
            let rows = layout!(($m, $n):(pitch, 1));
            let columns = layout!(($m, $n):(1, pitch));
            let fixed_rows = layout!(($m, $n):row);
            let fixed_columns = layout!(($m, $n):col);
            let padded = layout!(($m, $n):(48, 1));
            let backwards = layout!(($m, $n):(-50, 1));
            let mirrored = layout!(($m, $n):(50, -1));
            let repeated = layout!(($m, $n):(0, 1));
            let scattered = layout!(($m, $n):(pitch, 40000));
            verify_sizes!(rows, fixed_rows);
            verify_sizes!(rows, fixed_columns);
            verify_sizes!(rows, padded);
            verify_sizes!(rows, backwards);
            verify_sizes!(rows, mirrored);
            verify_sizes!(rows, rows);
            verify_sizes!(rows, columns);
            verify_sizes!(columns, rows);
            verify_sizes!(columns, columns);
            verify_sizes!(columns, fixed_rows);
            verify_sizes!(fixed_rows, rows);
            verify_sizes!(fixed_columns, rows);
            verify_sizes!(padded, rows);
            verify_sizes!(backwards, rows);
            verify_sizes!(mirrored, rows);
            verify_sizes!(repeated, rows);
            verify_sizes!(repeated, columns);
            verify_sizes!(scattered, rows);
            verify_sizes!(rows, scattered);
        }
    )*};
}

#[test]
fn tiles_of_each_shape() {
    tiles! { (1, 5) (5, 1) (4, 4) (12, 12) }
}

#[test]
fn tiles_as_long_as_the_limits() {
    tiles! { (12, 13) (32, 32) }
}

#[test]
fn nested_tiles() {
    for (x, y) in [(16, 1024), (1024, 16), (48, 1600), (1600, 112)] {
        verify_sizes!(layout!((4, (2, 3)):(1, (x, y))), layout!((4, (2, 3)):(1, (4, 8))));
        verify_sizes!(layout!((4, (2, 3)):(1, (4, 8))), layout!((4, (2, 3)):(1, (x, y))));
        verify_sizes!(layout!(((4, 2), 3):((1, 4), 200)), layout!((4, (2, 3)):(1, (4, y))));
        verify_sizes!(layout!((2, 3, 4):(x, y, 1)), layout!((2, 3, 4):row));
        verify_sizes!(layout!((2, 3, 4):row), layout!((2, 3, 4):(x, y, 1)));
        verify_sizes!(layout!((2, 3, 4):col), layout!((2, 3, 4):(x, y, 1)));
        verify_sizes!(layout!((2, 3, 2, 2):col), layout!((2, 3, 2, 2):(x, 1, y, 5000)));
        verify_sizes!(layout!((2, 3, 2, 2):(1, 2, 6, 12)), layout!((2, 3, 2, 2):(1, 3000, y, x)));
        verify_sizes!(layout!((1, 3, 1, 2):(x, 1, y, 9)), layout!((1, 3, 1, 2):(y, x, x, y)));
        verify_sizes!(layout!((2, 2, 2, 2, 2):(x, 1, 2, 4, 8)), layout!((2, 2, 2, 2, 2):col));
    }
}

/// A destination whose strides interlock, or where two coordinates share an element, which is refused.
#[test]
fn destinations_that_the_order_of_strides_does_not_prove() {
    let (two, three, four) = (2, 3, 4);
    verify_sizes!(layout!((2, 3):(1, 2)), layout!((2, 3):(three, two)));
    verify_sizes!(layout!((2, 2, 2):(1, 2, 4)), layout!((2, 2, 2):(1, four, two)));
    verify_sizes!(layout!((2, 2, 2):(1, 2, 4)), layout!((2, 2, 2):(four, two, 1)));
    for stride in 0..5 {
        let (from, to) = (layout!((4, 4):row), layout!((4, 4):(stride, 1)));
        let mut room = [0; 64];
        let copied = View::new(&[1; 16], from)
            .and_then(|from| try_copy(from, &mut ViewMut::new(&mut room, to)?));
        assert_eq!(copied.is_ok(), stride >= 4, "{stride}: {copied:?}");
        assert_eq!(room.contains(&1), stride >= 4);
    }
}

#[test]
fn the_plan_of_a_tile_is_that_of_its_loops() {
    let pitch = 40;
    let plan = copy_plan::<f32, _, _>(layout!((8, 8):(pitch, 1)), layout!((8, 8):row)).unwrap();
    assert_eq!(plan.step(), CopyStep::Run);
}
