//! Evaluates the syntax tree of an expression, and records the operations on the way.

use std::collections::BTreeMap;
use std::ops::Range;

use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout, LayoutError, Mode, Rule, Swizzle, Tiler,
};

use crate::Failure;
use crate::language::Value;
use crate::language::operations::{self, NoValue, OperationRow, named};
use crate::language::parse::notation_for;
use crate::language::symbolic;
use crate::language::syntax::{Expression, ExpressionKind, Operator, StrideExpression};
use crate::language::value::is_plain;

/// An evaluated operation.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// The row of the operation.
    pub operation: &'static OperationRow,
    /// The operands.
    pub operands: Vec<Value>,
    /// The value, or the error.
    pub answer: Result<Value, Failure>,
}

/// The state of an evaluation.
pub struct Evaluation<'a> {
    /// The text of the expression.
    pub text: &'a str,
    /// The values of names.
    pub names: &'a BTreeMap<String, Value>,
    /// The operations so far, in order.
    pub steps: Vec<TraceStep>,
}

/// The elements of a tuple: integers only, or a coordinate with `_`.
enum TupleElements {
    Integers(Vec<IntTuple>),
    Coordinates(Vec<Coord>),
}

impl Evaluation<'_> {
    /// Evaluates an expression.
    pub fn value(&mut self, expression: &Expression) -> Result<Value, Failure> {
        let span = &expression.span;
        if let ExpressionKind::Layout { shape, stride: StrideExpression::Of(stride) } =
            &expression.kind
            && let (ExpressionKind::Tuple { .. }, ExpressionKind::Name(name)) =
                (&shape.kind, &stride.kind)
            && !self.names.contains_key(name)
        {
            return Err(Failure::new(format!("`{name}` is not a stride of a tuple"))
                .at(self.text, stride.span.clone())
                .help("a stride is a tuple, `row`, `col` or `order(..)`"));
        }
        if self.is_layout_of_names(expression) {
            return symbolic::read(&self.text[span.clone()], self.names)
                .map_err(|failure| failure.at(self.text, span.clone()));
        }
        match &expression.kind {
            ExpressionKind::Integer(value) => Ok((*value).into()),
            ExpressionKind::Text(text) => Ok(Value::Text(text.clone())),
            ExpressionKind::Unit => self.unit(span),
            ExpressionKind::Keep => Ok(Value::Coord(Coord::KEEP)),
            ExpressionKind::Swizzle(swizzle) => Ok(Value::Swizzle(*swizzle)),
            ExpressionKind::Name(name) => self.name(name, span),
            ExpressionKind::Tuple { elements, group } => self.tuple(elements, *group, span),
            ExpressionKind::Tiler(elements) => self.tiler(elements, span),
            ExpressionKind::Layout { shape, stride } => self.layout(shape, stride, span),
            ExpressionKind::Complement(operand) => {
                let value = self.value(operand)?;
                self.apply("complement", span, vec![value], std::slice::from_ref(&operand.span))
            }
            ExpressionKind::Call { name, at, arguments } => self.call(name, at, arguments, span),
            ExpressionKind::Apply { layout, coordinate } => {
                let value = self.value(layout)?;
                self.at_coordinate(value, coordinate, span)
            }
            ExpressionKind::Chain { first, rest } => self.chain(first, rest),
        }
    }

    /// Whether a shape or a layout has a name without a value. A name in parentheses alone is not a shape.
    fn is_layout_of_names(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Tuple { elements, group } => {
                let is_name = matches!(&elements[..], [one] if !matches!(one.kind, ExpressionKind::Tuple { .. }));
                !(*group && is_name) && self.has_name(expression)
            }
            ExpressionKind::Layout { shape, stride } => {
                self.has_name(shape)
                    || matches!(stride, StrideExpression::Of(part) if self.has_name(part))
            }
            _ => false,
        }
    }

    /// Whether an integer of the tuple is a name without a value, which is not a mistake for another name.
    fn has_name(&self, part: &Expression) -> bool {
        match &part.kind {
            ExpressionKind::Name(name) => {
                !self.names.contains_key(name)
                    && named(name).is_empty()
                    && nearest(name, self.names.keys().map(String::as_str)).is_none()
            }
            ExpressionKind::Tuple { elements, .. } => elements.iter().any(|one| self.has_name(one)),
            ExpressionKind::Chain { first, rest } => {
                self.has_name(first) || rest.iter().any(|(_, one)| self.has_name(one))
            }
            ExpressionKind::Call { name, arguments, .. } => {
                name == "ceil" && arguments.iter().any(|one| self.has_name(one))
            }
            _ => false,
        }
    }

    fn refused(&self, error: &LayoutError, span: &Range<usize>) -> Failure {
        Failure::refused(error).at(self.text, span.clone())
    }

    fn unit(&self, span: &Range<usize>) -> Result<Value, Failure> {
        IntTuple::parse(&self.text[span.clone()])
            .map(Value::Tuple)
            .map_err(|error| self.refused(&error, span))
    }

    fn name(&self, name: &str, span: &Range<usize>) -> Result<Value, Failure> {
        if let Some(value) = self.names.get(name) {
            return Ok(value.clone());
        }
        let failure = Failure::new(format!("`{name}` has no value")).at(self.text, span.clone());
        if let Some(operation) = named(name).first() {
            return Err(failure.help(format!("the operation is {}", operation.signature())));
        }
        Err(match nearest(name, self.names.keys().map(String::as_str)) {
            Some(near) => failure.help(format!("a similar name is `{near}`")),
            None => failure.help(format!("assign it first: let {name} = ..; ..")),
        })
    }

    /// Evaluates elements in parentheses. A single element without a comma is grouped, unless it is a tuple or a
    /// coordinate, which becomes a tuple of one.
    fn tuple(
        &mut self,
        elements: &[Expression],
        group: bool,
        span: &Range<usize>,
    ) -> Result<Value, Failure> {
        if let ([element], true) = (elements, group) {
            let value = self.value(element)?;
            return match value {
                Value::Tuple(tuple) => {
                    IntTuple::tuple(&[tuple]).map(Value::Tuple).map_err(|e| self.refused(&e, span))
                }
                Value::Coord(coord) => {
                    Coord::tuple(&[coord]).map(Value::Coord).map_err(|e| self.refused(&e, span))
                }
                grouped => Ok(grouped),
            };
        }
        match self.elements(elements)? {
            TupleElements::Integers(parts) => IntTuple::tuple(&parts).map(Value::Tuple),
            TupleElements::Coordinates(parts) => Coord::tuple(&parts).map(Value::Coord),
        }
        .map_err(|error| self.refused(&error, span))
    }

    fn elements(&mut self, elements: &[Expression]) -> Result<TupleElements, Failure> {
        let (mut tuples, mut coords) = (Vec::new(), Vec::new());
        for element in elements {
            match self.value(element)? {
                Value::Tuple(tuple) => {
                    coords.push(Coord::from_tuple(tuple));
                    tuples.push(tuple);
                }
                Value::Coord(coord) => coords.push(coord),
                other => {
                    let message = format!("a tuple holds integers and `_`, not {}", other.kind());
                    let failure = Failure::new(message).at(self.text, element.span.clone());
                    return Err(match other {
                        Value::Layout(_) => {
                            failure.help("layouts side by side: concat(a, b), append(a, b)")
                        }
                        _ => failure,
                    });
                }
            }
        }
        if tuples.len() == coords.len() {
            Ok(TupleElements::Integers(tuples))
        } else {
            Ok(TupleElements::Coordinates(coords))
        }
    }

    fn tiler(&mut self, elements: &[Expression], span: &Range<usize>) -> Result<Value, Failure> {
        let mut modes = Vec::new();
        for element in elements {
            let value = self.value(element)?;
            modes.push(match value {
                Value::Coord(coord) if coord == Coord::KEEP => Mode::Keep,
                _ => match value.as_layout() {
                    Some(layout) => Mode::Layout(layout),
                    None => {
                        let message = format!(
                            "the modes of a tiler are layouts, integers and `_`, not {}",
                            value.kind()
                        );
                        return Err(Failure::new(message).at(self.text, element.span.clone()));
                    }
                },
            });
        }
        Tiler::by_mode(&modes).map(Value::Tiler).map_err(|error| self.refused(&error, span))
    }

    fn integers(&mut self, part: &Expression, what: &str) -> Result<IntTuple, Failure> {
        match self.value(part)? {
            Value::Tuple(tuple) => Ok(tuple),
            other => {
                let message = format!("{what} of integers, found {}", other.kind());
                Err(Failure::new(message).at(self.text, part.span.clone()))
            }
        }
    }

    fn layout(
        &mut self,
        shape: &Expression,
        stride: &StrideExpression,
        span: &Range<usize>,
    ) -> Result<Value, Failure> {
        let extents = self.integers(shape, "a shape is a tuple")?;
        // An error of the shape itself underlines the shape, not the layout.
        let exists = Layout::col_major(extents).map_err(|error| self.refused(&error, &shape.span));
        let (made, last) = match stride {
            StrideExpression::Column => return exists.map(Value::Layout),
            StrideExpression::Row => (Layout::row_major(extents), span),
            StrideExpression::Order(part) => {
                let mut order = self.integers(part, "an order is a tuple")?;
                if extents.depth() == 0 && order.rank() == 1 {
                    order = order.unwrap();
                }
                (Layout::ordered(extents, order), &part.span)
            }
            StrideExpression::Of(part) => {
                (Layout::new(extents, self.integers(part, "strides are a tuple")?), &part.span)
            }
        };
        made.map(Value::Layout).map_err(|error| match error.rule() {
            Rule::Congruence | Rule::OrderFit | Rule::Mixture { .. } => self.refused(&error, last),
            Rule::NegativeExtent { .. } => self.refused(&error, &shape.span),
            _ => self.refused(&error, span),
        })
    }

    fn call(
        &mut self,
        name: &str,
        at: &Range<usize>,
        arguments: &[Expression],
        span: &Range<usize>,
    ) -> Result<Value, Failure> {
        let is_method = arguments.first().is_some_and(|first| first.span.start < at.start);
        if !is_method && let Some(value) = self.names.get(name) {
            return self.at_coordinate(value.clone(), arguments, span);
        }
        let values =
            arguments.iter().map(|part| self.value(part)).collect::<Result<Vec<_>, _>>()?;
        if let ([Value::Record(parts)], true) = (&values[..], is_method)
            && let Some((_, value)) = parts.iter().find(|(part, _)| *part == name)
        {
            return Ok(value.clone());
        }
        if named(name).is_empty() {
            return Err(self.no_operation(name, at));
        }
        let spans: Vec<_> = arguments.iter().map(|part| part.span.clone()).collect();
        self.apply(name, span, values, &spans)
    }

    fn no_operation(&self, name: &str, at: &Range<usize>) -> Failure {
        let failure = Failure::new(format!("unknown operation `{name}`")).at(self.text, at.clone());
        let names =
            operations::operations().flat_map(|row| row.aliases.iter().copied().chain([row.name]));
        match nearest(name, names).and_then(|near| named(near).first().copied()) {
            Some(near) => failure.help(format!("{}: {}", near.signature(), near.help)),
            None if name.starts_with("make_") => failure.help(notation_for(self.text)),
            None => failure.help("`layout eval --list` lists all operations"),
        }
    }

    /// Evaluates a layout at a coordinate: the offset, or the slice if the coordinate has `_`.
    fn at_coordinate(
        &mut self,
        layout: Value,
        coordinate: &[Expression],
        span: &Range<usize>,
    ) -> Result<Value, Failure> {
        if layout.as_layout().is_none() && layout.as_swizzled().is_none() {
            let message = format!("a coordinate applies to a layout, not to {}", layout.kind());
            return Err(Failure::new(message).at(self.text, span.clone()));
        }
        let inside = match coordinate {
            [first, .., last] => first.span.start..last.span.end,
            [only] => only.span.clone(),
            [] => span.clone(),
        };
        let value = match coordinate {
            [only] => self.value(only)?,
            several => match self.elements(several)? {
                TupleElements::Integers(parts) => IntTuple::tuple(&parts).map(Value::Tuple),
                TupleElements::Coordinates(parts) => Coord::tuple(&parts).map(Value::Coord),
            }
            .map_err(|error| self.refused(&error, &inside))?,
        };
        let operation = if matches!(value, Value::Coord(_)) { "slice" } else { "index" };
        let spans = [span.clone(), inside];
        // Of a shape an element is seldom wanted: `(4,8)(8,1)` lacks the colon.
        let lacking = match (&layout, &value) {
            (Value::Tuple(shape), Value::Tuple(stride)) => Some(format!("{shape}:{stride}")),
            _ => None,
        };
        let answer = self.apply(operation, span, vec![layout, value], &spans);
        answer.map_err(|failure| match lacking {
            Some(text) => failure.help(format!("strides follow a colon: {text}")),
            None => failure,
        })
    }

    /// Evaluates operands and operators from left to right. In `swizzle o n o layout` the number `n` is the offset that
    /// is added before the swizzle.
    fn chain(
        &mut self,
        first: &Expression,
        rest: &[(Operator, Expression)],
    ) -> Result<Value, Failure> {
        let (start, mut left) = (first.span.start, self.value(first)?);
        let mut left_span = first.span.clone();
        let mut rest = rest.iter();
        while let Some((operator, operand)) = rest.next() {
            let right = self.value(operand)?;
            let mut span = start..operand.span.end;
            if let (Value::Swizzle(swizzle), Operator::Compose, Value::Tuple(offset)) =
                (&left, operator, &right)
                && offset.depth() == 0
                && is_plain(offset)
                && let Some((_, last)) = rest.clone().next()
            {
                rest.next();
                span.end = last.span.end;
                left = self.swizzled(*swizzle, offset.value(0), last, &span)?;
            } else {
                let spans = [left_span, operand.span.clone()];
                left = self.apply(operator.operation(), &span, vec![left, right], &spans)?;
            }
            left_span = span;
        }
        Ok(left)
    }

    /// Evaluates `swizzle o offset o operand`.
    fn swizzled(
        &mut self,
        swizzle: Swizzle,
        offset: i64,
        operand: &Expression,
        span: &Range<usize>,
    ) -> Result<Value, Failure> {
        let value = self.value(operand)?;
        let Some(layout) = value.as_layout() else {
            let message =
                format!("after a swizzle and an offset comes a layout, not {}", value.kind());
            return Err(Failure::new(message).at(self.text, operand.span.clone()));
        };
        ComposedLayout::new(swizzle, offset, layout)
            .map(Value::Swizzled)
            .map_err(|error| self.refused(&error, span))
    }

    /// Applies the operation `name` to `values`, whose expressions are at `spans`.
    fn apply(
        &mut self,
        name: &str,
        span: &Range<usize>,
        values: Vec<Value>,
        spans: &[Range<usize>],
    ) -> Result<Value, Failure> {
        let (answer, row) = operations::apply(named(name), &values);
        let mut place = span;
        let mut has_run = row.is_some();
        let answer = answer.map_err(|reason| {
            if let NoValue::Mismatch(at) = reason {
                place = spans.get(at).unwrap_or(span);
                has_run = false;
            }
            reason.failure(name, row, &values).at(self.text, place.clone())
        });
        if let (Some(row), true) = (row, has_run) {
            let step = TraceStep { operation: row, operands: values, answer: answer.clone() };
            self.steps.push(step);
        }
        answer
    }
}

/// The name with the smallest edit distance, if it is small.
fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .map(|near| (strsim::damerau_levenshtein(name, near), near))
        // Half of a short word is another word.
        .filter(|(steps, _)| *steps <= 1 + name.len() / 4 && 2 * steps < name.len())
        .min()
        .map(|(_, near)| near)
}
