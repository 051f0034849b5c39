//! Reads elements in order, in part, as text, and through other layouts.

use super::*;

/// Checks that both have equal coordinates.
fn same<C: Coordinate>(a: impl Iterator<Item = C>, b: impl Iterator<Item = C>) -> bool {
    let text = |c: C| c.display().to_string();
    a.map(text).eq(b.map(text))
}

for_all_layouts! {
    fn elements_as_a_slice(mut case: Case<L>) {
        let mut indices = case.indices();
        indices.sort();
        let is_range = indices.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let first = indices.first().copied().unwrap_or(0);
        // Elements before and after the layout's elements show a slice that begins or ends elsewhere.
        case.data.splice(0..0, [1, 2, 3]);
        case.data.extend([4, 5, 6]);
        case.origin += 3;
        let expected = is_range.then(|| case.data[3 + first..][..indices.len()].to_vec());
        prop_assert_eq!(case.view().as_slice(), expected.as_deref());
        let (origin, layout) = (case.origin, case.layout);
        let mut written = ViewMut::with_origin(&mut case.data, origin, layout).unwrap();
        prop_assert_eq!(written.as_slice(), expected.as_deref());
        prop_assert_eq!(written.as_mut_slice().map(|elements| &*elements), expected.as_deref());
        Ok(())
    }

    fn elements_in_order(case: Case<L>) {
        let expected: Vec<usize> = case.indices().iter().map(|&i| case.data[i]).collect();
        let view = case.view();
        prop_assert!(view.iter().eq(&expected));
        prop_assert_eq!(view.iter().len(), expected.len());
        prop_assert!(view.iter().rev().eq(expected.iter().rev()));
        // `for_each` has other loops than `next`.
        let mut found = Vec::new();
        view.iter().for_each(|x| found.push(*x));
        prop_assert_eq!(&found, &expected);
        for skipped in [0, 1, 3, expected.len(), expected.len() + 1] {
            let mut rest = view.iter();
            let nth = rest.nth(skipped);
            prop_assert_eq!(nth, expected.get(skipped));
            prop_assert_eq!(rest.len(), expected.len().saturating_sub(skipped + 1));
            let rest: Vec<usize> = rest.fold(Vec::new(), |mut all, x| { all.push(*x); all });
            prop_assert_eq!(&rest[..], expected.get(skipped + 1..).unwrap_or(&[]));
        }
        // From both ends.
        let (mut ends, mut left) = (view.iter(), expected.iter());
        while let Some(first) = left.next() {
            prop_assert_eq!(ends.next(), Some(first));
            prop_assert_eq!(ends.next_back(), left.next_back());
            prop_assert_eq!(ends.len(), left.len());
        }
        prop_assert_eq!(ends.next(), None);
        Ok(())
    }

    fn entries(case: Case<L>) {
        let view = case.view();
        prop_assert!(same(view.entries().map(|(c, _)| c), case.layout.coords()));
        for (coord, element) in view.entries() {
            prop_assert_eq!(view.at(coord) as *const _, element as *const _);
        }
        let (mut entries, count) = (view.entries(), case.indices().len());
        for left in (0..=count).rev() {
            prop_assert_eq!((entries.len(), entries.size_hint()), (left, (left, Some(left))));
            entries.next();
        }
        Ok(())
    }

    fn accesses(case: Case<L>) {
        let (view, indices) = (case.view(), case.indices());
        for (linear, &i) in indices.iter().enumerate() {
            prop_assert_eq!(view.at(linear), &case.data[i]);
            // SAFETY: the linear index is less than the size, so it is a coordinate.
            prop_assert_eq!(unsafe { view.get_unchecked(linear) }, &case.data[i]);
        }
        for past in [indices.len(), usize::MAX] {
            panics("out of range", std::panic::AssertUnwindSafe(|| { view.at(past); }));
        }
        Ok(())
    }

    fn equality(case: Case<L>) {
        let view = case.view();
        let copy = Boxed::from_coords(Layout::col_major(case.layout.shape()), |coord| {
            *view.at(coord)
        });
        prop_assert!(view == copy);
        prop_assert!(copy == view);
        let mut differs = copy.clone();
        if let Some(last) = differs.as_mut_slice().last_mut() {
            *last += 1;
            prop_assert!(view != differs);
        }
        let mut pairs = 0;
        view.for_each_with(&copy, |x, y| { assert_eq!(x, y); pairs += 1; });
        prop_assert_eq!(pairs, case.indices().len());
        Ok(())
    }

    fn text(case: Case<L>) {
        let view = case.view();
        let words: Vec<String> = view.iter().map(|x| x.to_string()).collect();
        let shown = view.to_string();
        if words.is_empty() {
            prop_assert_eq!(shown, "no elements");
            return Ok(());
        }
        let mut said: Vec<&str> =
            shown.lines().filter(|line| !line.starts_with('(')).flat_map(str::split_whitespace).collect();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        said.sort_unstable();
        words.sort_unstable();
        prop_assert_eq!(said, words);
        Ok(())
    }

    fn coordinates(case: Case<L>) {
        let coords = Coordinates::of_tensor(&case.view());
        prop_assert!(same(coords.iter(), case.layout.coords()));
        prop_assert_eq!(coords.iter().count(), case.indices().len());
        Ok(())
    }
}

