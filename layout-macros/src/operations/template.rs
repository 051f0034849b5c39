//! Rust with holes, and how the holes are filled.

use proc_macro::{Group, Literal, TokenStream, TokenTree};
use std::collections::HashMap;

/// Layers of pieces of Rust by name: `layer { piece { code } .. } ..`. The code has holes `$name`, also in the text of literals.
/// `$$` is a `$`.
pub(super) struct Template(HashMap<String, HashMap<String, TokenStream>>);

impl Template {
    pub(super) fn parse(text: &str) -> Self {
        let file = text.parse().expect("a template is tokens");
        Template(pieces(file).map(|(name, layer)| (name, pieces(layer).collect())).collect())
    }

    /// The names of the pieces of a layer.
    pub(super) fn pieces(&self, layer: &str) -> impl Iterator<Item = &str> {
        self.0[layer].keys().map(String::as_str)
    }

    pub(super) fn piece(&self, layer: &str, name: &str) -> Option<&TokenStream> {
        self.0.get(layer)?.get(name)
    }

    /// Whether there is a layer or a piece of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name) || self.0.values().any(|layer| layer.contains_key(name))
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

/// The values of holes, and the layers that the other holes come from.
#[derive(Clone)]
pub(super) struct Holes<'t> {
    template: &'t Template,
    values: HashMap<String, TokenStream>,
    /// The first layer that has a piece gives it.
    layers: Vec<String>,
}

impl<'t> Holes<'t> {
    pub(super) fn new(template: &'t Template) -> Self {
        Holes { template, values: HashMap::new(), layers: Vec::new() }
    }

    /// Fills the hole `$name` with tokens of a row, whose places in the source the tokens keep.
    pub(super) fn set(&mut self, name: &str, value: impl IntoIterator<Item = TokenTree>) {
        self.values.insert(name.to_owned(), value.into_iter().collect());
    }

    /// Adds layers below the others, each with the layer that it is `like`.
    pub(super) fn layers(&mut self, names: &[&str]) {
        for name in names {
            self.layers.push((*name).to_owned());
            self.layers.extend(self.template.piece(name, "like").map(TokenStream::to_string));
        }
    }

    /// These holes with a layer above the others.
    pub(super) fn under(&self, layer: &str) -> Self {
        let mut holes = self.clone();
        holes.layers.insert(0, layer.to_owned());
        holes
    }

    /// Whether the hole `$name` has a value or a piece.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name) || self.piece(name).is_some()
    }

    fn piece(&self, name: &str) -> Option<&'t TokenStream> {
        self.layers.iter().find_map(|layer| self.template.piece(layer, name))
    }

    /// The code for the hole `$name`.
    pub(super) fn fill(&self, name: &str) -> TokenStream {
        match (self.values.get(name), self.piece(name)) {
            (Some(value), _) => value.clone(),
            (None, Some(code)) => self.code(code.clone()),
            (None, None) => panic!("no layer of {:?} has `{name}`", self.layers),
        }
    }

    fn code(&self, code: TokenStream) -> TokenStream {
        let mut tokens = code.into_iter();
        let mut filled = Vec::new();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(dollar) if dollar.as_char() == '$' => match tokens.next() {
                    Some(TokenTree::Ident(name)) => filled.extend(self.fill(&name.to_string())),
                    // `$$name` is `$name`, a variable of a macro that the template defines.
                    dollar => filled.extend(dollar),
                },
                TokenTree::Group(group) => {
                    filled.push(Group::new(group.delimiter(), self.code(group.stream())).into());
                }
                TokenTree::Literal(text) => filled.push(self.text(text).into()),
                token => filled.push(token),
            }
        }
        filled.into_iter().collect()
    }

    fn text(&self, literal: Literal) -> Literal {
        let text = literal.to_string();
        let Some((before, holes)) = text.split_once('$') else { return literal };
        let mut filled = before.to_owned();
        for part in holes.split('$') {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (name, rest) = part.split_at(end.unwrap_or(part.len()));
            // A text in a text has no quotes of its own.
            filled += self.fill(name).to_string().trim_matches('"');
            filled += rest;
        }
        filled.parse().expect("a literal remains one")
    }
}
