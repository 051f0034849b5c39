//! Strided arrays, compared with lists of offsets in row-major order.

use layout_core::Slices;
use layout_core::{AxisList, IntTuple, Layout, Slice, StrideOrder, StridedLayout};
use proptest::prelude::*;
use static_layout_dialects::MoYe;

fn tuple(values: &[i64]) -> IntTuple {
    let leaves: Vec<IntTuple> = values.iter().copied().map(IntTuple::from).collect();
    IntTuple::tuple(&leaves).unwrap()
}

fn list(values: &[i64]) -> AxisList {
    AxisList::new(values).unwrap()
}

fn leaves(tuple: IntTuple) -> Vec<i64> {
    (0..tuple.leaf_count()).map(|k| tuple.value(k)).collect()
}

/// The offsets of a flat layout, with the last axis fastest.
fn rows(layout: &Layout) -> Vec<i64> {
    let (shape, stride) = (leaves(layout.shape()), leaves(layout.stride()));
    let mut offsets = vec![0];
    for (&extent, &stride) in shape.iter().zip(&stride) {
        offsets = offsets
            .iter()
            .flat_map(|offset| (0..extent).map(move |i| offset + i * stride))
            .collect();
    }
    offsets
}

fn offsets(array: &StridedLayout) -> Vec<i64> {
    rows(&array.layout().unwrap()).iter().map(|offset| offset + array.offset()).collect()
}

/// Any array, also empty ones, and negative strides and strides of 0.
fn array() -> impl Strategy<Value = StridedLayout> {
    let axis = (prop::sample::select(&[0, 1, 1, 2, 2, 3, 4, 6][..]), -12..25_i64);
    let any = prop::collection::vec(axis, 0..5).prop_map(|axes| {
        let (shape, stride): (Vec<i64>, Vec<i64>) = axes.into_iter().unzip();
        Layout::new(tuple(&shape), tuple(&stride)).unwrap()
    });
    let sizes = prop::collection::vec(prop::sample::select(&[1, 2, 3, 4, 6][..]), 0..5);
    let dense = (sizes, 0..2_usize).prop_map(|(shape, order)| {
        let order = [StrideOrder::C, StrideOrder::F][order];
        StridedLayout::dense(&list(&shape), 4, &order).unwrap().layout().unwrap()
    });
    let item_size = prop::sample::select(&[1, 2, 3, 4, 8, 12][..]);
    (prop_oneof![any, dense], item_size, 0..9_i64).prop_map(|(layout, item_size, offset)| {
        StridedLayout::new(&layout, item_size).unwrap().with_offset(offset).unwrap()
    })
}

/// Integers at the boundaries of ranges.
fn hostile() -> impl Strategy<Value = i64> {
    let ends =
        &[i64::MIN, i64::MIN + 1, -(1 << 62), -(1 << 32), 1 << 32, 1 << 62, i64::MAX - 1, i64::MAX]
            [..];
    prop_oneof![-9..9_i64, prop::sample::select(ends)]
}

fn slice() -> impl Strategy<Value = Slice> {
    let bound = || prop::option::of(-8..8_i64);
    let step = prop::sample::select(&[-3_i64, -2, -1, 1, 1, 2, 3][..]);
    prop_oneof![
        (-7..7_i64).prop_map(Slice::Index),
        (bound(), bound(), step).prop_map(|(start, stop, step)| Slice::Range { start, stop, step }),
    ]
}

/// The indices that Python's slice selects, one by one.
fn taken(slice: Slice, extent: i64) -> Option<Vec<i64>> {
    let Slice::Range { start, stop, step } = slice else {
        let Slice::Index(index) = slice else { unreachable!() };
        let index = if index < 0 { index + extent } else { index };
        return (0..extent).contains(&index).then(|| vec![index]);
    };
    let from_end = |bound: i64| if bound < 0 { bound + extent } else { bound };
    let mut index = match (start, step > 0) {
        (None, up) => {
            if up {
                0
            } else {
                extent - 1
            }
        }
        (Some(start), true) => from_end(start).max(0),
        (Some(start), false) => from_end(start).min(extent - 1),
    };
    let stop = stop.map(from_end);
    let mut indices = Vec::new();
    while (0..extent).contains(&index)
        && stop.is_none_or(|stop| if step > 0 { index < stop } else { index > stop })
    {
        indices.push(index);
        index += step;
    }
    Some(indices)
}

/// Some factorizations of `size` into up to three extents.
fn shapes(size: i64) -> Vec<Vec<i64>> {
    let divisors: Vec<i64> = (1..=size).filter(|d| size % d == 0).collect();
    let mut shapes = vec![vec![size], vec![1, size, 1]];
    for &a in &divisors {
        shapes.push(vec![a, size / a]);
        for &b in &divisors {
            if (size / a) % b == 0 {
                shapes.push(vec![a, b, size / a / b]);
            }
        }
    }
    shapes
}

