//! Ascend C's formats of run-time shapes, and slices of whole fractals, compared with the algebra on plain integers.

use static_layout::dynamic::Frame;
use static_layout::frames::{self, Format, framed};
use static_layout::*;

/// Whether layouts differ in strides of extents of 1 only, which run-time extents keep.
fn same(a: dynamic::Layout, b: dynamic::Layout) -> bool {
    a.shape() == b.shape() && a.same_function(&b)
}

/// The layout of a format for run-time and for static extents equals the layout on plain integers.
macro_rules! every_shape {
    ($($format:ident $text:ident($c0:literal) $numeral:ident)*) => {$(
        let frame = <frames::$format as Format>::FRAME;
        assert_eq!(frame, Frame::$format);
        for rows in [2, 16, 18, 32, 50] {
            for columns in [2, 16, 30, 64] {
                let expected = frame.layout(rows as i64, columns as i64, $c0).unwrap();
                assert!(same(layout!((rows, columns):$text($c0)).to_dynamic(), expected));
                let batches = frame.batched(3, rows as i64, columns as i64, $c0).unwrap();
                assert!(same(layout!((3, rows, columns):$text($c0)).to_dynamic(), batches));
            }
            let half = layout!((18, rows):$text($c0)).to_dynamic();
            assert!(same(half, frame.layout(18, rows as i64, $c0).unwrap()));
            let half = layout!((rows, 30):$text($c0)).to_dynamic();
            assert!(same(half, frame.layout(rows as i64, 30, $c0).unwrap()));
        }
        let is_static = framed::<frames::$format, typenum::$numeral, _>(shape!(18, 30));
        assert_eq!(is_static, layout!((18, 30):$text($c0)));
        assert_eq!(size_of_val(&is_static), 0);
    )*};
}

macro_rules! every_even_shape {
    ($($format:ident $text:ident)*) => {$(
        let frame = <frames::$format as Format>::FRAME;
        for rows in [2, 16, 18, 50] {
            for columns in [2, 16, 30, 64] {
                let expected = frame.layout(rows as i64, columns as i64, 2).unwrap();
                assert!(same(layout!((rows, columns):$text(2)).to_dynamic(), expected));
            }
            let half = layout!((18, rows):$text(2)).to_dynamic();
            assert!(same(half, frame.layout(18, rows as i64, 2).unwrap()));
        }
        let is_static = framed::<frames::$format, typenum::U2, _>(shape!(18, 30));
        assert_eq!(is_static, layout!((18, 30):$text(2)));
    )*};
}

#[test]
fn formats_of_run_time_shapes() {
    let (rows, columns) = (20, 40);
    let nz = layout!((rows, 40):NZ(16));
    assert_eq!(format!("{nz:#}"), "((_16,2),(_16,_3)):((_16,_256),(_1,512))");
    let zn = layout!((rows, columns):ZN(u8));
    assert_eq!(zn.to_dynamic(), Frame::Zn.layout(20, 40, 32).unwrap());
    const ROWS: usize = 20;
    assert_eq!(layout!((ROWS, 40):NZ(16)), layout!((20, 40):NZ(16)));
    assert_eq!(size_of_val(&layout!((ROWS, 40):NZ(16))), 0);
    let by_type: Layout!((?, 40):NZ(f16)) = layout!((rows, 40):NZ(16));
    assert_eq!(by_type, nz);
}

#[test]
fn every_format_of_run_time_shapes() {
    every_shape! {
        Nz NZ(16) U16  Zn ZN(16) U16  Zz ZZ(16) U16  Nd ND(16) U16  Dn DN(16) U16
        Nz NZ(8) U8  Zn ZN(32) U32  NdExt NDExt(16) U16  DnExt DNExt(16) U16
    }
    // Pairs need even extents.
    every_even_shape! {
        Nn NN ScaleAnd ScaleAND ScaleAdn ScaleADN ScaleBnd ScaleBND ScaleBdn ScaleBDN
    }
}

#[test]
#[should_panic(expected = "cannot make (3,4): 2 does not divide 3")]
fn odd_pairs_are_refused() {
    let rows = 3;
    let _ = layout!((rows, 4):NN(2));
}

/// A slice by types and by plain integers.
macro_rules! same_slice {
    ($a:expr, $from:expr, $extents:expr) => {{
        let (part, offset) = $a.slice_fractals($from, $extents);
        let (from, extents) = ($from.display().to_string(), $extents.display().to_string());
        let plain = $a.to_dynamic();
        let expected =
            plain.slice_fractals(&from.parse().unwrap(), &extents.parse().unwrap()).unwrap();
        assert!(same(part.to_dynamic(), expected.0), "{from} {extents} of {plain}");
        assert_eq!(offset as i64, expected.1, "{from} {extents} of {plain}");
        part
    }};
}

#[test]
fn slices_of_fractals() {
    let (n, row, height) = (40, 16, 20);
    let (nz, mixed) = (layout!((128, 40):NZ(16)), layout!((128, n):NZ(16)));
    let part = same_slice!(nz, coord!(0, 32), shape!(48, 48));
    assert_eq!(part, layout!(((16, 3), (16, 1)):((16, 256), (1, 0))));
    let part = same_slice!(nz, coord!(row, 0), shape!(height, 16));
    assert_eq!(format!("{part:#}"), "((_16,2),(_16,_1)):((_16,_256),(_1,_0))");
    let part = same_slice!(nz, coord!(3, 5), shape!(8, 4));
    assert_eq!(size_of_val(&part), 0);
    let _ = same_slice!(mixed, coord!(112, row), shape!(64, 40));
    let _ = same_slice!(mixed, coord!(3, 5), shape!({ height - 10 }, 4));
    let _ = same_slice!(layout!((128, 40):ZN(16)), coord!(16, 16), shape!(16, 32));
    let _ = same_slice!(layout!((128, 40):ZZ(16)), coord!(32, 16), shape!(20, 17));
    let _ = same_slice!(layout!((128, 40):ND(16)), coord!(3, 5), shape!(200, 10));
    let _ = same_slice!(layout!((128, n):NDExt(16)), coord!(3, 5), shape!(200, 10));
    let _ = same_slice!(layout!((3, 32, 32):NZ(16)), coord!(1, (16, 0)), shape!(8, (16, 16)));
    let refused = nz.try_slice_fractals(coord!({ row - 8 }, 0), shape!(16, 16)).unwrap_err();
    assert!(refused.to_string().contains("16 elements from 8 on begin inside a fractal of 16"));
    assert!(nz.try_slice_fractals(coord!({ row + 112 }, 0), shape!(16, 16)).is_err());
}
