//! Const layouts as layouts of views, arrays and kernels.

use static_layout::{Boxed, View, ViewMut};
use static_layout_const::*;
use static_layout_kernels::{copy, matmul, maximum, sum, transform};

#[test]
fn views_of_const_layouts() {
    let data = [0, 1, 2, 3, 4, 5];
    let rows = View::new(&data, Layout::<"(2,3):(3,1)">).unwrap();
    assert_eq!((rows[(1, 0)], rows.get((2, 0)), rows.get((1, 2))), (3, None, Some(&5)));
    assert_eq!(rows.iter().copied().collect::<Vec<_>>(), [0, 3, 1, 4, 2, 5]);
    let refused = View::new(&data[..5], Layout::<"(2,3):(3,1)">).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot view a slice through (2,3):(3,1): it reaches from 0 to 5 around element 0 of 5"
    );
    let n = 3;
    let columns = View::new(&data, layout!((2, n):(1, 2))).unwrap();
    assert_eq!(columns[(1, 2)], 5);
    assert!(View::new(&data, layout!((2, {n + 1}):(1, 2))).is_err());
    let mut out = [0; 6];
    let mut to = ViewMut::new(&mut out, Layout::<"(2,3):(1,2)">).unwrap();
    to[(1, 1)] = 7;
    assert_eq!(out, [0, 0, 0, 7, 0, 0]);
}

#[test]
#[should_panic(expected = "out of range")]
fn a_coordinate_outside_panics() {
    let data = [0; 6];
    let _ = View::new(&data, Layout::<"(2,3):(3,1)">).unwrap()[(2, 0)];
}

#[test]
fn swizzled_views() {
    let data: Vec<usize> = (0..16).collect();
    let layout = Layout::<"Sw<2,0,2> o 0 o (4,4):(4,1)">;
    let view = View::new(&data, layout).unwrap();
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(view[(i, j)], layout.index((i, j)));
    }
    assert_eq!(view[(2, 1)], 11);
    let (row, offset) = layout.slice(coord!(2, _));
    assert_eq!(offset, 0);
    let row = View::new(&data, row).unwrap();
    assert_eq!(row.iter().copied().collect::<Vec<_>>(), [10, 11, 8, 9]);
}

#[test]
fn kernels_read_const_layouts() {
    let (a, b): (Vec<f32>, Vec<f32>) = ((0..12).map(|x| x as f32).collect(), vec![2.0; 20]);
    let n = 5;
    let a = View::new(&a, Layout::<"(3,4):(4,1)">).unwrap();
    let b = View::new(&b, layout!((4, n):(n, 1))).unwrap();
    let mut c = vec![0.0_f32; 15];
    matmul(a, b, &mut ViewMut::new(&mut c, layout!((3, n):(n, 1))).unwrap());
    assert_eq!(c[..5], [12.0; 5]);
    assert_eq!(c[10..], [76.0; 5]);
    assert_eq!((sum(a), maximum(a)), (66.0, Some(11.0)));
    let mut turned = [0.0_f32; 12];
    copy(a, &mut ViewMut::new(&mut turned, Layout::<"(3,4):(1,3)">).unwrap());
    assert_eq!(turned[..4], [0.0, 4.0, 8.0, 1.0]);
    let mut twice = [0.0_f32; 12];
    transform(a, &mut ViewMut::new(&mut twice, Layout::<"(3,4):(4,1)">).unwrap(), |x| 2.0 * x);
    assert_eq!(twice[11], 22.0);
    assert_eq!(sum(tile_of(a, tile!(3, 2), (0, 1))), 2.0 + 3.0 + 6.0 + 7.0 + 10.0 + 11.0);
    // A tile of a tile, written.
    let mut out = [0.0_f32; 12];
    let to = ViewMut::new(&mut out, Layout::<"(3,4):(4,1)">).unwrap();
    let j = 1;
    static_layout_kernels::fill(&mut slice(tile_of(to, tile!(3, 2), (0, j)), coord!(1, _)), 9.0);
    assert_eq!(out, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0, 9.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
#[should_panic(expected = "4 is not below 4")]
fn a_slice_outside_panics() {
    let data = [0; 12];
    let j = 4;
    let _ = slice(View::new(&data, Layout::<"(3,4):(4,1)">).unwrap(), coord!(_, j));
}

#[test]
fn arrays_on_the_heap() {
    let mut array = Boxed::<f32, Layout<"(2,3):(3,1)">>::filled(Layout::<"(2,3):(3,1)">, 1.5);
    array[(1, 2)] = 4.0;
    assert_eq!(sum(&array), 5.0 * 1.5 + 4.0);
}

/// What a const layout says faster is what the provided functions say of its form and words.
#[test]
fn form_of_const_layouts() {
    use static_layout::internal::Form;

    #[derive(Clone, Copy)]
    struct Plain<L>(L);
    // SAFETY: the form and the words are those of `L`, whose `impl` is the one that is tested.
    unsafe impl<L: Form> Form for Plain<L> {
        const FORM: static_layout::dynamic::Layout = L::FORM;
        type Outer = L::Outer;
        fn outer(self) -> L::Outer {
            self.0.outer()
        }
        fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
            self.0.write_words(extents, strides);
        }
    }
    fn compare<L: Form>(layout: L) {
        let plain = Plain(layout);
        assert_eq!(layout.with_words().to_string(), plain.with_words().to_string());
        assert_eq!(layout.mode_sizes::<4>(), plain.mode_sizes::<4>());
        let [a, b, c, _] = layout.mode_sizes::<4>();
        for (i, j, k) in
            (0..a).flat_map(|i| (0..b).flat_map(move |j| (0..c).map(move |k| (i, j, k))))
        {
            assert_eq!(layout.plain_offset([i, j, k, 0]), plain.plain_offset([i, j, k, 0]));
        }
        assert_eq!(layout.count(), plain.count());
        assert_eq!(layout.reach(), plain.reach());
        assert_eq!(size_of::<L>() == 0, L::FORM.all_known());
    }
    compare(Layout::<"((2,2),3,4):((1,24),2,6)">);
    compare(Layout::<"(3,4):(-4,1)">);
    compare(Layout::<"((2,n),3,m):((1,24),2,-k)">::with([2, 4, 6]));
    compare(Layout::<"(0,4):(1,3)">);
    compare(Layout::<"8:1">);
    compare(Layout::<"Sw<2,0,2> o 0 o (4,4):(4,1)">);
}
