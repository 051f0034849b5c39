//! What the macros expand to.

pub use crate::assertion::{must_be_same_function, must_equal, show};
pub use crate::num::{StaticValue, static_value};
use crate::{AnyLayout, IntTuple, Layout, LayoutOps, Negative, ops};

/// A run-time stride `-magnitude`.
#[inline(always)]
pub const fn negative(magnitude: usize) -> Negative {
    Negative::new(magnitude)
}

/// A layout with run-time leaves, whose nesting the macro has checked.
#[inline(always)]
#[track_caller]
pub fn layout<S: IntTuple, D: IntTuple>(shape: S, stride: D) -> Layout<S, D> {
    Layout::checked(shape, stride)
}

/// The only value of a static layout type with numbers past 32 bits: whether they are offsets, the target says.
#[cfg_attr(target_pointer_width = "32", doc = "```compile_fail,E0080")]
#[cfg_attr(target_pointer_width = "64", doc = "```")]
/// // cannot make 2:4294967296: an integer is past 2147483647
/// static_layout::layout!(2:4294967296);
/// ```
#[inline(always)]
#[layout_macros::at_caller]
pub const fn fitting<L: AnyLayout + StaticValue>() -> L {
    const { crate::check::fitting::<L>() };
    static_value()
}

/// `~a`: the complement in the layout's own cosize.
#[inline(always)]
#[track_caller]
pub fn complement<A: AnyLayout>(a: A) -> ops::Complement<A, ops::Cosize<A>> {
    let cosize = crate::check::cosize(a);
    LayoutOps::complement(a, cosize)
}

/// The type functions that the tests of numerals use, which are another crate.
pub mod numerals {
    pub use crate::num::Euclid;
    pub use crate::num::int::{
        CeilOf, Equal, Gap, Int, Less, Max, Min, Minus, NotMore, Product, Rank, ShapeDiv, ShapeMod,
        Sum,
    };
    pub use crate::num::long::{Monus, Rem};
    pub use crate::num::octal::Oct;
    pub use crate::num::power::Power;
    pub use crate::num::xor::Xor;
    pub use crate::num::{Bool, Ternary};
}