/// A view is made if each coordinate has an element, and otherwise refused: all origins, strides of both signs. It
/// begins at the element of its origin, and at the slice if it has no coordinates.
#[test]
fn origins_of_small_layouts() {
    let data = [0_u8; 9];
    macro_rules! check {
        ($extents:expr, $strides:expr, $($layout:expr, $down:expr;)*) => {$(
            for (len, origin) in (0..9).flat_map(|len| (0..=len + 2).map(move |origin| (len, origin))) {
                let ((m, n), (a, b)): ((usize, usize), (usize, usize)) = ($extents, $strides);
                let (a, b) = (a as i64 * $down.0, b as i64 * $down.1);
                let offset = |i: usize, j: usize| origin as i64 + i as i64 * a + j as i64 * b;
                let mut offsets = (0..m).flat_map(|i| (0..n).map(move |j| offset(i, j)));
                let fits = offsets.all(|offset| (0..len as i64).contains(&offset));
                let begins = fits.then_some(if m * n == 0 { 0 } else { origin });
                let found = View::with_origin(&data[..len], origin, $layout).ok();
                let found = found.map(|view| view.as_ptr().addr() - data.as_ptr().addr());
                assert_eq!(found, begins, "{} from {origin} of {len}", $layout);
                let mut data = data;
                let start = data.as_ptr().addr();
                let found = ViewMut::with_origin(&mut data[..len], origin, $layout).ok();
                let found = found.map(|mut view| view.as_mut_ptr().addr() - start);
                assert_eq!(found, begins, "{} from {origin} of {len}", $layout);
            }
        )*};
    }
    for (m, n) in (0..4).flat_map(|m| (0..3).map(move |n| (m, n))) {
        for (a, b) in (0..3).flat_map(|a| [0, 1, 4].map(|b| (a, b))) {
            check! { (m, n), (a, b),
                layout!((m, n):(a, b)), (1, 1);
                layout!((m, n):(-a, b)), (-1, 1);
                layout!((m, n):(a, -b)), (1, -1);
                layout!((m, n):(-a, -b)), (-1, -1);
            }
        }
    }
    check! { (3, 2), (1, 4), layout!((3, 2):(-1, 4)), (-1, 1); layout!((3, 2):(1, -4)), (1, -1); }
}

/// Loops without coordinates end at once, even if another extent is large.
#[test]
fn no_coordinates_beside_many() {
    let many = std::hint::black_box(1_usize << 60);
    let data = [0_usize; 0];
    macro_rules! ends {
        ($($layout:expr;)*) => {$(
            let view = View::new(&data, $layout).unwrap();
            view.iter().for_each(|_| unreachable!());
            view.entries().for_each(|_| unreachable!());
            assert_eq!(view.iter().rev().next(), None);
            view.for_each_with(&view, |_, _| unreachable!());
            assert!(view == view && view.iter().fold(true, |_, _| false));
        )*};
    }
    ends! {
        layout!((0, many):(1, 1));
        layout!((many, 0):(1, 1));
        layout!((many, (0, 2)):(0, (1, 2)));
        layout!((0, 1152921504606846976):(1, 1));
    }
}

