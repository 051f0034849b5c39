//! XLA's tiled shapes, compared with lists of positions.

use layout_core::Coord;
use proptest::prelude::*;
use static_layout_dialects::xla::{TileSize, XlaLayout, XlaShape};

/// The offset of an index by definition: each tile replaces the last dimensions by tile numbers and positions within
/// a tile.
fn naive_offset(shape: &XlaShape, index: &[i64]) -> i64 {
    let order: Vec<usize> =
        shape.layout().minor_to_major().iter().rev().map(|&d| d as usize).collect();
    let mut places: Vec<(i64, i64)> =
        order.iter().map(|&d| (index[d], shape.dimensions()[d])).collect();
    for tile in (0..).map_while(|k| shape.layout().tile(k)) {
        while places.len() < tile.len() {
            places.insert(0, (0, 1));
        }
        let tail = places.split_off(places.len() - tile.len());
        let (mut inside, mut carried) = (Vec::new(), (0, 1));
        for (&(at, extent), size) in tail.iter().zip(tile) {
            carried = (carried.0 * extent + at, carried.1 * extent);
            if let &TileSize::Of(size) = size {
                places.push((carried.0 / size, (carried.1 + size - 1) / size));
                inside.push((carried.0 % size, size));
                carried = (0, 1);
            }
        }
        places.extend(inside);
    }
    places.iter().fold(0, |offset, &(at, extent)| offset * extent + at)
}

