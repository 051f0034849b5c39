//! Readers of the systems' notations on whole and broken texts, and their results.

use layout_core::{Coord, IntTuple, Layout, StridedLayout, Swizzle, Tiler};
use static_layout_dialects::xla::{XlaLayout, XlaShape};
use static_layout_dialects::{CuteLayout, MemRef, MoYe, Mojo, OneBased, StridedAttr};

use crate::corpus::{every_text, read, shown};
use crate::said::Recorded;
use crate::universe::RandomSource;

#[test]
fn readers() {
    let answers = Recorded::of("text");
    every_text(|text| {
        read::<XlaShape>(&answers, "xla_shape", text, shown);
        read::<XlaLayout>(&answers, "xla_layout", text, shown);
        read::<Mojo<Layout>>(&answers, "mojo_layout", text, shown);
        read::<Mojo<IntTuple>>(&answers, "mojo_tuple", text, shown);
        read::<Mojo<Swizzle>>(&answers, "mojo_swizzle", text, shown);
        read::<MoYe<Layout>>(&answers, "moye_layout", text, shown);
        read::<MoYe<IntTuple>>(&answers, "moye_tuple", text, shown);
        read::<OneBased<Coord>>(&answers, "one_based", text, shown);
        read::<CuteLayout>(&answers, "cute", text, shown);
        read::<StridedAttr>(&answers, "strided", text, shown);
        let memref = MemRef::parse(text).map(|read| {
            let values = [2, 3, 5, 7];
            let unknown = text.matches('?').count().min(4);
            let filled =
                read.fill(&values[..unknown]).map(|(layout, offset)| format!("{layout} {offset}"));
            let strided = read.layout().map(|strided| (strided.strides(), strided.offset()));
            let parts = (read.extents(), read.element(), strided, read.memory_space());
            format!("{read} {filled:?} {parts:?}")
        });
        answers.add("memref", &[&text], &memref);
    });
    answers.compare();
}

#[test]
fn writers() {
    let (answers, mut source) = (Recorded::of("written"), RandomSource::new(41));
    for _ in 0..400 {
        let a = source.layout();
        let c = source.coordinate(&a.shape(), true);
        answers.add("mojo", &[&a], &shown(&Mojo(a)));
        answers.add("mojo_stride", &[&a], &shown(&Mojo(a.stride())));
        answers.add("moye", &[&a], &shown(&MoYe(a)));
        answers.add("moye_stride", &[&a], &shown(&MoYe(a.stride())));
        let cute = CuteLayout::from(a);
        answers.add("cute", &[&a], &shown(&cute));
        answers.add("cute_fill", &[&a], &cute.fill(&[2, 3, 4, 6][..cute.unknown_count().min(4)]));
        if a.size() < 200 {
            answers.add("mojo_table", &[&a], &Mojo(a).table().map(|table| table.to_string()));
            answers.add("moye_table", &[&a], &MoYe(a).table().map(|table| table.to_string()));
        }
        for other in [source.mixed(&a), source.layout(), a.set_known()] {
            let equal = [
                MoYe(a) == MoYe(other),
                MoYe(a.stride()) == MoYe(other.stride()),
                Mojo(a) == Mojo(other),
                CuteLayout::from(a) == CuteLayout::from(other),
                a == other,
                Tiler::from(a) == Tiler::from(other),
                source.tiler(&a) == source.tiler(&other),
                c == source.coordinate(&other.shape(), true),
            ];
            answers.add("equal", &[&a, &other], &equal);
        }
        let (b, d) = (OneBased::new(a), OneBased::new(c));
        answers.add("one_based", &[&c], &shown(&d));
        answers.add("one_based_index", &[&a, &c], &b.index(&d).map(|i| i.to_string()));
        let i = source.of(&[0, 1, 2, 5, 9, -1]);
        answers.add(
            "one_based_coord",
            &[&a, &i],
            &b.coord(OneBased::number(i)).map(|c| c.to_string()),
        );
        let of_offset = b.coord_of(OneBased::number(i)).map(|c| c.to_string());
        answers.add("one_based_coord_of", &[&a, &i], &of_offset);
        let part = b.slice(&d).map(|(part, at)| format!("{} {at}", part.zero_based()));
        answers.add("one_based_slice", &[&a, &c], &part);
        if let Ok(next) = d.increment(&a.shape()) {
            answers.add("one_based_increment", &[&a, &c], &shown(&next));
        }
    }
    answers.compare();
}

#[test]
fn memrefs_of_arrays() {
    let (answers, mut source) = (Recorded::of("array"), RandomSource::new(31));
    for _ in 0..900 {
        let (plain, item) = (source.layout(), source.of(&[1, 2, 4, 8]));
        let Ok(a) = StridedLayout::new(&plain, item) else { continue };
        let a = a.with_offset(source.of(&[0, 0, 1, 7, -3, i64::MAX])).unwrap_or(a);
        answers.add("memref", &[&a], &MemRef::of(&a, "f32").to_string());
    }
    answers.compare();
}

#[test]
fn modes_of_two_layouts() {
    let (answers, mut source) = (Recorded::of("layouts"), RandomSource::new(4));
    for _ in 0..700 {
        let a = source.layout();
        let b = source.right_of(&a);
        // A draw that the operations of the same layouts in `layout-core` need.
        source.below(6);
        answers.add("expand_modes_alike", &[&a, &b], &Mojo(a).expand_modes_alike(&b));
    }
    answers.compare();
}

#[test]
fn refusals_of_mojo() {
    let (a, b): (IntTuple, IntTuple) = ("(2,3)".parse().unwrap(), "(2,(3,4))".parse().unwrap());
    let unlike = Mojo(a).apply_zip(&b, i64::max).unwrap_err().to_string();
    assert_eq!(unlike, "cannot compare (2,3) with (2,(3,4)): the nesting differs");
    let long = Mojo::make_ldmatrix_swizzle(2, i64::MAX, 0, 4).map(|_| ()).unwrap_err().to_string();
    assert_eq!(long, "cannot make: 9223372036854775807 * 2 is past 9223372036854775807");
}
