//! [`Named`]: a run-time integer that is equal to all leaves of its name in one layout.

use super::{Function, Int, Leaf, Map, Multiple, Product, Relation};
use crate::types::check::Unchecked;
use crate::types::layout::{Modes, Snoc, UnitWalk};
use crate::types::num::octal::{Oct, Z};
use crate::types::num::{Bool, Nat, StaticValue, branch};
use crate::types::tuple::{IntTuple, leaf_tuple};
use core::marker::PhantomData;
use layout_core::{self as value, Facts};
use typenum::{B0, B1};

/// A run-time extent or stride with a name: `?{=n}` for `N = name::N`. `V` is `usize`, or a [`Multiple`] with facts of its
/// own: `?{=n div=8}`.
///
/// Leaves of one name in one layout are equal. This is checked once, where the layout is made, and operations know it: a
/// mode whose stride is the extent of the mode before it continues that mode. The name of another layout is another name.
///
/// ```
/// use static_layout::int::{Named, name};
/// use static_layout::typenum::U1;
/// use static_layout::*;
/// fn columns(n: usize, m: usize, pitch: usize) -> Result<Layout!((?{=n}, ?):(1, ?{=n})), LayoutError> {
///     Layout::try_new((Named::new(n), m), (U1::new(), Named::new(pitch)))
/// }
/// let a = columns(6, 4, 6)?;
/// // One mode, since each column continues the one before it.
/// let all: Layout!(?:1) = a.coalesce();
/// assert_eq!(all.to_string(), "24:1");
/// assert_eq!(
///     columns(6, 4, 8).unwrap_err().to_string(),
///     "cannot make (6,4):(1,8): the leaves named n are 6 and 8"
/// );
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Compile errors
/// ```compile_fail,E0080
/// use static_layout::{int::Named, typenum::U27};
/// // a name is one of 26 letters
/// let n = Named::<U27>::new(6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Named<N, V = usize>(V, PhantomData<N>);

/// The names of [`Named`]: one letter each.
pub mod name {
    macro_rules! names {
        ($($name:ident $number:ident)*) => {$(
            #[doc = concat!("The name of `?{=", stringify!($name), "}`, in lower case.")]
            pub type $name = typenum::$number;
        )*};
    }
    names! {
        A U1 B U2 C U3 D U4 E U5 F U6 G U7 H U8 I U9 J U10 K U11 L U12 M U13 N U14 O U15 P U16 Q U17 R U18 S U19 T U20
        U U21 V U22 W U23 X U24 Y U25 Z U26
    }
}

mod sealed {
    pub trait Unnamed {}
}

/// A run-time integer that may have a name: `usize` or [`Multiple`].
pub trait Nameable: Leaf + Copy + sealed::Unnamed {
    /// What is known of it.
    #[doc(hidden)]
    const KNOWN: Facts;
}
impl sealed::Unnamed for usize {}
impl Nameable for usize {
    const KNOWN: Facts = Facts::NONE;
}
impl<D: Nat, M: Nat> sealed::Unnamed for Multiple<D, M> {}
impl<D: Nat, M: Nat> Nameable for Multiple<D, M> {
    const KNOWN: Facts = Self::FACTS;
}

#[layout_macros::at_caller]
impl<N: Nat, V: Nameable> Named<N, V> {
    /// Stops the compiler unless a type can state `N`.
    const VALID: () = assert!(N::NUMBER >= 1 && N::NUMBER <= 26, "a name is one of 26 letters");

    /// The integer `value` with the name `N`.
    ///
    /// # Compile errors
    /// If `N` is no number of a letter, 1 to 26.
    #[inline(always)]
    pub const fn new(value: V) -> Self {
        const { Self::VALID };
        Self(value, PhantomData)
    }

    /// The integer without the name.
    ///
    /// ```
    /// use static_layout::int::{Named, name};
    /// assert_eq!(Named::<name::N>::new(6).value(), 6);
    /// ```
    #[inline(always)]
    pub const fn value(self) -> V {
        self.0
    }
}

