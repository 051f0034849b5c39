//! Layouts made from the axes of an array.

use super::{Dynamic, coord, extents, indices, refusal};
use proptest::prelude::*;
use static_layout::*;

fn array<'a>(data: &'a [i32], layout: &str) -> Dynamic<'a, i32> {
    View::dynamic(data, data.len() / 2, layout.parse().unwrap()).unwrap()
}

const DATA: [i32; 100] = {
    let (mut data, mut k) = ([0; 100], 0);
    while k < 100 {
        data[k] = k as i32;
        k += 1;
    }
    data
};

#[test]
fn what_is_static_is_compared() {
    let read = |layout| array(&DATA, layout);
    let rows = read("(4,6):(6,1)");
    assert_eq!(rows.read_axes::<Layout!((4, 6):(6, 1))>().unwrap()[(1, 2)], 58);
    assert_eq!(
        rows.read_axes::<Layout!(((2, 2), (3, 2)):((6, 12), (1, 3)))>().unwrap()[(3, 5)],
        73
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!((4, 5):(6, 1))>()),
        "cannot read the array (4,6):(6,1) as (4,5):(6,1): axis 1 has the extent 6, not 5"
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!((?, 6):(5, 1))>()),
        "cannot read the array (4,6):(6,1) as (?,6):(5,1): axis 0 has the stride 6, not 5"
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!((4, 6, 1):(6, 1, 0))>()),
        "cannot read the array (4,6):(6,1) as (4,6,1):(6,1,0): the array has rank 2, the layout rank 3"
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!(((2, 3), 6):((6, 12), 1))>()),
        "cannot read the array (4,6):(6,1) as ((2,3),6):((6,12),1): axis 0 has the extent 4, not 6"
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!(((2, 2), 6):((6, 24), 1))>()),
        "cannot read the array (4,6):(6,1) as ((2,2),6):((6,24),1): axis 0 has no stride of its own: 2:6 \
         continues at 24; a layout with nested modes can have it: Layout::reshape"
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!(((2, 2), 6):((1, 2), 1))>()),
        "cannot read the array (4,6):(6,1) as ((2,2),6):((1,2),1): axis 0 has the stride 6, not 1"
    );
    assert_eq!(
        refusal(rows.read_axes::<Layout!(((?, 2), 6):((6, 12), 1))>()),
        "cannot read the array (4,6):(6,1) as ((?,2),6):((6,12),1): nothing says how the 4 coordinates of axis 0 \
         are shared out: read it as one leaf, then divide"
    );
    assert_eq!(
        refusal(read("(4,6):(-6,1)").read_axes::<Layout!((4, 6):(?, 1))>()),
        "cannot read the array (4,6):(-6,1) as (4,6):(?,1): axis 0 has the stride -6, for whose sign the type \
         has no place"
    );
    assert_eq!(read("(4,6):(-6,1)").read_axes::<Layout!((?, 6):(-6, 1))>().unwrap()[(1, 2)], 46);
}

#[test]
fn strides_that_lead_nowhere_do_not_matter() {
    let read = |layout| array(&DATA, layout);
    let one = read("(1,6):(77,1)").read_axes::<Layout!((1, 6):(6, 1))>().unwrap();
    assert_eq!(one.layout().to_string(), "(1,6):(6,1)");
    let run_time = read("(1,6):(-77,1)").read_axes::<Layout!((?, 6):(?, 1))>().unwrap();
    assert_eq!((run_time.layout().to_string(), run_time[(0, 2)]), ("(1,6):(0,1)".into(), 52));
    let empty = read("(0,6):(5,5)").read_axes::<Layout!((?, 6):(6, 1))>().unwrap();
    assert_eq!((empty.layout().to_string(), empty.iter().count()), ("(0,6):(6,1)".into(), 0));
    let none = read("():()").read_axes::<Layout!(() : ())>().unwrap();
    assert_eq!(none.iter().count(), 1);
}

