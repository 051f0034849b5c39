//! Kernels on layouts at the limits: no integer overflows, and no element is left out.

use static_layout::typenum::U4;
use static_layout::*;
use static_layout_kernels::gemm::gemm_blocks;
use static_layout_kernels::{
    Convolution, PlannedCopy, VectorMove, axpby, convolve2d, convolve2d_with, copy, copy_plan,
    copy_with, fill, gemm, gemm_i8, matmul_batched, maximum, sum, transform, transpose_in_place,
    try_axpby, try_combine, try_copy, try_copy_if, try_copy_with, try_transform, try_transpose,
};

/// The greatest integer of the algebra: 2^63-1, or 2^31-1 where an offset has 32 bits.
const MOST: usize = isize::MAX as usize;
/// 2^40 of 2^64.
const BIG: usize = 1 << (usize::BITS / 8 * 5);

/// A refusal of one line with these words.
fn refused<T: std::fmt::Debug>(answer: Result<T, LayoutError>, words: &str) {
    let text = answer.expect_err("refused").to_string();
    assert!(text.contains(words) && text.lines().count() == 1, "{text:?} does not say {words:?}");
}

/// Panics with these words.
fn panics(words: &str, act: impl FnOnce() + std::panic::UnwindSafe) {
    let payload = std::panic::catch_unwind(act).expect_err("a panic");
    let text = match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast::<&str>().map_or(String::new(), |text| (*text).into()),
    };
    assert!(text.contains(words), "{text:?} does not say {words:?}");
}

type TwoModes = Layout!((?,?):(?,?));
type Three = Layout!((?,?,?):(?,?,?));

/// The last offset is the greatest offset, so that the one after it overflows.
#[test]
fn strides_as_long_as_they_may_be() {
    let far: TwoModes = Layout::new((2, 2), (MOST / 2 + 1, 1));
    assert_eq!(copy_plan::<u8, _, _>(far, far).unwrap().loops().len(), 2);
    let farther: TwoModes = Layout::new((2, 2), (1, MOST - 2));
    assert_eq!(copy_plan::<u8, _, _>(farther, farther).unwrap().loops().len(), 2);
    let (from, mut to) = ([(); MOST], [(); MOST]);
    copy(View::new(&from, far).unwrap(), &mut ViewMut::new(&mut to, farther).unwrap());
    fill(&mut ViewMut::new(&mut to, far).unwrap(), ());
}

/// If an extent is 0, the others need not divide each other.
#[test]
fn nothing_between_long_strides() {
    let (from, mut to) = ([0_u8; 0], [0_u8; 0]);
    for (shape, stride) in [
        ((2, 2, 0), (MOST / 2 + 1, 1, 1)),
        ((2, 0, 2), (MOST / 2 + 1, MOST / 2 + 1, 1)),
        ((0, BIG, BIG >> (usize::BITS / 16 * 5)), (1, 1, BIG)),
        ((BIG, BIG >> (usize::BITS / 16 * 5), 0), (1, BIG, 1)),
    ] {
        let layout: Three = Layout::new(shape, stride);
        assert_eq!(copy_plan::<u8, _, _>(layout, layout).unwrap().loops().len(), 1);
        let view = View::new(&from, layout).unwrap();
        copy(view, &mut ViewMut::new(&mut to, layout).unwrap());
        fill(&mut ViewMut::new(&mut to, layout).unwrap(), 1);
        assert_eq!((sum(View::new(&[0_i32; 0], layout).unwrap()), maximum(view)), (0, None));
    }
}

