//! The input of `slices!`. Each axis has an index, `_`, or a range, which becomes `(start, stop, step)`.

use super::{NotationParser, Role};
use crate::ast::{LeafExpr, Node, TupleExpr};
use crate::tokens::Site;

impl NotationParser<'_> {
    /// Reads the input of `slices!`.
    pub(crate) fn slices(mut self) -> TupleExpr {
        if self.tokens.is_empty() {
            self.problem(Site::CALL, "expected an index or a range, found nothing");
            return TupleExpr::wrong(Site::CALL);
        }
        let site = self.tokens[0].site.to(self.end);
        let mut parts = Vec::new();
        while self.next < self.tokens.len() {
            parts.push(self.slice());
            self.comma();
        }
        TupleExpr { site, node: Node::Tuple(parts) }
    }

    fn slice(&mut self) -> TupleExpr {
        let first = self.peek().map_or(self.end, |token| token.site);
        let start = if self.peek().is_some_and(|token| token.is('.')) {
            TupleExpr::leaf(first, LeafExpr::Keep)
        } else {
            self.bound()
        };
        if self.take(|token| token.is('.')).is_none() {
            if let Some(step) = self.take(|token| token.is(';')) {
                self.problem(step.site, "a step follows a range: `..; 2`, `1..; -1`");
                return TupleExpr::wrong(first);
            }
            return start;
        }
        if self.take(|token| token.is('.')).is_none() {
            self.unexpected("`..`");
            return TupleExpr::wrong(first);
        }
        let open = self.peek().is_none_or(|token| token.is(',') || token.is(';'));
        let stop = if open { TupleExpr::leaf(first, LeafExpr::Keep) } else { self.bound() };
        let step = match self.take(|token| token.is(';')) {
            Some(_) => self.bound(),
            None => TupleExpr::leaf(first, LeafExpr::Static(1)),
        };
        let whole = [&start, &stop].map(|bound| &bound.node) == [&Node::Leaf(LeafExpr::Keep); 2];
        if whole && step.node == Node::Leaf(LeafExpr::Static(1)) {
            return start;
        }
        TupleExpr { site: first.to(step.site), node: Node::Tuple(vec![start, stop, step]) }
    }

    /// Reads a signed number.
    fn bound(&mut self) -> TupleExpr {
        match self.peek() {
            Some(token) if token.is('-') => self.negative(token.site, Role::Slice),
            _ => self.leaf(Role::Slice),
        }
    }
}
