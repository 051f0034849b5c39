//! Parses what follows the colon of a shape: strides, an order, or a format.

use super::{NotationParser, Role};
use crate::ast::{LeafExpr, Node, StridesExpr, TupleExpr};
use crate::tokens::{MacroToken, Site, TokenKind};
use layout_core::Frame;

impl NotationParser<'_> {
    pub(super) fn strides(&mut self, shape: &TupleExpr, colon: Site) -> StridesExpr {
        if let Some(frame) = self.next_format() {
            return self.format(frame);
        }
        match self.peek() {
            Some(token) if token.is_ident("col") => {
                self.next += 1;
                StridesExpr::Col
            }
            Some(token) if token.is_ident("row") => {
                self.next += 1;
                StridesExpr::Row
            }
            Some(token) if token.is_ident("order") => {
                self.next += 1;
                self.order(token.site, shape)
            }
            Some(token) if !token.is(',') => match self.misnamed_order(shape) {
                Some((site, message)) => {
                    self.next += 1;
                    self.problem(site, message);
                    StridesExpr::Wrong
                }
                None => StridesExpr::Given(self.tree(Role::Stride)),
            },
            _ => {
                let message = format!("expected the stride of {shape} after `:`");
                self.problem(colon, message);
                StridesExpr::Wrong
            }
        }
    }

    fn order(&mut self, name: Site, shape: &TupleExpr) -> StridesExpr {
        let Some(MacroToken { kind: TokenKind::Parens(inner), site }) =
            self.take(|token| matches!(token.kind, TokenKind::Parens(_)))
        else {
            self.problem(name, "`order` lists the modes from fast to slow: `order(1,0)`");
            return StridesExpr::Wrong;
        };
        let parts = self.inside(inner, *site).parts(Role::Order);
        let mut order = TupleExpr { site: name.to(*site), node: Node::Tuple(parts) };
        // `8:order(0)`: a single integer, however nested, orders a single leaf.
        if matches!(shape.node, Node::Leaf(_)) {
            while let Node::Tuple(parts) = &mut order.node
                && parts.len() == 1
            {
                order = parts.remove(0);
            }
        }
        StridesExpr::Order(order)
    }

    /// The problem of a name that resembles an order, after a tuple, whose strides cannot be a name.
    fn misnamed_order(&self, shape: &TupleExpr) -> Option<(Site, String)> {
        let (Node::Tuple(_), Some(MacroToken { kind: TokenKind::Ident(name), site })) =
            (&shape.node, self.peek())
        else {
            return None;
        };
        let order = meant(name)?;
        Some((*site, format!("no order is named `{name}`: did you mean `{order}`?")))
    }

    /// The format that is next, as in `(20,40):NZ(16)`: a name before parentheses. No stride has that form.
    fn next_format(&self) -> Option<Frame> {
        called(&self.tokens[self.next..])?.parse().ok()
    }

    /// Reads the format that [`next_format`](Self::next_format) has found.
    fn format(&mut self, frame: Frame) -> StridesExpr {
        let tokens = self.tokens;
        let [name, MacroToken { kind: TokenKind::Parens(inner), site }, ..] = &tokens[self.next..]
        else {
            return StridesExpr::Wrong;
        };
        self.next += 2;
        let site = name.site.to(*site);
        if let [MacroToken { kind: TokenKind::Ident(element), .. }] = &inner[..]
            && let Some(bits) = element_bits(element)
        {
            return StridesExpr::Format { site, frame, c0: Frame::c0(bits) };
        }
        let known = self.problems.len();
        let parts = self.inside(inner, site).parts(Role::Format);
        if let [TupleExpr { node: Node::Leaf(LeafExpr::Static(c0)), .. }] = parts[..] {
            return StridesExpr::Format { site, frame, c0 };
        }
        if self.problems.len() == known {
            let message = format!(
                "`{frame}` takes the elements of 32 bytes, an integer: `{frame}(16)` for 16 bits each, or their type: `{frame}(u16)`"
            );
            self.problem(site, message);
        }
        StridesExpr::Wrong
    }
}

/// The name before parentheses, if the tokens begin with one.
fn called(tokens: &[MacroToken]) -> Option<&str> {
    match tokens {
        [
            MacroToken { kind: TokenKind::Ident(name), .. },
            MacroToken { kind: TokenKind::Parens(_), .. },
            ..,
        ] => Some(name),
        _ => None,
    }
}

/// Whether the tokens after a shape are an order or a format. `rows` and `c` are more often variables.
pub(super) fn names_order(tokens: &[MacroToken]) -> bool {
    match tokens {
        [MacroToken { kind: TokenKind::Ident(name), .. }] => {
            matches!(&name[..], "row" | "col") || name.to_ascii_lowercase().ends_with("major")
        }
        _ => called(tokens).is_some_and(|name| name == "order" || name.parse::<Frame>().is_ok()),
    }
}

/// The bits of an element type, by its name.
fn element_bits(name: &str) -> Option<i64> {
    Some(match name {
        "u8" | "i8" => 8,
        "u16" | "i16" | "f16" | "bf16" => 16,
        "u32" | "i32" | "f32" => 32,
        "u64" | "i64" | "f64" => 64,
        _ => return None,
    })
}

/// The order that other libraries call by this name. A single name is not a stride of a tuple.
fn meant(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().replace('_', "").as_str() {
        "row" | "rows" | "rowmajor" | "layoutright" | "right" | "c" => Some("row"),
        "col" | "cols" | "column" | "columns" | "colmajor" | "columnmajor" | "layoutleft"
        | "left" | "f" | "fortran" => Some("col"),
        _ => None,
    }
}