/// Whether some strides give these offsets in row-major order of a shape.
fn has_strides(offsets: &[i64], shape: &[i64]) -> bool {
    let mut strides = vec![0; shape.len()];
    let mut step = 1;
    for axis in (0..shape.len()).rev() {
        if shape[axis] > 1 {
            strides[axis] = offsets[step] - offsets[0];
        }
        step *= shape[axis] as usize;
    }
    let walked = rows(&Layout::new(tuple(shape), tuple(&strides)).unwrap());
    walked.iter().map(|offset| offset + offsets[0]).eq(offsets.iter().copied())
}

/// The offsets of a layout with nested modes: axes from the right, modes of an axis from the left.
fn nested_rows(layout: &Layout) -> Vec<i64> {
    let mut offsets = vec![0];
    for axis in 0..layout.rank() {
        let mode = layout.mode(axis).unwrap();
        offsets = offsets.iter().flat_map(|at| mode.iter().map(move |moved| at + moved)).collect();
    }
    offsets
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn slices_are_pythons(a in array(), slices in prop::collection::vec(slice(), 0..5)) {
        let (shape, strides) = (a.shape(), a.strides());
        let fits = slices.len() <= shape.len();
        let lists: Option<Vec<Vec<i64>>> = shape.iter().enumerate().map(|(axis, &extent)| {
            taken(*slices.get(axis).unwrap_or(&Slice::FULL), extent)
        }).collect();
        match (a.sliced(&slices), lists) {
            (Ok(part), Some(lists)) if fits => {
                let mut expected = vec![a.offset()];
                for (indices, &stride) in lists.iter().zip(&strides[..]) {
                    expected = expected.iter()
                        .flat_map(|at| indices.iter().map(move |i| at + i * stride)).collect();
                }
                prop_assert_eq!(offsets(&part), expected);
            }
            (Err(_), lists) => prop_assert!(!fits || lists.is_none()),
            (Ok(part), _) => prop_assert!(false, "{part}"),
        }
    }

    #[test]
    fn a_reshape_keeps_the_rows_and_is_refused_only_where_none_is(a in array()) {
        prop_assume!(a.volume() > 0);
        let rows = rows(&a.layout().unwrap());
        for shape in shapes(a.volume()) {
            let nested = a.layout().unwrap().reshape(&tuple(&shape));
            if let Ok(nested) = nested {
                prop_assert_eq!(&nested_rows(&nested), &rows);
            }
            match a.reshaped(&list(&shape)) {
                Ok(b) => prop_assert_eq!(offsets(&b), offsets(&a)),
                Err(error) => prop_assert!(!has_strides(&rows, &shape), "{shape:?}: {error}"),
            }
        }
    }

    #[test]
    fn broadcasts_repeat(a in array(), added in prop::collection::vec(0..4_i64, 0..3), to in 0..4_i64) {
        let own = a.shape(); let own = own.iter().copied().map(|extent| if extent == 1 { to } else { extent });
        let shape: Vec<i64> = added.iter().copied().chain(own).collect();
        let b = a.broadcast_to(&list(&shape)).unwrap();
        prop_assert_eq!(&b.shape()[..], &shape[..]);
        let (old, new) = (a.shape(), b.strides());
        for (axis, stride) in new.iter().enumerate() {
            let whole = axis >= added.len() && old[axis - added.len()] != 1;
            prop_assert_eq!(*stride, if whole { a.strides()[axis - added.len()] } else { 0 });
        }
    }

    #[test]
    fn merged_axes_are_the_same_elements(a in array(), b in array(), mask in 0..32_u64) {
        let merged = a.flattened(0, -1, Some(mask)).unwrap();
        if a.volume() > 0 {
            prop_assert_eq!(offsets(&merged), offsets(&a));
            prop_assert_eq!(offsets(&a.squeezed().unwrap()), offsets(&a));
            prop_assert_eq!(offsets(&a.unsqueezed(&[0, -1]).unwrap()), offsets(&a));
        }
        if let Ok(b) = b.broadcast_to(&a.shape()) {
            let both = a.flattened_axis_mask() & b.flattened_axis_mask();
            let (a, b) = (a.flattened(0, -1, Some(both)).unwrap(), b.flattened(0, -1, Some(both)).unwrap());
            prop_assert_eq!(a.shape(), b.shape());
        }
    }

    #[test]
    fn repacked_elements_are_the_same_bytes(a in array(), new in prop::sample::select(&[1, 2, 3, 4, 6, 8, 16][..])) {
        for axis in 0..a.rank() as i64 {
            let Ok(b) = a.repacked(new, 0, axis, true) else { continue };
            let bytes = |array: &StridedLayout| {
                let item = array.item_size();
                let mut bytes: Vec<i64> = offsets(array).iter()
                    .flat_map(|offset| (0..item).map(move |byte| offset * item + byte)).collect();
                bytes.sort_unstable();
                bytes
            };
            prop_assert_eq!(bytes(&a), bytes(&b));
        }
    }

    #[test]
    fn the_widest_item_size_is_accepted(a in array(), pointer in prop::sample::select(&[0, 4, 8, 16][..])) {
        for axis in 0..a.rank() as i64 {
            let widest = a.max_compatible_item_size(48, pointer, axis).unwrap();
            if widest > a.item_size() && widest % a.item_size() == 0 {
                prop_assert!(a.repacked(widest, pointer, axis, true).is_ok());
            }
            for wider in (widest + 1)..=48 {
                if 48 % wider == 0 && wider % a.item_size() == 0 && wider > a.item_size() {
                    prop_assert!(a.repacked(wider, pointer, axis, true).is_err(), "{wider}");
                }
            }
        }
    }

    #[test]
    fn what_is_true_of_an_array(a in array()) {
        let all = offsets(&a);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0] < pair[1]);
        prop_assert_eq!(a.is_unique().unwrap(), distinct);
        let packed = |offsets: &[i64]| offsets.iter().zip(a.offset()..).all(|(&at, i)| at == i);
        prop_assert_eq!(a.is_contiguous_c(), packed(&all));
        prop_assert_eq!(a.is_contiguous_any(), packed(&sorted));
        prop_assert_eq!(a.is_dense(), packed(&sorted) && a.offset() == 0);
        let bounds = (sorted.first().copied(), sorted.last().copied());
        prop_assert_eq!(a.offset_bounds(), (bounds.0.unwrap_or(0), bounds.1.unwrap_or(-1)));
        let dense = a.to_dense(&StrideOrder::K).unwrap();
        prop_assert!(dense.is_dense() && dense.shape() == a.shape());
        let (c, f) = (a.to_dense(&StrideOrder::C).unwrap(), a.to_dense(&StrideOrder::F).unwrap());
        prop_assert!(c.is_contiguous_c() && f.is_contiguous_f());
    }

    #[test]
    fn hostile_numbers_are_answered_or_refused(
        extents in prop::collection::vec(hostile(), 0..4),
        strides in prop::collection::vec(hostile(), 0..4),
        numbers in prop::array::uniform6(hostile()),
    ) {
        let [item_size, offset, axis, start, stop, step] = numbers;
        let rank = extents.len().min(strides.len());
        let (shape, stride) = (tuple(&extents[..rank]), tuple(&strides[..rank]));
        let (sizes, steps) = (list(&extents[..rank]), list(&strides[..rank]));
        let _ = StridedLayout::from_byte_strides(&sizes, &steps, item_size);
        let _ = StridedLayout::dense(&sizes, item_size, &StrideOrder::Axes(steps));
        let Ok(layout) = Layout::new(shape, stride) else { return Ok(()) };
        let Ok(a) = StridedLayout::new(&layout, item_size) else { return Ok(()) };
        let a = a.with_offset(offset).unwrap_or(a);
        let range = Slice::Range { start: Some(start), stop: Some(stop), step };
        let _ = (a.sliced(&[range, Slice::Index(start)]), a.reshaped(&list(&[axis, -1, stop])));
        let _ = (a.strides_in_bytes(), a.offset_in_bytes(), a.required_size_in_bytes());
        let _ = (a.repacked(step, start, axis, false), a.max_compatible_item_size(stop, start, axis));
        let _ = (a.broadcast_to(&list(&[start, stop])), a.flattened(axis, start, None));
        let _ = (a.permuted(&list(&[axis, start])), a.unsqueezed(&[axis, stop]), a.squeezed());
        let _ = (a.offset_bounds(), a.stride_order(), a.to_dense(&StrideOrder::K), a.is_dense());
    }

    #[test]
    fn texts_come_back(a in array(), slices in prop::collection::vec(slice(), 0..5)) {
        prop_assert_eq!(a.to_string().parse::<StridedLayout>().unwrap().layout(), a.layout());
        let text = slices.iter().map(Slice::to_string).collect::<Vec<_>>().join(", ");
        let read = text.parse::<Slices>().unwrap();
        prop_assert_eq!((&read[..], read.to_string()), (&slices[..], text));
    }
}

#[test]
fn runtime_integers_decide_no_form() {
    let marked = |text: &str| text.parse::<MoYe<Layout>>().unwrap().0;
    let show = |layout: Layout| MoYe(layout).to_string();
    let a = marked("(_4, 1, _6):(_6, 6, _1)");
    assert_eq!(show(a.squeeze().unwrap()), "(_4, 1, _6):(_6, 6, _1)");
    assert_eq!(show(a.merge_axes(u32::MAX).unwrap()), "(_4, 1, _6):(_6, 6, _1)");
    let b = marked("(3, _4, _6):(_24, _6, _1)");
    assert_eq!(show(b.merge_axes(u32::MAX).unwrap()), "(72,):(_1,)");
    let (part, offset) = b.slice_axes(&[Slice::from(1..), Slice::FULL.step(-2)]).unwrap();
    assert_eq!((show(part), offset), ("(2, _2, _6):(_24, _-12, _1)".into(), 42));
    let rows = marked("(3, _8):(_8, _1)").reshape(&tuple(&[3, 2, 4])).unwrap();
    assert!(rows.same_function(&"(3,2,4):(8,4,1)".parse().unwrap()), "{rows}");
}
