//! Operations on layouts, and what tells them from a shape.

use super::swizzle::starts_swizzle;
use super::{DEPTH, EXPRESSION, Parser, is_keyword, is_static};
use crate::ast::{Expr, Operation};
use crate::tokens::{Kind, Site, Token};

impl Parser<'_> {
    /// `layout!`: a layout, or operations on layouts.
    pub(crate) fn layout_or_expr(mut self) -> Expr {
        let expr = if has_operation(self.tokens) || starts_swizzle(self.tokens) {
            self.expr()
        } else if let [Token { kind: Kind::Parens(inner), .. }] = self.tokens
            && has_colon(inner)
        {
            self.expr()
        } else {
            Expr::Layout(self.layout())
        };
        self.finish();
        expr
    }

    /// `prod { "o" prod }`
    fn expr(&mut self) -> Expr {
        let mut left = self.product();
        while let Some(operator) = self.take(|token| token.is_ident("o")) {
            let right = self.product();
            left = binary(Operation::Compose, left, right, operator.site);
        }
        left
    }

    /// `unary { ("*" | "/") unary }`
    fn product(&mut self) -> Expr {
        let mut left = self.unary();
        while let Some(operator) = self.take(|token| token.is('*') || token.is('/')) {
            let operation = if operator.is('*') { Operation::Product } else { Operation::Divide };
            let right = self.unary();
            left = binary(operation, left, right, operator.site);
        }
        left
    }

    fn unary(&mut self) -> Expr {
        if starts_swizzle(&self.tokens[self.next..]) {
            return self.nested(|inside| inside.composed(Parser::unary));
        }
        let Some(token) = self.peek() else {
            self.problem(self.end, "expected a layout behind the operator");
            return Expr::Wrong;
        };
        let typed = self.tokens.get(self.next + 1).is_some_and(|token| token.is(':'));
        match &token.kind {
            Kind::Punct('~') => self.nested(|inside| {
                inside.next += 1;
                Expr::Complement(Box::new(inside.unary()), token.site)
            }),
            Kind::Ident(text) if !typed && is_variable(text) => {
                self.next += 1;
                Expr::Scope(token.site.first)
            }
            Kind::Parens(inner) if !typed && is_expr(inner) => {
                self.next += 1;
                self.parenthesised(inner, token.site)
            }
            _ => Expr::Layout(self.layout()),
        }
    }

    /// An operand of an operator that stands before it.
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

    fn parenthesised(&mut self, inner: &[Token], site: Site) -> Expr {
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
                let message = "operations on layouts cannot stand in a shape";
                inside.problem(site, format!("{message}{EXPRESSION}"));
            } else {
                inside.unexpected("`)`");
            }
        }
        if rest { Expr::Wrong } else { expr }
    }
}

fn binary(operation: Operation, left: Expr, right: Expr, operator: Site) -> Expr {
    Expr::Binary(operation, Box::new(left), Box::new(right), operator)
}

/// An operator somewhere, parentheses included: a lone name is a layout in scope then.
fn has_operation(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(i, token)| match &token.kind {
        Kind::Punct('~' | '*' | '/') => true,
        Kind::Ident(_) => i > 0 && token.is_ident("o") && ends_operand(&tokens[i - 1]),
        Kind::Parens(inner) => has_operation(inner),
        _ => false,
    })
}

/// `o` behind this is the operator; behind a comma or a colon it would be a variable.
fn ends_operand(token: &Token) -> bool {
    !matches!(token.kind, Kind::Punct(',' | ':' | '-' | '~' | '*' | '/'))
}

/// A stride somewhere; `::` belongs to a path, which will be reported.
fn has_colon(tokens: &[Token]) -> bool {
    let colon = |i: usize| tokens.get(i).is_some_and(|token| token.is(':'));
    tokens.iter().enumerate().any(|(i, token)| match &token.kind {
        Kind::Parens(inner) => has_colon(inner),
        _ => colon(i) && !colon(i + 1) && !colon(i.wrapping_sub(1)),
    })
}

/// The inside of parentheses that group, rather than build a shape.
fn is_expr(inner: &[Token]) -> bool {
    let lone = matches!(inner, [Token { kind: Kind::Ident(text), .. }] if is_variable(text));
    let nested = matches!(inner, [Token { kind: Kind::Parens(inner), .. }] if is_expr(inner));
    lone || nested || has_colon(inner) || has_operation(inner) || starts_swizzle(inner)
}

fn is_variable(text: &str) -> bool {
    text != "_" && !is_static(text) && !is_keyword(text)
}
