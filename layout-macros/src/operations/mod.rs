//! Tables of operations: a row becomes methods, the type of the result, and a module.
//!
//! The folder `template` has all code that a row becomes, as Rust with holes `$name`. This program reads rows, fills the
//! holes, and decides nothing else:
//!
//! 1. `row` reads a row into values of holes: `$name`, `$docs`, `$engine` ..
//! 2. `template/operands.rs` has a layer for each form of operand. Its pieces are code of that operand: `$declared` is
//!    `T: Tiler,`, `$constants` is `let t = <T as Tiler>::TILER;`. A hole has the code of all operands of the row.
//! 3. Every other hole is a piece of a layer of `template`: the kind and the clauses of the row, then what all rows share.
//!
//! Tokens of a row keep their places, so an editor goes from a method to its row.

mod row;
mod template;
pub(crate) mod texts;

use proc_macro::TokenStream;
use row::{Reader, Row};
use template::{Holes, Template};

/// Operations of layouts.
pub(crate) fn layouts(input: TokenStream) -> TokenStream {
    table(input, include_str!("template/layouts.rs"))
}

/// Operations of tuples.
pub(crate) fn tuples(input: TokenStream) -> TokenStream {
    table(input, include_str!("template/tuples.rs"))
}

/// `family: rows`.
fn table(input: TokenStream, family: &str) -> TokenStream {
    let common = [include_str!("template/operands.rs"), include_str!("template/every.rs")];
    let template = Template::parse(&[&common.concat(), family].concat());
    let mut input = Reader::new(input);
    let mut family = Holes::new(&template);
    family.set("family", [input.name()]);
    input.expect(":");
    let [mut items, mut inherent, mut generic, mut listed] = [const { Vec::new() }; 4];
    while !input.is_empty() {
        let holes = complete(&template, input.row(&template));
        items.extend(holes.fill("items"));
        for (place, methods) in [("inherent", &mut inherent), ("generic", &mut generic)] {
            let holes = holes.under(place);
            methods.extend(holes.fill("method"));
            methods.extend(holes.fill("try_method"));
        }
        listed.extend(holes.fill("listed"));
    }
    family.set("inherent", inherent);
    family.set("generic", generic);
    family.set("listed", listed);
    family.layers(&["rows", "every"]);
    items.extend(family.fill("family_items"));
    items.into_iter().collect()
}

/// The holes of a row with its layers and the code of its operands.
fn complete<'t>(template: &'t Template, row: Row<'t>) -> Holes<'t> {
    let Row { words, operands, mut holes } = row;
    let mut is_inferred = !words.iter().any(|word| word == "uninferred");
    for word in words {
        assert!(template.has(&word), "`{word}` is not a kind or a clause of a row");
        holes.layers(&[&word]);
    }
    let mut code: Vec<_> = template.pieces("operand").map(|name| (name, Vec::new())).collect();
    for (form, mut operand) in operands {
        assert!(template.has(&form), "`{form}` is not a form of operand");
        operand.layers(&[&form, "operand"]);
        // The signature names a result whose operands are not all inferred.
        is_inferred &= !operand.fill("parameter").is_empty();
        for (piece, code) in &mut code {
            code.extend(operand.fill(piece));
        }
    }
    if is_inferred {
        holes.layers(&["inferred"]);
    }
    if holes.has("try_name") {
        holes.layers(&["tried"]);
    }
    for (piece, code) in code {
        let is_default = code.is_empty() && template.piece("rows", piece).is_some();
        // A kind can have its own.
        if !holes.has(piece) && !is_default {
            holes.set(piece, code);
        }
    }
    holes.layers(&["rows", "every"]);
    for (way, body) in [("fallible", "fallible_body"), ("panicking", "panicking_body")] {
        let code = holes.under(way).fill("body");
        holes.set(body, code);
    }
    holes
}