#[test]
fn a_dynamic_layout() {
    for text in ["(2,(2,2)):(4,(1,2))", "(3,4):(-1,3)", "(4,0):(1,4)", "():()", "5:0"] {
        let layout: dynamic::Layout = text.parse().unwrap();
        let offsets: Vec<i64> = layout.iter().collect();
        let below = offsets.iter().min().map_or(0, |least| -least) as usize;
        let len = below + offsets.iter().max().map_or(0, |most| *most as usize + 1);
        let mut data: Vec<usize> = (100..100 + len).collect();
        let found: Vec<usize> =
            View::dynamic(&data, below, layout).unwrap().elements().copied().collect();
        let expected: Vec<usize> =
            offsets.iter().map(|offset| data[(below as i64 + offset) as usize]).collect();
        assert_eq!(found, expected, "{text}");
        if len > 0 {
            assert!(View::dynamic(&data[1..], below, layout).is_err(), "{text}");
            assert!(View::dynamic(&data, below + 1, layout).is_err(), "{text}");
            assert!(View::dynamic(&data, usize::MAX, layout).is_err(), "{text}");
        }
        let mut view = ViewMut::dynamic(&mut data, below, layout).unwrap();
        for (i, coord) in (0..layout.size()).enumerate() {
            *view.try_at_mut(&coord.into()).unwrap() = i;
        }
        assert!(view.try_at(&layout.size().into()).is_err(), "{text}");
    }
    assert!(View::dynamic(&[0; 9], 0, "(2,2):(1@0,1@1)".parse().unwrap()).is_err());
    // Without coordinates there is no offset to compare: neither the strides nor the origin matter.
    for (text, origin) in [("(0,3):(1,-5)", 0), ("(0,3):(-5,1)", 0), ("(3,0):(1,3)", 7)] {
        let view = View::dynamic(&[0; 0], origin, text.parse().unwrap()).unwrap();
        assert_eq!(view.elements().count(), 0, "{text}");
    }
}

#[test]
fn grids() {
    let data = [1.5, -2.25, 10.0, 0.125];
    let view = View::new(&data, layout!((2, 2):(2, 1))).unwrap();
    assert_eq!(view.to_string(), "  1.5 -2.25\n   10 0.125");
    // Columns are as wide as their widest text, which may be empty.
    assert_eq!(View::new(&[""; 4], layout!((2, 2):(2, 1))).unwrap().to_string(), " \n ");
    assert_eq!(format!("{view:.1}"), " 1.5 -2.2\n10.0  0.1");
    assert_eq!(
        format!("{:?}", view.slice(coord!(1, _))),
        "View { layout: (_2):(_1), elements: [10.0, 0.125] }"
    );
    let words = ["a", "bc", "d", "e", "f", "g", "h", "i"];
    let view = View::new(&words, layout!((1, 2, (2, 2)))).unwrap();
    assert_eq!(
        view.to_string(),
        "(_,_,0)\n a bc\n\n(_,_,1)\n d  e\n\n(_,_,2)\n f  g\n\n(_,_,3)\n h  i"
    );
    let view = View::new(&words, layout!((1, 1, 2, 2))).unwrap();
    assert!(view.to_string().ends_with("(_,_,0,1)\n d\n\n(_,_,1,1)\n e"), "{view}");
    assert_eq!(View::new(&words, layout!(():())).unwrap().to_string(), "a");
}

