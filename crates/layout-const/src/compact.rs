//! Compact layouts of shapes, and the macros of the notation.

use crate::answer::{Accepts, Answer, unwrap};
use crate::form::Text;
use crate::layout::Layout;
use crate::operand::{IsTuple, kept};
use crate::operations::rows::{KEPT_IN_SHAPE, STATIC_ORDER};
use layout_core::internal::{Open, Sources, unchecked_composed};
use layout_core::{ComposedLayout, IntTuple, Layout as EngineLayout, LayoutError, Swizzle};

/// The compact layout of a shape in an order: by columns, by rows, or that of a tuple.
struct Compact<S, O>(S, O);

/// An order of modes.
#[doc(hidden)]
pub trait Order: Copy {
    /// The compact layout of a shape.
    ///
    /// # Errors
    /// A shape that has no such layout.
    fn layout(shape: IntTuple) -> Result<EngineLayout, LayoutError>;
    /// The numbers of the modes, if the order is a tuple.
    const ORDER: Option<IntTuple>;
    /// Whether the rightmost mode is the fastest.
    const RIGHTMOST: bool;
    /// Whether each stride is the unit of its mode.
    const UNITS: bool;
    /// Why the order is none.
    const REFUSED: Option<&'static str>;
}

/// The leftmost mode is the fastest.
#[derive(Clone, Copy, Debug)]
pub struct Columns;
/// The rightmost mode is the fastest.
#[derive(Clone, Copy, Debug)]
pub struct Rows;
/// The mode with the least number is the fastest.
#[derive(Clone, Copy, Debug)]
pub struct By<O>(O);
/// Each coordinate is its own image.
#[derive(Clone, Copy, Debug)]
pub struct Units;

const fn compact(
    shape: IntTuple,
    order: Option<IntTuple>,
    rightmost: bool,
    units: bool,
) -> Result<EngineLayout, LayoutError> {
    match order {
        None if units => EngineLayout::identity(shape),
        Some(order) => EngineLayout::ordered(shape, order),
        None if rightmost => EngineLayout::row_major(shape),
        None => EngineLayout::col_major(shape),
    }
}

macro_rules! orders {
    ($(($($generic:tt)*) $Order:ty: $order:expr, $rightmost:expr, $units:expr, $refused:expr;)*) => {$(
        impl<$($generic)*> Order for $Order {
            fn layout(shape: IntTuple) -> Result<EngineLayout, LayoutError> {
                compact(shape, Self::ORDER, Self::RIGHTMOST, Self::UNITS)
            }
            const ORDER: Option<IntTuple> = $order;
            const RIGHTMOST: bool = $rightmost;
            const UNITS: bool = $units;
            const REFUSED: Option<&'static str> = $refused;
        }
    )*};
}
orders! {
    () Columns: None, false, false, None;
    () Rows: None, true, false, None;
    () Units: None, false, true, None;
    (O: IsTuple) By<O>: Some(O::DESC), false, false, match O::REFUSED {
        None if !O::DESC.all_known() || kept::<O>() != 0 => Some(STATIC_ORDER),
        refused => refused,
    };
}

impl<S: IsTuple, O: Order> Compact<S, O> {
    const ANSWER: Answer = match (S::REFUSED, O::REFUSED) {
        (Some(refused), _) | (_, Some(refused)) => Answer::refused(refused),
        _ if kept::<S>() != 0 => Answer::refused(KEPT_IN_SHAPE),
        _ => {
            match compact(S::DESC.with_sample(EngineLayout::TWOS), O::ORDER, O::RIGHTMOST, O::UNITS)
            {
                Err(error) => Answer::of_refusal(&error),
                Ok(layout) => {
                    let form = Open::<ComposedLayout>::plain(layout.opened(&S::DESC));
                    let named = Open { names: S::OPEN.names, ..form };
                    Answer::form(&named, Sources(S::TEXT, ""))
                }
            }
        }
    };
    const IS_EMPTY: bool = Text::<{ COMPACT::<S, O> }>::COUNT == 0;
}

