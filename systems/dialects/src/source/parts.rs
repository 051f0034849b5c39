//! Parts and measures of layouts, `size<0>(a)`, and tensors, `make_tensor(p, a)`.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::algebra::{compact, engine, engine_layout, identity, with_stride};
use super::evaluate::{Call, Evaluator};
use super::leaf::{Leaf, Nest, Pair};
use super::names::{self, Measure};
use super::tree::{Bracket, Item, Kind, Node, Part};
use super::value::{Evaluated, Value, refused};
use super::{Language, SourceError};

/// The functions of CuTe that make a pointer, and the memory of each.
const POINTERS: [(&str, &str); 4] = [
    ("make_gmem_ptr", "gmem"),
    ("make_smem_ptr", "smem"),
    ("make_rmem_ptr", "rmem"),
    ("make_tmem_ptr", "tmem"),
];

/// What a pointer's text says: the memory, and the type of an element.
pub(super) fn pointer<'n, 'a>(node: &'n Node<'a>) -> Option<(&'static str, Option<&'n Node<'a>>)> {
    let Kind::Name(parts) = &node.kind else { return None };
    let last = parts.last()?;
    let row = POINTERS.iter().find(|row| row.0 == last.name);
    match (row, last.lists.as_slice()) {
        (Some((_, memory)), [(Bracket::Angle, generics), (Bracket::Round, _)]) => {
            Some((memory, generics.first().map(|item| &item.node)))
        }
        (Some((_, memory)), [(Bracket::Round, _)]) => Some((memory, None)),
        _ => None,
    }
}

/// The number of `align<16>`.
pub(super) fn alignment<'n, 'a>(node: &'n Node<'a>) -> Option<&'n Node<'a>> {
    let Kind::Name(parts) = &node.kind else { return None };
    match parts.as_slice() {
        [Part { name: "align", lists, .. }] => match lists.as_slice() {
            [(Bracket::Angle, items)] => items.first().map(|item| &item.node),
            _ => None,
        },
        _ => None,
    }
}

/// Checks that a pointer is one of the first element: a name, a member without arguments, or `make_smem_ptr` of one.
fn first_pointer(node: &Node<'_>) -> Evaluated<()> {
    let is_plain = |part: &Part<'_>| part.lists.iter().all(|(_, items)| items.is_empty());
    match &node.kind {
        Kind::Name(parts) if parts.iter().all(is_plain) => return Ok(()),
        Kind::Name(parts) if pointer(node).is_some() => {
            let arguments = parts.last().and_then(|part| part.lists.last());
            if let Some((_, items)) = arguments
                && let [only] = items.as_slice()
            {
                return first_pointer(&only.node);
            }
        }
        _ => {}
    }
    let error = SourceError::new("a pointer that is not a name is not read", node.span.clone());
    Err(error.help("write the pointer of the first element as a name, such as `p`"))
}

/// The memory of a tensor of FlyDSL.
const FLY_SPACES: [&str; 4] = ["generic", "global", "shared", "register"];

impl Evaluator {
    /// `!fly.memref<f32, global, (2,4):(4,1), align<16>>`. Its layout alone is the value.
    #[inline(never)]
    pub(super) fn fly_memref(&self, call: &Call<'_, '_>) -> Evaluated {
        let Some([element, space, layout, rest @ ..]) = call.generics else {
            let message = "a `memref` has an element type, a memory and a layout";
            return Err(SourceError::new(message, call.span.clone()));
        };
        let is_type = matches!(&element.node.kind, Kind::Name(parts) if matches!(parts.as_slice(),
            [part] if part.lists.is_empty() && crate::mlir::is_type(part.name)));
        if !is_type {
            let message = "a type of MLIR is expected, such as `f32`";
            return Err(SourceError::new(message, element.node.span.clone()));
        }
        let is_known = matches!(&space.node.kind, Kind::Name(parts) if matches!(parts.as_slice(),
            [part] if part.lists.is_empty() && FLY_SPACES.contains(&part.name)));
        if !is_known {
            let error = SourceError::new("this memory is not read", space.node.span.clone());
            return Err(error.help(format!("memories: {}", FLY_SPACES.join(", "))));
        }
        match rest {
            [] => {}
            [item] if alignment(&item.node).is_some() => {}
            [item, ..] => {
                let message = "a part of a `memref` other than its alignment is not read";
                return Err(SourceError::new(message, item.node.span.clone()));
            }
        }
        match self.value(&layout.node)? {
            value @ (Value::Layout(..) | Value::Swizzled(_)) => Ok(value),
            other => {
                let message = format!("a layout is expected, and this is {}", other.kind());
                Err(SourceError::new(message, layout.node.span.clone()))
            }
        }
    }