/// A view composed by mode has only elements of the view: each tiler stays inside its mode, although the element past
/// the end of the mode exists in memory.
#[test]
fn composed_by_mode() {
    let data: [usize; 48] = std::array::from_fn(|i| i);
    let (n, one, two, four) = (6, 1, 2, 4);
    let whole = View::new(&data, layout!((8, n):row)).unwrap();
    // The upper left quarter: neither its rows nor its columns end where memory does.
    let view = whole.slice_axes(slices!(0..4, 0..3));
    let read = view.compose(tile!(2:2, _));
    for (i, j) in read.layout().coords() {
        assert_eq!(read[(i, j)], view[(2 * i, j)]);
    }
    assert_eq!(read.layout().to_string(), "(2,3):(12,1)");
    // The modes past the tilers are dropped, at their coordinate 0.
    assert!(view.compose(tile!(2)).iter().eq([&0, &6]));
    assert!(view.compose(Tile::new((layout!(four:one),))).iter().eq([&0, &6, &12, &18]));
    for (extent, stride) in [(5, 1), (3, 2), (2, 4)] {
        let tile = Tile::new((layout!(extent:stride), Keep));
        let refused = view.try_compose(tile).unwrap_err().to_string();
        assert!(refused.contains("around element 0 of 4"), "{refused}");
        let columns = Tile::new((Keep, layout!(extent:stride)));
        assert!(view.try_compose(columns).unwrap_err().to_string().contains("of 3"));
    }
    assert!(view.try_compose(Tile::new((layout!(two:-one), Keep))).is_err());
    // An empty mode that is dropped has no coordinate 0.
    let empty = View::new(&data[..0], layout!((four, {n - 6}):(1, 4))).unwrap();
    assert!(empty.try_compose(tile!(2)).is_err());
    panics("it reaches from 0 to 4 around element 0 of 4", || {
        _ = view.compose(Tile::new((layout!(5:one),)));
    });
    // A nested mode is indexed linearly; a swizzled view stays swizzled.
    let nested = View::new(&data, layout!(((2, 2), 3):((1, 6), 12))).unwrap();
    assert!(nested.compose(tile!(2:2, 1)).iter().eq([&0, &6]));
    let swizzled = View::new(&data, layout!(Sw<1, 0, 2> o 0 o (4, 4):(4, 1))).unwrap();
    let read = swizzled.compose(tile!(2:2, 2));
    for (i, j) in read.layout().coords() {
        assert_eq!(read[(i, j)], swizzled[(2 * i, j)]);
    }
}

#[test]
fn composed() {
    let data: Vec<usize> = (0..24).collect();
    let view = View::new(&data, layout!((4, 6):(6, 1))).unwrap();
    let read = view.compose(layout!((3, 2):(4, 2)));
    for i in 0..3 {
        for j in 0..2 {
            assert_eq!(read[(i, j)], *view.at(4 * i + 2 * j));
        }
    }
    let n = 7;
    let rows = View::new(&data, layout!((n, 3):(3, 1))).unwrap();
    // 7 rows of 3: a layout that reaches past them is refused, even if the slice has the elements.
    assert!(rows.try_compose(layout!(22:1)).unwrap_err().to_string().contains("reaches"));
    panics("reaches", || {
        let data = [0; 24];
        let n = 7;
        _ = View::new(&data, layout!((n, 3):(3, 1))).unwrap().compose(layout!(22:1));
    });
    let columns = View::new(&data, layout!((4, 6))).unwrap();
    let swizzled = columns.compose(layout!(Sw<1,0,1> o 0 o (4, 2):(1, 4)));
    assert!(swizzled.iter().eq((0..8).map(|i| columns.at(i ^ (i >> 1 & 1)))));
}

#[test]
fn repeated() {
    let n = 3;
    let data = [1, 2];
    let view = View::new(&data, layout!(2:1)).unwrap().broadcast(n);
    assert_eq!(view.layout().to_string(), "(2,3):(1,0)");
    assert!(view.iter().eq(&[1, 2, 1, 2, 1, 2]));
    assert!(view.broadcast(0).iter().next().is_none());
    panics("is past", || {
        _ = View::new(&[1, 2], layout!(2:1)).unwrap().broadcast(usize::MAX / 2);
    });
}

#[test]
fn a_part_is_padded() {
    // XLA's `f32[3,5]{1,0:T(2,2)}`: tiles of 2 by 2, row by row, in which 3 by 5 elements lie.
    let data: Vec<i32> = (1..=15).collect();
    let part = View::new(&data, layout!((3, 5):row)).unwrap();
    let tiled = Owned::padded(layout!(((2, 2), (2, 3)):((2, 12), (1, 4))), part, 0);
    assert_eq!(
        tiled.as_slice(),
        [1, 2, 6, 7, 3, 4, 8, 9, 5, 0, 10, 0, 11, 12, 0, 0, 13, 14, 0, 0, 15, 0, 0, 0]
    );
    let (m, n) = (3, 5);
    let run_time = View::new(&data, layout!((m, n):(n, 1))).unwrap();
    assert!(Boxed::padded(tiled.layout(), run_time, 0) == tiled);
    // Elements without a coordinate are padding as well.
    let apart = Boxed::padded(layout!((3, 2):(1, 5)), part.compose(tile!(2, 1)), 9);
    assert_eq!(apart.as_slice(), [1, 6, 9, 9, 9, 9, 9, 9]);
    panics("out of range", || _ = Boxed::padded(layout!((m, 4):col), run_time, 0));
    let none = View::new(&data, layout!((0, 5):row)).unwrap();
    assert_eq!(Boxed::padded(layout!((1, 2):row), none, 7).as_slice(), [7, 7]);
}

