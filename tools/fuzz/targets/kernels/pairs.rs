//! Pairs of layouts with run-time integers: one branch for each pair of types.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use static_layout::int::Negative;
use static_layout::typenum::{U0, U1, U2, U3, U4, U8};
use static_layout::*;

use crate::case::{Case, Listed, MOST, Numbered, Numbers, Refusal, listed};
use crate::parts;

/// How often each kernel of a pair is chosen, and where the buffers begin.
#[derive(Clone, Copy)]
struct Choice {
    element: u8,
    slack: usize,
    mask: u64,
    refusal: Refusal,
}

/// A source and a destination.
type Pair<A, B> = (Listed<A>, Listed<B>);

fn sized<T: Numbered, A: AnyLayout, B: AnyLayout>(
    choice: Choice,
    (a, b): Pair<A, B>,
    other: Option<Pair<A, B>>,
) {
    let Some(case) = Case::<T, A, B>::new(a, b, choice.slack) else { return };
    case.every(choice.mask, choice.refusal);
    case.planned(choice.refusal, other);
}

/// [`pair`] on elements of one size each, for swizzles, of which each is code of its own.
fn swizzled<T: Numbered, A: AnyLayout, B: AnyLayout>(
    choice: Choice,
    both: Pair<A, B>,
    other: Option<Pair<A, B>>,
) {
    match choice.element % 2 {
        0 => sized::<T, A, B>(choice, both, other),
        _ => atoms::<T, A, B>(choice, both, |_| ()),
    }
}

/// [`pair`] on elements of each size.
fn each<A: AnyLayout, B: AnyLayout>(choice: Choice, both: Pair<A, B>, other: Option<Pair<A, B>>) {
    match choice.element {
        0 => sized::<u16, A, B>(choice, both, other),
        1 => sized::<[u8; 3], A, B>(choice, both, other),
        2 => sized::<u64, A, B>(choice, both, other),
        3 => sized::<u128, A, B>(choice, both, other),
        4 => sized::<(), A, B>(choice, both, other),
        _ => pair(choice, both, other),
    }
}

/// The kernels of any pair, on elements of a chosen size.
fn pair<A: AnyLayout, B: AnyLayout>(choice: Choice, pair: Pair<A, B>, other: Option<Pair<A, B>>) {
    match choice.element % 5 {
        0 => sized::<u8, A, B>(choice, pair, other),
        1 => sized::<u32, A, B>(choice, pair, other),
        2 => sized::<[u32; 3], A, B>(choice, pair, other),
        3 => {
            if let Some(case) = Case::<i32, A, B>::new(pair.0, pair.1, choice.slack) {
                case.numbers(choice.refusal);
            }
        }
        _ => atoms::<u32, A, B>(choice, pair, |_| ()),
    }
}

fn atoms<T: Numbered, A: AnyLayout, B: AnyLayout>(
    choice: Choice,
    (a, b): Pair<A, B>,
    tiled: impl Fn(&Case<T, A, B>),
) {
    if let Some(case) = Case::<T, A, B>::new(a, b, choice.slack) {
        case.atoms();
        tiled(&case);
    }
}

