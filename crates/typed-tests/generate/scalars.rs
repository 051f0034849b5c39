//! Rows whose result is a number, a coordinate or a truth value, and the compact layouts.

use std::collections::HashSet;

use layout_core::{Coord, IntTuple, Layout};

use super::File;
use super::golden::{Row, RowFate};
use super::rows::{head, test};
use super::sample::SampleRandom;
use super::text;

/// The number of random rows in each table.
const RANDOM: usize = 40;

/// A tuple as a Rust expression: a tuple of one element has a comma.
pub fn expression(tuple: &IntTuple) -> String {
    match (tuple.depth(), tuple.rank()) {
        (0, _) => tuple.value(0).to_string(),
        (_, 1) => format!("({},)", expression(&tuple.mode(0).unwrap())),
        (_, rank) => {
            let part = |i| expression(&tuple.mode(i).unwrap());
            format!("({})", (0..rank).map(part).collect::<Vec<_>>().join(","))
        }
    }
}

fn shape(text: &str) -> Option<IntTuple> {
    match text.split_once(':') {
        Some(_) => text.parse::<Layout>().ok().map(|layout| layout.shape()),
        None => text.parse().ok(),
    }
}

fn layout(text: &str) -> Option<Layout> {
    match text.split_once(':') {
        Some(_) => text.parse().ok(),
        None => Layout::col_major(text.parse().ok()?).ok(),
    }
}

/// The golden rows of the methods with the result `expected`, then random rows.
struct ScalarSource<'a> {
    golden: &'a [Row],
    seen: HashSet<String>,
    rows: Vec<String>,
}

impl<'a> ScalarSource<'a> {
    fn of(golden: &'a [Row]) -> Self {
        ScalarSource { golden, seen: HashSet::new(), rows: Vec::new() }
    }

    fn push(&mut self, row: String) -> bool {
        let fresh = self.seen.insert(row.clone());
        if fresh {
            self.rows.push(row);
        }
        fresh
    }

    fn golden(&mut self, methods: &[&str], row: impl Fn(&Row) -> Option<String>) {
        for golden in self.golden.iter().filter(|row| methods.contains(&row.method.as_str())) {
            if let Some(row) = row(golden) {
                golden.asked(RowFate::Equal);
                self.push(row);
            }
        }
    }

    fn random(
        mut self,
        name: &str,
        mut row: impl FnMut(&mut SampleRandom) -> Option<String>,
    ) -> Vec<String> {
        let mut random = SampleRandom::of(name);
        let mut wanted = RANDOM;
        while wanted > 0 {
            if row(&mut random).is_some_and(|row| self.push(row)) {
                wanted -= 1;
            }
        }
        self.rows
    }
}

fn numbers(a: &Layout) -> Option<String> {
    let (size, cosize) = (a.size(), a.cosize());
    let row = format!("{size} {cosize} {} {};", a.rank(), a.depth());
    Some(format!("[{}] => {row}", text::layout(a)))
}

fn number_rows(golden: &[Row]) -> Vec<String> {
    let mut source = ScalarSource::of(golden);
    source.golden(&["size", "cosize", "rank", "depth"], |row| {
        let a = layout(row.operands.first()?)?;
        let answer = match row.method.as_str() {
            "size" => a.size(),
            "cosize" => a.cosize(),
            "rank" => a.rank() as i64,
            _ => a.depth() as i64,
        };
        assert_eq!(row.out.as_deref(), Some(answer.to_string().as_str()));
        numbers(&a)
    });
    source.random("numbers", |random| numbers(&random.layout()))
}

fn index(a: &Layout, c: &Coord, inside: bool) -> Option<String> {
    let plain: IntTuple = c.to_string().parse().ok()?;
    let image = a.image(c).ok()?;
    let natural = (0..image.leaf_count()).all(|k| image.value(k) >= 0);
    (a.try_image(c).is_ok() == inside && natural).then(|| {
        let (c, image) = (expression(&plain), expression(&image));
        format!("[{}] {c} => {image};", text::layout(a))
    })
}

