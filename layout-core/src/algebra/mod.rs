//! The operations of the algebra: a file a family.

pub(crate) mod coalesce;
pub(crate) mod complement;
pub(crate) mod compose;
pub(crate) mod digits;
pub(crate) mod disjoint;
pub(crate) mod divide;
pub(crate) mod exact;
pub(crate) mod fit;
pub(crate) mod guard;
pub(crate) mod inverse;
pub(crate) mod like;
pub(crate) mod notes;
pub(crate) mod operators;
pub(crate) mod padded;
pub(crate) mod part;
pub(crate) mod plan;
pub(crate) mod predicate;
pub(crate) mod product;
pub(crate) mod recast;
pub(crate) mod reshape;
pub(crate) mod tile;
pub(crate) mod vectors;