/// If an extent is 0, no loop runs, whatever the other extents.
#[test]
fn nothing_beside_long_extents() {
    let (from, mut to) = ([0.0_f32; 0], [0.0_f32; 0]);
    for (m, n) in [(0, MOST), (MOST, 0), (0, BIG)] {
        let layout: TwoModes = Layout::new((m, n), (1, 0));
        let view = View::new(&from, layout).unwrap();
        let mut met = 0;
        view.iter().for_each(|_| met += 1);
        view.entries().for_each(|_| met += 1);
        view.for_each_with(&view, |_, _| met += 1);
        assert!(layout.iter().next().is_none() && layout.to_dynamic().iter().next().is_none());
        let mut written = ViewMut::new(&mut to, layout).unwrap();
        written.update(|_| met += 1);
        written.update_with(&view, |_, _| met += 1);
        transform(view, &mut written, |x| {
            met += 1;
            x
        });
        assert_eq!(met, 0);
        axpby(1.0, view, 0.0, &mut written);
        let (a, b) = ([1.0], [1.0]);
        let a = View::new(&a, Layout::new((m, 1), (0, 0))).unwrap();
        let b = View::new(&b, Layout::new((1, n), (0, 0))).unwrap();
        let mut c = ViewMut::new(&mut to, Layout::new((m, n), (n.max(1), 1))).unwrap();
        gemm(1.0, a, b, 1.0, &mut c);
    }
    let one = View::new(&[1.0], Layout::new((1, 1, MOST), (0, 0, 0))).unwrap();
    let none = View::new(&from, Layout::new((0, 1, MOST), (0, 0, 0))).unwrap();
    let mut c = ViewMut::new(&mut to, Layout::new((0, 1, MOST), (0, 0, 0))).unwrap();
    matmul_batched(none, one, &mut c);
}

/// Elements of no bytes take no time, however many there are.
#[test]
fn elements_without_bytes() {
    let (from, mut to) = ([(); 1], [(); MOST]);
    let (from, n) = (View::new(&from, layout!({ MOST }:0)).unwrap(), MOST);
    let mut to = ViewMut::new(&mut to, layout!(n:1)).unwrap();
    copy(from, &mut to);
    PlannedCopy::new(from.layout(), to.layout()).unwrap().run(from, &mut to);
    fill(&mut to, ());
    refused(try_copy(View::new(&[()], layout!({ n - 1 }:0)).unwrap(), &mut to), "the sizes");
}

/// A depth with a stride of 0 may be longer than all memory: a refusal, before C is written.
#[test]
#[cfg(target_pointer_width = "64")]
fn packed_bytes_without_memory() {
    let (one, mut c, depth) = ([1_i8], [7_i32], MOST >> 10);
    let a = View::new(&one, Layout::new((1, depth), (0, 0))).unwrap();
    let b = View::new(&one, Layout::new((depth, 1), (0, 0))).unwrap();
    let to = &mut c;
    panics(
        "no memory for",
        std::panic::AssertUnwindSafe(|| {
            gemm_i8(1, a, b, &mut ViewMut::new(to, Layout::new((1, 1), (1, 1))).unwrap());
        }),
    );
    assert_eq!(c, [7]);
}

/// A copy without elements is accepted with any atom.
#[test]
fn nothing_by_an_atom() {
    let (n, mut to) = (0, [0; 0]);
    copy_with(
        VectorMove::<U4>::new(),
        View::new(&[0; 0], layout!((n, 2):(1, 6))).unwrap(),
        &mut ViewMut::new(&mut to, layout!((n, 2):(1, 3))).unwrap(),
    );
}

/// Refuses a result whose rows are not the windows, even where its size is their number.
#[test]
fn windows_in_another_shape() {
    fn convolve(result: TwoModes) -> [f32; 12] {
        let (image, filter, mut out) = ([1.0; 20], [1.0; 4], [0.0; 12]);
        convolve2d(
            View::new(&image, layout!((5, 4, 1):(4, 1, 0))).unwrap(),
            View::new(&filter, layout!((2, 2, 1, 1):(2, 1, 0, 0))).unwrap(),
            &mut ViewMut::new(&mut out, result.append(layout!(1:0))).unwrap(),
        );
        out
    }
    assert_eq!(convolve(Layout::new((4, 3), (3, 1))), [4.0; 12]);
    for shape in [(3, 4), (12, 1), (2, 6)] {
        panics("there are 4 by 3 windows, and the result has", move || {
            convolve(Layout::new(shape, (shape.1, 1)));
        });
    }
}

