//! Layouts as functions: inverses with run-time integers, and properties in types, at run time and in generic code.

use std::any::TypeId;
use std::hint::black_box;

use static_layout::*;

/// An integer that the compiler does not know.
fn n(value: usize) -> usize {
    black_box(value)
}

/// Inputs that other systems compute wrongly: right or refused here. Refused types are in `crates/typed-tests`.
#[test]
fn museum() {
    let l = layout!((2, 2):(3, 1)).left_inverse();
    let _: Layout!((3, 2):(2, 1)) = l;
    const { assert!(<Layout!((2, 3):(3, 2))>::IS_INJECTIVE) };
    const { assert!(!<Layout!((2, 3):(2, 1))>::IS_INJECTIVE) };
    // The smaller layout is not read past its end.
    let _: Layout!(4:1) = layout!(4:1).max_common_layout(layout!(8:1));
    let _: Layout!(1:0) = layout!(4:-1).right_inverse();
    let l = layout!(({n(2)}, 2):({n(3)}, 1)).left_inverse();
    assert!((0..4).all(|i| l.index([0, 3, 1, 4][i]) == i), "{l}");
}

macro_rules! type_ids {
    ($([$($a:tt)*];)*) => {
        vec![$((
            TypeId::of::<ops::Coalesce<Layout!($($a)*)>>(),
            layout!($($a)*).to_dynamic(),
        )),*]
    };
}

/// Two static layouts are the same function exactly when they coalesce to one type.
#[test]
fn one_function_is_one_type() {
    let all = type_ids! {
        [12:1];
        [(3, 4):(1, 3)];
        [(2, (1, 6)):(1, (6, 2))];
        [(1, 12):(5, 1)];
        [(4, 3):(3, 1)];
        [(4, (3, 1)):(3, (1, 7))];
        [((2, 2), 3):((3, 6), 1)];
        [(6, 2):(0, 1)];
        [((3, 2), 2):((0, 0), 1)];
        [12:0];
        [(2, 6):(0, 0)];
        [12:-1];
        [(2, 6):(-1, -2)];
        [6:1];
        [(0, 4):(1, 2)];
        [(3, 0):(7, 1)];
        [1:0];
        [(1, 1):(3, 4)];
    };
    for (id, layout) in &all {
        for (other_id, other) in &all {
            assert_eq!(id == other_id, layout.same_function(other), "{layout} and {other}");
            assert_eq!(layout.same_function(other), layout.iter().eq(other.iter()));
        }
    }
    assert!(layout!((3, 4):(1, 3)).same_function(layout!((2, (1, 6)):(1, (6, 2)))));
    assert!(layout!((3, {n(4)}):(1, {n(3)})).same_function(layout!({n(12)}:1)));
    assert!(!layout!((3, {n(4)}):(1, {n(4)})).same_function(layout!(12:1)));
}

/// A leaf that depends on static integers alone is static.
#[test]
fn mixed_forms() {
    let (m, k) = (n(5), n(64));
    assert_eq!(format!("{:#}", layout!((m, 64):(64, 1)).right_inverse()), "(_64,5):(5,_1)");
    // A run-time stride is not known to continue another mode.
    assert_eq!(format!("{:#}", layout!((m, 64):(k, 1)).right_inverse()), "_64:5");
    assert_eq!(format!("{:#}", layout!((8, m):(1, k)).right_inverse()), "_8:_1");
    assert_eq!(format!("{:#}", layout!((8, m):(1, 8)).left_inverse()), "(_8,5):(_1,_8)");
    assert_eq!(format!("{:#}", layout!((8, m):(1, 8)).inverse()), "(_8,5):(_1,_8)");
    assert_eq!(format!("{:#}", layout!(m:k).left_inverse()), "(64,5):(_0,_1)");
    // The order of the strides is not known.
    assert_eq!(format!("{:#}", layout!((m, 64):(k, 1)).left_inverse()), "(1,64,5):(0,5,1)");
    assert_eq!(format!("{:#}", layout!((m, 64):(k, 1)).inverse()), "(64,5):(5,1)");
    assert_eq!(format!("{:#}", layout!((m, 4, 2):(0, 1, 0)).nullspace()), "(5,_2):(_1,20)");
    let (a, b) = (layout!((64, m):(1, 64)), layout!((64, m):(1, k)));
    let _: Layout!(64:1) = a.max_common_layout(b);
    let _: typenum::U64 =
        <ops::MaxCommonVector<Layout!((64, ?):(1, 64)), Layout!((64, ?):(1, ?))>>::new();
    assert_eq!(a.max_common_vector(b), 64);
}

