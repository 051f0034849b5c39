//! The macro `featured!`: for each function that a feature adds, a stub in builds without the feature. A call of the stub
//! is an error that names the feature; without a stub, the compiler proposes a function with a similar name.
//!
//! ```text
//! featured! {
//!     "static-layout"                                     the package
//!     "npy" {                                             the feature
//!         impl<T, L> View<'_, T, L> {
//!             fn from_npy(bytes);                         a row: the names of parameters, without types
//!         }
//!     }
//! }
//! ```
//!
//! Next to `impl` stand `trait Name { .. }`, whose rows `featured_methods! { Name }` writes into the trait, and rows alone,
//! which are functions. Attributes before them stay. A row becomes
//!
//! ```text
//! #[diagnostic::on_unimplemented(message = "`from_npy` needs the feature `npy` of static-layout", ..)]
//! pub trait from_npy {}                                   in `needs`; no type implements it
//!
//! pub fn from_npy<R>(bytes: impl Sized) -> R where for<'a> ThisBuild<'a>: needs::from_npy
//! ```
//!
//! * The bound has a lifetime, because the compiler refuses a bound without parameters where it is written.
//! * The result is a type to be inferred, so what a caller does with it adds no second error.
//! * A function with parameters of types keeps them, because a caller may write them: `recast::<u8>()`. Its result is the
//!   type that the missing implementation would have. It hangs on a parameter of the function, because the compiler looks
//!   at the result before it chooses a method, and would choose none:
//!
//! ```text
//! pub trait recast_with { type Output; }
//! impl<T> recast_with for T where for<'a> ThisBuild<'a>: recast {
//!     type Output = <ThisBuild<'static> as recast>::Output;
//! }
//!
//! pub fn recast<U>(self) -> <U as needs::recast_with>::Output where for<'a> ThisBuild<'a>: needs::recast
//! ```
//!
//! The table is a module `featured`, and traits with rows lie next to it: the stubs name it as `super::featured`.

use std::collections::BTreeMap;
use std::iter::Peekable;

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

type Tokens = Peekable<proc_macro::token_stream::IntoIter>;

/// A function that a feature adds.
struct Row {
    name: String,
    span: Span,
    /// The parameters of types.
    generics: Vec<String>,
    parameters: Vec<String>,
}

/// The package and the feature of a row.
#[derive(Clone, Copy)]
struct Origin<'a> {
    package: &'a str,
    feature: &'a str,
}

pub(crate) fn table(input: TokenStream) -> TokenStream {
    let mut input = input.into_iter().peekable();
    let package = text(&mut input);
    let (mut items, mut traits) = (TokenStream::new(), BTreeMap::<String, TokenStream>::new());
    let mut needs = BTreeMap::new();
    while input.peek().is_some() {
        let feature = text(&mut input);
        let origin = Origin { package: &package, feature: &feature };
        let mut tokens = group(&mut input).stream().into_iter().peekable();
        while tokens.peek().is_some() {
            // Attributes, and the words up to the rows: `trait Name`, `impl<..> Type`. None before a function.
            let mut head = TokenStream::new();
            while !tokens.peek().is_none_or(|token| is_word(token, "fn") || is_block(token)) {
                head.extend(tokens.next());
            }
            if tokens.peek().is_some_and(|token| is_word(token, "fn")) {
                let row = row(&mut tokens);
                items.extend(hidden(head.into_iter().chain(origin.stub("pub", &row)).collect()));
                needs.entry(row.name.clone()).or_insert_with(|| origin.need(&row));
                continue;
            }
            let mut rows = group(&mut tokens).stream().into_iter().peekable();
            let mut name = head.clone().into_iter();
            let is_trait = name.next().is_some_and(|word| is_word(&word, "trait"));
            let mut stubs = TokenStream::new();
            while rows.peek().is_some() {
                let row = row(&mut rows);
                stubs.extend(origin.stub(if is_trait { "" } else { "pub" }, &row));
                needs.entry(row.name.clone()).or_insert_with(|| origin.need(&row));
            }
            if is_trait {
                let name = name.next().expect("the name of a trait").to_string();
                traits.entry(name).or_default().extend(stubs);
            } else {
                head.extend([TokenTree::from(Group::new(Delimiter::Brace, stubs))]);
                items.extend(hidden(head));
            }
        }
    }
    let allowed = "#[allow(non_camel_case_types, reason = \"the names are those of functions\")]
        #[allow(dead_code, reason = \"a row may lie behind another feature that is off\")]
        pub mod needs";
    items.extend(call(allowed, needs.into_values().collect()));
    if !traits.is_empty() {
        let arms = traits.into_iter().map(|(name, stubs)| {
            let arm = call(&format!("({name}) =>"), hidden(stubs));
            arm.into_iter().chain(parsed(";", Span::call_site())).collect::<TokenStream>()
        });
        items.extend(call("macro_rules! featured_methods", arms.collect()));
        items.extend(parsed("pub(crate) use featured_methods;", Span::call_site()));
    }
    items
}

