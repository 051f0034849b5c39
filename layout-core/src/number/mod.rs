//! Arithmetic on the integers of leaves that refuses what overflows, and what follows from known facts.
//!
//! The compiler evaluates this crate in `const` for every operation on types. A call is far more expensive there than
//! arithmetic. So what runs once a leaf is written out inline, in `i128` instead of checked `i64`.
//!
//! # No overflow
//! Values that a user controls go through `multiply`, `add`, `Num::times` or `i128`, which return
//! [`Rule::Overflow`](crate::Rule::Overflow). Plain operators appear only where one of these holds:
//! * The value counts leaves, nodes, modes or bytes of text, and stays below a capacity.
//! * The value belongs to a layout that exists. `Layout::validate` bounds its size and cosize. So products of
//!   extents, offsets of coordinates in range, and parts of these fit.
//! * The divisor is an extent or a stride that a check found positive.
//! * The operand is not `i64::MIN`, which has no negative. `i64::MIN` encodes "no integer", and every constructor
//!   refuses it.
//! * The value is a shift by bits of a swizzle, which end below bit 63 (`Swizzle::checked`).
//!
//! `tests/properties/hostile.rs` calls every operation with integers of all sizes, in a build where overflow panics.

pub(crate) mod facts;
mod num;

pub(crate) use num::{add, ceil_div, check, gcd, multiply, plain, saturating_multiply, times, tri};
