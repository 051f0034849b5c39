//! The matrix formats of Ascend C as types, for shapes whose extents may be known at run time only.
//!
//! `layout!((8, n):NZ(16))` makes a layout of such a shape: the macro expands to `framed`. Its fractals are static, and so
//! is every stride that does not depend on `n`. [`dynamic::Frame`](crate::dynamic::Frame) has the formats as values.
//!
//! ```
//! use static_layout::*;
//! let n = 40;
//! let a = layout!((20, n):NZ(16));
//! assert_eq!(format!("{a:#}"), "((_16,_2),(_16,3)):((_16,_256),(_1,_512))");
//! ```

use crate::types::{
    CeilOf, Int, IntTuple, Layout, Leaf, ListOf, Map, One, OneBranch, PlainLayout, Product, SizeOf,
    check,
};
use crate::{AnyLayout, dynamic::Frame};
use layout_core as value;
use typenum::{U0, U1, U2, U16};

/// A matrix format of Ascend C.
///
/// ```
/// use static_layout::frames::{Format, Nz};
/// assert_eq!(Nz::FRAME.name(), "NZ");
/// ```
pub trait Format: crate::sealed::Sealed {
    /// The format as a value.
    const FRAME: Frame;
    /// The shape of `R` rows and `K` columns with `C` elements in 32 bytes.
    #[doc(hidden)]
    type Shape<R: Int, K: Int, C: Int>: IntTuple;
    /// The stride of that shape.
    #[doc(hidden)]
    type Stride<R: Int, K: Int, C: Int>: IntTuple;
}

/// The rows or columns of a fractal.
type Sixteen = <U16 as Leaf>::In;
type Two = <U2 as Leaf>::In;
type Ceil<A, B> = Map<CeilOf, A, B>;
type Times<A, B> = Map<Product, A, B>;
/// The leaf of an integer.
type LeafOf<A> = <A as Int>::Leaf;
/// The stride `D` of the extent `A`; 0 for a static extent of 1.
type TileStep<A, D> = LeafOf<<<A as Int>::IsOne as OneBranch>::Unless<D>>;
/// The elements of a fractal.
type FractalOf<C> = Times<Sixteen, C>;

