//! The writers: a value as source text. Each is a table of words over one printer of tuples.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use layout_core::{ComposedLayout, IntTuple, Layout, Mode, StridedLayout, SymbolicLayout, Tiler};

use super::leaf::{Leaf, Nest, Pair, to_fly};
use super::{Language, Source, SourceError};
use super::{algebra, evaluate, value};

type Written = Result<String, SourceError>;

/// The integers of which CuTe has a name.
fn is_named_in_cute(value: i64) -> bool {
    let tenth = value % 8 == 0 && (24..=256).contains(&value);
    let power = value.count_ones() == 1 && (16..=524_288).contains(&value);
    matches!(value, 0..=10 | 12 | 384 | 768) || tenth || power
}

/// The greatest integer of which MoYe has a name.
const MOST_OF_MOYE: i64 = 8192;

pub(super) fn write(language: Language, source: &Source) -> Written {
    let writer = Writer { language };
    match source {
        Source::Layout(layout, 0) => writer.layout(&pair(layout)?, Some(layout)),
        Source::Layout(layout, offset) if language == Language::NumPy => {
            writer.as_strided(&writer.axes(&pair(layout)?, Some(layout))?, *offset)
        }
        Source::Symbolic(layout, 0) => writer.layout(&writer.names(layout)?, None),
        Source::Symbolic(layout, offset) if language == Language::NumPy => {
            writer.as_strided(&writer.axes(&writer.names(layout)?, None)?, *offset)
        }
        Source::Layout(..) | Source::Symbolic(..) => {
            Err(writer.lacks("an offset without a swizzle"))
        }
        Source::Unknowns(text) if language == Language::FlyDsl => {
            Ok(format!("!fly.int_tuple<{}>", writer.unknowns(text)?))
        }
        Source::Unknowns(_) => Err(writer.lacks("a tuple with integers that only run time knows")),
        Source::CoordTensor(origin, layout) if language == Language::FlyDsl => {
            let origin = writer.unknowns(origin)?;
            Ok(format!("!fly.coord_tensor<{origin}, {}>", writer.notation(&pair(layout)?)?))
        }
        Source::CoordTensor(..) => Err(writer.lacks("an offset that is a coordinate")),
        Source::Swizzled(layout) => writer.swizzled(layout),
        Source::Swizzle(swizzle) => {
            let [bits, base, shift] =
                [swizzle.bits() as i32, swizzle.base() as i32, swizzle.shift()];
            writer.swizzle([bits, base, shift])
        }
        Source::Tuple(tuple) => {
            let nest = Nest::of(tuple).map_err(|error| value::refused(&error, &(0..0)))?;
            writer.tuple_alone(&nest)
        }
        Source::Tiler(tiler) => writer.tiler(tiler),
    }
}

fn pair(layout: &Layout) -> Result<Pair, SourceError> {
    Pair::of(layout).map_err(|error| value::refused(&error, &(0..0)))
}

#[derive(Clone, Copy)]
struct Writer {
    language: Language,
}

impl Writer {
    fn lacks(self, what: &str) -> SourceError {
        SourceError::new(format!("{} has no word for {what}", self.language.name()), 0..0)
    }

    /// The leaves of a layout of names.
    fn names(self, layout: &SymbolicLayout) -> Result<Pair, SourceError> {
        let text = layout.to_string();
        if !layout.conditions().as_str().is_empty() {
            return Err(self.lacks(&format!("the condition that {}", layout.conditions())));
        }
        if text.contains(['/']) {
            return Err(self.lacks("a quotient of names"));
        }
        let is_fly = self.language == Language::FlyDsl;
        if text.contains('{') && !is_fly {
            return Err(self.lacks("what is known of a name, such as `{div=8}`"));
        }
        if text.contains('?') && !is_fly && self.language != Language::Rust {
            return Err(self.lacks("a run-time integer without a name, `?`"));
        }
        evaluate::notation(&text)
    }

