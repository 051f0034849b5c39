//! The checks with types that disagree with the values. As long as the type functions are right, no program has such
//! types.

use super::verdict::reason;
use super::*;
use crate::types::algebra::{Extents, Tile, Tiler};
use crate::types::layout::Form;
use crate::types::num::Nat;
use crate::types::num::int::{Basis, Multiple, Negative, REFUSED_RESULT, Refused, rule};
use crate::types::swizzle::{ComposedLayout, NoMap, Swizzle, SwizzleMap};
use std::boxed::Box;
use std::panic::{UnwindSafe, catch_unwind};
use std::string::{String, ToString};
use typenum::{
    N1, N2, N3, N4, U0, U1, U2, U3, U4, U5, U6, U7, U8, U12, U16, U24, U64, U176, U1024, U1048576,
    U2305843009213693952, U4611686018427387904,
};

type Four = Layout<U4, U1>;
type UnknownLayout = Layout<usize, usize>;
type DownwardLayout = Layout<usize, Negative>;
/// Offsets after the offset `O`.
type After<O> = SwizzleMap<Swizzle<U2, U1, U2>, O>;
type Other<O> = SwizzleMap<Swizzle<U2, U0, U2>, O>;

fn layout(text: &str) -> value::Layout {
    text.parse().unwrap()
}

fn text(text: &str) -> value::IntTuple {
    text.parse().unwrap()
}

/// The layout `text` of type `R`, each leaf unknown to the type.
fn unknown<R: PlainLayout>(text: &str) -> value::Layout {
    read::<R>(&layout(text)).plain()
}

fn stops<R>(act: impl FnOnce() -> R + UnwindSafe) -> bool {
    catch_unwind(act).is_err()
}

/// The message of the panic, which in `const` is the message of the compiler.
fn words<R>(act: impl FnOnce() -> R + UnwindSafe) -> String {
    let Err(thrown) = catch_unwind(act) else { panic!("it holds") };
    *thrown.downcast().unwrap()
}

/// The type of a result has the engine's form where there is a result: small extents, strides of both signs and one with a
/// basis. Beside run-time leaves, nothing else compares all of them.
#[test]
fn types_have_the_form_of_the_engine() {
    fn same<R: PlainLayout>(answer: Result<value::Layout, LayoutError>, operation: &str) {
        if let Ok(layout) = answer {
            let found = R::FORM;
            assert!(layout.same_form(&found), "{operation}: {layout} is no {found}")
        }
    }
    fn upcasts<L: PlainLayout>() {
        let plain = L::FORM;
        same::<<U2 as Nat>::Upcast<L>>(plain.upcast(2), "upcast");
        same::<<U3 as Nat>::Upcast<L>>(plain.upcast(3), "upcast");
        same::<<U4 as Nat>::Upcast<L>>(plain.upcast(4), "upcast");
    }
    fn all<L: PlainLayout>() {
        let plain = L::FORM;
        upcasts::<L>();
        same::<L::Sort>(plain.sort(), "sort");
        same::<L::Like>(plain.like(), "like");
        same::<L::RightInverse>(plain.right_inverse(), "right inverse");
        same::<L::LeftInverse>(plain.left_inverse(), "left inverse");
        same::<L::Inverse>(plain.inverse(), "inverse");
    }
    macro_rules! each {
        ($($stride:ty),*) => {$(
            upcasts::<Layout<U0, $stride>>();
            each! { @ $stride: U1, U2, U3, U4 }
        )*};
        (@ $stride:ty: $($extent:ty),*) => {$(
            all::<Layout<$extent, $stride>>();
            all::<Layout<(U4, $extent), (U1, $stride)>>();
            all::<Layout<($extent, U2), ($stride, U3)>>();
        )*};
    }
    each!(U0, U1, U2, U3, U4, U6, N1, N2, N3, N4);
    all::<Layout<(U4, U3), (U1, Basis<U1, U0>)>>();
    all::<Layout<(U4, U3), (Basis<U1, U0>, U1)>>();
}

