//! One call of a method: its result by the algebra on plain integers, and its text in a table.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Mode, Padded, Slice, Tiler};

use super::{axes, text};

/// The operand in addition to the layout.
#[derive(Clone)]
pub enum Operand {
    None,
    Layout(Layout),
    /// A tiler by mode.
    Tile(Vec<Option<Layout>>),
    /// An extent.
    Extent(IntTuple),
    /// A profile, a path, or the numbers of modes.
    Tuple(IntTuple),
    Coord(Coord),
    Mode(usize),
    Range(usize, usize),
    /// The number of a mode and its replacement, or a rank and the padding.
    Replace(usize, Layout),
    /// A shape and an order.
    Ordered(IntTuple, IntTuple),
    /// A slice for each axis.
    Slices(Vec<Slice>),
}

/// A layout and a method with its operand.
#[derive(Clone)]
pub struct Call {
    pub method: &'static str,
    pub a: Layout,
    pub operand: Operand,
}

/// Whether the method is a divide that rounds up.
pub fn is_padded_divide(method: &str) -> bool {
    method.ends_with("divide_padded")
}

impl Operand {
    fn tiler(&self) -> Result<Tiler, LayoutError> {
        match self {
            Operand::Layout(layout) => Ok(Tiler::whole(*layout)),
            Operand::Tile(modes) => {
                let mode = |mode: &Option<Layout>| mode.map_or(Mode::Keep, Mode::Layout);
                Tiler::by_mode(&modes.iter().map(mode).collect::<Vec<_>>())
            }
            _ => unreachable!("no tiler"),
        }
    }

    fn layout(&self) -> &Layout {
        match self {
            Operand::Layout(layout) => layout,
            _ => unreachable!("no layout"),
        }
    }

    fn numbers(&self) -> Vec<usize> {
        match self {
            Operand::Tuple(tuple) => {
                (0..tuple.leaf_count()).map(|k| tuple.value(k) as usize).collect()
            }
            _ => unreachable!("no numbers"),
        }
    }

    /// The text in a table: layouts in brackets, tilers by mode in braces.
    pub fn source(&self) -> String {
        match self {
            Operand::None => String::new(),
            Operand::Layout(layout) => format!(" [{}]", text::layout(layout)),
            Operand::Tile(modes) => {
                let mode =
                    |mode: &Option<Layout>| mode.as_ref().map_or_else(|| "_".into(), text::layout);
                format!(" {{{}}}", modes.iter().map(mode).collect::<Vec<_>>().join(", "))
            }
            Operand::Extent(tuple) | Operand::Tuple(tuple) => format!(" {}", text::tuple(tuple)),
            Operand::Coord(coord) => format!(" {coord}"),
            Operand::Mode(mode) => format!(" {mode}"),
            Operand::Range(begin, end) => format!(" {begin} {end}"),
            Operand::Replace(mode, layout) => format!(" {mode} [{}]", text::layout(layout)),
            Operand::Ordered(shape, order) => format!(" {} {order}", text::tuple(shape)),
            Operand::Slices(slices) => format!(" ({})", axes::source(slices)),
        }
    }
}

