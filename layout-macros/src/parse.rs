//! The notation, read from tokens. Problems are collected and reading goes on behind them.

mod operations;
mod slices;
mod strides;
mod swizzle;
mod units;

use crate::ast::{LayoutText, Leaf, Mode, Node, Problem, Strides, Tree};
use crate::integer;
use crate::tokens::{Kind, Site, Token};

/// Whether runtime leaves have values (`layout!`) or are marked `?` (`Layout!`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Value,
    Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Extent,
    Stride,
    Order,
    Coordinate,
    /// An extent of a shape that stands alone, where `_` is inferred.
    Wanted,
    /// What is taken of an axis.
    Slice,
    /// What is added before a swizzle.
    Offset,
    /// A number of a swizzle.
    Swizzle,
    /// The elements that a format has together.
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

/// Nesting deeper than this has more nodes than any tuple may have.
const DEPTH: usize = 63;

const EXPRESSION: &str = "; an expression goes in braces: `{n + 1}`";

pub(crate) struct Parser<'t> {
    tokens: &'t [Token],
    next: usize,
    /// Shown when something is missing at the end.
    end: Site,
    form: Form,
    depth: usize,
    problems: &'t mut Vec<Problem>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(tokens: &'t [Token], form: Form, problems: &'t mut Vec<Problem>) -> Self {
        let end = tokens.last().map_or(Site::CALL, |token| token.site);
        Parser { tokens, next: 0, end, form, depth: 0, problems }
    }

    fn inside<'s>(&'s mut self, tokens: &'s [Token], group: Site) -> Parser<'s> {
        let end = tokens.last().map_or(group, |token| token.site);
        let depth = self.depth + 1;
        Parser { tokens, next: 0, end, form: self.form, depth, problems: self.problems }
    }

    /// `shape!` and `coord!`: one element without a comma is itself.
    pub(crate) fn elements(mut self, role: Role) -> Tree {
        if self.tokens.is_empty() {
            self.problem(Site::CALL, format!("expected {}, found nothing", role.name()));
            return Tree::wrong(Site::CALL);
        }
        let site = self.tokens[0].site.to(self.end);
        let comma = self.tokens.iter().any(|token| token.is(','));
        let mut parts = self.parts(role);
        match parts.pop() {
            Some(only) if parts.is_empty() && !comma => only,
            last => {
                parts.extend(last);
                Tree { site, node: Node::Tuple(parts) }
            }
        }
    }

    /// `tile!`.
    pub(crate) fn modes(mut self) -> Vec<Mode> {
        if self.tokens.is_empty() {
            self.problem(Site::CALL, "expected a tile, found nothing");
        }
        let mut modes = Vec::new();
        while self.next < self.tokens.len() {
            if self.peek().is_some_and(|token| token.is_ident("_")) {
                self.next += 1;
                modes.push(Mode::Keep);
            } else {
                modes.push(Mode::Layout(self.layout()));
            }
            self.comma();
        }
        modes
    }

    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, accept: impl Fn(&Token) -> bool) -> Option<&'t Token> {
        let token = self.peek().filter(|token| accept(token))?;
        self.next += 1;
        Some(token)
    }

    fn problem(&mut self, site: Site, message: impl Into<String>) {
        self.problems.push(Problem { site, message: message.into() });
    }

    /// Something else should stand here.
    fn unexpected(&mut self, expected: &str) {
        let message = match self.peek() {
            Some(token) => format!("expected {expected}, found {token}{}", self.hint(token)),
            None => format!("expected {expected}, found nothing"),
        };
        let site = self.peek().map_or(self.end, |token| token.site);
        self.problem(site, message);
    }

    /// What was probably meant by a token that does not belong here.
    fn hint(&self, token: &Token) -> &'static str {
        let after_name = self.next > 0
            && matches!(self.tokens[self.next - 1].kind, Kind::Ident(_) | Kind::Literal(_));
        match token.kind {
            Kind::Punct('.' | '+' | '-' | '*' | '/' | '%' | ':' | '!' | '<')
            | Kind::Parens(_)
            | Kind::Brackets
                if after_name && self.form == Form::Value =>
            {
                EXPRESSION
            }
            Kind::Ident(_) if token.is_ident("as") => EXPRESSION,
            _ => "",
        }
    }

    /// Nothing may follow.
    fn finish(&mut self) {
        let Some(token) = self.peek().filter(|_| !self.reported()) else { return };
        if token.is(',') {
            self.problem(token.site, "several modes go in parentheses: `(2,3)`");
        } else {
            self.unexpected("the end");
        }
    }

    /// The next token stands right behind the last problem, which explains it.
    fn reported(&self) -> bool {
        self.peek()
            .zip(self.problems.last())
            .is_some_and(|(token, problem)| problem.site.last.saturating_add(1) >= token.site.first)
    }

    /// A comma or the end; anything else is reported and skipped.
    fn comma(&mut self) {
        if self.next >= self.tokens.len() || self.take(|token| token.is(',')).is_some() {
            return;
        }
        if !self.reported() {
            self.unexpected(if self.depth == 0 { "`,`" } else { "`,` or `)`" });
            // A forgotten comma: the next element is there, so that nothing else seems to be wrong.
            if self
                .peek()
                .is_some_and(|token| matches!(token.kind, Kind::Literal(_) | Kind::Parens(_)))
            {
                return;
            }
        }
        while self.take(|token| !token.is(',')).is_some() {}
        self.take(|token| token.is(','));
    }
}

