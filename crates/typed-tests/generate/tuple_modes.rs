//! Rows about the modes of tuples, by number, range or list, and about comparisons.

use std::collections::HashSet;

use layout_core::{IntTuple, LayoutError};

use super::rows::test;
use super::sample::SampleRandom;
use super::text::{self, with_unknown};

/// The number of rows in each table.
const ROWS: usize = 20;

/// The forms of a call.
enum ModesForm {
    /// `t.mode::<1>()`.
    Number(fn(&IntTuple, usize) -> ModesAnswer),
    /// `t.take::<0, 2>()`.
    Range(fn(&IntTuple, usize, usize) -> ModesAnswer),
    /// `t.insert::<1, _>(x)`.
    Before(fn(&IntTuple, usize, &IntTuple) -> ModesAnswer),
    /// `t.get(coord!(1, 0))`.
    Path(fn(&IntTuple, &[usize]) -> ModesAnswer),
    /// `t.select::<Shape!(1, 0)>()`.
    List(fn(&IntTuple, &[usize]) -> ModesAnswer),
    /// `t.sort()`: static, of depth 1.
    Sort,
}

type ModesAnswer = Result<IntTuple, LayoutError>;

const METHODS: [(&str, &str, ModesForm); 10] = [
    ("mode", "tuple_number", ModesForm::Number(|t, i| t.mode(i))),
    ("remove", "tuple_number", ModesForm::Number(|t, i| t.remove(i))),
    ("repeat", "tuple_number", ModesForm::Number(|t, n| t.repeat(n))),
    ("take", "tuple_range", ModesForm::Range(|t, b, e| t.take(b, e))),
    ("group", "tuple_range", ModesForm::Range(|t, b, e| t.group(b, e))),
    ("replace", "tuple_before", ModesForm::Before(|t, i, x| t.replace(i, x))),
    ("insert", "tuple_before", ModesForm::Before(|t, i, x| t.insert(i, x))),
    ("get", "tuple_path", ModesForm::Path(|t, path| t.get(path))),
    ("select", "tuple_list", ModesForm::List(|t, modes| t.select(modes))),
    ("sort", "tuple_structure", ModesForm::Sort),
];

type ModesComparison = fn(&IntTuple, &IntTuple) -> Result<bool, LayoutError>;

const COMPARISONS: [(&str, ModesComparison); 10] = [
    ("elem_less", |a, b| a.elem_less(b)),
    ("elem_leq", |a, b| a.elem_leq(b)),
    ("elem_gtr", |a, b| a.elem_gtr(b)),
    ("elem_geq", |a, b| a.elem_geq(b)),
    ("lex_less", |a, b| a.lex_less(b)),
    ("colex_less", |a, b| a.colex_less(b)),
    ("congruent", |a, b| Ok(a.congruent(b))),
    ("weakly_congruent", |a, b| Ok(a.weakly_congruent(b))),
    ("compatible", |a, b| Ok(a.compatible(b))),
    ("weakly_compatible", |a, b| Ok(a.weakly_compatible(b))),
];

/// A tuple with some run-time leaves.
fn mixed(random: &mut SampleRandom) -> IntTuple {
    let (shape, times) = (random.shape(), random.pick(&[1, 2, 3, 1 << 20]));
    with_unknown(&shape, &mut std::iter::repeat_with(|| random.once_in(times)))
}

/// The numbers of modes along a path in `tuple`.
fn path(random: &mut SampleRandom, tuple: &IntTuple) -> Vec<usize> {
    let (mut at, mut numbers) = (*tuple, Vec::new());
    while at.depth() > 0 && (numbers.is_empty() || random.once_in(2)) {
        numbers.push(random.below(at.rank()));
        at = at.mode(numbers[numbers.len() - 1]).unwrap();
    }
    numbers
}

fn list(numbers: &[usize]) -> String {
    let one = if numbers.len() == 1 { "," } else { "" };
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("({}{one})", numbers.join(","))
}

/// The operands of one call, and its result.
fn call(form: &ModesForm, random: &mut SampleRandom) -> Option<(String, IntTuple)> {
    let t = match form {
        ModesForm::Sort => {
            let leaves: Vec<IntTuple> =
                (0..1 + random.below(6)).map(|_| (random.below(9) as i64).into()).collect();
            IntTuple::tuple(&leaves).unwrap()
        }
        _ => mixed(random),
    };
    let source = text::tuple(&t);
    let (operands, answer) = match form {
        ModesForm::Number(ask) => {
            let n = random.below(t.rank().max(4));
            (format!(" {n}"), ask(&t, n))
        }
        ModesForm::Range(ask) => {
            let begin = random.below(t.rank());
            let end = begin + 1 + random.below(t.rank() - begin);
            (format!(" {begin} {end}"), ask(&t, begin, end))
        }
        ModesForm::Before(ask) => {
            let (i, x) = (random.below(t.rank() + 1), mixed(random));
            (format!(" {i} [{}]", text::tuple(&x)), ask(&t, i, &x))
        }
        ModesForm::Path(ask) => {
            let path = path(random, &t);
            (format!(" {}", list(&path)), ask(&t, &path))
        }
        ModesForm::List(ask) => {
            let modes: Vec<usize> =
                (0..1 + random.below(4)).map(|_| random.below(t.rank())).collect();
            (format!(" {}", list(&modes)), ask(&t, &modes))
        }
        ModesForm::Sort => (String::new(), t.sort()),
    };
    Some((format!("[{source}]{operands}"), answer.ok()?))
}

fn method(name: &str, table: &str, form: &ModesForm) -> String {
    let (mut random, mut rows) = (SampleRandom::of(&format!("modes {name}")), Vec::new());
    let mut seen = HashSet::new();
    while rows.len() < ROWS {
        if let Some((source, answer)) = call(form, &mut random)
            && seen.insert(source.clone())
        {
            rows.push(format!("{source} => {:?};", answer.marked().as_str()));
        }
    }
    test(name, &format!("{table}! {{ {name};"), &rows)
}

/// Tuples whose leaves differ slightly.
fn near(random: &mut SampleRandom, tuple: &IntTuple) -> IntTuple {
    let mut out = *tuple;
    for k in 0..out.leaf_count() {
        out.set_value(k, (out.value(k) + random.below(3) as i64 - 1).max(0));
    }
    out
}

fn comparison(name: &str, ask: ModesComparison) -> String {
    let (mut random, mut rows) = (SampleRandom::of(&format!("comparison {name}")), Vec::new());
    let mut holds = 0;
    // Equal numbers of true and false rows.
    while rows.len() < ROWS {
        let a = mixed(&mut random);
        let b = match random.below(4) {
            0 => near(&mut random, &a),
            1 => a,
            2 => random.coarser(&a),
            _ => mixed(&mut random),
        };
        let (a, b) = if random.once_in(2) { (a, b) } else { (b, a) };
        let Ok(answer) = ask(&a, &b) else { continue };
        let wanted = if answer { holds } else { rows.len() - holds };
        if wanted < ROWS / 2 {
            holds += usize::from(answer);
            rows.push(format!("[{}] [{}] => {answer};", text::tuple(&a), text::tuple(&b)));
        }
    }
    test(name, &format!("tuple_predicate! {{ {name};"), &rows)
}

/// All tables.
pub fn tests() -> String {
    let methods = METHODS.iter().map(|(name, table, form)| method(name, table, form));
    let comparisons = COMPARISONS.iter().map(|(name, ask)| comparison(name, *ask));
    methods.chain(comparisons).collect()
}