    fn layout(self, pair: &Pair, layout: Option<&Layout>) -> Written {
        use Language::{Cute, CuteDsl, FlyDsl, Mdspan, MoYe, Mojo, NumPy, PyCute, Rust};
        let is_static = all(pair, |leaf| leaf.is_static);
        let leaves = pair.shape.leaves().into_iter().chain(pair.stride.leaves());
        let mut names = leaves.flat_map(|leaf| &leaf.names);
        if let Some(taken) = names.find(|name| evaluate::is_taken(self.language, name)) {
            return Err(self.lacks(&format!("the name `{taken}`, which is not an integer's there")));
        }
        match self.language {
            Cute if is_static => {
                let (shape, stride) = (
                    self.cute_type("Shape", &pair.shape)?,
                    self.cute_type("Stride", &pair.stride)?,
                );
                Ok(format!("Layout<{shape},{stride}>{{}}"))
            }
            Cute => {
                let (shape, stride) = (
                    self.tuple("make_shape", &pair.shape)?,
                    self.tuple("make_stride", &pair.stride)?,
                );
                Ok(format!("make_layout({shape}, {stride})"))
            }
            CuteDsl => {
                let (shape, stride) = (self.tuple("", &pair.shape)?, self.tuple("", &pair.stride)?);
                Ok(format!("cute.make_layout({shape}, stride={stride})"))
            }
            PyCute => Ok(format!(
                "Layout({}, {})",
                self.tuple("", &pair.shape)?,
                self.tuple("", &pair.stride)?
            )),
            Mojo if all(pair, |leaf| leaf.names.is_empty() && leaf.is_static) => Ok(format!(
                "Layout({}, {})",
                self.tuple("IntTuple", &pair.shape)?,
                self.tuple("IntTuple", &pair.stride)?
            )),
            Mojo if matches!(pair.shape, Nest::Leaf(_)) => {
                Err(self.lacks("a name that is not in a tuple"))
            }
            Mojo => Ok(format!(
                "Layout({}, {})",
                self.tuple("Coord", &pair.shape)?,
                self.tuple("Coord", &pair.stride)?
            )),
            MoYe => self.moye(pair, is_static),
            FlyDsl => Ok(format!("!fly.layout<{}>", self.notation(pair)?)),
            Rust => {
                let name = if all(pair, |leaf| !leaf.names.iter().any(|name| name.starts_with('?')))
                {
                    "layout"
                } else {
                    "Layout"
                };
                Ok(format!("{name}!({})", self.notation(pair)?))
            }
            Mdspan => self.mdspan(&self.axes(pair, layout)?),
            NumPy => self.as_strided(&self.axes(pair, layout)?, 0),
        }
    }

    /// `shape:stride`.
    fn notation(self, pair: &Pair) -> Written {
        Ok(format!("{}:{}", self.tuple("", &pair.shape)?, self.tuple("", &pair.stride)?))
    }

    /// A tuple: `make_shape(..)`, `IntTuple(..)`, `(..)`.
    fn tuple(self, name: &str, nest: &Nest) -> Written {
        let parts = match nest {
            Nest::Leaf(leaf) => return self.leaf(leaf, name),
            Nest::Tuple(parts) => parts,
        };
        let written =
            parts.iter().map(|part| self.tuple(name, part)).collect::<Result<Vec<_>, _>>()?;
        let (separator, single) = match self.language {
            Language::FlyDsl => (",", ""),
            Language::Rust | Language::Cute | Language::Mojo => (", ", ""),
            _ => (", ", ","),
        };
        let single = if parts.len() == 1 { single } else { "" };
        // `IntTuple(8)` of Mojo is an integer.
        if let ([Nest::Leaf(_)], "IntTuple", Language::Mojo) =
            (parts.as_slice(), name, self.language)
        {
            return Ok(format!("IntTuple(IntTuple({}))", written.concat()));
        }
        Ok(format!("{name}({}{single})", written.join(separator)))
    }

