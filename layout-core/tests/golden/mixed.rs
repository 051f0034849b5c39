//! Golden rows with run-time integers. `_4` is known. The value of a bare `4` must not decide the form.

use layout_core::{IntTuple, Layout, LayoutError, Mode, Rule, Tiler};

use crate::GoldenRow;
use crate::operation::{RowOutcome, evaluate, notation};
use crate::support::{layout, tuple};

/// `text` with `4` for each `_4`.
fn unmarked(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '_' || !characters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '-')
        {
            out.push(c);
        }
    }
    out
}

/// A tuple whose leaves without `_` are unknown.
fn marked_tuple(text: &str) -> IntTuple {
    let mut marks = text
        .split(['(', ')', ','])
        .map(str::trim)
        .filter(|leaf| !leaf.is_empty())
        .map(|leaf| leaf.starts_with('_'))
        .collect::<Vec<_>>()
        .into_iter();
    fn rebuild(tuple: &IntTuple, marks: &mut impl Iterator<Item = bool>) -> IntTuple {
        if tuple.depth() == 0 {
            let value = tuple.value(0);
            return if marks.next().unwrap() {
                IntTuple::leaf(value)
            } else {
                IntTuple::unknown(value)
            };
        }
        let parts: Vec<IntTuple> =
            (0..tuple.rank()).map(|i| rebuild(&tuple.mode(i).unwrap(), marks)).collect();
        IntTuple::tuple(&parts).unwrap()
    }
    rebuild(&tuple(&unmarked(text)), &mut marks)
}

/// A layout. An integer or a shape is column-major.
pub(crate) fn marked_layout(text: &str) -> Layout {
    match text.split_once(':') {
        Some((shape, stride)) => {
            layout_core::internal::unchecked_layout(marked_tuple(shape), marked_tuple(stride))
        }
        None => Layout::col_major(marked_tuple(text)).unwrap(),
    }
}

/// The parts of a by-mode tiler.
fn parts(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in text.chars() {
        depth += (c == '(') as i32 - (c == ')') as i32;
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(c);
        }
    }
    parts
}

fn marked_tiler(text: &str) -> Tiler {
    let Some(inner) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
        return Tiler::whole(marked_layout(text));
    };
    let mode = |part: &String| match part.as_str() {
        "_" => Mode::Keep,
        part => Mode::Layout(marked_layout(part)),
    };
    Tiler::by_mode(&parts(inner).iter().map(mode).collect::<Vec<_>>()).unwrap()
}

fn number(text: &str) -> i64 {
    unmarked(text).parse().unwrap()
}

/// The result for the marked operands, and for the same integers, each known.
type MarkedAndKnown = (Result<Layout, LayoutError>, Result<Layout, LayoutError>);

