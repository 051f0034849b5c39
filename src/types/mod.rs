//! The type-level computer: what a result *is*, as a Rust type.
//!
//! The engine (`layout-core`) computes layouts as values, also in `const`. A Rust type, however, must be written before a
//! `const` is evaluated: the return type of `zipped_divide` names which leaves of the result are static, and their values,
//! before the engine has run. So this room computes the *form* of a result a second time, by associated types. It decides
//! nothing else. Whether an operation is refused, and the run-time leaves of its result, come from the engine;
//! [`check`] compares the two, so a type function with a wrong result does not compile.
//!
//! | folder | computes on |
//! |---|---|
//! | `num` | truth values and integers: numerals of typenum, octal digits, signs, run-time integers, refusals |
//! | `tuple` | nested tuples of integers, as lists with a head and a tail |
//! | `layout` | `Layout<S, D>`: flat modes, the size, the codomain; the traits that name a layout's results |
//! | `swizzle` | the map of a layout's offsets |
//! | `algebra` | the form of each operation, a file for each family, as in `layout-core/src/algebra` |
//! | `check` | nothing: it runs the engine in `const`, and compares its result with the type |
//!
//! The folders of this room import each other. A trait bound such as `C: Bool` is all that a type function knows of its
//! argument, so every function that branches belongs to a supertrait of `Ternary`, from whichever folder
//! (`num/branches.rs` has the list).
//!
//! **The door.** The folders are private. The rest of the crate sees the names below, and nothing in here imports from the
//! rest of the crate. Another front end, such as constants in place of types, would replace this room and keep the door.

mod algebra;
pub mod bounds;
pub mod check;
mod layout;
mod num;
mod swizzle;
mod tuple;

// Layouts as kernels read them.
pub use layout::{Form, is_static};
// Layouts, and the traits that name the results of their operations.
pub use layout::{
    AnyLayout, Codomain, CodomainOf, ColMajor, Coshape, Cosize, FormOf, Identity, ImageOf, Inside,
    InsideCoords, IsPlanned, Layout, Mapping, NarrowIndex, Offset, Ordered, Padded, PlainLayout,
    PlainOf, RowMajor, Size, StaticImageOf, Wrapped,
};
// The rules of nesting; `ops::bounds` has the public ones.
pub use bounds::{IsCoordOf, IsNestedWithin};
pub use layout::{CoordinateFits, OrderFits, StaticCoordinate, StaticLayout, StaticOrder};
// Swizzled layouts.
pub use swizzle::{AtCoord, AtSlices, ComposedLayout, NoMap, OffsetMap, Start, Swizzle};
// Tilers and the kinds of divides and products.
pub use algebra::{
    Divide, DividePadded, Extents, LayoutCheck, ModeTiler, Multiply, OneBranch, Tile, Tiler, Tilers,
};
// Tuples: shapes, strides, coordinates.
pub(crate) use tuple::{
    Adding, Covering, CoveringEach, Elements, Greater, ListOf, Rounding, Scaling, ShapeDividing,
    ShapeTaking, SizeOf, Sizing, Smaller, Splitting, Subtracting, Times,
};
pub use tuple::{
    Coordinate, EachMode, HasElement, IntTuple, Keep, Keeps, List, ModeCoord, Nesting, Pairing,
    Pick, Place, Position, Project, Projected, Reduce, Selection, Structure,
};
// Integers and truth values.
pub use num::int::{
    Basis, Bits32, Bounded, Ceil, CeilOf, Equal, Gap, Int, Leaf, Less, Map, Max, Min, Minus,
    Multiple, Negative, NotMore, One, Product, Quotient, Rank, Refused, Rule, ShapeDiv, ShapeMod,
    Sum, rule,
};
pub use num::long::{Monus, Rem};
pub use num::numeral::Negated;
pub use num::octal::{Oct, Z};
pub use num::power::Power;
pub use num::xor::Xor;
pub use num::{
    Bool, Call, Euclid, Extent, Is, Nat, Numeral, Planned, Reduced, Static, StaticValue, Ternary,
    a_type_has_a_capital_letter, numeral, static_value,
};

/// Tuples with modes moved, by the name of the operation.
pub(crate) mod moved {
    pub(crate) use super::tuple::{Append, Insert, Prepend, Remove, Replace};
}
