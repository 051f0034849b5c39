//! Rust with holes, and how the holes are filled.

use proc_macro::{Delimiter, Group, Literal, TokenStream, TokenTree};
use std::collections::HashMap;

/// A file of layers, each with pieces of Rust by name: `layer { piece { code } .. } ..`.
pub(super) struct Template(HashMap<String, Layer>);

/// Rust with holes `$name`, in code and in the text of literals. `$$` is a `$`.
type Code = Vec<Part>;

type Layer = HashMap<String, Code>;

enum Part {
    Token(TokenTree),
    Group(Delimiter, Code),
    Hole(String),
    Text(Literal),
}

impl Template {
    pub(super) fn parse(text: &str) -> Self {
        let file = text.parse().expect("a template is tokens");
        let layer = |(name, stream)| {
            (name, pieces(stream).map(|(name, code)| (name, read(code))).collect())
        };
        Template(pieces(file).map(layer).collect())
    }

    /// The names of the pieces of a layer.
    pub(super) fn pieces(&self, layer: &str) -> impl Iterator<Item = &str> {
        self.0[layer].keys().map(String::as_str)
    }
}

/// Splits `name { .. } name { .. }`.
fn pieces(stream: TokenStream) -> impl Iterator<Item = (String, TokenStream)> {
    let mut tokens = stream.into_iter();
    std::iter::from_fn(move || {
        let name = tokens.next()?.to_string();
        match tokens.next() {
            Some(TokenTree::Group(code)) => Some((name, code.stream())),
            _ => panic!("`{name}` of a template has no code"),
        }
    })
}

fn read(code: TokenStream) -> Code {
    let mut tokens = code.into_iter().peekable();
    let mut parts = Vec::new();
    while let Some(token) = tokens.next() {
        parts.push(match token {
            // `$$name` is `$name`, a variable of a macro that the template defines.
            dollar if is_dollar(&dollar) && tokens.next_if(is_dollar).is_none() => {
                match tokens.next_if(|token| matches!(token, TokenTree::Ident(_))) {
                    Some(name) => Part::Hole(name.to_string()),
                    None => Part::Token(dollar),
                }
            }
            TokenTree::Group(group) => Part::Group(group.delimiter(), read(group.stream())),
            TokenTree::Literal(text) if text.to_string().contains('$') => Part::Text(text),
            token => Part::Token(token),
        });
    }
    parts
}

fn is_dollar(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '$')
}

/// The values of holes, and the layers that the other holes come from.
#[derive(Clone, Default)]
pub(super) struct Holes {
    values: HashMap<String, TokenStream>,
    /// The first layer that has a piece gives it.
    layers: Vec<String>,
}

impl Holes {
    /// Fills the hole `$name` with tokens of a row, whose places in the source the tokens keep.
    pub(super) fn set(&mut self, name: &str, value: impl IntoIterator<Item = TokenTree>) {
        self.values.insert(name.to_owned(), value.into_iter().collect());
    }

    /// Adds a layer below the others.
    pub(super) fn layer(&mut self, name: impl Into<String>) {
        self.layers.push(name.into());
    }

    /// These holes with a layer above the others.
    pub(super) fn under(&self, layer: &str) -> Self {
        let mut holes = self.clone();
        holes.layers.insert(0, layer.to_owned());
        holes
    }

    /// Whether the hole `$name` has a value or a piece.
    pub(super) fn has(&self, template: &Template, name: &str) -> bool {
        self.values.contains_key(name) || self.piece(template, name).is_some()
    }

    fn piece<'a>(&self, template: &'a Template, name: &str) -> Option<&'a Code> {
        self.layers.iter().find_map(|layer| template.0.get(layer)?.get(name))
    }

    /// The code for the hole `$name`.
    pub(super) fn fill(&self, template: &Template, name: &str) -> TokenStream {
        let mut tokens = Vec::new();
        self.fill_hole(template, name, &mut tokens);
        tokens.into_iter().collect()
    }

    fn fill_hole(&self, template: &Template, name: &str, tokens: &mut Vec<TokenTree>) {
        if let Some(value) = self.values.get(name) {
            return tokens.extend(value.clone());
        }
        match self.piece(template, name) {
            Some(code) => self.fill_code(template, code, tokens),
            None => panic!("no layer of {:?} has `{name}`", self.layers),
        }
    }

    fn fill_code(&self, template: &Template, code: &Code, tokens: &mut Vec<TokenTree>) {
        for part in code {
            match part {
                Part::Token(token) => tokens.push(token.clone()),
                Part::Hole(name) => self.fill_hole(template, name, tokens),
                Part::Text(text) => tokens.push(self.fill_text(template, text).into()),
                Part::Group(delimiter, code) => {
                    let mut inside = Vec::new();
                    self.fill_code(template, code, &mut inside);
                    tokens.push(Group::new(*delimiter, inside.into_iter().collect()).into());
                }
            }
        }
    }

    fn fill_text(&self, template: &Template, text: &Literal) -> Literal {
        let text = text.to_string();
        let mut parts = text.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (name, rest) = part.split_at(end.unwrap_or(part.len()));
            // A text in a text has no quotes of its own.
            filled += self.fill(template, name).to_string().trim_matches('"');
            filled += rest;
        }
        filled.parse().expect("a literal remains one")
    }
}
