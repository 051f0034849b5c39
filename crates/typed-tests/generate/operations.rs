//! The operations that return a layout, and their rows: first golden ones, then random ones.

use std::collections::HashSet;

use layout_core::{Coord, IntTuple, Layout};

use super::axes;
use super::call::{Call, Operand, is_padded_divide};
use super::golden::{Row, RowFate};
use super::sample::SampleRandom;

/// The kinds of operations by their operands.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Unary,
    /// Returns a result of this kind, or refuses integers.
    Inverse,
    /// A layout or a tiler by mode.
    Tiler,
    Layout,
    Extent,
    Profile,
    Path,
    Select,
    Coord,
    Mode,
    Range,
    Replace,
    /// A rank, and a layout to pad with.
    Pad,
    /// A number of elements.
    Count,
    /// Two numbers of bits.
    Bits,
    /// A shape, whose integers matter.
    Shape,
    /// A shape and an order.
    Ordered,
    /// A profile with a leaf for each mode.
    Nest,
    /// All modes, each once.
    Permute,
    /// A coordinate whose `_` are removed.
    Dice,
    /// A slice for each axis.
    Slices,
}

/// A method and the alias in `ops`.
pub struct Operation {
    pub method: &'static str,
    pub alias: &'static str,
    pub kind: Kind,
}

const fn of(method: &'static str, alias: &'static str, kind: Kind) -> Operation {
    Operation { method, alias, kind }
}

pub const OPERATIONS: [Operation; 64] = [
    of("coalesce", "Coalesce", Kind::Unary),
    of("coalesce_by", "CoalesceBy", Kind::Profile),
    of("compose", "Compose", Kind::Tiler),
    of("right_inverse", "RightInverse", Kind::Inverse),
    of("left_inverse", "LeftInverse", Kind::Inverse),
    of("inverse", "Inverse", Kind::Inverse),
    of("nullspace", "Nullspace", Kind::Inverse),
    of("max_common_layout", "MaxCommonLayout", Kind::Layout),
    of("complement", "Complement", Kind::Extent),
    of("complement_padded", "ComplementPadded", Kind::Extent),
    of("logical_divide", "LogicalDivide", Kind::Tiler),
    of("zipped_divide", "ZippedDivide", Kind::Tiler),
    of("tiled_divide", "TiledDivide", Kind::Tiler),
    of("flat_divide", "FlatDivide", Kind::Tiler),
    of("logical_divide_padded", "LogicalDividePadded", Kind::Tiler),
    of("zipped_divide_padded", "ZippedDividePadded", Kind::Tiler),
    of("tiled_divide_padded", "TiledDividePadded", Kind::Tiler),
    of("flat_divide_padded", "FlatDividePadded", Kind::Tiler),
    of("logical_product", "LogicalProduct", Kind::Tiler),
    of("zipped_product", "ZippedProduct", Kind::Tiler),
    of("tiled_product", "TiledProduct", Kind::Tiler),
    of("flat_product", "FlatProduct", Kind::Tiler),
    of("blocked_product", "BlockedProduct", Kind::Layout),
    of("raked_product", "RakedProduct", Kind::Layout),
    of("upcast", "Upcast", Kind::Count),
    of("downcast", "Downcast", Kind::Count),
    of("recast_bits", "RecastBits", Kind::Bits),
    of("like", "Like", Kind::Inverse),
    of("fragment_like", "FragmentLike", Kind::Inverse),
    of("sort", "Sort", Kind::Inverse),
    of("filter", "Filter", Kind::Unary),
    of("filter_zeros", "FilterZeros", Kind::Unary),
    of("filter_by", "FilterBy", Kind::Profile),
    of("filter_zeros_by", "FilterZerosBy", Kind::Profile),
    of("with_shape", "WithShape", Kind::Shape),
    of("refine", "Refine", Kind::Shape),
    of("tile_to_shape", "TileToShape", Kind::Shape),
    of("tile_to_shape_ordered", "TileToShapeOrdered", Kind::Ordered),
    of("permute", "Permute", Kind::Permute),
    of("zip", "Zip", Kind::Unary),
    of("unflatten", "Unflatten", Kind::Nest),
    of("append_to", "AppendTo", Kind::Pad),
    of("prepend_to", "PrependTo", Kind::Pad),
    of("dice", "Dice", Kind::Dice),
    of("reshape", "Reshape", Kind::Shape),
    of("broadcast_to", "BroadcastTo", Kind::Shape),
    of("squeeze", "Squeeze", Kind::Unary),
    of("unsqueeze", "Unsqueeze", Kind::Mode),
    of("unsqueeze_axes", "UnsqueezeAxes", Kind::Permute),
    of("transpose", "Transpose", Kind::Unary),
    of("to_flat", "ToFlat", Kind::Inverse),
    of("merge_axes", "MergeAxes", Kind::Range),
    of("merge_axes_by", "MergeAxesBy", Kind::Mode),
    of("slice_axes", "SliceAxes", Kind::Slices),
    of("flatten", "Flatten", Kind::Unary),
    of("mode", "Mode", Kind::Mode),
    of("get", "Get", Kind::Path),
    of("select", "Select", Kind::Select),
    of("take", "Take", Kind::Range),
    of("group", "Group", Kind::Range),
    of("replace", "Replace", Kind::Replace),
    of("append", "Append", Kind::Layout),
    of("prepend", "Prepend", Kind::Layout),
    of("concat", "Concat", Kind::Layout),
];
/// Separate from the others, because a slice also has an offset.
pub const SLICE: Operation = of("slice", "Slice", Kind::Coord);