/// The engine refuses what no type shows. It also does so next to run-time leaves, unless they decide.
#[test]
fn the_engine_refuses() {
    type Nested = Layout<(U2, (U3, U4)), (U1, (U2, U6))>;
    type Plain = Layout<(U4, U6), (U1, U4)>;
    type Units<N> = Layout<(N, U6), (Basis<U1, U0>, Basis<U1, U1>)>;
    type Down<N> = Layout<(U4, N), (N1, U4)>;
    type Empty<N> = Layout<(N, U0), (U1, U8)>;
    let mut accepted = std::vec::Vec::new();
    macro_rules! refused {
        ($($name:ident [$($operands:tt)*];)*) => {$(
            if !stops(crate::ops::$name::check::<$($operands)*>) {
                accepted.push(stringify!($name $($operands)*));
            }
        )*};
    }
    refused! {
        permute [Nested, (U0, U0)];
        permute [Nested, (U0,)];
        zip [Layout<((U2, U3), U4), ((U1, U2), U6)>];
        append_to [Nested, 1, Nested];
        prepend_to [Nested, 1, Nested];
        tile_to_shape [Nested, U24];
        downcast [Units<U4>, 2];
        recast_bits [Units<U4>, 16, 8];
        right_inverse [Units<U4>];
        left_inverse [Units<U4>];
        inverse [Units<U4>];
        max_common_layout [Units<U4>, Plain];
        max_common_layout [Plain, Units<U4>];
        sort [Units<U4>];
        like [Units<U4>];
        fragment_like [Units<U4>];
        // Beside a run-time leaf.
        permute [Layout<(usize, U4), (U4, U1)>, (U0, U0)];
        zip [Layout<((U2, usize), U4), ((U1, U2), U6)>];
        append_to [Layout<(usize, U4), (U4, U1)>, 1, Nested];
        downcast [Units<usize>, 2];
        downcast [Layout<(usize, U4), (U2, U8)>, 2];
        upcast [Layout<(usize, U4), (U1, U3)>, 2];
        right_inverse [Units<usize>];
        left_inverse [Units<usize>];
        inverse [Units<usize>];
        max_common_layout [Units<usize>, Plain];
        sort [Units<usize>];
        like [Units<usize>];
        fragment_like [Units<usize>];
        sort [Down<usize>];
        tile_to_shape [Down<usize>, (U8, usize)];
        logical_product [Down<usize>, Layout<U2, U1>];
        complement [Down<usize>, U64];
        right_inverse [Empty<usize>];
        nullspace [Empty<usize>];
        compose [Empty<usize>, Layout<U2, U1>];
        broadcast_to [Layout<(usize, U4), (U4, U1)>, (usize, U5)];
        broadcast_to [Layout<(usize, U4), (U4, U1)>, U4];
        slice_axes [Layout<(usize, U4), (U4, U1)>, (U0, U4)];
        slice_axes [Layout<(usize, U4), (U4, U1)>, (U0, U0, U0)];
    }
    assert!(accepted.is_empty(), "{accepted:?}");
    macro_rules! decided_later {
        ($($name:ident [$($operands:tt)*];)*) => {$( crate::ops::$name::check::<$($operands)*>(); )*};
    }
    decided_later! {
        // Other modes decide about gaps and carries.
        inverse [Layout<(U4, U2, usize), (U1, U8, usize)>];
        zipped_divide [Layout<(usize, U6, usize), (U1, U8, U0)>, Layout<(U12, U4), (U2, usize)>];
        compose [Layout<(U4, U4, U2), (U1, U8, U64)>, Layout<(U3, usize), (U1, U2)>];
        right_inverse [Layout<(U4, usize), (U1, N4)>];
        reshape [Layout<(usize, U4), (U4, U1)>, (U6, U4)];
        sort [Layout<(U4, usize), (U1, usize)>];
        inverse [Layout<(U4, usize), (U1, U8)>];
    }
}

