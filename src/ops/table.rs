//! How a row of the table becomes methods.
//!
//! A family of operations is one call of [`operations!`], a row for each:
//!
//! ```text
//! /// Equation, picture, example and a program that must not compile.
//! fn zipped_divide, try_zipped_divide(tiler t: T) -> ZippedDivide
//! where (IsTilerOf<T, Self>: TilerFits)                the rule of nesting
//! {
//!     wrapped: T::Zipped<A, Divide>;                   the type function of a plain layout `A`
//!     |a| a.zipped_divide(&t);                         the function of the engine
//!     plan a.plan_zipped_divide(&t);                   the arithmetic of run-time leaves, where it has one
//! }
//! ```
//!
//! The row becomes this, and the same methods in [`LayoutOps`](crate::LayoutOps) without the rule, for generic code:
//!
//! ```text
//! #[at_caller]                                             the error shows the caller's line alone
//! impl<S, D> Layout<S, D> {
//!     pub fn zipped_divide<T: Tiler, R: AnyLayout>(self, t: T) -> R
//!     where zipped_divide::ZippedDivide<Self, T>: Is<R>,          the type function
//!           IsTilerOf<T, Self>: TilerFits                         a mistake stops `cargo check`
//!     {
//!         const { zipped_divide::check_as::<Self, T, R>() };      a mistake stops `cargo build`
//!         static result     its only value, a type of size 0      (`only!` in `src/types/num/mod.rs`)
//!         mixed result      zipped_divide::compute_or_panic::<Self, T>(self, t)
//!     }
//!     pub fn try_zipped_divide<T: Tiler>(self, t: T) -> Result<ZippedDivide<Self, T>, LayoutError> { .. }
//! }
//! pub type ZippedDivide<A, T> = Wrapped<A, T::Zipped<A, Divide>>;
//! pub mod zipped_divide {
//!     fn known<A, T>(numbers)               a.zipped_divide(&t): the engine on the static integers
//!     pub(crate) fn check_as<A, T, R>()     if !check::passes::<R>(known(..)) { check::report_refusal::<R>(known(..)) }: compares it
//!                                           with the type, and panics in `const` with the message (`src/types/check/verdict.rs`)
//!     pub(crate) fn check<A, T>()           `check_as` with the result of the type function as `R`
//!     pub(crate) fn compute<A, T>(a, t)     the plan; where it does not hold, the engine; or the refusal
//!     pub(crate) fn compute_or_panic<A, T>(a, t)
//! }
//! ```
//!
//! A view calls `check` in a `const` block of its own method, so that the error shows the user's line, and computes afterwards.
//!
//! The code in full, with holes for the parts of the row, is in `layout-macros/src/operations/template`: `every.rs` has the items
//! and the methods, `layouts.rs` what is special about layouts and about each kind, `operands.rs` what each form of operand adds,
//! `tuples.rs` the rows of [`tuple_operations!`], which become methods of [`TupleOps`](crate::ops::TupleOps).
//!
//! | kind | what it does | the offsets of the result |
//! |---|---|---|
//! | `wrapped` | computes on the plain layout | go through the swizzle of the operand |
//! | `inside` | computes on the plain layout | are plain |
//! | `number` | computes a number on the plain layout; the type function is that of `n:0` | |
//! | `through(X)` | computes on the swizzled layout | go through `X` |
//! | `padded(F)` | computes on the plain layout | with the test of which coordinates are inside, of the form `F` |
//! | `moved` | moves leaves, also of a second layout, by a plan made in `const` | go through the swizzle |
//!
//! | operand | is | known in `const` |
//! |---|---|---|
//! | `tiler t: T` | a layout, or a tile by mode | its static integers |
//! | `layout b: B` | a layout that must not be swizzled | its static integers |
//! | `tuple t: T`, `leaf m: M` | a shape, an integer | its static integers |
//! | `profile p: P` | a tuple whose nesting or numerals count, never a run-time integer | all of it |
//! | `order o: O` | a profile whose integers must all be static | all of it |
//! | `list I` | a tuple of numerals, given as a type | all of it |
//! | `place I`, `count N` | a mode, a number, given as const parameters | all of it |
//!
//! A row that computes a value instead of a layout has no type function: `value |a| ..`, or `constant |a| ..` for a value that is
//! computed in `const` for a static layout. `layout-macros/src/operations/row.rs` has the grammar: after the functions, clauses say
//! what is special about a row.
//!
//! `R` is inferred: the compiler evaluates `ZippedDivide<Self, T>` where it infers types and where it checks borrows, but not
//! again where it generates code, since signature and body name it by the parameter. A method whose types or numbers are
//! written at the call (`upcast::<4>()`) has no such parameter, since it would also have to be written there. `uninferred;` says the
//! same of a row whose type nests as deep as rust-analyzer evaluates: as a parameter it is a level deeper.

pub(crate) use layout_macros::{operations, tuple_operations};

/// The methods of all families as one trait. Each family hands its methods and rows on to the next one; the last
/// in the list is the trait, with the methods that are in no table. `$d` is `$`.
macro_rules! collect {
    ({[$d:tt $list:ident: $(#[$doc:meta])* pub trait $Trait:ident: $Super:ident { $($own:tt)* }]}
        {$($methods:tt)*} {$($rows:tt)*}) => {
        $(#[$doc])*
        #[layout_macros::at_caller($Trait)]
        pub trait $Trait: $Super {
            $($own)*
            $($methods)*
        }
        impl<T: $Super> $Trait for T {}

        /// Calls the macro `$then` with the rows of the table: name, result, kind, operands, `try_` name.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $list {
            ($d then:ident) => { $d then! { $($rows)* } };
        }
    };
    ({$family:ident $($then:tt)*} $methods:tt $rows:tt) => {
        super::$family::$family! { {$($then)*} $methods $rows }
    };
}

pub(crate) use collect;
