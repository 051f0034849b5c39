//! Swizzled layouts: `Sw<B,M,S> o offset o layout`.

use super::{LeafForm, NotationParser, Role};
use crate::ast::{Expr, LeafExpr, Node, SwizzleExpr, TupleExpr};
use crate::tokens::MacroToken;

impl NotationParser<'_> {
    /// Reads the input of `Layout!`: a layout, swizzled or not.
    pub(crate) fn layout_only(mut self) -> Expr {
        let layout = if starts_swizzle(self.tokens) {
            self.composed(|inside| Expr::Layout(inside.layout()))
        } else {
            Expr::Layout(self.layout())
        };
        self.finish();
        layout
    }

    /// Reads a swizzle, an offset, and the operand that `operand` reads.
    pub(super) fn composed(&mut self, operand: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let swizzle = self.swizzle();
        let form = if self.form == LeafForm::Type { "S:D" } else { "layout" };
        let after = |part| format!("`o` after the {part}: `Sw<B,M,S> o offset o {form}`");
        let offset = self.operator(&after("swizzle")).then(|| self.offset());
        let Some(offset) = offset else { return self.give_up() };
        if !self.operator(&after("offset")) {
            return self.give_up();
        }
        if self.peek().is_none() {
            self.problem(self.end, "expected a layout after the operator");
            return Expr::Wrong;
        }
        let operand = operand(self);
        match swizzle {
            Some(swizzle) => Expr::Swizzled { swizzle, offset, operand: Box::new(operand) },
            None => Expr::Wrong,
        }
    }

    /// Skips the rest after a problem that leaves it without meaning.
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

    fn offset(&mut self) -> TupleExpr {
        let offset = self.tree(Role::Offset);
        if let Node::Tuple(_) = offset.node {
            let message = format!("the offset before a swizzle is an integer, not {offset}");
            self.problem(offset.site, message);
            return TupleExpr::wrong(offset.site);
        }
        offset
    }

    /// Reads `Sw<B,M,S>`. `None` after a problem.
    fn swizzle(&mut self) -> Option<SwizzleExpr> {
        let start = self.tokens[self.next].site;
        let before = self.problems.len();
        self.next += 2;
        let mut numbers = [const { LeafExpr::Wrong }; 3];
        for (k, number) in numbers.iter_mut().enumerate() {
            if let Node::Leaf(value @ (LeafExpr::Static(_) | LeafExpr::Constant { .. })) =
                self.tree(Role::Swizzle).node
            {
                *number = value;
            } else if self.problems.len() == before {
                let message = "a swizzle has three integers: `Sw<bits,base,shift>`";
                self.problem(start.to(self.tokens[self.next - 1].site), message);
            }
            let last = k == 2;
            let separated = self.take(|token| token.is(if last { '>' } else { ',' })).is_some();
            if !separated && self.problems.len() == before {
                self.unexpected(if last {
                    "`>` after the three integers of `Sw<bits,base,shift>`"
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
        (self.problems.len() == before).then_some(SwizzleExpr { site, numbers })
    }

    /// Skips to the end of the swizzle: after the `>`, or to the operator.
    fn skip_swizzle(&mut self) {
        while self.take(|token| !token.is('>') && !token.is_ident("o")).is_some() {}
        self.take(|token| token.is('>'));
    }
}

pub(super) fn starts_swizzle(tokens: &[MacroToken]) -> bool {
    matches!(tokens, [name, angle, ..] if angle.is('<') && (name.is_ident("Sw") || name.is_ident("S")))
}
