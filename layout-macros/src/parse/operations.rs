//! Operations on layouts, and how to tell them from a shape.

use super::swizzle::starts_swizzle;
use super::{DEPTH, EXPRESSION, NotationParser, is_keyword, is_static};
use crate::ast::{BinaryOperation, Expr};
use crate::tokens::{MacroToken, Site, TokenKind};

impl NotationParser<'_> {
    /// `prod { "o" prod }`
    pub(super) fn expr(&mut self) -> Expr {
        let mut left = self.product();
        while let Some(operator) = self.take(|token| token.is_ident("o")) {
            let right = self.product();
            left = binary(BinaryOperation::Compose, left, right, operator.site);
        }
        left
    }

    /// `unary { ("*" | "/") unary }`
    fn product(&mut self) -> Expr {
        let mut left = self.unary();
        while let Some(operator) = self.take(|token| token.is('*') || token.is('/')) {
            let operation =
                if operator.is('*') { BinaryOperation::Product } else { BinaryOperation::Divide };
            let right = self.unary();
            left = binary(operation, left, right, operator.site);
        }
        left
    }

    fn unary(&mut self) -> Expr {
        if starts_swizzle(&self.tokens[self.next..]) {
            return self.nested(|inside| inside.composed(NotationParser::unary));
        }
        let Some(token) = self.peek() else {
            self.problem(self.end, "expected a layout after the operator");
            return Expr::Wrong;
        };
        let typed = self.tokens.get(self.next + 1).is_some_and(|token| token.is(':'));
        match &token.kind {
            TokenKind::Punct('~') => self.nested(|inside| {
                inside.next += 1;
                Expr::Complement(Box::new(inside.unary()), token.site)
            }),
            TokenKind::Ident(text) if !typed && is_variable(text) => {
                self.next += 1;
                Expr::Scope(token.site.first)
            }
            TokenKind::Parens(inner) if !typed && is_expr(inner) => {
                self.next += 1;
                self.parenthesised(inner, token.site)
            }
            _ => Expr::Layout(self.layout()),
        }
    }

    /// Reads the operand of a prefix operator.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if self.depth >= DEPTH {
            let site = self.tokens[self.next].site;
            self.problem(site, format!("operators nest deeper than {DEPTH}"));
            self.next = self.tokens.len();
            return Expr::Wrong;
        }
        self.depth += 1;
        let expr = read(self);
        self.depth -= 1;
        expr
    }

    fn parenthesised(&mut self, inner: &[MacroToken], site: Site) -> Expr {
        if self.depth >= DEPTH {
            self.problem(site, format!("parentheses nest deeper than {DEPTH}"));
            return Expr::Wrong;
        }
        let mut inside = self.inside(inner, site);
        let before = inside.problems.len();
        let expr = inside.expr();
        let rest = inside.next < inside.tokens.len();
        if rest && inside.problems.len() == before {
            if inside.tokens[inside.next].is(',') && has_colon(inner) {
                let message = "a tiler by mode is not a layout: call the method, \
                               `a.logical_divide(tile!(4:1,8:2))`";
                inside.problem(site, message);
            } else if inside.tokens[inside.next].is(',') {
                let message = "a shape cannot contain operations on layouts";
                inside.problem(site, format!("{message}{EXPRESSION}"));
            } else {
                inside.unexpected("`)`");
            }
        }
        if rest { Expr::Wrong } else { expr }
    }
}

fn binary(operation: BinaryOperation, left: Expr, right: Expr, operator: Site) -> Expr {
    Expr::Binary(operation, Box::new(left), Box::new(right), operator)
}

/// Whether there is an operator, also within parentheses. Then a single name is a layout in scope.
pub(super) fn has_operation(tokens: &[MacroToken]) -> bool {
    tokens.iter().enumerate().any(|(i, token)| match &token.kind {
        TokenKind::Punct('~' | '*' | '/') => true,
        TokenKind::Ident(_) => i > 0 && token.is_ident("o") && ends_operand(&tokens[i - 1]),
        TokenKind::Parens(inner) => has_operation(inner),
        _ => false,
    })
}

/// Whether an `o` after this token is the operator. After a comma or a colon it is a variable.
fn ends_operand(token: &MacroToken) -> bool {
    !matches!(token.kind, TokenKind::Punct(',' | ':' | '-' | '~' | '*' | '/'))
}

/// Whether there is a stride. `::` belongs to a path, which is reported later.
pub(super) fn has_colon(tokens: &[MacroToken]) -> bool {
    let colon = |i: usize| tokens.get(i).is_some_and(|token| token.is(':'));
    tokens.iter().enumerate().any(|(i, token)| match &token.kind {
        TokenKind::Parens(inner) => has_colon(inner),
        _ => colon(i) && !colon(i + 1) && !colon(i.wrapping_sub(1)),
    })
}

/// Whether parentheses with this content group an expression instead of building a shape.
fn is_expr(inner: &[MacroToken]) -> bool {
    let lone =
        matches!(inner, [MacroToken { kind: TokenKind::Ident(text), .. }] if is_variable(text));
    let nested =
        matches!(inner, [MacroToken { kind: TokenKind::Parens(inner), .. }] if is_expr(inner));
    lone || nested || has_colon(inner) || has_operation(inner) || starts_swizzle(inner)
}

fn is_variable(text: &str) -> bool {
    text != "_" && !is_static(text) && !is_keyword(text)
}