/// The map of a composition with a swizzled layout is that of the engine where there is one.
#[test]
fn types_carry_swizzles_as_the_engine() {
    fn same<A: PlainLayout, T: PlainLayout + Tiler, S: Tiler>() -> bool {
        fn offset<M: OffsetMap>() -> i64 {
            M::OFFSET.value(0)
        }
        let right =
            value::ComposedLayout::new(S::OffsetMap::SWIZZLE, offset::<S::OffsetMap>(), T::FORM);
        let (right, a) = (right.unwrap(), A::FORM);
        let answer = a.compose_swizzled(&right);
        if let Ok(found) = answer {
            assert!(
                S::Carried::<A, NoMap>::FOUND
                    .is_some_and(|swizzle| found.swizzle().equals(&swizzle))
                    && found.offset() == offset::<S::Carried<A, NoMap>>(),
                "{a} o ({right}): {found}"
            );
        }
        answer.is_ok()
    }
    let (mut found, mut all) = (0, 0);
    macro_rules! each {
        ($($A:ty),*; $S:tt $O:tt $T:tt) => {$(each! { @by $A, $S $O $T })*};
        (@by $A:ty, [$($S:ty),*] $O:tt $T:tt) => {$(each! { @from $A, $S, $O $T })*};
        (@from $A:ty, $S:ty, [$($O:ty),*] $T:tt) => {$(each! { @to $A, $S, $O, $T })*};
        (@to $A:ty, $S:ty, $O:ty, [$($T:ty),*]) => {$(
            found += usize::from(same::<$A, $T, ComposedLayout<$S, $O, $T>>());
            all += 1;
        )*};
    }
    type Two<S0, S1, D0, D1> = Layout<(S0, S1), (D0, D1)>;
    type Three<D0, D1, D2> = Layout<(U4, U4, U8), (D0, D1, D2)>;
    each! {
        Two<U4, U8, U8, U1>, Two<U4, U4, U1, U2>, Two<U8, U8, U16, U1>, Three<U1, U2, U64>, Layout<U16, U2>,
        Two<U4, U4, U4, U1>, Two<U8, U2, U1, U16>, Two<U3, U8, U1, U3>, Two<U4, U4, U1, N4>, Two<U4, U4, U0, U1>;
        [Swizzle<U1, U0, U1>, Swizzle<U2, U0, U2>, Swizzle<U2, U0, U3>, Swizzle<U2, U1, N2>]
        [U0, U2, U5]
        [Layout<U4, U1>, Layout<U2, U2>, Layout<U4, U4>, Layout<U8, U16>]
    }
    assert_eq!((found, all), (201, 480));
}

#[test]
fn another_plan() {
    let plan = || UnknownLayout::FORM.plan_coalesce();
    assert!(plan().is_some() && plan_of::<UnknownLayout, UnknownLayout>(plan()).is_some());
    // Other signs, other static leaves, another nesting.
    assert!(stops(|| plan_of::<UnknownLayout, DownwardLayout>(plan())));
    assert!(stops(|| plan_of::<UnknownLayout, Layout<usize, U1>>(plan())));
    assert!(stops(|| plan_of::<UnknownLayout, Layout<(usize,), (usize,)>>(plan())));
    assert!(plan_of::<UnknownLayout, UnknownLayout>(None).is_none());
}

/// Tilers with run-time integers hand them to the plan, whose result is that of the engine.
#[test]
fn plans_of_tilers() {
    macro_rules! planned {
        ($($A:ty, $T:ty, $layout:expr, $tiler:expr;)*) => {$({
            type Found = crate::ops::LogicalDivide<$A, $T>;
            let plan: &'static Option<value::Plan> = const {
                &plan_of::<$A, Found>(<$A>::FORM.plan_logical_divide(&<$T as Tiler>::TILER))
            };
            let (a, t): ($A, $T) = ($layout, $tiler);
            let second = |extents: &mut [usize], strides: &mut [usize]| {
                t.words(extents, strides, value::MAX_LEAVES);
            };
            let Planned::Result(found) = by_plan::<$A, Found>(a, second, plan) else {
                panic!("the engine would run for {}", stringify!($T))
            };
            let expected = PlainLayout::plain(a).logical_divide(&t.plain_tiler()).unwrap();
            assert_eq!(found.plain().to_string(), expected.to_string());
        })*};
    }
    type Rows = Layout<(usize, usize), (U1, usize)>;
    type Long = Layout<usize, U1>;
    let (rows, long) = (Layout::new((12, 8), (U1::new(), 12)), Layout::new(24, U1::new()));
    let tile = |n| Layout::new(n, U1::new());
    planned! {
        Long, Long, long, tile(4);
        Rows, Tile<(Long, Long)>, rows, Tile::new((tile(4), tile(2)));
        Rows, Tile<(Long, Layout<U4, U1>)>, rows, Tile::new((tile(3), Layout::default()));
        Rows, Tile<Extents<(usize, usize)>>, rows, Tile::new(Extents((6, 4)));
        Rows, Tile<Extents<(usize, U4)>>, rows, Tile::new(Extents((6, U4::new())));
    }
}

