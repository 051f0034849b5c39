//! Tokens without the compiler's types, so parsing and validation are ordinary functions: values of `proc_macro`
//! exist inside the compiler only. A token stores its place in a table of the compiler's token trees.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::fmt;

/// A range of tokens, as places in the table of the input. The default is the macro call, for a problem without a
/// token.
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
pub(crate) enum TokenKind {
    Ident(String),
    /// A literal, as written.
    Literal(String),
    Punct(char),
    /// Parentheses: structure.
    Parens(Vec<MacroToken>),
    /// An expression: braces, or a fragment from a `macro_rules` macro.
    Expr,
    /// `{const ..}`, and the tokens after `const`.
    Const(Vec<MacroToken>),
    /// `{type ..}`.
    Type,
    /// `{static ..}` or `{fact ..}`.
    Static,
    /// `{div=8 <=4096}` after `?`, and the tokens inside.
    Facts(Vec<MacroToken>),
    /// Square brackets: the indices of `contract!`. The notation of layouts has none.
    Brackets(Vec<MacroToken>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MacroToken {
    pub(crate) kind: TokenKind,
    pub(crate) site: Site,
}

impl MacroToken {
    pub(crate) fn is(&self, punct: char) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    pub(crate) fn is_ident(&self, name: &str) -> bool {
        matches!(&self.kind, TokenKind::Ident(text) if text == name)
    }
}

/// The token as an error prints it.
impl fmt::Display for MacroToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TokenKind::Ident(text) | TokenKind::Literal(text) => write!(f, "`{text}`"),
            TokenKind::Punct(c) => write!(f, "`{c}`"),
            TokenKind::Parens(_) => f.write_str("`(`"),
            TokenKind::Expr => f.write_str("`{..}`"),
            TokenKind::Const(_) => f.write_str("`{const ..}`"),
            TokenKind::Type => f.write_str("`{type ..}`"),
            TokenKind::Static => f.write_str("`{static ..}`"),
            TokenKind::Facts(_) => f.write_str("`{..}`"),
            TokenKind::Brackets(_) => f.write_str("`[`"),
        }
    }
}

/// The compiler's token trees of one input.
pub(crate) struct TokenSource {
    trees: Vec<TokenTree>,
    /// The path of the library: its `$crate`, whatever the name of the dependency.
    root: TokenTree,
}

impl TokenSource {
    /// Splits the path of the library from the notation after it.
    pub(crate) fn new(input: TokenStream) -> (Self, TokenStream) {
        let mut input = input.into_iter();
        let root = input.next().expect("`$crate`, then the notation");
        (TokenSource { trees: Vec::new(), root }, input.collect())
    }

    /// The path of the library at a place.
    fn root_at(&self, span: Span) -> TokenTree {
        let mut root = self.root.clone();
        root.set_span(root.span().located_at(span));
        root
    }

    pub(crate) fn read(&mut self, stream: TokenStream) -> Vec<MacroToken> {
        let mut tokens = Vec::new();
        self.read_into(stream, &mut tokens);
        tokens
    }

    fn read_into(&mut self, stream: TokenStream, tokens: &mut Vec<MacroToken>) {
        for tree in stream {
            let place = self.trees.len();
            self.trees.push(tree.clone());
            let kind = match tree {
                TokenTree::Ident(ident) => TokenKind::Ident(ident.to_string()),
                TokenTree::Literal(literal) => TokenKind::Literal(literal.to_string()),
                TokenTree::Punct(punct) => TokenKind::Punct(punct.as_char()),
                TokenTree::Group(group) => match group.delimiter() {
                    Delimiter::Parenthesis => TokenKind::Parens(self.read(group.stream())),
                    Delimiter::Brace => match keyword(&group).as_deref() {
                        _ if tokens.last().is_some_and(|token| token.is('?')) => {
                            TokenKind::Facts(self.read(group.stream()))
                        }
                        Some("const") => TokenKind::Const(self.read(after_keyword(&group))),
                        Some("type") => TokenKind::Type,
                        Some("static") => TokenKind::Static,
                        Some("fact") if second(&group).is_some_and(|next| !is_punct(&next)) => {
                            TokenKind::Static
                        }
                        _ => TokenKind::Expr,
                    },
                    Delimiter::Bracket => TokenKind::Brackets(self.read(group.stream())),
                    // `$x:literal` and `$x:expr` of `macro_rules`: notation is read as if written in place, anything
                    // else is an expression.
                    Delimiter::None => {
                        let inner = self.read(group.stream());
                        if is_notation(&inner) {
                            tokens.extend(inner);
                            continue;
                        }
                        TokenKind::Expr
                    }
                },
            };
            tokens.push(MacroToken { kind, site: Site::at(place) });
        }
    }

