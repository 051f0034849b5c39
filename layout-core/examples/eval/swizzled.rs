//! Requests with a swizzle or a swizzled layout as an operand.

use layout_core::{ComposedLayout, Layout, LayoutError, Padded, Swizzle};

use crate::{EvalAnswer, EvalRequest, parse, show};

/// A swizzle, alone or before a layout.
pub(crate) fn is_swizzled(text: &str) -> bool {
    text.starts_with('S')
}

fn inner(result: Result<Padded<ComposedLayout>, LayoutError>) -> EvalAnswer {
    show(result.map(|padded| padded.layout()))
}

impl EvalRequest<'_> {
    pub(crate) fn swizzled(&self) -> EvalAnswer {
        match self.text(0)? {
            text if !is_swizzled(text) => self.of_plain(self.layout(0)?),
            text if !text.contains('o') => self.of_swizzle(parse(text)?),
            text => self.of_composed(parse(text)?),
        }
    }

    /// A plain layout with a swizzled one.
    fn of_plain(&self, a: Layout) -> EvalAnswer {
        let b: ComposedLayout = parse(self.text(1)?)?;
        match self.operation {
            "compose" | "compose_swizzled" => show(a.compose_swizzled(&b)),
            "logical_product" | "logical_product_swizzled" => show(a.logical_product_swizzled(&b)),
            other => Err(format!("{other} takes no swizzled layout there")),
        }
    }

    fn of_swizzle(&self, a: Swizzle) -> EvalAnswer {
        match self.operation {
            "apply" => Ok(a.apply(self.integer(1)?).to_string()),
            "after" => show(a.after(&parse(self.text(1)?)?)),
            "compose" if is_swizzled(self.text(1)?) => show(a.after(&parse(self.text(1)?)?)),
            "compose" | "swizzled" => show(self.layout(1)?.swizzled(a)),
            other => Err(format!("no operation on a swizzle is called {other:?}")),
        }
    }

    fn of_composed(&self, a: ComposedLayout) -> EvalAnswer {
        match self.operation {
            "swizzle" => Ok(a.swizzle().to_string()),
            "offset" => Ok(a.offset().to_string()),
            "plain" => Ok(a.plain().to_string()),
            "shape" => Ok(a.shape().to_string()),
            "size" => Ok(a.size().to_string()),
            "cosize" => Ok(a.cosize().to_string()),
            "rank" => Ok(a.rank().to_string()),
            "depth" => Ok(a.depth().to_string()),
            "bounds" => Ok(format!("({},{})", a.bounds().0, a.bounds().1)),
            "index" => show(a.index(&self.coord(1)?)),
            "try_index" => show(a.try_index(&self.coord(1)?)),
            "coord" => show(a.coord(self.integer(1)?)),
            "flat_coord" => show(a.flat_coord(self.integer(1)?)),
            "slice" => show(a.slice(&self.coord(1)?).map(|(part, at)| format!("{part} @ {at}"))),
            "iter" if a.size() > 1 << 16 => {
                Err(format!("{} offsets are too many for one line", a.size()))
            }
            "iter" => {
                let offsets: Vec<String> = a.iter().map(|offset| offset.to_string()).collect();
                Ok(format!("({})", offsets.join(",")))
            }
            _ => self.structure_of_composed(a),
        }
    }

    fn structure_of_composed(&self, a: ComposedLayout) -> EvalAnswer {
        match self.operation {
            "mode" => show(a.mode(self.integer(1)?)),
            "get" => show(a.get(&self.modes(1)?)),
            "flatten" => show(a.flatten()),
            "coalesce" if self.text.len() == 1 => show(a.coalesce()),
            "coalesce" | "coalesce_by" => show(a.coalesce_by(&self.shape(1)?)),
            "filter" => show(a.filter()),
            "filter_zeros" => Ok(a.filter_zeros().to_string()),
            "group" if self.text(2)? == "-1" => show(a.group(self.integer(1)?, a.rank())),
            "group" => show(a.group(self.integer(1)?, self.integer(2)?)),
            "take" => show(a.take(self.integer(1)?, self.integer(2)?)),
            "select" => show(a.select(&self.modes(1)?)),
            "append" if self.text.len() < 3 => show(a.append(&self.layout(1)?)),
            "append" | "append_to" => show(a.append_to(&self.layout(1)?, self.integer(2)?)),
            "prepend" if self.text.len() < 3 => show(a.prepend(&self.layout(1)?)),
            "prepend" | "prepend_to" => show(a.prepend_to(&self.layout(1)?, self.integer(2)?)),
            "concat" => show(a.concat(&self.layout(1)?)),
            "replace" if self.text(1)?.contains(':') => {
                show(a.replace(self.integer(2)?, &self.layout(1)?))
            }
            "replace" => show(a.replace(self.integer(1)?, &self.layout(2)?)),
            _ => self.algebra_of_composed(a),
        }
    }

    fn algebra_of_composed(&self, a: ComposedLayout) -> EvalAnswer {
        if self.text.len() > 1 && is_swizzled(self.text(1)?) {
            let b = parse(self.text(1)?)?;
            return match self.operation {
                "compose" | "compose_swizzled" => show(a.compose_swizzled(&b)),
                "logical_product" | "logical_product_swizzled" => {
                    show(a.logical_product_swizzled(&b))
                }
                other => Err(format!("{other} takes no swizzled layout there")),
            };
        }
        algebra!(self, a; self.reshape_of_composed(a))
    }

    fn reshape_of_composed(&self, a: ComposedLayout) -> EvalAnswer {
        match self.operation {
            "upcast" => show(a.upcast(self.integer(1)?)),
            "downcast" => show(a.downcast(self.integer(1)?)),
            "recast_bits" => show(a.recast_bits(self.integer(1)?, self.integer(2)?)),
            "max_alignment" => Ok(a.max_alignment().to_string()),
            "right_inverse" => show(a.right_inverse()),
            "left_inverse" => show(a.left_inverse()),
            "inverse" => show(a.inverse()),
            "nullspace" => show(a.nullspace()),
            "max_common_vector" => show(a.max_common_vector(&self.layout(1)?)),
            "is_injective" => show(a.is_injective()),
            "tile_to_shape" if self.text.len() < 3 => show(a.tile_to_shape(&self.tuple(1)?)),
            "tile_to_shape" | "tile_to_shape_ordered" => {
                show(a.tile_to_shape_ordered(&self.tuple(1)?, &self.tuple(2)?))
            }
            "with_shape" => show(a.with_shape(&self.tuple(1)?)),
            "unflatten" => show(a.unflatten(&self.tuple(1)?)),
            "sort" => show(a.sort()),
            "like" => show(a.like()),
            "fragment_like" => show(a.fragment_like()),
            "permute" => show(a.permute(&self.modes(1)?)),
            "dice" => show(a.dice(&self.coord(1)?)),
            "zip" => show(a.zip()),
            "filter_by" => show(a.filter_by(&self.tuple(1)?)),
            "filter_zeros_by" => show(a.filter_zeros_by(&self.tuple(1)?)),
            other => Err(format!("no operation on a swizzled layout is called {other:?}")),
        }
    }
}
