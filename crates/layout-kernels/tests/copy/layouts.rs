//! Layouts of every kind: nested, static, swizzled, repeating, with negative strides.

use crate::check::*;
use crate::flat::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use static_layout::int::Negative;
use static_layout::*;
use static_layout_kernels::copy;

#[test]
fn static_layouts() {
    let check = || {
        two_sizes!(layout!((4, 4):(1, 4)), layout!((4, 4):(4, 1)))?;
        two_sizes!(layout!((3, 5, 7):(35, 7, 1)), layout!((3, 5, 7):(1, 3, 15)))?;
        two_sizes!(layout!((3, 5):(-5, 1)), layout!((3, 5):(1, -3)))?;
        two_sizes!(layout!(((8, 4), (8, 2)):((16, 128), (1, 8))), layout!((32, 16):(1, 32)))?;
        two_sizes!(layout!((16, 16):(0, 1)), layout!((16, 16):(1, 16)))?;
        two_sizes!(layout!((16, 16):(0, 0)), layout!((16, 16):(1, 16)))?;
        two_sizes!(
            layout!((5, 5, 5, 5, 5):(1, 5, 25, 125, 625)),
            layout!((5, 5, 5, 5, 5):(625, 125, 25, 5, 1))
        )?;
        // Tiles along diagonals, by rows and by columns, each moved at every step of an outer loop, and woven rows.
        two_sizes!(layout!((24, 40):(1024, 1)), layout!((24, 40):(1, 512)))?;
        two_sizes!(layout!((24, 40):(1024, 1)), layout!((24, 40):(1, 24)))?;
        two_sizes!(layout!((24, 40):(40, 1)), layout!((24, 40):(1, 512)))?;
        two_sizes!(layout!((24, 4, 40):(1024, 80, 1)), layout!((24, 4, 40):(1, 80, 512)))?;
        two_sizes!(layout!((3, 50):(50, 1)), layout!((3, 50):(1, 3)))?;
        two_sizes!(layout!((50, 2):(2, 1)), layout!((50, 2):(1, 50)))?;
        // A loop longer than an axis of several loops may be.
        two_sizes!(layout!((1024, 16):(16, 1)), layout!((1024, 16):(1, 1024)))?;
        // Rows that a swizzle cuts, and one element for several coordinates.
        two_sizes!(layout!((16, 32):(32, 1)), layout!(Sw<3,2,3> o 0 o (16, 32):(32, 1)))?;
        two_sizes!(layout!((16, 100):(1, 0)), layout!((16, 100):(100, 1)))?;
        two_sizes!(layout!(1:0), layout!(1:0))?;
        two_sizes!(layout!((0, 3):(1, 1)), layout!((3, 0):(1, 1)))?;
        two_sizes!(layout!((2, 2):(2, 1)), layout!((2, 2):(1, 2)))
    };
    check().unwrap();
}

/// One element for a row that a swizzle cuts, and whose last part is shorter: what lies between the rows stays.
#[test]
fn rows_of_one_element_end_at_their_extent() {
    for width in 1..=16_usize {
        let rows = layout!(Sw<1,2,3> o 0 o (4, width):(16, 1));
        let mut found = [7_u32; 64];
        let mut expected = found;
        for i in 0..4 * width {
            expected[rows.index((i % 4, i / 4))] = (i % 4) as u32 + 100;
        }
        let x = [100_u32, 101, 102, 103];
        let from = View::new(&x, layout!((4, width):(1, 0))).unwrap();
        copy(from, &mut ViewMut::new(&mut found, rows).unwrap());
        assert_eq!(found, expected, "width {width}");
    }
}

#[test]
fn swizzles_on_either_side() {
    let check = || {
        let rows = layout!((8, 64):(64, 1));
        let columns = layout!((8, 64):(1, 8));
        let fine = layout!(Sw<3,0,3> o 0 o (8,64):(64,1));
        let wide = layout!(Sw<3,3,3> o 0 o (8,64):(64,1));
        let moved = layout!(Sw<2,3,4> o 4 o (8,60):(64,1));
        let narrow = layout!((8, 60):(60, 1));
        let upward = layout!(Sw<2,2,-3> o 0 o (8,64):(64,1));
        let tall = layout!(Sw<2,3,3> o 0 o (64,64):(1,64));
        let flat = layout!((64, 64):(64, 1));
        two_sizes!(rows, fine)?;
        two_sizes!(fine, columns)?;
        two_sizes!(wide, rows)?;
        two_sizes!(columns, wide)?;
        two_sizes!(wide, columns)?;
        two_sizes!(wide, fine)?;
        two_sizes!(moved, narrow)?;
        two_sizes!(narrow, moved)?;
        two_sizes!(upward, columns)?;
        two_sizes!(rows, upward)?;
        // Stretches that begin at any offset, on either side.
        two_sizes!(layout!(Sw<1,2,1> o 4 o (3,20):(24,1)), layout!((3, 20):(20, 1)))?;
        two_sizes!(layout!((3, 20):(40, 1)), layout!(Sw<1,2,1> o 12 o (3,20):(20,1)))?;
        two_sizes!(layout!(Sw<2,2,4> o 8 o 600:1), layout!(Sw<1,2,1> o 4 o 600:1))?;
        two_sizes!(tall, flat)?;
        two_sizes!(flat, tall)?;
        // Again with a run-time extent and a run-time offset.
        for n in [1_usize, 3, 8, 61] {
            two_sizes!(layout!(Sw<2,2,3> o 0 o (n,64):(64,1)), layout!((n, 64):(1, n)))?;
            two_sizes!(layout!((16, n):(n, 1)), layout!(Sw<2,2,3> o n o (16,n):(1,16)))?;
        }
        Ok::<(), TestCaseError>(())
    };
    check().unwrap();
}

proptest! {
    #[test]
    fn sources_that_repeat_and_overlap(
        extents in prop::array::uniform4(1_usize..9),
        from in prop::array::uniform4(0_usize..4),
        to in prop::sample::select(permutations()),
    ) {
        every_size!(flat4(extents, from), flat4(extents, strides(extents, to, [0; 4])))?;
    }

    #[test]
    fn negative_strides(
        extents in prop::array::uniform2(1_usize..40),
        pad in prop::array::uniform2(0_usize..3),
        row_first in any::<bool>(),
        turned in any::<bool>(),
    ) {
        let (m, n) = (extents[0], extents[1]);
        let [x, y] = strides(extents, if row_first { [1, 0] } else { [0, 1] }, pad);
        let up: Flat2 = Layout::new((m, n), (x, y));
        let down = Layout::new((m, n), (Negative::new(x), y));
        let back = Layout::new((m, n), (Negative::new(y * n + 1), Negative::new(1)));
        every_size!(up, down)?;
        every_size!(down, up)?;
        if turned {
            every_size!(back, down)?;
            every_size!(down, back)?;
        }
    }

    #[test]
    fn shapes_of_different_nesting(a in 1_usize..9, b in 1_usize..9, c in 1_usize..9) {
        let nested = Layout::new(((a, b), c), ((c * b, c), 1_usize));
        let flat: Layout!((?, ?):(?, ?)) = Layout::new((a, b * c), (1, a));
        let line: Layout!(?:?) = Layout::new(a * b * c, 2);
        every_size!(nested, flat)?;
        every_size!(flat, nested)?;
        every_size!(nested, line)?;
        every_size!(line, flat)?;
    }
}
