//! XLA's shapes and their operations.

use static_layout_dialects::xla::{ElementType, TileSize, XlaLayout, XlaShape};

use crate::said::{Recorded, Say};
use crate::universe::RandomSource;

fn dimensions(source: &mut RandomSource, rank: usize) -> Vec<i64> {
    let extents = source.of(&[&[1, 2, 3, 4, 6][..], &[1, 1, 2, 8], &[0, 2, 5], &[1 << 31, 3, 1]]);
    (0..rank).map(|_| source.of(extents)).collect()
}

fn order(source: &mut RandomSource, rank: usize) -> Vec<i64> {
    let mut order: Vec<i64> = (0..rank as i64).rev().collect();
    if source.once_in(2) {
        (1..rank).for_each(|k| order.swap(k, source.below(k + 1)));
    }
    if source.once_in(30) && rank > 0 {
        order[0] = source.of(&[-1, 0, 9]);
    }
    order
}

fn layout(source: &mut RandomSource, rank: usize) -> XlaLayout {
    let mut layout =
        XlaLayout::new(&order(source, rank)).unwrap_or(XlaLayout::descending(rank).unwrap());
    for _ in 0..source.of(&[0, 0, 1, 1, 2]) {
        let sizes: Vec<TileSize> = (0..source.of(&[1, 2, 2, 3]))
            .map(|_| {
                if source.once_in(6) {
                    TileSize::Merged
                } else {
                    TileSize::Of(source.of(&[1, 2, 3, 4, 8]))
                }
            })
            .collect();
        layout = layout.tiled(&sizes).unwrap_or(layout);
    }
    let layout = layout.with_element_bits(source.of(&[0, 0, 0, 4, 12, 16])).unwrap();
    layout.with_tail_alignment(source.of(&[1, 1, 1, 4])).unwrap()
}

fn shape(source: &mut RandomSource) -> XlaShape {
    let rank = source.below(5);
    let element = ElementType::of(source.of(&["f32", "bf16", "s4", "u8", "pred", "c64"])).unwrap();
    let plain = XlaShape::new(element, &dimensions(source, rank), layout(source, rank));
    let made = plain.unwrap_or_else(|_| "f32[2,3]{1,0}".parse().unwrap());
    // Dynamic dimensions, with a bound or without.
    let said = made.to_string();
    let marked = match source.below(16) {
        0 => said.replacen('[', "[<=", 1),
        1 => said.replacen(',', ",<=", 1),
        2 => said.replacen('[', "[<=", 1).replacen(',', ",<=", 2),
        3 => {
            let start = said.find('[').unwrap() + 1;
            let end = start + said[start..].find([',', ']']).unwrap();
            format!("{}?{}", &said[..start], &said[end..])
        }
        _ => return made,
    };
    marked.parse().unwrap_or(made)
}

#[test]
fn shapes() {
    let (answers, mut source) = (Recorded::of("xla"), RandomSource::new(50));
    for _ in 0..900 {
        let a = shape(&mut source);
        let (rank, k) = (a.rank(), source.below(5));
        let said = a.to_string();
        let operand = said.as_str();
        let add = |name: &'static str, answer: &dyn Say| answers.add(name, &[&operand], answer);
        add("parse", &said.parse::<XlaShape>().map(|a| a.to_string()));
        add("element_count", &a.element_count());
        add("element_bits", &a.element_bits());
        add("element_size", &a.element_size_in_bytes());
        add("allocation_size", &a.allocation_size_in_bytes());
        add("data_size", &a.data_size_in_bytes());
        add("byte_strides", &a.byte_strides());
        add("true_rank", &a.true_rank());
        add("longest_split", &a.longest_split(k));
        add("interleaved", &a.interleaved());
        add("to_layout", &a.to_layout());
        add("is_untiled", &a.is_untiled());
        add("dimension", &a.dimension(k as i64 - 2));
        add("dimension_stride", &a.dimension_stride(k));
        add("is_dynamic", &a.is_dynamic(k));
        add("to_static", &a.to_static().map(|a| a.to_string()));
        add("admits", &a.admits(&dimensions(&mut source, rank)));
        add("admits", &a.admits(a.dimensions()));
        add("packed", &a.packed().to_string());
        add("drop_degenerate", &a.drop_degenerate_dimensions().map(|a| a.to_string()));
        add("has_degenerate", &a.has_degenerate_dimensions());
        add("delete", &a.delete_dimensions(&[k, source.below(4)]).map(|a| a.to_string()));
        add("insert", &a.insert_dimension(k, 3).map(|a| a.to_string()));
        add("prepend_major", &a.prepend_major_dimension(2).map(|a| a.to_string()));
        add("append_minor", &a.append_minor_dimension(2).map(|a| a.to_string()));
        add("most_major", &a.is_effectively_most_major(k));
        add("physically_ordered", &a.physically_ordered().map(|a| a.to_string()));
        let permutation = order(&mut source, rank);
        add("permute", &a.permute(&permutation).map(|a| a.to_string()));
        add("normalized_transpose", &a.normalized_transpose(&permutation));
        let index = dimensions(&mut source, rank);
        let index: Vec<i64> = a
            .dimensions()
            .iter()
            .zip(index)
            .map(|(&n, i)| if i < 9 { i % n.max(1) } else { i })
            .collect();
        add("offset", &a.offset(&index));
        add("linear_index", &a.linear_index(&index));
        add("contains", &a.contains(&index));
        let mut next = index.clone();
        add("bump", &a.bump(&mut next));
        add("bumped", &next);
        let linear = source.of(&[0, 1, 5, 11, -1, 1 << 40]);
        let mut there = vec![0; rank];
        add("multi_index", &a.multi_index(linear, &mut there));
        add("multi_index_of", &there);
        let layout = a.layout();
        add("move_to_major", &layout.move_to_major(k).map(|a| a.to_string()));
        add("move_to_minor", &layout.move_to_minor(k).map(|a| a.to_string()));
        add("minor", &layout.minor(k));
        add("major", &layout.major(k));
        add("physical_position", &layout.physical_position(k));
        let fields = [
            layout.memory_space(),
            layout.element_size_in_bits(),
            layout.tail_padding_alignment(),
            layout.metadata_bytes(),
        ];
        add("fields", &fields);
        add("with_memory_space", &layout.with_memory_space(linear).map(|a| a.to_string()));
        let tile: Vec<String> = (0..3).map(|k| format!("{:?}", layout.tile(k))).collect();
        add("tile", &tile);
        add("element_type", &format!("{:?} {:?}", a.element_type(), a.dimensions()));
        add("descending", &layout.has_descending_order());
        add("ascending", &layout.has_ascending_order());
        add("consecutive", &layout.are_consecutive(&permutation[..rank.min(2)]));
    }
    answers.compare();
}

