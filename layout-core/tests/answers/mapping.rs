//! Coordinates to offsets, and back.

use layout_core::{IntTuple, Layout};

use crate::said::{Recorded, ask};
use crate::universe::RandomSource;

#[test]
fn coordinates_of_layouts() {
    let (answers, mut source) = (Recorded::of("mapping"), RandomSource::new(6));
    for _ in 0..500 {
        let a = source.layout();
        for _ in 0..4 {
            let c = source.coordinate(&a.shape(), false);
            ask!(answers: a.index(&c));
            ask!(answers: a.try_index(&c));
            ask!(answers: a.image(&c));
            ask!(answers: a.try_image(&c));
            let c = source.coordinate(&a.shape(), true);
            ask!(answers: a.try_index(&c));
            ask!(answers: a.slice(&c));
            ask!(answers: a.dice(&c));
            ask!(answers: a.slice_image(&c));
            let size = a.size();
            let i = source.of(&[0, 1, 2, 3, 5, 8, size / 2, size - 1, size, -1, -3]);
            ask!(answers: a.coord(i));
            ask!(answers: a.flat_coord(i));
            let offset = if source.once_in(2) && size > 0 && !a.is_coordinate() {
                a.index(&(i.rem_euclid(size)).into()).unwrap_or(i)
            } else {
                i
            };
            ask!(answers: a.coord_of(offset));
        }
    }
    answers.compare();
}

#[test]
fn coordinates_of_shapes() {
    let (answers, mut source) = (Recorded::of("shape_coordinate"), RandomSource::new(7));
    for _ in 0..800 {
        let shape = source.shape();
        let shape = if source.once_in(4) { shape.set_unknown() } else { shape };
        let c = source.coordinate(&shape, false).to_string();
        let Ok(c) = c.parse::<IntTuple>() else { continue };
        ask!(answers: c.crd2idx(&shape));
        ask!(answers: c.crd2idx_of(&shape));
        ask!(answers: c.idx2crd(&shape));
        ask!(answers: c.increment(&shape));
        let other = source.shape();
        ask!(answers: c.crd2crd(&shape, &other));
        ask!(answers: c.crd2crd(&shape, &IntTuple::leaf(shape.size().unwrap_or(1))));
    }
    answers.compare();
}

#[test]
fn parts_of_padded_divides() {
    let (answers, mut source) = (Recorded::of("padded"), RandomSource::new(8));
    let mut asked = 0;
    while asked < 250 {
        let a = source.layout();
        let t = source.tiler(&a);
        let Ok(padded) = a.zipped_divide_padded(&t) else { continue };
        if padded.all_whole() && !source.once_in(8) || padded.layout().size() > 1 << 40 {
            continue;
        }
        asked += 1;
        let layout: Layout = padded.layout();
        answers.add("all_whole", &[&layout], &padded.all_whole());
        for (linear, step) in [(0, 1), (1, 1), (0, 2), (3, layout.size() / 4)] {
            let extent = ((layout.size() - linear - 1) / step.max(1)).clamp(0, 9);
            let within = padded.guard().along(linear, step, extent);
            answers.add("along", &[&a, &t, &linear, &step, &extent], &within);
        }
        for _ in 0..4 {
            let c = source.coordinate(&layout.shape(), false);
            answers.add("inside", &[&a, &t, &c], &padded.inside(&c));
            let c = source.coordinate(&layout.shape(), true);
            answers.add("is_whole", &[&a, &t, &c], &padded.is_whole(&c));
            let coords = padded.coords(&c).map(|coords| coords.take(20).collect::<Vec<_>>());
            answers.add("coords", &[&a, &t, &c], &coords);
        }
    }
    answers.compare();
}