#[cfg(feature = "bytemuck")]
mod recast {
    use super::*;
    use static_layout::interop::ElementBits;

    #[test]
    fn wider_elements_are_made_of_whole_ones() {
        let data: Vec<u64> = (0..8).map(|i| 0x0807_0605_0403_0201 + i).collect();
        let n = 8;
        let words = View::new(&data, layout!(n:1)).unwrap();
        let bytes = words.recast::<u8>().unwrap();
        assert_eq!(bytes.layout().to_string(), "64:1");
        assert_eq!(bytes.recast::<u64>().unwrap(), words);
        assert!(bytes.iter().copied().eq(data.iter().flat_map(|word| word.to_ne_bytes())));
        // Neither 5 of 8 bytes nor every second of 16 bytes are a `u64`.
        for (part, stride) in [(5, 1), (8, 2), (8, 0)] {
            let some = bytes.compose(layout!(part:stride));
            assert!(some.recast::<u64>().is_err(), "{part}:{stride}");
        }
        let twice = words.broadcast(typenum::U2::new()).recast::<u32>().unwrap();
        assert_eq!(twice.layout().to_string(), "(16,2):(1,0)");
        // Whole groups of bytes, each shared by two coordinates.
        let shared = bytes.broadcast(typenum::U2::new()).recast::<u64>();
        assert!(shared.unwrap_err().to_string().contains("share the offset 0"));
        let floats = words.recast::<[f32; 4]>().unwrap();
        assert_eq!(floats.layout().size(), 4);
    }

    /// Pairs of floats are complex numbers, and back: where the pairs are adjacent, alone.
    #[cfg(feature = "num-complex")]
    #[test]
    fn pairs_of_floats_are_complex() {
        use num_complex::Complex;
        let mut data: Vec<f32> = (0..24).map(|i| i as f32).collect();
        let n = 3;
        let view = View::new(&data, layout!((n, 4, 2):(8, 2, 1))).unwrap();
        let numbers = view.recast::<Complex<f32>>().unwrap();
        assert_eq!(format!("{:#}", numbers.layout()), "(3,_4,_1):(_4,_1,_0)");
        for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let [re, im] = [view[(i, j, 0)], view[(i, j, 1)]];
            assert_eq!(numbers[(i, j, 0)], Complex::new(re, im));
        }
        let back = numbers.squeeze().recast::<f32>().unwrap();
        assert_eq!(back.layout().to_string(), "(3,8):(8,1)");
        assert!(back.as_slice() == Some(&data[..]));
        // Real and imaginary parts that are not adjacent, half a pair, and a part of each pair.
        for (extents, strides) in [((3, 2), (1, 3)), ((2, 3), (3, 1)), ((3, 1), (2, 1))] {
            let some = View::new(&data, Layout::new(extents, strides)).unwrap();
            assert!(some.recast::<Complex<f32>>().is_err(), "{}", some.layout());
        }
        let mut view = ViewMut::new(&mut data, layout!(24:1)).unwrap();
        let mut numbers = view.recast_mut::<Complex<f32>>().unwrap();
        numbers[11] *= Complex::i();
        assert_eq!(data[22..], [-23.0, 22.0]);
    }

    /// `N` bytes, a size that no element type of this library has.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    struct Bytes<const N: usize>([u8; N]);
    // SAFETY: an array of bytes, for which zeros are a value.
    unsafe impl<const N: usize> bytemuck::Zeroable for Bytes<N> {}
    // SAFETY: an array of bytes, without padding, for which any bytes are a value.
    unsafe impl<const N: usize> bytemuck::Pod for Bytes<N> {}
    macro_rules! elements {
        ($($bytes:literal $bits:literal),*) => {$(
            impl ElementBits for Bytes<$bytes> {
                type Bits = Extent<$bits>;
            }
        )*};
    }
    elements! { 1 8, 2 16, 3 24, 4 32, 6 48, 12 96 }

    /// The new elements have the bytes of the old ones, each equally often, for every ratio of their sizes: all small
    /// run-time layouts of one mode.
    #[test]
    fn elements_of_other_sizes_have_the_same_bytes() {
        fn check<const T: usize, const U: usize>()
        where
            Bytes<T>: ElementBits,
            Bytes<U>: ElementBits,
        {
            let data = [Bytes([0; T]); 19];
            let bytes = |bytes: usize, offsets: &mut dyn Iterator<Item = isize>| {
                let first = offsets.map(|offset| offset * bytes as isize);
                let mut all: Vec<_> = first.flat_map(|at| at..at + bytes as isize).collect();
                all.sort_unstable();
                all
            };
            for (n, stride) in (0_usize..=6).flat_map(|n| (0_usize..=3).map(move |d| (n, d))) {
                macro_rules! same {
                    ($layout:expr) => {{
                        let old = View::new(&data, $layout).unwrap();
                        let found = old.recast::<Bytes<U>>();
                        if let Ok(new) = found {
                            let new = new.layout();
                            let offsets = &mut (0..new.size()).map(|i| LayoutOps::offset(new, i));
                            let expected = bytes(T, &mut (0..n).map(|i| (i * stride) as isize));
                            assert_eq!(bytes(U, offsets), expected, "{T} as {U}: {n}:{stride}");
                        }
                        found.is_ok()
                    }};
                }
                _ = same!(layout!(n:stride));
                if stride == 1 {
                    assert_eq!(same!(layout!(n:1)), (n * T).is_multiple_of(U), "{T} as {U}: {n}:1");
                }
            }
        }
        macro_rules! each {
            ($($t:literal)*) => { each! { @ [$($t)*] $($t)* } };
            (@ $all:tt $($t:literal)*) => {$( each! { @@ $t $all } )*};
            (@@ $t:literal [$($u:literal)*]) => {$( check::<$t, $u>(); )*};
        }
        each! { 1 2 3 4 6 12 }
    }

    #[test]
    fn alignment() {
        let data: Vec<u64> = vec![0; 4];
        let bytes = View::new(&data, layout!(4:1)).unwrap().recast::<u8>().unwrap();
        // SAFETY: the pointer and length belong to the 32 bytes of `data`, and any byte is a `u8`.
        let all: &[u8] = unsafe { std::slice::from_raw_parts(bytes.as_ptr(), 32) };
        let n = 8;
        for start in 0..16 {
            let part = View::new(&all[start..], layout!(n:1)).unwrap();
            let found = part.recast::<u32>();
            assert_eq!(found.is_ok(), start % 4 == 0, "{start}");
            if let Err(error) = found {
                assert!(
                    matches!(error, interop::RecastError::Alignment { alignment: 4, .. }),
                    "{error}"
                );
            }
        }
    }
}