#[test]
fn another_form() {
    agree(Ok(layout("4:1")), &Four::FORM);
    assert!(stops(|| agree(Ok(layout("5:1")), &Four::FORM)));
    assert_eq!(fill::<Four>(&layout("4:1")), Four::default());
    assert!(stops(|| fill::<Four>(&layout("5:1"))));
    assert!(try_convert::<Four>(&layout("4:1")).is_some());
    assert!(try_convert::<Four>(&layout("5:1")).is_none());
    assert!(verdict::passes::<Four>(true, &Ok(layout("4:1"))));
    assert!(!verdict::passes::<Four>(true, &Ok(layout("4:2"))));
    fits::<UnknownLayout>(&layout("4:1"));
    assert!(stops(|| fits::<UnknownLayout>(&layout("(2,2):(1,2)"))));
    moved::<Four, Four, Four>(&Ok(layout("4:1")));
    assert!(stops(|| moved::<Four, Four, Four>(&Ok(layout("4:2")))));
}

#[test]
fn another_sign() {
    let (up, down) = (unknown::<UnknownLayout>("4:1"), unknown::<DownwardLayout>("4:-1"));
    assert_eq!(fill::<UnknownLayout>(&up).size(), 4);
    assert!(stops(move || fill::<UnknownLayout>(&down)));
    assert!(try_convert::<UnknownLayout>(&up).is_some());
    assert!(try_convert::<UnknownLayout>(&down).is_none());
}

#[test]
fn another_offset() {
    static_index::<Layout<U4, U2>, U3, U6>();
    assert!(stops(static_index::<Layout<U4, U2>, U3, U5>));
    // 4 + 2 is 0110, of which bits 3 and 4 are none.
    type Moved = ComposedLayout<Swizzle<U2, U1, U2>, U4, Layout<U4, U2>>;
    static_index::<Moved, U1, U6>();
    assert!(stops(static_index::<Moved, U1, U7>));

    let (whole, part) = (After::with_offset(1), read::<UnknownLayout>(&layout("2:1")));
    moved_inside(After::<usize>::with_offset(3), whole, 2, part);
    assert!(stops(move || moved_inside(After::<usize>::with_offset(3), whole, 1, part)));
    moved_inside::<_, After<usize>, _>(whole, whole, 5, read::<UnknownLayout>(&layout("0:1")));
}

#[test]
fn another_swizzle() {
    let found = || Ok("Sw<2,1,2> o 3 o 4:1".parse().unwrap());
    assert!(carried::filled::<After<usize>, Four>(found()).is_ok());
    assert!(carried::filled::<After<U3>, Four>(found()).is_ok());
    assert!(stops(|| carried::filled::<After<U4>, Four>(found())));
    assert!(stops(|| carried::filled::<Other<U3>, Four>(found())));
    assert!(stops(|| carried::filled::<Other<U4>, Four>(found())));
    assert!(stops(|| carried::filled::<After<U3>, Layout<U5, U1>>(found())));

    assert!(carried::passes::<After<U3>, Four>(true, &found()));
    assert!(!carried::passes::<After<U4>, Four>(true, &found()));
    assert!(!carried::passes::<Other<U3>, Four>(true, &found()));
    assert!(!carried::passes::<After<U3>, Layout<U5, U1>>(true, &found()));
    // Run-time leaves: the operation passes unless a leaf is refused or the result does not exist.
    assert!(carried::passes::<After<usize>, UnknownLayout>(false, &found()));
    assert!(!carried::passes::<After<usize>, NoLeaf>(false, &found()));
    assert!(!carried::passes::<After<usize>, TooLarge>(false, &found()));
}

/// The numbers in place of unknown leaves, of the left operand or of the right one, appear in no message.
#[test]
fn supposed_numbers() {
    type Right<N, D> = ComposedLayout<Swizzle<U1, U0, U1>, U0, Layout<N, D>>;
    type Left<N> = Layout<(N, U4), (U1, U1024)>;
    let misfit = "its static operands do not fit";
    let of_left = words(carried::composes::<Left<usize>, Right<U64, U1048576>, NoLeaf>);
    let operands = "cannot compose (?,4):(1,1024) with Sw<1,0,1> o 0 o 64:1048576: ";
    assert_eq!(of_left, String::from(operands) + misfit);
    let of_right = words(carried::composes::<Left<U176>, Right<U64, usize>, NoLeaf>);
    let operands = "cannot compose (176,4):(1,1024) with Sw<1,0,1> o 0 o 64:?: ";
    assert_eq!(of_right, String::from(operands) + misfit);
    // Known numbers do.
    type Ends = Layout<(U176, usize), (U1, U1024)>;
    let known = words(carried::composes::<Ends, Right<U64, U7>, NoLeaf>);
    let operands = "cannot compose (176,?):(1,1024) with Sw<1,0,1> o 0 o 64:7: ";
    assert_eq!(known, String::from(operands) + "7 does not divide 176");
}