    /// An integer in a tuple named `name`.
    fn leaf(self, leaf: &Leaf, name: &str) -> Written {
        use Language::{Cute, FlyDsl, MoYe, Mojo, Rust};
        let is_run_time = !leaf.is_static && leaf.names.is_empty();
        if is_run_time && !matches!(self.language, Cute | MoYe | Mojo) {
            return Err(self.lacks("an integer that only run time knows"));
        }
        if !leaf.path.is_empty() {
            return self.basis(leaf);
        }
        if self.language == Mojo && leaf.factor < 0 && name == "Coord" {
            return Err(self.lacks("a negative stride beside names"));
        }
        // It is `UNKNOWN_VALUE` of Mojo.
        if self.language == Mojo && leaf.factor == -1 {
            return Err(self.lacks("the stride -1"));
        }
        if !leaf.names.is_empty() {
            let product = leaf.notation();
            return Ok(match self.language {
                FlyDsl if !product.starts_with('?') => {
                    return Err(self.lacks("a name: its integers of run time are `?`"));
                }
                FlyDsl => to_fly(&product),
                Rust if product.contains('*') => format!("{{{product}}}"),
                _ => product,
            });
        }
        let value = leaf.factor;
        Ok(match self.language {
            Cute if leaf.is_static => format!("{}{{}}", cute_integer(value)),
            MoYe if leaf.is_static && name == "static" => value.to_string(),
            MoYe if leaf.is_static && (1..=MOST_OF_MOYE).contains(&value) => format!("_{value}"),
            MoYe if leaf.is_static => format!("static({value})"),
            Mojo if name == "Coord" && leaf.is_static => format!("Idx[{value}]"),
            _ => value.to_string(),
        })
    }

    fn basis(self, leaf: &Leaf) -> Written {
        let path: Vec<_> = leaf.path.iter().map(ToString::to_string).collect();
        let value = leaf.factor;
        match (self.language, path.as_slice()) {
            (Language::Rust, _) => Ok(leaf.notation()),
            (Language::Cute, path) if value == 1 => Ok(format!("E<{}>{{}}", path.join(","))),
            (Language::Cute, path) => {
                Ok(format!("ScaledBasis<{},{}>{{}}", cute_integer(value), path.join(",")))
            }
            (Language::CuteDsl, [index]) if value == 1 => Ok(format!("cute.E({index})")),
            (Language::CuteDsl, [index]) => Ok(format!("{value} * cute.E({index})")),
            (Language::CuteDsl, path) => Ok(format!("{value} * cute.E([{}])", path.join(", "))),
            (Language::FlyDsl, path) => Ok(format!("{value}E{}", path.join("E"))),
            _ => Err(self.lacks("strides of coordinates")),
        }
    }