fn both(row: &GoldenRow, padded: bool) -> Option<MarkedAndKnown> {
    let a = marked_layout(&row.operands[0]);
    let second = row.operands.get(1).map(String::as_str);
    let pair =
        |f: &dyn Fn(&Layout) -> Result<Layout, LayoutError>| Some((f(&a), f(&a.set_known())));
    let tiled = |f: &dyn Fn(&Layout, &Tiler) -> Result<Layout, LayoutError>| {
        let t = marked_tiler(second.unwrap());
        Some((f(&a, &t), f(&a.set_known(), &unmarked(second.unwrap()).parse().unwrap())))
    };
    let rounded = |f: &dyn Fn(&Layout, &Tiler) -> Result<layout_core::Padded, LayoutError>| {
        tiled(&|a, t| f(a, t).map(|padded| padded.layout()))
    };
    match row.operation.as_str() {
        "coalesce" => pair(&Layout::coalesce),
        "make_layout_like" => pair(&Layout::like),
        "upcast" => pair(&|a| a.upcast(number(second.unwrap()))),
        "downcast" => pair(&|a| a.downcast(number(second.unwrap()))),
        "recast_layout" => {
            let (new, old) = row.attribute.as_deref().unwrap().split_once(',').unwrap();
            pair(&|a| a.recast_bits(number(old), number(new)))
        }
        "tile_to_shape" => {
            let order = row.operands.get(2).map_or(IntTuple::leaf(0), |text| marked_tuple(text));
            let tiled = |a: Layout, shape| a.tile_to_shape_ordered(&shape, &order);
            let shape = second.unwrap();
            Some((tiled(a, marked_tuple(shape)), tiled(a.set_known(), tuple(&unmarked(shape)))))
        }
        "filter" => pair(&Layout::filter),
        "left_inverse" => pair(&Layout::left_inverse),
        "flatten" => pair(&Layout::flatten),
        "coalesce_by" => pair(&|a| a.coalesce_by(&marked_tuple(second.unwrap()))),
        "slice" => {
            let c = second.unwrap().parse().unwrap();
            pair(&|a| a.slice(&c).map(|(part, _)| part))
        }
        "complement" => {
            let m = second.map(marked_tuple);
            let known = m.map_or_else(|| a.cosize(), |m| m.size().unwrap());
            let m = m.unwrap_or_else(|| IntTuple::unknown(known));
            let m = if m.depth() == 0 { m } else { IntTuple::unknown(known) };
            Some(if padded {
                (a.complement_padded_in(&m), a.set_known().complement_padded(known))
            } else {
                (a.complement_in(&m), a.set_known().complement(known))
            })
        }
        "composition" => tiled(&Layout::compose),
        "logical_divide" if padded => rounded(&Layout::logical_divide_padded),
        "zipped_divide" if padded => rounded(&Layout::zipped_divide_padded),
        "tiled_divide" if padded => rounded(&Layout::tiled_divide_padded),
        "flat_divide" if padded => rounded(&Layout::flat_divide_padded),
        "logical_divide" => tiled(&Layout::logical_divide),
        "zipped_divide" => tiled(&Layout::zipped_divide),
        "tiled_divide" => tiled(&Layout::tiled_divide),
        "flat_divide" => tiled(&Layout::flat_divide),
        "logical_product" => tiled(&Layout::logical_product),
        "blocked_product" => {
            let b = marked_layout(second.unwrap());
            Some((a.blocked_product(&b), a.set_known().blocked_product(&b.set_known())))
        }
        "raked_product" => {
            let b = marked_layout(second.unwrap());
            Some((a.raked_product(&b), a.set_known().raked_product(&b.set_known())))
        }
        "make_layout_left" => {
            let shape = marked_tuple(&row.operands[0]);
            Some((Layout::col_major(shape), Layout::col_major(tuple(&unmarked(&row.operands[0])))))
        }
        "make_layout_right" => {
            let shape = marked_tuple(&row.operands[0]);
            Some((Layout::row_major(shape), Layout::row_major(tuple(&unmarked(&row.operands[0])))))
        }
        "make_ordered_layout" => {
            let (shape, order) = (marked_tuple(&row.operands[0]), marked_tuple(second.unwrap()));
            let known = Layout::ordered(tuple(&unmarked(&row.operands[0])), order);
            Some((Layout::ordered(shape, order), known))
        }
        _ => None,
    }
}

fn same_function(a: &Layout, b: &Layout) -> bool {
    a.size() == b.size() && a.set_known().coalesce().unwrap() == b.set_known().coalesce().unwrap()
}

/// Whether every leaf that CuTe keeps static is known here, with the same value. Strides of extents of 1 do not
/// matter.
fn keeps_static(ours: &Layout, cute: &Layout) -> bool {
    let keeps = |ours: IntTuple, cute: IntTuple, moves: &dyn Fn(usize) -> bool| {
        (0..cute.leaf_count()).all(|k| {
            let same = !moves(k) || ours.value(k) == cute.value(k);
            !cute.is_known(k) || ours.is_known(k) && same
        })
    };
    let moves = |k| ours.shape().value(k) != 1;
    ours.shape().congruent(&cute.shape())
        && keeps(ours.shape(), cute.shape(), &|_| true)
        && keeps(ours.stride(), cute.stride(), &moves)
}

