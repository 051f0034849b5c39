//! What a layout is as a function: one to one, onto, in order.

use crate::check;
use crate::layout::{AnyLayout, Layout, PlainLayout, PlainOf};
use crate::num::Bool;
use crate::swizzle::OffsetMap;
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

/// Two natural coordinates of one offset.
type Collision = Option<(value::IntTuple, value::IntTuple)>;

/// Whether the offsets of `A` differ; a static layout is asked in `const`.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
fn injective<A: PlainLayout>(layout: A) -> Result<bool, LayoutError> {
    if <A::IsStatic as Bool>::VALUE {
        return Ok(const { check::holds_if::<A>(A::DESC.is_injective()) });
    }
    layout.plain().is_injective()
}

macro_rules! properties {
    (constants { $($constants:tt)* } $($(#[$doc:meta])* $method:ident($layout:ident $(, $arg:ident: $Arg:ty)*) -> $out:ty, swizzled $text:literal
        = $answer:expr;)*) => {
        #[layout_macros::at_caller]
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {$(
            $(#[$doc])*
            #[inline]
            #[track_caller]
            pub fn $method(self $(, $arg: $Arg)*) -> $out {
                let $layout = self;
                $answer
            }
        )*}

        /// What a layout is as a function, for every layout. The constants are of static layouts.
        ///
        /// ```
        /// use static_layout::*;
        /// fn overwrites<L: AnyLayout>(_: L) -> bool {
        ///     !L::IS_INJECTIVE
        /// }
        /// assert!(overwrites(layout!((2, 3):(2, 1))) && !overwrites(layout!((2, 3):(3, 2))));
        /// ```
        #[layout_macros::at_caller]
        pub trait Properties: AnyLayout {
            $($constants)*

            $(
                #[doc = concat!("See [`Layout::", stringify!($method), "`].")]
                #[inline]
                #[track_caller]
                fn $method(self $(, $arg: $Arg)*) -> $out {
                    const { if !$text.is_empty() { not_swizzled::<Self>($text) } };
                    let $layout = self.parts().1;
                    $answer
                }
            )*

            /// See [`Layout::same_function`].
            #[inline]
            #[track_caller]
            fn same_function<B: AnyLayout>(self, b: B) -> bool {
                const {
                    not_swizzled::<Self>(SWIZZLED_FUNCTION);
                    not_swizzled::<B>(SWIZZLED_FUNCTION);
                };
                self.parts().1.plain().same_function(&b.parts().1.plain())
            }
        }
        impl<L: AnyLayout> Properties for L {}
    };
}

/// The integers of the layout inside.
struct Desc<A>(core::marker::PhantomData<A>);
#[layout_macros::at_caller]
impl<A: AnyLayout> Desc<A> {
    const PLAIN: value::Layout = {
        check::possible::<A::Shape, <PlainOf<A> as PlainLayout>::Stride>();
        <PlainOf<A> as PlainLayout>::DESC
    };
}

const SWIZZLED_FUNCTION: &str =
    "swizzled layouts are compared by their swizzles and the layouts inside";

properties! {
    constants {
        /// [`is_injective`](Layout::is_injective) of a static layout.
        const IS_INJECTIVE: bool = check::holds::<Self>(Desc::<Self>::PLAIN.is_injective());
        /// [`is_bijective`](Layout::is_bijective) of a static layout that is not swizzled.
        const IS_BIJECTIVE: bool = check::holds_plain::<Self>(Desc::<Self>::PLAIN.is_bijective());
        /// [`is_contiguous`](Layout::is_contiguous) of a static layout that is not swizzled.
        const IS_CONTIGUOUS: bool = check::holds_plain::<Self>(Desc::<Self>::PLAIN.is_contiguous());
    }

    /// Whether different coordinates have different offsets. Exact: an offset says which coordinate it
    /// is of, or two coordinates share one.
    ///
    /// ```text
    /// (2,3):(3,2)     0 2 4      injective, though the rows       (2,3):(2,1)     0 1 2     not: 2 twice
    ///                 3 5 7      run into each other                              2 3 4
    /// ```
    ///
    /// A swizzle changes nothing of it. It needs a search where modes run into each other; one that
    /// takes more than `2^16` steps panics, or does not compile for a static layout.
    /// `IS_INJECTIVE` of [`Properties`] is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, 3):(3, 2)).is_injective());
    /// assert!(!layout!((2, 3):(2, 1)).is_injective());
    /// const { assert!(<Layout!((4, 8):(8, 1))>::IS_INJECTIVE) };
    /// ```
    is_injective(layout) -> bool, swizzled "" = check::unwrap_or_panic(injective(layout));

    /// [`is_injective`](Self::is_injective), with a search that takes too long as an error.
    try_is_injective(layout) -> Result<bool, LayoutError>, swizzled "" = injective(layout);

    /// Two natural coordinates with the same offset, or `None` if all offsets differ.
    ///
    /// ```text
    /// (2,3):(2,1)     0 1 2     2 is the offset of (1,0) and of (0,2)
    ///                 2 3 4
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = layout!((2, 3):(2, 1)).collision().unwrap().unwrap();
    /// assert_eq!((a.to_string(), b.to_string()), ("(1,0)".into(), "(0,2)".into()));
    /// assert!(layout!((2, 3):(3, 1)).collision().unwrap().is_none());
    /// ```
    /// Refused as [`is_injective`](Self::is_injective) is.
    collision(layout) -> Result<Collision, LayoutError>, swizzled "" = layout.plain().collision();

    /// Whether the offsets are those of `[0, size)`, each of them once: the layout has an
    /// [`inverse`](Self::inverse). `IS_BIJECTIVE` of [`Properties`] is the same as a constant.
    ///
    /// ```text
    /// (2,3):(3,1)     0 1 2     yes        (2,3):(4,1)     0 1 2     no: 3 is missing
    ///                 3 4 5                                4 5 6
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, 3):(3, 1)).is_bijective());
    /// assert!(!layout!((2, 3):(4, 1)).is_bijective());
    /// const { assert!(!<Layout!((4, 8):(9, 1))>::IS_BIJECTIVE) };
    /// ```
    is_bijective(layout) -> bool, swizzled "whether swizzled offsets fill a range is not asked"
        = layout.plain().is_bijective();

    /// Whether the offsets are those of `[0, m)`, each of them at least once.
    ///
    /// ```text
    /// (2,3):(1,1)     0 1 2
    ///                 1 2 3     onto [0, 4)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 1));
    /// assert!(a.is_surjective_onto(4) && !a.is_surjective_onto(3));
    /// ```
    is_surjective_onto(layout, m: usize) -> bool,
        swizzled "whether swizzled offsets fill a range is not asked"
        = i64::try_from(m).is_ok_and(|m| layout.plain().is_surjective_onto(m));

    /// Whether the offset of every linear index is that index: it coalesces to `size:1`, and its elements
    /// are a slice in the order of the coordinates, leftmost fastest. [`is_bijective`](Self::is_bijective)
    /// allows every order. `IS_CONTIGUOUS` of [`Properties`] is the same as a constant.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, (1, 6)):(1, (7, 2))).is_contiguous());
    /// assert!(!layout!((2, 3):(3, 1)).is_contiguous());
    /// const { assert!(<Layout!((4, 8):(1, 4))>::IS_CONTIGUOUS) };
    /// ```
    is_contiguous(layout) -> bool, swizzled "whether swizzled offsets are in order is not asked"
        = layout.plain().is_contiguous();

    /// Whether every offset of `[0, m)` is that of some coordinate; offsets past `m` may occur, too.
    ///
    /// ```text
    /// (2,2,3):(1,2,8)     offsets 0 1 2 3  8 9 10 11  16 17 18 19: covers 4, not 5
    /// ```
    ///
    /// Where a stride is negative, the offsets are looked at one by one: when they reach over more than
    /// `2^14`, that panics. [`try_covers`](Self::try_covers) returns the error instead.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 2, 3):(1, 2, 8));
    /// assert!(a.covers(4) && !a.covers(5));
    /// ```
    covers(layout, m: usize) -> bool, swizzled "whether swizzled offsets fill a range is not asked"
        = check::unwrap_or_panic(covers(layout, m));

    /// [`covers`](Self::covers), with offsets that reach too far as an error.
    try_covers(layout, m: usize) -> Result<bool, LayoutError>,
        swizzled "whether swizzled offsets fill a range is not asked" = covers(layout, m);
}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// Whether both layouts have the same size and the same offset at every linear index. Static ones do
    /// exactly when they coalesce to one type.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(layout!((2, (1, 6)):(1, (6, 2))).same_function(layout!((3, 4):(1, 3))));
    /// assert!(!layout!((3, 4):(1, 3)).same_function(layout!((4, 3):(3, 1))));
    /// ```
    #[inline]
    #[track_caller]
    pub fn same_function<B: AnyLayout>(self, b: B) -> bool {
        const { not_swizzled::<B>(SWIZZLED_FUNCTION) };
        PlainLayout::plain(self).same_function(&b.parts().1.plain())
    }
}

fn covers<A: PlainLayout>(layout: A, m: usize) -> Result<bool, LayoutError> {
    // No layout reaches past `isize`.
    i64::try_from(m).map_or(Ok(false), |m| layout.plain().covers(m))
}

#[track_caller]
const fn not_swizzled<A: AnyLayout>(rule: &'static str) {
    check::require(<A::OffsetMap as OffsetMap>::IS_IDENTITY, rule)
}