#[test]
fn rules_without_their_beginning() {
    let mut text = [0; 256];
    let (begin, rule) = (REFUSED_RESULT.as_bytes(), b"a rule");
    text[..begin.len()].copy_from_slice(begin);
    text[begin.len()..][..rule.len()].copy_from_slice(rule);
    let text: &'static [u8; 256] = Box::leak(Box::new(text));
    let both = core::str::from_utf8(&text[..begin.len() + rule.len()]).unwrap();
    assert_eq!(reason(both), "a rule");
    // Another beginning of that length, and a shorter text.
    let none = core::str::from_utf8(&text[1..begin.len() + rule.len()]).unwrap();
    assert_eq!(reason(none), none);
    assert_eq!(reason("a rule"), "a rule");
}

/// Its cosize is past `isize`.
type TooLarge = Layout<U4, U4611686018427387904>;
/// A number and a coordinate, which do not add up.
type Mixed = Layout<(usize, U4), (U1, Basis<U1, U0>)>;
type NoLeaf = Layout<(usize, U4), (usize, Refused<rule::Misfit>)>;
type Swizzled<N, O> = ComposedLayout<Swizzle<U2, U0, U2>, O, Layout<N, U1>>;

#[test]
fn no_layout() {
    not_refused::<Four>();
    not_refused::<UnknownLayout>();
    holds_elements::<Four>();
    fits::<Four>(&layout("4:1"));
    assert!(stops(not_refused::<TooLarge>));
    not_refused::<Layout<(usize, U4), (U1, U2305843009213693952)>>();
    // The message shows run-time leaves as `?`.
    let sum = "a number and a coordinate, or an element and a part of it, do not add up";
    assert_eq!(words(not_refused::<Mixed>), String::from("cannot make (?,4):(1,1@0): ") + sum);
    assert!(stops(not_refused::<NoLeaf>));
    assert!(stops(holds_elements::<TooLarge>));
    assert!(stops(holds_elements::<Layout<U4, Basis<U1, U0>>>));
    assert!(stops(|| fits::<TooLarge>(&layout("4:1"))));
    assert!(stops(|| fits::<Mixed>(&layout("(4,4):(1,1)"))));
    // The operation with this result reports the error.
    fits::<NoLeaf>(&layout("(4,4):(1,1)"));
    let none = || value::Layout::new(U4::DESC, U4611686018427387904::DESC);
    moved::<NoLeaf, Four, Four>(&none());
    assert!(stops(|| moved::<Four, Four, Four>(&none())));
    let four = || Ok(layout("4:1"));
    assert!(verdict::passes::<UnknownLayout>(false, &four()));
    assert!(!verdict::passes::<UnknownLayout>(false, &none()));
    assert!(!verdict::passes::<NoLeaf>(false, &four()));
    assert!(!verdict::passes::<TooLarge>(false, &four()));
    assert!(verdict::existing::<TooLarge>().is_err() && verdict::existing::<Four>().is_ok());
    assert!(verdict::existing::<NoLeaf>().is_ok());
    // A view through a value that is no layout is refused before its size is used.
    for (shape, stride) in [
        ("(4611686018427387904,4)", "(0,0)"),
        ("(4,4611686018427387904)", "(1,2)"),
        ("(-1,4)", "(1,1)"),
    ] {
        let none = value::internal::unchecked_layout(text(shape), text(stride));
        assert!(crate::View::dynamic(&[0_u8; 4], 0, none).is_err(), "{shape}:{stride}");
    }
}

/// An array that is too long is named with the size of its elements, if that is known.
#[cfg(feature = "owned")]
#[test]
fn no_room() {
    type Long = Layout<U4611686018427387904, U1>;
    let long = "4611686018427387904:1 reaches 4611686018427387904 elements";
    for (bytes, end) in [(0, ""), (1, " of 1 bytes"), (2, " of 2 bytes"), (8, " of 8 bytes")] {
        let expected = long.to_string() + ": no array has as many" + end;
        assert_eq!(words(|| no_memory::<Long>(bytes)), expected);
    }
    // A layout with run-time integers has another message.
    no_memory::<UnknownLayout>(4);
}