impl Origin<'_> {
    /// The trait of a row, with the message.
    fn need(self, row: &Row) -> TokenStream {
        let (Origin { package, feature }, name) = (self, &row.name);
        let (mut output, mut with_parameters) = ("", String::new());
        if !row.generics.is_empty() {
            output = "type Output;";
            with_parameters = format!(
                "#[cfg(not(feature = {feature:?}))]
                pub trait {name}_with {{ type Output; }}
                #[cfg(not(feature = {feature:?}))]
                impl<T> {name}_with for T
                where
                    for<'a> super::ThisBuild<'a>: {name},
                {{
                    type Output = <super::ThisBuild<'static> as {name}>::Output;
                }}"
            );
        }
        let code = format!(
            "#[cfg(not(feature = {feature:?}))]
            #[diagnostic::on_unimplemented(
                message = \"`{name}` needs the feature `{feature}` of {package}\",
                label = \"this build lacks the feature `{feature}`\",
                note = \"cargo add {package} --features {feature}\",
            )]
            pub trait {name} {{ {output} }}
            {with_parameters}"
        );
        parsed(&code, row.span)
    }

    /// The stub of the row.
    fn stub(self, visibility: &str, row: &Row) -> TokenStream {
        let Row { name, span, generics, parameters } = row;
        let (generics, result) = match generics.first() {
            Some(first) => (
                generics.join(", "),
                format!("<{first} as super::featured::needs::{name}_with>::Output"),
            ),
            None => ("R".into(), "R".into()),
        };
        let code = format!(
            "#[cfg(not(feature = {:?}))] #[doc(hidden)] #[track_caller]
            {visibility} fn {name}<{generics}>({}) -> {result}
            where
                for<'a> super::featured::ThisBuild<'a>: super::featured::needs::{name},
            {{ unreachable!() }}",
            self.feature,
            parameters.join(", "),
        );
        parsed(&code, *span)
    }
}

/// Reads `fn name<..>(self, parameter, ..);`.
fn row(tokens: &mut Tokens) -> Row {
    tokens.next();
    let name = tokens.next().expect("the name of a function");
    let mut generics = TokenStream::new();
    while !matches!(tokens.peek(), Some(TokenTree::Group(_)) | None) {
        generics.extend(tokens.next());
    }
    let parameters = names(group(tokens).stream());
    let semicolon = tokens.next();
    assert!(semicolon.is_some_and(|end| end.to_string() == ";"), "`;` after {name}");
    Row {
        name: name.to_string(),
        span: name.span(),
        // Without their `<` and `>`.
        generics: names(
            generics
                .into_iter()
                .filter(|token| !matches!(token, TokenTree::Punct(p) if "<>".contains(p.as_char())))
                .collect(),
        ),
        parameters: parameters
            .into_iter()
            .map(|name| {
                let is_self = name.ends_with("self");
                if is_self { name } else { format!("_{name}: impl Sized") }
            })
            .collect(),
    }
}

/// The parts between commas.
fn names(tokens: TokenStream) -> Vec<String> {
    let text = tokens.to_string();
    text.split(',')
        .map(|name| name.trim().into())
        .filter(|name: &String| !name.is_empty())
        .collect()
}

/// The text of a literal.
fn text(tokens: &mut Tokens) -> String {
    tokens.next().expect("a name in quotes").to_string().trim_matches('"').to_string()
}

fn group(tokens: &mut Tokens) -> Group {
    match tokens.next() {
        Some(TokenTree::Group(group)) => group,
        other => panic!("expected rows, found {other:?}"),
    }
}

/// The items, whose refusals show the line of the caller alone.
fn hidden(items: TokenStream) -> TokenStream {
    call("crate::at_caller::at_caller!", items)
}

/// `$head { $tokens }`.
fn call(head: &str, tokens: TokenStream) -> TokenStream {
    let mut code = parsed(head, Span::call_site());
    code.extend([TokenTree::from(Group::new(Delimiter::Brace, tokens))]);
    code
}

/// The code with a span at every token.
fn parsed(code: &str, span: Span) -> TokenStream {
    fn spanned(tokens: TokenStream, span: Span) -> TokenStream {
        tokens
            .into_iter()
            .map(|mut token| {
                if let TokenTree::Group(group) = &token {
                    token = Group::new(group.delimiter(), spanned(group.stream(), span)).into();
                }
                token.set_span(span);
                token
            })
            .collect()
    }
    spanned(code.parse().expect("code"), span)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name.to_string() == word)
}

fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