fn index_rows(golden: &[Row], inside: bool) -> Vec<String> {
    let mut source = ScalarSource::of(golden);
    source.golden(&["index", "compact_index"], |row| {
        let (a, c) = match row.method.as_str() {
            "index" => (layout(&row.operands[0])?, row.operands[1].parse().ok()?),
            _ => (layout(&row.operands[1])?, row.operands[0].parse().ok()?),
        };
        let image = a.image(&c).ok()?.to_string();
        // CuTe prints a coordinate of one element as a unit: `6@0`.
        let unit = |out: &str| format!("({})", out.trim_end_matches("@0"));
        let out = row.out.as_deref().unwrap();
        assert!(out == image || unit(out) == image, "{out}");
        self::index(&a, &c, inside)
    });
    source.random(if inside { "index" } else { "index_outside" }, |random| {
        let a = random.layout();
        let mut shape = a.shape();
        if !inside {
            (0..shape.leaf_count()).for_each(|k| shape.set_value(k, shape.value(k).min(99) * 3));
        }
        index(&a, &random.coordinate(&shape, false), inside)
    })
}

fn coordinate(a: &Layout, i: i64) -> Option<String> {
    let (natural, by_mode) = (a.coord(i).ok()?, a.flat_coord(i).ok()?);
    let (natural, by_mode) = (expression(&natural), expression(&by_mode));
    Some(format!("[{}] {i} => {natural} {by_mode};", text::layout(a)))
}

fn coordinate_rows(golden: &[Row]) -> Vec<String> {
    let mut source = ScalarSource::of(golden);
    source.golden(&["compact_coord"], |row| {
        let (a, i) = (layout(&row.operands[1])?, row.operands[0].parse().ok()?);
        assert_eq!(row.out, a.coord(i).ok().map(|c| c.to_string()));
        coordinate(&a, i)
    });
    source.random("coordinates", |random| {
        let a = random.layout();
        coordinate(&a, random.below(a.size().clamp(1, 1 << 40) as usize) as i64)
    })
}

fn compact_rows(golden: &[Row], method: &str) -> Vec<String> {
    let answer = |shape: &IntTuple| match method {
        "col_major" => Layout::col_major(*shape).ok(),
        _ => Layout::row_major(*shape).ok(),
    };
    let row = |shape: &IntTuple| Some(format!("{shape} => [{}];", text::layout(&answer(shape)?)));
    let mut source = ScalarSource::of(golden);
    source.golden(&[method], |golden| row(&shape(&golden.operands[0])?));
    source.random(method, |random| row(&random.shape()))
}

fn ordered_rows(golden: &[Row]) -> Vec<String> {
    let row = |shape: &IntTuple, order: &IntTuple| {
        let answer = Layout::ordered(*shape, *order).ok()?;
        // `order(..)` is always a tuple.
        (order.depth() > 0).then(|| format!("{shape} {order} => [{}];", text::layout(&answer)))
    };
    let mut source = ScalarSource::of(golden);
    source.golden(&["ordered"], |golden| {
        row(&shape(&golden.operands[0])?, &golden.operands[1].parse().ok()?)
    });
    source.random("ordered", |random| {
        let shape = random.shape();
        row(&shape, &random.coarser(&shape))
    })
}

fn predicate_rows(golden: &[Row]) -> Vec<String> {
    let row = |a: &IntTuple, b: &IntTuple| {
        let (congruent, weakly) = (a.congruent(b), a.weakly_congruent(b));
        Some(format!("{a} {b} => {congruent} {weakly} {};", a.compatible(b)))
    };
    let mut source = ScalarSource::of(golden);
    source.golden(&["congruent", "weakly_congruent", "compatible"], |golden| {
        let (a, b) = (shape(&golden.operands[0])?, shape(&golden.operands[1])?);
        let answer = match golden.method.as_str() {
            "congruent" => a.congruent(&b),
            "weakly_congruent" => a.weakly_congruent(&b),
            _ => a.compatible(&b),
        };
        assert_eq!(golden.out.as_deref(), Some(answer.to_string().as_str()));
        row(&a, &b)
    });
    source.random("predicates", |random| {
        let a = random.shape();
        // Often, one refines the other.
        let b = match random.below(4) {
            0 => random.shape(),
            1 => a,
            2 => random.coarser(&a),
            _ => IntTuple::leaf(a.size().ok()?),
        };
        if random.once_in(2) { row(&a, &b) } else { row(&b, &a) }
    })
}

fn vector_rows(golden: &[Row]) -> Vec<String> {
    let row = |a: &Layout, b: &Layout| {
        let size = a.max_common_vector(b).ok()?;
        Some(format!("[{}] [{}] => {size};", text::layout(a), text::layout(b)))
    };
    let mut source = ScalarSource::of(golden);
    source.golden(&["max_common_vector"], |golden| {
        let (a, b) = (layout(&golden.operands[0])?, layout(&golden.operands[1])?);
        let size = a.max_common_vector(&b).ok()?.to_string();
        assert!(golden.out.as_ref().is_none_or(|out| *out == size));
        row(&a, &b)
    });
    source.random("max_common_vector", |random| {
        let a = random.layout();
        row(&a, &random.alike(&a))
    })
}

