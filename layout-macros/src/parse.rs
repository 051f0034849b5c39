//! Parses the notation from tokens. A problem is recorded, and parsing continues after it.

mod constants;
mod operations;
mod slices;
mod strides;
mod swizzle;
mod units;

use crate::ast::{
    Constant, Expr, LayoutText, LeafExpr, MacroError, ModeExpr, Node, StridesExpr, TupleExpr,
};
use crate::integer;
use crate::tokens::{MacroToken, Site, TokenKind};
use layout_core::Facts;
use operations::{has_colon, has_operation};
use strides::names_order;
use swizzle::starts_swizzle;

/// Whether run-time leaves have values (`layout!`), or are `?` (`Layout!`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafForm {
    Value,
    Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Extent,
    Stride,
    Order,
    Coordinate,
    /// An extent of a separate shape, where `_` is inferred.
    Wanted,
    /// What `slices!` selects of an axis.
    Slice,
    /// The offset before a swizzle.
    Offset,
    /// A number of a swizzle.
    Swizzle,
    /// The `c0` of a format.
    Format,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::Extent | Role::Wanted => "an extent",
            Role::Slice => "an index or a bound",
            Role::Stride => "a stride",
            Role::Order => "a position in the order",
            Role::Coordinate => "a coordinate",
            Role::Offset => "an offset",
            Role::Swizzle => "a number of the swizzle",
            Role::Format => "the elements of 32 bytes",
        }
    }
}

/// The greatest nesting. A deeper one has more nodes than any tuple.
const DEPTH: usize = 63;

const EXPRESSION: &str = "; an expression goes in braces: `{n + 1}`";
const CONSTANT: &str = "; arithmetic of constants goes in braces, after `const`: `{const N + 1}`";
const PARENTHESES: &str = "; modes go in parentheses: `(2,3)`";

pub(crate) struct NotationParser<'t> {
    tokens: &'t [MacroToken],
    next: usize,
    /// The site of an error about something missing at the end.
    end: Site,
    form: LeafForm,
    depth: usize,
    problems: &'t mut Vec<MacroError>,
}

impl<'t> NotationParser<'t> {
    pub(crate) fn new(
        tokens: &'t [MacroToken],
        form: LeafForm,
        problems: &'t mut Vec<MacroError>,
    ) -> Self {
        let end = tokens.last().map_or(Site::CALL, |token| token.site);
        NotationParser { tokens, next: 0, end, form, depth: 0, problems }
    }

    fn inside<'s>(&'s mut self, tokens: &'s [MacroToken], group: Site) -> NotationParser<'s> {
        let end = tokens.last().map_or(group, |token| token.site);
        let depth = self.depth + 1;
        NotationParser { tokens, next: 0, end, form: self.form, depth, problems: self.problems }
    }

    /// Reads the input of `layout!`: a layout, or operations on layouts.
    pub(crate) fn layout_or_expr(mut self) -> Expr {
        let expr = if has_operation(self.tokens) || starts_swizzle(self.tokens) {
            self.expr()
        } else if let [MacroToken { kind: TokenKind::Parens(inner), .. }] = self.tokens
            && has_colon(inner)
        {
            self.expr()
        } else {
            Expr::Layout(self.layout())
        };
        self.finish();
        expr
    }

    /// Reads the input of `shape!` and `coord!`. A single element without a comma is itself.
    pub(crate) fn elements(mut self, role: Role) -> TupleExpr {
        if self.tokens.is_empty() {
            self.problem(Site::CALL, format!("expected {}, found nothing", role.name()));
            return TupleExpr::wrong(Site::CALL);
        }
        let site = self.tokens[0].site.to(self.end);
        let comma = self.tokens.iter().any(|token| token.is(','));
        let mut parts = self.parts(role);
        match parts.pop() {
            Some(only) if parts.is_empty() && !comma => only,
            last => {
                parts.extend(last);
                TupleExpr { site, node: Node::Tuple(parts) }
            }
        }
    }

