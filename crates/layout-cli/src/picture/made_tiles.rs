//! The tiles that a divide or a product makes, as colours of its result.

use layout_core::{IntTuple, Layout};

use crate::MaybeSwizzled;
use crate::explain::{Derivation, explain};
use crate::language::Value;
use crate::picture::ColourBy;

impl ColourBy {
    /// The tiles that the last operation of `expression` makes: the tiles of a divide, the copies of a product. `None` for
    /// another operation, and where `mapping` is not its result.
    ///
    /// ```
    /// use layout_cli::MaybeSwizzled;
    /// use layout_cli::picture::{ColourBy, Picture};
    /// let text = "(4,6):(6,1) / <2,3>";
    /// let result = MaybeSwizzled::read(text)?; // ((2,2),(3,2)):((6,12),(1,3))
    /// let by = ColourBy::made_tiles(text, &result).unwrap();
    /// let groups: Vec<_> = Picture::of_layout(&result, &by)?.panels[0].cells.iter().map(|cell| cell.group).collect();
    /// assert_eq!(groups[..6], [0, 0, 0, 2, 2, 2].map(Some));
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn made_tiles(expression: &str, mapping: &MaybeSwizzled) -> Option<Self> {
        let last = explain(expression).pop()?;
        let is_result = match last.answer.as_ref().ok()? {
            Value::Symbolic(layout) => layout.example()?.1 == mapping.plain(),
            value => MaybeSwizzled::of(value)?.plain() == mapping.plain(),
        };
        if !is_result {
            return None;
        }
        let shape = mapping.plain().shape();
        let mut stride = String::new();
        let mut next = 1;
        for (i, (mode, part)) in parts(&last, &shape)?.into_iter().enumerate() {
            stride.push(if i > 0 { ',' } else { '(' });
            match part {
                Part::Tile => strides(&mode, None, &mut stride),
                Part::Rest => strides(&mode, Some(&mut next), &mut stride),
                Part::Pair(first) => {
                    let (a, b) = (mode.mode(0).ok()?, mode.mode(1).ok()?);
                    stride.push('(');
                    strides(&a, Some(&mut next).filter(|_| !first), &mut stride);
                    stride.push(',');
                    strides(&b, Some(&mut next).filter(|_| first), &mut stride);
                    stride.push(')');
                }
            }
        }
        Some(Self::MadeTiles(Layout::parse(&format!("{shape}:{stride})")).ok()?))
    }
}

/// What a mode of a result is: of a tile, of the number of the tile, or a pair of both, whose tile is the first or not.
#[derive(Clone, Copy)]
enum Part {
    Tile,
    Rest,
    Pair(bool),
}

/// The modes of the result of a divide or a product.
fn parts(last: &Derivation, shape: &IntTuple) -> Option<Vec<(IntTuple, Part)>> {
    let name = last.title.split('(').next()?.trim_end_matches("_padded");
    let (form, operation) = name.rsplit_once('_')?;
    let is_form = match operation {
        "divide" => matches!(form, "logical" | "zipped" | "tiled" | "flat"),
        "product" => matches!(form, "zipped" | "tiled" | "flat" | "logical" | "blocked" | "raked"),
        _ => false,
    };
    // The modes of the tiler, of which `_` keeps a mode whole; a layout in place of a tiler makes one mode of tiles.
    let tiler = match last.operands.get(1)? {
        Value::Tiler(tiler) if tiler.as_whole().is_none() => modes(&tiler.to_string()),
        _ => Vec::new(),
    };
    if !is_form || (form == "flat" && tiler.is_empty()) {
        return None;
    }
    let part = |i: usize| match form {
        "blocked" => Part::Pair(true),
        "raked" => Part::Pair(false),
        "logical" if !tiler.is_empty() => match tiler.get(i) {
            Some(true) => Part::Tile,
            Some(false) => Part::Pair(true),
            None => Part::Rest,
        },
        "flat" if i < tiler.len() => Part::Tile,
        "logical" | "zipped" | "tiled" if i == 0 => Part::Tile,
        _ => Part::Rest,
    };
    (0..shape.rank()).map(|i| Some((shape.mode(i).ok()?, part(i)))).collect()
}

/// Whether each mode of a tiler such as `<4:1,_>` is kept.
fn modes(tiler: &str) -> Vec<bool> {
    let mut depth = 0;
    let inner = tiler.trim_start_matches('<').trim_end_matches('>');
    let modes = inner.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    modes.map(|mode| mode == "_").collect()
}

/// Appends the strides of a mode: 0, or compact ones from `next` on.
fn strides(mode: &IntTuple, mut next: Option<&mut i64>, out: &mut String) {
    let text = mode.to_string();
    for word in text.split_inclusive(['(', ')', ',']) {
        let extent = word.trim_end_matches(['(', ')', ',']);
        if let Ok(extent) = extent.parse::<i64>() {
            let step = next.as_deref().copied().unwrap_or(0);
            out.push_str(&step.to_string());
            if let Some(next) = next.as_deref_mut() {
                *next = next.saturating_mul(extent.max(1));
            }
        }
        out.push_str(&word[extent.len()..]);
    }
}