    /// The first and the last span of a site. `Span::join` is unstable.
    pub(crate) fn ends(&self, site: Site) -> (Span, Span) {
        let span =
            |place: usize| self.trees.get(place).map_or_else(Span::call_site, TokenTree::span);
        (span(site.first), span(site.last))
    }

    /// The expression that the user wrote at a place.
    fn expr(&self, place: usize) -> TokenTree {
        match &self.trees[place] {
            TokenTree::Group(group) => braces(group).into(),
            tree => tree.clone(),
        }
    }
}

/// The second token in the braces.
fn second(group: &Group) -> Option<TokenTree> {
    group.stream().into_iter().nth(1)
}

fn is_punct(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(_))
}

/// The group, braces with a span of this crate: rustc would call the user's unnecessary.
fn braces(group: &Group) -> Group {
    if group.delimiter() != Delimiter::Brace {
        return group.clone();
    }
    let mut braces = Group::new(Delimiter::Brace, group.stream());
    braces.set_span(Span::call_site().located_at(group.span()));
    braces
}

/// The first identifier in braces: `const`, `type` or `static` has a meaning here.
fn keyword(group: &Group) -> Option<String> {
    match group.stream().into_iter().next() {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

/// The tokens after the first one.
fn after_keyword(group: &Group) -> TokenStream {
    group.stream().into_iter().skip(1).collect()
}

fn is_notation(tokens: &[MacroToken]) -> bool {
    match tokens {
        [MacroToken { kind: TokenKind::Parens(inner), .. }] => {
            inner.iter().all(|token| match &token.kind {
                TokenKind::Ident(_) | TokenKind::Literal(_) => true,
                TokenKind::Punct(c) => matches!(c, ',' | '-' | '?'),
                TokenKind::Parens(_) => is_notation(std::slice::from_ref(token)),
                TokenKind::Const(_) | TokenKind::Type | TokenKind::Static | TokenKind::Facts(_) => {
                    true
                }
                TokenKind::Expr | TokenKind::Brackets(_) => false,
            })
        }
        [MacroToken { kind: TokenKind::Const(_) | TokenKind::Type | TokenKind::Static, .. }] => {
            true
        }
        [MacroToken { kind: TokenKind::Ident(_) | TokenKind::Literal(_), .. }] => true,
        [minus, MacroToken { kind: TokenKind::Ident(_) | TokenKind::Literal(_), .. }] => {
            minus.is('-')
        }
        _ => false,
    }
}

/// Generated code: text, and expressions of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code(Vec<CodePiece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum CodePiece {
    /// Names, numbers and punctuation without brackets, with the site that errors underline.
    Text(String, Site),
    /// The user's expression at a place.
    Expr(usize),
    /// The user's expression at a place, where a `usize` is required.
    Integer(usize),
    /// The tokens of the user's braces at a place, without the keyword.
    Inside(usize),
    Parens(Code, Site),
    /// Code in brackets.
    Brackets(Code),
    /// A string literal.
    Literal(String),
    /// A number without a suffix.
    Number(usize),
}

impl Code {
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(CodePiece::Text(text.into(), Site::CALL));
        self
    }

    /// Appends text with the site that errors underline.
    pub(crate) fn text_at(mut self, text: impl Into<String>, site: Site) -> Self {
        self.0.push(CodePiece::Text(text.into(), site));
        self
    }

    /// `some::Name<..` as `path::Name::<..`.
    pub(crate) fn with_path(mut self, path: &str) -> Self {
        if let Some(CodePiece::Text(text, _)) = self.0.first_mut()
            && let Some((name, arguments)) = text.split_once('<')
        {
            let name = name.rsplit("::").next().unwrap_or(name);
            *text = format!("{path}{name}::<{arguments}");
        }
        self
    }

    pub(crate) fn expr(mut self, place: usize) -> Self {
        self.0.push(CodePiece::Expr(place));
        self
    }

    pub(crate) fn integer(mut self, place: usize) -> Self {
        self.0.push(CodePiece::Integer(place));
        self
    }

    /// Appends what follows the keyword in the braces at a place.
    pub(crate) fn inside(mut self, place: usize) -> Self {
        self.0.push(CodePiece::Inside(place));
        self
    }

    pub(crate) fn code(mut self, code: Code) -> Self {
        self.0.extend(code.0);
        self
    }

    pub(crate) fn parens(mut self, inner: Code) -> Self {
        self.0.push(CodePiece::Parens(inner, Site::CALL));
        self
    }

    pub(crate) fn brackets(mut self, inner: Code) -> Self {
        self.0.push(CodePiece::Brackets(inner));
        self
    }

    pub(crate) fn literal(mut self, text: impl Into<String>) -> Self {
        self.0.push(CodePiece::Literal(text.into()));
        self
    }

    pub(crate) fn number(mut self, number: usize) -> Self {
        self.0.push(CodePiece::Number(number));
        self
    }

    pub(crate) fn parens_at(mut self, inner: Code, site: Site) -> Self {
        self.0.push(CodePiece::Parens(inner, site));
        self
    }

    pub(crate) fn tokens(&self, source: &TokenSource) -> TokenStream {
        let mut trees = Vec::new();
        self.emit(source, &mut trees);
        trees.into_iter().collect()
    }

    fn emit(&self, source: &TokenSource, trees: &mut Vec<TokenTree>) {
        // Names resolve at the call of the macro. Only the location is the user's.
        let located = |site: Site| Span::call_site().located_at(source.ends(site).0);
        for piece in &self.0 {
            match piece {
                CodePiece::Text(text, site) => {
                    let span = if *site == Site::CALL { Span::call_site() } else { located(*site) };
                    lex(text, span, Some(source), trees);
                }
                CodePiece::Expr(place) => trees.push(source.expr(*place)),
                CodePiece::Integer(place) => integer(source.expr(*place), trees),
                CodePiece::Inside(place) => {
                    if let TokenTree::Group(group) = &source.trees[*place] {
                        trees.extend(after_keyword(group).into_iter().map(|tree| match tree {
                            TokenTree::Group(group) => braces(&group).into(),
                            tree => tree,
                        }));
                    }
                }
                CodePiece::Parens(inner, site) => {
                    let mut group = Group::new(Delimiter::Parenthesis, inner.tokens(source));
                    if *site != Site::CALL {
                        group.set_span(Span::call_site().located_at(source.ends(*site).1));
                    }
                    trees.push(group.into());
                }
                CodePiece::Brackets(inner) => {
                    trees.push(Group::new(Delimiter::Bracket, inner.tokens(source)).into());
                }
                CodePiece::Literal(text) => trees.push(Literal::string(text).into()),
                CodePiece::Number(number) => {
                    trees.push(Literal::usize_unsuffixed(*number).into());
                }
            }
        }
    }
}

