//! Constants: `{const N}`, `N` in capitals, `{type T}`.

use super::NotationParser;
use crate::ast::{CEIL, Constant, LeafExpr};
use crate::integer;
use crate::tokens::{MacroToken, Site, TokenKind};

impl NotationParser<'_> {
    /// Reads the tokens after `const` in braces.
    pub(super) fn constant(&mut self, inner: &[MacroToken], braces: Site) -> LeafExpr {
        if inner.is_empty() {
            self.problem(braces, "expected a constant after `const`");
            return LeafExpr::Wrong;
        }
        match arithmetic(inner) {
            Some(Constant::Integer(value)) => LeafExpr::Static(value),
            Some(constant) => leaf(constant),
            None => leaf(Constant::Expr { place: braces.first }),
        }
    }
}

pub(super) fn leaf(constant: Constant) -> LeafExpr {
    LeafExpr::Constant { constant, negative: false }
}

/// The constant that an identifier in capitals names. `U16` is a numeral of typenum.
pub(super) fn named(text: &str, site: Site) -> Option<Constant> {
    let (place, text) = (site.first, text.to_string());
    let is_numeral = text
        .strip_prefix('U')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit()));
    let is_constant = text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == b'_');
    match (is_numeral, is_constant) {
        (true, _) => Some(Constant::Numeral { place, text }),
        (false, true) => Some(Constant::Name { place, text }),
        (false, false) => None,
    }
}

/// Reads identifiers and integers with `+ - * / %`, `div_ceil` and `next_multiple_of` between them. `None` for other tokens.
fn arithmetic(tokens: &[MacroToken]) -> Option<Constant> {
    let mut next = 0;
    let constant = sum(tokens, &mut next)?;
    (next == tokens.len()).then_some(constant)
}

/// `product { ("+" | "-") product }`
fn sum(tokens: &[MacroToken], next: &mut usize) -> Option<Constant> {
    chain(tokens, next, &['+', '-'], product)
}

/// `method { ("*" | "/" | "%") method }`
fn product(tokens: &[MacroToken], next: &mut usize) -> Option<Constant> {
    chain(tokens, next, &['*', '/', '%'], method)
}

/// `operand { "." ("div_ceil" | "next_multiple_of") "(" sum ")" }`, as arithmetic, because the compiler does not accept
/// a method of a const parameter in a type.
fn method(tokens: &[MacroToken], next: &mut usize) -> Option<Constant> {
    let mut left = operand(tokens, next)?;
    while let [dot, name, MacroToken { kind: TokenKind::Parens(inner), .. }, ..] = &tokens[*next..]
        && dot.is('.')
    {
        let divisor = arithmetic(inner)?;
        let quotient = binary(left, CEIL, divisor.clone());
        left = match &name.kind {
            TokenKind::Ident(name) if name == "div_ceil" => quotient,
            TokenKind::Ident(name) if name == "next_multiple_of" => binary(quotient, '*', divisor),
            _ => return None,
        };
        *next += 3;
    }
    Some(left)
}

fn binary(left: Constant, operator: char, right: Constant) -> Constant {
    Constant::Binary(Box::new(left), operator, Box::new(right))
}

fn chain(
    tokens: &[MacroToken],
    next: &mut usize,
    operators: &[char],
    operand: fn(&[MacroToken], &mut usize) -> Option<Constant>,
) -> Option<Constant> {
    let mut left = operand(tokens, next)?;
    while let Some(TokenKind::Punct(operator)) = tokens.get(*next).map(|token| &token.kind)
        && operators.contains(operator)
    {
        *next += 1;
        left = binary(left, *operator, operand(tokens, next)?);
    }
    Some(left)
}

fn operand(tokens: &[MacroToken], next: &mut usize) -> Option<Constant> {
    let token = tokens.get(*next)?;
    *next += 1;
    match &token.kind {
        TokenKind::Ident(text) if !super::is_keyword(text) && text != "_" => {
            Some(Constant::Name { place: token.site.first, text: text.clone() })
        }
        TokenKind::Literal(text) => integer::read(text).ok().map(Constant::Integer),
        TokenKind::Parens(inner) => arithmetic(inner),
        _ => None,
    }
}
