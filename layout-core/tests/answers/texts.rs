//! Readers of texts, ours and those of other systems, on texts whole and broken; what they write.

use std::fmt::Display;
use std::str::FromStr;

use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout, LayoutError, StridedLayout, Swizzle, Tiler,
};
use layout_core::{Frame, Slices, Table};
use static_layout_dialects::xla::{XlaLayout, XlaShape};
use static_layout_dialects::{CuteLayout, MemRef, MoYe, Mojo, OneBased, Strided};

use crate::said::{Answers, Say};
use crate::universe::Source;

/// Texts that each reader takes, and some that all refuse.
const WHOLE: [&str; 44] = [
    "(2,3):(1,2)",
    "((2,_3),?):((1,0),-4)",
    "8",
    "()",
    "(,)",
    "(4,(2,(1,(3)))):(1@0,(2@1@0,(0,(5@2))))",
    "0x1F:1",
    "1_000:1_0",
    " ( 4 , 8 ) : ( 8 , 1 ) ",
    "9223372036854775807:1",
    "9223372036854775808:1",
    "-9223372036854775807:1",
    "Sw<3,3,3> o 0 o (8,64):(64,1)",
    "S<2,4,3> o 16 o 8:1",
    "Sw<2,-1,3> o 1 o 8:1",
    "<4:1,_,(2,3):(3,1)>",
    "<_>",
    "(_,3)",
    "(_,(_,-2))",
    "StridedLayout(shape=(5, 4), strides=(6, 1), itemsize=4, _slice_offset=1)",
    "StridedLayout(shape=(), strides=None, itemsize=2)",
    "[1:5:2, ..., None, -1, ::-1]",
    "1:5, 2, :, ::3",
    "bf16[2,<=3,1004]{1,2,0:T(2,*,128)(2,1)L(4)E(16)S(3)}",
    "s4[]",
    "f32[3,?]{0,1:M(8)}",
    "{1,0:T(8,128)(2,1)SC(0:1,2)}",
    "u8[4,2]{1,0:#(u32)*(u8)}",
    "((4, 2):(1, 4))",
    "(2,4,3)",
    "((_4, 8):(_1, 4))",
    "(:, 2, (1, :))",
    "!cute.layout<\"((2,?),4):((1,?),8)\">",
    "strided<[8, ?, -1], offset: ?>",
    "memref<4x?xbf16, strided<[8, 1], offset: ?>, 1>",
    "memref<f32>",
    "memref<2x3x!cute.x<y>, #map>",
    "memref<4xf32, strided<[-, 1], offset: -3>>",
    "5:-, -",
    "StridedLayout(shape=(-, 4), strides=(-), itemsize=-)",
    "((-1, 2):(-, 4))",
    "NZ",
    "ScaleADN",
    "Nd_Ext",
];
const PIECES: [&str; 24] = [
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "{",
    "}",
    ",",
    ":",
    "_",
    "?",
    "-",
    "*",
    "@",
    " o ",
    "x",
    "0",
    "7",
    "12",
    "99999999999999999999",
    "é",
    " ",
    "T(",
];

fn read<T: FromStr<Err = LayoutError>>(
    answers: &Answers,
    name: &'static str,
    text: &str,
    said: fn(&T) -> String,
) {
    let answer = match text.parse::<T>() {
        Ok(value) => Ok(said(&value)),
        Err(error) => {
            let span = error.span();
            let shown = error.render(text).to_string();
            answers.add("shown", &[&text], &format!("{span:?} {shown}"));
            Err(error)
        }
    };
    answers.add(name, &[&text], &answer);
}

fn marked<T: Say>(value: &T) -> String {
    let mut text = String::new();
    value.say(&mut text);
    text
}

fn shown<T: Display>(value: &T) -> String {
    value.to_string()
}

fn every_reader(answers: &Answers, text: &str) {
    read::<Layout>(answers, "layout", text, marked);
    read::<IntTuple>(answers, "tuple", text, marked);
    read::<Coord>(answers, "coord", text, shown);
    read::<Tiler>(answers, "tiler", text, shown);
    read::<Swizzle>(answers, "swizzle", text, shown);
    read::<ComposedLayout>(answers, "composed", text, marked);
    read::<StridedLayout>(answers, "strided_layout", text, marked);
    read::<Slices>(answers, "slices", text, shown);
    read::<XlaShape>(answers, "xla_shape", text, shown);
    read::<XlaLayout>(answers, "xla_layout", text, shown);
    read::<Mojo<Layout>>(answers, "mojo_layout", text, shown);
    read::<Mojo<IntTuple>>(answers, "mojo_tuple", text, shown);
    read::<Mojo<Swizzle>>(answers, "mojo_swizzle", text, shown);
    read::<MoYe<Layout>>(answers, "moye_layout", text, shown);
    read::<MoYe<IntTuple>>(answers, "moye_tuple", text, shown);
    read::<OneBased<Coord>>(answers, "one_based", text, shown);
    read::<CuteLayout>(answers, "cute", text, shown);
    read::<Strided>(answers, "strided", text, shown);
    read::<Frame>(answers, "frame", text, shown);
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
}

#[test]
fn readers() {
    let (answers, mut source) = (Answers::of("text"), Source::new(40));
    for text in WHOLE {
        every_reader(&answers, text);
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            if source.once_in(3) {
                every_reader(&answers, &text[..at]);
            }
            if source.once_in(3) {
                let piece = source.of(&PIECES);
                every_reader(&answers, &format!("{}{piece}{}", &text[..at], &text[at..]));
            }
            if source.once_in(3) && at < text.len() {
                every_reader(&answers, &format!("{}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
    for _ in 0..300 {
        let text: String = (0..source.below(9)).map(|_| source.of(&PIECES)).collect();
        every_reader(&answers, &text);
    }
    answers.compare();
}

#[test]
fn writers() {
    let (answers, mut source) = (Answers::of("written"), Source::new(41));
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
            answers.add("table", &[&a], &Table::new(&a).map(|table| table.to_string()));
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
