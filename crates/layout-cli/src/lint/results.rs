//! Results of operations: the exact one by the engine, and, where several are right, by the equation.

use std::collections::BTreeMap;

use layout_core::{Layout, LayoutError, Tiler};
use static_layout_dialects::CuteLayout;

use super::fact::Claim;
use super::{Checked, Finding, Rule};
use crate::MaybeSwizzled;
use crate::language::Value;
use crate::language::operations::{NoValue, apply, named};
use crate::language::symbolic;

/// The most linear indices of one comparison.
const MOST: i64 = 1 << 20;

/// The linear indices that the comparisons of one text may still take.
pub(super) struct Budget(i64);

impl Default for Budget {
    fn default() -> Self {
        Self(1 << 27)
    }
}

impl Budget {
    /// The number of the indices `0..size` that one more comparison takes.
    fn take(&mut self, size: i64) -> i64 {
        let taken = size.min(MOST).min(self.0);
        self.0 -= taken;
        taken
    }
}

/// Where a result first differs from the exact one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Difference {
    /// A coordinate of the stated layout, and its two values.
    at: String,
    stated: String,
    exact: String,
}

/// Whether a stated result satisfies the equation of its operation.
enum Law {
    Holds,
    Fails(Difference),
    /// The operation has one result only, or too many coordinates.
    Unknown,
}

/// Compares a claim with the engine.
pub(super) fn check(claim: &Claim, budget: &mut Budget, checked: &mut Checked) -> Option<Finding> {
    if claim.operands.iter().chain(&claim.stated).any(|of| matches!(of, Value::Symbolic(_))) {
        return of_names(claim, checked);
    }
    let exact = match run(claim.operation, &claim.operands) {
        Some(exact) => exact,
        None => {
            checked.skipped += 1;
            return None;
        }
    };
    *checked.evaluated.entry(claim.operation.to_owned()).or_default() += 1;
    match (exact, &claim.stated) {
        (Ok(_), None) => None,
        (Ok(exact), Some(stated)) => wrong(claim, &exact, stated, budget),
        (Err(refused), stated) => refusal(claim, &refused, stated.as_ref(), budget),
    }
}

/// The value of an operation by the engine. None where no row takes these operands.
fn run(operation: &str, operands: &[Value]) -> Option<Result<Value, LayoutError>> {
    if PARTS.contains(&operation) {
        return operands.first().cloned().map(Ok);
    }
    match apply(named(operation), operands).0 {
        Ok(value) => Some(Ok(value)),
        Err(NoValue::Refused(error)) => Some(Err(*error)),
        Err(_) => None,
    }
}

/// Compares the integers that are known of a claim about layouts of names.
fn of_names(claim: &Claim, checked: &mut Checked) -> Option<Finding> {
    let apply = |name: &str| match (PARTS.contains(&name), claim.operands.first()) {
        (true, Some(exact)) => Some(exact.clone()),
        _ => symbolic::apply(name, &claim.operands).ok(),
    };
    let padded = || apply(&format!("{}_padded", claim.operation)).filter(|_| claim.rounds);
    let types = || {
        let exact = apply(claim.operation).or_else(padded)?;
        Some((unnamed(&exact)?, unnamed(claim.stated.as_ref()?)?))
    };
    let Some((exact, stated)) = types() else {
        checked.skipped += 1;
        return None;
    };
    *checked.evaluated.entry(format!("{} of run time", claim.operation)).or_default() += 1;
    differ(&exact, &stated).then(|| {
        let call = call(claim);
        let message = format!("{call} is {stated} here, and the exact result is {exact}");
        let found = Finding::new(Rule::WrongResult, &claim.span, message);
        found.layout("stated", &stated).layout("exact", &exact).fix(Some(format!("write {exact}")))
    })
}

/// A layout as the CuTe DSL writes it, with `?` in the place of names.
fn unnamed(value: &Value) -> Option<String> {
    let layout = match value {
        Value::Symbolic(layout) => CuteLayout::from(**layout),
        value => CuteLayout::from(value.as_layout()?),
    };
    layout.to_string().split('"').nth(1).map(str::to_owned)
}