/// Every small shape of one and of two dimensions, with two tilings.
#[test]
fn tiled_twice() {
    let answers = Recorded::of("xla_tiled");
    let element = ElementType::of("s32").unwrap();
    let tile = |sizes: &[i64]| -> Vec<TileSize> {
        sizes.iter().map(|&n| if n == 0 { TileSize::Merged } else { TileSize::Of(n) }).collect()
    };
    let tiles =
        [&[2][..], &[3], &[4], &[1, 2], &[2, 1], &[2, 2], &[3, 2], &[0, 2], &[0, 3], &[2, 0, 2]];
    for dimensions in
        [&[4][..], &[5], &[7], &[12], &[3, 4], &[4, 3], &[5, 6], &[2, 1], &[1, 7], &[2, 3, 4]]
    {
        let rank = dimensions.len();
        for plain in [XlaLayout::descending(rank), XlaLayout::ascending(rank)] {
            for outer in tiles {
                for inner in tiles {
                    let layout = plain.and_then(|a| a.tiled(&tile(outer))?.tiled(&tile(inner)));
                    let Ok(a) =
                        layout.and_then(|layout| XlaShape::new(element, dimensions, layout))
                    else {
                        continue;
                    };
                    let said = a.to_string();
                    let add = |name: &'static str, answer: &dyn Say| {
                        answers.add(name, &[&said.as_str()], answer);
                    };
                    add("data_size", &a.data_size_in_bytes());
                    add("allocation_size", &a.allocation_size_in_bytes());
                    add("to_layout", &a.to_layout());
                    add("is_untiled", &a.is_untiled());
                    let last: Vec<i64> = dimensions.iter().map(|n| n - 1).collect();
                    add("offset", &a.offset(&last));
                }
            }
        }
    }
    answers.compare();
}

#[test]
fn pairs_of_shapes() {
    let (answers, mut source) = (Recorded::of("xla_pair"), RandomSource::new(51));
    for _ in 0..900 {
        let a = shape(&mut source);
        let rank = a.rank();
        // Another order, the same elements in another shape, or any shape.
        let b = match source.below(4) {
            0 => a.with_layout(layout(&mut source, rank)).unwrap_or(a),
            1 => {
                let permutation = order(&mut source, rank);
                a.permute(&permutation).unwrap_or(a)
            }
            2 => a.drop_degenerate_dimensions().unwrap_or(a),
            _ => shape(&mut source),
        };
        let b = if source.once_in(2) { b.with_element_type(a.element_type()) } else { b };
        let said = [a.to_string(), b.to_string()];
        let add = |name: &'static str, answer: &dyn Say| answers.add(name, &[&said], answer);
        add("reshape_is_bitcast", &a.reshape_is_bitcast(&b));
        let permutation = order(&mut source, rank);
        add("transpose_is_bitcast", &a.transpose_is_bitcast(&b, &permutation));
        add("transpose_for_bitcast", &a.transpose_for_bitcast(&b));
        add("bitcast", &a.bitcast(&b).map(|found| format!("{found:?}")));
        let unmodified: Vec<String> =
            a.unmodified_dimensions(&b).map(|(i, j)| format!("{i}-{j}")).collect();
        add("unmodified", &unmodified);
        add("reshaped_layout", &a.reshaped_layout(b.dimensions()));
        let aligned = a.aligned(b.dimensions());
        add("aligned", &aligned.map(|found| found.map(|found| found.to_string())));
        let plain = source.layout();
        let of = XlaShape::of(&plain, a.element_type()).map(|shape| shape.to_string());
        answers.add("of", &[&plain], &of);
    }
    answers.compare();
}