/// Trees and layouts.
impl<'t> Parser<'t> {
    fn layout(&mut self) -> LayoutText {
        let shape = self.tree(Role::Extent);
        let Some(colon) = self.take(|token| token.is(':')) else {
            return LayoutText { shape, strides: Strides::Col };
        };
        let strides = self.strides(&shape, colon.site);
        LayoutText { shape, strides }
    }

    /// Elements up to the end, separated by commas.
    fn parts(&mut self, role: Role) -> Vec<Tree> {
        let mut parts = Vec::new();
        while self.next < self.tokens.len() {
            parts.push(self.tree(role));
            self.comma();
        }
        parts
    }

    fn tree(&mut self, role: Role) -> Tree {
        match self.peek() {
            Some(Token { kind: Kind::Parens(inner), site }) => {
                self.next += 1;
                if self.depth >= DEPTH {
                    self.problem(*site, format!("parentheses nest deeper than {DEPTH}"));
                    return Tree::wrong(*site);
                }
                let parts = self.inside(inner, *site).parts(role);
                Tree { site: *site, node: Node::Tuple(parts) }
            }
            Some(token) if token.is('-') => self.negative(token.site, role),
            _ => {
                let leaf = self.leaf(role);
                self.units(leaf, role)
            }
        }
    }

    fn negative(&mut self, minus: Site, role: Role) -> Tree {
        self.next += 1;
        let Tree { site, node: Node::Leaf(leaf) } = self.leaf(role) else {
            return Tree::wrong(minus);
        };
        let site = minus.to(site);
        let leaf = match leaf {
            Leaf::Static(value) => Leaf::Static(-value),
            Leaf::Runtime { place, text, .. } => Leaf::Runtime { place, text, negative: true },
            Leaf::Hole { .. } => Leaf::Hole { negative: true },
            leaf => leaf,
        };
        let signed = matches!(
            role,
            Role::Stride | Role::Slice | Role::Offset | Role::Swizzle | Role::Format
        );
        if signed || leaf == Leaf::Wrong {
            return self.units(Tree::leaf(site, leaf), role);
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
        Tree::wrong(site)
    }

    fn leaf(&mut self, role: Role) -> Tree {
        let Some(token) = self.peek() else {
            self.unexpected(role.name());
            return Tree::wrong(self.end);
        };
        let leaf = match &token.kind {
            Kind::Literal(text) => self.integer(text, token.site),
            Kind::Ident(text) => self.name(text, token.site, role),
            Kind::Expr => self.runtime(token.site, "{..}", role),
            Kind::Punct('?') => self.hole(token.site, role),
            // What separates belongs to the caller.
            Kind::Punct(',' | ':') => {
                self.unexpected(role.name());
                return Tree::wrong(token.site);
            }
            Kind::Punct(_) | Kind::Brackets | Kind::Parens(_) => {
                self.unexpected(role.name());
                Leaf::Wrong
            }
        };
        self.next += 1;
        Tree::leaf(token.site, leaf)
    }

    fn integer(&mut self, text: &str, site: Site) -> Leaf {
        match integer::read(text) {
            Ok(value) => Leaf::Static(value),
            Err(message) => {
                self.problem(site, message);
                Leaf::Wrong
            }
        }
    }

    fn name(&mut self, text: &str, site: Site, role: Role) -> Leaf {
        if text == "_" {
            if matches!(role, Role::Coordinate | Role::Wanted | Role::Slice) {
                return Leaf::Keep;
            }
            self.problem(site, "`_` keeps a mode: it stands in coord!, tile! and slices! only");
            return Leaf::Wrong;
        }
        if is_static(text) {
            return self.integer(&text[1..], site);
        }
        if is_keyword(text) {
            self.problem(site, format!("expected {}, found keyword `{text}`", role.name()));
            return Leaf::Wrong;
        }
        self.runtime(site, text, role)
    }

    fn runtime(&mut self, site: Site, text: &str, role: Role) -> Leaf {
        let message = match (role, self.form) {
            (Role::Order, _) => {
                format!("the order is part of the type: expected an integer, found `{text}`")
            }
            (Role::Swizzle, _) => {
                format!("a swizzle is part of the type: expected an integer, found `{text}`")
            }
            (_, Form::Type) => {
                format!("a type has no place for the value `{text}`: `?` marks a runtime leaf")
            }
            (_, Form::Value) => {
                return Leaf::Runtime { place: site.first, text: text.into(), negative: false };
            }
        };
        self.problem(site, message);
        Leaf::Wrong
    }

    fn hole(&mut self, site: Site, role: Role) -> Leaf {
        if self.form == Form::Type && !matches!(role, Role::Order | Role::Swizzle) {
            return Leaf::Hole { negative: false };
        }
        self.problem(
            site,
            "`?` marks a runtime leaf of a type: a value needs a variable or `{expression}` here",
        );
        Leaf::Wrong
    }
}

fn is_static(text: &str) -> bool {
    text.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Names that cannot be an expression: rustc would complain about our code, not about theirs.
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
