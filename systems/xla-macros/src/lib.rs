//! Shapes in XLA's notation as static layouts of the crate `static-layout`: [`xla!`] is a value, [`Xla!`] its type.

use proc_macro::{TokenStream, TokenTree};
use static_layout_dialects::xla::XlaShape;

/// The static layout of a shape in XLA's notation, as tokens or as one string. A mode for each dimension, tiles as nested
/// modes; a dynamic dimension has its bound.
///
/// ```
/// use static_layout::*;
/// use static_layout_xla::xla;
/// assert_eq!(xla!(f32[3,5]{1,0:T(2,2)}).to_string(), "((2,2),(2,3)):((2,12),(1,4))");
/// assert_eq!(xla!("bf16[32,256]{1,0:T(8,128)(2,1)}").index((17, 200)), 5265);
/// assert_eq!(xla!(f32[<=2,3]), layout!((2, 3):(3, 1)));
/// ```
/// ```compile_fail
/// // in an XLA shape: a tile cuts across axis 0, so the axis has no stride
/// static_layout_xla::xla!(f32[8]{0:T(4)(3)});
/// ```
/// ```compile_fail
/// // in an XLA shape: axis 0 has no bound
/// static_layout_xla::xla!(f32[?,8]);
/// ```
#[proc_macro]
pub fn xla(input: TokenStream) -> TokenStream {
    expand("layout", input)
}

/// The type of the static layout of a shape in XLA's notation: see [`xla!`].
///
/// ```
/// use static_layout_xla::{Xla, xla};
/// type Weight = Xla!(bf16[16,256]{1,0:T(8,128)(2,1)});
/// assert_eq!(Weight::default(), xla!(bf16[16,256]{1,0:T(8,128)(2,1)}));
/// ```
#[proc_macro]
#[allow(non_snake_case, reason = "the macro of a type is named like one")]
pub fn Xla(input: TokenStream) -> TokenStream {
    expand("Layout", input)
}

/// A call of a macro of `static_layout` with the layout of the shape, or an error with the refusal.
fn expand(name: &str, input: TokenStream) -> TokenStream {
    let code = match layout(&text(input)) {
        Ok(layout) => format!("::static_layout::{name}!({layout})"),
        Err(message) => format!("::core::compile_error!({message:?})"),
    };
    code.parse().expect("the code of a macro call is made of tokens")
}

/// The notation: the tokens, or the text of a single literal.
fn text(input: TokenStream) -> String {
    let mut tokens = input.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Literal(literal)), None) => {
            literal.to_string().trim_matches('"').to_string()
        }
        _ => input.to_string(),
    }
}

fn layout(text: &str) -> Result<String, String> {
    let shape: XlaShape = text.parse().map_err(|error| format!("in `{text}` {error}"))?;
    let layout = shape.to_layout().map_err(|error| error.to_string())?;
    Ok(layout.to_string())
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