    /// Reads the input of `tile!`.
    pub(crate) fn modes(mut self) -> Vec<ModeExpr> {
        if self.tokens.is_empty() {
            self.problem(Site::CALL, "expected a tile, found nothing");
        }
        let mut modes = Vec::new();
        while self.next < self.tokens.len() {
            if self.peek().is_some_and(|token| token.is_ident("_")) {
                self.next += 1;
                modes.push(ModeExpr::Keep);
            } else if let Some(message) = self.layout_macro() {
                self.problem(self.tokens[self.next].site, message);
                self.next += 1;
            } else {
                modes.push(ModeExpr::Layout(self.layout()));
            }
            self.comma();
        }
        modes
    }

    /// The message for a mode of a tiler that is written as a macro of layouts.
    fn layout_macro(&self) -> Option<&'static str> {
        let [name, mark, ..] = &self.tokens[self.next..] else { return None };
        match mark.is('!') {
            true if name.is_ident("layout") => {
                Some("a layout in a tiler is written without `layout!`: `(2,4):(1,2)`")
            }
            true if name.is_ident("Layout") => {
                Some("a layout in a tiler is written without `Layout!`: `(2,4):(1,2)`")
            }
            _ => None,
        }
    }

    fn peek(&self) -> Option<&'t MacroToken> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, accept: impl Fn(&MacroToken) -> bool) -> Option<&'t MacroToken> {
        let token = self.peek().filter(|token| accept(token))?;
        self.next += 1;
        Some(token)
    }

    fn problem(&mut self, site: Site, message: impl Into<String>) {
        self.problems.push(MacroError { site, message: message.into() });
    }

    /// Reports that something else was expected here.
    fn unexpected(&mut self, expected: &str) {
        let message = match self.peek() {
            Some(token) => format!("expected {expected}, found {token}{}", self.hint(token)),
            None => format!("expected {expected}, found nothing"),
        };
        let site = self.peek().map_or(self.end, |token| token.site);
        self.problem(site, message);
    }

    /// The probable intention behind an unexpected token.
    fn hint(&self, token: &MacroToken) -> &'static str {
        let after_name = self.next > 0
            && matches!(
                self.tokens[self.next - 1].kind,
                TokenKind::Ident(_) | TokenKind::Literal(_)
            );
        match token.kind {
            TokenKind::Punct('.' | '+' | '-' | '*' | '/' | '%' | ':' | '!' | '<')
            | TokenKind::Parens(_)
            | TokenKind::Brackets(_)
                if after_name && self.form == LeafForm::Value =>
            {
                EXPRESSION
            }
            TokenKind::Punct('+' | '-' | '*' | '/' | '%') if after_name => CONSTANT,
            TokenKind::Brackets(_) => PARENTHESES,
            TokenKind::Ident(_) if token.is_ident("as") => EXPRESSION,
            TokenKind::Punct('<') => {
                "; a constant goes in braces, after `const`: `{const <T as Trait>::N}`"
            }
            _ => "",
        }
    }

    /// Reports remaining tokens.
    fn finish(&mut self) {
        let Some(token) = self.peek().filter(|_| !self.reported()) else { return };
        let (read, rest) = self.tokens.split_at(self.next);
        let is_tuple = |token: &MacroToken| matches!(token.kind, TokenKind::Parens(_));
        let has_strides = read.iter().any(|token| token.is(':'));
        let separated = [',', ';', '='].iter().any(|separator| token.is(*separator));
        let after_shape = match read {
            [shape] if is_tuple(shape) => &rest[usize::from(separated)..],
            _ => &[],
        };
        if after_shape.first().is_some_and(is_tuple) {
            self.problem(token.site, "the strides follow the shape after a colon: `(2,3):(1,2)`");
        } else if names_order(after_shape) {
            self.problem(token.site, "the order follows the shape after a colon: `(2,3):row`");
        } else if token.is(',') && has_strides {
            let message =
                "nothing follows the strides; several modes go in parentheses: `(2,3):(1,2)`";
            self.problem(token.site, message);
        } else if token.is(',') {
            self.problem(token.site, "several modes go in parentheses: `(2,3)`");
        } else {
            self.unexpected("the end");
        }
    }

    /// Whether the next token directly follows the last problem, which explains it.
    fn reported(&self) -> bool {
        self.peek()
            .zip(self.problems.last())
            .is_some_and(|(token, problem)| problem.site.last.saturating_add(1) >= token.site.first)
    }

    /// Reads a comma or the end. Reports and skips anything else.
    fn comma(&mut self) {
        if self.next >= self.tokens.len() || self.take(|token| token.is(',')).is_some() {
            return;
        }
        if !self.reported() {
            self.unexpected(if self.depth == 0 { "`,`" } else { "`,` or `)`" });
            // A missing comma: parses the next element, so no other error follows.
            if self.peek().is_some_and(|token| {
                matches!(token.kind, TokenKind::Literal(_) | TokenKind::Parens(_))
            }) {
                return;
            }
        }
        while self.take(|token| !token.is(',')).is_some() {}
        self.take(|token| token.is(','));
    }
}