/// For tests and debugging. An expression prints as its place.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            CodePiece::Text(text, _) => f.write_str(text),
            CodePiece::Expr(place) | CodePiece::Inside(place) => write!(f, "#{place}"),
            CodePiece::Integer(place) => write!(f, "usize(#{place})"),
            CodePiece::Parens(inner, _) => write!(f, "({inner})"),
            CodePiece::Brackets(inner) => write!(f, "[{inner}]"),
            CodePiece::Literal(text) => write!(f, "{text:?}"),
            CodePiece::Number(number) => write!(f, "{number}"),
        })
    }
}

/// `[usize::MIN, value][1]`. For a wrong type, the compiler reports only that the element differs from the one before
/// it. For an argument it would report the call and the location of the function, for a variable its declaration, and
/// for a field no conversion.
fn integer(value: TokenTree, trees: &mut Vec<TokenTree>) {
    let brackets = |inner| Group::new(Delimiter::Bracket, inner).into();
    let mut pair = Vec::new();
    lex("::core::primitive::usize::MIN,", Span::call_site(), None, &mut pair);
    pair.push(value);
    trees.push(brackets(pair.into_iter().collect()));
    trees.push(brackets(TokenTree::from(Literal::usize_unsuffixed(1)).into()));
}

/// The path of the library in generated text.
const ROOT: &str = "::static_layout::";

/// Tokens of generated text with a span, with [`ROOT`] replaced by the path of the source. This is cheaper than the
/// compiler's lexer. Parentheses occur in types only, as tuples.
fn lex(text: &str, span: Span, source: Option<&TokenSource>, trees: &mut Vec<TokenTree>) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(source) = source
            && rest.starts_with(ROOT)
        {
            trees.push(source.root_at(span));
            // The separator of the path remains.
            rest = &rest[ROOT.len() - 2..];
            continue;
        }
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

/// A `compile_error!`. rustc underlines from the first span to the last.
pub(crate) fn compile_error(message: &str, (first, last): (Span, Span)) -> TokenStream {
    let mut literal = Literal::string(message);
    literal.set_span(last);
    let mut group = Group::new(Delimiter::Brace, TokenTree::Literal(literal).into());
    group.set_span(last);
    let mut trees = Vec::new();
    lex("::core::compile_error!", first, None, &mut trees);
    trees.push(group.into());
    trees.into_iter().collect()
}
