//! `1@0`: strides in units of a coordinate.

use super::{Parser, Role};
use crate::ast::{Leaf, Node, Tree};
use crate::integer;
use crate::tokens::Kind;

/// Indices of one level, and levels.
const INDICES: i64 = 12;
const LEVELS: usize = 8;

impl Parser<'_> {
    /// The unit behind a leaf, `@1@0`, if there is one.
    pub(super) fn units(&mut self, leaf: Tree, role: Role) -> Tree {
        let mut site = leaf.site;
        let (mut path, mut known) = (Vec::new(), true);
        while let Some(at) = self.take(|token| token.is('@')) {
            let index = self.take(|token| matches!(token.kind, Kind::Literal(_)));
            site = site.to(index.unwrap_or(at).site);
            let Some(token) = index else {
                self.problem(at.site, "expected the number of an element behind `@`");
                known = false;
                continue;
            };
            let Kind::Literal(text) = &token.kind else { continue };
            match integer::read(text) {
                Ok(index) if index < INDICES => path.push(index as usize),
                Ok(index) => {
                    known = false;
                    let message = format!("element {index}: a level has at most {INDICES}");
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
            Node::Leaf(number) if known => Tree::leaf(site, number.in_units(path)),
            _ => Tree::wrong(site),
        }
    }
}

impl Leaf {
    /// So many units of the element at `path`, innermost first; none are 0.
    fn in_units(self, path: Vec<usize>) -> Self {
        match self {
            Leaf::Static(0) | Leaf::Wrong => self,
            number => Leaf::Unit { number: Box::new(number), path },
        }
    }
}
