//! Random strided arrays, and calls of the operations on axes.

use layout_core::{IntTuple, Layout, Slice};

use super::sample::SampleRandom;

/// A call of an operation on axes, which would refuse most random nested modes.
pub fn is_of_axes(method: &str) -> bool {
    ["reshape", "broadcast_to", "squeeze", "to_flat", "merge_axes", "merge_axes_by", "slice_axes"]
        .contains(&method)
}

/// A strided array. Some have nested modes, gaps or axes of one element.
pub fn of_rank(random: &mut SampleRandom) -> Layout {
    let rank = 1 + random.below(4);
    let extents: Vec<i64> = (0..rank).map(|_| random.pick(&[1, 2, 3, 4, 4, 5, 6, 8])).collect();
    let mut order: Vec<usize> = (0..rank).collect();
    if random.once_in(3) {
        (1..rank).for_each(|k| order.swap(k, random.below(k + 1)));
    }
    let (mut strides, mut step) = (vec![0; rank], 1);
    for &axis in order.iter().rev() {
        strides[axis] = if random.once_in(12) { 0 } else { step };
        step *= extents[axis] * if random.once_in(6) { 2 } else { 1 };
    }
    let modes = extents.iter().zip(strides).map(|(&extent, stride)| {
        let nests = extent % 2 == 0 && random.once_in(6);
        let leaf = IntTuple::leaf;
        if nests {
            let two = |a, b| IntTuple::tuple(&[leaf(a), leaf(b)]).unwrap();
            (two(2, extent / 2), two(stride, stride * 2))
        } else {
            (leaf(extent), leaf(stride))
        }
    });
    let (shape, stride): (Vec<IntTuple>, Vec<IntTuple>) = modes.unzip();
    let tuple = |modes: &[IntTuple]| IntTuple::tuple(modes).unwrap();
    Layout::new(tuple(&shape), tuple(&stride)).unwrap()
}

fn sizes(a: &Layout) -> Vec<i64> {
    (0..a.rank()).map(|axis| a.mode(axis).unwrap().size()).collect()
}

fn shape(extents: &[i64]) -> IntTuple {
    let extents: Vec<IntTuple> = extents.iter().map(|&extent| IntTuple::leaf(extent)).collect();
    IntTuple::tuple(&extents).unwrap()
}

/// A shape made by joining and cutting axes. Some have another size.
pub fn reshaped(random: &mut SampleRandom, a: &Layout) -> IntTuple {
    let mut extents: Vec<i64> = Vec::new();
    for extent in sizes(a) {
        match extents.last_mut() {
            Some(last) if random.once_in(2) => *last *= extent,
            _ => extents.push(extent),
        }
    }
    for _ in 0..random.below(3) {
        let at = random.below(extents.len());
        let part = random.pick(&[1, 2, 2, 3, 4]);
        if extents[at] % part == 0 {
            extents[at] /= part;
            extents.insert(at + random.below(2), part);
        }
    }
    if random.once_in(9) {
        extents[0] += 1;
    }
    shape(&extents)
}

/// A shape with repeated axes of one element, and new axes. Some repeat other axes.
pub fn broadcast(random: &mut SampleRandom, a: &Layout) -> IntTuple {
    let repeats = random.pick(&[1, 2, 3, 5]);
    let mut extents: Vec<i64> =
        sizes(a).into_iter().map(|extent| if extent == 1 { repeats } else { extent }).collect();
    for _ in 0..random.below(3) {
        extents.insert(0, random.pick(&[1, 2, 4]));
    }
    if random.once_in(8) {
        let at = random.below(extents.len());
        extents[at] += 1;
    }
    shape(&extents)
}

/// The numbers of new axes, each once.
pub fn inserted(random: &mut SampleRandom, a: &Layout) -> IntTuple {
    let count = (1 + random.below(3)).min(12 - a.rank());
    let mut axes: Vec<i64> = (0..(a.rank() + count) as i64).collect();
    (1..axes.len()).for_each(|k| axes.swap(k, random.below(k + 1)));
    axes.truncate(count);
    shape(&axes)
}

/// Indices, ranges, some of them past the ends, and steps in both directions.
pub fn slices(random: &mut SampleRandom, a: &Layout) -> Vec<Slice> {
    let sizes = sizes(a);
    let axes = 1 + random.below(a.rank());
    let mut slice = |extent: i64| {
        let mut bound = || random.below(2 * extent as usize + 4) as i64 - extent - 2;
        let (start, stop) = (bound(), bound());
        let index = start.clamp(-extent, extent - 1);
        match random.below(6) {
            0 => Slice::FULL,
            1 => Slice::Index(index),
            kind => Slice::Range {
                start: (kind != 2).then_some(start),
                stop: (kind != 3).then_some(stop),
                step: random.pick(&[1, 1, 2, 3, -1, -2]),
            },
        }
    };
    sizes[..axes].iter().map(|&extent| slice(extent)).collect()
}

/// The text of slices for `slices!`.
pub fn source(slices: &[Slice]) -> String {
    let show = |slice: &Slice| match *slice {
        Slice::Index(index) => index.to_string(),
        Slice::Range { start, stop, step } => {
            let bound = |bound: Option<i64>| bound.map_or(String::new(), |bound| bound.to_string());
            let step = if step == 1 { String::new() } else { format!("; {step}") };
            format!("{}..{}{step}", bound(start), bound(stop))
        }
    };
    slices.iter().map(show).collect::<Vec<_>>().join(", ")
}
