//! What the operations make of layouts: one file a family.

pub(crate) mod coalesce;
pub(crate) mod complement;
pub(crate) mod compose;
pub(crate) mod divide;
pub(crate) mod exact;
pub(crate) mod fit;
pub(crate) mod guard;
pub(crate) mod inverse;
pub(crate) mod like;
pub(crate) mod moving;
pub(crate) mod operators;
pub(crate) mod padded;
pub(crate) mod predicate;
pub(crate) mod product;
pub(crate) mod recast;
pub(crate) mod reshape;
pub(crate) mod tile;
