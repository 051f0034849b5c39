//! `contract!` of layouts as types: static, mixed and run-time ones, compared with the run-time text.

use static_layout::*;
use static_layout_kernels::{contract, einsum};

/// Small numbers.
fn numbers(len: usize, seed: usize) -> Vec<f32> {
    (0..len).map(|i| ((i * 7 + seed) % 11 % 5) as f32).collect()
}

/// `contract!` of the layouts, static and then with run-time extents in place of some, and `einsum` of the same text.
macro_rules! cases {
    ($($name:ident: $text:literal, $c:ident[$($to:tt)*] = $a:ident[$($x:tt)*] $(* $b:ident[$($y:tt)*])?;
        {$of_c:tt $of_a:tt $($of_b:tt)?} [$($size:ident = $value:literal),*] {$open_c:tt $open_a:tt $($open_b:tt)?})*) => {$(
        #[test]
        fn $name() {
            $(let $size = std::hint::black_box($value);)*
            let array_a = numbers(8192, 1);
            $(let array_b = cases!(@numbers $of_b);)?
            let before = numbers(8192, 3);
            // By the text.
            let mut expected = before.clone();
            {
                let dynamic = |text: &str| text.parse::<dynamic::Layout>().unwrap();
                let a = View::dynamic(&array_a, 64, dynamic(&cases!(@layout $of_a).to_string())).unwrap();
                $(let b = View::dynamic(&array_b, 64, dynamic(&cases!(@layout $of_b).to_string())).unwrap();)?
                let c = dynamic(&cases!(@layout $of_c).to_string());
                let mut c = ViewMut::dynamic(&mut expected, 64, c).unwrap();
                einsum($text, &[a $(, cases!(@name b $of_b))?], &mut c).unwrap();
            }
            // Static layouts.
            let mut found = before.clone();
            {
                let $a = View::new(&array_a[64..], cases!(@layout $of_a)).unwrap();
                $(let $b = View::new(&array_b[64..], cases!(@layout $of_b)).unwrap();)?
                let mut $c = ViewMut::new(&mut found[64..], cases!(@layout $of_c)).unwrap();
                contract!($c[$($to)*] = $a[$($x)*] $(* $b[$($y)*])?);
            }
            assert_eq!(found, expected);
            // Added twice, of mixed layouts.
            let mut found = before.clone();
            {
                let $a = View::new(&array_a[64..], cases!(@layout $open_a)).unwrap();
                $(let $b = View::new(&array_b[64..], cases!(@layout $open_b)).unwrap();)?
                let mut $c = ViewMut::new(&mut found[64..], cases!(@layout $open_c)).unwrap();
                contract!($c[$($to)*] = $a[$($x)*] $(* $b[$($y)*])?);
                contract!($c[$($to)*] += $a[$($x)*] $(* $b[$($y)*])?);
            }
            for (k, x) in found.iter().enumerate() {
                let (before, once) = (before[k], expected[k]);
                // An element that is unchanged lies in a gap, or has its old value by chance.
                assert!(*x == 2.0 * once || once == before && *x == before, "{k}: {x} instead of 2 * {once}");
            }
        }
    )*};
    (@numbers $of:tt) => { numbers(8192, 2) };
    (@name $name:ident $of:tt) => { $name };
    (@layout ($($layout:tt)*)) => { layout!($($layout)*) };
}
cases! {
    product: "mk,kn->mn", c[m, n] = a[m, k] * b[k, n];
        {((8, 5):row) ((8, 6):col) ((6, 5):row)} [n = 8] {((n, 5):row) ((n, 6):col) ((6, 5):row)}
    transposed_result: "mk,kn->nm", c[n, m] = a[m, k] * b[k, n];
        {((5, 8):col) ((8, 6):row) ((6, 5):row)} [n = 6] {((5, 8):col) ((8, n):row) ((n, 5):row)}
    batch: "lmk,lkn->lmn", c[l, m, n] = a[l, m, k] * b[l, k, n];
        {((3, 4, 5):row) ((3, 4, 2):row) ((3, 2, 5):row)} [n = 3] {((n, 4, 5):row) ((n, 4, 2):row) ((n, 2, 5):row)}
    batch_innermost: "lmk,lkn->lmn", c[l, m, n] = a[l, m, k] * b[l, k, n];
        {((3, 4, 5)) ((3, 4, 2)) ((3, 2, 5))} [n = 5] {((3, 4, n)) ((3, 4, 2)) ((3, 2, n))}
    several: "aij,jbi->ab", c[a, b] = x[a, i, j] * y[j, b, i];
        {((4, 6):row) ((4, 3, 2):row) ((2, 6, 3))} [n = 3] {((4, 6):row) ((4, n, 2):row) ((2, 6, n))}
    rows: "ij->i", c[i] = a[i, j];
        {((7)) ((7, 9):row)} [n = 9] {((7)) ((7, n):row)}
    sums_of_nested: "ijk->j", c[j] = a[i, j, k];
        {((5)) ((3, 5, 40):row)} [n = 5] {((n)) ((3, n, 40):row)}
    transposition: "ij->ji", c[j, i] = a[i, j];
        {((9, 7):row) ((7, 9):row)} [n = 9] {((n, 7):row) ((7, n):row)}
    diagonal: "ii->i", c[i] = a[i, i];
        {((6)) ((6, 6))} [n = 6] {((n)) ((n, n))}
    outer: "i,j->ij", c[i, j] = a[i] * b[j];
        {((6, 5):row) ((6)) ((5))} [n = 6] {((n, 5):row) ((n)) ((5))}
    elements: "ij,ij->ij", c[i, j] = a[i, j] * b[i, j];
        {((6, 5):row) ((6, 5):col) ((6, 5):(0, 1))} [n = 5] {((6, n):row) ((6, n):col) ((6, n):(0, 1))}
    scalar: "i,i->", c[] = a[i] * b[i];
        {((): ()) ((300)) ((300))} [n = 300] {((): ()) ((n)) ((n))}
    nested: "mk,kn->mn", c[m, n] = a[m, k] * b[k, n];
        {(((2, 4), 6):((24, 1), 4)) ((8, (2, 3)):(6, (3, 1))) (((3, 2), 6):((1, 20), 3))} [n = 6] {(((2, 4), n):((24, 1), 4)) ((8, (2, 3)):(6, (3, 1))) (((3, 2), n):((1, 20), 3))}
    windows: "n(p+r)(2q+s)c,rsck->npqk", y[n, p, q, k] = x[n, p + r, 2 * q + s, c] * w[r, s, c, k];
        {((2, 4, 3, 5):row) ((2, 6, 8, 3):row) ((3, 3, 3, 5):row)} [n = 2] {((n, 4, 3, 5):row) ((n, 6, 8, 3):row) ((3, 3, 3, 5):row)}
}