fn property_rows() -> Vec<String> {
    let row = |random: &mut SampleRandom| {
        let a = random.layout();
        let m = if random.once_in(2) { a.size() } else { random.below(24) as i64 };
        let (injective, covers) = (a.is_injective().ok()?, a.covers(m).ok()?);
        let (bijective, contiguous) = (a.is_bijective(), a.is_contiguous());
        let onto = a.is_surjective_onto(m);
        let a = text::layout(&a);
        Some(format!("[{a}] {m} => {injective} {bijective} {contiguous} {covers} {onto};"))
    };
    let mut random = SampleRandom::of("properties");
    std::iter::repeat_with(|| row(&mut random)).flatten().take(80).collect()
}

fn dynamic_rows() -> Vec<String> {
    let row = |random: &mut SampleRandom| {
        let (a, b) = (random.layout(), random.layout());
        // Another layout, most often of the same nesting.
        let mut shape = a.shape();
        shape.set_value(0, a.shape().value(0) + 1);
        let next = Layout::new(shape, a.stride()).ok()?;
        let other = if random.once_in(4) { b } else { next };
        (other != a).then(|| format!("[{}] [{}];", text::layout(&a), text::layout(&other)))
    };
    let mut random = SampleRandom::of("dynamic");
    std::iter::repeat_with(|| row(&mut random)).flatten().take(64).collect()
}

fn identity_rows(golden: &[Row]) -> Vec<String> {
    let row = |shape: &IntTuple| {
        Some(format!("{shape} => [{}];", text::layout(&Layout::identity(*shape).ok()?)))
    };
    let mut source = ScalarSource::of(golden);
    source.golden(&["identity"], |golden| {
        let shape = shape(&golden.operands[0])?;
        assert_eq!(golden.out.as_ref()?.parse(), Layout::identity(shape));
        row(&shape)
    });
    source.random("identity", |random| row(&random.shape()))
}

fn coshape_rows(golden: &[Row]) -> Vec<String> {
    let row = |a: &Layout| Some(format!("[{}] => {};", text::layout(a), a.coshape().ok()?));
    let mut source = ScalarSource::of(golden);
    source.golden(&["coshape"], |golden| {
        let a = layout(&golden.operands[0])?;
        assert_eq!(golden.out.as_deref(), Some(a.coshape().ok()?.to_string().as_str()));
        row(&a)
    });
    source.random("coshape", |random| {
        let a = random.layout();
        row(&a.compose(&Layout::identity(a.shape()).ok()?.into()).ok()?)
    })
}

fn alignment_rows(golden: &[Row]) -> Vec<String> {
    let row = |a: &Layout| format!("[{}] => {};", text::layout(a), a.max_alignment());
    let mut rows = ScalarSource::of(golden);
    rows.golden(&["max_alignment"], |golden| {
        let a = layout(&golden.operands[0])?;
        assert_eq!(golden.out, Some(a.max_alignment().to_string()));
        Some(row(&a))
    });
    rows.random("max_alignment", |random| Some(row(&random.layout_of_rank(1, 12))))
}

pub fn file(golden: &[Row]) -> File {
    let mut text =
        head("Numbers, indices, coordinates, properties, predicates and compact layouts.");
    let tables = [
        ("numbers", "numbers! {", number_rows(golden)),
        ("index", "index! {", index_rows(golden, true)),
        ("index_outside", "index_outside! {", index_rows(golden, false)),
        ("coordinates", "coordinates! {", coordinate_rows(golden)),
        ("col_major", "compact_in! { col_major ColMajor col;", compact_rows(golden, "col_major")),
        ("row_major", "compact_in! { row_major RowMajor row;", compact_rows(golden, "row_major")),
        ("ordered", "ordered! {", ordered_rows(golden)),
        ("predicates", "predicates! {", predicate_rows(golden)),
        ("vectors", "vectors! {", vector_rows(golden)),
        ("max_alignment", "alignment! {", alignment_rows(golden)),
        ("properties", "properties! {", property_rows()),
        ("identity", "identity! {", identity_rows(golden)),
        ("coshape", "coshape! {", coshape_rows(golden)),
        ("to_and_from_dynamic", "dynamic! {", dynamic_rows()),
    ];
    for (name, open, rows) in tables {
        text += &test(name, open, &rows);
    }
    File { name: "index", text }
}
