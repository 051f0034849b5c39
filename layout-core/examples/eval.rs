//! A filter that evaluates the algebra: one request a line, one answer a line.
//!
//! A request is tab-separated: an operation (the name of the method), then its operands in notation. The answer is
//! the result in notation, `layout @ offset` for a slice, the layout of a padded division, its guard as a `1` or `0` for
//! each linear index (`logical_divide_inside`, `zipped_divide_inside`), or `error: ` and the message.
//!
//! ```text
//! $ printf 'compose\t(10,2):(16,4)\t(5,4):(1,5)\n' | cargo run -q -p layout-core --example eval
//! (5,(2,2)):(16,(80,4))
//! ```

/// The operations with a tiler or a layout, on a plain layout and on a swizzled one. `$other` are further ones.
macro_rules! algebra {
    ($self:ident, $a:ident; $other:expr) => {
        match $self.operation {
            "compose" => show($a.compose(&$self.tiler(1)?)),
            "logical_divide" => show($a.logical_divide(&$self.tiler(1)?)),
            "zipped_divide" => show($a.zipped_divide(&$self.tiler(1)?)),
            "tiled_divide" => show($a.tiled_divide(&$self.tiler(1)?)),
            "flat_divide" => show($a.flat_divide(&$self.tiler(1)?)),
            "logical_divide_padded" => inner($a.logical_divide_padded(&$self.tiler(1)?)),
            "zipped_divide_padded" => inner($a.zipped_divide_padded(&$self.tiler(1)?)),
            "tiled_divide_padded" => inner($a.tiled_divide_padded(&$self.tiler(1)?)),
            "flat_divide_padded" => inner($a.flat_divide_padded(&$self.tiler(1)?)),
            "logical_product" => show($a.logical_product(&$self.tiler(1)?)),
            "zipped_product" => show($a.zipped_product(&$self.tiler(1)?)),
            "tiled_product" => show($a.tiled_product(&$self.tiler(1)?)),
            "flat_product" => show($a.flat_product(&$self.tiler(1)?)),
            "blocked_product" => show($a.blocked_product(&$self.layout(1)?)),
            "raked_product" => show($a.raked_product(&$self.layout(1)?)),
            _ => $other,
        }
    };
}

#[path = "eval/arrays.rs"]
mod arrays;
#[path = "eval/swizzled.rs"]
mod swizzled;

use std::io::{self, BufRead, Write};

use layout_core::{Coord, IntTuple, Layout, LayoutError, Padded, Swizzle, Tiler};

type EvalAnswer = Result<String, String>;

/// The operands of one request.
struct EvalRequest<'a> {
    operation: &'a str,
    text: Vec<&'a str>,
}

fn parse<T: core::str::FromStr<Err = LayoutError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("cannot read {text:?}: {error}"))
}

fn show<T: ToString>(result: Result<T, LayoutError>) -> EvalAnswer {
    result.map(|value| value.to_string()).map_err(|error| error.to_string())
}

fn inner(result: Result<Padded, LayoutError>) -> EvalAnswer {
    show(result.map(|padded| padded.layout()))
}

/// The guard of a padded division at each linear index.
fn insides(result: Result<Padded, LayoutError>) -> EvalAnswer {
    let padded = result.map_err(|error| error.to_string())?;
    let bit = |i: i64| match padded.inside(&i.into()) {
        Ok(inside) => Ok(if inside { '1' } else { '0' }),
        Err(error) => Err(error.to_string()),
    };
    (0..padded.layout().size()).map(bit).collect()
}

