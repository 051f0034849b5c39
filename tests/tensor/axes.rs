//! Compares views with changed axes with a list of indices.

use static_layout::*;

/// Python's indices of `start:stop:step`; `None` is left out.
fn indices(extent: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> Vec<i64> {
    let (first, end) = if step > 0 { (0, extent) } else { (extent - 1, -1) };
    let at = |bound: i64| if bound < 0 { bound + extent } else { bound };
    let cut = |bound: i64| bound.clamp(if step > 0 { 0 } else { -1 }, first.max(end));
    let mut at_first = start.map_or(first, |bound| cut(at(bound)));
    let end = stop.map_or(end, |bound| cut(at(bound)));
    let mut found = Vec::new();
    while if step > 0 { at_first < end } else { at_first > end } {
        found.push(at_first);
        at_first += step;
    }
    found
}

fn matrix() -> Vec<i64> {
    (0..24).collect()
}

/// Run-time bounds of both signs and past the ends, with static steps.
#[test]
fn slices_of_views_are_pythons() {
    let data = matrix();
    let rows = 4;
    let view = View::new(&data, layout!((rows, 6):(6, 1))).unwrap();
    macro_rules! step {
        ($($step:tt)*) => {
            for (a, b) in (0..9_usize).flat_map(|a| (0..9_usize).map(move |b| (a, b))) {
                let (x, y) = (a as i64, b as i64);
                let row = |found: Vec<i64>| found.into_iter().map(|j| 12 + j).collect::<Vec<_>>();
                let step: i64 = $($step)*;
                let both = view.slice_axes(slices!(2, a..b; $($step)*));
                assert!(both.iter().eq(&row(indices(6, Some(x), Some(y), step))));
                let tail = view.slice_axes(slices!(2, -a..; $($step)*));
                assert!(tail.iter().eq(&row(indices(6, Some(-x), None, step))));
                let head = view.slice_axes(slices!(2, ..-b; $($step)*));
                assert!(head.iter().eq(&row(indices(6, None, Some(-y), step))));
            }
        };
    }
    step!(1);
    step!(2);
    step!(7);
    step!(-1);
    step!(-4);
}

/// A run-time index removes its axis. An index outside the axis is an error, and so is an integer that does not fit.
#[test]
fn run_time_indices() {
    let data = matrix();
    let view = View::new(&data, layout!((4, 6):row)).unwrap();
    for i in 0..4 {
        let row = view.slice_axes(slices!(i));
        assert_eq!((row.layout().to_string(), row[(0,)]), ("(6):(1)".into(), 6 * i as i64));
        let last = view.slice_axes(slices!(.., -i));
        assert_eq!(last[(1,)], if i == 0 { 6 } else { 12 - i as i64 });
    }
    for i in [4, 1 << 40, usize::MAX] {
        assert!(view.try_slice_axes(slices!(i)).is_err());
    }
    // An integer past `2^63 - 1` is not taken for a missing bound or extent.
    let huge = usize::MAX;
    assert!(view.try_slice_axes(slices!(huge..)).is_err());
    assert!(view.try_slice_axes(slices!(..huge)).is_err());
    assert!(view.layout().try_reshape(shape!(huge, 6)).is_err());
    assert!(view.layout().try_broadcast_to(shape!(huge, 4, 6)).is_err());
    // A smaller bound is cut off at the end.
    let far = usize::MAX / 2;
    assert_eq!(view.slice_axes(slices!(far..)).layout().to_string(), "(0,6):(6,1)");
    assert_eq!(view.slice_axes(slices!(..far)).layout().to_string(), "(4,6):(6,1)");
}

/// The rows of a reshaped view are elements of the view: nothing is copied.
#[test]
fn reshapes() {
    let data = matrix();
    let n = 4;
    let view = View::new(&data, layout!((n, 6):(6, 1))).unwrap();
    let cube = view.reshape(shape!(_, 2, 3));
    assert_eq!(format!("{:#}", cube.layout()), "(4,_2,_3):(_6,_3,_1)");
    assert!(view.transpose().iter().eq(cube.transpose().iter()));
    let m = 8;
    let other = view.reshape(shape!(m, 3));
    assert!(view.transpose().iter().eq(other.transpose().iter()));
    assert!(view.layout().try_reshape(shape!(5, _)).is_err());
    assert!(view.layout().try_reshape(shape!(m, 4)).is_err());
    // This also holds without elements.
    let none = 0;
    let empty = View::new(&data[..0], layout!((none, 6):(6, 1))).unwrap();
    assert_eq!(empty.reshape(shape!(_, 2, 3)).layout().to_string(), "(0,2,3):(6,3,1)");
    let static_empty = layout!((0, 6):row).reshape(shape!(3, 0, 5));
    assert_eq!(static_empty.to_string(), "(3,0,5):(0,0,0)");
}

/// A static axis of extent 1 is repeated, a run-time one is not.
#[test]
fn broadcasts() {
    let data = matrix();
    let (one, two) = (1, 2);
    let column = View::new(&data, layout!((4, 1):(6, 1))).unwrap();
    let wide = column.broadcast_to(shape!(two, 4, 3));
    assert_eq!(format!("{:#}", wide.layout()), "(2,_4,_3):(_0,_6,_0)");
    for (i, j, k) in [(0, 0, 0), (1, 2, 1), (1, 3, 2)] {
        assert_eq!(wide[(i, j, k)], 6 * j as i64);
    }
    let unknown = layout!((4, one):(6, 1));
    assert_eq!(unknown.broadcast_to(shape!(2, 4, 1)).to_string(), "(2,4,1):(0,6,1)");
    assert_eq!(
        unknown.try_broadcast_to(shape!(4, 3)).unwrap_err().to_string(),
        "cannot broadcast (4,1):(6,1) to (4,3): axis 1 has the extent 1 at run time only: to repeat it \
         3 times it must be a static 1"
    );
    assert_eq!(column.squeeze().layout().to_string(), "(4):(6)");
    assert_eq!(column.squeeze().unsqueeze::<0>().layout().to_string(), "(1,4):(0,6)");
}

/// The axes of a swizzled layout equal the axes of the layout inside.
#[test]
fn swizzled() {
    let data: [usize; 64] = std::array::from_fn(|i| i);
    let view = View::new(&data, layout!(Sw<1,0,3> o 0 o (8, 8):row)).unwrap();
    let cube = view.reshape(shape!(8, 2, 4));
    let turned = view.transpose();
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(cube[(i, j / 4, j % 4)], view[(i, j)]);
        assert_eq!(turned[(j, i)], view[(i, j)]);
    }
}