fn indices(shape: &XlaShape) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for &extent in shape.dimensions() {
        let longer = |index: &Vec<i64>| {
            let index = index.clone();
            (0..extent).map(move |i| index.iter().copied().chain([i]).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Integers at the boundaries of ranges.
fn hostile() -> impl Strategy<Value = i64> {
    prop_oneof![
        0..9_i64,
        prop::sample::select(&[1 << 31, 1 << 32, 1 << 61, 1 << 62, i64::MAX - 1, i64::MAX][..]),
    ]
}

fn tile() -> impl Strategy<Value = Vec<TileSize>> {
    let size = prop_oneof![
        4 => (1..5_i64).prop_map(TileSize::Of),
        1 => Just(TileSize::Merged),
    ];
    (prop::collection::vec(size, 0..3), 1..5_i64).prop_map(|(mut sizes, last)| {
        sizes.push(TileSize::Of(last));
        sizes
    })
}

fn dimensions() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(prop::sample::select(&[1, 1, 2, 3, 4, 5, 6, 8][..]), 0..4)
}

fn layout(rank: usize) -> impl Strategy<Value = XlaLayout> {
    let order = Just((0..rank as i64).collect::<Vec<_>>()).prop_shuffle();
    (order, prop::collection::vec(tile(), 0..3)).prop_map(|(order, tiles)| {
        let untiled = XlaLayout::new(&order).unwrap();
        tiles.iter().fold(untiled, |layout, sizes| layout.tiled(sizes).unwrap())
    })
}

fn shape() -> impl Strategy<Value = XlaShape> {
    dimensions().prop_flat_map(|dimensions| {
        layout(dimensions.len()).prop_map(move |layout| {
            let s32 = static_layout_dialects::xla::ElementType::of("s32").unwrap();
            XlaShape::new(s32, &dimensions, layout).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn offsets_are_those_of_the_definition(a in shape()) {
        let mut seen = Vec::new();
        let layout = a.to_layout();
        for index in indices(&a) {
            let offset = a.offset(&index).unwrap();
            prop_assert_eq!(offset, naive_offset(&a, &index));
            if let Ok(layout) = &layout {
                let text: Vec<String> = index.iter().map(i64::to_string).collect();
                let comma = if index.len() == 1 { "," } else { "" };
                let coordinate: Coord = format!("({}{comma})", text.join(",")).parse().unwrap();
                prop_assert_eq!(layout.index(&coordinate), Ok(offset), "{}", layout);
            }
            seen.push(offset);
        }
        let end = seen.iter().max().map_or(0, |offset| offset + 1);
        prop_assert_eq!(a.data_size_in_bytes().unwrap(), end * 4);
        if a.layout().tile(1).is_none() {
            prop_assert!(a.allocation_size_in_bytes().unwrap() >= end * 4);
        }
        seen.sort_unstable();
        prop_assert!(seen.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn one_tile_is_always_a_layout(dimensions in dimensions(), sizes in prop::collection::vec(1..5_i64, 1..4)) {
        let sizes: Vec<TileSize> = sizes.into_iter().map(TileSize::Of).collect();
        let order = XlaLayout::descending(dimensions.len()).unwrap().tiled(&sizes).unwrap();
        let s32 = static_layout_dialects::xla::ElementType::of("s32").unwrap();
        let a = XlaShape::new(s32, &dimensions, order).unwrap();
        prop_assert!(a.to_layout().is_ok(), "{}: {:?}", a, a.to_layout());
    }

    #[test]
    fn texts_come_back(a in shape(), bits in 0..9_i64, space in 0..6_i64, align in 1..5_i64) {
        let mut text = a.to_string();
        prop_assert_eq!(text.parse::<XlaShape>(), Ok(a));
        if a.rank() > 0 {
            text.pop();
            let colon = if a.layout().tile(0).is_some() { "" } else { ":" };
            let written = format!("{text}{colon}L({align})#(u32)*(s64)E({bits})S({space})SC(0:1,2)M(8)}}");
            let read: XlaShape = written.parse().unwrap();
            prop_assert_eq!(read.layout().memory_space(), space);
            prop_assert_eq!(read.to_string().parse::<XlaShape>(), Ok(read));
        }
    }

    #[test]
    fn linear_indices_come_back(a in shape()) {
        let mut index = vec![0; a.rank()];
        for linear in 0..a.element_count().unwrap() {
            a.multi_index(linear, &mut index).unwrap();
            prop_assert_eq!(a.linear_index(&index).unwrap(), linear);
        }
        prop_assert!(a.multi_index(a.element_count().unwrap(), &mut index).is_err());
    }

    #[test]
    fn bitcasts_move_nothing(a in shape(), pick in any::<prop::sample::Index>()) {
        let count = a.element_count().unwrap();
        let divisors: Vec<i64> = (1..=count).filter(|d| count % d == 0).collect();
        let d = divisors[pick.index(divisors.len())];
        for order in [[0, 1], [1, 0]] {
            let order = XlaLayout::new(&order).unwrap();
            let b = XlaShape::new(a.element_type(), &[d, count / d], order).unwrap();
            let offsets = |shape: &XlaShape| {
                let all = indices(shape);
                all.iter().map(|index| shape.offset(index).unwrap()).collect::<Vec<_>>()
            };
            prop_assert_eq!(a.reshape_is_bitcast(&b).unwrap(), offsets(&a) == offsets(&b));
        }
        let untiled = a.with_layout(XlaLayout::new(a.layout().minor_to_major()).unwrap()).unwrap();
        if let Some(b) = untiled.aligned(&[d, count / d]).unwrap() {
            prop_assert!(untiled.reshape_is_bitcast(&b).unwrap());
        }
        let c = untiled.physically_ordered().unwrap();
        prop_assert!(untiled.bitcast(&c).unwrap().is_some());
    }

    #[test]
    fn untiled_shapes_are_layouts_and_back(a in shape()) {
        let untiled = a.with_layout(XlaLayout::new(a.layout().minor_to_major()).unwrap()).unwrap();
        let layout = untiled.to_layout().unwrap();
        let b = XlaShape::of(&layout, a.element_type()).unwrap();
        prop_assert!(untiled.reshape_is_bitcast(&b).unwrap() && untiled.dimensions() == b.dimensions());
        // A tiled shape is none, unless its tiles move no element.
        if let Ok(layout) = a.to_layout()
            && let Ok(b) = XlaShape::of(&layout, a.element_type())
            && b.dimensions() == a.dimensions()
        {
            prop_assert!(a.reshape_is_bitcast(&b).unwrap(), "{}: {}", a, b);
        }
    }

    #[test]
    fn hostile_numbers_are_answered_or_refused(
        dimensions in prop::collection::vec(hostile(), 0..4),
        tiles in prop::collection::vec(prop::collection::vec(hostile(), 1..4), 0..4),
        numbers in prop::array::uniform4(hostile()),
    ) {
        let list = |numbers: &[i64]| {
            numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
        };
        let order: Vec<i64> = (0..dimensions.len() as i64).collect();
        let [align, bits, cut, index] = numbers;
        let tiles: String = tiles.iter().map(|tile| format!("({})", list(tile))).collect();
        let tiles = if tiles.is_empty() { tiles } else { format!("T{tiles}") };
        let properties = format!("{tiles}L({align})E({bits})SC(0:{cut},{index})");
        let text = format!("s4[{}]{{{}:{properties}}}", list(&dimensions), list(&order));
        let Ok(a) = text.parse::<XlaShape>() else { return Ok(()) };
        let at = vec![index; a.rank()];
        let _ = (a.to_layout(), a.offset(&at), a.linear_index(&at), a.byte_strides());
        let _ = (a.allocation_size_in_bytes(), a.element_size_in_bytes(), a.true_rank());
        let _ = (a.multi_index(index, &mut at.clone()), a.physically_ordered(), a.longest_split(0));
        if a.element_count().is_ok_and(|count| count < 1 << 10) {
            let _ = (a.data_size_in_bytes(), a.is_untiled(), a.bitcast(&a), a.aligned(&[1, 2]));
        }
        let _ = (a.insert_dimension(0, index), a.prepend_major_dimension(cut));
        let _ = a.aligned(&[index, cut]);
    }

    #[test]
    fn inserted_dimensions_go_again(a in shape(), at in 0..4_usize) {
        prop_assume!(at <= a.rank() && a.rank() < 4);
        let b = a.insert_dimension(at, 3).unwrap();
        prop_assert_eq!(b.delete_dimensions(&[at]), Ok(a));
        let c = a.prepend_major_dimension(3).unwrap();
        prop_assert_eq!(c.layout().major(0), Some(0));
    }
}