#[test]
fn run_time_refusals() {
    let left = |m, d| layout!((m, 4):(d, 1)).try_left_inverse().map(|l| l.to_string());
    assert_eq!(left(n(3), n(4)).unwrap(), "(1,4,3):(0,3,1)");
    assert_eq!(
        left(n(3), n(2)).unwrap_err().to_string(),
        "no left inverse of (3,4):(2,1): the stride 2 is below 4, where the mode below it ends: the \
         modes overlap; a right inverse may exist: try right_inverse"
    );
    assert!(left(n(3), n(0)).unwrap_err().to_string().contains("repeats elements"));
    // A single element has no stride that matters.
    assert_eq!(left(n(1), n(0)).unwrap(), "(1,1,4):(0,1,1)");
    assert!(left(n(0), n(4)).unwrap_err().to_string().contains("an extent is 0"));
    let inverse = layout!(({n(4)}, 2):(1, {n(6)})).try_inverse().unwrap_err();
    assert!(inverse.to_string().contains("the stride 6 is above 4"), "{inverse}");
    let right = layout!(({n(4)}, 2):(1, 4)).try_right_inverse().map(|r| r.to_string());
    assert_eq!(right.unwrap(), "4:1");
    assert!(layout!(({n(0)}, 2):(1, 4)).try_right_inverse().is_err());
    assert!(layout!(({n(0)}, 2):(1, 4)).try_nullspace().is_err());
    assert!(layout!(4:1).try_max_common_layout(layout!({n(0)}:1)).is_err());
    let panicked = std::panic::catch_unwind(|| layout!(({n(2)}, 3):({n(3)}, 2)).left_inverse());
    let text = *panicked.unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("not a multiple of the stride 2 below it"), "{text}");
}

/// Generic code uses methods, constants and names of results with one bound.
fn describe<L: AnyLayout>(l: L) -> (bool, bool, bool, bool, bool) {
    assert_eq!(l.try_is_injective(), Ok(l.is_injective()));
    assert_eq!(l.collision().unwrap().is_none(), l.is_injective());
    (l.is_injective(), l.is_bijective(), l.is_contiguous(), l.covers(4), l.is_surjective_onto(8))
}

fn there_and_back<L: AnyLayout>(l: L) -> usize {
    let inverse: ops::Inverse<L> = LayoutOps::inverse(l);
    let again: ops::Inverse<ops::Inverse<L>> = LayoutOps::inverse(inverse);
    (0..l.size())
        .filter(|&i| inverse.offset(l.index(i)) as usize == i && again.index(i) == l.index(i))
        .count()
}

#[test]
fn generic_code() {
    assert_eq!(describe(layout!((2, 4):(4, 1))), (true, true, false, true, true));
    assert_eq!(describe(layout!((2, {n(4)}):(1, 2))), (true, true, true, true, true));
    assert_eq!(describe(layout!((2, 4):(8, 1))), (true, false, false, true, false));
    assert_eq!(describe(layout!(({n(5)}, 4):(1, 1))), (false, false, false, true, true));
    assert_eq!(describe(layout!((0, 4):(1, 1))), (true, true, true, false, false));
    assert_eq!(there_and_back(layout!((2, 4):(4, 1))), 8);
    assert_eq!(there_and_back(layout!((2, {n(4)}):({n(4)}, 1))), 8);
    fn constants<L: AnyLayout>(_: L) -> [bool; 3] {
        [L::IS_INJECTIVE, L::IS_BIJECTIVE, L::IS_CONTIGUOUS]
    }
    assert_eq!(constants(layout!((2, 4):(4, 1))), [true, true, false]);
    assert_eq!(constants(layout!((2, 4):(1, 2))), [true, true, true]);
    assert_eq!(constants(layout!((2, 4):(1, 1))), [false, false, false]);
}

/// A swizzle never maps two offsets to one.
#[test]
fn swizzled() {
    type A = Layout!(Sw<2,0,3> o 0 o (8,8):(1,8));
    const { assert!(A::IS_INJECTIVE) };
    let a = layout!(Sw<2,0,3> o 0 o (8,8):(1,8));
    let mut offsets: Vec<usize> = (0..a.size()).map(|i| a.index(i)).collect();
    offsets.sort_unstable();
    offsets.dedup();
    assert!(LayoutOps::is_injective(a) && offsets.len() == 64);
    assert!(!LayoutOps::is_injective(layout!(Sw<2,0,3> o 0 o (8,8):(1,7))));
}

/// A search in `const` ends after a limited number of steps.
#[test]
fn many_modes() {
    type A = Layout!((5,7,3,4,6,5):(101,131,173,239,307,401));
    assert_eq!(A::IS_INJECTIVE, A::default().to_dynamic().is_injective().unwrap());
    type B = Layout!((2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048));
    const { assert!(B::IS_INJECTIVE && B::IS_BIJECTIVE && B::IS_CONTIGUOUS) };
}
