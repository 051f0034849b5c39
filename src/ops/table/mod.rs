//! How a row of the table becomes methods.
//!
//! A family of operations is one call of [`operations!`], a row for each:
//!
//! ```text
//! /// Equation, picture, example and a program that must not compile.
//! fn zipped_divide, try_zipped_divide(tiler t: T) -> ZippedDivide
//! where (IsTilerOf<T, Self>: TilerFits)                    the rule of nesting
//! {
//!     wrapped: T::Zipped<A, Divide>;                   the type function of a plain layout `A`
//!     |a| a.zipped_divide(&t);                         the function of the engine
//!     plan a.plan_zipped_divide(&t);                   the arithmetic of run-time leaves, where it has one
//! }
//! ```
//!
//! A row makes four things of one name:
//! * the method of [`Layout`](crate::Layout), with the rule, and its `try_` sibling;
//! * the same two in [`LayoutOps`](crate::LayoutOps), without the rule, for generic code;
//! * the type of the result, `ops::ZippedDivide<A, T>`;
//! * the module `zipped_divide` with `check`, which stops the compiler at static integers without a
//!   result, `compute`, and `compute_or_panic` for run-time integers without a result. A view calls `check` in a
//!   `const` block of its own method, so that the error shows the user's line, and computes afterwards.
//!
//! The row above expands to this, with the engine's functions by name:
//!
//! ```text
//! impl<S, D> Layout<S, D> {
//!     pub fn zipped_divide<T: Tiler, R: AnyLayout>(self, t: T) -> R
//!     where ZippedDivide<Self, T>: Is<R>                                             T::Zipped<..>, the type function
//!           IsTilerOf<T, Self>: TilerFits                                            a mistake stops `cargo check`
//!     {
//!         const { zipped_divide::check_as::<Self, T, R>() };                         a mistake stops `cargo build`
//!         static result     its only value, a type of size 0  (`only!` in `src/types/num/mod.rs`)
//!         mixed result      zipped_divide::compute_or_panic::<Self, T>(self, t)      a mistake panics
//!     }
//! }
//! mod zipped_divide {
//!     const fn check_as<A, T, R>() {
//!         let answer = known::<A, T>(None);                   the engine on the static integers: a.zipped_divide(&t)
//!         if !check::passes::<R>(all_static, &answer) {       an error, or another form than the type
//!             check::stop(check::refusal(..))                 panics in `const` with the message
//!         }
//!     }
//!     fn compute_or_panic<A, T>(a: A, t: T) -> ZippedDivide<A, T> {
//!         `by_plan`: a.plan_zipped_divide(&t), made in `const`; where it does not hold, the engine
//!     }
//! }
//! ```
//!
//! `R` is inferred: the compiler evaluates `ZippedDivide<Self, T>` where it infers types and where it checks borrows, but not
//! again where it generates code, since signature and body name it by the parameter. A method whose types or numbers are
//! written at the call (`upcast::<4>()`) has no such parameter, since one would have to be written there, too.
//!
//! `layouts` has this frame, `kinds` what differs between the kinds below, `tuples` the frame of operations on tuples.
//!
//! Operands are one of
//!
//! | written | is | known in `const` |
//! |---|---|---|
//! | `tiler t: T` | a layout, or a tile by mode | its static integers |
//! | `layout b: B` | a layout that must not be swizzled | its static integers |
//! | `tuple t: T` | a shape | its static integers |
//! | `order o: O` | a tuple of which every integer must be static | all of it |
//! | `profile p: P` | a tuple of which the nesting or the numerals count, never a run-time integer | all of it |
//! | `list I` | a tuple of numerals, given as a type | all of it |
//! | `place I`, `count N` | a mode, a number, given as const parameters | all of it |
//!
//! A row with `plan a.plan_zipped_divide(&t);` after the engine's function computes run-time leaves by this plan where it
//! exists and holds, and by the engine elsewhere. A closure after the plan writes the leaves of a second operand that may
//! have run-time leaves, too.
//!
//! The kind of an operation says what it does, and what becomes of a swizzle:
//!
//! | kind | what it does | the offsets of the result |
//! |---|---|---|
//! | `wrapped` | computes on the plain layout | go through the swizzle of the operand |
//! | `number` | computes a number on the plain layout; the type function is that of `n:0` | |
//! | `inside` | computes on the plain layout | are plain |
//! | `undone("why")` | computes on the plain layout | of a swizzled layout there is no result |
//! | `through(X)` | computes on the swizzled layout | go through `X` |
//! | `carried(t: T)` | composes with a tiler that may be swizzled | go through both swizzles, as one |
//! | `padded(F, t: T)` | computes on the plain layout | with the test of which coordinates are inside |
//! | `moved` | moves leaves by a plan made in `const` | go through the swizzle |
//! | `joined(b: B)` | the same with the leaves of a second layout | go through the swizzle |

mod collect;
mod examples;
mod kinds;
mod layouts;
mod tuples;

pub(crate) use {
    collect::collect, examples::try_example, kinds::run, layouts::operations,
    tuples::tuple_operations,
};
