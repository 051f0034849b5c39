//! The macros of `static-layout`, which exports them: layouts, shapes, coordinates and tiles in notation.
//!
//! A macro runs in three steps: `parse` reads tokens, `valid` checks what `layout-core` can check, `expand` writes
//! types and calls. So a wrong literal is an error at its own tokens, before the compiler sees a type. All problems
//! of one input are reported.
//!
//! ```text
//! layout := shape ":" stride | shape [ ":" ("col" | "row" | "order" "(" .. ")") ]
//!         | "(" .. ")" ":" FORMAT "(" (INT | TYPE) ")"         a format of Ascend C: NZ(16), NZ(u16)
//!         | "Sw" "<" INT "," INT "," INT ">" "o" leaf "o" layout    a swizzle, an offset, a layout
//! shape  := leaf | "(" [ shape { "," shape } [","] ] ")"      stride := as shape, with sleaf for leaf
//! sleaf  := [ "-" ] leaf { "@" INT }                          3@1@0: 3 units of element 1 of element 0
//! leaf   := INT | "_" INT         static: the integer is in the type
//!         | CAPITALS | "{" "const" EXPR "}"          static: a const parameter or a constant
//!         | "U" INT | "{" "type" TYPE "}"            static: a numeral of typenum
//!         | "{" "static" EXPR "}"                    static: the value of a numeral
//!         | IDENT | "{" EXPR "}"  runtime: a `usize` is stored
//!         | "{" "fact" EXPR "}"   runtime: the value of a `Multiple`
//!         | "?" [ "{" { fact } "}" ]                  runtime, in a type
//! fact   := "=" LETTER | "div" "=" INT | "<" "=" INT | "i32" | "i64"     a divisor, a bound, a width
//! ```
//!
//! Parentheses are structure. Braces contain Rust expressions: `(4, {n + 1})`. `8` is a leaf; `(8)` and `(8,)` are
//! tuples of one mode. A level has at most 12 modes, and a tuple at most 32 integers.

mod ast;
mod at_caller;
mod contract;
mod expand;
mod featured;
mod integer;
mod octal;
mod operations;
mod parse;
#[cfg(test)]
mod tests;
mod texts;
mod tokens;
mod translate;
mod valid;

use ast::MacroError;
use parse::Role;
use proc_macro::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use tokens::{Code, MacroToken, TokenSource, compile_error};
use translate::{
    layout_type, layout_value, shape_type, slices_value, tile_type, tile_value, tuple_value,
};

/// `static_layout::layout!`, after the path of the crate.
#[proc_macro]
pub fn layout(input: TokenStream) -> TokenStream {
    value(input, layout_value)
}

/// `static_layout::Layout!`, after the path of the crate.
#[proc_macro]
#[expect(non_snake_case, reason = "named as the type it expands to")]
pub fn Layout(input: TokenStream) -> TokenStream {
    type_(input, |tokens, problems| only_a_type(layout_type(tokens, problems)))
}

/// `static_layout::shape!`, after the path of the crate.
#[proc_macro]
pub fn shape(input: TokenStream) -> TokenStream {
    value(input, |tokens, problems| tuple_value(tokens, Role::Wanted, problems))
}

/// `static_layout::Shape!`, after the path of the crate.
#[proc_macro]
#[expect(non_snake_case, reason = "named as the type it stands for")]
pub fn Shape(input: TokenStream) -> TokenStream {
    type_(input, |tokens, problems| {
        let shape = shape_type(tokens, problems);
        only_a_type(Code::default().text("::static_layout::Shape<").code(shape).text(">"))
    })
}

/// `static_layout::Tile!`, after the path of the crate.
#[proc_macro]
#[expect(non_snake_case, reason = "named as the type it expands to")]
pub fn Tile(input: TokenStream) -> TokenStream {
    type_(input, |tokens, problems| only_a_type(tile_type(tokens, problems)))
}

/// `static_layout::coord!`, after the path of the crate.
#[proc_macro]
pub fn coord(input: TokenStream) -> TokenStream {
    value(input, |tokens, problems| tuple_value(tokens, Role::Coordinate, problems))
}

/// `static_layout::tile!`, after the path of the crate.
#[proc_macro]
pub fn tile(input: TokenStream) -> TokenStream {
    value(input, tile_value)
}

/// `static_layout::slices!`, after the path of the crate.
#[proc_macro]
pub fn slices(input: TokenStream) -> TokenStream {
    value(input, slices_value)
}

/// `static_layout_kernels::contract!`, after the path of the crate.
#[proc_macro]
pub fn contract(input: TokenStream) -> TokenStream {
    value(input, contract::contraction)
}

// The library itself uses these: its refusals show the caller's line.

/// Gives an item of `static-layout` spans by which its refusals show the caller's line only.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn at_caller(of: TokenStream, item: TokenStream) -> TokenStream {
    at_caller::attribute(of, item)
}

/// The rows of the table of numerals.
#[doc(hidden)]
#[proc_macro]
pub fn numerals(_: TokenStream) -> TokenStream {
    integer::table().parse().expect("implementations")
}