/// The minimum number of rows of a table, and of its random rows.
const ROWS: usize = 64;
const RANDOM: usize = 24;

/// The accepted rows of one operation.
pub struct Table {
    pub operation: &'static Operation,
    pub golden: Vec<Call>,
    pub random: Vec<Call>,
}

pub fn tables(golden: &[Row]) -> Vec<Table> {
    OPERATIONS.iter().chain([&SLICE]).map(|operation| table(operation, golden)).collect()
}

fn table(operation: &'static Operation, golden: &[Row]) -> Table {
    let mut seen = HashSet::new();
    let mut fresh = |call: &Call| seen.insert(call.source());
    let golden: Vec<Call> = golden
        .iter()
        .filter_map(|row| {
            let call = parse(operation, row).filter(|call| repeats(row, call))?;
            row.asked(RowFate::Equal);
            Some(call)
        })
        .filter(&mut fresh)
        .collect();
    let mut numbers = SampleRandom::of(operation.method);
    let mut random = Vec::new();
    for &by_mode in styles(operation) {
        let repeated = golden.iter().filter(|call| call.is_by_mode() == by_mode).count();
        let wanted = ROWS.saturating_sub(repeated).max(RANDOM);
        random.extend(accepted(operation, &mut numbers, by_mode).filter(&mut fresh).take(wanted));
    }
    Table { operation, golden, random }
}

/// Whether the tiler is by mode.
fn styles(operation: &Operation) -> &'static [bool] {
    if operation.kind == Kind::Tiler { &[false, true] } else { &[false] }
}

/// Random accepted calls.
fn accepted(
    operation: &'static Operation,
    numbers: &mut SampleRandom,
    by_mode: bool,
) -> impl Iterator<Item = Call> {
    std::iter::repeat_with(move || call(numbers, operation))
        .filter(move |call| call.is_by_mode() == by_mode)
        .filter(|call| call.answer().is_ok_and(|answer| is_interesting(call, &answer)))
}

/// At least `rows` random rows of each operation. They depend on `seed`.
pub fn random_tables(rows: usize, seed: &str) -> Vec<Table> {
    let table = |operation: &'static Operation| {
        let mut numbers = SampleRandom::of(&format!("{seed} {}", operation.method));
        let mut seen = HashSet::new();
        let mut random = Vec::new();
        let styles = styles(operation);
        for &by_mode in styles {
            let fresh = |call: &Call| seen.insert(call.source());
            let wanted = rows.div_ceil(styles.len());
            random.extend(accepted(operation, &mut numbers, by_mode).filter(fresh).take(wanted));
        }
        Table { operation, golden: Vec::new(), random }
    };
    OPERATIONS.iter().chain([&SLICE]).map(table).collect()
}

