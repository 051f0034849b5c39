//! Texts in all notations, whole and broken, and the readers' results on them.

use std::fmt::Display;
use std::str::FromStr;

use layout_core::LayoutError;

use crate::said::{Recorded, Say};
use crate::universe::RandomSource;

/// Texts that each reader accepts, and some that all refuse.
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

/// Records the result of a reader, and how a refusal is shown in the text.
pub(crate) fn read<T: FromStr<Err = LayoutError>>(
    answers: &Recorded,
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

pub(crate) fn marked<T: Say>(value: &T) -> String {
    let mut text = String::new();
    value.say(&mut text);
    text
}

pub(crate) fn shown<T: Display>(value: &T) -> String {
    value.to_string()
}

/// Calls `every_reader` with each text, with parts of it and with texts that differ from it in a piece.
pub(crate) fn every_text(every_reader: impl Fn(&str)) {
    let mut source = RandomSource::new(40);
    for text in WHOLE {
        every_reader(text);
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            if source.once_in(3) {
                every_reader(&text[..at]);
            }
            if source.once_in(3) {
                let piece = source.of(&PIECES);
                every_reader(&format!("{}{piece}{}", &text[..at], &text[at..]));
            }
            if source.once_in(3) && at < text.len() {
                every_reader(&format!("{}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
    for _ in 0..300 {
        let text: String = (0..source.below(9)).map(|_| source.of(&PIECES)).collect();
        every_reader(&text);
    }
}
