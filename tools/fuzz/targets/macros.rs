//! Expands every macro with any tokens. The result is code, or problems at tokens of the input; nothing panics.

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
// The modules of the macro crate refer to each other by `crate::`, so they are included here.
use macros::{ast, expand, integer, parse, tokens, translate, valid};

use ast::MacroError;
use parse::Role;
use tokens::{MacroToken, Site, TokenKind};

/// Tokens of the notation, and other tokens.
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

/// Reads the tokens of a group. The position of a group comes before those of its contents.
fn tokens(bytes: &mut core::slice::Iter<u8>, depth: usize, place: &mut usize) -> Vec<MacroToken> {
    let mut out = Vec::new();
    while let Some(&byte) = bytes.next() {
        let site = Site::at(*place);
        let kind = match byte {
            // A fourth of the bytes starts a group.
            0..48 if depth < 40 => {
                *place += 1;
                let inner = tokens(bytes, depth + 1, place);
                out.push(MacroToken { kind: TokenKind::Parens(inner), site });
                continue;
            }
            48..96 if depth > 0 => break,
            254 => TokenKind::Brackets,
            255 => TokenKind::Expr,
            _ => {
                let text = TOKENS[usize::from(byte) % TOKENS.len()];
                match text.as_bytes()[0] {
                    b'0'..=b'9' | b'\'' => TokenKind::Literal(text.into()),
                    b'A'..=b'Z' | b'a'..=b'z' | b'_' => TokenKind::Ident(text.into()),
                    c => TokenKind::Punct(c.into()),
                }
            }
        };
        *place += 1;
        out.push(MacroToken { kind, site });
    }
    out
}

fuzz_target!(|data: &[u8]| {
    let mut places = 0;
    let tokens = tokens(&mut data.iter(), 0, &mut places);
    let run = |which: &dyn Fn(&mut Vec<MacroError>)| {
        let mut problems = Vec::new();
        which(&mut problems);
        for MacroError { site, message } in problems {
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
