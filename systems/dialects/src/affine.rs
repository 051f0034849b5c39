//! MLIR's affine maps that are strides: `affine_map<(d0, d1)[s0] -> (d0 * 16 + d1 + s0)>`.
//!
//! A map of one result that is linear in the dimensions has strides and an offset, those of MLIR's
//! `getStridesAndOffset`. A map whose results are the dimensions in another order is the row-major layout of the extents
//! in that order. Products of dimensions, `floordiv`, `ceildiv` and `mod` are refused.

use crate::list::ArrayVec;
use crate::mlir::{NO_SIZES, Size, StridedAttr};
use crate::number::{add, multiply};
use layout_core::scan::{Scanner, expected_at};
use layout_core::{LayoutError, MAX_AXES, Operation};

/// The sum of products that an expression is. A coefficient of `None` is known at run time only.
#[derive(Clone, Copy)]
struct Linear {
    of: [Size; MAX_AXES],
    constant: Size,
}

impl Linear {
    const ZERO: Self = Self { of: [Some(0); MAX_AXES], constant: Some(0) };

    const fn constant(value: Size) -> Self {
        Self { constant: value, ..Self::ZERO }
    }

    /// The value of an expression without dimensions.
    fn as_constant(&self) -> Option<Size> {
        self.of.iter().all(|&of| of == Some(0)).then_some(self.constant)
    }

    fn with(
        mut self,
        other: &Self,
        f: impl Fn(Size, Size) -> Result<Size, LayoutError>,
    ) -> Result<Self, LayoutError> {
        for (a, b) in self.of.iter_mut().zip(other.of) {
            *a = f(*a, b)?;
        }
        self.constant = f(self.constant, other.constant)?;
        Ok(self)
    }

    fn plus(self, other: &Self) -> Result<Self, LayoutError> {
        self.with(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => add(a, b).map(Some).map_err(past),
            _ => Ok(None),
        })
    }

    fn times(self, factor: Size) -> Result<Self, LayoutError> {
        self.with(&Self::ZERO, |a, _| match (a, factor) {
            (Some(0), _) | (_, Some(0)) => Ok(Some(0)),
            (Some(a), Some(factor)) => multiply(a, factor).map(Some).map_err(past),
            _ => Ok(None),
        })
    }

    /// The dimension that the expression is.
    fn as_dimension(&self) -> Option<usize> {
        let mut parts = self.of.iter().enumerate().filter(|(_, of)| **of != Some(0));
        match (parts.next(), parts.next(), self.constant) {
            (Some((k, Some(1))), None, Some(0)) => Some(k),
            _ => None,
        }
    }
}

fn past(rule: layout_core::Rule) -> LayoutError {
    LayoutError::alone(Operation::Parse, rule)
}

/// The names of dimensions or symbols.
type Names<'a> = ArrayVec<&'a str, MAX_AXES>;

/// The names of a map.
struct MapNames<'a> {
    dimensions: Names<'a>,
    symbols: Names<'a>,
}