    /// `!fly.coord_tensor<(0,0), (2,4):(1E0,1E1)>`.
    #[inline(never)]
    pub(super) fn coord_tensor(&self, call: &Call<'_, '_>) -> Evaluated {
        let Some([origin, layout]) = call.generics else {
            let message = "a `coord_tensor` has a first coordinate and a layout";
            return Err(SourceError::new(message, call.span.clone()));
        };
        let origin = self.nest(&origin.node)?;
        let Value::Layout(pair, 0) = self.value(&layout.node)? else {
            let message = "a layout is expected here";
            return Err(SourceError::new(message, layout.node.span.clone()));
        };
        match origin.leaves().iter().all(|leaf| leaf.is_integer(0)) {
            true => Ok(Value::Layout(pair, 0)),
            false => Ok(Value::CoordTensor(Box::new((origin, pair)))),
        }
    }

    /// `!fly.tile<[4|(2,2):(1,4)|*]>`.
    #[inline(never)]
    pub(super) fn fly_tile(&self, call: &Call<'_, '_>) -> Evaluated {
        match call.generics {
            Some([Item { node: Node { kind: Kind::List(Bracket::Square, items), .. }, .. }]) => {
                self.tuple(items).map(Value::Tiles)
            }
            Some([only]) => Ok(Value::Tiles([self.value(&only.node)?].into())),
            _ => {
                let message = "a `tile` has the tiles of the modes: `[4|8]`";
                Err(SourceError::new(message, call.span.clone()))
            }
        }
    }

    /// `IndexList[2](4, 8)`.
    #[inline(never)]
    pub(super) fn counted(&self, call: &Call<'_, '_>) -> Evaluated {
        let tuple = self.tuple(call.arguments.unwrap_or_default())?;
        if let Some([count, ..]) = call.generics
            && self.integer(&count.node)? != tuple.len() as i64
        {
            let message = format!("this `{}` has {} elements", call.name, tuple.len());
            return Err(SourceError::new(message, call.span.clone()));
        }
        Ok(Value::Tuple(tuple))
    }

    /// A declaration of Rust with its type, which the value must have.
    #[inline(never)]
    pub(super) fn declared_value(&self, of: &Node<'_>, value: &Node<'_>) -> Evaluated {
        let span = value.span.clone();
        let (of, value) = (self.value(of)?, self.value(value)?);
        let is_same = match (&of, &value) {
            (Value::Layout(a, 0), Value::Layout(b, 0)) => {
                (a.shape.notation(), a.stride.notation())
                    == (b.shape.notation(), b.stride.notation())
            }
            (Value::Swizzled(a), Value::Swizzled(b)) => a == b,
            _ => false,
        };
        if is_same {
            return Ok(value);
        }
        Err(SourceError::new("the value does not have the type before it", span))
    }

