//! Spans by which a refusal shows the caller's line, and none of the library.
//!
//! # Problem
//! The compiler reports a refusal in `const { .. }` where the block is, then where it is used, and only then at the
//! call that instantiates it. It reports a bound that does not hold at the call, and at the bound. The library's
//! lines tell the user nothing.
//!
//! # Trick
//! The compiler omits a location that it does not know, so these tokens get a span without one. Such a span reaches
//! from one file into another. The compiler makes one when it joins two `:` from two files to `::`. When it writes
//! the metadata of the crate, it replaces the span by no location. A compiler without this behaviour reports as
//! usual.
//!
//! # Incremental builds
//! Nothing is hidden there: the compiler's caches do not hold such spans. A developer of the library wants its lines.
//! A user who has it from a registry builds it without incremental compilation.

use std::path::Path;

use proc_macro::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

/// The call `$path! { $tokens }`.
fn call(path: &str, tokens: TokenStream) -> TokenStream {
    let mut code: TokenStream = path.parse().expect("the path of a macro");
    code.extend([TokenTree::from(Group::new(Delimiter::Brace, tokens))]);
    code
}

/// Passes the item to the macro of the library that knows the span.
pub(crate) fn attribute(item: TokenStream) -> TokenStream {
    call("crate::at_caller::at_caller!", item)
}

/// Takes `here { definition } there`, two identifiers from two files. Calls [`define`] with the span between them.
pub(crate) fn stretch(input: TokenStream) -> TokenStream {
    let input: Vec<TokenTree> = input.into_iter().collect();
    let [here, definition, there] = &input[..] else { panic!("`here {{ definition }} there`") };
    // The compiler joins tokens whose spans come from one expansion.
    let colon = |at: &TokenTree, spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(at.span().resolved_at(Span::call_site()));
        TokenTree::from(colon)
    };
    let glued = [colon(here, Spacing::Joint), colon(there, Spacing::Alone)];
    let tokens = glued.into_iter().chain([definition.clone()]);
    call("::layout_macros::define_at_caller!", tokens.collect())
}

/// Takes `:: { definition }`. Returns the definition with the span of the `::` for each `NOWHERE` in it.
pub(crate) fn define(input: TokenStream) -> TokenStream {
    let input: Vec<TokenTree> = input.into_iter().collect();
    let [colon, _, TokenTree::Group(definition)] = &input[..] else {
        panic!("`:: {{ definition }}`")
    };
    mark(definition.stream(), colon.span())
}

fn mark(tokens: TokenStream, nowhere: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => rebuilt(&group, mark(group.stream(), nowhere)),
            TokenTree::Ident(mut name) if name.to_string() == "NOWHERE" => {
                name.set_span(nowhere);
                name.into()
            }
            token => token,
        })
        .collect()
}

/// The group with other tokens in it.
fn rebuilt(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut rebuilt = Group::new(group.delimiter(), tokens);
    rebuilt.set_span(group.span());
    rebuilt.into()
}

/// Takes `NOWHERE items`. Returns the items, with the span of `NOWHERE` for: `const` blocks, associated constants,
/// names of functions and their qualifiers, parameters of functions and of associated types with their bounds, and
/// heads of implementations. The compiler adds the location of a function to an error in the type or the number of
/// its arguments, unless the location is unknown.
pub(crate) fn items(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    let nowhere = tokens.next().expect("NOWHERE").span();
    if has_metadata() { hide(tokens.collect(), nowhere) } else { tokens.collect() }
}

/// Whether the compiler writes metadata and does not build incrementally. Tools that document or edit the code run
/// the macro, too, and need its locations.
fn has_metadata() -> bool {
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_default();
    let is_rustdoc = Path::new(&program).file_stem().is_some_and(|name| name == "rustdoc");
    let (mut emits, mut is_incremental) = (false, false);
    for argument in arguments {
        emits |= argument.contains("--emit");
        is_incremental |= argument.contains("incremental=");
    }
    emits && !is_incremental && !is_rustdoc
}