/// Whether two layouts of the same nesting have different integers in a place where both are known. The stride of an
/// extent of 1 has no meaning.
fn differ(exact: &str, stated: &str) -> bool {
    let is_bracket = |c: char| matches!(c, '(' | ')' | ',' | ':');
    let nesting = |text: &str| text.chars().filter(|c| is_bracket(*c)).collect::<String>();
    if nesting(exact) != nesting(stated) {
        return false;
    }
    let leaves = |text: &str| -> Vec<String> {
        text.split(is_bracket).filter(|leaf| !leaf.is_empty()).map(str::to_owned).collect()
    };
    let (exact, stated) = (leaves(exact), leaves(stated));
    let count = exact.len() / 2;
    let is_other = |k: usize| {
        exact[k] != stated[k] && ![&exact[k], &stated[k]].iter().any(|leaf| leaf.contains('?'))
    };
    (0..count).any(|k| is_other(k) || exact[k] != "1" && is_other(count + k))
}

/// A stated result of an operation that has an exact one.
fn wrong(claim: &Claim, exact: &Value, stated: &Value, budget: &mut Budget) -> Option<Finding> {
    let difference = match (MaybeSwizzled::of(exact), MaybeSwizzled::of(stated)) {
        (Some(a), Some(b)) if !is_number(exact) => difference(&a, &b, budget)?,
        _ if exact.to_string() == stated.to_string() => return None,
        _ => Difference { at: String::new(), stated: stated.to_string(), exact: exact.to_string() },
    };
    match law(claim, stated, budget) {
        Law::Holds => None,
        _ => Some(finding(claim, stated, Some(exact), &difference)),
    }
}

/// Whether a value is an integer or a tuple, whose text is compared.
fn is_number(value: &Value) -> bool {
    matches!(value, Value::Tuple(_))
}

fn finding(claim: &Claim, stated: &Value, exact: Option<&Value>, found: &Difference) -> Finding {
    let call = call(claim);
    let Difference { at, stated: is, exact: right } = found;
    let message = match at.as_str() {
        "" if is.is_empty() => format!("{call} is {stated} here: {right}"),
        "" => format!("{call} is {stated} here, and the exact result is {right}"),
        _ => format!("{call} is {stated} here: at {at} it is {is}, and the exact value is {right}"),
    };
    let mut found = Finding::new(Rule::WrongResult, &claim.span, message);
    let operands = if PARTS.contains(&claim.operation) { &[] } else { claim.operands.as_slice() };
    for (name, operand) in NAMES.iter().zip(operands) {
        found = found.layout(name, operand);
    }
    found = found.layout("stated", stated);
    match exact {
        Some(exact) => found.layout("exact", exact).fix(Some(format!("write {exact}"))),
        None => found,
    }
}

/// The names of operands in reports.
const NAMES: [&str; 3] = ["a", "b", "c"];

/// Claims whose operand is the exact result, which a reader has computed.
const PARTS: [&str; 4] = ["view", "row-major view", "offset", "slice"];

fn call(claim: &Claim) -> String {
    if PARTS.contains(&claim.operation) {
        return format!("the {}", claim.operation);
    }
    let operands: Vec<_> = claim.operands.iter().map(ToString::to_string).collect();
    format!("{}({})", claim.operation, operands.join(", "))
}

/// A claim that the engine refuses. The system may round up, or know a result by another rule.
fn refusal(
    claim: &Claim,
    refused: &LayoutError,
    stated: Option<&Value>,
    budget: &mut Budget,
) -> Option<Finding> {
    if claim.rounds
        && let Some(Ok(padded)) = run(&format!("{}_padded", claim.operation), &claim.operands)
    {
        let wrong = stated.and_then(|stated| wrong(claim, &padded, stated, budget));
        return Some(wrong.unwrap_or_else(|| rounded(claim, refused, &padded)));
    }
    let law = stated.map_or(Law::Unknown, |stated| law(claim, stated, budget));
    let words = refused.message_with_help().to_string();
    let mut lines = words.lines();
    let reason = lines.next().unwrap_or_default();
    let help = lines.next().map(|line| line.trim_start_matches("help: "));
    match (law, stated) {
        (Law::Holds, _) => None,
        (Law::Fails(difference), Some(stated)) => {
            let found = finding(claim, stated, None, &difference);
            let message = format!("{}; {reason}", found.message);
            Some(Finding { message, ..found.fix(help) })
        }
        (_, stated) => {
            let message = match stated {
                Some(stated) => format!("{reason}; the text has {stated}"),
                None => reason.to_owned(),
            };
            let mut found = Finding::new(Rule::Inadmissible, &claim.span, message).fix(help);
            for (name, operand) in NAMES.iter().zip(&claim.operands) {
                found = found.layout(name, operand);
            }
            Some(stated.into_iter().fold(found, |found, stated| found.layout("stated", stated)))
        }
    }
}