#[diagnostic::do_not_recommend]
impl<N: Nat, V: Nameable> IntTuple for Named<N, V> {
    leaf_tuple! { B0, B0 }
    // The value of an unknown leaf of a type is its facts and its name.
    const DESC: value::IntTuple = {
        () = Self::VALID;
        value::IntTuple::unknown(V::KNOWN.code_of_name(N::NUMBER as u8))
    };
}
#[diagnostic::do_not_recommend]
impl<N: Nat, V: Nameable> Leaf for Named<N, V> {
    type In = NamedAs<N::Oct, V>;
    type Cells<T> = [T; 0];
    #[inline(always)]
    fn word(self) -> usize {
        self.0.word()
    }
    #[inline(always)]
    fn value(self) -> i64 {
        Leaf::value(self.0)
    }
    #[inline(always)]
    fn from_value(value: i64) -> Self {
        Named(V::from_value(value), PhantomData)
    }
    #[inline(always)]
    fn from_proven(value: i64, proof: &Unchecked) -> Self {
        Named(V::from_proven(value, proof), PhantomData)
    }
}
// SAFETY: a struct around `V`, a `usize` or a struct around one: not empty, and its size is not 0, so no value is made from
// nothing.
unsafe impl<N: Nat, V: Nameable> StaticValue for Named<N, V> {}

/// The run-time integer `V` with the name number `N`: [`Named`] in type functions. Each function of it forgets the name.
#[derive(Debug)]
pub struct NamedAs<N, V>(PhantomData<(N, V)>);
impl<N, V> Copy for NamedAs<N, V> {}
impl<N, V> Clone for NamedAs<N, V> {
    fn clone(&self) -> Self {
        *self
    }
}
// SAFETY: `NamedAs` holds a `PhantomData` without an invariant, so it is not empty and any code may make its value.
unsafe impl<N: 'static, V: 'static> StaticValue for NamedAs<N, V> {}

branch! {
    /// Whether names tell that a mode continues another.
    pub trait NamesBranch for Bool {
        /// `L`, then `S:D` and `S1:D1`.
        type Join<L: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<L, Map<Product, S, S1>, D>,
            No => Snoc<Snoc<L, S, D>, S1, D1>,
        }
    }
}

impl<N: Oct, V: Nameable> Int for NamedAs<N, V> {
    type Leaf = Named<N::Bin, V>;
    type IsStatic = B0;
    type IsOne = B0;
    type IsZero = B0;
    type IsNegative = B0;
    type IsSound = B1;
    type Plain = <V::In as Int>::Plain;
    type Magnitude = <V::In as Int>::Magnitude;
    type Divisor = <V::In as Int>::Divisor;
    type IsNarrow = <V::In as Int>::IsNarrow;
    type Map<F: Function, R: Int> = <V::In as Int>::Map<F, R>;
    type MapL<F: Function, L: Oct> = <V::In as Int>::MapL<F, L>;
    type MapNegL<F: Function, L: Oct> = <V::In as Int>::MapNegL<F, L>;
    type MapR<F: Function> = <V::In as Int>::MapR<F>;
    type MapNegR<F: Function> = <V::In as Int>::MapNegR<F>;
    type MapMany<F: Function, D: Oct, M: Oct> = <V::In as Int>::MapMany<F, D, M>;
    type Test<F: Relation, R: Int> = <V::In as Int>::Test<F, R>;
    type TestL<F: Relation, L: Oct> = <V::In as Int>::TestL<F, L>;
    type TestNegL<F: Relation, L: Oct> = <V::In as Int>::TestNegL<F, L>;
    type TestUnit<F: Relation, L: Int, J: Oct> = <V::In as Int>::TestUnit<F, L, J>;
    type InUnit<J: Oct> = <V::In as Int>::InUnit<J>;
    type Component<J: Oct> = Z;
    type IsNumber = B1;
    type CountsAs<R: Int> = R::IsNumber;
    type CountsIn<L: Int, J: Oct> = B0;
    type Scale = <V::In as Int>::Scale;
    type Steps<L: Modes> = <V::In as Int>::Steps<L>;
    type Stride<L: Modes, S: Int> = <V::In as Int>::Stride<L, S>;
    type Walk<W: UnitWalk> = W;
    type Continue<L: Modes, D: Int, S1: Int, D1: Int> =
        <<D::IsOne as Bool>::And<D1::HasName<N>> as NamesBranch>::Join<L, Self, D, S1, D1>;
    type HasName<N1: Oct> = N::Eq<N1>;
}