/// Integers that have no product of matrices, a swizzled layout, and a batch of a swizzled one.
#[test]
fn other_elements_and_layouts() {
    let a = Boxed::from_offsets(layout!((4, 3):row), |i| i as u8);
    let b = Boxed::from_offsets(layout!((3, 5):row), |i| 100 + i as u8);
    let mut c = Boxed::filled(layout!((4, 5)), 0);
    contract!(c[m, n] = a[m, k] * b[k, n]);
    let sum =
        |m, n| (0..3).fold(0_u8, |sum, k| sum.wrapping_add(a[(m, k)].wrapping_mul(b[(k, n)])));
    assert!((0..4).all(|m| (0..5).all(|n| c[(m, n)] == sum(m, n))));

    let data: Vec<i32> = (0..512).collect();
    let swizzled = View::new(&data, layout!(Sw<2, 0, 3> o 0 o (8, 8, 8):row)).unwrap();
    let plain = View::new(&data, layout!((8, 8, 8):row)).unwrap();
    let (n, mut found) = (std::hint::black_box(8), [vec![0; 512], vec![0; 512], vec![0; 64]]);
    let [one, two, three] = &mut found;
    let mut c = ViewMut::new(one, layout!((8, 8, 8):row)).unwrap();
    contract!(c[l, i, j] = swizzled[l, i, k] * plain[l, j, k]);
    let mut c = ViewMut::new(two, layout!((8, 8, n):row)).unwrap();
    contract!(c[l, i, j] = swizzled[l, i, k] * plain[l, j, k]);
    let mut c = ViewMut::new(three, layout!((8, n):row)).unwrap();
    contract!(c[i, j] = swizzled[l, i, k] * plain[l, j, k]);
    let at = |l, i, j| -> i32 { (0..8).map(|k| swizzled[(l, i, k)] * plain[(l, j, k)]).sum() };
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert!((0..8).all(|l| found[0][(l * 8 + i) * 8 + j] == at(l, i, j)));
        assert!((0..8).all(|l| found[1][(l * 8 + i) * 8 + j] == at(l, i, j)));
        assert_eq!(found[2][i * 8 + j], (0..8).map(|l| at(l, i, j)).sum());
    }
}

