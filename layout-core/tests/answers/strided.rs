//! Layouts as strided arrays.

use layout_core::{AxisList, Frame, IntTuple, Layout, Slice, StrideOrder, StridedLayout};

use crate::said::{Recorded, Say, ask, ask_each};
use crate::universe::{RandomSource, join};

fn slice(source: &mut RandomSource) -> Slice {
    let bound = |source: &mut RandomSource| {
        (!source.once_in(3)).then(|| source.of(&[0, 1, 2, 3, 5, -1, -2, -9, 9, i64::MAX, i64::MIN]))
    };
    match source.below(5) {
        0 => Slice::Index(source.of(&[0, 0, 1, 1, 2, -1, -2, 5, i64::MIN])),
        1 => Slice::FULL,
        _ => Slice::Range {
            start: bound(source),
            stop: bound(source),
            step: source.of(&[1, 1, 1, 2, 3, -1, -2, 0, i64::MAX]),
        },
    }
}

fn axes(source: &mut RandomSource, rank: usize) -> AxisList {
    let mut axes: Vec<i64> = (0..rank as i64).collect();
    (1..rank).for_each(|k| axes.swap(k, source.below(k + 1)));
    if source.once_in(6) && rank > 0 {
        axes[0] = source.of(&[-1, 0, 1, 7]);
    }
    AxisList::new(&axes).unwrap()
}

#[test]
fn layouts_as_arrays() {
    let (answers, mut source) = (Recorded::of("array_layout"), RandomSource::new(30));
    for _ in 0..700 {
        let a = source.layout();
        let slices: Vec<Slice> =
            (0..source.below(a.rank() + 2)).map(|_| slice(&mut source)).collect();
        ask!(answers: a.slice_axes(&slices));
        let size = a.size();
        let shape = match source.below(3) {
            0 => source.shape(),
            1 => source.walk(size).shape(),
            _ => source.shape().append(&IntTuple::leaf(-1)).unwrap_or(IntTuple::leaf(-1)),
        };
        ask!(answers: a.reshape(&shape));
        ask!(answers: a.broadcast_to(&shape));
        if let Ok(wider) = a.shape().prepend(&IntTuple::leaf(source.of(&[1, 2, 0]))) {
            ask!(answers: a.broadcast_to(&wider));
        }
        // An equal nesting with other integers, another order of the axes, or any array.
        for pattern in
            [source.mixed(&a), Layout::col_major(a.shape()).unwrap_or(a), source.layout()]
        {
            let pattern = source.mixed(&pattern);
            let flat = a.to_flat().unwrap_or(a);
            ask!(answers: flat.read_axes(&pattern));
            ask!(answers: flat.read_extents(&pattern));
        }
        ask!(answers: a.transpose());
        ask!(answers: a.merge_axes(source.below(64) as u32));
        let at = [source.of(&[0, 1, 2, -1, 5]), source.of(&[0, 1, 3, -2])];
        ask!(answers: a.unsqueeze(&at[..source.below(3)]));
    }
    answers.compare();
}

#[test]
fn fractals() {
    let (answers, mut source) = (Recorded::of("fractals"), RandomSource::new(37));
    for _ in 0..500 {
        let frame = Frame::ALL[source.below(Frame::ALL.len())];
        let mut pair = |numbers: &[i64]| {
            join(&[IntTuple::leaf(source.of(numbers)), IntTuple::leaf(source.of(numbers))])
        };
        let (from, extents) = (pair(&[0, 0, 3, 16, 32, 40, -1]), pair(&[1, 4, 16, 20, 64, 0]));
        let Ok(a) = frame.layout(source.of(&[16, 33, 64]), 48, source.of(&[2, 16])) else {
            continue;
        };
        ask!(answers: a.slice_fractals(&from, &extents));
    }
    answers.compare();
}

#[test]
fn arrays() {
    let (answers, mut source) = (Recorded::of("array"), RandomSource::new(31));
    for _ in 0..900 {
        let (plain, item) = (source.layout(), source.of(&[1, 2, 4, 4, 8, 3, 0, -1]));
        ask!(answers: StridedLayout::new(&plain, item));
        let (Ok(flat), Ok(mut strides)) = (plain.shape().flatten(), plain.stride().flatten())
        else {
            continue;
        };
        (0..strides.leaf_count()).for_each(|k| {
            let bytes = strides.value(k).saturating_mul(item);
            let bytes = bytes.saturating_add(source.of(&[0, 0, 0, 0, 0, 0, 1]));
            strides.set_value(k, bytes);
        });
        let (Ok(shape), Ok(bytes)) = (AxisList::of(&flat), AxisList::of(&strides)) else {
            continue;
        };
        ask!(answers: StridedLayout::from_byte_strides(&shape, &bytes, item));
        let order = match source.below(5) {
            0 => StrideOrder::C,
            1 => StrideOrder::F,
            2 => StrideOrder::K,
            _ => StrideOrder::Axes(axes(&mut source, flat.leaf_count())),
        };
        ask!(answers: StridedLayout::dense(&shape, item, &order));
        let Ok(a) = StridedLayout::new(&plain, item) else { continue };
        let moved = source.of(&[0, 0, 1, 7, -3, i64::MAX]);
        ask!(answers: a.with_offset(moved));
        let a = a.with_offset(moved).unwrap_or(a);
        ask_each!(answers: a,
            strides_in_bytes offset_in_bytes offset_bounds required_size_in_bytes stride_order is_contiguous_c
            is_contiguous_f is_contiguous_any is_dense is_unique volume rank squeezed flattened_axis_mask);
        ask!(answers: a.to_dense(&order));
        ask!(answers: a.permuted(&axes(&mut source, a.rank())));
        let slices: Vec<Slice> =
            (0..source.below(a.rank() + 2)).map(|_| slice(&mut source)).collect();
        ask!(answers: a.sliced(&slices));
        ask!(answers: a.reshaped(&AxisList::of(&source.walk(a.volume()).shape()).unwrap()));
        ask!(answers: a.reshaped(&AxisList::new(&[-1]).unwrap()));
        let wider: Vec<i64> = [2].iter().chain(a.shape().iter()).copied().collect();
        ask!(answers: a.broadcast_to(&AxisList::new(&wider).unwrap()));
        let (start, end) = (source.of(&[0, 0, 1, -2, 9]), source.of(&[-1, -1, 1, 2, -9]));
        ask!(answers: a.flattened(start, end, None));
        ask!(answers: a.flattened(start, end, Some(source.below(16) as u64)));
        ask!(answers: a.unsqueezed(&[source.of(&[0, 1, -1, 4])]));
        let (wide, pointer) = (source.of(&[1, 2, 4, 8, 16, 6]), source.of(&[0, 16, 4, 64, 6]));
        let axis = source.of(&[-1, -1, 0, 1, -3]);
        for keep in [false, true] {
            let operands: [&dyn Say; 5] = [&a, &wide, &pointer, &axis, &keep];
            answers.add("repacked", &operands, &a.repacked(wide, pointer, axis, keep));
        }
        ask!(answers: a.max_compatible_item_size(wide, pointer, axis));
        let said = a.to_string();
        answers.add("parse", &[&said], &said.parse::<StridedLayout>());
        let other = Layout::col_major(plain.shape()).and_then(|b| StridedLayout::new(&b, item));
        answers.add("eq", &[&a], &other.map(|other| a == other));
    }
    answers.compare();
}