    /// `Shape<_2,_4>`.
    fn cute_type(self, name: &str, nest: &Nest) -> Written {
        match nest {
            Nest::Leaf(leaf) if leaf.path.is_empty() => Ok(cute_integer(leaf.factor)),
            Nest::Leaf(leaf) => self.basis(leaf).map(|text| text.trim_end_matches("{}").into()),
            Nest::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.cute_type(name, part));
                Ok(format!("{name}<{}>", parts.collect::<Result<Vec<_>, _>>()?.join(",")))
            }
        }
    }

    fn moye(self, pair: &Pair, is_static: bool) -> Written {
        // A macro ends before a sign.
        let is_macro = is_static && all(pair, |leaf| leaf.factor >= 0);
        let name = if is_macro { "static" } else { "" };
        let (shape, stride) = (self.tuple(name, &pair.shape)?, self.tuple(name, &pair.stride)?);
        if is_macro {
            return Ok(format!("@Layout {} {}", shape.replace(name, ""), stride.replace(name, "")));
        }
        Ok(format!("make_layout({shape}, {stride})"))
    }

    fn swizzle(self, [bits, base, shift]: [i32; 3]) -> Written {
        if self.language == Language::FlyDsl && shift < 0 {
            return Err(self.lacks("a swizzle of a negative shift, which moves nothing there"));
        }
        Ok(match self.language {
            Language::Cute => format!("Swizzle<{bits},{base},{shift}>{{}}"),
            Language::CuteDsl => format!("cute.make_swizzle({bits}, {base}, {shift})"),
            Language::PyCute | Language::Mojo => format!("Swizzle({bits}, {base}, {shift})"),
            Language::FlyDsl => format!("!fly.swizzle<S<{bits},{base},{shift}>>"),
            Language::Rust => return Err(self.lacks("a swizzle without a layout")),
            _ => return Err(self.lacks("a swizzle")),
        })
    }

    fn swizzled(self, composed: &ComposedLayout) -> Written {
        let of = composed.swizzle();
        let numbers = [of.bits() as i32, of.base() as i32, of.shift()];
        let (offset, layout) = (composed.offset(), composed.plain());
        if self.language == Language::FlyDsl && of.shift() < 0 {
            return Err(self.lacks("a swizzle of a negative shift, which moves nothing there"));
        }
        let [bits, base, shift] = numbers;
        match self.language {
            Language::FlyDsl => {
                let notation = self.notation(&pair(&layout)?)?;
                return Ok(format!(
                    "!fly.composed_layout<S<{bits},{base},{shift}> o {offset} o {notation}>"
                ));
            }
            Language::Rust => {
                let notation = self.notation(&pair(&layout)?)?;
                return Ok(format!("layout!(Sw<{bits},{base},{shift}> o {offset} o {notation})"));
            }
            _ => {}
        }
        let swizzle = self.swizzle(numbers)?;
        let layout = self.layout(&pair(&layout)?, Some(&layout))?;
        Ok(match self.language {
            Language::Cute => {
                let text = |text: &str| text.trim_end_matches("{}").to_string();
                let (swizzle, offset) = (text(&swizzle), cute_integer(offset));
                if !layout.ends_with("{}") {
                    format!("make_composed_layout({swizzle}{{}}, {offset}{{}}, {layout})")
                } else {
                    format!("ComposedLayout<{swizzle},{offset},{}>{{}}", text(&layout))
                }
            }
            Language::CuteDsl => {
                format!("cute.make_composed_layout({swizzle}, {offset}, {layout})")
            }
            Language::PyCute => format!("ComposedLayout({swizzle}, {offset}, {layout})"),
            Language::Mojo if offset == 0 => format!("ComposedLayout({layout}, {swizzle})"),
            _ => return Err(self.lacks("an offset before a swizzle")),
        })
    }

    /// A tuple of FlyDSL with `?`.
    fn unknowns(self, text: &str) -> Written {
        self.tuple("", &evaluate::notation_of_tuple(text)?)
    }

    fn tuple_alone(self, nest: &Nest) -> Written {
        match self.language {
            Language::Cute if nest.leaves().iter().all(|leaf| leaf.is_static) => {
                Ok(format!("{}{{}}", self.cute_type("Shape", nest)?))
            }
            Language::Cute => self.tuple("make_shape", nest),
            Language::Mojo => self.tuple("IntTuple", nest),
            Language::FlyDsl => Ok(format!("!fly.int_tuple<{}>", self.tuple("", nest)?)),
            Language::CuteDsl | Language::PyCute | Language::MoYe => self.tuple("", nest),
            Language::Mdspan => match nest {
                Nest::Tuple(parts)
                    if parts.iter().all(|part| {
                        matches!(part, Nest::Leaf(leaf) if leaf.path.is_empty() && leaf.factor >= 0)
                    }) =>
                {
                    let extents: Vec<_> = nest.leaves().into_iter().cloned().collect();
                    Ok(extents_of(extents.iter()).1)
                }
                _ => Err(self.lacks("a tuple that is not one of extents")),
            },
            Language::NumPy | Language::Rust => Err(self.lacks("a tuple without a layout")),
        }
    }

    fn tiler(self, tiler: &Tiler) -> Written {
        let modes = algebra::modes(tiler)?;
        let modes = modes.into_iter().map(|mode| match (mode, self.language) {
            (Mode::Keep, Language::Cute) => Ok("_".into()),
            (Mode::Keep, Language::CuteDsl) => Ok("None".into()),
            (Mode::Keep, Language::FlyDsl) => Ok("*".into()),
            (Mode::Layout(tile), Language::FlyDsl) => self.notation(&pair(&tile)?),
            (Mode::Layout(tile), Language::Cute | Language::CuteDsl) => {
                // A tuple of integers is a tuple in Python.
                match (tile.shape().depth(), tile.leaf(0)) {
                    (0, (extent, 0 | 1)) if self.language == Language::Cute => {
                        self.tuple("", &Nest::Leaf(Leaf::of(extent, true)))
                    }
                    _ => self.layout(&pair(&tile)?, Some(&tile)),
                }
            }
            _ => Err(self.lacks("a tiler")),
        });
        let modes = modes.collect::<Result<Vec<_>, _>>()?;
        if self.language == Language::FlyDsl {
            return Ok(format!("!fly.tile<[{}]>", modes.join("|")));
        }
        let single = if modes.len() == 1 && self.language == Language::CuteDsl { "," } else { "" };
        let name = if self.language == Language::Cute { "make_tile" } else { "" };
        Ok(format!("{name}({}{single})", modes.join(", ")))
    }

    /// An extent and a stride for each mode.
    fn axes(self, pair: &Pair, layout: Option<&Layout>) -> Result<Vec<(Leaf, Leaf)>, SourceError> {
        if !all(pair, |leaf| leaf.path.is_empty()) {
            return Err(self.lacks("strides of coordinates"));
        }
        if let Some(layout) = layout
            && pair.is_plain()
        {
            let flat = StridedLayout::new(layout, 1).map_err(|_| self.lacks("nested modes"))?;
            let rank = flat.rank();
            let is_static = |k: usize| match &pair.shape {
                Nest::Tuple(parts) => {
                    parts.get(k).is_none_or(|part| part.leaves().iter().all(|leaf| leaf.is_static))
                }
                Nest::Leaf(leaf) => leaf.is_static,
            };
            let axis = |k: usize| {
                (Leaf::of(flat.shape()[k], is_static(k)), Leaf::of(flat.strides()[k], is_static(k)))
            };
            return Ok((0..rank).map(axis).collect());
        }
        let leaves = |nest: &Nest| match nest {
            Nest::Leaf(leaf) => Some([leaf.clone()].to_vec()),
            Nest::Tuple(parts) => parts
                .iter()
                .map(|part| match part {
                    Nest::Leaf(leaf) => Some(leaf.clone()),
                    Nest::Tuple(_) => None,
                })
                .collect(),
        };
        match (leaves(&pair.shape), leaves(&pair.stride)) {
            (Some(shape), Some(stride)) => Ok(shape.into_iter().zip(stride).collect()),
            _ => Err(self.lacks("nested modes")),
        }
    }

    fn as_strided(self, axes: &[(Leaf, Leaf)], offset: i64) -> Written {
        let bytes = |stride: &Leaf| match (stride.factor, stride.names.is_empty()) {
            (0, _) => "0".into(),
            (1, true) => "x.itemsize".to_string(),
            _ => format!("{}*x.itemsize", stride.notation()),
        };
        let tuple = |parts: Vec<String>| match parts.as_slice() {
            [only] => format!("({only},)"),
            parts => format!("({})", parts.join(", ")),
        };
        let shape = tuple(axes.iter().map(|(extent, _)| extent.notation()).collect());
        let strides = tuple(axes.iter().map(|(_, stride)| bytes(stride)).collect());
        let array = match offset {
            0 => "x".into(),
            offset if offset > 0 => format!("x[{offset}:]"),
            _ => return Err(self.lacks("an offset before the array")),
        };
        Ok(format!("np.lib.stride_tricks.as_strided({array}, shape={shape}, strides={strides})"))
    }

    fn mdspan(self, axes: &[(Leaf, Leaf)]) -> Written {
        let (extents, value, is_static) = extents_of(axes.iter().map(|(extent, _)| extent));
        let argument = if is_static { String::new() } else { value.clone() };
        if let Some(name) = mapping_of(axes) {
            return Ok(format!("std::{name}::mapping<{extents}>{{{argument}}}"));
        }
        // An extent of 1 has any stride.
        let strides: Vec<Leaf> = axes
            .iter()
            .map(
                |(extent, stride)| {
                    if extent.is_integer(1) { Leaf::of(1, true) } else { stride.clone() }
                },
            )
            .collect();
        if strides.iter().any(|stride| stride.value().is_some_and(|value| value < 1)) {
            return Err(self.lacks("a stride below 1"));
        }
        // The standard demands that the axes can be put in an order in which each steps over all before it.
        let numbers = axes
            .iter()
            .zip(&strides)
            .map(|((extent, _), stride)| Some((stride.value()?, extent.value()?)));
        if let Some(mut numbers) = numbers.collect::<Option<Vec<_>>>() {
            numbers.sort_unstable();
            let steps_over = |pair: &[(i64, i64)]| {
                pair[0].0.checked_mul(pair[0].1).is_some_and(|end| end <= pair[1].0)
            };
            if !numbers.windows(2).all(steps_over) {
                return Err(self.lacks(
                    "axes that lie within each other: each stride must pass the axis before",
                ));
            }
        }
        let count = strides.len();
        let strides: Vec<_> = strides.iter().map(Leaf::notation).collect();
        let strides = format!("std::array<std::size_t, {count}>{{{}}}", strides.join(", "));
        Ok(format!("std::layout_stride::mapping<{extents}>{{{value}, {strides}}}"))
    }
}