/// Whether a random row is kept. Of the trivial rows (one leaf, one element, or the operand itself), an eighth is kept.
fn is_interesting(call: &Call, answer: &Layout) -> bool {
    let trivial = call.a.shape().leaf_count() == 1 || answer.size() == 1 || *answer == call.a;
    let small = answer.shape().leaf_count() <= 20;
    small && (!trivial || call.a.size() % 8 == 3)
}

/// Whether two layouts have equal integers, apart from strides of extents of 1.
pub fn is_same(layout: &Layout, golden: &Layout) -> bool {
    let without = |layout: &Layout| {
        let mut stride = layout.stride();
        (0..stride.leaf_count())
            .filter(|&k| layout.shape().value(k) == 1)
            .for_each(|k| stride.set_value(k, 0));
        (layout.shape(), stride)
    };
    without(layout) == without(golden)
}

/// Whether integers can refuse the operation, not only nestings.
pub fn is_refusable(operation: &Operation) -> bool {
    let method = operation.method;
    use Kind::{Bits, Count, Extent, Inverse, Ordered, Shape, Tiler};
    matches!(operation.kind, Tiler | Extent | Inverse | Count | Bits | Shape | Ordered)
        || method.ends_with("product")
        || method == "max_common_layout"
}

/// Whether the result equals the result of the golden row.
pub fn repeats(row: &Row, call: &Call) -> bool {
    let golden = row.out.as_ref().and_then(|out| out.parse::<Layout>().ok());
    matches!((golden, call.answer()), (Some(golden), Ok(answer)) if is_same(&answer, &golden))
}

pub fn tiler(text: &str) -> Option<Operand> {
    let Some(inner) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
        return text.parse().ok().map(Operand::Layout);
    };
    let mode = |part: &String| match part.as_str() {
        "_" => Some(None),
        part => part.parse().ok().map(Some),
    };
    let modes: Option<Vec<_>> = super::text::parts(inner).iter().map(mode).collect();
    modes.map(Operand::Tile)
}

/// The row as a call of `operation`, or of its padded sibling.
pub fn parse(operation: &'static Operation, row: &Row) -> Option<Call> {
    let method = operation.method;
    let padded = method.strip_suffix("_padded").is_some_and(|strict| strict == row.method);
    if !(row.method == method || padded && row.class == "padded") {
        return None;
    }
    let a: Layout = row.operands.first()?.parse().ok()?;
    let second = row.operands.get(1).map(String::as_str);
    let number = |k: usize| row.operands.get(k)?.parse::<usize>().ok();
    let operand = match operation.kind {
        Kind::Unary | Kind::Inverse if row.operands.len() == 1 => Operand::None,
        Kind::Tiler => tiler(second?)?,
        Kind::Layout if row.operands.len() == 2 => Operand::Layout(second?.parse().ok()?),
        Kind::Extent => {
            let m = second.map_or(Ok(a.cosize()), |m| m.parse::<IntTuple>()?.size()).ok()?;
            Operand::Extent(IntTuple::leaf(m))
        }
        Kind::Profile => Operand::Tuple(second?.parse().ok()?),
        Kind::Select if second?.starts_with('(') => Operand::Tuple(second?.parse().ok()?),
        Kind::Coord => Operand::Coord(second?.parse().ok()?),
        Kind::Range if row.operands.get(2)? == "-1" => Operand::Range(number(1)?, a.rank()),
        Kind::Range => Operand::Range(number(1)?, number(2)?),
        Kind::Replace => Operand::Replace(number(1)?, row.operands.get(2)?.parse().ok()?),
        Kind::Pad => Operand::Replace(number(2)?, second?.parse().ok()?),
        Kind::Count => Operand::Mode(number(1)?),
        Kind::Bits => Operand::Range(number(1)?, number(2)?),
        Kind::Shape => Operand::Extent(second?.parse().ok()?),
        Kind::Ordered => {
            Operand::Ordered(second?.parse().ok()?, row.operands.get(2)?.parse().ok()?)
        }
        Kind::Dice => Operand::Coord(second?.parse().ok()?),
        _ => return None,
    };
    Some(Call { method, a, operand })
}