#[test]
fn rearranged() {
    let labelled = labels(&layout("(4,(3,2)):(1,(4,12))"), 5);
    assert_eq!(labelled, value::internal::unchecked_layout(text("(1,(1,1))"), text("(5,(6,7))")));
    assert_eq!(tuple::labels(&text("(9,(9,9))"), 5), text("(5,(6,7))"));
    let most = text("((2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2))");
    assert_eq!((most.leaf_count(), tuple::labels(&most, 0).value(31)), (32, 31));
    assert_eq!(labels(&value::internal::unchecked_layout(most, most), 0).stride().value(31), 31);
    moved::<Four, Layout<(), ()>, Four>(&Ok(layout("4:1")));
    assert!(stops(|| moved::<Four, Layout<(), ()>, Four>(&Ok(layout("4:2")))));
    fits::<UnknownLayout>(&layout("1:0"));
    assert!(stops(|| fits::<UnknownLayout>(&layout("(1,1):(0,1)"))));
    assert_eq!(counted::<Layout<usize, U0>>(4).shape(), 4);
    assert!(stops(|| counted::<Layout<U5, U0>>(4)));
}

/// A type that states a fact which the moved leaf does not have stops the compiler: nothing tests the leaf.
#[test]
fn moved_facts() {
    type Rows = Layout<(Multiple<U8, U64>, U4), (U4, U1)>;
    type Less = Layout<(Multiple<U4>, U4), (U4, U1)>;
    type More = Layout<(Multiple<U16, U64>, U4), (U4, U1)>;
    type Nothing = Layout<(usize, U4), (U4, U1)>;
    type Nil = Layout<(), ()>;
    type Known = Layout<(U16, U4), (U4, U1)>;
    let plan = || Ok(layout("(1,1):(0,1)"));
    assert_eq!(planned::<Rows, Nil, Rows>(plan()), layout("(1,1):(0,1)"));
    planned::<Rows, Nil, Less>(plan());
    planned::<Rows, Nil, Nothing>(plan());
    planned::<Known, Nil, Rows>(plan());
    assert!(stops(move || _ = planned::<Less, Nil, Rows>(plan())));
    assert!(stops(move || _ = planned::<Rows, Nil, More>(plan())));
    assert!(stops(move || _ = planned::<Nothing, Nil, Less>(plan())));
    // The leaf of the second operand.
    type Row = Layout<Multiple<U8>, U1>;
    type Two = Layout<(Multiple<U8>, Multiple<U8>), (U1, U1)>;
    let labels = value::internal::unchecked_layout(text("(1,1)"), text("(0,32)"));
    planned::<Row, Row, Two>(Ok(labels));
    assert!(stops(move || _ = planned::<Row, Layout<usize, U1>, Two>(Ok(labels))));
    // A stride, and a tuple.
    type Pitched<D> = Layout<(U4, U4), (Multiple<D>, U1)>;
    planned::<Pitched<U8>, Nil, Pitched<U4>>(plan());
    assert!(stops(move || _ = planned::<Pitched<U4>, Nil, Pitched<U8>>(plan())));
    let found = <(Multiple<U8>, Multiple<U4>)>::DESC;
    let tuple = |from: &str| Ok(text(from));
    tuple::plan::<(Multiple<U4>, Multiple<U8>), ()>(tuple("(8,4)"), tuple("(1,0)"), &found);
    assert!(stops(move || _ =
        tuple::plan::<(Multiple<U4>, Multiple<U8>), ()>(tuple("(8,4)"), tuple("(0,1)"), &found)));
    assert!(states_facts(&Rows::FORM) && states_facts(&Pitched::<U4>::FORM));
    assert!(!states_facts(&Nothing::FORM) && !states_facts(&Known::FORM));
    type Eight<T> = (T, T, T, T, T, T, T, T);
    type Most = Eight<(usize, usize, usize, usize)>;
    assert!(!states_facts(&<Layout<Most, Most>>::FORM));
}