fn hide(tokens: TokenStream, nowhere: Span) -> TokenStream {
    let (mut hidden, mut tokens) = (Vec::new(), tokens.into_iter().peekable());
    let (mut parameters, mut bounds) = (Parameters::None, false);
    while let Some(token) = tokens.next() {
        if let TokenTree::Group(group) = &token {
            bounds &= group.delimiter() != Delimiter::Brace;
            let inside = matches!(parameters, Parameters::Inside(_));
            hidden.push(if bounds || inside {
                moved(token, nowhere)
            } else {
                rebuilt(group, hide(group.stream(), nowhere))
            });
            continue;
        }
        if is_word(&token, "const") && tokens.peek().is_some_and(is_block) {
            hidden.extend([Some(token), tokens.next()].map(|part| moved(part.unwrap(), nowhere)));
            continue;
        }
        if is_word(&token, "const") && is_constant(tokens.clone()) {
            hide_visibility(&mut hidden, nowhere);
            hidden.push(moved(token, nowhere));
            while let Some(part) = tokens.next_if(|part| !is_punct(part, ';')) {
                hidden.push(moved(part, nowhere));
            }
            continue;
        }
        let is_named = tokens.peek().is_some_and(|next| matches!(next, TokenTree::Ident(_)));
        if is_word(&token, "fn") && is_named {
            hide_qualifiers(&mut hidden, nowhere);
            let name = tokens.next().expect("a name");
            parameters = Parameters::Named;
            hidden.extend([moved(token, nowhere), moved(name, nowhere)]);
            continue;
        }
        parameters = parameters.after(&token, hidden.last());
        bounds |= is_word(&token, "where") || is_implementation(&token, hidden.last());
        bounds &= !is_punct(&token, ';');
        let inside = matches!(parameters, Parameters::Inside(_));
        hidden.push(if inside || bounds { moved(token, nowhere) } else { token });
    }
    hidden.into_iter().collect()
}

/// The state of a scan for the parameters of a function or of an associated type.
#[derive(Clone, Copy)]
enum Parameters {
    None,
    /// After `fn` or `type`, before the list.
    Named,
    /// Inside `<` and `>`, with the number of open brackets.
    Inside(usize),
}

impl Parameters {
    fn after(self, token: &TokenTree, last: Option<&TokenTree>) -> Self {
        let opens = is_punct(token, '<');
        let closes = is_punct(token, '>') && !last.is_some_and(|last| is_punct(last, '-'));
        match self {
            _ if is_word(token, "fn") || is_word(token, "type") => Self::Named,
            Self::Named if opens => Self::Inside(1),
            // There is no list.
            Self::Named if is_punct(token, ':') || is_punct(token, '=') => Self::None,
            Self::Inside(open) if opens => Self::Inside(open + 1),
            Self::Inside(1) if closes => Self::None,
            Self::Inside(open) if closes => Self::Inside(open - 1),
            other => other,
        }
    }
}

/// Hides `const`, `unsafe` and the visibility before a function.
fn hide_qualifiers(hidden: &mut [TokenTree], nowhere: Span) {
    let is_qualifier = |token: &TokenTree| is_word(token, "const") || is_word(token, "unsafe");
    let count = hidden.iter().rev().take_while(|token| is_qualifier(token)).count();
    let (before, qualifiers) = hidden.split_at_mut(hidden.len() - count);
    for part in qualifiers {
        *part = moved(part.clone(), nowhere);
    }
    hide_visibility(before, nowhere);
}

/// Hides `pub` or `pub(crate)` at the end, which belongs to the item that follows.
fn hide_visibility(hidden: &mut [TokenTree], nowhere: Span) {
    let (from, len) = match hidden {
        [.., word, TokenTree::Group(_)] if is_word(word, "pub") => (hidden.len() - 2, 2),
        [.., word] if is_word(word, "pub") => (hidden.len() - 1, 1),
        _ => return,
    };
    for part in &mut hidden[from..from + len] {
        *part = moved(part.clone(), nowhere);
    }
}

/// Whether `impl` begins an item. Elsewhere it is a type.
fn is_implementation(token: &TokenTree, last: Option<&TokenTree>) -> bool {
    let begins =
        last.is_none_or(|last| matches!(last, TokenTree::Group(_)) || is_word(last, "unsafe"));
    begins && is_word(token, "impl")
}

/// Whether `const` begins `NAME: Type = value;`, and not a block, a function or a parameter.
fn is_constant(tokens: impl Iterator<Item = TokenTree>) -> bool {
    let mut open = 0;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                '=' => return true,
                '<' => open += 1,
                '>' if open > 0 => open -= 1,
                '>' | ',' if open == 0 => return false,
                ';' => return false,
                _ => {}
            },
            token if is_block(&token) || is_word(&token, "fn") => return false,
            _ => {}
        }
    }
    false
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name.to_string() == word)
}

fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == punct)
}

fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The token with the span `nowhere`, and all tokens inside it. Names resolve as before.
fn moved(mut token: TokenTree, nowhere: Span) -> TokenTree {
    let span = nowhere.resolved_at(token.span());
    if let TokenTree::Group(group) = &token {
        let inside = group.stream().into_iter().map(|token| moved(token, nowhere));
        token = Group::new(group.delimiter(), inside.collect()).into();
    }
    token.set_span(span);
    token
}
