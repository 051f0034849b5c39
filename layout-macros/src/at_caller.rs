//! The attribute `at_caller`: the refusals in an item show the line of its caller, and no line of the item.
//!
//! The compiler reports an error in `const { .. }` at the block, then at its uses, and then at the call that
//! instantiates it. It reports a bound that does not hold at the call and at the bound. The lines of the library do not
//! help the reader of the message. The compiler omits a place that it does not know, so that these tokens get a span
//! without a place:
//!
//! ```text
//! at_caller (attribute)     item            ->  crate::at_caller::at_caller! { item }
//! at_caller! (each crate)   item            ->  items_at_caller! { NOWHERE item }, where NOWHERE has that span
//! items_at_caller!          NOWHERE item    ->  the item, with this span at blocks in const, signatures and bounds
//! ```
//!
//! 1. The span goes from one file into another one. The compiler makes it when it joins two `:` from two files to one
//!    `::` (`stretch!`, then `define_at_caller!`). When it writes the span to the metadata of the crate, it drops the
//!    place.
//! 2. Therefore each crate needs two files of its own (`at_caller/mod.rs`, `at_caller/other.rs`). A span from the
//!    metadata of another crate has already lost its place, and the compiler then reports lines of the library again.
//! 3. A compiler that treats such spans differently reports errors as without the attribute.
//! 4. The caches of incremental builds keep such a span: they store where it begins and its length, and its hash is that
//!    of no place (`at_caller/other.rs` in the crates).

use std::path::Path;

use proc_macro::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

/// `$path! { $tokens }`.
fn call(path: &str, tokens: TokenStream) -> TokenStream {
    let mut code: TokenStream = path.parse().expect("the path of a macro");
    code.extend([TokenTree::from(Group::new(Delimiter::Brace, tokens))]);
    code
}

/// The call of the crate's macro with the item. For an item that a macro writes, `of` is a name from outside of the
/// macro: without one, each refusal has a note that names the macro.
pub(crate) fn attribute(of: TokenStream, item: TokenStream) -> TokenStream {
    let of = of.into_iter().flat_map(|name| [Punct::new('@', Spacing::Alone).into(), name]);
    call("crate::at_caller::at_caller!", of.chain(item).collect())
}

/// The macro of each crate that [`attribute`] calls.
const DEFINITION: &str = "\
    /// The items, whose refusals have no place in this crate.
    macro_rules! at_caller {
        ($($item:tt)*) => { ::layout_macros::items_at_caller! { NOWHERE $($item)* } };
    }
    pub(crate) use at_caller;";

/// The call of [`define`] with the span between `here there`, two identifiers from two files.
pub(crate) fn stretch(input: TokenStream) -> TokenStream {
    let input: Vec<TokenTree> = input.into_iter().collect();
    let [here, there] = &input[..] else { panic!("`here there`") };
    // The compiler joins tokens whose spans are of one expansion.
    let colon = |at: &TokenTree, spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(at.span().resolved_at(Span::call_site()));
        TokenTree::from(colon)
    };
    let glued = [colon(here, Spacing::Joint), colon(there, Spacing::Alone)];
    call("::layout_macros::define_at_caller!", glued.into_iter().collect())
}