/// A result that hangs over the operand.
fn rounded(claim: &Claim, refused: &LayoutError, padded: &Value) -> Finding {
    let words = refused.message_with_help().to_string();
    let reason = words.lines().next().unwrap_or_default();
    let message = format!("{} rounds up to {padded}: {reason}", call(claim));
    let found = Finding::new(Rule::Rounded, &claim.span, message).layout("padded", padded);
    found.fix(Some("test each coordinate against the bounds"))
}

/// The first coordinate at which two layouts differ. None where they are the same function.
fn difference(
    exact: &MaybeSwizzled,
    stated: &MaybeSwizzled,
    budget: &mut Budget,
) -> Option<Difference> {
    if let (MaybeSwizzled::Plain(a), MaybeSwizzled::Plain(b)) = (exact, stated)
        && a.same_function(b)
    {
        return None;
    }
    let (size, other) = (exact.size(), stated.size());
    let most = budget.take(size.min(other));
    let index = match exact.plain().is_coordinate() || stated.plain().is_coordinate() {
        true => (0..most).find(|&i| exact.image(i) != stated.image(i)),
        false => {
            let mut pairs = exact.offsets().zip(stated.offsets()).take(usize::try_from(most).ok()?);
            pairs.position(|(a, b)| a != b).and_then(|index| i64::try_from(index).ok())
        }
    };
    let value = |layout: &MaybeSwizzled, i: i64| match layout.image(i).filter(|_| i < layout.size())
    {
        Some(image) => image.to_string(),
        None => format!("outside its {} coordinates", layout.size()),
    };
    let index = match index {
        Some(index) => index,
        None if size == other && most == size => return None,
        None if size != other && most == size.min(other) => most,
        None => {
            let coalesced = |layout: &Layout| layout.coalesce().map_or(*layout, |layout| layout);
            let [stated, exact] = [stated, exact].map(|of| coalesced(&of.plain()).to_string());
            return Some(Difference { at: format!("a coordinate past {most}"), stated, exact });
        }
    };
    let shape = if index < other { stated.plain() } else { exact.plain() };
    let at = shape.coord(index).map_or_else(|_| index.to_string(), |c| c.to_string());
    Some(Difference { at, stated: value(stated, index), exact: value(exact, index) })
}

/// Whether a stated result satisfies the equation of its operation, coordinate by coordinate.
fn law(claim: &Claim, stated: &Value, budget: &mut Budget) -> Law {
    let (Some(Value::Layout(a)), Some(r)) = (claim.operands.first(), stated.as_layout()) else {
        return Law::Unknown;
    };
    match (claim.operation, claim.operands.get(1)) {
        ("compose", Some(b)) => composition(a, b, &r, budget),
        ("right_inverse", _) => {
            let exact = |i: i64| i;
            maps(&r, r.size(), |i| a.index(&r.index(&i.into())?.into()), exact, budget)
        }
        ("left_inverse", _) => {
            let exact = |i: i64| i;
            maps(a, a.size(), |i| r.index(&a.index(&i.into())?.into()), exact, budget)
        }
        ("complement", Some(b)) => complement(a, b, &r, budget),
        (divide, _) if divide.ends_with("_divide") => division(a, &r, budget),
        _ => Law::Unknown,
    }
}

/// `found(i) = exact(i)` for each linear index of `domain`.
fn maps(
    domain: &Layout,
    size: i64,
    found: impl Fn(i64) -> Result<i64, LayoutError>,
    exact: impl Fn(i64) -> i64,
    budget: &mut Budget,
) -> Law {
    if domain.is_coordinate() || budget.take(size) < size {
        return Law::Unknown;
    }
    for i in 0..size {
        let Ok(value) = found(i) else { return Law::Unknown };
        if value != exact(i) {
            let at = domain.coord(i).map_or_else(|_| i.to_string(), |c| c.to_string());
            let (stated, exact) = (value.to_string(), exact(i).to_string());
            return Law::Fails(Difference { at, stated, exact });
        }
    }
    Law::Holds
}

