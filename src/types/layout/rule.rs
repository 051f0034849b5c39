//! The rules on nesting: one marker trait for each, which only `B1` implements.
//!
//! A method bounds a type-level `Bool` by such a trait, `C::Fits<S>: CoordinateFits`. The trait has no parameters, so
//! the headline of the error is the rule, without types.

use typenum::B1;

macro_rules! rules {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        $(#[$attr])*
        pub trait $name {}
        // That `B1` implements the trait does not help the reader of an error.
        #[diagnostic::do_not_recommend]
        impl $name for B1 {}
    )*};
}

rules! {
    /// A shape and a stride have equal nestings.
    #[diagnostic::on_unimplemented(
        message = "shape and stride are not congruent",
        label = "the stride must be nested like the shape",
        note = "every leaf of the shape needs a stride: `(2,(2,2)):(4,(1,2))`"
    )]
    SameNesting;
    /// A coordinate is nested like the shape, down to some level.
    #[diagnostic::on_unimplemented(
        message = "the coordinate does not fit the shape",
        label = "a coordinate is an index, or a tuple nested like the shape down to some level",
        note = "in code generic over the layout, `view[[i, j]]`, `view.at(coord)` and `LayoutOps` compare the nesting later, per caller"
    )]
    CoordinateFits;
    /// A by-mode tiler has no more modes than the layout.
    #[diagnostic::on_unimplemented(
        message = "the tiler has more modes than the layout",
        label = "a by-mode tiler has at most one tiler for each mode of the layout",
        note = "a generic layout is `L: AnyLayout`, of which `LayoutOps` compares the modes later, per caller"
    )]
    TilerFits;
    /// The layout has the requested modes.
    #[diagnostic::on_unimplemented(
        message = "the layout has no such mode",
        label = "modes are numbered from 0, and a range `B, E` needs `B < E`"
    )]
    ModeExists;
    /// A profile is nested like the first modes of the shape, down to some level.
    #[diagnostic::on_unimplemented(
        message = "the profile does not fit the shape",
        label = "a profile is a leaf, or a tuple nested like the first modes of the shape"
    )]
    ProfileFits;
    /// An order is nested like the shape, down to some level.
    #[diagnostic::on_unimplemented(
        message = "the order does not fit the shape",
        label = "an order is a tuple nested like the shape down to some level"
    )]
    OrderFits;
    /// A coordinate is known at compile time.
    #[diagnostic::on_unimplemented(
        message = "the coordinate is not static",
        label = "a numeral can be found for a coordinate of literals only: use `index`"
    )]
    StaticCoordinate;
    /// A layout is known at compile time.
    #[diagnostic::on_unimplemented(
        message = "the layout is not static",
        label = "it has run-time numbers, for which there are `index` and `==`"
    )]
    StaticLayout;
    /// An order is known at compile time.
    #[diagnostic::on_unimplemented(
        message = "the order is not static",
        label = "an order decides which strides are static: write it with literals"
    )]
    StaticOrder;
    /// A block has no more modes than the shape that it fills.
    #[diagnostic::on_unimplemented(
        message = "the block has more modes than the shape",
        label = "each mode of a block fills one of the shape"
    )]
    BlockFitsShape;
    /// A list of modes names each mode once.
    #[diagnostic::on_unimplemented(
        message = "this is not a permutation of the modes",
        label = "name each mode of the layout once: `permute::<(U2, U0, U1)>()`"
    )]
    PermutesModes;
    /// All modes have equal numbers of modes.
    #[diagnostic::on_unimplemented(
        message = "the modes have different numbers of modes",
        label = "zip pairs the first modes of all modes, then the second ones, and so on"
    )]
    ModesMatch;
    /// A profile has one leaf for each mode.
    #[diagnostic::on_unimplemented(
        message = "the profile needs one leaf for each mode",
        label = "the leaves of the profile stand for the modes of the layout, from left to right"
    )]
    ProfileMatches;
    /// The layout has at most the requested number of modes.
    #[diagnostic::on_unimplemented(
        message = "the layout has more modes already",
        label = "the rank asked for is at least that of the layout"
    )]
    RankHolds;
}
