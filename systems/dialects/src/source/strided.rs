//! NumPy's `as_strided`, whose strides count bytes.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::SourceError;
use super::algebra::with_stride;
use super::evaluate::{Call, Evaluator};
use super::leaf::{Leaf, Nest};
use super::tree::{Bracket, Item, Kind, Node, Part};
use super::value::{Evaluated, ITEMSIZE, Value};

impl Evaluator {
    /// NumPy's `as_strided(x, shape=.., strides=..)`, whose strides count bytes.
    pub(super) fn as_strided(&self, call: &Call<'_, '_>) -> Evaluated {
        let keywords = ["x", "shape", "strides", "subok", "writeable", "check_bounds"];
        let [x, shape, strides, ..] = self.arguments(call, keywords)?;
        let (Some(x), Some(shape), Some(strides)) = (x, shape, strides) else {
            let message = "`as_strided` is read with an array, a shape and strides";
            return Err(SourceError::new(message, call.span.clone()));
        };
        let offset = self.first_element(x)?;
        let bytes = self.nest(strides)?;
        let leaves = bytes.leaves();
        let itemsize = match &x.kind {
            Kind::Name(parts) => parts.first().map(|part| format!("{}{ITEMSIZE}", part.name)),
            _ => None,
        };
        let mut elements = Vec::new();
        for leaf in leaves {
            elements.push(self.in_elements(leaf, itemsize.as_deref(), &strides.span)?);
        }
        let stride = bytes.with(&mut elements.into_iter());
        let extents = self.nest(shape)?;
        let is_flat = match &extents {
            Nest::Leaf(_) => true,
            Nest::Tuple(parts) => parts.iter().all(|part| matches!(part, Nest::Leaf(_))),
        };
        if !is_flat {
            let message = "a shape of NumPy is a tuple of integers";
            return Err(SourceError::new(message, shape.span.clone()));
        }
        if extents.leaves().into_iter().any(|leaf| of_bytes(leaf).is_some()) {
            let message = "the bytes of an element are no extent";
            return Err(SourceError::new(message, shape.span.clone()));
        }
        let layout = with_stride(extents, stride, &call.span, &strides.span)?;
        match layout {
            Value::Layout(pair, _) => Ok(Value::Layout(pair, offset)),
            other => Ok(other),
        }
    }

    /// The offset of `x[3:]`, where `x` has one axis.
    pub(super) fn first_element(&self, x: &Node<'_>) -> Evaluated<i64> {
        let message = "the array is a name, or `x[3:]` for the elements from 3 on";
        let Kind::Name(parts) = &x.kind else {
            return Err(SourceError::new(message, x.span.clone()));
        };
        let is_sliced =
            |part: &Part<'_>| part.lists.iter().any(|(bracket, _)| *bracket == Bracket::Square);
        if !parts.iter().any(is_sliced) {
            return Ok(0);
        }
        // An array of several axes steps over rows, and one of another order over other elements.
        let [Part { lists, .. }] = parts.as_slice() else {
            return Err(SourceError::new(message, x.span.clone()));
        };
        let [(Bracket::Square, items)] = lists.as_slice() else {
            return Err(SourceError::new(message, x.span.clone()));
        };
        let [Item { node: Node { kind: Kind::Binary(':', from, to), .. }, .. }] = items.as_slice()
        else {
            return Err(SourceError::new(message, x.span.clone()));
        };
        if !matches!(to.kind, Kind::Unknown("")) {
            return Err(SourceError::new(message, x.span.clone()));
        }
        let first = self.integer(from)?;
        if first < 0 {
            let message = "a negative start counts from the end, which this text does not say";
            return Err(SourceError::new(message, from.span.clone()));
        }
        Ok(first)
    }

    /// A stride in bytes as one in elements.
    pub(super) fn in_elements(
        &self,
        leaf: &Leaf,
        itemsize: Option<&str>,
        span: &Range<usize>,
    ) -> Evaluated<Leaf> {
        let mut leaf = leaf.clone();
        if leaf.is_integer(0) {
            return Ok(leaf);
        }
        if let Some(at) = of_bytes(&leaf) {
            let found = leaf.names.remove(at);
            if itemsize != Some(found.as_str()) {
                let message = format!("`{found}` is not of the array that is read");
                return Err(SourceError::new(message, span.clone()));
            }
            if of_bytes(&leaf).is_some() {
                let message = "a stride is a number of elements times the bytes of one";
                return Err(SourceError::new(message, span.clone()));
            }
            leaf.is_static = leaf.names.is_empty();
            return Ok(leaf);
        }
        let Some(itemsize) = self.itemsize else {
            let message =
                "the strides of NumPy count bytes, and the bytes of an element are not known";
            return Err(SourceError::new(message, span.clone()).help(
                "write `4*x.itemsize` for a stride of 4 elements, or give the element type",
            ));
        };
        if itemsize < 1 || leaf.factor % itemsize != 0 {
            let message =
                format!("a stride of {} bytes is not a multiple of {itemsize}", leaf.factor);
            return Err(SourceError::new(message, span.clone()));
        }
        leaf.factor /= itemsize;
        Ok(leaf)
    }
}

/// Where a product has the bytes of an element.
fn of_bytes(leaf: &Leaf) -> Option<usize> {
    leaf.names.iter().position(|name| name.ends_with(ITEMSIZE))
}