/// Tuples and layouts.
impl<'t> NotationParser<'t> {
    fn layout(&mut self) -> LayoutText {
        let shape = self.tree(Role::Extent);
        let Some(colon) = self.take(|token| token.is(':')) else {
            return LayoutText { shape, strides: StridesExpr::Col };
        };
        // A tree of strides, or `col`, `row`, `order(..)` or a format.
        let strides = self.strides(&shape, colon.site);
        LayoutText { shape, strides }
    }

    /// Reads elements separated by commas, up to the end.
    fn parts(&mut self, role: Role) -> Vec<TupleExpr> {
        let mut parts = Vec::new();
        while self.next < self.tokens.len() {
            parts.push(self.tree(role));
            self.comma();
        }
        parts
    }

    fn tree(&mut self, role: Role) -> TupleExpr {
        match self.peek() {
            Some(MacroToken { kind: TokenKind::Parens(inner), site }) => {
                self.next += 1;
                if self.depth >= DEPTH {
                    self.problem(*site, format!("parentheses nest deeper than {DEPTH}"));
                    return TupleExpr::wrong(*site);
                }
                let parts = self.inside(inner, *site).parts(role);
                TupleExpr { site: *site, node: Node::Tuple(parts) }
            }
            Some(token) if token.is('-') => self.negative(token.site, role),
            _ => {
                let leaf = self.leaf(role);
                self.units(leaf, role)
            }
        }
    }

    fn negative(&mut self, minus: Site, role: Role) -> TupleExpr {
        self.next += 1;
        let TupleExpr { site, node: Node::Leaf(leaf) } = self.leaf(role) else {
            return TupleExpr::wrong(minus);
        };
        let site = minus.to(site);
        let leaf = match leaf {
            LeafExpr::Static(value) => LeafExpr::Static(-value),
            LeafExpr::Constant { constant, .. } => LeafExpr::Constant { constant, negative: true },
            LeafExpr::Runtime { place, text, .. } => {
                LeafExpr::Runtime { place, text, negative: true }
            }
            LeafExpr::Numeral { place, .. } => LeafExpr::Numeral { place, negative: true },
            LeafExpr::Hole { facts, .. } if facts.is_none() => {
                LeafExpr::Hole { negative: true, facts }
            }
            LeafExpr::Hole { .. } => {
                self.problem(minus.to(site), "only a run-time integer without a sign has facts");
                LeafExpr::Wrong
            }
            leaf => leaf,
        };
        let signed = matches!(
            role,
            Role::Stride | Role::Slice | Role::Offset | Role::Swizzle | Role::Format
        );
        if signed || leaf == LeafExpr::Wrong {
            return self.units(TupleExpr::leaf(site, leaf), role);
        }
        let message = match role {
            Role::Extent | Role::Wanted => {
                format!("extent {leaf} is negative: an extent is 0 or more")
            }
            Role::Coordinate => format!("coordinate {leaf} is negative: a coordinate is 0 or more"),
            _ => {
                format!("order {leaf} is negative: positions count from 0")
            }
        };
        self.problem(site, message);
        TupleExpr::wrong(site)
    }

