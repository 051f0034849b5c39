//! `slices!`: what is taken of each axis. An index, `_`, or a range, which becomes `(start, stop, step)`.

use super::{Parser, Role};
use crate::ast::{Leaf, Node, Tree};
use crate::tokens::Site;

impl Parser<'_> {
    /// `slices!`.
    pub(crate) fn slices(mut self) -> Tree {
        if self.tokens.is_empty() {
            self.problem(Site::CALL, "expected an index or a range, found nothing");
            return Tree::wrong(Site::CALL);
        }
        let site = self.tokens[0].site.to(self.end);
        let mut parts = Vec::new();
        while self.next < self.tokens.len() {
            parts.push(self.slice());
            self.comma();
        }
        Tree { site, node: Node::Tuple(parts) }
    }

    fn slice(&mut self) -> Tree {
        let first = self.peek().map_or(self.end, |token| token.site);
        let start = if self.peek().is_some_and(|token| token.is('.')) {
            Tree::leaf(first, Leaf::Keep)
        } else {
            self.bound()
        };
        if self.take(|token| token.is('.')).is_none() {
            if let Some(step) = self.take(|token| token.is(';')) {
                self.problem(step.site, "a step stands behind a range: `..; 2`, `1..; -1`");
                return Tree::wrong(first);
            }
            return start;
        }
        if self.take(|token| token.is('.')).is_none() {
            self.unexpected("`..`");
            return Tree::wrong(first);
        }
        let open = self.peek().is_none_or(|token| token.is(',') || token.is(';'));
        let stop = if open { Tree::leaf(first, Leaf::Keep) } else { self.bound() };
        let step = match self.take(|token| token.is(';')) {
            Some(_) => self.bound(),
            None => Tree::leaf(first, Leaf::Static(1)),
        };
        let whole = [&start, &stop].map(|bound| &bound.node) == [&Node::Leaf(Leaf::Keep); 2];
        if whole && step.node == Node::Leaf(Leaf::Static(1)) {
            return start;
        }
        Tree { site: first.to(step.site), node: Node::Tuple(vec![start, stop, step]) }
    }

    /// A number, signed.
    fn bound(&mut self) -> Tree {
        match self.peek() {
            Some(token) if token.is('-') => self.negative(token.site, Role::Slice),
            _ => self.leaf(Role::Slice),
        }
    }
}
