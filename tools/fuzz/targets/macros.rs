//! Any tokens, to every macro: code, or problems at tokens of the input. Never a panic.

#![no_main]
#![allow(dead_code, unused_imports, reason = "the compiler's side of the macros is left out")]

extern crate proc_macro;

use libfuzzer_sys::fuzz_target;

#[path = "../../../layout-macros/src"]
mod macros {
    pub(crate) mod ast;
    pub(crate) mod expand;
    pub(crate) mod integer;
    pub(crate) mod parse;
    pub(crate) mod tokens;
    pub(crate) mod translate;
    pub(crate) mod valid;
}
// The modules name one another as those of a crate.
use macros::{ast, expand, integer, parse, tokens, translate, valid};

use ast::Problem;
use parse::Role;
use tokens::{Kind, Site, Token};

/// Tokens of the notation, and what is none.
const TOKENS: [&str; 36] = [
    "1",
    "2",
    "4",
    "8",
    "0",
    "64",
    "3",
    "_4",
    "_",
    "n",
    "a",
    "o",
    ":",
    ":",
    ",",
    ",",
    "-",
    "~",
    "*",
    "/",
    "?",
    "@",
    "+",
    "Sw",
    "<",
    ">",
    "S",
    "col",
    "row",
    "order",
    "6e1",
    "1usize",
    "0x10",
    "'c'",
    "9223372036854775807",
    "9223372036854775808",
];

/// Reads a group until its end; a place counts a group before its contents.
fn tokens(bytes: &mut core::slice::Iter<u8>, depth: usize, place: &mut usize) -> Vec<Token> {
    let mut out = Vec::new();
    while let Some(&byte) = bytes.next() {
        let site = Site::at(*place);
        let kind = match byte {
            // Each fourth byte nests.
            0..48 if depth < 40 => {
                *place += 1;
                let inner = tokens(bytes, depth + 1, place);
                out.push(Token { kind: Kind::Parens(inner), site });
                continue;
            }
            48..96 if depth > 0 => break,
            254 => Kind::Brackets,
            255 => Kind::Expr,
            _ => {
                let text = TOKENS[usize::from(byte) % TOKENS.len()];
                match text.as_bytes()[0] {
                    b'0'..=b'9' | b'\'' => Kind::Literal(text.into()),
                    b'A'..=b'Z' | b'a'..=b'z' | b'_' => Kind::Ident(text.into()),
                    c => Kind::Punct(c.into()),
                }
            }
        };
        *place += 1;
        out.push(Token { kind, site });
    }
    out
}

fuzz_target!(|data: &[u8]| {
    let mut places = 0;
    let tokens = tokens(&mut data.iter(), 0, &mut places);
    let run = |which: &dyn Fn(&mut Vec<Problem>)| {
        let mut problems = Vec::new();
        which(&mut problems);
        for Problem { site, message } in problems {
            let inside = site.first <= site.last && site.last < places;
            assert!(inside || site == Site::CALL, "{message}: {site:?} of {places}");
            assert!(!message.is_empty());
        }
    };
    use translate::*;
    run(&|problems| _ = layout_value(&tokens, problems).to_string());
    run(&|problems| _ = layout_type(&tokens, problems));
    run(&|problems| _ = tuple_value(&tokens, Role::Extent, problems).to_string());
    run(&|problems| _ = shape_type(&tokens, problems));
    run(&|problems| _ = tuple_value(&tokens, Role::Coordinate, problems).to_string());
    run(&|problems| _ = tile_value(&tokens, problems).to_string());
});
