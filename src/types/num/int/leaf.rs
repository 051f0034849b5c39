//! Leaves: the integers of shapes and strides as users write them.

use super::{Int, Neg};
use crate::types::check::Unchecked;
use crate::types::num::{Nat, StaticValue, signed};
use crate::types::tuple::{IntTuple, leaf_tuple};
use layout_core as value;
use typenum::{B0, B1, NInt, NonZero, PInt};

/// An integer of a shape or a stride: `usize`, a typenum numeral (`U4`, `N4`), [`Negative`],
/// [`Basis`](super::Basis) or [`Refused`].
#[diagnostic::on_unimplemented(
    message = "this is not an integer",
    label = "it is a `usize` or a numeral; others convert: `n as usize`"
)]
pub trait Leaf: IntTuple<Coord = usize, FlatCoord = usize> {
    /// The integer that type functions compute with.
    #[doc(hidden)]
    type In: Int;
    /// An array of this many `T`; empty unless this is a numeral.
    #[doc(hidden)]
    type Cells<T>;
    /// The value in two's complement, so offsets add up by wrapping.
    fn word(self) -> usize;
    /// The value; `i64::MIN`, which every rule of `layout_core` rejects, if it is past 2^63-1.
    fn value(self) -> i64;
    /// The leaf with this value; a numeral ignores it, because it has only one value.
    ///
    /// # Panics
    /// If a fact of the type is false.
    fn from_value(value: i64) -> Self;
    /// [`from_value`](Self::from_value), where a plan has proven the facts of the type.
    #[doc(hidden)]
    #[inline(always)]
    fn from_proven(value: i64, _: &Unchecked) -> Self {
        Self::from_value(value)
    }
}

#[layout_macros::at_caller]
#[diagnostic::do_not_recommend]
impl IntTuple for usize {
    leaf_tuple! { B0, B0 }
    const DESC: value::IntTuple = value::IntTuple::unknown(0);
}
#[diagnostic::do_not_recommend]
impl Leaf for usize {
    type In = usize;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        self
    }
    #[inline(always)]
    fn value(self) -> i64 {
        i64::try_from(self).unwrap_or(i64::MIN)
    }
    #[inline(always)]
    fn from_value(value: i64) -> Self {
        value as usize
    }
}
// SAFETY: an integer is not empty, and its size is not 0, so no value is made from nothing.
#[doc(hidden)]
unsafe impl StaticValue for usize {}

/// The run-time stride `-n`.
///
/// A newtype, so a bare integer literal in a shape, stride or coordinate is always `usize`.
///
/// ```
/// use static_layout::*;
/// let n = 4;
/// let reversed = layout!(4:-n);
/// assert_eq!(reversed.index(3), -12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Negative(usize);

impl Negative {
    /// The stride `-magnitude`.
    #[inline(always)]
    pub const fn new(magnitude: usize) -> Self {
        Negative(magnitude)
    }
    /// `n` of the stride `-n`.
    ///
    /// ```
    /// use static_layout::int::Negative;
    /// assert_eq!(Negative::new(12).magnitude(), 12);
    /// ```
    #[inline(always)]
    pub const fn magnitude(self) -> usize {
        self.0
    }
}
#[diagnostic::do_not_recommend]
impl IntTuple for Negative {
    leaf_tuple! { B0, B1 }
    const DESC: value::IntTuple = value::IntTuple::unknown(-1);
}
#[diagnostic::do_not_recommend]
impl Leaf for Negative {
    type In = Negative;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        self.0.wrapping_neg()
    }
    #[inline(always)]
    fn value(self) -> i64 {
        i64::try_from(self.0).map_or(i64::MIN, |magnitude| -magnitude)
    }
    #[inline(always)]
    fn from_value(value: i64) -> Self {
        Negative(value.unsigned_abs() as usize)
    }
}
// SAFETY: a struct around a `usize`: not empty, and its size is not 0, so no value is made from nothing.
#[doc(hidden)]
unsafe impl StaticValue for Negative {}

#[diagnostic::do_not_recommend]
impl<U: Nat + NonZero> IntTuple for NInt<U> {
    leaf_tuple! { B1, B1 }
    const DESC: value::IntTuple = value::IntTuple::leaf(signed(U::NUMBER).wrapping_neg());
    const REFUSAL: Option<&'static str> = U::REFUSAL;
}
#[diagnostic::do_not_recommend]
impl<U: Nat + NonZero> Leaf for NInt<U> {
    type In = Neg<U::Oct>;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        (U::NUMBER as usize).wrapping_neg()
    }
    #[inline(always)]
    fn value(self) -> i64 {
        signed(U::NUMBER).wrapping_neg()
    }
    #[inline(always)]
    fn from_value(_: i64) -> Self {
        crate::types::num::static_value()
    }
}
// SAFETY: `NInt` is a struct around a numeral `U`, which is a unit type. typenum makes its value for every
// `U: Unsigned + NonZero` (`NInt::new`).
#[doc(hidden)]
unsafe impl<U: Nat + NonZero> StaticValue for NInt<U> {}