/// `r(c) = a(b(c))`, mode by mode for a tiler by mode.
fn composition(a: &Layout, b: &Value, r: &Layout, budget: &mut Budget) -> Law {
    let tiler = match b {
        Value::Layout(b) => Tiler::whole(*b),
        Value::Tiler(tiler) => *tiler,
        Value::Tuple(shape) => match Layout::col_major(*shape) {
            Ok(layout) => Tiler::whole(layout),
            Err(_) => return Law::Unknown,
        },
        _ => return Law::Unknown,
    };
    let Some(b) = tiler.as_whole() else { return by_mode(a, &tiler, r, budget) };
    if a.is_coordinate() || b.is_coordinate() || r.is_coordinate() {
        return Law::Unknown;
    }
    let size = b.size();
    if budget.take(size) < size {
        return Law::Unknown;
    }
    for i in 0..size {
        let Some(exact) = b.index(&i.into()).and_then(|at| a.index(&at.into())).ok() else {
            return Law::Unknown;
        };
        let stated = if i < r.size() { r.index(&i.into()).ok() } else { None };
        if stated != Some(exact) {
            let shape = if i < r.size() { r } else { b };
            let at = shape.coord(i).map_or_else(|_| i.to_string(), |c| c.to_string());
            let outside = || format!("outside its {} coordinates", r.size());
            let stated = stated.map_or_else(outside, |stated| stated.to_string());
            return Law::Fails(Difference { at, stated, exact: exact.to_string() });
        }
    }
    match r.size() == size {
        true => Law::Holds,
        false => Law::Fails(outside(r, size, b)),
    }
}

/// The first coordinate of a result that has more than the `size` ones of `of`.
fn outside(r: &Layout, size: i64, of: &Layout) -> Difference {
    let at = r.coord(size).map_or_else(|_| size.to_string(), |c| c.to_string());
    let stated = r.index(&size.into()).map_or_else(|_| String::new(), |offset| offset.to_string());
    Difference { at, stated, exact: format!("outside the {size} coordinates of {of}") }
}

/// A divide has each offset of `a` once.
fn division(a: &Layout, r: &Layout, budget: &mut Budget) -> Law {
    let most = a.size().max(r.size());
    if a.is_coordinate() || r.is_coordinate() || budget.take(most) < most {
        return Law::Unknown;
    }
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for offset in a.iter() {
        *counts.entry(offset).or_default() += 1;
    }
    for (offset, i) in r.iter().zip(0..) {
        let left = counts.entry(offset).or_default();
        *left -= 1;
        if *left < 0 {
            let at = r.coord(i).map_or_else(|_| i.to_string(), |c| c.to_string());
            let exact = format!("another offset: {a} has {offset} less often");
            return Law::Fails(Difference { at, stated: offset.to_string(), exact });
        }
    }
    // No offset is left over: another order, about which the operation's own rule decides.
    let Some(i) = a.iter().position(|offset| counts.get(&offset).is_some_and(|left| *left > 0))
    else {
        return Law::Unknown;
    };
    let i = i64::try_from(i).unwrap_or(i64::MAX);
    let at = a.coord(i).map_or_else(|_| i.to_string(), |c| c.to_string());
    let exact = format!("it leaves out the element of {a} at {at}");
    Law::Fails(Difference { at: String::new(), stated: String::new(), exact })
}

/// A composition by mode, compared with the one that the engine finds from all offsets.
fn by_mode(a: &Layout, tiler: &Tiler, r: &Layout, budget: &mut Budget) -> Law {
    let Ok(exact) = a.compose_exact(tiler) else { return Law::Unknown };
    match difference(&exact.into(), &(*r).into(), budget) {
        None => Law::Holds,
        Some(difference) => Law::Fails(difference),
    }
}

/// `(a, r)` maps one to one, and reaches each of `0..m`.
fn complement(a: &Layout, m: &Value, r: &Layout, budget: &mut Budget) -> Law {
    let Value::Tuple(m) = m else { return Law::Unknown };
    let (Ok(a), Ok(m)) = (a.filter(), m.size()) else { return Law::Unknown };
    let Ok(both) = a.concat(r) else { return Law::Unknown };
    if both.is_coordinate() || budget.take(both.size()) < both.size() || both.size() < m {
        return Law::Unknown;
    }
    let mut offsets: Vec<i64> = both.iter().collect();
    offsets.sort_unstable();
    match offsets.iter().zip(0..).all(|(offset, k)| *offset == k) {
        true => Law::Holds,
        false => Law::Unknown,
    }
}
