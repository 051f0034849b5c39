//! A layout of any number of modes, from a tuple of layouts, and back.

use super::modes::{Append, Mode, append};
use super::parts::*;

/// A tuple of layouts, which become the modes of one: [`Layout::from_modes`].
#[diagnostic::on_unimplemented(
    message = "the modes of a layout are a tuple of at most 12 layouts",
    label = "expected `(a, b, ..)`, and no swizzled layout"
)]
pub trait ModeTuple {
    /// The layout of these modes.
    type Joined: AnyLayout;
    /// Stops the compiler where static modes have no layout.
    #[doc(hidden)]
    const EXISTS: ();
    /// The layout of these modes.
    #[doc(hidden)]
    fn joined(self) -> Self::Joined;
}

/// The shape of a layout whose modes have a type each: a tuple, or a leaf, which is its own only mode.
pub trait ModesOf<L: AnyLayout> {
    /// The modes as a tuple.
    type Modes;
    /// The modes of the layout.
    #[doc(hidden)]
    fn modes(layout: L) -> Self::Modes;
}

impl<L: AnyLayout<Shape = S>, S: Leaf> ModesOf<L> for S {
    type Modes = (Mode<L, 0>,);
    #[inline(always)]
    fn modes(layout: L) -> Self::Modes {
        (crate::LayoutOps::mode::<0>(layout),)
    }
}

/// The type, the check and the value of `$a` with each layout appended.
macro_rules! joined {
    (type $a:ty;) => { $a };
    (type $a:ty; $B:ident $b:ident $($rest:ident)*) => { joined!(type Append<$a, $B>; $($rest)*) };
    (check $a:ty;) => {};
    (check $a:ty; $B:ident $b:ident $($rest:ident)*) => {
        append::check::<$a, $B>();
        joined!(check Append<$a, $B>; $($rest)*)
    };
    (value $a:ty, $value:expr;) => { $value };
    (value $a:ty, $value:expr; $B:ident $b:ident $($rest:ident)*) => {
        joined!(value Append<$a, $B>, append::compute_or_panic::<$a, $B>($value, $b); $($rest)*)
    };
}

macro_rules! tuples {
    ($ModeTuple:ident: $($A:ident $a:ident $i:literal)*) => {
        #[layout_macros::at_caller($ModeTuple)]
        #[diagnostic::do_not_recommend]
        impl<$($A: PlainLayout),*> $ModeTuple for ($($A,)*) {
            type Joined = joined!(type Layout<(), ()>; $($A $a)*);
            const EXISTS: () = { joined!(check Layout<(), ()>; $($A $a)*); };
            #[inline(always)]
            #[track_caller]
            fn joined(self) -> Self::Joined {
                let ($($a,)*) = self;
                joined!(value Layout<(), ()>, Layout::default(); $($A $a)*)
            }
        }
        impl<L: AnyLayout<Shape = ($($A,)*)>, $($A: IntTuple),*> ModesOf<L> for ($($A,)*) {
            type Modes = ($(Mode<L, $i>,)*);
            #[inline(always)]
            fn modes(layout: L) -> Self::Modes {
                ($(crate::LayoutOps::mode::<$i>(layout),)*)
            }
        }
    };
}
tuples! { ModeTuple: A a 0 }
tuples! { ModeTuple: A a 0 B b 1 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 H h 7 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 H h 7 I i 8 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 H h 7 I i 8 J j 9 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 H h 7 I i 8 J j 9 K k 10 }
tuples! { ModeTuple: A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 H h 7 I i 8 J j 9 K k 10 M m 11 }

#[layout_macros::at_caller]
impl Layout<(), ()> {
    /// The layout whose modes are these, a tuple of at most 12 layouts: `r(i, j, ..) = a(i) + b(j) + ..`. CuTe's
    /// `make_layout` of layouts. [`modes`](crate::LayoutOps::modes) takes it apart.
    ///
    /// ```text
    /// 4:1, (2,3):(4,8), 5:24     (4,(2,3),5):(1,(4,8),24)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 5;
    /// let a = Layout::from_modes((layout!(4:1), layout!((2, 3):(4, 8)), layout!(n:24)));
    /// assert_eq!(format!("{a:#}"), "(_4,(_2,_3),5):(_1,(_4,_8),_24)");
    ///
    /// let (rows, columns, batches) = a.modes();
    /// assert_eq!(rows.to_string(), "4:1");
    /// assert_eq!(Layout::from_modes((batches, rows, columns)).to_string(), "(5,4,(2,3)):(24,1,(4,8))");
    /// ```
    ///
    /// # Panics
    /// As [`append`](Self::append), with run-time integers.
    ///
    /// # Compile errors
    /// As [`append`](Self::append), at the first mode that is refused.
    #[inline]
    #[track_caller]
    pub fn from_modes<M: ModeTuple<Joined = R>, R: AnyLayout>(modes: M) -> R {
        const { M::EXISTS };
        modes.joined()
    }
}