/// After `front` elements from the front and `back` from the back, each consumer has the elements between, with their
/// coordinates.
fn check_parts<L: PlainLayout>(layout: L)
where
    <L::Shape as IntTuple>::Coord: PartialEq + std::fmt::Debug,
{
    let data: Vec<usize> = (0..4096).collect();
    let view = View::with_origin(&data, 2048, layout).unwrap();
    let offsets = layout.to_dynamic().iter().map(|offset| (2048 + offset) as usize);
    let all: Vec<_> = offsets.enumerate().map(|(i, offset)| (layout.coord(i), offset)).collect();
    for (front, back) in (0..=all.len()).flat_map(|x| (0..=all.len() - x).map(move |y| (x, y))) {
        let left = &all[front..all.len() - back];
        let part = || {
            let mut walk = view.entries();
            assert!((&mut walk).take(front).map(|(c, x)| (c, *x)).eq(all[..front].iter().copied()));
            assert_eq!((&mut walk).rev().take(back).count(), back);
            assert_eq!(walk.len(), left.len());
            walk
        };
        let here = format!("{layout}: {front} and {back}");
        assert_eq!(part().map(|(c, x)| (c, *x)).collect::<Vec<_>>(), left, "{here}");
        let mut each = Vec::new();
        for (c, x) in part() {
            each.push((c, *x));
        }
        assert_eq!(each, left, "{here}");
        assert!(part().rev().map(|(c, x)| (c, *x)).eq(left.iter().rev().copied()), "{here}");
        for k in 0..=left.len() {
            let mut walk = part();
            assert_eq!(walk.nth(k).map(|(c, x)| (c, *x)), left.get(k).copied(), "{here}");
            assert_eq!(walk.len(), left.len().saturating_sub(k + 1));
            assert!(walk.map(|(c, x)| (c, *x)).eq(left.iter().skip(k + 1).copied()), "{here}");
        }
        let mut walk = view.iter();
        (0..front).for_each(|_| assert!(walk.next().is_some()));
        (0..back).for_each(|_| assert!(walk.next_back().is_some()));
        let mut folded = Vec::new();
        walk.for_each(|x| folded.push(*x));
        assert!(folded.iter().eq(left.iter().map(|(_, x)| x)), "{here}");
    }
}

