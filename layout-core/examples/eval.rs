//! A filter that evaluates the algebra: one request a line, one answer a line.
//!
//! A request is tab-separated: an operation (the method's name), then its operands in notation. The
//! answer is the result in notation, `layout @ offset` for a slice, the inner layout of a padded
//! divide, or `error: ` and the refusal.
//!
//! ```text
//! $ printf 'compose\t(10,2):(16,4)\t(5,4):(1,5)\n' | cargo run -q -p layout-core --example eval
//! (5,(2,2)):(16,(80,4))
//! ```

use std::io::{self, BufRead, Write};

use layout_core::{Coord, IntTuple, Layout, LayoutError, Padded, Tiler};

type Answer = Result<String, String>;

/// The operands of one request.
struct Operands<'a> {
    operation: &'a str,
    text: Vec<&'a str>,
}

fn parse<T: core::str::FromStr<Err = LayoutError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("cannot read {text:?}: {error}"))
}

fn show<T: ToString>(result: Result<T, LayoutError>) -> Answer {
    result.map(|value| value.to_string()).map_err(|error| error.to_string())
}

fn inner(result: Result<Padded, LayoutError>) -> Answer {
    show(result.map(|padded| padded.layout()))
}

impl Operands<'_> {
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

    /// What a property of shapes and layouts alike is asked of.
    fn shape(&self, k: usize) -> Result<IntTuple, String> {
        let text = self.text(k)?;
        if text.contains(':') { Ok(self.layout(k)?.shape()) } else { self.tuple(k) }
    }

    fn answer(&self) -> Answer {
        self.at_most(match self.operation {
            "group" | "take" | "append" | "prepend" | "append_to" | "prepend_to" | "replace" => 3,
            "shape" | "stride" | "size" | "cosize" | "rank" | "depth" | "col_major"
            | "row_major" | "flatten" | "filter" | "filter_zeros" | "iter" => 1,
            _ => 2,
        })?;
        match self.operation {
            "new" => show(Layout::new(self.tuple(0)?, self.tuple(1)?)),
            "col_major" => show(Layout::col_major(self.tuple(0)?)),
            "row_major" => show(Layout::row_major(self.tuple(0)?)),
            "ordered" => show(Layout::ordered(self.tuple(0)?, self.tuple(1)?)),
            "shape" => Ok(self.layout(0)?.shape().to_string()),
            "stride" => Ok(self.layout(0)?.stride().to_string()),
            "size" => show(self.shape(0)?.size()),
            "cosize" => Ok(self.layout(0)?.cosize().to_string()),
            "rank" => Ok(self.shape(0)?.rank().to_string()),
            "depth" => Ok(self.shape(0)?.depth().to_string()),
            "congruent" => Ok(self.shape(0)?.congruent(&self.shape(1)?).to_string()),
            "weakly_congruent" => Ok(self.shape(0)?.weakly_congruent(&self.shape(1)?).to_string()),
            "compatible" => Ok(self.shape(0)?.compatible(&self.shape(1)?).to_string()),
            "index" => show(self.layout(0)?.index(&self.coord(1)?)),
            "try_index" => show(self.layout(0)?.try_index(&self.coord(1)?)),
            "coord" => show(self.layout(0)?.coord(self.integer(1)?)),
            "flat_coord" => show(self.layout(0)?.flat_coord(self.integer(1)?)),
            "slice" => self
                .layout(0)?
                .slice(&self.coord(1)?)
                .map(|(layout, offset)| format!("{layout} @ {offset}"))
                .map_err(|error| error.to_string()),
            "iter" => self.offsets(),
            _ => self.structure(),
        }
    }

    /// All offsets, where they fit a line.
    fn offsets(&self) -> Answer {
        let layout = self.layout(0)?;
        if layout.size() > 1 << 16 {
            return Err(format!("{} offsets are too many for one line", layout.size()));
        }
        let offsets: Vec<String> = layout.iter().map(|offset| offset.to_string()).collect();
        Ok(format!("({})", offsets.join(",")))
    }

    fn structure(&self) -> Answer {
        let a = self.layout(0)?;
        match self.operation {
            "mode" => show(a.mode(self.integer(1)?)),
            "get" => show(a.get(&self.modes(1)?)),
            "flatten" => show(a.flatten()),
            "coalesce" if self.text.len() > 1 => show(a.coalesce_by(&self.shape(1)?)),
            "coalesce" => show(a.coalesce()),
            "coalesce_by" => show(a.coalesce_by(&self.shape(1)?)),
            "filter" => show(a.filter()),
            "filter_zeros" => Ok(a.filter_zeros().to_string()),
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
            // The mode's number comes before or after the layout that replaces it.
            "replace" if self.text(1)?.contains(':') => {
                show(a.replace(self.integer(2)?, &self.layout(1)?))
            }
            "replace" => show(a.replace(self.integer(1)?, &self.layout(2)?)),
            _ => self.algebra(&a),
        }
    }

    fn algebra(&self, a: &Layout) -> Answer {
        match self.operation {
            "complement" | "complement_padded" => {
                let m = if self.text.len() > 1 { self.integer(1)? } else { a.cosize() };
                match self.operation {
                    "complement" => show(a.complement(m)),
                    _ => show(a.complement_padded(m)),
                }
            }
            "compose" => show(a.compose(&self.tiler(1)?)),
            "compose_exact" => show(a.compose_exact(&self.tiler(1)?)),
            "logical_divide" => show(a.logical_divide(&self.tiler(1)?)),
            "zipped_divide" => show(a.zipped_divide(&self.tiler(1)?)),
            "tiled_divide" => show(a.tiled_divide(&self.tiler(1)?)),
            "flat_divide" => show(a.flat_divide(&self.tiler(1)?)),
            "logical_divide_padded" => inner(a.logical_divide_padded(&self.tiler(1)?)),
            "zipped_divide_padded" => inner(a.zipped_divide_padded(&self.tiler(1)?)),
            "tiled_divide_padded" => inner(a.tiled_divide_padded(&self.tiler(1)?)),
            "flat_divide_padded" => inner(a.flat_divide_padded(&self.tiler(1)?)),
            "logical_product" => show(a.logical_product(&self.tiler(1)?)),
            "zipped_product" => show(a.zipped_product(&self.tiler(1)?)),
            "tiled_product" => show(a.tiled_product(&self.tiler(1)?)),
            "flat_product" => show(a.flat_product(&self.tiler(1)?)),
            "blocked_product" => show(a.blocked_product(&self.layout(1)?)),
            "raked_product" => show(a.raked_product(&self.layout(1)?)),
            other => Err(format!("no operation is called {other:?}")),
        }
    }
}

fn evaluate(line: &str) -> String {
    let mut fields = line.trim_end_matches(['\n', '\r']).split('\t').map(str::trim);
    let operation = fields.next().unwrap_or("");
    match (Operands { operation, text: fields.collect() }).answer() {
        Ok(answer) => answer,
        Err(refusal) => format!("error: {refusal}"),
    }
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // One request, one answer, at once: the other side may wait for it.
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