#[test]
fn copies_take_the_strides_that_are_asked_for() {
    let rows = array(&DATA[..], "(4,6):(6,1)");
    let blocks = rows.read_axes_copied::<Layout!(((2, 2), (3, 2)):((3, 12), (1, 6)))>().unwrap();
    for (i, j) in (0..4).flat_map(|i| (0..6).map(move |j| (i, j))) {
        assert_eq!(blocks[(i, j)], 50 + (6 * i + j) as i32);
    }
    let layout = |text: &str| text.to_string();
    let columns = rows.read_axes_copied::<Layout!((?, ?):(1, ?))>().unwrap();
    assert_eq!(columns.layout().to_string(), layout("(4,6):(1,4)"));
    let padded = rows.read_axes_copied::<Layout!((?, ?):(8, ?))>().unwrap();
    assert_eq!(padded.layout().to_string(), layout("(4,6):(8,25)"));
    let both = rows.read_axes_copied::<Layout!((?, ?):(?, ?))>().unwrap();
    assert_eq!(both.layout().to_string(), layout("(4,6):(6,1)"));
    let empty = array(&DATA, "(0,6):(5,5)").read_axes_copied::<Layout!((?, 6):(?, 1))>().unwrap();
    assert_eq!((empty.layout().to_string(), empty.as_slice().len()), (layout("(0,6):(6,1)"), 0));
    assert_eq!(
        refusal(rows.read_axes_copied::<Layout!((4, 6):(1, 1))>()),
        "cannot borrow for writing all elements of (4,6):(1,1): the coordinates (1,0) and (0,1) share the offset 1"
    );
    assert_eq!(
        refusal(rows.read_axes_copied::<Layout!((4, 5):(5, 1))>()),
        "cannot read the array (4,6):(6,1) as (4,5):(5,1): axis 1 has the extent 6, not 5"
    );
    assert_eq!(
        refusal(rows.read_axes_copied::<Layout!(((?, 2), 6):((6, 12), 1))>()),
        "cannot read the array (4,6):(6,1) as ((?,2),6):((6,12),1): nothing says how the 4 coordinates of axis 0 \
         are shared out: read it as one leaf, then divide"
    );
}

/// A small layout whose modes are nested at most once, as text, and the slice that holds its elements.
fn layouts() -> impl Strategy<Value = dynamic::Layout> {
    let leaf = || (0_i64..4, -9_i64..10);
    let mode = proptest::collection::vec(leaf(), 1..3);
    proptest::collection::vec(mode, 1..4).prop_map(|modes| {
        let part = |mode: &Vec<(i64, i64)>, which: fn(&(i64, i64)) -> i64| {
            let leaves: Vec<String> = mode.iter().map(|leaf| which(leaf).to_string()).collect();
            if mode.len() == 1 { leaves[0].clone() } else { format!("({})", leaves.join(",")) }
        };
        let tuple = |which| {
            let parts: Vec<String> = modes.iter().map(|mode| part(mode, which)).collect();
            format!("({},)", parts.join(","))
        };
        format!("{}:{}", tuple(|leaf| leaf.0), tuple(|leaf| leaf.1)).parse().unwrap()
    })
}

/// The slice for a layout with offsets of both signs: the elements, and the index of offset 0.
const LEN: usize = 400;

proptest! {
    #[test]
    fn flat_views_have_the_elements(layout in layouts()) {
        let data: Vec<usize> = (0..LEN).collect();
        let view = View::dynamic(&data, LEN / 2, layout).unwrap();
        let modes: Vec<dynamic::Layout> = (0..layout.rank()).map(|k| layout.mode(k).unwrap()).collect();
        // A mode has one stride if its offsets are evenly spaced.
        let even = |mode: &dynamic::Layout| {
            let offsets: Vec<i64> = mode.iter().collect();
            offsets.windows(2).all(|pair| pair[1] - pair[0] == offsets[1] - offsets[0])
        };
        match view.to_flat() {
            Err(_) => prop_assert!(!modes.iter().all(even), "{layout} is flat"),
            Ok(flat) => {
                prop_assert!(modes.iter().all(even) || layout.size() == 0);
                prop_assert_eq!(extents(&flat.dynamic_layout()), extents(&layout));
                for index in indices(&extents(&layout)) {
                    prop_assert_eq!(flat.try_at(&coord(&index)), view.try_at(&coord(&index)));
                }
            }
        }
    }
}
