//! Tables of operations: a row becomes methods, the type of the result, and a module.
//!
//! The folder `template` has all code that a row becomes, as Rust with holes `$name`. This program reads rows, fills the
//! holes, and decides nothing else:
//!
//! 1. `row` reads a row into values of holes: `$name`, `$docs`, `$engine` ..
//! 2. `template/operands.rs` has a layer for each form of operand. Its pieces are code of that operand: `$declared` is
//!    `T: Tiler,`, `$known` is `let t = <T as Tiler>::TILER;`. A hole has the code of all operands of the row.
//! 3. Every other hole is a piece of `template/layouts.rs` or `template/tuples.rs`. The first layer of the row that has the
//!    piece gives it: the kind, `planned` where the row has a plan, `inferred`, `tried`, and `every`.
//!
//! Tokens of a row keep their places, so an editor leads from a method to its row.

mod row;
mod template;

use crate::tokens::compile_error;
use proc_macro::TokenStream;
use row::{Mistake, Operand, Reader, Row};
use template::{Holes, Template};

const OPERANDS: &str = include_str!("template/operands.rs");

/// Operations of layouts.
pub(crate) fn layouts(input: TokenStream) -> TokenStream {
    table(input, include_str!("template/layouts.rs"))
}

/// Operations of tuples.
pub(crate) fn tuples(input: TokenStream) -> TokenStream {
    table(input, include_str!("template/tuples.rs"))
}

/// `family: rows`.
fn table(input: TokenStream, code: &str) -> TokenStream {
    let template = Template::parse(&[OPERANDS, code].concat());
    items(&template, Reader::new(input)).unwrap_or_else(|Mistake(expected, place)| {
        compile_error(&format!("expected {expected}"), (place, place))
    })
}

fn items(template: &Template, mut input: Reader) -> Result<TokenStream, Mistake> {
    let mut family = Holes::default();
    family.layer("family");
    family.layer("every_family");
    family.set("family", [input.name()?]);
    input.expect(":")?;
    let [mut items, mut inherent, mut generic, mut listed] = [const { Vec::new() }; 4];
    while !input.is_empty() {
        let holes = complete(template, input.row()?);
        items.extend(holes.fill(template, "items"));
        for (place, methods) in [("inherent", &mut inherent), ("generic", &mut generic)] {
            let holes = holes.under(place);
            methods.extend(holes.fill(template, "method"));
            methods.extend(holes.fill(template, "try_method"));
        }
        listed.extend(holes.fill(template, "listed"));
    }
    family.set("inherent", inherent);
    family.set("generic", generic);
    family.set("listed", listed);
    items.extend(family.fill(template, "family_items"));
    Ok(items.into_iter().collect())
}

/// The holes of a row with the code of its operands, and its layers.
fn complete(template: &Template, row: Row) -> Holes {
    let Row { has_try, is_value, is_named, operands, mut holes } = row;
    let mut is_explicit = false;
    let mut code: Vec<_> = template.pieces("operand").map(|name| (name, Vec::new())).collect();
    for Operand { form, holes: mut operand } in operands {
        if ["tiler", "layout"].contains(&form.as_str()) {
            let kind = holes.fill(template, "kind");
            holes = holes.under(&format!("{kind}_with_{form}"));
            holes.set("operand", operand.fill(template, "t"));
            holes.set("Operand", operand.fill(template, "T"));
        }
        operand.layer(form);
        if operand.has(template, "like") {
            operand.layer(operand.fill(template, "like").to_string());
        }
        operand.layer("operand");
        is_explicit |= !operand.fill(template, "explicit").is_empty();
        for (piece, code) in &mut code {
            code.extend(operand.fill(template, piece));
        }
    }
    for (piece, code) in code {
        // A kind can have its own.
        if !holes.has(template, piece) {
            holes.set(piece, code);
        }
    }
    if is_value {
        holes.layer("value");
    } else if !is_named && !is_explicit {
        holes.layer("inferred");
    }
    if has_try {
        holes.layer("tried");
    }
    holes.layer("every");
    holes
}