/// The static part of a printed result: that of CuTe, and the beginning of the one with all integers.
fn beginning(row: &GoldenRow) -> Option<Result<&'static str, String>> {
    let a = marked_layout(&row.operands[0]);
    let (mixed, known) = match row.operation.as_str() {
        "right_inverse" => (a.right_inverse(), a.set_known().right_inverse()),
        "nullspace" => (a.nullspace(), a.set_known().nullspace()),
        "max_common_layout" | "max_common_vector" => {
            let b = marked_layout(&row.operands[1]);
            let known = a.set_known().max_common_layout(&b.set_known());
            (a.max_common_layout(&b), known)
        }
        _ => return None,
    };
    let (mixed, known, out) = (mixed.unwrap(), known.unwrap(), row.out.as_ref().unwrap());
    let vector = row.operation == "max_common_vector";
    let known_begins =
        mixed.size() <= known.size() && mixed.iter().eq(known.iter().take(mixed.size() as usize));
    let cute = if vector { format!("{out}:_1") } else { out.clone() };
    let cute = marked_layout(&cute);
    Some(if !known_begins {
        Err(format!("{} is not a beginning of {known}", mixed.marked()))
    } else if vector && mixed.size() == cute.size()
        || same_function(&mixed, &cute) && keeps_static(&mixed, &cute)
    {
        Ok("mixed: equal")
    } else if vector && mixed.size() < cute.size() {
        Ok("mixed: a run-time extent is not taken for the static one beside it")
    } else {
        Err(mixed.marked().to_string())
    })
}

pub(crate) fn check(row: &GoldenRow) -> Result<&'static str, String> {
    if let Some(outcome) = beginning(row) {
        return outcome;
    }
    let Some((mixed, known)) = both(row, row.class == "padded") else {
        return scalar(row);
    };
    if row.class == "padded" && both(row, false).unwrap().0.is_ok() {
        return Err("the strict operation accepts it".to_string());
    }
    let Some(out) = &row.out else {
        return match (mixed, known) {
            (Ok(mixed), Ok(known)) if same_function(&mixed, &known) => {
                Ok("mixed: CuTe refuses, answered")
            }
            (Err(_), _) => Ok("mixed: refused by both"),
            (mixed, known) => Err(format!("{mixed:?} but known {known:?}")),
        };
    };
    let cute = marked_layout(out);
    match (mixed, known) {
        (Err(_), _) if row.class == "wrong" => Ok("mixed: wrong, refused"),
        (Ok(mixed), Ok(known)) if row.class == "wrong" && same_function(&mixed, &known) => {
            Ok("mixed: wrong, answered rightly")
        }
        (Ok(mixed), Ok(known)) => {
            if !same_function(&mixed, &known) {
                return Err(format!("{} differs from the known {known}", mixed.marked()));
            }
            let recast = matches!(row.operation.as_str(), "upcast" | "downcast");
            if recast && !same_function(&mixed, &cute) {
                return Ok("mixed: wrong, answered rightly");
            }
            if !same_function(&mixed, &cute) {
                return Err(format!("{} is another function", mixed.marked()));
            }
            if keeps_static(&mixed, &cute) {
                return Ok("mixed: equal");
            }
            if row.operands[1].contains("<_>") {
                return Ok("`_` in a zipped, tiled or flat divide: all tile, rest 1:0");
            }
            Err(format!("{} keeps less static", mixed.marked()))
        }
        (Err(mixed), Err(known)) if mixed.rule() == known.rule() => match mixed.rule() {
            Rule::Broadcast { .. } => Ok("a tiler that repeats elements: refused"),
            rule => Err(format!("{rule:?}")),
        },
        (mixed, known) => Err(format!("{:?}; known: {known:?}", mixed.map(|mixed| mixed.marked()))),
    }
}

/// Operands of the MLIR dialect with `?`, given values: `4` becomes `_4`, and `?` a bare integer.
fn with_values(text: &str, values: &mut impl Iterator<Item = i64>) -> String {
    let mut out = String::new();
    let mut in_number = false;
    for c in text.chars() {
        if c == '?' {
            out.push_str(&values.next().unwrap().to_string());
        } else {
            if c.is_ascii_digit() && !in_number {
                out.push('_');
            }
            out.push(c);
        }
        in_number = c.is_ascii_digit();
    }
    notation(&out)
}

/// Values for the `?` of a row, another sequence in each trial.
fn values(trial: u64) -> impl Iterator<Item = i64> {
    let mut state = trial.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        [2, 3, 4, 6, 8, 12, 24, 48, 96][(state >> 33) as usize % 9]
    })
}