macro_rules! formats {
    ($(
        $(#[$doc:meta])*
        $name:ident<$R:ident, $K:ident, $C:ident> { $shape:ty, $stride:ty }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;
        impl crate::sealed::Sealed for $name {}
        impl Format for $name {
            const FRAME: Frame = Frame::$name;
            type Shape<$R: Int, $K: Int, $C: Int> = $shape;
            type Stride<$R: Int, $K: Int, $C: Int> = $stride;
        }
    )*};
}
formats! {
    /// Fractals of 16 by `c0`, row-major. The fractals are column-major.
    Nz<R, K, C> {
        ((U16, LeafOf<Ceil<R, Sixteen>>), (LeafOf<C>, LeafOf<Ceil<K, C>>)),
        (
            (LeafOf<C>, TileStep<Ceil<R, Sixteen>, FractalOf<C>>),
            (TileStep<C, One>, TileStep<Ceil<K, C>, Times<FractalOf<C>, Ceil<R, Sixteen>>>),
        )
    }
    /// Fractals of `c0` by 16, column-major. The fractals are row-major.
    Zn<R, K, C> {
        ((LeafOf<C>, LeafOf<Ceil<R, C>>), (U16, LeafOf<Ceil<K, Sixteen>>)),
        (
            (TileStep<C, One>, TileStep<Ceil<R, C>, Times<FractalOf<C>, Ceil<K, Sixteen>>>),
            (LeafOf<C>, TileStep<Ceil<K, Sixteen>, FractalOf<C>>),
        )
    }
    /// Fractals of 16 by `c0`, row-major. The fractals are row-major.
    Zz<R, K, C> {
        ((U16, LeafOf<Ceil<R, Sixteen>>), (LeafOf<C>, LeafOf<Ceil<K, C>>)),
        (
            (LeafOf<C>, TileStep<Ceil<R, Sixteen>, Times<FractalOf<C>, Ceil<K, C>>>),
            (TileStep<C, One>, TileStep<Ceil<K, C>, FractalOf<C>>),
        )
    }
    /// Fractals of 2 by 16, column-major. The fractals are column-major. Requires `c0 = 2`.
    Nn<R, K, C> {
        ((U2, LeafOf<Ceil<R, Two>>), (U16, LeafOf<Ceil<K, Sixteen>>)),
        (
            (U1, TileStep<Ceil<R, Two>, FractalOf<Two>>),
            (U2, TileStep<Ceil<K, Sixteen>, Times<Sixteen, R>>),
        )
    }
    /// Row-major.
    Nd<R, K, C> { (LeafOf<R>, LeafOf<K>), (TileStep<R, K>, TileStep<K, One>) }
    /// Column-major.
    Dn<R, K, C> { (LeafOf<R>, LeafOf<K>), (TileStep<R, One>, TileStep<K, R>) }
    /// Row-major, with fractals of one element.
    NdExt<R, K, C> { ((U1, LeafOf<R>), (U1, LeafOf<K>)), ((U0, TileStep<R, K>), (U0, TileStep<K, One>)) }
    /// Column-major, with fractals of one element.
    DnExt<R, K, C> { ((U1, LeafOf<R>), (U1, LeafOf<K>)), ((U0, TileStep<R, One>), (U0, TileStep<K, R>)) }
    /// Scales of a left operand, row-major. Requires `c0 = 2`.
    ScaleAnd<R, K, C> { ((U1, LeafOf<R>), (U1, LeafOf<K>)), ((U0, TileStep<R, K>), (U0, TileStep<K, One>)) }
    /// Scales of a left operand, column-major in pairs of columns. Requires `c0 = 2`.
    ScaleAdn<R, K, C> {
        ((U1, LeafOf<R>), (U2, LeafOf<Ceil<K, Two>>)),
        ((U0, TileStep<R, Two>), (U1, TileStep<Ceil<K, Two>, Times<Two, R>>))
    }
    /// Scales of a right operand, row-major in pairs of rows. Requires `c0 = 2`.
    ScaleBnd<R, K, C> {
        ((U2, LeafOf<Ceil<R, Two>>), (U1, LeafOf<K>)),
        ((U1, TileStep<Ceil<R, Two>, Times<Two, K>>), (U0, TileStep<K, Two>))
    }
    /// Scales of a right operand, column-major. Requires `c0 = 2`.
    ScaleBdn<R, K, C> { ((U1, LeafOf<R>), (U1, LeafOf<K>)), ((U0, TileStep<R, One>), (U0, TileStep<K, R>)) }
}

/// The shape of a matrix, `(rows, columns)`, or of a batch of matrices, `(batch, rows, columns)`.
#[diagnostic::on_unimplemented(
    message = "a format takes the integers of `(rows, columns)` or `(batch, rows, columns)`"
)]
pub trait MatrixShape: IntTuple {
    /// The layout in the format `F` with `C` elements in 32 bytes.
    #[doc(hidden)]
    type Layout<F: Format, C: Int>: PlainLayout;
    /// The layout of these extents, in the order of the tuple.
    ///
    /// # Errors
    /// The errors of [`Frame::layout`].
    #[doc(hidden)]
    fn layout(
        frame: Frame,
        extents: &value::IntTuple,
        c0: i64,
    ) -> Result<value::Layout, value::LayoutError>;
}
impl<R: Leaf, K: Leaf> MatrixShape for (R, K) {
    type Layout<F: Format, C: Int> = Layout<F::Shape<R::In, K::In, C>, F::Stride<R::In, K::In, C>>;
    fn layout(
        frame: Frame,
        extents: &value::IntTuple,
        c0: i64,
    ) -> Result<value::Layout, value::LayoutError> {
        frame.layout(extents.value(0), extents.value(1), c0)
    }
}
impl<B: Leaf, R: Leaf, K: Leaf> MatrixShape for (B, R, K) {
    type Layout<F: Format, C: Int> = Layout<
        (B, F::Shape<R::In, K::In, C>),
        (TileStep<B::In, SizeOf<ListOf<F::Shape<R::In, K::In, C>>>>, F::Stride<R::In, K::In, C>),
    >;
    fn layout(
        frame: Frame,
        extents: &value::IntTuple,
        c0: i64,
    ) -> Result<value::Layout, value::LayoutError> {
        frame.batched(extents.value(0), extents.value(1), extents.value(2), c0)
    }
}

/// The layout of the shape `S` in the format `F`, `C0` elements filling 32 bytes.
pub type Framed<F, S, C0> = <S as MatrixShape>::Layout<F, <C0 as Leaf>::In>;

/// The layout of a shape in the format `F`, `C0` elements filling 32 bytes: Ascend C's `MakeFrameLayout`.
///
/// ```
/// use static_layout::frames::{Nz, framed};
/// use static_layout::typenum::U16;
/// use static_layout::*;
/// let rows = 20;
/// let a = framed::<Nz, U16, _>(shape!(rows, 40));
/// assert_eq!(format!("{a:#}"), "((_16,2),(_16,_3)):((_16,_256),(_1,512))");
/// assert_eq!(a.to_dynamic(), layout!((20, 40):NZ(16)).to_dynamic());
/// ```
///
/// # Panics
///
/// If [`Frame::layout`] refuses the run-time extents.
///
/// # Compile errors
///
/// If the format does not accept `C0`.
#[track_caller]
#[layout_macros::at_caller]
pub fn framed<F: Format, C0: Leaf, S: MatrixShape>(shape: S) -> Framed<F, S, C0> {
    const {
        check::tuple::are_integers::<<Framed<F, S, C0> as AnyLayout>::Shape>();
        if let Err(error) = F::FRAME.layout(2, 2, C0::DESC.value(0)) {
            check::stop(error.message().as_str())
        }
    };
    let made = S::layout(F::FRAME, &shape.plain(), const { C0::DESC.value(0) });
    let made = check::unwrap_or_panic(made);
    check::try_convert(&made).unwrap_or_else(|| {
        check::disagreement(&made, &<Framed<F, S, C0> as crate::types::Form>::FORM)
    })
}