impl<'a> MapNames<'a> {
    /// Reads a name that is not there yet.
    fn new_name(&self, scanner: &mut Scanner<'a>) -> Result<&'a str, LayoutError> {
        let (place, name) = (scanner.position(), scanner.word());
        if name.is_empty() || name.as_bytes()[0].is_ascii_digit() {
            return Err(expected_at(place, "the name of a dimension or a symbol"));
        }
        let mut known = self.dimensions.as_slice().iter().chain(self.symbols.as_slice());
        match known.any(|known| *known == name) {
            true => {
                Err(expected_at(place, "another name: each is that of one dimension or symbol"))
            }
            false => Ok(name),
        }
    }
}

/// The deepest parentheses that are read, which bounds the recursion.
const DEEPEST: usize = 8;

const NOT_LINEAR: &str = "an affine map that is strides: a sum of dimensions times integers, or the dimensions in another order";

/// Reads an affine map as the layout of these extents.
pub(crate) fn affine_map(
    scanner: &mut Scanner<'_>,
    extents: &[Size],
) -> Result<StridedAttr, LayoutError> {
    scanner.expect("affine_map", "`affine_map<`")?;
    scanner.expect("<", "`<` and an affine map")?;
    let place = scanner.position();
    scanner.expect("(", "`(` and the dimensions of an affine map")?;
    let mut names = MapNames { dimensions: Names::empty(""), symbols: Names::empty("") };
    scanner.list(")", "`,` or `)`", |scanner| {
        let name = names.new_name(scanner)?;
        names.dimensions.push(name)
    })?;
    if scanner.eat("[") {
        scanner.list("]", "`,` or `]`", |scanner| {
            let name = names.new_name(scanner)?;
            names.symbols.push(name)
        })?;
    }
    if names.dimensions.as_slice().len() != extents.len() {
        return Err(expected_at(place, "an affine map with a dimension for each extent"));
    }
    scanner.expect("->", "`->` and the results of an affine map")?;
    scanner.expect("(", "`(` and the results of an affine map")?;
    let mut results = ArrayVec::<Linear, MAX_AXES>::empty(Linear::ZERO);
    scanner.list(")", "`+`, `-`, `*`, `,` or `)` of an affine map", |scanner| {
        results.push(sum(scanner, &names, DEEPEST)?)
    })?;
    scanner.expect(">", "`>` after the affine map")?;
    let mut strides = NO_SIZES;
    let results = results.as_slice();
    if let [one] = results
        && (extents.len() != 1 || one.as_dimension().is_none())
    {
        one.of[..extents.len()].iter().try_for_each(|&stride| strides.push(stride))?;
        return Ok(StridedAttr { strides, offset: one.constant });
    }
    // The dimensions in another order, the last one fastest.
    let mut of = [None; MAX_AXES];
    let mut step = Some(1);
    if results.len() != extents.len() {
        return Err(expected_at(place, NOT_LINEAR));
    }
    for result in results.iter().rev() {
        let found = result.as_dimension().filter(|&k| of[k].is_none());
        let k = found.ok_or(expected_at(place, NOT_LINEAR))?;
        of[k] = Some(step);
        step = match (step, extents[k]) {
            (Some(step), Some(extent)) => Some(multiply(step, extent.max(1)).map_err(past)?),
            _ => None,
        };
    }
    of[..extents.len()].iter().try_for_each(|stride| strides.push(stride.flatten()))?;
    Ok(StridedAttr { strides, offset: Some(0) })
}

/// Reads `d0 * 16 + d1 - 3`.
fn sum(
    scanner: &mut Scanner<'_>,
    names: &MapNames<'_>,
    depth: usize,
) -> Result<Linear, LayoutError> {
    let mut total = product(scanner, names, depth)?;
    loop {
        if scanner.eat("+") {
            total = total.plus(&product(scanner, names, depth)?)?;
        } else if scanner.peek() == b'-' {
            // The first factor has the sign.
            total = total.plus(&product(scanner, names, depth)?)?;
        } else {
            return Ok(total);
        }
    }
}

/// Reads `d0 * s0 * -16`.
fn product(
    scanner: &mut Scanner<'_>,
    names: &MapNames<'_>,
    depth: usize,
) -> Result<Linear, LayoutError> {
    let mut total = factor(scanner, names, depth)?;
    loop {
        let place = scanner.position();
        if scanner.eat("*") {
            let other = factor(scanner, names, depth)?;
            total = match (total.as_constant(), other.as_constant()) {
                (_, Some(by)) => total.times(by)?,
                (Some(by), None) => other.times(by)?,
                (None, None) => return Err(expected_at(place, NOT_LINEAR)),
            };
        } else if matches!(scanner.clone().word(), "floordiv" | "ceildiv" | "mod") {
            return Err(expected_at(place, NOT_LINEAR));
        } else {
            return Ok(total);
        }
    }
}

/// Reads a name, an integer or a sum in parentheses, and the signs before it.
fn factor(
    scanner: &mut Scanner<'_>,
    names: &MapNames<'_>,
    depth: usize,
) -> Result<Linear, LayoutError> {
    let mut is_negative = false;
    while scanner.eat("-") {
        is_negative = !is_negative;
    }
    let unsigned = unsigned(scanner, names, depth)?;
    if is_negative { unsigned.times(Some(-1)) } else { Ok(unsigned) }
}

fn unsigned(
    scanner: &mut Scanner<'_>,
    names: &MapNames<'_>,
    depth: usize,
) -> Result<Linear, LayoutError> {
    let place = scanner.position();
    match scanner.peek() {
        b'0'..=b'9' => return scanner.natural("an integer").map(|n| Linear::constant(Some(n))),
        b'(' if depth == 0 => return Err(expected_at(place, "fewer parentheses in an affine map")),
        b'(' => {
            scanner.eat("(");
            let inside = sum(scanner, names, depth - 1)?;
            scanner.expect(")", "`)` in an affine map")?;
            return Ok(inside);
        }
        _ => {}
    }
    let name = scanner.word();
    let find = |names: &Names<'_>| names.as_slice().iter().position(|known| *known == name);
    match (find(&names.dimensions), find(&names.symbols)) {
        (Some(k), _) if !name.is_empty() => {
            let mut out = Linear::ZERO;
            out.of[k] = Some(1);
            Ok(out)
        }
        (None, Some(_)) if !name.is_empty() => Ok(Linear::constant(None)),
        _ => Err(expected_at(place, "a dimension, a symbol or an integer of the affine map")),
    }
}