/// Sums over no channels are 0, and no filters give no results, whatever the strides.
#[test]
fn convolutions_of_nothing() {
    fn sums(how: Option<Convolution>, channels: [usize; 2], results: [usize; 2]) -> [f32; 16] {
        let (filter, mut out) = ([1.0; 9], [7.0; 16]);
        let side = how.map_or(2, |_| 4);
        // With an extent of 0, a stride may reach past all memory.
        let far = |stride: usize, of: [usize; 2]| if of.contains(&0) { MOST / 4 } else { stride };
        let image = Layout::new((4, 4, channels[0]), (far(4, [1, channels[0]]), 1, 0));
        let filter_at = far(3, [channels[1], results[0]]);
        let of_filter = Layout::new((3, 3, channels[1], results[0]), (filter_at, 1, 0, 0));
        let to = Layout::new((side, side, results[1]), (far(side, [1, results[1]]), 1, 0));
        let image = View::new(&[1.0; 16], image).unwrap();
        let filter = View::new(&filter, of_filter).unwrap();
        let mut to = ViewMut::new(&mut out, to).unwrap();
        match how {
            Some(how) => convolve2d_with(how, image, filter, &mut to),
            None => convolve2d(image, filter, &mut to),
        }
        out
    }
    let padded = Some(Convolution { padding: [1, 1], ..Convolution::default() });
    assert_eq!(sums(padded, [0, 0], [1, 1]), [0.0; 16]);
    assert_eq!(sums(None, [0, 0], [1, 1])[..5], [0.0, 0.0, 0.0, 0.0, 7.0]);
    for how in [padded, None] {
        assert_eq!(sums(how, [1, 1], [0, 0]), [7.0; 16]);
        assert_eq!(sums(how, [0, 0], [0, 0]), [7.0; 16]);
        for (channels, results, text) in [
            ([0, 1], [1, 1], "the image has 0 channels and the filter has 1"),
            ([1, 0], [1, 1], "the image has 1 channels and the filter has 0"),
            ([1, 1], [0, 1], "the filter has 0 results and there is room for 1"),
            ([1, 1], [1, 0], "the filter has 1 results and there is room for 0"),
        ] {
            panics(text, move || {
                sums(how, channels, results);
            });
        }
    }
}

/// Layouts of one size without common modes.
#[test]
fn squares_without_common_modes() {
    let (two, three) = (2, 3);
    let mut data = [0; 72];
    let apart = layout!(((two, three), (three, two)):((1, 12), (2, 36)));
    panics("cannot combine", move || {
        transpose_in_place(&mut ViewMut::new(&mut data, apart).unwrap());
    });
    let mut data = [0; 36];
    let rows = layout!((6, (three, two)):(6, (2, 1)));
    refused(
        try_transpose(
            View::new(&[0; 36], layout!(((two, three), 6):((3, 1), 6))).unwrap(),
            &mut ViewMut::new(&mut data, rows).unwrap(),
        ),
        "does not divide",
    );
}

/// Nothing that writes does so where two coordinates share an element: all of them refuse it, before the first write.
#[test]
fn writers_refuse_shared_elements() {
    const WORDS: &str = "cannot borrow for writing all elements of";
    const OLD: [i32; 16] = [7; 16];
    let data = [1; 16];
    for (rows, columns) in [(0, 1), (1, 1), (2, 1), (1, 0), (4, 3), (2, 4)] {
        let shared: TwoModes = Layout::new((3, 3), (rows, columns));
        let is_shared = shared.to_dynamic().is_injective() == Ok(false);
        let from = View::new(&data, layout!((3, 3):row)).unwrap();
        let mut out = OLD;
        type Written<'a, 'b> = &'a mut ViewMut<'b, i32, TwoModes>;
        let check =
            |out: &mut [i32; 16], words: &str, act: &dyn Fn(Written) -> Result<(), LayoutError>| {
                let ran = act(&mut ViewMut::new(out, shared).unwrap());
                assert_eq!(ran.is_err(), is_shared, "{shared}: {ran:?}");
                if is_shared {
                    refused(ran, words);
                    assert_eq!(*out, OLD, "{shared}");
                }
                *out = OLD;
            };
        check(&mut out, "cannot copy", &|to| try_copy(from, to));
        check(&mut out, WORDS, &|to| try_copy_if(from, to, |_| true));
        check(&mut out, WORDS, &|to| try_transform(from, to, |x| x));
        check(&mut out, WORDS, &|to| try_combine(from, from, to, |x, y| x + y));
        check(&mut out, WORDS, &|to| try_axpby(1, from, 1, to));
        if !is_shared {
            continue;
        }
        refused(
            try_copy_with(
                VectorMove::<U4>::new(),
                from,
                &mut ViewMut::new(&mut out, shared).unwrap(),
            ),
            "cannot copy",
        );
        assert_eq!(out, OLD);
        let mut check = |act: &dyn Fn(Written)| {
            panics(
                WORDS,
                std::panic::AssertUnwindSafe(|| {
                    act(&mut ViewMut::new(&mut out, shared).unwrap());
                }),
            );
            assert_eq!(out, OLD, "{shared}");
        };
        check(&|to| fill(to, 1));
        check(&|to| transpose_in_place(to));
        check(&|to| gemm(1, from, from, 0, to));
        let image = View::new(&data, layout!((3, 3, 1):(3, 1, 0))).unwrap();
        let filter = View::new(&data, layout!((1, 1, 1, 1):(1, 1, 1, 1))).unwrap();
        let wide = View::new(&data, layout!((3, 3, 1, 1):(3, 1, 1, 1))).unwrap();
        let result = shared.append(layout!(1:0));
        for padding in [[0, 0], [1, 1]] {
            let mut out = OLD;
            let how = Convolution { padding, ..Convolution::default() };
            panics(
                WORDS,
                std::panic::AssertUnwindSafe(|| {
                    let mut to = ViewMut::new(&mut out, result).unwrap();
                    match padding {
                        [0, 0] => convolve2d(image, filter, &mut to),
                        _ => convolve2d_with(how, image, wide, &mut to),
                    }
                }),
            );
            assert_eq!(out, OLD, "{shared}");
        }
    }
}