/// A random call, possibly a refused one.
pub fn call(random: &mut SampleRandom, operation: &'static Operation) -> Call {
    let most = if operation.method == "flat_product" { 6 } else { 12 };
    let a = random.layout_of_rank(1, most);
    let a = if axes::is_of_axes(operation.method) { axes::of_rank(random) } else { a };
    let operand = match operation.kind {
        Kind::Unary | Kind::Inverse => Operand::None,
        Kind::Tiler => tiler_for(random, operation.method, &a),
        Kind::Layout if operation.method == "max_common_layout" && !random.once_in(4) => {
            Operand::Layout(random.alike(&a))
        }
        Kind::Layout => Operand::Layout(random.layout_of_rank(1, 4)),
        Kind::Extent => {
            let times = random.pick(&[1, 2, 3, 4]);
            let rest = if random.once_in(3) { random.below(9) as i64 } else { 0 };
            let whole = if random.once_in(2) { a.cosize() } else { a.size() };
            let m = whole.saturating_mul(times).saturating_add(rest);
            Operand::Extent(IntTuple::leaf(m))
        }
        Kind::Profile => Operand::Tuple(random.coarser(&a.shape())),
        Kind::Path => Operand::Tuple(path(random, &a.shape())),
        Kind::Select => {
            let modes = 1 + random.below(4);
            let mode = |_| IntTuple::leaf(random.below(a.rank()) as i64);
            Operand::Tuple(IntTuple::tuple(&(0..modes).map(mode).collect::<Vec<_>>()).unwrap())
        }
        Kind::Coord => Operand::Coord(kept(random, &a)),
        Kind::Mode if operation.method == "merge_axes_by" => {
            Operand::Mode(random.below(2 << a.rank()))
        }
        Kind::Mode => Operand::Mode(random.below(a.rank())),
        Kind::Range => {
            let begin = random.below(a.rank());
            Operand::Range(begin, begin + 1 + random.below(a.rank() - begin))
        }
        Kind::Replace => Operand::Replace(random.below(a.rank()), random.layout_of_rank(1, 3)),
        Kind::Pad => {
            let rank = (a.rank() + random.below(4)).min(12);
            Operand::Replace(rank, random.layout_of_rank(1, 3))
        }
        Kind::Count => Operand::Mode(random.pick(&[1, 2, 2, 3, 4, 4, 6, 8, 16])),
        Kind::Bits => {
            let bits = [1, 2, 4, 6, 8, 8, 16, 32, 64, 128];
            Operand::Range(random.pick(&bits), random.pick(&bits))
        }
        Kind::Shape if operation.method == "with_shape" => {
            Operand::Extent(random.fitting(&a).shape())
        }
        Kind::Shape if operation.method == "reshape" => Operand::Extent(axes::reshaped(random, &a)),
        Kind::Shape if operation.method == "broadcast_to" => {
            Operand::Extent(axes::broadcast(random, &a))
        }
        Kind::Shape if operation.method == "refine" => Operand::Extent(finer(random, &a.shape())),
        Kind::Slices => Operand::Slices(axes::slices(random, &a)),
        Kind::Shape => Operand::Extent(target(random, &a)),
        Kind::Ordered => {
            let shape = target(random, &a);
            let place = |_| IntTuple::leaf(random.below(5) as i64);
            let order: Vec<IntTuple> = (0..shape.rank()).map(place).collect();
            Operand::Ordered(shape, IntTuple::tuple(&order).unwrap())
        }
        Kind::Nest => Operand::Tuple(random.nesting(a.rank())),
        Kind::Permute if operation.method == "unsqueeze_axes" => {
            Operand::Tuple(axes::inserted(random, &a))
        }
        Kind::Permute => {
            let mut modes: Vec<i64> = (0..a.rank() as i64).collect();
            (1..modes.len()).for_each(|k| modes.swap(k, random.below(k + 1)));
            let modes: Vec<IntTuple> = modes.into_iter().map(IntTuple::leaf).collect();
            Operand::Tuple(IntTuple::tuple(&modes).unwrap())
        }
        Kind::Dice => Operand::Coord(random.coordinate(&a.shape(), true)),
    };
    Call { method: operation.method, a, operand }
}