#[doc(hidden)]
#[proc_macro]
pub fn stretch(input: TokenStream) -> TokenStream {
    at_caller::stretch(input)
}

#[doc(hidden)]
#[proc_macro]
pub fn define_at_caller(input: TokenStream) -> TokenStream {
    at_caller::define(input)
}

#[doc(hidden)]
#[proc_macro]
pub fn items_at_caller(input: TokenStream) -> TokenStream {
    at_caller::items(input)
}

/// The functions that features add, as stubs in builds without these features: `featured.rs`. For the library itself.
#[doc(hidden)]
#[proc_macro]
pub fn featured(input: TokenStream) -> TokenStream {
    featured::table(input)
}

/// A table of operations of layouts: `operations/mod.rs`. For the library itself.
#[doc(hidden)]
#[proc_macro]
pub fn operations(input: TokenStream) -> TokenStream {
    operations::layouts(input)
}

/// A table of operations of tuples. For the library itself.
#[doc(hidden)]
#[proc_macro]
pub fn tuple_operations(input: TokenStream) -> TokenStream {
    operations::tuples(input)
}

macro_rules! texts {
    ($($reader:ident $name:ident $function:expr;)*) => {$(
        /// The macro of this name of the front end whose types are texts, after the path of the crate.
        #[doc(hidden)]
        #[proc_macro]
        pub fn $name(input: TokenStream) -> TokenStream {
            $reader(input, $function)
        }
    )*};
}
texts! {
    value text_layout texts::layout_value;
    type_ text_layout_type texts::layout_type;
    type_ text_shape_type texts::tuple_type;
    value text_shape |tokens, problems| texts::tuple_value(tokens, Role::Wanted, problems);
    value text_coord |tokens, problems| texts::tuple_value(tokens, Role::Coordinate, problems);
    value text_tile texts::tile_value;
    value text_slices texts::slices_value;
}

/// The tables of operations for a front end whose types are texts. For the library itself.
#[doc(hidden)]
#[proc_macro]
pub fn text_operations(input: TokenStream) -> TokenStream {
    operations::texts::operations(input)
}

/// The tables of octal arithmetic on types. For the library itself.
#[doc(hidden)]
#[proc_macro]
pub fn octal(_: TokenStream) -> TokenStream {
    octal::items().parse().expect("the tables are items")
}

fn value(
    input: TokenStream,
    expand: impl FnOnce(&[MacroToken], &mut Vec<MacroError>) -> Code,
) -> TokenStream {
    let (mut source, input) = TokenSource::new(input);
    let tokens = source.read(input);
    let mut problems = Vec::new();
    let code = expand(&tokens, &mut problems);
    if problems.is_empty() {
        let tokens = code.tokens(&source);
        // In the place of a type, a path has an error with its name, and braces have one error. A call has many.
        let mut trees = tokens.clone().into_iter();
        let is_path = matches!(trees.next(), Some(TokenTree::Punct(_)));
        // `()` is not a call, and clippy has a lint against it in braces.
        let is_one = trees.next().is_none();
        return if is_path || is_one { tokens } else { block(tokens).into() };
    }
    let problems = reported(problems);
    let errors = errors(&problems, &source);
    // A single error is also a type: a value in the place of a type shows it.
    if problems.len() == 1 { errors } else { block(errors).into() }
}

/// The type by another path, which is also an expression. In the place of a value, the error of the compiler has this path.
fn only_a_type(type_: Code) -> Code {
    type_.with_path("::static_layout::__private::a_value_has_a_small_letter::")
}

fn type_(
    input: TokenStream,
    expand: impl FnOnce(&[MacroToken], &mut Vec<MacroError>) -> Code,
) -> TokenStream {
    let (mut source, input) = TokenSource::new(input);
    let tokens = source.read(input);
    let mut problems = Vec::new();
    let code = expand(&tokens, &mut problems);
    if problems.is_empty() {
        return code.tokens(&source);
    }
    // rustc reports every use of `compile_error!` as a type, which is the unit type to it. It reports an array of a
    // wrong length once.
    let length = block(errors(&reported(problems), &source));
    let element = Group::new(Delimiter::Parenthesis, TokenStream::new());
    let semicolon = Punct::new(';', Spacing::Alone);
    let array = [TokenTree::from(element), semicolon.into(), length];
    TokenTree::from(Group::new(Delimiter::Bracket, TokenStream::from_iter(array))).into()
}

/// The number of errors of one macro. A literal of thousands of mistakes would print megabytes.
const MOST_ERRORS: usize = 16;

/// The first problems, in the order of the input.
fn reported(mut problems: Vec<MacroError>) -> Vec<MacroError> {
    problems.sort_by_key(|problem| problem.site);
    problems.truncate(MOST_ERRORS);
    problems
}

/// An error for each problem.
fn errors(problems: &[MacroError], source: &TokenSource) -> TokenStream {
    let error = |problem: &MacroError| compile_error(&problem.message, source.ends(problem.site));
    problems.iter().map(error).collect()
}

/// Braces around the tokens. Adjacent errors without a block are not an expression, which rustc would also report.
fn block(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Brace, tokens).into()
}