const TEXT<S: IsTuple, O: Order>: &'static str = Compact::<S, O>::ANSWER.text();
const REASON<S: IsTuple, O: Order>: &'static str = Compact::<S, O>::ANSWER.refusal();
/// The notation of a compact layout.
#[doc(hidden)]
pub type const COMPACT<S: IsTuple, O: Order>: &'static str = TEXT::<S, O>;
/// Why a shape has no compact layout.
#[doc(hidden)]
pub type const NO_COMPACT<S: IsTuple, O: Order>: &'static str = REASON::<S, O>;

#[inline]
#[track_caller]
fn value<S: IsTuple, O: Order>(shape: S) -> Layout<{ COMPACT::<S, O> }> {
    if Compact::<S, O>::IS_EMPTY {
        return Layout::of_zeros();
    }
    let layout = unwrap(O::layout(shape.value()));
    let value = unchecked_composed(Swizzle::IDENTITY, IntTuple::leaf(0), layout);
    Layout::of_words(unwrap(Text::<{ COMPACT::<S, O> }>::FORM.read(&value)))
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident<$($O:ident)?>($($order:ident)?) $Order:ty;)*) => {
        #[layout_macros::at_caller]
        impl Layout<"1:0"> {$(
            $(#[$doc])*
            ///
            /// # Compile errors
            /// A shape that has no such layout.
            ///
            /// # Panics
            /// If run-time extents make no layout.
            #[inline]
            #[track_caller]
            pub fn $name<S: IsTuple $(, $O: IsTuple)?>(
                shape: S $(, $order: $O)?
            ) -> Layout<{ COMPACT::<S, $Order> }>
            where
                (): Accepts<{ NO_COMPACT::<S, $Order> }>,
            {
                $(let _ = $order;)?
                value::<S, $Order>(shape)
            }
        )*}
    };
}
functions! {
    /// The compact layout of a shape, the leftmost mode the fastest.
    col_major<>() Columns;
    /// The compact layout of a shape, the rightmost mode the fastest.
    row_major<>() Rows;
    /// The compact layout of a shape, the mode with the least number the fastest.
    ordered<O>(order) By<O>;
    /// The layout that maps each coordinate of a shape to itself, with the units `1@0`, `1@1` as strides.
    identity<>() Units;
}

/// A layout in the notation of `static_layout::layout!`. Integers of run time leave their leaves open.
///
/// ```
/// use static_layout_const::*;
/// let n = 4;
/// let a: Layout<"(?,64):(64,1)"> = layout!((n, 64):(64, 1));
/// assert_eq!(a.to_string(), "(4,64):(64,1)");
/// ```
#[macro_export]
macro_rules! layout {
    ($($notation:tt)*) => { $crate::__macros::text_layout! { $crate $($notation)* } };
}

/// The type of a layout in the notation of `static_layout::Layout!`: `Layout!((?, 64):row)` is `Layout<"(?,64):(64,1)">`.
#[macro_export]
#[allow(non_snake_case, reason = "named as the type it expands to")]
macro_rules! Layout {
    ($($notation:tt)*) => { $crate::__macros::text_layout_type! { $crate $($notation)* } };
}

/// A tile by mode: `tile!(16, _, 4:2)`.
#[macro_export]
macro_rules! tile {
    ($($notation:tt)*) => { $crate::__macros::text_tile! { $crate $($notation)* } };
}

/// A shape: `shape!(4, (n, 2))`.
#[macro_export]
macro_rules! shape {
    ($($notation:tt)*) => { $crate::__macros::text_shape! { $crate $($notation)* } };
}

/// The type of a shape: `Shape!(4, (?, 2))` is `Tuple<"(4,(?,2))">`.
#[macro_export]
#[allow(non_snake_case, reason = "named as the type it expands to")]
macro_rules! Shape {
    ($($notation:tt)*) => { $crate::__macros::text_shape_type! { $crate $($notation)* } };
}

/// A coordinate: `coord!(i, _)`.
#[macro_export]
macro_rules! coord {
    ($($notation:tt)*) => { $crate::__macros::text_coord! { $crate $($notation)* } };
}

/// Slices of axes: `slices!(1..-1, ..;-2)`.
#[macro_export]
macro_rules! slices {
    ($($notation:tt)*) => { $crate::__macros::text_slices! { $crate $($notation)* } };
}