fn tiler_for(random: &mut SampleRandom, method: &str, a: &Layout) -> Operand {
    let by_mode = random.once_in(3);
    match (method.ends_with("product"), by_mode) {
        (true, true) => {
            let modes = 1 + random.below(a.rank().min(3));
            let mode = |_| (!random.once_in(7)).then(|| random.layout_of_rank(1, 2));
            Operand::Tile((0..modes).map(mode).collect())
        }
        (true, false) => Operand::Layout(random.layout_of_rank(1, 4)),
        (false, true) => Operand::Tile(random.tile(a)),
        (false, false) => {
            let fitting = random.fitting(a);
            // A tile that does not divide, so the padded siblings round.
            let rounds = is_padded_divide(method) && random.once_in(2);
            let odd = Layout::col_major(IntTuple::leaf(2 + random.below(11) as i64)).unwrap();
            Operand::Layout(if rounds { odd } else { fitting })
        }
    }
}

fn path(random: &mut SampleRandom, shape: &IntTuple) -> IntTuple {
    let (mut at, mut numbers) = (*shape, Vec::new());
    while at.depth() > 0 && at.rank() > 0 && !random.once_in(4) {
        let mode = random.below(at.rank());
        numbers.push(IntTuple::leaf(mode as i64));
        at = at.mode(mode).unwrap();
    }
    IntTuple::tuple(&numbers).unwrap()
}

fn kept(random: &mut SampleRandom, a: &Layout) -> Coord {
    loop {
        let coord = random.coordinate(&a.shape(), true);
        if coord.to_string().contains('_') {
            return coord;
        }
    }
}

/// A shape that divides some leaves, and joins some tuples. Some have another size.
fn finer(random: &mut SampleRandom, shape: &IntTuple) -> IntTuple {
    let size = shape.size().unwrap();
    if shape.depth() > 0 && random.once_in(5) {
        return IntTuple::leaf(size);
    }
    if shape.depth() > 0 {
        let mode = |i| finer(random, &shape.mode(i).unwrap());
        return IntTuple::tuple(&(0..shape.rank()).map(mode).collect::<Vec<_>>()).unwrap();
    }
    let part = random.pick(&[1, 2, 2, 3, 4]);
    let more = i64::from(random.once_in(30));
    match size % part {
        0 if random.once_in(2) => {
            IntTuple::tuple(&[IntTuple::leaf(part), IntTuple::leaf(size / part + more)]).unwrap()
        }
        _ => IntTuple::leaf(size),
    }
}

/// A shape that copies of `a` fill. Some of the shapes are not filled.
fn target(random: &mut SampleRandom, a: &Layout) -> IntTuple {
    let mut modes: Vec<i64> = (0..a.rank())
        .map(|i| a.mode(i).unwrap().size().saturating_mul(random.pick(&[1, 1, 2, 2, 3, 4])))
        .collect();
    if random.once_in(3) && modes.len() < 12 {
        modes.push(random.pick(&[1, 2, 3]));
    }
    if random.once_in(8) {
        modes[0] += 1;
    }
    let mode = |size: i64, random: &mut SampleRandom| {
        if size % 2 == 0 && random.once_in(5) {
            IntTuple::tuple(&[IntTuple::leaf(2), IntTuple::leaf(size / 2)]).unwrap()
        } else {
            IntTuple::leaf(size)
        }
    };
    let modes: Vec<IntTuple> = modes.into_iter().map(|size| mode(size, random)).collect();
    if modes.len() == 1 && random.once_in(3) { modes[0] } else { IntTuple::tuple(&modes).unwrap() }
}