#[test]
fn consumed_from_both_ends_and_then_folded() {
    for (m, n) in (0..16).map(|i| (i % 4, i / 4)) {
        check_parts(layout!(m:3));
        check_parts(layout!((m, n):(1, 7)));
        check_parts(layout!((m, n):(7, 1)));
        check_parts(layout!((m, 2):(1, m)));
        check_parts(layout!((3, m):(m, 1)));
        check_parts(layout!((m, n, 2):(n, 30, 1)));
        check_parts(layout!((m, (n, 2)):(-1, (9, 50))));
        check_parts(layout!(((m, n), 2):((1, m), 40)));
        check_parts(layout!((1, m):(5, 2)));
        check_parts(layout!((m, 1):(2, 5)));
        check_parts(layout!(((), m, n):((), 1, m)));
        check_parts(layout!((m, n):(0, 1)));
    }
    check_parts(layout!(()));
    check_parts(layout!(5:2));
    check_parts(layout!((3, 4):(4, 1)));
    check_parts(layout!((3, (2, 0)):(4, (1, 0))));
    check_parts(layout!(((2, 3), (1, 2)):((3, 1), (0, -6))));
}

/// Run-time strides in any order, also 0 and negative, and extents of 0 and 1: a slice exactly if the sorted offsets are a
/// range.
#[test]
fn elements_of_run_time_layouts_as_a_slice() {
    fn is_slice<L: AnyLayout>(layout: L) -> bool {
        let data: [usize; 128] = std::array::from_fn(|i| i);
        let view = View::with_origin(&data, 32, layout).unwrap();
        let mut elements: Vec<usize> = view.iter().copied().collect();
        elements.sort();
        let is_range = elements.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let expected = is_range.then_some(&elements[..]);
        assert_eq!(view.as_slice(), expected, "{:?}", view.layout());
        is_range
    }
    let strides = [0, 1, 2, 3, 4, 6, 9];
    let mut counts = [0; 2];
    for case in 0..4_usize.pow(3) * 7_usize.pow(3) {
        let [a, b, c] = [0, 2, 4].map(|bits| case >> bits & 3);
        let [x, y, z] = [1, 7, 49].map(|power| strides[case / 64 / power % 7]);
        counts[is_slice(Layout::new((a, b, c), (x, y, z))) as usize] += 1;
        if y > 0 {
            counts[is_slice(Layout::new((a, b, c), (x, Negative::new(y), z))) as usize] += 1;
        }
        if z == 0 {
            counts[is_slice(layout!((a, b):(x, 1))) as usize] += 1;
            counts[is_slice(layout!((a, b):(1, x))) as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// As many coordinates as places, but two coordinates share one; and a swizzle, which permutes the elements of a slice.
#[test]
fn shared_and_swizzled_elements_as_a_slice() {
    let data: Vec<usize> = (0..40).collect();
    let n = 2;
    assert_eq!(View::new(&data, layout!((2, 2):(0, 3))).unwrap().as_slice(), None);
    assert_eq!(View::new(&data, layout!((n, n):(0, 3))).unwrap().as_slice(), None);
    let swizzled = View::new(&data, layout!(Sw<2,0,2> o 0 o (4,8):(1,4))).unwrap();
    assert_eq!(swizzled.as_slice(), Some(&data[..32]));
    let broadcast = View::new(&data, layout!(Sw<2,0,2> o 0 o (4,8):(1,0))).unwrap();
    assert_eq!(broadcast.as_slice(), None);
    let moved = View::new(&data, layout!(Sw<2,0,2> o 4 o (4,4):(1,4))).unwrap();
    let mut read: Vec<usize> = moved.iter().copied().collect();
    read.sort();
    assert!(moved.as_slice().is_none_or(|elements| elements == read));
    let gaps = View::new(&data, layout!(Sw<1,0,2> o 0 o (4,2):(1,8))).unwrap();
    assert_eq!(gaps.as_slice(), None);
}