    fn leaf(&mut self, role: Role) -> TupleExpr {
        let Some(token) = self.peek() else {
            self.unexpected(role.name());
            return TupleExpr::wrong(self.end);
        };
        if let Some(path) = self.path() {
            return TupleExpr::wrong(path);
        }
        let leaf = match &token.kind {
            TokenKind::Literal(text) => self.integer(text, token.site),
            TokenKind::Ident(text) => self.name(text, token.site, role),
            TokenKind::Expr => self.runtime(token.site, "{..}", role),
            TokenKind::Const(inner) => self.constant(inner, token.site),
            TokenKind::Static => self.numeral(token.site, role),
            TokenKind::Type => constants::leaf(Constant::Type { place: token.site.first }),
            TokenKind::Punct('?') => self.hole(token.site, role),
            // The caller handles separators.
            TokenKind::Punct(',' | ':') => {
                self.unexpected(role.name());
                return TupleExpr::wrong(token.site);
            }
            // Slices do not nest, so parentheses surround an expression.
            TokenKind::Parens(_) if role == Role::Slice => {
                let expected = role.name();
                self.problem(token.site, format!("expected {expected}, found {token}{EXPRESSION}"));
                LeafExpr::Wrong
            }
            TokenKind::Punct(_)
            | TokenKind::Brackets(_)
            | TokenKind::Parens(_)
            | TokenKind::Facts(_) => {
                self.unexpected(role.name());
                LeafExpr::Wrong
            }
        };
        self.next += 1;
        TupleExpr::leaf(token.site, leaf)
    }

    /// Reads and reports a path, `a::BM`, if it is next. The macro cannot tell whether it is a constant or a run-time
    /// number.
    fn path(&mut self) -> Option<Site> {
        let tokens = self.tokens;
        let begins = |at: usize| matches!(&tokens[at..], [a, b, ..] if a.is(':') && b.is(':'));
        let (first, mut next) = (self.next, self.next + 1);
        let TokenKind::Ident(text) = &tokens[first].kind else { return None };
        let mut name = text;
        let mut path = text.clone();
        while begins(next) {
            next += 2;
            match tokens.get(next).map(|token| &token.kind) {
                Some(TokenKind::Ident(text)) => {
                    path += &format!("::{text}");
                    (name, next) = (text, next + 1);
                }
                // Generic arguments.
                _ => path += "::..",
            }
        }
        if next == first + 1 {
            return None;
        }
        let is_call =
            tokens.get(next).is_some_and(|token| matches!(token.kind, TokenKind::Parens(_)));
        if is_call {
            path += "(..)";
        }
        let site = tokens[first].site.to(tokens[next - 1].site);
        let is_constant = !is_call && constants::named(name, site).is_some();
        let message = if is_constant || self.form == LeafForm::Type {
            format!("a constant with a path goes in braces, after `const`: `{{const {path}}}`")
        } else {
            format!(
                "a path goes in braces: `{{{path}}}` at run time, `{{const {path}}}` for a constant"
            )
        };
        self.next = next;
        self.problem(site, message);
        Some(site)
    }

    fn integer(&mut self, text: &str, site: Site) -> LeafExpr {
        match integer::read(text) {
            Ok(value) => LeafExpr::Static(value),
            Err(_) if text.starts_with('"') => {
                let message = "notation has no quotes; a text is read at run time: \
                               `text.parse::<dynamic::Layout>()`";
                self.problem(site, message);
                LeafExpr::Wrong
            }
            Err(message) => {
                self.problem(site, message);
                LeafExpr::Wrong
            }
        }
    }

    fn name(&mut self, text: &str, site: Site, role: Role) -> LeafExpr {
        if text == "_" {
            if matches!(role, Role::Coordinate | Role::Wanted | Role::Slice) {
                return LeafExpr::Keep;
            }
            self.problem(site, "`_` keeps a mode: only coord!, tile! and slices! accept it");
            return LeafExpr::Wrong;
        }
        if is_static(text) {
            return self.integer(&text[1..], site);
        }
        if is_keyword(text) {
            self.problem(site, format!("expected {}, found keyword `{text}`", role.name()));
            return LeafExpr::Wrong;
        }
        if let Some(constant) = constants::named(text, site) {
            return constants::leaf(constant);
        }
        self.runtime(site, text, role)
    }

    fn numeral(&mut self, site: Site, role: Role) -> LeafExpr {
        if self.form == LeafForm::Type {
            self.problem(site, "`{static ..}` is a value: in a type, `{type T}` is a numeral");
            return LeafExpr::Wrong;
        }
        match self.runtime(site, "{static ..}", role) {
            LeafExpr::Runtime { place, .. } => LeafExpr::Numeral { place, negative: false },
            leaf => leaf,
        }
    }