    /// The parts of a name without the module of `lib.stride_tricks`, which other libraries have as well.
    #[inline(never)]
    pub(super) fn of_numpy<'n, 'a>(
        parts: &'n [Part<'a>],
        span: &Range<usize>,
    ) -> Evaluated<&'n [Part<'a>]> {
        match parts {
            [_, lib, tricks, _] if (lib.name, tricks.name) == ("lib", "stride_tricks") => {
                Ok(&parts[3..])
            }
            [module, .., last]
                if last.name == "as_strided" && !names::is_space(Language::NumPy, module.name) =>
            {
                let message = "an `as_strided` of another library may count elements, not bytes";
                let error = SourceError::new(message, span.clone());
                let help = "write `np.lib.stride_tricks.as_strided`, with strides in bytes";
                Err(error.help(help))
            }
            _ => Ok(parts),
        }
    }

    /// `complement(a, 16)`, whose last extent is rounded up.
    #[inline(never)]
    pub(super) fn complement(&self, call: &Call<'_, '_>) -> Evaluated {
        let words = match self.language {
            Language::PyCute => ["layout", "max_idx"],
            Language::FlyDsl => ["layout", "codomain_size"],
            _ => ["input", "cotarget"],
        };
        let [Some(layout), most] = self.arguments(call, words)? else {
            let message = format!("`{}` takes a layout and an integer", call.name);
            return Err(SourceError::new(message, call.span.clone()));
        };
        let a = engine_layout(&self.value(layout)?, &layout.span)?;
        let most = match (most, self.language) {
            (Some(most), _) => self.integer(most)?,
            (None, Language::PyCute) => 1,
            (None, Language::CuteDsl) => {
                let message = format!("`{}` takes a layout and an integer", call.name);
                return Err(SourceError::new(message, call.span.clone()));
            }
            (None, _) => a.cosize(),
        };
        engine(a.complement_padded(most), &call.span)
    }

    /// `size<0>(a)`, `cute.size(a, mode=[0])`.
    #[inline(never)]
    pub(super) fn measure(&self, of: Measure, call: &Call<'_, '_>) -> Evaluated {
        let items = call.arguments.unwrap_or_default();
        let words: &[&str] =
            if self.language == Language::CuteDsl { &["a", "mode"] } else { &["a"] };
        let nodes = self.keyed(call.name, items, words)?;
        let Some(node) = nodes[0] else {
            let message = format!("`{}` takes a layout or a tuple", call.name);
            return Err(SourceError::new(message, call.span.clone()));
        };
        let (value, span) = (self.value(node)?, &node.span);
        let mut path = Vec::new();
        for item in call.generics.unwrap_or_default() {
            path.push(self.integer(&item.node)?);
        }
        // `mode=[0, 1]` of Python.
        if let Some(Some(node)) = nodes.get(1) {
            let listed = self.nest(node)?;
            for leaf in listed.leaves() {
                let index = leaf.value().ok_or_else(|| {
                    SourceError::new("the index of a mode is an integer", node.span.clone())
                })?;
                path.push(index);
            }
        }
        let value = match value {
            Value::Swizzled(layout) if !matches!(of, Measure::Mode | Measure::Cosize) => {
                let pair = Pair::of(&layout.plain()).map_err(|error| refused(&error, span))?;
                Value::Layout(pair, 0)
            }
            other => other,
        };
        let (shape, stride) = match &value {
            Value::Layout(pair, 0) => (pair.shape.clone(), Some(pair.stride.clone())),
            other => match other.nest() {
                Some(nest) => (nest, None),
                None => {
                    let message =
                        format!("a layout or a tuple is expected, and this is {}", other.kind());
                    return Err(SourceError::new(message, span.clone()));
                }
            },
        };
        let shape = part(shape, &path, span)?;
        let stride = stride.map(|stride| part(stride, &path, span)).transpose()?;
        let count = |value: usize| Ok(Value::Leaf(Leaf::of(value as i64, true)));
        match (of, stride) {
            (Measure::Size, _) => {
                let product = |so_far: Option<Leaf>, leaf: &Leaf| so_far?.times(leaf);
                let size = shape.leaves().into_iter().fold(Some(Leaf::of(1, true)), product);
                let too_large = || SourceError::new("a size past 64 bits", span.clone());
                size.map(Value::Leaf).ok_or_else(too_large)
            }
            (Measure::Rank, _) => match shape {
                Nest::Leaf(_) => count(1),
                Nest::Tuple(parts) => count(parts.len()),
            },
            (Measure::Depth, _) => count(depth(&shape)),
            (Measure::Shape, _) => Ok(Value::of(shape)),
            (Measure::Stride, Some(stride)) => Ok(Value::of(stride)),
            (Measure::Mode, Some(stride)) => Ok(Value::Layout(Pair { shape, stride }, 0)),
            (Measure::Mode, None) => Ok(Value::of(shape)),
            (Measure::Cosize, Some(stride)) => {
                let a = engine_layout(&Value::Layout(Pair { shape, stride }, 0), span)?;
                Ok(Value::Leaf(Leaf::of(a.cosize(), true)))
            }
            (Measure::Stride | Measure::Cosize, None) => {
                Err(SourceError::new(format!("`{}` takes a layout", call.name), span.clone()))
            }
        }
    }

    /// `make_tensor(p, layout)`, `make_tensor(p, shape, stride)`, `make_tensor<float>(layout)`.
    #[inline(never)]
    pub(super) fn tensor(&self, call: &Call<'_, '_>) -> Evaluated {
        let items = call.arguments.unwrap_or_default();
        let is_owner = self.language == Language::Cute && call.generics.is_some();
        let rest = match items {
            _ if is_owner => items,
            [iterator, rest @ ..] if !rest.is_empty() => {
                first_pointer(&iterator.node)?;
                rest
            }
            _ => {
                let message = format!("`{}` takes a pointer and a layout", call.name);
                return Err(SourceError::new(message, call.span.clone()));
            }
        };
        self.of_tensor(call, rest)
    }

    /// `make_rmem_tensor(layout, dtype)`.
    #[inline(never)]
    pub(super) fn fragment(&self, call: &Call<'_, '_>) -> Evaluated {
        match call.arguments {
            Some([layout, _]) => self.of_tensor(call, core::slice::from_ref(layout)),
            _ => {
                let message = format!("`{}` takes a layout and the type of an element", call.name);
                Err(SourceError::new(message, call.span.clone()))
            }
        }
    }

    /// The layout of a tensor: a layout, swizzled or not, or a shape with a stride or an order.
    fn of_tensor(&self, call: &Call<'_, '_>, items: &[Item<'_>]) -> Evaluated {
        let places: Vec<_> = items.iter().filter(|item| !self.is_place(item)).collect();
        let Some(first) = places.first() else {
            let message = format!("`{}` takes a layout", call.name);
            return Err(SourceError::new(message, call.span.clone()));
        };
        let value = self.value(&first.node)?;
        match (value, places.len()) {
            (layout @ (Value::Layout(..) | Value::Swizzled(_)), 1) => Ok(layout),
            (shape, 1) => match shape.nest() {
                Some(shape) => compact(shape, true, self.zeros(), &call.span),
                None => {
                    let message = format!("a layout is expected, and this is {}", shape.kind());
                    Err(SourceError::new(message, first.node.span.clone()))
                }
            },
            _ => self.layout_of(call.name, items, &call.span),
        }
    }

    /// `make_identity_tensor(shape)`.
    #[inline(never)]
    pub(super) fn identity_of(&self, call: &Call<'_, '_>) -> Evaluated {
        let [Some(shape)] = self.arguments(call, ["shape"])? else {
            let message = format!("`{}` takes a shape", call.name);
            return Err(SourceError::new(message, call.span.clone()));
        };
        let shape = self.nest(shape)?;
        let stride = identity(&shape, &mut Vec::new());
        with_stride(shape, stride, &call.span, &call.span)
    }
}

/// The part of a tuple at a path.
fn part(mut nest: Nest, path: &[i64], span: &Range<usize>) -> Evaluated<Nest> {
    for &index in path {
        let found = match &nest {
            Nest::Tuple(parts) => usize::try_from(index).ok().and_then(|index| parts.get(index)),
            // Mode 0 of an integer is the integer.
            Nest::Leaf(_) if index == 0 => Some(&nest),
            Nest::Leaf(_) => None,
        };
        nest = match found {
            Some(found) => found.clone(),
            None => {
                let message = format!("{} has no mode {index}", nest.notation());
                return Err(SourceError::new(message, span.clone()));
            }
        };
    }
    Ok(nest)
}

fn depth(nest: &Nest) -> usize {
    match nest {
        Nest::Leaf(_) => 0,
        Nest::Tuple(parts) => 1 + parts.iter().map(depth).max().unwrap_or(0),
    }
}
