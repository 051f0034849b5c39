//! Halo exchanges of random blocks, compared with the whole array.

use layout_core::sharding::{Mesh, Order, Sharding, Split};
use proptest::prelude::*;
use static_layout::Layout;
use static_layout_mpi::{Edge, HaloTensor, Result, Threads};

type Matrix = Layout!((?, ?):(?, ?));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn halos_have_the_elements_of_the_neighbours(
        shape in [1..9_i64, 1..9],
        [x, y] in prop_oneof![Just([2, 2]), Just([4, 1]), Just([1, 4]), Just([1, 3])],
        widths in [[0..4_usize, 0..4], [0..4, 0..4]],
        periodic in any::<bool>(),
        columns in any::<bool>(),
    ) {
        let edge = if periodic { Edge::Periodic } else { Edge::Fixed };
        let widths = widths.map(|pair| pair);
        prop_assume!(!periodic || (0..2).all(|k| widths[k].iter().all(|width| *width as i64 <= shape[k])));
        let mesh = Mesh::new(&[("x", x), ("y", y)]).unwrap();
        let cut = Sharding::replicated(&mesh, &shape).unwrap();
        let cut = cut.split(0, &["x"], Split::Block).unwrap().split(1, &["y"], Split::Block).unwrap();
        let cut = cut.with_order(if columns { Order::ColumnMajor } else { Order::RowMajor });
        let value = |at: [i64; 2]| 100 * at[0] + at[1] + 1;
        let results: Vec<Result<()>> = Threads::run(4, |ranks| {
            let mut a = HaloTensor::<i64, Matrix, _>::zeros(ranks, &cut, &widths, edge)?;
            a.update(|at, element| *element = value([at[0], at[1]]))?;
            for _ in 0..2 {
                a.exchange(ranks)?;
            }
            let [m, n] = [a.shape_of_block()[0], a.shape_of_block()[1]];
            if m > 0 && n > 0 {
                let start = [a.start_of_block()[0], a.start_of_block()[1]];
                let view = a.view();
                for i in 0..m as usize + widths[0][0] + widths[0][1] {
                    for j in 0..n as usize + widths[1][0] + widths[1][1] {
                        let at = [start[0] + i as i64 - widths[0][0] as i64, start[1] + j as i64 - widths[1][0] as i64];
                        let inside = (0..2).all(|k| (0..shape[k]).contains(&at[k]));
                        let expected = match (inside, periodic) {
                            (true, _) => value(at),
                            (false, true) => value([at[0].rem_euclid(shape[0]), at[1].rem_euclid(shape[1])]),
                            (false, false) => 0,
                        };
                        assert_eq!(view[(i, j)], expected, "{cut} {widths:?} {edge:?} at {at:?}");
                    }
                }
            }
            let whole = a.gather(ranks, 0)?;
            if let Some(whole) = whole {
                let columns = shape[1] as usize;
                assert!(whole.iter().enumerate().all(|(k, x)| *x == value([(k / columns) as i64, (k % columns) as i64])));
            }
            Ok(())
        });
        for result in results {
            result.unwrap();
        }
    }
}

#[test]
fn halos_that_do_not_exist_are_named() {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    let whole = Sharding::replicated(&mesh, &[8, 8]).unwrap();
    let text = |cut: &Sharding, widths: &[[usize; 2]], edge| {
        let results = Threads::run(4, |ranks| {
            HaloTensor::<f64, Matrix, _>::zeros(ranks, cut, widths, edge).map(drop)
        });
        results[0].as_ref().unwrap_err().to_string()
    };
    let block = whole.clone().split(0, &["x"], Split::Block).unwrap();
    let cyclic = whole.clone().split(0, &["x"], Split::cyclic(1)).unwrap();
    let square = [[1, 1]; 2];
    assert_eq!(
        text(&block, &[[1, 1]], Edge::Fixed),
        "1 widths of a halo for 2 axes of `(8/x,8) on [x=4]`"
    );
    assert_eq!(
        text(&cyclic, &square, Edge::Fixed),
        "a halo needs one block on device 0, not as in `(8/x:1,8) on [x=4]`"
    );
    assert_eq!(
        text(&whole, &square, Edge::Fixed),
        "a halo needs each element on one rank, not as in `(8,8) on [x=4]`"
    );
    assert_eq!(
        text(&block, &[[9, 0], [0, 0]], Edge::Periodic),
        "a periodic halo of [9, 0] is wider than axis 0, 8"
    );
}