/// The message for a `PInt` in a layout.
pub(crate) const NO_NUMERAL: &str =
    "a `PInt` is not an integer of a layout: write the numeral, `U4` for `P4`";

// Each positive integer is one type in layouts: its unsigned numeral. `PInt` is a leaf only because its message is
// shorter than the compiler's for a type that is not a leaf.
#[diagnostic::do_not_recommend]
impl<U: Nat + NonZero> IntTuple for PInt<U> {
    leaf_tuple! { B1, B0 }
    const DESC: value::IntTuple = value::IntTuple::leaf(i64::MIN);
    const REFUSAL: Option<&'static str> = Some(NO_NUMERAL);
}
#[diagnostic::do_not_recommend]
impl<U: Nat + NonZero> Leaf for PInt<U> {
    type In = Refused<rule::Misfit>;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        U::NUMBER as usize
    }
    #[inline(always)]
    fn value(self) -> i64 {
        i64::MIN
    }
    #[inline(always)]
    fn from_value(_: i64) -> Self {
        crate::types::num::static_value()
    }
}
// SAFETY: `PInt` is a struct around a numeral `U`, which is a unit type. typenum makes its value for every
// `U: Unsigned + NonZero` (`PInt::new`).
#[doc(hidden)]
unsafe impl<U: Nat + NonZero> StaticValue for PInt<U> {}

/// The leaf that marks the result type of an operation that the rule `W` rejects. Such a type has no usable value.
///
/// # Compile errors
/// Making a value, by `Default` or by the operation, names the rule. The operation's method names the numbers as well.
///
/// ```compile_fail,E0080
/// use static_layout::*;
/// type Six = Layout!((6,4):(4,1));
/// // this layout is the result of a refused operation: a static extent or stride does not divide
/// let refused = <ops::LogicalDivide<Six, Layout!(4:1)>>::default();
/// ```
pub struct Refused<W>(core::marker::PhantomData<W>);
impl<W> Copy for Refused<W> {}
impl<W> Clone for Refused<W> {
    fn clone(&self) -> Self {
        *self
    }
}

/// The reason why a type function refuses its operands.
pub trait Rule: 'static {
    /// The rule in words.
    const TEXT: &'static str;
}

/// The first words of each [`Rule::TEXT`].
pub(crate) const REFUSED_RESULT: &str = "this layout is the result of a refused operation: ";

/// The rules that type functions check.
pub mod rule {
    use super::Rule;

    macro_rules! rules {
        ($($(#[$doc:meta])* $name:ident: $text:literal;)*) => {$(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl Rule for $name {
                const TEXT: &'static str =
                    concat!("this layout is the result of a refused operation: ", $text);
            }
        )*};
    }
    rules! {
        /// A division leaves a rest.
        DoesNotDivide: "a static extent or stride does not divide";
        /// Two modes overlap.
        Overlap: "two static modes overlap";
        /// The parts of an element would not be adjacent.
        NotAdjacent: "no stride and no extent is known to be 1";
        /// A tuple would have more than 12 elements.
        Rank: "a level would have more than 12 modes";
        /// The order of run-time integers is needed.
        Unordered: "the order of run-time integers is not known to the compiler";
        /// Two tuples are not nested as the operation requires.
        Nesting: "the nesting does not fit";
        /// A stride counts in units of a coordinate, but a number is needed.
        Unit: "a stride counts in units of a coordinate, not in offsets";
        /// A mode, an axis or an element that does not exist, or a stride that no integer gives.
        Misfit: "its static operands do not fit";
    }
}

/// The refusal of a division that leaves a rest.
pub type Indivisible = Refused<rule::DoesNotDivide>;

impl<W: Rule> core::fmt::Debug for Refused<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(W::TEXT)
    }
}
#[layout_macros::at_caller]
impl<W: Rule> Default for Refused<W> {
    fn default() -> Self {
        const { crate::types::check::stop(W::TEXT) }
    }
}
#[diagnostic::do_not_recommend]
impl<W: Rule> IntTuple for Refused<W> {
    leaf_tuple! { B1, B0 }
    // An integer that every rule rejects instead of a panic: the check of an operation names its own operands, but the
    // compiler evaluates this constant first.
    const DESC: value::IntTuple = value::IntTuple::leaf(i64::MIN);
    const REFUSAL: Option<&'static str> = Some(W::TEXT);
}
#[diagnostic::do_not_recommend]
impl<W: Rule> Leaf for Refused<W> {
    type In = Self;
    type Cells<T> = [T; 0];
    // These panic at run time instead of in `const`: `check::possible` stops the compiler at the user's line, and a
    // `const` panic here would add an error for each use.
    fn word(self) -> usize {
        panic!("{}", W::TEXT)
    }
    fn value(self) -> i64 {
        panic!("{}", W::TEXT)
    }
    fn from_value(_: i64) -> Self {
        panic!("{}", W::TEXT)
    }
}
// SAFETY: `Refused` holds a `PhantomData` without an invariant, so it is not empty, and making its value is sound. The
// `const` checks of the operations keep users from getting a value, but no `unsafe` code relies on that.
#[doc(hidden)]
unsafe impl<W: Rule> StaticValue for Refused<W> {}