/// The [`DEFINITION`], with the span of the given `::` at its `NOWHERE`.
pub(crate) fn define(input: TokenStream) -> TokenStream {
    let input: Vec<TokenTree> = input.into_iter().collect();
    let [colon, _] = &input[..] else { panic!("`::`") };
    mark(DEFINITION.parse().expect("the definition of a macro"), colon.span())
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

/// The group with other tokens.
fn rebuilt(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut rebuilt = Group::new(group.delimiter(), tokens);
    rebuilt.set_span(group.span());
    rebuilt.into()
}

/// The items after `NOWHERE`, with its span at blocks in `const`, associated constants, the names of functions with the
/// words before them, parameters of functions and associated types, bounds, and heads of implementations. For a wrong
/// argument, the compiler would otherwise add the place of the function.
pub(crate) fn items(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter().peekable();
    let mut nowhere = Nowhere { span: tokens.next().expect("NOWHERE").span(), of: None };
    if tokens.next_if(|token| is_punct(token, '@')).is_some() {
        nowhere.of = tokens.next().map(|name| name.span());
    }
    if reads_only() { tokens.collect() } else { hide(tokens.collect(), nowhere) }
}

/// The span without a place.
#[derive(Clone, Copy)]
struct Nowhere {
    span: Span,
    /// A span of the code that calls the macro, if the items lie in a macro.
    of: Option<Span>,
}

impl Nowhere {
    /// The span without a place, with the names of the code outside of the macro, if there is one.
    fn outside(self, token: &TokenTree) -> Span {
        self.span.resolved_at(self.of.unwrap_or_else(|| token.span()))
    }
}

/// Whether a tool runs this macro that reads the code, to document or to edit it. It needs the places.
fn reads_only() -> bool {
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_default();
    let is_rustdoc = Path::new(&program).file_stem().is_some_and(|name| name == "rustdoc");
    is_rustdoc || !arguments.any(|argument| argument.contains("--emit"))
}

fn hide(tokens: TokenStream, nowhere: Nowhere) -> TokenStream {
    let (mut hidden, mut tokens) = (Vec::new(), tokens.into_iter().peekable());
    let (mut parameters, mut bounds, mut head) = (Parameters::None, false, false);
    while let Some(token) = tokens.next() {
        if let TokenTree::Group(group) = &token {
            bounds &= group.delimiter() != Delimiter::Brace;
            let inside = matches!(parameters, Parameters::Inside(_));
            hidden.push(if bounds || inside {
                moved(token, nowhere)
            } else {
                let mut group = rebuilt(group, hide(group.stream(), nowhere));
                if head {
                    head = !is_block(&group);
                    group.set_span(nowhere.outside(&group));
                }
                group
            });
            continue;
        }
        if is_word(&token, "const") && tokens.peek().is_some_and(is_block) {
            hidden.extend(
                [Some(token), tokens.next()].map(|part| moved_outside(part.unwrap(), nowhere)),
            );
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
            hidden.extend([moved_outside(token, nowhere), moved_outside(name, nowhere)]);
            // The compiler shows a function by its head, from `pub` to the last bound, and by the braces of its body. In a
            // macro, a token of these that belongs to the macro adds a note that names it.
            head = nowhere.of.is_some();
            continue;
        }
        parameters = parameters.after(&token, hidden.last());
        bounds |= is_word(&token, "where") || is_implementation(&token, hidden.last());
        bounds &= !is_punct(&token, ';');
        head &= !is_punct(&token, ';');
        let inside = matches!(parameters, Parameters::Inside(_));
        hidden.push(if head && !inside {
            moved_outside(token, nowhere)
        } else if inside || bounds {
            moved(token, nowhere)
        } else {
            token
        });
    }
    hidden.into_iter().collect()
}

/// The list of the parameters of a function or of an associated type.
#[derive(Clone, Copy)]
enum Parameters {
    None,
    /// After `fn`, or `type`, until its list, if it has one.
    Named,
    /// Between `<` and `>`, with the number of open ones.
    Inside(usize),
}

impl Parameters {
    fn after(self, token: &TokenTree, last: Option<&TokenTree>) -> Self {
        let opens = is_punct(token, '<');
        let closes = is_punct(token, '>') && !last.is_some_and(|last| is_punct(last, '-'));
        match self {
            _ if is_word(token, "fn") || is_word(token, "type") => Self::Named,
            Self::Named if opens => Self::Inside(1),
            // No list.
            Self::Named if is_punct(token, ':') || is_punct(token, '=') => Self::None,
            Self::Inside(open) if opens => Self::Inside(open + 1),
            Self::Inside(1) if closes => Self::None,
            Self::Inside(open) if closes => Self::Inside(open - 1),
            other => other,
        }
    }
}

/// Gives the span to `const`, `unsafe` and the visibility before a function.
fn hide_qualifiers(hidden: &mut [TokenTree], nowhere: Nowhere) {
    let is_qualifier = |token: &TokenTree| is_word(token, "const") || is_word(token, "unsafe");
    let count = hidden.iter().rev().take_while(|token| is_qualifier(token)).count();
    let (before, qualifiers) = hidden.split_at_mut(hidden.len() - count);
    for part in qualifiers {
        *part = moved_outside(part.clone(), nowhere);
    }
    hide_visibility(before, nowhere);
}

/// Gives the span to `pub` or `pub(crate)` at the end of the tokens.
fn hide_visibility(hidden: &mut [TokenTree], nowhere: Nowhere) {
    let (from, len) = match hidden {
        [.., word, TokenTree::Group(_)] if is_word(word, "pub") => (hidden.len() - 2, 2),
        [.., word] if is_word(word, "pub") => (hidden.len() - 1, 1),
        _ => return,
    };
    for part in &mut hidden[from..from + len] {
        *part = moved_outside(part.clone(), nowhere);
    }
}

/// Whether `impl` begins an item. Otherwise it is a type.
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

/// The token and all tokens in it with the span, which keeps the meaning of names.
fn moved(token: TokenTree, nowhere: Nowhere) -> TokenTree {
    moved_to(token, &|token| nowhere.span.resolved_at(token.span()))
}

/// The token and all tokens in it with the span, as the code outside of the macro: a `const` block and the head of a
/// function use no variable of the macro.
fn moved_outside(token: TokenTree, nowhere: Nowhere) -> TokenTree {
    moved_to(token, &|token| nowhere.outside(token))
}

fn moved_to(mut token: TokenTree, place: &dyn Fn(&TokenTree) -> Span) -> TokenTree {
    let span = place(&token);
    if let TokenTree::Group(group) = &token {
        let inside = group.stream().into_iter().map(|token| moved_to(token, place));
        token = Group::new(group.delimiter(), inside.collect()).into();
    }
    token.set_span(span);
    token
}
