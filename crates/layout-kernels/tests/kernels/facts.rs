//! Kernels on layouts with facts and names, compared with the same kernels on layouts of the same integers without them.

use static_layout::int::{Bits32, Multiple};
use static_layout::typenum::{U1, U8, U64};
use static_layout::*;
use static_layout_kernels::*;

type Fact = Multiple<U8, U64>;

/// Rows and columns of a fact, and columns of 32 bits.
#[expect(clippy::type_complexity)]
fn layouts(
    n: usize,
) -> (
    Layout!((?, ?):(?, 1)),
    Layout<(Fact, Fact), (Fact, U1)>,
    Layout<(Fact, Fact), (U1, Fact)>,
    Layout<(Bits32, Bits32), (U1, Bits32)>,
) {
    let (fact, bits) = (Fact::new(n), Bits32::new(n));
    let one = U1::new();
    (
        layout!((n, n):(n, 1)),
        Layout::new((fact, fact), (fact, one)),
        Layout::new((fact, fact), (one, fact)),
        Layout::new((bits, bits), (one, bits)),
    )
}

#[test]
fn kernels_of_facts() {
    for n in [0, 8, 16, 24, 64] {
        let (plain, fact, down, bits) = layouts(n);
        let data: Vec<f32> = (0..n * n).map(|x| (x % 31) as f32).collect();
        let turned: Vec<f32> = (0..n * n).map(|x| data[x % n * n + x / n]).collect();
        let rows = || View::new(&data, fact).unwrap();
        let columns = || View::new(&data, down).unwrap();
        // Exactly as long as the layouts, and NaN, which no result is.
        let fresh = || vec![f32::NAN; n * n].into_boxed_slice();
        let mut to = fresh();
        copy(rows(), &mut ViewMut::new(&mut to, bits).unwrap());
        assert_eq!(to[..], turned);
        to = fresh();
        copy_with(VectorMove::<U8>::new(), columns(), &mut ViewMut::new(&mut to, bits).unwrap());
        assert_eq!(to[..], data);
        let planned = PlannedCopy::<f32, _, _>::new(fact, down).unwrap();
        to = fresh();
        planned.run(rows(), &mut ViewMut::new(&mut to, down).unwrap());
        assert_eq!(to[..], turned);
        to = fresh();
        transform(rows(), &mut ViewMut::new(&mut to, down).unwrap(), |x| x + 1.0);
        assert!(to.iter().zip(&turned).all(|(x, y)| *x == y + 1.0));
        axpby(2.0, rows(), 1.0, &mut ViewMut::new(&mut to, down).unwrap());
        assert!(to.iter().zip(&turned).all(|(x, y)| *x == 3.0 * y + 1.0));
        assert_eq!(sum(rows()), data.iter().sum());
        let (mut found, mut expected) = (fresh(), fresh());
        matmul(rows(), columns(), &mut ViewMut::new(&mut found, bits).unwrap());
        let (a, b) = (View::new(&data, plain).unwrap(), View::new(&turned, plain).unwrap());
        matmul(a, b, &mut ViewMut::new(&mut expected, layout!((n, n):(1, n))).unwrap());
        assert_eq!(found, expected);
        if n == 0 {
            // A divide of nothing is refused.
            continue;
        }
        let mut view = ViewMut::new(&mut found, fact).unwrap();
        view.tiles_mut(tile!(8, 8)).enumerate().for_each(|(k, mut tile)| fill(&mut tile, k as f32));
        let tiles = n / 8;
        let is_right = |i: usize, j: usize| found[i * n + j] == (i / 8 + j / 8 * tiles) as f32;
        assert!((0..n).all(|i| (0..n).all(|j| is_right(i, j))));
    }
}

/// A plan is of its integers, not of its types.
#[test]
#[should_panic(
    expected = "planned from (24,24):(24,1) to (24,24):(1,24), and asked to copy (16,16):(16,1)"
)]
fn a_plan_of_other_facts() {
    let planned = PlannedCopy::<f32, _, _>::new(layouts(24).1, layouts(24).3).unwrap();
    let mut to = [0.0; 24 * 24];
    planned.run(
        View::new(&[0.0; 16 * 16], layouts(16).1).unwrap(),
        &mut ViewMut::new(&mut to, layouts(24).3).unwrap(),
    );
}

/// A bound of a type says nothing of a stride of 0.
#[test]
fn shared_elements_of_facts() {
    let (mut to, none) = ([0; 8], Fact::new(0));
    let shared = Layout::new((4, 8), (none, U1::new()));
    let mut view = ViewMut::new(&mut to, shared).unwrap();
    assert!(view.try_iter_mut().is_err());
    assert!(try_copy(View::new(&[1; 32], layout!((4, 8):(8, 1))).unwrap(), &mut view).is_err());
    assert_eq!(to, [0; 8]);
}
