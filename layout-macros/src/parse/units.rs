//! Strides with a basis: `1@0`.

use super::{NotationParser, Role};
use crate::ast::{LeafExpr, Node, TupleExpr};
use crate::integer;
use crate::tokens::TokenKind;
use layout_core::MAX_RANK;

/// The maximum number of levels of a basis.
const LEVELS: usize = 8;

impl NotationParser<'_> {
    /// Reads the basis after a leaf, `@1@0`, if there is one.
    pub(super) fn units(&mut self, leaf: TupleExpr, role: Role) -> TupleExpr {
        let mut site = leaf.site;
        let (mut path, mut known) = (Vec::new(), true);
        while let Some(at) = self.take(|token| token.is('@')) {
            let index = self.take(|token| matches!(token.kind, TokenKind::Literal(_)));
            site = site.to(index.unwrap_or(at).site);
            let Some(token) = index else {
                self.problem(at.site, "expected the number of an element after `@`");
                known = false;
                continue;
            };
            let TokenKind::Literal(text) = &token.kind else { continue };
            match integer::read(text) {
                Ok(index) if index < MAX_RANK as i64 => path.push(index as usize),
                Ok(index) => {
                    known = false;
                    let message = format!("element {index}: a level has at most {MAX_RANK}");
                    self.problem(token.site, message);
                }
                Err(message) => {
                    known = false;
                    self.problem(token.site, message);
                }
            }
        }
        if path.is_empty() && known {
            return leaf;
        }
        if known && role != Role::Stride {
            let message = format!("{} does not count in units: only strides do", role.name());
            self.problem(site, message);
            known = false;
        }
        if known && path.len() > LEVELS {
            self.problem(site, format!("a unit of {} levels: at most {LEVELS}", path.len()));
            known = false;
        }
        match leaf.node {
            Node::Leaf(number) if known => TupleExpr::leaf(site, number.in_units(path)),
            _ => TupleExpr::wrong(site),
        }
    }
}

impl LeafExpr {
    /// The number with the basis `path`, innermost index first. 0 has none.
    fn in_units(self, path: Vec<usize>) -> Self {
        match self {
            LeafExpr::Static(0) | LeafExpr::Wrong => self,
            number => LeafExpr::Unit { number: Box::new(number), path },
        }
    }
}