#[test]
fn reach() {
    reaches_within::<Four, Four>();
    reaches_within::<Four, UnknownLayout>();
    reaches_within::<UnknownLayout, Four>();
    assert!(stops(reaches_within::<Four, Layout<U5, U1>>));
    assert!(stops(reaches_within::<Four, Layout<U4, U2>>));
    reaches_within::<Four, Swizzled<U5, U0>>();
    assert_eq!(words(require_unswizzled::<Swizzled<U5, U0>>), SWIZZLED);
    require_unswizzled::<Four>();
    assert!(stops(crate::ops::append::check::<Four, Swizzled<U5, U0>>));
    assert!(holds_if::<Four>(Ok(true)) && !holds_if::<Four>(Ok(false)));
    assert!(!holds_if::<UnknownLayout>(Ok(true)));
    static_index::<Swizzled<U4, U0>, U0, U0>();
    type Coordinates = Layout<(usize, usize), (Basis<usize, U0>, Basis<usize, U1>)>;
    let coordinates = read::<Coordinates>(&layout("(4,3):(1@0,1@1)"));
    assert_eq!(cosize_of(coordinates), coordinates.plain().cosize() as usize);
}

#[test]
fn behind_a_swizzle() {
    fitting::<Four>();
    fitting::<Swizzled<U4, U4>>();
    assert!(stops(fitting::<TooLarge>));
    type Far = Layout<U2, U4611686018427387904>;
    fitting::<Far>();
    assert!(stops(fitting::<ComposedLayout<Swizzle<U2, U0, U2>, U4611686018427387904, Far>>));
}

/// `sliced_by` does not check the part of a coordinate that does not fit, or of a refused layout.
#[test]
fn parts() {
    sliced_by::<Four, U0, Four>();
    assert!(stops(sliced_by::<Four, Basis<U1, U0>, Four>));
    assert!(stops(sliced_by::<Four, U0, TooLarge>));
    assert!(stops(sliced_by::<Four, U0, NoLeaf>));
    sliced_by::<Four, (U0, U0), TooLarge>();
    sliced_by::<NoLeaf, (U0, U0), NoLeaf>();
}

#[cfg(feature = "owned")]
#[test]
fn places() {
    room::<Four>(4);
    room::<Swizzled<U0, U0>>(0);
    // A plain layout may have a negative stride: its origin lies further inside.
    room::<Layout<U4, N1>>(4);
    assert!(words(|| room::<TooLarge>(4)).starts_with("cannot make 4:"));
    assert!(stops(|| room::<Four>(5)));
    assert!(stops(|| room::<Layout<(U2, U2), (Basis<U1, U0>, Basis<U1, U1>)>>(4)));
    room::<Swizzled<U16, U0>>(16);
    // The swizzle maps 4 to 5.
    assert!(stops(|| room::<Swizzled<U5, U0>>(5)));
    assert!(stops(|| room::<Swizzled<U4, U4>>(4)));
}

#[test]
fn numbers_of_a_swizzle() {
    assert!(swizzle::<U2, U1, U2>().is_some() && swizzle::<U2, U1, U1>().is_none());
    assert!(swizzle::<U2, usize, U2>().is_none());
    assert!(swizzle::<usize, U1, U2>().is_none() && swizzle::<U2, U1, usize>().is_none());
    a_swizzle::<U2, U1, U2>();
    let not_static = "the numbers of a swizzle are static";
    assert_eq!(words(a_swizzle::<U2, usize, U2>), not_static);
    assert_eq!(words(a_swizzle::<usize, U1, U2>), not_static);
    assert_eq!(words(a_swizzle::<U2, U1, usize>), not_static);
    assert_eq!(
        words(a_swizzle::<Refused<rule::Misfit>, U1, U2>),
        refusal_of::<Refused<rule::Misfit>>().unwrap()
    );
    assert!(stops(a_swizzle::<U2, usize, U2>) && stops(a_swizzle::<U2, U1, U1>));
    assert_eq!(first([None, Some("a"), Some("b"), None]), Some("a"));
    assert_eq!(first([None; 4]), None);
    let swizzle = value::Swizzle::new(2, 1, 2).unwrap();
    composed_exists(swizzle, &U3::DESC, &Four::FORM);
    assert!(stops(move || composed_exists(swizzle, &value::IntTuple::leaf(i64::MAX), &Four::FORM)));
    composed_exists(swizzle, &value::IntTuple::leaf(i64::MIN), &Four::FORM);
    composed_exists(swizzle, &value::IntTuple::leaf(i64::MAX), &NoLeaf::FORM);
}

#[test]
fn divided() {
    crate::ops::zipped_divide::check::<Layout<U16, U1>, Four>();
    assert!(stops(crate::ops::zipped_divide::check::<Layout<U16, U1>, Layout<U3, U1>>));
}