/// Rows with `?`. For accepted values, the result is the function of the same known integers, and keeps static what
/// the row keeps.
pub(crate) fn check_pattern(row: &GoldenRow) -> Result<Option<&'static str>, String> {
    let Some(out) = row.out.as_ref().filter(|out| *out != "1:1") else { return Ok(None) };
    let unreadable = |text: &String| text.contains("()") || text.matches('[').count() > 1;
    if row.operands.iter().any(unreadable) || !row.kinds.iter().any(|kind| kind == "layout") {
        return Ok(None);
    }
    for trial in 0..3000 {
        // Only adjacent elements can be split.
        let downcast = row.operation == "recast_layout" && trial % 2 == 1;
        let mut values = values(trial).map(|value| if downcast && value > 24 { 1 } else { value });
        let mut operands: Vec<String> =
            row.operands.iter().map(|text| with_values(text, &mut values)).collect();
        if row.operation == "complement" && operands.len() > 1 {
            operands[1] = operands[1].split(':').next().unwrap().to_string();
        }
        let by_shape = row.kinds.get(1).is_some_and(|kind| kind == "shape")
            && !matches!(row.operation.as_str(), "complement" | "tile_to_shape");
        if by_shape && operands[1].starts_with('(') {
            operands[1] = format!("<{}>", &operands[1][1..operands[1].len() - 1]);
        }
        let given = GoldenRow {
            place: row.place.clone(),
            operation: row.operation.clone(),
            operands,
            attribute: row.attribute.clone(),
            kinds: row.kinds.clone(),
            out: None,
            offset: None,
            class: String::new(),
        };
        if unmarked(&given.operands[0]).parse::<Layout>().is_err() {
            continue;
        }
        let Some((mixed, known)) = both(&given, false) else { return Ok(None) };
        let (Ok(mixed), Ok(known)) = (mixed, known) else { continue };
        if !same_function(&mixed, &known) {
            return Err(format!("{:?}: {} is another function", given.operands, mixed.marked()));
        }
        let cute = marked_layout(&with_values(out, &mut std::iter::repeat(2)));
        if !mixed.shape().congruent(&cute.shape()) {
            return Ok(Some("mixed: `?` rows nested otherwise"));
        }
        if !keeps_static(&mixed, &cute) {
            return Err(format!("{:?}: {} keeps less static", given.operands, mixed.marked()));
        }
        return Ok(Some("mixed: keeps static what `?` rows keep"));
    }
    Err("no values are accepted".to_string())
}

/// Rows whose result is an integer or a coordinate: its value, and the known leaves of a natural coordinate.
fn scalar(row: &GoldenRow) -> Result<&'static str, String> {
    if let ("idx2crd", Some(out)) = (row.operation.as_str(), &row.out) {
        let [index, shape] = [0, 1].map(|k| marked_tuple(&row.operands[k]));
        let (ours, cute) = (index.idx2crd(&shape).unwrap(), marked_tuple(out));
        let keeps = |k| !cute.is_known(k) || ours.is_known(k);
        if ours != cute || !(0..cute.leaf_count()).all(keeps) {
            return Err(ours.marked().as_str().to_string());
        }
    }
    let plain = GoldenRow {
        place: row.place.clone(),
        operation: row.operation.clone(),
        operands: row.operands.iter().map(|text| unmarked(text)).collect(),
        attribute: None,
        kinds: Vec::new(),
        out: row.out.clone(),
        offset: row.offset.clone(),
        class: row.class.clone(),
    };
    match (evaluate(&plain), &row.out) {
        (RowOutcome::Elsewhere(reason), _) => Ok(reason),
        (RowOutcome::Answer(Ok(answer)), Some(out)) if answer == unmarked(out) => {
            Ok("mixed: equal")
        }
        (RowOutcome::Answer(answer), _) => Err(format!("{answer:?}")),
    }
}

#[test]
fn marks() {
    assert_eq!(unmarked("(_4,5,_):(_-1,2)"), "(4,5,_):(-1,2)");
    assert_eq!(
        marked_layout("(_2,(_2,5)):(_4,(_1,n))".replace('n', "7").as_str()).marked().as_str(),
        "(_2,(_2,5)):(_4,(_1,7))"
    );
    let _ = layout("4:1");
}
