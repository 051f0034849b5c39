//! From tokens of our own to code of our own: all of a macro but the compiler's types.

use crate::ast::Problem;
use crate::parse::{Form, Parser, Role};
use crate::tokens::{Code, Token};
use crate::{expand, valid};

pub(crate) fn layout_value(tokens: &[Token], problems: &mut Vec<Problem>) -> Code {
    let mut expr = Parser::new(tokens, Form::Value, problems).layout_or_expr();
    valid::expr(&mut expr, problems);
    expand::expr(&expr)
}

pub(crate) fn layout_type(tokens: &[Token], problems: &mut Vec<Problem>) -> String {
    let mut layout = Parser::new(tokens, Form::Type, problems).layout_only();
    valid::expr(&mut layout, problems);
    expand::expr_type(&layout)
}

pub(crate) fn tuple_value(tokens: &[Token], role: Role, problems: &mut Vec<Problem>) -> Code {
    let tuple = Parser::new(tokens, Form::Value, problems).elements(role);
    valid::tuple(&tuple, problems);
    expand::tuple(&tuple)
}

pub(crate) fn slices_value(tokens: &[Token], problems: &mut Vec<Problem>) -> Code {
    let slices = Parser::new(tokens, Form::Value, problems).slices();
    valid::tuple(&slices, problems);
    expand::tuple(&slices)
}

pub(crate) fn shape_type(tokens: &[Token], problems: &mut Vec<Problem>) -> String {
    let shape = Parser::new(tokens, Form::Type, problems).elements(Role::Wanted);
    valid::tuple(&shape, problems);
    expand::tuple_type(&shape)
}

pub(crate) fn tile_value(tokens: &[Token], problems: &mut Vec<Problem>) -> Code {
    let mut modes = Parser::new(tokens, Form::Value, problems).modes();
    valid::tile(&mut modes, problems);
    expand::tile(&modes)
}