impl EvalRequest<'_> {
    fn text(&self, k: usize) -> Result<&str, String> {
        let operation = self.operation;
        self.text.get(k).copied().ok_or_else(|| match operation {
            "" => "a line is an operation and its operands, separated by tabs".to_string(),
            _ => format!("{operation} needs operand {}, or is no operation", k + 1),
        })
    }

    fn at_most(&self, count: usize) -> Result<(), String> {
        match self.text.len() {
            n if n <= count => Ok(()),
            n => Err(format!("{} takes {count} operands, not {n}", self.operation)),
        }
    }

    fn layout(&self, k: usize) -> Result<Layout, String> {
        parse(self.text(k)?)
    }

    fn tiler(&self, k: usize) -> Result<Tiler, String> {
        parse(self.text(k)?)
    }

    fn tuple(&self, k: usize) -> Result<IntTuple, String> {
        parse(self.text(k)?)
    }

    fn coord(&self, k: usize) -> Result<Coord, String> {
        parse(self.text(k)?)
    }

    fn integer<T: TryFrom<i64>>(&self, k: usize) -> Result<T, String> {
        let text = self.text(k)?;
        let tuple = self.tuple(k)?;
        if tuple.depth() > 0 {
            return Err(format!("{} needs an integer, not {text}", self.operation));
        }
        let value = tuple.value(0);
        T::try_from(value).map_err(|_| format!("{} cannot take {value}", self.operation))
    }

    /// A tuple of mode numbers.
    fn modes(&self, k: usize) -> Result<Vec<usize>, String> {
        let tuple = self.tuple(k)?;
        let mode = |i| usize::try_from(tuple.value(i)).map_err(|_| "a mode below 0".to_string());
        (0..tuple.leaf_count()).map(mode).collect()
    }

    /// An operand of a property that shapes and layouts share.
    fn shape(&self, k: usize) -> Result<IntTuple, String> {
        let text = self.text(k)?;
        if text.contains(':') { Ok(self.layout(k)?.shape()) } else { self.tuple(k) }
    }

    fn answer(&self) -> EvalAnswer {
        self.at_most(match self.operation {
            "group"
            | "take"
            | "append"
            | "prepend"
            | "append_to"
            | "prepend_to"
            | "replace"
            | "insert"
            | "crd2crd"
            | "recast_bits"
            | "tile_to_shape"
            | "tile_to_shape_ordered" => 3,
            "shape" | "stride" | "swizzle" | "offset" | "plain" | "bounds" | "size" | "cosize"
            | "coshape" | "identity" | "rank" | "depth" | "col_major" | "row_major" | "flatten"
            | "iter" | "images" | "product_each" | "sum" | "reverse" | "wrap" | "unwrap"
            | "right_inverse" | "left_inverse" | "inverse" | "nullspace" | "is_injective"
            | "is_bijective" | "is_contiguous" | "collision" | "like" | "fragment_like"
            | "max_alignment" | "sort" | "zip" => 1,
            _ => 2,
        })?;
        if self.text.iter().any(|text| swizzled::is_swizzled(text)) {
            return self.swizzled();
        }
        match self.operation {
            "new" => show(Layout::new(self.tuple(0)?, self.tuple(1)?)),
            "col_major" => show(Layout::col_major(self.tuple(0)?)),
            "row_major" => show(Layout::row_major(self.tuple(0)?)),
            "ordered" => show(Layout::ordered(self.tuple(0)?, self.tuple(1)?)),
            "distribute" => show(Layout::distribute(&self.shape(0)?, self.integer(1)?)),
            "swizzle" => {
                let t = self.tuple(0)?;
                if t.leaf_count() != 3 {
                    return Err(format!("swizzle takes 3 integers, not {t}"));
                }
                show(Swizzle::new(t.value(0), t.value(1), t.value(2)))
            }
            "shape" => Ok(self.layout(0)?.shape().to_string()),
            "stride" => Ok(self.layout(0)?.stride().to_string()),
            "size" => show(self.shape(0)?.size()),
            "cosize" => Ok(self.layout(0)?.cosize().to_string()),
            "rank" => Ok(self.shape(0)?.rank().to_string()),
            "depth" => Ok(self.shape(0)?.depth().to_string()),
            "congruent" => Ok(self.shape(0)?.congruent(&self.shape(1)?).to_string()),
            "weakly_congruent" => Ok(self.shape(0)?.weakly_congruent(&self.shape(1)?).to_string()),
            "compatible" => Ok(self.shape(0)?.compatible(&self.shape(1)?).to_string()),
            // The offset, or the coordinate.
            "index" | "image" => show(self.layout(0)?.image(&self.coord(1)?)),
            "try_index" | "try_image" => show(self.layout(0)?.try_image(&self.coord(1)?)),
            "identity" => show(Layout::identity(self.tuple(0)?)),
            "coshape" => show(self.layout(0)?.coshape()),
            "coord" => show(self.layout(0)?.coord(self.integer(1)?)),
            "coord_of" => show(self.layout(0)?.coord_of(self.integer(1)?)),
            "flat_coord" => show(self.layout(0)?.flat_coord(self.integer(1)?)),
            "slice" | "slice_image" => self
                .layout(0)?
                .slice_image(&self.coord(1)?)
                .map(|(layout, offset)| format!("{layout} @ {offset}"))
                .map_err(|error| error.to_string()),
            "iter" | "images" => self.offsets(),
            _ => match self.tuple_function() {
                Some(answer) => answer?,
                None => self.structure(),
            },
        }
    }

    /// Functions of tuples, which are also functions of layouts unless the first operand is a tuple.
    fn tuple_function(&self) -> Option<Result<EvalAnswer, String>> {
        let of_layout = self.text.first().is_some_and(|text| text.contains(':'));
        if of_layout || self.text.is_empty() {
            return None;
        }
        let answer = || -> Result<Option<EvalAnswer>, String> {
            let t = self.tuple(0)?;
            let binary = |f: fn(&IntTuple, &IntTuple) -> Result<IntTuple, LayoutError>| {
                Ok::<_, String>(Some(show(f(&t, &self.tuple(1)?))))
            };
            let compare = |f: fn(&IntTuple, &IntTuple) -> Result<bool, LayoutError>| {
                Ok(Some(show(f(&t, &self.tuple(1)?))))
            };
            let unary = |result: Result<IntTuple, LayoutError>| Ok(Some(show(result)));
            match self.operation {
                "elem_add" => binary(IntTuple::elem_add),
                "elem_sub" => binary(IntTuple::elem_sub),
                "elem_min" => binary(IntTuple::elem_min),
                "elem_max" => binary(IntTuple::elem_max),
                "elem_scale" => binary(IntTuple::elem_scale),
                "shape_div" => binary(IntTuple::shape_div),
                "shape_mod" => binary(IntTuple::shape_mod),
                "ceil_div" => binary(IntTuple::ceil_div),
                "ceil_div_by_mode" => binary(IntTuple::ceil_div_by_mode),
                "round_up" => binary(IntTuple::round_up),
                "product_like" => binary(IntTuple::product_like),
                "unflatten" => binary(IntTuple::unflatten),
                "repeat_like" => binary(IntTuple::repeat_like),
                "idx2crd" => binary(IntTuple::idx2crd),
                "increment" => binary(IntTuple::increment),
                "crd2idx" => Ok(Some(show(t.crd2idx(&self.tuple(1)?)))),
                "crd2crd" => unary(t.crd2crd(&self.tuple(1)?, &self.tuple(2)?)),
                "inner_product" => Ok(Some(show(t.inner_product(&self.tuple(1)?)))),
                "sum" => Ok(Some(show(t.sum()))),
                "product_each" => unary(t.product_each()),
                "elem_less" => compare(IntTuple::elem_less),
                "elem_leq" => compare(IntTuple::elem_leq),
                "elem_gtr" => compare(IntTuple::elem_gtr),
                "elem_geq" => compare(IntTuple::elem_geq),
                "lex_less" => compare(IntTuple::lex_less),
                "colex_less" => compare(IntTuple::colex_less),
                "weakly_compatible" => {
                    Ok(Some(Ok(t.weakly_compatible(&self.tuple(1)?).to_string())))
                }
                "evenly_divides" => Ok(Some(Ok(t.evenly_divides(&self.tuple(1)?).to_string()))),
                "reverse" => unary(t.reverse()),
                "wrap" => unary(Ok(t.wrap())),
                "unwrap" => unary(Ok(t.unwrap())),
                "sort" => unary(t.sort()),
                "repeat" => unary(t.repeat(self.integer(1)?)),
                "insert" => unary(t.insert(self.integer(1)?, &self.tuple(2)?)),
                "remove" => unary(t.remove(self.integer(1)?)),
                "flatten" => unary(t.flatten()),
                "group" => unary(t.group(self.integer(1)?, self.integer(2)?)),
                "take" => unary(t.take(self.integer(1)?, self.integer(2)?)),
                "select" => unary(t.select(&self.modes(1)?)),
                "append" => binary(IntTuple::append),
                "prepend" => binary(IntTuple::prepend),
                "replace" => unary(t.replace(self.integer(1)?, &self.tuple(2)?)),
                "mode" => unary(t.mode(self.integer(1)?)),
                "get" => unary(t.get(&self.modes(1)?)),
                _ => Ok(None),
            }
        };
        answer().transpose()
    }

    /// All offsets, where they fit a line.
    fn offsets(&self) -> EvalAnswer {
        let layout = self.layout(0)?;
        if layout.size() > 1 << 16 {
            return Err(format!("{} offsets are too many for one line", layout.size()));
        }
        let offsets: Vec<String> = layout.images().map(|image| image.to_string()).collect();
        Ok(format!("({})", offsets.join(",")))
    }

    fn structure(&self) -> EvalAnswer {
        let a = self.layout(0)?;
        match self.operation {
            "mode" => show(a.mode(self.integer(1)?)),
            "get" => show(a.get(&self.modes(1)?)),
            "flatten" => show(a.flatten()),
            "coalesce" if self.text.len() > 1 => show(a.coalesce_by(&self.shape(1)?)),
            "coalesce" => show(a.coalesce()),
            "coalesce_by" => show(a.coalesce_by(&self.shape(1)?)),
            "filter" if self.text.len() < 2 => show(a.filter()),
            "filter" | "filter_by" => show(a.filter_by(&self.shape(1)?)),
            "filter_zeros" if self.text.len() < 2 => Ok(a.filter_zeros().to_string()),
            "filter_zeros" | "filter_zeros_by" => show(a.filter_zeros_by(&self.shape(1)?)),
            // As in CuTe, -1 is the end.
            "group" if self.text(2)? == "-1" => show(a.group(self.integer(1)?, a.rank())),
            "group" => show(a.group(self.integer(1)?, self.integer(2)?)),
            "take" => show(a.take(self.integer(1)?, self.integer(2)?)),
            "select" => show(a.select(&self.modes(1)?)),
            "append" if self.text.len() < 3 => show(a.append(&self.layout(1)?)),
            "append" | "append_to" => show(a.append_to(&self.layout(1)?, self.integer(2)?)),
            "prepend" if self.text.len() < 3 => show(a.prepend(&self.layout(1)?)),
            "prepend" | "prepend_to" => show(a.prepend_to(&self.layout(1)?, self.integer(2)?)),
            "concat" => show(a.concat(&self.layout(1)?)),
            // The number of the mode precedes or follows the layout that replaces it.
            "replace" if self.text(1)?.contains(':') => {
                show(a.replace(self.integer(2)?, &self.layout(1)?))
            }
            "replace" => show(a.replace(self.integer(1)?, &self.layout(2)?)),
            _ => self.reshape(&a),
        }
    }

    fn reshape(&self, a: &Layout) -> EvalAnswer {
        match self.operation {
            "permute" => show(a.permute(&self.modes(1)?)),
            "sort" => show(a.sort()),
            "zip" => show(a.zip()),
            "unflatten" => show(a.unflatten(&self.shape(1)?)),
            "dice" => show(a.dice(&self.coord(1)?)),
            "with_shape" => show(a.with_shape(&self.shape(1)?)),
            "like" => show(a.like()),
            "fragment_like" => show(a.fragment_like()),
            "upcast" => show(a.upcast(self.integer(1)?)),
            "downcast" => show(a.downcast(self.integer(1)?)),
            "recast_bits" => show(a.recast_bits(self.integer(1)?, self.integer(2)?)),
            "max_alignment" => Ok(a.max_alignment().to_string()),
            "tile_to_shape" | "tile_to_shape_ordered" if self.text.len() > 2 => {
                show(a.tile_to_shape_ordered(&self.shape(1)?, &self.tuple(2)?))
            }
            "tile_to_shape" => show(a.tile_to_shape(&self.shape(1)?)),
            _ => algebra!(self, a; self.rest_of_algebra(a)),
        }
    }

    fn rest_of_algebra(&self, a: &Layout) -> EvalAnswer {
        match self.operation {
            "complement" | "complement_padded" => {
                let m = if self.text.len() > 1 { self.integer(1)? } else { a.cosize() };
                match self.operation {
                    "complement" => show(a.complement(m)),
                    _ => show(a.complement_padded(m)),
                }
            }
            "logical_divide_inside" => insides(a.logical_divide_padded(&self.tiler(1)?)),
            "zipped_divide_inside" => insides(a.zipped_divide_padded(&self.tiler(1)?)),
            "compose_exact" => show(a.compose_exact(&self.tiler(1)?)),
            "right_inverse" => show(a.right_inverse()),
            "left_inverse" => show(a.left_inverse()),
            "inverse" => show(a.inverse()),
            "nullspace" => show(a.nullspace()),
            "max_common_layout" => show(a.max_common_layout(&self.layout(1)?)),
            "max_common_vector" => show(a.max_common_vector(&self.layout(1)?)),
            _ => self.predicate(a),
        }
    }

    fn predicate(&self, a: &Layout) -> EvalAnswer {
        match self.operation {
            "is_injective" => show(a.is_injective()),
            "is_surjective_onto" => Ok(a.is_surjective_onto(self.integer(1)?).to_string()),
            "is_bijective" => Ok(a.is_bijective().to_string()),
            "is_contiguous" => Ok(a.is_contiguous().to_string()),
            "covers" => show(a.covers(self.integer(1)?)),
            "same_function" => Ok(a.same_function(&self.layout(1)?).to_string()),
            "collision" => match a.collision() {
                Ok(Some((first, second))) => Ok(format!("{first} {second}")),
                Ok(None) => Ok("none".to_string()),
                Err(error) => Err(error.to_string()),
            },
            _ => arrays::evaluate(self, a),
        }
    }
}

fn evaluate(line: &str) -> String {
    let mut fields = line.trim_end_matches(['\n', '\r']).split('\t').map(str::trim);
    let operation = fields.next().unwrap_or("");
    match (EvalRequest { operation, text: fields.collect() }).answer() {
        Ok(answer) => answer,
        Err(refusal) => format!("error: {refusal}"),
    }
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // Answers each request at once: the client may wait for it.
        let written = writeln!(output, "{}", evaluate(&String::from_utf8_lossy(&line)))
            .and_then(|()| output.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        line.clear();
    }
    Ok(())
}
