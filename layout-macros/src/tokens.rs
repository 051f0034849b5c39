//! Tokens of our own, so that parsing and validation are ordinary functions: `proc_macro` values
//! exist only inside the compiler. A token remembers its place in a table of the compiler's trees.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::fmt;

/// The tokens from `first` to `last`, as places in the table of the input. The default is the
/// macro call itself, for problems that have no token to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Site {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Site {
    pub(crate) const CALL: Site = Site { first: usize::MAX, last: usize::MAX };

    pub(crate) fn at(place: usize) -> Self {
        Site { first: place, last: place }
    }

    pub(crate) fn to(self, end: Site) -> Self {
        Site { first: self.first, last: end.last }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ident(String),
    /// Any literal, as written.
    Literal(String),
    Punct(char),
    /// Parentheses: structure.
    Parens(Vec<Token>),
    /// Braces, or a Rust fragment that a `macro_rules` macro handed over: an expression.
    Expr,
    /// Square brackets, which mean nothing here.
    Brackets,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) site: Site,
}

impl Token {
    pub(crate) fn is(&self, punct: char) -> bool {
        self.kind == Kind::Punct(punct)
    }

    pub(crate) fn is_ident(&self, name: &str) -> bool {
        matches!(&self.kind, Kind::Ident(text) if text == name)
    }
}

/// As an error shows it.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Ident(text) | Kind::Literal(text) => write!(f, "`{text}`"),
            Kind::Punct(c) => write!(f, "`{c}`"),
            Kind::Parens(_) => f.write_str("`(`"),
            Kind::Expr => f.write_str("`{..}`"),
            Kind::Brackets => f.write_str("`[`"),
        }
    }
}

/// The compiler's trees behind the tokens of one input.
#[derive(Default)]
pub(crate) struct Source {
    trees: Vec<TokenTree>,
}

impl Source {
    pub(crate) fn read(&mut self, stream: TokenStream) -> Vec<Token> {
        let mut tokens = Vec::new();
        self.read_into(stream, &mut tokens);
        tokens
    }

    fn read_into(&mut self, stream: TokenStream, tokens: &mut Vec<Token>) {
        for tree in stream {
            let place = self.trees.len();
            self.trees.push(tree.clone());
            let kind = match tree {
                TokenTree::Ident(ident) => Kind::Ident(ident.to_string()),
                TokenTree::Literal(literal) => Kind::Literal(literal.to_string()),
                TokenTree::Punct(punct) => Kind::Punct(punct.as_char()),
                TokenTree::Group(group) => match group.delimiter() {
                    Delimiter::Parenthesis => Kind::Parens(self.read(group.stream())),
                    Delimiter::Brace => Kind::Expr,
                    Delimiter::Bracket => Kind::Brackets,
                    // `$x:literal` and `$x:expr` of `macro_rules`: read as if written in place
                    // when it is notation, otherwise a Rust expression.
                    Delimiter::None => {
                        let inner = self.read(group.stream());
                        if is_notation(&inner) {
                            tokens.extend(inner);
                            continue;
                        }
                        Kind::Expr
                    }
                },
            };
            tokens.push(Token { kind, site: Site::at(place) });
        }
    }

    /// The first and the last span of a site: `Span::join` is not stable.
    pub(crate) fn ends(&self, site: Site) -> (Span, Span) {
        let span =
            |place: usize| self.trees.get(place).map_or_else(Span::call_site, TokenTree::span);
        (span(site.first), span(site.last))
    }

    /// What the user wrote at one place, as an expression.
    fn expr(&self, place: usize) -> TokenTree {
        match &self.trees[place] {
            // Braces of our own: about the user's rustc would say that they are not needed.
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                Group::new(Delimiter::Brace, group.stream()).into()
            }
            tree => tree.clone(),
        }
    }
}

fn is_notation(tokens: &[Token]) -> bool {
    match tokens {
        [Token { kind: Kind::Parens(inner), .. }] => inner.iter().all(|token| match &token.kind {
            Kind::Ident(_) | Kind::Literal(_) => true,
            Kind::Punct(c) => matches!(c, ',' | '-' | '?'),
            Kind::Parens(_) => is_notation(std::slice::from_ref(token)),
            Kind::Expr | Kind::Brackets => false,
        }),
        [Token { kind: Kind::Ident(_) | Kind::Literal(_), .. }] => true,
        [minus, Token { kind: Kind::Ident(_) | Kind::Literal(_), .. }] => minus.is('-'),
        _ => false,
    }
}

/// Generated code: text of our own and expressions of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Names, numbers and punctuation without brackets of any kind, shown at a site.
    Text(String, Site),
    /// The user's expression at a place.
    Expr(usize),
    /// The same, where a `usize` is expected.
    Integer(usize),
    Parens(Code, Site),
}

