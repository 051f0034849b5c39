//! The contents of plans, and copies that keep their plan.

use crate::flat::*;
use static_layout::typenum::{U1, U2, U8};
use static_layout::*;
use static_layout_kernels::{CopyStep, PlannedCopy, copy, copy_plan};

#[test]
fn plans_say_what_is_done() {
    let plan = |a: Flat4, b: Flat4| copy_plan::<f32, _, _>(a, b).unwrap();
    let extents = [8, 16, 4, 2];
    let columns = flat4(extents, strides(extents, [0, 1, 2, 3], [0; 4]));
    let rows = flat4(extents, strides(extents, [3, 2, 1, 0], [0; 4]));
    let whole = plan(columns, columns);
    assert_eq!((whole.step(), whole.loops().len(), whole.vector()), (CopyStep::Run, 1, 1024));
    let turned = plan(columns, rows);
    assert_eq!(turned.step(), CopyStep::Transpose);
    assert_eq!(
        turned.loops().collect::<Vec<_>>(),
        [(2, 512, 1), (4, 128, 2), (8, 1, 128), (16, 8, 8)]
    );
    let fixed =
        copy_plan::<f32, _, _>(Layout::<(U8, U2), (U1, U8)>::default(), layout!((8, 2):(1, 16)));
    assert_eq!(
        fixed.unwrap().to_string(),
        "move vectors of elements of 4 bytes\n\
         loop of 8: 1 in the source, 1 in the destination\n\
         loop of 2: 8 in the source, 16 in the destination"
    );
}

#[test]
fn plans_are_kept() {
    fn check<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
        let data: Vec<u32> = (0..4096).collect();
        let (mut once, mut kept) = (vec![0; 4096], vec![0; 4096]);
        copy(View::new(&data, a).unwrap(), &mut ViewMut::new(&mut once, b).unwrap());
        let plan = PlannedCopy::<u32, A, B>::new(a, b).unwrap();
        assert_eq!(plan.plan().to_string(), copy_plan::<u32, A, B>(a, b).unwrap().to_string());
        for _ in 0..2 {
            plan.run(View::new(&data, a).unwrap(), &mut ViewMut::new(&mut kept, b).unwrap());
            assert_eq!(once, kept);
        }
    }
    let (m, n) = (9, 14);
    check(layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
    check(layout!((m, n):(n, 1)), layout!((9, 14):row));
    check(layout!((8, 8):row), layout!((8, 8):col));
    check(layout!((m, (2, (7, 1, 1))):(n, (7, (1, 0, 0)))), layout!((m, (2, 7)):(1, (9, {m + m}))));
    check(layout!(Sw<2,2,3> o 0 o (16, n):(n, 1)), layout!((16, n):(1, 16)));
    let layout = |n: usize| layout!((m, n):(n, 1));
    assert!(PlannedCopy::<u8, _, _>::new(layout(4), layout(5)).is_err());
    let (data, mut room) = ([1; 128], [0; 128]);
    let plan = PlannedCopy::new(layout(4), layout(4)).unwrap();
    let to = &mut ViewMut::new(&mut room, layout(5)).unwrap();
    let from = View::new(&data, layout(4)).unwrap();
    let other = std::panic::AssertUnwindSafe(|| plan.run(from, to));
    assert!(std::panic::catch_unwind(other).is_err());
}

/// A plan runs with the integers that it was made for and with no others, whatever the number of leaves.
#[test]
fn plans_of_each_number_of_leaves() {
    fn check<A: AnyLayout>(layout: A, others: [A; 2]) {
        let (data, mut room) = ((0..64).collect::<Vec<u16>>(), vec![0; 64]);
        let plan = PlannedCopy::<u16, A, A>::new(layout, layout).unwrap();
        let view = |layout| View::new(&data, layout).unwrap();
        plan.run(view(layout), &mut ViewMut::new(&mut room, layout).unwrap());
        assert!(view(layout) == View::new(&room, layout).unwrap());
        for other in others {
            let to = &mut ViewMut::new(&mut room, other).unwrap();
            let run = std::panic::AssertUnwindSafe(|| plan.run(view(other), to));
            assert!(std::panic::catch_unwind(run).is_err(), "{layout}, {other}");
        }
    }
    macro_rules! check {
        ($($shape:tt, $last:ident : $stride:tt, $far:ident;)*) => {$({
            let layout = |$last: usize, $far: usize| layout!($shape:$stride);
            check(layout(2, 32), [layout(1, 32), layout(2, 31)]);
        })*};
    }
    let n = std::hint::black_box(2);
    let [a, b, c, d] = [1, 2, 4, 8].map(std::hint::black_box);
    check! {
        (m), m: (f), f;
        (n, m), m: (a, f), f;
        (n, n, m), m: (a, b, f), f;
        (n, n, n, m), m: (a, b, c, f), f;
        (n, n, n, n, m), m: (a, b, c, d, f), f;
    }
}

/// A constant plan of an axis that reaches further than a table of offsets has room for, and than 32 bits.
#[cfg(target_pointer_width = "64")]
#[test]
fn axes_of_far_elements() {
    fn far() {
        type From = Layout!((16, 16):(268435456, 1));
        let (data, mut room) = ([0_u8; 1], [0; 256]);
        let from = View::new(&data, From::default()).unwrap();
        copy(from, &mut ViewMut::new(&mut room, layout!((16, 16):(1, 16))).unwrap());
    }
    // Compiled, with its constants; no array here is as long.
    let far = std::hint::black_box(far as fn());
    assert!(std::panic::catch_unwind(far).is_err());
}