impl Call {
    /// The layout that the call returns: the divided layout of a padded divide, the part of a slice.
    pub fn answer(&self) -> Result<Layout, LayoutError> {
        let (a, operand) = (&self.a, &self.operand);
        match (self.method, operand) {
            ("coalesce", _) => a.coalesce(),
            ("flatten", _) => a.flatten(),
            ("upcast", Operand::Mode(n)) => a.upcast(*n as i64),
            ("downcast", Operand::Mode(n)) => a.downcast(*n as i64),
            ("recast_bits", Operand::Range(old, new)) => a.recast_bits(*old as i64, *new as i64),
            ("like", _) => a.like(),
            ("fragment_like", _) => a.fragment_like(),
            ("sort", _) => a.sort(),
            ("filter", _) => a.filter(),
            ("filter_zeros", _) => Ok(a.filter_zeros()),
            ("filter_by", Operand::Tuple(profile)) => a.filter_by(profile),
            ("filter_zeros_by", Operand::Tuple(profile)) => a.filter_zeros_by(profile),
            ("with_shape", Operand::Extent(shape)) => a.with_shape(shape),
            ("refine", Operand::Extent(shape)) => a.refine(shape),
            ("tile_to_shape", Operand::Extent(shape)) => a.tile_to_shape(shape),
            ("tile_to_shape_ordered", Operand::Ordered(shape, order)) => {
                a.tile_to_shape_ordered(shape, order)
            }
            ("permute", _) => a.permute(&operand.numbers()),
            ("zip", _) => a.zip(),
            ("unflatten", Operand::Tuple(profile)) => a.unflatten(profile),
            ("append_to", Operand::Replace(rank, b)) => a.append_to(b, *rank),
            ("prepend_to", Operand::Replace(rank, b)) => a.prepend_to(b, *rank),
            ("dice", Operand::Coord(c)) => a.dice(c),
            ("reshape", Operand::Extent(shape)) => a.reshape(shape),
            ("broadcast_to", Operand::Extent(shape)) => a.broadcast_to(shape),
            ("squeeze", _) => a.squeeze(),
            ("unsqueeze", Operand::Mode(axis)) => a.unsqueeze(&[*axis as i64]),
            ("unsqueeze_axes", Operand::Tuple(axes)) => a.unsqueeze_by(axes),
            ("transpose", _) => a.transpose(),
            ("to_flat", _) => a.to_flat(),
            ("merge_axes", Operand::Range(b, e)) => a.merge_axes_within(*b, *e),
            ("merge_axes_by", Operand::Mode(mask)) => a.merge_axes(*mask as u32),
            ("slice_axes", Operand::Slices(slices)) => a.slice_axes(slices).map(|(part, _)| part),
            ("right_inverse", _) => a.right_inverse(),
            ("left_inverse", _) => a.left_inverse(),
            ("inverse", _) => a.inverse(),
            ("nullspace", _) => a.nullspace(),
            ("max_common_layout", _) => a.max_common_layout(operand.layout()),
            ("coalesce_by", Operand::Tuple(profile)) => a.coalesce_by(profile),
            ("complement", Operand::Extent(m)) => a.complement_in(m),
            ("complement_padded", Operand::Extent(m)) => a.complement_padded_in(m),
            ("mode", Operand::Mode(i)) => a.mode(*i),
            ("get", _) => a.get(&operand.numbers()),
            ("select", _) => a.select(&operand.numbers()),
            ("take", Operand::Range(b, e)) => a.take(*b, *e),
            ("group", Operand::Range(b, e)) => a.group(*b, *e),
            ("replace", Operand::Replace(i, b)) => a.replace(*i, b),
            ("slice", Operand::Coord(c)) => a.slice_image(c).map(|(part, _)| part),
            ("append", _) => a.append(operand.layout()),
            ("prepend", _) => a.prepend(operand.layout()),
            ("concat", _) => a.concat(operand.layout()),
            ("blocked_product", _) => a.blocked_product(operand.layout()),
            ("raked_product", _) => a.raked_product(operand.layout()),
            ("compose", _) => a.compose(&operand.tiler()?),
            ("logical_divide", _) => a.logical_divide(&operand.tiler()?),
            ("zipped_divide", _) => a.zipped_divide(&operand.tiler()?),
            ("tiled_divide", _) => a.tiled_divide(&operand.tiler()?),
            ("flat_divide", _) => a.flat_divide(&operand.tiler()?),
            ("logical_product", _) => a.logical_product(&operand.tiler()?),
            ("zipped_product", _) => a.zipped_product(&operand.tiler()?),
            ("tiled_product", _) => a.tiled_product(&operand.tiler()?),
            ("flat_product", _) => a.flat_product(&operand.tiler()?),
            (method, _) if is_padded_divide(method) => Ok(self.padded()?.layout()),
            (method, _) => unreachable!("{method} of another operand"),
        }
    }

    /// The result of a padded divide.
    pub fn padded(&self) -> Result<Padded, LayoutError> {
        let (a, t) = (&self.a, self.operand.tiler()?);
        match self.method {
            "logical_divide_padded" => a.logical_divide_padded(&t),
            "zipped_divide_padded" => a.zipped_divide_padded(&t),
            "tiled_divide_padded" => a.tiled_divide_padded(&t),
            "flat_divide_padded" => a.flat_divide_padded(&t),
            method => unreachable!("{method} does not round"),
        }
    }

    /// The text `[a] operand` of a table.
    pub fn source(&self) -> String {
        format!("[{}]{}", text::layout(&self.a), self.operand.source())
    }

    /// Whether the tiler has a layout for each mode.
    pub fn is_by_mode(&self) -> bool {
        matches!(self.operand, Operand::Tile(_))
    }

    /// This call with every leaf known.
    pub fn known(&self) -> Call {
        self.map(&mut |layout| layout.set_known(), &mut |tuple| {
            text::with_unknown(tuple, &mut std::iter::repeat(false))
        })
    }

    /// This call with other layouts and extents.
    pub fn map(
        &self,
        layout: &mut impl FnMut(&Layout) -> Layout,
        extent: &mut impl FnMut(&IntTuple) -> IntTuple,
    ) -> Call {
        let a = layout(&self.a);
        let operand = match &self.operand {
            Operand::Layout(b) => Operand::Layout(layout(b)),
            Operand::Tile(modes) => {
                Operand::Tile(modes.iter().map(|mode| mode.as_ref().map(&mut *layout)).collect())
            }
            Operand::Extent(m) => Operand::Extent(extent(m)),
            Operand::Ordered(shape, order) => Operand::Ordered(extent(shape), *order),
            Operand::Replace(i, b) => Operand::Replace(*i, layout(b)),
            other => other.clone(),
        };
        Call { method: self.method, a, operand }
    }
}
