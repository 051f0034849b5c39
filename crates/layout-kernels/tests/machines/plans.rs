//! The routes of products: the path of each kind of extents, and what is printed.

use static_layout::*;
use static_layout_kernels::{GemmPath, gemm_plan};

pub(crate) fn all() {
    paths_of_run_time_extents();
    let (square, four) = (layout!((16, 16):col), layout!((4, 4):col));
    let machine = gemm_plan::<f32, _, _, _>(square, square, square).machine();
    // The tile and the rows of the atom.
    let [product, dots, last_four, fours, transposed] = match machine {
        "AVX-512" => [[16, 16, 16], [2, 4, 1], [8, 16, 8], [4, 4, 4], [24, 4, 8]],
        "AVX2" => [[16, 6, 8], [2, 4, 1], [8, 8, 8], [4, 4, 4], [8, 6, 4]],
        _ => [[8, 6, 4], [2, 4, 1], [8, 6, 4], [4, 4, 4], [4, 6, 2]],
    };
    let if_halves = |text| if machine == "portable" { "" } else { text };
    let (rows, columns) = (layout!((4, 300):row), layout!((300, 4):col));
    let (a, b, c) = (layout!((12, 24):col), layout!((24, 16):col), layout!((12, 16):col));
    let by_rows = layout!((64, 64):row);
    for (plan, before, [rows, columns, atom], depth, after) in [
        (gemm_plan::<f32, _, _, _>(square, square, square), "", product, 1, ""),
        (gemm_plan::<f32, _, _, _>(rows, columns, four), "", dots, product[2], ""),
        (
            gemm_plan::<f32, _, _, _>(a, b, c),
            "",
            last_four,
            1,
            if_halves("; the last four rows with an atom of 4 by 1 by 4"),
        ),
        (
            gemm_plan::<f32, _, _, _>(four, four, four),
            if_halves("\ntwo columns of four rows at once; if columns have gaps:"),
            fours,
            1,
            "",
        ),
        (gemm_plan::<f64, _, _, _>(by_rows, by_rows, by_rows), "", transposed, 1, ""),
    ] {
        let [of, a, b, c] = match plan.is_transposed() {
            true => ["C^T = B^T A^T", "B^T", "A^T", "C^T"],
            false => ["C = A B", "A", "B", "C"],
        };
        assert_eq!(plan.tile(), Some([rows, columns]));
        assert_eq!(
            plan.to_string(),
            format!(
                "multiply register tiles on {machine}: {of}{before}\n\
                 tile of {rows} by {columns}, its atom of {atom} by 1 by {depth}{after}\n\
                 {a} in place, {b} in place, {c} in vectors"
            )
        );
    }

    // What no atom reads in place is copied, and what no vector writes is written element by element.
    let swizzled = layout!(Sw<2,0,3> o 0 o (16, 16):row);
    let plan = gemm_plan::<f32, _, _, _>(swizzled, swizzled, swizzled);
    assert_eq!((plan.path(), plan.copies()), (GemmPath::Tiles, [true, true]));
    let last = "\nA copied to the stack, B copied to the stack, C element by element";
    assert!(plan.to_string().ends_with(last), "{plan}");
}

fn paths_of_run_time_extents() {
    let plan = |[m, n, k]: [usize; 3], by_rows: bool| {
        let (a, b) = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)));
        let (down, across) = if by_rows { (n, 1) } else { (1, m) };
        gemm_plan::<f32, _, _, _>(a, b, layout!((m, n):(down, across)))
    };
    for (extents, path) in [
        ([3, 4, 5], GemmPath::Few),
        ([100, 100, 100], GemmPath::Tiles),
        ([0, 100, 100], GemmPath::Tiles),
        ([1000, 1, 1000], GemmPath::Vector),
        ([1, 1000, 1000], GemmPath::Vector),
        ([8, 8, 256], GemmPath::Dots),
        ([8, 9, 256], GemmPath::Tiles),
        ([1000, 1000, 1], GemmPath::Outer),
        ([1000, 1000, 1000], GemmPath::Blocks),
        ([31, 100_000, 100_000], GemmPath::Tiles),
    ] {
        for by_rows in [false, true] {
            let plan = plan(extents, by_rows);
            assert_eq!(plan.path(), path, "{extents:?}\n{plan}");
            assert_eq!(plan.blocks().is_some(), path == GemmPath::Blocks);
            assert_eq!(plan.tile().is_some(), path == GemmPath::Tiles);
            // A mode of one element fills no vector.
            assert!(plan.is_transposed() == by_rows || extents.contains(&1) || extents[0] == 0);
        }
    }
}