impl Code {
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Text(text.into(), Site::CALL));
        self
    }

    /// Text that errors show at `site`.
    pub(crate) fn text_at(mut self, text: impl Into<String>, site: Site) -> Self {
        self.0.push(Piece::Text(text.into(), site));
        self
    }

    pub(crate) fn expr(mut self, place: usize) -> Self {
        self.0.push(Piece::Expr(place));
        self
    }

    pub(crate) fn integer(mut self, place: usize) -> Self {
        self.0.push(Piece::Integer(place));
        self
    }

    pub(crate) fn code(mut self, code: Code) -> Self {
        self.0.extend(code.0);
        self
    }

    pub(crate) fn parens(mut self, inner: Code) -> Self {
        self.0.push(Piece::Parens(inner, Site::CALL));
        self
    }

    pub(crate) fn parens_at(mut self, inner: Code, site: Site) -> Self {
        self.0.push(Piece::Parens(inner, site));
        self
    }

    pub(crate) fn tokens(&self, source: &Source) -> TokenStream {
        let mut trees = Vec::new();
        self.emit(source, &mut trees);
        trees.into_iter().collect()
    }

    fn emit(&self, source: &Source, trees: &mut Vec<TokenTree>) {
        // Our names resolve where the macro is called; only the place shown is the user's.
        let located = |site: Site| Span::call_site().located_at(source.ends(site).0);
        for piece in &self.0 {
            match piece {
                Piece::Text(text, site) => {
                    let span = if *site == Site::CALL { Span::call_site() } else { located(*site) };
                    lex(text, span, trees);
                }
                Piece::Expr(place) => trees.push(source.expr(*place)),
                Piece::Integer(place) => integer(source.expr(*place), trees),
                Piece::Parens(inner, site) => {
                    let mut group = Group::new(Delimiter::Parenthesis, inner.tokens(source));
                    if *site != Site::CALL {
                        group.set_span(Span::call_site().located_at(source.ends(*site).1));
                    }
                    trees.push(group.into());
                }
            }
        }
    }
}

/// For tests and debugging; an expression is shown by its place.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Text(text, _) => f.write_str(text),
            Piece::Expr(place) => write!(f, "#{place}"),
            Piece::Integer(place) => write!(f, "usize(#{place})"),
            Piece::Parens(inner, _) => write!(f, "({inner})"),
        })
    }
}

/// `[usize::MIN, value][1]`. An element of another type than the one before it is all that the compiler shows;
/// of an argument it would say that the call is not right, and where the function is, of a variable with a type
/// where that is, and for a field of a structure it proposes no conversion.
fn integer(value: TokenTree, trees: &mut Vec<TokenTree>) {
    let brackets = |inner| Group::new(Delimiter::Bracket, inner).into();
    let mut pair = Vec::new();
    lex("::core::primitive::usize::MIN,", Span::call_site(), &mut pair);
    pair.push(value);
    trees.push(brackets(pair.into_iter().collect()));
    trees.push(brackets(TokenTree::from(Literal::usize_unsuffixed(1)).into()));
}

/// Tokens of generated text: cheaper than a round through the compiler's own lexer, and each gets
/// the span. Parentheses occur in types only (tuples).
fn lex(text: &str, span: Span, trees: &mut Vec<TokenTree>) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (head, tail) = rest.split_at(word.max(c.len_utf8()));
        match c {
            ' ' => {}
            '(' => open.push(std::mem::take(trees)),
            ')' => {
                let inner = std::mem::take(trees);
                *trees = open.pop().expect("balanced text");
                let mut group = Group::new(Delimiter::Parenthesis, inner.into_iter().collect());
                group.set_span(span);
                trees.push(group.into());
            }
            _ if word == 0 => {
                let joint = c == ':' && tail.starts_with(':');
                let mut punct = Punct::new(c, if joint { Spacing::Joint } else { Spacing::Alone });
                punct.set_span(span);
                trees.push(punct.into());
            }
            _ => trees.push(Ident::new(head, span).into()),
        }
        rest = tail;
    }
}

/// `compile_error!` for each problem. rustc underlines from the first span to the last.
pub(crate) fn compile_error(message: &str, (first, last): (Span, Span)) -> TokenStream {
    let mut literal = Literal::string(message);
    literal.set_span(last);
    let mut group = Group::new(Delimiter::Brace, TokenTree::Literal(literal).into());
    group.set_span(last);
    let mut trees = Vec::new();
    lex("::core::compile_error!", first, &mut trees);
    trees.push(group.into());
    trees.into_iter().collect()
}