/// The type of extents, its value, and whether it has no run-time extent.
fn extents_of<'a>(all: impl Iterator<Item = &'a Leaf>) -> (String, String, bool) {
    let (mut extents, mut values) = (["std::size_t".to_string()].to_vec(), Vec::new());
    for extent in all {
        if extent.is_static {
            extents.push(extent.factor.to_string());
        } else {
            extents.push("std::dynamic_extent".into());
            values.push(extent.notation());
        }
    }
    let extents = format!("std::extents<{}>", extents.join(", "));
    let value = format!("{extents}{{{}}}", values.join(", "));
    (extents, value, values.is_empty())
}

fn all(pair: &Pair, is: impl Fn(&Leaf) -> bool) -> bool {
    pair.shape.leaves().into_iter().chain(pair.stride.leaves()).all(is)
}

fn cute_integer(value: i64) -> String {
    if is_named_in_cute(value) { format!("_{value}") } else { format!("Int<{value}>") }
}

/// The compact or padded layout of `std::mdspan` with these axes.
fn mapping_of(axes: &[(Leaf, Leaf)]) -> Option<String> {
    let shape = Nest::Tuple(axes.iter().map(|(extent, _)| Nest::Leaf(extent.clone())).collect());
    let rank = axes.len();
    for (name, is_left) in [("layout_right", false), ("layout_left", true)] {
        let order: Vec<usize> =
            if is_left { (0..rank).collect() } else { (0..rank).rev().collect() };
        let compact = Pair::compact(shape.clone(), order.iter().copied(), false)?;
        let same = |(a, b): (&&Leaf, &(Leaf, Leaf))| {
            b.0.is_integer(1) || (a.factor, &a.names) == (b.1.factor, &b.1.names)
        };
        if compact.stride.leaves().iter().zip(axes).all(same) {
            return Some(name.into());
        }
        let [first, second, rest @ ..] = order.as_slice() else { continue };
        let (extent, padding) = (axes[*first].0.value(), axes[*second].1.value());
        let (Some(extent), Some(padding)) = (extent, padding) else { continue };
        let mut covered = axes[*second].1.times(&axes[*second].0)?;
        let mut fits = axes[*first].1.is_integer(1) && padding >= extent && extent > 0;
        fits &= axes.iter().all(|(extent, _)| !extent.is_integer(1));
        for &k in rest {
            fits &= (covered.factor, &covered.names) == (axes[k].1.factor, &axes[k].1.names);
            covered = covered.times(&axes[k].0)?;
        }
        if fits {
            return Some(format!("{name}_padded<{padding}>"));
        }
    }
    None
}

/// The text of a tuple in CuTe's C++ and the like needs no layout.
impl From<IntTuple> for Source {
    fn from(tuple: IntTuple) -> Self {
        Self::Tuple(tuple)
    }
}