/// A result with zeros in its first windows, whose channels do not agree, stays what it was.
#[test]
fn convolutions_are_refused_before_they_write() {
    let (data, mut out) = ([1.0; 64], [7.0; 64]);
    let channels = 2;
    panics(
        "the image has 2 channels and the filter has 3",
        std::panic::AssertUnwindSafe(|| {
            convolve2d_with(
                Convolution { padding: [2, 2], ..Convolution::default() },
                View::new(&data, layout!((2, 2, channels):(2, 1, 4))).unwrap(),
                View::new(&data, layout!((1, 1, 3, 1):(1, 1, 1, 1))).unwrap(),
                &mut ViewMut::new(&mut out, layout!((6, 6, 1):(6, 1, 1))).unwrap(),
            );
        }),
    );
    assert_eq!(out, [7.0; 64]);
}

/// Padding that no offset reaches is refused alike in every build; no addition overflows.
#[test]
fn padding_near_the_greatest_integer() {
    for padding in [usize::MAX, usize::MAX / 2 + 1, usize::MAX / 2, MOST / 2 + 1] {
        for k in 0..2 {
            let mut how = Convolution::default();
            how.padding[k] = padding;
            panics("and a padded image past", move || {
                how.windows([5, 5], [3, 3]);
            });
            panics("and a padded image past", move || {
                convolve2d_with(
                    how,
                    View::new(&[1.0; 25], layout!((5, 5, 1):(5, 1, 0))).unwrap(),
                    View::new(&[1.0; 9], layout!((3, 3, 1, 1):(3, 1, 0, 0))).unwrap(),
                    &mut ViewMut::new(&mut [0.0; 9], layout!((3, 3, 1):(3, 1, 0))).unwrap(),
                );
            });
        }
    }
    let how = Convolution { stride: [MOST / 2, 1], padding: [MOST / 2 - 2, 0] };
    assert_eq!(how.windows([1, 1], [1, 1]), [2, 1]);
}

/// The blocks of a product are found from the layouts alone: without memory for each row.
#[test]
fn blocks_of_matrices_of_any_size() {
    let (m, n, k) = (BIG, 64, 64);
    let a = layout!((m, k):(k, 1));
    let b = layout!((k, n):(n, 1));
    let across = gemm_blocks::<f32, _, _, _>(a, b, layout!((m, n):(n, 1))).unwrap();
    let down = gemm_blocks::<f32, _, _, _>(a, b, layout!((m, n):(1, m))).unwrap();
    assert!(across.is_transposed() && !down.is_transposed());
    let nested = gemm_blocks::<f32, _, _, _>(a, b, layout!((m, (8, 8)):(64, (1, 8)))).unwrap();
    assert!(nested.is_transposed());
    let apart = gemm_blocks::<f32, _, _, _>(a, b, layout!((m, (8, 8)):(64, (8, 1)))).unwrap();
    assert!(!apart.is_transposed());
}
