//! Tokens to code: a whole macro, without the compiler's types.

use crate::ast::MacroError;
use crate::parse::{LeafForm, NotationParser, Role};
use crate::tokens::{Code, MacroToken};
use crate::{expand, valid};

pub(crate) fn layout_value(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut expr = NotationParser::new(tokens, LeafForm::Value, problems).layout_or_expr();
    valid::expr(&mut expr, problems);
    expand::expr(&expr)
}

pub(crate) fn layout_type(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut layout = NotationParser::new(tokens, LeafForm::Type, problems).layout_only();
    valid::expr(&mut layout, problems);
    expand::expr_type(&layout)
}

pub(crate) fn tuple_value(
    tokens: &[MacroToken],
    role: Role,
    problems: &mut Vec<MacroError>,
) -> Code {
    let tuple = NotationParser::new(tokens, LeafForm::Value, problems).elements(role);
    valid::tuple(&tuple, problems);
    expand::tuple(&tuple)
}

pub(crate) fn slices_value(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let slices = NotationParser::new(tokens, LeafForm::Value, problems).slices();
    valid::tuple(&slices, problems);
    expand::tuple(&slices)
}

pub(crate) fn shape_type(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let shape = NotationParser::new(tokens, LeafForm::Type, problems).elements(Role::Wanted);
    valid::tuple(&shape, problems);
    expand::tuple_type(&shape)
}

pub(crate) fn tile_value(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut modes = NotationParser::new(tokens, LeafForm::Value, problems).modes();
    valid::tile(&mut modes, problems);
    expand::tile(&modes)
}

pub(crate) fn tile_type(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let mut modes = NotationParser::new(tokens, LeafForm::Type, problems).modes();
    valid::tile(&mut modes, problems);
    expand::tile_type(&modes)
}
