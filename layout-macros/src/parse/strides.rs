//! What stands behind the colon of a shape: strides, an order to compute them in, a format.

use super::{Parser, Role};
use crate::ast::{Leaf, Node, Strides, Tree};
use crate::tokens::{Kind, Site, Token};
use layout_core::Frame;

impl Parser<'_> {
    pub(super) fn strides(&mut self, shape: &Tree, colon: Site) -> Strides {
        if let Some(frame) = self.next_format() {
            return self.format(frame);
        }
        match self.peek() {
            Some(token) if token.is_ident("col") => {
                self.next += 1;
                Strides::Col
            }
            Some(token) if token.is_ident("row") => {
                self.next += 1;
                Strides::Row
            }
            Some(token) if token.is_ident("order") => {
                self.next += 1;
                self.order(token.site, shape)
            }
            Some(token) if !token.is(',') => Strides::Given(self.tree(Role::Stride)),
            _ => {
                let message = format!("expected the stride of {shape} behind `:`");
                self.problem(colon, message);
                Strides::Wrong
            }
        }
    }

    fn order(&mut self, name: Site, shape: &Tree) -> Strides {
        let Some(Token { kind: Kind::Parens(inner), site }) =
            self.take(|token| matches!(token.kind, Kind::Parens(_)))
        else {
            self.problem(name, "`order` lists the modes from fast to slow: `order(1,0)`");
            return Strides::Wrong;
        };
        let parts = self.inside(inner, *site).parts(Role::Order);
        let mut order = Tree { site: name.to(*site), node: Node::Tuple(parts) };
        // `8:order(0)`: one position, however deep, is that of the one leaf.
        if matches!(shape.node, Node::Leaf(_)) {
            while let Node::Tuple(parts) = &mut order.node
                && parts.len() == 1
            {
                order = parts.remove(0);
            }
        }
        Strides::Order(order)
    }

    /// The format that is next, as in `(20,40):NZ(16)`: a name in front of parentheses, where no stride could stand.
    fn next_format(&self) -> Option<Frame> {
        let [Token { kind: Kind::Ident(name), .. }, Token { kind: Kind::Parens(_), .. }, ..] =
            &self.tokens[self.next..]
        else {
            return None;
        };
        name.parse().ok()
    }

    /// Behind [`next_format`](Self::next_format).
    fn format(&mut self, frame: Frame) -> Strides {
        let tokens = self.tokens;
        let [name, Token { kind: Kind::Parens(inner), site }, ..] = &tokens[self.next..] else {
            return Strides::Wrong;
        };
        self.next += 2;
        let site = name.site.to(*site);
        let known = self.problems.len();
        let parts = self.inside(inner, site).parts(Role::Format);
        if let [Tree { node: Node::Leaf(Leaf::Static(c0)), .. }] = parts[..] {
            return Strides::Format { site, frame, c0 };
        }
        if self.problems.len() == known {
            let message = format!(
                "`{frame}` takes the elements of 32 bytes, an integer: `{frame}(16)` for 16 bits each"
            );
            self.problem(site, message);
        }
        Strides::Wrong
    }
}
