//! Reads the rows of a table of operations.
//!
//! ```text
//! row     := docs "fn" NAME ["," TRY_NAME] "(" operands ")" "->" RESULT ["where" "(" rule ")"] "{"
//!                KIND [["(" argument ")"] ":" type function ";"]
//!                "|a|" engine function ";"
//!                { clause ";" }
//!            "}"
//! operand := FORM [name ":"] TYPE
//! clause  := "plan" plan                         the arithmetic of run-time leaves
//!          | "first" check | "also" check         before and after the check of the kind
//!          | "uninferred"                        the signature names the result
//!          | "try" CALL ACCEPTED TEXT REFUSED REASON       the example of the `try_` method: literals
//!          | "unswizzled" message                a value of layouts that are not swizzled
//!          | "swizzled" docs                     what the method of `LayoutOps` says of swizzled layouts
//!          | PIECE code                          in place of a piece of the template: `answer`
//! ```

use super::template::{Holes, Template};
use proc_macro::token_stream::IntoIter;
use proc_macro::{Delimiter, TokenStream, TokenTree};
use std::iter::{Peekable, from_fn};

/// A row, as values of holes.
pub(super) struct Row<'t> {
    /// The clauses and the kind, whose layers have the pieces of the row.
    pub(super) words: Vec<String>,
    /// The form of each operand, and holes with `t` and `T`, the names of the operand and of its type.
    pub(super) operands: Vec<(String, Holes<'t>)>,
    pub(super) holes: Holes<'t>,
}

/// Panics for another token than the grammar has.
pub(super) struct Reader(Peekable<IntoIter>);

impl Reader {
    pub(super) fn new(tokens: TokenStream) -> Self {
        Reader(tokens.into_iter().peekable())
    }

    pub(super) fn is_empty(&mut self) -> bool {
        self.0.peek().is_none()
    }

    fn takes(&mut self, text: &str) -> bool {
        self.0.next_if(|token| is(token, text)).is_some()
    }

    /// The tokens of `text`, separated by spaces.
    pub(super) fn expect(&mut self, text: &str) {
        for token in text.split(' ') {
            assert!(
                self.takes(token),
                "expected `{text}`, found `{}`",
                self.0.clone().collect::<TokenStream>()
            );
        }
    }

    /// The tokens before `end`, or all.
    fn before(&mut self, end: impl Fn(&TokenTree) -> bool) -> Vec<TokenTree> {
        from_fn(|| self.0.next_if(|token| !end(token))).collect()
    }

    /// The tokens up to the separator, or all.
    fn up_to(&mut self, separator: &str) -> Vec<TokenTree> {
        let tokens = self.before(|token| is(token, separator));
        self.takes(separator);
        tokens
    }

    pub(super) fn name(&mut self) -> TokenTree {
        match self.0.next() {
            Some(name @ TokenTree::Ident(_)) => name,
            other => panic!("expected a name, found {other:?}"),
        }
    }

    fn group(&mut self, delimiter: Delimiter) -> TokenStream {
        match self.0.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => group.stream(),
            other => panic!("expected a group with {delimiter:?}, found {other:?}"),
        }
    }

    pub(super) fn row<'t>(&mut self, template: &'t Template) -> Row<'t> {
        let mut holes = Holes::new(template);
        holes.set("docs", self.before(|token| is(token, "fn")));
        self.expect("fn");
        holes.set("name", [self.name()]);
        if self.takes(",") {
            holes.set("try_name", [self.name()]);
        }
        let operands = self.group(Delimiter::Parenthesis);
        holes.set("operands", operands.clone());
        self.expect("- >");
        holes.set(
            "Result",
            self.before(|token| is(token, "where") || is_group(token, Delimiter::Brace)),
        );
        if self.takes("where") {
            holes.set("rule", self.group(Delimiter::Parenthesis));
        }
        let words = Reader::new(self.group(Delimiter::Brace)).body(&mut holes);
        Row { words, operands: Reader::new(operands).operands(template), holes }
    }

    fn operands<'t>(mut self, template: &'t Template) -> Vec<(String, Holes<'t>)> {
        let mut operands = Vec::new();
        while !self.is_empty() {
            let form = self.name().to_string();
            let mut holes = Holes::new(template);
            let mut named = Reader::new(self.up_to(",").into_iter().collect());
            let name = named.name();
            if named.takes(":") {
                holes.set("t", [name]);
                holes.set("T", named.0);
            } else {
                holes.set("T", [name]);
            }
            operands.push((form, holes));
        }
        operands
    }

    /// The clauses and the kind.
    fn body(mut self, holes: &mut Holes) -> Vec<String> {
        let kind = self.name();
        let mut words = Vec::new();
        holes.set("kind", [kind.clone()]);
        if self.0.peek().is_some_and(|token| is_group(token, Delimiter::Parenthesis)) {
            holes.set("with", self.group(Delimiter::Parenthesis));
        }
        if self.takes(":") {
            holes.set("plain", self.up_to(";"));
        }
        self.expect("| a |");
        holes.set("engine", self.up_to(";"));
        while !self.is_empty() {
            let clause = self.name().to_string();
            let value = self.up_to(";");
            if clause == "try" {
                let parts = ["call_of_n", "accepted", "text", "refused", "reason"];
                for (part, token) in parts.into_iter().zip(&value) {
                    holes.set(part, [token.clone()]);
                }
            } else {
                holes.set(&clause, value);
            }
            words.push(clause);
        }
        words.push(kind.to_string());
        words
    }
}

fn is(token: &TokenTree, text: &str) -> bool {
    !matches!(token, TokenTree::Group(_)) && token.to_string() == text
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}
