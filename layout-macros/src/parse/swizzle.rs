//! `Sw<B,M,S> o offset o layout`.

use super::{Form, Parser, Role};
use crate::ast::{Expr, Leaf, Node, Swizzle, Tree};
use crate::tokens::Token;

impl Parser<'_> {
    /// `Layout!`: a layout, swizzled or not.
    pub(crate) fn layout_only(mut self) -> Expr {
        let layout = if starts_swizzle(self.tokens) {
            self.composed(|inside| Expr::Layout(inside.layout()))
        } else {
            Expr::Layout(self.layout())
        };
        self.finish();
        layout
    }

    /// A swizzle, an offset and what `operand` reads.
    pub(super) fn composed(&mut self, operand: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let swizzle = self.swizzle();
        let form = if self.form == Form::Type { "S:D" } else { "layout" };
        let behind = |part| format!("`o` behind the {part}: `Sw<B,M,S> o offset o {form}`");
        let offset = self.operator(&behind("swizzle")).then(|| self.offset());
        let Some(offset) = offset else { return self.give_up() };
        if !self.operator(&behind("offset")) {
            return self.give_up();
        }
        if self.peek().is_none() {
            self.problem(self.end, "expected a layout behind the operator");
            return Expr::Wrong;
        }
        let operand = operand(self);
        match swizzle {
            Some(swizzle) => Expr::Swizzled { swizzle, offset, operand: Box::new(operand) },
            None => Expr::Wrong,
        }
    }

    /// What follows is not understood; what came before is.
    fn give_up(&mut self) -> Expr {
        self.next = self.tokens.len();
        Expr::Wrong
    }

    fn operator(&mut self, expected: &str) -> bool {
        let found = self.take(|token| token.is_ident("o")).is_some();
        if !found && !self.reported() {
            self.unexpected(expected);
        }
        found
    }

    fn offset(&mut self) -> Tree {
        let offset = self.tree(Role::Offset);
        if let Node::Tuple(_) = offset.node {
            let message = format!("the offset before a swizzle is an integer, not {offset}");
            self.problem(offset.site, message);
            return Tree::wrong(offset.site);
        }
        offset
    }

    /// `Sw<B,M,S>`; `None` for one that is reported.
    fn swizzle(&mut self) -> Option<Swizzle> {
        let start = self.tokens[self.next].site;
        let before = self.problems.len();
        self.next += 2;
        let mut numbers = [0; 3];
        for (k, number) in numbers.iter_mut().enumerate() {
            if let Node::Leaf(Leaf::Static(value)) = self.tree(Role::Swizzle).node {
                *number = value;
            } else if self.problems.len() == before {
                let message = "a swizzle has three integers: `Sw<bits,base,shift>`";
                self.problem(start.to(self.tokens[self.next - 1].site), message);
            }
            let last = k == 2;
            let separated = self.take(|token| token.is(if last { '>' } else { ',' })).is_some();
            if !separated && self.problems.len() == before {
                self.unexpected(if last {
                    "`>` behind the three integers of `Sw<bits,base,shift>`"
                } else {
                    "`,` and three integers: `Sw<bits,base,shift>`"
                });
            }
            if !separated {
                self.skip_swizzle();
                break;
            }
        }
        let site = start.to(self.tokens[self.next - 1].site);
        (self.problems.len() == before).then_some(Swizzle { site, numbers })
    }

    /// Behind the `>`, or to the operator that should follow it.
    fn skip_swizzle(&mut self) {
        while self.take(|token| !token.is('>') && !token.is_ident("o")).is_some() {}
        self.take(|token| token.is('>'));
    }
}

pub(super) fn starts_swizzle(tokens: &[Token]) -> bool {
    matches!(tokens, [name, angle, ..] if angle.is('<') && (name.is_ident("Sw") || name.is_ident("S")))
}