    fn runtime(&mut self, site: Site, text: &str, role: Role) -> LeafExpr {
        let message = match (role, self.form) {
            (Role::Order, _) => {
                format!("the order is part of the type: expected an integer, found `{text}`")
            }
            (Role::Swizzle, _) => {
                format!("a swizzle is part of the type: expected an integer, found `{text}`")
            }
            (_, LeafForm::Type) => {
                let constant = text.trim_start_matches('{').trim_end_matches('}');
                format!(
                    "a type has no place for the value `{text}`: `?` marks a runtime leaf, \
                     `{{const {constant}}}` a constant"
                )
            }
            (_, LeafForm::Value) => {
                return LeafExpr::Runtime { place: site.first, text: text.into(), negative: false };
            }
        };
        self.problem(site, message);
        LeafExpr::Wrong
    }

    /// Reads `{div=8 <=4096}` after `?`, if it is next.
    fn facts(&mut self) -> Facts {
        let Some(MacroToken { kind: TokenKind::Facts(inner), site }) =
            self.tokens.get(self.next + 1)
        else {
            return Facts::NONE;
        };
        self.next += 1;
        match facts(inner) {
            Some(facts) => facts,
            None => {
                let message = if inner.first().is_some_and(|token| token.is('=')) {
                    "a run-time leaf of a type has no name: `dynamic::SymbolicLayout` and the command have names, as in `(n,m):(1,n)`"
                } else {
                    "expected facts: a divisor of 1 to 16777215, `?{div=8}`, a bound of 1 to 2147483647, `?{<=4096}`, or `?{i32}`"
                };
                self.problem(*site, message);
                Facts::NONE
            }
        }
    }

    fn hole(&mut self, site: Site, role: Role) -> LeafExpr {
        if self.form == LeafForm::Type && !matches!(role, Role::Order | Role::Swizzle) {
            let facts = self.facts();
            return LeafExpr::Hole { negative: false, facts };
        }
        self.problem(
            site,
            "`?` marks a runtime leaf of a type, as in `Layout!(?:1)`: a value needs a variable or `{expression}` here",
        );
        LeafExpr::Wrong
    }
}

/// The facts that tokens in braces state: `div=8`, `<=4096`, `i32`, `i64`, in any order. `None` for other tokens.
fn facts(tokens: &[MacroToken]) -> Option<Facts> {
    let number = |token: &MacroToken| match &token.kind {
        TokenKind::Literal(text) => {
            integer::read(text).ok().filter(|value| (1..=Facts::MOST_BOUND).contains(value))
        }
        _ => None,
    };
    let (mut facts, mut rest) = (Facts::NONE, tokens);
    while let [first, after @ ..] = rest {
        let fact = match (&first.kind, after) {
            (TokenKind::Ident(word), [sign, value, after @ ..])
                if word == "div" && sign.is('=') =>
            {
                rest = after;
                Facts::new(number(value)?, i64::MAX)
            }
            (TokenKind::Punct('<'), [sign, value, after @ ..]) if sign.is('=') => {
                rest = after;
                Facts::new(1, number(value)?)
            }
            (TokenKind::Ident(word), after) if word == "i32" || word == "i64" => {
                rest = after;
                Facts::new(1, if word == "i32" { Facts::MOST_BOUND } else { i64::MAX })
            }
            (TokenKind::Punct(','), after) => {
                rest = after;
                Facts::NONE
            }
            _ => return None,
        };
        facts = facts.and(&fact);
    }
    (facts.divisor() <= Facts::MOST_DIVISOR).then_some(facts)
}

fn is_static(text: &str) -> bool {
    text.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a name cannot be an expression. rustc would report it in generated code.
fn is_keyword(text: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum",
        "extern", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move",
        "mut", "pub", "ref", "return", "static", "struct", "super", "trait", "true", "type",
        "unsafe", "use", "where", "while", "abstract", "become", "box", "do", "final", "gen",
        "macro", "override", "priv", "try", "typeof", "unsized", "virtual", "yield",
    ];
    KEYWORDS.contains(&text)
}
