//! Readers of this crate's notations on whole and broken texts, and what they print.

use layout_core::{
    ComposedLayout, Coord, Frame, IntTuple, Layout, Slices, StridedLayout, Swizzle, Table, Tiler,
};

use crate::corpus::{every_text, marked, read, shown};
use crate::said::{Recorded, ask};
use crate::universe::RandomSource;

#[test]
fn readers() {
    let answers = Recorded::of("text");
    every_text(|text| {
        read::<Layout>(&answers, "layout", text, marked);
        read::<IntTuple>(&answers, "tuple", text, marked);
        read::<Coord>(&answers, "coord", text, shown);
        read::<Tiler>(&answers, "tiler", text, shown);
        read::<Swizzle>(&answers, "swizzle", text, shown);
        read::<ComposedLayout>(&answers, "composed", text, marked);
        read::<StridedLayout>(&answers, "strided_layout", text, marked);
        read::<Slices>(&answers, "slices", text, shown);
        read::<Frame>(&answers, "frame", text, shown);
    });
    answers.compare();
}

#[test]
fn writers() {
    let (answers, mut source) = (Recorded::of("written"), RandomSource::new(41));
    for _ in 0..400 {
        let a = source.layout();
        let c = source.coordinate(&a.shape(), true);
        if a.size() < 200 {
            answers.add("table", &[&a], &Table::new(&a).map(|table| table.to_string()));
        }
        for other in [source.mixed(&a), source.layout(), a.set_known()] {
            let equal = [
                a == other,
                Tiler::from(a) == Tiler::from(other),
                source.tiler(&a) == source.tiler(&other),
                c == source.coordinate(&other.shape(), true),
            ];
            answers.add("equal", &[&a, &other], &equal);
        }
        ask!(answers: a.coord_of(source.of(&[0, 1, 2, 5, 9, -1])));
    }
    for frame in Frame::ALL {
        for (row, column, bits) in
            [(16, 16, 16), (32, 64, 8), (20, 5, 32), (1, 1, 4), (0, 4, 8), (4, -1, 8)]
        {
            for c0 in [Frame::c0(bits), 2, 0] {
                let numbers = [row, column, c0];
                answers.add("frame", &[&frame.name(), &numbers], &frame.layout(row, column, c0));
                answers.add(
                    "frame_batched",
                    &[&frame.name(), &numbers],
                    &frame.batched(3, row, column, c0),
                );
                if let Ok(layout) = frame.layout(row, column, c0) {
                    let inferred = Frame::infer(&layout).map(|frame| frame.name().to_string());
                    answers.add("frame_infer", &[&layout], &inferred);
                    answers.add("frame_capacity", &[&layout], &layout.capacity());
                }
            }
        }
    }
    answers.compare();
}