/// [`pair`], or by tiles: those of `TiledCopy`, and those of `parts`.
macro_rules! by_tiles {
    ($(#[$doc:meta])* $name:ident, $tiled:ident) => {
        $(#[$doc])*
        fn $name<A: PlainLayout, B: PlainLayout>(
            u: &mut Unstructured,
            choice: Choice,
            both: Pair<A, B>,
            other: Pair<A, B>,
        ) -> Result<()> {
            match u.int_in_range(0..=5)? {
                0 => atoms::<u8, A, B>(choice, both, Case::$tiled),
                1 => atoms::<u32, A, B>(choice, both, Case::$tiled),
                2 => {
                    let tile = [u.int_in_range(1..=9)?, u.int_in_range(1..=5)?];
                    if let Some(case) = Case::<u32, A, B>::new(both.0, both.1, choice.slack) {
                        parts::$name(&case, tile);
                    }
                }
                _ => pair(choice, both, Some(other)),
            }
            Ok(())
        }
    };
}
by_tiles! {
    /// Two layouts of one mode.
    line, tiled
}
by_tiles! {
    /// Two layouts of two modes.
    matrix, tiled_matrix
}

fn minus(x: usize) -> Negative {
    Negative::new(x.max(1))
}

/// A matrix into one whose elements are adjacent along the other mode, on elements that kernels transpose in registers.
fn turned(u: &mut Unstructured, by_rows: bool) -> Result<()> {
    let extents = Numbers::tiled(u)?;
    let (slack, mask, far) =
        (u.int_in_range(0..=1_u8)?.into(), u.arbitrary()?, u.int_in_range(0..=9)?);
    let (mut from, mut to) =
        (Numbers::turned(extents, by_rows), Numbers::turned(extents, !by_rows));
    // Gaps after the rows or the columns.
    from.strides[usize::from(!by_rows)] += far;
    to.strides[usize::from(by_rows)] += far / 2;
    let both =
        |Numbers { extents: e, strides: s }| listed!(Layout::new((e[0], e[1]), (s[0], s[1])));
    let pair = (both(from), both(to));
    let choice = Choice { element: 0, slack, mask, refusal: Refusal::Shared };
    match u.int_in_range(0..=2_u8)? {
        0 => sized::<u32, _, _>(choice, pair, None),
        1 => sized::<u64, _, _>(choice, pair, None),
        _ => {
            if let Some(case) = Case::<i32, _, _>::new(pair.0, pair.1, slack) {
                case.numbers(choice.refusal);
            }
        }
    }
    Ok(())
}

pub fn run(u: &mut Unstructured) -> Result<()> {
    let kind = u.int_in_range(0..=26_u8)?;
    if kind > 24 {
        return turned(u, kind == 25);
    }
    let rank = match kind {
        0..=2 => 1,
        3..=5 | 10..=17 | 20..=22 => 2,
        6 | 7 | 23 => 3,
        _ => 4,
    };
    let extents = Numbers::extents(u, rank)?;
    if extents.iter().product::<usize>() > MOST {
        return Ok(());
    }
    let mut choice = Choice {
        element: u.int_in_range(0..=9)?,
        slack: usize::from(u.int_in_range(0..=3_u8)?.saturating_sub(1)) * 9,
        mask: u.arbitrary()?,
        refusal: Refusal::Shared,
    };
    // The second pair is what a plan for the first one must refuse.
    let numbers = [
        Numbers::strides(u, extents, rank)?,
        Numbers::strides(u, extents, rank)?,
        Numbers::strides(u, extents, rank)?,
        Numbers::strides(u, extents, rank)?,
    ];
    let shift = u.int_in_range(0..=40_usize)?;
    /// Source and destination, and a second pair of the same types.
    macro_rules! both {
        ($e:ident, $s:ident => $a:expr, $b:expr) => {{
            let from = |Numbers { extents: $e, strides: $s }| listed!($a);
            let to = |Numbers { extents: $e, strides: $s }| listed!($b);
            ((from(numbers[0]), to(numbers[1])), (from(numbers[2]), to(numbers[3])))
        }};
    }
    macro_rules! run {
        (line $($rest:tt)*) => {{
            let (both, other) = both!($($rest)*);
            line(u, choice, both, other)?
        }};
        (matrix $($rest:tt)*) => {{
            let (both, other) = both!($($rest)*);
            matrix(u, choice, both, other)?
        }};
        (each $($rest:tt)*) => {{
            let (both, other) = both!($($rest)*);
            each(choice, both, Some(other))
        }};
        (swizzled $t:ty: $($rest:tt)*) => {{
            let (both, other) = both!($($rest)*);
            swizzled::<$t, _, _>(choice, both, Some(other))
        }};
        (pair $($rest:tt)*) => {{
            let (both, other) = both!($($rest)*);
            pair(choice, both, Some(other))
        }};
    }
    match kind {
        0 => run!(line e, s => Layout::new((e[0],), (s[0],)), Layout::new((e[0],), (s[0],))),
        1 => {
            run!(line e, s => Layout::new((e[0],), (minus(s[0]),)), Layout::new((e[0],), (minus(s[0]),)))
        }
        2 => run!(line e, s => Layout::new((e[0],), (minus(s[0]),)), Layout::new((e[0],), (s[0],))),
        3 => {
            run!(matrix e, s => Layout::new((e[0], e[1]), (s[0], s[1])), Layout::new((e[0], e[1]), (s[0], s[1])))
        }
        4 => {
            run!(matrix e, s => Layout::new((e[0], e[1]), (minus(s[0]), s[1])), Layout::new((e[0], e[1]), (minus(s[0]), s[1])))
        }
        5 => {
            run!(matrix e, s => Layout::new((e[0], e[1]), (s[0], minus(s[1]))), Layout::new((e[0], e[1]), (minus(s[0]), minus(s[1]))))
        }
        6 => {
            run!(pair e, s => Layout::new((e[0], e[1], e[2]), (s[0], s[1], s[2])), Layout::new((e[0], e[1], e[2]), (s[0], s[1], s[2])))
        }
        7 => {
            run!(pair e, s => Layout::new((e[0], e[1], e[2]), (minus(s[0]), s[1], minus(s[2]))), Layout::new((e[0], e[1], e[2]), (s[0], minus(s[1]), minus(s[2]))))
        }
        8 => {
            run!(each e, s => Layout::new((e[0], e[1], e[2], e[3]), (s[0], s[1], s[2], s[3])), Layout::new((e[0], e[1], e[2], e[3]), (s[0], s[1], s[2], s[3])))
        }
        9 => {
            run!(pair e, s => Layout::new((e[0], (e[1], e[2]), e[3]), (s[0], (s[1], minus(s[2])), s[3])), Layout::new((e[0], e[1], e[2], e[3]), (s[0], s[1], s[2], minus(s[3]))))
        }
        10 => {
            // The modes of one side are finer than those of the other.
            choice.refusal = Refusal::Shared;
            run!(pair e, s => Layout::new((e[0] * e[1],), (s[0],)), Layout::new((e[0], e[1]), (s[0], s[1])))
        }
        11 => {
            run!(matrix e, s => Layout::new((U4::new(), e[1]), (U1::new(), s[1])), Layout::new((U4::new(), e[1]), (s[0], U1::new())))
        }
        12 => {
            run!(matrix e, s => Layout::new((e[0], U8::new()), (s[0], U1::new())), Layout::new((e[0], U8::new()), (U1::new(), s[1])))
        }
        13 => {
            run!(pair e, s => Layout::new(((U2::new(), e[1]), U3::new()), ((s[0], s[1]), minus(s[1]))), Layout::new(((U2::new(), e[1]), U3::new()), ((s[1], s[0]), s[1])))
        }
        14 => {
            run!(swizzled u8: e, s => layout!(Sw<2,1,3> o shift o ({e[0]}, {e[1]}):({s[0]}, {s[1]})), Layout::new((e[0], e[1]), (s[0], s[1])))
        }
        15 => {
            run!(swizzled u16: e, s => Layout::new((e[0], e[1]), (s[0], s[1])), layout!(Sw<1,2,2> o shift o ({e[0]}, {e[1]}):({s[0]}, {s[1]})))
        }
        16 => {
            run!(swizzled u32: e, s => layout!(Sw<2,2,2> o 0 o ({e[0]}, {e[1]}):({s[0]}, {s[1]})), layout!(Sw<2,2,2> o 0 o ({e[0]}, {e[1]}):({s[0]}, {s[1]})))
        }
        17 => {
            run!(swizzled u8: e, s => layout!(Sw<1,3,-2> o 0 o ({e[0]}, {e[1]}):({s[0]}, {s[1]})), layout!(Sw<2,0,3> o shift o ({e[0]}, {e[1]}):({s[0]}, {s[1]})))
        }
        18 => {
            run!(pair e, s => Layout::new((e[0], e[1]), (U0::new(), s[1])), Layout::new((e[0], e[1]), (s[0], s[1])))
        }
        20 | 21 => {
            run!(each e, s => Layout::new((e[0], e[1]), (s[0], s[1])), Layout::new((e[0], e[1]), (s[0], s[1])))
        }
        22 => {
            run!(pair e, s => Layout::new((U1::new(), e[0], (e[1], U1::new())), (s[0], s[0], (s[1], U0::new()))), Layout::new((U1::new(), e[0], (e[1], U1::new())), (minus(s[1]), s[0], (s[1], s[0]))))
        }
        23 => {
            let (from, to) = both!(e, s => Layout::new((e[0], U0::new(), e[1]), (s[0], minus(s[1]), s[2])), Layout::new((e[0], U0::new(), e[1]), (s[1], s[0], minus(s[2])))).0;
            sized::<u32, _, _>(choice, (from, to), None);
        }
        _ => {
            run!(each e, s => Layout::new((e[0], e[1], e[2], e[3]), (minus(s[0]), s[1], s[2], minus(s[3]))), Layout::new((e[0], e[1], e[2], e[3]), (minus(s[0]), minus(s[1]), s[2], s[3])))
        }
    }
    Ok(())
}