/// Every element is in one vector, at its place.
#[test]
fn vectors() {
    let data = matrix();
    let n = 4;
    let view = View::new(&data, layout!((n, 6):(6, 1))).unwrap();
    let vectors = view.vectorize::<3>().unwrap();
    assert_eq!(format!("{:#}", vectors.layout()), "(4,_2):(_2,_1)");
    for (i, j) in (0..4).flat_map(|i| (0..6).map(move |j| (i, j))) {
        assert_eq!(vectors[(i, j / 3)][j % 3], view[(i, j)]);
    }
    // A run-time stride that leaves gaps: a vector would contain elements of the gaps.
    let gaps = View::new(&data, layout!((3, n):(8, 1))).unwrap();
    assert!(gaps.vectorize::<4>().is_ok());
    let short = 2;
    let refused = View::new(&data, layout!((3, short):(8, 1))).unwrap().vectorize::<4>();
    assert!(refused.unwrap_err().to_string().contains("each to be used once"));
}

/// Writes through changed axes reach the right elements.
#[test]
fn written() {
    let mut data = [0; 24];
    let mut view = ViewMut::new(&mut data, layout!((4, 6):row)).unwrap();
    view.slice_axes_mut(slices!(.., ..; -2)).fill(1);
    let k = 1;
    view.slice_axes_mut(slices!(k, 4..2; -1)).fill(2);
    view.reshape_mut(shape!(2, _))[(1, 0)] = 3;
    assert_eq!(data, [0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 2, 1, 3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
}

/// A slice without coordinates begins where the view does: the offset of its first index may lie outside the elements.
#[test]
fn slices_of_nothing_begin_with_the_view() {
    let (data, none) = ([0_i32; 0], 0);
    let view = View::new(&data, layout!(({none}, 4):(1, 8))).unwrap();
    let slice = view.slice_axes(slices!(.., 2..4));
    assert_eq!((slice.as_ptr(), slice.size()), (view.as_ptr(), 0));
}

/// A nested mode of units is one axis of extent 1.
#[test]
fn nested_units_are_an_axis() {
    let a = layout!((4, (1, 1), 3):(3, (0, 0), 1));
    assert_eq!(a.to_flat().to_string(), "(4,1,3):(3,0,1)");
    assert_eq!(a.squeeze().to_string(), "(4,3):(3,1)");
    assert_eq!(a.merge_axes::<0, 3>().to_string(), "(12):(1)");
    assert_eq!(a.slice_axes(slices!(.., .., 1..)).0.to_string(), "(4,1,2):(3,0,1)");
    assert_eq!(a.slice_axes(slices!(.., 0, ..)).0.to_string(), "(4,3):(3,1)");
    let row = layout!(((1, 1), 3):((0, 0), 1));
    assert_eq!(row.broadcast_to(shape!(5, 3)).to_string(), "(5,3):(0,1)");
    let view = View::new(&[1, 2, 3], row).unwrap();
    assert!(view.slice_axes(slices!(-1, ..)).iter().eq(&[1, 2, 3]));
    // A mode without modes is also one axis.
    let a = layout!((4, (), 3):(3, (), 1));
    assert_eq!(a.to_flat().to_string(), "(4,1,3):(3,0,1)");
    assert_eq!(a.squeeze().to_string(), "(4,3):(3,1)");
    assert_eq!(a.merge_axes::<0, 3>().to_string(), "(12):(1)");
    assert_eq!(a.slice_axes(slices!(.., .., 1..)).0.to_string(), "(4,1,2):(3,0,1)");
}

/// The slices of layouts with run-time leaves equal the slices that `layout-core` computes, and so do the refusals.
#[test]
fn run_time_leaves_are_cut_as_by_the_engine() {
    use dynamic::Slice;
    let range = |start, stop, step| Slice::Range { start, stop, step };
    /// With one element or none, the engine knows that the strides are 0, but the type does not.
    fn text(part: &dynamic::Layout, found: &dynamic::Layout) -> String {
        assert_eq!(part.shape(), found.shape());
        let is_free = (0..part.rank()).any(|i| part.mode(i).unwrap().size() < 2);
        if is_free { found.to_string() } else { part.to_string() }
    }
    let mut refused = 0;
    // Slices as the macro and as `layout-core` have them, and the layouts that they cut.
    macro_rules! agree {
        ($n:ident $m:ident $k:ident $slices:tt $layouts:tt) => {
            for ($n, $m, $k) in (0..150).map(|i| (i % 5, 1 + i / 5 % 5, i / 25)) {
                agree! { @each $k $m $slices $layouts }
            }
        };
        (@each $k:ident $m:ident {$($slices:tt)*} $layouts:tt) => { $(agree! { @slices $k $m $slices $layouts })* };
        (@slices $k:ident $m:ident ($slices:expr, $same:expr) {$($layout:expr;)*}) => {$({
            let ($k, $m) = ($k as usize, $m as usize);
            let found = $layout.try_slice_axes($slices);
            let ($k, $m) = ($k as i64, $m as i64);
            let same: [Slice; 2] = $same;
            match ($layout.to_dynamic().slice_axes(&same), found) {
                (Ok((part, offset)), Ok((found, at))) => {
                    assert_eq!((found.to_string(), at as i64), (text(&part, &found.to_dynamic()), offset));
                }
                (Err(expected), Err(found)) => {
                    refused += 1;
                    assert_eq!(found.to_string(), expected.to_string());
                }
                (expected, found) => panic!("{expected:?}, {:?}", found.map(|part| part.0.to_string())),
            }
            let _ = ($k, $m);
        })*};
    }
    agree! {
        n m k {
            (slices!(k), [Slice::Index(k), Slice::FULL])
            (slices!(.., k), [Slice::FULL, Slice::Index(k)])
            (slices!(k.., -1), [range(Some(k), None, 1), Slice::Index(-1)])
            (slices!(..k, 1..), [range(None, Some(k), 1), range(Some(1), None, 1)])
            (slices!(m..k, ..), [range(Some(m), Some(k), 1), Slice::FULL])
            (slices!(-3..k, k..; -1), [range(Some(-3), Some(k), 1), range(Some(k), None, -1)])
            (slices!(..; 2, ..; -1), [range(None, None, 2), range(None, None, -1)])
            (slices!(..; m, ..-1), [range(None, None, m), range(None, Some(-1), 1)])
            (slices!(1..; k), [range(Some(1), None, k), Slice::FULL])
        } {
            layout!((n, {m as usize}):({m as usize}, 1));
            layout!((n, 3):(1, n));
            layout!((n, {m as usize}):(-{m as usize}, {k as usize}));
            layout!((4, 2):({k as usize}, {m as usize}));
            layout!((n, (2, 2)):(8, (1, 2)));
        }
    }
    assert!(refused > 100, "{refused}");
    // An integer past 2^63 is not a number of the slices.
    let (n, far) = (4, usize::MAX);
    assert!(layout!((n, n):(n, 1)).try_slice_axes(slices!(far)).is_err());
    assert!(layout!((n, n):(n, 1)).try_slice_axes(slices!(0..far)).is_err());
}