/// The operands are any expressions, and the result may be a reference.
#[test]
fn operands_are_expressions() {
    type Square = Layout!((4, 4));
    type Four = Layout!((4));
    struct Layer {
        weights: Boxed<f32, Square>,
    }
    fn apply<L: AnyLayout>(layer: &Layer, x: &Boxed<f32, Four>, y: &mut ViewMut<'_, f32, L>) {
        contract!(y[i] += layer.weights[i, j] * x[j]);
    }
    let layer = Layer { weights: Boxed::from_coords(layout!((4, 4)), |(i, j)| (i + j) as f32) };
    let x = Boxed::filled(layout!((4)), 1.0);
    let mut y = Boxed::filled(layout!((4)), 1.0);
    apply(&layer, &x, &mut y.view_mut());
    assert_eq!(y.view().iter().copied().collect::<Vec<_>>(), [7.0, 11.0, 15.0, 19.0]);
    contract!(y[i] = (layer.weights.view().slice(coord!(1, _)))[i]);
    assert_eq!(y.view().iter().copied().collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0]);
}

/// Run-time extents and results that share elements are refused, with the layouts.
#[test]
fn refusals() {
    let refused = |run: &dyn Fn()| {
        let error = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        error.downcast_ref::<String>().unwrap().clone()
    };
    let n = std::hint::black_box(3);
    let a = Boxed::filled(layout!((n, 4)), 1);
    let message = refused(&|| {
        let mut c = Boxed::filled(layout!((4, n)), 0);
        contract!(c[i, j] = a[i, j]);
    });
    assert_eq!(
        message,
        "cannot contract (3,4):(1,3)[i,j] into (4,3):(1,4)[i,j]: i is 3 in A and 4 in C"
    );
    let message = refused(&|| {
        let mut data = [0; 16];
        let mut c = ViewMut::new(&mut data, layout!((n, 4):(1, 1))).unwrap();
        contract!(c[i, j] = a[i, j]);
    });
    assert_eq!(
        message,
        "cannot borrow for writing all elements of (3,4):(1,1): the coordinates (1,0) and (0,1) share the offset 1"
    );
    let message = refused(&|| {
        let mut c = Boxed::filled(layout!((2)), 0);
        let w = Boxed::filled(layout!((n)), 0);
        contract!(c[p] = a[p + r, j] * w[r]);
    });
    assert_eq!(
        message,
        "cannot contract (3,4):(1,3)[p+r,j] by (3):(1)[r] into (2):(1)[p]: p+r reaches 3 and the mode of A ends at 2"
    );
    let of = |text: &str| text.parse::<dynamic::Layout>().unwrap();
    let data = [0; 16];
    let refused = |text: &str, a: &str, c: &str| {
        let mut to = [0; 16];
        let a = View::dynamic(&data, 0, of(a)).unwrap();
        einsum(text, &[a], &mut ViewMut::dynamic(&mut to, 0, of(c)).unwrap())
            .unwrap_err()
            .to_string()
    };
    for (text, a, c, message) in [
        (
            "ij",
            "(2,2)",
            "(2,2)",
            "`ij` has no `->` before the indices of the result: \"mk,kn->mn\"",
        ),
        ("ij->ii", "(2,2)", "(2,2)", "`i` stands twice in the result: rename one of them"),
        ("ij->ik", "(2,2)", "(2,2)", "no operand has the index `k` of the result"),
        (
            "(p+r)p->p",
            "(2,2)",
            "(2)",
            "`r` stands in a sum only: an operand with it alone gives its extent",
        ),
        ("ij,j->i", "(2,2)", "(2)", "`ij,j->i` has 2 operands, and 1 are given"),
        ("i1->i", "(2,2)", "(2)", "`1` is not an index: an index is a letter, in a sum also `2p`"),
        ("(i->i", "(2,2)", "(2)", "`(i` has no closing parenthesis"),
        (
            "i->i",
            "(2,2)",
            "(2)",
            "cannot contract (2,2):(1,2)[i] into (2):(1)[i]: A has 2 modes and 1 index",
        ),
        (
            "ii->i",
            "((2,2),4):((1,4),2)",
            "(4)",
            "cannot contract ((2,2),4):((1,4),2)[i,i] into (4):(1)[i]: the modes 0 and 1 of A share an index and are nested differently",
        ),
        (
            "(i+j)i->j",
            "((2,2),3):((1,4),2)",
            "(2)",
            "cannot contract ((2,2),3):((1,4),2)[i+j,i] into (2):(1)[j]: the mode i+j of A has more than one stride",
        ),
    ] {
        assert_eq!(refused(text, a, c), message);
    }
}
