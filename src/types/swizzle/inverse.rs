//! Inverses of swizzled layouts: `(Sw o L)^-1 = L^-1 o Sw`, because a swizzle is its own inverse.
//!
//! The composition of the inverse `R` of the plain layout with the swizzle is that of `algebra/carry.rs`. The swizzle
//! must map the range `0..|R|` of offsets onto itself, and the offset before it must be 0.

use crate::types::algebra::CarriedBy;
use crate::types::layout::PlainLayout;
use typenum::U0;

/// The map of the inverse of `Swizzle<B, M, S> o O o L`, `R` being the inverse of `L`.
pub type InvertedMap<R, B, M, S> = CarriedBy<<R as PlainLayout>::Coalesced, B, M, S, U0>;
