//! `to_svg` without the feature `svg`: a call is an error that names the feature.

use crate::{ComposedLayout, Layout};

/// No type implements this trait.
#[diagnostic::on_unimplemented(
    message = "`to_svg` needs the feature `svg` of static-layout",
    label = "this build lacks the feature `svg`",
    note = "cargo add static-layout --features svg"
)]
pub trait ToSvg {}

pub struct ThisBuild<'a>(#[expect(dead_code, reason = "gives the bound a parameter")] &'a ());

macro_rules! stubs {
    ($($Layout:ident)*) => {$(
        impl $Layout {
            // The bound has a lifetime, because the compiler refuses a bound without parameters here. The result is a type
            // to be inferred, so its use adds no second error.
            #[doc(hidden)]
            pub fn to_svg<R>(&self) -> R
            where
                for<'a> ThisBuild<'a>: ToSvg,
            {
                unreachable!()
            }
        }
    )*};
}
stubs! { Layout ComposedLayout }
